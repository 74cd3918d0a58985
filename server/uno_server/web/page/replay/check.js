/** Whether the cards of a game follow from its seed: deck, deal, draws and reshuffles, not whether moves were legal. Pure. */
import { apply, cardOrder } from "../table.js";
import { below, deckOf, shuffled } from "./deal.js";
import { unhex } from "./digests.js";

const CHANCES = 10000;
const PAUSE = 100; // events
const HIDDEN = { k: "hand_closed", hidden: false };
const sorted = (cards) => [...cards].sort((one, other) => cardOrder(one) - cardOrder(other));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** Of what is told by seat only what was told; of all else the whole. */
function fits(told, due) {
  if ((told ?? null) === null) return true;
  return Array.isArray(due) && due.some(Array.isArray) ? due.every((each, seat) => fits(told[seat], each)) : same(told, due);
}

/**
 * Compares what the events of a game show with its seed (hex), and fills in what they hide. `table` is that before them.
 * In a long game it lets the page draw now and then.
 *
 * Gives {cards}: how many cards were compared; or {at, what}: the number of the first event that does not fit, and what is
 * wrong there (`deal`, `draw`, `shuffle`, `chance` or `cards`).
 */
export async function checkCards(table, events, seed, chosen = null) {
  const { rules } = table.room;
  const deck = deckOf(rules).sort().join();
  const at = { table: { ...table }, seed: unhex(seed), shuffles: 0, stock: [], dealer: null, chosen, deck, blind: false };
  let cards = 0;
  for (const [number, event] of events.entries()) {
    if (number % PAUSE === PAUSE - 1) await new Promise((then) => { setTimeout(then); });
    const [due, what] = at.table.game ? DUE[event.k]?.(at, event, at.table.game, rules) ?? [] : [];
    if (due && !at.blind) {
      for (const [name, value] of Object.entries(due)) if (!fits(event[name], value)) return { at: number, what };
      cards += ["cards", "card", "hands"].map((name) => [event[name] ?? []].flat(2).filter(Boolean).length).reduce((sum, each) => sum + each);
    }
    apply(at.table, { n: at.table.n + 1, event: at.blind ? event : { ...event, ...due, ...(event.k === HIDDEN.k && HIDDEN) } });
    if (!at.blind && event.k !== "asked" && !whole(at)) return { at: number, what: "cards" };
  }
  return { cards };
}

/** Whether every card of the deck lies somewhere, and no other. */
function whole({ table: { game }, stock, deck }) {
  if (game?.phase !== "playing") return true;
  const lying = [...stock, ...game.discard, ...game.hands.flatMap((hand) => hand ?? [])];
  return stock.length === game.stock_count && lying.sort().join() === deck;
}

function shuffle(at, cards, label) {
  at.shuffles += 1;
  return shuffled(cards, label, at.seed, at.shuffles - 1);
}

function choice(at, n, label) {
  at.shuffles += 1;
  return below(n, label, at.seed, at.shuffles - 1);
}

const nextIn = (taken, seat, way = 1) => {
  const n = taken.length;
  for (let step = 1; step <= n; step += 1) if (taken[(seat + way * step + n * n) % n]) return (seat + way * step + n * n) % n;
  return seat;
};

/** The hand of somebody who leaves the round goes under the draw pile. */
function under(at, { seat }, { phase, playing, hands }, label) {
  if (!["playing", "voting"].includes(phase) || !playing[seat]) return [{ cards: [] }, "shuffle"];
  const cards = shuffle(at, hands[seat] ?? [], label);
  at.stock = [...cards, ...at.stock];
  return [{ cards }, "shuffle"];
}

/** By kind of event: what it must show, and what is wrong else. */
const DUE = {
  __proto__: null,
  ballot_drawn(at) { at.shuffles += 1; },
  rule_chosen(at, { votes }, { ballot }) {
    const best = ballot.filter((_, each) => votes[each] === Math.max(...votes));
    return [{ rule: best[choice(at, best.length || 1, "vote")] }, "chance"];
  },
  round_dealt(at, event, { seated }, rules) {
    const seats = seated.flatMap((taken, seat) => (taken ? [seat] : []));
    const drawn = seats[choice(at, seats.length, "seat")];
    const first = seated[at.chosen] ? at.chosen : seats[0];
    const starter = rules.starter === "random" ? drawn : rules.starter === "chosen" && at.dealer === null ? first : null;
    const dealer = starter === null ? (at.dealer === null ? drawn : nextIn(seated, at.dealer)) : nextIn(seated, starter, -1);
    const cards = shuffle(at, deckOf(rules), "deal");
    const size = Number(rules.hand_size), dealt = size * seats.length;
    const order = [];
    for (let seat = dealer; order.length < seats.length;) order.push(seat = nextIn(seated, seat));
    const hands = seated.map((taken, seat) => (taken
      ? sorted(cards.slice(0, dealt).filter((_, place) => place % order.length === order.indexOf(seat))) : []));
    Object.assign(at, { stock: cards.slice(dealt).reverse(), dealer, blind: false });
    const shown = event.hands && event.hands.map((hand, seat) => hand && hands[seat]);
    return [{ dealer, starter: starter ?? nextIn(seated, dealer), hands: shown?.every(Boolean) ? shown : hands, stock: [...at.stock] }, "deal"];
  },
  first_card_turned: (at) => [{ card: at.stock.pop() ?? "" }, "draw"],
  first_card_returned(at, _event, { discard }) {
    at.stock = shuffle(at, [...at.stock, discard[discard.length - 1]], "reshuffle");
    return [{ stock: [...at.stock] }, "shuffle"];
  },
  hands_moved(at, { reason, counts }, { playing, direction, hands, played_by: by }) {
    const seats = playing.flatMap((taken, seat) => (taken ? [seat] : []));
    const moved = hands.map(() => null);
    if (reason === "shuffle") {
      const order = [];
      for (let seat = by; order.length < seats.length;) order.push(seat = nextIn(playing, seat, direction));
      const cards = shuffle(at, seats.flatMap((seat) => hands[seat] ?? []), "hands");
      order.forEach((seat, from) => { moved[seat] = sorted(cards.filter((_, place) => place % order.length === from)); });
    } else if (reason === "rotate") seats.forEach((seat) => { moved[nextIn(playing, seat, direction)] = hands[seat] ?? []; });
    else {
      const [one, other] = counts.flatMap((count, seat) => ((count ?? null) === null ? [] : [seat]));
      Object.assign(moved, { [one]: hands[other] ?? [], [other]: hands[one] ?? [] });
    }
    return [{ hands: moved }, reason === "shuffle" ? "shuffle" : "cards"];
  },
  cards_passed(at, { to, cards }) {
    if (to.some((receiver, giver) => (receiver ?? null) !== null && !cards[giver])) at.blind = true; // until the next deal
  },
  cards_drawn: (at, { count }) => [{ cards: at.stock.splice(-count || at.stock.length, count).reverse() }, "draw"],
  draw_pile_renewed(at, _event, { discard }) {
    at.stock = shuffle(at, discard.slice(0, -1), "reshuffle");
    return [{ stock: [...at.stock] }, "shuffle"];
  },
  uno_rolled: (at, _event, _game, { forget_chance: chance }) => (
    [{ forgotten: choice(at, CHANCES, "forget") < Math.round(chance * CHANCES) }, "chance"]
  ),
  hands_shown: (_at, _event, { hands }) => [{ hands: hands.map((hand) => sorted(hand ?? [])) }, "cards"],
  hand_opened: (_at, { seat }, { hands }) => [{ cards: hands[seat] ?? [] }, "cards"],
  player_left: (at, event, game) => under(at, event, game, "left"),
  player_lost: (at, event, game) => under(at, event, game, "lost"),
};
