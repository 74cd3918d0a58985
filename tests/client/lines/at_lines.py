"""The plain client at a table of a made-up server: lines are typed, what is said is read, no socket between."""

import asyncio
from collections.abc import Iterable

from tests.client.fake import NAMES, WELCOME, Capture, Fake
from uno_client.address import Address
from uno_client.config import Settings
from uno_client.lines.session import Player
from uno_client.lines.stdin_reader import Keyboard
from uno_client.messages import Input, LinkUp, Quit
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.options import fingerprint, options_of
from uno_engine.scenario import position
from uno_engine.scenario.text import blocks
from uno_engine.state import State
from uno_protocol import messages as net
from uno_protocol.result import RoundResult
from uno_protocol.room import RoomEvent, RoomPhase

TABLE = "ABCD"


def at_position(text: str) -> State:
    """The game at a position in the language of scenarios; ann, bob and so on in order of their seats."""
    placed = position.read(blocks(f"scenario: a test\n{text}\n---\n")[0])
    return position.set_up(placed, position.rules_of(placed)).state


def two(hand: str, bob: str = "G1 G2", *, rules: str = "official", discard: str = "R9", more: str = "") -> str:
    """A position of ann, who plays at lines, and bob, in the language of scenarios."""
    return f"rules: {rules}\nseats: ann bob\nhand ann: {hand}\nhand bob: {bob}\ndiscard: {discard}\n{more}"


class _Served(Fake):
    """A table whose seat 0 is a plain client with its shell; every request is answered."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.player = Player(Settings(), Keyboard(asyncio.get_running_loop()))

    def feed(self, *messages: Input) -> Fake:
        for message in messages:
            self.player.shell.feed(message)
        self.serve()
        return self

    def serve(self) -> None:
        for request in self.player.shell.model.link.pending:
            if self.answers and request not in self.sent:
                self.sent.append(request)
                self.answer(request)

    def answer(self, request: net.Request) -> None:
        match request:
            case net.Continuations(cards=cards, colours=colours) if card(cards[-1]).wild and not any(colours[-1:]):
                self.feed(net.Error(id=request.id, code="colour_missing", clause="Q2", args={"place": len(cards)}))
            case net.TableRules():
                rules, name, changed = self.state.rules, self.room.preset, self.room.options
                told = net.Rules(request.id, TABLE, "Kitchen", name, options_of(rules), fingerprint(rules), 30, changed)
                self.feed(told)
            case net.ListTables():
                self.feed(net.Tables(id=request.id, tables=[]))
            case net.Continuations() | net.WhyNot() | net.Move():
                super().answer(request)
            case _:
                self.feed(net.Ok(id=request.id))


class AtLines:
    """The first player of a table, at lines of text, and the server's side of it."""

    def __init__(
        self, game: State | str, capsys: Capture, phase: RoomPhase = RoomPhase.PLAYING, ended: RoundResult | None = None
    ) -> None:
        """`game` may be a position in the language of scenarios."""
        self.state = at_position(game) if isinstance(game, str) else game
        self.capsys = capsys
        self.table = _Served(self.state)
        self.table.room.phase, self.table.ended = phase, ended
        self.player, self.acted = self.table.player, self.table.acted
        self.asked = self.table.sent
        """Every request that came, oldest first."""
        self.hear(LinkUp(), WELCOME, net.LoggedIn(name=NAMES[0], token="t"))
        self.table.snapshot()
        self.opening = self.said()

    def type(self, *typed: str) -> str:
        """What is said after these lines, typed one after the other."""
        for line in typed:
            self.player.obey(line)
            self.table.serve()
        return self.said()

    def play(self, *actions: act.Action) -> str:
        """Somebody acts; what is told of it."""
        for action in actions:
            self.table.play(action)
        return self.said()

    def happen(self, *events: RoomEvent) -> str:
        """Something happens at the table outside the game; what is told of it."""
        self.table.happen(*events)
        return self.said()

    def hear(self, *messages: Input) -> str:
        """The server says something; what is told of it."""
        self.table.feed(*messages)
        return self.said()

    def said(self) -> str:
        """What has been printed since the last look."""
        return self.capsys.readouterr().out


class InLobby:
    """A player at lines who is not at a table, and what is asked of the server."""

    def __init__(self, capsys: Capture, *before: net.TalkLine) -> None:
        self.player = Player(Settings(), Keyboard(asyncio.get_running_loop()))
        self._capsys = capsys
        self.hear(LinkUp(), WELCOME, net.LoggedIn(name="ann", token="t"))
        self.hear(net.Tables(id=self.pending.id, tables=[]))
        self.opening = self.hear(net.Talk(id=self.pending.id, lines=list(before)))
        """What is told of what was said there before."""

    @property
    def pending(self) -> net.Request:
        return self.player.shell.model.link.pending[-1]

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


class Typed(Keyboard):
    """A keyboard at which the test types."""

    def __init__(self, lines: Iterable[str] = (), *, ends: bool = False) -> None:
        super().__init__(asyncio.get_running_loop())
        for line in (*lines, None) if ends else lines:
            self._lines.put_nowait(line)

    def start(self) -> None:
        """Nobody else types."""

    def end(self) -> None:
        """The end of input."""
        self._lines.put_nowait(None)


class Sitting:
    """A player at lines and the server there: the test reads what is printed, and then types the next line."""

    def __init__(self, capsys: Capture, settings: Settings, address: Address, *, attended: bool = True) -> None:
        self._capsys = capsys
        self.said = ""
        """What has been printed and looked at since the last line that was typed."""
        self.keyboard = Typed()
        self.player = Player(settings, self.keyboard, attended=attended)
        self.playing = asyncio.create_task(self.player.run(address))

    async def reads(self, words: str) -> None:
        """Wait until that has been printed."""
        async with asyncio.timeout(10):
            while words not in self.said:
                await asyncio.sleep(0.01)
                self.said += self._capsys.readouterr().out

    def types(self, line: str) -> None:
        self.said = ""
        self.keyboard._lines.put_nowait(line)

    async def ends(self) -> Quit:
        """How it ends at the end of input."""
        self.keyboard.end()
        return await self.playing
