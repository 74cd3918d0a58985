/** Menus of a table and of players, and the player's own settings. */
import { LANGUAGES, worded } from "../book.js";
import { card } from "../cards.js";
import { h } from "../dom.js";
import { counts } from "../model.js";
import { button, cap, chosen, field, form, group, press, segments, sheet, submit, toggle, typed } from "./parts.js";
import { atHome } from "./join.js";
import { leaving } from "./notices.js";
import { readRules } from "./rules.js";
import { hosting, notes, resting, see } from "./room.js";

const MOST_EXTRA = 300; // seconds

const line = (title, help, run) => h("li", { key: title },
  press(run, {},
    h("span", { class: "name" }, cap(title)), h("span", { class: "notes" }, cap(help))));

const item = (name, run) => line(worded(name), worded(`${name}_help`), run);
const wishOf = ({ ui }, what, of, values) => (ui[what]?.of === of ? ui[what] : (ui[what] = { of, ...values }));
const asking = (act) => (type, fields) => async () => (await act.ask(type, fields)) && act.back();

export function menu(model, act) {
  const { table } = model;
  if (!table) return sheet("menu", cap(worded("menu")), act);
  const { room, seat } = table;
  const mine = seat === null ? null : room.occupants[seat];
  const running = table.game !== null && !resting(model);
  const asks = asking(act);
  const away = Boolean(mine?.stand_in);
  return sheet("menu", room.name, act,
    h("ul", { class: "list" },
      mine && item(away ? "back" : "away", asks("away", { away: !away })),
      mine && item("device", () => move(model, act)),
      mine && room.turn_seconds > 0 && item("time", () => see(act, mine.name)),
      !mine && room.occupants.includes(null) && !room.locked && item("sit", () => act.enter(table.code)),
      item("read_rules", () => readRules(model, act, table.code)),
      counts(model) && item("see_numbers", () => act.go("numbers")),
      item("invite", () => act.go("invite")),
      item("say", () => act.go("talk")),
      item("seats", () => act.go("room"))),
    hosting(model) && group(worded("for_host"),
      h("ul", { class: "list" },
        running && item(room.held ? "resume" : "pause", asks("pause", { paused: !room.held })),
        item("change", () => act.go("change")),
        item(room.locked ? "unlock" : "lock", asks("change_table", { locked: !room.locked })),
        running && item("end", () => act.confirm(worded("end_sure"), worded("end_yes"), asks("end_game"))),
        item("close", () => act.confirm(`${worded("close_sure")} ${running ? worded("game_lost") : ""}`.trim(),
          worded("close_yes"), () => act.ask("close_table"))))),
    h("ul", { class: "list" }, item("settings", () => act.go("settings")), item("leave", () => leaving(model, act))));
}

const LONGEST_LINK = 100;

async function move(model, act) {
  const home = document.documentElement.dataset.address;
  const link = `${home}#${encodeURIComponent(model.name)}/`;
  const leads = !atHome(new URL(home)) && link.length <= LONGEST_LINK;
  const answer = await act.ask("move_device", leads ? { link } : {});
  if (!answer) return;
  act.ui.device = { ...answer, until: performance.now() + 1000 * answer.seconds };
  act.go("device");
}

export function device(model, act) {
  const { code = "", qr = [], until = 0 } = act.ui.device ?? {};
  const left = Math.max(0, Math.round((until - performance.now()) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const dark = qr.flatMap((row, y) => [...row].map((one, x) => (one === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = qr.length + 8;
  return sheet("device", cap(worded("device")), act,
    left > 0 ? h("div", { class: "invite" },
      qr.length > 0 && h("svg", { class: "qr", viewBox: `-4 -4 ${size} ${size}`, role: "img", "aria-label": worded("qr") },
        h("path", { d: dark, fill: "#000" })),
      h("div", { class: "stack" },
        h("p", { class: "address" }, `${code.slice(0, 3)} ${code.slice(3)}`),
        h("p", {}, worded("device_name", { name: `${model.name} ${code}` })),
        h("p", { class: "quiet" }, worded("device_left", { time }))),
    ) : h("p", {}, worded("device_over")));
}

export function player(model, act) {
  const { who: name } = act.ui;
  if (!name || !model.table) return sheet("player", worded("seats"), act);
  const { room, seat: own } = model.table;
  const seat = room.occupants.findIndex((one) => one?.name === name); // seats move
  const one = room.occupants[seat] ?? null;
  const screen = room.screens.includes(name);
  const watching = screen || room.watchers.includes(name);
  if (!one && !watching) return sheet("player", name, act, h("p", {}, worded("has_left", { name })));
  const human = watching || one.bot === null;
  const other = human && name !== model.name;
  const host = hosting(model);
  const asks = asking(act);
  const lost = one && model.table.game?.phase === "playing" ? ` ${worded("cards_go_back")}` : "";
  const sure = (what, run) => () => act.confirm(worded(`${what}_sure`, { name }) + (what === "host" ? "" : lost), worded(what), run);
  const silenced = room.muted.includes(name);
  const quiet = act.muted(name);
  return sheet("player", name, act,
    h("p", { class: "quiet" }, !one ? worded(screen ? "screen" : "spectator")
      : [worded("seat", { n: seat + 1 }), ...notes(model, act, seat)].join(", ")),
    one && human && (host || seat === own) && time(model, act, seat),
    one && host && resting(model) && moving(model, act, seat),
    h("ul", { class: "list" },
      other && item(quiet ? "unmute" : "mute", () => act.mute(name, !quiet)),
      other && host && item(silenced ? "unsilence" : "silence", () => act.ask("mute", { name, muted: !silenced })),
      other && host && one?.connected && item("host", sure("host", asks("hand_over", { seat }))),
      !human && host && item("unbot", asks("remove_bot", { seat })),
      other && host && item("kick", sure("kick", asks("kick", { name }))),
      other && host && item("ban", sure("ban", asks("kick", { name, ban: true })))));
}

function time(model, act, seat) {
  const { room, seat: own } = model.table;
  const one = room.occupants[seat];
  const wish = wishOf(act, "time", one.name, { seconds: String(one.extra_seconds), fault: "" });
  const give = async () => {
    const seconds = Number(wish.seconds);
    wish.fault = /^\d{1,3}$/.test(wish.seconds.trim()) && seconds <= MOST_EXTRA ? "" : worded("time_whole", { most: MOST_EXTRA });
    if (wish.fault) act.draw();
    else if (await act.ask("give_time", { seat, seconds })) act.tell(worded("time_done"));
  };
  const limits = { most: MOST_EXTRA, usual: room.turn_seconds, now: one.extra_seconds };
  return form("time", give,
    field("seconds", seat === own ? worded("time_you") : worded("time_whom", { name: one.name }),
      typed(wish, "seconds", { type: "number", inputmode: "numeric", min: "0", max: String(MOST_EXTRA) }),
      worded(room.turn_seconds ? "time_hint" : "time_unlimited", limits), wish.fault),
    submit(worded("apply")));
}

function moving(model, act, seat) {
  const { room: { occupants } } = model.table;
  const wish = wishOf(act, "to", occupants[seat].name, { to: String(seat) });
  const seats = occupants.map((one, at) => [String(at), `${worded("seat", { n: at + 1 })}: ${one?.name ?? worded("free")}`]);
  return form("moving", () => Number(wish.to) !== seat && act.ask("move_seat", { seat, to: Number(wish.to) }),
    field("to", worded("move_to"), chosen(wish, "to", seats, act)),
    submit(worded("move")));
}

const SHOWN = ["R7", "Y2", "G9", "BS"];
const SIZES = [[false, 100], [true, 131], ["more", 160]].map(([value, size]) =>
  [value, [h("span", { class: "unseen" }, `${size} %`), h("span", { "aria-hidden": "true", style: { "font-size": `${size}%` } }, "Aa")]]);

export function settings(model, act) {
  const kept = act.settings;
  const choose = (id, choices) =>
    segments(id, worded(id), choices, kept[id], (value) => act.set(id, value));
  const flip = (id, ...more) => toggle(id, worded(id), kept[id], (on) => act.set(id, on), worded(`${id}_hint`), ...more);
  const named = (id, ...names) => choose(id, names.map((each) => [each.slice(id.length + 1), cap(worded(each))]));
  const auto = ["auto", cap(worded("as_device"))];
  return sheet("settings", worded("settings"), act,
    h("div", { class: "cols" },
      h("div", {},
        h("section", { class: "panel sets" }, flip("sound"), "vibrate" in navigator && flip("buzz"), flip("awake")),
        h("section", { class: "panel sets" },
          named("motion", "motion_full", "motion_gentle", "motion_still"),
          choose("large", SIZES),
          choose("theme", [auto, ["light", cap(worded("light"))], ["dark", cap(worded("dark"))]]))),
      h("div", {},
        h("section", { class: "panel sets" },
          flip("help", h("div", { class: "preview", "aria-hidden": "true" }, SHOWN.map((each) => card(each)))),
          named("order", "order_colour", "order_rank", "order_came"),
          choose("language", [auto, ...LANGUAGES])),
        h("section", { class: "panel sets" }, flip("arm"), flip("letters")),
        act.mutes.length > 0 && group(cap(worded("muted_by_you")), h("ul", { class: "list" },
          act.mutes.map((name) => line(name, worded("unmute"), () => act.mute(name, false))))),
        model.name && h("div", { class: "stack" },
          h("p", { class: "quiet" }, cap(worded("you_are", { name: model.name }))),
          button(worded("another"), () => act.confirm(`${worded("another_sure")} ${model.table ? worded("you_leave") : ""}`.trim(),
            worded("go_on"), act.another))))));
}
