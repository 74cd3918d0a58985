"""The named rule sets that a host may start from (rule book, sections 2 and 4)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rules import RuleSet, RulesRefused

PRESETS: Mapping[str, RuleSet] = {
    "official": RuleSet(),
}


def preset(name: str) -> RuleSet:
    """The rule set of that name. Raises RulesRefused for a name that there is not."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RulesRefused(
            "rules", "unknown_preset", f"there is no rule set {name!r}; there is {', '.join(PRESETS)}"
        ) from None
