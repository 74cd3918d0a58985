"""What it costs to see a game again in the full screen: to open its record, and a step by a turn, each way.

bench.py replay                  a game of 400 turns
bench.py replay --turns N --json

The game is played by computer players from a seed, for points, until it has so many turns. Opening it is reading
the file, folding all of it and the first drawing at 120 by 40; a step is a key and the drawing that follows.
Milliseconds of processor time: all hands open, and from a player's seat.
Exit code: 0; 1 if opening it or one step in a hundred takes longer than it may.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from statistics import median, quantiles
from time import process_time
from typing import TYPE_CHECKING, Any

from play import into_environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uno_engine.actions import Action
    from uno_engine.state import State

NAME = "bench.py replay"
SEED, SEATS = 1, 4
WIDE = (120, 40)
MOST_OPEN_MS, MOST_STEP_MS = 300.0, 20.0


def record_of(turns: int) -> bytes:
    """A record, with all hands, of a game of so many turns. It is not over then."""
    from uno_engine.options import fingerprint
    from uno_engine.presets import new_rules
    from uno_engine.state import new_game
    from uno_protocol.records import file
    from uno_protocol.wire import told_rules

    rules = new_rules("official", {"goal": "points", "target": "5000"})
    begun = new_game(rules, [True] * SEATS, SEED.to_bytes(32, "big"), None)
    header = file.Header(
        unorec=file.FORMAT,
        program=NAME,
        game="1",
        began=0.0,
        preset="official",
        options=told_rules(rules),
        fingerprint=fingerprint(rules),
        seats=[file.RecordedPlayer(f"Player {seat}", "normal") for seat in range(SEATS)],
        eyes="all",
        show_hands=True,
        seed=begun.seed.hex(),
    )
    timed = ((float(at), action, None) for at, action in enumerate(_actions(begun.copy(), turns)))
    return file.write(header, file.played(begun, timed))


def _actions(state: State, turns: int) -> Iterator[Action]:
    from uno_engine.actions import Deal
    from uno_engine.bots.choosing import choose
    from uno_engine.decide import advance
    from uno_engine.decisions import TakeTurn, asked
    from uno_engine.legal import legal_actions
    from uno_engine.view import view_for

    done = 0
    while done < turns:
        seat = next(iter(asked(state.waiting_for)), None)
        done += isinstance(state.waiting_for, TakeTurn)
        found = None if seat is None else choose("normal", view_for(state, seat), legal_actions(state, seat), b"")
        action: Action = Deal() if found is None else found
        advance(state, action)
        yield action


def measure(turns: int) -> dict[str, Any]:
    """The figures: `open_ms`, and of all steps the `step_ms` (median), `p99_step_ms` and `worst_step_ms`."""
    data = record_of(turns)
    opening, steps, events = [], list[float](), 0
    for name in ("nobody", "Player 2"):
        _seen(data, name)  # what is loaded and made once
        seconds, events, stepped = _seen(data, name)
        opening.append(seconds)
        steps += stepped
    return {
        "turns": turns,
        "events": events,
        "bytes": len(data),
        "open_ms": round(1000 * max(opening), 1),
        "step_ms": round(1000 * median(steps), 1),
        "p99_step_ms": round(1000 * quantiles(steps, n=100)[-1], 1),
        "worst_step_ms": round(1000 * max(steps), 1),
    }


def _seen(data: bytes, name: str) -> tuple[float, int, list[float]]:
    """Seconds to open the record, how many events there are, and seconds of each step to its end and back."""
    from uno_client.core.model import Model
    from uno_client.core.replay import opened
    from uno_client.drawing.palette import palette
    from uno_client.fullscreen.key_handlers import update
    from uno_client.fullscreen.screens import draw
    from uno_client.messages import Key
    from uno_client.screens.frame import Size
    from uno_protocol.records.file import read

    began = process_time()
    model = opened(Model(name=name), read(data))
    draw(model, Size(*WIDE), palette()).lines()
    seconds, steps = process_time() - began, list[float]()
    assert model.replay is not None
    for key in ("right", "left"):
        for _ in model.replay.showing.turns:
            began = process_time()
            model, _commands = update(model, Key(key))
            draw(model, Size(*WIDE), palette()).lines()
            steps.append(process_time() - began)
    assert model.replay is not None
    return seconds, len(model.replay.showing), steps


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog=NAME, description="Measure what it costs to see a game again.")
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--json", action="store_true", help="one JSON value on one line")
    asked = parser.parse_args(typed)
    into_environment()
    gc.set_threshold(30_000)  # as the client has it
    found = measure(asked.turns)
    print(json.dumps(found) if asked.json else "\n".join(f"{name:>14} {value}" for name, value in found.items()))
    slow = found["open_ms"] > MOST_OPEN_MS or found["p99_step_ms"] > MOST_STEP_MS
    if slow:
        print(f"{NAME}: more than {MOST_OPEN_MS} ms to open, or {MOST_STEP_MS} ms for a step", file=sys.stderr)
    return int(slow)
