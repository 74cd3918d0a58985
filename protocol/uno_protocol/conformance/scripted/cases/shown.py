"""The way a client shows a stranger's text (P-13.3), in the command for the terminal if there is one."""

from collections.abc import Callable
from functools import partial

from uno_protocol.conformance.judging import row
from uno_protocol.conformance.scripted import harm
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, CODE, ScriptedTable
from uno_protocol.conformance.scripted.stage import ENTRANCES, Stage
from uno_protocol.conformance.verdicts import Failed, Message, fail_if, skip_if

SIGN = "Zephyr"
"""Begins every text that is looked for: a client that shows the text shows this."""
TEXT = f"{SIGN} {harm.ALL}"


def _shown(stage: Stage, guest: Guest, sign: str = SIGN) -> None:
    """The client shows the sign, and no harm with it. Raises Skipped where it does not show that sort of text."""
    seen = stage.shows(guest, sign)
    stage.sound()
    if found := harm.harm(stage.program.shown):
        raise Failed(f"the client's output has {', '.join(found)}")
    skip_if(not seen, "the command does not show such a text")


def _waiting(stage: Stage, **fields: object) -> Guest:
    stage.look()
    guest = stage.entered()
    request = stage.entrance(guest)
    stage.place = ScriptedTable(stage.table, stage.name)
    stage.place.picture.room.update(fields)
    guest.say({"t": "joined", "id": request["id"], "table": CODE, "seat": 0}, stage.place.snapshot())
    stage.program.types("seated")
    return guest


def _own(stage: Stage) -> Message:
    return _occupant(stage.name, ready=False)


def _occupant(name: str, **fields: object) -> Message:
    return {"name": name, "ready": True, "connected": True, "extra_seconds": 0, **fields}


Fields = Callable[[Stage], dict[str, object]]
Told = Callable[[ScriptedTable], list[Message]]


def _at_a_table(fields: Fields, told: Told, stage: Stage) -> None:
    """A client sits at a table whose room has these fields, and is told this: none of the harm is shown."""
    guest = _waiting(stage, **fields(stage))
    guest.say(*told(stage.place))
    _shown(stage, guest)


_AT_A_TABLE: dict[str, tuple[Fields, Told]] = {
    "CL-100 P-13.3 SHOULD: gives another player a name with everything in it that does harm on a terminal": (
        lambda stage: {"occupants": [_own(stage), _occupant(TEXT)]},
        lambda _: [],
    ),
    "CL-101 P-13.3 SHOULD: tells that a spectator with such a name comes, and takes a seat": (
        lambda stage: {"occupants": [_own(stage), _occupant("Bob"), None]},
        lambda place: [place.entry("watcher_came", name=TEXT), place.entry("seat_taken", seat=2, name=TEXT)],
    ),
    "CL-102 P-13.3 P-7.26 SHOULD: lets Bob say such a text at the table": (
        lambda _: {},
        lambda place: [place.said(TEXT)],
    ),
    "CL-103 P-13.3 P-7.26 SHOULD: has such a text among what was said before the client came": (
        lambda _: {"remarks": [{"name": f"Bob{harm.ALL}", "text": TEXT, "seat": BOB}]},
        lambda _: [],
    ),
    "CL-104 P-13.3 P-5.13 SHOULD: announces such a text": (
        lambda _: {},
        lambda _: [{"t": "announcement", "text": TEXT}],
    ),
    "CL-105 P-13.3 SHOULD: gives the table such a name": (lambda _: {"name": TEXT, "code": CODE}, lambda _: []),
    "CL-109 P-13.3 P-7.18 SHOULD: kicks the client from the table with such a text": (
        lambda _: {},
        lambda _: [{"t": "put_out", "table": CODE, "code": f"odd{harm.ESCAPES}", "text": TEXT}],
    ),
}
for _does, (_fields, _told) in _AT_A_TABLE.items():
    row(__name__, f"{_does} -> nothing of it is in the client's output", partial(_at_a_table, _fields, _told))


class ClientShownCases(Stage):
    def names_of_servers(self) -> None:
        """CL-106 P-13.3 SHOULD: gives the server and its program such names in welcome -> nothing of it is in the
        client's output"""
        self.look()
        guest = self.entered(name=TEXT, program=TEXT)
        self.request(guest, *ENTRANCES)  # not answered: at a table the server's name may be out of sight
        _shown(self, guest)

    def texts_of_errors(self) -> None:
        """CL-107 P-13.3 P-6.7 SHOULD: refuses the table with such a text, in an error with an unknown code -> nothing
        of it is in the client's output"""
        self.look()
        guest = self.entered()
        request = self.entrance(guest)
        args = {"reason": harm.ALL, harm.ALL: TEXT}
        guest.say({"t": "error", "id": request["id"], "code": f"odd{harm.ALL}", "args": args, "text": TEXT})
        _shown(self, guest)

    def texts_of_farewells(self) -> None:
        """CL-108 P-13.3 P-4.5 SHOULD: says such a text in a last bye -> nothing of it is in the client's output"""
        self.look()
        guest = self.seated()
        guest.bye(f"odd{harm.ESCAPES}", come_back=False, text=TEXT)
        _shown(self, guest)

    def the_own_name(self) -> None:
        """CL-110 P-13.3 P-5.2 SHOULD: answers login with such a name -> nothing of it is in the client's output"""
        self.look()
        guest = self.greeted()
        self.program.types("start")
        guest.hear("login")
        guest.say({"t": "logged_in", "name": TEXT, "token": self.token})
        self.request(guest, *ENTRANCES)  # not answered: at a table the name is the one that the seat has
        _shown(self, guest)

    def markup(self) -> None:
        """CL-111 P-13.3: uses <b>, {x}, %s and &amp; in what is said -> they are shown as they are: no markup, no
        format strings"""
        guest = _waiting(self)
        guest.say(self.place.said(f"{SIGN} {harm.MARKUP}"))
        _shown(self, guest)
        fail_if(not self.shows(guest, harm.MARKUP, letter_by_letter=True), f"{harm.MARKUP!r} is not shown as it is")

    def markup_in_names(self) -> None:
        """CL-112 P-13.3: uses <b>, {x} and %s in the name of a player -> they are shown as they are: no markup, no
        format strings"""
        self.look()
        name = f"{SIGN}<b>{{x}}%s"
        guest = _waiting(self, occupants=[_own(self), _occupant(name)])
        _shown(self, guest)
        fail_if(not self.shows(guest, name, letter_by_letter=True), f"{name!r} is not shown as it is")

    def line_breaks(self) -> None:
        """CL-113 P-13.3 SHOULD: puts two lines into one chat text -> they are shown as with a blank between them: what
        is said cannot look like a line of the program's own"""
        guest = _waiting(self)
        guest.say(self.place.said("Zebras Kiwi Plum"), self.place.said(f"{SIGN}\nKiwi\r\nPlum"))
        _shown(self, guest)
        self.shows(guest, f"{SIGN} Kiwi Plum")
        lines = self.program.screen.splitlines()
        skip_if(not any("Zebras Kiwi Plum" in line for line in lines), "the command breaks so short a text into lines")
        fail_if(not any(f"{SIGN} Kiwi Plum" in line for line in lines), "the text is not shown as one line with blanks")
