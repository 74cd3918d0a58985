"""Keys at the hand: find a card, play it or a chain, answer the game, call UNO and catch."""

from uno_client.core.actions import dialogue, letters
from uno_client.core.actions.cards import REVERSE, with_card
from uno_client.core.actions.hand import CHAIN, PLAY_CARDS, no_chain
from uno_client.core.actions.play import ACCEPT, CHALLENGE, JUMP, why
from uno_client.core.legal_moves import choosable, likely_colour, only_answer, playable
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import Dialogue, LetterStage
from uno_client.core.model.table import Order
from uno_client.core.requests import Step, hint, still, want
from uno_client.fullscreen.keys import key_of
from uno_client.messages import Act
from uno_client.structs import replace
from uno_client.wording.words import voice_of
from uno_engine import actions as act
from uno_engine.cards import Colour, Rank
from uno_engine.decisions import AnswerDrawFour, KeepOne, PassCard
from uno_engine.language import _


def play(model: Model) -> Step:
    """Lay the card under the cursor; where none can be laid and there is one answer, give that."""
    card, seat, only = model.under_cursor, model.seat, only_answer(model)
    if only is not None:
        return want(model, Act(only))
    if seat is None or card is None:
        return hint(model, _("You have no cards."))
    if not model.asked:
        said = _("It's not your turn. To jump in, press {key}.") if playable(model) else _("It's not your turn.")
        return hint(model, said.format(key=key_of(model, JUMP)), Tone.INFO)
    if card in playable(model):
        return dialogue.begin(model, PLAY_CARDS, with_card(card))
    if isinstance(model.waiting_for, AnswerDrawFour) and not playable(model):
        said = _("Press {accept} to take the cards, or {challenge} to challenge.")
        keys = {"accept": key_of(model, ACCEPT), "challenge": key_of(model, CHALLENGE)}
        return hint(model, said.format(**keys))
    return why(model, card)


def pick_card(model: Model) -> Step:
    """Choose the card under the cursor: to be kept, or to be passed on."""
    card, seat = model.under_cursor, model.seat
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
    """Put the card under the cursor at the end of the chain."""
    card = model.under_cursor
    if card is None:
        return hint(model, _("You have no cards left to add."), Tone.INFO)
    if refused := no_chain(model):
        return hint(model, refused, Tone.INFO)
    if card not in playable(model):
        return why(model, card)
    return dialogue.begin(model, CHAIN, with_card(card, model.hand.chain))


def choose_by_letters(model: Model) -> Step:
    """Enter: the one thing that is left to do, yes where that is asked, a wild's likely colour, else the card here."""
    only, card, asked = only_answer(model), model.under_cursor, model.question
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.CONFIRM:
        return letters.answer(model, "Y")
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.NAME:
        return letters.answer(model, likely_colour(model.left).value)
    if only is not None:
        return want(model, Act(only))
    if isinstance(asked, Dialogue) and asked.stage not in (LetterStage.COLOUR, LetterStage.RANK):
        return still(model)
    return hint(model, _("You have no cards.")) if card is None else letters.begin_with(model, card)


_SYMBOLS = {"s": (Rank.SKIP,), REVERSE: (Rank.REVERSE,), "+": (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)}


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


def moved_to(model: Model, at: int) -> Model:
    """The cursor on that card, which was not found by its colour."""
    return replace(model, hand=replace(model.hand, selected=at, sought=None))


def next_order(model: Model) -> Step:
    """Lay the cards in the next order, with the cursor on the same one."""
    orders, under = list(Order), model.under_cursor
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
