"""The golden bytes of every version of the protocol, as rows of the files beside its code."""

import json
from importlib.resources import files
from typing import Any

from uno_protocol import messages as m
from uno_protocol.versions import OLDEST


def golden(name: str) -> list[dict[str, Any]]:
    """The rows of a list (such as `messages`): of each version, the oldest first."""
    folder = files("uno_protocol").joinpath("vectors")
    versions = range(OLDEST, m.VERSION + 1)
    texts = (folder.joinpath(f"v{version}.json").read_text(encoding="utf-8") for version in versions)
    return [row for text in texts for row in json.loads(text)[name]]
