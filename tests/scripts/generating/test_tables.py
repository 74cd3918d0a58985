"""The tables in the documents are those that the programs use."""

from pathlib import Path
from types import ModuleType

from uno_server.base.limits import BOUNDS, USUAL, Limits
from uno_server.config import limits_of_file, settled_limits


def test_a_file_that_sets_every_limit_to_its_default_changes_nothing() -> None:
    assert settled_limits(limits_of_file(Path("x"), {name: USUAL[name] for name in BOUNDS})) == Limits()


def test_every_limit_says_whom_it_hits_and_what_happens_and_is_within_its_bounds(script: ModuleType) -> None:
    listed = {name for name, *_ in script.limits()}
    for name, bound in BOUNDS.items():
        assert bound.hits.split(",")[0] in ("server", "address", "session", "connection", "table")
        assert bound.then
        assert bound.least <= USUAL[name] <= bound.most
        assert f"`{name}`" in listed
