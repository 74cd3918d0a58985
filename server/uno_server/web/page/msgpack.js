/** Bytes to plain values and back: of msgpack what P-3.2 allows, and nothing else. */

const DEEPEST = 8; // levels of maps and arrays (P-3.3)
const LONGEST_ARRAY = 1024; // members (P-3.4)
const LONGEST_MAP = 256;
const WORD = 2 ** 32;

const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param {boolean} held @param {string} what */
function must(held, what) {
  if (!held) throw new Error(what);
}

/**
 * The bytes of a value, in the shortest form. Keys with `undefined` are left out (P-3.8).
 * @param {*} value
 * @returns {Uint8Array}
 * @throws {Error} for what P-3 does not allow
 */
export function encode(value) {
  const bytes = [];
  write(bytes, value, 0);
  return Uint8Array.from(bytes);
}

function write(bytes, value, depth) {
  if (value === null) bytes.push(0xc0);
  else if (typeof value === "boolean") bytes.push(value ? 0xc3 : 0xc2);
  else if (typeof value === "number") writeNumber(bytes, value);
  else if (typeof value === "string") {
    const text = utf8.encode(value);
    writeHead(bytes, text.length, 0xa0, 31, 0xd9);
    for (const byte of text) bytes.push(byte);
  } else if (Array.isArray(value)) {
    must(depth < DEEPEST && value.length <= LONGEST_ARRAY, "an array too deep or too long");
    writeHead(bytes, value.length, 0x90, 15, 0xdb);
    for (const item of value) write(bytes, item, depth + 1);
  } else {
    must(typeof value === "object", `no ${typeof value} can be sent`);
    const members = Object.entries(value).filter((member) => member[1] !== undefined);
    must(depth < DEEPEST && members.length <= LONGEST_MAP, "a map too deep or too long");
    writeHead(bytes, members.length, 0x80, 15, 0xdd);
    for (const [key, item] of members) {
      write(bytes, key, depth);
      write(bytes, item, depth + 1);
    }
  }
}

/** A length: within the first byte up to `most`, else behind it; `wide` has 1 byte (texts only), the next 2, then 4. */
function writeHead(bytes, length, short, most, wide) {
  if (length <= most) bytes.push(short + length);
  else if (length < 0x100 && wide === 0xd9) bytes.push(wide, length);
  else if (length < 0x10000) bytes.push(wide + 1, ...bigEndian(2, length));
  else bytes.push(wide + 2, ...bigEndian(4, length));
}

function bigEndian(width, number) {
  const view = new DataView(new ArrayBuffer(width));
  if (width === 1) view.setUint8(0, number);
  else if (width === 2) view.setUint16(0, number);
  else if (width === 4) view.setUint32(0, number);
  else {
    view.setInt32(0, Math.floor(number / WORD));
    view.setUint32(4, number - Math.floor(number / WORD) * WORD);
  }
  return new Uint8Array(view.buffer);
}

function writeNumber(bytes, number) {
  must(Number.isFinite(number), "no finite number");
  if (!Number.isSafeInteger(number) || Object.is(number, -0)) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, number);
    bytes.push(0xcb, ...new Uint8Array(view.buffer));
  } else if (number >= -32 && number < 0x80) bytes.push(number & 0xff);
  else {
    const fits = (limit) => (number < 0 ? number >= -limit / 2 : number < limit);
    const at = [0x100, 0x10000, 0x100000000].findIndex(fits);
    const power = at < 0 ? 3 : at;
    bytes.push((number < 0 ? 0xd0 : 0xcc) + power, ...bigEndian(1 << power, number));
  }
}

class Reader {
  constructor(body) {
    this.body = body;
    this.view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    this.at = 0;
  }

  /** Where the next `width` bytes begin. */
  step(width) {
    const begin = this.at;
    must(begin + width <= this.body.length, "the body ends inside a value");
    this.at += width;
    return begin;
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes. */
  unsigned(width) {
    const at = this.step(width);
    if (width === 1) return this.view.getUint8(at);
    if (width === 2) return this.view.getUint16(at);
    if (width === 4) return this.view.getUint32(at);
    return this.view.getUint32(at) * WORD + this.view.getUint32(at + 4);
  }

  signed(width) {
    const at = this.step(width);
    if (width === 1) return this.view.getInt8(at);
    if (width === 2) return this.view.getInt16(at);
    if (width === 4) return this.view.getInt32(at);
    return this.view.getInt32(at) * WORD + this.view.getUint32(at + 4);
  }

  value(depth) {
    const first = this.unsigned(1);
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 0x100;
    if (first < 0x90) return this.map(first & 0x0f, depth);
    if (first < 0xa0) return this.array(first & 0x0f, depth);
    if (first < 0xc0) return this.text(first & 0x1f);
    switch (first) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xca: return this.view.getFloat32(this.step(4));
      case 0xcb: return this.view.getFloat64(this.step(8));
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return this.unsigned(1 << (first - 0xcc));
      case 0xd0: case 0xd1: case 0xd2: case 0xd3: return this.signed(1 << (first - 0xd0));
      case 0xd9: case 0xda: case 0xdb: return this.text(this.unsigned(1 << (first - 0xd9)));
      case 0xdc: case 0xdd: return this.array(this.unsigned(2 << (first - 0xdc)), depth);
      case 0xde: case 0xdf: return this.map(this.unsigned(2 << (first - 0xde)), depth);
      default: throw new Error("binary, extension and unassigned types are not allowed");
    }
  }

  text(length) {
    const begin = this.step(length);
    return strict.decode(this.body.subarray(begin, this.at));
  }

  array(count, depth) {
    must(depth < DEEPEST && count <= LONGEST_ARRAY, "an array too deep or too long");
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  map(count, depth) {
    must(depth < DEEPEST && count <= LONGEST_MAP, "a map too deep or too long");
    const made = Object.create(null);
    for (let left = count; left > 0; left -= 1) {
      const key = this.value(DEEPEST);
      must(typeof key === "string", "a key is text");
      must(!(key in made), "a key occurs twice");
      made[key] = this.value(depth + 1);
    }
    return made;
  }
}

/**
 * The value in a body, which is one map (P-3.1). Maps are objects without prototype.
 * @param {Uint8Array} body
 * @returns {Object<string, *>}
 * @throws {Error} for what P-3.1 to P-3.4 refuse
 */
export function decode(body) {
  const reader = new Reader(body);
  const value = reader.value(0);
  must(reader.at === body.length, "bytes after the map");
  must(value !== null && typeof value === "object" && !Array.isArray(value), "a body is one map");
  return value;
}
