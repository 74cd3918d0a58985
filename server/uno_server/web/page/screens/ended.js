/** The end of the connection, for good: why, and what can be done about it. */
import { h } from "../dom.js";
import { mark, say } from "../words.js";
import { button } from "./parts.js";

/** What is done about it; whatever is not here is tried again. */
const ADVICE = {
  kicked: mark("You may come back."),
  banned: mark("Ask whoever runs the server."),
  unsupported_version: mark("Reload this page; if that does not help, the server needs an update."),
  wrong_password: mark("Ask whoever runs the server for the password."),
};

export function ended(model, act) {
  const { code } = model.detail ?? {};
  const { versions } = act.ui;
  const taken = code === "taken_over";
  const range = code === "unsupported_version" && versions?.lowest !== undefined;
  return h(
    "section",
    { class: "sheet ended" },
    h("h1", { id: "title", tabindex: "-1" }, taken ? say("You play in another window now.") : why(act, model.detail)),
    h("p", {}, taken ? say("This one has stopped, so that both do not play at once.") : say(ADVICE[code] ?? "")),
    range && h("p", { class: "quiet" }, say("It speaks the versions {lowest} to {highest}.", versions)),
    h(
      "div",
      { class: "row" },
      taken ? button(say("Play here instead"), act.here, { class: "main", id: "again" })
        : button(say("Try again"), () => location.reload(), { class: "main", id: "again" }),
    ),
  );
}

const why = (act, detail) => (detail?.code ? act.why(detail) : say("The connection has ended."));
