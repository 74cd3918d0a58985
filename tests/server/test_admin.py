"""The administrator's commands do what they say, and unclear lines are explained (P-5.12, P-5.13)."""

import logging

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, begun, playing
from uno_protocol import messages as m
from uno_server.core import admin
from uno_server.core.admin import ForHub, StopServer, parse, status

HERE, THERE = "192.0.2.7", "192.0.2.8"
DONE_TO_PLAYERS = ("kick", "ban", "forget")


def typed(world: World, line: str) -> list[str]:
    """What the console answers."""
    command = parse(line)
    assert isinstance(command, ForHub)
    done = command.carry_out(world.hub, world.now)
    world.do(done.outputs)
    return list(done.lines)


def removed(person: Person, code: str) -> bool:
    bye = person.last(m.Bye)
    return person.link is None and (bye.code, bye.come_back) == (code, False)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", ForHub(admin.show_help)),
        ("  HELP ", ForHub(admin.show_help)),
        ("kick Ann of York", ForHub(admin.kick, "Ann of York")),
        ("say  hello {x} <b> %s", ForHub(admin.tell_all, "hello {x} <b> %s")),
        ("say a\x1b[2J\u202eb", ForHub(admin.tell_all, "a?[2J?b")),
        ("qr", admin.Qr()),
        ("qr Ann's table", admin.Qr("Ann's table")),
        ("qr abcd 2", admin.Qr("abcd", 2)),
        ("qr 0002", admin.Qr("", 2)),
        ("qr 99999999999999999999", admin.Qr("", 0)),
        ("stop", StopServer()),
        ("stop in 5m", StopServer(300)),
        ("stop in 90 seconds", StopServer(90)),
        ("stop 1h", StopServer(3600)),
    ],
)
def test_a_line_is_a_command(line: str, command: admin.AdminCommand) -> None:
    assert parse(line) == command


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("\x1b[31mdance", "unknown command '?[31mdance'; commands: help, tables, players, "),
        ("tables \ufe0fB\u3164o", "unexpected text after the command: 'Bo'"),
        ("kick", "type kick NAME"),
        ("ban-address ann", "ann is not an address; players lists the addresses"),
        ("ban-address ::1", "this machine's own address cannot be banned; ban a name"),
        ("say", "type say TEXT"),
        ("say " + "a" * 301, "at most 300 characters"),
        ("stop soon", "type stop, stop in 5m"),
        ("stop in 999999h", "at most a week ahead"),
    ],
)
def test_a_line_that_makes_no_sense_is_told_what_does(line: str, said: str) -> None:
    (line,) = typed(World(), line)
    assert line.startswith(said)


def test_every_command_is_explained_and_every_explanation_is_a_command() -> None:
    lines = typed(World(), "help")
    assert [line.split()[0] for line in lines] == list(admin.COMMANDS)


def test_tables_and_players_are_listed() -> None:
    world = World()
    world.person("eve").drop()  # a name that is held for nobody
    assert (typed(world, "tables"), typed(world, "players")) == (["no tables"], ["nobody is here"])
    ann, _ = playing(world)
    world.person("Zoe", address=HERE)
    code = world.table().room.code
    assert typed(world, "tables") == [f"{code}  T: playing, official, 2 of 2 seats, host ann"]
    ann.drop()
    world.wait(70.0)
    assert typed(world, "players") == [
        f"#2 ann: at {code}, disconnected for 70 seconds",
        f"#3 bob: at {code}, from 127.0.0.1",
        "#4 Zoe: in the lobby, from 192.0.2.7",
    ]


def test_a_long_list_has_an_end() -> None:
    world = World()
    for number in range(admin.MOST_LINES + 5):
        world.person(f"p{number}")
    lines = typed(world, "players")
    assert len(lines) == admin.MOST_LINES + 1
    assert lines[-1] == "... and 5 more"


def test_who_is_kicked_loses_the_seat_and_may_come_back() -> None:
    world, (ann, bob) = begun()
    assert typed(world, "kick BOB") == ["kicked bob, who may come back"]
    assert removed(bob, "kicked")
    assert ann.agrees()
    assert ann.room.occupants[1] is None
    bob.resume()
    assert bob.last(m.Resumed).table is None
    assert isinstance(bob.ask(m.ListTables), m.Tables)


@pytest.mark.parametrize(
    ("names", "story", "left"),
    [
        ("", [("kick b\u200bob", "no player is called b?ob; players lists the names")], []),
        (
            "Bo Cy 2",
            [
                ("kick #1", "kicked Bo, who may come back"),
                ("kick 2", "2 could be several: type #2 for Cy, #3 for 2"),
                ('kick "2"', "kicked 2, who may come back"),
                ("kick 1", "kicked Bo, who may come back"),
                ("ban #9", "there is no player #9; players lists the numbers"),
            ],
            ["Cy"],
        ),
        *(
            (
                f"Bo {name}",
                [
                    *((f"{do} #1", f'#1 could be several: type "Bo" for Bo, #2 for {name}') for do in DONE_TO_PLAYERS),
                    ("kick #2", f"kicked {name}, who may come back"),
                ],
                ["Bo"],
            )
            for name in ("#1", "#l")  # looks like the number of somebody else
        ),
        ("Bo #7", [("kick #7", "kicked #7, who may come back")], ["Bo"]),
        (
            'Bo "Bo" "Cy"',
            [
                ('kick "Bo"', '"Bo" could be several: type #1 for Bo, #2 for "Bo"'),
                ("kick #2", 'kicked "Bo", who may come back'),
                ('kick "Cy"', 'kicked "Cy", who may come back'),
            ],
            ["Bo"],
        ),
    ],
)
def test_a_number_and_a_name_act_on_whom_they_mean_and_on_nobody_else(
    names: str, story: list[tuple[str, str]], left: list[str]
) -> None:
    world = World()
    people = [world.person(name) for name in names.split()]
    for line, said in story:
        assert typed(world, line) == [said]
    assert [person.name for person in people if person.link is not None] == left


def test_a_name_is_forgotten_by_hand_with_its_seat_and_its_token() -> None:
    world, (ann, bob) = begun()
    world.person("Zoe").drop()
    world.wait(60.0)
    assert typed(world, "sessions") == [
        f"#1 ann: connected, at {ann.room.code}",
        f"#2 bob: connected, at {ann.room.code}",
        "#3 Zoe: last used 1 minute ago, has never asked for anything",
    ]
    assert typed(world, "forget bob") == ["forgot bob"]
    assert removed(bob, "kicked")
    assert ann.room.occupants[1] is None
    bob.resume()
    assert bob.last(m.Error).code == "bad_token"
    assert isinstance(world.person("bob").ask(m.ListTables), m.Tables)
    assert typed(world, "forget eve") == ["nobody holds the name eve; sessions lists the names"]
    assert ann.agrees()


def test_who_is_banned_does_not_come_back_nor_anybody_from_there() -> None:
    world = World()
    ann, bob = world.person("ann", address=HERE), world.person("bob")
    ann.join("T", seats=2)
    assert typed(world, "ban ann") == ["banned ann and the address 192.0.2.7"]
    assert removed(ann, "banned")
    assert len(world.hub.lobby) == 0
    ann.resume()
    assert ann.last(m.Error).code == "banned"
    eve = world.person("eve", login=False, address=HERE)
    eve.say(m.ListTables(id=1))
    assert eve.last(m.Error).code == "not_logged_in"
    eve.say(m.Login(name="eve"))
    assert removed(eve, "banned")
    assert typed(world, "bans") == ["ann, 192.0.2.7"]
    assert typed(world, "unban ann") == ["unbanned ann"]
    ann.resume()
    assert ann.last(m.Resumed).name == "ann"
    assert bob.link is not None


@pytest.mark.parametrize(
    ("story", "name", "address", "banned"),
    [
        ([("ban bob", "banned bob")], "eve", "127.0.0.1", False),  # this machine itself is never banned
        ([("ban 127.0.0.1", "this machine's own address cannot be banned; ban a name")], "eve", "127.0.0.1", False),
        ([("ban ::ffff:192.0.2.7", "banned 192.0.2.7")], "eve", HERE, True),
        ([("ban 2001:db8::/64", "banned 2001:db8::/64")], "eve", "2001:db8::6", True),
        ([("unban 192.0.2.7", "192.0.2.7 is not banned; bans lists who is")], "eve", HERE, False),
        ([("ban ann", "banned the name ann; no such player is here now")], "Ann", "127.0.0.1", True),
    ],
)
def test_a_ban_holds_for_whom_it_names(story: list[tuple[str, str]], name: str, address: str, banned: bool) -> None:
    world = World()
    world.person("bob")
    for line, said in story:
        assert typed(world, line) == [said]
    person = world.person(name, login=False, address=address)
    person.say(m.Login(name=name))
    assert (person.link is None) == banned
    assert not banned or removed(person, "banned")


@pytest.mark.parametrize("name", [THERE, "192.O.2.8"])
def test_what_could_be_a_name_and_an_address_is_asked_about(name: str) -> None:
    world = World()
    joker, bob = world.person(name, address=HERE), world.person("bob", address=THERE)
    which = f"ban #1 for the player, ban-address {THERE} for the address"
    assert typed(world, f"ban {THERE}") == [f"{THERE} could be a player or an address: type {which}"]
    assert typed(world, "bans") == ["nobody is banned"]
    assert typed(world, f"ban-address {THERE}") == [f"banned {THERE}; ended 1 connection from there"]
    assert removed(bob, "banned")
    joker.drop()
    joker.resume()
    assert joker.last(m.Resumed).name == name  # the name isn't banned with the address
    assert typed(world, "ban #1") == [f"banned {name} and the address {HERE}"]
    assert removed(joker, "banned")
    assert typed(world, "bans") == [THERE, f"{name}, {HERE}"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ban 192.0.2.7", "banned 192.0.2.7; ended 3 connections from there"),
        ("ban ann", "banned ann and the address 192.0.2.7; ended 2 connections from there"),
    ],
)
def test_who_is_connected_from_a_banned_address_is_removed(line: str, said: str) -> None:
    world, (bob, _) = begun("bob cem")
    ann, eve = (world.person(name, address=HERE) for name in ("ann", "eve"))
    stranger = world.person("fay", login=False, address=HERE)
    eve.ask(m.SpectateTable, table="T")
    dee = world.person("dee", address=THERE)
    assert typed(world, line) == [said]
    assert all(removed(person, "banned") for person in (ann, eve, stranger))
    assert bob.room.watchers == []
    assert dee.link is not None
    assert bob.agrees()


def test_behind_a_shared_address_a_name_alone_can_be_banned() -> None:
    """RUNNING.md: `forget NAME`, then `ban NAME`; or, after a ban with the address, `unban ADDRESS`."""
    world = World()
    ann, bob = (world.person(name, address=HERE) for name in ("ann", "bob"))
    assert typed(world, "forget ann") == ["forgot ann"]
    assert typed(world, "ban ann") == ["banned the name ann; no such player is here now"]
    assert bob.link is not None
    ann = world.person("ann", login=False, address=HERE)
    ann.say(m.Login(name="ann"))
    assert removed(ann, "banned")
    assert typed(world, "ban bob") == ["banned bob and the address 192.0.2.7"]
    assert typed(world, "unban 192.0.2.7") == ["unbanned 192.0.2.7"]
    assert typed(world, "bans") == ["ann", "bob"]
    assert world.person("cem", address=HERE).link is not None


ONE, NEXT, ELSEWHERE = "2001:db8::5", "2001:db8::6", "2001:db8:0:1::5"
"""The first two are in one network."""


@pytest.mark.parametrize("line", ["ban ann", f"ban {ONE}"])
def test_a_ban_holds_for_the_network_of_an_ipv6_address(line: str) -> None:
    world = World()
    world.person("ann", address=ONE)
    (said,) = typed(world, line)
    assert "2001:db8::/64" in said
    near, far = (world.person(f"at {address[-4:]}", login=False, address=address) for address in (NEXT, ELSEWHERE))
    for person in (near, far):
        person.say(m.Login(name=person.name))
    assert removed(near, "banned")
    assert far.link is not None
    for lifted in ("2001:db8::/64", NEXT):
        assert typed(world, f"unban {lifted}")[0] == f"unbanned {lifted}"
        typed(world, f"ban {ONE}")


def test_a_ban_holds_for_an_address_alone_while_others_are_here_from_its_network() -> None:
    world = World()
    world.person("ann", address=ONE)
    bob = world.person("bob", address=NEXT)
    assert typed(world, "ban ann") == [f"banned ann and the address {ONE}"]
    bob.drop()
    bob.resume()
    assert bob.last(m.Resumed).name == "bob"
    assert typed(world, "bans") == [f"ann, {ONE}"]


def test_who_is_banned_or_forgotten_by_hand_is_so_after_a_restart_too(world: Crashing) -> None:
    world.person("ann", address=HERE)
    bob = world.person("bob")
    bob.ask(m.ListTables)
    typed(world, "ban ann")
    typed(world, "forget bob")
    world.crash()
    assert typed(world, "bans") == ["ann, 192.0.2.7"]
    bob.resume()
    assert bob.last(m.Error).code == "bad_token"
    typed(world, "unban ann")
    world.crash()
    assert typed(world, "bans") == ["nobody is banned"]


def test_everybody_who_has_logged_in_is_told() -> None:
    world, (ann, bob) = begun()
    eve = world.person("eve", login=False)
    assert typed(world, "say Tea is ready") == ["sent to 2 players"]
    assert ann.last(m.Announcement) == bob.last(m.Announcement) == m.Announcement(text="Tea is ready")
    assert not eve.all(m.Announcement)
    assert ann.agrees()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        *((0, "0 seconds"), (1, "1 second"), (60, "1 minute"), (90, "90 seconds"), (150, "2 minutes")),
        *((5400, "90 minutes"), (86400, "24 hours")),
    ],
)
def test_a_time_is_said_in_words(seconds: int, said: str) -> None:
    assert admin.in_words(seconds) == said


def test_the_status_line_says_who_is_here_what_others_type_and_how_many_do_not_encrypt_where_they_could() -> None:
    world = World(password="sesame")
    assert status(world.hub, "uno-client 192.0.2.1") == "0 players · 0 tables · uno-client 192.0.2.1 · password"
    world = World()
    (ann, _), screen = playing(world), world.screen()
    assert status(world.hub, "", 299.7) == "2 players · 1 table · stops in 5 minutes"
    world.hub.fingerprint = "a" * 26
    for one in (ann, screen):
        assert one.link is not None
        world.hub.encrypted(one.link)
    assert status(world.hub, "") == "2 players (1 not encrypted) · 1 table"


def test_the_log_tells_what_was_done_by_hand_but_not_what_was_said(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "uno_server.core.admin")
    world = World()
    world.person("ann")
    for line in ("kick ann", "ban ann", "unban ann", "say a secret", "tables", "dance"):
        typed(world, line)
    assert [record.getMessage() for record in caplog.records] == [
        "console: kick ann",
        "console: ban ann",
        "console: unban ann",
        "console: say",
    ]
