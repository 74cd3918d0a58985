import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { apply, nameOf, open } from "../../server/uno_server/web/page/table.js";

const { GAMES, KINDS } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));

/** One seat's picture of a short story. */
function told(...events) {
  const { messages: [snapshot] } = GAMES.find(({ title, viewer }) => title === "room" && viewer === 0);
  const table = open(snapshot);
  for (const event of events) apply(table, { t: "entry", table: table.code, n: table.n + 1, event });
  return table;
}

for (const { title, viewer, messages } of GAMES) {
  test(`entries folded are what a snapshot says: ${title}, ${viewer === null ? "spectator" : `seat ${viewer}`}`, () => {
    let table = null;
    let kept = null;
    let asItWas = "";
    for (const message of messages) {
      if (message.t === "entry") {
        assert.equal(apply(table, message)?.k, message.event.k);
      } else if (table && table.n === message.n) {
        assert.deepEqual(table, open(message));
        if (kept) assert.equal(JSON.stringify(kept), asItWas, "a table that was kept has changed");
        kept = { ...table };
        asItWas = JSON.stringify(kept);
      } else table = open(message);
    }
    assert.ok(kept);
  });
}

test("those games tell every kind of event", () => {
  const seen = new Set(GAMES.flatMap(({ messages }) => messages.map(({ event }) => event?.k)));
  assert.deepEqual(KINDS.filter((kind) => !seen.has(kind)), []);
});

test("an event of an unknown kind is counted and changes nothing", () => {
  const table = told();
  const before = { ...table };
  apply(table, { table: table.code, n: table.n + 1, event: { k: "constructor" } });
  assert.deepEqual(table, { ...before, n: before.n + 1 });
});

test("an entry that is not the next, or of no game, throws and changes nothing", () => {
  const table = told();
  const before = { ...table };
  for (const n of [table.n, table.n + 1, table.n + 2]) {
    assert.throws(() => apply(table, { table: table.code, n, event: { k: "confirmed", seat: 0 } }));
    assert.deepEqual(table, before);
  }
});

test("who has left the game keeps a name until there is another game or somebody else sits there", () => {
  const plays = { k: "phase_changed", phase: "playing" };
  const left = { k: "seat_freed", seat: 1, reason: "left" };
  assert.equal(nameOf(told(left), 1), "");
  assert.equal(nameOf(told(plays, left), 1), "P1");
  assert.equal(nameOf(told(plays, left, { k: "seat_taken", seat: 1, name: "Zoe" }), 1), "Zoe");
  assert.equal(nameOf(told(plays, left, { k: "game_cleared" }), 1), "");
});
