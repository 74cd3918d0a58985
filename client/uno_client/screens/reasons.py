"""Why you cannot play cards: that of one in a box at the card, or all, clause by clause with the cards it bars."""

from collections.abc import Iterator

from uno_client.core.model import Model
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import Popup
from uno_client.screens.page import Block, CardRow, Page, Text
from uno_client.wording.words import error_text, voice_of
from uno_engine.cards import Card, card
from uno_engine.clauses import CLAUSES
from uno_engine.language import _
from uno_protocol.messages import Reason


def box_of(model: Model) -> Popup:
    """Why the card under the cursor cannot be played."""
    at, left = model.hand.selected, model.left
    under = left[at] if at < len(left) else None
    voice = voice_of(model.table)
    reason = next((each for each in model.reading.reasons if under is not None and each.card == under.name), None)
    hint = _("← → other cards, ↑ ↓ all reasons, Esc closes.")
    if reason is not None:
        said = error_text(reason.code, reason.args, reason.text, voice, reason.clause)
        return Popup(said, hint=hint)
    said = "" if under is None else _("{card} can be played.").format(card=voice.card(under))
    return Popup(f"{said[:1].upper()}{said[1:]}" or _("You can play every card in your hand now."), hint=hint)


def scene_of(model: Model, keys: Keys) -> Page:
    """Every reason once, with its cards."""
    blocks = tuple(_blocks(model)) or (Text(_("You can play every card in your hand now."), "good"),)
    return Page(frame_of(model, keys, _("Why not?"), "", meanwhile(model)), blocks, model.reading.scroll)


def _blocks(model: Model) -> Iterator[Block]:
    found: dict[str, list[Card]] = {}
    for reason in model.reading.reasons:
        try:
            face = card(reason.card)
        except ValueError:
            continue
        found.setdefault(_sentence(model, reason), []).append(face)
    for sentence, cards in found.items():
        yield from (Text(sentence, "strong", bold=True), CardRow(tuple(cards)), Text(""))


def _sentence(model: Model, reason: Reason) -> str:
    """The clause where it is known: it says the rule without naming the card."""
    if reason.clause in CLAUSES:
        return f"{reason.clause}: {_(CLAUSES[reason.clause])}"
    return error_text(reason.code, reason.args, reason.text, voice_of(model.table))
