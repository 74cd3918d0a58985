"""Two people at terminals can run a table by keys: password, menu, seats, pause, kick, on a real server."""

import sys
from collections.abc import Callable, Iterator

import pytest

from tests.e2e.at_keys import go_to
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

Sit = Callable[..., Terminal]


@pytest.fixture
def sit(house: House) -> Iterator[Sit]:
    _, address = house.serve()
    opened: list[Terminal] = []

    def start(name: str, columns: int = 80, rows: int = 24, place: str = "", **more: str) -> Terminal:
        argv = [sys.executable, "-P", "-m", "uno_client", place.format(address) or address, "--name", name]
        opened.append(Terminal(argv, house.environment(**more), columns, rows))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_a_host_runs_a_table_by_keys(sit: Sit) -> None:
    ann, bob = sit("ann"), sit("bob", 120, 40)
    ann.see("No tables yet")
    ann.press("n")
    ann.see("A new table")
    go_to(ann, "Password")
    ann.press("sesame")
    ann.see("••••••")
    ann.press("\r")
    ann.see("password needed")
    bob.see("No tables yet", "ann's table")
    bob.press("r")
    bob.see("ann's table")
    bob.press("\r")
    bob.see("Password of")
    bob.press("open\r")
    bob.see("Wrong password for that table.")
    bob.press("sesame\r")
    bob.see("Press Enter when you're ready.")

    ann.press("mb")
    ann.see("Add which computer player?")
    ann.press("\r")
    ann.see("computer, normal")
    ann.press("mv")
    ann.see("Move which player?")
    ann.press("\r")
    ann.see("Move to which seat?")
    ann.press("3")
    ann.see("You're in seat 4 now.")
    bob.see("ann moves to seat 4.")

    bob.press("r")
    ann.press("r")
    ann.see("Everyone is ready")
    ann.press("s")
    ann.see("Your hand: ")
    ann.press("mp")
    bob.see("ann paused the game.")
    ann.see("You paused the game.")
    ann.press("mp")
    for person in (ann, bob):
        person.see("The game resumes.")
    ann.press("me")
    ann.see("End this game without a result?")
    ann.press("y")
    for person in (ann, bob):
        person.see("The table is cleared.")

    ann.press("mk1")
    ann.see("Kick bob?")
    ann.press("y")
    bob.see("The host removed you from ann's table.")
    bob.see("Tables at")


def test_an_address_with_a_code_leads_to_a_table_that_is_in_no_list(sit: Sit) -> None:
    ann = sit("ann")
    ann.see("No tables yet")
    ann.press("n")
    ann.see("A new table")
    go_to(ann, "Password")
    ann.press("x")
    go_to(ann, "More rules")
    ann.press("\r")
    ann.see("Visibility")
    go_to(ann, "Visibility")
    ann.press("u")
    ann.see("unlisted ▸")
    ann.press("\r")
    ann.see("unlisted: join by code")
    code = ann.text().partition("uno://")[2].split()[0].rpartition("/")[2][:4]
    bob = sit("bob", place="uno://{}/" + code)
    bob.see(f"Password of {code}")
    bob.press("x\r")
    bob.see("Press Enter when you're ready.")
