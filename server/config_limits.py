"""Which limits were set: by `--limit NAME=VALUE`, then in the table `[limits]` of the file?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from server.config_file import FileRefused, check_key, check_kind
from server.limits import BOUNDS, USUAL, Limits

Set = Mapping[str, float]
"""What was set in one place, by name; each within its bounds."""


def of_file(path: Path, found: object) -> Set:
    """What the table `[limits]` sets. Raises FileRefused."""
    if not isinstance(found, Mapping):
        raise FileRefused(f"{path}: limits is a table of its own: write [limits] above its keys")
    for name, value in found.items():
        check_key(path, name, USUAL, " in [limits]")
        check_kind(path, f"limits.{name}", value, (type(USUAL[name]),))
        if fault := _fault(name, value):
            raise FileRefused(f"{path}: limits.{fault}")
    return found


def of_flags(texts: Iterable[str]) -> Set:
    """What `--limit` sets, given once for each. Raises ValueError with one line."""
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = (part.strip() for part in text.partition("="))
        check_key("argument --limit", name, USUAL, "", "limit")
        whole = isinstance(USUAL[name], int)
        try:
            found[name] = int(number) if whole else float(number)
        except ValueError:
            wanted = "a whole number" if whole else "a number"
            raise ValueError(f"argument --limit: {name} wants {wanted}, not {ascii(number)[:40]}") from None
        if fault := _fault(name, found[name]):
            raise ValueError(f"argument --limit: {fault}")
    return found


def settled(*places: Set) -> Limits:
    """The limits; what was set in an earlier place goes first. Raises ValueError for what does not go together."""
    found: dict[str, float] = {}
    for place in places:
        found = {**place, **found}
    limits = Limits(**found)  # type: ignore[arg-type]  # each was held against the kind of its field
    if limits.silence_seconds < 2 * limits.ping_seconds:
        raise ValueError(
            f"the limit silence_seconds ({limits.silence_seconds:g}) has to be twice ping_seconds "
            f"({limits.ping_seconds:g}) or more, else a peer that is there is taken to be gone"
        )
    if limits.frame_bytes < limits.frame_bytes_before_hello:
        raise ValueError("the limit frame_bytes cannot be less than frame_bytes_before_hello")
    return limits


def _fault(name: str, value: float) -> str:
    """What is wrong with a value; empty if nothing is."""
    bound = BOUNDS[name]
    within = bound.least <= value <= bound.most  # not true of "not a number" either
    return "" if within else f"{name} is from {bound.least:g} to {bound.most:.0f}, not {value}"
