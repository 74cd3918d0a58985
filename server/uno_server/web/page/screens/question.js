/** What is asked: a sentence, what can be answered, the clock; while others play, whom the game waits for. */

import { h } from "../dom.js";
import { cardsText, customText, customTitle, questionText, whomText } from "../sentences.js";
import { secondsLeft } from "../model.js";
import { askedOf, isAsked, nameOf } from "../table.js";
import { listing, say, sayMany } from "../words.js";
import { byPoints, cap, timeBar } from "./parts.js";
import { cardText, colourText, face, swatch } from "./face.js";
import { latest } from "./piles.js";

/**
 * The question, or whom the game waits for.
 * @param {object} model @param {object} act @param {object} controls of `playing`
 */
export function question(model, act, controls) {
  const { table } = model;
  const mine = isAsked(table) && table.room.phase === "playing" && !isAway(table);
  const [said, ...answers] = asks(model, act, controls, mine);
  const shown = answers.filter(Boolean);
  return h("section", { class: mine ? "ask mine" : "ask", "aria-labelledby": "question" },
    h("div", { class: "question" }, h("p", { id: "question", tabindex: "-1" }, said), clock(model)),
    controls.why && whyNot(controls),
    shown.length > 0 ? h("div", { key: "answers", class: "answers" }, shown) : !mine && latest(model, act));
}

/** Whether a computer player plays for this one. */
export function isAway(table) {
  const own = table.seat === null ? null : table.room.occupants[table.seat];
  return own !== null && own.stand_in !== null;
}

/** An answer as a button; `main`: the likely one. */
function answer(key, text, run, { main = false, letter = null } = {}) {
  return h("button", { key, type: "button", class: main ? "main" : "", "aria-keyshortcuts": letter, on: { click: run } }, text);
}

/** The sentence, then what answers it beside cards. */
function asks(model, act, controls, mine) {
  const { table } = model;
  const { game, room, seat } = table;
  const { offer, pick } = controls;
  const card = pick.cards.length ? pick.cards[pick.cards.length - 1] : null;
  if (isAway(table)) {
    return [say("A computer player plays for you."),
      answer("back", say("I'm back"), () => act.ask("away", { away: false }), { main: true, letter: "a" })];
  }
  if (room.phase === "paused") {
    const resumes = room.held && seat !== null && room.host === seat;
    return [questionText(table),
      resumes && answer("resume", cap(say("resume")), () => act.ask("pause", { paused: false }), { main: true, letter: "p" })];
  }
  if (controls.sent) return [say("Sent …")];
  switch (offer.step) {
    case "confirm": return confirmed(pick.confirm, controls);
    case "colour": return colours(table, controls, card);
    case "target": return players(table, controls, card);
    case "chain": return chain(table, controls);
    default: if (!mine) return [others(model, offer)];
  }
  const said = questionText(table, model.legal);
  const { drawn } = game;
  if (game.waiting_for.k !== "play_drawn" || !drawn) return [said, ...answersTo(table, controls)];
  return [[h("span", { key: "drawn", "aria-hidden": "true" }, face(table, drawn, { size: "small" })), h("span", {}, said)],
    offer.cards.includes(drawn) && answer("play", say("Play it"), () => controls.press(drawn), { main: true }),
    ...answersTo(table, controls)];
}

/** What is listed beside cards, as buttons. */
function answersTo(table, { offer, give }) {
  const { penalty } = table.game.waiting_for;
  const cards = offer.cards.length > 0;
  return [
    offer.draw && answer("draw", cap(say("draw a card")), () => give("draw"), { main: !cards, letter: "d" }),
    offer.keep && answer("keep", cap(say("keep it")), () => give("keep"), { main: !cards, letter: "k" }),
    offer.pass && answer("pass", cap(say("pass")), () => give("pass"), { main: true, letter: "p" }),
    offer.accept && answer("accept", say("Take {cards}", { cards: cardsText(penalty) }), () => give("accept"), { main: true, letter: "a" }),
    offer.done && answer("done", cap(say("done")), () => give("done"), { main: true, letter: "p" }),
    offer.challenge && answer("challenge", say("Challenge the bluff"), () => give("challenge"), { letter: "x" }),
  ];
}

/** What costs cards is done only after this. */
function confirmed({ kind, cost, left }, controls) {
  const cards = cardsText(cost);
  const said = kind === "out_of_turn" ? say("It's not your turn: playing out of turn costs {cards}. Do it anyway?", { cards })
    : sayMany("You have {n} card: calling UNO now costs {cards}. Do it anyway?", "You have {n} cards: calling UNO now costs {cards}. Do it anyway?", left, { cards });
  return [said, answer("no", cap(say("no")), () => controls.confirm(false), { main: true, letter: "Escape" }),
    answer("yes", kind === "out_of_turn" ? say("Play it anyway") : say("Call UNO anyway"), () => controls.confirm(true))];
}

function colours(table, controls, card) {
  return [card ? say("Which colour for your {card}?", { card: cardText(table, card) }) : say("Which colour do you name?"),
    ...controls.offer.colours.map((colour) => h("button", {
      key: colour, type: "button", class: "colour", "aria-keyshortcuts": colour.toLowerCase(), on: { click: () => controls.colour(colour) },
    }, swatch(table, colour))),
    card && answer("back", cap(say("cancel")), controls.back, { letter: "Escape" })];
}

function players(table, controls, card) {
  const { counts, discard } = table.game;
  return [whomText(card || discard[discard.length - 1], table),
    ...controls.offer.targets.map((seat, at) => answer(`to${seat}`,
      [h("span", { class: "name" }, nameOf(table, seat)), h("span", { class: "backs", "aria-hidden": "true" }), h("span", { "aria-hidden": "true" }, counts[seat]), h("span", { class: "unseen" }, " ", cardsText(counts[seat]))],
      () => controls.target(seat), { letter: String(at + 1) })),
    card && answer("back", cap(say("cancel")), controls.back, { letter: "Escape" })];
}

/** The chain so far: its cards in order, each wild with its colour. */
function chain(table, { offer, pick, play, back }) {
  const line = h("span", { key: "chain", class: "chain" }, pick.cards.map((name, at) => h("span", { key: `${at}${name}` },
    at > 0 && h("span", { "aria-hidden": "true" }, "→"), face(table, name, { size: "small", named: pick.colours[at] }),
    h("span", { class: "unseen" }, cardText(table, name), pick.colours[at] && ` (${colourText(table, pick.colours[at])})`, ", "))));
  const more = pick.follows === null ? say("Checking what may follow …")
    : offer.cards.length ? say("Add a marked card, or play.") : say("Nothing more can follow.");
  const all = pick.cards.length > 1 ? say("Play {cards}", { cards: cardsText(pick.cards.length) }) : say("Play it");
  return [[line, h("span", {}, more)], offer.play && answer("play", all, play, { main: true, letter: "p" }),
    answer("back", say("Take back"), back, { letter: "Escape" })];
}

/** Why a card cannot be played. */
function whyNot({ why, forget }) {
  return h("p", { key: "why", class: "why", role: "status" }, h("span", {}, why),
    h("button", { type: "button", class: "icon plain", "aria-label": say("Close this message"), on: { click: forget } }, "×"));
}

/** What there is to know while others play. */
function others(model, offer) {
  const { table } = model;
  const { game, seat, room } = table;
  const said = [game.waiting_for ? questionText(table) : "…"];
  if (offer.jumps) said.push(say("You hold an identical card: play it to jump in!"));
  if (seat !== null && !game.seated[seat]) {
    said.push(byPoints(room) ? say("You play from the next round on.") : say("You play from the next game on."));
  }
  return said.join(" ");
}

/** The vote for the rule of the Customizable cards. */
export function ballot(model, { offer, vote }) {
  const { table } = model;
  const { game, seat } = table;
  const still = askedOf(game.waiting_for);
  const names = (seats) => listing(seats.map((each) => (each === seat ? say("you") : nameOf(table, each))));
  const voted = game.playing.flatMap((plays, each) => (plays && !still.includes(each) ? [each] : []));
  const mine = seat === null ? null : game.votes[seat];
  return h("section", { class: "ballot", "aria-labelledby": "question" },
    h("h2", { id: "question", tabindex: "-1" }, say("Which rule for the Customizable cards?")),
    clock(model),
    h("ul", {}, game.ballot.map((rule, at) => h("li", { key: rule },
      h("button", {
        type: "button", class: "rule", "aria-pressed": String(mine === rule), "aria-keyshortcuts": String(at + 1),
        "aria-disabled": offer.rules.includes(rule) ? null : "true",
        on: { click: () => offer.rules.includes(rule) && vote(rule) },
      }, h("b", {}, customTitle(rule)), h("span", { class: "says" }, customText(rule)), mine === rule && h("span", { class: "good" }, say("✓ your vote")))))),
    h("p", { class: "quiet" }, voted.length ? say("Voted: {names}.", { names: names(voted) }) : say("Voted: nobody yet."), " ",
      still.length ? say("Still to vote: {names}.", { names: names(still) }) : say("Still to vote: nobody.")));
}

/** The clock: a bar and the seconds that are left; screen readers find it, and are not told each second. */
export function clock(model, now = performance.now()) {
  const left = secondsLeft(model, now);
  return left !== null && h("div", { key: "clock", class: left <= 5 ? "clock late" : "clock" },
    timeBar("bar-left", left, model.clock.of), h("span", { class: "seconds" }, say("{n} s", { n: Math.ceil(left) })));
}
