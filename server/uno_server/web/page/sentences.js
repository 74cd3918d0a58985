/** What is told in sentences, beyond what the server has put into words (P-4.9). Texts come in cleaned. */
import { book, find, worded } from "./book.js";
import { askedOf, isAsked, nameOf } from "./table.js";

export const listing = (words) => words.length < 2 ? words.join("")
  : worded("and", { some: words.slice(0, -1).join(", "), last: words[words.length - 1] });

export const isOrange = (table) => table?.room.rules.fourth_colour === "orange";

const colourName = (letter, orange = false) =>
  orange && letter === "Y" ? worded("orange") : find(book.colours, letter) ?? worded("no_colour");

/** A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`. */
export function cardName(card, orange = false) {
  const wild = card[0] === "W", name = wild ? card : card.slice(1);
  const rank = find(book.ranks, name) ?? name;
  return wild ? rank : worded("card", { colour: colourName(card[0], orange), rank });
}

/** The same as a table calls it: its fourth colour may be orange, a Customizable has a rule. */
export function cardText(table, name) {
  const rule = name === "WC" && table.game?.custom;
  return cardName(name, isOrange(table)) + (rule ? ` (${customTitle(rule)})` : "");
}

export const colourText = (table, colour) => colourName(colour, isOrange(table));
export const cardsText = (n) => worded("cards", { n });
export const pointsText = (n) => worded("points", { n });
export const perTurnText = (n) => n ? worded("per_turn", { n }) : worded("no_limit");
export const levelName = (level) => find(book.levels, level)?.[0] ?? level;
export const paceText = (pace) => find(book.paces, pace)?.[1] ?? pace;
export const ordinal = (place) => book.ordinals[place - 1] ?? String(place);

/** The words of a reaction; its code where a newer server knows more of them. */
export const reactionText = (code) => find(book.reactions, code) ?? code.replace(/_/g, " ");

export function saidBy({ seat, name }, mine) {
  if (seat === null) return worded("says_watching", { name });
  return seat === mine ? worded("you") : name;
}

/** Events without a line: `asked` is what `questionText` tells, the others stand in the result. */
const UNTOLD = ["asked", "game_seed", "hands_shown"];

/** What happened, by the table before it; empty if it is not worth a line. */
export function eventText(event, table) {
  const marked = event.k === "ready_changed" && !event.why && table && table.room.phase !== "waiting"; // the result shows the marks
  return marked || UNTOLD.includes(event.k) ? "" : event.words ?? "";
}

export const concerns = ({ seat, target, by, offender, to, hands, winners }, mine) => mine !== null
  && ([seat, target, by, offender, to].includes(mine) || Boolean(hands?.[mine] || winners?.includes(mine)));

const MOST_AWAY = 3; // lines

/** What happened while nobody looked (`model.missed`), in a line, if anything. */
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

export function lostText({ state, name, detail }) {
  if (state !== "lost" && (state !== "connecting" || !name)) return "";
  return `${detail?.bye ? refusalText(detail.bye) : worded("lost")} ${worded("coming_back")}`;
}

export const claimText = ({ claim, occupants }) => worded("claimed", { name: occupants[claim]?.name });

export function clockText({ room: { phase } }, left) {
  const n = Math.max(1, Math.round(left));
  const seconds = worded("whole_seconds", { n });
  if (phase === "playing") return worded("left_for_you", { seconds });
  return worded(phase === "between_rounds" ? "next_round_in" : "next_game_in", { seconds });
}

export function whomText(card, table) {
  if (card === "WS" || (card && card[1] === "7")) return worded("swap_whom");
  if (!card) return worded("which_player");
  return worded("card_player", { card: cardText(table, card) });
}

export const ownText = ({ room }) => worded("own_rule", { text: room.own_text ?? "" });

export const refusalText = ({ code, text = "", words = "" }) =>
  words || find(book.farewells, code) || text || worded("server_code", { code });

export const customTitle = (rule) => find(book.customizable, rule)?.[0] ?? rule;
export const customText = (rule) => find(book.customizable, rule)?.[1] ?? "";
export const optionName = (option) => find(book.options, option)?.title ?? option;
export const presetText = (preset) => find(book.presets, preset)?.text ?? "";

/** What a value of an option means for play, in a sentence; empty where there is nothing to say. */
export function ruleText(option, value) {
  const { means = {} } = find(book.options, option) ?? {};
  return put(find(means, value) ?? means["*"] ?? "", value, option === "own_text" ? value : decimal(value));
}

const decimal = (text) => text.replace(".", book.point);
const put = (form, value, said = value) => form.replace(/\{(\w+)\}/g,
  (_, place) => value.split("-")[place] ?? (place === "percent" ? decimal(`${+(value * 100).toFixed(6)}`) : said));

export function valueText(option, value) {
  const { words = {} } = find(book.options, option) ?? {};
  const other = words["*"] ?? "{value}";
  return find(words, value) ?? (Array.isArray(other)
    ? value.split(",").map((part, at) => part > 0 && put(other[at] ?? "{value}", part)).filter(Boolean).join(", ")
    : put(other, value, option === "own_text" ? value : decimal(value.replace(/_/g, " "))));
}

export const goalText = ({ goal, target }) => worded(`goal_${goal}`, { n: Number(target) });

const OFF = { unlisted: "listed", unwatched: "watching", no_programs: "programs" };
export const doorsOf = (table) => Object.keys(book.doors)
  .filter((door) => (door in OFF ? table[OFF[door]] === false : table[door])).map((door) => book.doors[door]);
