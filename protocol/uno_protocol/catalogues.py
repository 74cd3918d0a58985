"""Catalogues: the languages that a player can choose, and the translations."""

import re
import sys
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from uno_engine import language

FOLDER = Path(__file__).parent / "locale"
DOMAIN = "uno"
ENGLISH = "en"
PSEUDO = "pseudo"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", "de": "Deutsch"}
"""The languages by code, each by its own name; beside them `PSEUDO` finds texts that are in no catalogue."""


class LanguageRefused(ValueError):
    """No such language; the message is one line for the person who asked for it."""


def choose(code: str) -> None:
    """Let this process speak the language of that code from now on; English where it is not installed.

    Raises LanguageRefused.
    """
    language.use(_catalogue(code))


def of_tag(tag: str) -> str:
    """The code of the language that a tag means (`de`, `de-AT`); English if that is none of ours."""
    code = re.split("[-_]", tag)[0].lower()
    return code if code in LANGUAGES or code == PSEUDO else ENGLISH


class speaking:  # noqa: N801  (used as a function)
    """Lets all texts be of a language within a `with`, which must wait for nothing. Raises LanguageRefused."""

    __slots__ = ("_before", "_catalogue")

    def __init__(self, code: str) -> None:
        self._catalogue = _kept(code)

    def __enter__(self) -> None:
        self._before = language.use(self._catalogue)

    def __exit__(self, *_fault: object) -> None:
        language.use(self._before)


@cache
def _kept(code: str) -> NullTranslations:
    return _catalogue(code)


def _catalogue(code: str) -> NullTranslations:
    if code == ENGLISH:
        return NullTranslations()
    if code == PSEUDO:
        return Pseudo()
    if code not in LANGUAGES:
        raise LanguageRefused(f"there is no language {code!r}; there are {', '.join(LANGUAGES)}")
    try:
        with (FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
            return GNUTranslations(file)
    except FileNotFoundError:  # these files are made where the program is installed (scripts/environment/build_hook.py)
        return NullTranslations()


def of_locale(environment: Mapping[str, str]) -> str:
    """The code of the language that the system is set to; English if that is none of ours."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), None)
    code = re.split("[_.@]", named or _of_windows())[0].lower()
    return code if code in LANGUAGES else ENGLISH


if sys.platform == "win32":

    def _of_windows() -> str:
        """The language of the screens of Windows, such as `de_DE`."""
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")

else:

    def _of_windows() -> str:
        """Elsewhere variables have said all."""
        return ""


AT_MOST = re.compile(r"at most (\d+) columns")
"""The context of a text in a column: how long its translation may be."""
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçđéƒǧħíĵķľɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑǦĦÍĴĶĽṀÑÓƤɊŔŠŤÚṼŴẊÝŽ"
)
_PLACE = re.compile(r"(\{[^}]*\})")


class Pseudo(NullTranslations):
    """A language made of English: no letter of ASCII in it, in brackets, and longer by a third."""

    def gettext(self, message: str) -> str:
        """The message in brackets, with its places as they were."""
        parts = _PLACE.split(message)
        told = "".join(part if part.startswith("{") else part.translate(_ACCENTED) for part in parts)
        return f"⟦{told}{'·' * (len(message) // 3)}⟧" if any(map(str.isalpha, told)) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form of the number, likewise."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """The message, no longer than its context allows."""
        told, column = self.gettext(message), AT_MOST.fullmatch(context)
        return told if column is None or len(told) <= int(column[1]) else told.strip("⟦·⟧")[: int(column[1])]
