"""Records that somebody has changed, and given a digest that fits."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

from uno_engine.cards import FACES
from uno_engine.mixing import SECRET_BYTES, commitment
from uno_engine.options import fingerprint
from uno_engine.rules import TABLE, RulesRefused
from uno_protocol.records.checking import RecordVerdict
from uno_protocol.room import rules_of

Forgery = Callable[[random.Random, list[Any]], bool]
"""Changes the lines of a record, so that it isn't true any more. False if there was nothing to change."""


def resealed(lines: list[Any]) -> bytes:
    """The file of these lines with a digest that fits."""
    body = b"".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for line in lines)
    end = lines[-1]
    last = [end[0] if isinstance(end, list) and end else 0.0, "sha256", hashlib.sha256(body).hexdigest()]
    return body + json.dumps(last, separators=(",", ":")).encode() + b"\n"


def lines_of(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()[:-1]]


def verdict_due(data: bytes, lines: list[Any]) -> RecordVerdict:
    """What must be said of the forged `lines` of a record: nobody can judge a game by rules that nobody knows."""
    return RecordVerdict.FALSE if lines[0]["options"] == lines_of(data)[0]["options"] else RecordVerdict.UNKNOWN


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
    """Change a card, an action, the order, the result or the header. False if there was nothing to change."""
    return choice.choice(FORGERIES)(choice, lines)


def _order(choice: random.Random, lines: list[Any]) -> bool:
    at = choice.randrange(1, len(lines) - 1)
    one, other = lines[at], lines[at + 1]
    if one[1:] == other[1:]:
        return False
    lines[at], lines[at + 1] = [one[0], *other[1:]], [other[0], *one[1:]]
    return True


def _missing(choice: random.Random, lines: list[Any]) -> bool:
    del lines[choice.randrange(1, len(lines))]
    return len(lines) > 1


def _twice(choice: random.Random, lines: list[Any]) -> bool:
    at = choice.randrange(1, len(lines))
    lines.insert(at, lines[at])
    return True


def _value(kinds: str, fits: Callable[[Any], bool]) -> Forgery:
    """Another value somewhere in a line of these kinds."""

    def forge(choice: random.Random, lines: list[Any]) -> bool:
        line = choice.choice([line for line in lines[1:] if line[1] in kinds] or [None])
        path = some_path(choice, line[2], fits) if line is not None else None
        if line is None or not path:
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

    return forge


def _digit(field: str) -> Forgery:
    """Another hex digit in the header, or none at all."""

    def forge(choice: random.Random, lines: list[Any]) -> bool:
        header = lines[0]
        if not header.get(field):
            return False
        if choice.random() < 0.2:
            del header[field]
        else:
            header[field] = _another_digit(choice, header[field])
        return True

    return forge


def _another_digit(choice: random.Random, digits: str) -> str:
    at = choice.randrange(len(digits))
    return digits[:at] + choice.choice([x for x in "0123456789abcdef" if x != digits[at]]) + digits[at + 1 :]


def _listed(choice: random.Random, lines: list[Any]) -> bool:
    """Another list of hashes: one changed, left out or added, or no list. Nobody knows the hash of what was dropped."""
    listed = lines[0].get("shares")
    if not listed:
        return False
    at = choice.randrange(len(listed) + 1)
    if at == len(listed):
        del lines[0]["shares"]
    elif listed[at] is None or lines[1][2]["shares"][at] is None or choice.random() < 0.5:
        listed[at] = "ab" * 32 if listed[at] is None else None
    else:
        listed[at] = _another_digit(choice, listed[at])
    return True


def _dropped(choice: random.Random, lines: list[Any]) -> bool:
    """Other seats whose bytes are missing."""
    if lines[1][2].get("k") != "deal_mixed":
        return False
    mixed = lines[1][2]
    seat = choice.randrange(len(mixed["shares"]))
    mixed["dropped"] = sorted({*mixed.get("dropped", ())} ^ {seat})
    return True


def _opened(choice: random.Random, lines: list[Any]) -> bool:
    """A player's bytes are others, missing without a word, or there though they were dropped."""
    if lines[1][2].get("k") != "deal_mixed":
        return False
    mixed = lines[1][2]
    seat = choice.randrange(len(mixed["shares"]))
    share = mixed["shares"][seat]
    mixed["shares"][seat] = "ab" * 16 if share is None else choice.choice((None, _another_digit(choice, share)))
    return True


def _seats(choice: random.Random, lines: list[Any]) -> bool:
    """A player more or fewer when the game began."""
    seats = lines[0]["seats"]
    at = choice.randrange(len(seats))
    seats[at] = {"name": "Eve"} if seats[at] is None else None
    return True


def _options(choice: random.Random, lines: list[Any]) -> bool:
    """Other rules than those of the fingerprint, and not only in what means nothing beside other options."""
    options = lines[0]["options"]
    name = choice.choice([name for name in options if len(TABLE[name].choices) > 1])
    options[name] = choice.choice([value for value in TABLE[name].choices if value != options[name]])
    try:
        rules = rules_of(lines[0]["preset"], options, lines[0].get("own_text"))
    except RulesRefused:
        return True
    return bool(fingerprint(rules) != lines[0]["fingerprint"])


def _position(choice: random.Random, lines: list[Any]) -> bool:
    """A game at a position began with other scores: those of the players who are there at the end are in the result."""
    position, result = lines[0].get("position"), lines[-1][2]
    left = {line[2]["seat"] for line in lines[1:] if line[1] == "e" and line[2]["k"] == "player_left"}
    there = [seat for seat in result.get("winners", ()) if seat not in left]
    if not position or not there:
        return False
    rows = dict(row.split(":", 1) for row in position.split("\n"))
    name = rows["seats"].split()[choice.choice(there)]
    rows[f"score {name}"] = f" {int(rows.get(f'score {name}', 0)) + 1}"
    lines[0]["position"] = "\n".join(f"{key}:{value}" for key, value in rows.items())
    return True


def _bound(choice: random.Random, lines: list[Any]) -> bool:
    """A game at a position seems to follow from a commitment, or from a part of what belongs to one."""
    if not lines[0].get("position"):
        return False
    secret = choice.randbytes(SECRET_BYTES)
    fields = {"secret": secret.hex(), "seed": secret.hex(), "commitment": commitment(secret).hex()}
    lines[0] |= choice.sample([*fields.items()], choice.randint(1, len(fields)))
    return True


FORGERIES: tuple[Forgery, ...] = (
    _value("ae", lambda value: isinstance(value, str) and value in CARDS),
    _value("a", lambda value: type(value) in (int, str, bool)),
    _value("r", lambda value: type(value) in (int, str, bool)),
    _order,
    _missing,
    _twice,
    *map(_digit, ("seed", "secret", "commitment")),
    _listed,
    _dropped,
    _opened,
    _seats,
    _options,
    _position,
    _bound,
)
