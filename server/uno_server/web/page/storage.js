/** What the browser keeps, or in private windows this page; `own`: a drawer of its own, of a big screen. */

/** Settings. `fresh`: the player is new; `tips`: what they have not been told yet. */
const DEFAULTS = {
  theme: "auto", order: "colour", large: false, language: "auto", motion: "full", help: false, arm: false, letters: true,
  sound: true, buzz: true, awake: true, fresh: false, tips: "",
};
const MOST_TOKENS = 5;
const fallback = new Map();
const TAB = Math.random().toString(36); // this page, until it is loaded anew

/** What it gives; null where the browser refuses. */
function attempt(call) {
  try {
    return call();
  } catch {
    return null;
  }
}

const read = (key, kind = "localStorage") => attempt(() => JSON.parse(fallback.get(key) ?? window[kind].getItem(key)));

/** Whether the browser keeps it. */
function write(key, value, kind = "localStorage") {
  fallback.set(key, JSON.stringify(value));
  return attempt(() => {
    window[kind].setItem(key, fallback.get(key));
    return fallback.delete(key);
  }) ?? false;
}

function remove(key, kind = "localStorage") {
  fallback.delete(key);
  attempt(() => window[kind].removeItem(key));
}

const drawer = (serverId, own) => `uno.token.${own}.${serverId}`;

export const tokenOf = (serverId, own = "") => read(drawer(serverId, own));

/** Keeps a token; of each kind the last few. */
export function keepToken(serverId, name, token, own = "") {
  write(drawer(serverId, own), { name, token, tab: TAB, at: Date.now() });
  const kind = `uno.token.${own.split(".")[0]}.`;
  const kept = Object.keys(attempt(() => window.localStorage) ?? {}).filter((key) => key.startsWith(kind));
  kept.sort((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0)).slice(MOST_TOKENS).forEach((key) => remove(key));
}

export const forgetToken = (serverId, own = "") => remove(drawer(serverId, own));

/** Whether another open tab has begun to play with this token since. */
export function elsewhere(serverId, token) {
  const kept = tokenOf(serverId);
  return kept?.token === token && kept.tab !== undefined && kept.tab !== TAB;
}

/** Whether another tab plays since with a token of its own; if with this one, the server decides. */
export const replaced = (serverId, token) => (tokenOf(serverId)?.token ?? token) !== token;

/** This tab is closed, or put aside; call it on `pagehide`. */
export function goAway(serverId) {
  const kept = tokenOf(serverId);
  if (kept?.tab === TAB) write(drawer(serverId, ""), { ...kept, tab: undefined });
}

export const playerName = () => read("uno.name") ?? "";

export const keepName = (name) => write("uno.name", name);

/** The face that the player wishes for (P-5.15), or undefined. */
export const playerFace = () => read("uno.face") ?? undefined;

export const keepFace = (face) => write("uno.face", face);

export const settings = () => ({ ...DEFAULTS, ...read("uno.settings") });

export function setSetting(setting, value) {
  write("uno.settings", { ...settings(), [setting]: value });
  return settings();
}

const keepLines = (lines) => write("uno.rules", Object.fromEntries(lines));

export const ruleSets = () => read("uno.rules") ?? {};

/** Changes sets of rules; null deletes one. Whether they are kept. */
export const keepRuleSets = (changes) => (
  keepLines(Object.entries({ ...ruleSets(), ...changes }).filter(([, line]) => line !== null))
);

export const renameRuleSet = (old, name) => (
  keepLines(Object.entries(ruleSets()).map(([each, line]) => [each === old ? name : each, line]))
);

export const mutedNames = (serverId) => read(`uno.muted.${serverId}`) ?? [];

export function setMuted(serverId, name, muted) {
  const others = mutedNames(serverId).filter((other) => other !== name);
  write(`uno.muted.${serverId}`, muted ? [...others, name] : others);
  return mutedNames(serverId);
}

/** Keeps this tab's offers for a deal (`replay/promise.js`) over a reload. */
export const keepOffers = (serverId, offers) => write(`uno.offers.${serverId}`, offers, "sessionStorage");
export const keptOffers = (serverId) => read(`uno.offers.${serverId}`, "sessionStorage") ?? {};

/** Keeps the table over a reload, or none; call it on `pagehide`. */
export function keepTable(serverId, table) {
  if (table) write("uno.table", { serverId, table }, "sessionStorage");
  else remove("uno.table", "sessionStorage");
}

/** The table that was kept, once; null if none. */
export function keptTable(serverId) {
  const kept = read("uno.table", "sessionStorage");
  remove("uno.table", "sessionStorage");
  return kept?.serverId === serverId ? kept.table : null;
}
