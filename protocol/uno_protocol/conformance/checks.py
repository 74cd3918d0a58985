"""Assertions on received values, errors and lists of tables; all raise Failed."""

from collections.abc import Sequence

from uno_protocol.conformance.likeness import same as like
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.verdicts import Failed, Message, shown


def says(error: Message, field: str | None = None, **args: object) -> Message:
    """Assert that an error names that field and has these arguments; all of its arguments."""
    if field is not None and error.get("field") != field:
        raise Failed(f"the error should name the field {field}, got {shown(error)}")
    found: Message = error.get("args") or {}
    for name, value in args.items():
        if found.get(name) != value:
            raise Failed(f"the error should have {name} {value!r} in args, got {shown(error)}")
    return found


def same(what: str, due: object, found: object) -> None:
    """Assert that the two are equal, where true is not 1."""
    if due != found or isinstance(due, bool) is not isinstance(found, bool):
        raise Failed(f"{what} should be {due!r}, got {found!r}")


def alike(what: str, due: object, found: object, *, empty: bool = False) -> None:
    """Assert that a message has what is due, and nothing where None is due; other keys are ignored (P-11.1). `empty`:
    as in `likeness.same`, for events, decisions and listed actions."""
    if not like(found, due, empty=empty):
        raise Failed(f"{what} should be {due!r}, got {found!r}")


def listing(person: Person) -> dict[str, Message]:
    """All listed tables by code, read page by page; `programs` is false in those that are closed to programs."""
    found: dict[str, Message] = {}
    after: dict[str, object] = {}
    while True:
        answer = person.ok("list_tables", **after)
        page = answer["tables"]
        codes = [line["code"] for line in page]
        if codes != sorted(codes) or (found and codes and codes[0] <= max(found)):
            raise Failed(f"the pages are not sorted by code: {codes}")
        found |= {line["code"]: line for line in page}
        found |= {code: found[code] | {"programs": False} for code in found.keys() & answer.get("no_programs", ())}
        if not answer.get("more", False):
            return found
        if not page:
            raise Failed("an empty page says that there are more")
        after = {"after": codes[-1]}


def ready(people: Sequence[Person]) -> None:
    """Everybody is ready. Raises Failed."""
    for one in people:
        one.ok("ready")


def start(people: Sequence[Person], **fields: object) -> None:
    """Everybody is ready, and the first of these people, who must be host, starts the game. Raises Failed."""
    ready(people)
    people[0].ok("start", **fields)


def lost(person: Person, witness: Person) -> None:
    """The person's connection breaks, and somebody else at the table is told. Raises Failed."""
    person.drop()
    witness.event("presence_changed")


def come_back(person: Person) -> None:
    """The person comes back, and gets a snapshot. Raises Failed."""
    person.back()
    person.find(lambda one: one["t"] == "snapshot", "snapshot")


def marks(person: Person) -> list[bool]:
    """Which people at the table are ready, by seat, as the person knows it."""
    return [one["ready"] for one in person.room["occupants"] if one is not None and "bot" not in one]
