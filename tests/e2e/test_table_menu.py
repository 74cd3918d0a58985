"""Two people at terminals can run a table by keys: password, menu, seats, pause, kick, on a real server."""

from tests.e2e.at_keys import go_to
from tests.e2e.conftest import drawn
from tests.e2e.processes import House

pytestmark = drawn


def test_a_host_runs_a_table_by_keys(house: House, address: str) -> None:
    ann, bob = house.screen(address, "--name", "ann"), house.screen(address, "--name", "bob", columns=120, rows=40)
    ann.answer("No tables yet", "n")
    ann.see("A new table")
    go_to(ann, "Password")
    ann.press("sesame")
    ann.answer("••••••", "\r")
    ann.see("password needed")
    bob.see("No tables yet", "ann's table")
    bob.press("r")
    bob.answer("ann's table", "\r")
    bob.answer("Password of", "open\r")
    bob.answer("Wrong password for that table.", "sesame\r")
    bob.see("Press Enter when you're ready.")

    ann.press("mb")
    ann.answer("Add which computer player?", "\r")
    ann.answer("computer, normal", "mv")
    ann.answer("Move which player?", "\r")
    ann.answer("Move to which seat?", "3")
    ann.see("You're in seat 4 now.")
    bob.see("ann moves to seat 4.")

    bob.press("r")
    ann.press("r")
    ann.answer("Everyone is ready", "s")
    ann.answer("Your hand: ", "mp")
    bob.see("ann paused the game.")
    ann.answer("You paused the game.", "mp")
    for person in (ann, bob):
        person.see("The game resumes.")
    ann.press("me")
    ann.answer("End this game without a result?", "y")
    for person in (ann, bob):
        person.see("The table is cleared.")

    ann.press("mk1")
    ann.answer("Kick bob?", "y")
    bob.see("The host removed you from ann's table.")
    bob.see("Tables at")


def test_an_address_with_a_code_leads_to_a_table_that_is_in_no_list(house: House, address: str) -> None:
    ann = house.screen(address, "--name", "ann")
    ann.answer("No tables yet", "n")
    ann.see("A new table")
    go_to(ann, "Password")
    ann.press("x")
    go_to(ann, "More rules")
    ann.press("\r")
    ann.see("Visibility")
    go_to(ann, "Visibility")
    ann.press("u")
    ann.answer("unlisted ▸", "\r")
    ann.see("unlisted: join by code")
    code = ann.text().partition("uno://")[2].split()[0].rpartition("/")[2][:4]
    bob = house.screen(f"uno://{address}/{code}", "--name", "bob")
    bob.answer(f"Password of {code}", "x\r")
    bob.see("Press Enter when you're ready.")
