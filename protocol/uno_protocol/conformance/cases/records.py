"""Records of games that somebody at the table fetches (P-8.10, P-8.11), and what they may not hold."""

import hashlib
import json
from typing import Any

from uno_protocol.conformance.cases.devices import claims
from uno_protocol.conformance.checks import come_back, lost, ready
from uno_protocol.conformance.link import packed
from uno_protocol.conformance.placed import placed, settle, until_all
from uno_protocol.conformance.rounds import MATCH, short_round
from uno_protocol.conformance.shapes import event_kinds, schema
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, absent, alike, fail_if, same, until

OFFERED = "records"
"""The capability of a server that keeps them."""
ROUND = "rules: official goal=points uno=off | seats: a b c | hand a: R5 | hand b: B1 G2 | hand c: Y3 Y4 | discard: R9"
GAME = ROUND.replace(" goal=points", "")
_OF_ROOM = frozenset(
    (
        *("claim_ended", "claim_made", "game_cleared", "game_opened", "game_placed", "game_seed", "hands_shown"),
        *("host_changed", "mute_changed", "phase_changed", "presence_changed", "reacted", "ready_changed", "said"),
        *("seat_freed", "seat_taken", "seats_moved", "stand_in_changed", "table_changed", "time_given"),
        *("watcher_came", "watcher_left"),
    )
)
"""The events of the table; those of the game are what a record has."""


def _fetched(person: Person, **asked: object) -> list[Any]:
    """The lines of the record that somebody gets, read. Raises Failed."""
    lines: list[str] = []
    while True:
        page = person.ok("record", at=len(lines), **asked)
        same("the number of lines before a page", len(lines), page["at"])
        lines += page["lines"]
        if len(lines) >= page["of"]:
            break
        fail_if(not page["lines"], "a page without lines, although there are more")
    same("the number of lines", page["of"], len(lines))
    body = "".join(f"{line}\n" for line in lines[:-1]).encode()
    try:
        read = [json.loads(line) for line in lines]
    except ValueError as fault:
        raise Failed(f"a line of a record is no JSON: {fault}") from fault
    same("the digest", [hashlib.sha256(body).hexdigest()] * 2, [page["digest"], read[-1][2]])
    return read


def _events(record: list[Any]) -> list[Message]:
    """The events of the game in a record."""
    return _of_game([told for _, kind, told in record[1:-1] if kind == "e"])


def _told(person: Person) -> list[Message]:
    """The events of the game that somebody was sent."""
    return _of_game([one["event"] for one in person.entries])


def _of_game(events: list[Message]) -> list[Message]:
    return [event for event in events if event["k"] in event_kinds() - _OF_ROOM]


def _as_told(who: Person, due: list[Message], record: list[Any]) -> None:
    """Raise Failed unless a record has the events that its player was sent: no fewer, and with as much in them."""
    what, found = f"the record for seat {who.seat}", _events(record)
    same(f"the kinds of events in {what}", [one["k"] for one in due], [one["k"] for one in found])
    for one, other in zip(found, due, strict=True):
        alike(f"an event in {what}", one, other, empty=True)
        known = schema()["$defs"][f"event.{other['k']}"]["properties"]
        lost = [key for key in known if key in other and other[key] and absent(one, key)]
        fail_if(lost, f"an event in {what} lacks {' and '.join(lost)}: {one}")


def _eyes(what: str, due: object, record: list[Any]) -> None:
    """Raise Failed unless the record shows what these eyes see."""
    same(f"the eyes of {what}", due, record[0].get("eyes"))
    shows_all = due == "all"
    same(
        f"whether {what} has a seed or a position", shows_all, bool(record[0].get("seed") or record[0].get("position"))
    )
    same(f"whether {what} has actions", shows_all, any(kind == "a" for _, kind, _ in record[1:-1]))


class RecordCases(Kit):
    def rounds_that_are_over(self) -> None:
        """RC-1 P-8.10 P-8.11 P-12.1: fetches records before a game, in its first round, after it, and in the second ->
        no_record; then what each was told up to the end of the round, and nothing of the next"""
        self.need(OFFERED)
        lone = self.person()
        lone.open()
        lone.refused("record", "no_record")
        people = placed(self, ROUND, watching=1)
        for one in people:
            one.refused("record", "no_record")
        people[0].play("play", cards=["R5"])
        until(people[0], lambda: people[0].room["phase"] == "between_rounds", "the end of the round")
        settle(people)
        due = [_told(one) for one in people]
        for one, told in zip(people, due, strict=True):
            _as_told(one, told, _fetched(one))
        ready(people[:3])
        until(people[0], lambda: people[0].waiting_for is not None, "the first question of the next round")
        settle(people)
        for one, told in zip(people, due, strict=True):
            record = _fetched(one)
            _eyes("a record in mid-game", "spectator" if one.seat is None else one.seat, record)
            _as_told(one, told, record)

    def a_game_that_is_over(self) -> None:
        """RC-2 P-8.10 P-7.19: fetches records after a game, at a table that opens hands and at one that doesn't -> for
        everybody at the table all hands and actions; each one's own eyes, without them"""
        self.need(OFFERED)
        for show_hands in (True, False):
            people = placed(self, GAME, watching=1, show_hands=show_hands)
            people[0].play("play", cards=["R5"])
            until(people[0], lambda: people[0].room["phase"] == "finished", "the end of the game")  # noqa: B023
            settle(people)
            for one in people:
                own = "spectator" if one.seat is None else one.seat
                record = _fetched(one)
                _eyes(f"a record for seat {one.seat}", "all" if show_hands else own, record)
                if not show_hands:
                    _as_told(one, _told(one), record)

    def a_seat_and_those_after(self) -> None:
        """RC-3 P-8.10 P-13.1: leaves after a round, and somebody else sits down there who then plays a round -> the one
        still has that seat's eyes up to then; the other has a spectator's before, that seat's eyes afterwards"""
        self.need(OFFERED)
        a, b, c, watcher = people = placed(self, ROUND, watching=1, show_hands=False)
        a.play("play", cards=["R5"])
        until(a, lambda: a.room["phase"] == "between_rounds", "the end of the round")
        settle(people)
        due = _told(c)
        c.ok("leave_table")
        late = self.person()
        late.join(a.code)
        c.watch(a.code)
        settle([a, b, watcher, late, c])
        same("the seat", 2, late.seat)
        _eyes("the record of somebody who came later", "spectator", _fetched(late))
        before = _told(watcher)
        ready([a, b, late])
        until_all([a, late], lambda one: one.waiting_for is not None, "the first question of the next round")
        for one in (a, b):  # which ends the round
            one.ok("leave_table")
        until_all([late, watcher, c], lambda one: one.waiting_for is None, "the end of the round")
        settle([late])
        record = _fetched(late)
        _eyes("the record of somebody who has played a round", 2, record)
        _as_told(late, before + _told(late), record)
        fail_if(_events(_fetched(watcher)) == due, "a round that is over is not in a record")
        record = _fetched(c)
        _eyes("the record of somebody who left", 2, record)
        _as_told(c, due, record)

    def pages(self) -> None:
        """RC-4 P-8.11 P-6.4: asks for a record from some line on, from behind its end, and again after a return -> the
        lines from there; none; a repeat gets the page again or ok"""
        self.need(OFFERED)
        people = placed(self, ROUND)
        people[0].play("play", cards=["R5"])
        until(people[0], lambda: people[0].room["phase"] == "between_rounds", "the end of the round")
        settle(people)
        b = people[1]
        whole = page = b.ok("record")
        for at in (1, whole["of"] - 1, whole["of"], whole["of"] + 100):
            if at == 1:
                come_back(b)
            page = b.ok("record", at=at)
            alike("the page", {"at": at, "of": whole["of"], "digest": whole["digest"]}, page)
            if len(whole["lines"]) == whole["of"]:
                same(f"the lines after {at}", whole["lines"][at:], page["lines"])
        b.link.send({"t": "record", "id": page["id"], "at": 0})
        again = b.answer(page["id"])
        alike("the answer to a repeat", {"t": "ok"} if again["t"] == "ok" else page, again)

    def the_last_game(self) -> None:
        """RC-5 P-8.10: fetches the last record in the first round of a rematch -> that of the game before; without
        `last` there is none yet"""
        self.need(OFFERED)
        people = placed(self, GAME)
        people[0].play("play", cards=["R5"])
        until(people[0], lambda: people[0].room["phase"] == "finished", "the end of the game")
        settle(people)
        before = _fetched(people[1])
        ready(people)
        until_all(people, lambda one: bool(one.room["phase"] == "playing"), "the rematch")
        people[1].refused("record", "no_record")
        same("the record of the last game", before, _fetched(people[1], last=True))

    def a_game_without_a_result(self) -> None:
        """RC-7 P-8.10 P-7.19: ends a game in its second round, and closes the hands after another, at tables that
        opened them when it began -> the first round, with each one's own eyes; all hands"""
        self.need(OFFERED)
        people = placed(self, ROUND, watching=1, show_hands=True)
        people[0].play("play", cards=["R5"])
        until(people[0], lambda: people[0].room["phase"] == "between_rounds", "the end of the round")
        settle(people)
        due = [_told(one) for one in people]
        ready(people[:3])
        until(people[0], lambda: people[0].waiting_for is not None, "the first question of the next round")
        people[0].ok("end_game")
        until_all(people, lambda one: bool(one.room["phase"] == "waiting"), "the end of the game")
        for one, told in zip(people, due, strict=True):
            record = _fetched(one)
            _eyes("a record of an ended game", "spectator" if one.seat is None else one.seat, record)
            _as_told(one, [event for event in told if event["k"] != "hands_shown"], record)
        people = placed(self, GAME, show_hands=True)
        people[0].play("play", cards=["R5"])
        until(people[0], lambda: people[0].room["phase"] == "finished", "the end of the game")
        people[0].ok("change_table", show_hands=False)
        _eyes("a record of a game that had open hands", "all", _fetched(people[1]))

    def the_last_of_several_seats(self) -> None:
        """RC-8 P-8.10: plays a round in one seat and, after somebody has taken that, the next in another -> the eyes of
        the seat where it was the first to play, and last"""
        self.need(OFFERED)
        a, b, c = short_round(self, 3, MATCH, seats=5, show_hands=False)
        first = a.seat
        a.ok("leave_table")
        late = self.person()
        late.join(b.code)
        a.join(b.code)
        fail_if(first != late.seat or a.seat == first, f"the seats are {late.seat} and {a.seat}")
        for one in (b, c, late, a):
            one.ok("ready")
        until_all([b, c, late, a], lambda one: bool(one.room["phase"] == "playing"), "the next round")
        for one in (late, c, b):  # which ends the round
            one.ok("leave_table")
        until(a, lambda: a.room["phase"] != "playing", "the end of the round")
        _eyes("the record of somebody in a second seat", a.seat, _fetched(a))

    def one_page_at_a_time(self) -> None:
        """RC-9 P-8.11 P-12.1: asks twice in one breath, and again -> the first page; the page or limit; the page"""
        self.need(OFFERED)
        people = placed(self, ROUND)
        people[0].play("play", cards=["R5"])
        until(people[0], lambda: people[0].room["phase"] == "between_rounds", "the end of the round")
        b = people[1]
        due = b.ok("record")
        ids = [b.next_id(), b.next_id()]
        b.link.send_bytes(b"".join(packed({"t": "record", "id": id}) for id in ids))
        answers: dict[int, Message] = {}
        while answers.keys() != set(ids):
            message = self.hear(b.link)
            if message.get("id") in ids:
                answers[message["id"]] = message
            else:
                b.take_in(message)
        alike("the first answer", {**due, "id": ids[0]}, answers[ids[0]])
        refused = answers[ids[1]]["t"] == "error"
        alike("the other", {"t": "error", "code": "limit"} if refused else {**due, "id": ids[1]}, answers[ids[1]])
        alike("the page after it", {key: due[key] for key in ("t", "at", "of", "digest")}, b.ask("record"))

    def elsewhere(self) -> None:
        """RC-6 P-8.10 P-13.1 P-12.1: leaves the table after two games, and asks how they went, and for a third; so does
        somebody who only watched -> the later one, the earlier one, no_record; no_record"""
        self.need(OFFERED)
        people = placed(self, GAME, watching=1, show_hands=False)
        b, watcher = people[1], people[3]
        due = list[list[Message]]()
        for rematch in (False, True):
            if rematch:
                ready(people[:3])
                until_all(people, lambda one: bool(one.room["phase"] == "playing"), "the rematch")
            people[0].play("play", cards=["R5"])
            until(b, lambda: bool(b.room["phase"] == "finished"), "the end of the game")
            settle(people)
            due.append(_told(b))
            b.entries.clear()
        for one in (b, watcher):
            one.ok("leave_table")
        b.refused("record", "not_at_table")
        for back, told in enumerate(reversed(due)):
            record = _fetched(b, back=back)
            _eyes(f"the record {back} games back", 1, record)
            _as_told(b, told, record)
        b.refused("record", "no_record", back=2)
        watcher.refused("record", "no_record", back=0)

    def given_seat(self) -> None:
        """RC-10 P-8.10 P-5.17: sits at another table after a game, and somebody else gets that seat and asks for the
        game -> no_record"""
        self.need(OFFERED)
        people = placed(self, GAME, show_hands=False)
        b = people[1]
        people[0].play("play", cards=["R5"])
        until(b, lambda: bool(b.room["phase"] == "finished"), "the end of the game")
        b.ok("leave_table")
        host = self.person()
        host.open({"seats": 3})
        b.join(host.code)
        host.catch_up()
        lost(b, host)
        self.world.sleep(self.seconds("claim_after") + 0.3)
        link = claims(self, b.name)
        host.ok("answer_claim", seat=b.seat)
        resumed = self.expect(link, "resumed")
        link.send({"t": "record", "id": (id := resumed["last_id"] + 1), "back": 0})
        while (answer := self.hear(link)).get("id") != id:
            pass
        same("the answer", "no_record", answer.get("code", answer["t"]))
