"""The server's password: it lets people in, and slows down those who guess (P-5.11)."""

import unicodedata
from collections.abc import Callable

from uno_protocol.conformance.link import PeerLink
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Failed, FailedClosing, Kit, Message, Skipped, absent, fail_if, says, skip_if
from uno_protocol.conformance.verdicts import told

LONGEST_SECONDS = 30
GUESSES = 40
SLOW_SECONDS = 10.0
"""If somebody can guess that often in less time than this, the server does not slow them down."""


def guesses(kit: Kit, guess: Callable[[int], Message], wrong: str) -> Message | None:
    """Guess often, three times on each connection; every guess that is answered has the code `wrong`, or is too many.

    The `limit` that tells how long to wait; None: the server has slowed the guesses down in another way. Raises Failed.
    """
    began, link = kit.world.now(), kit.greeted()
    for number in range(GUESSES):
        if number % 3 == 2:
            link.close()
            link = kit.connect()
            link.send(HELLO)
            if kit.expect(link, "welcome", "bye", seconds=SLOW_SECONDS)["t"] == "bye":
                return None
        link.send(guess(number))
        answer = kit.expect(link, "error", "bye", seconds=SLOW_SECONDS)
        if answer.get("code") == "limit":
            return answer
        if answer["t"] == "bye" or answer.get("code") != wrong:
            raise FailedClosing(f"expected {wrong} or limit, got {told(answer)}")
    if kit.world.now() - began < SLOW_SECONDS:
        raise Failed(f"{GUESSES} guesses were answered within {kit.world.now() - began:.1f} seconds")
    return None


def _login(kit: Kit, link: PeerLink, **secret: str) -> Message:
    """The answer to a login; if the server says to wait after many logins, wait and try again."""
    until = kit.world.now() + LONGEST_SECONDS
    while True:
        link.send({"t": "login", "name": kit.name(), **secret})
        answer = kit.expect(link, "logged_in", "error")
        if answer.get("code") != "limit":
            return answer
        seconds = _to_wait(answer)
        skip_if(kit.world.now() + seconds > until, f"the server asks for {seconds} seconds between two logins")
        kit.world.sleep(seconds)


def _to_wait(error: Message) -> int:
    """The seconds to wait that `limit` tells. Raises Failed."""
    seconds = (error.get("args") or {}).get("seconds")
    if type(seconds) is not int or seconds < 1:
        raise Failed(f"limit is to tell in args.seconds how long to wait: {error}")
    return seconds


def _wrong(kit: Kit, link: PeerLink, **secret: str) -> None:
    """A login that must be refused as `wrong_password`."""
    answer = _login(kit, link, **secret)
    if answer.get("code") != "wrong_password" or not absent(answer, "id"):
        raise Failed(f"expected error wrong_password, got {told(answer)}")
    says(answer, "password")


def _right(kit: Kit, link: PeerLink, **secret: str) -> None:
    fail_if((answer := _login(kit, link, **secret))["t"] != "logged_in", f"expected logged_in, got {told(answer)}")


def _password(kit: Kit) -> str:
    if kit.password is None:
        raise Skipped("the suite was given no password")
    return kit.password


def _others(kit: Kit) -> tuple[str, ...]:
    """Passwords that are not the server's, though they are much like it."""
    right = _password(kit)
    return (f"{right} ", right[:-1], right.swapcase() if right.swapcase() != right else f"{right}{right}")


class PasswordCases(Kit):
    def a_password_is_asked_for(self) -> None:
        """PW-1 P-5.11 password: says hello to a server whose password the suite has -> welcome with password true"""
        if self.greet(self.connect()).get("password") is not True:
            raise Failed("welcome does not say that the server asks for a password")

    def no_password_is_a_wrong_one(self) -> None:
        """PW-2 P-5.11 P-12.1 password: logs in without a password, and then with it -> wrong_password for the field
        password, kept; then logged_in"""
        link = self.greeted()
        _wrong(self, link)
        self.stays(link)
        _right(self, link, password=_password(self))

    def wrong_passwords(self) -> None:
        """PW-3 P-5.11 P-12.1 password: logs in with passwords that are much like the right one, and then with that ->
        wrong_password for the field password, kept; then logged_in"""
        link = self.greeted()
        for other in _others(self):
            _wrong(self, link, password=other)
            self.stays(link)
        _right(self, link, password=_password(self))

    def a_password_in_nfd(self) -> None:
        """PW-4 P-5.11 password: logs in with the password in NFD, and in NFC -> logged_in: it is compared in NFC"""
        forms = [unicodedata.normalize(form, _password(self)) for form in ("NFD", "NFC")]
        skip_if(len(set(forms)) == 1, "the given password is the same in NFD and in NFC: give one such as Café")
        for form in forms:
            _right(self, self.greeted(), password=form)

    def the_fifth_wrong_one_closes(self) -> None:
        """PW-5 P-5.11 P-12.3 password: logs in five times without the password, and four times on another connection ->
        after the fifth wrong_password bye wrong_password, come_back false, closed; after the fourth it is kept"""
        first, second = self.greeted(), self.greeted()
        for link in (first, second):
            for _ in range(4):
                _wrong(self, link)
            self.stays(link)
        _wrong(self, first)
        self.closes(first, "wrong_password", come_back=False)
        _right(self, second, password=_password(self))

    def resuming_needs_no_password(self) -> None:
        """PW-6 P-5.11 P-5.8 password: loses the connection, and resumes without the password -> resumed by the token"""
        person = self.person()
        person.ok("list_tables")
        person.drop()
        person.back()

    def no_list_without_it(self) -> None:
        """PW-8 P-5.1 P-5.11 password: lists the tables before it has logged in -> error not_logged_in, kept"""
        link = self.greeted()
        link.send({"t": "list_tables", "id": 1})
        self.refused(link, "not_logged_in", id=1)
        self.stays(link)

    def guessing_is_slow(self) -> None:
        """PW-7 P-5.11 SHOULD password: guesses the password 40 times, three times on each connection -> it is slowed
        down: limit with the seconds to wait, no further connection, or answers that take their time"""
        if limited := guesses(
            self, lambda guess: {"t": "login", "name": self.name(), "password": f"guess {guess}"}, "wrong_password"
        ):
            self.world.sleep(min(_to_wait(limited), LONGEST_SECONDS))
            _right(self, self.greeted(), password=_password(self))
