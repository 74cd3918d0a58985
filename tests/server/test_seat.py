"""A seat without its token: another device continues the session (P-5.16)."""

import logging
from pathlib import Path

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, playing
from uno_protocol import messages as m
from uno_server.base.limits import CODE_TRIES, PASSWORD_BURST, Limits

OTHER = "10.0.0.9"


def code_of(person: Person) -> str:
    answer = person.ask(m.MoveDevice)
    assert isinstance(answer, m.MoveCode)
    return answer.code


def move(world: World, name: str, code: str, address: str = OTHER) -> Person:
    """Another device tries to continue; if it may, it has the token."""
    device = Person(world, name, address)
    device.connect()
    device.say(m.MoveHere(name=name, code=code))
    for resumed in device.all(m.Resumed):
        device.token, device.last_id = resumed.token or "", resumed.last_id
    return device


def told(device: Person) -> str:
    """`resumed`, or the code of the refusal."""
    return "resumed" if device.all(m.Resumed) else device.last(m.Error).code


def test_a_move_takes_seat_hand_and_clock_along_and_says_so_to_the_old_device() -> None:
    world = World()
    ann, bob = playing(world)
    hand = bob.game.hands[1]
    new = move(world, "bob", code_of(bob))
    assert new.agrees()
    assert (new.seat, new.game.hands[1]) == (1, hand)
    assert bob.last(m.Bye) == m.Bye(code="moved", come_back=False, text="you continue on another device")
    assert "presence_changed" not in ann.kinds()
    assert isinstance(new.ask(m.Chat, text="here"), m.Ok)
    bob.resume()
    assert (bob.last(m.Error).code, bob.last(m.Error).args) == ("bad_token", {"reason": "moved"})
    new.drop()
    new.resume()
    assert new.agrees()


def test_a_code_opens_nothing_when_it_is_used_up_replaced_late_or_guessed_at() -> None:
    world = World()
    bob = world.person("bob")
    first, second = code_of(bob), code_of(bob)
    assert told(move(world, "bob", first)) == "bad_code"
    new = move(world, "bob", second)
    assert told(new) == "resumed"
    assert told(move(world, "bob", second)) == "bad_code"
    late = code_of(new)
    world.wait(Limits().code_seconds)
    assert told(move(world, "bob", late)) == "bad_code"
    for wrong in (CODE_TRIES - 1, CODE_TRIES):
        right = code_of(new)
        for number in range(wrong):
            assert told(move(world, "bob", f"x{number}", f"10.0.1.{number}")) == "bad_code"
        device = move(world, "bob", right, "10.0.2.1")
        assert told(device) == ("resumed" if wrong < CODE_TRIES else "bad_code")
        new = device if wrong < CODE_TRIES else new


def test_the_refusal_says_nothing_of_why() -> None:
    world = World()
    code = code_of(world.person("bob"))
    world.person("cem")
    tries = [("bob", "0" + code), ("bob", ""), ("bob", "\ud800"), ("cem", code), ("dan", code), ("", code)]
    assert len({repr(move(world, *one, f"10.0.0.{n}").last(m.Error)) for n, one in enumerate(tries)}) == 1


def test_who_guesses_waits_on_loopback_too_and_others_do_not() -> None:
    world = World()
    for _ in range(PASSWORD_BURST):
        assert told(move(world, "bob", "000000", "127.0.0.1")) == "bad_code"
    bob = world.person("bob")
    assert move(world, "bob", code_of(bob), "127.0.0.1").last(m.Error).args == {"seconds": 3}
    assert told(move(world, "bob", code_of(bob))) == "resumed"


def test_a_banned_address_cannot_try() -> None:
    world = World()
    bob = world.person("bob")
    world.hub.admission.bans.add("", OTHER)
    assert told(move(world, "bob", code_of(bob))) == "banned"


def test_after_a_restart_the_new_token_holds_and_codes_do_not(world: Crashing) -> None:
    ann, bob = playing(world)
    code = code_of(ann)
    new = move(world, "bob", code_of(bob))
    world.crash(ann, bob, new)
    assert told(move(world, "ann", code)) == "bad_code"
    for one in (ann, new):
        one.resume()
        assert one.agrees()
    bob.resume()
    assert bob.last(m.Error).code == "bad_token"


def test_codes_are_neither_logged_nor_stored(world: Crashing, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    bob = world.person("bob")
    code = code_of(bob)
    assert code not in repr(world.hub.sessions[1])
    new = move(world, "bob", code)
    new.drop()
    assert code not in caplog.text
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"bob" in kept
    assert code.encode() not in kept
