"""The rest of a round, played quickly the way `hard` plays: without views and events, and only under plain rules.

Nobody bluffs, challenges or forgets UNO. Otherwise the round ends as the engine itself ends it with these moves.
"""

from bisect import insort
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from uno_engine.bots.weights import FEW, LATE, Weights
from uno_engine.cards import FACES, NUMBERS, SYMBOLS, Colour, Rank
from uno_engine.decisions import PlayDrawn, TakeTurn
from uno_engine.rules import DEFAULTS, OPTIONS, Goal, RuleSet, WildDrawFour, WildDrawFourNeeds
from uno_engine.shuffle import shuffled
from uno_engine.state import State, seats_in
from uno_engine.turns import MOST_TURNS

A_COLOUR = len(NUMBERS) + len(SYMBOLS)
SKIP, REVERSE, DRAW_TWO = range(len(NUMBERS), A_COLOUR)
NO_COLOUR = len(Colour)
DRAW_FOUR = next(face.order for face in FACES if face.rank is Rank.WILD_DRAW_FOUR)
COLOUR = tuple(min(face.order // A_COLOUR, NO_COLOUR) for face in FACES)
RANK = tuple(face.order % A_COLOUR if face.colour else face.order for face in FACES)
"""By the index of a card in canonical order, which represents the card here; each wild is a rank of its own."""
POINTS = tuple(face.points for face in FACES)


class PlayoutResult(NamedTuple):
    """How a round has ended."""

    winners: tuple[int, ...]
    points: list[int]
    """The cards left in the hand of each seat."""


_PLAYED = """
players decks hand_size fourth_colour starter first_card first_reverse drawn_card draw_until_playable voluntary_draw
wild_draw_four wild_draw_four_needs challenge_reveal draw_two_on_wild_draw_four uno uno_caught_by uno_penalty
false_uno_penalty out_of_turn_penalty forget_chance uno_grace customizable_rule goal target deflect uno_after_swap
chain_actions own_text
""".split()  # noqa: SIM905  (a list would take a line for each)
"""The options that a playout follows, or that change nothing in it as long as the others have their defaults."""
_NOT_PLAYED = [name for name in OPTIONS if name not in _PLAYED]


def is_plain(rules: RuleSet) -> bool:
    """True if a turn is nothing but a card, or a drawn one, and no card does more than the five of every deck."""
    plain = all(getattr(rules, name) == getattr(DEFAULTS, name) for name in _NOT_PLAYED)
    return plain and rules.goal in (Goal.POINTS, Goal.SINGLE_ROUND)


class _Scale(NamedTuple):
    """The worth of the cards in a situation, apart from the hand's other cards."""

    cards: list[float]
    followed: list[float]
    """More for a card that another one can follow."""
    same: float
    """More for every other card of its colour."""


@lru_cache(16)
def _scales(weights: Weights, points: bool, many: int) -> list[list[_Scale]]:
    """By whether the next player is about to go out, and whether the hand is long, short or shorter still."""
    return [[_scale(weights, points, many, threat, short) for short in range(3)] for threat in range(2)]


def _scale(weights: Weights, points: bool, many: int, threat: int, short: int) -> _Scale:
    cards, followed = [], []
    for face in FACES:
        worth = 0.0
        stops = not face.wild and RANK[face.order] >= SKIP
        if face.wild:
            worth += weights.wild + weights.wild_late * (short > 1)
            if face.rank is Rank.WILD_DRAW_FOUR:
                worth += weights.draw_four + weights.draws_threat * threat
        elif stops:
            worth += weights.stops + weights.stops_threat * threat + weights.stops_late * (short > 0)
            worth += weights.draw_two * (face.rank is Rank.DRAW_TWO)
            worth += weights.turns * (face.rank is Rank.REVERSE and many > 2)
        if points:
            worth += weights.points * face.points / 32
        cards.append(worth)
        followed.append(weights.goes_on + weights.goes_on_again * stops)
    return _Scale(cards, followed, weights.colour + weights.colour_late * (short > 0))


class _Cards:
    """The cards of a player or the discard pile, and how many there are of each colour and rank."""

    __slots__ = ("cards", "colours", "ranks")

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards
        self.colours = [0] * (NO_COLOUR + 1)
        self.ranks = [0] * len(FACES)
        for card in cards:
            self.colours[COLOUR[card]] += 1
            self.ranks[RANK[card]] += 1

    def take(self, card: int) -> None:
        insort(self.cards, card)
        self.colours[COLOUR[card]] += 1
        self.ranks[RANK[card]] += 1

    def lay(self, card: int) -> None:
        self.cards.remove(card)
        self.colours[COLOUR[card]] -= 1
        self.ranks[RANK[card]] -= 1


def play_out(state: State, weights: Sequence[Weights]) -> PlayoutResult:
    """Play out the round of a state that waits for a turn, or for what becomes of a drawn card, under plain rules.

    Each seat plays by its own weights.
    """
    return _Round(state, weights).end()


class _Round:
    """A round that is played out."""

    def __init__(self, state: State, weights: Sequence[Weights]) -> None:
        rules = self.rules = state.rules
        self.state = state
        self.seats = seats_in(state)[:: state.direction]
        self.hands = [_Cards([card.order for card in state.hands[seat]]) for seat in self.seats]
        self.stock = [card.order for card in state.stock]
        self.laid = _Cards([card.order for card in state.discard])
        self.discard = self.laid.cards
        self.shuffles, self.passes = state.shuffles, state.passes
        self.colour = 0 if state.colour is None else [*Colour].index(state.colour)
        self.weights = [weights[seat] for seat in self.seats]
        self.scales = [_scales(own, rules.goal is Goal.POINTS, len(self.seats)) for own in self.weights]
        self.free = rules.wild_draw_four is WildDrawFour.FREE
        self.strict = rules.wild_draw_four_needs is WildDrawFourNeeds.NO_ALTERNATIVE
        self.step = 1

    def end(self) -> PlayoutResult:
        """Play it out."""
        state, hands = self.state, self.hands
        waiting = state.waiting_for
        assert isinstance(waiting, TakeTurn | PlayDrawn)
        at = self.seats.index(waiting.seat)
        many = len(hands)
        drawn = state.drawn.order if isinstance(waiting, PlayDrawn) and state.drawn is not None else -1
        card = drawn if drawn >= 0 and self.allowed(hands[at], drawn) else -1
        turn = drawn < 0
        for _ in range(state.turn, MOST_TURNS + 1):
            if turn:
                card = self.chosen(at)
            turn = True
            if card < 0:
                if self.passes >= many:
                    return self._blocked()
                at = (at + self.step) % many
                continue
            hand = hands[at]
            hand.lay(card)
            rank = RANK[card]
            self.discard.append(card)
            self.laid.colours[COLOUR[card]] += 1
            self.laid.ranks[rank] += 1
            self.passes = 0
            if card < A_COLOUR * NO_COLOUR:
                self.colour = COLOUR[card]
            elif hand.cards:
                self.colour = self.named(at)
            if rank == REVERSE and many > 2:
                self.step = -self.step
            victim = (at + self.step) % many
            if rank == DRAW_TWO:
                self.draw(hands[victim], 2)
            elif rank == DRAW_FOUR:
                self.draw(hands[victim], 4)
            if not hand.cards:
                return PlayoutResult((self.seats[at],), self._points())
            if rank < SKIP or SKIP + 2 < rank != DRAW_FOUR or (rank == REVERSE and many > 2):
                at = victim
            else:
                at = (victim + self.step) % many
        return self._blocked()

    def chosen(self, at: int) -> int:
        """The card that the player lays, one just drawn included; -1 for none."""
        hand = self.hands[at]
        cards, colours, ranks = hand.cards, hand.colours, hand.ranks
        held = len(cards)
        short = (held <= LATE) + (held < LATE)
        weights, laid = self.weights[at], self.laid
        scale = self.scales[at][len(self.hands[(at + self.step) % len(self.hands)].cards) <= FEW][short]
        colour, rank = self.colour, RANK[self.discard[-1]]
        barred = DRAW_TWO if rank == DRAW_FOUR and not self.rules.draw_two_on_wild_draw_four else -1
        worths, followed, same_weight, rank_weight = *scale, weights.rank
        best, highest = -1, -1e9
        for card in cards:
            own = COLOUR[card]
            if own == NO_COLOUR:
                if card == DRAW_FOUR and not self.draw_four_allowed(hand):
                    continue
                worth = worths[card]
            elif (own == colour or RANK[card] == rank) and RANK[card] != barred:
                same, alike = colours[own] - 1, ranks[RANK[card]] - 1
                worth = worths[card] + same * same_weight + alike * rank_weight
                worth += laid.colours[own] * weights.laid + laid.ranks[RANK[card]] * weights.laid_alike
                if same or alike:
                    worth += followed[card]
            else:
                continue
            if worth > highest:
                best, highest = card, worth
        if best >= 0 and (highest >= weights.draw or held == 1):
            return best
        if best >= 0 and not (self.can_draw() and self.rules.voluntary_draw):
            return best
        if not self.can_draw():
            self.passes += 1
            return -1
        card = self.drawn(hand)
        while self.rules.draw_until_playable and not self.allowed(hand, card) and self.can_draw():
            card = self.drawn(hand)
        return card if self.allowed(hand, card) else -1

    def allowed(self, hand: _Cards, card: int) -> bool:
        """True if the rules allow this card of the hand now."""
        if COLOUR[card] == NO_COLOUR:
            return card != DRAW_FOUR or self.draw_four_allowed(hand)
        top = RANK[self.discard[-1]]
        if COLOUR[card] != self.colour and RANK[card] != top:
            return False
        return RANK[card] != DRAW_TWO or top != DRAW_FOUR or self.rules.draw_two_on_wild_draw_four

    def draw_four_allowed(self, hand: _Cards) -> bool:
        """True if the rules allow the hand's Wild Draw Four now (O4, C8)."""
        if self.free:
            return True
        if not self.strict:
            return not hand.colours[self.colour]
        return not any(card != DRAW_FOUR and self.allowed(hand, card) for card in hand.cards)

    def named(self, at: int) -> int:
        """The colour that is best for what is left of the player's hand."""
        weights, hand = self.weights[at], self.hands[at]
        worths = [
            weights.named * held + weights.named_laid * laid
            for held, laid in zip(hand.colours[:NO_COLOUR], self.laid.colours, strict=False)
        ]
        worths[self.colour] += weights.named_again
        for card in hand.cards:
            if COLOUR[card] < NO_COLOUR and RANK[card] >= SKIP:
                worths[COLOUR[card]] += weights.named_stops
        return worths.index(max(worths))

    def can_draw(self) -> bool:
        """True if there is a card to draw, or will be after renewing the pile."""
        return bool(self.stock) or len(self.discard) > 1

    def drawn(self, hand: _Cards) -> int:
        """The next card of the draw pile, which is in the hand now."""
        if not self.stock:
            self._renew()
        card = self.stock.pop()
        hand.take(card)
        self.passes = 0
        if not self.stock:
            self._renew()
        return card

    def draw(self, hand: _Cards, count: int) -> None:
        """Let a player draw a penalty, or as much of it as there is."""
        while count and self.can_draw():
            self.drawn(hand)
            count -= 1

    def _renew(self) -> None:
        if len(self.discard) > 1:
            self.stock = shuffled(self.discard[:-1], "reshuffle", self.state.seed, self.shuffles)
            self.shuffles += 1
            self.laid = _Cards(self.discard[-1:])
            self.discard = self.laid.cards

    def _points(self) -> list[int]:
        found = [0] * self.state.seats
        for seat, hand in zip(self.seats, self.hands, strict=True):
            found[seat] = sum([POINTS[card] for card in hand.cards])
        return found

    def _blocked(self) -> PlayoutResult:
        points = self._points()
        least = min(points[seat] for seat in self.seats)
        return PlayoutResult(tuple(sorted(seat for seat in self.seats if points[seat] == least)), points)
