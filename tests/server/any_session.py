"""Random events at a table in two worlds at once: people, links, clocks and faults.

Everything follows from the number of the session. `Twins` compares after every call.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.server.killed_twins import KilledTwins
from tests.server.twins import LEFT, RIGHT, Twins, Work, refused
from tests.simulation import asks
from uno_engine import actions as act
from uno_engine.bots.choosing import ALL_LEVELS
from uno_engine.cards import FACES
from uno_engine.decisions import asked
from uno_engine.laws.any_move import anything
from uno_engine.laws.any_rules import some_rules
from uno_engine.legal import legal_actions
from uno_engine.options import differences
from uno_engine.presets import PRESETS
from uno_engine.rules import OWN_TEXT
from uno_engine.state import State
from uno_protocol import messages as m
from uno_protocol.wire import request_from_action

WATCHER = "eve"


class AnySession:
    """One table in two worlds: `people` and then computer players in its seats, and somebody who watches.

    The person, or computer player, in the seat `viewer` must not tell the worlds apart; nor may who watches.
    """

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        seed: int,
        *,
        viewer: int | None = 0,
        people: int = 3,
        bots: int = 0,
        preset: str = "official",
        options: Mapping[str, str] | None = None,
        turn_seconds: int = 20,
        directory: Path | None = None,
    ) -> None:
        """With a `directory` both servers have their journals in there, and can be killed."""
        twins = Twins(patch, seed, viewer) if directory is None else KilledTwins(patch, seed, viewer, directory)
        self.twins = twins
        self.choice = twins.choice
        self.names = [f"p{seat}" for seat in range(people)]
        self.viewer = None if viewer is None or viewer >= people else self.names[viewer]
        for name in (*self.names, WATCHER):
            twins.person(name, listens=name in (WATCHER, self.viewer))
        chosen = dict(options or {})
        new = m.NewTable(
            seats=people + bots,
            preset=preset,
            own_text=chosen.pop(OWN_TEXT, ""),
            options=chosen,
            turn_seconds=turn_seconds,
            bot_pause=0.5,
        )
        twins.open(self.names[0], new)
        assert self.phase == "waiting", "there is no such table"
        for name in self.names[1:]:
            self.ask(name, m.JoinTable, table="T")
        for at in range(bots):
            self.ask(self.names[0], m.AddBot, level=ALL_LEVELS[(seed + at) % len(ALL_LEVELS)])
        self.ask(WATCHER, m.SpectateTable, table="T")
        self._start()
        self.moves = 0

    @classmethod
    def under_any_rules(cls, patch: pytest.MonkeyPatch, seed: int, viewer: int | None) -> AnySession:
        """A session under rules that follow from its number, like everything else."""
        choice = random.Random(f"rules {seed}")
        rules = some_rules(choice)
        seats = max(rules.players.least, min(rules.players.most, choice.randint(3, 4)))
        bots = choice.randint(0, max(0, seats - 2))
        viewer = None if viewer is None else viewer % seats
        options = differences(rules, PRESETS["official"])
        return cls(patch, seed, viewer=viewer, people=seats - bots, bots=bots, options=options)

    def run(self, steps: int) -> None:
        """Go on; then come back from many numbers. Raises Told."""
        self.go_on(steps)
        self.come_back_from_many_numbers(self.viewer or WATCHER, WATCHER)

    def go_on(self, steps: int) -> None:
        """Go on for so many steps, or until the game is over. Raises Told."""
        for _ in range(steps):
            if self.phase in ("finished", "closed"):
                break
            self.step()

    def play_on(self, steps: int) -> None:
        """Go on for so many steps at most in which people and computer players do nothing but play. Raises Told."""
        for _ in range(steps):
            if self.phase != "playing":
                break
            self.twins.part()
            self._moves(self.twins.there(LEFT))

    def fault(self) -> None:
        """A fault of ours comes out of the engine in the middle of whatever is done next. Raises Told."""
        self._moves(self.twins.there(LEFT), fails=True)

    def come_back_from_many_numbers(self, *names: str) -> None:
        """One of these after the other comes back from what was seen of the log: nothing, some, all. Raises Told."""
        for _ in range(40):
            if self.twins.can_part or self.phase != "playing":
                break
            self.step()
        table = self.twins.worlds[LEFT].hub.lobby.find("T")
        if table is None or self.twins.people[names[0]][LEFT].table is None:
            return
        if self.phase == "playing":
            self.twins.part()
        self._look_away(names, away=True)
        some = self.choice.sample(range(1, table.log.n), min(12, table.log.n - 1))
        for turn, seen in enumerate((0, *sorted(some), table.log.n)):
            self._come_back(names[turn % len(names)], seen)
        self._look_away(names, away=False)
        for name in names:
            self._come_back(name, None)

    def _look_away(self, names: Sequence[str], *, away: bool) -> None:
        for pair in self.twins.listeners:
            for one in pair:
                one.looks_away = away and one.name in names

    @property
    def phase(self) -> str:
        """The phase of the table; `closed` if there is none any more."""
        table = self.twins.worlds[LEFT].hub.lobby.find("T")
        return "closed" if table is None else table.room.phase.value

    def step(self) -> None:
        """One thing happens. Raises Told."""
        if self.phase == "between_rounds":
            self._between_rounds()
        else:
            self._in_a_round(self.twins.there(LEFT))

    def _in_a_round(self, state: State) -> None:
        if self.choice.random() < 0.5:
            self.twins.part()
        match self.choice.randrange(39):
            case 35 | 36 | 37 | 38:
                self._whim()
            case chance:
                self._plays_or_asks(chance, state)

    def _plays_or_asks(self, chance: int, state: State) -> None:
        match chance:
            case 0 | 1:
                self._viewer_asks(state)
            case 2 | 3 | 12 | 13:
                self._viewer_tries_anything(state)
            case 4 | 5:
                self._others_are_refused()
            case 6:
                self._comes_back(self.choice.choice([one for one in (self.viewer, WATCHER) if one is not None]))
            case 7:
                self._other_link()
            case 8:
                self.twins.tick(self.twins.worlds[LEFT].now + self.choice.random() * 8)
            case 9:
                self._somebody_asks_for_tables()
            case 10 if self.choice.random() < 0.1:
                self.ask(self.choice.choice(self.names), m.LeaveTable)
            case 11:
                self._moves(state, fails=True)
            case _:
                if self.viewer is not None and self.twins.viewer in asked(state.waiting_for):
                    self._viewer_asks(state)
                self._moves(state)

    def _whim(self) -> None:
        """Somebody does what the game does not need, and nothing that ends it (P-7.18 to P-7.28)."""
        name = self.choice.choice((*self.names, WATCHER))
        table = self.twins.people[name][LEFT].table
        if table is None:
            return
        kind, fields = asks.whim(self.choice, table, harsh=False)
        rude = kind is m.Kick and (fields["name"] in (self.viewer, WATCHER) or self.choice.random() < 0.8)
        if kind in asks.ENDING or rude:
            return
        if kind is m.Away:
            fields["away"] = not self._away(name)
        fields.pop("watching", None)  # who watches is to go on
        self.ask(name, kind, **fields)
        if kind is m.Pause:
            self.twins.tick(self.twins.worlds[LEFT].now + self.choice.random() * 30)
            self.ask(name, kind, paused=False)

    def forget_to_call(self) -> None:
        """Somebody lays all but one card and does not call UNO; or catches, or goes on, while U3 holds. Raises Told."""
        state = self.twins.there(LEFT)
        if self.phase != "playing" or not self.twins.can_part:
            self.step()
            return
        self.twins.part()
        if state.window is None:
            (seat, *_) = asked(state.waiting_for)
            name = self._person_in(seat)
            card = None if name is None or self._held(name) else self.twins.share(seat)
            if card is None or name is None:
                self.step()
            else:
                self._play(name, act.Play(seat, (card,)), act.Play(seat, (card,)))
            return
        owner = state.window
        for name in self.choice.sample(self.names, 2):
            if self.phase != "playing" or self.twins.there(LEFT).window != owner:
                break
            if not self._sits(name) or not self._there(name) or self._held(name):
                continue
            seat = self.twins.people[name][LEFT].seat
            if seat in asked(state.waiting_for):
                self.twins.both(self._sends(name, act.Draw(seat)))
            elif seat != owner:
                self.twins.both(self._sends(name, act.Catch(seat, owner)))
            elif self.choice.random() < 0.2:
                self.twins.both(self._sends(name, act.CallUno(seat)))

    def _start(self) -> None:
        for name in self.names:
            self.ask(name, m.Ready)
        self.ask(self.names[0], m.Start)

    def _between_rounds(self) -> None:
        name = self.choice.choice(self.names)
        if self.choice.random() < 0.8:
            self.ask(name, m.Ready)
        else:
            self.twins.tick()

    def _moves(self, state: State, *, fails: bool = False) -> None:
        """Let the next player who can act do so: people by a request, computer players in their time."""
        found = self.twins.look().next()
        waits = self.twins.worlds[LEFT].hub.next_deadline() is not None
        if found is None:
            self.twins.tick()
            return
        action, other = found
        name = None if isinstance(action, act.Deal) else self._person_in(action.seat)
        if isinstance(action, act.Left) and name is not None and self.choice.random() < 0.2:
            self.ask(name, m.LeaveTable, fails=fails)
        elif isinstance(action, act.TimedOut | act.Deal | act.Join | act.Left) or name is None or self._held(name):
            if waits:
                self.twins.tick()
        else:
            self._play(name, action, other, fails=fails)

    def _play(self, name: str, action: act.PlayerAction, other: act.Action, *, fails: bool = False) -> None:
        self.moves += 1
        if not self._there(name):
            self._come_back(name, -1)
        secret = isinstance(other, act.Cast | act.Give) and other != action and self.twins.there(LEFT).window is None
        if secret:
            self.twins.answers_in_secret(action, other)  # type: ignore[arg-type]  # it is a vote or a card passed on
        self.twins.both(self._sends(name, action), self._sends(name, other) if secret else None, fails=fails)  # type: ignore[arg-type]

    def _viewer_asks(self, state: State) -> None:
        """Questions that change nothing; of chains also such as the viewer cannot lay."""
        name = self.viewer or WATCHER
        if not self._there(name):
            return
        seat = self.twins.viewer
        hand = state.hands[seat] if self.viewer and seat is not None else []
        listed = legal_actions(state, seat) if seat is not None and hand else []
        begins = [one.card for one in listed if isinstance(one, act.CanPlay)]
        cards = [self.choice.choice(begins or hand or FACES).name]
        self.ask(name, m.WhyNot)
        self.ask(name, m.History)
        self._fetch(name)
        self.ask(name, m.Continuations, decision=state.decision, cards=cards, colours=[self.choice.choice("RYGB")])
        self.ask(name, m.Continuations, decision=state.decision, cards=["W+4"], colours=["R"])

    def _fetch(self, name: str) -> None:
        """Of a game that is over, the whole record of the right world would contradict its seed."""
        if self.phase == "playing":
            self.ask(name, m.FetchRecord)

    def _viewer_tries_anything(self, state: State) -> None:
        action = anything(self.choice, state)
        name = None if self.viewer is None else self._person_in(action.seat)
        if name != self.viewer or name is None or not self._there(name) or self._held(name):
            return
        late = int(self.choice.random() < 0.3)
        self.twins.both(self._sends(name, action, late=late))

    def _others_are_refused(self) -> None:
        """Others try in one world alone what is refused, ask, and send nonsense: nobody else may notice (P-8)."""
        name = self.choice.choice(self.names)
        if name == self.viewer or not self._there(name) or self._held(name):
            return
        state = self.twins.there(RIGHT)
        action = anything(self.choice, state)
        if self._person_in(action.seat) == name and refused(state, action):
            self.twins.only_right(self._sends(name, action))
            self.twins.only_right(self._sends(name, action))
        self.twins.only_right(self._sends(name, act.Draw(0), late=1))
        self.twins.only_right(lambda world: self.twins.people[name][world].ask(m.WhyNot))
        self.twins.only_right(lambda world: self.twins.people[name][world].ask(m.TableRules, table="nowhere"))

    def _somebody_asks_for_tables(self) -> None:
        for name in (self.viewer or WATCHER, WATCHER):
            if self._there(name):
                self.ask(name, m.ListTables)
                self.ask(name, m.TableRules, table="T")
                self.ask(name, m.History)
                self._fetch(name)

    def _comes_back(self, name: str) -> None:
        """The link is lost, or taken over, and resumed from what was seen, something older, nothing or the future."""
        known = self.twins.people[name][LEFT].table
        if known is None:
            return
        future = self.twins.worlds[LEFT].table().log.n + 1000
        seen = self.choice.choice((-1, -1, None, self.choice.randint(0, known.n), future))
        if self._there(name) and self.choice.random() < 0.7:
            self.twins.both(lambda world: self.twins.people[name][world].drop())
            if self.choice.random() < 0.5:
                self.twins.tick(self.twins.worlds[LEFT].now + self.choice.random() * 3)
        self._come_back(name, seen)

    def _come_back(self, name: str, seen: int | None) -> None:
        def resume(world: int) -> None:
            person = self.twins.people[name][world]
            if person.table is None or self.twins.worlds[world].hub.lobby.find("T") is None:
                return
            person.connect()
            link = person.link
            person.resume(seen=seen)
            person.link = link  # if it took an older link over, that one was closed, not this
            if any(isinstance(one, m.Error) and one.code == "bad_seq" for one in person.heard[-1:]):
                person.resume(seen=None)
                person.link = link

        self.twins.both(resume)
        self.twins.tick(self.twins.worlds[LEFT].now)  # the table looks round once more at once

    def _other_link(self) -> None:
        name = self.choice.choice(self.names)
        if name != self.viewer and self._there(name):
            self.twins.both(lambda world: self.twins.people[name][world].drop())
            self.twins.tick(self.twins.worlds[LEFT].now + self.choice.random() * 2)
            self._come_back(name, -1)

    def kill(self, sql: str | None = None) -> None:
        """Both servers are killed at the same moment, and started again; everyone comes back. Raises Told.

        `sql` damages both journals in the same way; all must see then what is left.
        """
        assert isinstance(self.twins, KilledTwins)
        there = [name for name in self.twins.people if self._there(name)]
        self.twins.kill(sql)
        self.choice.shuffle(there)
        for name in there:
            if self.choice.random() < 0.3:
                self.twins.tick(self.twins.worlds[LEFT].now + self.choice.random() * 4)
            known = self.twins.people[name][LEFT].table
            last = 0 if known is None else known.n
            seen = self.choice.choice((-1, -1, None, self.choice.randint(0, last), last + 1000))
            if name not in (self.viewer, WATCHER):
                seen = -1  # these take in what they hear only once
            self._come_back(name, seen if sql is None else None)
            self._repeat(name)

    def _repeat(self, name: str) -> None:
        """What had no answer is sent again (P-6)."""

        def say(world: int) -> None:
            person = self.twins.people[name][world]
            assert person.asked is not None
            person.say(person.asked)

        if self._there(name) and self._held(name):
            self.twins.both(say)

    def ask(self, name: str, kind: type[m.Request], /, *, fails: bool = False, **fields: Any) -> None:
        """Send a person's request in both worlds, unless their link is lost."""
        if self._there(name):
            self.twins.both(lambda world: self.twins.people[name][world].ask(kind, **fields), fails=fails)

    def _sends(self, name: str, action: act.PlayerAction, *, late: int = 0) -> Work:
        """Sends the request of that action; `late`: for a decision so many before the present one."""

        def send(world: int) -> None:
            person = self.twins.people[name][world]
            request = request_from_action(action, person.last_id + 1, self.twins.there(world).decision - late)
            fields = {key: getattr(request, key) for key in request.__struct_fields__ if key != "id"}
            person.ask(type(request), **fields)

        return send

    def _person_in(self, seat: int) -> str | None:
        """The name of the person who plays in that seat; None for a computer player or nobody."""
        one = self.twins.worlds[LEFT].table().room.occupants[seat]
        return None if one is None or one.stand_in is not None or one.name not in self.names else one.name

    def _away(self, name: str) -> bool:
        room = self.twins.worlds[LEFT].table().room
        return any(one is not None and one.name == name and one.stand_in is not None for one in room.occupants)

    def _sits(self, name: str) -> bool:
        table = self.twins.worlds[LEFT].table()
        occupant = [one.name for one in table.room.occupants if one is not None]
        return name in occupant

    def _there(self, name: str) -> bool:
        return self.twins.people[name][LEFT].link is not None

    def _held(self, name: str) -> bool:
        person = self.twins.people[name][LEFT]
        return bool(person.last_id) and person.answer(person.last_id) is None
