"""The numbers of a server's players (P-7.37), counted by another process that gives way to it."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

from uno_protocol import messages as m
from uno_server.archive.opening import opened
from uno_server.journal import database
from uno_server.journal.database import CannotOpen

FIRST_SECONDS, BETWEEN_SECONDS = 5.0, 60.0
"""From the start of a server to its first look for finished games, and from one look to the next."""
HOUR = 3600.0
"""After which it counts again though no game was finished: an evening may be over."""
MOST, PRESETS = 20, 3
_TOOL = ("-P", "-m", "uno_server.archive.cli", "stats", "--json", "--public", "--most", str(MOST), "--data-dir")


@dataclass
class Board:
    """Counts again after games, in a thread. `warn` gets a message if that fails."""

    directory: Path
    warn: Callable[[str], None]
    stopped: threading.Event = field(default_factory=threading.Event)
    _shown: m.Numbers = m.Numbers(id=0)
    _counted: tuple[int, str | None, float] = field(default_factory=lambda: (0, None, time.time()))
    """How many finished games and forgotten names there were at the last count, and when that was."""

    def shown(self) -> m.Numbers:
        """The last numbers; the id is for the one who asks."""
        return self._shown

    def start(self) -> None:
        """Begin. The thread keeps no program from ending."""
        threading.Thread(target=self._run, name="numbers", daemon=True).start()

    def _run(self) -> None:
        wait = FIRST_SECONDS
        while not self.stopped.wait(wait):
            self.look()
            wait = BETWEEN_SECONDS

    def look(self) -> None:
        """Count, if a game was finished or a name forgotten since the last time, or an hour is over."""
        try:
            with opened(self.directory) as connection:
                sql = "SELECT count(*) FROM games WHERE result IS NOT NULL"
                (finished,) = connection.execute(sql).fetchone()
                forgotten = database.about(connection, database.FORGOTTEN)
            *before, when = self._counted
            if [finished, forgotten] != before or time.time() - when > HOUR:
                self._counted = (finished, forgotten, time.time())
                self._shown = counted(self.directory)
        except (CannotOpen, OSError, ValueError, LookupError) as fault:
            self.warn(f"the numbers of players are not counted: {fault}")


def counted(directory: Path) -> m.Numbers:
    """The numbers of a journal, counted in a process. Raises CannotOpen, OSError, ValueError, LookupError."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
    done = subprocess.run(
        [sys.executable, *_TOOL, str(directory)],
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        *_, last = ["no reason is given", *done.stderr.decode(errors="replace").splitlines()]
        raise CannotOpen(last)
    tonight, month, always = (
        [_line(one) for one in period["players"]] for period in json.loads(done.stdout)["periods"]
    )
    return m.Numbers(id=0, tonight=tonight, month=month, always=always)


def _line(one: dict[str, Any]) -> m.PlayerNumbers:
    plain = {name: one[name] for name in m.PlayerNumbers.__struct_fields__[:-1]}
    parts = {"low": int(100 * one["low"]), "high": ceil(100 * one["high"]), "equal": round(100 * one["equal"])}
    return m.PlayerNumbers(**plain | parts, presets=_presets(one["rules"]))


def _presets(rules: dict[str, dict[str, Any]]) -> list[m.PresetNumbers]:
    games, wins, equal = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for text, did in rules.items():
        preset = text.partition(" ")[0]
        games[preset] += did["games"]
        wins[preset] += did["wins"]
        equal[preset] += did["equal"]
    return [
        m.PresetNumbers(preset=preset, games=count, wins=wins[preset], equal=round(100 * equal[preset]))
        for preset, count in games.most_common(PRESETS)
    ]
