/** A table as this client knows it: the snapshot, changed by every later entry (README.md). Pure. */

const COLOURS = "RYGB";
const RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"];
const WILDS = ["W", "W+4", "WS", "WX", "WC"];
/** What stands for a field that is not in an event, and neither a mark nor one of `table_changed`. */
const ABSENT = {
  seat: null, by: null, bot: null, face: null, program: null, level: null, why: null, rule: null, target: null, card: null,
  cards: [], colours: [], hands: [], winners: [], ranks: [],
};
const LOOSE_PHASES = ["waiting", "between_rounds", "finished"]; // where marks are cleared
const REMARKS_KEPT = 20;

const ROOM = { host: null, tally: null, own_text: null, pace: null, gone: null, screens: [], programs: true, claim: null,
  claim_number: null, commitment: null, shares: null };
const OCCUPANT = { bot: null, stand_in: null, face: null, program: null, share: null, connected: true, extra_seconds: 0 };
/** What the page keeps of a game. */
const GAME = {
  phase: "", seats: 0, seated: [], scores: [], playing: [], direction: 1, counts: [], hands: [], votes: [], round: 0, decision: 0,
  waiting_for: null, discard: [], colour: null, played_by: null, stock_count: 0, owed: 0, ballot: [], custom: null, out: [],
  lost: [], open_hands: [], window: null, false_calls: [], out_of_turns: [], windows_closed: [], winners: [], drawn: null,
};
const DECISION = { seat: null, seats: [], offender: null, penalty: 0 };
/** Questions to several at once. */
export const OF_SEVERAL = ["vote", "pass_card", "confirm"];
const NOTHING_ASKED = { waiting_for: null, window: null, drawn: null, owed: 0 };
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

export const sorted = (cards) => [...cards].sort((one, other) => cardOrder(one) - cardOrder(other));
const bySeat = (count, value) => Array.from({ length: count }, () => value);
/** One item for each seat, null beyond the end of `some`. */
const padded = (some, count) => Array.from({ length: count }, (_, seat) => some?.[seat] ?? null);
const put = (list, at, value) => list.map((old, each) => (each === at ? value : old));
const plus = (list, at, more) => put(list, at, list[at] + more);
const without = (list, item) => list.filter((other) => other !== item);

export const less = (cards, card) => cards.filter((_, each) => each !== cards.indexOf(card));

const decisionOf = (plain) => (plain ? filled(DECISION, plain) : null);

/** A hand that the player may know is a list, be it an empty one. */
function known(game, own) {
  const open = (seat) => seat === own || game.open_hands.includes(seat);
  game.hands = game.hands.map((hand, seat) => (open(seat) ? (hand ?? []) : hand));
  return game;
}

function gameOf(plain, own) {
  const game = Object.fromEntries(Object.entries(GAME).map(([key, absent]) => [key, plain[key] ?? absent]));
  const { seats, hands, votes, waiting_for: asked } = game;
  return known({ ...game, waiting_for: decisionOf(asked), hands: padded(hands, seats), votes: padded(votes, seats) }, own);
}

/** The table of a snapshot. */
export function open(snapshot) {
  const room = filled(ROOM, snapshot.room);
  room.occupants = room.occupants.map((one) => one && filled(OCCUPANT, one));
  room.remarks = room.remarks.map((one) => filled({ seat: null }, one));
  const seat = snapshot.seat ?? null;
  const game = snapshot.game ? gameOf(snapshot.game, seat) : null;
  return { code: snapshot.table, n: snapshot.n, seat, room, game, said: snapshot.words ?? "" };
}

const newest = (list) => list[list.length - 1];

const occupant = ({ occupants }, seat, changes) => (
  { occupants: put(occupants, seat, occupants[seat] && { ...occupants[seat], ...changes }) }
);

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

/** Its hand goes under the draw pile. */
const leaveRound = (game, seat) => ({
  ...answered(game, seat),
  playing: put(game.playing, seat, false),
  open_hands: without(game.open_hands, seat),
  stock_count: game.stock_count + game.counts[seat],
  counts: put(game.counts, seat, 0),
  hands: put(game.hands, seat, null),
});

const windowOver = ({ windows_closed: closed }, { seat }) => ({ window: null, windows_closed: [...closed, seat] });

/** By kind of event, what it changes in the room. Some change more: the whole table is there, too. */
const ROOM_EVENTS = {
  __proto__: null,
  seat_taken: ({ occupants }, { seat, name, bot, face, program }) => ({
    occupants: put(occupants, seat, { ...OCCUPANT, name, bot, face, program, ready: bot !== null }),
  }),
  seat_freed: ({ occupants }, { seat }) => ({ occupants: put(occupants, seat, null) }),
  seats_moved({ occupants, host }, { seat, to }) {
    const moved = put(put(occupants, seat, occupants[to]), to, occupants[seat]);
    return { occupants: moved, host: { [seat]: to, [to]: seat }[host] ?? host };
  },
  stand_in_changed: (room, { seat, level }) => occupant(room, seat, { stand_in: level, ready: level !== null, share: null }),
  time_given: (room, { seat, seconds }) => occupant(room, seat, { extra_seconds: seconds }),
  table_changed({ occupants, own_text: text }, { k: _, seats = null, ...all }) {
    const changes = Object.fromEntries(Object.entries(all).filter(([key, value]) => value !== null && !(key in ABSENT)));
    changes.own_text = (changes.own_text ?? text) || null;
    return { ...changes, occupants: padded(occupants, seats ?? occupants.length) };
  },
  host_changed: (_, { seat }) => ({ host: seat }),
  ready_changed: (room, { seat, ready, share }) => occupant(room, seat, { ready, share: share ?? null }),
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
    const loose = (one) => one && { ...one, ready: one.bot !== null || one.stand_in !== null, share: null };
    return { phase, held: Boolean(held), occupants: LOOSE_PHASES.includes(phase) ? occupants.map(loose) : occupants };
  },
  game_opened({ occupants: { length: seats }, rules }, { seated, shares }, table) {
    const named = rules.customizable_rule;
    const custom = named !== "vote" && Number((rules.extra ?? "").split(",")[2]) > 0 ? named : null;
    const [none, noCards] = [bySeat(seats, false), bySeat(seats, 0)];
    const game = { seats, seated, scores: noCards, phase: "between_rounds", custom, playing: none, counts: noCards };
    table.game = gameOf(game, table.seat);
    return { shares: shares?.length ? shares : null };
  },
  deal_committed: (_, { commitment }) => ({ commitment }),
  deal_mixed: () => ({ shares: null }),
  game_placed(_room, _event, table) { table.game = null; },
  game_cleared(_room, _event, table) {
    table.game = null;
    return { shares: null };
  },
  game_seed: (room, { tally }) => ({ tally: tally?.length ? tally : room.tally }),
};

export const GAME_EVENTS = {
  __proto__: null,
  ballot_drawn: ({ seated }, { rules }) => ({ phase: "voting", ballot: rules, playing: seated }),
  vote_cast: (game, { seat, rule }) => ({ ...answered(game, seat), votes: put(game.votes, seat, rule ?? game.votes[seat]) }),
  rule_chosen: ({ seats }, { rule }) => (
    { phase: "between_rounds", custom: rule, votes: bySeat(seats, null), waiting_for: null }
  ),
  round_dealt: ({ seats, seated }, { round, counts, stock_count, hands }) => ({
    ...NOTHING_ASKED, phase: "playing", round, counts, stock_count, hands: padded(hands, seats), playing: seated, direction: 1,
    discard: [], winners: [], out: [], lost: [], colour: null, played_by: null,
  }),
  first_card_turned: ({ discard, stock_count: stock }, { card }) => (
    { discard: [...discard, card], stock_count: stock - 1, colour: WILDS.includes(card) ? null : card[0] }
  ),
  first_card_returned: ({ discard, stock_count: stock }) => ({ discard: discard.slice(0, -1), stock_count: stock + 1 }),
  cards_played(game, { seat, cards, colours }) {
    const last = newest(cards);
    const colour = WILDS.includes(last) ? (newest(colours) ?? game.colour) : last[0];
    return { ...leaveHand(game, seat, cards), discard: [...game.discard, ...cards], colour, played_by: seat, drawn: null };
  },
  hands_moved: (game, { counts, hands }) => ({
    counts: game.counts.map((count, seat) => counts[seat] ?? count),
    hands: game.hands.map((hand, seat) => ((counts[seat] ?? null) === null ? hand : hands[seat] ?? null)),
  }),
  card_chosen: (game, { seat }) => answered(game, seat),
  confirmed: (game, { seat }) => answered(game, seat),
  cards_passed(game, { to, cards }) {
    const passed = { ...game };
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
  cards_drawn: (game, { seat, count, reason, cards }) => ({
    ...enterHand(game, seat, count, cards),
    drawn: (reason === "turn" && newest(cards)) || game.drawn,
    stock_count: game.stock_count - count,
  }),
  draw_pile_renewed: ({ discard }, { count }) => ({ stock_count: count, discard: discard.slice(-1) }),
  direction_turned: (_, { direction }) => ({ direction }),
  uno_window_opened: (_, { seat }) => ({ window: seat }),
  uno_window_closed: windowOver,
  uno_called: windowOver,
  uno_caught: windowOver,
  false_uno: ({ false_calls: calls }, { seat }) => ({ false_calls: [...calls, seat] }),
  out_of_turn: ({ out_of_turns: before }, { seat }) => ({ out_of_turns: [...before, seat] }),
  player_left(game, { seat }) {
    const inRound = ["playing", "voting"].includes(game.phase) && game.playing[seat];
    return {
      seated: put(game.seated, seat, false),
      scores: put(game.scores, seat, 0),
      window: game.window === seat ? null : game.window,
      ...(inRound && { votes: put(game.votes, seat, null), ...leaveRound(game, seat) }),
    };
  },
  player_lost: (game, { seat }) => ({ lost: [...game.lost, seat], ...leaveRound(game, seat) }),
  player_joined({ scores, seated }, { seat }, { rules }) {
    const most = Math.max(0, ...scores.filter((_, other) => seated[other]));
    return { seated: put(seated, seat, true), scores: put(scores, seat, rules.goal === "low_points" ? most : 0) };
  },
  asked: ({ decision: before, owed }, { decision }) => ({
    owed: ["answer_draw_four", "answer_stack"].includes(decision.k) ? decision.penalty : owed,
    ...(decision.k === "take_turn" && { ...NEW_TURN, owed: 0, drawn: null }),
    decision: before + 1,
    waiting_for: decision,
  }),
  player_out: ({ playing, out, open_hands: open, hands }, { seat }) => (
    { playing: put(playing, seat, false), out: [...out, seat], open_hands: without(open, seat), hands: put(hands, seat, null) }
  ),
  round_ended: ({ scores }, { winners, gains }) => (
    { ...NOTHING_ASKED, ...NEW_TURN, phase: "between_rounds", winners, scores: scores.map((score, seat) => score + gains[seat]) }
  ),
  game_ended: ({ seats }, { winners }) => ({ ...NOTHING_ASKED, ...NEW_TURN, phase: "over", winners, votes: bySeat(seats, null) }),
};

function remember(room, before, event) {
  const renewed = ["seats_moved", "game_opened", "game_placed", "game_cleared"].includes(event.k);
  if (renewed || event.phase === "waiting" || (event.k === "table_changed" && event.seats)) room.gone = null;
  const left = event.k === "seat_freed" && before.phase !== "waiting";
  if (!left && event.k !== "seat_taken") return;
  const known = before.gone ?? bySeat(room.occupants.length, "");
  const gone = put(known, event.seat, left ? before.occupants[event.seat]?.name ?? known[event.seat] : "");
  room.gone = gone.some(Boolean) ? gone : null;
}

/** Changes a table by the next entry (else it throws); gives its event, filled in, and its words. */
export function apply(table, { n, event: plain, words = "" }) {
  if (n !== table.n + 1) throw new Error(`entry ${n} does not follow ${table.n}`);
  const after = { ...table, n };
  const event = filled(ABSENT, plain);
  if (event.decision) event.decision = decisionOf(event.decision);
  const ofGame = GAME_EVENTS[event.k];
  const ofRoom = ROOM_EVENTS[event.k];
  if (ofGame) {
    after.game = known({ ...table.game, ...ofGame(table.game, event, table.room) }, table.seat);
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

export const askedOf = (decision) => (decision?.seat ?? null) === null ? decision?.seats ?? [] : [decision.seat];

export const isAsked = (table) =>
  Boolean(table?.game) && table.seat !== null && askedOf(table.game.waiting_for).includes(table.seat);
