"""How strong the levels are against each other. Written by `scripts/strength.py`; do not edit."""

from engine.bots.strength import Measured

# ruff: noqa: E501
# fmt: off
MEASURED: tuple[Measured, ...] = (
    Measured("official", 2, "hard", "normal-0.1", 5000, 1, False, None, 0.5822, 0.5701, 0.5943, 2500, 0.4583, 0.019, 1.244),
    Measured("official", 2, "hard", "rlcard", 5000, 1, False, None, 0.603, 0.5908, 0.6152, 2500, 0.5417, 0.023, 1.57),
    Measured("official", 4, "hard", "normal-0.1", 40000, 1, True, None, 0.5285, 0.5241, 0.533, 20000, 0.4583, 0.02, 6.196),
    Measured("official", 2, "expert", "normal-0.1", 2000, 1, False, None, 0.5935, 0.5745, 0.6125, 1000, 0.4167, 31.685, 340.314),
    Measured("official", 2, "hard", "hard", 40000, 1, False, 0, 0.0, -0.0001, 0.0001, 20000, 0.5, 0.022, 1.332),
    Measured("official", 2, "easy", "normal", 1000, 1, False, None, 0.474, 0.4473, 0.5007, 500, 0.3333, 0.02, 0.279),
    Measured("official", 4, "easy", "normal", 1000, 1, False, None, 0.218, 0.1951, 0.2409, 250, 0.125, 0.022, 0.318),
    Measured("quickplay", 2, "easy", "normal", 1000, 1, False, None, 0.326, 0.3008, 0.3512, 500, 0.2917, 0.271, 9.286),
    Measured("quickplay", 4, "easy", "normal", 1000, 1, False, None, 0.115, 0.099, 0.131, 250, 0.1667, 0.717, 8.722),
    Measured("official", 2, "hard", "normal", 4000, 1, False, None, 0.573, 0.5594, 0.5866, 2000, 0.5, 0.027, 1.007),
    Measured("official", 4, "hard", "normal", 4000, 1, False, None, 0.2622, 0.2502, 0.2743, 1000, 0.3125, 0.016, 0.297),
    Measured("quickplay", 2, "hard", "normal", 4000, 1, False, None, 0.532, 0.5215, 0.5425, 2000, 0.5833, 0.575, 17.881),
    Measured("quickplay", 4, "hard", "normal", 4000, 1, False, None, 0.2607, 0.2526, 0.2689, 1000, 0.2917, 1.283, 12.223),
    Measured("classic113", 2, "hard", "normal", 600, 1, False, None, 0.62, 0.5815, 0.6585, 300, 0.75, 0.02, 3.514),
    Measured("classic113", 4, "hard", "normal", 600, 1, False, None, 0.2717, 0.2355, 0.3079, 150, 0.3125, 0.025, 3.204),
    Measured("street", 2, "hard", "normal", 4000, 1, False, None, 0.5948, 0.5811, 0.6084, 2000, 0.4167, 0.014, 0.314),
    Measured("street", 4, "hard", "normal", 4000, 1, False, None, 0.274, 0.2616, 0.2864, 1000, 0.3333, 0.016, 0.242),
    Measured("computer", 2, "hard", "normal", 600, 1, False, None, 0.6917, 0.6554, 0.7279, 300, 0.8333, 0.016, 55.979),
    Measured("computer", 4, "hard", "normal", 600, 1, False, None, 0.3167, 0.2827, 0.3506, 150, 0.2292, 0.017, 0.989),
    Measured("skyrus", 2, "hard", "normal", 600, 1, False, None, 0.6917, 0.6585, 0.7249, 300, 0.75, 0.017, 0.724),
    Measured("skyrus", 4, "hard", "normal", 600, 1, False, None, 0.2683, 0.2336, 0.3031, 150, 0.375, 0.019, 0.33),
    Measured("party", 2, "hard", "normal", 4000, 1, False, None, 0.5553, 0.5405, 0.57, 2000, 0.375, 0.022, 1.32),
    Measured("party", 4, "hard", "normal", 4000, 1, False, None, 0.2637, 0.2505, 0.277, 1000, 0.25, 0.023, 0.903),
    Measured("no_mercy", 2, "hard", "normal", 4000, 1, False, None, 0.5218, 0.5073, 0.5362, 2000, 0.5, 0.021, 0.99),
    Measured("no_mercy", 4, "hard", "normal", 4000, 1, False, None, 0.2695, 0.2565, 0.2825, 1000, 0.2292, 0.022, 0.318),
    Measured("tournament", 2, "hard", "normal", 600, 1, False, None, 0.6483, 0.6149, 0.6818, 300, 0.5417, 0.015, 0.615),
    Measured("tournament", 4, "hard", "normal", 600, 1, False, None, 0.3083, 0.2741, 0.3425, 150, 0.375, 0.018, 0.466),
    Measured("first_game", 2, "hard", "normal", 4000, 1, False, None, 0.5803, 0.5667, 0.5938, 2000, 0.5, 0.012, 0.175),
    Measured("first_game", 4, "hard", "normal", 4000, 1, False, None, 0.255, 0.2431, 0.2669, 1000, 0.3125, 0.013, 0.188),
    Measured("official", 2, "normal", "normal-0.1", 1000, 1, False, None, 0.511, 0.4915, 0.5305, 500, 0.5, 0.018, 0.274),
    Measured("official", 4, "normal", "normal-0.1", 1000, 1, False, None, 0.254, 0.2416, 0.2664, 250, 0.2708, 0.018, 1.964),
    Measured("official", 2, "hard", "rlcard", 1000, 1, False, None, 0.607, 0.5797, 0.6343, 500, 0.5417, 0.019, 0.256),
)
