"""Tables in documents: the server's limits in server/RUNNING.md, the client's settings and commands in its README.

And the levels' strength by environment in engine/ZOO.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from generating import ROOT, between
from uno_client.lines.commands import COMMANDS, GROUPS
from uno_client.preferences import SETTINGS, PlayerSetting
from uno_engine.bots.measured import MEASURED
from uno_engine.presets import PRESETS
from uno_server.base.limits import BOUNDS, USUAL


def limits() -> Iterator[tuple[str, ...]]:
    """All limits that can be set, below their heads."""
    yield "", "by default", "may be", "hits each", "then"
    for name, bound in BOUNDS.items():
        yield f"`{name}`", number(USUAL[name]), f"{number(bound.least)} to {number(bound.most)}", bound.hits, bound.then


def number(value: float) -> str:
    """A number for people."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def settings() -> Iterator[tuple[str, ...]]:
    """The player's settings that the screen shows, below their heads."""
    yield "in the file, by default", "or", "option, variable", "on the screen", ""
    for key, row in SETTINGS.items():
        if row.title:
            sets = f"`{row.flag}`, `{row.variable}`" if row.flag else ""
            line = f"`{key}`" if row.default is None else f"`{key} = {typed(row.default)}`"
            yield line, others(row), sets, row.title, row.says


def typed(value: object) -> str:
    """A value as it is written in the file."""
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def others(row: PlayerSetting[object]) -> str:
    """The values other than the default."""
    if not row.takes.choices:
        return f"1 to {row.takes.longest} characters"
    words = [False, True] if row.switch else [*row.takes.choices]
    return ", ".join(f"`{typed(word)}`" for word in words if word != row.default)


def commands() -> Iterator[tuple[str, ...]]:
    """The commands of plain mode, below their heads."""
    yield "what for", "commands"
    grouped = {name for group in GROUPS.values() for name in group}
    for what, group in {**GROUPS, "the game": tuple(name for name in COMMANDS if name not in grouped)}.items():
        yield what, ", ".join(f"`{COMMANDS[name].usage}`" for name in group).replace("|", "\\|")


PAIRS = (("easy", "normal"), ("hard", "normal"), ("expert", "hard"), ("normal", "random"))
"""The levels that are shown against each other."""


def baselines() -> Iterator[tuple[str, ...]]:
    """How many of 100 games with two players the levels win, for each environment, below their heads."""
    yield "id", *(f"`{a}` – `{b}`" for a, b in PAIRS)
    alone = {(line.rules, line.a, line.b): line for line in MEASURED if line.players == 2 and line.bluffs is None}
    for rules in PRESETS:
        found = [alone.get((rules, *pair)) for pair in PAIRS]
        shares = (
            f"**{100 * line.share:.1f}** ({100 * line.least:.1f} to {100 * line.most:.1f})" if line else "not measured"
            for line in found
        )
        yield f"`uno_{rules}_v0`", *shares


def document(file: Path, **tables: Callable[[], Iterable[tuple[str, ...]]]) -> Callable[[], str]:
    """A function that returns the document with each table between the marks of its name."""

    def make() -> str:
        text = file.read_text(encoding="utf-8")
        for name, rows in tables.items():
            head, *lines = (f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows())
            table = "\n".join((head, "|" + "---|" * (head.count("|") - 1), *lines)) + "\n"
            begin, end = (f"<!-- {name}: {where} -->\n" for where in ("begin", "end"))
            text = between(text, begin, end, table)
        return text

    return make


RUNNING, README, ZOO = (ROOT / name for name in ("server/RUNNING.md", "client/README.md", "engine/ZOO.md"))


def files() -> Mapping[Path, Callable[[], str]]:
    """The documents."""
    return {
        RUNNING: document(RUNNING, limits=limits),
        README: document(README, settings=settings, commands=commands),
        ZOO: document(ZOO, baselines=baselines),
    }
