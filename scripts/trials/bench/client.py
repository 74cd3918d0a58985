"""The cost of the full screen: time and bytes of a drawing, key to screen, CPU at rest, a cold start, bytes of play.

bench.py client                  measures all of it (about six minutes)
bench.py client --only PART      one part: drawings, share, keys, start, rest, play; may be given more than once
bench.py client --minutes M      plays for M minutes (default 1)
bench.py client --json           prints one line of JSON

- drawings: the table in this process, at each size, with 2, 4 and 10 players and hands of 1, 7, 20 and 40 cards: the
  whole screen, the cursor on the next card, and what somebody else has played. Processor time (median), and bytes.
- share: what a redraw at 120 by 40 costs before prompt_toolkit gets its rows, where a clock and the cursor move.
- keys: from a key to the first byte of what it draws at 120 by 40, in turns with a window of prompt_toolkit that has
  plain rows and keeps all but one.
- start: seconds until prompt_toolkit is imported, and until the door is drawn; in turn, and the least of each.
- rest: processor time at the door, at a table where nothing moves, and where a clock runs.
- play: games of four on pseudo-terminals of 80 by 24, against computer players at their usual pace and with a clock;
  the player takes six seconds for each answer: in true colour with motion, and with --slow. Not on Windows, as keys,
  start and rest.
Exit code: 0; 1 if something is more than it may be.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import environment
from environment import progress
from play import into_environment

from trials.measured import Measured, middle_and_slow

if TYPE_CHECKING:
    from tests.e2e.terminal import Terminal
    from uno_client.core.model import Model
    from uno_client.screens.frame import Size

NAME = "bench.py client"
SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
SEATS = (2, 4, 10)
HANDS = (1, 7, 20, 40)
TIMES = 15
"""Each drawing is made so often."""
WIDE = (120, 40)
"""The terminal in which keys are pressed."""
KEYS = ("\x1b[C", "\x1b[C", "\x1b[D", "\t")
"""To the right twice, to the left, another order of the cards: a key each."""
PRESSES = 200
RESTS = 10.0
"""Seconds for which a program is watched that rests."""
STARTS = 7
THINKS = 6.0
"""Seconds that the player takes for an answer."""
MOST_SHARE_MS = 1.0
MOST_KEY_MS = (8.0, 25.0)
"""Above prompt_toolkit's own, at the median and at the 99th percentile."""
MOST_CPU = {"at the door": 1.0, "at a table": 1.0, "with a clock": 5.0}
"""Per cent of a processor."""
MOST_START = 2.3
"""The time of the first screen, divided by that of importing prompt_toolkit."""
LINES = {"true colour, motion": ((), 150_000), "slow": (("--slow",), 25_000)}
"""How a game is drawn, the flags for it, and the bytes that a minute of it may take."""
DEALT = """
import hashlib, itertools, secrets, sys
drawn = itertools.count()
secrets.token_bytes = lambda many=32: hashlib.shake_256(b"{deal}%d" % next(drawn)).digest(many)
from uno_server.cli import main
"""
"""A server whose deals and codes of tables are those of every other run with the same `deal`."""
DEALS = ("a", "b", "c", "d")
"""The seeds of the games whose bytes are counted: there are lean and rich ones."""
PLAIN = """
import asyncio
from prompt_toolkit import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
rows = [[("", f"{row:<120}")] for row in range(40)]
keys, pressed = KeyBindings(), []
class Rows(UIControl):
    def create_content(self, width, height):
        return UIContent(lambda row: rows[row], len(rows), show_cursor=False)
@keys.add("<any>")
def press(event):
    pressed.append(1)
    rows[len(pressed) % 40] = [("", f"{len(pressed):<120}")]
app = Application(layout=Layout(Window(Rows(), wrap_lines=False)), key_bindings=keys, full_screen=True)
app.ttimeoutlen = app.timeoutlen = 0.05
app.run()
"""
"""The least that prompt_toolkit needs: rows of one style that are kept, but for the one that a key changes."""


class Drawing(NamedTuple):
    """A kind of drawing, with its median microseconds of processor time and bytes."""

    what: str
    columns: int
    rows: int
    seats: int
    hand: int
    us: float
    size: int


class Bound(NamedTuple):
    """A figure that may not be more than so much."""

    what: str
    found: float
    most: float

    def __str__(self) -> str:
        return f"{self.what}: {self.found:,.2f} (at most {self.most:,.2f})"


class Measurements(NamedTuple):
    """What was measured; what was left out is empty."""

    drawings: list[Drawing]
    share: list[float]
    keys: KeyTimes | None
    start: Start | None
    rest: dict[str, float]
    play: dict[str, float]


def holding(seats: int, count: int) -> tuple[Model, Model, Model]:
    """A table where the first of `seats` holds so many cards: on turn, and before and after the second has played."""
    from tests.client.fake import Fake, position
    from uno_engine.actions import Play
    from uno_engine.cards import card, deck
    from uno_engine.decisions import TakeTurn

    own = " ".join(each.name for each in [*deck(1)[::3], *deck(1)[1::3]][:count])
    others = ["G1 R1 Y1", *(f"R{at}" for at in range(2, seats))]
    on_turn, game = (
        Fake(position(own, *others, top="G9", asked=TakeTurn(seat), options={"decks": "2"})).begin() for seat in (0, 1)
    )
    before = game.model
    game.play(Play(1, (card("G1"),)))
    return on_turn.model, before, game.model


async def drawings(sizes: Sequence[tuple[int, int]], seats: Sequence[int], hands: Sequence[int]) -> list[Drawing]:
    """The table at each size, with so many players and cards."""
    from uno_client.screens.frame import Size

    return [
        drawn
        for columns, rows in sizes
        for players in seats
        for count in hands
        for drawn in _drawn(Size(columns, rows), players, count)
    ]


def _drawn(size: Size, seats: int, count: int) -> Iterator[Drawing]:
    progress.show(f"drawings: {size.columns}x{size.rows}, {seats} players, {count} cards")
    on_turn, before, after = holding(seats, count)
    first_card, moved = on_turn.pointing_at(0), on_turn.pointing_at(min(1, count - 1))
    with a_screen(size, before) as (show, forget):
        for what, first, second in (("all", before, before), ("cursor", first_card, moved), ("play", before, after)):
            found = []
            for model in islice(cycle((first, second)), 1 + TIMES):
                if what == "all":
                    forget()
                found.append(show(model))
            us, sizes = zip(*found[1:], strict=True)  # the first one comes from something else
            yield Drawing(what, size.columns, size.rows, seats, count, median(us), round(median(sizes)))


@contextmanager
def a_screen(size: Size, model: Model) -> Iterator[tuple[Callable[[Model], tuple[float, int]], Callable[[], None]]]:
    """A function that draws a model and returns its microseconds and bytes, and one that forgets the screen."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.application.current import set_app
    from prompt_toolkit.data_structures import Size as Terminal
    from prompt_toolkit.input import create_pipe_input

    from uno_client.fullscreen.app import ScreenControl, ScreenShell
    from uno_client.fullscreen.output import Terse
    from uno_client.net.token_store import TokenStore

    cells = io.StringIO()
    output = Terse(cells, lambda: Terminal(size.rows, size.columns), term="xterm-256color")
    with (
        tempfile.TemporaryDirectory(prefix="uno-bench-") as folder,
        create_pipe_input() as keyboard,
        create_app_session(input=keyboard, output=output),
    ):
        shell = ScreenShell(model, TokenStore(Path(folder)))
        app = ScreenControl(shell, "dark").app

        def show(now: Model) -> tuple[float, int]:
            shell.model = now
            app.render_counter += 1  # what has been drawn is kept no longer
            cells.seek(0)
            cells.truncate()
            began = time.thread_time_ns()
            app.renderer.render(app, app.layout)
            return (time.thread_time_ns() - began) / 1000, len(cells.getvalue().encode())

        with set_app(app):
            yield show, app.renderer.reset


@contextmanager
def at_home() -> Iterator[dict[str, str]]:
    """The variables of a program that finds nothing of the user's, and keeps what it has compiled as usual."""
    with tempfile.TemporaryDirectory(prefix="uno-bench-") as folder:
        usual = {name: value for name, value in os.environ.items() if not name.startswith(("UNO_", "XDG_", "PYTHON"))}
        usual |= {"HOME": folder, "UNO_STATE_DIR": folder, "PYTHONPATH": os.pathsep.join(environment.PACKAGES)}
        yield usual | {"UNO_ANNOUNCE": "off", "UNO_DISCOVER": "off", "UNO_NO_MOTION": "1", "UNO_LANG": "en"}


@contextmanager
def terminal(argv: Sequence[str], variables: dict[str, str], size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """A program on a terminal that reports its background immediately."""
    from tests.e2e.terminal import Terminal

    one = Terminal([sys.executable, "-P", *argv], variables, *size, background="0000/0000/0000")
    try:
        yield one
    finally:
        one.close()


@contextmanager
def client(*flags: str, size: tuple[int, int] = (80, 24), **more: str) -> Iterator[Terminal]:
    """A client on such a terminal; `more`: variables."""
    with at_home() as variables, terminal(["-m", "uno_client", *flags], variables | more, size) as one:
        yield one


@contextmanager
def a_game(
    seconds: int, deal: str = "a", flags: Sequence[str] = (), size: tuple[int, int] = (80, 24), **more: str
) -> Iterator[Terminal]:
    """A client in a game of four against computer players, with so many seconds for a turn."""
    run = DEALT.replace("{deal}", deal) + "sys.exit(main())"
    serve = [sys.executable, "-P", "-c", run, "--host", "127.0.0.1", "--port", "0"]
    with (
        Measured([*serve, "--ephemeral", "--announce", "off"]) as server,
        client(
            *(f"127.0.0.1:{server.port}", "--name", "Ann", "--table", "Kitchen", "--bots", "3"),
            *("--turn-seconds", str(seconds), *flags),
            size=size,
            **more,
        ) as one,
    ):
        one.see("r ready")
        one.press("r")
        one.see("s start")
        one.press("s")
        one.see("clockwise")
        yield one


def share() -> list[float]:
    """Seconds of processor time of our part of a redraw at 120 by 40, where a clock runs and the cursor moves."""
    from uno_client.core.model.table import Countdown
    from uno_client.drawing.palette import palette
    from uno_client.fullscreen.screens import draw
    from uno_client.screens.frame import Size
    from uno_client.structs import replace

    model, look, found = holding(4, 7)[0], palette(), []
    assert model.game is not None
    clock = Countdown(model.game.decision, 60.0, 60.0, model.now)
    for step in range(PRESSES):
        play = replace(model.play, countdown=clock)
        now = replace(model, play=play, now=model.now + step / 4).pointing_at(step // 4 % 7)
        began = time.thread_time_ns()
        draw(now, Size(*WIDE), look).lines()
        found.append((time.thread_time_ns() - began) / 1e9)
    return found


def on_turn(one: Terminal) -> None:
    """Answer what is asked until it is the player's turn."""
    from tests.e2e.at_keys import answer

    while "YOUR TURN" not in one.look():
        answer(one)


class KeyTimes(NamedTuple):
    """Seconds from a key to the screen: ours, and of a window of prompt_toolkit that does nothing else."""

    ours: list[float]
    plain: list[float]


def keys() -> KeyTimes:
    """Keys on the player's turn, each after one in the other window."""
    found = KeyTimes([], [])
    with a_game(0, size=WIDE) as one, at_home() as home, terminal(["-c", PLAIN], home, WIDE) as other:
        on_turn(one)
        other.see("39")
        for number, key in enumerate(islice(cycle(KEYS), PRESSES), 1):
            progress.show(f"keys: {number} of {PRESSES}")
            found.ours.append(one.reaction(key))
            found.plain.append(other.reaction(key))
    return found


def rest() -> dict[str, float]:
    """Per cent of a processor that a client takes, by what is on its screen."""
    found = {}
    with client() as one:
        one.see("? help")
        found["at the door"] = _cpu(one)
    for what, seconds in (("at a table", 0), ("with a clock", 60)):
        with a_game(seconds) as one:
            on_turn(one)
            found[what] = _cpu(one)
    return found


def _cpu(one: Terminal) -> float:
    progress.show("rest: a program that is only looked at")
    one.look(0.5)
    began, before = time.perf_counter(), _cpu_seconds(one.pid)
    while time.perf_counter() < began + RESTS:
        one.look(0.1)
    return 100 * (_cpu_seconds(one.pid) - before) / (time.perf_counter() - began)


def _cpu_seconds(pid: int) -> float:
    """User and system time of a process (proc(5)); zero where there is no such file."""
    if sys.platform == "linux":
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    else:  # noqa: RET505 - else the type checker of the other system sees code that is never reached
        return 0.0


class Start(NamedTuple):
    """Seconds until prompt_toolkit is imported, and until something is drawn: the least of each."""

    prompt_toolkit: float
    first_screen: float


def start() -> Start:
    """Programs that begin, in turn."""
    found = []
    for number in range(1, 2 + STARTS):
        progress.show(f"start: {number} of {1 + STARTS}")
        found.append((_imported("prompt_toolkit"), _first_screen()))
    return Start(*(min(each) for each in zip(*found[1:], strict=True)))  # the first one compiles


def _imported(module: str) -> float:
    with at_home() as variables:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-P", "-c", f"import {module}"], env=variables, check=True)
        return time.perf_counter() - began


def _first_screen() -> float:
    began = time.perf_counter()
    with client() as one:
        while "? help" not in (drawn := one.look(0.002)) and "F1 help" not in drawn:
            pass
        return time.perf_counter() - began


def play(minutes: float) -> dict[str, float]:
    """Bytes that a minute of play takes, by how it is drawn."""
    return {how: _played(minutes, flags) for how, (flags, _most) in LINES.items()}


def _played(minutes: float, flags: Sequence[str]) -> float:
    """The mean of games that are played side by side."""
    from tests.e2e.at_keys import answer, bottom

    with ExitStack() as stack:
        games = [
            stack.enter_context(a_game(30, deal, flags, UNO_NO_MOTION="0", COLORTERM="truecolor")) for deal in DEALS
        ]
        before, end = sum(len(one.raw) for one in games), time.perf_counter() + 60 * minutes
        asked = dict.fromkeys(games, ("", 0.0))
        while (now := time.perf_counter()) < end:
            progress.show(f"play: {end - now:.0f} s to go")
            for one in games:
                if (seen := bottom(one.look(0.01))) != asked[one][0]:
                    asked[one] = seen, now
                elif now > asked[one][1] + THINKS:
                    answer(one)
                    asked[one] = seen, now
        return (sum(len(one.raw) for one in games) - before) / minutes / len(games)


def bounds(found: Measurements) -> Iterator[Bound]:
    """The measurements that have a bound."""
    if found.share:
        yield Bound("our share of a redraw, p50 in ms", middle_and_slow(found.share)[0], MOST_SHARE_MS)
    if found.keys is not None:
        ours, plain = map(middle_and_slow, found.keys)
        for named, mine, theirs, most in zip(("p50", "p99"), ours, plain, MOST_KEY_MS, strict=True):
            yield Bound(f"key to screen, {named} in ms (prompt_toolkit {theirs:.1f})", mine, theirs + most)
    if found.start is not None:
        times = found.start.first_screen / found.start.prompt_toolkit
        yield Bound("the door, in times of importing prompt_toolkit", times, MOST_START)
    for what, share_of in found.rest.items():
        yield Bound(f"processor {what}, %", share_of, MOST_CPU[what])
    for how, sent in found.play.items():
        yield Bound(f"bytes of a minute of play, {how}", sent, LINES[how][1])


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = ("drawings", "share", "keys", "start", "rest", "play")
    parser.add_argument("--only", action="append", choices=parts, help="one part; may be given more than once")
    parser.add_argument("--minutes", type=float, default=1.0, metavar="M", help="play for M minutes (default 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args(typed)
    into_environment("pyte", ["test"])
    wanted = asked.only or parts
    with progress.line():
        found = Measurements(
            asyncio.run(drawings(SIZES, SEATS, HANDS)) if "drawings" in wanted else [],
            share() if "share" in wanted else [],
            keys() if "keys" in wanted else None,
            start() if "start" in wanted else None,
            rest() if "rest" in wanted else {},
            play(asked.minutes) if "play" in wanted else {},
        )
    bound = list(bounds(found))
    over = [each for each in bound if each.found > each.most]
    if asked.json:
        drawn = [each._asdict() for each in found.drawings]
        print(json.dumps({"drawings": drawn, "bounds": [each._asdict() for each in bound]}))
    else:
        for each in found.drawings:
            where = f"{each.columns}x{each.rows}"
            held = f"{each.seats:2} players {each.hand:2} cards"
            print(f"{where:>7} {held}  {each.what:6} {each.us:7.0f} us {each.size:7,} B")
        for of in bound:
            print(of)
    for of in over:
        print(f"{NAME}: {of}", file=sys.stderr)
    return 1 if over else 0
