"""Measure the strength of the levels of computer players, and write it to engine/STRENGTH.md.

arena.py strength              play the lines that are not measured yet, in order
arena.py strength --again      measure everything again
arena.py strength --only TEXT  only the lines whose command has this text

Every line is a match of `arena.py`, played with that command. The figures are kept in
`engine/uno_engine/bots/measured.py` after every match, so a run can be broken off and continued, and
`engine/STRENGTH.md` shows them. What a line played first is kept too: a test plays it again, and fails when the levels
have changed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence

import environment
from environment import progress

from trials.arena.match import RLCARD, Match, Result, play_deals, play_match, seatings, with_interval
from uno_engine.bots.measured import MEASURED
from uno_engine.bots.strength import Measured
from uno_engine.levels import LEVELS, RANDOM, SEARCHES
from uno_engine.options import with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import Goal

NAME = "arena.py strength"
BOTS = environment.ROOT / "engine" / "uno_engine" / "bots"
FIRST = 3
"""Deals of a line that are played again by a test."""
SEED = 1
DOUBTED = ("official", "classic113", "skyrus")
"""The presets in which it is measured what challenges are worth."""
A_ROUND = "goal=single_round"
NEIGHBOURS = (
    *((name, "normal") for name in LEVELS if name not in SEARCHES and name != "normal"),
    *(("normal", "normal-0.1"), ("hard", RLCARD)),
)
"""The pairs that play under every preset."""


def lines() -> list[Measured]:
    """Every match that is to be measured, with nothing measured yet."""
    found = [
        _line("official", 2, "hard", "normal-0.1", 5000),
        _line("official", 2, "hard", RLCARD, 5000),
        _line("official", 4, "hard", "normal-0.1", 40_000, two_against_two=True),
        _line("official", 2, "expert", "normal-0.1", 2000),
        *[_line(rules, 2, "hard", "hard", 40_000, bluffs=bluffs) for rules in DOUBTED for bluffs in (0, 30, 100)],
    ]
    tables = [(name, players) for name, rules in PRESETS.items() for players in (2, 4) if players <= rules.players.most]
    for a, b in NEIGHBOURS:
        many = 4000 if (a, b) == ("hard", "normal") else 1000
        found += [
            _line(name, players, a, b, many if _one_round(name) else 600)
            for name, players in tables
            if (name, players, a, b) != ("official", 2, "hard", RLCARD)
        ]
    found += [_line("official", 2, "expert", "hard", 2000), _line("official", 4, "expert", "hard", 4000)]
    found += [_line(name, 2, "normal", RANDOM, 1000 if _one_round(name) else 600) for name in PRESETS]
    unique = {command(line): line for line in reversed(found)}
    return [line for line in found if unique[command(line)] is line]


def _one_round(name: str) -> bool:
    return preset(name).goal is Goal.SINGLE_ROUND


def _line(
    rules: str, players: int, a: str, b: str, games: int, *, two_against_two: bool = False, bluffs: int | None = None
) -> Measured:
    return Measured(rules, players, a, b, games, SEED, two_against_two, bluffs)


def command(line: Measured) -> str:
    """The command that plays a line."""
    more = " --two-against-two" if line.two_against_two else ""
    if line.bluffs is not None:
        more += f" --set {A_ROUND} --bluffs {line.bluffs} --without-challenges"
    return (
        f"arena.py --a {line.a} --b {line.b} --rules {line.rules} --players {line.players}{more}"
        f" --games {line.games} --seed {line.seed}"
    )


def _match(line: Measured) -> Match:
    rules, doubted = preset(line.rules), line.bluffs is not None
    if doubted:
        rules = with_options(rules, dict([A_ROUND.split("=")]))
    bluffs = None if line.bluffs is None else line.bluffs / 100
    return Match(rules, line.players, line.a, line.b, line.two_against_two, bluffs, doubted)


def first_of(line: Measured, deals: int = FIRST) -> float:
    """The outcome of a line's first deals."""
    return with_interval(_values(line, play_deals(_match(line), line.seed, range(deals))))[0]


def _values(line: Measured, result: Result) -> Sequence[float]:
    """The measured value of a line, for each deal."""
    return result.shares if line.bluffs is None else result.gained


def measure(line: Measured, jobs: int) -> Measured:
    """The line with its figures."""
    result = play_match(_match(line), line.games, line.seed, jobs)
    milliseconds = round(1000 * result.a.seconds / max(1, result.a.decisions), 3)
    slowest = round(1000 * result.a.slowest, 3)
    values = _values(line, result)
    share, (least, most) = with_interval(values)
    return line._replace(
        share=share,
        least=least,
        most=most,
        deals=len(result.shares),
        first=with_interval(values[:FIRST])[0],
        milliseconds=milliseconds,
        slowest=slowest,
    )


DATA = '''"""How strong the levels are against each other. Written by `scripts/arena.py strength`; do not edit."""

from uno_engine.bots.strength import Measured

# ruff: noqa: E501
# fmt: off
MEASURED: tuple[Measured, ...] = (
{lines})
'''
DOCUMENT = """# How strong the computer players are

Written by `scripts/arena.py strength` from `engine/uno_engine/bots/measured.py`; do not edit. Every deal is played from
every seat: the first level has one seat, or with *2 : 2* every other one, and the second all others. *Share* is the
part of the games that the first one won, a shared win in parts, with its 95 % interval; the games of a deal count as
one observation. *Even* is what an equal player wins. `normal-0.1` is `normal` of version 0.1, and `rlcard` the rule
agent of RLCard 1.2.0 at our tables (extra `bench`): it gets the legal plays in RLCard's format, plays a drawn card that
fits, and never challenges. Nobody forgets UNO. Where the goal is `single_round` a game is a round; where points count
it is played to its target. *ms* is the processor time of a decision of the first level, and *at most* that of the
slowest one. Each line has its command, with `python3 scripts/` before it.
{tables}
## What challenges are worth

`hard` against opponents who bluff with a Wild Draw Four at so many of 100 chances. Every round is played a second time
by a copy of `hard` that never challenges. *Gained* is what it wins less, in rounds of 100.

| rules | bluffs | gained | interval | deals | command |
|---|---|---|---|---|---|
{challenges}"""


def write(measured: Sequence[Measured]) -> None:
    """Write the figures and the document."""
    rows = "".join(f"    Measured({', '.join(map(_literal, line))}),\n" for line in measured)
    (BOTS / "measured.py").write_text(DATA.format(lines=rows), encoding="utf-8")
    (environment.ROOT / "engine" / "STRENGTH.md").write_text(document(measured), encoding="utf-8")


def _literal(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def document(measured: Iterable[Measured]) -> str:
    """The text of STRENGTH.md."""
    by_rules: dict[str, list[Measured]] = {}
    challenges: list[Measured] = []
    for line in measured:
        (by_rules.setdefault(line.rules, []) if line.bluffs is None else challenges).append(line)
    tables = [_table(rules, found) for rules, found in by_rules.items()]
    return DOCUMENT.format(tables="".join(tables), challenges="".join(map(_challenge, challenges)))


def _table(rules: str, found: Iterable[Measured]) -> str:
    head = "| players | | even | share | interval | games | ms | at most | command |\n" + 9 * "|---" + "|\n"
    return f"\n## {rules}\n\n{head}" + "".join(
        map(_row, sorted(found, key=lambda line: (line.players, line.two_against_two)))
    )


def _row(line: Measured) -> str:
    even = 0.5 if line.two_against_two else 1 / line.players
    players = f"{line.players}, 2 : 2" if line.two_against_two else str(line.players)
    games = line.deals * len(seatings(_match(line)))
    milliseconds = f"{line.milliseconds:g} | {line.slowest:g}"
    return (
        f"| {players} | {line.a} – {line.b} | {100 * even:.0f} | **{100 * line.share:.1f}** | "
        f"{100 * line.least:.1f} to {100 * line.most:.1f} | {games} | {milliseconds} | `{command(line)}` |\n"
    )


def _challenge(line: Measured) -> str:
    share, least, most = (f"{100 * value:.2f}" for value in (line.share, line.least, line.most))
    return f"| {line.rules} | {line.bluffs} | **{share}** | {least} to {most} | {line.deals} | `{command(line)}` |\n"


def main(typed: Sequence[str]) -> int:
    """Exit code 0."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--again", action="store_true", help="measure everything again")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the lines whose command has this text")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    arguments = parser.parse_args(typed)
    done = {command(line): line for line in MEASURED}
    wanted = {command(line): line for line in lines()}
    done = {what: line for what, line in done.items() if what in wanted}
    if not any(arguments.only in what for what in wanted):
        parser.error(f"no line has the text {arguments.only!r}")
    for what, line in wanted.items():
        if arguments.only in what and (arguments.again or what not in done):
            with progress.line():
                done[what] = measure(line, arguments.jobs)
            print(f"{what}: {done[what].share}", flush=True)
        write([done[what] for what in wanted if what in done])
    return 0
