"""The list of found servers is bounded, clean, and true to who answers (FAULTS 34 to 37)."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from uno_client.messages import Found
from uno_client.net.servers import FOR_KNOWN, MOST_ADDRESSES, MOST_AT_ADDRESS, MOST_FOUND, MOST_INSTANCES, Finds, Target
from uno_client.trust import KnownServer, Trust
from uno_protocol.discovery import Advertisement, written
from uno_protocol.interfaces import Spot

OTHERS = MOST_FOUND - FOR_KNOWN
SPOTS = (Spot("10.0.0.2", 24, 2), Spot("fe80::2", 64, 2))


@pytest.fixture
def finds() -> Finds:
    return Finds()


def announce(
    finds: Finds, instance: str = "i", *, port: int = 7777, addresses: tuple[str, ...] = ("10.0.0.1",)
) -> bool:
    return finds.heard(instance, port, addresses, record(id=instance))


def record(name: str = "Ann's game", id: str = "a", **more: Any) -> bytes:
    return written(replace(Advertisement(id, name, 1, 1), **more))


def due(finds: Finds, now: float = 0.0) -> list[Target]:
    return finds.due(now, SPOTS, 8)


def test_a_server_is_listed_with_what_it_tells(finds: Finds) -> None:
    finds.heard("i", 7777, ["fe80::1%2", "10.0.0.1"], record(players=2, tables=3, open_tables=1, free_seats=4))
    (one,) = finds.shown()
    expected = Found("a", "Ann's game", "10.0.0.1", 7777, ("10.0.0.1", "fe80::1%2"), 2, 3, 1, 4, versions=(1, 1))
    assert one == expected
    assert str(one.address) == "10.0.0.1:7777"


@pytest.mark.parametrize(
    ("port", "addresses", "text"),
    [
        (None, ["10.0.0.1"], record()),
        (70000, ["10.0.0.1"], record()),
        (7777, [], record()),
        (7777, ["nonsense"], record()),
        (7777, ["10.0.0.1"], b""),
        (7777, ["10.0.0.1"], b"\x04name"),
    ],
)
def test_what_announces_no_server_is_not_listed(
    finds: Finds, port: int | None, addresses: list[str], text: bytes
) -> None:
    finds.heard("i", port, addresses, text)
    assert len(finds.shown()) == 0


def test_names_are_cleaned_and_clipped(finds: Finds) -> None:
    finds.heard("i", 7777, ["10.0.0.1"], record("\x1b]52;c;x\x07\u202e<b>{x}%s&amp;" + "e\u0301\u0301\u0301\u0301"))
    finds.heard("j", 7778, ["10.0.0.1"], record("w" * 160))
    finds.heard("k", 7779, ["10.0.0.1"], record("\u200b\u200b"))
    names = [found.name for found in finds.shown()]
    assert names == ["(no name)", "]52;c;x<b>{x}%s&amp;\u00e9\u0301\u0301\u0301", "w" * 39 + "…"]


def flood(finds: Finds) -> None:
    """As many announcements as are kept of servers that are not known, each of another address."""
    for at in range(OTHERS):
        announce(finds, f"i{at}", addresses=(f"10.0.0.{at + 9}",))


def test_one_that_answered_once_gives_way_last(finds: Finds) -> None:
    flood(finds)
    first, second = finds.due(0.0, SPOTS, 2)
    finds.probed(first.key, first.addresses[0], 0.0)
    finds.probed(first.key, None, 0.0)
    finds.probed(second.key, None, 0.0)
    announce(finds, "new")
    assert {found.key for found in finds.shown()} >= {("new", 7777, ""), first.key}


def test_of_one_address_a_few_announcements_are_kept(finds: Finds) -> None:
    for at in range(120):
        announce(finds, f"i{at}", port=1 + at)
    assert len(finds.shown()) == MOST_AT_ADDRESS
    assert announce(finds, "elsewhere", addresses=("10.0.0.9",))
    assert not announce(finds, "here")
    (target,) = finds.due(0.0, SPOTS, 1)
    finds.probed(target.key, None, 0.0)
    assert announce(finds, "here")
    assert len(finds.shown()) == MOST_AT_ADDRESS + 1


@pytest.mark.parametrize(("key", "name"), [("k" * 26, "b"), (None, "a")])
def test_for_a_server_that_is_known_there_is_room(finds: Finds, key: str | None, name: str) -> None:
    """By its key, or by its id without one. A known id under another key is anybody's."""
    finds.know([KnownServer(key or "", "a", "Ann's", ("10.0.0.1:7777",))])
    flood(finds)
    while targets := due(finds):
        for target in targets:
            finds.probed(target.key, target.addresses[0], 0.0)
    assert not finds.heard("false", 7777, ["10.0.0.1"], record(id="a", key="e" * 26))
    assert finds.heard("true", 7777, ["10.0.0.1"], record(id=name, key=key))
    for at in range(MOST_FOUND):
        finds.heard(f"port {at}", 1 + at, [f"10.0.0.{at + 9}"], record(id=name, key=key))
    assert len(finds.shown()) == MOST_FOUND
    assert (name, 7777, key or "") in [found.key for found in finds.shown()]


LIES = st.tuples(
    st.sampled_from(("f", "g", "real")),
    st.sampled_from((None, "k" * 26, "e" * 26)),
    st.integers(1, 200).map(lambda last: f"10.0.0.{last}"),
    st.booleans(),
)
"""The id, key and address of a false announcement, and whether its author answers for it, from another address."""


@pytest.mark.fast
@settings(max_examples=40, phases=(Phase.reuse, Phase.generate))  # a flood takes minutes to shrink
@given(lies=st.lists(LIES, min_size=90, max_size=130), before=st.integers(0, 130), known=st.booleans())
def test_whatever_is_announced_the_real_server_is_found_in_the_end(
    lies: list[tuple[str, str | None, str, bool]], before: int, *, known: bool
) -> None:
    finds, real = Finds(), ("real", 7777, "k" * 26)
    finds.know([KnownServer(real[2], real[0], "Ann's")] if known else [])
    where = {real: "10.0.0.1"}
    told = [(f"i{port}", port, place, record(id=name, key=key)) for port, (name, key, place, _) in enumerate(lies, 1)]
    told.insert(before, ("ann", real[1], where[real], record(id=real[0], key=real[2])))
    for port, (name, key, _, answers) in enumerate(lies, 1):
        if answers and key != real[2]:  # which nobody else has
            where[name, port, key or ""] = "10.0.0.66"
    for now in range(100):
        told = [each for each in told if not finds.heard(each[0], each[1], [each[2]], each[3])]
        for target in due(finds, float(now)):
            finds.probed(target.key, where.get(target.key), float(now))
        there = Counter(found.host for found in finds.shown() if found.answers)
        assert len(finds.shown()) <= MOST_FOUND
        assert max(there.values(), default=0) <= 2 * MOST_AT_ADDRESS
        if there["10.0.0.1"]:
            return
    pytest.fail("the real server was never found")


@pytest.mark.parametrize("instance", ["one", "other"])
def test_no_false_address_displaces_the_one_that_answers(finds: Finds, instance: str) -> None:
    key = ("a", 7777, "k" * 26)
    finds.heard(instance, 7777, ["10.0.0.9"], record(key=key[2]))
    finds.heard("one", 7777, ["10.0.0.66"], record(key=key[2]))
    due(finds)
    finds.probed(key, "10.0.0.66", 0.0)
    finds.heard(instance, 7777, [f"10.0.0.{at}" for at in range(1, 13)], record(key=key[2], players=9))
    (one,) = finds.shown()
    assert (one.host, one.answers, len(one.addresses), "10.0.0.66" in one.addresses) == ("10.0.0.66", True, 12, True)
    (again,) = due(finds, 5.0)
    assert (again.addresses[0], again.key_at("10.0.0.66"), again.key_at("10.0.0.1")) == ("10.0.0.66", "", key[2])


@pytest.mark.parametrize(("false", "port"), [({"id": "b"}, 7777), ({"key": "e" * 26}, 7777), ({}, 7778)])
def test_who_announces_another_server_under_its_instance_displaces_none_that_answers(
    finds: Finds, false: dict[str, Any], port: int
) -> None:
    key = ("a", 7777, "k" * 26)
    finds.heard("one", 7777, ["10.0.0.1"], record(key=key[2]))
    due(finds)
    finds.probed(key, "10.0.0.1", 0.0)
    finds.heard("one", port, ["10.0.0.9"], record(**{"key": key[2]} | false))
    assert key in [found.key for found in finds.shown()]
    target = next(target for target in due(finds) if target.key == key)
    assert target.key_at("10.0.0.1") == key[2]  # perhaps another server is there now
    finds.probed(key, "10.0.0.1", 0.0)
    assert len(finds.shown()) == 2
    due(finds, 4.0)
    finds.probed(key, None, 4.0)
    assert [found.key for found in finds.shown()] != [key]
    assert len(finds.shown()) == 1


def test_of_many_addresses_twelve_are_kept_and_each_is_tried_in_its_turn(finds: Finds) -> None:
    tried: set[str] = set()
    announce(finds, addresses=tuple(f"10.0.{high}.{low}" for high in range(9) for low in range(200)))
    (one,) = finds.shown()
    assert len(one.addresses) == 12
    for now in (0.0, 30.0, 60.0):  # pauses grow, but not for ever
        (target,) = finds.due(now, (Spot("10.0.0.2", 16, 2),), 8)
        assert len(target.addresses) == 4
        tried.update(target.addresses)
        finds.probed(target.key, None, now)
    assert len(tried) == 12


def test_of_one_server_a_few_announcements_are_kept(finds: Finds) -> None:
    for at in range(1, MOST_INSTANCES + 9):
        finds.heard(f"i{at}", 7777, [f"10.0.0.{at}"], record())
    (one,) = finds.shown()
    assert len(one.addresses) == MOST_ADDRESSES
    for at in range(9, MOST_INSTANCES + 9):
        assert len(finds.shown()) == 1
        finds.gone(f"i{at}")
    assert len(finds.shown()) == 0


def test_a_key_that_is_not_the_known_one_is_marked_and_stands_last() -> None:
    finds, known = Finds(), [KnownServer("k" * 26, "a", "Ann's", ("10.0.0.1:7777",))]
    for at, key in enumerate(("e" * 26, "k" * 26, None)):
        finds.heard(f"i{at}", 7777, [f"10.0.0.{at + 1}"], record(key=key))
    finds.heard("other", 7777, ["10.0.0.1"], record("Zoe's", id="z"))
    assert {found.verdict for found in finds.shown()} == {None}
    finds.know(known)
    assert [(found.name, found.host, found.verdict) for found in finds.shown()] == [
        ("Ann's game", "10.0.0.2", None),
        ("Zoe's", "10.0.0.1", None),
        ("Ann's game", "10.0.0.3", Trust.DOWNGRADED),
        ("Ann's game", "10.0.0.1", Trust.OTHER_KEY),
    ]


def test_who_answers_stands_first_and_who_does_not_last(finds: Finds) -> None:
    for port, host in ((1, None), (2, "10.0.0.1")):
        finds.heard(f"i{port}", port, ["10.0.0.1"], record(id=f"x{port}"))
        due(finds)
        finds.probed((f"x{port}", port, ""), host, 0.0)
    announce(finds, "unknown")
    assert [(found.id, found.answers) for found in finds.shown()] == [("x2", True), ("unknown", None), ("x1", False)]


def test_only_neighbours_are_probed(finds: Finds) -> None:
    announce(finds, addresses=("192.0.2.1", "10.0.0.1", "fe80::1", "fe80::1%2", "8.8.8.8"))
    announce(finds, "far", addresses=("192.0.2.1",))
    assert due(finds) == [Target(("i", 7777, ""), ("10.0.0.1", "fe80::1%2"))]
    assert [found.answers for found in finds.shown()] == [None, False]


def test_a_probe_is_under_way_once_and_comes_again_later(finds: Finds) -> None:
    announce(finds)
    assert len(due(finds)) == 1
    assert due(finds) == []
    finds.probed(("i", 7777, ""), "10.0.0.1", 1.0)
    assert due(finds, 4.9) == []
    assert len(due(finds, 5.0)) == 1
    finds.probed(("i", 7777, ""), None, 5.0)
    assert finds.shown()[0].answers is False
    assert due(finds, 7.9) == []
    finds.heard("i", 7777, ["10.0.0.1"], record(id="i", players=1))  # it speaks again
    assert len(due(finds, 7.9)) == 1


def test_news_leaves_what_is_known_of_the_port(finds: Finds) -> None:
    announce(finds)
    due(finds)
    finds.probed(("i", 7777, ""), "10.0.0.1", 0.0)
    before = finds.changes
    finds.heard("i", 7777, ["10.0.0.1"], record(id="i", players=1))
    (one,) = finds.shown()
    assert (one.answers, one.players, finds.changes) == (True, 1, before + 1)
    finds.heard("i", 7777, ["10.0.0.1"], record(id="i", players=1))
    assert finds.changes == before + 1
    finds.heard("i", 7778, ["10.0.0.1"], record(id="i", players=1))
    assert [(found.port, found.answers) for found in finds.shown()] == [(7777, True), (7778, None)]
    assert [target.key[1] for target in due(finds)] == [7777, 7778]
    finds.probed(("i", 7777, ""), None, 0.0)
    assert [found.port for found in finds.shown()] == [7778]


def test_a_late_answer_of_another_port_counts_for_nothing(finds: Finds) -> None:
    announce(finds)
    due(finds)
    announce(finds, port=7778)
    finds.probed(("i", 7777, ""), "10.0.0.1", 0.0)
    assert finds.shown()[0].answers is None
