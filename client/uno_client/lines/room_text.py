"""Tables, who sits at them, and the time, in whole lines of words."""

from collections.abc import Mapping, Sequence

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.parts import LobbyPart
from uno_client.core.standing import RESTING
from uno_client.names import command
from uno_client.screens.joining import joining_facts, link_of
from uno_client.screens.lobby import access, notes
from uno_client.screens.waiting import seat_notes
from uno_client.wording.chat import lobby_text
from uno_client.wording.levels import OF_LEVEL, levels_at
from uno_client.wording.tables import phase_word
from uno_client.wording.words import voice_of
from uno_engine.decisions import asked
from uno_engine.language import N_, _
from uno_engine.rules import TABLE
from uno_engine.state import Phase
from uno_protocol.faces import face_letters
from uno_protocol.fold import TableView
from uno_protocol.labels import worded
from uno_protocol.messages import TableLine, TalkLine
from uno_protocol.room import RoomPhase, Said, with_text
from uno_protocol.sentences import held_text, level_word, listing, per_turn_text, said_text, seconds_text
from uno_protocol.wording.options import differing, option_text, preset_text

NO_CHAT = N_("Nobody has said anything yet. Say something: say hello")
STOOD_IN = N_("A computer player plays for you; type back to play.")

_THIS_MACHINE = ("127.", "localhost", "[::1]")
"""How the address of a server begins that is reached over loopback."""


def table_lines(lobby: LobbyPart, *, at_table: bool = False) -> list[str]:
    """The lobby, with its commands; for somebody at a table only the list."""
    if not lobby.tables:
        return [_("No tables are listed.") if at_table else _("There are no tables yet. Open one: create NAME")]
    typed = _("Sit down: join NAME. Watch: watch NAME. Its rules: rules NAME. New: create NAME.")
    return [*(_table_line(table, lobby) for table in lobby.tables), *([] if at_table else [typed])]


def _table_line(table: TableLine, lobby: LobbyPart) -> str:
    """A row of the lobby; what its notes say in full isn't said in short."""
    told = notes(table, lobby)
    shut = [] if any(note.startswith(access(table)) for note in told) else [access(table)]
    said = ", ".join((*shut, phase_word(table.phase), *told, named_rules(table.preset, table.options)))
    return _("Table {name} ({code}): {description}.").format(name=table.name, code=table.code, description=said)


def named_rules(preset_name: str, options: Mapping[str, str]) -> str:
    """The rules in a few words: what they are named after, and what differs from that."""
    rules = worded("table_rules", preset=preset_text(preset_name))
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
    rules = named_rules(room.preset, with_text(room.options, room.own_text))
    name = room.name if model.start.autostart else f"{room.name} ({room.code})"
    levels = levels_at(room) if room.phase in (RoomPhase.WAITING, RoomPhase.FINISHED) else ()
    return [
        _("Table {name}: {rules}, {clock}.").format(name=name, rules=rules, clock=per_turn_text(room.turn_seconds)),
        *_way_lines(model),
        *(each.text for each in joining_facts(model, table)),
        *([held_text(voice_of(table))] if room.held else ()),
        *(_seat_line(model, table, seat) for seat in range(len(room.occupants))),
        *(_(OF_LEVEL).format(level=level_word(level), what=what) for level, what in levels),
        *waiting_lines(model),
    ]


def _seat_line(model: Model, table: TableView, seat: int) -> str:
    occupant = table.room.occupants[seat]
    if occupant is None:
        return _("Seat {n}: free.").format(n=seat + 1)
    letters = "" if occupant.bot is not None else face_letters(occupant.face)
    name, notes = f"{occupant.name} {letters}".rstrip(), ", ".join(seat_notes(model, table, seat, occupant))
    return _("Seat {n}: {name}.").format(n=seat + 1, name=f"{name} ({notes})" if notes else name)


def _way_lines(model: Model) -> list[str]:
    """What others type to join the table; nothing at a private one.

    Players who come from the front door have read there how others join their server.
    """
    link = link_of(model)
    if model.start.autostart or not link:
        return []
    if not model.server.address.startswith(_THIS_MACHINE):
        phones = [_("For phones, type qr.")] if model.server.web else []  # elsewhere they may not reach it
        return [_("To join: {command}").format(command=command(link)), *phones]
    here = _("To join from this machine: {command}").format(command=command(link))
    others = [] if model.start.at_home else [_("From other machines, use the address that uno-server shows.")]
    return [here, *others]


def welcome_lines(model: Model) -> list[str]:
    """The beginning of a solo game or the lesson: the opponents, and what to type."""
    occupants = () if model.table is None else model.table.room.occupants
    names = listing([each.name for each in occupants if each is not None and each.bot is not None])
    said = _("You play against {names}.")
    if model.lesson is not None:
        said = _("Welcome! You play against {names}. The first player out of cards wins.")
    return [said.format(names=names), _("Type help to see what you can type, or quit to come back here.")]


def waiting_lines(model: Model) -> list[str]:
    """What the player can do now that is no play: before a game, between rounds, away, while the game is paused."""
    table, own = model.table, model.occupant
    if table is None or own is None:
        return []
    if own.stand_in is not None:
        return [_(STOOD_IN)]
    if table.room.held:
        return [_("The game is paused: type resume to continue.") if model.hosting else _("The game is paused.")]
    # After a game that is over the next one begins by itself when all are ready; else the host starts it.
    again = table.game is not None and table.game.phase is Phase.OVER
    if table.room.phase is RoomPhase.BETWEEN_ROUNDS:
        return [] if own.ready or table.room.shares is not None else [_("Type ready for the next round.")]
    if table.room.phase not in RESTING:
        return []
    if not own.ready:
        rematch = _("Type ready for a rematch, help for all commands.")
        return [rematch if again else _("Type ready to play, help for all commands.")]
    if model.hosting and not model.start.autostart and not again:
        return [_("You're the host: type bot to add a computer player, start to begin when all are ready.")]
    return []


def clock_lines(model: Model) -> list[str]:
    """How much time is left now, and how much there is."""
    table = model.table
    if table is None:
        return [_("You're not at a table.")]
    left = None if model.play.countdown is None else model.play.countdown.left(model.now)
    stopped = table.room.held or table.room.phase is RoomPhase.PAUSED
    still = _("The clock is stopped until the game resumes.") if stopped else _("No clock is running.")
    running = still if left is None else running_out(model, left)
    usual = per_turn_text(table.room.turn_seconds)
    return [running, *(timer_lines(model) or [f"{usual[:1].upper()}{usual[1:]}."])]


def timer_lines(model: Model) -> list[str]:
    """For players at a table with a clock: how long their turns are, and how to get more time."""
    own, seconds = model.occupant, 0 if model.table is None else model.table.room.turn_seconds
    if own is None or not seconds:
        return []
    said = _("You have {seconds} per turn. Type time 60 for 60 extra seconds, time to see what's left.")
    if own.extra_seconds:
        said = _("You have {seconds} per turn and {extra} extra. Type time 0 for none extra, time to see what's left.")
    return [said.format(seconds=seconds_text(seconds), extra=own.extra_seconds)]


def running_out(model: Model, left: float) -> str:
    """The seconds left, and for what."""
    seconds = seconds_text(max(1, round(left)))
    if model.room is not None and model.room.shares is not None:
        return worded("shuffling")
    if model.phase is RoomPhase.BETWEEN_ROUNDS:
        return worded("next_round_in", seconds=seconds)
    if model.phase in RESTING:
        return worded("next_game_in", seconds=seconds)
    if model.asked:
        return worded("left_for_you", seconds=seconds)
    names = listing([voice_of(model.table).name(seat) for seat in asked(model.waiting_for)])
    return _("{seconds} left for {names}.").format(seconds=seconds, names=names or _("the game"))


def chat_lines(model: Model) -> list[str]:
    """What was said last at the table, under a heading; empty where nothing was."""
    if model.table is None:
        return []
    voice = voice_of(model.table)
    remarks = (Said(one.name, one.text, one.seat) for one in model.table.room.remarks)
    said = [said_text(remark, voice) for remark in remarks if not chat.unheard(model, remark)]
    return [_("Chat so far:"), *said] if said else []


def lobby_history(model: Model, before: Model) -> list[str]:
    """The recent lobby chat from the server: all of it if the player asked, else what is new."""
    asked = not before.chat.lobby_due
    known = () if asked else before.chat.lobby
    said = in_lobby(model, [line for line in model.chat.lobby if line not in known])
    return [_("Lobby chat so far:"), *said] if said else [_(NO_CHAT)] if asked else []


def in_lobby(model: Model, told: Sequence[TalkLine]) -> list[str]:
    """What was said in the lobby; without those whom the player has muted."""
    return [lobby_text(line, model.name) for line in told if not chat.muted(model, line.name)]
