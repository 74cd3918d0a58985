"""The full screen: a prompt_toolkit application around the client's core. Keys go in, the model is drawn."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import suspend_to_background_supported

from client.address import Address
from client.config import Settings
from client.core.model import Model, Screen
from client.core.navigation import to_connect
from client.core.standing import on_turn, way_back
from client.exits import EXIT_FAILURE, EXIT_USAGE, nobody_reads
from client.fullscreen import background
from client.fullscreen.key_handlers import update
from client.fullscreen.screens import render, settled
from client.fullscreen.stopping import goes_on
from client.fullscreen.themes import THEMES, theme_name
from client.fullscreen.widgets import CURSOR, SMALLEST, Size
from client.messages import Bell, Command, Discovered, Input, Key, Quit, Tick, Typed
from client.net.discovery import Discovery
from client.net.known_servers import KnownServers
from client.net.token_store import Shelf
from client.shell import Shell, signals_end
from client.trust import Tls
from protocol.discovery import Reach

TICK_SECONDS = 0.5
"""How often clocks on the screen move on."""
LIST_SECONDS = 0.75
"""How old a list of tables on the screen may become, before the next tick."""
SOLO_PATIENCE = 3.0
"""Seconds after which a private server is taken for dead."""
KEPT_SECONDS = 1.2
"""How long a drawn card that cannot be played is shown before it is kept by itself."""
ESCAPE_SECONDS = 0.05
"""After Esc: how long the rest of a key's sequence may take."""
MOST_PASTED = 200
"""Characters of one paste that are looked at."""


NAMED_KEYS = {
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Enter: "enter",
    Keys.Escape: "escape",
    Keys.Tab: "tab",
    Keys.BackTab: "s-tab",
    Keys.Backspace: "backspace",
    Keys.Delete: "delete",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.F1: "f1",
    Keys.F2: "f2",
    Keys.F3: "f3",
    Keys.F4: "f4",
    Keys.F5: "f5",
    Keys.F6: "f6",
    Keys.F7: "f7",
    Keys.F8: "f8",
    Keys.F9: "f9",
    Keys.ControlC: "c-c",
    Keys.ControlQ: "c-q",
    Keys.ControlU: "c-u",
    Keys.SIGINT: "c-c",
}
"""prompt_toolkit's keys by the names of client/fullscreen/keys.py."""


class ScreenShell(Shell):
    """A shell that has every step drawn, and rings the bell."""

    def __init__(self, model: Model, shelf: Shelf, patience: float | None = None, tls: Tls = "auto") -> None:
        super().__init__(model, shelf, lambda _input, _before: self.redraw(), patience, update, tls)
        self.redraw: Callable[[], None] = lambda: None
        self.bell: Callable[[], None] = lambda: None
        self.size: Callable[[], Size] = lambda: SMALLEST
        self.titled = ""

    def feed(self, message: Input) -> None:
        """As in every shell; a key counts from what is on the screen."""
        if isinstance(message, Key | Typed):
            self.model = settled(self.model, self.size())
        super().feed(message)

    def _carry_out(self, command: Command) -> None:
        if isinstance(command, Bell):
            self.bell()
        else:
            super()._carry_out(command)


async def run_full_screen(settings: Settings, address: Address | None) -> int:
    """Play in the full screen until the player or the server ends it. The exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("uno-client: the full screen needs a terminal; --plain plays in lines of text", file=sys.stderr)
        return EXIT_USAGE
    model = first_model(settings, fixed=address is not None)
    patience = SOLO_PATIENCE if settings.solo else None
    shelf = Shelf.for_run(solo=settings.solo)
    shell = ScreenShell(model, shelf, patience, settings.tls)
    looking = None if address is not None else look_round(shell, settings.discover, shelf.known)
    told = background.ask() if asks_terminal(settings.theme, os.environ) else background.Told()
    drawn = application(shell, theme_name(os.environ, settings.theme, told.background))
    background.hand_over(told, drawn.input)
    end = await show(shell, drawn, address, settings.name, settings.password, looking)
    if end.text:
        print(f"uno-client: {end.text}", file=sys.stderr)
    if back := way_back(shell.model):
        print(f"Your seat is kept. To come back: {back}")
    return end.code


def asks_terminal(theme: str | None, environment: Mapping[str, str]) -> bool:
    """Whether the theme depends on the terminal's background."""
    return theme is None and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def first_model(settings: Settings, fixed: bool) -> Model:
    """What the client knows at the start: what was asked for, and whether the server is given."""
    model = Model(
        fixed_server=fixed,
        attended=True,
        openly=settings.openly,
        asks_password=True,
        asks_name=True,
        first_request=settings.first_request,
        autostart=settings.solo,
        list_again=LIST_SECONDS,
        bell=settings.bell,
        keeps_after=KEPT_SECONDS if settings.keep_drawn else None,
        name=settings.name or "",
        screen=Screen.TABLES,
    )
    return model if fixed else to_connect(model)


def look_round(shell: Shell, reach: Reach, known: KnownServers) -> Discovery:
    """What looks for servers, and asks them whether they are there while the first screen shows them."""
    return Discovery(
        reach,
        lambda found, trouble: shell.feed(Discovered(found, trouble)),
        lambda: shell.model.screen is Screen.CONNECT,
        known,
    )


async def show(
    shell: ScreenShell,
    app: Application[None],
    address: Address | None,
    name: str | None,
    password: str | None = None,
    discovery: Discovery | None = None,
) -> Quit:
    """Run application and link until one of them ends; always leaves the terminal as it was."""
    with _faults_end(shell), signals_end(shell), goes_on(app), _title_kept(app):
        ending = asyncio.create_task(shell.finish())
        drawing = asyncio.create_task(app.run_async(set_exception_handler=False, handle_sigint=True))
        ticking = asyncio.create_task(_tick(shell))
        looking = None if discovery is None else asyncio.create_task(discovery.run())
        if looking is not None:
            shell.watch(looking)
        if address is not None:
            shell.connect(address, name, password)
        try:
            await asyncio.wait((ending, drawing, ticking), return_when=asyncio.FIRST_COMPLETED)
            if drawing.done():  # the terminal is gone
                shell.quit(EXIT_FAILURE if drawing.exception() else 0)
            elif ticking.done():
                shell.quit(EXIT_FAILURE, _fault_line(ticking.exception()))
        finally:
            ticking.cancel()
            if app.is_running and not app.is_done:
                app.exit()
            if looking is not None:
                looking.cancel()
            rest = (drawing, ticking) if looking is None else (drawing, ticking, looking)
            await asyncio.gather(*rest, return_exceptions=True)
        try:
            return await ending
        except Exception as fault:  # noqa: BLE001 - the edge of the program: a fault of our own becomes one line
            return Quit(EXIT_FAILURE, _fault_line(fault))


def application(shell: ScreenShell, theme: str) -> Application[None]:
    """The application that draws the shell's model: one window, everything in it is made by client/screens."""

    cursor = False

    def size() -> Size:
        now = app.output.get_size()
        return Size(now.columns, now.rows)

    def draw() -> StyleAndTextTuples:
        nonlocal cursor
        _entitle(shell, app)
        lines = render(shell.model, size())
        cursor = any(CURSOR in style for line in lines for style, _ in line)
        fragments: StyleAndTextTuples = []
        for line in lines:
            fragments += [*line, ("", "\n")]
        return fragments[:-1]

    control = FormattedTextControl(draw, focusable=True)
    hidden = Condition(lambda: not cursor)
    app: Application[None] = Application(
        layout=Layout(Window(control, always_hide_cursor=hidden, wrap_lines=False)),
        key_bindings=_bindings(shell),
        style=Style.from_dict(dict(THEMES[theme])),
        color_depth=ColorDepth.DEPTH_1_BIT if theme == "mono" else None,
        full_screen=True,
        mouse_support=False,
    )
    app.ttimeoutlen = ESCAPE_SECONDS
    app.timeoutlen = ESCAPE_SECONDS
    shell.bell = app.output.bell
    shell.redraw = app.invalidate
    shell.size = size
    return app


TITLE, TITLE_ON_TURN = "UNO", "● Your turn - UNO"
"""What the window or tab of the terminal is called."""
_PUSH_TITLE, _POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Have the terminal keep the title that there was, and bring it back."""


def _entitle(shell: ScreenShell, app: Application[None]) -> None:
    title = TITLE_ON_TURN if on_turn(shell.model) else TITLE
    if shell.titled != title:
        shell.titled = title
        app.output.set_title(title)


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

    def named(name: str) -> Callable[[KeyPressEvent], None]:
        return lambda _event: shell.feed(Key(name))

    for key, name in NAMED_KEYS.items():
        bindings.add(key, eager=True)(named(name))

    @bindings.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        shell.feed(Typed(event.data[:MOST_PASTED]))

    @bindings.add(Keys.Vt100MouseEvent, eager=True)
    def _(event: KeyPressEvent) -> None:
        """Nothing: prompt_toolkit takes a colour (ESC [31m, pasted or from a cat on a key) for a mouse, and fails."""

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
        await asyncio.sleep(TICK_SECONDS)
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
    return "" if nobody_reads(fault) else f"internal error: {type(fault).__name__}: {fault}"[:200]
