"""What is a kept game in words? A sentence an event, cards in the notation of P-1.6."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import events as ev
from engine.cards import Card
from engine.events import DrawReason, Event, MoveReason
from protocol import room as rm
from protocol.room import RoomEvent, RoomPhase

_COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
_BECAUSE = {
    DrawReason.GUILTY: " for the bluff",
    DrawReason.INNOCENT: " for the lost challenge",
    DrawReason.CAUGHT: " for the UNO that was caught",
    DrawReason.FORGOTTEN: " for the forgotten UNO",
    DrawReason.RULE: " by the rule of the customizable card",
    DrawReason.FALSE_UNO: " for the false UNO",
    DrawReason.OUT_OF_TURN: " for playing out of turn",
}
_MOVES = {
    MoveReason.SWAP: "hands are swapped",
    MoveReason.ROTATE: "all hands move on",
    MoveReason.SHUFFLE: "all hands are shuffled and dealt anew",
}
_PHASES = {RoomPhase.PAUSED: "the table pauses", RoomPhase.CLOSED: "the table is closed"}
_GONE = {
    "kicked": "is put out by the host",
    "banned": "is put out by the host for good",
    "absent": "has been away for too long",
}


class Names:
    """Who sits where, as far as the story has gone."""

    def __init__(self, names: Sequence[str | None]) -> None:
        self._names = [None if name is None else shown(name) for name in names]

    def __call__(self, seat: int) -> str:
        return self._names[seat] or f"seat {seat}"

    def all(self, seats: Iterable[int]) -> str:
        """Several, in one text."""
        return " and ".join(self(seat) for seat in seats) or "nobody"

    def take(self, seat: int, name: str) -> None:
        """Somebody sits down."""
        self._names[seat] = shown(name)

    def move(self, seat: int, to: int) -> None:
        """Two seats change places."""
        missing = max(seat, to) + 1 - len(self._names)
        self._names += [None] * missing
        self._names[seat], self._names[to] = self._names[to], self._names[seat]


def shown(text: str) -> str:
    """Text that people chose, as one line that does nothing to a terminal (FAULTS 35 to 38)."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards) or "none"


def _played(e: ev.CardsPlayed, who: Names) -> str:
    said = f"{who(e.seat)} plays {_cards(e.cards)}"
    named = [_COLOURS[colour.value] for colour in e.colours if colour is not None]
    said += f", names {' and '.join(named)}" if named else ""
    return said + (f", chooses {who(e.target)}" if e.target is not None else "")


def _dealt(e: ev.RoundDealt, who: Names) -> str:
    lines = [f"round {e.round}: {who(e.dealer)} deals, {who(e.starter)} starts"]
    lines += [f"  {who(seat)} has {_cards(hand)}" for seat, hand in (e.hands or {}).items()]
    if e.stock is not None:
        lines.append(f"  draw pile, top first: {_cards(reversed(e.stock))}")
    return "\n".join(lines)


def _drawn(e: ev.CardsDrawn, who: Names) -> str:
    what = f"{e.count} card{'' if e.count == 1 else 's'}" if e.cards is None else _cards(e.cards)
    return f"{who(e.seat)} draws {what}{_BECAUSE.get(e.reason, '')}"


def _stock(said: str, stock: Sequence[Card] | None) -> str:
    return said if stock is None else f"{said}\n  draw pile, top first: {_cards(reversed(stock))}"


def _moved(e: ev.HandsMoved, who: Names) -> str:
    return "\n".join([_MOVES[e.reason], *(f"  {who(seat)} has {_cards(hand)}" for seat, hand in e.hands.items())])


def _passed(e: ev.CardsPassed, who: Names) -> str:
    gifts = [
        f"  {who(giver)} gives {e.cards[giver].name if giver in e.cards else 'a card'} to {who(to)}"
        for giver, to in e.to.items()
    ]
    return "\n".join(["everyone passes a card on", *gifts])


def _challenged(e: ev.Challenged, who: Names) -> str:
    said = f"{who(e.seat)} challenges {who(e.offender)}: {'a bluff' if e.guilty else 'it was fair'}"
    return said if e.hand is None else f"{said}; the hand was {_cards(e.hand)}"


def _round_ended(e: ev.RoundEnded, who: Names) -> str:
    said = "the round is blocked; " if e.blocked else ""
    if e.ranks:
        return said + "the places: " + ", ".join(who.all(place) for place in e.ranks)
    gained = max((e.gains[seat] for seat in e.winners), default=0)
    return said + f"{who.all(e.winners)} wins the round" + (f" and {gained} points" if gained else "")


def _placed(e: rm.GamePlaced, who: Names) -> str:
    lines = (e.position or "").splitlines()
    return "\n".join(["the game begins at a position that was given", *(f"  {shown(line)}" for line in lines)])


def _hands_shown(e: rm.HandsShown, who: Names) -> str:
    held = [f"{who(seat)} had {_cards(hand)}" for seat, hand in enumerate(e.hands) if hand]
    return "the hands are shown: " + "; ".join(held)


_WORDS: dict[type[Event | RoomEvent], Callable[[Any, Names], str]] = {
    ev.BallotDrawn: lambda e, who: f"to vote for: {', '.join(e.rules)}",
    ev.VoteCast: lambda e, who: f"{who(e.seat)} votes{'' if e.rule is None else f' for {e.rule}'}",
    ev.RuleChosen: lambda e, who: f"the customizable cards stand for {e.rule}",
    ev.RoundDealt: _dealt,
    ev.FirstCardTurned: lambda e, who: f"the first card is {e.card.name}",
    ev.FirstCardReturned: lambda e, who: _stock("it goes back, the pile is shuffled", e.stock),
    ev.CardsPlayed: _played,
    ev.ColourNamed: lambda e, who: f"{who(e.seat)} names {_COLOURS[e.colour.value]}",
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: lambda e, who: _stock(f"{e.count} discards become the new draw pile", e.stock),
    ev.PlayerChosen: lambda e, who: f"{who(e.seat)} chooses {who(e.target)}",
    ev.HandsMoved: _moved,
    ev.CardChosen: lambda e, who: f"{who(e.seat)} chooses {e.card.name if e.card else 'a card'} to pass on",
    ev.CardsPassed: _passed,
    ev.ColourDiscarded: lambda e, who: f"{who(e.seat)} discards {_cards(e.cards)} under the top card",
    ev.HandOpened: lambda e, who: f"the hand of {who(e.seat)} lies open: {_cards(e.cards)}",
    ev.HandClosed: lambda e, who: f"the hand of {who(e.seat)} is hidden again",
    ev.DrawnKept: lambda e, who: f"{who(e.seat)} keeps the card",
    ev.Passed: lambda e, who: f"{who(e.seat)} passes",
    ev.TurnMissed: lambda e, who: f"{who(e.seat)} misses a turn",
    ev.DirectionTurned: lambda e, who: f"play turns {'clockwise' if e.direction == 1 else 'counter-clockwise'}",
    ev.UnoWindowOpened: lambda e, who: f"{who(e.seat)} has one card and has not called UNO",
    ev.UnoWindowClosed: lambda e, who: f"{who(e.seat)} can no longer be caught",
    ev.UnoCalled: lambda e, who: f"{who(e.seat)} calls UNO",
    ev.UnoClaimed: lambda e, who: f"{who(e.seat)} calls UNO, before the hand is settled",
    ev.UnoRolled: lambda e, who: f"{who(e.seat)} {'forgets' if e.forgotten else 'remembers'} UNO",
    ev.UnoAnnounced: lambda e, who: f"UNO is announced for {who(e.seat)}",
    ev.UnoCaught: lambda e, who: f"{who(e.seat)} is caught by {'the referee' if e.by is None else who(e.by)}",
    ev.FalseUno: lambda e, who: f"{who(e.seat)} calls UNO with too many cards",
    ev.OutOfTurn: lambda e, who: f"{who(e.seat)} tries to play out of turn",
    ev.Challenged: _challenged,
    ev.TimeRanOut: lambda e, who: f"{who(e.seat)} has run out of time",
    ev.PlayerLeft: lambda e, who: f"{who(e.seat)} leaves the game",
    ev.PlayerJoined: lambda e, who: f"{who(e.seat)} joins the game",
    ev.Asked: lambda e, who: "",
    ev.PlayerOut: lambda e, who: f"{who(e.seat)} is out, place {e.rank}",
    ev.RoundEnded: _round_ended,
    ev.GameEnded: lambda e, who: f"{who.all(e.winners)} wins the game",
    rm.SeatTaken: lambda e, who: f"{who(e.seat)} sits down",
    rm.SeatFreed: lambda e, who: f"{who(e.seat)} {_GONE.get(e.reason, 'leaves the table')}",
    rm.SeatsMoved: lambda e, who: f"{who(e.to)} sits in seat {e.to} now",
    rm.StandInChanged: lambda e, who: (
        f"{who(e.seat)} plays again" if e.level is None else f"a computer player sits in for {who(e.seat)}"
    ),
    rm.TimeGiven: lambda e, who: f"{who(e.seat)} has {e.seconds} seconds more for every answer",
    rm.TableChanged: lambda e, who: "the host changes the table",
    rm.HostChanged: lambda e, who: "" if e.seat is None else f"{who(e.seat)} is the host",
    rm.ReadyChanged: lambda e, who: f"{who(e.seat)} is {'ready' if e.ready else 'no longer ready'}",
    rm.PresenceChanged: lambda e, who: f"{who(e.seat)} {'is back' if e.connected else 'has lost the link'}",
    rm.WatcherCame: lambda e, who: f"{shown(e.name)} watches",
    rm.WatcherLeft: lambda e, who: f"{shown(e.name)} watches no longer",
    rm.MuteChanged: lambda e, who: f"{shown(e.name)} {'may not speak' if e.muted else 'may speak again'}",
    rm.Said: lambda e, who: f"{shown(e.name)} says: {shown(e.text)}",
    rm.Reacted: lambda e, who: f"{shown(e.name)} says: {shown(e.reaction)}",
    rm.PhaseChanged: lambda e, who: _PHASES.get(e.phase, ""),
    rm.GameOpened: lambda e, who: "the game begins",
    rm.GamePlaced: _placed,
    rm.GameSeed: lambda e, who: f"the seed was {shown(e.seed)}",
    rm.GameCleared: lambda e, who: "the game is put away",
    rm.HandsShown: _hands_shown,
}


def sentence(event: Event | RoomEvent, who: Names) -> str:
    """What happened, without a full stop; more lines for hands and piles; empty where it is not worth one."""
    if isinstance(event, rm.SeatTaken):
        who.take(event.seat, event.name)
    elif isinstance(event, rm.SeatsMoved):
        who.move(event.seat, event.to)
    return _WORDS[type(event)](event, who)
