"""People on one network find each other, with the commands of README, and nobody else does (P-15, FAULTS 34 to 36).

Hosts are network namespaces, so nothing is sent on a real network. The evenings find each other on loopback, anywhere.
"""

import json
import struct
import time
from collections.abc import Callable
from pathlib import Path
from socket import inet_aton
from typing import Any

import pytest

from tests.e2e.hosts import Host, Lans, why_not
from tests.e2e.processes import resident
from tests.e2e.sniffer import found
from tests.e2e.terminal import Terminal
from tests.patience import HANG

SERVE = ("--port", "7777")
NOTHING = "No games found yet"
NAME, TABLE, TABLE_PASSWORD = "Quetzalcoatl", "Tlachtli", "xyzzy plugh"
REASON = why_not()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON)


def until(true: Callable[[], bool], terminal: Terminal) -> None:
    """Look at the screen until it is as wanted."""
    end = time.monotonic() + HANG
    while not true():
        terminal.look(0.02)
        assert time.monotonic() < end, terminal.text()


def line(terminal: Terminal, words: str, *, below: int = 0) -> str:
    """The first line of the screen that has these words, below the header, or one below it."""
    lines = [*terminal.text().splitlines()[1:], ""]
    return next((lines[at + below] for at, each in enumerate(lines[:-1]) if words in each), "")


def shows(terminal: Terminal, players: int, tables: int, seats: int) -> None:
    """Wait until the list has Ann's server with these numbers."""
    counted = (players, "player"), (tables, "open table"), (seats, "free seat")
    said = ", ".join(f"{count or 'no'} {what}{'s' * (count != 1)}" for count, what in counted)
    until(lambda: said in line(terminal, "▸ Ann", below=1), terminal)


def accept(terminal: Terminal) -> None:
    """The words are the same."""
    terminal.see("First visit", "Compare these six words")
    terminal.press("y")


def looking(host: Host) -> Terminal:
    """A client at the list of games, behind the front door."""
    terminal = host.terminal("uno-client")
    terminal.answer("Join a game", "2")
    return terminal


def listed(*hosts: Host, answering: int = 1) -> list[dict[str, Any]]:
    """The games that each of these hosts finds, one host after the other, once that many servers answer."""
    end = time.monotonic() + HANG
    while True:
        clients = [host.run("uno-client", "--list", "--json", "--wait", "2") for host in hosts]
        games: list[dict[str, Any]] = []
        for client in clients:
            assert client.wait() == 0, client.err
            games += json.loads(client.out)
        if sum(each["answers"] for each in games) >= answering:
            return games
        assert time.monotonic() < end, games


def asked(host: Host, *words: str) -> bytes:
    """What another program that asks is answered."""
    asking = host.start("tests.e2e.dns", "ask", *words)
    assert asking.wait() == 0, asking.err
    return bytes.fromhex(asking.out)


def answered(host: Host, *words: str) -> bytes:
    """The same, asked again until there is an answer."""
    end = time.monotonic() + HANG
    while not (answer := asked(host, *words)):
        assert time.monotonic() < end, "nobody answers"
    return answer


def test_a_server_comes_fills_is_killed_and_vanishes_while_others_look_and_what_they_send_cannot_be_read(
    network: Lans, tmp_path: Path
) -> None:
    ann, bob, cem = network.host(1, 2), network.host(1), network.host(2)
    packets = tmp_path / "packets"
    sniffer = ann.start("tests.e2e.sniffer", str(packets))
    sniffer.hear("listening\n")
    looks = looking(bob)
    looks.see(NOTHING)
    server = ann.open(*SERVE, "--name", "Ann")
    shows(looks, 0, 0, 0)
    games = listed(bob, cem, answering=2)
    assert [(each["name"], each["host"], each["answers"]) for each in games] == [
        ("Ann", "10.77.1.1", True),
        ("Ann", "10.77.2.1", True),
    ]
    server.stop()
    until(lambda: "no answer" in line(looks, "▸ Ann", below=1), looks)
    server = ann.open(*SERVE, "--name", "Ann")
    shows(looks, 0, 0, 0)

    player = cem.terminal(
        *("uno-client", "10.77.2.1", "--name", NAME),
        *("--table", TABLE, "--table-password", TABLE_PASSWORD, "--seats", "4"),
    )
    accept(player)
    player.see("you, host")
    shows(looks, 1, 1, 3)
    server.end()
    until(lambda: NOTHING in looks.text(), looks)
    server = ann.open(*SERVE, "--name", "Ann")
    shows(looks, 1, 1, 3)
    looks.press("\r")  # the arrow stands on it
    accept(looks)
    looks.see("● ○ ○ ○")
    server.end()
    sniffer.end_input()
    assert sniffer.wait() == 0, sniffer.err
    assert sniffer.out.splitlines()[-1] == "0", "packets were missed"
    (kept,) = (cem.state / "sessions").glob("*.json")
    token = json.loads(kept.read_text(encoding="utf-8"))["token"]
    assert found(packets.read_bytes(), (NAME, TABLE, TABLE_PASSWORD, token)) == set()

    ann.open(*SERVE, "--name", "Ann", "--tls", "off")
    for terminal in (looks, player):
        terminal.see("No encryption any more")


def test_what_is_not_to_be_announced_sends_nothing_and_other_programs_can_read_what_is(
    network: Lans, tmp_path: Path
) -> None:
    ann, bob, cem = network.host(1, 2), network.host(1), network.host(2)
    packets = tmp_path / "packets"
    ear = bob.start("tests.e2e.sniffer", str(packets))
    ear.hear("listening\n")
    hidden = ann.open(*SERVE, "--announce", "off")
    assert asked(ann, "127.0.0.1") == b""
    hidden.end()
    own = ann.open(*SERVE, "--host", "127.0.0.1")
    answered(ann, "127.0.0.1")
    ear.end_input()
    assert ear.wait() == 0
    assert b"_uno-lan" not in packets.read_bytes()
    assert asked(bob, "10.77.1.2", "10.77.1.1") == b""  # even if somebody asks the host directly
    own.end()

    name = "Ann's v1.2 game"
    for host in (ann, bob):
        host.open(*SERVE, "--name", name, "--announce", "10.77.1.1" if host is ann else "10.77.1.2")
    games = listed(bob, cem, answering=2)
    assert sorted((each["name"], each["host"]) for each in games) == [(name, "10.77.1.1"), (name, "10.77.1.2")]
    answer = answered(bob, "10.77.1.2", "10.77.1.1")
    for text in ("_uno-lan", "_tcp", "txtvers=1", f"name={name}", "v=2-2", "players=0", "password=0"):
        assert bytes((len(text),)) + text.encode() in answer
    assert b"Ann's v1-2 game [" in answer  # a dot would end the label
    assert struct.pack("!3H", 0, 0, 7777) in answer
    assert inet_aton("10.77.1.1") in answer
    assert inet_aton("10.77.2.1") not in answer


def test_a_network_that_comes_later_is_used_and_without_one_a_server_is_found_on_its_own_machine(network: Lans) -> None:
    ann, bob = network.host(1), network.host(1)
    for host in (ann, bob):
        host.do("ip", "link", "set", "eth0", "down")
    ann.open(*SERVE)
    looks = looking(bob)
    looks.see(NOTHING)
    for host in (ann, bob):
        host.do("ip", "link", "set", "eth0", "up")
    looks.see("10.77.1.1:7777")

    alone = network.host()
    server = alone.open(*SERVE)
    assert [(each["host"], each["answers"]) for each in listed(alone)] == [("127.0.0.1", True)]
    server.end()
    assert "uno-server: not announced: this machine is not on a network\n" in server.err


def test_where_there_is_no_ipv4_a_server_is_found_at_its_link_local_address_and_joined(network: Lans) -> None:
    ann, bob = network.host(1, ipv4=False), network.host(1, ipv4=False)
    ann.open(*SERVE)
    (one,) = listed(bob)
    assert one["host"].startswith("fe80::")
    assert "%" in one["host"]
    player = bob.run("uno-client", f"[{one['host']}]:7777", "--plain", "--name", "bob")
    player.hear("Connected to UNO as bob.")


def test_a_flood_of_announcements_leaves_the_list_clean_and_the_client_at_hand(network: Lans) -> None:
    ann, bob, eve = network.host(1), network.host(1), network.host(1)
    server = ann.open(*SERVE, "--name", "Ann")
    looks = looking(bob)
    shows(looks, 0, 0, 0)
    before = resident(looks.pid) or 0.0
    flood = eve.start("tests.e2e.dns", "flood", "10.77.1.3", "4000", "7")
    until(lambda: " / " in looks.text(), looks)  # more than there is room for
    for typed in ("x", "xy", "xyz"):
        looks.press(typed[-1])
        until(lambda: line(looks, "Server").split()[-1] == typed, looks)  # noqa: B023
        assert line(looks, " Ann").split()[-1] == "10.77.1.1:7777"
    games = listed(bob)
    assert 0 < len(games) <= 100
    assert {each["name"] for each in games if each["answers"]} <= {"Ann"}
    assert flood.wait() == 0
    assert (resident(looks.pid) or 0.0) - before < 64
    drawn = looks.raw.decode("utf-8", "replace")
    for poison in ("\x1b]52", "\u202e", "\x9b", "\x1b[31mred"):
        assert poison not in drawn
        assert poison not in server.err
    looks.press("\x7f\x7f\x7f10.77.1.1\r")
    accept(looks)
    looks.see("Tables at Ann")
    assert server.err.count("\n") < 20
    assert "To join: uno-client 10.77.1.1:7777" in server.err
    server.end()
