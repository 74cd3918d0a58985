"""The tools that cases are written with: connections and people, limits and time-outs, and what they expect."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus

from uno_protocol.conformance.carried import NORMAL, TOO_LONG, NotUpgraded
from uno_protocol.conformance.link import PeerClosed, PeerLink, Silent
from uno_protocol.conformance.patience import FACTOR, FACTOR_ALONE, Patience, Wait
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.secured import ALERT, ALERT_BYTES, FATAL
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.verdicts import (
    Failed,
    FailedClosing,
    Message,
    Skipped,
    fail_if,
    seconds_of,
    skip_if,
    told,
)
from uno_protocol.conformance.visit import BrowserVisit
from uno_protocol.conformance.world import REAL, World

OF_EVERY_CONNECTION = ("hello", "read", "ping", "silence")
"""The time-outs after which a connection is given up (P-2.4, P-4.1, P-4.3)."""
USUAL_FLOOD_SECONDS = 120.0
_LETTERS = "acdefghkprtxyz2346789"
"""No two of them look alike (P-5.3)."""


class LoginRefused(Failed):
    """A login that should succeed was refused."""

    def __init__(self, error: Message) -> None:
        super().__init__(f"expected logged_in, got {told(error)}")
        self.code = error.get("code")


class Kit:
    """One case's tools. Everything they open is closed when the case is over."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        timeout: float = 5.0,
        welcome: Message | None = None,
        password: str | None = None,
        patience: Patience | None = None,
        world: World = REAL,
        encrypted: bool = False,
        web: bool = False,
    ) -> None:
        """`welcome`: one received before, so that a case knows the limits before it connects. `password`: the server's,
        if it has one (P-5.11). `encrypted`, `web`: connections are encrypted (P-20), are WebSockets (P-17), unless a
        case wants it otherwise."""
        self.host = host
        self.port = port
        self.timeout = timeout
        self.world = world
        self.password = password
        self.encrypted, self.web = encrypted, web
        self.patience = patience or Patience()
        self.words = ""
        """The language in which clients ask for words (P-4.9); empty: they don't."""
        self.alone = False
        """Whether no other case runs meanwhile."""
        self._links: list[PeerLink] = []
        self._visits: list[BrowserVisit] = []
        self._names: set[str] = set()
        self._given_up = False
        self._end_keeping: Callable[[], None] | None = None
        self.welcome: Message = welcome or {}
        """The last `welcome` received."""
        self.closing_seen = False
        """Whether a connection's end was judged."""

    def connect(self, *, encrypted: bool | None = None, web: bool | None = None) -> PeerLink:
        """A new connection, on which nothing was said yet. Raises Failed, or Crowded. `encrypted`: whether by TLS;
        `web`: whether by WebSocket; None: as all of this run."""
        wait = self.wait()
        by_tls = self.encrypted if encrypted is None else encrypted
        by_web = self.web if web is None else web
        while True:
            try:
                link = PeerLink(self.host, self.port, self.timeout, encrypted=by_tls, web=by_web, world=self.world)
            except NotUpgraded as refused:
                if refused.status != HTTPStatus.SERVICE_UNAVAILABLE:
                    raise Failed(str(refused)) from refused
                wait.once_more("too_many_connections", None)
                continue
            except OSError as fault:
                raise Failed(f"no connection: {fault}") from fault
            if not self.patience.tight or (bye := _at_the_door(link)) is None:
                break
            link.close()
            wait.once_more("too_many_connections", bye.get("after"))
        self._links.append(link)
        if self._given_up:
            link.give_up()
        if self._end_keeping is None:
            self._end_keeping = self.world.every(0.1, self._keep)
        return link

    def visit(self, *, encrypted: bool | None = None) -> BrowserVisit:
        """A new connection for requests of HTTP. Raises Failed. `encrypted`: whether by TLS; None: as all of this
        run."""
        try:
            by_tls = self.encrypted if encrypted is None else encrypted
            visit = BrowserVisit(self.host, self.port, self.timeout, encrypted=by_tls, world=self.world)
        except OSError as fault:
            raise Failed(f"no connection: {fault}") from fault
        self._visits.append(visit)
        return visit

    def _keep(self) -> None:
        """Answer pings on links that the case does not use for a while, so that the server does not give them up."""
        told_ = self.welcome.get("timeouts", {})
        every = min(self._number(told_.get(name)) for name in ("ping", "silence"))
        for link in tuple(self._links):
            link.keep(min(1.0, every / 4))

    @staticmethod
    def _number(value: object) -> float:
        return float(value) if isinstance(value, int | float) else 4.0

    def greeted(self) -> PeerLink:
        """A connection that was welcomed."""
        link = self.connect()
        self.greet(link)
        return link

    @property
    def hello(self) -> Message:
        """The first message of a connection."""
        words = {"words": self.words} if self.words else {}
        return {**HELLO, "program": "uno-conformance", **words}

    def greet(self, link: PeerLink, **fields: object) -> Message:
        """Say hello and get the welcome. Raises Failed, or Crowded."""
        wait = self.wait()
        while True:
            link.send({**self.hello, **fields})
            message = self.hear(link)
            if message["t"] != "bye" or message.get("code") != "too_many_connections":
                break
            wait.once_more("too_many_connections", message.get("after"))
            try:
                link.anew()
            except OSError as fault:
                raise Failed(f"no connection: {fault}") from fault
        fail_if(message["t"] != "welcome", f"expected welcome, got {told(message)}")
        self.welcome = message
        return message

    def log_in(self, link: PeerLink, name: str | None, **more: object) -> Message:
        """Start a session, with the server's password if it has one: the `logged_in`; without a `name` that of a
        screen; `more` fields that aren't None. Raises Failed, or Crowded."""
        who: Message = {"screen": True} if name is None else {"name": name}
        who |= {field: value for field, value in more.items() if value is not None}
        wait = self.wait()
        while True:
            link.send({"t": "login", **who, **self.secret})
            message = self.expect(link, "logged_in", "error")
            if message["t"] == "logged_in":
                return message
            if message.get("code") != "limit":
                raise LoginRefused(message)
            wait.once_more("limit for login", seconds_of(message))

    @property
    def secret(self) -> Message:
        """What a login has beside the name: the server's password, if it needs one (P-5.11). Raises Skipped if it does
        and the suite has none."""
        if self.welcome.get("password") is not True:
            return {}
        skip_if(self.password is None, "the server needs a password: set UNO_PASSWORD or use --password-file")
        return {"password": self.password}

    def wait(self) -> Wait:
        """A wait for something that the server's limits may delay."""
        return Wait(self.patience, self.timeout * (FACTOR_ALONE if self.alone else FACTOR), self.world)

    def limit(self, name: str) -> int:
        """A limit from the server's welcome. Raises Failed if it is missing."""
        if not self.welcome:
            self.greeted()
        value = self.welcome.get("limits", {}).get(name)
        if type(value) is not int:
            raise Failed(f"welcome has no limits.{name}")
        return value

    def too_many(self) -> int:
        """How many messages beyond the burst wait for two seconds, or for half the flood time-out (P-10.3)."""
        a_second = self.limit("requests_per_second")
        flood = self.welcome.get("timeouts", {}).get("flood") or USUAL_FLOOD_SECONDS
        return max(1, int(min(2.0, flood / 2) * a_second))

    def seconds(self, name: str) -> float:
        """A time-out from the server's welcome. If it is missing, raises Skipped, or Failed for those always there."""
        if not self.welcome:
            self.greeted()
        value = self.welcome.get("timeouts", {}).get(name)
        if value is None and name not in OF_EVERY_CONNECTION:
            raise Skipped(f"the server does not give timeouts.{name}, which is optional (P-10.2)")
        fail_if(isinstance(value, bool) or not isinstance(value, (int, float)), f"welcome has no timeouts.{name}")
        return float(value)

    @property
    def capabilities(self) -> list[str]:
        """The server's capabilities."""
        if not self.welcome:
            self.greeted()
        return list(self.welcome.get("capabilities", []))

    def need(self, capability: str) -> None:
        """Raise Skipped unless the server has the capability."""
        skip_if(capability not in self.capabilities, f"the server does not have the capability {capability}")

    def overlooked(self) -> None:
        """Raise Failed if something came unasked that no server may send."""
        for link in self._links:
            if fault := link.overlooked():
                raise fault

    def give_up(self) -> None:
        """End the case soon, by ending its connections, as nobody waits for its result. Called from another thread."""
        self._given_up = True
        for link in tuple(self._links):
            link.give_up()

    def close(self) -> None:
        """Close everything."""
        if self._end_keeping is not None:
            self._end_keeping()
        for link in self._links:
            link.close()
        for visit in self._visits:
            visit.close()

    def expect(self, link: PeerLink, *types: str, seconds: float | None = None) -> Message:
        """The next message, which must be of one of these types. Raises Failed."""
        message = self.hear(link, seconds)
        fail_if(message["t"] not in types, f"expected {' or '.join(types)}, got {told(message)}")
        return message

    def hear(self, link: PeerLink, seconds: float | None = None) -> Message:
        """The next message of any type. Raises Failed."""
        try:
            return link.next(seconds)
        except Silent:
            raise Failed("nothing came in time") from None
        except PeerClosed as ended:
            raise Failed(f"the connection ended ({ended})") from None

    def find(self, link: PeerLink, fits: Callable[[Message], bool], what: str, seconds: float | None = None) -> Message:
        """The next message that fits; earlier ones are skipped. Raises Failed."""
        until = self.world.now() + (self.timeout if seconds is None else seconds)
        passed: list[str] = []
        while (left := until - self.world.now()) > 0:
            try:
                message = link.next(left)
            except Silent:
                break
            except PeerClosed as ended:
                raise Failed(f"expected {what}, but the connection ended ({ended}) after {passed}") from None
            if fits(message):
                return message
            passed.append(told(message))
        raise Failed(f"{what} did not come in time; instead came {', '.join(passed[-5:]) or 'nothing'}")

    def quiet(self, link: PeerLink, seconds: float = 0.3) -> None:
        """Assert that nothing comes for this long. Raises Failed."""
        try:
            message = link.next(seconds)
        except Silent:
            return
        except PeerClosed as ended:
            raise FailedClosing(f"the connection ended ({ended})") from None
        raise Failed(f"expected nothing, got {told(message)}")

    def refused(self, link: PeerLink, code: str, *, id: int | None = None, seconds: float | None = None) -> Message:
        """Expect an `error` of that code next, for that request or for the connection. Raises Failed."""
        error = self.expect(link, "error", seconds=seconds)
        fail_if(error.get("code") != code, f"expected error {code}, got {told(error)}")
        if error.get("id") != id:
            raise Failed(f"it should be {'without an id' if id is None else f'about request {id}'}: {told(error)}")
        return error

    def closes(self, link: PeerLink, code: str, *, come_back: bool, seconds: float | None = None) -> Message:
        """Expect `bye` with that code next, then the end of the stream. Raises FailedClosing."""
        self.closing_seen = True
        try:
            bye = self.expect(link, "bye", seconds=seconds)
        except Failed as failed:
            raise FailedClosing(f"expected bye {code}: {failed}") from None
        if bye.get("code") != code or bye.get("come_back") is not come_back:
            raise FailedClosing(f"expected bye {code} with come_back {come_back}, got {told(bye)}")
        try:
            message = link.next()
        except PeerClosed:
            if link.carried and link.carried.code not in (NORMAL, TOO_LONG if code == "frame_too_large" else NORMAL):
                raise FailedClosing(f"after bye the close code is {link.carried.code} (P-17.9)") from None
            return bye
        except Silent:
            raise FailedClosing("after bye the connection stays open") from None
        raise FailedClosing(f"expected nothing after bye, got {told(message)}")

    def refuses_and_closes(self, link: PeerLink, code: str, seconds: float | None = None) -> None:
        """Expect an `error` without an id, then `bye` with the same code and `come_back` false, then the end. Of a
        message of WebSocket that is too long, the close code alone may tell (P-17.9)."""
        if link.carried and code == "frame_too_large" and self._told_by_code(link, seconds):
            return
        self.refused(link, code, seconds=seconds)
        self.closes(link, code, come_back=False)

    def _told_by_code(self, link: PeerLink, seconds: float | None) -> bool:
        try:
            link.put_back([link.next(seconds)])
        except Silent:
            return False
        except PeerClosed:
            self.closing_seen = True
            return link.carried is not None and link.carried.code == TOO_LONG
        return False

    def stays(self, link: PeerLink) -> None:
        """Expect that the connection is kept: a ping is answered. Raises FailedClosing."""
        self.closing_seen = True
        nonce = self.world.chance.randrange(2**40)
        link.send({"t": "ping", "nonce": nonce})
        try:
            self.find(link, lambda one: one["t"] == "pong" and one.get("nonce") == nonce, "pong")
        except Failed as failed:
            raise FailedClosing(f"the connection should be kept: {failed}") from None

    def alerted(self, hello: bytes, alert: int) -> None:
        """Expect a fatal alert of TLS, and the end, in answer to a first record. Raises Failed and FailedClosing."""
        got = b""
        try:
            with closing(self.world.connect(self.host, self.port, self.timeout)) as raw:
                raw.sendall(hello)
                while received := raw.recv(1024):
                    got += received
        except TimeoutError:
            raise FailedClosing(f"the connection stays open after {got.hex(' ') or 'nothing'}") from None
        except OSError as fault:
            raise Failed(f"expected an alert, got {fault}") from fault
        if len(got) != ALERT_BYTES or got[0] != ALERT or got[5:] != bytes((FATAL, alert)):
            raise Failed(f"expected the fatal alert {alert}, got {got[:40].hex(' ') or 'nothing'}")
        self.closing_seen = True

    def name(self, room: int = 0) -> str:
        """A new name of at most 8 characters, which leaves `room` for more characters within `limits.name_length`."""
        most = self.welcome.get("limits", {}).get("name_length")
        length = min(8, most if type(most) is int else 8) - room
        while (
            name := "k" + "".join(self.world.chance.choice(_LETTERS) for _ in range(max(3, length) - 1))
        ) in self._names:
            pass
        self._names.add(name)
        return name

    def person(self, name: str | None = None, **more: object) -> Person:
        """Log a person in."""
        return Person(self, name or self.name(), **more)

    def screen(self) -> Person:
        """Log a screen in."""
        return Person(self, None)

    def people(self, count: int) -> list[Person]:
        """Several people."""
        return [self.person() for _ in range(count)]

    def hosted(self, count: int, new: Message | None = None, name: str | None = None) -> list[Person]:
        """Several people, the first of whom has opened a table."""
        people = self.people(count)
        people[0].open(new, name)
        return people

    def watched(self, new: Message | None = None) -> list[Person]:
        """The host of a new table, and somebody who watches."""
        people = self.hosted(2, new)
        people[1].watch(people[0].code)
        return people

    def table(self, count: int = 2, **new: object) -> list[Person]:
        """People at a new table with as many seats (or `seats`), the host first, who have read their snapshots."""
        people = self.people(count)
        people[0].open({"seats": max(count, 2), **new})
        for other in people[1:]:
            other.join(people[0].code)
        return people

    def playing(self, count: int = 2, **new: object) -> list[Person]:
        """People at a new table (`table`) whose game has begun, who have read everything up to the first question."""
        people = self.table(count, **new)
        for one in people:
            one.ok("ready")
        people[0].ok("start")
        for one in people:
            one.catch_up()
        return people

    @contextmanager
    def for_seconds(self, seconds: float) -> Iterator[Callable[[], bool]]:
        """Gives a function that tells whether there is time left."""
        until = self.world.now() + seconds
        yield lambda: self.world.now() < until


def _at_the_door(link: PeerLink) -> Message | None:
    """The bye of a server that refuses more connections, if it comes before anything is said (P-4.4)."""
    try:
        message = link.next(0.05)
    except (Silent, PeerClosed):
        return None
    link.put_back([message])
    return message if message["t"] == "bye" and message.get("code") == "too_many_connections" else None
