"""Does the bare engine hold, and which computer player wins? Plays games without a server and watches them.

simulate.py [--rules PRESET] [--set OPTION=VALUE …]     so many games under these rules, played by computer players
simulate.py --random-rules --seconds N --seed S         for so long, each game under rules of its own, by anybody
simulate.py --game-seed X                               one game of such a run again

With --random-rules the four laws of `engine.laws` are held at every event: over all options and values, all numbers of
players, empty seats, newcomers, leavers, time-outs, catches, jump-ins, punished and refused actions. It prints how
often each thing was reached that there is to reach; whatever was not reached at all fails the run as a violation does.

Otherwise, after every action all cards must still be there, whoever is asked must have an answer that is accepted, and
every round must end; with --strict the cards are also counted after every single event, and the events must lead to the
same game. What does not hold is a violation: it is told with the number of its game, that game is given up, the exit
code is 1.

Each seat is played by a computer player that sees its own view alone; the names that --bots gives move on by one seat
from game to game. They are the levels that people can play against, and `laying`, which is random but lays a card
whenever it can and never forgets UNO. While UNO can be called or caught, the seats are asked in an order that follows
from the seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import shake_256
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the engine needs nothing but the standard library
sys.path.insert(0, str(Path(__file__).resolve().parent))

import many_games

from engine import decide
from engine.actions import Action, Deal, PlayerAction
from engine.bots import LEVELS, Chooser, at_random, choose
from engine.cards import deck
from engine.decisions import asked
from engine.events import Event, RoundEnded
from engine.evolve import evolve
from engine.laws.violation import Violation
from engine.laws.witness import check_cards
from engine.legal import legal_actions
from engine.options import with_options
from engine.presets import preset
from engine.refused import Refused
from engine.rules import RuleSet, RulesRefused
from engine.shuffle import SEED_BYTES, shuffled
from engine.state import Phase, State, new_game, seats_in
from engine.view import view_for

MOST_ACTIONS = 12_000
"""In a round: more than its 1,000 turns, with all their questions, calls and catches, can hold."""
MOST_ROUNDS = 2_000
"""In a game."""
TOLD = 10
"""So many violations are told in words; all are counted."""

POLICIES: dict[str, Chooser] = {level: partial(choose, level) for level in LEVELS} | {"laying": at_random.lay}
RANDOM_PLAY = ("laying", "random")
"""Without --bots: games that end, with draws, calls and catches that a sensible player would not make."""

Advance = Callable[[State, Action], list[Event]]


class Played(NamedTuple):
    """What came of one game: the winners' seats, the actions accepted, the rounds that were blocked."""

    winners: tuple[int, ...]
    actions: int
    blocked: int


class Result(NamedTuple):
    """What came of all games. `wins` counts for each level the games that its seats won, a shared win in parts."""

    games: int
    actions: int
    blocked: int
    seconds: float
    violations: int
    told: list[str]
    wins: dict[str, float]


# --- one game ------------------------------------------------------------------------------------------------------


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
    """What somebody does next: whoever is asked, or first, while somebody can be caught, anybody who likes."""
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


# --- all games -----------------------------------------------------------------------------------------------------


def simulate(
    rules: RuleSet,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str],
    *,
    strict: bool = False,
    advance: Advance = decide.advance,
) -> Result:
    """Plays the games, the levels of `bots` in turn at the seats. `advance` stands in for the engine's own in tests."""
    actions = blocked = violations = 0
    told: list[str] = []
    wins = dict.fromkeys(bots, 0.0)
    began = perf_counter()
    for game in range(games):
        levels = [bots[(seat + game) % len(bots)] for seat in range(players)]
        try:
            played = play_game(rules, levels, f"simulate {seed} game {game}", strict=strict, advance=advance)
        except Violation as violation:
            violations += 1
            if len(told) < TOLD:
                told.append(f"game {game}: {violation}")
            continue
        actions += played.actions
        blocked += played.blocked
        for winner in played.winners:
            wins[levels[winner]] += 1 / len(played.winners)
    return Result(games, actions, blocked, perf_counter() - began, violations, told, wins)


def rate(wins: float, games: int) -> tuple[float, float]:
    """The part of the games that was won, and half the width of its 95 % confidence interval."""
    part = wins / games if games else 0.0
    return part, 1.96 * sqrt(part * (1 - part) / games) if games else 0.0


# --- the command ---------------------------------------------------------------------------------------------------


def main() -> int:
    """Exit code: 0 if everything held and was reached, 1 if not, 2 for options that make no sense."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.seconds is not None and not arguments.random_rules:
        parser.error("--seconds goes with --random-rules")
    if arguments.random_rules or arguments.game_seed is not None:
        if arguments.rules or arguments.set or arguments.bots or arguments.players:
            parser.error("--random-rules and --game-seed have rules, seats and players of their own")
        return _random_rules(parser, arguments)
    rules = _rules(parser, arguments)
    bots = arguments.bots or RANDOM_PLAY
    result = simulate(rules, arguments.players, arguments.games, arguments.seed, bots, strict=arguments.strict)
    for line in result.told:
        print(f"simulate.py: {line}", file=sys.stderr)
    print(json.dumps(_figures(result, arguments)) if arguments.json else _readable(result), flush=True)
    return 1 if result.violations else 0


def _random_rules(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    if arguments.game_seed is not None:
        tally = many_games.one(arguments.game_seed)
        missing: list[str] = []  # one game cannot reach everything
        _progress(tally, tally)
    else:
        seconds = 60.0 if arguments.seconds is None else arguments.seconds
        if seconds <= 0 or arguments.workers < 1 or arguments.seed < 0:
            parser.error("--seconds is more than 0, --workers from 1 on, --seed from 0 on")
        tally = many_games.play(arguments.seed, seconds, arguments.workers, _progress)
        missing = tally.reached.missing()
    for line in missing:
        print(f"simulate.py: never reached: {line}", file=sys.stderr)
    figures = tally.figures() | {"seed": arguments.seed, "workers": arguments.workers, "missing": missing}
    print(json.dumps(figures) if arguments.json else tally.readable(), flush=True)
    return 1 if tally.violations or missing else 0


def _progress(part: many_games.Tally, tally: many_games.Tally) -> None:
    """A line for whoever waits, and what has been found since the last one."""
    for line in part.told:
        print(f"simulate.py: {line}", file=sys.stderr)
    missing = len(tally.reached.missing())
    said = (
        f"{tally.seconds:.0f} s: {tally.games} games, {tally.violations} violations, {missing} things not reached yet"
    )
    print(said, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, metavar="N", help="from 2 to 10 (as many as --bots names, at least 2)")
    parser.add_argument("--games", type=int, default=1000, metavar="G", help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="from which everything follows (1)")
    parser.add_argument("--bots", metavar="A,B,…", help=f"who plays: {', '.join(POLICIES)} ({','.join(RANDOM_PLAY)})")
    parser.add_argument("--strict", action="store_true", help="check after every event as well")
    parser.add_argument("--random-rules", action="store_true", help="every game under random rules, all laws held")
    parser.add_argument("--seconds", type=float, metavar="N", help="with --random-rules: how long (60)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="with --random-rules: processes (1)")
    parser.add_argument("--game-seed", type=int, metavar="X", help="one game of --random-rules again, by its number")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    return parser


def _rules(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> RuleSet:
    arguments.rules = arguments.rules or "official"
    try:
        rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    except RulesRefused as refused:
        parser.error(str(refused))
    arguments.bots = arguments.bots.split(",") if arguments.bots else []
    if unknown := [name for name in arguments.bots if name not in POLICIES]:
        parser.error(f"--bots: there is no {unknown[0]!r}; there are {', '.join(POLICIES)}")
    if arguments.players is None:
        arguments.players = max(len(arguments.bots), rules.players.least)
    if not rules.players.least <= arguments.players <= rules.players.most:
        parser.error(f"--players: these rules are for {rules.players.least} to {rules.players.most}")
    if arguments.games < 1:
        parser.error("--games: at least 1")
    return rules


def _figures(result: Result, arguments: argparse.Namespace) -> dict[str, object]:
    """What is printed with --json."""
    rates = {level: rate(wins, result.games) for level, wins in result.wins.items()}
    return {
        "games": result.games,
        "actions": result.actions,
        "seconds": round(result.seconds, 3),
        "games_s": round(result.games / result.seconds, 1),
        "actions_s": round(result.actions / result.seconds),
        "blocked": result.blocked,
        "violations": result.violations,
        "told": result.told,
        "wins": {level: round(wins, 2) for level, wins in result.wins.items()},
        "rate": {level: round(part, 4) for level, (part, _) in rates.items()},
        "ci95": {level: round(half, 4) for level, (_, half) in rates.items()},
        "rules": arguments.rules,
        "set": arguments.set,
        "players": arguments.players,
        "seed": arguments.seed,
        "strict": arguments.strict,
    }


def _readable(result: Result) -> str:
    lines = [
        f"{result.games} games, {result.actions} actions in {result.seconds:.1f} s",
        f"{result.games / result.seconds:.0f} games/s, {result.actions / result.seconds:.0f} actions/s",
        f"blocked rounds: {result.blocked}; violations: {result.violations}",
    ]
    for level, wins in result.wins.items():
        part, half = rate(wins, result.games)
        lines.append(f"{level}: {wins:g} games won, {part:.1%} ± {half:.1%}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
