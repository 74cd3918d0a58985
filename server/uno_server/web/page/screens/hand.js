/** Your hand: one fanned row of cards to press, in the order that you like; and hands of others that are face up. */
import { worded } from "../book.js";
import { h, onResize } from "../dom.js";
import { cardsText, cardText } from "../sentences.js";
import { cardOrder, nameOf, sorted } from "../table.js";
import { begin, fanned, hidden } from "./arena.js";
import { face } from "./piles.js";

const rank = (name) => cardOrder(name) + 100 * (cardOrder(name) < 100 ? cardOrder(name) % 13 : 13);
const BY = {
  colour: sorted,
  rank: (hand) => [...hand].sort((one, other) => rank(one) - rank(other)),
  came: (_hand, kept) => kept,
};

function takeOut(cards, name) {
  const at = cards.indexOf(name);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

/** The hand as it lies, `{name, key}`, each card with a key of its own; `ui` keeps in which order cards came. */
export function inOrder(hand, order, ui) {
  const left = [...hand];
  const kept = (ui.came ?? []).filter((name) => takeOut(left, name));
  ui.came = [...kept, ...left];
  return BY[order](hand, ui.came).map((name, at, all) =>
    ({ name, key: `${name}.${all.slice(0, at).filter((one) => one === name).length}` }));
}

const DOES = { answer_draw_four: "does_pass", answer_stack: "does_pass", keep_one: "does_keep", pass_card: "does_give" };
const doesOf = ({ offer, pick }) => worded(pick.cards.length ? "does_add" : DOES[offer.kind] || "does_play");
const width = (ui) => ui.width || globalThis.innerWidth || 390;

export function hand({ table }, act, controls, size) {
  const { game, seat } = table;
  if (seat === null) return watching(table);
  const ui = (act.ui.hand ??= {});
  const away = [...controls.pick.cards];
  const choosable = new Set(controls.sent ? [] : controls.offer.cards);
  const lying = inOrder(game.hands[seat] || [], act.settings.order, ui).map((one) => {
    const picked = takeOut(away, one.name);
    return { ...one, picked, may: !picked && choosable.has(one.name) };
  });
  if (!lying.some(({ key }) => key === ui.at)) ui.at = (lying.find(({ may }) => may) || lying[0])?.key ?? null;
  const { offer, press } = controls;
  const can = { asks: offer.asked && choosable.size + offer.draw > 0, does: doesOf(controls), press };
  const marks = lying.map(({ may }) => may);
  const laid = fanned(marks, width(ui), size.card);
  const [before, after] = hidden(marks, laid, ui.from ?? 0, width(ui));
  toPlayable(ui, marks, laid, size, table.game.decision);
  const open = game.open_hands.includes(seat) ? `, ${worded("face_up")}` : "";
  return h("section", { key: "hand", class: "hand", "aria-labelledby": "hand-title" },
    h("h2", { id: "hand-title", class: "unseen" }, worded("hand", { cards: cardsText(lying.length) }), open),
    h("div", {
      class: "scroll", made: (node) => watch(node, ui, act),
      on: { scroll: ({ currentTarget }) => scrolled(currentTarget, ui, act, marks, laid) },
    },
      h("ul", {
        role: "list", class: can.asks ? "cards choosing" : "cards", style: { width: `${laid.full}px`, "--slides": laid.full > width(ui) ? "manipulation" : "pinch-zoom" },
        on: { keydown: (event) => moveInHand(event, lying, ui, act), pointermove: (event) => lift(event, lying, ui, act) },
      }, lying.map((one, at) => h("li", {
        key: one.key, class: `${one.picked ? "picked" : one.may ? "yes" : ""}${one.key === ui.lifted ? " lifted" : ""}`,
        style: { transform: placed(laid, at, { ...one, lifted: one.key === ui.lifted }, size) },
      }, inHand(one, table, can, ui))))),
    edge("l", before, `‹${before}`, ui, -1), edge("r", after, `${after}›`, ui, 1));
}

function placed({ lefts, full }, at, { may, picked, lifted }, { card, up }) {
  const rel = lefts.length > 1 ? (lefts[at] + card / 2 - full / 2) / (full / 2) : 0;
  const higher = (picked || may ? -up : 0) - (lifted ? up : 0);
  const down = Math.round(higher + rel * rel * card * 0.13);
  return `translate(${Math.round(lefts[at])}px, ${down}px) rotate(${(rel * 6).toFixed(1)}deg)`;
}

/** A finger that slides along the row lifts the card under it, which stays up to be pressed. */
function lift({ pointerType, clientX, clientY }, lying, ui, act) {
  if (pointerType === "mouse") return;
  const id = document.elementFromPoint(clientX, clientY)?.closest(".in-hand")?.id;
  const key = lying.find((one) => `card-${one.key}` === id)?.key;
  if (!key || key === ui.lifted) return;
  ui.lifted = key;
  act.draw();
}

const edge = (name, count, text, ui, way) => count > 0 && h("button", {
  key: name, type: "button", class: `more ${name}`, tabindex: "-1", "aria-hidden": "true",
  on: { click: () => ui.node?.scrollBy({ left: way * width(ui) * 0.6, behavior: "smooth" }) },
}, text);

function toPlayable(ui, marks, laid, { card }, decision) {
  const now = `${decision} ${marks.filter(Boolean).length}`;
  if (ui.shown === now || !ui.node) return;
  ui.shown = now;
  if (!marks.includes(true) || laid.full <= width(ui)) return;
  setTimeout(() => { ui.node.scrollLeft = begin(marks, laid, width(ui), card); });
}

function scrolled(node, ui, act, marks, laid) {
  const seen = hidden(marks, laid, ui.from ?? 0, width(ui)).join();
  ui.from = node.scrollLeft;
  if (seen !== hidden(marks, laid, ui.from, width(ui)).join()) act.draw();
}

function watch(node, ui, act) {
  Object.assign(ui, { node, from: 0, shown: "" });
  onResize(node, (width) => {
    Object.assign(ui, { width, shown: "" });
    act.draw();
  });
}

function inHand({ name, key, may, picked }, table, can, ui) {
  const drawn = table.game.drawn === name;
  return h("button", {
    type: "button", id: `card-${key}`, class: may ? "in-hand may" : "in-hand", tabindex: key === ui.at ? "0" : "-1",
    "aria-label": [cardText(table, name), may ? can.does : "", drawn ? worded("just_drawn") : ""].filter(Boolean).join(", "),
    "aria-pressed": picked ? "true" : null,
    on: {
      click: () => {
        if (picked) return;
        Object.assign(ui, { at: key, lifted: null });
        can.press(name);
      },
      focus: () => { ui.at = key; },
    },
  }, face(table, name));
}

function moveInHand(event, lying, ui, act) {
  const at = lying.findIndex(({ key }) => key === ui.at);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: lying.length - 1 }[event.key];
  const next = lying[(to + lying.length) % lying.length];
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  ui.at = next.key;
  act.focus(`card-${next.key}`);
  act.draw();
}

const watching = ({ game }) => h("section", { key: "watching", class: "hand watching" },
  h("p", {}, worded(game.hands.some(Boolean) ? "you_watch" : "hidden_hands")));

export function openHands(table) {
  const { game, seat } = table;
  return game.open_hands.filter((other) => other !== seat && game.hands[other]).map((other) =>
    h("section", { key: `open${other}`, class: "open-hand" },
      h("h2", {}, worded("open_hand", { name: nameOf(table, other) })),
      handOf(game.hands[other], table)));
}

export const handOf = (cards, table) => h("ul", { class: "small-cards" }, cards.map((name, at) =>
  h("li", { key: `${name}${at}` }, face(table, name, { size: "small", label: cardText(table, name) }))));
