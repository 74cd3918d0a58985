/** The big screen: a table from afar, for a television. Pure: what is known goes in, a description comes out. */

import { back, card, colourShape } from "../cards.js";
import { h } from "../dom.js";
import { secondsLeft } from "../model.js";
import { cardName, colourName, customTitle, eventText, goalText, isOrange, ownText, pointsText, presetName, questionText, tallyTexts } from "../sentences.js";
import { askedOf, nameOf } from "../table.js";
import { listing, say, sayMany } from "../words.js";
import { byPoints, nearMercy, timeBar } from "./parts.js";
import { about } from "./tables.js";

const LINES = 8; // of what just happened
const PLAYED = 4; // cards under the pile's top card that are still shown
const MANY = 5; // seats from which on each is narrow
const FAN = 12; // backs that are drawn of a hand
const LONG = 90; // characters from which on a question needs room: what a host has written

/**
 * What the screen shows.
 * @param {object} model of model.js
 * @param {string} site where others find the server
 * @param {number} now as `performance.now()` tells it
 * @returns {object} description for `render`
 */
export function tv(model, site, now) {
  const { table } = model;
  const { room, game } = table;
  if (!game || (room.phase === "waiting" && game.phase !== "over")) { // else who has won stays until the deal
    return h("div", { class: "tv before" }, heading(table), waiting(model, site, now),
      h("footer", { class: "news" }, log(model)));
  }
  return h("div", { class: room.occupants.length >= MANY ? "tv many" : "tv" }, heading(table),
    h("main", { class: "stage" }, seats(model, false), middle(model, now), seats(model, true)),
    h("aside", { class: "side" }, invitation(site, table.code), log(model), tally(room)));
}

function heading({ code, room, game }) {
  const facts = [say("{preset} rules", { preset: presetName(room.preset) })];
  if (game && game.round > 0) facts.push(say("round {n}", { n: game.round }));
  if (room.rules.goal !== "single_round") facts.push(goalText(room.rules));
  if (game && game.custom) facts.push(customTitle(game.custom));
  if (room.test) facts.push(say("test deal"));
  if (room.watchers.length) facts.push(say("{n} watching", { n: room.watchers.length }));
  return h("header", { class: "top" }, h("h1", {}, room.name), h("p", { class: "facts" }, facts.join(" · ")),
    h("p", { class: "code" }, say("code {code}", { code })));
}

/** The tables that a screen may show. */
const offered = (tables) => tables.filter((one) => !one.locked && one.watching !== false);

/** The table to show unasked: the only one where somebody is, unless it needs a password. @param {object[]} tables */
export function onlyOne(tables) {
  const [one, ...others] = offered(tables).filter(({ host }) => host);
  return one && !others.length && !one.password ? one : null;
}

/**
 * The list of tables, for a remote control.
 * @param {object} model of model.js
 * @param {string} site where others find the server
 * @param {function(string): void} pick shows the table of that code
 * @returns {object} description for `render`
 */
export function choice(model, site, pick) {
  const tables = offered(model.tables);
  const first = (button) => document.activeElement === document.body && button.focus();
  const items = tables.map((one) => h("li", { key: one.code },
    h("button", { type: "button", class: "place", on: { click: () => pick(one.code) }, made: first },
      h("span", { class: "name" }, one.name), h("span", { class: "quiet" }, about(one)))));
  return h("div", { class: "tv before" },
    h("header", { class: "top" }, h("h1", {}, say("Tables at {server}", { server: model.welcome.name }))),
    h("main", { class: "waiting" }, invitation(site, ""),
      h("div", { class: "who" },
        h("p", { class: "question", role: "status" }, tables.length ? say("Choose a table with the arrows and Enter.")
          : say("No tables yet. Scan the code to open one; it's shown here.")),
        h("ol", { class: "places choices", "aria-label": say("Tables") }, items))));
}

/** How to join: the picture for phones, and the address for fingers. */
function invitation(site, code) {
  return h("section", { class: "join", "aria-label": say("Join") },
    h("img", { class: "qr", src: code ? `/qr/${code}.svg` : "/qr.svg", alt: say("QR code of {address}", { address: site + code }) }),
    h("p", { class: "address" }, site, h("wbr", {}), code),
    h("p", { class: "quiet" }, say("same Wi-Fi as this computer")));
}

/** Half of the seats, as they sit around: the first half above the pile, the others below it, back to the left. */
function seats(model, below) {
  const { occupants } = model.table.room;
  const half = Math.ceil(occupants.length / 2);
  const [from, to] = below ? [half, occupants.length] : [0, half];
  const items = [];
  for (let at = from; at < to; at += 1) items.push(seat(model, at));
  return h("ol", { class: below ? "seats below" : "seats above", start: from + 1, "aria-label": say("Seats") }, items);
}

function seat({ table, result: ended }, at) {
  const { room, game } = table;
  const occupant = room.occupants[at];
  const name = nameOf(table, at);
  if (!name) return h("li", { key: `seat${at}`, class: "seat free" }, h("p", { class: "name" }, say("free")));
  const plays = game.playing[at];
  const turn = askedOf(game.waiting_for).includes(at);
  const count = game.counts[at];
  const classes = ["seat", turn && "turn", !plays && "resting", game.winners.includes(at) && "best"];
  return h("li", { key: `seat${at}`, class: classes.filter(Boolean).join(" "), "aria-current": turn ? "true" : null },
    h("p", { class: "name" }, turn ? h("span", { class: "mark", "aria-hidden": "true" }, "▶") : "", name),
    plays && held(table, at, ended && ended.hands),
    badge(table, at),
    h("p", { class: "notes" }, plays && game.phase !== "voting" ? h("b", {}, sayMany("{n} card", "{n} cards", count)) : "",
      byPoints(room) && game.seated[at] ? h("span", { class: "score" }, pointsText(game.scores[at])) : "", notes(table, occupant, at)));
}

/** A hand from behind, or face up where everyone may see it. */
function held(table, at, shown) {
  const { game } = table;
  const open = (shown && shown[at]) || (game.open_hands.includes(at) && game.hands[at]);
  if (open) return h("p", { class: "hand open" }, open.map((name) => card(name, { size: "small", orange: isOrange(table), label: cardName(name, isOrange(table)) })));
  const backs = Array.from({ length: Math.min(game.counts[at], FAN) }, () => h("span", { class: "back" }));
  return h("p", { class: "hand", "aria-hidden": "true" }, backs);
}

function badge({ room, game }, at) {
  if (!game.playing[at] || game.phase !== "playing") return "";
  if (game.window === at) return h("span", { class: "uno missed" }, say("no UNO!"));
  return game.counts[at] === 1 && room.rules.uno !== "off" ? h("span", { class: "uno" }, "UNO!") : "";
}

function notes(table, occupant, at) {
  const { game } = table;
  const said = [];
  const mercy = nearMercy(table, at);
  if (mercy) said.push(say("out at {n}", { n: mercy }));
  if (game.lost.includes(at)) said.push(say("too many cards"));
  else if (game.out.includes(at)) said.push(say("out"));
  else if (!game.seated[at]) said.push(say("not playing"));
  if (occupant && occupant.stand_in) said.push(say("away, a computer player plays"));
  else if (occupant && !occupant.bot && !occupant.connected) said.push(say("offline"));
  return said.length ? h("span", { class: "quiet" }, said.join(" · ")) : "";
}

/** The pile, large, with what is asked, the direction and the time; or the result. */
function middle(model, now) {
  const { table } = model;
  const { game } = table;
  const rests = game.phase === "between_rounds" || game.phase === "over";
  const asked = question(table);
  const asks = [h("div", { class: "flow" }, colour(table), direction(game)), h("p", { class: "question" }, asked), game.owed ? h("p", { class: "owed" }, `+${game.owed}`) : ""];
  return h("section", { class: !rests && asked.length > LONG ? "middle long" : "middle", "aria-label": say("Table") },
    h("div", { class: "lately" }, game.phase === "playing" && [
      h("div", { class: "stock" }, back({ size: "large" }), h("p", {}, say("Draw pile: {n}", { n: game.stock_count }))),
      h("div", { class: "played", "aria-hidden": "true" }, game.discard.slice(-1 - PLAYED, -1).map((name) =>
        card(name, { orange: isOrange(table) })))]),
    pile(table),
    h("div", { class: "now" }, rests ? result(table) : asks, time(model, now)));
}

function direction(game) {
  if (game.phase !== "playing") return "";
  const [sign, said] = game.direction > 0 ? ["↻", say("clockwise")] : ["↺", say("counter-clockwise")];
  return h("p", { class: "direction" }, h("span", { class: "sign", "aria-hidden": "true" }, sign), said);
}

function question(table) {
  const { held, phase } = table.room;
  if (held) return say("The host paused the game.");
  if (phase === "paused") return say("The game is paused until a player is back.");
  return table.game.waiting_for?.k === "confirm" ? ownText(table) : questionText(table); // the seats are marked
}

function pile(table) {
  const { turn, discard, colour: named, ballot, phase } = table.game;
  if (phase === "voting") return h("ul", { class: "ballot" }, ballot.map((rule) => h("li", { key: rule }, customTitle(rule))));
  const top = discard[discard.length - 1];
  const key = `${turn}-${discard.length}`;
  return h("div", { class: "pile" },
    top ? h("div", { class: "topmost", key }, card(top, { size: "large", orange: isOrange(table), named, label: cardName(top, isOrange(table)) })) : "");
}

function colour(table) {
  const named = table.game.colour;
  if (!named) return "";
  const orange = isOrange(table);
  return h("p", { class: `colour of-${named}${orange ? " orange" : ""}` },
    colourShape(named, { orange }), " ", colourName(named, orange));
}

/** Seconds left, and a bar that becomes shorter. */
function time(model, now) {
  const left = secondsLeft(model, now);
  if (left === null || model.table.room.held) return "";
  return h("div", { class: left < 5.5 ? "time urgent" : "time", role: "timer" },
    timeBar("bar", left, model.clock.of), h("p", {}, say("{n} s", { n: Math.ceil(left) })));
}

function result(table) {
  const { game } = table;
  const names = listing(game.winners.map((at) => nameOf(table, at)));
  const [n, one] = [game.round, game.winners.length === 1];
  let said;
  if (game.phase === "over") said = !names ? say("Nobody wins") : one ? say("{name} wins", { name: names }) : say("{names} win", { names });
  else if (!n) return h("p", { class: "question" }, say("Waiting for the next game."));
  else if (!names) said = say("Nobody wins round {n}", { n });
  else said = one ? say("{name} wins round {n}", { name: names, n }) : say("{names} win round {n}", { names, n });
  const last = game.winners.includes(game.played_by) && game.discard[game.discard.length - 1];
  return [h("h2", { class: "won" }, `★ ${said} ★`),
    last ? h("p", { class: "with" }, say("with the {card}", { card: cardName(last, isOrange(table)) })) : "",
    h("p", { class: "quiet" }, readiness(table.room))];
}

function readiness({ occupants, phase }) {
  if (phase === "closed") return say("The table is closed.");
  const people = occupants.filter((one) => one && !one.bot);
  const late = people.filter((one) => !one.ready).map((one) => one.name);
  return late.length ? say("Waiting for {names}.", { names: listing(late) }) : say("Everyone is ready.");
}

/** Before a game: who is there, and how to join, large. */
function waiting(model, site, now) {
  const { room } = model.table;
  const items = room.occupants.map((one, at) => h("li", { key: `seat${at}`, class: one ? "place" : "place free" },
    h("span", { class: "name" }, one ? one.name : say("free")), one ? standing(one, room.host === at) : ""));
  const free = room.occupants.filter((one) => !one).length;
  const said = free ? sayMany("{n} seat is free.", "{n} seats are free.", free) : readiness(room);
  return h("main", { class: "waiting" }, invitation(site, model.table.code),
    h("div", { class: "who" }, h("ol", { class: "places", "aria-label": say("Seats") }, items),
      h("p", { class: "question" }, said), time(model, now), tally(room)));
}

function standing({ bot, ready, connected }, hosts) {
  const said = [];
  if (hosts) said.push(say("host"));
  if (bot) said.push(say("computer player"));
  else if (!connected) said.push(say("offline"));
  if (!bot && ready) return [h("span", { class: "quiet" }, said.join(" · ")), h("span", { class: "good" }, `✓ ${say("ready")}`)];
  return h("span", { class: "quiet" }, said.join(" · "));
}

/** What the table counts over its games: who has won how often, and the records. */
function tally({ tally: lines }) {
  if (!lines || !lines.length) return "";
  const [wins, ...records] = tallyTexts(lines);
  return h("section", { class: "tonight" }, h("h2", {}, say("Tonight")), h("p", { class: "wins" }, wins),
    records.map((each) => h("p", { class: "quiet" }, each)));
}

/** The last things that happened, the newest first and largest. */
function log({ news: all, count }) {
  const told = [];
  for (let at = all.length - 1; at >= 0 && told.length < LINES; at -= 1) {
    const { event, before } = all[at];
    const text = event.k === "asked" ? "" : eventText(event, before, null);
    if (text) told.push(h("p", { key: `news${count - all.length + at}` }, text));
  }
  return h("div", { class: "log", role: "log", "aria-label": say("What happened") }, told);
}
