/**
 * A table as this client knows it: the snapshot, changed by every later entry (P-8). Pure.
 *
 * table = {code, n, seat, room, game}, named as in P-8, with what may be absent filled in:
 * - `seat`: the own one, null for a spectator
 * - of `room` host, tally, own_text, pace, gone and claim, of occupants bot, stand_in and face, of remarks seat: null if
 *   absent
 * - `game`: null if there is none. Of its fields, seats, colours, cards and `custom` are null, numbers 0,
 *   marks false, lists empty; `hands`, `votes`, `gifts`, `noted` have one item for each seat (null: not known);
 *   the own hand is always a list
 * - `waiting_for`: null or a decision with all of {k, seat, seats, offender, penalty, skips, under}
 * An event has all fields that its kind has, those that are absent as null, 0, false or an empty list.
 * What is in a table is never changed in place: whoever keeps `{...table}` has the table as it was.
 */


const COLOURS = "RYGB";
const RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"];
const WILDS = ["W", "W+4", "WS", "WX", "WC"];
const LOOSE_PHASES = ["waiting", "between_rounds", "finished"]; // where marks are cleared
const REMARKS_KEPT = 20;

const ROOM = { host: null, tally: null, own_text: null, pace: null, gone: null, screens: [], claim: null, claim_number: null };
const OCCUPANT = { bot: null, stand_in: null, face: null };
const GAME = {
  viewer: null, chosen: null, round: 0, dealer: null, starter: null, shuffles: 0, turn: 0, passes: 0, decision: 0,
  waiting_for: null, discard: [], first: false, colour: null, played_by: null, stock_count: 0, target: null, owed: 0,
  ballot: [], custom: null, out: [], leavers: [], lost: [], ranks: [], open_hands: [], claimed: null, window: null,
  false_calls: [], out_of_turns: [], windows_closed: [], winners: [], drawn: null,
};
const DECISION = { seat: null, seats: [], offender: null, penalty: 0, skips: 0, under: null };
const OF_SEVERAL = ["vote", "pass_card", "confirm"];
const NOTHING_ASKED = { waiting_for: null, window: null, claimed: null, target: null, drawn: null, owed: 0 };
const NEW_TURN = { false_calls: [], out_of_turns: [], windows_closed: [] };

function must(held, what) {
  if (!held) throw new Error(what);
}

/** `given` with `absent` in the place of what is nil or not there. */
function filled(absent, given) {
  const made = { ...absent };
  for (const [key, value] of Object.entries(given)) if (value !== null || !(key in made)) made[key] = value;
  return made;
}

/** The place of a card in the canonical order (P-1.6). @param {string} card @returns {number} */
export function cardOrder(card) {
  const wild = WILDS.indexOf(card);
  return wild < 0 ? COLOURS.indexOf(card[0]) * RANKS.length + RANKS.indexOf(card.slice(1)) : 100 + wild;
}

const sorted = (cards) => [...cards].sort((one, other) => cardOrder(one) - cardOrder(other));
const bySeat = (count, value) => Array.from({ length: count }, () => value);
/** One item for each seat, null beyond the end of `some`. */
const padded = (some, count) => Array.from({ length: count }, (_, seat) => some?.[seat] ?? null);
const put = (list, at, value) => list.map((old, each) => (each === at ? value : old));
const plus = (list, at, more) => list.map((old, each) => (each === at ? old + more : old));
const without = (list, item) => list.filter((other) => other !== item);

/** The cards without those of `gone`, one for one. */
function less(cards, gone) {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    must(at >= 0, `${card} is not in that hand`);
    left.splice(at, 1);
  }
  return left;
}

const decisionOf = (plain) => (plain ? filled(DECISION, plain) : null);

/** A hand that the viewer may know is a list, be it an empty one. */
function known(game) {
  const own = (seat) => seat === game.viewer || game.open_hands.includes(seat);
  game.hands = game.hands.map((hand, seat) => (own(seat) ? (hand ?? []) : hand));
}

function gameOf(plain) {
  const game = filled(GAME, plain);
  game.waiting_for = decisionOf(plain.waiting_for);
  for (const key of ["hands", "votes", "gifts", "noted"]) game[key] = padded(plain[key], game.seats);
  known(game);
  return game;
}

/**
 * The table of a snapshot.
 * @param {object} snapshot
 * @returns {object} table
 * @throws {Error} if the snapshot contradicts itself
 */
export function open(snapshot) {
  const room = filled(ROOM, snapshot.room);
  room.occupants = room.occupants.map((one) => one && filled(OCCUPANT, one));
  room.remarks = room.remarks.map((one) => filled({ seat: null }, one));
  const seat = snapshot.seat ?? null;
  const game = snapshot.game ? gameOf(snapshot.game) : null;
  must(seat === null || seat < room.occupants.length, "no seat of the table");
  must(!game || (game.seats === room.occupants.length && game.viewer === seat), "a game of another seat");
  return { code: snapshot.table, n: snapshot.n, seat, room, game, said: snapshot.words ?? "" };
}

function setOccupant(room, seat, changes) {
  if (room.occupants[seat]) room.occupants = put(room.occupants, seat, { ...room.occupants[seat], ...changes });
}

function added(names, name) {
  must(!names.includes(name), "the name is there already");
  return [...names, name];
}

function removed(names, name) {
  must(names.includes(name), "the name is not there");
  return without(names, name);
}

/** One of several has answered; the question stays. */
function answered(game, seat) {
  const asked = game.waiting_for;
  if (asked && OF_SEVERAL.includes(asked.k)) {
    game.waiting_for = { ...asked, seats: without(asked.seats, seat) };
  }
}

/** Cards leave a hand; of one that is not known only the number. */
function leaveHand(game, seat, cards) {
  game.counts = plus(game.counts, seat, -cards.length);
  if (game.hands[seat]) game.hands = put(game.hands, seat, less(game.hands[seat], cards));
}

/** A hand that is no longer shown is known to its own player alone. */
function hide(game, seat) {
  game.open_hands = without(game.open_hands, seat);
  if (seat !== game.viewer) game.hands = put(game.hands, seat, null);
}

/** A seat is no longer in the round; its hand goes under the draw pile. */
function leaveRound(game, seat) {
  game.playing = put(game.playing, seat, false);
  game.gifts = put(game.gifts, seat, null);
  answered(game, seat);
  game.open_hands = without(game.open_hands, seat);
  for (const key of ["target", "claimed"]) if (game[key] === seat) game[key] = null;
  game.stock_count += game.counts[seat];
  game.counts = put(game.counts, seat, 0);
  game.hands = put(game.hands, seat, seat === game.viewer ? [] : null);
  game.shuffles += 1;
}

function windowOver(game, { seat }) {
  game.window = null;
  game.claimed = null;
  game.windows_closed = [...game.windows_closed, seat];
}

const nothing = () => {};
const newest = (list) => list[list.length - 1];

/** By kind: which fields an event may lack, with what stands for them, and what it changes in the room. */
const ROOM_EVENTS = {
  seat_taken: [{ bot: null, face: null }, (room, { seat, name, bot, face }) => {
    const taken = { name, bot, face, ready: bot !== null, connected: true, stand_in: null, extra_seconds: 0 };
    room.occupants = put(room.occupants, seat, taken);
  }],
  seat_freed: [{}, (room, { seat }) => {
    room.occupants = put(room.occupants, seat, null);
  }],
  seats_moved: [{}, (room, { seat, to }, table) => {
    must(table.seat !== seat && table.seat !== to, "only a snapshot moves this client");
    const { occupants, host } = room;
    room.occupants = put(put(occupants, seat, occupants[to]), to, occupants[seat]);
    if (host === seat) room.host = to;
    else if (host === to) room.host = seat;
  }],
  stand_in_changed: [{ level: null }, (room, { seat, level }) => {
    setOccupant(room, seat, { stand_in: level, ready: level !== null });
  }],
  time_given: [{}, (room, { seat, seconds }) => setOccupant(room, seat, { extra_seconds: seconds })],
  table_changed: [
    {
      preset: null, options: null, seats: null, turn_seconds: null, password: null, listed: null, locked: null,
      watching: null, show_hands: null, rules: null, fingerprint: null, own_text: null, pace: null,
    },
    (room, { k: _kind, seats, ...changes }, table) => {
      for (const [key, value] of Object.entries(changes)) if (value !== null) room[key] = value;
      if (seats !== null) {
        must(!table.game && !(table.seat >= seats), "these seats cannot change now");
        must(!room.occupants.slice(seats).some(Boolean), "somebody sits in a seat that would go");
        room.occupants = padded(room.occupants, seats);
      }
      room.own_text ||= null;
    },
  ],
  host_changed: [{ seat: null }, (room, { seat }) => { room.host = seat; }],
  ready_changed: [{ why: null }, (room, { seat, ready }) => setOccupant(room, seat, { ready })],
  presence_changed: [{}, (room, { seat, connected }) => setOccupant(room, seat, { connected })],
  claim_made: [{ number: null }, (room, { seat, number }) => Object.assign(room, { claim: seat, claim_number: number })],
  claim_ended: [{}, (room) => Object.assign(room, { claim: null, claim_number: null })],
  watcher_came: [{ screen: false }, (room, { name, screen }) => {
    const list = screen ? "screens" : "watchers";
    room[list] = added(room[list], name);
  }],
  watcher_left: [{}, (room, { name }) => {
    const list = room.screens.includes(name) ? "screens" : "watchers";
    room[list] = removed(room[list], name);
  }],
  mute_changed: [{}, (room, { name, muted }) => {
    room.muted = (muted ? added : removed)(room.muted, name);
    if (muted) room.remarks = room.remarks.filter((remark) => remark.name !== name);
  }],
  said: [{ seat: null }, (room, { name, text, seat }) => {
    room.remarks = [...room.remarks, { name, text, seat }].slice(-REMARKS_KEPT);
  }],
  reacted: [{ seat: null }, nothing],
  phase_changed: [{ held: false }, (room, { phase, held }) => {
    Object.assign(room, { phase, held });
    if (!LOOSE_PHASES.includes(phase)) return;
    room.occupants = room.occupants.map((one) => one && { ...one, ready: one.bot !== null || one.stand_in !== null });
  }],
  game_opened: [{ chosen: null }, (room, { seated, chosen }, table) => {
    const seats = room.occupants.length;
    must(seated.length === seats, "one mark for each seat");
    const named = room.rules.customizable_rule;
    const custom = named !== "vote" && Number((room.rules.extra ?? "").split(",")[2]) > 0 ? named : null;
    table.game = gameOf({
      viewer: table.seat, seats, seated, scores: bySeat(seats, 0), chosen, phase: "between_rounds", custom,
      playing: bySeat(seats, false), direction: 1, counts: bySeat(seats, 0),
    });
  }],
  game_placed: [{}, (_room, _event, table) => { table.game = null; }],
  game_seed: [{ tally: [] }, (room, { tally }) => { if (tally.length) room.tally = tally; }],
  game_cleared: [{}, (_room, _event, table) => { table.game = null; }],
  hands_shown: [{}, nothing], // it stands in the result
};

/** The same of the game. */
const GAME_EVENTS = {
  ballot_drawn: [{}, (game, { rules }) => {
    Object.assign(game, { phase: "voting", ballot: rules, playing: game.seated, shuffles: game.shuffles + 1 });
  }],
  vote_cast: [{ rule: null }, (game, { seat, rule }) => {
    answered(game, seat);
    if (rule !== null) game.votes = put(game.votes, seat, rule);
  }],
  rule_chosen: [{}, (game, { rule }) => {
    const votes = bySeat(game.seats, null);
    Object.assign(game, { phase: "between_rounds", custom: rule, votes, waiting_for: null });
    game.shuffles += 1;
  }],
  round_dealt: [{ hands: [] }, (game, { round, dealer, starter, counts, stock_count: stock, hands }) => {
    must(counts.length === game.seats, "one number for each seat");
    Object.assign(game, NOTHING_ASKED, {
      phase: "playing", round, dealer, starter, counts, stock_count: stock, hands: padded(hands, game.seats),
      playing: game.seated, direction: 1, turn: 0, passes: 0, discard: [], winners: [], out: [], leavers: [],
      lost: [], noted: bySeat(game.seats, null),
      first: false, colour: null, played_by: null, shuffles: game.shuffles + 2,
    });
  }],
  first_card_turned: [{}, (game, { card }) => {
    Object.assign(game, { discard: [...game.discard, card], first: true, stock_count: game.stock_count - 1 });
    game.colour = WILDS.includes(card) ? null : card[0];
  }],
  first_card_returned: [{}, (game) => {
    Object.assign(game, { discard: game.discard.slice(0, -1), first: false, stock_count: game.stock_count + 1 });
    game.shuffles += 1;
  }],
  cards_played: [{ colours: [], target: null }, (game, { seat, cards, colours, target }) => {
    must(cards.length > 0, "a play of no cards");
    leaveHand(game, seat, cards);
    const last = newest(cards);
    const colour = WILDS.includes(last) ? (newest(colours) ?? game.colour) : last[0];
    Object.assign(game, { discard: [...game.discard, ...cards], colour, first: false, played_by: seat, target });
    Object.assign(game, { passes: 0, drawn: null, claimed: null });
  }],
  player_chosen: [{}, (game, { target }) => { game.target = target; }],
  hands_moved: [{ hands: [], opened: [] }, (game, { reason, counts, hands }) => {
    counts.forEach((count, seat) => {
      if (count === null) return;
      game.counts = put(game.counts, seat, count);
      game.hands = put(game.hands, seat, hands[seat] ?? null);
    });
    if (reason === "shuffle") game.shuffles += 1;
  }],
  card_chosen: [{ card: null }, (game, { seat, card }) => {
    answered(game, seat);
    if (card !== null) game.gifts = put(game.gifts, seat, card);
  }],
  confirmed: [{}, (game, { seat }) => answered(game, seat)],
  cards_passed: [{ cards: [], opened: [] }, (game, { to, cards }) => {
    to.forEach((receiver, giver) => {
      if (receiver === null) return;
      game.counts = plus(plus(game.counts, giver, -1), receiver, 1);
      const card = cards[giver] ?? null;
      if (card === null) return;
      if (game.hands[giver]) game.hands = put(game.hands, giver, less(game.hands[giver], [card]));
      if (game.hands[receiver]) game.hands = put(game.hands, receiver, sorted([...game.hands[receiver], card]));
    });
    game.gifts = bySeat(game.seats, null);
  }],
  colour_discarded: [{}, (game, { seat, cards }) => {
    leaveHand(game, seat, cards);
    game.discard = [...game.discard.slice(0, -1), ...cards, ...game.discard.slice(-1)];
  }],
  hand_opened: [{}, (game, { seat, cards }) => {
    game.open_hands = [...game.open_hands, seat];
    game.hands = put(game.hands, seat, cards);
  }],
  hand_closed: [{ hidden: false }, (game, { seat, hidden }) => {
    game.open_hands = without(game.open_hands, seat);
    if (hidden) game.hands = put(game.hands, seat, null);
  }],
  colour_named: [{}, (game, { colour }) => { game.colour = colour; }],
  cards_drawn: [{ cards: [], opened: false }, (game, { seat, count, reason, cards }) => {
    game.counts = plus(game.counts, seat, count);
    game.stock_count -= count;
    if (cards.length && game.hands[seat]) {
      game.hands = put(game.hands, seat, sorted([...game.hands[seat], ...cards]));
    }
    if (reason !== "turn") return;
    game.passes = 0;
    if (cards.length) game.drawn = newest(cards);
  }],
  draw_pile_renewed: [{}, (game, { count }) => {
    Object.assign(game, { stock_count: count, discard: game.discard.slice(-1), shuffles: game.shuffles + 1 });
  }],
  drawn_kept: [{}, nothing],
  passed: [{}, (game) => { game.passes += 1; }],
  turn_missed: [{}, nothing],
  direction_turned: [{}, (game, { direction }) => { game.direction = direction; }],
  uno_window_opened: [{}, (game, { seat }) => { game.window = seat; }],
  uno_window_closed: [{}, windowOver],
  uno_called: [{}, windowOver],
  uno_announced: [{}, nothing],
  uno_claimed: [{}, (game, { seat }) => { game.claimed = seat; }],
  uno_rolled: [{ forgotten: false }, (game) => { game.shuffles += 1; }],
  uno_caught: [{ by: null }, windowOver],
  false_uno: [{}, (game, { seat }) => {
    Object.assign(game, { false_calls: [...game.false_calls, seat], claimed: null });
  }],
  out_of_turn: [{}, (game, { seat }) => { game.out_of_turns = [...game.out_of_turns, seat]; }],
  challenged: [{ guilty: false, everyone: false, hand: null }, nothing],
  time_ran_out: [{}, nothing],
  player_left: [{}, (game, { seat }) => {
    game.seated = put(game.seated, seat, false);
    game.scores = put(game.scores, seat, 0);
    game.noted = put(game.noted, seat, null);
    if (game.window === seat) game.window = null;
    if (!["playing", "voting"].includes(game.phase) || !game.playing[seat]) return;
    if (game.round) game.leavers = [...game.leavers, seat];
    game.votes = put(game.votes, seat, null);
    leaveRound(game, seat);
  }],
  player_lost: [{ points: null }, (game, { seat, points }, { rules }) => {
    game.lost = [...game.lost, seat];
    if (rules.goal === "until_last") game.leavers = [...game.leavers, seat];
    if (points !== null) game.noted = put(game.noted, seat, points);
    leaveRound(game, seat);
  }],
  player_joined: [{}, (game, { seat }, { rules }) => {
    const most = Math.max(0, ...game.scores.filter((_, other) => game.seated[other]));
    game.seated = put(game.seated, seat, true);
    game.scores = put(game.scores, seat, rules.goal === "low_points" ? most : 0);
  }],
  asked: [{}, (game, { decision }) => {
    game.decision += 1;
    game.waiting_for = decision;
    if (decision.k === "take_turn") {
      Object.assign(game, NEW_TURN, { owed: 0, drawn: null, claimed: null, turn: game.turn + 1 });
    }
    if (decision.k === "answer_draw_four" || decision.k === "answer_stack") game.owed = decision.penalty;
  }],
  player_out: [{}, (game, { seat }) => {
    game.playing = put(game.playing, seat, false);
    game.out = [...game.out, seat];
    hide(game, seat);
  }],
  round_ended: [{ blocked: false, winners: [], ranks: [], noted: [] }, (game, { winners, gains, ranks, noted }) => {
    must(gains.length === game.seats, "one number for each seat");
    const scores = game.scores.map((score, seat) => score + gains[seat]);
    Object.assign(game, NOTHING_ASKED, NEW_TURN, {
      phase: "between_rounds", ranks, winners, scores, noted: padded(noted, game.seats),
    });
  }],
  game_ended: [{ winners: [] }, (game, { winners }) => {
    const none = bySeat(game.seats, null);
    if (game.phase === "playing") game.noted = none;
    Object.assign(game, NOTHING_ASKED, NEW_TURN, { phase: "over", winners, votes: none, gifts: none });
  }],
};

/** An event that changes nothing here; the server's words tell it. */
const PLAIN = { absent: {}, fold: nothing, ofRoom: true };
const EVENTS = new Map();
for (const [kind, [absent, fold]] of Object.entries(ROOM_EVENTS)) EVENTS.set(kind, { absent, fold, ofRoom: true });
for (const [kind, [absent, fold]] of Object.entries(GAME_EVENTS)) EVENTS.set(kind, { absent, fold, ofRoom: false });

/** Keeps the names of those who leave a game. */
function remember(room, before, event) {
  const renewed = ["seats_moved", "game_opened", "game_placed", "game_cleared"].includes(event.k);
  if (renewed || event.phase === "waiting" || (event.k === "table_changed" && event.seats)) room.gone = null;
  const left = event.k === "seat_freed" && before.phase !== "waiting";
  if (!left && event.k !== "seat_taken") return;
  const known = before.gone ?? bySeat(room.occupants.length, "");
  const gone = put(known, event.seat, left ? before.occupants[event.seat]?.name ?? known[event.seat] : "");
  room.gone = gone.some(Boolean) ? gone : null;
}

const SEAT_FIELDS = ["seat", "to", "by", "target", "offender", "dealer", "starter"];

function checkSeats(event, seats) {
  for (const key of SEAT_FIELDS) {
    const seat = event[key];
    must(seat === undefined || typeof seat === "object" || (seat >= 0 && seat < seats), `${key} is no seat`);
  }
}

/**
 * Applies the next entry to the table.
 * @param {object} table of `open`; it changes, and not at all if this throws
 * @param {object} entry
 * @returns {object|null} its event with everything filled in, and with its words; null if nobody knows what it means
 * @throws {Error} for an entry that is not the next one, or contradicts the table
 */
export function apply(table, entry) {
  must(entry.table === table.code, "an entry of another table");
  must(entry.n === table.n + 1, `entry ${entry.n} does not follow ${table.n}`);
  const kind = EVENTS.get(entry.event.k) ?? (entry.words ? PLAIN : null);
  if (!kind) {
    table.n = entry.n;
    return null;
  }
  const { absent, fold, ofRoom } = kind;
  const { words = "" } = entry;
  const event = filled(absent, entry.event);
  if (event.decision) event.decision = decisionOf(event.decision);
  const after = { ...table, n: entry.n, room: { ...table.room }, game: table.game && { ...table.game } };
  checkSeats(event, after.room.occupants.length);
  must(ofRoom || after.game, "an event of a game, but there is none");
  if (ofRoom) fold(after.room, event, after);
  else {
    fold(after.game, event, after.room);
    known(after.game);
  }
  if (ofRoom) remember(after.room, table.room, event);
  if (event.k === "asked" || event.k === "phase_changed") after.said = event.phase === "playing" ? "" : words;
  Object.assign(table, after);
  return { ...event, words };
}

/**
 * Who sits in a seat, or sat there in the game; empty if nobody is known.
 * @param {object} table
 * @param {number} seat
 * @returns {string}
 */
export function nameOf(table, seat) {
  return table.room.occupants[seat]?.name ?? table.room.gone?.[seat] ?? "";
}

/** The seats that a decision is put to. */
export function askedOf(decision) {
  if (!decision) return [];
  return decision.seat === null ? decision.seats : [decision.seat];
}

/** Whether the own seat is asked something now. @param {?object} table @returns {boolean} */
export function isAsked(table) {
  return Boolean(table?.game) && table.seat !== null && askedOf(table.game.waiting_for).includes(table.seat);
}
