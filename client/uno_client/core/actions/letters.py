"""Cards by letters (M6): each letter answers the question that is open."""

from dataclasses import replace

from uno_client.core import card_dialogue
from uno_client.core.actions.play import lay
from uno_client.core.legal_moves import just_drawn, targets, unasked, uno_due
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import Dialogue, LetterStage
from uno_client.core.model.table import NO_CHAIN
from uno_client.core.naming import numbered
from uno_client.core.requests import Step, hint, say, still
from uno_engine.cards import Card
from uno_engine.decisions import TakeTurn


def spell(model: Model) -> Step:
    """P: ask for the colour of a card; the one that was just drawn is played."""
    begun, drawn = card_dialogue.begin(model), just_drawn(model)
    if begun is None:
        return hint(model, unasked(model, TakeTurn), Tone.INFO)
    if drawn is not None:
        return begin_with(model, drawn, at_once=not model.start.in_lines)
    return still(replace(model.chaining(NO_CHAIN), question=begun, notice=None))


def answer(model: Model, typed: str, *, listed: bool = False) -> Step:
    """A letter in answer to the open question. `listed`: numbers count the players who can be chosen, not the seats."""
    asked = model.question
    if not isinstance(asked, Dialogue):
        return still(model)
    if listed and asked.stage is LetterStage.PLAYER and (seat := numbered(typed, targets(model))) is not None:
        typed = str(seat + 1)
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
        return lay(model, card_dialogue.play_of(asked, model))
    return _replied(model, reply)


def _replied(model: Model, reply: card_dialogue.Reply) -> Step:
    if reply.play is not None:
        return lay(replace(model, notice=None), replace(reply.play, uno=reply.play.uno or model.hand.uno))
    model = replace(model, question=reply.goes_on, notice=None)
    tone = Tone.INFO if reply.meant else Tone.FAULT
    return still(say(model, " ".join(reply.said), tone) if reply.said else model)
