/** The players in turn order: whose turn it is, how many cards each holds, UNO, penalties, who is not there. */

import { h } from "../dom.js";
import { cardsText, ordinal, pointsText } from "../sentences.js";
import { say, sayAs } from "../words.js";
import { byPoints, nearMercy } from "./parts.js";
import { askedOf, nameOf } from "../table.js";

/** The seats that the game waits for: to answer, to come back, or (the host's) to resume it. */
function waitedFor(table) {
  const { room, game } = table;
  if (!game) return [];
  if (room.phase !== "paused") return askedOf(game.waiting_for);
  if (room.held) return room.host === null ? [] : [room.host];
  return room.occupants.flatMap((one, seat) =>
    one && !one.bot && !one.stand_in && !one.connected ? [seat] : []);
}

/** The seats that take part or are taken, from one's own onwards; a spectator's begin with the first. */
function seatsInOrder(table) {
  const { game, room } = table;
  const all = room.occupants.map((_, seat) => seat);
  const first = table.seat === null ? 0 : table.seat;
  return [...all.slice(first), ...all.slice(0, first)]
    .filter((seat) => room.occupants[seat] || (game && game.seated[seat]));
}

/** Penalty cards by seat that were drawn since the turn before this one began. */
function landed(news) {
  const drawn = new Map();
  let turns = 0;
  for (let at = news.length - 1; at >= 0; at -= 1) {
    const event = news[at].event;
    if (event.k === "round_dealt") break;
    if (event.k === "asked" && event.decision.k === "take_turn") {
      turns += 1;
      if (turns === 2) break;
    }
    if (event.k === "cards_drawn" && event.reason !== "turn") {
      drawn.set(event.seat, (drawn.get(event.seat) || 0) + event.count);
    }
  }
  return drawn;
}

/** The list of players. */
export function players(model) {
  const { table } = model;
  const drawn = landed(model.news);
  const waited = waitedFor(table);
  const order = seatsInOrder(table);
  return h("ol", { class: "players", role: "list", "data-count": String(order.length), "aria-label": say("Players") },
    order.map((seat) => oneSeat(table, seat, waited.includes(seat), drawn.get(seat) || 0)));
}

function oneSeat(table, seat, turn, drawn) {
  const { game, room } = table;
  const own = seat === table.seat;
  const classes = ["player", turn && "turn", own && "own", !game.playing[seat] && "idle"];
  return h("li", { key: `seat${seat}`, class: classes.filter(Boolean).join(" ") },
    h("span", { class: "who" },
      turn && [h("span", { key: "arrow", class: "arrow", "aria-hidden": "true" }, "▶"), h("span", { key: "acts", class: "unseen" }, say("To act:"), " ")],
      own ? sayAs("alone", "You") : nameOf(table, seat) || say("seat {n}", { n: seat + 1 }),
      seat === room.host && [h("span", { key: "star", class: "quiet", "aria-hidden": "true" }, " ★"),
        h("span", { key: "host", class: "unseen" }, ", ", say("host"))]),
    h("span", { class: "held" }, held(game, seat), marks(table, seat, drawn)));
}

function held(game, seat) {
  if (game.out.includes(seat)) return h("b", { class: "good" }, say("{place} place", { place: ordinal(game.out.indexOf(seat) + 1) }));
  if (!game.playing[seat]) {
    return h("span", { class: "quiet" }, game.seated[seat] ? say("out") : say("not playing"));
  }
  const count = game.counts[seat];
  return h("span", { class: count === 1 ? "holds one" : "holds" },
    h("span", { class: "backs", "aria-hidden": "true" }), h("b", { "aria-hidden": "true" }, String(count)),
    h("span", { class: "unseen" }, " ", cardsText(count)));
}

function marks(table, seat, drawn) {
  const { game, room } = table;
  const occupant = room.occupants[seat];
  const said = [];
  const mark = (kind, text) => said.push(" ", h("span", { key: text, class: `mark ${kind}` }, text));
  if (game.window === seat) mark("urgent", say("no UNO!"));
  else if (game.playing[seat] && game.counts[seat] === 1 && room.rules.uno !== "off") mark("uno", "UNO");
  const mercy = nearMercy(table, seat);
  if (game.lost.includes(seat)) mark("urgent", say("too many cards"));
  else if (mercy) mark("urgent", say("out at {n}", { n: mercy }));
  const waiting = game.waiting_for;
  if (waiting && waiting.penalty && waiting.seat === seat) mark("urgent", `+${waiting.penalty}?`);
  else if (drawn) mark("hit", `+${drawn}`);
  if (game.open_hands.includes(seat)) mark("", say("face up"));
  if (occupant && !occupant.bot) {
    if (occupant.stand_in) mark("urgent", say("comp."));
    else if (!occupant.connected) mark("urgent", say("offline"));
  }
  if (!occupant) mark("quiet", say("gone"));
  if (byPoints(room)) {
    said.push(" ", h("span", { key: "points", class: "score" }, h("span", { "aria-hidden": "true" }, game.scores[seat]),
      h("span", { class: "unseen" }, pointsText(game.scores[seat]))));
  }
  return said;
}
