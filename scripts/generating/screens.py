"""The screens of the running client in client/screens that a document shows: text in SVG.

A real server runs on loopback with chosen cards, companions who play what is written here, and a real client on a
pseudo-terminal of 80 by 24. The port and the codes of tables, which differ from run to run, are the same in all
drawings. Not on Windows.

`--pictures DIR [WORD…]` writes every screen of the program into a folder, in all sizes, themes and depths of colour;
with words only those whose names contain one of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from environment import progress
from trials.bench.client import DEALT, client
from trials.measured import Measured

from generating import ROOT, Unwritable
from uno_client.core.front_door import at_door, settings_form
from uno_client.core.model import Model
from uno_client.core.model.parts import DoorPart, Screen
from uno_client.drawing.cells import QUADRANTS, Line
from uno_client.drawing.palette import Depth, rgb
from uno_client.fullscreen.looks import look as palette_of
from uno_client.fullscreen.screens import draw, in_ascii
from uno_client.preferences import Preferences
from uno_client.screens.frame import Size
from uno_client.structs import replace

if TYPE_CHECKING:
    import pyte

    from tests.e2e.companion import Companion
    from tests.e2e.terminal import Terminal

SCREENS = ROOT / "client" / "screens"
THEMES = ("dark", "light", "contrast", "mono")
WIDE, HIGH = 8.4, 17
"""A letter, in pixels."""
EDGE = 8
GROUND = {"dark": ("#121212", "#d4d4d4"), "light": ("#ffffff", "#1c1c1c"), "contrast": ("#000000", "#ffffff")}
"""Fill and ink of the terminal itself."""
FONT = 'font-size="14" font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',monospace"'
UNMARKED = """
from uno_protocol.room import Room
Room.test = property(lambda room: False, lambda room, test: None)
sys.exit(main())
"""
"""A server that does not mark chosen cards (P-7.30)."""

KITCHEN = """rules: official
seats: Bob Cem Dee Ann
hand Bob: B3 R9 G1 G2 B2 B5
hand Cem: R3 Y2 Y4 G6 W
hand Dee: R+2 R2 B8 Y9 Y0 G0 YS
hand Ann: R5 R7 Y6 G+2 GR B9 BS W
discard: B1
turn: Bob
"""


FINAL = """rules: official
seats: Bob Cem Dee Ann
hand Bob: R3 R9 G1
hand Cem: R4 Y2 Y4 G6 W
hand Dee: R6 R2
hand Ann: R7 R5
discard: R1
turn: Ann
"""
BOOK = """rules: computer
seats: Bob Cem Ann
hand Bob: B3 R9 G1 G2 B2 B5 Y1
hand Cem: R3 Y2 Y4 G6 W B9 B0
hand Ann: R5 G+2 R7 Y6 GR W W+4
discard: B1
turn: Bob
"""
"""A table where cards are played letter by letter."""


class Drawn(NamedTuple):
    """A screen by its name."""

    name: str
    svg: str


@contextmanager
def a_server() -> Iterator[int]:
    """A server on loopback, by its port."""
    flags = ["--host", "127.0.0.1", "--port", "0", "--ephemeral", "--announce", "off", "--name", "Bob's game"]
    with Measured(
        [sys.executable, "-P", "-c", DEALT.replace("{deal}", "screens") + UNMARKED, *flags, "--allow-test-deals"]
    ) as server:
        yield server.port


def at_the_door(theme: str) -> Generator[Drawn]:
    """The front door, and the settings behind it."""
    with ann_with(theme) as ann:
        ann.see("Play now")
        yield Drawn("door", drawing(ann, theme, 7777))
        ann.press("5")
        ann.see("Settings")
        yield Drawn("settings", drawing(ann, theme, 7777))


def at_the_kitchen_table(theme: str) -> Generator[Drawn]:
    """The list of tables, and one of them from its waiting room to a question."""
    from tests.e2e.companion import Companion

    with a_table("Kitchen", KITCHEN, "Bob", "Cem", "Dee") as (port, people), Companion(port, "Eve") as eve:
        eve.open({"preset": "quickplay", "seats": 6, "bots": ["normal"] * 2}, "Old barn")
        with ann_with(theme, f"127.0.0.1:{port}", "--name", "Ann") as ann:
            draw = partial(drawing, ann, theme, port)
            ann.see("Kitchen")
            point_at(ann, "Kitchen")
            yield Drawn("tables", draw())
            ann.press("n")
            ann.see("More rules")
            yield Drawn("create", draw())
            ann.press("\x1b")
            ann.see("Enter join")
            point_at(ann, "Kitchen")
            ann.press("\r")
            yield from _joined(ann, people, draw)


def letter_by_letter(theme: str) -> Generator[Drawn]:
    """A table where cards are spelled."""
    with (
        a_table("Study", BOOK, "Bob", "Cem") as (port, people),
        ann_with(theme, f"127.0.0.1:{port}", "--name", "Ann", "--table", "Study") as ann,
    ):
        begin(ann, people)
        people[0].plays("B3")
        people[1].plays("R3")
        ann.see("HUMAN PLAYS")
        ann.press("pr")
        ann.see("Which red card?")
        yield Drawn("letters", drawing(ann, theme, port))


def to_the_end(theme: str) -> Generator[Drawn]:
    """The end of a game."""
    with (
        a_table("Kitchen", FINAL, "Bob", "Cem", "Dee") as (port, people),
        ann_with(theme, f"127.0.0.1:{port}", "--name", "Ann", "--table", "Kitchen") as ann,
    ):
        begin(ann, people)
        ann.see("YOUR TURN")
        ann.press("ur5\r")
        for person, card, uno in zip(people, ("R3", "R4", "R6"), (False, False, True), strict=True):
            person.plays(card, uno=uno)
        ann.see("YOUR TURN")
        ann.press("\r")
        ann.see("Enter rematch", "Enter ready")
        yield Drawn("result", drawing(ann, theme, port))


Visit = Callable[[str], Generator[Drawn]]
VISITS: Mapping[Visit, tuple[str, ...]] = {
    at_the_door: ("door", "settings"),
    at_the_kitchen_table: ("tables", "create", "waiting", "table", "help", "question"),
    letter_by_letter: ("letters",),
    to_the_end: ("result",),
}
"""How people come by each screen, with the names of what they see."""


@contextmanager
def ann_with(theme: str, *flags: str) -> Iterator[Terminal]:
    """Ann's client in a theme, with these flags."""
    with client("--theme", theme, *flags, USER="ann", LOGNAME="ann", COLORTERM="truecolor") as ann:
        yield ann


@contextmanager
def a_table(name: str, position: str, *people: str) -> Iterator[tuple[int, list[Companion]]]:
    """A server with a table that begins in a position, and who sits there: the first of them is its host."""
    from tests.e2e.companion import Companion

    with ExitStack() as stack:
        port = stack.enter_context(a_server())
        companions = [stack.enter_context(Companion(port, person)) for person in people]
        companions[0].open({"position": position, "turn_seconds": 0}, name)
        for companion in companions[1:]:
            companion.join(name)
        yield port, companions


def point_at(ann: Terminal, name: str) -> None:
    """The cursor on the table of that name."""
    while f"▸ {name}" not in ann.look():
        ann.press("\x1b[B")


def begin(ann: Terminal, people: Iterable[Companion]) -> None:
    """Everyone is ready, and the first of them starts."""
    ann.see("Enter ready")
    ann.press("r")
    ann.see("you, ready")
    for companion in people:
        companion.ok("ready")
    next(iter(people)).ok("start")


def _joined(ann: Terminal, people: list[Companion], draw: Callable[[], str]) -> Iterator[Drawn]:
    bob, cem, dee = people
    ann.see("Enter ready")
    yield Drawn("waiting", draw())
    begin(ann, people)
    for person, card in ((bob, "B3"), (cem, "R3"), (dee, "R2")):
        person.plays(card)
    ann.see("YOUR TURN")
    yield Drawn("table", draw())
    ann.press("?")
    ann.see("Next page")
    yield Drawn("help", draw())
    ann.press("\x1b")
    ann.see("YOUR TURN")
    ann.press("w\r")
    ann.see("Which colour")
    yield Drawn("question", draw())


def drawing(terminal: Terminal, theme: str, port: int) -> str:
    """The screen once nothing changes any more, as SVG."""
    terminal.look(0.3)
    return svg(terminal.screen, theme, {f":{port}": ":7777"})


class Look(NamedTuple):
    """How letters look: ink and fill as in SVG, and what else."""

    ink: str
    fill: str
    bold: bool
    line: bool


def svg(screen: pyte.Screen, theme: str, instead: dict[str, str]) -> str:
    """The cells of a terminal: a rectangle for each run of one fill, a text for each run of one look."""
    ground, ink = GROUND.get(theme, GROUND["dark"])
    wide, high = screen.columns * WIDE + 2 * EDGE, screen.lines * HIGH + 2 * EDGE
    rows = [_row(screen, row, ink, ground, instead) for row in range(screen.lines)]
    looks = sorted({look for row in rows for _, words, look in row if words.translate(_WITHOUT).strip() or look.line})
    blocks: dict[str, list[str]] = {}
    for row, runs in enumerate(rows):
        for at, words, look in runs:
            if look.fill != ground:
                blocks.setdefault(look.fill, []).append(_block(at, row, len(words)))
    for row, runs in enumerate(rows):  # above all grounds
        for at, words, look in runs:
            blocks.setdefault(f"{look.ink} ", []).extend(_pixels(at, row, words))
    fills = [
        f'<path shape-rendering="crispEdges" fill="{fill.strip()}" d="{"".join(parts)}"/>'
        for fill, parts in blocks.items()
        if parts
    ]
    texts = [
        _text(at, bare, row, f"s{looks.index(look)}")
        for row, runs in enumerate(rows)
        for at, words, look in runs
        if (bare := words.translate(_WITHOUT)).strip() or look.line
    ]
    styles = "".join(
        f".s{at}{{fill:{look.ink}{';font-weight:bold' * look.bold}{';text-decoration:underline' * look.line}}}"
        for at, look in enumerate(looks)
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high}" {FONT} xml:space="preserve">',
            f"<style>text{{white-space:pre}}{styles}</style>",
            f'<rect width="100%" height="100%" rx="6" fill="{ground}"/>',
            *fills,
            *texts,
            "</svg>\n",
        ]
    )


def _row(screen: pyte.Screen, row: int, ink: str, ground: str, instead: dict[str, str]) -> list[tuple[int, str, Look]]:
    """The runs of a row: where each begins, its letters, its look."""
    cells = [screen.buffer[row][at] for at in range(screen.columns)]
    words = "".join(cell.data for cell in cells)
    for old, new in instead.items():
        words = words.replace(old, new)
    words = words.ljust(screen.columns)
    looks = [_look(cell, ink, ground) for cell in cells]
    found = []
    for look, run in groupby(range(screen.columns), looks.__getitem__):
        places = list(run)
        found.append((places[0], words[places[0] : places[-1] + 1], look))
    return found


def _look(cell: pyte.screens.Char, ink: str, ground: str) -> Look:
    front = ink if cell.fg == "default" else f"#{cell.fg}"
    back = ground if cell.bg == "default" else f"#{cell.bg}"
    if cell.reverse:
        front, back = back, front
    return Look(front, back, cell.bold, cell.underscore)


_PARTS: Mapping[str, tuple[tuple[float, float, float, float], ...]] = {
    **{
        sign: tuple((half % 2 / 2, half // 2 / 2, 0.5, 0.5) for half in range(4) if at >> half & 1)
        for at, sign in enumerate(QUADRANTS)
        if at
    },
    "▂": ((0, 0.75, 1, 0.25),),
    "▆": ((0, 0.25, 1, 0.75),),
}
"""What block characters fill of their cell: left, top, width and height."""
_WITHOUT = str.maketrans(dict.fromkeys(_PARTS, " "))


def _block(at: float, row: float, columns: float, rows: float = 1) -> str:
    wide = columns * WIDE
    return f"M{EDGE + at * WIDE:g} {EDGE + row * HIGH:g}h{wide:g}v{rows * HIGH:g}h-{wide:g}z"


def _pixels(at: int, row: int, words: str) -> Iterator[str]:
    """The block characters of a run: as shapes, since fonts leave hair lines between them."""
    for place, sign in enumerate(words, at):
        for left, top, wide, high in _PARTS.get(sign, ()):
            yield _block(place + left, row + top, wide, high)


def _text(at: int, words: str, row: int, style: str) -> str:
    """Every run says how long it is, so that other fonts keep the columns."""
    bare = words.lstrip() if not words.isspace() else words
    at, bare = at + len(words) - len(bare), bare.rstrip() or bare
    x, y = EDGE + at * WIDE, EDGE + row * HIGH + 13
    return (
        f'<text x="{x:g}" y="{y}" class="{style}" textLength="{len(bare) * WIDE:g}">{escape(bare, quote=False)}</text>'
    )


def shown() -> set[str]:
    """The drawings that a document shows, as `SCREEN-THEME`."""
    packages = ("engine", "protocol", "server", "client")
    documents = [*ROOT.glob("*.md"), *(file for package in packages for file in (ROOT / package).rglob("*.md"))]
    return {name for path in documents for name in _SHOWN.findall(path.read_text(encoding="utf-8"))}


_SHOWN = re.compile(r"screens/([a-z]+-[a-z]+)\.svg")


def files() -> Mapping[Path, Callable[[], str]]:
    """A file for each drawing that is shown."""
    return {SCREENS / f"{name}.svg": partial(_drawn, name) for name in sorted(shown())}


def _drawn(name: str) -> str:
    screen, _, theme = name.partition("-")
    visit = next((visit for visit, names in VISITS.items() if screen in names), None)
    if visit is None or theme not in THEMES:
        raise Unwritable("a document shows it, but there is no such screen or theme")
    return _seen(visit, theme)[screen]


@cache
def _seen(visit: Visit, theme: str) -> Mapping[str, str]:
    """The drawings of the screens of one visit that are shown in a theme; as many as it takes to have them."""
    due = {screen for screen in VISITS[visit] if f"{screen}-{theme}" in shown()}
    found = {}
    with closing(visit(theme)) as drawings:
        for drawn in drawings:
            progress.show(f"drawing {drawn.name}-{theme} …")
            found[drawn.name] = drawn.svg
            if due <= found.keys():
                break
    return found


SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 50))
SEEN = ("dark", "light", "contrast", "colourblind")
"""The themes of every screen."""
FEWER = ((Depth.FEW, "unicode"), (Depth.SIXTEEN, "unicode"), (Depth.MONO, "unicode"), (Depth.MONO, "ascii"))
"""Depths of colour, and signs, of the table."""


def alone(arguments: Sequence[str]) -> int:
    """Write the pictures that are asked for. The exit code."""
    if arguments[:1] != ["--pictures"] or len(arguments) < 2:
        print("generate.py screens --pictures DIR [WORD…]", file=sys.stderr)
        return 2
    folder, words = Path(arguments[1]), arguments[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in _models().items():
        kinds = [(theme, Depth.TRUE, "unicode") for theme in SEEN]
        kinds += [("dark", *each) for each in FEWER] if name in ("table", "turn", "others") else []
        for size in SIZES if not words or any(word in name for word in words) else ():
            for theme, depth, signs in kinds:
                shade = "-".join(
                    [theme, *([depth.value] if depth is not Depth.TRUE else []), *([signs] * (signs == "ascii"))]
                )
                file = folder / f"{name.replace(' ', '-')}-{size.columns}x{size.rows}-{shade}.svg"
                progress.show(f"drawing {file.name} …")
                lines = draw(model, size, palette_of(theme, depth, signs, model)).lines()
                screen = _screen(in_ascii(lines) if signs == "ascii" else lines, size)
                file.write_text(svg(screen, theme, {}), encoding="utf-8")
    progress.clear()
    return 0


REPLAYS = {"replay": (-1, "m" + " right" * 43), "replay-own": (0, "right " * 47 + "space")}
"""The games that are shown again: whose eyes their record has, and the keys that were pressed."""


def _models() -> Mapping[str, Model]:
    """A model for every screen."""
    from generating.situations import situations
    from tests.client.core.test_replay import of_file
    from tests.client.fake import press
    from tests.client.fullscreen.test_screens import models
    from tests.protocol.recorded_games import recorded

    form = settings_form(Preferences(name="Zoe", theme="dark"))
    at = next(at for at, field in enumerate(form.fields) if field.key == "theme")
    door = at_door(Model(name="Zoe", screen=Screen.DOOR, door=DoorPart(back="Friday")), None)
    settings = Model(name="ann", screen=Screen.SETTINGS, form=replace(form, at=at))
    again = {name: press(of_file(recorded(4), eyes), keys)[0] for name, (eyes, keys) in REPLAYS.items()}
    return {"door": door, "settings": settings, **again, **models(), **situations()}


def _screen(lines: Sequence[Line], size: Size) -> pyte.Screen:
    """Lines for prompt_toolkit as a terminal shows them."""
    import pyte

    screen = pyte.Screen(size.columns, size.rows)
    for row, line in enumerate(lines):
        cells = [(char, style.split()) for style, part in line for char in part]
        for at, (char, words) in enumerate(cells):
            paints = [word for word in words if word not in ("bold", "reverse") and not word.startswith("[")]
            ink = next((_hex(word) for word in paints if not word.startswith("bg:")), "default")
            fill = next((_hex(word[3:]) for word in paints if word.startswith("bg:")), "default")
            screen.buffer[row][at] = pyte.screens.Char(
                char, ink, fill, bold="bold" in words, reverse="reverse" in words
            )
    return screen


def _hex(paint: str) -> str:
    return "".join(f"{part:02x}" for part in rgb(paint))
