/** A game seen again: the table as it was, a slider over its turns, whose eyes, and what was checked. */
import { announce } from "../announce.js";
import { worded } from "../book.js";
import { pattern } from "../cards.js";
import { h, onResize } from "../dom.js";
import { arrange, sizes } from "../screens/arena.js";
import { button, cap, icon, px } from "../screens/parts.js";
import { face, feltOf, piles } from "../screens/piles.js";
import { winsText } from "../screens/podium.js";
import { light, othersOf, players } from "../screens/seats.js";
import { cardText, questionText } from "../sentences.js";
import { nameOf } from "../table.js";
import { Showing } from "./record.js";

const SPEEDS = [1, 2, 4, 0.5];
const STEP = 1500; // milliseconds for a turn
const LAST = 5; // turns that are seen first
const TOLD = 4; // sentences
const COLUMNS = 3; // of hands, at most

/**
 * Begin to look at a story: {showing, n, …}. `own`: the player sat there, so nothing in it is a surprise, and the slider
 * has all of it at once. `latest`: its last turns come first; else its first one, as nothing is dealt before.
 */
export function begun(story, own, latest = own) {
  const showing = new Showing(story);
  const { turns, length } = showing;
  const n = latest ? turns[Math.max(0, turns.length - 1 - LAST)] : turns[1] ?? 0;
  return {
    showing, n, seen: own ? length : n, marks: own, eyes: story.whole ? "all" : "", speed: 1, timer: 0, verdict: null, told: "", drawn: new Map(),
  };
}

/** What `make` gives, as it was drawn last where that follows from the same values. */
function kept({ drawn }, part, from, make) {
  const before = drawn.get(part);
  if (before?.from.every((each, at) => each === from[at])) return before.made;
  const made = make(...from);
  drawn.set(part, { from, made });
  return made;
}

export function stop(ui) {
  clearInterval(ui.timer);
  ui.timer = 0;
}

function go(ui, act, n) {
  const before = ui.n;
  Object.assign(ui, { n, seen: Math.max(ui.seen, n) });
  const told = ui.showing.story.events.slice(Math.min(before, n), n).map(({ words }) => words).filter(Boolean);
  ui.told = told.slice(-TOLD).join(" ") || placeText(ui);
  act.draw();
}

function play(ui, act) {
  if (ui.timer) stop(ui);
  else {
    if (ui.n === ui.showing.length) go(ui, act, 0);
    ui.timer = setInterval(() => {
      if (!document.querySelector(".again")) return void stop(ui); // Back leads elsewhere
      go(ui, act, ui.showing.next(ui.n));
      if (ui.n === ui.showing.length) stop(ui);
    }, STEP / ui.speed);
  }
  act.draw();
}

function hurry(ui, act) {
  ui.speed = SPEEDS[(SPEEDS.indexOf(ui.speed) + 1) % SPEEDS.length];
  const runs = ui.timer;
  stop(ui);
  if (runs) play(ui, act);
  act.draw();
}

const SIGNS = {
  first: "M19 5l-8 7 8 7zM6 5v14", back: "M16 5l-9 7 9 7z", run: "M7 4l13 8-13 8z", hold: "M8 5v14M16 5v14", right: "M8 5l9 7-9 7z", last: "M5 5l8 7-8 7zM18 5v14", marks: "M7 21V4h11l-3 4 3 4H7",
};

const press = (sign, text, run, more, ...inside) => h("button", { type: "button", class: "icon", "aria-label": text, on: { click: run }, ...more },
  h("svg", { class: "sketch", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SIGNS[sign] })), ...inside);

const viewerOf = ({ showing: { story }, eyes }) => (story.whole ? (/^\d+$/.test(eyes) ? Number(eyes) : null) : story.viewer);

/** The screen: `ui` as `begun` gives it; `act` as screens have it, with `back` if there is a way back. */
export function replay(ui, act) {
  const model = ui.showing.after(ui.n, viewerOf(ui), ui.eyes === "all");
  announce("said", ui.told); // now, as a line of its own would be a second frame
  ui.told = "";
  return h("section", { class: "again", "aria-labelledby": "title" },
    h("div", { key: "felt", class: `felt felt-${model.table.game ? feltOf(model.table) : "N"}` }), h("div", { key: "woven", class: "felt woven" }, pattern()),
    h("header", { key: "bar", class: "bar" },
      act.back && icon("back", worded("go_back"), act.back, { "aria-keyshortcuts": "Escape" }),
      h("h1", { id: "title", tabindex: "-1" }, worded("replay_of", { name: model.table.room.name })), kept(ui, "eyes", [ui, act, ui.eyes], eyes)),
    arena(model, ui, act),
    h("div", { key: "dock", class: "dock" }, lately(model, ui), hands(model, ui), controls(ui, act), kept(ui, "verdict", [ui.verdict], verdict)));
}

function arena(model, ui, act) {
  const { table } = model;
  const { w, high } = ui.room ?? { w: globalThis.innerWidth ?? 390, high: 380 };
  const laid = kept(ui, "laid", [othersOf(table).length, w, high], (count) =>
    arrange(count, w, high, sizes(w, Math.max(high, globalThis.innerHeight ?? 0, 501), 7), 0, high - 10));
  return h("div", {
    key: "arena", class: `arena${laid.tight ? " tight" : ""}${laid.bare ? " bare" : ""}`, style: { "--face": px(laid.face) },
    made: (node) => onResize(node, (width, height) => { ui.room = { w: width, high: height }; act.draw(); }),
  }, table.game && [
    kept(ui, "light", [laid, table.game.direction, feltOf(table)], () => light(laid, table)), players(model, act, laid, w), piles(model, laid, null),
  ]);
}

function lately({ table, news }, { n, showing }) {
  const from = showing.turns.filter((at) => at < n).pop() ?? 0;
  const fresh = n ? news.slice(Math.max(0, news.length - (n - from))) : [];
  const told = fresh.filter(({ event }) => event.k !== "asked").map(({ event }) => event.words).filter(Boolean);
  const over = table.game?.phase === "over" && winsText(table, { winners: table.game.winners, over: table.game.winners, round: table.game.round }, table.seat);
  const asked = over || questionText({ ...table, seat: null, said: "" });
  return h("p", { key: "lately", class: "lately", tabindex: "0" }, told.slice(-TOLD).join(" "), " ", h("b", {}, asked));
}

function hands({ table }, ui) {
  const { game, seat: mine } = table;
  const shown = (hand, seat) => hand && game.seated[seat] && (ui.eyes === "all" || seat === mine || game.open_hands.includes(seat));
  const known = (game?.hands ?? []).flatMap((hand, seat) => (shown(hand, seat) ? [[hand, seat]] : []));
  const columns = Math.ceil(known.length / Math.ceil(known.length / COLUMNS));
  const look = { class: "hands-of", style: { "--columns": columns }, role: "list", "aria-label": worded("hands_now"), tabindex: "0" };
  return known.length > 0 && h("ul", { key: "hands", ...look },
    known.map(([hand, seat]) => kept(ui, seat, [hand, nameOf(table, seat)], (_, name) =>
      h("li", { key: `hand${seat}` }, h("b", {}, name), inRow(hand, table)))));
}

/** Cards with keys of their own, so that one that leaves redraws no other. */
function inRow(hand, table) {
  const before = (at) => hand.slice(0, at).filter((name) => name === hand[at]).length;
  return h("ul", { class: "small-cards" }, hand.map((name, at) =>
    h("li", { key: `${name}.${before(at)}` }, face(table, name, { size: "small", label: cardText(table, name) }))));
}

function placeText({ showing, n, marks }) {
  const turn = showing.turn(n);
  return marks ? worded("turn_of", { n: turn, all: showing.turns.length - 1 }) : worded("turn_now", { n: turn });
}

const markText = (text) => (text.startsWith("round ") ? worded("round", { n: text.slice(6) }) : worded(`mark_${text}`));

const ticks = (marks, { marks: all, turns }) => h("div", { class: "ticks", "aria-hidden": "true" }, marks && all.map(({ at, turn, text }) =>
  h("i", { key: `tick${at}`, class: text.startsWith("round") ? "of-round" : `of-${text}`, title: cap(markText(text)), style: { left: `${(100 * turn) / Math.max(1, turns.length - 1)}%` } })));

function controls(ui, act) {
  const { showing, n, seen, timer, speed, marks } = ui;
  const { turns, stops } = showing;
  const most = marks ? turns.length - 1 : Math.max(1, showing.turn(seen));
  const onward = () => Math.min(showing.next(ui.n, stops), ui.marks ? Infinity : ui.seen); // hidden marks are no places to go to
  const step = (sign, key, to) => press(sign, worded(`to_${sign}`), () => { stop(ui); go(ui, act, to()); }, { key: sign, "aria-keyshortcuts": key });
  return h("div", { key: "controls", class: "controls", role: "group", "aria-label": worded("replay") },
    h("div", { class: "track" },
      h("span", { class: "place", "aria-hidden": "true" }, placeText(ui)),
      h("input", {
        type: "range", min: "0", max: String(most), step: "1", value: String(showing.turn(n)), "aria-label": worded("turn"), "aria-valuetext": placeText(ui),
        on: { input: ({ target }) => { stop(ui); go(ui, act, turns[Number(target.value)]); } },
      }),
      kept(ui, "ticks", [marks, showing], ticks)),
    h("div", { class: "steps" },
      step("first", "p", () => showing.back(ui.n, stops)), step("back", "ArrowLeft", () => showing.back(ui.n)),
      press(timer ? "hold" : "run", worded(timer ? "to_hold" : "to_run"), () => play(ui, act), { key: "run", class: "icon main", "aria-keyshortcuts": "k" }),
      step("right", "ArrowRight", () => showing.next(ui.n)), step("last", "n", onward),
      button(`${speed}×`, () => hurry(ui, act), { key: "speed", class: "plain speed", "aria-label": worded("speed", { n: speed }), "aria-keyshortcuts": "f" }),
      !marks && press("marks", worded("show_marks"), () => { ui.marks = true; act.draw(); },
        { key: "marks", class: "icon flag", title: worded("show_marks") }, h("span", {}, cap(worded("show_marks"))))));
}

function eyes(ui, act) {
  const { story } = ui.showing;
  if (!story.whole) return false;
  const names = story.first.room.occupants.flatMap((one, seat) => (one ? [[String(seat), one.name]] : []));
  return h("label", { key: "eyes", class: "eyes" }, h("span", { class: "unseen" }, worded("whose_eyes")),
    h("select", { value: ui.eyes, on: { change: ({ target }) => { ui.eyes = target.value; act.draw(); } } },
      [["all", worded("all_hands")], ["watch", cap(worded("spectator"))], ...names].map(([value, words]) =>
        h("option", { value, selected: value === ui.eyes }, words))));
}

/** What was found, in words; empty while it is being found out. */
export function verdictText(found) {
  if (found?.verdict !== "false") return found ? worded(`check_${found.verdict}`, { n: found.cards }) : "";
  const why = worded(`wrong_${found.what}`);
  return "at" in found ? worded("check_false_at", { n: found.at + 1, why }) : worded("check_false", { why: cap(why) });
}

const verdict = (found) => found && h("p", { key: "verdict", class: `verdict is-${found.verdict}`, tabindex: "0" }, verdictText(found));
