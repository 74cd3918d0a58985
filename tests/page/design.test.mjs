/** The tables of the design: what has which colour in both themes, what moves how long and how, what sounds. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { after, before } from "../../server/uno_server/web/page/motion.js";
import { tv } from "../../server/uno_server/web/page/screens/tv.js";
import { accompany, play, unlock } from "../../server/uno_server/web/page/sound.js";
import { Node } from "./dom.test.mjs";

const PAGE = new URL("../../server/uno_server/web/page/", import.meta.url);
const css = Object.fromEntries(readdirSync(PAGE).filter((name) => name.endsWith(".css"))
  .map((name) => [name, readFileSync(new URL(name, PAGE), "utf8").replace(/\/\*.*?\*\//gs, "")]));

/** The value of a token in both themes. */
function token(name) {
  const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(css["style.css"]);
  const [, light, dark] = /^var\(--light, (.+)\) var\(--dark, (.+)\)$/.exec(value) ?? [null, value, value];
  return [light, dark];
}

/** What a rule says of a property; the rule of exactly that selector. */
function style(file, selector, property) {
  const [, rule] = new RegExp(`(?:^|\\n)${selector.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")} \\{([^}]*)\\}`).exec(css[file]);
  return new RegExp(`(?:^|[;\\s])${property}: ([^;]+);`).exec(rule)[1];
}

const TOKENS = {
  ground: ["#f6eee0", "#171022"], panel: ["#fffaf2", "#281c3b"], line: ["#dccfbb", "#43345c"],
  ink: ["#1f1530", "#fbf3e6"], quiet: ["#5d5270", "#b9adca"],
  R1: ["#d5535a", "#8b2636"], R2: ["#8d2033", "#2d0813"], Y1: ["#cc8d1f", "#b07708"], Y2: ["#82530a", "#402703"],
  G1: ["#3c9d62", "#1b6a42"], G2: ["#14592f", "#04220f"], B1: ["#4a83dc", "#234f9f"], B2: ["#1d4694", "#081738"],
  N1: ["#7a66a6", "#45336a"], N2: ["#3d2c5e", "#150d24"],
  cream: "#fff9ee", night: "#1f1530", sun: "#ffc93c", "sun-deep": "#c7860c", alarm: "#d3263a", "alarm-deep": "#8c1226",
  red: "#dc2f3c", yellow: "#f5b31a", green: "#2b9a4a", blue: "#1f63d6", orange: "#f37a1f",
  "f-s": "0.8125rem", "f-m": "1rem", "f-l": "1.25rem", "f-xl": "1.625rem",
  s1: "4px", s2: "8px", s3: "12px", s4: "16px", s5: "24px", s6: "32px", "r-s": "10px", "r-m": "16px", "r-l": "24px",
  quick: "120ms", usual: "240ms", slow: "420ms",
  out: "cubic-bezier(0.16, 1, 0.3, 1)", spring: "cubic-bezier(0.2, 1.4, 0.4, 1)",
};

for (const [name, value] of Object.entries(TOKENS)) {
  test(`--${name} is that of the design, light and dark`, () => assert.deepEqual(token(name), [value].flat().concat(value).slice(0, 2)));
}

const light = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
const contrast = (one, other) => ([one, other] = [light(one), light(other)].sort(), (other + 0.05) / (one + 0.05));

for (const [ink, ground, least] of [
  ["ink", "ground", 14], ["ink", "panel", 14], ["quiet", "ground", 6.25], ["quiet", "panel", 6.25], ["sun-ink", "sun", 11],
  ["alarm-ink", "alarm", 5], ["cream", "night", 11], ["cream", "blue", 5], ["fault", "ground", 4.5], ["good", "ground", 4.5],
]) {
  test(`${ink} on ${ground} has a contrast of ${least}, light and dark`, () => {
    for (const theme of [0, 1]) {
      const found = contrast(token(ink)[theme], token(ground)[theme]);
      assert.ok(found >= least, `${found}`);
    }
  });
}

for (const [level, file, selector, property, value] of [
  ["what you can do now is sun", "style.css", "button.main", "background", /^var\(--sun\)$/],
  ["what you can do now is sun", "table.css", ".yes .in-hand", "box-shadow", /^0 0 0 3px var\(--sun\)/],
  ["what you can do now is sun", "table.css", ".stock.can::before", "box-shadow", /^0 0 0 3px var\(--sun\)/],
  ["whose turn it is is sun", "table.css", ".ring .left", "stroke", /^var\(--sun\)$/],
  ["cards out of sight are counted in sun", "table.css", "button.more", "background", /^var\(--sun\)$/],
  ["what hurts somebody is alarm", "style.css", "button.danger", "background", /^var\(--alarm\)$/],
  ["what hurts somebody is alarm", "table.css", ".player .mark.red", "background", /^var\(--alarm\)$/],
  ["facts on felt are cream", "table.css", ".at-table", "color", /^var\(--cream\)$/],
  ["numbers beside a face are dark chips", "table.css", ".held", "background", /^var\(--night\)$/],
  ["the felt's pattern is faint", "table.css", ".woven svg", "opacity", /^0\.0\d$/],
  ["what cannot be played lies under a shade of 14 %", "table.css", ".choosing li:not(.yes, .picked)::after", "background", /, 0\.14\)$/],
  ["the ring of the focus is 3 px wide", "style.css", ":focus", "outline", /^3px solid var\(--focus\)$/],
  ["the ring of the focus is 3 px away", "style.css", ":focus", "outline-offset", /^3px$/],
  ["on felt that ring is cream", "table.css", ".at-table", "--focus", /^var\(--cream\)$/],
  ["UNO is a coin of 78 px", "table.css", "button.uno", "width", /^78px$/],
  ["the bar is 48 px high", "style.css", ".bar", "min-height", /^48px$/],
  ["what is pressed is 44 px high", "style.css", ".button", "min-height", /^44px$/],
]) {
  test(`${level}: ${selector}`, () => assert.match(style(file, selector, property), value));
}

for (let count = 2; count <= 10; count += 1) {
  test(`television: ${count} sit around a whole oval, in equal steps, ${count % 2 ? "one" : "nobody"} in the middle below`, () => {
    const all = (value) => Array.from({ length: count }, () => value);
    const occupants = all(0).map((_, at) => ({ name: `P${at}`, connected: true, bot: null, stand_in: null, extra_seconds: 0 }));
    const room = {
      name: "Kitchen", phase: "playing", occupants, host: 0, watchers: [], screens: [], preset: "official", rules: { goal: "single_round" }, options: {},
    };
    const game = {
      phase: "playing", round: 1, winners: [], seated: all(true), playing: all(true), counts: all(7), discard: ["R5"], colour: "R", out: [],
      lost: [], waiting_for: null, open_hands: [], hands: all(null), scores: all(0), owed: 0, direction: 1, stock_count: 50,
    };
    const table = { code: "KXWM", seat: null, room, game };
    const walk = (made) => (typeof made === "string" ? [] : [made, ...made.children.flatMap(walk)]);
    const drawn = walk(tv({ table, news: [], count: 0, result: null, clock: null }, "http://192.168.1.5:7777/", 0));
    const spots = drawn.filter(({ tag, attributes }) => tag === "li" && attributes["data-seat"])
      .map(({ attributes: { style: { left, top } } }) => [parseFloat(left) - 640, parseFloat(top) - 370]); // a name lies below
    assert.equal(spots.length, count);
    const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 12;
    for (const [x, y] of spots) assert.ok(spots.some((other) => near(other, [-x, y])), `nobody opposite ${x} ${y}`);
    assert.equal(spots.filter(([x, y]) => Math.abs(x) < 12 && y > 0).length, count % 2);
    const last = [spots[count - 1], ...spots];
    const chords = spots.map(([x, y], at) => Math.hypot(x - last[at][0], y - last[at][1]));
    assert.ok(count < 5 || Math.max(...chords) < 1.3 * Math.min(...chords), `${chords}`);
  });
}

/* motion: the fake table of a player, two others and five cards; each motion is noted, and lasts for ever */
const OUT = "cubic-bezier(.16, 1, .3, 1)";
const SPRING = "cubic-bezier(.2, 1.4, .4, 1)";
const CARD = "cubic-bezier(.3, .1, .2, 1)";
const HAND = ["R4", "R5", "G6", "B7", "W"];
const page = { activeElement: null, hidden: false, querySelectorAll: () => [] };
let made = [];

class Moving extends Node {
  constructor(name) {
    super(page, name);
    Object.assign(this, { className: "", style: { setProperty() {}, getPropertyValue: () => "0.6" } });
  }

  get children() { return this.childNodes; }

  get firstElementChild() { return new Moving("i"); }

  append(...nodes) { for (const node of nodes) this.appendChild(node); }

  cloneNode() { return new Moving(this.localName); }

  getBoundingClientRect() { return { left: 0, top: 0, width: 60, height: 90 }; }

  animate(frames, options) {
    made.push({ on: this.className, frames, ...(typeof options === "number" ? { duration: options } : options) });
    return { finished: new Promise(() => {}), finish() {} };
  }
}

Object.assign(page, {
  createElement: (name) => new Moving(name), createElementNS: (_, name) => new Moving(name),
  createTextNode: () => new Moving("#text"), getElementById: () => new Moving("div"),
});

const part = (className, more = {}) => Object.assign(new Moving("i"), { className }, more);

const navigator = Object.getOwnPropertyDescriptor(globalThis, "navigator");
const usual = { document: globalThis.document, window: globalThis.window, matchMedia: globalThis.matchMedia };
afterEach(() => {
  Object.assign(globalThis, usual);
  Object.defineProperty(globalThis, "navigator", navigator ?? { value: undefined, configurable: true, writable: true });
});

/** What moves at that event, seen by the player at seat 0, or by a television; `less`: the system wants less motion. */
function moved(event, { motion = "full", tv = false, drawn = 0, wide = 390, less = false, folk = [] } = {}) {
  made = [];
  const window = { innerWidth: wide, innerHeight: 844 };
  Object.assign(globalThis, { document: page, window, matchMedia: () => ({ matches: less }) });
  const names = [".arena", ".discard .top", ".discard", ".stock", ".flow", ".me .disc"];
  const parts = Object.fromEntries(names.map((name) => [name, part(name.slice(name.lastIndexOf(".") + 1))]));
  const seats = [1, 2].map((seat) => part("", { dataset: { seat: `${seat}` }, querySelector: () => part("disc") }));
  const hand = (names) => names.map((name) => part("in-hand", { id: `card-${name}.0` }));
  const lists = { ".in-hand": hand(HAND), "[data-seat]": seats, ".folk .player": folk };
  const app = { id: tv ? "tv" : "app", querySelector: (name) => parts[name] ?? null, querySelectorAll: (name) => lists[name] ?? [] };
  const occupants = ["Anna", "Ben", "Mira"].map((name, face) => ({ name, face }));
  const table = { seat: tv ? null : 0, room: { occupants }, game: { direction: -1, discard: ["RS"], played_by: 1 } };
  const model = { table, count: 1, news: [] };
  before(app, model, { motion });
  const news = [{ event: { words: "It happened.", ...event }, before: table, missed: false }];
  const kept = before(app, { ...model, count: 2, news }, { motion });
  lists[".in-hand"] = hand([...HAND, ...Array.from({ length: drawn }, (_, k) => `Y${k}`)]);
  after(app, { ...model, count: 2, news }, kept);
  return made;
}

/** How far it comes towards the viewer in the middle, beyond the way between its sizes. */
function lift({ frames }) {
  const [from, middle] = frames.map(({ transform }) => Number(/ scale\(([\d.]+)\)/.exec(transform)[1]));
  return Math.round((middle / ((from + 1) / 2)) * 100) / 100;
}

const turns = ({ frames }) => frames[0].transform.includes("rotateY(180deg)");
const PLAYED = { k: "cards_played", cards: ["R5"] };
const PLUS = { k: "cards_played", seat: 1, cards: ["W+4"] };
const DEALT = { k: "round_dealt" };
const STING = { k: "uno_called", seat: 1 };
const PENALTY = { k: "cards_drawn", seat: 1, count: 2, reason: "penalty" };
const flown = ({ on, duration, easing, ...rest }) => ({ on, duration, easing, lift: lift(rest), turns: turns(rest) });

test("in the lobby of a television others make room in 420 ms, with a spring", () => {
  const next = (places) => (places.length > 1 ? places.shift() : places[0]);
  const at = (...places) => ({ isConnected: true, getBoundingClientRect: () => ({ left: next(places), top: 0 }) });
  const folk = () => [part("moves", at(90, 30)), part("stays", at(30))];
  const moves = moved({ k: "seat_freed" }, { tv: true, folk: folk() });
  assert.deepEqual(moves.map(({ on, duration, easing, frames: [{ transform }] }) => [on, duration, easing, transform]),
    [["moves", 420, SPRING, "translate(60px, 0px)"]]);
  assert.deepEqual(moved({ k: "seat_freed" }, { tv: true, folk: folk(), motion: "gentle" }), []);
});

test("a card that I play: from the hand in 280 ms, lifted 1.14", () => {
  assert.deepEqual(flown(moved({ ...PLAYED, seat: 0 })[0]), { on: "flyer", duration: 280, easing: CARD, lift: 1.14, turns: false });
});

test("a card that somebody plays: from the face in 420 ms, turning over, lifted 1.25", () => {
  assert.deepEqual(flown(moved({ ...PLAYED, seat: 1 })[0]), { on: "flyer turning", duration: 420, easing: CARD, lift: 1.25, turns: true });
});

test("a Wild Draw Four: one full turn in 520 ms, lifted 2.1, then the table shakes for 260", () => {
  const [flies, , shakes] = moved(PLUS);
  assert.deepEqual(flown(flies), { on: "flyer", duration: 520, easing: "cubic-bezier(.5, 0, .85, .5)", lift: 2.1, turns: false });
  assert.match(flies.frames[2].transform, /rotate\(357deg\)/); // and lies askew by 3
  assert.deepEqual([shakes.on, shakes.duration, shakes.delay], ["arena", 260, 520]);
});

test("a card that I draw: from the pile in 380 ms, turning over; others' fly to their faces", () => {
  const [mine] = moved({ k: "cards_drawn", seat: 0, count: 1, reason: "turn" }, { drawn: 1 });
  assert.deepEqual(flown(mine), { on: "flyer turning", duration: 380, easing: CARD, lift: 1.14, turns: true });
  assert.deepEqual(moved(PENALTY).filter(({ on }) => on === "flyer").map(({ easing, delay }) => [easing, delay]), [[CARD, 0], [CARD, 90]]);
});

test("the deal: 260 ms to faces, 340 to the hand where cards turn, 38 apart", () => {
  const flies = moved(DEALT, { drawn: 2 }).filter(({ on }) => on.startsWith("flyer"));
  const [others, mine] = [false, true].map((own) => flies.filter((each) => turns(each) === own));
  assert.ok(others.length && others.every(({ duration }) => duration === 260));
  assert.ok(mine.length && mine.every(({ duration }) => duration === 340));
  const starts = [...new Set(flies.map(({ delay }) => delay))].sort((one, other) => one - other);
  assert.deepEqual(starts.slice(0, 4), [0, 38, 76, 114]);
});

test("Reverse: the light swings round in 420 ms, big arrows sweep for 720", () => {
  const [sweeps, swings] = moved({ k: "direction_turned" });
  assert.deepEqual([swings.on, swings.duration, swings.easing], ["flow", 420, "cubic-bezier(.5, 0, .2, 1)"]);
  assert.deepEqual([sweeps.on, sweeps.duration], ["sweep", 720]);
});

test("a sting: in, still, out in 1400 ms, on a television 1800; letters and face pop", () => {
  for (const tv of [false, true]) {
    const [band, letters, face] = moved(STING, { tv });
    assert.deepEqual([band.on, band.duration, band.frames[0].easing], ["sting of-sun", tv ? 1800 : 1400, OUT]);
    assert.deepEqual([letters.easing, face.easing], [SPRING, SPRING]);
  }
});

test("a mood: the face grows to 1.18 and back in 420 ms", () => {
  const pops = moved(PENALTY).find(({ on }) => on === "disc");
  assert.deepEqual([pops.duration, pops.easing], [420, SPRING]);
  assert.deepEqual(pops.frames.map(({ transform }) => parseFloat(transform.slice(6))), [1, 1.18, 1]);
});

for (const [wide, count] of [[390, 40], [1920, 90]]) {
  test(`confetti at ${wide} pixels: ${count} pieces for 2200 to 3100 ms`, () => {
    const bits = moved({ k: "round_ended", winners: [0] }, { wide });
    assert.equal(bits.length, count);
    assert.ok(bits.every(({ on, duration }) => on.startsWith("bit") && duration >= 2200 && duration <= 3100));
  });
}

const ALL = [{ ...PLAYED, seat: 0 }, { ...PLAYED, seat: 1 }, PLUS, DEALT, { k: "direction_turned" }, PENALTY, STING,
  { k: "uno_caught", seat: 1, by: 2 }, { k: "turn_missed", seat: 1 }, { k: "hands_moved", reason: "swap" }, { k: "round_ended", winners: [0] }];

test("what moves is moved by transform and opacity; Gentle only fades, in 120 ms, stings in 1200; Still drops all", () => {
  const of = (frames) => Object.keys(Object.assign({}, ...frames)).filter((each) => !["offset", "easing"].includes(each));
  for (const event of ALL) {
    const drawn = event === DEALT ? 2 : 0;
    const [full, gentle, still] = ["full", "gentle", "still"].map((motion) => moved(event, { motion, drawn }));
    assert.ok(full.length, event.k);
    for (const { frames } of full) assert.ok(of(frames).every((each) => ["transform", "opacity"].includes(each)), event.k);
    for (const { on, frames, duration } of gentle) assert.deepEqual([of(frames), duration], [["opacity"], on.startsWith("sting") ? 1200 : 120], event.k);
    assert.deepEqual(still, [], event.k);
  }
  for (const event of [DEALT, STING]) assert.ok(moved(event, { motion: "gentle", drawn: 2 }).length);
  for (const event of ALL) assert.deepEqual(moved(event, { less: true }), [], event.k);
});

for (const [file, selector, animation] of [
  ["table.css", ".tint", "fade var(--slow) var(--out)"], // the felt
  ["table.css", ".flow .run", "run 8s linear infinite"], // the light
  ["table.css", ".bubble", "rise var(--usual) var(--out)"], // a reaction
  ["table.css", ".remarks .late", "rise var(--usual) var(--out)"], // a toast
  ["tv.css", ".folk .player", "drop var(--slow) var(--spring)"], // the lobby of a television
]) {
  test(`${selector} moves by “${animation}”`, () => assert.equal(style(file, selector, "animation"), animation));
}

test("style sheets move by transform and opacity only, a reaction by 12 px", () => {
  const all = Object.values(css).join("");
  for (const [, kind, value] of all.matchAll(/[\s;](transition): ([^;]+);/g)) {
    assert.match(value, /^((transform|opacity) \S+ \S+(, )?)+$|^none !important$/, kind);
  }
  const frames = [...all.matchAll(/@keyframes \w+ \{((?:[^{}]*\{[^}]*\})*)/g)].map(([, body]) => body);
  assert.ok(frames.length > 3);
  for (const body of frames) assert.deepEqual([...body.matchAll(/([\w-]+):/g)].filter(([, name]) => !["transform", "translate", "opacity"].includes(name)), []);
  assert.match(all, /@keyframes rise \{ from \{ opacity: 0; translate: 0 12px; \} \}/);
});

/* sound: each part as [seconds from the start, Hz, Hz at its end, seconds, how] */
let heard = [];
let buzzed = [];

function audio() {
  const parameter = (note = () => {}) => ({ setValueAtTime: (value) => note("from", value), exponentialRampToValueAtTime: (value) => note("to", value) });
  const node = (kind) => {
    const one = { kind, type: "", buffer: null, gain: parameter(), connect: (next) => Object.assign(next, { source: one.source ?? one }) };
    one.frequency = parameter((at, value) => { (one.source ?? one)[at] = value; });
    one.start = (at) => { one.begun = at; };
    one.stop = (at) => {
      const [begun, long] = [one.begun, at - 0.02 - one.begun].map((seconds) => Math.round(seconds * 1000) / 1000);
      heard.push([begun, one.from, one.to, long, kind === "hiss" ? kind : one.type]);
    };
    return one;
  };
  return class {
    constructor() { Object.assign(this, { state: "running", currentTime: -0.005, sampleRate: 1, destination: {} }); }

    createGain() { return Object.assign(node("gain"), { gain: { ...parameter(), set value(loud) { audio.loud = loud; } } }); }

    createDynamicsCompressor() { return node("compressor"); }

    createBuffer() { return { getChannelData: () => [] }; }

    createOscillator() { return node("tone"); }

    createBufferSource() { return node("hiss"); }

    createBiquadFilter() { return node("filter"); }
  };
}

/** What sounds and buzzes at that event, for the player at seat 0, or on a television (`all`). */
function sounded(event, { all = false, sound = true, buzz = true } = {}) {
  let wake;
  const document = { hidden: false, addEventListener: (_, call) => { wake = call; } };
  Object.assign(globalThis, { document, window: { AudioContext: audio() } });
  Object.defineProperty(globalThis, "navigator", { value: { vibrate: (how) => buzzed.push(how) }, configurable: true });
  unlock();
  wake();
  const table = { seat: all ? null : 0, game: null, room: { phase: "waiting" } };
  accompany({ table, count: 0, news: [] }, { sound, buzz, all });
  [heard, buzzed] = [[], []];
  accompany({ table, count: 1, news: [{ event }] }, { sound, buzz, all });
  return heard;
}

const chord = (at, notes, long) => notes.map((hz) => [at, hz, hz, long, "triangle"]);
const C = [523, 659, 784, 1047];
for (const [what, event, mine, parts, buzz] of [
  ["a card flies and lands", { ...PLAYED }, true, [[0, 500, 2600, 0.26, "hiss"], [0.28, 3200, 1400, 0.045, "hiss"], [0.28, 190, 90, 0.07, "sine"]]],
  ["a card is drawn", { k: "cards_drawn", count: 1, reason: "turn" }, true, [[0, 2400, 5200, 0.09, "hiss"]]],
  ["UNO: G C E, and a chord", { k: "uno_called" }, true, [...[392, 523, 659].map((hz, k) => [k * 0.085, hz, hz, 0.13, "triangle"]), ...chord(0.27, C, 0.55)]],
  ["somebody is caught: four steps down", { k: "uno_caught", by: 2 }, true,
    [622, 587, 554, 466].map((hz, k) => [k * 0.13, hz, k === 3 ? 392 : hz, k === 3 ? 0.5 : 0.14, "triangle"]), [180]],
  ["+4: a thump", { ...PLAYED, cards: ["W+4"] }, true, [[0, 130, 42, 0.3, "sine"], [0, 900, 200, 0.16, "hiss"]], [60, 40, 60, 40, 120]],
  ["a skip: up and down", { k: "turn_missed" }, true, [[0, 520, 780, 0.09, "sine"], [0.13, 520, 260, 0.16, "sine"]]],
  ["the end: an arpeggio and a chord", { k: "round_ended", winners: [0] }, false, [
    ...[...C, 784, 1047].map((hz, k) => [k * 0.12, hz, hz, 0.18, "triangle"]), ...chord(0.76, C, 1.1)]],
]) {
  test(`${what}; ${mine ? "a phone plays it for its player only, " : ""}a television always`, () => {
    assert.deepEqual(sounded({ seat: 0, ...event }), parts);
    assert.deepEqual(buzzed, buzz ? [buzz] : []);
    assert.deepEqual(sounded({ seat: 1, ...event }), mine ? [] : parts);
    assert.deepEqual(sounded({ seat: 1, ...event }, { all: true }), parts);
    assert.deepEqual(sounded({ seat: 0, ...event }, { sound: false, buzz: false }).concat(buzzed), []);
  });
}

test("a television sweeps as the direction turns, which is no one player's; who catches somebody is not buzzed at", () => {
  const sweep = [[0, 2600, 420, 0.34, "hiss"], [0, 880, 330, 0.3, "sine"]];
  assert.deepEqual([true, false].map((all) => sounded({ k: "direction_turned" }, { all })), [sweep, []]);
  assert.equal(sounded({ k: "uno_caught", seat: 1, by: 0 }).length, 4);
  assert.deepEqual(buzzed, []);
});

let count = 1;

/** What sounds when that seat is asked, after so many new entries. */
function asked(decision, { seconds = 30, seat = 0, fresh = 1, missed = false, hidden = false } = {}) {
  document.hidden = hidden;
  const table = { seat: 0, game: { decision, waiting_for: { k: "take_turn", seat } }, room: { phase: "playing" } };
  const news = Array.from({ length: fresh }, () => ({ event: { k: "none" }, missed }));
  count += fresh;
  [heard, buzzed] = [[], []];
  accompany({ table, count, news, clock: { decision, seconds, at: performance.now() } }, { sound: true, buzz: true });
  return heard;
}

const TURN = [[0, 659, 659, 0.16, "triangle"], [0.11, 988, 988, 0.26, "triangle"]];

test("my turn: E B, and a buzz; a tick at each of its last five seconds; a refusal is short and low; the volume is 0.7", () => {
  sounded({ k: "none" });
  assert.deepEqual([asked(7), buzzed], [TURN, [[45, 70, 45]]]);
  const tick = [[0, 1250, 1250, 0.035, "square"]];
  const ticks = [[5.9], [5], [4.9], [4], [3, 1]].map(([seconds, seat]) => asked(7, { seconds, seat, fresh: 0 }));
  assert.deepEqual(ticks, [[], tick, [], tick, []]);
  heard = [];
  play("no", { sound: true });
  assert.deepEqual(heard, [[0, 196, 165, 0.14, "square"]]);
  assert.equal(audio.loud, 0.7);
});

test("my turn sounds and buzzes however it comes, also from a hidden page, but not if it was missed or there before the page", () => {
  sounded({ k: "none" });
  for (const [decision, how, sounds] of [
    [8, { fresh: 20 }, TURN], // a start without those who are late
    [9, { fresh: 0 }, TURN], // a test deal, a snapshot
    [10, { missed: true }, []],
    [11, { missed: true, hidden: true }, TURN],
    [11, { fresh: 0 }, []], // when it is looked at again
  ]) assert.deepEqual([asked(decision, how), buzzed.length], [sounds, sounds.length && 1], `${decision}`);
  accompany({ table: null, count, news: [] }, { sound: true, buzz: true });
  assert.deepEqual(asked(12, { fresh: 0 }), []);
});
