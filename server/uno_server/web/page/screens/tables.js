/** The lobby: which tables there are, and the ways to one: sit down, watch, by its code, or a new one. */
import { h } from "../dom.js";
import { presetName } from "../sentences.js";
import { mark, say, sayAs, sayMany } from "../words.js";
import { button, cap, field, form, head, icon, toTalk, typed } from "./parts.js";
import { changedRules, costs } from "./rules.js";

const PHASES = {
  waiting: mark("waiting"),
  playing: mark("playing"),
  paused: mark("paused"),
  between_rounds: mark("between rounds"),
  finished: mark("finished"),
};

export function tables(model, act) {
  const state = (act.ui.tables ??= { open: "", code: "" });
  const list = model.tables ?? [];
  return h(
    "div",
    { class: "tables" },
    h(
      "header",
      { class: "bar" },
      icon("menu", say("Settings"), () => act.go("settings"), { "aria-keyshortcuts": "m" }),
      h("h1", { id: "title", tabindex: "-1" }, say("Tables at {server}", { server: model.welcome?.name ?? "UNO" })),
      toTalk(act, say("Lobby chat")),
    ),
    h(
      "div",
      { class: "stack" },
      h("p", { class: "quiet" }, cap(say("you're {name}", { name: model.name }))),
      button(say("new table"), () => act.go("create"), { class: "main wide", "aria-keyshortcuts": "n" }),
      h("h2", { id: "all" }, say("Tables")),
      model.tables === null ? h("p", { class: "quiet" }, say("Loading the tables …"))
        : list.length === 0 ? h("p", { class: "quiet" }, say("No tables yet. Open the first one!"))
          : h("ul", { class: "list", "aria-labelledby": "all" }, list.map((each) => line(each, state, model, act))),
      form(
        "code", () => byCode(state, act),
        field("code", say("Code or name of the table"), typed(state, "code", {
          autocapitalize: "characters", enterkeyhint: "go", spellcheck: "false", maxlength: "40",
        }), say("Four letters; ask anyone at the table.")),
        h("div", { class: "row" },
          h("button", { type: "submit" }, cap(say("join"))),
          button(say("watch"), () => byCode(state, act, true))),
      ),
    ),
  );
}

function byCode(state, act, watch = false) {
  const code = state.code.trim();
  if (code) act.enter(code, watch);
  else act.focus("code");
}

const full = (table) => table.people + table.bots >= table.seats;

function line(table, state, model, act) {
  const open = state.open === table.code;
  const toggle = () => {
    state.open = open ? "" : table.code;
    act.draw();
  };
  return h(
    "li",
    { key: table.code, class: open ? "open" : "" },
    h(
      "button",
      { type: "button", class: "table", "aria-expanded": String(open), on: { click: toggle } },
      h("span", { class: "name" }, table.name),
      h("span", { class: "taken" }, say("{taken} of {seats}", { taken: table.people + table.bots, seats: table.seats })),
      h("span", { class: "about" }, about(table)),
    ),
    open && h(
      "div",
      { class: "stack more" },
      h("p", {}, facts(table).join(" · ")),
      h("ul", { class: "points" }, [...costs(table), ...changedRules(table)].map((each) => h("li", {}, each))),
      h(
        "div",
        { class: "row" },
        !full(table) && !table.locked && button(say("sit down"), () => act.enter(table.code), { class: "main" }),
        table.watching !== false && !table.locked && button(say("watch"), () => act.enter(table.code, true)),
        button(say("rules"), () => {
          model.rules = null;
          act.go("rules");
          act.ask("table_rules", { table: table.code });
        }),
      ),
    ),
  );
}

/** A table in a few words. */
export function about(table) {
  const state = !table.host ? say("nobody here") : say(PHASES[table.phase] ?? table.phase);
  const way = table.locked ? sayAs("at most 8 columns", "locked")
    : full(table) ? table.watching === false ? sayAs("at most 8 columns", "full") : sayAs("at most 8 columns", "watch")
      : table.password ? sayAs("at most 8 columns", "password") : sayAs("at most 8 columns", "open");
  const rules = say("{preset} rules", { preset: presetName(table.preset) });
  return [state, way, Object.keys(table.options ?? {}).length ? `${rules} +` : rules].join(" · ");
}

/** Who is there, and who may come in. */
function facts(table) {
  return [
    say("code {code}", { code: table.code }),
    table.host && say("host: {name}", { name: table.host }),
    table.bots > 0 && sayMany("{n} computer player", "{n} computer players", table.bots),
    table.test && say("test deal, the cards were chosen in advance"),
    table.locked && say("locked, nobody else can join"),
    full(table) && say("every seat is taken"),
    table.password && say("password needed"),
    table.watching === false && say("no spectators"),
    table.watchers > 0 && sayMany("{n} spectator", "{n} spectators", table.watchers),
  ].filter(Boolean);
}

/** The question for the password of a table. */
export function door(model, act) {
  const asked = act.ui.door;
  if (!asked) return h("p", {});
  return h(
    "section",
    { class: "sheet s-door" },
    head(asked.name, act),
    h("div", { class: "stack" }, form(
      "door", () => act.enter(asked.code, asked.watch, asked.password),
      field("table-password", say("Password of {table}", { table: asked.name }), typed(asked, "password", {
        type: "password", autocomplete: "off", enterkeyhint: "go", "data-first": "yes",
      }), say("Ask whoever opened it."), asked.fault),
      h("button", { type: "submit", class: "main wide" }, asked.watch ? cap(say("watch")) : cap(say("join"))),
    )),
  );
}
