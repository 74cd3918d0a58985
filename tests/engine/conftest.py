"""Which tests cite a clause? With UNO_CLAUSE set, only those run that cite the one it names (`*`: any)."""

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = os.environ.get("UNO_CLAUSE")
    if not wanted:
        return
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        cited = {name for mark in item.iter_markers("clause") for name in mark.args}
        (chosen if wanted in cited or (wanted == "*" and cited) else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = chosen
