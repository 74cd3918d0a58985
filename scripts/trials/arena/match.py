"""How strong one level of computer players is against another, on duplicate deals.

arena.py --a hard --b normal --rules official --players 2 --games 5000 --json
arena.py --a hard --b normal --players 4 --two-against-two       a has every other seat
arena.py --a hard --b hard --bluffs 30 --without-challenges      what challenges are worth to a

Every deal is played from every seat: level a has one seat and level b the others, and for the next game of the deal all
move on by one. So each deal has as many games as players, or two where two play against two.

`share` is the part of the games that a has won, a shared win in parts, and `interval` its 95 % confidence interval; the
games of one deal count as one observation. `even` is the share of an equal player. `normal-0.1` is the first level that
there was, `laying` random play that lays a card whenever it can, and `rlcard` the rule agent of RLCard 1.2.0 (extra
`bench`) at our tables.

a or b may also be a bot: `my_bot.py`, a file with `choose(view, actions)`, which is run as it is. Each seat has a new
bot in each game, as at a table: an object of the file's class `Bot`, else the file is run again (so what takes long to
load is best kept beside a class). If `choose` or `told` fails, the match ends, with the bot's traceback: at a table a
computer player would move in its place, and the figures would be those of both. --lost FILE writes the first game that
a has lost, as a scenario; `scenario.py FILE` plays it.

With --bluffs P every seat of b plays a Wild Draw Four that would be a bluff at P of 100 chances, and never
otherwise. With --without-challenges each game is played a second time by a copy of a that never challenges, and
`gained` is how much more a has won than its copy, with its interval.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import shake_256
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time

from environment import progress

from tests.engine.bots import normal_0_1
from tests.engine.bots.rlcard_agent import RuleAgent
from trials.arena.lost import Course, scenario
from uno_client.bots.file import BotFailed, BotFile, BotRefused, Told, place_of, tell
from uno_engine.actions import CanPlay, Challenge, Deal, Listed, Play, PlayerAction
from uno_engine.bots import at_random
from uno_engine.bots.choosing import ALL_LEVELS, choose
from uno_engine.bots.luck import happens
from uno_engine.bots.suspicion import is_bluff
from uno_engine.cards import Colour
from uno_engine.decide import advance
from uno_engine.decisions import TakeTurn, asked
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.legal import legal_actions
from uno_engine.memory import Memory, remember
from uno_engine.moves import moves
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.rules import RuleSet, RulesRefused
from uno_engine.shuffle import SEED_BYTES, shuffled
from uno_engine.state import Phase, State, View, new_game, seats_in
from uno_engine.view import view_for

NAME = "arena.py match"

Player = Callable[[View, Sequence[Listed], bytes, Memory], PlayerAction | None]
"""A player of the arena."""

OLD: dict[str, Callable[[View, Sequence[Listed], bytes], PlayerAction | None]] = {
    "normal-0.1": normal_0_1.choose,
    "laying": at_random.lay,
}
"""Players that are no levels and remember nothing."""
RLCARD = "rlcard"
"""RLCard's rule agent (`tests/engine/bots/rlcard_agent.py`), where the extra `bench` is installed."""
CHUNK = 50
"""Deals that are played in one go."""


def player(name: str) -> Player:
    """A player of that name, for a seat in a game. Raises KeyError for a name that there is not, BotRefused."""
    return _players(name)()


@cache
def _players(name: str) -> Callable[[], Player]:
    if name in ALL_LEVELS:
        return lambda: partial(choose, name)
    if name.endswith(".py"):
        return partial(FilePlayer, BotFile(Path(name)), name)
    if name == RLCARD:
        return RuleAgent
    old = OLD[name]
    return lambda: lambda view, listed, seed, _memory: old(view, listed, seed)


class FilePlayer:
    """A new bot of a file. What it prints goes to standard error."""

    def __init__(self, file: BotFile, name: str) -> None:
        """Raises BotRefused."""
        self._name = Path(name).name
        with self._contained("ended when it was loaded", BotRefused):
            self._bot = file.bot()

    def __call__(self, view: View, listed: Sequence[Listed], _seed: bytes, _memory: Memory) -> PlayerAction | None:
        """What it chooses. Raises BotFailed."""
        actions = moves(view, listed)
        with self._contained("failed: it ended", BotFailed):
            at = place_of(self._bot.choose, view, actions)
        return None if at is None else actions[at]

    def told(self, view: View, event: Event) -> None:
        """Show it an event, with its view before the event. Raises BotFailed."""
        with self._contained("failed: it ended", BotFailed):
            tell(self._bot, view, event)

    @contextmanager
    def _contained(self, ended: str, error: type[Exception]) -> Iterator[None]:
        """Raise `error` for a bot that ends its process, and name the one that failed."""
        try:
            with redirect_stdout(sys.stderr):
                yield
        except SystemExit:
            raise error(f"{self._name} {ended}") from None
        except BotFailed as failed:
            raise BotFailed(f"{self._name} failed: {failed}") from None


def bluffing(plays: Player, chance: float) -> Player:
    """`plays`, but bluffing with a Wild Draw Four with this chance on each turn that allows it."""

    def bluffs(view: View, listed: Sequence[Listed], seed: bytes, memory: Memory) -> PlayerAction | None:
        bluff = next((entry for entry in listed if isinstance(entry, CanPlay) and is_bluff(view, entry)), None)
        if bluff is None:
            return plays(view, listed, seed, memory)
        if type(view.waiting_for) is TakeTurn and happens(chance, "a chance to bluff", view, seed):
            hand = view.hands[bluff.seat]
            best = max(Colour, key=lambda colour: sum(held.colour is colour for held in hand))
            return Play(bluff.seat, (bluff.card,), (best,), uno=view.counts[bluff.seat] == 2)
        return plays(view, [entry for entry in listed if entry is not bluff], seed, memory)

    return bluffs


def watched(plays: Player, challenges: list[Challenge]) -> Player:
    """`plays`, with its challenges appended to `challenges`."""

    def noted(view: View, listed: Sequence[Listed], seed: bytes, memory: Memory) -> PlayerAction | None:
        action = plays(view, listed, seed, memory)
        if isinstance(action, Challenge):
            challenges.append(action)
        return action

    return noted


def never_challenging(plays: Player) -> Player:
    """`plays`, but never challenging a Wild Draw Four."""

    def accepts(view: View, listed: Sequence[Listed], seed: bytes, memory: Memory) -> PlayerAction | None:
        return plays(view, [entry for entry in listed if not isinstance(entry, Challenge)], seed, memory)

    return accepts


@dataclass
class Cost:
    """The time that a level's decisions took."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def decided(self, seconds: float) -> None:
        """Count a decision."""
        self.add(Cost(1, seconds, seconds))

    def add(self, other: Cost) -> None:
        """Count another one's, too."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


def play_game(
    rules: RuleSet,
    seats: Sequence[Player],
    deal: str,
    costs: Sequence[Cost],
    told: Mapping[int, Told] = {},
    course: Course | None = None,
) -> tuple[int, ...]:
    """The winners of a game. The cards and all luck follow from `deal`; `costs` has one entry for each seat.

    `told` are the seats that see events, and `course` gets each action with the state before it.
    """
    bots = [_seed(f"{deal} bot {seat}") for seat in range(len(seats))]
    memories = [Memory() for _ in seats]
    state = new_game(rules, (True,) * len(seats), _seed(f"{deal} deal"))
    order = _seed(f"{deal} order")
    actions = 0
    while state.phase is not Phase.OVER:
        if state.phase is Phase.BETWEEN_ROUNDS:
            carry_out(state, Deal(), memories, told)
            continue
        actions += 1
        anybody = state.window is not None or state.rules.jump_in
        for seat in shuffled(seats_in(state), "order", order, actions) if anybody else asked(state.waiting_for):
            view = view_for(state, seat)
            listed = legal_actions(view, seat)
            if not listed:
                continue
            began = process_time()
            action = seats[seat](view, listed, bots[seat], memories[seat])
            costs[seat].decided(process_time() - began)
            if action is not None:
                if course is not None:
                    course.append((state.copy(), action))
                carry_out(state, action, memories, told)
                break
        else:
            raise RuntimeError(f"nobody answers {state.waiting_for}")
    return state.winners


def carry_out(
    state: State,
    action: PlayerAction | Deal,
    memories: Sequence[Memory],
    listeners: Mapping[int, Told] = {},
) -> None:
    """Carry out an action, and let everybody remember what they see of it."""
    before = state.copy()
    for event in advance(state, action):
        public, own = event.forms()
        for seat, memory in enumerate(memories):
            remember(memory, before, seat, own.get(seat, public))
        for seat, told in listeners.items():
            told(view_for(before, seat), own.get(seat, public))
        evolve(before, event)


def _seed(text: str) -> bytes:
    return shake_256(text.encode()).digest(SEED_BYTES)


@dataclass(frozen=True)
class Match:
    """The players of a match and its rules."""

    rules: RuleSet
    players: int
    a: str
    b: str
    two_against_two: bool = False
    bluffs: float | None = None
    without_challenges: bool = False
    writes_lost: str | None = None
    """The line of rules for the scenario of a game that a has lost; None if none is wanted."""


@dataclass
class Result:
    """The outcome of some deals."""

    shares: list[float] = field(default_factory=list)
    """For each deal the part of its games that a won."""
    gained: list[float] = field(default_factory=list)
    """For each deal what a won more than its copy that never challenges."""
    games: int = 0
    lost: int = 0
    """How many of them a has lost."""
    lost_game: str | None = None
    """The first of these that can be written as a scenario."""
    a: Cost = field(default_factory=Cost)
    b: Cost = field(default_factory=Cost)

    def add(self, other: Result) -> None:
        """Count another one's deals, too."""
        self.shares += other.shares
        self.gained += other.gained
        self.games += other.games
        self.lost += other.lost
        self.lost_game = self.lost_game or other.lost_game
        self.a.add(other.a)
        self.b.add(other.b)


def seatings(match: Match) -> list[list[bool]]:
    """For each game of a deal, which seats are a's."""
    if match.two_against_two:
        return [[(seat + game) % 2 == 0 for seat in range(match.players)] for game in range(2)]
    return [[seat == game for seat in range(match.players)] for game in range(match.players)]


def play_deals(match: Match, seed: int, deals: range) -> Result:
    """Play these deals, each from every seat."""
    result = Result()
    for deal in deals:
        games = [_play(match, mine, f"arena {seed} deal {deal}", result) for mine in seatings(match)]
        result.games += len(games)
        result.shares.append(fmean(share for share, _gained in games))
        if match.without_challenges:
            result.gained.append(fmean(gained for _share, gained in games))
    return result


def _play(match: Match, mine: Sequence[bool], deal: str, result: Result) -> tuple[float, float]:
    """The part of a game that a wins, and how much of it because it challenges, where that is measured."""
    challenges: list[Challenge] = []
    changed = partial(watched, challenges=challenges) if match.without_challenges else _unchanged
    course: Course | None = [] if match.writes_lost is not None and result.lost_game is None else None
    winners = _winners(match, mine, deal, result, changed, course)
    share = _share(mine, winners)
    if share == 0:
        result.lost += 1
        if course is not None and match.writes_lost is not None:
            name = f"{Path(match.a).stem} is seat{mine.index(True)} and loses to {Path(match.b).stem}"
            result.lost_game = scenario(name, course, winners)
    # Where nothing was challenged, the copy's game would be the very same.
    copy = _share(mine, _winners(match, mine, deal, result, never_challenging)) if challenges else share
    return share, share - copy


def _unchanged(plays: Player) -> Player:
    return plays


def _winners(
    match: Match,
    mine: Sequence[bool],
    deal: str,
    result: Result,
    changed: Callable[[Player], Player],
    course: Course | None = None,
) -> tuple[int, ...]:
    """The winners of a game between new players, with a as it is `changed`."""
    players = [player(match.a if own else match.b) for own in mine]
    told = {seat: plays.told for seat, plays in enumerate(players) if isinstance(plays, FilePlayer)}
    bluffs = _unchanged if match.bluffs is None else partial(bluffing, chance=match.bluffs)
    seats = [(changed if own else bluffs)(plays) for own, plays in zip(mine, players, strict=True)]
    return play_game(match.rules, seats, deal, [result.a if own else result.b for own in mine], told, course)


def _share(mine: Sequence[bool], winners: Sequence[int]) -> float:
    return sum(mine[winner] for winner in winners) / len(winners)


def play_match(match: Match, games: int, seed: int, jobs: int = 1) -> Result:
    """Play at least so many games, whole deals; the result does not depend on the number of jobs."""
    deals = -(-games // len(seatings(match)))
    chunks = [range(at, min(at + CHUNK, deals)) for at in range(0, deals, CHUNK)]
    result = Result()
    play = partial(play_deals, match, seed)
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        for part in pool.map(play, chunks) if pool else map(play, chunks):
            result.add(part)
            progress.show(f"{match.a} against {match.b}: {result.games:,} of {deals * len(seatings(match)):,} games")
    return result


def with_interval(values: Sequence[float], least: float = -1.0) -> tuple[float, list[float]]:
    """The mean of what each deal gave, at least `least` and at most 1, and its 95 % confidence interval."""
    mean = fmean(values)
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 2.0
    return _round(mean), [_round(max(least, mean - half)), _round(min(1.0, mean + half))]


def _round(value: float) -> float:
    return round(value, 4) + 0.0  # no -0.0


def figures(match: Match, result: Result) -> dict[str, object]:
    """The JSON that --json prints."""
    share, interval = with_interval(result.shares, 0.0)
    costs = {"a": result.a, "b": result.b}
    found: dict[str, object] = {
        "share": share,
        "interval": interval,
        "even": 0.5 if match.two_against_two else round(1 / match.players, 4),
        "games": result.games,
        "deals": len(result.shares),
        "cpu_ms_per_decision": {
            name: round(1000 * cost.seconds / max(1, cost.decisions), 4) for name, cost in costs.items()
        },
        "cpu_ms_at_most": {name: round(1000 * cost.slowest, 4) for name, cost in costs.items()},
    }
    if match.without_challenges:
        found["gained"], found["gained_interval"] = with_interval(result.gained)
    return found


def main(typed: Sequence[str]) -> int:
    """Exit code: 0, 1 if a bot fails, or 2 for options that make no sense."""
    parser = _parser()
    arguments = parser.parse_args(typed)
    match = _match(parser, arguments)
    if arguments.lost is not None and (why := _unwritable(arguments.lost)):
        parser.error(f"--lost: {arguments.lost} can't be written: {why}")
    try:
        with progress.line():
            result = play_match(match, arguments.games, arguments.seed, arguments.jobs)
    except (BotFailed, BotRefused) as failed:
        print(f"{NAME}: {failed}", file=sys.stderr)
        return 1
    found = figures(match, result)
    if arguments.lost is not None:
        _write_lost(arguments.lost, match, result)
    given = {name: getattr(arguments, name) for name in ("a", "b", "rules", "set", "players", "seed")}
    if arguments.json:
        print(json.dumps(found | given), flush=True)
    else:
        for name, value in found.items():
            print(f"{name}: {value}", flush=True)
    return 0


def _unwritable(path: Path) -> str | None:
    """Why a file can't be written, if so; it stays as it is."""
    new = not path.exists()
    try:
        path.open("a").close()
    except OSError as fault:
        return fault.strerror
    if new:
        path.unlink()
    return None


def _write_lost(path: Path, match: Match, result: Result) -> None:
    if result.lost_game is not None:
        path.write_text(result.lost_game, encoding="utf-8")
        return
    why = (
        f"none of the games that {match.a} has lost can be a scenario" if result.lost else f"{match.a} has lost no game"
    )
    print(f"{NAME}: {path} is not written: {why}", file=sys.stderr)


def chosen_rules(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> RuleSet:
    """The rules of `--rules` and `--set`, which so many `--players` can play; the parser tells what is wrong."""
    try:
        rules = with_options(preset(arguments.rules), dict(option.partition("=")[::2] for option in arguments.set))
    except RulesRefused as refused:
        parser.error(str(refused))
    if not rules.players.least <= arguments.players <= rules.players.most:
        parser.error(f"--players: these rules are for {rules.players.least} to {rules.players.most}")
    return rules


def _match(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Match:
    rules = chosen_rules(parser, arguments)
    for name in {arguments.a, arguments.b} - set(_NAMES):
        try:
            player(name)
        except KeyError:
            parser.error(f"there is no player {name!r}: one of {', '.join(_NAMES)}, or a file such as my_bot.py")
        except BotRefused as refused:
            parser.error(str(refused))
    if RLCARD in (arguments.a, arguments.b) and find_spec("rlcard") is None:
        parser.error("rlcard is not installed: pip install .[bench]")
    if arguments.two_against_two and arguments.players % 2:
        parser.error("--two-against-two: takes an even number of players")
    if arguments.games < 1 or arguments.jobs < 1:
        parser.error("--games and --jobs: at least 1")
    if arguments.bluffs is not None and not 0 <= arguments.bluffs <= 100:
        parser.error("--bluffs: 0 to 100")
    return Match(
        rules,
        arguments.players,
        arguments.a,
        arguments.b,
        arguments.two_against_two,
        None if arguments.bluffs is None else arguments.bluffs / 100,
        arguments.without_challenges,
        None if arguments.lost is None else " ".join([arguments.rules, *arguments.set]),
    )


_NAMES = (*ALL_LEVELS, *OLD, RLCARD)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    one_of = f"one of {', '.join(_NAMES)}, or FILE.py"
    parser.add_argument("--a", required=True, metavar="PLAYER", help=one_of)
    parser.add_argument("--b", required=True, metavar="PLAYER", help="its opponents")
    parser.add_argument("--lost", type=Path, metavar="FILE", help="write the first game that a has lost, as a scenario")
    parser.add_argument("--rules", default="official", help="the preset to play (official)")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="OPTION=VALUE", help="change options")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (2)")
    parser.add_argument("--two-against-two", action="store_true", help="a has every other seat, not one")
    parser.add_argument(
        "--games", type=int, default=1000, metavar="G", help="how many games, rounded up to deals (1000)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed that every deal follows from (1)")
    parser.add_argument("--bluffs", type=int, metavar="P", help="b bluffs at P of 100 chances")
    parser.add_argument("--without-challenges", action="store_true", help="measure what challenges are worth to a")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    return parser
