"""Structs are the records of the client: made quickly, and so are their classes, of which a start makes hundreds.

`replace(struct, field=value)` is a copy with other fields; types are checked field by field, as those of dataclasses.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["replace"]
