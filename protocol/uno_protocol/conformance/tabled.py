"""Requests at tables in some state, as rows of `tables.rows`: what each must get (request × state)."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any

from uno_protocol.conformance.checks import alike, lost
from uno_protocol.conformance.judging import row
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.rounds import MATCH, short_round
from uno_protocol.conformance.shapes import example
from uno_protocol.conformance.verdicts import Failed, Message, exchange

NAMES = ("ann", "bob", "cem", "dan")
STATES: dict[str, Callable[[Kit, int, dict[str, Any]], list[Person]]] = {
    "lobby": lambda kit, count, _new: kit.people(count),
    "hosted": lambda kit, count, new: kit.hosted(count, new),
    "table": lambda kit, count, new: kit.table(count, **new),
    "playing": lambda kit, count, new: kit.playing(count, **new),
    "between": lambda kit, count, new: short_round(kit, count, MATCH, **new),
    "over": lambda kit, count, new: short_round(kit, count, **new),
}
"""By the word that begins a row: so many people, at a table with these settings."""


@cache
def _blocks() -> list[str]:
    text = files("uno_protocol.conformance").joinpath("tables.rows").read_text(encoding="utf-8")
    return re.split(r"\n(?! )", text.rstrip())


@cache
def refusals() -> Mapping[tuple[str, str], list[str]]:
    """The requests that are refused in a state with a code, by the table that begins with STATE."""
    head, *lines = (line.split() for block in _blocks() if block.startswith("STATE") for line in block.splitlines())
    found: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        for cell in zip(head[1:], line[1 - len(head) :], strict=True):
            found.setdefault(cell, []).extend(line[: 1 - len(head)])
    return found


def refused(person: Person, state: str, code: str, **args: object) -> None:
    """Send everything that is refused in this state with this code and arguments. Raises Failed."""
    hand = {"cards": person.hand[:1], "card": person.hand[0]} if person.hand else {}
    real = {"decision": person.decision, "name": person.name, **hand}
    for type_ in refusals()[state, code]:
        fields = {key: real.get(key, value) for key, value in example(type_).items()}
        error = person.gets(_error(code, args), type_, **fields)
        if code == "not_your_turn" and not (error.get("clause") and error.get("text")):
            raise Failed(exchange({"t": type_, **fields}, "a clause and a text (P-9.10)", error))


def _error(code: str, args: Mapping[str, object], field: str | None = None) -> Message:
    named = {} if field is None else {"field": field}
    return {"t": "error", "code": code, **named, **({"args": args} if args else {})}


def of_group(module: str, letters: str) -> None:
    """Add the rows whose numbers begin with these letters as cases of that module's group."""
    for block in _blocks():
        about, *steps = block.splitlines()
        if about.startswith(f"{letters}-"):
            row(module, about, partial(_walk, [step for line in steps for step in line.split(" | ")]))


def _walk(steps: Iterable[str], kit: Kit) -> None:
    people: list[Person] = []
    names = {"@new": kit.name()}
    for step in map(str.strip, steps):
        try:
            _take(step, kit, people, names)
        except Failed as failed:
            raise Failed(f"{step}: {failed}") from failed


def _take(step: str, kit: Kit, people: list[Person], names: dict[str, str]) -> None:
    asked, _, due = step.partition(" -> ")
    who, type_, *fields = asked.split()
    code, *args = due.split() or [""]
    kind = fields.pop(0) if type_ in ("hears", "tries") else ""
    given, wanted = (
        {key: _value(value, people, names) for key, value in (word.split("=", 1) for word in some)}
        for some in (fields, args)
    )
    if who in STATES:
        there, _, more = type_.partition("+")
        people[:] = [*STATES[who](kit, int(there), given), *kit.people(int(more or 0))]
        return
    person = people[NAMES.index(who)]
    match type_:
        case "hears":
            alike(f"the event {kind}", given, person.event(kind), empty=True)
        case "knows":
            person.catch_up()
            alike("the room", given, person.room)
        case "quiet":
            kit.quiet(person.link)
        case "drop":
            lost(person, people[0])
        case "tries":
            refused(person, kind, code, **wanted)
        case _ if due:
            field = wanted.pop("field", None)
            person.gets(_error(code, wanted, field), type_, **given)
        case _:
            answer = person.ok(type_, **given)
            if answer["t"] == "joined":
                person.entered(answer)


def _value(text: str, people: list[Person], names: dict[str, str]) -> Any:
    """JSON, else the text; within it `@new`, the host's `@table` and its `@name`, and `@bob` for his name."""
    known = {**names, **{f"@{name}": one.name for name, one in zip(NAMES, people, strict=False)}}
    if people and people[0].code:
        known |= {"@table": people[0].code, "@name": people[0].room["name"]}
    filled = re.sub("@[a-z]+", lambda found: known[found[0]], text)
    try:
        return json.loads(filled)
    except ValueError:
        return filled
