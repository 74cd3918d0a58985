"""Under which name does somebody play who has not said?"""

from __future__ import annotations

import getpass
import unicodedata
from collections.abc import Iterator

LONGEST = 20
NOBODY = "player"


def name_of_user() -> str:
    """The login name of the user at this machine, made fit for a table; `player` if there is none that is."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no entry for the user, or a system without such entries
        login = ""
    return fit(login)


def fit(text: str) -> str:
    """Letters, digits and a few signs of a login name (a domain before it left out), at most LONGEST of them."""
    own = text.rpartition("\\")[2]
    kept = "".join(letter for letter in unicodedata.normalize("NFC", own) if letter.isalnum() or letter in "._-")
    return kept[:LONGEST].strip("._-") or NOBODY


def numbered(name: str, most: int) -> Iterator[str]:
    """`ann`, `ann2`, `ann3` and so on, `most` names in all, none longer than LONGEST."""
    yield name
    for number in range(2, most + 1):
        yield f"{name[: LONGEST - len(str(number))]}{number}"
