"""The documents: their links lead somewhere, the files they name exist, and no option or command is left out."""

import argparse
import re
import tomllib
from pathlib import Path

import pytest

from uno_client.config import parser
from uno_client.lines.commands import COMMANDS
from uno_server.config import _parser
from uno_server.core import admin

ROOT = Path(__file__).resolve().parent.parent
OTHERS = re.compile(r"/\.|/node_modules/|/dist/")
"""What only lies in a checkout."""
PAGES = [page for page in sorted(ROOT.rglob("*.md")) if not OTHERS.search(f"/{page.relative_to(ROOT).as_posix()}")]
LINK = re.compile(r"""\]\(<?([^)>\s]+)|\b(?:src|srcset|href)="([^"]+)"|^\[[^\]]+\]:\s*(\S+)""", re.MULTILINE)
"""Where a link or a picture leads, in Markdown, in HTML, and below a text."""
NAMED = re.compile(r"`((?:engine|protocol|server|client|scripts|tests|\.ci)/[\w./-]*)`")
"""A path from the root, in code."""


def headings(text: str) -> set[str]:
    """The headings of a page as links name them; a line of code is none."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in found}


def dead_links(page: Path, text: str) -> list[str]:
    """The links of a page to files and headings that there aren't."""
    dead = []
    for link in map("".join, LINK.findall(text)):
        file, _, heading = link.partition("#")
        there = page.parent / file if file else page
        if link.startswith(("http:", "https:")) or (there.exists() and not heading):
            continue
        if not there.exists() or heading not in headings(there.read_text(encoding="utf-8") if file else text):
            dead.append(link)
    return dead


def options(command: argparse.ArgumentParser) -> list[str]:
    """The options of a command, each in its long form."""
    return [
        next(each for each in action.option_strings if each.startswith("--"))
        for action in command._actions
        if action.option_strings
    ]


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere_and_files_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert dead_links(page, text) == []
    today = text.partition("\n## [0.")[0]  # what a released version had may be gone
    assert [name for name in NAMED.findall(today) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "text",
    [
        "[a](gone.md)",
        "[a](#gone)",
        "[a](README.md#gone)",
        '[a](gone.md "with a title")',
        "[a](<gone.md>)",
        "[a]: gone.md",
        '<img src="gone.png">',
        "[a](#gone)\n```sh\n# gone\n```",
    ],
)
def test_a_link_that_leads_nowhere_is_found_however_it_is_written(text: str) -> None:
    assert len(dead_links(ROOT / "SECURITY.md", text)) == 1


def test_a_link_to_a_heading_below_is_alive() -> None:
    assert dead_links(ROOT / "SECURITY.md", "[a](#so-it-is) [b](README.md)\n\n## So: it *is*") == []


def test_who_cites_us_cites_the_newest_release() -> None:
    cited = dict(re.findall(r"^([\w-]+): (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE))
    released = re.search(r"^## \[(\d.*)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert released is not None
    assert (cited["version"], cited["date-released"]) == released.groups()


def test_package_and_image_have_the_version_of_the_newest_release() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    images = re.findall(r"\buno-lan:(\S+)", (ROOT / "server" / "RUNNING.md").read_text(encoding="utf-8"))
    released = re.findall(r"^## \[(\d.*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {package, *images} == {released[0]}
    assert images


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("client/README.md", options(parser("1"))),
        ("client/README.md", list(COMMANDS)),
        ("server/RUNNING.md", options(_parser("1"))),
        ("server/RUNNING.md", list(admin.COMMANDS)),
    ],
)
def test_every_option_and_every_command_has_its_place(page: str, words: list[str]) -> None:
    code = " ".join(re.findall(r"`([^`]+)`", (ROOT / page).read_text(encoding="utf-8").replace("```", "")))
    assert [word for word in words if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", code)] == []
