"""Records are read as they were written, show what everybody saw, and no changed one is ever called true."""

import hashlib
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.protocol.forged_records import FORGERIES, Forgery, lines_of, resealed, verdict_due
from tests.protocol.recorded_games import RecordedGame, recorded, recorded_scenario
from uno_engine.actions import Deal, Join
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.options import fingerprint
from uno_engine.presets import preset
from uno_engine.scenario.notation import Unwritable, read_position
from uno_engine.scenario.position import only_block
from uno_engine.state import State, new_game
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.records.file import GameRecord, RecordedPlayer, RecordFault, RecordMalformed, played, read, write
from uno_protocol.records.notation import notation_of
from uno_protocol.records.showing import Showing
from uno_protocol.room import RoomEvent, SeatTaken
from uno_protocol.wire import ACTIONS as KINDS_OF_ACTIONS
from uno_protocol.wire import told_rules

pytestmark = pytest.mark.fast

GAMES = 24
ACTIONS = tuple(KINDS_OF_ACTIONS.values())


@cache
def game(number: int) -> RecordedGame:
    return recorded(number, mixing=number % 2 == 1)


@cache
def placed() -> RecordedGame:
    """A game that began at a position, from which ann leaves."""
    rows = ("rules: official goal=points", "seats: ann bob cem", "hand ann: R5", "hand bob: B1 B2", "hand cem: G1 G2")
    made = recorded_scenario(only_block("\n".join((*rows, "discard: R9"))), 1)
    assert made is not None
    return made


@pytest.mark.parametrize("number", range(GAMES))
def test_a_record_is_read_as_it_was_written_and_is_true(number: int) -> None:
    made = game(number)
    record = read(made.data)
    assert record.header == made.header
    assert [step.what for step in record.steps if isinstance(step.what, Event)] == made.events
    assert write(*record) == made.data
    assert check(made.data).verdict is RecordVerdict.TRUE


@pytest.mark.parametrize("number", range(0, GAMES, 3))
def test_in_notation_it_is_the_same_game_up_to_any_of_its_events(number: int) -> None:
    record = read(game(number).data)
    actions = [at for at, step in enumerate(record.steps) if isinstance(step.what, ACTIONS)]
    for at in (*random.Random(number).sample(actions, 4), len(record.steps)):
        before = [step.what for step in record.steps[:at]]
        events = sum(isinstance(what, Event | RoomEvent) for what in before)
        state = State(record.header.begin())
        for what in before:
            if isinstance(what, ACTIONS):
                advance(state, what)
        found = read_position(notation_of(record, events, "\n")).state
        state.rules = found.rules
        assert found == state


def test_in_notation_a_game_begins_after_the_last_newcomer() -> None:
    rules = preset("official")
    begun = new_game(rules, [True, True, False], bytes(31) + b"x")
    seats = [RecordedPlayer("Ann"), RecordedPlayer("Bob"), None]
    header = replace(game(0).header, seats=seats, options=told_rules(rules), fingerprint=fingerprint(rules))
    header = replace(header, own_text=None, chosen=None, seed=begun.seed.hex())
    steps = played(begun, [(0.0, Join(2), SeatTaken(2, "Zoe")), (1.0, Deal(), None)])
    found = read_position(notation_of(GameRecord(header, tuple(steps))))
    assert found.names == ("Ann", "Bob", "Zoe")
    assert found.state == begun


def test_in_notation_a_game_has_moves_only_with_all_hands() -> None:
    with pytest.raises(Unwritable, match="no moves"):
        notation_of(read(game(0).eyes(0)))


@pytest.mark.parametrize("number", range(0, GAMES, 4))
def test_it_shows_every_viewer_what_that_one_saw(number: int) -> None:
    made = recorded(number, folding=True)
    for viewer in (None, 0, len(made.header.seats) - 1):
        own = read(made.eyes(viewer))
        assert check(made.eyes(viewer)).verdict is RecordVerdict.NOT_CHECKED
        for showing in (Showing(read(made.data), viewer), Showing(own, None)):
            events = [n for n, event in enumerate(showing.events, 1) if isinstance(event, Event)]
            for n in random.Random(number).sample(events, min(40, len(events))):
                shown, was = showing.at(n).game, made.views[events.index(n)][viewer]
                assert shown is not None
                shown.rules = was.rules  # which differ in options that mean nothing in this game
                assert shown == was


def test_all_hands_are_shown_only_by_a_record_of_all_hands() -> None:
    made = game(3)
    showing = Showing(read(made.data), open_hands=True)
    table = showing.at(len(showing) // 2).game
    assert table is not None
    assert [len(hand) for hand in table.hands] == table.counts
    assert not Showing(read(made.eyes(0)), open_hands=True).open_hands


def test_steps_by_mark_and_turn_go_back_the_way_they_came() -> None:
    showing = Showing(read(game(5).data))
    for after, before in ((showing.turn_after, showing.turn_before), (showing.mark_after, showing.mark_before)):
        stops = [0]
        while stops[-1] < len(showing):
            stops.append(after(stops[-1]))
        back = [stops[-1]]
        while back[-1]:
            back.append(before(back[-1]))
        assert stops == back[::-1]
    assert {stop.text for stop in showing.marks} >= {"round 1", "end"}


def test_a_changed_byte_is_damage() -> None:
    choice = random.Random(1)
    for number in range(300):
        data = bytearray(game(number % GAMES).data)
        at = choice.randrange(len(data))
        data[at] ^= choice.randrange(1, 256)
        assert check(bytes(data)).verdict is RecordVerdict.DAMAGED, (number, at)
    whole = game(0).data
    end = whole.rfind(b"[") + 1
    later = whole[:end] + b"9" + whole[end:]
    for changed in (
        b"",
        later,
        whole[:-1],
        whole + b"\n",
        whole.replace(b"\n", b"\r\n"),
        b"[]\n[]\n[]\n",
        b"\xff" * 99,
    ):
        assert check(changed).verdict is RecordVerdict.DAMAGED


@pytest.mark.parametrize(
    ("last", "sound"),
    [
        ('[{seconds},"sha256","{digest}"]', True),
        ('[{seconds}, "sha256", "{digest}"]', False),
        ('[{seconds}0,"sha256","{digest}"]', False),
        ('[9{seconds},"sha256","{digest}"]', False),
    ],
)
def test_lines_may_have_blanks_and_the_last_one_has_one_form_only(last: str, sound: bool) -> None:
    lines = lines_of(game(0).data)
    body = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    last = last.format(seconds=lines[-1][0], digest=hashlib.sha256(body).hexdigest())
    assert check(body + f"{last}\n".encode()).verdict is (RecordVerdict.TRUE if sound else RecordVerdict.DAMAGED)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_record_is_false(forgery: Forgery) -> None:
    choice, tried = random.Random(2), 0
    while tried < 12:
        made = choice.choice((*map(game, range(GAMES)), placed()))
        lines = lines_of(made.data)
        if forgery(choice, lines):
            tried += 1
            assert check(resealed(lines)).verdict is verdict_due(made.data, lines), made.header.game


@pytest.mark.parametrize("new", ["format", "event", "rules"])
def test_a_record_with_something_new_is_unknown_and_not_false(new: str) -> None:
    lines = lines_of(game(0).data)
    match new:
        case "format":
            lines[0] |= {"unorec": 2, "eyes": ["something", "else"]}
        case "event":
            lines.insert(1, [0, "e", {"k": "moon_rose"}])
        case _:  # which may have new cards
            lines[0]["options"]["moons"] = "3"
            lines.insert(1, [0, "a", {"k": "play", "seat": 0, "cards": ["M3"]}])
    assert check(resealed(lines)).verdict is RecordVerdict.UNKNOWN


def test_a_changed_result_is_false_in_words() -> None:
    lines = lines_of(game(0).data)
    assert lines[-1][1] == "r"
    lines[-1][2]["rounds"] += 1
    assert check(resealed(lines)).text.endswith("the rules give another result")


def test_a_record_without_a_commitment_says_that_it_proves_less() -> None:
    less = "no commitment is in it, so it doesn't show that nobody chose the cards"
    assert less in check(recorded(1).data).text
    assert less not in check(recorded(1, mixing=True).data).text


def test_a_game_from_a_position_is_shown_to_every_viewer_and_true() -> None:
    made = placed()
    found = check(made.data)
    assert found.verdict is RecordVerdict.TRUE
    assert "from its position" in found.text
    for viewer in (None, 0, 1):
        assert check(made.eyes(viewer)).verdict is RecordVerdict.NOT_CHECKED
        showing = Showing(read(made.eyes(viewer)))
        assert showing.at(len(showing)).game == made.views[-1][viewer]


@pytest.mark.parametrize("field", ["commitment", "shares", "start"])
def test_a_game_from_a_position_has_no_commitment_and_one_form_of_its_beginning(field: str) -> None:
    made = placed()
    whole, own = lines_of(made.data), lines_of(made.eyes(0))
    odd = {"commitment": "ab" * 32, "shares": ["ab" * 32, None, None], "start": own[0]["start"]}
    for header, *steps in [whole] if field == "start" else [whole, own]:
        found = check(resealed([header | {field: odd[field]}, *steps]))
        assert (found.verdict, found.line) == (RecordVerdict.FALSE, 1)


def test_a_decision_of_a_seat_that_there_is_not_is_false_with_any_eyes() -> None:
    for header, *steps in map(lines_of, (game(0).data, game(0).eyes(0))):
        asked = next(what for _, kind, what in steps if kind == "e" and what["k"] == "asked")
        asked["decision"]["seat"] = len(header["seats"])
        forged = resealed([header, *steps])
        assert check(forged).verdict is RecordVerdict.FALSE
        with pytest.raises(RecordMalformed):
            Showing(read(forged))


def test_the_schema_has_a_part_for_every_line() -> None:
    file = files("uno_protocol").joinpath("schema/record-1.json")
    parts = json.loads(file.read_text(encoding="utf-8"))["$defs"]
    for number in range(GAMES):
        header, *lines = lines_of(game(number).data)
        told = [("header", header)]
        told += [
            ({"a": "action", "e": "event"}[kind] + "." + what["k"], what) for _, kind, what in lines if kind in "ae"
        ]
        for name, found in told:
            assert set(parts[name]["required"]) <= found.keys() <= set(parts[name]["properties"]), name


ODD: tuple[Any, ...] = (None, True, -1, 0.5, 10**400, "x", "round 1", [], ["a"], [[]], {}, {"k": 1}, {"k": ["asked"]})


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place in a line, as what holds it, and its key there."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(part)


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("kind", [None, *"aemr"])
def test_no_value_anywhere_in_a_line_crashes_a_reader(kind: str | None, odd: Any) -> None:
    lines = lines_of(game(1).data)
    at = 0 if kind is None else next(at for at, line in enumerate(lines) if at and line[1] == kind)
    whole = lines[at]
    for holder, key in ([lines, at], *_places(whole)):
        before, holder[key] = holder[key], odd
        data = resealed(lines)
        assert check(data).text
        with suppress(RecordFault):
            Showing(read(data), open_hands=True)
        holder[key] = before


ESCAPE = "\x1b[31m"


@pytest.mark.parametrize("where", ["kind", "bot", "rule", "ballot", "mark", "option"])
def test_no_text_in_a_record_reaches_a_terminal_raw(where: str) -> None:
    lines = lines_of(game(0).data)
    event = {
        "bot": {"k": "seat_taken", "seat": 0, "name": "Ann", "bot": ESCAPE},
        "rule": {"k": "rule_chosen", "rule": ESCAPE, "votes": []},
        "ballot": {"k": "ballot_drawn", "rules": [ESCAPE]},
    }
    match where:
        case "kind":
            next(one for one in lines[0]["seats"] if one)["kind"] = ESCAPE
        case "option":
            lines[0]["options"]["decks"] = ESCAPE
        case "mark":
            lines.insert(1, [0, "m", ESCAPE])
        case _:
            lines.insert(1, [0, "e", event[where]])
    found = check(resealed(lines))
    assert found.verdict in (RecordVerdict.FALSE, RecordVerdict.UNKNOWN)
    assert "\x1b" not in found.text


def test_a_record_of_a_newer_format_is_unknown_not_false() -> None:
    lines = lines_of(recorded(6).data)
    lines[0]["unorec"] += 1
    assert check(resealed(lines)).verdict is RecordVerdict.UNKNOWN


def test_a_line_that_is_nested_too_deeply_is_damage() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    body = game(0).data.splitlines(keepends=True)[0] + deep.encode() + b"\n"
    last = f'[0.0,"sha256","{hashlib.sha256(body).hexdigest()}"]\n'
    assert check(body + last.encode()).verdict is not RecordVerdict.TRUE


@pytest.mark.parametrize("chosen", [-1, 10, 99, 10**30])
def test_only_a_seat_of_the_table_was_chosen(chosen: int) -> None:
    header, *steps = lines_of(game(0).data)
    assert check(resealed([header | {"chosen": chosen}, *steps])).verdict is RecordVerdict.FALSE


ODD_DIGITS = {
    "blank": lambda digits: f"{digits[:2]} {digits[2:]}",
    "line": lambda digits: f"{digits}\n",
    "capitals": str.upper,
}


@pytest.mark.parametrize("change", ODD_DIGITS)
@pytest.mark.parametrize("field", ["commitment", "secret", "seed", "shares", "opened"])
def test_hex_digits_have_one_form_only(field: str, change: str) -> None:
    made = recorded(6, mixing=True)
    lines = lines_of(made.data)
    holder, name = (lines[1][2], "shares") if field == "opened" else (lines[0], field)
    odd, told = ODD_DIGITS[change], holder[name]
    holder[name] = odd(told) if isinstance(told, str) else [share and odd(share) for share in told]
    if (forged := resealed(lines)) != made.data:  # opened bytes may have no letters
        assert check(forged).verdict is RecordVerdict.FALSE


@pytest.mark.parametrize("lacking", ["secret", "commitment", "both"])
def test_mixed_bytes_need_a_secret_and_the_commitment_to_it(lacking: str) -> None:
    lines = lines_of(recorded(1, mixing=True).data)
    for name in ("secret", "commitment") if lacking == "both" else (lacking,):
        del lines[0][name]
    assert check(resealed(lines)).verdict is RecordVerdict.FALSE


def test_the_record_of_an_example_is_true() -> None:
    example = Path(__file__).parents[2] / "scripts" / "examples" / "go" / "testdata" / "game.unorec"
    assert check(example.read_bytes()).verdict is RecordVerdict.TRUE
