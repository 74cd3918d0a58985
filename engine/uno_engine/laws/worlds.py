"""Law 3: two games that differ only in what a viewer may not know give that viewer the same.

The other world has hidden cards of equal points in each other's places, because the points of all hands come out at
the end of a round. Both worlds are played by the same actions, answers given in secret by different ones, until the
rules themselves tell the viewer which world it is; nothing else may, and what its seat remembers may not differ either.
"""

import random
from collections.abc import Sequence
from copy import deepcopy
from itertools import zip_longest

from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import Card, Rank, canonical_order
from uno_engine.decide import advance
from uno_engine.decisions import KeepOne, PassCard, PlayDrawn, Vote
from uno_engine.events import MoveReason
from uno_engine.evolve import evolve
from uno_engine.laws.any_move import AnyMove, anything
from uno_engine.laws.reached import Reached
from uno_engine.laws.violation import require
from uno_engine.legal import legal_actions
from uno_engine.memory import NOTHING, Memory, remember
from uno_engine.piles import can_draw
from uno_engine.refused import Refused
from uno_engine.rules import DrawnCard
from uno_engine.state import Phase, State
from uno_engine.view import view_for

MOST_STEPS = 25


def can_part(state: State) -> bool:
    """True at a moment when no hidden card is about to be played, judged or passed on."""
    waiting = state.waiting_for
    return (
        waiting is not None
        and state.sealed is None
        and state.drawn is None
        and not state.gifts
        and not state.votes
        and not isinstance(waiting, KeepOne)
    )


def check(choice: random.Random, state: State, reached: Reached) -> None:
    """Play on from here in two worlds that one viewer cannot tell apart. `state` must be one that `can_part` admits."""
    viewer = choice.choice([*(seat for seat in range(state.seats) if state.playing[seat]), None])
    worlds = TwoWorlds(state.copy(), viewer, choice)
    reached.law("two worlds")
    for _ in range(MOST_STEPS):
        if not worlds.step():
            break
    if worlds.left != worlds.right:
        reached.law("two worlds parted")


def other_world(state: State, viewer: int | None, choice: random.Random, *, stock: bool) -> State:
    """A game that looks the same to the viewer. With `stock` the draw pile takes part in the exchange."""
    world = state.copy()
    hidden = [hand for seat, hand in enumerate(world.hands) if seat != viewer and seat not in state.open_hands]
    changed = [*hidden, world.stock] if stock else hidden
    places: dict[int, list[tuple[list[Card], int]]] = {}
    for pile in changed:
        for at, card in enumerate(pile):
            places.setdefault(card.points, []).append((pile, at))
    for slots in places.values():
        if choice.random() < 0.6:
            cards = [pile[at] for pile, at in slots]
            choice.shuffle(cards)
            for (pile, at), card in zip(slots, cards, strict=True):
                pile[at] = card
    for hand in hidden:
        hand.sort(key=canonical_order)
    return world


class TwoWorlds:
    """Two games that a viewer cannot tell apart, played side by side."""

    def __init__(self, state: State, viewer: int | None, choice: random.Random, memory: Memory = NOTHING) -> None:
        self.viewer, self.choice = viewer, choice
        self.memories = [deepcopy(memory) for _ in range(2)]
        """The viewer's memory in each world, folded over its full events."""
        self.left = state
        self.right = other_world(state, viewer, choice, stock=choice.random() < 0.6)
        self.move = AnyMove(choice, state.seats)
        self.move.styles = ["anything"] * state.seats
        self.mixed = False
        """Cards of other points may have come to the same place in the two worlds, so points may differ too."""
        self._compare_views("at the start")

    def step(self) -> bool:
        """Do something in both worlds. False if the viewer now knows which one it is, or nothing can be done."""
        if self.left.phase not in (Phase.PLAYING, Phase.VOTING):
            return False
        actions = self._next()
        return actions is not None and self.do(*actions)

    def do(self, action: act.Action, other: act.Action | None = None) -> bool:
        """Do this in both worlds, or `other` in the right one. False if the rules tell the viewer which one it is.

        Raises Violation if anything else does.
        """
        actions = (action, other or action)
        before, other_before = self.left.copy(), self.right.copy()
        told = [advance(world, action) for world, action in zip((self.left, self.right), actions, strict=True)]
        self.mixed = self.mixed or _mixes(action, before, told[0])
        seen = [[event.seen_by(self.viewer) for event in events] for events in told]
        for here, there in zip_longest(*seen):
            if here != there:
                told_by_rule = self._may_differ(before, action, here, there)
                require(told_by_rule, 3, f"viewer {self.viewer} sees after {action}", here, there)
                return False
        if self.viewer is not None:
            for memory, world, events in zip(self.memories, (before, other_before), told, strict=True):
                self._remember(memory, world, self.viewer, events)
            require(self.memories[0] == self.memories[1], 3, f"viewer {self.viewer} has two memories of {action}")
        self._compare_views(action)
        return True

    @staticmethod
    def _remember(memory: Memory, world: State, viewer: int, events: Sequence[ev.Event]) -> None:
        for event in events:
            remember(memory, world, viewer, event.seen_by(viewer))
            evolve(world, event)

    def _next(self) -> tuple[act.Action, act.Action] | None:
        """An action for each world: the same, but for answers given in secret."""
        action = self.move.next(self.left, {})
        if isinstance(action, act.Cast | act.Give) and action.seat != self.viewer:
            return action, self.secret_answer(action.seat)
        if isinstance(action, act.Deal | act.TimedOut | act.Left | act.Join) or self.possible(action):
            return action, action
        seat = action.seat
        require(seat != self.viewer, 3, f"{action} of the viewer is accepted in one world alone")
        there = legal_actions(self.right, seat)
        both = [entry for entry in legal_actions(self.left, seat) if entry in there]
        if not both:
            return None
        entry = self.choice.choice(both)
        chosen = act.Play(seat, (entry.card,)) if isinstance(entry, act.CanPlay) else entry
        return (chosen, chosen) if self.possible(chosen) else None

    def secret_answer(self, seat: int) -> act.PlayerAction:
        """Any vote, or any card to pass on, of that seat in the other world."""
        answers = [entry for entry in legal_actions(self.right, seat) if isinstance(entry, act.Cast | act.Give)]
        return self.choice.choice(answers)

    def possible(self, action: act.Action) -> bool:
        """True if the other world accepts the action too."""
        try:
            advance(self.right.copy(), action)
        except Refused:
            return False
        return True

    def _compare_views(self, after: object) -> None:
        viewer = self.viewer
        views = [view_for(world, viewer) for world in (self.left, self.right)]
        require(views[0] == views[1], 3, f"viewer {viewer} has two views after {after}")
        if viewer is None:
            return
        lists = [legal_actions(world, viewer) for world in (self.left, self.right)]
        require(lists[0] == lists[1], 3, f"viewer {viewer} has two lists after {after}", *lists)
        tried = anything(self.choice, self.left)
        if tried.seat == viewer and not _told_by_rule(self.left, tried):
            answers = [_answer(world, tried) for world in (self.left, self.right)]
            require(answers[0] == answers[1], 3, f"viewer {viewer} is answered {tried} differently", *answers)

    def _may_differ(self, before: State, action: act.Action, one: ev.Event | None, other: ev.Event | None) -> bool:
        """True if the rules themselves show the viewer this difference, the first of what an action leads to."""
        if _told_by_rule(before, action):
            return not self._shows_a_secret(one) and not self._shows_a_secret(other)
        if type(one) is not type(other):
            return False
        match one, other:
            case ev.CardsDrawn(), ev.CardsDrawn():
                own = one.opened or one.seat == self.viewer
                return own and (one.seat, one.count, one.reason) == (other.seat, other.count, other.reason)
            case ev.HandsMoved(), ev.HandsMoved():
                return (one.counts, one.reason) == (other.counts, other.reason) and not self._shows_a_secret(one)
            case ev.CardsPassed(), ev.CardsPassed():
                return one.to == other.to and not self._shows_a_secret(one)
            case ev.HandOpened(), ev.HandOpened():
                return one.seat == other.seat
            case ev.RuleChosen(), ev.RuleChosen():
                return True
            case ev.RoundEnded(), ev.RoundEnded():
                return self.mixed
            case _:
                return False

    def _shows_a_secret(self, event: ev.Event | None) -> bool:
        """True if the form that the viewer sees shows cards that it may not see."""
        match event:
            case ev.CardsDrawn(seat, _, _, cards, opened):
                return cards is not None and not opened and seat != self.viewer
            case ev.HandsMoved():
                return not event.hands.keys() <= {*event.opened, self.viewer}
            case ev.CardsPassed():
                known = (*event.opened, self.viewer)
                return any(giver not in known and event.to[giver] not in known for giver in event.cards)
            case ev.PlayerLost(_, cards, points):
                return cards is not None or points is not None
            case ev.Challenged(seat, _, _, everyone, hand):
                return hand is not None and not everyone and seat != self.viewer
            case _:
                return False


def _told_by_rule(before: State, action: act.Action) -> bool:
    """True if what this action leads to depends, by the rules, on cards that a viewer may not know."""
    rules, waiting, seat = before.rules, before.waiting_for, getattr(action, "seat", None)
    if isinstance(action, act.Challenge):
        return True  # O5: the verdict, and what it costs
    if isinstance(action, act.Draw):
        return rules.draw_until_playable  # H5: how many cards it takes
    if isinstance(action, act.TimedOut) and not can_draw(before):
        return True  # A11: with nothing to draw the first allowed card is laid
    if isinstance(action, act.TimedOut) and isinstance(waiting, PlayDrawn) and rules.drawn_card is DrawnCard.MUST_PLAY:
        return True  # A11: and so is the drawn one that fits
    discards = before.custom == "discard_colour" and seat is not None
    if discards and isinstance(action, act.Play):
        return action.cards[-1].rank is Rank.CUSTOMIZABLE
    # Section 5: whether the seat is asked which card to keep, and which ones go, is seen by all.
    return discards and isinstance(action, act.Name | act.Retain | act.TimedOut | act.Left)


def _mixes(action: act.Action, before: State, told: Sequence[ev.Event]) -> bool:
    """True if from now on cards worth different points may be in the same place in the two worlds."""
    if isinstance(action, act.Left) or isinstance(before.waiting_for, PassCard | Vote):
        return True
    return any(
        isinstance(event, ev.PlayerLost) or (isinstance(event, ev.HandsMoved) and event.reason is MoveReason.SHUFFLE)
        for event in told
    )


def _answer(world: State, action: act.Action) -> str:
    """The answer to a player who tries this."""
    try:
        return ",".join(event.kind for event in advance(world.copy(), action))
    except Refused as refusal:
        return f"{refusal} {refusal.arguments}"
