"""Standing: what the player is at the table now, which decides the keys and commands that apply."""

from collections.abc import Callable, Iterable
from shlex import quote

from uno_client.core.model import Model
from uno_client.names import command, quoted_name
from uno_engine.decisions import TakeTurn, Vote, asked
from uno_engine.state import Game, Phase
from uno_protocol.messages import Ready
from uno_protocol.room import Occupant, RoomPhase

RESTING = (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED)
"""The phases of a table between two deals: a clock may run towards the next one."""

When = Callable[[Model], bool]
"""Whether something applies now."""


def anywhere(_model: Model) -> bool:
    """Everywhere and always."""
    return True


def in_round(model: Model) -> bool:
    """Taking part in a round that is being played, or in the vote before it."""
    game, seat = model.game, model.seat
    voting_or_playing = (Phase.VOTING, Phase.PLAYING)
    return game is not None and seat is not None and game.phase in voting_or_playing and game.seated[seat]


def in_play(model: Model) -> bool:
    """Taking part in a round, with cards in hand."""
    return in_round(model) and not isinstance(model.waiting_for, Vote)


def is_ready(model: Model) -> bool | None:
    """Whether the player is ready; None: in no seat, or a round is being played."""
    return None if model.occupant is None or model.phase not in RESTING else model.occupant.ready


def being_dealt(model: Model) -> bool:
    """Between the front door and the first card, or between two solo games: nothing to do."""
    if not (model.start.at_home and model.start.autostart) or model.link.lost or model.page is not None:
        return False
    if model.table is None:
        return model.start.deals
    if model.table.room.shares is not None:
        return True
    asked_for = any(isinstance(each, Ready) for each in model.link.pending)
    return model.phase is RoomPhase.WAITING and (is_ready(model) or asked_for)


def own_position(model: Model) -> str:
    """The position on one line, from the player's own eyes, if a turn begins; else empty."""
    if model.game is None or not in_round(model) or type(model.waiting_for) is not TakeTurn:
        return ""
    return quotable_position(model.game, model.occupants)


def quotable_position(game: Game, occupants: Iterable[Occupant | None]) -> str:
    """The position of a game on one line, without the quotes between which it is pasted into a shell."""
    from uno_engine.scenario.notation import position_line  # with scenarios: most runs need none

    line = position_line(game, ["" if each is None else each.name for each in occupants])
    return quotable(line)


def quotable(line: str) -> str:
    """The line as it can stand between quotes in a shell: the host's own rule may have one."""
    return line.replace("'", "’")


def in_game(model: Model) -> bool:
    """In a seat while a game is on, in or between rounds."""
    return model.seat is not None and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)


def has_seen(model: Model) -> bool:
    """Whether something can be shown again of the game that is on, or was last at this table."""
    return model.play.recorded is not None and bool(model.play.recorded.events)


def can_record(model: Model) -> bool:
    """After a round or a game; also in the waiting room, after a game that the host ended."""
    return model.phase in RESTING and (model.phase is not RoomPhase.WAITING or has_seen(model))


def on_turn(model: Model) -> bool:
    """Asked something by a running game, and present to answer it."""
    there = not model.link.lost and not model.away
    return there and model.asked and model.phase is RoomPhase.PLAYING


def waited_for(model: Model) -> tuple[int, ...]:
    """The seats that the game waits for: to answer, to come back, or to resume it."""
    room = model.room
    if room is None or model.game is None:
        return ()
    if room.phase is not RoomPhase.PAUSED:
        return asked(model.waiting_for)
    if room.held:
        return () if room.host is None else (room.host,)
    occupants = enumerate(room.occupants)
    return tuple(seat for seat, each in occupants if each is not None and each.plays and not each.connected)


def way_back(model: Model) -> str:
    """The command to rejoin a game that continues without the player; empty if there is none."""
    if not in_game(model) or model.start.autostart:
        return ""
    return command(model.server.address, "--name", quote(quoted_name(model.name)))


def tonight(model: Model) -> tuple[int, int] | None:
    """The player's wins and games at this table, or the one before; not of games against the computer alone."""
    tally = () if model.room is None or model.start.autostart else model.room.tally or ()
    own = next((line for line in tally if line.name == model.name and line.games), None)
    return model.door.tonight if own is None else (own.wins, own.games)
