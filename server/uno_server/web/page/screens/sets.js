/** The player's own sets of rules in the forms for tables: chosen, taken from a line, saved, shared, renamed, deleted. */
import { h } from "../dom.js";
import { optionName, valueText } from "../sentences.js";
import { checkName, lineOf, readLine } from "../sets.js";
import { keepRuleSets, renameRuleSet, ruleSets } from "../storage.js";
import { say } from "../words.js";
import { button, field, typed } from "./parts.js";
import { differences, presetTitle } from "./rules.js";

/** The sets that mean something here, each with its name. */
function sets() {
  return Object.entries(ruleSets()).flatMap(([name, line]) => {
    try {
      return [[name, readLine(line)]];
    } catch {
      return []; // of a newer page
    }
  });
}

/** What differs from the preset, in words. */
const told = ({ preset, options }) => Object.entries(differences(preset, options))
  .map(([option, value]) => `${optionName(option)}: ${valueText(option, value)}`).join("; ");

/** One of the choices of rules for each set: `row(key, name, whether it is chosen, choose)`. */
export const choices = (wish, act, row) => sets().map(([name, line]) =>
  row(`set ${name}`, name, wish.set === name, () => take(wish, line, name, act)));

function take(wish, { preset, options }, name, act) {
  Object.assign(wish, { preset, options, set: name });
  act.draw();
}

/** What becomes of the set that is chosen. */
export const chosenSet = (wish, act) => wish.set && typing("set-name", say("Name of this set"), "renamed", say("rename"), wish, act, "",
  button(say("delete"), () => keep(keepRuleSets({ [wish.set]: null }), say("{name} is deleted.", { name: wish.set }), wish, act, "")));

/** A line of somebody else's. */
export const lineOfOthers = (wish, act) => typing("rules-line", say("A line of rules"), "line", say("take these rules"), wish, act,
  say("Paste one that somebody gave you, such as {line}.", { line: "party mercy=20" }));

/** The rules of the form as a line to share, and a name to save them under. */
export const saving = (wish, act) => [
  typing("set-save", say("Save these rules as"), "saved", say("save"), wish, act, ""),
  h("p", { class: "address", id: "line-to-share", key: "line" }, lineOf(wish)),
  button(say("copy the line"), () => {
    document.getSelection().selectAllChildren(document.getElementById("line-to-share")); // for who has to copy it by hand
    if (document.execCommand("copy")) act.tell(say("Copied."));
  }, { key: "copy" }),
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
    const said = say("Changed from {preset}: {differences}", { preset: presetTitle(wish.preset), differences: told(wish) || say("nothing") });
    act.tell(line.idle.length ? `${said}. ${say("No effect under these rules: {words}.", { words: line.idle.join(", ") })}` : said);
  },
  saved: (wish, act, text) => {
    const name = checkName(text), line = lineOf(wish), old = new Map(Object.entries(ruleSets())).get(name) ?? line;
    const said = say("Saved as {name}. You find it under Rules.", { name });
    keep(keepRuleSets({ [name]: line }), old === line ? said : `${said} ${say("In place of: {line}", { line: old })}`, wish, act, name);
  },
  renamed: (wish, act, text) => {
    const name = checkName(text);
    if (name !== wish.set && Object.keys(ruleSets()).includes(name)) throw Error(say("You have a set called {name} already.", { name }));
    keep(renameRuleSet(wish.set, name), say("{name} is now called {new}.", { name: wish.set, new: name }), wish, act, name);
  },
};

function keep(kept, said, wish, act, set) {
  wish.set = set;
  act.tell(kept ? said : say("This browser keeps nothing: your sets of rules hold only until you leave the page. Keep the line."));
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
