"""Play games on the bare engine, without a server: check that it holds, and which computer player wins.

simulate.py [--rules PRESET] [--set OPTION=VALUE …]     computer players play games under these rules
simulate.py --random-rules --seconds N --seed S         random moves of every kind, each game under random rules
simulate.py --game-seed X                               one game of such a run again

With --random-rules the four laws of `uno_engine.laws` are checked at every event: over all options and values, all
numbers of players, empty seats, newcomers, leavers, time-outs, catches, jump-ins, punished and refused actions. It
prints how often each thing that can happen was reached; a thing never reached fails the run, as a violation does.

Otherwise, after every action all cards must still be there, everyone who is asked must have an answer that is accepted,
and every round must end. With --strict the cards are also counted after every single event, and the events must lead to
the same game. Anything else is a violation: it is reported with the number of its game, that game is dropped, and the
exit code is 1.

A computer player plays each seat and sees only its own view; the names in --bots move on by one seat from game to game.
They are the levels that people can play against, and `laying`, which is random but plays a card whenever it can and
never forgets UNO. While UNO can be called or caught, the seats are asked in an order that follows from the seed.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import shake_256
from itertools import repeat
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1] / "engine")
)  # the engine needs nothing but the standard library

from uno_engine import decide
from uno_engine.actions import Action, Deal, PlayerAction
from uno_engine.bots import at_random
from uno_engine.bots.choosing import ALL_LEVELS, choose
from uno_engine.cards import deck
from uno_engine.decisions import asked
from uno_engine.events import Event, RoundEnded
from uno_engine.evolve import evolve
from uno_engine.laws import game
from uno_engine.laws.reached import Reached
from uno_engine.laws.violation import Violation
from uno_engine.laws.witness import check_cards
from uno_engine.legal import legal_actions
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.refused import Refused
from uno_engine.rules import RuleSet, RulesRefused
from uno_engine.shuffle import SEED_BYTES, shuffled
from uno_engine.state import Phase, State, new_game, seats_in
from uno_engine.view import view_for

MOST_ACTIONS = game.MOST_ACTIONS
MOST_ROUNDS = 2_000
"""In a game."""
CHUNK = 30.0
"""Seconds that a process plays under random rules before it tells what it has seen."""
TOLD = 10
"""The number of violations printed in words; all are counted."""

POLICIES = {level: partial(choose, level) for level in ALL_LEVELS} | {"laying": at_random.lay}
RANDOM_PLAY = ("laying", "random")
"""Without --bots: games that end, with draws, calls and catches that a sensible player would not make."""

Advance = Callable[[State, Action], list[Event]]


class Played(NamedTuple):
    """The result of one game: the winners' seats, the actions accepted, the rounds that were blocked."""

    winners: tuple[int, ...]
    actions: int
    blocked: int


@dataclass
class Tally:
    """The outcome of some games. A run of hours needs no more memory than one of seconds."""

    games: int = 0
    actions: int = 0
    blocked: int = 0
    violations: int = 0
    seconds: float = 0.0
    told: list[str] = field(default_factory=list)
    wins: dict[str, float] = field(default_factory=dict)
    """The games that each level's seats won, a shared win in parts."""
    reached: Reached = field(default_factory=Reached)
    """The events and options that random games have reached."""

    def played(self, one: Played | game.Played) -> None:
        """Count what came of a game that has been counted."""
        self.actions += one.actions
        self.blocked += one.blocked

    def violated(self, told: str) -> None:
        """Count a violation."""
        self.violations += 1
        self.told = [*self.told, told][:TOLD]

    def add(self, other: Tally) -> None:
        """Count another one's games, too; the seconds are those of the clock on the wall and do not add up."""
        self.games += other.games
        self.actions += other.actions
        self.blocked += other.blocked
        self.violations += other.violations
        self.told = (self.told + other.told)[:TOLD]
        self.reached.add(other.reached)

    def figures(self) -> dict[str, object]:
        """The JSON that --json prints."""
        return {
            "games": self.games,
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "games_s": round(self.games / self.seconds, 1),
            "actions_s": round(self.actions / self.seconds),
            "blocked": self.blocked,
            "violations": self.violations,
            "told": self.told,
        }

    def readable(self) -> str:
        """The figures in a few lines of text."""
        return (
            f"{self.games} games, {self.actions} actions in {self.seconds:.1f} s\n"
            f"{self.games / self.seconds:.0f} games/s, {self.actions / self.seconds:.0f} actions/s\n"
            f"blocked rounds: {self.blocked}; violations: {self.violations}"
        )


def play_game(rules: RuleSet, levels: Sequence[str], seed: str, *, strict: bool, advance: Advance) -> Played:
    """Plays one game to its end. Everything random follows from `seed`. Raises Violation."""
    bots = [_seed(f"{seed} bot {seat}") for seat in range(len(levels))]
    order = _seed(f"{seed} order")
    state = new_game(rules, (True,) * len(levels), _seed(f"{seed} deal"), None)
    whole = [card.order for card in deck(rules.decks, rules.extra)]
    actions = blocked = 0
    for _ in range(MOST_ROUNDS):
        _carry_out(state, Deal(), advance, whole, strict=strict)
        began = actions
        while state.phase in (Phase.VOTING, Phase.PLAYING):
            action = _next_action(state, levels, bots, order, actions)
            events = _carry_out(state, action, advance, whole, strict=strict)
            actions += 1
            if actions - began > MOST_ACTIONS:
                raise Violation(f"round {state.round} has not ended after {MOST_ACTIONS} actions")
            blocked += sum(isinstance(event, RoundEnded) and event.blocked for event in events)
        if state.phase is Phase.OVER:
            return Played(state.winners, actions, blocked)
    raise Violation(f"the game has not ended after {MOST_ROUNDS} rounds")


def _seed(text: str) -> bytes:
    return shake_256(text.encode()).digest(SEED_BYTES)


def _next_action(
    state: State, levels: Sequence[str], bots: Sequence[bytes], order: bytes, actions: int
) -> PlayerAction:
    """The next action: by a player who is asked or, while somebody can be caught, first by any player."""
    asked_now = asked(state.waiting_for)
    seats = asked_now if state.window is None else shuffled(seats_in(state), "order", order, actions)
    for seat in seats:
        view = view_for(state, seat)
        listed = legal_actions(view, seat)
        if seat in asked_now and not listed:
            raise Violation(f"nothing is listed for seat {seat}, which is asked {state.waiting_for}")
        action = POLICIES[levels[seat]](view, listed, bots[seat])
        if action is not None:
            return action
    raise Violation(f"nobody answers {state.waiting_for}")


def _carry_out(state: State, action: Action, advance: Advance, whole: list[int], *, strict: bool) -> list[Event]:
    twin = state.copy() if strict else None
    try:
        events = advance(state, action)
    except Refused as refused:
        raise Violation(f"{action} was listed and is refused: {refused}") from refused
    check_cards(state, whole, str(action))
    if twin is not None:
        for event in events:
            evolve(twin, event)
            check_cards(twin, whole, f"{event} of {action}")
        if twin != state:
            raise Violation(f"the events of {action} do not lead to the same game")
    return events


def simulate(
    rules: RuleSet,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str],
    *,
    strict: bool = False,
    advance: Advance = decide.advance,
) -> Tally:
    """Plays the games with the levels of `bots` in turn at the seats. Tests replace the engine's own `advance`."""
    tally = Tally(games, wins=dict.fromkeys(bots, 0.0))
    began = perf_counter()
    for number in range(games):
        levels = [bots[(seat + number) % len(bots)] for seat in range(players)]
        try:
            played = play_game(rules, levels, f"simulate {seed} game {number}", strict=strict, advance=advance)
        except Violation as violation:
            tally.violated(f"game {number}: {violation}")
            continue
        tally.played(played)
        for winner in played.winners:
            tally.wins[levels[winner]] += 1 / len(played.winners)
    tally.seconds = perf_counter() - began
    return tally


def rate(wins: float, games: int) -> tuple[float, float]:
    """The part of the games that was won, and half the width of its 95 % confidence interval."""
    part = wins / games
    return part, 1.96 * sqrt(part * (1 - part) / games)


def play_random(seed: int, seconds: float, workers: int, progress: Callable[[Tally, Tally], None]) -> Tally:
    """Play games for that long; `progress` now and then gets the outcome of the latest ones, and of all so far."""
    tally = Tally()
    began = perf_counter()
    with ProcessPoolExecutor(workers) as pool:
        chunk, left = 0, seconds
        while not chunk or left > 0:
            chunks = range(chunk, chunk + workers)
            for part in pool.map(play_chunk, repeat(seed), chunks, repeat(min(CHUNK, left))):
                tally.add(part)
                tally.seconds = perf_counter() - began
                progress(part, tally)
            chunk, left = chunks.stop, seconds - (perf_counter() - began)
    return tally


def play_chunk(seed: int, chunk: int, seconds: float) -> Tally:
    """Play the games of one part of a run until its time is over, at least one."""
    tally = Tally()
    began = perf_counter()
    while not tally.games or perf_counter() - began < seconds:
        play_number(number_of(seed, chunk, tally.games), tally)
    return tally


def number_of(seed: int, chunk: int, game_of_chunk: int) -> int:
    """The number of a game: no two games of a run, or of runs with different seeds, have the same."""
    return seed << 48 | chunk << 24 | game_of_chunk


def play_number(number: int, tally: Tally) -> None:
    """Play the game of that number, which says everything about it, and count what came of it."""
    tally.games += 1
    try:
        tally.played(game.play(number, tally.reached))
    except Exception as fault:  # noqa: BLE001 - one game's fault is told and does not end the run
        notes = "; ".join(getattr(fault, "__notes__", ()))
        tally.violated(f"--game-seed {number}: {type(fault).__name__}: {fault} ({notes})")


def main() -> int:
    """Exit code: 0 if everything held and was reached, 1 if not, 2 for options that make no sense."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.seconds is not None and not arguments.random_rules:
        parser.error("--seconds goes with --random-rules")
    if arguments.random_rules or arguments.game_seed is not None:
        if arguments.rules or arguments.set or arguments.bots or arguments.players:
            parser.error("--random-rules and --game-seed choose their own rules, seats and players")
        return _random_rules(parser, arguments)
    rules = _rules(parser, arguments)
    bots = arguments.bots or RANDOM_PLAY
    tally = simulate(rules, arguments.players, arguments.games, arguments.seed, bots, strict=arguments.strict)
    for line in tally.told:
        print(f"simulate.py: {line}", file=sys.stderr)
    rates = {level: rate(wins, tally.games) for level, wins in tally.wins.items()}
    if arguments.json:
        figures = tally.figures() | {
            "wins": {level: round(wins, 2) for level, wins in tally.wins.items()},
            "rate": {level: round(part, 4) for level, (part, _) in rates.items()},
            "ci95": {level: round(half, 4) for level, (_, half) in rates.items()},
        }
        given = {name: getattr(arguments, name) for name in ("rules", "set", "players", "seed", "strict")}
        print(json.dumps(figures | given), flush=True)
    else:
        print(tally.readable())
        for level, (part, half) in rates.items():
            print(f"{level}: {tally.wins[level]:g} games won, {part:.1%} ± {half:.1%}", flush=True)
    return 1 if tally.violations else 0


def _random_rules(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    missing: list[str] = []
    if arguments.game_seed is not None:  # one game cannot reach everything
        tally = Tally()
        began = perf_counter()
        play_number(arguments.game_seed, tally)
        tally.seconds = perf_counter() - began
        _progress(tally, tally)
    else:
        seconds = 60.0 if arguments.seconds is None else arguments.seconds
        if seconds <= 0 or arguments.workers < 1 or arguments.seed < 0:
            parser.error("--seconds must be more than 0, --workers at least 1, --seed at least 0")
        tally = play_random(arguments.seed, seconds, arguments.workers, _progress)
        missing = tally.reached.missing()
    for line in missing:
        print(f"simulate.py: never reached: {line}", file=sys.stderr)
    reached = tally.reached.by_kind()
    if arguments.json:
        given = {"seed": arguments.seed, "workers": arguments.workers, "missing": missing}
        print(json.dumps(tally.figures() | {"reached": reached} | given), flush=True)
    else:
        print(tally.readable())
        for kind, counts in reached.items():
            text = ", ".join(f"{name.replace(' ', chr(0))}:{chr(0)}{count}" for name, count in counts.items())
            wrapped = textwrap.fill(text, 116, break_on_hyphens=False)
            print(f"\n{kind}", wrapped.replace("\0", " "), sep="\n", flush=True)
    return 1 if tally.violations or missing else 0


def _progress(part: Tally, tally: Tally) -> None:
    """Print one line of progress, and what has been found since the last one."""
    for line in part.told:
        print(f"simulate.py: {line}", file=sys.stderr)
    missing = len(tally.reached.missing())
    said = f"{tally.seconds:.0f} s: {tally.games} games, {tally.violations} violations, {missing} things never reached"
    print(said, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, metavar="N", help="players, 2 to 10 (as many as --bots, at least 2)")
    parser.add_argument("--games", type=int, default=1000, metavar="G", help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed that every game follows from (1)")
    parser.add_argument("--bots", metavar="A,B,…", help=f"who plays: {', '.join(POLICIES)} ({','.join(RANDOM_PLAY)})")
    parser.add_argument("--strict", action="store_true", help="check after every event too")
    parser.add_argument("--random-rules", action="store_true", help="random rules in every game; check the laws")
    parser.add_argument("--seconds", type=float, metavar="N", help="with --random-rules: how long to play (60)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="with --random-rules: processes (1)")
    parser.add_argument("--game-seed", type=int, metavar="X", help="play one game of --random-rules again")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    return parser


def _rules(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> RuleSet:
    arguments.rules = arguments.rules or "official"
    try:
        rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    except RulesRefused as refused:
        parser.error(str(refused))
    arguments.bots = arguments.bots.split(",") if arguments.bots else []
    if unknown := [name for name in arguments.bots if name not in POLICIES]:
        parser.error(f"--bots: unknown {unknown[0]!r}; choose from {', '.join(POLICIES)}")
    if arguments.players is None:
        arguments.players = max(len(arguments.bots), rules.players.least)
    if not rules.players.least <= arguments.players <= rules.players.most:
        parser.error(f"--players: these rules are for {rules.players.least} to {rules.players.most}")
    if arguments.games < 1:
        parser.error("--games: at least 1")
    return rules


if __name__ == "__main__":
    sys.exit(main())
