"""Lessons: what is explained in a first game, each thing when it comes up for the first time. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from uno_client.core.legal_moves import catches, lists, playable, uno_due
from uno_client.core.model import Model
from uno_client.core.model.parts import Notice, Tone
from uno_client.core.navigation import Scope, at_the_game
from uno_client.core.table_events import tell
from uno_engine.actions import Draw
from uno_engine.language import N_, _


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to explain: when it comes up, and its text for the full screen and for plain mode."""

    when: Callable[[Model], bool]
    by_keys: str
    in_lines: str


def _at(place: Scope) -> Callable[[Model], bool]:
    return lambda model: model.asked and at_the_game(model) is place


TOPICS: Mapping[str, Topic] = {
    "over": Topic(
        lambda model: at_the_game(model) is Scope.RESULT,
        N_(
            "The round is over: who has no cards left wins. Now you know the game! Enter deals anew, {leave} goes back."
        ),
        N_("The round is over: who has no cards left wins. Now you know the game! Type ready to play again."),
    ),
    "catch": Topic(
        lambda model: bool(catches(model)),
        N_("Somebody has one card left and forgot to call UNO: press {catch} now, and they draw two cards."),
        N_("Somebody has one card left and forgot to call UNO: type catch and the name, and they draw two cards."),
    ),
    "uno": Topic(
        lambda model: _at(Scope.HAND)(model) and uno_due(model) and bool(playable(model)),
        N_("You have two cards. Press {uno} to call UNO before you play one, or the others may catch you: two cards!"),
        N_("You have two cards. Add uno when you play one, as in: play R5 uno. Forget it, and you may draw two cards!"),
    ),
    "draw_four": Topic(
        _at(Scope.CHALLENGE),
        N_("A Wild Draw Four: take four cards, or challenge if you think that a card of the colour was held."),
        N_("A Wild Draw Four: accept (four cards), or challenge if you think that a card of the colour was held."),
    ),
    "drawn": Topic(
        lambda model: _at(Scope.DRAWN)(model) and bool(playable(model)),
        N_("The card you drew fits: Enter plays it at once, {keep} keeps it."),
        N_("The card you drew fits: play it at once, or keep it."),
    ),
    "colour": Topic(
        lambda model: at_the_game(model) is Scope.COLOUR,
        N_("A wild goes on any card, and you name the colour that goes on: r, y, g or b."),
        N_("A wild goes on any card, and you name the colour that goes on, as in: colour red."),
    ),
    "turn": Topic(
        lambda model: _at(Scope.HAND)(model) and bool(playable(model)),
        N_("Your turn! Raised cards fit the top card: same colour, number or symbol. ← → choose one, Enter plays it."),
        N_("Your turn! A card fits the top card by its colour, number or symbol. A number from the list plays one."),
    ),
    "nothing": Topic(
        lambda model: _at(Scope.HAND)(model) and lists(model, Draw) and not playable(model),
        N_("None of your cards fits, so you draw one: Enter."),
        N_("None of your cards fits, so you draw one: type draw."),
    ),
    "others": Topic(
        lambda model: at_the_game(model) is Scope.HAND and model.waiting_for is not None and not model.asked,
        N_("Get rid of your cards before the others do. Now watch: the marked player is playing."),
        N_("Get rid of your cards before the others do. Now the others play."),
    ),
}
"""Most pressing first."""


READ_SECONDS = 30.0
"""How much longer than other notices an explanation stays."""


def taught(model: Model) -> Model:
    """The model with what is to be explained now: a notice on the full screen, else a line of the log."""
    lesson = model.lesson
    if lesson is None or model.game is None:
        return model
    name = next((each for each, topic in TOPICS.items() if each not in lesson.told and topic.when(model)), None)
    if name is None:
        return model
    model = replace(model, lesson=replace(lesson, told=lesson.told | {name}))
    if lesson.keys is not None:
        text = _(TOPICS[name].by_keys).format(**lesson.keys)
        return replace(model, notice=Notice(text, Tone.GOOD, model.now + READ_SECONDS))
    return tell(model, None, _(TOPICS[name].in_lines))
