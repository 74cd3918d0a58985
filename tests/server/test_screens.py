"""Screens are sessions of their own kind (P-5.14), before and after a restart."""

from tests.server.crashing import Crashing
from tests.server.harness import World, playing
from tests.server.test_admin import typed
from uno_protocol import messages as m


def test_a_screen_takes_no_name_of_a_player_and_no_player_that_of_a_screen() -> None:
    world = World()
    player = world.person("TV 2")
    screen = world.screen()
    assert screen.name.startswith("TV ")
    assert screen.name != player.name
    late = world.person(screen.name, login=False)
    late.say(m.Login(name=screen.name))
    assert late.last(m.Error).code == "name_taken"


def test_a_ban_of_an_address_keeps_screens_out_and_one_of_a_name_that_they_send_does_not() -> None:
    world = World()
    typed(world, "ban-address 192.0.2.7")
    typed(world, "ban eve")
    barred = world.person("", login=False, address="192.0.2.7")
    barred.say(m.Login(screen=True))
    assert barred.link is None
    named = world.person("eve", login=False)
    named.say(m.Login(name="eve", screen=True))
    assert named.last(m.LoggedIn).name != "eve"


def test_a_screen_is_one_after_a_restart_too(world: Crashing) -> None:
    ann, bob = playing(world)
    screen = world.screen()
    screen.ask(m.SpectateTable, table="T")
    world.crash_and_return(ann, bob, screen)
    assert (ann.room.screens, ann.room.watchers) == ([screen.name], [])
    assert screen.refused(m.React, reaction="nice") == "not_seated"
    assert ann.move() or bob.move()
    assert screen.agrees()
    world.crash(ann, bob)
    world.wait(121.0)
    ann.resume()
    assert (ann.room.screens, world.table().room.screens) == (None, None)
