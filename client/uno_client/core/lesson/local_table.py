"""The lesson's table: it plays the scripted deal on the engine, and speaks the messages of a server. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from uno_engine import actions as act
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.judging import why_not
from uno_engine.language import N_, _
from uno_engine.legal import legal_actions
from uno_engine.scenario import position, steps
from uno_engine.scenario.text import blocks
from uno_engine.state import State
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol.room import Occupant, PhaseChanged, Room, RoomEvent, RoomPhase
from uno_protocol.wire import action_from_request, event_to_map, listed_to_map, reason, room_to_map, view_to_map

YOU = 0
CODE = "UNOO"
NOT_NOW = N_("Not now: the lesson is about something else.")
THINKS = 1.1


@cache
def deal() -> position.Position:
    """The scripted deal."""
    (block,) = blocks(files(__package__).joinpath("deal.game").read_text("utf-8"))
    return position.read(block)


@dataclass(slots=True)
class LocalTable:
    """A table of one player, without a server: `say` gets the messages, `beat` the beat that is due, as in `Taught`."""

    name: str
    say: Callable[[m.ServerMessage], None]
    beat: Callable[[int | None], None]
    later: Callable[[float, Callable[[], None]], object]
    at: int = 0
    _state: State = field(init=False)
    _room: Room = field(init=False)
    _script: list[act.Action] = field(init=False)
    """What is still to come, the next step first."""
    _n: int = 0
    _closed: bool = False

    def open(self) -> None:
        """Log the player in, and show the table at the beat `at`."""
        self.say(m.Resumed(name=self.name, last_id=0, table=CODE))
        self._lay_out()

    def close(self) -> None:
        self._closed = True

    def send(self, request: m.Request) -> None:
        """Answer a request as a server would. A move that isn't the beat's is refused and changes nothing."""
        match request:
            case m.Move():
                self._move(request, action_from_request(request, YOU))
            case m.Ready() if not self._script:
                self.say(m.Ok(id=request.id))
                self.at = 0
                self._lay_out()
            case m.WhyNot():
                self.say(m.Reasons(id=request.id, reasons=self._reasons()))
            case _:
                self._refuse(request, _("There's no server behind the lesson."))

    def _reasons(self) -> list[m.Reason]:
        """Why each card but that of the beat cannot be played: by the rules, or as it isn't its turn yet."""
        wanted = self._script[0] if self._script and self._mine else None
        due = wanted.cards if isinstance(wanted, act.Play) else ()
        found = {card: why_not(self._state, YOU, card) for card in self._state.hands[YOU] if card not in due}
        return [
            m.Reason(card=card.name, code="not_now", clause="", text=_(NOT_NOW)) if no is None else reason(card, no)
            for card, no in found.items()
        ]

    def _lay_out(self) -> None:
        """Show the deal, with what comes before the beat `at` played already."""
        placed = deal()
        rules = position.rules_of(placed)
        preset, options = position.rules_line(placed)
        self._state = position.set_up(placed, rules).state
        self._script = [steps.read(line, placed.names).action for line in placed.block.steps]
        names = (self.name, *placed.names[1:])
        occupants = [Occupant(name, bot=None if seat == YOU else "normal") for seat, name in enumerate(names)]
        self._room = Room(CODE, _("The lesson"), preset, options, 0, [*occupants], host=YOU, phase=RoomPhase.PLAYING)
        due = self.at
        while due:
            mine = self._mine
            advance(self._state, self._script.pop(0))
            due -= mine
        while not self._mine:
            advance(self._state, self._script.pop(0))
        self.resync()

    @property
    def _mine(self) -> bool:
        return bool(self._script) and isinstance(self._script[0], act.PlayerAction) and self._script[0].seat == YOU

    def resync(self) -> None:
        """Show all that the player sees."""
        game = view_to_map(view_for(self._state, YOU))
        self.say(m.Snapshot(table=CODE, n=self._n, room=room_to_map(self._room), game=game, seat=YOU))
        self._ask()

    def _ask(self) -> None:
        listed = [listed_to_map(each) for each in legal_actions(self._state, YOU)]
        self.say(m.Legal(table=CODE, decision=self._state.decision, n=self._n, actions=listed))
        self.beat(None if self._script and not self._mine else self.at)

    def _move(self, request: m.Move, action: act.PlayerAction) -> None:
        wanted = self._script[0] if self._script and self._mine else None
        if isinstance(wanted, act.Play) and wanted.colours and action == act.Play(YOU, wanted.cards):
            colour = wanted.colours[-1]
            assert colour is not None
            self._script[0] = act.Name(YOU, colour)  # the game asks for it next
        elif action == wanted:
            self._script.pop(0)
            self.at += 1
        else:
            self._refuse(request, _(NOT_NOW))
            return
        self.say(m.Ok(id=request.id))
        self._happen(action)
        self._continue()

    def _happen(self, action: act.Action) -> None:
        for event in advance(self._state, action):
            self._tell(event.seen_by(YOU))

    def _tell(self, event: Event | RoomEvent) -> None:
        if isinstance(event, RoomEvent):
            event.fold(self._room)
        self._n += 1
        self.say(m.Entry(table=CODE, n=self._n, event=event_to_map(event)))

    def _continue(self) -> None:
        """Let the next player act in a while, or ask the player."""
        if not self._script:
            self._tell(PhaseChanged(RoomPhase.FINISHED))
        elif not self._mine:
            self.later(THINKS, self._play_on)
        self._ask()

    def _play_on(self) -> None:
        if self._closed:
            return
        self._happen(self._script.pop(0))
        self._continue()

    def _refuse(self, request: m.Request, why: str) -> None:
        self.say(m.Error(id=request.id, code="not_now", text=why))
