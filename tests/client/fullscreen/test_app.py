"""The full screen in a terminal made of memory: keys in, cells out."""

import asyncio
import errno
import io
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from tests.client.core.test_replay import of_file
from tests.client.fake import after_a_game, at_table, notice, press
from tests.patience import until
from tests.protocol.recorded_games import recorded
from uno_client.address import Address
from uno_client.config import Settings, read_settings
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPart, LinkPhase, LobbyPart, Screen
from uno_client.fullscreen import app as full_screen
from uno_client.fullscreen.app import (
    TITLE,
    TITLE_ON_TURN,
    Aside,
    ScreenControl,
    ScreenShell,
    first_model,
    replay_on_screen,
    run_full_screen,
    show,
)
from uno_client.fullscreen.terminal import TerminalAnswer
from uno_client.messages import Command, Quit, Send, Tick
from uno_client.net.own_servers import ServerFailed
from uno_client.net.token_store import TokenStore
from uno_client.preferences import Preferences, PreferenceStore, read_preferences
from uno_client.replaying import load
from uno_client.shell import Shell
from uno_client.structs import replace
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net


class Cells(io.StringIO):
    """A text file whose other end is a terminal in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self.screen)
        self.raw = ""

    def write(self, text: str) -> int:
        self.raw += text
        self._stream.feed(text)
        return len(text)

    def isatty(self) -> bool:
        return True


def output_to(cells: Cells) -> Vt100_Output:
    screen = cells.screen
    output = Vt100_Output(cells, lambda: Size(screen.lines, screen.columns), term="xterm-256color")
    output.enable_cpr = False
    return output


@dataclass
class Looking:
    """Somebody at a terminal in memory."""

    cells: Cells
    keyboard: PipeInput

    @property
    def text(self) -> str:
        return "\n".join(self.cells.screen.display)

    async def until(self, true: Callable[[], bool]) -> None:
        await until(true, 5.0)

    async def type(self, text: str, *shows: str) -> None:
        """Type, and wait until the screen shows all that."""
        self.keyboard.send_text(text)
        await self.until(lambda: all(each in self.text for each in shows))


@dataclass
class Running(Looking):
    shell: ScreenShell
    ending: asyncio.Task[Quit]


@asynccontextmanager
async def running(tmp_path: Path, model: Model, theme: str = "dark") -> AsyncIterator[Running]:
    cells = Cells()
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=output_to(cells)):
        aside = Aside(Settings(), PreferenceStore(None, Preferences()), TerminalAnswer())
        shell = ScreenShell(model, TokenStore(tmp_path), aside=aside)
        app = ScreenControl(shell, theme).app
        ending = asyncio.create_task(show(shell, app))
        this = Running(cells, keyboard, shell, ending)
        await this.until(lambda: "UNO" in this.text or "Too small" in this.text)
        try:
            yield this
        finally:
            shell.quit(0)
            await ending


@pytest.mark.fast
async def test_pages_are_read_by_pages(tmp_path: Path) -> None:
    async with running(tmp_path, at_table().model) as screen:
        pages = {"?": "1-20", " ": "20-39", "\x1b[6~": "39-58", "\x1b[5~": "20-39", "\x1b[B": "21-40", "\x1b[H": "1-20"}
        for key, lines in pages.items():
            await screen.type(key, f"{lines} /")
        screen.keyboard.send_text("\x1b[F")
        await screen.until(lambda: "1-20 /" not in screen.text)
        end = screen.text
        screen.keyboard.send_text("\x1b[6~\x1b[6~ \x1b[A")  # what goes beyond the end is not to be taken back
        await screen.until(lambda: screen.text != end)
        await screen.type("\x1b[B", end.splitlines()[0].strip())


HELP = "Menu and leaving"
NO_TABLES = Model(link=LinkPart(LinkPhase.ONLINE), screen=Screen.TABLES, lobby=LobbyPart(()))
NEW_TABLE = press(NO_TABLES, "n down")[0]
RULES = f'skyrus customizable_rule=own own_text="{"Sing! " * 33}" goal=low_points'


@pytest.mark.parametrize(
    ("model", "typed"),
    [
        # Escape is a key of its own.
        (at_table("B1 B2 W", "G1 G2").model, {"w\r": "Which colour for your Wild?", "\x1b": "YOUR TURN"}),
        # The help opens by two keys, also over a page of reasons, and closes.
        (at_table().model, {"?": HELP, "q": "YOUR TURN", "\x1bOP": HELP}),
        (at_table("R5 B7 B8", "G1 G2").press("n").model, {"": "Esc back", "?": HELP}),
        # A paste is text of one line, and a line of rules is pasted whole.
        (first_model(Settings(), False), {"\x1b[200~10.0.0.1:7\x1b]0;x\x07\n777\x1b[201~": "10.0.0.1:7]0;x 777"}),
        (NEW_TABLE, {f"\x1b[200~{RULES}\x1b[201~": "skyrus, with 3 changes"}),
    ],
    ids=["escape", "help", "reasons", "paste", "rules"],
)
async def test_what_is_typed_or_pasted_changes_the_screen(tmp_path: Path, model: Model, typed: dict[str, str]) -> None:
    async with running(tmp_path, model) as screen:
        for text, shows in typed.items():
            await screen.type(text, shows)


async def test_a_resized_terminal_is_drawn_anew(tmp_path: Path) -> None:
    async with running(tmp_path, at_table().model) as screen:
        screen.cells.screen.resize(7, 50)
        screen.shell.redraw()
        await screen.until(lambda: "Too small" in screen.text)


async def test_the_cursor_of_the_terminal_stands_on_the_selected_card(tmp_path: Path) -> None:
    def place() -> str:
        cursor = screen.cells.screen.cursor
        return "" if cursor.hidden else screen.cells.screen.display[cursor.y][cursor.x]

    async with running(tmp_path, at_table("R5 B7 B8", "G1 G2").model) as screen:
        await screen.until(lambda: place() == "5")
        screen.keyboard.send_text("\x1b[C")
        await screen.until(lambda: place() == "7")
        await screen.type("?", HELP)
        await screen.until(lambda: place() == "")


async def test_the_title_and_the_line_below_the_hand_tell_whose_turn_it_is(tmp_path: Path) -> None:
    game = at_table("R5 B7 B8", "G1 G2")
    async with running(tmp_path, game.model) as screen:
        assert screen.cells.screen.title == TITLE_ON_TURN

        assert "YOUR TURN" in screen.text
        game.press("enter")
        screen.shell.model = game.model
        screen.shell.redraw()
        await screen.until(lambda: "bob is thinking" in screen.text)
        assert screen.cells.screen.title == TITLE

    assert screen.cells.raw.count("\x1b[22;2t") == screen.cells.raw.count("\x1b[23;2t") == 1
    assert screen.cells.screen.title == ""


async def test_the_bell_reaches_the_terminal(tmp_path: Path) -> None:
    game = at_table(asked=TakeTurn(1))
    async with running(tmp_path, replace(game.model, touched=-1e9)) as screen:

        def rung() -> bool:  # a title ends with the same letter
            return "\a" in re.sub("\x1b\\]2;[^\a]*\a", "", screen.cells.raw)

        assert not rung()
        screen.shell.feed(net.Entry(table="ABCD", n=1, event={"k": "asked", "decision": {"k": "take_turn", "seat": 0}}))
        await screen.until(rung)


def test_a_kept_name_that_ends_like_digits_for_another_device_is_proposed_in_quotes() -> None:
    model = first_model(Settings(kept=Preferences(name="ann 123456")), fixed=False)
    assert model.form["name"] == '"ann 123456"'


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(("name", "code"), [("", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
async def test_a_signal_or_ctrl_c_leaves_the_alternate_screen(tmp_path: Path, name: str, code: int) -> None:
    async with running(tmp_path, first_model(Settings(), fixed=False)) as screen:
        assert "\x1b[?1049h" in screen.cells.raw
        if name:
            os.kill(os.getpid(), getattr(signal, name))
        else:
            screen.keyboard.send_text("\x03")
        assert (await screen.ending).code == code
        assert "\x1b[?1049l" in screen.cells.raw


async def test_a_terminal_that_goes_away_ends_the_program(tmp_path: Path) -> None:
    async with running(tmp_path, at_table().model) as screen:
        screen.keyboard.close()
        assert (await screen.ending).code == 1


async def test_a_fault_of_our_own_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    async with running(tmp_path, at_table().model) as screen:
        screen.shell.model = None  # type: ignore[assignment]
        screen.shell.redraw()
        end = await screen.ending
        assert end.code == 1
        assert "\n" not in end.text
        assert "\x1b[?1049l" in screen.cells.raw
        assert "Traceback" not in screen.cells.raw


def test_what_was_asked_for_on_the_command_line_comes_first() -> None:
    for given, screen in ((True, Screen.TABLES), (False, Screen.CONNECT)):
        model = first_model(Settings(table="T", spectate=True), given)
        assert (model.start.first_request, model.screen) == (net.SpectateTable(id=1, table="T"), screen)


async def test_without_a_terminal_one_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert await run_full_screen(Settings(), None) == 2
    assert capsys.readouterr().err == ("uno-client: the full screen needs a terminal; --plain plays in lines of text\n")


async def test_what_is_asked_for_once_is_not_written_into_the_settings_and_what_is_wrong_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    async def show(shell: Shell, _app: object) -> Quit:
        said.append(notice(shell.model))
        shell.quit(0)
        return await shell.finish()

    monkeypatch.setattr(full_screen, "show", show)
    monkeypatch.setattr(full_screen, "on_terminal", lambda told: None)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    file, written = tmp_path / "client.toml", 'theme = "dark"\nbell = 5\n[keys]\ndraw = "zz"\n'
    file.write_text(written)
    monkeypatch.setenv("UNO_SETTINGS", str(file))
    once = ["--theme", "light", "--lang", "de", "--order", "number", "--discover", "off"]
    settings = read_settings(once, {}, "", read_preferences(file))
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        assert await run_full_screen(settings, None) == 0
    assert file.read_text() == written
    assert said[0].startswith("client.toml: bell takes never, idle or always, not 5. Using the default. client.toml: ")
    assert said[0].endswith("keys: draw takes one character, space or tab, not zz.")


async def test_what_is_due_by_the_clock_is_sent(tmp_path: Path) -> None:
    """A shell feeds the time before every input: what follows from that alone is carried out too."""
    sent: list[Command] = []

    class Recording(Shell):
        def _carry_out(self, command: Command) -> None:
            sent.append(command)

    model = replace(NO_TABLES, lobby=LobbyPart((), list_again=0.0))
    Recording(model, TokenStore(tmp_path), lambda _input, _before: None).feed(Tick(0.0))
    assert sent == [Send(net.ListTables(id=1))]


async def test_a_killed_terminal_ends_the_program_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_text: str) -> int:
        raise OSError(errno.EIO, "Input/output error")

    async with running(tmp_path, at_table().model) as screen:
        monkeypatch.setattr(screen.cells, "write", gone)
        screen.shell.feed(net.Error(id=9, code="stale"))
        end = await asyncio.wait_for(asyncio.shield(screen.ending), 5)
    assert (end.code, end.text) == (1, "")


@pytest.mark.parametrize("fault", [False, True])
async def test_a_record_is_checked_while_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: bool
) -> None:
    said: list[str] = []

    async def show(shell: Shell, _app: object) -> Quit:
        assert shell.model.replay is not None
        assert shell.model.replay.whole  # as it was the player's game
        await until(lambda: bool(notice(shell.model)))
        said.append(notice(shell.model))
        shell.quit(*((1, "gone") if fault else (0,)))
        return await shell.finish()

    monkeypatch.setattr(full_screen, "show", show)
    monkeypatch.setattr(full_screen, "on_terminal", lambda told: None)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    file = tmp_path / "a.unorec"
    file.write_bytes(recorded(9, mixing=True).data)
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        assert await replay_on_screen(Settings(kept=Preferences(name="Player 1")), load(file)) == int(fault)
    assert said == ["This record is true: the rules lead to every card in it."]
    assert capsys.readouterr().err == ("uno-client: gone\n" if fault else "")


async def test_a_fast_replay_goes_on_by_itself(tmp_path: Path) -> None:
    model, _ = press(of_file(recorded(9), 0), "s s space")
    async with running(tmp_path, model) as screen:
        await screen.until(lambda: "turn 6 of 6" in screen.text)


class Alone:
    """Games alone, made up: one lasts until somebody quits its shell, and its server starts when `ready` is set."""

    def __init__(self, patch: pytest.MonkeyPatch, fails: bool = False) -> None:
        self.ready, self.fails, self.served, self.positions = asyncio.Event(), fails, 0, list[str]()
        self.ready.set()
        patch.setattr(full_screen, "private_server", self.server)
        patch.setattr(full_screen, "play", self.play)

    @asynccontextmanager
    async def server(self, *, test_deals: bool) -> AsyncIterator[Address]:
        assert test_deals
        await self.ready.wait()
        if self.fails:
            raise ServerFailed("no server")
        self.served += 1
        yield Address("127.0.0.1", 1)
        self.served -= 1

    async def play(self, settings: Settings, _address: Address, *_more: object, home: bool, host: Aside) -> object:
        assert home
        self.positions.append(settings.new_table.position)
        host.guest = self.guest = Shell(Model(), TokenStore.for_run(solo=True), lambda _message, _before: None)
        return await asyncio.wait_for(self.guest.finish(), 5), Model()


@pytest.mark.parametrize("end", [Quit(0), Quit(1, "The server is gone."), Quit(143)])
async def test_a_game_alone_takes_the_screen_and_gives_it_back(
    end: Quit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Alone(monkeypatch)
    async with running(tmp_path, press(of_file(recorded(0)), "right right right")[0]) as screen:
        screen.keyboard.send_text("p")
        await screen.until(lambda: bool(alone.positions))
        assert (alone.served, alone.positions[0][:7]) == (1, "rules: ")
        alone.guest.quit(end.code, end.text)
        if end.code == 143:
            assert (await asyncio.wait_for(asyncio.shield(screen.ending), 5)).code == 143
        else:
            await screen.type("\x1b[C", "turn 4", end.text[-5:])
            screen.keyboard.send_text("p")
            await screen.until(lambda: len(alone.positions) == 2)
            alone.guest.quit(0)
            await screen.until(lambda: not alone.served)
    assert alone.served == 0


async def test_the_table_takes_its_player_back_from_a_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, game = Alone(monkeypatch), after_a_game("R5", "G1 G2").press("v home")
    async with running(tmp_path, game.model) as screen:
        screen.keyboard.send_text("p")
        await screen.until(lambda: bool(alone.positions))
        screen.shell.feed(Tick(1.0))
        assert not alone.guest.ended
        screen.shell.model = replace(screen.shell.model, replay=None)
        screen.shell.feed(Tick(2.0))
        await screen.type("?", "Next page")


async def test_no_game_alone_begins_without_a_server_or_once_the_replay_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, game = Alone(monkeypatch, fails=True), after_a_game("R5", "G1 G2").press("v home")
    async with running(tmp_path, game.model) as screen:
        await screen.type("p", "no server")
        alone.fails = False
        alone.ready.clear()
        await screen.type("pp", "Shuffling")
        await screen.type("\x1b", "see it again")
        alone.ready.set()
        await screen.until(lambda: screen.shell.aside is not None and screen.shell.aside.starting in screen.shell.tasks)
        await screen.until(lambda: not screen.shell.tasks)
    assert (alone.served, alone.positions) == (0, [])
