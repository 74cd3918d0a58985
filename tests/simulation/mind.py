"""Minds: people sit down, get ready, start and play by what their program shows them; the rest comes from `asks`."""

from dataclasses import dataclass

from tests.simulation import asks
from tests.simulation.gatherings import Gathering
from tests.simulation.program import Program
from uno_engine.decisions import asked
from uno_protocol import messages as m
from uno_protocol.fold import TableView
from uno_protocol.room import RoomPhase

PATIENCE_SECONDS = 30.0
"""How long a host waits for the seats to be taken."""
FETCHES = 0.4
"""How often a whim is to fetch a record."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How often somebody with something to think about does what the game does not need."""

    nonsense: float = 0.04
    doubles: float = 0.06
    repeats: float = 0.03
    leaves: float = 0.002
    catches: float = 0.5
    """The chance to catch somebody as soon as that is possible."""
    forgets: float = 0.45
    """The chance to forget to call UNO."""
    whims: float = 0.04
    hosts_whims: float = 0.07
    harsh: bool = False
    """Hosts lock, ban and change the rules as they like."""


USUAL = Manners()
UNRULY = Manners(nonsense=0.3, doubles=0.2, repeats=0.1, leaves=0.02, whims=0.15, hosts_whims=0.3, harsh=True)


class Mind:
    """Makes up everybody's mind. `wild`: false once nothing is done any more that only tries the server's patience."""

    def __init__(self, manners: Manners) -> None:
        self.wild = True
        self.manners = manners
        self._waited: dict[str, float] = {}
        self._codes: dict[str, str] = {}
        """Of the tables that somebody is at, by name: people pass them on."""

    def think(self, program: Program) -> None:
        """Something has happened, or some time has passed."""
        person, now = program.person, program.network.timeline.now
        if person.dozing_until > now:
            if self.wild:
                program.wake(min(5.0, person.dozing_until - now))
                return
            person.dozing_until = now
        if self.wild:
            self._try_patience(program)
        if program.pending:
            return
        before = len(person.asked)
        self._go_on(program)
        if self.wild and len(person.asked) > before and person.choice.random() < self.manners.doubles:
            program.again(max(program.pending))

    def _try_patience(self, program: Program) -> None:
        choice, manners = program.person.choice, self.manners
        if program.answered_ids and choice.random() < manners.repeats:
            back = choice.choice((1, 1, 2, 5, 20, 60))
            program.again(program.answered_ids[-min(back, len(program.answered_ids))])
        if not program.pending and choice.random() < manners.nonsense:
            kind, fields = asks.nonsense(choice, program.table)
            program.request(kind, **fields)
        game = None if program.table is None else program.table.game
        if not program.pending and game is not None and game.window is not None and choice.random() < manners.catches:
            program.request(m.Catch, decision=game.decision, target=game.window)  # U3 holds it

    def _go_on(self, program: Program) -> None:
        person, table, manners = program.person, program.table, self.manners
        wish = person.gathering()
        if table is None:
            if wish is not None:
                self._enter(program, wish)
            return
        self._codes[table.room.name] = table.code
        leaves = self.wild and person.choice.random() < manners.leaves
        if wish is None or table.room.name != wish.name or leaves:
            program.request(m.LeaveTable)
        elif self.wild and person.choice.random() < (
            manners.hosts_whims if table.room.host == table.seat else manners.whims
        ):
            kind, fields = asks.whim(person.choice, table, harsh=manners.harsh)
            if person.choice.random() < FETCHES:
                kind, fields = asks.ask(person.choice, m.FetchRecord, table)
            program.request(kind, **fields)
        elif table.seat is not None:
            self._sit(program, table, table.seat, wish)

    def _enter(self, program: Program, wish: Gathering) -> None:
        person, timeline = program.person, program.network.timeline
        if self._waited.get(person.name, 0.0) > timeline.now:
            program.wake(1.0)
            return
        self._waited[person.name] = timeline.now + 3.0
        code = self._codes.pop(wish.name, None) if person.choice.random() < 0.5 else None
        if person.name in wish.players:
            new = wish.new if code is None else None
            program.request(m.JoinTable, table=code or wish.name, new=new, password=asks.PASSWORD)
        else:
            program.request(m.SpectateTable, table=code or wish.name, password=asks.PASSWORD)

    def _sit(self, program: Program, table: TableView, seat: int, wish: Gathering) -> None:
        room = table.room
        occupant = room.occupants[seat]
        if occupant is not None and occupant.stand_in is not None:
            self._come_back(program)
        elif room.held and room.host == seat:
            program.request(m.Pause, paused=False)
        elif room.held and program.person.choice.random() < 0.9:
            program.wake(2.0)
        elif room.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED):
            self._play(program, table, seat)
        elif room.phase is RoomPhase.BETWEEN_ROUNDS:
            if occupant is not None and not occupant.ready and program.person.choice.random() < 0.7:
                program.request(m.Ready)
        elif occupant is not None and not occupant.ready:
            program.request(m.Ready)
        elif room.host == seat:
            self._host(program, table, wish)

    def _come_back(self, program: Program) -> None:
        """Let an away person notice it and come back, sooner or later."""
        if program.person.choice.random() < 0.3:
            program.request(m.Away, away=False)
        else:
            program.wake(program.person.choice.uniform(0.5, 5.0))

    def _host(self, program: Program, table: TableView, wish: Gathering) -> None:
        key, now, room = f"host {table.code}", program.network.timeline.now, table.room
        seated = [one for one in room.occupants if one is not None]
        full = len(seated) == len(room.occupants)
        since = self._waited.setdefault(key, now)
        if all(one.ready for one in seated) and (full or now - since > PATIENCE_SECONDS):
            if full or len(seated) >= wish.least:  # somebody may have opened a smaller table of that name
                self._waited.pop(key)
                program.request(m.Start)
            else:
                program.request(m.AddBot)

    def _play(self, program: Program, table: TableView, seat: int) -> None:
        person, game = program.person, table.game
        if game is None or not program.listed:
            return
        moved = program.move(
            person.level,
            person.choice.randbytes(8),
            forgets=lambda: self.wild and person.choice.random() < self.manners.forgets,
        )
        if not moved and seat in asked(game.waiting_for):
            program.wake(1.0)
