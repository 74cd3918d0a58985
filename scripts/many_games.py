"""Do the laws of the engine hold for as long as somebody is willing to wait? Random games in one process or several.

The number of a game says everything about it, so a game that fails is repeated by its number alone. What comes back
from the processes is counts: a run of hours needs no more memory than one of seconds.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from time import monotonic

from engine.laws import game
from engine.laws.reached import Reached

CHUNK = 30.0
"""Seconds that a process plays before it tells what it has seen."""
TOLD = 10
"""So many violations are told in words; all are counted."""


@dataclass
class Tally:
    """What came of some games."""

    games: int = 0
    actions: int = 0
    blocked: int = 0
    violations: int = 0
    seconds: float = 0.0
    told: list[str] = field(default_factory=list)
    reached: Reached = field(default_factory=Reached)

    def add(self, other: Tally) -> None:
        """Count another one's games, too; the seconds are those of the clock on the wall and do not add up."""
        self.games += other.games
        self.actions += other.actions
        self.blocked += other.blocked
        self.violations += other.violations
        self.told = (self.told + other.told)[:TOLD]
        self.reached.add(other.reached)

    def figures(self) -> dict[str, object]:
        """What is printed with --json."""
        seconds = max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "games_s": round(self.games / seconds, 1),
            "actions_s": round(self.actions / seconds),
            "blocked": self.blocked,
            "violations": self.violations,
            "told": self.told,
            "reached": self.reached.by_kind(),
        }

    def readable(self) -> str:
        """The same for people: every count, by kind."""
        lines = [
            f"{self.games} games, {self.actions} actions in {self.seconds:.1f} s",
            f"blocked rounds: {self.blocked}; violations: {self.violations}",
        ]
        for kind, counts in self.reached.by_kind().items():
            lines.append(f"\n{kind}")
            text = ", ".join(f"{name.replace(' ', chr(0))}:{chr(0)}{count}" for name, count in counts.items())
            lines += [line.replace("\0", " ") for line in textwrap.wrap(text, 116, break_on_hyphens=False)]
        return "\n".join(lines)


def one(number: int) -> Tally:
    """Play the game of that number."""
    began = monotonic()
    tally = Tally()
    _play(number, tally)
    tally.seconds = monotonic() - began
    return tally


def play(seed: int, seconds: float, workers: int, progress: Callable[[Tally, Tally], None]) -> Tally:
    """Play games for so long; `progress` is told now and then what has come of the last ones, and of all so far."""
    tally = Tally()
    began = monotonic()

    def left() -> float:
        return seconds - (monotonic() - began)

    def tell(part: Tally) -> None:
        tally.add(part)
        tally.seconds = monotonic() - began
        progress(part, tally)

    if workers == 1:
        chunk = 0
        while not chunk or left() > 0:
            tell(play_chunk(seed, chunk, min(CHUNK, left())))
            chunk += 1
        return tally
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[Tally]] = set()
        chunk = 0
        while running or left() > 0:
            while left() > 0 and len(running) < workers:
                running.add(pool.submit(play_chunk, seed, chunk, min(CHUNK, left())))
                chunk += 1
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                tell(future.result())
    return tally


def play_chunk(seed: int, chunk: int, seconds: float) -> Tally:
    """Play the games of one part of a run until its time is over, at least one."""
    tally = Tally()
    began = monotonic()
    while not tally.games or monotonic() - began < seconds:
        _play(number_of(seed, chunk, tally.games), tally)
    return tally


def number_of(seed: int, chunk: int, game_of_chunk: int) -> int:
    """The number of a game: no two games of a run, or of runs with different seeds, have the same."""
    return seed << 48 | chunk << 24 | game_of_chunk


def _play(number: int, tally: Tally) -> None:
    tally.games += 1
    try:
        played = game.play(number, tally.reached)
    except Exception as fault:  # noqa: BLE001 - one game's fault is told and does not end the run
        tally.violations += 1
        if len(tally.told) < TOLD:
            notes = "; ".join(getattr(fault, "__notes__", ()))
            tally.told.append(f"--game-seed {number}: {type(fault).__name__}: {fault} ({notes})")
        return
    tally.actions += played.actions
    tally.blocked += played.blocked
