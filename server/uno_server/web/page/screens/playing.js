/** Playing: what is pressed becomes what is put together (picking.js), and what is sent; why a card cannot be played. */
import { worded } from "../book.js";
import * as picking from "../picking.js";
import { cardText, refusalText } from "../sentences.js";
import { cap } from "./parts.js";

const NOT_ANSWERS = ["continuations", "catch", "uno"]; // after which the question stays open
const SOON = 100; // milliseconds before a request is shown as on its way

/** What can be done now (`offer`), is put together (`pick`), on its way (`sent`), and the functions behind buttons and cards. */
export function playing(model, act) {
  const ui = (act.ui.play ??= {});
  const { table } = model;
  const { decision } = table.game;
  const usual = Boolean(act.settings.arm);
  ui.pick = picking.fresh(model, ui.pick ?? picking.start(usual), usual);
  const open = table.room.phase === "playing";
  const sent = ui.sent === decision;

  const run = ({ picking: pick, request, refused = null }) => {
    const answers = request && !NOT_ANSWERS.includes(request.type);
    if (answers && ui.sent === decision) return;
    ui.pick = pick;
    ui.why = null;
    if (request) send(request);
    if (refused) tellWhy(refused);
    if (answers) setTimeout(() => { if (ui.sent === decision) act.draw(); }, SOON);
    else act.draw();
  };

  const send = async ({ type, fields }) => {
    if (!NOT_ANSWERS.includes(type)) ui.sent = decision;
    const answer = await act.ask(type, fields);
    if (ui.sent === decision) ui.sent = null;
    if (type === "continuations") {
      run(answer ? picking.follow(model, ui.pick, { ...answer, request: fields }) : picking.back(model, ui.pick));
    }
    act.draw();
  };

  const tellWhy = async (card) => {
    const chain = ui.pick.cards;
    if (chain.length) {
      const names = { card: cardText(table, card), last: cardText(table, chain[chain.length - 1]) };
      ui.why = { decision, text: cap(worded("cannot_follow", names)) };
      return;
    }
    const answer = await act.ask("why_not");
    const reason = answer?.reasons.find((each) => each.card === card);
    if (reason) ui.why = { decision, text: refusalText(reason) };
    act.draw();
  };

  const control = (change) => (...args) => run(change(model, ui.pick, ...args));
  return {
    offer: open ? picking.offers(model, ui.pick) : picking.offers({ table: null }, ui.pick),
    pick: ui.pick,
    left: picking.leftOf(model, ui.pick).length,
    sent,
    why: ui.why?.decision === decision ? ui.why.text : "",
    forget: () => run({ picking: ui.pick }),
    press: (card) => open && !sent && run(picking.choose(model, ui.pick, card)),
    colour: control(picking.nameColour),
    target: control(picking.chooseTarget),
    vote: control(picking.vote),
    give: control(picking.give),
    play: control(picking.play),
    back: control(picking.back),
    catch: control(picking.catchSeat),
    call: control(picking.callUno),
    confirm: (yes) => run(picking.confirm(ui.pick, yes)),
    arm: () => run({ picking: picking.arm(ui.pick, !ui.pick.armed) }),
  };
}
