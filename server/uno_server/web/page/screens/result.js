/** The end of a round or a game. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { face as portrait, facesOf } from "../faces.js";
import { counts, secondsLeft } from "../model.js";
import { again, checked } from "../replays.js";
import { cardText, clockText, listing } from "../sentences.js";
import { handOf } from "./hand.js";
import { log } from "./piles.js";
import { begun, button, byPoints, readyMark, WHOLE } from "./parts.js";
import { board, confetti, leftText, moments, nameAt, placing, podium, winnersOf, winsText } from "./podium.js";
import { isAway } from "./question.js";
import { hosting } from "./room.js";
import { reactions, talkOf } from "./seats.js";

export function result(model, act) {
  const { table } = model;
  const ended = model.result;
  const facts = ended?.over ? moments(table) : [];
  return h("div", { class: "lobby result" },
    h("div", { class: "cols" },
      h("section", { class: "win felt-N", "aria-labelledby": "headline" },
        headline(table, ended),
        table.game && ended && podium(table, ended, talkOf(model, act), table.seat),
        winnersOf(ended).includes(table.seat) && confetti()),
      begun(act, 1) && h("div", {},
        facts.length > 0 && h("ul", { class: "moments", tabindex: "0", "aria-label": worded("tonight") }, facts),
        table.game && everybody(table, ended))),
    next(model, act),
    begun(act, WHOLE) && h("div", { class: "cols" },
      ended?.over && tonight(table),
      h("div", {}, ended?.over && counts(model) && button(worded("see_numbers"), () => act.go("numbers"), { key: "numbers" }),
        ended?.over && h("p", { key: "checked", class: "hint", role: "status" }, checked(act)),
        h("details", { class: "panel", key: "log" }, h("summary", {}, worded("happened")), log(model, act)),
        h("details", { class: "panel", key: "check" }, h("summary", {}, worded("check")), checks(table, ended)))));
}

function headline(table, ended) {
  const [winner, ...others] = winnersOf(ended);
  const last = !others.length && table.game?.counts[winner] === 0 && table.game.discard[table.game.discard.length - 1];
  return h("div", { class: "headline" },
    h("h2", { id: "headline", tabindex: "-1" }, ended ? winsText(table, ended, table.seat) : worded("between")),
    last && h("p", {}, worded("with_card", { card: cardText(table, last) })),
    ended?.blocked && h("p", { key: "blocked" }, worded("blocked", { n: ended.round })));
}

function next(model, act) {
  const { table, table: { room, seat } } = model;
  const left = secondsLeft(model);
  const said = [], buttons = [];
  const people = room.occupants.filter((one) => one && !one.bot);
  const ready = people.filter((one) => one.ready).map((one) => one.name);
  const short = [ready.length > 0 && `${worded("taken", { taken: ready.length, seats: people.length })} ${worded("ready")}`,
    left !== null && `${Math.round(left)}\u00a0s`].filter(Boolean).join(" · ");
  const main = (key, word, fields) => buttons.push(button(worded(word), () => act.ask(key, fields),
    { key, class: "main", "aria-keyshortcuts": key[0] }, key === "ready" && short && h("small", { "aria-hidden": "true" }, short)));
  if (room.held) said.push(worded("host_paused"));
  if (room.phase === "waiting" && ready.length) said.push(worded("rematch_wanted", { n: ready.length, names: listing(ready) }));
  if (seat === null) said.push(worded("you_watch"));
  else if (isAway(table)) {
    said.push(worded("bot_plays"));
    main("away", "im_back", { away: false });
  } else if (room.occupants[seat].ready && room.phase !== "finished") said.push(worded("you_ready"));
  else main("ready", room.phase === "between_rounds" ? "next_round" : "rematch", { ready: true });
  if (room.held && hosting(model)) main("pause", "resume", { paused: false });
  buttons.push(again(act));
  if (room.phase !== "between_rounds") buttons.push(button(worded("leave"), () => act.leave(), { key: "leave" }));
  const inShort = buttons[0]?.attributes.key === "ready" && "unseen";
  return h("section", { class: "sticky next" },
    said.length > 0 && h("p", { class: inShort, role: "status" }, said.join(" ")),
    left !== null && h("p", { key: "clock", class: inShort }, clockText(table, left)),
    buttons, reactions(act));
}

function everybody(table, ended) {
  const { game, room } = table;
  const faces = facesOf(room.occupants);
  const shown = placing(table, ended).filter(([seat]) => byPoints(room) || game.counts[seat] || !ended?.hands);
  const rows = shown.map(([seat, place]) => {
    const one = room.occupants[seat], gained = ended?.gains?.[seat], hand = ended?.hands?.[seat];
    const said = [leftText(table, seat), byPoints(room) && gained ? `+${gained}` : "", one === null && worded("player_left")];
    return h("li", { key: `row${seat}`, class: seat === table.seat ? "own" : "" },
      h("span", { class: "disc" }, portrait(faces[seat] ?? 0, place === 1 ? "joy" : "sad", seat),
        room.phase !== "finished" && one?.ready && readyMark()),
      h("span", {}, h("b", {}, nameAt(table, ended, seat), seat === table.seat && ` ${worded("you_marked")}`),
        h("span", { class: "hint" }, said.filter(Boolean).join(" · "))),
      hand?.length > 0 && h("div", { class: "minis" }, handOf(hand, table)));
  });
  return h("section", { class: "panel", "aria-labelledby": "scores", key: "scores" },
    h("h2", { id: "scores" }, byPoints(room) ? worded("scores") : ended?.hands ? worded("hands") : worded("places")),
    h("ol", { class: "lefts" }, game.seated.length && rows));
}

function tonight(table) {
  const lines = board(table);
  return lines.length > 0 && h("section", { key: "tally", class: "panel tally" }, h("h2", {}, worded("tonight")),
    h("ol", { class: "lefts" }, lines.map((line) => h("li", { key: line.name }, h("b", {}, line.name),
      h("span", { class: "hint" }, [worded("wins", { n: line.wins }), worded("games", { n: line.games })].join(" · "))))));
}

const checks = (table, ended) => h("dl", {}, h("dt", {}, worded("rules")), h("dd", {}, h("code", {}, table.room.fingerprint)),
  ended?.seed && [h("dt", {}, worded("seed")), h("dd", {}, h("code", {}, ended.seed))]);
