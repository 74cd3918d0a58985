"""Rules that no linter has: only what pyproject.toml asks for is imported, and every folder of tests is a package."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"uno_engine", "uno_protocol", "uno_server", "uno_client"}


def imported(package: str) -> set[str]:
    """The first name of every absolute import in a package, wherever it stands; the standard library's left out."""
    names = set()
    for path in ROOT.glob(f"*/{package}/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
    assert imported("uno_engine") == {"uno_engine"}


@pytest.mark.fast
def test_packages_import_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["conformance"]]
    needed = {requirement.partition(">")[0].strip() for requirement in asked}
    assert set().union(*map(imported, PACKAGES)) == PACKAGES | needed


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []
