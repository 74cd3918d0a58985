"""Without a network to announce or look on, the user is told so; a stranger's packet is ignored."""

import asyncio
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from uno_protocol import multicast
from uno_protocol.interfaces import NoReach, Plan, Spot

SPOTS = (Spot("127.0.0.1", 8, 1),)
BOTH = Plan(("127.0.0.1", 1), ("127.0.0.1",), SPOTS)
HERE = Plan(("127.0.0.1",), ("127.0.0.1",), SPOTS)


class Failing:
    """In place of `multicast._open`: fails as often as told, and keeps what was asked for."""

    def __init__(self, *outcomes: object) -> None:
        self.outcomes = list(outcomes)
        self.asked: list[tuple[str | int, ...]] = []

    async def __call__(self, _plan: Plan, places: tuple[str | int, ...]) -> Any:
        self.asked.append(places)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class Network:
    """In place of the library's AsyncZeroconf: with so many sockets to send by."""

    def __init__(self, senders: int) -> None:
        self.zeroconf = SimpleNamespace(engine=SimpleNamespace(senders=[None] * senders), plan=None)
        self.closed = False
        self.moved: list[list[str | int]] = []

    async def async_close(self) -> None:
        self.closed = True

    async def async_update_interfaces(self, places: list[str | int]) -> None:
        self.moved.append(places)


async def test_what_ipv6_cannot_is_tried_once_more_with_ipv4_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(senders=1)
    opening = Failing(OSError("no IPv6"), network)
    monkeypatch.setattr(multicast, "_open", opening)
    opened: object = await multicast.opened(BOTH)
    assert opened is network
    assert opening.asked == [("127.0.0.1", 1), ("127.0.0.1",)]


async def test_what_fails_with_nothing_else_to_try_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for places in (("127.0.0.1",), (1,)):
        opening = Failing(OSError("no network"))
        monkeypatch.setattr(multicast, "_open", opening)
        with pytest.raises(OSError, match="no network"):
            await multicast.opened(Plan(places, (), SPOTS))
        assert opening.asked == [places]


async def test_sockets_that_can_send_nothing_are_closed_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(senders=0)
    monkeypatch.setattr(multicast, "_open", Failing(network))
    with pytest.raises(NoReach, match="multicast is not possible on any interface"):
        await multicast.opened(HERE)
    assert network.closed


async def test_a_fault_of_the_library_is_said_without_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    from zeroconf import Error

    def failing(*_: object, **__: object) -> None:
        raise Error("what a stranger sent")

    monkeypatch.setattr(multicast, "_confined", lambda: failing)
    with pytest.raises(NoReach) as said:
        await multicast.opened(HERE)
    assert str(said.value) == "multicast is not possible: Error"


async def test_another_plan_moves_the_sockets_and_what_may_be_answered() -> None:
    network = Network(senders=1)
    await multicast.move(network, BOTH)  # type: ignore[arg-type]
    assert network.moved == [["127.0.0.1", 1]]
    assert network.zeroconf.plan == BOTH


def fault_of_the_library() -> BaseException:
    """A fault with the library in its trace."""
    from zeroconf import Error, ServiceInfo

    with pytest.raises(Error) as caught:
        ServiceInfo("_uno._tcp.local.", "no name of a service")
    return caught.value


@pytest.mark.parametrize("somebody_heard", [True, False])
async def test_faults_of_the_library_are_passed_over_and_all_others_go_where_they_went(
    monkeypatch: pytest.MonkeyPatch, somebody_heard: bool
) -> None:
    loop = asyncio.get_running_loop()
    heard: list[dict[str, Any]] = []

    def before(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        heard.append(context)

    loop.set_exception_handler(before if somebody_heard else None)
    monkeypatch.setattr(loop, "default_exception_handler", heard.append)
    ours = {"message": "ours", "exception": ValueError("ours")}
    with multicast.contained(loop):
        loop.call_exception_handler({"message": "theirs", "exception": fault_of_the_library()})
        loop.call_exception_handler(ours)
        loop.call_exception_handler({"message": "without a fault"})
    assert heard == [ours, {"message": "without a fault"}]
    assert loop.get_exception_handler() is (before if somebody_heard else None)


def test_a_library_whose_inside_is_used_has_an_upper_bound() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "engine.senders" in Path(multicast.__file__).read_text(encoding="utf-8")  # a name of its inside
    (asked,) = [each for each in project["dependencies"] if each.startswith("zeroconf")]
    assert "<" in asked
