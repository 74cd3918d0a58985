/** Seeing a game again, and what was found out about its deal: fetched once there is a table (replay.js). */
import { worded } from "./book.js";
import { button } from "./screens/parts.js";

let found = null; // false while it is fetched

/** What the page was sent, once it has taken it; `insist` fetches scripts (start.js), `pages` lie over screens (app.js). */
export function heard(page, pages, insist, message) {
  if (found) found.heard(page, message);
  if (found !== null || message.t !== "snapshot") return;
  found = false;
  insist((mark) => import(`./replay.js${mark}`), (all) => {
    found = all;
    pages.replay = found.page;
    found.begin(page);
  });
}

/** The fields of a request as it is sent: the player's own bytes for the deal come with being ready. */
export const filled = (type, fields) => (found ? found.filled(type, fields) : fields);

export const again = (act) => Boolean(found && found.there())
  && button(worded("see_again"), () => found.open(act), { key: "again", "aria-keyshortcuts": "v" });

/** What was found out about the deal, empty if nothing was. */
export const checked = (act) => (found ? found.checked(act) : "");
