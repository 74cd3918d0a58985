"""Clients come back by themselves, whatever their connections suffer, and the match ends as everybody saw it."""

import asyncio

import pytest

from tests.e2e.processes import House, agreed, result
from tests.e2e.proxy import Trouble, Way, proxied

TROUBLES = (
    Trouble(down=Way(cut_at=2500)),
    Trouble(up=Way(single=True), down=Way(single=True, cut_at=2000)),
    Trouble(up=Way(cut_at=300, reset=True)),
    Trouble(down=Way(dead_at=1200)),
    Trouble(down=Way(cut_at=700)),
    Trouble(down=Way(cut_at=30)),
    Trouble(up=Way(cut_at=400, delay=lambda: 0.3), down=Way(delay=lambda: 0.3)),
)
"""What befalls the first connections, most of it within a message."""


@pytest.mark.real_clock
@pytest.mark.slow
async def test_clients_that_are_cut_off_delayed_and_left_half_open_play_a_match_and_agree(
    house: House, address: str
) -> None:
    """FAULTS 1, 6 and 45 to 47."""
    host, _, port = address.rpartition(":")
    rules = ("--seats", "3", "--set", "goal=points", "target=500", "uno_grace=0.2")
    async with proxied((host, int(port)), *TROUBLES) as proxy:
        places = {"ann": address, "bob": f"{proxy.address.host}:{proxy.address.port}"}
        places["cem"] = places["bob"]
        players = [house.autoplay(place, name, *rules) for name, place in places.items()]
        shown = [await asyncio.to_thread(result, player) for player in players]
        ended = [each.cut or each.dead for each in proxy.carried]
    assert agreed(shown)["scores"].keys() == places.keys()
    assert ended == [True] * len(TROUBLES) + [False] * 2
    assert shown[0]["reconnects"] == 0 < shown[1]["reconnects"] + shown[2]["reconnects"]
