/**
 * Motions: everything is at its goal already and starts from elsewhere, by `transform` and `opacity` alone; nothing waits.
 * `gentle` fades instead of moving; "still", and a system that wants less motion, drop all.
 */
import { worded } from "./book.js";
import { SIGNS } from "./cards.js";
import { h, render } from "./dom.js";
import { picture, stroke } from "./drawing.js";
import { face, facesOf } from "./faces.js";
import { lettering } from "./lettering.js";
import { eventText } from "./sentences.js";

const OUT = "cubic-bezier(.16, 1, .3, 1)";
const SPRING = "cubic-bezier(.2, 1.4, .4, 1)";
const CARD = "cubic-bezier(.3, .1, .2, 1)";
const FADE = 120; // milliseconds
const NEXT = 38; // between two dealt cards
const MOST = 14; // news that come together: more are what the page has missed
const MANY = 4; // cards of a penalty from which on it has a sting
const SHOWN = 7;
const WIDE = 800; // pixels, for more confetti
const SKIPS = /^[RYGB]S$/;
const ARROWS = stroke(SIGNS.R[0], "#fff9ee", 11);
const LESS = "(prefers-reduced-motion: reduce)";
const running = [];
let seen = null; // the news that have moved

const amount = ({ motion }) => (typeof matchMedia === "undefined" || matchMedia(LESS).matches ? "still" : motion);

/** Where the cards lie that are about to go; null: nothing moves. */
export function before(app, model, settings) {
  const from = seen;
  seen = model.table ? model.count : null;
  if (from === null || from >= model.count || model.count - from > MOST || amount(settings) === "still" || document.hidden) return null;
  const fresh = model.news.slice(from - model.count).filter(({ missed }) => !missed);
  const hand = new Map([...app.querySelectorAll(".in-hand")].map((each) => [each.id, each.getBoundingClientRect()]));
  const folk = [...app.querySelectorAll(".folk .player")].map((each) => [each, each.getBoundingClientRect()]);
  return { fresh, hand, folk, full: amount(settings) === "full" };
}

export function after(app, model, kept) {
  if (!kept?.fresh.length) return;
  for (const each of running.splice(0)) each.finish();
  for (const [node, at] of kept.full ? kept.folk : []) { // in a lobby others make room
    const now = node.getBoundingClientRect();
    const [dx, dy] = [at.left - now.left, at.top - now.top];
    const way = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
    if (node.isConnected && (dx || dy)) run(node, way, { ms: 420, easing: SPRING });
  }
  const scene = sceneOf(app, model, kept);
  const on = scene.find(".arena");
  for (const { event, before: known } of kept.fresh) if (on || event.k === "round_ended") MOVES[event.k]?.(scene, event, known);
}

function sceneOf(app, { table }, { hand, full }) {
  const find = (selector) => app.querySelector(selector);
  const rect = (selector) => find(selector)?.getBoundingClientRect();
  const seats = new Map([...app.querySelectorAll("[data-seat]")].map((each) => [Number(each.dataset.seat), each.querySelector(".disc")]));
  if (table?.seat !== null && find(".me .disc")) seats.set(table?.seat, find(".me .disc"));
  const cards = [...app.querySelectorAll(".in-hand")].map((node) => ({ node, at: node.getBoundingClientRect(), fresh: !hand.has(node.id) }));
  return {
    table, hand, full, cards, seats, find, big: app.id === "tv", top: find(".discard .top"), pile: rect(".discard"), stock: rect(".stock"),
    places: new Map([...seats].map(([seat, node]) => [seat, node.getBoundingClientRect()])),
  };
}

function above(name, place = {}) {
  const made = document.createElement("div");
  made.className = name;
  for (const side of Object.keys(place)) made.style[side] = `${place[side]}px`;
  document.getElementById("moves").append(made);
  return made;
}

function clear(names) {
  for (const old of document.querySelectorAll(`#moves > ${names}`)) old.remove();
}

function run(node, frames, { ms, delay = 0, easing = OUT, done }) {
  const motion = node.animate(frames, { duration: ms, delay, easing, fill: "backwards" });
  running.push(motion);
  motion.finished.then(done, done);
}

const gone = (node, ms) => run(node, [{ opacity: 0 }, { opacity: 0 }], { ms });

const small = ({ left, top, width, height }, wide = 30) =>
  ({ left: left + width / 2 - wide / 2, top: top + height / 2 - wide * 0.75, width: wide, height: wide * 1.5 });

const tiny = () => Object.assign(document.createElement("i"), { className: "tiny" });

/** Through the air; `turns`: it starts face down; `lift`: how far it comes towards the viewer. */
function fly(what, from, to, { ms, lift = 1.14, spin = 0, end = 0, delay = 0, turns = false, easing = CARD }) {
  const { left, top, width, height } = to;
  const made = above(turns ? "flyer turning" : "flyer", { left, top, width, height });
  made.append(what, ...(turns ? [tiny()] : []));
  const scale = from.width / width;
  const dx = from.left + from.width / 2 - left - width / 2;
  const dy = from.top + (from.height || from.width * 1.5) / 2 - top - height / 2;
  const over = (deg) => (turns ? ` rotateY(${deg}deg)` : "");
  run(made, [
    { transform: `translate(${dx}px, ${dy}px) rotate(0deg) scale(${scale})${over(180)}` },
    { transform: `translate(${dx / 2}px, ${dy / 2 - Math.hypot(dx, dy) * 0.1}px) rotate(${(end + spin) / 2}deg) scale(${((scale + 1) / 2) * lift})${over(90)}`, offset: 0.5 },
    { transform: `translate(0, 0) rotate(${end + spin}deg) scale(1)${over(0)}` },
  ], { ms, delay, easing, done: () => made.remove() });
}

const POP = [{ transform: "scale(1)" }, { transform: "scale(1.18) rotate(-6deg)" }, { transform: "scale(1)" }];
const pop = ({ full, seats }, seat) => full && seats.has(seat) && run(seats.get(seat), POP, { ms: 420, easing: SPRING });
const fade = (node) => run(node, [{ opacity: 0 }, { opacity: 1 }], { ms: FADE });

function played({ full, top, pile, hand, places, table, find }, { seat, cards }) {
  if (!top || !pile) return;
  if (!full) return void fade(top);
  const name = cards[cards.length - 1];
  const own = seat === table.seat && [...hand].reverse().find(([id]) => id.startsWith(`card-${name}.`))?.[1];
  const from = own || (places.has(seat) && small(places.get(seat)));
  if (!from) return;
  const heavy = name === "W+4";
  const how = own ? { ms: 280 } : heavy ? { ms: 520, lift: 2.1, spin: 360, easing: "cubic-bezier(.5, 0, .85, .5)" } : { ms: 420, lift: 1.25, turns: true };
  fly(top.firstElementChild.cloneNode(true), from, pile, { ...how, end: -3 });
  gone(top, how.ms);
  if (heavy) {
    run(find(".arena"), ["0, 0", "0, 9px", "-4px, -4px", "2px, 2px", "0, 0"].map((by) => ({ transform: `translate(${by})` })), { ms: 260, delay: how.ms });
  }
}

function drawn({ full, stock, places, cards, table }, seat, count, { ms = 380, first = 0, step = 90 } = {}) {
  if (seat === table.seat) {
    cards.filter(({ fresh }) => fresh).forEach(({ node, at }, k) => {
      if (!full || !stock) return void fade(node);
      fly(node.firstElementChild.cloneNode(true), stock, at, { ms, delay: first + k * step, turns: true });
      gone(node, first + k * step + ms);
    });
  } else if (full && stock && places.has(seat)) {
    for (let k = 0; k < Math.min(count, MANY); k += 1) {
      fly(tiny(), small(stock, 44), small(places.get(seat)), { ms: ms - 80, delay: first + k * step, lift: 1, spin: 40 });
    }
  }
}

function sting({ full, table, big }, ground, seat, mood, word, text, fill = "#fff8ea") {
  clear(".sting");
  const band = above(`sting of-${ground}`);
  render(band, [face(facesOf(table.room.occupants)[seat] ?? seat, mood, seat), lettering(word, { fill, tilt: -2 }), h("p", {}, text)]);
  const at = (x) => `translateX(${x}) rotate(-5deg)`;
  const through = [
    { transform: at("-112%"), easing: OUT }, { transform: at("0"), offset: 0.18 },
    { transform: at("1.5%"), offset: 0.84, easing: "cubic-bezier(.7, 0, .9, .4)" }, { transform: at("112%") },
  ];
  const fades = [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];
  const done = () => band.remove();
  band.animate(full ? through : fades, full ? (big ? 1800 : 1400) : 1200).finished.then(done, done);
  if (!full) return;
  const [portrait, letters] = band.children;
  const how = { easing: SPRING, fill: "backwards" };
  letters.animate([{ transform: "scale(.3)" }, { transform: "scale(1.18)", offset: 0.6 }, { transform: "scale(1)" }],
    { ...how, duration: 380, delay: 140 });
  portrait.animate([{ transform: "rotate(-24deg) scale(.6)" }, { transform: "rotate(5deg) scale(1)" }],
    { ...how, duration: 460, delay: 100 });
}

function sweep({ left, top, width, height }, way) {
  const wide = height * 1.5;
  const made = above("sweep", { left: left + (width - wide) / 2, top: top + (height - wide) / 2, width: wide, height: wide });
  render(made, picture("", way > 0 ? "0 0 100 100" : "-100 0 100 100", way > 0 ? ARROWS : `<g transform="scale(-1 1)">${ARROWS}</g>`));
  run(made, [
    { transform: `rotate(${-way * 160}deg) scale(.5)`, opacity: 0 }, { transform: "rotate(0deg) scale(1)", opacity: 1, offset: 0.45 },
    { transform: `rotate(${way * 60}deg) scale(1.25)`, opacity: 0 },
  ], { ms: 720, done: () => made.remove() });
}

function confetti() {
  const { innerWidth: w, innerHeight: high } = window;
  clear(".bit");
  for (let k = 0; k < (w < WIDE ? 40 : 90); k += 1) {
    const made = above(`bit of-${"RYGBN"[k % 5]}`);
    const size = (w < WIDE ? 1 : high / 500) * (0.7 + Math.random() * 0.7);
    const [from, way] = k % 2 ? [w + 10, -1] : [-10, 1];
    const x = from + way * w * (0.15 + Math.random() * 0.75);
    const turn = Math.random() * 720;
    const at = (left, top, axis, deg) => `translate(${left}px, ${top}px) rotate3d(${axis}, ${deg}deg) scale(${size})`;
    made.animate([
      { transform: at(from, high * 0.72, "1, 1, 0", 0), easing: "cubic-bezier(.1, .7, .4, 1)" },
      { transform: at(x, high * (0.06 + Math.random() * 0.4), "1, .6, .3", turn), offset: 0.34, easing: "cubic-bezier(.4, 0, .8, .7)" },
      { transform: at(x + (Math.random() - 0.5) * 120, high + 30, "1, .6, .3", turn + 900) },
    ], { duration: 2200 + Math.random() * 900, delay: Math.random() * 240, fill: "both" })
      .finished.then(() => made.remove(), () => {}); // what comes next does not end it
  }
}

const MOVES = {
  round_dealt: (scene) => [...scene.places.keys()].forEach((seat, k) =>
    drawn(scene, seat, seat === scene.table.seat ? SHOWN : 3, { ms: 340, first: k * NEXT, step: NEXT * 2 })),
  cards_played: played,
  cards_drawn(scene, event, known) {
    const { seat, count, reason } = event;
    drawn(scene, seat, count);
    if (reason === "turn") return;
    pop(scene, seat);
    if (count >= MANY) sting(scene, "wild", seat, "shock", `+${count}`, eventText(event, known));
  },
  turn_missed(scene, event, known) {
    pop(scene, event.seat);
    if (SKIPS.test(known.game.discard[known.game.discard.length - 1])) sting(scene, "skip", event.seat, "sad", worded("late_skipped"), eventText(event, known));
  },
  direction_turned({ full, find, table, pile }) {
    const flow = find(".flow");
    if (!full || !flow) return;
    const { direction } = table.game;
    if (pile) sweep(pile, direction);
    const way = (x) => `translate(-50%, -50%) scale(${x}, ${flow.style.getPropertyValue("--sy")})`;
    run(flow, [{ transform: way(-direction) }, { transform: way(direction) }], { ms: 420, easing: "cubic-bezier(.5, 0, .2, 1)" });
  },
  uno_called: (scene, event, known) => sting(scene, "sun", event.seat, "joy", "UNO!", eventText(event, known), "#ff5248"),
  uno_announced: (...news) => MOVES.uno_called(...news),
  uno_caught(scene, event, known) {
    sting(scene, "alarm", event.seat, "shock", worded("late_caught"), eventText(event, known), "#ffc93c");
    pop(scene, event.seat);
  },
  hands_moved(scene, event, known) {
    const word = worded(event.reason === "shuffle" ? "late_shuffled" : "late_swap");
    const text = eventText(event, known).replace(/([.!]) .*/s, "$1"); // not what the player holds now
    for (const seat of scene.seats.keys()) pop(scene, seat);
    sting(scene, "swap", known.game.played_by ?? 0, "joy", word, text);
  },
  round_ended: ({ full, table }, { winners }) => full && (table.seat === null || winners.includes(table.seat)) && confetti(),
};
