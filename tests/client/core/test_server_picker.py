"""The first screen lists the servers found, joined by arrows and Enter (FAULTS 34 to 38)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.client.fake import DRAWN, NORMAL, linked, notice, press, said_on, seen
from uno_client.address import parse_address
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, ServerPart
from uno_client.core.navigation import to_connect
from uno_client.fullscreen.key_handlers import update
from uno_client.messages import Connect, Discovered, Found, LinkDown
from uno_client.net.servers import Finds
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_client.trust import Trust
from uno_protocol.discovery import Advertisement, written

ANN = Found("a", "Ann's game", "10.0.0.1", 7777, ("10.0.0.1",), 3, 2, 1, 5, versions=(2, 2), answers=True)
BOB = replace(ANN, id="b", name="Bob", host="10.0.0.2", answers=False)
CEM = replace(ANN, id="c", name="Cem", host="fe80::3%2", password=True)


def looking(*found: Found, trouble: str = "") -> Model:
    return update(to_connect(Model()), Discovered(found, trouble))[0]


def line_of(words: str, screen: str) -> str:
    return next(line for line in screen.splitlines() if words in line)


def below(words: str, screen: str) -> str:
    """What is in the row below those words."""
    lines = screen.splitlines()
    return lines[lines.index(line_of(words, screen)) + 1].translate(DRAWN).strip()


def test_enter_joins_the_first_that_is_found_or_the_address_that_is_typed() -> None:
    assert press(looking(ANN, CEM), "enter")[1] == [Connect(parse_address("10.0.0.1:7777"), "")]
    assert press(looking(ANN), "h o s t enter")[1] == [Connect(parse_address("host"), "")]
    assert notice(press(to_connect(Model()), "enter")[0]).startswith("Type the server's address")
    assert press(linked(looking(ANN), LinkPhase.CONNECTING), "enter")[1] == [], "one at a time"


def test_arrows_choose_another_and_lead_on_to_the_form() -> None:
    model, commands = press(looking(ANN, CEM), "down enter")
    assert commands == [Connect(parse_address("[fe80::3%2]:7777"), "")]
    model = looking(ANN, CEM)
    steps = ("down down", 0), ("down", 1), ("down", ANN.key), ("up up up up", ANN.key), ("pagedown", 1)
    for keys, place in (*steps, ("pageup", ANN.key)):
        model, _ = press(model, keys)
        assert (model.picker.picked or model.form.at) == place


def test_what_is_typed_first_takes_the_place_of_what_is_proposed() -> None:
    proposed = to_connect(Model(server=ServerPart(address="10.0.0.9:7777"), name="Anna"))
    assert "10.0.0.9:7777" in seen(proposed)
    assert press(proposed, "h o m e tab O m a enter")[1] == [Connect(parse_address("home"), "Oma")]
    assert press(proposed, "enter")[1] == [Connect(parse_address("10.0.0.9:7777"), "Anna")]


@pytest.mark.parametrize(("key", "left"), [("backspace", "Ann2"), ("right", "Anna2"), ("left", "Anna2"), ("c-u", "2")])
def test_a_proposal_can_be_gone_on_with(key: str, left: str) -> None:
    model, _ = press(to_connect(Model(server=ServerPart(address="10.0.0.9:7777"), name="Anna")), f"tab {key} 2")
    assert model.form["name"] == left


def test_who_has_typed_only_a_name_means_the_game_that_was_found_if_it_is_the_only_one() -> None:
    assert press(looking(ANN), "down down e v e enter")[1] == [Connect(parse_address("10.0.0.1:7777"), "eve")]
    assert press(looking(ANN, CEM), "down down down e v e enter")[1] == []
    assert press(looking(ANN), "down h down e v e enter")[1] == [Connect(parse_address("h"), "eve")]


def test_the_cursor_stays_on_its_server_when_the_list_changes() -> None:
    model = looking(CEM)
    model, _ = update(model, Discovered((ANN, CEM)))
    assert press(model, "enter")[1] == [Connect(parse_address("[fe80::3%2]:7777"), "")]


def test_when_the_server_under_the_cursor_goes_enter_joins_no_other() -> None:
    model, _ = update(looking(ANN, CEM), Discovered((CEM,)))
    model, commands = press(model, "enter")
    assert commands == []
    assert notice(model) == "Choose a game above (↑), or type the server's address, such as 192.168.1.5:7777."


def test_what_is_being_typed_is_not_disturbed() -> None:
    for keys, typed, at in (("h o s t", "host", 0), ("tab", "", 1)):
        model, _ = update(press(looking(), keys)[0], Discovered((ANN,)))
        assert (model.picker.picked, model.form["server"], model.form.at) == (None, typed, at)


@pytest.mark.parametrize(
    ("version", "told"),
    [(1, "an older version: its host needs to update."), (9, "a newer version: update this program.")],
)
def test_a_server_of_another_version_is_not_joined(version: int, told: str) -> None:
    model, commands = press(looking(replace(ANN, versions=(version, version))), "enter")
    assert commands == []
    assert "other version" in seen(model)
    assert notice(model) == f"Ann's game runs {told}"


def test_a_password_is_asked_for_in_the_form_and_goes_to_no_other_server() -> None:
    model = looking(ANN, CEM)
    model, _ = press(model, "enter")
    model, _ = update(model, LinkDown("it needs a password", wants_password=True))
    assert model.picker.picked is None
    model, commands = press(model, "s e c enter")
    assert commands == [Connect(parse_address("10.0.0.1:7777"), "", "sec")]
    model, _ = press(linked(model, LinkPhase.IDLE), "up up up up enter")
    _, commands = press(linked(model, LinkPhase.IDLE), "enter")
    assert [command.password for command in commands if isinstance(command, Connect)] == [""]


def test_the_list_tells_players_tables_and_seats() -> None:
    screen = seen(looking(ANN, CEM, BOB))
    assert line_of("Ann's game ", screen).strip("▌▐ ").split() == ["▸", "Ann's", "game", "10.0.0.1:7777"]
    told = {name: below(name, screen) for name in ("Ann's game", "Bob", "Cem")}
    assert told["Ann's game"] == "3 players, 1 open table, 5 free seats"
    assert told["Bob"] == "no answer"
    assert "password needed" in told["Cem"]
    assert "Enter join" in screen


def test_a_server_that_is_not_as_it_is_known_is_marked() -> None:
    other, plain = replace(BOB, verdict=Trust.OTHER_KEY), replace(CEM, verdict=Trust.DOWNGRADED)
    screen = seen(looking(ANN, other, plain).picking(other.key), SMALLEST)
    assert below("Bob", screen) == "not the key you know, no answer"
    assert "no longer encrypted" in below("Cem", screen)


def test_when_nothing_is_found_it_says_so_and_what_to_do() -> None:
    screen = said_on(looking())
    assert "No games found yet; still looking." in screen
    assert "Ask whoever runs the server for the address that it shows, and type it here." in screen
    assert "Enter connect" in screen
    assert "Cannot look for games." in seen(looking(trouble="cannot look for games"))


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(120, 40)])
def test_the_server_under_the_cursor_and_the_form_are_always_seen(size: Size) -> None:
    many = [replace(ANN, id=f"x{at}", name=f"Game {at:02}") for at in range(100)]
    model = looking(*many)
    for at in (0, 1, 50, 99):
        screen = seen(model.picking(many[at].key), size)
        assert f"▸ Game {at:02}" in screen
        assert "Your name" in screen
    asked = to_connect(replace(model, link=replace(model.link, wants_password=True)))
    asked = update(asked, LinkDown("this server needs a password, and the one that was given is wrong, " * 2))[0]
    again = to_connect(replace(asked, link=replace(asked.link, wants_password=True)))
    assert "Password" in seen(replace(asked, form=again.form), size)


@pytest.mark.fast
@given(st.text(max_size=60), st.integers(0, 99_999), st.sampled_from([SMALLEST, NORMAL]))
def test_no_announcement_breaks_the_screen(name: str, count: int, size: Size) -> None:
    finds = Finds()
    told = Advertisement("x", name, 1, 1, players=count, tables=count, open_tables=count, free_seats=count)
    finds.heard("i", 7777, ["fe80::1111:2222:3333:4444%12"], written(told))
    seen(looking(*finds.shown()), size)
    seen(looking(*(replace(found, answers=True) for found in finds.shown())), size)
