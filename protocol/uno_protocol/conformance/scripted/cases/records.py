"""How a client fetches the record of a game (P-8.10, P-8.11), where it does."""

import hashlib
import json
from collections.abc import Sequence

from uno_protocol.conformance.checks import same
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, ScriptedTable, fingerprint
from uno_protocol.conformance.scripted.program import ByHand
from uno_protocol.conformance.scripted.stage import READYING, Stage
from uno_protocol.conformance.verdicts import Failed, Message, fail_if, skip_if

OFFERED = "records"
NOT_FETCHED = "the client fetches no record, at least not by its command ({file}) or what is typed (record=TEXT)"
_OF_ROOM = ("ready_changed", "game_opened", "phase_changed", "game_seed")
QUIET = 1.0
"""Seconds in which a second request would come."""


def record(place: ScriptedTable, *, began: float = 1_750_000_000.0) -> list[str]:
    """The lines of the record that a client gets of what has happened at that table."""
    names = [one["name"] for one in place.picture.room["occupants"]]
    header: Message = {"unorec": 1, "program": "uno-conformance", "game": "7.1", "began": began, "preset": "official"}
    header |= {"options": dict(place.rules), "fingerprint": fingerprint(place.rules), "eyes": place.seat}
    header |= {"seats": [{"name": name} for name in names], "table": place.picture.room["name"]}
    events = [one["event"] for one in place.log]
    dealt = [one for one in events if one["k"] not in _OF_ROOM]
    lines = [_line(header), *(_line([float(at), "e", event]) for at, event in enumerate(dealt, 1))]
    body = "".join(f"{line}\n" for line in lines).encode()
    return [*lines, _line([float(len(dealt)), "sha256", hashlib.sha256(body).hexdigest()])]


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _page(request: Message, lines: Sequence[str], upto: int, *, digest: str = "") -> Message:
    """The answer with the lines from `at` up to there."""
    at = request.get("at", 0)
    told = {"at": at, "of": len(lines), "digest": digest or json.loads(lines[-1])[2], "lines": [*lines[at:upto]]}
    return {"t": "record", "id": request["id"], **told}


def _over(stage: Stage, *capabilities: str) -> Guest:
    """A client whose game is over."""
    guest, place = stage.playing("R2", "R4", capabilities=[*capabilities]), stage.place
    guest.say(place.asked("take_turn", seat=BOB), place.entry("cards_played", seat=BOB, cards=["R5"]))
    guest.say(place.entry("round_ended", winners=[BOB], blocked=False, gains=[0, 6]))
    guest.say(place.entry("game_ended", winners=[BOB]), place.entry("game_seed", seed=""))
    guest.say(place.entry("phase_changed", phase="finished"))
    return guest


def _begins(stage: Stage, guest: Guest) -> Message:
    """The first request for a record, which somebody types if anything is typed for that. Raises Skipped."""
    typed = stage.program.knows("record")
    if typed:
        stage.answers(guest)
        stage.program.types("record")
    try:
        request = stage.request(guest, "record", seconds=None if typed else READYING)
    except Failed:
        skip_if(not typed, NOT_FETCHED)
        raise
    skip_if(request is None, NOT_FETCHED)
    assert request is not None
    same("the number of lines that the client has", 0, request.get("at", 0))
    return request


def _next(stage: Stage, guest: Guest, at: int) -> Message:
    """The next request, which asks for what comes behind the lines that the client has."""
    request = stage.request(guest, "record")
    fail_if(request is None, f"the client has {at} lines of the record, and doesn't ask for the others (P-8.11)")
    assert request is not None
    same("the number of lines that the client has", at, request.get("at", 0))
    return request


def _asks_no_more(stage: Stage, guest: Guest, why: str) -> None:
    """Raise Failed if the client asks on or crashes; it may leave, as the game is over."""
    for message in guest.collect(QUIET):
        stage.note(message)
        fail_if(message["t"] == "record", f"{why}, and the client asks for a record again: {message}")
        stage.settle(guest, message)
    if guest.ended is None:
        stage.answers(guest)
    stage.sound()


def _kept(stage: Stage) -> list[str]:
    """The records that the client has left in its home. None if that can't be seen."""
    if isinstance(stage.program, ByHand):
        return []
    found = [path.read_text(encoding="utf-8", errors="replace") for path in stage.program.kept]
    return [text for text in found if text.startswith('{"unorec"')]


def _holds_together(stage: Stage, lines: Sequence[str]) -> None:
    """Raise Failed if the client keeps a file that isn't the record."""
    for kept in _kept(stage):
        same("the file that the client keeps", "".join(f"{line}\n" for line in lines), kept)


class ClientRecordsCases(Stage):
    def page_by_page(self) -> None:
        """CL-154 P-8.11: gives the record of a game in three pages, the first of them late -> one request at a time,
        each for what comes behind the lines that are there, and none behind the last; a file that it keeps has all"""
        guest = _over(self, OFFERED)
        lines = record(self.place)
        request = _begins(self, guest)
        fail_if(self.request(guest, "record", seconds=QUIET) is not None, "the client asks for two pages at once")
        guest.say(_page(request, lines, 1))
        guest.say(_page(_next(self, guest, 1), lines, 3))
        guest.say(_page(_next(self, guest, 3), lines, len(lines)))
        _asks_no_more(self, guest, "all of the record is there")
        _holds_together(self, lines)

    def a_cut_between_pages(self) -> None:
        """CL-155 P-8.11 P-6.4: breaks the connection behind the first page, and answers the repeat with a plain ok ->
        the client goes on behind the lines that it has"""
        guest = _over(self, OFFERED)
        lines = record(self.place)
        guest.say(_page(_begins(self, guest), lines, 2))
        _next(self, guest, 2)
        guest.reset()
        back = self.returns()
        self.resumed(back)
        repeated = _next(self, back, 2)
        back.say({"t": "ok", "id": repeated["id"]})
        back.say(_page(_next(self, back, 2), lines, len(lines)))
        _asks_no_more(self, back, "all of the record is there")

    def another_record_meanwhile(self) -> None:
        """CL-156 P-8.11: names another digest on the second page -> the client begins again"""
        guest = _over(self, OFFERED)
        before, lines = record(self.place, began=1_740_000_000.0), record(self.place)
        guest.say(_page(_begins(self, guest), before, 2))
        guest.say(_page(_next(self, guest, 2), lines, 3))
        guest.say(_page(_next(self, guest, 0), lines, len(lines)))
        _asks_no_more(self, guest, "all of the record is there")
        _holds_together(self, lines)

    def a_wrong_digest(self) -> None:
        """CL-157 P-8.11 P-13.4: gives a record of which a card is not as its digest has it -> the client stays or
        ends, and keeps no file of it"""
        guest = _over(self, OFFERED)
        lines = record(self.place)
        wrong = [line.replace('"R5"', '"G5"') for line in lines]
        guest.say(_page(_begins(self, guest), wrong, len(lines)))
        _asks_no_more(self, guest, "a whole record has come")
        fail_if(_kept(self), "the client keeps a record that is damaged")

    def no_record_yet(self) -> None:
        """CL-158 P-8.10: refuses with no_record -> the client doesn't ask again by itself, and doesn't crash"""
        guest = _over(self, OFFERED)
        guest.say({"t": "error", "id": _begins(self, guest)["id"], "code": "no_record"})
        _asks_no_more(self, guest, "there is no record")

    def a_server_without_records(self) -> None:
        """CL-159 P-8.10 SHOULD: keeps no records -> the client asks for none"""
        guest = _over(self)
        self.program.types("record")
        _asks_no_more(self, guest, "the server keeps no records")
