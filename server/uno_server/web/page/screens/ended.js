/** The end of the connection, for good: why, and what can be done about it. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { button } from "./parts.js";

export function ended({ detail }, act) {
  const { code } = detail ?? {};
  const { versions } = act.ui;
  const taken = code === "taken_over";
  const why = taken ? worded("ended_taken_over") : code ? act.why(detail) : worded("ended");
  return h("section", { class: "sheet ended" },
    h("h1", { id: "title", tabindex: "-1" }, why),
    h("p", {}, worded(`advice_${code}`)),
    code === "unsupported_version" && versions?.lowest !== undefined && h("p", { class: "quiet" }, worded("its_versions", versions)),
    h("div", { class: "row" }, button(worded(taken ? "play_here" : "try_again"), taken ? act.here : () => location.reload(),
      { class: "main", id: "again" })));
}
