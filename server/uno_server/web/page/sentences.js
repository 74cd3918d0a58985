/**
 * What is told in sentences. What happens, what is asked and what is refused the server has put into words (P-4.9); the
 * rest is what the page itself shows and asks. Texts come in cleaned.
 */

import { book, find, worded } from "./book.js";
import { clean } from "./clean.js";
import { askedOf, isAsked, nameOf } from "./table.js";

const NAME_SHOWN = 32;

/** `a`, `a and b`, `a, b and c`. @param {string[]} words */
export function listing(words) {
  if (words.length < 2) return words.join("");
  return worded("and", { some: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

/** Whether the fourth colour of a table is called orange. */
export function isOrange(table) {
  return Boolean(table && table.room.rules.fourth_colour === "orange");
}

/** The name of a colour by its letter, `no colour` for null. */
export function colourName(letter, orange = false) {
  if (orange && letter === "Y") return worded("orange");
  return find(book.colours, letter) ?? worded("no_colour");
}

/** What the number or symbol of a card is called: `5`, `Skip`, `Wild Draw Four`. */
function rankName(card) {
  const rank = card[0] === "W" ? card : card.slice(1);
  return find(book.ranks, rank) ?? rank;
}

/** A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`. */
export function cardName(card, orange = false) {
  const rank = rankName(card);
  return card[0] === "W" ? rank : worded("card", { colour: colourName(card[0], orange), rank });
}

/** `1 card`, `2 cards`. */
export function cardsText(count) {
  return worded("cards", { n: count });
}

/** `1 point`, `2 points`. */
export function pointsText(count) {
  return worded("points", { n: count });
}

/** `30 seconds per turn`, `no time limit`. */
export function perTurnText(seconds) {
  return seconds ? worded("per_turn", { n: seconds }) : worded("no_limit");
}

/** What a level of computer players is called. */
export function levelName(level) {
  return find(book.levels, level)?.[0] ?? level;
}

/** How long computer players take. */
export const paceText = (pace) => find(book.paces, pace)?.[1] ?? pace;

/** The words of a reaction; its code where a newer server knows more of them. */
export function reactionText(code) {
  return find(book.reactions, code) ?? clean(code, NAME_SHOWN).replace(/_/g, " ");
}

/** `1st`, `2nd`, `3rd`, for places up to ten. */
export function ordinal(place) {
  return book.ordinals[place - 1] ?? String(place);
}

/** Whoever said that: `You`, `bob`, `bob (watching)`. */
export function saidBy(event, mine) {
  if (event.seat !== null && event.seat === mine) return worded("you");
  const name = clean(event.name, NAME_SHOWN);
  return event.seat !== null ? name : worded("says_watching", { name });
}

/** Events without a line: `asked` is what `questionText` tells, the others stand in the result. */
const UNTOLD = ["asked", "game_seed", "hands_shown"];

/** What happened, in a sentence, by the table before it; empty if it is not worth a line. */
export function eventText(event, table) {
  const marked = event.k === "ready_changed" && table && table.room.phase !== "waiting"; // the result shows the marks
  return marked || UNTOLD.includes(event.k) ? "" : event.words ?? "";
}

/** Whether an event is about what that seat did, or what hits it. */
export function concerns({ seat, target, by, offender, to, hands, winners }, mine) {
  return mine !== null && ([seat, target, by, offender, to].includes(mine) || Boolean(hands?.[mine] || winners?.includes(mine)));
}

const MOST_AWAY = 3; // of what happened meanwhile, the last ones are told

/** What happened while nobody looked (`model.missed`), in a line; empty if that is nothing to tell. */
export function missedText(missed, table) {
  const mine = table.seat;
  // A table at which nobody else is connected pauses by itself: that is no news for who was away.
  const own = ({ k, seat, phase, held }) => (k === "presence_changed" && seat === mine)
    || (k === "phase_changed" && !held && (phase === "paused" || phase === "playing"));
  const texts = missed.filter(({ event }) => !own(event))
    .map(({ event, before }) => eventText(event, before ?? table)).filter(Boolean);
  const events = texts.slice(-MOST_AWAY).join(" ");
  if (texts.length > MOST_AWAY) return worded("missed_more", { events });
  return events && worded("missed", { events });
}

/** The question to the player (`model.legal` has it), or whom the game waits for; empty if it waits for nothing. */
export function questionText(table, legal = null) {
  const { game, room: { phase } } = table;
  if (phase === "paused") return table.said || worded("paused");
  const waiting = game && game.waiting_for;
  if (!waiting || phase !== "playing") return "";
  if (isAsked(table)) return legal?.words || worded("your_turn");
  const names = listing(askedOf(waiting).map((seat) => nameOf(table, seat)));
  const plain = names && worded("wait_for", { names });
  const said = waiting.seat === null ? names && (find(book.waiting, waiting.k)?.replace("{who}", () => names) ?? plain) : table.said || plain;
  return waiting.k === "confirm" ? `${ownText(table)} ${said}`.trim() : said;
}

/** That a player has lost the connection, and why; empty while there is one. */
export function lostText({ state, name, detail }) {
  if (state !== "lost" && (state !== "connecting" || !name)) return "";
  return `${detail?.bye ? refusalText(detail.bye) : worded("lost")} ${worded("coming_back")}`;
}

/** How many seconds are left: before a deal, or for the player who is asked. */
export function clockText({ room: { phase } }, left) {
  const n = Math.max(1, Math.round(left));
  const seconds = worded("whole_seconds", { n });
  if (phase === "playing") return worded("left_for_you", { seconds });
  return worded(phase === "between_rounds" ? "next_round_in" : "next_game_in", { seconds });
}

/** The question whom a card is aimed at. */
export function whomText(card, table) {
  if (card === "WS" || (card && card[1] === "7")) return worded("swap_whom");
  if (!card) return worded("which_player");
  const rule = card === "WC" && table.game && table.game.custom ? ` (${customTitle(table.game.custom)})` : "";
  return worded("card_player", { card: cardName(card, isOrange(table)) + rule });
}

/** What the host's own rule says, for those who confirm it. */
export const ownText = ({ room }) => worded("own_rule", { text: room.own_text ?? "" });

/** The sentence for an error, a `bye` or a reason why a card cannot be played. */
export function refusalText({ code, text = "", words = "" }) {
  return words || find(book.farewells, code) || text || worded("server_code", { code });
}

/** What a rule of the Customizable cards is called; its own name if it is not known here. */
export const customTitle = (rule) => find(book.customizable, rule)?.[0] ?? rule;

/** What a rule of the Customizable cards says; empty if it is not known here. */
export const customText = (rule) => find(book.customizable, rule)?.[1] ?? "";

/** What an option is called. */
export const optionName = (option) => find(book.options, option)?.title ?? option;

/** What a value of an option means for play, in a sentence; empty where there is nothing to say, or it is not known. */
export function ruleText(option, value) {
  const { means = {} } = find(book.options, option) ?? {};
  return put(find(means, value) ?? means["*"] ?? "", option === "own_text" ? value : decimal(value));
}

const decimal = (text) => text.replace(".", book.point);
const put = (text, value) => text.replace("{value}", () => value);

/** A value of an option in a word or two: `left of the dealer`, `2 cards`. */
export function valueText(option, value) {
  const { words = {} } = find(book.options, option) ?? {};
  return find(words, value) ?? put(words["*"] ?? "{value}", option === "own_text" ? value : decimal(value.replace(/_/g, " ")));
}

/** What is played for, in a few words: `500 points win`. */
export const goalText = ({ goal, target }) => worded(`goal_${goal}`, { n: Number(target) });

/** What keeps people out of a table, or is shown to whom, where that is not the usual. */
export const doorsOf = (table) => Object.keys(book.doors)
  .filter((door) => ({ unlisted: table.listed === false, unwatched: table.watching === false }[door] ?? table[door]))
  .map((door) => book.doors[door]);

/** What a preset is, in a sentence; empty if it is not known here. */
export const presetText = (preset) => find(book.presets, preset)?.text ?? "";
