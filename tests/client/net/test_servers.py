"""The list of found servers is bounded, clean, and true to who answers (FAULTS 34 to 37)."""

from dataclasses import replace
from typing import Any

import pytest

from client.messages import Found
from client.net.servers import MOST_FOUND, Finds, Target
from protocol.discovery import Announcement, written
from protocol.interfaces import Spot

SPOTS = (Spot("10.0.0.2", 24, 2), Spot("fe80::2", 64, 2))


def announce(
    finds: Finds, instance: str = "i", *, port: int = 7777, addresses: tuple[str, ...] = ("10.0.0.1",)
) -> None:
    finds.heard(instance, port, addresses, record(id=instance))


def record(name: str = "Ann's game", id: str = "a", **more: Any) -> bytes:
    return written(replace(Announcement(id, name, 1, 1), **more))


def due(finds: Finds, now: float = 0.0) -> list[Target]:
    return finds.due(now, SPOTS, 8)


def test_a_server_is_listed_with_what_it_tells() -> None:
    finds = Finds()
    finds.heard("i", 7777, ["fe80::1%2", "10.0.0.1"], record(players=2, tables=3, open_tables=1, free_seats=4))
    (one,) = finds.shown()
    expected = Found("a", "Ann's game", "10.0.0.1", 7777, ("10.0.0.1", "fe80::1%2"), 2, 3, 1, 4, versions=(1, 1))
    assert one == expected
    assert str(one.address) == "10.0.0.1:7777"


def test_what_is_withdrawn_is_gone() -> None:
    finds = Finds()
    announce(finds)
    finds.gone("i")
    assert finds.shown() == ()
    finds.gone("i")


@pytest.mark.parametrize(
    ("port", "addresses", "text"),
    [
        (None, ["10.0.0.1"], record()),
        (0, ["10.0.0.1"], record()),
        (70000, ["10.0.0.1"], record()),
        (7777, [], record()),
        (7777, ["nonsense"], record()),
        (7777, ["10.0.0.1"], b""),
        (7777, ["10.0.0.1"], b"\x04name"),
    ],
)
def test_what_announces_no_server_is_not_listed(port: int | None, addresses: list[str], text: bytes) -> None:
    finds = Finds()
    finds.heard("i", port, addresses, text)
    assert len(finds) == 0


def test_names_are_cleaned_and_clipped() -> None:
    finds = Finds()
    finds.heard("i", 7777, ["10.0.0.1"], record("\x1b]52;c;x\x07\u202e<b>{x}%s&amp;" + "e\u0301\u0301\u0301\u0301"))
    finds.heard("j", 7778, ["10.0.0.1"], record("w" * 160))
    finds.heard("k", 7779, ["10.0.0.1"], record("\u200b\u200b"))
    names = [found.name for found in finds.shown()]
    assert names == ["(no name)", "]52;c;x<b>{x}%s&amp;\u00e9\u0301\u0301\u0301", "w" * 39 + "…"]


def test_the_list_is_bounded_and_who_does_not_answer_gives_way() -> None:
    finds = Finds()
    for at in range(MOST_FOUND + 50):
        announce(finds, f"i{at}", port=1 + at)
    assert len(finds) == len(finds.shown()) == MOST_FOUND
    for target in finds.due(0.0, SPOTS, 2):
        finds.probed(target.instance, target.key, None, 0.0)
    announce(finds, "new")
    announce(finds, "newer", port=7778)
    announce(finds, "newest", port=7779)
    assert len(finds) == MOST_FOUND
    assert {found.id for found in finds.shown()} >= {"new", "newer"}


def test_one_that_answered_once_gives_way_last() -> None:
    finds = Finds()
    for at in range(MOST_FOUND):
        announce(finds, f"i{at}", port=1 + at)
    first, second = finds.due(0.0, SPOTS, 2)
    finds.probed(first.instance, first.key, "10.0.0.1", 0.0)
    finds.probed(first.instance, first.key, None, 0.0)
    finds.probed(second.instance, second.key, None, 0.0)
    announce(finds, "new")
    assert {found.id for found in finds.shown()} >= {"new", first.id}


def test_many_addresses_are_cut_to_a_few() -> None:
    finds = Finds()
    announce(finds, addresses=tuple(f"10.0.{high}.{low}" for high in range(9) for low in range(200)))
    (one,) = finds.shown()
    assert len(one.addresses) == 12
    (target,) = finds.due(0.0, (Spot("10.0.0.2", 16, 2),), 8)
    assert len(target.addresses) == 4


def test_a_server_that_is_announced_twice_is_listed_once() -> None:
    finds = Finds()
    finds.heard("one", 7777, ["10.0.0.1"], record())
    finds.heard("two", 7777, ["fe80::1%2"], record())
    finds.heard("other port", 7778, ["10.0.0.1"], record())
    assert [(found.port, found.addresses) for found in finds.shown()] == [
        (7777, ("10.0.0.1", "fe80::1%2")),
        (7778, ("10.0.0.1",)),
    ]


def test_an_announcement_with_the_same_id_and_another_key_is_another_server() -> None:
    """Finding: a spoofed announcement with the same id is merged into one row."""
    finds = Finds()
    ours, spoofed = "a" * 26, "e" * 26
    finds.heard("one", 7777, ["10.0.0.1"], record(key=ours))
    finds.heard("two", 7777, ["fe80::1%2"], record(key=ours))
    finds.heard("spoofed", 7777, ["10.0.0.66"], record(key=spoofed))
    finds.heard("without", 7777, ["10.0.0.67"], record())
    assert [(found.fingerprint, found.addresses) for found in finds.shown()] == [
        ("", ("10.0.0.67",)),
        (ours, ("10.0.0.1", "fe80::1%2")),
        (spoofed, ("10.0.0.66",)),
    ]


def test_two_servers_of_one_name_are_listed_twice() -> None:
    finds = Finds()
    finds.heard("one", 7777, ["10.0.0.1"], record(id="a"))
    finds.heard("two", 7777, ["10.0.0.3"], record(id="b"))
    assert [(found.name, found.host) for found in finds.shown()] == [
        ("Ann's game", "10.0.0.1"),
        ("Ann's game", "10.0.0.3"),
    ]


def test_who_answers_stands_first_and_who_does_not_last() -> None:
    finds = Finds()
    for port, host in ((1, None), (2, "10.0.0.1")):
        finds.heard(f"i{port}", port, ["10.0.0.1"], record(id=f"x{port}"))
        due(finds)
        finds.probed(f"i{port}", (f"x{port}", port, ""), host, 0.0)
    announce(finds, "unknown")
    assert [(found.id, found.answers) for found in finds.shown()] == [("x2", True), ("unknown", None), ("x1", False)]


def test_only_neighbours_are_probed() -> None:
    finds = Finds()
    announce(finds, addresses=("192.0.2.1", "10.0.0.1", "fe80::1", "fe80::1%2", "8.8.8.8"))
    announce(finds, "far", addresses=("192.0.2.1",))
    assert due(finds) == [Target("i", ("i", 7777, ""), ("10.0.0.1", "fe80::1%2"))]
    assert [found.answers for found in finds.shown()] == [None, False]


def test_a_probe_is_under_way_once_and_comes_again_later() -> None:
    finds = Finds()
    announce(finds)
    assert len(due(finds)) == 1
    assert due(finds) == []
    finds.probed("i", ("i", 7777, ""), "10.0.0.1", 1.0)
    assert due(finds, 4.9) == []
    assert len(due(finds, 5.0)) == 1
    finds.probed("i", ("i", 7777, ""), None, 5.0)
    assert finds.shown()[0].answers is False
    assert due(finds, 7.9) == []
    assert len(due(finds, 8.0)) == 1


def test_pauses_grow_but_not_for_ever() -> None:
    finds = Finds()
    announce(finds)
    now = 0.0
    for _ in range(20):
        assert len(due(finds, now)) == 1
        finds.probed("i", ("i", 7777, ""), None, now)
        now += 30.0


def test_one_that_speaks_again_is_probed_at_once() -> None:
    finds = Finds()
    announce(finds)
    due(finds)
    finds.probed("i", ("i", 7777, ""), None, 0.0)
    assert due(finds, 0.5) == []
    finds.heard("i", 7777, ["10.0.0.1"], record(id="i", players=1))
    assert len(due(finds, 0.5)) == 1


def test_news_leaves_what_is_known_of_the_port() -> None:
    finds = Finds()
    announce(finds)
    due(finds)
    finds.probed("i", ("i", 7777, ""), "10.0.0.1", 0.0)
    before = finds.changes
    finds.heard("i", 7777, ["10.0.0.1"], record(id="i", players=1))
    (one,) = finds.shown()
    assert (one.answers, one.players, finds.changes) == (True, 1, before + 1)
    finds.heard("i", 7777, ["10.0.0.1"], record(id="i", players=1))
    assert finds.changes == before + 1
    finds.heard("i", 7778, ["10.0.0.1"], record(id="i", players=1))
    assert finds.shown()[0].answers is None


def test_a_late_answer_of_another_port_counts_for_nothing() -> None:
    finds = Finds()
    announce(finds)
    due(finds)
    announce(finds, port=7778)
    finds.probed("i", ("i", 7777, ""), "10.0.0.1", 0.0)
    finds.probed("nobody", ("i", 7777, ""), "10.0.0.1", 0.0)
    assert finds.shown()[0].answers is None
