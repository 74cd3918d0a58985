"""The simulation over many worlds: so many seconds, games or worlds of it, in one process or several."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from time import monotonic

from tests.simulation.episode import Result, play
from tests.simulation.wrong import Kind

TOLD = 10
"""So much of what is wrong is told in words; all is counted."""

COUNTED = ("games", "actions", "commits", "delivered", "resumes", "repeats", "compared")


@dataclass
class Tally:
    """What came of some worlds."""

    worlds: int = 0
    games: int = 0
    actions: int = 0
    commits: int = 0
    delivered: int = 0
    resumes: int = 0
    repeats: int = 0
    compared: int = 0
    virtual_seconds: float = 0.0
    seconds: float = 0.0
    wrong: Counter[str] = field(default_factory=Counter)
    crashes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    digests: list[tuple[str, str]] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Count one world more."""
        self.worlds += 1
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(result, name))
        self.virtual_seconds += result.seconds
        self.crashes += result.crashes
        self.faults += result.faults
        self.digests.append((result.seed, result.digest))
        if result.wrong is not None:
            self.wrong[result.wrong.kind.value] += result.unfinished if result.wrong.kind is Kind.UNFINISHED else 1
            if len(self.told) < TOLD:
                said = f"--world {result.seed}: {result.wrong.kind.value}: {result.wrong}"
                self.told.append(f"{said}\n{result.where}" if result.where else said)

    @property
    def clean(self) -> bool:
        """True if nothing was wrong."""
        return not self.wrong

    def figures(self) -> dict[str, object]:
        """What is printed with --json."""
        whole = "\n".join(f"{seed} {digest}" for seed, digest in sorted(self.digests))
        return {
            **{name: getattr(self, name) for name in ("worlds", *COUNTED)},
            **{kind.value: self.wrong[kind.value] for kind in Kind},
            "crashes": sum(self.crashes.values()),
            "crashes_at": dict(sorted(self.crashes.items())),
            "faults": dict(sorted(self.faults.items())),
            "virtual_seconds": round(self.virtual_seconds),
            "seconds": round(self.seconds, 1),
            "hash": hashlib.blake2b(whole.encode(), digest_size=16).hexdigest(),
            "told": self.told,
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """When to stop: after so many seconds on the wall, games or worlds, whichever comes first. None: no such end."""

    seconds: float | None = None
    games: int | None = None
    worlds: int | None = None

    def reached(self, tally: Tally, begun: int, seconds: float) -> bool:
        """True if no further world is to begin."""
        return (
            (self.seconds is not None and seconds >= self.seconds)
            or (self.games is not None and tally.games >= self.games)
            or (self.worlds is not None and begun >= self.worlds)
        )


def seeds(seed: int) -> Iterator[str]:
    """The worlds of a run: each is known by a seed of its own."""
    number = 0
    while True:
        yield f"{seed}.{number}"
        number += 1


def run(seed: int, until: Measure, workers: int = 1, tell: Callable[[Tally], None] = lambda tally: None) -> Tally:
    """Play worlds until the measure is full, at least one; `tell` hears of the tally after each."""
    tally, began, begun = Tally(), monotonic(), 0
    coming = seeds(seed)

    def take(result: Result) -> None:
        tally.add(result)
        tally.seconds = monotonic() - began
        tell(tally)

    if workers == 1:
        while not begun or not until.reached(tally, begun, monotonic() - began):
            begun += 1
            take(play(next(coming)))
        return tally
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[Result]] = set()
        while running or not begun or not until.reached(tally, begun, monotonic() - began):
            while len(running) < 2 * workers and not (begun and until.reached(tally, begun, monotonic() - began)):
                begun += 1
                running.add(pool.submit(play, next(coming)))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                take(future.result())
    return tally
