/** The lobby: which tables there are, and the ways to one: sit down, watch, by its code, or a new one. */
import { book, worded } from "../book.js";
import { pattern } from "../cards.js";
import { h } from "../dom.js";
import { picture } from "../drawing.js";
import { face, ROBOT } from "../faces.js";
import { doorsOf } from "../sentences.js";
import { brand } from "./join.js";
import { button, cap, field, form, head, icon, offer, toTalk, typed } from "./parts.js";
import { presetTitle, readRules } from "./rules.js";

export function tables(model, act) {
  const state = (act.ui.tables ??= { code: "" });
  const list = model.tables ?? [];
  const people = list.reduce((sum, one) => sum + one.people + one.watchers, 0);
  return h("div", { class: "lobby tables" },
    brand(worded("tables_at", { server: model.welcome?.name ?? "UNO" }), worded("tables_at", { server: model.welcome?.name ?? "UNO" }),
      [cap(worded("you_are", { name: model.name })), people > 0 && worded("people", { n: people })]
        .filter(Boolean).join(" · "),
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
        offer("plus", worded("create"), worded("create_help"), () => act.go("create"), { "aria-keyshortcuts": "n" }),
        form(
          "code", () => byCode(state, act),
          h("div", { class: "panel stack" },
            field("code", worded("code_or_name"), typed(state, "code", {
              autocapitalize: "characters", enterkeyhint: "go", spellcheck: "false", maxlength: "40",
            }), worded("code_hint")),
            h("div", { class: "row" },
              h("button", { type: "submit" }, cap(worded("join"))),
              button(worded("watch"), () => byCode(state, act, true))))))));
}

/** The table that somebody wanted has no seat left: the others are right below. */
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

const full = (table) => table.people + table.bots >= table.seats;

const FELTS = "BGRYN";
const MOST_HEADS = 10;

function line(table, at, model, act) {
  const enter = !full(table) && !table.locked;
  const watch = table.watching !== false && !table.locked;
  const who = { "aria-label": `${cap(worded("sit_down"))}: ${table.name}` };
  return h("li", { key: table.code, class: `tcard felt-${FELTS[at % FELTS.length]}` },
    pattern(),
    h("div", {},
      h("h3", {}, table.name),
      h("p", {}, [cap(rulesOf(table)), !table.host ? worded("nobody_here") : table.phase !== "waiting" && (book.phases[table.phase] ?? table.phase)].filter(Boolean).join(" · ")),
      h("p", { class: "facts" }, facts(table).join(" · "))),
    enter ? button(worded("sit_down"), () => act.enter(table.code), { class: "main go", ...who })
      : watch && button(worded("watch"), () => act.enter(table.code, true), { class: "go", "aria-label": `${cap(worded("watch"))}: ${table.name}` }),
    h("p", { class: "heads" }, heads(table), h("span", {}, free(table)),
      enter && watch && icon("eye", `${cap(worded("watch"))}: ${table.name}`, () => act.enter(table.code, true)),
      icon("book", `${cap(worded("read_rules"))}: ${table.name}`, () => readRules(model, act, table.code))));
}

const PERSON = picture("person", "0 0 24 24", '<path d="M12 5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9M3 24c1-9 17-9 18 0z" fill="#3d2c5e"/>');

/** The seats of a table: people, computers, and what is free. */
function heads({ people, bots, seats }) {
  const each = (count, kind, made) => Array.from({ length: Math.min(count, MOST_HEADS) }, (_, at) =>
    h("span", { key: `${kind}${at}`, class: `head ${kind}`, "aria-hidden": "true" }, made?.(at)));
  return [each(people, "one", () => PERSON), each(bots, "bot", (at) => face(ROBOT, "calm", at)), each(seats - people - bots, "free")];
}

const free = (table) => {
  const left = table.seats - table.people - table.bots;
  return left > 0 ? worded("free_seats", { n: left }) : worded("all_taken");
};

/** A table in a few words. */
export function about(table) {
  const state = !table.host ? worded("nobody_here") : (book.phases[table.phase] ?? table.phase);
  return [state, free(table), ...doorsOf(table), rulesOf(table)].join(" · ");
}

function rulesOf({ preset, options = {} }) {
  const rules = worded("table_rules", { preset: presetTitle(preset) });
  return Object.keys(options).length ? `${rules} +` : rules;
}

/** Who is there, and who may come in. */
function facts(table) {
  const { host, watchers } = table;
  return [host && worded("host_is", { name: host }), ...doorsOf(table), watchers > 0 && worded("spectators", { n: watchers })]
    .filter(Boolean);
}

/** The question for the password of a table. */
export function door(model, act) {
  const asked = act.ui.door;
  if (!asked) return h("p", {});
  return h("section", { class: "sheet s-door" },
    head(asked.name, act),
    h("div", { class: "stack" }, form(
      "door", () => act.enter(asked.code, asked.watch, asked.password),
      field("table-password", worded("password_of", { table: asked.name }), typed(asked, "password", {
        type: "password", autocomplete: "off", enterkeyhint: "go", "data-first": "yes",
      }), worded("password_of_hint"), asked.fault),
      h("button", { type: "submit", class: "main wide" }, asked.watch ? cap(worded("watch")) : cap(worded("join"))))));
}
