"""A guest who misbehaves: has not the passwords, is kicked, banned and slowed down, and breaks nothing."""

import socket
from contextlib import suppress

import pytest

from tests.e2e.at_lines import Person
from tests.e2e.conftest import drawn
from tests.e2e.processes import House, Program

SECRET, TABLE_SECRET = "open sésame", "xyzzy"
AUTOPLAY = ("--table", "T", "--autoplay", "normal", "--json")


def ends(program: Program, why: str) -> None:
    """A script is refused, and says why in its last line."""
    assert program.wait() == 1
    assert program.err.splitlines()[-1] == f"uno-client: {why}"
    assert program.out == ""


@drawn
@pytest.mark.slow
def test_a_hostile_guest(house: House) -> None:
    server, address = house.serve("--log-json", UNO_PASSWORD=SECRET)

    def guest(*more: str, name: str = "mal", **variables: str) -> Program:
        return house.client(address, "--name", name, *AUTOPLAY, *more, **variables)

    def let_in(name: str = "mal") -> Program:
        return guest("--table-password", TABLE_SECRET, name=name, UNO_PASSWORD=SECRET)

    # the password of the server: typed as bullets, typed unseen, given to a script
    ann = house.screen(address, "--name", "ann", columns=120)
    ann.answer("needs a password", "sesame\r")
    ann.answer("Wrong password for", SECRET)
    ann.see("•" * len(SECRET))
    assert "open" not in ann.text()
    ann.press("\r")
    ann.see("No tables yet")
    bob = Person(house, address, "bob")
    for typed in ("sesame", SECRET):
        bob.answer("Type the server's password.", typed)
    bob.hear("Connected to UNO as bob.")
    ends(guest(), f"{address} needs a password; give it with --password-file or in UNO_PASSWORD")
    assert guest(UNO_PASSWORD="sesame").wait() == 1

    # at a table with a password of its own
    bob.type(f"create T seats=2 password={TABLE_SECRET} goal=points uno_grace=0")
    bob.hear("Seat 1: bob (you, host, not ready).")
    ends(guest(UNO_PASSWORD=SECRET), "that table needs a password; give it with --table-password")
    for how, said, why in (
        ("kick", "You kicked mal.", "the host kicked this player"),
        ("ban", "You banned mal.", "the host banned this player from the table"),
    ):
        mal = let_in()
        bob.answer("mal is ready.", f"{how} mal")
        bob.answer("Type yes or no.", "yes")
        bob.hear(said)
        ends(mal, why)
    ends(let_in(), "the host banned you from that table")

    # what does not know the protocol, and what says more than anybody reads
    host, _, port = address.rpartition(":")
    for noise in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", bytes(4), b"\xff" * 4096):
        with suppress(ConnectionResetError), socket.create_connection((host, int(port))) as peer:
            peer.sendall(noise)
            while peer.recv(4096):
                pass
    mal = house.client(address, "--name", "eve", "--plain", UNO_PASSWORD=SECRET)
    mal.hear("Connected to ")
    mal.say("say \x1b]52;c;eA==\x07\x1b[2J\u202eup")
    ann.see("» eve: ]52;c;eA==[2Jup")
    for number in range(40):
        mal.say(f"say line {number}")
    ann.see("» eve: line ")
    mal.hear("Too fast")
    mal.stop()

    # the others go on
    player = let_in("cem")
    bob.answer("cem is ready.", "ready", "start")
    bob.answer("A new game begins.", "pause")
    bob.answer("You paused the game.", "resume")
    bob.answer("The game resumes.", "close")
    bob.answer("Type yes or no.", "yes")
    ends(player, "the table was closed before the game was over")
    assert "bob paused the game; waiting" in player.err
    server.end()
    assert '"event": "logged_in"' in server.err
    for secret in ("sesame", "open s", TABLE_SECRET, "Traceback"):
        assert secret not in server.err
