import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { book, preferred, read, worded } from "../../server/uno_server/web/page/book.js";
import { listing } from "../../server/uno_server/web/page/sentences.js";
import { join } from "../../server/uno_server/web/page/screens/join.js";

const { BOOKS, EARLY } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));

afterEach(() => read(BOOKS.en));

test("places are filled once, so that a name with braces stays as it is", () => {
  assert.equal(worded("card", { colour: "{rank}", rank: "5" }), "{rank} 5");
});

test("a label has the form that suits a number, and one that is not there has no words", () => {
  assert.deepEqual([1, 2].map((n) => worded("cards", { n })), ["1 card", "2 cards"]);
  assert.equal(worded("constructor"), "");
});

test("the language is that of the address, else the one set, else the browser's", () => {
  assert.equal(preferred("?lang=en", "pseudo", ["de-AT"]), "en");
  assert.equal(preferred("?lang=xx", "pseudo", ["en"]), "pseudo");
  assert.equal(preferred("", "", ["fr", "constructor", "en"]), "en");
  assert.equal(preferred("", "", ["fr"]), "en");
});

test("several words are joined as a sentence has them", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listing), ["", "a", "a and b", "a, b and c"]);
});

test("until the book is there, only what the page brings with it is asked for", (context) => {
  const asked = [];
  book.labels = new Proxy({}, { getOwnPropertyDescriptor: (_, name) => void asked.push(name) });
  globalThis.location = new URL("http://10.0.0.7:7777/");
  context.after(() => delete globalThis.location);
  for (const path of ["", "KXWM"]) join({ state: "connecting" }, { ui: { name: "", face: 3, path, join: { name: "x".repeat(40), wanted: path } } });
  join({ state: "lost" }, { ui: { name: "ann", face: 3, path: "" } });
  assert.deepEqual(asked.filter((name) => !EARLY.includes(name)), []);
  assert.ok(asked.includes("no_answer") && asked.includes("to_table") && asked.includes("name_long"));
});
