"""A recorded game in lines of text: Enter tells the next turn, and commands lead back, to marks, and to other eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from uno_client.config import Settings
from uno_client.core import replay
from uno_client.core.model import Model
from uno_client.core.model.replay import Replay
from uno_client.lines.game_text import hand_line, state_lines
from uno_client.lines.session import on_terminal
from uno_client.shell import known_at_start
from uno_client.structs import replace
from uno_client.wording.words import voice_of
from uno_engine.language import N_, _, ngettext
from uno_engine.state import Phase
from uno_protocol.labels import worded
from uno_protocol.sentences import listing
from uno_protocol.wording.options import preset_text

if TYPE_CHECKING:
    from uno_client.lines.stdin_reader import Keyboard
    from uno_client.replaying import RecordFile

HINT = N_("Press Enter for the next turn. Type help for the commands.")
NO_EYES = N_("This record shows only what one viewer saw.")


class ReplayCommand(NamedTuple):
    """A command: what it is for, and what it leads to."""

    help: str
    does: Callable[[Replay], Replay]


def _to_the_end(seen: Replay) -> Replay:
    return replay.moved(seen, len(seen.showing))


COMMANDS: Mapping[str, ReplayCommand] = {
    "next": ReplayCommand(N_("the next turn; Enter does the same"), replay.TURN),
    "all": ReplayCommand(N_("the rest of the game"), _to_the_end),
    "back": ReplayCommand(N_("one turn back"), replay.TURN_BACK),
    "mark": ReplayCommand(N_("to the next mark: a round, UNO, a catch, a challenge, a swap"), replay.MARK),
    "before": ReplayCommand(N_("to the mark before"), replay.MARK_BACK),
    "start": ReplayCommand(N_("to the start"), replay.START),
    "seat": ReplayCommand(N_("see it from the next player's seat"), replay.other_eyes),
    "hands": ReplayCommand(N_("open all hands, or hide them again"), replay.other_hands),
}
LOOKS, ENDS, HELP = "table", "quit", "help"
_TELLS = ("next", "all")
"""What tells all that happens on the way."""
_EYES = ("seat", "hands")


async def replay_in_lines(settings: Settings, file: RecordFile, keyboard: Keyboard | None = None) -> int:
    """Tell a recorded game until the reader quits; at the end of input at once, all of it. The exit code."""
    keyboard = keyboard or on_terminal()
    model = known_at_start(settings, fixed=True, attended=False)
    model = replay.opened(model, file.record)
    assert model.replay is not None
    seen = replace(model.replay, whole=True)  # nothing is seen of marks but where they lead
    print("\n".join([*_about(seen), (await file.checked()).text, _(HINT)]))
    told = False
    while (line := await keyboard.line()) is not None and line.casefold() != ENDS:
        told = True
        seen, lines = obey(model, seen, line)
        print("\n".join(lines))
    if not told and line is None:
        print("\n".join(obey(model, seen, "all")[1]))
    return 0


def _about(seen: Replay) -> list[str]:
    header = seen.record.header
    names = listing([one.name for one in header.seats if one is not None])
    turns = len(seen.showing.turns) - 1
    facts = (
        worded("table_rules", preset=preset_text(header.preset)),
        ngettext("{n} turn", "{n} turns", turns).format(n=turns),
    )
    return [f"{header.table or header.game}: {names}.", f"{' · '.join(facts)}."]


def obey(model: Model, seen: Replay, line: str) -> tuple[Replay, list[str]]:
    """The replay after a line that was typed, and what is said."""
    word = line.casefold() or "next"
    command = COMMANDS.get(word)
    if word == LOOKS:
        return seen, _table(model, seen)
    if word == HELP:
        commands = [*((name, each.help) for name, each in COMMANDS.items()), *_OTHERS]
        return seen, [f"  {name}: {_(said)}" for name, said in commands]
    if command is None:
        return seen, [_("There's no command {word!r}. {hints}").format(word=line, hints=_(HINT))]
    if word in _EYES and not replay.has_eyes(seen):
        return seen, [_(NO_EYES)]
    after = command.does(seen)
    if word in _TELLS:
        lines = [each.text for each in seen.story[seen.at : after.at] if each.text]
        if not lines and after.at > seen.at:
            return obey(model, after, line)
        return after, lines or [_("That was the end of the game.")]
    eyes = replay.seat_text(after) if word in _EYES else ""
    return after, [f"{eyes[:1].upper()}{eyes[1:]}:" if eyes else _place(after), *_table(model, after)]


_OTHERS = ((LOOKS, N_("the table and the hands as they are now")), (ENDS, N_("quit")))


def _place(seen: Replay) -> str:
    where = replay.turn_text(seen)
    return f"{where[:1].upper()}{where[1:]}. {replay.said_now(seen)}".rstrip()


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
