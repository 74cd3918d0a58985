/** What the player is putting together (README.md). Pure. */

import { isAsked, less, OF_SEVERAL } from "./table.js";

const COLOURS = ["R", "Y", "G", "B"];
const NOTHING = { cards: [], colours: [], asks: [], target: null, finishing: false, follows: null, confirm: null };

/** Nothing is chosen yet; `usual`: whether UNO is armed as a rule. */
export const start = (usual = false) => ({ ...NOTHING, decision: -1, held: 0, usual, armed: usual });

const now = (picking, request = null, refused = null) => ({ picking, request, refused });
const emptied = (picking) => ({ ...picking, ...NOTHING });
const last = (list) => list[list.length - 1];
const listed = (model, kind) => (model.legal?.actions ?? []).filter(({ k }) => k === kind);
const lists = (model, kind) => listed(model, kind).length > 0;
const rule = ({ table }, option) => table.room.rules[option];
const isWild = (card) => card[0] === "W";

export const handOf = ({ table }) => (table?.game && table.seat !== null ? table.game.hands[table.seat] : []);

export const leftOf = (model, picking) => picking.cards.reduce(less, handOf(model));

/** The same picking, or an empty one if the question or the hand is another by now. */
export function fresh(model, picking, usual = picking.usual) {
  if (usual !== picking.usual) picking = { ...picking, usual, armed: usual };
  const decision = model.table?.game?.decision ?? -1;
  const held = handOf(model).length;
  if (decision === picking.decision && held === picking.held) return picking;
  return { ...emptied(picking), decision, held, armed: held > picking.held ? picking.usual : picking.armed };
}

const plays = (model, picking) => (picking.cards.length ? (picking.follows ?? []) : listed(model, "play"));

function mayChain(model) {
  if (!isAsked(model.table)) return false;
  const kind = model.table.game.waiting_for.k;
  if (rule(model, "chains") === "yes") return true;
  return (rule(model, "doubles") ?? "no") !== "no" && ["take_turn", "answer_stack", "answer_draw_four"].includes(kind);
}
const colourDue = ({ colours, asks }) => (last(asks) ?? []).includes("name_colour") && !last(colours);

/** The seats that can be chosen. */
function targets(model) {
  const chosen = listed(model, "choose").map(({ target }) => target);
  const { game, seat } = model.table;
  if (chosen.length || seat === null || !game.playing[seat]) return chosen;
  return game.playing.flatMap((inRound, other) => (inRound && other !== seat ? [other] : []));
}

export function offers(model, picking) {
  const game = model.table?.game;
  const asked = isAsked(model.table);
  const choices = [...(game ? plays(model, picking) : []), ...listed(model, "give"), ...listed(model, "retain")];
  const cards = choices.map(({ card }) => card);
  const rules = listed(model, "vote").map((action) => action.rule);
  const step = game ? stepOf(model, picking, { cards, rules, asked }) : null;
  const open = (kind) => !picking.cards.length && lists(model, kind);
  return {
    asked, kind: game?.waiting_for?.k ?? null, step, cards, jumps: cards.length > 0 && !asked,
    colours: step === "colour" ? COLOURS : [], targets: step === "target" ? targets(model) : [], rules,
    draw: open("draw"), keep: open("keep"), pass: open("pass"),
    accept: open("accept"), challenge: open("challenge"), done: open("done"),
    play: picking.cards.length > 0 && !colourDue(picking),
    catches: listed(model, "catch").map(({ target }) => target),
    uno: lists(model, "uno") ? "call" : game && leavesOne(model, picking, 1) ? "arm" : null,
  };
}

function stepOf(model, picking, { cards, rules, asked }) {
  if (picking.confirm) return "confirm";
  if (colourDue(picking) || lists(model, "name")) return "colour";
  if (lists(model, "choose") || picking.finishing) return "target";
  if (picking.cards.length) return "chain";
  if (rules.length) return "vote";
  if (cards.length) return "card";
  return asked ? "answer" : null;
}

/** Whether UNO belongs to the play: `more` cards beyond the chosen leave one, or may (U2). */
function leavesOne(model, picking, more = 0) {
  if (rule(model, "uno") !== "call") return false;
  const left = leftOf(model, picking);
  if (owes(model, picking, more)) return true;
  if (!more && movesHands(model, last(picking.cards))) return false;
  if (left.length === 1 + more) return isAsked(model.table) || plays(model, picking).length > 0;
  const discards = model.table.game.custom === "discard_colour";
  const claims = more ? plays(model, picking).some(({ card }) => card === "WC") : last(picking.cards) === "WC";
  if (!discards || !claims) return false;
  const rest = more ? less(left, "WC") : left;
  return rest.length > 1 && rest.every((card) => !isWild(card) && card[0] === rest[0][0]);
}

/** Whether a card moves hands under a table that wants UNO called for what comes of it (N10). */
function movesHands(model, card = "") {
  if (rule(model, "uno_after_swap") !== "owed") return false;
  const numbers = rule(model, "seven_zero") ?? "no";
  return ["WS", "WX"].includes(card) || (card === "WC" && model.table.game.custom === "hands_move_on")
    || (card[1] === "7" && ["yes", "sevens"].includes(numbers)) || (card[1] === "0" && ["yes", "zeros"].includes(numbers));
}

/** Whether such a card may bring a hand of one card. */
function owes(model, picking, more) {
  const { counts, playing } = model.table.game;
  const moves = more ? plays(model, picking).some(({ card }) => movesHands(model, card)) : movesHands(model, last(picking.cards));
  const others = picking.target === null ? playing.keys() : [picking.target];
  return moves && [...others].some((seat) => playing[seat] && seat !== model.table.seat && counts[seat] === 1);
}

const asking = (model, type, fields) => ({ type, fields: { decision: model.table.game.decision, ...fields } });
const answer = (model, picking, type, fields) => now(emptied(picking), asking(model, type, fields));
const chain = ({ cards, colours }) => ({ cards, ...(colours.some(Boolean) && { colours }) });

function goOn(model, picking) {
  if (colourDue(picking)) return now(picking);
  if (mayChain(model) && !picking.finishing && leftOf(model, picking).length) {
    return now({ ...picking, follows: null }, asking(model, "continuations", chain(picking)));
  }
  return play(model, picking);
}

/** A card is chosen: to be played, passed on or kept; or it asks for a confirmation, or is refused. */
export function choose(model, picking, card) {
  for (const kind of ["give", "retain"]) {
    if (listed(model, kind).some((action) => action.card === card)) return answer(model, picking, kind, { card });
  }
  const action = plays(model, picking).find((each) => each.card === card);
  if (!action) return misfit(model, picking, card);
  const [cards, colours, asks] = [[...picking.cards, card], [...picking.colours, null], [...picking.asks, action.asks ?? []]];
  return goOn(model, { ...emptied(picking), decision: model.table.game.decision, cards, colours, asks });
}

/** Whether something out of turn may cost the player cards. */
function finable({ table: { game, seat } }) {
  return game.phase === "playing" && game.playing[seat] && game.waiting_for && !OF_SEVERAL.includes(game.waiting_for.k);
}

const warned = (model, picking, kind, cost, request) => (
  now({ ...picking, confirm: { kind, cost, left: handOf(model).length, request } })
);

/** A card that is not listed: it costs cards out of turn, or is refused. */
function misfit(model, picking, card) {
  const { game, seat } = model.table;
  const cost = Number(rule(model, "out_of_turn_penalty"));
  const late = rule(model, "jump_in") === "yes" && game.waiting_for?.k === "play_drawn" && card === last(game.discard); // P-9.6: `stale`
  const costs = cost > 0 && finable(model) && !game.out_of_turns.includes(seat) && !isAsked(model.table) && !late
    && handOf(model).includes(card);
  if (!costs) return now(picking, null, card);
  const begun = { ...emptied(picking), decision: game.decision };
  return warned(model, begun, "out_of_turn", cost, asking(model, "play", { cards: [card] }));
}

/** A colour is named, for the card that is chosen or the one that was played. */
export function nameColour(model, picking, colour) {
  if (!colourDue(picking)) return lists(model, "name") ? answer(model, picking, "name", { colour }) : now(picking);
  const colours = [...picking.colours.slice(0, -1), colour];
  return goOn(model, { ...picking, colours });
}

export function chooseTarget(model, picking, target) {
  if (lists(model, "choose")) return answer(model, picking, "choose", { target });
  return picking.finishing ? play(model, { ...picking, target }) : now(picking);
}

/** Plays the chosen cards, or asks for the player first. */
export function play(model, picking) {
  if (!picking.cards.length || colourDue(picking)) return now(picking);
  if (last(picking.asks).includes("choose_player") && picking.target === null) {
    const others = targets(model);
    if (others.length !== 1) return now({ ...picking, finishing: true });
    picking = { ...picking, target: others[0] };
  }
  const { target, armed } = picking;
  return answer(model, picking, "play", {
    ...chain(picking),
    ...(target !== null && { target }),
    ...(armed && leavesOne(model, picking) && { uno: true }),
  });
}

/** The answer to `continuations`. If nothing may follow, the cards are played. */
export function follow(model, picking, message) {
  const { cards, decision } = message.request ?? {};
  const other = decision !== picking.decision || cards?.join() !== picking.cards.join();
  if (other || picking.follows !== null || colourDue(picking)) return now(picking);
  const after = { ...picking, follows: message.actions };
  return message.actions.length ? now(after) : play(model, after);
}

/** An answer without a choice: `draw`, `keep`, `pass`, `accept`, `challenge`, `done`. */
export const give = (model, picking, kind) => (lists(model, kind) ? answer(model, picking, kind) : now(picking));

export const vote = (model, picking, name) => answer(model, picking, "vote", { rule: name });
export const catchSeat = (model, picking, target) => now(picking, asking(model, "catch", { target }));

/** UNO is called in the own window, else armed or not; where that means nothing, it may cost cards. */
export function callUno(model, picking) {
  const { game, seat } = model.table;
  const call = asking(model, "uno");
  if (lists(model, "uno")) return now(picking, call);
  if (picking.armed || leavesOne(model, picking, 1) || leavesOne(model, picking)) {
    return now(arm(picking, !picking.armed));
  }
  const cost = Number(rule(model, "false_uno_penalty"));
  const costs = rule(model, "uno") === "call" && cost > 0 && handOf(model).length > 1 && finable(model)
    && ![...game.false_calls, ...game.windows_closed].includes(seat);
  return costs ? warned(model, picking, "false_uno", cost, call) : now(picking);
}

export const arm = (picking, armed) => ({ ...picking, armed });

export const confirm = (picking, yes) => now({ ...picking, confirm: null }, yes ? picking.confirm?.request : null);

export function back(model, picking) {
  if (picking.confirm) return now({ ...picking, confirm: null });
  if (picking.finishing) return now({ ...picking, finishing: false });
  const [cards, colours, asks] = [picking.cards, picking.colours, picking.asks].map((list) => list.slice(0, -1));
  return cards.length ? goOn(model, { ...emptied(picking), cards, colours, asks }) : now(emptied(picking));
}
