"""A client that plays by itself handles what its host does: passwords, pauses, locks, the end."""

import pytest

from tests.e2e.processes import House, Program

pytestmark = pytest.mark.slow

SECRET = "sesame"


@pytest.fixture
def host(house: House) -> tuple[Program, str]:
    """A host who types lines, at a table of two that asks for a password; and the address of the server."""
    _, address = house.serve("--ephemeral")
    host = house.client(address, "--plain", "--name", "ann")
    host.say(f"create T seats=2 password={SECRET} goal=points uno_grace=0")
    host.hear("Seat 1: ann (you, host, not ready).")
    return host, address


def let_in(house: House, address: str, name: str = "auto") -> Program:
    return house.autoplay(address, name, "--table-password", SECRET)


def kick(host: Program, name: str, how: str) -> None:
    host.say(f"{how} {name}")
    host.answer("Type yes or no.", "yes")
    host.hear(f"You {'banned' if how == 'ban' else 'kicked'} {name}.")


def last_line(program: Program) -> str:
    return program.err.splitlines()[-1]


def test_it_ends_with_the_reason_when_it_is_not_let_in_or_kicked(house: House, host: tuple[Program, str]) -> None:
    ann, address = host
    without = house.autoplay(address, "auto")
    assert without.wait() == 1
    assert last_line(without) == "uno-client: that table needs a password; give it with --table-password"
    kicked = let_in(house, address)
    ann.hear("auto is ready.")
    kick(ann, "auto", "kick")
    assert kicked.wait() == 1
    assert last_line(kicked) == "uno-client: the host kicked this player"
    banned = let_in(house, address)
    ann.hear("auto is ready.")
    kick(ann, "auto", "ban")
    assert banned.wait() == 1
    again = let_in(house, address)
    assert again.wait() == 1
    assert last_line(again) == "uno-client: the host banned you from that table"
    assert all(program.out == "" for program in (without, kicked, banned, again))


def test_it_waits_while_the_game_stands_begins_anew_after_an_end_and_tells_when_the_table_is_gone(
    house: House, host: tuple[Program, str]
) -> None:
    ann, address = host
    player = let_in(house, address)
    ann.hear("auto is ready.")
    for line in ("ready", "start"):
        ann.say(line)
    ann.answer("A new game begins.", "pause")
    ann.answer("You paused the game.", "resume")
    ann.answer("The game resumes.", "end")
    ann.answer("Type yes or no.", "yes")
    ann.answer("auto is ready.", "ready")
    ann.say("start")
    ann.answer("A new game begins.", "close")
    ann.answer("Type yes or no.", "yes")
    assert player.wait() == 1
    assert last_line(player) == "uno-client: the table was closed before the game was over"
    assert "ann paused the game; waiting" in player.err
