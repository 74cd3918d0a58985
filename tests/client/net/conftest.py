"""What the tests of the client's network share: a token store, and links that come back without a pause."""

from pathlib import Path

import pytest

from tests.client.net import identities
from uno_client.net import link
from uno_client.net.token_store import TokenStore
from uno_protocol import identity


@pytest.fixture
def tokens(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "pause_before", lambda attempt, after: after + (0.0 if attempt == 0 else 0.01))
    monkeypatch.setattr(identity, "words", identities.words_of)
