"""What the keys at the hand do: find a card, play it, answer what the game asks, call and catch."""

from __future__ import annotations

from collections.abc import Callable

from client.inputs import Act, Ask
from client.keys import Binding
from client.model import COLOURS, Confirm, Model, PickColour, PickPlayer, Tone
from client.offers import (
    ballot,
    catches,
    choosable,
    cost,
    layable_as,
    lists,
    may_claim,
    offered,
    playable,
    question,
    targets,
    uno_due,
)
from client.steps import Step, hint, still, want
from client.words import number, voice_of
from engine.actions import (
    Accept,
    CallUno,
    Cast,
    Catch,
    Challenge,
    Choose,
    Draw,
    Give,
    Keep,
    Name,
    Pass,
    Play,
    Retain,
)
from engine.cards import Card, Colour, Rank
from engine.decisions import ChoosePlayer, KeepOne, NameColour, PassCard
from engine.rules import Uno
from protocol import messages as net

Simple = Draw | Keep | Pass | Accept | Challenge
"""Actions that are said with one key, each in its own places (client/keys.py)."""


def card_under_cursor(model: Model) -> Card | None:
    """The card of the hand under the cursor; None without cards."""
    return model.left[min(model.selected, len(model.left) - 1)] if model.left else None


def play(model: Model) -> Step:
    """Lay the card under the cursor, after the questions and confirmations that it needs."""
    card, seat = card_under_cursor(model), model.seat
    if seat is None or card is None:
        return hint(model, "You have no cards.")
    listed = layable_as(model, card)
    if listed is not None:
        if NameColour.kind in listed.asks:
            at = likely_colour(model.left, card)
            return still(model.but(question=PickColour(card, at, listed.asks), notice=None))
        return _then_player(model, card, None, listed.asks)
    if not model.asked:
        return _out_of_turn(model, Play(seat, (card,)))
    return why_not(model, card)


def why_not(model: Model, card: Card | None = None) -> Step:
    """Ask the server why `card` cannot be laid now; without one, why each card of the hand that cannot."""
    if model.seat is None or model.game is None:
        return hint(model, "You are only watching.", Tone.INFO)
    if any(isinstance(each, (net.PlayRequest, net.WhyNot)) for each in model.pending):
        return still(model)  # a key pressed twice: the first one is being answered
    return want(model.but(wonder=card, notice=None), Ask(net.WhyNot(id=1)))


def _out_of_turn(model: Model, action: Play) -> Step:
    price = cost(model, action)
    if price is None:
        return hint(model, "It is not your turn.", Tone.INFO)
    return still(model.but(question=Confirm(question(price), Act(action), "play all the same")))


def likely_colour(hand: tuple[Card, ...], laid: Card) -> int:
    """Where the cursor of the colour question begins: the colour held most often."""
    return max(range(len(COLOURS)), key=lambda at: sum(held.colour is COLOURS[at] for held in hand if held is not laid))


def _then_player(model: Model, card: Card, colour: Colour | None, asks: tuple[str, ...]) -> Step:
    """Ask for another player if the card needs one, else lay it."""
    if ChoosePlayer.kind in asks and targets(model):
        return still(model.but(question=PickPlayer(card, colour), notice=None))
    return lay(model, Play(model.seat or 0, (card,), () if colour is None else (colour,), uno=model.uno))


def lay(model: Model, action: Play) -> Step:
    """Send a play, after a confirmation if it costs cards."""
    price = cost(model, action)
    if price is not None:
        return still(model.but(question=Confirm(question(price), Act(action), "play and call")))
    return want(model.but(question=None), Act(action))


def name(model: Model, colour: Colour) -> Step:
    """Name a colour for the wild on top, or with one that is being laid."""
    asked = model.question
    if isinstance(asked, PickColour):
        return _then_player(model, asked.card, colour, asked.asks)
    if model.seat is None:
        return still(model)
    return want(model, Act(Name(model.seat, colour)))


# --- other players, cards to keep or to give, rules to vote for -------------------------------------------------------


def choose_player(model: Model, at: int) -> Step:
    """Choose the player at that place of the list: with the card that is being laid, or for the one on top."""
    seats, asked = targets(model), model.question
    if model.seat is None or not 0 <= at < len(seats):
        return hint(model, "There is no such player to choose.", Tone.INFO)
    if isinstance(asked, PickPlayer):
        colours = () if asked.colour is None else (asked.colour,)
        return lay(model, Play(model.seat, (asked.card,), colours, seats[at], model.uno))
    return want(model, Act(Choose(model.seat, seats[at])))


def vote(model: Model, at: int) -> Step:
    """Vote for the rule at that place of the ballot (C12)."""
    rules = ballot(model)
    if model.seat is None or not rules:
        return hint(model, "You have voted; the others are waited for.", Tone.INFO)
    if not 0 <= at < len(rules):
        return hint(model, "There is no such rule on the ballot.", Tone.INFO)
    return want(model, Act(Cast(model.seat, rules[at])))


def pick_card(model: Model) -> Step:
    """Choose the card under the cursor: to be kept, or to be passed on."""
    card, seat = card_under_cursor(model), model.seat
    if seat is None or card is None:
        return hint(model, "You have no cards.")
    if card not in choosable(model):
        colour = voice_of(model.table).colour(model.game.colour if model.game else None)
        return hint(model, f"Choose one of your {colour} cards.")
    match model.waiting_for:
        case KeepOne():
            return want(model, Act(Retain(seat, card)))
        case PassCard():
            return want(model, Act(Give(seat, card)))
        case _:
            return still(model)


def answer(kind: type[Simple]) -> Callable[[Model, str, Binding], Step]:
    """What a key does that stands for one action: send it. Where a rule forbids it, the server says which."""

    def do(model: Model, _key: str, _binding: Binding) -> Step:
        if model.seat is None or not model.asked:
            return hint(model, "It is not your turn.", Tone.INFO)
        return want(model, Act(kind(model.seat)))

    return do


# --- UNO --------------------------------------------------------------------------------------------------------------


def uno(model: Model, _key: str, _binding: Binding) -> Step:
    """Call UNO now, with the next play, or falsely after a confirmation (U1, O7)."""
    seat, rules = model.seat, model.rules
    if seat is None or rules is None or rules.uno is not Uno.CALL:
        return hint(model, "At this table nobody has to call UNO.", Tone.INFO)
    if lists(model, CallUno):
        return want(model, Act(CallUno(seat)))
    if model.uno:
        return hint(model.but(uno=False), "You have taken it back: UNO is not called with your next play.", Tone.INFO)
    due = uno_due(model) or may_claim(model) or bool(model.chain.cards)
    if due and not model.chain.cards and offered(model) and model.asked and not playable(model):
        return hint(model, "Nothing that you hold fits: there is no play to call UNO with.", Tone.INFO)
    if due:
        return still(model.but(uno=True, notice=None))
    if playable(model) and rules.false_uno_penalty and model.game and seat not in model.game.false_calls:
        held, price = len(model.hand), number(rules.false_uno_penalty, "card")
        text = f"You hold {held} cards: UNO with a play that leaves more than one costs {price}. u takes it back."
        return hint(model.but(uno=True), text)
    costs = cost(model, CallUno(seat))
    if costs is None:
        return hint(model, "There is no UNO to call now.", Tone.INFO)
    return still(model.but(question=Confirm(question(costs), Act(CallUno(seat)), "call all the same")))


def catch(model: Model, _key: str, _binding: Binding) -> Step:
    """Catch whoever has one card and no call (O6)."""
    seats = catches(model)
    if model.seat is None or not seats:
        return hint(model, "There is nobody to catch.", Tone.INFO)
    return want(model, Act(Catch(model.seat, seats[0])))


# --- finding a card ---------------------------------------------------------------------------------------------------

_SYMBOLS = {"s": (Rank.SKIP,), "v": (Rank.REVERSE,), "+": (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)}


def seek(model: Model, key: str, _binding: Binding) -> Step:
    """Move the cursor to a card by its colour, number or symbol."""
    hand = model.left
    if key.isalpha() and key in "rygb":
        colour = Colour(key.upper())
        return _found(model.but(sought=colour), [at for at, held in enumerate(hand) if held.colour is colour])
    if key == "w":
        return _found(model.but(sought=None), [at for at, held in enumerate(hand) if held.wild])
    ranks = _SYMBOLS.get(key) or (Rank(key),)
    every = [at for at, held in enumerate(hand) if held.rank in ranks]
    there = [at for at in every if model.sought is not None and hand[at].colour is model.sought]
    return _found(model, there or every)


def _found(model: Model, places: list[int]) -> Step:
    return still(_go(model, places)) if places else hint(model, "You hold no such card.", Tone.INFO)


def _go(model: Model, places: list[int]) -> Model:
    """The cursor on one of `places`: from one of them to the next, else to the first that may be played."""
    if model.selected in places:
        return model.but(selected=places[(places.index(model.selected) + 1) % len(places)])
    cards = choosable(model)
    return model.but(selected=next((at for at in places if model.left[at] in cards), places[0]))


def other_group(model: Model, step: int) -> int:
    """The first card of the next or previous colour of the hand (wilds count as one)."""
    hand = model.left
    firsts = [at for at, held in enumerate(hand) if at == 0 or hand[at - 1].colour is not held.colour]
    if not firsts:
        return 0
    now = max(place for place, at in enumerate(firsts) if at <= model.selected)
    return firsts[(now + step) % len(firsts)]
