"""Makes the languages whenever hatch builds a wheel, an editable one too, and puts them into it (pyproject.toml)."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from environment import translations


class Languages(BuildHookInterface[Any]):
    """What hatch calls before it collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files, which git leaves out and the build would too."""
        translations.make(Path(self.root))
        build_data["artifacts"] += translations.MADE
