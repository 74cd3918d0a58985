/** What the page says of games in which the server cheats. Environment: UNO_GAMES, a file of `tests/test_cheats.py`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { book, read } from "../../server/uno_server/web/page/book.js";
import { start, take } from "../../server/uno_server/web/page/model.js";

const { BOOK, LABELS, SHARE, GAMES } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));
read(BOOK);
Object.assign(book.labels, LABELS);
for (const [name, value] of [["location", { search: "" }], ["navigator", { languages: [] }]]) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
globalThis.document = { createElement: () => ({}), head: { append() {} } };
crypto.getRandomValues = (bytes) => bytes.fill(SHARE);
const due = [];
globalThis.setTimeout = (call, _, ...args) => due.push(() => call(...args));

const said = [];
for (const [at, messages] of GAMES.entries()) {
  const { begin, checked, filled, heard } = await import(`../../server/uno_server/web/page/replay.js?${at}`);
  const model = start();
  let opened = 0;
  const loud = [];
  const act = { attempt: async () => { opened += 1; }, tell: (text, tone) => loud.push([text, tone]), draw() {} };
  for (const message of messages) {
    if (message.t === "ready") assert.equal(filled({ ready: true }).share, message.share);
    else if (message.t === "open_share") assert.equal(opened, 1, "the page opens its bytes");
    else {
      const came = model.table === null;
      take(model, message);
      if (came && model.table) begin({ model, act }); // which hears of the table
      else if (model.table) heard({ model, act }, message);
      await null; // whoever has asked has the answer
    }
  }
  for (const call of due.splice(0)) await call();
  said.push({ checked: checked(act), loud });
}
console.log(JSON.stringify(said));
