"""The full screen: a prompt_toolkit application around the client's core. Keys go in, the model is drawn."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import suspend_to_background_supported

from uno_client.address import Address
from uno_client.config import Settings, SettingsRefused, playing_on
from uno_client.core import forms, inviting, replay
from uno_client.core.model import Model
from uno_client.core.model.parts import Lesson, LobbyPart, Notice, Screen, ServerPart, Tone
from uno_client.core.navigation import to_connect
from uno_client.core.standing import on_turn
from uno_client.drawing.cells import Line
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Depth, Palette
from uno_client.exits import EXIT_FAILURE, EXIT_SIGNAL, EXIT_USAGE, nobody_reads
from uno_client.front_door_games import keep_seat
from uno_client.fullscreen import terminal
from uno_client.fullscreen.key_handlers import update, wheel
from uno_client.fullscreen.keys import keys_of
from uno_client.fullscreen.looks import DEPTHS, depth_of, look, signs_of, theme_name
from uno_client.fullscreen.motion import MotionStage
from uno_client.fullscreen.output import Terse, on_terminal
from uno_client.fullscreen.own_keys import own_keys
from uno_client.fullscreen.renderer import PLAIN, RowControl, RowRenderer
from uno_client.fullscreen.screens import draw, in_ascii, settled
from uno_client.messages import Command, Copy, Input, Key, Pointed, Quit, Tick, Typed
from uno_client.names import name_of_user, quoted_name
from uno_client.net.own_servers import ServerFailed, private_server
from uno_client.net.token_store import TokenStore
from uno_client.preferences import PreferenceStore, settings_file
from uno_client.screens.frame import SMALLEST, Size
from uno_client.screens.table.motion import Motion
from uno_client.shell import OwnServer, Shell, behind_door, known_at_start, look_round
from uno_client.signals import signals_end
from uno_client.structs import replace
from uno_client.wording.rule_sets import LONGEST_LINE
from uno_engine.language import _
from uno_protocol.labels import LABELS

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

    from uno_client.replaying import RecordFile


TICK_SECONDS = 0.5
"""How often clocks on the screen move on."""
SLOW_SECONDS = 1.0
"""The same on a slow line."""
LIST_SECONDS = 0.75
"""How old a list of tables on the screen may become, before the next tick."""
KEPT_SECONDS = 1.2
"""How long a drawn card that cannot be played is shown before it is kept by itself."""
ESCAPE_SECONDS = 0.05
"""After Esc: how long the rest of a key's sequence may take."""
MOST_PASTED = LONGEST_LINE + 1
"""The most characters read of a paste: one more than a line of rules may have, which is then reported."""


_AS_THEY_ARE = "left right up down escape s-tab delete pageup pagedown home end f1 f2 f3 f4 f5 f6 f7 f8 f9 c-c c-q c-u"
NAMED_KEYS = {
    **{Keys(name): name for name in _AS_THEY_ARE.split()},
    Keys.Enter: "enter",
    Keys.Tab: "tab",
    Keys.Backspace: "backspace",
    Keys.SIGINT: "c-c",
}
"""prompt_toolkit's keys by the names of client/uno_client/fullscreen/keys.py."""


class Aside:
    """A game that the player plays alone in between, and then comes back from to this shell."""

    def __init__(self, settings: Settings, memory: PreferenceStore, told: terminal.TerminalAnswer) -> None:
        self.settings, self.memory = settings, memory
        self.told = replace(told, asked=False, typed="")
        self.server = AsyncExitStack()
        """The private server of that game, while there is one."""
        self.starting: asyncio.Task[None] | None = None
        """The task that starts it."""
        self.begun: tuple[Settings, Address] | None = None
        """The settings of a game whose server runs, and where; the screen goes to it."""
        self.guest: Shell | None = None
        """The shell of the game that is played."""


class ScreenShell(Shell):
    """A shell that has every step drawn, and rings the bell."""

    def __init__(
        self, model: Model, tokens: TokenStore, memory: PreferenceStore | None = None, aside: Aside | None = None
    ) -> None:
        super().__init__(model, tokens, self._shown_again, update=update, memory=memory)
        self.aside = aside
        if aside is not None:
            self.play_on = lambda position: self._play_on(aside, position)
        self.leave: Callable[[], None] = lambda: None
        """Leaves the screen to what comes next on it."""
        self.redraw: Callable[[], None] = lambda: None
        self.stale: Callable[[], bool] = lambda: True
        self.copy: Callable[[str], None] = lambda _text: None
        self.size: Callable[[], Size] = lambda: SMALLEST
        self.titled = ""
        self.stage: MotionStage | None = None
        """What moves; None: nothing ever does."""

    def feed(self, message: Input) -> None:
        """Handle an input as every shell does; a key acts on what is on the screen, and skips any animation there."""
        if isinstance(message, Key | Typed | Pointed):
            self.model = settled(self.model, self.size())
            if self.stage is not None:
                self.stage.skip()
        super().feed(message)

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, Copy):
            self.copy(command.text)
        else:
            super()._carry_out(command)

    def _play_on(self, aside: Aside, position: str) -> None:
        if aside.starting is None or aside.starting.done():
            aside.starting = self.begin(self._prepare(aside, position))

    async def _prepare(self, aside: Aside, position: str) -> None:
        """Start the server of a game alone, then leave the screen to it."""
        try:
            settings = playing_on(aside.settings, position)
            address = await aside.server.enter_async_context(private_server(test_deals=True))
        except (SettingsRefused, ServerFailed) as refused:
            self._say(str(refused), Tone.FAULT)
            return
        if self.model.replay is None:  # the player has closed it, or is wanted at the table
            await aside.server.aclose()
        else:
            aside.begun = settings, address
            self.leave()

    def _say(self, text: str, tone: Tone) -> None:
        now = asyncio.get_running_loop().time()  # the model's clock has stopped meanwhile
        self.model = replace(self.model, notice=Notice(text, tone, now) if text else None)
        self.redraw()

    async def play_aside(self, aside: Aside) -> None:
        """Play the game whose server runs, until the player comes back, or is wanted here."""
        assert aside.begun is not None
        (settings, address), aside.begun = aside.begun, None
        async with aside.server:
            end, _model = await play(settings, address, aside.memory, aside.told, home=True, host=aside)
        aside.guest = None
        self._say(end.text, Tone.FAULT)
        if end.code >= EXIT_SIGNAL:
            self.signalled(end.code)

    def _shown_again(self, message: Input, before: Model) -> None:
        """Have it drawn; what only the time has changed is looked at first: mostly it is nothing that is seen."""
        if self.aside is not None and self.aside.guest is not None:
            if self.model.replay is None:  # the table needs the player
                self.aside.guest.quit(0)
            return
        if self.stage is not None:
            self.stage.tell(before, self.model)
        if not isinstance(message, Tick) or self.stale():
            self.redraw()


async def run_full_screen(settings: Settings, address: Address | None) -> int:
    """Play in the full screen until the player or the server ends it. The exit code."""
    if not _has_terminal():
        return EXIT_USAGE
    memory = PreferenceStore(settings_file(os.environ), settings.kept)
    told = terminal.ask()
    end, _model = await play(settings, address, memory, told)
    return end.code


async def replay_on_screen(settings: Settings, file: RecordFile) -> int:
    """Show a recorded game in the full screen until the viewer quits. The exit code."""
    if not _has_terminal():
        return EXIT_USAGE
    memory, told = PreferenceStore(settings_file(os.environ), settings.kept), terminal.ask()
    model = replace(first_model(settings, fixed=True), name=settings.own_name)
    model = replay.opened(model, file.record)
    shell = ScreenShell(model, TokenStore.for_run(solo=True), memory, Aside(settings, memory, told))
    drawn = on_screen(shell, told)
    _animate(shell, drawn, settings)

    async def check() -> None:
        shell.feed(await file.checked())

    shell.begin(check())
    end = await show(shell, drawn)
    if end.text:
        print(f"uno-client: {end.text}", file=sys.stderr)
    return end.code


def _has_terminal() -> bool:
    """Whether there is one; else it is said what would work."""
    there = sys.stdin.isatty() and sys.stdout.isatty()
    if not there:
        print("uno-client: the full screen needs a terminal; --plain plays in lines of text", file=sys.stderr)
    return there


def _animate(shell: ScreenShell, drawn: Application[None], settings: Settings) -> None:
    """Let things move, if the player and the terminal want that."""
    how = Motion.NONE if settings.wants.slow else Motion(settings.wants.motion)
    if how is not Motion.NONE and os.environ.get("TERM") != "dumb":
        loop = asyncio.get_running_loop()
        shell.stage = MotionStage(loop.time, loop.call_later, drawn.invalidate, how)


async def play(
    settings: Settings,
    address: Address | None,
    memory: PreferenceStore,
    told: terminal.TerminalAnswer,
    *,
    home: bool = False,
    lesson: int | None = None,
    opens: bool = False,
    own: OwnServer | None = None,
    host: Aside | None = None,
) -> tuple[Quit, Model]:
    """One game on the full screen, or more on one server. How it ended, and what was known then.

    `home`: it returns to the front door, and a solo game is dealt immediately. `lesson`: it is that beat of the lesson.
    `opens`: the form for a new table comes first. `own`: it is played on the player's own server.
    `host`: it begins in a game that is shown again, and returns there.
    """
    learns = lesson is not None
    model = first_model(settings, fixed=learns or address is not None)
    if opens:
        model = replace(model, screen=Screen.CREATE, form=forms.create(model.name or name_of_user()))
    if not home:
        model = replace(model, notice=complaint(memory))
    else:
        model = behind_door(model, Lesson(keys_of(model)) if learns else None)
    model = replace(model, lobby=replace(model.lobby, passwords=memory.passwords))
    tokens = TokenStore.for_run(solo=settings.solo)
    shell = ScreenShell(model, tokens, memory, Aside(settings, memory, told))
    shell.own = own
    if host is not None:
        host.guest = shell
    drawn = on_screen(shell, told)
    _animate(shell, drawn, settings)
    if lesson is not None:
        shell.learn(lesson)
    elif address is not None:
        shell.connect(address, settings.name, settings.password)
    else:
        shell.begin(look_round(shell, settings.discover, tokens.known).run())
    end = await show(shell, drawn)
    memory.passwords = shell.model.lobby.passwords
    if end.text:
        print(f"uno-client: {end.text}", file=sys.stderr)
    if said := keep_seat(shell.model):
        print(said)
    return end, shell.model


def complaint(memory: PreferenceStore) -> Notice | None:
    """What is wrong in the settings file, for the screen, which hides what is printed; keys are complained about here.

    All else in it has been printed where it was read.
    """
    if memory.file is None:
        return None
    wrong = [f"{memory.file}: {line}" for line in own_keys(memory.kept.keys)[1]]
    for line in wrong:
        print(f"uno-client: {line}", file=sys.stderr)
    said = " ".join((*memory.kept.wrong, *wrong)).replace(str(memory.file), memory.file.name)
    return Notice(said, Tone.FAULT, asyncio.get_running_loop().time()) if said else None


def first_model(settings: Settings, fixed: bool) -> Model:
    """What the full screen knows at the start; `fixed`: the server is given."""
    model = known_at_start(settings, fixed=fixed, attended=True)
    keeps = KEPT_SECONDS if settings.wants.keep_drawn else None
    own = replace(model.settings, keys=own_keys(settings.kept.keys)[0], keeps_after=keeps)
    lobby, server = LobbyPart(list_again=LIST_SECONDS), ServerPart(address=settings.kept.server or "")
    name = settings.name or quoted_name(settings.kept.name or "")
    model = replace(model, name=name, settings=own, lobby=lobby, server=server, screen=Screen.TABLES)
    return model if fixed else to_connect(model)


async def show(shell: ScreenShell, app: Application[None]) -> Quit:
    """Run the application until it or its shell ends; always leaves the terminal as it was.

    In between the screen may be left to games alone.
    """
    with _faults_end(shell), signals_end(shell.signalled):
        ending = asyncio.create_task(shell.finish())
        await _drawn(shell, app, ending)
        while shell.aside is not None and shell.aside.begun is not None and not shell.ended:
            await shell.play_aside(shell.aside)
            if not shell.ended:
                await _drawn(shell, app, ending)
        if shell.aside is not None:
            await shell.aside.server.aclose()
        try:
            return await ending
        except Exception as fault:  # noqa: BLE001 - the edge of the program: a fault of our own becomes one line
            return Quit(EXIT_FAILURE, _fault_line(fault))


async def _drawn(shell: ScreenShell, app: Application[None], ending: asyncio.Task[Quit]) -> None:
    """Run the application until it or its shell ends, or the screen is left to a game alone."""
    with goes_on(app), _title_kept(app):
        drawing = asyncio.create_task(app.run_async(set_exception_handler=False, handle_sigint=True))
        ticking = asyncio.create_task(_tick(shell))
        try:
            await asyncio.wait((ending, drawing, ticking), return_when=asyncio.FIRST_COMPLETED)
            left = shell.aside is not None and shell.aside.begun is not None
            if drawing.done() and not left:  # the terminal is gone
                shell.quit(EXIT_FAILURE if drawing.exception() else 0)
            elif ticking.done():
                shell.quit(EXIT_FAILURE, _fault_line(ticking.exception()))
        finally:
            ticking.cancel()
            if app.is_running and not app.is_done:
                app.exit()
            await asyncio.gather(drawing, ticking, return_exceptions=True)


def on_screen(shell: ScreenShell, told: terminal.TerminalAnswer) -> Application[None]:
    """The application on the terminal of this process; it is given what was typed meanwhile."""
    terse = None if sys.platform == "win32" else on_terminal(told)
    drawn = ScreenControl(shell, theme_name(os.environ, background=told.background), terse).app
    terminal.hand_over(told, drawn.input)
    return drawn


class ScreenControl(RowControl):
    """The shell's model on the screen, and the mouse: the left button clicks, the wheel acts as the keys that scroll.

    `theme` is that of players who have chosen none; `output` is where it is drawn, if not where prompt_toolkit draws
    by itself.
    """

    def __init__(self, shell: ScreenShell, theme: str, output: Output | None = None) -> None:
        self.shell, self.theme, self.signs, self.drawn = shell, theme, signs_of(os.environ), Canvas(0, 0)
        self.app = app = Application[None](
            layout=Layout(Window(self, wrap_lines=False)),
            key_bindings=_bindings(shell),
            style=PLAIN,
            color_depth=lambda: DEPTHS[self.palette().depth],
            full_screen=True,
            mouse_support=True,
            output=output,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_SECONDS
        app.renderer = RowRenderer(self, app.output)
        shell.bell, shell.copy, shell.redraw, shell.leave = app.output.bell, self.copy, app.invalidate, app.exit
        shell.stale, shell.size = lambda: self.lines_of(self.picture()) != self.lines, self.size

    def palette(self) -> Palette:
        wants, depth = self.shell.model.settings.wants, depth_of(os.environ, self.app.output)
        depth = Depth.SIXTEEN if wants.slow and depth is not Depth.MONO else depth
        return look(self.theme if wants.theme == "auto" else wants.theme, depth, self.signs, self.shell.model)

    def size(self) -> Size:
        now = self.app.output.get_size()
        return Size(now.columns, now.rows)

    def picture(self) -> Canvas:
        stage = self.shell.stage
        return draw(
            self.shell.model, self.size(), self.palette(), *(() if stage is None else (stage.paint, stage.feast()))
        )

    def lines_of(self, drawn: Canvas) -> list[Line]:
        """What is drawn, as the terminal can show it."""
        return in_ascii(drawn.lines()) if self.signs == "ascii" else drawn.lines()

    def refresh(self) -> None:
        title = _(TITLE_ON_TURN) if on_turn(self.shell.model) else TITLE
        if self.shell.titled != title:
            self.shell.titled = title
            self.app.output.set_title(title)
            self.app.output.flush()  # a frame in which nothing differs sends nothing
        self.drawn = self.picture()
        self.lines = self.lines_of(self.drawn)
        self.cursor = None if self.drawn.cursor is None else Point(*self.drawn.cursor)
        self.links = inviting.pages(self.shell.model) if isinstance(self.app.output, Terse) else ()

    def copy(self, text: str) -> None:
        """Have the terminal put a text where the system pastes from (OSC 52)."""
        self.app.output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07")
        self.app.output.flush()

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        at = mouse_event.position
        match mouse_event.event_type:
            case MouseEventType.MOUSE_DOWN if mouse_event.button is MouseButton.LEFT:
                meant = clicked(self.drawn, at.x, at.y)
            case MouseEventType.SCROLL_UP | MouseEventType.SCROLL_DOWN:
                meant = wheel(self.shell.model, up=mouse_event.event_type is MouseEventType.SCROLL_UP)
            case _:
                return NotImplemented
        if meant is not None:
            self.shell.feed(meant)
        return None


def clicked(drawn: Canvas, x: int, y: int) -> Key | Typed | Pointed | None:
    """The meaning of a click on column x of row y; None if it has none."""
    meant = drawn.hit(x, y)
    return meant if isinstance(meant, Key | Typed | Pointed) else None


_SGR = re.compile(r"\x1b\[<\d{1,3};\d{1,5};\d{1,5}[mM]")
"""What terminals say of the mouse."""

TITLE, TITLE_ON_TURN = "UNO", LABELS["your_turn_title"]
"""The title of the terminal's window or tab."""
_PUSH_TITLE, _POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Have the terminal keep the title that there was, and bring it back."""


@contextmanager
def _title_kept(app: Application[None]) -> Iterator[None]:
    """While this lasts, the title may be ours; then the one before comes back, or none where terminals keep none."""
    kept = isinstance(app.output, Vt100_Output)
    if kept:
        app.output.write_raw(_PUSH_TITLE)
    try:
        yield
    finally:
        with suppress(OSError):  # the terminal may have gone
            app.output.clear_title()
            if kept:
                app.output.write_raw(_POP_TITLE)
            app.output.flush()


def _bindings(shell: ScreenShell) -> KeyBindings:
    bindings = KeyBindings()
    (by_mouse,) = (each.handler for each in load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,)))

    def named(name: str) -> Callable[[KeyPressEvent], None]:
        return lambda _event: shell.feed(Key(name))

    for key, name in NAMED_KEYS.items():
        bindings.add(key, eager=True)(named(name))

    @bindings.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        shell.feed(Typed(event.data[:MOST_PASTED]))

    @bindings.add(Keys.Vt100MouseEvent, eager=True)
    def _(event: KeyPressEvent) -> object:
        """Only what is a mouse: prompt_toolkit takes a colour (ESC [31m, pasted) for one, and fails."""
        return by_mouse(event) if _SGR.fullmatch(event.data) else NotImplemented

    @bindings.add(Keys.ControlZ, eager=True, filter=Condition(suspend_to_background_supported))
    def _(event: KeyPressEvent) -> None:
        """Into the background, as everywhere; meanwhile the title is not ours."""
        event.app.output.clear_title()
        shell.titled = ""
        event.app.suspend_to_background()

    @bindings.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        if event.data.isprintable():
            shell.feed(Typed(event.data))

    return bindings


async def _tick(shell: Shell) -> None:
    loop = asyncio.get_running_loop()
    while True:
        usual = SLOW_SECONDS if shell.model.settings.wants.slow else TICK_SECONDS
        await asyncio.sleep(min(usual, replay.pause(shell.model)))
        shell.feed(Tick(loop.time()))


@contextmanager
def _faults_end(shell: Shell) -> Iterator[None]:
    """While this lasts, an exception in a callback (a key, a drawing) ends the program with one line, no traceback."""
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    def end(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        fault = context.get("exception")
        shell.quit(EXIT_FAILURE, _fault_line(fault) if fault else str(context.get("message")))

    loop.set_exception_handler(end)
    try:
        yield
    finally:
        loop.set_exception_handler(before)


def _fault_line(fault: BaseException | None) -> str:
    """What is said of a fault of our own; nothing of a terminal that has gone."""
    said = _("internal error: {kind}: {reason}").format(kind=type(fault).__name__, reason=fault)[:200]
    return "" if nobody_reads(fault) else said


if sys.platform == "win32":

    @contextmanager
    def goes_on(_app: Application[None]) -> Iterator[None]:
        """Nothing stops a program here."""
        yield

else:

    @contextmanager
    def goes_on(app: Application[None]) -> Iterator[None]:
        """During this, SIGCONT makes the terminal raw again and redraws everything."""
        loop = asyncio.get_running_loop()
        try:
            loop.add_signal_handler(signal.SIGCONT, _again, app)
        except (RuntimeError, ValueError):  # not the main thread
            yield
            return
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGCONT)

    def _again(app: Application[None]) -> None:
        import termios

        if not app.is_running:
            return
        try:
            # Never left: the one around the whole application gives the terminal back as it was at first.
            app.input.raw_mode().__enter__()
        except termios.error:  # in the background, with no shell that could bring it to the front
            return
        # The screen may hold anything, and the cursor may be anywhere.
        app.renderer.reset(leave_alternate_screen=False)
        app.output.erase_screen()
        app.output.cursor_goto(0, 0)
        app.output.flush()
        app.invalidate()
