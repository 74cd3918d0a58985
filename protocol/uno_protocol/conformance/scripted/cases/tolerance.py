"""The things a client ignores, so that servers can grow (P-11.1, P-8.5, P-10.1)."""

from copy import deepcopy
from typing import Any

from uno_protocol.conformance.scripted.place import BOB, CODE, DRAW, card
from uno_protocol.conformance.scripted.stage import Stage, counted
from uno_protocol.conformance.verdicts import Failed, Message, fail_if

ODD: tuple[Message, ...] = (
    {"t": "weather", "sky": "grey", "n": 4, "table": CODE},
    {"t": "entries", "table": CODE, "n": 99, "events": [{"k": "asked"}]},
    {"t": "", "x": None},
)
"""Types of message that there are not."""


_FREE = ("options", "rules", "limits", "timeouts", "args")
"""Maps whose keys are names of something: another one would say something."""


def more(value: Any) -> Any:
    """The value with a key more in each of its maps that has fields."""
    match value:
        case dict():
            inside = {key: item if key in _FREE else more(item) for key, item in value.items()}
            return {**inside, "newer": [1, {"than": "you"}]}
        case list():
            return [more(item) for item in value]
    return deepcopy(value)


class ClientToleranceCases(Stage):
    def unknown_types(self) -> None:
        """CL-75 P-11.1: sends messages of unknown types before and after login, and at the table -> the client ignores
        them, and goes on"""
        guest = self.greeted(say=lambda guest, welcome: guest.say(welcome, *ODD))
        self.log_in(guest)
        guest.say(*ODD)
        self.sit(guest)
        guest.say(*ODD)
        self.answers(guest)

    def unknown_keys(self) -> None:
        """CL-76 P-3.7 P-11.1: adds unknown keys to every map of every message, welcome to the first turn -> the client
        ignores them, and plays"""
        guest = self.greeted(
            say=lambda guest, welcome: guest.say(more(welcome)),
            limits={"moons": 3},
            timeouts={"tea": 5.0},
            capabilities=["scenario", "teleport"],
        )
        self.log_in(guest, say=lambda guest, message: guest.say(more(message)))
        request = self.entrance(guest)
        guest.say(more({"t": "joined", "id": request["id"], "table": CODE, "seat": 0}), more(self.place.snapshot()))
        self.program.types("seated")
        ready = self.request(guest, "ready", seconds=2.0)
        if ready is not None:
            self.settle(guest, ready)
        told = [*self.place.deal(), self.place.asked("take_turn"), self.place.clock()]
        guest.say(*map(more, told), more(self.place.legal(card("R2"), DRAW)))
        self.type_one(guest, card("R2"), DRAW)
        play = self.plays(guest)
        fail_if(play["t"] not in ("play", "draw"), f"the client sends {play['t']}")

    def few_limits(self) -> None:
        """CL-77 P-10.1 P-10.2 P-11.1 SHOULD: leaves out of welcome all limits but the two for frames, and all time-outs
        but hello, read, ping and silence -> the client goes on"""
        few = {
            "limits": {"max_frame": 8192, "server_max_frame": 65536},
            "timeouts": {"hello": 5.0, "read": 10.0, "ping": 5.0, "silence": 14.0},
        }
        guest = self.greeted(say=lambda guest, welcome: guest.say({**welcome, **few}))
        self.log_in(guest)
        self.answers(guest)

    def an_unknown_decision(self) -> None:
        """CL-78 P-13.4 P-11.1: asks the client a decision of an unknown kind, and then a turn -> the client stays,
        starts over, says so in words, or ends"""
        guest = self.playing()
        guest.say(self.place.asked("sing_a_song", verses=3), self.place.legal(), self.place.clock())
        self.survives(guest)

    def unknown_names(self) -> None:
        """CL-79 P-7.14 P-11.1: uses an unknown reaction, level of a computer player, reason, and rule of the cards ->
        the client goes on: it shows them as they are"""
        guest = self.playing()
        place = self.place
        guest.say(
            place.entry("reacted", name="Bob", reaction="moonwalk", seat=BOB),
            place.entry("stand_in_changed", seat=BOB, level="genius"),
            place.entry("watcher_came", name="Cem"),
            place.entry("watcher_left", name="Cem", reason="abducted"),
            place.entry("ballot_drawn", rules=["everyone_sings", "play_again"]),
            place.entry("rule_chosen", rule="everyone_sings", votes=[1, 0]),
        )
        self.answers(guest)

    def an_unknown_refusal_at_the_door(self) -> None:
        """CL-80 P-11.1 P-6.6: refuses the table with an unknown code -> the client takes it as a refusal: it stays or
        ends, and does not repeat the id"""
        guest = self.entered()
        request = self.entrance(guest)
        guest.say({"t": "error", "id": request["id"], "code": "no_moonlight", "args": {"phase": 3}})
        for later in guest.collect(1.0):
            fail_if(later.get("id") == request["id"], "the client sends the refused request again, with its id")
            self.settle(guest, later)
        if guest.ended is None:
            self.answers(guest)
        elif (back := self.perhaps(2.0)) is not None:
            raise Failed(f"a refusal is taken for a loss: the client connects again ({len(back.heard)})")
        self.sound()

    def of_another_table(self) -> None:
        """CL-81 P-8.2 P-13.4: sends entries, a list, a clock and a put_out of a table that the client is not at -> they
        change nothing: the next resume names its own table and its own last entry"""
        guest = self.seated()
        for request in guest.collect(0.5):
            self.settle(guest, request)
        guest.say(
            {"t": "entry", "table": "ZZZZ", "n": 77, "event": {"k": "phase_changed", "phase": "closed"}},
            {"t": "legal", "table": "ZZZZ", "decision": 5, "n": 77, "actions": [DRAW]},
            {"t": "clock", "table": "ZZZZ", "decision": 5, "seconds": 1.0, "of": 1.0},
            {"t": "put_out", "table": "ZZZZ", "code": "kicked"},
        )
        self.answers(guest)
        n = self.place.n
        guest.reset()
        resume = self.resumes(self.returns())
        counted(resume)
        if (resume.get("table"), resume.get("seen")) != (CODE, n):
            raise Failed(f"the client resumes {resume.get('table')!r} from {resume.get('seen')!r}, not {CODE} from {n}")

    def told_unasked(self) -> None:
        """CL-82 P-5.13 P-7.27: sends announcements and unasked lobby chat -> the client goes on"""
        guest = self.entered()
        news: tuple[Message, ...] = (
            {"t": "announcement", "text": "The bar closes at ten."},
            {"t": "lobby_said", "n": 7, "name": "Bob", "text": "hello"},
        )
        guest.say(*news)
        self.sit(guest, *news)
        self.answers(guest)
