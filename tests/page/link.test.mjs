import assert from "node:assert/strict";
import { test } from "node:test";

import { Link } from "../../server/uno_server/web/page/link.js";
import { decode, encode } from "../../server/uno_server/web/page/msgpack.js";

const WELCOME = { t: "welcome", version: 2, server_id: "one", limits: {}, timeouts: { ping: 5, silence: 14 } };
const BYE = { t: "bye", code: "stopping", come_back: true };

/** A browser's clock and sockets, made up; `link` lives in it. `told`: what `state` and `take` heard. */
class World {
  constructor() {
    Object.assign(this, { time: 1000, timers: new Map(), last: 0, sockets: [], states: [], taken: [], fault: null });
    const take = (message) => {
      this.taken.push(message);
      if (this.fault) throw this.fault;
    };
    const state = (name, detail) => this.states.push({ name, detail });
    this.table = null;
    this.link = new Link({ url: "ws://s/ws", program: "page", take, state, table: () => this.table, words: () => undefined }, {
      open: (url) => this.open(url), now: () => this.time, random: () => 1,
      set: (call, milliseconds) => {
        this.timers.set(this.last += 1, { call, due: this.time + milliseconds });
        return this.last;
      },
      clear: (timer) => this.timers.delete(timer),
    });
  }

  open(url) {
    const socket = { url, readyState: 0, sent: [], closed: false };
    socket.send = (bytes) => socket.sent.push(JSON.parse(JSON.stringify(decode(bytes))));
    socket.close = () => { socket.closed = true; };
    this.sockets.push(socket);
    return socket;
  }

  get socket() { return this.sockets[this.sockets.length - 1]; }
  get state() { return this.states[this.states.length - 1]; }
  get sent() { return this.socket.sent.filter(({ t }) => t !== "ping" && t !== "pong"); }
  /** What was sent last. */
  get newest() { return this.sent[this.sent.length - 1]; }
  get pings() { return this.socket.sent.filter(({ t }) => t === "ping"); }

  /** Time passes; timers fire when they are due. */
  pass(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const [id, next] = [...this.timers].sort((one, other) => one[1].due - other[1].due)[0] ?? [];
      if (!next || next.due > end) break;
      this.time = Math.max(this.time, next.due);
      this.timers.delete(id);
      next.call();
    }
    this.time = end;
  }

  /** Time passes while the page is frozen; its timers fire afterwards. */
  freeze(milliseconds) {
    this.time += milliseconds;
    this.pass(0);
  }

  opened() {
    this.socket.readyState = 1;
    this.socket.onopen();
  }

  receive(...messages) {
    for (const message of messages) this.socket.onmessage({ data: encode(message).buffer });
  }

  close() {
    this.socket.readyState = 3;
    this.socket.onclose({});
  }

  greet(welcome = {}) {
    this.opened();
    this.receive({ ...WELCOME, ...welcome });
  }

  /** The connection is lost, and there is a new one that is greeted. */
  reconnect(welcome) {
    this.close();
    this.pass(3000);
    this.greet(welcome);
  }

  snapshot(n = 4) {
    this.receive({ t: "snapshot", table: "KXWM", n, room: {} });
    this.table = { code: "KXWM", n };
  }

  entry(n) {
    this.receive({ t: "entry", table: "KXWM", n, event: { k: "passed", seat: 0 } });
    this.table = { code: "KXWM", n };
  }

  /** The next connection, with the session. */
  back(fields = {}) {
    this.greet();
    this.receive({ t: "resumed", name: "Ann", last_id: 0, ...fields });
  }
}

const world = () => new World();
const login = (w, name, more = {}) => w.link.enter({ t: "login", name, ...more });

/** A world in which the first connection is greeted; has a session; is at a table. */
const greeted = () => {
  const w = world();
  w.link.connect();
  w.greet();
  return w;
};
const entered = () => {
  const w = greeted();
  login(w, "Ann");
  w.receive({ t: "logged_in", name: "Ann", token: "secret" });
  return w;
};
const seated = (n = 4) => {
  const w = entered();
  w.snapshot(n);
  return w;
};
const code = (wanted) => (error) => error.code === wanted;

test("it greets, then the page logs in", async () => {
  const w = world();
  w.link.connect();
  w.opened();
  assert.deepEqual(w.sent, [{ t: "hello", versions: [2, 2], program: "page" }]);
  w.receive(WELCOME);
  assert.equal(w.state.name, "greeted");
  const answer = login(w, "Ann", { password: "löwe", face: 0 });
  assert.deepEqual(w.newest, { t: "login", name: "Ann", password: "löwe", face: 0 });
  w.receive({ t: "logged_in", name: "Ann", token: "secret" });
  assert.equal((await answer).token, "secret");
  assert.deepEqual(w.states.map(({ name }) => name), ["connecting", "greeted", "in"]);
});

test("a name that is refused rejects, and another one can be tried", async () => {
  const w = greeted();
  const first = login(w, "Ann");
  w.receive({ t: "error", code: "name_taken" });
  await assert.rejects(first, code("name_taken"));
  login(w, "Anna");
  assert.equal(w.newest.name, "Anna");
});

test("requests are numbered, and each gets the answer with its number", async () => {
  const w = world();
  const early = (w.link.connect(), w.link.ask("list_tables"));
  w.greet();
  assert.equal(w.sent.length, 1);
  login(w, "Ann");
  w.receive({ t: "logged_in", name: "Ann", token: "secret" });
  const refused = w.link.ask("draw", { decision: 3 });
  assert.deepEqual(w.sent.slice(-2), [{ t: "list_tables", id: 1 }, { t: "draw", decision: 3, id: 2 }]);
  w.receive({ t: "error", id: 2, code: "stale" }, { t: "tables", id: 1, tables: [] });
  await assert.rejects(refused, code("stale"));
  assert.deepEqual((await early).tables, []);
  const [answered] = w.taken.filter(({ t }) => t === "tables");
  assert.equal(answered.request.t, "list_tables");
});

test("before there is a session the list of tables is asked for at once, but not while one begins", () => {
  const w = world();
  w.link.connect();
  w.greet();
  w.link.askTables();
  assert.deepEqual(w.newest, { t: "list_tables", id: 1 });
  w.link.enter({ t: "login", name: "Ann" }).catch(() => {});
  w.link.askTables();
  assert.equal(w.newest.t, "login");
});

test("texts are cleaned before anybody has them", async () => {
  const w = entered();
  const answer = w.link.ask("why_not");
  w.receive({ t: "lobby_said", n: 1, name: "Eve", text: "a\u202eb\n c" }, { t: "reasons", id: 1, reasons: ["\u0007x"] });
  assert.equal(w.taken.find(({ t }) => t === "lobby_said").text, "ab c");
  assert.deepEqual((await answer).reasons, ["x"]);
});

test("a button pressed twice sends one request", () => {
  const w = entered();
  assert.equal(w.link.ask("draw", { decision: 3 }), w.link.ask("draw", { decision: 3 }));
  assert.equal(w.newest.id, 1);
  w.receive({ t: "ok", id: 1 });
  w.link.ask("draw", { decision: 3 });
  assert.equal(w.newest.id, 2);
});

test("a connection that is lost comes back with its token, its table and the last entry", () => {
  const w = seated();
  w.entry(5);
  w.pass(6000);
  w.close();
  assert.equal(w.state.name, "lost");
  w.pass(0); // it had lasted: at once
  w.greet();
  assert.deepEqual(w.newest, { t: "resume", token: "secret", table: "KXWM", seen: 5 });
  w.receive({ t: "resumed", name: "Ann", last_id: 0, table: "KXWM" });
  assert.equal(w.state.name, "in");
  assert.equal(w.pings.pop().nonce > 0, true); // its pong says that all has come
  assert.deepEqual(w.states.filter(({ name }) => name === "greeted").length, 1);
});

test("what had no answer is asked again under its number, what had one is not", async () => {
  const w = entered();
  const answered = w.link.ask("ready");
  w.receive({ t: "ok", id: 1 });
  await answered;
  const open = w.link.ask("draw", { decision: 3 });
  w.close();
  const later = w.link.ask("chat", { text: "hi" });
  w.pass(1000);
  w.back({ last_id: 2 });
  assert.deepEqual(w.sent.slice(-2), [{ t: "draw", decision: 3, id: 2 }, { t: "chat", text: "hi", id: 3 }]);
  w.receive({ t: "ok", id: 2 }, { t: "ok", id: 3 });
  await Promise.all([open, later]);
});

test("numbers that somebody else has used meanwhile are not used for what had no answer", async () => {
  const w = entered();
  const open = w.link.ask("draw", { decision: 3 });
  w.close();
  w.pass(1000);
  w.back({ last_id: 9 });
  await assert.rejects(open, code("lost"));
  w.link.ask("ready");
  assert.equal(w.newest.id, 10);
});

test("pauses grow to five seconds and go on for ever", () => {
  const w = world();
  w.link.connect();
  const pauses = Array.from({ length: 8 }, () => {
    w.close();
    const { after } = w.state.detail;
    w.pass(after);
    return after;
  });
  assert.deepEqual(pauses, [0, 500, 1000, 2000, 5000, 5000, 5000, 5000]);
  assert.equal(w.sockets.length, 9);
});

test("a server that stops says how long to wait", () => {
  const w = entered();
  w.pass(6000);
  w.receive({ ...BYE, after: 3 });
  assert.equal(w.state.name, "lost");
  assert.deepEqual([w.state.detail.after, w.state.detail.bye.code, w.socket.closed], [3000, "stopping", true]);
  w.close(); // of a socket that is heard no more
  assert.equal(w.states.filter(({ name }) => name === "lost").length, 1);
});

test("where coming back is forbidden it ends, and the page may begin again", async () => {
  const w = entered();
  const open = w.link.ask("ready");
  w.receive({ ...BYE, code: "taken_over", come_back: false });
  assert.deepEqual([w.state.name, w.state.detail.code], ["ended", "taken_over"]);
  await assert.rejects(open, code("lost"));
  await assert.rejects(w.link.ask("ready"), code("lost"));
  w.link.wake();
  w.pass(60_000);
  assert.equal(w.sockets.length, 1);
  w.link.connect();
  w.greet();
  assert.deepEqual(w.newest, { t: "resume", token: "secret" });
});

test("a token that is no good any more is forgotten: the page is greeted on a new connection", async () => {
  const w = greeted();
  w.table = { code: "KXWM", n: 7 };
  const resumed = w.link.resume("old");
  assert.deepEqual(w.newest, { t: "resume", token: "old", table: "KXWM", seen: 7 });
  w.receive({ t: "error", code: "bad_token" }, { ...BYE, code: "bad_token", come_back: false });
  await assert.rejects(resumed, code("bad_token"));
  w.pass(0);
  w.greet();
  assert.equal(w.state.name, "greeted");
  assert.equal(w.link.token, null);
});

for (const sent of [{ t: "move_here", name: "Ann", code: "042137" }, { t: "claim_seat", name: "Ann" }]) {
  test(`after ${sent.t} the new token resumes`, async () => {
    const w = greeted();
    const resumed = w.link.enter(sent);
    assert.deepEqual(w.newest, sent);
    w.receive({ t: "claim_pending", by: "host", seconds: 60 });
    assert.notEqual(w.state.name, "in");
    w.receive({ t: "resumed", name: "Ann", last_id: 7, token: "new" });
    assert.equal((await resumed).name, "Ann");
    w.reconnect();
    assert.deepEqual(w.newest, { t: "resume", token: "new" });
  });
}

test("another server at the same address does not get the token", () => {
  const w = entered();
  w.reconnect({ server_id: "two" });
  assert.equal(w.state.name, "greeted");
  assert.equal(w.newest.t, "hello");
});

test("an entry that the server does not know leads to a resume without it", () => {
  const w = seated(40);
  w.reconnect();
  w.receive({ t: "error", code: "bad_seq", args: { n: 30 } });
  assert.deepEqual(w.newest, { t: "resume", token: "secret" });
});

test("what contradicts the table leads to a snapshot on a new connection", (t) => {
  t.mock.method(console, "error", () => {});
  const w = seated();
  w.fault = new Error("no such card");
  w.entry(5);
  w.fault = null;
  assert.equal(w.state.name, "lost");
  w.pass(1000);
  w.greet();
  assert.deepEqual(w.newest, { t: "resume", token: "secret" });
});

test("heartbeats: it answers, asks by itself, and gives a silent server up", () => {
  const w = entered();
  w.receive({ t: "ping", nonce: 7 });
  assert.deepEqual(w.socket.sent[w.socket.sent.length - 1], { t: "pong", nonce: 7 });
  const before = w.pings.length;
  w.pass(10_500);
  assert.equal(w.pings.length, before + 2);
  assert.equal(w.state.name, "in");
  w.pass(4000);
  assert.deepEqual(w.states.slice(-2).map(({ name }) => name), ["lost", "connecting"]);
});

test("a connection that never opens, or is never greeted, is given up", () => {
  const w = world();
  w.link.connect();
  w.opened();
  w.pass(6000);
  assert.deepEqual([w.sockets[0].closed, w.sockets.length], [true, 2]);
});

test("a page that wakes up is sure within a second: a dead connection is replaced at once", () => {
  const w = seated();
  w.freeze(600_000);
  assert.equal(w.state.name, "in"); // late timers say nothing about the server
  w.link.wake();
  w.link.wake();
  w.pass(100);
  assert.deepEqual([w.sockets.length, w.sockets[0].closed, w.state.name], [2, false, "in"]); // whichever answers first
  w.greet();
  assert.deepEqual(w.newest, { t: "resume", token: "secret", table: "KXWM", seen: 4 });
  w.sockets[0].onmessage({ data: encode({ ...BYE, code: "taken_over", come_back: false }).buffer }); // by this very page
  w.receive({ t: "resumed", name: "Ann", last_id: 0, table: "KXWM" });
  w.pass(3000);
  assert.deepEqual([w.sockets.length, w.sockets[0].closed, w.state.name], [2, true, "in"]);
});

test("where nobody answers a page that woke up, the old connection is given up", () => {
  const w = entered();
  w.link.wake();
  w.pass(700);
  assert.deepEqual([w.sockets.length, w.sockets[0].closed, w.state.name], [2, true, "connecting"]);
  w.close();
  assert.equal(w.state.name, "lost");
});

for (const [what, refused] of [
  ["closed", (w) => w.close()],
  ["turned away", (w) => w.receive({ t: "bye", code: "too_many_connections", come_back: true })],
]) {
  test(`a second connection that is ${what} leaves the one that may live`, () => {
    const w = entered();
    w.link.wake();
    const { nonce } = w.pings.pop();
    w.pass(100);
    refused(w);
    assert.deepEqual([w.sockets.length, w.sockets[0].closed, w.state.name], [2, false, "in"]);
    w.sockets[0].onmessage({ data: encode({ t: "pong", nonce }).buffer });
    w.pass(3000);
    assert.deepEqual([w.sockets[0].closed, w.link.spare, w.state.name], [false, null, "in"]);
  });
}

test("a page that comes back leaves the session to the tab that has it", () => {
  const w = entered();
  w.link.yields = () => true;
  w.reconnect();
  assert.deepEqual([w.state.name, w.state.detail.code, w.socket.closed], ["ended", "taken_over", true]);
  assert.equal(w.sent.some(({ t }) => t === "resume"), false);
  w.link.yields = () => false; // "Play here instead"
  w.link.connect();
  w.greet();
  assert.equal(w.newest.t, "resume");
});

test("a page that falls asleep again while it wakes up begins anew", () => {
  const w = entered();
  w.link.wake();
  w.pass(100);
  w.freeze(60_000);
  assert.deepEqual(w.sockets.map(({ closed }) => closed), [true, true, false]);
});

test("a login without an answer rejects when a page that woke up connects anew", async () => {
  const w = greeted();
  const asked = login(w, "Ann");
  w.link.wake();
  w.pass(700);
  await assert.rejects(asked, code("lost"));
  w.greet();
  assert.equal(w.state.name, "greeted");
});

test("a connection that lives survives being woken up", () => {
  const w = entered();
  w.freeze(60_000);
  w.link.wake();
  const { nonce } = w.pings.pop();
  const old = { data: encode({ t: "pong", nonce: nonce - 1 }).buffer }; // from before it slept
  w.socket.onmessage(old);
  w.pass(100);
  w.sockets[0].onmessage({ data: encode({ t: "pong", nonce }).buffer });
  w.pass(3000);
  assert.deepEqual([w.sockets.map(({ closed }) => closed), w.state.name], [[false, true], "in"]);
});

test("waking up ends a pause", () => {
  const w = world();
  w.link.connect();
  for (const _ of [1, 2, 3, 4]) {
    w.close();
    w.pass(w.state.detail.after);
  }
  w.close();
  w.link.wake();
  assert.equal(w.state.name, "connecting");
  w.pass(5000);
  assert.equal(w.sockets.length, 6);
});

test("closing ends it: nothing comes back, and what waits is rejected", async () => {
  const w = entered();
  const open = w.link.ask("ready");
  w.link.close();
  await assert.rejects(open, code("lost"));
  w.pass(60_000);
  assert.deepEqual([w.sockets.length, w.socket.closed], [1, true]);
});
