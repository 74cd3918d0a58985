/** Highlights between games: which steps they have, when they are shown, and that they disturb nothing. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { book } from "../../server/uno_server/web/page/book.js";
import { heard, seen, stepsOf } from "../../server/uno_server/web/page/highlights.js";
import { start, take } from "../../server/uno_server/web/page/model.js";
import { Showing, storyOf } from "../../server/uno_server/web/page/replay/record.js";

const { RECORDS } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));
const AFTER = 12000;
const LONG = 20000;
const TICK = 50;
const until = async () => { for (let k = 0; k < 50; k += 1) await Promise.resolve(); };

/** With the labels of replays, and timers that only the test moves. */
function prepared(context) {
  const { labels } = book;
  book.labels = { ...labels, replay: "Replay" };
  context.after(() => { book.labels = labels; });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return async (ms, tick = ms) => {
    for (let gone = 0; gone < ms; gone += tick) context.mock.timers.tick(tick); // each may begin the next
    await until();
  };
}

/** A television at a table where a game of that record is about to begin. */
function television(text, { capabilities = [], answer = null, beside = {} } = {}) {
  const told = storyOf(text), { code: _, ...first } = told.first;
  const model = { ...start(), welcome: { capabilities }, table: { ...first, code: "T", n: 0, game: null, seat: null, ...beside } };
  const asked = [];
  const ask = (type, fields) => { asked.push([type, fields]); return answer ? Promise.resolve(answer) : Promise.reject({ code: "no_record" }); };
  const tv = { model, link: { ask }, draw() {} };
  const tell = (event, words = "") => {
    const message = { t: "entry", table: "T", n: model.table.n + 1, event, words };
    take(model, message);
    heard(tv, message);
  };
  const opened = { k: "game_opened", seated: first.room.occupants.map(Boolean) };
  const events = told.events.map(({ event }) => event).filter(({ k }) => k !== "game_opened");
  return { tv, tell, opened, events, asked, play: () => [opened, ...events].forEach((event) => tell(event)) };
}

test("all marks are shown, each after what led to it, and none of it takes longer than 20 seconds", () => {
  for (const { all, watch } of RECORDS) {
    for (const showing of [all, watch].map((text) => new Showing(storyOf(text)))) {
      const steps = stepsOf(showing);
      assert.ok(steps.reduce((sum, { ms }) => sum + ms, 0) <= LONG + 1);
      assert.ok(steps.length <= 24);
      assert.ok(steps.every(({ n }, at) => showing.folded(n).game.phase === "playing" && (!at || n > steps[at - 1].n)));
      const shown = steps.map(({ text }) => text).filter(Boolean);
      const marks = [...new Set(showing.marks.map(({ text }) => text))];
      if (showing.marks.length < 12) assert.deepEqual(new Set(shown), new Set(marks));
      assert.equal(shown[shown.length - 1], "end");
    }
  }
});

test("a game of many marks keeps the weightiest", () => {
  const marks = Array.from({ length: 60 }, (_, at) => ({ at: at + 1, text: at % 10 ? "uno" : "caught", turn: at }));
  const showing = { marks, turns: marks.map(({ at }) => at), folded: () => ({ game: { phase: "playing" } }), next: (n) => n + 1 };
  const steps = stepsOf(showing);
  assert.equal(steps.length, 24);
  assert.equal(steps.filter(({ text }) => text === "caught").length, 6);
  assert.ok(steps.every(({ ms }) => Math.abs(ms - LONG / 24) < 1));
});

test("they are shown some time after the game, end by themselves, and at once when a new game begins", async (context) => {
  const pass = prepared(context);
  const { tv, tell, opened, play } = television(RECORDS[0].watch);
  for (const ends of ["by itself", "at once"]) {
    play();
    assert.equal(seen(tv), null);
    await pass(AFTER - 1);
    assert.equal(seen(tv), null);
    await pass(1);
    const { model, scene } = seen(tv);
    assert.equal(model.table.code, "T");
    assert.equal(model.table.game.phase, "playing");
    assert.match(JSON.stringify(scene), /reel/);
    if (ends === "by itself") await pass(LONG + 30 * TICK, TICK); // a step begins with a tick
    else tell(opened);
    assert.equal(seen(tv), null);
    await pass(AFTER + LONG);
    assert.equal(seen(tv), null);
  }
});

test("what was not seen from its beginning is fetched, and nothing happens without a record", async (context) => {
  const pass = prepared(context);
  const text = RECORDS[0].watch;
  const lines = text.slice(0, -1).split("\n");
  const answer = { lines, at: 0, of: lines.length, digest: "d" };
  const late = async (more) => {
    const { tv, tell, opened, events, asked } = television(text, more);
    take(tv.model, { t: "entry", table: "T", n: 1, event: opened }); // before the television heard anything
    heard(tv, { t: "snapshot", table: "T" });
    for (const event of events) tell(event, "something");
    await pass(AFTER);
    const shown = seen(tv);
    assert.ok(!shown || shown.model.news.every(({ event: { words } }) => words === "something"));
    tell(opened);
    return [asked.length, Boolean(shown)];
  };
  assert.deepEqual(await late({ capabilities: ["records"], answer }), [1, true]);
  assert.deepEqual(await late({ capabilities: ["records"] }), [1, false]);
  assert.deepEqual(await late({ answer }), [0, false]);
  assert.deepEqual(await late({ capabilities: ["records"], answer: { ...answer, lines: ["{}", ...lines.slice(1)] } }), [1, false]);
});
