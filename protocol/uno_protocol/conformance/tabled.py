"""Requests at tables in some state, as rows of `tables.rows`: what each must get (request × state)."""

import json
import re
from collections.abc import Callable, Iterable
from functools import partial
from importlib.resources import files
from typing import Any

from uno_protocol.conformance.checks import alike, lost, says
from uno_protocol.conformance.judging import row
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.rounds import MATCH, short_round
from uno_protocol.conformance.verdicts import Failed

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


def of_group(module: str, letters: str) -> None:
    """Add the rows whose numbers begin with these letters as cases of that module's group."""
    text = files("uno_protocol.conformance").joinpath("tables.rows").read_text(encoding="utf-8")
    for block in re.split(r"\n(?! )", text.rstrip()):
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
    kind = fields.pop(0) if type_ == "hears" else ""
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
        case _ if due:
            error = person.refused(type_, code, **given)
            says(error, wanted.pop("field", None), **wanted)
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
