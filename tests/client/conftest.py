"""The clients under test have a state folder of their own, not that of whoever runs the tests."""

import pytest


@pytest.fixture(scope="session")
def state(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def _own_state(state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", state)
