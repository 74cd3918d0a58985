/** The lobby: which tables there are, and the ways to one: sit down, watch, by its code, or a new one. */
import { book, worded } from "../book.js";
import { pattern } from "../cards.js";
import { h } from "../dom.js";
import { picture } from "../drawing.js";
import { face, ROBOT } from "../faces.js";
import { doorsOf } from "../sentences.js";
import { brand } from "./join.js";
import { button, cap, field, form, head, icon, sketch, submit, toTalk, typed } from "./parts.js";
import { presetTitle, readRules } from "./rules.js";

export function tables(model, act) {
  const state = (act.ui.tables ??= { code: "" });
  const list = model.tables ?? [];
  const people = list.reduce((sum, one) => sum + one.people + one.watchers, 0);
  const title = worded("tables_at", { server: model.welcome?.name ?? "UNO" });
  return h("div", { class: "lobby tables" },
    brand(title, title,
      [cap(worded("you_are", { name: model.name })), people > 0 && worded("people", { n: people })].filter(Boolean).join(" · "),
      toTalk(act, worded("lobby_chat")),
      icon("gear", worded("settings"), () => act.go("settings"), { "aria-keyshortcuts": "m" })),
    h("div", { class: "cols" },
      h("div", { class: "stack" },
        act.ui.full && fullUp(act.ui.full, act),
        h("h2", { id: "all" }, worded("tables")),
        model.tables === null ? h("p", { class: "quiet" }, worded("tables_loading"))
          : list.length === 0 ? h("p", { class: "quiet" }, worded("tables_none"))
            : h("ul", { class: "plain-list", "aria-labelledby": "all" }, list.map((each, at) => line(each, at, model, act)))),
      h("div", { class: "stack" },
        h("button", { type: "button", class: "offer", "aria-keyshortcuts": "n", on: { click: () => act.go("create") } },
          h("span", { class: "round-icon" }, sketch("plus")),
          h("span", {}, cap(worded("create")), h("small", {}, worded("create_help")))),
        form("code", () => byCode(state, act),
          h("div", { class: "panel stack" },
            field("code", worded("code_or_name"), typed(state, "code", {
              autocapitalize: "characters", enterkeyhint: "go", spellcheck: "false", maxlength: "40",
            }), worded("code_hint")),
            h("div", { class: "row" },
              submit(worded("join")),
              button(worded("watch"), () => byCode(state, act, true))))))));
}

const fullUp = ({ code, name, password }, act) => h("section", { class: "panel stack", key: "full" },
  h("p", { role: "alert" }, worded("table_full", { table: name })),
  h("div", { class: "row" },
    button(worded("watch"), () => act.enter(code, true, password), { class: "main" }),
    button(worded("close_it"), () => { act.ui.full = null; act.draw(); })));

function byCode(state, act, watch = false) {
  const code = state.code.trim();
  if (code) act.enter(code, watch);
  else act.focus("code");
}

const FELTS = "BGRYN";
const MOST_HEADS = 10;

function line(table, at, model, act) {
  const enter = left(table) > 0 && !table.locked;
  const watch = table.watching !== false && !table.locked;
  const named = (word) => `${cap(worded(word))}: ${table.name}`;
  return h("li", { key: table.code, class: `tcard felt-${FELTS[at % FELTS.length]}` },
    pattern(),
    h("div", {},
      h("h3", {}, table.name),
      h("p", {}, [cap(rulesOf(table)), !(table.host && table.phase === "waiting") && stateOf(table)].filter(Boolean).join(" · ")),
      h("p", { class: "facts" }, facts(table).join(" · "))),
    enter ? button(worded("sit_down"), () => act.enter(table.code), { class: "main go", "aria-label": named("sit_down") })
      : watch && button(worded("watch"), () => act.enter(table.code, true), { class: "go", "aria-label": named("watch") }),
    h("p", { class: "heads" }, heads(table), h("span", {}, free(table)),
      enter && watch && icon("eye", named("watch"), () => act.enter(table.code, true)),
      icon("book", named("read_rules"), () => readRules(model, act, table.code))));
}

const PERSON = picture("person", "0 0 24 24", '<path d="M12 5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9M3 24c1-9 17-9 18 0z" fill="#3d2c5e"/>');

function heads({ people, bots, seats }) {
  const each = (count, kind, made) => Array.from({ length: Math.min(count, MOST_HEADS) }, (_, at) =>
    h("span", { key: `${kind}${at}`, class: `head ${kind}`, "aria-hidden": "true" }, made?.(at)));
  return [each(people, "one", () => PERSON), each(bots, "bot", (at) => face(ROBOT, "calm", at)), each(seats - people - bots, "free")];
}

const left = ({ seats, people, bots }) => seats - people - bots;
const free = (table) => left(table) > 0 ? worded("free_seats", { n: left(table) }) : worded("all_taken");
const stateOf = ({ host, phase }) => host ? book.phases[phase] : worded("nobody_here");
export const about = (table) => [stateOf(table), free(table), ...doorsOf(table), rulesOf(table)].join(" · ");

function rulesOf({ preset, options = {} }) {
  const rules = worded("table_rules", { preset: presetTitle(preset) });
  return Object.keys(options).length ? `${rules} +` : rules;
}

const facts = (table) => [
  table.host && worded("host_is", { name: table.host }), ...doorsOf(table),
  table.watchers > 0 && worded("spectators", { n: table.watchers }),
].filter(Boolean);

export function door(model, act) {
  const asked = act.ui.door;
  if (!asked) return h("p", {});
  return h("section", { class: "sheet s-door" },
    head(asked.name, act),
    h("div", { class: "stack" }, form("door", () => act.enter(asked.code, asked.watch, asked.password),
      field("table-password", worded("password_of", { table: asked.name }), typed(asked, "password", {
        type: "password", autocomplete: "off", enterkeyhint: "go", "data-first": "yes",
      }), worded("password_of_hint"), asked.fault),
      submit(worded(asked.watch ? "watch" : "join"), "main wide"))));
}
