/** The middle of the table: draw pile, discard pile, what is coming; and what happened, as lines. */
import { worded } from "../book.js";
import { back, card } from "../cards.js";
import { h } from "../dom.js";
import { lettering } from "../lettering.js";
import { cardsText, cardText, colourText, eventText, isOrange } from "../sentences.js";
import { cap, press, px } from "./parts.js";

const LOGGED = 60; // lines
const UNDER = 4; // cards that are seen below the top one
const TURNS = [-13, 8, -5, 11, 3]; // degrees by which they lie askew
const at = ([x, y], width) => ({ left: px(x), top: px(y), "--wide": px(width) });
export const face = (table, name, look = {}) => card(name, { orange: isOrange(table), ...look });

export const feltOf = (table) => table.game.colour === "Y" && isOrange(table) ? "O" : table.game.colour ?? "N";

/** The piles, as `arrange` has laid them; `draw`: `{words, run}` of a press on the draw pile, if it does anything. */
export function piles(model, laid, draw) {
  const { game } = model.table;
  const stock = cardsText(game.stock_count);
  const owed = game.waiting_for?.penalty || game.owed;
  return h("section", { key: "piles", "aria-label": worded("piles") },
    press(draw ? draw.run : () => {}, {
      key: "stock", class: draw ? "stock can" : "stock", style: at(laid.draw, laid.stock), "aria-disabled": draw ? null : "true",
      tabindex: draw ? null : "-1", "aria-keyshortcuts": draw ? "d" : null, "aria-label": draw ? `${draw.words} (${stock})` : worded("stock", { cards: stock }),
    }, game.stock_count > 1 && h("i", { class: "deep" }), back(),
    h("span", { class: "left", "aria-hidden": "true" }, draw ? draw.words : String(game.stock_count))),
    discard(model.table, laid),
    owed > 0 && h("div", { key: "owed", class: "owed", style: at(laid.draw, laid.stock), "aria-hidden": "true" }, lettering(`+${owed}`, { fill: "#ffc93c" })));
}

function discard(table, laid) {
  const { discard: cards, colour } = table.game;
  const top = cards[cards.length - 1];
  const under = cards.slice(-1 - UNDER, -1);
  return h("div", { key: "discard", class: "discard", role: "img", "aria-label": onTop(table, top), style: at(laid.top, laid.pile) },
    under.map((name, k) => {
      const n = cards.length - 1 - under.length + k;
      const turn = `translate(${Math.round(Math.sin(n * 2.4) * 7)}%, ${Math.round(Math.cos(n * 1.9) * 4)}%) rotate(${TURNS[n % TURNS.length]}deg)`;
      return h("span", { key: `card${n}`, style: { transform: turn } }, face(table, name));
    }),
    top && h("span", { key: `card${cards.length - 1}`, class: "top", style: { transform: "rotate(-3deg)" } },
      face(table, top, { size: "large", named: top[0] === "W" ? colour : null })));
}

function onTop(table, top) {
  if (!top) return worded("no_discard");
  const { colour, direction } = table.game;
  return `${worded("on_top", { card: cardText(table, top), colour: colourText(table, colour) })} ${
    cap(direction === 1 ? worded("clockwise") : worded("counter"))}.`;
}

export const log = (model, act) => h("ol", { class: "log", role: "list", tabindex: "0", "aria-label": worded("happened") },
  told(model, act, LOGGED).map(({ key, text }) => h("li", { key }, text)));

export function latest(model, act) {
  const [last] = told(model, act, 1);
  return last && h("p", { key: "latest", class: "latest", "aria-hidden": "true" }, last.text);
}

export function told({ news, count }, act, most) {
  const said = [];
  for (let at = news.length - 1; at >= 0 && said.length < most; at -= 1) {
    const { event, before } = news[at];
    const text = ["said", "reacted"].includes(event.k) && act.muted(event.name) ? "" : eventText(event, before);
    if (text) said.push({ key: `news${count - news.length + at}`, text });
  }
  return said;
}
