"""The plain client at a table of a made-up server: lines are typed, what is said is read, no socket between."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.client.fake import NAMES, WELCOME
from uno_client.config import Settings
from uno_client.lines.session import Player
from uno_client.lines.stdin_reader import Keyboard
from uno_client.messages import Input, LinkUp
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.judging import why_not
from uno_engine.legal import continuations, legal_actions
from uno_engine.options import differences, fingerprint, options_of
from uno_engine.presets import preset as named
from uno_engine.refused import Refused
from uno_engine.rules import OWN_TEXT
from uno_engine.scenario import position
from uno_engine.scenario.text import blocks
from uno_engine.state import State
from uno_engine.view import view_for
from uno_protocol import messages as net
from uno_protocol.room import Occupant, Room, RoomEvent, RoomPhase
from uno_protocol.wire import action_from_request, event_to_map, listed_to_map, room_to_map, view_to_map

TABLE = "ABCD"


def at_position(text: str) -> State:
    """The game at a position in the language of scenarios; ann, bob and so on in order of their seats."""
    placed = position.read(blocks(f"scenario: a test\n{text}\n---\n")[0])
    return position.set_up(placed, position.rules_of(placed)).state


class AtLines:
    """The first player of a table, at lines of text, and the server's side of it."""

    def __init__(
        self,
        state: State,
        capsys: pytest.CaptureFixture[str],
        preset: str = "official",
        phase: RoomPhase = RoomPhase.PLAYING,
    ) -> None:
        self.state = state
        self.capsys = capsys
        self.player = Player(Settings(), Keyboard(asyncio.get_running_loop()))
        self.acted: list[act.PlayerAction] = []
        self.asked: list[net.Request] = []
        """Every request that came, oldest first."""
        self._answered: set[int] = set()
        self._n = 0
        seated: list[Occupant | None] = [Occupant(NAMES[seat], ready=True) for seat in range(state.seats)]
        differs = differences(state.rules, named(preset))
        own_text = differs.pop(OWN_TEXT, None)
        self.room = Room(TABLE, "Kitchen", preset, differs, 30, seated, 0, phase, own_text=own_text)
        self._feed(LinkUp(), WELCOME, net.LoggedIn(name=NAMES[0], token="t"))
        game = view_to_map(view_for(state, 0))
        self._feed(net.Snapshot(table=TABLE, n=0, room=room_to_map(self.room), game=game, seat=0))
        self._legal()
        self.opening = self.said()

    def type(self, *typed: str) -> str:
        """What is said after these lines, typed one after the other."""
        for line in typed:
            self.player.obey(line)
            self._serve()
        return self.said()

    def play(self, *actions: act.Action) -> str:
        """Somebody acts; what is told of it."""
        for action in actions:
            self._tell(advance(self.state, action))
            self._legal()
        return self.said()

    def happen(self, *events: RoomEvent) -> str:
        """Something happens at the table outside the game; what is told of it."""
        for event in events:
            event.fold(self.room)
            self._n += 1
            self._feed(net.Entry(table=TABLE, n=self._n, event=event_to_map(event)))
        return self.said()

    def hear(self, *messages: Input) -> str:
        """The server says something; what is told of it."""
        self._feed(*messages)
        return self.said()

    def said(self) -> str:
        """What has been printed since the last look."""
        return self.capsys.readouterr().out

    def _feed(self, *messages: Input) -> None:
        for message in messages:
            self.player.shell.feed(message)
        self._serve()

    def _serve(self) -> None:
        for request in self.player.shell.model.pending:
            if request.id not in self._answered:
                self._answered.add(request.id)
                self.asked.append(request)
                self._answer(request)

    def _answer(self, request: net.Request) -> None:
        match request:
            case net.Continuations(cards=cards, colours=colours) if card(cards[-1]).wild and not any(colours[-1:]):
                self._feed(net.Error(id=request.id, code="colour_missing", clause="Q2", args={"place": len(cards)}))
            case net.Continuations(cards=cards, colours=colours):
                named = [letter and Colour(letter) for letter in colours]
                follow = continuations(self.state, 0, [card(name) for name in cards], named)
                self._feed(net.Follow(id=request.id, actions=[listed_to_map(each) for each in follow]))
            case net.WhyNot():
                self._feed(net.Reasons(id=request.id, reasons=self._reasons()))
            case net.TableRules():
                self._feed(self._rules(request.id))
            case net.Move():
                self._judge(request)
            case net.ListTables():
                self._feed(net.Tables(id=request.id, tables=[]))
            case _:
                self._feed(net.Ok(id=request.id))

    def _rules(self, id: int) -> net.Rules:
        return net.Rules(
            id=id,
            table=TABLE,
            name="Kitchen",
            preset=self.room.preset,
            options=self.room.options,
            rules=options_of(self.state.rules),
            fingerprint=fingerprint(self.state.rules),
            turn_seconds=30,
        )

    def _judge(self, request: net.Move) -> None:
        action = action_from_request(request, 0)
        self.acted.append(action)
        try:
            events = advance(self.state, action)
        except Refused as no:
            refused = net.Error(id=request.id, code=no.code.value, clause=no.clause, args=no.arguments)
            self._feed(refused)
            return
        self._tell(events)
        self._feed(net.Ok(id=request.id))
        self._legal()

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self._n += 1
            self._feed(net.Entry(table=TABLE, n=self._n, event=event_to_map(event.seen_by(0))))

    def _reasons(self) -> list[net.Reason]:
        found = [(face, why_not(self.state, 0, face)) for face in dict.fromkeys(self.state.hands[0])]
        return [
            net.Reason(card=face.name, code=no.code.value, clause=no.clause, args=no.arguments)
            for face, no in found
            if no is not None
        ]

    def _legal(self) -> None:
        listed = [listed_to_map(each) for each in legal_actions(self.state, 0)]
        self._feed(net.Legal(table=TABLE, decision=self.state.decision, n=self._n, actions=listed))


class InLobby:
    """A player at lines who is not at a table, and what is asked of the server."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *before: net.TalkLine) -> None:
        self.player = Player(Settings(), Keyboard(asyncio.get_running_loop()))
        self._capsys = capsys
        self.hear(LinkUp(), WELCOME, net.LoggedIn(name="ann", token="t"))
        self.hear(net.Tables(id=self.pending.id, tables=[]))
        self.opening = self.hear(net.Talk(id=self.pending.id, lines=list(before)))
        """What is told of what was said there before."""

    @property
    def pending(self) -> net.Request:
        return self.player.shell.model.pending[-1]

    def hear(self, *messages: Input) -> str:
        for message in messages:
            self.player.shell.feed(message)
        return self._capsys.readouterr().out

    def type(self, line: str) -> str:
        self.player.obey(line)
        return self._capsys.readouterr().out

    def refuse(self, code: str) -> str:
        """The last request is refused, and the list that is asked for then comes."""
        said = self.hear(net.Error(id=self.pending.id, code=code, field="password"))
        return said + self.hear(net.Tables(id=self.pending.id, tables=[]))
