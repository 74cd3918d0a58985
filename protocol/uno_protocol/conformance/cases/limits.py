"""The limits of a server, and that other people don't suffer when somebody exceeds them (P-10)."""

import math
from contextlib import suppress

from uno_protocol.conformance.checks import come_back
from uno_protocol.conformance.link import PeerClosed, PeerLink, Silent, frame, packed, unpacked
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import placed, until_all
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Failed, FailedClosing, Kit, Message, Skipped, fail_if, same, skip_if, told

# A hand of all faces, so that `why_not` has a long answer while another is asked.
LONG = "rules: official | seats: a b | hand a: R1 R2 | hand b: {hand} | discard: R9"
HAND = " ".join([*(colour + rank for colour in "RYGB" for rank in (*"0123456789", "S", "R", "+2")), "W", "W+4"])
FEW_BYTES = 120 * 1024
"""Less than a server keeps for a peer (P-10.5: usually 256 KiB)."""
MOST_BYTES = 7 * 1024 * 1024
"""More than it keeps, and what the systems on both sides hold on the way, which is some MiB."""
LONGEST_SECONDS = 90
MOST_AT_ONCE = 2000
"""The most messages that a case sends together."""


def _pace(kit: Kit) -> tuple[int, int]:
    """limits.requests_burst and requests_per_second. Raises Skipped if they are too high to test."""
    burst, a_second = kit.limit("requests_burst"), kit.limit("requests_per_second")
    skip_if(burst + 3 * a_second > MOST_AT_ONCE, f"{burst} at once and {a_second} a second are more than is tried")
    return burst, a_second


def _small(person: Person) -> bytes:
    """The frame of a request that changes nothing and has a short answer."""
    person.last_id += 1
    return packed({"t": "lobby_talk", "id": person.last_id, "after": 2**53 - 1})


def _bye(link: PeerLink, seconds: float) -> Message | None:
    """The bye, if it comes next. Raises FailedClosing for an end without it."""
    try:
        message = link.next(seconds)
    except Silent:
        return None
    except PeerClosed as ended:
        raise FailedClosing(f"expected bye, but the connection ended ({ended})") from None
    return message if message["t"] == "bye" else None


class _Taker:
    """A player who asks and takes little or nothing, and somebody else at the table, who is told when its link is lost.
    What the systems on both sides hold on the way need not count as untaken (P-10.5), so it may take some MiB until the
    server notices."""

    def __init__(self, kit: Kit) -> None:
        self._world = kit.world
        self.other, self.player = placed(kit, LONG.format(hand=HAND))
        a_second = kit.limit("requests_per_second")
        self._rate = max(0.25 * a_second, 0.8 * a_second - 1 / kit.seconds("ping"))  # there are pongs, too
        self._due = 0.0
        self._life = kit.seconds("silence") / 4
        self._alive = 0.0
        """When it gave the last sign of life."""
        self.size = len(_body_of(self.player, self.player.ok("why_not")))
        """Bytes that an answer has."""
        self.asked = 0
        self._received = self.player.link.received
        if kit.limit("requests_burst") < 2 * FEW_BYTES / self.size:
            self._world.sleep(FEW_BYTES / self.size / self._rate)  # what has set the scene counts no longer
        self.player.link.let_in(4096)

    def ask(self, size: int) -> None:
        """Ask for so many bytes, at least."""
        count = math.ceil(size / self.size)
        self.asked += count * self.size
        for _ in range(count):
            self.player.request("why_not")
        self._alive = self._world.now()

    def ask_for(self, seconds: float) -> None:
        """Ask for as much as may be asked for in that time without being read more slowly (P-10.3)."""
        self._due += self._rate * seconds
        count, self._due = divmod(self._due, 1)
        if count:
            self.ask(int(count) * self.size)

    @property
    def taken(self) -> int:
        """Bytes that it has taken."""
        return self.player.link.received - self._received

    def take(self) -> None:
        """Take an answer, if one comes."""
        with suppress(Silent, PeerClosed):
            self.player.link.next(0.2)

    def is_lost(self, within: float) -> bool:
        """Whether the player's link is given up within so many seconds; meanwhile it gives signs of life (P-4.3)."""
        end = self._world.now() + within
        while self._is_there() and (now := self._world.now()) < end:
            if now - self._alive >= self._life:
                self.player.link.send({"t": "ping"})
                self._alive = now
            with suppress(Silent):
                self.other.take_in(self.other.link.next(min(end - now, self._life)))
        return not self._is_there()

    def _is_there(self) -> bool:
        return bool(self.other.room["occupants"][self.player.seat]["connected"])

    def is_told_nothing(self, kit: Kit) -> None:
        """Nothing was said on the link that was given up. Raises FailedClosing."""
        kit.closing_seen = True
        self.player.link.let_in(1024 * 1024)
        try:
            while (message := self.player.link.next(15))["t"] != "bye":
                pass
        except Silent:
            raise FailedClosing("it is to be dropped, and the connection stays") from None
        except PeerClosed:
            return
        raise FailedClosing(f"expected to be dropped without a word, got {told(message)}")


def _body_of(person: Person, message: Message) -> bytes:
    return next(body for body in reversed(person.link.bodies) if unpacked(body) == message)


def _is_limit(error: Message) -> None:
    seconds = error.get("args", {}).get("seconds")
    if error.get("code") != "limit" or type(seconds) is not int or seconds < 1:
        raise Failed(f"expected limit with the seconds to wait, got {error}")


class LimitsCases(Kit):
    def a_flood_is_read_more_slowly(self) -> None:
        """LI-1 P-10.3 P-10.1: sends more requests at once than limits.requests_burst: as many more as have to wait for
        two seconds -> all are answered in order, none is refused, and the last ones take their time; kept"""
        person = self.person()
        burst, a_second = _pace(self)
        more = self.too_many()
        began = self.world.now()
        person.link.send_bytes(b"".join(_small(person) for _ in range(burst + more)))
        for id in range(1, burst + more + 1):
            answer = self.expect(person.link, "lobby_talk", "error")
            if answer["t"] == "error" or answer.get("id") != id:
                raise Failed(f"expected the answer to request {id}, got {told(answer)}")
        took = self.world.now() - began
        if took < 0.5 * more / a_second:
            due = f"{more / a_second:.1f} seconds at {a_second} a second"
            raise Failed(f"{more} more than {burst} at once take {due}, not {took:.2f}")
        self.stays(person.link)

    def others_do_not_wait(self) -> None:
        """LI-2 P-10.3: floods the server, and asks for something on another connection -> the other one is answered at
        once: within a second (a fifth of --timeout)"""
        flooding, other = self.people(2)
        burst, _ = _pace(self)
        flooding.link.send_bytes(b"".join(_small(flooding) for _ in range(burst + self.too_many())))
        for _ in range(5):
            began = self.world.now()
            other.ok("list_tables")
            if (took := self.world.now() - began) > max(1.0, self.timeout / 5):
                raise Failed(f"somebody else waits {took:.1f} seconds for an answer")
        flooding.drop()

    def a_flood_that_does_not_end(self) -> None:
        """LI-3 P-10.3 P-12.3: sends twice as much as limits.requests_per_second, on and on -> bye rate_limited with
        come_back true after timeouts.flood seconds, and not before"""
        due = self.seconds("flood")
        link = self.greeted()
        burst, a_second = _pace(self)
        ping = packed({"t": "ping", "nonce": 1})
        began = self.world.now()
        link.send_bytes(ping * (burst + a_second))
        bye: Message | None = None
        while bye is None and self.world.now() - began < due + 20:
            link.send_bytes(ping * 2 * a_second)
            until_then = self.world.now() + 1
            while bye is None and (left := until_then - self.world.now()) > 0:
                bye = _bye(link, left)
        self.closing_seen = True
        took = self.world.now() - began
        if bye is None or bye.get("code") != "rate_limited" or bye.get("come_back") is not True:
            raise FailedClosing(f"expected bye rate_limited after {took:.0f} seconds, got {bye}")
        if took < 0.8 * due:
            raise FailedClosing(f"expected bye rate_limited after {due:.0f} seconds, but it came after {took:.0f}")

    def a_peer_that_takes_nothing(self) -> None:
        """LI-4 P-10.5 P-10.2 P-4.4: asks for 120 KiB and reads nothing; if that is not noticed, asks on and on, for 7
        MiB at most -> dropped without a word, after timeouts.unsent seconds and not at once; the seat is held, and
        others go on"""
        due = self.seconds("unsent")
        taker = _Taker(self)
        taker.ask(FEW_BYTES)
        if taker.is_lost(within=due / 2):
            raise FailedClosing(f"it has {due:g} seconds to take {FEW_BYTES} bytes, and was dropped in half of them")
        taker.other.ok("why_not")
        lost = taker.is_lost(within=due / 2 + 2)
        end = self.world.now() + LONGEST_SECONDS
        while not lost and taker.asked < MOST_BYTES:
            taker.ask_for(0.5)
            lost = taker.is_lost(within=0.5)
            if not lost and self.world.now() > end:
                raise Skipped(f"in {LONGEST_SECONDS} seconds too little can be asked for to tell what is untaken")
        if not lost and not taker.is_lost(within=due + 3):
            raise FailedClosing(f"it has taken nothing of {taker.asked} bytes in {due:g} seconds, and is not dropped")
        taker.is_told_nothing(self)
        taker.player.back()

    def a_peer_that_leaves_too_much(self) -> None:
        """LI-5 P-10.5 P-4.4: asks on and on, and takes an answer now and then: it leaves more and more, 7 MiB at most
        -> dropped without a word: the server keeps so much for nobody"""
        taker = _Taker(self)
        taker.ask(min(MOST_BYTES, self.limit("requests_burst") // 2 * taker.size))
        end = self.world.now() + LONGEST_SECONDS
        while not taker.is_lost(within=0.5):
            if taker.asked >= MOST_BYTES + taker.taken:
                raise FailedClosing(f"of {taker.asked} bytes it has taken {taker.taken}, and is not dropped")
            if self.world.now() > end:
                raise Skipped(f"in {LONGEST_SECONDS} seconds too little can be asked for to tell what is untaken")
            taker.take()
            taker.ask_for(0.5)
        taker.is_told_nothing(self)
        taker.player.back()

    def many_connections(self) -> None:
        """LI-6 P-10.4 P-12.3: makes 40 connections at once and greets on each -> each is welcomed, or gets bye
        too_many_connections with come_back true and nothing else"""
        links = []
        hello = packed(HELLO)
        for _ in range(40):
            links.append(link := self.connect())
            link.send_bytes(hello)
        welcomed = 0
        for link in links:
            first = self.expect(link, "welcome", "bye")
            if first["t"] == "welcome":
                welcomed += 1
            elif first.get("code") != "too_many_connections" or first.get("come_back") is not True:
                raise FailedClosing(f"expected bye too_many_connections with come_back true, got {told(first)}")
        fail_if(not welcomed, "none was welcomed")

    def many_names(self) -> None:
        """LI-7 P-10.4 P-12.1: logs in under 40 names at once -> logged_in, or limit with the seconds to wait; kept"""
        for _ in range(40):
            link = self.greeted()
            link.send({"t": "login", "name": self.name(), **self.secret})
            answer = self.expect(link, "logged_in", "error")
            if answer["t"] == "error":
                _is_limit(answer)
                self.stays(link)
                return
            link.close()

    def many_tables(self) -> None:
        """LI-8 P-10.4 P-12.1: opens and leaves tables, 20 times -> joined, or limit with the seconds to wait; kept, and
        no table is opened then"""
        person = self.person()
        for _ in range(20):
            answer = person.ask("create_table", name=self.name())
            if answer["t"] == "error":
                _is_limit(answer)
                person.refused("leave_table", "not_at_table")
                self.stays(person.link)
                return
            person.ok("leave_table")

    def the_largest_messages(self) -> None:
        """LI-9 P-2.3 P-10.1: fills a table with ten people of the longest names, the longest remarks and full hands,
        and takes snapshots -> no body is longer than limits.server_max_frame"""
        length, most = self.limit("name_length"), self.limit("server_max_frame")
        people = [self.person(self.name().ljust(length, "\U00020000")) for _ in range(10)]
        options = {"decks": "2", "hand_size": "15", "uno_grace": "0"}
        people[0].open(
            {"seats": 10, "options": options, "turn_seconds": 0},
            self.name().ljust(self.limit("table_name_length"), "\u4e00"),
        )
        for one in people[1:]:
            one.join(people[0].code)
        for one in people:
            for _ in range(2):
                one.ok("chat", text="\U00020000" * self.limit("chat_length"))
            one.ok("ready")
        people[0].ok("start")
        until_all(people, lambda one: one.picture is not None and one.picture.game is not None, "the game")
        for one in people:
            come_back(one)
            same("the remarks", 20, len(one.room["remarks"]))
            longest = max(map(len, one.link.bodies))
            fail_if(longest > most, f"a body of {longest} bytes came, and limits.server_max_frame is {most}")

    def the_longest_play(self) -> None:
        """LI-10 P-10.1 P-2.3: sends the longest request that there may be: 120 cards and colours in a play -> it is
        read, and refused for what it asks"""
        _, player = placed(self, LONG.format(hand=HAND))
        message = {"t": "play", "id": 50, "decision": player.decision, "cards": ["Y0"] * 120, "colours": ["R"] * 120}
        player.last_id = 50
        fail_if(len(packed(message)) > self.limit("max_frame"), "limits.max_frame does not admit the longest play")
        player.link.send(message)
        same("the answer", "not_in_hand", player.answer(50).get("code"))
        message = {**message, "id": 51, "cards": ["Y0"] * 121, "colours": ["R"] * 121}
        player.last_id = 51
        player.link.send_bytes(frame(packed(message)[4:]))
        same("the answer to 121 cards", "bad_schema", player.answer(51).get("code"))
