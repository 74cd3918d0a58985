"""Runs the suite against a server in a process of its own, with a fault or without."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.e2e.processes import House
from tests.patience import HANG
from tests.planting import ROOT
from tests.protocol.conformance.broken import Broken
from uno_protocol.conformance.cli import address
from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.run import all_cases, chosen, run
from uno_protocol.conformance.scenario_files import files_of, of_files
from uno_protocol.conformance.verdicts import Verdict

AT_ONCE = 8
PATIENCE = 5.0
"""Seconds that an answer of a broken server may take."""

SOMETIMES = (pytest.mark.slow, pytest.mark.soak, pytest.mark.soak)  # every run tries a third, a soak the rest

SCENARIOS = ROOT / "tests" / "scenarios"

SHORT = (
    *("messages_at_once=200", "messages_per_second=200", "flood_seconds=4", "unsent_seconds=4"),
    *("hello_seconds=2", "read_seconds=3", "ping_seconds=2", "silence_seconds=8"),
    *("next_deal_seconds=5", "rematch_seconds=6", "host_away_seconds=4", "watcher_away_seconds=5"),
    "start_anyway_seconds=2",
    *("code_seconds=30", "claim_after_seconds=2", "claim_seconds=5"),
)
"""Limits of the servers that are tried: the suite reads them from `welcome`, so that nobody waits for long."""
PATIENT = (
    *SHORT[:4],
    f"hello_seconds={HANG}",
    f"read_seconds={HANG}",
    f"ping_seconds={HANG / 3}",
    f"silence_seconds={HANG}",
)
"""Limits of those that are tried only with what waits for nothing: no busy machine is too slow for them."""


PASSWORD = "Café au lait 7"
"""Of the servers that ask for one; NFC and NFD of it are not alike."""


@contextmanager
def served(*program: str, password: bool = False, limits: Sequence[str] = SHORT) -> Iterator[tuple[str, int]]:
    """Serve on loopback with that module and its arguments; gives host and port. Raises AssertionError.

    `password`: the server asks for PASSWORD.
    """
    options = ["--host", "127.0.0.1", "--port", "0", "--ephemeral", "--announce", "off", "--allow-test-deals"]
    options += [f"--limit={limit}" for limit in limits]
    variables = {"UNO_PASSWORD": PASSWORD} if password else {}
    with TemporaryDirectory() as folder, closing(House(Path(folder))) as house:
        yield address(house.start(*program, *options, **variables).listens())


def citing(broken: Broken) -> list[Case]:
    """The cases that cite a clause that this server breaks."""
    paths = [] if broken.scenarios is None else [str(SCENARIOS / broken.scenarios)]
    return chosen([*all_cases(), *of_files(files_of(paths))], broken.clauses, (), strict=True, password=broken.password)


def tried(
    place: tuple[str, int],
    cases: Sequence[Case],
    *,
    password: bool = False,
    encrypted: bool = False,
    patience: float = HANG,
    web: bool = False,
) -> list[Judged]:
    """What came of the cases. Those that wait for some time are judged in-process, on a virtual clock, and over sockets
    only in soaks."""
    return run(
        cases,
        *place,
        timeout=patience,
        at_once=AT_ONCE,
        tell=lambda _judged: None,
        password=PASSWORD if password else None,
        encrypted=encrypted,
        web=web,
    )


def catching(broken: Broken, cases: Sequence[Case] | None = None) -> list[Case]:
    """The cases that fail with this server; of those that cite a clause that it breaks, unless others are named."""
    with served("tests.protocol.conformance.broken", broken.name, password=broken.password) as place:
        about_it = citing(broken) if cases is None else cases
        judged = tried(place, about_it, password=broken.password, patience=PATIENCE)
    return [one.case for one in judged if one.verdict is Verdict.FAILED]


def apart(cases: Sequence[Case]) -> tuple[list[Case], list[Case]]:
    """The cases for a server that asks for no password, and those for one that does."""
    return [one for one in cases if not one.needs_password], [one for one in cases if one.needs_password]


def named(case: Case) -> str:
    """How a case is told: by its number, or, as that of a scenario is not for ever, by its file and title."""
    if case.group != "scenarios":
        return case.number
    place, _, title = case.does.removeprefix("plays ").partition(", ")
    return f"{Path(place.partition(':')[0]).name}, “{title}”"
