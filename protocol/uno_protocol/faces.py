"""The faces of players (P-5.15): what each shows, the letters for it, and which one somebody gets."""

import zlib
from collections.abc import Collection

from uno_engine.language import N_, _

NAMES = (
    N_("cat"),
    N_("bear"),
    N_("bunny"),
    N_("fox"),
    N_("owl"),
    N_("robot"),
    N_("alien"),
    N_("frog"),
    N_("cactus"),
    N_("ghost"),
    N_("chick"),
    N_("pig"),
    N_("panda"),
    N_("squid"),
    N_("shark"),
    N_("unicorn"),
    N_("pirate"),
    N_("wizard"),
    N_("surfer"),
    N_("cyclops"),
    N_("penguin"),
    N_("toad"),
    N_("lion"),
    N_("student"),
)
"""What each face shows, by its number."""
ROBOT = NAMES.index("robot")
"""The face of computer players, which no person gets."""


def face_for(name: str, wish: int | None, taken: Collection[int]) -> int:
    """The face of a person who sits down at a table with these faces: the wish if it's free, else one by the name."""
    first = zlib.crc32(name.encode()) % len(NAMES)
    order = [(first + step) % len(NAMES) for step in range(len(NAMES))]
    if wish is not None:
        order.insert(0, wish)
    return next(face for face in order if face != ROBOT and face not in taken)


def face_name(face: int | None) -> str:
    """What a face shows, in the player's language; empty for a face that is unknown here."""
    return _(NAMES[face]) if face is not None and face < len(NAMES) else ""


def face_letters(face: int | None) -> str:
    """Two letters of what a face shows, other than those of all earlier ones; empty for a face that is unknown here."""
    if face is None or not face_name(face):
        return ""
    found: list[str] = []
    for name in map(_, NAMES[: face + 1]):
        pairs = (f"{name[0].upper()}{letter}" for letter in name[1:] if letter != name[0])
        found.append(next((pair for pair in pairs if pair not in found), name[:2]))
    return found[face]
