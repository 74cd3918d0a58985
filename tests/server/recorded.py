"""Fixed games under every rule book, stopped at everything that has to outlive a server."""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.server.crashing import Crashing
from tests.server.harness import Entropy, Person, World, play_out, sit_down, start
from uno_engine.decisions import TakeTurn
from uno_engine.mixing import share_hash
from uno_protocol import messages as m
from uno_server.base.limits import Limits
from uno_server.journal.database import FILE, LAST, LOCK, VERSION
from uno_server.table import transaction

JOURNALS = Path(__file__).parents[1] / "journals"
WALL = 1_750_000_000.0
"""Calendar time when that server's time is 0."""
SHARE = bytes(range(16))
"""What players mix into a deal."""


def copied(directory: Path) -> Path:
    """A copy there of the journal that is recorded of today's version."""
    shutil.copyfile(JOURNALS / f"v{VERSION}" / FILE, directory / FILE)
    (directory / FILE).chmod(0o600)
    return directory


def ask(directory: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    """What the journal there answers; whoever changes it must change something."""
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        found = connection.execute(sql, values)
        assert found.rowcount
        return found.fetchall()


def record(directory: Path) -> None:
    """Play the games, and leave there the journal of a server that has stopped."""
    directory.mkdir(parents=True, exist_ok=True)
    world = Crashing(directory, test_deals=True, entropy=Entropy(7), calendar=WALL)
    play(world)
    world.journal.close(world.now)
    for name in (LAST, LOCK):
        (directory / name).unlink()


def play(world: World) -> list[Person]:
    """Fixed games under every rule book, most of them stopped at something that has to outlive the server."""
    return [one for scene in SCENES for one in scene(world)]


def gather(world: World, table: str, names: str, **new: Any) -> list[Person]:
    """People at a new table whose computer players take half a second, the first of them its host."""
    return sit_down(world, names, table, **{"bot_pause": 0.5, **new})


def started(world: World, table: str, names: str, **new: Any) -> list[Person]:
    """The same, and a game has begun."""
    people = gather(world, table, names, **new)
    start(people)
    return people


def until(world: World, people: Sequence[Person], reached: Callable[[], bool], *, call: bool = True) -> None:
    """Play on until that is reached."""
    for _ in range(2000):
        if reached():
            return
        if people[0].phase in ("between_rounds", "finished"):
            for one in people:
                one.ask(m.Ready)
            if people[0].phase == "waiting":
                people[0].ask(m.Start)
        elif not any(one.move(forgets=lambda: not call) for one in people):
            world.wait(0.5)
    raise AssertionError("that never comes")


def _finished(world: World) -> list[Person]:
    """With as much as can happen: customizable cards, sevens and zeros, somebody who plays wildly, and one late."""
    options = {"extra": "1,1,4", "goal": "points", "target": "150", "seven_zero": "yes", "customizable_rule": "vote"}
    people = started(world, "finished", "Ann Bob", seats=4, bots=["random"], options=options)
    until(world, people, lambda: isinstance(world.state("finished").waiting_for, TakeTurn))
    world.wait(31.0)  # somebody runs out of time
    people[1].play(m.CallUno)  # and somebody calls it in vain
    until(world, people, lambda: people[0].phase == "between_rounds")
    people.append(world.person("Zoe", face=7))
    people[2].join("finished")
    play_out(world, people)
    people[1].drop()
    return people


def _closed(world: World) -> list[Person]:
    """A table that nobody came back to in mid-game."""
    people = started(world, "closed", "Cem Dora", preset="computer")
    for _ in range(6):
        any(one.move() for one in people)
        world.wait(0.5)
    for one in people:
        one.drop()
        one.table = None
    world.wait(Limits().deserted_seconds + 1)
    return []


def _between(world: World) -> list[Person]:
    people = started(world, "between", "Ed Fay", preset="quickplay", options={"goal": "points", "target": "900"})
    until(world, people, lambda: people[0].phase == "between_rounds")
    people[1].ask(m.Ready)
    return people


def _away(world: World) -> list[Person]:
    """One is away by wish, one because of two time-outs, one had one; one has more time than others."""
    people = gather(world, "away", "Abe Bea Cal Dot", turn_seconds=60, bot_pause=1.0, options={"stacking": "any"})
    people[0].ask(m.GiveTime, seat=3, seconds=120)
    start(people)
    people[1].ask(m.Away)
    until_timed_out(world, people, 2, 2)
    people[2].ask(m.Away, away=False)
    until_timed_out(world, people, 2, 2)
    until_timed_out(world, people, 0, 1)
    people[1].drop()
    return people


def until_timed_out(world: World, people: Sequence[Person], seat: int, count: int) -> None:
    """Play on until the time of that seat has run out so often; nobody else may be late."""
    for _ in range(400):
        if transaction.times(world.table("away")).time_outs[seat : seat + 1] == (count,):
            return
        if not any(one.move() for one in people if one.seat != seat):
            world.wait(1.0)
    raise AssertionError("nobody is late")


def _guarded(world: World) -> list[Person]:
    """A table with a password, found by its code alone; somebody is banned, somebody may not speak."""
    people = gather(world, "guarded", "Eli", seats=4, bots=["normal"], password="mellon", listed=False)
    assert people[0].table is not None
    code = people[0].table.code
    for name, kind in (("Flo", m.JoinTable), ("Gil", m.JoinTable), ("Hope", m.SpectateTable)):
        people.append(world.person(name, address=f"192.0.2.{len(people)}"))
        people[-1].ask(kind, table=code, password="mellon")
    eli, flo, gil, hope = people
    flo.ask(m.Chat, text="a b c")
    eli.ask(m.Mute, name="Flo")
    hope.ask(m.React, reaction="oops")
    eli.ask(m.Kick, name="Gil", ban=True)
    gil.table = None
    eli.ask(m.ChangeTable, watching=False, show_hands=True, locked=True)
    hope.ask(m.LeaveTable)
    return [eli, flo]


def _held(world: World) -> list[Person]:
    """A game that the host pauses, after a round whose hands were shown."""
    options = {"goal": "points", "target": "900"}
    people = started(world, "held", "Ira Joy Kay", show_hands=True, options=options)
    until(world, people, lambda: people[0].phase == "between_rounds")
    people[0].ask(m.HandOver, seat=1)
    people[1].ask(m.Pause)
    people[1].ask(m.Pause, paused=False)
    until(world, people, lambda: people[0].phase == "playing" and people[0].game.decision > 9)
    people[1].ask(m.Pause)
    return people


def _changed(world: World) -> list[Person]:
    """Two games under two rule books, and between them another seat for everybody."""
    people = started(world, "changed", "Lou Max Nan", preset="quickplay", options={"hand_size": "3"})
    play_out(world, people)
    people[0].ask(m.MoveSeat, seat=0, to=2)
    people[0].ask(m.ChangeTable, preset="street", options={"hand_size": "5"}, seats=4, turn_seconds=600)
    people[0].ask(m.MoveSeat, seat=1, to=3)
    start(people)
    until(world, people, lambda: people[0].game.decision > 9)
    return people


def _ended(world: World) -> list[Person]:
    """A game that the host has ended; its players had mixed bytes of theirs into the deal."""
    people = gather(world, "ended", "Ona Pat")
    for one in people:
        one.ask(m.Ready, share=share_hash(one.seat, SHARE).hex())
    people[0].ask(m.Start)
    for one in people:
        one.ask(m.OpenShare, share=SHARE.hex())
    until(world, people, lambda: people[0].game.decision > 9)
    people[0].ask(m.EndGame)
    people[1].ask(m.Ready)
    return people


def _placed(world: World) -> list[Person]:
    """A game that has begun at a position."""
    position = "rules: official\nseats: a b\nhand a: R5 RS R7\nhand b: B1 B2\ndiscard: R9\nstock: Y1 Y2\nscore b: 20\n"
    people = started(world, "placed", "Una Van", position=position)
    assert any(one.move() for one in people)
    return people


def _voting(world: World) -> list[Person]:
    options = {"target": "60", "customizable_rule": "vote"}
    people = started(world, "voting", "Gus Hal Ida", preset="classic113", options=options)
    until(world, people, lambda: len(world.state("voting").votes) == 2)
    return people


def _passing(world: World) -> list[Person]:
    options = {"target": "40", "customizable_rule": "everyone_passes_one", "extra": "1,0,3"}
    people = started(world, "passing", "Jon Kim Leo", preset="skyrus", options=options)
    until(world, people, lambda: len(world.state("passing").gifts) == 2)
    return people


def _waiting(world: World) -> list[Person]:
    """Two look on; one with a seat got it back on another device; a program has a seat, too, and a screen watches."""
    rex, sue = gather(world, "waiting", "Rex Sue", seats=3, options={"stacking": "any"})
    watchers = [world.person("Tom"), world.person("Uwe")]
    for one in watchers:
        one.ask(m.SpectateTable, table="waiting")
    sue.ask(m.Ready)
    watchers[0].drop()
    watchers[0].resume()
    kit, screen = world.person("Kit", program=True), world.screen()
    kit.join("waiting")
    screen.ask(m.SpectateTable, table="waiting")
    sue.drop()
    world.wait(Limits().claim_after_seconds)
    again = Person(world, "Sue", "192.0.2.77")
    again.connect()
    again.say(m.ClaimSeat(name="Sue"))
    rex.ask(m.AnswerClaim, seat=1)
    return [rex, again, *watchers, kit, screen]


def _window(world: World) -> list[Person]:
    options = {"uno_grace": "1.5", "goal": "points", "target": "60"}
    people = gather(world, "window", "Vic Wes Xia", options=options)
    eve = world.person("Yan")
    eve.ask(m.SpectateTable, table="window")
    start(people)
    until(world, people, lambda: world.state("window").window is not None, call=False)
    caught = world.state("window").window
    next(one for one in people if one.seat != caught).play(m.Catch, target=caught)
    world.wait(1.5)
    until(world, people, lambda: world.state("window").window is not None, call=False)
    world.wait(0.5)
    return [*people, eve]


SCENES = (
    *(_closed, _finished, _away, _guarded, _held, _changed, _ended, _voting, _passing, _waiting),
    _between,  # late, so that the next deal has not come yet
    _window,  # late, so that its grace still runs
    _placed,  # takes no time
)
