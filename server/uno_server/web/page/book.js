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

/** Asks for what is needed until it comes; the mark is for browsers that remember by the address that a script did not. */
export function insist(load, done, tries = 0) {
  load(tries ? `?${tries}` : "").then(done, () => setTimeout(insist, AGAIN * (tries + 1), load, done, tries + 1));
}

/** Have the book of the player's language, and what is there before it. It comes in the end. */
export function openBook() {
  const language = wishedFor();
  document.documentElement.lang = language === "pseudo" ? "en" : language;
  if (!book.point) book.labels = EARLY[language]?.labels ?? EARLY.en.labels;
  return new Promise((then) => { insist(() => beside(`book/${language}.json`), (found) => then(read(found))); });
}

/** What lies beside the scripts as JSON. @throws if it is not to be had */
export async function beside(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(name);
  return answer.json();
}

const asked = new Map(); // by part, the language whose labels were asked for

/** Whether the labels of a part that comes late are there, of which one has its name; they are fetched if not. */
export function spoken(part, draw) {
  if (find(book.labels, part)) return true;
  const language = wishedFor();
  if (asked.get(part) === language) return false;
  asked.set(part, language);
  insist(() => beside(`${part}/${language}.json`), (labels) => {
    asked.delete(part);
    Object.assign(book.labels, labels);
    draw();
  });
  return false;
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
