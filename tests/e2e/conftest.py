"""What the end-to-end tests share: a house for the programs of each test, and networks for its hosts."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.hosts import Lans
from tests.e2e.processes import House

drawn = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with closing(House(tmp_path / "state")) as one:
        yield one


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Lans]:
    with closing(Lans(tmp_path)) as built:
        yield built


@pytest.fixture
def address(house: House) -> str:
    """Where a server listens that keeps nothing of itself."""
    return house.serve()[1]
