"""Nobody learns what they may not know (FAULTS 39 to 41)."""

from collections import Counter
from math import log2

import pytest

from tests.server.harness import Person, World, dealt, play_out, playing
from uno_engine.actions import CanPlay
from uno_protocol import messages as m
from uno_protocol.codec import PADDING_OF_TURNS, PADDING_OF_WORDED_TURNS, decode_server, padded
from uno_protocol.framing import frame


class Sniffed(World):
    """A world in which somebody on the network measures what each person gets when the game asks somebody."""

    measured: list[tuple[int, int]]
    """The bytes of a batch, and how many plays it lists."""

    def flush(self) -> None:
        before = [(person, len(person.bytes)) for person in self._links.values()]
        super().flush()
        for person, at in before:
            said = [decode_server(body) for body in person.bytes[at:]]
            kinds = Counter(each.event["k"] for each in said if isinstance(each, m.Entry))
            if kinds["asked"] and kinds["cards_drawn"] < 8:
                plays = [each["k"] == "play" for one in said if isinstance(one, m.Legal) for each in one.actions]
                size = len(padded(b"".join(map(frame, person.bytes[at:]))))
                self.measured.append((size, sum(plays)))


def bits(pairs: list[tuple[int, int]]) -> float:
    """Return how many bits the first of a pair tells of the second (mutual information)."""
    both, ones, others = Counter(pairs), Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    return sum(n / len(pairs) * log2(n * len(pairs) / (ones[one] * others[other])) for (one, other), n in both.items())


@pytest.mark.parametrize("names", ["ann bob", "ann bob cem dee eve fay gus hal ivy jim"])
@pytest.mark.parametrize("preset", ["official", "party"])  # with `party` also those listed who may jump in
@pytest.mark.parametrize("words", ["", "en", "de"])
def test_how_much_is_sent_tells_nothing_of_the_cards_you_can_play(
    names: str, preset: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # P-20.12
    world = Sniffed()
    world.measured = []
    monkeypatch.setattr(Person, "words", words)
    play_out(world, playing(world, names, preset=preset))
    assert bits([(plays, plays) for _, plays in world.measured]) > 0.5
    assert bits(world.measured) == 0


@pytest.mark.parametrize("hand", ["G1", "R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR R+2 B9 G9 Y9 W W W+4 W+4"])
@pytest.mark.parametrize(
    ("words", "room"), [("", PADDING_OF_TURNS), ("en", PADDING_OF_WORDED_TURNS), ("de", PADDING_OF_WORDED_TURNS)]
)
def test_twenty_cards_that_can_be_played_take_no_more_room(
    hand: str, words: str, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # P-20.12
    monkeypatch.setattr(Person, "words", words)
    _, (ann, bob) = dealt("R9 B1 B2", hand)
    at = len(bob.bytes)
    ann.play(m.Play, cards=["R9"])
    assert sum(isinstance(each, CanPlay) for each in bob.listed) == (0 if hand == "G1" else 18)
    assert len(padded(b"".join(map(frame, bob.bytes[at:])))) == room
