"""A server's key is compared in two forms, which stay as they are for ever: links and known servers hold them."""

import pytest

from tests.golden import golden
from uno_protocol.conformance import report
from uno_protocol.identity import fingerprint, words


def test_the_forms_of_a_key() -> None:
    """Expected values are from other programs: `openssl dgst -sha256 -binary | base32`, `openssl kdf ... SCRYPT`."""
    assert fingerprint(b"key") == "fryock32azdpsitz6qt4pm4oom"
    assert words(b"key") == ("street", "real", "degree", "exile", "silver", "canoe")  # d6f65ce727dc8c4302


def test_the_document_has_them_as_an_example() -> None:
    assert f"`{fingerprint(b'key')}`, and the words are `{' '.join(words(b'key'))}`" in report.document()


@pytest.mark.parametrize("row", golden("keys"), ids=lambda row: row["fingerprint"])
def test_a_key_has_the_forms_of_the_vectors(row: dict[str, str]) -> None:
    key = bytes.fromhex(row["key"])
    assert (fingerprint(key), " ".join(words(key))) == (row["fingerprint"], row["words"])


def test_other_keys_have_other_forms() -> None:
    assert fingerprint(b"key") != fingerprint(b"kez")
    assert words(b"key") != words(b"kez")
