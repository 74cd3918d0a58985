"""What each language needs is made of its catalogue, with the standard library only."""

import subprocess
import sys
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
CATALOGUE = f"""{HEAD}
#: client/uno_client/config.py server/uno_server/web/page/app.js
msgid "Draw Two"
msgstr "Zieh Zwei"

#: client/uno_client/config.py
msgid ""
"A text of \\"two\\" "
"lines"
msgstr "Ein Text von „zwei“ Zeilen\\n"

# a translator's remark
#: server/uno_server/web/page/app.js
msgid "{{n}} card"
msgid_plural "{{n}} cards"
msgstr[0] "{{n}} Karte"
msgstr[1] "{{n}} Karten"

#: server/uno_server/web/page/app.js
msgctxt "a button"
msgid "Draw"
msgstr "Ziehen"

#: server/uno_server/web/page/app.js
msgid "Draw"
msgstr "Draw"

#: server/uno_server/web/page/app.js
msgid "not yet"
msgstr ""

#, fuzzy
msgid "guessed"
msgstr "geraten"

#~ msgid "gone"
#~ msgstr "weg"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with that catalogue for German."""
    catalogue(tmp_path).parent.mkdir(parents=True)
    catalogue(tmp_path).write_text(CATALOGUE, encoding="utf-8")
    return tmp_path


def catalogue(root: Path) -> Path:
    return root / "protocol" / "uno_protocol" / "locale" / "de" / "LC_MESSAGES" / "uno.po"


def test_gettext_finds_what_is_translated(script: ModuleType, root: Path) -> None:
    spoken = GNUTranslations(BytesIO(script.made(root)[catalogue(root).with_suffix(".mo")]))
    assert spoken.gettext("Draw Two") == "Zieh Zwei"
    assert spoken.gettext('A text of "two" lines') == "Ein Text von „zwei“ Zeilen\n"
    assert [spoken.ngettext("{n} card", "{n} cards", n) for n in (1, 2)] == ["{n} Karte", "{n} Karten"]
    assert (spoken.pgettext("a button", "Draw"), spoken.gettext("Draw")) == ("Ziehen", "Draw")
    assert [spoken.gettext(text) for text in ("not yet", "guessed", "gone")] == ["not yet", "guessed", "gone"]


@pytest.mark.parametrize("line", ["<<<<<<< ours", 'msgid "open', "msgid 1"])
def test_what_is_not_of_a_catalogue_is_named_by_its_line(script: ModuleType, root: Path, line: str) -> None:
    catalogue(root).write_text(f"{HEAD}\n{line}\n", encoding="utf-8")
    with pytest.raises(script.Untranslatable, match=r"uno\.po, line 6, is not as in a catalogue"):
        script.made(root)


@pytest.mark.fast
def test_they_need_nothing_but_the_standard_library() -> None:
    code = "import sys; from environment import translations; translations.made(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=SCRIPTS, capture_output=True, encoding="utf-8", timeout=HANG, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()} - {"environment", "__main__"}
    assert loaded <= sys.stdlib_module_names
