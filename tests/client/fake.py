"""A made-up server for the client's core: a real game at a given position, told message by message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import astuple

from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, Scope
from uno_client.core.model.question import YesNo
from uno_client.drawing.cells import QUADRANTS, Line
from uno_client.drawing.palette import Depth, Palette, Roles
from uno_client.drawing.texts import width
from uno_client.fullscreen.app import NAMED_KEYS
from uno_client.fullscreen.key_handlers import update
from uno_client.fullscreen.looks import look
from uno_client.fullscreen.screens import PAGES, draw, keys_now
from uno_client.messages import Command, Input, Key, LinkUp, Send, Tick, Typed
from uno_client.screens.frame import Size
from uno_client.screens.page import laid
from uno_client.screens.table.of_model import scene_of
from uno_client.screens.table.scene import TableScene
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import Colour, canonical_order, card, cards, deck
from uno_engine.decide import advance
from uno_engine.decisions import Decision, TakeTurn
from uno_engine.effects import effects_under
from uno_engine.events import Event
from uno_engine.judging import why_not
from uno_engine.legal import continuations, legal_actions
from uno_engine.options import differences, with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.refused import Refused
from uno_engine.rules import OWN_TEXT
from uno_engine.state import Phase, State, new_game
from uno_engine.view import view_for
from uno_protocol import messages as net
from uno_protocol.fold import TableView
from uno_protocol.result import RoundLog, RoundResult, result_after
from uno_protocol.room import Occupant, PhaseChanged, Room, RoomEvent, RoomPhase
from uno_protocol.wire import (
    action_from_request,
    event_to_map,
    listed_to_map,
    reason,
    result_to_map,
    room_to_map,
    view_to_map,
)

Capture = pytest.CaptureFixture[str]
NAMES = ("ann", "bob", "cem", "dee", "eve", "fay", "gus", "hal", "ivy", "jon")
NORMAL = Size(80, 24)
DRAWN = dict.fromkeys(map(ord, f"{QUADRANTS}▂▆"), " ")
"""What leaves out blocks."""
TONES = {"uno", "in_play", *Roles._fields}
KEY_NAMES = frozenset(NAMED_KEYS.values())


def position(
    *hands: str,
    top: str = "R9",
    colour: str | None = None,
    asked: Decision | None = None,
    options: dict[str, str] | None = None,
    drawn: str | None = None,
    rules: str = "official",
    custom: str | None = None,
) -> State:
    """A game in its first round: hands by seat, the top card, the colour in play, the question that is open.

    `rules` is a preset, `custom` the rule of its customizable cards.
    """
    changed = with_options(preset(rules), options or {})
    game = new_game(changed, [True] * len(hands), bytes(32))
    game.phase, game.round, game.dealer, game.starter = Phase.PLAYING, 1, len(hands) - 1, 0
    game.playing = [True] * len(hands)
    game.hands = [sorted(cards(hand), key=canonical_order) for hand in hands]
    game.counts = [len(hand) for hand in game.hands]
    game.custom = custom or game.custom
    game.effects = effects_under(changed, game.custom)
    face = card(top)
    game.discard = [face]
    game.colour = Colour(colour) if colour else face.colour
    rest = list(deck(changed.decks, changed.extra))
    for held in (face, *(held for hand in game.hands for held in hand)):
        rest.remove(held)
    game.stock = rest
    game.stock_count = len(rest)
    game.waiting_for = asked or TakeTurn(0)
    game.turn = game.decision = 1
    game.drawn = card(drawn) if drawn else None
    return game


def room_for(state: State) -> Room:
    """A room around a game: names in order, the first seat is the host, the preset whose rules are nearest."""
    changed = {name: differences(state.rules, rules) for name, rules in PRESETS.items()}
    name = min(changed, key=lambda name: len(changed[name]))
    own_text = changed[name].pop(OWN_TEXT, None)
    occupants: list[Occupant | None] = [Occupant(NAMES[each], ready=True) for each in range(state.seats)]
    return Room(
        "ABCD", "Kitchen", name, changed[name], 30, occupants, host=0, phase=RoomPhase.PLAYING, own_text=own_text
    )


def pressed(keys: str) -> list[Input]:
    """Keys, blank-separated: names of keys, `space`, or characters to type one by one."""
    found: list[Input] = []
    for key in keys.split():
        found += [Key(key)] if key in KEY_NAMES else [Typed(letter) for letter in (" " if key == "space" else key)]
    return found


def press(model: Model, keys: str) -> tuple[Model, list[Command]]:
    """The model after keys as for `pressed`, and the commands that came of them."""
    did: list[Command] = []
    for key in pressed(keys):
        model, commands = update(model, key)
        did += commands
    return model, did


def play(seat: int, name: str, *colours: Colour, uno: bool = False, target: int | None = None) -> act.Play:
    """One card that a seat plays."""
    return act.Play(seat, (card(name),), colours, target, uno)


def move(kind: type[net.PlayRequest], **more: Any) -> net.Request:
    """The first request of a player who has just begun."""
    return kind(id=2, decision=1, **more)


def in_list(code: str = "KXQP", name: str = "Friday", **more: Any) -> net.TableLine:
    """A line of the list of tables: a table of four where one person waits, but for what is said."""
    usual: dict[str, Any] = {"seats": 4, "people": 1, "bots": 0, "phase": "waiting", "preset": "official"}
    return net.TableLine(code=code, name=name, **({"host": "bob"} | usual | more))


def render(model: Model, size: Size, palette: Palette) -> list[Line]:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    return draw(model, size, palette).lines()


def seen(shown: Model | Fake, size: Size = NORMAL) -> str:
    """The screen of a model, or of who looks at a table, row by row; it fills the terminal exactly."""
    model = shown.model if isinstance(shown, Fake) else shown
    lines = render(model, size, look("dark", Depth.TRUE, "unicode", model))
    assert [width(text_of([line])) for line in lines] == [size.columns] * size.rows
    return text_of(lines)


def said_on(shown: Model | Fake, size: Size = NORMAL) -> str:
    """The words of a screen, with one blank between them wherever its lines break; what is drawn is left out."""
    return " ".join(seen(shown, size).translate(DRAWN).split())


def scene(shown: Model | Fake) -> TableScene:
    """The table as it is drawn."""
    model = shown.model if isinstance(shown, Fake) else shown
    return scene_of(model, keys_now(model))


def told(shown: Model | Fake) -> str:
    """Every text on the table in play: the question, boxes, shouts, what is said on the felt, plates, keys."""
    return " ".join(_texts(scene(shown)))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from () if value in TONES else value.split()
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, Struct):
        for each in astuple(value):
            yield from _texts(each)


def text_of(lines: list[Line]) -> str:
    """The letters of lines, without their styles."""
    return "\n".join("".join(part for _, part in line) for line in lines)


def page_of(model: Model, page: Scope, columns: int = 200) -> str:
    """Every line of the help, or of the rules, whatever of it is on the screen."""
    model = replace(model, page=page)
    lines = []
    for row in laid(PAGES[page](model, keys_now(model)), columns, NORMAL.rows):
        lines.append("")
        for left, said in row:
            lines[-1] = lines[-1].ljust(left) + said.text
    return "\n".join(lines)


def notice(model: Model) -> str:
    """What the model has to say, if anything."""
    return model.notice.text if model.notice else ""


def solo(model: Model) -> Model:
    """The model of a player at a table of one's own."""
    return replace(model, start=replace(model.start, autostart=True))


def served(model: Model, address: str, *, web: bool = False) -> Model:
    """The model connected to that address, where browsers find a page or not."""
    return replace(model, server=replace(model.server, address=address, web=web))


def linked(model: Model, phase: LinkPhase) -> Model:
    """The model with its link in that phase."""
    return replace(model, link=replace(model.link, phase=phase))


def with_tables(model: Model, *tables: net.TableLine, row: int = 0) -> Model:
    """The model with these tables in its list."""
    return replace(model, lobby=replace(model.lobby, tables=tables), row=row)


@dataclass
class Fake:
    """The server's side of one table, and the client that looks at it."""

    state: State
    seat: int | None = 0
    model: Model = field(default_factory=Model)
    n: int = 0
    sent: list[net.Request] = field(default_factory=list)
    others: list[Command] = field(default_factory=list)
    heard: list[net.ServerMessage] = field(default_factory=list)
    acted: list[act.PlayerAction] = field(default_factory=list)
    room: Room = field(init=False)
    log: RoundLog = field(default_factory=RoundLog)
    ended: RoundResult | None = None
    answers: bool = True
    """Whether requests are answered at once."""
    past: list[net.PastEntry] = field(default_factory=list)
    """The entries of the round."""

    def __post_init__(self) -> None:
        self.room = room_for(self.state)

    def begin(self) -> Fake:
        """Log in, sit down, see the table."""
        self.feed(LinkUp(), WELCOME, net.LoggedIn(name=NAMES[self.seat or 0], token="t"))
        self.sent.clear()
        self.model = replace(self.model, link=replace(self.model.link, pending=()))
        self.snapshot()
        self.sent.clear()  # what is asked of every table
        self.model = replace(self.model, link=replace(self.model.link, pending=(), next_id=2))
        return self

    def feed(self, *messages: Input) -> Fake:
        for message in messages:
            if isinstance(message, net.ServerMessage):
                self.heard.append(message)
            self.model, commands = update(self.model, message)
            for command in commands:
                if isinstance(command, Send):
                    self.sent.append(command.request)
                    if self.answers:
                        self.answer(command.request)
                else:
                    self.others.append(command)
        return self

    def press(self, keys: str) -> Fake:
        """Press keys, as for `pressed`."""
        return self.feed(*pressed(keys))

    def but(self, change: Callable[[Model], Model]) -> Fake:
        """This player, after a change of the model."""
        self.model = change(self.model)
        return self

    def wait(self, seconds: float) -> None:
        self.feed(Tick(self.model.now + seconds))

    def picture(self, seat: int | None = 0) -> net.Snapshot:
        """The snapshot that a seat or a spectator would get."""
        game, ended = view_to_map(view_for(self.state, seat)), None if self.ended is None else result_to_map(self.ended)
        return net.Snapshot(table="ABCD", n=self.n, room=room_to_map(self.room), game=game, seat=seat, result=ended)

    def snapshot(self) -> None:
        self.feed(self.picture(self.seat))
        self.legal()

    def legal(self) -> None:
        if self.seat is not None:
            listed = [listed_to_map(each) for each in legal_actions(self.state, self.seat)]
            self.feed(net.Legal(table="ABCD", decision=self.state.decision, n=self.n, actions=listed))

    def entry(self, event: dict[str, Any]) -> None:
        self.n += 1
        if event["k"] == "round_dealt":
            self.past.clear()
        if event["k"] not in ("said", "reacted"):
            self.past.append(net.PastEntry(n=self.n, event=event))
        self.feed(net.Entry(table="ABCD", n=self.n, event=event))

    def happen(self, *events: RoomEvent) -> Fake:
        for event in events:
            event.fold(self.room)
            self.count(event)
            self.entry(event_to_map(event))
        return self

    def play(self, action: act.Action) -> Fake:
        """Somebody (or the table) acts; the client is told."""
        for event in advance(self.state, action):
            self.count(event)
            self.entry(event_to_map(event.seen_by(self.seat)))
        self.legal()
        return self

    def count(self, event: Event | RoomEvent) -> None:
        self.log.take((event,))
        self.ended = result_after(event, self.ended, self.log, self.room, self.state)

    def answer(self, request: net.Request) -> None:
        if isinstance(request, net.History):
            self.feed(net.RoundHistory(id=request.id, entries=self.past))
        if self.seat is None:
            return
        match request:
            case net.WhyNot():
                self.feed(net.Reasons(id=request.id, reasons=self.reasons(self.seat)))
            case net.Continuations(cards=cards, colours=colours):
                named = [letter and Colour(letter) for letter in colours]
                follows = continuations(self.state, self.seat, [card(name) for name in cards], named)
                self.feed(net.Follow(id=request.id, actions=[listed_to_map(each) for each in follows]))
            case net.Move():
                self.judge(request, self.seat)

    def reasons(self, seat: int) -> list[net.Reason]:
        """Why each card of the hand cannot be played, as a server says it."""
        found = ((face, why_not(self.state, seat, face)) for face in dict.fromkeys(self.state.hands[seat]))
        return [reason(face, no) for face, no in found if no is not None]

    def judge(self, request: net.Move, seat: int) -> None:
        self.acted.append(action_from_request(request, seat))
        try:
            self.play(self.acted[-1])
        except Refused as refused:
            code, clause = refused.code.value, refused.clause
            self.feed(net.Error(id=request.id, code=code, clause=clause, args=refused.arguments))
        else:
            self.feed(net.Ok(id=request.id))

    @property
    def last(self) -> net.Request:
        return self.sent[-1]

    @property
    def said(self) -> str:
        return notice(self.model)

    @property
    def asks(self) -> str:
        """The question that is open, if it is answered with yes or no."""
        return self.model.question.text if isinstance(self.model.question, YesNo) else ""

    @property
    def table(self) -> TableView:
        """The table as the client knows it."""
        assert self.model.table is not None
        return self.model.table

    @property
    def bottom(self) -> str:
        """The bottom line of the screen."""
        return seen(self).splitlines()[-1]


def at_table(*hands: str, seat: int | None = 0, answers: bool = True, model: Model | None = None, **more: Any) -> Fake:
    """A player in mid-round, at a position of these hands or the usual ones; `more` as for `position`."""
    state = position(*hands or ("R5 B7 B8", "G1 G2", "Y1 Y2 Y3"), **more)
    return Fake(state, seat, model or Model(), answers=answers).begin()


def after_a_game(*hands: str, phase: RoomPhase = RoomPhase.FINISHED, **more: Any) -> Fake:
    """A player who has just laid the last card, and what follows on the room's side."""
    game = at_table(*hands or ("R5", "G1 G2"), **more)
    return game.play(act.Play(0, tuple(game.state.hands[0]))).happen(PhaseChanged(phase))


WELCOME = net.Welcome(version=net.VERSION, server_id="s", name="Ann's server", program="uno", limits={}, timeouts={})
