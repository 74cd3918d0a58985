"""The record in a file, told in lines of text until the reader quits."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from uno_client.config import Settings, SettingsRefused, playing_on
from uno_client.core import replay
from uno_client.core.model import Model
from uno_client.core.model.replay import Replay
from uno_client.core.opinion import opinion
from uno_client.exits import EXIT_SIGNAL
from uno_client.lines.replay import HINT, QUIT, bare, obey
from uno_client.lines.session import on_terminal, play_in_lines
from uno_client.messages import Command, Consider, PlayOn
from uno_client.net.own_servers import ServerFailed, private_server
from uno_client.shell import known_at_start
from uno_client.structs import replace
from uno_engine.language import _, ngettext
from uno_protocol.labels import worded
from uno_protocol.sentences import listing
from uno_protocol.wording.options import preset_text

if TYPE_CHECKING:
    from uno_client.lines.stdin_reader import Keyboard
    from uno_client.replaying import RecordFile


async def replay_in_lines(settings: Settings, file: RecordFile, keyboard: Keyboard | None = None) -> int:
    """Tell a recorded game until the reader quits; if the input ends right away, all of it. The exit code."""
    keyboard = keyboard or on_terminal()
    model = known_at_start(settings, fixed=True, attended=False)
    model = replay.opened(replace(model, name=settings.own_name), file.record)
    assert model.replay is not None
    print("\n".join([*_about(model.replay), (await file.checked()).text, _(HINT)]))
    line = await keyboard.line()
    if line is None:
        _told(model, "all")
    while line is not None and bare(line).casefold() != QUIT:
        model, commands = _told(model, line)
        for command in commands:
            if isinstance(command, Consider):
                found = await asyncio.to_thread(opinion, command.record, command.at, command.eyes)
                model = replay.considered(model, command.at, found)
                _say(model)
            elif isinstance(command, PlayOn) and (code := await _play(settings, command, keyboard)) >= EXIT_SIGNAL:
                return code
        line = await keyboard.line()
    return 0


def _told(model: Model, line: str) -> tuple[Model, tuple[Command, ...]]:
    """The model after a line that was typed, and what is to be done; what there is to say is printed."""
    found = obey(replace(model, notice=None), bare(line))
    if found is None:
        print(_("There's no command {word!r}. {hints}").format(word=line, hints=_(HINT)))
        return model, ()
    (model, _wanted, commands), lines = found
    for each in lines:
        print(each)
    _say(model)
    return model, commands


def _say(model: Model) -> None:
    if model.notice is not None:
        print(model.notice.text)


async def _play(settings: Settings, at: PlayOn, keyboard: Keyboard) -> int:
    """Play alone from that position, until the player comes back. The exit code of that game."""
    try:
        begun = playing_on(settings, at.position)
        async with private_server(test_deals=True) as address:
            code = await play_in_lines(begun, address, keyboard, home=True)
    except (SettingsRefused, ServerFailed) as refused:
        print(f"uno-client: {refused}", file=sys.stderr)
        return 0
    if code < EXIT_SIGNAL:
        print(_("Back in the replay."))
    return code


def _about(seen: Replay) -> list[str]:
    header = seen.record.header
    names = listing([one.name for one in header.seats if one is not None])
    turns = len(seen.showing.turns) - 1
    facts = [worded("table_rules", preset=preset_text(header.preset))]
    if seen.whole:
        facts.append(ngettext("{n} turn", "{n} turns", turns).format(n=turns))
    return [f"{header.table or header.game}: {names}.", f"{' · '.join(facts)}."]
