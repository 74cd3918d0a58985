"""Measure the bare engine: random legal play on one core, one round a game, each with a fresh deal from a seed.

bench.py engine [--rules PRESET]     one preset (official), or several: PRESET,PRESET or `all`
bench.py engine --peers              RLCard beside it

Every game is played twice. The first time its choices are made, and no clock runs. The second time is timed: the deal,
and at every step the legal actions of the seat that is asked, the events of the action chosen and what they change. So
choosing costs nothing, here and in RLCard.

Both choose alike, each action that RLCard would list as likely: every copy of a card that fits, a wild once for every
colour, a Wild Draw Four when nothing else fits, and a draw when no card does. Other questions are answered at random.
UNO is called with the play that leaves one card. In a chain, half the time one more card is asked for and played. A
vote before the first deal is answered like any other question. Nobody jumps in.

What else is timed has somebody looking on: `views_games_s` with a view for every seat, folded from the events as that
seat sees them; `forms_games_s` with one public view, folded, and every seat's own form of each event; and
`view_for_games_s` with a fresh view, at every step, for the seat that is asked. Beside RLCard each has its `ratio`.

With --peers RLCard 1.2.0's `Game.step` (extra `bench`; it makes its state dict at every step) runs with as
many players. The runs take turns, and all begin with the same games. The figures are medians of runs, in games and
actions per second of processor time, which on an idle core is what a clock on the wall shows. A step is one answer to
one question; we ask more of them than RLCard, which has no drawn card to keep and no challenge.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import json
import os
import random
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import environment
from environment import progress
from play import become

from uno_engine.actions import CanPlay, Deal, Listed, Play, PlayerAction
from uno_engine.cards import Card, Colour, Rank
from uno_engine.decide import advance
from uno_engine.decisions import TakeTurn, asked
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.legal import continuations, legal_actions
from uno_engine.options import with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import RuleSet, RulesRefused, Uno
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import State, new_game
from uno_engine.view import view_for

NAME = "bench.py engine"
MOST_STEPS = 20_000
BATCH = 5
"""The number of games that are chosen, and then timed together."""
DEAL = Deal()
COLOURS = tuple(Colour)


class Chosen(NamedTuple):
    """A game whose choices are made."""

    play: Callable[[], None]
    """Plays it."""
    steps: int


Choose = Callable[[int], Chosen | None]
"""Makes the choices of the game of that number; None if it broke off or would not end."""


class Run(NamedTuple):
    """The games of one run."""

    games: int
    steps: int
    broken: int
    seconds: float

    @property
    def games_s(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds if self.games else 0.0

    @property
    def actions_s(self) -> float:
        """Steps of whole games per second."""
        return self.steps / self.seconds if self.games else 0.0


Onlooker = Callable[[list[Event]], None]
"""Sees the events of every step."""
LookOn = Callable[[State, int], Onlooker]
"""Begins to look on at a game of so many players that has been dealt."""

Begun = Sequence[tuple[tuple[Card, ...], tuple[Colour | None, ...]]]
"""The beginnings of a chain for which it was asked what may follow."""
Step = tuple[PlayerAction, Begun]
Steps = Callable[[int], list[Step] | None]
"""The choices of the game of that number; None if it would not end."""


def choices(rules: RuleSet, players: int, seed: int) -> Steps:
    """Makes the choices of games of the engine, once for each."""

    @cache
    def steps(number: int) -> list[Step] | None:
        luck = random.Random(f"{seed} {number}")
        state = _dealt(rules, players, seed, number)
        found: list[Step] = []
        while state.waiting_for is not None:
            if len(found) == MOST_STEPS:
                return None
            step = _chosen(state, legal_actions(state, asked(state.waiting_for)[0]), luck)
            found.append(step)
            advance(state, step[0])
        return found

    return steps


def engine(rules: RuleSet, players: int, seed: int, steps_of: Steps, look_on: LookOn | None = None) -> Choose:
    """Games of the engine with those choices, with nobody looking on or with that onlooker."""

    def choose(number: int) -> Chosen | None:
        steps = steps_of(number)
        if steps is None:
            return None

        def play() -> None:
            state = _dealt(rules, players, seed, number)
            onlooker = look_on(state, players) if look_on else None
            for action, begun in steps:
                legal_actions(state, action.seat)
                for cards, colours in begun:
                    continuations(state, action.seat, cards, colours)
                events = advance(state, action)
                if onlooker is not None:
                    onlooker(events)

        return Chosen(play, len(steps))

    return choose


def folded_views(state: State, players: int) -> Onlooker:
    """A view for every seat, folded from what that seat sees."""
    views = [view_for(state, seat) for seat in range(players)]

    def look(events: list[Event]) -> None:
        for event in events:
            public, private = event.forms()
            for seat, view in enumerate(views):
                evolve(view, private.get(seat, public))

    return look


def own_forms(state: State, players: int) -> Onlooker:
    """One public view, folded, and every seat's own form: what a server has to make of a game."""
    view = view_for(state, None)
    seats = range(players)

    def look(events: list[Event]) -> None:
        for event in events:
            public, private = event.forms()
            evolve(view, public)
            for seat in seats:
                private.get(seat, public)

    return look


def fresh_views(state: State, _players: int) -> Onlooker:
    """A view at every step, for the seat that is asked; a spectator's where several are."""

    def look(_events: list[Event]) -> None:
        decision = state.waiting_for
        if decision is not None:
            view_for(state, decision.seat if decision.seat >= 0 else None)

    return look


ONLOOKERS: dict[str, LookOn] = {"views": folded_views, "forms": own_forms, "view_for": fresh_views}
"""The spectators, by their name in the figures."""


def _dealt(rules: RuleSet, players: int, seed: int, number: int) -> State:
    state = new_game(rules, (True,) * players, (seed << 64 | number).to_bytes(SEED_BYTES), None)
    advance(state, DEAL)
    return state


def _chosen(state: State, listed: list[Listed], luck: random.Random) -> Step:
    answers = [one for one in listed if not isinstance(one, CanPlay)]
    plays = [one for one in listed if isinstance(one, CanPlay)]
    plays = [one for one in plays if one.card.rank is not Rank.WILD_DRAW_FOUR] or plays
    if not plays:
        return luck.choice(answers), ()
    hand = state.hands[plays[0].seat]
    often = [len(COLOURS) if one.card.wild else hand.count(one.card) for one in plays]
    return _played(state, luck.choices(plays, often)[0], luck)


def _played(state: State, first: CanPlay, luck: random.Random) -> Step:
    """The play of that card; where chains are played it may begin one, whose length is left to luck."""
    seat, last = first.seat, first
    cards: tuple[Card, ...] = (first.card,)
    colours: tuple[Colour | None, ...] = (_colour(first, luck),)
    begun = []
    while state.rules.chains and type(state.waiting_for) is TakeTurn and luck.random() < 0.5:
        begun.append((cards, colours))
        following = continuations(state, seat, cards, colours)
        if not following:
            break
        last = luck.choice(following)
        cards = (*cards, last.card)
        colours = (*colours, _colour(last, luck))
    uno = state.rules.uno is Uno.CALL and state.counts[seat] == len(cards) + 1
    if begun:
        return Play(seat, cards, colours, uno=uno), begun
    return _of_one(seat, cards[0], colours[0], uno=uno), ()


@cache
def _of_one(seat: int, card: Card, colour: Colour | None, *, uno: bool) -> Play:
    """The play of one card: made once."""
    return Play(seat, (card,), (colour,) if colour else (), uno=uno)


def _colour(play: CanPlay, luck: random.Random) -> Colour | None:
    return luck.choice(COLOURS) if play.asks and play.card.wild else None


def rlcard_game(players: int, seed: int) -> Choose:
    """Games of RLCard through `Game.step`. Raises ImportError where it is not installed."""
    game: Any = importlib.import_module("rlcard.games.uno").Game(num_players=players)
    random_state = importlib.import_module("numpy").random.RandomState

    @cache
    def actions_of(number: int) -> list[str] | None:
        luck = random.Random(f"{seed} {number}")
        actions: list[str] = []
        try:
            game.np_random = random_state((seed, number))
            state, _ = game.init_game()
            while not game.is_over() and len(actions) < MOST_STEPS:
                actions.append(sys.intern(luck.choice(state["legal_actions"])))  # at hand, as our actions are
                state, _ = game.step(actions[-1])
        except (IndexError, KeyError, ValueError):  # its draw pile has run out
            return None
        return actions if game.is_over() else None

    def choose(number: int) -> Chosen | None:
        actions = actions_of(number)
        if actions is None:
            return None
        deal = random_state((seed, number))

        def play() -> None:
            game.np_random = deal
            game.init_game()
            for action in actions:
                game.step(action)

        return Chosen(play, len(actions))

    return choose


def timed(choose: Choose, seconds: float) -> Run:
    """Plays games for so many seconds of processor time, from number 0 on."""
    games = steps = broken = 0
    took = 0.0
    while took < seconds:
        first = games + broken
        chosen = [game for number in range(first, first + BATCH) if (game := choose(number))]
        began = process_time()
        for game in chosen:
            game.play()
        took += process_time() - began
        if not chosen:
            return Run(games, steps, broken + BATCH, took)
        games += len(chosen)
        steps += sum(game.steps for game in chosen)
        broken += BATCH - len(chosen)
    return Run(games, steps, broken, took)


def measure(book: str, rules: RuleSet, arguments: argparse.Namespace) -> dict[str, object]:
    """Runs ours and the peer in turn. Gives what is printed with --json."""
    players, seed = arguments.players, arguments.seed
    steps_of = choices(rules, players, seed)
    contestants = {"ours": engine(rules, players, seed, steps_of)}
    contestants |= {name: engine(rules, players, seed, steps_of, look_on) for name, look_on in ONLOOKERS.items()}
    if arguments.peers:
        with contextlib.suppress(ImportError):
            contestants["rlcard"] = rlcard_game(players, seed)
    runs: dict[str, list[Run]] = {name: [] for name in contestants}
    for number in range(1, arguments.runs + 1):
        progress.show(f"{book}: run {number} of {arguments.runs}")
        for name, choose in contestants.items():
            runs[name].append(timed(choose, arguments.seconds))
    ours, theirs = runs["ours"], runs.get("rlcard")
    games_s = median(run.games_s for run in ours)
    beside = {name: median(run.games_s for run in runs[name]) for name in ONLOOKERS}
    rlcard_games_s = median(run.games_s for run in theirs) if theirs else None
    return {
        "games_s": round(games_s, 1),
        "actions_s": round(median(run.actions_s for run in ours)),
        **{f"{name}_games_s": round(figure, 1) for name, figure in beside.items()},
        "rlcard_games_s": rlcard_games_s and round(rlcard_games_s, 1),
        "openspiel_games_s": None,
        "ratio": rlcard_games_s and round(games_s / rlcard_games_s, 2),
        **{f"{name}_ratio": rlcard_games_s and round(figure / rlcard_games_s, 2) for name, figure in beside.items()},
        "rules": book,
        "set": arguments.set,
        "players": players,
        "steps_per_game": steps_per_game(ours),
        "rlcard_steps_per_game": theirs and steps_per_game(theirs),
        "games": sum(run.games for run in ours),
        "broken": sum(run.broken for run in ours),
        "rlcard_broken": theirs and sum(run.broken for run in theirs),
        "games_s_runs": [round(run.games_s, 1) for run in ours],
        "rlcard_games_s_runs": theirs and [round(run.games_s, 1) for run in theirs],
        "runs": arguments.runs,
        "seconds": arguments.seconds,
        "seed": seed,
        "python": sys.version.split()[0],
        "cpu": pinned(),
    }


def steps_per_game(runs: list[Run]) -> float:
    """The mean number of steps of a whole game."""
    return round(sum(run.steps for run in runs) / max(1, sum(run.games for run in runs)), 1)


def pin() -> None:
    """Keep to one processor, where the system lets a process choose."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def pinned() -> int | None:
    """The processor kept to; None if there is more than one."""
    if sys.platform == "linux" and len(found := os.sched_getaffinity(0)) == 1:
        return min(found)
    return None


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, also if a peer is not there; 1 if a game of ours would not end; 2 for rules that there are not."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="official", metavar="PRESET,…", help="what to play, or `all` (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="how many players, from 2 to 10 (4)")
    parser.add_argument("--peers", action="store_true", help="also time RLCard; installs it in .venv if needed")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of a run (1)")
    parser.add_argument("--runs", type=int, default=7, help="how many runs of each (7)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of deals and choices (1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args(typed)
    names = tuple(PRESETS) if arguments.rules == "all" else arguments.rules.split(",")
    try:
        options = dict(setting.partition("=")[::2] for setting in arguments.set)
        books = {name: with_options(preset(name), options) for name in names}
    except RulesRefused as refused:
        parser.error(str(refused))
    most = min(rules.players.most for rules in books.values())
    if not 2 <= arguments.players <= most or arguments.runs < 1 or arguments.seed < 0:
        parser.error(f"--players must be 2 to {most}, --runs at least 1, --seed at least 0")
    if arguments.peers and importlib.util.find_spec("rlcard") is None:
        fetch_peers()
    pin()
    broken = False
    for name, rules in books.items():
        with progress.line():
            result = measure(name, rules, arguments)
        print(json.dumps(result) if arguments.json else readable(result), flush=True)
        broken = broken or bool(result["broken"])
    return 1 if broken else 0


def fetch_peers() -> None:
    """Start again in a `.venv` with the extra `bench`; without it, if that cannot be set up, say so and go on."""
    try:
        python = environment.ready(["bench"])
    except environment.SetUpFailed as failure:
        print(f"{NAME}: without RLCard: {failure}", file=sys.stderr)
        return
    if Path(sys.prefix) != environment.VENV:
        become([str(python), str(Path(sys.argv[0]).resolve()), *sys.argv[1:]])


def readable(result: dict[str, object]) -> str:
    """The figures as lines for people."""
    rows = [("engine", ""), ("with views", "views_"), ("with forms", "forms_"), ("with view_for", "view_for_")]
    lines = [
        f"{result['rules']}, {result['players']} players, Python {result['python']}: medians of {result['runs']} runs"
    ]
    for label, name in rows:
        ratio = "" if result["ratio"] is None else f"  ratio {result[name + 'ratio']}"
        lines.append(f"  {label:<13} {result[name + 'games_s']:>10} games/s{ratio}")
    if result["rlcard_games_s"] is not None:
        lines.append(f"  {'RLCard':<13} {result['rlcard_games_s']:>10} games/s")
    lines.append(f"  actions a second: {result['actions_s']}; steps a game: {result['steps_per_game']}")
    lines.append(f"  games that did not end: {result['broken']}")
    return "\n".join(lines)
