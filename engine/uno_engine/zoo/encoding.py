"""Moves as numbers, and a seat's view as a row of numbers. `engine/ZOO.md` has both tables."""

from collections.abc import Mapping
from typing import NamedTuple

from uno_engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Cast,
    Catch,
    Challenge,
    Choose,
    Done,
    Draw,
    Give,
    Keep,
    Name,
    Pass,
    Play,
    PlayerAction,
    Retain,
)
from uno_engine.bots.calls import owes_uno
from uno_engine.cards import FACES, Card, Colour
from uno_engine.customizable import RULES
from uno_engine.decisions import DECISIONS, NameColour, asked
from uno_engine.legal import continuations, legal_actions
from uno_engine.rules import MOST_SEATS, Doubles, Extra, SevenZero, Uno
from uno_engine.state import Game, View

COLOURS = tuple(Colour)
COLOURED = tuple(face for face in FACES if not face.wild)
CUSTOM = tuple(RULES)

PLAYS: tuple[tuple[Card, Colour | None], ...] = (
    *((face, None) for face in COLOURED),
    *((face, colour) for face in FACES if face.wild for colour in COLOURS),
)
"""The plays of one card, a wild once for each colour."""
SIMPLE = (Draw, Keep, Pass, Accept, Challenge, Done, CallUno)
"""The actions without a choice."""


def _blocks(sizes: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """Where each block begins, one after the other, and the size of all."""
    begins, at = {}, 0
    for name, size in sizes.items():
        begins[name] = at
        at += size
    return begins, at


MOVE_SIZES = {
    "play": len(PLAYS),
    "simple": len(SIMPLE),
    "catch": 1,
    "wait": 1,
    "name": len(COLOURS),
    "choose": MOST_SEATS - 1,
    "vote": len(CUSTOM),
    "give": len(FACES),
    "retain": len(COLOURED),
    "play_uno": len(PLAYS),
    "play_more": len(PLAYS),
}
MOVE_AT, MOVES = _blocks(MOVE_SIZES)
"""Where each kind of move begins, and how many numbers there are."""
CATCH, WAIT = MOVE_AT["catch"], MOVE_AT["wait"]
_PLAY_UNO, _PLAY_MORE = MOVE_AT["play_uno"], MOVE_AT["play_more"]
_FIRST = tuple(next(at for at, (card, _) in enumerate(PLAYS) if card is face) for face in FACES)
_SIMPLE_AT = {kind: MOVE_AT["simple"] + at for at, kind in enumerate(SIMPLE)}

FIELD_SIZES = {
    "hand": len(FACES),
    "begun": len(FACES),
    "discard": len(FACES),
    "top": len(FACES),
    "drawn": len(FACES),
    "colour": len(COLOURS),
    "question": len(DECISIONS),
    "asked": MOST_SEATS,
    "playing": MOST_SEATS,
    "counts": MOST_SEATS,
    "scores": MOST_SEATS,
    "window": MOST_SEATS,
    "played_by": MOST_SEATS,
    "custom": len(CUSTOM),
    "ballot": len(CUSTOM),
    "clockwise": 1,
    "stock_count": 1,
    "owed": 1,
    "first": 1,
}
FIELD_AT, FIELDS = _blocks(FIELD_SIZES)
"""Where each field of an observation begins, and how many numbers it has."""
_BEGUN, _DISCARD, _TOP, _DRAWN = (FIELD_AT[name] for name in ("begun", "discard", "top", "drawn"))
_COLOURS, _QUESTIONS, _ASKED, _PLAYING = (FIELD_AT[name] for name in ("colour", "question", "asked", "playing"))
_COUNTS, _SCORES, _WINDOW, _PLAYED_BY = (FIELD_AT[name] for name in ("counts", "scores", "window", "played_by"))
_CUSTOM, _BALLOT, _CLOCKWISE = FIELD_AT["custom"], FIELD_AT["ballot"], FIELD_AT["clockwise"]
_STOCK, _OWED, _FIRST_CARD = FIELD_AT["stock_count"], FIELD_AT["owed"], FIELD_AT["first"]
_QUESTION = {kind: _QUESTIONS + at for at, kind in enumerate(DECISIONS.values())}
_FROM = tuple(
    tuple(tuple((seat + step) % seats for step in range(seats)) for seat in range(seats))
    for seats in range(MOST_SEATS + 1)
)
"""For so many seats, from each of them on: the others, clockwise."""
_EACH_COLOUR = bytes([1] * len(COLOURS))
# Looked up once, as in `uno_engine.legal`.
_NO_DOUBLES, _NO_SWAPS, _NO_EXTRAS, _CALL = Doubles.NO, SevenZero.NO, Extra(0, 0, 0), Uno.CALL


class BegunMove(NamedTuple):
    """The cards of a set that its player is putting together."""

    cards: tuple[Card, ...] = ()
    colours: tuple[Colour | None, ...] = ()

    def followed_by(self, number: int) -> "BegunMove":
        """The set with the card of that play as its last."""
        card, colour = PLAYS[number]
        return BegunMove((*self.cards, card), (*self.colours, colour))

    def play(self, seat: int, *, uno: bool) -> Play:
        """The action."""
        return Play(seat, self.cards, self.colours if any(self.colours) else (), None, uno)


NOTHING_BEGUN = BegunMove()
_PLAY_OF = tuple(
    tuple(NOTHING_BEGUN.followed_by(number).play(seat, uno=False) for number in range(len(PLAYS)))
    for seat in range(MOST_SEATS)
)
_SIMPLE_OF = tuple(tuple(kind(seat) for kind in SIMPLE) for seat in range(MOST_SEATS))
CHECKED_FROM = MOVE_AT["simple"] + SIMPLE.index(CallUno)
"""The engine itself refuses any number below that is not legal for a seat that is asked."""


def observation(game: Game, seat: int, begun: BegunMove = NOTHING_BEGUN) -> bytearray:
    """The view of a seat as `FIELDS` numbers from 0 to 255; seats count from its own on.

    `game` is the view of that very seat, or the whole state: nothing else of it is looked at. `begun` is what this very
    seat has begun to play.
    """
    row = bytearray(FIELDS)
    for card in game.hands[seat]:
        row[card.order] += 1
    for card in begun.cards:
        row[_BEGUN + card.order] += 1
    discard, decision, seats = game.discard, game.waiting_for, game.seats
    if discard:
        for card in discard:
            row[_DISCARD + card.order] += 1
        row[_TOP + discard[-1].order] = 1
    if game.colour is not None:
        row[_COLOURS + COLOURS.index(game.colour)] = 1
    if decision is not None:
        row[_QUESTION[type(decision)]] = 1
        for other in (decision.seat,) if decision.seat >= 0 else asked(decision):
            row[_ASKED + (other - seat) % seats] = 1
            if other == seat and game.drawn is not None:
                row[_DRAWN + game.drawn.order] = 1
    playing, counts, scores = game.playing, game.counts, game.scores
    for at, other in enumerate(_FROM[seats][seat]):
        row[_PLAYING + at] = playing[other]
        row[_COUNTS + at] = counts[other]
        if scores[other]:
            row[_SCORES + at] = min(255, 100 * scores[other] // game.rules.target)
    row[_CLOCKWISE] = game.direction == 1
    row[_STOCK] = min(255, game.stock_count)
    row[_OWED] = game.owed
    row[_FIRST_CARD] = game.first
    _observe_rare(row, game, seat)
    return row


def _observe_rare(row: bytearray, game: Game, seat: int) -> None:
    """Who can be caught, who made the last play, and the rule of the Customizable cards."""
    if game.window is not None:
        row[_WINDOW + (game.window - seat) % game.seats] = 1
    if game.played_by is not None:
        row[_PLAYED_BY + (game.played_by - seat) % game.seats] = 1
    if game.custom is not None and game.custom in RULES:
        row[_CUSTOM + CUSTOM.index(game.custom)] = 1
    for rule in game.ballot:
        row[_BALLOT + CUSTOM.index(rule)] = 1


def mask(game: Game, seat: int, begun: BegunMove = NOTHING_BEGUN, *, may_wait: bool = False) -> bytearray:
    """For each of the `MOVES` numbers 1 if the seat may choose it now, else 0.

    `game` and `begun` as for `observation`. In the middle of a set only its next card is asked for.
    """
    found = bytearray(MOVES)
    rules, several = game.rules, game.rules.chains or game.rules.doubles is not _NO_DOUBLES
    moves_hands = rules.seven_zero is not _NO_SWAPS or rules.extra != _NO_EXTRAS  # how many are left may change, then
    calls = rules.uno is _CALL and (moves_hands or game.counts[seat] - len(begun.cards) == 2)
    listed = continuations(game, seat, begun.cards, begun.colours) if begun.cards else legal_actions(game, seat)
    for entry in listed:
        if not isinstance(entry, CanPlay):
            found[_SIMPLE_AT.get(type(entry)) or number_of(entry, game.seats)] = 1
            continue
        first = _FIRST[entry.card.order]
        if NameColour.kind in entry.asks:
            found[first : first + len(COLOURS)] = _EACH_COLOUR
        else:
            found[first] = 1
        if calls or several:
            _mask_more(found, game, seat, begun, entry)
    if may_wait:
        found[WAIT] = 1
    return found


def _mask_more(found: bytearray, game: Game, seat: int, begun: BegunMove, entry: CanPlay) -> None:
    """Mark the plays of that card with which UNO is due, and those that another card may follow."""
    first = _FIRST[entry.card.order]
    for number in range(first, first + (len(COLOURS) if NameColour.kind in entry.asks else 1)):
        longer = begun.followed_by(number)
        if owes_uno(View(game), seat, longer.cards, longer.colours):
            found[_PLAY_UNO + number] = 1
        if continuations(game, seat, longer.cards, longer.colours):
            found[_PLAY_MORE + number] = 1


def number_of(action: PlayerAction, seats: int) -> int:
    """The number of an action at a table of so many seats. A play is that of one card, its player not chosen.

    Raises ValueError for a play that has no number.
    """
    match action:
        case Play(_, (card,), colours, None, uno):
            number = _FIRST[card.order] + (COLOURS.index(colours[0]) if colours and colours[0] else 0)
            return number + _PLAY_UNO if uno else number
        case Play():
            raise ValueError(f"{action} is more than one step")
        case Catch():
            return CATCH
        case Name(_, colour):
            return MOVE_AT["name"] + COLOURS.index(colour)
        case Choose(seat, target):
            return MOVE_AT["choose"] + (target - seat) % seats - 1
        case Cast(_, rule):
            return MOVE_AT["vote"] + CUSTOM.index(rule)
        case Give(_, card):
            return MOVE_AT["give"] + card.order
        case Retain(_, card):
            return MOVE_AT["retain"] + card.order
        case _:
            return _SIMPLE_AT[type(action)]


def action_of(number: int, game: Game, seat: int, begun: BegunMove = NOTHING_BEGUN) -> PlayerAction | BegunMove | None:
    """The action of a number, the longer set that it begins, or None for waiting."""
    if number < len(PLAYS) and not begun.cards:
        return _PLAY_OF[seat][number]
    if number < CATCH and number >= len(PLAYS):
        return _SIMPLE_OF[seat][number - len(PLAYS)]
    kind = next(kind for kind, at in reversed(MOVE_AT.items()) if number >= at)
    at = number - MOVE_AT[kind]
    match kind:
        case "play" | "play_uno":
            return begun.followed_by(at).play(seat, uno=kind == "play_uno")
        case "play_more":
            return begun.followed_by(at)
        case "catch":
            return Catch(seat, -1 if game.window is None else game.window)
        case "name":
            return Name(seat, COLOURS[at])
        case "choose":
            return Choose(seat, (seat + at + 1) % game.seats)
        case "vote":
            return Cast(seat, CUSTOM[at])
        case "give":
            return Give(seat, FACES[at])
        case "retain":
            return Retain(seat, COLOURED[at])
        case _:
            return None
