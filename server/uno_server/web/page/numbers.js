/** What players have done on this server, by name (P-7.37): fetched when somebody asks for it (app.js). */
import { book, spoken, worded } from "./book.js";
import { h } from "./dom.js";
import { cap, press, segments, sheet, sketch } from "./screens/parts.js";
import { presetTitle } from "./screens/rules.js";

const SPANS = { tonight: "tonight", month: "since_month", always: "since_always" };
const TILES = {
  wins: ["points", "streak"], uno: ["called", "forgotten", "caught"], bluffs: ["right", "wrong"], cards: ["biggest", "longest"],
};
const USUAL = { wins: 0, equal: 0, low: 0, high: 100, presets: [] }; // what is left out in a message

export const OTHERS = { numbers };

function numbers(model, act) {
  const state = (act.ui.numbers ??= { told: null, span: "", open: undefined, dressed: false });
  const { told, dressed } = state;
  const shown = spoken("numbers", act.draw) && told && dressed;
  return sheet("numbers", cap(worded("see_numbers")), act,
    h("div", { key: "numbers", class: "stack", made: () => begin(state, act) },
      shown ? all(state, told, model, act) : h("p", { class: "quiet" }, worded("loading"))));
}

/** Asks each time the page is opened. */
function begin(state, act) {
  if (!state.dressed) {
    const link = document.createElement("link"), done = () => { state.dressed = true; act.draw(); };
    Object.assign(link, { rel: "stylesheet", href: new URL("numbers.css", import.meta.url), onload: done, onerror: done });
    document.head.append(link);
  }
  act.ask("numbers").then((answer) => {
    if (answer) state.told = answer;
    act.draw();
  });
}

function all(state, told, model, act) {
  const of = (span) => told[span] ?? [];
  const span = state.span || Object.keys(SPANS).find((each) => of(each).length) || "tonight";
  const players = of(span).map((one) => ({ ...USUAL, ...one }));
  const open = state.open ?? (players.find(({ name }) => name === model.name) ?? players[0])?.name;
  const toggle = (name) => { state.open = name === open ? "" : name; act.draw(); };
  return [
    segments("span", worded("numbers"), Object.entries(SPANS).map(([each, label]) => [each, worded(label)]), span,
      (each) => { state.span = each; act.draw(); }),
    h("p", { key: "note", class: "quiet note" }, worded("proves_nothing")),
    players.length > 0
      ? h("div", { key: span, class: "panel counted", role: "region", "aria-label": worded(SPANS[span]), tabindex: "0" },
        h("table", {}, h("caption", { class: "unseen" }, worded(SPANS[span])), h("thead", {}, heads()),
          players.map((one) => player(one, one.name === open, one.name === model.name, () => toggle(one.name)))))
      : h("p", { key: "none", class: "panel none" }, worded("no_games")),
    players.length > 0 && h("p", { key: "means", class: "quiet note" }, worded("expected_means"), " ", worded("chance_means")),
  ];
}

const head = (label, more = {}) => h("th", { scope: "col", ...more }, worded(label));
const heads = () => h("tr", {}, head("head_name"), head("head_games"), head("head_won"),
  head("head_expected", { class: "spare" }), head("head_chance", { class: "chance" }));

function player(one, open, own, run) {
  const { name, games, wins, low, high } = one;
  return h("tbody", { key: name, class: `${open ? "open" : ""}${own ? " own" : ""}` },
    h("tr", {},
      h("th", { scope: "row" }, press(run, { class: "plain", "aria-expanded": String(open) },
        sketch("right"), h("span", {}, name, own && ` ${worded("you_marked")}`))),
      h("td", {}, games), h("td", {}, h("b", {}, wins)), h("td", { class: "spare" }, expected(one)),
      h("td", { class: "chance" }, range(one), rangeText(low, high))),
    open && h("tr", { class: "more" }, h("td", { colspan: "5" }, more(one))));
}

const expected = ({ equal }) => (Math.round(equal / 10) / 10).toFixed(1).replace(".", book.point);
const rangeText = (low, high) => `${low}–${high}\u00a0%`;

/** From nothing to all games: where the chance is, how many were won, and how many by one as good as the others. */
const range = ({ games, wins, low, high, equal }) => h("span", { class: "range", "aria-hidden": "true" },
  h("i", { class: "likely", style: { left: `${low}%`, right: `${100 - high}%` } }),
  h("i", { class: "even", style: { left: `${equal / games}%` } }),
  h("i", { class: "won", style: { left: `${(100 * wins) / games}%` } }));

const more = (one) => h("div", { class: "did" },
  Object.entries(TILES).map(([which, counts]) => h("section", { key: which, class: `of-${which}` },
    h("h2", {}, worded(`did_${which}`)),
    h("dl", {}, counts.map((each) => fact(worded(`did_${each}`), one[each] ?? 0)),
      which === "wins" && [fact(worded("head_expected"), expected(one), "slim"),
        fact(worded("head_chance"), rangeText(one.low, one.high), "slimmer")]))),
  one.presets.length > 0 && byRules(one));

const fact = (words, n, kind = "") => h("div", { class: kind }, h("dt", {}, words), h("dd", {}, n));

function byRules({ games, wins, equal, presets }) {
  const told = presets.map((each) => ({ wins: 0, equal: 0, ...each }));
  const left = (all, what) => told.reduce((sum, each) => sum - each[what], all);
  const rest = { games: left(games, "games"), wins: left(wins, "wins"), equal: left(equal, "equal") };
  const rows = told.map((each) => [presetTitle(each.preset), each]);
  if (rest.games > 0) rows.push([cap(worded("other_rules")), rest]);
  return h("table", { class: "rules" },
    h("caption", {}, worded("by_rules")),
    h("thead", {}, h("tr", {}, head("rules"), head("head_games"), head("head_won"), head("head_expected", { class: "spare" }))),
    h("tbody", {}, rows.map(([title, each]) => h("tr", { key: title },
      h("th", { scope: "row" }, title), h("td", {}, each.games), h("td", {}, h("b", {}, each.wins)), h("td", { class: "spare" }, expected(each))))));
}
