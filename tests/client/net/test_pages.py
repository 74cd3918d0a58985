"""Where phones find the page: it is asked of the server, at each address of this computer if it is on it."""

import pytest

from tests.client.net.scripted import Peer, greets, hello, scripted, welcome
from uno_client.address import Address
from uno_client.messages import Invited
from uno_client.net import connection, pages
from uno_client.wording.inviting import NO_PAGE, UNREACHED
from uno_protocol import messages as net

pytestmark = pytest.mark.fast


GREET = greets(capabilities=["web"])


async def test_on_this_computer_it_is_looked_for_at_each_of_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    another, full = greets(server_id="another"), hello(net.Bye(code="too_many_connections", come_back=True))
    async with scripted([GREET, GREET, GREET, another, GREET, full]) as address:
        page = f"http://127.0.0.1:{address.port}/"
        monkeypatch.setattr(pages, "for_guests", lambda _host: ["127.0.0.1"])
        assert await pages.find_pages(address) == Invited((page,))
        for _ in ("another server is there", "it lets nobody in"):
            assert await pages.find_pages(address) == Invited(why=UNREACHED)


async def test_another_computer_is_found_at_the_address_that_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "is_local", lambda _host: False)
    monkeypatch.setattr(pages, "for_guests", lambda _host: ["192.0.2.2"])
    async with scripted([GREET]) as address:
        assert await pages.find_pages(Address("localhost", address.port)) == Invited(
            (f"http://localhost:{address.port}/",)
        )


async def test_a_server_that_takes_encrypted_connections_alone_is_at_https(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bool] = []

    async def say_hello(_address: Address, *, secure: bool) -> tuple[net.ServerMessage, bool]:
        said.append(secure)
        if not secure:
            return net.Error(code="tls_required"), False
        return welcome(capabilities=["web"]), False

    monkeypatch.setattr(pages, "_say_hello", say_hello)
    assert await pages.find_pages(Address("game.local")) == Invited(("https://game.local:7777/",))
    assert said == [False, True]


async def test_without_a_page_or_an_answer_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scripted([greets(), Peer.gone]) as address:
        assert await pages.find_pages(address) == Invited(why=NO_PAGE)
        monkeypatch.setattr(pages, "LOOK_SECONDS", 0.05)
        assert await pages.find_pages(address) == Invited(why="The server doesn't answer.")
    monkeypatch.setattr(pages, "LOOK_SECONDS", 5.0)
    refused = f"{address} refuses the connection; is a server running there?"
    assert await pages.find_pages(address) == Invited(why=refused)
