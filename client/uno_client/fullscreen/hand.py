"""The hand: what keys do there. Find a card, play it or a chain, answer what the game asks, call and catch."""

from dataclasses import replace

from uno_client.core import chains
from uno_client.core.actions import letters
from uno_client.core.actions.play import ACCEPT, CHALLENGE, JUMP, lay, lay_listed, take_uno_back, then_player, why
from uno_client.core.card_dialogue import likely_colour
from uno_client.core.legal_moves import (
    ballot,
    choosable,
    layable_as,
    may_add,
    only_answer,
    playable,
    targets,
)
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import Dialogue, LetterStage, PickColour, PickPlayer
from uno_client.core.model.table import COLOURS, NO_CHAIN, ChainDraft, Order
from uno_client.core.requests import Step, hint, still, want
from uno_client.fullscreen.keys import key_of
from uno_client.messages import Act
from uno_client.wording.words import voice_of
from uno_engine import actions as act
from uno_engine.cards import Card, Colour, Rank
from uno_engine.decisions import AnswerDrawFour, ChoosePlayer, KeepOne, NameColour, PassCard
from uno_engine.language import _


def card_under_cursor(model: Model) -> Card | None:
    """The card of the hand under the cursor; None without cards."""
    return model.left[min(model.hand.selected, len(model.left) - 1)] if model.left else None


def play(model: Model) -> Step:
    """Lay the card under the cursor, after the questions and confirmations that it needs.

    Where no card can be laid and there is one answer, give that.
    """
    card, seat, only = card_under_cursor(model), model.seat, only_answer(model)
    if only is not None:
        return want(model, Act(only))
    if seat is None or card is None:
        return hint(model, _("You have no cards."))
    if not model.asked:
        said = _("It's not your turn. To jump in, press {key}.") if playable(model) else _("It's not your turn.")
        return hint(model, said.format(key=key_of(model, JUMP)), Tone.INFO)
    listed = layable_as(model, card)
    if listed is not None:
        return lay_listed(model, listed)
    if isinstance(model.waiting_for, AnswerDrawFour) and not playable(model):
        said = _("Press {accept} to take the cards, or {challenge} to challenge.")
        keys = {"accept": key_of(model, ACCEPT), "challenge": key_of(model, CHALLENGE)}
        return hint(model, said.format(**keys))
    return why(model, card)


def choose_player(model: Model, at: int) -> Step:
    """Choose the player at that place of the list: with the card that is being laid, or for the one on top."""
    seats, asked = targets(model), model.question
    if model.seat is None or not 0 <= at < len(seats):
        return hint(model, _("You can't choose that player."), Tone.INFO)
    if isinstance(asked, PickPlayer):
        colours = () if asked.colour is None else (asked.colour,)
        cards = model.hand.chain.cards or (asked.card,)
        return lay(model, act.Play(model.seat, cards, colours, seats[at], model.hand.uno))
    return want(model, Act(act.Choose(model.seat, seats[at])))


def vote(model: Model, at: int) -> Step:
    """Vote for the rule at that place of the ballot (C12)."""
    rules = ballot(model)
    if model.seat is None or not rules:
        return hint(model, _("You've voted. Waiting for the others."), Tone.INFO)
    if not 0 <= at < len(rules):
        return hint(model, _("There's no such rule on the ballot."), Tone.INFO)
    return want(model, Act(act.Cast(model.seat, rules[at])))


def pick_card(model: Model) -> Step:
    """Choose the card under the cursor: to be kept, or to be passed on."""
    card, seat = card_under_cursor(model), model.seat
    if seat is None or card is None:
        return hint(model, _("You have no cards."))
    if card not in choosable(model):
        colour = voice_of(model.table).colour(model.game.colour if model.game else None)
        return hint(model, _("Choose one of your {colour} cards.").format(colour=colour))
    match model.waiting_for:
        case KeepOne():
            return want(model, Act(act.Retain(seat, card)))
        case PassCard():
            return want(model, Act(act.Give(seat, card)))
        case _:
            return still(model)


def add_to_chain(model: Model) -> Step:
    """Put the card under the cursor at the end of the chain; a wild is asked for its colour first."""
    card, game = card_under_cursor(model), model.game
    if game is None or card is None:
        return hint(model, _("You have no cards left to add."), Tone.INFO)
    if not game.rules.several:
        return hint(model, _("At this table you play one card in a turn."), Tone.INFO)
    if not may_add(model):
        return hint(model, _("You can only play several cards on your turn, before you draw."), Tone.INFO)
    listed = layable_as(model, card)
    if listed is None:
        return why(model, card)
    if NameColour.kind in listed.asks:
        at = COLOURS.index(likely_colour(model.left, card))
        return still(replace(model, question=PickColour(card, at, chained=True), notice=None))
    return chains.append(model, card, None)


def undo_last(model: Model) -> Step:
    """Take back the UNO that was to be called, or the last card of the chain into the hand, under the cursor."""
    if model.hand.uno:
        return take_uno_back(model)
    chain = model.hand.chain
    if not chain.cards:
        return still(model)
    back = chain.cards[-1]
    step = chains.ask_what_follows(model, ChainDraft(chain.cards[:-1], chain.colours[:-1]))
    left = step[0].left
    return step[0].pointing_at(left.index(back) if back in left else 0), *step[1:]


def undo_all(model: Model) -> Step:
    """Take the whole chain back."""
    return still(replace(model, hand=replace(model.hand, chain=NO_CHAIN, selected=0), notice=None))


def send_chain(model: Model) -> Step:
    """Lay the chain; a double whose last card needs another player asks for one first (N7)."""
    chain, game = model.hand.chain, model.game
    asks = () if game is None or game.rules.chains or not model.left else game.effects[chain.cards[-1].order].asks
    if ChoosePlayer.kind in asks and model.question is None:
        return then_player(model, chain.cards[-1], None, asks)
    colours = chain.colours if any(chain.colours) else ()
    return lay(model, act.Play(model.seat or 0, chain.cards, colours, uno=model.hand.uno))


def sort(model: Model) -> Step:
    """Sort each group of the hand by rank, with the cursor on the same card. It is no move."""
    under = card_under_cursor(model)
    model = replace(model, hand=replace(model.hand, came=model.held))
    model = model if under is None else model.pointing_at(model.left.index(under))
    return hint(model, _("Your cards are sorted."), Tone.INFO)


def choose_by_letters(model: Model) -> Step:
    """Enter: the one thing that is left to do, yes where that is asked, a wild's likely colour, else the card here."""
    only, card, asked = only_answer(model), card_under_cursor(model), model.question
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.CONFIRM:
        return letters.answer(model, "Y")
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.NAME and asked.card is not None:
        return letters.answer(model, likely_colour(model.left, asked.card).value)
    if only is not None:
        return want(model, Act(only))
    if isinstance(asked, Dialogue) and asked.stage not in (LetterStage.COLOUR, LetterStage.RANK):
        return still(model)
    return hint(model, _("You have no cards.")) if card is None else letters.begin_with(model, card)


_SYMBOLS = {"s": (Rank.SKIP,), "v": (Rank.REVERSE,), "+": (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)}


def seek(model: Model, key: str) -> Step:
    """Move the cursor to a card by its colour, number or symbol."""
    hand = model.left
    if key.isalpha() and key in "rygb":
        colour = Colour(key.upper())
        model = replace(model, hand=replace(model.hand, sought=colour))
        return _found(model, [at for at, held in enumerate(hand) if held.colour is colour])
    if key == "w":
        model = replace(model, hand=replace(model.hand, sought=None))
        return _found(model, [at for at, held in enumerate(hand) if held.wild])
    ranks = _SYMBOLS.get(key) or (Rank(key),)
    every = [at for at, held in enumerate(hand) if held.rank in ranks]
    there = [at for at in every if model.hand.sought is not None and hand[at].colour is model.hand.sought]
    return _found(model, there or every)


def _found(model: Model, places: list[int]) -> Step:
    return still(_go(model, places)) if places else hint(model, _("You don't have that card."), Tone.INFO)


def _go(model: Model, places: list[int]) -> Model:
    """The cursor on one of `places`: from one of them to the next, else to the first that may be played."""
    if model.hand.selected in places:
        return model.pointing_at(places[(places.index(model.hand.selected) + 1) % len(places)])
    cards = choosable(model)
    return model.pointing_at(next((at for at in places if model.left[at] in cards), places[0]))


def next_order(model: Model) -> Step:
    """Lay the cards in the next order, with the cursor on the same one."""
    orders, under = list(Order), card_under_cursor(model)
    order = orders[(orders.index(model.hand.order) + 1) % len(orders)]
    model = replace(model, hand=replace(model.hand, order=order, sought=None))
    if under is not None:
        model = model.pointing_at(model.left.index(under))
    return hint(model, _("Your cards lie {order}.").format(order=_(order.value)), Tone.INFO)


def other_group(model: Model, step: int) -> int:
    """The first card of the next or previous colour of the hand (wilds count as one)."""
    hand = model.left
    firsts = [at for at, held in enumerate(hand) if at == 0 or hand[at - 1].colour is not held.colour]
    if not firsts:
        return 0
    now = max(place for place, at in enumerate(firsts) if at <= model.hand.selected)
    return firsts[(now + step) % len(firsts)]
