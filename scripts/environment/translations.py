"""Makes from each catalogue the `uno.mo` that programs read where they are installed, with the standard library only.

The build (build_hook.py) and the set-up of a checkout make them; they are not in git, and without them everything is in
English.
"""

import hashlib
import json
import os
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LOCALE = Path("protocol", "uno_protocol", "locale")
MADE = f"/{(LOCALE / '*/LC_MESSAGES/uno.mo').as_posix()}"
"""The made files, as a pattern for the build."""
MAGIC = 0x950412DE


class Untranslatable(ValueError):
    """A catalogue cannot be read; the message is one line that says where."""


class Entry(NamedTuple):
    """A text of a catalogue: its context, its form or forms, and their translation (may be empty)."""

    context: str
    forms: tuple[str, ...]
    said: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of the text in an `uno.mo`, without its plural form."""
        return f"{self.context}\x04{self.forms[0]}" if self.context else self.forms[0]


def entries(file: Path) -> Iterator[Entry]:
    """The translated texts of a catalogue (`uno.po`); the first is its head. Raises Untranslatable."""
    fields: dict[str, str] = {}
    fuzzy, field = False, ""
    for number, line in enumerate((*file.read_text(encoding="utf-8").splitlines(), ""), 1):
        word, _, rest = line.partition(" ")
        if not line:
            said = tuple(text for name, text in fields.items() if name.startswith("msgstr"))
            if said and all(said) and not fuzzy:
                forms = tuple(fields[name] for name in ("msgid", "msgid_plural") if name in fields)
                yield Entry(fields.get("msgctxt", ""), forms, said)
            fields, fuzzy = {}, False
        elif line.startswith("#"):
            fuzzy |= word == "#," and "fuzzy" in rest
        else:
            goes_on = line.startswith('"')
            field = field if goes_on else word
            try:
                fields[field] = fields.get(field, "") + json.loads(line if goes_on else rest)
            except (ValueError, TypeError):
                raise Untranslatable(f"{file}, line {number}, is not as in a catalogue") from None


def as_mo(catalogue: list[Entry]) -> bytes:
    """A catalogue as `gettext` reads it: two tables of lengths and places, then the texts, sorted."""
    pairs = sorted(("\0".join((one.key, *one.forms[1:])).encode(), "\0".join(one.said).encode()) for one in catalogue)
    tables, texts = [], b""
    begin = 28 + 16 * len(pairs)
    for column in zip(*pairs, strict=True):
        for text in column:
            tables.append(struct.pack("<2I", len(text), begin + len(texts)))
            texts += text + b"\0"
    head = struct.pack("<7I", MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, begin)
    return head + b"".join(tables) + texts


def made(root: Path = ROOT) -> Mapping[Path, bytes]:
    """Every file that is made, with what belongs into it. Raises Untranslatable."""
    sources = sorted((root / LOCALE).glob("*/LC_MESSAGES/uno.po"))
    return {source.with_suffix(".mo"): as_mo(list(entries(source))) for source in sources}


def make(root: Path = ROOT) -> None:
    """Write every file that is not as it should be. Raises Untranslatable and OSError.

    Each is there whole or not at all, so that others may read, or do the same, meanwhile.
    """
    for file, content in made(root).items():
        if not file.exists() or file.read_bytes() != content:
            fresh = file.with_name(f".{file.name}.{os.getpid()}")
            fresh.write_bytes(content)
            fresh.replace(file)


def renew(stamp: Path, root: Path = ROOT) -> None:
    """Make the files if one is gone, or if they were made from other sources than now. Raises as `make` does.

    `stamp`: the file that keeps a hash of what they were made from.
    """
    catalogues = sorted((root / LOCALE).glob("*/LC_MESSAGES/uno.po"))
    sources = hashlib.sha256(b"".join(source.read_bytes() for source in (Path(__file__), *catalogues))).hexdigest()
    there = all(catalogue.with_suffix(".mo").exists() for catalogue in catalogues)
    if not there or not stamp.exists() or stamp.read_text(encoding="ascii") != sources:
        make(root)
        stamp.write_text(sources, encoding="ascii")
