"""The beats of the lesson: what is explained at each step of the scripted deal, and where the callout points. Pure."""

from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct

from uno_client.core.model import Model
from uno_client.core.table_events import tell
from uno_client.structs import replace
from uno_client.wording.front_door import Item
from uno_engine.cards import Card, card
from uno_engine.language import N_, _


class CalloutTarget(Enum):
    """What a callout points at."""

    CARD = "card"
    STOCK = "stock"
    HAND = "hand"
    QUESTION = "question"


class Beat(Struct, frozen=True):
    """One step of the player's, and how it is done: by keys, or by what is typed. Without a topic it continues another.

    `card`: what the callout points at.
    """

    topic: Item | None
    target: CalloutTarget
    says: str
    by_keys: str
    typed: str
    card: Card | None = None

    @property
    def in_lines(self) -> str:
        """What plain mode says."""
        return f"{_(self.says)} {_('Type {command}').format(command=_(self.typed))}"


_PLAYS = N_("Enter plays it.")
# A row is read as one.
# fmt: off
BEATS: Sequence[Beat] = (
    Beat(
        Item.COLOUR, CalloutTarget.CARD, N_("Colours match: your red 8 goes on the red 5."),
        N_("← → choose it, Enter plays it."), "play R8", card("R8")
    ),
    Beat(
        Item.NUMBER, CalloutTarget.CARD, N_("The number counts, too: your yellow 2 goes on the green 2."),
        _PLAYS, "play Y2", card("Y2")
    ),
    Beat(
        Item.DRAW, CalloutTarget.STOCK, N_("Nothing goes on the green 7: draw a card."),
        N_("Press Enter, or {draw}."), "draw"
    ),
    Beat(
        None, CalloutTarget.CARD, N_("You drew a Wild, which fits anything: save it for later."),
        N_("{keep} keeps it."), "keep", card("W")
    ),
    Beat(
        Item.SKIP, CalloutTarget.CARD, N_("A Skip costs the next player a turn, and yours goes on the red 7."),
        _PLAYS, "play RS", card("RS")
    ),
    Beat(
        Item.WILD, CalloutTarget.CARD, N_("Only your Wild fits now: play it, and name blue, which you hold."),
        _PLAYS, N_("play W blue"), card("W")
    ),
    Beat(
        Item.DRAW_FOUR, CalloutTarget.QUESTION,
        N_("A Wild Draw Four needs a hand without the old colour, and Ben may hold blue."),
        N_("{challenge} challenges it."), "challenge"
    ),
    Beat(
        Item.UNO, CalloutTarget.CARD, N_("You have two cards, so the next one calls for UNO."),
        N_("Press {uno}, then play your yellow 6."), "play Y6 uno", card("Y6")
    ),
    Beat(
        Item.WIN, CalloutTarget.CARD, N_("Your last card fits: play it and win."), _PLAYS, "play B9", card("B9")
    ),
)
# fmt: on
"""In the order of the player's steps in `deal.game`."""

OVER = N_("You won! Now you know the game. Enter plays it again, {leave} goes back.")
TOPICS: Mapping[Item, int] = {beat.topic: at for at, beat in enumerate(BEATS) if beat.topic is not None}
"""The eight topics with the beat that each begins at."""


def taught(model: Model, beat: int | None) -> Model:
    """The model at that beat. Plain mode has its text as a line of the log; the full screen shows it itself."""
    lesson = model.lesson
    if lesson is None:
        return model
    if beat is None:
        return replace(model, lesson=replace(lesson, due=False), notice=None)
    model = replace(model, lesson=replace(lesson, beat=beat, due=True))
    if lesson.keys is not None:
        return replace(model, notice=None)
    over = _("You won! Now you know the game. Type ready to play it again, or quit to go back.")
    return tell(model, None, over if beat == len(BEATS) else BEATS[beat].in_lines)
