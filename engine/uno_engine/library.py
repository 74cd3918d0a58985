"""What `import uno_engine` gives: a game of your own, move by move, or played by functions that choose."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, get_args

from uno_engine.actions import Deal, PlayerAction
from uno_engine.bots.choosing import ALL_LEVELS, choose
from uno_engine.clauses import CLAUSES
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.events import Event, RoundDealt
from uno_engine.evolve import evolve
from uno_engine.legal import legal_actions
from uno_engine.memory import Memory, remember
from uno_engine.moves import moves
from uno_engine.refused import Refused
from uno_engine.rules import RuleSet
from uno_engine.shuffle import SEED_BYTES, shuffled
from uno_engine.state import Game, Phase, State, View, seats_in
from uno_engine.state import new_game as undealt
from uno_engine.view import view_for

MOST_ACTIONS = 1_000_000
"""How long `play_game` goes on: players who never want to win could draw the discards again and again."""

Choose = Callable[[View, Sequence[PlayerAction]], PlayerAction | None]
"""Chooses one of the actions, given the view of its seat. None lets a chance pass (to catch, to jump in)."""
Told = Callable[[View, Event], None]
"""Sees each event as its seat sees it, with the seat's view before the event."""


class Chooser(Protocol):
    """A player with a memory, say: an object, or a module, with `choose`. It may also have `told`, a `Told`."""

    @property
    def choose(self) -> Choose:
        """The function that chooses."""
        raise NotImplementedError


Player = Choose | Chooser


class IllegalMove(ValueError):
    """A move that the rules don't allow. The message says whose it was, and why."""


class GameResult(NamedTuple):
    """The outcome of a game that is over."""

    winners: tuple[int, ...]
    """Seats; several only if they share the first place."""
    scores: tuple[int, ...]
    """Points by seat, all 0 where the rules don't count any."""
    rounds: int


def new_game(rules: RuleSet, players: int, seed: int) -> State:
    """A game whose first round is dealt. The same three arguments give the same cards.

    `seed` is a number from 0 to 2**256 - 1. Raises ValueError for one out of range, or a wrong number of players.

    >>> from uno_engine import PRESETS, new_game
    >>> game = new_game(PRESETS["official"], players=2, seed=1)
    >>> game.hands[0], game.discard
    ([R3, Y4, YS, G7, G+2, B2, B2], [G1])
    """
    game = _undealt(rules, players, seed)
    _deal(game)
    return game


def to_act(game: Game) -> tuple[int, ...]:
    """The seats that must move now: mostly one; none once the game is over. `game` is a state or a view."""
    return asked(game.waiting_for)


def legal_moves(view: View) -> list[PlayerAction]:
    """All moves that the view's own seat can make now, each complete; `uno_engine.moves` says which and in what order.

    Empty if it can't do anything. A seat that is not in `to_act` may have some, too: it can catch somebody, or jump in.

    >>> from uno_engine import PRESETS, legal_moves, new_game, to_act, view_for
    >>> game = new_game(PRESETS["official"], players=2, seed=1)
    >>> for move in legal_moves(view_for(game, to_act(game)[0])):
    ...     print(move)
    Play(seat=1, cards=(R1,), colours=(), target=None, uno=False)
    Play(seat=1, cards=(G8,), colours=(), target=None, uno=False)
    Play(seat=1, cards=(B1,), colours=(), target=None, uno=False)
    Draw(seat=1)
    """
    return moves(view, legal_actions(view, view.viewer)) if view.viewer is not None else []


def play(game: State, action: PlayerAction) -> State:
    """The game after the action; `game` itself stays as it is. When a round ends, the next one is dealt.

    Raises IllegalMove. (`uno_engine.decide` is the engine beneath: it also gives the events.)
    """
    after = game.copy()
    _carry_out(after, action)
    _deal(after)
    return after


def result(game: Game) -> GameResult | None:
    """The outcome; None while the game goes on. `game` is a state or a view."""
    return GameResult(game.winners, tuple(game.scores), game.round) if game.phase is Phase.OVER else None


def level(name: str, seed: int = 0) -> "LevelPlayer":
    """A computer player of that level, with its own memory and luck: take a fresh one for each game.

    Levels are `easy`, `normal`, `hard`, `expert` and `random`. Raises ValueError for any other name.
    """
    if name not in ALL_LEVELS:
        raise ValueError(f"there is no level {name!r}; the levels are {', '.join(ALL_LEVELS)}")
    return LevelPlayer(name, seed)


class LevelPlayer:
    """A computer player, as a function that chooses."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self._seed = _bytes(seed)
        self._memories: dict[int, Memory] = {}

    def __call__(self, view: View, actions: Sequence[PlayerAction]) -> PlayerAction | None:
        """The level's move. It looks at the view and its memory; `actions` follow from the view."""
        seat = _own_seat(view)
        own = bytes((*self._seed[:-1], self._seed[-1] ^ seat))
        return choose(self.name, view, legal_actions(view, seat), own, self._memory(seat))

    def told(self, view: View, event: Event) -> None:
        """Remember what the event shows."""
        seat = _own_seat(view)
        if isinstance(event, RoundDealt) and event.round == 1:
            self._memories.pop(seat, None)
        remember(self._memory(seat), view, seat, event)

    def _memory(self, seat: int) -> Memory:
        if seat not in self._memories:
            self._memories[seat] = Memory()
        return self._memories[seat]


def play_game(seats: Mapping[int, Player], rules: RuleSet, seed: int) -> GameResult:
    """Play a whole game on this machine; the players, by seat from 0, choose their moves.

    Each is a function `choose(view, actions) -> action`, or an object with `choose`, and `told` if it wants to see the
    events. It gets its seat's view and nothing else. While somebody can be caught, or players may jump in, everybody
    with a move is asked, in an order that follows from the seed, until somebody acts. The same seed gives the same
    cards, and the same game if the players choose the same.
    Raises IllegalMove for a move that the rules refuse, RuntimeError after `MOST_ACTIONS`, ValueError as `new_game`.

    >>> from uno_engine import PRESETS, level, play_game
    >>> def first(view, actions):
    ...     return actions[0]
    >>> play_game({0: first, 1: level("hard")}, PRESETS["official"], seed=1)
    GameResult(winners=(0,), scores=(0, 0), rounds=1)
    """
    if sorted(seats) != list(range(len(seats))):
        raise ValueError(f"seats are numbered from 0 without a gap, not {sorted(seats)}")
    table = _Table(seats, rules, seed)
    for number in range(MOST_ACTIONS):
        if (outcome := result(table.game)) is not None:
            return outcome
        table.move(number)
    raise RuntimeError(f"the game has not ended after {MOST_ACTIONS:,} actions")


class Audience:
    """Those who want to see the events of a game, each with its seat's view, which follows them."""

    def __init__(self, game: State, told: Mapping[int, Told]) -> None:
        self._told = told
        self._views = {seat: view_for(game, seat) for seat in told}

    def tell(self, events: Sequence[Event]) -> None:
        """Show each seat its form of the events, in order."""
        for event in events if self._told else ():
            public, own = event.forms()
            for seat, told in self._told.items():
                seen = own.get(seat, public)
                told(self._views[seat], seen)
                evolve(self._views[seat], seen)


class _Table:
    """A game and its players."""

    def __init__(self, seats: Mapping[int, Player], rules: RuleSet, seed: int) -> None:
        self.game = _undealt(rules, len(seats), seed)
        self.chooses = {seat: player if callable(player) else player.choose for seat, player in seats.items()}
        listeners = {seat: getattr(player, "told", None) for seat, player in seats.items()}
        own = {seat: _unshared(told) for seat, told in listeners.items() if told is not None}
        self.tell = Audience(self.game, own).tell
        _deal(self.game, self.tell)

    def move(self, number: int) -> None:
        """Let somebody act."""
        game = self.game
        for seat in in_order(game, number):
            view = view_for(game, seat)
            actions = legal_moves(view)
            action = self.chooses[seat](view, actions) if actions else None
            if action is not None:
                if getattr(action, "seat", seat) != seat:
                    raise IllegalMove(f"seat {seat} gave {action!r}, a move of another seat")
                self.tell(_carry_out(game, action))
                _deal(game, self.tell)
                return
        must = to_act(game)[0]
        raise IllegalMove(f"seat {must} must move and gave None; its moves: {legal_moves(view_for(game, must))}")


def _unshared(told: Told) -> Told:
    """`told`, with views that it may keep and change."""
    return lambda view, event: told(view.copy(), event)


def in_order(game: State, number: int) -> Sequence[int]:
    """The seats to ask for the action of that number: all of them, shuffled, while any of them might have one."""
    anybody = game.window is not None or game.rules.jump_in
    return shuffled(seats_in(game), "order", game.seed, number) if anybody else to_act(game)


def _undealt(rules: RuleSet, players: int, seed: int) -> State:
    least, most = rules.players
    if not least <= players <= most:
        raise ValueError(f"these rules are for {least} to {most} players, not {players}")
    return undealt(rules, (True,) * players, _bytes(seed))


def _carry_out(game: State, action: PlayerAction) -> list[Event]:
    if not isinstance(action, get_args(PlayerAction)):
        raise IllegalMove(f"{action!r} is no action of a player (take one of the actions given)")
    try:
        return advance(game, action)
    except Refused as refused:
        why = f"{refused.code.value}, {refused.clause}: {CLAUSES[refused.clause]}"
        raise IllegalMove(f"seat {action.seat} may not do {action!r} ({why})") from None


def _deal(game: State, tell: Callable[[Sequence[Event]], None] = lambda events: None) -> None:
    """Deal the next round if one is due; after the vote for a rule, too."""
    if game.phase is Phase.BETWEEN_ROUNDS:
        tell(advance(game, Deal()))


def _own_seat(view: View) -> int:
    if view.viewer is None:
        raise ValueError("this is a spectator's view, and a spectator doesn't play")
    return view.viewer


def _bytes(seed: int) -> bytes:
    if not 0 <= seed < 1 << 8 * SEED_BYTES:
        raise ValueError(f"a seed is a number from 0 to 2**{8 * SEED_BYTES} - 1, not {seed}")
    return seed.to_bytes(SEED_BYTES)
