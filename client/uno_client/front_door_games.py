"""The games that the front door opens, for both faces: a solo game, your server, the seat that is kept."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec
from msgspec import Struct

from uno_client.address import Address, parse_address
from uno_client.config import Settings
from uno_client.core.model import Model
from uno_client.core.standing import way_back
from uno_client.names import name_of_user
from uno_client.net.token_store import state_folder
from uno_client.preferences import Preferences, PreferenceStore
from uno_client.structs import replace
from uno_client.wording.front_door import STARTING, STOPPING, Hosting, Item
from uno_client.wording.sanitize import clean
from uno_engine.language import _
from uno_protocol import catalogues
from uno_protocol.private_files import make_folder, write_private

if TYPE_CHECKING:
    from uno_client.net.hosted_server import Host, Hosted

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
    from uno_client.net.hosted_server import Host

    return Host(state_folder() / "hosted")


class Home(Struct):
    """Where a player comes from and returns to: their settings, and a server of their own."""

    read: Read
    memory: PreferenceStore
    kept_host: Host | None = None
    hosted: Hosted | None = None
    began: bool = False
    """The server was started in this run, and the player hasn't said whether it should keep running."""
    name: str = ""
    """The player's name there, who isn't counted; empty: as the settings say."""

    def host(self) -> Host:
        """The player's own server."""
        self.kept_host = self.kept_host or own_host()
        return self.kept_host

    def settings(self, entry: Item = Item.JOIN) -> Settings:
        """The settings of what is begun; the language is that of the file, too."""
        settings = self.read(self.memory.kept, _PLAY_NOW if entry is Item.PLAY else ())
        catalogues.choose(settings.language)
        return settings

    def own_name(self) -> str:
        """The name under which the player plays, if it is free."""
        settings = self.settings()
        return settings.name or settings.kept.name or name_of_user()

    def back(self) -> str:
        """The table where a seat is kept for the player; empty if there is none."""
        seat = KeptSeat.last()
        return "" if seat is None else clean(seat.table, 30)

    def entered(self, entry: Item, solo: Address | None) -> tuple[Address | None, Settings, Self | None]:
        """Where that is played (None: it is asked for), the settings for it, and the player's own server if it is that.

        `solo`: where the private server is. Under the name of the seat that is kept for them they return to it.
        """
        address, settings, seat = solo, self.settings(entry), KeptSeat.last()
        if entry is Item.RETURN and seat is not None:
            address, settings = parse_address(seat.server), dataclasses.replace(settings, name=seat.name)
        elif entry is Item.ENTER and self.hosted is not None:
            address = self.hosted.address
            self.memory.hosted = str(address)
        return address, settings, self if self.hosted is not None and address == self.hosted.address else None

    def shown(self) -> Hosting | None:
        """What is shown of the player's own server."""
        if self.hosted is None:
            return None
        told, hosted = self.host().told(), self.hosted
        return replace(
            told if told.addresses else Hosting(unreached=told.unreached),
            port=hosted.address.port,
            people=told.people - {clean(self.name or self.own_name())},
            wanted=hosted.wanted if hosted.wanted not in (0, hosted.address.port) else 0,
            here=str(hosted.address),
        )

    async def ended(self) -> bool:
        """Whether the player's server doesn't run."""
        return await self.host().find() is None

    async def again(self) -> str:
        """Start it again, at the port where it was. Why that failed; else empty."""
        assert self.hosted is not None
        return await self.run(self.hosted.address.port)

    async def look(self) -> None:
        """Find out whether the player's server runs."""
        self.found(await self.host().find())

    def found(self, hosted: Hosted | None) -> None:
        """Take in whether it runs."""
        self.hosted, self.began = hosted, self.began and hosted is not None

    async def start(self, say: Callable[[str], None]) -> str:
        """Find the player's server, or start it. Why that failed; else empty."""
        await self.look()
        if self.hosted is not None:
            return ""
        say(_(STARTING))
        return await self.run()

    async def run(self, port: int | None = None) -> str:
        """Start the player's server, at that port if one is given. Why that failed; else empty."""
        from uno_client.net.hosted_server import HostFailed

        try:
            self.hosted = await self.host().start(_("{name}'s game").format(name=self.own_name()), port=port)
        except HostFailed as failed:
            return str(failed)
        self.began = True
        return ""

    async def stop(self, say: Callable[[str], None]) -> str:
        """Stop the player's server. Why that failed; else empty."""
        from uno_client.net.hosted_server import HostFailed

        say(_(STOPPING))
        try:
            if self.hosted is not None:
                await self.host().stop(self.hosted)
        except HostFailed as failed:
            return str(failed)
        self.found(None)
        return ""
