"""Scenes: a table in each phase of its life, with somebody in each place, and what each could ask for there."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from tests.server.harness import Person, World, set_up, sit_down, start
from uno_protocol import messages as m
from uno_protocol.asked import Where
from uno_protocol.room import RoomPhase
from uno_server.core.dispatch import where_is
from uno_server.core.sessions import Session
from uno_server.table import transaction
from uno_server.table.table import Table


class Scene:
    """Ann is the host of table `T`, in seat 0; bob sits in 1, a computer player in 2.

    Wat watches there, and lob is in the lobby.
    """

    def __init__(self, goal: str = "points") -> None:
        self.world = World(4)
        new = {"seats": 5, "options": {"goal": goal}, "turn_seconds": 30}
        self.ann, self.bob = sit_down(self.world, "ann bob", **new)
        self.ok(self.ann, m.AddBot)
        self.wat, self.lob = self.world.person("wat"), self.world.person("lob")
        self.wat.ask(m.SpectateTable, table="T")
        for person in self.people:  # whoever has never asked for anything has yet to take the session up
            person.ask(m.ListTables)
        self.table: Table = self.world.table()

    @property
    def people(self) -> tuple[Person, ...]:
        return self.ann, self.bob, self.wat, self.lob

    @property
    def phase(self) -> RoomPhase:
        return self.table.room.phase

    def session(self, person: Person) -> Session:
        return next(one for one in self.world.hub.sessions if one.name == person.name)

    def where(self, person: Person) -> Where:
        session = self.session(person)
        return where_is(session, None if session.table is None else self.world.hub.lobby[session.table])

    def ok(self, person: Person, kind: type[m.Request], **fields: Any) -> None:
        answer = person.ask(kind, **fields)
        assert isinstance(answer, m.Ok), answer

    def in_turn(self) -> None:
        """A round is on, and it is ann's turn."""
        start([self.ann, self.bob])
        set_up(self.world, [self.ann, self.bob], "R5 R6 G7", "B1 B2 B3", "G1 G2 G3", top="R9")

    def round_over(self) -> None:
        start([self.ann, self.bob])
        set_up(self.world, [self.ann, self.bob], "R5", "B1 B2 B3", "G1 G2 G3", top="R9")
        assert isinstance(self.ann.play(m.Play, cards=["R5"]), m.Ok)

    def picture(self, but: Person | None = None) -> object:
        """All state that a request could change, and what everyone but `but` has been sent."""
        world, hub = self.world, self.world.hub
        return deepcopy(
            (
                len(world.commits),
                [(person.name, len(person.heard)) for person in self.people if person is not but],
                [(one.name, one.table, one.peer, one.unanswered) for one in hub.sessions],
                [(table.room.code, *_of(table)) for table in hub.lobby],
                hub.next_deadline(),
            )
        )


def _of(table: Table) -> tuple[object, ...]:
    state = None if table.game is None else table.game.state
    held = None if table.game is None else table.game.hold
    members = list(table.members.values())
    waits = (table.play.clock, transaction.times(table), held)
    return table.room, state, table.log.n, table.log.fresh, members, table.access, waits, table.kicked


def _paused() -> Scene:
    scene = _playing()
    scene.ok(scene.ann, m.Pause)
    return scene


def _playing() -> Scene:
    scene = Scene()
    scene.in_turn()
    return scene


def _deserted() -> Scene:
    scene = _playing()
    scene.ann.drop()
    scene.bob.drop()
    return scene


def _between_rounds() -> Scene:
    scene = Scene()
    scene.round_over()
    return scene


def _held_between_rounds() -> Scene:
    scene = _between_rounds()
    scene.ok(scene.ann, m.Pause)
    return scene


def _finished() -> Scene:
    scene = Scene("single_round")
    scene.round_over()
    return scene


def _closed() -> Scene:
    scene = Scene()
    scene.ok(scene.ann, m.CloseTable)
    return scene


SCENES: Mapping[str, tuple[RoomPhase, Callable[[], Scene]]] = {
    "waiting": (RoomPhase.WAITING, Scene),
    "playing": (RoomPhase.PLAYING, _playing),
    "paused by the host": (RoomPhase.PAUSED, _paused),
    "deserted": (RoomPhase.PAUSED, _deserted),
    "between rounds": (RoomPhase.BETWEEN_ROUNDS, _between_rounds),
    "held between rounds": (RoomPhase.BETWEEN_ROUNDS, _held_between_rounds),
    "finished": (RoomPhase.FINISHED, _finished),
    "closed": (RoomPhase.CLOSED, _closed),
}
"""A table in every phase: which phase it is, and how it comes about."""


def scene_of(name: str) -> Scene:
    """The scene of that name."""
    phase, make = SCENES[name]
    scene = make()
    assert scene.phase is phase
    return scene


def connected(scene: Scene) -> list[Person]:
    return [person for person in scene.people if person.link is not None]


def fields_of(kind: type[m.Request], scene: Scene, person: Person) -> dict[str, Any]:
    """What `person` sends with a request that is to succeed, where it can."""
    fields = dict(kind.asked.like)
    where = scene.where(person)
    if issubclass(kind, m.PlayRequest):
        game = scene.table.game
        fields["decision"] = 0 if game is None else game.state.decision
    if kind is m.Chat and where is Where.LOBBY:
        fields["to"] = "lobby"
    if kind is m.GiveTime and where is Where.SEATED:
        fields["seat"] = 1
    if kind is m.Catch and where is Where.SEATED:
        fields["target"] = 0
    if kind is m.Pause:
        fields["paused"] = not scene.table.room.held
    return fields
