"""A phone on a slow network has the page soon: it is small, and what the form to join needs comes first."""

import re

import pytest

from uno_server.web.site import PAGE, File, Site

LATE = "replay"
"""What is loaded only to look at a game again, or to check one: it has a budget of its own."""


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


def without_replay(files: list[File], site: Site) -> list[File]:
    replay = site.find(f"{site.prefix}/all-{LATE}.js")
    return [file for file in files if file is not replay]


def compressed(files: list[File]) -> int:
    return sum(len(file.compressed or file.content) for file in files)


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_of_the_page_but_replay_weighs_at_most_122_kb_in_a_language(language: str) -> None:
    first = fetched(site := Site(), "/KXWM")
    book = site.find(f"{site.prefix}/book/{language}.json")
    assert book is not None
    assert compressed([*without_replay([*first, *later(site, first)], site), book]) <= 122_000


def test_replay_weighs_at_most_18_kb() -> None:
    site = Site()
    found = [site.find(f"{site.prefix}/{name}") for name in (f"all-{LATE}.js", f"{LATE}.css", f"{LATE}/de.json")]
    assert 0 < compressed([file for file in found if file is not None]) <= 18_000
    assert None not in found


def test_the_form_to_join_needs_at_most_50_kb_and_12_requests() -> None:
    first = fetched(Site(), "/KXWM")
    assert compressed(first) <= 50_000
    assert len(first) <= 12


@pytest.mark.parametrize(("kind", "most"), [("js", 6_000), ("css", 2_000)])
def test_its_scripts_and_style_sheets_have_few_lines(kind: str, most: int) -> None:
    found = [path for path in PAGE.rglob(f"*.{kind}") if LATE not in path.relative_to(PAGE).as_posix()]
    assert sum(path.read_bytes().count(b"\n") for path in found) <= most


def test_what_shows_and_checks_a_game_again_has_at_most_1500_lines() -> None:
    found = [path for path in PAGE.rglob("*.*s") if LATE in path.relative_to(PAGE).as_posix()]
    assert 0 < sum(path.read_bytes().count(b"\n") for path in found) <= 1_500
