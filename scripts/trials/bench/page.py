"""How long the page keeps people waiting, and how smoothly it moves: the way to a table on a slow network and a slow
phone, a move to the fourth phone, back, the frames of a round, and a replay.

bench.py page          measures all (some minutes; needs Chromium)
bench.py page --json   prints one line of JSON

- way: the page is opened over a network of 150 ms and 1.6 Mbit/s, by a processor that is six times slower, with nothing
  kept from before: seconds until something is drawn, and until the form to join is there, and how often the page then
  waits for the server from the name to the table. English and German.
  Connections begin as those of TCP do: a round trip before the first byte, and ten segments in the first answer.
- move: four pages at a table on loopback, in one browser; one presses, and another one, the fourth or the first, draws
  what has come of it: milliseconds from the press until that is on its screen.
- back: a page is reloaded, or looked at again while its connection is dead and nobody has noticed: seconds until it is
  back in its seat.
- frames: three rounds with five brisk computer players, from the deal to the result, by a processor that is four times
  slower and draws, too, on a phone's screen with twice the pixels: milliseconds of a frame, the median of the rounds,
  and of the longest task of them all.
- replay: a game of some 400 turns is seen again by a processor that is four times slower: seconds from the press on
  "see again" to the picture, and from the opening of the file that shows a record, beyond what a browser needs to open
  an empty one; milliseconds from a press to the frame with the next turn, laid out and painted, for 99 of 100 steps
  through that file.
Exit code: 0; 1 if something is more than it may be.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import Queue
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from environment import chromium, progress
from play import into_environment

from trials.measured import Measured, middle_and_slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

NAME = "bench.py page"
TRIP_SECONDS, BYTES_A_SECOND = 0.15, 200_000
SEGMENT_BYTES, FIRST_SEGMENTS = 1460, 10
TIMES = 5
MOVES = 200
PRESSES = 2000
"""At most: not every press is a move."""
PATIENCE_MS = 2_000
SETTLED_MS = 50
"""Then all of a move is drawn."""
RETURNS = 10
ROUNDS = 3
SLOW_WAY, SLOW_ROUND = 6, 4
"""How many times slower the processor is made."""
MOST_ROUND_SECONDS = 600
"""Then a round hangs."""
MOST_PAINT_SECONDS, MOST_FORM_SECONDS, MOST_TRIPS, MOST_MOVE_MS, MOST_BACK_SECONDS = 2.0, 2.5, 4, 75.0, 1.0
MOST_FRAME_MS, MOST_TASK_MS = 20.0, 150.0
LONG_GAME, STEPS, MOST_STEP_MS = 22, 300, 20.0
"""The number of a random game of 402 turns."""
TURNS, MOST_OPEN_SECONDS = 400, 0.3
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
FORM = """
window.form = new Promise((tell) => {
  new MutationObserver((_, watch) => {
    if (!document.querySelector("form input")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => tell(performance.now() / 1000)));
  }).observe(document, { subtree: true, childList: true });
});
"""
"""When the form to join was drawn, in seconds."""
WATCHES = """
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (...all) { window.sent = now(); return send.apply(this, all); };
  window.sent = 0;
  window.drawn = [];
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => window.drawn.push(now()))))
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})();
"""
"""Notes when the page last sent something, and whenever it has drawn something: a task that is due comes after that."""
PRESS = "() => { const at = performance.timeOrigin + performance.now(); press(); return window.sent >= at ? at : 0; }"

"""When the page sent something for that press; 0 if it did not."""
SEEN = """([at, most]) => new Promise((tell) => {
  const end = at + most;
  const look = () => {
    const first = window.drawn.find((each) => each >= at);
    if (first || Date.now() > end) tell(first || end);
    else setTimeout(look, 10);
  };
  look();
})"""
"""When the page had next drawn something; after so many milliseconds at the latest."""

STEP = """() => new Promise((tell) => {
  const from = performance.now(), { port1, port2 } = new MessageChannel();
  port1.onmessage = () => tell(performance.now() - from);
  const again = document.querySelector(".again");
  new MutationObserver((_, watch) => {
    watch.disconnect();
    requestAnimationFrame(() => port2.postMessage(""));
  }).observe(again, { subtree: true, childList: true, attributes: true, characterData: true });
  again.querySelector("[aria-keyshortcuts=ArrowRight]").click();
})"""
"""Milliseconds from a press to the end of the frame that shows the next turn: that message comes after its layout."""
SHOWS = """
window.shows = () => new Promise((tell) => {
  new MutationObserver((_, watch) => {
    if (!document.querySelector(".again")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => tell(performance.now())));
  }).observe(document, { subtree: true, childList: true });
});
window.shown = window.shows();
"""
"""When a game that is seen again was drawn, in milliseconds; as soon as the page is opened, and from later on."""
EMPTY = """<!doctype html><script type="module">
document.body.append(Object.assign(document.createElement("p"), { className: "again", textContent: "." }));
</script>"""
AGAIN = """async () => {
  const shown = window.shows(), from = performance.now();
  document.querySelector("[aria-keyshortcuts=v]").click();
  return (await shown - from) / 1000;
}"""
"""Seconds from the press to the picture."""

LISTENS = """
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    window.socket = this;
    window.heard = 0;
    this.addEventListener("message", () => { window.heard += 1; });
  }
};
"""
"""Keeps the newest connection, and counts what comes on it."""
WAKES = """() => new Promise((tell) => {
  const dead = window.socket;
  dead.send = () => {};
  dead.onmessage = null;
  const at = performance.now();
  document.dispatchEvent(new Event("visibilitychange"));
  const look = () => {
    const back = window.socket !== dead && window.heard > 1 && !document.querySelector(".lost");
    if (back) requestAnimationFrame(() => tell((performance.now() - at) / 1000));
    else setTimeout(look, 5);
  };
  look();
})"""
"""Seconds from being looked at, with a connection that is dead, until `welcome` and `resumed` are there and drawn."""


class Slow:
    """A slow network before a server on this computer."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._free = 0.0  # when the line has carried all that it was given

    async def serve(self, found: Queue[tuple[int, Callable[[], object]]]) -> None:
        """Carry what comes until it is stopped; the port, and what stops it, are put into `found`."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._carry, "127.0.0.1") as listening:
            found.put((listening.sockets[0].getsockname()[1], lambda: loop.call_soon_threadsafe(over.set)))
            await over.wait()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(TRIP_SECONDS)
        there, back = await asyncio.open_connection("127.0.0.1", self._server)
        with contextlib.closing(writer), contextlib.closing(back), contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(self._up(reader, back), self._down(there, writer))

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while part := await reader.read(SEGMENT_BYTES):
            asyncio.get_running_loop().call_later(TRIP_SECONDS / 2, writer.write, part)
        writer.close()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Each segment that has come lets two more go; all connections share the line."""
        loop = asyncio.get_running_loop()
        window = FIRST_SEGMENTS
        confirmed: deque[float] = deque()  # when each segment on its way will be
        while part := await reader.read(SEGMENT_BYTES):
            while confirmed and (len(confirmed) >= window or confirmed[0] <= loop.time()):
                await asyncio.sleep(confirmed.popleft() - loop.time())
                window += 1
            self._free = max(self._free, loop.time()) + len(part) / BYTES_A_SECOND
            confirmed.append(self._free + TRIP_SECONDS)
            loop.call_at(self._free + TRIP_SECONDS / 2, writer.write, part)
        await asyncio.sleep(max(0.0, self._free - loop.time()) + TRIP_SECONDS)


@contextlib.contextmanager
def slowly(server: int) -> Iterator[int]:
    """The port of a slow network before a server."""
    slow, found = Slow(server), Queue[tuple[int, Callable[[], object]]]()
    thread = threading.Thread(target=lambda: asyncio.run(slow.serve(found)))
    thread.start()
    port, stop = found.get()
    try:
        yield port
    finally:
        stop()
        thread.join()


def come(page: Page, name: str) -> None:
    """Somebody says a name."""
    page.get_by_label("Your name").or_(page.get_by_label("Dein Name")).fill(name)
    page.keyboard.press("Enter")


class Way(NamedTuple):
    """Seconds until something is drawn, and the form; how often the page waited for the server to be at the table."""

    paint: float
    form: float
    trips: int


def way(browser: Browser, place: str, table: str, name: str) -> Way:
    """The way of one guest to a table.

    `table`: its name, which is the language.
    """
    context = browser.new_context(locale=table, viewport={"width": 390, "height": 844})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_WAY})
    said: list[str] = []
    for event, who in (("Network.webSocketFrameSent", "page"), ("Network.webSocketFrameReceived", "server")):
        network.on(event, lambda _frame, who=who: said.append(who))
    page.add_init_script(FORM)
    page.goto(f"http://{place}/{table}", wait_until="commit")
    seconds: float = page.evaluate("() => window.form")
    page.wait_for_load_state("networkidle")
    paint: float = page.evaluate("() => performance.getEntriesByName('first-paint')[0].startTime / 1000")
    network.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    said.clear()
    come(page, name)
    page.locator("#ready").wait_for()
    context.close()
    trips = sum(1 for before, now in zip(["", *said], said, strict=False) if (before, now) == ("page", "server"))
    return Way(paint, seconds, trips)


def moves(browser: Browser, place: str, table: str, alone: Callable[[], object]) -> list[float]:
    """Milliseconds from a press until somebody else's page shows it. `alone` takes the host from the table."""
    from tests.browser.people import PLAYS

    pages = []
    for name in ("Ann", "Bob", "Cem", "Dee"):
        context = browser.new_context(locale="en", viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        context.add_init_script(WATCHES)
        pages.append(context.new_page())
        pages[-1].goto(f"http://{place}/{table}")
        come(pages[-1], name)
        pages[-1].locator("#ready").wait_for()
        pages[-1].evaluate(PLAYS.read_text(encoding="utf-8").replace("setInterval(step, 20)", "window.press = step"))
    alone()
    waited: list[float] = []
    for number in range(PRESSES):
        presser = pages[number % len(pages)]
        watcher = pages[-1] if presser is not pages[-1] else pages[0]
        if not (at := presser.evaluate(PRESS)):
            continue
        waited.append(watcher.evaluate(SEEN, [at, PATIENCE_MS]) - at)
        progress.show(f"move: {len(waited)} of {MOVES}")
        watcher.wait_for_timeout(SETTLED_MS)
        if len(waited) == MOVES:
            break
    return waited


def back(browser: Browser, place: str, table: str) -> dict[str, list[float]]:
    """Seconds until a page is back in its seat, for each way in which it was gone."""
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
    context.add_init_script(LISTENS)
    page = context.new_page()
    page.goto(f"http://{place}/{table}")
    come(page, "Eve")
    seat = page.locator("#ready")
    seat.wait_for()
    found: dict[str, list[float]] = {"reload": [], "dead": []}
    for number in range(1, RETURNS + 1):
        progress.show(f"back: {number} of {RETURNS}")
        page.reload(wait_until="commit")
        seat.wait_for()
        found["reload"].append(page.evaluate("performance.now()") / 1000)
        found["dead"].append(page.evaluate(WAKES))
        seat.wait_for()
    context.close()
    return found


def frames(browser: Browser, place: str, table: str, alone: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of a frame while a page plays with computer players, and of the longest task.

    `alone` takes the host from the table.
    """
    from tests.browser.people import PLAYS

    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    page.goto(f"http://{place}/{table}")
    come(page, table)
    page.locator("#ready").wait_for()
    alone()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW_ROUND})
    browser.start_tracing(page=page, categories=TRACED)
    begun = time.monotonic()
    page.evaluate(PLAYS.read_text(encoding="utf-8").replace("setInterval(step, 20)", "setInterval(step, 1500)"))
    page.locator(".result").wait_for(timeout=1000 * MOST_ROUND_SECONDS)
    seconds = time.monotonic() - begun
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    main_thread = _main_of(events)
    tasks = [event for event in events if event["name"] == "RunTask" and event["tid"] == main_thread]
    drawn = sum(event["name"] == "DrawFrame" and event["pid"] == tasks[0]["pid"] for event in events)
    context.close()
    return 1000 * seconds / max(drawn, 1), max(task.get("dur", 0) for task in tasks) / 1000


def phone(browser: Browser, *scripts: str) -> Page:
    """A page on a phone's screen."""
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844}, device_scale_factor=2)
    for script in scripts:
        context.add_init_script(script)
    return context.new_page()


def slowed(page: Page) -> None:
    """Make the processor slow for a page."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW_ROUND})


def steps(browser: Browser, file: Path) -> list[float]:
    """Milliseconds from press to frame for each of some steps through a long game."""
    page = phone(browser)
    slowed(page)
    page.goto(file.as_uri())
    page.locator(".verdict").wait_for()
    found = []
    for _ in range(STEPS):
        page.wait_for_timeout(SETTLED_MS)
        found.append(page.evaluate(STEP))
    page.context.close()
    return found


def opened(browser: Browser, file: Path) -> float:
    """Seconds until a file has drawn what it shows."""
    page = phone(browser, SHOWS)
    slowed(page)
    page.goto(file.as_uri(), wait_until="commit")
    seconds: float = page.evaluate("() => window.shown") / 1000
    page.context.close()
    return seconds


def told_game() -> list[dict[str, Any]]:
    """The messages of a long game to one of its players, up to the result of a round."""
    from tests.page.test_modules import Recorded
    from tests.protocol.test_fold import play_round
    from uno_engine.actions import Deal
    from uno_protocol.room import PhaseChanged, RoomPhase

    table, choose = Recorded(4, 1, goal="points", target="5000"), random.Random(1)
    table.tell(PhaseChanged(RoomPhase.PLAYING))
    table.open_game()
    told = table.sent[0]
    while list(play_round(table, choose)) and sum(map(_is_turn, told)) < TURNS:
        table.act(Deal())
    table.tell(PhaseChanged(RoomPhase.BETWEEN_ROUNDS))
    return told


def _is_turn(message: Mapping[str, Any]) -> bool:
    event = message.get("event", {})
    return bool(event.get("k") == "asked" and event["decision"]["k"] == "take_turn")


def seen_again(browser: Browser, place: str, name: str, game: Sequence[Mapping[str, Any]]) -> float:
    """Seconds from the press on "see again" to its picture. The page gets a game of which its server knows nothing."""
    import msgpack

    page = phone(browser, SHOWS)
    sockets: list[WebSocketRoute] = []

    def routed(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**", routed)
    page.goto(f"http://{place}/")
    come(page, name)
    page.get_by_label("Your name").wait_for(state="detached")
    for message in game:
        sockets[-1].send(msgpack.packb(message))
    page.locator("[aria-keyshortcuts=v]").wait_for()
    slowed(page)
    page.wait_for_timeout(SETTLED_MS)
    seconds: float = page.evaluate(AGAIN)
    page.context.close()
    return seconds


def replays(browser: Browser, place: str, folder: Path) -> dict[str, tuple[float, float]]:
    """How long it takes to see a game again, and how long it may."""
    from tests.protocol.recorded_games import recorded
    from uno_server.archive.html import html

    file, empty = folder / "game.html", folder / "empty.html"
    file.write_bytes(html(recorded(LONG_GAME).data, "en"))
    empty.write_text(EMPTY, encoding="utf-8")
    game = told_game()
    again = [seen_again(browser, place, f"Zoe {number}", game) for number in range(TIMES)]
    files = [opened(browser, file) - opened(browser, empty) for _ in range(TIMES)]
    return {
        "replay_open_s": (median(again), MOST_OPEN_SECONDS),
        "replay_file_open_s": (median(files), MOST_OPEN_SECONDS),
        "replay_step_p99_ms": (middle_and_slow([each / 1000 for each in steps(browser, file)])[1], MOST_STEP_MS),
    }


def _main_of(events: Sequence[dict[str, Any]]) -> int:
    """The main thread of the page's process: the one with scripts."""
    threads = Counter(event["tid"] for event in events if event["name"] == "FunctionCall")
    return int(threads.most_common(1)[0][0])


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args(typed)
    if (program := chromium.found()) is None:
        print(f"{NAME}: there is no Chromium here: install one", file=sys.stderr)
        return 1
    into_environment("playwright", ["test", "browser"])
    from playwright.sync_api import sync_playwright

    from tests.e2e.companion import Companion

    data = tempfile.TemporaryDirectory()
    server = ("-m", "uno_server", "--host", "127.0.0.1", "--port", "0", "--announce", "off", "--data-dir", data.name)
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with progress.line(), data, Measured([sys.executable, *server]) as measured, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=arguments)
        place = f"127.0.0.1:{measured.port}"
        with Companion(measured.port, "Host") as host:
            ways: dict[str, list[Way]] = {}
            with slowly(measured.port) as slow:
                for language in ("en", "de"):
                    host.open({"seats": TIMES + 1, "turn_seconds": 0}, language)
                    ways[language] = []
                    for guest in range(TIMES):
                        progress.show(f"way, {language}: {guest + 1} of {TIMES}")
                        ways[language].append(way(browser, f"127.0.0.1:{slow}", language, f"{language} {guest}"))
                    host.ok("leave_table")
            host.open({"turn_seconds": 0}, "back")
            returns = back(browser, place, "back")
            host.ok("leave_table")
            host.open({"seats": 5, "turn_seconds": 0, "options": {"uno_grace": "0"}}, "move")
            waited = moves(browser, place, "move", partial(host.ok, "leave_table"))
            rounds = []
            for number in range(1, ROUNDS + 1):
                progress.show(f"frames: {number} of {ROUNDS}")
                host.open({"seats": 7, "turn_seconds": 0, "bots": ["normal"] * 5}, f"frames{number}")
                host.ok("change_table", pace="brisk")
                rounds.append(frames(browser, place, f"frames{number}", partial(host.ok, "leave_table")))
        progress.show("a replay")
        replayed = replays(browser, place, Path(data.name))
        browser.close()
    p50, p99 = middle_and_slow([each / 1000 for each in waited])
    found: dict[str, tuple[float, float]] = {"move_p99_ms": (p99, MOST_MOVE_MS)}
    for language, each in ways.items():
        found[f"paint_s_{language}"] = (median(one.paint for one in each), MOST_PAINT_SECONDS)
        found[f"form_s_{language}"] = (median(one.form for one in each), MOST_FORM_SECONDS)
        found[f"trips_{language}"] = (max(one.trips for one in each), MOST_TRIPS)
    found["frame_ms"] = (median(frame for frame, _ in rounds), MOST_FRAME_MS)
    found["task_ms"] = (max(task for _, task in rounds), MOST_TASK_MS)
    found |= replayed
    for gone, each_way in returns.items():
        found[f"back_{gone}_median_s"] = (median(each_way), MOST_BACK_SECONDS)
        found[f"back_{gone}_worst_s"] = (max(each_way), MOST_BACK_SECONDS)
    if asked.json:
        print(
            json.dumps({name: value for name, (value, _) in found.items()} | {"move_p50_ms": p50, "moves": len(waited)})
        )
    else:
        for name, (value, most) in found.items():
            print(f"{name:20} {value:8.2f} (at most {most})")
        print(f"{'move_p50_ms':20} {p50:8.2f} ({len(waited)} moves)")
    over = [name for name, (value, most) in found.items() if value > most]
    for name in over:
        print(f"{NAME}: {name} is more than it may be", file=sys.stderr)
    return 1 if over else 0
