"""Frames are cut out of a stream the same way however it arrives (FAULTS 1 to 4, 7; P-2)."""

import tracemalloc

import pytest

from uno_protocol.framing import CLIENT_LIMIT, GREETING_LIMIT, FrameFault, Frames, foreign, frame


def test_an_empty_body_cannot_be_framed() -> None:
    with pytest.raises(ValueError, match="has a body"):
        frame(b"")


def test_the_largest_length_is_refused_on_its_header_and_nothing_is_kept() -> None:
    """FAULTS 3, 4: refused before a byte of the body is buffered."""
    frames = Frames(CLIENT_LIMIT)
    rest = b"x" * 1_000_000
    tracemalloc.start()
    try:
        with pytest.raises(FrameFault) as caught:
            frames.feed(b"\xff\xff\xff\xff")
        for _ in range(20):
            with pytest.raises(FrameFault):
                frames.feed(rest)
        kept, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.code == "frame_too_large"
    assert not frames.waiting
    assert kept < 100_000


def test_what_was_complete_before_a_fault_is_handed_over_with_it() -> None:
    stream = frame(b"one") + frame(b"two") + b"\0\0\0\0"
    with pytest.raises(FrameFault) as caught:
        Frames(CLIENT_LIMIT).feed(stream)
    assert caught.value.before == (b"one", b"two")


def test_half_a_frame_is_waited_for() -> None:
    """FAULTS 5: whoever reads can tell a pause between frames from one within."""
    frames = Frames(CLIENT_LIMIT)
    states = [frames.waiting]
    for received in (b"\0\0", b"\0\1x", b"\0\0\0\2x"):
        frames.feed(received)
        states.append(frames.waiting)
    assert states == [False, True, False, True]


@pytest.mark.parametrize(
    ("opening", "spoken"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP"),
        (b"POST /x HTTP/1.0\r\n", "HTTP"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "TLS"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "SSH"),
        (b"\xff\xfd\x03\xff\xfb\x18", "telnet"),
    ],
)
def test_other_programs_are_refused_and_named(opening: bytes, spoken: str) -> None:
    """FAULTS 7."""
    with pytest.raises(FrameFault) as caught:
        Frames(GREETING_LIMIT).feed(opening)
    assert caught.value.code == "frame_too_large"
    assert foreign(caught.value.head) == spoken


def test_a_greeting_looks_like_nothing_else() -> None:
    assert foreign(frame(b"\x82\xa1t\xa5hello")) is None
