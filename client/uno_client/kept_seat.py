"""The seat that is kept while its player is away: said when they go, and shown first at the front door later."""

import json
import time
from contextlib import suppress
from typing import NamedTuple, Self

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
        file = state_folder() / "seat.json"
        try:
            if time.time() - file.stat().st_mtime > LAPSES_SECONDS:
                return None
            kept = json.loads(file.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        texts = kept if isinstance(kept, list) else []
        return cls(*texts) if len(texts) == len(cls._fields) and all(isinstance(each, str) for each in texts) else None


def keep_seat(model: Model) -> str:
    """Remember the seat of a player who goes. A sentence saying how they come back; empty if no seat is kept."""
    file, back = state_folder() / "seat.json", way_back(model)
    kept, here = KeptSeat.last(), (model.server.address, model.name)
    with suppress(OSError):
        if back and model.table is not None:
            make_folder(file.parent)
            write_private(file, json.dumps((model.table.room.name, *here)).encode())
        elif kept is not None and kept[1:] == here and not model.link.lost:
            file.unlink(missing_ok=True)
    return _("Your seat is kept. To come back: {back}").format(back=back) if back else ""
