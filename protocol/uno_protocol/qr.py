"""QR codes of addresses: half blocks for terminals, SVG for pages, and how safe it is to go there.

`segno` is loaded with the first code.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from uno_engine.language import N_

if TYPE_CHECKING:
    from segno import QRCode

PLAIN = N_("Over http nothing is encrypted: anyone on the network can read along.")
CERTIFICATE = N_("The browser warns of the server's own certificate; accept it once.")
QUIET = 4
"""Light modules around a code, as its standard asks for."""
_BLOCKS = " ▄▀█"
"""By two modules, the upper one counting two."""
_BLACK_ON_WHITE, _USUAL = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
"""Black and white of the 256-colour palette, as no terminal theme changes those two."""


def page(host: str, port: int, code: str = "", *, secure: bool = False) -> str:
    """Where a browser finds the page, or a table there: `http://192.168.1.5:7777/ABCD`."""
    named = f"[{host}]" if ":" in host else host
    return f"http{'s' if secure else ''}://{named}:{port}/{code}"


def shows_blocks(encoding: str | None) -> bool:
    """Whether half blocks can be written in a terminal's encoding; None if that is not known."""
    try:
        _BLOCKS.encode(encoding or "ascii")
    except UnicodeError:
        return False
    return True


@lru_cache(maxsize=8)
def half_blocks(text: str, *, quiet: int = QUIET, inverted: bool = False) -> tuple[str, ...]:
    """The code of a text in lines of half blocks; each character is one module wide and two high.

    The blocks are what is dark, for dark letters on a light ground; `inverted`, what is light.
    """
    rows = [[dark != inverted for dark in row] for row in _code(text).matrix_iter(border=quiet)]
    rows += [[inverted] * len(rows[0])] * (len(rows) % 2)
    return tuple(
        "".join(_BLOCKS[2 * upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def for_terminal(text: str, *, colours: bool) -> tuple[str, ...]:
    """The code in lines to print: black on white, or without colours as light letters on a dark ground."""
    if not colours:
        return half_blocks(text, inverted=True)
    return tuple(f"{_BLACK_ON_WHITE}{line}{_USUAL}" for line in half_blocks(text))


def svg(text: str) -> str:
    """The code as a picture that takes the size it is given, with the text as its title."""
    drawn = BytesIO()
    _code(text).save(drawn, kind="svg", border=QUIET, xmldecl=False, omitsize=True, light="#fff", nl=False, title=text)
    return drawn.getvalue().decode()


def rows(text: str) -> list[str]:
    """The code without a border, row by row: `1` is dark, `0` light."""
    return ["".join("01"[dark] for dark in row) for row in _code(text).matrix_iter(border=0)]


def _code(text: str) -> QRCode:
    import segno

    return segno.make(text, micro=False)
