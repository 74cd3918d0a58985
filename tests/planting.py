"""Planting a fault: modules are loaded with other text than their files have; nothing on disk is changed."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Edit(NamedTuple):
    """A piece of the text of a file that stands there once, and what stands there instead."""

    file: str
    old: str
    new: str

    @property
    def module(self) -> str:
        """The name of the module; its package lies in the first folder of its path."""
        return self.file.partition("/")[2].removesuffix(".py").replace("/", ".")


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
        self._modules = {edit.module for edit in edits}

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
    loaded = [edit.file for edit in edits if edit.module in sys.modules]
    if loaded:
        raise RuntimeError(f"too late to plant a fault in {loaded[0]}")
    sys.meta_path.insert(0, _Finder(edits))
