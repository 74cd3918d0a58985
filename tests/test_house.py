"""Rules that no linter has: only what pyproject.toml asks for is imported, and every folder of tests is a package."""

import ast
import re
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"uno_engine", "uno_protocol", "uno_server", "uno_client"}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(pattern: str) -> set[str]:
    """The first name of every absolute import in these files, wherever it stands; the standard library's left out."""
    names = set()
    for path in ROOT.glob(pattern):
        for node in ast.walk(parsed(path)):
            match node:
                case ast.Import(names=aliases):
                    names |= {alias.name.partition(".")[0] for alias in aliases}
                case ast.ImportFrom(module=str(module), level=0):
                    names.add(module.partition(".")[0])
                case _:
                    pass
    return names - sys.stdlib_module_names


@pytest.mark.fast
def test_engine_imports_the_standard_library_alone() -> None:
    """But for the environment for research, which nothing else imports (pyproject.toml)."""
    engine = imported("engine/uno_engine/*.py") | imported("engine/uno_engine/[!z]*/**/*.py")
    assert engine == {"uno_engine"}


@pytest.mark.fast
def test_packages_import_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["conformance"], *extras["zoo"]]
    needed = {requirement.partition(">")[0].strip() for requirement in asked}
    assert imported("*/uno_*/**/*.py") == PACKAGES | needed


@pytest.mark.fast
def test_a_folder_without_code_of_its_own_is_not_taken_for_the_package_in_it() -> None:
    """`import engine` would succeed in a checkout, and fail wherever the program is installed."""
    folder = "(engine|protocol|server|client)"
    taken = re.compile(rf"^\s*(from {folder}[.\w]* import|import {folder}\b)", re.MULTILINE)
    paths = [path for place in ("scripts", "tests") for path in (ROOT / place).rglob("*.py")]
    assert [str(path) for path in paths if taken.search(path.read_text(encoding="utf-8"))] == []


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


@pytest.mark.fast
def test_no_class_of_the_product_has_the_name_of_another() -> None:
    names = Counter(
        node.name
        for path in ROOT.glob("*/uno_*/**/*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []
