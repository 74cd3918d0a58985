"""Which cases are tried, in what order, and what came of each."""

from __future__ import annotations

import fnmatch
import importlib
import pkgutil
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from protocol.conformance import cases
from protocol.conformance.judging import CASES, Case, Failed, FailedClosing, Judged, Level, Skipped, Verdict
from protocol.conformance.kit import Kit
from protocol.conformance.link import Ended, Message, Silent

Tell = Callable[[Judged], None]
"""Is told of every case when it is over."""


def all_cases() -> list[Case]:
    """Every case there is, group by group."""
    for module in sorted(pkgutil.iter_modules(cases.__path__), key=lambda found: found.name):
        importlib.import_module(f"{cases.__name__}.{module.name}")
    return sorted(CASES.values(), key=lambda one: (one.group, _natural(one.number)))


def chosen(found: Iterable[Case], only: Sequence[str], without: Sequence[str], *, strict: bool) -> list[Case]:
    """The cases that patterns ask for: of numbers (`FR-*`), groups (`framing`) or clauses (`P-2.3`)."""
    return [
        one
        for one in found
        if (not only or _fits(one, only)) and not _fits(one, without) and (strict or one.level is Level.MUST)
    ]


def _fits(one: Case, patterns: Sequence[str]) -> bool:
    names = (one.number, one.group, *one.clauses)
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns for name in names)


def _natural(number: str) -> tuple[str, int]:
    letters, _, digits = number.rpartition("-")
    return letters, int(digits)


def run(found: Sequence[Case], host: str, port: int, *, timeout: float, at_once: int, tell: Tell) -> list[Judged]:
    """Try the cases, several at once; what came of each, in their order. Raises OSError if nobody listens there."""
    first = Kit(host, port, timeout=timeout)
    try:
        link = first.connect()
    except Failed as failed:
        raise OSError(str(failed)) from failed
    try:
        first.greet(link)
    except Failed:  # the cases will tell
        pass
    finally:
        first.close()
    with ThreadPoolExecutor(at_once) as pool:
        running = [pool.submit(_told, one, host, port, timeout, first.welcome, tell) for one in found]
        return [each.result() for each in running]


def _told(one: Case, host: str, port: int, timeout: float, welcome: Message, tell: Tell) -> Judged:
    judged = judge(one, Kit(host, port, timeout=timeout, welcome=welcome))
    tell(judged)
    return judged


class Tools(Protocol):
    """What a case is tried with: a Kit, or a Stage where a client is under test."""

    closing_seen: bool
    """Whether a connection's end was judged."""

    def close(self) -> None:
        """Put everything away."""


def judge(one: Case, kit: Tools) -> Judged:
    """Try one case."""
    began = time.monotonic()
    behaviour, closing, found = Verdict.PASSED, Verdict.PASSED, ""
    try:
        one.run(kit)
        if isinstance(kit, Kit):
            kit.overlooked()
    except FailedClosing as failed:
        closing, found = Verdict.FAILED, str(failed)
    except Failed as failed:
        behaviour, found = Verdict.FAILED, str(failed)
    except Skipped as skipped:
        behaviour, found = Verdict.SKIPPED, str(skipped)
    except (Silent, Ended) as ended:
        behaviour, found = Verdict.FAILED, f"something is due, and nothing comes: {type(ended).__name__} {ended}"
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
        behaviour, found = Verdict.FAILED, f"what came is not of the shape that is due: {type(fault).__name__}: {fault}"
    except Exception as fault:  # noqa: BLE001  (the edge of a case: the others are tried all the same)
        behaviour, found = Verdict.FAILED, f"a fault of this suite, not of what it tries: {fault!r}"
    finally:
        kit.close()
    seen = (kit.closing_seen or closing is Verdict.FAILED) and behaviour is Verdict.PASSED
    return Judged(one, behaviour, closing if seen else None, _printable(found), time.monotonic() - began)


def _printable(text: str) -> str:
    """Text that a terminal and a file of XML can take, whatever a peer has sent (P-13.3)."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
