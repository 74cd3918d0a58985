/** What is announced: a screen reader is told what happened and what is asked; everybody, what they missed. */
import { eventText, missedText, questionText } from "./sentences.js";
import { isAsked } from "./table.js";

const MOST_TOLD = 6; // news of others that are read out at once; those of the player's own all are
const MOST_KEPT = 20; // lines in a region
/** What everybody should see, wherever they are. */
const OF_THE_TABLE = ["table_changed", "host_changed", "game_cleared", "mute_changed"];

let said = 0; // how many news have been told
let asked = ""; // the last question that was told

/** Adds a line to a live region: `said` or, at once, `asked`. */
export function announce(region, text) {
  if (!text) return;
  const place = document.getElementById(region);
  const line = document.createElement("p");
  line.textContent = text;
  place.append(line);
  while (place.childElementCount > MOST_KEPT) place.firstElementChild.remove();
}

/** Whether that was said by somebody whom the player does not want to hear. */
const unheard = ({ k, name }, act) => (k === "said" || k === "reacted") && act.muted(name);

/** What happened while nobody looked, in one line. */
export function tellMissed(model, act) {
  if (!model.missed.length || model.behind || !model.looking || !model.table || model.state !== "in") return;
  act.tell(missedText(model.missed.filter(({ event }) => !unheard(event, act)), model.table), "missed");
  model.missed = [];
}

/** What a screen reader is told: what happened, and what is asked of its user. */
export function tell(model, act) {
  const fresh = model.count > said ? model.news.slice(said - model.count) : [];
  said = model.count;
  for (const { event, text } of toTell(fresh.filter((each) => !each.missed && !unheard(each.event, act)), model.table)) {
    announce("said", text);
    if (OF_THE_TABLE.includes(event.k) && act.view !== "table") act.tell(text, "event");
  }
  const question = isAsked(model.table) ? questionText(model.table, model.legal) : "";
  const once = `${question} ${model.table?.game?.decision}`;
  if (once !== asked) announce("asked", question);
  asked = once;
}

/**
 * Of what happened at once the last, and all that the player did or that hits them.
 * @param {object[]} news of the model @param {?object} table @returns {{event: object, text: string}[]}
 */
export function toTell(news, table) {
  return news.flatMap(({ event, before }, at) => {
    const text = (seat) => eventText(event, before ?? table, seat);
    const told = text(table?.seat ?? null);
    return at >= news.length - MOST_TOLD || told !== text(null) ? { event, text: told } : [];
  });
}
