/** The page's sounds and buzzes; browsers allow none before the first tap or key. */
import { secondsLeft } from "./model.js";
import { isAsked } from "./table.js";

const MOST = 8; // news at once: more were missed
const LAST = 5; // seconds that tick
const VOLUME = 0.7;

const chord = (at, long) => [523, 659, 784, 1047].map((hz) => [at, hz, long, { loud: 0.12 }]);

/** Each as its parts: [after, Hz, long, how], seconds; `to`: the pitch at its end; "hiss": noise of that pitch. */
const SOUNDS = {
  snap: [[0, 500, 0.26, { kind: "hiss", to: 2600, loud: 0.2 }], [0.28, 3200, 0.045, { kind: "hiss", to: 1400, loud: 0.5 }], [0.28, 190, 0.07, { kind: "sine", to: 90 }]],
  draw: [[0, 2400, 0.09, { kind: "hiss", to: 5200, loud: 0.2 }]],
  tick: [[0, 1250, 0.035, { kind: "square", loud: 0.07 }]],
  turn: [[0, 659, 0.16], [0.11, 988, 0.26]],
  uno: [[0, 392, 0.13], [0.085, 523, 0.13], [0.17, 659, 0.13], ...chord(0.27, 0.55)],
  caught: [[0, 622, 0.14], [0.13, 587, 0.14], [0.26, 554, 0.14], [0.39, 466, 0.5, { to: 392 }]],
  slam: [[0, 130, 0.3, { kind: "sine", loud: 0.7, to: 42 }], [0, 900, 0.16, { kind: "hiss", to: 200, loud: 0.5 }]],
  reverse: [[0, 2600, 0.34, { kind: "hiss", to: 420, loud: 0.22 }], [0, 880, 0.3, { kind: "sine", to: 330, loud: 0.12 }]],
  skip: [[0, 520, 0.09, { kind: "sine", to: 780 }], [0.13, 520, 0.16, { kind: "sine", to: 260 }]],
  win: [...[523, 659, 784, 1047, 784, 1047].map((hz, k) => [k * 0.12, hz, 0.18]), ...chord(0.76, 1.1)],
  no: [[0, 196, 0.14, { kind: "square", loud: 0.08, to: 165 }]],
};
const BUZZ = { turn: [45, 70, 45], caught: [180], slam: [60, 40, 60, 40, 120] };

let context = null, gain = null, noise = null;
let touched = false;

function made() {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  if (navigator.audioSession) navigator.audioSession.type = "ambient"; // the ringer's switch keeps the say
  context = new Context({ latencyHint: "interactive" });
  gain = context.createGain();
  gain.gain.value = VOLUME;
  gain.connect(context.createDynamicsCompressor()).connect(context.destination);
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let k = 0; k < data.length; k += 1) data[k] = Math.random() * 2 - 1;
}

export const silent = () => context?.state !== "running";

/** From a tap or key on there can be sound, and again after whatever has silenced it; `then` at each. */
export function unlock(then = () => {}) {
  const wake = () => {
    touched = true;
    if (!context) made();
    if (context && context.state !== "running") context.resume().then(then, () => {});
    then();
  };
  for (const kind of ["touchend", "pointerup", "keydown"]) document.addEventListener(kind, wake, { passive: true });
}

function part(at, hz, long, { kind = "triangle", loud = 0.24, to = hz } = {}) {
  const level = context.createGain();
  const source = kind === "hiss" ? context.createBufferSource() : context.createOscillator();
  let last = source;
  if (kind === "hiss") {
    source.buffer = noise;
    last = source.connect(context.createBiquadFilter());
    last.type = "bandpass";
  } else source.type = kind;
  last.frequency.setValueAtTime(hz, at);
  last.frequency.exponentialRampToValueAtTime(to, at + long);
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  level.gain.exponentialRampToValueAtTime(0.0001, at + long);
  last.connect(level).connect(gain);
  source.start(at);
  source.stop(at + long + 0.02);
}

export function play(name, { sound, buzz }) {
  if (buzz && touched && BUZZ[name] && navigator.vibrate) navigator.vibrate(BUZZ[name]);
  if (!sound || context?.state !== "running" || (document.hidden && name !== "turn")) return;
  for (const [after, ...rest] of SOUNDS[name]) part(context.currentTime + 0.005 + after, ...rest);
}

/** What sounds at an event, if anything, for the player at that seat; null: for everybody, as on a television. */
export function soundOf(event, me) {
  const mine = me === null || event.seat === me;
  switch (event.k) {
    case "cards_played": return mine && (event.cards.includes("W+4") ? "slam" : "snap");
    case "cards_drawn": return mine && (event.reason !== "turn" && event.count > 1 ? "slam" : "draw");
    case "uno_called": case "uno_announced": return mine && "uno";
    case "uno_caught": return (mine || event.by === me) && "caught";
    case "direction_turned": return me === null && "reverse"; // whose card it was, "snap" tells
    case "turn_missed": return mine && "skip";
    case "round_ended": return (me === null || event.winners.includes(me)) && "win";
    default: return false;
  }
}

let told = null; // the news that have sounded
let asked = null; // the last question that did
let ticked = 0;

/** Accompanies what is new; `all`: also what concerns others. */
export function accompany(model, settings) {
  const { table, count, news } = model;
  const begun = told !== null;
  const fresh = !begun || count - told > MOST ? [] : news.slice(news.length - (count - told));
  told = table ? count : null;
  for (const { event, missed } of fresh) {
    const name = !missed && table && soundOf(event, settings.all ? null : table.seat ?? -1);
    if (name) play(name, { ...settings, buzz: settings.buzz && event.seat === table.seat });
  }
  if (!table?.game || table.room.phase !== "playing" || !isAsked(table)) return;
  const { decision } = table.game;
  if (asked !== decision && begun && (document.hidden || !news[news.length - 1]?.missed)) play("turn", settings);
  asked = decision;
  const left = Math.ceil(secondsLeft(model) ?? Infinity);
  if (left <= LAST && left !== ticked) play("tick", settings);
  ticked = left;
}
