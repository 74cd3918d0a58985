"""Makes files in git that a program can make: tables and drawings in documents, schema, vectors, catalogues, pictures.

generate.py               writes everything that is out of date, except the things that must be named
generate.py NAME…         writes these only
generate.py --check …     changes nothing; a line for each file that is out of date, and exit code 1 if there is one
generate.py NAME --…      one with options of its own: "generate.py catalogues --json de", "screens --pictures DIR"

A new thing to make is a row of `MAKERS`, and a module beside those in scripts/generating.
"""

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT / "scripts"), str(ROOT), *(place for place in sys.path if place != str(ROOT / "scripts"))]

from environment import TEST, progress, translations  # noqa: E402  (`-P` leaves the folder out)
from generating import Unwritable  # noqa: E402
from play import into_environment  # noqa: E402


class Maker(NamedTuple):
    """One row: its name, the module that makes it, and what that is; `named`: only made when it is named."""

    name: str
    module: str
    makes: str
    named: bool = False


MAKERS = (
    Maker("schema", "generating.schema", "protocol/uno_protocol/schema: the schemas of all messages"),
    Maker("vectors", "generating.vectors", "protocol/uno_protocol/vectors: the bytes of messages that have none yet"),
    Maker("document", "generating.document", "protocol/*.md: what is where, requests, fields of events"),
    Maker("example", "generating.example", "protocol/PROTOCOL.md: the worked sessions"),
    Maker("machines", "generating.machines", "the states in server/STATES.md and the protocol"),
    Maker("options", "generating.options", "the tables of options and presets in README.md, RULES.md, the protocol"),
    Maker("tables", "generating.tables", "tables in documents: the server's limits, the player's settings, levels"),
    Maker("conformance", "conformance_report", "the lists of cases in protocol/CONFORMANCE.md; results stay"),
    Maker("page", "generating.page", "server/uno_server/web/page: clashes.js"),
    Maker("catalogues", "generating.catalogues", "protocol/uno_protocol/locale: the texts of each uno.po"),
    Maker("screens", "generating.screens", "client/screens: starts servers and clients; not on Windows", named=True),
    Maker("look-alikes", "generating.look_alikes", "server/uno_server/base/look_alikes.py: fetches a list", named=True),
    Maker("journal", "generating.journal", "tests/journals: records the journal of this version", named=True),
)


def stale(module: ModuleType) -> Iterator[tuple[Path, str]]:
    """The files of a module that are not as they should be, each with what belongs into it. Raises Unwritable."""
    for file, make in module.files().items():
        try:
            text = make()
        except Unwritable as fault:
            raise Unwritable(f"{shown(file)}: {fault}") from fault
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            yield file, text


def shown(file: Path) -> str:
    """A file as people name it."""
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else str(file)


def faults(makers: Iterable[Maker], *, check: bool) -> Iterator[str]:
    """Write what is out of date, unless `check`: then that is a fault, too. Gives a line for each fault."""
    for maker in makers:
        progress.show(f"{maker.name} …")
        module = import_module(maker.module)
        if not hasattr(module, "files"):  # what it makes is never out of date
            if not check:
                module.alone(())
            continue
        try:
            for file, text in stale(module):
                if check:
                    yield f"{shown(file)} is out of date: python3 scripts/generate.py {maker.name}"
                else:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text, encoding="utf-8", newline="\n")
                    progress.clear()
                    print(shown(file))
        except Unwritable as fault:
            yield str(fault)
        if hasattr(module, "complaints"):
            yield from module.complaints()
    progress.clear()


def listed() -> str:
    """The names that the command line accepts."""
    rows = (f"  {maker.name:<12}{maker.makes}{' (named only)' * maker.named}\n" for maker in MAKERS)
    return f"{__doc__}\n{''.join(rows)}"


def main() -> int:
    """Exit code: 0; 1 if something is out of date or cannot be made, 2 for what cannot be asked for."""
    given = sys.argv[1:]
    if given[-1:] in (["-h"], ["--help"]) and all(word.startswith("-") for word in given):
        print(listed(), end="")
        return 0
    check = "--check" in given
    rest = [word for word in given if word != "--check"]
    begin = next((at for at, word in enumerate(rest) if word.startswith("-")), len(rest))
    names, options = rest[:begin], rest[begin:]
    known = [maker.name for maker in MAKERS]
    if unknown := [name for name in names if name not in known]:
        print(f"generate.py: nothing is called {unknown[0]}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    if options and (check or len(names) != 1):
        print("generate.py: options are for one thing to make: name it first", file=sys.stderr)
        return 2
    into_environment("babel", TEST)
    makers = [maker for maker in MAKERS if maker.name in names or not (names or maker.named)]
    if options:
        module = import_module(makers[0].module)
        if not hasattr(module, "alone"):
            if options in (["-h"], ["--help"]):
                print(f"{names[0]} has no options of its own; it makes {makers[0].makes}")
                return 0
            print(f"generate.py: {names[0]} has no options of its own", file=sys.stderr)
            return 2
        code: int = module.alone(options)
        return code
    lines = 0
    for line in faults(makers, check=check):
        progress.clear()
        print(f"generate.py: {line}", file=sys.stderr)
        lines += 1
    if not check:
        translations.make()
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
