/** The way in: a name and a face, and the server's password where it has one. */
import { book, worded } from "../book.js";
import { h } from "../dom.js";
import { face, ROBOT } from "../faces.js";
import { lettering } from "../lettering.js";
import { keepFace } from "../storage.js";
import { button, cap, field, form, icon, submit, tick, typed } from "./parts.js";

const NAME_LENGTH = 20; // usual; the server tells its own
const OFFERED = [...Array(24).keys()].filter((which) => which !== ROBOT);

export function join(model, act) {
  const { welcome } = model;
  const filled = (act.ui.join ??= { name: act.ui.name, password: "", fault: "", at: "" });
  const waits = model.state !== "greeted" || act.ui.trying !== undefined;
  const login = (name, claims) => act.login(name, welcome.password ? filled.password : undefined, claims);
  const go = () => {
    const name = filled.name.trim();
    if (!name) Object.assign(filled, { fault: worded("name_empty"), at: "name" });
    if (!name || judged(name, model)) return act.focus("name");
    filled.wanted = waits; // as soon as the server has answered
    if (waits) return act.draw();
    Object.assign(filled, { fault: "", at: "" });
    keepFace(act.ui.face);
    if (act.ui.fresh) {
      act.set("fresh", true);
      act.set("tips", "W+4 W UNO"); // of screens/first.js
    }
    login(name);
  };
  const pick = (to) => { filled.to = to; go(); };
  if (filled.wanted && !waits) go();
  const faultAt = (place) => (filled.at === place ? filled.fault : "");
  const name = typed(filled, "name", {
    name: "nickname", autocomplete: "nickname", enterkeyhint: "go", maxlength: "40", autocapitalize: "words",
    "data-first": "yes", required: true,
    on: { input: ({ target }) => { Object.assign(filled, { name: target.value, fault: "", at: "" }); act.draw(); } },
  });
  const listed = act.offered && showsTables(model, act.ui) && act.offered(model, pick);
  const password = typed(filled, "password", { type: "password", autocomplete: "current-password", enterkeyhint: "go" });
  return h("div", { class: "lobby join" },
    brand("UNO", where(model, act),
      waits && filled.asked ? worded(`claim_${filled.asked}`) : worded(STATES[model.state]) || present(model.tables ?? []),
      icon("gear", worded("settings"), () => act.go("settings"))),
    form("join", go,
      h("div", { class: "cols" },
        h("div", { class: "stack" },
          you(act, field("name", worded("your_name"), name, "", judged(filled.name, model) || faultAt("name")),
            null, !act.ui.name && tick("fresh", worded("im_new"), act.ui, "fresh")),
          welcome?.password && field("password", worded("password"), password, cap(worded("server_password")), faultAt("password")),
          filled.fault && !filled.at && h("p", { class: "fault", role: "alert" }, filled.fault),
          filled.mine && !waits && button(worded("claim", { name: filled.mine }), () => login(filled.mine, true), { id: "claim" }),
          crowd(act)),
        h("div", { class: "stack" },
          listed && [listed, button(worded("code_or_name"), () => pick(null))], exposed() && h("p", { class: "hint" }, exposed()))),
      (!listed || filled.wanted) && h("div", { class: "sticky" },
        submit(worded(filled.wanted ? "connecting" : "join"), "main", { "aria-disabled": filled.wanted || null }))));
}

export const showsTables = ({ state, welcome }, { path }) => state === "greeted" && !welcome.password && !path;

const present = (list, n = list.reduce((sum, one) => sum + one.people + (one.watchers ?? 0), 0)) => n > 0 && worded("people", { n });

export const you = ({ ui }, asked, buttons, more) => h("div", { class: "you" },
  h("div", { class: "big" }, face(ui.face, "joy")),
  h("div", {}, h("div", { class: "asked" }, asked, buttons), more));

export const brand = (title, said, more, ...buttons) => h("header", { class: "brand" },
  h("h1", { id: "title", tabindex: "-1" }, lettering("UNO", { fill: "#ffc93c", tilt: -4 }),
    h("span", { class: "unseen" }, title)),
  h("p", {}, said, " ", h("span", { class: "quiet", "aria-live": "polite" }, more)),
  ...buttons);

const crowd = (act) => h("fieldset", { class: "crowd" },
  h("legend", { class: "unseen" }, worded("your_face")),
  OFFERED.map((which) => h("label", { key: which },
    h("input", {
      type: "radio", name: "face", value: String(which), checked: act.ui.face === which,
      "aria-label": cap(book.faces[which] ?? worded("your_face")),
      made: ({ parentElement: label, checked }) => checked && label.scrollIntoView({ block: "nearest", inline: "center" }),
      on: { change: () => { act.ui.face = which; act.draw(); } },
    }),
    face(which))));

export const anyFace = () => OFFERED[Math.floor(Math.random() * OFFERED.length)];

function judged(name, { welcome }) {
  const most = welcome?.limits?.name_length ?? NAME_LENGTH;
  const alone = name.trim().replace(/^"(.*\S \d{6})"$| \d{6}$/, "$1"); // as session.js reads it
  return [...alone.normalize("NFC")].length > most ? worded("name_long", { most }) : "";
}

function where({ welcome }, { ui: { path } }) {
  if (path) return worded("to_table", { code: path });
  return welcome ? worded("tables_at", { server: welcome.name }) : worded("on_wifi");
}

const STATES = { connecting: "connecting", lost: "no_answer" };

export const exposed = () => location.protocol === "https:" || atHome() ? "" : worded("exposed");
export const atHome = ({ hostname } = location) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

export function refused(act, error, why) {
  const filled = act.ui.join;
  act.ui.trying = undefined;
  filled.wanted = false;
  if (error.code === "name_taken") filled.mine = Number.isInteger(error.args?.claim) ? filled.name.trim() : "";
  const at = error.code === "wrong_password" ? "password" : error.code.startsWith("name_") && "name";
  Object.assign(filled, { fault: why, at });
  if (error.code === "name_taken" || (error.code === "name_rejected" && error.args?.reason === "confusable")) {
    filled.name = another(filled.name);
    filled.fault = `${why} ${worded("name_free", { name: filled.name })}`;
  }
  act.focus(at || "name");
}

export function another(name) {
  const [, stem, number] = /^"?(.*?)(?: (\d{1,4}))?"?$/.exec(name.trim());
  const ending = ` ${Number(number || 1) + 1}`;
  return `${[...stem].slice(0, NAME_LENGTH - ending.length).join("")}${ending}`;
}
