"""Requests, their ids and their answers (P-6)."""

from uno_protocol.conformance import tabled
from uno_protocol.conformance.placed import kinds, settle
from uno_protocol.conformance.tools import Failed, Kit, Skipped, fail_if, told

LONGEST_SECONDS = 60


def _answers_kept(kit: Kit) -> int:
    """How many answers the server keeps. Raises Skipped if it would take too long to ask so often."""
    kept, pace = kit.limit("answers_kept"), kit.limit("requests_per_second")
    if (kept - kit.limit("requests_burst")) / pace > LONGEST_SECONDS:
        raise Skipped(f"{kept} answers are kept: at {pace} requests a second that takes too long to try")
    return kept


tabled.of_group(__name__, "RQ")


class RequestsCases(Kit):
    def answers_in_order(self) -> None:
        """RQ-1 P-6.2: asks several things before any answer has come -> an answer each, in their order"""
        person = self.person()
        ids = [person.request("list_tables") for _ in range(min(30, self.limit("requests_burst") + self.too_many()))]
        got = [self.expect(person.link, "tables").get("id") for _ in ids]
        fail_if(got != ids, f"the answers came as {got}")
        self.quiet(person.link)

    def gaps(self) -> None:
        """RQ-2 P-6.1: leaves gaps between ids -> every request is answered with its id"""
        person = self.person()
        for id in (5, 6, 1000, 2**40, 2**53 - 1):
            person.link.send({"t": "list_tables", "id": id})
            fail_if(self.expect(person.link, "tables").get("id") != id, "the answer has another id")

    def a_repeat(self) -> None:
        """RQ-3 P-6.4: sends a request again with its id -> the same answer, and it is carried out once"""
        person = self.person()
        first = person.ok("create_table", name=self.name(), new={"seats": 3})
        person.find(lambda one: one["t"] == "snapshot", "snapshot")
        n = person.n
        person.link.send({"t": "create_table", "id": person.last_id, "name": self.name(), "new": {}})
        again = self.expect(person.link, "joined")
        fail_if(again != first, f"the answers differ: {told(first)}, {told(again)}")
        person.ok("list_tables")
        person.catch_up()
        fail_if(person.n != n, "the repeat has brought about entries")

    def a_repeat_that_asks_for_something_else(self) -> None:
        """RQ-4 P-6.4: repeats an id with another request -> the answer that the id got"""
        person = self.person()
        person.ok("list_tables")
        person.link.send({"t": "create_table", "id": person.last_id, "name": self.name()})
        self.expect(person.link, "tables")
        person.refused("leave_table", "not_at_table")

    def a_repeat_of_a_refusal(self) -> None:
        """RQ-5 P-6.4: repeats a request that was refused -> the same error"""
        person = self.person()
        first = person.refused("leave_table", "not_at_table")
        person.link.send({"t": "leave_table", "id": person.last_id})
        fail_if(self.expect(person.link, "error") != first, "the errors differ")

    def a_repeat_after_a_lost_link(self) -> None:
        """RQ-6 P-6.4 P-5.9: sends a request, loses the connection before the answer, resumes, and sends it again -> its
        answer, and it was carried out once"""
        ann, bob = self.table(2)
        bob.request("ready")
        ann.event("ready_changed")
        bob.link.reset()
        bob.back(table=bob.code, seen=bob.n)
        bob.link.send({"t": "ready", "id": bob.last_id})
        fail_if(bob.answer(bob.last_id)["t"] != "ok", "expected ok")
        settle([ann, bob])
        told_ = [entry["event"]["k"] for entry in ann.entries]
        fail_if(told_.count("ready_changed") != 1, f"ready was carried out {told_.count('ready_changed')} times")

    def an_old_id(self) -> None:
        """RQ-7 P-6.4 P-10.1: sends an id older than the answers that are kept -> old_id with last_id"""
        person = self.person()
        for _ in range(_answers_kept(self) + 1):
            person.ok("list_tables")
        person.link.send({"t": "list_tables", "id": 1})
        error = self.refused(person.link, "old_id", id=1)
        if error.get("args", {}).get("last_id") != person.last_id:
            raise Failed(f"args should have last_id {person.last_id}: {error.get('args')}")
        self.stays(person.link)

    def the_oldest_answer_that_is_kept(self) -> None:
        """RQ-8 P-6.4 P-10.1: repeats the oldest of the answers that are kept -> that answer"""
        person = self.person()
        person.refused("leave_table", "not_at_table")
        for _ in range(_answers_kept(self) - 1):
            person.ok("list_tables")
        person.link.send({"t": "list_tables", "id": 1})
        self.refused(person.link, "not_at_table", id=1)

    def an_id_that_was_left_out(self) -> None:
        """RQ-9 P-6.4: sends an id that was left out in a gap -> old_id"""
        person = self.person()
        person.last_id = 9
        person.ok("list_tables")
        person.link.send({"t": "list_tables", "id": 5})
        self.refused(person.link, "old_id", id=5)

    def ids_across_connections(self) -> None:
        """RQ-10 P-6.1 P-5.8: counts ids on after resuming -> they go on; older ones are repeats"""
        person = self.person()
        person.refused("leave_table", "not_at_table")
        person.drop()
        fail_if(person.back().get("last_id") != 1, "last_id is not 1")
        person.link.send({"t": "list_tables", "id": 1})
        self.refused(person.link, "not_at_table", id=1)
        person.ok("list_tables")

    def the_answer_comes_first(self) -> None:
        """RQ-11 P-6.3: changes something at a table -> first the answer, then the entries"""
        person = self.person()
        person.open({"seats": 3})
        person.catch_up()
        id = person.request("add_bot")
        first = self.hear(person.link)
        fail_if(first.get("t") != "ok" or first.get("id") != id, f"expected the answer first, got {told(first)}")
        person.event("seat_taken")

    def an_error_changes_nothing(self) -> None:
        """RQ-12 P-6.6 P-12.2: asks for something that is refused at a table -> nothing changes"""
        ann, bob = self.table(2, seats=3)
        n = settle([ann, bob])
        bob.refused("add_bot", "not_host")
        bob.refused("change_table", "not_host", locked=True)
        ann.refused("start", "not_ready")
        settle([ann, bob])
        fail_if(happened := kinds(ann, n), f"a refusal has brought about {happened}")

    def errors_have_a_code(self) -> None:
        """RQ-13 P-6.7 P-12.1: provokes errors -> a code in each, and a sentence if there is a text"""
        person = self.person()
        for type_, fields in (("leave_table", {}), ("join_table", {"table": "?"}), ("table_rules", {"table": "?"})):
            error = person.ask(type_, **fields)
            text = error.get("text")
            if error["t"] != "error" or not error.get("code") or not (text is None or isinstance(text, str)):
                raise Failed(f"expected an error with a code, got {error}")

    def the_same_id_on_two_connections(self) -> None:
        """RQ-15 P-6.2 P-1.4: sends the same id on two connections of one session -> one answer each"""
        person = self.person()
        person.ok("list_tables")
        person.back()
        person.link.send({"t": "list_tables", "id": 1})
        self.expect(person.link, "tables")
        self.quiet(person.link)
