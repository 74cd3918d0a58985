"""What stands in the file that `--config` names: TOML with the keys of the flags, and a table `[limits]`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

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


def check_key(place: object, key: str, known: Iterable[str], where: str = "", what: str = "key") -> None:
    """Raises FileRefused for a key that there is not, with the one that may be meant. `place` is named first."""
    known = sorted(known)
    if key not in known:
        near = get_close_matches(key, known, 1, 0.5)
        meant = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        raise FileRefused(f"{place}: unknown {what} {ascii(key)[:60]}{where}; {meant}")


def check_kind(path: Path, key: str, value: object, kinds: tuple[type, ...]) -> None:
    """Raises FileRefused for a value that is of another kind. A whole number passes for a number, no truth does."""
    if type(value) not in kinds and not (float in kinds and type(value) is int):
        wanted = " or ".join(_KINDS[kind] for kind in kinds)
        raise FileRefused(f"{path}: {key} wants {wanted}, not {_shown(value)}")


def _shown(value: object) -> str:
    """A value that is at fault, in short."""
    kind = _KINDS.get(type(value), "what stands there")
    return kind if isinstance(value, dict | list) else f"{ascii(value)[:40]}"
