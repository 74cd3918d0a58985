"""The record in an HTML file, read back as the file's script reads it."""

import base64
import json
import re
import zlib
from typing import Any


def story_of(page: str) -> dict[str, Any]:
    """The record in a page; a large page has most of it packed."""
    (found,) = re.findall(r'id="story">(.*?)</script>', page)
    story: dict[str, Any] = json.loads(found)
    told = story.pop("told")
    told = json.loads(zlib.decompress(base64.b64decode(told))) if isinstance(told, str) else told
    assert told["record"].startswith(f"{story['header']}\n")
    return {**story, **told}
