"""How strong the levels are against each other. Written by `scripts/strength.py`; do not edit."""

from engine.bots.strength import Measured

MEASURED: tuple[Measured, ...] = (
    Measured("official", 2, "hard", "normal-0.1", 5000, 1, False, None, 0.5596, 0.5477, 0.5715, 2500, 0.625, 0.024),
    Measured("official", 2, "hard", "rlcard", 5000, 1, False, None, 0.5888, 0.5766, 0.601, 2500, 0.4583, 0.025),
    Measured("official", 4, "hard", "normal-0.1", 5000, 1, True, None, 0.499, 0.4883, 0.5097, 2500, 0.625, 0.024),
    Measured("official", 2, "easy", "normal", 1000, 1, False, None, 0.474, 0.4473, 0.5007, 500, 0.3333, 0.023),
    Measured("official", 4, "easy", "normal", 1000, 1, False, None, 0.218, 0.1951, 0.2409, 250, 0.125, 0.024),
    Measured("classic113", 2, "easy", "normal", 200, 1, False, None, 0.33, 0.2658, 0.3942, 100, 0.25, 0.029),
    Measured("official", 2, "hard", "normal", 1000, 1, False, None, 0.541, 0.5141, 0.5679, 500, 0.5833, 0.02),
)
