"""Who is let in: the server's password, who is banned, and how often one address may knock (P-5.11, P-5.12, P-10.4)."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata

from server.bans import Bans
from server.limits import (
    ENTERING_BURST,
    ENTERING_PER_SECOND,
    PASSWORD_BURST,
    PASSWORD_PER_SECOND,
    TRIES_BURST,
    TRIES_PER_SECOND,
    TRIES_THERE_BURST,
    TRIES_THERE_PER_SECOND,
    Limits,
)
from server.pace import Pace
from server.refusal import Refusal


class Door:
    """Judges connections and logins of one server. `password` None: anybody may log in."""

    def __init__(self, password: str | None, limits: Limits) -> None:
        self._digest = None if password is None else password_digest(password)
        self.bans = Bans()
        self._knocks = Pace(limits.connections_per_second * 4, limits.connections_per_second)
        self._logins = Pace(limits.logins_per_minute, limits.logins_per_minute / 60)
        self._guesses = Pace(PASSWORD_BURST, PASSWORD_PER_SECOND)
        self._entering = Pace(ENTERING_BURST, ENTERING_PER_SECOND)
        self._changes = Pace(limits.changes_per_second * 10, limits.changes_per_second)
        self._tries = Pace(TRIES_BURST, TRIES_PER_SECOND)
        self._tries_there = Pace(TRIES_THERE_BURST, TRIES_THERE_PER_SECOND)
        self._tables = Pace(limits.tables_per_minute, limits.tables_per_minute / 60)

    @property
    def password_needed(self) -> bool:
        """True if a login has to name the password."""
        return self._digest is not None

    def knock(self, address: str, now: float) -> bool:
        """Count a new connection; False if too many have come from there of late. Loopback is exempt."""
        return loopback(address) or not self._knocks.take(address, now)

    def is_banned(self, name: str, address: str) -> bool:
        """True if neither a login nor a resume of that name, or from that address, is let in."""
        return self.bans.has(name, address)

    def check_password(self, password: str | None, address: str, now: float) -> None:
        """Raises Refusal `wrong_password`, or `limit` where too many wrong ones have come from the address.

        While the address has to wait, not even the right one is looked at: so no answer tells anything. Only what was
        guessed counts; a login without a password, of a client that knows no better, does not.
        """
        if self._digest is None:
            return
        if password is None:
            raise Refusal("wrong_password", field="password", text="this server wants a password")
        if wait := self._guesses.wait(address, now):
            raise _later(wait, "too many wrong passwords came from there")
        if not hmac.compare_digest(self._digest, password_digest(password)):
            self._guesses.take(address, now)
            raise Refusal("wrong_password", field="password", text="that is not the password of this server")

    def check_login(self, address: str, now: float) -> None:
        """Raises Refusal `limit` if too many sessions have begun from that address. Loopback is exempt."""
        if not loopback(address) and (wait := self._logins.wait(address, now)):
            raise _later(wait, "too many have logged in from there")

    def logged_in(self, address: str, now: float) -> None:
        """Count a session that has begun."""
        if not loopback(address):
            self._logins.take(address, now)

    def check_opening(self, session: int, now: float) -> None:
        """Raises Refusal `limit` if a session has opened too many tables of late."""
        if wait := self._tables.wait(session, now):
            raise _later(wait, "you have opened too many tables")

    def check_entering(self, session: int, now: float) -> None:
        """Count that a session sits down at a table or watches one. Raises Refusal `limit`."""
        if wait := self._entering.take(session, now):
            raise _later(wait, "you come and go too often")

    def check_change(self, session: int, now: float) -> None:
        """Count that a session changes something at its table. Raises Refusal `limit`."""
        if wait := self._changes.take(session, now):
            raise _later(wait, "you change too much at once")

    def check_try(self, session: int, address: str, now: float) -> None:
        """Count a try at the code or the password of a table, right or wrong. Raises Refusal `limit`.

        Of the address too, as one may have many names; loopback is exempt from that.
        """
        wait = self._tries.take(session, now)
        if not wait and not loopback(address):
            wait = self._tries_there.take(address, now)
        if wait:
            raise _later(wait, "you have tried too often")

    def opened(self, session: int, now: float) -> None:
        """Count a table that a session has opened."""
        self._tables.take(session, now)


def loopback(address: str) -> bool:
    """True for an address of this machine itself."""
    return address == "::1" or address.startswith("127.")


def _later(seconds: int, why: str) -> Refusal:
    return Refusal("limit", args={"seconds": seconds}, text=f"{why}; try again in {seconds} s")


def password_digest(password: str, salt: bytes = b"") -> bytes:
    """What is compared: of one length whatever was typed, and the same for two spellings of one text."""
    return hashlib.sha256(salt + unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")).digest()
