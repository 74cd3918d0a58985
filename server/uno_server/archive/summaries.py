"""Summary rows: what each player did in a finished game. Statistics read only these, and they outlive the records."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import Any

from uno_engine import events as ev
from uno_engine.evolve import evolve
from uno_engine.options import differences
from uno_engine.presets import preset
from uno_engine.rules import OWN_TEXT
from uno_engine.state import Game, Phase
from uno_engine.view import view_for
from uno_protocol.kept import pack
from uno_protocol.records.file import RecordedPlayer
from uno_protocol.room import Room, RoomEvent
from uno_server.archive.numbers import FINISHED, PlayerSummary, SummaryRow, missing
from uno_server.archive.opening import opened
from uno_server.journal import bodies, database, upkeep
from uno_server.journal.bodies import Head, Moment, back_from
from uno_server.journal.database import BodyRow, CannotOpen, Damaged, Statement
from uno_server.journal.recording import Pacing, at_once

_COUNTS = PlayerSummary._fields[PlayerSummary._fields.index("called") :]


def rules_text(preset: str, options: Mapping[str, str]) -> str:
    """Rules on one line, as `list` shows them."""
    return " ".join([preset, *(f"{key}={value}" for key, value in options.items())])


def options_told(room: Room) -> dict[str, str]:
    """The options that differ from the preset. The host's own rule is not among them: it may name people."""
    return {key: text for key, text in differences(room.rules, preset(room.preset)).items() if key != OWN_TEXT}


def summary_of(head: Head, moments: Iterable[Moment]) -> SummaryRow:
    """The summary of a game that is over. Raises Damaged."""
    room, game, public = head.room.copy(), view_for(head.state(), None), _is_public(head.room)
    counted = [Counter[str]() for _ in head.seated]
    try:
        for at, moment in enumerate(moments):
            for event in moment.events:
                if not isinstance(event, RoomEvent):
                    evolve(game, event.seen_by(None))
                    _count(counted, event, game)
                elif at:  # the room is that after the first commit
                    event.fold(room)
                    public = public and _is_public(room)
    except (LookupError, ValueError, TypeError, AttributeError) as fault:
        raise Damaged("an entry does not fit those before it") from fault
    if game.phase is not Phase.OVER:
        raise Damaged("its end is missing")
    players = [
        PlayerSummary(
            seat,
            one.name,
            RecordedPlayer.of(one).kind,
            seat in game.winners,
            game.scores[seat],
            *map(did.__getitem__, _COUNTS),
        )
        for seat, (one, did) in enumerate(zip(room.occupants, counted, strict=True))
        if one is not None and game.seated[seat]
    ]
    share = len(game.winners) / max(1, sum(game.seated))
    return SummaryRow(rules_text(head.room.preset, options_told(head.room)), game.round, share, public, players)


def _is_public(room: Room) -> bool:
    return room.listed and not room.password


def _count(counted: Sequence[Counter[str]], event: ev.Event, game: Game) -> None:
    """Count an event that has just been folded into `game`."""
    match event:
        case ev.PlayerJoined(seat):
            counted[seat].clear()  # what was done there before was not theirs
        case ev.UnoCalled(seat):
            counted[seat]["called"] += 1
        case ev.UnoCaught(seat, by):
            counted[seat]["forgotten"] += 1
            if by is not None:
                counted[by]["caught"] += 1
        case ev.Challenged(seat, guilty=guilty):
            counted[seat]["right" if guilty else "wrong"] += 1
        case ev.CardsPlayed(seat, cards) if len(cards) > 1:
            counted[seat]["longest"] = max(counted[seat]["longest"], len(cards))
        case _:
            pass
    for did, held in zip(counted, game.counts, strict=True):
        did["biggest"] = max(did["biggest"], held)


def add_missing(
    directory: Path,
    only: Container[int] | None = None,
    go_on: Callable[[], bool] = lambda: True,
    pace: Pacing = at_once,
) -> None:
    """Store the rows of finished games, or of some, that have none yet, in steps that no move has to wait for.

    A damaged game gets none. Raises CannotOpen, also if there is something to store and that can't be done.
    """
    with opened(directory) as connection:
        lacking = (game for game in missing(connection) if only is None or game[0] in only)
        if (first := next(lacking, None)) is None:
            return
        made = chain([(database.NUMBERS, ())], _rows(connection, chain([first], lacking), go_on, pace))
        try:
            with closing(upkeep.connected(directory / database.FILE)) as writing:
                upkeep.one_by_one(writing, made)
        except sqlite3.Error as fault:
            text = database.in_words(fault)
            raise CannotOpen(f"cannot store the summaries of games in {directory}: {text}") from fault


def _rows(
    connection: sqlite3.Connection, games: Iterable[tuple[Any, ...]], go_on: Callable[[], bool], pace: Pacing
) -> Iterator[Statement]:
    for game in games:
        if not go_on():
            return
        with suppress(Damaged):
            number, ended, _, result, *_ = game
            yield to_write(number, ended, result, _summary(connection, pace, *game))


def wrong(connection: sqlite3.Connection) -> Iterator[int]:
    """The games whose summaries are not what happened, as far as that can still be read. Raises sqlite3.Error."""
    if database.has_numbers(connection):
        for row in database.rows(connection, "numbers"):
            for game in connection.execute(f"{FINISHED} AND number = ?", (row.number,)):
                with suppress(Damaged):
                    if row.sound and row.body != pack(_summary(connection, at_once, *game)):
                        yield row.number


def _summary(
    connection: sqlite3.Connection,
    pace: Pacing,
    number: int,
    _ended: float,
    last: int,
    result: bytes,
    record: bytes | None,
    *row: Any,
) -> SummaryRow:
    """The summary of a game in the journal. Raises Damaged."""
    head, told = bodies.read_head(BodyRow(number, *row).written()), bodies.read_result(result)
    if record is not None:
        moments = list(pace(bodies.read_record(record)))
    else:
        entries = [entry for entry, _ in pace(back_from(connection, last, number))]
        moments = [bodies.read_moment(entry.number, entry.body) for entry in pace(reversed(entries))]
    commits = [moment.commit for moment in moments]
    if commits[:1] != [number] or commits[:-1] != [moment.before for moment in moments[1:]]:
        raise Damaged("a commit is missing")
    made = summary_of(head, pace(moments))
    for one in made.players:
        if (one.name, one.points, one.won) != (told.names[one.seat], told.scores[one.seat], one.seat in told.winners):
            raise Damaged("its result is not what happened")
    return made


def to_write(number: int, ended: float, result: bytes, summary: SummaryRow) -> Statement:
    """Stores the row of the game that this commit opened, unless its result is another now: a name was forgotten."""
    _, values = database.to_write("numbers", number, pack(summary))
    unchanged = "SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM games WHERE number = ? AND result = ?)"
    return f"INSERT OR REPLACE INTO numbers (number, body, sum, ended) {unchanged}", (*values, ended, number, result)
