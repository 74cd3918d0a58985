"""The client fetches the record of a game, page by page, and writes it into a file that there isn't yet (P-8.11)."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace as with_fields

from tests.client.core.test_replay import watched
from tests.client.fake import WELCOME, Fake, after_a_game, linked, notice
from tests.protocol.forged_records import lines_of, resealed
from tests.protocol.recorded_games import recorded
from uno_client import messages as msg
from uno_client.core import replay
from uno_client.core.fetching import SETBACKS, UNSHOWN
from uno_client.core.model.parts import LinkPhase
from uno_client.net.token_store import TokenStore
from uno_client.shell import Shell, save_record
from uno_client.structs import replace
from uno_protocol import messages as net
from uno_protocol.records import file
from uno_protocol.records.file import Header, write
from uno_protocol.room import RoomPhase

HEADER = Header(
    unorec=1, program="uno", game="12.3", began=1.0, preset="official", options={}, fingerprint="", seats=[None, None],
    eyes=0,
)  # fmt: skip
DATA = write(HEADER, [])
FALSE = resealed([{**lines_of(recorded(9).data)[0], "secret": "0" * 64}, *lines_of(recorded(9).data)[1:]])
OTHER = write(with_fields(HEADER, table="Den \u2028 \u202e"), [])


def over(*capabilities: str) -> Fake:
    game = after_a_game()
    game.feed(with_fields(WELCOME, capabilities=[*capabilities]))
    game.sent.clear()
    return game


def fetching() -> Fake:
    game = over("records").press("w")
    assert asked(game) == 0
    return game


def asked(game: Fake) -> int | None:
    """From which line on the next page is wanted, if one is."""
    pending = game.model.link.pending
    return pending[-1].at if pending and isinstance(pending[-1], net.FetchRecord) else None


def page(game: Fake, data: bytes, at: int, count: int = 1, **more: object) -> Fake:
    """The answer to the last request: so many lines."""
    lines = data.decode().split("\n")[:-1]
    answer = net.RecordPage(
        id=game.sent[-1].id, at=at, of=len(lines), digest=lines[-1][-66:-2], lines=lines[at:][:count]
    )
    game.feed(with_fields(answer, **more))
    return game


def saved(game: Fake) -> list[msg.SaveRecord]:
    return [command for command in game.others if isinstance(command, msg.SaveRecord)]


def test_a_record_comes_page_by_page_and_goes_into_a_file_named_after_the_game() -> None:
    game = page(fetching(), OTHER, 0)
    assert asked(game) == 1
    page(game, OTHER, 1)
    assert saved(game) == [msg.SaveRecord("game-12.3.unorec", OTHER)]
    assert asked(game) is None
    page(game, OTHER, 1)
    assert len(saved(game)) == 1


@pytest.mark.parametrize("keys", ["v", "v v v", "w v", "v v w"])
def test_a_finished_game_that_is_shown_again_is_fetched_too(keys: str) -> None:
    game = over("records").press(keys)
    last, saves = keys[0] == "v", "w" in keys
    assert [(each.at, each.last) for each in game.sent if isinstance(each, net.FetchRecord)] == [(0, last)]
    page(page(game, DATA, 0), DATA, 1)
    assert (msg.ReadRecord(DATA) in game.others, len(saved(game))) == (True, saves)
    game = page(over("records").press("v"), DATA, 0, 2, lines=["{}", "[0,0]"])
    assert game.said == UNSHOWN


def test_what_cannot_be_fetched_is_not_missed() -> None:
    game = over("records").press("v")
    game.feed(net.Error(code="no_record", id=game.sent[-1].id))
    assert game.model.fetch is None
    assert game.model.replay is not None
    assert not game.said
    assert asked(over().press("v")) is None
    on = after_a_game("R5", "G1 G2", phase=RoomPhase.BETWEEN_ROUNDS, options={"goal": "points"})
    on.feed(with_fields(WELCOME, capabilities=["records"]))
    assert asked(on.press("v")) is None
    assert on.model.replay is not None
    lost = over("records").but(lambda model: linked(model, LinkPhase.LOST)).press("v")
    assert asked(lost) is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (recorded(9).data, ""),
        (recorded(9).eyes(0), ""),
        (FALSE, "This record is false: the rules don't lead to its line 1."),
        (b"{}", UNSHOWN),
    ],
)
async def test_it_is_read_and_checked_beside_the_screen(data: bytes, said: str) -> None:
    shell = Shell(
        replay.of_the_game(watched(recorded(9), 0)), TokenStore.for_run(solo=True), lambda _told, _before: None
    )
    shell.take((), [msg.ReadRecord(data)])
    await asyncio.wait(shell.tasks)
    assert notice(shell.model) == said
    kept = shell.model.play.recorded
    assert kept is not None
    assert (kept.full is not None) == (said != UNSHOWN)
    shell.quit(0)
    await asyncio.wait_for(shell.finish(), None)


def test_an_answer_that_nobody_waits_for_any_more_is_dropped() -> None:
    game = fetching()
    game.model = replace(game.model, fetch=None)
    page(game, DATA, 0)
    assert saved(game) == []


def test_a_record_that_has_changed_is_fetched_again() -> None:
    game = page(page(fetching(), DATA, 0), OTHER, 1)
    assert asked(game) == 0
    page(page(game, OTHER, 0), OTHER, 1)
    assert saved(game) == [msg.SaveRecord("game-12.3.unorec", OTHER)]


def test_a_page_that_the_server_has_not_kept_is_asked_for_again() -> None:
    game = page(fetching(), DATA, 0)
    for _ in range(SETBACKS):
        game.feed(net.Ok(id=game.sent[-1].id))
        assert asked(game) == 1
    game.feed(net.Ok(id=game.sent[-1].id))
    assert asked(game) is None
    assert "isn't saved" in game.said


@pytest.mark.parametrize(
    "wrong",
    [
        {"digest": "0" * 64},
        {"lines": []},
        {"lines": ['{"game":"../../x"}', "[0,0]"]},
        {"of": 1, "lines": ["{}"]},
    ],
)
def test_what_holds_nothing_together_is_not_saved(wrong: dict[str, object]) -> None:
    game = page(fetching(), DATA, 0, 2, **wrong)
    assert saved(game) == []
    assert game.model.fetch is None
    assert "isn't saved" in game.said


@pytest.mark.parametrize(("of", "lines"), [(10, ["", "12345678", ""]), (11, ["1"])])
def test_no_server_fills_the_memory(monkeypatch: pytest.MonkeyPatch, of: int, lines: list[str]) -> None:
    monkeypatch.setattr(file, "LARGEST", 10)
    game = page(fetching(), DATA, 0, of=of, lines=lines)
    assert asked(game) is None
    assert "isn't saved" in game.said


def test_a_record_whose_length_changes_is_given_up() -> None:
    game = page(page(fetching(), DATA, 0, of=9), DATA, 1)
    assert saved(game) == []
    assert asked(game) is None
    assert "isn't saved" in game.said


def test_a_refusal_ends_it() -> None:
    game = fetching()
    game.feed(net.Error(code="no_record", id=game.sent[-1].id))
    assert game.model.fetch is None
    assert "no round is over" in game.said


def test_an_older_server_is_not_asked() -> None:
    game = over().press("w")
    assert asked(game) is None
    assert "older" in game.said


def test_a_record_without_a_number_has_a_name_too() -> None:
    nameless = write(with_fields(HEADER, game="../../x"), [])
    game = page(fetching(), nameless, 0, 2)
    assert saved(game) == [msg.SaveRecord("game.unorec", nameless)]


def test_a_record_is_saved_in_the_home_of_its_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    assert save_record("~/x", DATA) == msg.Saved("~/x")
    assert (tmp_path / "x").read_bytes() == DATA


def test_no_file_is_written_over(tmp_path: Path) -> None:
    path = str(tmp_path / "x.unorec")
    assert save_record(path, DATA) == msg.Saved(path)
    assert save_record(path, OTHER).why
    assert Path(path).read_bytes() == DATA
    assert save_record(str(tmp_path / "no" / "x"), DATA).why
    assert save_record("\0", DATA).why
    assert save_record(str(tmp_path), DATA).why == "that is a folder, so add the name of a file"
    assert save_record("~nobody-of-that-name/x", DATA).why


def test_the_player_learns_where_it_is() -> None:
    game = over("records")
    game.feed(msg.Saved("a.unorec"))
    assert game.said == "The game is saved in a.unorec."
    game.feed(msg.Saved("a.unorec", "the disk is full"))
    assert game.said == "a.unorec isn't saved: the disk is full."
