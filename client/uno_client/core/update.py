"""The effects of an input: the next model, and commands for the shells. Pure; keys are the full screen's."""

from uno_client import messages as msg
from uno_client.core import chat, fetching, inviting, opening, replay, server_picker
from uno_client.core.actions.lobby import asks_password
from uno_client.core.deal import taken, to_open
from uno_client.core.legal_moves import only_answer
from uno_client.core.lesson.beats import taught
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPart, LinkPhase, LobbyPart, Scope, Screen, Tone
from uno_client.core.model.question import Pending, Question, YesNo
from uno_client.core.model.table import Countdown
from uno_client.core.navigation import to_connect, to_tables
from uno_client.core.requests import Next, act, ask, code_of, password_of, say, take_pending, with_password
from uno_client.core.table_events import announced, ask_history, followed, recalled, table_told, too_late_to_catch
from uno_client.names import next_name, quoted_name, with_digits
from uno_client.structs import replace
from uno_client.wording.front_door import ENDED, STARTING, Item
from uno_client.wording.sanitize import clean, clean_message
from uno_client.wording.words import door_text, error_text, move_text, note_text, removed_text, voice_of
from uno_engine.actions import Keep
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.labels import LABELS, worded
from uno_protocol.messages import Request, ServerMessage
from uno_protocol.room import Room, RoomPhase

MOST_TABLES = 200
SHORT_LIST = 20
BACK = LABELS["connected"]
YOURS = N_("That player is disconnected. If it's you, ask the table for your seat.")
STOPPED = N_("the server was stopped")
"""Why there is no connection, whatever the attempts to come back meet."""


Answer = net.Ok | net.MoveCode | net.Tables | net.Joined | net.Rules | net.Follow | net.Reasons | net.Talk | net.Numbers


def update(model: Model, message: msg.Input) -> Next:
    """The model after `message`, and the commands for the shells, in order."""
    match message:
        case net.RecordPage() | net.Ok() if fetching.fetches(model, message.id):
            return fetching.paged(model, message)  # as it is: its digest is that of these very characters
        case ServerMessage():
            return _heard(model, clean_message(message))
        case msg.Tick(now):
            return _ticked(replace(model, now=now))
        case msg.Key() | msg.Typed() | msg.Pointed():
            return model, ()
        case msg.Act(action):
            return act(model, action)
        case msg.Ask(request, openly):
            return ask(model, request, openly)
        case msg.Stop(code):
            return _stop(model, code)
        case msg.Connecting(address):
            state = LinkPhase.LOST if model.link.lost else LinkPhase.CONNECTING
            server = replace(model.server, address=clean(address))
            return replace(model, link=replace(model.link, phase=state, retry_at=None), server=server), ()
        case msg.LinkUp(fingerprint, words, exposed, unseen=unseen):
            before = model.server
            unseen = unseen or (before.unseen and before.fingerprint == fingerprint)  # coming back compares nothing
            server = replace(before, fingerprint=fingerprint, words=words, exposed=exposed, unseen=unseen)
            return replace(model, server=server), ()
        case msg.LinkDown():
            return _link_down(model, message)
        case _:
            return _shown(model, message)


def _shown(model: Model, message: msg.Shown) -> Next:
    """What is found on the network or in a record, a beat of the lesson, the own server's end, how phones join."""
    match message:
        case msg.Invite(number):
            return inviting.asked(model, number)
        case msg.Invited():
            return inviting.told(model, message), ()
        case msg.Taught(beat):
            return taught(model, beat), ()
        case msg.Discovered():
            return server_picker.told(model, message), ()
        case msg.Saved(path, why):
            if why:
                return say(model, _("{file} isn't saved: {why}.").format(file=clean(path), why=why), Tone.FAULT), ()
            return say(model, _("The game is saved in {file}.").format(file=clean(path))), ()
        case msg.Fetched() | msg.Considered() | msg.RecordChecked():
            return replay.told(model, message), ()
        case msg.TakeBack():
            return model, (msg.GoOn(claims=True),)
        case msg.StartHost():
            return say(model, _(STARTING)), (msg.Go(Item.HOST),)
        case msg.HostEnded(why):
            ended = YesNo(f"{why} {_(ENDED)}".lstrip(), msg.StartHost(), _("start it again"), easy=True)
            return replace(model, question=ended) if model.link.lost else model, ()


def _ticked(model: Model) -> Next:
    """What comes by itself: a card that can only be kept is kept, a short list of tables stays up to date."""
    model = replay.ticked(opening.ticked(model))
    keeps_after, lobby = model.settings.keeps_after, model.lobby
    if keeps_after is not None and model.now - model.play.legal_at >= keeps_after and _only_keeps(model):
        return act(model, Keep(model.seat or 0))
    looking = model.screen is Screen.TABLES and model.link.online and not model.link.pending
    short = lobby.tables is not None and len(lobby.tables) <= SHORT_LIST
    due = lobby.list_again is not None and model.now - lobby.listed_at >= lobby.list_again
    return ask(model, net.ListTables(id=1)) if looking and short and due else (model, ())


def _only_keeps(model: Model) -> bool:
    """Whether all that the player can do is keep the card just drawn, and nothing of it is under way."""
    idle = model.link.online and model.phase is RoomPhase.PLAYING
    idle = idle and not (model.answering or model.play.kept or model.spelled)
    return idle and model.question is None and isinstance(only_answer(model), Keep)


def _stop(model: Model, code: int) -> Next:
    """End the program. Unless the player has a seat in a game, the session ends too, so that nothing is held for it."""
    coming = model.screen is Screen.TABLE and model.table is None  # the snapshot, perhaps of a game
    resting = (model.seat is None and not coming) or model.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)
    if not (resting and model.link.online):
        return model, (msg.Quit(code),)
    model, sent = ask(model, net.Logout(id=1))
    return model, (*sent, msg.Quit(code))


def _link_down(model: Model, down: msg.LinkDown) -> Next:
    reason = clean(down.reason)
    if down.retry_in is not None:
        reason = _(STOPPED) if model.link.stopped else reason
        link = replace(model.link, phase=LinkPhase.LOST, text=reason, retry_at=model.now + down.retry_in)
        return replace(model, link=link, play=replace(model.play, countdown=None)), ()
    name = quoted_name(model.name) if model.link.online or model.link.lost else model.name  # else it's as it was typed
    link = replace(model.link, phase=LinkPhase.IDLE, text=reason, retry_at=None, pending=(), no_name="")
    model = replace(model, link=link, name=name, play=replace(model.play, table=None), question=None)
    if down.doubt is not None and model.start.attended:
        return replace(to_connect(model), question=down.doubt, page=None, notice=None), ()
    if down.wants_password:
        start = replace(model.start, fixed_server=False)
        model = replace(model, link=replace(link, wants_password=True), start=start)
        tone = Tone.FAULT if down.wrong_password else Tone.INFO
        return say(to_connect(model), f"{reason[:1].upper()}{reason[1:]}.", tone), ()
    if down.no_name and model.start.attended:
        name, digits = with_digits(model.name)
        name, why = name if digits else next_name(name), clean(down.no_name)
        model = replace(model.picking(None), link=replace(link, no_name=reason), name=name)
        model = to_connect(replace(model, start=replace(model.start, fixed_server=False)))
        asked = _("{reason}. Enter plays as {name}; or type another.")
        said = asked.format(reason=why[:1].upper() + why[1:], name=name)
        if down.claimable:
            model = replace(model, question=YesNo(_(YOURS), msg.TakeBack(), _("take it back")))
        return say(replace(model, form=replace(model.form, at=1)), said), ()
    if model.start.fixed_server:
        return model, (msg.Quit(down.code, reason),)
    return say(to_connect(model), f"{reason[:1].upper()}{reason[1:]}", Tone.FAULT), ()


def _online(model: Model, name: str) -> Model:
    model = say(model, _(BACK), Tone.GOOD) if model.link.lost else model
    if isinstance(model.question, YesNo) and isinstance(model.question.then, msg.StartHost):
        model = replace(model, question=None)
    link = LinkPart(LinkPhase.ONLINE, next_id=model.link.next_id, pending=model.link.pending)
    return replace(model, link=link, name=name, chat=replace(model.chat, lobby_due=True))


def _logged_in(model: Model, message: net.LoggedIn) -> Next:
    was_seated = model.table is not None
    model = chat.unsent(_online(model, message.name))
    play = replace(model.play, table=None, legal=(), countdown=None)
    model = replace(model, link=replace(model.link, pending=()), play=play)
    if was_seated:
        model = say(model, worded("game_gone"), Tone.FAULT)
    return _begin(model)


def _resumed(model: Model, message: net.Resumed) -> Next:
    model = _online(model, message.name)
    model = replace(model, link=replace(model.link, next_id=max(model.link.next_id, message.last_id + 1)))
    again = tuple(msg.Send(request) for request in model.link.pending)
    if message.table is not None:
        return replace(model, screen=Screen.TABLE, question=None), again
    if model.table is not None:
        left = any(isinstance(request, net.LeaveTable) for request in model.link.pending)
        model = replace(model, play=replace(model.play, table=None))
        model = model if left else say(model, worded("table_gone"), Tone.FAULT)
    return (model, again) if again else _begin(model)


def _begin(model: Model) -> Next:
    """After a login that leads to no table: what was asked for at the start, else the list of tables."""
    if model.start.first_request is not None:
        request = model.start.first_request
        model, sent = ask(replace(model, start=replace(model.start, first_request=None), screen=Screen.TABLES), request)
        if not isinstance(model.question, YesNo):
            return model, sent
        model, listed = ask(model, net.ListTables(id=1))  # what is seen if the answer is no
        return model, (*sent, *listed)
    if model.screen is Screen.CREATE:  # somebody is filling in a form
        return ask(model, net.ListTables(id=1))
    return ask(to_tables(model), net.ListTables(id=1))


def _seated_elsewhere(model: Model) -> Model:
    """Tell players who asked for a table at the start that they still have a seat at another."""
    match model.start.first_request, model.room:
        case net.JoinTable(table=wanted) | net.SpectateTable(table=wanted), Room() as room:
            if wanted.casefold() not in (room.code.casefold(), room.name.casefold()):
                text = worded("still_at")
                model = say(model, text.format(name=room.name, wanted=clean(wanted)), Tone.FAULT)
    return replace(model, start=replace(model.start, first_request=None))


def _heard(model: Model, message: ServerMessage) -> Next:
    match message:
        case net.Welcome():
            length = message.limits.get("chat_length", model.server.chat_length)
            server = replace(model.server, name=message.name, id=message.server_id, version=message.version)
            server = replace(server, chat_length=min(max(1, length), chat.MOST_SAID))
            can = message.capabilities
            server = replace(server, web="web" in can, records="records" in can, numbers="numbers" in can)
            return replace(model, server=server), ()
        case net.LoggedIn():
            return _logged_in(model, message)
        case net.Resumed():
            return _resumed(model, message)
        case net.ClaimPending(by=by):
            return say(model, worded(f"claim_{by}")), ()
        case _ if isinstance(message, Answer):
            return _answered(model, message)
        case net.RoundHistory():
            return recalled(take_pending(model, message.id)[0], message), ()
        case net.Error():
            return _error(model, message)
        case net.Bye():
            text = error_text(message.code, {}, message.text)
            return replace(model, link=replace(model.link, text=text, stopped=message.code == "server_stopping")), ()
        case net.LobbySaid():
            return chat.lobby_said(model, message), ()
        case net.Announcement():
            return announced(model, worded("server_says", text=message.text)), ()
        case net.Snapshot() | net.Entry() | net.Legal() | net.Clock() | net.PutOut():
            return _of_table(model, message)
        case _:
            return model, ()


def _of_table(model: Model, message: net.Snapshot | net.Entry | net.Legal | net.Clock | net.PutOut) -> Next:
    match message:
        case net.Snapshot():
            model, commands = table_told(model, message)
            model, history = ask_history(_seated_elsewhere(model))
            commands += history
            if (opens := to_open(model)) is not None and not any(
                isinstance(one, net.OpenShare) for one in model.link.pending
            ):
                model, sent = ask(model, opens)
                commands += sent
            if not model.start.deals:
                return model, commands
            model, ready = ask(replace(model, start=replace(model.start, deals=False)), net.Ready(id=1))
            return model, (*commands, *ready)
        case net.Entry() | net.Legal():
            return table_told(model, message)
        case net.Clock() if model.table is not None and model.table.code == message.table:
            countdown = Countdown(message.decision, message.seconds, message.of, model.now)
            return replace(model, play=replace(model.play, countdown=countdown)), ()
        case net.PutOut() if model.table is not None and model.table.code == message.table:
            text = removed_text(message.code, model.table.room.name, message.text)
            return ask(say(to_tables(model), text, Tone.FAULT), net.ListTables(id=1))
        case _:
            return model, ()


def _answered(model: Model, message: Answer) -> Next:
    model, request = take_pending(model, message.id)
    match message:
        case net.Tables():
            return _listed(model, request, message)
        case net.Follow():
            return (followed(model, request, message) if isinstance(request, net.Continuations) else model), ()
        case net.Reasons():
            return _reasons(model, message), ()
        case net.Rules() | net.Numbers():
            return replace(model, lobby=_read(model.lobby, message)), ()
        case net.Talk():
            lobby = tuple(message.lines[-chat.LOBBY_LINES :])
            return replace(model, chat=replace(model.chat, lobby=lobby, lobby_due=False)), ()
        case net.MoveCode(code=digits, seconds=seconds):
            model = replace(model, reading=replace(model.reading, code=(digits, model.now + seconds), scroll=0))
            model = replace(model, page=Scope.MOVING if model.page is None else model.page)
            model, effects = inviting.by_the_way(model)
            return say(model, move_text(model.name, digits)), effects
        case net.Joined(table=code):
            model = replace(model, screen=Screen.TABLE, question=None)
            password = "" if request is None else password_of(request)
            model = with_password(model, code, password) if password else model
        case net.Ok() if isinstance(request, net.LeaveTable):
            if model.start.at_home and model.start.autostart:  # behind this table there is nothing
                return to_tables(model), (msg.Quit(0),)
            return ask(to_tables(model), net.ListTables(id=1))
        case net.Ok():
            model = _carried_out(model, request)
    return (say(model, note_text(message.note)) if message.note else model), ()


def _carried_out(model: Model, request: net.Request | None) -> Model:
    """The server has done what was asked."""
    match request:
        case net.ChangeTable(password=password):
            return _changed(model, password)
        case net.OpenShare():
            return replace(model, play=replace(model.play, deal=taken(model.play.deal)))
        case net.Play():
            return replace(model, hand=replace(model.hand, uno=False))
        case _:
            return model


def _read(lobby: LobbyPart, message: net.Rules | net.Numbers) -> LobbyPart:
    """What is read about a table, or about the server's players."""
    if isinstance(message, net.Rules):
        return replace(lobby, told_rules=message)
    return replace(lobby, numbers=message)


def _changed(model: Model, password: str | None) -> Model:
    """The table is as the host wants it, with that password; None: with the one that it had."""
    model = replace(model, page=None) if model.page is Scope.CHANGE else model
    if password is None or model.table is None:
        return model
    return with_password(model, model.table.code, password or None)


def _reasons(model: Model, message: net.Reasons) -> Model:
    """Why cards cannot be played: a sentence if one card was asked about, else a page of them all."""
    wonder, voice = model.reading.wonder, voice_of(model.table)
    if wonder is None:
        reading = replace(model.reading, reasons=tuple(message.reasons), scroll=0, rows=0)
        return replace(model, page=Scope.REASONS, reading=reading) if model.page is None else model
    reason = next((each for each in message.reasons if each.card == wonder.name), None)
    model = model.wondering(None)
    if reason is None:
        said = _("{card} can be played.").format(card=voice.card(wonder))
        return say(model, said[:1].upper() + said[1:])
    return say(model, error_text(reason.code, reason.args, reason.text, voice, reason.clause), Tone.FAULT)


def _listed(model: Model, request: Request | None, message: net.Tables) -> Next:
    follows = isinstance(request, net.ListTables) and bool(request.after)
    tables = ((model.lobby.tables or ()) if follows else ()) + tuple(message.tables)
    closed = (model.lobby.no_programs if follows else frozenset()) | {*message.no_programs}
    tables = tuple(sorted(tables, key=lambda line: line.deserted))
    under = model.lobby.tables[model.row].code if model.lobby.tables and model.row < len(model.lobby.tables) else None
    row = next((at for at, line in enumerate(tables) if line.code == under), min(model.row, max(0, len(tables) - 1)))
    row = row if model.screen is Screen.TABLES else model.row
    lobby = replace(model.lobby, tables=tables, no_programs=closed, listed_at=model.now)
    model = _full_after_all(replace(model, lobby=lobby, row=row))
    if message.more and message.tables and len(tables) < MOST_TABLES:
        return ask(model, net.ListTables(id=1, after=message.tables[-1].code))
    return ask(model, net.LobbyTalk(id=1)) if chat.lobby_wanted(model) else (model, ())


def _error(model: Model, message: net.Error) -> Next:
    model, request = take_pending(model, message.id)
    if isinstance(request, net.History | net.OpenShare):  # nobody has asked for it
        return model, ()
    if isinstance(request, net.Ready):  # its bytes go nowhere
        model = replace(model, play=replace(model.play, deal=replace(model.play.deal, asked=None)))
    if isinstance(request, (net.Chat, net.React)):
        return chat.refused(model, request, message), ()
    text = error_text(message.code, message.args, message.text, voice_of(model.table), message.clause)
    if isinstance(request, net.FetchRecord):
        return fetching.refused(model, text), ()
    if isinstance(request, net.Catch) and message.code == "nothing_to_catch":
        text = too_late_to_catch(model, request.target) or text
    if isinstance(request, (net.JoinTable, net.SpectateTable)):
        code = _seen_full(model, request, message.code)
        if code == "wrong_password":
            model = with_password(model, code_of(model, request.table), None)
        text = door_text(code, request.password) or text
        model = say(model, text, Tone.INFO if code == "wrong_password" and not request.password else Tone.FAULT)
    else:
        code, model = message.code, say(model, text, Tone.FAULT)
    if isinstance(request, (net.JoinTable, net.CreateTable, net.SpectateTable)) and model.table is None:
        if model.screen is not Screen.CREATE:
            model = replace(model, screen=Screen.TABLES, question=_door_question(model, request, code))
        return ask(model, net.ListTables(id=1))
    return model, ()


def _lines(model: Model, table: str) -> list[net.TableLine]:
    return [line for line in model.lobby.tables or () if table in (line.code, line.name)]


def _seen_full(model: Model, request: net.JoinTable | net.SpectateTable, code: str) -> str:
    """Why a table lets nobody in: no password opens one whose seats are all taken, as the list tells."""
    full = any(line.people + line.bots >= line.seats for line in _lines(model, request.table))
    untried = code == "wrong_password" and isinstance(request, net.JoinTable) and not request.password
    return "table_full" if full and untried else code


def _full_after_all(model: Model) -> Model:
    """No password is asked for, before the list has come, of a table whose seats are all taken as it tells."""
    asked = model.question
    if not isinstance(asked, Pending) or asked.action != "join" or asked.field is None or asked.field.value:
        return model
    request = net.JoinTable(id=1, table=asked.answers.text or "")
    if _seen_full(model, request, "wrong_password") != "table_full":
        return model
    model = say(replace(model, question=None), error_text("table_full"), Tone.FAULT)
    return replace(model, question=_door_question(model, request, "table_full"))


def _door_question(model: Model, request: Request, code: str) -> Question | None:
    """What is asked of a player whom a table does not let in: the password, or whether watching will do."""
    match request, code:
        case net.JoinTable() | net.SpectateTable(), "wrong_password":
            return asks_password(model, request)
        case net.JoinTable() | net.SpectateTable(), "limit" if request.password:
            return asks_password(model, request, request.password)  # too soon: what was typed is not lost
        case net.JoinTable(), "table_full" if all(line.watching for line in _lines(model, request.table)):
            watch = net.SpectateTable(id=1, table=request.table, password=request.password)
            return YesNo(_("That table is full. Watch it?"), msg.Ask(watch), worded("watch"), easy=True)
        case _:
            return model.question
