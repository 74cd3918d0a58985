/** All that the page knows, as one value that screens are drawn from (README.md). Pure: no DOM, no network. */

import { apply, nameOf, open } from "./table.js";

const NEWS_KEPT = 200;
const LINES_KEPT = 50;

export const start = () => ({
  state: "connecting", detail: null, welcome: null, name: "", tables: null, rules: null, table: null, legal: null,
  clock: null, lobby: [], news: [], count: 0, missed: [], result: null, putOut: null,
  looking: true, behind: 0, // the least `nonce` of the `pong` after which nothing is missed; 0: nothing is
});

export function noteState(model, state, detail = null) {
  Object.assign(model, { state, detail });
  if (state === "greeted") model.table = model.legal = model.clock = null;
  if (state === "lost" || (state === "connecting" && model.table)) Object.assign(model, { behind: 1, clock: null });
}

/** The seconds that are left of the clock; null where none runs. */
export const secondsLeft = ({ clock }, now = performance.now()) => clock && Math.max(0, clock.seconds - (now - clock.at) / 1000);

/** Whether the server counts what players do (P-7.37). */
export const counts = ({ welcome }) => Boolean(welcome?.capabilities?.includes("numbers"));

/** Somebody looks at the page from now on, or does not. It may have stood still until the `ping` with that `nonce`. */
export const look = (model, looking, nonce = model.behind) => Object.assign(model, { looking, behind: nonce });

/** Goes on with a table that was kept over a reload of the page; `link.resume` follows. */
export const restore = (model, table) => Object.assign(model, { table, behind: 1 });

/** One message of the server. @throws {Error} if only a fresh snapshot is reliable now (P-8.5) */
export function take(model, message, now = performance.now()) {
  if (OF_A_TABLE.includes(message.t) && !at(model, message)) return;
  Object.assign(model, TAKEN[message.t]?.(model, message, now));
}

const OF_A_TABLE = ["entry", "legal", "clock", "put_out"];
const OVER = { legal: null, clock: null };
const GONE = { ...OVER, table: null, result: null };

const at = (model, { table }) => model.table !== null && model.table.code === table;

function resultOf(table, { winners, blocked = false, gains = [], ranks = [] }) {
  const { room: { occupants }, game: { round, scores } } = table;
  const names = occupants.map((_, seat) => nameOf(table, seat));
  return { round, winners, blocked, gains, ranks, scores, names, over: null, hands: null, seed: null };
}

function lobbyOf(...lines) {
  const known = new Map(lines.map(({ n, name, text }) => [n, { n, name, text }]));
  return { lobby: [...known.values()].sort((one, other) => one.n - other.n).slice(-LINES_KEPT) };
}

const AFTER = {
  __proto__: null,
  asked: () => ({ legal: null }),
  round_dealt: () => ({ result: null, legal: null }),
  round_ended: ({ table }, event) => ({ ...OVER, result: resultOf(table, event) }),
  game_ended: ({ table, result }, { winners }) => (
    { ...OVER, result: { ...result ?? resultOf(table, { winners }), over: winners } }
  ),
  game_cleared: () => ({ ...OVER, result: null }),
  hands_shown: ({ result }, { hands }) => ({ result: result && { ...result, hands } }),
  game_seed: ({ result }, { seed }) => ({ result: result && { ...result, seed } }),
  phase_changed: (_, { phase }) => phase === "closed" && { ...GONE, putOut: "closed" },
};

const TAKEN = {
  __proto__: null,
  welcome: (_, welcome) => ({ welcome }),
  logged_in: (_, { name }) => ({ ...GONE, name, behind: 0, missed: [] }),
  resumed: (model, message) => ({ ...(!at(model, message) && GONE), name: message.name }),
  ok: (_, { request }) => request?.t === "leave_table" && GONE,
  pong: ({ behind }, { nonce }) => nonce >= behind && { behind: 0 },
  tables(model, { tables, faces = {}, no_programs: closed = [], request }) {
    const lines = tables.map((one) => ({ ...one, faces: faces[one.code] ?? [], programs: !closed.includes(one.code) }));
    return { tables: [...(request?.after ? model.tables : []), ...lines].sort((one, other) => !one.host - !other.host) };
  },
  rules: (_, rules) => ({ rules }),
  snapshot({ table: before, news, missed }, { result = null, ...message }) {
    const table = open(message);
    const kept = before?.code === table.code ? { news, missed } : { news: [], missed: [] };
    const told = result && { over: result.game_winners ?? null, hands: null, seed: null, ...result };
    return { table, ...kept, legal: null, clock: null, putOut: null, result: told };
  },
  entry(model, message, now) {
    const before = { ...model.table };
    const event = apply(model.table, message);
    const missed = Boolean(model.behind) || !model.looking;
    const item = { event, before, table: { ...model.table }, at: now, missed };
    return {
      ...AFTER[event.k]?.(model, event),
      news: [...model.news.slice(1 - NEWS_KEPT), item],
      count: model.count + 1,
      missed: missed ? [...model.missed.slice(1 - NEWS_KEPT), item] : model.missed,
    };
  },
  legal: ({ table }, { decision, n, actions, words = "" }) => (
    { legal: table.game?.decision === decision ? { decision, n, actions, words } : null }
  ),
  clock: (_, { decision, seconds = null, of = seconds }, at) => (
    { clock: seconds === null ? null : { decision, seconds, of, at } }
  ),
  lobby_said: ({ lobby }, line) => lobbyOf(...(lobby.some(({ n }) => n >= line.n) ? [] : lobby), line), // P-7.27: a new server
  lobby_talk: ({ lobby }, { lines, request }) => lobbyOf(...(request?.after ? lobby : []), ...lines ?? []),
  put_out: (_, { code }) => ({ ...GONE, putOut: code }),
};
