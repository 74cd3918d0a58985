"""The link: one player's connection to one server, which greets, logs in or resumes, and comes back after a loss.

A shell around connection.py. It numbers nothing and keeps no requests: what its owner must know is
delivered as uno_client/messages.py says, and for `resume` it asks its owner where the table's log was left.
"""

import asyncio
import random
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import NoReturn

from uno_client.address import Address
from uno_client.exits import EXIT_FAILURE, EXIT_PROTOCOL, EXIT_UNAVAILABLE
from uno_client.messages import Connecting, Input, LinkDown, LinkUp
from uno_client.names import name_of_user, numbered, with_digits
from uno_client.net.connection import PING_SECONDS, SILENCE_SECONDS, Connection, Ended, Lost
from uno_client.net.known_servers import Unreadable
from uno_client.net.token_store import Claim, TokenStore
from uno_client.net.vetting import Again, Vetting, doubted
from uno_client.trust import Doubt, Terms, Trust
from uno_client.wording.words import error_text
from uno_engine.language import _
from uno_protocol import messages as net

GREETING_SECONDS = 5.0
LONGEST_PAUSE = 5.0
SHORT_LIFE = 1.0
"""Seconds; after a shorter connection the client doesn't retry immediately; if nothing arrived, pauses keep growing."""
FIRST_ATTEMPTS = 5
"""How often a server that has greeted is tried again before there is a session."""
MOST_NAMES = 50
"""How many names are tried if none was asked for."""

Deliver = Callable[[Input], None]
Session = net.LoggedIn | net.Resumed


class ClientLink:
    """Connected to `address` as far as that is possible. `name` None: a free one is found.

    `position`: the table and the last entry seen, for `resume`.
    `password` goes to a server that asks for one (P-5.11). `terms`: how far strangers are trusted.
    `patience`: seconds without a connection after which the link gives up; None for never.
    `proposed`: the name that is tried first without `name`; empty: the login name. `face`: the one wished for (P-5.15).
    A name with six digits behind it continues another device's session (P-5.16). `claims`: its player's seat is asked
    for (P-5.17).
    """

    def __init__(
        self,
        address: Address,
        name: str | None,
        tokens: TokenStore,
        position: Callable[[], tuple[str | None, int | None]],
        patience: float | None = None,
        password: str | None = None,
        terms: Terms = Terms(),  # noqa: B008  (frozen)
        proposed: str = "",
        face: int | None = None,
        claims: bool = False,
        program: bool = False,
    ) -> None:
        self._wanted: str | None = None
        self._digits = ""
        if name is not None:
            self._wanted, self._digits = with_digits(name)
        self._address, self._tokens, self._position, self._claims = address, tokens, position, claims
        self._deliver: Deliver = lambda _: None
        self._patience, self._password, self._terms = patience, password, terms
        self._proposed, self._face, self._program = proposed, face, program
        self._vetting = Vetting(address, tokens.known, terms)
        self._connection: Connection | None = None
        self._asks_password = False
        self._issuer: str | None = None
        self._name = ""
        self._claim: Claim | None = None
        self._unheard: str | None = None
        """The name of a login that was sent, and whose answer has not come (FAULTS 27)."""
        self._greeted = self._ever = self._afresh = False
        self._said_yes = terms.once
        """The player's yes to a password without encryption, until it is used."""
        self._open_to: Connection | None = None
        """The connection on which it was used."""
        self._told = False
        """Whether the session of this connection received anything."""
        self._closing = asyncio.Event()

    async def run(self, deliver: Deliver) -> None:
        """Connect and stay connected until `close`; deliver what happens.

        A link that ends for good delivers LinkDown without `retry_in`, with its exit code, and returns.
        """
        self._deliver = deliver
        closed = asyncio.create_task(self._closing.wait())
        staying = asyncio.create_task(self._stay(deliver))
        try:
            await asyncio.wait((closed, staying), return_when=asyncio.FIRST_COMPLETED)
            if staying.done():
                staying.result()
        except Ended as end:
            deliver(end.down)
        except Unreadable as fault:
            deliver(LinkDown(str(fault), None, EXIT_FAILURE))
        finally:
            closed.cancel()
            staying.cancel()
            await asyncio.gather(closed, staying, return_exceptions=True)
            if self._connection is not None:
                await self._connection.finish()
            self._give_up_name()

    def send(self, request: net.Request) -> None:
        """Send a request; without a connection it is dropped. After `logout` the token is good for nothing."""
        if self._connection is not None:
            self._connection.send(request)
            if isinstance(request, net.Logout) and self._claim is not None:
                self._claim.forget()

    def resync(self) -> None:
        """Reconnect and resume without a last entry, so that a snapshot comes."""
        self._afresh = True
        if self._connection is not None:
            self._connection.abort()

    def close(self) -> None:
        """End the link; what was sent still leaves."""
        self._closing.set()

    async def _stay(self, deliver: Deliver) -> NoReturn:
        loop = asyncio.get_running_loop()
        attempt, online_at = 0, loop.time()
        while True:
            deliver(Connecting(str(self._address)))
            began = loop.time()
            try:
                await self._live(deliver)
            except Again:
                continue
            except Lost as lost:
                if not self._ever and (not self._greeted or attempt >= FIRST_ATTEMPTS):
                    raise Ended(LinkDown(lost.text, code=EXIT_UNAVAILABLE)) from None
                now = loop.time()
                if self._connection is not None:  # it had got as far as a session
                    self._connection.abort()
                    self._connection = None
                    lived = now - began >= SHORT_LIFE
                    attempt = 0 if lived else 1 if self._told else max(1, attempt)
                    online_at = now
                if self._patience is not None and now - online_at > self._patience:
                    said = _("{text}; {address} did not come back")
                    raise self._ended(EXIT_UNAVAILABLE, said, text=lost.text) from None
                pause = pause_before(attempt, lost.after)
                attempt += 1
                deliver(LinkDown(lost.text, pause))
            await asyncio.sleep(pause)

    async def _live(self, deliver: Deliver) -> NoReturn:
        connection = await self._vetting.open()
        try:
            await self._vetting.judge(connection, None)
            welcome = await self._greet(connection)
            self._greeted = True
            self._asks_password = welcome.password
            up = await self._vetting.trust(connection, welcome, tells_password=self._password is not None)
            deliver(up)
            deliver(welcome)
            answer = await self._begin_session(connection, welcome.server_id, up)
            self._connection = connection
            self._ever, self._afresh, self._told = True, False, False
            deliver(answer)
            while True:
                message = await connection.receive()
                self._told = True
                deliver(message)
                if isinstance(message, net.Bye):
                    raise _farewell(message)
        finally:
            if connection is not self._connection:
                connection.abort()

    async def _greet(self, connection: Connection) -> net.Welcome:
        connection.send(net.Hello([*net.SPOKEN], "uno-client", package_version() or "0"))
        match await self._answer(connection):
            case net.Welcome(version=spoken) as welcome if net.SPOKEN.choice((spoken, spoken)) is not None:
                connection.ping_seconds = _within(0.5, welcome.timeouts.get("ping", PING_SECONDS), PING_SECONDS)
                silence = welcome.timeouts.get("silence", SILENCE_SECONDS)
                connection.silence_seconds = _within(2.0, silence, SILENCE_SECONDS)
                return welcome
            case net.Welcome(version=spoken):
                raise self._other_version(spoken, spoken)
            case net.Error(code="tls_required") if connection.key is None and not self._vetting.must_encrypt:
                self._vetting.must_encrypt = True
                raise Again
            case net.Error(code="unsupported_version") as error:
                raise self._other_version(error.args.get("lowest"), error.args.get("highest"))
            case net.Error() as error:
                raise Lost(_("{address} refuses: {reason}").format(address=self._address, reason=_in_words(error)))
            case net.Bye() as bye:
                raise _farewell(bye)
            case _:
                raise self._ended(EXIT_PROTOCOL, _("{address} is not an UNO server"))

    def _ended(self, code: int, said: str, **places: object) -> Ended:
        return Ended(LinkDown(said.format(address=self._address, **places), code=code))

    def _other_version(self, lowest: object, highest: object) -> Ended:
        """Why this server cannot be played on, and what would help: it speaks versions from `lowest` to `highest`."""
        said = _("{address} speaks another version of the protocol (this program speaks {ours})")
        theirs = ""
        if isinstance(lowest, int) and isinstance(highest, int):
            theirs = _span(lowest, highest)
            if highest < net.SPOKEN.lowest:
                said = _("{address} is an older server (protocol {theirs}, this is {ours}): update the server")
            elif lowest > net.SPOKEN.newest:
                said = _("{address} is a newer server (protocol {theirs}, this is {ours}): update this program")
        return self._ended(EXIT_PROTOCOL, said, theirs=theirs, ours=_span(*net.SPOKEN))

    async def _answer(self, connection: Connection) -> net.ServerMessage:
        """The answer to a greeting. Before there ever was a session, silence and nonsense mean: no UNO server."""
        known = self._ever or self._greeted
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                return await connection.receive()
        except TimeoutError:
            if known:
                raise Lost(_("the server does not answer")) from None
            raise self._ended(EXIT_PROTOCOL, _("{address} does not answer like an UNO server")) from None
        except Lost as lost:
            at_once = _("{address} closed the connection at once").format(address=self._address)
            raise Lost(lost.text if known else at_once) from None
        except Ended as end:
            raise self._ended(end.down.code, _("{address} is not an UNO server")) from None

    async def _begin_session(self, connection: Connection, server_id: str, up: LinkUp) -> Session:
        issuer = f"{up.fingerprint or self._vetting.place} {server_id}"
        if issuer != self._issuer:  # a token is shown to nobody but the server that gave it
            self._give_up_name()
            self._issuer = issuer
        only = self._wanted if self._claim is None else self._name
        for name in numbered(self._proposed or name_of_user(), MOST_NAMES) if only is None else [only]:
            claim = self._claim or self._tokens.claim(issuer, name)
            if claim is None:
                if only is not None:
                    said = _("somebody on this machine already plays as {name!r}").format(name=name)
                    raise Ended(LinkDown(said + _("; choose another name"), code=EXIT_FAILURE, no_name=said))
                continue
            self._claim, self._name = claim, name
            begin = self._take_over if self._digits or self._claims else self._take_up
            answer = await begin(connection, claim, name, up)
            if not isinstance(answer, net.Error):
                return answer
            self._give_up_name()
            if only is not None:
                raise _no_name(name, answer)
        raise Ended(LinkDown(_("no free name was found; choose one with --name"), code=EXIT_FAILURE))

    async def _take_up(self, connection: Connection, claim: Claim, name: str, up: LinkUp) -> Session | net.Error:
        """Resume with the token of the claim, or log in; an error says that the name cannot be had."""
        unheard = False
        if claim.token is not None:
            position = (None, None) if self._afresh else self._position()
            connection.send(net.Resume(claim.token, *position))
        else:
            login = net.Login(name, self._password_for(connection, up), face=self._face, program=self._program)
            unheard, self._unheard = self._unheard == name, name
            connection.send(login)
        match await self._answer(connection):
            case net.Error(code="wrong_password"):
                said = _("wrong password for {address}").format(address=self._address)
                raise Ended(LinkDown(said, code=EXIT_FAILURE, wants_password=True, wrong_password=True))
            case net.LoggedIn() as answer:
                self._unheard = None
                claim.keep(answer.token)
                return answer
            case net.Resumed() as answer:
                return answer
            case net.Error(code="name_taken") as answer if unheard:  # by us, until the server sees the old link die
                raise Lost(_in_words(answer))
            case net.Error(code="name_taken" | "name_rejected") as answer:
                self._unheard = None
                return answer
            case net.Error(code="bad_seq") if not self._afresh:
                self._afresh = True
                raise Again
            case net.Error(code="bad_token") as error if claim.token is not None:
                claim.forget()
                raise _without_token(error)
            case net.Error() as error if claim.token is not None and error.code != "banned":
                raise Lost(_in_words(error))
            case net.Error() as error:  # no room for another player, say
                raise self._ended(EXIT_FAILURE, _("{address} refuses the login: {reason}"), reason=_in_words(error))
            case net.Bye() as bye:
                raise _farewell(bye)
            case answer:
                said = _("{address} sent an unexpected answer to the login: {kind}")
                raise self._ended(EXIT_PROTOCOL, said, kind=type(answer).__name__)

    async def _take_over(self, connection: Connection, claim: Claim, name: str, up: LinkUp) -> net.Resumed:
        """Continue another device's session, by its digits or because those at the table allow it."""
        if self._digits:
            connection.send(net.MoveHere(name, self._digits))
        else:
            connection.send(net.ClaimSeat(name, self._password_for(connection, up)))
        answer = await self._answer(connection)
        if isinstance(answer, net.ClaimPending):
            self._claims = False  # those at the table are asked once, also if the connection is lost
            self._deliver(answer)
            answer = await connection.receive()
        match answer:
            case net.Resumed(token=str() as token):
                claim.keep(token)
                self._digits = ""
                return answer
            case net.Bye() as bye:
                raise _farewell(bye)
            case answer:
                said = _in_words(answer) if isinstance(answer, net.Error) else _("the server does not answer")
                raise Ended(LinkDown(said, code=EXIT_FAILURE, no_name=said))

    def _password_for(self, connection: Connection, up: LinkUp) -> str | None:
        """What is said at the door. Raises Ended where there is nothing to say, or others would hear it."""
        if not self._asks_password:
            return None
        if self._password is None:
            said = _("{address} needs a password").format(address=self._address)
            raise Ended(LinkDown(said, code=EXIT_FAILURE, wants_password=True))
        if up.exposed and not self._terms.openly and connection is not self._open_to:
            if not self._said_yes:
                raise doubted(Doubt(Trust.PLAIN, str(self._address)))
            self._said_yes, self._open_to = False, connection
        return self._password

    def _give_up_name(self) -> None:
        if self._claim is not None:
            self._claim.release()
            self._claim = None


def package_version() -> str:
    """The version of this program; empty where it is not installed."""
    try:
        return version("uno-lan")
    except PackageNotFoundError:
        return ""


def pause_before(attempt: int, after: float = 0.0) -> float:
    """Seconds before an attempt: the first immediately, the others later and later, and not all clients together.

    Not before `after`, which a server asks for, and never more than LONGEST_PAUSE (P-4.5, P-5.9).
    """
    own = 0.0 if attempt == 0 else random.uniform(0.5, 1.0) * min(LONGEST_PAUSE, 0.1 * 2 ** min(attempt, 10))
    asked = _within(0.0, after, LONGEST_PAUSE)
    return max(own, asked + random.uniform(0.0, min(asked, LONGEST_PAUSE - asked)))


def _within(least: float, value: float, most: float) -> float:
    return min(max(value, least), most)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else _("{least} to {most}").format(least=least, most=most)


def _no_name(name: str, error: net.Error) -> Ended:
    said, remedy = _("the name {name!r} is taken on this server"), _("; choose another with --name")
    if error.code != "name_taken":
        said, remedy = _("the server does not accept the name {name!r}: {reason}"), ""
    said = said.format(name=name, reason=_in_words(error))
    return Ended(LinkDown(said + remedy, code=EXIT_FAILURE, no_name=said, claimable="claim" in error.args))


def _without_token(error: net.Error) -> Ended | Again:
    """What follows when the token is void: the end if somebody else has the session, else a login."""
    moved = error.args.get("reason") in ("moved", "claimed")
    said = error_text(error.code, error.args, error.text)
    return Ended(LinkDown(said, code=EXIT_FAILURE)) if moved else Again()


def _farewell(bye: net.Bye) -> Lost | Ended:
    text = _("the server closed the connection: {reason}").format(reason=_in_words(bye))
    return Lost(text, bye.after) if bye.come_back else Ended(LinkDown(text, code=EXIT_FAILURE))


def _in_words(word: net.Bye | net.Error) -> str:
    said = error_text(word.code, word.args if isinstance(word, net.Error) else {}, word.text)
    return said[:1].lower() + said[1:].rstrip(".")
