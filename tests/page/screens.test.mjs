/** What the screens around the game work out by themselves. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { another } from "../../server/uno_server/web/page/screens/join.js";
import { moments } from "../../server/uno_server/web/page/screens/podium.js";
import { levelsAt, levelText, levelTextAt } from "../../server/uno_server/web/page/screens/levels.js";
import { nearMercy } from "../../server/uno_server/web/page/screens/parts.js";
import { changed, meaningless, rules as rulesPage } from "../../server/uno_server/web/page/screens/rules.js";
import { goalText } from "../../server/uno_server/web/page/sentences.js";
import { choice, onlyOne, tv } from "../../server/uno_server/web/page/screens/tv.js";
import { talk } from "../../server/uno_server/web/page/screens/talk.js";
import { another as underAnother, greeted, login } from "../../server/uno_server/web/page/session.js";
import { keepToken, playerName } from "../../server/uno_server/web/page/storage.js";
import { clash } from "../../server/uno_server/web/page/screens/sets.js";

/** Options that have been changed and changed back. */
const BACK = { mercy: "0", stacking: "off", deflect: "yes" };
const { JUDGED } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf-8"));

test("an option that another makes meaningless is not asked for, and what clashes is told, as the engine says", () => {
  for (const [rules, ignored, told] of JUDGED) {
    assert.equal(clash(rules), told, JSON.stringify(rules));
    if (!told) assert.deepEqual(Object.keys(rules).filter((option) => meaningless(option, rules)).sort(), [...ignored].sort());
  }
});

test("every option is asked for under some rules", () => {
  const asked = new Set(JUDGED.flatMap(([rules]) => Object.keys(rules).filter((each) => !meaningless(each, rules))));
  assert.deepEqual(Object.keys(JUDGED[0][0]).filter((option) => !asked.has(option)), []);
});

test("the rules are told as the server words them, what differs first, and anew where they have been changed", () => {
  const words = [{ title: "Turns", lines: ["You play one card."] }];
  const model = { rules: { name: "T", preset: "official", options: BACK, words, turn_seconds: 0, fingerprint: "a" }, table: null };
  const asked = [];
  const told = () => JSON.stringify(rulesPage(model, { ask: (...each) => asked.push(each) }));
  assert.match(told(), /Turns.*You play one card\./);
  assert.doesNotMatch(told(), /Changed from/);
  model.rules.options = { jump_in: "yes" };
  assert.match(told(), /Changed from.*Turns/);
  model.table = { code: "KXWM", room: { fingerprint: "b" } };
  assert.doesNotMatch(told() + told(), /Turns/);
  assert.deepEqual(asked, [["table_rules", { table: "KXWM" }]]);
});

test("what was changed back, or means nothing any more, is not told as changed", () => {
  assert.deepEqual(Object.keys(changed({ preset: "official", options: BACK })), []);
  assert.deepEqual(Object.keys(changed({ preset: "official", options: { ...BACK, stacking: "same" } })), ["stacking", "deflect"]);
});

test("what is played for is told for every goal", () => {
  assert.deepEqual(["points", "low_points", "until_last", "single_round"].map((goal) => goalText({ goal, target: "500" })),
    ["500 points win", "lowest score wins at 500", "until one is left", "one round"]);
});

test("a hand is marked where a few more cards put its player out of the round", () => {
  const near = (counts, mercy) => nearMercy({ room: { rules: { mercy } }, game: { playing: [true, false], counts } }, 0);
  assert.deepEqual([near([20, 0], "25"), near([21, 0], "25"), near([30, 0], "0"), near([30, 0], undefined)], [0, 25, 0, 0]);
  assert.equal(nearMercy({ room: { rules: { mercy: "16" } }, game: { playing: [true, false], counts: [1, 15] } }, 1), 0);
});

test("a level says what it wins under a preset's own rules, once that is here", async (context) => {
  const told = { official: { 2: { hard: [56, "normal"] }, 4: { hard: [31, "normal"] } }, skyrus: { 2: { hard: [60, "easy"] } } };
  context.mock.method(globalThis, "fetch", async () => ({ ok: true, json: async () => told }));
  const like = "weighs every card and rarely forgets UNO";
  const text = (preset, seats, options = {}) => levelText("hard", { preset, options }, seats, { draw() {} });
  assert.equal(text("official", 2), like);
  await new Promise(setImmediate);
  assert.deepEqual([text("official", 2), text("official", 5), text("skyrus", 2), text("street", 2), text("official", 2, { jump_in: "yes" }), text("official", 2, BACK)], [
    `${like}; wins 56 of 100 rounds against normal`, `${like}; wins 31 of 100 rounds against 3 × normal`,
    `${like}; wins 60 of 100 games against easy`, like, like, `${like}; wins 56 of 100 rounds against normal`,
  ]);
  const two = { preset: "official", options: {}, occupants: [{ bot: null }, null, { bot: "hard" }, null] };
  assert.match(levelsAt({ room: two }, {})[0], / against normal\.$/);
  assert.match(levelTextAt("hard", two, {}, 1), / against 3 × normal$/);
  const room = { preset: "street", options: {}, occupants: [{ bot: null }, null, { bot: "hard" }, { bot: "hard" }] };
  assert.deepEqual(levelsAt({ room }, {}), [`Computer players, hard: ${like}.`]);
});

test("a name that is taken is followed by one that may be free", () => {
  assert.equal(another("Anna"), "Anna 2");
  assert.equal(another(" Anna 2 "), "Anna 3");
  assert.equal(another("A name of twenty cha"), "A name of twenty c 2");
  assert.equal(another("🃏".repeat(20)), `${"🃏".repeat(18)} 2`);
  assert.equal(another('"Anna 123456"'), "Anna 123456 2"); // and six digits at the end would be those of a moved seat
  assert.equal(another("Anna 99999"), "Anna 99999 2");
});

test("a login that the network swallowed is tried again when there is a connection", async () => {
  const ui = { join: { name: "Anna" } };
  const link = { enter: () => Promise.reject({ code: "lost" }) };
  await login({ link, ui, act: { draw() {} } }, "Anna");
  assert.deepEqual([ui.join.wanted, ui.join.fault, ui.trying], [true, undefined, undefined]);
});

test("of two presses before the next drawing one login is sent", async () => {
  let sent = 0;
  const link = { enter: async () => { sent += 1; return { name: "Anna" }; } };
  const page = { link, ui: { join: {} }, act: { draw() {} } };
  await Promise.all([login(page, "Anna"), login(page, "Anna")]);
  assert.equal(sent, 1);
});

test("while a session comes back the page knows that it does, also where the name is kept in quotes", () => {
  keepToken("one", "Anna 123456", "secret");
  const ui = { name: '"Anna 123456"' };
  greeted({ model: {}, link: { resume: () => new Promise(() => {}) }, ui, act: {} }, { server_id: "one" });
  assert.equal(ui.trying, ui.name); // else the form to join would be shown
});

for (const [typed, claims, said] of [
  ["Anna 123456", false, { t: "move_here", name: "Anna", code: "123456" }],
  ['"Anna 123456"', false, { t: "login", name: "Anna 123456" }],
  ['"Anna 123456"', true, { t: "claim_seat", name: "Anna 123456" }],
  ['"Anna"', false, { t: "login", name: '"Anna"' }],
]) {
  test(`${typed} means ${said.t} of ${said.name}`, async () => {
    let entry;
    const link = { enter: (sent) => { entry = sent; return Promise.resolve({ name: said.name }); } };
    await login({ link, ui: { join: {} }, act: { draw() {} } }, typed, undefined, claims);
    assert.deepEqual(JSON.parse(JSON.stringify(entry)), said);
    assert.equal(playerName(), said.name === "Anna 123456" ? '"Anna 123456"' : said.name);
  });
}

test("a player who plays on under another name logs out first, and stays if that fails; without a session nothing is asked", async (context) => {
  context.after(() => delete globalThis.location);
  for (const [state, answer, did] of [["in", {}, ["logout", "close", "/"]], ["in", null, ["logout"]], ["lost", null, ["close", "/"]]]) {
    const done = [];
    globalThis.location = { assign: (to) => done.push(to) };
    const act = { ask: (type) => { done.push(type); return Promise.resolve(answer); } };
    await underAnother({ model: { state, table: null, welcome: { server_id: "one" } }, link: { close: () => done.push("close") }, ui: {}, act });
    assert.deepEqual(done, did);
  }
});

test("chat: the next line is typed while one is under way; one that is refused comes back to an empty box", async () => {
  const ui = {};
  let refuse;
  const act = { ui, muted: () => false, focus() {}, ask: () => new Promise((answer) => { refuse = () => answer(null); }) };
  const model = { table: null, lobby: [], name: "Anna", welcome: null };
  const send = () => {
    const find = (node) => (node?.tag === "form" ? [node] : [node?.children ?? []].flat(9).flatMap(find));
    find(talk(model, act))[0].attributes.on.submit({ preventDefault() {} });
  };
  for (const [typed, left] of [["", "one"], ["two", "two"]]) {
    talk(model, act);
    ui.talk.text = "one";
    send();
    assert.equal(ui.talk.text, "");
    ui.talk.text = typed;
    refuse();
    await new Promise(setImmediate);
    assert.equal(ui.talk.text, left);
  }
});

const parts = (made) => (typeof made === "string" ? [] : [made, ...made.children.flatMap(parts)]);
const words = (made) => (typeof made === "string" ? made : made.children.map(words).join(" "));
const OPEN = { code: "AAAA", name: "Kitchen", host: "Ann", seats: 4, people: 1, bots: 0, phase: "waiting", preset: "official" };

test("a screen shows by itself the only table where somebody is, and none that it would have to be let into", () => {
  const others = [{ ...OPEN, host: undefined }, { ...OPEN, locked: true }, { ...OPEN, watching: false }];
  assert.equal(onlyOne([OPEN, ...others]), OPEN);
  for (const tables of [others, [OPEN, OPEN], [{ ...OPEN, password: true }], []]) assert.equal(onlyOne(tables), null);
});

test("a screen that has to choose offers what it may show, and says where there is nothing", () => {
  const chosen = [];
  const shown = (tables) => choice({ tables, welcome: { name: "UNO" } }, "http://192.168.1.5:7777/", (code) => chosen.push(code));
  const left = { ...OPEN, code: "CCCC", name: "Attic", host: undefined };
  const made = shown([OPEN, { ...OPEN, code: "BBBB", name: "Shut", locked: true }, { ...OPEN, code: "DDDD", name: "Own", watching: false }, left]);
  const buttons = parts(made).filter(({ tag }) => tag === "button");
  assert.deepEqual(buttons.map(words), ["Kitchen waiting · 3 free · Classic", "Attic nobody here · 3 free · Classic"]);
  buttons[1].attributes.on.click();
  assert.deepEqual(chosen, ["CCCC"]);
  assert.ok(parts(made).some(({ attributes: { src } }) => src === "/qr.svg"));
  assert.match(words(shown([])), /No tables yet/);
});

test("there are three facts after a game, and more than records where there are none", () => {
  const line = (name, wins, records = {}) => ({ name, games: 1, wins, caught: 0, biggest: 7, longest: 0, ...records });
  const shown = (tally, counts) => moments({ game: { counts }, room: { tally, occupants: [{ name: "Ann", face: 0 }, { name: "Bob", face: 1 }] } })
    .map((one) => words(parts(one).find(({ tag, attributes }) => tag === "span" && !attributes.class)).replaceAll(" :", ":"));
  assert.deepEqual(shown([line("Ann", 1, { caught: 2, longest: 3 }), line("Bob", 0, { biggest: 9 })], [0, 3]),
    ["UNOs caught Ann: 2", "Biggest hand Bob: 9", "Most cards at once Ann: 3"]);
  assert.deepEqual(shown([line("Ann", 1), line("Bob", 0)], [0, 3]), ["Biggest hand Ann and Bob: 7", "1 win Ann", "3 cards left Bob"]);
  assert.deepEqual(shown([line("Ann", 0), line("Bob", 0)], [2, 3]), ["Biggest hand Ann and Bob: 7", "3 cards left Bob", "1 game Ann and Bob"]);
});

test("who has won stays on a screen until the next deal", () => {
  const person = (name, ready) => ({ name, ready, connected: true, bot: null, stand_in: null, extra_seconds: 0 });
  const room = (phase) => ({
    name: "Kitchen", preset: "official", phase, occupants: [person("Ann", true), person("Bob", false)], host: 0, watchers: [], screens: ["TV 7"],
    rules: { goal: "single_round", uno: "call" }, tally: null, test: false,
  });
  const game = {
    phase: "over", round: 1, winners: [0], seated: [true, true], playing: [true, true], counts: [0, 3], discard: ["R5"], colour: "R", out: [],
    lost: [], waiting_for: null, open_hands: [], hands: [null, null], scores: [0, 0], owed: 0, direction: 1, played_by: 0,
  };
  const shown = (phase, over) => words(tv({ table: { code: "KXWM", room: room(phase), game: { ...game, phase: over } }, news: [], count: 0, result: null, clock: null }, "http://192.168.1.5:7777/", 0));
  assert.doesNotMatch(shown("finished", "over"), /Tonight/); // no list without a line
  assert.match(shown("finished", "over"), /Ann wins.*with the red 5/);
  assert.match(shown("waiting", "over"), /Ann wins.*with the red 5.*Waiting for Bob/);
  assert.doesNotMatch(shown("waiting", "over"), /watching/);
  assert.doesNotMatch(shown("waiting", "between_rounds"), /wins/);
});
