"""What stands in the file that `--config` names: TOML with the keys of the flags, and a table `[limits]`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from server.limits import MOST_WATCHERS, Limits

LEAST = {"deserted_hours": 2, "messages_per_second": 10}
"""The least values of limits that cannot go down to 1."""
MOST = {"watchers": MOST_WATCHERS}
"""The greatest values of limits that cannot go up to a million."""

_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes", list: "a list"}


class FileRefused(ValueError):
    """A file that cannot be used. The text is one line: the file, the key, and what is wanted."""


def load(path: Path) -> dict[str, Any]:
    """The keys of a TOML file, unchecked. Raises FileRefused."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise FileRefused(f"cannot read {path}: {(fault.strerror or str(fault)).lower()}") from None
    except UnicodeDecodeError:
        raise FileRefused(f"{path} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise FileRefused(f"{path} is not TOML: {fault}") from None


def check_keys(path: Path, found: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """Raises FileRefused for a key that there is not, with the one that may be meant."""
    known = sorted(known)
    for key in found:
        if key not in known:
            near = get_close_matches(key, known, 1, 0.5)
            meant = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
            raise FileRefused(f"{path}: unknown key {key!r}{where}; {meant}")


def check_kind(path: Path, key: str, value: object, kinds: tuple[type, ...]) -> None:
    """Raises FileRefused for a value that is of another kind. A whole number passes for a number, no truth does."""
    if type(value) not in kinds and not (float in kinds and type(value) is int):
        wanted = " or ".join(_KINDS[kind] for kind in kinds)
        raise FileRefused(f"{path}: {key} wants {wanted}, not {_shown(value)}")


def limits(path: Path, found: object) -> Limits:
    """What the table `[limits]` sets, the rest by default. Raises FileRefused."""
    if not isinstance(found, Mapping):
        raise FileRefused(f"{path}: limits is a table of its own: write [limits] above its keys")
    usual = {field.name: type(field.default) for field in fields(Limits)}
    check_keys(path, found, usual, " in [limits]")
    for key, value in found.items():
        check_kind(path, f"limits.{key}", value, (usual[key],))
        least, most = LEAST.get(key, 1), MOST.get(key, 1_000_000)
        if not least <= value <= most:
            raise FileRefused(f"{path}: limits.{key} is from {least} to {most}, not {value}")
    return Limits(**found)


def _shown(value: object) -> str:
    """A value that is at fault, in short."""
    kind = _KINDS.get(type(value), "what stands there")
    return kind if isinstance(value, dict | list) else f"{ascii(value)[:40]}"
