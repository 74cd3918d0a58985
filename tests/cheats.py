"""Servers that cheat with the cards: ours, with a cheat planted in it, and games at them. FAULTS 55.

`CHEATS` is the list that everybody who checks deals is held to: the terminal, the page, `uno-records check` of a saved
game, and of the record that such a server hands out.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from functools import partial
from typing import Any, NamedTuple

import msgpack
import pytest

from tests.server.harness import Person, World
from uno_client.core.model import Model
from uno_client.core.model.deal import DealPart, DealVerdict
from uno_client.core.model.parts import LinkPart, LinkPhase
from uno_client.core.model.table import PlayPart
from uno_client.core.update import update
from uno_client.messages import Ask, Input, Send
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.decide import advance
from uno_engine.evolve import evolve
from uno_engine.mixing import share_hash
from uno_engine.state import State
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_server.table.dealing import Dealing
from uno_server.table.play import TableGames
from uno_server.table.table import Table

Plant = Callable[[pytest.MonkeyPatch], object]
RULES = {"options": {"hand_size": "2", "uno": "off"}, "turn_seconds": 0, "bot_pause": 0.0}


class Player(Person):
    """Somebody with the core of our client, and the harness's own way to choose moves."""

    def __init__(self, world: World, name: str, luck: bytes) -> None:
        super().__init__(world, name)
        self.model = Model(name=name, play=PlayPart(deal=DealPart(luck)), link=LinkPart(LinkPhase.ONLINE))
        self.due: list[m.Request] = []
        self.opens = True
        """Whether it opens its bytes; else they are lost on the way."""

    def hear(self, body: bytes) -> None:
        super().hear(body)
        message = self.heard[-1]
        if isinstance(message, m.Snapshot | m.Entry | m.Legal | m.Ok | m.Error):
            self.takes(message)

    def takes(self, message: Input) -> None:
        link = replace(self.model.link, next_id=self.last_id + 1)
        self.model, commands = update(replace(self.model, link=link), message)
        for command in commands:
            if isinstance(command, Send) and isinstance(command.request, m.Ready | m.OpenShare):
                self.last_id = command.request.id
                self.due.append(command.request)

    def wants_to_be_ready(self) -> None:
        self.takes(Ask(m.Ready(id=1)))
        self.sends()

    def sends(self) -> None:
        """Send what the core wants to."""
        while self.due:
            request = self.due.pop(0)
            if self.opens or isinstance(request, m.Ready):
                self.say(request)

    @property
    def verdict(self) -> DealVerdict | None:
        checked = self.model.play.deal.checked
        return None if checked is None else checked.verdict


class AtThePage(Person):
    """Somebody whose page is asked afterwards: `told` is what it was sent, in order."""

    SHARE = b"\7" * 16
    """The bytes that the page gets for random ones."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, name)
        self.told: list[Any] = []
        self.bound: str | None = None
        """The commitment for which it offered its bytes: it opens them for no other."""

    def hear(self, body: bytes) -> None:
        super().hear(body)
        self.told.append(msgpack.unpackb(body))

    def wants_to_be_ready(self) -> None:
        share, self.bound = share_hash(self.seat, self.SHARE).hex(), self.room.commitment
        self.told.append({"t": "ready", "share": share})
        self.ask(m.Ready, share=share)

    def sends(self) -> None:
        if self.room.shares is not None and self.room.commitment == self.bound:
            self.told.append({"t": "open_share"})
            self.ask(m.OpenShare, share=self.SHARE.hex())


Somebody = Player | AtThePage


def sit_down(people: Sequence[Somebody], **new: Any) -> None:
    """They log in, and sit at a table with a computer player."""
    for one in people:
        one.connect()
        one.say(m.Login(name=one.name))
        one.join("T", **{"seats": 3, "bots": ["easy"], **RULES, **new})


def play(world: World, people: Sequence[Somebody]) -> None:
    """One game, from ready to the end."""
    for player in people:
        player.wants_to_be_ready()
    if people[0].phase == "waiting":
        assert isinstance(people[0].ask(m.Start), m.Ok)
    for player in people:
        player.sends()
    world.wait(3.0)
    play_on(world, people)


def play_on(world: World, people: Sequence[Person]) -> None:
    """Rounds until the game is over."""
    for _ in range(2000):
        if people[0].phase == "finished":
            return
        if people[0].phase == "between_rounds":
            for player in people:
                if player.phase == "between_rounds":
                    player.ask(m.Ready)
        elif not any(player.move() for player in people):
            world.wait_until(world.hub.next_deadline() or world.now)
    raise AssertionError("the game does not end")


def another_seed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Dealing, "mixed", lambda self: Dealing(self.secret, b"s" * 32))


def another_seed_unsaid(patch: pytest.MonkeyPatch) -> None:
    mixed = Dealing.mixed
    seeds: list[bytes] = []

    def cheating(self: Dealing) -> Dealing:
        seeds.append(mixed(self).seed)
        return Dealing(self.secret, b"s" * 32)

    def told(self: TableGames, _state: object, tally: tuple[rm.TallyLine, ...]) -> rm.GameSeed:
        assert self._table.dealing is not None
        return rm.GameSeed(seeds[-1].hex(), tally, self._table.dealing.secret.hex())

    patch.setattr(Dealing, "mixed", cheating)
    patch.setattr(TableGames, "_opened_seed", told)


def two_cards_swapped(patch: pytest.MonkeyPatch) -> None:
    rightly = advance

    def swapping(state: State, action: act.Action, decision: int | None = None) -> list[ev.Event]:
        if not isinstance(action, act.Deal):
            return rightly(state, action, decision)
        dealt, *rest = rightly(state.copy(), action)
        assert isinstance(dealt, ev.RoundDealt)
        assert dealt.hands is not None
        assert dealt.stock is not None
        (first, *others), (bottom, *above) = dealt.hands[0], dealt.stock
        hands = {**dealt.hands, 0: (bottom, *others)}
        events = [changed(dealt, hands=hands, stock=(first, *above)), *rest]
        for event in events:
            evolve(state, event)
        return events

    patch.setattr("uno_server.table.game.advance", swapping)


def a_card_put_into_a_hand(patch: pytest.MonkeyPatch) -> None:
    deal = TableGames.deal

    def swapping(self: TableGames, *args: Any) -> None:
        deal(self, *args)
        assert self.game is not None
        hands, stock = self.game.state.hands, self.game.state.stock
        other = next(at for at, card in enumerate(stock) if card not in hands[1])
        hands[1][0], stock[other] = stock[other], hands[1][0]  # the computer player's

    patch.setattr(TableGames, "deal", swapping)


def opened(patch: pytest.MonkeyPatch, **fields: Any) -> None:
    tell = TableGames._opened_seed
    patch.setattr(TableGames, "_opened_seed", lambda self, *args: changed(tell(self, *args), **fields))


def unopened(patch: pytest.MonkeyPatch) -> None:
    tell = Table.happen

    def silent(self: Table, event: rm.RoomEvent) -> None:
        if not isinstance(event, rm.GameSeed):
            tell(self, event)

    patch.setattr(Table, "happen", silent)


def bytes_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Dealing, "with_share", lambda self, _seat, _share: self)


def bytes_changed(patch: pytest.MonkeyPatch) -> None:
    opens = Dealing.with_share
    patch.setattr(Dealing, "with_share", lambda self, seat, _share: opens(self, seat, b"c" * 16))


def committed_late(patch: pytest.MonkeyPatch) -> None:
    def late(self: Table, *args: Any) -> None:
        self.bind()
        start(self, *args)

    start = Table.start
    patch.setattr(Table, "start", late)


class Cheat(NamedTuple):
    """A way to cheat, and the words that each program finds for it."""

    plant: Plant
    terminal: str
    """The terminal client's words after *The deal was NOT honest!*"""
    page: str
    """The page's words after *This deal is false!*"""
    game: str
    """The verdict of `uno-records check GAME` on the server's journal."""
    file: str
    """The verdict of `uno-records check FILE` on the record that the server hands out.

    Whether bytes came, and when a commitment, only those know who were there.
    """


CHEATS: dict[str, Cheat] = {
    "another seed": Cheat(
        another_seed,
        "The cards were dealt from another seed than the one that the bytes make.",
        "The seed doesn't follow from the secret and the players' bytes.",
        "commit 11: round_dealt is stored, where the rules give another",
        "false at line 1: the seed is not what the secret and the players' bytes make",
    ),
    "another seed, and the right one is named": Cheat(
        another_seed_unsaid,
        "Round 1 is wrong: cards that you saw don't follow from the seed.",
        "Event 5: the cards dealt don't follow from the seed.",
        "commit 11: round_dealt is stored, where the rules give another",
        "false at line 4: the rules give another round_dealt",
    ),
    "two cards swapped": Cheat(
        two_cards_swapped,
        "Round 1 is wrong: cards that you saw don't follow from the seed.",
        "Event 30: cards appeared or disappeared.",
        "commit 11: round_dealt is stored, where the rules give another",
        "false at line 4: the rules give another round_dealt",
    ),
    "another secret": Cheat(
        partial(opened, secret="0a" * 32),
        "The server opened another secret than the one that it had committed itself to.",
        "The server opened another secret than it promised.",
        "the published seed is not that of the game",
        "false at line 1: the secret is not the one that the server had committed itself to",
    ),
    "a secret that is never opened": Cheat(
        unopened,
        "The server didn't open what it had committed itself to.",
        "The server didn't open its secret.",
        "its secret was never opened",
        "false: line 1 has no beginning (the seed has 64 hex digits)",
    ),
    "a player's bytes dropped": Cheat(
        bytes_dropped,
        "The server left out the bytes of your client.",
        "Your bytes were left out.",
        "the bytes of Ann and Bob are missing from the deal",
        "is true: the rules lead from its seed to every card in it; the bytes of Ann and Bob are missing from the deal",
    ),
    "a player's bytes changed": Cheat(
        bytes_changed,
        "The server changed bytes that were announced.",
        "A player's bytes were changed.",
        "a player's bytes are not those whose hash was listed",
        "false at line 1: a player's bytes are not those whose hash was listed",
    ),
    "a commitment that comes late": Cheat(
        committed_late,
        "The server committed itself to its cards only when you were ready.",
        "The server promised its secret only when you were ready.",
        "commit 9: the server commits itself to a secret when players are ready",
        "; the bytes of Ann and Bob are missing from the deal",  # they open none for another commitment
    ),
}
