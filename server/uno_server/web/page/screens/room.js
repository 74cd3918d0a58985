/** The waiting room of a table: seats, ready, start, its rules, and the way in for others. */
import { book } from "../book.js";
import { card, pattern } from "../cards.js";
import { h } from "../dom.js";
import { face, facesOf } from "../faces.js";
import { goalText, levelName, paceText, perTurnText } from "../sentences.js";
import { listing, say, sayAs, sayMany } from "../words.js";
import { atHome, exposed } from "./join.js";
import { levels, levelsAt, levelTextAt } from "./levels.js";
import { button, cap, chosen, crown, field, sheet, sketch } from "./parts.js";
import { presetTitle, special } from "./rules.js";

/** Cards that stand for rules. */
export const ART = {
  official: ["R7", "Y2", "B+2"], party: ["G7", "B7", "W+4"], first_game: ["Y1"], no_mercy: ["R+2", "W+4", "W+4"],
  quickplay: ["G3", "G3", "G4"], classic113: ["WX", "WS", "WC"], tournament: ["B9", "R9", "W"],
};
const MOST_NAMES = 4; // of those who are waited for

/** Whether the player is the host of the table. */
export const hosting = ({ table }) => table !== null && table.seat !== null && table.room.host === table.seat;

/** Whether no game is on, so that seats and rules may change. */
export const resting = ({ table }) => ["waiting", "finished"].includes(table.room.phase);

/** What is to be known of whoever sits there, in words. */
export function notes(model, act, seat) {
  const { room, seat: own } = model.table;
  const one = room.occupants[seat];
  return [
    seat === own && sayAs("in a list", "you"),
    seat === room.host && say("host"),
    one.bot !== null && say("computer, {level}", { level: levelName(one.bot) }),
    one.bot === null && one.stand_in !== null && say("away, a computer player plays"),
    one.bot === null && one.stand_in === null && !one.connected && say("offline"),
    one.extra_seconds > 0 && `+${one.extra_seconds} s`,
    room.muted.includes(one.name) && say("silenced"),
    act.muted(one.name) && say("muted by you"),
  ].filter(Boolean);
}

export function room(model, act) {
  const { table } = model;
  if (act.ui.over === "room") return sheet("room", say("Seats"), act, ...listed(model, act));
  return h(
    "div",
    { class: "lobby room" },
    h("div", { class: "cols" },
      h("div", {}, around(model, act), h("p", { class: "prompt", role: "status" }, next(model)), watching(model, act)),
      h("div", {}, way(model, act), inShort(model, act),
        hosting(model) && table.room.occupants.includes(null) && computers(table, act),
        levelsAt(table, act).map((each) => h("p", { class: "hint", key: each }, each)))),
    buttons(model, act),
  );
}

/** Everybody in a list, over the table. */
const listed = (model, act) => [
  h("h2", { id: "seats" }, say("Seats")),
  h("ol", { class: "list places", "aria-labelledby": "seats" },
    model.table.room.occupants.map((one, seat) => seatLine(model, act, seat))),
  hosting(model) && model.table.room.occupants.includes(null) && [computers(model.table, act),
    button(say("Add a computer player"), () => act.ask("add_bot", { level: wished(act).level }), { key: "add" })],
  levelsAt(model.table, act).map((each) => h("p", { class: "hint", key: each }, each)),
  watching(model, act),
];

function watching(model, act) {
  const { watchers, screens } = model.table.room;
  const all = [...watchers, ...screens];
  return all.length > 0 && h("div", { key: "watching" },
    h("h2", { id: "watchers" }, say("Spectators")),
    h("ul", { class: "list", "aria-labelledby": "watchers" },
      all.map((name) => h("li", { key: name },
        person(act, model, name, null, screens.includes(name) ? [say("screen")] : [])))));
}

/** The seats around the table, your own below; the host adds computers there. */
function around(model, act) {
  const { room: { occupants, code }, seat: own } = model.table;
  const count = occupants.length;
  const order = occupants.map((_, at) => ((own ?? 0) + at) % count).filter((seat) => occupants[seat]);
  const faces = facesOf(occupants);
  const more = hosting(model) && occupants.includes(null);
  const all = [...order, ...(more ? [null] : [])];
  const items = all.map((seat, at) => {
    const angle = Math.PI * (0.5 + (2 * at) / all.length);
    const style = { "--x": Math.cos(angle).toFixed(3), "--y": Math.sin(angle).toFixed(3) };
    return h("li", { key: seat === null ? "more" : `seat${seat}`, style }, seat === null ? adding(act) : placed(model, act, seat, faces[seat]));
  });
  return h("div", { class: all.length > 7 ? "round many" : "round" },
    h("div", { class: "oval" }, pattern()),
    h("p", { class: "mid" }, say("Code"), h("b", {}, code),
      say("{taken} of {seats}", { taken: order.length, seats: count })),
    h("ol", { "aria-label": say("Seats") }, items));
}

/** Somebody at the table, as a button to what can be done about them. */
function placed(model, act, seat, which) {
  const { room, seat: own } = model.table;
  const one = room.occupants[seat];
  const away = one.bot === null && !one.connected;
  const said = notes(model, act, seat).slice(seat === own ? 1 : 0);
  return h("button", { type: "button", class: "placed", on: { click: () => see(act, one.name, seat) } },
    face(which, away ? "away" : one.ready ? "calm" : "think", seat),
    seat === room.host && crown(),
    (one.ready || seat !== room.host) && h("span", { class: one.ready ? "ready" : "ready wait" }, one.ready && sketch("check")),
    h("span", { class: "name" }, seat === own ? sayAs("alone", "You") : one.name),
    h("span", { class: "unseen" }, [...said, one.ready ? say("ready") : say("not ready")].join(", ")));
}

function see(act, name, seat) {
  act.ui.who = { name, seat };
  act.go("player");
}

/** What a player can do before the game, and a spectator. */
function buttons(model, act) {
  const { room: { occupants }, seat } = model.table;
  if (seat === null) {
    const free = occupants.includes(null) && !model.table.room.locked;
    return h("div", { class: "sticky" },
      free && button(say("take a seat"), () => act.ask("join_table", { table: model.table.code }), { class: "main" }),
      button(say("leave"), () => act.leave()));
  }
  const { ready } = occupants[seat];
  if (!hosting(model)) {
    return h("div", { class: "sticky", key: "buttons" },
      button(ready ? say("I'm not ready") : say("I'm ready"), () => act.ask("ready", { ready: !ready }), {
        class: ready ? "" : "main", id: "ready", "aria-keyshortcuts": "r",
      }));
  }
  const all = occupants.filter(Boolean);
  const lacks = (one) => !one.ready && one !== occupants[seat] && (one.bot !== null || one.connected);
  const late = all.filter(lacks).map((one) => one.name);
  const enough = all.length > 1;
  const anyway = () => act.confirm(
    say("Start without waiting for {names}? Computer players play in their place until they say ready.", { names: listing(late) }),
    say("start"), () => act.ask("start", { anyway: true }),
  );
  return h("div", { class: "sticky", key: "buttons" },
    h("button", {
      type: "button", class: enough ? "main" : "", id: "start", "aria-keyshortcuts": "s",
      "aria-disabled": enough ? null : "true", on: { click: () => (late.length ? anyway() : begin(model, act)) },
    }, cap(say("start")), late.length > 0 && h("small", {}, say("without {names}", { names: listing(late) }))));
}

/** The host starts; who starts is ready, too. */
async function begin(model, act) {
  const { room: { occupants, rules }, seat } = model.table;
  if (!occupants[seat].ready && !(await act.ask("ready", {}))) return;
  const starter = act.ui.starter;
  const named = rules.starter === "chosen" && occupants[starter] ? { chosen: Number(starter) } : {};
  act.ask("start", named);
}

function seatLine(model, act, seat) {
  const { room } = model.table;
  const one = room.occupants[seat];
  if (one === null) {
    return h("li", { key: `seat${seat}`, class: "free" }, h("span", { class: "number" }, String(seat + 1)),
      h("span", { class: "quiet" }, say("free")));
  }
  return h(
    "li",
    { key: `seat${seat}` },
    h("span", { class: "number", "aria-hidden": "true" }, String(seat + 1)),
    person(act, model, one.name, seat, notes(model, act, seat)),
    !["playing", "paused"].includes(room.phase) && h("span", { class: one.ready ? "good readiness" : "quiet readiness" },
      one.ready ? sayAs("at most 10 columns", "✓ ready") : sayAs("at most 10 columns", "· not yet")),
  );
}

/** Somebody in a list, as a button to what can be done about them. */
export const person = (act, model, name, seat, said) => h(
  "button",
  { type: "button", class: "person", key: `who-${seat}-${name}`, on: { click: () => see(act, name, seat) } },
  h("span", { class: "name" }, name),
  said.length > 0 && h("span", { class: "notes" }, said.join(", ")),
);

const wished = (act) => (act.ui.adding ??= { level: "normal" });

const adding = (act) => h(
  "button",
  { type: "button", class: "placed add", "aria-keyshortcuts": "b", on: { click: () => act.ask("add_bot", { level: wished(act).level }) } },
  h("span", { class: "plus" }, sketch("plus")),
  h("span", { class: "name", "aria-hidden": "true" }, say("computer")),
  h("span", { class: "unseen" }, say("Add a computer player")),
);

/** How well the computers play that the host adds. */
const computers = ({ room }, act) => h("div", { class: "panel", key: "computers" },
  field("level", say("Computer players"), chosen(wished(act), "level", levels().map(([level, name]) => [level, cap(name)]), act),
    `${cap(levelTextAt(wished(act).level, room, act, 1))}.`));

/** Whom the table waits for. */
function next(model) {
  const { room: { occupants, rules }, seat, code } = model.table;
  const seated = occupants.filter(Boolean);
  if (seat === null) return say("You're watching; the game hasn't started.");
  if (seated.length < 2) {
    return hosting(model) ? say("Waiting for more players. Show them the code {code}, or add a computer player.", { code })
      : say("Waiting for more players.");
  }
  if (!occupants[seat].ready) {
    return hosting(model) ? say("Start when everyone is here.") : say("Say that you're ready.");
  }
  const late = seated.filter((one) => !one.ready).map((one) => one.name);
  if (late.length) {
    const names = late.slice(0, MOST_NAMES).join(", ") + (late.length > MOST_NAMES ? " …" : "");
    return say("Waiting for {names}.", { names });
  }
  if (!hosting(model)) return say("Everyone is ready. Waiting for the host to start.");
  return rules.starter === "chosen" ? say("Everyone is ready: choose who starts, and start the game.")
    : say("Everyone is ready: start the game.");
}

/** The rules in short: what they are called, what is special, how long a turn is; who starts, where the host says that. */
function inShort(model, act) {
  const { room } = model.table;
  const seats = room.occupants.flatMap((one, seat) => (one ? [[String(seat), one.name]] : []));
  const chips = [...special(room), ...doors(room)];
  return h(
    "div",
    { class: "panel stack", key: "rules" },
    h("div", { class: "tile" },
      h("div", { class: "stack3" }, ART[room.preset in ART ? room.preset : "official"].map((each) => card(each))),
      h("div", { class: "stack" },
        h("h2", {}, cap(say("{preset} rules", { preset: presetTitle(room.preset) }))),
        h("p", { class: "hint" }, [goalText(room.rules), sayMany("{n} card each", "{n} cards each", Number(room.rules.hand_size)),
          perTurnText(room.turn_seconds)].join(" · ")))),
    chips.length > 0 && h("p", { class: "chips" }, chips.map((each) => h("span", { class: "chip", key: each }, each))),
    hosting(model) && room.rules.starter === "chosen" && field("starter", say("Who starts"),
      chosen((act.ui.starting ??= starting(model, act)), "seat", seats, act)),
    h("div", { class: "row" },
      button(say("All rules"), () => act.go("rules"), { "aria-keyshortcuts": "i" }),
      hosting(model) && button(say("change"), () => act.go("change"))),
  );
}

/** The seat that starts: the host's, until another is chosen. */
const starting = (model, act) => ({
  get seat() { return act.ui.starter ?? model.table.room.host; },
  set seat(value) { act.ui.starter = value; },
});

/** Who may come in, and what is shown to whom, where that is not the usual. */
const doors = (room) => [
  room.test && book.doors.test,
  room.locked && book.doors.locked,
  room.password && book.doors.password,
  !room.listed && book.doors.unlisted,
  !room.watching && book.doors.unwatched,
  room.show_hands && book.doors.show_hands,
  room.pace && room.pace !== "normal" && paceText(room.pace),
].filter(Boolean).map(cap);

/** How others come to the table: its address, and a code to scan. */
export function way(model, act) {
  const { code, room: { name } } = model.table;
  const home = document.documentElement.dataset.address, address = home + code;
  if (atHome(new URL(home))) {
    return h("p", { class: "panel hint" },
      say("This page was opened on the server's own computer: phones need the address that uno-server shows."));
  }
  return h(
    "div",
    { class: "panel invite" },
    h("img", {
      class: "qr", src: `/qr/${code}.svg`, width: "92", height: "92",
      alt: say("QR code of {address}", { address }),
    }),
    h("div", { class: "stack" },
      h("p", {}, say("Scan, or type"), " ", h("span", { class: "address", id: "address" }, home, h("wbr", {}), code)),
      h("button", { type: "button", on: { click: () => share(act, address, name) } }, sketch("share"), say("Share link")),
      h("p", { class: "hint" }, say("same Wi-Fi as this computer"), ". ", exposed())),
  );
}

/** The link goes to another program where the browser can do that (over https), else into the clipboard. */
function share(act, url, title) {
  if (globalThis.navigator?.share) return void navigator.share({ url, title }).catch(() => {});
  document.getSelection().selectAllChildren(document.getElementById("address")); // for who has to copy it by hand
  act.tell(document.execCommand("copy") ? say("Copied.") : say("Let the others scan the code.")); // the clipboard of today is none over http
}

/** The way in, on a page of its own. */
export const invite = (model, act) => sheet("invite", say("Others can join"), act, model.table && way(model, act));
