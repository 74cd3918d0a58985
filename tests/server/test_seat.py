"""A seat without its token: another device continues the session (P-5.16), or asks those at the table (P-5.17)."""

import logging
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, playing, sit_down
from uno_protocol import messages as m
from uno_protocol import qr
from uno_protocol.codec import CodecFault, decode_client
from uno_server.base.limits import CLAIM_AGAIN_SECONDS, CLAIM_BURST, CODE_TRIES, DRAWN_BURST, PASSWORD_BURST, Limits
from uno_server.core import admin
from uno_server.core.outputs import Close
from uno_server.table import broadcast

OTHER = "10.0.0.9"
BAD_CODE = m.Error(code="bad_code", field="code", text="wrong or expired code")
AFTER, SECONDS = Limits().claim_after_seconds, Limits().claim_seconds


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
    assert bob.last(m.Bye) == m.Bye(code="moved", come_back=False, text="you're playing on another device now")
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


def test_a_qr_code_is_of_the_link_with_the_digits_and_only_a_few_are_drawn() -> None:
    world = World()
    bob = world.person("bob")
    link = "http://192.168.1.5:7777/#bob/"
    for drawn in (True,) * DRAWN_BURST + (False,):
        answer = bob.ask(m.MoveDevice, link=link)
        assert isinstance(answer, m.MoveCode)
        assert answer.qr == (qr.rows(link + answer.code) if drawn else [])
    cem = world.person("cem", address=OTHER).ask(m.MoveDevice, link=link)
    assert isinstance(cem, m.MoveCode)
    assert cem.qr  # what others have drawn takes nothing from it


@pytest.mark.parametrize("link", ["\U0001f600", "x" * 101, "http://a b/"])
def test_what_is_no_short_address_is_not_drawn(link: str) -> None:
    body = msgspec.msgpack.encode({"t": "move_device", "id": 1, "link": link})
    with pytest.raises(CodecFault) as fault:
        decode_client(body)
    assert (fault.value.code, fault.value.field) == ("bad_schema", "link")


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


def table(world: World, names: str = "ann bob", bots: Sequence[str] = ()) -> list[Person]:
    """People in the middle of a round, each from an address of their own; `bots`: with computers of these levels."""
    people = [world.person(name, address=f"10.0.1.{n}") for n, name in enumerate(names.split())]
    for one in people:
        one.join("T", seats=max(2, len(people) + len(bots)), bots=list(bots))
    for one in people:
        one.ask(m.Ready)
    people[0].ask(m.Start)
    return people


def claim(world: World, name: str, address: str = OTHER) -> Person:
    """Somebody asks for the seat of that name."""
    device = Person(world, name, address)
    device.connect()
    device.say(m.ClaimSeat(name=name))
    return device


def decide(person: Person, allow: bool = True) -> str:
    """Answer the claim that the person sees; `ok`, or the code of the refusal."""
    seat = person.room.claim
    answer = person.ask(m.AnswerClaim, seat=0 if seat is None else seat, allow=allow)
    return answer.code if isinstance(answer, m.Error) else "ok"


def outcomes(person: Person) -> list[str]:
    return [entry.event["outcome"] for entry in person.all(m.Entry) if entry.event["k"] == "claim_ended"]


def became(device: Person) -> str:
    """`resumed`, or why not."""
    if device.all(m.Resumed):
        return "resumed"
    refused = device.last(m.Error)
    return str(refused.args.get("reason", refused.code))


def gone(world: World, names: str = "ann bob", who: int = 1) -> list[Person]:
    """The same people, one of whom has been disconnected for long enough."""
    people = table(world, names)
    people[who].drop()
    world.wait(AFTER)
    return people


def test_the_host_gives_a_seat_back_with_all_that_belongs_to_it() -> None:
    world = World()
    ann, bob = gone(world)
    hand = world.state().hands[1]
    new = claim(world, "bob")
    assert new.last(m.ClaimPending) == m.ClaimPending(by="host", seconds=SECONDS)
    assert ann.room.claim == 1
    assert not new.all(m.Snapshot)
    assert new.table is None
    assert decide(ann) == "ok"
    assert became(new) == "resumed"
    new.token = new.last(m.Resumed).token or ""
    assert new.agrees()
    assert new.game.hands[1] == hand
    assert ann.kinds()[-3:] == ["claim_made", "claim_ended", "presence_changed"]
    assert ann.agrees()
    assert outcomes(ann) == ["allowed"]
    new.last_id = new.last(m.Resumed).last_id
    assert isinstance(new.ask(m.Chat, text="here"), m.Ok)
    bob.resume()
    assert (bob.last(m.Error).code, bob.last(m.Error).args) == ("bad_token", {"reason": "claimed"})
    new.drop()
    new.resume()
    assert new.agrees()


def test_a_seat_is_asked_for_only_when_its_player_has_been_gone_for_a_while() -> None:
    world = World()
    ann, bob = table(world)
    cem = world.person("cem")
    cem.ask(m.SpectateTable, table="T")
    assert claim(world, "bob").last(m.Error).args == {}
    bob.drop()
    cem.drop()
    world.wait(AFTER - 2.5)
    assert claim(world, "bob").last(m.Error) == m.Error(
        code="still_here", args={"seconds": 3}, text="that player was here a moment ago"
    )
    newcomer = world.person("bob", login=False)
    newcomer.say(m.Login(name="bob"))
    assert newcomer.last(m.Error).args == {"claim": 3}
    newcomer.say(m.Login(name="cem"))
    assert newcomer.last(m.Error).args == {}
    world.wait(2.5)
    assert became(claim(world, "nobody")) == "seat"
    assert became(claim(world, "cem")) == "seat"
    assert claim(world, "bob").all(m.ClaimPending)
    assert became(claim(world, "bob", "10.0.0.8")) == "limit"  # one at a time
    assert ann.kinds().count("claim_made") == 1


@pytest.mark.parametrize(
    ("names", "say", "by", "result"),
    [
        ("ann bob cem dee", {"bob": True, "cem": True, "dee": True}, "players", "resumed"),
        ("ann bob cem dee", {"bob": True, "cem": True, "dee": False}, "players", "refused"),
        ("ann bob cem dee", {"bob": True, "cem": True}, "players", "expired"),
        ("ann bob", {"bob": None}, "administrator", "expired"),  # one alone has no say
        ("ann eve bob cem", {"bob": True, "cem": True, "eve": None}, "players", "resumed"),
    ],
)
def test_the_seat_of_the_host_is_given_by_all_others(
    names: str, say: dict[str, bool | None], by: str, result: str
) -> None:
    """Eve is connected from the address that asks."""
    world = World(host_away_seconds=1000)
    people = table(world, names)
    for one in people:
        if one.name == "eve":
            move_to(one, OTHER)
    people[0].drop()
    world.wait(AFTER)
    new = claim(world, "ann")
    assert new.last(m.ClaimPending).by == by
    for one in people[1:]:
        if (answer := say.get(one.name, "silent")) is None:
            assert decide(one) == "no_say"
        elif isinstance(answer, bool):
            decide(one, allow=answer)
    world.wait(SECONDS)
    assert became(new) == result
    assert people[-1].agrees()


def test_who_decides_about_a_claim_is_settled_when_it_is_made() -> None:
    world = World()
    ann, eve, bob, _ = table(world, "ann eve bob cem")
    move_to(eve, OTHER)
    ann.drop()
    world.wait(AFTER)
    new = claim(world, "ann")
    world.wait(Limits().host_away_seconds - AFTER + 1)
    assert bob.room.host == eve.seat
    assert decide(eve) == "no_say"
    assert not new.all(m.Resumed)


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize(("names", "result"), [("ann bob cem dee", "resumed"), ("ann bob dee", "expired")])
def test_a_claim_is_allowed_when_the_last_who_had_not_answered_goes(names: str, result: str, leaves: bool) -> None:
    world = World(host_away_seconds=1000)
    ann, *others, dee = table(world, names)
    ann.drop()
    world.wait(AFTER)
    new = claim(world, "ann")
    for one in others:
        decide(one)
    assert not new.all(m.Resumed)
    if leaves:
        dee.ask(m.LeaveTable)
    else:
        dee.drop()
    world.wait(1 if result == "resumed" else SECONDS)
    assert became(new) == result


@pytest.mark.parametrize("address", ["10.0.1.0", "2001:db8::9"])
def test_a_host_at_the_address_that_asks_has_no_say(address: str) -> None:
    world = World()
    ann, bob = table(world)
    move_to(ann, address.replace("::9", "::1"))
    bob.drop()
    world.wait(AFTER)
    assert claim(world, "bob", address).last(m.ClaimPending).by == "administrator"
    assert decide(ann) == "no_say"


def test_programs_have_no_say_though_they_host() -> None:  # P-5.18
    world = World()
    ann, bob = world.person("ann", program=True), world.person("bob")
    for one in (ann, bob):
        one.join(seats=3)
    bob.drop()
    world.wait(AFTER)
    assert claim(world, "bob").last(m.ClaimPending).by == "administrator"
    assert decide(ann) == "no_say"


@pytest.mark.parametrize(("names", "by"), [("ann bob", "administrator"), ("ann bob cem", "players")])
def test_computers_have_no_say_and_nobody_waits_for_theirs(names: str, by: str) -> None:
    world = World(host_away_seconds=1000)
    ann, *others = table(world, names, ["normal", "easy"])
    ann.drop()
    world.wait(AFTER)
    new = claim(world, "ann")
    assert new.last(m.ClaimPending).by == by
    assert {decide(one) for one in others} == {"ok" if by == "players" else "no_say"}
    assert bool(new.all(m.Resumed)) == (by == "players")


def move_to(person: Person, address: str) -> None:
    """The person is connected from another address."""
    person.address = address
    person.drop()
    person.resume()


def test_nobody_but_the_host_has_a_say_in_other_seats() -> None:
    world = World()
    ann, _, cem = gone(world, "ann bob cem")
    dee = world.person("dee")
    dee.ask(m.SpectateTable, table="T")
    assert decide(ann) == "no_claim"
    new = claim(world, "bob")
    assert decide(cem) == "no_say"
    assert decide(dee) == "not_seated"
    decide(ann, allow=False)
    assert became(new) == "refused"
    new.say(m.Login(name="bob2"))  # the connection is kept
    assert new.all(m.LoggedIn)


def test_an_answer_to_another_claim_is_not_meant() -> None:
    world = World()
    ann, _, cem = gone(world, "ann bob cem")
    cem.drop()
    world.wait(AFTER)
    claim(world, "bob").drop()
    new = claim(world, "cem")
    assert ann.refused(m.AnswerClaim, seat=1) == "no_claim"
    assert not new.all(m.Resumed)
    assert decide(ann) == "ok"
    assert became(new) == "resumed"


def test_the_claim_ends_with_what_it_is_about() -> None:
    world = World(loopback_counts=0)
    ann, bob = gone(world)
    back = claim(world, "bob", "127.0.0.1")
    bob.resume()
    assert became(back) == "back"
    bob.drop()
    world.wait(AFTER)
    closes = claim(world, "bob", "127.0.0.1")
    closes.drop()
    other = claim(world, "bob", "127.0.0.1")
    other.say(m.Login(name="dee"))
    late = claim(world, "bob", "127.0.0.1")
    world.wait(SECONDS)
    assert became(late) == "expired"
    kicked = claim(world, "bob", "127.0.0.1")
    ann.ask(m.Kick, name="bob")
    assert became(kicked) == "gone"
    assert outcomes(ann) == ["back", "withdrawn", "withdrawn", "expired", "gone"]
    assert not any(one.all(m.Resumed) for one in (back, closes, other, late, kicked))
    assert ann.agrees()


def test_the_claim_ends_with_the_goodbye_to_who_asks() -> None:
    """Goodbye was said, but the connection is not closed yet, as when it reads slowly."""
    world = World(loopback_counts=0)
    ann, bob = sit_down(world, seats=3)
    bob.drop()
    world.wait(AFTER)
    asks = [claim(world, "bob", "127.0.0.1")]
    goodbye(world, asks[0])
    asks.append(claim(world, "bob", "127.0.0.1"))
    assert asks[1].all(m.ClaimPending)
    assert isinstance(asks[0].link, int)
    world.do(world.hub.gone(asks[0].link, world.now))
    goodbye(world, asks[1])
    ann.ask(m.CloseTable)
    assert isinstance(asks[1].link, int)
    world.do(world.hub.gone(asks[1].link, world.now))
    assert outcomes(ann) == ["withdrawn", "withdrawn"]
    assert not any(one.all(m.Resumed) for one in asks)


def goodbye(world: World, device: Person) -> None:
    """A second hello closes the connection, which isn't carried out."""
    assert isinstance(device.link, int)
    outputs = world.hub.handle(device.link, m.Hello(versions=[2, 2]), world.now)
    world.do([one for one in outputs if not isinstance(one, Close)])


def test_a_seat_that_is_moved_or_whose_table_closes_cannot_be_claimed() -> None:
    world = World()
    ann, bob = sit_down(world, seats=3)
    bob.drop()
    world.wait(AFTER)
    moved = claim(world, "bob", "127.0.0.1")
    ann.ask(m.MoveSeat, seat=1, to=2)
    closed = claim(world, "bob", "127.0.0.1")
    ann.ask(m.CloseTable)
    assert (became(moved), became(closed)) == ("gone", "gone")


def test_claims_from_one_address_are_few_and_none_come_from_a_banned_one() -> None:
    world = World()
    names = [f"p{n}" for n in range(CLAIM_BURST + 1)]
    ann, *others = gone(world, " ".join(["ann", "bob", *names]))
    for one in others[1:]:
        one.drop()
    world.wait(AFTER)
    for name in names[:-1]:
        new = claim(world, name)
        decide(ann, allow=False)
        assert became(new) == "refused"
    assert claim(world, names[-1]).last(m.Error).args == {"seconds": 60}
    assert claim(world, "bob", "10.0.0.8").all(m.ClaimPending)
    decide(ann, allow=False)
    cem = world.person("cem", address="10.0.0.7")
    cem.ask(m.SpectateTable, table="T")
    ann.ask(m.Kick, name="cem", ban=True)
    assert claim(world, "bob", "10.0.0.7").last(m.Error).code == "banned"
    world.hub.admission.bans.add("", "10.0.0.6")
    assert became(claim(world, "bob", "10.0.0.6")) == "banned"


@pytest.mark.parametrize("outcome", ["refused", "withdrawn", "expired"])
def test_who_asked_in_vain_does_not_keep_others_from_asking(outcome: str) -> None:
    world = World()
    ann, _ = gone(world)
    new = claim(world, "bob")
    if outcome == "refused":
        decide(ann, allow=False)
    elif outcome == "withdrawn":
        new.drop()
    else:
        world.wait(SECONDS)
    assert outcomes(ann) == [outcome]
    assert claim(world, "bob").last(m.Error).args == {"seconds": CLAIM_AGAIN_SECONDS}
    assert claim(world, "bob", "10.0.0.8").all(m.ClaimPending)


def test_whatever_is_asked_for_a_seat_counts_as_a_try() -> None:
    world = World()
    bob = world.person("bob")
    for n in range(PASSWORD_BURST // 2):
        assert became(claim(world, f"nobody{n}")) == "seat"
        bob = move(world, "bob", code_of(bob))
        assert told(bob) == "resumed"
    assert claim(world, "nobody").last(m.Error).args == {"seconds": 3}
    assert move(world, "bob", code_of(bob)).last(m.Error).args == {"seconds": 3}


def test_a_claim_needs_the_password_of_the_server() -> None:
    world = World(password="x")
    ann, bob = (Person(world, name, f"10.0.1.{n}") for n, name in enumerate(("ann", "bob")))
    for one in (ann, bob):
        one.connect()
        one.say(m.Login(name=one.name, password="x"))
        one.join("T", seats=2)
    bob.drop()
    world.wait(AFTER)
    new = claim(world, "bob")
    assert became(new) == "wrong_password"
    new.say(m.ClaimSeat(name="bob", password="x"))
    assert new.all(m.ClaimPending)


def test_the_administrator_gives_a_seat_when_nobody_else_can() -> None:
    world = World()
    (ann,) = table(world, "ann")
    ann.ask(m.AddBot)
    assert "nobody asks" in admin.allow(world.hub, "ann", world.now).lines[0]
    ann.drop()
    world.wait(AFTER)
    new = claim(world, "ann")
    result = admin.allow(world.hub, "ann", world.now)
    world.do(result.outputs)
    assert result.lines == ("gave the seat of ann to the one who asked",)
    assert became(new) == "resumed"
    assert new.agrees()


def test_a_fault_of_ours_leaves_the_claim_open(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    ann, _ = gone(world)
    new = claim(world, "bob")
    with monkeypatch.context() as patch:
        patch.setattr(broadcast, "news", Mock(side_effect=RuntimeError))
        assert decide(ann) == "internal"
    assert not new.all(m.Resumed)
    assert decide(ann, allow=False) == "ok"
    assert became(new) == "refused"
    assert outcomes(ann) == ["refused"]


def test_a_restart_voids_a_claim_and_keeps_what_was_granted(world: Crashing) -> None:
    ann, bob = gone(world)
    claim(world, "bob")
    world.crash(ann, bob)
    world.wait(0)
    ann.resume()
    assert ann.agrees()
    assert outcomes(ann) == ["withdrawn"]
    world.wait(AFTER)
    new = claim(world, "bob")
    decide(ann)
    new.token = new.last(m.Resumed).token or ""
    world.crash(ann, new)
    new.resume()
    assert new.agrees()
    bob.link = None
    bob.resume()
    assert (bob.last(m.Error).code, bob.last(m.Error).args) == ("bad_token", {"reason": "claimed"})


# SECURITY.md: the attacks on the ways to a seat, while Ann and Cem play on. Each is also refused in its own test above;
# here nothing that an attacker does is seen by the others, but the claims themselves.


def attackers(world: World, name: str, say: m.Greeting, count: int) -> list[str]:
    """What that many connections are told, each from an address of its own."""
    found = []
    for number in range(count):
        device = Person(world, name, f"10.1.{number // 250}.{number % 250}")
        device.connect()
        device.say(say)
        found.append("resumed" if device.all(m.Resumed) else repr(device.last(m.Error)))
    return found


def seen_by(people: list[Person]) -> list[int]:
    """How many entries each of them has been sent."""
    return [len(one.all(m.Entry)) for one in people]


def test_guesses_from_many_addresses_find_no_digits_and_disturb_nobody() -> None:
    world = World()
    ann, bob, cem = table(world, "ann bob cem")
    right = code_of(bob)
    before = seen_by([ann, bob, cem])
    wrong = f"{(int(right) + 1) % 10**6:06}"
    assert len(set(attackers(world, "bob", m.MoveHere(name="bob", code=wrong), 40))) == 1
    assert set(attackers(world, "bob", m.MoveHere(name="bob", code=right), 3)) == {repr(BAD_CODE)}
    assert seen_by([ann, bob, cem]) == before
    assert told(move(world, "bob", code_of(bob))) == "resumed"  # new digits are good: nobody is locked out
    assert ann.agrees()


def test_claims_from_many_addresses_are_seen_once_while_the_first_goes_on() -> None:
    world = World()
    people = gone(world, "ann bob cem")
    first = claim(world, "bob")
    before = seen_by(people)
    assert all("limit" in one for one in attackers(world, "bob", m.ClaimSeat(name="bob"), 40))
    assert seen_by(people) == before
    assert isinstance(people[2].ask(m.Chat, text="undisturbed"), m.Ok)
    decide(people[0])
    assert became(first) == "resumed"


def test_claims_to_those_who_are_there_are_seen_by_nobody() -> None:
    world = World()
    people = table(world, "ann bob cem")
    before = seen_by(people)
    assert all("still_here" in one for one in attackers(world, "bob", m.ClaimSeat(name="bob"), 20))
    assert all("no_such_player" in one for one in attackers(world, "dan", m.ClaimSeat(name="dan"), 20))
    assert seen_by(people) == before


def test_an_answer_from_another_table_gives_no_seat_away() -> None:
    world = World()
    ann, _ = gone(world)
    eve = world.person("eve", address="10.2.0.1")
    eve.join("U", seats=2)
    new = claim(world, "bob")
    assert eve.refused(m.AnswerClaim, seat=1) == "no_claim"
    assert not new.all(m.Resumed)
    assert ann.room.claim == 1


def test_a_host_who_is_gone_has_no_say() -> None:
    world = World(host_away_seconds=1000)
    ann, bob, cem = table(world, "ann bob cem")
    ann.drop()
    bob.drop()
    world.wait(AFTER)
    new = claim(world, "bob")
    assert new.last(m.ClaimPending).by == "administrator"
    assert decide(cem) == "no_say"
    ann.resume()
    assert decide(ann) == "no_say"  # who has a say was settled when it was made
    world.wait(SECONDS)
    assert became(new) == "expired"


def test_an_answer_to_the_claim_before_does_not_give_the_seat_to_the_next() -> None:
    world = World()
    ann, _ = gone(world)
    claim(world, "bob")
    number = ann.room.claim_number
    world.wait(SECONDS)
    new = claim(world, "bob", "10.0.0.8")
    assert ann.refused(m.AnswerClaim, seat=1, number=number) == "no_claim"
    assert not new.all(m.Resumed)
    assert decide(ann) == "ok"
