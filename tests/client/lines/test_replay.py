"""A recorded game in lines: the dialogue, and all of it for a pipe."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.client.fake import Capture, play
from tests.client.lines.at_lines import AtLines, Typed, two
from tests.protocol.forged_records import lines_of, resealed
from tests.protocol.recorded_games import recorded, recorded_scenario
from uno_client.address import Address
from uno_client.config import Settings
from uno_client.core import opinion as opinions
from uno_client.lines import record_file, session
from uno_client.lines.record_file import replay_in_lines
from uno_client.lines.replay import COMMANDS, HIDDEN, NO_EYES, NO_MOVES
from uno_client.messages import Quit, Tick
from uno_client.net.own_servers import ServerFailed
from uno_client.preferences import Preferences
from uno_client.replaying import load
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.scenario.notation import read_position
from uno_engine.scenario.position import only_block
from uno_protocol.room import PhaseChanged, RoomPhase

UNBOUND = "This record is true, but has no commitment: somebody may have chosen its cards."


async def told(folder: Path, data: bytes, *lines: str, capsys: Capture) -> list[str]:
    """What is said of a record after these lines, and the end of input."""
    (folder / "a.unorec").write_bytes(data)
    assert await replay_in_lines(Settings(name="zoe"), load(folder / "a.unorec"), Typed(lines, ends=True)) == 0
    return capsys.readouterr().out.splitlines()


async def test_a_pipe_gets_the_whole_game(tmp_path: Path, capsys: Capture) -> None:
    about, rules, verdict, hint, *story = await told(tmp_path, recorded(9).data, capsys=capsys)
    assert about == "9: Player 0, Player 1 and Player 2."
    assert rules == "official rules."
    assert verdict == UNBOUND
    assert hint.startswith("Press Enter")
    assert len(story) > 6
    assert (await told(tmp_path, recorded(9).data, "all", capsys=capsys))[4:] == story


async def test_the_verdict_says_what_the_cards_follow_from(tmp_path: Path, capsys: Capture) -> None:
    rows = ("rules: official", "seats: ann bob", "hand ann: R5", "hand bob: B1", "discard: R9")
    placed = recorded_scenario(only_block("\n".join(rows)), 1)
    assert placed is not None
    for data, due in (
        (recorded(9, mixing=True).data, "This record is true: the rules lead to every card in it."),
        (placed.data, "This record is true: the rules lead from its position to every card in it."),
    ):
        assert due in await told(tmp_path, data, capsys=capsys)


async def test_a_dialogue_leads_back_and_forth(tmp_path: Path, capsys: Capture) -> None:
    data = recorded(0).data
    lines = ["table", "next", "mark", "marks", "back", "mark", "mark", "next", "before", "seat", "hands", "start", "x"]
    said = await told(tmp_path, data, *lines, capsys=capsys)
    for line in (
        "No cards are on the table.",
        "Round 1: Player 0 deals.",
        "From Player 0's seat:",
        HIDDEN,
        "Turn 0 of 94.",
        "There's no command 'x'. Press Enter for the next turn. Type help for the commands.",
    ):
        assert line in said, said
    assert sum(line.startswith("Player 1 holds ") for line in said) > sum(line.startswith("You hold ") for line in said)
    last = await told(tmp_path, data, "all ", "/next", " /quit ", "help", capsys=capsys)
    assert last[-1] == "That was the end of the game."
    assert len(await told(tmp_path, data, "help", capsys=capsys)) == 4 + len(COMMANDS)


async def test_one_viewer_s_record_has_no_other_eyes(tmp_path: Path, capsys: Capture) -> None:
    said = await told(tmp_path, recorded(6).eyes(0), "hands", "next", capsys=capsys)
    assert said[2] == "This record can't be checked: it shows only what one viewer saw."
    assert said[4] == NO_EYES


@pytest.mark.parametrize("number", [0, 3])
async def test_every_step_has_words(number: int, tmp_path: Path, capsys: Capture) -> None:
    said = await told(tmp_path, recorded(number).data, *(["next", "table"] * 60), capsys=capsys)
    assert all(said)


@pytest.mark.parametrize("settings", [Settings(name="Player 1"), Settings(kept=Preferences(name="Player 1"))])
async def test_a_player_s_own_game_shows_its_length(settings: Settings, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.unorec").write_bytes(recorded(9).data)
    await replay_in_lines(settings, load(tmp_path / "a.unorec"), Typed(["quit"]))
    assert capsys.readouterr().out.splitlines()[1] == "official rules · 6 turns."


async def test_the_game_is_written_in_notation(tmp_path: Path, capsys: Capture) -> None:
    said = await told(tmp_path, recorded(0).data, "position", "all", "moves", "back", "back", "position", capsys=capsys)
    assert said[4] == "There's a position wherever a turn begins."
    positions = [read_position(line) for line in said if line.startswith("rules: ")]
    assert [each.moved for each in positions] == [True, False]
    said = await told(tmp_path, recorded(0).eyes(1), "moves", capsys=capsys)
    assert said[4] == NO_MOVES


@pytest.mark.parametrize("odd", [{"colours": ["R"] * 9}, {"k": "catch", "target": 9}, {"seat": 9}], ids=repr)
async def test_a_false_record_has_no_moves(tmp_path: Path, capsys: Capture, odd: dict[str, Any]) -> None:
    header, *steps = lines_of(recorded(0).data)
    next(what for _, kind, what in steps if kind == "a" and what["k"] == "play").update(odd)
    said = await told(tmp_path, resealed([header, *steps]), "all", "moves", capsys=capsys)
    assert said[-1] == NO_MOVES


async def test_a_false_record_without_a_discard_pile_has_no_positions(tmp_path: Path, capsys: Capture) -> None:
    lines = [line for line in lines_of(recorded(0).data) if "first_card_turned" not in str(line)]
    said = await told(tmp_path, resealed(lines), "next", "position", capsys=capsys)
    assert said[-1] == "There's a position wherever a turn begins."


async def test_the_coach_speaks(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "opinion", lambda record, at, eyes: None)
    said = await told(tmp_path, recorded(0).data, "coach", capsys=capsys)
    assert said[4:] == ["Thinking …", "Nobody whose cards are known had to decide here."]


@asynccontextmanager
async def nowhere(*, test_deals: bool) -> AsyncIterator[Address]:
    """A private server, made up."""
    assert test_deals
    yield Address("127.0.0.1", 1)


@asynccontextmanager
async def failing(*, test_deals: bool) -> AsyncIterator[Address]:
    """A private server that doesn't start."""
    if test_deals:
        raise ServerFailed("no server")
    yield Address("127.0.0.1", 1)


async def test_on_plays_on_from_a_file_and_comes_back(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [0, 130]

    async def play(settings: Settings, _address: Address, _keyboard: object, *, home: bool) -> int:
        assert home
        print(settings.new_table.position)
        return codes.pop(0)

    monkeypatch.setattr(record_file, "play_in_lines", play)
    monkeypatch.setattr(record_file, "private_server", failing)
    lines = ["on", "next", "next", "on"]
    said = await told(tmp_path, recorded(0).data, *lines, capsys=capsys)
    assert "Once the game is over, you can play on wherever a turn begins." in said
    monkeypatch.setattr(record_file, "private_server", nowhere)
    (tmp_path / "a.unorec").write_bytes(recorded(0).data)
    keyboard = Typed(["next", "next", "on", "on", "next"])
    assert await replay_in_lines(Settings(), load(tmp_path / "a.unorec"), keyboard) == 130
    said = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("rules: ") for line in said) == 2
    assert said.count("Back in the replay.") == 1


async def test_the_last_turns_are_told_again_at_the_table(capsys: Capture) -> None:
    game = AtLines(two("R5 R6 R7"), capsys)
    assert game.type("replay") == "Nothing has happened yet.\n"
    game.play(play(0, "R5"), act.Draw(1), act.Keep(1), play(0, "R6", uno=True))
    head, *lines = game.type("replay").splitlines()
    assert head == "Turn 0 of 3:"
    assert lines[0] == "You play red 5."
    assert game.type("replay 1").splitlines()[0] == "Turn 2 of 3:"
    assert game.type("replay all").splitlines()[1:] == lines
    assert game.type("back") != game.type("replay")  # the game is on, and its own commands count


def over(capsys: Capture) -> AtLines:
    game = AtLines(two("R5", "G1 G2"), capsys)
    game.play(play(0, "R5"))
    game.happen(PhaseChanged(RoomPhase.FINISHED))
    return game


async def test_a_game_that_is_over_is_looked_at_until_quit(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "opinion", lambda record, at, eyes: None)
    game = over(capsys)
    assert game.type("replay").splitlines()[-1].startswith("Type back for the turn before")
    assert game.type("start").startswith("Turn 0 of ")
    assert "You play red 5." in game.type("")
    assert "You hold" in game.type("start", "table")
    assert game.type("coach").startswith("Thinking")
    await asyncio.wait(game.player.shell.tasks)
    assert game.said().startswith("Nobody whose cards")
    assert "/ready" not in game.type("help")
    assert "who: " in game.type("help all")
    assert game.type("/Quit ") == "Back at the table.\n"
    assert "who: " in game.type("help")


@pytest.mark.parametrize(("code", "ends"), [(0, False), (143, True)])
async def test_on_plays_on_from_a_table_and_comes_back(
    code: int, ends: bool, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, played = over(capsys), list[str]()

    async def run(guest: session.Player, _address: Address) -> Quit:
        played.append(guest._settings.new_table.position)
        return Quit(code)

    monkeypatch.setattr(session, "private_server", nowhere)
    monkeypatch.setattr(session.Player, "run", run)
    keyboard = game.player._keyboard
    for line in ("replay", "start", "on", None):
        keyboard._lines.put_nowait(line)
    await game.player._obey_all()
    assert played[0].startswith("rules: ")
    assert ("Back in the replay." in game.said()) != ends


async def test_the_table_takes_its_player_back_from_a_game_alone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = over(capsys)
    game.type("replay", "start", "on")

    async def run(guest: session.Player, _address: Address) -> Quit:
        game.player.shell.feed(Tick(1.0))
        assert not guest.shell.ended
        game.player.shell.model = replace(game.player.shell.model, replay=None)
        game.player.shell.feed(Tick(2.0))
        return await asyncio.wait_for(guest.shell.finish(), 5)

    monkeypatch.setattr(session, "private_server", nowhere)
    monkeypatch.setattr(session.Player, "run", run)
    await game.player._play_aside()
    assert "Back in the replay" not in game.said()
    game.player._position = "rules: x"
    await game.player._play_aside()
    assert "--position" in capsys.readouterr().err
