"""Tables, who sits at them, and the time, in whole lines of words."""

from collections.abc import Mapping, Sequence

from uno_client.core.model import Model
from uno_client.core.model.table import Countdown
from uno_client.names import command
from uno_client.trust import Doubt, Trust
from uno_client.wording.levels import OF_LEVEL, levels_at
from uno_client.wording.options import differing, option_text, preset_text
from uno_client.wording.tables import TEST_DEAL, door_words, phase_word, to_tell
from uno_client.wording.trust import EXPOSED, after_words, before_words, heading, words_line
from uno_client.wording.words import voice_of
from uno_engine.cards import Card
from uno_engine.decisions import asked
from uno_engine.language import N_, _, ngettext, pgettext
from uno_engine.rules import TABLE
from uno_engine.state import Phase
from uno_protocol.messages import TableLine
from uno_protocol.room import Room, RoomPhase, with_text
from uno_protocol.sentences import Voice, held_text, level_word, listing, per_turn_text, seconds_text

LAST_SECONDS = 10.0
"""Seconds left at which the player is warned."""
RESTING = (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED)
"""Phases in which a clock runs towards the next deal."""
STOOD_IN = N_("A computer player plays for you; type back to play.")

_THIS_MACHINE = ("127.", "localhost", "[::1]")
"""How the address of a server begins that is reached over loopback."""

_WHAT_TO_TYPE = N_("Sit down: join NAME. Watch: watch NAME. Its rules: rules NAME. New: create NAME.")


def table_lines(tables: Sequence[TableLine], *, at_table: bool = False) -> list[str]:
    """The lobby, with its commands; for somebody at a table only the list."""
    if at_table:
        return [*map(table_line, tables)] or [_("No tables are listed.")]
    if not tables:
        return [_("There are no tables yet. Open one: create NAME")]
    return [*map(table_line, tables), _(_WHAT_TO_TYPE)]


def table_line(table: TableLine) -> str:
    """One table of the lobby."""
    people = ngettext("{n} player", "{n} players", table.people).format(n=table.people)
    bots = ngettext("{n} computer player", "{n} computer players", table.bots).format(n=table.bots)
    taken = _("{players} and {bots} on {seats} seats") if table.bots else _("{players} on {seats} seats")
    watchers = ngettext("{n} spectator", "{n} spectators", table.watchers).format(n=table.watchers)
    rules = named_rules(table.preset, table.options)
    more = [
        _(TEST_DEAL) if table.test else "",
        _("password needed") if table.password else "",
        _("locked") if table.locked else "",
        "" if table.watching else _("no spectators"),
        watchers if table.watchers else "",
    ]
    taken = taken.format(players=people, bots=bots, seats=table.seats)
    said = ", ".join(filter(None, [taken, phase_word(table.phase), *more, rules]))
    return _("Table {name} ({code}): {description}.").format(name=table.name, code=table.code, description=said)


def named_rules(preset_name: str, options: Mapping[str, str]) -> str:
    """The rules in a few words: what they are named after, and what differs from that."""
    rules = _("{preset} rules").format(preset=preset_text(preset_name))
    options = differing(preset_name, options)
    if not options:
        return rules
    differs = (
        option_text(option, value) if option in TABLE else f"{option}={value}" for option, value in options.items()
    )
    return _("{rules} ({differences})").format(rules=rules, differences="; ".join(differs))


def room_lines(model: Model) -> list[str]:
    """The table in lines: rules, seats, how others can join, and what to do before a game."""
    table = model.table
    if table is None:
        return [_("You're not at a table. To list them: tables")]
    room = table.room
    code = "" if model.start.autostart else f" ({room.code})"
    said = [
        _("Table {name}: {rules}, {clock}.").format(
            name=f"{room.name}{code}",
            rules=named_rules(room.preset, with_text(room.options, room.own_text)),
            clock=per_turn_text(room.turn_seconds),
        ),
        *_way_lines(model, room),
        *trust_lines(model),
        _door_line(room),
        held_text(voice_of(table)) if room.held else "",
        *(_seat_line(room, seat, model.seat) for seat in range(len(room.occupants))),
        *_levels_lines(room),
        _watchers_line(room),
        _("Silenced: {names}.").format(names=listing(room.muted)) if room.muted else "",
        *waiting_lines(model),
    ]
    return list(filter(None, said))


def welcome_lines(model: Model) -> list[str]:
    """The beginning of a solo game or the lesson: the opponents, and what to type."""
    occupants = () if model.table is None else model.table.room.occupants
    names = listing([each.name for each in occupants if each is not None and each.bot is not None])
    if model.lesson is None:
        said = [_("You play against {names}.").format(names=names)]
    else:
        welcome = _("Welcome! You play against {names}. The first player out of cards wins.")
        said = [welcome.format(names=names)]
    return [*said, _("Type help to see what you can type, or quit to come back here.")]


def _levels_lines(room: Room) -> list[str]:
    """What the computer players are like, before a game."""
    if room.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED):
        return []
    return [_(OF_LEVEL).format(level=level_word(level), what=what) for level, what in levels_at(room)]


def _watchers_line(room: Room) -> str:
    """The spectators in a line, each with the number to use with `kick`; empty if there are none."""
    numbered = [f"{name} ({at})" for at, name in enumerate(room.watchers, len(room.occupants) + 1)]
    return _("Spectators: {names}.").format(names=listing(numbered)) if numbered else ""


def _way_lines(model: Model, room: Room) -> list[str]:
    """What others type to join the table; nothing at a private one.

    Players who come from the front door have read there how others join their server.
    """
    address = to_tell(model.server.address, room.code, model.server.fingerprint)
    if not address or model.start.autostart:
        return []
    phones = [_("For phones, type qr.")] if model.server.web else []
    if not model.server.address.startswith(_THIS_MACHINE):
        return [_("To join: {command}").format(command=command(address)), *phones]
    here = _("To join from this machine: {command}").format(command=command(address))
    others = [] if model.start.at_home else [_("From other machines, use the address that uno-server shows.")]
    return [here, *others, *phones]


def doubt_lines(doubt: Doubt) -> list[str]:
    """What is in doubt about a server, and what can be answered."""
    words = [f"    {' '.join(doubt.words)}"] if doubt.words and not doubt.stops else []
    said = [f"{heading(doubt)}.", *before_words(doubt), *words, after_words(doubt)]
    match doubt.verdict:
        case Trust.FIRST_VISIT:
            said.append(_("Press Enter if the words are the same. 2 goes back."))
        case Trust.ANOTHER_SERVER:
            said += [_("1: the words are the same, go on"), _("2: back")]
        case Trust.PLAIN:
            said += [_("1: send it"), _("2: back")]
        case _:
            pass
    return list(filter(None, said))


def trust_lines(model: Model) -> list[str]:
    """The words of the server's key, or that the connection is not encrypted; nothing on this computer."""
    words = [words_line(model.server.words)] if model.server.words else []
    return [*words, _(EXPOSED)] if model.server.exposed else words


def _door_line(room: Room) -> str:
    """A line about the access settings that differ from the defaults; empty if none do."""
    said = door_words(room)
    return _("This table: {description}.").format(description="; ".join(said)) if said else ""


def _seat_line(room: Room, seat: int, own: int | None) -> str:
    occupant = room.occupants[seat]
    if occupant is None:
        return _("Seat {n}: free.").format(n=seat + 1)
    person = occupant.bot is None
    marked = person and room.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED)
    remarks = [
        pgettext("in a list", "you") if seat == own else "",
        _("computer player, {level}").format(level=level_word(occupant.bot)) if occupant.bot else "",
        _("host") if room.host == seat else "",
        (_("ready") if occupant.ready else _("not ready")) if marked else "",
        "" if occupant.connected else _("not connected"),
        _("a computer player plays") if occupant.stand_in else "",
        _("{n} extra seconds per turn").format(n=occupant.extra_seconds) if occupant.extra_seconds else "",
    ]
    said = ", ".join(filter(None, remarks))
    name = f"{occupant.name}{f' ({said})' if said else ''}"
    return _("Seat {n}: {name}.").format(n=seat + 1, name=name)


def waiting_lines(model: Model) -> list[str]:
    """What the player can do now that is no play: before a game, between rounds, away, while the game is paused."""
    table, own = model.table, model.occupant
    if table is None or own is None:
        return []
    if own.stand_in is not None:
        return [_(STOOD_IN)]
    if table.room.held:
        return [_("The game is paused: type resume to continue.") if model.hosting else _("The game is paused.")]
    match table.room.phase:
        case RoomPhase.WAITING | RoomPhase.FINISHED:
            # After a game that is over the next one begins by itself when all are ready; else the host starts it.
            again = table.game is not None and table.game.phase is Phase.OVER
            if not own.ready:
                rematch = _("Type ready for a rematch, help for all commands.")
                return [rematch if again else _("Type ready to play, help for all commands.")]
            if model.hosting and not model.start.autostart and not again:
                return [_("You're the host: type bot to add a computer player, start to begin when all are ready.")]
        case RoomPhase.BETWEEN_ROUNDS:
            if not own.ready:
                return [_("Type ready for the next round.")]
        case _:
            pass
    return []


def hands_lines(hands: Sequence[Sequence[Card] | None], voice: Voice) -> list[str]:
    """What everybody held when the round was over, one line each."""
    shown = ((seat, held) for seat, held in enumerate(hands) if held is not None)
    yours, theirs = _("You held {cards}."), _("{name} held {cards}.")
    return [voice.of(seat, yours, theirs, cards=voice.cards(held)) for seat, held in shown]


def clock_lines(model: Model) -> list[str]:
    """How much time is left now, and how much there is."""
    table = model.table
    if table is None:
        return [_("You're not at a table.")]
    running = _running(model, table.room)
    per_turn = table.room.turn_seconds
    if not per_turn:
        return [running, _("There's no time limit.")]
    seconds, own = seconds_text(per_turn), model.occupant
    if own is None:
        return [running, _("You have {seconds} per turn.").format(seconds=seconds)]
    if own.extra_seconds:
        said = _("You have {seconds} per turn and {extra} extra. Type time 0 for none extra.")
        return [running, said.format(seconds=seconds, extra=own.extra_seconds)]
    return [running, _("You have {seconds} per turn. Type time 60 for 60 extra seconds.").format(seconds=seconds)]


def _running(model: Model, room: Room) -> str:
    left = None if model.play.countdown is None else model.play.countdown.left(model.now)
    if left is not None:
        return running_out(model, left)
    if room.held or room.phase is RoomPhase.PAUSED:
        return _("The clock is stopped until the game resumes.")
    return _("No clock is running.")


def running_out(model: Model, left: float) -> str:
    """The seconds left, and for what."""
    n = max(1, round(left))
    seconds = seconds_text(n)
    match model.phase:
        case RoomPhase.BETWEEN_ROUNDS:
            return _("The next round begins in {seconds}, or when all are ready.").format(seconds=seconds)
        case RoomPhase.WAITING | RoomPhase.FINISHED:
            return _("The next game begins in {seconds}, or when all are ready.").format(seconds=seconds)
        case _ if model.asked:
            return _("{seconds} left for you.").format(seconds=seconds)
        case _:
            voice = voice_of(model.table)
            names = listing([voice.name(seat) for seat in asked(model.waiting_for)])
            return _("{seconds} left for {names}.").format(seconds=seconds, names=names or _("the game"))


def warned_at(countdown: Countdown) -> float | None:
    """With how many seconds left a warning is due: ten, or half of a shorter time; None if no clock runs."""
    if countdown.seconds is None:
        return None
    return min(LAST_SECONDS, (countdown.of or countdown.seconds) / 2)


def timer_lines(model: Model) -> list[str]:
    """For players who sit down at a table with a clock: how long a turn is, and how to get more time."""
    table = model.table
    if table is None or model.seat is None or not table.room.turn_seconds:
        return []
    usual = seconds_text(table.room.turn_seconds)
    own = model.occupant
    if own is not None and own.extra_seconds:
        said = _("You have {seconds} per turn and {extra} extra. Type time to see what's left.")
        return [said.format(seconds=usual, extra=own.extra_seconds)]
    said = _("You have {seconds} per turn. Type time 60 for 60 extra seconds, time to see what's left.")
    return [said.format(seconds=usual)]
