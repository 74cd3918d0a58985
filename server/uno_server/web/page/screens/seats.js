/** The players around the pile: faces with moods, how many cards each holds, the clock around whose turn it is. */
import { worded } from "../book.js";
import { face, facesOf } from "../faces.js";
import { h } from "../dom.js";
import { once, picture, stroke } from "../drawing.js";
import { secondsLeft } from "../model.js";
import { cardsText, ordinal, pointsText, reactionText } from "../sentences.js";
import { ONE_TAP, signOf } from "../signs.js";
import { byPoints, cap, nearMercy, press, px } from "./parts.js";
import { feltOf } from "./piles.js";
import { askedOf, nameOf } from "../table.js";

const SHOWN = 2500; // milliseconds for which a sign is seen; words longer
export const READ = 6000;
const FAN = 7; // backs that are drawn of a hand
const MANY = 15; // cards

function waitedFor({ room, game }) {
  if (room.phase !== "paused") return askedOf(game.waiting_for);
  if (room.held) return room.host === null ? [] : [room.host];
  return room.occupants.flatMap((one, seat) => one && !one.bot && !one.stand_in && !one.connected ? [seat] : []);
}

/** The seats that take part or are taken, beginning with the one after one's own; a spectator's with the first. */
export function othersOf({ seat: mine, game, room }) {
  const all = room.occupants.map((_, seat) => seat);
  const first = mine === null ? 0 : mine + 1;
  return [...all.slice(first), ...all.slice(0, first)]
    .filter((seat) => seat !== mine && (room.occupants[seat] || game.seated[seat]));
}

/** Who is next; empty between two. */
export function then(table) {
  const { seat: mine, room, game: { waiting_for: asked, playing, direction } } = table;
  const n = playing.length;
  if (room.phase !== "playing" || !(asked?.seat >= 0) || playing.filter(Boolean).length < 3) return "";
  const next = playing.map((_, k) => (asked.seat + (k + 1) * direction + n * n) % n).find((seat) => playing[seat]);
  return next === mine ? worded("you_next") : worded("then", { name: nameOf(table, next) });
}

/** Penalty cards by seat since the turn before. */
function landed(news) {
  const drawn = new Map();
  let turns = 0;
  for (const { event } of [...news].reverse()) {
    if (event.k === "asked" && event.decision.k === "take_turn") turns += 1;
    if (event.k === "round_dealt" || turns === 2) break;
    if (event.k === "cards_drawn" && event.reason !== "turn") drawn.set(event.seat, (drawn.get(event.seat) ?? 0) + event.count);
  }
  return drawn;
}

export function seatsOf(model) {
  const { table } = model;
  const waited = waitedFor(table);
  const drawn = landed(model.news);
  const faces = facesOf(table.room.occupants);
  const left = secondsLeft(model);
  const clock = left === null ? 1 : left / model.clock.of;
  return table.room.occupants.map((_, seat) => {
    const turn = waited.includes(seat);
    const marks = marksOf(table, seat, drawn.get(seat) || 0);
    return {
      seat, turn, marks, clock: turn ? clock : null, late: left !== null && left <= 5,
      face: faces[seat] ?? seat, mood: moodOf(table, seat, turn, drawn.has(seat)),
      name: nameOf(table, seat) || worded("seat", { n: seat + 1 }), said: saidOf(table, seat, turn, marks),
      count: table.game.playing[seat] ? table.game.counts[seat] : null,
    };
  });
}

function moodOf({ game, room }, seat, turn, hit) {
  const one = room.occupants[seat];
  if (!one || one.stand_in || (!one.bot && !one.connected)) return "away";
  if (game.out.includes(seat)) return "joy";
  if (game.lost.includes(seat)) return "sad";
  if (game.window === seat) return "shock";
  if (hit) return "sad";
  return turn ? "think" : game.counts[seat] === 1 && game.playing[seat] ? "joy" : "calm";
}

/** The most urgent first; "small" is seen where there is room, "unseen" only heard. */
function marksOf(table, seat, drawn) {
  const { game, room } = table;
  const occupant = room.occupants[seat];
  const waiting = game.waiting_for;
  const mercy = nearMercy(table, seat);
  return [
    game.window === seat && ["red", worded("no_uno")],
    waiting?.penalty && waiting.seat === seat && ["red", `+${waiting.penalty}?`],
    drawn > 0 && ["red", `+${drawn}`],
    game.lost.includes(seat) && ["red", worded("too_many_cards")],
    game.out.includes(seat) && ["", worded("place", { place: ordinal(game.out.indexOf(seat) + 1) })],
    !game.playing[seat] && (game.round > 0 || !game.seated[seat]) && ![...game.out, ...game.lost].includes(seat) && ["", worded(game.seated[seat] ? "out" : "not_playing")],
    game.window !== seat && game.playing[seat] && game.counts[seat] === 1 && room.rules.uno !== "off" && ["unseen", "UNO"],
    mercy && !game.lost.includes(seat) && ["red", worded("out_at", { n: mercy })],
    occupant && !occupant.bot && occupant.stand_in && ["small", worded("comp")],
    occupant && !occupant.bot && !occupant.stand_in && !occupant.connected && ["small", worded("offline")],
    !occupant && ["", worded("gone")],
    game.open_hands.includes(seat) && ["", worded("face_up")],
  ].filter(Boolean);
}

function saidOf(table, seat, turn, marks) {
  const { game, room } = table;
  return [
    turn && worded("to_act"),
    [seat === table.seat ? worded("you") : nameOf(table, seat) || worded("seat", { n: seat + 1 }),
      seat === room.host && worded("host_here"),
      game.playing[seat] && cardsText(game.counts[seat]),
      ...marks.map(([, text]) => text),
      byPoints(room) && pointsText(game.scores[seat])].filter(Boolean).join(", "),
  ].filter(Boolean).join(" ");
}

const ROUND = 2 * Math.PI * 46;

export const disc = ({ seat, face: which, mood, clock, late, count }, fan = false) => h("span", { class: "disc" },
  face(which, mood, seat),
  clock !== null && h("svg", { key: "ring", class: late ? "ring late" : "ring", viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("circle", { class: "all", cx: 50, cy: 50, r: 46 }),
    h("circle", { class: "left", cx: 50, cy: 50, r: 46, "stroke-dasharray": `${(ROUND * Math.min(1, clock)).toFixed(1)} ${ROUND.toFixed(1)}` })),
  fan && count > 0 && backs(count),
  count !== null && h("span", { key: "count", class: `held${count === 1 ? " one" : count >= MANY ? " many" : ""}`, "aria-hidden": "true" }, count));

function backs(count) {
  const shown = Math.min(count, FAN);
  const step = shown > 1 ? Math.min(12, 56 / (shown - 1)) : 0;
  return h("span", { key: "fan", class: "held-fan" }, Array.from({ length: shown }, (_, k) =>
    h("i", { class: "tiny", style: { transform: `rotate(${(k - (shown - 1) / 2) * step}deg)` } })));
}

export function players(model, act, laid, width) {
  const { table } = model;
  const all = seatsOf(model);
  const said = talkOf(model, act);
  const others = othersOf(table);
  return h("ol", { key: "players", role: "list", "aria-label": worded("players") },
    table.seat !== null && h("li", { key: "own", class: "unseen" }, all[table.seat].said),
    others.map((seat, at) => oneSeat(table, all[seat], laid.spots[at], width, said.get(nameOf(table, seat)))));
}

function oneSeat({ game }, one, [x, y], width, said) {
  const { seat, name, turn, marks } = one;
  const edge = x < width * 0.3 ? " at-left" : x > width * 0.7 ? " at-right" : "";
  const [kind, text] = marks[0] ?? [];
  return h("li", {
    key: `seat${seat}`, "data-seat": String(seat), style: { left: px(x), top: px(y) },
    class: `player${said ? " said" : ""}${kind === "red" ? " struck" : ""}${turn ? " turn" : ""}${game.playing[seat] || !game.round ? "" : " idle"}${edge}`,
  },
  h("span", { class: "unseen" }, one.said), disc(one, true),
  h("span", { class: "who", "aria-hidden": "true" }, name),
  text && h("span", { key: "mark", class: `mark ${kind}`, "aria-hidden": "true" }, text),
  said && bubble(said));
}

export function bubble({ key, event }) {
  const shown = event.k === "reacted" ? signOf(event.reaction) ?? reactionText(event.reaction) : event.text;
  return h("span", { key: `said${key}`, class: typeof shown === "string" ? "bubble" : "bubble of-sign", "aria-hidden": "true" }, shown);
}

/** What was just said or called across the table, by name; a screen reader is told elsewhere. */
export function talkOf(model, act, now = performance.now()) {
  const said = new Map();
  model.news.forEach(({ event, at }, key) => {
    const lasts = event.k === "said" ? READ : event.k === "reacted" ? SHOWN : 0;
    if (now - at < lasts && !act.muted(event.name)) said.set(event.name, { key: model.count - model.news.length + key, event });
  });
  if (said.size) act.ui.fading ??= setTimeout(() => { act.ui.fading = null; act.draw(); }, SHOWN);
  return said;
}

/** What is said by somebody without a seat in sight, and that a finger came too late. */
export function remarks(model, act) {
  const { table } = model;
  const others = othersOf(table).map((seat) => nameOf(table, seat));
  const own = (name, event) => name === model.name && event.k === "reacted"; // it rises over the player's place
  const said = [...talkOf(model, act)].filter(([name, { event }]) => !others.includes(name) && !own(name, event)).slice(-2);
  const late = (act.ui.lines ?? []).filter(({ kind }) => kind === "late");
  return said.length + late.length > 0 && h("ul", { key: "remarks", class: "remarks", "aria-hidden": "true" },
    said.map(([name, one]) => h("li", { key: `${name}${one.key}` }, h("b", {}, name), " ", bubble(one))),
    late.map(({ key, text }) => h("li", { key: `late${key}`, class: "late" }, text)));
}

export const reactions = (act, more = "") => h("div", { key: "react", class: `signs${more}`, role: "group", "aria-label": cap(worded("react")) },
  ONE_TAP.map((code) => press(() => act.ask("react", { reaction: code }), { key: code, "aria-label": reactionText(code) }, signOf(code))));

export const signOver = (said, name) => said.get(name)?.event.k === "reacted" && bubble(said.get(name));
export const ownSign = (model, act) => h("div", { key: "own", class: "own-sign" }, signOver(talkOf(model, act), model.name));

export function light({ ring: { cx, cy, rx, ry }, marks }, table) {
  const wide = Math.round(1400 / rx) / 2;
  const way = table.game.direction === 1 ? 1 : -1;
  return h("div", { key: "light", "aria-hidden": "true" },
    h("div", {
      class: `flow felt-${feltOf(table)}`, style: { left: px(cx), top: px(cy), width: px(2 * rx), height: px(2 * rx), "--sx": way, "--sy": Math.round((1000 * ry) / rx) / 1000 },
    }, once(`light ${wide}`, () => rings(wide))),
    marks.map((deg, k) => {
      const a = (deg * Math.PI) / 180;
      const turn = (Math.atan2(Math.cos(a) * ry, Math.sin(a) * rx) * 180) / Math.PI + (way === 1 ? 0 : 180);
      const style = { left: px(cx + Math.cos(a) * rx), top: px(cy - Math.sin(a) * ry), "--turn": `${Math.round(turn)}deg` };
      return h("span", { key: `way${k}`, class: "way", style }, once("way", () => picture("", "-10 -10 20 20", stroke("M-3.5-6.5 4 0-3.5 6.5", "#fff", 4))));
    }));
}

function rings(wide) {
  const r = 100 - wide / 2;
  const on = (deg) => `${(Math.cos((deg * Math.PI) / 180) * r).toFixed(1)} ${(Math.sin((deg * Math.PI) / 180) * r).toFixed(1)}`;
  const arc = (from, to, more) => `<path d="M${on(from)}A${r} ${r} 0 0 1 ${on(to)}" ${more}/>`;
  const tails = [0, 120, 240].map((from) => [1, 2, 3, 4, 5, 6].map((k) =>
    arc(from + k * 14 - 14, from + k * 14.1, `stroke="currentColor" stroke-opacity="${((k / 6) ** 1.5).toFixed(2)}"`)).join("")
    + arc(from + 84, from + 85, 'stroke="#fff" stroke-linecap="round"'));
  const made = (name, markup) => picture(name, "-100 -100 200 200", `<g fill="none" stroke-width="${wide}">${markup}</g>`);
  return [made("still", `<circle r="${r}" stroke="#fff9ee" stroke-opacity=".12"/>`), made("run", tails.join(""))];
}
