/** What stands over every screen: the head of a table, what is to be read now, a question before what is for good. */
import { worded } from "../book.js";
import { h } from "../dom.js";
import { claimText, lostText } from "../sentences.js";
import { isAsked } from "../table.js";
import { button, cap, icon, press, toTalk } from "./parts.js";

export const bar = ({ table: { room: { name, code } } }, act) => h("header", { class: "bar", key: "bar" },
  icon("menu", worded("menu"), () => act.go("menu"), { "aria-keyshortcuts": "m" }),
  h("h1", { tabindex: "-1", id: "title" }, h("span", { class: "name" }, name), h("span", { class: "code" }, code)),
  toTalk(act, worded("chat")));

export const standing = (model) => Boolean(lostText(model)) || isAsked(model.table);

export function notices(model, act) {
  const { ui } = act;
  const notice = (kind, key, ...inside) => h("p", { class: `notice ${kind}`, key }, inside);
  const plain = (text, run) => press(run, { class: "plain" }, h("span", {}, text));
  const lost = lostText(model);
  const { room, seat } = model.table ?? {};
  const claim = room?.claim ?? null;
  const answer = (allow) => () => act.ask("answer_claim", { seat: claim, allow, number: room.claim_number });
  const told = ui.lines.filter(({ kind }) => kind !== "late" || ui.view !== "table"); // there it stands where a finger was
  return h("aside", { class: "notices", key: "notices" },
    lost && notice("lost", "lost", lost),
    ui.over && isAsked(model.table) && !ui.confirm && notice("yours", "turn", plain(cap(worded("back_to_cards")), act.home)),
    claim !== null && notice("yours", "claim", h("span", {}, claimText(room)),
      seat !== null && [seat, claim].includes(room.host)
        && [plain(cap(worded("allow")), answer(true)), plain(cap(worded("refuse")), answer(false))]),
    told.map((line) => notice(line.kind === "fault" ? "wrong" : line.kind, `line-${line.key}`,
      line.kind === "said" ? plain(line.text, () => act.go("talk")) : h("span", {}, line.text),
      line.kind !== "late" && icon("close", worded("close_message"), () => act.forget(line)))));
}

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

export function leaving({ table: { game, seat } }, act) {
  const playing = seat !== null && game?.phase === "playing" && game.playing[seat];
  act.confirm(worded(playing ? "leave_game_sure" : "leave_sure"), worded("leave"), () => act.leave());
}

export function ended({ detail }, act) {
  const { code } = detail ?? {};
  const { versions } = act.ui;
  const taken = code === "taken_over";
  return h("section", { class: "sheet ended" },
    h("h1", { id: "title", tabindex: "-1" }, taken ? worded("ended_taken_over") : code ? act.why(detail) : worded("ended")),
    h("p", {}, worded(`advice_${code}`)),
    code === "unsupported_version" && versions?.lowest !== undefined && h("p", { class: "quiet" }, worded("its_versions", versions)),
    h("div", { class: "row" }, button(worded(taken ? "play_here" : "try_again"), taken ? act.here : () => location.reload(),
      { class: "main", id: "again" })));
}
