/** The middle of the table: draw pile, discard pile, colour in play, direction, and what was done last. */

import { back } from "../cards.js";
import { h } from "../dom.js";
import { cardsText, eventText, reactionText } from "../sentences.js";
import { askedOf, nameOf } from "../table.js";
import { mark, say } from "../words.js";
import { cardText, colourText, face, swatch } from "./face.js";
import { cap } from "./parts.js";

const SHOWN = 7000; // milliseconds for which a remark is seen
const LOGGED = 60; // lines
const KEPT = 12; // plays in the strip

/**
 * The piles. @param {object} model @param {(() => void)|null} draw what a press on the draw pile does, if anything
 * @param {...object} over what lies over them: catch, UNO
 */
export function piles(model, draw, ...over) {
  const { game } = model.table;
  const top = game.discard[game.discard.length - 1];
  const under = game.discard.slice(-3, -1);
  const stock = cardsText(game.stock_count);
  const way = game.direction === 1 ? "clockwise" : "counter";
  return h("section", { class: `piles c${game.colour || "none"}`, "aria-label": say("Piles") },
    h("button", {
      key: "stock", class: draw ? "stock can" : "stock", "aria-disabled": draw ? null : "true", tabindex: draw ? null : "-1",
      "aria-label": draw ? `${cap(say("draw a card"))} (${stock})` : say("Draw pile: {cards}.", { cards: stock }),
      on: { click: draw || (() => {}) },
    }, back(), h("span", { class: "left", "aria-hidden": "true" }, String(game.stock_count))),
    h("div", { class: "discard", role: "img", "aria-label": onTop(model.table, top) },
      under.map((name, at) => h("span", { key: `under${at}`, class: `under under${at}` }, face(model.table, name))),
      top && h("span", { key: `top${game.discard.length}${top}`, class: "top" }, face(model.table, top, { size: "large", named: top[0] === "W" ? game.colour : null }))),
    h("div", { class: "now" },
      swatch(model.table, game.colour),
      h("span", { class: `way ${way}` },
        h("span", { class: "arrow", "aria-hidden": "true" }, game.direction === 1 ? "↻" : "↺"),
        game.direction === 1 ? say("clockwise") : say("counter-clockwise"))),
    over);
}

function onTop(table, top) {
  if (!top) return say("The discard pile is empty.");
  const { colour } = table.game;
  return say("On top: {card}. Colour in play: {colour}.", { card: cardText(table, top), colour: colourText(table, colour) });
}

/** What was just said or called across the table; a screen reader is told elsewhere. */
export function remarks(model, act, now = performance.now()) {
  const said = model.news.filter(({ event, at }) => isTalk(event) && now - at < SHOWN && !act.muted(event.name)).slice(-2);
  if (!said.length) return null;
  if (!act.ui.fading) {
    act.ui.fading = setTimeout(() => {
      act.ui.fading = null;
      act.draw();
    }, SHOWN);
  }
  return h("ul", { key: "remarks", class: "remarks", "aria-hidden": "true" }, said.map(({ event, at }) =>
    h("li", { key: `remark${at}` }, h("b", {}, event.name), " ", event.k === "said" ? event.text : reactionText(event.reaction))));
}

const isTalk = ({ k }) => k === "said" || k === "reacted";

/** What each player did last: `{seat, cards, colour, jumped, drew, penalty, what, uno, turned, moved}`, oldest first. */
export function playsOf(news) {
  let plays = [];
  let decision = null;
  for (const { event } of news) {
    if (event.k === "round_dealt") {
      plays = [];
      decision = null;
    } else if (event.k === "asked") decision = event.decision;
    else plays = withPlay(plays, event, decision);
  }
  return plays;
}

const BEFALLEN = { passed: "passed", player_left: "left", player_lost: "lost", uno_caught: "caught", turn_missed: "skipped" };

function withPlay(plays, event, decision) {
  const { seat } = event;
  const last = plays[plays.length - 1];
  const own = last && last.seat === seat;
  const changed = (more) => (last ? [...plays.slice(0, -1), { ...last, ...more }] : plays);
  const another = (more) => [...plays, { seat, cards: [], drew: 0, penalty: 0, ...more }];
  switch (event.k) {
    case "first_card_turned": return [{ seat: null, cards: [event.card], drew: 0, penalty: 0 }];
    case "cards_played": {
      const jumped = decision !== null && !askedOf(decision).includes(seat);
      const made = { cards: event.cards, colour: event.colours[event.colours.length - 1] || null };
      return own && last.drew && !last.cards.length && !jumped ? changed(made) : another({ ...made, jumped });
    }
    case "cards_drawn":
      if (event.reason === "turn") return another({ drew: event.count });
      return own && !last.cards.length && !last.drew ? changed({ penalty: last.penalty + event.count })
        : another({ penalty: event.count });
    case "turn_missed":
      return own && last.penalty ? plays : another({ what: BEFALLEN[event.k] });
    case "passed": case "player_left": case "player_lost": case "uno_caught": return another({ what: BEFALLEN[event.k] });
    case "challenged": return another({ what: event.guilty ? "bluff" : "fair" });
    case "colour_named": return changed({ colour: event.colour });
    case "uno_called": return own ? changed({ uno: true }) : plays;
    case "direction_turned": return changed({ turned: event.direction });
    case "hands_moved": return changed({ moved: true });
    default: return plays;
  }
}

/** What was done last, one small piece for each player, the newest first. */
export function strip(model) {
  const { table } = model;
  const plays = playsOf(model.news);
  const shown = plays.slice(-KEPT).reverse();
  return h("ol", { class: "strip", "aria-label": say("The last plays") },
    shown.map((play, at) => h("li", { key: `piece${plays.length - at}`, class: "piece" }, playParts(table, play))));
}

function playParts(table, play) {
  const parts = [h("span", { class: "who" }, play.seat === null ? say("first card") : who(table, play))];
  const bit = (kind, text) => parts.push(h("span", { class: kind }, text));
  if (play.drew) bit("drew", ` +${play.drew}`);
  if (play.penalty) bit("fault", ` +${play.penalty}`);
  for (const name of play.cards) parts.push(" ", face(table, name, { size: "small", label: cardText(table, name) }));
  if (play.colour) parts.push(" ", swatch(table, play.colour));
  if (play.turned) bit("turned", play.turned === 1 ? " ↻" : " ↺");
  if (play.moved) bit("moved", " ⇄");
  if (play.uno) bit("mark uno", "UNO!");
  return parts;
}

const WHO = {
  skipped: [mark("you're skipped"), mark("{name} skipped")],
  passed: [mark("you pass"), mark("{name} passes")],
  caught: [mark("you're caught"), mark("{name} caught")],
  bluff: [mark("you challenge: a bluff"), mark("{name} challenges: a bluff")],
  fair: [mark("you challenge: no bluff"), mark("{name} challenges: no bluff")],
  left: [mark("you left"), mark("{name} left")],
  lost: [mark("you're out"), mark("{name} out")],
  jumped: [mark("you jump in"), mark("{name} jumps in")],
};

function who(table, play) {
  const name = nameOf(table, play.seat);
  const said = WHO[play.jumped ? "jumped" : play.what];
  if (!said) return play.seat === table.seat ? say("you") : name;
  return play.seat === table.seat ? say(said[0]) : say(said[1], { name });
}

/** The log: what happened, the newest first. */
export function log(model, act) {
  return h("ol", { class: "log", role: "list", tabindex: "0", "aria-label": say("What happened") },
    told(model, act, LOGGED).map(({ key, text }) => h("li", { key }, text)));
}

/** What happened last; a screen reader is told elsewhere. */
export function latest(model, act) {
  const [last] = told(model, act, 1);
  return last ? h("p", { key: "latest", class: "quiet latest", "aria-hidden": "true" }, last.text) : null;
}

function told(model, act, count) {
  const said = [];
  for (let at = model.news.length - 1; at >= 0 && said.length < count; at -= 1) {
    const { event, before } = model.news[at];
    const text = isTalk(event) && act.muted(event.name) ? "" : eventText(event, before);
    if (text) said.push({ key: `news${before ? before.n : at}`, text });
  }
  return said;
}
