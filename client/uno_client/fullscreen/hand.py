"""The hand: what keys do there. Find a card, play it or a chain, answer what the game asks, call and catch."""

from collections.abc import Callable
from dataclasses import replace

from uno_client.core import chains
from uno_client.core.card_dialogue import likely_colour
from uno_client.core.legal_moves import (
    ballot,
    catches,
    choosable,
    costly,
    layable_as,
    lists,
    may_add,
    may_claim,
    may_owe,
    offered,
    only_answer,
    playable,
    targets,
    uno_due,
)
from uno_client.core.model import Model
from uno_client.core.model.parts import Page, Tone
from uno_client.core.model.question import PickColour, PickPlayer, YesNo
from uno_client.core.model.table import COLOURS, NO_CHAIN, ChainDraft, Order
from uno_client.core.requests import Step, hint, still, want
from uno_client.fullscreen.keys import Intent, key_of
from uno_client.messages import Act, Ask
from uno_client.wording.words import voice_of
from uno_engine import actions as act
from uno_engine.cards import Card, Colour, Rank
from uno_engine.decisions import AnswerDrawFour, ChoosePlayer, KeepOne, NameColour, PassCard
from uno_engine.language import _
from uno_engine.rules import Uno
from uno_protocol import messages as net
from uno_protocol.sentences import cards_text

LATE_ENTER = 1.0
"""Seconds after a card was kept by itself in which Enter is meant for that card, and plays none out of turn."""

Simple = act.Draw | act.Keep | act.Pass | act.Accept | act.Challenge
"""Actions that are said with one key, each in its own places (client/uno_client/fullscreen/keys.py)."""


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
    listed = layable_as(model, card)
    if listed is not None:
        if NameColour.kind in listed.asks:
            at = COLOURS.index(likely_colour(model.left, card))
            return still(replace(model, question=PickColour(card, at, listed.asks), notice=None))
        return _then_player(model, card, None, listed.asks)
    if not model.asked:
        return _out_of_turn(model, act.Play(seat, (card,)))
    if isinstance(model.waiting_for, AnswerDrawFour) and not playable(model):
        said = _("Press {accept} to take the cards, or {challenge} to challenge.")
        keys = {"accept": key_of(model, Intent.ACCEPT), "challenge": key_of(model, Intent.CHALLENGE)}
        return hint(model, said.format(**keys))
    return why_not(model, card)


def just_kept(model: Model) -> bool:
    """Whether a card was kept by itself a moment ago, and the player's Enter comes too late for it."""
    return not model.asked and model.play.kept_at is not None and model.now - model.play.kept_at < LATE_ENTER


def why_not(model: Model, card: Card | None = None) -> Step:
    """Ask the server why `card` cannot be laid now; without one, why each card of the hand that cannot."""
    if model.seat is None or model.game is None:
        return hint(model, _("You're only watching."), Tone.INFO)
    if any(isinstance(each, (net.PlayRequest, net.WhyNot)) for each in model.link.pending):
        return still(model)  # a key pressed twice: the first one is being answered
    return want(replace(model.wondering(card), notice=None), Ask(net.WhyNot(id=1)))


def _out_of_turn(model: Model, action: act.Play) -> Step:
    question = costly(model, action)
    if question is None:
        return hint(model, _("It's not your turn."), Tone.INFO)
    return still(replace(model, question=YesNo(question, Act(action), _("play anyway"))))


def _then_player(model: Model, card: Card, colour: Colour | None, asks: tuple[str, ...]) -> Step:
    """Ask for another player if the card needs one, else lay it."""
    if ChoosePlayer.kind in asks and targets(model):
        return still(replace(model, question=PickPlayer(card, colour), notice=None))
    return lay(model, act.Play(model.seat or 0, (card,), () if colour is None else (colour,), uno=model.hand.uno))


def lay(model: Model, action: act.Play) -> Step:
    """Send a play, after a confirmation if it costs cards."""
    question = costly(model, action)
    if question is not None:
        return still(replace(model, question=YesNo(question, Act(action), _("play and call"))))
    return want(replace(model, question=None), Act(action))


def name(model: Model, colour: Colour) -> Step:
    """Name a colour for the wild on top, or with one that is being laid."""
    asked = model.question
    if isinstance(asked, PickColour):
        return _then_player(model, asked.card, colour, asked.asks)
    if model.seat is None:
        return still(model)
    return want(model, Act(act.Name(model.seat, colour)))


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


def answer(kind: type[Simple]) -> Callable[[Model], Step]:
    """The effect of a key for one action: send it. If a rule forbids it, the server says which."""

    def do(model: Model) -> Step:
        if model.seat is None or not model.asked:
            return hint(model, _("It's not your turn."), Tone.INFO)
        return want(model, Act(kind(model.seat)))

    return do


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
        return _does_not_follow(model, card) if model.hand.chain.cards else why_not(model, card)
    if NameColour.kind in listed.asks:
        at = COLOURS.index(likely_colour(model.left, card))
        return still(replace(model, question=PickColour(card, at, chained=True), notice=None))
    return chains.append(model, card, None)


def undo_last(model: Model) -> Step:
    """Take the last card of the chain back into the hand, under the cursor."""
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
        return _then_player(model, chain.cards[-1], None, asks)
    colours = chain.colours if any(chain.colours) else ()
    return lay(model, act.Play(model.seat or 0, chain.cards, colours, uno=model.hand.uno))


def every_reason(model: Model) -> Step:
    """Show for each card in hand why it cannot be played, or cannot follow in the chain that is being built."""
    if not model.hand.chain.cards:
        return why_not(model)
    reading = replace(model.reading, reasons=chains.barred(model), scroll=0, every=False)
    return still(replace(model, page=Page.REASONS, reading=reading))


def _does_not_follow(model: Model, card: Card) -> Step:
    """Why the card cannot come next."""
    if model.hand.chain.follows is None:
        return hint(model, _(chains.WAITS), Tone.INFO)
    return hint(model, chains.misfit(model, card))


def uno(model: Model) -> Step:
    """Call UNO now, with the next play, or falsely after a confirmation (U1, O7)."""
    seat, rules = model.seat, model.rules
    if seat is None or rules is None or rules.uno is not Uno.CALL:
        return hint(model, _("At this table nobody has to call UNO."), Tone.INFO)
    if lists(model, act.CallUno):
        return want(model, Act(act.CallUno(seat)))
    if model.hand.uno:
        return take_uno_back(model)
    due = uno_due(model) or may_claim(model) or may_owe(model) or bool(model.hand.chain.cards)
    if due and not model.hand.chain.cards and offered(model) and model.asked and not playable(model):
        return hint(model, _("You have no card to play, so there's no play to call UNO with."), Tone.INFO)
    if due:
        return still(replace(model, hand=replace(model.hand, uno=True), notice=None))
    if playable(model) and rules.false_uno_penalty and model.game and seat not in model.game.false_calls:
        held, price = len(model.cards), cards_text(rules.false_uno_penalty)
        text = _("You have {n} cards: UNO with a play that leaves more than one costs {price}.").format(
            n=held, price=price
        )
        text = f"{text} {_('{key} takes it back.').format(key=key_of(model, Intent.UNO))}"
        return hint(replace(model, hand=replace(model.hand, uno=True)), text)
    question = costly(model, act.CallUno(seat))
    if question is None:
        return hint(model, _("There's no UNO to call now."), Tone.INFO)
    return still(replace(model, question=YesNo(question, Act(act.CallUno(seat)), _("call anyway"))))


def take_uno_back(model: Model) -> Step:
    """Play the next card without the call that was to go with it."""
    model = replace(model, hand=replace(model.hand, uno=False))
    return hint(model, _("Taken back: you won't call UNO with your next play."), Tone.INFO)


def catch(model: Model) -> Step:
    """Catch the player who has one card and hasn't called (O6)."""
    seats = catches(model)
    if model.seat is None or not seats:
        return hint(model, _("There's nobody to catch."), Tone.INFO)
    return want(model, Act(act.Catch(model.seat, seats[0])))


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
