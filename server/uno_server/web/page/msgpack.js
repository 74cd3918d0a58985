/** Bytes to plain values and back: of msgpack what P-3.2 allows, and nothing else. */

const DEEPEST = 8; // levels of maps and arrays (P-3.3)
const LONGEST_ARRAY = 1024; // members (P-3.4)
const LONGEST_MAP = 256;
const CONSTANTS = new Map([[0xc0, null], [0xc2, false], [0xc3, true]]);
/** Numbers of 1, 2, 4 and 8 bytes, as a DataView calls them. */
const UNSIGNED = ["Uint8", "Uint16", "Uint32", "BigUint64"];
const SIGNED = ["Int8", "Int16", "Int32", "BigInt64"];
const FLOATS = ["", "", "Float32", "Float64"];

const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param {boolean} held @param {string} what */
function must(held, what) {
  if (!held) throw new Error(what);
}

/**
 * The bytes of a value, in the shortest form. Keys with `undefined` are left out (P-3.8).
 * @throws {Error} for what P-3 does not allow
 */
export function encode(value) {
  const bytes = [];
  write(bytes, value, 0);
  return Uint8Array.from(bytes);
}

function write(bytes, value, depth) {
  const constant = [...CONSTANTS].find(([, each]) => each === value);
  if (constant) bytes.push(constant[0]);
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

/** A first byte of those from `first` on, then the number in the form that it stands for. */
function writeForm(bytes, first, forms, power, number) {
  const view = new DataView(new ArrayBuffer(1 << power));
  view[`set${forms[power]}`](0, forms[power].startsWith("Big") ? BigInt(number) : number);
  bytes.push(first + power, ...new Uint8Array(view.buffer));
}

const powerOf = (fits) => [0x100, 0x10000, 0x100000000, Infinity].findIndex(fits);

/** A length: within the first byte up to `most`, else behind it; only texts have one of a single byte. */
function writeHead(bytes, length, short, most, wide) {
  if (length <= most) bytes.push(short + length);
  else writeForm(bytes, wide, UNSIGNED, Math.max(wide === 0xd9 ? 0 : 1, powerOf((limit) => length < limit)), length);
}

function writeNumber(bytes, number) {
  must(Number.isFinite(number), "no finite number");
  if (!Number.isSafeInteger(number) || Object.is(number, -0)) writeForm(bytes, 0xc8, FLOATS, 3, number);
  else if (number >= -32 && number < 0x80) bytes.push(number & 0xff);
  else if (number > 0) writeForm(bytes, 0xcc, UNSIGNED, powerOf((limit) => number < limit), number);
  else writeForm(bytes, 0xd0, SIGNED, powerOf((limit) => number >= -limit / 2), number);
}

/**
 * The value in a body, which is one map (P-3.1). Maps are objects without prototype.
 * @param {Uint8Array} body
 * @throws {Error} for what P-3.1 to P-3.4 refuse
 */
export function decode(body) {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength); // refuses what ends inside a number
  let at = 0;

  function number(forms, power) {
    at += 1 << power;
    return Number(view[`get${forms[power]}`](at - (1 << power)));
  }

  function text(length) {
    must(at + length <= body.length, "the body ends inside a text");
    at += length;
    return strict.decode(body.subarray(at - length, at));
  }

  function array(count, depth) {
    must(depth < DEEPEST && count <= LONGEST_ARRAY, "an array too deep or too long");
    return Array.from({ length: count }, () => read(depth + 1));
  }

  function map(count, depth) {
    must(depth < DEEPEST && count <= LONGEST_MAP, "a map too deep or too long");
    const made = Object.create(null);
    for (let left = count; left > 0; left -= 1) {
      const key = read(DEEPEST);
      must(typeof key === "string", "a key is text");
      must(!(key in made), "a key occurs twice");
      made[key] = read(depth + 1);
    }
    return made;
  }

  function read(depth) {
    const first = number(UNSIGNED, 0);
    if (first < 0x80) return first;
    if (first < 0x90) return map(first - 0x80, depth);
    if (first < 0xa0) return array(first - 0x90, depth);
    if (first < 0xc0) return text(first - 0xa0);
    if (first >= 0xe0) return first - 0x100;
    if (first >= 0xde) return map(number(UNSIGNED, first - 0xdd), depth);
    if (first >= 0xdc) return array(number(UNSIGNED, first - 0xdb), depth);
    if (first >= 0xd9) return text(number(UNSIGNED, first - 0xd9));
    if (first >= 0xd0 && first <= 0xd3) return number(SIGNED, first - 0xd0);
    if (first >= 0xcc && first <= 0xcf) return number(UNSIGNED, first - 0xcc);
    if (first >= 0xca && first <= 0xcb) return number(FLOATS, first - 0xc8);
    must(CONSTANTS.has(first), "binary, extension and unassigned types are not allowed");
    return CONSTANTS.get(first);
  }

  const value = read(0);
  must(at === body.length, "bytes after the map");
  must(value !== null && typeof value === "object" && !Array.isArray(value), "a body is one map");
  return value;
}
