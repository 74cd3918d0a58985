"""Server messages made harmless for a terminal or a log: the same, with every text cleaned."""

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from uno_protocol.text import clean

__all__ = ["clean", "clean_message", "clean_tree"]


def clean_tree(value: Any) -> Any:
    """Maps, lists and structs of a message with every text in them cleaned, keys too; other values as they are."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean_tree(key): clean_tree(item) for key, item in value.items()}
        case list() | tuple():
            return type(value)(clean_tree(item) for item in value)
        case Struct():
            return clean_message(value)
        case _:
            return value


_S = TypeVar("_S", bound=Struct)


def clean_message(message: _S) -> _S:
    """A message of a server as it may be shown: the same with every text in it cleaned."""
    return replace(message, **{name: clean_tree(getattr(message, name)) for name in message.__struct_fields__})
