"""Well-formed bodies that are not messages (P-3.6 to P-3.9), and tolerance where it is due (P-11)."""

import json
import struct
from functools import partial
from typing import Any

from uno_protocol.conformance import tabled
from uno_protocol.conformance.brevity import is_of_events, needless, told_to_people
from uno_protocol.conformance.judging import row
from uno_protocol.conformance.link import frame, packed, unpacked
from uno_protocol.conformance.tools import Failed, Kit, fail_if, told

_ROWS = """
SC-1 P-3.6: sends a type that does not exist -> error bad_schema with field t, kept
    levitate t: {}
SC-4 P-3.6: leaves out a field that must be there -> error bad_schema with its name, kept
    join_table table: {}
SC-7 P-3.6: sends a number where text is asked -> error bad_schema with its path, kept
    join_table table: {"table": 7}
SC-8 P-3.6: sends text where a bool is asked -> error bad_schema with its path, kept
    ready ready: {"ready": "yes"}
SC-9 P-3.6: sends 1 and 0 where a bool is asked -> error bad_schema with its path, kept
    ready ready: {"ready": 1}; {"ready": 0}
SC-10 P-3.6: sends true where an int is asked -> error bad_schema with its path, kept
    remove_bot seat: {"seat": true}
SC-11 P-3.6: sends 1.0 where an int is asked -> error bad_schema with its path, kept
    remove_bot seat: {"seat": 1.0}
SC-12 P-3.6: sends not-a-number and infinities -> error bad_schema with their path, kept
    create_table new.bot_pause: {"name": "B", "new": {"bot_pause": NaN}}; {"name": "B", "new": {"bot_pause": -Infinity}}
SC-13 P-3.6 P-3.9: sends integers from 2^63 up -> error bad_schema, kept
    remove_bot seat: {"seat": 9223372036854775808}; {"seat": 18446744073709551615}
SC-14 P-3.6: sends a number below and above its range -> error bad_schema with its path, kept
    create_table new.seats: {"name": "B", "new": {"seats": 1}}; {"name": "B", "new": {"seats": 11}}
SC-15 P-3.6: sends text that is none of a field's few -> error bad_schema with its path, kept
    add_bot level: {"level": "godlike"}
SC-17 P-3.6: sends a map where an array is asked -> error bad_schema with its path, kept
    create_table new.bots: {"name": "Bad", "new": {"bots": {}}}
SC-20 P-3.7 P-11.2: adds a key to a request -> error bad_schema with its name, kept
    list_tables colour: {"colour": "R"}
SC-21 P-3.7 P-11.2: adds a key further in -> error bad_schema with its path, kept
    create_table new.sneaky: {"name": "Bad", "new": {"sneaky": 1}}
"""
"""Cases in two lines: what each does and expects; then a request, the path of the fault, and fields, one by one."""


def _bad(kit: Kit, field: str | None, type_: str, **fields: Any) -> None:
    """A request that is refused as `bad_schema`, with the path of the field, and changes nothing."""
    person = kit.person()
    error = person.ask(type_, **fields)
    if error.get("code") != "bad_schema" or error.get("field") != field:
        raise Failed(f"sent {type_} {fields}, expected bad_schema with the field {field}, got {error}")
    fail_if(person.ask("list_tables")["t"] != "tables", "the session does not go on")
    kit.stays(person.link)


def _all_bad(field: str, type_: str, requests: list[dict[str, Any]], kit: Kit) -> None:
    for fields in requests:
        _bad(kit, field, type_, **fields)


def _nothing_needless(kit: Kit, *, of_events: bool) -> None:
    for body in told_to_people(kit):
        for path in needless(message := unpacked(body)):
            fail_if(is_of_events(path) is of_events, f"{path} says what its absence says: {str(message)[:300]}")


_LINES = _ROWS.strip().splitlines()
for _about, _what in zip(_LINES[::2], _LINES[1::2], strict=True):
    _type, _path, _fields = _what.split(maxsplit=2)
    _requests = [json.loads(one) for one in _fields.split("; ")]
    row(__name__, _about, partial(_all_bad, _path.rstrip(":"), _type, _requests))


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

    def text_too_long(self) -> None:
        """SC-16 P-3.6: sends text longer than its field may be -> error bad_schema with its path, kept"""
        _bad(self, "new.preset", "create_table", name=self.name(), new={"preset": "x" * 65})
        _bad(self, "table", "join_table", table="x" * 1025)

    def a_wrong_member(self) -> None:
        """SC-18 P-3.6: sends a wrong member in an array -> error bad_schema with its path, kept"""
        ann, _ = self.playing(2)
        error = ann.refused("play", "bad_schema", decision=ann.decision, cards=["R5", 7])
        fail_if(error.get("field") != "cards[1]", f"expected the field cards[1], got {error.get('field')!r}")
        self.stays(ann.link)

    def text_that_is_no_card(self) -> None:
        """SC-19 P-3.6 P-9.1: plays text that is no card -> error bad_schema with its path, kept"""
        ann, _ = self.playing(2)
        error = ann.refused("play", "bad_schema", decision=ann.decision, cards=["Q9"])
        fail_if(error.get("field") != "cards[0]", f"expected the field cards[0], got {error.get('field')!r}")

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

    def an_int_for_a_float(self) -> None:
        """SC-25 P-3.6: sends an int where a float is asked -> it is taken"""
        self.person().ok("create_table", name=self.name(), new={"bot_pause": 1})

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
