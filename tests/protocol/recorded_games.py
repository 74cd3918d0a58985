"""Random games of random rules, recorded: with all hands, and with the eyes of each viewer."""

import random
from typing import NamedTuple

import msgspec

from uno_engine.actions import Action, Join
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.laws.any_move import AnyMove
from uno_engine.laws.any_rules import some_game
from uno_engine.laws.witness import Witness
from uno_engine.options import fingerprint
from uno_engine.rules import RuleSet
from uno_engine.state import Phase, State, View
from uno_protocol.records.file import ALL, FORMAT, Header, RecordedPlayer, played, seen, write
from uno_protocol.room import SeatTaken
from uno_protocol.wire import told_rules


class RecordedGame(NamedTuple):
    """A random game as it was played, and its record of all hands."""

    header: Header
    actions: list[Action]
    events: list[Event]
    views: list[dict[int | None, View]]
    """After each event, what every viewer knew."""
    data: bytes

    def eyes(self, viewer: int | None) -> bytes:
        """The record of what one viewer saw."""
        header = msgspec.structs.replace(self.header, eyes="spectator" if viewer is None else viewer, seed="")
        return write(header, seen(((0.5, event) for event in self.events), viewer))


def recorded(number: int, *, folding: bool = False) -> RecordedGame:
    """The random game of that number, played to its end. `folding`: with what every viewer knew after each event."""
    choice = random.Random(number)
    state = some_game(choice)
    begun, move, witness = state.copy(), AnyMove(choice, state.seats), Witness(state)
    actions, events, views = list[Action](), list[Event](), list[dict[int | None, View]]()
    while state.phase is not Phase.OVER:
        action = move.next(state, witness.views)
        actions.append(action)
        for event in advance(state, action):
            witness.see([event])
            events.append(event)
            if folding:
                views.append({viewer: View(view.copy()) for viewer, view in witness.views.items()})
    header = _header(begun, number)
    timed = [(at / 3, action, _newcomer(action)) for at, action in enumerate(actions)]
    return RecordedGame(header, actions, events, views, write(header, played(begun, timed)))


def _newcomer(action: Action) -> SeatTaken | None:
    return SeatTaken(action.seat, f"New {action.seat}") if isinstance(action, Join) else None


def _header(state: State, number: int) -> Header:
    rules: RuleSet = state.rules
    kinds = ("person", "program", "hard")
    players = [RecordedPlayer(f"Player {seat}", kinds[seat % 3]) for seat in range(state.seats)]
    return Header(
        unorec=FORMAT,
        program="uno",
        game=str(number),
        began=1_700_000_000.0,
        preset="official",
        options=told_rules(rules),
        fingerprint=fingerprint(rules),
        seats=[player if sits else None for player, sits in zip(players, state.seated, strict=True)],
        eyes=ALL,
        own_text=rules.own_text or None,
        chosen=state.chosen,
        show_hands=True,
        seed=state.seed.hex(),
    )
