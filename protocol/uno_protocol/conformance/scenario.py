"""Scenarios over the wire: a person in every seat, a spectator, and a request for every step (P-7.30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from uno_engine import actions as act
from uno_engine.scenario import position, steps
from uno_engine.scenario.position import Position
from uno_engine.scenario.steps import Step
from uno_engine.scenario.text import Block, Line, blocks
from uno_protocol.conformance import expected
from uno_protocol.conformance.expected import WATCHER, ExpectedLine, asked
from uno_protocol.conformance.judging import row
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.likeness import same
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.picture import Plain, hand_of
from uno_protocol.conformance.shapes import event_kinds
from uno_protocol.conformance.verdicts import Failed, Skipped, exchange, fail_if, shown

SLOWER = (1, 3, 9)
"""Seconds for a turn if time is to run out; the next value is used if the server or this machine was too slow."""
SLOWEST_BOTS = 5
"""Factor on the pauses of computer players, to leave time to take a seat back from its replacement."""
OWN = ("viewer", "hands", "drawn", "votes", "gifts")
"""The fields that may differ from one picture of a game to the next."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that was read and can be played."""

    name: str
    placed: Position
    lines: tuple[Step | ExpectedLine, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of PROTOCOL.md that it tests."""
        if "invalid" in self.placed.once:
            return ("P-7.16", "P-7.12")
        found = {"P-7.30": True, "P-9.1": True, "P-8.2": True, "P-8.4": True, "P-8.7": True}
        for line in self.lines:
            text = line.line.text
            found["P-9.3"] = found.get("P-9.3", False) or text.startswith("expect asked")
            found["P-9.4"] = found.get("P-9.4", False) or text.startswith("expect playable")
            found["P-13.1"] = found.get("P-13.1", False) or text.startswith(("expect sees", "expect blind"))
            found["P-12.2"] = found.get("P-12.2", False) or "->" in text
            found["P-9.8"] = found.get("P-9.8", False) or _is(line, act.TimedOut)
            found["P-7.10"] = found.get("P-7.10", False) or _is(line, act.Left)
        return tuple(clause for clause, there in found.items() if there)


def _is(line: Step | ExpectedLine, kind: type[act.Action]) -> bool:
    return isinstance(line, Step) and isinstance(line.action, kind)


def read(text: str) -> list[Scenario]:
    """The scenarios in a file's text. Raises ScenarioFault."""
    return [_read(block) for block in blocks(text)]


def _read(block: Block) -> Scenario:
    placed = position.read(block)
    lines = tuple(_line(line, placed.names) for line in block.steps)
    return Scenario(block.name, placed, lines)


def _line(line: Line, names: tuple[str, ...]) -> Step | ExpectedLine:
    """A line; behind the code of a refusal there may be its arguments: `a draws -> refused stale decision=4`."""
    if line.text.split()[0] == "expect":
        return expected.read(line, names)
    step, arrow, due = line.text.partition(" -> refused")
    told_to_engine = f"{step}{arrow} {' '.join(due.split()[:1])}"
    return replace(steps.read(Line(line.number, told_to_engine.strip()), names), line=line)


def of_group(module: str, then: Mapping[str, Callable[[Scene], None]] = MappingProxyType({})) -> None:
    """Add the scenarios of `GROUP.game` as cases of that module's group. A name is a number, what the case does, and
    behind an arrow what it expects; a number alone continues the case. Bars stand for line ends. `then`: further
    checks, by number."""
    file = files("uno_protocol.conformance").joinpath(f"{module.rpartition('.')[2]}.game")
    parts: dict[str, list[Scenario]] = {}
    for one in read(file.read_text(encoding="utf-8").replace(" | ", "\n")):
        parts.setdefault(one.name.partition(" ")[0], []).append(one)
    for number, some in parts.items():
        about = f"{number} {' '.join(some[0].placed.clauses)}: {some[0].name.partition(' ')[2]}"
        row(module, about, partial(_play_all, some, then.get(number)))


def _play_all(some: Sequence[Scenario], then: Callable[[Scene], None] | None, kit: Kit) -> None:
    for one in some:
        scene = play(kit, one)
        if then is not None:
            then(scene)


def hold(kit: Kit, scenario: Scenario) -> None:
    """Check that a scenario holds, or that its rules are refused. Raises as `play` does."""
    if "invalid" in scenario.placed.once:
        _refused_rules(kit, scenario.placed)
    else:
        play(kit, scenario)


def play(kit: Kit, scenario: Scenario) -> Scene:
    """Play a scenario; the scene at its end. Raises Failed with the line at fault, or Skipped if that is impossible."""
    kit.need("scenario")
    timed = any(_is(line, act.TimedOut) for line in scenario.lines)
    *tries, last = SLOWER if timed else (0,)
    for seconds in tries:
        try:
            return Scene(kit, scenario, seconds).play()
        except _TooSlow:
            continue
    return Scene(kit, scenario, last).play()


def _refused_rules(kit: Kit, placed: Position) -> None:
    """`invalid:`: the rules are refused, and the option at fault is named (P-7.16)."""
    preset, options = position.rules_line(placed)
    own = {"own_text": options.pop("own_text")} if "own_text" in options else {}
    words = placed.words("invalid")
    option = words.word("the option at fault")
    least = options.get("players", "2").partition("-")[0]
    seats = int(least) if least.isdigit() and 2 <= int(least) <= 10 else 2
    error = kit.person().refused(
        "create_table",
        "rules_refused",
        name=kit.name(),
        new={"preset": preset, "options": options, "seats": seats, **own},
    )
    found = (error.get("args") or {}).get("option")
    if found != option and not position.concerns(placed, str(found)):
        raise Failed(f"expected the option {option}, got {found}: {error.get('text')}")


class _TooSlow(Failed):
    """Somebody's time ran out before the next step."""


class Scene:
    """A scenario being played at a table of the server."""

    def __init__(self, kit: Kit, scenario: Scenario, turn_seconds: int) -> None:
        self.kit = kit
        self.scenario = scenario
        self.names = scenario.placed.names
        self._turn_seconds = turn_seconds
        self._people: dict[int, Person] = {}
        """The people still at the table, by seat."""
        self._seen: dict[int, int] = {}
        """How many entries each person, by `id()`, had before the last step."""
        self._muted = False
        self.history: list[Plain] = []
        """The spectator's events, from the position on."""
        self._due: list[int] = []
        """Seats whose time is to run out together with others."""
        self._run_out: Counter[int] = Counter()
        """How often each seat's time had to run out so far."""

    def seated(self, seat: int) -> Person | None:
        """The player of that seat; None after they have left."""
        return self._people.get(seat)

    def seen(self) -> list[Plain]:
        """The events that the spectator was shown since the last step, but for marks and unknown kinds."""
        return [event for event in self.latest(self.watcher) if event["k"] in event_kinds() - {"mute_changed"}]

    def games(self) -> Iterator[tuple[str, Plain]]:
        """Everyone's picture of the game, with a name for whose it is."""
        for seat, person in self._people.items():
            yield self.names[seat], person.game
        yield WATCHER, self.watcher.game

    def latest(self, person: Person) -> list[Plain]:
        """The events that somebody was shown since the last step."""
        return [entry["event"] for entry in person.entries[self._seen.get(id(person), 0) :]]

    def round_ended(self, who: str) -> Plain | None:
        """Somebody's event for the end of the latest round."""
        person = self.watcher if who == WATCHER else self._people[self.names.index(who)]
        for entry in reversed(person.entries):
            if entry["event"]["k"] in ("round_ended", "round_dealt"):
                return entry["event"] if entry["event"]["k"] == "round_ended" else None
        return None

    def called(self, seats: Sequence[int]) -> str:
        """Names of seats, for people."""
        return " ".join(self.names[seat] for seat in seats) or "nobody"

    def play(self) -> Scene:
        """Take seats, begin, carry out every line, and compare everyone's picture with a fresh snapshot."""
        self._begin()
        for line in self.scenario.lines:
            with self._at(f"line {line.line.number}, {line.line.text!r}"):
                self._carry_out(line)
        with self._at("the end"):
            self._wait_for_time_outs()
            self.history = [entry["event"] for entry in self.watcher.entries]
            for person in self._everyone():
                self._compare_with_snapshot(person)
        return self

    @contextmanager
    def _at(self, place: str) -> Iterator[None]:
        """Add to a failure where it happened, or raise _TooSlow if somebody's time ran out meanwhile."""
        try:
            yield
        except Failed as failed:
            if self._turn_seconds:
                self.watcher.catch_up()
            if self._times_run_out().total() > self._run_out.total():
                raise _TooSlow(f"time ran out within {self._turn_seconds} s; {failed}") from failed
            raise Failed(f"{place}: {failed}") from failed

    def _begin(self) -> None:
        people = self.kit.people(len(self.names))
        host = people[0]
        new = {"position": text_of(self.scenario.placed), "turn_seconds": self._turn_seconds}
        host.open({**new, "bot_pause": SLOWEST_BOTS})
        for other in people[1:]:
            other.join(host.code)
        self._people = dict(enumerate(people))
        self.watcher = self.kit.person()
        self.watcher.watch(host.code)
        for seat, person in self._people.items():
            fail_if(person.seat != seat, f"player {seat + 1} to come sits in seat {person.seat}")
            person.ok("ready")
        host.request("start")
        started = host.answer(host.last_id)
        fail_if(started["t"] != "ok", exchange({"t": "start"}, "ok", started))
        for person in self._everyone():
            person.find(lambda one: one["t"] == "snapshot" and bool(one.get("game")), "the snapshot of the position")
        self._settle()

    def _everyone(self) -> list[Person]:
        return [*self._people.values(), self.watcher]

    def _carry_out(self, line: Step | ExpectedLine) -> None:
        if isinstance(line, ExpectedLine):
            self._wait_for_time_outs()
            found = line.check(self)
            if found is not None:
                raise Failed(found)
            return
        if isinstance(line.action, act.TimedOut):
            self._let_time_run_out(line.action.seat, refused=line.refused)
            return
        if self._due and not set(asked(self.watcher.game)) - set(self._due):
            self._wait_for_time_outs()
        self._step_begins()
        if isinstance(line.action, act.Deal):
            self._deal(line)
        elif isinstance(line.action, act.Left):
            self._leave(line.action.seat, line)
        else:
            self._ask(line, line.action)
        self._settle()
        if line.refused:
            self._nothing_happened()

    def _step_begins(self) -> None:
        self._seen = {id(person): len(person.entries) for person in self._everyone()}

    def _ask(self, line: Step, action: act.PlayerAction | act.Join) -> None:
        person = self._people.get(action.seat)
        if person is None:
            fail_if(not line.refused, f"{self.names[action.seat]} has left")
            return  # after leaving, every request is `not_at_table`, which is not about the rules
        sent = {"decision": person.decision, **REQUESTS[action.kind](action)}
        answer = person.ask(action.kind, **sent)
        due: Plain = {"t": "error" if line.refused else "ok"}
        if line.code is not None:
            due["code"] = line.code.value
        if args := line.line.text.partition("-> refused")[2].split()[1:]:
            named = dict(each.split("=") for each in args)
            due["args"] = {name: int(value) if value.isdigit() else value for name, value in named.items()}
        if not same(answer, due) or (line.refused and not (answer.get("clause") and answer.get("text"))):
            more = " with a clause and a text (P-9.10)" if line.refused else ""
            raise Failed(exchange({"t": action.kind, **sent}, shown(due) + more, answer))

    def _deal(self, line: Step) -> None:
        """Everyone says ready for the next round, which is refused during one."""
        if self.watcher.room["phase"] == "finished":
            return  # there, ready asks for a rematch
        for person in self._people.values():
            answer = person.ask("ready")
            if line.refused == (answer["t"] == "ok"):
                raise Failed(exchange({"t": "ready"}, "error" if line.refused else "ok", answer))

    def _leave(self, seat: int, line: Step) -> None:
        person = self._people.get(seat)
        if person is None or line.refused:
            return  # leaving is never refused
        person.ok("leave_table")
        del self._people[seat]

    def _let_time_run_out(self, seat: int, *, refused: bool) -> None:
        """Wait for a seat's time to run out; if several are asked, the others answer first."""
        if refused:
            return
        self._due.append(seat)
        if not set(asked(self.watcher.game)) - set(self._due):
            self._wait_for_time_outs()

    def _wait_for_time_outs(self) -> None:
        if not self._due:
            return
        self._step_begins()
        self._run_out.update(self._due)
        self._due.clear()
        until = self.kit.world.now() + self._turn_seconds + self.kit.timeout
        while missing := self._run_out - self._times_run_out():
            what = f"time_ran_out of {self.called(list(missing))}"
            self.watcher.find(lambda one: one["t"] == "entry", what, until - self.kit.world.now())
        self._settle()
        for seat, person in self._people.items():
            if "stand_in" in (person.room["occupants"][seat] or {}):  # P-7.23: twice in a row
                person.ok("away", away=False)
                self._settle()

    def _times_run_out(self) -> Counter[int]:
        events = (entry["event"] for entry in self.watcher.entries)
        return Counter(event["seat"] for event in events if event["k"] == "time_ran_out")

    def _settle(self) -> None:
        """Wait until everyone has received everything: the host causes an entry that all wait for."""
        host = self._people.get(self.watcher.room.get("host", -1))
        if host is None:  # the host has just left: wait for the next one
            self.watcher.event("host_changed")
            host = self._people.get(self.watcher.room.get("host", -1))
        if host is None:
            raise Skipped("nobody is left at the table to go on")
        self._muted = not self._muted
        host.ok("mute", name=self.watcher.name, muted=self._muted)
        marker = {"k": "mute_changed", "name": self.watcher.name, "muted": self._muted}
        for person in self._everyone():
            person.find(lambda one: one["t"] == "entry" and same(one["event"], marker), "the host's next entry")
        self._agree()
        self._whoever_is_asked_may_do_something()

    def _nothing_happened(self) -> None:
        for person in self._everyone():
            told_of = [event["k"] for event in self.latest(person) if event["k"] in event_kinds() - {"mute_changed"}]
            fail_if(told_of, f"a refusal led to {', '.join(told_of)}")

    def _agree(self) -> None:
        """Assert that all pictures agree, apart from private fields, and that nobody knows a hand that is not open."""
        public = _public(self.watcher.game)
        for who, game in self.games():
            differing = [key for key, value in _public(game).items() if public.get(key) != value]
            fail_if(differing, f"{who} is told other things than the spectator (P-8.2): {differing}")
            for seat in range(len(self.names)):
                if seat not in (game.get("viewer"), *game["open_hands"]) and hand_of(game, seat) is not None:
                    raise Failed(f"{who} is told the hand of {self.names[seat]} (P-13.1)")

    def _whoever_is_asked_may_do_something(self) -> None:
        """Assert that everyone asked has a list for the open question, and nobody has one if nobody is asked."""
        game = self.watcher.game
        for seat, person in self._people.items():
            if "stand_in" in (person.room["occupants"][seat] or {}):
                continue
            if seat in asked(game) and (not person.listed or (person.legal or {}).get("decision") != game["decision"]):
                raise Failed(f"{self.names[seat]} is asked, but the last list is {person.legal} (P-9.4)")
            if not asked(game) and person.listed:
                raise Failed(f"nobody is asked, but {self.names[seat]} may still do {person.listed} (P-9.4)")

    def _compare_with_snapshot(self, person: Person) -> None:
        before = person.picture
        assert before is not None
        person.back()
        person.find(lambda one: one["t"] == "snapshot", "snapshot")
        now = person.picture
        assert now is not None
        if before.game != now.game:
            raise Failed(f"a fresh snapshot has another game (P-8.4): {_differing(before.game, now.game)}")
        if before.n == now.n and before.room != now.room:
            raise Failed(f"a fresh snapshot has another room (P-8.4): {_differing(before.room, now.room)}")


def _public(game: Plain) -> Plain:
    return {key: value for key, value in game.items() if key not in OWN}


def _differing(one: Plain | None, other: Plain | None) -> str:
    if one is None or other is None:
        return "only one of them has one"
    keys = [key for key in sorted({*one, *other}) if one.get(key) != other.get(key)]
    return ", ".join(f"{key} was {one.get(key)!r} and is {other.get(key)!r}" for key in keys)


def text_of(placed: Position) -> str:
    """The position to send. Unless the scenario says otherwise nothing is held (P-9.7), as its steps have no time."""
    texts = []
    for line in placed.block.position:
        grace = line.text.startswith("rules:") and "uno_grace=" not in line.text
        texts.append(f"{line.text} uno_grace=0" if grace else line.text)
    return "\n".join(texts)


def _play_fields(action: Any) -> Plain:
    fields: Plain = {"cards": [card.name for card in action.cards]}
    if action.colours:
        fields["colours"] = [None if colour is None else colour.value for colour in action.colours]
    if action.target is not None:
        fields["target"] = action.target
    return {**fields, "uno": True} if action.uno else fields


REQUESTS: Mapping[str, Callable[[Any], Plain]] = {
    "play": _play_fields,
    "draw": lambda action: {},
    "keep": lambda action: {},
    "pass": lambda action: {},
    "name": lambda action: {"colour": action.colour.value},
    "choose": lambda action: {"target": action.target},
    "vote": lambda action: {"rule": action.rule},
    "give": lambda action: {"card": action.card.name},
    "retain": lambda action: {"card": action.card.name},
    "accept": lambda action: {},
    "challenge": lambda action: {},
    "done": lambda action: {},
    "uno": lambda action: {},
    "catch": lambda action: {"target": action.target},
}
"""The fields of each request of play beside `id` and `decision`."""
