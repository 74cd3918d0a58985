"""The steps of a scenario: the lines that are not expectations, read as actions of the engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from uno_engine import actions as act
from uno_engine.cards import Card, Colour
from uno_engine.refused import Code
from uno_engine.scenario.text import Line, Words


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done. If `refused`, the engine must refuse it, with `code` if there is one."""

    line: Line
    action: act.Action
    refused: bool = False
    code: Code | None = None


def read(line: Line, seats: tuple[str, ...]) -> Step:
    """The step of a line. Raises ScenarioFault if it is none."""
    done, arrow, outcome = line.text.partition("->")
    words = Words(line, done, seats)
    action: act.Action
    name = words.word("a step")
    if name == "deal":
        action = act.Deal()
    else:
        if name not in seats:
            raise line.fault(f"unknown line {line.text!r}: it does not begin with a seat")
        seat = seats.index(name)
        verb = words.word("what is done")
        if verb not in VERBS:
            raise line.fault(f"unknown step {verb!r}; the steps are {', '.join(VERBS)}")
        action = VERBS[verb](seat, words)
    words.end()
    if not arrow:
        return Step(line, action)
    marks = Words(line, outcome, seats)
    marks.one_of(("refused",))
    code = Code(marks.one_of(tuple(code.value for code in Code))) if marks else None
    marks.end()
    return Step(line, action, refused=True, code=code)


def _plays(seat: int, words: Words) -> act.Play:
    cards: list[Card] = []
    colours: list[Colour | None] = []
    last_colour: Colour | None = None
    target: int | None = None
    uno = False
    for word in words.rest(lambda: words.word("a card")):
        key, equals, value = word.partition("=")
        if word == "uno":
            uno = True
        elif equals and key == "colour":
            last_colour = words.colour_called(value)
        elif equals and key == "target":
            target = words.seat_called(value)
        else:
            name, colon, letter = word.partition(":")
            cards.append(words.card_called(name))
            colours.append(words.colour_called(letter) if colon else None)
    if not cards:
        raise words.line.fault("a card is missing")
    if last_colour is not None:
        if colours[-1] is not None:
            raise words.line.fault("the last card has two colours")
        colours[-1] = last_colour
    named = tuple(colours) if any(colours) else ()
    return act.Play(seat, tuple(cards), named, target, uno)


def _keeps(seat: int, words: Words) -> act.Keep | act.Retain:
    return act.Retain(seat, words.card()) if words else act.Keep(seat)


def _calls(seat: int, words: Words) -> act.CallUno:
    words.one_of(("uno",))
    return act.CallUno(seat)


def _times(seat: int, words: Words) -> act.TimedOut:
    words.one_of(("out",))
    return act.TimedOut(seat)


VERBS: Mapping[str, Callable[[int, Words], act.Action]] = {
    "plays": _plays,
    "draws": lambda seat, _words: act.Draw(seat),
    "keeps": _keeps,
    "passes": lambda seat, _words: act.Pass(seat),
    "names": lambda seat, words: act.Name(seat, words.colour()),
    "chooses": lambda seat, words: act.Choose(seat, words.seat()),
    "gives": lambda seat, words: act.Give(seat, words.card()),
    "votes": lambda seat, words: act.Cast(seat, words.word("the name of a rule")),
    "accepts": lambda seat, _words: act.Accept(seat),
    "confirms": lambda seat, _words: act.Done(seat),
    "challenges": lambda seat, _words: act.Challenge(seat),
    "calls": _calls,
    "catches": lambda seat, words: act.Catch(seat, words.seat()),
    "times": _times,
    "leaves": lambda seat, _words: act.Left(seat),
}
"""Every step by its verb; each reads the rest of the line."""
