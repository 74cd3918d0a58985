"""A run: selects the cases, tries them, and judges each."""

import fnmatch
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from types import ModuleType
from typing import Protocol

from uno_protocol.conformance import cases
from uno_protocol.conformance.judging import Case, Judged, of_module
from uno_protocol.conformance.kit import Kit, LoginRefused
from uno_protocol.conformance.link import PeerClosed, PeerLink, Silent
from uno_protocol.conformance.patience import Patience
from uno_protocol.conformance.shapes import VERSION
from uno_protocol.conformance.verdicts import Failed, FailedClosing, Message, Requirement, Skipped, Verdict
from uno_protocol.conformance.world import REAL, World


class ShutOut(Exception):
    """No case could log in, as a password or encryption is needed; the text says what to do."""


Tell = Callable[[Judged], None]
"""Called with every case when it is over."""


def all_cases() -> list[Case]:
    """All cases, group by group."""
    return sorted(cases_of(cases).values(), key=lambda one: (one.group, _natural(one.number)))


@cache
def cases_of(package: ModuleType) -> dict[str, Case]:
    """The cases of a package's modules, by number. Raises ValueError for a number that is twice."""
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    found: dict[str, Case] = {}
    for one in (case for module in modules for case in of_module(module)):
        if one.number in found:
            raise ValueError(f"case {one.number} is there twice")
        found[one.number] = one
    return found


def chosen(
    found: Iterable[Case], only: Sequence[str], without: Sequence[str], *, strict: bool, password: bool = False
) -> list[Case]:
    """The cases that match patterns for numbers (`FR-*`), groups (`framing`) or clauses (`P-2.3`). `password`: also
    those that need a server with a password."""
    return [
        one
        for one in found
        if (not only or _fits(one, only))
        and not _fits(one, without)
        and (strict or one.level is Requirement.MUST)
        and (password or not one.needs_password)
    ]


def _fits(one: Case, patterns: Sequence[str]) -> bool:
    names = (one.number, one.group, *one.clauses)
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns for name in names)


def _natural(number: str) -> tuple[str, int]:
    letters, _, digits = number.rpartition("-")
    return letters, int(digits)


@dataclass(frozen=True, slots=True)
class ServerUnderTest:
    """The server under test, and what is known about it."""

    host: str
    port: int
    timeout: float
    password: str | None = None
    patience: Patience = field(default_factory=Patience)
    world: World = REAL
    welcome: Message = field(default_factory=dict)
    open: list[Kit] = field(default_factory=list)
    """The tools of the running cases."""
    encrypted: bool = False
    """Whether its cases connect by TLS (P-20)."""
    web: bool = False
    """Whether they connect by WebSocket (P-17)."""

    def kit(self) -> Kit:
        """The tools for one case."""
        return Kit(
            self.host,
            self.port,
            timeout=self.timeout,
            welcome=self.welcome,
            password=self.password,
            patience=self.patience,
            world=self.world,
            encrypted=self.encrypted,
            web=self.web,
        )


def run(
    found: Sequence[Case],
    host: str,
    port: int,
    *,
    timeout: float,
    at_once: int,
    tell: Tell,
    password: str | None = None,
    say: Callable[[str], None] = lambda _line: None,
    encrypted: bool = False,
    web: bool = False,
) -> list[Judged]:
    """Run the cases, several at once; their results, in order. `encrypted`, `web`: by TLS (P-20), by WebSocket (P-17).
    `say` gets lines about the server as a whole. Raises OSError if nothing listens there, and ShutOut if the password
    is wrong or missing."""
    place = ServerUnderTest(host, port, timeout, password, Patience(say), encrypted=encrypted, web=web)
    place = replace(place, welcome=looked_at(place, min(at_once, len(found))))
    pool = ThreadPoolExecutor(at_once)
    try:
        running = [pool.submit(_told, one, place, tell) for one in found]
        return [each.result() for each in running]
    except BaseException:  # above all Ctrl-C: running cases end as if the server had gone
        place.patience.given_up.set()
        for kit in tuple(place.open):
            kit.give_up()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


AT_EACH_CASE = 3
"""The usual number of connections of a case."""


def looked_at(place: ServerUnderTest, at_once: int) -> Message:
    """The server's welcome, if it gives one; also finds out whether it takes as many connections as cases need at once.
    Raises OSError if nothing listens there, and ShutOut if the password is wrong or missing, or encryption is."""
    kit = place.kit()
    try:
        first = kit.connect()
    except Failed as failed:
        raise OSError(str(failed)) from failed
    try:
        welcome = kit.greet(first)
        _let_in(kit, first)
        for _ in range(AT_EACH_CASE * at_once - 1):
            if place.patience.tight:
                break
            link = kit.connect()
            link.send(kit.hello)
            message = kit.hear(link)
            if message["t"] == "bye" and message.get("code") == "too_many_connections":
                place.patience.meet("too_many_connections")
    except (Failed, Skipped) as fault:  # the cases will tell
        if "tls_required" in str(fault):
            raise ShutOut("the server takes encrypted connections alone: test it with tls://HOST:PORT") from None
        if "unsupported_version" in str(fault):
            raise ShutOut(f"the server does not speak version {VERSION}, which this suite tests") from None
        return kit.welcome
    finally:
        kit.close()
    return welcome


def _let_in(kit: Kit, link: PeerLink) -> None:
    """Log in once if the server has a password, as hardly any case could run without it. Raises ShutOut."""
    if kit.welcome.get("password") is not True:
        return
    if kit.password is None:
        raise ShutOut("the server needs a password: set UNO_PASSWORD or use --password-file")
    try:
        kit.log_in(link, kit.name())
    except LoginRefused as refused:
        if refused.code == "wrong_password":
            raise ShutOut("the server refuses the password (wrong_password)") from None
        raise


def _told(one: Case, place: ServerUnderTest, tell: Tell) -> Judged:
    judged = None if place.patience.tight else tried(one, place, alone=False)
    if judged is None or (judged.verdict is not Verdict.PASSED and place.patience.tight):
        with place.patience.alone:
            judged = tried(one, place, alone=True)
    if not place.patience.given_up.is_set():
        tell(judged)
    return judged


def tried(one: Case, place: ServerUnderTest, *, alone: bool) -> Judged:
    """The result of a case there. `alone`: no other one runs meanwhile."""
    kit = place.kit()
    kit.alone = alone
    place.open.append(kit)
    if place.patience.given_up.is_set():
        kit.give_up()
    try:
        return judge(one, kit, place.world)
    finally:
        place.open.remove(kit)


class Tools(Protocol):
    """A case's tools: a Kit, or a Stage if a client is under test."""

    closing_seen: bool
    """Whether a connection's end was judged."""

    def close(self) -> None:
        """Close everything."""


def judge(one: Case, kit: Tools, world: World = REAL) -> Judged:
    """Run one case."""
    began = world.now()
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
    except (Silent, PeerClosed) as ended:
        behaviour, found = Verdict.FAILED, f"expected a message, but none comes: {type(ended).__name__} {ended}"
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as fault:
        behaviour, found = (Verdict.FAILED, f"a message has an unexpected shape: {type(fault).__name__}: {fault}")
    except Exception as fault:  # noqa: BLE001  (the edge of a case: the others run all the same)
        behaviour, found = Verdict.FAILED, f"a fault of this suite, not of what it tests: {fault!r}"
    finally:
        kit.close()
    seen = (kit.closing_seen or closing is Verdict.FAILED) and behaviour is Verdict.PASSED
    return Judged(one, behaviour, closing if seen else None, _printable(found), world.now() - began)


def _printable(text: str) -> str:
    """Text of any peer, made safe for a terminal and XML (P-13.3)."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
