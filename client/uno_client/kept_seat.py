"""The seat that is kept while its player is away: said when they go, and shown first at the front door later."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from uno_client.address import parse_address
from uno_client.core.model import Model
from uno_client.core.standing import way_back
from uno_client.net.token_store import state_folder
from uno_engine.language import _
from uno_protocol.private_files import make_folder, write_private

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
            table, server, name = map(str, json.loads(file.read_text("utf-8")))
            parse_address(server)
        except (OSError, ValueError, TypeError):
            return None
        return cls(table, server, name)


def _file() -> Path:
    return state_folder() / "seat.json"


def keep_seat(model: Model) -> str:
    """Remember the seat of a player who goes. A sentence saying how they come back; empty if no seat is kept."""
    file, back = _file(), way_back(model)
    kept, here = KeptSeat.last(), (model.server.address, model.name)
    with suppress(OSError):
        if back and model.table is not None:
            make_folder(file.parent)
            write_private(file, json.dumps((model.table.room.name, *here)).encode())
        elif kept is not None and kept[1:] == here and not model.link.lost:
            file.unlink(missing_ok=True)
    return _("Your seat is kept. To come back: {back}").format(back=back) if back else ""
