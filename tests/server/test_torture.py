"""Does anything that people may do, in any order, over links that break, leave a table that everyone agrees on?"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import protocol
from engine.cards import FACES
from engine.customizable import RULES as CUSTOM
from engine.presets import PRESETS
from engine.rules import deck_size
from engine.state import Phase
from protocol import messages as m
from tests.server.harness import Person, World

STEPS = 4000
NAMES = "ann bob cem dee eve fay gus hal".split()  # noqa: SIM905
HOUSE = {"extra": "1,1,3", "seven_zero": "yes", "jump_in": "yes", "stacking": "any", "goal": "points"}
RULES: tuple[tuple[str, dict[str, str]], ...] = (
    *((preset, {}) for preset in PRESETS),
    ("official", {"goal": "points"}),
    ("official", {"goal": "points", "uno_grace": "0"}),
    ("official", {"goal": "points", "wild_draw_four": "free"}),
    ("official", HOUSE),
    ("classic113", {"goal": "until_last"}),
    ("quickplay", {"goal": "until_last"}),
    ("street", {**HOUSE, "wild_draw_four": "bluff"}),
    *(("skyrus", {"extra": "1,0,4", "customizable_rule": rule}) for rule in CUSTOM),
    *(("official", {"stacking": value}) for value in ("perhaps", "1")),
)


def at_game(person: Person) -> bool:
    return person.link is not None and person.table is not None and person.table.game is not None


class Chaos:
    """People who do whatever comes to their minds."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.world = World(seed)
        self.people = [self.world.person(name) for name in NAMES]
        self.codes: set[str] = set()
        self.clauses: set[tuple[str, str]] = set()
        """Code and clause of every refusal of the rules."""

    def do_something(self) -> None:
        person = self.dice.choice(self.people)
        act = self.dice.choice(
            [self.enter, self.leave, self.ready, self.ready, self.start, self.bots, self.link, self.wait]
            + [self.play] * 60
            + [self.nonsense] * 8
        )
        if person.link is None and act not in (self.link, self.wait):
            return
        before = len(person.heard)
        act(person)
        errors = [one for one in person.heard[before:] if isinstance(one, m.Error)]
        self.codes |= {one.code for one in errors}
        self.clauses |= {(one.code, one.clause) for one in errors if one.clause is not None}

    def enter(self, person: Person) -> None:
        table = self.dice.choice("TU")
        preset, options = self.dice.choice(RULES)
        new = m.NewTable(
            seats=self.dice.randint(2, 5),
            preset=preset,
            options=dict(options),
            turn_seconds=self.dice.choice([0, 2, 30]),
            bots=["random"] * self.dice.randint(0, 1),
            bot_pause=self.dice.choice([0.0, 1.0]),
        )
        if self.dice.random() < 0.3:
            self.ask(person, m.SpectateTable, table=table)
        else:
            self.ask(person, m.JoinTable, table=table, new=new)

    def leave(self, person: Person) -> None:
        if self.dice.random() < 0.15 and isinstance(self.ask(person, m.LeaveTable), m.Ok):
            person.table = None

    def ready(self, person: Person) -> None:
        self.ask(person, m.Ready, ready=self.dice.random() < 0.9)

    def start(self, person: Person) -> None:
        for other in self.people:
            if other.link is not None and self.code(other) == self.code(person):
                self.ask(other, m.Ready)
        self.ask(person, m.Start)

    def code(self, person: Person) -> str | None:
        return None if person.table is None else person.table.code

    def bots(self, person: Person) -> None:
        if self.dice.random() < 0.5:
            self.ask(person, m.AddBot, level=self.dice.choice(["normal", "random"]))
        else:
            self.ask(person, m.RemoveBot, seat=self.dice.randrange(5))

    def link(self, person: Person) -> None:
        if person.link is not None:
            person.drop()
        if self.dice.random() < 0.8:
            person.resume(seen=self.dice.choice([-1, -1, -1, None]))
            if person.last(m.Resumed).table is None:
                person.table = None

    def wait(self, _: Person) -> None:
        self.world.wait(self.dice.choice([0.1, 0.5, 2.0, 15.0, 40.0] * 6 + [8000.0]))

    def play(self, person: Person) -> None:
        if at_game(person):
            person.move(self.dice.choice(["normal", "random"]))

    def nonsense(self, person: Person) -> None:
        """Requests of play that are late, out of turn, or of cards that are not there."""
        if not at_game(person):
            return
        decision = max(0, person.game.decision - self.dice.choice([0, 0, 0, 1]))
        cards = [self.dice.choice(FACES).name]
        if person.table is not None and person.table.seat is not None and person.game.hands[person.table.seat]:
            cards = [self.dice.choice(person.game.hands[person.table.seat]).name]
        several = [one.name for one in person.game.hands[person.table.seat or 0][:2]] if person.table else cards
        doings: list[Callable[[], object]] = [
            lambda: self.ask(person, m.Play, decision=decision, cards=cards, uno=self.dice.random() < 0.3),
            lambda: self.ask(person, m.Catch, decision=decision, target=self.dice.randrange(10)),
            lambda: self.ask(person, m.CallUno, decision=decision),
            lambda: self.ask(person, m.Draw, decision=decision),
            lambda: self.ask(person, m.Keep, decision=decision),
            lambda: self.ask(person, m.Challenge, decision=decision),
            lambda: self.ask(person, m.Name, decision=decision, colour="G"),
            lambda: self.ask(person, m.Accept, decision=decision),
            lambda: self.ask(person, m.Pass, decision=decision),
            lambda: self.ask(person, m.Choose, decision=decision, target=self.dice.randrange(10)),
            lambda: self.ask(person, m.Vote, decision=decision, rule=self.dice.choice([*CUSTOM, "sing"])),
            lambda: self.ask(person, m.Give, decision=decision, card=cards[0]),
            lambda: self.ask(person, m.Retain, decision=decision, card=cards[0]),
            lambda: self.ask(person, m.Continuations, decision=decision, cards=cards, colours=["B"]),
            lambda: self.ask(person, m.Play, decision=decision, cards=several or cards),
            lambda: self.ask(person, m.Play, decision=decision, cards=cards, target=self.dice.randrange(10)),
            lambda: self.ask(person, m.WhyNot),
            lambda: self.ask(person, m.TableRules, table=self.dice.choice("TU")),
        ]
        self.dice.choice(doings)()

    def ask(self, person: Person, kind: type[m.Request], **fields: object) -> m.ServerMessage | None:
        return person.ask(kind, **fields)

    def check(self) -> None:
        assert "internal" not in self.codes
        for table in self.world.hub.lobby:
            assert not table.frozen
            assert not table.closed
            assert table.log.fresh == []
            state = None if table.game is None else table.game.state
            assert table.log.rebuilt() == (table.room, state)
            if state is not None and state.phase is Phase.PLAYING:
                assert sum(state.counts) + len(state.stock) + len(state.discard) == deck_size(state.rules)
        for person in self.people:
            if person.link is not None and self.code(person) is not None:
                self.check_picture(person)

    def check_picture(self, person: Person) -> None:
        assert person.table is not None
        (session,) = [session for session in self.world.hub.sessions if session.name == person.name]
        if session.table is None:
            assert person.phase == "closed"
            return
        table = self.world.table(session.table)
        assert (person.table.n, person.table.room) == (table.log.n, table.room)
        if person.table.game is not None and table.game is not None and person.table.game.phase is Phase.PLAYING:
            assert person.agrees()


@pytest.mark.parametrize("seed", range(8))
def test_whatever_people_do_everyone_agrees_and_nothing_fails(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(STEPS):
        chaos.do_something()
    chaos.check()
    for person in chaos.people:
        if person.link is None:
            chaos.link(person)
    chaos.check()
    assert [commit.number for commit in chaos.world.commits] == list(range(1, len(chaos.world.commits) + 1))
    for person in chaos.people:
        answered = [getattr(one, "id", None) for one in person.heard]
        waiting = [id for id in range(1, person.last_id + 1) if id not in answered]
        assert len(waiting) <= 1, waiting  # what U3 holds


def test_the_torture_reaches_what_it_is_to_try() -> None:
    codes: set[str] = set()
    phases: set[str] = set()
    clauses: set[tuple[str, str]] = set()
    for seed in range(8):
        chaos = Chaos(seed)
        for _ in range(STEPS):
            chaos.do_something()
        codes |= chaos.codes
        clauses |= chaos.clauses
        for person in chaos.people:
            phases |= {e.event["phase"] for e in person.all(m.Entry) if e.event["k"] == "phase_changed"}
    assert phases >= {"playing", "paused", "between_rounds", "finished", "waiting"}
    assert codes >= {"stale", "not_your_turn", "not_host", "table_full", "already_at_table", "nothing_to_catch"}
    assert codes >= {"wrong_answer", "does_not_fit", "bad_target", "chain_broken", "out_of_game", "rules_refused"}
    assert len(clauses) > 15
    document = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
    said = {code: re.search(rf"^\| `{code}` \|[^|]*\| ([^|]*) \|", document, re.MULTILINE) for code, _ in clauses}
    assert {
        (code, one) for code, one in clauses if (row := said[code]) is None or one not in row[1].split(", ")
    } == set()
