"""No log and no text of an error holds anything secret or unprintable (FAULTS 35, 40, P-13.2).

Tokens and their digests, hands, the draw pile, the seed of a game that is not over; and what a stranger has sent.
"""

import hashlib
import re
from collections.abc import Iterator

import pytest

from tests.server.any_session import AnySession
from tests.server.harness import Person, World, begun, playing
from tests.server.twins import LEFT, WORLDS
from uno_engine.presets import PRESETS

CARD = re.compile(r"(?<![\w+])(?:[RYGB](?:\d|S|R|\+2)|W(?:\+4|S|X|C)?)(?![\w+])")
"""A card as it is written anywhere."""
HOSTILE = "\x1b]52;c;aGk=\x07\u202e\x9b31m\r\n{x} %s"


def secrets(world: World, *people: Person) -> Iterator[str]:
    for person in people:
        digest = hashlib.sha256(person.token.encode()).digest()
        yield from (person.token, digest.hex(), repr(digest), repr(digest)[2:-1])
    for table in world.hub.lobby:
        if table.game is not None and table.room.phase.value != "finished":
            yield table.game.state.seed.hex()
            yield repr(table.game.state.seed)


def clean(text: str, world: World, *people: Person) -> bool:
    """True if a log may have this line."""
    return text.isprintable() and not CARD.search(text) and not any(one in text for one in secrets(world, *people))


@pytest.mark.parametrize("number", range(4))
def test_no_secret_is_in_the_log_of_an_eventful_session(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    preset = list(PRESETS)[number]
    session = AnySession(monkeypatch, 60 + number, viewer=number % 3, preset=preset, bots=1)
    for _ in range(10):
        if session.phase == "playing":
            session.fault()
        if session.phase in ("playing", "paused", "between_rounds"):
            session.step()
    session.run(40)
    assert session.twins.log.lines[LEFT]
    for at in WORLDS:
        people = [pair[at] for pair in session.twins.people.values()]
        assert all(clean(line, session.twins.worlds[at], *people) for line in session.twins.log.lines[at])


def test_a_card_or_a_token_in_a_line_would_be_seen() -> None:
    world = World()
    (ann,) = people = playing(world, "ann", seats=2, bots=["normal"])
    assert clean("table BKDF is put back to entry 52: RuntimeError at game.py:12", world, *people)
    digest, seed = hashlib.sha256(ann.token.encode()).digest(), world.state().seed
    secret = (ann.token, digest.hex(), str(digest), seed.hex(), "W+4", "(R5, G+2)", "\x1b[31m", "a\u202eb")
    assert not any(clean(f"ann: {one}", world, *people) for one in secret)


def test_no_token_or_digest_is_in_how_the_server_shows_its_things() -> None:
    world, people = begun()
    bob = people[1]
    bob.drop()
    bob.resume()
    hub, table = world.hub, world.table()
    shown = [
        repr(one) for one in (*hub.sessions, *table.members.values(), *hub._peers.values(), hub, table, hub.sessions)
    ]
    shown += [repr(one) for one in (table.game, table.log, table.room, hub.lobby)]
    assert len(shown) > 10
    hidden = [one for person in people for one in secrets(world, person)][:8]
    assert not any(one in text for text in shown for one in hidden)
    commits = [repr(commit) for commit in world.commits]
    assert any(commit.entries for commit in world.commits)
    assert not any(one in text for text in commits for person in people for one in secrets(world, person))
    assert not any(CARD.search(text) for text in commits)
