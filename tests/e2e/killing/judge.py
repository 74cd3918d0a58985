"""What has gone wrong: lost, doubled, diverged, unfinished; told in words, and counted."""

from collections import Counter
from collections.abc import Mapping
from typing import cast

from uno_protocol import messages as m
from uno_protocol.room import Room

Happened = Mapping[str, object]
"""An event as it is told, its kind under `k`."""

TOLD = 40
"""So many faults are told in words; all are counted."""

LOST, DOUBLED, DIVERGED, UNFINISHED = "lost", "doubled", "diverged", "unfinished"

BRINGS: dict[type[m.Request], tuple[str, ...]] = {
    m.Play: ("cards_played",),
    m.Draw: ("cards_drawn",),
    m.Keep: ("drawn_kept",),
    m.Pass: ("passed",),
    m.Name: ("colour_named",),
    m.Choose: ("player_chosen",),
    m.Cast: ("vote_cast",),
    m.Give: ("card_chosen",),
    m.Challenge: ("challenged",),
    m.CallUno: ("uno_called", "uno_claimed"),
    m.Catch: ("uno_caught",),
    m.Ready: ("ready_changed", "phase_changed"),
    m.Start: ("game_opened",),
    m.AddBot: ("seat_taken",),
    m.RemoveBot: ("seat_freed",),
}
"""Which events a request brings about, one of them in its commit."""
COUNTED = (m.Play, m.Keep, m.Cast, m.Challenge, m.Start, m.AddBot, m.RemoveBot)
"""Requests that bring about exactly one such event, which nothing else does at that seat or table."""
AT_ONCE = 4
"""Among so many entries after an answer is what it acknowledges: the first ones may close what was open before."""


class Judge:
    """Keeps count of all faults and of what was compared."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.told: list[str] = []
        self.compared: Counter[str] = Counter()
        self._kinds: dict[tuple[str, int], str] = {}

    def fault(self, kind: str, text: str) -> None:
        self.faults[kind] += 1
        if len(self.told) < TOLD:
            self.told.append(f"{kind}: {text}"[:600])

    def entry(self, who: str, table: str, n: int, kind: str) -> None:
        """Everybody at a table is told of the same kind of event under the same number."""
        if self._kinds.setdefault((table, n), kind) != kind:
            self.fault(DIVERGED, f"{who}: entry {n} of {table} is {kind}, to others {self._kinds[table, n]}")


def brought(request: m.Request, event: Happened, seat: int | None) -> bool:
    """Whether this event is what the request of that seat was for."""
    if event["k"] not in BRINGS.get(type(request), ()):
        return False
    match request:
        case m.Play(cards=cards):
            return bool(event["seat"] == seat and event["cards"] == cards)
        case m.Catch(target=target):
            return bool(event["seat"] == target)
        case m.AddBot():
            return event.get("bot") is not None
        case m.RemoveBot(seat=which):
            return event["seat"] == which
        case m.Start():
            return True
        case m.Ready():
            return event.get("seat", seat) == seat
    return event["seat"] == seat


class Ledger:
    """What one client was told at one table: every entry, every promise, and what became of it."""

    def __init__(self, who: str, judge: Judge, table: str, since: int, seat: int | None) -> None:
        self.table = table
        self.since = since
        self.seat = seat
        self.timed_out = False
        self._who = who
        self._judge = judge
        self._entries: dict[int, Happened] = {}
        self._promised: list[tuple[int, m.Request]] = []
        self._acknowledged: Counter[type[m.Request]] = Counter()
        self._happened: Counter[type[m.Request]] = Counter()

    def new(self, n: int, event: Happened, room: Room) -> None:
        """An entry that was not seen before, and the room as it was until then."""
        self._entries[n] = event
        self._judge.entry(self._who, self.table, n, str(event["k"]))
        self.timed_out |= event["k"] == "time_ran_out" and event["seat"] == self.seat
        for kind in COUNTED:
            if event["k"] in BRINGS[kind] and self._own(kind, event, room):
                self._happened[kind] += 1
        for first, request in list(self._promised):
            if brought(request, event, self.seat):
                self._judge.compared["promises kept"] += 1
                self._promised.remove((first, request))
                break
        for first, request in list(self._promised):
            if n >= first + AT_ONCE:
                self._promised.remove((first, request))
                after = [self._entries.get(at) for at in range(first, n + 1)]
                self._judge.fault(LOST, f"{self._who} at {self.table}: {request} was acknowledged; then came {after}")

    def _own(self, kind: type[m.Request], event: Happened, room: Room) -> bool:
        if kind is m.AddBot:
            return event.get("bot") is not None
        if kind is m.RemoveBot:
            freed = room.occupants[cast("int", event["seat"])]
            return freed is not None and freed.bot is not None
        if kind is m.Start:
            return True
        return event["seat"] == self.seat

    def again(self, n: int, event: Happened) -> None:
        """An entry that is told a second time: it is what it was."""
        self._judge.compared["entries told again"] += 1
        if event != self._entries.get(n):
            self._judge.fault(
                LOST, f"{self._who} at {self.table}: entry {n} is {event} now, it was {self._entries.get(n)}"
            )

    def acknowledged(self, request: m.Request, last: int, *, repeated: bool) -> None:
        """A request was carried out. Its entries come right after entry `last`, unless it was sent repeatedly."""
        self._acknowledged[type(request)] += 1
        if type(request) in BRINGS and not repeated:
            self._promised.append((last + 1, request))

    def close(self, *, host: bool) -> None:
        """Nothing is under way any more: what was acknowledged has happened, each thing once.

        `host`: whether this client alone has added computer players and started games.
        """
        for _, request in self._promised:
            self._judge.fault(LOST, f"{self._who} at {self.table}: {request} was acknowledged, and nothing came of it")
        self._promised.clear()
        if self.timed_out:
            return
        for kind in COUNTED:
            if kind in (m.AddBot, m.RemoveBot, m.Start) and not host:
                continue
            asked, happened = self._acknowledged[kind], self._happened[kind]
            self._judge.compared["counts"] += 1
            if asked != happened:
                text = f"{self._who} at {self.table}: {kind.__name__} was acknowledged {asked} times, was {happened}"
                self._judge.fault(LOST if happened < asked else DOUBLED, text)
