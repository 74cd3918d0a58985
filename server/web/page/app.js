/**
 * Starts the page: one link, one model, drawn at most once a frame.
 *
 * Screens are functions `(model, act) → description`. What `act` offers:
 * - `ask(type, fields) → Promise<answer or null>`: a request; a refusal is told, and gives null;
 * - `attempt(type, fields) → Promise<answer>`: the same, but rejects with the error;
 * - `go(name)`: opens a page over the screen (`talk`, `menu`, `rules`, `settings`, `invite`,
 *   `create`, `change`, `player`, `room`, `door`); `back()`: closes it;
 * - `set(setting, value)`, `settings`: what the player has chosen (shelf.js);
 * - `tell(text, kind)`: one line for the player, `kind` "info" or "fault";
 * - `confirm(text, yes, run)`: asks before `run`, with `yes` on the button;
 * - `focus(id)`: focus that element after the next drawing; `draw()`: draw soon;
 * - `ui`: what screens keep between drawings, each under its own name.
 * A control is reached by a letter that stands in its `aria-keyshortcuts` (several apart by blanks).
 */
import { pathOf, readPath, socketUrl } from "./address.js";
import { h, render } from "./dom.js";
import { Link } from "./link.js";
import { look, noteState, restore, start, take } from "./model.js";
import { eventText, missedText, questionText, refusalText } from "./sentences.js";
import * as shelf from "./shelf.js";
import { load, preferred, say } from "./words.js";
import { change, create } from "./screens/create.js";
import { ended } from "./screens/ended.js";
import { join, refused } from "./screens/join.js";
import { menu, player, settings } from "./screens/menu.js";
import { button, cap, icon, toTalk } from "./screens/parts.js";
import { result } from "./screens/result.js";
import { invite, room } from "./screens/room.js";
import { rules } from "./screens/rules.js";
import { askedMe } from "./screens/seats.js";
import { table } from "./screens/table.js";
import { door, tables } from "./screens/tables.js";
import { heard, talk } from "./screens/talk.js";

const SHORT_LIST = 20; // tables in a list that is asked for every two seconds, a longer one every ten
const MOST_PAGES = 5; // of a list of tables
const TOLD_SECONDS = { info: 6, event: 6, said: 5, fault: 12, missed: 15 }; // how long a line is seen
const MOST_TOLD = 6; // news that are read out at once
const LATE = 300; // milliseconds until a frame that does not come is drawn all the same
const PATIENCE = 1500; // milliseconds for the words of a language, before the page is drawn without them
const HOVERS = matchMedia("(hover: hover)"); // a mouse, so a keyboard too
/** What everybody should see, wherever they are. */
const OF_THE_TABLE = ["table_changed", "host_changed", "game_cleared", "mute_changed"];
const PAGES = { change, create, door, invite, menu, player, room, rules, settings, talk };

const model = start();
const app = document.getElementById("app");
const ui = { name: shelf.playerName(), over: "", depth: 0, listed: 0, lines: [], confirm: null, path: readPath(location.pathname).code, heard: [] };
let settled = shelf.settings();
let muted = []; // names that the player does not want to hear
let drawing = false;
let spoken = false; // whether the words of the player's language have come
let stopNewest = null;
let shown = ""; // the view that was drawn last
const places = new Map(); // of each view, the control that had the focus when it was left, and how far down it was
let wanted = ""; // what gets the focus after the next drawing
let said = 0; // how many news have been told
let asked = ""; // the last question that was told

const link = new Link({
  url: socketUrl(location),
  program: "uno-page",
  take: took,
  state: stated,
});

// --- deeds -------------------------------------------------------------------------------------

const act = {
  ui,
  get settings() { return settled; },
  draw,
  attempt: (type, fields = {}) => link.ask(type, fields).then((answer) => {
    draw();
    return answer;
  }),
  ask: (type, fields = {}) => act.attempt(type, fields).catch((error) => {
    act.refused(error);
    return null;
  }),
  /** Why something was refused, in words. */
  why: (error) => cap(refusalText(error, model.table)),
  refused(error) {
    if (!error?.code) throw error;
    act.tell(error.code === "lost" ? say("The connection was lost; please try again.") : act.why(error), "fault");
  },
  /** The name of the page or screen that is seen. */
  get view() { return shown; },
  /** Names of those whom the player does not want to hear. */
  get mutes() { return muted; },
  /** Whether the player does not want to hear that person. */
  muted: (name) => muted.includes(name),
  mute(name, on) {
    muted = shelf.setMuted(model.welcome.server_id, name, on);
    act.tell(on ? say("You've muted {name}.", { name }) : say("You've unmuted {name}.", { name }));
  },
  tell(text, kind = "info") {
    if (!text) return;
    const seconds = TOLD_SECONDS[kind];
    const line = { text, kind, key: performance.now() };
    const others = ui.lines.filter((each) => each.text !== text && (kind !== "said" || each.kind !== kind));
    ui.lines = [...others, line].slice(-3);
    if (kind !== "said" && kind !== "event") announce("asked", text);
    setTimeout(() => act.forget(line), 1000 * seconds);
    draw();
  },
  forget(line) {
    ui.lines = ui.lines.filter((each) => each !== line);
    draw();
  },
  go(name) {
    ui.lines = [];
    if (name === ui.over) return;
    if (name === "change") ui.change = undefined; // what was begun and left is not gone on with
    ui.depth += 1;
    history.pushState({ over: name, depth: ui.depth }, "");
    ui.over = name;
    draw();
  },
  back() {
    if (ui.confirm) ui.confirm = null;
    else if (ui.over) history.back();
    draw();
  },
  /** Closes whatever lies over the screen. */
  home: () => closed(),
  confirm(text, yes, run) {
    ui.confirm = { text, yes, run };
    draw();
  },
  focus(id) {
    wanted = id;
    draw();
  },
  set(setting, value) {
    settled = shelf.setSetting(setting, value);
    dressed();
    if (setting === "language") speak();
    draw();
  },
  async login(name, password) {
    ui.trying = name;
    draw();
    try {
      const { name: own, token } = await link.login(name, password);
      shelf.keepName(own);
      shelf.keepToken(model.welcome.server_id, own, token);
    } catch (error) {
      refused(act, error, error.code === "lost" ? say("The connection was lost; please try again.") : act.why(error));
    } finally {
      ui.trying = undefined;
    }
  },
  /** Sits down at a table, or watches; a password is asked for where one is needed. */
  async enter(code, watch = false, password = "") {
    try {
      const fields = password ? { table: code, password } : { table: code };
      await act.attempt(watch ? "spectate_table" : "join_table", fields);
      ui.door = null;
      closed();
    } catch (error) {
      refusedAtTheDoor(error, code, watch, password);
    }
  },
  async leave() {
    await act.ask("leave_table");
  },
  /** This page plays on where another tab took over. */
  here() {
    link.connect();
    draw();
  },
  /** Leaves the table and forgets who plays here, to play under another name. */
  async another() {
    ui.depth = 0; // no way back: the page is loaded anew
    if (model.table && !(await act.ask("leave_table"))) return;
    shelf.forgetToken(model.welcome.server_id);
    link.close();
    location.assign(pathOf());
  },
};

function refusedAtTheDoor(error, code, watch, password) {
  const line = (model.tables ?? []).find((each) => each.code === code || each.name === code);
  const name = line?.name ?? code;
  if (error.code === "no_such_table" && !model.table) placed();
  if (error.code === "wrong_password" || (error.code === "limit" && password)) {
    const why = error.code === "limit" ? refusalText(error, null) : say("Wrong password for that table.");
    ui.door = { code, name, watch, password: "", fault: password ? why : "" };
    act.go("door");
  } else if (error.code === "table_full" && !watch && line?.watching !== false) {
    act.confirm(say("That table is full. Watch it?"), say("watch"), () => act.enter(code, true, password));
  } else if (error.code === "banned") {
    act.tell(say("The host banned you from that table."), "fault");
  } else if (error.code === "already_at_table") {
    return; // a second tap
  } else {
    act.refused(error);
  }
}

// --- what the server says ----------------------------------------------------------------------

function took(message) {
  const before = model.table;
  take(model, message);
  heard(act, model, message);
  if (message.t === "announcement") act.tell(say("The server says: {text}", { text: message.text }));
  if (message.t === "error" && message.code === "unsupported_version") ui.versions = message.args;
  if (message.t === "ok" && message.request?.t === "leave_table") left();
  if (message.t === "resumed" && before && !model.table) {
    act.tell(say("That table is gone."), "fault");
    left();
  }
  if (before && !model.table && model.putOut) {
    const words = { table: before.room.name };
    const why = { banned: say("The host banned you from {table}.", words), closed: say("The table was closed.") };
    act.tell(why[model.putOut.code] ?? say("The host removed you from {table}.", words),
      model.putOut.code === "closed" ? "info" : "fault");
    left();
  }
  if (message.t === "snapshot" && location.pathname !== pathOf(model.table.code)) placed(model.table.code);
  draw();
}

/** The link is in another state (link.js). */
function stated(name, detail) {
  noteState(model, name, detail);
  if (name === "greeted") greeted(detail);
  if (name === "in") entered(detail);
  draw();
}

/** The player is known here by a token, or has to say a name. */
function greeted({ server_id: server }) {
  const kept = shelf.tokenOf(server);
  if (model.name) act.tell(say("The server no longer has your game."), "fault");
  model.name = "";
  if (!kept) return;
  const table = shelf.keptTable(server);
  if (table) restore(model, table); // the page was reloaded
  ui.trying = kept.name;
  link.resume(kept.token, table?.code, table?.n)
    .catch((error) => {
      if (error.code === "bad_token") shelf.forgetToken(server);
    })
    .finally(() => {
      ui.trying = undefined;
      draw();
    });
}

/** There is a session: go where the address says, if there is no table yet. */
function entered({ table: code }) {
  const server = model.welcome.server_id;
  muted = shelf.mutedNames(server);
  stopNewest?.();
  stopNewest = shelf.newest(server, older);
  const path = ui.path;
  Object.assign(ui, { path: "", join: undefined });
  if (code) {
    if (path && code !== path) {
      act.tell(say("You're still at {name}; leave it first to join {wanted}.", { name: code, wanted: path }));
    }
    return;
  }
  if (path) act.enter(path);
  const last = model.lobby[model.lobby.length - 1];
  act.ask("lobby_talk", { after: last ? last.n : 0 });
  list();
}

/** Another tab of this browser plays now. */
function older() {
  link.close();
  stated("ended", { code: "taken_over" });
}

/** The player is in the lobby again. */
function left() {
  Object.assign(model, { table: null, legal: null, clock: null, result: null });
  Object.assign(ui, { heard: [], unread: 0, change: undefined, starter: undefined });
  closed();
  placed("");
  list();
}

/** The pages that lie over the screen are closed. */
function closed() {
  if (ui.depth) history.go(-ui.depth);
  Object.assign(ui, { confirm: null, over: "", depth: 0 });
  draw();
}

/** The address in the browser says which table this is. */
function placed(code) {
  history.replaceState(history.state, "", `${pathOf(code)}${location.search}`);
}

/** Asks which tables there are; `again`: if that was some time ago. */
async function list(again = false) {
  const idle = model.state === "in" && !model.table && !document.hidden;
  const seconds = (performance.now() - ui.listed) / 1000;
  if (!idle || ui.listing || (again && seconds < ((model.tables ?? []).length > SHORT_LIST ? 10 : 2))) return;
  ui.listing = true;
  try {
    for (let page = 0, after = ""; page < MOST_PAGES; page += 1) {
      const { tables: some, more } = await act.attempt("list_tables", { after });
      if (!more) break;
      after = some[some.length - 1].code;
    }
  } catch {
    // the next one comes soon
  } finally {
    Object.assign(ui, { listing: false, listed: performance.now() });
  }
}

// --- drawing -----------------------------------------------------------------------------------

/** Draw soon, once; a page that is not looked at has no frames, but a title. */
function draw() {
  if (drawing || !spoken) return;
  drawing = true;
  const now = () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    drawing = false;
    drawn();
  };
  const frame = requestAnimationFrame(now);
  const late = setTimeout(now, LATE);
}

/** The name of the screen below all pages. */
function screen() {
  if (model.state === "ended") return "ended";
  if (!model.name) return ui.name && (model.state === "connecting" || ui.trying === ui.name) ? "opening" : "join";
  if (!model.table) return "tables";
  const { game, room: { phase } } = model.table;
  if (!game) return "room";
  const over = game.phase === "over";
  if (phase === "between_rounds" || phase === "finished" || (phase === "waiting" && over)) return "result";
  return phase === "waiting" ? "room" : "table";
}

/** The player was here before: nothing is asked while the page finds out whether that session is still there. */
const opening = () => h(
  "div",
  { class: "join" },
  h("h1", { id: "title", tabindex: "-1" }, "UNO"),
  h("p", { class: "quiet" }, say("Coming back …")),
);

const SCREENS = { ended, join, opening, result, room, table, tables };

function drawn() {
  const below = screen();
  const over = ["ended", "join", "opening"].includes(below) ? ui.over === "settings" && "settings" : ui.over;
  const view = ui.confirm ? "confirm" : over || below;
  const inside = ui.confirm ? confirmation(ui.confirm) : (PAGES[over] || SCREENS[below])(model, act);
  tellMissed();
  const body = h(
    "div",
    { class: `page at-${view}${over && standing() ? " standing" : ""}` },
    !over && !ui.confirm && ["room", "table", "result"].includes(below) && bar(),
    lines(),
    h("main", { key: `main-${view}`, "data-view": view }, inside),
  );
  if (view !== shown) places.set(shown, { control: called(document.activeElement), y: window.scrollY });
  render(app, body);
  document.title = title();
  focused(view);
  told();
}

/** The head of a table: the menu, which table it is, what was said. */
function bar() {
  const { room: { name, code } } = model.table;
  return h(
    "header",
    { class: "bar", key: "bar" },
    icon("menu", say("menu"), () => act.go("menu"), { "aria-keyshortcuts": "m" }),
    h("h1", { tabindex: "-1", id: "title" }, h("span", { class: "name" }, name), h("span", { class: "code" }, code)),
    toTalk(act, say("Chat")),
  );
}

const isLost = () => model.state === "lost" || (model.state === "connecting" && model.name !== "");
const isAsked = () => model.table !== null && askedMe(model.table);

/** Whether something stands there to be read until it is over. */
const standing = () => isLost() || isAsked();

/** What is to be read now: the connection, whose turn it is while a page lies over it, what was told. */
function lines() {
  const all = [];
  if (isLost()) {
    const why = model.detail?.bye ? refusalText(model.detail.bye, null) : say("The connection is lost.");
    all.push(h("p", { class: "notice lost", key: "lost" }, `${why} ${say("Coming back …")}`));
  }
  if (ui.over && isAsked() && !ui.confirm) {
    all.push(h("p", { class: "notice yours", key: "turn" }, button(say("Your turn! Back to your cards"), act.back,
      { class: "plain" })));
  }
  for (const line of ui.lines) {
    all.push(h(
      "p",
      { class: `notice ${line.kind === "fault" ? "wrong" : line.kind}`, key: `line-${line.key}` },
      line.kind === "said" ? h("button", { type: "button", class: "plain", on: { click: () => act.go("talk") } },
        h("span", {}, line.text)) : h("span", {}, line.text),
      icon("close", say("Close this message"), () => act.forget(line)),
    ));
  }
  return h("div", { class: "notices", key: "notices" }, ...all);
}

/** A question before something that cannot be taken back. */
function confirmation({ text, yes, run }) {
  const agreed = () => {
    ui.confirm = null;
    draw();
    run();
  };
  return h(
    "section",
    { class: "sheet confirm", role: "alertdialog", "aria-labelledby": "title", key: "confirm" },
    h("h1", { id: "title", tabindex: "-1" }, text),
    h(
      "div",
      { class: "row" },
      button(yes, agreed, { class: "main", id: "yes" }),
      button(say("cancel"), act.back, { id: "no", "aria-keyshortcuts": "Escape" }),
    ),
  );
}

/** What happened while nobody looked, in one line. */
function tellMissed() {
  if (!model.missed.length || model.behind || !model.looking || !model.table || model.state !== "in") return;
  act.tell(missedText(model.missed.filter(({ event }) => !unheard(event)), model.table), "missed");
  model.missed = [];
}

/** Whether that was said by somebody whom the player does not want to hear. */
const unheard = ({ k, name }) => (k === "said" || k === "reacted") && act.muted(name);

function title() {
  if (!model.table) return "UNO";
  return isAsked() ? say("● Your turn - UNO") : `${model.table.room.name} - UNO`;
}

/** What a control is called, to find it again. */
const called = (control) => control.id || control.getAttribute("aria-label") || control.textContent;

/** The focus goes where something new is, and back where it was; on a phone no keyboard comes up by itself. */
function focused(view) {
  const there = wanted && document.getElementById(wanted);
  if (there) there.focus();
  else if (view !== shown && (shown || HOVERS.matches)) {
    const { control, y = 0 } = places.get(view) ?? {};
    const back = control && [...app.querySelectorAll("button, summary")].find((each) => called(each) === control);
    const start = back || (HOVERS.matches && app.querySelector("[data-first]")) || document.getElementById("title");
    start?.focus({ preventScroll: true });
    if (shown) scrollTo(0, back ? y : 0);
  }
  wanted = "";
  shown = view;
}

/** What a screen reader is told: what happened, and what is asked of its user. */
function told() {
  const fresh = model.news.slice(-Math.min(MOST_TOLD, model.count - said));
  if (model.count > said) {
    for (const { event, before, missed } of fresh) {
      if (missed || unheard(event)) continue;
      const text = eventText(event, before ?? model.table, model.table?.seat ?? null);
      announce("said", text);
      if (OF_THE_TABLE.includes(event.k) && shown !== "table") act.tell(text, "event");
    }
  }
  said = model.count;
  const question = isAsked() ? questionText(model.table, model.legal) : "";
  const once = `${question} ${model.table?.game?.decision}`;
  if (once !== asked) announce("asked", question);
  asked = once;
}

function announce(region, text) {
  if (!text) return;
  const place = document.getElementById(region);
  const line = document.createElement("p");
  line.textContent = text;
  place.append(line);
  while (place.childElementCount > 6) place.firstElementChild.remove();
}

/** The page looks as its player has chosen. */
function dressed() {
  const { dataset } = document.documentElement;
  const mark = (name, value) => {
    if (value) dataset[name] = value;
    else delete dataset[name];
  };
  mark("theme", settled.theme === "auto" ? "" : settled.theme);
  mark("large", settled.large ? "yes" : "");
  mark("still", settled.motion ? "" : "yes");
}

/** The page speaks the language that its player has chosen. */
async function speak() {
  const kept = settled.language === "auto" ? "" : settled.language;
  const late = setTimeout(begin, PATIENCE);
  document.documentElement.lang = await load(preferred(location.search, kept, [...navigator.languages]));
  clearTimeout(late);
  begin();
}

/** Draws from now on. */
function begin() {
  spoken = true;
  draw();
}

/** The table goes on where it was when the page is there again. */
function keep() {
  if (model.welcome) shelf.keepTable(model.welcome.server_id, model.table);
}

/** The page is looked at again, or the network is back. */
function woken() {
  look(model, !document.hidden);
  link.wake();
  list();
  draw();
}

// --- start -------------------------------------------------------------------------------------

addEventListener("popstate", (event) => {
  const { over = "", depth = 0 } = event.state ?? {};
  Object.assign(ui, { confirm: null, over, depth });
  if (model.state === "in") placed(model.table?.code);
  draw();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const typing = event.target.closest?.("input:not([type=checkbox]):not([type=radio]), select, textarea");
  if (typing && event.key !== "Escape") return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const control = [...app.querySelectorAll("[aria-keyshortcuts]")].find((each) =>
    !each.disabled && each.getAttribute("aria-keyshortcuts").split(" ").includes(key));
  if (!control) return;
  event.preventDefault();
  control.click();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) woken();
  else {
    look(model, false);
    keep(); // a phone may end a page that nobody looks at without a word
  }
});
addEventListener("pagehide", keep);
for (const kind of ["online", "pageshow"]) addEventListener(kind, woken);
setInterval(() => {
  if (document.hidden) return;
  list(true);
  if (model.clock) draw();
}, 1000);

history.replaceState(null, "");
dressed();
speak();
link.connect();
