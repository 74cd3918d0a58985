/** Seeing a game again, and what was found out about its deal: fetched once there is a table (replay.js). */
import { worded } from "./book.js";
import { button } from "./screens/parts.js";

const PATIENCE = 2000; // milliseconds for which being ready waits for bytes to offer

let found = null; // false while it is fetched
let fetching = null;

/** What the page was sent, once it has taken it; `insist` fetches scripts (start.js), `pages` lie over screens (app.js). */
export function heard(page, pages, insist, message) {
  if (found) found.heard(page, message);
  if (found !== null || message.t !== "snapshot") return;
  found = false;
  fetching = new Promise((then) => {
    insist((mark) => import(`./replay.js${mark}`), (all) => {
      found = all;
      pages.replay = found.page;
      then(found.begin(page));
    });
  });
}

/** The fields of `ready` as it is sent, with bytes of the player's own for the deal. */
export async function filled(fields) {
  if (!found) await Promise.race([fetching, new Promise((then) => { setTimeout(then, PATIENCE); })]);
  return found ? found.filled(fields) : fields;
}

export const again = (act) => Boolean(found && found.there())
  && button(worded("see_again"), () => found.open(act), { key: "again", "aria-keyshortcuts": "v" });

/** What was found out about the deal, empty if nothing was. */
export const checked = (act) => (found ? found.checked(act) : "");
