"""What the keys at the hand do: find a card, play it, answer what the game asks, call and catch."""

from __future__ import annotations

from collections.abc import Callable

from client.inputs import Act
from client.keys import Binding
from client.model import COLOURS, Confirm, Model, PickColour, Tone
from client.offers import catches, cost, lists, may_choose_card, offered, playable, question, uno_due
from client.steps import Step, hint, still, want
from client.words import voice_of
from engine.actions import Accept, CallUno, CanPlay, Catch, Challenge, Draw, Keep, Name, Pass, Play
from engine.cards import Card, Colour, Rank
from engine.decisions import NameColour, PlayDrawn
from engine.rules import Uno


def play(model: Model) -> Step:
    """Lay the card under the cursor, after the questions and confirmations that it needs."""
    hand, seat = model.hand, model.seat
    if seat is None or not hand:
        return hint(model, "You have no cards.")
    card = hand[min(model.selected, len(hand) - 1)]
    if not model.asked:
        return _out_of_turn(model, Play(seat, (card,)))
    listed = next((one for one in offered(model) if isinstance(one, CanPlay) and one.card is card), None)
    if listed is None:
        if isinstance(model.waiting_for, PlayDrawn):
            return hint(model, "Only the drawn card may be played now; k keeps it.")
        return hint(model, f"{_say(model, card)} cannot be played now.")
    if NameColour.kind in listed.asks:
        return still(model.but(question=PickColour(card, _likely_colour(hand, card)), notice=None))
    return _lay(model, card, None)


def _say(model: Model, card: Card) -> str:
    said = voice_of(model.table).card(card)
    return said[:1].upper() + said[1:]


def _out_of_turn(model: Model, action: Play) -> Step:
    price = cost(model, action)
    if price is None:
        return hint(model, "It is not your turn.", Tone.INFO)
    return still(model.but(question=Confirm(question(price), Act(action), "play all the same")))


def _likely_colour(hand: tuple[Card, ...], laid: Card) -> int:
    """Where the cursor of the colour question begins: the colour held most often."""
    return max(range(len(COLOURS)), key=lambda at: sum(held.colour is COLOURS[at] for held in hand if held is not laid))


def _lay(model: Model, card: Card, colour: Colour | None) -> Step:
    seat = model.seat
    if seat is None:
        return still(model)
    action = Play(seat, (card,), () if colour is None else (colour,), uno=model.uno)
    price = cost(model, action)
    if price is not None:
        return still(model.but(question=Confirm(question(price), Act(action), "play and call")))
    return want(model.but(question=None), Act(action))


def name(model: Model, colour: Colour) -> Step:
    """Name a colour: with the wild that is being laid, or for the one on top."""
    if isinstance(model.question, PickColour):
        return _lay(model, model.question.card, colour)
    if model.seat is None:
        return still(model)
    return want(model, Act(Name(model.seat, colour)))


def colour_key(model: Model, key: str, _binding: Binding) -> Step:
    """Name the colour of that letter."""
    return name(model, Colour(key.upper()))


def answer(kind: type[Draw | Keep | Pass | Accept | Challenge], refusal: str) -> Callable[[Model, str, Binding], Step]:
    """What a key does that stands for one action: send it if it is listed, else say why not."""

    def do(model: Model, _key: str, _binding: Binding) -> Step:
        if model.seat is None or not lists(model, kind):
            return hint(model, refusal if model.asked else "It is not your turn.", Tone.INFO)
        return want(model, Act(kind(model.seat)))

    return do


def uno(model: Model, _key: str, _binding: Binding) -> Step:
    """Call UNO now, with the next play, or falsely after a confirmation (U1, O7)."""
    seat, rules = model.seat, model.rules
    if seat is None or rules is None or rules.uno is not Uno.CALL:
        return hint(model, "At this table nobody has to call UNO.", Tone.INFO)
    if lists(model, CallUno):
        return want(model, Act(CallUno(seat)))
    if uno_due(model) or (may_choose_card(model) and len(model.hand) > 2 and rules.false_uno_penalty):
        return still(model.but(uno=not model.uno, notice=None))
    price = cost(model, CallUno(seat))
    if price is None:
        return hint(model, "There is no UNO to call now.", Tone.INFO)
    return still(model.but(question=Confirm(question(price), Act(CallUno(seat)), "call all the same")))


def catch(model: Model, _key: str, _binding: Binding) -> Step:
    """Catch whoever has one card and no call (O6)."""
    targets = catches(model)
    if model.seat is None or not targets:
        return hint(model, "There is nobody to catch.", Tone.INFO)
    return want(model, Act(Catch(model.seat, targets[0])))


# --- finding a card ---------------------------------------------------------------------------------------------------

_SYMBOLS = {"s": (Rank.SKIP,), "v": (Rank.REVERSE,), "+": (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)}


def seek(model: Model, key: str, _binding: Binding) -> Step:
    """Move the cursor to a card by its colour, number or symbol."""
    hand = model.hand
    if key == "w":
        return still(_go(model, [at for at, held in enumerate(hand) if held.wild]).but(sought=None))
    if key.isalpha() and key in "rygb":
        colour = Colour(key.upper())
        return still(_go(model, [at for at, held in enumerate(hand) if held.colour is colour]).but(sought=colour))
    ranks = _SYMBOLS.get(key) or (Rank(key),)
    every = [at for at, held in enumerate(hand) if held.rank in ranks]
    there = [at for at in every if model.sought is not None and hand[at].colour is model.sought]
    return still(_go(model, there or every))


def _go(model: Model, places: list[int]) -> Model:
    """The cursor on one of `places`: from one of them to the next, else to the first that may be played."""
    if not places:
        return model
    if model.selected in places:
        return model.but(selected=places[(places.index(model.selected) + 1) % len(places)])
    cards = playable(model)
    return model.but(selected=next((at for at in places if model.hand[at] in cards), places[0]))


def other_group(model: Model, step: int) -> int:
    """The first card of the next or previous colour of the hand (wilds count as one)."""
    hand = model.hand
    firsts = [at for at, held in enumerate(hand) if at == 0 or hand[at - 1].colour is not held.colour]
    if not firsts:
        return 0
    now = max(place for place, at in enumerate(firsts) if at <= model.selected)
    return firsts[(now + step) % len(firsts)]
