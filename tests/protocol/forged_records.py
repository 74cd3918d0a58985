"""Records that somebody has changed, and given a digest that fits."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

from uno_engine.cards import FACES


def resealed(lines: list[Any]) -> bytes:
    """The file of these lines with a digest that fits."""
    body = b"".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for line in lines)
    last = [lines[-1][0], "sha256", hashlib.sha256(body).hexdigest()]
    return body + json.dumps(last, separators=(",", ":")).encode() + b"\n"


def lines_of(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()[:-1]]


def some_path(choice: random.Random, value: Any, fits: Callable[[Any], bool]) -> list[Any] | None:
    """The way to one of the values that fit, chosen at random."""
    found: list[list[Any]] = []

    def walk(value: Any, path: list[Any]) -> None:
        if fits(value):
            found.append(path)
        for key, part in (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        ):
            walk(part, [*path, key])

    walk(value, [])
    return choice.choice(found) if found else None


CARDS = [card.name for card in FACES]


def forged(choice: random.Random, lines: list[Any]) -> bool:
    """Change a card, an action, the order or the result. False if there was nothing to change."""
    kind = choice.choice(("card", "action", "order", "result", "missing", "twice", "seed"))
    if kind == "order":
        at = choice.randrange(1, len(lines) - 1)
        one, other = lines[at], lines[at + 1]
        if one[1:] == other[1:]:
            return False
        lines[at], lines[at + 1] = [one[0], *other[1:]], [other[0], *one[1:]]
        return True
    if kind in ("missing", "twice"):
        at = choice.randrange(1, len(lines))
        lines[at : at + 1] = [] if kind == "missing" else [lines[at], lines[at]]
        return len(lines) > 1
    if kind == "seed":
        seed = lines[0]["seed"]
        at = choice.randrange(64)
        lines[0]["seed"] = seed[:at] + choice.choice([x for x in "0123456789abcdef" if x != seed[at]]) + seed[at + 1 :]
        return True
    of = {"card": "ae", "action": "a", "result": "r"}[kind]
    line = choice.choice([line for line in lines[1:] if line[1] in of] or [None])
    if line is None:
        return False
    fits: Callable[[Any], bool] = (
        (lambda value: value in CARDS if isinstance(value, str) else False)
        if kind == "card"
        else (lambda value: type(value) in (int, str, bool))
    )
    path = some_path(choice, line[2], fits)
    if not path:
        return False
    *way, key = path
    holder = line[2]
    for step in way:
        holder = holder[step]
    old = holder[key]
    if isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = old + choice.choice((1, 7))
    else:
        holder[key] = choice.choice([card for card in CARDS if card != old])
    return True
