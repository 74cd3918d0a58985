/**
 * All that the page knows, as one value that screens are drawn from. Pure: no DOM, no network.
 *
 * model = {
 *   state, detail   how the link stands, as `Link` says it (`noteState`)
 *   welcome         the server's, or null; `welcome.capabilities` is always a list, `welcome.password` a mark
 *   name            the player's own, empty before there is a session
 *   tables, rules   the last list of tables (all its pages; where nobody is, at the end), the last answer to
 *                   `table_rules`; null before
 *   table           see table.js; null in the lobby
 *   legal           {decision, n, actions} for the question that is open, else null
 *   clock           {decision, seconds, of, at}, `at` as `now` in milliseconds; null: no clock runs
 *   lobby           [{n, name, text}], oldest first, at most 50
 *   news            the last 200 of {event, before, table, at, missed}: what happened, the table before and after it
 *   count           how many news there ever were, so that a screen sees which are new to it
 *   missed          those of `news` that came while nobody looked; whoever tells them empties it
 *   result          how the last round ended: {round, winners, blocked, gains, ranks, scores, names, over, hands,
 *                   seed}; `over`: the winners of the game or null; `hands` by seat or null; null before the first
 *   putOut          the last `put_out` ({table, code, text}), also with the code `closed`; null once at a table again
 * }
 * What comes counts as missed while nobody looks, and from `lost`, `restore` or `look` on until a `pong` says that all
 * has come: what was buffered for a page that stood still comes after it woke.
 */

import { apply, nameOf, open } from "./table.js";

const NEWS_KEPT = 200;
const LINES_KEPT = 50;

/** A model that knows nothing yet. @returns {object} */
export function start() {
  return {
    state: "connecting", detail: null, welcome: null, name: "", tables: null, rules: null, table: null, legal: null,
    clock: null, lobby: [], news: [], count: 0, missed: [], result: null, putOut: null,
    looking: true, behind: 0, // the least `nonce` of the `pong` after which nothing is missed; 0: nothing is
  };
}

/**
 * The link says how it stands.
 * @param {object} model
 * @param {string} state
 * @param {*} detail
 */
export function noteState(model, state, detail) {
  model.state = state;
  model.detail = detail ?? null;
  if (state === "greeted") model.table = model.legal = model.clock = null;
  if (state === "lost" || (state === "connecting" && model.table)) Object.assign(model, { behind: 1, clock: null });
}

/** The seconds that are left of the clock; null where none runs. @param {object} model @param {number} [now] */
export function secondsLeft({ clock }, now = performance.now()) {
  return clock && Math.max(0, clock.seconds - (now - clock.at) / 1000);
}

/**
 * Somebody looks at the page from now on, or does not.
 * @param {object} model @param {boolean} looking
 * @param {number} [nonce] of the last `ping`; the page may have stood still until then
 */
export function look(model, looking, nonce = model.behind) {
  Object.assign(model, { looking, behind: nonce });
}

/**
 * Goes on with a table that was kept over a reload of the page; `link.resume` with its code and `n` follows.
 * @param {object} model
 * @param {object} table
 */
export function restore(model, table) {
  Object.assign(model, { table, behind: 1 });
}

/**
 * One message of the server.
 * @param {object} model
 * @param {object} message
 * @param {number} [now] milliseconds
 * @throws {Error} if it contradicts the table; then only a fresh snapshot is reliable (P-8.5)
 */
export function take(model, message, now = performance.now()) {
  TAKEN[message.t]?.(model, message, now);
}

const here = (model, message) => model.table !== null && model.table.code === message.table;

function leave(model) {
  Object.assign(model, { table: null, legal: null, clock: null, result: null });
}

function remember(model, event, before, now) {
  const missed = model.behind || !model.looking;
  const item = { event, before, table: { ...model.table }, at: now, missed };
  model.news = [...model.news.slice(1 - NEWS_KEPT), item];
  model.count += 1;
  if (missed) model.missed = [...model.missed.slice(1 - NEWS_KEPT), item];
}

function takeSnapshot(model, message) {
  const table = open(message);
  const before = model.table;
  const same = before?.code === table.code;
  Object.assign(model, { table, legal: null, clock: null, putOut: null });
  if (!same) Object.assign(model, { news: [], missed: [] });
  const { result = null } = message;
  model.result = result && { over: result.game_winners ?? null, hands: null, seed: null, ...result };
}

function resultOf(table, { winners, blocked = false, gains = [], ranks = [] }) {
  const names = table.room.occupants.map((_, seat) => nameOf(table, seat));
  const { round, scores } = table.game;
  return { round, winners, blocked, gains, ranks, scores, names, over: null, hands: null, seed: null };
}

/** What an event means beyond the table itself. */
const AFTER = {
  asked(model) { model.legal = null; },
  round_dealt(model) { Object.assign(model, { result: null, legal: null }); },
  round_ended(model, event) {
    Object.assign(model, { result: resultOf(model.table, event), legal: null, clock: null });
  },
  game_ended(model, { winners }) {
    const result = model.result ?? resultOf(model.table, { winners });
    Object.assign(model, { result: { ...result, over: winners }, legal: null, clock: null });
  },
  game_cleared(model) { Object.assign(model, { result: null, legal: null, clock: null }); },
  hands_shown(model, { hands }) { if (model.result) model.result = { ...model.result, hands }; },
  game_seed(model, { seed }) { if (model.result) model.result = { ...model.result, seed }; },
  phase_changed(model, { phase }) {
    if (phase !== "closed") return;
    const { code } = model.table;
    leave(model);
    model.putOut = { table: code, code: "closed", text: "" };
  },
};

const TAKEN = Object.assign(Object.create(null), {
  welcome(model, message) {
    model.welcome = { ...message, capabilities: message.capabilities ?? [], password: message.password === true };
  },
  logged_in(model, { name }) {
    Object.assign(model, { name, behind: 0, missed: [] });
    leave(model);
  },
  resumed(model, { name, table }) {
    model.name = name;
    if (!here(model, { table })) leave(model);
  },
  ok(model, { request }) { if (request?.t === "leave_table") leave(model); },
  pong(model, { nonce }) { if (nonce >= model.behind) model.behind = 0; },
  tables(model, { tables, request }) {
    const all = [...(request?.after ? model.tables : []), ...tables];
    model.tables = all.sort((one, other) => !one.host - !other.host);
  },
  rules(model, message) { model.rules = message; },
  snapshot: takeSnapshot,
  entry(model, message, now) {
    if (!here(model, message)) return;
    const before = { ...model.table };
    const event = apply(model.table, message);
    if (event === null) return;
    remember(model, event, before, now);
    AFTER[event.k]?.(model, event);
  },
  legal(model, message) {
    if (!here(model, message)) return;
    const { decision, n, actions } = message;
    model.legal = model.table.game?.decision === decision ? { decision, n, actions } : null;
  },
  clock(model, message, now) {
    if (!here(model, message)) return;
    const { decision, seconds = null, of = seconds } = message;
    model.clock = seconds === null ? null : { decision, seconds, of, at: now };
  },
  lobby_said(model, { n, name, text }) {
    if (model.lobby.some((line) => line.n >= n)) model.lobby = []; // the server was started anew (P-7.27)
    addLines(model, [{ n, name, text }]);
  },
  lobby_talk(model, { lines, request }) {
    if (!request?.after) model.lobby = [];
    addLines(model, lines ?? []);
  },
  put_out(model, message) {
    if (!here(model, message)) return;
    leave(model);
    model.putOut = { table: message.table, code: message.code, text: message.text ?? "" };
  },
});

/** Lines of the lobby in their order, each once. */
function addLines(model, lines) {
  const known = new Map(model.lobby.map((line) => [line.n, line]));
  for (const line of lines) known.set(line.n, line);
  model.lobby = [...known.values()].sort((one, other) => one.n - other.n).slice(-LINES_KEPT);
}
