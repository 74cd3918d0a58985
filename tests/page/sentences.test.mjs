import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { read } from "../../server/uno_server/web/page/book.js";
import { clean, cleanTree } from "../../server/uno_server/web/page/clean.js";
import { cardName, eventText, optionName, presetText, questionText, refusalText, ruleText, valueText }
  from "../../server/uno_server/web/page/sentences.js";

const { BOOKS, CLEANED, TOLD } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));

afterEach(() => read(BOOKS.en));

for (const [language, told] of Object.entries(TOLD)) {
  test(`the page words rules as the client does: ${language}`, () => {
    read(BOOKS[language]);
    for (const [option, value, means, word, title] of told.options) {
      assert.deepEqual([ruleText(option, value), valueText(option, value), optionName(option)], [means, word, title]);
    }
    for (const [preset, said] of Object.entries(told.presets)) assert.equal(presetText(preset), said);
  });
}

test("what the server has put into words is told as it says it", () => {
  const game = { waiting_for: { k: "take_turn", seat: 1, seats: [] } };
  const room = { phase: "playing", rules: {}, occupants: [{ name: "ann" }, { name: "bob" }] };
  const table = { seat: 0, game, room, said: "bob ist dran." };
  assert.equal(eventText({ k: "passed", seat: 1, words: "bob passt." }, table), "bob passt.");
  assert.equal(eventText({ k: "asked", words: "bob ist dran." }, table), "");
  assert.equal(eventText({ k: "ready_changed", words: "bob ist bereit." }, { room: { phase: "finished" } }), "");
  assert.equal(questionText(table), "bob ist dran.");
  assert.equal(questionText({ ...table, seat: 1 }, { words: "Du bist dran." }), "Du bist dran.");
  assert.equal(questionText({ ...table, seat: 1 }), "Your turn.");
  assert.equal(questionText({ ...table, said: "" }), "Waiting for bob.");
  const vote = { waiting_for: { k: "vote", seat: null, seats: [1] } };
  assert.equal(questionText({ ...table, game: vote, said: "Waiting for ann and bob to vote." }), "Waiting for bob to vote.");
  assert.equal(questionText({ ...table, room: { ...room, phase: "paused" } }), "bob ist dran.");
  assert.equal(questionText({ ...table, room: { ...room, phase: "finished" } }), "");
  assert.equal(refusalText({ code: "stale", text: "Too late.", words: "Zu spät." }), "Zu spät.");
  assert.equal(refusalText({ code: "storage", text: "no room" }), "The server can't save the game right now: its disk may be full.");
  assert.equal(refusalText({ code: "moo" }), "The server says: moo.");
});

test("what a newer server says is shown as it is, and never taken for something of this program", () => {
  assert.equal(cardName("W+4"), "Wild Draw Four");
  assert.equal(optionName("constructor"), "constructor");
  assert.equal(valueText("toString", "x"), "x");
  assert.equal(refusalText({ code: "constructor", text: "So it is." }), "So it is.");
  assert.equal(eventText({ k: "constructor" }, null), "");
});

test("texts of strangers are cleaned as the client does it, wherever they stand in a message", () => {
  for (const [text, shown] of CLEANED) assert.equal(clean(text), shown, JSON.stringify(text));
  const message = cleanTree({ t: "tables", tables: [{ name: "a\u202eb", seats: 4, host: null, locked: false }] });
  assert.deepEqual({ ...message.tables[0] }, { name: "ab", seats: 4, host: null, locked: false });
});
