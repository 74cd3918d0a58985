"""The end of connections: what the server says first, and what survives (P-4.4 to P-4.8, P-12.3)."""

from collections.abc import Callable

from uno_protocol.conformance.link import PeerClosed, PeerLink, Silent, frame, packed
from uno_protocol.conformance.moves import TURN
from uno_protocol.conformance.placed import asked, placed, settle, until, until_all
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Failed, FailedClosing, Kit, Message, absent, closing_fails_if, fail_if, told

DEEP = b"\x81\xa1t" + b"\x91" * 9 + b"\xc0"
LARGE = b"\xff\xff\xff\xff"

# What a client may do within a session so that the server says `error` and then `bye`, both with that code.
CLOSES: dict[str, Callable[[Kit], bytes]] = {
    "bad_frame": lambda kit: frame(b""),
    "frame_too_large": lambda kit: LARGE,
    "bad_codec": lambda kit: frame(b"\xc1"),
    "too_deep": lambda kit: frame(DEEP),
    "already_greeted": lambda kit: packed(HELLO),
}


def _everything(kit: Kit, link: PeerLink) -> list[Message]:
    """All messages until the stream ends. Raises FailedClosing if it doesn't end."""
    found = []
    kit.closing_seen = True
    while True:
        try:
            found.append(link.next())
        except PeerClosed:
            return found
        except Silent:
            raise FailedClosing("the connection should be closed, and stays open") from None


def _error_then_bye(found: list[Message], code: str) -> None:
    """The last two messages are `error` and `bye` of that code, about the connection. Raises FailedClosing."""
    last = found[-2:]
    if [one["t"] for one in last] != ["error", "bye"] or any(one.get("code") != code for one in last):
        raise FailedClosing(f"expected error, then bye {code}, got {[told(one) for one in last]}")
    fail_if(not absent(last[0], "id"), f"it is about the connection, and names a request: {told(last[0])}")
    if last[1].get("come_back") is not False:
        raise FailedClosing(f"bye {code} has come_back false: {last[1]}")
    closing_fails_if(any(one["t"] == "bye" for one in found[:-1]), "bye is said once")


class ClosingCases(Kit):
    def faults_that_close(self) -> None:
        """EN-1 P-4.8 P-12.1: commits every fault that closes, within a session -> error without an id, bye with the
        same code and come_back false, end of the stream"""
        for code, makes in CLOSES.items():
            person = self.person()
            person.link.send_bytes(makes(self))
            _error_then_bye(_everything(self, person.link), code)

    def requests_around_a_fault(self) -> None:
        """EN-2 P-4.4 P-2.6 P-6.2: sends requests before and behind a fault that closes, in one segment -> those before
        are answered first; none behind it; bye is the last message"""
        for code, makes in CLOSES.items():
            person = self.person()
            before = b"".join(packed({"t": "list_tables", "id": id}) for id in (1, 2))
            behind = b"".join(packed({"t": "list_tables", "id": id}) for id in range(3, 9))
            person.link.send_bytes(before + makes(self) + behind)
            found = _everything(self, person.link)
            _error_then_bye(found, code)
            if [one.get("id") for one in found[:-2]] != [1, 2]:
                raise Failed(f"expected two answers before {code}, got {[told(one) for one in found]}")

    def the_form_of_bye(self) -> None:
        """EN-3 P-4.4 P-4.5: reads what bye says, for a fault, a takeover and a time-out -> a code, come_back as in
        P-12.3, after of no less than 0 where there is one, a text where there is one"""
        silent = self.connect()
        person = self.person()
        older = person.link
        person.back()
        broken = self.greeted()
        broken.send_bytes(frame(b""))
        byes = [_everything(self, link)[-1] for link in (older, broken)]
        byes.append(self.find(silent, lambda one: one["t"] == "bye", "bye", self.seconds("hello") + self.timeout))
        due = (("taken_over", False), ("bad_frame", False), ("read_timeout", True))
        for bye, (code, back) in zip(byes, due, strict=True):
            after, text = bye.get("after", 0), bye.get("text") or ""
            if bye["t"] != "bye" or bye.get("code") != code or bye.get("come_back") is not back:
                raise FailedClosing(f"expected bye {code} with come_back {back}, got {bye}")
            if isinstance(after, bool) or not isinstance(after, (int, float)) or after < 0 or not isinstance(text, str):
                raise Failed(f"after is seconds, and text text: {bye}")

    def a_takeover_closes_the_older_one(self) -> None:
        """EN-4 P-4.4 P-5.7: is taken over while a request of the older connection is on its way -> bye taken_over
        alone, without an error; what comes behind it on the older one is not carried out"""
        person = self.person()
        person.ok("list_tables")
        older = person.link
        person.back()
        older.send({"t": "create_table", "id": 50, "name": self.name()})
        found = _everything(self, older)
        if [one["t"] for one in found] != ["bye"] or found[0].get("code") != "taken_over":
            raise FailedClosing(f"expected only bye taken_over, got {[told(one) for one in found]}")
        person.last_id = 60
        person.refused("leave_table", "not_at_table")

    def ends_without_a_word(self) -> None:
        """EN-5 P-4.6 P-4.7: breaks its connection off in a game, ends it, and ends its half alone -> the others are
        told of the lost connection each time; the seat and the question stay, and it resumes"""
        a, b, c = placed(self, TURN)
        for end in (PeerLink.reset, PeerLink.close, PeerLink.finish):
            settle([b, c])
            seen = a.n
            end(a.link)
            until(b, lambda: not b.room["occupants"][0]["connected"], "the lost link")
            a.back(table=a.code, seen=seen)
            asked(a, "take_turn")
            until(b, lambda: bool(b.room["occupants"][0]["connected"]), "the return")
        a.play("draw")

    def a_move_before_the_end(self) -> None:
        """EN-6 P-4.7 P-6.4: sends a move and closes at once -> the move is carried out, once, and its answer is there
        after resuming"""
        a, b, _ = people = placed(self, TURN)
        id = a.request("play", cards=["R5"], decision=a.decision)
        a.link.finish()
        asked(b, "take_turn")
        older = a.decision
        a.back(table=a.code, seen=a.n)
        a.link.send({"t": "play", "id": id, "cards": ["R5"], "decision": older})
        fail_if(a.answer(id)["t"] != "ok", "the move was carried out, and its answer is ok")
        settle([b, *people])
        fail_if(b.game["counts"][0] != 5, f"one card was played, and the counts are {b.game['counts']}")

    def others_notice_a_lost_link_alone(self) -> None:
        """EN-7 P-4.4 P-8.2: commits a fault that closes in a game, at which others play and watch -> they are told that
        the connection is lost, and nothing else; the session resumes"""
        a, b, c, watcher = placed(self, TURN, watching=1)
        for makes in CLOSES.values():
            settle([b, c, watcher])
            marks = [one.n for one in (b, c, watcher)]
            seen = a.n
            a.link.send_bytes(makes(self))
            _everything(self, a.link)
            until_all([b, c, watcher], lambda one: not one.room["occupants"][0]["connected"], "the lost link")
            for one, n in zip((b, c, watcher), marks, strict=True):
                told_ = [entry["event"]["k"] for entry in one.entries if entry["n"] > n]
                fail_if(told_ != ["presence_changed"], f"expected only presence_changed, got {told_}")
            a.back(table=a.code, seen=seen)
            settle([b, a])

    def errors_that_do_not_close(self) -> None:
        """EN-8 P-12.1 P-12.2: provokes errors that do not close -> the connection is kept after each, and the next
        request is answered"""
        a, b, _ = placed(self, TURN)
        b.refused("draw", "not_your_turn", decision=b.decision)
        b.refused("draw", "stale", decision=b.decision - 1)
        b.refused("pause", "not_host")
        b.refused("create_table", "already_at_table", name=self.name())
        b.refused("join_table", "bad_schema", table=5)
        b.refused("table_rules", "no_such_table", table="?")
        b.link.send({"t": "login", "name": self.name()})
        self.find(b.link, lambda one: one.get("code") == "already_logged_in", "already_logged_in")
        self.stays(b.link)
        b.ok("why_not")
        a.play("draw")

    def faults_before_login(self) -> None:
        """EN-9 P-4.8 P-12.1: commits every fault that closes before it has logged in -> error without an id, bye with
        the same code and come_back false, end of the stream"""
        for code, makes in CLOSES.items():
            link = self.greeted()
            link.send_bytes(makes(self))
            _error_then_bye(_everything(self, link), code)
        for code, message in (
            ("not_greeted", {"t": "login", "name": self.name()}),
            ("unsupported_version", {"t": "hello", "versions": [60000, 60001]}),
        ):
            link = self.connect()
            link.send(message)
            _error_then_bye(_everything(self, link), code)

    def connections_that_come_to_nothing(self) -> None:
        """EN-10 P-4.4 P-4.7: connects and closes, in the middle of a header, of a body and of a greeting, 60 times ->
        the server goes on: others are answered, and their tables are as they were"""
        ann, bob = self.table(2)
        n = settle([ann, bob])
        hello = packed(HELLO)
        for round_ in range(60):
            link = self.connect()
            link.send_bytes(hello[: round_ % len(hello)])
            (link.reset if round_ % 2 else link.close)()
        bob.ok("list_tables")
        fail_if(settle([ann, bob]) != n + 1, "connections that came to nothing have brought about entries")

    def a_session_outlives_its_connection(self) -> None:
        """EN-11 P-4.7 P-5.5: closes at no table, and comes back with its token -> resumed: a session outlives its
        connection"""
        person = self.person()
        person.ok("list_tables")
        for end in (PeerLink.close, PeerLink.finish, PeerLink.reset):
            end(person.link)
            person.back()
        self.stays(person.link)
