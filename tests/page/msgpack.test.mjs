import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, encode } from "../../server/uno_server/web/page/msgpack.js";

const VECTORS = JSON.parse(readFileSync(new URL("../../protocol/uno_protocol/vectors/v2.json", import.meta.url), "utf8"));
const body = (hex) => Buffer.from(hex, "hex").subarray(4);
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const BEYOND = ["create_table without pauses", "largest id"]; // a whole float, and what takes eight bytes
const plain = (value) => JSON.parse(JSON.stringify(value));

test("every message and event is read, and what the page may send written to the same bytes", () => {
  const all = [...VECTORS.messages, ...VECTORS.events];
  assert.ok(all.length > 100);
  for (const { title, message, from, hex: frame } of all) {
    const value = decode(body(frame));
    if (message) assert.deepEqual(plain(value), message, title);
    if (from === "client" && !BEYOND.includes(title)) assert.equal(hex(encode(value)), hex(body(frame)), title);
  }
});

test("what ends within a number, and other bytes, cannot be read", () => {
  for (const bytes of [[], [0x81, 0xa1, 0x6e], [0x92, 0x01], [0xcd, 0x01], [0xc1], [0xc4, 0x00]]) {
    assert.throws(() => decode(Uint8Array.from(bytes)), Error, `${bytes}`);
  }
});

test("numbers and lengths around every limit are read as they were written, in the shortest form", () => {
  const sizes = new Map([
    [0, 1], [127, 1], [128, 2], [255, 2], [256, 3], [65535, 3], [65536, 5], [2 ** 32 - 1, 5], [0.5, 9], [1.5, 9],
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
