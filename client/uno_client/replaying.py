"""Records of games in files: read, and checked beside whatever else is done."""

import asyncio
from os.path import expanduser
from pathlib import Path
from typing import NamedTuple

from uno_client.messages import RecordChecked
from uno_client.wording.replay import verdict_text
from uno_engine.language import _
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.records.file import LARGEST, GameRecord, RecordFault, read
from uno_protocol.records.showing import Showing


class RecordRefused(Exception):
    """The file can't be shown; the message is one sentence for the player."""


class RecordFile(NamedTuple):
    """A record that was read, and the bytes of it."""

    record: GameRecord
    data: bytes

    async def checked(self) -> RecordChecked:
        """Whether it is true. That plays the whole game again, in another thread."""
        finding = await asyncio.to_thread(check, self.data)
        return RecordChecked(verdict_text(finding), false=finding.verdict is RecordVerdict.FALSE)


def load(path: Path) -> RecordFile:
    """The record in a file, which can be shown. Raises RecordRefused."""
    try:
        with Path(expanduser(path)).open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise RecordRefused(_("cannot read {path}: {reason}").format(path=path, reason=why)) from None
    if (file := shown(data)) is None:
        raise RecordRefused(f"{path}: {verdict_text(check(data))}")
    return file


def shown(data: bytes) -> RecordFile | None:
    """The record in these bytes; None if it can't be shown, from any seat and with all hands open."""
    try:
        record = read(data)
        Showing(record, open_hands=True)
    except RecordFault:
        return None
    return RecordFile(record, data)
