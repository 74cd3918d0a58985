import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { keyOf, listing, preferred, say, sayAs, sayMany, use } from "../../server/uno_server/web/page/words.js";

afterEach(() => use("en", {}));

test("places are filled once, so that a name with braces stays as it is", () => {
  assert.equal(say("{name} plays {cards}.", { name: "{cards}", cards: "red 5" }), "{cards} plays red 5.");
});

test("a language is spoken by its words, and what it lacks stays English", () => {
  use("de", { [keyOf("{n} cards")]: ["{n} Karte", "{n} Karten"], [keyOf("alone\u0004You")]: "Du" });
  assert.equal(sayMany("{n} card", "{n} cards", 1), "1 Karte");
  assert.equal(sayMany("{n} card", "{n} cards", 2), "2 Karten");
  assert.equal(sayAs("alone", "You"), "Du");
  assert.equal(say("Nobody knows this."), "Nobody knows this.");
});

test("the pseudo-language leaves places alone and no letter plain", () => {
  use("pseudo", {});
  assert.match(say("{name} passes.", { name: "ann" }), /^⟦ann [^a-z]+\.·+⟧$/);
});

test("the language is that of the address, else the one set, else the browser's", () => {
  assert.equal(preferred("?lang=en", "de", ["de-AT"]), "en");
  assert.equal(preferred("?lang=xx", "de", ["en"]), "de");
  assert.equal(preferred("", "", ["fr", "de-AT", "en"]), "de");
  assert.equal(preferred("", "", ["fr"]), "en");
});

test("several words are joined as a sentence has them", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listing), ["", "a", "a and b", "a, b and c"]);
});
