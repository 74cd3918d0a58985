/** The table in play: players, piles, what is asked, the hand, and what happened. */

import { h } from "../dom.js";
import { customTitle, goalText } from "../sentences.js";
import { isAsked, nameOf } from "../table.js";
import { say } from "../words.js";
import { hand, openHands } from "./hand.js";
import { log, piles, remarks, strip } from "./piles.js";
import { playing } from "./playing.js";
import { ballot, question } from "./question.js";
import { players } from "./seats.js";

/** The screen. @param {object} model @param {object} act @returns {object} description */
export function table(model, act) {
  const { game, seat } = model.table;
  if (!game) return h("p", { class: "quiet" }, "…");
  const controls = playing(model, act);
  const ui = act.ui.play;
  focusOnQuestion(model, act, controls.offer.step);
  const draws = controls.offer.draw && !controls.sent ? () => controls.give("draw") : null;
  const middle = game.phase === "voting" ? [h("div", { key: "vote", class: "middle" }, ballot(model, controls))] : [
    h("div", { key: "middle", class: "middle" }, piles(model, draws, remarks(model, act), calls(model, controls)), strip(model)),
    question(model, act, controls),
    hand(model, act, controls, order(act), happened(act, ui), armed(model, controls)),
  ];
  return h("div", { class: `play${seat === null ? " watched" : ""}`, on: { keydown: intoHand } },
    h("div", { key: "around", class: "around", tabindex: "0" }, heading(model), players(model), openHands(model.table)), middle, events(model, act, ui));
}

function heading({ table: { game, room } }) {
  const parts = [say("round {n}", { n: game.round })];
  if (room.rules.goal !== "single_round") parts.push(goalText(room.rules));
  if (game.custom) parts.push(`${say("Customizable")}: ${customTitle(game.custom)}`);
  if (room.watchers.length) parts.push(say("{n} watching", { n: room.watchers.length }));
  return h("p", { class: "heading quiet" }, parts.join(" · "));
}

/** What has to be quick: UNO, and catching who forgot it. */
function calls({ table: shown }, { offer, call, catch: caught }) {
  const buttons = offer.catches.map((seat, at) => h("button", {
    key: `catch${seat}`, type: "button", class: "danger call", "aria-keyshortcuts": at ? null : "c", on: { click: () => caught(seat) },
  }, say("Catch {name}!", { name: nameOf(shown, seat) })));
  if (offer.uno === "call") {
    buttons.push(h("button", { key: "uno", type: "button", class: "danger call", "aria-keyshortcuts": "u", on: { click: call } }, say("Call UNO!")));
  }
  return buttons.length > 0 && h("div", { key: "calls", class: "calls", role: "alert" }, buttons);
}

/** The switch that calls UNO with the play that leaves one card. */
function armed({ table: { game, seat, room: { rules } } }, { offer, pick, left, arm }) {
  const due = pick.cards.length ? left === 1 : offer.uno === "arm";
  if (rules.uno !== "call" || rules.uno_penalty === "0" || !game.playing[seat]) return null;
  return h("button", {
    key: "armed", type: "button", class: due && !pick.armed ? "arm due" : "arm", "aria-pressed": String(pick.armed),
    "aria-label": say("Call UNO with the play that leaves one card"), "aria-keyshortcuts": offer.uno === "call" ? null : "u",
    on: { click: arm },
  }, "UNO", h("span", { class: "knob", "aria-hidden": "true" }));
}

const ORDERS = ["colour", "rank", "came"];

function order(act) {
  const now = ORDERS.includes(act.settings.order) ? act.settings.order : ORDERS[0];
  const words = { colour: say("by colour"), rank: say("by rank"), came: say("as they came") };
  return h("button", {
    key: "order", type: "button", class: "plain order", "aria-label": say("Order of cards: {order}", { order: words[now] }), "aria-keyshortcuts": "s",
    on: { click: () => act.set("order", ORDERS[(ORDERS.indexOf(now) + 1) % ORDERS.length]) },
  }, h("span", { "aria-hidden": "true" }, "⇅"), h("span", { class: "words", "aria-hidden": "true" }, words[now]));
}

/** Opens what happened, where there is no room for it beside the table. */
function happened(act, ui) {
  return h("button", {
    key: "happened", type: "button", class: "plain happened", "aria-expanded": String(Boolean(ui.log)), "aria-controls": "events",
    "aria-label": say("What happened"), "aria-keyshortcuts": "l", on: { click: () => { ui.log = !ui.log; act.draw(); } },
  }, h("span", { "aria-hidden": "true" }, "≡"));
}

function events(model, act, ui) {
  return h("section", { key: "events", id: "events", class: ui.log ? "events open" : "events", "aria-labelledby": "events-title" },
    h("h2", { id: "events-title" }, say("What happened")), log(model, act));
}

/** A question that opens gets the focus, but not from somebody who types or has chosen a card already. */
function focusOnQuestion({ table: at }, act, step) {
  const { decision, waiting_for: asked } = at.game;
  const { play: ui, over, confirm } = act.ui;
  const more = ["colour", "target", "confirm"].includes(step) ? step : "";
  const now = isAsked(at) || more ? `${decision} ${more}` : "";
  if (ui.asked === now) return;
  ui.asked = now;
  const focused = document.activeElement;
  const typing = focused && /^(INPUT|TEXTAREA|SELECT)$/.test(focused.tagName);
  const inHand = !more && focused && focused.closest(".hand") && asked && asked.k === "take_turn";
  if (now && !typing && !inHand && !over && !confirm) act.focus("question");
}

/** Arrow keys lead into the hand from wherever the focus is on the table. */
function intoHand(event) {
  if (event.defaultPrevented || !/^Arrow/.test(event.key) || event.target.closest(".around, .strip, .log")) return;
  const first = document.querySelector(".hand [tabindex='0']");
  if (!first) return;
  event.preventDefault();
  first.focus();
}
