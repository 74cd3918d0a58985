"""Bytes that are not a message are refused by code; nothing that a peer sends raises anything else (FAULTS 8 to 16)."""

import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzzing.codec import play
from tests.golden import golden
from uno_protocol import codec
from uno_protocol import messages as m
from uno_protocol.codec import (
    PADDING,
    PADDING_OF_TURNS,
    PADDING_OF_WORDED_TURNS,
    PADDING_OF_WORDS,
    CodecFault,
    decode_client,
    decode_server,
    encode,
    padded,
)
from uno_protocol.framing import SERVER_LIMIT, Frames, frame

REFUSED = golden("refused")


def fault_of(body: bytes) -> CodecFault:
    with pytest.raises(CodecFault) as caught:
        decode_client(body)
    return caught.value


def test_the_vectors_cover_every_fault_of_framing_and_codec() -> None:
    assert {vector["faults"] for vector in REFUSED} >= {2, 3, 4, 7, *range(8, 17)}


@pytest.mark.parametrize(
    "rest",
    [
        *(b"\xdd\x7f\xff\xff\xff" * 1600, b"\xdf\x7f\xff\xff\xff" * 1600, b"\xdd\x00\x00\x1f\x00" * 1600),
        b"\xdc\x1f\x00" + b"\xc0" * 0x1F00,  # a count that a frame can hold, in an array longer than any message has
    ],
    ids=lambda rest: rest[:5].hex(),
)
def test_huge_counts_cost_no_memory(rest: bytes) -> None:
    """FAULTS 10: less than 1 MiB for a frame of the largest size that is all headers."""
    tracemalloc.start()
    try:
        fault = fault_of((b"\x81\xa1t" + rest)[:8192])
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert fault.code in ("bad_codec", "too_deep")
    assert peak < 1024 * 1024


def test_types_and_keys_that_a_client_does_not_know_are_ignored() -> None:
    assert decode_server(msgpack.packb({"t": "weather", "sun": 0.5})) is None
    assert decode_server(msgpack.packb({"t": "ok", "id": 4, "sparkle": [1]})) == m.Ok(id=4)
    assert decode_server(msgpack.packb({"t": "ping", "nonce": 4, "sparkle": 1})) == m.Ping(nonce=4)


@pytest.mark.parametrize("message", [{"t": "ok"}, {"t": 7}, {}, {"t": "entry", "table": "K", "n": 1, "event": []}])
def test_a_server_message_with_a_fault_is_refused_by_code(message: dict[str, Any]) -> None:
    with pytest.raises(CodecFault):
        decode_server(msgpack.packb(message))


def test_a_message_after_one_that_could_not_be_encoded_is_whole() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode(m.Error(code="x", text="\ud800"))
    assert decode_server(encode(m.Ok(id=1))) == m.Ok(id=1)


@pytest.mark.parametrize("field", ["id", "field", "clause", "args", "text"])
def test_nil_of_a_server_is_absence(field: str) -> None:  # P-3.8
    assert decode_server(msgpack.packb({"t": "error", "code": "x", field: None})) == m.Error(code="x")
    assert decode_server(msgpack.packb({"t": "ping", "nonce": None})) == m.Ping()


@pytest.mark.fast
def test_10000_wrong_bodies_and_streams_raise_nothing_but_faults_and_are_read_alike_in_both_ways() -> None:
    """FAULTS 1 to 16, 35: what passes is the same when it is written and read again; faults are short and printable."""
    assert play("wrong bodies", 10_000) == 10_000


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def deep(value: object) -> int:
    """How many maps and arrays stand inside each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(deep, inner), default=0)


@pytest.mark.fast
@given(PLAIN)
def test_the_scan_agrees_with_msgpack_about_what_is_complete(value: object) -> None:
    body = msgpack.packb({"t": value})
    if deep(value) <= 7:
        codec.scan(body)
    with pytest.raises(CodecFault):
        codec.scan(body + b"\xc0")


WIDE = b"\x82\xa1t\xa4play\xa1x\xdc\x00\x08" + (b"\xdc\x03\xf8" + b"\x01" * 0x3F8) * 8


def test_the_scan_takes_three_lines_of_code_for_a_value_whatever_the_body() -> None:
    lines = 0

    def watch(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal lines
        lines += event == "line"
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    codec.scan(WIDE)
    sys.settrace(before)
    assert lines < 3.1 * len(WIDE)


@pytest.mark.parametrize("inner", [b"\x80", b"\x90"])
def test_an_empty_map_or_array_is_a_level_too(inner: bytes) -> None:
    around = b"\x81\xa1x" + b"\x91" * (codec.DEEPEST - 2)
    assert codec.scan(around + inner) is False
    with pytest.raises(CodecFault) as caught:
        codec.scan(around + b"\x91" + inner)
    assert caught.value.code == codec.TOO_DEEP


OFTEN = [
    m.Play(id=70000, decision=3, cards=["R5", "W+4"], colours=[None, "B"], target=2, uno=True),
    m.Cast(id=1, decision=2**53 - 1, rule="règle ☃"),
    m.Draw(id=2**53 - 1, decision=0),
    m.Name(id=5, decision=77, colour="G"),
    m.Ready(id=3, ready=False),
    m.ListTables(id=12, after="KXWM"),
    m.Ping(nonce=2**33),
    m.Pong(),
]


@pytest.mark.parametrize("message", OFTEN, ids=lambda message: type(message).__name__)
def test_what_comes_often_takes_the_short_way_and_is_the_same_message(message: m.ClientMessage) -> None:
    body = encode(message)
    assert codec._decode_as_encoded(body) == codec._decode_with_care(body) == message


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: f"{vector['faults']} {vector['title']}")
def test_nothing_that_is_refused_takes_the_short_way(vector: dict[str, Any]) -> None:
    assert codec._decode_as_encoded(bytes.fromhex(vector["hex"])[4:]) is None


@given(length=st.integers(0, 300), keys=st.integers(0, 40), more=st.booleans())
def test_what_is_padded_is_a_multiple_of_128_bytes_and_says_the_same(*, length: int, keys: int, more: bool) -> None:
    message = {"t": "announcement", "text": "x" * length, **{f"k{number}": number for number in range(keys)}}
    frames = (frame(encode(m.Bye(code="silent", come_back=True))) if more else b"") + frame(msgpack.packb(message))
    result = padded(frames)
    assert len(result) % PADDING == 0
    assert len(result) - len(frames) < PADDING + 8
    *first, last = Frames(SERVER_LIMIT).feed(result)
    assert first == Frames(SERVER_LIMIT).feed(frames)[:-1]
    assert decode_server(last) == decode_server(frame(msgpack.packb(message))[4:])
    unpacked = msgpack.unpackb(last)
    assert unpacked.pop("pad", "").strip() == ""
    assert unpacked == message


@pytest.mark.parametrize(
    ("message", "unit"),
    [
        ({"t": "announcement"}, PADDING),
        ({"t": "legal"}, PADDING_OF_TURNS),
        ({"t": "entry", "event": {"k": "asked"}}, PADDING_OF_TURNS),
        ({"t": "entry", "words": "You draw red 5."}, PADDING_OF_WORDS),
        ({"t": "legal", "words": "Your turn."}, PADDING_OF_WORDED_TURNS),
        ({"t": "logged_in", "name": "words"}, PADDING),
        ({"t": "entry", "event": {"k": "watcher_came", "names": ["k", "asked", "t", "legal"]}}, PADDING),
    ],
)
def test_whatever_fits_has_one_length(message: dict[str, object], unit: int) -> None:
    frames = [frame(msgpack.packb(message | {"x": "x" * length})) for length in range(unit)]
    assert {len(padded(each)) for each in frames if len(each) <= unit - 5} == {unit}


def test_what_would_become_too_long_stays_as_it_is() -> None:
    frames = frame(msgpack.packb({"t": "announcement", "text": "x" * (SERVER_LIMIT - 30)}))
    assert padded(frames) == frames
