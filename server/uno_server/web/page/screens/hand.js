/** The own hand: cards to press, in the order that the player likes; open hands of others. */

import { h } from "../dom.js";
import { cardsText } from "../sentences.js";
import { cardOrder, nameOf } from "../table.js";
import { mark, say } from "../words.js";
import { cardText, face } from "./face.js";

const FEW = 8; // up to so many cards are drawn large
const SOME = 16;
const RANK = (name) => cardOrder(name) % 13;
const BY = {
  colour: (hand) => [...hand].sort((one, other) => cardOrder(one) - cardOrder(other)),
  rank: (hand) => [...hand].sort((one, other) =>
    (cardOrder(one) >= 100) - (cardOrder(other) >= 100) || RANK(one) - RANK(other) || cardOrder(one) - cardOrder(other)),
  came: (hand, kept) => hand.length ? kept : [],
};

/**
 * The hand as it lies, each card with a key of its own.
 * @param {string[]} hand @param {string} order "colour", "rank" or "came" @param {object} ui keeps in which order cards came
 * @returns {{name: string, key: string}[]}
 */
export function inOrder(hand, order, ui) {
  const left = [...hand];
  const kept = (ui.came || []).filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  ui.came = [...kept, ...left];
  const seen = new Map();
  return (BY[order] || BY.colour)(hand, ui.came).map((name) => {
    const nth = seen.get(name) || 0;
    seen.set(name, nth + 1);
    return { name, key: `${name}.${nth}` };
  });
}

const DOES = { answer_draw_four: mark("passes it on"), answer_stack: mark("passes it on"), keep_one: mark("can be kept"), pass_card: mark("can be given") };

/** What pressing a marked card means. */
const doesOf = ({ offer, pick }) => say(pick.cards.length ? mark("can be added") : DOES[offer.kind] || mark("can be played"));

/** The size of cards for a hand of so many. */
const sizeOf = (count) => (count <= FEW ? "few" : count <= SOME ? "some" : "many");

/**
 * The own hand.
 * @param {object} model
 * @param {object} act
 * @param {object} controls of `playing`
 * @param {...object} beside what stands beside its title
 */
export function hand(model, act, controls, ...beside) {
  const { table } = model;
  const { game, seat } = table;
  if (seat === null) return watching(table);
  const ui = act.ui.hand || (act.ui.hand = {});
  const cards = inOrder(game.hands[seat] || [], act.settings.order, ui);
  const away = [...controls.pick.cards];
  const can = { choosable: new Set(controls.sent ? [] : controls.offer.cards), does: doesOf(controls), press: controls.press };
  const lying = cards.filter(({ name }) => {
    const at = away.indexOf(name);
    if (at >= 0) away.splice(at, 1);
    return at < 0;
  });
  if (!lying.some(({ key }) => key === ui.at)) {
    const first = lying.find(({ name }) => can.choosable.has(name)) || lying[0];
    ui.at = first ? first.key : null;
  }
  const size = sizeOf(lying.length);
  const open = game.open_hands.includes(seat) ? `, ${say("face up")}` : "";
  return h("section", { class: `hand ${size}`, "aria-labelledby": "hand-title" },
    h("div", { class: "hand-bar" },
      h("h2", { id: "hand-title" }, h("span", { class: "unseen" }, say("Your hand: {cards}", { cards: cardsText(lying.length) }), open),
        h("span", { "aria-hidden": "true" }, cardsText(lying.length), open)),
      beside),
    h("ul", { role: "list", class: can.choosable.size ? "cards choosing" : "cards", on: { keydown: (event) => moveInHand(event, lying, ui, act) } },
      lying.map((one) => h("li", { key: one.key }, inHand(one, table, can, ui)))));
}

function inHand({ name, key }, table, can, ui) {
  const may = can.choosable.has(name);
  const drawn = table.game.drawn === name;
  return h("button", {
    type: "button", id: `card-${key}`, class: may ? "in-hand may" : "in-hand", tabindex: key === ui.at ? "0" : "-1",
    "aria-label": [cardText(table, name), may ? can.does : "", drawn ? say("just drawn") : ""].filter(Boolean).join(", "),
    on: { click: () => { ui.at = key; can.press(name); }, focus: () => { ui.at = key; } },
  }, face(table, name));
}

/** Arrow keys, Home and End move within the hand; up and down by what lies above and below. */
function moveInHand(event, lying, ui, act) {
  const at = lying.findIndex(({ key }) => key === ui.at);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: lying.length - 1 }[event.key];
  const next = event.key === "ArrowUp" || event.key === "ArrowDown" ? beyond(event, lying, at)
    : lying[(to + lying.length) % lying.length];
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  ui.at = next.key;
  act.focus(`card-${next.key}`);
  act.draw();
}

function beyond(event, lying, at) {
  const boxes = lying.map(({ key }) => document.getElementById(`card-${key}`).getBoundingClientRect());
  const down = event.key === "ArrowDown";
  const rows = boxes.map((box, index) => ({ index, far: Math.abs(box.left - boxes[at].left), top: box.top }))
    .filter(({ top }) => (down ? top > boxes[at].top + 4 : top < boxes[at].top - 4));
  if (!rows.length) return null;
  const row = rows.reduce((one, other) => ((down ? other.top < one.top : other.top > one.top) ? other : one)).top;
  const best = rows.filter(({ top }) => Math.abs(top - row) < 4).reduce((one, other) => (other.far < one.far ? other : one));
  return lying[best.index];
}

function watching(table) {
  const words = say("You're watching: hands stay hidden");
  const { game } = table;
  return h("section", { class: "hand watching", key: "watching" },
    h("p", { class: "quiet" }, game.hands.some(Boolean) ? say("You're watching.") : words));
}

/** The hands of others that lie open. */
export function openHands(table) {
  const { game, seat } = table;
  return game.open_hands.filter((other) => other !== seat && game.hands[other]).map((other) =>
    h("section", { key: `open${other}`, class: "open-hand" },
      h("h2", {}, say("{name}'s hand is face up", { name: nameOf(table, other) })),
      handOf(game.hands[other], table)));
}

/** A hand to look at. @param {string[]} cards @param {object} table */
export function handOf(cards, table) {
  return h("ul", { class: "small-cards" }, cards.map((name, at) =>
    h("li", { key: `${name}${at}` }, h("span", { role: "img", "aria-label": cardText(table, name) }, face(table, name, { size: "small" })))));
}
