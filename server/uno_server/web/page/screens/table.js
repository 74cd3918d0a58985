/** The table in play: the felt in the colour in play, players around the piles, what is asked, the hand. */
import { worded } from "../book.js";
import { pattern } from "../cards.js";
import { h, onResize } from "../dom.js";
import { customTitle, goalText } from "../sentences.js";
import { isAsked } from "../table.js";
import { arrange, sizes } from "./arena.js";
import { hand, openHands } from "./hand.js";
import { begun, icon, WHOLE } from "./parts.js";
import { feltOf, log, piles } from "./piles.js";
import { playing } from "./playing.js";
import { ballot, question } from "./question.js";
import { light, othersOf, ownSign, players, reactions, remarks } from "./seats.js";

const ROOM = 270; // pixels that an arena with reactions needs
const KEPT = 1500; // milliseconds for which a drawn card is seen that can only be kept

export function table(model, act) {
  const { game, seat } = model.table;
  if (!game) return h("p", { class: "quiet" }, "…");
  const controls = playing(model, act);
  const ui = act.ui.play;
  if (begun(act, WHOLE)) focusOnQuestion(model, act, controls.offer.step);
  keepAlone(model, controls, ui);
  const size = sizes(globalThis.innerWidth ?? 390, globalThis.innerHeight ?? 844, (game.hands[seat] ?? []).length);
  const voting = game.phase === "voting";
  const up = !size.flat && (size.short || (!voting && ui.room?.h < ROOM));
  const colour = feltOf(model.table);
  if (ui.felt !== colour) Object.assign(ui, { felt: colour, feltBefore: ui.felt ?? colour });
  return h("div", {
    class: `play${seat === null ? " watched" : ""}${voting ? " voting" : ""}`, on: { keydown: intoHand },
    style: { "--card": `${size.card}px`, "--up": `${size.up}px` },
  },
  [...new Set([ui.feltBefore, colour])].map((each) => h("div", { key: `felt${each}`, class: `felt felt-${each}${each === colour && colour !== ui.feltBefore ? " tint" : ""}` })),
  h("div", { key: "woven", class: "felt woven" }, pattern()),
  voting ? h("div", { key: "vote", class: "arena", made: measured(ui, act) }, ballot(model, controls)) : arena(model, act, controls, size, up),
  reactions(act, up ? " up" : ""),
  h("div", { key: "rail", class: "rail" }),
  !voting && (begun(act, WHOLE) ? [question(model, act, controls), ownSign(model, act), hand(model, act, controls, size)]
    : [h("section", { key: "ask", class: "ask" }, h("div", { key: "row", class: "question" })), h("section", { key: "hand", class: "hand" })]),
  events(model, act, ui));
}

function keepAlone(model, { offer, sent, give }, ui) {
  const { decision } = model.table.game;
  if (!offer.asked || offer.kind !== "play_drawn" || !offer.keep || offer.cards.length || sent || ui.keeps === decision) return;
  ui.keeps = decision;
  setTimeout(() => { if (model.table?.game?.decision === decision) give("keep"); }, KEPT);
}

function arena(model, act, controls, size, up) {
  const { table: at } = model;
  const { play: ui } = act.ui;
  const { w, h: high, safe } = ui.room ?? { w: globalThis.innerWidth ?? 390, h: (globalThis.innerHeight ?? 844) * 0.6, safe: 0 };
  const laid = arrange(othersOf(at).length, w, high, size, safe, high - (up || size.flat ? 10 : 50));
  return h("div", {
    key: "arena", class: `arena${laid.tight ? " tight" : ""}${laid.bare ? " bare" : ""}`, style: { "--face": `${laid.face}px` },
    made: measured(ui, act),
  },
  heading(model), light(laid, at), begun(act, 1) && players(model, act, laid, w),
  piles(model, laid, begun(act, WHOLE) && draws(controls, at.game)), remarks(model, act), openHands(at), order(act),
  happened(act, ui));
}

const measured = (ui, act) => (node) => onResize(node, (w, high, safe) => {
  ui.room = { w, h: high, safe };
  act.draw();
});

function draws({ offer, sent, give }, { waiting_for: asked }) {
  const kind = !sent && (offer.draw ? "draw" : offer.accept && "accept");
  return kind ? { words: worded(kind, { n: asked?.penalty }), run: () => give(kind) } : null;
}

const heading = ({ table: { game, room } }) => h("p", { class: "unseen" }, [
  worded("round", { n: game.round }),
  room.rules.goal !== "single_round" && goalText(room.rules),
  game.custom && `${worded("customizable")}: ${customTitle(game.custom)}`,
  room.watchers.length > 0 && worded("watchers", { n: room.watchers.length }),
].filter(Boolean).join(" · "));

const NEXT = { colour: "rank", rank: "came", came: "colour" };

const order = (act) => icon("order", worded("order_now", { order: worded(`order_${act.settings.order}`) }),
  () => act.set("order", NEXT[act.settings.order]), { key: "order", class: "icon corner order", "aria-keyshortcuts": "s" });

const happened = (act, ui) => icon("log", worded("happened"), () => { ui.log = !ui.log; act.draw(); },
  { key: "happened", class: "icon corner happened", "aria-expanded": String(Boolean(ui.log)), "aria-controls": "events", "aria-keyshortcuts": "l" });

const events = (model, act, ui) =>
  h("section", { key: "events", id: "events", class: ui.log ? "events open" : "events", "aria-labelledby": "events-title" },
    h("h2", { id: "events-title" }, worded("happened")),
    ui.log && [icon("close", worded("close_message"), () => { ui.log = false; act.draw(); }, { "aria-keyshortcuts": "Escape" }), log(model, act)]);

/** A question that opens gets the focus, but not from somebody who types or has chosen a card already. */
function focusOnQuestion({ table: at }, act, step) {
  const { decision, waiting_for: asked } = at.game;
  const { play: ui, over, confirm } = act.ui;
  const more = ["colour", "target", "confirm"].includes(step) ? step : "";
  const now = isAsked(at) || more ? `${decision} ${more}` : "";
  if (ui.asked === now) return;
  ui.asked = now;
  const focused = document.activeElement;
  const typing = focused?.matches("input, textarea, select");
  const inHand = !more && focused?.closest(".hand") && asked?.k === "take_turn";
  if (now && !typing && !inHand && !over && !confirm) act.want("question");
}

function intoHand(event) {
  if (event.defaultPrevented || !/^Arrow/.test(event.key) || event.target.closest(".log")) return;
  event.preventDefault();
  document.querySelector(".hand [tabindex='0']")?.focus();
}
