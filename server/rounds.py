"""When do the games and rounds of a table begin, how are they played, and when are they over?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import actions as act
from engine.refused import Refused
from engine.rules import Starter
from engine.shuffle import SEED_BYTES
from engine.state import Phase, State, new_game
from protocol import messages as m
from protocol import room as rm
from protocol.room import RoomPhase
from server import asking, positions, seats
from server.facts import GameBegun
from server.game import GameAtTable
from server.hold import Held
from server.machines import Turn
from server.refusal import Refusal

if TYPE_CHECKING:
    from server.table import Table


def ready(table: Table, seat: int, ready: bool, now: float) -> None:
    """A person is ready, or no longer. Raises Refusal `away`."""
    seats.check_back(table.room, seat)
    if table.room.phase is RoomPhase.FINISHED and ready:
        table.enter(Turn.AGAIN)
    if seats.occupant(table.room, seat).ready == ready or table.room.phase is RoomPhase.FINISHED:
        return
    table.happen(rm.ReadyChanged(seat, ready))
    go_on_if_all_are_ready(table, now)


def go_on_if_all_are_ready(table: Table, now: float) -> None:
    """The next deal, or the next game after one that is over, comes at once if nobody has to be waited for."""
    if not seats.all_ready(table.room):
        return
    if table.room.phase is RoomPhase.BETWEEN_ROUNDS and can_deal(table):
        deal(table, now)
    elif after_game(table) and seats.somebody_wants_more(table.room, least(table)):
        begin(table, None, now)


def after_game(table: Table) -> bool:
    """True while the table waits for another game of the people, rules and seats of the last (a rematch)."""
    return table.game is not None and table.room.phase is RoomPhase.WAITING and not table.frozen


def start(table: Table, chosen: int | None, now: float) -> None:
    """The host starts the game; `chosen` as in A6, None for the host's own seat.

    Raises Refusal `too_few_players`, `not_ready`, `empty_seat`.
    """
    seats.check_start(table.room, least(table))
    if table.rules.starter is not Starter.CHOSEN:
        chosen = None  # P-7.13: it means nothing
    elif chosen is not None:
        seats.check_taken(table.room, chosen)
    begin(table, chosen, now)


def least(table: Table) -> int:
    """How many players a game needs; for a position it is all of them."""
    return len(table.room.occupants) if table.door.position else table.rules.players.least


def begin(table: Table, chosen: int | None, now: float) -> None:
    """A new game, without those who are missing."""
    absent = seats.missing(table.room)
    for member in [member for member in table.members.values() if member.seat in absent]:
        table.leave(member.session, now, "absent")
    table.games += 1
    if table.door.position:
        _place(table, now)
        return
    if chosen is None:
        chosen = table.room.host
    seated = tuple(occupant is not None for occupant in table.room.occupants)
    seed = table.entropy(SEED_BYTES)
    table.facts.append(GameBegun(seed))
    table.game = GameAtTable(new_game(table.rules, seated, seed, chosen), table.log.note_all)
    for member in table.members.values():
        member.dealt = False
    table.happen(rm.GameOpened(seated, chosen))
    deal(table, now)


def _place(table: Table, now: float) -> None:
    """A new game at the position of the table: everybody sees it by a snapshot."""
    state = positions.state_at(table.door.position)
    table.facts.append(GameBegun(state.seed))
    table.game = GameAtTable(state, table.log.note_all)
    table.happen(rm.GamePlaced(tuple(state.seated), table.door.position))
    table.enter(Turn.DEALT)
    for member in table.members.values():
        member.since, member.told, member.dealt = -1, None, member.seat is not None
    follow(table, now)


def join(table: Table, seat: int, now: float) -> None:
    """A6: who sits down between rounds plays in the next one; in mid-round this waits for its end."""
    if table.game is not None and table.room.phase is RoomPhase.BETWEEN_ROUNDS:
        carry_out(table, act.Joined(seat), now)


def play(table: Table, session: int, request: m.PlayRequest, now: float) -> bool:
    """A request of play: True if it is done, False if it is held (U3). Raises also Refusal `away`."""
    game, seat = _seat_in_game(table, session)
    seats.check_back(table.room, seat)
    done = game.ask(session, seat, request, now)
    if done:
        table.time_outs.forget(seat)
        follow(table, now)
    return done


def asks(table: Table, session: int, request: m.Continuations | m.WhyNot) -> m.Follow | m.Reasons:
    """A question about the game that changes nothing and is answered at once, even while requests are held."""
    game, seat = _seat_in_game(table, session)
    if isinstance(request, m.WhyNot):
        return asking.reasons(game.state, seat, request)
    return asking.continuations(game.state, seat, request)


def _seat_in_game(table: Table, session: int) -> tuple[GameAtTable, int]:
    """The game and the session's seat. Raises Refusal `no_game`."""
    seat = table.members[session].seat
    if table.game is None or seat is None:
        raise Refusal("no_game", text="no game has begun")
    return table.game, seat


def drop_game(table: Table) -> None:
    """There is no game any more, and what was held for it will not be taken."""
    if table.game is not None:
        table.dropped += table.game.give_back()
        table.settled.put_away = table.game
        for member in table.members.values():
            member.told = None  # what was listed holds no longer
    table.game = None
    table.bots.rest()


def give_back(table: Table) -> list[Held]:
    """What is held, to be taken no more."""
    dropped, table.dropped = table.dropped, []
    return dropped if table.game is None else [*dropped, *table.game.give_back()]


def carry_out(table: Table, action: act.TableAction, now: float) -> None:
    """An action of the table's own; the rules never refuse one that is sent rightly."""
    assert table.game is not None
    try:
        table.game.carry_out(action, now)
    except Refused as refused:
        raise RuntimeError(f"{action} was refused: {refused}") from refused


def can_deal(table: Table) -> bool:
    """True if there are players enough for another round, and the host does not hold the game."""
    game = table.game
    return game is not None and not table.room.held and sum(game.state.seated) >= table.rules.players.least


def deal(table: Table, now: float) -> None:
    """The next round of the game."""
    assert table.game is not None
    table.enter(Turn.DEALT)
    carry_out(table, act.Deal(), now)
    for member in table.members.values():
        if member.seat is not None and table.game.state.playing[member.seat]:
            member.dealt = True
    follow(table, now)
    if seats.deserted(table.room) and table.room.phase is RoomPhase.PLAYING:
        table.enter(Turn.DESERTED)


def leave(table: Table, seat: int, now: float) -> None:
    """A10: who sits there plays no more; the seat is not free yet."""
    game = table.game
    if game is None or game.state.phase is Phase.OVER or not game.state.seated[seat] or table.frozen:
        return
    carry_out(table, act.Left(seat), now)
    follow(table, now)


def follow(table: Table, now: float) -> None:
    """Let the table's phase follow the game's."""
    assert table.game is not None
    state = table.game.state
    if state.phase is Phase.OVER and table.room.phase is not RoomPhase.FINISHED:
        _show_hands(table, state)
        table.happen(rm.GameSeed(state.seed.hex()))
        table.enter(Turn.GAME_OVER)
    elif state.phase is Phase.BETWEEN_ROUNDS and table.room.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED):
        _show_hands(table, state)
        table.enter(Turn.ROUND_OVER)
        for seat, occupant in enumerate(table.room.occupants):
            if occupant is not None and not state.seated[seat]:
                carry_out(table, act.Joined(seat), now)


def _show_hands(table: Table, state: State) -> None:
    """P-7.19: the hands with which a round has ended, where the table is for that."""
    if table.room.show_hands and table.room.phase is not RoomPhase.BETWEEN_ROUNDS:
        hands = zip(state.hands, state.seated, strict=True)
        table.happen(rm.HandsShown(tuple(tuple(hand) if seated else None for hand, seated in hands)))
