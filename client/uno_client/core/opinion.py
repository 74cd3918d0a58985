"""The opinion of `expert` on a place of a recorded game: a move, and what it is worth on average. Pure, and slow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from uno_client.core.coach import Advice, advice_text
from uno_client.messages import Opinion
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.actions import Draw, Listed, Play, PlayerAction
from uno_engine.decisions import PlayDrawn, TakeTurn, asked
from uno_engine.events import CardsDrawn, CardsPlayed, DrawReason, Event
from uno_engine.language import _, ngettext
from uno_engine.rules import Goal
from uno_protocol.room import RoomEvent
from uno_protocol.sentences import Voice, rule_title

if TYPE_CHECKING:
    from uno_engine.memory import Memory
    from uno_engine.state import View
    from uno_protocol.records.file import GameRecord

TRIES = 200
"""Worlds in which the move and the one that was made are tried."""
_SEED = b"opinion"


def opinion(record: GameRecord, at: int, eyes: int | None) -> Opinion | None:
    """That of the place after so many events, for the seat that was asked; None if that is none, or not of `eyes`.

    It knows only what that seat knew. `eyes`: the seat whose record it is; None: it has all hands.
    """
    from uno_engine.bots import expert
    from uno_engine.legal import legal_actions
    from uno_engine.memory import Memory, remember
    from uno_protocol.records.showing import Showing, fold

    seats = asked(waiting) if (game := Showing(record).at(at).game) and (waiting := game.waiting_for) else ()
    seat = eyes if eyes in seats else seats[0] if seats and eyes is None else None
    if seat is None:
        return None
    showing, memory = Showing(record, seat), Memory()
    table = showing.at(0)
    for event in showing.events[:at]:
        if isinstance(event, Event) and table.game is not None:
            remember(memory, table.game, seat, event)
        fold(table, event)
    assert table.game is not None
    listed = legal_actions(table.game, seat)
    move = expert.choose(table.game, listed, _SEED, memory)
    return None if move is None else _weighed(table.game, move, listed, memory, showing.events[at:])


def _weighed(
    view: View, move: PlayerAction, listed: Sequence[Listed], memory: Memory, then: Sequence[Event | RoomEvent]
) -> Opinion:
    """The opinion that the move is the best, with what comes of it and of the one that was made `then`."""
    from uno_engine.bots import expert

    seat = move.seat
    found = Opinion(seat, move, view.rules, sum(view.seated) - 1)
    if not isinstance(view.waiting_for, TakeTurn | PlayDrawn):
        return found
    moves = [each for each in expert.moves_of(view, seat, listed, _SEED) if not _same(each, move)]
    made = next((each for each in (move, *moves) if _was_made(each, then)), None)
    tried = [move] if made is None or made is move else [move, made]
    worths = expert.worths(view, tried, _SEED, memory, TRIES)
    return replace(found, worth=worths[0], made=made, worth_made=worths[-1])


def _same(one: PlayerAction, other: PlayerAction) -> bool:
    alike = isinstance(one, Play) and isinstance(other, Play) and one.cards == other.cards
    return alike or type(one) is type(other) is not Play


def _was_made(move: PlayerAction, then: Sequence[Event | RoomEvent]) -> bool:
    """Whether the first thing that the seat did is that move."""
    for event in then:
        match event:
            case CardsPlayed(seat, cards) if seat == move.seat:
                return isinstance(move, Play) and move.cards[0] == cards[0]
            case CardsDrawn(seat, _count, DrawReason.TURN) if seat == move.seat:
                return isinstance(move, Draw)
    return False


def opinion_text(found: Opinion, voice: Voice) -> str:
    """The opinion in words, with what both moves are worth."""
    said = [_move_text(found.move, voice)]
    if found.worth is not None:
        said.append(_("Expected: {worth}.").format(worth=_told(found.worth, found)))
    if found.made is found.move:
        said.append(_("That was the move played."))
    elif found.worth_made is not None and found.made is not None:
        said.append(_("The move played: {worth}.").format(worth=_told(found.worth_made, found)))
    return f"{voice.name(found.seat)}: {' '.join(said)}"


def _move_text(move: PlayerAction, voice: Voice) -> str:
    if (choice := _CHOICES.get(type(move))) is None:
        return advice_text(Advice(move), voice)
    said = choice(move, voice)
    return f"{said[:1].upper()}{said[1:]}."


_CHOICES: Mapping[type[PlayerAction], Callable[[Any, Voice], str]] = {
    act.Name: lambda move, voice: voice.colour(move.colour),
    act.Choose: lambda move, voice: _("choose {name}").format(name=voice.name(move.target)),
    act.Cast: lambda move, voice: _("vote for: {rule}").format(rule=rule_title(move.rule)),
    act.Give: lambda move, voice: _("pass on {card}").format(card=voice.card(move.card)),
    act.Retain: lambda move, voice: _("keep {card}").format(card=voice.card(move.card)),
    act.Done: lambda move, voice: _("done"),
    act.CallUno: lambda move, voice: _("call UNO"),
    act.Catch: lambda move, voice: _("catch {name}, who forgot UNO").format(name=voice.name(move.target)),
}
"""The moves that no advice is about, in words."""


def _told(worth: float, found: Opinion) -> str:
    if found.rules.goal.by_points:
        points = round(worth * found.rules.target / max(1, found.others))
        return ngettext("{n:+d} point", "{n:+d} points", abs(points)).format(n=points)
    said = _("{share} % of a first place") if found.rules.goal is Goal.UNTIL_LAST else _("{share} % wins")
    return said.format(share=round(100 * worth))
