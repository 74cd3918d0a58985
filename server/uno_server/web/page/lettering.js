/** Our own lettering, the same on every phone: one thick rounded line for each glyph, 100 high. */
import { once, picture, stroke } from "./drawing.js";

const O = "M32 0C12 0 0 18 0 50S12 100 32 100 64 82 64 50 52 0 32 0Z";
const GLYPHS = {
  0: [60, "M30 0C9 0 0 18 0 50S9 100 30 100 60 82 60 50 51 0 30 0Z"],
  1: [30, "M2 22 28 0V100"],
  2: [58, "M2 26C5 9 16 0 30 0 46 0 56 11 56 27 56 48 28 64 2 100H58"],
  3: [58, "M5 12C12 4 20 0 30 0 46 0 55 10 55 24S45 47 28 47C46 47 58 57 58 73S46 100 29 100C17 100 8 95 2 86"],
  4: [62, "M46 100V0L0 68H62"],
  5: [58, "M53 0H13L8 45C15 38 23 35 31 35 48 35 58 48 58 67S46 100 29 100C17 100 8 95 2 87"],
  6: [58, "M50 2C20 10 0 36 0 68 0 88 12 100 29 100S58 88 58 70 47 41 31 41 5 51 1 66"],
  7: [56, "M0 0H56L20 100"],
  8: [58, "M29 47C14 47 5 37 5 24S14 0 29 0 53 9 53 24 44 47 29 47C12 47 0 58 0 73S12 100 29 100 58 90 58 73 46 47 29 47Z"],
  9: [58, "M8 98C38 90 58 64 58 32 58 12 46 0 29 0S0 12 0 30 11 59 27 59 53 49 57 34"],
  A: [64, "M0 100 28 4Q32-4 36 4L64 100M12 66H52"],
  B: [54, "M0 50H28C44 50 54 60 54 75S44 100 28 100H0V0H26C40 0 49 9 49 25S40 50 26 50"],
  C: [58, "M58 20C52 7 43 0 31 0 12 0 0 18 0 50S12 100 31 100C43 100 52 93 58 80"],
  D: [58, "M0 0H22C46 0 58 20 58 50S46 100 22 100H0Z"],
  E: [46, "M46 0H0V100H46M0 50H38"],
  F: [46, "M46 0H0V100M0 52H38"],
  G: [60, "M57 18C51 6 43 0 32 0 12 0 0 18 0 50S12 100 32 100C46 100 60 92 60 76V54H36"],
  H: [56, "M0 0V100M56 0V100M0 50H56"],
  I: [0, "M0 0V100"],
  J: [42, "M42 0V70C42 90 34 100 21 100S0 92 0 78"],
  K: [54, "M0 0V100M52 0 2 58M20 40 54 100"],
  L: [44, "M0 0V100H44"],
  M: [74, "M0 100V0L37 62 74 0V100"],
  N: [58, "M0 100V0L58 100V0"],
  O: [64, O],
  P: [52, "M0 100V0H26C43 0 52 11 52 28S43 56 26 56H0"],
  Q: [64, `${O}M42 74 66 104`],
  R: [54, "M0 100V0H26C43 0 52 11 52 27S43 54 26 54H0M26 54 54 100"],
  S: [54, "M51 16C45 5 37 0 27 0 12 0 3 9 3 24 3 56 54 42 54 74 54 90 43 100 27 100 14 100 5 94 0 83"],
  T: [60, "M0 0H60M30 0V100"],
  U: [58, "M0 0V62C0 88 11 100 29 100S58 88 58 62V0"],
  V: [62, "M0 0 31 100 62 0"],
  W: [88, "M0 0 20 100 44 26 68 100 88 0"],
  X: [58, "M0 0 58 100M58 0 0 100"],
  Y: [60, "M0 0 30 52 60 0M30 52V100"],
  Z: [54, "M0 0H54L0 100H54"],
  "+": [54, "M0 52H54M27 25V79"],
  "-": [36, "M0 54H36"],
  "!": [0, "M0 0V62M0 99V100"],
  "?": [50, "M0 22C4 8 13 0 25 0 40 0 50 10 50 25 50 46 25 46 25 66M25 99V100"],
  ".": [0, "M0 99V100"],
  "’": [8, "M8 0 0 20"],
  " ": [14, ""],
};
for (const [letter, base] of ["ÄA", "ÖO", "ÜU"]) {
  const [w, d] = GLYPHS[base];
  GLYPHS[letter] = [w, `${d}M${w / 2 - 17}-32v1M${w / 2 + 17}-32v1`];
}
const GAP = 34;

/** The lines of a text in one path, and its width. */
function lines(text) {
  let x = 0;
  let d = "";
  for (const letter of text.toUpperCase()) {
    const [w, path] = GLYPHS[letter] ?? GLYPHS["?"];
    if (path) d += moved(path, x);
    x += w + (letter === " " ? 6 : GAP);
  }
  return { d, width: Math.max(0, x - GAP) };
}

/** A path with absolute commands, moved to the right: only what the glyphs use. */
function moved(path, by) {
  return path.replace(/([MLHVCSQZv])([^MLHVCSQZv]*)/g, (_, command, numbers) => {
    const all = (numbers.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    if (command === "V" || command === "v" || command === "Z") return command + all.join(" ");
    if (command === "H") return `H${all.map((n) => n + by).join(" ")}`;
    return command + all.map((n, at) => (at % 2 ? n : n + by)).join(" ");
  });
}

/**
 * A text as a sign: fill, a dark edge (of the outline and the shadow; empty for none), a hard shadow, tilted by degrees.
 * What it says stands beside it as text, for readers.
 */
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
