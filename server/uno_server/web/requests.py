"""Requests: a stream of bytes cut into heads of GET and HEAD (P-17.2, P-17.3). No sockets: bytes in, requests out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

HEAD_BYTES = 8192
"""The longest head, and the longest first line in it."""
MOST_HEADERS = 100
_END = b"\r\n\r\n"
_FIRST_LINE = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([!-~]+) HTTP/(\d)\.(\d)")
_WHOLE = re.compile(r"https?://([^/?]+)([!-~]*)", re.IGNORECASE)
"""An address with its host."""
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)")


class BadRequest(ValueError):
    """A bad request, after which nothing more is read: the status of the answer, and a line for a person."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request for a file, or to become a WebSocket. Names of headers are in lower case."""

    head: bytes
    method: str
    path: str
    """Without what is behind `?`."""
    headers: Mapping[str, str]
    """`host` is that of the address, where a whole one was asked for (RFC 9112, 3.2.2)."""
    closes: bool
    """The peer asks for nothing more on this connection."""


class Requests:
    """The receiving end of one stream."""

    __slots__ = ("unread",)

    def __init__(self) -> None:
        self.unread = b""
        """The bytes received and not taken."""

    def add(self, received: bytes) -> None:
        """Keep these bytes until they are taken."""
        self.unread += received

    def take(self) -> HttpRequest | None:
        """The next request; None if its head is not complete. Raises BadRequest, and nothing may be called then."""
        begin = 2 if self.unread.startswith(b"\r\n") else 0  # one empty line more means nothing (RFC 9112, 2.2)
        end = self.unread.find(_END, begin, HEAD_BYTES)
        if end < 0:
            if len(self.unread) >= HEAD_BYTES:
                long = b"\r\n" not in self.unread[begin:HEAD_BYTES]
                raise BadRequest(*((414, "the address is too long") if long else (431, "the request is too long")))
            return None
        head, self.unread = self.unread[begin : end + len(_END)], self.unread[end + len(_END) :]
        return _read(head)


def _read(head: bytes) -> HttpRequest:
    first, *lines = head[: -len(_END)].decode("latin-1").split("\r\n")
    found = _FIRST_LINE.fullmatch(first)
    if found is None:
        raise BadRequest(400, "this is not a request of HTTP")
    method, target, major, minor = found.groups()
    if method not in ("GET", "HEAD"):
        raise BadRequest(405, "only GET and HEAD are answered here")
    if major != "1":
        raise BadRequest(400, "only HTTP/1.1 and HTTP/1.0 are answered here")
    headers = _headers(lines)
    if "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
        raise BadRequest(400, "a request has no body here")
    if not headers.get("host"):
        raise BadRequest(400, "the request has no Host")
    if whole := _WHOLE.fullmatch(target):
        headers["host"], target = whole[1], f"/{whole[2].removeprefix('/')}"
    if not target.startswith("/"):
        raise BadRequest(400, "the address must begin with /")
    closes = minor == "0" or "close" in headers.get("connection", "").lower().replace(",", " ").split()
    return HttpRequest(head, method, target.partition("?")[0], headers, closes)


def _headers(lines: list[str]) -> dict[str, str]:
    if len(lines) > MOST_HEADERS:
        raise BadRequest(431, "the request has too many headers")
    headers: dict[str, str] = {}
    for line in lines:
        found = _HEADER.fullmatch(line)
        if found is None:
            raise BadRequest(400, "a header is not one of HTTP")
        name, value = found[1].lower(), found[2].strip(" \t")
        if name in headers and name in ("host", "content-length", "origin"):
            raise BadRequest(400, "a header came twice that may come once")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
