"""The front door, from the model."""

from uno_client.core.model import Model
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.door.scene import DoorScene
from uno_client.screens.frame import KeyedChoice
from uno_client.wording.front_door import Item, found_text, running_text, tonight_text
from uno_engine.language import _


def scene_of(model: Model, keys: Keys) -> DoorScene:
    """What can be chosen, numbered; the way back to your seat comes first, and has no number."""
    door = model.door
    first = int(Item.RETURN in door.lines)
    choices = tuple(_choice(model, entry, at - first + 1) for at, entry in enumerate(door.lines))
    running = "" if door.hosted is None or door.asks else running_text(door.hosted.port, len(door.hosted.people))
    facts = " · ".join(filter(None, (model.name, "" if door.tonight is None else tonight_text(*door.tonight))))
    return DoorScene(frame_of(model, keys, _("UNO on your network"), facts), choices, model.row, door.asks, running)


def _choice(model: Model, entry: Item, number: int) -> KeyedChoice:
    games = [each for each in model.picker.found or () if each.answers is not False and each.verdict is None]
    meaning = found_text(len(games)) if entry is Item.JOIN and games else _(entry.meaning)
    return KeyedChoice("" if entry is Item.RETURN else str(number), entry.named(model.door.back), meaning)
