"""Tables, who sits at them, and the time, in whole lines of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client.core.model import Countdown, Model
from client.trust import Doubt, Verdict
from client.wording.tables import TEST_DEAL, door_words, to_tell
from client.wording.trust import EXPOSED, after_words, before_words, heading, words_line
from client.wording.words import voice_of
from engine.cards import Card
from engine.decisions import asked
from engine.options import fingerprint
from engine.rules import RulesRefused
from engine.state import Phase
from protocol.fold import TableView
from protocol.messages import TableLine
from protocol.room import Room, RoomPhase
from protocol.sentences import Voice, listing, number

LAST_SECONDS = 10.0
"""Seconds left at which the player is warned."""
RESTING = (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED)
"""Phases in which a clock runs towards the next deal."""
STOOD_IN = "A computer player plays for you; type back to play."

_THIS_MACHINE = ("127.", "localhost", "[::1]")
"""How the address of a server begins that is reached over loopback."""

_WHAT_TO_TYPE = "Sit down: join NAME. Watch: watch NAME. Its rules: rules NAME. New: create NAME."


# --- the lobby ---------------------------------------------------------------------------------------------------


def table_lines(tables: Sequence[TableLine], *, at_table: bool = False) -> list[str]:
    """The lobby, with what can be done there; for somebody at a table the list alone."""
    if at_table:
        return [*map(table_line, tables)] or ["No tables are listed."]
    if not tables:
        return ["There are no tables yet. Open one: create NAME"]
    return [*map(table_line, tables), _WHAT_TO_TYPE]


def table_line(table: TableLine) -> str:
    """One table of the lobby."""
    bots = f" and {number(table.bots, 'computer player')}" if table.bots else ""
    taken = f"{number(table.people, 'player')}{bots} on {table.seats} seats"
    rules = named_rules(table.preset, table.options, table.fingerprint)
    more = [
        TEST_DEAL if table.test else "",
        "password needed" if table.password else "",
        "locked" if table.locked else "",
        "" if table.watching else "no spectators",
        number(table.watchers, "spectator") if table.watchers else "",
    ]
    said = ", ".join(filter(None, [taken, table.phase.replace("_", " "), *more, rules]))
    return f"Table {table.name} ({table.code}): {said}."


def named_rules(preset_name: str, options: Mapping[str, str], print_: str) -> str:
    """The rules in a few words: what they are named after, what differs from that, the fingerprint of all."""
    differs = "".join(f", {option}={value}" for option, value in options.items())
    return f"{preset_name} rules{differs}" + (f", fingerprint {print_}" if print_ else "")


# --- the own table -----------------------------------------------------------------------------------------------


def room_lines(model: Model) -> list[str]:
    """Who sits where, how others find the table, and what to do before a game."""
    table = model.table
    if table is None:
        return ["You're not at a table. To list them: tables"]
    room = table.room
    clock = f", {number(room.turn_seconds, 'second')} per turn" if room.turn_seconds else ", no time limit"
    said = [
        f"Table {room.name}{'' if model.autostart else f' ({room.code})'}: {_rules_of(model, table)}{clock}.",
        *_way_lines(model, room),
        *trust_lines(model),
        _door_line(room),
        f"{voice_of(table).the_host()} paused the game." if room.held else "",
        *(_seat_line(room, seat, model.seat) for seat in range(len(room.occupants))),
        _watchers_line(room),
        f"Silenced: {listing(room.muted)}." if room.muted else "",
        *waiting_lines(model),
    ]
    return list(filter(None, said))


def _watchers_line(room: Room) -> str:
    """Who watches, each with the number that `kick` takes."""
    numbered = [f"{name} ({at})" for at, name in enumerate(room.watchers, len(room.occupants) + 1)]
    return f"Spectators: {listing(numbered)}." if numbered else ""


def _rules_of(model: Model, table: TableView) -> str:
    """The rules in a few words; at a table of one's own without a fingerprint, for there is nobody to compare it."""
    room = table.room
    try:
        return named_rules(room.preset, room.options, "" if model.autostart else fingerprint(room.rules))
    except RulesRefused:  # rules that this program does not know
        return named_rules(room.preset, room.options, "")


def _way_lines(model: Model, room: Room) -> list[str]:
    """What others type to come to the table; nothing at a private one."""
    address = to_tell(model.address, room.code, model.fingerprint)
    if not address or model.autostart:
        return []
    if not model.address.startswith(_THIS_MACHINE):
        return [f"To join: uno-client {address}"]
    return [
        f"To join from this machine: uno-client {address}",
        "From other machines, use the address that uno-server shows.",
    ]


def doubt_lines(doubt: Doubt) -> list[str]:
    """What is in doubt about a server, and what can be answered."""
    words = [f"    {' '.join(doubt.words)}"] if doubt.words and not doubt.stops else []
    said = [f"{heading(doubt)}.", *before_words(doubt), *words, after_words(doubt)]
    match doubt.verdict:
        case Verdict.FIRST_VISIT:
            said.append("Press Enter if the words are the same. 2 goes back.")
        case Verdict.ANOTHER_SERVER:
            said += ["1: the words are the same, go on", "2: back"]
        case Verdict.PLAIN:
            said += ["1: send it", "2: back"]
        case _:
            pass
    return list(filter(None, said))


def trust_lines(model: Model) -> list[str]:
    """The words of the server's key, or that the connection is not encrypted; nothing on this computer."""
    words = [words_line(model.words)] if model.words else []
    return [*words, EXPOSED] if model.exposed else words


def _door_line(room: Room) -> str:
    """Who may come in, and what they see; nothing about what is as usual."""
    said = door_words(room)
    return f"This table: {'; '.join(said)}." if said else ""


def _seat_line(room: Room, seat: int, own: int | None) -> str:
    occupant = room.occupants[seat]
    if occupant is None:
        return f"Seat {seat + 1}: free."
    person = occupant.bot is None
    marked = person and room.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED)
    remarks = [
        "you" if seat == own else "",
        "" if person else f"computer player, {occupant.bot}",
        "host" if room.host == seat else "",
        ("ready" if occupant.ready else "not ready") if marked else "",
        "" if occupant.connected else "not connected",
        "a computer player plays" if occupant.stand_in else "",
        f"{occupant.extra_seconds} extra seconds per turn" if occupant.extra_seconds else "",
    ]
    said = ", ".join(filter(None, remarks))
    return f"Seat {seat + 1}: {occupant.name}{f' ({said})' if said else ''}."


def waiting_lines(model: Model) -> list[str]:
    """What the player can do now that is no play: before a game, between rounds, away, while the game is paused."""
    table, own = model.table, model.occupant
    if table is None or own is None:
        return []
    if own.stand_in is not None:
        return [STOOD_IN]
    if table.room.held:
        return [f"The game is paused{': type resume to continue' if model.hosting else ''}."]
    match table.room.phase:
        case RoomPhase.WAITING | RoomPhase.FINISHED:
            # After a game that is over the next one begins by itself when all are ready; else the host starts it.
            again = table.game is not None and table.game.phase is Phase.OVER
            if not own.ready:
                return [f"Type ready {'for a rematch' if again else 'to play'}, help for all commands."]
            if model.hosting and not model.autostart and not again:
                return ["You're the host: type bot to add a computer player, start to begin when all are ready."]
        case RoomPhase.BETWEEN_ROUNDS:
            if not own.ready:
                return ["Type ready for the next round."]
        case _:
            pass
    return []


def hands_lines(hands: Sequence[Sequence[Card] | None], voice: Voice) -> list[str]:
    """What everybody held when the round was over, one line each."""
    shown = ((seat, held) for seat, held in enumerate(hands) if held is not None)
    return [f"{voice.who(seat)} held {voice.cards(held)}." for seat, held in shown]


# --- the time ----------------------------------------------------------------------------------------------------


def clock_lines(model: Model) -> list[str]:
    """How much time is left now, and how much there is."""
    table = model.table
    if table is None:
        return ["You're not at a table."]
    running = _running(model, table.room)
    per_turn = table.room.turn_seconds
    usual = f"You have {number(per_turn, 'second')} per turn" if per_turn else "There's no time limit"
    own = model.occupant
    if own is None or not per_turn:
        return [running, f"{usual}."]
    if own.extra_seconds:
        return [running, f"{usual} and {own.extra_seconds} extra. Type time 0 for none extra."]
    return [running, f"{usual}. Type time 60 for 60 extra seconds."]


def _running(model: Model, room: Room) -> str:
    left = None if model.countdown is None else model.countdown.left(model.now)
    if left is not None:
        return running_out(model, left)
    if room.held or room.phase is RoomPhase.PAUSED:
        return "The clock is stopped until the game resumes."
    return "No clock is running."


def running_out(model: Model, left: float) -> str:
    """So many seconds are left, and for what."""
    seconds = number(max(1, round(left)), "second")
    match model.phase:
        case RoomPhase.BETWEEN_ROUNDS:
            return f"The next round begins in {seconds}, or when all are ready."
        case RoomPhase.WAITING | RoomPhase.FINISHED:
            return f"The next game begins in {seconds}, or when all are ready."
        case _ if model.asked:
            return f"{seconds[:1].upper()}{seconds[1:]} left for you."
        case _:
            voice = voice_of(model.table)
            return (
                f"{seconds} left for {listing([voice.name(seat) for seat in asked(model.waiting_for)]) or 'the game'}."
            )


def warned_at(countdown: Countdown) -> float | None:
    """With how many seconds left a warning is due: ten, or half of a shorter time; None if no clock runs."""
    if countdown.seconds is None:
        return None
    return min(LAST_SECONDS, (countdown.of or countdown.seconds) / 2)


def timer_lines(model: Model) -> list[str]:
    """For whoever sits down where time runs: how long a turn is, and how to get more."""
    table = model.table
    if table is None or model.seat is None or not table.room.turn_seconds:
        return []
    usual = number(table.room.turn_seconds, "second")
    own = model.occupant
    if own is not None and own.extra_seconds:
        return [f"You have {usual} per turn and {own.extra_seconds} extra. Type time to see what's left."]
    return [f"You have {usual} per turn. Type time 60 for 60 extra seconds, time to see what's left."]
