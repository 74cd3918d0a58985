/** The book: what rules, cards and levels are called, and what they mean, as the server words them in the page's language. */
import { settings } from "./storage.js";
import { beside, languageFor } from "./words.js";

const AGAIN = 1000; // milliseconds until it is asked for again, each time so much later

/** Empty until it has come (`uno_protocol/wording/book.py`). */
export const book = {
  usual: {}, presets: {}, sections: [], options: {}, customizable: {}, levels: {}, clashes: [], colours: {}, ranks: {},
  ordinals: [], paces: {}, reactions: {}, records: {}, waiting: {}, farewells: {}, faces: [], phases: {}, doors: {},
  point: ".",
};

/** Have the book of the player's language. It comes in the end. */
export async function openBook(tries = 1) {
  const found = await beside(`book/${languageFor(settings().language)}.json`);
  if (found) return read(found);
  await new Promise((then) => { setTimeout(then, AGAIN * tries); });
  return openBook(tries + 1);
}

/** This is the book from now on. */
export function read(found) {
  Object.assign(book, found);
  for (const preset of Object.values(book.presets)) preset.options = { ...book.usual, ...preset.options };
}

/** What a table of ours has for a word of the server, which may be any. */
export const find = (table, key) => (Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined);
