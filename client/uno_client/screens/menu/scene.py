"""A menu as it is shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame, KeyedChoice
from uno_client.screens.pieces import SaidLine


class MenuScene(Struct, frozen=True):
    """Choices, and the one under the cursor; the facts are said above them."""

    frame: Frame
    title: str = ""
    facts: tuple[SaidLine, ...] = ()
    choices: tuple[KeyedChoice, ...] = ()
    at: int = 0
