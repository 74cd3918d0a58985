/** Bytes to plain values and back: of msgpack what P-3.2 allows. */

const CONSTANTS = new Map([[0xc0, null], [0xc2, false], [0xc3, true]]);
/** Numbers of 1, 2, 4 and 8 bytes, as a DataView calls them. */
const UNSIGNED = ["Uint8", "Uint16", "Uint32", "BigUint64"];
const SIGNED = ["Int8", "Int16", "Int32", "BigInt64"];
const FLOATS = ["", "", "Float32", "Float64"];

const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes of what the page sends, in the shortest form; whole numbers in it are from 0 to 2³²-1. */
export function encode(value) {
  const bytes = [];
  write(bytes, value);
  return Uint8Array.from(bytes);
}

function write(bytes, value) {
  const constant = [...CONSTANTS].find(([, each]) => each === value);
  if (constant) bytes.push(constant[0]);
  else if (Number.isInteger(value)) writeHead(bytes, value, 0, 0x7f, 0xcc);
  else if (typeof value === "number") {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    bytes.push(0xcb, ...new Uint8Array(view.buffer));
  } else if (typeof value === "string") {
    const text = utf8.encode(value);
    writeHead(bytes, text.length, 0xa0, 31, 0xd9);
    for (const byte of text) bytes.push(byte);
  } else if (Array.isArray(value)) {
    writeHead(bytes, value.length, 0x90, 15, 0xdb, 1);
    for (const item of value) write(bytes, item);
  } else {
    const members = Object.entries(value).filter((member) => member[1] !== undefined); // P-3.8
    writeHead(bytes, members.length, 0x80, 15, 0xdd, 1);
    for (const item of members.flat()) write(bytes, item);
  }
}

/** A number or a length: within the first byte up to `most`, else behind it, in at least 2 to the `least` bytes. */
function writeHead(bytes, number, short, most, wide, least = 0) {
  if (number <= most) bytes.push(short + number);
  else {
    const power = [0x100, 0x10000, Infinity].findIndex((limit, at) => at >= least && number < limit);
    bytes.push(wide + power);
    for (let shift = 8 << power; shift > 0; shift -= 8) bytes.push((number >>> (shift - 8)) & 0xff);
  }
}

/** The value in a body; maps have no prototype. Throws for bytes of another kind, and where a number isn't whole. */
export function decode(body) {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;

  function number(forms, power) {
    at += 1 << power;
    return Number(view[`get${forms[power]}`](at - (1 << power)));
  }

  function text(length) {
    at += length;
    return strict.decode(body.subarray(at - length, at));
  }

  const array = (count) => Array.from({ length: count }, read);

  function map(count) {
    const made = Object.create(null);
    for (let left = count; left > 0; left -= 1) {
      const key = read();
      made[key] = read();
    }
    return made;
  }

  function read() {
    const first = number(UNSIGNED, 0);
    if (first < 0x80) return first;
    if (first < 0x90) return map(first - 0x80);
    if (first < 0xa0) return array(first - 0x90);
    if (first < 0xc0) return text(first - 0xa0);
    if (first >= 0xe0) return first - 0x100;
    if (first >= 0xde) return map(number(UNSIGNED, first - 0xdd));
    if (first >= 0xdc) return array(number(UNSIGNED, first - 0xdb));
    if (first >= 0xd9) return text(number(UNSIGNED, first - 0xd9));
    if (first >= 0xd0 && first <= 0xd3) return number(SIGNED, first - 0xd0);
    if (first >= 0xcc && first <= 0xcf) return number(UNSIGNED, first - 0xcc);
    if (first >= 0xca && first <= 0xcb) return number(FLOATS, first - 0xc8);
    if (CONSTANTS.has(first)) return CONSTANTS.get(first);
    throw new Error("binary, extension and unassigned types are not allowed");
  }

  return read();
}
