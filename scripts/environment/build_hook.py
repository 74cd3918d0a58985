"""The build hook: hatch makes the catalogues whenever it builds a wheel, also an editable one (pyproject.toml).

A wheel that is not editable gets the documents of the protocol as well, whose clauses the conformance suite names.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from environment import translations


class Extras(BuildHookInterface[Any]):
    """Make the catalogues. hatch calls this before it collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files, which git leaves out and the build would too."""
        translations.make(Path(self.root))
        build_data["artifacts"].append(translations.MADE)
        if version != "editable":
            for page in Path(self.root, "protocol").glob("*.md"):
                build_data["force_include"][str(page)] = f"uno_protocol/document/{page.name}"
