"""The site: the files of the page in memory, and what is answered to a request for one."""

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from http import HTTPStatus
from pathlib import Path

from uno_engine.bots.measured import MEASURED
from uno_engine.bots.strength import figures
from uno_protocol.catalogues import LANGUAGES, PSEUDO, speaking
from uno_protocol.labels import EARLY, numbers_labels, replay_labels, worded
from uno_protocol.wording.book import book
from uno_server.web.joined import joined
from uno_server.web.requests import HttpRequest

PAGE = Path(__file__).parent / "page"
STRENGTH = "strength.json"
"""The strength of the levels of computer players, beside the scripts (screens/levels.js)."""
FOR_EVER = "public, max-age=31536000, immutable"
"""How long a browser keeps a file whose address names its content."""
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_SCRIPT = re.compile(r'<script type="module" src="{{site}}/([^/"]+)"')
_STYLE = re.compile(r'[ \t]*<link rel="stylesheet" href="{{site}}/([^/"]+)">\n')
_NAMED = re.compile(rb'"{{site}}/([^"]+)"')
_WORN = re.compile(rb'"(\w+\.css)"')
"""A style that a script asks for."""
_TABLE = re.compile(r"/(?:tv/)?[0-9A-Za-z]{1,16}|/(?:tv/?)?")
_QR = re.compile(r"/qr(?:/([0-9A-Za-z]{1,16}))?\.svg")
_TAG = re.compile(r'"([^"]*)"')
_LITERAL = re.compile(r"[0-9a-z._:-]+")
"""A host that a policy can name: no IPv6 address."""


@dataclass(frozen=True, slots=True)
class File:
    """An answer: its type, its bytes, the compressed bytes if shorter, and how long it may be kept."""

    kind: str
    content: bytes
    compressed: bytes | None = None
    kept: str = "no-cache"
    tag: str = ""


class Site:
    """All files of a folder: those for people under `/` and `/tv/`, the others under one prefix with their hash.

    They are read immediately, and prepared at the first request, unless `prepare` was called before.
    """

    def __init__(self, folder: Path = PAGE) -> None:
        self._found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(_files(folder))}
        self._books = dict(_books())  # in no thread: the language is that of the whole process
        self._early = _json({code: _early(code, name) for code, name in LANGUAGES.items()}).replace(b"<", b"\\u003c")

    def prepare(self) -> None:
        """Make all files ready. May be called in a thread."""
        _ = self._files

    @cached_property
    def _contents(self) -> Mapping[str, bytes]:
        contents = _joined(self._found)
        measured = {STRENGTH: _json(figures(MEASURED))}
        return contents | measured | self._books

    @cached_property
    def prefix(self) -> str:
        """Where the files are that browsers may keep for ever."""
        return f"/_/{_hash(self._contents)}"

    @cached_property
    def _files(self) -> Mapping[str, File]:
        return {
            f"{self.prefix}/{name}": _file(name, content, FOR_EVER)
            for name, content in self._contents.items()
            if not name.endswith(".html")
        }

    def find(self, path: str) -> File | None:
        """The file at a path; None if there is none."""
        return self._files.get(path)

    def page(self, path: str, home: Callable[[], str]) -> File | None:
        """The page at a path; None if there is none. `home`: where others find the server, to be shown on it."""
        name = "tv.html" if path == "/tv" or path.startswith("/tv/") else "index.html"
        if name not in self._contents or not _TABLE.fullmatch(path):
            return None
        content = self._contents[name].replace(b"{{site}}", self.prefix.encode())
        return _page(name, content.replace(b"{{early}}", self._early), home())


def answer(request: HttpRequest, file: File, host: str) -> bytes:
    """The answer with a file, or that the peer has it already."""
    headers = {"Content-Type": file.kind, "Cache-Control": file.kept, **_guards(host)}
    if file.compressed is not None:
        headers["Vary"] = "Accept-Encoding"
    if file.tag:
        headers["ETag"] = f'W/"{file.tag}"'  # weak: the same whether compressed or not
        known = request.headers.get("if-none-match", "")
        if known == "*" or file.tag in _TAG.findall(known):
            return head(304, headers, closes=request.closes)
    content = file.content
    if file.compressed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"], content = "gzip", file.compressed
    headers["Content-Length"] = str(len(content))
    return head(200, headers, closes=request.closes) + (b"" if request.method == "HEAD" else content)


def refusal(status: int, text: str, *, closes: bool, bare: bool = False, **more: str) -> bytes:
    """An answer of one plain line; `bare` without it, for HEAD. `more`: headers, with _ for -."""
    line = f"{text}\n".encode()
    headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(line))}
    headers |= {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    return head(status, headers, closes=closes) + (b"" if bare else line)


def head(status: int, headers: Mapping[str, str], *, closes: bool) -> bytes:
    """The head of an answer."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    lines.append(f"Connection: {'close' if closes else 'keep-alive'}")
    return "\r\n".join((*lines, "", "")).encode("latin-1")


def code_asked(path: str) -> str | None:
    """The table of which a QR code is asked for, empty for the server itself; None if the path is none of a QR code."""
    found = _QR.fullmatch(path)
    return None if found is None else found[1] or ""


@lru_cache(maxsize=64)
def qr(address: str) -> File:
    """The QR code of an address."""
    from uno_protocol.qr import svg  # `segno` is loaded with the first code

    return _file("qr.svg", svg(address).encode(), "no-cache", _hash({"": address.encode()}))


@lru_cache(maxsize=64)
def _page(name: str, content: bytes, home: str) -> File:
    content = content.replace(b"{{address}}", home.encode())
    return _file(name, content, "no-cache", _hash({name: content}))


def _takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` allows gzip by its name (RFC 9110, 12.5.3)."""
    codings = (re.sub(r"[ \t]", "", each.lower()).partition(";") for each in accepted.split(","))
    return any(name == "gzip" and not re.fullmatch(r"q=0(\.0*)?", weight) for name, _, weight in codings)


def _guards(host: str) -> dict[str, str]:
    """The content security policy of the page. Old browsers don't count WebSocket as `'self'`."""
    sockets = f"ws://{host} wss://{host}" if _LITERAL.fullmatch(host) else "ws: wss:"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.suffix in _KINDS and path.is_file())


def _joined(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """The contents, and for each page joined scripts and the one style that it needs instead of those that it names."""
    scripts = {name: content.decode() for name, content in contents.items() if name.endswith(".js")}
    found = dict(contents)
    for page in (name for name in contents if name.endswith(".html")):
        for script in _SCRIPT.findall(contents[page].decode()):
            if (files := joined(scripts, script)) is not None:
                found |= {name: content.encode() for name, content in files.items()}
                found[page] = found[page].replace(f"/{script}".encode(), f"/all-{script}".encode())
        text = found[page].decode()
        if len(styles := _STYLE.findall(text)) > 1 and all(each in contents for each in styles):
            style = f"all-{page.removesuffix('.html')}.css"
            found[style] = b"".join(contents[each] for each in styles)
            link = f'<link rel="stylesheet" href="{{{{site}}}}/{style}">\n</head>'
            found[page] = _STYLE.sub("", text).replace("</head>", link).encode()
    return _asked_for(found)


def _asked_for(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """The contents without styles that nothing names, and scripts, unless one that is not joined may import them."""
    pages = b"".join(content for name, content in contents.items() if name.endswith(".html"))
    scripts = b"".join(content for name, content in contents.items() if name.endswith(".js"))
    named = {found.decode() for found in (*_NAMED.findall(pages), *_WORN.findall(scripts))}
    whole = all(name.startswith("all-") for name in named if name.endswith(".js"))
    spared = (".css", ".js") if whole else (".css",)
    return {
        name: content
        for name, content in contents.items()
        if name in named or name.startswith("all-") or not name.endswith(spared)
    }


def _books() -> Iterator[tuple[str, bytes]]:
    """The book in every language, and what is said of replays and numbers, beside the scripts (book.js)."""
    for language in (*LANGUAGES, PSEUDO):
        with speaking(language):
            yield f"book/{language}.json", _json(book())
            yield f"replay/{language}.json", _json(replay_labels())
            yield f"numbers/{language}.json", _json(numbers_labels())


def _early(code: str, name: str) -> Mapping[str, object]:
    """What the page brings with it of a language, until it has the book."""
    with speaking(code):
        return {"name": name, "labels": {each: worded(each) for each in EARLY}}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _file(name: str, content: bytes, kept: str, tag: str = "") -> File:
    packer = zlib.compressobj(9, wbits=31, memLevel=9)
    compressed = packer.compress(content) + packer.flush()
    pays = len(compressed) < 0.9 * len(content)
    return File(_KINDS[Path(name).suffix], content, compressed if pays else None, kept, tag)


def _hash(contents: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in contents.items():
        found.update(f"{name} {len(content)} ".encode() + content)
    return found.hexdigest()[:16]
