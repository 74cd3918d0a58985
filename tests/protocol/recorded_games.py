"""Random games of random rules, recorded: with all hands, and with the eyes of each viewer."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from uno_engine.actions import Action, Deal, Join, Left
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.laws.any_move import AnyMove
from uno_engine.laws.any_rules import some_game
from uno_engine.laws.witness import Witness
from uno_engine.mixing import SHARE_BYTES, SeatKind, commitment, mixed_seed, share_hash
from uno_engine.options import fingerprint
from uno_engine.rules import RuleSet
from uno_engine.scenario import position, steps
from uno_engine.scenario.text import Block
from uno_engine.state import Phase, State, View
from uno_engine.view import view_for
from uno_protocol.records.file import ALL, FORMAT, Header, RecordedPlayer, RecordStep, played, seen, write
from uno_protocol.room import DealMixed, RoomEvent, SeatTaken
from uno_protocol.wire import told_rules, view_to_map

_KINDS = {"person": SeatKind.PERSON, "program": SeatKind.PERSON, "hard": SeatKind.COMPUTER}


class RecordedGame(NamedTuple):
    """A random game as it was played, and its record of all hands."""

    header: Header
    actions: list[Action]
    events: list[Event]
    views: list[dict[int | None, View]]
    """After each event, what every viewer knew."""
    data: bytes
    mixed: tuple[DealMixed, ...] = ()
    """What players added to the seed, before everything else."""

    def eyes(self, viewer: int | None) -> bytes:
        """The record of what one viewer saw."""
        eyes = "spectator" if viewer is None else viewer
        start = view_to_map(view_for(State(self.header.begin()), viewer)) if self.header.position else None
        header = msgspec.structs.replace(self.header, eyes=eyes, seed="", secret="", position="", start=start)
        events: list[Event | RoomEvent] = [*self.mixed, *self.events]
        return write(header, seen(((0.5, event) for event in events), viewer))


def recorded(number: int, *, folding: bool = False, mixing: bool = False) -> RecordedGame:
    """The random game of that number, played to its end. `folding`: with what every viewer knew after each event;
    `mixing`: people have bytes mixed into the seed, all but the last of those who offered some."""
    choice = random.Random(number)
    state = some_game(choice)
    secret, (listed, mixed) = state.seed, _mixed(number, state.seated) if mixing else (None, ())
    for deal in mixed:
        shares = [None if share is None else bytes.fromhex(share) for share in deal.shares]
        state.seed = mixed_seed(secret, deal.kinds, shares)
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
    header = msgspec.structs.replace(_header(begun, number), seed=begun.seed.hex())
    if mixing:
        header = msgspec.structs.replace(
            header, secret=secret.hex(), commitment=commitment(secret).hex(), shares=listed
        )
    timed = [(at / 3, action, _newcomer(action)) for at, action in enumerate(actions)]
    whole = [*(RecordStep(0.0, deal) for deal in mixed), *played(begun, timed)]
    return RecordedGame(header, actions, events, views, write(header, whole), mixed)


def recorded_scenario(block: Block, number: int) -> RecordedGame | None:
    """The game of a scenario: its steps, and then everybody leaves; None if its rules are refused.

    A deal that is the first step is part of the beginning.
    """
    placed = position.read(block)
    if "invalid" in placed.once:
        return None
    text = "\n".join(line.text for line in block.position)
    begun = position.placed_at(text, position.rules_of(placed))
    state, views = begun.copy(), [{viewer: view_for(begun, viewer) for viewer in (None, *range(begun.seats))}]
    actions, events = list[Action](), list[Event]()
    for action in _to_the_end(state, placed):
        actions.append(action)
        for event in advance(state, action):
            events.append(event)
            views.append({viewer: View(view.copy()) for viewer, view in views[-1].items()})
            for viewer, view in views[-1].items():
                evolve(view, event.seen_by(viewer))
    header = msgspec.structs.replace(_header(begun, number), position=text)
    timed = [(at / 3, action, _newcomer(action)) for at, action in enumerate(actions)]
    return RecordedGame(header, actions, events, views[1:], write(header, played(begun, timed)))


def _to_the_end(state: State, placed: position.Position) -> Iterator[Action]:
    """The steps that aren't refused, and then everybody leaves, as `state` moves on."""
    lines = [line for line in placed.block.steps if line.text.split()[0] != "expect"]
    for at, line in enumerate(lines):
        step = steps.read(line, placed.names)
        if not step.refused and not (at == 0 and step.action == Deal()):
            yield step.action
    while state.phase is not Phase.OVER:
        yield Left(state.seated.index(True)) if any(state.seated) else Join(0)


def _mixed(number: int, seated: Sequence[bool]) -> tuple[list[str | None] | None, tuple[DealMixed, ...]]:
    """The list of hashes, and what became of it: all people offer bytes, or all but the first."""
    kinds = [int([*_KINDS.values()][seat % 3] if sits else SeatKind.EMPTY) for seat, sits in enumerate(seated)]
    people = [seat for seat, kind in enumerate(kinds) if kind == SeatKind.PERSON]
    if not people:
        return None, ()
    offering = people[number % 2 :] or people
    dropped = offering[-1:] if len(offering) > 1 else []
    bytes_ = [bytes([seat]) * SHARE_BYTES if seat in offering else None for seat in range(len(seated))]
    listed = [None if one is None else share_hash(seat, one).hex() for seat, one in enumerate(bytes_)]
    shares = [None if one is None or seat in dropped else one.hex() for seat, one in enumerate(bytes_)]
    return listed, (DealMixed(tuple(kinds), tuple(shares), tuple(dropped)),)


def _newcomer(action: Action) -> SeatTaken | None:
    return SeatTaken(action.seat, f"New {action.seat}") if isinstance(action, Join) else None


def _header(state: State, number: int) -> Header:
    rules: RuleSet = state.rules
    kinds = [*_KINDS]
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
    )
