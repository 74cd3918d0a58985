"""Forms that are not the shortest, and fields that could be absent, are told from others."""

import msgpack
import pytest

from uno_protocol.conformance.brevity import longer_than_need_be, needless

SHORTEST = {
    "t": "x",
    "numbers": [0, 127, 128, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, -1, -32, -33, -128, -129, -(2**15), -(2**31)],
    "others": [None, True, False, 1.5],
    "texts": ["", "a" * 31, "a" * 32, "a" * 255, "a" * 256, "a" * 65_536],
    "arrays": [[0] * 15, [0] * 16, [0] * 65_536],
    "maps": [{str(key): key for key in range(count)} for count in (0, 15, 16)],
}


def test_what_msgpack_packs_is_in_its_shortest_form() -> None:
    assert not longer_than_need_be(msgpack.packb(SHORTEST))
    assert not longer_than_need_be(msgpack.packb(SHORTEST, use_single_float=True))


@pytest.mark.parametrize(
    "form",
    [
        *(b"\xcc\x7f", b"\xcd\x00\xff", b"\xce\x00\x00\xff\xff", b"\xcf\x00\x00\x00\x00\xff\xff\xff\xff"),
        *(b"\xd0\x07", b"\xd0\xe0", b"\xd1\x00\xc8", b"\xd1\xff\x80", b"\xd2\xff\xff\x80\x00", b"\xd3" + bytes(8)),
        *(b"\xd9\x01a", b"\xda\x00\x20" + b"a" * 32, b"\xdb\x00\x00\x01\x00" + b"a" * 256),
        *(b"\xdc\x00\x01\x01", b"\xdd\x00\x00\x00\x01\x01", b"\xde\x00\x01\xa1a\x01", b"\xdf\x00\x00\x00\x01\xa1a\x01"),
    ],
)
def test_a_longer_form_is_found_wherever_it_stands(form: bytes) -> None:
    body = b"\x83\xa1a\xcb" + bytes(8) + b"\xa1b" + form + b"\xa1c\x01"
    assert longer_than_need_be(body)


def test_a_field_with_the_value_of_absence_is_found() -> None:
    assert list(needless({"t": "error", "code": "stale", "id": 1, "field": None, "args": {}})) == [
        "error.field",
        "error.args",
    ]
    assert list(needless({"t": "tables", "id": 1, "tables": [{"code": "ABCD", "locked": False}], "more": False})) == [
        "tables.tables[0].locked",
        "tables.more",
    ]


def test_a_field_of_an_event_is_needless_if_it_has_nothing_to_tell() -> None:
    played = {"k": "cards_played", "seat": 0, "cards": ["R5"]}
    assert list(needless({"t": "entry", "table": "ABCD", "n": 4, "event": {**played, "target": 0}})) == []
    assert list(needless({"t": "entry", "table": "ABCD", "n": 4, "event": {**played, "colours": []}})) == [
        "entry.event.colours"
    ]


def test_unknown_types_kinds_and_keys_are_passed_over() -> None:
    assert list(needless({"t": "weather", "rain": None})) == []
    assert list(needless({"t": "entry", "table": "ABCD", "n": 4, "event": {"k": "moo", "z": None}, "x": None})) == []
