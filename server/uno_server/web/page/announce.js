/** What a screen reader is told, and what everybody missed. */
import { clockText, concerns, eventText, lostText, missedText, ownText, questionText } from "./sentences.js";
import { secondsLeft } from "./model.js";
import { isAsked } from "./table.js";
import { worded } from "./book.js";

const MOST_TOLD = 6; // news of others at once; those of the player's own all are
const MOST_KEPT = 20; // lines in a region
const LAST_SECONDS = 10; // of a turn, or half of a shorter one, when its player is told
const OF_THE_TABLE = ["table_changed", "host_changed", "game_cleared", "mute_changed"];

let said = 0, asked = "", timed = "", lost = ""; // the news, question, clock, loss of the connection told last

/** Adds a line to a live region: `said` or, at once, `asked`. */
export function announce(region, text) {
  if (!text) return;
  const place = document.getElementById(region);
  const line = document.createElement("p");
  line.textContent = text;
  place.append(line);
  while (place.childElementCount > MOST_KEPT) place.firstElementChild.remove();
}

const unheard = ({ k, name }, act) => (k === "said" || k === "reacted") && act.muted(name);

export function tellMissed(model, act) {
  if (!model.missed.length || model.behind || !model.looking || !model.table || model.state !== "in") return;
  act.tell(missedText(model.missed.filter(({ event }) => !unheard(event, act)), model.table), "missed");
  model.missed = [];
}

function tellConnection(model) {
  const now = lostText(model);
  if (now ? lost : !lost || model.state !== "in") return;
  announce("asked", now || worded("connected"));
  lost = now;
}

/** Tells the time once for each clock: before a deal at its start, of the player's own turn when little is left. */
function tellTime(model) {
  const { clock, table } = model;
  if (!clock) timed = "";
  if (!clock || !table?.game) return;
  const { game, room: { phase } } = table;
  const left = secondsLeft(model);
  const late = isAsked(table) && clock.decision === game.decision && left <= Math.min(LAST_SECONDS, clock.of / 2);
  const now = `${phase} ${clock.decision}`;
  if (now === timed || (phase === "playing" && !late)) return;
  timed = now;
  announce(phase === "playing" ? "asked" : "said", clockText(table, left));
}

/** What the host's own rule says, for who only looks on (N12): everyone reads it. */
function readAlong(table) {
  if (table?.game?.waiting_for?.k !== "confirm") return "";
  return table.seat !== null && table.game.playing[table.seat] ? "" : ownText(table);
}

export function tell(model, act) {
  tellConnection(model);
  const fresh = model.count > said ? model.news.slice(said - model.count) : [];
  said = model.count;
  for (const { event, text } of toTell(fresh.filter((each) => !each.missed && !unheard(each.event, act)), model.table)) {
    announce("said", text);
    if (event.k === "claim_ended" || event.why || (OF_THE_TABLE.includes(event.k) && act.view !== "table")) act.tell(text, "event");
  }
  const question = isAsked(model.table) ? questionText(model.table, model.legal) : readAlong(model.table);
  const once = `${question} ${model.table?.game?.decision}`;
  if (once !== asked) announce("asked", question);
  asked = once;
  tellTime(model);
}

/** Of what happened at once the last, and all that the player did or that hits them: [{event, text}]. */
export function toTell(news, table) {
  return news.flatMap(({ event, before }, at) => {
    const told = at >= news.length - MOST_TOLD || concerns(event, table?.seat ?? null);
    return told ? { event, text: eventText(event, before ?? table) } : [];
  });
}
