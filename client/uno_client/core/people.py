"""The people at a table, and with whom something can be done."""

from typing import NamedTuple

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.question import PersonAction
from uno_client.wording.levels import LIKE
from uno_engine.levels import BotLevel
from uno_protocol.room import Occupant
from uno_protocol.sentences import level_word


class Somebody(NamedTuple):
    """Somebody at the table, or an empty seat (no name). `seat` None: watching, or not here any more.

    With a `level` it is a computer player who may come.
    """

    seat: int | None
    name: str
    bot: bool = False
    connected: bool = True
    level: BotLevel | None = None


def everybody(model: Model) -> tuple[Somebody, ...]:
    """Everyone seated, by seat, then those who watch."""
    if model.table is None:
        return ()
    room = model.table.room
    seated = [_seated(seat, each) for seat, each in enumerate(room.occupants) if each is not None]
    return (*seated, *(Somebody(None, name) for name in room.watchers))


def _seated(seat: int, occupant: Occupant) -> Somebody:
    return Somebody(seat, occupant.name, occupant.bot is not None, occupant.connected)


def candidates(model: Model, action: PersonAction, moved: int | None = None) -> tuple[Somebody, ...]:
    """With whom that can be done, in the order of the list. `moved`: the seat that moves, for MOVE_TO."""
    if model.table is None:
        return ()
    here, room = everybody(model), model.table.room
    others = tuple(each for each in here if not each.bot and each.seat != model.seat)
    match action:
        case PersonAction.KICK | PersonAction.BAN:
            return others
        case PersonAction.SILENCE:
            gone = [name for name in room.muted if name not in {each.name for each in here}]
            return (*others, *(Somebody(None, name, connected=False) for name in gone))
        case PersonAction.MUTE:
            there = [each for each in here if not each.bot and each.name != model.name]
            names = {each.name for each in there}
            gone = [name for name in chat.mutes(model) if name not in names]
            return (*there, *(Somebody(None, name, connected=False) for name in gone))
        case PersonAction.HAND_OVER:
            return tuple(each for each in others if each.seat is not None and each.connected)
        case PersonAction.TIME:
            return tuple(each for each in here if each.seat is not None and not each.bot)
        case PersonAction.ADD_BOT:
            return tuple(Somebody(None, level_word(level), bot=True, level=level) for level in LIKE)
        case PersonAction.REMOVE_BOT:
            return tuple(each for each in here if each.bot)
        case PersonAction.MOVE:
            return tuple(each for each in here if each.seat is not None) if len(room.occupants) > 1 else ()
        case PersonAction.MOVE_TO:
            seats = ((seat, each) for seat, each in enumerate(room.occupants) if seat != moved)
            return tuple(Somebody(seat, "") if each is None else _seated(seat, each) for seat, each in seats)
