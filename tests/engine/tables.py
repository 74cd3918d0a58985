"""Tables for tests, set up in the words of scenario files."""

from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.rules import RuleSet
from uno_engine.scenario import position
from uno_engine.scenario.text import blocks
from uno_engine.state import Phase, State, new_game

SEED = bytes(range(32))


def at(lines: str, rules: str = "official") -> State:
    """The game at a position; `lines` are position lines of a scenario, parted by line breaks or semicolons."""
    (block,) = blocks(f"scenario: a test\nrules: {rules}\n" + lines.replace(";", "\n"))
    placed = position.read(block)
    return position.set_up(placed, position.rules_of(placed)).state


def dealt(seats: int = 4, seed: int = 1, **options: str) -> State:
    """A game of so many seats whose first round has just been dealt."""
    state = new_game(official(**options), [True] * seats, seed.to_bytes(32, "big"))
    advance(state, act.Deal())
    return state


def begun(name: str, seats: int, **options: str) -> tuple[State, list[Event]]:
    """A game of a preset whose first round has been dealt, and what that told; whoever may vote abstains."""
    state = new_game(with_options(preset(name), options), [True] * seats, bytes(32))
    told = advance(state, act.Deal())
    while state.phase is Phase.VOTING:
        told = advance(state, act.TimedOut(asked(state.waiting_for)[0]))
    return state, told


def official(**options: str) -> RuleSet:
    """The official rules with some options set from text."""
    return with_options(RuleSet(), options)


def play(state: State, seat: int, name: str, colour: str = "", *, uno: bool = False) -> list[Event]:
    """Lay one card."""
    colours = (Colour(colour),) if colour else ()
    return advance(state, act.Play(seat, cards(name), colours, uno=uno))


def kinds(events: list[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]
