"""A connection has what its version has, and nothing later: shown with a made-up next one (P-4.2, P-11.3)."""

import pytest

from tests.protocol.next_version import ALIKE, LATER, JoinTable, speak
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, encode
from uno_protocol.versions import Spoken, as_of, lacks


@pytest.mark.parametrize(
    ("versions", "chosen"),
    [
        *(([2, 2], 2), ([0, 9], 3), ([3, 9], 3), ([1, 2], 2)),
        *(([0, 1], None), ([4, 9], None), ([3, 2], None), ([9, 1], None)),
    ],
)
def test_the_highest_version_of_both_sides_is_chosen(versions: list[int], chosen: int | None) -> None:
    assert Spoken(2, 3).choice(versions) == chosen


@pytest.mark.parametrize(("request_", "field"), LATER, ids=str)
def test_what_a_later_version_has_is_unknown_before(
    request_: m.Request, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch)
    assert decode_client(encode(request_), 3) == request_
    with pytest.raises(CodecFault) as found:
        decode_client(encode(request_), 2)
    assert (found.value.code, found.value.field, found.value.id) == ("bad_schema", field, 1)
    assert not found.value.closes
    assert (lacks(2, request_), lacks(3, request_)) == (True, False)


def test_what_both_versions_have_means_the_same_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch)
    assert decode_client(encode(ALIKE), 2) == decode_client(encode(ALIKE), 3) == ALIKE
    assert not lacks(2, ALIKE)


def test_a_message_without_later_fields_is_of_one_type_in_every_version() -> None:
    assert as_of(JoinTable, 2) is not JoinTable
    assert as_of(JoinTable, 3) is JoinTable
    assert [kind for kind in m.REQUESTS.values() if as_of(kind, m.VERSION) is not kind] == []
