"""Comparisons that allow what a server may put differently: more keys, nil for none, another order.

A server may add things (P-11.1) and leave things out (P-3.8, P-8.3), so cases compare with these instead of ==.
"""

from collections.abc import Mapping, Sequence
from typing import Any


def absent(message: Mapping[str, Any], key: str) -> bool:
    """Whether a field is missing or nil, which is the same if absence means none (P-3.8)."""
    return message.get(key) is None


def same(found: object, due: object, *, empty: bool = False) -> bool:
    """Whether a value says what is due. In maps only the keys that are due count (P-11.1), and None means absent or
    nil; arrays are compared in order, numbers by value (P-3.6). `empty`: an absent field is also false, 0, or an empty
    array (P-8.3: in events, decisions and listed actions)."""
    if isinstance(due, Mapping):
        return isinstance(found, Mapping) and all(
            _same_field(found.get(key), value, empty=empty) for key, value in due.items()
        )
    if isinstance(due, list | tuple):
        return (
            isinstance(found, list | tuple)
            and len(found) == len(due)
            and all(same(one, other, empty=empty) for one, other in zip(found, due, strict=True))
        )
    if isinstance(due, bool) or isinstance(found, bool):
        return found is due
    return found == due


def _same_field(found: object, due: object, *, empty: bool) -> bool:
    nothing = empty and found is None and (due is False or due == 0 or due == [])
    return nothing or same(found, due, empty=empty)


def same_in_any_order(found: object, due: Sequence[object], *, empty: bool = True) -> bool:
    """Whether an array has exactly what is due, in any order, as lists have none (P-9.4, P-9.5)."""
    if not isinstance(found, list | tuple) or len(found) != len(due):
        return False
    fits = [[at for at, other in enumerate(found) if same(other, one, empty=empty)] for one in due]
    taken: dict[int, int] = {}

    def placed(one: int, tried: set[int]) -> bool:
        """Whether it has a place: a free one, or one whose holder fits elsewhere."""
        for at in fits[one]:
            if at not in tried:
                tried.add(at)
                if at not in taken or placed(taken[at], tried):
                    taken[at] = one
                    return True
        return False

    return all(placed(one, set()) for one in range(len(due)))
