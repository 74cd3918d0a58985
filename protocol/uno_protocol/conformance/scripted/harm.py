"""Texts that would do harm on a terminal, and whether a client has shown any of it (P-13.3)."""

import re

ESCAPES = (
    "Q\x1b]52;c;aGFybQ==\x07Z"  # OSC 52: the clipboard
    "Q\x1b]8;;http://harm.example\x1b\\link\x1b]8;;\x1b\\Z"  # OSC 8: a link
    "Q\x1b[7777;8h\x1b[41;7777mZ\x1b]0;harm\x07"  # CSI, and the title of the window
)
CONTROLS = "Q\x00Z Q\x07Z Q\x08Z Q\x0bZ Q\x0cZ Q\x0eZ Q\rZ Q\x1aZ Q\x7fZ"
C1 = "Q\x85Z Q\x90Z Q\x9bZ Q\x9cZ Q\x9dZ"
DIRECTIONS = "Q\u202eZ Q\u202aZ Q\u202dZ Q\u2066Z Q\u2067Z Q\u2068Z Q\u200eZ Q\u200fZ Q\u061cZ"
UNSEEN = "Q\u200bZ Q\u200dZ Q\u2060Z Q\ufeffZ Q\u00adZ"
MARKS = "e" + "\u0301" * 200 + "Z"
LINES = "Q\nZ Q\r\nZ Q\u2028Z Q\u2029Z"
ALL = f"{ESCAPES} {CONTROLS} {C1} {DIRECTIONS} {UNSEEN} {LINES} {MARKS}"
"""All kinds of harm in one text."""
MARKUP = "<b>Kiwi</b> {Kiwi} %s &amp;"
"""Ordinary characters, which must be shown as they are."""

_NEVER = {
    "OSC 52": re.compile("\x1b\\]52"),
    "OSC 8": re.compile("\x1b\\]8;;http://harm"),
    "CSI": re.compile("\x1b\\[7777|\x1b\\[41;7777"),
    "the window's title": re.compile("\x1b\\]0;harm"),
    "a control character": re.compile("Q(?:[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]+|\r)Z"),
    "a C1 control character": re.compile("Q[\x80-\x9f]+Z"),
    "a character of direction": re.compile("Q[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+Z"),
    "a zero-width character": re.compile("Q[\u200b\u200d\u2060\ufeff\u00ad]+Z"),
    "many combining marks in a row": re.compile("[\u0300-\u036f]{6}"),
    "a separator of lines": re.compile("Q[\u2028\u2029]+Z"),
    "line breaks": re.compile("Q[\r\n]+Z Q[\r\n]+Z"),
}
"""What of these texts never belongs into an output. Beside them a client may write what it likes of itself: isolates
about a stranger's words, and line ends between them, but not two within four letters."""


def harm(shown: bytes) -> list[str]:
    """The parts of the texts above that came through."""
    text = shown.decode("utf-8", "replace")
    return [name for name, pattern in _NEVER.items() if pattern.search(text)]
