"""The table of look-alikes is made of Unicode's by a script."""

import runpy
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = """\ufeff# confusables.txt
# Version: 99.0.0
0410 ;\t0041 ;\tMA\t# CYRILLIC CAPITAL LETTER A
0430 ;\t0061 ;\tMA
006D ;\t0072 006E ;\tMA
FE0F ;\t0061 ;\tMA\t# cannot be in a name
FF21 ;\t0041 ;\tMA\t# NFKD says so already
2A74 ;\t003A 003A 003D ;\tMA
"""


@pytest.mark.fast
def test_only_what_a_name_may_have_and_what_is_not_equal_already_is_in_the_table(
    script: ModuleType, tmp_path: Path
) -> None:
    made = script.table(SOURCE)
    assert {letter: made.get(letter) for letter in "\u0410\u0430mM\ufe0f\uff21A"} == {
        "\u0410": None,  # the small letter says so
        "\u0430": "a",
        "m": "rn",
        "M": None,
        "\ufe0f": None,
        "\uff21": None,
        "A": None,
    }
    assert made["\u0274"] == "n"  # a small capital
    (tmp_path / "table.py").write_text(script.written(SOURCE), encoding="utf-8")
    module = runpy.run_path(str(tmp_path / "table.py"))
    assert module["SOURCE"] == "confusables.txt 99.0.0"
    assert module["TAKEN_FOR"] == {ord(letter): shape for letter, shape in made.items()}
