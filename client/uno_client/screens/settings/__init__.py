"""The settings of the client, changed live: each change is seen immediately."""

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.screens.around import Keys
from uno_client.screens.settings.of_model import scene_of
from uno_client.screens.settings.show import show


def screen(model: Model, keys: Keys, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen for the model."""
    return show(scene_of(model, keys), columns, rows, palette)
