"""Two servers that differ only in what a viewer may not know cannot be told apart (P-13.1, FAULTS 39).

The law of `uno_engine.laws.worlds` for a whole server. Both worlds do the same, one call after the other; after every
call each listener must have been sent the same bytes at the same times, both logs must say the same, and both servers
must wait for the same instant. Where the rules themselves show the viewer a hidden card (what is drawn, how a
challenge ends), the right world is made the same as the left one just before, and parted from it again afterwards.
"""

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec
import pytest

from tests.server import harness
from tests.server.harness import Entropy, Person, World, decoded
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.bots import choosing as bots
from uno_engine.bots import expert
from uno_engine.cards import Card, canonical_order
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.evolve import evolve
from uno_engine.laws.any_move import AnyMove
from uno_engine.laws.worlds import TwoWorlds, can_part, other_world
from uno_engine.legal import legal_actions
from uno_engine.memory import Memory
from uno_engine.refused import Refused
from uno_engine.rules import Uno
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import Phase, State, View
from uno_protocol import messages as m
from uno_protocol.codec import decode_server, encode
from uno_server.core import admin, census
from uno_server.core.sessions import TOKEN_BYTES
from uno_server.table import bots as bots_at_table
from uno_server.table import game, thinking
from uno_server.table.broadcast import view_of

LEFT, RIGHT = 0, 1
WORLDS = (LEFT, RIGHT)
TOP_OF_STOCK = 20
"""The top cards of a new draw pile that are equal in both worlds: the first card may make somebody draw them."""

Work = Callable[[int], object]
"""Something that is done in the world of that number."""


class Told(AssertionError):
    """The viewer was told which of the two worlds it is."""


class TwinEntropy(Entropy):
    """Random bytes, equal in both worlds except for tokens and seeds drawn while `secret` is set."""

    secret = False

    def __call__(self, count: int) -> bytes:
        drawn = super().__call__(count)
        return bytes(byte ^ 0xA5 for byte in drawn) if self.secret and count >= TOKEN_BYTES else drawn


class Listener(Person):
    """Somebody of whom it is kept what was sent and when; takes replays of what is known already."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, name)
        self.came: list[tuple[float, bytes]] = []
        self.looks_away = False
        """What comes is kept, and not taken in."""

    def hear(self, body: bytes) -> None:
        self.came.append((self.world.now, body))
        if self.looks_away:
            return
        message = decoded(body)
        if isinstance(message, m.Entry) and self.table is not None and message.n <= self.table.n:
            self.heard.append(message)
        else:
            super().hear(body)


class Pair(TwoWorlds):
    """The engine's law for the games of the two servers: what may the rules themselves tell the viewer?"""

    def __init__(self, viewer: int | None, choice: random.Random, seats: int) -> None:
        self.viewer, self.choice = viewer, choice
        self.memories = [Memory() for _ in WORLDS]
        self.move = AnyMove(choice, seats)
        self.move.styles = ["anything"] * seats
        self.mixed = False

    def next(self) -> tuple[act.Action, act.Action] | None:
        """Something to do in each world: the same, but for answers given in secret. None: nothing suits both."""
        return self._next()

    def tells(self, action: act.Action) -> bool:
        """True if by the rules the viewer may be told by what comes of this."""
        return self._may_differ(self.left, action, None, None)


class Attempt(NamedTuple):
    """An action that a table tried on its game, with the decision that it named."""

    action: act.Action
    decision: int | None


class LogOfTwo(logging.Handler):
    """The lines that each world writes, as they would stand in a file."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: tuple[list[str], list[str]] = ([], [])
        self.world = LEFT
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines[self.world].append(self.format(record))


class Twins:
    """Two servers. `viewer` is the seat that must not tell them apart; None: those who watch alone."""

    def __init__(self, patch: pytest.MonkeyPatch, seed: int, viewer: int | None) -> None:
        self.choice = random.Random(seed)
        self.viewer = viewer
        self._words = ("", "en", "de")[seed % 3]
        """The language in which those who listen want words (P-4.9)."""
        self._entropies = [TwinEntropy(seed), TwinEntropy(seed)]
        entropies = iter(self._entropies)
        patch.setattr(harness, "Entropy", lambda _seed: next(entropies))
        self.worlds = self._two_worlds(seed)
        self.people: dict[str, tuple[Person, Person]] = {}
        self.listeners: list[tuple[Listener, Listener]] = []
        self.pair: Pair | None = None
        self.log = LogOfTwo()
        self.calls = self.parted = self.windows = self.held = 0
        """Calls while a round was played, and those of them before which the two games differed; of these such with an
        open UNO window, and such with requests that U3 holds."""
        self.kinds: set[str] = set()
        """Kinds of events that came of actions while the games differed."""
        self.computers: list[tuple[act.PlayerAction | None, act.PlayerAction | None]] = []
        """What the computer player in the seat of the viewer did in each world."""
        self._world = LEFT
        self._attempts: list[Attempt] = []
        self._secret: tuple[act.Action, act.Action] | None = None
        self._planned: dict[int, tuple[act.PlayerAction | None, act.PlayerAction | None]] = {}
        self._rejoined = False
        self._fails = self._failing = False
        patch.setattr(game, "advance", self._advance)
        for module in (bots_at_table, thinking):
            patch.setattr(module, "choose", self._choose)
        root = logging.getLogger()
        patch.setattr(root, "handlers", [*root.handlers, self.log])
        patch.setattr(logging.Logger, "isEnabledFor", lambda *_: True)  # a level is remembered when the patch has gone

    def state(self, world: int) -> State | None:
        """The game of table `T`, if one has begun."""
        table = self.worlds[world].hub.lobby.find("T")
        return None if table is None or table.game is None else table.game.state

    def there(self, world: int) -> State:
        """The game of table `T`, which has begun."""
        state = self.state(world)
        assert state is not None
        return state

    def person(self, name: str, *, listens: bool) -> None:
        """Somebody connects and logs in to both. The tokens of those who do not listen differ."""
        made = tuple(Listener(world, name) if listens else Person(world, name) for world in self.worlds)
        self.people[name] = (made[LEFT], made[RIGHT])
        if listens:
            self.listeners.append((made[LEFT], made[RIGHT]))  # type: ignore[arg-type]  # both are, or neither
        self._entropies[RIGHT].secret = not listens

        def login(world: int) -> None:
            made[world].words = self._words if listens else ""
            made[world].connect()
            made[world].say(m.Login(name=name))
            made[world].token = made[world].last(m.LoggedIn).token

        self.both(login)
        self._entropies[RIGHT].secret = False

    def open(self, name: str, new: m.NewTable) -> None:
        """Let a person open table `T`."""
        self.both(lambda world: self.people[name][world].ask(m.CreateTable, name="T", new=new))
        self.pair = Pair(self.viewer, self.choice, new.seats)

    def both(self, work: Work, other: Work | None = None, *, fails: bool = False) -> None:
        """Do something in both worlds, or `other` in the right one, and compare what came of it. Raises Told.

        With `fails` an exception comes out of the engine in the middle of it.
        """
        state = self.state(LEFT)
        before = None if state is None else state.copy()
        self._attempts, self._planned, self._rejoined = [], {}, False
        playing = before is not None and before.phase in (Phase.PLAYING, Phase.VOTING)
        self.calls += playing
        self._do(LEFT, work, fails)
        if before is not None and self._must_rejoin(before):
            self._place(self._rejoining(before))
            self._rejoined = True
        elif playing and before is not None and before != self.state(RIGHT):
            self.parted += 1
            self.windows += before.window is not None
            self.held += self.holding()
        self._do(RIGHT, work if other is None or self._rejoined else other, fails)
        self._secret = None
        self._compare()

    def only_right(self, work: Work) -> None:
        """Something that happens in one world alone, and that nobody else may notice."""
        self.both(lambda _world: None, work)

    def tick(self, until: float = float("inf")) -> bool:
        """The next thing that is due happens; False if that is after `until`, which is now then."""
        deadline = self.worlds[LEFT].hub.next_deadline()
        if deadline is None or deadline > until:
            for world in self.worlds:
                world.now = until if until < float("inf") else world.now
            return False
        now = max(self.worlds[LEFT].now, deadline)

        def let_pass(world: int) -> None:
            self.worlds[world].now = now
            self.worlds[world].do(self.worlds[world].hub.tick(now))

        self.both(let_pass)
        return True

    def answers_in_secret(self, action: act.PlayerAction, other: act.PlayerAction) -> None:
        """In the next call the seat gives another answer in the right world, which nobody is shown."""
        self._secret = action, other

    def part(self) -> None:
        """Make the right world another one that the viewer cannot tell from the left one, if it is the time for it."""
        if not self.can_part:
            return
        state = self.there(RIGHT)
        world = self._other_world(state)
        if world.rules.uno is not Uno.RANDOM_FORGET:  # M4: there the seed rolls for all to see
            world.seed = self.choice.randbytes(SEED_BYTES)
        self._place(world)

    def share(self, seat: int) -> Card | None:
        """A card without a colour to name that the seat may lay in both worlds, if it may lay such a card in the left.

        It comes into that hand of the right world from wherever it is hidden there.
        """
        plays = [one.card for one in legal_actions(self.there(LEFT), seat) if isinstance(one, act.CanPlay)]
        plays = [card for card in plays if not card.wild]
        if not plays or not self.can_part:
            return None
        card = self.choice.choice(plays)
        world = self.there(RIGHT).copy()
        hand = world.hands[seat]
        if card not in hand:
            known = {seat, self.viewer, *world.open_hands}
            hidden = [world.stock, *(cards for other, cards in enumerate(world.hands) if other not in known)]
            there = next((cards for cards in hidden if card in cards), None)
            if there is None or seat == self.viewer or seat in world.open_hands:
                return None
            at, instead = there.index(card), self.choice.randrange(len(hand))
            there[at], hand[instead] = hand[instead], there[at]
            world.hands = [sorted(cards, key=canonical_order) for cards in world.hands]
            self._place(world)
        return card

    @property
    def can_part(self) -> bool:
        """True while a round is on and no hidden card is about to be laid, judged or passed on."""
        state = self.state(RIGHT)
        return state is not None and state.phase is Phase.PLAYING and can_part(state)

    def look(self) -> Pair:
        """The games of both worlds as they are now, in the hands of the engine's law."""
        assert self.pair is not None
        self.pair.left, self.pair.right = self.there(LEFT), self.there(RIGHT)
        return self.pair

    def _two_worlds(self, seed: int) -> tuple[World, World]:
        return World(seed), World(seed)

    def holding(self) -> bool:
        """True while the tables hold requests back (U3)."""
        table = self.worlds[RIGHT].hub.lobby.find("T")
        hold = None if table is None or table.game is None else table.game.hold
        return hold is not None and bool(hold.held)

    def _do(self, world: int, work: Work, fails: bool) -> None:
        self._world = self.log.world = world
        self._failing = fails
        work(world)

    def _rejoining(self, before: State) -> State:
        """The game of the left world; with the seed of the right one, where that brings nothing to light now."""
        deals = any(isinstance(attempt.action, act.Deal) for attempt in self._attempts)
        rolls = before.rules.uno is Uno.RANDOM_FORGET or before.rules.extra.shuffle > 0
        if before.phase is Phase.PLAYING and before.stock_count > TOP_OF_STOCK and not deals and not rolls:
            before = before.copy()
            before.seed = self.there(RIGHT).seed
        return before

    def _place(self, state: State) -> None:
        """This is the game of the right world from now on. Its people know what they may know of it."""
        world = self.worlds[RIGHT]
        table = world.table()
        assert table.game is not None
        table.game.state = state.copy()
        table.log.rebase(table.room, table.game.state, now=True)
        for _, person in self.people.values():
            if person.table is not None and person.table.game is not None:
                member = next((one for one in table.members.values() if one.seat == person.table.seat), None)
                if member is not None:
                    person.table.game = view_of(state, member)

    def _advance(self, state: State, action: act.Action, decision: int | None = None) -> list[ev.Event]:
        """The engine as the tables have it: what is tried is noted, and each world has a deal of its own."""
        if self._failing:
            self._failing = False
            advance(state, action, decision)
            raise RuntimeError(f"{action} {state}")
        if self._world == LEFT:
            self._attempts.append(Attempt(action, decision))
            return advance(state, action, decision)
        return self._dealt_otherwise(state, action, decision)

    def _dealt_otherwise(self, state: State, action: act.Action, decision: int | None) -> list[ev.Event]:
        events = list(advance(state.copy(), action, decision))
        kinds = {event.kind for event in events}
        if "round_dealt" not in kinds or kinds & _MOVES_CARDS:
            return advance(state, action, decision)
        for number, event in enumerate(events):
            if isinstance(event, ev.RoundDealt):
                events[number] = self._other_deal(state, event)
            evolve(state, events[number])
        return events

    def _other_deal(self, state: State, dealt: ev.RoundDealt) -> ev.RoundDealt:
        """A deal that differs from `dealt` only in cards that the viewer can't see."""
        shape = state.copy()
        evolve(shape, dealt)
        assert dealt.hands is not None
        shape.stock, top = shape.stock[:-TOP_OF_STOCK], shape.stock[-TOP_OF_STOCK:]
        other = self._other_world(shape)
        hands = {seat: tuple(other.hands[seat]) for seat in dealt.hands}
        return replace(dealt, hands=hands, stock=(*other.stock, *top))

    def _other_world(self, state: State) -> State:
        """A game that looks the same to the viewer: hidden cards of equal points change places, or all of them do."""
        if self.choice.random() < 0.5:
            return other_world(state, self.viewer, self.choice, stock=self.choice.random() < 0.7)
        assert self.pair is not None
        self.pair.mixed = True  # the points at the end of the round may differ now
        world = state.copy()
        hidden = [seat for seat in range(state.seats) if seat != self.viewer and seat not in state.open_hands]
        cards = [card for seat in hidden for card in world.hands[seat]] + world.stock
        self.choice.shuffle(cards)
        for seat in hidden:
            count = len(world.hands[seat])
            world.hands[seat], cards = sorted(cards[:count], key=canonical_order), cards[count:]
        world.stock = cards
        return world

    def _choose(
        self, level: str, view: View, listed: Sequence[act.Listed], seed: bytes, memory: Memory
    ) -> act.PlayerAction | None:
        """What a computer player does: the one in the viewer's seat as it likes, the others what suits both worlds."""
        seat = view.viewer
        assert seat is not None
        if seat == self.viewer:
            choose = partial(expert.choose, worlds=1) if level == "expert" else partial(bots.choose, level)
            chosen = choose(view, listed, b"the same in both", memory)
            if self._world == LEFT:
                self._planned[seat] = (chosen, None)
            else:
                self.computers.append((self._planned.get(seat, (None, None))[0], chosen))
            return chosen
        if self._world == LEFT:
            self._planned[seat] = self._plan(seat)
        left, right = self._planned.get(seat, (None, None))
        return left if self._world == LEFT or self._rejoined else right

    def _plan(self, seat: int) -> tuple[act.PlayerAction | None, act.PlayerAction | None]:
        pair = self.look()
        if seat not in asked(pair.left.waiting_for) and self.choice.random() < 0.4:
            return None, None
        action = pair.move.from_list(pair.left, seat)
        for _ in range(8):
            if pair.possible(action):
                break
            action = pair.move.from_list(pair.left, seat)
        if isinstance(action, act.Cast | act.Give) and pair.left.window is None:
            other = pair.secret_answer(seat)
            self.answers_in_secret(action, other)
            return action, other
        return action, action

    def _must_rejoin(self, before: State) -> bool:
        """True if by the rules what has just been done in the left world tells the viewer which one it is.

        Raises Violation if the engine tells it against the rules.
        """
        pair = self.pair
        assert pair is not None
        pair.left, pair.right = before.copy(), self.there(RIGHT).copy()  # in the left world the table may be gone now
        for action, decision in self._attempts:
            if isinstance(action, act.Deal):
                pair.mixed = False
                return True  # the viewer sees the own cards of the next deal
            other = self._secret[1] if self._secret is not None and self._secret[0] == action else action
            refusals = [refused(world, one, decision) for world, one in ((pair.left, action), (pair.right, other))]
            if all(refusals):
                continue
            own = getattr(action, "seat", None) == self.viewer
            if any(refusals) and own and not pair.tells(action):
                continue  # the answers differ, and that will be seen
            parted = pair.left != pair.right
            before_it = pair.left.copy()
            if any(refusals) or not pair.do(action, other):
                pair.mixed = False
                return True
            if parted:
                self.kinds |= {event.kind for event in advance(before_it, action)}
        return False

    def _compare(self) -> None:
        left, right = self.worlds
        deadlines = left.hub.next_deadline(), right.hub.next_deadline()
        if deadlines[LEFT] != deadlines[RIGHT]:
            raise Told(f"the servers wait for {deadlines}")
        if _shown_to_others(left) != _shown_to_others(right):
            raise Told(f"the network or the console is shown {_shown_to_others(left)} and {_shown_to_others(right)}")
        for one, other in self.listeners:
            if (one.link is None) != (other.link is None):
                raise Told(f"{one.name} is connected in one world alone")
            here, there = one.came, other.came
            one.came, other.came = [], []
            if here != there:
                _compare_sent(one.name, here, there)
        lines = self.log.lines
        if lines[LEFT] != lines[RIGHT]:
            raise Told(f"the logs differ: {lines[LEFT][-1:]} and {lines[RIGHT][-1:]}")
        for chosen, instead in self.computers:
            if chosen != instead:
                raise Told(f"the computer player chose {chosen} in one world, {instead} in the other")


_MOVES_CARDS = frozenset(
    event.kind
    for event in (ev.FirstCardReturned, ev.HandsMoved, ev.CardsPassed, ev.ColourDiscarded, ev.DrawPileRenewed)
)
"""With these the cards of a deal are elsewhere already when it is told."""


def refused(state: State, action: act.Action, decision: int | None = None) -> bool:
    """Whether the engine refuses this."""
    try:
        advance(state.copy(), action, decision)
    except Refused:
        return True
    return False


def _shown_to_others(world: World) -> tuple[object, ...]:
    """What is announced on the network, and what the console lists."""
    hub = world.hub
    return census.census(hub), tuple(admin._tables(hub, world.now)), tuple(admin._players(hub, world.now))


def _compare_sent(name: str, here: list[tuple[float, bytes]], there: list[tuple[float, bytes]]) -> None:
    """Raise Told unless both were sent the same; the seed of a game that is over may differ, and it alone."""
    if len(here) != len(there):
        told = [decode_server(body) for _, body in (here if len(here) > len(there) else there)]
        raise Told(f"{name} is sent {len(here)} messages in one world, {len(there)} in the other, of {told}")
    for (now, body), (then, other) in zip(here, there, strict=True):
        if now != then:
            raise Told(f"{name} is sent something at {now} in one world and at {then} in the other")
        if body != other and _without_seed(body) != _without_seed(other):
            raise Told(f"{name} is sent {decode_server(body)} in one world, {decode_server(other)} in the other")


def _without_seed(body: bytes) -> bytes:
    """A message without what is shown of hidden things once they are over: seed, secret and the hands of a round."""
    message = decode_server(body)
    match message:
        case m.Snapshot(result=result) if result is not None:
            return encode(msgspec.structs.replace(message, result={**result, "hands": None}))
        case m.RecordPage():  # each line of JSON is what it is, but for these hands and the digest
            told = [line for line in message.lines if '"hands_shown"' not in line and '"sha256"' not in line]
            return encode(msgspec.structs.replace(message, lines=told, digest=""))
        case m.Entry() if message.event["k"] in _SHOWN_AFTERWARDS:
            return encode(_bare(message))
        case m.RoundHistory(entries=entries):
            return encode(msgspec.structs.replace(message, entries=[_bare(past) for past in entries]))
        case _:
            return body


_SHOWN_AFTERWARDS = {"game_seed": ("seed", "secret"), "hands_shown": ("hands",)}
Shown = TypeVar("Shown", m.Entry, m.PastEntry)


def _bare(entry: Shown) -> Shown:
    hidden = _SHOWN_AFTERWARDS.get(entry.event["k"], ())
    event = {key: value for key, value in entry.event.items() if key not in hidden}
    return msgspec.structs.replace(entry, event=event, words="" if hidden else entry.words)
