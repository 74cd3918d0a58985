/** Our own lettering, the same on every phone: one thick rounded line for each glyph, 100 high, from its upper left corner on. */
import { once, picture, stroke } from "./drawing.js";

const O = "m32 0c-20 0-32 18-32 50s12 50 32 50 32-18 32-50-12-50-32-50z";
const GLYPHS = {
  0: [60, "m30 0c-21 0-30 18-30 50s9 50 30 50 30-18 30-50-9-50-30-50z"],
  1: [30, "m2 22 26-22v100"],
  2: [58, "m2 26c3-17 14-26 28-26 16 0 26 11 26 27 0 21-28 37-54 73h56"],
  3: [58, "m5 12c7-8 15-12 25-12 16 0 25 10 25 24s-10 23-27 23c18 0 30 10 30 26s-12 27-29 27c-12 0-21-5-27-14"],
  4: [62, "m46 100v-100l-46 68h62"],
  5: [58, "m53 0h-40l-5 45c7-7 15-10 23-10 17 0 27 13 27 32s-12 33-29 33c-12 0-21-5-27-13"],
  6: [58, "m50 2c-30 8-50 34-50 66 0 20 12 32 29 32s29-12 29-30-11-29-27-29-26 10-30 25"],
  7: [56, "m0 0h56l-36 100"],
  8: [58, "m29 47c-15 0-24-10-24-23s9-24 24-24 24 9 24 24-9 23-24 23c-17 0-29 11-29 26s12 27 29 27 29-10 29-27-12-26-29-26z"],
  9: [58, "m8 98c30-8 50-34 50-66 0-20-12-32-29-32s-29 12-29 30 11 29 27 29 26-10 30-25"],
  A: [64, "m0 100 28-96q4-8 8 0l28 96m-52-34h40"],
  B: [54, "m0 50h28c16 0 26 10 26 25s-10 25-26 25h-28v-100h26c14 0 23 9 23 25s-9 25-23 25"],
  C: [58, "m58 20c-6-13-15-20-27-20-19 0-31 18-31 50s12 50 31 50c12 0 21-7 27-20"],
  D: [58, "m0 0h22c24 0 36 20 36 50s-12 50-36 50h-22z"],
  E: [46, "m46 0h-46v100h46m-46-50h38"],
  F: [46, "m46 0h-46v100m0-48h38"],
  G: [60, "m57 18c-6-12-14-18-25-18-20 0-32 18-32 50s12 50 32 50c14 0 28-8 28-24v-22h-24"],
  H: [56, "m0 0v100m56-100v100m-56-50h56"],
  I: [0, "m0 0v100"],
  J: [42, "m42 0v70c0 20-8 30-21 30s-21-8-21-22"],
  K: [54, "m0 0v100m52-100-50 58m18-18 34 60"],
  L: [44, "m0 0v100h44"],
  M: [74, "m0 100v-100l37 62 37-62v100"],
  N: [58, "m0 100v-100l58 100v-100"],
  O: [64, O],
  P: [52, "m0 100v-100h26c17 0 26 11 26 28s-9 28-26 28h-26"],
  Q: [64, `${O}m10 74 24 30`],
  R: [54, "m0 100v-100h26c17 0 26 11 26 27s-9 27-26 27h-26m26 0 28 46"],
  S: [54, "m51 16c-6-11-14-16-24-16-15 0-24 9-24 24 0 32 51 18 51 50 0 16-11 26-27 26-13 0-22-6-27-17"],
  T: [60, "m0 0h60m-30 0v100"],
  U: [58, "m0 0v62c0 26 11 38 29 38s29-12 29-38v-62"],
  V: [62, "m0 0 31 100 31-100"],
  W: [88, "m0 0 20 100 24-74 24 74 20-100"],
  X: [58, "m0 0 58 100m0-100-58 100"],
  Y: [60, "m0 0 30 52 30-52m-30 52v48"],
  Z: [54, "m0 0h54l-54 100h54"],
  "+": [54, "m0 52h54m-27-27v54"],
  "-": [36, "m0 54h36"],
  "!": [0, "m0 0v62m0 37v1"],
  "?": [50, "m0 22c4-14 13-22 25-22 15 0 25 10 25 25 0 21-25 21-25 41m0 33v1"],
  ".": [0, "m0 99v1"],
  "’": [8, "m8 0-8 20"],
  " ": [14, ""],
};
for (const [letter, base] of ["ÄA", "ÖO", "ÜU"]) {
  const [w, d] = GLYPHS[base];
  GLYPHS[letter] = [w, `m${w / 2 - 17}-32v1m34-1v1m${-w / 2 - 17} 31${d}`];
}
const GAP = 34;

function lines(text) {
  let x = 0;
  let d = "";
  for (const letter of text.toUpperCase()) {
    const [w, path] = GLYPHS[letter] ?? GLYPHS["?"];
    if (path) d += `M${x} 0${path}`;
    x += w + (letter === " " ? 6 : GAP);
  }
  return { d, width: Math.max(0, x - GAP) };
}

/** A text as a sign, with an edge and a shadow (`edge` empty: without), tilted by degrees; beside it stands what it says. */
export function lettering(text, { fill = "#fff8ea", edge = "#1d1428", tilt = 0 } = {}) {
  return once(`text ${text} ${fill} ${edge} ${tilt}`, () => {
    const { d, width } = lines(text);
    const top = /[ÄÖÜ]/i.test(text) ? 32 : 0;
    const outline = edge && stroke(d, edge, 45, 'transform="translate(4 9)"') + stroke(d, edge, 45);
    return picture("lettering", `-30 ${-38 - top} ${width + 60} ${176 + top}`,
      `<g transform="rotate(${tilt} ${width / 2} 50)">${outline}${stroke(d, fill, 25)}</g>`);
  });
}

/** A text within another drawing, `size` high around a point, as markup. */
export function sign(text, x, y, size, ink, weight = 24) {
  const { d, width } = lines(text);
  return stroke(d, ink, weight, `transform="translate(${x} ${y}) scale(${size / 100}) translate(${-width / 2} -50)"`);
}
