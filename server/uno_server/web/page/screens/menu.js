/** The menu of a table, what can be done about somebody there, and the player's own settings. */
import { card } from "../cards.js";
import { h } from "../dom.js";
import { LANGUAGES, say } from "../words.js";
import { button, cap, chosen, field, form, group, segments, sheet, toggle, typed } from "./parts.js";
import { atHome } from "./join.js";
import { leaving } from "./notices.js";
import { hosting, notes, resting } from "./room.js";

const MOST_EXTRA = 300; // seconds

const item = (label, help, run, more = {}) => h(
  "li",
  { key: label },
  h("button", { type: "button", class: "item", on: { click: run }, ...more },
    h("span", { class: "name" }, cap(label)), help && h("span", { class: "notes" }, cap(help))),
);

export function menu(model, act) {
  const { table } = model;
  if (!table) return sheet("menu", cap(say("menu")), act);
  const { room, seat } = table;
  const mine = seat === null ? null : room.occupants[seat];
  const host = hosting(model);
  const running = table.game !== null && !resting(model);
  const change = (fields) => async () => (await act.ask("change_table", fields)) && act.back();
  const away = mine !== null && mine.stand_in !== null;
  return sheet(
    "menu", room.name, act,
    h("ul", { class: "list menu" },
      mine && item(away ? say("play again") : say("step away"),
        away ? say("take your seat back from the computer player")
          : say("a computer player plays for you until you come back"),
        async () => (await act.ask("away", { away: !away })) && act.back()),
      mine && item(say("move to another device"), say("six digits, or a code to scan"), () => move(model, act)),
      mine && room.turn_seconds > 0 && item(say("more time"), "", () => {
        act.ui.who = { name: mine.name, seat };
        act.go("player");
      }),
      !mine && room.occupants.includes(null) && !room.locked && item(say("take a seat"), say("sit down at this table"),
        () => act.enter(table.code)),
      item(say("rules"), say("read the rules of the table"), () => act.go("rules")),
      item(say("Others can join"), say("the address, and a code to scan"), () => act.go("invite")),
      item(say("chat"), "", () => act.go("talk")),
      item(say("Seats"), say("who is here, and what you can do about them"), () => act.go("room"))),
    host && group(
      say("For the host"),
      h("ul", { class: "list menu" },
        running && item(room.held ? say("resume") : say("pause"), "",
          async () => (await act.ask("pause", { paused: !room.held })) && act.back()),
        item(say("change"), say("rules, seats, time limit, pace, password, spectators"), () => act.go("change")),
        item(room.locked ? say("unlock") : say("lock"),
          room.locked ? say("let others join again") : say("nobody else can join"), change({ locked: !room.locked })),
        running && item(say("end the game"), say("end the game without a result; the table stays"),
          () => act.confirm(say("End this game without a result? Nothing played so far will count."), say("end it"),
            async () => (await act.ask("end_game")) && act.back())),
        item(say("close table"), say("close the table for everybody"),
          () => act.confirm(
            `${say("Close the table for everybody?")} ${running ? say("The game will be lost.") : ""}`.trim(),
            say("close it"), () => act.ask("close_table")))),
    ),
    h("ul", { class: "list menu" },
      item(say("Settings"), "", () => act.go("settings")),
      item(say("leave"), "", () => leaving(model, act))),
  );
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

/** The digits with which another device goes on, and their code to scan. */
export function device(model, act) {
  const { code = "", qr = [], until = 0 } = act.ui.device ?? {};
  const left = Math.max(0, Math.round((until - performance.now()) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const dark = qr.flatMap((row, y) => [...row].map((one, x) => (one === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = qr.length + 8;
  return sheet(
    "device", cap(say("move to another device")), act,
    left > 0 ? h(
      "div",
      { class: "invite" },
      qr.length > 0 && h(
        "svg",
        { class: "qr", viewBox: `-4 -4 ${size} ${size}`, role: "img", "aria-label": say("QR code") },
        h("path", { d: dark, fill: "#000" }),
      ),
      h("div", { class: "stack" },
        h("p", { class: "address" }, `${code.slice(0, 3)} ${code.slice(3)}`),
        h("p", {}, say("On your other device, join under this name: {name}", { name: `${model.name} ${code}` })),
        h("p", { class: "quiet" }, say("It works once. Time left: {time}", { time }))),
    ) : h("p", {}, say("These digits no longer work.")),
  );
}

/** What can be done about somebody at the table. */
export function player(model, act) {
  const { who } = act.ui;
  if (!who || !model.table) return sheet("player", say("Seats"), act);
  const { room, seat: own } = model.table;
  const { name } = who;
  // Seats move, so it is the name that counts.
  const seat = room.occupants.findIndex((one) => one !== null && one.name === name);
  const one = seat < 0 ? null : room.occupants[seat];
  const screen = room.screens.includes(name);
  const watching = screen || room.watchers.includes(name);
  if (one === null && !watching) {
    return sheet("player", name, act, h("p", {}, say("{name} has left.", { name })));
  }
  const human = watching || one.bot === null;
  const other = name !== model.name || !human;
  const host = hosting(model);
  const back = (answer) => answer && act.back();
  const ban = (banned) => () => {
    const playing = one !== null && model.table.game?.phase === "playing";
    const asked = banned ? say("Ban {name} from this table?", { name }) : say("Kick {name}?", { name });
    act.confirm(playing ? `${asked} ${say("Their cards go back.")}` : asked, banned ? say("ban") : say("kick"),
      async () => back(await act.ask("kick", banned ? { name, ban: true } : { name })));
  };
  const silenced = room.muted.includes(name);
  const quiet = act.muted(name);
  return sheet(
    "player", name, act,
    h("p", { class: "quiet" }, watching && one === null ? (screen ? say("screen") : say("spectator"))
      : [say("seat {n}", { n: seat + 1 }), ...notes(model, act, seat)].join(", ")),
    one !== null && human && (host || seat === own) && time(model, act, seat),
    one !== null && host && resting(model) && moving(model, act, seat),
    h("ul", { class: "list menu" },
      other && human && item(quiet ? say("unmute") : say("mute"), say("just for you"),
        () => act.mute(name, !quiet)),
      other && human && host && item(silenced ? say("unsilence") : say("silence"),
        silenced ? "" : say("stop a player chatting here"), () => act.ask("mute", { name, muted: !silenced })),
      other && human && host && one !== null && one.connected && item(say("hand over"),
        say("make this player the host"), () => act.confirm(
          say("Make {name} the host? You can't undo that.", { name }), say("hand over"),
          async () => back(await act.ask("hand_over", { seat })))),
      !human && host && item(say("remove"), "", async () => back(await act.ask("remove_bot", { seat }))),
      other && human && host && item(say("kick"), say("they may come back"), ban(false)),
      other && human && host && item(say("ban"), say("for as long as the table exists"), ban(true))),
  );
}

/** More seconds for each answer. */
function time(model, act, seat) {
  const { room, seat: own } = model.table;
  const one = room.occupants[seat];
  const wish = (act.ui.time ??= {});
  if (wish.of !== one.name) Object.assign(wish, { of: one.name, seconds: String(one.extra_seconds), fault: "" });
  const give = async () => {
    const seconds = Number(wish.seconds);
    wish.fault = /^\d{1,3}$/.test(wish.seconds.trim()) && seconds <= MOST_EXTRA ? ""
      : say("Type a whole number of seconds, from 0 to {most}.", { most: MOST_EXTRA });
    if (wish.fault) act.draw();
    else if (await act.ask("give_time", { seat, seconds })) act.tell(say("Done."));
  };
  const hint = room.turn_seconds
    ? say("0 to {most} s per turn, on top of the table's {usual} s; now {now}.",
      { most: MOST_EXTRA, usual: room.turn_seconds, now: one.extra_seconds })
    : say("0 to {most} s per turn, but there's no time limit; now {now}.", { most: MOST_EXTRA, now: one.extra_seconds });
  return form(
    "time", give,
    field("seconds", seat === own ? say("Extra seconds for you") : say("Extra seconds for {name}", { name: one.name }),
      typed(wish, "seconds", { type: "number", inputmode: "numeric", min: "0", max: String(MOST_EXTRA) }),
      hint, wish.fault),
    h("button", { type: "submit" }, cap(say("apply"))),
  );
}

/** Another seat for somebody; whoever sits there swaps. */
function moving(model, act, seat) {
  const { room: { occupants } } = model.table;
  const wish = (act.ui.to ??= {});
  const { name } = occupants[seat];
  if (wish.of !== name) Object.assign(wish, { of: name, to: String(seat) });
  const seats = occupants.map((one, at) => [String(at), `${say("seat {n}", { n: at + 1 })}: ${one?.name ?? say("free")}`]);
  return form(
    "moving", () => Number(wish.to) !== seat && act.ask("move_seat", { seat, to: Number(wish.to) }),
    field("to", say("Move to which seat? If it's taken, they swap."), chosen(wish, "to", seats, act)),
    h("button", { type: "submit" }, cap(say("move seats"))),
  );
}

const SHOWN = ["R7", "Y2", "G9", "BS"];

/** How the page looks, sounds and plays for this player. */
export function settings(model, act) {
  const kept = act.settings;
  const choose = (id, label, choices, hint = "") => segments(id, label, choices.map(([each, said]) => [each, cap(said)]), kept[id], (value) => act.set(id, value), hint);
  const flip = (id, label, hint = "", ...more) => toggle(id, label, kept[id] === true, (on) => act.set(id, on), hint, ...more);
  return sheet(
    "settings", say("Settings"), act,
    h("div", { class: "cols" },
      h("div", {},
        h("section", { class: "panel sets" },
          flip("sound", say("Sound"), say("Your turn, UNO, and what concerns you.")),
          "vibrate" in navigator && flip("buzz", say("Vibration"), say("Two short buzzes when it's your turn.")),
          flip("awake", say("Keep the screen on"), say("While you sit at a table."))),
        h("section", { class: "panel sets" },
          choose("motion", say("Motion"), [["full", say("full")], ["gentle", say("gentle")], ["still", say("still")]]),
          flip("large", say("Large type")),
          choose("theme", say("Theme"), [["auto", say("as the device")], ["light", say("light")], ["dark", say("dark")]]))),
      h("div", {},
        h("section", { class: "panel sets" },
          flip("help", say("Colour help"), say("A large shape on each card."),
            h("div", { class: "preview", "aria-hidden": "true" }, SHOWN.map((each) => card(each)))),
          choose("order", say("Order of your cards"),
            [["colour", say("by colour")], ["rank", say("by number")], ["came", say("as they came")]]),
          choose("language", say("Language"), [["auto", say("as the device")], ...Object.entries(LANGUAGES)])),
        h("section", { class: "panel sets" },
          flip("arm", say("Call UNO by itself"), say("With the play that leaves you one card, where it counts.")),
          flip("letters", say("Letter keys"), say("A letter presses a button: D draws a card, M opens the menu."))),
        act.mutes.length > 0 && group(cap(say("muted by you")), h("ul", { class: "list" }, act.mutes.map((name) =>
          item(name, say("unmute"), () => act.mute(name, false))))),
        model.name && h("div", { class: "stack" },
          h("p", { class: "quiet" }, cap(say("you're {name}", { name: model.name }))),
          button(say("Play under another name"), () => act.confirm(
            `${say("Play under another name?")} ${model.table ? say("You leave the table.") : ""}`.trim(), say("go on"), act.another))))),
  );
}
