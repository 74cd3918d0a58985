"""The effects of an input: the next model, and commands for the shells. Pure; keys are the full screen's."""

from dataclasses import replace

from uno_client import messages as msg
from uno_client.core import chat, inviting, opening, server_picker
from uno_client.core.forms import asks_password
from uno_client.core.legal_moves import only_answer
from uno_client.core.lessons import taught
from uno_client.core.model import Countdown, LinkPhase, Model, Page, Question, Screen, Tone, YesNo
from uno_client.core.navigation import to_connect, to_tables
from uno_client.core.requests import Next, act, ask, say, take_pending
from uno_client.core.table_events import announced, followed, table_told, too_late_to_catch
from uno_client.names import next_name
from uno_client.wording.sanitize import clean, clean_message
from uno_client.wording.words import door_text, error_text, note_text, removed_text, voice_of
from uno_engine.actions import Keep
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.messages import Request, ServerMessage
from uno_protocol.room import RoomPhase

MOST_TABLES = 200
"""How many lines of the lobby are asked for."""
SHORT_LIST = 20
"""Tables in a list that refreshes by itself."""
BACK = N_("Connected again.")
STOPPED = N_("the server was stopped")
"""Why there is no connection, whatever the attempts to come back meet."""


Answer = net.Ok | net.Tables | net.Joined | net.Rules | net.Follow | net.Reasons | net.Talk
"""What answers a request, but for errors."""


def update(model: Model, message: msg.Input) -> Next:
    """The model after `message`, and the commands for the shells, in order."""
    match message:
        case ServerMessage():
            model, commands = _heard(model, clean_message(message))
            return taught(model), commands
        case msg.Tick(now):
            return _ticked(model.but(now=now))
        case msg.Key() | msg.Typed() | msg.Pointed():
            return model, ()
        case msg.Act(action):
            return act(model, action)
        case msg.Ask(request, openly):
            return ask(model, request, openly)
        case msg.Stop(code):
            return _stop(model, code)
        case msg.Connecting(address):
            lost = model.link is LinkPhase.LOST
            state = LinkPhase.LOST if lost else LinkPhase.CONNECTING
            return model.but(link=state, address=clean(address), retry_at=None), ()
        case msg.LinkUp(fingerprint, words, exposed, unseen=unseen):
            unseen = unseen or (model.unseen and model.fingerprint == fingerprint)  # coming back compares nothing
            return model.but(fingerprint=fingerprint, words=words, exposed=exposed, unseen=unseen), ()
        case msg.Discovered():
            return server_picker.told(model, message), ()
        case msg.Invite() | msg.Invited():
            return inviting.update(model, message)
        case msg.LinkDown():
            return _link_down(model, message)


def _ticked(model: Model) -> Next:
    """What comes by itself: a card that can only be kept is kept, a short list of tables stays up to date."""
    model = opening.ticked(model)
    if model.keeps_after is not None and model.now - model.legal_at >= model.keeps_after and _only_keeps(model):
        return act(model.but(kept_at=model.now), Keep(model.seat or 0))
    looking = model.screen is Screen.TABLES and model.link is LinkPhase.ONLINE and model.tables is not None
    if model.list_again is None or not looking or model.pending or len(model.tables or ()) > SHORT_LIST:
        return model, ()
    if model.now - model.listed_at < model.list_again:
        return model, ()
    return ask(model, net.ListTables(id=1))


def _only_keeps(model: Model) -> bool:
    """Whether all that the player can do is keep the card just drawn, and nothing of it is under way."""
    idle = model.link is LinkPhase.ONLINE and model.phase is RoomPhase.PLAYING
    idle = idle and not (model.answering or model.kept or model.spelled)
    return idle and model.question is None and isinstance(only_answer(model), Keep)


def _stop(model: Model, code: int) -> Next:
    """End the program. Where no game is on, the seat is given up, so that nobody waits for it."""
    if model.seat is None or model.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED):
        return model, (msg.Quit(code),)
    model, sent = ask(model, net.LeaveTable(id=1))
    return model, (*sent, msg.Quit(code))


def _link_down(model: Model, down: msg.LinkDown) -> Next:
    reason = clean(down.reason)
    if down.retry_in is not None:
        reason = _(STOPPED) if model.stopped else reason
        model = model.but(link=LinkPhase.LOST, link_text=reason, retry_at=model.now + down.retry_in, countdown=None)
        return model, ()
    model = model.but(link=LinkPhase.IDLE, link_text=reason, retry_at=None, table=None, pending=(), question=None)
    if down.doubt is not None and model.attended:
        return to_connect(model).but(question=down.doubt, page=None, notice=None), ()
    if down.wants_password and model.asks_password:
        asked = model.but(wants_password=True, fixed_server=False)
        tone = Tone.FAULT if down.wrong_password else Tone.INFO
        return say(to_connect(asked), f"{reason[:1].upper()}{reason[1:]}.", tone), ()
    if down.no_name and model.asks_name:
        return _ask_name(model, clean(down.no_name)), ()
    if down.wants_password:
        reason = _("{reason}; give it with --password-file or in UNO_PASSWORD").format(reason=reason)
    if model.fixed_server:
        return model, (msg.Quit(down.code, reason),)
    return say(to_connect(model), f"{reason[:1].upper()}{reason[1:]}", Tone.FAULT), ()


def _ask_name(model: Model, why: str) -> Model:
    """The first screen with another name in its form: Enter takes it, or the player types one."""
    model = to_connect(model.but(name=next_name(model.name), fixed_server=False, picked=None))
    model = model.but(form=replace(model.form, at=1))
    asked = _("{reason}. Enter plays as {name}; or type another.")
    return say(model, asked.format(reason=why[:1].upper() + why[1:], name=model.name))


def _online(model: Model, name: str) -> Model:
    model = say(model, _(BACK), Tone.GOOD) if model.link is LinkPhase.LOST else model
    model = model.but(link=LinkPhase.ONLINE, link_text="", stopped=False, retry_at=None, wants_password=False)
    return model.but(name=name, lobby_due=True)


def _logged_in(model: Model, message: net.LoggedIn) -> Next:
    was_seated = model.table is not None
    model = chat.unsent(_online(model, message.name)).but(pending=(), table=None, legal=(), countdown=None, result=None)
    if was_seated:
        model = say(model, _("The server no longer has your game."), Tone.FAULT)
    return _begin(model)


def _resumed(model: Model, message: net.Resumed) -> Next:
    model = _online(model, message.name).but(next_id=max(model.next_id, message.last_id + 1))
    again = tuple(msg.Send(request) for request in model.pending)
    if message.table is not None:
        screen = Screen.TABLE
        return model.but(screen=screen, question=None), again
    if model.table is not None:
        left = any(isinstance(request, net.LeaveTable) for request in model.pending)
        model = model.but(table=None)
        model = model if left else say(model, _("That table is gone."), Tone.FAULT)
    if again:
        return model, again
    return _begin(model)


def _begin(model: Model) -> Next:
    """After a login that leads to no table: what was asked for at the start, else the list of tables."""
    if model.first_request is not None:
        request = model.first_request
        model, sent = ask(model.but(first_request=None, screen=Screen.TABLES), request)
        if not isinstance(model.question, YesNo):
            return model, sent
        model, listed = ask(model, net.ListTables(id=1))  # what is seen if the answer is no
        return model, (*sent, *listed)
    if model.screen is Screen.CREATE:  # somebody is filling in a form
        return ask(model, net.ListTables(id=1))
    return ask(to_tables(model), net.ListTables(id=1))


def _seated_elsewhere(model: Model) -> Model:
    """Tell players who asked for a table at the start that they still have a seat at another."""
    match model.first_request:
        case net.JoinTable(table=wanted) | net.SpectateTable(table=wanted) if model.table is not None:
            room = model.table.room
            if wanted.casefold() not in (room.code.casefold(), room.name.casefold()):
                text = _("You're still at {name}; leave it first to join {wanted}.").format(
                    name=room.name, wanted=clean(wanted)
                )
                model = say(model, text, Tone.FAULT)
        case _:
            pass
    return model.but(first_request=None)


def _heard(model: Model, message: ServerMessage) -> Next:
    match message:
        case net.Welcome():
            length = message.limits.get("chat_length", model.chat_length)
            model = model.but(server=message.name, server_id=message.server_id, web="web" in message.capabilities)
            return model.but(chat_length=min(max(1, length), chat.MOST_SAID), version=message.version), ()
        case net.LoggedIn():
            return _logged_in(model, message)
        case net.Resumed():
            return _resumed(model, message)
        case net.Ok() | net.Tables() | net.Joined() | net.Rules() | net.Follow() | net.Reasons() | net.Talk():
            return _answered(model, message)
        case net.Error():
            return _error(model, message)
        case net.Bye():
            text = error_text(message.code, {}, message.text)
            return model.but(link_text=text, stopped=message.code == "server_stopping"), ()
        case net.Snapshot() | net.Entry() | net.Legal() | net.Clock() | net.PutOut():
            return _of_table(model, message)
    return _told(model, message), ()


def _of_table(model: Model, message: net.Snapshot | net.Entry | net.Legal | net.Clock | net.PutOut) -> Next:
    """Messages about the player's table."""
    match message:
        case net.Snapshot():
            model, commands = table_told(model, message)
            model = _seated_elsewhere(model)
            if not model.deals:
                return model, commands
            model, ready = ask(model.but(deals=False), net.Ready(id=1))
            return model, (*commands, *ready)
        case net.Entry() | net.Legal():
            return table_told(model, message)
        case net.Clock() if model.table is not None and model.table.code == message.table:
            return model.but(countdown=Countdown(message.decision, message.seconds, message.of, model.now)), ()
        case net.PutOut() if model.table is not None and model.table.code == message.table:
            text = removed_text(message.code, model.table.room.name, message.text)
            return ask(say(to_tables(model), text, Tone.FAULT), net.ListTables(id=1))
        case _:
            return model, ()


def _told(model: Model, message: ServerMessage) -> Model:
    """Messages outside of tables that nobody requested."""
    match message:
        case net.LobbySaid():
            return chat.lobby_said(model, message)
        case net.Announcement():
            return announced(model, _("The server says: {text}").format(text=message.text))
        case _:
            return model


def _answered(model: Model, message: Answer) -> Next:
    model, request = take_pending(model, message.id)
    match message:
        case net.Tables():
            return _listed(model, request, message)
        case net.Follow():
            return (followed(model, request, message) if isinstance(request, net.Continuations) else model), ()
        case net.Reasons():
            return _reasons(model, message), ()
        case net.Rules():
            return model.but(told_rules=message), ()
        case net.Talk():
            return chat.lobby_told(model, message), ()
        case net.Joined():
            model = model.but(screen=Screen.TABLE, question=None)
        case net.Ok():
            match request:
                case net.LeaveTable() if model.at_home and model.autostart:  # behind this table there is nothing
                    return to_tables(model), (msg.Quit(0),)
                case net.LeaveTable():
                    return ask(to_tables(model), net.ListTables(id=1))
                case net.Play():
                    model = model.but(uno=False)
                case net.ChangeTable() if model.page is Page.CHANGE:
                    model = model.but(page=None)
                case _:
                    pass
    return (say(model, note_text(message.note)) if message.note else model), ()


def _reasons(model: Model, message: net.Reasons) -> Model:
    """Why cards cannot be played: a sentence if one card was asked about, else a page of them all."""
    wonder, voice = model.wonder, voice_of(model.table)
    if wonder is None:
        return model.but(page=Page.REASONS, reasons=tuple(message.reasons), scroll=0)
    reason = next((each for each in message.reasons if each.card == wonder.name), None)
    model = model.but(wonder=None)
    if reason is None:
        said = voice.card(wonder)
        said = _("{card} can be played.").format(card=said)
        return say(model, said[:1].upper() + said[1:])
    return say(model, error_text(reason.code, reason.args, reason.text, voice, reason.clause), Tone.FAULT)


def _listed(model: Model, request: Request | None, message: net.Tables) -> Next:
    follows = isinstance(request, net.ListTables) and bool(request.after)
    tables = ((model.tables or ()) if follows else ()) + tuple(message.tables)
    under = model.tables[model.row].code if model.tables and model.row < len(model.tables) else None
    row = next((at for at, line in enumerate(tables) if line.code == under), min(model.row, max(0, len(tables) - 1)))
    row = row if model.screen is Screen.TABLES else model.row
    model = model.but(tables=tables, row=row, listed_at=model.now)
    if message.more and message.tables and len(tables) < MOST_TABLES:
        return ask(model, net.ListTables(id=1, after=message.tables[-1].code))
    return ask(model, net.LobbyTalk(id=1)) if chat.lobby_wanted(model) else (model, ())


def _error(model: Model, message: net.Error) -> Next:
    model, request = take_pending(model, message.id)
    if isinstance(request, (net.Chat, net.React)):
        return chat.refused(model, request, message), ()
    text = error_text(message.code, message.args, message.text, voice_of(model.table), message.clause)
    if isinstance(request, net.Catch) and message.code == "nothing_to_catch":
        text = too_late_to_catch(model, request.target) or text
    if isinstance(request, (net.JoinTable, net.SpectateTable)):
        text = door_text(message.code, request.password) or text
    model = say(model, text, Tone.INFO if _untried(request, message.code) else Tone.FAULT)
    if isinstance(request, (net.JoinTable, net.CreateTable, net.SpectateTable)) and model.table is None:
        if model.screen is not Screen.CREATE:
            model = model.but(screen=Screen.TABLES, question=_door_question(model, request, message.code))
        return ask(model, net.ListTables(id=1))
    return model, ()


def _untried(request: Request | None, code: str) -> bool:
    """Whether a table asks for a password that nobody has given yet: no fault of the player's."""
    match request:
        case net.JoinTable(password="") | net.SpectateTable(password=""):
            return code == "wrong_password"
        case _:
            return False


def _may_watch(model: Model, table: str) -> bool:
    """Whether a table lets people watch, as far as the list tells."""
    return all(line.watching for line in model.tables or () if table in (line.code, line.name))


def _called(model: Model, table: str) -> str:
    """The name of a table in the list; its code where it is in none."""
    return next((line.name for line in model.tables or () if line.code == table), table)


def _door_question(model: Model, request: Request, code: str) -> Question | None:
    """What is asked of a player whom a table does not let in: the password, or whether watching will do."""
    match request, code:
        case net.JoinTable() | net.SpectateTable(), "wrong_password":
            return asks_password(request, _called(model, request.table))
        case net.JoinTable() | net.SpectateTable(), "limit" if request.password:
            # Too soon: what was typed is not lost.
            return asks_password(request, _called(model, request.table), request.password)
        case net.JoinTable(), "table_full" if _may_watch(model, request.table):
            watch = net.SpectateTable(id=1, table=request.table, password=request.password)
            return YesNo(_("That table is full. Watch it?"), msg.Ask(watch), _("watch"))
        case _:
            return model.question
