"""Do the imports keep to the plan of the house?"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Who may import what, besides itself and the standard library. Messages are msgspec values, so whoever handles them may
# use its tools; bytes are the protocol's alone.
MAY_IMPORT = {
    "engine": frozenset[str](),
    "protocol": frozenset({"engine", "ifaddr", "msgpack", "msgspec", "zeroconf"}),
    "server": frozenset({"engine", "protocol", "msgspec", "platformdirs", "prompt_toolkit", "zeroconf"}),
    "client": frozenset({"engine", "protocol", "msgspec", "platformdirs", "prompt_toolkit", "zeroconf"}),
}


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Every absolute import in `source`, wherever it stands, as its line and its first name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name.partition(".")[0]) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module.partition(".")[0]
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield node.lineno, module.partition(".")[0]
            case _:
                pass


def wrong_arrows(root: Path) -> list[str]:
    """Every import under `root` that the table does not allow, as `engine/x.py:3 imports client`."""
    return [
        f"{path.relative_to(root).as_posix()}:{line} imports {name}"
        for package, allowed in MAY_IMPORT.items()
        for path in sorted((root / package).rglob("*.py"))
        for line, name in imported(path.read_text(encoding="utf-8"))
        if name not in allowed | {package} and name not in sys.stdlib_module_names
    ]


def test_imports_point_the_right_way() -> None:
    assert wrong_arrows(ROOT) == []


@pytest.mark.parametrize(
    ("place", "source", "name"),
    [
        ("engine/bad.py", "import msgpack", "msgpack"),
        ("engine/bots/bad.py", "from protocol.messages import Play", "protocol"),
        ("protocol/bad.py", "import os, server.hub as hub", "server"),
        ("server/bad.py", "def late():\n    from client import model", "client"),
        ("server/bad.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import client", "client"),
        ("client/screens/bad.py", "import importlib\nimportlib.import_module('server.net')", "server"),
        ("client/bad.py", "try:\n    import tests\nexcept ImportError:\n    pass", "tests"),
        ("server/bad.py", "from scripts import check", "scripts"),
        ("client/bad.py", "import requests", "requests"),
        ("server/bad.py", "import msgpack", "msgpack"),
    ],
)
def test_a_wrong_import_is_found_wherever_it_stands(tmp_path: Path, place: str, source: str, name: str) -> None:
    bad = tmp_path / place
    bad.parent.mkdir(parents=True)
    bad.write_text(source, encoding="utf-8")
    (bad.parent / "good.py").write_text("import json\nfrom . import bad\nfrom engine import cards\n", encoding="utf-8")
    (found,) = wrong_arrows(tmp_path)
    assert found.startswith(f"{place}:")
    assert found.endswith(f" imports {name}")


def test_what_may_be_imported_is_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {requirement.partition(">")[0].strip() for requirement in project["dependencies"]}
    assert set().union(*MAY_IMPORT.values()) - MAY_IMPORT.keys() == needed


# The shells: who else wants a loop, a socket or multicast belongs behind one of them.
SHELLS = {
    "engine": frozenset[str](),
    "protocol": frozenset({"multicast", "link", "guest", "stage"}),  # the last three: the conformance suite's own ends
    "server": frozenset({"announce", "cli", "console", "lan", "net"}),
    "client": frozenset(
        {"alarm", "app", "autoplay", "cli", "connection", "discover", "keyboard", "link", "plain", "shell", "solo"}
    ),
}


def test_only_the_shells_know_loops_and_sockets() -> None:
    outside = [
        path.relative_to(ROOT).as_posix()
        for package, shells in SHELLS.items()
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.stem not in shells
        and {name for _, name in imported(path.read_text(encoding="utf-8"))} & {"asyncio", "socket", "zeroconf"}
    ]
    assert outside == []


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []
