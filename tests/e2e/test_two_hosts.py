"""People on one network find each other, with the commands of README, and nobody else does (P-15, FAULTS 34 to 36).

Hosts are network namespaces, so nothing is sent on a real network. The same on loopback runs everywhere.
"""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import drawn
from tests.e2e.hosts import Host, Lans, why_not
from tests.e2e.processes import House, Program, resident
from tests.e2e.terminal import Terminal
from tests.patience import HANG

SERVE = ("--port", "7777")
NOTHING = "No games found yet"
REASON = why_not()
apart = pytest.mark.skipif(bool(REASON), reason=REASON)


def until(true: Callable[[], bool], terminal: Terminal) -> float:
    """Look at the screen until it is as wanted; the seconds that it took."""
    begun = time.monotonic()
    while not true():
        terminal.look(0.02)
        assert time.monotonic() - begun < HANG, terminal.text()
    return time.monotonic() - begun


def line(terminal: Terminal, words: str) -> str:
    """The first line of the screen that has these words, below the bar."""
    return next((each for each in terminal.text().splitlines()[1:] if words in each), "")


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
        found: list[dict[str, Any]] = []
        for client in clients:
            assert client.wait() == 0, client.err
            found += json.loads(client.out)
        if sum(each["answers"] for each in found) >= answering:
            return found
        assert time.monotonic() < end, found


def asked(host: Host, *words: str) -> list[dict[str, Any]]:
    """The records with which a query of another program is answered."""
    asking = host.start("tests.e2e.dns", "ask", *words)
    assert asking.wait() == 0, asking.err
    found = json.loads(asking.out)
    assert isinstance(found, list)
    return found


def answered(host: Host, *words: str) -> list[dict[str, Any]]:
    """The same, asked again until there is an answer."""
    end = time.monotonic() + HANG
    while not (found := asked(host, *words)):
        assert time.monotonic() < end, "nobody answers"
    return found


@apart
def test_a_server_appears_fills_and_vanishes_while_others_look(
    network: Lans, record_property: Callable[[str, object], None]
) -> None:
    ann, bob, cem = network.host(1), network.host(1), network.host(1)
    terminal = looking(bob)
    terminal.see(NOTHING)
    started, came, went = [], [], []
    for _ in range(2):
        begun = time.monotonic()
        server = ann.open(*SERVE)
        came.append(until(lambda: "10.77.1.1:7777" in line(terminal, "▸ UNO"), terminal))
        started.append(time.monotonic() - begun)
        server.terminate()
        went.append(until(lambda: NOTHING in terminal.text(), terminal))
        assert server.wait() == 0
    record_property("seconds to appear, from the start of the program", [round(each, 2) for each in started])
    record_property("seconds to appear, from when it listens", [round(each, 2) for each in came])
    record_property("seconds to vanish", [round(each, 2) for each in went])

    server = ann.open(*SERVE)
    until(lambda: line(terminal, "▸ UNO").split() == ["▸", "UNO", "0", "0", "0", "10.77.1.1:7777"], terminal)
    (one,) = listed(cem)
    assert (one["name"], one["host"], one["port"], one["answers"]) == ("UNO", "10.77.1.1", 7777, True)
    assert (one["players"], one["tables"], one["password"]) == (0, 0, False)

    player = cem.terminal("uno-client", "10.77.1.1", "--name", "cem", "--table", "T", "--seats", "4")
    accept(player)
    player.see("not yet  you, host")
    until(lambda: line(terminal, "▸ UNO").split()[2:5] == ["1", "1", "3"], terminal)
    terminal.press("\r")  # the arrow stands on it
    accept(terminal)
    terminal.see("Tables at UNO")
    terminal.see("1/4")
    server.end()


@apart
def test_a_server_that_was_killed_is_shown_as_not_answering_until_it_is_back(network: Lans) -> None:
    ann, bob = network.host(1), network.host(1)
    server = ann.open(*SERVE, "--name", "Ann")
    terminal = looking(bob)
    until(lambda: line(terminal, "▸ Ann").split()[2:5] == ["0", "0", "0"], terminal)
    server.stop()
    until(lambda: "no answer" in line(terminal, "▸ Ann"), terminal)
    server = ann.open(*SERVE, "--name", "Ann")
    until(lambda: line(terminal, "▸ Ann").split()[2:5] == ["0", "0", "0"], terminal)
    assert [each["answers"] for each in listed(bob)] == [True]
    server.end()


@apart
def test_two_servers_of_one_name_both_appear(network: Lans) -> None:
    ann, bob, cem = network.host(1), network.host(1), network.host(1)
    for host in (ann, bob):
        host.open(*SERVE, "--name", "Ann's game")
    assert sorted((each["name"], each["host"]) for each in listed(cem, answering=2)) == [
        ("Ann's game", "10.77.1.1"),
        ("Ann's game", "10.77.1.2"),
    ]


@apart
def test_a_host_on_two_networks_is_found_on_both_and_each_gets_its_own_address(network: Lans) -> None:
    middle, left, right = network.host(1, 2), network.host(1), network.host(2)
    middle.open(*SERVE)
    found = [(each["host"], each["answers"]) for each in listed(left, right, answering=2)]
    assert found == [("10.77.1.1", True), ("10.77.2.1", True)]


@apart
def test_where_there_is_no_ipv4_a_server_is_found_at_its_link_local_address_and_joined(network: Lans) -> None:
    ann, bob = network.host(1, ipv4=False), network.host(1, ipv4=False)
    ann.open(*SERVE)
    (one,) = listed(bob)
    assert one["host"].startswith("fe80::")
    assert "%" in one["host"]
    assert one["answers"] is True
    player = bob.run("uno-client", f"[{one['host']}]:7777", "--plain", "--name", "bob")
    player.hear("Connected to UNO as bob.")


@apart
def test_a_server_is_announced_only_where_it_is_told_to(network: Lans) -> None:
    middle, left, right = network.host(1, 2), network.host(1), network.host(2)
    middle.open(*SERVE, "--announce", "10.77.1.1")
    assert [each["host"] for each in listed(left, right)] == ["10.77.1.1"]


@apart
def test_where_multicast_is_dropped_nothing_is_found_and_typing_the_address_works(network: Lans) -> None:
    ann, bob = network.host(1), network.host(1)
    network.isolate(1)
    server = ann.open(*SERVE)
    assert listed(bob, answering=0) == []
    assert "To join: uno-client 10.77.1.1:7777" in server.err
    terminal = looking(bob)
    terminal.answer(NOTHING, "10.77.1.1\r")
    accept(terminal)
    terminal.see("Tables at UNO")


@apart
def test_a_server_without_encryption_is_marked_and_gets_a_password_only_after_a_yes(
    network: Lans, tmp_path: Path
) -> None:
    ann, bob = network.host(1), network.host(1)
    (tmp_path / "secret").write_text("sesame", encoding="utf-8")
    ann.open(*SERVE, "--tls", "off", "--password-file", str(tmp_path / "secret"))
    terminal = bob.terminal("uno-client", "10.77.1.1", "--name", "bob")
    terminal.answer("10.77.1.1:7777 needs a password.", "sesame\r")
    terminal.see("wants a password, and the connection is not encrypted", "y send it")
    terminal.press("\r\r")
    terminal.answer("y send it", "y")
    terminal.see("Tables at UNO", "not encrypted")
    script = bob.run("uno-client", "10.77.1.1", "--plain", "--name", "cem", "--password-file", str(tmp_path / "secret"))
    assert script.wait() == 76
    assert "the password was not sent: the connection is not encrypted" in script.err
    script = bob.run(
        *("uno-client", "10.77.1.1", "--plain", "--name", "cem", "--unencrypted-passwords"),
        *("--password-file", str(tmp_path / "secret")),
    )
    script.hear("Connected to UNO as cem.")
    script.hear("This connection is not encrypted")


@apart
def test_a_known_server_that_no_longer_encrypts_stops_the_player_with_a_screen(network: Lans, tmp_path: Path) -> None:
    ann, bob = network.host(1), network.host(1)
    server = ann.open(*SERVE, "--data-dir", str(tmp_path / "data"))
    terminal = bob.terminal("uno-client", "10.77.1.1", "--name", "bob")
    accept(terminal)
    terminal.see("Tables at UNO")
    server.end()
    ann.open(*SERVE, "--data-dir", str(tmp_path / "data"), "--tls", "off")
    terminal.see("No encryption any more", "No password and no token was sent.", "--forget ")


@apart
def test_without_a_network_a_server_says_so_and_is_found_on_its_own_machine(network: Lans) -> None:
    alone = network.host()
    server = alone.open(*SERVE)
    assert [(each["host"], each["answers"]) for each in listed(alone)] == [("127.0.0.1", True)]
    server.end()
    assert "uno-server: not announced: this machine is not on a network\n" in server.err


@apart
def test_a_network_that_comes_later_is_used(network: Lans) -> None:
    ann, bob = network.host(1), network.host(1)
    for host in (ann, bob):
        host.do("ip", "link", "set", "eth0", "down")
    ann.open(*SERVE)
    terminal = looking(bob)
    terminal.see(NOTHING)
    for host in (ann, bob):
        host.do("ip", "link", "set", "eth0", "up")
    terminal.see("10.77.1.1:7777")


@apart
@pytest.mark.parametrize("flags", [("--announce", "off"), ("--host", "127.0.0.1")], ids=" ".join)
def test_what_is_not_to_be_announced_sends_nothing(network: Lans, flags: tuple[str, ...]) -> None:
    ann, bob = network.host(1), network.host(1)
    ear = bob.start("tests.e2e.dns", "hear")
    ear.hear("listening\n")
    server = ann.open(*SERVE, *flags)
    if "--host" in flags:  # on its own machine it is announced, or not at all
        answered(ann, "127.0.0.1")
    else:
        assert asked(ann, "127.0.0.1") == []
    server.end()
    ear.end_input()
    assert ear.wait() == 0
    assert ear.out.splitlines()[-1] == "0"


@apart
def test_other_programs_can_read_the_announcement(network: Lans) -> None:
    ann, bob = network.host(1), network.host(1)
    ann.open(*SERVE, "--name", "Ann's v1.2 game")
    answer = answered(bob, "10.77.1.2")
    (pointer,) = [each for each in answer if each["kind"] == 12]
    assert pointer["name"] == "_uno-lan._tcp.local"
    instance = pointer["data"]
    assert instance.startswith("Ann's v1-2 game [")
    assert instance.endswith("]._uno-lan._tcp.local")
    by_kind = {each["kind"]: each for each in answer if each["name"] in (instance, pointer["name"])}
    assert by_kind[33]["data"][2] == 7777
    assert {"txtvers=1", "name=Ann's v1.2 game", "v=2-2", "players=0", "password=0"} <= set(by_kind[16]["data"])
    assert [each["data"] for each in answer if each["kind"] == 1] == ["10.77.1.1"]


@apart
def test_nobody_outside_of_the_network_gets_an_answer(network: Lans) -> None:
    """A game on loopback is nobody else's business, even if somebody asks the host directly."""
    ann, bob = network.host(1), network.host(1)
    ann.open(*SERVE, "--host", "127.0.0.1")
    answered(ann, "127.0.0.1")
    assert asked(bob, "10.77.1.2", "10.77.1.1") == []


@apart
def test_a_flood_of_announcements_leaves_the_list_clean_and_the_client_at_hand(
    network: Lans, record_property: Callable[[str, object], None]
) -> None:
    ann, bob, eve = network.host(1), network.host(1), network.host(1)
    server = ann.open(*SERVE, "--name", "Ann")
    terminal = looking(bob)
    until(lambda: line(terminal, "▸ Ann").split()[2:5] == ["0", "0", "0"], terminal)
    before = resident(terminal.pid) or 0.0
    flood = eve.start("tests.e2e.dns", "flood", "10.77.1.3", "12000", "7")
    until(lambda: "Games on this network: " in terminal.text(), terminal)
    slowest = 0.0
    for written in ("x", "xy", "xyz"):
        terminal.press(written[-1])
        slowest = max(slowest, until(lambda: line(terminal, "Server").split()[-1] == written, terminal))  # noqa: B023
        assert line(terminal, " Ann").split()[-4:] == ["0", "0", "0", "10.77.1.1:7777"]
    during = listed(bob)
    assert 0 < len(during) <= 100
    assert {each["name"] for each in during if each["answers"]} <= {"Ann"}
    assert flood.wait() == 0
    grown = (resident(terminal.pid) or 0.0) - before
    record_property("flood", f"{grown:.0f} MiB more, slowest key {slowest:.2f} s")
    assert grown < 64
    for poison in (b"\x1b]52", "\u202e".encode(), b"\x9b", b"\x1b[31mred"):
        assert poison not in terminal.raw
        assert poison not in server.err.encode()
    terminal.press("\x7f\x7f\x7f10.77.1.1\r")
    accept(terminal)
    terminal.see("Tables at Ann")
    assert server.err.count("\n") < 20
    server.end()


def names(client: Program) -> list[str]:
    assert client.wait() == 0, client.err
    return [each["name"] for each in json.loads(client.out)]


def lo_serve(house: House, name: str) -> Program:
    server, _ = house.serve("--announce", "127.0.0.1", "--name", name)
    return server


def lo_list(house: House) -> Program:
    return house.client("--list", "--json", "--wait", "2", "--discover", "127.0.0.1")


def test_on_loopback_servers_are_listed_while_they_are_there(house: House) -> None:
    mine = f"lo {os.getpid()}"
    server = lo_serve(house, mine)
    assert mine in names(lo_list(house))
    server.end()
    assert mine not in names(lo_list(house))


def test_on_loopback_lines_tell_who_comes_and_goes_and_a_number_joins(house: House) -> None:
    mine = f"lines {os.getpid()}"
    player = house.client("--plain", "--discover", "127.0.0.1", "--name", "ann")
    player.hear("Which server?")
    server = lo_serve(house, mine)
    player.hear(f": {mine} at 127.0.0.1:")
    server.end()
    player.hear(f": {mine} is gone.")
    server = lo_serve(house, mine)
    player.hear(f": {mine} at 127.0.0.1:")
    number = player.out.rpartition(f": {mine} at ")[0].rpartition("\n")[2]
    player.say("999")
    player.answer("There's no game 999 now.", "list")
    player.answer(f"{number}: {mine} at 127.0.0.1:", number)
    player.hear(f"Connected to {mine} as ann.")
    server.end()


@drawn
def test_on_loopback_the_first_screen_shows_who_is_there_and_enter_joins(house: House) -> None:
    mine = f"scr {os.getpid()}"
    terminal = house.screen("--discover", "127.0.0.1", rows=40)
    terminal.see("Games on this network")
    server = lo_serve(house, mine)
    terminal.see(f" {mine} ")
    while f"▸ {mine}" not in terminal.look():
        terminal.press("\x1b[B")
    terminal.press("\r")
    terminal.see(f"Tables at {mine}")
    server.end()


def test_a_place_that_is_none_is_told_and_the_server_serves_on(house: House) -> None:
    server, address = house.serve("--announce", "192.0.2.77")
    player = house.client(address, "--plain", "--name", "ann", "--discover", "off")
    player.hear("Connected to ")
    server.end()
    assert "uno-server: not announced: 192.0.2.77 is no address of this machine\n" in server.err
    client = house.client("--list", "--json", "--wait", "0.3", "--discover", "192.0.2.77")
    assert names(client) == []
    assert client.err == "uno-client: cannot look for games: 192.0.2.77 is no address of this machine\n"


@apart
def test_a_server_of_this_machine_is_found_on_loopback_alone_under_the_address_of_its_network(network: Lans) -> None:
    host = network.host(1)
    host.open(*SERVE)
    looks = host.run("uno-client", "--list", "--discover", "127.0.0.1")
    assert looks.wait() == 0
    assert looks.out == "10.77.1.1:7777  UNO: no players, no open tables, no free seats\n"
