"""What do people ask for? To sit down, be ready, start, play by what their program shows them; at times nonsense.

Hosts do now and then what only they may: they pause, change rules and seats, put people out, hand over, end games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.actions import CanPlay, Give, Play, Retain
from engine.bots import choose
from engine.cards import FACES
from engine.decisions import asked
from protocol import messages as m
from protocol.fold import TableView
from protocol.room import RoomPhase
from protocol.wire import listed_from_map, request_from_action
from tests.simulation.gatherings import Gathering
from tests.simulation.program import Program

PATIENCE_SECONDS = 30.0
"""How long a host waits for the seats to be taken."""
NONSENSE, DOUBLES, REPEATS, LEAVES = 0.04, 0.06, 0.03, 0.002
"""How often somebody, when there is something to think about, asks nonsense, asks twice, asks again, goes home."""
CATCHES, FORGETS = 0.4, 0.3
"""How often somebody catches as soon as there is somebody to catch, and forgets to call UNO."""
WHIMS, HOSTS_WHIMS = 0.04, 0.07
"""How often somebody at a table, or the host, does what the game does not need."""
WORDS = ("hello", "well played", "\u202eolleh", "a  b\nc", " ", "x" * 300)


class Mind:
    """Makes up everybody's mind. `wild`: false once nothing is done any more that only tries the server's patience."""

    def __init__(self) -> None:
        self.wild = True
        self._waited: dict[str, float] = {}

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
        if self.wild and len(person.asked) > before and person.choice.random() < DOUBLES:
            program.again(max(program.pending))

    def _try_patience(self, program: Program) -> None:
        choice = program.person.choice
        if program.answered_ids and choice.random() < REPEATS:
            back = choice.choice((1, 1, 2, 5, 20, 60))
            program.again(program.answered_ids[-min(back, len(program.answered_ids))])
        if not program.pending and choice.random() < NONSENSE:
            nonsense(program)
        game = None if program.table is None else program.table.game
        if not program.pending and game is not None and game.window is not None and choice.random() < CATCHES:
            program.ask(m.Catch, decision=game.decision, target=game.window)  # U3 holds it

    def _go_on(self, program: Program) -> None:
        person, table = program.person, program.table
        wish = person.gathering()
        if table is None:
            if wish is not None:
                self._enter(program, wish)
            return
        leaves = self.wild and person.choice.random() < LEAVES
        if wish is None or table.room.name != wish.name or leaves:
            program.ask(m.LeaveTable)
        elif self.wild and person.choice.random() < (HOSTS_WHIMS if table.room.host == table.seat else WHIMS):
            whim(program, table)
        elif table.seat is not None:
            self._sit(program, table, table.seat, wish)

    def _enter(self, program: Program, wish: Gathering) -> None:
        person, timeline = program.person, program.network.timeline
        if self._waited.get(person.name, 0.0) > timeline.now:
            program.wake(1.0)
            return
        self._waited[person.name] = timeline.now + 3.0
        if person.name in wish.players:
            program.ask(m.JoinTable, table=wish.name, new=wish.new)
        else:
            program.ask(m.SpectateTable, table=wish.name)

    def _sit(self, program: Program, table: TableView, seat: int, wish: Gathering) -> None:
        room = table.room
        occupant = room.occupants[seat]
        if occupant is not None and occupant.stand_in is not None:
            self._come_back(program)
        elif room.held and room.host == seat:
            program.ask(m.Pause, paused=False)
        elif room.held and program.person.choice.random() < 0.9:
            program.wake(2.0)
        elif room.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED):
            self._play(program, table, seat)
        elif room.phase is RoomPhase.BETWEEN_ROUNDS:
            if occupant is not None and not occupant.ready and program.person.choice.random() < 0.7:
                program.ask(m.Ready)
        elif occupant is not None and not occupant.ready:
            program.ask(m.Ready)
        elif room.host == seat:
            self._host(program, table, wish)

    def _come_back(self, program: Program) -> None:
        """Who is away sees it, sooner or later."""
        if program.person.choice.random() < 0.3:
            program.ask(m.Away, away=False)
        else:
            program.wake(program.person.choice.uniform(0.5, 5.0))

    def _host(self, program: Program, table: TableView, wish: Gathering) -> None:
        key, now, room = f"host {table.code}", program.network.timeline.now, table.room
        seated = [one for one in room.occupants if one is not None]
        full = len(seated) == len(room.occupants)
        since = self._waited.setdefault(key, now)
        if self.wild and program.person.choice.random() < 0.02:
            self._furnish(program, table)
        elif all(one.ready for one in seated) and (full or now - since > PATIENCE_SECONDS):
            if len(seated) >= wish.least:
                self._waited.pop(key)
                program.ask(m.Start)
            elif len(seated) < len(room.occupants):
                program.ask(m.AddBot)

    def _furnish(self, program: Program, table: TableView) -> None:
        bots = [seat for seat, one in enumerate(table.room.occupants) if one is not None and one.bot is not None]
        if bots and program.person.choice.random() < 0.5:
            program.ask(m.RemoveBot, seat=program.person.choice.choice(bots))
        else:
            program.ask(m.AddBot, level=program.person.choice.choice(("normal", "random")))

    def _play(self, program: Program, table: TableView, seat: int) -> None:
        game, actions = table.game, program.heard.actions
        if game is None or not actions or program.heard.decision != game.decision:
            return
        listed = [one for one in (listed_from_map(action, seat) for action in actions) if one is not None]
        if any(isinstance(one, CanPlay | Give | Retain) and one.card not in game.hands[seat] for one in listed):
            return  # the list is older than the last entries; another is on its way
        action = choose(program.person.level, game, listed, program.person.choice.randbytes(8))
        if isinstance(action, Play) and self.wild and program.person.choice.random() < FORGETS:
            action = replace(action, uno=False)
        if action is not None:
            program.ask_made(lambda id: request_from_action(action, id, game.decision))
        elif seat in asked(game.waiting_for):
            program.wake(1.0)


def whim(program: Program, table: TableView) -> None:
    """Something that the game does not need: to speak, to go away, to want more time, and what a host may do."""
    choice, seat, room = program.person.choice, table.seat, table.room
    if choice.random() < 0.4 or seat is None:
        doings: list[Callable[[], object]] = [
            lambda: program.ask(m.Chat, text=choice.choice(WORDS)),
            lambda: program.ask(m.React, reaction=choice.choice(("nice", "oops", "hurry"))),
            lambda: program.ask(m.LobbyTalk),
        ]
    elif room.host != seat or choice.random() < 0.2:
        doings = [
            lambda: program.ask(m.Away),
            lambda: program.ask(m.GiveTime, seat=seat, seconds=choice.choice((0, 10, 60))),
        ]
    else:
        doings = hosts_doings(program, table)
    choice.choice(doings)()


def hosts_doings(program: Program, table: TableView) -> list[Callable[[], object]]:
    """What a host may do; some of it is refused in this phase."""
    choice, room = program.person.choice, table.room
    seats = len(room.occupants)
    seated = [one.name for one in room.occupants if one is not None and one.bot is None]
    names = [*seated, *room.watchers, "nobody"]
    always: list[Callable[[], object]] = [
        lambda: program.ask(m.ChangeTable, turn_seconds=choice.choice((2, 15, 0))),
        lambda: program.ask(m.ChangeTable, show_hands=choice.random() < 0.5, watching=choice.random() < 0.8),
        lambda: program.ask(m.HandOver, seat=choice.randrange(seats)),
        lambda: program.ask(m.GiveTime, seat=choice.randrange(seats), seconds=choice.choice((0, 30))),
        lambda: program.ask(m.Mute, name=choice.choice(names), muted=choice.random() < 0.5),
        lambda: program.ask(m.Kick, name=choice.choice(names)),
    ]
    if room.phase in (RoomPhase.WAITING, RoomPhase.FINISHED):
        grace = {**room.options, "uno_grace": choice.choice(("0.0", "1.5", "3.0"))}
        at_rest: list[Callable[[], object]] = [
            lambda: program.ask(m.ChangeTable, options={**room.options, "show": "cards"}),
            lambda: program.ask(m.ChangeTable, options=grace),
            lambda: program.ask(m.ChangeTable, seats=max(2, min(10, seats + choice.choice((-1, 1))))),
            lambda: program.ask(m.MoveSeat, seat=choice.randrange(seats), to=choice.randrange(seats)),
        ]
        return [*always, *at_rest, *at_rest]
    return [
        *always,
        lambda: program.ask(m.Pause),
        lambda: program.ask(m.Pause),
        lambda: program.ask(m.EndGame),
        lambda: program.ask(m.CloseTable) if choice.random() < 0.2 else None,
    ]


def nonsense(program: Program) -> None:
    """Something that is late, out of turn, of no use, or about cards that are not there."""
    choice, table = program.person.choice, program.table
    game = None if table is None else table.game
    decision = 0 if game is None else max(0, game.decision - choice.choice((0, 0, 0, 1)))
    cards = [choice.choice(FACES).name]
    if game is not None and table is not None and table.seat is not None and game.hands[table.seat]:
        cards = [choice.choice(game.hands[table.seat]).name]
    doings: list[Callable[[], object]] = [
        lambda: program.ask(m.Play, decision=decision, cards=cards, uno=choice.random() < 0.3),
        lambda: program.ask(m.Catch, decision=decision, target=choice.randrange(10)),
        lambda: program.ask(m.CallUno, decision=decision),
        lambda: program.ask(m.Draw, decision=decision),
        lambda: program.ask(m.Challenge, decision=decision),
        lambda: program.ask(m.Name, decision=decision, colour="G"),
        lambda: program.ask(m.Choose, decision=decision, target=choice.randrange(10)),
        lambda: program.ask(m.Continuations, decision=decision, cards=cards),
        lambda: program.ask(m.WhyNot),
        lambda: program.ask(m.Ready, ready=choice.random() < 0.8),
        lambda: program.ask(m.Start),
        lambda: program.ask(m.ListTables),
        lambda: program.ask(m.Away, away=choice.random() < 0.5),
        lambda: program.ask(m.GiveTime, seat=choice.randrange(10), seconds=20),
        lambda: program.ask(m.MoveSeat, seat=choice.randrange(10), to=choice.randrange(10)),
        lambda: program.ask(m.Kick, name=choice.choice(("ann", "bob", "nobody"))),
        lambda: program.ask(m.Pause),
        lambda: program.ask(m.Chat, text=choice.choice(WORDS), to=choice.choice(("table", "lobby"))),
        lambda: program.ask(m.TableRules, table="T0"),
    ]
    choice.choice(doings)()
