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


def unknown_types(stage: Stage) -> None:
    """CL-75 (P-11.1): sends messages of unknown types before and after login, and at the table -> the client ignores
    them, and goes on"""
    guest = stage.greeted(say=lambda guest, welcome: guest.say(welcome, *ODD))
    stage.log_in(guest)
    guest.say(*ODD)
    stage.sit(guest)
    guest.say(*ODD)
    stage.answers(guest)


def unknown_keys(stage: Stage) -> None:
    """CL-76 (P-3.7, P-11.1): adds unknown keys to every map of every message, welcome to the first turn -> the client
    ignores them, and plays"""
    guest = stage.greeted(
        say=lambda guest, welcome: guest.say(more(welcome)),
        limits={"moons": 3},
        timeouts={"tea": 5.0},
        capabilities=["scenario", "teleport"],
    )
    stage.log_in(guest, say=lambda guest, message: guest.say(more(message)))
    request = stage.entrance(guest)
    guest.say(more({"t": "joined", "id": request["id"], "table": CODE, "seat": 0}), more(stage.place.snapshot()))
    stage.program.types("seated")
    ready = stage.request(guest, "ready", seconds=2.0)
    if ready is not None:
        stage.settle(guest, ready)
    told = [*stage.place.deal(), stage.place.asked("take_turn"), stage.place.clock()]
    guest.say(*map(more, told), more(stage.place.legal(card("R2"), DRAW)))
    stage.type_one(guest, card("R2"), DRAW)
    play = stage.plays(guest)
    if play["t"] not in ("play", "draw"):
        raise Failed(f"the client sends {play['t']}")


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


def few_limits(stage: Stage) -> None:
    """CL-77 (P-10.1, P-10.2, P-11.1, SHOULD): leaves out of welcome all limits but the two for frames, and all
    time-outs but hello, read, ping and silence -> the client goes on"""
    few = {
        "limits": {"max_frame": 8192, "server_max_frame": 65536},
        "timeouts": {"hello": 5.0, "read": 10.0, "ping": 5.0, "silence": 14.0},
    }
    guest = stage.greeted(say=lambda guest, welcome: guest.say({**welcome, **few}))
    stage.log_in(guest)
    stage.answers(guest)


def an_unknown_decision(stage: Stage) -> None:
    """CL-78 (P-13.4, P-11.1): asks the client a decision of an unknown kind, and then a turn -> the client stays,
    starts over, says so in words, or ends"""
    guest = stage.playing()
    guest.say(stage.place.asked("sing_a_song", verses=3), stage.place.legal(), stage.place.clock())
    stage.survives(guest)


def unknown_names(stage: Stage) -> None:
    """CL-79 (P-7.14, P-11.1): uses an unknown reaction, level of a computer player, reason, and rule of the cards ->
    the client goes on: it shows them as they are"""
    guest = stage.playing()
    place = stage.place
    guest.say(
        place.entry("reacted", name="Bob", reaction="moonwalk", seat=BOB),
        place.entry("stand_in_changed", seat=BOB, level="genius"),
        place.entry("watcher_came", name="Cem"),
        place.entry("watcher_left", name="Cem", reason="abducted"),
        place.entry("ballot_drawn", rules=["everyone_sings", "play_again"]),
        place.entry("rule_chosen", rule="everyone_sings", votes=[1, 0]),
    )
    stage.answers(guest)


def an_unknown_refusal_at_the_door(stage: Stage) -> None:
    """CL-80 (P-11.1, P-6.6): refuses the table with an unknown code -> the client takes it as a refusal: it stays or
    ends, and does not repeat the id"""
    guest = stage.entered()
    request = stage.entrance(guest)
    guest.say({"t": "error", "id": request["id"], "code": "no_moonlight", "args": {"phase": 3}})
    for later in guest.collect(1.0):
        fail_if(later.get("id") == request["id"], "the client sends the refused request again, with its id")
        stage.settle(guest, later)
    if guest.ended is None:
        stage.answers(guest)
    elif (back := stage.perhaps(2.0)) is not None:
        raise Failed(f"a refusal is taken for a loss: the client connects again ({len(back.heard)})")
    stage.sound()


def of_another_table(stage: Stage) -> None:
    """CL-81 (P-8.2, P-13.4): sends entries, a list, a clock and a put_out of a table that the client is not at -> they
    change nothing: the next resume names its own table and its own last entry"""
    guest = stage.seated()
    for request in guest.collect(0.5):
        stage.settle(guest, request)
    guest.say(
        {"t": "entry", "table": "ZZZZ", "n": 77, "event": {"k": "phase_changed", "phase": "closed"}},
        {"t": "legal", "table": "ZZZZ", "decision": 5, "n": 77, "actions": [DRAW]},
        {"t": "clock", "table": "ZZZZ", "decision": 5, "seconds": 1.0, "of": 1.0},
        {"t": "put_out", "table": "ZZZZ", "code": "kicked"},
    )
    stage.answers(guest)
    n = stage.place.n
    guest.reset()
    resume = stage.resumes(stage.returns())
    counted(resume)
    if (resume.get("table"), resume.get("seen")) != (CODE, n):
        raise Failed(f"the client resumes {resume.get('table')!r} from {resume.get('seen')!r}, not {CODE} from {n}")


def told_unasked(stage: Stage) -> None:
    """CL-82 (P-5.13, P-7.27): sends announcements and unasked lobby chat -> the client goes on"""
    guest = stage.entered()
    news: tuple[Message, ...] = (
        {"t": "announcement", "text": "The bar closes at ten."},
        {"t": "lobby_said", "n": 7, "name": "Bob", "text": "hello"},
    )
    guest.say(*news)
    stage.sit(guest, *news)
    stage.answers(guest)
