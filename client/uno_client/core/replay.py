"""Seeing a game again: steps through its record by turns and marks, a chosen speed, and other eyes. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from uno_client.core.fetching import UNSHOWN, fetch_to_show
from uno_client.core.model import Model
from uno_client.core.model.parts import Screen, Tone
from uno_client.core.model.replay import Replay
from uno_client.core.model.table import LOG_LINES, HandPart, LogLine, PlayPart
from uno_client.core.recorder import record_of
from uno_client.core.requests import Step, hint, say, still
from uno_client.core.standing import quotable, quotable_position
from uno_client.messages import Consider, Considered, Fetched, PlayOn, RecordChecked
from uno_client.structs import replace
from uno_client.wording.front_door import DEALING
from uno_client.wording.sanitize import clean
from uno_client.wording.words import voice_of
from uno_engine.decisions import TakeTurn, asked
from uno_engine.events import Event, PlayerLeft
from uno_engine.language import _
from uno_engine.state import Phase, View
from uno_protocol.room import RoomEvent
from uno_protocol.sentences import NAME_SHOWN
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


def opened(model: Model, record: GameRecord) -> Model:
    """The model that shows the record of a file: a game of the player's from their seat, another with all hands open.

    Raises RecordUnknown, RecordMalformed.
    """
    from uno_protocol.records.showing import Showing

    record = _harmless(record)
    sits = own_seat(model, record)
    showing = Showing(record, sits, open_hands=sits is None)
    return replace(_showing(model, record, showing, sits, alone=True), screen=Screen.TABLE)


def _showing(model: Model, record: GameRecord, showing: Showing, sits: int | None, *, alone: bool) -> Model:
    """The model at the start of a record. `sits`: where the player sat; of other games the slider hides what comes."""
    ended = showing.at(len(showing)).game
    over = ended is not None and ended.phase is Phase.OVER
    table, whole = showing.at(0), sits is not None
    replay = Replay(record, showing, story_of(showing), table, whole=whole, over=over, alone=alone)
    return replace(model, replay=replay, question=None, page=None, notice=None)


def _harmless(record: GameRecord) -> GameRecord:
    """The record with every name as it may be shown: anybody may have written the file."""
    from uno_protocol.records.file import renamed

    short = partial(clean, longest=NAME_SHOWN)
    named = record._replace(header=replace(record.header, game=short(record.header.game)))
    return renamed(named, short, short(record.header.table))


def widened(model: Model, record: GameRecord) -> Model:
    """The model with the server's record of the last finished game, which takes the place of what the player saw.

    What is shown again stays where it is. Raises RecordUnknown, RecordMalformed.
    """
    from uno_protocol.records.showing import Showing

    game, seen = model.play.recorded, model.replay
    if game is None or (seen is not None and seen.alone):
        return model
    record = _harmless(record)
    showing = Showing(record, game.seat)
    own = [event for _, event in game.events if isinstance(event, Event)]
    if own and own != [event for event in showing.events if isinstance(event, Event)][-len(own) :]:
        return say(model, _("The server's record of this game isn't what you saw."), Tone.FAULT)
    model = replace(model, play=replace(model.play, recorded=replace(game, full=record)))
    if seen is None:
        return model
    at, reached = (_same_place(place, seen.showing, showing) for place in (seen.at, seen.reached))
    seen = replace(seen, record=record, showing=showing, story=story_of(showing), reached=reached)
    return replace(model, replay=moved(seen, at))


def _same_place(at: int, before: Showing, showing: Showing) -> int:
    """The place in a record from which as much of the game follows as in the one before. Rooms' events differ."""
    left = sum(isinstance(event, Event) for event in before.events[at:])
    places = [0, *(n for n, event in enumerate(showing.events, 1) if isinstance(event, Event))]
    return places[max(0, len(places) - 1 - left)]


def last_turns(showing: Showing, count: int) -> int:
    """The place from which `count` turns are left."""
    return next(iter([turn for turn in showing.turns if turn < len(showing)][-count:]), 0)


def of_the_game(model: Model) -> Model:
    """The model that shows the last turns of the game again that is on, or was last, from the player's eyes."""
    from uno_protocol.records.showing import Showing

    game = model.play.recorded
    if game is None:
        return model
    record = game.full or _harmless(record_of(game))
    model = _showing(model, record, Showing(record, game.seat), game.seat, alone=False)
    assert model.replay is not None
    replay = moved(model.replay, last_turns(model.replay.showing, LAST_TURNS))
    return replace(model, replay=replace(replay, running=True, stepped=model.now))


def again(model: Model) -> Step:
    """Show the game again that is on, or was last; of a finished one the server's record is fetched, too."""
    model = of_the_game(model)
    return still(model) if model.replay is None or not model.replay.over else fetch_to_show(model)


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
            return say(model, _(UNSHOWN), Tone.FAULT) if record is None else widened(model, record)
        case Considered(at, opinion):
            return considered(model, at, opinion)
        case RecordChecked(text, false):
            return checked(model, text, false=false)


def wondered(model: Model) -> Step:
    """Ask what `expert` would have done here; the answer comes later, and only of a game that is over."""
    replay = model.replay
    if replay is None or not replay.over:
        return hint(model, _("The coach speaks when the game is over."), Tone.INFO)
    eyes = None if has_eyes(replay) else replay.showing.viewer
    model = say(replace(model, replay=replace(replay, running=False)), _("Thinking …"))
    return model, (), (Consider(replay.record, replay.at, eyes),)


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
    return replay is not None and replay.over and begins_turn(replay.table.game)


def begins_turn(game: View | None) -> bool:
    """Whether somebody's turn begins there, and nothing else is asked. A false record may have no card to play on."""
    if game is None or not game.discard:
        return False
    return game.phase is Phase.PLAYING and isinstance(game.waiting_for, TakeTurn)


def play_on(model: Model) -> Step:
    """Let the player play alone from the place that is looked at."""
    if model.replay is None or not can_play_on(model):
        return hint(model, _("Once the game is over, you can play on wherever a turn begins."), Tone.INFO)
    here = PlayOn(position_here(model.replay))
    return say(replace(model, replay=replace(model.replay, running=False)), _(DEALING)), (), (here,)


def position_here(replay: Replay) -> str:
    """The position there on one line, its first seat that of the eyes, else of whose turn it is.

    Somebody's turn must begin there. What the eyes don't see is dealt anew.
    """
    table, game = replay.table, replay.table.game
    assert game is not None
    game = View(game.copy())
    game.seed, game.stock = b"", []  # a record of all hands has both, and they tell what comes next
    if game.viewer is None:
        game.viewer = asked(game.waiting_for)[0]
    return quotable_position(game, table.room.occupants)


def moves_here(replay: Replay) -> str:
    """The whole game up to there on one line, in card notation; empty if the record can't be written so."""
    from uno_engine.refused import Refused
    from uno_engine.scenario.notation import Unwritable
    from uno_protocol.records.notation import notation_of

    try:
        return quotable(notation_of(replay.record, replay.at))
    except (Refused, Unwritable):
        return ""


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
    """The last turn in words."""
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
