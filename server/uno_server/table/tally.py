"""Tally: what everybody has done in the games of a table, counted during the games and sent when they end."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from uno_engine.state import State
from uno_protocol.room import LINES_TALLIED, Room, TallyLine


class Feats(Struct, frozen=True, array_like=True):
    """What each seat has done in the game so far, as in `TallyLine`. All of it is public.

    The journal stores it with every commit, so `caught` and `longest` end with the last seat that has any.
    """

    biggest: tuple[int, ...] = ()
    caught: tuple[int, ...] = ()
    longest: tuple[int, ...] = ()

    def of_newcomer(self, seat: int) -> Feats:
        """A copy for when somebody sits down there in mid-game: what was done before was not theirs."""
        return Feats(*[_put(part, seat, 0) if seat < len(part) else part for part in self._parts])

    def with_catch(self, seat: int) -> Feats:
        """A copy with one more player caught by that seat."""
        return replace(self, caught=_put(self.caught, seat, _at(self.caught, seat) + 1))

    def with_chain(self, seat: int, cards: int) -> Feats:
        """A copy with that many cards played together."""
        return replace(self, longest=_put(self.longest, seat, max(_at(self.longest, seat), cards)))

    def added_to(self, line: TallyLine, seat: int, *, won: bool) -> TallyLine:
        """A player's line with this game, played at that seat."""
        biggest, caught, longest = (_at(part, seat) for part in self._parts)
        return TallyLine(
            line.name,
            line.games + 1,
            line.wins + won,
            line.caught + caught,
            max(line.biggest, biggest),
            max(line.longest, longest),
        )

    @property
    def _parts(self) -> tuple[tuple[int, ...], ...]:
        return self.biggest, self.caught, self.longest


def none_yet(state: State) -> Feats:
    """Nothing but the hands as they are now."""
    return Feats(tuple(state.counts))


def _at(values: tuple[int, ...], seat: int) -> int:
    return values[seat] if seat < len(values) else 0


def _put(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], *[0] * (seat - len(values)), value, *values[seat + 1 :])


def tally_after(room: Room, state: State, feats: Feats) -> tuple[TallyLine, ...]:
    """The table's tally with the game that has just ended. Players who left before its end don't count."""
    before = {line.name: line for line in room.tally or ()}
    lines = [
        feats.added_to(before.pop(one.name, TallyLine(one.name)), seat, won=seat in state.winners)
        for seat, one in enumerate(room.occupants)
        if one is not None and state.seated[seat]
    ]
    return (*lines, *before.values())[:LINES_TALLIED]
