"""Two people who type lines spend an evening together: find each other, play, fall out, make up, play again."""

import pytest

from tests.e2e.at_lines import Person, play_out
from tests.e2e.conftest import drawn
from tests.e2e.processes import House

pytestmark = drawn

SECRET = "open sesame"


@pytest.fixture
def people(house: House) -> tuple[Person, Person, str]:
    """Ann and bob, each in a terminal, and the address of their server."""
    _, address = house.serve("--ephemeral")
    ann, bob = (Person(house, address, name) for name in ("ann", "bob"))
    for person in (ann, bob):
        person.hear("There are no tables yet.")
    return ann, bob, address


def sit_down(ann: Person, bob: Person) -> str:
    """Ann opens a table that only who is told of finds, bob joins it; its code."""
    ann.type("create Kitchen password unlisted seats=2 seconds=60 showhands goal=single_round uno_grace=0")
    ann.answer("Type the password of the new table. (Your typing is hidden.)", SECRET)
    ann.hear("To join from this machine: uno-client ")
    place = ann.said.partition("To join from this machine: uno-client ")[2].split()[0]
    ann.hear("Type time 60 for 60 extra seconds")
    bob.type(f"join {place}")
    bob.hear("That table needs a password.")
    bob.answer("Type the password of that table", "sesame")
    bob.hear("Wrong password for that table.")
    bob.answer("Type the password of that table", SECRET)
    bob.hear("Seat 2: bob (you, not ready).")
    return place.rpartition("/")[2]


@pytest.mark.slow
def test_an_evening_of_two_who_type(people: tuple[Person, Person, str]) -> None:
    ann, bob, _ = people
    code = sit_down(ann, bob)
    # the host kicks somebody by mistake
    ann.type("kick bob")
    ann.answer("Kick bob? They can come back. Type yes or no.", "yes")
    bob.answer("The host removed you from Kitchen.", "tables")
    bob.hear("There are no tables yet.")  # it is in no list
    bob.type(f"join {code} {SECRET}")
    bob.hear("Seat 2: bob (you, not ready).")
    # the rules are talked over
    ann.type("change jump_in=yes nopassword")
    bob.answer("ann changed the table: Jump-in: yes; no password.", "lock")
    bob.hear("Only the host of the table can do that.")
    ann.type("ready")
    bob.type("ready")
    ann.answer("bob is ready.", "start")
    bob.hear("A new game begins.")
    # somebody is called away, and the host gives a slow player time
    bob.type("/away")
    bob.hear("A computer player plays for you; type back to play.")
    ann.answer("plays for bob", "time bob 30")
    bob.answer("30 extra seconds", "back")
    bob.hear("You play again.")
    ann.type("pause")
    bob.hear("ann paused the game.")
    ann.answer("type resume to continue", "resume")
    bob.hear("The game resumes.")
    play_out(ann, bob)
    for person in (ann, bob):
        assert "\nYou held " in person.said
    # another game, by agreement
    bob.type("ready")
    bob.hear("The next game begins in ")
    ann.type("ready")
    ann.hear("A new game begins.")
    bob.hear("A new game begins.")
    ann.type("end")
    ann.answer("End the game?", "yes")
    bob.hear("Waiting for the next game.")
    ann.type("host bob")
    bob.answer("You are the host now.", "close")
    bob.answer("Close the table?", "yes")
    ann.hear("The table was closed.", "The table is closed.")
    ann.type("quit")
    bob.type("quit")
    assert (ann.terminal.wait(), bob.terminal.wait()) == (0, 0)
    for person in (ann, bob):
        assert SECRET not in person.said.replace(f"join {code} {SECRET}", "")
        assert "Traceback" not in person.said


def test_being_told_to_end_gives_the_terminal_back_in_mid_password(people: tuple[Person, Person, str]) -> None:
    ann, _, _ = people
    ann.type("create Kitchen password")
    ann.hear("(Your typing is hidden.)")
    assert not ann.terminal.echoes()
    ann.terminal.terminate()
    assert ann.terminal.wait() == 143
    assert ann.terminal.echoes()
    assert "Traceback" not in ann.said


@pytest.mark.soak
def test_a_whole_match_of_two_who_type_with_a_talk_and_a_return(
    people: tuple[Person, Person, str], house: House
) -> None:
    ann, bob, address = people
    ann.type("presets", "options goal")
    ann.hear("skyrus: ")
    ann.answer(
        "goal=until_last: ",
        "create Kitchen rules=skyrus goal=points target=200 uno_grace=0 customizable_rule=hands_move_on seats=2",
    )
    ann.hear("To join from this machine: uno-client ")
    bob.type("tables", "join Kitchen")
    bob.hear("Seat 2: bob (you, not ready).")
    ann.type("say shall we?")
    bob.answer("ann says: shall we?", "react nice")
    ann.hear("bob reacts: Nice!")
    bob.type("ready")
    ann.type("ready")
    ann.hear("bob is ready.", "You are ready.")
    ann.type("start")
    for person in (ann, bob):
        person.hear("A new game begins.")
        person.hear("You hold ")
    # somebody has to go, and comes back by the command that is printed
    bob.type("quit")
    bob.answer("Quit? Type yes or no.", "yes")
    bob.hear("To come back: uno-client ")
    assert bob.terminal.wait() == 0
    back = bob.said.rpartition("To come back: uno-client ")[2].split()
    assert back == [address, "--name", "bob"]
    again = Person(house, address, "bob")
    again.hear("You hold ")
    play_out(ann, again, answers={"Type ready for the next round.": "ready"})
    assert ann.said.count(": You deal.") + ann.said.count(" deals.") > 1
    for person in (ann, again):
        person.hear("UNOs caught", "Biggest hand")
        person.type("scores")
        person.answer("Scores after round ", "ready")
    for person in (ann, again):
        person.hear("A new game begins.")
    again.type("leave")
    again.answer("Leave for good? Type yes or no.", "yes")
    ann.hear("bob leaves the table.")
    for person in (ann, again):
        person.type("quit")
        if person.heard("Type yes or no.") is not None:
            person.type("yes")
        assert "Traceback" not in person.said
