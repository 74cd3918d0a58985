"""What the end-to-end tests share: a house for the programs of each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.processes import House
from tests.e2e.processes import house as built


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with built(tmp_path / "state") as one:
        yield one
