/** The rules of a table in words: what differs from the preset, then all of them. */
import { book, find, worded } from "../book.js";
import { MEANINGLESS } from "../clashes.js";
import { h } from "../dom.js";
import { optionName, perTurnText, presetText, ruleText, valueText } from "../sentences.js";
import { cap, group, sheet } from "./parts.js";

const MOST_NAMED = 4;
export const presetTitle = (preset) => find(book.presets, preset)?.title || cap(preset.replaceAll("_", " "));
export const valuesOf = (preset) => find(book.presets, preset)?.options ?? null;

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

export const SIGNS = {
  stacking: "G+2", seven_zero: "R7", jump_in: "B4", draw_until_playable: "Y3", chains: "B5", doubles: "Y6", mercy: "R+2",
  customizable_rule: "WC", extra: "WS", wild_draw_four: "W+4", uno: "W", goal: "G9",
};

export function special({ preset, options }) {
  const differs = differences("official", { ...valuesOf(preset), ...options });
  return Object.keys(SIGNS).filter((option) => option in differs && option !== "goal").slice(0, MOST_NAMED).map(optionName);
}

/** Whether the values of options fit such patterns: `every` of them, or `some`. */
export const fits = (patterns, rules, how) =>
  Object.entries(patterns)[how](([option, pattern]) => new RegExp(pattern).test(rules[option] ?? book.usual[option]));

export const meaningless = (option, rules) => fits(MEANINGLESS[option] ?? {}, rules, "some");

const asked = (model, act, code) => { model.rules = null; act.ask("table_rules", { table: code }); };
export function readRules(model, act, code) {
  act.go("rules");
  asked(model, act, code);
}

export function rules(model, act) {
  const { rules: told, table } = model;
  if (told && table && table.room.fingerprint !== told.fingerprint) asked(model, act, table.code); // they were changed
  if (!model.rules) return sheet("rules", worded("rules"), act, h("p", { class: "quiet" }, worded("loading")));
  const { name, preset, fingerprint, turn_seconds: seconds } = told;
  const differs = Object.entries(changed(told));
  const said = ([option, value]) => ruleText(option, value) || choiceText([option, value]);
  return sheet("rules", worded("rules_of", { table: name }), act,
    h("p", {}, h("b", {}, presetTitle(preset)), ": ", presetText(preset)),
    differs.length > 0 && group(worded("rules_changed", { preset: presetTitle(preset) }), points(differs.map(said))),
    told.words.map(({ title, lines }) => group(title, points(lines))),
    h("p", {}, cap(perTurnText(seconds))),
    h("p", { class: "quiet" }, worded("rules_line_told", { preset: presetTitle(preset), fingerprint })));
}

export const choiceText = ([option, value]) => `${optionName(option)}: ${valueText(option, value)}`;
const points = (lines) => h("ul", { class: "points" }, lines.map((line) => h("li", {}, line)));
