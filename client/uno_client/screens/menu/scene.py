"""A menu as it is shown."""

from dataclasses import dataclass

from uno_client.screens.frame import Frame, KeyedChoice
from uno_client.screens.pieces import SaidLine


@dataclass(frozen=True, slots=True)
class MenuScene:
    """Choices, and the one under the cursor; the facts are said above them."""

    frame: Frame
    title: str = ""
    facts: tuple[SaidLine, ...] = ()
    choices: tuple[KeyedChoice, ...] = ()
    at: int = 0
