"""The commands with which plain mode shows a game again. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from uno_client.core import replay
from uno_client.core.model import Model
from uno_client.core.model.replay import Replay
from uno_client.core.requests import Step, still
from uno_client.lines.game_text import hand_line, state_lines
from uno_client.structs import replace
from uno_client.wording.words import voice_of
from uno_engine.language import N_, _
from uno_engine.state import Phase

HINT = N_("Press Enter for the next turn. Type help for the commands.")
NO_EYES = N_("This record shows only what one viewer saw.")
NO_MOVES = N_("There are no moves to write: the record is false, or has only what one viewer saw.")
HIDDEN = N_("You didn't sit in this game, so its marks are hidden. Type marks to show them.")
QUIT = "quit"
SLASH = "/"
"""May precede any command, as in other programs."""

Retold = tuple[Step, Sequence[str]]
"""The step in the model, and the lines to print."""


class ReplayCommand(Struct, frozen=True):
    """A command: what it is for, and what it does."""

    help: str
    does: Callable[[Model, Replay], Retold]


def bare(line: str) -> str:
    """A line that was typed, without the slash and the blanks around it."""
    return line.strip().removeprefix(SLASH).strip()


def obey(model: Model, line: str) -> Retold | None:
    """Obey a bare line that was typed while a game is shown again; None if it is no command of that."""
    command = COMMANDS.get(line.casefold() or "next")
    return None if command is None or model.replay is None else command.does(model, model.replay)


def _with(model: Model, seen: Replay) -> Step:
    return still(replace(model, replay=seen))


def _tells(to: Callable[[Replay], Replay]) -> Callable[[Model, Replay], Retold]:
    """A step that tells everything on the way."""

    def tell(model: Model, seen: Replay) -> Retold:
        after = to(seen)
        said = [each.text for each in seen.story[seen.at : after.at] if each.text]
        if not said and after.at > seen.at:
            return tell(model, after)
        return _with(model, after), said or [_("That was the end of the game.")]

    return tell


def _leads(to: Callable[[Replay], Replay]) -> Callable[[Model, Replay], Retold]:
    """A step to another place, which is told with its table."""

    def lead(model: Model, seen: Replay) -> Retold:
        after = to(seen)
        return _with(model, after), [place_text(after), *_table(model, after)]

    return lead


def _marks(to: Callable[[Replay], Replay]) -> Callable[[Model, Replay], Retold]:
    """A step to a mark, if the marks are shown."""
    return lambda model, seen: _leads(to)(model, seen) if seen.whole else (still(model), [_(HIDDEN)])


def _sees(to: Callable[[Replay], Replay]) -> Callable[[Model, Replay], Retold]:
    """The same place with other eyes."""

    def see(model: Model, seen: Replay) -> Retold:
        if not replay.has_eyes(seen):
            return still(model), [_(NO_EYES)]
        after = to(seen)
        eyes = replay.seat_text(after)
        return _with(model, after), [f"{_upper(eyes)}:" if eyes else place_text(after), *_table(model, after)]

    return see


def _to_the_end(seen: Replay) -> Replay:
    return replay.moved(seen, len(seen.showing))


def _all_marks(model: Model, seen: Replay) -> Retold:
    return _leads(lambda seen: replace(seen, whole=True))(model, seen)


def _position(model: Model, seen: Replay) -> Retold:
    known = replay.begins_turn(seen.table.game)
    return still(model), [replay.position_here(seen) if known else _("There's a position wherever a turn begins.")]


def _moves(model: Model, seen: Replay) -> Retold:
    return still(model), [replay.moves_here(seen) or _(NO_MOVES)]


def _help(model: Model, _seen: Replay) -> Retold:
    return still(model), [f"  {name}: {_(each.help)}" for name, each in COMMANDS.items()]


def _quit(model: Model, _seen: Replay) -> Retold:
    return still(replay.closed(model)), [_("Back at the table.")]


COMMANDS: Mapping[str, ReplayCommand] = {
    "next": ReplayCommand(N_("the next turn; Enter does the same"), _tells(replay.TURN)),
    "all": ReplayCommand(N_("the rest of the game"), _tells(_to_the_end)),
    "back": ReplayCommand(N_("one turn back"), _leads(replay.TURN_BACK)),
    "mark": ReplayCommand(N_("to the next mark: a round, UNO, a catch, a challenge, a swap"), _marks(replay.MARK)),
    "before": ReplayCommand(N_("to the mark before"), _marks(replay.MARK_BACK)),
    "marks": ReplayCommand(N_("show how long the game is, and its marks"), _all_marks),
    "start": ReplayCommand(N_("to the start"), _leads(replay.START)),
    "seat": ReplayCommand(N_("see it from the next player's seat"), _sees(replay.other_eyes)),
    "hands": ReplayCommand(N_("open all hands, or hide them again"), _sees(replay.other_hands)),
    "table": ReplayCommand(
        N_("the table and the hands as they are now"), lambda model, seen: (still(model), _table(model, seen))
    ),
    "coach": ReplayCommand(
        N_("what a good player would have done here, once the game is over"),
        lambda model, _seen: (replay.wondered(model), ()),
    ),
    "on": ReplayCommand(
        N_("play on from here against computer players, once the game is over"),
        lambda model, _seen: (replay.play_on(model), ()),
    ),
    "position": ReplayCommand(N_("the position as you see it, on one line, for a report or --position"), _position),
    "moves": ReplayCommand(N_("the game up to here, on one line, for a report or --position"), _moves),
    "help": ReplayCommand(N_("these commands"), _help),
    QUIT: ReplayCommand(N_("leave the replay"), _quit),
}


def place_text(seen: Replay) -> str:
    """Which turn it is, and what has just happened."""
    return f"{_upper(replay.turn_text(seen))}. {replay.said_now(seen)}".rstrip()


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _table(model: Model, seen: Replay) -> list[str]:
    """The table, the hand of the seat from which it is seen, and the open ones."""
    there = replay.shown(replace(model, replay=seen))
    game, voice = there.game, voice_of(there.table)
    if game is None or game.phase is not Phase.PLAYING or not game.discard:
        return [_("No cards are on the table.")]
    own = [hand_line(there)] if there.seat is not None and game.playing[there.seat] else []
    held = _("{name} holds {cards}.")
    shown = ((seat, game.hands[seat]) for seat in game.open_hands if seat != there.seat)
    return [
        *state_lines(there),
        *own,
        *(held.format(name=voice.name(seat), cards=voice.cards(hand)) for seat, hand in shown),
    ]
