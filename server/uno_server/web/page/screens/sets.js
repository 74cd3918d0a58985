/** The player's own sets of rules in the forms for tables: chosen, taken from a line, saved, shared, renamed, deleted. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { checkName, lineOf, readLine } from "../sets.js";
import { keepRuleSets, renameRuleSet, ruleSets } from "../storage.js";
import { button, copied, field, typed } from "./parts.js";
import { choiceText, differences, presetTitle } from "./rules.js";

const sets = () => Object.entries(ruleSets()).flatMap(([name, line]) => {
  try {
    return [[name, readLine(line)]];
  } catch {
    return []; // of a newer page
  }
});

const told = ({ preset, options }) => Object.entries(differences(preset, options)).map(choiceText).join("; ");

/** One of the choices of rules for each set: `row(key, name, whether it is chosen, choose)`. */
export const choices = (wish, act, row) => sets().map(([name, line]) =>
  row(`set ${name}`, name, wish.set === name, () => take(wish, line, name, act)));

function take(wish, { preset, options }, name, act) {
  Object.assign(wish, { preset, options, set: name });
  act.draw();
}

export const chosenSet = (wish, act) => wish.set && typing("set-name", worded("set_name"), "renamed", worded("rename"), wish, act, "",
  button(worded("delete"), () => keep(keepRuleSets({ [wish.set]: null }), worded("deleted", { name: wish.set }), wish, act, "")));

export const lineOfOthers = (wish, act) => typing("rules-line", worded("rules_line"), "line", worded("take_rules"), wish, act,
  worded("rules_line_hint", { line: "party mercy=20" }));

/** The rules of the form as a line to share, and a name to save them under. */
export const saving = (wish, act) => [
  typing("set-save", worded("set_save"), "saved", worded("save"), wish, act, ""),
  h("p", { class: "address", id: "line-to-share", key: "line" }, lineOf(wish)),
  button(worded("copy_line"), () => copied("line-to-share") && act.tell(worded("copied")), { key: "copy" }),
];

const typing = (id, label, name, word, wish, act, hint, ...more) => [
  field(id, label, typed(wish, name, {
    placeholder: name === "renamed" && wish.set,
    on: { input: ({ target }) => { wish[name] = target.value; act.draw(); } }, // drawn, so that it can be emptied
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

/** Do what one of these fields is for; without a name, of the first in which something is typed. Whether there was one. */
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
