/** Pieces that several screens are made of. */
import { h } from "../dom.js";
import { say } from "../words.js";

/** A text with a capital letter first: what a button says of what the catalogues have in small letters. */
export const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A button that says `text` and does `run`; `more`: further attributes. */
export const button = (text, run, more = {}) =>
  h("button", { type: "button", on: { click: run }, ...more }, cap(text));

/** A field with its label and what is to be known of it; `id` names it on the page. */
export function field(id, label, control, hint = "", fault = "") {
  const told = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const { tag, attributes, children } = control;
  const described = {
    id,
    ...attributes,
    ...(told && { "aria-describedby": told }),
    ...(fault && { "aria-invalid": "true" }),
  };
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, label),
    h(tag, described, ...children),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
    fault && h("p", { class: "fault", id: `${id}-fault` }, fault),
  );
}

/** A line to type in, kept in `form[name]`. */
export const typed = (form, name, more = {}) => ({
  tag: "input",
  attributes: {
    type: "text",
    autocomplete: "off",
    value: form[name] ?? "",
    ...more,
    on: { input: (event) => { form[name] = event.target.value; }, ...more.on },
  },
  children: [],
});

/** A choice, kept in `form[name]`; `choices`: pairs of value and words. */
export const chosen = (form, name, choices, act, more = {}) => ({
  tag: "select",
  attributes: {
    ...more,
    value: String(form[name]),
    on: {
      change: (event) => {
        form[name] = event.target.value;
        more.then?.(event.target.value);
        act.draw();
      },
    },
  },
  children: choices.map(([value, words]) =>
    h("option", { value: String(value), selected: String(value) === String(form[name]) }, words)),
});

/** A tick, with its words beside it. */
export const tick = (id, words, on, change, hint = "") =>
  h(
    "div",
    { class: "field tick", key: id },
    h(
      "label",
      { for: id },
      h("input", {
        type: "checkbox",
        id,
        checked: Boolean(on),
        ...(hint && { "aria-describedby": `${id}-hint` }),
        on: { change: (event) => change(event.target.checked) },
      }),
      h("span", {}, words),
    ),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
  );

/** A form that does `run` when it is sent. */
export const form = (key, run, ...children) =>
  h(
    "form",
    {
      key,
      class: "stack",
      novalidate: true,
      on: { submit: (event) => { event.preventDefault(); run(); } },
    },
    ...children,
  );

/** A page that lies over the screen, with the way back. */
export const sheet = (name, title, act, ...children) =>
  h(
    "section",
    { class: `sheet ${name}`, key: `sheet-${name}`, "aria-labelledby": "title" },
    h(
      "header",
      { class: "bar" },
      h("button", {
        type: "button", class: "icon back", "aria-label": cap(say("back")),
        "aria-keyshortcuts": "Escape", on: { click: act.back },
      }, "‹"),
      h("h1", { id: "title", tabindex: "-1" }, title),
    ),
    h("div", { class: "stack" }, ...children),
  );

/** Titles of groups within a page. */
export const group = (title, ...children) =>
  h("section", { class: "group", key: `group-${title}` }, h("h2", {}, title), ...children);
