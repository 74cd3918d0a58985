"""Positions to try computer players on: some from games played at random, some made for the purpose."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from uno_engine import actions as act
from uno_engine.bots import at_random
from uno_engine.bots.choosing import choose
from uno_engine.cards import Card, Colour, canonical_order, card, cards
from uno_engine.decide import advance
from uno_engine.decisions import Decision, TakeTurn, asked
from uno_engine.legal import legal_actions
from uno_engine.rules import Extra, RuleSet
from uno_engine.state import Phase, State, View, new_game, seats_in
from uno_engine.view import view_for

SEED = b"a computer player's own seed, 32"
OFFICIAL = RuleSet()


class Untouchable(list[Card]):
    """Cards that nobody may look at."""

    def _look(self, *_: object) -> object:
        raise AssertionError("looked at what is hidden")

    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = __eq__ = _look  # type: ignore[assignment]


def positions(games: int, players: int = 2, rules: RuleSet = OFFICIAL) -> Iterator[tuple[State, int]]:
    """Every position of one round of some random games, once for each seat that may do something in it."""
    for game in range(games):
        state = new_game(rules, (True,) * players, bytes([game, players]) * 16)
        advance(state, act.Deal())
        while state.phase in (Phase.VOTING, Phase.PLAYING):
            seats = sorted(seats_in(state), key=lambda seat: seat in asked(state.waiting_for))
            moves = []
            for seat in seats:
                listed = legal_actions(state, seat)
                if listed:
                    yield state, seat
                    moves.append(_move(view_for(state, seat), listed, bytes([game, seat])))
            advance(state, next(move for move in moves if move is not None))


def looks(
    games: int, players: int = 2, rules: RuleSet = OFFICIAL
) -> Iterator[tuple[State, int, View, list[act.Listed]]]:
    """Every such position, with what the seat sees and what is listed for it."""
    for state, seat in positions(games, players, rules):
        view = view_for(state, seat)
        yield state, seat, view, list(legal_actions(view, seat))


def _move(view: View, listed: Sequence[act.Listed], seed: bytes) -> act.PlayerAction | None:
    # Every third game is played by who lays what fits, so that hands get small and windows open.
    return at_random.lay(view, listed, seed) if seed[0] % 3 else choose("random", view, listed, seed)


def view_of(
    hand: str,
    top: str,
    *,
    others: Sequence[int] = (7,),
    colour: Colour | None = None,
    under: str = "",
    waits_for: Decision | None = None,
    drawn: str = "",
    custom: str | None = None,
    rules: RuleSet = OFFICIAL,
) -> View:
    """What seat 0 sees: its hand, the top card and what lies `under` it, and the others' numbers of cards."""
    seats = 1 + len(others)
    if custom is not None:
        rules = replace(rules, extra=Extra(0, 0, 1), customizable_rule=custom)
    state = new_game(rules, (True,) * seats, b"")
    own = sorted(cards(hand), key=canonical_order)
    state.phase, state.round, state.dealer, state.starter = Phase.PLAYING, 1, seats - 1, 0
    state.playing = [True] * seats
    state.hands[0] = own
    state.counts = [len(own), *others]
    state.discard = [*cards(under), card(top)]
    state.colour = colour or card(top).colour
    state.stock_count, state.turn, state.decision = 40, 9, 17
    state.waiting_for = waits_for or TakeTurn(0)
    state.drawn = card(drawn) if drawn else None
    return view_for(state, 0)


def chosen(view: View, seed: bytes = SEED, level: str = "normal") -> act.PlayerAction | None:
    """What a computer player at seat 0 does."""
    return choose(level, view, legal_actions(view, 0), seed)


def seeds(count: int) -> list[bytes]:
    """Different seeds of computer players."""
    return [number.to_bytes(32) for number in range(count)]
