/**
 * A table as this client knows it: the snapshot, changed by every later entry (P-8). Pure.
 *
 * table = {code, n, seat, room, game, said}, named as in P-8; `seat` is the own one, null for a spectator, `game` null if
 * there is none, `said` the server's words. What may be absent is filled in (ROOM to DECISION, ABSENT), and `hands`,
 * `votes`, `gifts` and `noted` have one item for each seat, null where it is not known; the own hand is always a list.
 * What is in a table is never changed in place: whoever keeps `{...table}` has the table as it was.
 */

const COLOURS = "RYGB";
const RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"];
const WILDS = ["W", "W+4", "WS", "WX", "WC"];
/** What stands for a field that is not in an event, and neither a mark nor one of `table_changed`. */
const ABSENT = {
  seat: null, by: null, bot: null, face: null, program: null, level: null, why: null, chosen: null, rule: null,
  target: null, card: null, points: null, cards: [], colours: [], hands: [], winners: [], ranks: [], noted: [],
};
const LOOSE_PHASES = ["waiting", "between_rounds", "finished"]; // where marks are cleared
const REMARKS_KEPT = 20;

const ROOM = { host: null, tally: null, own_text: null, pace: null, gone: null, screens: [], claim: null, claim_number: null };
const OCCUPANT = { bot: null, stand_in: null, face: null, program: null };
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

/** `given` with `absent` in the place of what is nil or not there. */
function filled(absent, given) {
  const made = { ...absent };
  for (const [key, value] of Object.entries(given)) if (value !== null || !(key in made)) made[key] = value;
  return made;
}

/** The place of a card in the canonical order (P-1.6). */
export function cardOrder(card) {
  const wild = WILDS.indexOf(card);
  return wild < 0 ? COLOURS.indexOf(card[0]) * RANKS.length + RANKS.indexOf(card.slice(1)) : 100 + wild;
}

const sorted = (cards) => [...cards].sort((one, other) => cardOrder(one) - cardOrder(other));
const bySeat = (count, value) => Array.from({ length: count }, () => value);
/** One item for each seat, null beyond the end of `some`. */
const padded = (some, count) => Array.from({ length: count }, (_, seat) => some?.[seat] ?? null);
const put = (list, at, value) => list.map((old, each) => (each === at ? value : old));
const plus = (list, at, more) => put(list, at, list[at] + more);
const without = (list, item) => list.filter((other) => other !== item);

/** The cards without that one. */
export const less = (cards, card) => cards.filter((_, each) => each !== cards.indexOf(card));

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

/** The table of a snapshot. */
export function open(snapshot) {
  const room = filled(ROOM, snapshot.room);
  room.occupants = room.occupants.map((one) => one && filled(OCCUPANT, one));
  room.remarks = room.remarks.map((one) => filled({ seat: null }, one));
  const seat = snapshot.seat ?? null;
  const game = snapshot.game ? gameOf(snapshot.game) : null;
  return { code: snapshot.table, n: snapshot.n, seat, room, game, said: snapshot.words ?? "" };
}

const newest = (list) => list[list.length - 1];

const occupant = ({ occupants }, seat, changes) => (
  { occupants: put(occupants, seat, occupants[seat] && { ...occupants[seat], ...changes }) }
);

/** One of several has answered; the question stays. */
const answered = ({ waiting_for: asked }, seat) => (
  asked && OF_SEVERAL.includes(asked.k) ? { waiting_for: { ...asked, seats: without(asked.seats, seat) } } : {}
);

/** Cards leave a hand; of one that is not known only the number. */
const leaveHand = ({ counts, hands }, seat, cards) => (
  { counts: plus(counts, seat, -cards.length), hands: put(hands, seat, hands[seat] && cards.reduce(less, hands[seat])) }
);

/** Cards come into a hand; not all who know the hand are told which. */
const enterHand = ({ counts, hands }, seat, count, cards) => (
  { counts: plus(counts, seat, count), hands: put(hands, seat, hands[seat] && sorted([...hands[seat], ...cards])) }
);

/** A seat is no longer in the round; its hand goes under the draw pile. */
const leaveRound = (game, seat) => ({
  ...answered(game, seat),
  playing: put(game.playing, seat, false),
  gifts: put(game.gifts, seat, null),
  open_hands: without(game.open_hands, seat),
  target: game.target === seat ? null : game.target,
  claimed: game.claimed === seat ? null : game.claimed,
  stock_count: game.stock_count + game.counts[seat],
  counts: put(game.counts, seat, 0),
  hands: put(game.hands, seat, null),
  shuffles: game.shuffles + 1,
});

const windowOver = ({ windows_closed: closed }, { seat }) => (
  { window: null, claimed: null, windows_closed: [...closed, seat] }
);

/** By kind of event, what it changes in the room. Some change more: the whole table is there, too. */
const ROOM_EVENTS = {
  __proto__: null,
  seat_taken: ({ occupants }, { seat, name, bot, face, program }) => {
    const taken = { name, bot, face, program, ready: bot !== null, connected: true, stand_in: null, extra_seconds: 0 };
    return { occupants: put(occupants, seat, taken) };
  },
  seat_freed: ({ occupants }, { seat }) => ({ occupants: put(occupants, seat, null) }),
  seats_moved({ occupants, host }, { seat, to }) {
    const moved = put(put(occupants, seat, occupants[to]), to, occupants[seat]);
    return { occupants: moved, host: { [seat]: to, [to]: seat }[host] ?? host };
  },
  stand_in_changed: (room, { seat, level }) => occupant(room, seat, { stand_in: level, ready: level !== null }),
  time_given: (room, { seat, seconds }) => occupant(room, seat, { extra_seconds: seconds }),
  table_changed({ occupants, own_text: text }, { k: _, seats = null, ...all }) {
    const changes = Object.fromEntries(Object.entries(all).filter(([key, value]) => value !== null && !(key in ABSENT)));
    changes.own_text = (changes.own_text ?? text) || null;
    return { ...changes, occupants: padded(occupants, seats ?? occupants.length) };
  },
  host_changed: (_, { seat }) => ({ host: seat }),
  ready_changed: (room, { seat, ready }) => occupant(room, seat, { ready }),
  presence_changed: (room, { seat, connected }) => occupant(room, seat, { connected }),
  claim_made: (_, { seat, number }) => ({ claim: seat, claim_number: number ?? null }),
  claim_ended: () => ({ claim: null, claim_number: null }),
  watcher_came: ({ screens, watchers }, { name, screen }) => (
    screen ? { screens: [...screens, name] } : { watchers: [...watchers, name] }
  ),
  watcher_left: ({ screens, watchers }, { name }) => (
    screens.includes(name) ? { screens: without(screens, name) } : { watchers: without(watchers, name) }
  ),
  mute_changed: ({ muted, remarks }, { name, muted: on }) => (
    on ? { muted: [...muted, name], remarks: remarks.filter((each) => each.name !== name) } : { muted: without(muted, name) }
  ),
  said: ({ remarks }, { name, text, seat }) => ({ remarks: [...remarks, { name, text, seat }].slice(-REMARKS_KEPT) }),
  phase_changed({ occupants }, { phase, held }) {
    const loose = (one) => one && { ...one, ready: one.bot !== null || one.stand_in !== null };
    return { phase, held: Boolean(held), occupants: LOOSE_PHASES.includes(phase) ? occupants.map(loose) : occupants };
  },
  game_opened({ occupants: { length: seats }, rules }, { seated, chosen }, table) {
    const named = rules.customizable_rule;
    const custom = named !== "vote" && Number((rules.extra ?? "").split(",")[2]) > 0 ? named : null;
    table.game = gameOf({
      viewer: table.seat, seats, seated, scores: bySeat(seats, 0), chosen, phase: "between_rounds", custom,
      playing: bySeat(seats, false), direction: 1, counts: bySeat(seats, 0),
    });
  },
  game_placed(_room, _event, table) { table.game = null; },
  game_cleared(_room, _event, table) { table.game = null; },
  game_seed: (room, { tally }) => ({ tally: tally?.length ? tally : room.tally }),
};

/** The same of the game. */
const GAME_EVENTS = {
  __proto__: null,
  ballot_drawn: ({ seated, shuffles }, { rules }) => (
    { phase: "voting", ballot: rules, playing: seated, shuffles: shuffles + 1 }
  ),
  vote_cast: (game, { seat, rule }) => (
    { ...answered(game, seat), votes: put(game.votes, seat, rule ?? game.votes[seat]) }
  ),
  rule_chosen: ({ seats, shuffles }, { rule }) => (
    { phase: "between_rounds", custom: rule, votes: bySeat(seats, null), waiting_for: null, shuffles: shuffles + 1 }
  ),
  round_dealt({ seats, seated, shuffles }, { round, dealer, starter, counts, stock_count, hands }) {
    return {
      ...NOTHING_ASKED, phase: "playing", round, dealer, starter, counts, stock_count, hands: padded(hands, seats),
      playing: seated, direction: 1, turn: 0, passes: 0, discard: [], winners: [], out: [], leavers: [], lost: [],
      noted: bySeat(seats, null), first: false, colour: null, played_by: null, shuffles: shuffles + 2,
    };
  },
  first_card_turned: ({ discard, stock_count: stock }, { card }) => (
    { discard: [...discard, card], first: true, stock_count: stock - 1, colour: WILDS.includes(card) ? null : card[0] }
  ),
  first_card_returned: ({ discard, stock_count: stock, shuffles }) => (
    { discard: discard.slice(0, -1), first: false, stock_count: stock + 1, shuffles: shuffles + 1 }
  ),
  cards_played(game, { seat, cards, colours, target }) {
    const last = newest(cards);
    const colour = WILDS.includes(last) ? (newest(colours) ?? game.colour) : last[0];
    const discard = [...game.discard, ...cards];
    return {
      ...leaveHand(game, seat, cards), discard, colour, first: false, played_by: seat, target,
      passes: 0, drawn: null, claimed: null,
    };
  },
  player_chosen: (_, { target }) => ({ target }),
  hands_moved: (game, { reason, counts, hands }) => ({
    counts: game.counts.map((count, seat) => counts[seat] ?? count),
    hands: game.hands.map((hand, seat) => ((counts[seat] ?? null) === null ? hand : hands[seat] ?? null)),
    shuffles: game.shuffles + (reason === "shuffle" ? 1 : 0),
  }),
  card_chosen: (game, { seat, card }) => (
    { ...answered(game, seat), gifts: put(game.gifts, seat, card ?? game.gifts[seat]) }
  ),
  confirmed: (game, { seat }) => answered(game, seat),
  cards_passed(game, { to, cards }) {
    const passed = { ...game, gifts: bySeat(game.seats, null) };
    to.forEach((receiver, giver) => {
      if (receiver === null) return;
      const card = cards[giver] ?? null;
      const seen = card === null ? [] : [card];
      Object.assign(passed, { ...leaveHand(passed, giver, seen), counts: plus(passed.counts, giver, -1) });
      Object.assign(passed, enterHand(passed, receiver, 1, seen));
    });
    return passed;
  },
  colour_discarded: (game, { seat, cards }) => (
    { ...leaveHand(game, seat, cards), discard: [...game.discard.slice(0, -1), ...cards, ...game.discard.slice(-1)] }
  ),
  hand_opened: ({ open_hands: open, hands }, { seat, cards }) => (
    { open_hands: [...open, seat], hands: put(hands, seat, cards) }
  ),
  hand_closed: ({ open_hands: open, hands }, { seat, hidden }) => (
    { open_hands: without(open, seat), hands: put(hands, seat, hidden ? null : hands[seat]) }
  ),
  colour_named: (_, { colour }) => ({ colour }),
  cards_drawn(game, { seat, count, reason, cards }) {
    const { drawn, passes, stock_count: stock } = game;
    const turn = reason === "turn" ? { passes: 0, drawn: newest(cards) ?? drawn } : { passes, drawn };
    return { ...enterHand(game, seat, count, cards), ...turn, stock_count: stock - count };
  },
  draw_pile_renewed: ({ discard, shuffles }, { count }) => (
    { stock_count: count, discard: discard.slice(-1), shuffles: shuffles + 1 }
  ),
  passed: ({ passes }) => ({ passes: passes + 1 }),
  direction_turned: (_, { direction }) => ({ direction }),
  uno_window_opened: (_, { seat }) => ({ window: seat }),
  uno_window_closed: windowOver,
  uno_called: windowOver,
  uno_claimed: (_, { seat }) => ({ claimed: seat }),
  uno_rolled: ({ shuffles }) => ({ shuffles: shuffles + 1 }),
  uno_caught: windowOver,
  false_uno: ({ false_calls: calls }, { seat }) => ({ false_calls: [...calls, seat], claimed: null }),
  out_of_turn: ({ out_of_turns: before }, { seat }) => ({ out_of_turns: [...before, seat] }),
  player_left(game, { seat }) {
    const inRound = ["playing", "voting"].includes(game.phase) && game.playing[seat];
    return {
      seated: put(game.seated, seat, false),
      scores: put(game.scores, seat, 0),
      noted: put(game.noted, seat, null),
      window: game.window === seat ? null : game.window,
      leavers: inRound && game.round ? [...game.leavers, seat] : game.leavers,
      ...(inRound && { votes: put(game.votes, seat, null), ...leaveRound(game, seat) }),
    };
  },
  player_lost: (game, { seat, points }, { rules }) => ({
    lost: [...game.lost, seat],
    leavers: rules.goal === "until_last" ? [...game.leavers, seat] : game.leavers,
    noted: put(game.noted, seat, points ?? game.noted[seat]),
    ...leaveRound(game, seat),
  }),
  player_joined({ scores, seated }, { seat }, { rules }) {
    const most = Math.max(0, ...scores.filter((_, other) => seated[other]));
    return { seated: put(seated, seat, true), scores: put(scores, seat, rules.goal === "low_points" ? most : 0) };
  },
  asked: ({ decision: before, turn, owed }, { decision }) => ({
    owed: ["answer_draw_four", "answer_stack"].includes(decision.k) ? decision.penalty : owed,
    ...(decision.k === "take_turn" && { ...NEW_TURN, owed: 0, drawn: null, claimed: null, turn: turn + 1 }),
    decision: before + 1,
    waiting_for: decision,
  }),
  player_out: ({ playing, out, open_hands: open, viewer, hands }, { seat }) => ({
    playing: put(playing, seat, false),
    out: [...out, seat],
    open_hands: without(open, seat),
    hands: put(hands, seat, seat === viewer ? hands[seat] : null),
  }),
  round_ended({ seats, scores }, { winners, gains, ranks, noted }) {
    const summed = scores.map((score, seat) => score + gains[seat]);
    return {
      ...NOTHING_ASKED, ...NEW_TURN, phase: "between_rounds", ranks, winners, scores: summed, noted: padded(noted, seats),
    };
  },
  game_ended({ seats, phase, noted }, { winners }) {
    const none = bySeat(seats, null);
    return {
      ...NOTHING_ASKED, ...NEW_TURN, phase: "over", winners, votes: none, gifts: none,
      noted: phase === "playing" ? none : noted,
    };
  },
};

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

/**
 * Applies the next entry to a table of `open`, which changes. Gives its event with everything filled in, and its words.
 * @throws {Error} for an entry that is not the next one; then nothing has changed
 */
export function apply(table, { n, event: plain, words = "" }) {
  if (n !== table.n + 1) throw new Error(`entry ${n} does not follow ${table.n}`);
  const after = { ...table, n };
  const event = filled(ABSENT, plain);
  if (event.decision) event.decision = decisionOf(event.decision);
  const ofGame = GAME_EVENTS[event.k];
  const ofRoom = ROOM_EVENTS[event.k];
  if (ofGame) {
    after.game = { ...table.game, ...ofGame(table.game, event, table.room) };
    known(after.game);
  } else if (ofRoom) {
    after.room = { ...table.room, ...ofRoom(table.room, event, after) };
    remember(after.room, table.room, event);
  }
  if (event.k === "asked" || event.k === "phase_changed") after.said = event.phase === "playing" ? "" : words;
  Object.assign(table, after);
  return { ...event, words };
}

/** Who sits in a seat, or sat there in the game; empty if nobody is known. */
export const nameOf = ({ room }, seat) => room.occupants[seat]?.name ?? room.gone?.[seat] ?? "";

/** The seats that a decision is put to. */
export const askedOf = (decision) => (decision?.seat ?? null) === null ? decision?.seats ?? [] : [decision.seat];

/** Whether the own seat is asked something now. */
export function isAsked(table) {
  return Boolean(table?.game) && table.seat !== null && askedOf(table.game.waiting_for).includes(table.seat);
}
