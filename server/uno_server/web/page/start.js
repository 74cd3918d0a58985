/** What comes first: the form to join. All else is fetched while people say their name, and then draws (app.js). */
import { codeOf, readMove } from "./address.js";
import { insist, openBook, worded } from "./book.js";
import { colourHelp } from "./cards.js";
import { h, render, soon } from "./dom.js";
import * as keys from "./keys.js";
import { anyFace, join } from "./screens/join.js";
import * as storage from "./storage.js";

export const app = document.getElementById("app");
export const ui = {
  name: storage.playerName(), face: storage.playerFace() ?? anyFace(), over: "", view: "", depth: 0, listed: 0, lines: [], confirm: null,
  path: codeOf(location.pathname), moving: readMove(location.hash), heard: [],
};
let drawn = first;
let reached = ""; // the last view that was drawn whole

export const draw = soon(() => drawn());

export function focus(id) {
  keys.want(id);
  draw();
}

export function drawnBy(call) {
  drawn = call;
  draw();
}

/** Shows a view, or parts of it until it is `whole`; `above` it stands what is to be read now. */
export function show(view, inside, above, more = "", whole = true) {
  if (view !== ui.view) keys.leave(ui.view);
  const main = h("main", { key: `main-${view}`, "data-view": view }, inside);
  render(app, h("div", { class: `page at-${view}${more}` }, above, main));
  keys.focus(app, view, reached);
  if (whole) reached = view;
  ui.view = view;
}

export const opening = () => h("div", { class: "join" },
  h("h1", { id: "title", tabindex: "-1" }, "UNO"), h("p", { class: "quiet" }, worded("coming_back")));

export function dress({ theme, large, motion, help }) {
  const marks = { theme: theme !== "auto" && theme, large: large && String(large), still: motion !== "full" && "yes" };
  for (const [name, mark] of Object.entries(marks)) {
    if (mark) document.documentElement.dataset[name] = mark;
    else delete document.documentElement.dataset[name];
  }
  colourHelp(help);
}

/** What is seen until all else is there. Who is quick waits, as for the server. */
function first() {
  const act = { ui, draw, focus, go(name) { ui.next = name; } };
  const name = ui.name ? "opening" : "join";
  show(name, ui.name ? opening() : join({ state: "connecting" }, act), h("aside", { class: "notices", key: "notices" }));
}

dress(storage.settings());
insist((mark) => Promise.all([import(`./app.js${mark}`), openBook()]), ([script]) => script.begin());
draw();
