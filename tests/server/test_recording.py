"""Records of games on a server: what each player was told is in them, and never more than the table's policy opened."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.protocol.forged_records import resealed
from tests.protocol.recorded_games import recorded
from tests.server.crashing import Crashing
from tests.server.harness import Person, play_out
from tests.server.recorded import gather, started, until
from tests.server.stories import story_of
from uno_engine.actions import Join
from uno_engine.events import Event
from uno_engine.mixing import SHARE_BYTES, share_hash
from uno_engine.scenario.notation import read_position
from uno_engine.state import Phase
from uno_protocol import messages as m
from uno_protocol.records.checking import RecordVerdict, check
from uno_protocol.records.file import ALL, GameOutcome, GameRecord, read, write
from uno_protocol.room import SeatTaken
from uno_protocol.wire import event_from_map
from uno_server.archive import cli, commands
from uno_server.archive.html import html

pytestmark = pytest.mark.fast

POSITION = "rules: official\nseats: a b\nhand a: R5 B2\nhand b: B1\ndiscard: R9\n"
OPTIONS = {"extra": "1,1,4", "goal": "points", "target": "500", "seven_zero": "yes", "customizable_rule": "vote"}


def evening(world: Crashing, *, late: bool = True, **new: Any) -> list[Person]:
    """A whole game of two people and a computer; a third person comes after the first round."""
    people = started(world, "T", "Ann Bob", seats=4, bots=["random"], options=OPTIONS, **new)
    if late:
        until(world, people, lambda: people[0].phase == "between_rounds")
        people.append(world.person("Zoe"))
        people[2].join("T")
    play_out(world, people)
    return people


def exported(directory: Path, *argv: str, code: int = 0) -> GameRecord:
    """The record of the first game, as the command writes it."""
    file = directory / "out.unorec"
    argv = ("export", "1.1", *argv, "--to", str(file), "--data-dir", str(directory))
    assert cli.run(argv, {}) == code
    return read(file.read_bytes())


def events_of(record: GameRecord) -> list[Event]:
    return [step.what for step in record.steps if isinstance(step.what, Event)]


def told(person: Person) -> list[Event]:
    """The events of the game that somebody was sent, in order."""
    events = [event_from_map(entry.event) for entry in person.all(m.Entry)]
    return [event for event in events if isinstance(event, Event)]


def test_a_whole_record_is_true_and_knows_who_came_late(world: Crashing) -> None:
    evening(world, show_hands=True)
    record = exported(world.directory)
    assert check((world.directory / "out.unorec").read_bytes()).verdict is RecordVerdict.TRUE
    assert record.header.eyes == ALL
    assert [one and (one.name, one.kind) for one in record.header.seats] == [
        ("Ann", "person"), ("Abacus", "random"), ("Bob", "person"), None,
    ]  # fmt: skip
    ((at, newcomer),) = [(at, step.what) for at, step in enumerate(record.steps) if isinstance(step.what, SeatTaken)]
    assert newcomer.name == "Zoe"
    assert isinstance(record.steps[at + 1].what, Join)


def test_own_eyes_are_what_that_seat_was_told(world: Crashing) -> None:
    people = evening(world, late=False, show_hands=True)
    for person in people:
        assert events_of(exported(world.directory, "--eyes", str(person.seat))) == told(person)


def test_closed_hands_stay_closed(world: Crashing, capsys: pytest.CaptureFixture[str]) -> None:
    evening(world, late=False, show_hands=False)
    directory = ("--data-dir", str(world.directory))
    for eyes in ([], ["--eyes", "0"], ["--eyes", "9"]):
        assert cli.run(["export", "1.1", *eyes, *directory], {}) == 1
        assert "its table keeps hands closed; --eyes spectator writes what everybody saw" in capsys.readouterr().err
    assert cli.run(["export", "--all", *directory], {}) == 1
    assert "nothing to export" in capsys.readouterr().err
    record = exported(world.directory, "--eyes", "spectator")
    assert not record.header.seed
    assert all(event.seen_by(None) == event for event in events_of(record))


def test_the_text_of_a_game_plays_it_again(world: Crashing) -> None:
    evening(world, show_hands=True)
    record = exported(world.directory)
    exported_text = world.directory / "game-1.1.txt"
    argv = ["export", "1.1", "--text", "--data-dir", str(world.directory), "--to"]
    assert cli.run([*argv, str(exported_text)], {}) == 0
    said, *parts = re.split(r"\n(?=scenario: )", exported_text.read_text(encoding="utf-8"))
    outcome = record.steps[-1].what
    assert isinstance(outcome, GameOutcome)
    assert re.search(rf"won by \w+ after {outcome.rounds} rounds?; points: Ann \d+, Abacus \d+, Bob \d+, Zoe \d+", said)
    first, last = map(read_position, parts)  # Zoe comes after the first round
    assert first.names[:3] == ("Ann", "Abacus", "Bob")
    assert (first.state.round, first.state.phase) == (1, Phase.BETWEEN_ROUNDS)
    assert last.names == ("Ann", "Abacus", "Bob", "Zoe")
    assert GameOutcome.of(last.state) == outcome


def test_text_is_of_all_hands(world: Crashing, capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["--html", "x"], ["--eyes", "0"]):
        assert cli.run(["export", "1.1", "--text", *more, "--data-dir", str(world.directory)], {}) == 1
        assert "--text writes all hands" in capsys.readouterr().err


def test_pseudonyms_leave_no_name_and_the_record_true(world: Crashing) -> None:
    evening(world, show_hands=True)
    exported(world.directory, "--pseudonyms")
    data = (world.directory / "out.unorec").read_bytes()
    assert not [name for name in (b"Ann", b"Bob", b"Zoe", b"Abacus", b'"T"') if name in data]
    assert check(data).verdict is RecordVerdict.TRUE


def test_what_people_have_worded_is_not_exported_under_pseudonyms(
    world: Crashing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(world, show_hands=True)
    monkeypatch.setattr(commands, "has_words_of_people", lambda _: True)
    for which in ("1.1", "--all"):
        assert cli.run(["export", which, "--pseudonyms", "--data-dir", str(world.directory)], {}) == 1
        assert "game 1.1 is left out" in capsys.readouterr().err


def test_of_a_running_game_only_rounds_that_are_over(world: Crashing, capsys: pytest.CaptureFixture[str]) -> None:
    people = started(world, "T", "Ann Bob", options=OPTIONS, show_hands=True)
    until(world, people, lambda: people[0].phase == "between_rounds")
    before = len(told(people[0]))
    for one in people:
        one.ask(m.Ready)
    assert people[0].phase == "playing"
    due = [event.seen_by(None) for event in told(people[0])[:before]]
    assert events_of(exported(world.directory, "--eyes", "spectator")) == due
    for eyes in ([], ["--eyes", "0"]):
        assert cli.run(["export", "1.1", *eyes, "--data-dir", str(world.directory)], {}) == 1
        assert "it was not played to its end; --eyes spectator" in capsys.readouterr().err


def test_files_are_checked_one_by_one(world: Crashing, capsys: pytest.CaptureFixture[str]) -> None:
    evening(world, late=False, show_hands=True)
    exported(world.directory)
    file = world.directory / "out.unorec"
    capsys.readouterr()
    assert cli.run(["check", str(file)], {}) == 0
    assert f"{file}: this record is true" in capsys.readouterr().out
    file.write_bytes(file.read_bytes().replace(b"Ann", b"Eve"))
    assert cli.run(["check", str(file)], {}) == 1
    assert "this record is damaged" in capsys.readouterr().out
    assert cli.run(["check", str(file), "1.1", "--data-dir", str(world.directory)], {}) == 1
    assert "name games, or files of records, not both" in capsys.readouterr().err


def test_the_bytes_of_players_are_part_of_a_record(world: Crashing) -> None:
    people = gather(world, "T", "Ann Bob", show_hands=True)
    shares = [bytes([seat]) * SHARE_BYTES for seat in range(2)]
    for person, share in zip(people, shares, strict=True):
        person.ask(m.Ready, share=share_hash(person.seat, share).hex())
    people[0].ask(m.Start)
    people[0].ask(m.OpenShare, share=shares[0].hex())
    world.wait(4.0)  # Bob's bytes are dropped
    play_out(world, people)
    exported(world.directory)
    file = world.directory / "out.unorec"
    lines = [json.loads(line) for line in file.read_bytes().splitlines()[:-1]]
    assert lines[0]["shares"] == [share_hash(seat, share).hex() for seat, share in enumerate(shares)]
    assert lines[1][2]["dropped"] == [1]
    assert check(file.read_bytes()).verdict is RecordVerdict.TRUE
    exported(world.directory, "--eyes", "1")
    own = [json.loads(line) for line in file.read_bytes().splitlines()[:-1]]
    assert check(file.read_bytes()).verdict is RecordVerdict.NOT_CHECKED
    for field, value in (("commitment", "ab" * 32), ("secret", "ab" * 32), ("seed", "ab" * 32), ("secret", "?")):
        assert check(resealed([lines[0] | {field: value}, *lines[1:]])).verdict is RecordVerdict.FALSE, field
    for whole in (lines, own):
        for field, told in (
            ("shares", ["11" * SHARE_BYTES, None]),
            ("kinds", [1, 2]),
            ("dropped", []),
            ("dropped", [0]),
        ):
            forged = deepcopy(whole)
            forged[1][2][field] = told
            assert check(resealed(forged)).verdict is RecordVerdict.FALSE, (field, told)
        for listed in (None, [], [None] * 2, [lines[0]["shares"][0], None], ["ab" * 32] * 2, lines[0]["shares"][:1]):
            forged = [whole[0] | {"shares": listed}, *whole[1:]]
            assert check(resealed(forged)).verdict is RecordVerdict.FALSE, listed
        for steps in (whole[2:], [whole[1], *whole[1:]]):
            assert check(resealed([whole[0], *steps])).verdict is RecordVerdict.FALSE


def test_a_page_that_shows_a_record_has_all_of_it_names_no_network_and_is_refused_if_it_is_too_large(
    world: Crashing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(world, show_hands=True)
    exported(world.directory, "--eyes", "0")
    record = (world.directory / "out.unorec").read_bytes()
    file = world.directory / "game.html"
    where = ["--data-dir", str(world.directory)]
    assert cli.run(["export", "1.1", "--eyes", "0", "--html", str(file), *where], {}) == 0
    page = file.read_text(encoding="utf-8")
    story = story_of(page)
    assert story["record"].encode() == record
    assert len(story["words"]) == sum(line.split(",")[1] == '"e"' for line in story["record"].split("\n")[1:-2])
    assert not re.search(r'(?:src|href)="|https?://(?!www\.w3\.org)|import ', page.replace("data:", ""))
    assert page.count("</script>") == 4
    assert cli.run(["export", "--all", "--html", str(file), *where], {}) == 1
    assert "leave out --all" in capsys.readouterr().err
    with monkeypatch.context() as small:
        small.setattr("uno_server.archive.html.MOST", len(page) - 1)
        file.unlink()
        assert cli.run(["export", "1.1", "--eyes", "0", "--html", str(file), *where], {}) == 1
        assert "too long for --html; uno-client replay shows its record" in capsys.readouterr().err
        assert not file.exists()


def test_a_saved_record_becomes_a_page_without_a_journal(
    world: Crashing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(world, show_hands=True)
    for name, eyes in (("whole.unorec", []), ("own.unorec", ["--eyes", "0"])):
        exported(world.directory, *eyes)
        (world.directory / "out.unorec").rename(world.directory / name)
    (no_journal := world.directory / "elsewhere").mkdir()
    monkeypatch.chdir(world.directory)
    capsys.readouterr()

    def export(name: str, *argv: str, code: int = 0) -> str:
        assert cli.run(["export", name, *argv, "--data-dir", str(no_journal)], {}) == code
        return "".join(capsys.readouterr()).rstrip()

    for name in ("whole.unorec", "own.unorec"):
        monkeypatch.setenv("UNO_LANG", "de")
        assert export(name, "--html", "page.html") == "page.html"
        page = Path("page.html").read_text(encoding="utf-8")
        assert story_of(page)["record"].encode() == Path(name).read_bytes()
        assert '<html lang="de">' in page
    assert export("whole.unorec", "--text", "--to", "moves.txt") == "moves.txt"
    assert "scenario: game 1.1, part 1" in Path("moves.txt").read_text(encoding="utf-8")
    assert export("whole.unorec", "--pseudonyms", "--to", "they.unorec") == "they.unorec"
    assert b"Ann" not in Path("they.unorec").read_bytes()
    Path("bad.unorec").write_bytes(Path("own.unorec").read_bytes().replace(b"Ann", b"Eve", 1))
    for name, argv, said in (
        ("whole.unorec", ["--eyes", "0", "--text"], "--text writes all hands"),
        ("whole.unorec", ["--eyes", "0"], "leave out --eyes"),
        ("whole.unorec", [], "say what to make of the file"),
        ("own.unorec", ["--text"], "has the eyes of one viewer"),
        ("bad.unorec", ["--html", "bad.html"], "bad.unorec: this record is damaged"),
        ("none.unorec", ["--html", "bad.html"], "cannot read none.unorec: No such file or directory"),
    ):
        assert said in export(name, *argv, code=1)
    assert not Path("bad.html").exists()


def test_the_page_of_a_long_game_is_packed_into_400_kb() -> None:
    header, steps = read(recorded(4).data)
    header = msgspec.structs.replace(header, table="</script><b>")
    line = next(step for step in steps if isinstance(step.what, Event))
    long = write(header, [*steps, *[line._replace(seconds=steps[-1].seconds)] * 4_000])
    page = html(long, "en")
    assert len(page) <= 400_000 < len(long)
    assert b"<b>" not in page
    short = html(write(header, steps[:9]), "en")
    assert page.count(b"</script>") == short.count(b"</script>") == 4
    assert b"<b>" not in short
    assert story_of(page.decode())["record"].encode() == long


def test_a_page_of_a_game_that_began_at_a_position_brings_it_along() -> None:
    header = msgspec.structs.replace(read(recorded(2).data).header, position=POSITION, seed="")
    page = html(write(header, []), "de")
    story = story_of(page.decode())
    assert story["start"]["hands"][0] == ["R5", "B2"]
