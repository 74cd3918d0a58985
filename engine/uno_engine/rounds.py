"""How a round begins: the vote, dealer and starter, the deal, the first card (A6, C12, section 3)."""

from collections.abc import Callable, Sequence

from uno_engine.asking import effect_of
from uno_engine.cards import NUMBERS, Card, Rank, canonical_order, deck
from uno_engine.course import Course
from uno_engine.customizable import drawable
from uno_engine.decisions import AnswerStack, NameColour, Vote
from uno_engine.effects import COLOUR
from uno_engine.ending import end_if_alone
from uno_engine.events import (
    Asked,
    BallotDrawn,
    DirectionTurned,
    DrawReason,
    FirstCardReturned,
    FirstCardTurned,
    RoundDealt,
    RuleChosen,
    TurnMissed,
    UnoAnnounced,
)
from uno_engine.hands import swap
from uno_engine.piles import draw
from uno_engine.rules import FirstCard, FirstReverse, RuleSet, Stacking, Starter, Uno
from uno_engine.shuffle import below, shuffled
from uno_engine.state import State, next_seat, seats_in
from uno_engine.turns import begin_turn, reverse_skips

BALLOT = 3
"""How many rules a vote offers (C12)."""

Reorder = Callable[[State], Sequence[Card]]
"""Makes the new stock when the first card goes back; the stock comes with that card on top."""


def begin_round(course: Course) -> None:
    """Deal the next round; before the first deal of a game the players vote if the rules say so (C12)."""
    state = course.state
    if state.custom is None and state.rules.extra.customizable:
        _open_vote(course)
    else:
        deal(course)


def _open_vote(course: Course) -> None:
    open_ballot(course, drawn_ballot(course.state))


def drawn_ballot(state: State) -> tuple[str, ...]:
    """The rules that the seed puts to the vote (C12)."""
    names = drawable(sum(state.seated), state.rules.decks)
    return tuple(shuffled(names, "ballot", state.seed, state.shuffles)[:BALLOT])


def open_ballot(course: Course, names: Sequence[str]) -> None:
    """Put these rules to the vote of everyone seated."""
    course.tell(BallotDrawn(tuple(names)))
    course.tell(Asked(Vote(tuple(seats_in(course.state)))))


def count_votes(course: Course) -> None:
    """Everyone has voted or abstained: choose the rule, and deal the first round (C12)."""
    _settle_rule(course)
    deal(course)


def choose_unasked(course: Course) -> None:
    """Choose the rule as if everyone abstained; nobody is asked, nothing is dealt."""
    course.tell(BallotDrawn(drawn_ballot(course.state)))
    _settle_rule(course)


def _settle_rule(course: Course) -> None:
    """Most votes win, the seed breaks a tie and picks where nobody voted (C12)."""
    state = course.state
    votes = tuple(sum(vote == name for vote in state.votes.values()) for name in state.ballot)
    best = [name for name, count in zip(state.ballot, votes, strict=True) if count == max(votes)]
    course.tell(RuleChosen(best[below(len(best), "vote", state.seed, state.shuffles)], votes))


def deal(course: Course) -> None:
    """Deal a round and turn up the first card (A6): cards one at a time from the dealer's left, clockwise."""
    state = course.state
    rules = state.rules
    dealer, starter = _dealer_and_starter(state)
    order = _clockwise_from(state, dealer)
    cards = shuffled(deck(rules.decks, rules.extra), "deal", state.seed, state.shuffles + 1)
    dealt = len(order) * rules.hand_size
    hands = {seat: tuple(sorted(cards[at : dealt : len(order)], key=canonical_order)) for at, seat in enumerate(order)}
    stock = tuple(reversed(cards[dealt:]))
    counts = tuple(rules.hand_size if seated else 0 for seated in state.seated)
    course.tell(RoundDealt(state.round + 1, dealer, starter, counts, len(stock), hands, stock))
    if rules.hand_size == 1 and rules.uno is not Uno.OFF:
        for seat in order:  # U2: a hand that is dealt with one card is announced by the game
            course.tell(UnoAnnounced(seat))
    turn_up(course)


def _clockwise_from(state: State, dealer: int) -> list[int]:
    """Everyone seated, from the seat after the dealer on."""
    seats = [(dealer + step) % state.seats for step in range(1, state.seats + 1)]
    return [seat for seat in seats if state.seated[seat]]


def _dealer_and_starter(state: State) -> tuple[int, int]:
    seated = [seat for seat, taken in enumerate(state.seated) if taken]
    drawn = seated[below(len(seated), "seat", state.seed, state.shuffles)]
    rule = state.rules.starter
    if rule is Starter.RANDOM:
        return _seated_before(seated, drawn), drawn
    if rule is Starter.CHOSEN and state.dealer is None:
        starter = state.chosen if state.chosen in seated else seated[0]
        return _seated_before(seated, starter), starter
    dealer = drawn if state.dealer is None else _clockwise_from(state, state.dealer)[0]
    return dealer, _clockwise_from(state, dealer)[0]


def _seated_before(seated: list[int], seat: int) -> int:
    return seated[seated.index(seat) - 1]


def turn_up(course: Course, reorder: Reorder | None = None) -> None:
    """Turn up the first card, again while it is one that goes back (B5, N3), and carry it out.

    `reorder` replaces the shuffle if a position says which card comes next.
    """
    state = course.state
    course.tell(FirstCardTurned(state.stock[-1]))
    while goes_back(state.rules, state.discard[-1]) and any(not goes_back(state.rules, card) for card in state.stock):
        stock = reorder(state) if reorder else shuffled_back(state)
        course.tell(FirstCardReturned(tuple(stock)))
        course.tell(FirstCardTurned(state.stock[-1]))
    _carry_out_first(course)


def goes_back(rules: RuleSet, card: Card) -> bool:
    """True if the card is not to be the first one, as long as there is another (B5, N3)."""
    if rules.first_card is FirstCard.NUMBER:
        return card.rank not in NUMBERS
    return card.rank is Rank.WILD_DRAW_FOUR


def shuffled_back(state: State) -> Sequence[Card]:
    """The stock with the first card in it again (B5)."""
    return shuffled([*state.stock, state.discard[-1]], "reshuffle", state.seed, state.shuffles)


def _carry_out_first(course: Course) -> None:
    """The first card's effect (B0 to B4): the executor is the starter, or the dealer as if they had played it."""
    state = course.state
    dealer, starter = state.dealer, state.starter
    assert dealer is not None  # RoundDealt has named both
    assert starter is not None
    effect = effect_of(state, state.discard[-1])
    if COLOUR in effect.asks:
        executor = dealer if state.rules.first_card is FirstCard.DEALER else starter
        course.tell(Asked(NameColour(executor)))
        return
    if effect.reverse:
        _first_reverse(course, dealer, starter)
        return
    if effect.draw and state.rules.stacking is not Stacking.OFF:
        course.tell(Asked(AnswerStack(starter, effect.draw)))
        return
    if effect.draw:
        draw(course, starter, effect.draw, DrawReason.CARD)
        if state.lost and end_if_alone(course):
            return
    if effect.draw or effect.skip:
        if state.playing[starter]:
            course.tell(TurnMissed(starter))
        starter = next_seat(state, starter)
    begin_turn(course, starter)


def after_first_wild(course: Course, seat: int) -> None:
    """The executor has answered all that the first card asks: swap if it is Swap Hands, then the starter (B4 to B8)."""
    state = course.state
    starter = state.starter
    assert starter is not None  # a card has been turned up, so the round has been dealt
    if state.target is not None and state.playing[seat]:
        swap(course, seat, state.target)
    begin_turn(course, starter if state.playing[starter] else next_seat(state, starter))


def _first_reverse(course: Course, dealer: int, starter: int) -> None:
    """B3."""
    state = course.state
    rules = state.rules
    if rules.first_reverse is FirstReverse.DEALER_STARTS and rules.first_card is not FirstCard.NUMBER:
        course.tell(DirectionTurned(-1))
        begin_turn(course, dealer)
    elif reverse_skips(state):
        course.tell(TurnMissed(starter))
        begin_turn(course, next_seat(state, starter))
    else:
        course.tell(DirectionTurned(-1))
        begin_turn(course, starter)
