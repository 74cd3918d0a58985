"""Servers are found, probed and lost again, whatever is announced. On loopback alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.client.net.identities import eve
from tests.client.net.scripted import Peer, Said, hello, old, scripted, silent, welcome
from tests.patience import until
from uno_client.address import Address
from uno_client.messages import Found
from uno_client.net import discovery
from uno_client.net.discovery import MOST_WAITING, OFF_TEXT, Discovery, answers, list_found
from uno_client.net.known_servers import KnownServers
from uno_client.net.servers import MOST_AT_ADDRESS
from uno_client.trust import Trust
from uno_protocol import messages as m
from uno_protocol import multicast
from uno_protocol.discovery import OFF, SERVICE_TYPE, Advertisement, Reach, instance_name, written
from uno_protocol.interfaces import NoReach, Plan, Spot

pytestmark = pytest.mark.fast

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

LO = Reach(addresses=("127.0.0.1",))
PLAN = Plan(("127.0.0.1",), ("127.0.0.1",), (Spot("127.0.0.1", 8, 1),))
LONG = 20.0


class Heard:
    """What a discovery has told."""

    def __init__(self) -> None:
        self.found: tuple[Found, ...] = ()
        self.trouble = ""
        self.times = 0

    def __call__(self, found: tuple[Found, ...], trouble: str) -> None:
        self.found, self.trouble = found, trouble
        self.times += 1

    def of(self, id: str) -> Found | None:
        return next((each for each in self.found if each.id == id), None)

    async def until(self, true: Callable[[], object]) -> None:
        await until(true, LONG)


@asynccontextmanager
async def looking(reach: Reach = LO, wanted: Callable[[], bool] = lambda: True) -> AsyncIterator[Heard]:
    heard = Heard()
    task = asyncio.create_task(Discovery(reach, heard, wanted).run())
    try:
        yield heard
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def service(id: str, **more: Any) -> Any:
    """What the library tells of a server."""
    text = written(Advertisement(id, "Ann", 1, 1))
    addresses = {"parsed_scoped_addresses": lambda: ["127.0.0.1"]}
    return SimpleNamespace(name=f"{id}.{SERVICE_TYPE}", port=7777, text=text, **addresses, **more)


@asynccontextmanager
async def announced(id: str, port: int, **more: Any) -> AsyncIterator[None]:
    """A server is announced, whether there is one or not."""
    from zeroconf import ServiceInfo

    network = await multicast.opened(PLAN)
    text = more.get("text", written(Advertisement(id, "Ann", 1, 1, players=2)))
    name = f"{instance_name('Ann', id)}.{SERVICE_TYPE}"
    addresses = more.get("addresses", ["127.0.0.1"])
    info = ServiceInfo(
        SERVICE_TYPE, name, port=port, properties=text, server=f"{id}.local.", parsed_addresses=addresses
    )
    try:
        await (await network.async_register_service(info, cooperating_responders=True))
        yield
    finally:
        await network.async_close()


@pytest.mark.parametrize("goes", [True, False])
async def test_a_server_that_goes_while_its_details_are_asked_for_is_not_shown(*, goes: bool) -> None:
    from zeroconf import ServiceStateChange

    discovery, network = Discovery(LO, Heard()), cast("AsyncZeroconf", SimpleNamespace(zeroconf=None))

    async def asked(*_: object) -> bool:
        if goes:
            discovery._heard(network.zeroconf, SERVICE_TYPE, details.name, ServiceStateChange.Removed)
        return True

    details = service("d00ddddd", async_request=asked)
    await discovery._ask(network, details)
    assert [each.id for each in discovery.found()] == ([] if goes else ["d00ddddd"])


async def test_a_server_is_found_asked_and_lost() -> None:
    came = left = 0

    async def door(peer: Peer) -> None:
        nonlocal came, left
        await peer.welcome(server_id="d01ddddd")
        came += 1
        await peer.gone()
        left += 1

    async with scripted([], then=door) as address, looking() as heard:
        async with announced("d01ddddd", address.port):
            await heard.until(lambda: (one := heard.of("d01ddddd")) and one.answers)
            one = heard.of("d01ddddd")
            assert one is not None
            assert (one.name, one.host, one.port, one.players) == ("Ann", "127.0.0.1", address.port, 2)
        await heard.until(lambda: heard.of("d01ddddd") is None)
        await heard.until(lambda: left == came)


async def test_an_address_with_another_key_than_is_announced_does_not_answer() -> None:
    async with scripted([hello(welcome(server_id="d08ddddd")), silent], eve().tls) as address:
        assert await answers(address, "d08ddddd", eve().fingerprint)
        assert not await answers(address, "d08ddddd", "a" * 26)
    async with scripted([old]) as address:
        assert not await answers(address, "d08ddddd", eve().fingerprint)


async def test_what_is_known_of_a_server_is_looked_up_as_long_as_it_can_be_read(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "servers.json")
    known.saw("k" * 26, "10.0.0.1:7777", "a", "Ann's")
    looking = Discovery(LO, Heard(), known=known)
    looking._finds.heard("i", 7777, ["10.0.0.1"], written(Advertisement("a", "Ann's", 1, 1)))
    assert [each.verdict for each in looking.found()] == [Trust.DOWNGRADED]
    (tmp_path / "servers.json").write_text("{", encoding="utf-8")
    assert [each.verdict for each in looking.found()] == [None]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    """The addresses that are asked whether a game is there; none answers."""
    found: list[Address] = []

    async def noted(address: Address, _id: str, _fingerprint: str) -> bool:
        found.append(address)
        return False

    monkeypatch.setattr(discovery, "answers", noted)
    return found


@pytest.mark.parametrize("own", [False, True])
async def test_addresses_of_other_networks_are_never_tried_but_those_of_this_machine(
    tried: list[Address], monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    monkeypatch.setattr(discovery, "here", lambda: (*PLAN.spots, Spot("192.0.2.1", 24, 2)) if own else PLAN.spots)
    addresses = ["192.0.2.1", "192.0.2.9", "8.8.8.8", "127.0.0.1"]
    async with announced(f"d04ddd{own:d}", 7777, addresses=addresses), looking() as heard:
        await heard.until(lambda: (one := heard.of(f"d04ddd{own:d}")) and one.answers is False)
    assert {address.host for address in tried if address.port == 7777} == {"127.0.0.1", *addresses[:own]}


async def test_nobody_is_asked_while_nobody_looks(tried: list[Address]) -> None:
    async with announced("d05ddddd", 7777):
        wanted = False
        async with looking(wanted=lambda: wanted) as heard:
            await heard.until(lambda: heard.of("d05ddddd"))
            assert tried == []
            wanted = True
            await heard.until(lambda: tried)


async def test_all_are_asked_although_few_are_asked_at_once(
    tried: list[Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "PROBES", 2)
    async with (
        announced("a06ddddd", 7771),
        announced("b06ddddd", 7772),
        announced("c06ddddd", 7773),
        looking() as heard,
    ):
        await heard.until(lambda: {7771, 7772, 7773} <= {address.port for address in tried})


@pytest.mark.parametrize(
    ("says", "there"),
    [
        ((welcome(server_id="id"),), True),
        ((welcome(server_id="other"),), False),
        ((m.Error(code="unsupported_version"),), True),
        ((m.Bye(code="too_many_connections", come_back=True),), True),
        ((m.Bye(code="server_stopping", come_back=True),), False),
        ((m.Ok(id=1),), False),
        *(((raw,), False) for raw in (b"SSH-2.0-OpenSSH\r\n", b"\xff\xff\xff\xff", b"\x00\x00\x00\x01\xc1")),
        ((), False),  # it is not waited for long
    ],
)
async def test_what_a_port_says_tells_whether_the_server_is_there(
    monkeypatch: pytest.MonkeyPatch, says: tuple[Said, ...], there: bool
) -> None:
    if not says:
        monkeypatch.setattr(discovery, "PROBE_SECONDS", 0.05)
    async with scripted([hello(*says)]) as address:
        assert await answers(address, "id") is there


@pytest.mark.parametrize("host", ["fe80::1%99", "nowhere.invalid.", "::ffff:0.0.0.0"])
async def test_an_address_that_leads_nowhere_does_not_answer(host: str) -> None:
    assert await answers(Address(host, 9), "id") is False


async def test_off_looks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(multicast, "opened", refused)
    heard = Heard()
    await Discovery(OFF, heard).run()
    assert (heard.found, heard.trouble) == ((), OFF_TEXT)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (NoReach("this machine is not on a network"), "cannot look for games: this machine is not on a network"),
        (OSError(1, "Operation not permitted"), "cannot look for games: operation not permitted"),
        (ValueError("\x1b[31m"), "cannot look for games: ValueError"),
    ],
)
async def test_a_fault_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str) -> None:
    tries = 0

    async def failing(_plan: Plan) -> None:
        nonlocal tries
        tries += 1
        raise fault

    monkeypatch.setattr(multicast, "opened", failing)
    monkeypatch.setattr(discovery, "RETRY_SECONDS", 0.01)
    async with looking() as heard:
        await heard.until(lambda: tries > 3)
    assert (heard.trouble, heard.times) == (told, 1)


async def test_of_a_flood_of_names_the_latest_are_kept() -> None:
    from zeroconf import ServiceStateChange

    discovery = Discovery(LO, Heard())
    for at in range(10 * MOST_WAITING):
        discovery._heard(None, SERVICE_TYPE, f"{at}.{SERVICE_TYPE}", ServiceStateChange.Added)  # type: ignore[arg-type]
    assert len(discovery._waiting) == MOST_WAITING
    last = f"{10 * MOST_WAITING - 1}.{SERVICE_TYPE}"
    assert last in discovery._waiting
    discovery._heard(None, SERVICE_TYPE, last, ServiceStateChange.Removed)  # type: ignore[arg-type]
    assert len(discovery._waiting) == MOST_WAITING - 1


async def test_an_announcement_without_room_waits_for_it() -> None:
    discovery, services = Discovery(LO, Heard()), [service(f"d0b{at}") for at in range(MOST_AT_ADDRESS + 1)]
    for each in services:
        discovery._take(each)
    assert list(discovery._waiting) == [services[-1].name]
    assert len(discovery.found()) == MOST_AT_ADDRESS


@pytest.mark.parametrize("name", ["", "x", "a.b.c", f".{SERVICE_TYPE}", f"{'x' * 300}.{SERVICE_TYPE}", "\x1b\x00._tcp"])
async def test_a_name_that_no_service_can_have_is_passed_over(name: str) -> None:
    network = await multicast.opened(PLAN)
    discovery = Discovery(LO, Heard())
    try:
        discovery._waiting[name] = None
        discovery._work_off(network)
        assert discovery.found() == ()
    finally:
        await discovery._drop_tasks()
        await network.async_close()


async def test_a_list_is_made_in_the_time_that_was_asked_for() -> None:
    async with scripted([], then=hello(welcome(server_id="d06ddddd"))) as address:
        listing = asyncio.create_task(list_found(LO, 3.0))
        async with announced("d06ddddd", address.port):
            found, trouble = await listing
    assert trouble == ""
    assert [(each.id, each.answers) for each in found if each.id == "d06ddddd"] == [("d06ddddd", True)]
