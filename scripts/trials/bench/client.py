"""The cost of the full screen: time and bytes of a drawing, key to screen, a cold start, bytes of a minute of play.

bench.py client                  measures all of it (about three minutes)
bench.py client --only PART      one part: drawings, keys, start, play; may be given more than once
bench.py client --minutes M      plays for M minutes (default 1)
bench.py client --json           prints one line of JSON

- drawings: the table in this process, at each size, with 2, 4 and 10 players and hands of 1, 7, 20 and 40 cards: the
  whole screen, the cursor on the next card, and what somebody else has played. Processor time (median), and bytes.
- keys: a client on a pseudo-terminal of 80 by 24, while two processes keep the machine busy: from a key to the first
  byte of what it draws.
- start: seconds until prompt_toolkit is imported, until the full screen is, and until the first screen is drawn; in
  turn, and the least of each.
- play: games of four on pseudo-terminals of 80 by 24, against computer players at their usual pace and with a clock;
  the player takes six seconds for each answer, and nothing moves by itself. Not on Windows, as keys and start.
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
KEYS = ("\x1b[C", "\x1b[C", "\x1b[D", "\t")
"""To the right twice, to the left, another order of the cards: a key each."""
PRESSES = 300
BUSY = 2
"""Processes that keep the machine busy while keys are pressed."""
STARTS = 7
THINKS = 6.0
"""Seconds that the player takes for an answer."""
MOST_KEY_MS = 50.0
MOST_IMPORT_SECONDS = 0.25
"""Of ours, above those of prompt_toolkit."""
MOST_START = 3.0
"""The time of the first screen, divided by that of importing prompt_toolkit."""
MOST_BYTES = 20_000
"""Bytes of a minute of play."""
DEALT = """
import hashlib, itertools, secrets, sys
drawn = itertools.count()
secrets.token_bytes = lambda many=32: hashlib.shake_256(b"{deal}%d" % next(drawn)).digest(many)
from uno_server.cli import main
"""
"""A server whose deals and codes of tables are those of every other run with the same `deal`."""
DEALS = ("a", "b", "c", "d")
"""The seeds of the games whose bytes are counted: there are lean and rich ones."""
WORK = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"


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

    from uno_client.fullscreen.app import ScreenShell, application
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
        app = application(shell, "dark")

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
def client(*flags: str, **more: str) -> Iterator[Terminal]:
    """A client on a terminal that reports its background immediately; `more`: variables."""
    from tests.e2e.terminal import Terminal

    with at_home() as variables:
        one = Terminal(
            [sys.executable, "-P", "-m", "uno_client", *flags], variables | more, background="0000/0000/0000"
        )
        try:
            yield one
        finally:
            one.close()


@contextmanager
def a_game(seconds: int, deal: str = "a") -> Iterator[Terminal]:
    """A client in a game of four against computer players, with so many seconds for a turn."""
    run = DEALT.replace("{deal}", deal) + "sys.exit(main())"
    serve = [sys.executable, "-P", "-c", run, "--host", "127.0.0.1", "--port", "0"]
    with (
        Measured([*serve, "--ephemeral", "--announce", "off"]) as server,
        client(
            *(f"127.0.0.1:{server.port}", "--name", "Ann", "--table", "Kitchen", "--bots", "3"),
            *("--turn-seconds", str(seconds)),
        ) as one,
    ):
        one.see("r ready")
        one.press("r")
        one.see("s start")
        one.press("s")
        one.see("clockwise")
        yield one


@contextmanager
def a_busy_machine() -> Iterator[None]:
    """Keep the processors busy with other processes, which end with this one in any case."""
    with ExitStack() as stack:
        for _ in range(BUSY):
            worker = stack.enter_context(subprocess.Popen([sys.executable, "-c", WORK, str(os.getpid())]))
            stack.callback(worker.kill)
        yield


def keys() -> list[float]:
    """Seconds from a key to the screen, on the player's turn."""
    from tests.e2e.at_keys import answer

    with a_game(0) as one:
        while "YOUR TURN" not in one.look():
            answer(one)
        with a_busy_machine():
            return [_pressed(one, number, key) for number, key in enumerate(islice(cycle(KEYS), PRESSES), 1)]


def _pressed(one: Terminal, number: int, key: str) -> float:
    progress.show(f"keys: {number} of {PRESSES}")
    return one.reaction(key)


class Start(NamedTuple):
    """Seconds until prompt_toolkit is imported, the full screen is, and something is drawn: the least of each."""

    prompt_toolkit: float
    imports: float
    first_screen: float


def start() -> Start:
    """Programs that begin, in turn."""
    found = []
    for number in range(1, 2 + STARTS):
        progress.show(f"start: {number} of {1 + STARTS}")
        found.append((_imported("prompt_toolkit"), _imported("uno_client.fullscreen.app"), _first_screen()))
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


def play(minutes: float) -> float:
    """Bytes that a minute of play takes: the mean of games that are played side by side."""
    from tests.e2e.at_keys import answer, bottom

    with ExitStack() as stack:
        games = [stack.enter_context(a_game(30, deal)) for deal in DEALS]
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


def bounds(pressed: Sequence[float], begun: Start | None, of_play: float | None) -> list[Bound]:
    """The measurements that have a bound."""
    found = []
    if pressed:
        found.append(Bound("key to screen, p99 in ms", middle_and_slow(pressed)[1], MOST_KEY_MS))
    if begun is not None:
        ours = begun.imports - begun.prompt_toolkit
        found.append(Bound("our imports above prompt_toolkit's, seconds", ours, MOST_IMPORT_SECONDS))
        times = begun.first_screen / begun.prompt_toolkit
        found.append(Bound("the first screen, in times of prompt_toolkit", times, MOST_START))
    if of_play is not None:
        found.append(Bound("bytes of a minute of play", of_play, MOST_BYTES))
    return found


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = ("drawings", "keys", "start", "play")
    parser.add_argument("--only", action="append", choices=parts, help="one part; may be given more than once")
    parser.add_argument("--minutes", type=float, default=1.0, metavar="M", help="play for M minutes (default 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args(typed)
    into_environment("pyte", ["test"])
    wanted = asked.only or parts
    with progress.line():
        drawn = asyncio.run(drawings(SIZES, SEATS, HANDS)) if "drawings" in wanted else []
        pressed = keys() if "keys" in wanted else []
        begun = start() if "start" in wanted else None
        of_play = play(asked.minutes) if "play" in wanted else None
    found = bounds(pressed, begun, of_play)
    over = [bound for bound in found if bound.found > bound.most]
    if asked.json:
        told: dict[str, object] = {
            "drawings": [each._asdict() for each in drawn],
            "bounds": [each._asdict() for each in found],
        }
        p50, p99 = middle_and_slow(pressed)
        told |= {"key_p50_ms": p50, "key_p99_ms": p99, "start": begun and begun._asdict(), "bytes_a_minute": of_play}
        print(json.dumps({**told, "over": [bound.what for bound in over]}))
    else:
        for each in drawn:
            where = f"{each.columns}x{each.rows}"
            held = f"{each.seats:2} players {each.hand:2} cards"
            print(f"{where:>7} {held}  {each.what:6} {each.us:7.0f} us {each.size:7,} B")
        for bound in found:
            print(bound)
    for bound in over:
        print(f"{NAME}: {bound}", file=sys.stderr)
    return 1 if over else 0
