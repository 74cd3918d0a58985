"""The nemesis: breaks links, places, programs and the server itself, until all may calm down."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tests.simulation.host import Host
from tests.simulation.network import Network
from tests.simulation.program import Program
from tests.simulation.storage import BATCH_IS_STORED, End

if TYPE_CHECKING:
    from tests.simulation.episode import World

WEIGHTS: Mapping[str, int] = {
    "lost link": 8,
    "half-open link": 3,
    "partition": 2,
    "storm": 1,
    "killed program": 2,
    "taken over": 2,
    "doze": 4,
    "crash": 6,
    "clean stop": 1,
    "deserted": 1,
}
CALM = ((0.001, 0.02), (0.005, 0.08), (0.2, 0.8))
"""Delays in seconds, least and most: a room, a bad Wi-Fi, FAULTS 45."""
STORM = (0.2, 3.0)
HOURS = (0.04, 0.04, 1.0, 2.1, 25.0)
"""How long everybody is gone at times: so that seats, tables and sessions lapse."""
AMBUSHES = 0.3
"""The share of crashes that wait until a request is held."""


class Nemesis:
    """Breaks one thing after the other, at a pace of its own for each world, until it is told to stop."""

    def __init__(self, choice: random.Random, network: Network, host: Host, machines: World) -> None:
        self.counts: Counter[str] = Counter()
        self._choice, self._network, self._host, self._machines = choice, network, host, machines
        self._rest = 0.0
        self.slept = 0.0
        """Seconds in which nobody was there."""
        self._pause = choice.choice((2.0, 5.0, 15.0))
        self._over = False
        self._doings: Mapping[str, Callable[[], bool]] = {
            "lost link": self._lose,
            "half-open link": self._half_open,
            "partition": self._part,
            "storm": self._storm,
            "killed program": self._kill_program,
            "taken over": self._take_over,
            "doze": self._doze,
            "crash": self._crash,
            "clean stop": self._stop,
            "deserted": self._desert,
        }
        self._weights = [weight * choice.choice((0, 1, 1, 3)) for weight in WEIGHTS.values()]
        network.delays = choice.choice(CALM)

    def begin(self) -> None:
        """Start to break things."""
        self._next()

    def calm_down(self) -> None:
        """No more of it; what was parted is joined."""
        self._over = True
        self._network.cut_off.clear()
        self._network.delays = CALM[0]
        self._host.doom = self._host.ambush = None

    def _next(self) -> None:
        self._network.timeline.after(self._rest + self._choice.expovariate(1 / self._pause), self._strike)
        self._rest = 0.0

    def _strike(self) -> None:
        if self._over:
            return
        if any(self._weights):
            name = self._choice.choices(list(WEIGHTS), self._weights)[0]
            if self._doings[name]():
                self.counts[name] += 1
        self._next()

    def _linked(self) -> Program | None:
        linked = [program for program in self._machines.programs if program.link is not None]
        return self._choice.choice(linked) if linked else None

    def _lose(self) -> bool:
        program = self._linked()
        if program is None or program.link is None:
            return False
        program.link.lose(self._choice)
        return True

    def _half_open(self) -> bool:
        program = self._linked()
        if program is None or program.link is None:
            return False
        upward, downward = self._choice.choice(((True, True), (True, False), (False, True)))
        program.link.stall(upward=upward, downward=downward)
        return True

    def _part(self) -> bool:
        people = self._machines.people
        until = self._network.timeline.now + self._choice.choice((1.0, 5.0, 20.0, 60.0))
        for person in self._choice.sample(people, self._choice.randint(1, len(people))):
            self._network.cut_off[person.place] = until
        return True

    def _storm(self) -> bool:
        before, self._network.delays = self._network.delays, STORM
        self._network.timeline.after(self._choice.uniform(2.0, 20.0), lambda: self._clear_up(before))
        return before != STORM

    def _clear_up(self, delays: tuple[float, float]) -> None:
        if not self._over:
            self._network.delays = delays

    def _kill_program(self) -> bool:
        program = self._linked()
        if program is None:
            return False
        program.end()
        back_in = self._choice.choice((0.0, 1.0, 10.0, 40.0))
        self._network.timeline.after(back_in, lambda: self._machines.begin(program.person))
        return True

    def _take_over(self) -> bool:
        program = self._linked()
        if program is None or program.person.token is None:
            return False
        self._machines.begin(program.person)
        return True

    def _doze(self) -> bool:
        person = self._choice.choice(self._machines.people)
        person.dozing_until = self._network.timeline.now + self._choice.choice((5.0, 20.0, 60.0))
        return True

    def _desert(self) -> bool:
        seconds = 3600.0 * self._choice.choice(HOURS)
        self.slept += seconds
        self._rest = seconds
        self._machines.desert(seconds)
        return True

    def _crash(self) -> bool:
        host = self._host
        if not host.up or host.doom is not None:
            return False
        if self._choice.random() < AMBUSHES:
            host.ambush = self._choice.choice(BATCH_IS_STORED)
        else:
            host.doom = self._choice.choice(list(End))
        return True

    def _stop(self) -> bool:
        if not self._host.up:
            return False
        self._host.stop(self._choice.choice((0.2, 2.0, 30.0)))
        return True
