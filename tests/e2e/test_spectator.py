"""A spectator sees everything that is public, and not one card of a hand."""

import re
import time
from collections.abc import Sequence
from typing import Any

import pytest

from tests.e2e.companion import Companion
from tests.e2e.processes import House, agreed, result
from uno_client.tally import Tally
from uno_protocol import messages as m
from uno_protocol.codec import decode_server
from uno_protocol.conformance.person import Person
from uno_protocol.fold import TableView

MATCH = ("--seats", "3", "--bots", "1", "--set", "goal=points", "target=200", "uno_grace=0")
RULES = (
    *(("--rules", name) for name in ("official", "quickplay", "street")),
    ("--rules", "skyrus", "--set", "customizable_rule=everyone_passes_one", "extra=2,2,3"),
)
"""Rule books that show no hand to everyone."""
A_CARD = re.compile(r"[RYGB](?:[0-9SR]|\+2)|W(?:\+4|[SXC])?")
OPENLY = {"first_card_turned", "cards_played"}
"""The events that name cards which everybody may see."""


def cards_in(value: object) -> list[str]:
    """Every card name anywhere in a message, the values of keys that are no cards left out."""
    match value:
        case str():
            return [value] if A_CARD.fullmatch(value) else []
        case dict():
            plain = {"colour", "colours", "name", "code", "waiting_for"}
            return [found for key, inner in value.items() if key not in plain for found in cards_in(inner)]
        case list():
            return [found for inner in value for found in cards_in(inner)]
        case _:
            return []


def watch(eve: Person) -> list[object]:
    """Everything that a spectator hears until the game is over."""
    eve.find(lambda _: eve.picture is not None and eve.room["phase"] == "finished", "the end of the game")
    return [decode_server(body) for body in eve.link.bodies]


@pytest.mark.parametrize("rules", RULES, ids=[rules[1] for rules in RULES])
def test_a_spectator_sees_everything_and_no_hand(house: House, address: str, rules: tuple[str, ...]) -> None:
    players = [house.autoplay(address, "bob", *MATCH, *rules)]  # opens the table and waits for one more
    with Companion(int(address.rpartition(":")[2]), "eve") as eve:
        while eve.ask("spectate_table", table="T")["t"] != "joined":  # there may be none yet
            time.sleep(0.05)
        watching = house.client(address, "--plain", "--name", "fay", "--table", "T", "--spectate")
        watching.hear("Seat 3:")
        watching.end_input()
        players.append(house.autoplay(address, "cem"))
        recorded = watch(eve)
    shown = agreed([result(player) for player in players])
    assert seen(recorded) == shown
    assert hidden(recorded) == []
    assert watching.wait() == 0
    assert f"{shown['winner']} wins the game!" in watching.out
    assert "You " not in watching.out
    drawn = any(isinstance(each, m.Entry) and each.event["k"] == "cards_drawn" for each in recorded)
    assert bool(re.search(r" draws \d+ cards?", watching.out)) is drawn


def seen(recorded: Sequence[object]) -> dict[str, Any]:
    """The result of the match as the spectator can tell it."""
    snapshot, *rest = [each for each in recorded if isinstance(each, (m.Snapshot, m.Entry))]
    assert isinstance(snapshot, m.Snapshot)
    assert snapshot.seat is None
    table, tally = TableView.from_snapshot(snapshot), Tally()
    names: dict[int, str] = {}
    for entry in rest:
        assert isinstance(entry, m.Entry)
        before = None if table.game is None else table.game.copy()
        event = table.apply(entry)  # raises if a number is missing
        assert event is not None
        tally.take(event, before)
        names |= {seat: one.name for seat, one in enumerate(table.room.occupants) if one is not None}
    assert table.game is not None
    assert tally.winners is not None
    scores = {name: table.game.scores[seat] for seat, name in names.items()}
    return {"winner": names[tally.winners[0]], "scores": scores, "rounds": tally.rounds, "actions": tally.actions}


def hidden(recorded: Sequence[object]) -> list[object]:
    """Everything in the record that a spectator has no business to know."""
    faults: list[object] = []
    for message in recorded:
        match message:
            case m.Entry(event={"k": kind} as event) if kind not in OPENLY and cards_in(event):
                faults.append(event)
            case m.Snapshot(game={} as game):
                faults += [{key: value} for key, value in game.items() if key != "discard" and cards_in(value)]
            case m.Legal():
                faults.append(message)
            case _:
                pass
    return faults


def test_the_check_finds_a_hand_where_there_is_one() -> None:
    drawn = m.Entry(table="T", n=1, event={"k": "cards_drawn", "seat": 1, "cards": ["R5"]})
    played = m.Entry(table="T", n=2, event={"k": "cards_played", "seat": 1, "cards": ["R5"]})
    assert hidden([drawn, played]) == [drawn.event]
