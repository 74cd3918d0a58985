/** The end of a round or a game: who won with what, the scores, the tally, and how it goes on. */

import { h } from "../dom.js";
import { secondsLeft } from "../model.js";
import { clockText, ordinal, tallyTexts } from "../sentences.js";
import { nameOf } from "../table.js";
import { listing, say, sayAs, sayMany } from "../words.js";
import { cardText, face } from "./face.js";
import { handOf } from "./hand.js";
import { log } from "./piles.js";
import { byPoints, cap } from "./parts.js";
import { isAway } from "./question.js";

/** The screen. @param {object} model @param {object} act @returns {object} description */
export function result(model, act) {
  const { table } = model;
  const ended = model.result;
  return h("div", { class: "result" },
    headline(table, ended),
    next(model, act),
    table.game && scores(table, ended),
    tally(table, ended),
    ended && ended.hands && shown(table, ended),
    h("details", { key: "log" }, h("summary", {}, say("What happened")), log(model, act)),
    h("details", { key: "check" }, h("summary", {}, say("Check this game")), checks(table, ended)));
}

/** The seats that won: the game if it is over, else the round. */
const winnersOf = (ended) => (ended ? ended.over || ended.winners : []);

function headline(table, ended) {
  const winners = winnersOf(ended);
  const last = winners.length === 1 && table.game && !table.game.counts[winners[0]] && table.game.discard.length
    ? table.game.discard[table.game.discard.length - 1] : null;
  return h("section", { class: winners.length ? "headline won" : "headline", "aria-labelledby": "headline" },
    last && h("div", { class: "last", "aria-hidden": "true" }, face(table, last, { size: "large" })),
    winners.length > 0 && h("p", { key: "stars", class: "stars", "aria-hidden": "true" }, "★ ★ ★"),
    h("h2", { id: "headline", tabindex: "-1" }, ended ? wins(table, ended) : say("Between rounds.")),
    last && h("p", {}, say("with the {card}", { card: cardText(table, last) })),
    ended && ended.blocked && h("p", { key: "blocked", class: "quiet" }, say("Round {n} was blocked.", { n: ended.round })));
}

function wins(table, ended) {
  const winners = winnersOf(ended);
  const me = table.seat !== null && winners.includes(table.seat);
  const others = winners.filter((seat) => seat !== table.seat).map((seat) => nameOf(table, seat) || ended.names[seat]);
  const args = { n: ended.round, name: others[0], names: listing(others) };
  if (ended.over) {
    if (!winners.length) return say("Nobody wins");
    if (me) return others.length ? say("You and {names} win", args) : say("You win");
    return others.length > 1 ? say("{names} win", args) : say("{name} wins", args);
  }
  if (!winners.length) return say("Nobody wins round {n}", args);
  if (me) return others.length ? say("You and {names} win round {n}", args) : say("You win round {n}", args);
  return others.length > 1 ? say("{names} win round {n}", args) : say("{name} wins round {n}", args);
}

/** How it goes on: ready, rematch, when. */
function next(model, act) {
  const { table } = model;
  const { room, seat } = table;
  const own = seat === null ? null : room.occupants[seat];
  const left = secondsLeft(model);
  const said = [];
  const buttons = [];
  const button = (key, text, run, main) => buttons.push(
    h("button", { key, type: "button", class: main ? "main" : "", "aria-keyshortcuts": key === "leave" ? null : key[0], on: { click: run } }, text));
  const rematch = room.phase === "waiting";
  if (room.held) said.push(say("The host paused the game."));
  if (rematch) {
    const ready = room.occupants.filter((one) => one && one.ready && !one.bot).map((one) => one.name);
    if (ready.length) {
      said.push(sayMany("{names} is ready for a rematch.", "{names} are ready for a rematch.", ready.length, { names: listing(ready) }));
    }
  } else if (room.phase === "finished") said.push(say("The game is over."));
  if (seat === null) said.push(say("You're watching."));
  else if (isAway(table)) {
    said.push(say("A computer player plays for you."));
    button("away", say("I'm back"), () => act.ask("away", { away: false }), true);
  } else if (own.ready && room.phase !== "finished") said.push(say("You're ready."));
  else if (room.phase === "between_rounds") button("ready", say("Next round"), () => act.ask("ready", { ready: true }), true);
  else button("ready", cap(say("rematch")), () => act.ask("ready", { ready: true }), true);
  if (room.held && room.host === seat && seat !== null) button("pause", cap(say("resume")), () => act.ask("pause", { paused: false }), true);
  if (room.phase !== "between_rounds") button("leave", say("Leave the table"), () => act.leave(), false);
  return h("section", { class: "next" }, said.length > 0 && h("p", { role: "status" }, said.join(" ")),
    left !== null && h("p", { key: "clock" }, clockText(table, left)),
    buttons.length > 0 && h("div", { class: "answers" }, buttons));
}

/** The places of those who are out (`until_last`); who shares one counts for several. */
function placesOf(ended) {
  const places = new Map();
  let at = 1;
  for (const seats of ended ? ended.ranks : []) {
    for (const seat of seats) places.set(seat, at);
    at += seats.length;
  }
  return places;
}

function scores(table, ended) {
  const { game, room } = table;
  const points = byPoints(room);
  const places = placesOf(ended);
  const list = game.seated.flatMap((seated, seat) => (seated ? [seat] : []));
  if (points) list.sort((one, other) => (room.rules.goal === "points" ? 1 : -1) * (game.scores[other] - game.scores[one]));
  if (places.size) list.sort((one, other) => (places.get(one) || 99) - (places.get(other) || 99));
  const ready = room.phase !== "finished";
  const head = (text) => h("th", { scope: "col" }, cap(text));
  return h("table", { class: "scores" },
    h("caption", { class: "unseen" }, say("Scores")),
    h("thead", {}, h("tr", {}, head(sayAs("at most 23 columns", "Player")),
      points ? [head(sayAs("at most 9 columns", "gained")), head(sayAs("at most 9 columns", "score"))]
        : head(places.size ? sayAs("at most 12 columns", "place") : sayAs("at most 12 columns", "cards left")),
      ready && head(say("next")))),
    h("tbody", {}, list.map((seat) => row(table, ended, seat, points, places, ready))));
}

function row(table, ended, seat, points, places, ready) {
  const { game, room } = table;
  const one = room.occupants[seat];
  const won = winnersOf(ended).includes(seat);
  const gained = ended ? ended.gains[seat] || 0 : 0;
  return h("tr", { key: `row${seat}`, class: [won && "won", seat === table.seat && "own"].filter(Boolean).join(" ") },
    h("th", { scope: "row" }, won && h("span", { "aria-hidden": "true" }, "★ "),
      nameOf(table, seat) || (ended && ended.names[seat]), seat === table.seat && h("span", { class: "quiet" }, " ", say("(you)"))),
    points ? [h("td", {}, gained ? `+${gained}` : "–"), h("td", {}, h("b", {}, String(game.scores[seat])))]
      : h("td", {}, places.size ? (places.has(seat) ? ordinal(places.get(seat)) : "–") : game.lost.includes(seat) ? say("out") : String(game.counts[seat])),
    ready && h("td", {}, one === null ? h("span", { class: "quiet" }, sayAs("a player", "left"))
      : one.ready ? h("span", { class: "good" }, say("✓ ready")) : "·"));
}

/** What everybody has done at this table tonight, once a game is over. */
function tally(table, ended) {
  const lines = table.room.tally;
  if (!lines || !lines.length || !ended || !ended.over) return null;
  const [wins, ...records] = tallyTexts(lines);
  return h("section", { key: "tally", class: "group tally" }, h("h3", {}, say("Tonight")),
    h("ul", {}, h("li", {}, h("b", {}, wins)), records.map((each) => h("li", {}, each))));
}

function shown(table, ended) {
  return h("section", { key: "shown", class: "group" }, h("h3", {}, say("What everyone held:")),
    ended.hands.map((hand, seat) => hand && h("div", { key: `held${seat}`, class: "open-hand" },
      h("b", {}, nameOf(table, seat) || ended.names[seat]), hand.length ? handOf(hand, table) : h("p", { class: "quiet" }, say("no cards")))));
}

/** What a player needs to check the deals of a game. */
function checks(table, ended) {
  return h("dl", {}, h("dt", {}, say("Rules")), h("dd", {}, h("code", {}, table.room.fingerprint)),
    ended && ended.seed && [h("dt", {}, say("Seed")), h("dd", {}, h("code", {}, ended.seed))]);
}
