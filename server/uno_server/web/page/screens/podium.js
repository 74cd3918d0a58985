/** Podium and facts, on phones and on the television. */
import { book, worded } from "../book.js";
import { h } from "../dom.js";
import { drawn } from "../drawing.js";
import { face, facesOf } from "../faces.js";
import { lettering } from "../lettering.js";
import { listing, pointsText } from "../sentences.js";
import { nameOf } from "../table.js";
import { byPoints, crown } from "./parts.js";
import { signOver } from "./seats.js";

const GROUNDS = ["Y", "B", "G"];
const MOODS = ["joy", "calm"];
const COLOURS = ["#f4574f", "#ffcf4a", "#4cb85c", "#3f86ef", "#fff9ee"];

export const winnersOf = (ended) => ended?.over ?? ended?.winners ?? [];
export const nameAt = (table, ended, seat) => nameOf(table, seat) || ended?.names?.[seat] || "";

export function winsText(table, ended, me = null) {
  const winners = winnersOf(ended), mine = me !== null && winners.includes(me);
  const others = winners.filter((seat) => !mine || seat !== me).map((seat) => nameAt(table, ended, seat));
  const who = !winners.length ? "nobody" : mine ? (others.length ? "with" : "you") : others.length > 1 ? "several" : "one";
  return worded(ended.over ? `wins_${who}` : `round_${who}`, { n: ended.round, name: others[0], names: listing(others) });
}

export function placing(table, ended) {
  const { game, room } = table;
  const seats = game.seated.flatMap((seated, seat) => (seated ? [seat] : []));
  const winners = winnersOf(ended);
  const ranks = new Map((ended?.ranks ?? []).flatMap((same, at) => same.map((seat) => [seat, at])));
  const sign = room.rules.goal === "points" ? -1 : 1;
  const worth = (seat) => [
    winners.includes(seat) ? 0 : 1, ranks.size ? ranks.get(seat) ?? 99 : 0, game.lost.includes(seat) ? 1 : 0,
    byPoints(room) ? sign * game.scores[seat] : game?.counts[seat],
  ];
  const less = (one, other) => one.map((each, at) => each - other[at]).find(Boolean) ?? 0;
  seats.sort((one, other) => less(worth(one), worth(other)));
  let place = 0;
  return seats.map((seat, at) => {
    if (!at || less(worth(seats[at - 1]), worth(seat))) place = at + 1;
    return [seat, place];
  });
}

export function leftText({ game, room }, seat) {
  if (byPoints(room)) return pointsText(game.scores[seat]);
  return game.lost.includes(seat) ? worded("out") : worded("cards_left", { n: game.counts[seat] });
}

export function podium(table, ended, said, me = null, held = () => false) {
  const faces = facesOf(table.room.occupants);
  const first = placing(table, ended).slice(0, 3);
  return h("ol", { class: "pod" }, first.map(([seat, place], at) => {
    const name = nameAt(table, ended, seat);
    const wins = table.room.tally?.find((line) => line.name === name)?.wins;
    return h("li", { key: `place${seat}`, class: `step step-${at + 1} of-${GROUNDS[place - 1] ?? "G"}` },
      h("div", { class: "disc" }, face(faces[seat] ?? 0, MOODS[place - 1] ?? "sad", seat), place === 1 && crown(), signOver(said, name)),
      h("p", { class: "name" }, seat === me ? worded("you") : name),
      h("div", { class: "block" }, lettering(String(place)), h("span", { class: "unseen" }, `${place}.`),
        h("p", {}, place === 1 && wins && ended?.over ? worded("wins_tonight", { n: wins }) : leftText(table, seat)), held(seat)));
  }));
}

/** Three facts of tonight; records first. */
export function moments({ game, room: { tally: lines, occupants } }) {
  const faces = facesOf(occupants);
  const seatOf = (...names) => occupants.findIndex((one) => one && names.includes(one.name));
  return [...Object.keys(book.records), "wins", "cards_left", "games"].flatMap((field) => {
    const worth = (line) => (field === "cards_left" ? game.counts[seatOf(line.name)] ?? 0 : line[field]);
    const n = Math.max(0, ...(lines ?? []).map(worth));
    return n ? [[field, n, lines.filter((line) => worth(line) === n).map(({ name }) => name)]] : [];
  }).slice(0, 3).map(([field, n, names], at) => {
    const seat = seatOf(...names), record = book.records[field];
    return h("li", { key: field, class: `moment moment-${at}` },
      h("span", { class: "disc" }, face(faces[seat] ?? 0, field === "biggest" ? "shock" : "joy", seat)),
      h("span", {}, h("b", {}, record ?? worded(field, { n })), listing(names), record && `: ${n}`));
  });
}

export const board = ({ room: { tally } }) =>
  [...tally ?? []].sort((one, other) => other.wins - one.wins || other.games - one.games);

export function confetti(count = 46, wide = 390, high = 330) {
  let at = 11;
  const next = (most) => {
    at = (at * 16807) % 2147483647;
    return Math.floor((at / 2147483647) * most);
  };
  const bits = Array.from({ length: count }, (_, one) => {
    const x = (one % 2) * wide * 2 / 3 + next(wide / 3), y = high / 5 + next(high / 3), size = 5 + next(7);
    return `<rect x="${x}" y="${y}" width="${size}" height="${size + next(6)}" fill="${COLOURS[one % 5]}" transform="rotate(${next(180)} ${x} ${y})"/>`;
  });
  return h("svg", { class: "confetti", viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, drawn(bits.join("")));
}
