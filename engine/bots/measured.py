"""How strong the levels are against each other. Written by `scripts/strength.py`; do not edit."""

from engine.bots.strength import Measured

MEASURED: tuple[Measured, ...] = (
    Measured("official", 2, "hard", "normal-0.1", 5000, 1, False, None, 0.5596, 0.5477, 0.5715, 2500, 0.625, 0.024),
    Measured("official", 2, "hard", "rlcard", 5000, 1, False, None, 0.5888, 0.5766, 0.601, 2500, 0.4583, 0.025),
    Measured("official", 4, "hard", "normal-0.1", 5000, 1, True, None, 0.499, 0.4883, 0.5097, 2500, 0.625, 0.024),
    Measured("official", 2, "easy", "normal", 1000, 1, False, None, 0.474, 0.4473, 0.5007, 500, 0.3333, 0.023),
    Measured("official", 4, "easy", "normal", 1000, 1, False, None, 0.218, 0.1951, 0.2409, 250, 0.125, 0.024),
    Measured("quickplay", 2, "easy", "normal", 1000, 1, False, None, 0.322, 0.2968, 0.3472, 500, 0.3333, 0.179),
    Measured("quickplay", 4, "easy", "normal", 1000, 1, False, None, 0.107, 0.0909, 0.1231, 250, 0.1042, 0.352),
    Measured("classic113", 2, "easy", "normal", 200, 1, False, None, 0.33, 0.2658, 0.3942, 100, 0.25, 0.029),
    Measured("classic113", 4, "easy", "normal", 200, 1, False, None, 0.205, 0.1513, 0.2587, 50, 0.1458, 0.033),
    Measured("street", 2, "easy", "normal", 1000, 1, False, None, 0.447, 0.4189, 0.4751, 500, 0.5, 0.023),
    Measured("street", 4, "easy", "normal", 1000, 1, False, None, 0.191, 0.1689, 0.2131, 250, 0.25, 0.029),
    Measured("computer", 2, "easy", "normal", 200, 1, False, None, 0.335, 0.2726, 0.3974, 100, 0.2917, 0.025),
    Measured("computer", 4, "easy", "normal", 200, 1, False, None, 0.215, 0.1626, 0.2674, 50, 0.1875, 0.026),
    Measured("skyrus", 2, "easy", "normal", 200, 1, False, None, 0.37, 0.3115, 0.4285, 100, 0.2083, 0.029),
    Measured("skyrus", 4, "easy", "normal", 200, 1, False, None, 0.17, 0.1132, 0.2268, 50, 0.1458, 0.033),
    Measured("official", 2, "hard", "normal", 1000, 1, False, None, 0.541, 0.5141, 0.5679, 500, 0.5833, 0.02),
)
