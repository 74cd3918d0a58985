"""Which servers break the protocol, and how is a fault planted in ours?

python -m tests.protocol.conformance.broken NAME …   serves with that fault; what follows is as for `uno-server`

The faults are rows of `broken.toml`. One is planted while the modules of the server are loaded, in a process of its
own, so that whoever tries it meets real sockets; nothing on disk is changed. To be run in the root of the checkout.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[3]
TABLE = Path(__file__).with_name("broken.toml")
USAGE = 2


class Edit(NamedTuple):
    """A piece of the text of a file that stands there once, and what stands there instead."""

    file: str
    old: str
    new: str


class Broken(NamedTuple):
    """A server that breaks the protocol: what it does in words, the clauses that it breaks, and how."""

    name: str
    wrong: str
    clauses: tuple[str, ...]
    edits: tuple[Edit, ...]
    scenarios: str | None = None
    """What is played too: a file or folder below tests/scenarios."""
    password: bool = False
    """Whether it asks for a password (P-5.11)."""


def table() -> list[Broken]:
    """Every row of `broken.toml`, in order."""
    return [_broken(row) for row in tomllib.loads(TABLE.read_text(encoding="utf-8"))["broken"]]


def _broken(row: dict[str, Any]) -> Broken:
    edits = (Edit(row["file"], row["old"], row["new"]), *(Edit(**more) for more in row.get("also", ())))
    return Broken(
        row["name"], row["wrong"], tuple(row["clauses"]), edits, row.get("scenarios"), row.get("password", False)
    )


def planted(path: Path, edits: Sequence[Edit]) -> str:
    """The text of a file with those of the edits that are for it. Raises LookupError if a piece is not there once."""
    text = path.read_text(encoding="utf-8")
    file = path.relative_to(ROOT).as_posix()
    for edit in edits:
        if edit.file == file:
            if text.count(edit.old) != 1:
                raise LookupError(f"stands {text.count(edit.old)} times in {file}: {edit.old!r}")
            text = text.replace(edit.old, edit.new)
    return text


class _Planting(SourceFileLoader):
    """Loads a module with the edits in its text, and never what was compiled without them."""

    def __init__(self, name: str, path: str, edits: Sequence[Edit]) -> None:
        super().__init__(name, path)
        self._edits = edits

    def get_code(self, fullname: str) -> CodeType:
        text = planted(Path(self.path), self._edits)
        return compile(text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the modules that are to be loaded with a fault in them."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._edits = edits
        self._modules = {edit.file.removesuffix(".py").replace("/", ".") for edit in edits}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._modules:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Planting(fullname, spec.origin, self._edits)
        return spec


def plant(edits: Sequence[Edit]) -> None:
    """Let modules be loaded with the edits from now on. Those of the server must not be loaded yet."""
    loaded = [edit.file for edit in edits if edit.file.removesuffix(".py").replace("/", ".") in sys.modules]
    if loaded:
        raise RuntimeError(f"too late to plant a fault in {loaded[0]}")
    sys.meta_path.insert(0, _Finder(edits))


def main() -> int:
    """Serve with a fault. Exit codes as of `uno-server`; 2 for a name that is not in the table."""
    name, *arguments = sys.argv[1:] or [""]
    found = [one for one in table() if one.name == name]
    if not found:
        print(f"broken: no broken server is called {name!r}; see {TABLE.name}", file=sys.stderr)
        return USAGE
    plant(found[0].edits)
    sys.argv[1:] = arguments
    from server.cli import main as serve

    return serve()


if __name__ == "__main__":
    sys.exit(main())
