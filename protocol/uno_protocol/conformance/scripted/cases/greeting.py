"""The first messages: hello, welcome and login (P-3, P-4, P-5)."""

import contextlib
import struct
import time
from typing import Any

from uno_protocol.conformance.link import PeerClosed, Silent, packed
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import CODE
from uno_protocol.conformance.scripted.stage import ENTRANCES, Stage
from uno_protocol.conformance.shapes import OLDEST, VERSION, may_be
from uno_protocol.conformance.verdicts import Failed, Message, Skipped, fail_if, skip_if


def _drip(guest: Guest, message: Message) -> None:
    data = packed(message)
    for at in range(len(data)):
        guest.say_bytes(data[at : at + 1])
        if at % 16 == 0:
            time.sleep(0.001)


def longhand(value: Any, *, short_floats: bool = False) -> bytes:
    """The msgpack of a value in its longest headers."""
    match value:
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return b"\xd3" + struct.pack(">q", value)
        case float():
            return b"\xca" + struct.pack(">f", value) if short_floats else b"\xcb" + struct.pack(">d", value)
        case str():
            data = value.encode()
            return b"\xdb" + struct.pack(">I", len(data)) + data
        case dict():
            inside = b"".join(longhand(each, short_floats=short_floats) for pair in value.items() for each in pair)
            return b"\xdf" + struct.pack(">I", len(value)) + inside
        case list():
            inside = b"".join(longhand(each, short_floats=short_floats) for each in value)
            return b"\xdd" + struct.pack(">I", len(value)) + inside
    raise TypeError(f"{type(value).__name__} is not spoken")


def logins_within(stage: Stage, guest: Guest, seconds: float, error: Message) -> int:
    """How often the client logs in within a time, here and on further connections, while each login is refused."""
    until, count = time.monotonic() + seconds, 0
    while count <= 100 and (left := until - time.monotonic()) > 0:
        try:
            count += guest.next(left)["t"] == "login"
            guest.say({"t": "error", **error})
        except Silent:
            break
        except PeerClosed:
            again = stage.perhaps(max(0.0, until - time.monotonic()))
            welcomed = None if again is None else stage.welcomed(again)
            if welcomed is None:
                break
            guest = welcomed
    return count


class ClientGreetingCases(Stage):
    def hello_comes_first(self) -> None:
        """CL-1 P-4.1: accepts and says nothing -> hello, first, within 5 seconds, and nothing more"""
        guest = self.guest()
        guest.hear("hello", seconds=5.0)
        more = guest.collect(1.0)
        if more or guest.pings:
            raise Failed(f"before welcome there came also {more[0]['t'] if more else 'ping'}")

    def hello_is_sound(self) -> None:
        """CL-2 P-4.1 P-4.2: looks at hello -> its fields are as the document says, with its version"""
        hello = self.guest().hear("hello")
        versions = hello.get("versions")
        if not (isinstance(versions, list) and len(versions) == 2 and all(type(each) is int for each in versions)):
            raise Failed(f"versions is {versions!r}")
        if not 0 <= versions[0] <= VERSION or not OLDEST <= versions[1] <= 65_535 or versions[0] > versions[1]:
            raise Failed(f"versions is {versions!r}: none of {OLDEST} to {VERSION} is in it")
        for field in ("program", "program_version"):
            if field in hello and not (isinstance(hello[field], str) and len(hello[field]) <= 64):
                raise Failed(f"{field} is {hello[field]!r:.200}")
        capabilities = hello.get("capabilities", [])
        fail_if(not may_be(capabilities, "hello", "capabilities"), f"capabilities is {capabilities!r:.200}")

    def one_login_after_welcome(self) -> None:
        """CL-3 P-5.1 P-4.1: welcomes the client, and waits -> one login with a name, without a field that the document
        does not have, and no second hello"""
        guest = self.greeted()
        login = guest.hear("login")
        if not isinstance(login.get("name"), str) or not 0 < len(login["name"]) <= 1024:
            raise Failed(f"login has the name {login.get('name')!r:.200}")
        if unknown := set(login) - {"t", "name", "password", "screen", "face", "program"}:
            raise Failed(f"login has the keys {sorted(unknown)}")
        more = [one["t"] for one in guest.collect(1.0) if one["t"] in ("hello", "login", "resume")]
        if more:
            raise Failed(f"the client sends {more[0]} before the answer to login")

    def another_version(self) -> None:
        """CL-4 P-4.2 SHOULD: answers hello with unsupported_version and closes -> the client does not come back"""
        guest = self.guest()
        guest.hear("hello")
        guest.say({"t": "error", "code": "unsupported_version", "args": {"lowest": 7, "highest": 9}})
        guest.bye("unsupported_version", come_back=False)
        self.stays_away()

    def another_version_is_told(self) -> None:
        """CL-5 P-4.2 SHOULD: answers hello with unsupported_version and closes -> the client tells its user"""
        guest = self.guest()
        guest.hear("hello")
        before = self.program.told
        guest.say({"t": "error", "code": "unsupported_version", "args": {"lowest": 7, "highest": 9}})
        guest.bye("unsupported_version", come_back=False)
        fail_if(not self.until(lambda: len(self.program.shown.strip()) > before), "the client shows nothing")

    def a_version_that_was_not_offered(self) -> None:
        """CL-6 P-4.2: welcomes with a version above those of hello -> it does not go on in a version not its own"""
        guest = self.guest()
        versions = guest.hear("hello").get("versions")
        if not isinstance(versions, list) or not may_be(versions, "hello", "versions"):
            raise Skipped(f"hello has the versions {versions!r:.200} (CL-2)")
        guest.say(self.welcome(version=versions[1] + 1))
        if more := guest.collect(1.0):
            raise Failed(f"the client goes on with {more[0]['t']}")
        self.sound()

    def one_byte_at_a_time(self) -> None:
        """CL-7 P-2.2: sends one byte at a time -> the client logs in and asks for a table as usual"""
        guest = self.greeted(say=_drip)
        self.log_in(guest, say=_drip)
        skip_if(self.request(guest, *ENTRANCES, "list_tables") is None, "the command asks for no table by itself")
        self.answers(guest)

    def longest_forms(self) -> None:
        """CL-8 P-3.2: writes every number, text, array and map of welcome in the longest form of msgpack -> the client
        goes on with login"""
        self.greeted(say=lambda guest, welcome: guest.say_body(longhand(welcome))).hear("login")

    def seconds_in_every_kind(self) -> None:
        """CL-9 P-3.6: writes the time-outs of welcome as ints and as floats of 32 bits -> the client goes on with
        login: an int is taken where seconds are asked"""

        def say(guest: Guest, welcome: Message) -> None:
            guest.say_body(longhand(welcome, short_floats=True))

        self.greeted(say=say, timeouts={"hello": 5, "read": 10}).hear("login")

    def a_server_with_a_password(self) -> None:
        """CL-10 P-5.11: says in welcome that it needs a password -> a login with a password, or none"""
        guest = self.welcomed(password=True)
        if guest is not None and any(
            one["t"] == "login" and not isinstance(one.get("password"), str) for one in guest.collect(1.5)
        ):
            raise Failed("the client sends a login without the password")
        self.sound()

    def names_that_are_refused(self) -> None:
        """CL-11 P-5.4 P-5.3: refuses the name as taken, and the next ones as rejected -> the client ends, asks its
        user, or tries again, and not without end: at most 100 times in 1.5 seconds"""
        guest = self.greeted()
        guest.hear("login")
        guest.say({"t": "error", "code": "name_taken", "field": "name"})
        until, tries = time.monotonic() + 1.5, 1
        with contextlib.suppress(Silent, PeerClosed):
            while tries <= 100:
                if guest.next(max(0.0, until - time.monotonic()))["t"] == "login":
                    tries += 1
                    guest.say({"t": "error", "code": "name_rejected", "field": "name", "args": {"reason": "control"}})
        fail_if(tries > 100, f"in {1.5 - until + time.monotonic():.1f} seconds the client tries {tries} times")
        self.sound()

    def limits_are_those_of_welcome(self) -> None:
        """CL-12 P-2.3 P-10.1: gives 4,096 bytes as max_frame in welcome, and 1,024 as chat_length; types chat of 1,020
        characters of four bytes, if it is told how -> no body of the client is longer"""
        guest = self.seated(limits={"max_frame": 4096, "chat_length": 1024})
        self.request(guest, "ready", seconds=1.0)
        if self.program.types("talk", text="\U0001f0cf" * 1020):
            self.request(guest, "chat", seconds=2.0)
        self.answers(guest)

    def the_name_is_that_of_logged_in(self) -> None:
        """CL-13 P-5.2: answers login with another name, as normalised -> the client goes on under it"""
        guest = self.greeted()
        guest.hear("login")
        guest.say({"t": "logged_in", "name": "Änn", "token": self.token})
        self.name = "Änn"
        self.sit(guest)
        self.answers(guest)

    def nil_is_absence(self) -> None:
        """CL-14 P-3.8: writes nil for what may be absent, and leaves out what has its absent value -> it takes both"""
        guest = self.entered(capabilities=[])
        request = self.entrance(guest)
        snapshot = {**self.place.snapshot(), "game": None}
        guest.say({"t": "joined", "id": request["id"], "table": CODE, "seat": 0, "note": None}, snapshot)
        guest.say({"t": "clock", "table": CODE, "decision": 0, "seconds": None, "of": None})
        guest.say({"t": "ping"}, {"t": "ping", "nonce": None})
        self.answers(guest)
        pongs = sum(one["t"] == "pong" and one.get("nonce", 0) in (0, None) for one in guest.heard)
        fail_if(pongs < 2, f"of two pings without a nonce, which is 0, absent once and nil once, {pongs} are answered")

    def hello_is_short(self) -> None:
        """CL-118 P-2.3: measures the body of hello -> not more than 1,024 bytes: what the client may send at least is
        told to it in welcome"""
        guest = self.guest()
        fail_if(guest.hear("hello") and guest.midway, "something follows hello before welcome has come")

    def a_slow_welcome(self) -> None:
        """CL-134 P-5.10 P-4.1: answers hello after 3 seconds -> the client waits, and logs in then"""

        def say(guest: Guest, welcome: Message) -> None:
            fail_if(guest.collect(3.0) or guest.ended, "the client does not wait for welcome")
            guest.say(welcome)

        self.greeted(say=say).hear("login")

    def a_slow_login(self) -> None:
        """CL-135 P-5.10: answers login after 3 seconds -> the client waits, and goes on then"""
        guest = self.greeted()
        login = guest.hear("login")
        fail_if(guest.collect(3.0) or guest.ended, "the client does not wait for the answer to login")
        guest.say({"t": "logged_in", "name": login["name"], "token": self.token})
        self.answers(guest)

    def too_many_logins(self) -> None:
        """CL-136 P-10.4 P-6.6 SHOULD: refuses each login for 3 seconds with limit and 30 seconds to wait -> no storm:
        not more than 3 logins; the client waits, ends, or asks its user"""
        logins = logins_within(self, self.greeted(), 3.0, {"code": "limit", "args": {"seconds": 30}})
        fail_if(logins > 3, f"within 3 seconds the client logs in {logins} times")
        self.sound()
