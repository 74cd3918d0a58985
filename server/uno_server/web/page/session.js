/** Who plays here, and at which table: coming in, coming back, leaving. `page` is what app.js shares. */
import { worded } from "./book.js";
import { restore } from "./model.js";
import { refused, showsTables } from "./screens/join.js";
import { refusalText } from "./sentences.js";
import * as storage from "./storage.js";

const SHORT_LIST = 20; // tables; a longer list is asked for every ten seconds instead of two

/** Begins a session; of a name with six digits behind it, unquoted, another device's goes on; `claims`: asks for its seat. */
export async function login({ link, ui, act }, name, password, claims = false) {
  if (ui.trying !== undefined) return null; // a second press
  const [, quoted, who = quoted ?? name, digits] = /^"(.*\S \d{6})"$|^(.*\S) (\d{6})$/.exec(name) ?? [];
  ui.trying = name;
  ui.join.asked = "";
  act.draw();
  try {
    const entry = digits ? { t: "move_here", name: who, code: digits } // P-5.16
      : claims ? { t: "claim_seat", name: who, password } : { t: "login", name: who, password, face: storage.playerFace() };
    storage.keepName((await link.enter(entry)).name.replace(/^.*\S \d{6}$/, '"$&"'));
  } catch (error) {
    if (error.code === "lost") ui.join.wanted = true; // as soon as there is a connection again
    else refused(act, error, act.why(error));
    return error;
  } finally {
    ui.trying = undefined;
  }
  return null;
}

export function greeted(page, { server_id: server }) {
  const { model, link, ui, act } = page;
  const kept = storage.tokenOf(server);
  if (model.name && !tellTaken(act, link.barred)) act.tell(worded("game_gone"), "fault");
  model.name = "";
  const stay = () => {
    ui.moving = null;
    if (kept) resume(page, server, kept);
    else list(page);
  };
  if (!ui.moving) return void stay();
  const { name, code } = ui.moving;
  const move = async () => {
    ui.moving = null;
    ui.join ??= { name, password: "", fault: "", at: "" };
    const error = await act.login(`${name} ${code}`);
    if (error?.code === "lost") {
      ui.moving = { name, code }; // again, as soon as there is a connection
      ui.join.wanted = false;
    } else if (kept && ["bad_code", "limit"].includes(error?.code)) {
      act.tell(act.why(error), "fault");
      stay();
    }
  };
  if (kept) {
    act.confirm(worded("continue_sure", { name, mine: kept.name }), worded("continue_yes"), move, stay);
  } else move();
}

/** That somebody else has the seat, until it is closed; whether that is so. */
function tellTaken(act, error) {
  const taken = ["moved", "claimed"].includes(error?.args?.reason);
  if (taken) act.tell(act.why(error), "wrong");
  return taken;
}

function resume({ link, ui, act, model }, server, kept) {
  const table = storage.keptTable(server);
  if (table) restore(model, table); // the page was reloaded
  ui.trying = ui.name;
  link.resume(kept.token).catch((error) => {
    if (error.code === "bad_token") storage.forgetToken(server);
    tellTaken(act, error);
  }).finally(() => {
    ui.trying = undefined;
    act.draw();
  });
}

export function entered(page, { name, table: code }) {
  const { model, link, ui, act } = page;
  const server = model.welcome.server_id;
  act.mutes = storage.mutedNames(server);
  storage.keepToken(server, name, link.token);
  const { to } = ui.join ?? {}; // chosen before there was a name
  const path = ui.path || to?.code;
  Object.assign(ui, { path: "", join: undefined });
  if (code) {
    if (path && code !== path) act.tell(worded("still_at", { name: code, wanted: path }));
    return;
  }
  if (path) act.enter(path, to?.watch);
  else if (to) act.go(to.over);
  const last = model.lobby[model.lobby.length - 1];
  act.ask("lobby_talk", { after: last ? last.n : 0 });
  list(page);
}

/** `again`: if that was some time ago. */
export async function list({ model, link, ui }, again = false) {
  const idle = (model.state === "in" || showsTables(model, ui)) && !model.table && !document.hidden;
  const seconds = (performance.now() - ui.listed) / 1000;
  if (!idle || ui.listing || (again && seconds < ((model.tables ?? []).length > SHORT_LIST ? 10 : 2))) return;
  ui.listing = true;
  await link.askTables().catch(() => {}); // the next one comes soon
  Object.assign(ui, { listing: false, listed: performance.now() });
}

export async function enter(page, code, watch = false, password = "") {
  try {
    const fields = password ? { table: code, password } : { table: code };
    await page.act.attempt(watch ? "spectate_table" : "join_table", fields);
    Object.assign(page.ui, { door: null, full: null });
    page.act.home();
  } catch (error) {
    refusedAtTheDoor(page, error, code, watch, password);
  }
}

async function refusedAtTheDoor({ model, ui, act }, error, code, watch, password) {
  const named = (each) => each.code === code || each.name === code;
  const line = (model.tables ?? []).find(named);
  if (!line && ["wrong_password", "table_full"].includes(error.code)) await act.attempt("table_rules", { table: code }).catch(() => {});
  const name = line?.name ?? ([model.rules?.table, model.rules?.name].includes(code) ? model.rules.name : code);
  if (error.code === "no_such_table" && !model.table) placed();
  if (error.code === "wrong_password" || (error.code === "limit" && password)) {
    const why = error.code === "limit" ? refusalText(error) : worded("wrong_table_password");
    ui.door = { code, name, watch, password: "", fault: password ? why : "" };
    act.go("door");
  } else if (error.code === "table_full" && !watch && line?.watching !== false) {
    ui.full = { code, name, password };
    act.draw();
  } else if (error.code !== "already_at_table") act.refused(error); // else it was a second tap
}

/** After what the server said; `before`: the table until then. */
export function moved(page, message, before) {
  const { model, act } = page;
  if (message.t === "ok" && message.request?.t === "leave_table") left(page);
  if (message.t === "resumed" && before && !model.table) {
    act.tell(worded("table_gone"), "fault");
    left(page);
  }
  if (before && !model.table && model.putOut) {
    const words = { table: before.room.name };
    const why = { banned: worded("banned_from", words), closed: worded("table_closed") };
    act.tell(why[model.putOut] ?? worded("removed_from", words), model.putOut === "closed" ? "info" : "fault");
    left(page);
  }
  if (message.t === "snapshot" && location.pathname !== `/${model.table.code}`) placed(model.table.code);
}

function left(page) {
  Object.assign(page.ui, { heard: [], unread: 0, change: undefined, starter: undefined });
  page.act.home();
  placed("");
  list(page);
}

export async function another({ model, link, ui, act }) {
  ui.depth = 0; // no way back: the page is loaded anew
  if ((model.table || model.state === "in") && !(await act.ask("logout"))) return; // P-5.19
  storage.forgetToken(model.welcome.server_id);
  link.close();
  location.assign("/");
}

export const placed = (code = "") => history.replaceState(history.state, "", `/${code}${location.search}`);
