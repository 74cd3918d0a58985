"""The maker of the catalogues finds every text, and what is wrong with a translation."""

import shutil
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import Catalog

from tests.scripts.conftest import Command

CODE = """
said = _("One sentence.") + f"and {_('one within')}"
many = ngettext("{n} card", "{n} cards", count)
column = pgettext("at most 5 columns", "Seats")
TABLE = {1: N_("in a table")}
not_a_text = _(TABLE[1])
"""


def found(script: ModuleType, tmp_path: Path) -> Catalog:
    (tmp_path / "code.py").write_text(CODE, encoding="utf-8")
    catalogue = Catalog(locale="de")
    for text, context in script.of_file(tmp_path / "code.py"):
        catalogue.add(text, context=context)
    return catalogue


def test_every_text_is_found_wherever_it_stands(script: ModuleType, tmp_path: Path) -> None:
    texts = {(message.id, message.context) for message in found(script, tmp_path) if message.id}
    assert texts == {
        ("One sentence.", None),
        ("one within", None),
        (("{n} card", "{n} cards"), None),
        ("Seats", "at most 5 columns"),
        ("in a table", None),
    }


@pytest.mark.parametrize(
    ("text", "context", "said", "wrong"),
    [
        ("{name} plays.", None, "", ["not translated: '{name} plays.'"]),
        ("{name} plays.", None, "{nam} spielt.", ["its places are {nam}: '{name} plays.'"]),
        ("{n!r} is none", None, "{n} ist keins", ["its places are {n}: '{n!r} is none'"]),
        (("{n} card", "{n} cards"), None, ("{n} Karte", "{n} Karten"), []),
        (("{n} card", "{n} cards"), None, ("{n} Karte", ""), ["not translated: '{n} card'"]),
        (("one card", "{n} cards"), None, ("eine Karte", "Karten"), ["its places are none: 'one card'"]),
        ("Seats", "at most 5 columns", "王小明王", ["'王小明王' is longer than 5 columns: 'Seats'"]),
    ],
)
def test_what_is_wrong_with_a_translation_is_told(
    script: ModuleType,
    text: str | tuple[str, str],
    context: str | None,
    said: str | tuple[str, str],
    wrong: list[str],
) -> None:
    catalogue = Catalog(locale="de")
    catalogue.add(text, said, context=context)
    assert list(script.wrong_in(catalogue)) == wrong


@pytest.mark.fast
def test_a_text_that_is_new_or_gone_makes_a_catalogue_stale(
    script: ModuleType, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(script, "of_code", partial(found, script, tmp_path))
    monkeypatch.setattr(script, "FOLDER", shutil.copytree(script.FOLDER, tmp_path / "locale"))
    code, _, err = command("--check")
    assert (code, "uno.po is out of date" in err) == (1, True)
    code, _, err = command("")
    assert (code, "not translated: 'One sentence.'" in err) == (1, True)
    renewed = script.file_of("de").read_text(encoding="utf-8")
    assert 'msgid "One sentence."\nmsgstr ""\n' in renewed
    assert "You draw {cards}." not in renewed
    assert "is out of date" not in command("--check")[2]


def test_labels_are_in_it_each_as_it_is_asked_for(script: ModuleType) -> None:
    catalogue = script.of_code()
    assert catalogue.get("Coming back …") is not None
    assert catalogue.get(("{n} new message", "{n} new messages")) is not None
    assert catalogue.get("You", context="alone") is not None
