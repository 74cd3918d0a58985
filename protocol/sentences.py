"""Sentences: what happens at a table, one sentence per event, for players and for readers of a kept game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import events as ev
from engine.cards import Card, Colour, Rank
from engine.customizable import RULES
from engine.events import DrawReason, Event, MoveReason
from protocol import room as rm
from protocol.room import RoomEvent, RoomPhase
from protocol.text import clean

COLOUR_WORDS = {Colour.RED: "red", Colour.YELLOW: "yellow", Colour.GREEN: "green", Colour.BLUE: "blue"}
RANK_WORDS = {
    Rank.SKIP: "Skip",
    Rank.REVERSE: "Reverse",
    Rank.DRAW_TWO: "Draw Two",
    Rank.WILD: "Wild",
    Rank.WILD_DRAW_FOUR: "Wild Draw Four",
    Rank.SWAP_HANDS: "Swap Hands",
    Rank.SHUFFLE_HANDS: "Shuffle Hands",
    Rank.CUSTOMIZABLE: "Customizable",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """For whom it is told: names by seat, the own seat (said as "you"), what the fourth colour is called."""

    names: tuple[str, ...] = ()
    me: int | None = None
    orange: bool = False
    whole: bool = False
    """For whoever reads a saved game: cards as P-1.6 writes them, and all that an event knows, hands and piles too."""
    host: int | None = None
    """The seat of the host, where it is known."""

    def name(self, seat: int) -> str:
        """The name of a seat, never "you"."""
        name = self.names[seat] if 0 <= seat < len(self.names) else ""
        return name or f"seat {seat + 1}"

    def who(self, seat: int) -> str:
        """The subject of a sentence: You, or the name."""
        return "You" if seat == self.me else self.name(seat)

    def whom(self, seat: int) -> str:
        """The object of a sentence: you, or the name."""
        return "you" if seat == self.me else self.name(seat)

    def whose(self, seat: int) -> str:
        """The owner before a thing, at the beginning of a sentence: `Your`, `bob's`."""
        return "Your" if seat == self.me else f"{self.name(seat)}'s"

    def does(self, seat: int, verb: str) -> str:
        """Subject and verb: `You draw`, `bob draws`."""
        if seat == self.me:
            return f"You {verb}"
        ending = "es" if verb.endswith(("s", "ch", "sh")) else "s"
        return f"{self.name(seat)} {'has' if verb == 'have' else verb + ending}"

    def the_host(self) -> str:
        """The host as a subject: You, the name, or `The host` where it is not known."""
        return "The host" if self.host is None else self.who(self.host)

    def all_of(self, seats: Sequence[int]) -> str:
        """Several subjects: `You and bob`."""
        return listing([self.who(seat) for seat in seats])

    def colour(self, colour: Colour | None) -> str:
        """The name of a colour at this table."""
        if colour is None:
            return "no colour"
        return "orange" if self.orange and colour is Colour.YELLOW else COLOUR_WORDS[colour]

    def card(self, face: Card) -> str:
        """A card in words: `red 5`, `green Draw Two`, `Wild Draw Four`."""
        if self.whole:
            return face.name
        rank = RANK_WORDS.get(face.rank, face.rank.value)
        return rank if face.colour is None else f"{self.colour(face.colour)} {rank}"

    def cards(self, faces: Sequence[Card]) -> str:
        """Several cards in words."""
        words = [self.card(face) for face in faces]
        return (" ".join(words) if self.whole else listing(words)) or "no cards"


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def number(count: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def chain_text(cards: Sequence[Card], colours: Sequence[Colour | None], voice: Voice) -> str:
    """The cards of a chain in their order, each wild with its colour: `red 1, Wild (blue), blue 3`."""
    named = [*colours, *[None] * (len(cards) - len(colours))]
    return ", ".join(
        voice.card(face) if colour is None else f"{voice.card(face)} ({voice.colour(colour)})"
        for face, colour in zip(cards, named, strict=True)
    )


def rule_title(name: str) -> str:
    """What a rule of the customizable cards is called; its own name if it is not known here."""
    return RULES[name].title if name in RULES else clean(name)


def rule_text(name: str) -> str:
    """What a rule of the customizable cards says, in one sentence; empty if it is not known here."""
    return RULES[name].text if name in RULES else ""


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, for places up to ten."""
    return f"{place}{({1: 'st', 2: 'nd', 3: 'rd'}).get(place, 'th')}"


def ranking(ranks: Sequence[Sequence[int]], voice: Voice) -> str:
    """The places of a game, best first: `1st ann, 2nd bob and cem`. Those who share a place count for several."""
    said, place = [], 1
    for seats in ranks:
        said.append(f"{ordinal(place)} {listing([voice.whom(seat) for seat in seats])}")
        place += len(seats)
    return ", ".join(said)


# --- what is said ----------------------------------------------------------------------------------------------------

REACTIONS: Mapping[str, str] = {
    "nice": "Nice!",
    "haha": "Haha!",
    "wow": "Wow!",
    "oops": "Oops!",
    "sorry": "Sorry!",
    "thanks": "Thanks!",
    "hurry": "Hurry up!",
    "good_game": "Good game!",
}
"""What each reaction says."""
NAME_SHOWN = 32
"""Characters of a speaker's name that are shown; a server that keeps to the protocol sends 20."""


def said_text(event: rm.Said, voice: Voice) -> str:
    """`bob says: hello`, `You say: hello`."""
    return f"{said_by(event, voice.me)} {_verb(event, voice.me, 'say')}: {clean(event.text)}"


def reacted_text(event: rm.Reacted, voice: Voice) -> str:
    """`bob reacts: Wow!`"""
    return f"{said_by(event, voice.me)} {_verb(event, voice.me, 'react')}: {reaction(event.reaction)}"


def reaction(code: str) -> str:
    """The words of a reaction; its code, cleaned, where a newer server knows more of them."""
    return REACTIONS.get(code) or clean(code, NAME_SHOWN).replace("_", " ")


def said_by(event: rm.Said | rm.Reacted, me: int | None) -> str:
    """Who said that: `You`, `bob`, `bob (watching)`."""
    if event.seat is not None and event.seat == me:
        return "You"
    name = clean(event.name, NAME_SHOWN)
    return f"{name} (watching)" if event.seat is None else name


def _verb(event: rm.Said | rm.Reacted, me: int | None, verb: str) -> str:
    return verb if event.seat is not None and event.seat == me else f"{verb}s"


# --- what happens ----------------------------------------------------------------------------------------------------

_BECAUSE = {
    DrawReason.GUILTY: " for bluffing",
    DrawReason.INNOCENT: " for losing the challenge",
    DrawReason.CAUGHT: " for forgetting UNO",
    DrawReason.FORGOTTEN: " for forgetting UNO",
    DrawReason.RULE: " because of the Customizable card",
    DrawReason.FALSE_UNO: " for the false UNO",
    DrawReason.OUT_OF_TURN: " for playing out of turn",
}


def _dealt(event: ev.RoundDealt, voice: Voice) -> str:
    said = f"Round {event.round}: {voice.does(event.dealer, 'deal')}."
    if not voice.whole:
        return said
    return f"{said} {voice.does(event.starter, 'start')}.{_hands(event.hands or {}, voice)}{_pile(event.stock, voice)}"


def _hands(hands: Mapping[int, Iterable[Card]], voice: Voice) -> str:
    """A line a hand, for who reads a kept game."""
    return "".join(f"\n  {voice.name(seat)} has {voice.cards(tuple(hand))}" for seat, hand in hands.items())


def _pile(stock: Sequence[Card] | None, voice: Voice) -> str:
    """A line for the draw pile, for who reads a kept game."""
    return "" if stock is None or not voice.whole else f"\n  draw pile, top first: {voice.cards(stock[::-1])}"


def _played(event: ev.CardsPlayed, voice: Voice) -> str:
    mine = event.seat == voice.me
    if len(event.cards) > 1:
        laid = chain_text(event.cards, event.colours, voice)
        chosen = "" if event.target is None else f"; {voice.does(event.seat, 'choose')} {voice.whom(event.target)}"
        return f"{voice.does(event.seat, 'play')} a chain: {laid}{chosen}."
    parts = [f"{voice.does(event.seat, 'play')} {voice.cards(event.cards)}"]
    if event.colours and event.colours[-1] is not None:
        parts.append(f"{'name' if mine else 'names'} {voice.colour(event.colours[-1])}")
    if event.target is not None:
        parts.append(f"{'choose' if mine else 'chooses'} {voice.whom(event.target)}")
    return f"{listing(parts)}."


def jump_in_text(event: ev.CardsPlayed, voice: Voice) -> str:
    """`bob jumps in with red 3.`, for a card that is played before whoever's turn it was has played (H4)."""
    chosen = "" if event.target is None else f", and {'choose' if event.seat == voice.me else 'chooses'} "
    whom = "" if event.target is None else voice.whom(event.target)
    return f"{voice.does(event.seat, 'jump')} in with {voice.cards(event.cards)}{chosen}{whom}."


def _rule_chosen(event: ev.RuleChosen, voice: Voice) -> str:
    title, text = rule_title(event.rule), rule_text(event.rule)
    if any(event.votes):
        most = number(max(event.votes), "vote")
        tied = event.votes.count(max(event.votes))
        how = f"wins with {most}" if tied == 1 else f"is drawn by lot from {tied} rules with {most} each"
        return f'"{title}" {how}. {text}'.strip()
    return f'The rule of the Customizable cards is "{title}". {text}'.strip()


def _hands_moved(event: ev.HandsMoved, voice: Voice) -> str:
    if event.reason is MoveReason.SWAP:
        said = f"{voice.all_of(list(event.counts))} swap hands"
    elif event.reason is MoveReason.ROTATE:
        said = "All hands move on one seat"
    else:
        said = "All hands are shuffled together and dealt again"
    if voice.whole:
        return f"{said}.{_hands(event.hands, voice)}"
    mine = event.hands.get(voice.me) if voice.me is not None else None
    return f"{said}. You now have {voice.cards(mine)}." if mine is not None else f"{said}."


def _card_chosen(event: ev.CardChosen, voice: Voice) -> str:
    what = voice.card(event.card) if event.card else "a card"
    return f"{voice.who(event.seat)} {'have' if event.seat == voice.me else 'has'} chosen {what} to pass on."


def _cards_passed(event: ev.CardsPassed, voice: Voice) -> str:
    said = "Everyone passes one card on."
    if voice.whole:
        gifts = ((voice.name(seat), voice.name(to), event.cards.get(seat)) for seat, to in event.to.items())
        return said + "".join(
            f"\n  {giver} gives {face.name if face else 'a card'} to {to}" for giver, to, face in gifts
        )
    me = voice.me
    giver = next((giver for giver, to in event.to.items() if to == me), None)
    if me is not None and me in event.to and me in event.cards:
        said += f" You give {voice.card(event.cards[me])} to {voice.name(event.to[me])}."
    if giver is not None and giver in event.cards:
        said += f" You get {voice.card(event.cards[giver])} from {voice.name(giver)}."
    return said


def _hand_opened(event: ev.HandOpened, voice: Voice) -> str:
    return f"{voice.whose(event.seat)} hand is face up: {voice.cards(event.cards)}."


def _hand_closed(event: ev.HandClosed, voice: Voice) -> str:
    return f"{voice.whose(event.seat)} hand is hidden again."


def _colour_discarded(event: ev.ColourDiscarded, voice: Voice) -> str:
    return f"{voice.does(event.seat, 'discard')} {voice.cards(event.cards)}, under the top card."


def _uno_rolled(event: ev.UnoRolled, voice: Voice) -> str:
    if event.forgotten:
        return f"The game says {voice.whom(event.seat)} forgot UNO!"
    return f"{voice.does(event.seat, 'remember')} UNO." if voice.whole else ""


def _uno_caught(event: ev.UnoCaught, voice: Voice) -> str:
    if event.by is None:
        return f"The referee caught {voice.whom(event.seat)}: {voice.whom(event.seat)} forgot UNO!"
    return f"{voice.who(event.by)} caught {voice.whom(event.seat)}: {voice.whom(event.seat)} forgot UNO!"


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
        return "The game is over: nobody wins."
    many = len(event.winners) > 1 or event.winners[0] == voice.me
    return f"{voice.all_of(event.winners)} {'win' if many else 'wins'} the game!"


def _direction(event: ev.DirectionTurned, _voice: Voice) -> str:
    return f"Direction reversed: now {'clockwise' if event.direction == 1 else 'counter-clockwise'}."


def _seat_taken(event: rm.SeatTaken, voice: Voice) -> str:
    if event.bot is not None:
        return f"{clean(event.name)} ({event.bot} computer player) sits down."
    return f"{voice.does(event.seat, 'sit')} down."


def _seat_freed(event: rm.SeatFreed, voice: Voice) -> str:
    mine = event.seat == voice.me
    match event.reason:
        case "kicked" | "banned":
            return f"{voice.the_host()} {event.reason} {voice.whom(event.seat)}."
        case "absent":
            return f"{voice.who(event.seat)} {'were' if mine else 'was'} away for too long and lost the seat."
    return f"{voice.does(event.seat, 'leave')} the table."


def _seats_moved(event: rm.SeatsMoved, voice: Voice) -> str:
    moved, other = voice.name(event.to), voice.name(event.seat)
    if other in (moved, f"seat {event.seat + 1}"):  # an empty seat still has the name of whoever sat there
        return f"{voice.does(event.to, 'move')} to seat {event.to + 1}."
    return f"{voice.who(event.to)} and {voice.whom(event.seat)} swap seats."


def _stand_in(event: rm.StandInChanged, voice: Voice) -> str:
    if event.level is None:
        return f"{voice.does(event.seat, 'play')} again."
    return f"A {clean(event.level)} computer player plays for {voice.whom(event.seat)}."


def _time_given(event: rm.TimeGiven, voice: Voice) -> str:
    if not event.seconds:
        return f"{voice.does(event.seat, 'have')} no extra time now."
    return f"{voice.does(event.seat, 'have')} {number(event.seconds, 'extra second')} per turn."


def _table_changed(event: rm.TableChanged, voice: Voice) -> str:
    rules = [] if event.preset is None and event.options is None else ["other rules"]
    told = [*rules, *other_changes(event)]
    return f"{voice.the_host()} changed the table: {', '.join(told)}." if told else ""


def other_changes(event: rm.TableChanged) -> list[str]:
    """What a host has changed besides the rules, in words: seats, time limit, who can join or watch."""
    told = []
    if event.seats is not None:
        told.append(number(event.seats, "seat"))
    if event.turn_seconds is not None:
        told.append(f"{number(event.turn_seconds, 'second')} per turn" if event.turn_seconds else "no time limit")
    for field, on, off in _SWITCHES:
        value = getattr(event, field)
        if value is not None:
            told.append(on if value else off)
    return told


_SWITCHES = (
    ("password", "a new password", "no password"),
    ("listed", "listed", "unlisted"),
    ("locked", "locked", "unlocked"),
    ("watching", "spectators allowed", "no new spectators"),
    ("show_hands", "hands shown after each round", "hands not shown after a round"),
)
"""What a switch of the table says if it is on, and if it is off."""


def _watcher_left(event: rm.WatcherLeft, voice: Voice) -> str:
    if event.reason in ("kicked", "banned"):
        return f"{voice.the_host()} {event.reason} {clean(event.name)}."
    return f"{clean(event.name)} stopped watching."


def _hands_shown(event: rm.HandsShown, voice: Voice) -> str:
    shown = [
        f"{voice.name(seat)}{' (you)' if seat == voice.me else ''}: {voice.cards(hand)}"
        for seat, hand in enumerate(event.hands)
        if hand is not None
    ]
    return f"The hands were: {'; '.join(shown)}." if shown else ""


_PHASE_WORDS = {
    RoomPhase.PAUSED: "The game is paused until a player is back.",
    RoomPhase.CLOSED: "The table is closed.",
}


def _phase(event: rm.PhaseChanged, voice: Voice) -> str:
    if event.held:
        return f"{voice.the_host()} paused the game."
    if event.phase is RoomPhase.WAITING:
        full = bool(voice.names) and all(voice.names)
        return "Waiting for the next game." if full else "Waiting for players."
    return _PHASE_WORDS.get(event.phase, "")


def _placed(event: rm.GamePlaced, voice: Voice) -> str:
    lines = (event.position or "").splitlines() if voice.whole else ()
    return "A new game begins at a given position." + "".join(f"\n  {clean(line)}" for line in lines)


_EVENTS: dict[type[Event | RoomEvent], Callable[[Any, Voice], str]] = {
    ev.BallotDrawn: lambda e, v: (
        f"Vote for the Customizable card rule: {'; '.join(rule_title(rule) for rule in e.rules)}."
    ),
    ev.VoteCast: lambda e, v: f"{v.who(e.seat)} voted{'' if e.rule is None else ' for: ' + rule_title(e.rule)}.",
    ev.RuleChosen: _rule_chosen,
    ev.RoundDealt: _dealt,
    ev.FirstCardTurned: lambda e, v: f"The first card is {v.card(e.card)}.",
    ev.FirstCardReturned: lambda e, v: f"It goes back and the draw pile is shuffled.{_pile(e.stock, v)}",
    ev.CardsPlayed: _played,
    ev.ColourNamed: lambda e, v: f"{v.does(e.seat, 'name')} {v.colour(e.colour)}.",
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: lambda e, v: f"The discards are shuffled into a new draw pile of {e.count}.{_pile(e.stock, v)}",
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
    ev.UnoWindowOpened: lambda e, v: f"{v.does(e.seat, 'have')} one card and didn't call UNO!",
    ev.UnoWindowClosed: lambda e, v: f"{v.who(e.seat)} can no longer be caught." if v.whole else "",
    ev.UnoCalled: lambda e, v: f"{v.does(e.seat, 'call')} UNO!",
    ev.UnoClaimed: lambda e, v: f"{v.does(e.seat, 'call')} UNO, to be checked when the cards are discarded.",
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
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} {'ready' if e.ready else 'no longer ready'}."
    ),
    rm.PresenceChanged: lambda e, v: (
        f"{v.who(e.seat)} {'are' if e.seat == v.me else 'is'} back."
        if e.connected
        else f"{v.who(e.seat)} lost the connection; the seat is kept."
    ),
    rm.WatcherCame: lambda e, v: f"{clean(e.name)} is watching.",
    rm.WatcherLeft: _watcher_left,
    rm.MuteChanged: lambda e, v: f"{v.the_host()} {'silenced' if e.muted else 'unsilenced'} {clean(e.name)}.",
    rm.Said: said_text,
    rm.Reacted: reacted_text,
    rm.PhaseChanged: _phase,
    rm.GameOpened: lambda e, v: "A new game begins.",
    rm.GamePlaced: _placed,
    rm.GameCleared: lambda e, v: "The table is cleared.",
    rm.HandsShown: _hands_shown,
    rm.GameSeed: lambda e, v: f"The seed of that game was {clean(e.seed)}.",
}


def event_text(event: Event | RoomEvent, voice: Voice) -> str:
    """The sentence for an event, from the viewer's side; empty if it is not worth a line."""
    says = _EVENTS.get(type(event))
    return "" if says is None else says(event, voice)
