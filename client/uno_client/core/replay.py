"""Seeing a game again: steps through its record by turns and marks, a chosen speed, and other eyes. Pure."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from uno_client.core.model import Model
from uno_client.core.model.parts import Screen, Tone
from uno_client.core.model.replay import Replay
from uno_client.core.model.table import LOG_LINES, HandPart, LogLine, PlayPart
from uno_client.core.recorder import record_of
from uno_client.core.requests import Next, say
from uno_client.core.standing import quotable_position
from uno_client.messages import Consider, Considered, Fetched, RecordChecked
from uno_client.structs import replace
from uno_client.wording.sanitize import clean
from uno_client.wording.words import voice_of
from uno_engine.decisions import TakeTurn, asked
from uno_engine.events import PlayerLeft
from uno_engine.language import _
from uno_engine.state import Phase, View
from uno_protocol.room import RoomEvent
from uno_protocol.wording.entries import sentence

if TYPE_CHECKING:
    from uno_client.messages import Opinion
    from uno_protocol.records.file import GameRecord
    from uno_protocol.records.showing import Showing

LAST_TURNS = 5
"""How many turns before its end a game is shown that has just been played."""


class Pace(NamedTuple):
    """A speed: its name, and the seconds that a turn is shown."""

    name: str
    seconds: float


PACES = (Pace("½×", 2.5), Pace("1×", 1.2), Pace("2×", 0.6), Pace("4×", 0.3))


def opened(model: Model, record: GameRecord, *, alone: bool, latest: bool = False) -> Model:
    """The model that shows a record: a game of the player's from their seat, another from none, with all hands open.

    `alone`: there is no table behind it. `latest`: it begins a few turns before its end, and plays.
    Raises RecordUnknown, RecordMalformed.
    """
    from uno_protocol.records.showing import Showing

    record = _harmless(record)
    sits = own_seat(model, record)
    showing = Showing(record, sits, open_hands=sits is None)
    whole = sits is not None or not alone
    ended = showing.at(len(showing)).game
    over = ended is not None and ended.phase is Phase.OVER
    replay = Replay(record, showing, story_of(showing), showing.at(0), whole=whole, over=over, alone=alone)
    if latest:
        replay = replace(moved(replay, last_turns(showing, LAST_TURNS)), running=True, stepped=model.now)
    model = replace(model, replay=replay, question=None, page=None, notice=None)
    return replace(model, screen=Screen.TABLE) if alone else model


def _harmless(record: GameRecord) -> GameRecord:
    """The record with every name as it may be shown: anybody may have written the file."""
    from uno_protocol.records.file import renamed

    named = record._replace(header=replace(record.header, game=clean(record.header.game)))
    return renamed(named, clean, clean(record.header.table))


def widened(model: Model, record: GameRecord) -> Model:
    """The model whose replay is of this record of the same game, at the same place before its end.

    Raises RecordUnknown, RecordMalformed.
    """
    from uno_protocol.records.showing import Showing

    seen = model.replay
    if seen is None or seen.alone:
        return model
    record = _harmless(record)
    showing = Showing(record, seen.showing.viewer)
    at = max(0, len(showing) - len(seen.showing) + seen.at)
    return replace(model, replay=moved(replace(seen, record=record, showing=showing, story=story_of(showing)), at))


def last_turns(showing: Showing, count: int) -> int:
    """Where so many turns are left."""
    return next(iter([turn for turn in showing.turns if turn < len(showing)][-count:]), 0)


def of_the_game(model: Model) -> Model:
    """The model that shows the game again that is on, or was last, as the player saw it."""
    game = model.play.recorded
    return model if game is None else opened(model, record_of(game), alone=False, latest=True)


def own_seat(model: Model, record: GameRecord) -> int | None:
    """The player's seat in the game: that whose eyes the record has, or that of the player's name."""
    if record.header.eyes != "all":
        return record.header.viewer
    names = [None if one is None else one.name for one in record.header.seats]
    return names.index(model.name) if model.name in names else None


def closed(model: Model) -> Model:
    """The model that shows what is behind the replay."""
    return replace(model, replay=None)


def checked(model: Model, text: str, *, false: bool) -> Model:
    """The model that says what was found out about the record."""
    if model.replay is None:
        return model
    replay = replace(model.replay, verdict=text, false=false)
    return say(replace(model, replay=replay), text, Tone.FAULT if false else Tone.INFO)


def told(model: Model, message: Fetched | Considered | RecordChecked) -> Model:
    """The model that knows what was found out about the record. Raises RecordUnknown, RecordMalformed."""
    match message:
        case Fetched(record):
            return widened(model, record)
        case Considered(at, opinion):
            return considered(model, at, opinion)
        case RecordChecked(text, false):
            return checked(model, text, false=false)


def wondered(model: Model) -> Next:
    """Ask what `expert` would have done here; the answer comes later."""
    replay = model.replay
    if replay is None:
        return model, ()
    eyes = None if has_eyes(replay) else replay.showing.viewer
    model = say(replace(model, replay=replace(replay, running=False)), _("Thinking …"))
    return model, (Consider(replay.record, replay.at, eyes),)


def considered(model: Model, at: int, found: Opinion | None) -> Model:
    """The model that says what `expert` would have done, if that place is still looked at."""
    if model.replay is None or model.replay.at != at:
        return model
    if found is None:
        return say(model, _("Nobody whose cards are known had to decide here."))
    from uno_client.core.opinion import opinion_text

    return say(model, opinion_text(found, voice_of(model.replay.table)))


def can_play_on(model: Model) -> bool:
    """Whether the game is over, and somebody's turn begins at the place that is looked at."""
    replay = model.replay
    return replay is not None and replay.over and _begins_turn(replay.table.game)


def _begins_turn(game: View | None) -> bool:
    return game is not None and game.phase is Phase.PLAYING and isinstance(game.waiting_for, TakeTurn)


def position_here(replay: Replay) -> str:
    """The position there on one line, its first seat that of the eyes, else of whose turn it is.

    Somebody's turn must begin there. What the eyes don't see is dealt anew.
    """
    table, game = replay.table, replay.table.game
    assert game is not None
    game = View(game.copy())
    game.seed = b""  # of a record of all hands: what is to come would be told
    if game.viewer is None:
        game.viewer = asked(game.waiting_for)[0]
    return quotable_position(game, table.room.occupants)


def is_alone(model: Model) -> bool:
    """Whether there is nothing behind the replay."""
    return model.replay is not None and model.replay.alone


def story_of(showing: Showing) -> tuple[LogLine, ...]:
    """A line of the log for each event, in the words of whoever's eyes they are."""
    from uno_protocol.records.showing import fold

    table, lines = showing.at(0), list[LogLine]()
    voice = voice_of(table)
    for event in showing.events:
        waits = None if table.game is None else asked(table.game.waiting_for)
        fold(table, event)
        if isinstance(event, RoomEvent):
            voice = voice_of(table)
        lines.append(LogLine(event, sentence(event, voice, table.room, table.room, waits)))
        if isinstance(event, PlayerLeft):
            voice = voice_of(table)
    return tuple(lines)


def shown(model: Model) -> Model:
    """The model as if the player sat at the table of the replay, at the place where it is; without one, as it is."""
    replay = model.replay
    if replay is None:
        return model
    log = replay.story[max(0, replay.at - LOG_LINES) : replay.at]
    play = PlayPart(table=replay.table, log=log, told=replay.at)
    return replace(model, play=play, hand=HandPart(order=model.hand.order), touched=model.now)


def said_now(replay: Replay) -> str:
    """What has happened since the turn before, in words."""
    since = min(replay.showing.turn_before(replay.at), replay.at)
    return " ".join(line.text for line in replay.story[since : replay.at] if line.text)


def turn_text(replay: Replay) -> str:
    """Which turn of how many it is, as far as the slider tells."""
    now, end = (sum(0 < turn <= at for turn in replay.showing.turns) for at in (replay.at, replay.end))
    return _("turn {n} of {all}").format(n=now, all=end) if replay.whole else _("turn {n}").format(n=now)


def seat_text(replay: Replay) -> str:
    """Whose eyes it is seen with; empty where there are no others."""
    viewer, player = replay.showing.viewer, None
    if viewer is not None:
        player = replay.table.room.occupants[viewer] or replay.record.header.seats[viewer]
    return "" if player is None or not has_eyes(replay) else _("from {name}'s seat").format(name=player.name)


def moved(replay: Replay, at: int) -> Replay:
    """The replay at that place, or at the nearest one that there is."""
    at = min(max(at, 0), len(replay.showing))
    return replace(replay, at=at, reached=max(at, replay.reached), table=replay.showing.at(at))


Move = Callable[[Replay], int]
"""Where a step leads to from the place where a replay is."""


def _stepped(to: Move) -> Callable[[Replay], Replay]:
    """A step, after which the replay doesn't run any more. Hidden marks are no places to go to."""
    return lambda replay: moved(replace(replay, running=False), to(replay))


TURN = _stepped(lambda replay: replay.showing.turn_after(replay.at))
TURN_BACK = _stepped(lambda replay: replay.showing.turn_before(replay.at))
MARK = _stepped(lambda replay: min(replay.showing.mark_after(replay.at), replay.end))
MARK_BACK = _stepped(lambda replay: replay.showing.mark_before(replay.at))
START = _stepped(lambda replay: 0)
END = _stepped(lambda replay: replay.end)


def toggled(replay: Replay, now: float) -> Replay:
    """The replay that plays, or pauses. At its end it begins again."""
    replay = moved(replay, 0) if not replay.running and replay.at == len(replay.showing) else replay
    return replace(replay, running=not replay.running, stepped=now)


def faster(replay: Replay) -> Replay:
    """The replay at the next speed; after the fastest comes the slowest."""
    return replace(replay, pace=(replay.pace + 1) % len(PACES))


def pause(model: Model) -> float:
    """Seconds from one look at the time to the next that are enough for a replay."""
    replay = model.replay
    return inf if replay is None or not replay.running else PACES[replay.pace].seconds / 2


def ticked(model: Model) -> Model:
    """The model a moment later: a replay that plays shows the next turn when it is due, and pauses at its end."""
    replay = model.replay
    if replay is None or not replay.running or model.now - replay.stepped < PACES[replay.pace].seconds:
        return model
    replay = moved(replay, replay.showing.turn_after(replay.at))
    return replace(model, replay=replace(replay, running=replay.at < len(replay.showing), stepped=model.now))


def has_eyes(replay: Replay) -> bool:
    """Whether the record can be seen with other eyes."""
    return replay.record.header.eyes == "all"


def other_eyes(replay: Replay) -> Replay:
    """The replay from the next player's seat; after the last, from none."""
    seats = [None, *(seat for seat, one in enumerate(replay.record.header.seats) if one is not None)]
    after = seats[(seats.index(replay.showing.viewer) + 1) % len(seats)]
    return _seen(replay, after, open_hands=replay.showing.open_hands)


def other_hands(replay: Replay) -> Replay:
    """The replay with all hands open, or hidden again."""
    return _seen(replay, replay.showing.viewer, open_hands=not replay.showing.open_hands)


def _seen(replay: Replay, viewer: int | None, *, open_hands: bool) -> Replay:
    from uno_protocol.records.showing import Showing

    showing = Showing(replay.record, viewer, open_hands=open_hands)
    return replace(replay, showing=showing, story=story_of(showing), table=showing.at(replay.at))
