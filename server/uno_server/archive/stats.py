"""`uno-records stats`: prints what the players of a server have done, by name."""

import csv
import json
import sqlite3
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from uno_protocol.text import clean
from uno_server.archive.numbers import CountedGames, CountedPlayer, Period, missing, numbers, periods, stored
from uno_server.archive.opening import opened

NOTE = "The games that each name stayed in to the end. A name proves nothing: anybody may have used it."
_FORMULA = ("=", "+", "-", "@")
_CSV = (
    "period",
    "since",
    "name",
    "rules",
    *(one.name for one in fields(CountedGames)),
    "low",
    "high",
    "streak",
    "running",
)


def stats(directory: Path, asked: Namespace) -> str | None:
    """Print what the players of this server have done, by name."""
    with opened(directory) as connection:
        lacking = missing(connection).fetchone() is not None
    if lacking:
        from uno_server.archive.summaries import add_missing  # it reads whole games: most of all imports

        add_missing(directory)
    now = time.time()
    spans = periods(now) if asked.since is None else [Period("since then", asked.since(now))]
    with opened(directory) as connection:
        found = [(span, _of(connection, span, asked)) for span in spans]
    if asked.player is not None and not found[-1][1]:
        return f"no game that {clean(asked.player)!a} played to the end{' since then' if asked.since else ''}"
    if asked.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([_CSV, *chain(*(_csv(*each) for each in found))])
    elif asked.json:
        print(json.dumps({"note": NOTE, "periods": [_numbers_map(*each) for each in found]}))
    else:
        tables = [_numbers_text(*each, by_rules=asked.player is not None) for each in found]
        print("\n\n".join([NOTE, *tables, _LEGEND]))
    return None


def _of(connection: sqlite3.Connection, span: Period, asked: Namespace) -> list[CountedPlayer]:
    return numbers(stored(connection, span.since, public=asked.public), asked.player)[: asked.most]


def _cell(text: str) -> str:
    """A text that no terminal obeys, and no spreadsheet takes for a formula."""
    text = clean(text)
    return f"'{text}" if text[:1] in _FORMULA else text


def _csv(span: Period, players: Sequence[CountedPlayer]) -> Iterator[tuple[object, ...]]:
    """The rows of a period: each player by all rules (empty), then by each, without streaks."""
    for one in players:
        yield span.name, span.since, _cell(one.name), "", *_did_map(one.all).values(), one.streak, one.running
        for rules, did in one.rules.items():
            yield span.name, span.since, _cell(one.name), _cell(rules), *_did_map(did).values(), "", ""


def _numbers_map(span: Period, players: Sequence[CountedPlayer]) -> dict[str, Any]:
    return {
        "period": span.name,
        "since": span.since,
        "players": [
            {
                "name": one.name,
                **_did_map(one.all),
                "streak": one.streak,
                "running": one.running,
                "rules": {rules: _did_map(did) for rules, did in one.rules.items()},
            }
            for one in players
        ],
    }


def _did_map(did: CountedGames) -> dict[str, Any]:
    low, high = did.interval
    return {**asdict(did), "low": low, "high": high}


_HEAD = ("name", "games", "won", "(95 %)", "by chance", "points", "UNO", "forgot", "caught", "right", "wrong",
         "hand", "chain", "streak", "rules")  # fmt: skip
_LEGEND = """\
by chance: what a player who is as good as the others wins; (95 %): between these the player's own chance is.
UNO, forgot, caught: called it, was caught without it, caught others. right, wrong: challenges.
hand: the most cards held; chain: the most cards played at once; streak: the most games won in a row."""


def _numbers_text(span: Period, players: Sequence[CountedPlayer], *, by_rules: bool) -> str:
    """A period as a table."""
    since = f", from {datetime.fromtimestamp(span.since).astimezone():%Y-%m-%d %H:%M}" if span.since else ""
    if not players:
        return f"{span.name}{since}: no games"
    rows: list[tuple[str, ...]] = [_HEAD]
    for one in players:
        rows.append((clean(one.name), *_did_words(one.all), str(one.streak), ""))
        if by_rules:
            rows += [("", *_did_words(did), "", clean(rules)) for rules, did in one.rules.items()]
    width, *widths, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = [f"{span.name}{since}"]
    for name, *cells, rules in rows:
        right = [cell.rjust(most) for cell, most in zip(cells, widths, strict=True)]
        lines.append("  ".join(["", name.ljust(width), *right, rules]).rstrip())
    return "\n".join(lines)


def _did_words(did: CountedGames) -> tuple[str, ...]:
    low, high = did.interval
    counts = (did.points, did.called, did.forgotten, did.caught, did.right, did.wrong, did.biggest, did.longest)
    return (str(did.games), str(did.wins), f"{low:.0%}-{high:.0%}", f"{did.equal:.2f}", *map(str, counts))
