"""A visit: one connection of a browser, which asks for files, one at a time, until it becomes a WebSocket (P-17)."""

from uno_protocol.interfaces import loopback
from uno_server.web.door import Door
from uno_server.web.requests import BadRequest, HttpRequest, Requests
from uno_server.web.site import answer, code_asked, qr, refusal
from uno_server.web.stream import Stream

SOCKET = "/ws"


class Visit:
    """The unanswered bytes of a visit, and its deadline. Times are in seconds."""

    __slots__ = ("_address", "_door", "_here", "_requests", "_secure", "_unasked", "ends", "since", "stream")

    def __init__(self, door: Door, address: str, here: str, began: float, *, secure: bool) -> None:
        """`here`: the address of ours that the peer has found; `began`: when the connection was made."""
        self._door = door
        self._address, self._here, self._secure = address, here, secure
        self._requests = Requests()
        self.since = began
        """When its last request, or the first byte of the next one, came."""
        self._unasked = True
        """There was no request yet."""
        self.ends = False
        """After the last answer nothing more is said."""
        self.stream: Stream | None = None
        """Set as soon as it is a WebSocket."""

    def add(self, received: bytes, now: float) -> None:
        """Keep bytes until they are answered."""
        if not self.waiting and not self._unasked:
            self.since = now
        self._requests.add(received)

    def answer(self, now: float) -> bytes:
        """The answer to the next request, empty if none is complete. Each that is answered counts, a faulty one too."""
        bare = self._requests.unread.removeprefix(b"\r\n").startswith(b"HEAD ")
        try:
            request = self._requests.take()
        except BadRequest as fault:
            self.ends = True
            if wait := self._door.wait(self._address, now):
                return _too_many(wait, bare=bare)
            more = {"Allow": "GET, HEAD"} if fault.status == 405 else {}
            return refusal(fault.status, fault.text, closes=True, bare=bare, **more)
        if request is None:
            return b""
        self.since, self._unasked = now, False
        self.ends = request.closes
        return self._to(request, now)

    @property
    def waiting(self) -> bool:
        """True if something has come that is not answered."""
        return bool(self._requests.unread.strip(b"\r\n"))

    def rest(self) -> bytes:
        """The bytes behind the request to become a WebSocket."""
        return self._requests.unread

    def overdue(self, now: float) -> bool:
        """Whether the peer has taken too long for a request, or has wanted nothing for too long."""
        asks = self._unasked or self.waiting
        return now - self.since > (self._door.head_seconds if asks else self._door.idle_seconds)

    def _to(self, request: HttpRequest, now: float) -> bytes:
        door, host, path = self._door, request.headers["host"].lower(), request.path
        code = code_asked(path)
        if wait := door.wait(self._address, now, qr=code is not None):
            self.ends = True
            return _too_many(wait, bare=request.method == "HEAD")
        if not door.is_ours(host, self._here):
            return self._refuse(
                request,
                403,
                "no page under this name: use an address, or name it in --web-names",
            )
        if door.tls_required and not self._secure and not loopback(self._address):
            return self._refuse(request, 403, f"this server takes encrypted connections alone: https://{host}{path}")
        if path == SOCKET:
            return self._become_socket(request, host)
        if code is not None:
            return answer(request, qr(door.invitation(host, code, secure=self._secure, now=now)), host)
        page = door.site.page(path, lambda: door.invitation(host, "", secure=self._secure, now=now))
        if (file := page or door.site.find(path)) is not None:
            return answer(request, file, host)
        return refusal(404, "there is no such page", closes=self.ends, bare=request.method == "HEAD")

    def _become_socket(self, request: HttpRequest, host: str) -> bytes:
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() not in _origins(host):
            return self._refuse(request, 403, "another site's page cannot play here")
        stream = Stream()
        status, response = (426, b"") if request.method != "GET" or request.closes else stream.accept(request.head)
        if status == 101:
            self.stream = stream
            return response
        if status == 426:
            return self._refuse(request, 426, "this is for WebSocket alone", Upgrade="websocket")
        return self._refuse(request, 400, "this is no handshake of WebSocket for uno.v1")

    def _refuse(self, request: HttpRequest, status: int, text: str, **more: str) -> bytes:
        self.ends = True
        return refusal(status, text, closes=True, bare=request.method == "HEAD", **more)


def _too_many(wait: int, *, bare: bool) -> bytes:
    text = f"too many requests; try again in {wait} s"
    return refusal(429, text, closes=True, bare=bare, Retry_After=str(wait))


def _origins(host: str) -> set[str]:
    """The origins of pages that came from here; a browser leaves out the usual port of a scheme."""
    bare, _, port = host.rpartition(":")
    return {f"http://{host}", f"https://{host}"} | {
        f"{scheme}://{bare}" for scheme, usual in (("http", "80"), ("https", "443")) if port == usual
    }
