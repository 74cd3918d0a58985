"""Two people who type lines spend an evening together: find each other, play, fall out, make up, play again."""

import os

import pytest

from tests.e2e.at_lines import Person, play_out
from tests.e2e.conftest import drawn
from tests.e2e.processes import House, Program, signalled
from uno_engine.options import fingerprint, with_options
from uno_engine.presets import preset

pytestmark = drawn

SECRET = "open sesame"
RULES = {"hand_size": "3", "goal": "points", "target": "60", "uno_grace": "0"}


def arrive(house: House) -> tuple[Person, Person, str]:
    """Ann and bob see the server come and go, and join it by its number when it is back; its address."""
    name = f"lines {os.getpid()}"  # the network of loopback is shared with whatever else runs
    people = [Person(house, "--discover=127.0.0.1", who) for who in ("ann", "bob")]
    server, _ = house.serve("--announce", "127.0.0.1", "--name", name)
    for person in people:
        person.hear(f": {name} at 127.0.0.1:")
    server.end()
    for person in people:
        person.hear(f": {name} is gone.")
    _, address = house.serve("--announce", "127.0.0.1", "--name", name)
    for person in people:
        person.answer(f": {name} at {address}", "999")
        person.answer("There's no game 999 now.", "list")
        person.hear(f": {name} at {address}")
        person.type(person.said.rpartition(f": {name} at {address}")[0].rpartition("\n")[2])
        person.hear(f"Connected to {name} as {person.name}.")
        person.hear("There are no tables yet.")
    return people[0], people[1], address


def sit_down(ann: Person, bob: Person) -> str:
    """Ann opens a table that only who is told of finds, bob joins it; its code."""
    rules = " ".join(f"{option}={value}" for option, value in RULES.items())
    ann.type(f"create Kitchen rules=skyrus password unlisted seats=3 seconds=600 pace=0 showhands {rules}")
    ann.answer("Password of Kitchen? An empty line cancels. (Your typing is hidden.)", SECRET)
    ann.hear("To join from this machine: uno-client ")
    place = ann.said.partition("To join from this machine: uno-client ")[2].split()[0]
    ann.hear("Type time 60 for 60 extra seconds")
    bob.type(f"join {place}")
    bob.hear("That table needs a password.")
    bob.answer("An empty line cancels. (Your typing is hidden.)", "sesame")
    bob.hear("Wrong password for that table.")
    bob.answer("An empty line cancels. (Your typing is hidden.)", SECRET)
    bob.answer("Seat 2: bob Ct (you, not ready).", "rules")
    bob.hear(f"Rules: skyrus · fingerprint {fingerprint(with_options(preset('skyrus'), RULES))}")
    return place.rpartition("/")[2]


def argue(ann: Person, bob: Person) -> None:
    """They chat, and one of them is not heard for a while."""
    ann.type("say \x1b[31mred \u202eback <b>{x} %s")
    bob.answer("ann says: [31mred back <b>{x} %s", "react wow")
    ann.hear("bob reacts: Wow!")
    bob.type("mute ann")
    bob.hear("To undo that: /unmute ann")
    ann.type("say can you hear me")
    ann.answer("You say: can you hear me", "kick bob")
    ann.answer("Kick bob? Type yes or no.", "yes")
    bob.answer("The host removed you from Kitchen.", "tables")
    bob.hear("There are no tables yet.")  # it is in no list
    assert "can you hear me" not in bob.said


def begin(ann: Person, bob: Person) -> None:
    """The rules are talked over, the game begins, somebody is called away, and the host gives a slow player time."""
    ann.type("change jump_in=yes nopassword", "bot random")
    bob.answer("ann changed the table: Jump-in: yes; no password.", "lock")
    bob.hear("Only the host can do that.")
    ann.type("ready")
    bob.type("ready")
    ann.answer("bob is ready.", "start")
    bob.answer("A new game begins.", "/away")
    bob.hear("A computer player plays for you; type back to play.")
    ann.answer("plays for bob", "time bob 30")
    bob.answer("30 extra seconds", "back")
    bob.hear("You play again.")
    ann.type("pause")
    bob.hear("ann paused the game.")
    ann.answer("type resume to continue", "resume")
    bob.hear("The game resumes.")


def watching(house: House, address: str, code: str) -> Program:
    """Somebody who only watches, and whose input has ended."""
    eve = house.client(f"uno://{address}/{code}", "--plain", "--name", "eve", "--spectate")
    eve.hear("Seat 3:")
    eve.end_input()
    return eve


def test_the_front_door_gives_the_lesson(house: House) -> None:
    lines = house.screen("--plain", UNO_SETTINGS=str(house.state / "client.toml"), UNO_BOT_PAUSE="0")
    lines.answer("6. Quit", "4\r")
    lines.answer("8. The win", "8\r")
    lines.answer("Type play B9", "play B9\r")
    lines.answer("Now you know the game.", "quit\r")
    assert b"Welcome! You play against Ada and Ben." in lines.raw  # it may have scrolled away
    lines.answer("6. Quit", "6\r")
    assert lines.wait() == 0


@pytest.mark.slow
def test_an_evening_of_two_who_type(house: House) -> None:
    ann, bob, address = arrive(house)
    code = sit_down(ann, bob)
    argue(ann, bob)
    bob.type(f"join {code} {SECRET}")
    bob.hear("Seat 2: bob Ct (you, not ready).")
    begin(ann, bob)
    eve = watching(house, address, code)
    signalled(bob.terminal.pid, "SIGKILL")  # and he starts the client again
    ann.hear("bob lost the connection; the seat is kept.")
    bob = Person(house, address, "bob")
    bob.hear("Table Kitchen (")
    ann.hear("bob is back.")
    play_out(ann, bob, answers={"Type ready for the next round.": "ready"})
    for person in (ann, bob):
        assert "\nYou held " in person.said
        person.hear("Biggest hand")
    assert eve.wait() == 0
    assert " the game!" in eve.out
    assert not [text for text in ("You hold ", "You draw ", "Your turn") if text in eve.out]
    # another game, by agreement
    bob.type("ready")
    bob.hear("The next game begins in ")
    ann.type("ready")
    for person in (ann, bob):
        person.hear("A new game begins.")
    ann.type("end")
    ann.answer("End this game without a result?", "yes")
    bob.hear("Waiting for the next game.")
    ann.type("host bob")
    ann.answer("Make bob the host?", "yes")
    bob.answer("You are the host now.", "close")
    bob.answer("Close the table for everybody?", "yes")
    ann.hear("The table was closed.", "The table is closed.")
    for person in (ann, bob):
        person.type("quit")
        assert person.terminal.wait() == 0
        assert SECRET not in person.said.replace(f"join {code} {SECRET}", "")
        assert "Traceback" not in person.said
