import assert from "node:assert/strict";
import { test } from "node:test";

import { codeOf, readMove, socketUrl } from "../../server/uno_server/web/page/address.js";

test("a path names a table or none, for the page or the big screen", () => {
  const paths = ["/", "/kxwm", "/tv/KXWM", "/tv", "/TVAB", "/what/else?"];
  assert.deepEqual(paths.map(codeOf), ["", "KXWM", "KXWM", "", "TVAB", ""]);
});

test("a link to another device has name and digits behind its hash", () => {
  assert.deepEqual(readMove("#J%C3%B6%2F%20x/042137"), { name: "Jö/ x", code: "042137" });
  for (const none of ["", "#", "#042137", "#Bo/04213", "#%E0%A4%A/042137"]) assert.equal(readMove(none), null);
});

test("the WebSocket is where the page is", () => {
  assert.equal(socketUrl({ protocol: "http:", host: "10.0.0.2:7777" }), "ws://10.0.0.2:7777/ws");
  assert.equal(socketUrl({ protocol: "https:", host: "[::1]:7777" }), "wss://[::1]:7777/ws");
});
