// One connection: greeting, heartbeats, closing (P-4), and nothing of the game.
import { connect, type Socket } from "node:net";
import { clean, dict, Fault, frame, Frames, int, seconds, text, type Message } from "./wire.js";

export interface Welcome {
  readonly serverId: string;
  readonly password: boolean;
}

export interface Ending {
  readonly code: string; // of `bye`; "lost" if there was none
  readonly comeBack: boolean;
  readonly after: number; // seconds, the least to wait
  readonly why: string; // for people, clean
}

export interface Handler {
  welcome(welcome: Welcome): void;
  message(message: Message): void;
  ended(ending: Ending): void; // once, and nothing after it
}

const VERSION = 2;
const MAX_UNSENT = 64 * 1024; // P-10.5
const LONGEST_TIMER = 3600;

export class Link {
  readonly #socket: Socket;
  readonly #handler: Handler;
  readonly #frames = new Frames();
  readonly #timers: NodeJS.Timeout[] = [];
  #greeted = false;
  #maxFrame = 1024;
  #silence = 14;
  #readTime = 10;
  #heard = Date.now();
  #frameSince: number | undefined;
  #over = false;
  #lastFault: string | undefined; // code of an error about the connection; `bye` may not come after it

  constructor(host: string, port: number, handler: Handler) {
    this.#handler = handler;
    this.#socket = connect({ host, port, noDelay: true });
    this.#socket.on("connect", () => {
      this.#heard = Date.now();
      this.send({ t: "hello", versions: [VERSION, VERSION], program: "uno-bot-ts", program_version: "1" });
    });
    this.#socket.on("data", (chunk) => this.#read(chunk));
    this.#socket.on("error", (error) => this.#end({ ...LOST, why: error.message }));
    this.#socket.on("close", () => this.#end(LOST));
    this.#every(0.5, () => this.#watch());
  }

  send(message: Message): void {
    if (this.#over) return;
    const bytes = frame(message);
    if (bytes.length - 4 > this.#maxFrame) throw new Error(`${message.t} is longer than the server takes`);
    this.#socket.write(bytes);
    if (this.#socket.writableLength > MAX_UNSENT) this.#end({ ...LOST, why: "the server does not read" });
  }

  /** Ends the connection from this side; `ended` is called. */
  drop(why: string): void {
    this.#end({ ...LOST, why });
  }

  /** Ends the connection from this side, without a word to anybody. */
  close(): void {
    this.#over = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#socket.destroySoon();
  }

  #read(chunk: Buffer): void {
    this.#heard = Date.now();
    this.#frameSince ??= this.#heard;
    try {
      for (const message of this.#frames.push(chunk)) {
        this.#frameSince = this.#heard;
        this.#receive(message);
        if (this.#over) return;
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#end({ ...LOST, code: "fault", why: `the server has sent ${clean(error.message)}` });
      return;
    }
    if (!this.#frames.partial) this.#frameSince = undefined;
  }

  #receive(message: Message): void {
    switch (message.t) {
      case "bye":
        this.#end({
          code: text(message.code) ?? "unknown",
          comeBack: message.come_back === true,
          after: Math.min(seconds(message.after) ?? 0, 5), // P-4.5
          why: clean(message.text ?? message.code),
        });
        return;
      case "welcome":
        if (!this.#greeted) this.#welcome(message);
        return;
      case "ping":
        if (this.#greeted) this.send({ t: "pong", nonce: int(message.nonce) || undefined });
        return;
      case "pong":
        return;
      case "error":
        if (message.code === "unsupported_version") {
          this.#end({ code: "unsupported_version", comeBack: false, after: 0, why: older(message) });
          return;
        }
        if (message.id === undefined) this.#lastFault = `${clean(message.code)} ${clean(message.text)}`;
    }
    if (this.#greeted) this.#handler.message(message);
  }

  #welcome(message: Message): void {
    const serverId = text(message.server_id);
    if (message.version !== VERSION || serverId === undefined) throw new Fault("a welcome that makes no sense");
    this.#greeted = true;
    const limits = dict(message.limits);
    const timeouts = dict(message.timeouts);
    const timeout = (name: string, usual: number): number => {
      const value = seconds(timeouts?.[name]);
      return value === undefined || value <= 0 ? usual : Math.min(value, LONGEST_TIMER);
    };
    this.#maxFrame = Math.max(int(limits?.max_frame) ?? 8192, 1024);
    this.#silence = timeout("silence", 14);
    this.#readTime = timeout("read", 10);
    let nonce = 0;
    this.#every(timeout("ping", 5), () => this.send({ t: "ping", nonce: ++nonce }));
    this.#handler.welcome({ serverId, password: message.password === true });
  }

  /** A server that is silent, or that does not complete a frame, is gone (P-4.3, P-2.4). */
  #watch(): void {
    const now = Date.now();
    if (now - this.#heard > this.#silence * 1000) this.drop("the server is silent");
    else if (this.#frameSince !== undefined && now - this.#frameSince > this.#readTime * 1000)
      this.drop("the server has not completed a frame");
  }

  #every(period: number, action: () => void): void {
    this.#timers.push(setInterval(action, Math.max(period, 0.1) * 1000));
  }

  #end(ending: Ending): void {
    if (this.#over) return;
    this.close();
    this.#socket.destroy();
    this.#handler.ended(ending.code === "lost" && this.#lastFault ? { ...ending, why: this.#lastFault } : ending);
  }
}

const LOST: Ending = { code: "lost", comeBack: true, after: 0, why: "the connection was lost" }; // P-4.6

function older(message: Message): string {
  const lowest = int(dict(message.args)?.lowest);
  const which = lowest !== undefined && lowest > VERSION ? "this program" : "the server";
  return `no common version of the protocol: ${which} is the older one`;
}
