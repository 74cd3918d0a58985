/** Sentences: what happens, what is asked and what is refused, told from the viewer's side. Texts come in cleaned. */

import { clean } from "./clean.js";
import { CUSTOM, LEVELS, OPTIONS, PRESET_TEXTS, USUAL } from "./rules.js";
import { askedOf } from "./table.js";
import {
  BY_CLAUSE, COLOURS, DRAWN, DRAWN_AS_USUAL, ERRORS, NAMES, OF_SEAT, ORDINALS, PACES, RANKS, REACTIONS, RECORDS, SWITCHES,
  TOLD_BETTER, TO_ALL,
} from "./told.js";
import { language, listing, mark, say, sayAs, sayMany } from "./words.js";

const NAME_SHOWN = 32;

/** What a table of ours has for a word of the server, which may be any. */
const find = (table, key) => (Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined);

// --- words for things ---------------------------------------------------------------------------

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

// --- whom it is about ---------------------------------------------------------------------------

/** The name of a seat, never "you". */
function named(v, seat) {
  const one = v.table && v.table.room.occupants[seat];
  const name = one ? one.name : (v.table && v.table.gone && v.table.gone[seat]) || "";
  return name || say("seat {n}", { n: seat + 1 });
}

const place = (v, seat) => (seat === v.me ? sayAs("in a list", "you") : named(v, seat));
const colour = (v, letter) => colourName(letter, v.orange);
const cards = (v, faces) => cardNames(faces, v.orange);

/** About a seat: `yours` about the own one, `theirs`, with `{name}`, about another. */
function sayOf(v, seat, yours, theirs, args) {
  return say(seat === v.me ? yours : theirs, { name: named(v, seat), ...args });
}

/** What a seat does to another: `{name}` does it, to `{whom}`. */
function sayBetween(v, seat, other, yours, atYou, theirs, args) {
  const said = seat === v.me ? yours : other === v.me ? atYou : theirs;
  return say(said, { name: named(v, seat), whom: named(v, other), ...args });
}

/** About one or several: about you, about `{name}`, about you and `{names}`, about `{names}`. */
function sayOfAll(v, seats, yours, theirs, ours, many, args) {
  if (seats.length === 1) return sayOf(v, seats[0], yours, theirs, args);
  const names = listing(seats.filter((seat) => seat !== v.me).map((seat) => named(v, seat)));
  return say(seats.includes(v.me) ? ours : many, { names, ...args });
}

/** About the host: where it is not known who that is, if it is the player, with its `{name}`. */
function sayOfHost(v, unknown, yours, theirs, args) {
  return v.host === null ? say(unknown, args) : sayOf(v, v.host, yours, theirs, args);
}

function voice(table, mine) {
  return { table, me: mine, orange: isOrange(table), host: table ? table.room.host : null };
}


// --- what happens -------------------------------------------------------------------------------

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
  /** What a seat does with cards: told without a player whom it chooses, and with one. */
  const sayPlayed = (yours, theirs, ...aimed) =>
    isSet(target) ? sayBetween(v, seat, target, ...aimed, args) : sayOf(v, seat, yours, theirs, args);
  if (isDouble(e.cards)) {
    return sayPlayed("You play {cards} together.", "{name} plays {cards} together.", "You play {cards} together and choose {whom}.",
      "{name} plays {cards} together and chooses you.", "{name} plays {cards} together and chooses {whom}.");
  }
  if (e.cards.length > 1) {
    return sayPlayed("You play a chain: {chain}.", "{name} plays a chain: {chain}.", "You play a chain: {chain}; you choose {whom}.",
      "{name} plays a chain: {chain}; {name} chooses you.", "{name} plays a chain: {chain}; {name} chooses {whom}.");
  }
  if (v.table && v.table.game && !askedOf(v.table.game.waiting_for).includes(seat)) {
    return sayPlayed("You jump in with {cards}.", "{name} jumps in with {cards}.", "You jump in with {cards}, and choose {whom}.",
      "{name} jumps in with {cards}, and chooses you.", "{name} jumps in with {cards}, and chooses {whom}.");
  }
  if (!letter) {
    return sayPlayed("You play {cards}.", "{name} plays {cards}.", "You play {cards} and choose {whom}.",
      "{name} plays {cards} and chooses you.", "{name} plays {cards} and chooses {whom}.");
  }
  return sayPlayed("You play {cards} and name {colour}.", "{name} plays {cards} and names {colour}.",
    "You play {cards}, name {colour} and choose {whom}.", "{name} plays {cards}, names {colour} and chooses you.",
    "{name} plays {cards}, names {colour} and chooses {whom}.");
}


function drawn(v, e) {
  const [yours, theirs] = find(DRAWN, e.reason) || DRAWN_AS_USUAL;
  return sayOf(v, e.seat, yours, theirs, { cards: e.cards && e.cards.length ? cards(v, e.cards) : cardsText(e.count) });
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
  let said = say("All hands are shuffled together and dealt again.");
  if (e.reason === "swap") said = sayOfAll(v, seats, "", "", "You and {names} swap hands.", "{names} swap hands.");
  else if (e.reason === "rotate") said = say("All hands move on one seat.");
  const mine = v.me === null ? null : e.hands && e.hands[v.me];
  return mine ? `${said} ${say("You now have {cards}.", { cards: cards(v, mine) })}` : said;
}

function cardsPassed(v, e) {
  const said = [say("Everyone passes one card on.")];
  const giver = v.me === null ? -1 : e.to.indexOf(v.me);
  const one = (seat, card) => ({ card: cardName(card, v.orange), name: named(v, seat) });
  if (v.me !== null && e.cards[v.me]) said.push(say("You give {card} to {name}.", one(e.to[v.me], e.cards[v.me])));
  if (giver >= 0 && e.cards[giver]) said.push(say("You get {card} from {name}.", one(giver, e.cards[giver])));
  return said.join(" ");
}

function unoCaught(v, e) {
  return e.by === null || e.by === undefined
    ? sayOf(v, e.seat, "The referee caught you: you forgot UNO!", "The referee caught {name}: {name} forgot UNO!")
    : sayBetween(v, e.by, e.seat, "You caught {whom}: {whom} forgot UNO!",
        "{name} caught you: you forgot UNO!", "{name} caught {whom}: {whom} forgot UNO!");
}

function challenged(v, e) {
  const said = e.guilty
    ? sayBetween(v, e.seat, e.offender, "You challenge {whom}: it was a bluff!",
        "{name} challenges you: it was a bluff!", "{name} challenges {whom}: it was a bluff!")
    : sayBetween(v, e.seat, e.offender, "You challenge {whom}: the Wild Draw Four was fair.",
        "{name} challenges you: the Wild Draw Four was fair.", "{name} challenges {whom}: the Wild Draw Four was fair.");
  if (!e.hand) return said;
  const hand = sayOf(v, e.offender, "Your hand was {cards}.", "{name}'s hand was {cards}.", { cards: cards(v, e.hand) });
  return `${said} ${hand}`;
}

function roundEnded(v, e) {
  if (e.ranks && e.ranks.length) {
    let at = 1;
    const places = e.ranks.map((seats) => {
      at += seats.length;
      return `${ordinal(at - seats.length)} ${listing(seats.map((seat) => place(v, seat)))}`;
    });
    const said = e.blocked ? mark("The round is blocked: {ranking}.") : mark("The round is over: {ranking}.");
    return say(said, { ranking: places.join(", ") });
  }
  if (!e.winners.length) return say("The round is blocked: nobody wins it.");
  const gained = Math.max(...e.winners.map((seat) => e.gains[seat]));
  const said = gained
    ? sayOfAll(v, e.winners, "You win the round and {points}.", "{name} wins the round and {points}.",
        "You and {names} win the round and {points}.", "{names} win the round and {points}.", { points: pointsText(gained) })
    : sayOfAll(v, e.winners, "You win the round.", "{name} wins the round.",
        "You and {names} win the round.", "{names} win the round.");
  return e.blocked ? `${say("The round is blocked.")} ${said}` : said;
}

function gameEnded(v, e) {
  return e.winners.length
    ? sayOfAll(v, e.winners, "You win the game!", "{name} wins the game!", "You and {names} win the game!", "{names} win the game!")
    : say("The game is over: nobody wins.");
}

function putOut(v, reason, whom, me) {
  if (me) {
    return reason === "kicked"
      ? sayOfHost(v, "The host kicked you.", "", "{name} kicked you.")
      : sayOfHost(v, "The host banned you.", "", "{name} banned you.");
  }
  return reason === "kicked"
    ? sayOfHost(v, "The host kicked {whom}.", "You kicked {whom}.", "{name} kicked {whom}.", { whom })
    : sayOfHost(v, "The host banned {whom}.", "You banned {whom}.", "{name} banned {whom}.", { whom });
}

function seatFreed(v, e) {
  if (e.reason === "kicked" || e.reason === "banned") return putOut(v, e.reason, named(v, e.seat), e.seat === v.me);
  return e.reason === "absent"
    ? sayOf(v, e.seat, "You were away for too long and lost the seat.", "{name} was away for too long and lost the seat.")
    : sayOf(v, e.seat, "You leave the table.", "{name} leaves the table.");
}

function seatsMoved(v, e) {
  const { occupants } = v.table.room;
  if (!occupants[e.to] || !occupants[e.seat]) {
    return sayOf(v, occupants[e.seat] ? e.seat : e.to, "You move to seat {n}.", "{name} moves to seat {n}.", { n: e.to + 1 });
  }
  return sayBetween(v, e.seat, e.to, "You and {whom} swap seats.", "{name} and you swap seats.", "{name} and {whom} swap seats.");
}

function seatTaken(v, e) {
  const { name } = e;
  if (e.bot) return say("{name} ({level} computer player) sits down.", { name, level: levelName(e.bot) });
  return sayOf(v, e.seat, "You sit down.", "{name} sits down.", { name });
}

function timeGiven(v, e) {
  const name = named(v, e.seat);
  if (!e.seconds) return sayOf(v, e.seat, "You have no extra time now.", "{name} has no extra time now.");
  return e.seat === v.me
    ? sayMany("You have {n} extra second per turn.", "You have {n} extra seconds per turn.", e.seconds)
    : sayMany("{name} has {n} extra second per turn.", "{name} has {n} extra seconds per turn.", e.seconds, { name });
}

const MOST_CHANGES = 6;
/** Every option in its order; those of P-18.2 are told only where they are not as usual. */
const whole = (rules, own) => ({ ...USUAL, ...rules, own_text: own ?? "" });

function tableChanged(v, e) {
  const told = [];
  if (e.preset && v.table && e.preset !== v.table.room.preset) told.push(say("{preset} rules", { preset: presetName(e.preset) }));
  if (e.rules && v.table) {
    const { rules, own_text: own } = v.table.room;
    const [was, now] = [whole(rules, own), whole(e.rules, e.own_text ?? own)];
    const differs = Object.keys(now).filter((option) => now[option] !== was[option]);
    const named = differs.slice(0, MOST_CHANGES).map((option) => `${optionName(option)}: ${valueText(option, now[option])}`);
    const more = differs.length - MOST_CHANGES;
    if (more > 0) named.push(sayMany("{n} more rule", "{n} more rules", more));
    if (named.length) told.push(listing(named));
  }
  if (isSet(e.seats)) told.push(sayMany("{n} seat", "{n} seats", e.seats));
  if (isSet(e.turn_seconds)) told.push(perTurnText(e.turn_seconds));
  if (isSet(e.pace)) told.push(paceText(e.pace));
  for (const field of Object.keys(SWITCHES)) if (isSet(e[field])) told.push(say(SWITCHES[field][e[field] ? 0 : 1]));
  if (!told.length) {
    return sayOfHost(v, "The host changed nothing.", "You changed nothing.", "{name} changed nothing.");
  }
  return sayOfHost(v, "The host changed the table: {changes}.", "You changed the table: {changes}.",
    "{name} changed the table: {changes}.", { changes: told.join("; ") });
}

const isSet = (value) => value !== null && value !== undefined;

function muteChanged(v, e) {
  const { name: whom } = e;
  return e.muted
    ? sayOfHost(v, "The host silenced {whom}.", "You silenced {whom}.", "{name} silenced {whom}.", { whom })
    : sayOfHost(v, "The host unsilenced {whom}.", "You unsilenced {whom}.", "{name} unsilenced {whom}.", { whom });
}

/** Who paused the game. */
function heldText(v) {
  return sayOfHost(v, "The host paused the game.", "You paused the game.", "{name} paused the game.");
}

function phaseChanged(v, e) {
  if (e.held) return heldText(v);
  if (e.phase === "playing" && v.table && v.table.room.phase === "paused") return say("The game resumes.");
  if (e.phase === "waiting") return say("Waiting for the next game.");
  if (e.phase === "paused") return say("The game is paused until a player is back.");
  return e.phase === "closed" ? say("The table is closed.") : "";
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
  };
}

const EVENTS = {
  ballot_drawn: (v, e) =>
    say("Vote for the Customizable card rule: {rules}.", { rules: e.rules.map(customTitle).join("; ") }),
  vote_cast: (v, e) =>
    e.rule
      ? sayOf(v, e.seat, "You voted for: {rule}.", "{name} voted for: {rule}.", { rule: customTitle(e.rule) })
      : sayOf(v, e.seat, "You voted.", "{name} voted."),
  rule_chosen: ruleChosen,
  round_dealt: (v, e) => sayOf(v, e.dealer, "Round {n}: You deal.", "Round {n}: {name} deals.", { n: e.round }),
  first_card_returned: () => say("It goes back and the draw pile is shuffled."),
  cards_played: played,
  cards_drawn: drawn,
  draw_pile_renewed: (v, e) => say("The discards are shuffled into a new draw pile of {n}.", { n: e.count }),
  player_chosen: (v, e) =>
    sayBetween(v, e.seat, e.target, "You choose {whom}.", "{name} chooses you.", "{name} chooses {whom}."),
  hands_moved: handsMoved,
  card_chosen: (v, e) =>
    e.card
      ? sayOf(v, e.seat, "You have chosen {card} to pass on.", "{name} has chosen {card} to pass on.",
          { card: cardName(e.card, v.orange) })
      : sayOf(v, e.seat, "You have chosen a card to pass on.", "{name} has chosen a card to pass on."),
  cards_passed: cardsPassed,
  direction_turned: (v, e) =>
    e.direction === 1 ? say("Direction reversed: now clockwise.") : say("Direction reversed: now counter-clockwise."),
  uno_rolled: (v, e) =>
    e.forgotten ? sayOf(v, e.seat, "The game says you forgot UNO!", "The game says {name} forgot UNO!") : "",
  uno_caught: unoCaught,
  challenged,
  round_ended: roundEnded,
  game_ended: gameEnded,
  seat_taken: seatTaken,
  seat_freed: seatFreed,
  seats_moved: seatsMoved,
  stand_in_changed: (v, e) =>
    e.level
      ? sayOf(v, e.seat, "A {level} computer player plays for you.", "A {level} computer player plays for {name}.",
          { level: levelName(e.level) })
      : sayOf(v, e.seat, "You play again.", "{name} plays again."),
  time_given: timeGiven,
  table_changed: tableChanged,
  host_changed: (v, e) =>
    isSet(e.seat) ? sayOf(v, e.seat, "You are the host now.", "{name} is the host now.") : "",
  ready_changed: (v, e) => {
    if (v.table && v.table.room.phase !== "waiting") return ""; // later the result marks who is ready
    return e.ready
      ? sayOf(v, e.seat, "You are ready.", "{name} is ready.")
      : sayOf(v, e.seat, "You are no longer ready.", "{name} is no longer ready.");
  },
  presence_changed: (v, e) =>
    e.connected
      ? sayOf(v, e.seat, "You are back.", "{name} is back.")
      : sayOf(v, e.seat, "You lost the connection; the seat is kept.", "{name} lost the connection; the seat is kept."),
  watcher_left: (v, e) =>
    e.reason === "kicked" || e.reason === "banned"
      ? putOut(v, e.reason, e.name, false)
      : say("{name} stopped watching.", { name: e.name }),
  mute_changed: muteChanged,
  said: (v, e) => remark(v, e, mark("You say: {text}"), mark("{name} says: {text}"), e.text),
  reacted: (v, e) => remark(v, e, mark("You react: {text}"), mark("{name} reacts: {text}"), reactionText(e.reaction)),
  phase_changed: phaseChanged,
  game_placed: () => say("A new game begins at a given position."),
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
  if (find(OF_SEAT, event.k)) return sayOf(v, event.seat, ...OF_SEAT[event.k], inWords(v, event));
  if (find(TO_ALL, event.k)) return say(TO_ALL[event.k], inWords(v, event));
  const says = find(EVENTS, event.k);
  return says ? says(v, event) : "";
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

// --- what is asked ------------------------------------------------------------------------------

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
  if (v.table.room.held) return heldText(v);
  const away = v.table.room.occupants.filter((one) => one && !one.connected && !one.stand_in && !one.bot);
  if (!away.length) return say("The game is paused until a player is back.");
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

const told = (...said) => said.filter(Boolean).join(" ");

/** That drawing so many cards puts the player out of the round (N8); empty if it does not. */
function fatal({ me, table: { game, room } }, n) {
  const most = Number(room.rules.mercy ?? 0);
  return most && game.counts[me] + n >= most ? say("Drawing {cards} puts you out of the round!", { cards: cardsText(n) }) : "";
}

const YOURS = {
  take_turn: (v, w, may) => {
    if (may("play") && !may("draw")) return say("Your turn: play a card.");
    const turn = may("play") ? say("Your turn: play a card or draw.") : say("Your turn: you have no card to play, draw one.");
    if (may("draw")) return told(turn, fatal(v, 1));
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
    return told(said, say("If you lose, you draw {n}.", { n: w.penalty + 2 }), fatal(v, w.penalty));
  },
  answer_stack: (v, w, may) => told(
    may("play") ? say("You face a penalty of {cards}: take them or pass them on?", { cards: cardsText(w.penalty) })
      : say("You face a penalty of {cards}: take them?", { cards: cardsText(w.penalty) }),
    w.under && say("The penalty came from {card}.", { card: cardName(w.under, v.orange) }),
    fatal(v, w.penalty)),
  keep_one: (v) =>
    say("Which {colour} card do you keep? The others go under the top card.", { colour: colour(v, v.table.game.colour) }),
  vote: () => say("Which rule for the Customizable cards?"),
  confirm: (v) => told(ownText(v.table), say("Do it, then press the button.")),
  pass_card: (v) => say("Which card do you pass on to {name}?", { name: named(v, nextSeat(v.table.game, v.me)) }),
};

function nextSeat(game, seat) {
  for (let at = 1; at < game.seats; at += 1) {
    const next = (((seat + at * game.direction) % game.seats) + game.seats) % game.seats;
    if (game.playing[next]) return next;
  }
  return seat;
}

/** Whom the game waits for, and what for. */
function othersText(v, waiting) {
  const who = listing(askedOf(waiting).map((seat) => named(v, seat)));
  switch (waiting.k) {
    case "take_turn":
      return say("{who}'s turn.", { who });
    case "play_drawn":
      return say("{who} drew a card and may play it.", { who });
    case "name_colour":
      return say("{who} must name a colour.", { who });
    case "choose_player":
      return say("{who} must choose a player.", { who });
    case "answer_draw_four":
      return say("{who} must take {penalty} or challenge.", { who, penalty: waiting.penalty });
    case "answer_stack":
      return say("{who} must take {cards} or pass them on.", { who, cards: cardsText(waiting.penalty) });
    case "keep_one":
      return say("{who} must keep one card of a colour.", { who });
    case "pass_card":
      return who ? say("Waiting for {who} to pass on a card.", { who }) : "";
    case "vote":
      return who ? say("Waiting for {who} to vote.", { who }) : "";
    case "confirm":
      return told(ownText(v.table), who && say("Waiting for {who} to confirm.", { who }));
    default:
      return say("Waiting for {names}.", { names: who });
  }
}

// --- what is refused ----------------------------------------------------------------------------

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

// --- rules --------------------------------------------------------------------------------------

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
