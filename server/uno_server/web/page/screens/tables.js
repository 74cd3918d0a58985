/** The lobby: which tables there are, and the ways to one: sit down, watch, by its code, or a new one. */
import { book } from "../book.js";
import { pattern } from "../cards.js";
import { h } from "../dom.js";
import { picture } from "../drawing.js";
import { face, ROBOT } from "../faces.js";
import { say, sayAs, sayMany } from "../words.js";
import { brand } from "./join.js";
import { button, cap, field, form, head, icon, offer, toTalk, typed } from "./parts.js";
import { presetTitle } from "./rules.js";

export function tables(model, act) {
  const state = (act.ui.tables ??= { code: "" });
  const list = model.tables ?? [];
  const people = list.reduce((sum, one) => sum + one.people + one.watchers, 0);
  return h(
    "div",
    { class: "lobby tables" },
    brand(say("Tables at {server}", { server: model.welcome?.name ?? "UNO" }), say("Tables at {server}", { server: model.welcome?.name ?? "UNO" }),
      [cap(say("you're {name}", { name: model.name })), people > 0 && sayMany("{n} person is playing", "{n} people are playing", people)]
        .filter(Boolean).join(" · "),
      toTalk(act, say("Lobby chat")),
      icon("gear", say("Settings"), () => act.go("settings"), { "aria-keyshortcuts": "m" })),
    h(
      "div",
      { class: "cols" },
      h(
        "div",
        { class: "stack" },
        act.ui.full && fullUp(act.ui.full, act),
        h("h2", { id: "all" }, say("Tables")),
        model.tables === null ? h("p", { class: "quiet" }, say("Loading the tables …"))
          : list.length === 0 ? h("p", { class: "quiet" }, say("No tables yet. Open the first one!"))
            : h("ul", { class: "plain-list", "aria-labelledby": "all" }, list.map((each, at) => line(each, at, model, act))),
      ),
      h(
        "div",
        { class: "stack" },
        offer("plus", say("new table"), say("with friends, or computer players"), () => act.go("create"), { "aria-keyshortcuts": "n" }),
        form(
          "code", () => byCode(state, act),
          h("div", { class: "panel stack" },
            field("code", say("Code or name of the table"), typed(state, "code", {
              autocapitalize: "characters", enterkeyhint: "go", spellcheck: "false", maxlength: "40",
            }), say("Four letters; ask anyone at the table.")),
            h("div", { class: "row" },
              h("button", { type: "submit" }, cap(say("join"))),
              button(say("watch"), () => byCode(state, act, true)))),
        ),
      ),
    ),
  );
}

/** The table that somebody wanted has no seat left: the others are right below. */
const fullUp = ({ code, name, password }, act) => h(
  "section",
  { class: "panel stack", key: "full" },
  h("p", { role: "alert" }, say("{table} is full. Watch it, or choose another one.", { table: name })),
  h("div", { class: "row" },
    button(say("watch"), () => act.enter(code, true, password), { class: "main" }),
    button(say("close"), () => { act.ui.full = null; act.draw(); })),
);

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
  const who = { "aria-label": `${cap(say("sit down"))}: ${table.name}` };
  return h(
    "li",
    { key: table.code, class: `tcard felt-${FELTS[at % FELTS.length]}` },
    pattern(),
    h("div", {},
      h("h3", {}, table.name),
      h("p", {}, [cap(rulesOf(table)), !table.host ? say("nobody here") : table.phase !== "waiting" && (book.phases[table.phase] ?? table.phase)].filter(Boolean).join(" · ")),
      h("p", { class: "facts" }, facts(table).join(" · "))),
    enter ? button(say("sit down"), () => act.enter(table.code), { class: "main go", ...who })
      : watch && button(say("watch"), () => act.enter(table.code, true), { class: "go", "aria-label": `${cap(say("watch"))}: ${table.name}` }),
    h("p", { class: "heads" }, heads(table), h("span", {}, free(table)),
      enter && watch && icon("eye", `${cap(say("watch"))}: ${table.name}`, () => act.enter(table.code, true)),
      icon("book", `${cap(say("rules"))}: ${table.name}`, () => {
        model.rules = null;
        act.go("rules");
        act.ask("table_rules", { table: table.code });
      })),
  );
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
  return left > 0 ? say("{n} free", { n: left }) : say("every seat is taken");
};

/** A table in a few words. */
export function about(table) {
  const state = !table.host ? say("nobody here") : (book.phases[table.phase] ?? table.phase);
  const way = table.locked ? sayAs("at most 8 columns", "locked")
    : full(table) ? table.watching === false ? sayAs("at most 8 columns", "full") : sayAs("at most 8 columns", "watch")
      : table.password ? sayAs("at most 8 columns", "password") : sayAs("at most 8 columns", "open");
  return [state, way, rulesOf(table)].join(" · ");
}

function rulesOf({ preset, options = {} }) {
  const rules = say("{preset} rules", { preset: presetTitle(preset) });
  return Object.keys(options).length ? `${rules} +` : rules;
}

/** Who is there, and who may come in. */
function facts(table) {
  return [
    table.host && say("host: {name}", { name: table.host }),
    table.test && say("test deal, the cards were chosen in advance"),
    table.locked && say("locked, nobody else can join"),
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
