/**
 * The big screen at `/tv/CODE`: watches that table under a name of its own, and comes back by itself for ever.
 *
 * Each table has a drawer of its own for the token, so that two screens of one browser do not disturb each other, and
 * a session that comes back is at the right table.
 */

import { readPath, socketUrl } from "./address.js";
import { h, render } from "./dom.js";
import { Link } from "./link.js";
import { noteState, start, take } from "./model.js";
import { tv } from "./screens/tv.js";
import { refusalText } from "./sentences.js";
import { forgetToken, keepToken, settings, tokenOf } from "./storage.js";
import { language, languageFor, load, say } from "./words.js";

const AGAIN = 5000; // milliseconds until a table that cannot be watched is asked for again
const TICK = 250; // milliseconds between two looks at the clock
const NAMES = 40; // so many names are tried
const FOR_GOOD = ["banned", "kicked", "not_at_table"]; // after these somebody has to ask again

const { code } = readPath(location.pathname);
const drawer = `tv.${code}`;
const root = document.getElementById("tv");
const model = start();
const passwords = { server: "", table: "" };
let problem = null; // {text, asks, again}: what keeps the table away
let number = 1; // of the name
let own = null; // {name, token}: kept while the table is there
let retry = 0;
let due = false;

const words = () => languageFor(settings().language);
const link = new Link({ url: socketUrl(location), program: "uno-page-tv", take: taken, state: stated, words });

function stated(name, detail) {
  noteState(model, name, detail);
  if (name === "greeted") enter(link.serverId);
  if (name === "in") entered(detail);
  draw();
}

function taken(message) {
  take(model, message);
  if (message.t === "put_out" && model.putOut) stop(refusalText(message));
  else if (model.putOut && !model.table && !retry) later(say("The table is closed."));
  if (model.table) problem = null;
  draw();
}

/** Into the session: with the token of last time if there is one, else under the first free name. */
function enter(serverId) {
  own = tokenOf(serverId, drawer);
  if (own) link.resume(own.token).catch(({ code: why }) => why === "bad_token" && forgetToken(serverId, drawer));
  else if (model.welcome.password && !passwords.server) ask("server", "");
  else login();
}

function login() {
  const name = number > 1 ? `${say("Screen")} ${number}` : say("Screen");
  link.login(name, passwords.server || undefined).catch((error) => {
    if ((error.code === "name_taken" || error.code === "name_rejected") && number < NAMES) {
      number += 1;
      login();
    } else if (error.code === "wrong_password") ask("server", refusalText(error));
    else if (error.code !== "lost") later(refusalText(error), login, error);
  });
}

function entered(message) {
  if (message.token) own = message;
  if (message.table === undefined) watch();
}

function watch() {
  retry = 0;
  link.ask("spectate_table", { table: code, password: passwords.table || undefined }).then(() => {
    keepToken(link.serverId, own.name, own.token, drawer);
  }, (error) => {
    const text = refusalText(error);
    if (["no_such_table", "not_at_table"].includes(error.code)) forgetToken(link.serverId, drawer);
    if (error.code === "wrong_password") ask("table", passwords.table ? text : "");
    else if (FOR_GOOD.includes(error.code)) stop(text);
    else if (error.code !== "lost") later(error.code === "no_such_table" ? say("There is no table {code}.", { code }) : text, watch, error);
  });
}

/** Says what is wrong, and tries again in a while. */
function later(text, again = watch, { args = {} } = {}) {
  problem = { text, asks: "", again: null };
  clearTimeout(retry);
  retry = setTimeout(again, Math.max(AGAIN, 1000 * (Number(args.seconds) || 0)));
  draw();
}

function stop(text) {
  problem = { text, asks: "", again: watch };
  draw();
}

function ask(which, text) {
  problem = { text, asks: which, again: null };
  draw();
}

function answered(event) {
  event.preventDefault();
  const { asks } = problem;
  const said = new FormData(event.currentTarget).get("said");
  if (asks === "code") {
    location.assign(`/tv/${encodeURIComponent(said)}`);
    return;
  }
  passwords[asks] = said;
  problem = null;
  if (asks === "server") login();
  else watch();
  draw();
}

/** What is shown where there is no table to show. */
function word() {
  const lines = [];
  if (model.state === "ended") {
    lines.push(h("p", { role: "alert" }, refusalText(model.detail)),
      h("button", { class: "main", type: "button", on: { click: () => link.connect() } }, say("Show it here")));
  } else if (problem) {
    if (problem.text) lines.push(h("p", { role: "alert" }, problem.text));
    if (problem.asks) lines.push(form(problem.asks));
    else if (problem.again) lines.push(h("button", { class: "main", type: "button", on: { click: problem.again } }, say("Watch again")));
    else lines.push(h("p", { class: "quiet" }, say("Trying again …")));
  } else lines.push(h("p", { role: "status" }, say("Connecting …")));
  return h("main", { class: "tv-word" }, h("h1", {}, `UNO ${code}`.trim()), lines);
}

function form(which) {
  const labels = { code: say("Code of the table"), server: say("Password of the server"), table: say("Password of the table") };
  const type = which === "code" ? "text" : "password";
  return h("form", { on: { submit: answered } },
    h("label", {}, labels[which], h("input", { name: "said", type, autocomplete: "off", required: true, made: (input) => input.focus() })),
    h("button", { class: "main", type: "submit" }, say("Watch")));
}

function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    if (!model.table) return render(root, word());
    document.title = model.table.room.name;
    const away = model.state !== "in";
    return render(root, [tv(model, document.documentElement.dataset.address, performance.now()),
      away ? h("p", { key: "lost", class: "tv-lost", role: "status" }, say("Connection lost. Coming back …")) : ""]);
  });
}

/** Keeps the screen on, where the browser lets it. */
function stayOn() {
  if (document.visibilityState === "visible" && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
}

function begin() {
  const wished = settings();
  const theme = new URLSearchParams(location.search).get("theme") || wished.theme;
  if (["light", "dark"].includes(theme)) document.documentElement.dataset.theme = theme;
  for (const event of ["online", "pageshow"]) window.addEventListener(event, () => link.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") link.wake();
    stayOn();
  });
  stayOn();
  setInterval(() => { if (model.clock) draw(); }, TICK);
  load(words()).then(() => {
    document.documentElement.lang = language() === "pseudo" ? "en" : language();
    if (code) link.connect();
    else ask("code", "");
  });
}

begin();
