/** The dock in the thumb zone: what is asked and what answers it; while others play, whom the game waits for. */
import { worded } from "../book.js";
import { colourShape } from "../cards.js";
import { h } from "../dom.js";
import {
  cardsText, cardText, colourText, customText, customTitle, isOrange, listing, questionText, whomText,
} from "../sentences.js";
import { secondsLeft } from "../model.js";
import { askedOf, isAsked, nameOf } from "../table.js";
import { face as portrait } from "../faces.js";
import { lettering } from "../lettering.js";
import { byPoints, cap, icon, press } from "./parts.js";
import { face, latest } from "./piles.js";
import { hosting } from "./room.js";
import { disc, seatsOf, then } from "./seats.js";

const FIRST = /^(.{3,60}?)([:;.?!])\s+(\S.*)$/s; // what happened, then what you can do
const UNO_WAITS = ["colour", "target", "confirm"]; // questions that must come first

export function question(model, act, controls) {
  const { table } = model;
  const mine = isAsked(table) && table.room.phase === "playing" && !isAway(table);
  const [said, ...answers] = asks(model, act, controls, mine);
  const shown = answers.filter(Boolean);
  const dense = { colour: " four", target: " whom" }[controls.offer.step] ?? "";
  const sheet = mine && shown.length > 0;
  const idle = !(mine || shown.length || controls.offer.catches.length);
  const kind = ["ask", mine && "mine", sheet && "sheet"].filter(Boolean).join(" ");
  return h("section", { key: "ask", class: kind, "aria-labelledby": "question" },
    catches(table, controls),
    controls.why && whyNot(controls),
    h("div", { key: "row", class: "question" }, place(model, sheet),
      h("div", { class: "words" }, h("h2", { id: "question", tabindex: "-1" }, h("span", {}, typeof said === "string" ? inTwo(said) : said)),
        clock(model), idle && latest(model, act)),
      coin(table, controls, sheet), dense && controls.pick.cards.length > 0
        && icon("close", worded("cancel"), controls.back, { key: "back", class: "icon cancel", "aria-keyshortcuts": "Escape" })),
    shown.length > 0 && h("div", { key: "answers", class: `answers${dense}` }, shown));
}

function inTwo(text) {
  const [, first, sign, rest] = text.match(FIRST) ?? [];
  if (!rest) return h("span", { class: text.length > 34 ? "first long" : "first" }, text);
  return [h("span", { class: "first" }, first, /[?!]/.test(sign) ? sign : h("span", { class: "unseen" }, sign)), " ",
    h("span", { class: "rest" }, rest)];
}

/** Whose question it is, or the player. */
function place(model, sheet) {
  const { seat, game: { waiting_for: asked } } = model.table;
  if (seat === null) return null;
  const all = seatsOf(model);
  const { turn, ...one } = all[seat];
  const shown = sheet ? { ...all[asked.offender ?? seat], clock: one.clock, late: one.late, count: null } : one;
  return h("span", { key: "me", class: `me${sheet ? " asker" : ""}${turn ? " turn" : ""}` }, disc(shown));
}

const catches = ({ room, game: { window: seat } }, { offer, catch: caught }) => offer.catches.length > 0
  && h("div", { key: "calls", class: "calls", role: "alert" }, offer.catches.map((each, at) => answer(`catch${each}`,
    worded("catch", { name: room.occupants[each]?.name ?? worded("seat", { n: (seat ?? each) + 1 }) }), () => caught(each), at ? null : "c", "danger call")));

function coin({ game, seat, room: { rules } }, { offer, pick, left, call, arm }, sheet) {
  const calls = offer.uno === "call";
  const due = calls || (pick.cards.length ? left === 1 : offer.uno === "arm" && offer.cards.length > 0);
  const waits = UNO_WAITS.includes(offer.step) || (sheet && !due);
  if (!calls && (waits || seat === null || rules.uno !== "call" || rules.uno_penalty === "0" || !game.playing[seat])) return null;
  const word = lettering("UNO", { fill: pick.armed && !calls ? "#1f1530" : "#ffc93c", edge: "" });
  return press(calls ? call : arm, {
    key: "uno", class: `uno${due ? " due" : ""}${calls ? " call" : ""}`, "aria-pressed": calls ? null : String(pick.armed), "aria-keyshortcuts": "u",
    "aria-label": worded(calls ? "call_uno" : "arm_uno"),
  }, word);
}

export const isAway = ({ seat, room }) => seat !== null && Boolean(room.occupants[seat].stand_in);

const answer = (key, text, run, letter = null, kind = "") =>
  press(run, { key, class: kind, "aria-keyshortcuts": letter }, text);

function asks(model, act, controls, mine) {
  const { table } = model;
  const { game, room } = table;
  const { offer, pick } = controls;
  const card = pick.cards[pick.cards.length - 1];
  if (isAway(table)) {
    return [worded("bot_plays"), answer("back", worded("im_back"), () => act.ask("away", { away: false }), "a", "main")];
  }
  if (room.phase === "paused") {
    return [questionText(table),
      room.held && hosting(model) && answer("resume", cap(worded("resume")), () => act.ask("pause", { paused: false }), "p", "main")];
  }
  if (controls.sent) return [worded("sent")];
  switch (offer.step) {
    case "confirm": return confirmed(pick.confirm, controls);
    case "colour": return colours(table, controls);
    case "target": return players(model, controls, card);
    case "chain": return chain(table, controls);
    default: if (!mine) return [others(model, offer)];
  }
  const { drawn } = game;
  return [pick.armed && offer.uno === "arm" && offer.cards.length ? worded("uno_ready") : questionText(table, model.legal),
    game.waiting_for.k === "play_drawn" && offer.cards.includes(drawn) && answer("play", worded("play_it"), () => controls.press(drawn), null, "main"),
    ...answersTo(table, controls)];
}

function answersTo(table, { offer, give }) {
  const { penalty, offender } = table.game.waiting_for;
  const sure = table.room.rules.stacking !== "off" || penalty === 4; // else it depends on how many were bluffs
  const cards = offer.cards.length > 0;
  return [
    offer.keep && answer("keep", cap(worded("keep")), () => give("keep"), "k", cards ? "" : "main"),
    offer.pass && answer("pass", cap(worded("pass")), () => give("pass"), "p", "main"),
    offer.challenge && answer("challenge", [worded("challenge"),
      sure && [" ", h("small", {}, worded("stakes", { name: nameOf(table, offender), n: penalty, more: penalty + 2 }))]], () => give("challenge"), "x", "danger"),
    offer.accept && answer("accept", worded("accept", { n: penalty }), () => give("accept"), "a"),
    offer.done && answer("done", cap(worded("done")), () => give("done"), "p", "main"),
  ];
}

function confirmed({ kind, cost, left }, controls) {
  const plays = kind === "out_of_turn";
  return [worded(plays ? "out_of_turn" : "uno_costs", { n: left, cards: cardsText(cost) }),
    answer("no", cap(worded("no")), () => controls.confirm(false), "Escape", "main"),
    answer("yes", worded(plays ? "play_anyway" : "call_anyway"), () => controls.confirm(true))];
}

function colours(table, controls) {
  const orange = isOrange(table);
  return [worded("which_colour"),
    ...controls.offer.colours.map((colour) => answer(colour, [colourShape(colour), colourText(table, colour)],
      () => controls.colour(colour), colour.toLowerCase(), `colour pick-${colour === "Y" && orange ? "O" : colour}`))];
}

function players(model, controls, card) {
  const { table } = model;
  const { discard, counts } = table.game;
  const all = seatsOf(model);
  return [whomText(card || discard[discard.length - 1], table),
    ...controls.offer.targets.map((seat, at) => answer(`to${seat}`,
      [h("span", { class: "disc" }, portrait(all[seat].face, "calm", seat)), h("span", { class: "name" }, nameOf(table, seat)), " ", h("small", {}, cardsText(counts[seat]))],
      () => controls.target(seat), String(at + 1)))];
}

function chain(table, { offer, pick, play, back }) {
  const line = h("span", { key: "chain", class: "chain" }, pick.cards.map((name, at) => h("span", { key: `${at}${name}` },
    at > 0 && h("span", { "aria-hidden": "true" }, "→"), face(table, name, { size: "small", named: pick.colours[at] }),
    h("span", { class: "unseen" }, cardText(table, name), pick.colours[at] && ` (${colourText(table, pick.colours[at])})`, ", "))));
  const more = worded(pick.follows === null ? "checking" : offer.cards.length ? "add_more" : "no_more");
  const all = worded(pick.cards.length > 1 ? "play_cards" : "play_it", { cards: cardsText(pick.cards.length) });
  return [[line, h("span", {}, more)], offer.play && answer("play", all, play, "p", "main"),
    answer("back", worded("take_back"), back, "Escape")];
}

const whyNot = ({ why, forget }) => h("p", { key: "why", class: "why", role: "status" }, h("span", {}, why),
  icon("close", worded("close_message"), forget, { class: "icon plain" }));

function others({ table }, offer) {
  const { game, seat, room } = table;
  return [
    game.waiting_for ? questionText(table) : "…",
    offer.jumps ? worded("jump_in") : then(table),
    seat !== null && !game.seated[seat] && worded(byPoints(room) ? "next_round_on" : "next_game_on"),
  ].filter(Boolean).join(" ");
}

export function ballot(model, { offer, vote }) {
  const { table } = model;
  const { game, seat } = table;
  const still = askedOf(game.waiting_for);
  const names = (seats) => listing(seats.map((each) => (each === seat ? worded("you_voter") : nameOf(table, each))));
  const voted = game.playing.flatMap((plays, each) => (plays && !still.includes(each) ? [each] : []));
  const mine = seat === null ? null : game.votes[seat];
  return h("section", { class: "ballot", "aria-labelledby": "question" },
    h("h2", { id: "question", tabindex: "-1" }, worded("vote")),
    clock(model),
    h("ul", {}, game.ballot.map((rule, at) => h("li", { key: rule },
      press(() => offer.rules.includes(rule) && vote(rule), {
        class: "rule", "aria-pressed": String(mine === rule), "aria-keyshortcuts": String(at + 1), "aria-disabled": offer.rules.includes(rule) ? null : "true",
      }, h("b", {}, customTitle(rule)), h("span", { class: "says" }, customText(rule)), mine === rule && h("span", { class: "good" }, worded("your_vote")))))),
    h("p", { class: "quiet" }, voted.length ? worded("voted", { names: names(voted) }) : worded("voted_none"), " ",
      still.length ? worded("to_vote", { names: names(still) }) : worded("to_vote_none")));
}

/** The seconds that are left, for readers, who are not told each of them. */
export function clock(model, now = performance.now()) {
  const left = secondsLeft(model, now);
  return left !== null && h("span", { key: "clock", class: "unseen" }, worded("n_seconds", { n: Math.ceil(left) }));
}
