"""The servers that were found on the network, as the first screen lists them."""

from uno_client.core.model import Model
from uno_client.core.server_picker import picked
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.widgets import Line, Lines, clickable, clip, fit, rule, text, visible, wrap
from uno_client.messages import Found
from uno_client.wording.trust import NOT_AS_KNOWN
from uno_engine.language import N_, _, pgettext

LOOKING = N_("No games found yet; still looking.")
ASK = N_("Ask whoever runs the server for the address that it shows, and type it here.")
_COUNTS = 7 + 2 + 6 + 2 + 5
"""Columns of the three counts; what is said in their place fits too."""


def servers_lines(model: Model, columns: int, rows: int) -> Lines:
    """The list under its heading, in at most `rows` lines (at least 4); nothing where nobody looks for servers."""
    if model.picker.found is None and not model.picker.trouble:
        return []
    if not model.picker.found:
        said = f"{model.picker.trouble[:1].upper()}{model.picker.trouble[1:]}." if model.picker.trouble else _(LOOKING)
        style = "class:fault" if model.picker.trouble else "class:info"
        words = [*wrap(said, columns - 2, style, margin="  "), *wrap(_(ASK), columns - 2, "class:quiet", margin="  ")]
        return [rule(columns, _("Games on this network")), *words[: rows - 1]]
    here = picked(model)
    at = model.picker.found.index(here) if here is not None else 0
    room = max(1, rows - 3)
    first = visible(len(model.picker.found), at, room)
    names = max(10, min(24, columns - 2 - 2 - _COUNTS - 2 - 22))
    count = f": {len(model.picker.found)}" if len(model.picker.found) > room else ""
    counts = (
        (pgettext("at most 7 columns", "Players"), 7),
        (pgettext("at most 6 columns", "Tables"), 6),
        (pgettext("at most 5 columns", "Seats"), 5),
    )
    name = f"{pgettext('at most 9 columns', 'Name'):<{names}}"
    head = f"  {name}  {'  '.join(f'{word:<{wide}}' for word, wide in counts)}  {_('Where')}"
    lines = [
        clickable(_line(found, found is here, names, columns), spot(at))
        for at, found in enumerate(model.picker.found[first : first + room], first)
    ]
    said = "" if here is None else f"  {here.name}: {here.described}"
    return [
        rule(columns, _("Games on this network") + count),
        text(head, "class:label"),
        *lines,
        text(said, "class:quiet"),
    ]


def _line(found: Found, here: bool, names: int, columns: int) -> Line:
    line: Line = [
        ("", f"{'▸' if here else ' '} "),
        *clip([("class:strong", fit(found.name, names))], names),
        (_style(found), f"  {_state(found):<{_COUNTS}}  {found.address}"),
        ("", f"  {_('password')}" if found.password else ""),
    ]
    clipped = clip(line, columns)
    return [(f"{style} class:selected", part) for style, part in clipped] if here else clipped


def _style(found: Found) -> str:
    if found.verdict is not None:
        return "class:fault"
    return "" if found.answers else "class:quiet"


def _state(found: Found) -> str:
    if found.verdict is not None:
        return _(NOT_AS_KNOWN[found.verdict])
    if found.answers is False:
        return _("no answer")
    if not found.speaks_ours:
        return _("other version")
    counts = (found.players, 7), (found.open_tables, 6), (found.free_seats, 5)
    return "  ".join(f"{'?' if count is None else count:>{width}}" for count, width in counts)
