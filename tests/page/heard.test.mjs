/** What a screen reader is told beside the game, and what the keyboard does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, mock, test } from "node:test";

import { tell } from "../../server/uno_server/web/page/announce.js";
import { book, read } from "../../server/uno_server/web/page/book.js";
import { start } from "../../server/uno_server/web/page/model.js";
import { player, settings } from "../../server/uno_server/web/page/screens/menu.js";
import { result } from "../../server/uno_server/web/page/screens/result.js";
import { room, way } from "../../server/uno_server/web/page/screens/room.js";

globalThis.matchMedia ??= () => ({ matches: true });
const keys = await import("../../server/uno_server/web/page/keys.js");

const usual = globalThis.document;
const act = { ui: {}, view: "table", muted: () => false, tell() {}, draw() {}, leave() {} };
let heard = [];

beforeEach(() => {
  mock.method(performance, "now", () => 1000);
  heard = [];
  const region = (id) => ({ childElementCount: 0, append: ({ textContent }) => heard.push(`${id}: ${textContent}`) });
  globalThis.document = { getElementById: region, createElement: () => ({}) };
});

afterEach(() => {
  globalThis.document = usual;
  mock.restoreAll();
});

/** Two at a table, the player is the host; `left` of `of` seconds. */
function seen(phase, left, of = 30) {
  const occupant = (name) => ({ name, ready: false, connected: true, bot: null, stand_in: null, extra_seconds: 0 });
  const game = {
    phase: "playing", round: 1, decision: 7, waiting_for: { k: "take_turn", seat: 0 }, playing: [true, true], seated: [true, true],
    counts: [1, 1], discard: [], scores: [0, 0], hands: [], lost: [],
  };
  const room = {
    name: "Kitchen", phase, occupants: [occupant("Anna"), occupant("Bitsy"), null], host: 0, watchers: [], screens: [], muted: [], turn_seconds: 30,
    preset: "official", options: {}, rules: { goal: "single_round" }, tally: [], fingerprint: "",
  };
  const clock = { decision: 7, seconds: left, of, at: performance.now() };
  return Object.assign(start(), { state: "in", name: "Anna", table: { code: "ABCD", seat: 0, room, game }, clock });
}

const parts = (made) => (typeof made === "string" ? [] : [made, ...made.children.flatMap(parts)]);
const words = (made) => (typeof made === "string" ? made : made.children.map(words).join(""));
const telling = (...models) => {
  for (const model of models) tell(model, act);
  return heard.splice(0).filter((line) => !line.includes("Your turn"));
};

for (const phase of ["waiting", "finished"]) {
  test(`${phase}: a player reads why the mark is gone; others' marks are no news`, () => {
    const model = { ...seen(phase, 9), clock: null, count: 2 };
    const unready = (seat, why, words) => ({ event: { k: "ready_changed", seat, ready: false, why, words }, before: model.table, missed: false });
    model.news = [unready(1, null, "Bitsy is no longer ready."), unready(0, "moved", "You have another seat now, so you're no longer ready.")];
    const read = [];
    tell(model, { ...act, view: "room", tell: (text) => read.push(text) });
    tell({ ...model, count: 0, news: [] }, act); // for the tests that follow
    assert.deepEqual(read, ["You have another seat now, so you're no longer ready."]);
  });
}

for (const [where, phase, drawn] of [["waiting room", "waiting", room], ["end", "finished", result]]) {
  test(`${where}: a reaction stands over the sender's face`, () => {
    document.documentElement = { dataset: { address: "http://127.0.0.1:7777/" } };
    const model = { ...seen(phase, 9), result: { winners: [0], over: [0], ranks: [], names: [] } };
    model.table.room.host = 1;
    model.news = [{ event: { k: "reacted", name: "Bitsy", seat: 1, reaction: "haha" }, at: 900, missed: false }];
    const faces = parts(drawn(model, { ...act, ui: { fading: true } })).filter((each) => /^(placed|disc)$/.test(each.attributes.class));
    const under = (made) => parts(made).some(({ attributes: { class: name } }) => name === "bubble of-sign");
    assert.equal(faces.filter(under).length, 1);
  });
}

test("the time before a deal is told once, and stands in no live region", () => {
  const models = [9.6, 8.6, 7.6].map((left) => seen("between_rounds", left));
  assert.deepEqual(telling(...models), ["said: The next round begins in 10 seconds, or when all are ready."]);
  const [first, second] = models.map((model) => parts(result(model, act)).filter(({ attributes: { role } }) => role === "status").map(words));
  assert.deepEqual(first, second);
  assert.match(words(result(models[0], act)), /begins in 10 seconds/);
});

test("of one's own turn it is told once that time runs low", () => {
  assert.deepEqual(telling(seen("playing", 30), seen("playing", 11)), []);
  assert.deepEqual(telling(seen("playing", 9.6), seen("playing", 5), seen("playing", 1)), ["asked: 10 seconds left for you."]);
  const others = seen("playing", 5);
  others.table.game.waiting_for.seat = 1;
  others.table.game.decision = others.clock.decision = 8;
  assert.deepEqual(telling(others), []);
});

test("who looks on is told once what the host's own rule says", () => {
  const model = seen("playing", 30);
  Object.assign(model.table, { seat: null, room: { ...model.table.room, own_text: "Clap!" } });
  model.table.game.waiting_for = { k: "confirm", seats: [0, 1] };
  assert.deepEqual(telling(model, model), ["asked: The Customizable card says: “Clap!”"]);
});

test("a lost connection is told, and that it is back", () => {
  const model = seen("playing", 30);
  assert.deepEqual(telling(model), []);
  assert.deepEqual(telling({ ...model, state: "lost" }, { ...model, state: "connecting" }),
    ["asked: The connection is lost. Coming back …"]);
  assert.deepEqual(telling({ ...model, state: "greeted" }, model, model), ["asked: Connected again."]);
});

test("nobody leaves a table by a letter", () => {
  const model = seen("waiting", 9);
  const [leaves] = parts(result(model, act)).filter(({ tag, children }) => tag === "button" && children[0] === "Leave");
  assert.equal(leaves.attributes["aria-keyshortcuts"] ?? null, null);
});

test("the button to play again says how many want to, and for how long it waits; readers are told in sentences", () => {
  const model = seen("waiting", 9);
  Object.assign(model.table.room.occupants[1], { ready: true, bot: null });
  const made = parts(result(model, act));
  assert.match(words(made.find(({ tag }) => tag === "small")), /^1 of \d ready · 9\u00a0s$/);
  const told = made.filter(({ tag, attributes }) => tag === "p" && attributes.class === "unseen").map(words);
  assert.deepEqual([told.length, /ready for a rematch/.test(told[0]), /9 seconds/.test(told[1])], [2, true, true]);
});

test("text has three sizes, of which the second is the large type of before", () => {
  globalThis.navigator ??= {};
  const chosen = [];
  const made = parts(settings({ name: "" }, { ...act, mutes: [], settings: { large: true }, set: (...each) => chosen.push(each) }));
  const sizes = made.filter(({ attributes: { name } }) => name === "large");
  assert.deepEqual(sizes.map(({ attributes: { checked } }) => checked), [false, true, false]);
  sizes[2].attributes.on.change();
  assert.deepEqual(chosen, [["large", "more"]]);
});

test("another seat is chosen before it is taken", () => {
  const asked = [];
  const model = seen("waiting", 9);
  const wishing = { ...act, ui: { who: "Anna" }, ask: (...request) => asked.push(request) };
  const drawn = () => parts(player(model, wishing));
  drawn().find(({ attributes: { id } }) => id === "to").attributes.on.change({ target: { value: "2" } });
  assert.deepEqual(asked, []);
  const form = drawn().find((each) => each.tag === "form" && parts(each).some(({ attributes: { id } }) => id === "to"));
  form.attributes.on.submit({ preventDefault() {} });
  assert.deepEqual(asked, [["move_seat", { seat: 0, to: 2 }]]);
});

test("who would start without a guest whose phone sleeps is asked first, and keeps that guest's seat", () => {
  document.documentElement = { dataset: { address: "http://127.0.0.1:7777/" } };
  const model = seen("waiting", 9);
  Object.assign(model.table.room, { host: 0, doors: [], preset: "official", rules: { goal: "single_round", hand_size: "7" } });
  model.table.room.occupants.pop(); // full: no level is asked for
  model.table.room.occupants[1].connected = false;
  const asked = [];
  const shown = parts({ children: [room(model, { ...act, ui: {}, confirm: (text) => asked.push(text), settings: {} })].flat() });
  const start = shown.find(({ attributes }) => attributes?.id === "start");
  assert.match(words(start), /without Bitsy/);
  start.attributes.on.click();
  assert.match(asked[0], /Start without waiting for Bitsy\? Computer players play in their place/);
});

test("a table in German has German rules and colours", (context) => {
  const { BOOKS } = JSON.parse(readFileSync(process.env.UNO_GAMES, "utf8"));
  context.after(() => read(BOOKS.en));
  read(BOOKS.de);
  document.documentElement = { dataset: { address: "http://127.0.0.1:7777/" } };
  const model = seen("waiting", 9);
  Object.assign(model.table.room, { doors: [], preset: "first_game", rules: { goal: "single_round", hand_size: "7" } });
  model.table.room.occupants.pop(); // full: no level is asked for
  const shown = words({ children: [room(model, { ...act, ui: {}, settings: {} })].flat() });
  assert.match(shown, /Regelwerk Leichter Einstieg/);
  assert.deepEqual(Object.values(book.colours), ["Rot", "Gelb", "Grün", "Blau"]);
});

test("the address is shown whole, and copied, also where it can't be shared", async (context) => {
  const { navigator: usualNavigator } = globalThis;
  context.after(() => Object.defineProperty(globalThis, "navigator", { value: usualNavigator, configurable: true, writable: true }));
  const told = [];
  document.documentElement = { dataset: { address: "http://192.168.1.5:7777/" } };
  document.execCommand = (command) => told.push(command);
  globalThis.location ??= { protocol: "http:", hostname: "192.168.1.5" };
  document.getSelection = () => ({ selectAllChildren: (element) => told.push(element.id) });
  document.getElementById = (id) => ({ id });
  const made = way(seen("waiting", 9), { ...act, tell: (text) => told.push(text) }).flatMap(parts);
  const address = made.find(({ attributes: { id } }) => id === "address");
  assert.equal(words(address), "http://192.168.1.5:7777/ABCD");
  const press = () => made.find(({ tag }) => tag === "button").attributes.on.click();
  press();
  assert.deepEqual(told.splice(0), ["address", "copy", "Copied."]);
  for (const [name, then] of [["AbortError", []], ["NotAllowedError", ["address", "copy", "Copied."]]]) {
    Object.defineProperty(globalThis, "navigator", { value: { share: () => Promise.reject({ name }) }, configurable: true });
    press();
    await new Promise(setImmediate);
    assert.deepEqual(told.splice(0), then);
  }
});

test("a key that is held down presses once, and letters can be switched off", () => {
  const pressed = [];
  let press = null;
  const control = (letter) => ({
    getAttribute: () => letter, removeAttribute: () => pressed.push(`no ${letter}`), click: () => pressed.push(letter),
  });
  const controls = ["d", "Escape"].map(control);
  const app = { querySelectorAll: (selector) => (selector.includes(":not([aria-keyshortcuts=Escape])") ? [controls[0]] : controls) };
  document.addEventListener = (_type, call) => { press = call; };
  keys.listen(app);
  const down = (key, repeat) => press({ key, repeat, target: {}, preventDefault: () => pressed.push(`kept ${key}`) });
  down("D", false);
  down("D", true);
  down("Enter", true);
  down("Enter", false);
  assert.deepEqual(pressed.splice(0), ["kept D", "d", "kept Enter"]);
  keys.spare(app);
  assert.deepEqual(pressed, ["no d"]);
});
