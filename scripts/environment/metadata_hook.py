"""The metadata hook: hatch asks it for the readme and the addresses that a package index shows.

Both come from one setting, `home`, in pyproject.toml: the address of the project on a forge, without a slash at its
end. It is empty until there is one: an index shows no file of the project, so links into it become plain text then, and
pictures are left out.
"""

import re
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[((?:!\[[^\]]*\]\([^)]*\)|[^\]])*)\]\((?![a-z]+:|#)([^)\s]+)\)")
"""To a file of the project; there may be a picture in its text."""
IMAGE = re.compile(r"!\[([^\]]*)\]\((?![a-z]+:)([^)\s]+)\)")
PICTURE = re.compile(r"<picture>.*?</picture>\n*", re.DOTALL)
SOURCE = re.compile(r'(\bsrc|\bsrcset)="(?![a-z]+:)([^"]+)"')


class Shown(MetadataHookInterface):
    """Fill in `readme` and `urls`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """See the text at the top of this file."""
        home, version = self.config["home"], metadata["version"]
        with open(f"{self.root}/README.md", encoding="utf-8") as file:
            text = for_index(file.read(), home, version)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = addresses(home, version)


def addresses(home: str, version: str) -> dict[str, str]:
    """The project's addresses by name; none without a home."""
    if not home:
        return {}
    return {
        "Homepage": home,
        "Documentation": f"{home}/blob/v{version}/README.md",
        "Changelog": f"{home}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }


def for_index(text: str, home: str, version: str) -> str:
    """The README for where only its text is: links and pictures lead to this version at home, if there is one."""
    if not home:
        return LINK.sub(r"\1", IMAGE.sub("", PICTURE.sub("", text)))
    text = IMAGE.sub(rf"![\1]({home}/raw/v{version}/\2)", text)
    text = LINK.sub(rf"[\1]({home}/blob/v{version}/\2)", text)
    return SOURCE.sub(rf'\1="{home}/raw/v{version}/\2"', text)
