/**
 * What the browser keeps: tokens by server, the player's name, settings; over a reload the table.
 *
 * SETTINGS: theme `auto`|`light`|`dark`, order `colour`|`rank`|`came`, large, language (`auto` or a code),
 * motion `full`|`gentle`|`still`, help (with colours), arm, letters, sound, buzz (on your turn), awake (the screen stays on),
 * fresh (the player is new), tips (what they have not been told yet).
 * `own` is the name of a drawer of its own ("tv" for the big screen); none for the player.
 * Where the browser keeps nothing (private windows), all of it lasts as long as the page.
 */

const DEFAULTS = {
  theme: "auto", order: "colour", large: false, language: "auto", motion: "full", help: false, arm: false, letters: true,
  sound: true, buzz: true, awake: true, fresh: false, tips: "",
};
const MOST_TOKENS = 5;
const fallback = new Map();
const TAB = Math.random().toString(36); // this page, until it is loaded anew

function storage(kind) {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

function read(key, kind = "localStorage") {
  try {
    return JSON.parse(fallback.get(key) ?? storage(kind)?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key, value, kind = "localStorage") {
  const text = JSON.stringify(value);
  try {
    storage(kind).setItem(key, text);
    return fallback.delete(key) || true;
  } catch {
    fallback.set(key, text);
    return false;
  }
}

function remove(key, kind = "localStorage") {
  fallback.delete(key);
  try {
    storage(kind).removeItem(key);
  } catch {
    // nothing was kept
  }
}

const drawer = (serverId, own) => `uno.token.${own}.${serverId}`;

/** @param {string} serverId @param {string} [own] @returns {{name: string, token: string}|null} */
export function tokenOf(serverId, own = "") {
  const kept = read(drawer(serverId, own));
  return typeof kept?.token === "string" ? kept : null;
}

/**
 * Keeps a token; of the player's, and of those of big screens, only the last few.
 * @param {string} serverId @param {string} name @param {string} token @param {string} [own]
 */
export function keepToken(serverId, name, token, own = "") {
  write(drawer(serverId, own), { name, token, tab: TAB, at: Date.now() });
  const kind = `uno.token.${own.split(".")[0]}.`;
  const kept = Object.keys(storage("localStorage") ?? {}).filter((key) => key.startsWith(kind));
  kept.sort((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0)).slice(MOST_TOKENS).forEach((key) => remove(key));
}

/** @param {string} serverId @param {string} [own] */
export function forgetToken(serverId, own = "") {
  remove(drawer(serverId, own));
}

/** Whether another tab of this browser, which is still open, has begun to play with this token since. */
export function elsewhere(serverId, token) {
  const kept = tokenOf(serverId);
  return kept?.token === token && kept.tab !== undefined && kept.tab !== TAB;
}

/** This tab is closed, or put aside; call it on `pagehide`. @param {string} serverId */
export function goAway(serverId) {
  const kept = tokenOf(serverId);
  if (kept?.tab === TAB) write(drawer(serverId, ""), { ...kept, tab: undefined });
}

/** The name that the player had last; empty if none. @returns {string} */
export function playerName() {
  const name = read("uno.name");
  return typeof name === "string" ? name : "";
}

/** @param {string} name */
export function keepName(name) {
  write("uno.name", name);
}

/** The face that the player wishes for (P-5.15). @returns {number|undefined} */
export function playerFace() {
  const face = read("uno.face");
  return Number.isInteger(face) && face >= 0 && face < 24 ? face : undefined;
}

/** @param {number} face */
export function keepFace(face) {
  write("uno.face", face);
}

/** All settings. @returns {object} */
export function settings() {
  const kept = read("uno.settings") ?? {};
  const made = { ...DEFAULTS };
  for (const key of Object.keys(made)) if (typeof kept[key] === typeof made[key]) made[key] = kept[key];
  return made;
}

/** @param {string} setting @param {*} value @returns {object} all settings */
export function setSetting(setting, value) {
  write("uno.settings", { ...settings(), [setting]: value });
  return settings();
}

/** The player's own sets of rules: lines by name. @returns {Object<string, string>} */
export function ruleSets() {
  const kept = read("uno.rules") ?? {};
  return Object.fromEntries(Object.entries(kept).filter(([, line]) => typeof line === "string"));
}

/** Changes sets of rules. @param {Object<string, ?string>} changes null deletes one @returns {boolean} whether they are kept */
export function keepRuleSets(changes) {
  return write("uno.rules", Object.fromEntries(Object.entries({ ...ruleSets(), ...changes }).filter(([, line]) => line !== null)));
}

/** Gives a set of rules another name, in its place. @returns {boolean} whether that is kept */
export function renameRuleSet(old, name) {
  return write("uno.rules", Object.fromEntries(Object.entries(ruleSets()).map(([each, line]) => [each === old ? name : each, line])));
}

/** Names that this player does not want to hear, at one server. @param {string} serverId @returns {string[]} */
export function mutedNames(serverId) {
  const names = read(`uno.muted.${serverId}`);
  return Array.isArray(names) ? names : [];
}

/** @param {string} serverId @param {string} name @param {boolean} muted @returns {string[]} all of them */
export function setMuted(serverId, name, muted) {
  const others = mutedNames(serverId).filter((other) => other !== name);
  const names = muted ? [...others, name] : others;
  write(`uno.muted.${serverId}`, names);
  return names;
}

/** Keeps the table over a reload; call it on `pagehide`. @param {string} serverId @param {object|null} table */
export function keepTable(serverId, table) {
  if (table) write("uno.table", { serverId, table }, "sessionStorage");
  else remove("uno.table", "sessionStorage");
}

/** The table that was kept, once. @param {string} serverId @returns {object|null} */
export function keptTable(serverId) {
  const kept = read("uno.table", "sessionStorage");
  remove("uno.table", "sessionStorage");
  return kept?.serverId === serverId ? kept.table : null;
}

/**
 * Looks out for another tab that plays at a server, after `keepToken`: of two with tokens of their own, the one whose
 * token is kept wins. Of two with one token (a session) the server decides, and says `taken_over`; one that has no
 * connection then asks `elsewhere` before it comes back.
 * @param {string} serverId
 * @param {string} token this tab's
 * @param {function(): void} onOther called once, when another one is kept
 * @returns {function(): void} stops listening
 */
export function lookOut(serverId, token, onOther) {
  const listen = () => {
    if ((tokenOf(serverId)?.token ?? token) === token) return;
    stop();
    onOther();
  };
  const stop = () => window.removeEventListener("storage", listen);
  window.addEventListener("storage", listen);
  return stop;
}
