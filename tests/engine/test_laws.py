"""The four laws of the engine, held by random play under random rules.

law1  cards are conserved, after every single event
law2  what a viewer has seen, folded, is that viewer's view, after every single event
law3  two games that differ only in what a viewer may not know give that viewer the same
law4  every game ends; whoever is asked has something to do; what is listed is accepted, all else is punished by name
      or refused, and a refusal changes nothing

`UNO_LAW_GAMES` sets how many games are played for each law (1,000 unless set, which takes about half a minute of one
core), `UNO_LAW_SEED` the first seed; what a failure prints names the seed of its game.
"""

import os
import random
from collections.abc import Iterator, Mapping
from itertools import chain, takewhile

import pytest

from engine import actions as act
from engine import events as ev
from engine.cards import FACES, Card, Colour, deck
from engine.decide import advance
from engine.decisions import AnswerDrawFour, PlayDrawn
from engine.evolve import evolve
from engine.legal import legal_actions
from engine.piles import can_draw
from engine.refused import Code, Refused
from engine.rules import RuleSet, Uno, with_options
from engine.state import Phase, State, View, new_game
from engine.view import view_for

GAMES = int(os.environ.get("UNO_LAW_GAMES", "1000"))
FIRST_SEED = int(os.environ.get("UNO_LAW_SEED", "0"))
BATCHES = 8

# Values of options that this engine plays; most games take the official ones.
VARIATIONS: Mapping[str, tuple[str, ...]] = {
    "decks": ("2",),
    "hand_size": ("1", "2", "3", "5", "10"),
    "starter": ("random", "chosen"),
    "first_card": ("dealer",),
    "first_reverse": ("turns_only",),
    "drawn_card": ("must_play",),
    "voluntary_draw": ("no",),
    "wild_draw_four": ("enforced", "free"),
    "wild_draw_four_needs": ("no_alternative",),
    "challenge_reveal": ("everyone",),
    "draw_two_on_wild_draw_four": ("no",),
    "uno": ("automatic", "off"),
    "uno_penalty": ("0", "1", "6"),
    "false_uno_penalty": ("0", "2"),
    "out_of_turn_penalty": ("0", "6"),
}


def some_rules(choice: random.Random) -> RuleSet:
    options: dict[str, str] = {}
    for option, values in VARIATIONS.items():
        if choice.random() < 0.12:
            options[option] = choice.choice(values)
    if options.get("first_card") == "dealer":
        options.pop("first_reverse", None)
    if choice.random() < 0.3:
        options |= {"goal": "points", "target": str(choice.choice((1, 30, 60, 120)))}
    return with_options(RuleSet(), options)


def some_game(choice: random.Random, most: int = 10) -> State:
    """A game before its first deal: two to ten seats, some of them empty."""
    if choice.random() < 0.08:  # hands so large that the piles run out
        seats, size = choice.choice(((7, 14), (8, 12), (9, 11)))
        rules = with_options(RuleSet(), {"players": f"2-{seats}", "hand_size": str(size)})
        return new_game(rules, [True] * seats, choice.randbytes(32))
    seats = min(choice.choice((2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 10)), most)
    seated = [True] * seats
    for seat in range(seats):
        if sum(seated) > 2 and choice.random() < 0.1:
            seated[seat] = False
    return new_game(some_rules(choice), seated, choice.randbytes(32), choice.randrange(seats))


def some_opening(choice: random.Random) -> tuple[State, act.Action]:
    """A game and its first action: the deal, or a game just dealt whose draw pile has nearly run out."""
    state = some_game(choice)
    if choice.random() < 0.9:
        return state, act.Deal()
    advance(state, act.Deal())
    state.stock = state.stock[: choice.randrange(4)]
    state.stock_count = len(state.stock)
    return state, RandomPlay(choice).next(state)


def some_completion(choice: random.Random, entry: act.Listed, *, uno: bool = False) -> act.PlayerAction:
    """The action that somebody might send for what is listed."""
    if not isinstance(entry, act.CanPlay):
        return entry
    colours = (choice.choice(list(Colour)),) if entry.asks and choice.random() < 0.7 else ()
    return act.Play(entry.seat, (entry.card,), colours, uno=uno)


class RandomPlay:
    """Somebody's random course through a game: listed actions mostly, now and then everything else."""

    def __init__(self, choice: random.Random) -> None:
        self.choice = choice

    def next(self, state: State) -> act.Action:
        """An action that must be accepted."""
        choice = self.choice
        if state.phase is not Phase.PLAYING:
            return self._between(state)
        assert state.waiting_for is not None
        seat = state.waiting_for.seat
        if choice.random() < 0.12:
            unusual = self._unusual(state, seat)
            if unusual is not None:
                return unusual
        listed = list(legal_actions(state, seat))
        plays = [entry for entry in listed if isinstance(entry, act.CanPlay)]
        entry = choice.choice(plays if plays and choice.random() < 0.8 else listed)
        called = state.counts[seat] == 2 and choice.random() < 0.5
        return some_completion(choice, entry, uno=called)

    def _between(self, state: State) -> act.Action:
        choice = self.choice
        empty = [seat for seat, seated in enumerate(state.seated) if not seated]
        taken = [seat for seat, seated in enumerate(state.seated) if seated]
        if empty and choice.random() < 0.3:
            return act.Joined(choice.choice(empty))
        if len(taken) > 2 and choice.random() < 0.1:
            return act.Left(choice.choice(taken))
        return act.Deal()

    def _unusual(self, state: State, asked: int) -> act.Action | None:
        choice = self.choice
        seat = choice.choice([seat for seat, still in enumerate(state.playing) if still])
        match choice.randrange(6):
            case 0:
                return act.TimedOut(asked)
            case 1 if state.window is not None:
                return act.CallUno(seat) if seat == state.window else act.Catch(seat, state.window)
            case 2 if seat != asked and state.rules.out_of_turn_penalty and seat not in state.out_of_turns:
                return act.Play(seat, (choice.choice(state.hands[seat]),), uno=choice.random() < 0.2)
            case 3 if is_false_call(state, seat):
                return act.CallUno(seat)
            case 4 if sum(state.playing) > 2 and choice.random() < 0.1:
                return act.Left(seat)
            case _:
                return None


def is_false_call(state: State, seat: int) -> bool:
    """True if a call of UNO by that seat is one to be paid for (O7)."""
    rules = state.rules
    punished = rules.uno is Uno.CALL and rules.false_uno_penalty > 0
    fresh = seat not in state.false_calls and seat not in state.windows_closed
    return punished and fresh and state.counts[seat] > 1


def over(state: State) -> bool:
    return state.phase is Phase.OVER


def seeds(batch: int, share: float = 1.0) -> range:
    """The seeds of a batch: its part of the games that are to be played."""
    games = max(BATCHES, int(GAMES * share))
    return range(FIRST_SEED + batch, FIRST_SEED + games, BATCHES)


# --- law 1 -------------------------------------------------------------------------------------------------------


def places(state: State) -> list[int]:
    """All cards of the game, as their places in the canonical order."""
    return sorted([face.order for face in chain(state.discard, state.stock, *state.hands)])


def check_cards(state: State, whole: list[int]) -> None:
    assert places(state) == whole
    assert state.counts == [len(hand) for hand in state.hands]
    assert state.stock_count == len(state.stock)


class Witness:
    """Follows a game event by event: the truth, and what each seat and a spectator have seen of it."""

    def __init__(self, state: State) -> None:
        self.truth = state.copy()
        self.viewers: list[int | None] = [*range(state.seats), None]
        self.views = {viewer: view_for(state, viewer) for viewer in self.viewers}
        self.whole = places(state)

    def see_cards(self, events: list[ev.Event]) -> None:
        """Fold the events into the truth, and count the cards after every one (law 1)."""
        for event in events:
            evolve(self.truth, event)
            if isinstance(event, ev.RoundDealt):
                self.whole = sorted(face.order for face in deck(self.truth.rules.decks, self.truth.rules.extra))
            check_cards(self.truth, self.whole)

    def see_views(self, events: list[ev.Event]) -> None:
        """Fold the events into the truth and into every view, and hold them together after every one (law 2)."""
        for event in events:
            evolve(self.truth, event)
            forms = event.forms()
            for viewer in self.viewers:
                view = self.views[viewer]
                evolve(view, forms.seen_by(viewer))
                assert view == view_for(self.truth, viewer), (event, viewer)


def told(seed: int, action: object) -> str:
    return f"UNO_LAW_SEED={seed} UNO_LAW_GAMES=1: after {action}"


@pytest.mark.clause("law1", "law4")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_cards_are_conserved_and_every_game_ends(batch: int) -> None:
    for seed in seeds(batch):
        choice = random.Random(seed)
        state, action = some_opening(choice)
        witness, play = Witness(state), RandomPlay(choice)
        steps = 0
        try:
            while not over(state):
                steps += 1
                assert steps < 40_000, "the game does not end"
                witness.see_cards(advance(state, action))
                assert state == witness.truth
                if not over(state):
                    action = play.next(state)
        except BaseException as fault:
            fault.add_note(told(seed, action))
            raise


@pytest.mark.clause("law2")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_seen_events_give_the_view(batch: int) -> None:
    for seed in seeds(batch):
        choice = random.Random(-seed - 1)
        state, action = some_opening(choice)
        witness, play = Witness(state), RandomPlay(choice)
        try:
            while not over(state):
                witness.see_views(advance(state, action))
                if not over(state):
                    action = play.next(state)
        except BaseException as fault:
            fault.add_note(told(seed, action))
            raise


# --- law 3 -------------------------------------------------------------------------------------------------------


def other_world(state: State, viewer: int | None, choice: random.Random, *, stock: bool) -> State:
    """A game that looks the same to the viewer: hidden cards of equal points have changed places.

    Equal points, because the points of all hands come out at the end of a round. With `stock` the draw pile takes part.
    """
    world = state.copy()
    places: dict[int, list[tuple[list[Card], int]]] = {}
    hidden = [hand for seat, hand in enumerate(world.hands) if seat != viewer]
    if stock:
        hidden.append(world.stock)
    for pile in hidden:
        for at, face in enumerate(pile):
            places.setdefault(face.points, []).append((pile, at))
    for slots in places.values():
        if choice.random() < 0.6:
            faces = [pile[at] for pile, at in slots]
            choice.shuffle(faces)
            for (pile, at), face in zip(slots, faces, strict=True):
                pile[at] = face
    for seat, hand in enumerate(world.hands):
        if seat != viewer:
            hand.sort(key=lambda face: face.order)
    return world


def in_both(left: State, right: State, seat: int) -> list[act.Listed]:
    there = list(legal_actions(right, seat))
    return [entry for entry in legal_actions(left, seat) if entry in there]


def comes_out(left: State, right: State, viewer: int | None, action: act.Action) -> bool:
    """True if the rules themselves tell the viewer which world it is, once this is done."""
    if isinstance(action, act.Challenge) and isinstance(left.waiting_for, AnswerDrawFour):
        assert left.sealed is not None
        assert right.sealed is not None
        shown = viewer == action.seat or left.rules.challenge_reveal.value == "everyone"
        return left.sealed.guilty != right.sealed.guilty or (shown and left.sealed.hand != right.sealed.hand)
    if isinstance(action, act.TimedOut):
        # With nothing to draw the first allowed card is played; under must_play the drawn one (A11).
        nothing = not can_draw(left)
        return nothing or (isinstance(left.waiting_for, PlayDrawn) and left.rules.drawn_card.value == "must_play")
    return False


def some_moment(choice: random.Random, state: State) -> State:
    """The game some actions later, at a moment when no hidden card is about to be laid or judged."""
    play, moment = RandomPlay(choice), state.copy()
    for _ in range(choice.randrange(30)):
        advance(state, play.next(state))
        if over(state):
            break
        if state.waiting_for is not None and state.sealed is None and state.drawn is None:
            moment = state.copy()
    return moment


class TwoWorlds:
    """Two games that a viewer cannot tell apart, played by the same actions."""

    def __init__(self, state: State, viewer: int | None, choice: random.Random) -> None:
        self.viewer, self.choice = viewer, choice
        self.left = state
        self.right = other_world(state, viewer, choice, stock=choice.random() < 0.6)
        self.views = [view_for(state, viewer), view_for(self.right, viewer)]
        self.play = RandomPlay(choice)
        self.mixed = False
        """A hand went under the draw pile, so cards of other points may be drawn in the two worlds from now on."""

    def next(self) -> act.Action | None:
        """An action that is possible in both worlds and does not bring the difference out; None if there is none."""
        if self.left.phase is not Phase.PLAYING:
            return None
        action = self.play.next(self.left)
        if not isinstance(action, act.Deal | act.TimedOut | act.Left | act.Joined) and not self._possible(action):
            assert self.left.waiting_for is not None
            listed = in_both(self.left, self.right, self.left.waiting_for.seat)
            if not listed:
                return None
            action = some_completion(self.choice, self.choice.choice(listed))
        if comes_out(self.left, self.right, self.viewer, action):
            return act.Accept(action.seat) if isinstance(action, act.Challenge) else None
        return action

    def _possible(self, action: act.Action) -> bool:
        try:
            advance(self.right.copy(), action)
        except Refused:
            return False
        return True

    def step(self, action: act.Action) -> bool:
        """Take the action in both worlds. False once the viewer has been dealt the difference into the own hand."""
        worlds = (self.left, self.right)
        told = [advance(world, action) for world in worlds]
        if isinstance(action, act.Left):
            self.mixed = True
        if self.mixed and self.left.phase is not Phase.PLAYING:
            told = [list(takewhile(lambda event: not isinstance(event, ev.RoundEnded), events)) for events in told]
        public = [[event.forms().public for event in events] for events in told]
        assert public[0] == public[1]
        seen = [[event.forms().seen_by(self.viewer) for event in events] for events in told]
        if any(self._drew(event) for event in seen[0]) and seen[0] != seen[1]:
            return False
        assert seen[0] == seen[1]
        if self.mixed and self.left.phase is not Phase.PLAYING:
            return False
        views = [view_for(world, self.viewer) for world in worlds]
        assert views[0] == views[1]
        if self.viewer is not None:
            assert [list(legal_actions(world, self.viewer)) for world in worlds] == [
                list(legal_actions(view, self.viewer)) for view in views
            ]
            assert list(legal_actions(self.left, self.viewer)) == list(legal_actions(self.right, self.viewer))
            if self.choice.random() < 0.15:
                assert self._refusals(self.left) == self._refusals(self.right)
        return True

    def _drew(self, event: ev.Event) -> bool:
        return isinstance(event, ev.CardsDrawn) and event.seat == self.viewer

    def _refusals(self, world: State) -> list[str]:
        """What the viewer is told who tries things that the rules may not admit."""
        seat = self.viewer
        assert seat is not None
        other = (seat + 1) % world.seats
        tries: list[act.Action] = [act.Draw(seat), act.Keep(seat), act.Challenge(seat), act.Pass(seat)]
        tries += [act.Catch(seat, other), act.CallUno(seat), act.Play(seat, (FACES[self.left.turn % len(FACES)],))]
        return [_answer(world, action) for action in tries if not comes_out(self.left, self.right, seat, action)]


def _answer(world: State, action: act.Action) -> str:
    try:
        return ",".join(event.kind for event in advance(world.copy(), action))
    except Refused as refusal:
        return f"{refusal} {refusal.arguments}"


@pytest.mark.clause("law3")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_two_worlds_look_the_same_to_who_may_not_know(batch: int) -> None:
    steps = parted = 0
    for seed in seeds(batch, share=0.5):
        choice = random.Random(seed * 3 + 7)
        state = some_game(choice, most=6)
        action: act.Action | None = act.Deal()
        try:
            advance(state, act.Deal())
            state = some_moment(choice, state)
            viewer = choice.choice([*(seat for seat in range(state.seats) if state.playing[seat]), None])
            worlds = TwoWorlds(state, viewer, choice)
            parted += worlds.left != worlds.right
            assert worlds.views[0] == worlds.views[1]
            while (action := worlds.next()) is not None and worlds.step(action):
                steps += 1
        except BaseException as fault:
            fault.add_note(told(seed, action))
            raise
    games = len(seeds(batch, share=0.5))
    if games > 20:  # fewer say nothing about how good the worlds are
        assert parted > games // 2, "the worlds hardly differ"
        assert steps > games, "the worlds part at once"


# --- law 4 -------------------------------------------------------------------------------------------------------


def completions(state: State, entry: act.Listed) -> Iterator[act.PlayerAction]:
    """Everything that somebody may send for what is listed, without a false call."""
    if not isinstance(entry, act.CanPlay):
        yield entry
        return
    called = (False, True) if state.counts[entry.seat] <= 2 else (False,)
    colours: list[tuple[Colour, ...]] = [()]
    if "name_colour" in entry.asks:
        colours += [(colour,) for colour in Colour]
    for uno in called:
        for named in colours:
            yield act.Play(entry.seat, (entry.card,), named, uno=uno)


def anything(choice: random.Random, state: State) -> act.PlayerAction:
    """Any action of any seat."""
    seat = choice.randrange(state.seats)
    faces: list[Card] = state.hands[seat] or list(FACES)
    card = choice.choice(faces if choice.random() < 0.8 else list(FACES))
    some: tuple[act.PlayerAction, ...] = (
        act.Play(seat, (card,), uno=choice.random() < 0.3),
        act.Play(seat, (card, choice.choice(faces))),
        act.Draw(seat),
        act.Keep(seat),
        act.Pass(seat),
        act.Name(seat, Colour.RED),
        act.Accept(seat),
        act.Challenge(seat),
        act.CallUno(seat),
        act.Catch(seat, choice.randrange(state.seats)),
    )
    return some[choice.randrange(len(some))] if choice.random() < 0.6 else some[0]


def is_listed(state: State, action: act.PlayerAction) -> bool:
    entries = legal_actions(state, action.seat)
    if not isinstance(action, act.Play):
        return action in entries
    plays = [entry.card for entry in entries if isinstance(entry, act.CanPlay)]
    false_call = action.uno and state.rules.uno is Uno.CALL and state.counts[action.seat] - len(action.cards) > 1
    return len(action.cards) == 1 and action.cards[0] in plays and not false_call


def check_lists(state: State) -> None:
    """Whoever is asked has something to do, from the state as from the view, and all of it is accepted."""
    assert state.waiting_for is not None
    asked = state.waiting_for.seat
    assert legal_actions(state, asked)
    for seat in range(state.seats):
        listed = list(legal_actions(state, seat))
        assert list(legal_actions(view_for(state, seat), seat)) == listed
        for entry in listed:
            for action in completions(state, entry):
                assert advance(state.copy(), action, state.decision)


def check_anything(choice: random.Random, state: State) -> None:
    """What is not listed is punished by name or refused, and a refusal changes nothing."""
    action = anything(choice, state)
    number = state.decision + (choice.random() < 0.1)
    trial, listed = state.copy(), is_listed(state, action)
    code, events = Code.STALE, list[ev.Event]()
    try:
        events = advance(trial, action, number)
    except Refused as refusal:
        code = refusal.code
    if not events:
        assert trial == state
        assert not listed or (code is Code.STALE and number != state.decision)
        return
    assert number == state.decision
    if not listed:
        _check_penalty(state, trial, action, {event.kind for event in events})


def _check_penalty(before: State, after: State, action: act.PlayerAction, told: set[str]) -> None:
    """What is neither listed nor refused is punished by name, with the cards that it costs, or as many as there are."""
    seat = action.seat
    assert before.waiting_for is not None
    if isinstance(action, act.Play) and seat != before.waiting_for.seat:
        assert "out_of_turn" in told
        assert after.waiting_for == before.waiting_for
        assert after.discard[-1] is before.discard[-1]
        assert seat in after.out_of_turns
        cost = before.rules.out_of_turn_penalty
    else:
        assert "false_uno" in told, action
        cost = before.rules.false_uno_penalty
    assert cost
    if isinstance(action, act.CallUno) or "out_of_turn" in told:
        assert after.counts[seat] - before.counts[seat] == min(cost, before.stock_count + len(before.discard) - 1)


@pytest.mark.clause("law4", "A13")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_is_listed_is_accepted_and_all_else_punished_or_refused(batch: int) -> None:
    for seed in seeds(batch):
        choice = random.Random(seed * 5 + 3)
        state, action = some_opening(choice)
        play = RandomPlay(choice)
        try:
            while not over(state):
                advance(state, action)
                if state.phase is Phase.PLAYING:
                    if choice.random() < 0.2:
                        check_lists(state)
                    check_anything(choice, state)
                if not over(state):
                    action = play.next(state)
        except BaseException as fault:
            fault.add_note(told(seed, action))
            raise


def test_a_view_can_be_copied_as_it_is() -> None:
    state = some_game(random.Random(1))
    advance(state, act.Deal())
    view: View = view_for(state, 1)
    assert view.copy() == view
