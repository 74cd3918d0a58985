/** What the screens around the game work out by themselves. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { another } from "../../server/web/page/screens/join.js";
import { silent } from "../../server/web/page/screens/rules.js";

const { MEANINGLESS } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf-8"));

test("an option that another makes meaningless is not asked for", () => {
  for (const [rules, meaningless] of MEANINGLESS) {
    for (const option of meaningless) assert.ok(silent(option, rules), `${option} in ${JSON.stringify(rules)}`);
  }
});

test("every option is asked for under some rules", () => {
  const asked = new Set(MEANINGLESS.flatMap(([rules]) => Object.keys(rules).filter((each) => !silent(each, rules))));
  assert.deepEqual(Object.keys(MEANINGLESS[0][0]).filter((option) => !asked.has(option)), []);
});

test("a name that is taken is followed by one that may be free", () => {
  assert.equal(another("Anna"), "Anna 2");
  assert.equal(another(" Anna 2 "), "Anna 3");
  assert.equal(another("A name of twenty cha"), "A name of twenty c 2");
  assert.equal(another("🃏".repeat(20)), `${"🃏".repeat(18)} 2`);
});
