"""HTTP as the suite speaks it (P-17): requests as bytes, answers, and frames of WebSocket as they come."""

import io
import struct
from email.message import Message as Headers
from http.client import parse_headers
from typing import NamedTuple

from uno_protocol.conformance.carried import ALPN, PATH, SUBPROTOCOL
from uno_protocol.conformance.secured import Secured
from uno_protocol.conformance.verdicts import Failed, fail_if
from uno_protocol.conformance.world import REAL, World

END = b"\r\n\r\n"
_UPGRADE = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec_websocket_key": f"{'A' * 22}==",
    "sec_websocket_version": "13",
    "sec_websocket_protocol": SUBPROTOCOL,
}


def request(path: str = "/", method: str = "GET", version: str = "1.1", **headers: str | None) -> bytes:
    """A request with these headers (`accept_encoding` for Accept-Encoding); None leaves one out."""
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items() if value is not None]
    return "\r\n".join((f"{method} {path} HTTP/{version}", *lines, "", "")).encode()


def upgrade(host: str | None, **headers: str | None) -> bytes:
    """The request for a WebSocket (P-17.5), with these headers otherwise."""
    return request(PATH, "GET", "1.1", **{"host": host, **_UPGRADE, **headers})


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Headers
    body: bytes


class BrowserVisit:
    """A connection of a browser, which nothing was said on yet."""

    def __init__(self, host: str, port: int, timeout: float, *, encrypted: bool, world: World = REAL) -> None:
        """Connect, by TLS if `encrypted`. Raises OSError. `timeout`: the server's seconds for an answer."""
        self.authority = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        """The default of `Host`."""
        self.scheme = "https" if encrypted else "http"
        connected = world.connect(host, port, timeout)
        self._socket = Secured(connected, ALPN) if encrypted else connected
        self._bytes = b""

    @property
    def protocol(self) -> str | None:
        """The protocol that the server has selected by ALPN."""
        return self._socket.protocol if isinstance(self._socket, Secured) else None

    def request(self, path: str = "/", method: str = "GET", version: str = "1.1", **headers: str | None) -> bytes:
        """As the function, with the `Host` of this connection."""
        return request(path, method, version, **{"host": self.authority, **headers})

    def upgrade(self, **headers: str | None) -> bytes:
        """As the function, with the `Host` of this connection."""
        return upgrade(**{"host": self.authority, **headers})

    def send(self, data: bytes) -> None:
        """Send bytes as they are. Where the server has ended the connection, that shows in what is awaited."""
        try:
            self._socket.sendall(data)
        except OSError:
            return

    def ask(self, request: bytes, *, body: bool = True) -> Answer:
        """Send a request, and wait for its answer. Raises Failed."""
        self.send(request)
        return self.answer(body=body)

    def answer(self, *, body: bool = True) -> Answer:
        """The next answer. Raises Failed. `body`: whether one comes, as to a request other than HEAD."""
        while END not in self._bytes:
            fail_if(not self._more(), f"the connection ends without an answer, after {self._bytes[:100]!r}")
        head, self._bytes = self._bytes.split(END, 1)
        first, _, rest = head.partition(b"\r\n")
        words = first.split(b" ", 2)
        if len(words) < 2 or words[0] != b"HTTP/1.1" or not words[1].isdigit():
            raise Failed(f"what begins with {first[:100]!r} is no answer of HTTP/1.1")
        headers = parse_headers(io.BytesIO(rest + END))
        length = headers.get("Content-Length", "0")
        fail_if(not length.isdigit(), f"the answer has a Content-Length of {length!r}")
        size = int(length) if body else 0
        while len(self._bytes) < size:
            fail_if(not self._more(), f"the connection ends after {len(self._bytes)} of {size} bytes")
        content, self._bytes = self._bytes[:size], self._bytes[size:]
        return Answer(int(words[1]), headers, content)

    def frame(self) -> tuple[int, bytes]:
        """The next frame of WebSocket: its first byte, and what it has. Raises Failed."""
        first, length = self._exactly(2)
        if length == 126:
            (length,) = struct.unpack(">H", self._exactly(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self._exactly(8))
        return first, self._exactly(length)

    def _exactly(self, size: int) -> bytes:
        while len(self._bytes) < size:
            if not self._more():
                raise Failed(f"the connection ends where a frame of WebSocket should be, after {self._bytes[:20]!r}")
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken

    def wait(self, seconds: float) -> None:
        """From now on, wait at most that long for anything."""
        self._socket.settimeout(seconds)

    def ended(self) -> bytes | None:
        """All that comes until the server ends the connection; None if it does not within its time."""
        try:
            while self._more():
                pass
        except Failed:
            return None
        rest, self._bytes = self._bytes, b""
        return rest

    def _more(self) -> bool:
        """Read what comes; False at the end. Raises Failed if nothing does in time."""
        try:
            received = self._socket.recv(65_536)
        except TimeoutError:
            raise Failed(f"nothing came in time, after {self._bytes[:100]!r}") from None
        except OSError:
            return False
        self._bytes += received
        return bool(received)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
