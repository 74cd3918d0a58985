"""A server's announcement is short and true, and harmless whoever wrote it (P-15, FAULTS 34)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden import golden
from uno_protocol.discovery import (
    AUTO,
    LONGEST_INSTANCE,
    LONGEST_NAME,
    MOST_COUNTED,
    MOST_STRINGS,
    OFF,
    Advertisement,
    Reach,
    instance_name,
    read,
    read_reach,
    written,
)

TOLD = Advertisement("3c6f7b09386d2e4d", "Ann's game", 1, 2, players=3, tables=2, open_tables=1, free_seats=5)


def strings(*texts: bytes) -> bytes:
    return b"".join(bytes((len(text),)) + text for text in texts)


@given(
    st.builds(
        Advertisement,
        server_id=st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True),
        name=st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(str.rstrip),
        lowest=st.just(1),
        highest=st.integers(1, 9),
        players=st.none() | st.integers(0, MOST_COUNTED),
        tables=st.none() | st.integers(0, MOST_COUNTED),
        open_tables=st.none() | st.integers(0, MOST_COUNTED),
        free_seats=st.none() | st.integers(0, MOST_COUNTED),
        password=st.booleans(),
    )
)
def test_every_record_fits_and_is_read_again(told: Advertisement) -> None:
    record = written(told)
    assert len(record) <= 512
    assert read(record) == told


def test_the_record_is_as_the_document_says() -> None:
    counted = (b"players=3", b"tables=2", b"open=1", b"seats=5", b"password=0")
    assert written(TOLD) == strings(b"txtvers=1", b"id=3c6f7b09386d2e4d", b"name=Ann's game", b"v=1-2", *counted)


@pytest.mark.parametrize("row", golden("announced"), ids=lambda row: row["server"]["name"])
def test_an_announcement_has_the_bytes_of_the_vectors(row: dict[str, Any]) -> None:
    told = Advertisement(**row["server"])
    assert written(told).hex() == row["hex"]
    assert read(bytes.fromhex(row["hex"])) == told


@given(st.binary(max_size=3000))
def test_no_bytes_make_reading_fail(record: bytes) -> None:
    told = read(record)
    if told is not None:
        assert len(told.name.encode()) <= LONGEST_NAME


@given(st.lists(st.binary(max_size=255), max_size=20))
def test_no_strings_make_reading_fail(texts: list[bytes]) -> None:
    read(strings(b"id=x", *texts))


@pytest.mark.parametrize("id", [b"", b"a b", b"\xff", b"x" * 65, "ä".encode(), b"x\n"])
def test_a_record_without_a_sound_id_announces_nothing(id: bytes) -> None:
    assert read(strings(b"txtvers=1", b"name=x", b"id=" + id)) is None


def test_what_is_missing_or_nonsense_is_not_told() -> None:
    bare = Advertisement("x", "")
    assert read(strings(b"id=x")) == bare
    nonsense = (b"v=2-1", b"players=-1", b"tables=1e9", b"open=", b"seats=100000", b"players", b"=5")
    assert read(strings(b"id=x", *nonsense)) == bare


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (strings(b"ID=x", b"Name=one", b"name=two"), Advertisement("x", "one")),  # the first counts, in any case
        (strings(b"id=x", b"name=" + "ä".encode() * 120), Advertisement("x", "ä" * 80)),  # cut between characters
        (strings(b"id=x", b"name=\xff\xfeok"), Advertisement("x", "\ufffd\ufffdok")),
        (strings(b"id=x", b"players=3") + b"\x20open=1", Advertisement("x", "", players=3)),
        (strings(*[b"k=" + b"x" * 200] * 10, b"id=x"), None),  # only so much of a huge one is looked at
        (strings(*[b"k="] * (MOST_STRINGS - 1), b"id=x"), Advertisement("x", "")),
        (strings(*[b"k="] * MOST_STRINGS, b"id=x"), None),
    ],
)
def test_what_is_odd_is_read_as_far_as_it_goes(record: bytes, told: Advertisement | None) -> None:
    assert read(record) == told


def test_the_instance_has_the_name_and_the_head_of_the_id() -> None:
    assert instance_name("Ann's game", "3c6f7b09386d2e4d") == "Ann's game [3c6f7b]"
    assert instance_name("v1.2\n", "3c6f7b") == "v1-2 [3c6f7b]"
    assert instance_name(" ", "3c6f7b") == "UNO [3c6f7b]"


@given(st.text(max_size=60))
def test_an_instance_is_a_label_of_at_most_55_bytes(name: str) -> None:
    instance = instance_name(name, "3c6f7b09386d2e4d")
    assert len(instance.encode()) <= LONGEST_INSTANCE
    assert "." not in instance


def test_where_to_announce_is_read() -> None:
    assert read_reach("auto") == AUTO
    assert read_reach(" off ") == OFF
    assert read_reach("127.0.0.1, ::1,127.0.0.1") == Reach(addresses=("127.0.0.1", "::1"))


@pytest.mark.parametrize("text", ["", "eth0", "auto,127.0.0.1", "1.2.3", ",".join(f"10.0.0.{n}" for n in range(17))])
def test_what_is_no_place_to_announce_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^it takes auto, off, or "):
        read_reach(text)
