"""A phone on a slow network has the page soon: it is small, and what the form to join needs comes first."""

import re
from pathlib import Path

import pytest

from uno_server.web.site import PAGE, File, Site

LATE = {"replay": (1_500, 18_000), "numbers": (200, 5_000), "highlights": (150, 14_000)}
"""Parts that are loaded only when they're wanted: to look at a game again or check one, to read players' numbers, or to
show highlights on a television (with what it needs of replays). Each has a budget of its own, of lines and bytes."""


def fetched(site: Site, path: str) -> list[File]:
    """What a browser fetches for a page before it is drawn: itself, and what it names."""
    page = site.page(path, lambda: "http://192.168.1.5:7777/")
    assert page is not None
    files = [site.find(named) for named in re.findall(r'(?:href|src)="(/_/[^"]+)"', page.content.decode())]
    return [page, *(file for file in files if file is not None)]


def later(site: Site, files: list[File]) -> list[File]:
    """What these scripts then ask for, and so on."""
    names = [name for file in files for name in re.findall(r"import\([\"`]\./([^\"`$]+)", file.content.decode())]
    found = [file for name in names if (file := site.find(f"{site.prefix}/{name}")) is not None]
    return [*found, *later(site, found)] if found else []


def without_late(files: list[File], site: Site) -> list[File]:
    late = [site.find(f"{site.prefix}/all-{part}.js") for part in LATE]
    return [file for file in files if file not in late]


def part_of(path: Path) -> str | None:
    """The part to which a script or style belongs that is loaded only when it's wanted."""
    return next((part for part in LATE if part in path.relative_to(PAGE).as_posix()), None)


def lines_of(kind: str, part: str | None) -> int:
    found = [path for path in PAGE.rglob(f"*.{kind}") if part_of(path) == part]
    return sum(path.read_bytes().count(b"\n") for path in found)


def compressed(files: list[File]) -> int:
    return sum(len(file.compressed or file.content) for file in files)


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_of_the_page_but_its_late_parts_weighs_at_most_122_kb_in_a_language(language: str) -> None:
    first = fetched(site := Site(), "/KXWM")
    book = site.find(f"{site.prefix}/book/{language}.json")
    assert book is not None
    assert compressed([*without_late([*first, *later(site, first)], site), book]) <= 122_000


@pytest.mark.parametrize("part", LATE)
def test_what_is_loaded_late_has_few_lines_and_bytes(part: str) -> None:
    site = Site()
    found = [site.find(f"{site.prefix}/{name}") for name in (f"all-{part}.js", f"{part}.css", f"{part}/de.json")]
    lines, weight = LATE[part]
    assert found[0] is not None
    assert 0 < compressed([file for file in found if file is not None]) <= weight
    assert 0 < lines_of("js", part) + lines_of("css", part) <= lines


def test_the_form_to_join_needs_at_most_50_kb_and_12_requests() -> None:
    first = fetched(Site(), "/KXWM")
    assert compressed(first) <= 50_000
    assert len(first) <= 12


@pytest.mark.parametrize(("kind", "most"), [("js", 6_000), ("css", 2_000)])
def test_its_scripts_and_style_sheets_have_few_lines(kind: str, most: int) -> None:
    assert lines_of(kind, None) <= most
