/** Sets of rules: what differs from a preset, as a line of text that people share (as the client writes it). */
import { book, find, worded } from "./book.js";
import { CLASHES } from "./clashes.js";
import { differences, fits, meaningless } from "./screens/rules.js";
import { optionName } from "./sentences.js";

const LONGEST_LINE = 2000;
const LONGEST_NAME = 30;
const LONGEST_SENTENCE = 200;
const LEAST_LEFT = 5; // cards that are not dealt at a full table
const WORD = /(\w+=)"((?:[^"\\]|\\.)*)"|\S+/g;

/** The choices of an option; some take other values, too. */
export const choicesOf = (option) => book.options[option].choices;
const whole = (least, most) => (text) => (/^[1-9]\d{0,4}$/.test(text) && text >= least && text <= most ? text : null);
const decimal = (most) => (text) =>
  (/^(\d+\.?\d*|\.\d+)$/.test(text) && Number(text) <= most ? String(Number(Number(text).toPrecision(6))) : null);

/** How the values are read that are not among the choices: what is written of a text, null for none. */
const FREE = {
  players: (text) => (/^\d+(-\d+)?$/.test(text) ? text.split("-").concat(text).slice(0, 2).map(Number).join("-") : null),
  hand_size: whole(1, 15),
  extra: (text) => (/^[0-4](,[0-4]){2}$/.test(text) ? text : null),
  forget_chance: decimal(1),
  uno_grace: decimal(10),
  target: whole(1, 5000),
  mercy: (text) => (text === "0" ? text : whole(16, 40)(text)),
  own_text: (text) => {
    const said = text.trim().split(/\s+/).join(" ").normalize("NFC");
    return [...said].length > LONGEST_SENTENCE || /[\p{C}\p{Zl}\p{Zp}]/u.test(said) ? null : said;
  },
};

/** Which rules do not go together, or not with the preset, in a sentence; empty if they do. */
export function clash(all, preset) {
  const [least, most] = all.players.split("-").map(Number);
  const cards = (108 + all.extra.split(",").reduce((sum, count) => sum + Number(count), 0)) * all.decks;
  const numbers = {
    players: !(least >= 2 && least <= most && most <= 10),
    hand_size: cards - most * all.hand_size < LEAST_LEFT,
  };
  const holds = ([option, patterns, of]) => (patterns ? (!of || of === preset) && fits(patterns, all, "every") : numbers[option]);
  const at = CLASHES.findIndex(holds);
  return at < 0 ? "" : `${optionName(CLASHES[at][0])}: ${book.clashes[at]}.`;
}

/** A set of rules as a line: `party mercy=20`. */
export function lineOf({ preset, options }) {
  const quoted = (value) => (/^[^\s"\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);
  const written = ([name, value]) => `${name}=${quoted(FREE[name]?.(value) ?? value)}`;
  return [preset, ...Object.entries(differences(preset, options)).map(written)].join(" ");
}

/** The set of rules that a line means; `idle`: its words that mean nothing. Throws an Error with a sentence for the player. */
export function readLine(line) {
  if ([...line].length > LONGEST_LINE) throw Error(worded("line_long", { most: LONGEST_LINE }));
  const [name = "", ...words] = [...line.matchAll(WORD)].map(([word, key, value]) =>
    (key === undefined ? word : key + value.replace(/\\(.)/g, "$1")));
  const preset = name.toLowerCase();
  if (!find(book.presets, preset)) {
    throw Error(`${worded("line_begins", { name: name || "…" })}.`);
  }
  const options = {};
  for (const word of words) {
    const [option] = word.split("=", 1), value = word.slice(option.length + 1);
    if (!find(book.options, option)) throw Error(`${worded("no_rule", { option })}.`);
    const example = () => worded("no_value", { key: option, example: choicesOf(option)[0] ?? "…" });
    if (option === word) throw Error(example());
    const read = FREE[option] ?? ((text) => (choicesOf(option).includes(text) ? text : null));
    options[option] = read(find(book.options[option].also, value) ?? value);
    if (options[option] === null) throw Error(`${worded("bad_value", { option: optionName(option), value })} ${example()}`);
  }
  const all = { ...book.presets[preset].options, ...options };
  const fault = clash(all, preset);
  if (fault) throw Error(fault);
  return { preset, options: differences(preset, options), idle: words.filter((word) => meaningless(word.split("=", 1)[0], all)) };
}

export function checkName(typed) {
  const name = typed.trim().split(/\s+/).join(" ");
  if (!name || [...name].length > LONGEST_NAME || /[\p{C}"]/u.test(name)) {
    throw Error(worded("set_named", { most: LONGEST_NAME }));
  }
  if (find(book.presets, name.toLowerCase())) throw Error(worded("set_preset", { name }));
  return name;
}
