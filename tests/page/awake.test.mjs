/** The screen stays on: by a wake lock over https, else by a video; where the browser refuses both, that is said once. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

const usual = { document: globalThis.document, window: globalThis.window };
const navigator = Object.getOwnPropertyDescriptor(globalThis, "navigator");
afterEach(() => {
  Object.assign(globalThis, usual);
  Object.defineProperty(globalThis, "navigator", navigator ?? { value: undefined, configurable: true, writable: true });
});

const BLINK = "Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
const WEBKIT = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/604.1";
let loaded = 0;

/** The module as a page of its own has it; `plays`: whether the browser lets a video play. */
async function page(context, { userAgent = BLINK, lock, plays = () => true } = {}) {
  context.mock.method(globalThis, "setInterval", () => {});
  const seen = { calls: {}, videos: [], sounds: 0, resumed: 0, refused: 0 };
  const track = { kind: "audio" };
  const made = {
    canvas: () => ({ getContext: () => ({ fillRect() {} }),
      captureStream: () => ({ tracks: [], addTrack(one) { this.tracks.push(one); } }) }),
    video: () => {
      const video = { paused: true, setAttribute() {}, pause() { this.paused = true; } };
      video.play = async () => {
        if (!plays()) throw new Error("not allowed");
        video.paused = false;
      };
      seen.videos.push(video);
      return video;
    },
  };
  globalThis.document = {
    hidden: false, body: { append() {} }, createElement: (name) => made[name](),
    addEventListener: (kind, call) => { seen.calls[kind] = call; },
  };
  const stream = { getAudioTracks: () => [track] };
  globalThis.window = { AudioContext: class {
    constructor() { seen.sounds += 1; }
    createMediaStreamDestination() { return { stream }; }
    resume() { seen.resumed += 1; }
  } };
  Object.defineProperty(globalThis, "navigator", { value: { userAgent, wakeLock: lock }, configurable: true });
  const { stayAwake } = await import(`../../server/uno_server/web/page/awake.js?${loaded += 1}`);
  const rest = () => new Promise(setImmediate);
  seen.wish = async (on) => { stayAwake(on, () => { seen.refused += 1; }); await rest(); };
  seen.does = async (kind) => { seen.calls[kind](); await rest(); };
  return seen;
}

test("over https a wake lock is held, taken again when the page is back, and let go", async (context) => {
  const locks = [];
  const lock = { request: async () => {
    locks.push({ released: false, release() { this.released = true; } });
    return locks[locks.length - 1];
  } };
  const seen = await page(context, { lock });
  await seen.wish(true);
  locks[0].released = true; // as the browser does when the page is hidden
  await seen.does("visibilitychange");
  assert.equal(locks.length, 2);
  await seen.does("pointerup"); // and not once more
  assert.deepEqual([locks.length, locks[1].released, seen.videos.length], [2, false, 0]);
  await seen.wish(false);
  assert.equal(locks[1].released, true);
});

test("where the wake lock is refused, the video plays", async (context) => {
  const seen = await page(context, { lock: { request: async () => { throw new Error("the battery is low"); } } });
  await seen.wish(true);
  await seen.does("keydown");
  assert.deepEqual([seen.videos.map(({ paused }) => paused), seen.refused], [[false], 0]);
});

for (const [userAgent, muted, sounds] of [[BLINK, true, 0], [WEBKIT, false, 1]]) {
  test(`over http a video plays${sounds ? ", with sound where WebKit asks for it" : ", muted"}, and pauses`, async (context) => {
    const seen = await page(context, { userAgent });
    await seen.wish(true);
    const [video] = seen.videos;
    assert.deepEqual([video.paused, video.muted, video.srcObject.tracks.length], [false, muted, sounds]);
    await seen.wish(false);
    assert.equal(video.paused, true);
  });
}

for (const [userAgent, sounds] of [[BLINK, 0], [WEBKIT, 1]]) {
  test(`one that plays it only after a tap is asked again at each, with the same video (${sounds} sounds); one that never does makes that known once`, async (context) => {
    let tapped = false;
    const seen = await page(context, { userAgent, plays: () => tapped });
    await seen.wish(true);
    assert.equal(seen.refused, 0);
    for (const kind of ["pointerup", "keydown", "pointerup"]) await seen.does(kind);
    assert.equal(seen.refused, 1);
    tapped = true;
    await seen.does("pointerup");
    assert.deepEqual([seen.videos.map(({ paused }) => paused), seen.sounds, seen.resumed], [[false], sounds, 5 * sounds]);
  });
}
