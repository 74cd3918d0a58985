"""Two servers, killed at the same moments and restarted from their journals, cannot be told apart.

Where the law makes the right world another one than was stored (`Twins._place`), so does the recovery, after the same
entry: all else is what stands in the journals, and these differ in everything that is hidden.
"""

import re
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import World
from tests.server.recorded import ask
from tests.server.twins import LEFT, RIGHT, WORLDS, Told, Twins
from uno_engine.state import State
from uno_server.base.secrets import Entropy as SomeEntropy
from uno_server.journal import bodies, recovery
from uno_server.table.table import Table


class KilledTwins(Twins):
    """Two servers with journals in a directory each."""

    def __init__(self, patch: pytest.MonkeyPatch, seed: int, viewer: int | None, directory: Path) -> None:
        self.directories = directory / "one", directory / "other"
        self._placed: dict[int, State] = {}
        """What the right world was made, by the entry after which that was."""
        self.kills_when_parted = 0
        super().__init__(patch, seed, viewer)
        read_table = bodies.read_table

        def placed(number: int, body: bytes, entropy: SomeEntropy, now: float) -> Table:
            table = read_table(number, body, entropy, now)
            if self._world == RIGHT and table.game is not None and table.log.n in self._placed:
                table.game.state = self._placed[table.log.n].copy()
                if table.dealing is not None and table.dealing.seed:
                    table.dealing = table.dealing._replace(seed=table.game.state.seed)
                table.log.rebase(table.room, table.game.state, now=True)
            return table

        patch.setattr(recovery, "read_table", placed)

    def kill(self, sql: str | None = None) -> None:
        """Both are killed, their journals damaged alike by `sql`, and started again. Raises Told.

        What they say of it then is compared, too.
        """
        before = [self.state(world) for world in WORLDS]
        self.kills_when_parted += before[LEFT] != before[RIGHT]
        self.both(lambda world: self._kill(world, sql))
        if sql is None and before != [self.state(world) for world in WORLDS]:
            raise AssertionError("the games are not as they were")
        n = self.worlds[RIGHT].table().log.n
        self._placed = {at: state for at, state in self._placed.items() if at <= n}

    def _kill(self, number: int, sql: str | None) -> None:
        world = self.worlds[number]
        assert isinstance(world, Crashing)
        if sql is not None:
            ask(world.directory, sql)
        world.crash(*(pair[number] for pair in self.people.values()))
        if sql is None and world.told:
            raise AssertionError(f"there is something to say: {world.told}")
        self.log.lines[number].extend(self._without_place(line, number) for line in world.told)

    def _without_place(self, line: str, number: int) -> str:
        return re.sub(r"\d{8}-\d{6}", "DATE", line.replace(str(self.directories[number]), "DIR"))

    def _two_worlds(self, seed: int) -> tuple[World, World]:
        one, other = zip(self.directories, self._entropies, strict=True)
        return Crashing(one[0], entropy=one[1]), Crashing(other[0], entropy=other[1])

    def _place(self, state: State) -> None:
        super()._place(state)
        self._placed[self.worlds[RIGHT].table().log.n] = state.copy()

    def outputs_alike(self, left: str, right: str) -> None:
        """Raise Told unless a tool says the same of both journals."""
        texts = self._without_place(left, LEFT), self._without_place(right, RIGHT)
        for one, other in zip_longest(*(text.splitlines() for text in texts)):
            if one != other:
                raise Told(f"{one} and {other}")
