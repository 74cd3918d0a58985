"""What a key leads to: the next model, what the player wants by it, commands for the shells."""

from __future__ import annotations

from client.inputs import Command, Input
from client.model import Model, Notice, Tone

Step = tuple[Model, tuple[Input, ...], tuple[Command, ...]]


def still(model: Model) -> Step:
    """Nothing but another model."""
    return model, (), ()


def want(model: Model, *wanted: Input) -> Step:
    """Inputs to be fed to `update`, in order."""
    return model, wanted, ()


def hint(model: Model, text: str, tone: Tone = Tone.FAULT) -> Step:
    """A notice for the player."""
    return still(model.but(notice=Notice(text, tone, model.now)))
