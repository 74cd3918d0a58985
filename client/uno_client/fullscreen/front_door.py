"""The front door on the full screen, which is drawn until a game is chosen, and then again."""

import asyncio
import os
from bisect import bisect
from collections.abc import Sequence

from uno_client.address import Address
from uno_client.config import Settings, spoken
from uno_client.core import front_door
from uno_client.core.front_door import LEARNING
from uno_client.core.lesson.beats import BEATS, TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import DoorPart, Notice, Screen, Tone
from uno_client.core.standing import tonight, way_back
from uno_client.exits import EXIT_SIGNAL
from uno_client.front_door_games import FrontDoor, Read
from uno_client.fullscreen import terminal
from uno_client.fullscreen.app import ScreenShell, complaint, first_model, on_screen, play, show
from uno_client.fullscreen.own_keys import key_fields
from uno_client.messages import Command, Go, Remember, Speak
from uno_client.net.own_servers import Hosted
from uno_client.net.token_store import TokenStore
from uno_client.preferences import PreferenceStore, as_typed
from uno_client.shell import OwnServer, look_round
from uno_client.structs import replace
from uno_client.wording.front_door import DEALING, ENDED_HERE, STOPPED, Item
from uno_engine.language import _
from uno_protocol import catalogues
from uno_protocol.discovery import Reach

DRAWN_SECONDS = 0.1
"""After which the first screen has been drawn, and there is time for other things."""
LOOK_SECONDS = 2.0
"""Seconds between two checks of the players on your server."""


class DoorShell(ScreenShell):
    """The shell of the front door: what the player chooses goes to whoever waits for it."""

    def __init__(self, model: Model) -> None:
        super().__init__(model, TokenStore(None))
        self.waiting: asyncio.Future[Item] | None = None
        self.remembered = Remember({})
        """The settings, as the player has changed them last."""

    async def chosen(self, model: Model) -> Item:
        """Show that. What the player chooses there."""
        self.model, self.waiting = model, asyncio.get_running_loop().create_future()
        self.redraw()
        try:
            return await self.waiting
        finally:
            self.waiting = None

    def choose(self, entry: Item) -> None:
        """Choose that for the player; nothing if nobody waits for it."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(entry)

    def _carry_out(self, command: Command) -> None:
        match command:
            case Go(entry):
                self.choose(entry)
            case Remember():
                self.remembered = command
                self.choose(Item.SETTINGS)
            case Speak(language):
                catalogues.choose(spoken(language, os.environ))
                self.model = front_door.spoken_anew(self.model, key_fields(self.model))
            case _:
                super()._carry_out(command)


class ScreenDoor(FrontDoor):
    """The front door, the questions in its place, and the screens that it leads to."""

    shell: DoorShell
    """Of this look at the front door."""

    def __init__(self, read: Read, memory: PreferenceStore) -> None:
        super().__init__(read, memory)
        self._told = terminal.ask()
        self._beat = 0
        """Of the lesson: where it was left."""
        self._tonight: tuple[int, int] | None = None
        """Of `DoorPart`."""
        self._row = 0
        self._notice = complaint(memory)

    async def chosen(self) -> Item:
        settings, back = self.settings(), self.back()
        door = DoorPart(front_door.door(self.shown(), back), back=back, tonight=self._tonight)
        model = replace(first_model(settings, fixed=True), screen=Screen.DOOR, door=door, row=self._row)
        self.shell = DoorShell(replace(model, notice=self._notice))
        self._entry, self._notice = Item.QUIT, None
        drawn = on_screen(self.shell, self._told)
        self._told = replace(self._told, asked=False, typed="")
        for work in (self._visit(), self._look_on(), self._look_round(settings.discover)):
            self.shell.begin(work)
        self.code = (await show(self.shell, drawn)).code
        return self._entry if self.code < EXIT_SIGNAL else Item.QUIT

    async def door(self) -> Item:
        chosen = await self.shell.chosen(front_door.at_door(self.shell.model, self.shown()))
        self._row = self.shell.model.row
        if chosen is Item.PLAY:
            self.say(_(DEALING))
        return chosen

    async def choose(self, lines: Sequence[Item], question: str) -> Item:
        row = bisect(tuple(TOPICS.values()), self._beat) - 1 if lines is LEARNING else 0
        return await self.shell.chosen(front_door.asked(self.shell.model, lines, question, row))

    async def joining(self) -> Item:
        model = front_door.at_door(self.shell.model, self.shown())
        return await self.shell.chosen(replace(model, screen=Screen.HOSTED, notice=None))

    async def change_settings(self) -> None:
        model, file = self.shell.model, self.memory.file
        form = front_door.settings_form(self.memory.kept, key_fields(model))
        kept = replace(model.settings, file="" if file is None else as_typed(file))
        await self.shell.chosen(replace(model, screen=Screen.SETTINGS, form=form, settings=kept))
        if said := self.memory.keep(**self.shell.remembered.changes):
            self.say(said, Tone.FAULT)
        model, fresh = self.shell.model, first_model(self.settings(), fixed=True)
        self.shell.model = replace(model, name=fresh.name, settings=fresh.settings)

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        model = self.shell.model
        self.shell.model = replace(model, notice=Notice(text, tone, model.now))
        self.shell.redraw()

    async def play(self, entry: Item, settings: Settings, address: Address | None, own: OwnServer | None) -> int:
        lesson, opens = TOPICS.get(entry), entry is Item.ENTER and self.empty
        end, model = await play(
            settings, address, self.memory, self._told, home=True, lesson=lesson, opens=opens, own=own
        )
        if lesson is not None:
            self._beat = 0 if model.lesson is None else model.lesson.beat % len(BEATS)
            return end.code
        self.empty = False
        self.name = model.name if entry is Item.ENTER else self.name
        self._tonight = tonight(model) or self._tonight
        self._row = 0 if way_back(model) else self._row
        if end.text:
            self._notice = Notice(end.text, Tone.FAULT, asyncio.get_running_loop().time())
        return end.code

    async def _visit(self) -> None:
        self._entry = await super().chosen()
        self.shell.quit(0)

    async def _look_on(self) -> None:
        """Find out, now and then, whether your server runs, and who is there."""
        await asyncio.sleep(DRAWN_SECONDS)
        while True:
            waiting, found = self.shell.waiting, await self.host.find()
            if waiting is not None and waiting is self.shell.waiting:
                self._looked(found)
            await asyncio.sleep(LOOK_SECONDS)

    def _looked(self, found: Hosted | None) -> None:
        ran = self.hosted is not None
        self.found(found)
        model, shown = self.shell.model, self.shown()
        ended_here = model.screen is Screen.HOSTED and shown is None
        if ended_here or (model.screen is Screen.DOOR and not model.door.asks):
            model = front_door.at_door(model, shown)
        if ended_here:
            model = replace(model, row=model.door.lines.index(Item.HOST))
            self.shell.choose(Item.STAY)
        self.shell.model = replace(model, door=replace(model.door, hosted=shown))
        if ran and shown is None:
            self.say(_(ENDED_HERE if ended_here else STOPPED))
        elif self.shell.stale():
            self.shell.redraw()

    async def _look_round(self, reach: Reach) -> None:
        """Count the games on the network; nobody is asked whether they are there."""
        await asyncio.sleep(DRAWN_SECONDS)
        if not reach.off:
            await look_round(self.shell, reach, TokenStore.of_user().known).run()
