import assert from "node:assert/strict";
import { test } from "node:test";

import * as picking from "../../server/uno_server/web/page/picking.js";

const RULES = {
  chains: "no", uno: "call", uno_penalty: "2", false_uno_penalty: "4", out_of_turn_penalty: "2", jump_in: "no",
};

const MINE = { k: "take_turn", seat: 0 };
const WAITING = { k: "take_turn", seat: 1 };

/** What the own seat, 0 of 3, sees of a game with this hand, list of actions and question. */
function seen({ hand = ["R5", "B1", "W"], actions = [], asked = MINE, rules = {}, game = {} } = {}) {
  const waiting = { seat: null, seats: [], offender: null, penalty: 0, skips: 0, ...asked };
  return {
    table: {
      seat: 0,
      room: { rules: { ...RULES, ...rules } },
      game: {
        decision: 7, phase: "playing", playing: [true, true, true], waiting_for: waiting, hands: [hand, null, null],
        discard: ["R9"], false_calls: [], out_of_turns: [], windows_closed: [], custom: null, ...game,
      },
    },
    legal: { decision: 7, n: 1, actions },
  };
}

const can = (card, ...asks) => (asks.length ? { k: "play", card, asks } : { k: "play", card });
const begun = (model, usual) => picking.fresh(model, picking.start(usual));

test("a card that needs nothing more is played at once, for the question in view", () => {
  const model = seen({ actions: [can("R5"), { k: "draw" }] });
  const { request, picking: after } = picking.choose(model, begun(model), "R5");
  assert.deepEqual(request, { type: "play", fields: { decision: 7, cards: ["R5"] } });
  assert.deepEqual(after.cards, []);
  const { step, cards, draw, asked, play } = picking.offers(model, after);
  assert.deepEqual([step, cards, draw, asked, play], ["card", ["R5"], true, true, false]);
});

test("a wild waits for its colour", () => {
  const model = seen({ actions: [can("W", "name_colour")] });
  const { request, picking: chosen } = picking.choose(model, begun(model), "W");
  assert.equal(request, null);
  const { step, colours } = picking.offers(model, chosen);
  assert.deepEqual([step, colours], ["colour", ["R", "Y", "G", "B"]]);
  const named = picking.nameColour(model, chosen, "G");
  assert.deepEqual(named.request.fields, { decision: 7, cards: ["W"], colours: ["G"] });
});

test("a card that needs a player waits for one, unless there is only one", () => {
  const model = seen({ actions: [can("WS", "name_colour", "choose_player")], hand: ["WS", "R5", "R6"] });
  let chosen = picking.choose(model, begun(model), "WS").picking;
  chosen = picking.nameColour(model, chosen, "B").picking;
  const { step, targets } = picking.offers(model, chosen);
  assert.deepEqual([step, targets], ["target", [1, 2]]);
  const sent = picking.chooseTarget(model, chosen, 2).request;
  assert.deepEqual(sent.fields, { decision: 7, cards: ["WS"], colours: ["B"], target: 2 });
  const two = seen({ actions: [can("R7", "choose_player")], game: { playing: [true, false, true] } });
  assert.equal(picking.choose(two, begun(two), "R7").request.fields.target, 2);
});

test("a chain grows by what may follow, wilds with their colours, and is sent whole", () => {
  const actions = [can("R5"), can("W", "name_colour")];
  const model = seen({ actions, hand: ["R5", "R5", "W", "B1", "G1"], rules: { chains: "yes" } });
  let { picking: now, request } = picking.choose(model, begun(model), "R5");
  assert.deepEqual(request, { type: "continuations", fields: { decision: 7, cards: ["R5"] } });
  assert.deepEqual([picking.offers(model, now).step, picking.offers(model, now).draw], ["chain", false]);
  const answer = (follows) => ({ t: "continuations", actions: follows, request: { ...request.fields, t: "continuations" } });
  ({ picking: now } = picking.follow(model, now, answer([can("W", "name_colour"), can("R5")])));
  assert.deepEqual(picking.offers(model, now).cards, ["W", "R5"]);
  ({ picking: now, request } = picking.choose(model, now, "W"));
  assert.deepEqual([request, picking.offers(model, now).step], [null, "colour"]);
  ({ picking: now, request } = picking.nameColour(model, now, "B"));
  assert.deepEqual(request.fields, { decision: 7, cards: ["R5", "W"], colours: [null, "B"] });
  const late = { ...answer([can("G1")]), request: { decision: 7, cards: ["R5"] } };
  assert.equal(picking.follow(model, now, late).picking.follows, null);
  ({ picking: now } = picking.follow(model, now, answer([can("B1")])));
  assert.deepEqual(picking.leftOf(model, now), ["R5", "B1", "G1"]);
  assert.deepEqual(picking.play(model, now).request.fields, { decision: 7, cards: ["R5", "W"], colours: [null, "B"] });
  const back = picking.back(model, now);
  assert.deepEqual(back.request.fields, { decision: 7, cards: ["R5"] });
  assert.deepEqual(picking.back(model, back.picking).picking.cards, []);
});

test("a chain that nothing can follow is played", () => {
  const model = seen({ actions: [can("R5")], rules: { chains: "yes" } });
  const { picking: now, request } = picking.choose(model, begun(model), "R5");
  const sent = picking.follow(model, now, { actions: [], request: request.fields }).request;
  assert.deepEqual(sent, { type: "play", fields: { decision: 7, cards: ["R5"] } });
  const last = seen({ actions: [can("R5")], hand: ["R5"], rules: { chains: "yes" } });
  assert.equal(picking.choose(last, begun(last), "R5").request.type, "play");
});

test("armed, UNO is called with the play that leaves one card, and with no other", () => {
  const uno = (hand, model = seen({ actions: [can("R5")], hand })) => {
    const armed = picking.arm(begun(model), true);
    return picking.choose(model, armed, "R5").request.fields.uno;
  };
  assert.deepEqual([uno(["R5"]), uno(["R5", "B1"]), uno(["R5", "B1", "B2"])], [undefined, true, undefined]);
  const discards = (custom, ...hand) => {
    const model = seen({ actions: [can("WC", "name_colour")], hand: ["WC", ...hand], game: { custom } });
    const chosen = picking.choose(model, picking.arm(begun(model), true), "WC").picking;
    return picking.nameColour(model, chosen, "R").request.fields.uno;
  };
  assert.equal(discards("discard_colour", "R5", "R6", "R7"), true); // U2: its discard may leave one
  assert.equal(discards("discard_colour", "R5", "B6", "R7"), undefined);
  assert.equal(discards("open_hand", "R5", "R6", "R7"), undefined);
});

test("UNO is armed as usual when the hand has grown", () => {
  const [two, five] = [seen({ hand: ["R5", "B1"] }), seen({ hand: ["R1", "R2", "R3", "R4", "R5"] })];
  const armed = picking.arm(begun(two, false), true);
  assert.deepEqual([picking.fresh(two, armed).armed, picking.fresh(five, armed).armed], [true, false]);
  assert.equal(picking.fresh(five, picking.arm(begun(two, true), false)).armed, true);
});

test("UNO is armed or not as soon as the setting changes", () => {
  const two = seen({ hand: ["R5", "B1"] });
  const armed = picking.fresh(two, begun(two, false), true);
  assert.equal(armed.armed, true);
  assert.equal(picking.fresh(two, picking.arm(armed, false), true).armed, false);
});

test("UNO is called where it is due, armed where it is near, and else confirmed or without effect", () => {
  const due = seen({ hand: ["R5"], actions: [{ k: "uno" }], asked: WAITING });
  assert.deepEqual(picking.callUno(due, begun(due)).request, { type: "uno", fields: { decision: 7 } });
  const near = seen({ hand: ["R5", "B1"], actions: [can("R5")] });
  assert.equal(picking.offers(near, begun(near)).uno, "arm");
  assert.equal(picking.callUno(near, begun(near)).picking.armed, true);
  const costs = seen();
  const asked = picking.callUno(costs, begun(costs));
  assert.deepEqual([asked.request, asked.picking.confirm.kind, asked.picking.confirm.cost], [null, "false_uno", 4]);
  assert.equal(picking.offers(costs, asked.picking).step, "confirm");
  assert.equal(picking.confirm(asked.picking, true).request.type, "uno");
  for (const free of [
    seen({ rules: { false_uno_penalty: "0" } }), seen({ rules: { uno: "automatic" } }),
    seen({ game: { false_calls: [0] } }), seen({ asked: { k: "vote", seats: [0, 1] } }),
  ]) assert.equal(picking.callUno(free, begun(free)).picking.confirm, null);
});

test("a card out of turn is confirmed where it costs cards, and refused where it does not", () => {
  const costly = seen({ asked: WAITING });
  const { picking: asked, request } = picking.choose(costly, begun(costly), "R5");
  assert.equal(request, null);
  assert.deepEqual([asked.confirm.kind, asked.confirm.cost], ["out_of_turn", 2]);
  assert.deepEqual(picking.confirm(asked, true).request, { type: "play", fields: { decision: 7, cards: ["R5"] } });
  assert.equal(picking.confirm(picking.confirm(asked, true).picking, true).request, null); // a second tap before the next drawing
  const no = picking.confirm(asked, false);
  assert.deepEqual([no.request, no.picking.confirm], [null, null]);
  for (const model of [
    seen(), seen({ asked: WAITING, rules: { out_of_turn_penalty: "0" } }),
    seen({ asked: WAITING, game: { out_of_turns: [0] } }),
    seen({ asked: { k: "pass_card", seats: [1, 2] } }),
    seen({ asked: { k: "play_drawn", seat: 1 }, rules: { jump_in: "yes" }, game: { discard: ["R5"] } }),
  ]) {
    const { refused, picking: after } = picking.choose(model, begun(model), "R5");
    assert.deepEqual([refused, after.confirm], ["R5", null]);
  }
});

test("a card to jump in with is played at once", () => {
  const model = seen({ asked: WAITING, actions: [can("R5")], rules: { jump_in: "yes", chains: "yes" } });
  assert.equal(picking.offers(model, begun(model)).jumps, true);
  assert.deepEqual(picking.choose(model, begun(model), "R5").request.fields, { decision: 7, cards: ["R5"] });
});

test("every other question has its answer", () => {
  const ask = (k, actions, answer) => {
    const model = seen({ asked: { k, seat: 0 }, actions });
    const { type, fields } = answer(model, begun(model)).request;
    return [type, fields, picking.offers(model, begun(model)).step];
  };
  const fields = (rest) => ({ decision: 7, ...rest });
  const simple = (kind) => (model, now) => picking.give(model, now, kind);
  for (const kind of ["draw", "keep", "pass", "accept", "challenge"]) {
    assert.deepEqual(ask("take_turn", [{ k: kind }], simple(kind)), [kind, fields({}), "answer"]);
  }
  const card = (model, now) => picking.choose(model, now, "R5");
  assert.deepEqual(ask("keep_one", [{ k: "retain", card: "R5" }], card), ["retain", fields({ card: "R5" }), "card"]);
  assert.deepEqual(ask("pass_card", [{ k: "give", card: "R5" }], card), ["give", fields({ card: "R5" }), "card"]);
  const named = ask("name_colour", [{ k: "name", colour: "G" }], (model, now) => picking.nameColour(model, now, "G"));
  assert.deepEqual(named, ["name", fields({ colour: "G" }), "colour"]);
  const target = (model, now) => picking.chooseTarget(model, now, 2);
  const chosen = ask("choose_player", [{ k: "choose", target: 2 }], target);
  assert.deepEqual(chosen, ["choose", fields({ target: 2 }), "target"]);
  const cast = ask("vote", [{ k: "vote", rule: "open_hand" }], (model, now) => picking.vote(model, now, "open_hand"));
  assert.deepEqual(cast, ["vote", fields({ rule: "open_hand" }), "vote"]);
  const caught = ask("take_turn", [{ k: "catch", target: 1 }], (model, now) => picking.catchSeat(model, now, 1));
  assert.deepEqual(caught.slice(0, 2), ["catch", fields({ target: 1 })]);
});

test("what is not listed is not sent", () => {
  const model = seen();
  assert.equal(picking.give(model, begun(model), "draw").request, null);
  assert.equal(picking.nameColour(model, begun(model), "R").request, null);
});

test("another question drops what was chosen for the one before", () => {
  const model = seen({ actions: [can("W", "name_colour")] });
  const chosen = picking.choose(model, begun(model), "W").picking;
  assert.equal(picking.fresh(model, chosen), chosen);
  assert.deepEqual(picking.fresh(seen({ game: { decision: 8 } }), chosen).cards, []);
});

test("without a game there is nothing to do", () => {
  const model = { table: null, legal: null };
  const { step, asked } = picking.offers(model, begun(model));
  assert.deepEqual([step, asked], [null, false]);
});

test("UNO is called with a card that moves hands where the hand that comes has one card", () => {
  const rules = { seven_zero: "sevens", uno_after_swap: "owed" };
  const game = { counts: [3, 1, 5] };
  const model = seen({ actions: [can("R7", "choose_player"), can("R5")], hand: ["R7", "R5", "B1"], rules, game });
  const armed = picking.arm(begun(model), true);
  assert.equal(picking.offers(model, armed).uno, "arm");
  const chosen = picking.choose(model, armed, "R7").picking;
  assert.equal(picking.chooseTarget(model, chosen, 1).request.fields.uno, true);
  assert.equal(picking.chooseTarget(model, chosen, 2).request.fields.uno, undefined);
  assert.equal(picking.choose(model, armed, "R5").request.fields.uno, undefined);
});

test("cards of one number are put together card by card, on a turn and against a penalty", () => {
  for (const asked of [MINE, { k: "answer_stack", seat: 0, penalty: 2 }]) {
    const model = seen({ actions: [can("R5")], hand: ["R5", "B5", "B1"], rules: { doubles: "same" }, asked });
    const { request, picking: chosen } = picking.choose(model, begun(model), "R5");
    assert.equal(request.type, "continuations");
    const more = picking.follow(model, chosen, { request: request.fields, actions: [can("B5")] }).picking;
    assert.deepEqual(picking.offers(model, more).cards, ["B5"]);
    const { request: sent } = picking.play(model, picking.choose(model, more, "B5").picking);
    assert.deepEqual(sent.fields.cards, ["R5", "B5"]);
  }
});

test("what the host's own rule says is confirmed", () => {
  const model = seen({ actions: [{ k: "done" }], asked: { k: "confirm", seats: [0, 1] } });
  assert.ok(picking.offers(model, begun(model)).done);
  assert.deepEqual(picking.give(model, begun(model), "done").request, { type: "done", fields: { decision: 7 } });
});
