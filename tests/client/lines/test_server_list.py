"""Found servers are told in lines that a screen reader can follow, each with a number that it keeps."""

import json

import pytest

from uno_client.lines.server_list import MOST_SILENT, NOTHING, FoundLines, list_lines
from uno_client.messages import Discovered, Found
from uno_client.structs import replace
from uno_client.trust import Trust

ANN = Found("a", "Ann", "10.0.0.1", 7777, ("10.0.0.1",), 3, 2, 1, 5, versions=(2, 2), answers=True)
BOB = replace(ANN, id="b", name="Bob", host="::1", password=True)


@pytest.fixture
def lines() -> FoundLines:
    return FoundLines()


def news(lines: FoundLines, *found: Found, trouble: str = "") -> list[str]:
    return list(lines.news(Discovered(found, trouble)))


def test_each_is_told_when_it_is_known_to_answer_and_keeps_its_number(lines: FoundLines) -> None:
    counts = "3 players, 1 open table, 5 free seats"
    assert news(lines, replace(ANN, answers=None)) == []
    assert news(lines, ANN) == [f"1: Ann at 10.0.0.1:7777: {counts}."]
    assert news(lines, ANN, BOB) == [f"2: Bob at [::1]:7777: {counts}, password needed."]
    assert news(lines, BOB, ANN) == []
    fewer = replace(ANN, free_seats=4)
    assert news(lines, BOB, fewer) == []  # seats that fill are no news
    heading, first, _second = lines.all([BOB, fewer])
    assert heading == "2 games on your network:"
    assert first == "1: Ann at 10.0.0.1:7777: 3 players, 1 open table, 4 free seats."
    assert news(lines, BOB) == ["1: Ann is gone."]
    assert news(lines, BOB) == []
    assert news(lines, BOB, ANN) == [f"1: Ann at 10.0.0.1:7777: {counts}."]


def test_who_no_longer_answers_is_told_and_who_does_again(lines: FoundLines) -> None:
    news(lines, ANN)
    assert news(lines, replace(ANN, answers=False)) == ["1: Ann at 10.0.0.1:7777: no answer."]
    assert news(lines, ANN) == ["1: Ann at 10.0.0.1:7777: 3 players, 1 open table, 5 free seats."]


def test_a_flood_of_silent_ones_is_not_told(lines: FoundLines) -> None:
    flood = [replace(ANN, id=f"x{at}", answers=False) for at in range(50)]
    assert len(news(lines, *flood)) == MOST_SILENT
    assert news(lines, *flood, BOB)[-1].startswith("51: Bob")
    assert len(lines.all([*flood, BOB])) == 1 + 51


def test_numbers_are_bounded(lines: FoundLines) -> None:
    for at in range(30):
        news(lines, *[replace(ANN, id=f"x{at} {each}") for each in range(100)])
    assert news(lines, BOB) == []
    assert lines.all([BOB]) == [NOTHING]


def test_a_number_means_the_server_that_still_has_it(lines: FoundLines) -> None:
    news(lines, ANN, BOB)
    assert lines.numbered("02", [ANN, BOB]) == BOB
    assert [lines.numbered(gone, [BOB]) for gone in ("1", "7", "0", "99999999999999")] == [None] * 4


def test_what_is_in_the_way_is_told_once(lines: FoundLines) -> None:
    assert news(lines, trouble="cannot look for games: no network") == ["Cannot look for games: no network."]
    assert news(lines, trouble="cannot look for games: no network") == []
    assert news(lines) == []


def test_a_server_is_printed_for_programs_and_for_people() -> None:
    one = replace(ANN, players=1, open_tables=0, free_seats=3, password=True)
    where = {"name": "Ann", "id": "a", "host": "10.0.0.1", "port": 7777, "addresses": ["10.0.0.1"], "versions": [2, 2]}
    what = {"players": 1, "tables": 2, "open_tables": 0, "free_seats": 3, "password": True}
    assert json.loads(json.dumps(one.row())) == where | what | {"answers": True, "key": None, "doubt": None}
    assert one.described == "1 player, no open tables, 3 free seats, password needed"
    assert list(list_lines([one])) == [f"10.0.0.1:7777  Ann: {one.described}"]
    assert list(list_lines([])) == ["no games found"]
    false = replace(one, verdict=Trust.OTHER_KEY)
    assert false.row()["doubt"] == "other_key"
    assert false.described == f"not the key you know, {one.described}"
    assert replace(false, answers=False, verdict=Trust.DOWNGRADED).described == "no longer encrypted, no answer"


def test_what_is_not_known_is_not_said() -> None:
    bare = Found("a", "Ann", "10.0.0.1", 7777, ("10.0.0.1",))
    assert bare.described == "no details"
    assert bare.row()["answers"] is False
