"""One line of text for a position and for moves, in the language of scenarios: written from a game, and read back."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from uno_engine import actions as act
from uno_engine.cards import Card
from uno_engine.decide import advance
from uno_engine.decisions import TakeTurn, asked
from uno_engine.options import differences, values_of
from uno_engine.presets import PRESETS, within_bounds
from uno_engine.refused import Refused
from uno_engine.rules import OWN_TEXT, VOTE, Goal, PlayerRange, RuleSet, RulesRefused, Starter
from uno_engine.scenario import position, steps
from uno_engine.scenario.text import Block, ScenarioFault, blocks, escaped
from uno_engine.state import Game, Phase, State

BETWEEN = "; "
"""What parts the lines of a scenario that are written on one."""


class Unwritable(ValueError):
    """A moment that no position can hold, such as an open question; one before it, with moves, leads there."""


class ReadGame(NamedTuple):
    """A game that begins at a position."""

    names: tuple[str, ...]
    """By seat, as the text says."""
    state: State
    moved: bool
    """Whether moves lead there from the position."""


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """A word for each seat, no two the same: the name with `_` for all but letters, digits, dots and dashes."""
    found: list[str] = []
    for seat, name in enumerate(names, 1):
        word = re.sub(r"[^\w.-]+", "_", name) or f"seat{seat}"
        while word in (*found, "expect", "deal"):
            word += "_"
        found.append(word)
    return tuple(found)


def position_line(game: Game, names: Sequence[str], between: str = BETWEEN) -> str:
    """The position of a state on one line, or of a view, as far as it knows the cards.

    `names` by seat, written as `seat_names` does. A state that is read back plays on alike.
    A view begins with its own seat and leaves out empty ones, so its rules allow as few players as are left. It says
    how many cards it doesn't know, and leaves out what a position cannot hold beside a turn.
    `between`: a line break makes it the lines of a file.
    Raises Unwritable: there is no position for this moment.
    """
    words, rules = seat_names(names), game.rules
    order: Sequence[int] = range(game.seats)
    if not game.seed:
        first = game.viewer or 0
        order = [seat for seat in (*order[first:], *order[:first]) if game.seated[seat]]
        least, most = rules.players
        rules = replace(rules, players=PlayerRange(min(least, len(order)), most))
    lines = [f"rules: {rules_words(rules)}", f"seats: {' '.join(words[seat] for seat in order)}"]
    if text := values_of(game.rules)[OWN_TEXT]:
        lines.append(f"own: {escaped(text)}")
    lines += _always(game, order, words)
    if game.phase is not Phase.BETWEEN_ROUNDS:
        _check_quiet(game)
        lines += _turn(game, order, words)
    return between.join(lines)


def rules_words(rules: RuleSet) -> str:
    """The words of a `rules:` line: of all presets the one with the shortest. The host's own rule is not in it."""
    found = []
    for name, base in PRESETS.items():
        try:
            within_bounds(name, rules)
        except RulesRefused:
            continue
        different = differences(rules, base)
        found.append(" ".join((name, *(f"{key}={value}" for key, value in different.items() if key != OWN_TEXT))))
    return min(found, key=len)


def _always(game: Game, order: Sequence[int], words: Sequence[str]) -> Iterator[str]:
    rules = game.rules
    named = {
        "empty": [seat for seat in order if not game.seated[seat]],
        "chosen": [seat for seat in order if seat == game.chosen and rules.starter is Starter.CHOSEN],
        "dealer": [seat for seat in order if seat == game.dealer],
    }
    yield f"rounds: {game.round - (game.phase is Phase.PLAYING)}"
    yield from (f"{key}: {' '.join(words[seat] for seat in seats)}" for key, seats in named.items() if seats)
    yield from (f"score {words[seat]}: {game.scores[seat]}" for seat in order if game.scores[seat])
    if game.custom and rules.customizable_rule == VOTE:
        yield f"custom: {game.custom}"
    if game.seed:
        yield f"seed: {int.from_bytes(game.seed, 'big')} {game.shuffles}"


def _check_quiet(game: Game) -> None:
    """Raise Unwritable unless a turn is awaited and, in a state, nothing else is open that a position cannot hold."""
    if type(game.waiting_for) is not TakeTurn:
        what = "the game is over" if game.phase is Phase.OVER else "a question is open"
        raise Unwritable(f"{what}: take a position before it, and the moves since")
    if not game.seed:
        return  # a view: whoever reads it deals the unknown cards anyway
    ranked = game.rules.goal is Goal.UNTIL_LAST and game.leavers != game.lost
    beside = (game.first, game.passes, game.open_hands, game.window is not None, ranked)
    if any((*beside, game.windows_closed, game.false_calls, game.out_of_turns)):
        raise Unwritable("a position cannot hold all of this moment: take one before it, and the moves since")


def _turn(game: Game, order: Sequence[int], words: Sequence[str]) -> Iterator[str]:
    out = [words[seat] for seat in game.out if seat in order]
    lost = [f"{words[seat]} {game.noted.get(seat, 0)}" for seat in game.lost if seat in order]
    if out:
        yield f"out: {' '.join(out)}"
    if lost:
        yield f"lost: {' '.join(lost)}"
    for seat in order:
        if game.playing[seat]:
            yield f"hand {words[seat]}: {_cards(game.hands[seat]) or game.counts[seat]}"
    yield f"discard: {_cards(game.discard)}"
    yield f"stock-only: {_cards(game.stock[::-1]) or game.stock_count}"
    if game.discard[-1].wild and game.colour:
        yield f"colour: {game.colour.value}"
    if game.direction != 1:
        yield "direction: counterclockwise"
    yield f"turn: {words[asked(game.waiting_for)[0]]} {game.turn}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)


def moves_line(actions: Iterable[act.Action], names: Sequence[str], between: str = BETWEEN) -> str:
    """The actions as steps on one line; arguments as in `position_line`. Raises Unwritable for a newcomer."""
    words = seat_names(names)
    return between.join(_step(action, words) for action in actions)


def _step(action: act.Action, words: Sequence[str]) -> str:
    if isinstance(action, act.Deal):
        return "deal"
    return f"{words[action.seat]} {_done(action, words)}"


def _done(action: act.Action, words: Sequence[str]) -> str:
    match action:
        case act.Play(cards=cards, colours=colours, target=target, uno=uno):
            named = [f":{colour.value}" if colour else "" for colour in colours or (None,) * len(cards)]
            laid = [f"{card}{colour}" for card, colour in zip(cards, named, strict=True)]
            chosen = [] if target is None else [f"target={words[target]}"]
            return " ".join(("plays", *laid, *chosen, *(("uno",) if uno else ())))
        case act.Name(colour=one):
            return f"names {one.value}"
        case act.Choose(target=target):
            return f"chooses {words[target]}"
        case act.Cast(rule=rule):
            return f"votes {rule}"
        case act.Give(card=card):
            return f"gives {card}"
        case act.Retain(card=card):
            return f"keeps {card}"
        case act.Catch(target=target):
            return f"catches {words[target]}"
        case act.Join():
            raise Unwritable("nobody can join in a step: take the position after it")
        case _:
            return _SIMPLE[type(action)]


_SIMPLE: Mapping[type[act.Action], str] = {
    act.Draw: "draws",
    act.Keep: "keeps",
    act.Pass: "passes",
    act.Accept: "accepts",
    act.Challenge: "challenges",
    act.Done: "confirms",
    act.CallUno: "calls uno",
    act.TimedOut: "times out",
    act.Left: "leaves",
}


def game_line(course: Sequence[tuple[State, act.Action]], end: State, names: Sequence[str]) -> str:
    """The state `end`, as the last position that can be written and the moves since.

    `course` has the actions before it, each with the state it met. From the last deal on, or longer, it always
    suffices. Raises Unwritable if it doesn't.
    """
    states = [*(state for state, _ in course), end]
    for at in reversed(range(len(states))):
        with suppress(Unwritable):
            line = position_line(states[at], names)
            moves = moves_line((action for _, action in course[at:]), names)
            return BETWEEN.join((line, "---", moves)) if moves else line
    raise Unwritable("the moves since the deal are needed")


def read_moves(line: str, names: tuple[str, ...]) -> list[act.Action]:
    """The actions of such a line; `names` as the position has them. Raises ScenarioFault."""
    return [step.action for block in blocks(f"---{BETWEEN}{line}") for step in _moves(block, names)]


def read_position(text: str) -> ReadGame:
    """The game at a position, after the moves that follow it, if any; a whole scenario is read so, too.

    Raises ScenarioFault or RulesRefused.
    """
    found = blocks(text)
    if len(found) != 1:
        raise ScenarioFault(1, "one position is needed, such as 'rules: official; seats: ann bob; rounds: 0'")
    (block,) = found
    placed = position.read(block)
    if "invalid" in placed.once:
        raise placed.once["invalid"].fault("nobody can play by invalid rules")
    state = position.set_up(placed, position.rules_of(placed)).state
    moves = list(_moves(block, placed.names))
    for step in moves:
        try:
            advance(state, step.action)
        except Refused as refused:
            raise step.line.fault(f"{step.line.text!r} is refused: {refused}") from None
    return ReadGame(placed.names, state, bool(moves))


def _moves(block: Block, names: tuple[str, ...]) -> Iterator[steps.Step]:
    """The steps of a block. What is expected, and what is to be refused, changes nothing."""
    for line in block.steps:
        if line.text.split()[0] != "expect" and not (step := steps.read(line, names)).refused:
            yield step
