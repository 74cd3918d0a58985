"""The options and presets as tables in README.md, engine/RULES.md and the protocol."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from generating import ROOT, between, holding
from uno_engine.options import ADDED, MEANINGLESS, fingerprint, options_of, values_of
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.rules import DEFAULTS, OWN_TEXT, TABLE, Option

FIRST_PRESETS = tuple(PRESETS)[:6]
"""The presets of P-7.12; P-18.3 has the others."""


def table(*rows: Iterable[str]) -> str:
    """A table in Markdown; the first row has the headings."""
    head, *others = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join((head, "|" + "---|" * (head.count(" | ") + 1), *others)) + "\n"


def book_options() -> str:
    """Every option with its value in every preset, in brackets where it does nothing."""
    return table(
        ("option", "title", "values", *PRESETS),
        *((f"`{name}`", row.title, row.reader.takes, *in_presets(name)) for name, row in TABLE.items()),
    )


def in_presets(name: str) -> Iterator[str]:
    """The value of an option in every preset."""
    for rules in PRESETS.values():
        value = values_of(rules)[name]
        yield f"({value})" if name in MEANINGLESS and MEANINGLESS[name](rules) else value


def book_presets() -> str:
    """A line for each preset."""
    return table(("preset", "what it is"), *((f"`{name}`", told) for name, told in DESCRIPTIONS.items()))


def book_fingerprints() -> str:
    """The fingerprint of each preset."""
    return table(
        ("preset", "fingerprint"), *((f"`{name}`", f"`{fingerprint(rules)}`") for name, rules in PRESETS.items())
    )


def protocol_options() -> str:
    """The options of P-7.12 with their values in its presets."""
    return table(
        ("option", "values", *(f"`{name}`" for name in FIRST_PRESETS), "meaningless"),
        *(
            (f"`{name}`", takes(row), *(f"`{values_of(PRESETS[each])[name]}`" for each in FIRST_PRESETS), idle(row))
            for name, row in TABLE.items()
            if name not in ADDED
        ),
    )


def protocol_added() -> str:
    """The options of P-18.2, all but the host's own sentence."""
    usual = values_of(DEFAULTS)
    rows = (
        (f"`{name}`", takes(TABLE[name]), f"`{usual[name]}`", idle(TABLE[name])) for name in ADDED if name != OWN_TEXT
    )
    return table(("option", "values", "default", "meaningless"), *rows)


def takes(option: Option) -> str:
    """The title and values of an option."""
    takes = option.reader.takes
    return f"{option.title}: {', '.join(map(code, option.choices)) if takes == ', '.join(option.choices) else takes}"


def idle(option: Option) -> str:
    """With what it is meaningless."""
    return option.idle.where if option.idle else ""


def code(value: str) -> str:
    """A value as it is sent."""
    return f"`{value}`"


def protocol_presets() -> str:
    """The options of the presets, beside P-7.12."""
    usual = options_of(DEFAULTS)
    others = [name for name in PRESETS if name not in FIRST_PRESETS]
    rows = []
    for name in (*others, *FIRST_PRESETS):
        told = options_of(PRESETS[name]).items()
        if name in FIRST_PRESETS:
            differs, beside = {key: value for key, value in told if key in ADDED}, ", beside what P-7.12 says"
        else:
            differs, beside = {key: value for key, value in told if usual.get(key) != value}, ""
        if differs:
            rows.append((code(name), ", ".join(f"`{key}` `{value}`" for key, value in differs.items()) + beside))
    return table(("preset", "differs by"), *rows)


TABLES: Mapping[Path, Mapping[str, str]] = {
    ROOT / "README.md": {"presets": book_presets()},
    ROOT / "engine" / "RULES.md": {
        "options": book_options(),
        "presets": book_presets(),
        "fingerprints": book_fingerprints(),
    },
}
"""The tables of each document by their marks."""


OF_THE_PROTOCOL = {"options": protocol_options, "added options": protocol_added, "presets": protocol_presets}


def begins(name: str) -> str:
    """The line before a table."""
    return f"<!-- {name}: begin -->\n"


def current(document: Path, tables: Mapping[str, str]) -> str:
    """The document as it should be."""
    text = document.read_text(encoding="utf-8")
    for name, drawn in tables.items():
        text = between(text, begins(name), f"<!-- {name}: end -->\n", drawn)
    return text


def files() -> Mapping[Path, Callable[[], str]]:
    """The documents."""
    places: dict[Path, dict[str, str]] = {document: dict(tables) for document, tables in TABLES.items()}
    for name, table in OF_THE_PROTOCOL.items():
        places.setdefault(holding(begins(name)), {})[name] = table()
    return {document: partial(current, document, tables) for document, tables in places.items()}
