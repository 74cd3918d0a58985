"""The terminal gets the same screen in fewer bytes, and nothing while nothing changes."""

import io
import re

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from tests.client.fake import at_table
from tests.client.fullscreen.painted import drawing
from uno_client.core.front_door import at_door
from uno_client.core.model import Model
from uno_client.core.model.parts import Screen
from uno_client.fullscreen.output import Terse, _change
from uno_client.messages import Tick
from uno_client.structs import replace
from uno_client.wording.front_door import Hosting
from uno_engine import actions as act
from uno_engine.cards import card

Cells = list[list[tuple[str, ...]]]


def a_lap() -> list[Model]:
    """What a player sees of a few moves, at the table and in help."""
    game = at_table("R5 B7 W Y3", "R1 G2 G3", "R2 Y2 Y4")
    models = [game.model]
    for keys in ("enter", "", "", "w enter", "b", "?", "escape"):
        if keys:
            game.press(keys)
        else:
            seat = 2 if len(models) == 3 else 1
            game.play(act.Play(seat, (card(f"R{seat}"),)))
        models.append(game.model)
    return models


async def drawn(kind: type[Vt100_Output]) -> tuple[list[Cells], int]:
    """The cells of each screen, and the bytes that all took."""
    screen = pyte.Screen(80, 24)
    stream, found, told = pyte.Stream(screen), [], 0
    file = io.StringIO()
    output = kind(file, lambda: Size(rows=24, columns=80), term="xterm-256color")
    models = a_lap()
    with drawing(models[0], output, "dark") as (shell, draw):
        for shell.model in models:
            draw()
            text = file.getvalue()
            told += len(text.encode())
            file.seek(0)
            file.truncate()
            stream.feed(text)
            found.append(
                [[tuple(map(str, line[at])) for at in range(80)] for line in map(screen.buffer.__getitem__, range(24))]
            )
    return found, told


async def test_the_screen_is_the_same_in_fewer_bytes() -> None:
    plain, more = await drawn(Vt100_Output)
    terse, fewer = await drawn(Terse)
    assert terse == plain
    assert fewer < 0.97 * more


def test_bold_and_dim_which_end_together_are_sent_anew() -> None:
    assert _change(frozenset({"1", "2"}), frozenset({"1"})) == "0;1"
    assert _change(frozenset({"1", "38;5;196"}), frozenset({"1", "38;5;21"})) == "38;5;21"


async def test_time_alone_draws_nothing_where_nothing_changes() -> None:
    redrawn = []
    output = Terse(io.StringIO(), lambda: Size(rows=24, columns=80), term="xterm-256color")
    with drawing(a_lap()[0], output, "dark") as (shell, draw):
        draw()
        shell.redraw = lambda: redrawn.append(1)
        shell.feed(Tick(shell.model.now + 0.5))
        assert redrawn == []
        shell.model = shell.model.pointing_at(1)
        shell.feed(Tick(shell.model.now + 0.5))
        assert redrawn == [1]


async def test_a_frame_is_marked_as_one_for_a_terminal_that_knows_it() -> None:
    file = io.StringIO()
    output = Terse(file, lambda: Size(rows=24, columns=80), term="xterm-256color")
    output.synchronized = True
    output.write("UNO")
    output.flush()
    assert file.getvalue().startswith("\x1b[?2026h")
    assert file.getvalue().endswith("UNO\x1b[?2026l")


async def test_the_address_of_the_page_is_a_link_that_nothing_else_gets_into() -> None:
    page = "http://192.0.2.5:7778/"
    model = replace(at_door(Model(), Hosting(7778, ("192.0.2.5:7778",), page=page)), screen=Screen.HOSTED)
    file = io.StringIO()
    output = Terse(file, lambda: Size(rows=24, columns=80), term="xterm-256color")
    with drawing(model, output, "dark") as (_, draw):
        draw()
    begin, end = f"\x1b]8;;{page}\x1b\\", "\x1b]8;;\x1b\\"
    inside, _, after = file.getvalue().partition(begin)[2].partition(end)
    assert re.sub(r"\x1b\[[0-9;]*m", "", inside) == page
    assert "\x1b]8" not in after
