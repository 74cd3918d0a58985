"""What a key does: intents and typed text, on each screen, to the next model and what the player wants with it."""

from __future__ import annotations

from client.inputs import Command, Input, Key, Typed
from client.model import Field, Form, Model, Screen

MOST_TABLES = 200
"""How many lines of the lobby are asked for."""

Step = tuple[Model, Input | None, tuple[Command, ...]]


def press(model: Model, pressed: Key | Typed) -> Step:
    """The model after a key, what the player wants by it (to be fed to `update`), and commands for the shells."""
    return model, None, ()


def to_connect(model: Model) -> Model:
    """The connect screen."""
    return model.but(screen=Screen.CONNECT, form=Form((Field("server", "Server", model.address),)))


def to_tables(model: Model) -> Model:
    """The list of tables."""
    return model.but(screen=Screen.TABLES, table=None, row=0)
