"""Cards by letters in the full screen (M6): sort, play, take; each letter answers the question that is open."""

from dataclasses import replace

from uno_client.core import card_dialogue
from uno_client.core.legal_moves import just_drawn, only_answer, targets, to_take, uno_due
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import Dialogue, LetterStage
from uno_client.core.naming import numbered
from uno_client.core.requests import Step, hint, say, still, want
from uno_client.fullscreen import hand
from uno_client.messages import Act
from uno_client.wording.words import error_text
from uno_engine.cards import Card
from uno_engine.decisions import PlayDrawn
from uno_engine.language import _


def sort(model: Model) -> Step:
    """Sort each group of the hand by rank, with the cursor on the same card. It is no move."""
    under = hand.card_under_cursor(model)
    model = replace(model, hand=replace(model.hand, came=model.held))
    model = model if under is None else model.pointing_at(model.left.index(under))
    return hint(model, _("Your cards are sorted."), Tone.INFO)


def spell(model: Model) -> Step:
    """P: ask for the colour of a card; the one that was just drawn is played."""
    begun, drawn = card_dialogue.begin(model), just_drawn(model)
    if begun is None:
        return hint(model, error_text("not_your_turn"), Tone.INFO)
    if drawn is not None:
        return begin_with(model, drawn, at_once=True)
    return still(replace(model, question=begun, notice=None))


def take(model: Model) -> Step:
    """T: a card, or whatever else there is to take."""
    if model.asked and isinstance(model.waiting_for, PlayDrawn):
        return hint(model, _("P plays the card that you drew, K keeps it."), Tone.INFO)
    action = to_take(model)
    return hint(model, error_text("not_your_turn"), Tone.INFO) if action is None else want(model, Act(action))


def choose(model: Model) -> Step:
    """Enter: the one thing that is left to do, yes where that is asked, a wild's likely colour, else the card here."""
    only, card, asked = only_answer(model), hand.card_under_cursor(model), model.question
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.CONFIRM:
        return answer(model, "Y")
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.NAME and asked.card is not None:
        return answer(model, card_dialogue.likely_colour(model.left, asked.card).value)
    if only is not None:
        return want(model, Act(only))
    if isinstance(asked, Dialogue) and asked.stage not in (LetterStage.COLOUR, LetterStage.RANK):
        return still(model)
    return hint(model, _("You have no cards.")) if card is None else begin_with(model, card)


def answer(model: Model, typed: str) -> Step:
    """A letter in answer to the open question."""
    asked = model.question
    if not isinstance(asked, Dialogue):
        return still(model)
    if asked.stage is LetterStage.PLAYER and (seat := numbered(typed, targets(model))) is not None:
        typed = str(seat + 1)  # the screen counts those that can be chosen
    return _replied(model, card_dialogue.answer(asked, model, typed))


def back(model: Model) -> Step:
    """One step back."""
    asked = model.question
    before = card_dialogue.back(asked) if isinstance(asked, Dialogue) else None
    return still(replace(model, question=before, notice=None))


def begin_with(model: Model, card: Card, *, at_once: bool = False) -> Step:
    """Go on with a card that is known; `at_once`: where it asks nothing, it is played without a confirmation."""
    reply = card_dialogue.begin_with(model, card)
    asked = reply.goes_on
    if at_once and asked is not None and asked.stage is LetterStage.CONFIRM and not uno_due(model):
        return hand.lay(model, card_dialogue.play_of(asked, model))
    return _replied(model, reply)


def _replied(model: Model, reply: card_dialogue.Reply) -> Step:
    if reply.play is not None:
        return hand.lay(replace(model, notice=None), replace(reply.play, uno=reply.play.uno or model.hand.uno))
    model = replace(model, question=reply.goes_on, notice=None)
    tone = Tone.INFO if reply.meant else Tone.FAULT
    return still(say(model, " ".join(reply.said), tone) if reply.said else model)
