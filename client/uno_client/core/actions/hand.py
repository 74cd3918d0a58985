"""What is done with the cards of the hand: play them alone or together, take others, sort them."""

from collections.abc import Mapping, Sequence

from uno_client.core.actions import letters
from uno_client.core.actions.action import CHOICE, COLOUR_OF, PLAYER_OF, Action, Who
from uno_client.core.actions.cards import laid, play_of, read_laid
from uno_client.core.actions.play import ask_what_follows, do, lay, take_uno_back
from uno_client.core.legal_moves import layable, lists, may_add, refusal, targets, to_take, unasked
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import GivenAnswers
from uno_client.core.model.table import LAID, NO_CHAIN, ChainDraft, Order
from uno_client.core.people import Unclear
from uno_client.core.requests import Step, hint, still
from uno_client.core.standing import in_play
from uno_client.structs import replace
from uno_client.wording.words import error_text
from uno_engine import actions as act
from uno_engine.cards import Colour
from uno_engine.decisions import ChoosePlayer, Decision, PlayDrawn, TakeTurn
from uno_engine.language import N_, _


def _play(model: Model, answers: GivenAnswers) -> Step:
    return lay(model, play_of(model, answers)) if answers.laid.cards else letters.spell(model)


def no_chain(model: Model) -> str:
    """Why no card can be put to others now; empty if one can."""
    if model.rules is not None and not model.rules.several:
        return _("At this table you play one card in a turn.")
    return "" if may_add(model) else unasked(model, TakeTurn)


def _read_chain(model: Model, words: Sequence[str]) -> GivenAnswers:
    if why := no_chain(model):
        raise Unclear(why)
    answers = read_laid(model, words, model.hand.chain)
    unnamed = answers.laid.cards[-1:] and answers.laid.cards[-1].wild and laid(answers).colours[-1] is None
    judged = play_of(model, replace(answers, colour=Colour.RED) if unnamed else answers)
    if words and (refused := refusal(model, judged)):
        raise Unclear(refused)
    return answers


def _chain(model: Model, answers: GivenAnswers) -> Step:
    chain = laid(answers)
    return still(model) if chain == replace(model.hand.chain, follows=None) else ask_what_follows(model, chain)


def _undo(model: Model, _answers: GivenAnswers) -> Step:
    """Take back the UNO that was to be called, or the last card of the chain into the hand, under the cursor."""
    if model.hand.uno:
        return take_uno_back(model)
    chain = model.hand.chain
    if not chain.cards:
        return still(model)
    step = ask_what_follows(model, ChainDraft(chain.cards[:-1], chain.colours[:-1]))
    left, back = step[0].left, chain.cards[-1]
    return step[0].pointing_at(left.index(back) if back in left else 0), *step[1:]


def _drop(model: Model, _answers: GivenAnswers) -> Step:
    return still(replace(model.chaining(NO_CHAIN).pointing_at(0), notice=None))


def _begun(model: Model) -> bool:
    return bool(model.hand.chain.cards)


def _double_asks(model: Model, answers: GivenAnswers) -> bool:
    """Whether the last card of a double needs another player (N7)."""
    game, cards = model.game, answers.laid.cards
    if game is None or game.rules.chains or not (cards and model.left and targets(model)):
        return False
    return ChoosePlayer.kind in game.effects[cards[-1].order].asks


def _take(model: Model, _answers: GivenAnswers) -> Step:
    if model.asked and isinstance(model.waiting_for, PlayDrawn) and not model.start.in_lines:
        return hint(model, _("P plays the card that you drew, K keeps it."), Tone.INFO)
    action, duty = to_take(model), _DUTIES.get(type(model.waiting_for)) if model.asked else None
    if action is not None:
        return do(model, action)
    return hint(model, unasked(model) if duty is None else error_text("must_play", clause=duty), Tone.INFO)


_DUTIES: Mapping[type[Decision | None], str] = {TakeTurn: "H6", PlayDrawn: "C4"}
"""The clause under which there is nothing to take where a card may be played."""


def _read_order(_model: Model, words: Sequence[str]) -> GivenAnswers:
    order = words[0].lower().replace("color", "colour") if words else "colour"
    if order not in LAID:
        raise Unclear(_("The orders are colour, number and came. For example: sort number"))
    return GivenAnswers(text=order)


def _sort(model: Model, answers: GivenAnswers) -> Step:
    """By colour, each colour by rank; or in another order. The cursor stays on its card."""
    order, under = LAID[answers.text or "colour"], model.under_cursor
    came = model.held if order is Order.COLOUR and model.spelled else model.hand.came
    model = replace(model, hand=replace(model.hand, order=order, came=came, sought=None))
    model = model if under is None else model.pointing_at(model.left.index(under))
    said = _("Your cards lie {order}.").format(order=_((Order.COLOUR if model.spelled else order).value))
    return still(model) if model.start.in_lines else hint(model, said, Tone.INFO)


_NONE = N_("You haven't put any cards together. Begin with: chain R5")
# A row is read as one.
# fmt: off
PLAY_CARDS = Action(
    "play", N_("play"), N_("play a card or several: play R5, play W blue uno, play WS red bob, play R1 W:B B3; alone: "
    "letter by letter (P)"), _play, Who.SEATED, in_play, (COLOUR_OF, PLAYER_OF),
    usage="CARD… [COLOUR] [PLAYER] [uno]", reads=read_laid, tries=True
)
CHAIN = Action(
    "chain", N_("several"), N_("play several cards at once: add them one by one, by name or number"), _chain,
    Who.SEATED, lambda model: may_add(model) and bool(layable(model)), (COLOUR_OF,), usage="CARD [COLOUR]",
    reads=_read_chain, tries=True, under=lambda rules: rules.several
)
UNDO = Action("undo", N_("undo"), N_("take back the last card"), _undo, Who.SEATED, _begun, unless=_NONE)
DROP = Action("drop", N_("undo all"), N_("take the cards of chain back"), _drop, Who.SEATED, _begun, unless=_NONE)
SEND = Action(
    "send", N_("play all"), N_("play the cards of chain"), _play, Who.SEATED, _begun,
    (replace(CHOICE, due=_double_asks),), usage="[uno]", unless=_NONE,
    reads=lambda model, words: read_laid(model, words, model.hand.chain),
    here=lambda model: GivenAnswers(laid=model.hand.chain)
)
TAKE = Action(
    "take", N_("take"), N_("draw a card, keep the card you just drew, or take a penalty (T)"), _take, Who.SEATED,
    lambda model: to_take(model) is not None, tries=True,
    otherwise=lambda model: _("pass") if lists(model, act.Pass) else None
)
SORT = Action(
    "sort", N_("sort"), N_("lay your cards by colour (S), by number and symbol, or as they came"), _sort, Who.SEATED,
    in_play, usage="[number|came]", reads=_read_order
)
# fmt: on
HAND = (SORT, PLAY_CARDS, CHAIN, UNDO, SEND, DROP, TAKE)
