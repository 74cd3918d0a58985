/** A host's own sets of rules: the same lines as in the terminal, kept by the browser. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkName, lineOf, readLine } from "../../server/uno_server/web/page/screens/sets.js";

const { LINES } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf-8"));

test("a line of rules means here what it means in the terminal", () => {
  for (const [line, told, idle] of LINES) {
    if (told === null) assert.throws(() => readLine(line), Error, line);
    else assert.equal(lineOf(readLine(line)), told, line);
    if (told !== null) assert.deepEqual(readLine(line).idle, idle, line);
  }
});

test("a set has a name of its own", () => {
  assert.equal(checkName("  Friday   night "), "Friday night");
  for (const name of ["", " ", "x".repeat(31), 'a"b', "Party"]) assert.throws(() => checkName(name), Error, name);
});
