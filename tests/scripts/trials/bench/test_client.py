"""What the full screen costs: each size is drawn, a move takes few bytes, and what is more than it may be is told."""

import asyncio
from types import ModuleType

import pytest

MOST_BYTES = {"cursor": 1300, "play": 2200}
"""At 80 by 24, with seven drawn cards."""


@pytest.mark.fast
def test_the_cursor_and_a_move_are_drawn_in_few_bytes(script: ModuleType) -> None:
    drawn = asyncio.run(script.drawings([(80, 24)], [4], [7]))
    sizes = {each.what: each.size for each in drawn}
    assert list(sizes) == ["all", "cursor", "play"]
    assert 2_000 < sizes["all"] < 8_000
    assert {what: sizes[what] for what, most in MOST_BYTES.items() if not 30 < sizes[what] <= most} == {}
