"""Is what came what is due? Asked of values, of errors, and of the list of tables; all raise Failed if it is not."""

from __future__ import annotations

from protocol.conformance.judging import Failed
from protocol.conformance.likeness import same as like
from protocol.conformance.link import Message
from protocol.conformance.person import Person


def says(error: Message, field: str | None = None, **args: object) -> None:
    """The error names that field and has these arguments."""
    if field is not None and error.get("field") != field:
        raise Failed(f"{error['code']} should name the field {field}, and there came {error.get('field')!r}")
    found = error.get("args") or {}
    for name, value in args.items():
        if found.get(name) != value:
            raise Failed(f"{error['code']} should have {name} {value!r} in args, and there came {found}")


def same(what: str, due: object, found: object) -> None:
    """The two are equal, and true is not 1."""
    if due != found or isinstance(due, bool) is not isinstance(found, bool):
        raise Failed(f"{what} should be {due!r}, and there came {found!r}")


def alike(what: str, due: object, found: object) -> None:
    """What was told has what is due, and where None is due nothing; what else is in it does not count (P-11.1)."""
    if not like(found, due):
        raise Failed(f"{what} should be {due!r}, and there came {found!r}")


def listing(person: Person) -> dict[str, Message]:
    """All tables that are listed, by code, page by page."""
    found: dict[str, Message] = {}
    after: dict[str, object] = {}
    while True:
        answer = person.ok("list_tables", **after)
        page = answer["tables"]
        codes = [line["code"] for line in page]
        if codes != sorted(codes) or (found and codes and codes[0] <= max(found)):
            raise Failed(f"the pages are not by code: {codes}")
        found |= {line["code"]: line for line in page}
        if not answer.get("more", False):
            return found
        if not page:
            raise Failed("an empty page tells of more")
        after = {"after": codes[-1]}


def marks(person: Person) -> list[bool]:
    """Who of the people at the table is ready, by seat, as the person knows it."""
    return [one["ready"] for one in person.room["occupants"] if one is not None and "bot" not in one]
