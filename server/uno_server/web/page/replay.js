/** Looking at a game again: fetched once there is a table, and then told what the page was sent (app.js). */
import { spoken, worded } from "./book.js";
import { joined, met, note, offered, promiseOf, start, toOpen } from "./replay/promise.js";
import { agrees, EVERY, fetched, isSound, storyOf, unshown, verdictOf, wordsFrom } from "./replay/record.js";
import { begun, replay, stop, verdictText } from "./replay/screen.js";
import { sheet } from "./screens/parts.js";
import { keepOffers, keptOffers } from "./storage.js";

const MOST = 20000; // events of a game that are kept
const SOON = 800; // milliseconds after which what was opened is checked
const OF_OFFERS = ["deal_committed", "ready_changed", "game_opened"];

let story = null; // of the game at this table, or the last one
let last = null; // the table before what comes next
let shown = null; // what is looked at
let verdict = null; // of the last game
let opened = "", got = ""; // the bytes that were sent last; those that the server says it got
const mine = start();
let around = null; // what app.js shares

/** Listens from now on. */
export function begin(page) {
  around = page;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: new URL("replay.css", import.meta.url) });
  document.head.append(link);
  Object.assign(mine, keptOffers(page.model.welcome.server_id));
  if (page.model.table) heard(page, { t: "snapshot" });
}

/** What the page was sent, once it has taken it. */
export function heard({ model: { table }, act }, message) {
  if (message.t === "snapshot") came({ ...table });
  if (message.t === "entry" && table) entered(table, message, act);
  last = table && { ...table };
  if (table) opens(act, toOpen(mine, table));
}

/** A snapshot: what this page saw of the game before is checked, but there may have been more. */
function came(table) {
  const { room: { commitment, shares } } = table;
  const same = story?.promise?.commitment === commitment && story?.first.code === table.code && story.viewer === table.seat;
  met(mine, table);
  if (!table.game) return;
  if (commitment && same && !story.seed) {
    const { first, events, seen = { first, events }, promise, chosen } = story;
    story = fresh(table, { late: true, seen, promise: { ...promise, missed: true }, chosen });
  } else story = fresh(table, shares ? { promise: joined(mine, table) } : { late: true });
}

/** Opens the player's bytes, again after a lost connection; too late is seen by all. */
async function opens(act, share) {
  if (!share || share === opened) return;
  opened = share;
  try {
    await act.attempt("open_share", { share });
    got = share;
  } catch ({ code }) {
    if (code === "lost") opened = "";
  }
}

/** The fields of `ready` as it is sent. */
export function filled(fields) {
  const made = offered(mine, last, fields);
  keepOffers(around.model.welcome.server_id, mine);
  return made;
}

function fresh(first, more) {
  verdict = null;
  const { seat: viewer, room: { show_hands } } = first;
  return { first, events: [], kept: [first], whole: false, live: true, viewer, show_hands, ...more };
}

function entered(table, { event, words = "" }, act) {
  const { k: kind } = event;
  if (last) note(mine, event, last);
  if (OF_OFFERS.includes(kind)) keepOffers(around.model.welcome.server_id, mine);
  if (kind === "game_opened" && last) story = fresh(last, { chosen: event.chosen ?? null, promise: promiseOf(mine, event, last) });
  if (kind === "game_cleared") story = null;
  if (!story) return;
  if (story.events.length < MOST) {
    story.events.push({ event, words, seconds: performance.now() / 1000 });
    if (story.events.length % EVERY === 0) story.kept.push({ ...table });
  } else if (kind !== "game_seed") story.missed = true;
  const unopened = event.phase === "finished" && story.promise?.commitment && !("seed" in story); // it should have come before
  if (kind !== "game_seed" && !unopened) return;
  Object.assign(story, { seed: event.seed ?? "", secret: event.secret });
  setTimeout(check, SOON, story, act);
}

async function check(of, act) {
  if (of.promise) of.promise.sure = of.promise.own === got;
  const found = await verdictOf(of);
  if (of !== story) return;
  verdict = found;
  if (found.verdict === "false" && spoken("replay", act.draw)) act.tell(verdictText(found), "wrong");
  act.draw();
}

/** Whether the server has records of what was played here, too (P-8.10). */
const kept = ({ model: { welcome, table } }) => Boolean(welcome?.capabilities?.includes("records") && table?.game?.round);

export const there = () => Boolean(story?.events.length || (story && kept(around)));

/** What was found out about the last deal, in words; empty if nothing was. */
export const checked = (act) => (verdict && spoken("replay", act.draw) ? verdictText(verdict) : "");

/** Opens the page over the screen, the last turns first. */
export function open(act) {
  shown = story.events.length ? look({ ...story, events: [...story.events] }) : null;
  act.go("replay");
  if (kept(around)) fetchAll(act, story, shown);
}

/** Who did not play in that game sees of the slider only what was played so far. */
function look(at) {
  const own = Boolean(last?.game?.seated[last.seat]);
  return Object.assign(begun(at, own, true), { verdict });
}

/** All hands instead, if the table opens them, and what this page has missed; never another game than this page was sent. */
async function fetchAll(act, of, before) {
  try {
    const bytes = await fetched(act.attempt);
    const sound = await isSound(bytes);
    if (of !== story || shown !== before) return;
    if (!sound) throw unshown("damaged");
    const found = storyOf(new TextDecoder().decode(bytes));
    const over = last?.game?.phase === "over";
    if ((over || found.whole) && !of.missed && !agrees(of, found)) throw unshown("other");
    if (!found.whole && !of.late) return;
    wordsFrom(of, found).forEach((words, at) => { found.events[at].words = words; });
    const turn = before?.showing.turn(before.n);
    if (before) stop(before);
    const now = shown = look(found);
    if (before) now.marks = before.marks;
    if (turn < now.showing.turns.length) now.n = now.seen = now.showing.turns[turn];
    const check = await verdictOf(found);
    if (!now.verdict || check.verdict === "false") now.verdict = check;
  } catch (fault) {
    if (!before) act.back();
    const { code, why = "unshown" } = fault;
    if (!code) act.tell(worded(`record_${why}`), why === "other" ? "wrong" : "fault");
    else if (!before) act.refused(fault);
  }
  act.draw();
}

export function page(_model, act) {
  if (!shown || !spoken("replay", act.draw)) return sheet("replay", worded("loading"), act);
  return replay(shown, { ...act, back: () => { stop(shown); act.back(); } });
}

