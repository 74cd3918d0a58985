"""The build hook: hatch makes the catalogues whenever it builds a wheel, also an editable one (pyproject.toml).

A wheel that is not editable gets the documents of the protocol as well, whose clauses the conformance suite names, and
the files that shared.py makes for the system.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from environment import shared, translations


class Extras(BuildHookInterface[Any]):
    """Make the files. hatch calls this before it collects them."""

    _folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files, which git leaves out and the build would too."""
        translations.make(Path(self.root))
        build_data["artifacts"].append(translations.MADE)
        if version != "editable":
            for page in sorted(Path(self.root, "protocol").glob("*.md")):
                build_data["force_include"][str(page)] = f"uno_protocol/document/{page.name}"
            self._folder = tempfile.TemporaryDirectory()
            for number, (path, text) in enumerate(shared.made(Path(self.root)).items()):
                file = Path(self._folder.name, str(number))
                file.write_text(text, encoding="utf-8", newline="\n")
                build_data["shared_data"][str(file)] = path

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only made for the wheel."""
        if self._folder is not None:
            self._folder.cleanup()
