/** Pieces that several screens are made of. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { picture } from "../drawing.js";

export const WHOLE = 2;
/** A large screen begins in parts, each in a drawing of its own: whether it has got to that one. */
export const begun = ({ part = WHOLE }, which) => part >= which;

export const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const press = (run, more, ...children) => h("button", { type: "button", on: { click: run }, ...more }, ...children);
export const button = (text, run, more = {}, ...children) => press(run, more, cap(text), ...children);
export const submit = (text, kind = "", more = {}) => h("button", { type: "submit", class: kind, ...more }, cap(text));
export const offer = (tag, title, more, attributes) => h(tag, { ...attributes, class: "offer" },
  h("span", { class: "round-icon" }, sketch("plus")), h("span", {}, cap(title), h("small", {}, more)));

const ICONS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "M5 13l5 5 9-11",
  gear: "M12 9a3 3 0 1 1 0 6 3 3 0 1 1 0-6M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  right: "M9 5l7 7-7 7",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 9a3 3 0 1 1 0 6 3 3 0 1 1 0-6",
  book: "M12 6C9 4 6 4 3 5v13c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1v13",
  menu: "M4 6h16M4 12h16M4 18h16",
  talk: "M4 5h16v11H10l-4 4v-4H4z",
  back: "M15 4l-8 8 8 8",
  close: "M6 6l12 12M18 6L6 18",
  order: "M7 4V20M3 16 7 20 11 16M13 6H21M13 12H19M13 18H17",
  bars: "M5 20v-6M12 20V4M19 20v-10",
  log: "M12 3A9 9 0 1 1 3 12M12 7V12L15 14M3 4V9H8",
};

export const sketch = (name) =>
  h("svg", { class: "sketch", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));

export const icon = (name, text, run, more = {}, ...children) =>
  press(run, { class: "icon", "aria-label": cap(text), ...more }, sketch(name), ...children);

export const crown = () => picture("crown", "0 0 100 62",
  '<path d="M8 54 2 14 28 32 50 4 72 32 98 14 92 54Z" fill="#ffc93c" stroke="#1f1530" stroke-width="5" stroke-linejoin="round"/>'
  + '<circle cx="50" cy="42" r="6" fill="#dc2f3c"/><circle cx="26" cy="44" r="4.5" fill="#1f63d6"/><circle cx="74" cy="44" r="4.5" fill="#2b9a4a"/>');

export const toTalk = (act, text) => {
  const unread = act.ui.unread || 0;
  const told = unread ? `${text}: ${worded("new_messages", { n: unread })}` : text;
  return icon("talk", told, () => act.go("talk"), { "aria-keyshortcuts": "t" },
    unread > 0 && h("span", { class: "count", "aria-hidden": "true" }, unread));
};

export const head = (title, act) => h("header", { class: "bar" },
  icon("back", worded("go_back"), act.back, { "aria-keyshortcuts": "Escape" }),
  h("h1", { id: "title", tabindex: "-1" }, title));

const NEAR = 4; // cards short of the limit with which a hand is marked: so many can come at once

/** The limit of cards, where a few more put this player out of the round (N8); else 0. */
export function nearMercy({ room, game }, seat) {
  const most = Number(room.rules.mercy ?? 0);
  return most && game.playing[seat] && game.counts[seat] + NEAR >= most ? most : 0;
}

export const byPoints = ({ rules: { goal } }) => goal === "points" || goal === "low_points";
export const readyMark = () => h("span", { class: "ready" }, sketch("check"), h("span", { class: "unseen" }, worded("ready")));

/** A field with its label and what is to be known of it; `id` names it on the page. */
export function field(id, label, control, hint = "", fault = "") {
  const told = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const attributes = { id, ...control.attributes, "aria-describedby": told || null, "aria-invalid": fault ? "true" : null };
  return h("div", { class: "field", key: id },
    h("label", { for: id }, label),
    { ...control, attributes },
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
    fault && h("p", { class: "fault", id: `${id}-fault` }, fault));
}

export const typed = (form, name, more = {}) => h("input", {
  type: "text", autocomplete: "off", value: form[name] ?? "", ...more,
  on: { input: ({ target }) => { form[name] = target.value; }, ...more.on },
});

/** A choice, kept in `form[name]`, or given to `then`; `choices`: pairs of value and words. */
export const chosen = (form, name, choices, act, then = (value) => { form[name] = value; }) => h("select", {
  value: String(form[name]), on: { change: ({ target }) => { then(target.value); act.draw(); } },
}, choices.map(([value, words]) => h("option", { value, selected: value === String(form[name]) }, words)));

export const tick = (id, words, form, name) => h("div", { class: "field tick", key: id },
  h("label", { for: id },
    h("input", { type: "checkbox", id, checked: form[name], on: { change: ({ target }) => { form[name] = target.checked; } } }),
    h("span", {}, words)));

export const toggle = (id, words, on, change, hint, ...more) => h("div", { class: "set", key: id },
  h("b", { id: `${id}-name` }, words),
  h("span", { class: "hint", id: `${id}-hint` }, hint),
  press(() => change(!on), {
    role: "switch", class: "switch", id, "aria-checked": String(on), "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-hint`,
  }),
  ...more);

export const segments = (id, words, choices, value, change) => h("fieldset", { class: "set", key: id },
  h("legend", {}, words),
  h("div", { class: "seg" }, choices.map(([each, said]) => h("label", { key: each },
    h("input", { type: "radio", name: id, value: each, checked: each === value, on: { change: () => change(each) } }),
    h("span", {}, said)))));

export function stepper(id, words, values, value, change, said = String) {
  const at = values.indexOf(value);
  const step = (name, to = value) => icon(name, `${words}: ${said(to)}`, () => change(to), { id: `${id}-${name}`, "aria-disabled": to === value || null });
  return h("div", { class: "set", role: "group", key: id, "aria-labelledby": `${id}-name` },
    h("b", { id: `${id}-name` }, words),
    h("div", { class: "stepper" }, step("minus", values[at - 1]), h("output", { id }, said(value)), step("plus", values[at + 1])));
}

export const form = (key, run, ...children) => h("form", {
  key, class: "stack", novalidate: true, on: { submit: (event) => { event.preventDefault(); run(); } },
}, ...children);

export const sheet = (name, title, act, ...children) => h("section", {
  class: `sheet s-${name}`, key: `sheet-${name}`, "aria-labelledby": "title",
}, head(title, act), h("div", { class: "stack" }, ...children));

export const group = (title, ...children) =>
  h("section", { class: "group", key: `group-${title}` }, h("h2", {}, title), ...children);

/** Whether an element could be copied; it's selected, too: over http, that's all there is. */
export function copied(id) {
  document.getSelection().selectAllChildren(document.getElementById(id));
  return document.execCommand("copy");
}

export const px = (n) => `${Math.round(n * 10) / 10}px`;
