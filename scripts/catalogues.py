"""Bring the catalogues in protocol/locale up to date with the texts in the code and in the modules of the page.

catalogues.py             adds new texts to each uno.po, drops those that are gone, and compiles each uno.mo
catalogues.py --check     changes nothing; exit code 1 for a text that is missing, unused, wrong or too long
catalogues.py --json LANG prints the catalogue of a language as one JSON object, for faces that are not in Python
"""

import argparse
import ast
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from prompt_toolkit.utils import get_cwidth

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT), *sys.path]

from engine.clauses import CLAUSES  # noqa: E402
from engine.customizable import RULES  # noqa: E402
from engine.levels import LEVELS  # noqa: E402
from engine.presets import DESCRIPTIONS  # noqa: E402
from engine.rules import CLASHES, TABLE  # noqa: E402
from protocol.catalogues import AT_MOST, DOMAIN, ENGLISH, FOLDER, LANGUAGES  # noqa: E402

CODE = ("engine", "protocol", "client")
PAGE = ROOT / "server" / "web" / "page"
RULES_OF_PAGE = PAGE / "rules.js"
CLASHES_OF_PAGE = PAGE / "clashes.js"
"""Made of the engine's tables, so it has no text of its own."""
PLACE = re.compile(r"\{[^{}]*\}")
_CALL = re.compile(r"(?<![\w.$])(say[A-Z]?\w*|mark)\(")
_MARKS = re.compile(r"import \{[^}]*\bmark\b[^}]*\} from")
_PART = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|//[^\n]*|/\*.*?\*/|[(){}\[\]+]|\S""", re.DOTALL
)


class Undated(Catalog):
    """A catalogue whose head says no more than `gettext` needs, so that it changes only with its texts."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What `gettext` reads: the encoding, the language, its plural."""
        return [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
        ]


def of_tables() -> Iterator[tuple[str, str]]:
    """The texts of the engine's tables, with the file of each: they are all for players, so none is marked."""
    yield from (("engine/clauses.py", text) for text in CLAUSES.values())
    yield from (("engine/levels.py", text) for name, level in LEVELS.items() for text in (name, level.like))
    yield from (("engine/presets.py", text) for text in DESCRIPTIONS.values())
    yield from (("engine/rules.py", clash.reason) for clash in CLASHES)
    for rule in RULES.values():
        yield from (("engine/customizable.py", text) for text in (rule.title, rule.text, rule.shows))
    for option in TABLE.values():
        means = [option.means] if isinstance(option.means, str) else option.means.values()
        words = [value.replace("_", " ") for value in option.choices if any(map(str.isalpha, value))]
        texts = (option.title, *words, *option.words.values(), *means)
        yield from (("engine/rules.py", text) for text in texts)


def of_code() -> Catalog:
    """Every text that the code asks for, in the order of files and lines."""
    found = Catalog()
    for folder in CODE:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for text, context in of_file(file):
                found.add(text, locations=[(file.relative_to(ROOT).as_posix(), 0)], context=context)
    for name, asked, context in of_page():
        found.add(asked, locations=[(name, 0)], context=context)
    for name, text in of_tables():
        found.add(text, locations=[(name, 0)])
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
            case ast.Name("ngettext"), [one, many]:
                yield (one, many), None
            case ast.Name("pgettext"), [context, text]:
                yield text, context
            case _:
                pass


def literals(source: str, at: int) -> list[str]:
    """The literals among the arguments of a call that opens just before `at`; those with a + between them are one."""
    found: list[str] = []
    depth, joined, last = 0, False, ""
    for part in _PART.finditer(source, at):
        said = part[0]
        if said.startswith(("//", "/*")):
            continue
        if said in "([{":
            depth += 1
        elif said in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif part[1] and not depth and "${" not in said:
            text = json.loads(f'"{unquoted(said)}"')
            if joined and last == "+" and found:
                found[-1] += text
            else:
                found.append(text)
        joined = said == "+"
        last = said
    return found


def unquoted(literal: str) -> str:
    """What stands between the quotes of a literal, as JSON would write it."""
    inside = literal[1:-1]
    return inside if literal[0] == '"' else inside.replace("\\'", "'").replace('"', '\\"')


def texts_of(source: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The texts that a module of the page asks for, each with its context."""
    marks = _MARKS.search(source) is not None
    for call in _CALL.finditer(source):
        if call[1] == "mark" and not marks:
            continue
        found = [text for text in literals(source, call.end()) if text]
        match call[1], found:
            case "sayMany", [one, many, *_]:
                yield (one, many), None
            case "sayAs", [context, text, *_]:
                yield text, context
            case _:
                yield from ((text, None) for text in found)


def of_page() -> Iterator[tuple[str, str | tuple[str, str], str | None]]:
    """Every text of every module, with the name of its file."""
    for file in sorted(PAGE.rglob("*.js")):
        if file not in (RULES_OF_PAGE, CLASHES_OF_PAGE):
            for text, context in texts_of(file.read_text(encoding="utf-8")):
                yield file.relative_to(ROOT).as_posix(), text, context


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


def file_of(code: str, ending: str) -> Path:
    """Where the catalogue of a language is."""
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def read(code: str) -> Catalog:
    """The catalogue of a language as its translators left it; an empty one for a new language."""
    file = file_of(code, "po")
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


def as_mo(catalogue: Catalog) -> bytes:
    """A catalogue as `gettext` reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def forms(text: object) -> tuple[str, ...]:
    """A text or its forms, one for one and one for many."""
    return (text,) if isinstance(text, str) else tuple(text) if isinstance(text, tuple | list) else ()


def complaints(catalogue: Catalog) -> Iterator[str]:
    """What is wrong with the translations of a catalogue."""
    for message in catalogue:
        if message.id:
            yield from (f"{reason}: {forms(message.id)[0]!r}" for reason in wrong_with(message))


def wrong_with(message: Message) -> Iterator[str]:
    """What is wrong with one translation: missing, too long, or other places than the text has."""
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


def stale(code: str, catalogue: Catalog) -> Iterator[str]:
    """Which texts a committed catalogue lacks, which nothing uses, and whether it is compiled."""
    old = {(message.id, message.context) for message in read(code) if message.id}
    new = {(message.id, message.context) for message in catalogue if message.id}
    yield from (f"lacks {forms(text)[0]!r}" for text, _context in sorted(new - old, key=str))
    yield from (f"is not used: {forms(text)[0]!r}" for text, _context in sorted(old - new, key=str))
    if not file_of(code, "mo").exists() or file_of(code, "mo").read_bytes() != as_mo(catalogue):
        yield "uno.mo is out of date: run .venv/bin/python scripts/catalogues.py"


def as_json(code: str) -> str:
    """The catalogue of a language: each English text (its form for many) with its translation or its forms.

    A context stands before its text, with U+0004 between them, as in an uno.mo.
    """
    texts = {
        (f"{message.context}\x04" if message.context else "") + forms(message.id)[-1]: message.string
        for message in read(code)
        if message.id
    }
    return json.dumps(texts, ensure_ascii=False, indent=0)


def tell(code: str, said: Iterable[str]) -> bool:
    """Print complaints; whether there was none."""
    lines = list(said)
    for line in lines:
        print(f"{file_of(code, 'po').relative_to(ROOT)}: {line}", file=sys.stderr)
    return not lines


def main() -> int:
    """Exit code: 0; 1 if something is missing, unused, wrong or out of date."""
    parser = argparse.ArgumentParser(description="Bring the catalogues in protocol/locale up to date.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if something is wrong")
    parser.add_argument("--json", metavar="LANG", help="print the catalogue of a language as JSON")
    asked = parser.parse_args()
    if asked.json:
        print(as_json(asked.json))
        return 0
    texts, good = of_code(), True
    for file in sorted((ROOT / "client").rglob("*.py")):
        for call in unmeasured(file):
            print(f"{file.relative_to(ROOT)}: {call} is padded: say “at most … columns” by pgettext", file=sys.stderr)
            good = False
    for code in LANGUAGES:
        if code == ENGLISH:
            continue
        catalogue = renewed(code, texts)
        if asked.check:
            good &= tell(code, stale(code, catalogue))
        else:
            file_of(code, "po").parent.mkdir(parents=True, exist_ok=True)
            file_of(code, "po").write_text(as_po(catalogue), encoding="utf-8", newline="\n")
            file_of(code, "mo").write_bytes(as_mo(catalogue))
        good &= tell(code, complaints(catalogue))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
