"""How often random games have reached each thing that can happen: a law that was never tried says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import Card, Rank
from uno_engine.customizable import RULES
from uno_engine.decisions import DECISIONS, AnswerDrawFour, AnswerStack, Decision, TakeTurn, asked
from uno_engine.options import values_of
from uno_engine.refused import Code
from uno_engine.rules import MOST_SEATS, TABLE, Doubles
from uno_engine.state import State

_ACTIONS: tuple[type[act.Action], ...] = (
    *(act.Play, act.Draw, act.Keep, act.Pass, act.Name, act.Choose, act.Cast, act.Give, act.Retain),
    *(act.Accept, act.Challenge, act.Done, act.CallUno, act.Catch, act.TimedOut, act.Left, act.Join, act.Deal),
)
LONG_CHAIN = 5

WANTED: Mapping[str, tuple[str, ...]] = {
    "option": tuple(f"{name}={value}" for name, row in TABLE.items() for value in row.choices),
    "players": tuple(str(count) for count in range(2, MOST_SEATS + 1)),
    "table": ("all seats taken", "an empty seat"),
    "action": tuple(action.kind for action in _ACTIONS),
    "decision": tuple(DECISIONS),
    "time ran out at": tuple(DECISIONS),
    "left when asked": tuple(DECISIONS),
    "event": tuple(ev.EVENTS),
    "drawn for": tuple(reason.value for reason in ev.DrawReason),
    "hands moved by": tuple(reason.value for reason in ev.MoveReason),
    "first card": tuple(rank.value for rank in Rank),
    "last card": tuple(rank.value for rank in Rank),
    "customizable rule": tuple(RULES),
    "play": (
        *("single card", "drawn card", "jump-in", "passed on", "deflected", "double", "double passed on"),
        *(f"chain of {length}" for length in range(2, LONG_CHAIN)),
        f"chain of {LONG_CHAIN} or more",
    ),
    "punished or refused": (*(code.value for code in Code), "false_uno", "out_of_turn"),
    "round": ("won", "won together", "won by nobody", "blocked", "deserted"),
    "law": ("lists tried", "anything tried", "two worlds", "two worlds parted"),
}
"""Everything that has to be reached, by kind."""


class Reached:
    """The counts of one or many games."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, other: Reached) -> None:
        """Add the counts of another."""
        self.counts.update(other.counts)

    def missing(self) -> list[str]:
        """The things that had to be reached and were not."""
        return [f"{kind}: {name}" for kind, names in WANTED.items() for name in names if not self.counts[kind, name]]

    def by_kind(self) -> dict[str, dict[str, int]]:
        """The counts of everything that has to be reached."""
        return {kind: {name: self.counts[kind, name] for name in names} for kind, names in WANTED.items()}

    def law(self, name: str) -> None:
        """Something was tried for a law."""
        self.counts["law", name] += 1

    def refused(self, code: Code) -> None:
        """An action was refused."""
        self.counts["punished or refused", code.value] += 1

    def began(self, state: State) -> None:
        """A game with these rules and seats begins."""
        for name, value in values_of(state.rules).items():
            self.counts["option", f"{name}={value}"] += 1
        self.counts["players", str(sum(state.seated))] += 1
        self.counts["table", "all seats taken" if all(state.seated) else "an empty seat"] += 1

    def done(self, before: State, action: act.Action, events: Sequence[ev.Event]) -> None:
        """This action in this game led to these events."""
        counts, decision = self.counts, before.waiting_for
        counts["action", action.kind] += 1
        if isinstance(action, act.TimedOut) and decision is not None:
            counts["time ran out at", decision.kind] += 1
        elif isinstance(action, act.Left) and decision is not None and action.seat in asked(decision):
            counts["left when asked", decision.kind] += 1
        for event in events:
            self._event(event)
            if isinstance(event, ev.CardsPlayed):
                self._played(before, decision, event)
        kinds = {event.kind for event in events}
        if "game_ended" in kinds and "round_ended" not in kinds:
            counts["round", "deserted"] += 1

    def _event(self, event: ev.Event) -> None:
        counts = self.counts
        counts["event", event.kind] += 1
        match event:
            case ev.Asked(decision):
                counts["decision", decision.kind] += 1
            case ev.CardsDrawn():
                counts["drawn for", event.reason.value] += 1
            case ev.HandsMoved():
                counts["hands moved by", event.reason.value] += 1
            case ev.FirstCardTurned(card):
                counts["first card", card.rank.value] += 1
            case ev.FalseUno() | ev.OutOfTurn():
                counts["punished or refused", event.kind] += 1
            case ev.RoundEnded():
                self._round(event)
            case _:
                pass

    def _round(self, event: ev.RoundEnded) -> None:
        winners = len(event.winners)
        self.counts["round", "won" if winners == 1 else "won together" if winners else "won by nobody"] += 1
        self.counts["round", "blocked"] += event.blocked

    def _played(self, before: State, decision: Decision | None, event: ev.CardsPlayed) -> None:
        self.counts["play", _manner(before, decision, event)] += 1
        last: Card = event.cards[-1]
        if before.counts[event.seat] == len(event.cards):
            self.counts["last card", last.rank.value] += 1
        elif last.rank is Rank.CUSTOMIZABLE and before.custom is not None:
            self.counts["customizable rule", before.custom] += 1


def _manner(before: State, decision: Decision | None, event: ev.CardsPlayed) -> str:
    """How cards were played, in the words of `WANTED`."""
    length = len(event.cards)
    answers = isinstance(decision, AnswerStack | AnswerDrawFour)
    if length > 1 and before.rules.doubles is not Doubles.NO:
        return "double passed on" if answers else "double"
    if length > 1:
        return f"chain of {length}" if length < LONG_CHAIN else f"chain of {LONG_CHAIN} or more"
    if event.seat not in asked(decision):
        return "jump-in"
    if answers:
        return "deflected" if event.cards[0].rank in (Rank.SKIP, Rank.REVERSE) else "passed on"
    return "single card" if isinstance(decision, TakeTurn) else "drawn card"
