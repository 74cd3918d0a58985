"""The coach: which move the level `hard` would make now, and what speaks for it most. Pure."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from uno_engine.actions import Accept, CanPlay, Challenge, Draw, Keep, Listed, Pass, Play, PlayerAction
from uno_engine.bots.choosing import choose
from uno_engine.bots.weights import Weights, weights_of
from uno_engine.bots.worth import of_moving, traits
from uno_engine.cards import Card, canonical_order
from uno_engine.language import N_, _
from uno_engine.state import View
from uno_protocol.sentences import Voice

LEVEL = "hard"
_SEED = b"coach"

_STOPS = N_("It costs the next player a turn.")
_STOPS_THREAT = N_("It stops the next player, who is about to go out.")
_FOLLOWED = N_("Another of your cards can follow it.")
REASONS: Mapping[str, tuple[str, str]] = {
    "colour": (N_("You hold the most of its colour."), N_("You hold the least of its colour.")),
    "rank": (N_("You hold its number or symbol again."), N_("You hold its number or symbol only once.")),
    "wild": ("", N_("Save the Wild: it fits when nothing else does.")),
    "draw_four": (N_("It makes the next player draw four."), N_("Save the Wild Draw Four for later.")),
    "special": (N_("It does something with the hands."), ""),
    "wild_late": (N_("Few cards are left: use the Wild now."), N_("Save the Wild for your last cards.")),
    "stops": (_STOPS, N_("Save the card that costs a turn.")),
    "stops_threat": (_STOPS_THREAT, ""),
    "draws_threat": (_STOPS_THREAT, ""),
    "stops_late": (_STOPS, N_("Save the card that costs a turn.")),
    "draw_two": (N_("It makes the next player draw two."), N_("Save the Draw Two for later.")),
    "goes_on": (_FOLLOWED, ""),
    "goes_on_again": (_FOLLOWED, ""),
    "colour_late": (N_("You hold the most of its colour."), N_("You hold the least of its colour.")),
    "laid": (N_("Most of the pile has its colour."), N_("Little of the pile has its colour.")),
    "laid_alike": (N_("Its number or symbol was played often."), ""),
    "turns": (N_("It turns the direction."), N_("Save the Reverse for later.")),
    "points": (N_("It is worth the most points."), N_("It is worth the fewest points.")),
    "moved": (N_("It gets rid of the most cards."), ""),
}
"""What each trait of a play says where the move has more of it than the next best, and where less; empty: nothing."""
_SAYS: Mapping[type[PlayerAction], str] = {
    Draw: N_("Draw a card."),
    Keep: N_("Keep the card."),
    Pass: N_("Pass."),
    Accept: N_("Take the cards."),
    Challenge: N_("Challenge it."),
}


class Advice(Struct, frozen=True):
    """A move, and the term in which it most exceeds the next best, as a sentence; empty where nothing compares."""

    action: PlayerAction
    why: str = ""

    @property
    def card(self) -> Card | None:
        return self.action.cards[0] if isinstance(self.action, Play) else None


def advice_text(advised: Advice, voice: Voice) -> str:
    """What is advised, and why."""
    said = _(_SAYS[type(advised.action)]) if type(advised.action) in _SAYS else ""
    if advised.card is not None:
        said = _("A good player plays {card}.").format(card=voice.card(advised.card))
    return f"{said} {_(advised.why)}" if advised.why else said


def advice(view: View, listed: Sequence[Listed]) -> Advice | None:
    """What `hard` would do with this view and these listed moves, without a memory of earlier turns; None: nothing."""
    action = choose(LEVEL, view, listed, _SEED)
    if action is None:
        return None
    if not isinstance(action, Play):
        return Advice(action)
    others = {each.card for each in listed if isinstance(each, CanPlay)} - {action.cards[0]}
    if not others:
        return Advice(action, N_("Nothing else fits."))
    weights = weights_of(LEVEL, view)
    mine = _traits(view, action.seat, action.cards[0])
    worths = {card: _traits(view, action.seat, card) for card in sorted(others, key=canonical_order)}
    next_best = max(worths.values(), key=lambda found: sum(_ahead(weights, found, {}).values()))
    ahead = sorted(_ahead(weights, mine, next_best).items(), key=lambda pair: -pair[1])
    reasons = (REASONS[name][mine[name] < next_best[name]] for name, more in ahead if more > 0)
    return Advice(action, next(filter(None, reasons), ""))


def _traits(view: View, seat: int, card: Card) -> Mapping[str, float]:
    """The traits of playing this card, by their names in `Weights`."""
    return dict(zip(Weights._fields, traits(view, seat, card), strict=False)) | {"moved": of_moving(view, seat, card)}


def _ahead(weights: Weights, mine: Mapping[str, float], other: Mapping[str, float]) -> Mapping[str, float]:
    """By how much each trait makes one play worth more than the other."""
    return {name: getattr(weights, name) * (mine[name] - other.get(name, 0.0)) for name in REASONS}
