"""A server with a password lets you in with it, from a full screen, from lines and from a script, and not without."""

import pytest

from tests.e2e.conftest import drawn
from tests.e2e.processes import House, result
from tests.e2e.terminal import Terminal

SECRET = "open sésame"


def test_a_script_gives_it_by_a_variable_and_the_log_does_not_have_it(house: House) -> None:
    server, address = house.serve("--log-json", UNO_PASSWORD=SECRET)
    flags = ("--table", "T", "--seats", "2", "--bots", "1", "--autoplay", "normal", "--json")
    assert result(house.client(address, "--name", "ann", *flags, UNO_PASSWORD=SECRET))["rounds"] == 1
    without = house.client(address, "--name", "bob", *flags)
    assert without.wait() == 1
    assert without.err == (f"uno-client: {address} needs a password; give it with --password-file or in UNO_PASSWORD\n")
    wrong = house.client(address, "--name", "bob", *flags, UNO_PASSWORD="sesame")
    assert wrong.wait() == 1
    assert "wrong password for" in wrong.err
    server.end()
    assert '"event": "logged_in"' in server.err
    assert "sesame" not in server.err
    assert "open s" not in server.err


def test_at_lines_it_is_asked_for(house: House) -> None:
    _, address = house.serve("--log-json", UNO_PASSWORD=SECRET)
    client = house.client(address, "--name", "ann", "--plain")
    for line in ("sesame", SECRET):
        client.answer("Type the server's password.", line)
    client.hear("Connected to UNO as ann.")


@pytest.fixture
def terminal(house: House) -> Terminal:
    _, address = house.serve("--log-json", UNO_PASSWORD=SECRET)
    return house.screen(address, "--name", "ann")


@drawn
def test_in_the_full_screen_it_is_typed_as_bullets(terminal: Terminal) -> None:
    terminal.answer("needs a password", "sesame\r")
    terminal.answer("Wrong password for", SECRET)
    terminal.see("•" * len(SECRET))
    assert "open" not in terminal.text()
    terminal.press("\r")
    terminal.see("No tables yet", "n new table", "new table")
