/** What stands over every screen: the head of a table, what is to be read now, a question before what is for good. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { lostText } from "../sentences.js";
import { isAsked } from "../table.js";
import { button, icon, toTalk } from "./parts.js";

/** The head of a table: the menu, which table it is, what was said. */
export function bar({ table: { room: { name, code } } }, act) {
  return h("header", { class: "bar", key: "bar" },
    icon("menu", worded("menu"), () => act.go("menu"), { "aria-keyshortcuts": "m" }),
    h("h1", { tabindex: "-1", id: "title" }, h("span", { class: "name" }, name), h("span", { class: "code" }, code)),
    toTalk(act, worded("chat")));
}

/** Whether something stands there to be read until it is over. */
export const standing = (model) => Boolean(lostText(model)) || isAsked(model.table);

/** What is to be read now: the connection, whose turn it is while a page lies over it, what was told. */
export function notices(model, act) {
  const { ui } = act;
  const all = [];
  const lost = lostText(model);
  if (lost) all.push(h("p", { class: "notice lost", key: "lost" }, lost));
  if (ui.over && isAsked(model.table) && !ui.confirm) {
    all.push(h("p", { class: "notice yours", key: "turn" }, button(worded("back_to_cards"), act.back, { class: "plain" })));
  }
  const { room, seat } = model.table ?? {};
  const claim = room?.claim ?? null;
  if (claim !== null && seat !== null && [seat, claim].includes(room.host)) {
    const answer = (allow) => () => act.ask("answer_claim", { seat: claim, allow, number: room.claim_number });
    all.push(h("p", { class: "notice yours", key: "claim" },
      h("span", {}, worded("claimed", { name: room.occupants[claim]?.name })),
      button(worded("allow"), answer(true), { class: "plain" }),
      button(worded("refuse"), answer(false), { class: "plain" })));
  }
  for (const line of ui.lines) {
    if (line.kind === "late" && ui.view === "table") continue; // the table shows it where a finger was
    all.push(h("p", { class: `notice ${line.kind === "fault" ? "wrong" : line.kind}`, key: `line-${line.key}` },
      line.kind === "said" ? h("button", { type: "button", class: "plain", on: { click: () => act.go("talk") } },
        h("span", {}, line.text)) : h("span", {}, line.text),
      line.kind !== "late" && icon("close", worded("close_message"), () => act.forget(line))));
  }
  return h("div", { class: "notices", key: "notices" }, ...all);
}

/** A question before something that cannot be taken back. */
export function confirmation({ text, yes, run }, act) {
  const agreed = () => {
    act.ui.confirm = null;
    act.draw();
    run();
  };
  return h("section", { class: "sheet confirm", role: "alertdialog", "aria-labelledby": "title", key: "confirm" },
    h("h1", { id: "title", tabindex: "-1" }, text),
    h("div", { class: "row" },
      button(yes, agreed, { class: "main", id: "yes" }),
      button(worded("cancel"), act.back, { id: "no", "aria-keyshortcuts": "Escape" })));
}

/** Asks whether to leave the table. */
export function leaving({ table: { game, seat } }, act) {
  const playing = seat !== null && game !== null && game.phase === "playing" && game.playing[seat];
  act.confirm(playing ? worded("leave_game_sure") : worded("leave_sure"), worded("leave"), () => act.leave());
}
