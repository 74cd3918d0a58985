"""The table's menu, and picking somebody, from the model."""

from uno_client.core import chat
from uno_client.core.actions import dialogue
from uno_client.core.model import Model
from uno_client.core.model.question import Pending, Somebody
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import KeyedChoice
from uno_client.screens.joining import joining
from uno_client.screens.menu.scene import MenuScene
from uno_client.wording.levels import level_text_at
from uno_engine.language import _, pgettext
from uno_protocol.fold import TableView


def scene_of(model: Model, keys: Keys) -> MenuScene:
    """The menu, with how others join above it."""
    name = "" if model.table is None else model.table.room.name
    frame = frame_of(model, keys, name, _("menu"), meanwhile(model))
    if model.table is None:
        return MenuScene(frame)
    at = min(model.reading.item, max(0, len(keys.menu) - 1))
    return MenuScene(frame, "", joining(model, model.table, keys), keys.menu, at)


def people_of(model: Model, keys: Keys) -> MenuScene:
    """The choice of somebody, each with the number that takes it."""
    table, asked = model.table, model.question
    frame = frame_of(model, keys, "" if table is None else table.room.name, _("choose"), meanwhile(model))
    if table is None or not isinstance(asked, Pending):
        return MenuScene(frame)
    choices = tuple(_choice(model, table, at, each) for at, each in enumerate(dialogue.choices(model)))
    return MenuScene(frame, dialogue.prompt(model), (), choices, asked.at)


def _choice(model: Model, table: TableView, at: int, who: Somebody) -> KeyedChoice:
    key = str(at + 1) if at < 9 else ""
    if who.level is not None:
        return KeyedChoice(key, who.name, level_text_at(who.level, table.room, more=1))
    return KeyedChoice(key, who.name or _("free"), _notes(model, table, who))


def _notes(model: Model, table: TableView, who: Somebody) -> str:
    """What is to be known of somebody, in words."""
    if not who.name:
        return _("seat {n}").format(n=(who.seat or 0) + 1)
    occupant = table.room.occupants[who.seat] if who.seat is not None else None
    watching = _("spectator") if who.name in table.room.watchers else _("has left")
    notes = [watching if who.seat is None else _("seat {n}").format(n=who.seat + 1)]
    said = (
        (who.seat is not None and who.seat == model.seat, pgettext("in a list", "you")),
        (who.bot, _("computer player")),
        (who.seat is not None and not who.connected, _("offline")),
        (who.name in table.room.muted, _("silenced")),
        (chat.muted(model, who.name), _("muted by you")),
        (occupant is not None and occupant.extra_seconds > 0, f"+{occupant.extra_seconds if occupant else 0} s"),
    )
    return ", ".join([*notes, *(words for holds, words in said if holds)])
