"""Which tests cite a clause? With the variable UNO_CLAUSE set, only those run that cite the clause it names."""

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = os.environ.get("UNO_CLAUSE")
    if not wanted:
        return
    cited = {item: {name for mark in item.iter_markers("clause") for name in mark.args} for item in items}
    config.hook.pytest_deselected(items=[item for item in items if wanted not in cited[item]])
    items[:] = [item for item in items if wanted in cited[item]]
