/** Levels of computer players in words. */
import { beside, book, worded } from "../book.js";
import { h } from "../dom.js";
import { levelName } from "../sentences.js";
import { cap, segments } from "./parts.js";
import { changed, valuesOf } from "./rules.js";

let measured; // by preset, players and level: wins of 100, and against which level

const levels = () => Object.entries(book.levels).filter(([, [, like]]) => like).map(([level, [name]]) => [level, name]);

/** What a level is like; for a preset's own rules also what it wins, once that is fetched. */
export function levelText(level, rules, seats, act) {
  if (!measured) {
    measured = {};
    beside("strength.json").then((found) => { measured = found; act.draw(); }, () => {}); // the page does without it
  }
  const figures = Object.keys(changed(rules)).length ? null : measured[rules.preset]?.[seats > 2 ? 4 : 2]?.[level];
  const [wins, against] = figures ?? [];
  const [, said] = book.levels[level];
  if (!against) return said;
  const what = valuesOf(rules.preset).goal === "single_round" ? "level_rounds" : "level_games";
  return `${said}; ${worded(what, { wins, others: `${seats > 2 ? "3 × " : ""}${levelName(against)}` })}`;
}

/** A choice of a level; `put` takes it, `like`: what the chosen one is like. */
export const levelChoice = (label, level, put, like) => [
  segments("level", label, levels().map(([each, name]) => [each, cap(name)]), level, put),
  h("p", { class: "hint", key: "like" }, `${cap(like)}.`)];

export const levelTextAt = (level, room, act, more = 0) =>
  levelText(level, room, Math.min(room.occupants.filter(Boolean).length + more, room.occupants.length), act);

export const levelsAt = ({ room }, act) => levels().filter(([level]) => room.occupants.some((one) => one?.bot === level))
  .map(([level]) => worded("level_here", { level: levelName(level), what: levelTextAt(level, room, act) }));
