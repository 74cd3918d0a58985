/** A record in a file of its own, which needs no network: what stands in the file is read, shown and checked. */
import { read, worded } from "../book.js";
import { h, render, soon } from "../dom.js";
import * as keys from "../keys.js";
import { isSound, storyOf, verdictOf } from "./record.js";
import { begun, replay } from "./screen.js";

const SOON = 100; // milliseconds after which what is drawn is checked

const app = document.getElementById("app");
const written = (id) => JSON.parse(document.getElementById(id).textContent);

/** A long game is packed: deflated, in base64. */
async function unpacked(story) {
  if (typeof story !== "string") return story;
  const bytes = Uint8Array.from(atob(story), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(plain).json();
}

async function start() {
  read(written("book"));
  let ui = null;
  const act = { draw: soon(() => show(replay(ui, act))), muted: () => false, ui: {} };
  try {
    const { record, words, start: position } = await unpacked(written("story"));
    const bytes = new TextEncoder().encode(record);
    const story = storyOf(bytes, words, position);
    ui = begun(story, false);
    keys.listen(app);
    act.draw();
    await new Promise((then) => { setTimeout(then, SOON); });
    if (!isSound(bytes)) throw new Error();
    ui.verdict = await verdictOf(story);
    act.draw();
  } catch ({ why = "damaged" }) {
    show(h("p", { class: "fault" }, worded(`record_${why}`)));
  }
}

const show = (inside) => render(app, h("div", { class: "page at-replay" }, h("main", {}, inside)));

start();
