"""A record as one HTML file that shows it and checks its cards without a network, in the exporter's language."""

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator
from typing import Any

from uno_engine.events import Event
from uno_engine.state import View
from uno_protocol.catalogues import speaking
from uno_protocol.labels import replay_labels, worded
from uno_protocol.records.file import ALL, GameRecord, read
from uno_protocol.records.showing import room_of
from uno_protocol.room import RoomEvent
from uno_protocol.sentences import event_text
from uno_protocol.text import clean
from uno_protocol.wire import view_to_map
from uno_protocol.wording.book import book
from uno_protocol.wording.entries import voice_at
from uno_server.web.joined import joined
from uno_server.web.site import PAGE

MOST = 400_000
"""Bytes of a file: messengers and mail carry that. It's enough for a game of some 4,000 turns."""
LARGE = 300_000
"""Bytes of a file above which the record in it is packed: browsers of 2023 unpack it, older ones can't."""
_SCRIPT = "replay/alone.js"
_STYLES = ("style.css", "cards.css", "table.css", "replay.css")
_SAID = ("colours", "ranks", "ordinals", "customizable", "waiting", "faces", "levels", "labels", "point")
"""The parts of the book that a replay needs."""
_FRAME = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src {script_hash}; style-src {style_hash}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<div id="said" class="unseen" role="log" aria-live="polite"></div>
<script type="application/json" id="early">{{}}</script>
<script type="application/json" id="book">{book}</script>
<script type="application/json" id="story">{story}</script>
<script type="module">{script}</script>
</body>
</html>
"""


class TooLong(Exception):
    """The file would have more than `MOST` bytes."""


def html(data: bytes, language: str) -> bytes:
    """The file that shows the record in `data`, of at most `MOST` bytes. Raises RecordFault, TooLong."""
    record, text = read(data), data.decode()
    story = {"header": text[: text.index("\n")], "start": _start(record)}
    with speaking(language):
        said = book()
        kept = {name: said[name] for name in _SAID if name in said}
        kept["labels"] = {**said["labels"], **replay_labels()}
        title = worded("replay_of", name=clean(record.header.table or record.header.game))
        words = list(_words(record))
    told = _json({"record": text, "words": words})
    script, style = _script(), "".join((PAGE / name).read_text(encoding="utf-8") for name in _STYLES)
    frame = {
        "language": language,
        "title": title.replace("&", "&amp;").replace("<", "&lt;"),
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
        "book": _json({"usual": {}, "presets": {}, **kept}),
    }
    begun = f'{_json(story)[:-1]},"told":'
    page = _FRAME.format(**frame, story=f"{begun}{told}}}").encode()
    if len(page) > LARGE:
        packed = base64.b64encode(zlib.compress(told.encode(), 9)).decode()
        page = _FRAME.format(**frame, story=f"{begun}{_json(packed)}}}").encode()
    if len(page) > MOST:
        raise TooLong
    return page


def _start(record: GameRecord) -> dict[str, Any] | None:
    """The position at which a game with all hands began: the page reads no scenarios."""
    if record.header.eyes != ALL or not record.header.position:
        return None
    game = record.header.begin()
    return view_to_map(View(game)) | {"hands": [[card.name for card in hand] for hand in game.hands]}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _words(record: GameRecord) -> Iterator[str]:
    """A sentence for each event, as a spectator of the table would read it."""
    room = room_of(record.header)
    for _, what in record.steps:
        if isinstance(what, RoomEvent):
            what.fold(room)
            yield event_text(what, voice_at(room, None))
        elif isinstance(what, Event):
            yield event_text(what.seen_by(None), voice_at(room, None))


def _script() -> str:
    scripts = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js")}
    files = joined(scripts, _SCRIPT)
    assert files is not None
    assert len(files) == 1
    return files[f"all-{_SCRIPT}"]


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
