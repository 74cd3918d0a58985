"""What has happened, in one sentence: every event of a game and of a table, from the viewer's side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.clean import clean
from client.remarks import reacted_text, said_text
from client.words import Voice, chain_text, listing, number, ordinal, ranking, rule_text, rule_title
from engine import events as ev
from engine.events import DrawReason, Event, MoveReason
from protocol import room as rm
from protocol.room import RoomEvent, RoomPhase

_BECAUSE = {
    DrawReason.GUILTY: " for the bluff",
    DrawReason.INNOCENT: " for the lost challenge",
    DrawReason.CAUGHT: " for the forgotten UNO",
    DrawReason.FORGOTTEN: " for the forgotten UNO",
    DrawReason.RULE: " by the rule of the Customizable card",
    DrawReason.FALSE_UNO: " for the false UNO",
    DrawReason.OUT_OF_TURN: " for playing out of turn",
}


def _dealt(event: ev.RoundDealt, voice: Voice) -> str:
    return f"Round {event.round}: {voice.does(event.dealer, 'deal')}."


def _played(event: ev.CardsPlayed, voice: Voice) -> str:
    mine = event.seat == voice.me
    if len(event.cards) > 1:
        laid = chain_text(event.cards, event.colours, voice)
        return f"{voice.does(event.seat, 'lay')} a chain: {laid}."
    parts = [f"{voice.does(event.seat, 'play')} {voice.cards(event.cards)}"]
    if event.colours and event.colours[-1] is not None:
        parts.append(f"{'name' if mine else 'names'} {voice.colour(event.colours[-1])}")
    if event.target is not None:
        parts.append(f"{'choose' if mine else 'chooses'} {voice.whom(event.target)}")
    return f"{listing(parts)}."


def _rule_chosen(event: ev.RuleChosen, voice: Voice) -> str:
    got = f" with {number(max(event.votes), 'vote')}" if any(event.votes) else ""
    return f"The Customizable cards{got}: {rule_title(event.rule)}. {rule_text(event.rule)}".strip()


def _hands_moved(event: ev.HandsMoved, voice: Voice) -> str:
    if event.reason is MoveReason.SWAP:
        said = f"{voice.all_of(list(event.counts))} swap hands"
    elif event.reason is MoveReason.ROTATE:
        said = "All hands move on one seat"
    else:
        said = "All hands are shuffled together and dealt anew"
    mine = event.hands.get(voice.me) if voice.me is not None else None
    return f"{said}. You have {voice.cards(mine)} now." if mine is not None else f"{said}."


def _card_chosen(event: ev.CardChosen, voice: Voice) -> str:
    what = voice.card(event.card) if event.card else "a card"
    return f"{voice.who(event.seat)} {'have' if event.seat == voice.me else 'has'} chosen {what} to pass on."


def _cards_passed(event: ev.CardsPassed, voice: Voice) -> str:
    said = "Everyone passes one card on."
    me = voice.me
    giver = next((giver for giver, to in event.to.items() if to == me), None)
    if me is not None and me in event.to and me in event.cards:
        said += f" You give {voice.card(event.cards[me])} to {voice.name(event.to[me])}."
    if giver is not None and giver in event.cards:
        said += f" You get {voice.card(event.cards[giver])} from {voice.name(giver)}."
    return said


def _hand_opened(event: ev.HandOpened, voice: Voice) -> str:
    return f"{voice.whose(event.seat)} hand lies open: {voice.cards(event.cards)}."


def _hand_closed(event: ev.HandClosed, voice: Voice) -> str:
    return f"{voice.whose(event.seat)} hand is hidden again."


def _colour_discarded(event: ev.ColourDiscarded, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'discard')} {voice.cards(event.cards)}, under the top card."


def _uno_rolled(event: ev.UnoRolled, voice: Voice) -> str:
    return f"The game finds that {voice.whom(event.seat)} forgot UNO!" if event.forgotten else ""


def _uno_caught(event: ev.UnoCaught, voice: Voice) -> str:
    if event.by is None:
        return f"The referee saw that {voice.whom(event.seat)} did not call UNO."
    return f"{voice.does(event.by, 'catch')} {voice.whom(event.seat)} without UNO."


def _player_out(event: ev.PlayerOut, voice: Voice) -> str:
    return f"{voice.who(event.seat)} {'are' if event.seat == voice.me else 'is'} out: {ordinal(event.rank)} place."


def _drawn(event: ev.CardsDrawn, voice: Voice) -> str:
    what = voice.cards(event.cards) if event.cards else number(event.count, "card")
    return f"{voice.does(event.seat, 'draw')} {what}{_BECAUSE.get(event.reason, '')}."


def _challenged(event: ev.Challenged, voice: Voice) -> str:
    said = f"{voice.does(event.seat, 'challenge')} {voice.whom(event.offender)}: "
    said += "it was a bluff!" if event.guilty else "the Wild Draw Four was fair."
    if event.hand is not None:
        said += f" {voice.whose(event.offender)} hand was {voice.cards(event.hand)}."
    return said


def _round_ended(event: ev.RoundEnded, voice: Voice) -> str:
    if event.ranks:
        return f"{'The round is blocked' if event.blocked else 'The round is over'}: {ranking(event.ranks, voice)}."
    if event.blocked and not event.winners:
        return "The round is blocked: nobody wins it."
    said = f"{'The round is blocked. ' if event.blocked else ''}{voice.all_of(event.winners)} "
    said += "win" if len(event.winners) > 1 or event.winners[0] == voice.me else "wins"
    gained = max((event.gains[seat] for seat in event.winners), default=0)
    return f"{said} the round and {number(gained, 'point')}." if gained else f"{said} the round."


def _game_ended(event: ev.GameEnded, voice: Voice) -> str:
    if not event.winners:
        return "The game is over, nobody wins."
    many = len(event.winners) > 1 or event.winners[0] == voice.me
    return f"{voice.all_of(event.winners)} {'win' if many else 'wins'} the game!"


def _direction(event: ev.DirectionTurned, _voice: Voice) -> str:
    return f"Play turns round: {'clockwise' if event.direction == 1 else 'counter-clockwise'} now."


def _seat_taken(event: rm.SeatTaken, voice: Voice) -> str:
    if event.bot is not None:
        return f"{clean(event.name)} ({event.bot} computer player) sits down."
    return f"{voice.does(event.seat, 'sit')} down."


def _seat_freed(event: rm.SeatFreed, voice: Voice) -> str:
    mine = event.seat == voice.me
    match event.reason:
        case "kicked" | "banned":
            for_good = " for good" if event.reason == "banned" else ""
            return f"The host puts {voice.whom(event.seat)} out of the table{for_good}."
        case "absent":
            return (
                f"{voice.who(event.seat)} {'were' if mine else 'was'} away for too long and {_has(mine)} no seat now."
            )
    return f"{voice.does(event.seat, 'leave')} the table."


def _has(mine: bool) -> str:
    return "have" if mine else "has"


def _seats_moved(event: rm.SeatsMoved, voice: Voice) -> str:
    moved, other = voice.name(event.to), voice.name(event.seat)
    if other in (moved, f"seat {event.seat + 1}"):  # an empty seat still has the name of whoever sat there
        return f"{voice.does(event.to, 'move')} to seat {event.to + 1}."
    return f"{voice.who(event.to)} and {voice.whom(event.seat)} change seats."


def _stand_in(event: rm.StandInChanged, voice: Voice) -> str:
    if event.level is None:
        return f"{voice.does(event.seat, 'play')} again."
    return f"A {clean(event.level)} computer player sits in for {voice.whom(event.seat)}."


def _time_given(event: rm.TimeGiven, voice: Voice) -> str:
    if not event.seconds:
        return f"{voice.does(event.seat, 'have')} no more time than the others now."
    return f"{voice.does(event.seat, 'have')} {number(event.seconds, 'second')} more for every answer."


def _table_changed(event: rm.TableChanged, _voice: Voice) -> str:
    told = []
    if event.preset is not None or event.options is not None:
        told.append("other rules")
    if event.seats is not None:
        told.append(f"{event.seats} seats")
    if event.turn_seconds is not None:
        told.append(
            f"{number(event.turn_seconds, 'second')} for a turn" if event.turn_seconds else "no limit for a turn"
        )
    for field, on, off in _SWITCHES:
        value = getattr(event, field)
        if value is not None:
            told.append(on if value else off)
    return f"The host has changed the table: {', '.join(told)}." if told else ""


_SWITCHES = (
    ("password", "a new password", "no password"),
    ("listed", "it is in the list", "it is found by its code alone"),
    ("locked", "nobody comes in", "people may come in"),
    ("watching", "people may watch", "nobody else may watch"),
    ("show_hands", "all hands are shown after a round", "hands are not shown after a round"),
)
"""What a switch of the table says if it is on, and if it is off."""


def _watcher_left(event: rm.WatcherLeft, _voice: Voice) -> str:
    if event.reason in ("kicked", "banned"):
        return f"The host puts {clean(event.name)} out of the table{' for good' if event.reason == 'banned' else ''}."
    return f"{clean(event.name)} watches no longer."


def _hands_shown(event: rm.HandsShown, voice: Voice) -> str:
    shown = [
        f"{voice.name(seat)}{' (you)' if seat == voice.me else ''}: {voice.cards(hand)}"
        for seat, hand in enumerate(event.hands)
        if hand is not None
    ]
    return f"The hands were: {'; '.join(shown)}." if shown else ""


_PHASE_WORDS = {
    RoomPhase.PLAYING: "",
    RoomPhase.PAUSED: "The table pauses.",
    RoomPhase.BETWEEN_ROUNDS: "",
    RoomPhase.FINISHED: "",
    RoomPhase.CLOSED: "The table is closed.",
}


def _phase(event: rm.PhaseChanged, voice: Voice) -> str:
    if event.held:
        return "The host lets the game stand still."
    if event.phase is RoomPhase.WAITING:
        full = bool(voice.names) and all(voice.names)
        return "The table waits for the next game." if full else "The table waits for players."
    return _PHASE_WORDS.get(event.phase, "")


_EVENTS: dict[type[Event | RoomEvent], Callable[[Any, Voice], str]] = {
    ev.BallotDrawn: lambda e, v: (
        f"Vote for the rule of the Customizable cards: {'; '.join(rule_title(rule) for rule in e.rules)}."
    ),
    ev.VoteCast: lambda e, v: f"{v.who(e.seat)} voted{'' if e.rule is None else ' for: ' + rule_title(e.rule)}.",
    ev.RuleChosen: _rule_chosen,
    ev.RoundDealt: _dealt,
    ev.FirstCardTurned: lambda e, v: f"The first card is {v.card(e.card)}.",
    ev.FirstCardReturned: lambda e, v: "It goes back and the pile is shuffled.",
    ev.CardsPlayed: _played,
    ev.ColourNamed: lambda e, v: f"{v.does(e.seat, 'name')} {v.colour(e.colour)}.",
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: lambda e, v: f"The discards are shuffled into a new draw pile of {e.count}.",
    ev.PlayerChosen: lambda e, v: f"{v.does(e.seat, 'choose')} {v.whom(e.target)}.",
    ev.HandsMoved: _hands_moved,
    ev.CardChosen: _card_chosen,
    ev.CardsPassed: _cards_passed,
    ev.ColourDiscarded: _colour_discarded,
    ev.HandOpened: _hand_opened,
    ev.HandClosed: _hand_closed,
    ev.DrawnKept: lambda e, v: f"{v.does(e.seat, 'keep')} the card.",
    ev.Passed: lambda e, v: f"{v.does(e.seat, 'pass')}.",
    ev.TurnMissed: lambda e, v: f"{v.does(e.seat, 'miss')} a turn.",
    ev.DirectionTurned: _direction,
    ev.UnoWindowOpened: lambda e, v: f"{v.does(e.seat, 'have')} one card and did not call UNO!",
    ev.UnoWindowClosed: lambda e, v: "",
    ev.UnoCalled: lambda e, v: f"{v.does(e.seat, 'call')} UNO!",
    ev.UnoClaimed: lambda e, v: f"{v.does(e.seat, 'call')} UNO, to be settled with the cards discarded.",
    ev.UnoRolled: _uno_rolled,
    ev.UnoAnnounced: lambda e, v: f"UNO! {v.does(e.seat, 'have')} one card.",
    ev.UnoCaught: _uno_caught,
    ev.FalseUno: lambda e, v: f"{v.does(e.seat, 'call')} UNO with too many cards.",
    ev.OutOfTurn: lambda e, v: f"{v.who(e.seat)} tried to play out of turn.",
    ev.Challenged: _challenged,
    ev.TimeRanOut: lambda e, v: f"{v.who(e.seat)} ran out of time.",
    ev.PlayerLeft: lambda e, v: f"{v.who(e.seat)} left the game.",
    ev.PlayerJoined: lambda e, v: f"{v.does(e.seat, 'join')} the game.",
    ev.Asked: lambda e, v: "",
    ev.PlayerOut: _player_out,
    ev.RoundEnded: _round_ended,
    ev.GameEnded: _game_ended,
    rm.SeatTaken: _seat_taken,
    rm.SeatFreed: _seat_freed,
    rm.SeatsMoved: _seats_moved,
    rm.StandInChanged: _stand_in,
    rm.TimeGiven: _time_given,
    rm.TableChanged: _table_changed,
    rm.HostChanged: lambda e, v: (
        "" if e.seat is None else f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} the host now."
    ),
    rm.ReadyChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} {'ready' if e.ready else 'not ready any more'}."
    ),
    rm.PresenceChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} back."
        if e.connected
        else f"{v.who(e.seat)} lost the connection; the seat is kept."
    ),
    rm.WatcherCame: lambda e, v: f"{clean(e.name)} watches.",
    rm.WatcherLeft: _watcher_left,
    rm.MuteChanged: lambda e, v: f"{clean(e.name)} may {'not speak' if e.muted else 'speak again'} at this table.",
    rm.Said: said_text,
    rm.Reacted: reacted_text,
    rm.PhaseChanged: _phase,
    rm.GameOpened: lambda e, v: "A new game begins.",
    rm.GamePlaced: lambda e, v: "A new game begins, with cards that were chosen.",
    rm.GameCleared: lambda e, v: "The game is put away.",
    rm.HandsShown: _hands_shown,
    rm.GameSeed: lambda e, v: f"The seed of that game was {clean(e.seed)}.",
}


def event_text(event: Event | RoomEvent, voice: Voice) -> str:
    """The sentence for an event, from the viewer's side; empty if it is not worth a line."""
    says = _EVENTS.get(type(event))
    return "" if says is None else says(event, voice)
