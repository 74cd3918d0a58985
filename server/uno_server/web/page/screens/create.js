/** A new table: its rules, what is different in them, who plays; and a form to change a table. */
import { book, worded } from "../book.js";
import { card, pattern } from "../cards.js";
import { h } from "../dom.js";
import { face } from "../faces.js";
import { optionName, presetText, ruleText, valueText } from "../sentences.js";
import { levels, levelText } from "./levels.js";
import { cap, chosen, field, form, sheet, sketch, submit, tick, typed } from "./parts.js";
import { ART, resting } from "./room.js";
import { differences, meaningless, presetTitle, SIGNS, valuesOf } from "./rules.js";
import { choices, choicesOf, chosenSet, clash, entered, lineOfOthers, saving } from "./sets.js";

const SECONDS = [0, 10, 15, 20, 30, 45, 60, 90, 120, 300];
const PACES = { calm: 1.5, normal: 1, brisk: 0.5 };
const NAME_LENGTH = 32;
const MARKS = ["listed", "watching", "show_hands"];
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), String(from + at)]);

const fresh = (model) => ({
  name: worded("whose_table", { name: model.name }).slice(0, NAME_LENGTH),
  preset: "official", options: {}, seats: "4", bots: "0", level: "normal", seconds: "30", pace: "normal",
  password: "", listed: true, watching: true, show_hands: false, fault: "", at: "",
});

function differing(wish) {
  const { own_text: own = "", ...options } = differences(wish.preset, wish.options);
  return { options, own_text: own };
}

const refused = ({ preset, options }) => clash({ ...valuesOf(preset), ...differences(preset, options) });

/** What Enter does in a form: what was typed for a set of rules goes first; rules that clash are not sent. */
function sent(wish, act, run) {
  if (entered(wish, act)) return;
  wish.fault = refused(wish);
  if (!wish.fault) return void run();
  wish.more = true;
  act.focus("create-fault");
}

export function create(model, act) {
  const wish = (act.ui.create ??= fresh(model));
  const seats = seatsOf(wish), bots = botsOf(wish);
  return sheet("create", worded("new_table"), act, form("new-table", () => sent(wish, act, () => open(wish, act)),
    h("div", { class: "cols" },
      h("div", {},
        presets(wish, act),
        h("div", { class: "panel stack" },
          h("div", { class: "row" },
            seatsField(wish, act),
            field("bots", worded("bots"),
              chosen({ bots }, "bots", numbers(0, seats - 1), act, (value) => { wish.bots = value; }))),
          bots > 0 && field("levels", worded("level"),
            chosen(wish, "level", levels().map(([level, name]) => [level, cap(name)]), act),
            `${cap(levelText(wish.level, wish, seats, act))}.`))),
      h("div", {},
        different(wish),
        h("details", { class: "panel", open: wish.more },
          h("summary", { on: { click: (event) => { event.preventDefault(); wish.more = !wish.more; act.draw(); } } }, worded("more_rules")),
          h("div", { class: "stack" },
            field("table-name", worded("name"), typed(wish, "name", { maxlength: String(NAME_LENGTH) }), worded("name_hint")),
            passwordField(wish, "none"),
            around(wish, act),
            options(wish, act))))),
    ending(wish, worded("open"))));
}

const ending = ({ fault }, words) => [
  fault && h("p", { class: "fault", id: "create-fault", tabindex: "-1" }, fault),
  h("div", { class: "sticky" }, submit(words, "main")),
];

const passwordField = (wish, now) => field("password-new", worded("password"),
  typed(wish, "password", { maxlength: "60", placeholder: worded(now) }), worded("password_hint"));

const TILES = { official: "R", party: "B", first_game: "G" };

function presets(wish, act) {
  const choose = (preset) => () => {
    Object.assign(wish, { preset, options: {}, set: "" });
    act.draw();
  };
  const radio = (value, checked, change) => h("input", { type: "radio", name: "preset", value, checked, on: { change } });
  const tile = ([preset, colour]) => {
    const on = !wish.set && preset === wish.preset;
    return h("label", { key: preset, class: `pick felt-${colour}` }, pattern(), radio(preset, on, choose(preset)),
      h("span", { class: "stack3", "aria-hidden": "true" }, preset === "first_game" && face(10, "joy"), ART[preset].map((each) => card(each))),
      on && h("span", { class: "okay" }, sketch("check")), presetTitle(preset), h("small", {}, worded(`tile_${preset}`)));
  };
  const chip = (value, name, on, change) => h("label", { key: value, class: "preset" }, radio(value, on, change), h("span", {}, name));
  const others = Object.keys(book.presets).filter((preset) => !(preset in TILES));
  return h("fieldset", { class: "stack presets" },
    h("legend", { class: "unseen" }, worded("rules")),
    h("div", { class: "picks" }, Object.entries(TILES).map(tile)),
    h("div", { class: "chips-row" },
      others.map((preset) => chip(preset, presetTitle(preset), !wish.set && preset === wish.preset, choose(preset))),
      choices(wish, act, chip)),
    chosenSet(wish, act));
}

function different(wish) {
  const differs = Object.entries(differences("official", { ...valuesOf(wish.preset), ...wish.options }));
  const said = (option, value) => ruleText(option, value) || valueText(option, value);
  const told = differs.filter(([option]) => !(option in SIGNS));
  const drawn = Object.keys(SIGNS).flatMap((option) => differs.filter(([name]) => name === option));
  return h("section", { class: "panel stack", "aria-labelledby": "different" },
    h("h2", { id: "different" }, worded("different")),
    h("p", { class: "hint" }, presetText(wish.preset)),
    drawn.length > 0 && h("ul", { class: "rules-list" }, drawn.map(([option, value]) => h("li", { key: option }, card(SIGNS[option]),
      h("span", {}, h("b", {}, optionName(option)), h("small", {}, said(option, value)))))),
    told.length > 0 && h("ul", { class: "points hint" }, told.map(([option, value]) => h("li", { key: option }, said(option, value)))));
}

const bounds = (wish) => (wish.options.players ?? valuesOf(wish.preset).players).split("-").map(Number);

function seatsOf(wish) {
  const [least, most] = bounds(wish);
  return Math.max(least, Math.min(most, Number(wish.seats)));
}
const botsOf = (wish) => Math.min(Number(wish.bots), seatsOf(wish) - 1);

const seatsField = (wish, act) => field("seats", worded("seats"),
  chosen({ seats: seatsOf(wish) }, "seats", numbers(...bounds(wish)), act, (value) => { wish.seats = value; }));

const around = (wish, act) => h("div", { class: "stack", key: "around" },
  field("turn", worded("seconds"), chosen(wish, "seconds",
    [...new Set([...SECONDS, Number(wish.seconds)])].sort((one, other) => one - other)
      .map((each) => [String(each), each ? String(each) : worded("off")]), act),
  worded("seconds_hint")),
  field("pace", worded("pace"),
    chosen(wish, "pace", [...(wish.pace ? [] : [["", worded("unchanged")]]),
      ...Object.entries(book.paces).map(([pace, [word]]) => [pace, word])], act), worded("pace_hint")),
  MARKS.map((mark) => tick(mark, worded(mark), wish, mark)));

function options(wish, act) {
  const base = valuesOf(wish.preset);
  const all = { ...base, ...wish.options };
  const fault = refused(wish);
  return [...book.sections.map(([title, names]) => {
    const shown = names.filter((option) => !meaningless(option, all));
    return shown.length > 0 && h("fieldset", { class: "stack", key: title },
      h("legend", {}, h("h2", {}, title)),
      shown.map((option) => {
        const choose = (value) => Object.assign(wish, { options: { ...wish.options, [option]: value }, fault: "" });
        if (option === "own_text") {
          return field("rule-own_text", optionName(option), typed(all, option,
            { maxlength: "200", on: { input: ({ target }) => { choose(target.value); act.draw(); } } }), worded("own_text"));
        }
        const choices = [...new Set([...choicesOf(option), all[option]])];
        return field(`rule-${option}`, `${optionName(option)}${all[option] === base[option] ? "" : " *"}`,
          chosen(all, option, choices.map((value) => [value, valueText(option, value)]), act, choose),
          ruleText(option, all[option]));
      }));
  }), fault && h("p", { key: "clash", class: "fault", role: "status" }, fault), lineOfOthers(wish, act), saving(wish, act)];
}

async function open(wish, act) {
  const fields = {
    name: wish.name.trim(),
    new: {
      seats: seatsOf(wish), preset: wish.preset, ...differing(wish), turn_seconds: Number(wish.seconds),
      bots: Array.from({ length: botsOf(wish) }, () => wish.level), bot_pause: PACES[wish.pace],
      password: wish.password, listed: wish.listed, watching: wish.watching, show_hands: wish.show_hands,
    },
  };
  for (let number = 2; number < 9; number += 1) {
    try {
      await act.attempt("create_table", fields);
      act.ui.create = undefined;
      return act.home();
    } catch (error) {
      if (error.code === "name_taken" && !wish.more) fields.name = `${wish.name.trim()} ${number}`;
      else return at(wish, act, error);
    }
  }
}

function at(wish, act, error) {
  wish.fault = act.why(error);
  if (error.field?.startsWith("new.options") || error.code.startsWith("name_")) wish.more = true;
  act.focus("create-fault");
}

export function change(model, act) {
  const { room } = model.table ?? {};
  if (!room) return sheet("change", worded("changing"), act);
  if (act.ui.change?.code !== room.code) act.ui.change = undefined;
  const wish = (act.ui.change ??= {
    code: room.code, preset: room.preset, seats: String(room.occupants.length),
    options: { ...room.options, ...(room.own_text && { own_text: room.own_text }) },
    seconds: String(room.turn_seconds), password: "", open: false, listed: room.listed, watching: room.watching,
    show_hands: room.show_hands, pace: room.pace ?? "", fault: "",
  });
  const free = resting(model) && !room.test;
  return sheet("change", worded("changing_table", { table: room.name }), act, form(
    "change", () => sent(wish, act, () => apply(wish, model, act, free)),
    h("div", { class: "cols" },
      h("div", {},
        free ? presets(wish, act) : h("p", { class: "quiet" }, worded("rules_rest")),
        h("div", { class: "panel stack" },
          free && seatsField(wish, act),
          passwordField(wish, room.password ? "unchanged" : "none"),
          room.password && tick("open", worded("no_password"), wish, "open"))),
      h("div", {},
        free && different(wish),
        h("div", { class: "panel stack" }, around(wish, act), free && options(wish, act)))),
    ending(wish, worded("apply_changes"))));
}

async function apply(wish, model, act, free) {
  const { room } = model.table;
  const { listed, watching, show_hands, pace, seconds } = wish;
  const all = { listed, watching, show_hands, pace: pace || room.pace, turn_seconds: Number(seconds) };
  const fields = Object.fromEntries(Object.entries(all).filter(([field, value]) => value !== room[field]));
  if (wish.password) fields.password = wish.password;
  else if (wish.open) fields.password = "";
  if (free) {
    const { options, own_text: own } = differing(wish);
    if (own !== (room.options.customizable_rule === "own" ? room.own_text : "") || (own && wish.preset !== room.preset)) fields.own_text = own;
    const same = JSON.stringify(Object.entries(options).sort()) === JSON.stringify(Object.entries(room.options).sort());
    if (wish.preset !== room.preset) Object.assign(fields, { preset: wish.preset, options });
    else if (!same) fields.options = options;
    if (seatsOf(wish) !== room.occupants.length) fields.seats = seatsOf(wish);
  }
  try {
    if (Object.keys(fields).length) await act.attempt("change_table", fields);
    else act.tell(worded("unchanged_table"));
    act.ui.change = undefined;
    act.back();
  } catch (error) {
    at(wish, act, error);
  }
}
