"""Random moves of every kind: mostly listed ones, now and then anything else."""

import random
from collections.abc import Iterator, Mapping, Sequence

from uno_engine import actions as act
from uno_engine.bots.choosing import ALL_LEVELS, choose
from uno_engine.cards import FACES, Card, Colour
from uno_engine.decisions import ChoosePlayer, Confirm, NameColour, PassCard, PlayDrawn, TakeTurn, asked
from uno_engine.judging import punishes_call
from uno_engine.legal import claims, continuations, legal_actions
from uno_engine.levels import SEARCHES
from uno_engine.rules import Goal, Uno
from uno_engine.state import Phase, State, View, others_in, seats_in

COLOURS = tuple(Colour)
UNUSUAL = 0.12
"""How often something happens other than an answer of a seat that is asked."""
LAYS = 0.75
"""How often a card is played where one can be."""
CHAINS = 0.6
"""How often a chain gets one more card."""
MOST_ROUNDS = 12
"""After this many rounds the players leave, one after the other, until the game is over."""
STYLES = ("anything", "anything", "anything", *(level for level in ALL_LEVELS if level not in SEARCHES))
"""How seats play; all but anything are computer players."""


class AnyMove:
    """Somebody's random course through a game. Every action that it gives must be accepted."""

    def __init__(self, choice: random.Random, seats: int) -> None:
        self.choice = choice
        self.styles = [choice.choice(STYLES) for _ in range(seats)]
        self.seeds = [choice.randbytes(32) for _ in range(seats)]
        self.by_computer = False
        """The last action was a computer player's."""

    def next(self, state: State, views: Mapping[int | None, View]) -> act.Action:
        """An action for now. `views` are those of the seats; computer players get theirs and no other."""
        choice = self.choice
        self.by_computer = False
        if state.phase is Phase.BETWEEN_ROUNDS:
            return self._between(state)
        waiting = asked(state.waiting_for)
        seat = choice.choice(waiting)
        if choice.random() < UNUSUAL:
            unusual = self._unusual(state, seat)
            if unusual is not None:
                return unusual
        return self._by_computer(state, views, seat) or self.from_list(state, seat)

    def from_list(self, state: State, seat: int) -> act.PlayerAction:
        """Something that is listed for the seat, completed."""
        listed = legal_actions(state, seat)
        plays = [entry for entry in listed if isinstance(entry, act.CanPlay)]
        entry = self.choice.choice(plays if plays and self.choice.random() < LAYS else listed)
        return self.completed(state, entry)

    def _by_computer(self, state: State, views: Mapping[int | None, View], asked_now: int) -> act.PlayerAction | None:
        """The move of a computer player: one that is asked or, before that, one that may call, catch or jump in."""
        seat = asked_now
        if state.window is not None or state.rules.jump_in:
            seat = self.choice.choice(seats_in(state))
        style = self.styles[seat]
        if style == "anything":
            return None
        action = choose(style, views[seat], legal_actions(views[seat], seat), self.seeds[seat])
        self.by_computer = action is not None
        return action

    def _between(self, state: State) -> act.Action:
        choice, players = self.choice, state.rules.players
        taken = [seat for seat, sits in enumerate(state.seated) if sits]
        empty = [seat for seat, sits in enumerate(state.seated) if not sits]
        if state.round:
            may_join = empty and len(taken) < players.most and state.rules.goal is not Goal.UNTIL_LAST
            if may_join and (choice.random() < 0.3 or len(taken) < players.least) and state.round < MOST_ROUNDS:
                return act.Join(choice.choice(empty))
            if state.round >= MOST_ROUNDS or len(taken) < players.least or choice.random() < 0.05:
                return act.Left(choice.choice(taken))
        return act.Deal()

    def _unusual(self, state: State, asked_now: int) -> act.Action | None:
        choice = self.choice
        seat = choice.choice(seats_in(state))
        match choice.randrange(7):
            case 0:
                return act.TimedOut(asked_now)
            case 1:
                listed = [entry for entry in legal_actions(state, seat) if seat not in asked(state.waiting_for)]
                return self.completed(state, choice.choice(listed)) if listed else None
            case 2:
                return self._of_window(state)
            case 3 if state.phase is Phase.PLAYING and punishes_out_of_turn(state, seat):
                return act.Play(seat, (choice.choice(state.hands[seat]),), uno=choice.random() < 0.2)
            case 4 if is_false_call_alone(state, seat):
                return act.CallUno(seat)
            case 5 if choice.random() < 0.15:
                return act.Left(choice.choice([seat for seat, sits in enumerate(state.seated) if sits]))
            case 6 if choice.random() < (0.03 if isinstance(state.waiting_for, TakeTurn | PlayDrawn) else 0.3):
                return act.Left(asked_now)
            case _:
                return None

    def _of_window(self, state: State) -> act.PlayerAction | None:
        calls = [
            entry
            for seat in seats_in(state)
            for entry in legal_actions(state, seat)
            if isinstance(entry, act.CallUno | act.Catch)
        ]
        return self.choice.choice(calls) if calls else None

    def completed(self, state: State, entry: act.Listed) -> act.PlayerAction:
        """An action that a player might send for what is listed."""
        if not isinstance(entry, act.CanPlay):
            return entry
        choice = self.choice
        seat = entry.seat
        cards, colours = [entry.card], [self._colour(entry, 0.6)]
        last = entry
        while state.rules.several and choice.random() < CHAINS:
            if cards[-1].wild and colours[-1] is None:
                colours[-1] = choice.choice(COLOURS)
            following = continuations(state, seat, cards, colours)
            if not following:
                break
            last = choice.choice(following)
            cards.append(last.card)
            colours.append(self._colour(last, 1.0))
        target = None
        if ChoosePlayer.kind in last.asks and choice.random() < 0.5:
            target = choice.choice(others_in(state, seat))
        play = act.Play(seat, tuple(cards), tuple(colours) if any(colours) else (), target)
        return with_call(choice, state, play)

    def _colour(self, entry: act.CanPlay, chance: float) -> Colour | None:
        named = NameColour.kind in entry.asks and self.choice.random() < chance
        return self.choice.choice(COLOURS) if named else None


def with_call(choice: random.Random, state: State, play: act.Play) -> act.Play:
    """The play, with UNO every other time that it leaves one card, and now and then a false call where that costs."""
    called = act.Play(play.seat, play.cards, play.colours, play.target, uno=True)
    if punishes_call(state, called):
        return called if choice.random() < 0.03 else play
    due = state.counts[play.seat] - len(play.cards) <= 1
    return called if choice.random() < (0.5 if due else 0.02) else play


def punishes_out_of_turn(state: State, seat: int) -> bool:
    """True if that seat must pay for any card that it plays now, except as a jump-in (O8)."""
    waiting = state.waiting_for
    return (
        state.rules.out_of_turn_penalty > 0
        and not state.rules.jump_in
        and seat not in asked(waiting)
        and not isinstance(waiting, PassCard | Confirm)
        and seat not in state.out_of_turns
        and bool(state.hands[seat])
    )


def is_false_call_alone(state: State, seat: int) -> bool:
    """True if that seat must pay for a UNO call (O7)."""
    rules = state.rules
    punished = rules.uno is Uno.CALL and rules.false_uno_penalty > 0 and state.phase is Phase.PLAYING
    fresh = seat not in state.false_calls and seat not in state.windows_closed
    fresh = fresh and seat not in (state.window, state.claimed) and not claims(state, seat)
    return punished and fresh and state.counts[seat] > 1 and not isinstance(state.waiting_for, PassCard | Confirm)


def completions(state: State, entry: act.Listed) -> Iterator[act.PlayerAction]:
    """Everything that a player may send for what is listed, except chains: each play also with a call (U2)."""
    if not isinstance(entry, act.CanPlay):
        yield entry
        return
    seat = entry.seat
    colours: list[tuple[Colour, ...]] = [()]
    if NameColour.kind in entry.asks:
        colours += [(colour,) for colour in Colour]
    targets: list[int | None] = [None]
    if ChoosePlayer.kind in entry.asks:
        targets += others_in(state, seat)
    for named in colours:
        for target in targets:
            for uno in (False, True):
                yield act.Play(seat, (entry.card,), named, target, uno)


def anything(choice: random.Random, state: State) -> act.PlayerAction:
    """Any action of any seat, whether or not it makes sense."""
    seat = choice.randrange(state.seats)
    other = choice.randrange(state.seats)
    waiting = asked(state.waiting_for)
    if waiting and choice.random() < 0.5:
        seat = choice.choice(waiting)
    faces: Sequence[Card] = state.hands[seat] or FACES
    card = choice.choice(faces if choice.random() < 0.85 else FACES)
    if choice.random() < 0.35:
        return act.Play(seat, (card,), uno=choice.random() < 0.3)
    if choice.random() < (0.6 if state.rules.several else 0.1):
        return _any_chain(choice, seat, faces)
    some: tuple[act.PlayerAction, ...] = (
        act.Draw(seat),
        act.Keep(seat),
        act.Pass(seat),
        act.Name(seat, choice.choice(COLOURS)),
        act.Choose(seat, other),
        act.Cast(seat, choice.choice((*state.ballot, "play_again"))),
        act.Give(seat, card),
        act.Retain(seat, card),
        act.Accept(seat),
        act.Challenge(seat),
        act.CallUno(seat),
        act.Catch(seat, other),
        act.Play(seat, (card,), (choice.choice(COLOURS),), other),
    )
    if isinstance(state.waiting_for, Confirm):
        some = (*some, act.Done(seat))
    return choice.choice(some)


def _any_chain(choice: random.Random, seat: int, faces: Sequence[Card]) -> act.Play:
    """A few cards of the hand in any order; alike ones more often, and mostly with a colour for every wild."""
    cards = choice.sample(faces, min(len(faces), choice.randint(2, 4)))
    if choice.random() < 0.5:
        alike = [face for face in faces if face.rank is cards[0].rank or face.colour is cards[0].colour]
        cards = choice.sample(alike, min(len(alike), 3))
    colours = tuple(choice.choice(COLOURS) if card.wild and choice.random() < 0.8 else None for card in cards)
    return act.Play(seat, tuple(cards), colours if any(colours) else (), uno=choice.random() < 0.1)
