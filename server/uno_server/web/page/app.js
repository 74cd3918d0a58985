/** The page: one link, one model, and all its screens. It begins when what comes first is there (start.js). */
import { announce, tell, tellMissed } from "./announce.js";
import { socketUrl } from "./address.js";
import { insist, openBook, wishedFor, worded } from "./book.js";
import { stayAwake } from "./awake.js";
import * as keys from "./keys.js";
import { Link } from "./link.js";
import { look, noteState, start, take } from "./model.js";
import * as motion from "./motion.js";
import { refusalText } from "./sentences.js";
import * as replays from "./replays.js";
import * as session from "./session.js";
import { accompany, play, unlock } from "./sound.js";
import * as storage from "./storage.js";
import { app, draw, drawnBy, dress, focus, opening, show, ui } from "./start.js";
import { isAsked } from "./table.js";
import { join } from "./screens/join.js";
import { firstTime, tip } from "./screens/first.js";
import { bar, confirmation, ended, leaving, notices, standing } from "./screens/notices.js";
import { begun, cap, sheet, WHOLE } from "./screens/parts.js";
import { result } from "./screens/result.js";
import { invite, room } from "./screens/room.js";
import { rules } from "./screens/rules.js";
import { table } from "./screens/table.js";
import { door, offered, tables } from "./screens/tables.js";
import { heard, talk } from "./screens/talk.js";

const TOLD_SECONDS = { info: 6, event: 6, said: 5, fault: 12, late: 2.5, missed: 15, wrong: 86400 };
const LATE = ["stale", "nothing_to_catch", "already_called"]; // somebody else was faster
const STILL = 3000; // milliseconds
const PAGES = { door, invite, room, rules, talk }; // and the others, once they are there
const PARTS = { more: (mark) => import(`./more.js${mark}`), numbers: (mark) => import(`./numbers.js${mark}`) };

const model = start(), fetched = []; // parts
let settled = storage.settings(), ran = Date.now();

const link = new Link({
  url: socketUrl(location), program: "uno-page", take: took, state: stated, table: () => model.table, words: wishedFor,
  yields: () => storage.elsewhere(link.serverId, link.token),
});

const act = {
  ui, draw, focus, offered, want: keys.want, part: WHOLE,
  get settings() { return settled; }, get view() { return ui.view; },
  attempt: async (type, fields) => link.ask(type, type === "ready" ? await replays.filled(fields) : fields),
  ask: (type, fields) => act.attempt(type, fields).catch(act.refused),
  why: (error) => cap(refusalText(error)),
  refused(error) {
    if (!error?.code) throw error;
    play("no", settled);
    if (LATE.includes(error.code)) act.tell(worded("too_late"), "late");
    else act.tell(error.code === "lost" ? worded("lost_request") : act.why(error), "fault");
    return null;
  },
  mutes: [], muted: (name) => act.mutes.includes(name),
  mute(name, on) {
    act.mutes = storage.setMuted(model.welcome.server_id, name, on);
    act.tell(on ? worded("you_muted", { name }) : worded("you_unmuted", { name }));
  },
  tell(text, kind = "info") {
    if (!text) return;
    const line = { text, kind, key: performance.now() };
    const others = ui.lines.filter((each) => each.text !== text && (kind !== "said" || each.kind !== kind));
    ui.lines = [...others, line].slice(-3);
    if (kind !== "said" && kind !== "event") announce("asked", text);
    setTimeout(() => act.forget(line), 1000 * TOLD_SECONDS[kind]);
    draw();
  },
  forget(line) {
    ui.lines = ui.lines.filter((each) => each !== line);
    draw();
  },
  go(name) {
    ui.lines = [];
    if (name === ui.over) return;
    if (name === "change") ui.change = undefined; // begun and left
    ui.depth += 1;
    history.pushState({ over: name, depth: ui.depth }, "");
    ui.over = name;
    draw();
  },
  back() {
    const { no } = ui.confirm ?? {};
    if (ui.confirm) ui.confirm = null;
    else if (ui.over) history.back();
    no?.();
    draw();
  },
  /** Closes whatever lies over the screen. */
  home() {
    const gone = ui.guarded && !model.table; // the entry that asks before leaving
    ui.going = ui.depth > 0 || gone; // until popstate
    if (ui.going) history.go(-ui.depth - (gone ? 1 : 0));
    Object.assign(ui, { confirm: null, over: "", depth: 0, guarded: ui.guarded && !gone });
    draw();
  },
  confirm(text, yes, run, no) {
    ui.confirm = { text, yes, run, no };
    draw();
  },
  set(setting, value) {
    settled = storage.setSetting(setting, value);
    dress(settled);
    if (setting === "language") openBook().then(() => link.again(true));
    draw();
  },
  login: (...entry) => session.login(page, ...entry),
  enter: (...entry) => session.enter(page, ...entry),
  leave: () => act.ask("leave_table"),
  another: () => session.another(page),
  here() {
    storage.keepToken(link.serverId, model.name, link.token);
    link.connect();
    draw();
  },
};

const page = { model, link, ui, act };

function took(message) {
  runs();
  const before = model.table;
  const { t: type } = message;
  take(model, message);
  heard(act, model, message);
  replays.heard(page, PAGES, insist, message);
  if (type === "announcement") act.tell(worded("server_says", { text: message.text }));
  if (type === "claim_pending" && ui.join) ui.join.asked = message.by;
  if (type === "error" && message.code === "unsupported_version") ui.versions = message.args;
  session.moved(page, message, before);
  draw();
}

function stated(name, detail) {
  noteState(model, name, detail);
  if (name === "greeted") session.greeted(page, detail);
  if (name === "in") session.entered(page, detail);
  if (detail?.code === "moved" && storage.tokenOf(link.serverId)?.token === link.token) storage.forgetToken(link.serverId);
  draw();
}

function screen() {
  if (model.state === "ended") return "ended";
  if (!model.name) return ui.name && (model.state === "connecting" || ui.trying === ui.name) ? "opening" : "join";
  if (!model.table) return "tables";
  const { game, room: { phase } } = model.table;
  if (!game) return "room";
  const over = game.phase === "over";
  if (model.table.room.shares) return "room"; // the cards are being shuffled
  if (phase === "between_rounds" || phase === "finished" || (phase === "waiting" && over)) return "result";
  return phase === "waiting" ? "room" : "table";
}

const LARGE = { result, table };
const SCREENS = { ended, join, opening, room, tables, ...LARGE };

function drawn() {
  const below = screen();
  guard();
  const over = ["ended", "join", "opening"].includes(below) ? ui.over === "settings" && "settings" : ui.over;
  const view = ui.confirm ? "confirm" : over || below;
  if (view === below) {
    act.part = below in LARGE && below !== ui.below ? 0 : Math.min(act.part + 1, WHOLE);
    ui.below = below;
  }
  const inside = ui.confirm ? confirmation(ui.confirm, act) : (over ? PAGES[over] || fetching : SCREENS[below])(model, act);
  tellMissed(model, act);
  const kept = begun(act, WHOLE) ? motion.before(app, model, settled) : null;
  const barred = !over && !ui.confirm && ["room", "table", "result"].includes(below);
  const above = [barred && bar(model, act), notices(model, act), firstTime(model, act)];
  tip(model, act);
  show(view, inside, above, over && standing(model) ? " standing" : "", view !== below || begun(act, WHOLE));
  if (view === "table" || view === "result") motion.after(app, model, kept);
  if (!settled.letters) keys.spare(app);
  const named = title();
  if (document.title !== named) document.title = named;
  stayAwake(settled.awake && Boolean(model.table), () => act.tell(worded("screen_off")));
  tell(model, act);
  accompany(model, settled);
  if (view === below && !begun(act, WHOLE)) draw();
}

/** At a table an entry in the history is in the way, so that Back asks before it leaves. */
function guard() {
  if (!model.table || ui.guarded || ui.going || ui.over) return;
  ui.guarded = true;
  history.pushState({ guarded: true }, "");
}

function popped({ state }) {
  const { over = "", depth = 0, guarded = false } = state ?? {};
  const { no } = ui.confirm ?? {};
  const leaves = ui.guarded && !guarded && !depth && model.table && !ui.confirm;
  Object.assign(ui, { confirm: null, over, depth, going: false, guarded: guarded || (ui.guarded && depth > 0) });
  if (model.state === "in") session.placed(model.table?.code);
  no?.();
  if (leaves) leaving(model, act);
  draw();
}

function fetching() {
  const part = ui.over in PARTS ? ui.over : "more";
  if (!fetched.includes(part)) {
    fetched.push(part);
    insist(PARTS[part], ({ OTHERS }) => {
      Object.assign(PAGES, OTHERS);
      draw();
    });
  }
  return sheet(ui.over, worded("loading"), act);
}

const title = ({ table: at } = model) =>
  isAsked(at) ? worded("your_turn_title") : at ? `${at.room.name} - UNO` : "UNO";

function keep() {
  if (model.welcome) storage.keepTable(model.welcome.server_id, model.result ? null : model.table); // a snapshot has the result
}

function woken() {
  link.wake();
  look(model, !document.hidden, link.nonce);
  session.list(page);
  draw();
}

/** If the page did nothing for long, nobody has seen what comes now. */
function runs() {
  const still = Date.now() - ran > STILL;
  ran = Date.now();
  if (!still || document.hidden) return;
  look(model, false);
  setTimeout(woken);
}

export function begin() {
  addEventListener("popstate", popped);
  keys.listen(app);
  unlock();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return void woken();
    look(model, false);
    keep(); // a phone may end a hidden page without a word
  });
  addEventListener("pagehide", () => {
    keep();
    if (link.serverId) storage.goAway(link.serverId);
  });
  addEventListener("storage", () => {
    if (!link.token || model.state === "ended" || !storage.replaced(link.serverId, link.token)) return;
    link.close();
    stated("ended", { code: "taken_over" });
  });
  for (const kind of ["online", "pageshow"]) addEventListener(kind, woken);
  setInterval(() => {
    runs();
    if (document.hidden) return;
    session.list(page, true);
    if (model.clock || ui.over === "device") draw();
  }, 1000);

  ui.guarded = history.state?.guarded === true; // the page was reloaded at a table
  if (!ui.guarded) history.replaceState(null, "");
  if (ui.moving) session.placed(ui.path); // the digits are in no history
  link.connect();
  if (ui.next) act.go(ui.next);
  drawnBy(drawn);
}
