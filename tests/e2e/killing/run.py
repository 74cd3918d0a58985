"""A whole run of the kill test: kills, restarts, and what was compared."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from tests.e2e.killed_server import STEPS
from tests.e2e.killing.judge import DIVERGED, DOUBLED, LOST, UNFINISHED, Judge
from tests.e2e.killing.people import Group, Person
from tests.e2e.killing.served import Served, Step
from tests.patience import HANG
from uno_client.address import Address
from uno_client.net.token_store import TokenStore

LOOK_SECONDS = 0.02
"""How often it is looked whether what is waited for is there."""


class Moment(Enum):
    """When a server is killed from outside."""

    PLAYING = "playing"
    """At a random time after everybody is back."""
    MESSAGE = "message"
    """When the clients have received so many messages."""
    WINDOW = "window"
    """When somebody has to call UNO or be caught."""
    RETURNING = "returning"
    """While it starts, recovers, and clients come back."""
    STOPPING = "stopping"
    """While it ends in good order."""


Way = Moment | str
"""How a server ends: at a moment, or at a named step."""


def groups() -> list[Group]:
    """Who plays what: rule books mixed, with computer players and watchers, for points; two that take their time."""
    quick, slow = (0.005, 0.06), (0.3, 2.0)
    points = {"goal": "points", "target": "150", "uno_grace": "0.2"}
    house = {"seven_zero": "yes", "jump_in": "yes"}
    bots = ["normal", "random"]
    skyrus = {"goal": "points", "target": "100"}
    return [
        Group("points", 3, {"seats": 5, "options": points}, quick, 0.3),
        Group("quick", 2, {"seats": 6, "preset": "quickplay", "bots": bots, "bot_pause": 0.02}, quick, 0.2, watchers=1),
        Group("classic", 3, {"seats": 5, "preset": "classic113", "options": house}, quick, 0.3),
        Group("street", 2, {"seats": 4, "preset": "street", "options": {"uno_grace": "0"}}, (0.02, 0.1)),
        Group("slow", 2, {"seats": 5, "bots": ["normal"], "bot_pause": 0.2}, slow, 0.5, watchers=1),
        Group("slower", 2, {"seats": 4, "preset": "skyrus", "options": skyrus}, (1.5, 6.0), 0.5),
    ]


@dataclass(slots=True)
class Outcome:
    """What came of a run."""

    kills: int = 0
    seed: int = 0
    lost: int = 0
    doubled: int = 0
    diverged: int = 0
    unfinished: int = 0
    games: int = 0
    steps: dict[str, int] = field(default_factory=dict)
    """Kills at each named step of a write."""
    moments: dict[str, int] = field(default_factory=dict)
    slowest_return_s: float = 0.0
    """From the start of a server to the last client that has its session again."""
    slowest_start_s: float = 0.0
    """From the start of a server until it listens."""
    compared: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    told: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Nothing went wrong, and every step was hit that was planned."""
        planned = {way for way in ways(self.kills, self.seed) if not isinstance(way, Moment)}
        wrong = self.lost or self.doubled or self.diverged or self.unfinished
        return not wrong and all(self.steps[step] for step in planned)


def ways(kills: int, seed: int) -> list[Way]:
    """How the server is killed each time: half at the steps in turn, half at moments in turn, in random order."""
    moments = (*Moment, Moment.MESSAGE, Moment.PLAYING)
    found: list[Way] = [
        STEPS[at // 2 % len(STEPS)] if at % 2 == 0 else moments[at // 2 % len(moments)] for at in range(kills)
    ]
    random.Random(seed).shuffle(found)
    return found


class Run:
    """One run in a directory of its own."""

    def __init__(self, directory: Path, seed: int, tell: Callable[[str], None]) -> None:
        self.outcome = Outcome(seed=seed)
        self._tell = tell
        self._luck = random.Random(seed)
        self._served = Served(directory)
        self._judge = Judge()
        self._groups = groups()
        self._loop = asyncio.get_running_loop()
        self._messages = 0
        self._kill_at: int | None = None
        self._started = 0.0
        self._people = [
            person
            for group in self._groups
            for at in range(group.people + group.watchers)
            for person in (self._person(group, at, directory),)
        ]

    def _person(self, group: Group, at: int, directory: Path) -> Person:
        address = Address("127.0.0.1", self._served.port)
        luck = random.Random(self._luck.random())
        name = f"{group.name} {'abcdefgh'[at]}"
        person = Person(
            name, group, address, TokenStore(directory / "tokens"), self._judge, luck, seated=at < group.people
        )  # fmt: skip
        person.heard = self._heard
        return person

    def _heard(self) -> None:
        self._messages += 1
        if self._kill_at is not None and self._messages >= self._kill_at:
            self._kill_at = None
            self._served.kill()

    async def run(self, kills: int) -> Outcome:
        """Play, kill, restart, compare, play on to the end. Raises RuntimeError if it cannot even begin."""
        began = self._loop.time()
        planned = ways(kills, self.outcome.seed)
        hits: Counter[str] = Counter()
        moments: Counter[str] = Counter()
        await self._start(None)
        if not await self._served.listening():
            raise RuntimeError(f"the server does not start: {self._served.last_words()}")
        async with self._everybody():
            if not await self._until(self._all_play, HANG):
                raise RuntimeError(f"the games do not begin: {self._where()}")
            self._tell(f"the games have begun after {self._loop.time() - began:.1f} s")
            self._served.kill()
            await self._dead()
            for way in planned:
                await self._start(self._step(way))
                told = await self._die(way)
                self.outcome.kills += 1
                if isinstance(way, Moment):
                    moments[way.value] += 1
                else:
                    hits[way] += told
                self._tell(
                    f"{self.outcome.kills}: {way if isinstance(way, str) else way.value}{'' if told else ' (missed)'}"
                )
            await self._start(None)
            await self._return()
            ends = self._loop.time()
            await self._end()
            self._tell(f"the last games have ended after {self._loop.time() - ends:.1f} s")
        self.outcome.steps = {step: hits[step] for step in STEPS}
        self.outcome.moments = {moment.value: moments[moment.value] for moment in Moment}
        self.outcome.seconds = round(self._loop.time() - began, 1)
        return self._add_up()

    @asynccontextmanager
    async def _everybody(self) -> AsyncIterator[None]:
        """While this lasts, everybody is connected as well as can be; then everything is ended."""
        tasks = [asyncio.create_task(person.run()) for person in self._people]
        try:
            yield
        finally:
            for person in self._people:
                person.close()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._served.close()

    def _step(self, way: Way) -> Step | None:
        """Some hits fall among the first commits after the start, most into the games."""
        if isinstance(way, Moment):
            return None
        if way == "pulse":
            return Step(way, self._luck.choice((1, 1, 2)))
        return Step(way, self._luck.choice((self._luck.randint(1, 40), self._luck.randint(80, 250))))

    async def _start(self, step: Step | None) -> None:
        self._started = self._loop.time()
        await self._served.start(step)

    async def _die(self, way: Way) -> bool:
        """Let the server die that way, and see to it that everybody was back before, if it lived so long.

        True if it died as it was to.
        """
        luck, served = self._luck, self._served
        if way is Moment.RETURNING:
            await asyncio.sleep(luck.uniform(0.1, 1.5))
        elif await self._return():
            match way:
                case Moment.PLAYING:
                    await asyncio.sleep(luck.uniform(0.0, 0.6))
                case Moment.MESSAGE:
                    self._kill_at = self._messages + luck.randint(1, 1500)
                    await served.dead(1.0)
                    self._kill_at = None
                case Moment.WINDOW:
                    await self._until(lambda: any(one.sees_window for one in self._people), HANG)
                case Moment.STOPPING:
                    served.terminate()
                    await served.dead(luck.uniform(0.0, 0.12))
                case _:
                    await served.dead(HANG)
        served.kill()
        await self._dead()
        return isinstance(way, Moment) or served.died_at_its_step

    async def _dead(self) -> None:
        """Wait for the end of a server that was killed."""
        await self._served.dead(HANG)
        for person in self._people:
            person.killed()

    async def _return(self) -> bool:
        """Wait until everybody is back; True if they are, False if the server has died before."""
        if not await self._served.listening():
            await self._served.dead(HANG)  # its output may end before its exit code is known
            if not self._served.died_at_its_step:
                self._judge.fault(UNFINISHED, f"the server does not start again: {self._served.last_words()}")
            return False
        self.outcome.slowest_start_s = max(self.outcome.slowest_start_s, self._loop.time() - self._started)
        await self._until(lambda: self._served.code is not None or self._all_back(), HANG)
        if self._served.code is not None and not self._all_back():
            return False
        back = [person.returned_at for person in self._people]
        late = [person.name for person in self._people if person.returned_at is None]
        if late:
            self._judge.fault(UNFINISHED, f"not back: {', '.join(late)}")
        slowest = max((at for at in back if at is not None), default=self._started) - self._started
        self.outcome.slowest_return_s = max(self.outcome.slowest_return_s, slowest)
        await self._until(lambda: self._served.code is not None or self._all_here(), HANG)
        if self._served.code is None and not self._all_here():
            self._judge.fault(UNFINISHED, f"not caught up: {self._where()}")
        return True

    async def _end(self) -> None:
        """The games come to their end; everything is compared once more; the server ends in good order."""
        for person in self._people:
            person.ending = person.hurried = True
        if not await self._until(lambda: all(person.finished for person in self._people), HANG):
            self._judge.fault(UNFINISHED, f"not at the end: {self._where()}")
        for person in self._people:
            person.look()
        await asyncio.sleep(LOOK_SECONDS)
        await self._until(lambda: all(person.settled for person in self._people), HANG)
        for person in self._people:
            person.finish()
        self._served.terminate()
        if not await self._served.dead(HANG) or self._served.code != 0:
            self._judge.fault(UNFINISHED, f"the server does not end: {self._served.last_words()}")

    def _add_up(self) -> Outcome:
        outcome, judge = self.outcome, self._judge
        outcome.lost, outcome.doubled = judge.faults[LOST], judge.faults[DOUBLED]
        outcome.diverged, outcome.unfinished = judge.faults[DIVERGED], judge.faults[UNFINISHED]
        outcome.games = sum(group.games + 1 for group in self._groups)
        outcome.slowest_return_s = round(outcome.slowest_return_s, 2)
        outcome.slowest_start_s = round(outcome.slowest_start_s, 2)
        outcome.compared = dict(sorted(judge.compared.items()))
        outcome.told = judge.told
        return outcome

    async def _until(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is true; False if it is not after so many seconds."""
        end = self._loop.time() + seconds
        while not true():
            if self._loop.time() > end:
                return False
            await asyncio.sleep(LOOK_SECONDS)
            for person in self._people:
                person.nudge()
        return True

    def _all_play(self) -> bool:
        return all(person.table is not None and person.table.game is not None for person in self._people)

    def _all_back(self) -> bool:
        return all(person.returned_at is not None for person in self._people)

    def _all_here(self) -> bool:
        return all(person.here for person in self._people)

    def _where(self) -> str:
        return "; ".join(str(person) for person in self._people if not person.finished)
