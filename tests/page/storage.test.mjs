import assert from "node:assert/strict";
import { test } from "node:test";

/** A browser's tab: what it keeps. */
class Tab {
  constructor(kept = new Map()) {
    const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
    storage.removeItem = (key) => kept.delete(key);
    this.localStorage = this.sessionStorage = storage;
  }
}

/** A browser's own storage lists what it keeps as its properties. */
class Drawers {
  getItem(key) { return this[key] ?? null; }

  setItem(key, text) { this[key] = text; }

  removeItem(key) { delete this[key]; }
}

let loaded = 0;

/** The module as a page of its own has it. */
async function storageIn(t, tab) {
  t.after(() => { delete globalThis.window; });
  globalThis.window = tab;
  return import(`../../server/uno_server/web/page/storage.js?${loaded += 1}`);
}

test("tokens are kept by server and drawer, and forgotten", async (t) => {
  const storage = await storageIn(t, new Tab());
  storage.keepToken("one", "Ann", "secret");
  storage.keepToken("one", "Screen", "other", "tv");
  assert.equal(storage.tokenOf("one").token, "secret");
  assert.deepEqual([storage.tokenOf("one", "tv").token, storage.tokenOf("two")], ["other", null]);
  storage.forgetToken("one");
  assert.equal(storage.tokenOf("one"), null);
});

test("of the tokens of big screens the last few are kept, and the player's besides", async (t) => {
  const tab = new Tab();
  tab.localStorage = new Drawers();
  const storage = await storageIn(t, tab);
  let now = 0;
  t.mock.method(Date, "now", () => now += 1);
  storage.keepToken("one", "Ann", "secret");
  for (const code of "GFEDCBA") storage.keepToken("one", "Screen", "other", `tv.${code}`);
  assert.equal(storage.tokenOf("one").token, "secret");
  assert.deepEqual([..."ABCDEFG"].filter((code) => storage.tokenOf("one", `tv.${code}`)), [..."ABCDE"]);
});

test("settings and a face are what was kept last", async (t) => {
  const storage = await storageIn(t, new Tab());
  assert.deepEqual([storage.settings().theme, storage.playerFace()], ["auto", undefined]);
  storage.keepFace(0);
  assert.deepEqual([storage.setSetting("theme", "dark").theme, storage.settings().large, storage.playerFace()], ["dark", false, 0]);
});

test("where nothing may be kept, it lasts as long as the page", async (t) => {
  const shut = new Tab();
  Object.defineProperty(shut, "localStorage", { get: () => { throw new Error("SecurityError"); } });
  const storage = await storageIn(t, shut);
  storage.keepToken("one", "Ann", "secret");
  storage.keepName("Ann");
  assert.deepEqual([storage.tokenOf("one").token, storage.playerName()], ["secret", "Ann"]);
  storage.forgetToken("one");
  assert.equal(storage.tokenOf("one"), null);
});

test("a table is kept for its server, once", async (t) => {
  const storage = await storageIn(t, new Tab());
  storage.keepTable("one", { code: "KXWM" });
  assert.deepEqual([storage.keptTable("one"), storage.keptTable("one")], [{ code: "KXWM" }, null]);
  storage.keepTable("one", { code: "KXWM" });
  assert.equal(storage.keptTable("two"), null);
});

test("of two tabs with one token the one that came last is known, until it goes away", async (t) => {
  const kept = new Map();
  const [old, late] = [await storageIn(t, new Tab(kept)), await storageIn(t, new Tab(kept))];
  old.keepToken("one", "Ann", "secret");
  late.keepToken("one", "Ann", "secret");
  assert.deepEqual([old.elsewhere("one", "secret"), late.elsewhere("one", "secret")], [true, false]);
  assert.equal(old.elsewhere("one", "other"), false); // another session
  old.goAway("one");
  assert.equal(old.elsewhere("one", "secret"), true);
  late.goAway("one");
  assert.deepEqual([old.elsewhere("one", "secret"), old.tokenOf("one").token], [false, "secret"]);
});

test("of two tabs with tokens of their own the one whose token is kept plays", async (t) => {
  const kept = new Map();
  const [old, late] = [await storageIn(t, new Tab(kept)), await storageIn(t, new Tab(kept))];
  old.keepToken("one", "Ann", "old");
  late.keepToken("one", "Ann", "new");
  assert.deepEqual([old.replaced("one", "old"), late.replaced("one", "new")], [true, false]);
  old.keepToken("one", "Ann", "new"); // the same session: the server decides
  assert.equal(late.replaced("one", "new"), false);
  old.forgetToken("one");
  assert.equal(late.replaced("one", "new"), false);
});

test("sets of rules are kept beside those of another tab; it is told where nothing is kept", async (t) => {
  const kept = new Map();
  const [ours, theirs] = [await storageIn(t, new Tab(kept)), await storageIn(t, new Tab(kept))];
  assert.equal(ours.keepRuleSets({ Friday: "party mercy=20" }), true);
  assert.equal(theirs.keepRuleSets({ Sunday: "street", Friday: null }), true);
  assert.deepEqual(ours.ruleSets(), { Sunday: "street" });
  globalThis.window.localStorage.setItem = () => { throw Error("full"); };
  assert.equal(ours.keepRuleSets({ Friday: "party" }), false);
  assert.equal(ours.renameRuleSet("Sunday", "Mix"), false);
  assert.deepEqual(Object.entries(ours.ruleSets()), [["Mix", "street"], ["Friday", "party"]]);
});
