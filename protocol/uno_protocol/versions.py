"""Versions of the protocol: which ones a program speaks, and what a client's message was in one of them (P-11)."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, ValidationError, structs

from uno_engine.rules import RulesRefused
from uno_protocol.asked import FromClient


class Spoken(NamedTuple):
    """The versions that a program speaks: all from the lowest to the newest."""

    lowest: int
    newest: int

    def choice(self, versions: Sequence[int]) -> int | None:
        """The highest version that a peer with the range `versions` speaks too (P-4.2); None if there is none."""
        lowest, newest = versions
        chosen = min(newest, self.newest)
        return chosen if chosen >= max(lowest, self.lowest) else None


class Since(NamedTuple):
    """Marks a field, or a part of a union, with the first version that has it; a message says it in its `asked`."""

    version: int


OLDEST = 2
"""The first version that is frozen; no program speaks an older one (P-11.4)."""
SINCE: Mapping[str, int] = {}
"""The first version that has what the engine declares, if that is not the oldest.

A move is named by its kind; a preset as `preset=festival`, an option as `snap`, one of its values as `goal=snap`.
"""


def check_rules(version: int, preset: str | None, options: Mapping[str, str] | None) -> None:
    """Raise RulesRefused for a preset, an option or a value that a version does not have (P-11.3)."""
    if preset is not None and _later(version, f"preset={preset}"):
        raise RulesRefused("rules", "unknown_preset", _LATER.format(version=version))
    for option, value in (options or {}).items():
        if _later(version, option):
            raise RulesRefused(option, "unknown_option", _LATER.format(version=version))
        if _later(version, f"{option}={value}"):
            raise RulesRefused(option, "bad_value", _LATER.format(version=version))


_LATER = "is not in version {version} of the protocol"


def _later(version: int, name: str) -> bool:
    return SINCE.get(name, 0) > version


@cache
def as_of(kind: type[Struct], version: int) -> type[Struct]:
    """A client's message, or a part of one, with the fields that a version has; `kind` itself if it has them all."""
    hints = get_type_hints(kind, include_extras=True)
    then = {name: _as_of(hints[name], version) for name in kind.__struct_fields__ if _since(hints[name]) <= version}
    if then == {name: hints[name] for name in kind.__struct_fields__}:
        return kind
    of: Any = msgspec.field
    rows: list[Any] = [
        (field.name, then[field.name], of(default=field.default, default_factory=field.default_factory))
        for field in structs.fields(kind)
        if field.name in then
    ]
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        rows,
        tag=config.tag,
        tag_field=config.tag_field,
        forbid_unknown_fields=config.forbid_unknown_fields,
        kw_only=True,
    )


def _since(hint: Any) -> int:
    return max((mark.version for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Since)), default=0)


def _as_of(hint: Any, version: int) -> Any:
    """The hint of a field, with the structs in it as of a version."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return as_of(hint, version)
    parts = tuple(_as_of(part, version) for part in get_args(hint) if _since(part) <= version)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return Union[parts]  # noqa: UP007  (of parts that only the running program knows)
    return origin[parts] if origin in (list, dict, Annotated) else hint


def lacks(version: int, message: FromClient) -> bool:
    """Whether a version does not have a client's message, or something that is said in it, rules included."""
    kind = type(message)
    if kind.asked.since > version:
        return True
    then = as_of(kind, version)
    if then is kind and not SINCE:
        return False
    said = msgspec.to_builtins(message)
    named = said.get("new", said)
    try:
        msgspec.convert(said, then)
        check_rules(version, named.get("preset"), named.get("options"))
    except (ValidationError, RulesRefused):
        return True
    return False
