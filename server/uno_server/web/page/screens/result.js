/** The end of a round or a game: who won with what, the podium, facts, hands and scores, and how it goes on. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { face as portrait, facesOf } from "../faces.js";
import { secondsLeft } from "../model.js";
import { clockText, listing } from "../sentences.js";
import { cardText } from "./face.js";
import { handOf } from "./hand.js";
import { log } from "./piles.js";
import { byPoints, cap, sketch } from "./parts.js";
import { board, confetti, leftText, moments, nameAt, placing, podium, winnersOf, winsText } from "./podium.js";
import { isAway } from "./question.js";

/** The screen. @param {object} model @param {object} act @returns {object} description */
export function result(model, act) {
  const { table } = model;
  const ended = model.result;
  const facts = ended?.over ? moments(table) : [];
  return h("div", { class: "lobby result" },
    h("div", { class: "cols" },
      h("div", {},
        h("section", { class: "win felt-N", "aria-labelledby": "headline" },
          headline(table, ended),
          table.game && ended && podium(table, ended, table.seat),
          winnersOf(ended).includes(table.seat) && confetti())),
      h("div", {},
        facts.length > 0 && h("ul", { class: "moments", "aria-label": worded("tonight") }, facts),
        table.game && everybody(table, ended),
        ended?.over && tonight(table),
        h("details", { class: "panel", key: "log" }, h("summary", {}, worded("happened")), log(model, act)),
        h("details", { class: "panel", key: "check" }, h("summary", {}, worded("check")), checks(table, ended)))),
    next(model, act));
}

function headline(table, ended) {
  const winners = winnersOf(ended);
  const last = winners.length === 1 && table.game && !table.game.counts[winners[0]] && table.game.discard.length
    ? table.game.discard[table.game.discard.length - 1] : null;
  return h("div", { class: "headline" },
    h("h2", { id: "headline", tabindex: "-1" }, ended ? winsText(table, ended, table.seat) : worded("between")),
    last && h("p", {}, worded("with_card", { card: cardText(table, last) })),
    ended && ended.blocked && h("p", { key: "blocked" }, worded("blocked", { n: ended.round })));
}

/** How it goes on: ready, rematch, when. */
function next(model, act) {
  const { table } = model;
  const { room, seat } = table;
  const own = seat === null ? null : room.occupants[seat];
  const left = secondsLeft(model);
  const said = [];
  const buttons = [];
  const button = (key, text, run, main) => buttons.push(
    h("button", { key, type: "button", class: main ? "main" : "", "aria-keyshortcuts": key === "leave" ? null : key[0], on: { click: run } }, text));
  const rematch = room.phase === "waiting";
  if (room.held) said.push(worded("host_paused"));
  if (rematch) {
    const ready = room.occupants.filter((one) => one && one.ready && !one.bot).map((one) => one.name);
    if (ready.length) {
      said.push(worded("rematch_wanted", { n: ready.length, names: listing(ready) }));
    }
  }
  if (seat === null) said.push(worded("you_watch"));
  else if (isAway(table)) {
    said.push(worded("bot_plays"));
    button("away", worded("im_back"), () => act.ask("away", { away: false }), true);
  } else if (own.ready && room.phase !== "finished") said.push(worded("you_ready"));
  else if (room.phase === "between_rounds") button("ready", worded("next_round"), () => act.ask("ready", { ready: true }), true);
  else button("ready", cap(worded("rematch")), () => act.ask("ready", { ready: true }), true);
  if (room.held && room.host === seat && seat !== null) button("pause", cap(worded("resume")), () => act.ask("pause", { paused: false }), true);
  if (room.phase !== "between_rounds") button("leave", worded("leave_table"), () => act.leave(), false);
  return h("section", { class: "sticky next" },
    said.length > 0 && h("p", { role: "status" }, said.join(" ")),
    left !== null && h("p", { key: "clock" }, clockText(table, left)),
    buttons.length > 0 && h("div", { class: "answers" }, buttons));
}

/** Everybody in the order of their places, with what is left, and the hands that the table shows. */
function everybody(table, ended) {
  const { game, room } = table;
  const faces = facesOf(room.occupants);
  const rows = placing(table, ended).map(([seat, place]) => {
    const one = room.occupants[seat];
    const gained = ended?.gains?.[seat];
    const hand = ended?.hands?.[seat];
    const said = [leftText(table, seat), byPoints(room) && gained ? `+${gained}` : "", one === null && worded("player_left")];
    return h("li", { key: `row${seat}`, class: seat === table.seat ? "own" : "" },
      h("span", { class: "place" }, `${place}.`),
      h("span", { class: "disc" }, portrait(faces[seat] ?? 0, place === 1 ? "joy" : "sad", seat),
        room.phase !== "finished" && one?.ready && h("span", { class: "ready" }, sketch("check"), h("span", { class: "unseen" }, worded("ready")))),
      h("span", {}, h("b", {}, nameAt(table, ended, seat), seat === table.seat && ` ${worded("you_marked")}`),
        h("span", { class: "hint" }, said.filter(Boolean).join(" · "))),
      hand?.length > 0 && h("div", { class: "minis" }, handOf(hand, table)));
  });
  return h("section", { class: "panel", "aria-labelledby": "scores", key: "scores" },
    h("h2", { id: "scores" }, byPoints(room) ? worded("scores") : ended?.hands ? worded("hands") : worded("places")),
    h("ol", { class: "lefts" }, game.seated.length && rows));
}

/** What everybody has won at this table tonight. */
function tonight(table) {
  const lines = board(table);
  return lines.length > 0 && h("section", { key: "tally", class: "panel tally" }, h("h2", {}, worded("tonight")),
    h("ol", { class: "lefts" }, lines.map((line) => h("li", { key: line.name }, h("b", {}, line.name),
      h("span", { class: "hint" }, [worded("wins", { n: line.wins }), worded("games", { n: line.games })].join(" · "))))));
}

/** What a player needs to check the deals of a game. */
function checks(table, ended) {
  return h("dl", {}, h("dt", {}, worded("rules")), h("dd", {}, h("code", {}, table.room.fingerprint)),
    ended && ended.seed && [h("dt", {}, worded("seed")), h("dd", {}, h("code", {}, ended.seed))]);
}
