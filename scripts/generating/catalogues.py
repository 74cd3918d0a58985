"""The catalogues (`uno.po` of each language): every text of the code, with what translators have made of it.

generate.py catalogues              adds new texts to each uno.po and drops those that are gone; names those that are
                                    not translated, too long, or have other places than the English text
generate.py catalogues --json LANG  prints the catalogue of a language as one JSON object, for faces not in Python
"""

import argparse
import ast
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po
from prompt_toolkit.utils import get_cwidth

from generating import ROOT
from generating.page import all_clashes
from uno_engine.clauses import CLAUSES
from uno_engine.customizable import RULES
from uno_engine.levels import LEVELS
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import TABLE
from uno_protocol.catalogues import AT_MOST, DOMAIN, ENGLISH, FOLDER, LANGUAGES
from uno_protocol.labels import IN_CONTEXT, LABELS, PLURALS

CODE = ("engine", "protocol", "client")
PLACE = re.compile(r"\{[^{}]*\}")


class Undated(Catalog):
    """A catalogue whose head says no more than `gettext` needs, so that it changes only with its texts."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header that `gettext` reads: the encoding, the language and its plural."""
        return [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
        ]


def of_tables() -> Iterator[tuple[str, str | tuple[str, str], str | None]]:
    """The texts of tables, with the file of each and its context: they are all for players, so none is marked."""
    yield from (("protocol/uno_protocol/labels.py", *each) for each in of_labels())
    yield from ((f"engine/uno_engine/{name}.py", text, None) for name, text in of_rules())


def of_labels() -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The labels, each with its context."""
    yield from ((text, None) for text in LABELS.values())
    yield from ((both, None) for both in PLURALS.values())
    yield from ((text, context) for context, text in IN_CONTEXT.values())


def of_rules() -> Iterator[tuple[str, str]]:
    """The texts of the engine's tables, with the module of each."""
    yield from (("clauses", text) for text in CLAUSES.values())
    yield from (("levels", text) for name, level in LEVELS.items() for text in (name, level.like))
    yield from (("presets", text) for text in DESCRIPTIONS.values())
    yield from (("rules", clash.reason) for _of, clash in all_clashes())
    for rule in RULES.values():
        yield from (("customizable", text) for text in (rule.title, rule.text, rule.shows))
    for option in TABLE.values():
        means = [option.means] if isinstance(option.means, str) else option.means.values()
        words = [value.replace("_", " ") for value in option.choices if any(map(str.isalpha, value))]
        texts = (option.title, *words, *option.words.values(), *means)
        yield from (("rules", text) for text in texts)


@cache
def of_code() -> Catalog:
    """Every text that the code asks for, in the order of files and lines."""
    found = Catalog()
    for folder in CODE:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for text, context in of_file(file):
                found.add(text, locations=[(file.relative_to(ROOT).as_posix(), 0)], context=context)
    for name, text, context in of_tables():
        found.add(text, locations=[(name, 0)], context=context)
    return found


def of_file(file: Path) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The texts that a file asks for, in the order of its lines, each with its context.

    Not by Babel's own reader: before Python 3.12 that does not see into f-strings.
    """
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        words = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        match call.func, words:
            case ast.Name("_" | "N_"), [text]:
                yield text, None
            case ast.Name("forms"), texts:
                yield from ((text, None) for text in texts)
            case ast.Name("ngettext"), [one, many]:
                yield (one, many), None
            case ast.Name("pgettext"), [context, text]:
                yield text, context
            case _:
                pass


def unmeasured(file: Path) -> Iterator[str]:
    """The texts that a file pads to a column without saying in their context how long they may be."""
    for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match part:
            case ast.FormattedValue(value=ast.Call(func=ast.Name("_" | "ngettext" | "pgettext"), args=[first, *_more])):
                context = first.value if isinstance(first, ast.Constant) else None
                if part.format_spec is not None and not AT_MOST.fullmatch(str(context)):
                    yield ast.unparse(part.value)
            case _:
                pass


def file_of(code: str) -> Path:
    """Where the catalogue of a language is."""
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """The catalogue of a language as its translators left it; an empty one for a new language."""
    file = file_of(code)
    if not file.exists():
        return Catalog(locale=code)
    with file.open("rb") as lines:
        return read_po(lines, locale=code)


def renewed(code: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts: new ones are empty, none is guessed."""
    old, new = read(code), Undated(locale=code, fuzzy=False)
    for text in texts:
        if text.id:
            known = old.get(text.id, text.context)
            said = known.string if known is not None and not known.fuzzy else None
            comments = known.user_comments if known is not None else []
            new.add(text.id, said, text.locations, context=text.context, user_comments=comments)
    return new


def as_po(catalogue: Catalog) -> str:
    """A catalogue as translators read it, without numbers of lines."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, include_lineno=False, omit_header=True)
    head = "".join(f'"{name}: {value}\\n"\n' for name, value in catalogue.mime_headers)
    return f'msgid ""\nmsgstr ""\n{head}\n{out.getvalue().decode()}'


def forms(text: object) -> tuple[str, ...]:
    """A text or its forms, one for one and one for many."""
    return (text,) if isinstance(text, str) else tuple(text) if isinstance(text, tuple | list) else ()


def wrong_in(catalogue: Catalog) -> Iterator[str]:
    """The complaints about the translations of a catalogue."""
    for message in catalogue:
        if message.id:
            yield from (f"{reason}: {forms(message.id)[0]!r}" for reason in wrong_with(message))


def wrong_with(message: Message) -> Iterator[str]:
    """The complaints about one translation: missing, too long, or with other places than the text."""
    said = forms(message.string)
    if not said or not all(said):
        yield "not translated"
        return
    if column := AT_MOST.fullmatch(message.context or ""):
        long = [text for text in said if get_cwidth(text) > int(column[1])]
        yield from (f"{text!r} is longer than {column[1]} columns" for text in long)
    wanted = [set(PLACE.findall(text)) for text in forms(message.id)]
    for text in said:
        places = set(PLACE.findall(text))
        # "one card" need not say its number; the form for many does.
        if places not in (wanted[-1:] if text is said[-1] else wanted):
            yield f"its places are {', '.join(sorted(places)) or 'none'}"


def as_json(code: str) -> str:
    """The catalogue of a language: each English text (its form for many) with its translation or its forms.

    A context comes before its text, with U+0004 between them, as in an uno.mo.
    """
    texts = {
        (f"{message.context}\x04" if message.context else "") + forms(message.id)[-1]: message.string
        for message in read(code)
        if message.id
    }
    return json.dumps(texts, ensure_ascii=False, indent=0)


def current(code: str) -> str:
    """The catalogue of a language as it should be."""
    return as_po(renewed(code, of_code()))


def files() -> Mapping[Path, Callable[[], str]]:
    """A file for each language but English."""
    return {file_of(code): partial(current, code) for code in LANGUAGES if code != ENGLISH}


def complaints() -> Iterator[str]:
    """The complaints that only people can act on: in the code, and in the translations."""
    for file in sorted((ROOT / "client").rglob("*.py")):
        for call in unmeasured(file):
            yield f"{file.relative_to(ROOT)}: {call} is padded: say “at most … columns” by pgettext"
    for file in files():
        for line in wrong_in(renewed(file.parent.parent.name, of_code())):
            yield f"{file.parent.parent.name}: {line}"


def alone(arguments: Sequence[str]) -> int:
    """Its options. Gives the exit code."""
    parser = argparse.ArgumentParser(prog="generate.py catalogues")
    parser.add_argument("--json", metavar="LANG", required=True, help="print the catalogue of a language as JSON")
    print(as_json(parser.parse_args(arguments).json))
    return 0
