/** The waiting room of a table: seats, ready, start, its rules, and the way in for others. */
import { h } from "../dom.js";
import { goalText, levelName, paceText, perTurnText, presetName } from "../sentences.js";
import { listing, say, sayAs, sayMany } from "../words.js";
import { atHome, exposed } from "./join.js";
import { levels, levelsAt, levelTextAt } from "./levels.js";
import { button, cap, chosen, field, sheet } from "./parts.js";
import { changedRules, costs } from "./rules.js";

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
  const over = act.ui.over === "room";
  const people = [
    !over && h("p", { class: "prompt", role: "status" }, next(model)),
    h("h2", { id: "seats" }, say("Seats")),
    h("ol", { class: "list places", "aria-labelledby": "seats" },
      table.room.occupants.map((one, seat) => seatLine(model, act, seat))),
    hosting(model) && table.room.occupants.includes(null) && [adding(act), levelHint(table, act)],
    levelsAt(table, act).map((each) => h("p", { class: "hint" }, each)),
    table.room.watchers.length > 0 && h("div", {},
      h("h2", { id: "watchers" }, say("Spectators")),
      h("ul", { class: "list", "aria-labelledby": "watchers" },
        table.room.watchers.map((name) => h("li", { key: name }, person(act, model, name, null, []))))),
    !over && buttons(model, act),
  ];
  if (over) return sheet("room", say("Seats"), act, ...people);
  return h(
    "div",
    { class: "room" },
    h("div", { class: "stack" }, ...people),
    h("div", { class: "stack" }, h("h2", {}, say("Rules")), inShort(model, act),
      h("h2", {}, say("Others can join")), way(model, act)),
  );
}

/** What a player can do before the game, and a spectator. */
function buttons(model, act) {
  const { room: { occupants }, seat } = model.table;
  if (seat === null) {
    const free = occupants.includes(null) && !model.table.room.locked;
    return h("div", { class: "buttons row" },
      free && button(say("take a seat"), () => act.ask("join_table", { table: model.table.code }), { class: "main" }),
      button(say("leave"), () => act.leave()));
  }
  const { ready } = occupants[seat];
  const host = hosting(model);
  const all = occupants.filter(Boolean);
  const settled = (one) => one.ready || one === occupants[seat] || (one.bot === null && !one.connected);
  const startable = host && all.length > 1 && all.every(settled);
  const late = all.filter((one) => !one.ready && one !== occupants[seat]).map((one) => one.name);
  return h(
    "div",
    { class: "buttons row", key: "buttons" },
    button(ready ? say("I'm not ready") : say("I'm ready"), () => act.ask("ready", { ready: !ready }), {
      class: ready || startable ? "" : "main", id: "ready", "aria-keyshortcuts": "r",
    }),
    host && button(say("start"), () => begin(model, act), {
      class: startable ? "main" : "", id: "start", "aria-keyshortcuts": "s",
      "aria-disabled": all.length > 1 ? null : "true",
    }),
    host && late.length > 0 && button(say("start anyway"), () => act.confirm(
      say("Start without waiting for {names}? Computer players play in their place until they say ready.",
        { names: listing(late) }),
      say("start"), () => act.ask("start", { anyway: true }),
    ), { id: "anyway" }),
  );
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

/** Somebody at the table, as a button to what can be done about them. */
export function person(act, model, name, seat, said) {
  return h(
    "button",
    {
      type: "button", class: "person", key: `who-${seat}-${name}`,
      on: { click: () => { act.ui.who = { name, seat }; act.go("player"); } },
    },
    h("span", { class: "name" }, name),
    said.length > 0 && h("span", { class: "notes" }, said.join(", ")),
  );
}

function adding(act) {
  const wish = (act.ui.adding ??= { level: "normal" });
  return h(
    "div",
    { class: "row adding" },
    h("div", { class: "field" },
      h("label", { for: "level", class: "unseen" }, say("Computer players")),
      chosen(wish, "level", levels(), act, { id: "level", "aria-describedby": "level-hint" })),
    button(say("Add a computer player"), () => act.ask("add_bot", { level: wish.level }), { "aria-keyshortcuts": "b" }),
  );
}

const levelHint = ({ room }, act) => h("p", { class: "hint", id: "level-hint" },
  `${cap(levelTextAt(act.ui.adding.level, room, act, 1))}.`);

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

/** The rules in short: what they punish, what differs, how long a turn is; who starts, where the host says that. */
function inShort(model, act) {
  const { room } = model.table;
  const seats = room.occupants.flatMap((one, seat) => (one ? [[String(seat), one.name]] : []));
  const points = [...costs(room), ...changedRules(room), ...doors(room)];
  return h(
    "div",
    { class: "stack", key: "rules" },
    h("p", {}, [
      cap(say("{preset} rules", { preset: presetName(room.preset) })),
      goalText(room.rules),
      sayMany("{n} card each", "{n} cards each", Number(room.rules.hand_size)),
      perTurnText(room.turn_seconds),
    ].join(" · ")),
    h("ul", { class: "points" }, points.map((each) => h("li", { key: each }, each))),
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
  room.test && say("test deal: the cards were chosen in advance"),
  room.locked && say("locked: nobody else can join"),
  room.password && say("password needed"),
  !room.listed && say("unlisted: join by code"),
  !room.watching && say("no spectators"),
  room.show_hands && say("hands shown after each round"),
  room.pace && room.pace !== "normal" && paceText(room.pace),
].filter(Boolean).map(cap);

/** How others come to the table: its address, and a code to scan. */
export function way(model, act) {
  const { code } = model.table;
  const home = document.documentElement.dataset.address, address = home + code;
  if (atHome(new URL(home))) {
    return h("p", {}, say("Code: {code}", { code }), ". ",
      say("This page was opened on the server's own computer: phones need the address that uno-server shows."));
  }
  return h(
    "div",
    { class: "invite" },
    h("img", {
      class: "qr", src: `/qr/${code}.svg`, width: "200", height: "200",
      alt: say("QR code of {address}", { address }),
    }),
    h("div", { class: "stack" },
      h("p", { class: "address", id: "address" }, home, h("wbr", {}), code),
      h("p", {}, say("Scan it, or type the address. The phone must be on the same Wi-Fi as this computer.")),
      h("p", { class: "quiet" }, say("Code: {code}", { code })),
      button(say("copy the address"), () => {
        document.getSelection().selectAllChildren(document.getElementById("address")); // for who has to copy it by hand
        if (document.execCommand("copy")) act.tell(say("Copied.")); // the clipboard of today is none over http
      }),
      exposed() && h("p", { class: "hint" }, exposed())),
  );
}

/** The way in, on a page of its own. */
export const invite = (model, act) => sheet("invite", say("Others can join"), act, model.table && way(model, act));
