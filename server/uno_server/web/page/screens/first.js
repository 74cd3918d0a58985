/** For who is new: how to play in twenty seconds before the first turn, and a line at the first Wild, Draw Four and UNO. */
import { card } from "../cards.js";
import { h } from "../dom.js";
import { isAsked } from "../table.js";
import { mark, say } from "../words.js";
import { button } from "./parts.js";

const SECONDS = 20; // for which it stays in a game
const STEPS = [
  [["R7", "R2"], mark("Play a card of the same colour or with the same sign.")],
  [["W", "W+4"], mark("A wild card goes on any other: you name the colour.")],
  [["G+2"], mark("Nothing fits? Draw a card.")],
  [["B1"], mark("Say UNO when you play your last card but one. The first player without cards wins.")],
];
const TIPS = {
  "W+4": mark("Wild Draw Four: the next player draws four, or calls your bluff. It's fair if nothing of the colour is in your hand."),
  W: mark("A Wild goes on any card, and you name the colour."),
  UNO: mark("Two cards left: press UNO, then play one of them."),
};

/** The overlay: while the player waits, never in their turn. */
export function firstTime({ table }, act) {
  const { ui, settings } = act;
  if (!settings.fresh || table === null || table.seat === null || isAsked(table) || ui.over || ui.confirm) return null;
  const close = () => act.set("fresh", false);
  if (table.game?.phase === "playing") ui.firstTime ??= setTimeout(close, 1000 * SECONDS);
  return h("section", { key: "first", class: "newcomer", role: "dialog", "aria-labelledby": "first-title" },
    h("div", { class: "panel stack" },
      h("h2", { id: "first-title" }, say("How to play, in twenty seconds")),
      h("ol", { class: "rules-list" }, STEPS.map(([cards, text]) => h("li", { key: text },
        h("span", { class: "stack3" }, cards.map((each) => card(each))), say(text)))),
      button(say("Got it"), close, {
        class: "main", "aria-keyshortcuts": "Escape", made: (node) => node.focus({ preventScroll: true }),
      })));
}

/** One line, the first time that it matters. */
export function tip({ table }, act) {
  const open = act.settings.tips.split(" ");
  if (!act.settings.tips || table?.game?.phase !== "playing" || table.seat === null || !isAsked(table) || act.ui.over) return;
  const hand = table.game.hands[table.seat] ?? [];
  const now = open.find((each) => (each === "UNO" ? hand.length === 2 : hand.includes(each)));
  if (!now) return;
  act.set("tips", open.filter((each) => each !== now).join(" "));
  act.tell(say(TIPS[now]));
}
