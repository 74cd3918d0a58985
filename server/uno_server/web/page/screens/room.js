/** The waiting room of a table. */
import { worded } from "../book.js";
import { card, pattern } from "../cards.js";
import { h } from "../dom.js";
import { face, facesOf } from "../faces.js";
import { doorsOf, goalText, levelName, listing, paceText, perTurnText } from "../sentences.js";
import { atHome, exposed } from "./join.js";
import { levelChoice, levelsAt, levelTextAt } from "./levels.js";
import { button, cap, chosen, copied, crown, field, press, sheet, sketch } from "./parts.js";
import { presetTitle, readRules, special } from "./rules.js";
import { reactions, signOver, talkOf } from "./seats.js";

const ART = {
  official: ["R7", "Y2", "B+2"], party: ["G7", "B7", "W+4"], first_game: ["Y1"], no_mercy: ["R+2", "W+4", "W+4"],
  quickplay: ["G3", "G3", "G4"], classic113: ["WX", "WS", "WC"], tournament: ["B9", "R9", "W"],
};
export const TILES = { official: "R", party: "B", first_game: "G" };
export const tile = (preset) => [
  pattern(), h("span", { class: "stack3", "aria-hidden": "true" }, preset === "first_game" && face(10, "joy"), ART[preset].map((each) => card(each))),
  presetTitle(preset), h("small", {}, worded(`tile_${preset}`)),
];
export const hosting = ({ table }) => table.seat !== null && table.room.host === table.seat;
export const resting = ({ table }) => ["waiting", "finished"].includes(table.room.phase);

export function notes(model, act, seat) {
  const { room, seat: own } = model.table;
  const one = room.occupants[seat];
  return [
    seat === own && worded("you_listed"),
    seat === room.host && worded("host_here"),
    one.bot !== null && worded("bot_level", { level: levelName(one.bot) }),
    one.program && worded("program"),
    !one.bot && one.stand_in && worded("away_now"),
    !one.bot && !one.stand_in && !one.connected && worded("offline"),
    one.extra_seconds > 0 && `+${one.extra_seconds} s`,
    room.muted.includes(one.name) && worded("silenced"),
    act.muted(one.name) && worded("muted_by_you"),
  ].filter(Boolean);
}

export function room(model, act) {
  if (act.ui.over === "room") return sheet("room", worded("seats"), act, ...listed(model, act));
  const [code, wifi] = way(model, act);
  const begins = hosting(model) && model.table.room.occupants.filter(Boolean).length > 1;
  return h("div", { class: "lobby room" },
    h("div", { class: "cols" },
      h("div", {}, around(model, act), h("p", { class: begins ? "unseen" : "prompt", role: "status" }, next(model)), watching(model, act)),
      h("div", {}, code, inShort(model, act), computers(model, act), wifi)),
    h("div", { class: "sticky" }, buttons(model, act), reactions(act)));
}

const listed = (model, act) => [
  h("h2", { id: "seats" }, worded("seats")),
  h("ol", { class: "list", "aria-labelledby": "seats" },
    model.table.room.occupants.map((one, seat) => seatLine(model, act, seat))),
  computers(model, act, button(worded("add_bot"), () => add(act), { key: "add" })),
  watching(model, act),
];

function watching(model, act) {
  const { watchers, screens } = model.table.room;
  const all = [...watchers, ...screens];
  return all.length > 0 && h("div", { key: "watching" },
    h("h2", { id: "watchers" }, worded("spectators_title")),
    h("ul", { class: "list", "aria-labelledby": "watchers" },
      all.map((name) => h("li", { key: name }, person(act, name, screens.includes(name) ? [worded("screen")] : [])))));
}

function around(model, act) {
  const { room: { occupants, code }, seat: own } = model.table;
  const count = occupants.length;
  const order = occupants.map((_, at) => ((own ?? 0) + at) % count).filter((seat) => occupants[seat]);
  const [faces, said] = [facesOf(occupants), talkOf(model, act)];
  const more = hosting(model) && occupants.includes(null);
  const all = [...order, ...(more ? [null] : [])];
  const items = all.map((seat, at) => {
    const angle = Math.PI * (0.5 + (2 * at) / all.length);
    const style = { "--x": Math.cos(angle).toFixed(3), "--y": Math.sin(angle).toFixed(3) };
    return h("li", { key: seat === null ? "more" : `seat${seat}`, style }, seat === null ? adding(act) : placed(model, act, seat, faces[seat], said));
  });
  return h("div", { class: all.length > 7 ? "round many" : "round" },
    h("div", { class: "oval" }, pattern()),
    h("p", { class: "mid" }, worded("code"), h("b", {}, code), worded("taken", { taken: order.length, seats: count })),
    h("ol", { "aria-label": worded("seats") }, items));
}

function placed(model, act, seat, which, talk) {
  const { room, seat: own } = model.table;
  const one = room.occupants[seat];
  const away = one.bot === null && !one.connected;
  const said = notes(model, act, seat).slice(seat === own ? 1 : 0);
  return press(() => see(act, one.name), { class: "placed" },
    face(which, away ? "away" : one.ready ? "calm" : "think", seat),
    seat === room.host && crown(),
    (one.ready || seat !== room.host) && h("span", { class: one.ready ? "ready" : "ready wait" }, one.ready && sketch("check")),
    h("span", { class: "name" }, seat === own ? worded("you") : one.name),
    h("span", { class: "unseen" }, [...said, worded(one.ready ? "ready" : "not_ready")].join(", ")), signOver(talk, one.name));
}

export function see(act, name) {
  act.ui.who = name;
  act.go("player");
}

function buttons(model, act) {
  const { room: { occupants }, seat } = model.table;
  if (seat === null) {
    const free = occupants.includes(null) && !model.table.room.locked;
    return [free && button(worded("sit"), () => act.ask("join_table", { table: model.table.code }), { class: "main" }),
      button(worded("leave"), () => act.leave())];
  }
  const { ready } = occupants[seat];
  if (!hosting(model)) {
    return button(worded(ready ? "im_not_ready" : "im_ready"), () => act.ask("ready", { ready: !ready }),
      { class: ready ? "" : "main", id: "ready", "aria-keyshortcuts": "r" });
  }
  const all = occupants.filter(Boolean);
  const late = all.filter((one) => !one.ready && one !== occupants[seat]).map((one) => one.name);
  const enough = all.length > 1;
  const anyway = () =>
    act.confirm(worded("anyway_sure", { names: listing(late) }), worded("start"), () => act.ask("start", { anyway: true }));
  return button(worded("start"), () => (late.length ? anyway() : begin(model, act)), {
    class: enough ? "main" : "", id: "start", "aria-keyshortcuts": "s", "aria-disabled": enough ? null : "true",
  }, late.length > 0 && h("small", {}, worded("without", { names: listing(late) })));
}

async function begin(model, act) {
  const { room: { occupants, rules }, seat } = model.table;
  if (!occupants[seat].ready && !(await act.ask("ready", {}))) return;
  const { starter } = act.ui;
  act.ask("start", rules.starter === "chosen" && occupants[starter] ? { chosen: Number(starter) } : {});
}

function seatLine(model, act, seat) {
  const { room } = model.table;
  const one = room.occupants[seat];
  return h("li", { key: `seat${seat}`, class: one ? null : "free" },
    h("span", { "aria-hidden": one ? "true" : null }, String(seat + 1)),
    one ? person(act, one.name, notes(model, act, seat)) : h("span", { class: "quiet" }, worded("free")),
    one && !["playing", "paused"].includes(room.phase) && h("span", { class: one.ready ? "good readiness" : "quiet readiness" },
      worded(one.ready ? "is_ready" : "is_late")));
}

const person = (act, name, said) => press(() => see(act, name), { class: "person", key: `who-${name}` },
  h("span", { class: "name" }, name),
  said.length > 0 && h("span", { class: "notes" }, said.join(", ")));

const wished = (act) => (act.ui.adding ??= { level: "normal" });
const add = (act) => act.ask("add_bot", { level: wished(act).level });

const adding = (act) => press(() => add(act), { class: "placed", "aria-keyshortcuts": "b" },
  h("span", { class: "plus" }, sketch("plus")),
  h("span", { class: "name", "aria-hidden": "true" }, worded("bot")),
  h("span", { class: "unseen" }, worded("add_bot")));

const computers = (model, act, more) => [
  hosting(model) && model.table.room.occupants.includes(null) && [h("div", { class: "panel sets steps", key: "computers" },
    levelChoice(worded("bots"), wished(act).level, (level) => { wished(act).level = level; act.draw(); },
      levelTextAt(wished(act).level, model.table.room, act, 1))), more],
  levelsAt(model.table, act).map((each) => h("p", { class: "hint", key: each }, each)),
];

function next(model) {
  const { room: { occupants, rules }, seat, code } = model.table;
  const seated = occupants.filter(Boolean);
  const host = hosting(model);
  if (seat === null) return worded("watching_wait");
  if (seated.length < 2) return worded(host ? "wait_show" : "wait_players", { code });
  if (!occupants[seat].ready) return worded(host ? "start_when" : "say_ready");
  const late = seated.filter((one) => !one.ready).map((one) => one.name);
  if (late.length) return worded("wait_for", { names: listing(late) });
  if (!host) return worded("wait_host");
  return worded(rules.starter === "chosen" ? "choose_starter" : "start_now");
}

function inShort(model, act) {
  const { room } = model.table;
  const seats = room.occupants.flatMap((one, seat) => (one ? [[String(seat), one.name]] : []));
  const chips = [...special(room), ...doorsOf(room), ...(room.pace && room.pace !== "normal" ? [paceText(room.pace)] : [])].map(cap);
  return h("div", { class: "panel stack", key: "rules" },
    h("div", { class: "tile" },
      press(() => readRules(model, act, model.table.code), { class: "plain", "aria-keyshortcuts": "i" },
        h("span", { class: "stack3" }, ART[room.preset in ART ? room.preset : "official"].map((each) => card(each))),
        h("b", {}, cap(worded("table_rules", { preset: presetTitle(room.preset) }))), sketch("right")),
      hosting(model) && button(worded("change"), () => act.go("change"))),
    h("p", { class: "hint" }, [goalText(room.rules), worded("cards_each", { n: Number(room.rules.hand_size) }),
      perTurnText(room.turn_seconds)].join(" · ")),
    chips.length > 0 && h("p", { class: "chips" }, chips.map((each) => h("span", { class: "chip", key: each }, each))),
    hosting(model) && room.rules.starter === "chosen" && field("starter", worded("who_starts"),
      chosen({ seat: act.ui.starter ?? room.host }, "seat", seats, act, (seat) => { act.ui.starter = seat; })));
}

export function way(model, act) {
  const { code, room: { name } } = model.table;
  const home = document.documentElement.dataset.address, address = home + code;
  if (atHome(new URL(home))) return [h("p", { class: "panel hint" }, worded("own_computer"))];
  const [, scheme, rest] = /^(http:..)?(.*)/.exec(home); // to copy, not to type
  return [h("div", { class: "panel invite", key: "invite" },
    h("img", { class: "qr", src: `/qr/${code}.svg`, width: "92", height: "92", alt: worded("qr_of", { address }) }),
    h("div", { class: "stack" },
      h("p", {}, worded("scan"), " ", h("span", { class: "address", id: "address" }, h("span", {}, scheme), rest, h("wbr", {}), code)),
      press(() => share(act, address, name), {}, sketch("share"), worded("share")))),
  h("p", { class: "hint", key: "wifi" }, cap(worded("same_wifi")), ". ", exposed())];
}

function share(act, url, title) {
  const copy = () => act.tell(worded(copied("address") ? "copied" : "let_scan"));
  if (globalThis.navigator?.share) navigator.share({ url, title }).catch(({ name }) => name === "AbortError" || copy());
  else copy();
}

export const invite = (model, act) => sheet("invite", worded("invite"), act, model.table && way(model, act));
