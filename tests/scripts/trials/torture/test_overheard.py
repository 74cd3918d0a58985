"""What passed to each seat is held against the journal: each kind of breach is found, and nothing else."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgpack
import pytest

from tests.e2e.killing.judge import Judge
from tests.peer import framed
from tests.server.crashing import Crashing
from tests.server.harness import Person, play_out, start
from uno_engine.events import CardsDrawn
from uno_engine.state import State
from uno_protocol import messages as m
from uno_protocol.framing import frame
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive
from uno_server.journal.bodies import Moment

Plain = dict[str, Any]


class Recorded(Person):
    """Somebody whose every byte is kept."""

    up = b""

    def say(self, message: m.ClientMessage) -> None:
        self.up += framed(message)
        super().say(message)

    send = say


class Evening(NamedTuple):
    """A game as its journal has it, and what Ann sent and was sent."""

    state: State
    moments: list[Moment]
    up: bytes
    down: list[bytes]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    directory: Path = tmp_path_factory.mktemp("journal")
    world = Crashing(directory)
    people = [Recorded(world, name) for name in ("Ann", "Bob")]
    for one in people:
        one.connect()
        one.say(m.Login(name=one.name))
        one.token = one.last(m.LoggedIn).token
        one.join("T", seats=2)
    start(people)
    for _ in range(3):
        any(one.move() for one in people)
    known = deepcopy(people[0].table)
    people[0].drop()
    people[0].resume(seen=None)  # as somebody who looks
    people[0].drop()
    people[0].table = known
    people[0].resume()
    play_out(world, people)
    world.journal.close(world.now)
    with opened(directory) as connection:
        archive = Archive(connection)
        (game,) = archive.games
        return Evening(game.head.state(), list(archive.moments(game)), people[0].up, people[0].bytes)


class Plant:
    """An evening that somebody tampers with."""

    def __init__(self, evening: Evening) -> None:
        self.moments = list(evening.moments)
        self.told: list[Plain] = [msgpack.unpackb(body) for body in evening.down]

    def entry(self, kind: str, seat: int) -> Plain:
        """Ann's first entry of that kind about a seat."""
        return next(one for one in self.told if one.get("event", {}).get("k") == kind and one["event"]["seat"] == seat)

    def moment(self, kind: str, seat: int) -> int:
        """Where the game accepted the first such action of a seat."""
        found = (n for n, one in enumerate(self.moments) for action in one.actions if fits(action, kind, seat))
        return next(found)

    def of(self, type_: str) -> list[Plain]:
        """Ann's messages of a type."""
        return [one for one in self.told if one["t"] == type_]


def fits(action: Any, kind: str, seat: int) -> bool:
    return bool(action.kind == kind and action.seat == seat)


def nothing(_plant: Plant) -> None:
    pass


def shows_anothers_card(plant: Plant) -> None:
    plant.entry("cards_drawn", 1)["event"]["cards"] = ["R5"]


def shows_another_hand_in_a_picture(plant: Plant) -> None:
    plant.of("snapshot")[-1]["game"]["hands"][1] = ["R5"]


def lists_a_card_that_is_not_there(plant: Plant) -> None:
    next(one for one in plant.of("legal") if one["actions"])["actions"].append({"k": "play", "card": "WX"})


def sends_what_nobody_asked_for(plant: Plant) -> None:
    plant.told.append({"t": "history", "id": 1000, "entries": []})


def leaves_out_news(plant: Plant) -> None:
    plant.told.remove(plant.entry("cards_played", 1))


def leaves_out_the_last_news_before_a_return(plant: Plant) -> None:
    picture = plant.told.index(plant.of("snapshot")[-1])
    plant.told.remove([one for one in plant.told[:picture] if one["t"] == "entry"][-1])


def forgets_an_acknowledged_move(plant: Plant) -> None:
    at = plant.moment("play", 0)
    plant.moments[at] = plant.moments[at]._replace(actions=[])


def carries_a_move_out_twice(plant: Plant) -> None:
    at = plant.moment("play", 0)
    plant.moments[at] = plant.moments[at]._replace(actions=plant.moments[at].actions * 2)


def doubles_a_card(plant: Plant) -> None:
    for at, moment in enumerate(plant.moments):
        for place, event in enumerate(moment.events):
            if isinstance(event, CardsDrawn) and event.cards:
                more = replace(event, count=event.count + 1, cards=(*event.cards, event.cards[0]))
                plant.moments[at] = moment._replace(events=[*moment.events[:place], more, *moment.events[place + 1 :]])
                return


def tells_something_else_again(plant: Plant) -> None:
    told = plant.entry("cards_played", 1)
    plant.told.append({**told, "event": {**told["event"], "cards": ["R5", "R5"]}})


def shows_a_wrong_picture(plant: Plant) -> None:
    del plant.of("snapshot")[-1]["room"]["occupants"][0]["face"]


def leaves_out_a_listed_move(plant: Plant) -> None:
    next(one for one in plant.of("legal") if one["actions"])["actions"].pop()


def refuses_a_listed_move(plant: Plant) -> None:
    at = plant.told.index(next(one for one in plant.of("ok") if one["id"] > 3))
    plant.told[at] = {"t": "error", "id": plant.told[at]["id"], "code": "not_your_turn"}


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (nothing, None),
        (shows_anothers_card, "leaked"),
        (shows_another_hand_in_a_picture, "leaked"),
        (lists_a_card_that_is_not_there, "leaked"),
        (sends_what_nobody_asked_for, "leaked"),
        (leaves_out_news, "lost"),
        (leaves_out_the_last_news_before_a_return, "lost"),
        (forgets_an_acknowledged_move, "lost"),
        (carries_a_move_out_twice, "doubled"),
        (doubles_a_card, "violations"),
        (tells_something_else_again, "diverged"),
        (shows_a_wrong_picture, "diverged"),
        (leaves_out_a_listed_move, "diverged"),
        (refuses_a_listed_move, "diverged"),
    ],
)
def test_each_breach_is_found(
    tamper: Callable[[Plant], None], found: str | None, evening: Evening, script: ModuleType
) -> None:
    plant, judge = Plant(evening), Judge()
    tamper(plant)
    seat = script.Seat("Ann")
    seat.read([script.Bytes(evening.up, b"".join(frame(msgpack.packb(one)) for one in plant.told))], judge)
    truth = script.Truth(sorted(one["n"] for one in seat.snapshots))
    truth.play(evening.state, plant.moments, judge)
    script.judge_seat(seat, truth, judge)
    assert judge.compared["pictures"] or found
    assert (found in judge.faults) if found else not judge.faults, judge.told
