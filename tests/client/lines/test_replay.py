"""A recorded game in lines: the dialogue, and all of it for a pipe."""

from pathlib import Path

import pytest

from tests.client.fake import Capture, play
from tests.client.lines.at_lines import AtLines, Typed, two
from tests.protocol.recorded_games import recorded
from uno_client.config import Settings
from uno_client.lines.replay import COMMANDS, NO_EYES, replay_in_lines
from uno_client.replaying import load
from uno_engine import actions as act

TRUE = "This record is true: the rules lead to every card in it."


async def told(folder: Path, data: bytes, *lines: str, capsys: Capture) -> list[str]:
    """What is said of a record after these lines, and the end of input."""
    (folder / "a.unorec").write_bytes(data)
    assert await replay_in_lines(Settings(name="zoe"), load(folder / "a.unorec"), Typed(lines, ends=True)) == 0
    return capsys.readouterr().out.splitlines()


async def test_a_pipe_gets_the_whole_game(tmp_path: Path, capsys: Capture) -> None:
    about, rules, verdict, hint, *story = await told(tmp_path, recorded(9).data, capsys=capsys)
    assert about == "9: Player 0, Player 1 and Player 2."
    assert rules == "official rules · 6 turns."
    assert verdict == TRUE
    assert hint.startswith("Press Enter")
    assert len(story) > 6
    assert (await told(tmp_path, recorded(9).data, "all", capsys=capsys))[4:] == story


async def test_a_dialogue_leads_back_and_forth(tmp_path: Path, capsys: Capture) -> None:
    data = recorded(0).data
    lines = ["table", "next", "", "back", "mark", "mark", "next", "before", "seat", "hands", "start", "x"]
    said = await told(tmp_path, data, *lines, capsys=capsys)
    for line in (
        "No cards are on the table.",
        "Round 1: Player 0 deals.",
        "From Player 0's seat:",
        "Turn 0 of 94.",
        "There's no command 'x'. Press Enter for the next turn. Type help for the commands.",
    ):
        assert line in said, said
    assert sum(line.startswith("Player 1 holds ") for line in said) > sum(line.startswith("You hold ") for line in said)
    last = await told(tmp_path, data, "all", "next", "quit", "help", capsys=capsys)
    assert last[-1] == "That was the end of the game."
    assert len(await told(tmp_path, data, "help", capsys=capsys)) == 4 + len(COMMANDS) + 2


async def test_one_viewer_s_record_has_no_other_eyes(tmp_path: Path, capsys: Capture) -> None:
    said = await told(tmp_path, recorded(6).eyes(0), "hands", "next", capsys=capsys)
    assert said[2] == "This record can't be checked: it shows only what one viewer saw."
    assert said[4] == NO_EYES


@pytest.mark.parametrize("number", [0, 3])
async def test_every_step_has_words(number: int, tmp_path: Path, capsys: Capture) -> None:
    said = await told(tmp_path, recorded(number).data, *(["next", "table"] * 60), capsys=capsys)
    assert all(said)


async def test_the_last_turns_are_told_again_at_the_table(capsys: Capture) -> None:
    game = AtLines(two("R5 R6 R7"), capsys)
    assert game.type("replay") == "Nothing has happened yet.\n"
    game.play(play(0, "R5"), act.Draw(1), act.Keep(1), play(0, "R6", uno=True))
    head, *lines = game.type("replay").splitlines()
    assert head == "Turn 0 of 3:"
    assert lines[0] == "You play red 5."
    assert game.type("replay 1").splitlines()[0] == "Turn 2 of 3:"
    assert game.type("replay all").splitlines()[1:] == lines
