"""Does the bare engine hold, and which computer player wins? Plays games without a server and watches them.

After every action all cards must still be there, whoever is asked must have an answer that is accepted, and every round
must end; with --strict the cards are also counted after every single event, and the events must lead to the same game.
What does not hold is a violation: it is told with the number of its game, that game is given up, the exit code is 1.

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

from engine import decide
from engine.actions import Action, Deal, PlayerAction
from engine.bots import LEVELS, Chooser, at_random, choose
from engine.cards import Card, canonical_order, deck
from engine.decisions import asked
from engine.events import Event, RoundEnded
from engine.evolve import evolve
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


class Violation(Exception):
    """Something that must hold does not."""


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
    whole = list(deck(rules.decks, rules.extra))
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


def _carry_out(state: State, action: Action, advance: Advance, whole: list[Card], *, strict: bool) -> list[Event]:
    twin = state.copy() if strict else None
    try:
        events = advance(state, action)
    except Refused as refused:
        raise Violation(f"{action} was listed and is refused: {refused}") from refused
    _check_cards(state, whole, str(action))
    if twin is not None:
        for event in events:
            evolve(twin, event)
            _check_cards(twin, whole, f"{event} of {action}")
        if twin != state:
            raise Violation(f"the events of {action} do not lead to the same game")
    return events


def _check_cards(state: State, whole: list[Card], after: str) -> None:
    """Law 1: every card is in exactly one place, and the public counts are those of the places."""
    if not state.round:
        return  # C12: the vote comes before the cards
    there = [*state.stock, *state.discard]
    for hand in state.hands:
        there += hand
    there.sort(key=canonical_order)
    if there != whole:
        raise Violation(f"{len(there)} of {len(whole)} cards, or others, are there after {after}")
    if state.stock_count != len(state.stock) or state.counts != [len(hand) for hand in state.hands]:
        raise Violation(f"the counts are not those of the cards after {after}")


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
    """Exit code: 0 if everything held, 1 if not, 2 for options that make no sense."""
    arguments, rules = _arguments()
    bots = arguments.bots or RANDOM_PLAY
    result = simulate(rules, arguments.players, arguments.games, arguments.seed, bots, strict=arguments.strict)
    for line in result.told:
        print(f"simulate.py: {line}", file=sys.stderr)
    print(json.dumps(_figures(result, arguments)) if arguments.json else _readable(result), flush=True)
    return 1 if result.violations else 0


def _arguments() -> tuple[argparse.Namespace, RuleSet]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="official", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, metavar="N", help="from 2 to 10 (as many as --bots names, at least 2)")
    parser.add_argument("--games", type=int, default=1000, metavar="G", help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="from which everything follows (1)")
    parser.add_argument("--bots", metavar="A,B,…", help=f"who plays: {', '.join(POLICIES)} ({','.join(RANDOM_PLAY)})")
    parser.add_argument("--strict", action="store_true", help="check after every event as well")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    arguments = parser.parse_args()
    try:
        rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    except RulesRefused as refused:
        parser.error(str(refused))
    arguments.bots = arguments.bots.split(",") if arguments.bots else []
    if unknown := [name for name in arguments.bots if name not in POLICIES]:
        parser.error(f"--bots: there is no {unknown[0]!r}; there are {', '.join(POLICIES)}")
    if arguments.players is None:
        arguments.players = max(len(arguments.bots), 2)
    if not rules.players.least <= arguments.players <= rules.players.most:
        parser.error(f"--players: these rules are for {rules.players.least} to {rules.players.most}")
    if arguments.games < 1:
        parser.error("--games: at least 1")
    return arguments, rules


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
