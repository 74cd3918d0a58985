"""Measure the bare engine: random legal play on one core, one round a game, each with a fresh deal from a seed.

bench_engine.py [--rules PRESET]     one preset (official), or several: PRESET,PRESET or `all`
bench_engine.py --peers              RLCard beside it

Every step computes the legal actions of a seat that is asked, chooses one, makes its events and folds them. As in
RLCard's own random play, a card is played whenever one is listed, each as likely, and a player draws only when there is
none. Other questions, and the colour of a wild, are answered at random. UNO is called with the play that leaves one
card. In a chain, what may follow is computed after each card, and half the time one of those is played too. A vote
before the first deal is answered like any other question. Nobody jumps in.

What else is timed has somebody looking on: `views_games_s` with a view for every seat, folded from the events as that
seat sees them; `forms_games_s` with one public view, folded, and every seat's own form of each event; and
`view_for_games_s` with a fresh view, at every step, for the seat that is asked. Beside RLCard each has its `ratio`.

With --peers RLCard 1.2.0's `Game.step` (extra `bench`; it makes its state dict at every step) runs with as
many players and the same policy. The runs take turns. The figures are medians of runs, in games and actions per second
of processor time, which on an idle core is what a clock on the wall shows. A step is one answer to one question; we
ask more of them than RLCard, which has no drawn card to keep and no challenge.
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
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import environment
from play import become

sys.path.insert(0, str(environment.ROOT))  # the engine needs nothing but the standard library

from engine.actions import CanPlay, Deal, Listed, Play, PlayerAction
from engine.cards import FACES, Card, Colour
from engine.decide import advance
from engine.decisions import TakeTurn, asked
from engine.events import Event
from engine.evolve import evolve
from engine.legal import continuations, legal_actions
from engine.options import with_options
from engine.presets import PRESETS, preset
from engine.rules import MOST_SEATS, RuleSet, RulesRefused, Uno
from engine.shuffle import SEED_BYTES
from engine.state import State, new_game
from engine.view import view_for

MOST_STEPS = 20_000
DEAL = Deal()
COLOURS = tuple(Colour)
NAMED: tuple[tuple[Colour, ...], ...] = (*((colour,) for colour in Colour), ())
PLAYS = tuple(
    tuple(
        tuple((Play(seat, (face,), named), Play(seat, (face,), named, uno=True)) for named in NAMED) for face in FACES
    )
    for seat in range(MOST_SEATS)
)
"""Every play by seat, card, colour named (the last: none) and call of UNO: at hand, as RLCard's strings are."""

PlayOne = Callable[[int], int]
"""Plays the game of that number. Gives its steps; 0 if it broke off or would not end."""


class Run(NamedTuple):
    """What was played in one run."""

    games: int
    steps: int
    broken: int
    seconds: float

    @property
    def games_s(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds

    @property
    def actions_s(self) -> float:
        """Steps of whole games per second."""
        return self.steps / self.seconds


Onlooker = Callable[[list[Event]], None]
"""Sees the events of every step."""
LookOn = Callable[[State, int], Onlooker]
"""Begins to look on at a game of so many players that has been dealt."""

# --- ours ----------------------------------------------------------------------------------------------------------


def engine(rules: RuleSet, players: int, seed: int, look_on: LookOn | None = None) -> PlayOne:
    """Games of the engine, with nobody looking on or with that onlooker."""
    luck = random.Random(seed).random
    calls = rules.uno is Uno.CALL

    def play_one(number: int) -> int:
        state = _dealt(rules, players, seed, number)
        onlooker = look_on(state, players) if look_on else None
        for steps in range(MOST_STEPS):
            decision = state.waiting_for
            if decision is None:
                return steps
            seat = decision.seat
            if seat < 0:  # put to several at once
                seat = asked(decision)[0]
            events = advance(state, _chosen(state, legal_actions(state, seat), luck, calls))
            if onlooker is not None:
                onlooker(events)
        return 0

    return play_one


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
"""Who looks on, by the name that the figures have."""


def _dealt(rules: RuleSet, players: int, seed: int, number: int) -> State:
    state = new_game(rules, (True,) * players, (seed << 64 | number).to_bytes(SEED_BYTES), None)
    advance(state, DEAL)
    return state


def _chosen(state: State, listed: list[Listed], luck: Callable[[], float], calls: bool) -> PlayerAction:
    count = len(listed)
    if type(listed[0]) is CanPlay:  # plays are listed first
        while type(listed[count - 1]) is not CanPlay:
            count -= 1
    chosen = listed[int(luck() * count)]
    if not isinstance(chosen, CanPlay):
        return chosen
    if state.rules.chains:
        return _chain(state, chosen, luck, calls=calls)
    seat, card = chosen.seat, chosen.card
    named = int(luck() * 4) if chosen.asks and card.colour is None else -1
    return PLAYS[seat][card.order][named][calls and state.counts[seat] == 2]


def _chain(state: State, first: CanPlay, luck: Callable[[], float], *, calls: bool) -> Play:
    """A chain that begins with this card; its length is left to luck."""
    seat, last = first.seat, first
    cards: tuple[Card, ...] = (first.card,)
    colours: tuple[Colour | None, ...] = (COLOURS[int(luck() * 4)] if first.asks else None,)
    while type(state.waiting_for) is TakeTurn and luck() < 0.5:
        following = continuations(state, seat, cards, colours)
        if not following:
            break
        last = following[int(luck() * len(following))]
        cards = (*cards, last.card)
        colours = (*colours, COLOURS[int(luck() * 4)] if last.asks else None)
    return Play(seat, cards, colours, uno=calls and state.counts[seat] == len(cards) + 1)


# --- the peer ------------------------------------------------------------------------------------------------------


def rlcard_game(players: int, seed: int) -> PlayOne:
    """Games of RLCard through `Game.step`. Raises ImportError where it is not installed."""
    game: Any = importlib.import_module("rlcard.games.uno").Game(num_players=players)
    game.np_random = importlib.import_module("numpy").random.RandomState(seed)
    luck = random.Random(seed).random

    def play_one(_number: int) -> int:
        steps = 0
        try:
            state, _ = game.init_game()
            while not game.is_over() and steps < MOST_STEPS:
                listed = state["legal_actions"]
                state, _ = game.step(listed[int(luck() * len(listed))])
                steps += 1
        except (IndexError, KeyError, ValueError):  # its draw pile has run out
            return 0
        return steps if game.is_over() else 0

    return play_one


# --- the clock -----------------------------------------------------------------------------------------------------


def timed(play_one: PlayOne, seconds: float, first: int) -> Run:
    """Plays games for so many seconds of processor time; they are numbered from `first` on."""
    games = steps = broken = 0
    began = process_time()
    while (took := process_time() - began) < seconds or not games + broken:
        done = play_one(first + games + broken)
        if done:
            games += 1
            steps += done
        else:
            broken += 1
    return Run(games, steps, broken, took)


def measure(book: str, rules: RuleSet, arguments: argparse.Namespace) -> dict[str, object]:
    """Runs ours and the peer in turn. Gives what is printed with --json."""
    players, seed = arguments.players, arguments.seed
    contestants = {"ours": engine(rules, players, seed)}
    contestants |= {name: engine(rules, players, seed, look_on) for name, look_on in ONLOOKERS.items()}
    if arguments.peers:
        with contextlib.suppress(ImportError):
            contestants["rlcard"] = rlcard_game(players, seed)
    runs: dict[str, list[Run]] = {name: [] for name in contestants}
    for number in range(arguments.runs):
        for name, play_one in contestants.items():
            runs[name].append(timed(play_one, arguments.seconds, number << 32))
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


# --- the command ---------------------------------------------------------------------------------------------------


def main() -> int:
    """Exit code: 0, also if a peer is not there; 1 if a game of ours would not end; 2 for rules that there are not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="official", metavar="PRESET,…", help="what to play, or `all` (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="how many players, from 2 to 10 (4)")
    parser.add_argument("--peers", action="store_true", help="also time RLCard; installs it in .venv if needed")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of a run (1)")
    parser.add_argument("--runs", type=int, default=7, help="how many runs of each (7)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of deals and choices (1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args()
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
        result = measure(name, rules, arguments)
        print(json.dumps(result) if arguments.json else readable(result), flush=True)
        broken = broken or bool(result["broken"])
    return 1 if broken else 0


def fetch_peers() -> None:
    """Start again in a `.venv` with the extra `bench`; without it, if that cannot be set up, say so and go on."""
    try:
        python = environment.ready(["bench"])
    except environment.SetUpFailed as failure:
        print(f"bench_engine.py: without RLCard: {failure}", file=sys.stderr)
        return
    if Path(sys.prefix) != environment.VENV:
        become([str(python), str(Path(__file__).resolve()), *sys.argv[1:]])


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


if __name__ == "__main__":
    sys.exit(main())
