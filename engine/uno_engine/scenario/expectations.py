"""The expectations of a scenario: the lines that begin with `expect`, read as questions to the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import Card, canonical_order
from uno_engine.decisions import DECISIONS, asked
from uno_engine.legal import legal_actions
from uno_engine.scenario.position import DIRECTIONS
from uno_engine.scenario.text import Line, Words
from uno_engine.state import Phase, State

QUESTIONS = tuple(DECISIONS)


@dataclass(slots=True)
class PlayedScenario:
    """A scenario being played: the game, and the part of its past that expectations ask about."""

    state: State
    names: tuple[str, ...]
    latest: list[ev.Event] = field(default_factory=list)
    """The result of the last step."""
    ended: ev.RoundEnded | None = None
    """How the last round ended."""

    def happen(self, events: list[ev.Event]) -> None:
        """Remember what a step led to."""
        self.latest = events
        for event in events:
            if isinstance(event, ev.RoundEnded):
                self.ended = event
            elif isinstance(event, ev.RoundDealt):
                self.ended = None

    def called(self, seats: Iterable[int]) -> str:
        """Names of seats, for people."""
        return " ".join(self.names[seat] for seat in seats) or "nobody"


Found = str | None
"""The difference from the expectation; None if there is none."""
Check = Callable[[PlayedScenario], Found]


@dataclass(frozen=True, slots=True)
class Expectation:
    """One line that begins with `expect`, and how to find out whether it holds."""

    line: Line
    check: Check


def read(line: Line, names: tuple[str, ...]) -> Expectation:
    """The expectation of a line. Raises ScenarioFault if it is none."""
    words = Words(line, _without_first_colon(line.text), names)
    words.one_of(("expect",))
    subject = words.word("what is expected")
    if subject not in SUBJECTS:
        raise line.fault(f"unknown expectation {subject!r}; expected is one of {', '.join(SUBJECTS)}")
    check = SUBJECTS[subject](words)
    words.end()
    return Expectation(line, check)


def _without_first_colon(text: str) -> str:
    """The text without its first colon: a colon after a name means no more than the blank."""
    before, colon, after = text.partition(":")
    return f"{before} {after}" if colon else text


def write(found: Iterable[Card]) -> str:
    """Cards in notation and canonical order, for people."""
    return " ".join(card.name for card in sorted(found, key=canonical_order)) or "no cards"


def differ(expected: object, found: object) -> Found:
    """The actual value, if it differs from the expectation."""
    return None if expected == found else str(found)


def _turn(words: Words) -> Check:
    seat = words.seat()
    return lambda course: None if seat in asked(course.state.waiting_for) else waits_for(course)


def _asked(words: Words) -> Check:
    seat, kind = words.seat(), words.one_of(QUESTIONS)

    def check(course: PlayedScenario) -> Found:
        decision = course.state.waiting_for
        right = decision is not None and seat in asked(decision) and decision.kind == kind
        return None if right else waits_for(course)

    return check


def waits_for(course: PlayedScenario) -> str:
    """A sentence saying who must answer, and what they are asked."""
    decision = course.state.waiting_for
    if decision is None:
        return "nobody is asked anything"
    return f"{course.called(asked(decision))} is asked {decision.kind}"


def _hand(words: Words) -> Check:
    seat, cards = words.seat(), Counter(words.rest(words.card))
    return lambda course: None if Counter(course.state.hands[seat]) == cards else _held(course, seat)


def _held(course: PlayedScenario, seat: int) -> str:
    return f"{course.names[seat]} has {write(course.state.hands[seat])}"


def _count(words: Words) -> Check:
    seat, count = words.seat(), words.number()
    return lambda course: differ(count, len(course.state.hands[seat]))


def _has(words: Words) -> Check:
    seat, card = words.seat(), words.card()
    return lambda course: None if card in course.state.hands[seat] else _held(course, seat)


def _top(words: Words) -> Check:
    card = words.card()
    return lambda course: differ(card, course.state.discard[-1] if course.state.discard else "no card")


def _colour(words: Words) -> Check:
    colour = words.colour()
    return lambda course: differ(colour.value, course.state.colour.value if course.state.colour else "no colour")


def _direction(words: Words) -> Check:
    name = words.one_of(tuple(DIRECTIONS))
    spoken = {step: direction for direction, step in DIRECTIONS.items()}
    return lambda course: differ(name, spoken[course.state.direction])


def _stock(words: Words) -> Check:
    count = words.number()
    return lambda course: differ(count, len(course.state.stock))


def _penalty(words: Words) -> Check:
    count = words.number()
    return lambda course: differ(count, course.state.owed)


def _dealer(words: Words) -> Check:
    seat = words.seat()
    return lambda course: None if course.state.dealer == seat else _dealer_found(course)


def _dealer_found(course: PlayedScenario) -> str:
    return course.called(() if course.state.dealer is None else (course.state.dealer,))


def _sees(words: Words) -> Check:
    viewer, owner, cards = words.seat(), words.seat(), Counter(words.rest(words.card))

    def check(course: PlayedScenario) -> Found:
        shown = list(_shown(course, viewer, owner))
        if any(Counter(hand) == cards for hand in shown):
            return None
        seen = " and ".join(write(hand) for hand in shown) or "no hand"
        return f"{course.names[viewer]} was shown {seen}"

    return check


def _blind(words: Words) -> Check:
    viewer, owner = words.seat(), words.seat()

    def check(course: PlayedScenario) -> Found:
        shown = next(_shown(course, viewer, owner), None)
        return None if shown is None else f"{course.names[viewer]} was shown {write(shown)}"

    return check


def _shown(course: PlayedScenario, viewer: int, owner: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of `owner` that the last step showed to `viewer`, and the one that is face up (section 5)."""
    for event in course.latest:
        match event.seen_by(viewer):
            case ev.Challenged(offender=shown, hand=tuple() as hand) if shown == owner:
                yield hand
            case ev.HandOpened(seat=shown, cards=hand) if shown == owner:
                yield hand
            case _:
                pass
    if owner in course.state.open_hands:
        yield tuple(course.state.hands[owner])


def _lost(words: Words) -> Check:
    seat = words.seat()

    def check(course: PlayedScenario) -> Found:
        lost = course.state.lost
        return None if seat in lost else f"out with too many cards is {course.called(lost)}"

    return check


def _noted(words: Words) -> Check:
    seat, points = words.seat(), words.number()
    return lambda course: differ(points, course.state.noted.get(seat, "nothing"))


def _score(words: Words) -> Check:
    seat, score = words.seat(), words.number()
    return lambda course: differ(score, course.state.scores[seat])


def _round(words: Words) -> Check:
    how = words.one_of(("won", "open", "blocked"))
    winners = _winners(words) if how == "won" else ()

    def check(course: PlayedScenario) -> Found:
        state, ended = course.state, course.ended
        if state.phase is Phase.PLAYING:
            return None if how == "open" else "the round is open"
        won = ended.winners if ended is not None else state.winners  # A10: the last one left wins without an end
        blocked = ended is not None and ended.blocked
        right = {"open": False, "blocked": blocked, "won": won == winners}[how]
        return None if right else f"the round is {'blocked' if blocked else 'over'}, won by {course.called(won)}"

    return check


def _game(words: Words) -> Check:
    how = words.one_of(("won", "open"))
    winners = _winners(words) if how == "won" else ()

    def check(course: PlayedScenario) -> Found:
        over = course.state.phase is Phase.OVER
        right = over and course.state.winners == winners if how == "won" else not over
        if right:
            return None
        return f"the game is won by {course.called(course.state.winners)}" if over else "the game is open"

    return check


def _winners(words: Words) -> tuple[int, ...]:
    return (words.seat(), *words.rest(words.seat))


def _rank(words: Words) -> Check:
    seats = _winners(words)

    def check(course: PlayedScenario) -> Found:
        state = course.state
        found = tuple(seat for place in state.ranks for seat in place) or state.out  # while others play on
        return None if found == seats else f"the places are won by {course.called(found)}"

    return check


def _playable(words: Words) -> Check:
    seat, cards = words.seat(), set(words.rest(words.card))

    def check(course: PlayedScenario) -> Found:
        listed = legal_actions(course.state, seat)
        found = {entry.card for entry in listed if isinstance(entry, act.CanPlay)}
        return None if found == cards else f"{course.names[seat]} may play {write(found)}"

    return check


SUBJECTS: Mapping[str, Callable[[Words], Check]] = {
    "turn": _turn,
    "asked": _asked,
    "hand": _hand,
    "count": _count,
    "has": _has,
    "top": _top,
    "colour": _colour,
    "direction": _direction,
    "stock": _stock,
    "penalty": _penalty,
    "dealer": _dealer,
    "sees": _sees,
    "blind": _blind,
    "score": _score,
    "lost": _lost,
    "noted": _noted,
    "round": _round,
    "game": _game,
    "rank": _rank,
    "playable": _playable,
}
"""Everything that can be expected, by the word after `expect`; each reads the rest of the line."""
