"""The front door as it is shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame, KeyedChoice


class DoorScene(Struct, frozen=True):
    """Choices, and the one under the cursor. `asks` is asked in place of the picture; `running`: your server."""

    frame: Frame
    choices: tuple[KeyedChoice, ...]
    at: int = 0
    asks: str = ""
    running: str = ""
