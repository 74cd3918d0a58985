"""Who may not come back: names and addresses that the administrator has banned, and how they are kept (P-5.12)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from server import names


@dataclass(slots=True)
class Bans:
    """Banned names as they were shown, by how they look, each with the addresses that went with it."""

    by_look: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str | None) -> Bans:
        """What `text` has kept. What makes no sense (the file may be damaged) bans nobody."""
        try:
            rows = json.loads(text or "[]")
            return cls({names.skeleton(str(name)): (str(name), tuple(map(str, where))) for name, where in rows})
        except (ValueError, TypeError):
            return cls()

    def text(self) -> str:
        """As it is kept."""
        return json.dumps([[name, list(where)] for name, where in self.by_look.values()])

    def add(self, name: str, address: str | None) -> None:
        """Ban a name, and the address that went with it (None: the name alone). It is added to those of before."""
        look = names.skeleton(name)
        before = self.by_look.get(look, (name, ()))[1]
        more = () if address is None or address in before else (address,)
        self.by_look[look] = (name, (*before, *more))

    def lift(self, name: str) -> bool:
        """Take a name with its addresses, or an address alone, from the list. False if it is not there."""
        if self.by_look.pop(names.skeleton(name), None) is not None:
            return True
        with_it = {look: (name_, where) for look, (name_, where) in self.by_look.items() if name in where}
        for look, (name_, where) in with_it.items():
            self.by_look[look] = (name_, tuple(one for one in where if one != name))
        return bool(with_it)

    def has(self, name: str, address: str) -> bool:
        """True if that name (whatever its spelling) or that address is banned."""
        if not self.by_look:
            return False
        return names.skeleton(name) in self.by_look or any(address in where for _, where in self.by_look.values())
