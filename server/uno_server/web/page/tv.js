/**
 * The big screen: at `/tv/CODE` that table, at `/tv` the only one or one of a list. It logs in as a screen (P-5.14), and
 * each address has its own token, so that two screens of one browser do not disturb each other.
 */

import { codeOf, socketUrl } from "./address.js";
import { stayAwake } from "./awake.js";
import { insist, openBook, wishedFor, worded } from "./book.js";
import { h, render, soon } from "./dom.js";
import { Link } from "./link.js";
import { noteState, start, take } from "./model.js";
import * as motion from "./motion.js";
import { button, submit } from "./screens/parts.js";
import { choice, claims, onlyOne, tv } from "./screens/tv.js";
import { refusalText } from "./sentences.js";
import { accompany, silent, unlock } from "./sound.js";
import { forgetToken, keepToken, settings, tokenOf } from "./storage.js";

const AGAIN = 5000; // milliseconds between two tries to watch
const LOOK = 2000; // milliseconds between two looks at the list of tables
const HEARD = 7000; // milliseconds for which what was said is drawn at most
const TICK = 250; // milliseconds between two looks at the clock
const FOR_GOOD = ["banned", "kicked", "not_at_table"]; // after these somebody has to ask again
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const code = codeOf(location.pathname), drawer = `screen.${code}`;
const root = document.getElementById("tv"), model = start();
const passwords = { server: "", table: "" };
let wanted = code; // the table to show; empty while there is none to choose
let picks = false; // somebody wants to choose, even if there is only one table
let problem = null; // {text, asks, again}: what keeps the table away
let retry = 0;
let unlit = ""; // that the browser lets the screen go off
let shows = null, showed = false; // highlights.js, where it is asked for; whether it had the screen
const wished = settings();

const link = new Link({
  url: socketUrl(location), program: "uno-page-tv", take: taken, state: stated, table: () => model.table, words: wishedFor,
});

function stated(name, detail) {
  noteState(model, name, detail);
  if (name === "greeted") enter(link.serverId);
  if (name === "in") {
    if (detail.token) keepToken(link.serverId, detail.name, detail.token, drawer);
    if (detail.table === undefined) go();
  }
  draw();
}

function taken(message) {
  take(model, message);
  if (message.t === "put_out" && model.putOut) {
    forgo();
    halt(refusalText(message));
  } else if (message.t === "entry" && model.putOut) {
    wanted = code;
    later(worded("table_is_closed"));
  }
  if (model.table) problem = null;
  shows?.heard({ model, link, draw }, message);
  draw();
}

function enter(serverId) {
  const kept = tokenOf(serverId, drawer);
  if (kept) link.resume(kept.token).catch(({ code: why }) => why === "bad_token" && forgetToken(serverId, drawer));
  else if (model.welcome.password && !passwords.server) halt("", "server");
  else login();
}

function login() {
  link.enter({ t: "login", screen: true, password: passwords.server || undefined }).catch((error) => {
    if (error.code === "wrong_password") halt(refusalText(error), "server");
    else if (error.code !== "lost") later(refusalText(error), login, error);
  });
}

function go() {
  clearTimeout(retry);
  retry = 0;
  problem = null;
  (wanted ? watch : look)();
}

/** Looks again and again which tables there are. */
async function look() {
  retry = 0;
  const found = await link.askTables().then(() => true, () => false);
  if (!found) return; // when the connection is back it begins anew
  const only = picks ? null : onlyOne(model.tables);
  if (only) pick(only.code);
  else if (!wanted && !retry) retry = setTimeout(look, LOOK);
  draw();
}

function pick(table) {
  wanted = table;
  passwords.table = "";
  go();
}

/** Back to the list, where the address names no table. */
const forgo = () => { [wanted, picks] = [code, !code]; };

function watch() {
  link.ask("spectate_table", { table: wanted, password: passwords.table || undefined }).catch((error) => {
    const text = error.code === "no_such_table" ? worded("no_table", { code: wanted }) : refusalText(error);
    if (error.code === "lost") return;
    if (error.code === "wrong_password") halt(passwords.table ? text : "", "table");
    else {
      forgo();
      if (FOR_GOOD.includes(error.code)) halt(text);
      else later(text, go, error);
    }
  });
}

/** Says what is wrong, and tries again in a while. */
function later(text, again = go, { args = {} } = {}) {
  halt(text, "", null);
  clearTimeout(retry);
  retry = setTimeout(again, Math.max(AGAIN, 1000 * (Number(args.seconds) || 0)));
}

function halt(text, asks = "", again = asks ? null : go) {
  problem = { text, asks, again };
  draw();
}

function answered(event) {
  event.preventDefault();
  const { asks } = problem;
  passwords[asks] = new FormData(event.currentTarget).get("said");
  problem = null;
  (asks === "server" ? login : watch)();
  draw();
}

function word() {
  const lines = () => {
    if (model.state === "ended") return [h("p", { role: "alert" }, refusalText(model.detail)), button(worded("show_here"), () => link.connect(), { class: "main" })];
    if (!problem) return h("p", { role: "status" }, worded("connecting"));
    const { text, asks, again } = problem;
    return [
      text && h("p", { role: "alert" }, text),
      asks ? form(asks) : again ? button(worded("watch_again"), again, { class: "main", made: focus }) : h("p", { class: "quiet" }, worded("trying_again")),
    ];
  };
  return h("main", { class: "tv-word" }, h("h1", {}, `UNO ${wanted}`.trim()), lines());
}

const focus = (control) => control.focus();

function form(which) {
  return h("form", { on: { submit: answered } },
    h("label", {}, worded(`password_of_${which}`), h("input", { name: "said", type: "password", autocomplete: "off", required: true, made: focus })),
    submit(worded("watch_here"), "main"));
}

const draw = soon(() => {
  const away = model.state !== "in";
  document.title = model.table ? model.table.room.name : "UNO";
  const site = document.documentElement.dataset.address;
  if (!model.table) return void render(root, wanted || problem || away || !model.tables ? word() : choice(model, site, pick));
  const again = shows?.seen({ model, draw }) ?? null;
  const kept = motion.before(root, again?.model ?? model, wished);
  const now = performance.now();
  const above = away ? `${worded("lost")} ${worded("coming_back")}` : claims(model, now) || unlit;
  render(root, [again?.scene ?? tv(model, site, now), above && h("p", { key: "lost", class: "tv-lost", role: "status" }, above),
    wished.sound && silent() ? h("p", { key: "silent", class: "tv-silent", role: "status" }, worded("press_key")) : ""]);
  if (showed !== Boolean(again)) document.getElementById("moves").replaceChildren(); else motion.after(root, again?.model ?? model, kept);
  showed = Boolean(again);
  accompany(model, { sound: wished.sound, buzz: false, all: true });
});

/** The keys of a remote control: arrows walk the list, Enter picks, Escape leads back to it. */
function pressed(event) {
  const buttons = [...root.querySelectorAll("button:not([tabindex])")];
  if (event.key in STEPS && buttons.length) {
    const at = buttons.indexOf(document.activeElement);
    buttons[at < 0 ? 0 : Math.max(0, Math.min(buttons.length - 1, at + STEPS[event.key]))].focus();
    event.preventDefault();
  } else if (event.key === "Escape" && !code && model.state === "in") {
    forgo();
    if (model.table) link.ask("leave_table").then(go, () => {});
    else go();
  }
}

function begin() {
  const asked = new URLSearchParams(location.search), theme = asked.get("theme") || wished.theme;
  if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;
  for (const event of ["online", "pageshow"]) window.addEventListener(event, () => link.wake());
  if (wished.motion !== "full") document.documentElement.dataset.still = "yes";
  document.addEventListener("visibilitychange", () => document.hidden || link.wake());
  document.addEventListener("keydown", pressed);
  unlock(draw);
  stayAwake(wished.awake, () => {
    unlit = worded("screen_off");
    setTimeout(() => { unlit = ""; draw(); }, HEARD);
    draw();
  });
  setInterval(() => { if (model.clock || performance.now() - model.news[model.news.length - 1]?.at < HEARD) draw(); }, TICK);
  if (asked.has("highlights")) insist((mark) => import(`./highlights.js${mark}`), (all) => { shows = all; });
  openBook().then(() => link.connect());
}

begin();
