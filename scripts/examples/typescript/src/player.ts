// A session: logs in, sits down, plays, comes back (P-5 to P-9).
import { Link, type Ending, type Handler, type Welcome } from "./link.js";
import { isAnswer, keyOf, Legal, type Move } from "./moves.js";
import { isReady, Picture } from "./picture.js";
import { clean, dict, Fault, int, seconds, text, type Dict, type Message } from "./wire.js";

export interface Options {
  readonly host: string;
  readonly port: number;
  readonly table: string;
  readonly name: string;
  readonly settings: Dict; // `new` of join_table
  readonly players: number; // the host starts with that many
  readonly games: number; // to play before leaving
  readonly password: string | undefined;
  readonly log: (line: string) => void;
  readonly complain: (line: string) => void; // what the user has to know
}

interface Pending {
  readonly request: Message & { id: number };
  readonly move: Move | undefined; // if it is one of play
  readonly since: number;
}

type State = "greeting" | "entering" | "in";

const ANSWER_TIME = 45_000; // ms; no answer is held for as long
const GIVE_UP = 120_000; // ms without one connection that worked
const LASTED = 5_000; // ms; a connection that lasted that long is made again at once
const SETTLED = 500; // ms after an answer; what it has changed comes as several entries
const MAX_FAULTS = 5;
const NAME_TRIES = 5;

export class Player implements Handler {
  readonly #options: Options;
  readonly #finish: (code: number) => void;
  #link!: Link;
  #state: State = "greeting";
  #begun = Date.now(); // of this connection
  #worked = Date.now(); // when a session was last in
  #pauses = 0;
  #faults = 0;
  #nameTries = 0;
  #loginWait = 0; // seconds that the server asks for before another try
  #loginLost = false; // a login has had no answer, so the name may be taken by this very client

  #token: string | undefined;
  #serverId: string | undefined; // the token's
  #snapshotWanted = false;
  #nextId = 1;
  #pending: Pending | undefined;

  #picture: Picture | undefined;
  #snapshotToCome = false; // seated, and the picture is on its way
  #legal: Legal | undefined;
  #used = -1; // the highest decision that this seat has answered
  #asked = new Map<string, { n: number; at: number }>(); // the last answer to each type of request
  readonly #spent = new Set<string>(); // moves that are not made again from this list (P-6.6),
  #spentAt = 0; // nor from another one before something has happened since this entry
  #notBefore = 0; // time of the next request
  #inGame = false;
  #played = 0; // games that have ended while this client sat there
  #done: { code: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #said: NodeJS.Timeout | undefined; // `logout` was carried out, and `bye` is to come

  constructor(options: Options, finish: (code: number) => void) {
    this.#options = options;
    this.#finish = finish;
    this.#connect();
  }

  #connect(): void {
    this.#state = "greeting";
    this.#begun = Date.now();
    this.#link = new Link(this.#options.host, this.#options.port, this);
  }

  welcome({ serverId, password }: Welcome): void {
    if (this.#token !== undefined && this.#serverId !== serverId) this.#forget(); // P-5.10
    this.#serverId = serverId;
    this.#state = "entering";
    if (this.#token !== undefined) return this.#resume();
    if (password && this.#options.password === undefined) {
      return this.#stop(2, "the server asks for a password: set UNO_PASSWORD");
    }
    this.#link.send({
      t: "login",
      name: this.#options.name,
      password: password ? this.#options.password : undefined,
      program: true,
    });
  }

  #resume(): void {
    const picture = this.#snapshotWanted ? undefined : this.#picture;
    this.#link.send({ t: "resume", token: this.#token, table: picture?.table, seen: picture?.seen });
  }

  /** The session is gone: begin with nothing. */
  #forget(): void {
    this.#token = undefined;
    this.#nextId = 1;
    this.#pending = undefined;
    this.#leaveTable();
  }

  #leaveTable(): void {
    this.#picture = undefined;
    this.#legal = undefined;
    this.#used = -1;
    this.#spent.clear();
    this.#asked.clear();
  }

  // What the server says.

  message(message: Message): void {
    switch (message.t) {
      case "logged_in":
        return this.#loggedIn(message);
      case "resumed":
        return this.#resumed(message);
      case "error":
        if (int(message.id) === undefined) return this.#sessionError(message);
        this.#answered(message);
        break;
      case "ok":
      case "joined":
        this.#answered(message);
        break;
      case "snapshot":
        this.#snapshot(message);
        break;
      case "entry":
        this.#entry(message);
        break;
      case "legal":
        if (message.table === this.#picture?.table) this.#newList(message);
        break;
      case "put_out":
        if (message.table === this.#picture?.table) {
          this.#end(1, `put out of the table: ${clean(message.code)}`);
        }
        break;
      default:
        return; // clocks, and what is not for a bot
    }
    this.#step();
  }

  #loggedIn(message: Message): void {
    const token = text(message.token);
    if (this.#state !== "entering" || token === undefined) return;
    this.#token = token;
    this.#in(`logged in as ${clean(message.name)}`);
  }

  #resumed(message: Message): void {
    if (this.#state !== "entering") return;
    this.#token = text(message.token) ?? this.#token;
    this.#nextId = Math.max(this.#nextId, (int(message.last_id) ?? 0) + 1);
    this.#legal = undefined; // it comes again (P-8.6)
    this.#spent.clear();
    this.#asked.clear();
    const table = text(message.table);
    if (table === undefined || table !== this.#picture?.table || this.#snapshotWanted) this.#leaveTable();
    this.#in(`back as ${clean(message.name)}`, table !== undefined);
    this.#snapshotWanted = false;
    if (this.#pending) {
      this.#pending = { ...this.#pending, since: Date.now() };
      this.#link.send(this.#pending.request); // P-5.9
    }
    this.#step();
  }

  #in(line: string, atTable = false): void {
    this.#options.log(line);
    this.#state = "in";
    this.#worked = Date.now();
    this.#snapshotToCome = atTable && this.#picture === undefined;
    this.#step();
  }

  /** An error without an id: about the connection, the login, or the return (P-4.8). */
  #sessionError(message: Message): void {
    const code = clean(message.code);
    const args = dict(message.args);
    if (this.#state !== "entering") return; // `bye` says what comes of it
    switch (code) {
      case "bad_token":
        if (args?.reason !== undefined) return this.#stop(3, `somebody else has the seat: ${clean(args.reason)}`);
        this.#forget(); // the server closes; the next connection logs in (P-5.6)
        return;
      case "bad_seq":
        this.#snapshotWanted = true;
        return this.#resume();
      case "name_taken":
      case "limit":
      case "internal":
        if ((code === "name_taken" && !this.#loginLost) || ++this.#nameTries > NAME_TRIES) break;
        this.#loginWait = Math.min(seconds(args?.seconds) ?? 0, 60);
        return this.#link.drop(`${code}: ${clean(message.text)}`);
      case "bad_codec":
      case "bad_frame":
      case "frame_too_large":
      case "too_deep":
        return;
    }
    this.#stop(2, `${code}: ${clean(message.text)}`);
  }

  #answered(message: Message): void {
    const pending = this.#pending;
    if (!pending || message.id !== pending.request.id) return;
    this.#pending = undefined;
    const { request, move } = pending;
    if (message.t !== "error") {
      if (move && isAnswer(move)) this.#used = Math.max(this.#used, request.decision as number);
      else if (move) this.#spend(move, request);
      else this.#note(request.t);
      if (message.t === "joined") this.#snapshotToCome = true;
      if (request.t === "logout") this.#said = setTimeout(() => this.#stop(this.#done?.code ?? 0, "logged out"), 2000);
      return;
    }
    const code = clean(message.code);
    const args = dict(message.args);
    this.#options.log(`${request.t} was refused: ${code} ${clean(message.text)}`);
    const wait = seconds(args?.seconds);
    if (code === "old_id") this.#nextId = Math.max(this.#nextId, (int(args?.last_id) ?? 0) + 1);
    else if (code === "limit" && wait !== undefined) this.#notBefore = Date.now() + (Math.min(wait, 60) + 0.5) * 1000;
    else if (move) this.#moveRefused(code, pending);
    else if (request.t === "logout") this.#stop(this.#done?.code ?? 0, "ended");
    else if (request.t === "join_table") this.#end(2, `no seat at the table: ${code}`);
    else this.#note(request.t);
  }

  #moveRefused(code: string, { request, move }: Pending): void {
    if (code === "stale") this.#used = Math.max(this.#used, request.decision as number);
    else if (code === "away" && this.#picture?.me) this.#picture.me.away = true;
    else if (code === "paused") this.#note("move");
    else if (move) this.#spend(move, request);
  }

  #spend(move: Move, request: Message): void {
    this.#spent.add(keyOf(move, request.decision as number));
    this.#spentAt = this.#picture?.seen ?? 0;
  }

  #newList(message: Message): void {
    if (this.#picture!.seen > this.#spentAt) this.#spent.clear();
    this.#legal = new Legal(message);
  }

  #snapshot(message: Message): void {
    if (this.#picture && message.table !== this.#picture.table) return;
    this.#snapshotToCome = false;
    this.#picture = new Picture(message);
    this.#legal = undefined;
    this.#asked.clear();
    this.#spent.clear();
    this.#used = -1;
    this.#phase();
  }

  #entry(message: Message): void {
    const event = dict(message.event);
    if (!this.#picture || message.table !== this.#picture.table) return;
    if (!event) throw new Fault("an entry without an event");
    this.#picture.apply(int(message.n) ?? -1, event);
    if (event.k === "game_opened") this.#used = -1; // decisions start again with a game (P-9.2)
    if (event.k === "phase_changed") this.#phase();
    if (event.k === "game_ended") this.#options.log(`the game is over, winners: ${clean(event.winners)}`);
  }

  #phase(): void {
    const phase = this.#picture?.phase;
    this.#options.log(`phase: ${clean(phase)}`);
    if (phase === "finished" && this.#inGame) {
      this.#inGame = false;
      if (++this.#played >= this.#options.games) this.#end(0, "played to the end");
    } else if (phase === "closed") this.#end(1, "the table was closed");
    if (phase === "playing") this.#inGame = true;
    else if (phase !== "paused") this.#legal = undefined;
  }

  // What to ask for next: one request at a time (P-10.3).

  #step(): void {
    clearTimeout(this.#timer);
    if (this.#state !== "in") return;
    this.#timer = setTimeout(() => this.#step(), 1000);
    if (this.#said) return;
    if (this.#pending) {
      if (Date.now() - this.#pending.since > ANSWER_TIME) this.#link.drop("no answer");
      return;
    }
    if (Date.now() < this.#notBefore) return;
    const wish = this.#wish();
    if (!wish) return;
    const { decision, ...move } = wish;
    const request = { ...wish, id: this.#nextId++ };
    this.#pending = { request, move: decision === undefined ? undefined : move, since: Date.now() };
    this.#link.send(request);
  }

  #wish(): Message | undefined {
    if (this.#done) return { t: "logout" };
    const picture = this.#picture;
    if (!picture) {
      if (this.#snapshotToCome) return undefined;
      return { t: "join_table", table: this.#options.table, new: this.#options.settings };
    }
    const me = picture.me;
    if (!me) return undefined;
    const may = (type: string): boolean => this.#may(type, picture.seen);
    if (me.away) return may("away") ? { t: "away", away: false } : undefined;
    if (picture.phase === "playing") return may("move") ? this.#wishedMove() : undefined;
    if (!me.ready && ["waiting", "between_rounds", "finished"].includes(picture.phase)) {
      return may("ready") ? { t: "ready" } : undefined;
    }
    const { seated } = picture;
    const start = picture.phase === "waiting" && !picture.hasGame && picture.host === picture.seat &&
      seated.length >= this.#options.players && seated.every(isReady);
    return start && may("start") ? { t: "start" } : undefined;
  }

  #note(type: string): void {
    this.#asked.set(type, { n: this.#picture?.seen ?? 0, at: Date.now() });
  }

  /** Nothing is asked again before something has changed (P-6.6), and the news of an answer is in (P-6.3). */
  #may(type: string, seen: number): boolean {
    const last = this.#asked.get(type);
    return last === undefined || (seen > last.n && (type === "move" || Date.now() - last.at > SETTLED));
  }

  #wishedMove(): Message | undefined {
    const legal = this.#legal;
    const move = legal?.best(legal.decision <= this.#used, this.#spent);
    return legal && move && { ...move, decision: legal.decision };
  }

  // Ends.

  /** Leaves for good, with `logout` (P-5.19). */
  #end(code: number, line: string): void {
    this.#say(code, line);
    this.#done ??= { code };
  }

  #say(code: number, line: string): void {
    if (code === 0 || this.#done) this.#options.log(line);
    else this.#options.complain(line);
  }

  #stop(code: number, line: string): void {
    clearTimeout(this.#timer);
    this.#say(code, line);
    this.#link.close();
    this.#finish(code);
  }

  ended({ code, comeBack, after, why }: Ending): void {
    clearTimeout(this.#timer);
    const entered = this.#state === "in";
    this.#loginLost ||= this.#state === "entering" && this.#token === undefined;
    this.#options.log(`connection ended: ${clean(code)}: ${why}`);
    if (code === "logged_out" || this.#said) return this.#stop(this.#done?.code ?? 0, "logged out");
    if (code === "fault") {
      this.#snapshotWanted = true; // P-8.5
      if (++this.#faults > MAX_FAULTS) return this.#stop(4, "the server is not sound");
    }
    const begin = code === "bad_token"; // a new session, which is not coming back (P-5.6)
    if (begin && this.#token !== undefined) this.#forget();
    if (!comeBack && !begin) return this.#stop(this.#done?.code ?? 3, `the server has closed: ${clean(code)}: ${why}`);
    if (Date.now() - this.#worked > GIVE_UP) return this.#stop(5, "gave up");
    if (entered && Date.now() - this.#begun > LASTED) this.#pauses = 0;
    const pause = this.#pauses++ === 0 ? 0 : Math.min(0.25 * 2 ** this.#pauses, 4) * (0.5 + Math.random());
    setTimeout(() => this.#connect(), Math.max(after, pause, this.#loginWait) * 1000);
    this.#loginWait = 0;
  }
}
