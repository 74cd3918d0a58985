/** The connection to the server: one session that outlives its connections (README.md). A test has a `world` of its own. */

import { cleaned } from "./clean.js";
import { decode, encode } from "./msgpack.js";

const SUBPROTOCOL = "uno.v1";
const PAUSES = [0, 500, 1000, 2000, 5000]; // milliseconds; the last one for ever
const LASTED = 5000; // milliseconds of a connection before tries start anew
const GREETING = 6000; // milliseconds until the server greets
const WAKING = 100; // milliseconds after which a page that woke up connects anew beside
const WOKEN = 700; // and gives the old connection up
const LATE = 2000; // milliseconds by which a timer is late that slept
const MOST_PAGES = 5; // of a list of tables

const LOST = { t: "error", code: "lost", args: {}, text: "The connection was lost." };

const browser = {
  open: (url) => new WebSocket(url, SUBPROTOCOL),
  now: () => Date.now(),
  set: (call, milliseconds) => setTimeout(call, milliseconds),
  clear: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

export class Link {
  constructor(options, world = browser) {
    Object.assign(this, { yields: () => false, token: null, serverId: null, lastId: 0, tries: 0, nonce: 0 }, options, { world });
    Object.assign(this, { socket: null, timers: {}, ended: true });
    this.fresh = false; // until there is a snapshot, it is asked for
    this.requests = []; // without an answer, oldest first: {key, message, sent, answer, resolve, reject}
    this.entering = null; // {message, resolve, reject} of `login` or `resume`
    this.spare = null; // a connection beside one that may be dead; the first to answer is kept
    this.inside = false; // this connection has the session
  }

  connect() {
    this.ended = false;
    if (!this.socket) this.use(this.open());
  }

  resume(token) {
    this.token = token;
    return this.enter(this.resumption());
  }

  /** Into a session by `login`, `resume`, `move_here` or `claim_seat`; its answer. */
  enter(message) {
    return new Promise((resolve, reject) => {
      this.entering?.reject(LOST);
      this.entering = { message, resolve, reject };
      this.send(message);
    });
  }

  /** The answer to a request; a button pressed twice sends one. */
  ask(type, fields = {}) {
    if (this.ended) return Promise.reject(LOST);
    const key = JSON.stringify([type, fields]);
    const same = this.requests.find((request) => request.key === key);
    if (same) return same.answer;
    const request = { key, message: { t: type, ...fields }, sent: false };
    request.answer = new Promise((resolve, reject) => Object.assign(request, { resolve, reject }));
    this.requests.push(request);
    if (this.inside) this.post(request);
    return request.answer;
  }

  /** `take` hears of the tables, page by page; before there is a session, of the first page (P-5.1). */
  async askTables() {
    if (!this.inside) return void (this.entering || this.send({ t: "list_tables", id: 1 }));
    for (let at = 0, after = ""; at < MOST_PAGES; at += 1) {
      const { tables, more } = await this.ask("list_tables", { after });
      if (!more) break;
      after = tables[tables.length - 1].code;
    }
  }

  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(encode(message));
  }

  /** Makes sure at once that the link stands. */
  wake() {
    if (this.ended) return;
    if (!this.socket) this.connect();
    else if (!this.greeted) {
      if (this.world.now() - this.began > WOKEN) this.again();
    } else if (!this.timers.waking) {
      this.ping();
      this.timer("waking", WAKING, () => {
        if (this.inside) this.spare = this.open();
        this.timer("waking", WOKEN - WAKING, (late) => (this.spare && !late ? this.use(this.spare) : this.again()));
      });
    }
  }

  again(fresh = this.fresh) {
    this.fresh = fresh;
    this.drop();
    this.connect();
  }

  /** The session stays on the server. */
  close() {
    this.ended = true;
    this.drop();
    this.forsake();
  }

  /** A new connection, for `use`. */
  open() {
    const socket = this.world.open(this.url);
    socket.binaryType = "arraybuffer";
    const hello = { t: "hello", versions: [2, 2], program: this.program, words: this.words() };
    socket.onopen = () => socket.send(encode(hello));
    socket.onmessage = ({ data }) => {
      if (this.spare === socket && decode(new Uint8Array(data)).t === "welcome") this.use(socket);
      if (this.socket === socket) this.receive(data);
    };
    socket.onclose = () => {
      if (this.spare === socket) this.spare = null;
      if (this.socket === socket) this.lose();
    };
    return socket;
  }

  use(socket) {
    if (this.spare === socket) this.spare = null;
    this.drop();
    Object.assign(this, { socket, bye: null, began: this.world.now() });
    this.state("connecting", null);
    this.timer("greeting", GREETING, () => this.lose());
  }

  awake() {
    this.stop("waking");
    this.spare?.close();
    this.spare = null;
  }

  timer(name, milliseconds, call) {
    this.world.clear(this.timers[name]);
    const due = this.world.now() + milliseconds;
    this.timers[name] = this.world.set(() => {
      this.timers[name] = undefined;
      call(this.world.now() - due > LATE);
    }, milliseconds);
  }

  stop(...names) {
    for (const name of names) {
      this.world.clear(this.timers[name]);
      this.timers[name] = undefined;
    }
  }

  drop() {
    this.awake();
    this.stop(...Object.keys(this.timers));
    const { socket, entering } = this;
    Object.assign(this, { socket: null, inside: false, greeted: false, entering: null });
    socket?.close();
    entering?.reject(LOST);
  }

  /** Back with a pause, or never if the server says so. */
  lose() {
    const { bye } = this;
    this.tries = this.greeted && this.world.now() - this.began > LASTED ? 0 : this.tries;
    this.drop();
    if (bye && bye.come_back !== true && bye.code !== "bad_token") {
      this.ended = true;
      this.forsake();
      return void this.state("ended", bye);
    }
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)] * (0.5 + this.world.random() / 2);
    const after = bye?.code === "bad_token" ? 0 : Math.max(pause, 1000 * (bye?.after ?? 0));
    this.tries += 1;
    this.timer("pause", after, () => this.connect());
    this.state("lost", { after, tries: this.tries, bye });
  }

  beat() {
    this.timer("ping", 1000 * this.timeouts.ping, (late) => {
      if (late) this.wake();
      else this.ping();
      this.beat();
    });
  }

  heard() {
    this.timer("silent", 1000 * this.timeouts.silence, (late) => {
      if (!late) this.lose();
      else {
        this.heard();
        this.wake();
      }
    });
  }

  /** Its `pong` comes after all that happened before. */
  ping() {
    this.nonce += 1;
    this.send(this.inside ? { t: "ping", nonce: this.nonce } : { t: "ping" });
  }

  receive(data) {
    if (this.greeted) this.heard();
    let request = null;
    try {
      const message = cleaned(decode(new Uint8Array(data)));
      request = this.answered(message);
      if (request) message.request = request.message;
      this.take(message);
      this.react(message);
      if (request && message.t === "error") request.reject(message);
      else request?.resolve(message);
    } catch (fault) {
      console.error(fault);
      request?.reject(LOST);
      this.fresh = true;
      this.lose();
    }
  }

  answered({ id }) {
    const request = this.requests.find(({ sent, message }) => sent && message.id === id);
    this.requests = this.requests.filter((other) => other !== request);
    return request;
  }

  react(message) {
    const { t: type, id = null, nonce = null } = message;
    if (type === "welcome") this.welcomed(message);
    else if (type === "ping") this.send({ t: "pong", nonce: nonce ?? undefined });
    else if (type === "pong" && (nonce === null || nonce >= this.nonce)) this.awake();
    else if (type === "error" && id === null) this.complained(message);
    else if (type === "logged_in" || type === "resumed") this.entered(message);
    else if (type === "snapshot") this.fresh = false;
    else if (type === "bye") {
      this.bye = message;
      this.lose();
    }
  }

  welcomed(message) {
    Object.assign(this, { timeouts: message.timeouts, greeted: true });
    this.stop("greeting");
    this.heard();
    this.beat();
    if (this.serverId !== message.server_id) {
      if (this.serverId !== null) this.forget();
      this.serverId = message.server_id;
    }
    if (!this.token) this.state("greeted", message);
    else if (this.yields()) {
      this.close();
      this.state("ended", { code: "taken_over" });
    } else this.enter(this.resumption()).catch(() => {});
  }

  /** `why`: the refusal of the token, if it was refused. */
  forget(why = null) {
    Object.assign(this, { token: null, barred: why });
    this.forsake();
  }

  forsake(of = () => true) {
    const gone = this.requests.filter(of);
    this.requests = this.requests.filter((request) => !gone.includes(request));
    for (const request of gone) request.reject(LOST);
  }

  resumption() {
    const table = this.fresh ? null : this.table();
    return { t: "resume", token: this.token, table: table?.code, seen: table?.n };
  }

  /** An error about `login`, `resume` or the connection (P-4.8). */
  complained(message) {
    const { entering } = this;
    if (!entering) return;
    if (message.code === "bad_seq" && entering.message.seen !== undefined) { // P-8.6
      this.fresh = true;
      entering.message = this.resumption();
      this.send(entering.message);
      return;
    }
    this.entering = null;
    if (message.code === "bad_token") this.forget(message);
    entering.reject(message);
  }

  /** What waits is sent, what had no answer again under its number (P-6.4). */
  entered(message) {
    if (message.token) Object.assign(this, { token: message.token, lastId: 0 });
    const last = message.last_id ?? 0;
    if (last > this.lastId) this.forsake(({ sent }) => sent); // another device's numbers
    this.lastId = Math.max(this.lastId, last);
    const { entering } = this;
    this.entering = null;
    this.inside = true;
    this.state("in", message);
    this.ping();
    for (const request of this.requests) this.post(request);
    entering?.resolve(message);
  }

  post(request) {
    if (!request.sent) request.message.id = this.lastId += 1;
    request.sent = true;
    this.send(request.message);
  }
}
