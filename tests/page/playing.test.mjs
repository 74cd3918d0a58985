import assert from "node:assert/strict";
import { test } from "node:test";

import { toTell } from "../../server/uno_server/web/page/announce.js";
import { start, take } from "../../server/uno_server/web/page/model.js";
import { change, create } from "../../server/uno_server/web/page/screens/create.js";
import { inOrder } from "../../server/uno_server/web/page/screens/hand.js";
import { result } from "../../server/uno_server/web/page/screens/result.js";
import { table } from "../../server/uno_server/web/page/screens/table.js";
import { soundOf } from "../../server/uno_server/web/page/sound.js";
import { doorsOf, missedText } from "../../server/uno_server/web/page/sentences.js";

const NAMES = ["Anna", "Bitsy", "Cem"];
const RULES = {
  chains: "no", uno: "call", uno_penalty: "2", false_uno_penalty: "4", out_of_turn_penalty: "2", jump_in: "no",
  goal: "points", target: "500", fourth_colour: "yellow", stacking: "off", extra: "0,0,0",
};

/** What seat 0 of 3 (or a spectator, seat null) knows of a game, with this question and list of actions. */
function seen({ asked = { k: "take_turn", seat: 0 }, actions = [], hand = ["R5", "B1", "W"], seat = 0, rules = {}, game = {} } = {}) {
  const occupants = NAMES.map((name) => ({ name, ready: true, connected: true, extra_seconds: 0 }));
  const model = start();
  take(model, {
    t: "snapshot", table: "ABCD", n: 9, ...(seat === null ? {} : { seat }),
    room: {
      code: "ABCD", name: "Kitchen", preset: "official", options: {}, rules: { ...RULES, ...rules }, fingerprint: "55ad0cc9",
      turn_seconds: 30, occupants, host: 0, phase: "playing", watchers: [], listed: true, locked: false, watching: true,
      password: false, show_hands: false, test: false, held: false, muted: [], remarks: [],
    },
    game: {
      ...(seat === null ? {} : { viewer: seat, hands: [hand, null, null] }),
      seats: 3, seated: [true, true, true], scores: [0, 10, 20], phase: "playing", round: 1, playing: [true, true, true],
      direction: 1, decision: 7, waiting_for: asked, counts: [hand.length, 4, 1], discard: ["R9"], colour: "R", stock_count: 50, ...game,
    },
  });
  if (seat !== null) take(model, { t: "legal", table: "ABCD", decision: 7, n: 9, actions });
  return model;
}

/** A page that shows the table of a model: what is on it, what is pressed, what was sent. */
function page(model, answers = {}, ui = {}) {
  const sent = [];
  const act = {
    ui, settings: { order: "colour" }, draw() {}, focus() {}, want() {}, muted: () => false,
    ask: async (type, fields) => {
      sent.push([type, fields]);
      return answers[type] ?? {};
    },
  };
  const drawn = () => table(model, act);
  return {
    sent, act, all: () => buttons(drawn()),
    says: () => words(drawn()),
    over: (name) => parts(drawn()).flatMap(({ attributes, children }) =>
      (children.some((each) => each.attributes?.class === name) ? [attributes.class] : [])),
    names: () => buttons(drawn()).map(nameOf),
    press: async (name) => {
      const found = buttons(drawn()).find((each) => nameOf(each) === name);
      assert.ok(found, `no button ${name} among ${buttons(drawn()).map(nameOf).join(" | ")}`);
      found.attributes.on.click();
      await new Promise(setImmediate);
    },
  };
}

const parts = (made) => (typeof made === "string" ? [] : [made, ...made.children.flatMap(parts)]);
const words = (made) => (typeof made === "string" ? made : made.tag === "svg" ? "" : made.children.map(words).join(""));
const buttons = (made) => parts(made).filter(({ tag }) => tag === "button");
const nameOf = (made) => made.attributes["aria-label"] ?? words(made);

globalThis.document ??= { activeElement: null };

test("of two presses one is sent, and that it's on its way is seen only where the answer is late", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const at = page(seen({ actions: [{ k: "draw" }] }), { draw: new Promise(() => {}) });
  const [pile] = at.all().filter((each) => nameOf(each) === "Draw (50 cards)");
  let drawn = 0;
  at.act.draw = () => { drawn += 1; };
  pile.attributes.on.click();
  pile.attributes.on.click();
  assert.deepEqual([at.sent.length, drawn], [1, 0]);
  context.mock.timers.tick(100);
  assert.equal(drawn, 1);
});

const ANSWERS = [
  [{ k: "take_turn", seat: 0 }, [{ k: "draw" }], "Draw (50 cards)", ["draw", {}]],
  [{ k: "take_turn", seat: 0 }, [{ k: "pass" }], "Pass", ["pass", {}]],
  [{ k: "play_drawn", seat: 0 }, [{ k: "keep" }], "Keep it", ["keep", {}]],
  [{ k: "name_colour", seat: 0 }, [{ k: "name", colour: "G" }], "green", ["name", { colour: "G" }]],
  [{ k: "choose_player", seat: 0 }, [{ k: "choose", target: 1 }, { k: "choose", target: 2 }], "Cem 1 card", ["choose", { target: 2 }]],
  [{ k: "answer_draw_four", seat: 0, offender: 1, penalty: 4 }, [{ k: "accept" }], "Draw 4", ["accept", {}]],
  [{ k: "answer_draw_four", seat: 0, offender: 1, penalty: 4 }, [{ k: "challenge" }], "Call the bluff Bitsy draws 4, or you 6", ["challenge", {}]],
  [{ k: "answer_stack", seat: 0, penalty: 6 }, [{ k: "accept" }], "Draw 6", ["accept", {}]],
  [{ k: "keep_one", seat: 0 }, [{ k: "retain", card: "R5" }], "red 5, can be kept", ["retain", { card: "R5" }]],
  [{ k: "pass_card", seats: [0, 1] }, [{ k: "give", card: "B1" }], "blue 1, can be given", ["give", { card: "B1" }]],
  [{ k: "take_turn", seat: 1 }, [{ k: "catch", target: 2 }], "Catch Cem!", ["catch", { target: 2 }]],
  [{ k: "take_turn", seat: 1 }, [{ k: "uno" }], "Call UNO!", ["uno", {}]],
  [{ k: "take_turn", seat: 1 }, [{ k: "play", card: "R5" }], "red 5, can be played", ["play", { cards: ["R5"] }]],
];

for (const [asked, actions, name, [type, fields]] of ANSWERS) {
  test(`${asked.k}: "${name}" sends ${type}`, async () => {
    const shown = page(seen({ asked, actions }));
    await shown.press(name);
    assert.deepEqual(shown.sent, [[type, { decision: 7, ...fields }]]);
  });
}

const SIGNS = ["Nice!", "Haha!", "Wow!", "Oops!", "Thanks!", "Hurry up!"];
test("all six reactions are there, however small the arena is and whatever is asked", () => {
  for (const [kind, game] of [["take_turn"], ["name_colour"], ["vote", { phase: "voting", ballot: ["play_again"] }]]) {
    const model = seen({ asked: { k: kind, seat: 0, seats: [0] }, game });
    const shown = page(model, {}, { play: { room: { w: 320, h: 120, safe: 0 } } });
    assert.deepEqual(shown.names().filter((name) => SIGNS.includes(name)), SIGNS);
  }
});

for (const seat of [0, null]) {
  test(`a reaction from seat ${seat} is one tap, and rises over the own place alone`, async () => {
    const name = seat === null ? "Eve" : "Anna";
    const model = { ...seen({ seat, asked: { k: "take_turn", seat: 1 } }), name };
    const shown = page(model);
    await shown.press("Haha!");
    assert.deepEqual(shown.sent, [["react", { reaction: "haha" }]]);
    take(model, { t: "entry", table: "ABCD", n: 10, event: { k: "reacted", name, reaction: "haha", ...(seat === null ? {} : { seat }) } });
    assert.deepEqual(shown.over("bubble of-sign"), ["own-sign"]);
  });
}

test("a drawn card that can only be kept is kept by itself, once, and not for a question that is over", (context) => {
  const due = [];
  context.mock.method(globalThis, "setTimeout", (call) => due.push(call));
  const asked = { k: "play_drawn", seat: 0 };
  const [model, other] = [[{ k: "keep" }], [{ k: "keep" }, { k: "play", card: "R5" }]].map((actions) => seen({ asked, actions }));
  const [alone, fits] = [page(model), page(other)];
  for (const shown of [alone, alone, fits]) shown.says();
  assert.equal(due.length, 1);
  due[0]();
  assert.deepEqual([alone.sent.map(([type]) => type), fits.sent], [["keep"], []]);
  model.table.game = { ...model.table.game, decision: 8 };
  due[0]();
  assert.equal(alone.sent.length, 1);
});

test("a vote is given by the rule's button", async () => {
  const model = seen({ asked: { k: "vote", seats: [0] }, actions: [{ k: "vote", rule: "play_again" }], game: { phase: "voting", ballot: ["play_again", "open_hand"] } });
  const shown = page(model);
  await shown.press(shown.names().find((name) => name.startsWith("Play again")));
  assert.deepEqual(shown.sent, [["vote", { decision: 7, rule: "play_again" }]]);
});

test("a wild asks for its colour first, which can be thought over", async () => {
  const shown = page(seen({ actions: [{ k: "play", card: "W", asks: ["name_colour"] }, { k: "draw" }] }));
  await shown.press("Wild, can be played");
  await shown.press("Cancel");
  await shown.press("Wild, can be played");
  assert.deepEqual(shown.sent, []);
  await shown.press("blue");
  assert.deepEqual(shown.sent, [["play", { decision: 7, cards: ["W"], colours: ["B"] }]]);
});

test("a card out of turn is sent only after it was said what that costs", async () => {
  const shown = page(seen({ asked: { k: "take_turn", seat: 1 } }));
  await shown.press("red 5");
  assert.match(shown.says(), /costs 2 cards/);
  await shown.press("No");
  await shown.press("red 5");
  assert.deepEqual(shown.sent, []);
  await shown.press("Play it anyway");
  assert.deepEqual(shown.sent, [["play", { decision: 7, cards: ["R5"] }]]);
});

test("a card that cannot be played says why", async () => {
  const reasons = [{ card: "B1", code: "does_not_fit", clause: "A2", words: "Blue 1 doesn't match red or 9." }];
  const shown = page(seen({ actions: [{ k: "draw" }] }), { why_not: { reasons } });
  await shown.press("blue 1");
  assert.match(shown.says(), /Blue 1 doesn't match red or 9\./);
});

test("UNO is armed by the switch and sent with the play that leaves one card", async () => {
  const shown = page(seen({ hand: ["R5", "B1"], actions: [{ k: "play", card: "R5" }] }));
  await shown.press("Call UNO with the play that leaves one card");
  await shown.press("red 5, can be played");
  assert.deepEqual(shown.sent[0][1], { decision: 7, cards: ["R5"], uno: true });
});

test("an armed UNO is told instead of the turn", async () => {
  const shown = page(seen({ hand: ["R5", "B1"], actions: [{ k: "play", card: "R5" }] }));
  assert.doesNotMatch(shown.says(), /UNO is ready/);
  await shown.press("Call UNO with the play that leaves one card");
  assert.match(shown.says(), /UNO is ready/);
});

test("while others play it is told who is next, in the direction of play, among those who are in the round", () => {
  const asked = (seat, game) => page(seen({ asked: { k: "take_turn", seat }, game })).says();
  assert.match(asked(2), /You're next\./);
  assert.match(asked(1), /then Cem/);
  assert.match(asked(2, { direction: -1 }), /then Bitsy/);
  assert.doesNotMatch(asked(1, { playing: [true, true, false] }), /next|then/);
});

test("what a bluff costs is on the button only where it is certain", () => {
  const names = (penalty, stacking) =>
    page(seen({ asked: { k: "answer_draw_four", seat: 0, offender: 1, penalty }, actions: [{ k: "challenge" }], rules: { stacking } })).names();
  assert.ok(names(8, "any").includes("Call the bluff Bitsy draws 8, or you 10"));
  assert.ok(names(8, "off").includes("Call the bluff"));
});

test("a spectator has no hand, and nothing to press but what is open and reactions", () => {
  const shown = page(seen({ seat: null, game: { hands: [null, ["G2"], null], open_hands: [1] } }));
  assert.deepEqual(shown.names(), ["Draw pile: 50 cards.", "Order of cards: by colour", "What happened", ...SIGNS]);
  assert.match(shown.says(), /Bitsy's hand is face up/);
});

test("cards lie by colour, by rank, or as they came", () => {
  const names = (hand, order, ui = {}) => inOrder(hand, order, ui).map(({ name }) => name);
  assert.deepEqual(names(["R9", "G1", "W"], "colour"), ["R9", "G1", "W"]);
  assert.deepEqual(names(["R9", "G1", "W"], "rank"), ["G1", "R9", "W"]);
  const ui = {};
  names(["G1", "W"], "came", ui);
  assert.deepEqual(names(["R9", "W", "W"], "came", ui), ["W", "R9", "W"]);
});

test("what happened while nobody looked becomes a line, of which the last are told", () => {
  const { table: now } = seen();
  const drew = (count) => ({ event: { k: "cards_drawn", seat: 1, words: `Bitsy draws ${count}.` }, before: now });
  const own = [{ k: "presence_changed", seat: 0, words: "You are back." }, { k: "phase_changed", phase: "paused", held: false }]
    .map((event) => ({ event, before: now }));
  assert.equal(missedText(own, now), "");
  assert.equal(missedText([...own, drew(1), drew(2)], now), "While you were away: Bitsy draws 1. Bitsy draws 2.");
  assert.equal(missedText([1, 2, 3, 4].map(drew), now),
    "While you were away: … Bitsy draws 2. Bitsy draws 3. Bitsy draws 4.");
});

test("of much that happened at once the last is read out, and all that the player did or that hits them", () => {
  const { table: now } = seen();
  const drew = (seat, count) => ({ event: { k: "cards_drawn", seat, words: `${seat} draws ${count}.` }, before: now });
  const news = [drew(1, 2), drew(0, 1), { event: { k: "uno_caught", seat: 0, by: 1, words: "Caught!" }, before: now }, ...[1, 2, 3, 4, 5, 6].map((n) => drew(2, n))];
  const said = toTell(news, now).map(({ text }) => text);
  assert.deepEqual([said.length, ...said.slice(0, 3)], [8, "0 draws 1.", "Caught!", "2 draws 1."]);
});

test("what was begun at one table is not applied to another", () => {
  const act = { ui: { change: { code: "QRTZ", password: "of another table" } } };
  change(seen(), act);
  assert.deepEqual([act.ui.change.code, act.ui.change.password], ["ABCD", ""]);
});

test("a table is closed to programs, and opened to them again: only what the host changes is sent", async () => {
  const sent = [];
  const act = { ui: {}, attempt: async (type, fields) => sent.push([type, fields]), tell() {}, draw() {}, back() {}, home() {} };
  const model = seen(); // it says nothing of programs: they may sit down
  const submit = async (screen, wished) => {
    const all = parts(screen(model, act));
    all.find(({ attributes }) => attributes.id === "programs").attributes.on.change({ target: { checked: wished } });
    all.find(({ tag }) => tag === "form").attributes.on.submit({ preventDefault() {} });
    await new Promise(setImmediate);
  };
  for (const programs of [true, false]) await submit(change, programs);
  assert.deepEqual(sent.splice(0), [["change_table", { programs: false }]]);
  take(model, { t: "entry", table: "ABCD", n: 10, event: { k: "table_changed", programs: false } });
  assert.deepEqual(doorsOf(model.table.room), ["no programs"]);
  for (const programs of [false, true]) await submit(change, programs);
  assert.deepEqual(sent.splice(0), [["change_table", { programs: true }]]);
  take(model, { t: "entry", table: "ABCD", n: 11, event: { k: "table_changed", programs: true } });
  assert.deepEqual(doorsOf(model.table.room), []);
  for (const programs of [true, false]) await submit(create, programs);
  assert.deepEqual(sent.map(([type, fields]) => [type, fields.new.programs]), [["create_table", true], ["create_table", false]]);
});

test("the result says who won with what, and leads on", () => {
  const model = seen({ game: { counts: [3, 0, 1] } });
  let n = 9;
  for (const event of [{ k: "round_ended", winners: [1], gains: [0, 87, 0] }, { k: "phase_changed", phase: "between_rounds" }]) {
    n += 1;
    take(model, { t: "entry", table: "ABCD", n, event });
  }
  const made = result(model, { ask() {}, leave() {}, muted: () => false });
  assert.match(words(made), /Bitsy wins round 1.*with the red 9.*97 points · \+87/s);
  assert.deepEqual(buttons(made).map(nameOf), ["Next round", ...SIGNS]);
});

test("a phone sounds for what its player does and suffers", () => {
  const heard = [
    { k: "cards_played", seat: 0, cards: ["R5"] }, { k: "cards_played", seat: 1, cards: ["W+4"] },
    { k: "cards_drawn", seat: 0, count: 4, reason: "card" }, { k: "cards_drawn", seat: 2, count: 4, reason: "card" },
    { k: "uno_called", seat: 0 }, { k: "uno_announced", seat: 1 }, { k: "uno_caught", seat: 1, by: 0 }, { k: "uno_caught", seat: 1, by: 2 },
    { k: "turn_missed", seat: 0 }, { k: "round_ended", winners: [0] }, { k: "round_ended", winners: [1] }, { k: "said", seat: 0 },
  ].map((event) => soundOf(event, 0) || "");
  assert.deepEqual(heard, ["snap", "", "slam", "", "uno", "", "caught", "", "skip", "win", "", ""]);
  assert.equal(soundOf({ k: "cards_played", seat: 1, cards: ["W+4"] }, null), "slam"); // a television
});
