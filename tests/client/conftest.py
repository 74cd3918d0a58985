"""Sessions and seats of whoever runs the tests are not for the clients that are tested."""

import pytest


@pytest.fixture(scope="session")
def state(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def _own_state(state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", state)
