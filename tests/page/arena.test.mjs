/** The layout of the design, as figures: what lies where on each screen, and what the hand shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, begin, fanned, hidden, sizes } from "../../server/uno_server/web/page/screens/arena.js";

const SCREENS = [[320, 568], [390, 844], [844, 390], [667, 375], [820, 1180], [1366, 768]];
const SIGNS = 98; // pixels beside the piles of a phone that lies

/** The arena that is left on a screen when nothing but the turn is in the dock. */
function arena([W, H], count, cards = 7) {
  const size = sizes(W, H, cards);
  const low = size.card * 1.5 + size.up + 18;
  const room = size.flat ? [W - Math.max(230, W * 0.33), H - low + 16] : [W, H - 48 - 76 - low];
  const from = size.flat ? SIGNS : 0;
  return { size, room, from, laid: arrange(count, ...room, size, from) };
}

for (const screen of SCREENS) {
  for (let count = 1; count <= 9; count += 1) {
    test(`${screen.join("x")}: ${count} others sit around the piles and cover nothing`, () => {
      const { room: [w, h], from, laid: { face, spots, pile, stock, top, draw } } = arena(screen, count, 15);
      assert.equal(spots.length, count);
      const near = (at, wide, high) => spots.filter(([x, y]) =>
        Math.abs(x - at[0]) < (face + wide) / 2 && Math.abs(y - at[1]) < (face + high) / 2);
      assert.deepEqual(near(top, pile, pile * 1.5), []);
      assert.deepEqual(near(draw, stock, stock * 1.5), []);
      spots.forEach(([x, y], k) => {
        assert.ok(x > from + face / 2 && x < w - face / 2 && y > face / 2 && y < h, `${x} ${y}`);
        const [x1, y1] = spots[k + 1] ?? [Infinity, 0];
        assert.ok(Math.hypot(x1 - x, y1 - y) >= face, `faces ${k} and ${k + 1} touch`);
      });
      assert.ok(pile >= 44 && top[1] + pile * 0.75 <= h, `${pile}`);
    });
  }
}

test("piles are large, and lie lower where they can be larger there than between the faces", () => {
  for (const [screen, count, least] of [[[390, 844], 3, 100], [[320, 568], 5, 80], [[667, 375], 2, 70]]) {
    const { laid: { pile } } = arena(screen, count);
    assert.ok(pile >= least, `${screen.join("x")}: ${pile}`);
  }
});

test("cards that can be played keep a thumb's width at 320 with 15 and with 25 cards, and are counted where they are out of sight", () => {
  for (const [count, playable] of [[15, 4], [25, 9]]) {
    const may = Array.from({ length: count }, (_, k) => k >= count - playable);
    const laid = fanned(may, 320, sizes(320, 568, count).card);
    laid.lefts.slice(1).forEach((x, k) => assert.ok(x - laid.lefts[k] >= (may[k] ? 43.9 : 19), `${k}: ${x - laid.lefts[k]}`));
    assert.equal(hidden(may, laid, laid.full - 320, 320)[1], 0);
    const seen = begin(may, laid, 320, 68);
    assert.ok(hidden(may, laid, seen, 320).reduce((sum, n) => sum + n) <= Math.max(0, playable - 6));
  }
  const all = Array.from({ length: 25 }, () => true);
  const laid = fanned(all, 320, 68);
  assert.deepEqual(hidden(all, laid, 0, 320), [0, 25 - laid.lefts.filter((x) => x + 30 <= 320).length]);
});

test("a small hand lies in the middle and does not scroll", () => {
  const laid = fanned([true, false, true], 390, 96);
  assert.equal(laid.full, 390);
  assert.equal(Math.round(laid.lefts[0] + laid.lefts[2] + 96), 390);
});
