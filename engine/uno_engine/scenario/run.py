"""Runs a scenario on this engine: sets up its position and carries out its steps."""

from collections import Counter
from dataclasses import dataclass, field

from uno_engine import actions as act
from uno_engine import cards
from uno_engine.cards import Card
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.refused import Refused
from uno_engine.rules import RulesRefused
from uno_engine.scenario import expectations, position, steps
from uno_engine.scenario.expectations import Expectation, Found, PlayedScenario
from uno_engine.scenario.steps import Step
from uno_engine.scenario.text import Block, ScenarioFault, blocks
from uno_engine.state import State
from uno_engine.vain_catches import VainCatches


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario. If it failed: the number and text of the line at fault, and what was found instead."""

    name: str
    clauses: tuple[str, ...]
    passed: bool
    line: int
    step: str = ""
    found: str = ""


class ScenarioFailed(Exception):
    """A scenario does not hold: the line at fault and what was found instead."""

    def __init__(self, line: int, step: str, found: str) -> None:
        super().__init__(found)
        self.line = line
        self.step = step
        self.found = found


def run_text(text: str) -> list[Outcome]:
    """Play every scenario of a file's text, in order."""
    return [run(block) for block in blocks(text)]


def run(block: Block) -> Outcome:
    """Play one scenario. Nothing is raised: a scenario that cannot be read or played has failed."""
    clauses: tuple[str, ...] = ()
    try:
        placed = position.read(block)
        clauses = placed.clauses
        _play(placed)
    except ScenarioFault as fault:
        return Outcome(block.name, clauses, passed=False, line=fault.line, found=fault.reason)
    except ScenarioFailed as failed:
        return Outcome(block.name, clauses, passed=False, line=failed.line, step=failed.step, found=failed.found)
    return Outcome(block.name, clauses, passed=True, line=block.line)


def _play(placed: position.Position) -> None:
    rules_line = placed.once["rules"]
    lines = [
        expectations.read(line, placed.names) if line.text.split()[0] == "expect" else steps.read(line, placed.names)
        for line in placed.block.steps
    ]
    try:
        rules = position.rules_of(placed)
        if "invalid" in placed.once:
            raise ScenarioFailed(placed.once["invalid"].number, "invalid:", "these rules are accepted")
        course = position.set_up(placed, rules)
    except RulesRefused as refusal:
        if "invalid" in placed.once:
            _expect_option(placed, refusal)
            return
        raise ScenarioFailed(rules_line.number, f"rules: {rules_line.text}", str(refusal)) from None
    running = _Running(PlayedScenario(course.state, placed.names))
    running.happen(course, rules_line.number)
    for line in lines:
        running.carry_out(line)


def _expect_option(placed: position.Position, refusal: RulesRefused) -> None:
    words = placed.words("invalid")
    option = words.word("the option at fault")
    words.end()
    if refusal.option != option and not position.concerns(placed, option):
        raise ScenarioFailed(placed.once["invalid"].number, f"invalid: {option}", str(refusal))


@dataclass(slots=True)
class _Running:
    """A scenario between two lines."""

    course: PlayedScenario
    vain: VainCatches = field(default_factory=VainCatches)
    cards: Counter[Card] = field(default_factory=Counter)
    """All cards of the game."""

    def carry_out(self, line: Step | Expectation) -> None:
        if isinstance(line, Expectation):
            found = line.check(self.course)
            if found is not None:
                raise ScenarioFailed(line.line.number, line.line.text, found)
        else:
            self._do(line)

    def _do(self, step: Step) -> None:
        state = self.course.state
        before = state.copy()
        number, text = step.line.number, step.line.text
        try:
            events = advance(state, step.action)
        except Refused as refusal:
            told = refusal if isinstance(step.action, act.Deal) else self.vain.told(state, step.action.seat, refusal)
            if state != before:
                raise ScenarioFailed(number, text, f"refused as {told}, but the game has changed") from None
            if not step.refused or step.code not in (None, told.code):
                raise ScenarioFailed(number, text, f"refused as {told}") from None
            self.course.latest = []
            return
        if step.refused:
            told_of = ", ".join(event.kind for event in events)
            raise ScenarioFailed(number, text, f"not refused: {told_of}")
        self.happen(events, number, text)

    def happen(self, events: list[Event], number: int, text: str = "the position") -> None:
        """Remember what happened, and check that it lost or doubled no card."""
        state = self.course.state
        dealt = any(event.kind == "round_dealt" for event in events)
        self.course.happen(events)
        if text != "the position" and dealt:
            self.cards = Counter(cards.deck(state.rules.decks, state.rules.extra))
        elif not self.cards:
            self.cards = _all_cards(state)
        found = _miscount(state, self.cards)
        if found is not None:
            raise ScenarioFailed(number, text, found)


def _all_cards(state: State) -> Counter[Card]:
    found = Counter(state.discard) + Counter(state.stock)
    for hand in state.hands:
        found += Counter(hand)
    return found


def _miscount(state: State, whole: Counter[Card]) -> Found:
    """The complaint about the cards of a game, if there is one (the first law)."""
    found = _all_cards(state)
    if found != whole:
        lost, doubled = (whole - found).elements(), (found - whole).elements()
        return f"cards are not conserved: lost {expectations.write(lost)}, doubled {expectations.write(doubled)}"
    if state.counts != [len(hand) for hand in state.hands] or state.stock_count != len(state.stock):
        return "the counts are not those of the hands and the stock"
    return None
