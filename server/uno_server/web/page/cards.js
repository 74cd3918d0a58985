/** Cards: each face drawn as SVG, its colour told by a letter and a shape too. */

import { h } from "./dom.js";

const FILL = { R: "red", Y: "yellow", G: "green", B: "blue" };
const WIDTHS = { small: 44, medium: 64, large: 112 };

/** Of each colour its shape, around 0,0 and about 2 wide. */
const SHAPES = {
  R: ["circle", { r: 0.92 }],
  Y: ["path", { d: "M0-1 1.08 .86H-1.08Z" }],
  G: ["rect", { x: -0.84, y: -0.84, width: 1.68, height: 1.68 }],
  B: ["path", { d: "M0-1.14 1 0 0 1.14-1 0Z" }],
};

/** Signs of what is no number, as lines around 0,0 and about 2 wide. */
const SIGNS = {
  S: "M.64-.64-.64 .64M.9 0A.9 .9 0 1 1-.9 0 .9 .9 0 1 1 .9 0",
  R: "M-.42 .95V-.8M-.92-.3-.42-.85 .08-.3M.42-.95V.8M-.08 .3 .42 .85 .92 .3",
  WS: "M-.95-.42H.85M.35-.95 .9-.42 .35 .1M.95 .42H-.85M-.35-.1-.9 .42-.35 .95",
  WX: "M-.95-.6H-.5L.4 .6H.9M.55 .2 .95 .6 .55 1M-.95 .6H-.5L.4-.6H.9M.55-1 .95-.6 .55-.2",
  WC: "M-.9 .9-.72 .25 .42-.9 .9-.42-.25 .72ZM.1-.58 .58-.1",
};

/**
 * A card.
 * @param {string} name as in P-3: `R5`, `G+2`, `BR`, `YS`, `W`, `W+4`, `WS`, `WX`, `WC`
 * @param {object} [look]
 * @param {"small"|"medium"|"large"} [look.size]
 * @param {boolean} [look.orange] the fourth colour is called orange
 * @param {?string} [look.named] of a wild, the letter of the colour that was named
 * @param {string} [look.label] what it is called; none where something around it says so
 * @param {*} [look.key]
 */
export function card(name, look = {}) {
  const { orange = false, named = null } = look;
  const wild = name[0] === "W";
  const letter = wild ? "W" : name[0];
  const rank = wild ? name : name.slice(1);
  const fill = wild ? "wild" : tone(letter, orange);
  const ink = paint(fill, 1);
  return face(look, `card-${fill}`, look.label, [
    h("rect", { x: 5, y: 5, width: 90, height: 140, rx: 9, fill: paint(fill, 0) }),
    named ? h("rect", { x: 8.5, y: 8.5, width: 83, height: 133, rx: 6, fill: "none", stroke: paint(tone(named, orange), 0), "stroke-width": 7 }) : null,
    wild ? [tiles(named, orange), sign(rank, 50, 75, rank === "W" ? 12 : 15, ink)] : [
      shape(letter, 50, 75, letter === "Y" ? 38 : 40, ink, 1),
      sign(rank, 50, letter === "Y" ? 86 : 75, letter === "Y" ? 16 : 23, paint(fill, 0)),
    ],
    corner(letter, rank, ink, false),
    corner(letter, rank, ink, true),
  ]);
}

/**
 * The back of a card.
 * @param {object} [look] `size`, `label`, `key` as of `card`
 */
export function back(look = {}) {
  return face(look, "card-back", look.label, [
    h("rect", { x: 5, y: 5, width: 90, height: 140, rx: 9, fill: "var(--card-back)" }),
    h("rect", { x: 13, y: 13, width: 74, height: 124, rx: 5, fill: "none", stroke: "#ffffff", "stroke-opacity": 0.35, "stroke-width": 2 }),
    ["R", "Y", "G", "B"].map((letter, at) =>
      shape(letter, at % 2 ? 64 : 36, at > 1 ? 93 : 57, 11, "#ffffff", 0.6),
    ),
  ]);
}

/**
 * The shape of a colour alone, for a button or a line of text.
 * @param {string} letter R, Y, G, B
 * @param {object} [look] `orange` as of `card`
 */
export function colourShape(letter, { orange = false } = {}) {
  return h(
    "svg",
    { class: `shape shape-${letter}`, viewBox: "-1.3 -1.3 2.6 2.6", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
    h("g", { stroke: "currentColor", "stroke-width": 0.16 }, shape(letter, 0, 0, 1, paint(tone(letter, orange), 0), 1)),
  );
}

function face({ size = "medium", key }, kind, label, inside) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h(
    "svg",
    {
      ...(key === undefined ? {} : { key }),
      class: `card card-${size} ${kind}`,
      viewBox: "0 0 100 150",
      width: WIDTHS[size],
      height: WIDTHS[size] * 1.5,
      focusable: "false",
      ...named,
    },
    h("rect", { class: "card-paper", x: 0.75, y: 0.75, width: 98.5, height: 148.5, rx: 13, fill: "#ffffff", stroke: "#000000", "stroke-opacity": 0.45, "stroke-width": 1.5 }),
    inside,
  );
}

function tone(letter, orange) {
  return letter === "Y" && orange ? "orange" : FILL[letter];
}

/** A colour of cards.css: that of the card, or what is drawn on it. */
function paint(fill, ink) {
  return `var(--card-${fill}${ink ? "-ink" : ""})`;
}

function shape(letter, x, y, scale, fill, opacity) {
  const [tag, outline] = SHAPES[letter];
  return h(tag, { ...outline, transform: `translate(${x} ${y}) scale(${scale})`, fill, "fill-opacity": opacity });
}

/** The four colours of a wild, each with its shape; with one of them named, the others stand back. */
function tiles(named, orange) {
  const each = ["R", "Y", "G", "B"].map((letter, at) => {
    const fill = tone(letter, orange);
    const [right, low] = [at % 2, at > 1];
    const x = right ? 51 : 15;
    const y = low ? 76 : 40;
    return h(
      "g",
      { opacity: named && named !== letter ? 0.25 : 1 },
      h("rect", { x, y, width: 34, height: 34, rx: 5, fill: paint(fill, 0) }),
      shape(letter, x + (right ? 24 : 10), y + (low ? 24 : 10), 6, paint(fill, 1), 1),
    );
  });
  return [each, h("circle", { cx: 50, cy: 75, r: 23, fill: paint("wild", 0) })];
}

/** The number or sign of a card around a point; `scale`: half its width. */
function sign(rank, x, y, scale, ink) {
  const lines = SIGNS[rank];
  if (lines === undefined) {
    const text = rank === "W+4" ? "+4" : rank;
    const size = scale * (text.length > 1 ? 1.75 : 2.6);
    return h("text", { x, y: y + size * 0.36, fill: ink, "font-size": size, ...LETTERS }, text);
  }
  return h("path", {
    d: lines,
    transform: `translate(${x} ${y}) scale(${scale})`,
    fill: "none",
    stroke: ink,
    "stroke-width": 0.34,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}

const LETTERS = {
  "text-anchor": "middle",
  "font-family": "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  "font-weight": 800,
};

/** The rank in the upper left, the letter in the upper right; once more upside down. */
function corner(letter, rank, ink, turned) {
  return h(
    "g",
    turned ? { transform: "rotate(180 50 75)" } : {},
    sign(rank, /[+W]/.test(rank) && !(rank in SIGNS) ? 29 : 22, 24, rank === "W" ? 9 : rank in SIGNS ? 11 : 14, ink),
    rank === "W" ? null : h("text", { x: letter === "W" ? 77 : 79, y: 31, fill: ink, "font-size": 20, ...LETTERS }, letter),
  );
}
