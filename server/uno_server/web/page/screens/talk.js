/** Chat: what was said at the table or in the lobby, reactions, and whom the player does not listen to. */
import { book, worded } from "../book.js";
import { h } from "../dom.js";
import { reactionText, saidBy } from "../sentences.js";
import { button, cap, form, press, sheet, submit, typed } from "./parts.js";

const LINES = 100; // kept of one table
const textOf = ({ reaction, text }) => reaction ? reactionText(reaction) : text;
const isOwn = ({ name, seat }, model) =>
  (model.table ? seat !== null && seat === model.table.seat : name === model.name);

export function heard(act, model, message) {
  const { ui } = act;
  if (message.t === "snapshot" && model.table) {
    const known = ui.heardAt === model.table.code ? ui.heard : [];
    ui.heardAt = model.table.code;
    if (!known.length) ui.heard = [...model.table.room.remarks];
    return;
  }
  const event = message.t === "entry" && message.table === model.table?.code ? message.event : null;
  const line = event && (event.k === "said" || event.k === "reacted")
    ? { name: event.name, seat: event.seat ?? null, text: event.text, reaction: event.reaction }
    : message.t === "lobby_said" && !model.table ? message : null;
  if (!line || act.muted(line.name)) return;
  if (event) ui.heard = [...ui.heard, line].slice(-LINES);
  if (ui.over !== "talk" && !isOwn(line, model)) {
    ui.unread = (ui.unread || 0) + 1;
    if (!model.behind && act.view !== "table") act.tell(`${line.name}: ${textOf(line)}`, "said"); // there it stands on the table
  }
}

export function talk(model, act) {
  const state = (act.ui.talk ??= { text: "", sent: 0 });
  act.ui.unread = 0;
  const lines = (model.table ? act.ui.heard : model.lobby).filter((each) => !act.muted(each.name));
  const fill = (text) => {
    Object.assign(state, { text, sent: state.sent + 1 });
    act.focus(`say-${state.sent}`);
  };
  const send = async () => {
    const text = state.text.trim();
    if (!text) return;
    fill("");
    const answer = await act.ask("chat", model.table ? { text } : { text, to: "lobby" });
    if (!answer && !state.text) fill(text); // the words are not lost
  };
  const silenced = model.table?.room.muted.includes(model.name);
  const invitation = worded(model.table ? "say_table" : "say_lobby");
  return sheet("talk", model.table ? worded("chat") : worded("lobby_chat"), act,
    h("ol", { class: "chat", "aria-label": worded("chat"), tabindex: "0" },
      lines.length === 0 && h("li", { class: "quiet", key: "none" }, worded("nothing_said")),
      lines.slice(-LINES).map((line, at) => remark(line, at, model, act)),
      h("li", { key: `end${lines.length}`, "aria-hidden": "true",
        made: (node) => node.scrollIntoView({ block: "nearest" }) })),
    model.table && h("div", { class: "reactions", role: "group", "aria-label": cap(worded("react")) },
      Object.keys(book.reactions).map((code) => press(() => act.ask("react", { reaction: code }), { key: code }, reactionText(code)))),
    silenced ? h("p", { class: "fault" }, worded("cannot_chat")) : form("say", send,
        h("label", { for: `say-${state.sent}`, class: "unseen" }, invitation),
        h("div", { class: "row send", key: `row-${state.sent}` },
          typed(state, "text", {
            id: `say-${state.sent}`, "data-first": "yes", enterkeyhint: "send", autocapitalize: "sentences",
            maxlength: String(model.welcome?.limits?.chat_length ?? 200),
            placeholder: invitation,
          }),
          submit(worded("send"), "main"))));
}

function remark(line, at, model, act) {
  const own = isOwn(line, model);
  const who = model.table ? saidBy(line, model.table.seat) : own ? worded("you") : line.name;
  return h("li", { key: `${at}`, class: own ? "mine" : "" }, h("b", {}, who), " ", h("span", {}, textOf(line)),
    !own && button(worded("mute"), () => act.mute(line.name, true), {
      class: "plain small", "aria-label": `${cap(worded("mute"))}: ${line.name}`,
    }));
}
