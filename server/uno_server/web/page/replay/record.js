/** A record (engine/RECORD.md), or what this page was sent of a game, as a story: what is shown, and checked. Pure. */
import { cleanTree } from "../clean.js";
import { apply, GAME_EVENTS, open } from "../table.js";
import { checkCards } from "./check.js";
import { commitmentOf } from "./deal.js";
import { hex, sha256 } from "./digests.js";
import { broken, kindsOf, seedOf, unfair } from "./promise.js";

const FORMAT = 1;
/** Events from one kept table to the next. */
export const EVERY = 16;
const LOGGED = 60;
const MOST_PAGES = 1000;
const MARKS = {
  __proto__: null,
  round_dealt: ({ round }) => `round ${round}`, uno_called: () => "uno", uno_caught: () => "caught", challenged: () => "challenge",
  hands_moved: () => "swap", game_ended: () => "end",
};
/** Events of a game that change nothing at the table. */
const SAID = [
  "challenged", "drawn_kept", "passed", "player_chosen", "time_ran_out", "turn_missed", "uno_announced", "uno_claimed", "uno_rolled",
];
const PHASES = { voting: "playing", playing: "playing", between_rounds: "between_rounds", over: "finished" };

const isBot = ({ kind }) => ![undefined, "person", "program"].includes(kind);

/** An error that says why a record isn't shown (labels `record_`). */
export const unshown = (why) => Object.assign(new Error(), { why });

/** Whether a record's file is as it was written, by its last line. */
export async function isSound(bytes) {
  const end = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const [last, before] = [bytes.subarray(end), bytes.subarray(bytes.lastIndexOf(10, end - 2) + 1, end)]
    .map((line) => new TextDecoder().decode(line));
  const seconds = before.startsWith("[") ? before.slice(1, before.indexOf(",")) : "0.0";
  return last === `[${seconds},"sha256","${hex(await sha256(bytes.subarray(0, end)))}"]\n`;
}

/**
 * The story of a record's text: {whole, viewer, first, events, header}, each event as {event, words, seconds}.
 *
 * `words` has the sentence of each event, if any are known; `start` the view of the position of a game that began at one.
 * Whether the file is sound is for `isSound` to say, which takes longer. @throws {Error} with `why`: `damaged` or `unknown`
 */
export function storyOf(text, words = [], start = null) {
  const lines = text.split("\n");
  try {
    const header = cleanTree(JSON.parse(lines[0]));
    if (header.unorec !== FORMAT) throw unshown(header.unorec > FORMAT ? "unknown" : "damaged");
    const steps = lines.slice(1, -2).map((line) => JSON.parse(line)).filter(([, which]) => which === "e");
    const events = steps.map(([seconds, , event], at) => ({ event: cleanTree(event), words: words[at] ?? "", seconds }));
    if (events.some(({ event }) => typeof event?.k !== "string")) throw new Error();
    const viewer = Number.isInteger(header.eyes) ? header.eyes : null;
    return { whole: header.eyes === "all", viewer, first: begun(header, start), events, header };
  } catch (fault) {
    throw Object.assign(fault, { why: fault.why ?? "damaged" });
  }
}

/** The bytes of the record that a server has of the last game, page by page (P-8.11). @throws what `ask` rejects with */
export async function fetched(ask) {
  let lines = [], digest = "";
  for (let tries = 0; tries < MOST_PAGES; tries += 1) {
    const page = await ask("record", { at: lines.length });
    if (page.lines && page.digest !== digest) [lines, digest] = [page.at ? [] : [...page.lines], page.at ? "" : page.digest];
    else lines.push(...page.lines ?? []); // a repeat may get a plain `ok`
    if (digest && lines.length >= page.of) return new TextEncoder().encode(`${lines.join("\n")}\n`);
  }
  throw new Error("the record does not end");
}

/** For the events of a record their sentences, from `own`: the same game as it was sent here, or its end; else "". */
export function wordsFrom(own, { events }) {
  const kinds = new Set(events.map(({ event }) => event.k));
  const same = own.events.filter(({ event }) => kinds.has(event.k));
  const before = Math.max(0, events.length - same.length);
  const fits = same.every(({ event }, at) => event.k === events[before + at]?.event.k);
  return events.map((_, at) => (fits && same[at - before]?.words) || "");
}

/** Whether a record ends with the game that was sent here: it may say more of an event, but nothing else. */
export function agrees({ events, promise }, found) {
  const ofGame = ({ event: { k } }) => k in GAME_EVENTS || SAID.includes(k);
  const own = events.filter(ofGame), all = found.events.filter(ofGame);
  const end = all.slice(all.length - own.length);
  const bound = !promise || promise.commitment === (found.header.commitment ?? null);
  return bound && own.length === end.length && own.every(({ event }, at) => within(event, end[at].event));
}

/** Whether a value, as far as it was told, fits the whole one; only those who don't see a hand are told `hidden`. */
const within = (told, whole) => (told ?? null) === null || (typeof told === "object"
  ? Object.entries(told).every(([key, value]) => key === "hidden" || within(value, whole?.[key])) : told === whole);

/** The table of a record before its first event. */
function begun(header, start) {
  const occupants = header.seats.map((one) => one && {
    name: one.name, bot: isBot(one) ? one.kind : null, ready: true, connected: true,
    extra_seconds: 0, ...(one.kind === "program" && { program: true }),
  });
  const room = {
    name: header.table || header.game, preset: header.preset, rules: header.options, own_text: header.own_text ?? null, phase: "playing",
    occupants, remarks: [], watchers: [], show_hands: header.show_hands ?? false,
  };
  const game = header.start ?? start;
  const seat = Number.isInteger(header.eyes) ? header.eyes : null;
  const table = open({ table: "", n: 0, seat, room, game });
  if (!game) apply(table, { n: 1, event: { k: "game_opened", seated: header.seats.map(Boolean) } });
  return table;
}

/** One event more: at a real table others of the table come with it. */
function fold(table, { event, words }, live) {
  apply(table, { n: table.n + 1, event, words });
  if (live || !table.game) return;
  if (event.k === "player_left") apply(table, { n: table.n + 1, event: { k: "seat_freed", seat: event.seat } });
  table.room = { ...table.room, phase: PHASES[table.game.phase] };
}

const isTurn = ({ event: { k, decision } }) => k === "round_ended" || (k === "asked" && decision.k === "take_turn");

/** A story to walk about in; `live`: its events are those of a table, as this page was sent them. */
export class Showing {
  constructor(story) {
    this.story = story;
    const { events, first, kept = [first] } = story;
    const turns = events.flatMap((one, at) => (isTurn(one) ? [at + 1] : []));
    this.turns = [...new Set([0, ...turns, events.length])];
    this.marks = events.flatMap(({ event }, at) => (MARKS[event.k] ? [{ at: at + 1, text: MARKS[event.k](event) }] : []))
      .map((mark) => ({ ...mark, turn: this.turn(mark.at) }));
    this.kept = [...kept]; // as far as they have been needed
    this.last = { at: 0, table: first };
    this.news = []; // so, too
  }

  /** The table after `n` events. */
  folded(n) {
    const { events, live = false } = this.story;
    const near = Math.min(Math.floor(n / EVERY), this.kept.length - 1);
    const goesOn = this.last.at <= n && this.last.at > near * EVERY;
    const table = { ...(goesOn ? this.last.table : this.kept[near]) };
    for (let at = goesOn ? this.last.at : near * EVERY; at < n; at += 1) {
      fold(table, events[at], live);
      if ((at + 1) % EVERY === 0 && this.kept.length === (at + 1) / EVERY) this.kept.push({ ...table });
    }
    this.last = { at: n, table: { ...table } };
    return table;
  }

  get length() { return this.story.events.length; }

  /** After `n` events, as a model that screens are drawn from. `viewer`: whose eyes, null for a spectator; `all`: all hands. */
  after(n, viewer = null, all = false) {
    const { events, whole } = this.story;
    const table = this.folded(n);
    const from = Math.max(0, n - LOGGED);
    for (let at = from; at < n; at += 1) {
      const { event, words } = events[at];
      this.news[at] ??= { event: { cards: [], ...event, words }, at: -Infinity, missed: false };
    }
    const news = this.news.slice(from, n);
    const shown = whole ? seen(table, viewer, all) : table;
    return { table: shown, news, count: n, clock: null, name: "", state: "in", result: null };
  }

  turn(n) { return this.turns.filter((at) => at <= n).length - 1; }
  next(n, stops = this.turns) { return stops.find((at) => at > n) ?? this.length; }
  back(n, stops = this.turns) { return stops.filter((at) => at < n).pop() ?? 0; }
  get stops() { return this.marks.map(({ at }) => at); }
}

/** A table of which everything is known, through one's eyes. */
function seen(table, viewer, all) {
  const { game } = table;
  if (!game) return { ...table, seat: viewer };
  const open = (seat) => all || seat === viewer || game.open_hands.includes(seat);
  const hands = game.hands.map((hand, seat) => (open(seat) ? hand ?? [] : null));
  const drawn = all || game.waiting_for?.seat === viewer ? game.drawn : null;
  const votes = game.votes.map((vote, seat) => (open(seat) ? vote : null));
  return { ...table, seat: viewer, game: { ...game, hands, drawn, votes } };
}

/**
 * What can be said of the cards of a story: {verdict, at, what, cards}. `verdict`: `true`, and with a promise of the server
 * `mixed` with the player's own bytes, `bare` of them, or without bytes that were listed, the player's (`lost`) or those of
 * `others`; `unbound`, if the server promised nothing; `part`, where this page missed some of it (`seen`: {first, events}
 * before that); `false`, first at event `at`, or without it if what comes before the cards is;
 * `open` (the seed is not known), `closed` (and never will be), `late` (the beginning isn't) or `placed` (nothing was dealt).
 */
export async function verdictOf(story) {
  const { header = {}, seen: { first, events } = story } = story;
  const { seed = header.seed, show_hands: open = header.show_hands } = story;
  if (header.position || header.start) return { verdict: "placed" };
  if (story.late && !story.seen) return { verdict: "late" };
  const wrong = seed || open || !story.live ? promised(story, seed) : "";
  if (wrong) return { verdict: "false", what: wrong };
  if (!seed) return { verdict: open ? "open" : "closed" };
  try {
    const found = await checkCards(first, events.map(({ event }) => event), seed, header.chosen ?? story.chosen ?? null);
    return { verdict: "what" in found ? "false" : kindOf(story), ...found };
  } catch {
    return { verdict: "false", what: "cards" };
  }
}

function kindOf(story) {
  const { promise, missed, header, commitment = header?.commitment } = story, [mixed] = mixedIn(story);
  if (!(promise ?? { commitment }).commitment) return "unbound";
  if (missed || promise?.missed) return "part";
  if (!promise) return "true";
  const { seat, own } = promise;
  if (own && mixed?.shares[seat] !== own) return "lost";
  if (mixed?.dropped?.length) return "others";
  return seat === null ? "true" : own ? "mixed" : "bare";
}

const mixedIn = ({ seen, events }) => [...seen?.events ?? [], ...events].map(({ event }) => event).filter(({ k }) => k === "deal_mixed");

/** What is wrong with commitment, shares and seed, if anything. In a record of some eyes nothing is but the list. */
function promised(story, seed) {
  const { whole, header = {}, first, promise, secret = header.secret, commitment = header.commitment } = story;
  const [mixed, again] = mixedIn(story);
  if (again) return "mixing";
  if (promise) return broken(promise, mixed, secret, seed);
  const kinds = kindsOf(first), wrong = unfair(kinds, header.shares ?? [], mixed);
  if (!secret) return whole && (commitment || mixed) ? "unopened" : wrong;
  if (commitment ? commitmentOf(secret) !== commitment : whole) return "secret";
  return wrong || (seedOf(secret, kinds, mixed) === seed ? "" : "mixing");
}
