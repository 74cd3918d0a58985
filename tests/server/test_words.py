"""Words for those who ask for them, and today's bytes for all others (P-4.9)."""

from collections import deque
from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from tests.server.harness import Person, World, begun, dealt, play_out
from tests.server.test_history import history
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.room import Occupant, Room
from uno_server.core import wording
from uno_server.table import event_log
from uno_server.table.event_log import TableLog


def evening(*words: str) -> list[Person]:
    """People who play the same game, each with words in such a language, and one who watches; somebody comes back."""
    world = World()
    people = []
    for name, language in zip(("ann", "bob", "cem", "eve"), words, strict=True):
        person = Person(world, name)
        person.words = language
        person.connect()
        person.say(m.Login(name=name))
        person.token = person.last(m.LoggedIn).token
        people.append(person)
    *seated, eve = people
    for person in seated:
        person.join(seats=3, bot_pause=0.0, options={"hand_size": "3"})
    eve.ask(m.SpectateTable, table="T")
    for person in seated:
        person.ask(m.Ready)
    seated[0].ask(m.Start)
    seated[0].ask(m.Chat, text="hello")
    seated[1].drop()
    seated[0].ask(m.Pause)
    seated[1].resume()
    seated[0].ask(m.Pause, paused=False)
    seated[2].refused(m.Start)
    play_out(world, seated)
    return people


def without(body: bytes) -> object:
    """A message without its words."""
    message = msgpack.unpackb(body)
    for part in (message, *message.get("entries", ()), *message.get("reasons", ())):
        part.pop("words", None)
    return message


def test_who_does_not_ask_gets_the_same_bytes_beside_others_who_do() -> None:
    nobody, some = evening("", "", "", ""), evening("en", "de", "", "")
    assert [one.bytes for one in nobody[2:]] == [one.bytes for one in some[2:]]
    assert b"words" not in b"".join(nobody[0].bytes)


def test_words_are_all_that_is_added() -> None:
    nobody, everybody = evening("", "", "", ""), evening("en", "de", "pseudo", "x")
    for one, other in zip(nobody, everybody, strict=True):
        assert [msgpack.unpackb(body) for body in one.bytes] == [without(body) for body in other.bytes]


def said(person: Person, kind: str) -> list[str]:
    """The words of all entries of a kind that a person was sent."""
    return [entry.words for entry in person.all(m.Entry) if entry.event["k"] == kind]


def test_each_gets_words_in_the_language_asked_for_from_its_own_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Person, "words", "de")
    world, (ann, bob) = dealt("R5 B1 B2", "G1 G2")
    world.table().story = None  # no entry has told of that position
    ann.play(m.Play, cards=["R5"])
    assert said(ann, "cards_played") == ["Du spielst Rot 5."]
    assert said(bob, "cards_played") == ["ann spielt Rot 5."]
    assert (said(ann, "asked")[-1], said(bob, "asked")[-1]) == ("bob ist dran.", "")
    assert bob.last(m.Legal).words == "Du bist dran: Keine Karte passt, zieh eine."
    assert bob.error(m.Play, decision=bob.game.decision, cards=["R1"]).words.startswith("Du hast Rot 1 nicht.")
    reasons = bob.ask(m.WhyNot)
    assert isinstance(reasons, m.Reasons)
    assert all(each.words.startswith("Grün") for each in reasons.reasons)
    ann.ask(m.Kick, name="bob")
    assert bob.last(m.PutOut).words == "Der Gastgeber hat dich von T entfernt."


def test_without_a_table_there_are_words_too() -> None:
    world = World()
    ann = Person(world, "ann")
    ann.words = "de-AT"
    ann.connect()
    assert ann.last(m.Welcome).words == "de"
    ann.say(m.Login(name=""))
    assert ann.last(m.Error).words == "Ein Name braucht mindestens ein Zeichen."
    ann.say(m.Hello(versions=[*m.SPOKEN]))
    assert ann.last(m.Bye).words == "Der Server wurde zweimal begrüßt."


def test_a_table_follows_its_entries_only_while_somebody_there_wants_words() -> None:
    world, (ann, _) = begun()
    eve = Person(world, "eve")
    eve.words = "en"
    eve.connect()
    eve.say(m.Login(name="eve"))
    assert world.table().story is None
    eve.ask(m.SpectateTable, table="T")
    assert world.table().story is not None
    eve.ask(m.LeaveTable)
    ann.ask(m.Chat, text="hello")
    assert world.table().story is None


def test_those_who_see_the_same_in_one_language_share_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Person, "words", "en")
    world, people = begun("ann bob cem dee eve", seats=5)
    fay = world.person("fay")
    fay.ask(m.SpectateTable, table="T")
    made: list[str] = []
    monkeypatch.setattr(wording, "_entry", count(made, wording._entry))
    asked = next(one for one in people if one.listed)
    asked.play(m.Draw)
    assert made.count("cards_drawn") == 2  # for the player who draws, and for all others
    assert said(fay, "cards_drawn") == [f"{asked.name} draws 1 card."]


def count(made: list[str], right: Callable[..., m.Entry]) -> Callable[..., m.Entry]:
    """Notes the kind of each entry that is put into words."""

    def entry(shown: m.Entry, *more: Any) -> m.Entry:
        made.append(shown.event["k"])
        return right(shown, *more)

    return entry


def test_a_snapshot_says_how_things_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Person, "words", "en")
    world, (ann, bob) = dealt("R5", "B1 B2")

    def shown(person: Person) -> str:
        person.drop()
        person.resume(seen=None)
        return person.last(m.Snapshot).words

    assert (shown(ann), shown(bob)) == ("", "ann's turn.")
    assert ann.last(m.Legal).words == "Your turn: red, 9 or wild."
    bob.drop()
    ann.ask(m.Pause)
    assert shown(ann) == "You paused the game."
    ann.ask(m.Pause, paused=False)
    bob.resume()
    ann.play(m.Play, cards=["R5"])
    assert shown(bob) == "ann wins the round. ann wins the game!"
    assert shown(ann) == "You win the round. You win the game!"
    world.table().result = None
    assert shown(bob) == ""


def test_what_was_missed_has_the_words_that_others_got(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Person, "words", "en")
    world, (ann, bob, cem, _) = begun("ann bob cem dee", seats=4)
    eve, fay = (world.person(name) for name in ("eve", "fay"))
    for one in (eve, fay):
        one.ask(m.SpectateTable, table="T")
    eve.drop()
    ann.ask(m.EndGame)
    cem.ask(m.LeaveTable)
    cem.join()
    ann.ask(m.MoveSeat, seat=1, to=2)
    bob.ask(m.Chat, text="hello")
    ann.ask(m.ChangeTable, preset="party")
    heard = len(eve.heard)
    eve.resume()
    missed = [one.words for one in eve.heard[heard:] if isinstance(one, m.Entry)]
    assert "bob and cem swap seats." in missed
    assert missed == [one.words for one in fay.all(m.Entry)][-len(missed) :]


def test_a_history_has_words_and_still_goes_into_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Person, "words", "en")
    _, people = begun("ann bob cem")
    dealer = people[history(people[0]).entries[0].event["dealer"]]
    assert history(dealer).entries[0].words == "Round 1: You deal."
    dealer.ask(m.LeaveTable)
    dealer.join()
    told = history(dealer).entries
    assert told[0].words == f"Round 1: {dealer.name} deals."  # before that player sat down here again
    monkeypatch.setattr(wording, "HISTORY_BYTES", 200)
    cut = history(dealer)
    assert cut.cut
    assert 0 < len(cut.entries) < len(told)
    for one in people:
        one.ask(m.EndGame)
    assert history(dealer).entries == []


@pytest.mark.parametrize("seats", [2, 4])
def test_the_room_is_known_as_it_was_after_each_entry(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_log, "ENTRIES_KEPT", 32)
    log = TableLog(Room("KXWM", "T", "official", {}, 30, [Occupant(f"p{seat}") for seat in range(seats)], 0))
    log._kept = deque(maxlen=32)
    room, rooms = log.rebuilt()[0], []
    for n in range(100):
        event = rm.SeatsMoved(n % seats, (n + 1) % seats)
        event.fold(room)
        rooms.append(room.copy())
        log.note(event)
        log.settle()
        log.rebase(room, None, now=n == 40)
    for n in range(100 - 16, 101):
        assert log.room_at(n) == (rooms[n - 1], n)
    room, n = log.room_at(3)
    assert (room, n > 3) == (rooms[n - 1], True)
