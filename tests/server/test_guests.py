"""Guests are shown where the page is, and the host what to look for where none of them gets through."""

import asyncio
import logging
from pathlib import Path

import pytest

from uno_protocol import lan, qr
from uno_protocol.interfaces import Spot
from uno_protocol.qr import CERTIFICATE, PLAIN
from uno_server.base.logs import AdminVoice
from uno_server.cli import _tell_bridged, _tell_nobody_came, _tell_page
from uno_server.net import guests, reach
from uno_server.net.guests import Guests
from uno_server.net.reach import WAIT_SECONDS, Arrivals, bridged

HOME, OFFICE, ELSEWHERE = "192.168.1.5", "10.0.0.3", "192.168.1.9"


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is on two networks."""
    spots = (Spot("127.0.0.1", 8, 1), Spot(HOME, 24, 2), Spot(OFFICE, 24, 3))
    monkeypatch.setattr(lan, "here", lambda: spots)
    monkeypatch.setattr(lan, "_sender", lambda *_: None)
    monkeypatch.setattr(reach, "here", lambda: spots)


def shown(one: Guests, number: int = 1, people: tuple[str, ...] = ()) -> tuple[str, ...]:
    return one.code("ABCD", number, people, drawn=False, colours=False)


@pytest.mark.usefixtures("networks")
def test_the_code_is_of_the_network_where_people_are_and_of_another_by_its_number() -> None:
    everywhere = Guests("0.0.0.0", 7777)
    first, _how, plain, others = shown(everywhere)
    assert (first, plain) == (f"http://{HOME}:7777/ABCD", PLAIN)
    assert others == f"This computer has other addresses: qr ABCD 2 (http://{OFFICE}:7777/ABCD)"
    assert shown(everywhere, 2)[0] == f"http://{OFFICE}:7777/ABCD"
    assert shown(everywhere, people=("10.0.0.9", "127.0.0.1"))[0] == f"http://{OFFICE}:7777/ABCD"
    assert shown(everywhere, 3) == ("type a number from 1 to 2",)
    drawn = everywhere.code("", 1, (), drawn=True, colours=False)
    assert drawn[:17] == qr.half_blocks(f"http://{HOME}:7777/", inverted=True)


@pytest.mark.usefixtures("networks")
def test_where_encryption_is_required_the_address_says_so() -> None:
    one = Guests("0.0.0.0", 7777, secure=True)
    assert shown(one)[0] == f"https://{HOME}:7777/ABCD"
    assert CERTIFICATE in shown(one)
    assert one.invitation(console=True).endswith(" Type qr for a code to scan.)")
    assert one.invitation() == f"On a phone, on the same Wi-Fi as this computer: https://{HOME}:7777/ ({CERTIFICATE})"


def test_without_a_page_or_a_network_it_is_said_why_there_is_no_code(caplog: pytest.LogCaptureFixture) -> None:
    off, alone = Guests("0.0.0.0", 7777, web=False), Guests("127.0.0.1", 7777)
    assert shown(off) == ("the page is switched off (--web off), so there is nothing to scan",)
    assert shown(alone)[0].startswith("no phone reaches this server: it is for this computer alone, at http://127")
    caplog.set_level(logging.INFO)
    for one in (off, alone):
        _tell_page(one, AdminVoice("uno-server", as_json=True), at_terminal=False)
    _tell_nobody_came(alone, AdminVoice("uno-server", as_json=True))
    assert caplog.messages == ["In a browser on this computer: http://127.0.0.1:7777/"]


@pytest.mark.usefixtures("networks")
async def test_the_host_is_told_once_that_nobody_came_from_another_machine_and_once_that_somebody_did() -> None:
    told: list[str] = []
    one = Arrivals(lambda: told.append(Guests("0.0.0.0", 7777).nobody_came()), lambda: told.append("somebody"))
    await asyncio.sleep(WAIT_SECONDS - 1)
    one.came("127.0.0.1")
    one.came(HOME)  # this machine, by the address that others use
    assert not told
    await asyncio.sleep(2 * WAIT_SECONDS)
    one.came("127.0.0.1")
    await asyncio.sleep(2 * WAIT_SECONDS)
    (line,) = told
    one.came(ELSEWHERE)
    one.came(ELSEWHERE)
    assert told == [line, "somebody"]
    for said in (f"http://{HOME}:7777/", "client isolation", "mobile data", "firewall", "TCP port 7777"):
        assert said in line


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("known", [True, False])
async def test_nobody_is_alarmed_where_somebody_came(monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    def unknown() -> tuple[Spot, ...]:
        raise OSError

    if not known:
        monkeypatch.setattr(reach, "here", unknown)
    told: list[str] = []
    one = Arrivals(lambda: told.append("nobody"), lambda: told.append("somebody"))
    one.came("::1")
    one.came(ELSEWHERE)
    one.came("127.0.0.1")
    await asyncio.sleep(2 * WAIT_SECONDS)
    assert not told


def test_without_a_page_players_are_looked_for_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "for_guests", lambda *_: [HOME])
    assert f"If {HOME}:7777 does not open there" in Guests("0.0.0.0", 7777, web=False).nobody_came()


IN_ONE = {"container": "podman"}
CARD, BRIDGED = "pci0000:00/0000:00:03.0/net", "virtual/net"


@pytest.mark.parametrize(
    ("variables", "devices", "has_its_own"),
    [
        (IN_ONE, {"lo": BRIDGED, "eth0": BRIDGED}, True),
        (IN_ONE, {"lo": BRIDGED, "eth0": CARD, "podman0": BRIDGED}, False),
        (IN_ONE, {"lo": BRIDGED}, False),
        ({}, {"lo": BRIDGED, "eth0": BRIDGED}, False),
    ],
    ids=["bridged", "host networking", "no network", "no container"],
)
def test_a_container_has_its_own_network_if_no_interface_is_hardware(
    variables: dict[str, str], devices: dict[str, str], has_its_own: bool, tmp_path: Path
) -> None:
    (links := tmp_path / "class").mkdir()
    for name, place in devices.items():
        (device := tmp_path / "devices" / place / name).mkdir(parents=True)
        (links / name).symlink_to(device)
    assert bridged(variables, links) is has_its_own
    assert not bridged(variables, tmp_path / "elsewhere")  # a system without such files


@pytest.mark.usefixtures("networks")
def test_a_server_in_a_container_of_its_own_network_says_what_helps(caplog: pytest.LogCaptureFixture) -> None:
    voice = AdminVoice("uno-server", as_json=True)
    for host, seems in (("0.0.0.0", False), ("127.0.0.1", True)):
        _tell_bridged(Guests(host, 7777), voice, seems=seems)
    assert caplog.messages == []
    _tell_bridged(Guests("0.0.0.0", 7777), voice, seems=True)
    (line,) = caplog.messages
    for said in ("host networking", "TCP port 7777", "--web-names"):
        assert said in line
