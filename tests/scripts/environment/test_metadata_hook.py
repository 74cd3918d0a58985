"""What a package index shows: no link of the README leads nowhere, whether or not the project has a home."""

import re
from types import ModuleType

import pytest

from tests.scripts.conftest import SCRIPTS

README = (SCRIPTS.parent / "README.md").read_text(encoding="utf-8")
HOME = "https://forge.example/people/uno"


def leads_to(text: str) -> set[str]:
    return {"".join(found) for found in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)}


def test_without_a_home_there_are_no_addresses_no_pictures_and_only_links_within_the_text(script: ModuleType) -> None:
    assert script.addresses("", "1.2") == {}
    shown = script.for_index(README, "", "1.2")
    assert {link for link in leads_to(shown) if not link.startswith("#")} == set()
    assert "<picture" not in shown
    assert "the MIT license." in shown


def test_with_a_home_they_lead_to_the_files_of_the_version(script: ModuleType) -> None:
    shown = script.for_index(README, HOME, "1.2")
    assert {link for link in leads_to(shown) if not link.startswith((f"{HOME}/", "#"))} == set()
    assert f"]({HOME}/blob/v1.2/server/RUNNING.md#how-do-phones-join)" in shown
    assert f'src="{HOME}/raw/v1.2/client/screens/table-dark.svg"' in shown
    assert all(each.startswith(HOME) for each in script.addresses(HOME, "1.2").values())


def test_links_into_the_text_or_to_elsewhere_are_left_alone(script: ModuleType) -> None:
    text = "[a](#b) [c](https://d.example/e)"
    assert script.for_index(text, HOME, "1.2") == script.for_index(text, "", "1.2") == text


@pytest.mark.parametrize(
    ("text", "without", "shown"),
    [
        ("![A table](a/b.svg) [c](d)", " c", "![A table](HOME/raw/v1.2/a/b.svg) [c](HOME/blob/v1.2/d)"),
        ("[![A mark](a.svg)](b)", "", "[![A mark](HOME/raw/v1.2/a.svg)](HOME/blob/v1.2/b)"),
        ("![c](https://d.example/e.svg)!", "![c](https://d.example/e.svg)!", "![c](https://d.example/e.svg)!"),
    ],
)
def test_pictures_lead_to_the_files_themselves_or_are_left_out_whole(
    script: ModuleType, text: str, without: str, shown: str
) -> None:
    assert script.for_index(text, "", "1.2") == without
    assert script.for_index(text, HOME, "1.2") == shown.replace("HOME", HOME)
