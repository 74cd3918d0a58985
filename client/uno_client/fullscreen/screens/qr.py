"""How phones join: the QR code of the page with its address, or only the address if the code doesn't fit."""

from uno_client.core.inviting import address
from uno_client.core.model import Model
from uno_client.core.model.parts import Invitation
from uno_client.fullscreen.screens.frame import bar, framed, meanwhile, rows_for_body, table_bar
from uno_client.fullscreen.widgets import Lines, Size, text, width, wrap
from uno_client.wording.inviting import LOOKING, SCAN, TYPE, to_know, which
from uno_engine.language import _
from uno_protocol.qr import QUIET, half_blocks

LEAST_COLUMNS = 22
"""For the text beside the code."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    prompt, shown = meanwhile(model, size.columns), address(model)
    title = _("QR code for phones")
    top = bar(title, "", size.columns) if model.table is None else table_bar(model, title, "", size.columns)
    if model.invitation is None or not shown:
        return framed(model, size, top, [[], text(f"  {_(LOOKING)}", "class:info")], prompt)
    rows, columns = rows_for_body(model, size, prompt), size.columns
    code = _code(shown, Size(columns - LEAST_COLUMNS, rows), inverted=model.invitation.inverted)
    if not code:
        return framed(model, size, top, [[], *_told(model.invitation, shown, columns, _(TYPE))], prompt)
    told = _told(model.invitation, shown, columns - width(code[0]) - 3, _(SCAN))
    body: Lines = [
        [("class:qr", line), ("", "  "), *(told[at] if at < len(told) else [])] for at, line in enumerate(code)
    ]
    return framed(model, size, top, body, prompt)


def _code(shown: str, room: Size, *, inverted: bool) -> tuple[str, ...]:
    """The code with as much quiet around it as there is room for, at least half of what it should have; else none."""
    for quiet in (QUIET, QUIET // 2):
        code = half_blocks(shown, quiet=quiet, inverted=inverted)
        if len(code) <= room.rows and len(code[0]) <= room.columns:
            return code
    return ()


def _told(invitation: Invitation, shown: str, columns: int, first: str) -> Lines:
    """What to do, the address, and what to know of it."""
    lines = wrap(first, columns, "class:prompt", indent="")
    lines += [[], *wrap(shown, columns, "class:strong", indent=""), []]
    more = which(invitation.at, len(invitation.pages)), *to_know(shown)
    for said in filter(None, more):
        lines += wrap(said, columns, "class:info", indent="")
    return lines
