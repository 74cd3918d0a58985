"""The front door on the full screen: it is shown, what is chosen there is begun, and then it is shown again."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack

from msgspec import field

from uno_client.address import Address
from uno_client.config import spoken
from uno_client.core import front_door
from uno_client.core.lesson.beats import BEATS, TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import DoorPart, Notice, Screen, Tone
from uno_client.core.standing import tonight, way_back
from uno_client.exits import EXIT_SIGNAL
from uno_client.front_door_games import Home, Read
from uno_client.fullscreen import terminal
from uno_client.fullscreen.app import ScreenShell, complaint, first_model, on_screen, play, show
from uno_client.fullscreen.own_keys import key_fields
from uno_client.messages import Command, Go, Input, Quit, Remember, Speak, Tick
from uno_client.net.token_store import TokenStore
from uno_client.preferences import PreferenceStore, as_typed
from uno_client.shell import look_round
from uno_client.structs import replace
from uno_client.wording.front_door import DEALING, ENDED_HERE, LEAVING, STOPPED, Item, goes_on_text, stop_question
from uno_engine.language import _
from uno_protocol import catalogues
from uno_protocol.discovery import Reach

DRAWN_SECONDS = 0.1
"""After which the first screen has been drawn, and there is time for other things."""
LOOK_SECONDS = 2.0
"""Seconds between two checks of the players on your server."""


class ScreenHome(Home):
    """What outlives one look at the front door."""

    told: terminal.TerminalAnswer = field(default_factory=terminal.TerminalAnswer)
    empty: bool = False
    """No player has been on the server yet."""
    beat: int = 0
    """Of the lesson: where it was left."""
    tonight: tuple[int, int] | None = None
    """Of `DoorPart`."""
    row: int = 0
    notice: Notice | None = None


class DoorShell(ScreenShell):
    """The shell of the front door: servers start while it is still on the screen."""

    def __init__(self, model: Model, home: ScreenHome) -> None:
        super().__init__(model, TokenStore(None))
        self._home = home
        self.entry = Item.QUIT
        self.solo: Address | None = None
        """Where the private server is that runs until `stack` ends."""
        self.stack = AsyncExitStack()
        self._looked = 0.0

    def feed(self, message: Input) -> None:
        """Handle an input as every screen does; also check now and then who is on your server."""
        super().feed(message)
        busy = self._doing(_LOOKING) or self._doing(_SERVING)
        if isinstance(message, Tick) and message.now - self._looked > LOOK_SECONDS and not busy:
            self.begin(self.look(), _LOOKING)

    async def look(self, after: float = 0.0) -> None:
        """Find out whether your server runs, and who is there."""
        await asyncio.sleep(after)
        self._looked = asyncio.get_running_loop().time()
        home, ran = self._home, self._home.hosted is not None
        found = await home.host().find()
        if self._doing(_SERVING):
            return
        home.found(found)
        shown = home.shown()
        beside = self.model.screen is Screen.HOSTED and shown is None
        if (self.model.screen is Screen.DOOR and not self.model.door.asks) or beside:
            self.model = front_door.at_door(self.model, shown)
        self.model = replace(self.model, door=replace(self.model.door, hosted=shown))
        if beside:
            self.model = replace(self.model, row=self.model.door.lines.index(Item.HOST))
        if ran and shown is None:
            self._say(_(ENDED_HERE if beside else STOPPED))
        elif self.stale():
            self.redraw()

    async def look_round(self, reach: Reach) -> None:
        """Count the games on the network; nobody is asked whether they are there."""
        await asyncio.sleep(DRAWN_SECONDS)
        if not reach.off:
            await look_round(self, reach, TokenStore.of_user().known).run()

    def _carry_out(self, command: Command) -> None:
        match command:
            case Go(entry) if not self._doing(_SERVING):
                self._go(entry)
            case Speak(language):
                catalogues.choose(spoken(language, os.environ))
                self.model = front_door.spoken_anew(self.model, key_fields(self.model))
            case Remember(changes):
                if said := self._home.memory.keep(**changes):
                    self._home.notice = Notice(said, Tone.FAULT, self.model.now)
                self._leave(Item.SETTINGS)
            case _:
                super()._carry_out(command)

    def _doing(self, what: str) -> bool:
        return any(task.get_name() == what for task in self.tasks)

    def _go(self, entry: Item) -> None:
        home = self._home
        match entry:
            case Item.PLAY:
                self.begin(self._deal(entry), _SERVING)
            case Item.LEARN:
                self.model = front_door.learning(self.model, home.beat)
            case Item.HOST:
                self.begin(self._start(), _SERVING)
            case Item.SETTINGS:
                form = front_door.settings_form(home.memory.kept, key_fields(self.model))
                file = "" if home.memory.file is None else as_typed(home.memory.file)
                kept = replace(self.model.settings, file=file)
                self.model = replace(self.model, screen=Screen.SETTINGS, form=form, settings=kept)
            case Item.STOP if (hosted := self.model.door.hosted) is not None and hosted.people:
                self.model = front_door.asked(self.model, front_door.STOPPING, stop_question(hosted.people))
            case Item.STOP | Item.SURE:
                self.begin(self._stop(), _SERVING)
            case Item.QUIT if home.began:
                self.model = front_door.asked(self.model, front_door.LEAVING, _(LEAVING))
            case Item.END:
                self.begin(self._stop(leaves=True), _SERVING)
            case Item.KEEP:
                home.began = False
                self._leave(Item.QUIT)
            case _:
                self._leave(entry)

    def _leave(self, entry: Item) -> None:
        self.entry = entry
        self._home.row = self.model.row
        self.quit(0)

    def _say(self, text: str, tone: Tone = Tone.INFO) -> None:
        self.model = replace(self.model, notice=Notice(text, tone, self.model.now))
        self.redraw()

    async def _deal(self, entry: Item) -> None:
        from uno_client.net.private_server import SoloFailed, private_server

        self._say(_(DEALING))
        try:
            self.solo = await self.stack.enter_async_context(private_server())
        except SoloFailed as failed:
            self._say(str(failed), Tone.FAULT)
            return
        self._leave(entry)

    async def _start(self) -> None:
        """The player's own server: found, or started; then how others join it."""
        home, before = self._home, self._home.hosted
        if fault := await home.start(self._say):
            self._say(fault, Tone.FAULT)
            return
        home.empty = home.empty or (home.began and home.hosted != before)
        shown = home.shown()
        self.model = replace(front_door.at_door(self.model, shown), screen=Screen.HOSTED, notice=None)
        self.redraw()

    async def _stop(self, *, leaves: bool = False) -> None:
        if fault := await self._home.stop(self._say):
            self._say(fault, Tone.FAULT)
            return
        if leaves:
            self._leave(Item.QUIT)
        else:
            self.model = front_door.at_door(self.model, None)
            self._say(_(STOPPED), Tone.GOOD)


_LOOKING, _SERVING = "looking for the player's own server", "starting or stopping a server"
"""The names of tasks."""


async def run_front_door(read: Read, memory: PreferenceStore) -> int:
    """Show the front door, and what is chosen there, until the player goes. The exit code."""
    told = terminal.ask()
    home = ScreenHome(read, memory, told=told, notice=complaint(memory))
    end = Quit(0)
    while end.code < EXIT_SIGNAL:
        begun, end = await _at_door(home)
        if begun.entry is Item.QUIT:
            break
        if begun.entry is not Item.SETTINGS and end.code < EXIT_SIGNAL:
            end = await _outside(home, begun)
    if home.began and (runs := await home.host().find()) is not None:
        print(goes_on_text(runs.address.port))
    return end.code


async def _at_door(home: ScreenHome) -> tuple[DoorShell, Quit]:
    settings = home.settings()
    model = replace(first_model(settings, fixed=True), row=home.row, notice=home.notice)
    home.notice = None
    back = home.back()
    model = front_door.at_door(
        replace(model, screen=Screen.DOOR, door=DoorPart(front_door.door(None, back), back=back, tonight=home.tonight)),
        None,
    )
    shell = DoorShell(model, home)
    drawn = on_screen(shell, home.told)
    home.told = replace(home.told, asked=False, typed="")
    shell.begin(shell.look(DRAWN_SECONDS), _LOOKING)
    shell.begin(shell.look_round(settings.discover))
    return shell, await show(shell, drawn, None, None)


async def _outside(home: ScreenHome, begun: DoorShell) -> Quit:
    """Run what the player chose at the front door, until they come back to it."""
    if begun.entry in TOPICS:
        settings = home.settings()
        end, model = await play(settings, None, home.memory, home.told, home=True, lesson=TOPICS[begun.entry])
        home.beat = 0 if model.lesson is None else model.lesson.beat % len(BEATS)
        return end
    async with begun.stack:
        address, settings, own = home.entered(begun.entry, begun.solo)
        opens, home.empty = begun.entry is Item.ENTER and home.empty, False
        end, model = await play(settings, address, home.memory, home.told, home=True, opens=opens, own=own)
    home.name = model.name if begun.entry is Item.ENTER else home.name
    home.tonight = tonight(model) or home.tonight
    if way_back(model):
        home.row = 0
    if end.text:
        home.notice = Notice(end.text, Tone.FAULT, asyncio.get_running_loop().time())
    return end
