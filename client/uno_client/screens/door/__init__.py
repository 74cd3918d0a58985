"""The front door: where everything begins that was not asked for on the command line."""

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.screens.around import Keys
from uno_client.screens.door.of_model import scene_of
from uno_client.screens.door.show import show


def screen(model: Model, keys: Keys, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen for the model."""
    return show(scene_of(model, keys), columns, rows, palette)
