"""What follows from an input: the next model, and what the shells are to do. Pure."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as with_fields

from client import steering
from client.clean import clean, clean_message
from client.inputs import (
    Act,
    Ask,
    Bell,
    Command,
    Connecting,
    Input,
    Key,
    LinkDown,
    LinkUp,
    Quit,
    Resync,
    Send,
    Stop,
    Tick,
    Typed,
)
from client.model import (
    LOG_LINES,
    Confirm,
    Countdown,
    Line,
    LinkState,
    Model,
    Notice,
    Question,
    RoundResult,
    Screen,
    Tone,
)
from client.offers import playable
from client.words import Voice, error_text, event_text, note_text, voice_of
from engine import events as ev
from engine.actions import PlayerAction
from engine.cards import Card
from engine.decisions import PlayDrawn, asked
from engine.events import Event
from protocol import messages as net
from protocol import room as rm
from protocol.fold import TableView
from protocol.messages import Request, ServerMessage
from protocol.room import RoomEvent, RoomPhase
from protocol.wire import WireFault, listed_from_map, request_from_action

MOST_RESYNCS = 5
"""Contradictions of one server before the client gives up on it (FAULTS 38)."""

AWAY_SECONDS = 10.0
"""Seconds without a key after which the player may be looking elsewhere: the bell rings for the turn."""
SHORT_LIST = 20
"""Tables in a list that is asked for anew by itself."""

_CONTRADICTIONS = (WireFault, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
# What folding an entry can raise if it does not go with the table: it came from a peer, so it is the peer's fault.

Next = tuple[Model, tuple[Command, ...]]


def update(model: Model, message: Input) -> Next:
    """The model after `message`, and the commands for the shells, in order."""
    match message:
        case ServerMessage():
            return _heard(model, clean_message(message))
        case Tick(now):
            return _ticked(model.but(now=now))
        case Key() | Typed():
            return _pressed(model, message)
        case Act(action):
            return _act(model, action)
        case Ask(request):
            return _ask(model, request)
        case Stop():
            return _stop(model)
        case Connecting(address):
            lost = model.link is LinkState.LOST
            state = LinkState.LOST if lost else LinkState.CONNECTING
            return model.but(link=state, address=clean(address), retry_at=None), ()
        case LinkUp():
            return model, ()
        case LinkDown():
            return _link_down(model, message)


def say(model: Model, text: str, tone: Tone = Tone.INFO) -> Model:
    """The model with a notice for the player."""
    return model.but(notice=Notice(text, tone, model.now))


def _ticked(model: Model) -> Next:
    """A short list of tables on the screen keeps itself up to date."""
    looking = model.screen is Screen.TABLES and model.link is LinkState.ONLINE and model.tables is not None
    if model.list_again is None or not looking or model.pending or len(model.tables or ()) > SHORT_LIST:
        return model, ()
    if model.now - model.listed_at < model.list_again:
        return model, ()
    return _ask(model, net.ListTables(id=1))


def _pressed(model: Model, pressed: Key | Typed) -> Next:
    model, wanted, commands = steering.press(model.but(touched=model.now), pressed)
    for each in wanted:
        model, more = update(model, each)
        commands += more
    return model, commands


# --- what the player wants ------------------------------------------------------------------------------------------


def _ask(model: Model, request: Request) -> Next:
    if model.link is not LinkState.ONLINE:
        return say(model, "There is no connection at the moment.", Tone.FAULT), ()
    numbered = with_fields(request, id=model.next_id)
    model = model.but(next_id=model.next_id + 1, pending=(*model.pending, numbered))
    return model, (Send(numbered),)


def _act(model: Model, action: PlayerAction) -> Next:
    game = model.game
    if game is None:
        return say(model, "There is no game yet.", Tone.FAULT), ()
    request = request_from_action(action, model.next_id, game.decision)
    if any(_same_answer(request, other) for other in model.pending):
        return model, ()
    return _ask(model.but(notice=None), request)


def _same_answer(request: net.PlayRequest, other: Request) -> bool:
    """Whether `other` already answers the same question (a key pressed twice)."""
    if not isinstance(other, net.PlayRequest) or other.decision != request.decision:
        return False
    beside = (net.CallUno, net.Catch)
    if isinstance(request, beside) or isinstance(other, beside):
        return type(request) is type(other)
    return True


def _stop(model: Model) -> Next:
    """End the program. Where no game is on, the seat is given up, so that nobody waits for it."""
    if model.seat is None or model.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED):
        return model, (Quit(0),)
    model, sent = _ask(model, net.LeaveTable(id=1))
    return model, (*sent, Quit(0))


# --- the link -------------------------------------------------------------------------------------------------------


def _link_down(model: Model, down: LinkDown) -> Next:
    reason = clean(down.reason)
    if down.retry_in is not None:
        model = model.but(link=LinkState.LOST, link_text=reason, retry_at=model.now + down.retry_in, countdown=None)
        return model, ()
    model = model.but(link=LinkState.IDLE, link_text=reason, retry_at=None, table=None, pending=(), question=None)
    if model.fixed_server:
        return model, (Quit(down.code, reason),)
    return say(steering.to_connect(model), reason, Tone.FAULT), ()


def _online(model: Model, name: str) -> Model:
    return model.but(link=LinkState.ONLINE, link_text="", retry_at=None, name=name)


def _logged_in(model: Model, message: net.LoggedIn) -> Next:
    was_seated = model.table is not None
    model = _online(model, message.name).but(pending=(), table=None, legal=(), countdown=None, result=None)
    if was_seated:
        model = say(model, "The server no longer knew us; this is a new login.", Tone.FAULT)
    return _begin(model)


def _resumed(model: Model, message: net.Resumed) -> Next:
    model = _online(model, message.name).but(next_id=max(model.next_id, message.last_id + 1))
    again = tuple(Send(request) for request in model.pending)
    if message.table is not None:
        screen = Screen.TABLE
        return model.but(screen=screen, first_request=None, question=None), again
    if model.table is not None:
        model = say(model.but(table=None), "That table is gone.", Tone.FAULT)
    if again:
        return model, again
    return _begin(model)


def _begin(model: Model) -> Next:
    """After a login that leads to no table: what was asked for at the start, else the list of tables."""
    if model.first_request is not None:
        request = model.first_request
        return _ask(model.but(first_request=None, screen=Screen.TABLES), request)
    if model.screen is Screen.CREATE:  # somebody is filling in a form
        return _ask(model, net.ListTables(id=1))
    return _ask(steering.to_tables(model), net.ListTables(id=1))


# --- what the server says --------------------------------------------------------------------------------------------


def _heard(model: Model, message: ServerMessage) -> Next:
    match message:
        case net.Welcome():
            return model.but(server=message.name), ()
        case net.LoggedIn():
            return _logged_in(model, message)
        case net.Resumed():
            return _resumed(model, message)
        case net.Ok() | net.Tables() | net.Joined():
            return _answered(model, message)
        case net.Error():
            return _error(model, message)
        case net.Bye():
            return model.but(link_text=error_text(message.code, {}, message.text)), ()
        case net.Entry() | net.Snapshot() | net.Legal():
            try:
                return _table_told(model, message)
            except _CONTRADICTIONS as fault:
                return _contradicted(model, fault)
        case net.Clock():
            if model.table is not None and model.table.code == message.table:
                countdown = Countdown(message.decision, message.seconds, message.of, model.now)
                return model.but(countdown=countdown), ()
    return model, ()


def _contradicted(model: Model, fault: Exception) -> Next:
    """FAULTS 38: what a server says does not fit together; see everything anew, a few times, then give up."""
    why = clean(str(fault), 100)
    if model.resyncs >= MOST_RESYNCS:
        return model, (Quit(76, f"the server contradicts itself ({why})"),)
    model = model.but(resyncs=model.resyncs + 1, contradicted=True, legal=(), countdown=None, question=None)
    return say(model, f"The server contradicts itself ({why}); asking for the table anew.", Tone.FAULT), (Resync(),)


def _table_told(model: Model, message: net.Entry | net.Snapshot | net.Legal) -> Next:
    match message:
        case net.Snapshot():
            return _snapshot(model, message), ()
        case net.Legal():
            return _legal(model, message), ()
        case net.Entry():
            return _entry(model, message)


def _snapshot(model: Model, message: net.Snapshot) -> Model:
    table = TableView.from_snapshot(message)
    other = model.table is None or model.table.code != table.code
    if other:
        model = model.but(log=(), result=None, selected=0, uno=False, scroll=0, row=0)
    return _settle(
        model.but(table=table, screen=Screen.TABLE, legal=(), legal_decision=-1, contradicted=False, question=None), ()
    )


def _legal(model: Model, message: net.Legal) -> Model:
    table = model.table
    if table is None or table.code != message.table or table.seat is None:
        return model
    listed = (listed_from_map(each, table.seat) for each in message.actions)
    model = model.but(legal=tuple(filter(None, listed)), legal_decision=message.decision)
    return _point_at_playable(model)


def _entry(model: Model, message: net.Entry) -> Next:
    before = model.table
    if before is None or before.code != message.table or model.contradicted:
        return model, ()
    table = copy_of(before)
    event = table.apply(message)
    hand = model.hand
    model = model.but(table=table)
    if event is None:
        kind = clean(str(message.event.get("k", "")), 40)
        return _tell(model, None, f"Something happened that this program does not know ({kind})."), ()
    voice = voice_of(table, before)
    model = _settle(_tell(model, event, event_text(event, voice)), hand)
    return _happened(model, event, voice)


def _tell(model: Model, event: Event | RoomEvent | None, text: str) -> Model:
    """The model with a line in its log; an event without a sentence is kept for those who count events."""
    return model.but(log=(*model.log[-LOG_LINES + 1 :], Line(event, text)), told=model.told + 1)


def _happened(model: Model, event: Event | RoomEvent, voice: Voice) -> Next:
    table = model.table
    match event:
        case ev.Asked(decision):
            if not _survives(model.question):
                model = model.but(question=None)
            away = model.seat in asked(decision) and model.now - model.touched >= AWAY_SECONDS
            return model, (Bell(),) if away else ()
        case ev.RoundDealt():
            return model.but(result=None, uno=False, selected=0, notice=None), ()
        case ev.RoundEnded(winners, blocked, gains) if table is not None and table.game is not None:
            scores = tuple(table.game.scores)
            result = RoundResult(table.game.round, winners, blocked, gains, voice.names, scores)
            return model.but(result=result, legal=(), question=None, uno=False, countdown=None), ()
        case ev.GameEnded(winners) if table is not None and table.game is not None:
            result = model.result or RoundResult(table.game.round, (), False, (), voice.names, tuple(table.game.scores))
            return model.but(result=result.won_by(winners), legal=(), question=None), ()
        case rm.ReadyChanged(seat=seat, ready=True) if seat == model.seat and _may_autostart(model):
            return _ask(model, net.Start(id=1))
        case _ if model.phase is RoomPhase.CLOSED:
            return _ask(say(steering.to_tables(model), "The table was closed."), net.ListTables(id=1))
        case _:
            return model, ()


def _may_autostart(model: Model) -> bool:
    """Whether a table of one's own is to start by itself: everyone there is ready, and nobody has asked for it yet."""
    if not (model.autostart and model.hosting and model.table and model.phase is RoomPhase.WAITING):
        return False
    seated = [each for each in model.table.room.occupants if each]
    asked_for = any(isinstance(each, net.Start) for each in model.pending)
    return len(seated) > 1 and all(each.ready for each in seated) and not asked_for


def _survives(question: Question | None) -> bool:
    """Whether a question outlives the decision that was open: leaving does, a card to be laid does not."""
    return isinstance(question, Confirm) and not isinstance(question.then, Act)


def copy_of(table: TableView) -> TableView:
    """A table that can be changed without changing `table`: an entry that turns out bad leaves nothing behind."""
    room = replace(table.room, occupants=[each and replace(each) for each in table.room.occupants])
    return replace(table, room=room, game=table.game and table.game.copy())


# --- the cursor in the hand -----------------------------------------------------------------------------------------


def _settle(model: Model, before: tuple[Card, ...]) -> Model:
    """Keep the cursor on the same card when the hand has changed; a call for the next play lapses if it grew."""
    hand = model.hand
    if hand == before:
        return model
    held = before[model.selected] if model.selected < len(before) else None
    same = hand.index(held) if held in hand else min(model.selected, max(0, len(hand) - 1))
    return model.but(selected=same, uno=model.uno and len(hand) <= len(before))


def _point_at_playable(model: Model) -> Model:
    """When the player is asked, put the cursor on a card that may be laid (on the drawn card, if it may)."""
    hand, cards, game = model.hand, playable(model), model.game
    if not cards or game is None:
        return model
    if isinstance(game.waiting_for, PlayDrawn) and game.drawn in hand:
        return model.but(selected=hand.index(game.drawn))
    if model.selected < len(hand) and hand[model.selected] in cards:
        return model
    return model.but(selected=next((at for at, held in enumerate(hand) if held in cards), model.selected))


# --- answers --------------------------------------------------------------------------------------------------------


def _take_pending(model: Model, id: int | None) -> tuple[Model, Request | None]:
    request = next((each for each in model.pending if each.id == id), None)
    return model.but(pending=tuple(each for each in model.pending if each.id != id)), request


def _answered(model: Model, message: net.Ok | net.Tables | net.Joined) -> Next:
    model, request = _take_pending(model, message.id)
    match message:
        case net.Tables():
            return _listed(model, request, message)
        case net.Joined():
            model = model.but(screen=Screen.TABLE, question=None)
        case net.Ok():
            match request:
                case net.LeaveTable():
                    return _ask(steering.to_tables(model), net.ListTables(id=1))
                case net.Play():
                    model = model.but(uno=False)
                case _:
                    pass
    return (say(model, note_text(message.note)) if message.note else model), ()


def _listed(model: Model, request: Request | None, message: net.Tables) -> Next:
    follows = isinstance(request, net.ListTables) and bool(request.after)
    tables = ((model.tables or ()) if follows else ()) + tuple(message.tables)
    under = model.tables[model.row].code if model.tables and model.row < len(model.tables) else None
    row = next((at for at, line in enumerate(tables) if line.code == under), min(model.row, max(0, len(tables) - 1)))
    row = row if model.screen is Screen.TABLES else model.row
    model = model.but(tables=tables, row=row, listed_at=model.now)
    if message.more and message.tables and len(tables) < steering.MOST_TABLES:
        return _ask(model, net.ListTables(id=1, after=message.tables[-1].code))
    return model, ()


def _error(model: Model, message: net.Error) -> Next:
    model, request = _take_pending(model, message.id)
    text = error_text(message.code, message.args, message.text, voice_of(model.table))
    model = say(model, text, Tone.FAULT)
    if isinstance(request, (net.JoinTable, net.CreateTable, net.SpectateTable)) and model.table is None:
        if model.screen is not Screen.CREATE:
            model = model.but(screen=Screen.TABLES)
        return _ask(model, net.ListTables(id=1))
    return model, ()
