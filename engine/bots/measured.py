"""How strong the levels are against each other. Written by `scripts/strength.py`; do not edit."""

from engine.bots.strength import Measured

MEASURED: tuple[Measured, ...] = ()
