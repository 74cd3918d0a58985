"""Palettes: the colours of the screen and of the cards, for every theme and for terminals that show fewer colours.

A paint is `#rrggbb`, one of prompt_toolkit's names for the 16 colours, or the terminal's own ground or ink.
"""

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from uno_engine.cards import EXTRAS, Colour, Rank

Paint = str
GROUND: Paint = ""
"""The terminal's own background."""
INK: Paint = "ink"
"""The terminal's own ink."""


class Depth(Enum):
    """The number of colours that a terminal shows."""

    TRUE = "true"
    FEW = "256"
    SIXTEEN = "16"
    MONO = "mono"


class Inks(NamedTuple):
    """The paints of a card. `edge` is the outline of a card without a body of its own."""

    body: Paint
    ink: Paint
    digit: Paint
    oval: Paint
    edge: Paint = GROUND


class Signs(NamedTuple):
    """The characters that stand for things. `unicode` says whether blocks may be drawn."""

    shapes: Mapping[Colour | None, str]
    ranks: Mapping[Rank, str]
    onward: str = "▶"
    back: str = "◀"
    here: str = "▸"
    drawn: str = "▾"
    held: str = "▮"
    then: str = "›"
    thick: str = "━"
    thin: str = "─"
    more: str = "…"
    dot: str = "·"
    advised: str = "○"
    unicode: bool = True


_CORNERS = {
    Rank.SKIP: "⊘",
    Rank.REVERSE: "⇄",
    Rank.WILD: "W",
    Rank.WILD_DRAW_FOUR: "+4",
    Rank.SWAP_HANDS: "Sw",
    Rank.SHUFFLE_HANDS: "Sh",
    Rank.CUSTOMIZABLE: "Cu",
}
_SHAPES: Mapping[Colour | None, str] = {
    Colour.RED: "●",
    Colour.YELLOW: "▲",
    Colour.GREEN: "■",
    Colour.BLUE: "◆",
    None: "✦",
}
_LETTERS: Mapping[Colour | None, str] = {**{colour: colour.value for colour in Colour}, None: "*"}
UNICODE = Signs(_SHAPES, _CORNERS)
NARROW = Signs(
    _LETTERS, _CORNERS | {Rank.SKIP: "S", Rank.REVERSE: "V"}, ">", "<", ">", "v", "|", ">", "=", "-", "...", "-", "o"
)
"""For terminals whose shapes and arrows may be two columns wide: letters, and blocks."""
ASCII = Signs(
    _LETTERS,
    {**_CORNERS, Rank.SKIP: "skip", Rank.REVERSE: "rev", Rank.WILD: "wild"},
    ">>>", "<<<", ">", "v", "#", ">", "=", "-", "...", "-", "o", unicode=False,
)  # fmt: skip


class Lettering(NamedTuple):
    """The words on cards, in the player's language: colours in one or two letters and whole, and three wilds."""

    short: Mapping[Colour, str]
    long: Mapping[Colour, str]
    wilds: Mapping[Rank, str]

    @classmethod
    def of(cls, short: tuple[str, ...], long: tuple[str, ...], wilds: tuple[str, ...]) -> Self:
        """The words in the order of the colours, and of Swap Hands, Shuffle Hands and Customizable."""
        two = [dict(zip(Colour, four, strict=True)) for four in (short, long)]
        return cls(two[0], two[1], dict(zip(EXTRAS, wilds, strict=True)))


Words = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
ENGLISH = (("R", "Y", "G", "B"), ("RED", "YELLOW", "GREEN", "BLUE"), ("SWAP", "MIX", "RULE"))
"""The short, the long and the wilds' words (`Lettering.of`)."""


class Roles(NamedTuple):
    """The paints of everything but cards."""

    ground: Paint
    plate: Paint
    raised: Paint
    line: Paint
    faint: Paint
    quiet: Paint
    text: Paint
    strong: Paint
    alarm: Paint
    alarm_ink: Paint
    good: Paint
    chat: Paint
    paper: Paint
    back: Paint
    back_edge: Paint
    back_oval: Paint
    back_ink: Paint


class Palette(Struct, frozen=True, eq=False):
    """Everything that decides how something looks: paints, signs, and the words on cards.

    `felt` is the share of the colour in play in the table's felt; `letters`: large letters on the cards; `ovals`:
    digits are on white ovals. Palettes are made once (`palette`), so identity is equality.
    """

    roles: Roles
    lit: Mapping[Colour | None, Inks]
    unlit: Mapping[Colour | None, Inks]
    felt: float
    dark: bool
    letters: bool
    depth: Depth
    signs: Signs
    lettering: Lettering
    ovals: bool

    @property
    def shaded(self) -> bool:
        """Whether paints can be mixed."""
        return self.depth in (Depth.TRUE, Depth.FEW)


def rgb(paint: Paint) -> tuple[int, int, int]:
    """Red, green and blue of a paint; those of a usual terminal for what the terminal decides."""
    if paint.startswith("#"):
        return int(paint[1:3], 16), int(paint[3:5], 16), int(paint[5:7], 16)
    return _ANSI[paint]


@lru_cache(maxsize=4096)
def mix(paint: Paint, other: Paint, share: float) -> Paint:
    """`share` (0 to 1) of the other paint in this one; the larger part where one of them is the terminal's."""
    if not paint.startswith("#") or not other.startswith("#"):
        return paint if share < 0.5 else other
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(rgb(paint), rgb(other), strict=True))


@lru_cache(maxsize=64)
def palette(
    theme: str = "dark",
    depth: Depth = Depth.TRUE,
    *,
    orange: bool = False,
    letters: bool | None = None,
    signs: str = "unicode",
    words: Words = ENGLISH,
    ovals: bool = True,
    ranks: tuple[tuple[Rank, str], ...] = (),
) -> Palette:
    """The palette of a theme (`dark`, `light`, `contrast`, `colourblind`).

    `orange`: yellow cards are orange; `letters`: whether cards have large letters, None as the theme wants;
    `signs`: `unicode`, `narrow` or `ascii`; `words`: those on cards, as `Lettering.of` takes them; `ovals`: cards
    have them; `ranks`: what is written in the corners of cards instead of the usual signs.
    """
    if signs == "ascii":
        depth = Depth.MONO
    named, lettering = {"unicode": UNICODE, "narrow": NARROW, "ascii": ASCII}[signs], Lettering.of(*words)
    if ranks:
        named = named._replace(ranks={**named.ranks, **dict(ranks)})
    dark = theme != "light"
    if depth in (Depth.SIXTEEN, Depth.MONO):
        roles, lit, unlit = _OWN[depth]
        if orange and depth is Depth.SIXTEEN:
            lit = {**lit, Colour.YELLOW: Inks("ansibrightyellow", "ansiblack", "ansiblack", "ansiwhite")}
        return Palette(roles, lit, unlit, 0, dark, letters is not False, depth, named, lettering, ovals)
    row = _THEMES[theme, depth]
    cards = {**row.cards, Colour.YELLOW: row.orange} if orange else row.cards
    lit = {colour: Inks(body, ink, digit, row.roles.paper) for colour, (body, ink, digit) in cards.items()}
    unlit = {colour: _unlit(inks, row) for colour, inks in lit.items()}
    unlit |= {colour: inks for colour, inks in row.unlit.items() if not (orange and colour is Colour.YELLOW)}
    large = row.letters if letters is None else letters
    return Palette(row.roles, lit, unlit, row.felt, dark, large, depth, named, lettering, ovals)


def themed(like: Palette, theme: str) -> Palette:
    """The same in another theme, or in `mono`."""
    depth = Depth.MONO if theme == "mono" else like.depth
    named = {id(UNICODE): "unicode", id(NARROW): "narrow", id(ASCII): "ascii"}[id(like.signs)]
    short, long, wilds = (tuple(words.values()) for words in like.lettering)
    theme = "dark" if theme == "mono" else theme
    return palette(theme, depth, signs=named, words=(short, long, wilds), ovals=like.ovals)


@lru_cache(maxsize=8)
def with_ovals(like: Palette, ovals: bool) -> Palette:
    """The same with ovals on its cards, or without."""
    return replace(like, ovals=ovals)


def _unlit(inks: Inks, row: "_Theme") -> Inks:
    body, strong = mix(inks.body, row.roles.ground, row.dim), row.roles.strong
    return Inks(body, mix(body, strong, 0.92), mix(body, strong, 0.74), mix(body, row.roles.paper, 0.16))


class _Theme(NamedTuple):
    roles: Roles
    cards: Mapping[Colour | None, tuple[Paint, ...]]
    """As in `_PAINTS`."""
    orange: tuple[Paint, ...]
    felt: float
    dim: float
    letters: bool = False
    unlit: Mapping[Colour | None, Inks] = {}
    """Where mixing gives no good colours."""


R, Y, G, B = Colour
_PAINTS = """
usual        cc2233/ffffff/b3152a f2b51d/2a1d00/7d5400 18803f/ffffff/0c6a33 1e5fd2/ffffff/164db0 2a2c35/ffffff/2a2c35
usual_256    d70000/ffffff/af0000 ffaf00/000000/875f00 008700/ffffff/005f00 005fd7/ffffff/005faf 303030/ffffff/303030
strong       b8001f/ffffff/8f0018 ffd400/000000/5c4600 006b2d/ffffff/005223 0a3fd0/ffffff/0030a8 2a2a2a/ffffff/000000
strong_256   af0000/ffffff/870000 ffd700/000000/5f5f00 005f00/ffffff/005f00 0000d7/ffffff/0000af 303030/ffffff/000000
blind        a3341f/ffffff/8f2a17 ffd94a/221a00/6e5200 2fb08c/001a12/0a6650 1b4fc4/ffffff/123c9c 2a2c35/ffffff/2a2c35
blind_256    af0000/ffffff/870000 ffd75f/000000/5f5f00 00af87/000000/005f5f 0000d7/ffffff/0000af 303030/ffffff/303030
"""
"""Of red, yellow, green, blue and wild cards: body, ink, and digit on the oval."""


def _cards(named: str) -> Mapping[Colour | None, tuple[Paint, ...]]:
    row = next(words for name, *words in map(str.split, _PAINTS.strip().splitlines()) if name == named)
    paints = (tuple(f"#{each}" for each in three.split("/")) for three in row)
    return dict(zip((R, Y, G, B, None), paints, strict=True))


_ORANGE = ("#e8791c", "#2a1400", "#8a3d00")
_ORANGE_256 = ("#ff8700", "#000000", "#875f00")
_DARK_UNLIT: Mapping[Colour | None, Inks] = {
    R: Inks("#5f0000", "#ffffff", "#ffd7d7", "#875f5f"),
    Y: Inks("#875f00", "#ffffff", "#ffffd7", "#af875f"),
    G: Inks("#005f00", "#ffffff", "#d7ffd7", "#5f875f"),
    B: Inks("#00005f", "#ffffff", "#d7d7ff", "#5f5f87"),
    None: Inks("#1c1c1c", "#ffffff", "#d0d0d0", "#3a3a3a"),
}
_LIGHT_UNLIT: Mapping[Colour | None, Inks] = {
    R: Inks("#ffafaf", "#000000", "#5f0000", "#ffd7d7"),
    Y: Inks("#ffd787", "#000000", "#5f5f00", "#ffffd7"),
    G: Inks("#afd7af", "#000000", "#005f00", "#d7ffd7"),
    B: Inks("#afafff", "#000000", "#00005f", "#d7d7ff"),
    None: Inks("#949494", "#000000", "#303030", "#b2b2b2"),
}
_DARK = Roles(
    ground="#0e1014", plate="#171a20", raised="#20242c", line="#333945", faint="#5b6270", quiet="#8f96a3",
    text="#d3d7de", strong="#ffffff", alarm="#ff6fae", alarm_ink="#2b0016", good="#7fd8a5", chat="#9fbeee",
    paper="#f6f1e6", back="#3a3f4d", back_edge="#6b7282", back_oval="#b3202f", back_ink="#f6f1e6",
)  # fmt: skip
_DARK_256 = Roles(
    ground="#121212", plate="#1c1c1c", raised="#262626", line="#444444", faint="#626262", quiet="#949494",
    text="#d0d0d0", strong="#ffffff", alarm="#ff5faf", alarm_ink="#000000", good="#87d7af", chat="#afd7ff",
    paper="#eeeeee", back="#3a3a3a", back_edge="#767676", back_oval="#af0000", back_ink="#eeeeee",
)  # fmt: skip
_LIGHT = Roles(
    ground="#f4f1ea", plate="#e9e4d9", raised="#ddd6c8", line="#b9b1a1", faint="#938d82", quiet="#67635b",
    text="#2b2a28", strong="#000000", alarm="#b4005c", alarm_ink="#ffffff", good="#0c6a33", chat="#153168",
    paper="#fffdf8", back="#3a3d47", back_edge="#7d8494", back_oval="#cc2233", back_ink="#fffdf8",
)  # fmt: skip
_LIGHT_256 = Roles(
    ground="#eeeeee", plate="#e4e4e4", raised="#d0d0d0", line="#b2b2b2", faint="#8a8a8a", quiet="#5f5f5f",
    text="#262626", strong="#000000", alarm="#af005f", alarm_ink="#ffffff", good="#005f00", chat="#00005f",
    paper="#ffffff", back="#3a3a3a", back_edge="#767676", back_oval="#d70000", back_ink="#ffffff",
)  # fmt: skip
_CONTRAST = _DARK._replace(
    ground="#000000", plate="#000000", raised="#000000", line="#ffffff", faint="#d0d0d0", quiet="#ffffff",
    text="#ffffff", alarm="#ffffff", alarm_ink="#000000", good="#ffffff", chat="#ffffff", paper="#ffffff",
    back="#6c6c6c", back_edge="#ffffff", back_oval="#af0000", back_ink="#ffffff",
)  # fmt: skip
_THEMES: Mapping[tuple[str, Depth], _Theme] = {
    ("dark", Depth.TRUE): _Theme(_DARK, _cards("usual"), _ORANGE, 0.17, 0.56),
    ("light", Depth.TRUE): _Theme(_LIGHT, _cards("usual"), _ORANGE, 0.16, 0.5),
    ("contrast", Depth.TRUE): _Theme(_CONTRAST, _cards("strong"), ("#ff9a2e", "#000000", "#6b3000"), 0.22, 0.62, True),
    ("colourblind", Depth.TRUE): _Theme(_DARK, _cards("blind"), ("#ffb347", "#221400", "#7a4300"), 0.17, 0.56, True),
    # The darkest red of the cube is too loud for a felt: only its ring has the colour.
    ("dark", Depth.FEW): _Theme(_DARK_256, _cards("usual_256"), _ORANGE_256, 0, 0.56, False, _DARK_UNLIT),
    ("light", Depth.FEW): _Theme(_LIGHT_256, _cards("usual_256"), _ORANGE_256, 0, 0.5, False, _LIGHT_UNLIT),
    ("contrast", Depth.FEW): _Theme(_CONTRAST, _cards("strong_256"), _ORANGE_256, 0, 0.62, True, _DARK_UNLIT),
    ("colourblind", Depth.FEW): _Theme(_DARK_256, _cards("blind_256"), _ORANGE_256, 0, 0.56, True, _DARK_UNLIT),
}
_SIXTEEN = Roles(
    ground=GROUND, plate=GROUND, raised=GROUND, line="ansibrightblack", faint="ansibrightblack", quiet=INK, text=INK,
    strong=INK, alarm="ansimagenta", alarm_ink="ansiwhite", good="ansigreen", chat="ansicyan", paper="ansiwhite",
    back="ansibrightblack", back_edge="ansibrightblack", back_oval="ansired", back_ink="ansiwhite",
)  # fmt: skip
_MONO = Roles(
    ground=GROUND, plate=GROUND, raised=GROUND, line=GROUND, faint=INK, quiet=INK, text=INK, strong=INK, alarm=INK,
    alarm_ink=GROUND, good=INK, chat=INK, paper=GROUND, back=INK, back_edge=INK, back_oval=GROUND, back_ink=INK,
)  # fmt: skip
_OWN: Mapping[Depth, tuple[Roles, Mapping[Colour | None, Inks], Mapping[Colour | None, Inks]]] = {
    Depth.SIXTEEN: (
        _SIXTEEN,
        {
            R: Inks("ansired", "ansiwhite", "ansired", "ansiwhite"),
            Y: Inks("ansiyellow", "ansiblack", "ansiblack", "ansiwhite"),
            G: Inks("ansigreen", "ansiblack", "ansiblack", "ansiwhite"),
            B: Inks("ansiblue", "ansiwhite", "ansiblue", "ansiwhite"),
            None: Inks("ansiblack", "ansiwhite", "ansiblack", "ansiwhite", "ansiwhite"),
        },
        {
            colour: Inks(GROUND, INK, INK, GROUND, f"ansi{edge}")
            for colour, edge in zip((R, Y, G, B, None), ["red", "yellow", "green", "blue", "brightblack"], strict=True)
        },
    ),
    Depth.MONO: (
        _MONO,
        dict.fromkeys((R, Y, G, B, None), Inks(INK, GROUND, INK, GROUND)),
        dict.fromkeys((R, Y, G, B, None), Inks(GROUND, INK, INK, GROUND, INK)),
    ),
}
_ANSI: Mapping[Paint, tuple[int, int, int]] = {
    GROUND: (0, 0, 0), INK: (211, 211, 211), "ansiblack": (0, 0, 0), "ansired": (205, 0, 0), "ansigreen": (0, 205, 0),
    "ansiyellow": (205, 205, 0), "ansiblue": (0, 0, 238), "ansimagenta": (205, 0, 205), "ansicyan": (0, 205, 205),
    "ansigray": (229, 229, 229), "ansibrightblack": (127, 127, 127), "ansibrightyellow": (255, 255, 0),
    "ansiwhite": (255, 255, 255),
}  # fmt: skip
