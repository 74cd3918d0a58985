"""A bot's file is read, and whatever is wrong with it is said to its author in one line, with its own traceback."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from tests.client.fake import Capture, position
from uno_client.bots.file import BotFailed, BotFile, BotRefused, load, place_of, show
from uno_engine import legal_moves, view_for
from uno_engine.actions import Draw, Keep, Play, PlayerAction
from uno_engine.cards import card


def written(folder: Path, text: str) -> Path:
    file = folder / "my_bot.py"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def choose(view, actions:\n", "my_bot.py, line 1: '(' was never closed"),
        ("import other\n", "other.py, line 2: invalid syntax"),
        ("chose = 1\n", "my_bot.py has neither a function choose(view, actions) nor a class Bot with one"),
        ("choose = 1\n", "my_bot.py has neither a function choose(view, actions) nor a class Bot with one"),
        ("class Bot:\n    pass\n", "my_bot.py has neither a function choose(view, actions) nor a class Bot with one"),
        ("1 / 0\n", "my_bot.py raised ZeroDivisionError when it was loaded"),
        ("class Bot:\n    def __init__(self): 1 / 0\n", "my_bot.py raised ZeroDivisionError when it was loaded"),
    ],
)
def test_a_file_without_a_bot_is_refused_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "other.py").write_text("\nhm hm\n")
    with pytest.raises(BotRefused) as refused:
        load(written(tmp_path, text))
    assert str(refused.value) == told


def test_a_file_that_is_missing_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    for path, told in ((tmp_path, "there is no file"), (tmp_path / "bot.py", "there is no file")):
        with pytest.raises(BotRefused, match=told):
            load(path)
    text = tmp_path / "bot.txt"
    text.touch()
    with pytest.raises(BotRefused, match="is not a file of Python"):
        load(text)


def test_a_fault_at_the_start_is_shown_with_the_frames_of_the_bot_alone(tmp_path: Path, capsys: Capture) -> None:
    with pytest.raises(BotRefused):
        load(written(tmp_path, "def half():\n    return 1 / 0\nhalf()\n"))
    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):\n")
    assert said.endswith("ZeroDivisionError: division by zero\n")
    assert [line.split(", ")[1:] for line in said.splitlines() if line.startswith("  File")] == [
        ["line 3", "in <module>"],
        ["line 2", "in half"],
    ]


def test_every_fault_of_a_chain_is_shown_without_frames_of_ours(capsys: Capture) -> None:
    try:
        try:
            raise KeyError("first")
        except KeyError as fault:
            raise ValueError("second") from fault
    except ValueError as fault:
        show(fault)
    said = capsys.readouterr().err
    assert "KeyError: 'first'" in said
    assert said.endswith("ValueError: second\n")


VIEW = view_for(position("R5 R6", "G1 G2"), 0)
ACTIONS = legal_moves(VIEW)
CLASS = """
from dataclasses import dataclass

@dataclass
class Bot:
    place: int = 0

    def choose(self, view, actions):
        return actions[self.place]
"""
FUNCTIONS = """
def choose(view, actions):
    return actions[0]

def told(view, event):
    pass
"""


@pytest.mark.parametrize(("text", "wants_events"), [(CLASS, False), (FUNCTIONS, True)])
def test_a_class_or_functions_make_a_bot(tmp_path: Path, text: str, wants_events: bool) -> None:
    bot = load(written(tmp_path, text))
    assert place_of(bot.choose, VIEW, ACTIONS) == 0
    assert (bot.told is not None) is wants_events


COUNTING = """
asked = []

def choose(view, actions):
    asked.append(view)
    return actions[2 * len(asked) - 2]
"""
COUNTING_CLASS = """
class Bot:
    place = -2

    def choose(self, view, actions):
        self.place += 2
        return actions[self.place]
"""


@pytest.mark.parametrize("text", [COUNTING, COUNTING_CLASS], ids=["functions", "class"])
def test_two_bots_of_a_file_share_nothing(tmp_path: Path, text: str) -> None:
    file = BotFile(written(tmp_path, text))
    one, other = file.bot(), file.bot()
    assert [place_of(bot.choose, VIEW, ACTIONS) for bot in (one, one, other)] == [0, 2, 0]


def test_bots_of_two_folders_import_each_its_own_helper(tmp_path: Path) -> None:
    bots, path = [], [*sys.path]
    for name in ("one", "other"):
        (tmp_path / name / "parts").mkdir(parents=True)
        (tmp_path / name / "helper.py").write_text(f"from parts.inner import WHOSE\nassert WHOSE == {name!r}\n")
        (tmp_path / name / "parts" / "inner.py").write_text(f"WHOSE = {name!r}\n")
        text = "import helper\ndef choose(view, actions):\n    return helper.WHOSE\n"
        bots.append(load(written(tmp_path / name, text)))
    chosen: list[object] = [bot.choose(VIEW, ACTIONS) for bot in bots]
    assert chosen == ["one", "other"]
    load(tmp_path / "one" / "my_bot.py")
    load(tmp_path / "other" / "my_bot.py")
    assert len(sys.path) <= len(path) + 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (None, "it chose None, which is none of the actions"),
        (Keep(0), "it chose Keep(seat=0), which is none of the actions"),
        (Play(0, (card("B1"),)), "which is none of the actions"),
    ],
)
def test_what_cannot_be_done_is_a_failure(answer: PlayerAction | None, told: str) -> None:
    with pytest.raises(BotFailed) as failed:
        place_of(lambda _view, _actions: answer, VIEW, ACTIONS)
    assert told in str(failed.value)


def test_a_bot_that_raises_fails_with_its_own_traceback(capsys: Capture) -> None:
    def choose(_view: object, _actions: object) -> PlayerAction:
        raise ValueError("I give up")

    with pytest.raises(BotFailed, match="it raised ValueError"):
        place_of(choose, VIEW, ACTIONS)
    said = capsys.readouterr().err
    assert said.endswith("ValueError: I give up\n")
    assert "place_of" not in said


def test_an_answer_that_cannot_be_compared_is_a_failure(capsys: Capture) -> None:
    class Odd:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, _other: object) -> bool:
            raise ValueError

    with pytest.raises(BotFailed, match="it raised ValueError"):
        place_of(lambda _view, _actions: cast(PlayerAction, Odd()), VIEW, ACTIONS)
    assert "place_of" not in capsys.readouterr().err


def test_a_bot_that_is_not_asked_may_let_a_chance_pass() -> None:
    assert place_of(lambda _view, _actions: None, view_for(position("R5 R6", "G1 G2"), 1), [Draw(1)]) is None


def test_a_play_that_owes_uno_calls_it_whatever_the_bot_says() -> None:
    chosen = place_of(lambda _view, _actions: Play(0, (card("R5"),)), VIEW, ACTIONS)
    assert chosen is not None
    assert ACTIONS[chosen] == Play(0, (card("R5"),), uno=True)


def test_a_bot_cannot_change_the_list_that_it_is_given() -> None:
    def choose(_view: object, actions: Sequence[PlayerAction]) -> PlayerAction:
        return cast(list[PlayerAction], actions).pop()

    assert place_of(choose, VIEW, ACTIONS) == len(ACTIONS) - 1
