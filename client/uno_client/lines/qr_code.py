"""The QR code for phones as text: for players in plain mode, and for `uno-client --qr`."""

import os
import sys
from collections.abc import Iterator, Sequence

from uno_client.address import DEFAULT_PORT, Address
from uno_client.config import Settings
from uno_client.core.inviting import address as shown_address
from uno_client.core.inviting import address_of_move
from uno_client.core.model import Model
from uno_client.exits import EXIT_FAILURE
from uno_client.wording.inviting import SCAN, TYPE, to_know
from uno_engine.language import _
from uno_protocol.qr import for_terminal, half_blocks, shows_blocks


def invitation_lines(model: Model, theme: str, *, moves: bool) -> Iterator[str]:
    """How phones join the player's table, or continue in the player's place; last the code and its address."""
    shown, invitation = (address_of_move if moves else shown_address)(model), model.invitation
    if invitation is not None and shown:
        numbered = () if moves else enumerate(invitation.pages, 1)
        others = [f"qr {number}: {page}" for number, page in numbered if number != invitation.at + 1]
        yield from _lines(shown, others, theme, drawn=sys.stdout.isatty())


def _lines(shown: str, others: Sequence[str], theme: str, *, drawn: bool) -> Iterator[str]:
    code = _code_lines(shown, theme) if drawn else ()
    yield from to_know(shown)
    if others:
        yield _("Other addresses of this computer:")
        yield from (f" {each}" for each in others)
    yield _(SCAN) if code else _(TYPE)
    yield from code
    yield shown


def _code_lines(shown: str, theme: str) -> tuple[str, ...]:
    """The code for standard output: in black on white where it shows colours; none where it cannot show blocks."""
    if not shows_blocks(sys.stdout.encoding):
        return ()
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or theme == "mono"
    colours = sys.stdout.isatty() and not plain and (os.name != "nt" or "WT_SESSION" in os.environ)
    return half_blocks(shown) if theme == "light" and not colours else for_terminal(shown, colours=colours)


async def run_qr(settings: Settings) -> int:
    """Print the QR code of a server's page, of the player's own one if none was named; the exit code."""
    from uno_client.net.pages import find_pages

    address = settings.address or await _own()
    told = await find_pages(address)
    if not told.pages:
        print(f"uno-client: {told.why}", file=sys.stderr)
        return EXIT_FAILURE
    code = address.table or ""
    for line in _lines(
        told.pages[0] + code, [page + code for page in told.pages[1:]], settings.wants.theme, drawn=True
    ):
        print(line)
    return 0


async def _own() -> Address:
    from uno_client.front_door_games import own_host

    hosted = await own_host().find()
    return Address("127.0.0.1", DEFAULT_PORT) if hosted is None else hosted.address
