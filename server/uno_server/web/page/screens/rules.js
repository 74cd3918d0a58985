/** The rules of a table in words: what they cost first, then what differs from the preset, then all of them. */
import { book, find, worded } from "../book.js";
import { MEANINGLESS } from "../clashes.js";
import { h } from "../dom.js";
import { optionName, perTurnText, presetText, ruleText, valueText } from "../sentences.js";
import { cap, group, sheet } from "./parts.js";

const MOST_NAMED = 4;
const PENALTIES = ["uno_penalty", "false_uno_penalty", "out_of_turn_penalty"];

/** What a preset is called on the page. */
export const presetTitle = (preset) => find(book.presets, preset)?.title || cap(preset.replaceAll("_", " "));

/** Every option in force at a table of the list: those of its preset, with what differs. */
const inForce = ({ preset, options }) => ({ ...valuesOf(preset), ...options });

/** Every option with its value in a preset; null if it is not known here. */
export const valuesOf = (preset) => find(book.presets, preset)?.options ?? null;

/** What these rules punish, one sentence each. */
export function costs(table) {
  const rules = table.rules ?? inForce(table);
  return PENALTIES.filter((option) => Number(rules[option]) > 0 && !silent(option, rules))
    .map((option) => sentence(option, rules[option]));
}

/** What differs from the preset, as the client tells it: what means nothing counts as usual. */
export function differences(preset, options) {
  const base = valuesOf(preset);
  if (!base) return { ...options }; // of a newer server
  const all = { ...base, ...options };
  const told = Object.keys(all).map((option) => [option, meaningless(option, all) ? book.usual[option] : all[option]]);
  return Object.fromEntries(told.filter(([option, value]) => value !== base[option]));
}

/** What differs from the preset at a table: its options may say again what the preset says. */
export const changed = ({ preset, options, own_text: own }) => differences(preset, { ...options, ...(own && { own_text: own }) });

const sentence = (option, value) => ruleText(option, value) || `${optionName(option)}: ${valueText(option, value)}`;

/** Rules that make a game another one, each with a card that stands for it. */
export const SIGNS = {
  stacking: "G+2", seven_zero: "R7", jump_in: "B4", draw_until_playable: "Y3", chains: "B5", doubles: "Y6", mercy: "R+2",
  customizable_rule: "WC", extra: "WS", wild_draw_four: "W+4", uno: "W", goal: "G9",
};

/** What makes these rules others than the usual ones: the names of some options. */
export function special({ preset, options }) {
  const differs = differences("official", inForce({ preset, options }));
  return Object.keys(SIGNS).filter((option) => option in differs && option !== "goal").slice(0, MOST_NAMED).map(optionName);
}

/** Whether the values of options fit such patterns: `every` of them, or `some`. */
export const fits = (patterns, rules, how) =>
  Object.entries(patterns)[how](([option, pattern]) => new RegExp(pattern).test(rules[option] ?? book.usual[option]));

/** Whether another option makes this one meaningless (P-7.12). */
export const meaningless = (option, rules) => fits(MEANINGLESS[option] ?? {}, rules, "some");

/** Whether an option says nothing under these rules: it is meaningless, or another one says it already. */
export const silent = (option, rules) => meaningless(option, rules) || {
  draw_two_on_wild_draw_four: (rules.stacking ?? "").startsWith("any"),
  uno_penalty: rules.uno === "automatic" || rules.uno === "off",
  false_uno_penalty: rules.uno !== "call",
}[option] === true;

/** The page: rules of the own table, or of one in the list. */
export function rules(model, act) {
  const told = model.table ? { ...model.table.room, name: model.table.room.name } : model.rules;
  if (!told) return sheet("rules", worded("rules"), act, h("p", { class: "quiet" }, worded("loading")));
  const { name, preset, fingerprint, turn_seconds: seconds } = told;
  const all = { ...book.usual, ...told.rules, own_text: told.own_text ?? "" };
  const penalties = costs(told), differs = changed(told);
  return sheet(
    "rules", worded("rules_of", { table: name }), act,
    h("p", {}, h("b", {}, presetTitle(preset)), ": ", presetText(preset)),
    Object.keys(differs).length > 0 && group(worded("rules_changed", { preset: presetTitle(preset) }), points(differs)),
    penalties.length > 0 && group(worded("rules_cost"),
      h("ul", { class: "points" }, penalties.map((each) => h("li", {}, each)))),
    book.sections.map(([title, names]) => {
      const unsaid = (option) => book.options[option].unsaid && all[option] === book.usual[option];
      const shown = names.filter((option) => !unsaid(option) && !silent(option, all) && !PENALTIES.includes(option));
      return shown.length > 0 && group(title, points(Object.fromEntries(shown.map((each) => [each, all[each]]))));
    }),
    h("p", {}, cap(perTurnText(seconds))),
    h("p", { class: "quiet" }, worded("rules_line_told", { preset: presetTitle(preset), fingerprint })),
  );
}

const points = (options) => h("ul", { class: "points" },
  Object.entries(options).map(([option, value]) => h("li", {}, sentence(option, value))));
