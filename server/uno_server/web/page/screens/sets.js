/** The player's own sets of rules: lines that say what differs from a preset, and what the forms for tables do with them. */
import { book, find, worded } from "../book.js";
import { CLASHES } from "../clashes.js";
import { h } from "../dom.js";
import { optionName } from "../sentences.js";
import { keepRuleSets, renameRuleSet, ruleSets } from "../storage.js";
import { button, copied, field, typed } from "./parts.js";
import { choiceText, differences, fits, meaningless, presetTitle } from "./rules.js";

const LONGEST_LINE = 2000;
const LONGEST_NAME = 30;
const LONGEST_SENTENCE = 200;
const LEAST_LEFT = 5; // cards that are not dealt at a full table
const WORD = /(\w+=)"((?:[^"\\]|\\.)*)"|\S+/g;
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

export function lineOf({ preset, options }) {
  const quoted = (value) => (/^[^\s"\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);
  const written = ([name, value]) => `${name}=${quoted(FREE[name]?.(value) ?? value)}`;
  return [preset, ...Object.entries(differences(preset, options)).map(written)].join(" ");
}

/** The rules of a line; `idle`: its words that mean nothing. Throws an Error with a sentence for the player. */
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

const sets = () => Object.entries(ruleSets()).flatMap(([name, line]) => {
  try {
    return [[name, readLine(line)]];
  } catch {
    return []; // of a newer page
  }
});

const told = ({ preset, options }) => Object.entries(differences(preset, options)).map(choiceText).join("; ");

export const choices = (wish, act, row) => sets().map(([name, line]) =>
  row(`set ${name}`, name, wish.set === name, () => take(wish, line, name, act)));

export function take(wish, { preset, options }, name, act) {
  Object.assign(wish, { preset, options, set: name });
  act.draw();
}

export const chosenSet = (wish, act) => wish.set && typing("set-name", worded("set_name"), "renamed", worded("rename"), wish, act, "",
  button(worded("delete"), () => keep(keepRuleSets({ [wish.set]: null }), worded("deleted", { name: wish.set }), wish, act, "")));

export const lineOfOthers = (wish, act) => typing("rules-line", worded("rules_line"), "line", worded("take_rules"), wish, act,
  worded("rules_line_hint", { line: "party mercy=20" }));

export const saving = (wish, act) => [
  typing("set-save", worded("set_save"), "saved", worded("save"), wish, act, ""),
  h("p", { class: "address", id: "line-to-share", key: "line" }, lineOf(wish)),
  button(worded("copy_line"), () => copied("line-to-share") && act.tell(worded("copied")), { key: "copy" }),
];

const typing = (id, label, name, word, wish, act, hint, ...more) => [
  field(id, label, typed(wish, name, {
    placeholder: name === "renamed" && wish.set,
    on: { input: ({ target }) => { wish[name] = target.value; act.draw(); } },
  }), hint, wish.at === name ? wish.wrong : ""),
  h("div", { class: "row", key: `${id}-buttons` }, button(word, () => entered(wish, act, name)), more),
];

const DO = {
  line: (wish, act, text) => {
    const line = readLine(text);
    take(wish, line, "", act);
    const said = worded("changed_to", { preset: presetTitle(wish.preset), differences: told(wish) || worded("nothing") });
    act.tell(line.idle.length ? `${said}. ${worded("in_vain", { words: line.idle.join(", ") })}` : said);
  },
  saved: (wish, act, text) => {
    const name = checkName(text), line = lineOf(wish), old = new Map(Object.entries(ruleSets())).get(name) ?? line;
    const said = worded("saved", { name });
    keep(keepRuleSets({ [name]: line }), old === line ? said : `${said} ${worded("in_place_of", { line: old })}`, wish, act, name);
  },
  renamed: (wish, act, text) => {
    const name = checkName(text);
    if (name !== wish.set && Object.keys(ruleSets()).includes(name)) throw Error(worded("set_exists", { name }));
    keep(renameRuleSet(wish.set, name), worded("renamed", { name: wish.set, new: name }), wish, act, name);
  },
};

function keep(kept, said, wish, act, set) {
  wish.set = set;
  act.tell(kept ? said : worded("keeps_nothing"));
  act.draw();
}

/** Does what a field is for, without a name the first that is filled in. Whether there was one. */
export function entered(wish, act, name = Object.keys(DO).find((each) => wish[each]?.trim())) {
  if (!name) return false;
  wish.at = "";
  try {
    DO[name](wish, act, wish[name] ?? "");
    wish[name] = "";
  } catch (error) {
    Object.assign(wish, { at: name, wrong: error.message });
  }
  act.draw();
  return true;
}
