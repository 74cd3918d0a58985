"""The game for research: environments of PettingZoo and of Gymnasium. Needs the extra `zoo`; see `engine/ZOO.md`.

`env("uno_official_v0", players=4)` is PettingZoo's kind; `gymnasium.make("uno_official-v0")` knows each preset once
this is imported.
"""

from typing import Any

import gymnasium

from uno_engine.presets import PRESETS
from uno_engine.zoo.aec import UnoEnv
from uno_engine.zoo.single import UnoAlone

__all__ = ["IDS", "UnoAlone", "UnoEnv", "env"]

IDS = {f"uno_{name}_v0": name for name in PRESETS}
"""The preset of each id. A version stands for rules and encodings: what changes either gets the next one."""


def env(name: str, **arguments: Any) -> UnoEnv:
    """The environment of that id; arguments as for `UnoEnv`. Raises ValueError for an id that there is not."""
    if name not in IDS:
        raise ValueError(f"there is no {name!r}; there are {', '.join(IDS)}")
    return UnoEnv(IDS[name], name=name, **arguments)


for _preset in PRESETS:
    gymnasium.register(f"uno_{_preset}-v0", UnoAlone, kwargs={"rules": _preset})  # type: ignore[arg-type]
