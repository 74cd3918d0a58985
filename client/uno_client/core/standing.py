"""Standing: what the player is at the table now, which decides the keys and commands that apply."""

from collections.abc import Callable
from shlex import quote

from uno_client.core.model import Model
from uno_client.names import command
from uno_engine.decisions import Decision, Vote, asked
from uno_engine.state import Phase
from uno_protocol.messages import Ready
from uno_protocol.room import Room, RoomPhase

RESTING = (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED)
"""The phases of a table between two deals: a clock may run towards the next one."""

When = Callable[[Model], bool]
"""Whether something applies now."""


def anywhere(_model: Model) -> bool:
    """Everywhere and always."""
    return True


def in_lobby(model: Model) -> bool:
    """At no table."""
    return model.table is None


def at_table(model: Model) -> bool:
    """At a table, in a seat or watching."""
    return model.table is not None


def watching(model: Model) -> bool:
    """At a table without a seat."""
    return model.table is not None and model.seat is None


def seated(model: Model) -> bool:
    """In a seat."""
    return model.seat is not None


def in_round(model: Model) -> bool:
    """Taking part in a round that is being played, or in the vote before it."""
    game, seat = model.game, model.seat
    voting_or_playing = (Phase.VOTING, Phase.PLAYING)
    return game is not None and seat is not None and game.phase in voting_or_playing and game.seated[seat]


def asked_for(*kinds: type[Decision]) -> When:
    """Asked one of these questions."""
    return lambda model: model.asked and isinstance(model.waiting_for, kinds)


def in_play(model: Model) -> bool:
    """Taking part in a round, with cards in hand."""
    return in_round(model) and not isinstance(model.waiting_for, Vote)


def to_be_ready(model: Model) -> bool:
    """In a seat while no round is being played, and not ready."""
    own = model.occupant
    return between_deals(model) and own is not None and not own.ready


def is_ready(model: Model) -> bool:
    """In a seat while no round is being played, and ready by oneself."""
    own = model.occupant
    return between_deals(model) and own is not None and own.ready and own.stand_in is None


def is_away(model: Model) -> bool:
    """In a seat for which a computer player plays."""
    return model.away


def is_there(model: Model) -> bool:
    """In a seat, playing oneself."""
    return seated(model) and not is_away(model)


def between_deals(model: Model) -> bool:
    """In a seat while no round is being played."""
    return model.seat is not None and model.phase in RESTING


def being_dealt(model: Model) -> bool:
    """Between the front door and the first card, or between two solo games: nothing to do."""
    if not (model.start.at_home and model.start.autostart) or model.link.lost or model.page is not None:
        return False
    if model.table is None:
        return model.start.deals
    own = model.occupant
    ready = own is not None and own.ready
    return model.phase is RoomPhase.WAITING and (ready or any(isinstance(each, Ready) for each in model.link.pending))


def in_game(model: Model) -> bool:
    """In a seat while a game is on, in or between rounds."""
    return model.seat is not None and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)


def on_turn(model: Model) -> bool:
    """Asked something by a running game, and present to answer it."""
    there = not model.link.lost and not model.away
    return there and model.asked and model.phase is RoomPhase.PLAYING


def waited_for(model: Model) -> tuple[int, ...]:
    """The seats that the game waits for: to answer, to come back, or to resume it."""
    table = model.table
    if table is None or table.game is None:
        return ()
    if table.room.phase is not RoomPhase.PAUSED:
        return asked(table.game.waiting_for)
    if table.room.held:
        return () if table.room.host is None else (table.room.host,)
    occupants = enumerate(table.room.occupants)
    return tuple(seat for seat, each in occupants if each is not None and each.plays and not each.connected)


def way_back(model: Model) -> str:
    """The command to rejoin a game that continues without the player; empty if there is none."""
    if not in_game(model) or model.start.autostart:
        return ""
    return command(model.server.address, "--name", quote(model.name))


def tonight(model: Model) -> tuple[int, int] | None:
    """The player's wins and games at this table, or the one before; not of games against the computer alone."""
    tally = () if model.table is None or model.start.autostart else model.table.room.tally or ()
    own = next((line for line in tally if line.name == model.name and line.games), None)
    return model.door.tonight if own is None else (own.wins, own.games)


def hosting(model: Model) -> bool:
    """The host of the table."""
    return model.hosting


def hosting_at_rest(model: Model) -> bool:
    """The host of a table where no game is on."""
    return model.hosting and model.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)


def hosting_a_game(model: Model) -> bool:
    """The host of a table where a game is on."""
    return model.hosting and in_game(model)


def hosting_where(is_so: Callable[[Room], object]) -> When:
    """The host of a table that is so."""
    return lambda model: model.table is not None and model.hosting and bool(is_so(model.table.room))
