"""The front door of both faces: what each choice leads to, the player's own server, and the seat that is kept."""

import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple, Self

import msgspec

from uno_client.address import Address, parse_address
from uno_client.config import Settings
from uno_client.core.front_door import LEARNING, LEAVING, STOPPING
from uno_client.core.lesson.beats import TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.standing import way_back
from uno_client.exits import EXIT_SIGNAL
from uno_client.names import quoted_name
from uno_client.net.own_servers import Host, Hosted, ServerFailed, private_server
from uno_client.net.token_store import state_folder
from uno_client.preferences import Preferences, PreferenceStore
from uno_client.structs import replace
from uno_client.wording import front_door as words
from uno_client.wording.front_door import Hosting, Item
from uno_client.wording.sanitize import clean
from uno_engine.language import _
from uno_protocol import catalogues
from uno_protocol.private_files import make_folder, write_private

Read = Callable[[Preferences, Sequence[str]], Settings]
"""The settings of a run, by what the settings file says and with these options more."""
_ALONE = ("--solo", "--rules", "official", "--turn-seconds", "0", "--set", "goal=single_round")
_PLAY_NOW = (*_ALONE, "--seats", "4", "--bots", "3")
"""Variables change neither its rules nor its players, and no clock runs."""


LAPSES_SECONDS = 24 * 3600.0
"""A session lapses a day after its last use (P-5.5), and the way back to its seat with it."""


class KeptSeat(NamedTuple):
    """A seat: the name of its table, the server's address, and the player's name there."""

    table: str
    server: str
    name: str

    @classmethod
    def last(cls) -> Self | None:
        """The seat that was left last; None if there is none, or if it can't be read."""
        file = _file()
        try:
            if time.time() - file.stat().st_mtime > LAPSES_SECONDS:
                return None
            seat = msgspec.json.decode(file.read_bytes(), type=cls)
            parse_address(seat.server)
        except (OSError, ValueError):
            return None
        return seat


def _file() -> Path:
    return state_folder() / "seat.json"


def keep_seat(model: Model) -> str:
    """Remember the seat of a player who goes. A sentence saying how they come back; empty if no seat is kept."""
    file, back = _file(), way_back(model)
    kept, here = KeptSeat.last(), (model.server.address, model.name)
    with suppress(OSError):
        if back and model.table is not None:
            make_folder(file.parent)
            write_private(file, msgspec.json.encode((model.table.room.name, *here)))
        elif kept is not None and kept[1:] == here and not model.link.lost:
            file.unlink(missing_ok=True)
    return _("Your seat is kept. To come back: {back}").format(back=back) if back else ""


def own_host() -> Host:
    """The player's own server."""
    return Host(state_folder() / "hosted")


class FrontDoor(ABC):
    """Where a player comes from and returns to: the games, their settings, and a server of their own.

    A face shows what there is to choose, and says what was chosen: None at the end of input.
    """

    def __init__(self, read: Read, memory: PreferenceStore) -> None:
        self.read, self.memory, self.host = read, memory, own_host()
        self.hosted: Hosted | None = None
        self.began = False
        """The server was started in this run, and the player hasn't said whether it should keep running."""
        self.empty = False
        """No player has been on the server yet."""
        self.name = ""
        """The player's name there, who isn't counted; empty: as the settings say."""
        self.code = 0
        """The exit code of a player who goes."""
        self._solo: Address | None = None
        """Where the private server is that runs until `_stack` ends."""
        self._stack = AsyncExitStack()

    @abstractmethod
    async def door(self) -> Item | None:
        """What the player chooses at the front door."""

    @abstractmethod
    async def choose(self, lines: Sequence[Item], question: str) -> Item | None:
        """What the player answers to a question in its place."""

    @abstractmethod
    async def joining(self) -> Item | None:
        """What the player chooses where they see how others join their server."""

    @abstractmethod
    async def change_settings(self) -> None:
        """Let the player change the settings."""

    @abstractmethod
    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """Tell the player something."""

    @abstractmethod
    async def play(self, entry: Item, settings: Settings, address: Address | None, own: Self | None) -> int:
        """Play that, until the player comes back. The exit code. `own`: it is the player's own server."""

    async def run(self) -> int:
        """Show the front door, and what is chosen there, until the player goes. The exit code."""
        try:
            while (entry := await self.chosen()) is not Item.QUIT:
                async with self._stack:
                    code = await self.play(entry, *self._entered(entry))
                if code >= EXIT_SIGNAL:
                    return code
            return self.code
        finally:
            await self._stack.aclose()
            await self.look()
            if self.began and self.hosted is not None:
                print(words.goes_on_text(self.hosted.address.port))

    async def chosen(self) -> Item:
        """What is played next, once its server runs; QUIT: the player goes."""
        entry = None
        while entry is None:
            try:
                entry = await self._led_to(await self.door())
            except ServerFailed as failed:
                self.say(str(failed), Tone.FAULT)
        return entry

    async def _led_to(self, entry: Item | None) -> Item | None:
        """What is played after that choice, if anything. Raises ServerFailed."""
        match entry:
            case Item.PLAY:
                self._solo = await self._stack.enter_async_context(private_server())
            case Item.LEARN:
                topic = await self.choose(LEARNING, _(words.LEARNING))
                return topic if topic in TOPICS else None
            case Item.HOST:
                await self._start()
                return Item.ENTER if await self.joining() is Item.ENTER else None
            case Item.SETTINGS:
                await self.change_settings()
                return None
            case Item.STOP:
                people = () if (shown := self.shown()) is None else shown.people
                if not people or await self.choose(STOPPING, words.stop_question(people)) is Item.SURE:
                    await self._stop()
                return None
            case Item.QUIT if self.began:
                answer = await self.choose(LEAVING, _(words.LEAVING))
                if answer is Item.SURE:
                    await self._stop()
                elif answer is Item.KEEP:
                    self.began = False
                return None if answer is Item.STAY else Item.QUIT
        return entry or Item.QUIT

    def settings(self, entry: Item = Item.JOIN) -> Settings:
        """The settings of what is begun; the language is that of the file, too."""
        settings = self.read(self.memory.kept, _PLAY_NOW if entry is Item.PLAY else ())
        catalogues.choose(settings.language)
        return settings

    def back(self) -> str:
        """The table where a seat is kept for the player; empty if there is none."""
        seat = KeptSeat.last()
        return "" if seat is None else clean(seat.table, 30)

    def shown(self) -> Hosting | None:
        """What is shown of the player's own server."""
        if self.hosted is None:
            return None
        told, hosted = self.host.told(), self.hosted
        return replace(
            told if told.addresses else Hosting(unreached=told.unreached),
            port=hosted.address.port,
            people=told.people - {clean(self.name or self.settings().own_name)},
            wanted=hosted.wanted if hosted.wanted not in (0, hosted.address.port) else 0,
            here=str(hosted.address),
        )

    async def look(self) -> None:
        """Find out whether the player's server runs."""
        self.found(await self.host.find())

    def found(self, hosted: Hosted | None) -> None:
        """Take in whether it runs."""
        self.hosted, self.began = hosted, self.began and hosted is not None

    async def ended(self, *, starts: bool = False) -> str | None:
        """None if the player's server runs; else empty. `starts`: it is started again; if that fails, why."""
        try:
            if starts and self.hosted is not None:
                await self._run(self.hosted.address.port)
        except ServerFailed as failed:
            return str(failed)
        return "" if await self.host.find() is None else None

    def _entered(self, entry: Item) -> tuple[Settings, Address | None, Self | None]:
        """The settings for what was chosen, and where it is played; None: it is asked for.

        `self` is the last, if that is the player's own server. A kept seat is returned to under its player's name.
        """
        settings, seat = self.settings(entry), KeptSeat.last()
        address = self._solo if entry is Item.PLAY else None
        if entry is Item.RETURN and seat is not None:
            address, settings = parse_address(seat.server), dataclasses.replace(settings, name=quoted_name(seat.name))
        elif entry is Item.ENTER and self.hosted is not None:
            address = self.hosted.address
            self.memory.hosted = str(address)
        return settings, address, self if self.hosted is not None and address == self.hosted.address else None

    async def _start(self) -> None:
        await self.look()
        if self.hosted is None:
            self.say(_(words.STARTING))
            await self._run()
            self.empty = True

    async def _run(self, port: int | None = None) -> None:
        self.hosted = await self.host.start(_("{name}'s game").format(name=self.settings().own_name), port=port)
        self.began = True

    async def _stop(self) -> None:
        self.say(_(words.STOPPING))
        if self.hosted is not None:
            await self.host.stop(self.hosted)
        self.found(None)
        self.say(_(words.STOPPED), Tone.GOOD)
