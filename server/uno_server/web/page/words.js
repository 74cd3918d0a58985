/** Words: what each text is called in the language of the page. Modules ask for it by the English text. */

import { SPOKEN } from "./spoken.js";

/** The languages that can be chosen, each by its own name; `pseudo` shows which texts are not translated. */
export const LANGUAGES = SPOKEN;

const PLACE = /\{([a-z_]+)\}/g;
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."áƀçđéƒǧħíĵķľɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑǦĦÍĴĶĽṀÑÓƤɊŔŠŤÚṼŴẊÝŽ"];

let spoken = "en";
let texts = {};

/**
 * A text in the language of the page, with what stands in its `{places}`.
 * @param {string} text in English, as a literal: `scripts/generate.py` reads it here
 * @param {Object<string, *>} [args]
 * @returns {string}
 */
export function say(text, args) {
  return filled(known(text), args);
}

/**
 * The form of a text that suits a number, which stands in its place `{n}`.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Object<string, *>} [args]
 * @returns {string}
 */
export function sayMany(one, many, count, args) {
  const said = count === 1 ? one : many;
  const forms = spoken === "pseudo" ? accented(said) : texts[keyOf(many)];
  const chosen = Array.isArray(forms) ? forms[count === 1 ? 0 : 1] : forms || said;
  return filled(chosen, { n: count, ...args });
}

/**
 * A text that means two things in English; the context tells which, and nobody sees it.
 * @param {string} context
 * @param {string} text
 * @param {Object<string, *>} [args]
 * @returns {string}
 */
export function sayAs(context, text, args) {
  const found = spoken === "pseudo" ? accented(text) : texts[keyOf(`${context}\u0004${text}`)];
  return filled(found || text, args);
}

/**
 * Mark a text of a table, which `say` translates where it is shown; gives it unchanged.
 * @param {string} text
 * @returns {string}
 */
export function mark(text) {
  return text;
}

/**
 * Let the page speak a language from now on; one that is not known, or not to be had, is English.
 * @param {string} language
 * @returns {Promise<string>} the language that it speaks now
 */
export async function load(language) {
  if (language !== "pseudo" && language !== "en" && language in LANGUAGES) {
    const words = await beside(`words/${language}.json`);
    return words ? use(language, words) : use("en", {});
  }
  return use(language === "pseudo" ? "pseudo" : "en", {});
}

/** What lies beside the scripts as JSON; undefined if it is not to be had. @param {string} name */
export async function beside(name) {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    if (answer.ok) return await answer.json();
  } catch {
    // the page does without it
  }
}

/**
 * Let the page speak a language whose words are here already.
 * @param {string} language
 * @param {Object<string, string|string[]>} words by `keyOf` of the English text
 * @returns {string}
 */
export function use(language, words) {
  spoken = language;
  texts = words;
  return spoken;
}

/** The language that the page speaks. */
export function language() {
  return spoken;
}

/**
 * The language to begin with: that of the address (`?lang=de`), else the one set before, else the browser's.
 * @param {string} [query] `location.search`
 * @param {string} [kept] what the player has set
 * @param {string[]} [wished] `navigator.languages`
 * @returns {string}
 */
export function preferred(query = "", kept = "", wished = []) {
  const asked = new URLSearchParams(query).get("lang");
  const codes = [asked, kept, ...wished.map((each) => each.slice(0, 2).toLowerCase())];
  return codes.find((code) => code && (code in LANGUAGES || code === "pseudo")) || "en";
}

/** The language that the player wishes for here. @param {string} kept what the player has set: a code, or `auto` */
export const languageFor = (kept) => preferred(location.search, kept === "auto" ? "" : kept, [...navigator.languages]);

/**
 * `a`, `a and b`, `a, b and c`.
 * @param {string[]} words
 * @returns {string}
 */
export function listing(words) {
  if (words.length < 2) return words.join("");
  return say("{some} and {last}", { some: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

function known(text) {
  const found = spoken === "pseudo" ? accented(text) : texts[keyOf(text)] || text;
  return Array.isArray(found) ? found[found.length - 1] : found; // elsewhere it has a form for one, too
}

/** The key of a text in a file of words, as `scripts/environment/translations.py` makes it: FNV-1a, 24 bits. */
export function keyOf(text) {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return (number >>> 8).toString(36);
}

function filled(text, args) {
  return args ? text.replace(PLACE, (place, name) => (name in args ? String(args[name]) : place)) : text;
}

/** English without a letter of ASCII, in brackets and longer by a third: what stays plain has no translation. */
function accented(text) {
  if (!text) return text;
  const told = text.replace(/\{[^}]*\}|[a-zA-Z]/g, (part) => ACCENTED[PLAIN.indexOf(part)] || part);
  return `⟦${told}${"·".repeat(text.length / 3)}⟧`;
}
