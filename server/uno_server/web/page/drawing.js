/** Drawings: markup that is written here, never what people say, becomes descriptions for `render`. */
import { h } from "./dom.js";

const TAGS = /<(\/?)(\w+)([^>]*?)(\/?)>/g;
const ATTRIBUTES = /([\w:-]+)="([^"]*)"/g;
const kept = new Map();

export function drawn(markup) {
  const open = [{ children: [] }];
  for (const [, closes, tag, given, empty] of markup.matchAll(TAGS)) {
    if (closes) open.pop();
    else {
      const one = h(tag, Object.fromEntries([...given.matchAll(ATTRIBUTES)].map(([, name, value]) => [name, value])));
      open[open.length - 1].children.push(one);
      if (!empty) open.push(one);
    }
  }
  return open[0].children;
}

/** What `make` gives, made once for that key: a page that is drawn again draws no card again. */
export function once(key, make) {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key);
}

/** A drawing in a box that readers pass by. */
export const picture = (name, box, markup) =>
  h("svg", { class: name, viewBox: box, "aria-hidden": "true", focusable: "false" }, drawn(markup));

/** Lines without a filling. */
export const stroke = (d, ink, wide, more = "") =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${wide}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
