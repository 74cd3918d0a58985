import assert from "node:assert/strict";
import { test } from "node:test";

import { look, noteState, restore, start, take } from "../../server/uno_server/web/page/model.js";

const person = (name) => ({ name, ready: false, connected: true, extra_seconds: 0 });
const ROOM = {
  code: "KXWM", name: "Friday", preset: "official", options: {}, rules: {}, fingerprint: "55ad0cc9", turn_seconds: 30,
  occupants: [person("Ann"), person("Bob")], host: 0, phase: "playing", watchers: [], muted: [], remarks: [],
};
const GAME = {
  viewer: 0, seats: 2, seated: [true, true], scores: [0, 0], playing: [true, true], direction: 1, counts: [1, 2],
  phase: "playing", round: 1, decision: 3, discard: ["R5"], colour: "R", hands: [["R1"], null],
  waiting_for: { k: "take_turn", seat: 0 },
};
const snapshot = (n = 4, room = {}, game = {}) => (
  { t: "snapshot", table: "KXWM", n, seat: 0, room: { ...ROOM, ...room }, game: { ...GAME, ...game } }
);
const ENDED = { k: "round_ended", winners: [0], blocked: false, gains: [30, 0] };

/** A model after some messages; an event stands for the next entry. */
function after(...messages) {
  const model = start();
  for (const message of messages) {
    const entry = message.k && { t: "entry", table: "KXWM", n: model.table.n + 1, event: message };
    take(model, entry ?? message, 500);
  }
  return model;
}

test("a list of actions holds until the game asks again", () => {
  const legal = { t: "legal", table: "KXWM", decision: 3, n: 4, actions: [{ k: "draw" }], words: "Draw." };
  const asked = { k: "asked", decision: { k: "take_turn", seat: 1 } };
  assert.deepEqual(after(snapshot(), legal).legal, { decision: 3, n: 4, actions: [{ k: "draw" }], words: "Draw." });
  assert.equal(after(snapshot(), { ...legal, decision: 2 }).legal, null);
  assert.equal(after(snapshot(), { ...legal, table: "QRTZ" }).legal, null);
  for (const over of [asked, ENDED, { k: "game_cleared" }, snapshot(9)]) {
    assert.equal(after(snapshot(), legal, over).legal, null, over.k ?? over.t);
  }
  assert.ok(after(snapshot(), legal, { k: "ready_changed", seat: 1, ready: true }).legal);
});

test("a clock runs from when it was told until it is stopped", () => {
  const clock = { t: "clock", table: "KXWM", decision: 3, seconds: 20, of: 30 };
  assert.deepEqual(after(snapshot(), clock).clock, { decision: 3, seconds: 20, of: 30, at: 500 });
  assert.equal(after(snapshot(), clock, { t: "clock", table: "KXWM", decision: 3 }).clock, null);
});

test("news have the table before and after them", () => {
  const { news, count } = after(snapshot(), { k: "cards_drawn", seat: 1, count: 2, reason: "card" });
  assert.equal(count, 1);
  const [{ event, before, table, missed }] = news;
  assert.deepEqual([event.k, before.game.counts[1], table.game.counts[1], missed], ["cards_drawn", 2, 4, false]);
});

test("what happens while the link is lost, or nobody looks, is missed until all has come", () => {
  const said = (text) => ({ t: "entry", table: "KXWM", n: 0, event: { k: "said", name: "Bob", seat: 1, text } });
  const resumed = { t: "resumed", name: "Ann", last_id: 3, table: "KXWM" };
  for (const story of [
    [(model) => noteState(model, "lost", {}), resumed, said("one"), { t: "pong" }, said("two"), { t: "pong", nonce: 1 }],
    [(model) => look(model, false), said("one"), (model) => look(model, true, 7), // it wakes with a `ping`
      { t: "pong", nonce: 6 }, said("two"), { t: "pong", nonce: 7 }], // and what was buffered comes before its `pong`
  ]) {
    const model = after({ t: "logged_in", name: "Ann", token: "x" }, snapshot());
    for (const each of [...story, said("three")]) {
      if (each.event) each.n = model.table.n + 1;
      if (each.t) take(model, each);
      else each(model);
    }
    assert.deepEqual(model.missed.map(({ event }) => event.text), ["one", "two"]);
    assert.equal(model.news.length, 3);
  }
});

test("a table that was kept over a reload goes on, and what happened meanwhile is missed", () => {
  const model = start();
  restore(model, after(snapshot()).table);
  take(model, { t: "resumed", name: "Ann", last_id: 3, table: "KXWM" });
  take(model, { t: "entry", table: "KXWM", n: 5, event: { k: "presence_changed", seat: 1, connected: false } });
  assert.deepEqual(model.missed.map(({ event }) => event.k), ["presence_changed"]);
});

test("the result of a round grows until the next deal", () => {
  const hands = { k: "hands_shown", hands: [[], ["R5"]] };
  const ended = after(snapshot(), ENDED, { k: "game_ended", winners: [0] }, hands, { k: "game_seed", seed: "ab" });
  const { names, gains, scores, over, hands: shown, seed, round } = ended.result;
  assert.deepEqual([names, gains, scores, over, round], [["Ann", "Bob"], [30, 0], [30, 0], [0], 1]);
  assert.deepEqual([shown, seed], [[[], ["R5"]], "ab"]);
  const dealt = { k: "round_dealt", round: 2, dealer: 0, starter: 1, counts: [7, 7], stock_count: 90 };
  assert.equal(after(snapshot(), ENDED, dealt).result, null);
});

test("who comes after a round sees who won it", () => {
  const result = {
    round: 2, winners: [1], blocked: false, gains: [0, 7], ranks: [], names: ["Ann", "Cem"], scores: [3, 12], game_winners: [1],
    hands: [["R5"], []],
  };
  for (const phase of ["finished", "waiting"]) {
    const late = { ...snapshot(9, { phase }, { phase: "over", winners: [1], waiting_for: null }), result };
    const { names, over, gains, hands } = after(late).result;
    assert.deepEqual([names, over, gains, hands], [["Ann", "Cem"], [1], [0, 7], [["R5"], []]]);
    assert.equal(after(late, snapshot(12)).result, null);
  }
  assert.equal(after(snapshot()).result, null);
});

test("the list of tables ends with those where nobody is", () => {
  const page = (tables, after) => ({ t: "tables", id: 1, tables, more: !after, request: { t: "list_tables", after } });
  const [left, open, other] = [{ code: "AAAA" }, { code: "BBBB", host: "Ann" }, { code: "CCCC", host: "Bob" }];
  const first = page([left, open], "");
  const lines = (...some) => some.map((one) => ({ ...one, faces: [], programs: true }));
  assert.deepEqual(after(first, page([other], "BBBB")).tables, lines(open, other, left));
  assert.deepEqual(first.tables, [left, open]);
});

test("at no table any more there is none", () => {
  const left = { t: "ok", id: 1, request: { t: "leave_table" } };
  assert.equal(after(snapshot(), left).table, null);
  assert.ok(after(snapshot(), { ...left, request: { t: "ready" } }).table);
  for (const [gone, code] of [
    [{ t: "put_out", table: "KXWM", code: "kicked" }, "kicked"],
    [{ k: "phase_changed", phase: "closed" }, "closed"],
  ]) {
    const model = after(snapshot(), gone);
    assert.deepEqual([model.table, model.putOut], [null, code]);
    take(model, snapshot());
    assert.equal(model.putOut, null);
  }
  assert.equal(after(snapshot(), { t: "resumed", name: "Ann", last_id: 0 }).table, null);
});

test("a line of the list has the faces of that table, and whether programs may sit down", () => {
  const faces = { AAAA: [3, 5] };
  const { tables } = after({ t: "tables", id: 1, tables: [{ code: "AAAA", host: "ann" }, { code: "BBBB", host: "bob" }], faces, no_programs: ["BBBB"] });
  assert.deepEqual(tables.map((one) => one.faces), [[3, 5], []]);
  assert.deepEqual(tables.map((one) => one.programs), [true, false]);
});

test("pages of tables and lines of the lobby are joined", () => {
  const page = (request, ...codes) => ({ t: "tables", id: 1, request, tables: codes.map((code) => ({ code })) });
  const codes = after(page({}, "A", "B"), page({ after: "B" }, "C")).tables.map(({ code }) => code);
  assert.deepEqual(codes, ["A", "B", "C"]);
  assert.equal(after(page({}, "A", "B"), page({}, "C")).tables.length, 1);
  const line = (n) => ({ n, name: "Bob", text: `${n}` });
  const before = { t: "lobby_talk", id: 1, request: {}, lines: [line(2), line(3)] };
  const lobby = after({ t: "lobby_said", ...line(3) }, before);
  assert.deepEqual(lobby.lobby, [line(2), line(3)]);
  take(lobby, { t: "lobby_said", ...line(1) }); // of a server that was started anew
  assert.deepEqual(lobby.lobby, [line(1)]);
});

test("a message of an unknown type changes nothing", () => {
  const model = after(snapshot());
  for (const t of ["comet", "constructor", "__proto__"]) take(model, { t });
  assert.equal(model.count, 0);
});
