"""Is a session found again by a later start, kept from others, and played by one process at a time?"""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from client.tokens import KEPT_SECONDS, Shelf

ROOT = Path(__file__).resolve().parents[2]


def test_a_token_is_found_again_by_server_and_name(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "state" / "sessions")
    claim = shelf.claim("server", "ann")
    assert claim is not None
    assert claim.token is None
    claim.keep("secret")
    claim.release()
    for server, name, token in (("server", "ann", "secret"), ("other", "ann", None), ("server", "bob", None)):
        again = shelf.claim(server, name)
        assert again is not None
        assert again.token == token
        again.release()


def test_a_name_is_played_by_one_client_of_the_machine_at_a_time(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    first = shelf.claim("server", "ann")
    assert first is not None
    assert shelf.claim("server", "ann") is None
    other = shelf.claim("server", "ann2")
    assert other is not None
    other.release()
    first.release()
    first.release()
    second = shelf.claim("server", "ann")
    assert second is not None
    second.release()


def test_a_process_that_dies_lets_go_of_its_name(tmp_path: Path) -> None:
    dies = (
        "import os, sys; from pathlib import Path; from client.tokens import Shelf\n"
        "claim = Shelf(Path(sys.argv[1])).claim('server', 'ann'); claim.keep('secret'); print('held', flush=True)\n"
        "sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", dies, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"held"
        assert Shelf(tmp_path).claim("server", "ann") is None
        child.kill()
    again = Shelf(tmp_path).claim("server", "ann")
    assert again is not None
    assert again.token == "secret"
    again.release()


def test_a_forgotten_token_is_gone(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    claim = shelf.claim("server", "ann")
    assert claim is not None
    claim.keep("secret")
    claim.forget()
    claim.release()
    again = shelf.claim("server", "ann")
    assert again is not None
    assert again.token is None
    again.release()


@pytest.mark.skipif(sys.platform == "win32", reason="there the folder of a user keeps others out")
def test_the_token_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        shelf = Shelf(tmp_path / "sessions")
        claim = shelf.claim("server", "ann")
        assert claim is not None
        claim.keep("secret")
        claim.release()
    finally:
        os.umask(before)
    (file,) = (tmp_path / "sessions").glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    assert "ann" not in file.name


def test_where_nothing_can_be_stored_the_game_goes_on_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    claim = Shelf(tmp_path / "file" / "sessions").claim("server", "ann")
    assert claim is not None
    claim.keep("secret")
    assert claim.token == "secret"
    claim.forget()
    claim.release()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"token": 7}', '{"token": ""}', '{"token": "' + "x" * 65 + '"}'])
def test_a_damaged_file_is_no_token(tmp_path: Path, content: str) -> None:
    shelf = Shelf(tmp_path)
    claim = shelf.claim("server", "ann")
    assert claim is not None
    claim.keep("secret")
    claim.release()
    (file,) = tmp_path.glob("*.json")
    file.write_text(content)
    again = shelf.claim("server", "ann")
    assert again is not None
    assert again.token is None
    again.release()


def test_the_folder_can_be_named_by_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    assert Shelf.of_user().folder == tmp_path / "sessions"
    monkeypatch.delenv("UNO_STATE_DIR")
    folder = Shelf.of_user().folder
    assert folder is not None
    assert folder.name == "sessions"


def test_tokens_that_nobody_has_used_for_months_are_forgotten_but_not_one_that_is_in_use(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    claims = {name: shelf.claim("server", name) for name in ("ann", "bob", "cem")}
    for name, claim in claims.items():
        assert claim is not None
        claim.keep(f"secret of {name}")
        if name != "cem":  # who plays on
            claim.release()
    files = sorted(tmp_path.glob("*.json"))
    for file in files:
        if "bob" not in file.read_text(encoding="utf-8"):
            os.utime(file, (time.time() - KEPT_SECONDS - 60,) * 2)
    later = shelf.claim("server", "dee")
    assert later is not None
    later.release()
    left = "".join(file.read_text(encoding="utf-8") for file in tmp_path.glob("*.json"))
    assert ("ann" in left, "bob" in left, "cem" in left) == (False, True, True)
    assert len(list(tmp_path.glob("*.lock"))) == 3  # bob, cem, dee
    assert shelf.claim("server", "cem") is None
    playing = claims["cem"]
    assert playing is not None
    playing.release()


def test_of_a_private_server_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    claim = Shelf.for_run(solo=True).claim("server", "ann")
    assert claim is not None
    claim.keep("secret")
    assert claim.token == "secret"
    claim.forget()
    claim.release()
    assert list(tmp_path.iterdir()) == []
    assert Shelf.for_run(solo=False).folder == tmp_path / "sessions"
