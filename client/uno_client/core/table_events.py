"""The server's messages about the table: snapshots, entries, legal actions; and inconsistent data."""

import dataclasses
from collections.abc import Mapping, Sequence
from random import Random

from uno_client.core import chat, opening, recorder
from uno_client.core.actions.dialogue import choices
from uno_client.core.deal import on_entry, on_snapshot, to_open
from uno_client.core.deal_text import deal_text
from uno_client.core.legal_moves import choosable, just_drawn
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen, Tone
from uno_client.core.model.question import Dialogue, Pending, Question, YesNo
from uno_client.core.model.table import LOG_LINES, NO_CHAIN, HandPart, LogGap, LogLine, as_they_came
from uno_client.core.navigation import to_tables
from uno_client.core.requests import Next, ask, say
from uno_client.messages import Act, Bell, Quit, Resync
from uno_client.structs import replace
from uno_client.wording.chat import newer, speaker
from uno_client.wording.sanitize import clean
from uno_client.wording.words import error_text, voice_of
from uno_engine import events as ev
from uno_engine.actions import CanPlay, Play
from uno_engine.cards import Card
from uno_engine.decisions import Decision, asked
from uno_engine.events import Event
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.fold import TableView
from uno_protocol.labels import worded
from uno_protocol.room import RoomEvent, RoomPhase
from uno_protocol.sentences import Voice, event_text, jump_in_text, said_text
from uno_protocol.versions import lacks
from uno_protocol.wire import WireFault, event_from_map, listed_from_map
from uno_protocol.wording.entries import sentence

MOST_RESYNCS = 5
"""Contradictions of one server before the client gives up on it (FAULTS 38)."""
AWAY_SECONDS = 10.0
"""Seconds without a key after which the player may be looking elsewhere: the bell rings for the turn."""

_CONTRADICTIONS = (WireFault, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
# What taking in a message can raise if it does not go with the table: it came from a peer, so it is the peer's fault.


def table_told(model: Model, message: net.Entry | net.Snapshot | net.Legal) -> Next:
    """Apply a server message to the table. If it is inconsistent, request a snapshot, or give up."""
    try:
        match message:
            case net.Snapshot():
                return _snapshot(model, message), ()
            case net.Legal():
                return _legal(model, message), ()
            case net.Entry():
                return _entry(model, message)
    except _CONTRADICTIONS as fault:
        return _contradicted(model, fault)


def _contradicted(model: Model, fault: Exception) -> Next:
    """FAULTS 38: The server contradicts itself; ask for a snapshot, a few times, then give up."""
    why = clean(str(fault), 100)
    if model.play.resyncs >= MOST_RESYNCS:
        return model, (Quit(76, _("the server sent inconsistent data ({reason})").format(reason=why)),)
    play = replace(model.play, resyncs=model.play.resyncs + 1, contradicted=True, legal=(), countdown=None)
    said = _("The server sent inconsistent data ({reason}); reloading the table.").format(reason=why)
    return say(replace(model, play=play, question=None), said, Tone.FAULT), (Resync(),)


def _snapshot(model: Model, message: net.Snapshot) -> Model:
    table = TableView.from_snapshot(message)
    before = None if model.table is None or model.table.code != table.code else model.table
    if before is None:
        play, hand = replace(model.play, log=()), HandPart(order=model.hand.order)
        model = replace(model.scrolled(0), play=play, hand=hand, row=0)
    if before is not None and table.seat is not None and before.seat != table.seat:
        # A player who is moved, or sits down, gets a new snapshot.
        model = tell(model, None, _("You're in seat {n} now.").format(n=table.seat + 1))
    gap = LogGap(table.n, model.play.told) if table.game is not None else None
    deal = on_snapshot(model.play.deal, before, table)
    play = replace(model.play, table=table, opened_at=None, legal=(), legal_decision=-1, deal=deal)
    recorded = recorder.of_snapshot(table, None if before is None else model.play.recorded, model.now)
    play = replace(play, countdown=None, contradicted=False, gap=gap, recorded=recorded)
    model = replace(model, play=play, screen=Screen.TABLE, replay=None)
    if model.spelled:  # whoever comes back finds the cards sorted
        model = replace(model, hand=replace(model.hand, came=()))
    model = _settle(replace(model.chaining(NO_CHAIN), question=None, chat=replace(model.chat, lobby_due=True)), ())
    for remark in newer(before.room.remarks if before else (), table.room.remarks):  # said while one was away
        said = rm.Said(remark.name, remark.text, remark.seat)
        model = tell(model, said, said_text(said, voice_of(table)))
    return model


def ask_history(model: Model) -> Next:
    """Ask once for what the log lacks, where the server can tell it."""
    gap, request = model.play.gap, net.History(id=1)
    if gap is None or gap.asked or not model.link.online or lacks(model.server.version, request):
        return model, ()
    return ask(replace(model, play=replace(model.play, gap=replace(gap, asked=True))), request)


def recalled(model: Model, message: net.RoundHistory) -> Model:
    """Fill the gap in the log with the round as it was; nothing of it is news. Chat that is there stays."""
    gap, table = model.play.gap, model.table and _copy_of(model.table)
    if gap is None or table is None:
        return model
    try:
        table.recall(message)
        events = [event_from_map(past.event) for past in message.entries if past.n <= gap.n]
    except _CONTRADICTIONS:  # the round is not told, and nothing else is lost
        return model
    lines = _lines_of([event for event in events if event is not None], voice_of(table))
    at = max(0, len(model.play.log) - (model.play.told - gap.told))
    before, since = model.play.log[:at], model.play.log[at:]
    deals = [at for at, line in enumerate(before) if isinstance(line.event, ev.RoundDealt)]
    same = deals[-1] if deals and before[deals[-1]].event in events else len(before)
    kept = (*before[:same], *(line for line in before[same:] if speaker(line.event) is not None))
    log = (*kept, *lines, *since)[-LOG_LINES:]
    return replace(model, play=replace(model.play, table=table, log=log, gap=None))


def _lines_of(events: Sequence[Event | RoomEvent], voice: Voice) -> list[LogLine]:
    """The events in words: whoever was in a seat before somebody took it is named only if they say who it was."""
    taken = {event.seat for event in events if isinstance(event, rm.SeatTaken)}
    names = ["" if seat in taken else name for seat, name in enumerate(voice.names)]
    lines, waits = list[LogLine](), tuple[int, ...]()
    for event in events:
        if isinstance(event, rm.SeatTaken):
            names[event.seat] = event.name
        then = dataclasses.replace(voice, names=tuple(names))
        match event:
            case ev.CardsPlayed(seat) if waits and seat not in waits:
                said = jump_in_text(event, then)
            case _:
                said = event_text(event, then)
        waits = asked(event.decision) if isinstance(event, ev.Asked) else waits
        lines.append(LogLine(event, said))
    return lines


def _legal(model: Model, message: net.Legal) -> Model:
    table = model.table
    if table is None or table.code != message.table or table.seat is None:
        return model
    listed = (listed_from_map(each, table.seat) for each in message.actions)
    play = replace(model.play, legal=tuple(filter(None, listed)), legal_decision=message.decision)
    model = replace(model, play=replace(play, legal_at=model.now, kept=False, advice=None))
    return _point_at_choosable(_advised(model))


def _advised(model: Model) -> Model:
    """The model with what the coach says, where the player wants that; against people it says nothing."""
    alone = model.start.autostart or model.lesson is not None
    if not (model.settings.wants.coach and alone and model.asked and model.game is not None):
        return model
    from uno_client.core.coach import advice

    return replace(model, play=replace(model.play, advice=advice(model.game, model.play.legal)))


def followed(model: Model, request: net.Continuations, message: net.Follow) -> Model:
    """Take in what may come next in a chain, if it still is the chain that was asked about."""
    game, seat, chain = model.game, model.seat, model.hand.chain
    about = (request.decision, request.cards)
    if game is None or seat is None or about != (game.decision, [card.name for card in chain.cards]):
        return model
    try:
        listed = [listed_from_map(each, seat) for each in message.actions]
    except _CONTRADICTIONS:  # nothing that can be understood follows
        listed = []
    follows = tuple(each for each in listed if isinstance(each, CanPlay))
    return _point_at_choosable(model.chaining(replace(chain, follows=follows)))


def _entry(model: Model, message: net.Entry) -> Next:
    before = model.table
    if before is None or before.code != message.table or model.play.contradicted:
        return model, ()
    table = _copy_of(before)
    event = table.apply(message)
    hand = model.cards
    deal = model.play.deal if event is None else on_entry(model.play.deal, before, event, table)
    recorded = model.play.recorded if event is None else recorder.of_event(table, event, model.play.recorded, model.now)
    model = replace(model, play=replace(model.play, table=table, deal=deal, recorded=recorded))
    if event is None:
        said = _("Something happened that this version doesn't know ({kind}).")
        return tell(model, None, said.format(kind=clean(str(message.event.get("k", "")), 40))), ()
    voice = voice_of(table, before)
    later = model.spelled and opening.told_later(model, event)
    waits = None if before.game is None else asked(before.game.waiting_for)
    said = "" if later else sentence(event, voice, before.room, table.room, waits)
    model = _settle(tell(model, event, said), hand)
    if (name := speaker(event)) is not None:
        return chat.counted(model, name), ()
    return _happened(_point_at_same(model, before), event, voice)


def _point_at_same(model: Model, before: TableView) -> Model:
    """The model with the cursor on the same person when others come or go; if that one has gone, nobody is chosen."""
    asked = model.question
    if not isinstance(asked, Pending) or asked.field is not None:
        return model
    was, now = choices(replace(model, play=replace(model.play, table=before))), choices(model)
    if was == now:
        return model
    held = was[asked.at].name if asked.at < len(was) else ""
    at = next((at for at, each in enumerate(now) if held and each.name == held), None)
    return replace(model, question=None if at is None else replace(asked, at=at))


def announced(model: Model, text: str) -> Model:
    """A message from the server's operator: a line of the log, or a notice if no log is visible."""
    if model.table is None:
        return say(model, text)
    return tell(model if chat.in_view(model) else say(model, text), None, text)


def tell(model: Model, event: Event | RoomEvent | None, text: str) -> Model:
    """The model with a line in its log; an event without a sentence is kept for those who count events."""
    log = (*model.play.log[-LOG_LINES + 1 :], LogLine(event, text, model.now))
    return replace(model, play=replace(model.play, log=log, told=model.play.told + 1))


def _rings(model: Model) -> bool:
    """Whether the bell rings for a player who is asked something, by the player's setting."""
    bell = model.settings.wants.bell
    return bell == "always" or (bell == "idle" and model.now - model.touched >= AWAY_SECONDS)


def _happened(model: Model, event: Event | RoomEvent, voice: Voice) -> Next:
    checked, refused = model.play.deal.checked, model.notice is not None and model.notice.tone is Tone.FAULT
    if refused and isinstance(event, (rm.ReadyChanged, rm.SeatTaken, rm.SeatFreed)):
        model = replace(model, notice=None)  # such as that not everyone is ready
    match event:
        case ev.Asked(decision):
            return _asked(model, decision)
        case ev.RoundDealt(round=dealt):
            hand = HandPart(order=model.hand.order, came=_as_dealt(model, dealt))
            return opening.begun(replace(model, hand=hand, notice=None, replay=None)), ()
        case ev.RoundEnded() | ev.GameEnded():
            page = None if model.page is Scope.REASONS else model.page
            play = replace(model.play, legal=(), countdown=None, opened_at=None)
            hand = replace(model.hand, chain=NO_CHAIN, uno=False, came=())
            return replace(model, play=play, hand=hand, question=None, page=page, notice=None), ()
        case rm.StandInChanged(seat, level) if seat == model.seat and level is not None:
            return model, (Bell(),) if _rings(model) else ()
        case rm.ClaimMade(seat=seat) if model.hosting or (model.room is not None and seat == model.room.host):
            said = _("Is that {name}? Choose allow or refuse in the menu, or type it.")
            return say(model, said.format(name=voice.name(seat))), ()
        case rm.GameOpened():
            opens = to_open(model)
            return (model, ()) if opens is None else ask(model, opens)
        case rm.GameSeed() | rm.PhaseChanged(phase=RoomPhase.FINISHED) if checked is not None and checked.bad:
            told = checked.unsaid is isinstance(event, rm.GameSeed)
            return (model if told else say(model, deal_text(checked), Tone.FAULT)), ()
        case rm.GameCleared():
            question = model.question if _survives(model.question) else None
            play = replace(model.play, legal=(), countdown=None, opened_at=None)
            hand = replace(model.hand, chain=NO_CHAIN, uno=False, selected=0)
            return replace(model, play=play, hand=hand, question=question), ()
        case rm.ReadyChanged(seat=seat, ready=True) if seat == model.seat and _may_autostart(model):
            return ask(model, net.Start(id=1))
        case _ if model.phase is RoomPhase.CLOSED:
            return ask(say(to_tables(model), worded("table_closed")), net.ListTables(id=1))
        case _:
            return model, ()


def _asked(model: Model, decision: Decision) -> Next:
    """The game asks again: choices for the previous question are over."""
    question = model.question if _survives(model.question) else None
    outrun = _outrun(model, model.question) if model.question and not question else ""
    page = None if model.page is Scope.REASONS else model.page  # they were reasons of the question before
    # "It is not your turn." does not outlive the turns of others; between them it can still be read.
    notice = None if model.seat in asked(decision) else model.notice
    model = replace(model.chaining(NO_CHAIN), question=question, page=page, row=0, notice=notice)
    model = replace(model, replay=None) if model.seat in asked(decision) else model
    model = say(model, outrun) if outrun else model
    if model.spelled and opening.just_turned(model.play.log[:-1]):
        model = tell(model, None, opening.first_card_text(model))
    return model, (Bell(),) if model.seat in asked(decision) and _rings(model) else ()


def _outrun(model: Model, question: Question) -> str:
    """What is said of a question that nobody needs to answer any more, since somebody else has played."""
    card: Card | None = None
    match question:
        case Dialogue(answers=answers) | Pending(answers=answers) if answers.laid.cards:
            card = answers.laid.cards[-1]
        case YesNo(then=Act(Play(cards=cards))):
            card = cards[0]
    voice, plays = voice_of(model.table), (ev.CardsPlayed, ev.CardsDrawn, ev.TurnMissed)
    last = next((line.event for line in reversed(model.play.log) if isinstance(line.event, plays)), None)
    if not isinstance(last, ev.CardsPlayed) or last.seat == model.seat:
        return error_text("stale")
    said = _("{name} was faster.") if card is None else _("{name} was faster: you keep your {card}.")
    return said.format(name=voice.name(last.seat), card="" if card is None else voice.card(card))


def too_late_to_catch(model: Model, target: int) -> str | None:
    """Why a seat that could be caught no longer can be; None if it never could, as far as the log goes back."""
    for event in (line.event for line in reversed(model.play.log)):
        if isinstance(event, ev.UnoCalled | ev.UnoCaught | ev.UnoWindowClosed) and event.seat == target:
            return _(_TOO_LATE[type(event)]).format(name=voice_of(model.table).name(target))
        if isinstance(event, ev.RoundDealt):
            break
    return None


_TOO_LATE: Mapping[type[Event], str] = {
    ev.UnoCalled: N_("Too late: {name} called UNO in time."),
    ev.UnoCaught: N_("Too late: {name} has been caught already."),
    ev.UnoWindowClosed: N_("Too late: {name} can no longer be caught."),
}


def _may_autostart(model: Model) -> bool:
    """Whether a table of one's own is to start: all are ready, it is no rematch (P-7.25), nobody has asked for it."""
    first = model.hosting and model.phase is RoomPhase.WAITING and model.game is None
    if not (model.start.autostart and first) or any(isinstance(each, net.Start) for each in model.link.pending):
        return False
    seated = [each for each in model.occupants if each]
    return len(seated) > 1 and all(each.ready for each in seated)


def _survives(question: Question | None) -> bool:
    """Whether a question outlives the decision that was open: leaving does, a card to be laid does not."""
    if isinstance(question, Pending):
        return question.place is Scope.SOMEBODY
    return isinstance(question, YesNo) and not isinstance(question.then, Act)


def _copy_of(table: TableView) -> TableView:
    """A table that can be changed without changing `table`: an entry that turns out bad leaves nothing behind."""
    occupants = [each and dataclasses.replace(each) for each in table.room.occupants]
    room = dataclasses.replace(table.room, occupants=occupants)
    return dataclasses.replace(table, room=room, game=table.game and table.game.copy(), log=table.log.copy())


def _settle(model: Model, before: tuple[Card, ...]) -> Model:
    """Keep the cursor on the same card when the hand has changed; a chain, and a call if the hand grew, lapse."""
    hand = model.cards
    if hand == before:
        return model
    model = replace(model, hand=replace(model.hand, came=as_they_came(model.hand.came, model.held)))
    held = before[model.hand.selected] if model.hand.selected < len(before) else None
    same = hand.index(held) if held in hand else min(model.hand.selected, max(0, len(hand) - 1))
    uno = model.hand.uno and len(hand) <= len(before)
    return replace(model, hand=replace(model.hand, selected=same, chain=NO_CHAIN, uno=uno))


def _as_dealt(model: Model, dealt: int) -> tuple[Card, ...]:
    """The new hand as it was dealt, one card after the other: the wire has it sorted, so an order is made up."""
    code = "" if model.table is None else model.table.code
    return tuple(Random(f"{code} {dealt} {model.seat}").sample(model.held, len(model.held)))


def _point_at_choosable(model: Model) -> Model:
    """When the player is asked, put the cursor on a card that answers, or on the card just drawn."""
    left, selected, drawn = model.left, model.hand.selected, just_drawn(model)
    cards = frozenset([drawn]) if drawn in left else choosable(model)
    there = selected < len(left) and left[selected] in cards
    return model if there else model.pointing_at(next((at for at, card in enumerate(left) if card in cards), selected))
