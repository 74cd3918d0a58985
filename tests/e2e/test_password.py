"""A server with a password lets you in with it, from a full screen, from lines and from a script, and not without."""

import sys
from collections.abc import Iterator

import pytest

from tests.e2e.processes import House, Program, result
from tests.e2e.terminal import Terminal

SECRET = "open sésame"


def serve(house: House) -> tuple[Program, str]:
    program = house.start("uno_server", "--host", "127.0.0.1", "--port", "0", "--log-json", UNO_PASSWORD=SECRET)
    program.hear("listening on ")
    program.hear("\n")
    return program, program.out.partition("listening on ")[2].split()[0]


def test_a_script_gives_it_by_a_variable_and_the_log_does_not_have_it(house: House) -> None:
    server, address = serve(house)
    flags = ("--table", "T", "--seats", "2", "--bots", "1", "--autoplay", "normal", "--json")
    assert result(house.client(address, "--name", "ann", *flags, UNO_PASSWORD=SECRET))["rounds"] == 1
    without = house.client(address, "--name", "bob", *flags)
    assert without.wait() == 1
    assert without.err == (f"uno-client: {address} needs a password; give it with --password-file or in UNO_PASSWORD\n")
    wrong = house.client(address, "--name", "bob", *flags, UNO_PASSWORD="sesame")
    assert wrong.wait() == 1
    assert "wrong password for" in wrong.err
    server.terminate()
    assert server.wait() == 0
    assert '"event": "logged_in"' in server.err
    assert "sesame" not in server.err
    assert "open s" not in server.err


def test_at_lines_it_is_asked_for(house: House) -> None:
    _, address = serve(house)
    client = house.client(address, "--name", "ann", "--plain")
    for line in ("sesame", SECRET):
        client.hear("Type the server's password.")
        client.say(line)
    client.hear("Connected to UNO as ann.")


@pytest.fixture
def terminal(house: House) -> Iterator[Terminal]:
    _, address = serve(house)
    one = Terminal([sys.executable, "-P", "-m", "uno_client", address, "--name", "ann"], house.environment())
    yield one
    one.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_in_the_full_screen_it_is_typed_as_bullets(terminal: Terminal) -> None:
    terminal.see("needs a password")
    terminal.press("sesame\r")
    terminal.see("Wrong password for")
    terminal.press(SECRET)
    terminal.see("•" * len(SECRET))
    assert "open" not in terminal.text()
    terminal.press("\r")
    terminal.see("No tables yet", "n new table", "new table")
