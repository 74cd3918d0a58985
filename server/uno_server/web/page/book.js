/** The book: every text of the page, as the server words it. */
import { settings } from "./storage.js";

const AGAIN = 1000; // milliseconds until it is asked for again, each time so much later
const PLACE = /\{([a-z_]+)\}/g;
/** By code each language: its own name, and the labels that are there before the book. */
const EARLY = JSON.parse(globalThis.document?.getElementById("early").textContent ?? '{"en":{}}');

/** The languages that can be chosen, each by its own name; `pseudo` shows which texts are not translated. */
export const LANGUAGES = Object.entries(EARLY).map(([code, { name }]) => [code, name]);

/** Nearly empty until it has come (`uno_protocol/wording/book.py`). */
export const book = {
  usual: {}, presets: {}, sections: [], options: {}, customizable: {}, levels: {}, clashes: [], colours: {}, ranks: {},
  ordinals: [], paces: {}, reactions: {}, records: {}, waiting: {}, farewells: {}, faces: [], phases: {}, doors: {},
  labels: {}, point: "",
};

/** The language of the address (`?lang=de`), else the one set before, else the browser's. */
export function preferred(query = "", kept = "", wished = []) {
  const asked = new URLSearchParams(query).get("lang");
  const codes = [asked, kept, ...wished.map((each) => each.slice(0, 2).toLowerCase())];
  return codes.find((code) => code === "pseudo" || find(EARLY, code)) ?? "en";
}

export function wishedFor() {
  const { language } = settings();
  return preferred(location.search, language === "auto" ? "" : language, navigator.languages);
}

/** Have the book of the player's language, and what is there before it. It comes in the end. */
export async function openBook(tries = 1) {
  const language = wishedFor();
  document.documentElement.lang = language === "pseudo" ? "en" : language;
  if (!book.point) book.labels = EARLY[language]?.labels ?? EARLY.en.labels;
  const found = await beside(`book/${language}.json`);
  if (found) return read(found);
  await new Promise((then) => { setTimeout(then, AGAIN * tries); });
  return openBook(tries + 1);
}

/** What lies beside the scripts as JSON; undefined if it is not to be had. */
export async function beside(name) {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    if (answer.ok) return await answer.json();
  } catch {
    // the page does without it
  }
}

export function read(found) {
  Object.assign(book, found);
  for (const preset of Object.values(book.presets)) preset.options = { ...book.usual, ...preset.options };
}

/** The label of that name, with what belongs into its places (`n`: of which form); no words if there is none (`labels.py`). */
export function worded(name, args) {
  const label = find(book.labels, name) ?? "";
  const said = Array.isArray(label) ? label[args.n === 1 ? 0 : 1] : label;
  return args ? said.replace(PLACE, (place, each) => (each in args ? String(args[each]) : place)) : said;
}

/** What a table of ours has for a word of the server, which may be any. */
export const find = (table, key) => (Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined);
