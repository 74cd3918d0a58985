/** For who is new: how to play in twenty seconds before the first turn, and a line at the first Wild, Draw Four and UNO. */
import { worded } from "../book.js";
import { card } from "../cards.js";
import { h } from "../dom.js";
import { isAsked } from "../table.js";
import { button } from "./parts.js";

const SECONDS = 20; // for which it stays in a game
const STEPS = { match: ["R7", "R2"], wild: ["W", "W+4"], draw: ["G+2"], uno: ["B1"] };
const TIPS = { "W+4": "tip_draw_four", W: "tip_wild", UNO: "tip_uno" };

export function firstTime({ table }, act) {
  const { ui, settings } = act;
  if (!settings.fresh || table === null || table.seat === null || isAsked(table) || ui.over || ui.confirm) return null;
  const close = () => act.set("fresh", false);
  if (table.game?.phase === "playing") ui.firstTime ??= setTimeout(close, 1000 * SECONDS);
  return h("section", { key: "first", class: "newcomer", role: "dialog", "aria-labelledby": "first-title" },
    h("div", { class: "panel stack" },
      h("h2", { id: "first-title" }, worded("learn")),
      h("ol", { class: "rules-list" }, Object.entries(STEPS).map(([text, cards]) => h("li", { key: text },
        h("span", { class: "stack3" }, cards.map((each) => card(each))), worded(`learn_${text}`)))),
      button(worded("got_it"), close, {
        class: "main", "aria-keyshortcuts": "Escape", made: (node) => node.focus({ preventScroll: true }),
      })));
}

export function tip({ table }, act) {
  const open = act.settings.tips.split(" ");
  if (!act.settings.tips || table?.game?.phase !== "playing" || table.seat === null || !isAsked(table) || act.ui.over) return;
  const hand = table.game.hands[table.seat] ?? [];
  const now = open.find((each) => (each === "UNO" ? hand.length === 2 : hand.includes(each)));
  if (!now) return;
  act.set("tips", open.filter((each) => each !== now).join(" "));
  act.tell(worded(TIPS[now]));
}
