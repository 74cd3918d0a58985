"""What the end-to-end tests share: networks for the hosts of a test, and a server."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.hosts import Lans
from tests.e2e.processes import House

drawn = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Lans]:
    with closing(Lans(tmp_path)) as built:
        yield built


@pytest.fixture
def address(house: House) -> str:
    """Where a server listens that keeps nothing of itself."""
    return house.serve()[1]
