"""Well-formed bodies that are not messages (P-3.6 to P-3.9), and tolerance where it is due (P-11)."""

import math
import struct
from collections.abc import Iterator
from functools import partial
from typing import Any

from uno_protocol.conformance import tabled
from uno_protocol.conformance.brevity import is_of_events, needless, told_to_people
from uno_protocol.conformance.judging import row
from uno_protocol.conformance.link import frame, packed, unpacked
from uno_protocol.conformance.shapes import Schema, example, plain, requests
from uno_protocol.conformance.tools import Kit, fail_if, told

_WALKS = """
SC-4 P-3.6: leaves out a field that must be there -> error bad_schema with its name, kept
SC-7 P-3.6: sends a number where text is asked -> error bad_schema with its path, kept
SC-8 P-3.6: sends text where a bool is asked -> error bad_schema with its path, kept
SC-9 P-3.6: sends 1 and 0 where a bool is asked -> error bad_schema with its path, kept
SC-10 P-3.6: sends true where an int is asked -> error bad_schema with its path, kept
SC-11 P-3.6: sends 1.0 where an int is asked -> error bad_schema with its path, kept
SC-12 P-3.6: sends not-a-number and infinities -> error bad_schema with their path, kept
SC-13 P-3.6 P-3.9: sends integers from 2^63 up -> error bad_schema, kept
SC-14 P-3.6: sends a number below and above its range -> error bad_schema with its path, kept
SC-15 P-3.6: sends text that is none of a field's few -> error bad_schema with its path, kept
SC-16 P-3.6: sends text longer than its field may be -> error bad_schema with its path, kept
SC-17 P-3.6: sends a map where an array is asked -> error bad_schema with its path, kept
SC-20 P-3.7 P-11.2: adds a key to a request -> error bad_schema with its name, kept
SC-21 P-3.7 P-11.2: adds a key further in -> error bad_schema with its path, kept
SC-31 P-3.6: sends arrays and maps with too many members, and with too few -> error bad_schema with their path, kept
"""
"""Cases that walk the schema: every field of every request, with every fault of a kind."""
_OF_KINDS: tuple[tuple[str, str, tuple[object, ...]], ...] = (
    ("SC-7", "string", (7,)),
    ("SC-8", "boolean", ("yes",)),
    ("SC-9", "boolean", (1, 0)),
    ("SC-10", "integer", (True,)),
    ("SC-11", "integer", (1.0,)),
    ("SC-12", "number", (math.nan, math.inf, -math.inf)),
    ("SC-13", "integer", (2**63, 2**64 - 1)),
    ("SC-17", "array", ({},)),
)
_FAULTS_OF_A_CONNECTION = 9  # P-3.6: the tenth closes it


def _wrong(part: Schema) -> Iterator[tuple[str, Any]]:
    """Wrong values for a field of this shape, each with its case. At fault in a map with one key is that key; one whose
    value is `...` is left out."""
    kind = part.get("type", "string")
    yield from ((number, value) for number, of, values in _OF_KINDS if of == kind for value in values)
    yield from (("SC-4", {key: ...}) for key in part.get("required", ()) if key not in ("t", "id"))
    if "maximum" in part:
        yield from (("SC-14", part["minimum"] - 1), ("SC-14", part["maximum"] + 1))
    if "enum" in part:
        yield "SC-15", "godlike"
    if "maxLength" in part:
        yield "SC-16", "x" * (part["maxLength"] + 1)
    if "t" in part.get("properties", ()):  # whatever the schema says
        yield "SC-20", {"levitate": 1}
    elif part.get("additionalProperties") is False:
        yield "SC-21", {"levitate": 1}
    if "maxItems" in part:
        yield "SC-31", ["R5"] * (part["maxItems"] + 1)
    if "minItems" in part:
        yield "SC-31", []
    if "maxProperties" in part:
        yield "SC-31", dict.fromkeys(map(str, range(part["maxProperties"] + 1)), "x")
        yield "SC-31", {"hand_size": "7", "x" * (part["propertyNames"]["maxLength"] + 1): "x"}


def _faults(part: Schema, path: str, case: str) -> Iterator[tuple[str, Any]]:
    """The wrong values for what has this shape, each with the path of its fault."""
    part = plain(part)
    for number, value in _wrong(part):
        if number == case:
            key = f".{next(iter(value))}" if isinstance(value, dict) and len(value) == 1 else ""
            yield f"{path}{key}", value
    for key, one in part.get("properties", {}).items():
        if key not in ("t", "id"):
            yield from ((at, {key: value}) for at, value in _faults(one, f"{path}.{key}", case))
    if "items" in part:
        yield from ((at, [value]) for at, value in _faults(part["items"], f"{path}[0]", case))
    if part.get("additionalProperties"):
        yield from ((at, {"hand_size": value}) for at, value in _faults(part["additionalProperties"], path, case))


def _walk(case: str, kit: Kit) -> None:
    faults = [(type_, *fault) for type_, shape in requests().items() for fault in _faults(shape, "", case)]
    if case == "SC-14":  # whatever the schema says
        faults.append(("create_table", ".new.seats", {"new": {"seats": 11}}))
    fail_if(not faults, "no field of the schema can have this fault")
    for first in range(0, len(faults), _FAULTS_OF_A_CONNECTION):
        person = kit.person()
        for type_, path, fields in faults[first : first + _FAULTS_OF_A_CONNECTION]:
            sent = {key: value for key, value in {**example(type_), **fields}.items() if value is not ...}
            person.gets({"t": "error", "code": "bad_schema", "field": path[1:]}, type_, **sent)
        kit.stays(person.link)


def _nothing_needless(kit: Kit, *, of_events: bool) -> None:
    for body in told_to_people(kit):
        for path in needless(message := unpacked(body)):
            fail_if(is_of_events(path) is of_events, f"{path} says what its absence says: {str(message)[:300]}")


for _about in _WALKS.strip().splitlines():
    row(__name__, _about, partial(_walk, _about.partition(" ")[0]))
tabled.of_group(__name__, "SC")


class SchemaCases(Kit):
    def no_type(self) -> None:
        """SC-2 P-3.6: sends a map without a type -> error bad_schema with field t, kept"""
        link = self.greeted()
        link.send({"nonce": 1})
        fail_if(self.refused(link, "bad_schema").get("field") != "t", "the path of the field is not t")
        self.stays(link)

    def a_type_that_is_no_text(self) -> None:
        """SC-3 P-3.6: sends a type that is a number -> error bad_schema with field t, kept"""
        link = self.greeted()
        link.send({"t": 5})
        self.refused(link, "bad_schema")
        self.stays(link)

    def a_request_without_an_id(self) -> None:
        """SC-5 P-3.6: sends a request without an id -> error bad_schema with field id, kept"""
        person = self.person()
        person.link.send({"t": "list_tables"})
        fail_if(self.refused(person.link, "bad_schema").get("field") != "id", "the path of the field is not id")
        self.stays(person.link)

    def ids_out_of_range(self) -> None:
        """SC-6 P-3.6 P-6.1: sends ids 0, -1, 2^53 and text -> error bad_schema, kept"""
        for id in (0, -1, 2**53, "1"):
            person = self.person()
            person.link.send({"t": "list_tables", "id": id})
            error = self.expect(person.link, "error")
            fail_if(error.get("code") != "bad_schema", f"id {id!r}: expected bad_schema, got {told(error)}")
            self.stays(person.link)

    def a_key_too_many_in_login(self) -> None:
        """SC-22 P-3.7 P-11.2: adds a key to login -> error bad_schema, kept"""
        link = self.greeted()
        link.send({"t": "login", "name": self.name(), "age": 9})
        self.refused(link, "bad_schema")
        self.stays(link)

    def keys_too_many_in_hello(self) -> None:
        """SC-23 P-3.7: adds keys to hello -> they are ignored: welcome"""
        link = self.connect()
        self.greet(link, favourite="green", deep={"a": [1, 2, {"b": None}]})
        self.stays(link)

    def nil_for_an_absent_field(self) -> None:
        """SC-24 P-3.8: sends nil where absence means none -> it is taken as absent"""
        person = self.person()
        fail_if(person.ok("join_table", table=self.name(), new={})["t"] != "joined", "expected joined")
        other = self.person()
        other.refused("join_table", "no_such_table", table=self.name(), new=None)

    def a_short_float(self) -> None:
        """SC-26 P-3.2 P-3.6: sends a float of 32 bits where a float is asked -> it is taken"""
        person = self.person()
        body = packed({"t": "create_table", "id": 1, "name": self.name(), "new": {"bot_pause": 0.5}})[4:]
        short = body.replace(b"\xcb" + struct.pack(">d", 0.5), b"\xca" + struct.pack(">f", 0.5))
        person.link.send_bytes(frame(short))
        fail_if(person.answer(1)["t"] != "joined", "expected joined")

    def the_tenth_fault(self) -> None:
        """SC-27 P-3.6 P-12.3: sends ten messages at fault on one connection -> nine are refused, the tenth too, then
        bye bad_schema, closed"""
        link = self.greeted()
        for _ in range(9):
            link.send({"t": "levitate"})
            self.refused(link, "bad_schema")
        self.stays(link)
        link.send({"t": "levitate"})
        self.refuses_and_closes(link, "bad_schema")

    def nothing_that_absence_says(self) -> None:
        """SC-29 P-3.8 SHOULD: reads everything told to people who meet, chat, play and come back -> no field has the
        value that its absence has"""
        _nothing_needless(self, of_events=False)

    def nothing_to_tell_is_left_out(self) -> None:
        """SC-30 P-8.3: reads everything told to people who meet, chat, play and come back -> what is none, false, 0 or
        empty is left out of events, decisions, listed actions, and games"""
        _nothing_needless(self, of_events=True)
