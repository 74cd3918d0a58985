"""The front door in lines: the same choices by number, or by the beginning of their names."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import pytest

from tests.client.fake import Capture, at_table, served
from tests.client.fullscreen.test_front_door import FakeHost, FakePrivateServer
from tests.client.lines.at_lines import Typed
from uno_client.address import Address
from uno_client.config import Settings, read_settings
from uno_client.core.lesson.beats import TOPICS
from uno_client.front_door_games import FrontDoor, keep_seat
from uno_client.lines import front_door
from uno_client.lines.front_door import LinesDoor
from uno_client.lines.stdin_reader import Keyboard
from uno_client.net.own_servers import Hosted
from uno_client.preferences import Preferences, PreferenceStore, read_preferences
from uno_client.signals import until_signalled
from uno_client.structs import replace
from uno_client.wording.front_door import Item
from uno_protocol import catalogues

QUESTION = "What would you like to do? Type a number."


class Visit:
    """A player who has typed all lines beforehand."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.host = FakeHost()
        self.memory = PreferenceStore(folder / "client.toml", Preferences(name="Anna"))
        self.played: list[tuple[Settings, Address | None, PreferenceStore, int | None]] = []
        self.variables: dict[str, str] = {}
        self.code = 0
        self.stops = False
        """The server ends during each game."""

        monkeypatch.setenv("UNO_STATE_DIR", str(folder))
        monkeypatch.setattr(front_door, "play_in_lines", self.play)
        monkeypatch.setattr("uno_client.front_door_games.private_server", FakePrivateServer)
        monkeypatch.setattr("uno_client.front_door_games.own_host", lambda: self.host)
        monkeypatch.setattr(front_door, "on_terminal", lambda: self.keyboard)

    async def play(
        self,
        settings: Settings,
        address: Address | None,
        _keyboard: Keyboard,
        memory: PreferenceStore,
        *,
        home: bool,
        lesson: int | None,
        own: FrontDoor | None,
    ) -> int:
        assert home
        assert (own is not None) is (self.host.running is not None and address is not None)
        self.played.append((settings, address, memory, lesson))
        if self.stops:
            self.host.running = None
        return self.code

    async def type(self, *lines: str, ends: bool = True) -> int:
        def read(kept: Preferences, more: Sequence[str]) -> Settings:
            return read_settings(["--plain", *more], self.variables, "", kept)

        async with asyncio.timeout(5):
            self.keyboard = Typed(lines, ends=ends)
            return await until_signalled(LinesDoor(read, self.memory).run())


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visit:
    return Visit(tmp_path, monkeypatch)


async def test_the_choices_are_numbered_and_lead_back(door: Visit, capsys: Capture) -> None:
    assert await door.type("1", "how", "skip", "2", "", "²", "nonsense", "quit", ends=False) == 0
    said = capsys.readouterr().out
    assert "  1. Play now: you and three computer players\n" in said
    assert "  6. Quit\n" in said
    solo, lesson, join, usual = door.played
    assert (solo[0].solo, solo[1], solo[3]) == (True, FakePrivateServer.address, None)
    assert (lesson[1], lesson[3]) == (None, TOPICS[Item.SKIP])
    assert (join[0].solo, join[1]) == (False, None)
    assert usual[0].solo
    assert said.count(QUESTION) == 7
    assert said.count("Type one of the numbers, or how one of the lines begins; “quit” ends.") == 2


async def test_the_end_of_input_and_a_signal_end_it(door: Visit) -> None:
    assert await door.type() == 0
    door.code = 143
    assert await door.type("1", ends=False) == 143


@pytest.mark.parametrize(("name", "typed"), [("ann", "ann"), ("ann 123456", '"ann 123456"')])
async def test_the_way_back_to_a_kept_seat_comes_first_and_the_others_keep_their_numbers(
    name: str, typed: str, door: Visit, capsys: Capture
) -> None:
    said = keep_seat(served(replace(at_table("R5", "G1").model, name=name), "host:7777"))
    assert said.endswith(f"host:7777 --name {quote(typed)}")
    await door.type("0", "back", "", "1")
    assert "  0. Back to Kitchen: your seat is waiting\n  1. Play now" in capsys.readouterr().out
    *back, solo = door.played
    assert [(str(address), settings.name) for settings, address, *_more in back] == [("host:7777", typed)] * 3
    assert solo[0].solo


async def test_a_server_that_does_not_start_or_stop_is_told(
    door: Visit, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakePrivateServer, "fails", "no room")
    door.host.fails = "no port"
    await door.type("1", "host")
    said = capsys.readouterr().out
    assert "\nno room\n" in said
    assert "no port" in said
    assert door.played == []
    door.host.running, door.host.fails = Hosted(5, "x", "127.0.0.1", 7778, 7777), "it will not"
    await door.type("stop")
    assert "it will not" in capsys.readouterr().out


async def test_a_hosted_game_is_shown_entered_and_stopped(door: Visit, capsys: Capture) -> None:
    door.host.people = frozenset({"Anna", "bob"})
    await door.type("host", "go", "host", "2", "stop", "2", "stop", "stop it", ends=True)
    said = capsys.readouterr().out
    assert "  uno-client 192.0.2.5:7778\n" in said
    assert said.count("Starting the server …") == 1
    assert "\nYour server is running at port 7778. 1 player is connected.\n" in said
    assert said.count("bob is connected. Stop the server?") == 2
    assert "The server has stopped." in said
    assert [address for _settings, address, *_more in door.played] == [Address("127.0.0.1", 7778)]
    assert [memory for _settings, _address, memory, _lesson in door.played] == [door.memory]
    assert door.memory.hosted == "127.0.0.1:7778"
    assert door.host.running is None


@pytest.mark.parametrize(
    ("answers", "runs", "told"),
    [(("1",), True, False), (("2",), False, False), (("3", "quit", "2"), False, False), ((), True, True)],
)
async def test_quitting_asks_about_the_server(
    door: Visit, answers: tuple[str, ...], runs: bool, told: bool, capsys: Capture
) -> None:
    assert await door.type("host", "back", "quit", *answers) == 0
    assert (door.host.running is not None) == runs
    assert ("Your server goes on at port 7778." in capsys.readouterr().out) == told


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("lines", [("host",), ("host", "back")])
async def test_a_signal_ends_it_and_a_starting_server(door: Visit, lines: Sequence[str], capsys: Capture) -> None:
    door.host.hangs = lines == ("host",)
    visit = asyncio.create_task(door.type(*lines, ends=False))
    async with asyncio.timeout(5):
        while not door.host.started:  # noqa: ASYNC110  (no event for a call)
            await asyncio.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)
    assert await visit == 143
    assert door.host.cancelled == door.host.hangs
    assert ("goes on at port 7778" in capsys.readouterr().out) is not door.host.hangs


async def test_settings_are_changed_by_their_names(door: Visit, capsys: Capture) -> None:
    changes = ("bell always", "motion off", "name", "bell", "server -", "theme pink", "tehme dark", "keys x")
    door.memory.keep(server="host:7777")
    await door.type("settings", *changes, "language de", "", "quit")
    said = capsys.readouterr().out
    assert "  name “Anna”: Your name\n" in said
    assert "  server “host:7777”: Server\n" in said
    assert "  server –: Server\n" in said
    assert "name takes a text of 1 to 20 characters; “name -” forgets it." in said
    assert "When it rings for your turn; idle: if you pressed no key for a while.\nbell takes never, " in said
    assert "Keys are changed in the settings of the full screen, or in the file, under [keys]." in said
    assert "  bell “always”: Bell\n" in said
    assert "  motion “none”: Motion\n" in said
    assert "theme takes auto, dark, light, contrast, colourblind or mono." in said
    assert "There is no setting tehme. Did you mean theme?" in said
    assert read_preferences(door.memory.file) == Preferences(bell="always", motion="none", language="de")
    assert door.memory.kept.name == "Anna"


@pytest.mark.parametrize(("typed", "kept"), [("ON", True), ("ja", True), ("no", False), ("nein", False), ("?", None)])
async def test_yes_and_no_mean_on_and_off(door: Visit, typed: str, kept: bool | None, capsys: Capture) -> None:
    catalogues.choose("de")
    door.memory.kept = Preferences(language="de", keep_drawn=kept is not True)
    await door.type("5", f"keep_drawn {typed}", "", "6")
    assert door.memory.kept.keep_drawn is (kept is not False)
    assert ("keep_drawn nimmt on oder off." in capsys.readouterr().out) == (kept is None)


async def test_settings_that_cannot_be_written_are_told(door: Visit, capsys: Capture) -> None:
    assert door.memory.file is not None
    door.memory.file.write_text("bell = ", encoding="utf-8")
    await door.type("settings", "bell always", "", "quit")
    said = capsys.readouterr().out
    assert f"{door.memory.file} can't be written, so your settings hold only until you quit." in said
    assert "  bell “always”: Bell\n" in said
