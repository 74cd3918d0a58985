"""How strong the levels are against each other. Written by `scripts/strength.py`; do not edit."""

from engine.bots.strength import Measured

# ruff: noqa: E501
# fmt: off
MEASURED: tuple[Measured, ...] = (
    Measured("official", 2, "hard", "normal-0.1", 5000, 1, False, None, 0.5822, 0.5701, 0.5943, 2500, 0.4583, 0.019, 1.244),
    Measured("official", 2, "hard", "rlcard", 5000, 1, False, None, 0.603, 0.5908, 0.6152, 2500, 0.5417, 0.023, 1.57),
    Measured("official", 2, "easy", "normal", 1000, 1, False, None, 0.474, 0.4473, 0.5007, 500, 0.3333, 0.02, 0.279),
    Measured("official", 4, "easy", "normal", 1000, 1, False, None, 0.218, 0.1951, 0.2409, 250, 0.125, 0.022, 0.318),
    Measured("official", 2, "hard", "normal", 1000, 1, False, None, 0.583, 0.5557, 0.6103, 500, 0.5, 0.021, 0.283),
    Measured("official", 4, "hard", "normal", 1000, 1, False, None, 0.26, 0.2363, 0.2837, 250, 0.3125, 0.02, 0.165),
    Measured("official", 2, "normal", "normal-0.1", 1000, 1, False, None, 0.511, 0.4915, 0.5305, 500, 0.5, 0.018, 0.274),
    Measured("official", 4, "normal", "normal-0.1", 1000, 1, False, None, 0.254, 0.2416, 0.2664, 250, 0.2708, 0.018, 1.964),
    Measured("official", 2, "hard", "rlcard", 1000, 1, False, None, 0.607, 0.5797, 0.6343, 500, 0.5417, 0.019, 0.256),
)
