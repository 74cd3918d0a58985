"""The front door: what is chosen there, its settings, and its questions about the player's own server."""

import pytest

from tests.client.fake import at_table, press
from uno_client.core import front_door
from uno_client.core.front_door import LEAVING, USUAL, at_door, door
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen, StartPart
from uno_client.core.navigation import place_of
from uno_client.fullscreen.key_handlers import update
from uno_client.messages import Go, Pointed, Quit, Remember
from uno_client.preferences import SETTINGS, Preferences
from uno_client.structs import replace
from uno_client.wording.front_door import Hosting, Item, joining_lines, running_text, stop_question

RUNS = Hosting(port=7778, addresses=("192.0.2.5:7778", "[2001:db8::5]:7778"), link="uno://x", words="six words")


@pytest.mark.parametrize(("number", "entry"), tuple(enumerate(USUAL, 1)))
def test_every_line_has_a_number_and_can_be_clicked(number: int, entry: Item) -> None:
    model = at_door(Model(), None)
    assert press(model, str(number))[1] == [Go(entry)]
    clicked, commands = update(model, Pointed(number - 1))
    assert commands == (Go(entry),)
    assert clicked.row == number - 1


def test_the_cursor_goes_round_and_stays_on_its_line_when_another_comes() -> None:
    model, commands = press(at_door(Model(), None), "up enter")
    assert commands == [Go(Item.QUIT)]
    assert door(RUNS)[at_door(model, RUNS).row] is Item.QUIT
    assert at_door(at_door(model, RUNS), None).door.lines == USUAL


@pytest.mark.parametrize("keys", ["q", "escape", "3", "down down enter"])
def test_a_question_in_the_place_of_the_door_leads_back_to_it(keys: str) -> None:
    asked = front_door.asked(at_door(Model(), RUNS), LEAVING, "Well?")
    assert press(asked, keys)[1] == [Go(Item.STAY)]


def test_the_own_server_is_gone_into_or_left() -> None:
    model = replace(at_door(Model(), RUNS), screen=Screen.HOSTED)
    assert press(model, "enter")[1] == [Go(Item.ENTER)]
    assert press(model, "escape")[1] == [Go(Item.STAY)]


def in_settings(kept: Preferences) -> Model:
    return replace(at_door(Model(), None), screen=Screen.SETTINGS, form=front_door.settings_form(kept))


@pytest.mark.parametrize("key", ["enter", "escape"])
def test_settings_are_kept_as_they_stand(key: str) -> None:
    kept = Preferences(name="Anna", bell="always", motion="none")
    model, commands = press(in_settings(kept), key)
    assert place_of(model) is Scope.DOOR
    (told,) = commands
    assert isinstance(told, Remember)
    assert set(told.changes) == {key for key, row in SETTINGS.items() if row.title}
    assert all(getattr(kept, setting) == value for setting, value in told.changes.items())


@pytest.mark.parametrize(
    ("keys", "changes"),
    [
        ("right q down down right down down left enter", {"name": "Aq", "theme": "dark", "motion": "none"}),
        ("b o enter", {"name": "bo"}),
        ("backspace enter", {"name": None}),
    ],
)
def test_settings_are_changed_by_keys(keys: str, changes: dict[str, object]) -> None:
    kept = Preferences(name="A")
    (told,) = press(in_settings(kept), keys)[1]
    assert isinstance(told, Remember)
    assert {key: value for key, value in told.changes.items() if getattr(kept, key) != value} == changes


def test_others_are_told_how_they_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    typed = [line for line, alone in joining_lines(RUNS) if alone]
    assert typed == ["uno-client 192.0.2.5:7778", "uno-client [2001:db8::5]:7778", "uno-client uno://x", "six words"]
    assert "firewall" not in str(joining_lines(RUNS))
    monkeypatch.setattr("sys.platform", "win32")
    assert "allow it" in joining_lines(RUNS)[-1][0]
    alone = joining_lines(Hosting(port=7778, here="127.0.0.1:7778", wanted=7777))
    assert [line for line, _alone in alone] == [
        "Port 7777 is taken, so your server is at port 7778.",
        "It's only for this computer. Others who use it type:",
        "uno-client 127.0.0.1:7778",
    ]


def test_who_is_there_is_told() -> None:
    assert running_text(7777, 0) == "Your server is running at port 7777."
    assert running_text(7777, 1).endswith(" 1 player is connected.")
    assert running_text(7777, 2).endswith(" 2 players are connected.")
    assert stop_question(("Ann", "Bob")) == "Ann, Bob are connected. Stop the server?"


def test_a_game_alone_that_is_left_leads_back_to_the_door() -> None:
    game = at_table("R5", "G1", model=Model(start=StartPart(at_home=True, autostart=True)))
    assert game.press("escape").asks == "Leave? You'll lose this game."
    assert game.press("n c-c").asks == "Quit? You'll lose this game."
    assert Quit(0) in game.press("n escape y").others
    assert at_table("R5", "G1").press("escape").asks.startswith("Leave the table for good?")
