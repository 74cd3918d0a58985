// Frames and bodies (P-2, P-3): bytes on one side, checked maps on the other.
import { decode, encode } from "@msgpack/msgpack";

export type Dict = Record<string, unknown>;
export type Message = Dict & { t: string };

/** The server has sent something that no sound server sends. */
export class Fault extends Error {}

const SERVER_MAX_FRAME = 65_536;

export function frame(message: Message): Buffer {
  const body = encode(message, { ignoreUndefined: true });
  const out = Buffer.allocUnsafe(4 + body.length);
  out.writeUInt32BE(body.length);
  out.set(body, 4);
  return out;
}

/** Cuts a stream into messages; an oversized frame is refused by its length alone. */
export class Frames {
  #chunks: Buffer[] = [];
  #size = 0;
  #need: number | undefined; // length of the body that is being collected

  /** Adds bytes, and yields every message that is complete. */
  *push(chunk: Buffer): Generator<Message> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      if (this.#need === undefined) {
        if (this.#size < 4) return;
        const length = this.#take(4).readUInt32BE();
        if (length === 0 || length > SERVER_MAX_FRAME) throw new Fault(`a frame of ${length} bytes`);
        this.#need = length;
      }
      if (this.#size < this.#need) return;
      const body = this.#take(this.#need);
      this.#need = undefined;
      yield parse(body);
    }
  }

  /** Whether a frame has begun and is not complete. */
  get partial(): boolean {
    return this.#size > 0 || this.#need !== undefined;
  }

  #take(count: number): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const rest = all.subarray(count);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    return all.subarray(0, count);
  }
}

function parse(body: Buffer): Message {
  let value: unknown;
  try {
    value = decode(body, { maxArrayLength: 1024, maxMapLength: 256, maxBinLength: 0, maxExtLength: 0 });
  } catch (error) {
    throw new Fault(`a body that is not msgpack (${error instanceof Error ? error.message : "?"})`);
  }
  const message = dict(value);
  if (typeof message?.t !== "string") throw new Fault("a body that is not a message");
  return message as Message;
}

// Readers of fields. Whatever is not of the kind is `undefined`, as nil and absence are (P-3.8).

export const dict = (value: unknown): Dict | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? (value as Dict)
    : undefined;
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const int = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
export const seconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Text of a stranger, made fit for a terminal (P-13.3). */
export function clean(value: unknown): string {
  return String(value ?? "")
    .replace(/[\r\n\t\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u115F\u1160\u3164\uFFA0\uFE00-\uFE0F]/gu, "")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1")
    .replace(/[\u1161-\u11FF\uD7B0-\uD7FF]/g, "")
    .slice(0, 300);
}
