"""The front door as it is shown."""

from dataclasses import dataclass

from uno_client.screens.frame import Frame, KeyedChoice


@dataclass(frozen=True, slots=True)
class DoorScene:
    """Choices, and the one under the cursor. `asks` is asked in place of the picture; `running`: your server."""

    frame: Frame
    choices: tuple[KeyedChoice, ...]
    at: int = 0
    asks: str = ""
    running: str = ""
