"""A seat without its token: another device continues the session (P-5.16)."""

from uno_protocol.conformance.link import PeerLink
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import (
    Failed,
    FailedClosing,
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
GUESSES = 40
SLOW_SECONDS = 10.0


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

    def nothing_tells_why(self) -> None:
        """DV-6 P-5.16 P-12.1: tries wrong digits, digits of somebody else, somebody who has none, a name that
        nobody has -> each time the very same bad_code, kept"""
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
        began, link = self.world.now(), self.greeted()
        for guess in range(GUESSES):
            if guess % 3 == 2:
                link.close()
                link = self.connect()
                link.send(HELLO)
                if self.expect(link, "welcome", "bye", seconds=SLOW_SECONDS)["t"] == "bye":
                    return
            link.send({"t": "move_here", "name": "nobody", "code": f"{guess:06}"})
            answer = self.expect(link, "error", "bye", seconds=SLOW_SECONDS)
            if answer.get("code") == "limit":
                fail_if(seconds_of(answer) is None, f"limit is to tell how long to wait: {told(answer)}")
                return
            if answer["t"] == "bye" or answer.get("code") != "bad_code":
                raise FailedClosing(f"expected bad_code or limit, got {told(answer)}")
        if self.world.now() - began < SLOW_SECONDS:
            raise Failed(f"{GUESSES} guesses were answered within {self.world.now() - began:.1f} seconds")
