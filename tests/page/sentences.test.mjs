import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";

import { clean, cleanTree } from "../../server/uno_server/web/page/clean.js";
import { cardName, eventText, optionName, presetText, questionText, refusalText, ruleText, UNTOLD, valueText }
  from "../../server/uno_server/web/page/sentences.js";
import { apply, open } from "../../server/uno_server/web/page/table.js";
import { use } from "../../server/uno_server/web/page/words.js";

const { CLEANED, GAMES, KINDS, TOLD } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));
const words = (language) => language === "en" ? {}
  : JSON.parse(readFileSync(new URL(`../../server/uno_server/web/page/words/${language}.json`, import.meta.url), "utf8"));

afterEach(() => use("en", {}));

for (const [language, told] of Object.entries(TOLD)) {
  test(`the page tells every event as the client does: ${language}`, () => {
    use(language, words(language));
    const kinds = new Set(UNTOLD);
    GAMES.forEach(({ title, messages }, game) => {
      let table = null;
      messages.slice(0, told.events[game].length).forEach((message, at) => {
        if (message.t === "snapshot") {
          table = open(message);
          return;
        }
        const before = { ...table };
        const event = apply(table, message);
        kinds.add(event.k);
        assert.equal(eventText(event, before), told.events[game][at], `${title}: ${JSON.stringify(event)}`);
      });
    });
    assert.deepEqual(KINDS.filter((kind) => !kinds.has(kind)), []);
  });

  test(`the page words every refusal as the client does: ${language}`, () => {
    use(language, words(language));
    for (const [error, said] of told.refusals) assert.equal(refusalText(error, null), said, JSON.stringify(error));
  });

  test(`the page words rules as the client does: ${language}`, () => {
    use(language, words(language));
    for (const [option, value, means, word, title] of told.options) {
      assert.deepEqual([ruleText(option, value), valueText(option, value), optionName(option)], [means, word, title]);
    }
    for (const [preset, said] of Object.entries(told.presets)) assert.equal(presetText(preset), said);
  });
}

test("whoever is asked reads a question, everybody else whom the game waits for", () => {
  const kinds = new Set();
  for (const { messages } of GAMES) {
    let table = null;
    for (const message of messages) {
      if (message.t === "snapshot") table = open(message);
      else apply(table, message);
      const waiting = table.game?.waiting_for;
      if (!waiting) continue;
      kinds.add(`${waiting.k} ${waiting.seat === table.seat || waiting.seats.includes(table.seat) ? "mine" : "others"}`);
      const said = questionText({ ...table, room: { ...table.room, phase: "playing" } });
      assert.ok(said || (waiting.seat === null && !waiting.seats.length), JSON.stringify(waiting));
      assert.doesNotMatch(said, /[{}]|undefined|null/);
    }
  }
  assert.equal(kinds.size, 20, [...kinds].join());
});

test("what a newer server says is shown as it is, and never taken for something of this program", () => {
  assert.equal(cardName("W+4"), "Wild Draw Four");
  assert.equal(optionName("constructor"), "constructor");
  assert.equal(valueText("toString", "x"), "x");
  assert.equal(refusalText({ code: "constructor", text: "So it is." }, null), "So it is.");
  assert.equal(eventText({ k: "constructor" }, null, null), "");
});

test("texts of strangers are cleaned as the client does it, wherever they stand in a message", () => {
  for (const [text, shown] of CLEANED) assert.equal(clean(text), shown, JSON.stringify(text));
  const message = cleanTree({ t: "tables", tables: [{ name: "a\u202eb", seats: 4, host: null, locked: false }] });
  assert.deepEqual({ ...message.tables[0] }, { name: "ab", seats: 4, host: null, locked: false });
});
