"""Records: random games of random rules are recorded, read, shown and checked, and changed in every way.

torture.py records [--games 2000] [--bytes 10000] [--forgeries 1000] [--seed N] [--json]

Into every other game, bytes of players are mixed; the scenarios of tests/scenarios are games, too. Each game must be
read as it was written and be true, show each viewer what that one saw after every tenth event, and be the same in its
HTML file. A record with one byte changed must be damaged; one with another card, action, order or result, or with
another seed, secret, commitment, list of bytes or position, and a digest that fits must be false, with other rules
unknown. The exit code is 1 if anything else is said of one of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from environment import progress

from tests.protocol.forged_records import forged, lines_of, resealed, verdict_due
from tests.protocol.recorded_games import RecordedGame, recorded, recorded_scenario
from tests.server.stories import story_of
from trials.torture import parser, report
from uno_engine.events import Event
from uno_engine.scenario.text import blocks
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.records.file import read, write
from uno_protocol.records.showing import Showing
from uno_server.archive.html import html

NAME = "torture.py records"
EVERY = 10
"""A picture is compared after every so many events."""


def main(typed: Sequence[str]) -> int:
    """Exit code: 0 if all is as it must be, 1 if something isn't, 2 for options that make no sense."""
    options = parser(NAME, __doc__)
    options.add_argument("--games", type=int, default=2_000, metavar="N", help="how many games (2,000)")
    options.add_argument("--bytes", type=int, default=10_000, metavar="N", help="how many changed bytes (10,000)")
    options.add_argument("--forgeries", type=int, default=1_000, metavar="N", help="how many forged records (1,000)")
    asked = options.parse_args(typed)
    if asked.seed < 0 or min(asked.games, asked.bytes, asked.forgeries) < 1:
        options.error("--seed from 0 on, all others from 1 on")
    choice, found, kept = random.Random(asked.seed), list[str](), list[bytes]()
    with progress.line():
        scenarios = 0
        for scenarios, (name, made) in enumerate(_scenarios(), 1):
            found += [f"{name}: {wrong}" for wrong in _wrong(made)]
            kept += [made.data] if scenarios % 10 == 0 else []
            progress.show(f"scenarios: {scenarios:,}; {len(found)} findings")
        many = len(kept)
        for number in range(asked.games):
            made = recorded(asked.seed * 1_000_000 + number, folding=True, mixing=number % 2 == 0)
            found += [f"game {number}: {wrong}" for wrong in _wrong(made)]
            kept += [made.data] if len(kept) < many + 200 else []
            progress.show(f"games: {number + 1:,} of {asked.games:,}; {len(found)} findings")
        found += _damaged(choice, kept, asked.bytes)
        found += _forged(choice, kept, asked.forgeries)
    told = {name: getattr(asked, name) for name in ("games", "bytes", "forgeries", "seed")}
    figures = told | {"scenarios": scenarios, "findings": len(found)}
    report(NAME, found, figures, as_json=asked.json)
    return 1 if found else 0


def _scenarios() -> Iterator[tuple[str, RecordedGame]]:
    """Every scenario that is a game, with its name."""
    for file in sorted((Path(__file__).parents[3] / "tests" / "scenarios").rglob("*.game")):
        for block in blocks(file.read_text(encoding="utf-8")):
            if (made := recorded_scenario(block, block.line)) is not None:
                yield f"{file.name}, {block.name}", made


def _wrong(made: RecordedGame) -> list[str]:
    """What of a game's records is not as it must be."""
    record = read(made.data)
    wrong = [] if write(*record) == made.data else ["it is written otherwise than it was"]
    if check(made.data).verdict is not RecordVerdict.TRUE:
        wrong.append(check(made.data).text)
    if story_of(html(made.data, "en").decode())["record"].encode() != made.data:
        wrong.append("its HTML file has another record")
    for viewer in (None, *range(len(made.header.seats))):
        own = made.eyes(viewer)
        if check(own).verdict is not RecordVerdict.NOT_CHECKED:
            wrong.append(f"viewer {viewer}: {check(own).text}")
        for showing in (Showing(record, viewer), Showing(read(own))):
            events = [n for n, event in enumerate(showing.events, 1) if isinstance(event, Event)]
            for n in events[::EVERY]:
                shown, was = showing.at(n).game, made.views[events.index(n)][viewer]
                assert shown is not None
                shown.rules = was.rules  # which differ in options that mean nothing in this game
                if shown != was:
                    wrong.append(f"viewer {viewer} is shown another game after event {n}")
                    break
    return wrong


def _damaged(choice: random.Random, records: Sequence[bytes], many: int) -> list[str]:
    found = []
    for number in range(many):
        data = bytearray(choice.choice(records))
        at = choice.randrange(len(data))
        data[at] ^= choice.randrange(1, 256)
        if (said := check(bytes(data))).verdict is not RecordVerdict.DAMAGED:
            found.append(f"changed byte {number}: {said.text}")
    return found


def _forged(choice: random.Random, records: Sequence[bytes], many: int) -> list[str]:
    found, tried = list[str](), 0
    while tried < many:
        lines = lines_of(data := choice.choice(records))
        if forged(choice, lines):
            tried += 1
            if (said := check(resealed(lines))).verdict is not verdict_due(data, lines):
                found.append(f"forgery {tried}: {said.text}")
            progress.show(f"forgeries: {tried:,} of {many:,}; {len(found)} findings")
    return found
