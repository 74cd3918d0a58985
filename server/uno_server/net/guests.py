"""How guests come in by a browser: where the page is, its QR code, and what to look for where nobody gets through."""

from collections.abc import Iterable
from dataclasses import dataclass

from uno_protocol.lan import for_guests
from uno_protocol.qr import CERTIFICATE, PLAIN, for_terminal, page


@dataclass(frozen=True, slots=True)
class Guests:
    """The page of a server bound to `host`. `secure`: other computers get it only by https."""

    host: str
    port: int
    web: bool = True
    secure: bool = False

    def pages(self, code: str = "", people: Iterable[str] = ()) -> list[str]:
        """Where phones find the page, or a table; first on the network where `people` (addresses) are."""
        return [page(host, self.port, code, secure=self.secure) for host in for_guests(self.host, people)]

    @property
    def here(self) -> str:
        """Where a browser on this computer finds the page."""
        return page("127.0.0.1" if self.host in ("::", "0.0.0.0") else self.host, self.port)

    def invitation(self, *, console: bool = False) -> str:
        """Where the page is, in a line; empty if there is none. `console`: one can type there."""
        if not self.web:
            return ""
        found = self.pages()
        if not found:
            return f"In a browser on this computer: {self.here}"
        also = " Type qr for a code to scan." if console else ""
        place = f"On a phone, on the same Wi-Fi as this computer: {found[0]}"
        return f"{place} ({CERTIFICATE if self.secure else PLAIN}{also})"

    def code(self, code: str, number: int, people: Iterable[str], *, drawn: bool, colours: bool) -> tuple[str, ...]:
        """The lines of the command `qr`: the QR code if it can be `drawn`, its address, and what to know of it."""
        if not self.web:
            return ("the page is switched off (--web off), so there is nothing to scan",)
        found = self.pages(code, people)
        if not found:
            return (f"no phone reaches this server: it is for this computer alone, at {self.here}{code}",)
        if not 1 <= number <= len(found):
            return (f"type a number from 1 to {len(found)}",)
        shown = found[number - 1]
        others = [
            f"qr {code} {at}".replace("  ", " ") + f" ({each})" for at, each in enumerate(found, 1) if each != shown
        ]
        return (
            *(for_terminal(shown, colours=colours) if drawn else ()),
            shown,
            "Scan it with a phone on the same Wi-Fi as this computer, or type the address.",
            CERTIFICATE if self.secure else PLAIN,
            *([f"This computer has other addresses: {', '.join(others)}"] if others else []),
        )

    def nobody_came(self) -> str:
        """The advice if nobody from another machine has reached the server; empty if nobody could."""
        hosts = for_guests(self.host)
        if not hosts:
            return ""
        tried = self.pages()[0] if self.web else page(hosts[0], self.port).removeprefix("http://").rstrip("/")
        return (
            f"Nobody on another device has reached this server yet. If {tried} does not open there: the device must be "
            "on the same Wi-Fi (no guest network, mobile data off), the router must let its devices reach each other "
            f"(no client isolation), and this computer's firewall must let in TCP port {self.port}."
        )

    def bridged(self) -> str:
        """The advice to a server in a container with a network of its own; empty if it is for loopback only."""
        if not for_guests(self.host):
            return ""
        return (
            "This container has a network of its own: nobody finds this server in a list, and the addresses above may "
            "not be this computer's. Run it with host networking; or publish "
            f"TCP port {self.port}, and give this computer's address to --web-names and to those who join."
        )
