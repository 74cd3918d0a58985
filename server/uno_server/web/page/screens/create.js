/** A new table: its rules, what is different in them, who plays; and a form to change a table. */
import { book, worded } from "../book.js";
import { card } from "../cards.js";
import { h } from "../dom.js";
import { optionName, presetText, ruleText, valueText } from "../sentences.js";
import { levelChoice, levelText } from "./levels.js";
import { cap, chosen, field, form, offer, sheet, sketch, stepper, submit, tick, typed } from "./parts.js";
import { resting, TILES, tile } from "./room.js";
import { differences, meaningless, presetTitle, SIGNS, valuesOf } from "./rules.js";
import { choices, choicesOf, chosenSet, clash, entered, lineOfOthers, saving, take } from "./sets.js";

const SECONDS = [0, 10, 15, 20, 30, 45, 60, 90, 120, 300];
const PACES = { calm: 1.5, normal: 1, brisk: 0.5 };
const NAME_LENGTH = 32;
const MARKS = { listed: true, watching: true, show_hands: true, programs: true };
const marksOf = (from) => Object.fromEntries(Object.keys(MARKS).map((mark) => [mark, from[mark]]));
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const fresh = (model, preset = "official") => ({
  name: worded("whose_table", { name: model.name }).slice(0, NAME_LENGTH),
  preset, options: {}, seats: 4, bots: 0, level: "normal", seconds: 30, pace: "normal",
  password: "", ...MARKS,
});

const refused = ({ preset, options }) => clash({ ...valuesOf(preset), ...differences(preset, options) });

/** Enter: what was typed for a set of rules goes first; rules that clash are not sent. */
function sent(wish, act, run) {
  if (entered(wish, act)) return;
  wish.fault = refused(wish);
  if (!wish.fault) return void run();
  wish.more = true;
  act.focus("create-fault");
}

export function create(model, act) {
  const wish = (act.ui.create ??= fresh(model, act.ui.preset));
  return sheet("create", worded("new_table"), act, form("new-table", () => sent(wish, act, () => open(wish, act)),
    h("div", { class: "cols" },
      h("div", {}, presets(wish, act), steps(wish, act, true, true)),
      h("div", {}, different(wish), h("details", { class: "panel", open: wish.more },
        offer("summary", worded("more_rules"), [worded("name"), worded("password"), worded("pace")].join(" · "),
          { on: { click: (event) => { event.preventDefault(); wish.more = !wish.more; act.draw(); } } }),
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

function presets(wish, act) {
  const choose = (preset) => () => take(wish, { preset, options: {} }, "", act);
  const radio = (value, checked, change) => h("input", { type: "radio", name: "preset", value, checked, on: { change } });
  const big = (preset) => {
    const on = !wish.set && preset === wish.preset;
    return h("label", { key: preset, class: `pick felt-${TILES[preset]}` }, tile(preset), radio(preset, on, choose(preset)),
      on && h("span", { class: "okay" }, sketch("check")));
  };
  const chip = (value, name, on, change) => h("label", { key: value, class: "preset" }, radio(value, on, change), h("span", {}, name));
  const others = Object.keys(book.presets).filter((preset) => !(preset in TILES));
  return h("fieldset", { class: "stack presets" },
    h("legend", { class: "unseen" }, worded("rules")),
    h("div", { class: "picks" }, Object.keys(TILES).map(big)),
    h("div", { class: "chips-row" },
      others.map((preset) => chip(preset, presetTitle(preset), !wish.set && preset === wish.preset, choose(preset))),
      choices(wish, act, chip)),
    chosenSet(wish, act));
}

function different(wish) {
  const differs = Object.entries(differences("official", { ...valuesOf(wish.preset), ...wish.options }));
  const short = (option, value) =>
    ((value === "yes" || option === "stacking") && worded(`short_${option}`)) || cap(valueText(option, value));
  const told = differs.filter(([option]) => !(option in SIGNS));
  const drawn = Object.keys(SIGNS).flatMap((option) => differs.filter(([name]) => name === option));
  return h("section", { class: "panel stack", "aria-labelledby": "different" },
    h("h2", { id: "different" }, worded("different")),
    drawn.length === 0 && h("p", { class: "hint" }, presetText(wish.preset)),
    drawn.length > 0 && h("ul", { class: "rules-list" }, drawn.map(([option, value]) => h("li", { key: option }, card(SIGNS[option]),
      h("span", {}, h("b", {}, optionName(option)), h("small", {}, short(option, value)))))),
    told.length > 0 && h("details", {}, h("summary", {}, worded("small_rules", { n: told.length })),
      h("ul", { class: "points hint" }, told.map(([option, value]) => h("li", { key: option }, ruleText(option, value) || valueText(option, value))))));
}

const bounds = (wish) => (wish.options.players ?? valuesOf(wish.preset).players).split("-").map(Number);

const seatsOf = (wish, [least, most] = bounds(wish)) => Math.max(least, Math.min(most, wish.seats));
const botsOf = (wish) => Math.min(wish.bots, seatsOf(wish) - 1);

function steps(wish, act, seats, bots) {
  const put = (name) => (value) => { wish[name] = value; act.draw(); };
  const times = [...new Set([...SECONDS, wish.seconds])].sort((one, other) => (one || 1e9) - (other || 1e9));
  return h("div", { class: "panel sets steps" },
    seats && stepper("seats", worded("seats"), numbers(...bounds(wish)), seatsOf(wish), put("seats")),
    bots && stepper("bots", worded("bots"), numbers(0, seatsOf(wish) - 1), botsOf(wish), put("bots")),
    bots && botsOf(wish) > 0
      && levelChoice(worded("level"), wish.level, put("level"), levelText(wish.level, wish, seatsOf(wish), act)),
    stepper("turn", worded("seconds"), times, wish.seconds, put("seconds"), (each) => each || worded("off")));
}

const around = (wish, act, marks = Object.keys(MARKS)) => h("div", { class: "stack", key: "around" },
  field("pace", worded("pace"),
    chosen(wish, "pace", [...(wish.pace ? [] : [["", worded("unchanged")]]),
      ...Object.entries(book.paces).map(([pace, [word]]) => [pace, word])], act), worded("pace_hint")),
  marks.map((mark) => tick(mark, worded(mark), wish, mark)));

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
  const { own_text = "", ...options } = differences(wish.preset, wish.options);
  const fields = {
    name: wish.name.trim(),
    new: {
      seats: seatsOf(wish), preset: wish.preset, options, own_text, turn_seconds: wish.seconds,
      bots: Array.from({ length: botsOf(wish) }, () => wish.level), bot_pause: PACES[wish.pace],
      password: wish.password, ...marksOf(wish),
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
    code: room.code, preset: room.preset, seats: room.occupants.length,
    options: { ...room.options, ...(room.own_text && { own_text: room.own_text }) },
    seconds: room.turn_seconds, password: "", open: false, ...marksOf(room), pace: room.pace ?? "",
  });
  const free = resting(model) && !room.test;
  const marks = Object.keys(MARKS).filter((mark) => mark !== "show_hands" || resting(model)); // P-7.20
  return sheet("change", worded("changing_table", { table: room.name }), act, form(
    "change", () => sent(wish, act, () => apply(wish, model, act, free)),
    h("div", { class: "cols" },
      h("div", {},
        free ? presets(wish, act) : h("p", { class: "quiet" }, worded("rules_rest")),
        steps(wish, act, free),
        h("div", { class: "panel stack" },
          passwordField(wish, room.password ? "unchanged" : "none"),
          room.password && tick("open", worded("no_password"), wish, "open"))),
      h("div", {},
        free && different(wish),
        h("div", { class: "panel stack" }, around(wish, act, marks), free && options(wish, act)))),
    ending(wish, worded("apply_changes"))));
}

async function apply(wish, model, act, free) {
  const { room } = model.table;
  const all = { ...marksOf(wish), pace: wish.pace || room.pace, turn_seconds: wish.seconds };
  const fields = Object.fromEntries(Object.entries(all).filter(([field, value]) => value !== room[field]));
  if (wish.password) fields.password = wish.password;
  else if (wish.open) fields.password = "";
  if (free) {
    const { own_text: own = "", ...options } = differences(wish.preset, wish.options);
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
