/** Sentences: what happens, what is asked and what is refused, told from the viewer's side. Texts come in cleaned. */

import { clean } from "./clean.js";
import { CUSTOM, LEVELS, OPTIONS, PRESET_TEXTS, USUAL } from "./rules.js";
import { askedOf } from "./table.js";
import {
  BY_CLAUSE, COLOURS, DEPENDS_ON, ERRORS, NAMES, ORDINALS, PACES, RANKS, REACTIONS, RECORDS, SENTENCES, SWITCHES, TOLD_BETTER,
} from "./told.js";
import { language, listing, mark, say, sayAs, sayMany } from "./words.js";

const NAME_SHOWN = 32;

/** What a table of ours has for a word of the server, which may be any. */
const find = (table, key) => (Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined);

/** Whether the fourth colour of a table is called orange. */
export function isOrange(table) {
  return Boolean(table && table.room.rules.fourth_colour === "orange");
}

/**
 * The name of a colour, `no colour` for null.
 * @param {?string} letter R, Y, G, B
 * @param {boolean} [orange]
 */
export function colourName(letter, orange = false) {
  if (orange && letter === "Y") return say("orange");
  return say(find(COLOURS, letter) || "no colour");
}

/** What the number or symbol of a card is called: `5`, `Skip`, `Wild Draw Four`. */
function rankName(card) {
  const rank = card[0] === "W" ? card : card.slice(1);
  return say(find(RANKS, rank) || "") || rank;
}

/**
 * A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`.
 * @param {string} card as in P-3
 * @param {boolean} [orange]
 */
export function cardName(card, orange = false) {
  const rank = rankName(card);
  return card[0] === "W" ? rank : say("{colour} {rank}", { colour: colourName(card[0], orange), rank });
}

/** Several cards in words. */
function cardNames(cards, orange = false) {
  return listing(cards.map((card) => cardName(card, orange))) || say("no cards");
}

/** `1 card`, `2 cards`. */
export function cardsText(count) {
  return sayMany("{n} card", "{n} cards", count);
}

/** `1 point`, `2 points`. */
export function pointsText(count) {
  return sayMany("{n} point", "{n} points", count);
}

/** `30 seconds per turn`, `no time limit`. */
export function perTurnText(seconds) {
  return seconds ? sayMany("{n} second per turn", "{n} seconds per turn", seconds) : say("no time limit");
}

/** What a level of computer players is called. */
export function levelName(level) {
  return find(LEVELS, level) || level === "random" ? say(level) : level;
}

/** How long computer players take. */
export const paceText = (pace) => say(find(PACES, pace) || "") || pace;

/** The words of a reaction; its code where a newer server knows more of them. */
export function reactionText(code) {
  return say(find(REACTIONS, code) || "") || clean(code, NAME_SHOWN).replace(/_/g, " ");
}

/** `1st`, `2nd`, `3rd`, for places up to ten. */
export function ordinal(place) {
  return say(ORDINALS[place - 1] || "") || String(place);
}

/** What a table counts over its games: who has won how often, then each record, as lines. */
export function tallyTexts(lines) {
  const winners = lines.filter(({ wins }) => wins).sort((one, other) => other.wins - one.wins);
  const wins = winners.map((line) => `${line.name} ${line.wins}`).join(" · ") || say("nobody");
  return [wins, ...Object.entries(RECORDS).flatMap(([field, words]) => {
    const most = Math.max(...lines.map((line) => line[field]));
    const names = lines.filter((line) => line[field] === most).map(({ name }) => name);
    return most ? [`${say(words)}: ${listing(names)} ${most}`] : [];
  })];
}

/** The name of a seat, never "you". */
function named(v, seat) {
  const one = v.table && v.table.room.occupants[seat];
  const name = one ? one.name : v.table?.room.gone?.[seat] ?? "";
  return name || say("seat {n}", { n: seat + 1 });
}

const place = (v, seat) => (seat === v.me ? sayAs("in a list", "you") : named(v, seat));
const colour = (v, letter) => colourName(letter, v.orange);
const cards = (v, faces) => cardNames(faces, v.orange);

/** A row of SENTENCES: to everybody, about a seat, or what it (`{name}`) does to `{whom}`. */
function tell(v, row, seat, other, args) {
  const forms = SENTENCES[row];
  const atYou = other === v.me && forms.length === 3;
  const form = seat === v.me ? forms[0] : forms[atYou ? 1 : forms.length - 1];
  return say(form, { name: named(v, seat), whom: named(v, other), ...args });
}

const tellOf = (v, row, seat, args) => tell(v, row, seat, undefined, args);

/** A row about one or several: about you, about `{name}`, about you and `{names}`, about `{names}`. */
function tellOfAll(v, row, seats, args) {
  if (seats.length === 1) return say(SENTENCES[row][seats[0] === v.me ? 0 : 1], { name: named(v, seats[0]), ...args });
  const names = listing(seats.filter((seat) => seat !== v.me).map((seat) => named(v, seat)));
  const [ours, many] = SENTENCES[row].slice(-2);
  return say(seats.includes(v.me) ? ours : many, { names, ...args });
}

/** A row about the host: where it is not known who that is, if it is the player, with its `{name}`. */
function tellOfHost(v, row, args) {
  const [unknown, yours, theirs] = SENTENCES[row];
  if (v.host === null) return say(unknown, args);
  return say(v.host === v.me ? yours : theirs, { name: named(v, v.host), ...args });
}

function voice(table, mine) {
  return { table, me: mine, orange: isOrange(table), host: table ? table.room.host : null };
}

const chain = (v, faces, colours) =>
  faces
    .map((card, at) => cardName(card, v.orange) + (colours && colours[at] ? ` (${colour(v, colours[at])})` : ""))
    .join(", ");

/** Whether several cards are all of one number or symbol (N7); so may be a chain. */
const isDouble = (faces) => faces.length > 1 && faces.every((card) => card[0] !== "W" && card.slice(1) === faces[0].slice(1));

function played(v, e) {
  const { seat, target } = e;
  const letter = e.colours?.[e.colours.length - 1];
  const args = { cards: cards(v, e.cards), colour: colour(v, letter), chain: chain(v, e.cards, e.colours) };
  let row = "cards_played";
  if (isDouble(e.cards)) row += " together";
  else if (e.cards.length > 1) row += " chain";
  else if (v.table && v.table.game && !askedOf(v.table.game.waiting_for).includes(seat)) row += " jump";
  else if (letter) row += " named";
  return isSet(target) ? tell(v, `${row} aimed`, seat, target, args) : tellOf(v, row, seat, args);
}

function ruleChosen(v, e) {
  const most = Math.max(0, ...e.votes);
  const tied = e.votes.filter((votes) => votes === most).length;
  const args = { rule: customTitle(e.rule), tied };
  let said = say('The rule of the Customizable cards is "{rule}".', args);
  if (most && tied === 1) said = sayMany('"{rule}" wins with {n} vote.', '"{rule}" wins with {n} votes.', most, args);
  else if (most) {
    said = sayMany('"{rule}" is drawn by lot from {tied} rules with {n} vote each.',
      '"{rule}" is drawn by lot from {tied} rules with {n} votes each.', most, args);
  }
  return `${said} ${customText(e.rule)}`.trim();
}

function handsMoved(v, e) {
  const seats = [...e.counts.keys()].filter((seat) => e.counts[seat] !== null);
  const said = e.reason === "swap" ? tellOfAll(v, "hands_moved swap", seats) : tell(v, `hands_moved ${e.reason}`);
  const mine = v.me === null ? null : e.hands && e.hands[v.me];
  return mine ? `${said} ${tell(v, "hands_moved mine", null, null, { cards: cards(v, mine) })}` : said;
}

function cardsPassed(v, e) {
  const said = [tell(v, "cards_passed")];
  const giver = v.me === null ? -1 : e.to.indexOf(v.me);
  const one = (row, seat, card) => said.push(tellOf(v, row, seat, { card: cardName(card, v.orange) }));
  if (v.me !== null && e.cards[v.me]) one("cards_passed given", e.to[v.me], e.cards[v.me]);
  if (giver >= 0 && e.cards[giver]) one("cards_passed got", giver, e.cards[giver]);
  return said.join(" ");
}

function challenged(v, e) {
  const said = tell(v, `challenged ${e.guilty}`, e.seat, e.offender);
  return e.hand ? `${said} ${tellOf(v, "challenged hand", e.offender, { cards: cards(v, e.hand) })}` : said;
}

function roundEnded(v, e) {
  if (e.ranks && e.ranks.length) {
    let at = 1;
    const places = e.ranks.map((seats) => {
      at += seats.length;
      return `${ordinal(at - seats.length)} ${listing(seats.map((seat) => place(v, seat)))}`;
    });
    return tell(v, e.blocked ? "round_ended blocked ranks" : "round_ended ranks", null, null, { ranking: places.join(", ") });
  }
  if (!e.winners.length) return tell(v, "round_ended blocked none");
  const gained = Math.max(...e.winners.map((seat) => e.gains[seat]));
  const said = tellOfAll(v, gained ? "round_ended points" : "round_ended", e.winners, { points: pointsText(gained) });
  return e.blocked ? `${tell(v, "round_ended blocked")} ${said}` : said;
}

const PUT_OUT = ["kicked", "banned"];

function seatFreed(v, e) {
  if (!PUT_OUT.includes(e.reason)) return told(v, e);
  return e.seat === v.me ? tellOfHost(v, `${e.reason} me`) : tellOfHost(v, e.reason, { whom: named(v, e.seat) });
}

function seatsMoved(v, e) {
  const { occupants } = v.table.room;
  if (occupants[e.to] && occupants[e.seat]) return tell(v, "seats_moved", e.seat, e.to);
  return tellOf(v, "seats_moved empty", occupants[e.seat] ? e.seat : e.to, { n: e.to + 1 });
}

function timeGiven(v, e) {
  const name = named(v, e.seat);
  if (!e.seconds) return tellOf(v, "time_given none", e.seat);
  return e.seat === v.me
    ? sayMany("You have {n} extra second per turn.", "You have {n} extra seconds per turn.", e.seconds)
    : sayMany("{name} has {n} extra second per turn.", "{name} has {n} extra seconds per turn.", e.seconds, { name });
}

const MOST_CHANGES = 6;
/** Every option in its order; those of P-18.2 are told only where they are not as usual. */
const whole = (rules, own) => ({ ...USUAL, ...rules, own_text: own ?? "" });

function tableChanged(v, e) {
  const changes = [];
  if (e.preset && v.table && e.preset !== v.table.room.preset) changes.push(say("{preset} rules", { preset: presetName(e.preset) }));
  if (e.rules && v.table) {
    const { rules, own_text: own } = v.table.room;
    const [was, now] = [whole(rules, own), whole(e.rules, e.own_text ?? own)];
    const differs = Object.keys(now).filter((option) => now[option] !== was[option]);
    const named = differs.slice(0, MOST_CHANGES).map((option) => `${optionName(option)}: ${valueText(option, now[option])}`);
    const more = differs.length - MOST_CHANGES;
    if (more > 0) named.push(sayMany("{n} more rule", "{n} more rules", more));
    if (named.length) changes.push(listing(named));
  }
  if (isSet(e.seats)) changes.push(sayMany("{n} seat", "{n} seats", e.seats));
  if (isSet(e.turn_seconds)) changes.push(perTurnText(e.turn_seconds));
  if (isSet(e.pace)) changes.push(paceText(e.pace));
  for (const field of Object.keys(SWITCHES)) if (isSet(e[field])) changes.push(say(SWITCHES[field][e[field] ? 0 : 1]));
  return tellOfHost(v, changes.length ? "table_changed" : "table_changed none", { changes: changes.join("; ") });
}

const isSet = (value) => value !== null && value !== undefined;

function phaseChanged(v, e) {
  if (e.held) return tellOfHost(v, "held");
  if (e.phase === "playing" && v.table && v.table.room.phase === "paused") return say("The game resumes.");
  return told(v, e);
}

/** Whoever said that: `You`, `bob`, `bob (watching)`. */
export function saidBy(event, mine) {
  if (isSet(event.seat) && event.seat === mine) return sayAs("alone", "You");
  const name = clean(event.name, NAME_SHOWN);
  return isSet(event.seat) ? name : say("{name} (watching)", { name });
}

function remark(v, e, yours, theirs, text) {
  return say(isSet(e.seat) && e.seat === v.me ? yours : theirs, { name: saidBy(e, v.me), text });
}

/** The fields of an event in words, for the places of a sentence. */
function inWords(v, e) {
  return {
    ...e, card: e.card && cardName(e.card, v.orange), cards: e.cards && cards(v, e.cards),
    colour: e.colour && colour(v, e.colour), place: e.rank && ordinal(e.rank),
    level: e.level && levelName(e.level), rule: e.rule && customTitle(e.rule),
  };
}

/** The row of an event, by the value of a field where it has several; empty if it has none. */
function told(v, e, args = inWords(v, e)) {
  const row = `${e.k} ${e[DEPENDS_ON[e.k]] ?? "none"}`;
  const known = find(SENTENCES, row) ? row : e.k;
  return find(SENTENCES, known) ? tellOf(v, known, e.seat, args) : "";
}

/** The events that need more than their row of SENTENCES. */
const EVENTS = {
  ballot_drawn: (v, e) => told(v, e, { rules: e.rules.map(customTitle).join("; ") }),
  rule_chosen: ruleChosen,
  round_dealt: (v, e) => tellOf(v, "round_dealt", e.dealer, { n: e.round }),
  cards_played: played,
  cards_drawn: (v, e) => told(v, e, { cards: e.cards && e.cards.length ? cards(v, e.cards) : cardsText(e.count) }),
  draw_pile_renewed: (v, e) => told(v, e, { n: e.count }),
  player_chosen: (v, e) => tell(v, "player_chosen", e.seat, e.target),
  hands_moved: handsMoved,
  cards_passed: cardsPassed,
  uno_caught: (v, e) => isSet(e.by) ? tell(v, "uno_caught", e.by, e.seat) : tellOf(v, "uno_caught none", e.seat),
  challenged,
  round_ended: roundEnded,
  game_ended: (v, e) => e.winners.length ? tellOfAll(v, "game_ended", e.winners) : tell(v, "game_ended none"),
  seat_taken: (v, e) =>
    e.bot ? tell(v, "seat_taken bot", null, null, { name: e.name, level: levelName(e.bot) }) : told(v, e),
  seat_freed: seatFreed,
  seats_moved: seatsMoved,
  time_given: timeGiven,
  table_changed: tableChanged,
  host_changed: (v, e) => isSet(e.seat) ? told(v, e) : "",
  // later the result marks who is ready
  ready_changed: (v, e) => {
    if (v.table && v.table.room.phase !== "waiting") return "";
    if (!find(SENTENCES, `unready ${e.why}`)) return told(v, e);
    return e.seat === v.me ? tell(v, `unready ${e.why}`) : "";
  },
  watcher_left: (v, e) => PUT_OUT.includes(e.reason) ? tellOfHost(v, e.reason, { whom: e.name }) : told(v, e),
  mute_changed: (v, e) => tellOfHost(v, `mute_changed ${e.muted}`, { whom: e.name }),
  said: (v, e) => remark(v, e, mark("You say: {text}"), mark("{name} says: {text}"), e.text),
  reacted: (v, e) => remark(v, e, mark("You react: {text}"), mark("{name} reacts: {text}"), reactionText(e.reaction)),
  phase_changed: phaseChanged,
};

/** Events without a sentence: `asked` is what `questionText` tells, the others stand in the result. */
export const UNTOLD = ["asked", "uno_window_closed", "game_seed", "hands_shown"];

/**
 * What happened, in a sentence.
 * @param {object} event as `table.apply` gives it
 * @param {?object} table as it was before the event
 * @param {?number} [mine] the viewer's own seat
 * @returns {string} empty if it is not worth a line
 */
export function eventText(event, table, mine = table ? table.seat : null) {
  const v = voice(table, isSet(mine) ? mine : null);
  return (find(EVENTS, event.k) || told)(v, event);
}

const MOST_AWAY = 3; // of what happened meanwhile, the last ones are told

/**
 * What happened while nobody looked, in a line.
 * @param {object[]} missed of `model.missed`
 * @param {object} table as it is now
 * @returns {string} empty if that is nothing to tell
 */
export function missedText(missed, table) {
  const mine = table.seat;
  // A table at which nobody else is connected pauses by itself: that is no news for who was away.
  const own = ({ k, seat, phase, held }) => (k === "presence_changed" && seat === mine)
    || (k === "phase_changed" && !held && (phase === "paused" || phase === "playing"));
  const texts = missed.filter(({ event }) => !own(event))
    .map(({ event, before }) => eventText(event, before ?? table, mine)).filter(Boolean);
  const events = texts.slice(-MOST_AWAY).join(" ");
  if (texts.length > MOST_AWAY) return say("While you were away: … {events}", { events });
  return events && say("While you were away: {events}", { events });
}

/**
 * What the game waits for, in a sentence: a question to the player, or whom it waits for.
 * @param {object} table
 * @param {?object} [legal] `model.legal`: with it, only what can be done is asked
 * @returns {string} empty if it waits for nothing
 */
export function questionText(table, legal = null) {
  const { room, game } = table;
  const v = voice(table, table.seat);
  if (room.phase === "paused") return pausedText(v);
  const waiting = game && game.waiting_for;
  if (!waiting || room.phase !== "playing") return "";
  if (v.me === null || !askedOf(waiting).includes(v.me)) return othersText(v, waiting);
  const asks = find(YOURS, waiting.k);
  return asks ? asks(v, waiting, can(legal)) : "";
}

/** That a player has lost the connection, and why; empty while there is one. */
export function lostText({ state, name, detail }) {
  if (state !== "lost" && (state !== "connecting" || !name)) return "";
  return `${detail?.bye ? refusalText(detail.bye, null) : say("The connection is lost.")} ${say("Coming back …")}`;
}

/** How many seconds are left: before a deal, or for the player who is asked. */
export function clockText({ room: { phase } }, left) {
  const n = Math.max(1, Math.round(left));
  const seconds = sayMany("{n} second", "{n} seconds", n);
  if (phase === "playing") return say("{seconds} left for you.", { seconds });
  return phase === "between_rounds" ? say("The next round begins in {seconds}, or when all are ready.", { seconds })
    : say("The next game begins in {seconds}, or when all are ready.", { seconds });
}

function can(legal) {
  return (kind) => !legal || legal.actions.some((action) => action.k === kind);
}

function pausedText(v) {
  if (v.table.room.held) return tellOfHost(v, "held");
  const away = v.table.room.occupants.filter((one) => one && !one.connected && !one.stand_in && !one.bot);
  if (!away.length) return tell(v, "phase_changed paused");
  const names = listing(away.map((one) => one.name));
  return sayMany("The game is paused until {names} is back.", "The game is paused until {names} are back.", away.length, { names });
}

const topOf = (v) => v.table.game.discard[v.table.game.discard.length - 1];

/** The question whom a card is aimed at. */
export function whomText(card, table) {
  if (card === "WS" || (card && card[1] === "7")) return say("Swap hands with whom?");
  if (!card) return say("Which player do you choose?");
  const rule = card === "WC" && table.game && table.game.custom ? ` (${customTitle(table.game.custom)})` : "";
  return say("Which player for your {card}?", { card: cardName(card, isOrange(table)) + rule });
}

/** What the host's own rule says, for those who confirm it. */
export const ownText = ({ room }) => say("The Customizable card says: “{text}”", { text: room.own_text ?? "" });

const together = (...said) => said.filter(Boolean).join(" ");

/** That drawing so many cards puts the player out of the round (N8); empty if it does not. */
function fatal({ me, table: { game, room } }, n) {
  const most = Number(room.rules.mercy ?? 0);
  return most && game.counts[me] + n >= most ? say("Drawing {cards} puts you out of the round!", { cards: cardsText(n) }) : "";
}

const YOURS = {
  take_turn: (v, w, may) => {
    if (may("play") && !may("draw")) return say("Your turn: play a card.");
    const turn = may("play") ? say("Your turn: play a card or draw.") : say("Your turn: you have no card to play, draw one.");
    if (may("draw")) return together(turn, fatal(v, 1));
    return may("pass") ? say("Your turn: nothing to draw, you must pass.") : say("Your turn.");
  },
  play_drawn: (v, w, may) => {
    const face = v.table.game.drawn;
    const card = face ? cardName(face, v.orange) : say("a card");
    if (!may("play")) return say("You drew {card}; you can't play it.", { card });
    return may("keep")
      ? say("You drew {card}: play it or keep it?", { card })
      : say("You drew {card}: you must play it.", { card });
  },
  name_colour: () => say("Which colour do you name?"),
  choose_player: (v) => whomText(topOf(v), v.table),
  answer_draw_four: (v, w, may) => {
    const args = { name: named(v, w.offender), n: w.penalty };
    const said = may("play") && v.table.room.rules.stacking !== "off"
      ? say("{name} played a Wild Draw Four on you: accept and draw {n}, pass it on, or challenge?", args)
      : say("{name} played a Wild Draw Four on you: accept and draw {n}, or challenge?", args);
    return together(said, say("If you lose, you draw {n}.", { n: w.penalty + 2 }), fatal(v, w.penalty));
  },
  answer_stack: (v, w, may) => together(
    may("play") ? say("You face a penalty of {cards}: take them or pass them on?", { cards: cardsText(w.penalty) })
      : say("You face a penalty of {cards}: take them?", { cards: cardsText(w.penalty) }),
    w.under && say("The penalty came from {card}.", { card: cardName(w.under, v.orange) }),
    fatal(v, w.penalty)),
  keep_one: (v) =>
    say("Which {colour} card do you keep? The others go under the top card.", { colour: colour(v, v.table.game.colour) }),
  vote: () => say("Which rule for the Customizable cards?"),
  confirm: (v) => together(ownText(v.table), say("Do it, then press the button.")),
  pass_card: (v) => say("Which card do you pass on to {name}?", { name: named(v, nextSeat(v.table.game, v.me)) }),
};

function nextSeat(game, seat) {
  for (let at = 1; at < game.seats; at += 1) {
    const next = (((seat + at * game.direction) % game.seats) + game.seats) % game.seats;
    if (game.playing[next]) return next;
  }
  return seat;
}

const OTHERS = {
  take_turn: mark("{who}'s turn."),
  play_drawn: mark("{who} drew a card and may play it."),
  name_colour: mark("{who} must name a colour."),
  choose_player: mark("{who} must choose a player."),
  answer_draw_four: mark("{who} must take {penalty} or challenge."),
  answer_stack: mark("{who} must take {cards} or pass them on."),
  keep_one: mark("{who} must keep one card of a colour."),
  pass_card: mark("Waiting for {who} to pass on a card."),
  vote: mark("Waiting for {who} to vote."),
  confirm: mark("Waiting for {who} to confirm."),
};

/** Whom the game waits for, and what for. */
function othersText(v, waiting) {
  const who = listing(askedOf(waiting).map((seat) => named(v, seat)));
  const { k, penalty } = waiting;
  const text = find(OTHERS, k) ?? mark("Waiting for {names}.");
  const said = who && say(text, { who, names: who, penalty, cards: cardsText(penalty) });
  return k === "confirm" ? together(ownText(v.table), said) : said;
}

/**
 * The sentence for an error, a `bye` or a reason why a card cannot be played.
 * @param {object} error {code, clause, args, text}; a reason has a `card` too
 * @param {?object} table
 * @returns {string}
 */
export function refusalText(error, table) {
  const { code, clause = null, text: theirs = "" } = error;
  const args = error.args || {};
  let said = known(code, clause, args);
  if (said === undefined || (TOLD_BETTER.includes(code) && language() === "en" && theirs)) {
    said = theirs || (said === undefined ? say("The server says: {code}.", { code }) : filled(said, args, table));
    if (code === "limit") said = capital(said);
  } else said = filled(said, args, table);
  // A refusal of a move has the sentence of its clause as its text (P-9.10).
  if (!clause || !theirs || code === "stale" || (code === "does_not_fit" && clause === "A2" && !error.card)) return said;
  return said === theirs ? say(theirs) : `${said} ${clause}: ${say(theirs)}`;
}

function known(code, clause, args) {
  if (code === "rate_limited" && clause) return mark("You can do that once a turn.");
  if (code === "limit" && "experts" in args) {
    return mark("This server has at most {experts} expert players, {left} of them free: choose hard.");
  }
  if (code === "limit" && "seconds" in args) return mark("Too many at once: try again in {seconds} s.");
  if (code === "not_ready" && args.seconds) return mark("Not everyone is ready: wait, or start anyway in {seconds} s.");
  if (code === "name_rejected" && find(NAMES, args.reason)) return NAMES[args.reason];
  if (code === "rules_refused" && find(OPTIONS, args.option)) return mark("Those rules don't work: look at “{option}”.");
  return find(BY_CLAUSE, `${code} ${clause}`) || find(ERRORS, code);
}

function filled(said, args, table) {
  const orange = isOrange(table);
  const { card, top, colour: letter } = args;
  const rank = top ? rankName(top) : "";
  let match = say("the top card");
  if (top) match = top[0] === "W" ? colourName(letter, orange) : say("{colour} or {rank}", { colour: colourName(letter, orange), rank });
  return capital(say(said, {
    card: card ? cardName(String(card), orange) : say("that"),
    top: match,
    place: String(isSet(args.place) ? args.place : "?"),
    seconds: String(isSet(args.seconds) ? args.seconds : "?"),
    experts: String(isSet(args.experts) ? args.experts : "?"),
    left: String(isSet(args.left) ? args.left : "?"),
    name: args.name,
    option: args.option ? optionName(args.option) : "",
  }));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a rule of the Customizable cards is called; its own name if it is not known here. */
export function customTitle(rule) {
  if (rule === "own") return say("the host's own rule");
  const known = find(CUSTOM, rule);
  return known ? say(known[0]) : rule;
}

/** What a rule of the Customizable cards says; empty if it is not known here. */
export function customText(rule) {
  const known = find(CUSTOM, rule);
  return known ? say(known[1]) : "";
}

/** What an option is called. */
export function optionName(option) {
  const known = find(OPTIONS, option);
  return known ? say(known.title) : option;
}

/**
 * What a value of an option means for play, in a sentence; empty where there is nothing to say, or it is not known.
 * @param {string} option
 * @param {string} value
 */
export function ruleText(option, value) {
  const { means = "" } = find(OPTIONS, option) || {};
  const said = typeof means === "string" ? means : find(means, value) || means["*"] || "";
  return said ? say(said, { value: option === "own_text" ? value : decimal(value) }) : "";
}

const decimal = (text) => text.replace(".", sayAs("the decimal point", "."));

const VALUES = {
  players: (value) => {
    const [least, most] = value.split("-");
    return say("{least} to {most}", { least, most });
  },
  hand_size: (value) => cardsText(Number(value)),
  extra: (value) => {
    const names = [mark("{n} Swap"), mark("{n} Shuffle"), mark("{n} Custom")];
    const counts = value.split(",").map(Number);
    return names.map((name, at) => (counts[at] ? say(name, { n: counts[at] }) : "")).filter(Boolean).join(", ") || say("none");
  },
  uno_penalty: (value) => cardsText(Number(value)),
  false_uno_penalty: (value) => cardsText(Number(value)),
  out_of_turn_penalty: (value) => cardsText(Number(value)),
  forget_chance: (value) => say("{n}%", { n: decimal(String(Number((Number(value) * 100).toPrecision(6)))) }),
  uno_grace: (value) => (Number(value) ? say("{n} s", { n: decimal(value) }) : say("none")),
  customizable_rule: (value) => (value === "vote" ? say("put to the vote") : customTitle(value)),
  mercy: (value) => (Number(value) ? cardsText(Number(value)) : say("off")),
  own_text: (value) => (value ? say("“{text}”", { text: value }) : say("none")),
  target: (value) => pointsText(Number(value)),
};

/**
 * A value of an option in a word or two: `left of the dealer`, `2 cards`.
 * @param {string} option
 * @param {string} value
 */
export function valueText(option, value) {
  const says = find(VALUES, option);
  if (says) return says(value);
  const { words = {} } = find(OPTIONS, option) || {};
  const word = find(words, value) || value.replace(/_/g, " ");
  return /[a-z]/i.test(word) ? say(word) : decimal(word);
}

/** A preset as players read it: `no mercy`. */
export const presetName = (preset) => preset.replaceAll("_", " ");

/** What is played for, in a few words: `500 points win`. */
export function goalText({ goal, target }) {
  if (goal === "points") return sayMany("{n} point wins", "{n} points win", Number(target));
  if (goal === "low_points") return say("lowest score wins at {n}", { n: target });
  return goal === "until_last" ? say("until one is left") : say("one round");
}

/** What a preset is, in a sentence; empty if it is not known here. */
export function presetText(preset) {
  return say(find(PRESET_TEXTS, preset) || "");
}
