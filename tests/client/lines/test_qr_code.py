"""The QR code for phones in lines: where the page is found, asked for at the table, printed by `uno-client --qr`."""

import io
import sys
from types import SimpleNamespace

import pytest

from tests.client.fake import Capture, served
from tests.client.lines.at_lines import AtLines, two
from tests.client.net.scripted import Peer, greets, hello, scripted, welcome
from uno_client.address import Address
from uno_client.config import Settings
from uno_client.core.model.parts import StartPart
from uno_client.lines.qr_code import run_qr
from uno_client.messages import Invited
from uno_client.net import connection, pages
from uno_client.preferences import Preferences
from uno_client.structs import replace
from uno_client.wording.inviting import NO_PAGE, SCAN, UNREACHED
from uno_protocol import messages as net
from uno_protocol.qr import for_terminal, half_blocks

HOME, OFFICE = "http://192.168.1.5:7777/", "http://10.0.0.3:7777/"


class Screen(io.StringIO):
    """A terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    """Every server that is at two addresses; which ones were looked for."""
    asked: list[Address] = []

    async def find_pages(address: Address) -> Invited:
        asked.append(address)
        both = (HOME, OFFICE) if address.table is None else (HOME,)
        return Invited(both) if address.port == 7777 else Invited(why="No.")

    monkeypatch.setattr(pages, "find_pages", find_pages)
    return asked


async def test_qr_tells_where_phones_join(
    capsys: Capture, found: list[Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = AtLines(two("R5 B1"), capsys)

    def on(address: str, *, alone: bool = False) -> None:
        model = replace(served(game.player.shell.model, address, web=True), start=StartPart(autostart=alone))
        game.player.shell.model = model

    async def typed(*lines: str) -> str:
        said = game.type(*lines)
        await game.player._settle()
        return said + game.said()

    assert game.type("qr") == "This server has no page for browsers, so there is no QR code for phones.\n"
    assert game.type("qr me") == "Type qr, or qr 2 for another address of this computer.\n"
    on("127.0.0.1:7777")
    told = await typed("qr 2")
    assert told.endswith(f"Type this address into the browser of a phone:\n{OFFICE}ABCD\n")
    assert f" qr 1: {HOME}\n" in told
    assert "Over http nothing is encrypted" in told
    told = await typed("qr", "qr")  # the second takes the place of the first
    assert (len(found), told.count(f"\n{HOME}ABCD\n")) == (2, 1)
    on("127.0.0.1:7778")
    assert await typed("qr") == "No.\n"
    on("127.0.0.1:7778", alone=True)
    assert game.type("qr").startswith("Only you can play here")
    on("127.0.0.1:7778")
    game.type("qr")
    game.player.shell.quit(0)
    await game.player.shell.finish()  # and nothing is looked for any more
    assert game.said() == ""


@pytest.mark.usefixtures("found")
async def test_the_digits_for_another_device_come_with_the_code_of_their_link(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = AtLines(two("R5 B1"), capsys)
    game.table.answers = False

    async def moved(digits: str) -> list[str]:
        game.type("device")
        said = game.hear(net.MoveCode(id=game.player.shell.model.link.pending[-1].id, code=digits, seconds=120.0))
        await game.player._settle()
        told = f"On your other device, join under this name: ann {digits}. It works once, for two minutes.\n"
        assert said.startswith(told)
        return (said.removeprefix(told) + game.said()).splitlines()

    assert await moved("042137") == []
    game.player.shell.model = served(game.player.shell.model, "127.0.0.1:7777", web=True)
    assert (await moved("042138"))[-2:] == ["Type this address into the browser of a phone:", f"{HOME}#ann/042138"]
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    link = f"{HOME}#ann/042139"  # whose page is known by now
    said = await moved("042139")
    assert said[said.index(SCAN) + 1 :] == [*half_blocks(link, inverted=True), link]


@pytest.mark.parametrize(
    ("theme", "no_colour", "drawn"),
    [
        ("dark", "", for_terminal(f"{HOME}CODE", colours=True)),
        ("mono", "", half_blocks(f"{HOME}CODE", inverted=True)),
        ("auto", "1", half_blocks(f"{HOME}CODE", inverted=True)),
        ("light", "1", half_blocks(f"{HOME}CODE")),
    ],
)
@pytest.mark.usefixtures("found")
async def test_the_code_suits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, theme: str, no_colour: str, drawn: tuple[str, ...]
) -> None:
    monkeypatch.setenv("NO_COLOR", no_colour)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("WT_SESSION", "1")
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    assert await run_qr(Settings(Address("127.0.0.1", 7777, "CODE"), wants=Preferences(theme=theme))) == 0
    assert screen.getvalue().splitlines()[-len(drawn) - 1 :] == [*drawn, f"{HOME}CODE"]


async def test_without_blocks_there_is_the_address(
    monkeypatch: pytest.MonkeyPatch, found: list[Address], tmp_path: object
) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    screen = Screen()
    monkeypatch.setattr(Screen, "encoding", "ascii")
    monkeypatch.setattr(sys, "stdout", screen)
    assert await run_qr(Settings()) == 0
    assert found == [Address("127.0.0.1", 7777)]
    assert screen.getvalue().endswith(f" {OFFICE}\nType this address into the browser of a phone:\n{HOME}\n")


@pytest.mark.usefixtures("found")
async def test_without_a_page_it_is_said_why_with_1(capsys: Capture) -> None:
    assert await run_qr(Settings(Address("127.0.0.1", 7778))) == 1
    assert capsys.readouterr().err == "uno-client: No.\n"


GREET = greets(capabilities=["web"])


@pytest.mark.fast
async def test_on_this_computer_it_is_looked_for_at_each_of_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    another, full = greets(server_id="another"), hello(net.Bye(code="too_many_connections", come_back=True))
    async with scripted([GREET, GREET, GREET, another, GREET, full]) as address:
        page = f"http://127.0.0.1:{address.port}/"
        monkeypatch.setattr(pages, "for_guests", lambda _host: ["127.0.0.1"])
        assert await pages.find_pages(address) == Invited((page,))
        for _ in ("another server is there", "it lets nobody in"):
            assert await pages.find_pages(address) == Invited(why=UNREACHED)


@pytest.mark.fast
async def test_another_computer_is_found_at_the_address_that_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "is_local", lambda _host: False)
    monkeypatch.setattr(pages, "for_guests", lambda _host: ["192.0.2.2"])
    async with scripted([GREET]) as address:
        assert await pages.find_pages(Address("localhost", address.port)) == Invited(
            (f"http://localhost:{address.port}/",)
        )


@pytest.mark.fast
async def test_a_server_that_takes_encrypted_connections_alone_is_at_https(monkeypatch: pytest.MonkeyPatch) -> None:
    async def greeted(_address: Address, tls: str, *_rest: object) -> tuple[net.ServerMessage, SimpleNamespace]:
        if tls == "off":
            return net.Error(code="tls_required"), SimpleNamespace(key=None, local=False)
        return welcome(capabilities=["web"]), SimpleNamespace(key=b"key", local=False)

    monkeypatch.setattr(pages, "greeted", greeted)
    assert await pages.find_pages(Address("game.local")) == Invited(("https://game.local:7777/",))


@pytest.mark.fast
async def test_without_a_page_or_an_answer_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scripted([greets(), Peer.gone]) as address:
        assert await pages.find_pages(address) == Invited(why=NO_PAGE)
        monkeypatch.setattr(pages, "LOOK_SECONDS", 0.05)
        assert await pages.find_pages(address) == Invited(why="The server does not answer.")
    monkeypatch.setattr(pages, "LOOK_SECONDS", 5.0)
    refused = f"{address} refuses the connection; is a server running there?"
    assert await pages.find_pages(address) == Invited(why=refused)
