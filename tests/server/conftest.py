"""What tests of the server share: a server that can be killed, its journal, and a recorded one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.recorded import copied
from uno_server.journal.store import DiskJournal


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No test leaves files open to the next."""
    yield
    while Crashing.opened:
        abandon(Crashing.opened.pop())


@pytest.fixture
def world(tmp_path: Path) -> Crashing:
    return Crashing(tmp_path)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[DiskJournal]:
    made = DiskJournal.open(tmp_path)
    yield made
    abandon(made)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the journal that is recorded of today's version; one of its tables has ended, a day after WALL."""
    return copied(tmp_path)
