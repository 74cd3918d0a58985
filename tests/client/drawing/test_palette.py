"""Palettes: inks that can be read, cards that nobody mistakes, and colours that the terminal has."""

import math
from itertools import combinations, product

import pytest
from coloraide.everything import ColorAll as Color

from uno_client.drawing.palette import Depth, Palette, mix, palette
from uno_engine.cards import Colour

THEMES = ("dark", "light", "contrast", "colourblind")
COLOURED = (Depth.TRUE, Depth.FEW)
LEVELS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
GREYS = tuple(range(8, 248, 10))


def contrast(ink: str, ground: str) -> float:
    return Color(ink).contrast(ground)


def distance(one: str, other: str, sight: str) -> float:
    """CIE76, for somebody who sees so."""
    seen = [
        Color(paint) if sight == "normal" else Color(paint).filter(sight, method="brettel").clip("srgb")
        for paint in (one, other)
    ]
    return math.dist(*(each.convert("lab-d65").coords() for each in seen))


@pytest.mark.parametrize(("theme", "depth", "orange"), list(product(THEMES, COLOURED, (False, True))))
def test_ranks_and_shapes_can_be_read_on_cards_that_can_be_played_and_on_others(
    theme: str, depth: Depth, orange: bool
) -> None:
    looks = palette(theme, depth, orange=orange)
    for inks in (*looks.lit.values(), *looks.unlit.values()):
        assert contrast(inks.ink, inks.body) >= 4.5
    assert all(contrast(inks.digit, inks.oval) >= 4.5 for inks in looks.lit.values())
    assert all(contrast(inks.digit, inks.oval) >= 2.7 for inks in looks.unlit.values())  # its corner says it again


@pytest.mark.parametrize("sight", ["normal", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("orange", [False, True])
@pytest.mark.parametrize("depth", COLOURED)
def test_no_two_colours_look_alike_in_the_theme_for_the_colourblind(depth: Depth, orange: bool, sight: str) -> None:
    lit = palette("colourblind", depth, orange=orange).lit
    near = {
        (one, other): apart
        for one, other in combinations(Colour, 2)
        if (apart := distance(lit[one].body, lit[other].body, sight)) < 25
    }
    assert near == {}


@pytest.mark.parametrize(("theme", "depth"), list(product(THEMES, COLOURED)))
def test_everything_that_has_to_be_read_can_be_read(theme: str, depth: Depth) -> None:
    roles = palette(theme, depth).roles
    for ground in (roles.ground, roles.plate, roles.raised):
        for ink in (roles.text, roles.strong, roles.chat):
            assert contrast(ink, ground) >= 4.5
        for ink in (roles.quiet, roles.alarm, roles.good):
            assert contrast(ink, ground) >= 4
    assert contrast(roles.alarm_ink, roles.alarm) >= 4.5
    assert contrast(roles.back_ink, roles.back_oval) >= 4.5


def all_paints(looks: Palette) -> set[str]:
    cards = {paint for kind in (looks.lit, looks.unlit) for inks in kind.values() for paint in inks}
    return cards | set(looks.roles)


@pytest.mark.parametrize("theme", THEMES)
def test_a_terminal_of_256_colours_has_every_paint_that_is_not_mixed(theme: str) -> None:
    for paint in all_paints(palette(theme, Depth.FEW)) - {""}:
        levels = [int(paint[at : at + 2], 16) for at in (1, 3, 5)]
        assert all(level in LEVELS for level in levels) or (len(set(levels)) == 1 and levels[0] in GREYS), paint


def test_with_fewer_colours_only_those_of_the_terminal_are_used() -> None:
    assert {
        paint.startswith("ansi") or paint in ("", "ink") for paint in all_paints(palette("dark", Depth.SIXTEEN))
    } == {True}
    looks = palette(depth=Depth.SIXTEEN, orange=True)
    assert {inks.body for inks in looks.unlit.values()} == {""}
    assert looks.lit[Colour.YELLOW].body == "ansibrightyellow"
    assert all_paints(palette("light", Depth.MONO)) == {"", "ink"}
    assert palette("dark", signs="ascii").depth is Depth.MONO


def test_large_letters_are_a_matter_of_theme_and_taste() -> None:
    assert [palette(theme).letters for theme in THEMES] == [False, False, True, True]
    assert palette("dark", letters=True).letters
    assert not palette("colourblind", letters=False).letters


@pytest.mark.parametrize(
    ("one", "other", "share", "mixed"),
    [
        ("#000000", "#ffffff", 0.5, "#808080"),
        ("#102030", "#ffffff", 0, "#102030"),
        ("ansired", "#ffffff", 0.4, "ansired"),
        ("ansired", "", 0.6, ""),
    ],
)
def test_paints_are_mixed_where_they_are_colours(one: str, other: str, share: float, mixed: str) -> None:
    assert mix(one, other, share) == mixed
