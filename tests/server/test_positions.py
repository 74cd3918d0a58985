"""A table opened at a position begins there, for all, and the position is told to nobody (P-7.30)."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import Person, World, sit_down, start
from uno_engine.rules import OWN_TEXT
from uno_engine.scenario.text import blocks
from uno_protocol import messages as m
from uno_protocol.room import rules_of
from uno_server.archive import cli
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive, check
from uno_server.base.refusal import Refusal
from uno_server.table import positions

POSITION = """rules: official goal=points uno_grace=0
seats: one two three
hand one: R5 RS
hand two: B1 B2 B7
hand three: G2 G3
discard: R8 R9
stock: Y1 Y2 Y3
score two: 480
turn: two
dealer: one
"""


def seated(world: World, text: str = POSITION, names: str = "ann bob cem", **new: object) -> list[Person]:
    return sit_down(world, names, position=text, **new)


def the_error(person: Person, **new: object) -> m.Error:
    return person.error(m.CreateTable, name="Mine", new=m.NewTable(**new))  # type: ignore[arg-type]


def hands(person: Person) -> list[list[str]]:
    """The hands that somebody knows; empty where they know none."""
    return [[card.name for card in hand] for hand in person.game.hands]


def test_a_server_says_that_it_is_for_test_deals_and_otherwise_refuses_them() -> None:
    assert World(test_deals=True).person("ann").last(m.Welcome).capabilities == ["records", "scenario"]
    ann = World().person("ann")
    assert ann.last(m.Welcome).capabilities == ["records"]
    error = the_error(ann, position=POSITION)
    assert (error.code, error.field) == ("no_test_deals", "new.position")
    assert "--allow-test-deals" in error.text
    error = the_error(ann, position="nonsense")
    assert error.code == "no_test_deals"
    assert ann.refused(m.LeaveTable) == "not_at_table"


def test_a_server_that_is_killed_goes_on_from_the_position_and_can_tell_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # FAULTS 42
    world = Crashing(tmp_path, test_deals=True)
    people = seated(world)
    start(people)
    state = world.state().copy()
    world.crash_and_return(*people)
    assert world.told == []
    assert world.state() == state
    ann, bob, cem = people
    bob.play(m.Draw)
    bob.play(m.Keep)
    world.crash_and_return(*people)
    assert "Y1" in hands(bob)[1]
    cem.play(m.Draw)
    cem.play(m.Keep)
    ann.play(m.Play, cards=["RS"], uno=True)
    with opened(tmp_path) as connection:
        archive = Archive(connection)
        game = archive.find("1.1")
        assert list(check(archive)) == []
    assert (game.told.rounds, game.told.scores, game.told.moves) == (1, [0, 480, 0], 5)
    for told in (("print", "1.1"), ("print", "1.1", "--json")):
        assert cli.run([*told, "--data-dir", str(tmp_path)], {}) == 0
        said = capsys.readouterr().out
        assert "A new game begins at a given position." in said or "game_placed" in said
        for secret in ("B7", "G3", "hand two", "Y3"):  # while it goes on: no more than who watches is shown
            assert secret not in said
    cem.play(m.Draw)
    cem.play(m.Keep)
    ann.play(m.Play, cards=["R5"])
    assert ann.phase == "between_rounds"
    ann.ask(m.EndGame)


def test_a_game_that_is_over_is_told_with_its_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = Crashing(tmp_path, test_deals=True)
    text = "rules: official uno_grace=0\nseats: a b\nhand a: R5\nhand b: B1\ndiscard: R9\n"
    people = seated(world, text, "ann bob", show_hands=True)
    start(people)
    people[0].play(m.Play, cards=["R5"])
    assert cli.run(["print", "1.1", "--data-dir", str(tmp_path)], {}) == 0
    said = capsys.readouterr().out
    assert "A new game begins at a given position." in said
    assert "hand b: B1" in said
    assert cli.run(["print", "1.1", "--json", "--data-dir", str(tmp_path)], {}) == 0
    events = [
        entry["event"] for moment in json.loads(capsys.readouterr().out)["moments"] for entry in moment["entries"]
    ]
    assert events[0] == {"k": "game_placed", "seated": [True, True], "position": text}
    assert cli.run(["check", "--data-dir", str(tmp_path)], {}) == 0
    file = str(tmp_path / "out.unorec")
    assert cli.run(["export", "1.1", "--to", file, "--data-dir", str(tmp_path)], {}) == 0
    assert cli.run(["check", file], {}) == 0
    assert "true: the rules lead from its position" in capsys.readouterr().out


RULES = "rules: official\nseats: a b\n"


@pytest.mark.parametrize(
    ("text", "option", "reason"),
    [
        ("hello", "position", "line 1: unknown line 'hello'"),
        (RULES + "hand a: R5\nhand b: R5 R5 R5\ndiscard: R9\n", "position", "line 4: the deck does not have R5"),
        (RULES + "hand a: R5\ndiscard: R9\n", "position", "no hand b: line"),
        (RULES + "hand a: R5\nhand b: R6\ndiscard: R9\n---\na plays R5\n", "position", "without steps"),
        ("rules: chess\nseats: a b\nhand a: R5\nhand b: R6\ndiscard: R9\n", "rules", "chess"),
        ("rules: official chains=yes stacking=any\nseats: a b\ndiscard: R9\n", "chains", "chains"),
        ("rules: official goal=poker\ninvalid: goal\n", "position", "line 2: no table can be opened"),
        ("rules: official; seats: a b c; rounds: 0; empty: b", "position", "leave them out"),
        ("scenario: x\n" + RULES + "scenario: y\n" + RULES, "position", "one scenario"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_line_and_the_reason(
    text: str, option: str, reason: str
) -> None:
    ann = World(test_deals=True).person("ann")
    error = the_error(ann, position=text)
    assert (error.code, error.field) == ("rules_refused", "new.position")
    assert error.args["option"] == option
    assert reason in error.text
    assert ann.refused(m.LeaveTable) == "not_at_table"


def test_what_is_wrong_is_said_in_a_few_words_however_long_the_line() -> None:
    ann = World(test_deals=True).person("ann")
    name = "x" * 2900
    text = the_error(ann, position=f"rules: official; seats: {name} {name}").text
    assert text.startswith("line 1: two seats are called xxx")
    assert len(text) == positions.LONGEST_REASON


def test_whatever_is_sent_as_a_position_is_one_or_is_refused() -> None:
    """Lines of real positions, left out, doubled, cut and mixed, with words of others."""
    chance = random.Random(30)
    files = sorted((Path(__file__).resolve().parents[1] / "scenarios").rglob("*.game"))
    lines = [[line.text for line in block.position] for file in files for block in blocks(file.read_text("utf-8"))]
    words = sorted({word for position in lines for line in position for word in line.split()})
    met: Counter[str] = Counter()
    for _ in range(4000):
        text = list(chance.choice(lines))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text) + 1)
            said = " ".join(text[at : at + 1]).split()
            said.insert(chance.randrange(len(said) + 1), chance.choice(words))
            other = chance.choice(chance.choice(lines))
            text[at : at + 1] = chance.choice(([], [other, *text[at : at + 1]], [" ".join(said)], [" ".join(said[1:])]))
        try:
            begun = positions.read("\n".join(text))
            own_text = begun.options.pop(OWN_TEXT, None)
            rules = rules_of(begun.preset, begun.options, own_text)
            assert len(positions.state_at("\n".join(text), rules).seated) == begun.seats
            met["begun"] += 1
        except Refusal as refusal:
            met[refusal.code] += 1
    assert set(met) == {"begun", "rules_refused"}
    assert min(met.values()) > 200


def test_a_position_between_rounds_is_dealt_immediately() -> None:
    people = seated(World(test_deals=True), "rules: official; seats: a b; rounds: 2; seed: 5; score a: 30", "ann bob")
    start(people)
    assert (people[0].game.round, people[0].game.scores, people[0].game.counts) == (3, [30, 0], [7, 7])


def test_a_position_that_is_kept_and_cannot_be_read_is_damage(tmp_path: Path) -> None:  # FAULTS 43
    world = Crashing(tmp_path, test_deals=True)
    people = seated(world)
    start(people)
    abandon(world.journal)
    with opened(tmp_path) as connection, pytest.MonkeyPatch.context() as patch:
        patch.setattr("uno_server.journal.bodies.state_at", lambda _text, rules: positions.state_at("hello", rules))
        (fault,) = check(Archive(connection))
    assert "a position cannot be read" in fault
