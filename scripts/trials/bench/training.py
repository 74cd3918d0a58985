"""Train programs at a real server: so many rounds of each preset, compared with the local engine.

bench.py training --rounds 1000 --json
bench.py training --only official party --rounds 100

Starts `uno-server --training` and plays at it with connections of its own, whose moves `normal` chooses. When a
game is over its seed is public: then the local engine plays the same actions, and every event that every seat got must
be the same. `different` counts games where one isn't. Exit code: 1 if there is one, or if a preset takes longer than
--seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from environment import progress

from tests.training import of_the_game, replayed
from tests.wire import Wire
from trials.measured import Measured
from uno_engine.presets import PRESETS
from uno_protocol import messages as m
from uno_protocol.room import GameOpened, GameSeed, RoomPhase
from uno_protocol.wire import action_from_request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uno_engine.actions import Action

NAME = "bench.py training"
SERVER = (sys.executable, "-P", "-m", "uno_server", "--training", "--port", "0", "--tls", "off", "--exit-with-stdin")
ENDED = "round_ended"


@dataclass
class Trained:
    """What was played of a preset."""

    rounds: int = 0
    games: int = 0
    different: int = 0
    moves: int = 0
    seconds: float = 0.0


class Learner(Wire):
    """One connection, with the entries of the game that is on."""

    entries: list[m.Entry]
    rounds = 0
    """How many have ended."""

    async def until(self, holds: Callable[[Learner], object]) -> None:
        """Take in what comes until that holds of this connection."""
        while not holds(self):
            await self.more()

    async def reach(self, n: int) -> None:
        """Take in what comes until the table's entry `n` is there."""
        await self.until(lambda own: own.table is not None and own.table.n >= n)

    async def more(self) -> None:
        """Take in what comes next. Raises ConnectionError at the end."""
        if not await self.step():
            raise ConnectionResetError("the server has closed the connection")
        for message in self.heard:
            if isinstance(message, m.Entry):
                if message.event["k"] == GameOpened.kind:
                    self.entries = []
                self.entries.append(message)
                self.rounds += message.event["k"] == ENDED
            if isinstance(message, m.Ok | m.Error | m.Joined):
                self.answers[message.id or 0] = message
            if message is not None:
                self.take(message)
        self.heard.clear()

    async def asks(self, request: m.Request) -> m.ServerMessage:
        """The answer to a request."""
        self.answers: dict[int, m.ServerMessage] = {}
        self.submit(request.id, request)
        await self.until(lambda own: request.id in own.answers)
        return self.answers[request.id]

    @property
    def phase(self) -> RoomPhase:
        """The phase of its table."""
        assert self.table is not None
        return self.table.room.phase


async def learner(port: int, name: str) -> Learner:
    """A connection that has logged in."""
    one = await Learner.to(port, name=name)
    one.entries, one.answers = [], {}
    one.greet()
    await one.until(lambda own: own.token)
    return one


async def train(port: int, preset: str, rounds: int) -> Trained:
    """Play so many rounds of a preset, and compare each game."""
    least = max(2, PRESETS[preset].players.least)
    people = [await learner(port, f"{preset[:10]} {at}") for at in range(least)]
    trained, began, actions = Trained(), perf_counter(), list[tuple[m.Move, int]]()
    new = m.NewTable(preset=preset, seats=least, turn_seconds=0)
    for one in people:
        await one.asks(m.JoinTable(id=one.next_id(), table=f"Gym {preset}", new=new))
        await one.until(lambda own: own.table is not None)
    while people[0].rounds < rounds or people[0].phase is not RoomPhase.FINISHED:
        phase = people[0].phase
        if phase in (RoomPhase.PLAYING, RoomPhase.PAUSED):
            await _move(people, actions, trained)
            continue
        if phase is RoomPhase.FINISHED:
            trained.games += 1
            trained.different += not _same(people, actions)
            actions.clear()
        first = phase is RoomPhase.WAITING and not trained.games
        for one in people:
            await one.asks(m.Ready(id=one.next_id()))
        if first:
            await people[0].asks(m.Start(id=people[0].next_id()))
        for one in people:
            await one.until(lambda own: own.phase is RoomPhase.PLAYING)
    trained.games += 1
    trained.different += not _same(people, actions)
    trained.rounds, trained.seconds = people[0].rounds, round(perf_counter() - began, 1)
    for one in people:
        await one.close()
    return trained


async def _move(people: Sequence[Learner], actions: list[tuple[m.Move, int]], trained: Trained) -> None:
    """Let somebody move, and everybody see it."""
    for seat, one in enumerate(people):
        request = one.chosen("normal")
        if request is None:
            continue
        assert isinstance(request, m.Move)
        answer = await one.asks(request)
        if isinstance(answer, m.Ok):
            actions.append((request, seat))
            trained.moves += 1
        assert one.table is not None
        for other in people:
            await other.reach(one.table.n)
        return
    await asyncio.wait_for(people[0].more(), 60)  # a list is on its way


def _same(people: Sequence[Learner], actions: Sequence[tuple[m.Move, int]]) -> bool:
    """Whether everybody got what the local engine says."""
    table = people[0].table
    assert table is not None
    seed = next(entry.event["seed"] for entry in people[0].entries if entry.event["k"] == GameSeed.kind)
    done: list[Action] = [action_from_request(request, seat) for request, seat in actions]
    due = replayed(table.room.rules, len(people), bytes.fromhex(seed), done)
    return [of_the_game(one.entries) for one in people] == due


async def _all(port: int, arguments: argparse.Namespace) -> dict[str, Trained]:
    found = {}
    for preset in arguments.only or PRESETS:
        progress.show(f"{preset}: {arguments.rounds:,} rounds")
        async with asyncio.timeout(arguments.seconds):
            found[preset] = await train(port, preset, arguments.rounds)
    return found


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, 1 if a game differs or a preset takes too long, or 2 for options that make no sense."""
    parser = argparse.ArgumentParser(prog=NAME, description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000, metavar="N", help="rounds of each preset (1000)")
    parser.add_argument("--seconds", type=int, default=600, metavar="S", help="at most for each preset (600)")
    parser.add_argument("--only", nargs="+", choices=tuple(PRESETS), metavar="PRESET", help="these presets alone")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args(typed)
    try:
        with Measured(SERVER) as server, progress.line():
            found = asyncio.run(_all(server.port, arguments))
    except TimeoutError:
        print(f"{NAME}: a preset took longer than {arguments.seconds} s", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps({preset: asdict(trained) for preset, trained in found.items()}), flush=True)
    else:
        for preset, trained in found.items():
            print(f"{preset}: {', '.join(f'{name} {value}' for name, value in asdict(trained).items())}", flush=True)
    return int(any(trained.different for trained in found.values()))
