/** The lobby: which tables there are, and the ways to one: sit down, watch, by its code, or a new one. */
import { book, worded } from "../book.js";
import { pattern } from "../cards.js";
import { h } from "../dom.js";
import { face } from "../faces.js";
import { counts } from "../model.js";
import { doorsOf } from "../sentences.js";
import { brand, you } from "./join.js";
import { button, cap, field, form, head, icon, offer, press, sketch, submit, toTalk, typed } from "./parts.js";
import { TILES, tile } from "./room.js";
import { presetTitle, readRules } from "./rules.js";

export function tables(model, act) {
  const state = (act.ui.tables ??= { code: "" });
  const title = worded("tables_at", { server: model.welcome?.name ?? "UNO" });
  const go = (watch) => (state.code.trim() ? act.enter(state.code.trim(), watch) : act.focus("code"));
  return h("div", { class: "lobby tables" },
    brand(title, title, cap(worded("you_are", { name: model.name })),
      counts(model) && icon("bars", worded("see_numbers"), () => act.go("numbers"), { "aria-keyshortcuts": "s" }),
      toTalk(act, worded("lobby_chat")),
      icon("gear", worded("settings"), () => act.go("settings"), { "aria-keyshortcuts": "m" })),
    h("div", { class: "cols" },
      form("code", () => go(), you(act,
        field("code", worded("code_or_name"), typed(state, "code", {
          autocapitalize: "characters", enterkeyhint: "go", spellcheck: "false", maxlength: "40",
        })),
        [h("button", { type: "submit", class: "main", "aria-label": cap(worded("join")) }, sketch("right")),
          icon("eye", worded("watch"), () => go(true))])),
      h("div", { class: "stack" },
        act.ui.full && fullUp(act.ui.full, act),
        offered(model, ({ code, watch, over }) => (code ? act.enter(code, watch) : act.go(over)),
          (code) => readRules(model, act, code))),
      h("div", { class: "picks", role: "group", "aria-label": worded("new_table") }, Object.keys(TILES).map((preset) =>
        press(() => { Object.assign(act.ui, { create: undefined, preset }); act.go("create"); },
          { key: preset, class: `pick felt-${TILES[preset]}` }, tile(preset))))));
}

/** The tables that there are, and the way to a new one; `pick`: {code, watch} or {over}, the page that is opened. */
export const offered = ({ tables: list }, pick, read) => [
  h("h2", { id: "all", key: "all" }, worded("tables")),
  list?.length
    ? h("ul", { class: "plain-list", key: "list", "aria-labelledby": "all" }, list.map((each, at) => line(each, at, pick, read)))
    : h("p", { class: "quiet", key: "none" }, worded(list ? "tables_none" : "tables_loading")),
  offer("button", worded("create"), worded("create_help"),
    { type: "button", key: "new", "aria-keyshortcuts": "n", on: { click: () => pick({ over: "create" }) } }),
];

const fullUp = ({ code, name, password }, act) => h("section", { class: "panel stack", key: "full" },
  h("p", { role: "alert" }, worded("table_full", { table: name })),
  h("div", { class: "row" },
    button(worded("watch"), () => act.enter(code, true, password), { class: "main" }),
    button(worded("close_it"), () => { act.ui.full = null; act.draw(); })));

const FELTS = "BGRYN";

function line(table, at, pick, read) {
  const { code, name, seats, people, bots, faces, locked } = table;
  const enter = left(table) > 0 && !locked;
  const watch = table.watching !== false && !locked;
  const named = (word) => `${cap(worded(word))}: ${name}`;
  const seat = (each) => h("span", { class: each < people + bots ? "head" : "head free", "aria-hidden": "true" },
    each in faces && face(faces[each], "calm", each));
  return h("li", { key: code, class: `tcard felt-${FELTS[at % FELTS.length]}` },
    pattern(),
    h("div", {}, h("h3", {}, name), h("p", {}, facts(table).join(" · "))),
    enter ? button(worded("sit_down"), () => pick({ code }), { class: "main go", "aria-label": named("sit_down") })
      : watch && button(worded("watch"), () => pick({ code, watch }), { class: "go", "aria-label": named("watch") }),
    h("div", { class: "heads" }, Array.from({ length: seats }, (_, each) => seat(each)),
      read && h("span", { class: "ways" },
        enter && watch && icon("eye", named("watch"), () => pick({ code, watch })),
        icon("book", named("rules"), () => read(code)))));
}

const left = ({ seats, people, bots }) => seats - people - bots;
const free = (table, n = left(table)) => n > 0 ? worded("free_seats", { n }) : worded("all_taken");
const stateOf = ({ host, phase }) => host ? book.phases[phase] : worded("nobody_here");
export const about = (table) => [stateOf(table), free(table), ...doorsOf(table), rulesOf(table)].join(" · ");

const rulesOf = ({ preset, options = {} }) => presetTitle(preset) + (Object.keys(options).length ? " +" : "");
const facts = (table) => [
  rulesOf(table), !(table.host && table.phase === "waiting") && stateOf(table),
  (left(table) > 0 || table.phase === "waiting") && free(table), ...doorsOf(table),
  table.watchers > 0 && worded("spectators", { n: table.watchers }),
].filter(Boolean);

export function door(model, act) {
  const asked = act.ui.door;
  if (!asked) return h("p", {});
  return h("section", { class: "sheet" },
    head(asked.name, act),
    h("div", { class: "stack" }, form("door", () => act.enter(asked.code, asked.watch, asked.password),
      field("table-password", worded("password_of", { table: asked.name }), typed(asked, "password", {
        type: "password", autocomplete: "off", enterkeyhint: "go", "data-first": "yes",
      }), worded("password_of_hint"), asked.fault),
      submit(worded(asked.watch ? "watch" : "join"), "main wide"))));
}
