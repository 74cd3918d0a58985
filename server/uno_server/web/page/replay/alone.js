/** A record in a file of its own, which needs no network: what stands in the file is read, shown and checked. */
import { read, worded } from "../book.js";
import { h, render, soon } from "../dom.js";
import * as keys from "../keys.js";
import { isSound, storyOf, unshown, verdictOf } from "./record.js";
import { begun, replay } from "./screen.js";

const app = document.getElementById("app");
const written = (id) => JSON.parse(document.getElementById(id).textContent);

/** What is told once the first picture is seen: where nobody looks, there is none. */
const seen = () => new Promise((then) => {
  if (document.hidden) setTimeout(then);
  else requestAnimationFrame(() => setTimeout(then));
});

/** A long game is packed: deflated, in base64. */
async function unpacked(told) {
  if (typeof told !== "string") return told;
  const text = atob(told);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(plain).json();
}

async function start() {
  read(written("book"));
  let ui = null, fault = "";
  const draw = () => show(fault ? h("p", { class: "fault" }, worded(`record_${fault}`)) : replay(ui, act));
  const act = { draw: soon(draw), muted: () => false, ui: {} };
  try {
    const { header, start: position, told } = written("story");
    ui = begun(storyOf(header, [], position), false);
    draw();
    keys.listen(app);
    await seen();
    const { record, words } = await unpacked(told);
    const story = storyOf(record, words, position);
    const { marks, room } = ui;
    Object.assign(ui, begun(story, false), { marks, room });
    act.draw();
    await seen();
    if (!(await isSound(new TextEncoder().encode(record)))) throw unshown("damaged");
    ui.verdict = await verdictOf(story);
  } catch ({ why = "unshown" }) {
    fault = why;
  }
  act.draw();
}

const show = (inside) => render(app, h("div", { class: "page at-replay" }, h("main", {}, inside)));

start();
