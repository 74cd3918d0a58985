"""A seat without its token: another device continues the session, or asks those at the table (P-5.16, P-5.17)."""

from uno_protocol.conformance.cases.password import guesses
from uno_protocol.conformance.checks import come_back, lost
from uno_protocol.conformance.link import PeerLink
from uno_protocol.conformance.tools import (
    Failed,
    Kit,
    Message,
    Person,
    fail_if,
    same,
    says,
    skip_if,
    told,
)
from uno_protocol.conformance.verdicts import seconds_of

LONGEST_SECONDS = 40.0


def _digits(person: Person) -> str:
    """Digits for another device. Raises Failed."""
    answer = person.ok("move_device")
    code = answer.get("code")
    if answer["t"] != "move_code" or not isinstance(code, str) or len(code) != 6 or not code.isdecimal():
        raise Failed(f"expected move_code with six digits, got {told(answer)}")
    fail_if(not answer["seconds"] > 0, f"the digits are of no use: {told(answer)}")
    return code


def _tried(kit: Kit, link: PeerLink, name: str, code: str) -> Message:
    """The answer to `move_here`; if other cases have guessed too often, after the time that the server says."""
    wait = kit.wait()
    while True:
        link.send({"t": "move_here", "name": name, "code": code})
        answer = kit.expect(link, "resumed", "error")
        if answer.get("code") != "limit":
            return answer
        wait.once_more("limit for move_here", seconds_of(answer))


def _wrong(kit: Kit, name: str, code: str, link: PeerLink | None = None) -> Message:
    """A try that must be `bad_code`."""
    answer = _tried(kit, link or kit.greeted(), name, code)
    fail_if(answer.get("code") != "bad_code", f"expected bad_code, got {told(answer)}")
    says(answer, "code")
    return answer


def _moved(kit: Kit, person: Person, code: str) -> Message:
    """The person continues on another device: the `resumed`. Raises Failed."""
    link = kit.greeted()
    resumed = _tried(kit, link, person.name, code)
    token = resumed.get("token")
    if resumed["t"] != "resumed" or not isinstance(token, str) or not 0 < len(token) <= 64:
        raise Failed(f"expected resumed with a token, got {told(resumed)}")
    person.link, person.token = link, token
    return resumed


def _gone(kit: Kit, count: int = 2, who: int = 1, **new: object) -> list[Person]:
    """People in a game (`Kit.playing`), one of whom has been disconnected for long enough to be asked about."""
    people = kit.playing(count, turn_seconds=0, **new)
    lost(people[who], people[0 if who else 1])
    kit.world.sleep(kit.seconds("claim_after") + 0.3)
    return people


def claims(kit: Kit, name: str, by: str = "host") -> PeerLink:
    """Somebody asks for the seat of that name, whom `by` can allow it."""
    link = kit.greeted()
    link.send({"t": "claim_seat", "name": name, **kit.secret})
    answer = kit.expect(link, "claim_pending", "error")
    far = by == "host" and answer.get("by") == "administrator"
    skip_if(far, "not on the server's own machine, the host has no say in what one address asks of itself")
    if answer["t"] != "claim_pending" or answer.get("by") != by or not answer["seconds"] > 0:
        raise Failed(f"expected claim_pending, by {by}, got {told(answer)}")
    return link


def _refused(kit: Kit, link: PeerLink, name: str, code: str) -> Message:
    """A claim that must be refused with that code."""
    link.send({"t": "claim_seat", "name": name, **kit.secret})
    return kit.refused(link, code)


def _over(kit: Kit, link: PeerLink, witness: Person, reason: str) -> None:
    """The claim ends without the seat, which both sides learn."""
    error = kit.refused(link, "claim_refused", seconds=kit.seconds("claim") + kit.timeout)
    same("the reason", reason, error.get("args", {}).get("reason"))
    same("the outcome", reason, witness.event("claim_ended").get("outcome"))
    kit.stays(link)


class DevicesCases(Kit):
    def another_device(self) -> None:
        """DV-1 P-5.16 P-12.3: continues a session in a game on another device, by the digits -> resumed with the name,
        the table and a token, then a snapshot with the hand; on the older connection bye moved, come_back false; the
        new token resumes"""
        _, bob = self.playing(2)
        older, hand = bob.link, bob.hand
        resumed = _moved(self, bob, _digits(bob))
        same("resumed", (bob.name, bob.code), (resumed.get("name"), resumed.get("table")))
        self.find(older, lambda one: one["t"] == "bye", "bye")
        bob.find(lambda one: one["t"] == "snapshot", "snapshot")
        same("the hand", hand, bob.hand)
        bob.last_id = resumed["last_id"]
        bob.ok("chat", text="here")
        bob.drop()
        bob.back()

    def the_older_device(self) -> None:
        """DV-2 P-5.16 P-5.6 P-12.3: moves to another device -> on the older connection only bye moved, come_back false,
        closed; the older token is bad_token, with the reason moved"""
        person = self.person()
        code = _digits(person)
        older, token = person.link, person.token
        _moved(self, person, code)
        self.closes(older, "moved", come_back=False)
        fail_if(person.token == token, "the token is the one before")
        link = self.greeted()
        link.send({"t": "resume", "token": token})
        same("the reason", "moved", self.refused(link, "bad_token").get("args", {}).get("reason"))
        self.closes(link, "bad_token", come_back=False)

    def used_once(self) -> None:
        """DV-3 P-5.16: uses digits twice -> bad_code, kept"""
        person = self.person()
        code = _digits(person)
        _moved(self, person, code)
        link = self.greeted()
        _wrong(self, person.name, code, link)
        self.stays(link)

    def replaced(self) -> None:
        """DV-8 P-5.16: uses digits that others have replaced, then those -> bad_code; resumed"""
        person = self.person()
        first, second = _digits(person), _digits(person)
        if first != second:
            _wrong(self, person.name, first)
        _moved(self, person, second)

    def three_tries(self) -> None:
        """DV-4 P-5.16: tries wrong digits twice, then the right ones; then three times -> resumed; bad_code"""
        person = self.person()
        for tries in (2, 3):
            code = _digits(person)
            for _ in range(tries):
                _wrong(self, person.name, f"{(int(code) + 1) % 10**6:06}")
            if tries == 3:
                _wrong(self, person.name, code)
            else:
                person.last_id = _moved(self, person, code)["last_id"]

    def digits_expire(self) -> None:
        """DV-5 P-5.16: uses digits after the seconds of move_code -> bad_code"""
        person = self.person()
        answer = person.ok("move_device")
        seconds = float(answer["seconds"])
        skip_if(seconds > LONGEST_SECONDS, f"the digits work for {seconds:g} seconds, which is long to wait for")
        self.world.sleep(seconds + 0.5)
        _wrong(self, person.name, str(answer["code"]))

    def drawn(self) -> None:
        """DV-20 P-5.16: asks for digits with a link, and without -> move_code with a square of rows of 0 and 1, and
        without one"""
        person = self.person()
        answer = person.ok("move_device", link="http://192.168.1.5:7777/#ann/")
        rows = answer.get("qr") or []
        skip_if(not rows, "the server has drawn too many QR codes lately")
        square = all(isinstance(row, str) and len(row) == len(rows) and set(row) <= {"0", "1"} for row in rows)
        fail_if(not square or len(rows) < 21, f"the QR code is no square of rows: {rows}")
        fail_if(bool(person.ok("move_device").get("qr")), "a QR code is drawn that nobody wants")

    def nothing_tells_why(self) -> None:
        """DV-6 P-5.16 P-12.1: tries wrong digits, digits of somebody else, somebody who has none, a name that nobody
        has -> each time the very same bad_code, kept"""
        ann, bob = self.people(2)
        code = _digits(ann)
        link = self.greeted()
        tries = ((ann.name, "12345"), (bob.name, code), (self.name(), code), ("", ""))
        answers = [_wrong(self, name, digits, link) for name, digits in tries]
        fail_if(any(one != answers[0] for one in answers), f"the refusals differ: {answers}")
        self.stays(link)

    def guessing_digits_is_slow(self) -> None:
        """DV-7 P-5.16 P-5.11 SHOULD: guesses digits 40 times, three times on each connection -> it is slowed down:
        limit with the seconds to wait, no further connection, or answers that take their time"""
        limited = guesses(self, lambda guess: {"t": "move_here", "name": "nobody", "code": f"{guess:06}"}, "bad_code")
        if limited is not None:
            fail_if(seconds_of(limited) is None, f"limit is to tell how long to wait: {told(limited)}")

    def the_host_allows_it(self) -> None:
        """DV-9 P-5.17 P-8.4: asks for the seat of a player who is gone, and the host allows it -> claim_pending;
        claim_made to all, and the room has the claim; then claim_ended allowed to all, resumed with a token, the
        snapshot with the hand; the token before is bad_token, with the reason claimed"""
        ann, bob, cem = _gone(self, 3)
        hand = bob.hand
        link = claims(self, bob.name)
        for one in (ann, cem):
            same("the seat", bob.seat, one.event("claim_made").get("seat"))
        come_back(cem)
        same("the claim in the room", bob.seat, cem.room.get("claim"))
        self.quiet(link)
        ann.ok("answer_claim", seat=bob.seat)
        same("the outcome", "allowed", cem.event("claim_ended").get("outcome"))
        resumed = self.expect(link, "resumed")
        same("resumed", (bob.name, bob.code), (resumed.get("name"), resumed.get("table")))
        before, bob.link, bob.token = bob.token, link, str(resumed.get("token"))
        bob.find(lambda one: one["t"] == "snapshot", "snapshot")
        same("the hand", hand, bob.hand)
        same("who is back", (bob.seat, True), tuple(map(cem.event("presence_changed").get, ("seat", "connected"))))
        come_back(cem)
        bob.last_id = resumed["last_id"]
        bob.ok("chat", text="here")
        old = self.greeted()
        old.send({"t": "resume", "token": before})
        same("the reason", "claimed", self.refused(old, "bad_token").get("args", {}).get("reason"))
        bob.drop()
        bob.back()

    def the_host_refuses_it(self) -> None:
        """DV-10 P-5.17: asks for a seat, and the host refuses -> claim_refused, refused, kept; claim_ended refused; the
        player comes back"""
        ann, bob = _gone(self)
        link = claims(self, bob.name)
        ann.ok("answer_claim", seat=bob.seat, allow=False)
        _over(self, link, ann, "refused")
        bob.back()
        ann.refused("answer_claim", "no_claim", seat=bob.seat)

    def whose_seat_may_be_asked_for(self) -> None:
        """DV-11 P-5.17 P-12.1: asks for the seat of a player who is connected, who has just gone, of a spectator, of
        somebody in the lobby, and of nobody -> still_here, with the seconds where there is something to wait for;
        no_such_player; name_taken says when it may be asked for"""
        ann, bob, cem, dan = self.people(4)
        ann.open({"seats": 2})
        bob.join(ann.code)
        cem.watch(ann.code)
        dan.ok("list_tables")
        link = self.greeted()
        fail_if(seconds_of(_refused(self, link, bob.name, "still_here")) is not None, "there is nothing to wait for")
        lost(bob, ann)
        cem.drop()
        dan.drop()
        seconds = seconds_of(_refused(self, link, bob.name, "still_here"))
        fail_if(type(seconds) is not int or seconds < 1, f"still_here is to say how long to wait, got {seconds!r}")
        self.world.sleep(self.seconds("claim_after") + 0.3)
        for name in (cem.name, dan.name, self.name()):
            refused = _refused(self, link, name, "no_such_player")
            says(refused, "name")
            same("the reason", "seat", refused.get("args", {}).get("reason"))
        for name, due in ((bob.name, 0), (ann.name, None), (dan.name, None)):
            link.send({"t": "login", "name": name, **self.secret})
            same(f"when {name} may be asked for", due, self.refused(link, "name_taken").get("args", {}).get("claim"))
        claims(self, bob.name)

    def who_has_a_say(self) -> None:
        """DV-12 P-5.17 P-12.1: answers for another seat than the host's as a guest, and as a spectator, and where
        nobody asks, or for another seat -> no_say; not_seated; no_claim; the claim goes on"""
        ann, bob, cem = _gone(self, 3)
        dan = self.person()
        dan.watch(ann.code)
        ann.refused("answer_claim", "no_claim", seat=bob.seat)
        link = claims(self, bob.name)
        ann.refused("answer_claim", "no_claim", seat=cem.seat)
        cem.refused("answer_claim", "no_say", seat=bob.seat)
        dan.refused("answer_claim", "not_seated", seat=bob.seat)
        ann.ok("answer_claim", seat=bob.seat)
        self.expect(link, "resumed")

    def the_player_comes_back(self) -> None:
        """DV-13 P-5.17: asks for a seat, and its player resumes -> resumed; claim_refused, back"""
        ann, bob = _gone(self)
        link = claims(self, bob.name)
        bob.back()
        _over(self, link, ann, "back")

    def withdrawn(self) -> None:
        """DV-14 P-5.17: asks for a seat, and closes the connection; asks again, and logs in -> claim_ended, withdrawn,
        each time; nothing but logged_in"""
        ann, bob = _gone(self)
        claims(self, bob.name).close()
        same("the outcome", "withdrawn", ann.event("claim_ended").get("outcome"))
        link = claims(self, bob.name)
        self.log_in(link, self.name())
        same("the outcome", "withdrawn", ann.event("claim_ended").get("outcome"))
        self.quiet(link)
        bob.back()

    def nobody_answers(self) -> None:
        """DV-15 P-5.17 P-10.2: asks for a seat, and nobody answers -> claim_refused, expired, after timeouts.claim
        seconds and not before"""
        ann, bob = _gone(self)
        link = claims(self, bob.name)
        self.quiet(link, self.seconds("claim") - 1)
        _over(self, link, ann, "expired")

    def one_at_a_time(self) -> None:
        """DV-16 P-5.17: asks for a seat twice on a connection, and for two seats of a table -> limit, kept; the first
        claim goes on"""
        ann, bob, cem = _gone(self, 3)
        cem.drop()
        self.world.sleep(self.seconds("claim_after") + 0.3)
        link, other = claims(self, bob.name), self.greeted()
        _refused(self, link, bob.name, "limit")
        _refused(self, other, cem.name, "limit")
        self.stays(other)
        ann.ok("answer_claim", seat=bob.seat)
        self.expect(link, "resumed")

    def which_claim_is_meant(self) -> None:
        """DV-21 P-5.17 P-12.1: asks for a seat, withdraws that and asks for it anew; the host answers with the number
        of the first claim, with that of the second, which the room has, too; a third time without -> no_claim;
        allowed; allowed"""
        ann, bob = _gone(self)
        claims(self, bob.name).close()
        first = ann.event("claim_made").get("number")
        ann.event("claim_ended")
        link = claims(self, bob.name)
        second = ann.event("claim_made").get("number")
        fail_if(type(first) is not int or type(second) is not int or first == second, f"numbers: {first!r}, {second!r}")
        ann.refused("answer_claim", "no_claim", seat=bob.seat, number=first)
        come_back(ann)
        same("the number in the room", second, ann.room.get("claim_number"))
        ann.ok("answer_claim", seat=bob.seat, number=second)
        self.expect(link, "resumed")
        link.close()
        self.world.sleep(self.seconds("claim_after") + 0.3)
        link = claims(self, bob.name)
        ann.ok("answer_claim", seat=bob.seat)
        self.expect(link, "resumed")

    def the_seat_is_gone(self) -> None:
        """DV-17 P-5.17: asks for a seat, and the host kicks its player; for one that is moved -> claim_refused, gone"""
        ann, bob = _gone(self)
        link = claims(self, bob.name)
        ann.ok("kick", name=bob.name)
        _over(self, link, ann, "gone")
        cem, dan = self.table(2, seats=3)
        lost(dan, cem)
        self.world.sleep(self.seconds("claim_after") + 0.3)
        link = claims(self, dan.name)
        cem.ok("move_seat", seat=dan.seat, to=2)
        _over(self, link, cem, "gone")

    def the_seat_of_the_host(self) -> None:
        """DV-18 P-5.17: asks for the host's seat, from the address of everybody else -> claim_pending, by the
        administrator; no_say, also when somebody else is host"""
        skip_if(self.seconds("host_away") < self.seconds("claim_after") + 1, "another is host before anybody can ask")
        _, bob, cem = _gone(self, 3, who=0)
        name = bob.room["occupants"][0]["name"]
        claims(self, name, "administrator")
        for one in (bob, cem):
            one.refused("answer_claim", "no_say", seat=0)
        skip_if(self.seconds("host_away") > LONGEST_SECONDS, "it is long to wait for another host")
        bob.event("host_changed", self.seconds("host_away") + self.timeout)
        skip_if(self.seconds("claim") < self.seconds("host_away"), "the time for the claim may be up")
        bob.refused("answer_claim", "no_say", seat=0)

    def wrong_names(self) -> None:
        """DV-19 P-5.17 P-12.1: asks for a seat that may be asked for, after wrong names -> claim_pending: they count
        for nothing; and within a session -> already_logged_in, kept"""
        _, bob = _gone(self)
        cem = self.person()
        cem.link.send({"t": "claim_seat", "name": bob.name})
        self.refused(cem.link, "already_logged_in")
        self.stays(cem.link)
        link = self.greeted()
        for _ in range(5):
            _refused(self, link, self.name(), "no_such_player")
        claims(self, bob.name)
