/** For who is new: how to play in twenty seconds before the first turn, and a line at the first Wild, Draw Four and UNO. */
import { worded } from "../book.js";
import { card } from "../cards.js";
import { h } from "../dom.js";
import { isAsked } from "../table.js";
import { button } from "./parts.js";

const SECONDS = 20; // for which it stays
const STEPS = { match: ["R7", "R2"], wild: ["W", "W+4"], draw: ["G+2"], uno: ["B1"] };
const TIPS = { "W+4": "tip_draw_four", W: "tip_wild", UNO: "tip_uno" };
const bluffs = (rules) => rules.wild_draw_four === "bluff" && rules.wild_draw_four_needs === "no_colour_match";
const called = (rules) => rules.uno === "call" && rules.uno_penalty !== "0"; // else there is no coin

export function firstTime({ table }, act) {
  const { ui, settings } = act;
  const close = () => act.set("fresh", false);
  if (!settings.fresh || table === null || table.seat === null) return null;
  if (isAsked(table)) return void close(); // never while the player's clock runs, nor after it
  if (ui.over || ui.confirm) return null;
  ui.firstTime ??= setTimeout(close, 1000 * SECONDS);
  return h("section", { key: "first", class: "newcomer", role: "dialog", "aria-labelledby": "first-title" },
    h("div", { class: "panel stack" },
      h("h2", { id: "first-title" }, worded("learn")),
      h("ol", { class: "rules-list" }, Object.entries(STEPS).map(([text, cards]) => h("li", { key: text },
        h("span", { class: "stack3" }, cards.map((each) => card(each))),
        text === "uno" && !called(table.room.rules) ? worded("learn_end") : worded(`learn_${text}`)))),
      button(worded("got_it"), close, {
        class: "main", "aria-keyshortcuts": "Escape", made: (node) => node.focus({ preventScroll: true }),
      })));
}

export function tip({ table }, act) {
  const { settings, ui } = act;
  if (!settings.tips || table?.game?.phase !== "playing" || !isAsked(table) || ui.over || ui.tipped === table.game.decision) return;
  const open = settings.tips.split(" ");
  const { rules } = table.room;
  const hand = table.game.hands[table.seat] ?? [];
  const now = open.find((each) => (each === "UNO" ? hand.length === 2 && called(rules) : hand.includes(each)));
  if (!now) return;
  ui.tipped = table.game.decision; // the next tip at the next question
  act.set("tips", open.filter((each) => each !== now).join(" "));
  act.tell(worded(now === "W+4" && bluffs(rules) ? "tip_bluff" : TIPS[now]));
}
