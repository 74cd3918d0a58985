"""Hello, welcome, versions, heartbeats (P-4, P-10)."""

import math

from uno_protocol.conformance.kit import OF_EVERY_CONNECTION
from uno_protocol.conformance.link import Silent
from uno_protocol.conformance.shapes import HELLO, VERSION
from uno_protocol.conformance.tools import Failed, Kit, fail_if, told


def _unsupported(kit: Kit, versions: list[int]) -> None:
    link = kit.connect()
    link.send({"t": "hello", "versions": versions})
    args = kit.refused(link, "unsupported_version").get("args", {})
    if not isinstance(args.get("lowest"), int) or not isinstance(args.get("highest"), int):
        raise Failed(f"args should have lowest and highest: {args}")
    kit.closes(link, "unsupported_version", come_back=False)


_LEAST = {"max_frame": 4096, "max_frame_before_hello": 1024}
_TIMEOUTS = ("flood", "unsent", "next_deal", "rematch", "start_anyway", "host_away", "watcher_away")
_LIMITS = (
    *("max_frame", "max_frame_before_hello", "server_max_frame", "name_length", "table_name_length", "chat_length"),
    *("requests_burst", "requests_per_second", "changes_burst", "changes_per_second"),
    *("answers_kept", "entries_kept", "tables_per_page"),
)


class GreetingCases(Kit):
    def hello_(self) -> None:
        """GR-1 P-4.2: says hello with one version alone -> welcome with that version"""
        link = self.connect()
        welcome = self.greet(link)
        fail_if(welcome.get("version") != VERSION, f"expected version {VERSION}, got {welcome.get('version')!r}")
        for field, kind in (("server_id", str), ("name", str), ("program", str), ("limits", dict), ("timeouts", dict)):
            fail_if(not isinstance(welcome.get(field), kind), f"welcome has no {field} of its kind")
        self.stays(link)

    def training(self) -> None:
        """GR-24 P-10.6: reads welcome -> training true only where limits let programs be fast"""
        welcome = self.greet(self.connect())
        slowest = min(welcome["limits"][name] for name in ("requests_burst", "requests_per_second"))
        fail_if(welcome.get("training", False) is True and slowest < 1000, "training at the pace of people")

    def a_wide_range(self) -> None:
        """GR-2 P-4.2: says hello with versions 0 to 65535 -> welcome with a version that both speak"""
        link = self.connect()
        link.send({"t": "hello", "versions": [0, 65535]})
        fail_if(self.expect(link, "welcome").get("version", 0) < VERSION, "the version is none of the document's")
        self.stays(link)

    def too_new(self) -> None:
        """GR-3 P-4.2 P-12.1: says hello with versions too new -> unsupported_version with the range"""
        _unsupported(self, [60_000, 60_001])

    def too_old(self) -> None:
        """GR-4 P-4.2 P-12.1: says hello with versions too old -> unsupported_version with the range"""
        _unsupported(self, [0, 0])

    def upside_down(self) -> None:
        """GR-5 P-4.2: says hello with a range that is upside down -> it is refused, closed"""
        link = self.connect()
        link.send({"t": "hello", "versions": [2, 1]})
        error = self.expect(link, "error")
        if error.get("code") not in ("unsupported_version", "bad_schema"):
            raise Failed(f"expected unsupported_version or bad_schema, got {told(error)}")

    def a_request_first(self) -> None:
        """GR-6 P-4.1 P-12.1: sends a request before hello -> error not_greeted, then bye, closed"""
        link = self.connect()
        link.send({"t": "list_tables", "id": 1})
        error = self.expect(link, "error")
        fail_if(error.get("code") != "not_greeted", f"expected not_greeted, got {told(error)}")
        self.closes(link, "not_greeted", come_back=False)

    def anything_else_first(self) -> None:
        """GR-7 P-4.1: sends login, resume, ping, pong before hello -> error not_greeted, then bye, closed"""
        for message in ({"t": "login", "name": "x"}, {"t": "resume", "token": "x"}, {"t": "ping"}, {"t": "pong"}):
            link = self.connect()
            link.send(message)
            self.refuses_and_closes(link, "not_greeted")

    def an_unknown_type_first(self) -> None:
        """GR-8 P-4.1 P-3.6: sends a type that does not exist before hello -> not_greeted, then bye, closed; or
        bad_schema, as it is not a message, and then hello is welcomed"""
        link = self.connect()
        link.send({"t": "levitate"})
        error = self.expect(link, "error")
        if error.get("code") == "bad_schema":
            self.greet(link)
            self.stays(link)
            return
        link.put_back([error])
        self.refuses_and_closes(link, "not_greeted")

    def hello_twice(self) -> None:
        """GR-9 P-4.1 P-12.1: says hello twice -> error already_greeted, then bye, closed"""
        link = self.greeted()
        link.send(HELLO)
        self.refuses_and_closes(link, "already_greeted")

    def hello_within_a_session(self) -> None:
        """GR-10 P-4.1: says hello twice within a session -> error already_greeted, then bye, closed"""
        person = self.person()
        person.link.send(HELLO)
        self.refuses_and_closes(person.link, "already_greeted")

    def silence_from_the_start(self) -> None:
        """GR-11 P-4.1 P-10.2: connects and says nothing -> bye read_timeout after timeouts.hello"""
        most = self.seconds("hello")
        link = self.connect()
        began = self.world.now()
        self.closes(link, "read_timeout", come_back=True, seconds=most + self.timeout)
        if self.world.now() - began < most * 0.7:
            raise Failed(f"it was given up after {self.world.now() - began:.1f} of {most:g} seconds")

    def ping(self) -> None:
        """GR-12 P-4.3: sends ping -> pong with the same nonce"""
        link = self.greeted()
        for nonce in (0, 1, 2**53 - 1):
            link.send({"t": "ping", "nonce": nonce})
            pong = self.expect(link, "pong")
            fail_if(pong.get("nonce", 0) != nonce, f"expected nonce {nonce}, got {pong.get('nonce', 0)}")

    def ping_without_a_nonce(self) -> None:
        """GR-13 P-4.3: sends ping without a nonce -> pong, whose nonce is absent or 0"""
        link = self.greeted()
        link.send({"t": "ping"})
        fail_if(self.expect(link, "pong").get("nonce", 0) != 0, "the nonce is not 0")

    def the_pings_of_the_server(self) -> None:
        """GR-14 P-4.3 P-10.2: waits for the server's pings -> one every timeouts.ping seconds"""
        link = self.greeted()
        link.answers_pings = False
        every = self.seconds("ping")
        for _ in range(2):
            began = self.world.now()
            ping = self.expect(link, "ping", seconds=every + self.timeout)
            link.send({"t": "pong", "nonce": ping.get("nonce", 0)})
            fail_if(self.world.now() - began > every + 2, f"it took {self.world.now() - began:.1f} seconds")
        self.stays(link)

    def a_silent_peer(self) -> None:
        """GR-15 P-4.3 P-10.2 P-12.3 P-4.5: answers no ping and sends nothing -> bye silent after timeouts.silence
        seconds, come back"""
        link = self.greeted()
        link.answers_pings = False
        most = self.seconds("silence")
        began = self.world.now()
        bye = self.find(link, lambda one: one["t"] != "ping", "bye", most + self.timeout)
        link.put_back([bye])
        self.closes(link, "silent", come_back=True)
        if not most * 0.7 < self.world.now() - began < most + 2.5:
            raise Failed(f"it was given up after {self.world.now() - began:.1f} of {most:g} seconds")

    def pings_are_a_sign_of_life(self) -> None:
        """GR-16 P-4.3: answers nothing but sends pings of its own -> the connection is kept"""
        link = self.greeted()
        link.answers_pings = False
        most = self.seconds("silence")
        pause = min(1.0, most / 4)
        with self.for_seconds(most + 2) as time_is_left:
            while time_is_left():
                link.send({"t": "ping", "nonce": 3})
                with self.for_seconds(pause) as it_is_early:
                    while it_is_early():
                        try:
                            fail_if(link.next(pause)["t"] == "bye", "a peer that sends pings was given up")
                        except Silent:
                            break
        self.stays(link)

    def limits(self) -> None:
        """GR-17 P-10.1: reads limits in welcome -> every name of P-10.1, each a number above 0; max_frame 4,096 at
        least, max_frame_before_hello 1,024"""
        self.greeted()
        for name in _LIMITS:
            if self.limit(name) < _LEAST.get(name, 1):
                raise Failed(f"limits.{name} is {self.limit(name)}, and never less than {_LEAST.get(name, 1)}")

    def timeouts(self) -> None:
        """GR-18 P-10.2 P-4.3: reads timeouts in welcome -> hello, read, ping and silence among them, each above 0;
        silence is twice ping at least"""
        told_ = self.greet(self.connect())["timeouts"]
        for name in (*OF_EVERY_CONNECTION, *(one for one in _TIMEOUTS if one in told_)):
            fail_if(not 0 < self.seconds(name) < math.inf, f"timeouts.{name} is {self.seconds(name)}")
        if self.seconds("silence") < 2 * self.seconds("ping"):
            raise Failed(f"silence is at least twice ping, and timeouts are {told_}")

    def unknown_capabilities(self) -> None:
        """GR-19 P-11.3: names capabilities that nobody knows -> they are ignored: welcome"""
        link = self.connect()
        self.greet(link, capabilities=["teleport", "x" * 64])
        self.stays(link)

    def the_server_has_one_id(self) -> None:
        """GR-20 P-4.2 P-5.5: greets twice on two connections -> the same server_id both times"""
        first = self.greet(self.connect()).get("server_id")
        fail_if(self.greet(self.connect()).get("server_id") != first, "server_id has changed")

    def pong_at_once(self) -> None:
        """GR-21 P-4.3: reads how soon a ping is answered -> at once: within a second (a fifth of --timeout), the
        quickest of three"""
        link = self.greeted()
        took = []
        for nonce in range(3):
            began = self.world.now()
            link.send({"t": "ping", "nonce": nonce})
            self.expect(link, "pong")
            took.append(self.world.now() - began)
        fail_if(min(took) > max(1.0, self.timeout / 5), f"it took {min(took):.1f} seconds")

    def the_highest_that_both_speak(self) -> None:
        """GR-22 P-4.2: says hello with versions 1 to 7 -> the highest version that both speak, and none else"""
        asking = self.connect()
        asking.send({"t": "hello", "versions": [60_000, 60_001]})
        highest = self.expect(asking, "error").get("args", {}).get("highest")
        link = self.connect()
        link.send({"t": "hello", "versions": [1, 7]})
        version = self.expect(link, "welcome").get("version")
        if not isinstance(highest, int) or version != min(7, highest):
            raise Failed(f"the server speaks up to {highest!r}, and welcome says {version!r}")

    def the_longest_body_of_a_server(self) -> None:
        """GR-23 P-10.1 P-2.3: reads limits.server_max_frame in welcome -> 65,536: no server sets that otherwise"""
        self.greeted()
        fail_if(self.limit("server_max_frame") != 65_536, f"server_max_frame is {self.limit('server_max_frame')}")
