"""The program ends with the right code, and never with a traceback."""

import errno
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.client.fake import Capture
from tests.patience import HANG
from tests.protocol.forged_records import lines_of, resealed
from tests.protocol.recorded_games import recorded
from uno_client import cli
from uno_client.config import Settings
from uno_client.lines import stdin_reader
from uno_client.net import own_servers
from uno_client.net.own_servers import ServerFailed, private_server

POSITION = "rules: official; seats: you bob; hand you: R5 R6; hand bob: 3; discard: R9"


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("START_SECONDS", "END_SECONDS"):
        monkeypatch.setattr(own_servers, limit, HANG)


def ended(monkeypatch: pytest.MonkeyPatch, *arguments: str, run: Callable[[Settings], int] | None = None) -> int:
    monkeypatch.setattr(sys, "argv", ["uno-client", *arguments])
    for name in ("UNO_DEBUG", "UNO_SERVER", "UNO_NAME", "UNO_SET", "UNO_PLAIN", "UNO_BOTS", "UNO_SEATS"):
        monkeypatch.delenv(name, raising=False)
    if run is not None:
        monkeypatch.setattr(cli, "_run", run)
    return cli.main()


def failing(fault: BaseException) -> Callable[[Settings], int]:
    def run(_settings: Settings) -> int:
        raise fault

    return run


def test_a_usage_fault_is_one_line_and_2(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert ended(monkeypatch, "--nonsense") == 2
    assert capsys.readouterr().err == "uno-client: unrecognized arguments: --nonsense\n"


def test_words_without_effect_are_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    asked = ("--solo", "--rules", "official deflect=yes mercy=20", "--set", "uno=off", "--set", "uno_grace=1")
    assert ended(monkeypatch, *asked, run=lambda _: 0) == 0
    assert capsys.readouterr().err == "uno-client: No effect under these rules: deflect=yes, uno_grace=1.\n"
    assert ended(monkeypatch, "--rules", "official mercy=20", run=lambda _: 0) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.fast
@pytest.mark.real_clock
def test_a_game_begins_at_a_position(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    at = "rules: official goal=points target=60; seats: a b; hand a: R5; hand b: 3; discard: R9; score a: 59; turn: a"
    assert ended(monkeypatch, "--position", at, "--autoplay", "normal", "--json", "--name", "Mia") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["winner"], told["rounds"], told["actions"]) == ("Mia", 1, 1)


def test_the_version_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as end:
        ended(monkeypatch, "--version")
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("uno-client ")


def test_ctrl_c_is_130_without_a_word(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert ended(monkeypatch, run=failing(KeyboardInterrupt())) == 130
    assert capsys.readouterr() == ("", "")


def test_a_fault_of_our_own_is_one_line_and_1(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert ended(monkeypatch, run=failing(ValueError("what\n\x1b[31m"))) == 1
    told = capsys.readouterr().err
    assert told == "uno-client: internal error: ValueError: what\\n\\x1b[31m\n"


@pytest.mark.parametrize("fault", [BrokenPipeError(), OSError(errno.EIO, "Input/output error")])
def test_a_closed_pipe_is_1_without_a_word(fault: OSError, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    silenced: list[bool] = []
    monkeypatch.setattr(cli, "_silence_stdout", lambda: silenced.append(True))
    assert ended(monkeypatch, run=failing(fault)) == 1
    assert silenced == [True]
    assert capsys.readouterr().err == ""


NO_ROOM = "import sys; sys.exit('uno-server: no room\\x1b[0m')"
VARIABLES = "import os, sys; sys.exit('uno-server: ' + ' '.join(name for name in os.environ if 'UNO_' in name) + '!')"


@pytest.mark.fast
@pytest.mark.real_clock
@pytest.mark.parametrize(
    ("script", "told"),
    [
        (NO_ROOM, "the private server did not start: uno-server: no room"),
        ("print('hello')", "the private server did not start: hello"),
        (VARIABLES, "the private server did not start: uno-server: !"),  # none reaches it
    ],
)
async def test_why_a_private_server_failed_is_told(monkeypatch: pytest.MonkeyPatch, script: str, told: str) -> None:
    for name in ("UNO_DATA_DIR", "UNO_DURABLE", "UNO_NAME"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setattr(own_servers, "PRIVATE", ("-c", script))
    with pytest.raises(ServerFailed) as failed:
        async with private_server():
            pass
    assert str(failed.value).startswith(told)
    assert str(failed.value).isprintable()


@pytest.mark.fast
@pytest.mark.real_clock
async def test_a_private_server_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_servers, "PRIVATE", ("-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(own_servers, "START_SECONDS", 0.2)
    monkeypatch.setattr(own_servers, "END_SECONDS", 0.1)
    with pytest.raises(ServerFailed, match="did not start in time"):
        async with private_server():
            pass


@pytest.mark.fast
@pytest.mark.real_clock
async def test_a_private_server_ends_with_its_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = "import sys; print('listening on 127.0.0.1:4242', flush=True); sys.stdin.read(); open('ended', 'w')"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(own_servers, "PRIVATE", ("-c", script))
    async with private_server() as address:
        assert str(address) == "127.0.0.1:4242"
    assert (tmp_path / "ended").exists()


def test_a_record_is_shown_or_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    good, bad, impossible = (tmp_path / f"{name}.unorec" for name in ("good", "bad", "impossible"))
    data = recorded(9).data
    good.write_bytes(data)
    bad.write_bytes(data[:-5])
    lines = lines_of(data)
    at = next(at for at, line in enumerate(lines[1:], 1) if line[1] == "e" and line[2]["k"] == "cards_played")
    lines[at][2]["cards"] = ["Y9", "Y9", "Y9"]  # there are two
    impossible.write_bytes(resealed(lines))
    monkeypatch.setattr(stdin_reader.Keyboard, "start", lambda self: self._put(None))
    assert ended(monkeypatch, "replay", str(good), "--plain") == 0
    assert "This record is true" in capsys.readouterr().out
    for file, why in (
        (bad, f"{bad}: This file is damaged, or no record of a game."),
        (impossible, f"{impossible}: This record is false: the rules don't lead to its line {at + 1}."),
        (Path("~nobody-of-that-name"), "cannot read ~nobody-of-that-name: no such file or directory"),
        (tmp_path / "x", f"cannot read {tmp_path / 'x'}: no such file or directory"),
    ):
        assert ended(monkeypatch, "replay", str(file)) == 1
        assert capsys.readouterr().err == f"uno-client: {why}\n"
    assert ended(monkeypatch, "replay", str(good)) == 2
    assert "needs a terminal" in capsys.readouterr().err
