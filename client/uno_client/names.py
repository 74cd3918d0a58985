"""Names: of players who give none or a taken one, and of this program. Pure, but for the login name."""

import getpass
import os
import re
import unicodedata
from collections.abc import Iterator

LONGEST_NAME = 20
"""Letters of a player's name (P-5.2)."""
NOBODY = "player"
SHARED_LOGINS = frozenset(("admin", "administrator", "guest", "pi", "root", "student", "ubuntu", "user"))
"""Login names that tell nobody who somebody is."""

STARTED_AS = "UNO_STARTED_AS"
"""The variable in which a script that starts the client says how it was started itself."""


def command(*words: str) -> str:
    """The command line that starts this client as it was started, with these words: for hints."""
    return " ".join((os.environ.get(STARTED_AS) or "uno-client", *words))


def name_of_user() -> str:
    """The login name of the user at this machine, made fit for a table; `player` if it is nobody's name."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no entry for the user, or a system without such entries
        login = ""
    return NOBODY if login.casefold() in SHARED_LOGINS else fit(login)


def fit(text: str) -> str:
    """Letters, digits and a few signs of a login name (a domain before it left out), at most LONGEST_NAME of them."""
    own = text.rpartition("\\")[2]
    kept = "".join(letter for letter in unicodedata.normalize("NFC", own) if letter.isalnum() or letter in "._-")
    return kept[:LONGEST_NAME].strip("._-") or NOBODY


_IN_QUOTES = re.compile(r'"(.*\S +[0-9]{6}"*)"')


def with_digits(typed: str) -> tuple[str, str]:
    """The name, and the digits behind it with which another device's session continues here (P-5.16); empty: none.

    In quotes it is a name that ends so: of `"ann 123456"` the name is `ann 123456`.
    """
    if (quoted := _IN_QUOTES.fullmatch(typed.strip())) is not None:
        return quoted[1], ""
    name, _, digits = typed.rstrip().rpartition(" ")
    moves = bool(name.strip()) and len(digits) == 6 and digits.isascii() and digits.isdigit()
    return (name.strip(), digits) if moves else (typed, "")


def quoted_name(name: str) -> str:
    """The name as you would type it: in quotes where it would be read otherwise."""
    return name if with_digits(name) == (name, "") else f'"{name}"'


def numbered(name: str, most: int) -> Iterator[str]:
    """`ann`, `ann2`, `ann3` and so on, `most` names in all, none longer than LONGEST_NAME."""
    yield name
    yield from (_with_number(name, number) for number in range(2, most + 1))


def next_name(name: str) -> str:
    """What is proposed where `name` is taken: `ann2` for `ann`, `ann3` for `ann2`; in quotes where it needs them."""
    base = name.rstrip("0123456789")
    return quoted_name(_with_number(base, int(name[len(base) :] or 1) + 1))


def _with_number(name: str, number: int) -> str:
    return f"{name[: LONGEST_NAME - len(str(number))]}{number}"
