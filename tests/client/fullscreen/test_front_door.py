"""The front door on a terminal in memory: what is chosen is begun, and leads back; and how it looks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from tests.client.fake import NORMAL, at_table, press, seen, served
from tests.client.fullscreen.test_app import Cells, Looking, output_to
from uno_client.address import Address
from uno_client.config import Settings, read_settings
from uno_client.core.actions.play import DRAW
from uno_client.core.front_door import LEAVING, asked, at_door, settings_form
from uno_client.core.lesson.beats import TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import DoorPart, Lesson, Screen, ServerPart, SettingsPart
from uno_client.core.model.question import MORE, Form, YesNo
from uno_client.core.navigation import to_tables
from uno_client.core.standing import tonight
from uno_client.core.update import update
from uno_client.front_door_games import keep_seat
from uno_client.fullscreen import front_door
from uno_client.fullscreen.app import ScreenShell
from uno_client.fullscreen.front_door import ScreenDoor
from uno_client.fullscreen.keys import key_of
from uno_client.fullscreen.own_keys import key_fields
from uno_client.messages import Discovered, Found, Input, Key, LinkDown, Quit, Remember, StartHost
from uno_client.net.own_servers import Hosted, ServerFailed
from uno_client.net.token_store import TokenStore
from uno_client.preferences import Preferences, PreferenceStore, read_preferences
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_client.trust import Trust
from uno_client.wording.front_door import Hosting, Item
from uno_protocol import catalogues
from uno_protocol.discovery import Reach
from uno_protocol.room import GameSeed, TallyLine

RUNS = Hosting(
    7778, ("192.0.2.5:7778",), "uno://192.0.2.5:7778#" + "f" * 26, "one two three four five six", wanted=7777
)


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(120, 40)], ids=str)
@pytest.mark.parametrize("language", ["en", "de", "pseudo"])
def test_everything_is_in_sight_at_every_size(size: Size, language: str) -> None:
    catalogues.choose(language)
    shown = seen(at_door(Model(), RUNS), size)
    assert all(f" {number}  " in shown for number in range(1, 8))
    assert "7778" in shown
    assert "…" not in shown or (language == "pseudo" and size.columns < 120)
    asks = seen(asked(at_door(Model(), RUNS), LEAVING, "Well?"), size)
    assert asks.index("Well?") < asks.index(" 3  ")
    hosted = seen(replace(at_door(Model(), RUNS), screen=Screen.HOSTED), size)
    assert [words for words in ("uno-client 192.0.2.5:7778", "f" * 26, "five six") if words not in hosted] == []


def test_settings_that_do_not_fit_scroll_with_the_cursor() -> None:
    fields = settings_form(Preferences()).fields * 2
    for at, each in enumerate(fields):
        kept = SettingsPart(file="/home/anna/client.toml")
        model = Model(screen=Screen.SETTINGS, form=Form(fields, at), settings=kept)
        shown = seen(model, SMALLEST)
        assert f"▸ {each.label}" in shown
        assert each.hint[:30] in shown


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(120, 40), Size(200, 50)], ids=str)
def test_a_theme_that_is_chosen_is_seen_at_once_with_cards_in_every_theme_beside_it(size: Size) -> None:
    form = settings_form(Preferences(theme="dark"), key_fields(Model()))
    model, _ = press(Model(screen=Screen.SETTINGS, form=form), "down down right")
    assert model.settings.wants.theme == "light"
    shown = seen(model, size)
    assert "‹ light ›" in shown
    assert ("dark" in shown) is (size.columns > 60)


def test_every_theme_has_one_sample_and_the_chosen_one_is_first() -> None:
    form = settings_form(Preferences(theme="light"))
    at = next(at for at, field in enumerate(form.fields) if field.key == "theme")
    shown = [line[44:] for line in seen(Model(screen=Screen.SETTINGS, form=replace(form, at=at))).splitlines()]
    assert [each for line in shown for each in ("light", "dark", "auto") if each in line] == ["light", "dark"]


KEYS = settings_form(Preferences(), key_fields(Model()))


def test_settings_in_a_small_terminal_have_air_and_explain_only_the_line_under_the_cursor() -> None:
    for at, each in enumerate(KEYS.shown):
        kept = SettingsPart(file="~/client.toml")
        rows = seen(Model(screen=Screen.SETTINGS, form=replace(KEYS, at=at), settings=kept)).splitlines()
        begin = [row for row, line in enumerate(rows) if line[5:].startswith(("Theme ", "Coach "))]
        assert [rows[row - 1][:40].strip() for row in begin] == ["", ""]
        assert any(each.hint[:20] in row for row in rows)
        assert any("client.toml" in row for row in rows) is (each.key == MORE)


KEY_SETTINGS = Model(screen=Screen.SETTINGS, form=replace(KEYS, at=len(settings_form(Preferences()).fields)))


def changed_key(action: str, keys: str) -> Model:
    """The settings after the lines of the keys are opened, and `keys` are pressed on that of an action."""
    opened = press(KEY_SETTINGS, "enter")[0]
    at = next(at for at, each in enumerate(opened.form.fields) if each.key == f"key:{action}")
    return press(replace(opened, form=replace(opened.form, at=at)), keys)[0]


@pytest.mark.parametrize("size", [SMALLEST, Size(120, 40)], ids=str)
def test_the_keys_are_edited_behind_a_line_of_the_settings(size: Size) -> None:
    assert "▸ Draw" not in seen(KEY_SETTINGS, Size(200, 70))
    model = changed_key("draw", "z")
    assert "▸ Draw" in seen(model, size)
    assert [key_of(model, DRAW), model.form.current.value] == ["z", "z"]
    model, (told,) = press(model, "enter")
    assert isinstance(told, Remember)
    assert told.changes["keys"] == {"draw": "z"}


def test_a_key_that_means_something_else_there_is_refused_and_backspace_brings_the_usual_one_back() -> None:
    model = changed_key("draw", "u")
    assert "“Draw” can't be u: that key is “UNO”" in seen(model, Size(120, 40))
    assert key_of(model, DRAW) == "d"
    assert key_of(changed_key("draw", "z backspace"), DRAW) == "d"


def test_the_door_counts_the_games_on_the_network_and_what_you_won() -> None:
    model = replace(at_door(Model(door=DoorPart(tonight=(3, 7))), None), name="Zoe")
    assert "the games on your network" in seen(model)
    assert "Zoe · tonight 3 wins of 7" in seen(model)
    attic = Found("a", "Attic", "10.0.0.1", 7777, ("10.0.0.1",))
    others = (replace(attic, id="b"), replace(attic, id="c", answers=False), replace(attic, verdict=Trust.OTHER_KEY))
    model, _commands = update(model, Discovered((attic, *others)))
    assert "2 games on your network" in seen(model)


def test_the_tally_of_the_table_that_was_left_is_seen_at_the_door() -> None:
    game = at_table("R5", "G1")
    assert tonight(game.model) is None
    game.happen(GameSeed("00" * 32, (TallyLine("bob", 2, 2), TallyLine("ann", 2, 1))))
    assert tonight(to_tables(game.model)) == (1, 2)


class FakeHost:
    """The player's own server, without a process."""

    def __init__(self) -> None:
        self.running: Hosted | None = None
        self.fails = ""
        self.people: frozenset[str] = frozenset()
        self.started = 0
        self.hangs = False
        self.cancelled = False

    async def find(self) -> Hosted | None:
        return self.running

    async def start(self, name: str, port: int | None = None) -> Hosted:
        if self.fails:
            raise ServerFailed(self.fails)
        self.started += 1
        if self.hangs:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                self.cancelled = True
                raise
        self.running = Hosted(5, name, "127.0.0.1", port or 7778, 7777)
        return self.running

    async def stop(self, hosted: Hosted) -> None:
        if self.fails:
            raise ServerFailed(self.fails)
        assert hosted == self.running
        self.running = None

    def told(self) -> Hosting:
        return Hosting(addresses=("192.0.2.5:7778",), people=self.people)


class FakePrivateServer:
    """A private server, without a process."""

    address = Address("127.0.0.1", 5)
    fails = ""

    async def __aenter__(self) -> Address:
        if self.fails:
            raise ServerFailed(self.fails)
        return self.address

    async def __aexit__(self, *_fault: object) -> None:
        pass


Played = tuple[Settings, Address | None, PreferenceStore | None, dict[str, Any]]


@dataclass
class Visit(Looking):
    """A player at the front door, and what was played behind it."""

    host: FakeHost
    memory: PreferenceStore
    played: list[Played] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=lambda: {"UNO_DISCOVER": "off"})
    end: tuple[Quit, Model] = (Quit(0), Model())
    """How the next game ends."""
    code: asyncio.Task[int] | None = None

    async def game(self, key: str, count: int) -> Played:
        """Choose something, and wait until so many games have been played."""
        self.keyboard.send_text(key)
        await self.until(lambda: len(self.played) == count and "Play now" in self.text)
        return self.played[-1]


Arrive = Callable[..., Any]


@pytest.fixture
def arrive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Arrive:
    @asynccontextmanager
    async def visit(host: FakeHost | None = None, *once: str) -> AsyncIterator[Visit]:
        cells = Cells()
        output = output_to(cells)
        monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path / "state"))
        with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=output):
            file = tmp_path / "client.toml"
            kept = read_preferences(file) if file.exists() else Preferences(name="Anna", theme="dark")
            memory = PreferenceStore(file, kept)
            here = Visit(cells, keyboard, host or FakeHost(), memory)

            async def play(
                settings: Settings, address: Address | None, memory: PreferenceStore | None, _told: object, **how: Any
            ) -> tuple[Quit, Model]:
                here.played.append((settings, address, memory, how))
                keep_seat(here.end[1])
                return here.end

            def read(kept: Preferences, more: Sequence[str]) -> Settings:
                return read_settings([*once, *more], here.variables, "", kept)

            for name, fake in {"play": play, "DRAWN_SECONDS": 0.0, "LOOK_SECONDS": 0.02}.items():
                monkeypatch.setattr(front_door, name, fake)
            monkeypatch.setattr("uno_client.front_door_games.own_host", lambda: here.host)
            monkeypatch.setattr("uno_client.fullscreen.app.on_terminal", lambda told: output)
            monkeypatch.setattr("uno_client.front_door_games.private_server", FakePrivateServer)
            here.code = asyncio.create_task(ScreenDoor(read, memory).run())
            await here.until(lambda: "Play now" in here.text)
            yield here
            if not here.code.done():
                here.keyboard.send_text("\x03")
            await here.code

    return visit


@pytest.mark.fast
async def test_play_now_deals_at_once_and_leads_back(arrive: Arrive) -> None:
    async with arrive() as door:
        settings, address, memory, how = await door.game("\r", 1)
        assert (settings.solo, len(settings.bots), settings.turn_seconds) == (True, 3, 0)
        assert (address, memory, how["home"]) == (FakePrivateServer.address, door.memory, True)
        settings, address, _memory, how = await door.game("2", 2)
        assert (settings.solo, address, how["opens"]) == (False, None, False)
        door.keyboard.send_text("q")
        assert await door.code == 0


@pytest.mark.fast
async def test_the_lesson_begins_at_any_topic_and_goes_on_where_it_was_left(arrive: Arrive) -> None:
    async with arrive() as door:
        door.end = (Quit(0), Model(lesson=Lesson(beat=TOPICS[Item.WILD])))
        await door.type("4", "What would you like to learn?")
        _settings, address, _memory, how = await door.game("\r", 1)
        assert (address, how["home"], how["lesson"]) == (None, True, TOPICS[Item.COLOUR])
        await door.type("4", "What would you like to learn?")
        *_rest, how = await door.game("\r", 2)
        assert how["lesson"] == TOPICS[Item.WILD]
        await door.type("4", "What would you like to learn?")
        *_rest, how = await door.game("7", 3)
        assert how["lesson"] == TOPICS[Item.UNO]


@pytest.mark.fast
async def test_a_game_that_ends_badly_is_told_at_the_door(arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    async with arrive() as door:
        door.end = (Quit(69, "nobody is there"), Model())
        await door.game("2", 1)
        await door.until(lambda: "! nobody is there" in door.text)
        left = served(at_table("R5", "G1").model, "host:7777")
        door.end = (Quit(0), left)
        await door.game("2", 2)
        await door.until(lambda: "Back to Kitchen" in door.text)
    async with arrive() as door:  # in another run, too
        await door.until(lambda: "Back to Kitchen" in door.text)
        door.end = (Quit(0), left)
        assert (await door.game("1", 1))[1] == FakePrivateServer.address  # the others keep their numbers
        door.end = (Quit(0), Model(name="ann", server=ServerPart(address="host:7777")))
        settings, address, _memory, _how = await door.game("\r", 2)
        assert (str(address), settings.name) == ("host:7777", "ann")
        await door.until(lambda: "Back to" not in door.text)
        monkeypatch.setattr(FakePrivateServer, "fails", "no room")
        await door.type("1", "! no room", "Play now")
        assert len(door.played) == 2
        door.end = (Quit(143), Model())
        door.keyboard.send_text("2")
        assert await door.code == 143


@pytest.mark.fast
async def test_a_hosted_game_is_shown_entered_and_stopped(arrive: Arrive) -> None:
    async with arrive() as door:
        await door.type("3", "Port 7777 is taken, so your server is at port 7778.", "uno-client 192.0.2.5:7778")
        _settings, address, memory, how = await door.game("\r", 1)
        assert (address, memory, how["opens"]) == (Address("127.0.0.1", 7778), door.memory, True)
        assert memory.hosted == str(address)
        assert door.host.running.id == "Anna's game"
        await door.until(lambda: "Stop server" in door.text)
        await door.type("3", "uno-client 192.0.2.5:7778")  # it is found, and not started anew
        *_rest, how = await door.game("\r", 2)
        assert not how["opens"]
        door.host.people = frozenset({"bob", "ann"})
        await door.until(lambda: "2 players are connected." in door.text)
        await door.type("7", "ann, bob are connected. Stop the server?")
        await door.type("2", "Play now")
        await door.type("7", "Stop the server?")
        await door.type("1", "The server has stopped.", "Play now")
        assert door.host.running is None


async def test_a_server_without_players_is_stopped_at_once(arrive: Arrive) -> None:
    host = FakeHost()
    await host.start("Anna's game")
    async with arrive(host) as door:
        await door.until(lambda: "Stop server" in door.text)
        host.fails = "it will not"
        await door.type("7", "! it will not")
        host.fails = ""
        await door.type("7", "The server has stopped.")
        host.fails = "no port"
        await door.type("3", "! no port")


@pytest.mark.parametrize(
    ("found", "asks", "key", "code", "runs"),
    [
        (False, "q", "1", 0, True),
        (False, "q", "2", 0, False),
        (False, "", "\x03", 130, True),
        (True, "", "q", 0, True),  # of a server that was only found nothing is asked
    ],
)
async def test_who_goes_says_once_what_becomes_of_the_server(
    arrive: Arrive, found: bool, asks: str, key: str, code: int, runs: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    async with arrive() as door:
        if found:
            await door.host.start("Anna's game")
        await door.type("3", "uno-client 192.0.2.5:7778")
        await door.type("\x1b", "Play now")
        if asks:
            await door.type(asks, "What about your server?")
            await door.type("\x1b", "Play now")
            await door.type(asks, "What about your server?")
        door.keyboard.send_text(key)
        assert await door.code == code
        assert (door.host.running is not None) == runs
    assert ("Your server goes on at port 7778." in capsys.readouterr().out) == (code == 130)


@pytest.mark.fast
async def test_a_server_that_has_ended_by_itself_is_seen_and_replaced(
    arrive: Arrive, capsys: pytest.CaptureFixture[str]
) -> None:
    async with arrive() as door:
        await door.type("3", "uno-client 192.0.2.5:7778")
        door.host.running = None
        await door.until(lambda: "Your server has ended. Enter starts it again." in door.text)
        await door.type("\r", "uno-client 192.0.2.5:7778")
        assert door.host.started == 2
        door.keyboard.send_text("\x1b")
        await door.until(lambda: "Stop server" in door.text)
        door.host.running = None
        door.keyboard.send_text("\x03")
        assert await door.code == 130
    assert "goes on" not in capsys.readouterr().out


async def test_a_server_that_ends_in_a_game_is_started_again_where_it_was(arrive: Arrive) -> None:
    async with arrive() as door:
        await door.type("3", "uno-client 192.0.2.5:7778")
        *_rest, how = await door.game("\r", 1)
        own = how["own"]
        assert await own.ended() is None
        door.host.running = None
        assert await own.ended() == ""
        assert await own.ended(starts=True) is None
        assert door.host.running == Hosted(5, "Anna's game", "127.0.0.1", 7778, 7777)
        door.host.fails = "the port is taken"
        assert await own.ended(starts=True) == "the port is taken"


class Heard:
    """Discovery that hears of one server."""

    def __init__(self, shell: ScreenShell) -> None:
        self.shell = shell

    async def run(self) -> None:
        self.shell.feed(Discovered((Found("a", "Attic", "127.0.0.1", 7777, ("127.0.0.1",)),)))


@pytest.mark.parametrize("where", ["127.0.0.1", "off"])
async def test_games_are_looked_for_at_the_door_where_discovery_is_on(
    arrive: Arrive, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    heard: list[Reach] = []

    def look_round(shell: ScreenShell, reach: Reach, _known: object) -> Heard:
        heard.append(reach)
        return Heard(shell)

    monkeypatch.setattr(front_door, "look_round", look_round)
    async with arrive(None, "--discover", where) as door:
        await door.until(lambda: ("1 game on your network" if where != "off" else "the games on") in door.text)
        await door.type("4", "What would you like to learn?")
    assert [reach.addresses for reach in heard] == ([] if where == "off" else [("127.0.0.1",)])


class FakeOwn:
    """The player's own server, which has ended."""

    def __init__(self) -> None:
        self.asked = self.started = 0

    async def ended(self, *, starts: bool = False) -> str | None:
        if not starts:
            self.asked += 1
            return ""
        self.started += 1
        return "The port is taken." if self.started == 1 else None


async def test_the_screen_asks_once_whether_the_own_server_is_to_run_again() -> None:
    shell, own = ScreenShell(at_table("R5", "G1").model, TokenStore(None)), FakeOwn()
    shell.own = own

    async def after(message: Input) -> str:
        shell.feed(message)
        await asyncio.gather(*shell.tasks)
        return shell.model.question.text if isinstance(shell.model.question, YesNo) else ""

    lost = LinkDown("the connection was lost", 1.0)
    assert await after(lost) == "Your server has ended. Start it again?"
    assert await after(Key("n")) == await after(lost) == ""
    assert await after(StartHost()) == "The port is taken. Your server has ended. Start it again?"
    assert await after(Key("enter")) == ""
    assert (own.asked, own.started) == (1, 2)


async def test_who_goes_while_the_server_starts_waits_for_nothing(arrive: Arrive) -> None:
    host = FakeHost()
    host.hangs = True
    async with arrive(host) as door:
        await door.type("3", "Starting the server …")
        door.keyboard.send_text("1\x03")
        assert await door.code == 130
        assert host.cancelled


async def test_what_is_wrong_in_the_settings_file_is_told_at_the_door(
    arrive: Arrive, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is printed before is hidden by the screen."""
    file = tmp_path / "client.toml"
    file.write_text('theme = "dark"\nname = "Anna"\nbell = 5\n[keys]\ndraw = "r"\n', encoding="utf-8")
    async with arrive() as door:
        said = " ".join(door.text.split())
        assert "bell takes never, idle or always, not 5. Using the default." in said
        assert "keys: draw can't be r: that key is “find” (At the table)." in said
        file.write_text("bell = ", encoding="utf-8")
        await door.type("5", "Your name")
        await door.type("b\r", "Play now")
        await door.until(lambda: "can't be written, so your settings hold" in " ".join(door.text.split()))
        assert door.memory.kept.name == "b"
    assert "draw can't be r" in capsys.readouterr().err


async def test_settings_are_changed_kept_and_take_effect(arrive: Arrive) -> None:
    async with arrive() as door:
        await door.type("5", "Your name", "Anna")
        await door.type("\x1b[B\x1b[B\x1b[B\x1b[C\x1b[C", "Deutsch", "▸ Sprache")
        await door.type("\x1b[A" * 4, "▸ Tasten …")
        await door.type("\x1b[B\r", "Sofort spielen")
        await door.until(lambda: read_preferences(door.memory.file) == Preferences(language="de"))
        assert door.memory.kept.theme == "dark"
        await door.until(lambda: "Language" not in door.text and "Deutsch" not in door.text)
