"""Fuzzing for so many seconds or inputs: rounds, each known by a seed of its own, and what was found in them."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from time import monotonic

from tests.e2e.processes import resident
from tests.fuzzing import codec, hub, server
from tests.fuzzing.finding import Finding

MOST = 10
"""Findings after which a target is given up."""
OF_ONE_SERVER = 150
"""Rounds that one server takes."""
MOST_MIB = 64
"""This process may grow by so much, once it has seen everything."""

Play = Callable[[str], int]


@contextmanager
def _codec() -> Iterator[Play]:
    yield codec.play


@contextmanager
def _hub() -> Iterator[Play]:
    yield hub.play


@contextmanager
def _server() -> Iterator[Play]:
    """Servers, one after the other: names that have asked for something are kept for a day, and that is no fault."""
    rounds = 0
    with ExitStack() as running:
        besieged = running.enter_context(server.besieged())

        def play(seed: str) -> int:
            nonlocal besieged, rounds
            if rounds and rounds % OF_ONE_SERVER == 0:
                besieged = running.enter_context(server.besieged())
            rounds += 1
            inputs = besieged.play(seed)
            if rounds % OF_ONE_SERVER == 0:
                running.close()
            return inputs

        yield play


TARGETS = {"codec": _codec, "hub": _hub, "server": _server}


@dataclass
class Tally:
    """What was tried and found."""

    inputs: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TARGETS, 0))
    rounds: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TARGETS, 0))
    findings: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def figures(self) -> dict[str, object]:
        """What is printed with --json."""
        return {
            "inputs": self.inputs,
            "rounds": self.rounds,
            "findings": len(self.findings),
            "seconds": round(self.seconds, 1),
            "told": self.findings,
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """When to stop with each target: after so many seconds or inputs, whichever comes first."""

    seconds: float
    inputs: int | None = None


def fuzz(targets: list[str], seed: int, until: Measure, tell: Callable[[Tally], None] = lambda _: None) -> Tally:
    """Fuzz these targets, one after the other, each at least for one round; `tell` hears of the tally after each."""
    return _all(targets, lambda: (f"{seed}.{number}" for number in range(10**9)), until, tell)


def repeat(targets: list[str], seed: str) -> Tally:
    """Play one round again, of each of these targets."""
    return _all(targets, lambda: iter((seed,)), Measure(float("inf")), lambda _: None)


def _all(
    targets: list[str], seeds: Callable[[], Iterator[str]], until: Measure, tell: Callable[[Tally], None]
) -> Tally:
    tally, began = Tally(), monotonic()
    for target in targets:
        _fuzz(target, seeds(), until, tally, lambda: tell(tally))
    tally.seconds = monotonic() - began
    return tally


def _fuzz(target: str, seeds: Iterator[str], until: Measure, tally: Tally, tell: Callable[[], None]) -> None:
    began, found, usual, seed = monotonic(), 0, None, ""
    try:
        with TARGETS[target]() as play:
            for seed in seeds:
                try:
                    tally.inputs[target] += play(seed)
                except Exception as fault:  # noqa: BLE001  (whatever it is, it is a finding)
                    tally.findings.append(f"--target {target} --round {seed}: {_told(fault)}")
                    found += 1
                tally.rounds[target] += 1
                tell()
                usual = resident("self") if tally.rounds[target] == server.WARM_UP else usual
                full = until.inputs is not None and tally.inputs[target] >= until.inputs
                if full or found >= MOST or monotonic() - began >= until.seconds:
                    break
        now = resident("self")
        if usual is not None and now is not None and now - usual > MOST_MIB:
            tally.findings.append(f"--target {target}: it takes {now - usual:.0f} MiB more at the end ({seed})")
    except Exception as fault:  # noqa: BLE001  (what a server says when it ends)
        tally.findings.append(f"--target {target}, by round {seed}: {_told(fault)}")


def _told(fault: Exception) -> str:
    """What was found; where, if it is no finding of ours."""
    text = f"{type(fault).__name__}: {fault}"
    if isinstance(fault, Finding) and fault.__cause__ is None:
        return str(fault)
    return f"{text}\n{''.join(traceback.format_exception(fault.__cause__ or fault)[-6:])}"
