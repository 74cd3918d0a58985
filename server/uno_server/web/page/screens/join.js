/** The way in: a name, and the server's password where it has one. */
import { card } from "../cards.js";
import { h } from "../dom.js";
import { mark, say } from "../words.js";
import { button, cap, field, form, typed } from "./parts.js";

const NAME_LENGTH = 20; // usual; the server tells its own

export function join(model, act) {
  const { welcome } = model;
  const filled = (act.ui.join ??= { name: act.ui.name, password: "", fault: "", at: "" });
  const waits = model.state !== "greeted" || act.ui.trying !== undefined;
  const go = () => {
    const name = filled.name.trim();
    if (!name) {
      Object.assign(filled, { fault: say("A name needs at least one character."), at: "name" });
      act.focus("name");
      return;
    }
    if (waits) {
      filled.wanted = true; // as soon as the server has answered
      act.draw();
      return;
    }
    Object.assign(filled, { fault: "", at: "" });
    act.login(name, welcome.password ? filled.password : undefined);
  };
  if (filled.wanted && !waits) {
    filled.wanted = false;
    go();
  }
  const claim = () => act.login(filled.mine, welcome.password ? filled.password : undefined, true);
  const faultAt = (place) => (filled.at === place ? filled.fault : "");
  const name = typed(filled, "name", {
    name: "nickname", autocomplete: "nickname", enterkeyhint: "go", maxlength: "40", autocapitalize: "words",
    "data-first": "yes", required: true,
  });
  const password = typed(filled, "password", { type: "password", autocomplete: "current-password", enterkeyhint: "go" });
  return h(
    "div",
    { class: "join" },
    h("div", { class: "fan", "aria-hidden": "true" }, ["R7", "YS", "W", "G+2", "BR"].map((each) =>
      h("span", { key: each }, card(each)))),
    h("h1", { id: "title", tabindex: "-1" }, "UNO"),
    h("p", { class: "where" }, where(model, act)),
    form(
      "join", go,
      field("name", say("Your name"), name, "", faultAt("name")),
      welcome?.password && field("password", say("Password"), password, cap(say("the server's; ask whoever runs it")),
        faultAt("password")),
      filled.fault && !filled.at && h("p", { class: "fault", role: "alert" }, filled.fault),
      h("button", { type: "submit", class: "main wide", "aria-disabled": filled.wanted ? "true" : null },
        filled.wanted ? say("Connecting …") : cap(say("join"))),
      filled.mine && !waits && button(say("I'm {name}: take my seat back", { name: filled.mine }), claim,
        { class: "wide", id: "claim" }),
    ),
    h("p", { class: "quiet", "aria-live": "polite" }, waits && filled.asked ? say(ASKED[filled.asked] ?? "") : state(model)),
    exposed() && h("p", { class: "hint" }, exposed()),
    button(say("Settings"), () => act.go("settings"), { class: "plain" }),
  );
}

/** Who is asked for a seat. */
const ASKED = {
  host: mark("The host is asked for your seat."),
  players: mark("The players at the table are asked for your seat."),
  administrator: mark("Only the administrator of the server can give you your seat: with allow, in the console."),
};

/** What this door leads to. */
function where(model, act) {
  const server = model.welcome?.name ?? "";
  if (act.ui.path) return say("To the table {code}", { code: act.ui.path });
  return server ? say("Tables at {server}", { server }) : "";
}

function state(model) {
  if (model.state === "connecting") return say("Connecting …");
  return model.state === "lost" ? say("The server does not answer. Trying again …") : "";
}

/** That others can read along, where it is so. */
export function exposed() {
  if (location.protocol === "https:" || atHome()) return "";
  return say("This connection is not encrypted: anyone on the network can read along.");
}

/** Whether the page comes from this very computer. */
export const atHome = ({ hostname } = location) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** A login was refused: what is wrong stands at its field, with a name that may be free where one is taken. */
export function refused(act, error, why) {
  const filled = act.ui.join;
  act.ui.trying = undefined;
  filled.wanted = false;
  if (error.code === "name_taken") filled.mine = Number.isInteger(error.args?.claim) ? filled.name.trim() : "";
  const at = error.code === "wrong_password" ? "password" : error.code.startsWith("name_") ? "name" : "";
  Object.assign(filled, { fault: why, at });
  const confusable = error.code === "name_rejected" && error.args?.reason === "confusable";
  if (error.code === "name_taken" || confusable) {
    filled.name = another(filled.name);
    filled.fault = `${why} ${say("How about {name}?", { name: filled.name })}`;
  }
  act.focus(at === "password" ? "password" : "name");
}

/** The next name that may be free: `Anna`, `Anna 2`, `Anna 3`. */
export function another(name) {
  const [, stem, number] = /^(.*?)(?: (\d+))?$/.exec(name.trim());
  const ending = ` ${Number(number || 1) + 1}`;
  return `${[...stem].slice(0, NAME_LENGTH - ending.length).join("")}${ending}`;
}
