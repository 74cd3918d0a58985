/** Cards: 100 by 150, a number or sign in our lettering over the shape of the colour; the ground is in cards.css. */
import { h } from "./dom.js";
import { drawn, once, picture, stroke } from "./drawing.js";
import { sign } from "./lettering.js";

const INK = "#1f1530";
const PAPER = "#fff9ee";
const TONES = {
  R: ["#dc2f3c", "#a5182f", PAPER],
  Y: ["#f5b31a", "#b06a00", "#3a2200"],
  G: ["#2b9a4a", "#146b34", PAPER],
  B: ["#1f63d6", "#123f99", PAPER],
  O: ["#f37a1f", "#b34d00", "#3a1600"],
};
const ORDER = ["R", "Y", "G", "B"];
/** Of each colour its shape around 0,0; orange shares the yellow one's. */
const SHAPES = {
  R: (r) => `<circle r="${r * 0.94}"/>`,
  Y: (r) => `<path d="M0 ${-r} ${r * 1.08} ${r * 0.82}H${-r * 1.08}Z" stroke-linejoin="round"/>`,
  G: (r) => `<rect x="${-r * 0.86}" y="${-r * 0.86}" width="${r * 1.72}" height="${r * 1.72}" rx="${r * 0.16}"/>`,
  B: (r) => `<path d="M0 ${-r * 1.2} ${r * 0.98} 0 0 ${r * 1.2} ${-r * 0.98} 0Z"/>`,
};
SHAPES.O = SHAPES.Y;
const OVAL = "translate(50 75) rotate(27)";
/** Signs of what is no number, as lines in 100 by 100, and how thick they are. */
export const SIGNS = {
  S: ["M78 22 22 78M88 50A38 38 0 1 1 12 50 38 38 0 1 1 88 50Z", 0.72],
  R: ["M14 58V50C14 34 24 26 40 26H76M60 8 79 26 60 44M86 42V50C86 66 76 74 60 74H24M40 92 21 74 40 56", 0.68],
  WS: ["M30 16A40 40 0 0 1 84 32M88 10V34H64M70 84A40 40 0 0 1 16 68M12 90V66H36", 0.7],
  WX: ["M6 26H24C46 26 52 74 74 74H92M76 56 94 74 76 92M6 74H24C30 74 35 70 39 65M60 36C64 30 68 26 74 26H92M76 8 94 26 76 44", 0.66],
  WC: ["M13 87 19 62 73 8 92 27 38 81ZM59 22 78 41", 0.6],
};

let help = false;

export const colourHelp = (on) => { help = on; };

const tone = (letter, orange) => (letter === "Y" && orange ? "O" : letter);
const main = (letter) => TONES[letter][0];
const pip = (letter, x, y, r, fill, more = "") => `<g transform="translate(${x} ${y})" fill="${fill}" ${more}>${SHAPES[letter](r)}</g>`;
const small = (x, y, turn, fill) => `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-14" y="-22" width="28" height="44" rx="5" fill="${fill}" stroke="${PAPER}" stroke-width="3.2"/></g>`;
const oval = (rx, ry, fill) => `<ellipse rx="${rx}" ry="${ry}" transform="${OVAL}" fill="${fill}"/>`;
const at = (deg, r) => `${(Math.cos((deg * Math.PI) / 180) * r).toFixed(2)} ${(Math.sin((deg * Math.PI) / 180) * r).toFixed(2)}`;

const blades = (fills, place) => `<g transform="${place}">${fills.map((fill, k) => {
  const a = k * 90 - 100;
  return `<path fill="${fill}" d="M0 0Q${at(a - 46, 0.62)} ${at(a, 1)}A1 1 0 0 1 ${at(a + 90, 1)}Q${at(a + 44, 0.62)} 0 0Z"/>`;
}).join("")}</g>`;

function mark(rank, x, y, size, ink, weight = 24) {
  if (rank === "W") return blades(ORDER.map(main), `translate(${x} ${y}) scale(${size * 0.52})`);
  const text = rank === "W+4" ? "+4" : rank;
  if (!SIGNS[rank]) return sign(text, x, y, text.length > 1 ? size * 0.86 : size, ink, weight);
  const [lines, thick] = SIGNS[rank];
  return stroke(lines, ink, weight * thick, `transform="translate(${x} ${y}) scale(${size / 100}) translate(-50 -50)"`);
}

function corners(rank, letter, ink) {
  const x = rank.includes("+") ? 22 : 18.5;
  const one = mark(rank, x, 23, 19, ink) + (letter ? pip(letter, x, help ? 46 : 43, help ? 8 : 4.6, ink) : "");
  return help ? one : `${one}<g transform="rotate(180 50 75)">${one}</g>`;
}

function middle(rank, letter) {
  const [colour, deep] = letter === "Y" ? ["#cb8300", "#7d4700"] : TONES[letter];
  if (help) {
    const y = SHAPES[letter] === SHAPES.Y ? 90 : 82;
    const r = { R: 36, G: 34, B: 36 }[letter] ?? 42;
    return pip(letter, 55, 80, r, PAPER, `stroke="${PAPER}" stroke-width="5"`) + mark(rank, 55, y, rank.length > 1 ? 26 : 32, letter === "Y" ? deep : colour);
  }
  const ground = oval(33, 54, PAPER) + stroke("M-29 0A29 48 0 1 0 29 0 29 48 0 1 0-29 0Z", colour, 1.6, `transform="${OVAL}" stroke-opacity=".28"`);
  if (rank === "+2") return `${ground + small(40, 80, -16, deep) + small(60, 71, 10, colour)}<g transform="rotate(10 60 71)">${sign("+2", 60, 71, 15, PAPER, 26)}</g>`;
  const under = /^[69]$/.test(rank) ? stroke("M39 110H61", colour, 4.4) : "";
  return ground + mark(rank, 52.4, 77.4, 48, deep) + mark(rank, 50, 75, 48, colour) + under;
}

function wild(rank, named) {
  const fills = named ? Array(4).fill(main(named)) : ORDER.map(main);
  const edge = named ? `<rect x="9" y="9" width="82" height="132" rx="7" fill="none" stroke="${main(named)}" stroke-width="6"/>` : "";
  const wheel = oval(35, 56, PAPER) + blades(fills, `${OVAL} scale(33 54)`);
  const fan = () => fills.map((fill, k) => small(50 + (k - 1.5) * 11.5, 76 + (k - 1.5) ** 2 * 2.2, (k - 1.5) * 16, fill)).join("");
  const inner = rank === "W" ? (named ? pip(named, 50, 75, 20, PAPER) : "")
    : oval(24.4, 43.2, PAPER) + (rank === "W+4" ? fan() : mark(rank, 50, 75, 40, INK));
  const shape = named && rank !== "W" ? pip(named, 81, 23, 8, PAPER) : "";
  return edge + wheel + inner + shape + corners(rank, null, PAPER);
}

const EDGE = `<path fill="${PAPER}" fill-rule="evenodd" d="M0 0H100V150H0ZM15 5.5A9.5 9.5 0 0 0 5.5 15V135A9.5 9.5 0 0 0 15 144.5H85A9.5 9.5 0 0 0 94.5 135V15A9.5 9.5 0 0 0 85 5.5Z"/>`;
const TINY = { R: "m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0", Y: "m0-2 2 4h-4z", G: "m-2-2h4v4h-4z", B: "m0-2 2 2-2 2-2-2z" };
const BACK = `<path fill="#57406f" d="${Array.from({ length: 60 }, (_, k) => {
  const [x, y] = [k % 6, Math.floor(k / 6)];
  return `M${14 + x * 14.4} ${13 + y * 13.8}${TINY[ORDER[(x + y * 3) % 4]]}`;
}).join("")}"/>${oval(36, 57, "#2a1d3f")}${stroke("M-30 0A30 50 0 1 0 30 0 30 50 0 1 0-30 0Z", PAPER, 2.4, `transform="${OVAL}"`)}${blades(ORDER.map(main), `${OVAL} scale(20 32)`)}`;

/**
 * A card by its name (P-1.6). `size`: small, medium or large; `orange`: the fourth colour is called so; `named`: of a wild,
 * the colour that was named; `label`: what it is called, none where something around it says so.
 */
export function card(name, look = {}) {
  const named = look.named ? tone(look.named, look.orange) : "";
  const letter = name[0] === "W" ? "W" : tone(name[0], look.orange);
  const rank = name.slice(1);
  return face(look, letter, `${letter}${rank}.${named}${help}`, () =>
    (letter === "W" ? wild(name, named) : middle(rank, letter) + corners(rank, letter, TONES[letter][2])));
}

export const back = () => face({}, "W", "back", () => BACK);

function face({ size = "medium", label = "" }, ground, which, markup) {
  const inside = once(`card ${which}`, () => drawn(markup() + EDGE));
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return once(`card ${which} ${size} ${label}`, () =>
    h("svg", { ...named, class: `card card-${size} of-${ground}`, viewBox: "0 0 100 150", focusable: "false" }, inside));
}

export const colourShape = (letter) => once(`shape ${letter}`, () =>
  picture(`shape shape-${letter}`, "-12 -12 24 24", pip(letter, 0, 0, 9.4, "currentColor")));

export const pattern = () => once("pattern", () => h("svg", { class: "pattern", "aria-hidden": "true" }, drawn(
  `<pattern id="woven" width="148" height="148" patternUnits="userSpaceOnUse" patternTransform="rotate(18)">${ORDER.map((letter, k) =>
    pip(letter, k % 2 ? 111 : 37, k > 1 ? 111 : 37, 9, "#fff")).join("")}</pattern><rect width="100%" height="100%" fill="url(#woven)"/>`)));
