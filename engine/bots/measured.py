"""How strong the levels are against each other. Written by `scripts/strength.py`; do not edit."""

from engine.bots.strength import Measured

# ruff: noqa: E501
# fmt: off
MEASURED: tuple[Measured, ...] = (
    Measured("official", 2, "hard", "normal-0.1", 5000, 1, False, None, 0.5822, 0.5701, 0.5943, 2500, 0.4583, 0.019, 1.244),
    Measured("official", 2, "hard", "rlcard", 5000, 1, False, None, 0.603, 0.5908, 0.6152, 2500, 0.5417, 0.023, 1.57),
    Measured("official", 4, "hard", "normal-0.1", 40000, 1, True, None, 0.5285, 0.5241, 0.533, 20000, 0.4583, 0.02, 6.196),
    Measured("official", 2, "easy", "normal", 1000, 1, False, None, 0.474, 0.4473, 0.5007, 500, 0.3333, 0.02, 0.279),
    Measured("official", 4, "easy", "normal", 1000, 1, False, None, 0.218, 0.1951, 0.2409, 250, 0.125, 0.022, 0.318),
    Measured("quickplay", 2, "easy", "normal", 1000, 1, False, None, 0.326, 0.3008, 0.3512, 500, 0.2917, 0.271, 9.286),
    Measured("quickplay", 4, "easy", "normal", 1000, 1, False, None, 0.115, 0.099, 0.131, 250, 0.1667, 0.717, 8.722),
    Measured("official", 2, "hard", "normal", 4000, 1, False, None, 0.573, 0.5594, 0.5866, 2000, 0.5, 0.027, 1.007),
    Measured("official", 4, "hard", "normal", 4000, 1, False, None, 0.2622, 0.2502, 0.2743, 1000, 0.3125, 0.016, 0.297),
    Measured("quickplay", 2, "hard", "normal", 4000, 1, False, None, 0.532, 0.5215, 0.5425, 2000, 0.5833, 0.575, 17.881),
    Measured("quickplay", 4, "hard", "normal", 4000, 1, False, None, 0.2607, 0.2526, 0.2689, 1000, 0.2917, 1.283, 12.223),
    Measured("street", 2, "hard", "normal", 4000, 1, False, None, 0.5948, 0.5811, 0.6084, 2000, 0.4167, 0.014, 0.314),
    Measured("street", 4, "hard", "normal", 4000, 1, False, None, 0.274, 0.2616, 0.2864, 1000, 0.3333, 0.016, 0.242),
    Measured("party", 2, "hard", "normal", 4000, 1, False, None, 0.5222, 0.507, 0.5375, 2000, 0.4583, 0.017, 0.294),
    Measured("party", 4, "hard", "normal", 4000, 1, False, None, 0.2465, 0.2333, 0.2597, 1000, 0.2708, 0.018, 6.046),
    Measured("no_mercy", 2, "hard", "normal", 4000, 1, False, None, 0.4968, 0.4821, 0.5114, 2000, 0.4583, 0.017, 0.192),
    Measured("no_mercy", 4, "hard", "normal", 4000, 1, False, None, 0.261, 0.248, 0.274, 1000, 0.2292, 0.019, 0.255),
    Measured("first_game", 2, "hard", "normal", 4000, 1, False, None, 0.5803, 0.5667, 0.5938, 2000, 0.5, 0.012, 0.175),
    Measured("first_game", 4, "hard", "normal", 4000, 1, False, None, 0.255, 0.2431, 0.2669, 1000, 0.3125, 0.013, 0.188),
    Measured("official", 2, "normal", "normal-0.1", 1000, 1, False, None, 0.511, 0.4915, 0.5305, 500, 0.5, 0.018, 0.274),
    Measured("official", 4, "normal", "normal-0.1", 1000, 1, False, None, 0.254, 0.2416, 0.2664, 250, 0.2708, 0.018, 1.964),
    Measured("official", 2, "hard", "rlcard", 1000, 1, False, None, 0.607, 0.5797, 0.6343, 500, 0.5417, 0.019, 0.256),
)
