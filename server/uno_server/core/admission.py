"""Admission: the server's password, bans, and how often an address may connect (P-5.11, P-5.12, P-10.4)."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass, field

from uno_protocol.interfaces import loopback
from uno_server.base import names
from uno_server.base.limits import (
    ADDRESS_TRIES_BURST,
    ADDRESS_TRIES_PER_SECOND,
    CLAIM_AGAIN_SECONDS,
    CLAIM_BURST,
    CLAIM_PER_SECOND,
    DRAWN_BURST,
    DRAWN_PER_SECOND,
    ENTERING_BURST,
    ENTERING_PER_SECOND,
    PASSWORD_BURST,
    PASSWORD_PER_SECOND,
    TRIES_BURST,
    TRIES_PER_SECOND,
    Limits,
)
from uno_server.base.rate_limit import AddressLimit, RateLimit, WrongGuesses, counted_as, place_of
from uno_server.base.refusal import Refusal
from uno_server.base.secrets import password_digest


@dataclass(slots=True)
class Bans:
    """Banned names by what they look like, each as it was shown and with its addresses or networks (`place_of`).

    Those banned by themselves belong to the empty name, which nobody has.
    """

    by_look: dict[frozenset[str], tuple[str, tuple[str, ...]]] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str | None) -> Bans:
        """The bans that `text` wrote. Damaged text bans nobody."""
        try:
            rows = json.loads(text or "[]")
            return cls({names.looks(str(name)): (str(name), tuple(map(str, where))) for name, where in rows})
        except (ValueError, TypeError):
            return cls()

    def text(self) -> str:
        """The bans as they are stored."""
        return json.dumps([[name, list(where)] for name, where in self.by_look.values()])

    def add(self, name: str, address: str | None) -> None:
        """Ban a name, and an address with it (None: only the name), besides earlier addresses of that name."""
        looks = self._like(name) or names.looks(name)
        before = self.by_look.get(looks, (name, ()))[1]
        more = () if address is None or address in before else (address,)
        self.by_look[looks] = (name, (*before, *more))

    def lift(self, name: str) -> bool:
        """Unban a name with its addresses, or only an address. False if it was not banned."""
        if looks := self._like(name):
            del self.by_look[looks]
            return True
        with_it = {look: (name_, where) for look, (name_, where) in self.by_look.items() if name in where}
        for look, (name_, where) in with_it.items():
            self.by_look[look] = (name_, tuple(one for one in where if one != name))
        return bool(with_it)

    def has(self, name: str, address: str) -> bool:
        """True if that name (in any spelling) or that address is banned."""
        if not self.by_look:
            return False
        places = {address, place_of(address)}
        return bool(self._like(name)) or any(not places.isdisjoint(where) for _, where in self.by_look.values())

    def _like(self, name: str) -> frozenset[str]:
        """Under which looks that name is banned; empty if it is not."""
        looks = names.looks(name) - {""}
        return next((each for each in self.by_look if not looks.isdisjoint(each)), frozenset())


class Admission:
    """Decides which connections, logins and requests to let in. `password` None: anybody may log in."""

    def __init__(self, password: str | None, limits: Limits) -> None:
        self._digest = None if password is None else password_digest(password)
        self._spares_loopback = not limits.loopback_counts
        self.bans = Bans()
        self._connections = AddressLimit(limits.connections_per_second * 4, limits.connections_per_second)
        self._handshakes = AddressLimit(limits.handshakes_per_second * 5, limits.handshakes_per_second)
        self._logins = AddressLimit(limits.logins_per_minute, limits.logins_per_minute / 60)
        self._guesses = RateLimit(PASSWORD_BURST, PASSWORD_PER_SECOND)
        self._codes = RateLimit(PASSWORD_BURST, PASSWORD_PER_SECOND)
        self._claims = RateLimit(CLAIM_BURST, CLAIM_PER_SECOND)
        self._in_vain = RateLimit(1, 1 / CLAIM_AGAIN_SECONDS)
        self._drawn = RateLimit(DRAWN_BURST, DRAWN_PER_SECOND)
        self._wrong_passwords, self._wrong_tries = WrongGuesses(), WrongGuesses()
        self._entering = RateLimit(ENTERING_BURST, ENTERING_PER_SECOND)
        self._changes = RateLimit(limits.changes_at_once, limits.changes_per_second)
        self._tries = RateLimit(TRIES_BURST, TRIES_PER_SECOND)
        self._address_tries = RateLimit(ADDRESS_TRIES_BURST, ADDRESS_TRIES_PER_SECOND)
        self._tables = RateLimit(limits.tables_per_minute, limits.tables_per_minute / 60)

    @property
    def password_needed(self) -> bool:
        """True if a login needs the password."""
        return self._digest is not None

    def spares(self, address: str) -> bool:
        """True for loopback, which limits per address spare unless `loopback_counts` is set."""
        return self._spares_loopback and loopback(address)

    def admits_connection(self, address: str, now: float) -> bool:
        """Count a new connection. False if too many came from that address recently."""
        return self.spares(address) or not self._connections.take(address, now)

    def no_connection(self, address: str, now: float) -> None:
        """A connection that was admitted is to count no more."""
        self._connections.give_back(address, now)

    def admits_handshake(self, address: str, now: float) -> bool:
        """Count a handshake of TLS, which takes longer than all else that a stranger can ask for. False if too many."""
        return self.spares(address) or not self._handshakes.take(address, now)

    def is_banned(self, name: str, address: str) -> bool:
        """True if that name or that address may neither log in nor resume."""
        return self.bans.has(name, address)

    def check_password(self, password: str | None, address: str, now: float) -> None:
        """Raises Refusal `wrong_password`, or `limit` after too many wrong ones from the address.

        While the address must wait, even the right password is refused, so no answer reveals anything. Only guesses
        count; a login without a password, from a client that knows no better, does not.
        """
        if self._digest is None:
            return
        if password is None:
            raise Refusal("wrong_password", field="password", text="this server requires a password")
        place = counted_as(address)
        if wait := self._guesses.wait(place, now):
            raise _later(wait, "too many wrong passwords from your address")
        if wait := self._wrong_passwords.wait(place, now):
            raise _later(wait, "too many wrong passwords on this server")
        if not hmac.compare_digest(self._digest, password_digest(password)):
            self._guesses.take(place, now)
            self._wrong_passwords.count(place, now)
            raise Refusal("wrong_password", field="password", text="wrong server password")

    def check_code(self, address: str, now: float) -> None:
        """Count a code. Raises Refusal `limit` after too many from that address, as many as wrong passwords."""
        if wait := self._codes.take(counted_as(address), now):
            raise _later(wait, "too many codes from your address")

    def may_draw(self, address: str, now: float) -> bool:
        """Count a QR code that is drawn. False if there were too many lately for that address."""
        return not self._drawn.take(counted_as(address), now)

    def check_claim(self, address: str, now: float) -> None:
        """Count a request for a seat as a code. Raises Refusal `limit` after too many, or too many claims."""
        if self.spares(address):
            return
        self.check_code(address, now)
        if wait := self._claims.wait(counted_as(address), now):
            raise _later(wait, "too many claims from your address")

    def check_again(self, address: str, session: int, now: float) -> None:
        """Raises Refusal `limit` if a claim from there to that session's seat has come to nothing lately."""
        if not self.spares(address) and (wait := self._in_vain.wait((counted_as(address), session), now)):
            raise _later(wait, "you asked for that seat in vain")

    def in_vain(self, address: str, session: int, now: float) -> None:
        """A claim from there to that session's seat has come to nothing."""
        self._in_vain.take((counted_as(address), session), now)

    def claimed(self, address: str, now: float) -> None:
        """Count a claim to a seat."""
        self._claims.take(counted_as(address), now)

    def check_login(self, address: str, now: float) -> None:
        """Raises Refusal `limit` after too many new sessions from that address."""
        if not self.spares(address) and (wait := self._logins.wait(address, now)):
            raise _later(wait, "too many logins from your address")

    def logged_in(self, address: str, now: float) -> None:
        """Count a new session."""
        if not self.spares(address):
            self._logins.take(address, now)

    def check_opening(self, session: int, now: float) -> None:
        """Raises Refusal `limit` if a session opened too many tables recently."""
        if wait := self._tables.wait(session, now):
            raise _later(wait, "you opened too many tables")

    def check_entering(self, session: int, now: float) -> None:
        """Count that a session sits down at a table or watches one. Raises Refusal `limit`."""
        if wait := self._entering.take(session, now):
            raise _later(wait, "you join and leave too often")

    def check_change(self, session: int, now: float) -> None:
        """Count that a session changes something at its table. Raises Refusal `limit`."""
        if wait := self._changes.take(session, now):
            raise _later(wait, "too many changes at once")

    def check_try(self, session: int, address: str, now: float) -> None:
        """Count a try at the code or the password of a table, right or wrong. Raises Refusal `limit`.

        Counts for the address too, as one person may have many names.
        """
        wait, place = self._tries.take(session, now), counted_as(address)
        if not wait and not self.spares(address):
            wait = self._address_tries.take(place, now) or self._wrong_tries.wait(place, now)
        if wait:
            raise _later(wait, "too many tries")

    def wrong_try(self, address: str, now: float) -> None:
        """Count that a try was wrong."""
        if not self.spares(address):
            self._wrong_tries.count(counted_as(address), now)

    def opened(self, session: int, now: float) -> None:
        """Count a table that a session opened."""
        self._tables.take(session, now)


def _later(seconds: int, why: str) -> Refusal:
    return Refusal("limit", args={"seconds": seconds}, text=f"{why}; try again in {seconds} s")
