import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, encode } from "../../server/uno_server/web/page/msgpack.js";

const VECTORS = JSON.parse(readFileSync(new URL("../../protocol/uno_protocol/vectors/v2.json", import.meta.url), "utf8"));
const body = (hex) => Buffer.from(hex, "hex").subarray(4);
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const plain = (value) => JSON.parse(JSON.stringify(value));

/** Servers write seconds as floats; JavaScript has one kind of number, so the shortest form is an integer. */
function withoutWholeFloats(text) {
  return text.replace(/cb(?:40[0-9a-f]{2}0{12}|0{16})/g, (float) => {
    const number = Buffer.from(float.slice(2), "hex").readDoubleBE();
    return Number.isInteger(number) ? number.toString(16).padStart(2, "0") : float;
  });
}

test("every message and event is read, and written to the same bytes", () => {
  const all = [...VECTORS.messages, ...VECTORS.events];
  assert.ok(all.length > 100);
  for (const { title, message, hex: frame } of all) {
    const value = decode(body(frame));
    if (message) assert.deepEqual(plain(value), message, title);
    assert.equal(hex(encode(value)), withoutWholeFloats(hex(body(frame))), title);
  }
});

test("what may not be sent cannot be read", () => {
  const refused = VECTORS.refused.filter(({ code }) => code === "bad_codec" || code === "too_deep");
  assert.ok(refused.length > 10);
  for (const { title, hex: frame } of refused) assert.throws(() => decode(body(frame)), Error, title);
});

test("numbers and lengths around every limit are read as they were written, in the shortest form", () => {
  const sizes = new Map([
    [0, 1], [127, 1], [128, 2], [255, 2], [256, 3], [65535, 3], [65536, 5], [2 ** 32 - 1, 5], [2 ** 32, 9],
    [Number.MAX_SAFE_INTEGER, 9], [-1, 1], [-32, 1], [-33, 2], [-128, 2], [-129, 3], [-32768, 3], [-32769, 5],
    [-(2 ** 31), 5], [-(2 ** 31) - 1, 9], [Number.MIN_SAFE_INTEGER, 9], [0.5, 9],
  ]);
  for (const [number, size] of sizes) {
    const bytes = encode({ n: number });
    assert.equal(bytes.length, 3 + size, `${number}`);
    assert.equal(decode(bytes).n, number);
  }
  for (const length of [0, 31, 32, 255, 256, 65535, 65536]) {
    const text = "a".repeat(length);
    assert.equal(decode(encode({ text })).text, text);
  }
  for (const length of [15, 16, 1024]) {
    assert.equal(decode(encode({ list: Array(length).fill(1) })).list.length, length);
  }
});

test("a key that objects have by themselves is a key like others", () => {
  const value = decode(Uint8Array.from([0x81, 0xa9, ...Buffer.from("__proto__"), 0x01]));
  assert.deepEqual(Object.keys(value), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(value), null);
});

test("what the protocol does not know is not written", () => {
  const deep = Array(8).fill().reduce((inner) => [inner], 1);
  for (const value of [undefined, NaN, Infinity, 1n, () => {}, deep, Array(1025).fill(0)]) {
    assert.throws(() => encode({ value: [value] }));
  }
});
