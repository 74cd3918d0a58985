"""Why you cannot play cards of your hand: clause by clause, with the cards that each one bars."""

from uno_client.core.card_dialogue import written
from uno_client.core.model import Model
from uno_client.fullscreen.screens.frame import page
from uno_client.fullscreen.widgets import CHIP, Line, Lines, Size, chip, text, wrap
from uno_client.wording.words import error_text, voice_of
from uno_engine.cards import Card, card
from uno_engine.clauses import CLAUSES
from uno_engine.language import _
from uno_protocol.messages import Reason


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    return page(model, size, _("Why not?"), "", reason_lines(model, size.columns))


def reason_lines(model: Model, columns: int) -> Lines:
    """Every reason once, with its cards."""
    if not model.reading.reasons:
        return [[], text("  " + _("You can play every card in your hand now."), "class:good")]
    lines: Lines = []
    for sentence, cards in _by_sentence(model).items():
        lines += [[], *wrap(sentence, columns - 4, "class:strong", indent="", margin="  ")]
        lines += _chips(model, cards, columns)
    return lines


def _by_sentence(model: Model) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for reason in model.reading.reasons:
        face = _face(reason)
        if face is not None:
            found.setdefault(_sentence(model, reason), []).append(face)
    return found


def _face(reason: Reason) -> Card | None:
    try:
        return card(reason.card)
    except ValueError:
        return None


def _sentence(model: Model, reason: Reason) -> str:
    """The clause where it is known: it says the rule without naming the card."""
    if reason.clause in CLAUSES:
        return f"{reason.clause}: {_(CLAUSES[reason.clause])}"
    return error_text(reason.code, reason.args, reason.text, voice_of(model.table))


def _chips(model: Model, cards: list[Card], columns: int) -> Lines:
    per_row = max(1, (columns - 4) // CHIP)
    lines: Lines = []
    for at in range(0, len(cards), per_row):
        line: Line = [("", "  ")]
        for face in cards[at : at + per_row]:
            line += chip(face, rank=written(model, face))
        lines.append(line)
    return lines
