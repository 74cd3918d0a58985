/** Highlights of a game, on a television between two games: fetched where its address asks for them (tv.js). */
import { spoken, worded } from "./book.js";
import { h } from "./dom.js";
import { EVERY, fetched, isSound, Showing, storyOf, wordsFrom } from "./replay/record.js";
import { cap } from "./screens/parts.js";
import { again } from "./screens/tv.js";

const LONG = 20000; // milliseconds that they take at most
const STEP = 1600; // and one of their steps
const AFTER = 12000; // for which the result is shown before
const MOST = 24; // steps
const LEAD = 6; // turns before a mark, if there is time
const WEIGHTS = { end: 5, swap: 4, caught: 3, challenge: 2, uno: 1 }; // what is kept if there are too many
const MOST_EVENTS = 20000;

let story = null; // of the game at this table (README.md), `late` if not all of it was seen
let shown = null; // {showing, steps, at}
let timer = 0;

const begun = (first, late) => ({ first, events: [], kept: [first], whole: false, viewer: null, live: true, late });

/** What the television was sent, once it has taken it. */
export function heard(tv, { t: type, table: code, event, words = "" }) {
  const { table, news } = tv.model;
  if (table?.game?.phase !== "over") stop();
  if (type === "snapshot") story = null;
  if (type !== "entry" || table?.code !== code) return;
  if (event.k === "game_opened") story = begun({ ...news[news.length - 1].before }, false);
  else story ??= begun({ ...table }, true);
  if (story.events.length >= MOST_EVENTS) return;
  story.events.push({ event, words });
  if (story.events.length % EVERY === 0) story.kept.push({ ...table });
  if (event.k === "round_ended") spoken("replay", tv.draw);
  if (event.k === "game_ended") timer = setTimeout(begin, AFTER, tv, story);
}

function stop() {
  clearTimeout(timer);
  shown = null;
}

async function begin(tv, of) {
  const found = of.late ? await recorded(tv, of) : of;
  if (!found || of !== story || tv.model.table?.game?.phase !== "over") return;
  const showing = new Showing(found);
  shown = { showing, steps: stepsOf(showing), at: -1 };
  step(tv);
}

/** The story of the server's record, with the sentences of what was seen; null if there is none. */
async function recorded({ model: { welcome, table }, link }, of) {
  if (!welcome.capabilities?.includes("records")) return null;
  try {
    const bytes = await fetched((...asked) => link.ask(...asked));
    const found = storyOf(new TextDecoder().decode(bytes));
    const faceOf = ({ name }) => table.room.occupants.find((one) => one?.name === name)?.face ?? null;
    const occupants = found.first.room.occupants.map((one) => one && { ...one, face: faceOf(one) });
    found.first.room = { ...found.first.room, occupants };
    wordsFrom(of, found).forEach((words, at) => { found.events[at].words = words; });
    return (await isSound(bytes)) ? found : null;
  } catch {
    return null;
  }
}

function step(tv) {
  shown.at += 1;
  const now = shown.steps[shown.at];
  if (now) timer = setTimeout(step, now.ms, tv);
  else shown = null;
  tv.draw();
}

/** The steps of the highlights, [{n, text, ms}]: after how many events, the mark that is there if one is, and how long. */
export function stepsOf(showing) {
  const plays = (n) => showing.folded(n).game?.phase === "playing";
  const last = (n) => (n > 0 && !plays(n) ? last(n - 1) : n);
  const placeOf = (text, at) => (text === "end" ? last(at) : text.startsWith("round") ? showing.next(at) : at);
  const marks = showing.marks.map(({ at, text }) => ({ text, n: placeOf(text, at) }));
  const weight = ({ text }) => WEIGHTS[text] ?? 0;
  const kept = [...marks].sort((one, other) => weight(other) - weight(one)).slice(0, MOST);
  const around = (lead) => {
    const texts = new Map(kept.map(({ n, text }) => [n, text]));
    const turns = lead ? kept.flatMap(({ n }) => [...showing.turns.filter((at) => at < n).slice(-lead), showing.next(n)]) : [];
    const all = [...new Set([...texts.keys(), ...turns])].filter(plays).sort((one, other) => one - other);
    return all.map((n) => ({ n, text: texts.get(n) ?? "" }));
  };
  const leads = Array.from({ length: LEAD + 1 }, (_, at) => LEAD - at).map(around);
  const steps = leads.find(({ length }) => length <= MOST) ?? leads[LEAD];
  const parts = ({ text }) => (text ? 2 : 1); // a mark is seen longer
  const part = Math.min(STEP, LONG / steps.reduce((sum, each) => sum + parts(each), 0));
  return steps.map((each) => ({ ...each, ms: parts(each) * part }));
}

const markText = (text) => (text.startsWith("round ") ? worded("round", { n: text.slice(6) }) : worded(`mark_${text}`));

/** What is shown instead of the result, {model, scene}; null if nothing is. */
export function seen({ model: { table }, draw }) {
  if (!shown || !spoken("replay", draw)) return null;
  const { showing, steps, at } = shown;
  const { n, text } = steps[at];
  const model = showing.after(n);
  model.table = { ...model.table, code: table.code };
  const turn = worded("turn_of", { n: showing.turn(n), all: showing.turns.length - 1 });
  const rounds = table.game.round > 1 && cap(worded("round", { n: model.table.game.round }));
  return { model, scene: again(model, worded("highlights"), [table.room.name, rounds, turn],
    text && h("p", { key: `mark${n}`, class: `reel-mark is-${text.split(" ")[0]}` }, cap(markText(text))),
    h("div", { key: "reel", class: "reel", "aria-hidden": "true" }, steps.map((each, k) =>
      h("i", { key: `step${k}`, class: `${each.text ? "of-mark" : ""}${k <= at ? " gone" : ""}`, style: { "flex-grow": String(Math.round(each.ms)) } })))) };
}
