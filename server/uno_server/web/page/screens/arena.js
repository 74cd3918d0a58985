/** Where everything lies on the felt: worked out from the room there is. Pure. */

const STEPS = 240; // of an arc, to measure it

/** Points on an ellipse, evenly by length of the arc; `from`, `to` in degrees, 0 to the right, 90 up. */
export function around(count, { cx, cy, rx, ry, from, to }) {
  const at = (t) => {
    const a = ((from + (to - from) * t) * Math.PI) / 180;
    return [cx + Math.cos(a) * rx, cy - Math.sin(a) * ry];
  };
  const points = Array.from({ length: STEPS + 1 }, (_, k) => at(k / STEPS));
  const far = [0];
  points.slice(1).forEach(([x, y], k) => far.push(far[k] + Math.hypot(x - points[k][0], y - points[k][1])));
  return Array.from({ length: count }, (_, k) => {
    const want = count === 1 ? far[STEPS] / 2 : (far[STEPS] * k) / (count - 1);
    return points[far.findIndex((one) => one >= want - 0.001)];
  });
}

const SPANS = [0, 0, 96, 128, 150, 168, 168]; // degrees of the arc on which so many others sit where a phone stands

/** The sizes that follow from window and hand; `flat`: a phone that lies; `short`: reactions in its head; `card`: its width. */
export function sizes(W, H, cards) {
  const flat = H < 500 && W > H;
  const small = !flat && (W < 350 || H < 620);
  const wide = !flat && W >= 700 && H >= 560;
  const card = flat ? 70 : wide ? 112 : small ? 68 : cards > 12 ? 80 : 96;
  return { flat, small, wide, card, short: W < 700 && H < 720, up: flat ? 12 : small ? 14 : 20 };
}

function faceOf(count, { flat, small, wide }) {
  if (flat) return count > 5 ? 42 : 52;
  if (wide) return count > 5 ? 76 : 92;
  if (count > 6) return small ? 36 : 50;
  return count > 4 ? (small ? 44 : 58) : small ? 52 : 72;
}

/**
 * The places for so many others; `safe`: what notch and reactions take on the left; `end`: where piles end. Widths (`face`,
 * `pile`, `stock`), middles (`spots` of faces, `top`, `draw`), angles (`marks`), names small (`tight`) or without room (`bare`).
 */
export function arrange(count, w, h, size, safe = 0, end = h - 10) {
  const { flat, small, wide } = size;
  const many = count > 6;
  const face = Math.max(28, Math.min(faceOf(count, size), h * 0.3));
  const cx = safe + (w - safe) / 2;
  const cy = h * (flat ? 0.56 : many ? 0.53 : 0.55);
  const across = flat ? (w - safe - face) / 2 - 16 : wide ? Math.min(w / 2 - 110, 560) : w / 2 - face / 2 - (small ? 9 : 14);
  const rx = Math.max(40, across);
  const ry = Math.max(20, Math.min(cy - face / 2 - (wide ? 14 : 22), flat ? h : h - cy - 6 + (many ? 20 : 0)));
  const ring = { cx, cy, rx, ry };
  const span = flat ? (count < 6 ? 140 : 196) : SPANS[count] ?? 216;
  const spots = around(count, { ...ring, from: 90 + span / 2, to: 90 - span / 2 }).map(([x, y]) => [x, y + 6]);
  const bare = !flat && h < count * 34;
  const usual = flat ? h * 0.62 : cy + h * (count > 4 ? 0.03 : 0.08);
  const label = small ? 2 : 26; // what is counted below the draw pile
  const places = (pile, py) => {
    const stock = Math.max(44, pile * 0.68); // a thumb
    const x = cx + (stock + 18) / 2;
    return { pile, stock, top: [x, py], draw: [x - pile / 2 - stock / 2 - 18, py] };
  };
  const covers = ({ pile, stock, top, draw }) => spots.some(([x, y]) => {
    const below = face / 2 + (bare ? 8 : 26);
    const near = ([px, py0], pw, ph, under) => Math.abs(x - px) < (face + (bare ? 4 : small ? 18 : 30) + pw) / 2
      && y - face / 2 - 10 < py0 + ph / 2 + under && y + below > py0 - ph / 2;
    return near(top, pile * 1.15, pile * 1.55, 0) || near(draw, stock, stock * 1.5, label);
  });
  const leaves = ({ pile, top: [x, y] }) => x + pile * 0.6 > cx - (small ? 6 : 18)
    + rx * Math.sqrt(Math.max(0, 1 - ((Math.abs(y - cy) + pile / 2) / ry) ** 2));
  const largest = Math.round(Math.min(flat ? 94 : wide ? 230 : w * 0.33, h * (wide ? 0.33 : 0.31)));
  const fits = (py) => {
    for (let pile = largest; ; pile -= 2) {
      const at = places(pile, py);
      if (pile <= 44 || !(covers(at) || leaves(at) || py + Math.max(pile * 0.8, at.stock * 0.75 + label + 10) > end)) return pile;
    }
  };
  const lower = flat ? [usual] : [0, -0.05, 0.04, 0.08, 0.12].map((by) => usual + h * by);
  const py = lower.reduce((best, each) => (fits(each) > fits(best) + 4 ? each : best));
  const angles = spots.map(([x, y]) => (Math.atan2((cy - y + 6) / ry, (x - cx) / rx) * 180) / Math.PI);
  const turned = angles.map((deg, k) => (k && deg > angles[0] ? deg - 360 : deg));
  const between = turned.slice(1).map((deg, k) => (turned[k] + deg) / 2);
  const beyond = many ? 22 : 34;
  const marks = !count ? [] : flat ? [turned[0] + 30, turned[count - 1] - 30]
    : [turned[0] + beyond, ...(many ? [] : between), turned[count - 1] - beyond];
  return { face, spots, ring, marks, bare, tight: flat || (many && small), ...places(fits(py), py) };
}

/** The hand as one row, as wide as `full`: cards that can be chosen (`may`) keep a thumb's width, others make room. */
export function fanned(may, width, card) {
  const pad = Math.max(14, card * 0.2);
  const room = width - 2 * pad;
  const count = may.length;
  const easy = Math.min(card * 0.72, count > 1 ? (room - card) / (count - 1) : 0);
  const thumb = Math.max(44, card * 0.56);
  const thin = card * 0.29;
  const chosen = may.filter(Boolean).length;
  const fits = easy >= thumb || (!chosen && easy >= thin);
  const wide = fits ? easy : thumb;
  const narrow = fits ? easy : Math.max(thin, Math.min(thumb, (room - card - chosen * wide) / Math.max(1, count - chosen - 1)));
  let x = 0;
  const lefts = may.map((yes) => {
    const mine = x;
    x += yes ? wide : narrow;
    return mine;
  });
  const last = count ? lefts[count - 1] + card : 0;
  const start = last < room ? (width - last) / 2 : pad;
  return { lefts: lefts.map((left) => left + start), full: Math.max(width, last + 2 * pad) };
}

const SEEN = 30; // of a card, for it to be in sight

export function hidden(may, { lefts }, from, width) {
  const beyond = (test) => lefts.filter((x, at) => may[at] && test(x)).length;
  return [beyond((x) => x + SEEN < from), beyond((x) => x + SEEN > from + width)];
}

export function begin(may, laid, width, card) {
  const most = laid.full - width;
  const froms = laid.lefts.flatMap((x, at) => (may[at] ? [x - 20, x + card + 20 - width] : []))
    .map((from) => Math.max(0, Math.min(most, from)));
  const missed = (from) => hidden(may, laid, from, width).reduce((sum, each) => sum + each);
  return froms.reduce((best, from) => (missed(from) < missed(best) ? from : best), froms[0] ?? 0);
}
