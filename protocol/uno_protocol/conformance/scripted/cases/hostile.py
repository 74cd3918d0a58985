"""Hostile and faulty servers: the client stays, starts over, says so, or ends (P-13.4, FAULTS 35 to 38)."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from uno_protocol.conformance.judging import row
from uno_protocol.conformance.link import packed
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, CODE, card
from uno_protocol.conformance.scripted.stage import Stage
from uno_protocol.conformance.verdicts import Message, closing_fails_if, fail_if

LARGEST = 65_536


def _filled(length: int) -> bytes:
    """An announcement of just so many bytes, 60,000 or more."""
    said = {"t": "announcement", "text": "A long word.", "x": "a" * 59_000}
    return packed({**said, "x": "a" * (59_000 + length - len(packed(said)[4:]))})[4:]


def _one_by_one(told: Callable[[Stage], Iterable[Message]], stage: Stage) -> None:
    """Say each to a client in a round; after each it stays, starts over, says so, or ends."""
    guest = stage.playing()
    for message in told(stage):
        shown = stage.program.told
        guest.say(message)
        after = stage.survives(guest, shown)
        if after is None:
            return
        if after is not guest:
            stage.again(after)
            guest = after


def _survives(bodies: Sequence[bytes], stage: Stage) -> None:
    guest = stage.seated()
    for body in bodies:
        guest.say_body(body)
    stage.survives(guest)


_PING = b"\x82\xa1t\xa4ping"
_BODIES: dict[str, Sequence[bytes]] = {
    "CL-84 P-3.4 P-13.4: sends a body that is not valid msgpack": [b"\xc1\xc1\xc1"],
    "CL-85 P-3.1 P-13.4: sends a map with a key twice, and one with a number as key": [
        _PING + b"\xa1t\xa3bye",
        _PING + b"\x05\x06",
    ],
    "CL-86 P-3.3 P-13.4: sends arrays in arrays, 30,000 deep": [_PING + b"\xa1x" + b"\x91" * 30_000 + b"\xc0"],
    "CL-87 P-3.4 P-13.4: sends headers of arrays with counts of billions that the frame cannot hold": [
        _PING + b"\xa1x" + b"\xdd\xff\xff\xff\xff" * 7
    ],
}
for _does, _bodies in _BODIES.items():
    row(__name__, f"{_does} -> no harm is done", partial(_survives, _bodies))


def _wrong_kinds(_stage: Stage) -> Iterable[Message]:
    """CL-89 P-13.4 P-3.6: sends messages whose fields are of wrong kinds -> the client stays, starts over, says so in
    words, or ends"""
    yield {"t": "entry", "table": CODE, "n": "seven", "event": {"k": "said"}}
    yield {"t": "legal", "table": CODE, "decision": 1.5, "n": None, "actions": "draw"}
    yield {"t": "clock", "table": 5, "decision": [], "seconds": "soon"}
    yield {"t": "snapshot", "table": CODE, "n": 3, "room": [1, 2, 3], "seat": "first"}
    yield {"t": "error"}


def _contradicting_events(stage: Stage) -> Iterable[Message]:
    """CL-90 P-13.4: tells events that contradict the picture: seats that are not there, cards that nobody holds -> the
    client stays, starts over, says so in words, or ends"""
    for event in (
        {"k": "cards_played", "seat": 0, "cards": ["G2", "G3", "G4"]},
        {"k": "cards_drawn", "seat": 7, "count": 2, "reason": "turn"},
        {"k": "presence_changed", "seat": 88, "connected": False},
        {"k": "cards_drawn", "seat": BOB, "count": -400, "reason": "nothing"},
        {"k": "round_ended", "winners": [9], "blocked": False, "gains": [1]},
        {"k": "asked", "decision": 5},
    ):
        yield {"t": "entry", "table": CODE, "n": stage.place.n + 1, "event": event}


def _huge_hands(stage: Stage) -> Iterable[Message]:
    """CL-91 P-13.4: sends a snapshot with hands of 1,000 cards, and counts of billions -> the client stays, starts
    over, says so in words, or ends"""
    yield _with(stage, "game", hands=[["R5"] * 1000, None], counts=[1000, 2**53 - 1], stock_count=2**53 - 1)
    yield stage.place.legal(*(card("R5") for _ in range(1000)))
    yield _with(stage, "game", discard=["B1"] * 1024, scores=[-(2**62), 2**62], round=2**60)


def _a_thousand_players(stage: Stage) -> Iterable[Message]:
    """CL-92 P-13.4: sends a snapshot with a thousand players, spectators and remarks -> the client stays, starts over,
    says so in words, or ends"""
    names = [f"W{at}" for at in range(1000)]
    player = {"ready": True, "connected": True, "extra_seconds": 0}
    yield _with(stage, "room", occupants=[{"name": name, **player} for name in names])
    yield _with(stage, "room", watchers=names, muted=names)
    yield _with(stage, "room", remarks=[{"name": "Bob", "text": "ha" * 20}] * 1000)


def _contradicting_snapshots(stage: Stage) -> Iterable[Message]:
    """CL-93 P-13.4: sends snapshots that contradict themselves: a host, a seat, a question and hands that cannot be ->
    the client stays, starts over, says so in words, or ends"""
    yield _with(stage, "room", host=9)
    yield {**stage.place.snapshot(), "seat": 9}
    yield _with(stage, "game", seats=10)
    yield _with(stage, "game", waiting_for={"k": "take_turn", "seat": 99}, decision=-5)
    yield _with(stage, "game", hands=[None, ["R5"]], counts=[])
    yield _with(stage, "room", phase="upside_down", occupants=[])


def _answers_to_nothing(stage: Stage) -> Iterable[Message]:
    """CL-98 P-13.4 P-6.2: answers what nobody asked: ok, joined, tables, rules, reasons, resumed, logged_in, a second
    welcome -> the client stays, starts over, says so in words, or ends"""
    yield {"t": "ok", "id": 4000, "note": "table_exists"}
    yield {"t": "tables", "id": 4001, "tables": []}
    yield {"t": "reasons", "id": 4002, "reasons": [{"card": "R5", "code": "does_not_fit", "clause": "A2"}]}
    yield {"t": "error", "id": 4003, "code": "limit", "args": {"seconds": 3}}
    yield {"t": "lobby_talk", "id": 4004, "lines": []}
    yield {"t": "joined", "id": 4005, "table": "ZZZZ", "seat": 1}
    yield stage.welcome()
    yield {"t": "logged_in", "name": "Somebody", "token": "another"}
    yield {"t": "resumed", "name": "Somebody", "last_id": 9000}


def _with(stage: Stage, part: str, **fields: Any) -> Message:
    """A snapshot with these fields in its room or its game."""
    snapshot = stage.place.snapshot()
    return {**snapshot, part: {**snapshot[part], **fields}}


def _says_why(stage: Stage) -> None:
    stage.sound()
    fail_if(stage.program.ended() is None and not stage.program.shown.strip(), "the client closes and does not say why")


for _told in (
    *(_wrong_kinds, _contradicting_events, _huge_hands, _a_thousand_players, _contradicting_snapshots),
    _answers_to_nothing,
):
    row(__name__, _told.__doc__ or "", partial(_one_by_one, _told))


class ClientHostileCases(Stage):
    def the_largest_frame(self) -> None:
        """CL-83 P-2.3: sends a frame of 65,536 bytes -> it is taken, and the client goes on"""
        guest = self.seated()
        guest.say_body(_filled(LARGEST))
        self.answers(guest)

    def another_kind_of_server(self) -> None:
        """CL-88 P-13.4: answers hello as a web server does -> it ends and says so, or tries again; it does not crash"""
        guest = self.guest()
        guest.hear("hello")
        guest.say_bytes(b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Request")
        guest.gone()
        self.survives(guest)

    def contradicting_for_ever(self) -> None:
        """CL-94 P-13.4 P-8.5 SHOULD: contradicts itself again after each resume, for 6 seconds -> no storm: the client
        says so and ends, or starts over at most 30 times"""
        guest: Guest | None = self.playing()
        until, times = time.monotonic() + 6.0, 0
        while guest is not None and time.monotonic() < until:
            guest.say({"t": "entry", "table": CODE, "n": self.place.n + 50, "event": {"k": "passed", "seat": 0}})
            guest.collect(0.3)
            if guest.ended is None:
                break
            guest = self.perhaps(max(0.0, until - time.monotonic()))
            if guest is not None:
                times += 1
                self.again(guest)
        self.sound()
        closing_fails_if(times > 30, f"the client begins anew {times} times in 6 seconds")

    def silly_time_outs(self) -> None:
        """CL-95 P-13.4 P-10.2: names time-outs of 0, of less, and of 10^300 seconds in welcome -> the client keeps its
        own measure: not more than 40 messages in 2 seconds; or it says why it ends"""
        guest = self.welcomed(timeouts={"ping": 0, "silence": 1e300, "hello": -5.0, "read": 0.0})
        if guest is None:
            _says_why(self)
            return
        self.log_in(guest)
        self.sit(guest)
        guest.answers_pings = False
        for request in guest.collect(2.0):
            self.settle(guest, request)
        count = sum(one["t"] != "pong" for one in guest.heard)
        fail_if(count > 40, f"the client sends {count} messages in 2 seconds")
        self.answers(guest)

    def silly_limits(self) -> None:
        """CL-96 P-13.4 P-10.1: names limits of 0, of less, and of 2^53 - 1 in welcome -> the client goes on, or says
        why it ends"""
        limits = {
            "name_length": 0,
            "chat_length": -7,
            "answers_kept": 0,
            "tables_per_page": 2**53 - 1,
            "max_frame": 2**53 - 1,
        }
        guest = self.welcomed(limits=limits)
        if guest is None:
            _says_why(self)
            return
        self.log_in(guest)
        self.survives(guest)

    def a_silly_pause(self) -> None:
        """CL-97 P-4.5 P-13.4 SHOULD: says bye, come_back true, after less than no time -> the client comes back within
        15 seconds"""
        self.seated().bye("server_stopping", come_back=True, after=-1e300)
        self.comes_back(15.0)

    def before_there_is_a_table(self) -> None:
        """CL-99 P-13.4 P-8.7: sends entries, a list and a clock before there is a snapshot -> the client stays, starts
        over, says so in words, or ends"""
        guest = self.entered()
        guest.say(
            {"t": "entry", "table": CODE, "n": 4, "event": {"k": "asked", "decision": {"k": "take_turn", "seat": 0}}},
            {"t": "legal", "table": CODE, "decision": 1, "n": 4, "actions": [{"k": "draw"}]},
            {"t": "clock", "table": CODE, "decision": 1, "seconds": 3, "of": 5},
        )
        self.survives(guest)
