/** What somebody new is told: before the first turn how to play, later a line at the first Wild, Draw Four and UNO. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { firstTime, tip } from "../../server/uno_server/web/page/screens/first.js";

const RULES = { uno: "call", uno_penalty: "2", wild_draw_four: "bluff", wild_draw_four_needs: "no_colour_match" };

/** A table whose game asks that seat, `null` before a game. */
function at(asked, { rules = {}, hand = [], decision = 7 } = {}) {
  const game = asked === null ? null : { phase: "playing", decision, waiting_for: { k: "take_turn", seat: asked }, hands: [hand] };
  return { table: { seat: 0, room: { rules: { ...RULES, ...rules } }, game } };
}

function somebody(settings) {
  const told = [];
  const act = { ui: {}, settings, told, tell: (text) => told.push(text), set: (name, value) => { settings[name] = value; } };
  return act;
}

for (const [rules, hand, told] of [
  [{}, ["R5", "W+4", "G1"], /calls your bluff/],
  [{ wild_draw_four: "enforced" }, ["R5", "W+4", "G1"], /you name the colour, and the next player draws four\.$/],
  [{ wild_draw_four: "free" }, ["R5", "W+4", "G1"], /you name the colour, and the next player draws four\.$/],
  [{ wild_draw_four_needs: "no_alternative" }, ["R5", "W+4", "G1"], /you name the colour, and the next player draws four\.$/],
  [{}, ["R5", "W", "G1"], /^A Wild/],
  [{}, ["R5", "G1"], /press UNO/],
  [{ uno: "automatic" }, ["R5", "G1"], null],
  [{ uno_penalty: "0" }, ["R5", "G1"], null],
]) {
  test(`with ${hand.join(" ")} under ${JSON.stringify(rules)} somebody new is told ${told ?? "nothing"}`, () => {
    const act = somebody({ tips: "W+4 W UNO" });
    tip(at(1, { rules, hand }), act);
    assert.deepEqual(act.told, []);
    tip(at(0, { rules, hand }), act);
    assert.equal(act.told.length, told ? 1 : 0);
    if (told) assert.match(act.told[0], told);
  });
}

test("of two tips each waits for a question of its own", () => {
  const act = somebody({ tips: "W+4 W UNO" });
  for (const decision of [7, 7, 7, 8, 8]) tip(at(0, { hand: ["W", "W+4"], decision }), act);
  assert.deepEqual(act.told.map((text) => text.slice(0, 9)), ["Wild Draw", "A Wild go"]);
  assert.equal(act.settings.tips, "UNO");
});

test("how to play speaks of UNO only where it is called", () => {
  const says = (rules) => JSON.stringify(firstTime(at(null, { rules }), { ...somebody({ fresh: true }), ui: { firstTime: 1 } }));
  assert.match(says({}), /Say UNO/);
  assert.doesNotMatch(says({ uno: "automatic" }), /UNO when/);
  assert.match(says({ uno: "automatic" }), /The first player without cards wins/);
});

test("how to play is shown for twenty seconds, also in the waiting room, and never again after a question", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = (act, asked) => Boolean(firstTime(at(asked), act));
  const waits = somebody({ fresh: true });
  assert.ok(shown(waits, null));
  context.mock.timers.tick(19_999);
  assert.ok(shown(waits, 1));
  context.mock.timers.tick(1);
  assert.deepEqual([waits.settings.fresh, shown(waits, 1)], [false, false]);
  const begins = somebody({ fresh: true });
  assert.deepEqual([null, 0, 1].map((asked) => shown(begins, asked)), [true, false, false]);
});
