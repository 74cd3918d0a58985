"""Levels of computer players in words: what each is like, and how often it wins where that was measured."""

from collections.abc import Iterator, Mapping

from uno_engine.bots.measured import MEASURED
from uno_engine.bots.strength import strength
from uno_engine.language import _
from uno_engine.levels import LEVELS, BotLevel
from uno_engine.presets import preset
from uno_engine.rules import Goal
from uno_protocol.labels import LABELS
from uno_protocol.room import Room, with_text
from uno_protocol.sentences import level_word
from uno_protocol.wording.options import differing

USUAL: BotLevel = "normal"
LIKE: Mapping[BotLevel, str] = {name: level.like for name, level in LEVELS.items()}
"""What each is like, the weakest first; only these are offered."""
OF_LEVEL = LABELS["level_here"]
_ROUNDS = LABELS["level_rounds"]
_GAMES = LABELS["level_games"]


def level_text(level: str, rules: str, options: Mapping[str, str], seats: int) -> str:
    """What a level is like and, where that was measured, how often it wins; empty for a level that is not offered.

    `rules`: the preset, with these options, at a table with that many players.
    """
    parts = [_(said) for name, said in LIKE.items() if name == level]
    found = None if differing(rules, options) else strength(MEASURED, level, rules, seats)
    if parts and found is not None:
        said = _ROUNDS if preset(rules).goal is Goal.SINGLE_ROUND else _GAMES
        others = level_word(found.against) if seats == 2 else f"3 × {level_word(found.against)}"
        parts.append(_(said).format(wins=found.wins, others=others))
    return "; ".join(parts)


def levels_at(room: Room) -> Iterator[tuple[str, str]]:
    """Each level that sits at a table, the weakest first, with what is to be said of it."""
    there = {one.bot for one in room.occupants if one is not None}
    for level in LIKE:
        if level in there:
            yield level, level_text_at(level, room)


def level_text_at(level: str, room: Room, more: int = 0) -> str:
    """The sentence about a level at a table, for the seated players and those to be added."""
    players = sum(one is not None for one in room.occupants) + more
    options = with_text(room.options, room.own_text)
    return level_text(level, room.preset, options, max(2, min(players, len(room.occupants))))
