"""The page's modules, tested by Node.js in one process; what they fold are games that this side has played."""

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.node import LACKING, NODE
from tests.page.told import books, cleaned, judged, lines
from tests.page.told import told as told_by_the_client
from tests.patience import HANG
from tests.protocol.recorded_games import recorded as recorded_game
from tests.protocol.test_fold import CODE, RARE, ROOM_STORY, TABLES, Table, play_game
from uno_engine import events as ev
from uno_protocol import messages as m
from uno_protocol import room as rooms
from uno_protocol.codec import encode
from uno_protocol.labels import EARLY
from uno_protocol.wire import event_to_map

pytestmark = pytest.mark.fast

VIEWERS = (None, 0, 1)
RECORDS = (2, 10, 19, 68, 70, 72, 84)
"""Numbers of random games in which every kind of random choice occurs."""
EVERY = 5
"""Of the pictures that may be compared, one in so many is."""


class Recorded(Table):
    """A table that keeps what some viewers are sent, and now and then the snapshot that they would get instead."""

    def __init__(self, people: int, seed: int, **options: str) -> None:
        super().__init__(people, seed, **options)
        self.compared = 0
        self.sent: dict[int | None, list[Any]] = {viewer: [self.plain_snapshot(viewer)] for viewer in VIEWERS}

    def tell(self, event: ev.Event | rooms.RoomEvent) -> None:
        self.n += 1
        for viewer, messages in self.sent.items():
            if isinstance(event, rooms.SeatsMoved) and viewer in (event.seat, event.to):
                messages.append({**self.plain_snapshot(viewer), "moved": True})
                continue
            shown = event.seen_by(viewer) if isinstance(event, ev.Event) else event
            entry = encode(m.Entry(table=CODE, n=self.n, event=event_to_map(shown)))
            messages.append(msgpack.unpackb(entry))

    def check(self) -> None:
        """Only what the page makes of it is compared."""

    def check_strangers(self) -> None:
        self.compared += 1
        if self.compared % EVERY == 0:
            self.compare()

    def compare(self) -> None:
        for viewer, messages in self.sent.items():
            messages.append(self.plain_snapshot(viewer))


def recorded() -> list[tuple[str, Recorded]]:
    """Games of all rules, one in which rare things happen, and a room without a game."""
    made = []
    for title, options in TABLES.items():
        table = Recorded(3, 1, **options)
        play_game(table, random.Random(f"3 {title}"), rounds=2)
        made.append((title, table))
    returned = Recorded(3, 5)
    returned.open_game()
    made.append(("a first card that goes back", returned))
    rare = Recorded(3, 1, goal="points")
    rare.open_game()
    for event in RARE:
        rare.happen(event)
        rare.compare()
    made.append(("rare", rare))
    room = Recorded(3, 1)
    for told in ROOM_STORY:
        room.happen(told)
        room.compare()
    made.append(("room", room))
    for _, table in made:
        table.compare()
    return made


def records() -> list[dict[str, str]]:
    """Records of random games: with all hands, and with the eyes of a seat and a spectator, the last of mixed bytes."""
    games = [*(recorded_game(number) for number in RECORDS), recorded_game(RECORDS[0], mixing=True)]
    made = [{"all": game.data, "seat": game.eyes(0), "watch": game.eyes(None)} for game in games]
    return [
        {"seed": game.header.seed, **{name: data.decode() for name, data in texts.items()}}
        for game, texts in zip(games, made, strict=True)
    ]


@pytest.mark.skipif(bool(LACKING), reason=LACKING)
def test_the_modules_of_the_page_pass_their_tests(tmp_path: Path) -> None:
    games = [
        {"title": title, "viewer": viewer, "messages": messages}
        for title, table in recorded()
        for viewer, messages in table.sent.items()
    ]
    kinds = sorted({*ev.EVENTS, *rooms.ROOM_EVENTS} - {"game_placed"})
    made = {"GAMES": games, "KINDS": kinds, "TOLD": told_by_the_client()}
    made |= {"CLEANED": cleaned(), "JUDGED": judged(), "LINES": lines()}
    made |= {"RECORDS": records(), "BOOKS": books(), "EARLY": list(EARLY)}
    file = tmp_path / "games.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    ran = subprocess.run(
        [NODE, str(Path(__file__).with_name("all.mjs"))],
        env={"UNO_GAMES": str(file)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=HANG,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    passed = re.search(r"pass (\d+)$", ran.stdout, re.MULTILINE)
    assert passed, ran.stdout
    assert int(passed[1]) > len(games), ran.stdout
