"""Does everything hold that must hold, after each of the things that people do, in any order, under a virtual clock?

`UNO_STATEFUL=2000 pytest -s tests/server/test_stateful.py` searches through so many stories, others every time.
"""

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec.structs import replace

from protocol import messages as m
from protocol.room import RoomPhase
from server.table import Table
from tests.server.crashing import Crashing
from tests.server.invariants import Ledger, check, check_rebuilt
from tests.server.player import Player
from tests.server.requests_at_random import ASKS, NAMES, OF_HOST, OF_PLAY, TABLES, new_table, to_the_point

FAR = "192.168.1."
"""Half of the people sit at other machines: they can be banned by address."""

DICE = st.binary(min_size=6, max_size=6).map(Random)
"""Hypothesis chooses what happens; how it happens is diced, from a seed of its own for each step."""

reached: dict[str, set[Any]] = {"done": set(), "codes": set(), "phases": set()}
"""What all stories together came to."""


class Gathering(RuleBasedStateMachine):
    """Six people, two tables, one server that is killed at times."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = TemporaryDirectory(prefix="uno-stateful-")
        self.world = Crashing(Path(self.directory.name))
        self.ledger = Ledger()
        self.players = [
            Player(self.world, name, f"{FAR}{number}" if number % 2 else "127.0.0.1")
            for number, name in enumerate(NAMES)
        ]

    # --- who is meant ----------------------------------------------------------------------------------------------

    def linked(self) -> list[Player]:
        return [one for one in self.players if one.link is not None and one.token]

    def somebody(self, dice: Random) -> Player | None:
        """One of those who have a link."""
        linked = self.linked()
        return dice.choice(linked) if linked else None

    def some_table(self, dice: Random) -> Table | None:
        return self.world.hub.lobby.find(dice.choice(TABLES))

    def at(self, table: Table) -> list[Player]:
        """Who is connected and seated there, by seat."""
        seats = {one.name: seat for seat, one in enumerate(table.room.occupants) if one is not None}
        return sorted((one for one in self.linked() if one.name in seats), key=lambda one: seats[one.name])

    def host(self, table: Table) -> Player | None:
        """The host, if there is a link."""
        host = None if table.room.host is None else table.room.occupants[table.room.host]
        return next((one for one in self.at(table) if host is not None and one.name == host.name), None)

    def ask(self, player: Player | None, kind: type[m.Request], fields: dict[str, Any]) -> None:
        if player is not None:
            player.say(request(player, kind, fields))

    # --- people come and go ----------------------------------------------------------------------------------------

    @initialize(dice=DICE, play=st.sampled_from((True, True, False)))
    def people_come_in(self, dice: Random, play: bool) -> None:
        count, new = dice.randint(3, len(NAMES)), new_table(dice)
        for player in self.players[:count]:
            player.come()
        for player in self.players[: count - 1]:
            self.ask(player, m.JoinTable, {"table": "T", "new": new, "password": new.password})
        if play:
            self.begin("T")

    def come_in(self, dice: Random) -> None:
        """All who are at no table sit down at one."""
        for player in self.linked():
            if player.table is None:
                name, new = dice.choice(TABLES[:1] * 3 + TABLES), new_table(dice)
                table = self.world.hub.lobby.find(name)
                where = name if table is None else table.room.code
                password = new.password if table is None else "sesame" * table.room.password
                self.ask(player, m.JoinTable, {"table": where, "new": new, "password": password})

    @rule(dice=DICE)
    def somebody_comes(self, dice: Random) -> None:
        absent = [one for one in self.players if one.link is None]
        if absent:
            dice.choice(absent).come(seen=dice.choice((-1, -1, -1, None)))

    @rule(dice=DICE)
    def everybody_comes(self, dice: Random) -> None:
        for player in self.players:
            if player.link is None:
                player.come()
        self.come_in(dice)

    @rule(dice=DICE)
    def somebody_sleeps(self, dice: Random) -> None:
        player = self.somebody(dice)
        if player is not None:
            player.drop()

    @rule(dice=DICE)
    def somebody_comes_twice(self, dice: Random) -> None:
        player = self.somebody(dice)
        if player is not None:
            player.take_over()

    @rule(dice=DICE)
    def somebody_enters(self, dice: Random) -> None:
        free = [one for one in self.linked() if one.table is None or one.table.seat is None]
        if not free:
            return
        player, kind = dice.choice(free), dice.choice((m.JoinTable, m.JoinTable, m.JoinTable, m.SpectateTable))
        fields = ASKS[kind](dice)
        table = self.world.hub.lobby.find(fields["table"])
        if table is not None and dice.random() < 0.7:
            fields["table"] = table.room.code
        locked = table is not None and table.room.locked
        watching = player.table is not None
        self.ask(player, kind, fields)
        inside = player.table is not None and player.table.code == fields["table"]
        assert not (locked and inside and not watching), "somebody came through a locked door"

    # --- people ask ------------------------------------------------------------------------------------------------

    @rule(dice=DICE)
    def somebody_asks_for_something(self, dice: Random) -> None:
        kind = dice.choice(tuple(ASKS))
        self.ask(self.somebody(dice), kind, ASKS[kind](dice))

    @rule(dice=DICE)
    def somebody_asks_and_the_link_breaks(self, dice: Random) -> None:
        player, kind = self.somebody(dice), dice.choice(tuple(ASKS))
        if player is None:
            return
        asked = request(player, kind, ASKS[kind](dice))
        player.ask_and_lose(asked)
        player.come()
        if player.link is not None and asked.id in player.sent:
            player.repeat(asked.id)

    @rule(dice=DICE)
    def somebody_repeats(self, dice: Random) -> None:
        player = self.somebody(dice)
        if player is not None and player.sent:
            player.repeat(dice.choice(sorted(player.sent)[-40:]))
        for player in self.linked():  # what is held is asked for again, at times over another link
            if player.open and dice.random() < 0.3:
                player.drop()
                player.come()
            if player.link is not None and player.open:
                player.repeat(min(player.open))

    @rule(dice=DICE)
    def the_host_does_something(self, dice: Random) -> None:
        table, kind = self.some_table(dice), dice.choice(OF_HOST)
        if table is not None:
            self.ask(self.host(table), kind, to_the_point(dice, table, kind))

    @rule(dice=DICE)
    def the_host_is_hard_on_somebody_who_tries_again(self, dice: Random) -> None:
        table = self.some_table(dice)
        host = None if table is None else self.host(table)
        others = [one for one in self.linked() if table and one.table and one.table.code == table.room.code]
        if table is None or host is None or not (others := [one for one in others if one is not host]):
            return
        player, ban = dice.choice(others), dice.random() < 0.3
        if dice.random() < 0.5:
            self.ask(host, m.Mute, {"name": player.name})
            self.ask(player, m.Chat, {"text": "I am innocent"})
            assert player.last(m.Error).code == "muted"
            return
        self.ask(host, m.Kick, {"name": player.name, "ban": ban})
        assert player.table is None
        self.ask(player, m.JoinTable, {"table": table.room.code})
        assert not ban or player.last(m.Error).code in ("banned", "no_such_table", "limit")

    @rule(dice=DICE)
    def something_happens_in_a_pause(self, dice: Random) -> None:
        table, kind = self.some_table(dice), dice.choice((*OF_HOST, m.LeaveTable, m.LeaveTable, m.EndGame))
        if table is None:
            return
        self.ask(self.host(table), m.Pause, {"paused": True})
        here = self.at(table)
        one = dice.choice(here) if here and kind is m.LeaveTable else self.host(table)
        self.ask(one, kind, to_the_point(dice, table, kind))
        if dice.random() < 0.5:
            self.ask(self.host(table), m.Pause, {"paused": False})

    @rule(dice=DICE)
    def the_host_ends_it(self, dice: Random) -> None:
        table = self.some_table(dice)
        if table is not None and dice.random() < 0.25:
            self.ask(self.host(table), dice.choice((m.CloseTable, m.EndGame, m.EndGame)), {})

    @rule(dice=DICE)
    def somebody_leaves(self, dice: Random) -> None:
        if dice.random() < 0.4:
            self.ask(self.somebody(dice), m.LeaveTable, {})

    @rule(dice=DICE)
    def somebody_is_away_or_back(self, dice: Random) -> None:
        self.ask(self.somebody(dice), m.Away, {"away": dice.random() < 0.5})

    @rule(dice=DICE)
    def people_speak(self, dice: Random) -> None:
        for _ in range(dice.randint(1, 4)):
            player, kind = self.somebody(dice), dice.choice((m.Chat, m.Chat, m.React, m.LobbyTalk))
            fields = ASKS[kind](dice)
            if kind is m.Chat and player is not None and dice.random() < 0.7:
                fields["to"] = "lobby" if player.table is None else "table"
            self.ask(player, kind, fields)

    # --- people play -----------------------------------------------------------------------------------------------

    def begin(self, name: str) -> None:
        """Everybody is ready, and the host starts what does not start by itself."""
        table = self.world.hub.lobby.find(name)
        if table is None or table.room.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED):
            return
        for player in self.at(table):
            self.ask(player, m.Ready, {})
        if table.room.phase is RoomPhase.WAITING:
            self.ask(self.host(table), m.Start, {})

    def play(self, moves: int, level: str, *, call: bool) -> None:
        """So many moves at every table, if there is something to do; without calls until one could be caught."""
        for name in TABLES:
            for _ in range(moves):
                table = self.world.hub.lobby.find(name)
                if table is None or not any(player.move(level, call=call) for player in self.at(table)):
                    break
                if not call and table.game is not None and table.game.hold is not None:
                    break

    @rule(dice=DICE)
    def everybody_is_ready(self, dice: Random) -> None:
        self.begin(dice.choice(TABLES))

    @rule(dice=DICE)
    def people_play(self, dice: Random) -> None:
        self.play(dice.randint(1, 20), dice.choice(("normal", "random")), call=dice.random() < 0.5)

    @rule(dice=DICE)
    def somebody_forgets_to_call(self, dice: Random) -> None:
        self.come_in(dice)
        for name in TABLES:
            self.begin(name)
        self.play(60, "normal", call=False)
        for player in self.linked():
            if player.table is not None and player.table.game is not None and player.game.window is not None:
                self.ask(player, m.Catch, {"target": player.game.window})
                if dice.random() < 0.3:
                    player.repeat(player.last_id)

    @rule(dice=DICE)
    def people_play_on(self, dice: Random) -> None:
        self.come_in(dice)
        for _ in range(3):
            for name in TABLES:
                self.begin(name)
            self.play(dice.randint(5, 30), "normal", call=True)

    @rule(dice=DICE)
    def somebody_plays_anything(self, dice: Random) -> None:
        playing = [one for one in self.linked() if one.table is not None and one.table.game is not None]
        if not playing:
            return
        player, kind = dice.choice(playing), dice.choice(OF_PLAY)
        fields, seat = ASKS[kind](dice), None if player.table is None else player.table.seat
        if "cards" in fields and seat is not None and player.game.hands[seat]:
            fields["cards"] = [dice.choice(player.game.hands[seat]).name for _ in fields["cards"]]
        asked = request(player, kind, fields)
        assert isinstance(asked, m.PlayRequest)
        player.say(replace(asked, decision=max(0, asked.decision - dice.choice((0, 0, 1)))))

    # --- time passes -----------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from((0.2, 1.0, 2.5, 12.0, 31.0, 65.0)))
    def time_passes(self, seconds: float) -> None:
        self.world.wait(seconds)

    @rule(dice=DICE)
    def the_house_sleeps(self, dice: Random) -> None:
        if dice.random() < 0.7:
            return
        for player in self.linked():
            player.drop()
        self.world.wait(dice.choice((0.04, 0.04, 1.0, 2.1, 25.0)) * 3600)

    @rule(dice=DICE)
    def the_server_is_killed(self, dice: Random) -> None:
        if dice.random() < 0.7:
            return
        before = {table.number: stored(table) for table in self.world.hub.lobby}
        self.world.journal.pulse(self.world.now)
        self.world.crash(down=dice.choice((0.0, 5.0, 600.0)))
        assert self.world.told == []
        for player in self.players:
            player.crashed()
        assert {table.number: stored(table) for table in self.world.hub.lobby} == before

    # --- what must hold --------------------------------------------------------------------------------------------

    @invariant()
    def everything_holds(self) -> None:
        check(self.world, self.players)
        self.ledger.read(self.world.commits)

    def teardown(self) -> None:
        try:
            for player in self.players:
                if player.token:
                    player.come()
            self.world.wait(1.0)
            self.everything_holds()
            for table in self.world.hub.lobby:
                check_rebuilt(table)
            reached["phases"] |= self.ledger.phases
            for player in self.players:
                reached["done"] |= player.done
                reached["codes"] |= player.codes
        finally:
            self.world.journal.abandon()
            self.directory.cleanup()


def request(player: Player, kind: type[m.Request], fields: dict[str, Any]) -> m.Request:
    """The request, complete: with the player's next id, and the decision in view."""
    if issubclass(kind, m.PlayRequest):
        view = None if player.table is None else player.table.game
        fields = {**fields, "decision": 0 if view is None else view.decision}
    return kind(id=player.next_id(), **fields)


def stored(table: Table) -> object:
    """What a table is after a restart too: all but who is connected, and that everybody is lost at first."""
    room = deepcopy(table.room)
    for one in room.occupants:
        if one is not None:
            one.connected = True
    if room.phase is RoomPhase.PLAYING:
        room.phase = RoomPhase.PAUSED
    state = None if table.game is None else table.game.state.copy()
    return room, state, table.door, {one.session: (one.seat, one.since, one.dealt) for one in table.members.values()}


LONG = int(os.environ.get("UNO_STATEFUL", "0"))
PROFILE = settings(
    max_examples=LONG or 120,
    stateful_step_count=100 if LONG else 50,
    derandomize=not LONG,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)


def test_every_request_of_the_protocol_may_be_asked_for() -> None:
    assert set(ASKS) == set(m.REQUESTS.values())


@pytest.mark.slow
def test_whatever_people_do_everything_holds() -> None:
    run_state_machine_as_test(Gathering, settings=PROFILE)
    assert reached["phases"] >= set(RoomPhase) - {RoomPhase.CLOSED}
    assert len(reached["done"]) >= 26, reached["done"]
    assert len(reached["codes"]) >= 24, reached["codes"]
    assert reached["codes"] >= {"not_host", "game_running", "muted", "paused", "stale"}
