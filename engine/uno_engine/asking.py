"""A card's effects at this table, and its questions to its player (A5, A8, C10, C13)."""

from uno_engine.cards import EXTRAS, Card
from uno_engine.customizable import Effect
from uno_engine.effects import COLOUR, PLAIN, PLAYER
from uno_engine.rules import CaughtBy, Goal
from uno_engine.state import Game, others_in, seat_towards

_UNTIL_LAST = Goal.UNTIL_LAST
_REFEREE = CaughtBy.REFEREE


def effect_of(game: Game, card: Card) -> Effect:
    """The row of a card under the rules of the game."""
    return game.effects[card.order]


def last_effect(game: Game, card: Card) -> Effect:
    """The row of the last card of a hand, of which penalty, misses and direction count, nothing else (A8, H3).

    The extra cards are plain Wilds then, whatever their rule (C13).
    """
    if card.rank in EXTRAS:
        return PLAIN
    return effect_of(game, card)


def questions(game: Game, seat: int, card: Card) -> tuple[str, ...]:
    """The kinds of question that playing the card will ask, in order; the answers may come with the play."""
    asks = effect_of(game, card).asks
    if game.counts[seat] == 1:
        return (COLOUR,) if card.wild and names_last_colour(game) else ()
    if PLAYER in asks and sum(game.playing) == 2:  # C10: with two players implied
        return tuple(kind for kind in asks if kind != PLAYER)
    return asks


def hands_to_come(game: Game, seat: int, effect: Effect, left: int, target: int | None) -> list[int]:
    """How many cards the seat may hold once its play, which leaves it `left`, has moved hands (N10).

    More than one number as long as no player is chosen.
    """
    if effect.swap:
        return [_held(game, other) for other in ((target,) if target is not None else others_in(game, seat))]
    if effect.rotate:
        return [_held(game, seat_towards(game, seat, -game.direction))]
    if effect.shuffle:  # C11: dealt from the player after, so what is over goes to others
        others = others_in(game, seat)
        return [(left + sum(_held(game, other) for other in others)) // (len(others) + 1)]
    return [left]


def _held(game: Game, other: int) -> int:
    """The cards of another seat when hands move; a referee finds UNO forgotten before that (S6)."""
    caught = game.window == other and game.rules.uno_caught_by is _REFEREE
    return game.counts[other] + caught * game.rules.uno_penalty


def names_last_colour(game: Game) -> bool:
    """True if a player who goes out on a wild names its colour because the others continue (A8, C17)."""
    return game.rules.goal is _UNTIL_LAST and sum(game.playing) > 2
