"""Access to a table: lists, passwords, locks, spectators, and how often one may try (P-7.17)."""

from uno_protocol.conformance import tabled
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, fail_if, listing, same, says, told


def _tries(person: Person, code: str, tries: list[dict[str, object]]) -> None:
    """Ten tries get that code, and then there is `limit`. Raises Failed."""
    began, count = person.kit.world.now(), 0
    answer: Message = {"code": code}
    while answer.get("code") == code and count < len(tries):
        answer = person.ask("join_table", **tries[count])
        count += 1
    most = 12 + (person.kit.world.now() - began) / 2
    if answer.get("code") != "limit" or not 10 < count <= most:
        raise Failed(f"expected limit after 10 tries, got {told(answer)} at try {count}")
    waits = answer.get("args", {}).get("seconds")
    if isinstance(waits, bool) or not isinstance(waits, int) or not 1 <= waits <= 2:
        raise Failed(f"expected args.seconds with the time to the next try, got {waits!r}")


tabled.of_group(__name__, "DO")


class DoorCases(Kit):
    def a_table_that_is_not_listed(self) -> None:
        """DO-1 P-7.17: opens a table that is not listed -> it is in no list and not found by its name; by its code, in
        either case, it is"""
        ann, bob, cem, name = self.person(), self.person(), self.person(), self.name()
        ann.open({"listed": False}, name=name)
        fail_if(ann.code in listing(bob), "a table that is not listed is in the list")
        for type_ in ("join_table", "spectate_table", "table_rules"):
            bob.refused(type_, "no_such_table", table=name)
        same("the table", ann.code, bob.ok("table_rules", table=ann.code)["table"])
        bob.join(ann.code)
        cem.watch(ann.code.lower())

    def listed_and_not(self) -> None:
        """DO-2 P-7.17: enters a table that is listed later, and one that is no longer -> as it is now"""
        ann, bob = self.hosted(2, {"listed": False}, name=(name := self.name()))
        ann.ok("change_table", listed=True)
        fail_if(ann.code not in listing(bob), "a table that is listed is in no list")
        ann.ok("change_table", listed=False)
        fail_if(ann.code in listing(bob), "a table that is not listed any more is in the list")
        bob.refused("join_table", "no_such_table", table=name)

    def the_password_of_a_table(self) -> None:
        """DO-3 P-7.17 P-12.1: joins and watches a table without its password, and with another -> wrong_password for
        the field password, kept; with it, joined"""
        ann, bob, cem = self.hosted(3, {"password": "open sesame", "seats": 3})
        for one, type_ in ((bob, "join_table"), (cem, "spectate_table")):
            for wrong in ({}, {"password": ""}, {"password": "open Sesame"}, {"password": "open sesame "}):
                says(one.refused(type_, "wrong_password", table=ann.code, **wrong), "password")
            self.stays(one.link)
            one.ok(type_, table=ann.code, password="open sesame")

    def nobody_is_told_a_password(self) -> None:
        """DO-5 P-7.17 P-13.1: reads everything for a table's password -> it is nowhere"""
        ann, bob, cem = self.hosted(3, {"password": "xyzzy-1"})
        bob.refused("join_table", "wrong_password", table=ann.code, password="xyzzy-no")
        bob.join(ann.code, password="xyzzy-1")
        ann.ok("change_table", password="xyzzy-2")
        cem.ok("table_rules", table=ann.code)
        cem.ok("list_tables")
        for one in (ann, bob, cem):
            one.catch_up()
            fail_if(any(b"xyzzy" in body for body in one.link.bodies), "a password was told")

    def trying_passwords(self) -> None:
        """DO-7 P-7.17 P-10.4 P-12.1: tries passwords until it has to wait, and then the right one -> 10 tries, then
        limit with the seconds to wait, whatever is asked; after that the right one is let in"""
        ann, bob = self.hosted(2, {"password": "zz9"})
        _tries(bob, "wrong_password", [{"table": ann.code, "password": f"no{tried}"} for tried in range(40)])
        bob.refused("join_table", "limit", table=ann.code, password="zz9")
        self.stays(bob.link)
        self.person().join(ann.code, password="zz9")  # another session may try

    def trying_codes(self) -> None:
        """DO-8 P-7.17: tries codes until it has to wait -> limit after 10 tries, kept"""
        person = self.person()
        _tries(person, "no_such_table", [{"table": self.name()} for _ in range(40)])
        self.stays(person.link)
