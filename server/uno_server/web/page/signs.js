/** Signs of reactions: six of them are drawn, the others are words. */
import { once, picture, stroke } from "./drawing.js";

const INK = "#3a2200";
const smiley = (inside) => `<circle cx="50" cy="50" r="44" fill="#ffc93c" stroke="#c7860c" stroke-width="4"/>${inside}`;
const line = (d, ink = INK, wide = 7) => stroke(d, ink, wide);
const dots = '<circle cx="34" cy="40" r="6.5" fill="#3a2200"/><circle cx="66" cy="40" r="6.5" fill="#3a2200"/>';

const SIGNS = {
  nice: '<path d="M12 46H28V88H12Z" fill="#1f63d6"/><path d="M32 48 48 12C58 8 62 18 60 26L57 40H80C88 40 91 47 88 54L78 82C76 87 72 88 68 88H44L32 84Z" fill="#ffc93c" stroke="#c7860c" stroke-width="4" stroke-linejoin="round"/>',
  haha: smiley(`${line("M24 44Q33 32 42 44M58 44Q67 32 76 44")}<path d="M26 54H74Q74 82 50 82T26 54Z" fill="#5b1530"/><path d="M36 75Q50 62 64 75 50 87 36 75Z" fill="#ff7b8a"/>`),
  wow: smiley(`${dots}<ellipse cx="50" cy="68" rx="11" ry="15" fill="#5b1530"/>`),
  oops: smiley(`${dots}${line("M32 72 41 64 50 72 59 64 68 72")}`),
  thanks: '<path d="M50 86C18 62 8 48 12 32 17 14 40 12 50 30 60 12 83 14 88 32 92 48 82 62 50 86Z" fill="#dc2f3c" stroke="#8c1226" stroke-width="4" stroke-linejoin="round"/>',
  hurry: `<path d="M28 14H72C72 38 56 44 56 50S72 62 72 86H28C28 62 44 56 44 50S28 38 28 14Z" fill="#fff9ee" stroke="#5d5270" stroke-width="5" stroke-linejoin="round"/><path d="M37 80C40 68 48 66 50 60 52 66 60 68 63 80ZM38 30H62C60 38 52 42 50 46 48 42 40 38 38 30Z" fill="#f5b31a"/>${line("M22 12H78M22 88H78", "#5d5270", 8)}`,
};

/** The reactions that are one tap. */
export const ONE_TAP = Object.keys(SIGNS);

/** The sign of a reaction; null where it is words. */
export const signOf = (code) => (Object.hasOwnProperty.call(SIGNS, code) 
  ? once(`sign ${code}`, () => picture("sign", "0 0 100 100", SIGNS[code])) : null);
