"""In plain mode `record FILE` writes the record of the game into that file."""

from pathlib import Path

from msgspec.structs import replace as with_fields

from tests.client.core.test_fetching import DATA
from tests.client.fake import WELCOME, Capture
from tests.client.lines.at_lines import AtLines, two
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase


async def test_a_game_goes_into_a_file(capsys: Capture, tmp_path: Path) -> None:
    table = AtLines(two("R5"), capsys, RoomPhase.FINISHED)
    table.hear(with_fields(WELCOME, capabilities=["records"]))
    table.table.answers = False
    table.type(f"record {tmp_path / 'x'}")
    lines = DATA.decode().split("\n")[:-1]
    page = net.RecordPage(
        id=table.player.shell.model.link.pending[-1].id, at=0, of=2, digest=lines[-1][-66:-2], lines=lines
    )
    assert table.hear(page) == f"The game is saved in {tmp_path / 'x'}.\n"
    assert (tmp_path / "x").read_bytes() == DATA
