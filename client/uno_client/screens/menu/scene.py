"""A menu as it is shown."""

from dataclasses import dataclass

from uno_client.screens.frame import Choice, Frame
from uno_client.screens.pieces import Said


@dataclass(frozen=True, slots=True)
class Scene:
    """Choices, and the one under the cursor; the facts are said above them."""

    frame: Frame
    title: str = ""
    facts: tuple[Said, ...] = ()
    choices: tuple[Choice, ...] = ()
    at: int = 0
