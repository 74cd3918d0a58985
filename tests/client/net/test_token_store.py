"""A session is found again by a later start, kept from others, and played by one process at a time."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from uno_client.net.token_store import KEPT_SECONDS, Claim, TokenStore

ROOT = Path(__file__).resolve().parents[3]


NOT_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="there the folder of a user keeps others out")


@pytest.fixture
def tokens(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path / "state" / "sessions")


def claimed(tokens: TokenStore, name: str = "ann", server: str = "server") -> Claim:
    """A name that nobody else plays."""
    claim = tokens.claim(server, name)
    assert claim is not None
    return claim


def keep(tokens: TokenStore) -> Path:
    """A client has a session as ann, and ends; the file of its token."""
    claim = claimed(tokens)
    claim.keep("secret")
    claim.release()
    assert tokens.folder is not None
    (file,) = tokens.folder.glob("*.json")
    return file


def token(tokens: TokenStore, name: str = "ann", server: str = "server") -> str | None:
    """What a later client finds."""
    claim = claimed(tokens, name, server)
    claim.release()
    return claim.token


def test_a_token_is_found_again_by_server_and_name(tokens: TokenStore) -> None:
    assert token(tokens) is None
    keep(tokens)
    for server, name, kept in (("server", "ann", "secret"), ("other", "ann", None), ("server", "bob", None)):
        assert token(tokens, name, server) == kept


def test_a_name_is_played_by_one_client_of_the_machine_at_a_time(tokens: TokenStore) -> None:
    first = claimed(tokens)
    assert tokens.claim("server", "ann") is None
    claimed(tokens, "ann2").release()
    first.release()
    first.release()
    claimed(tokens).release()


@pytest.mark.fast
def test_a_process_that_dies_lets_go_of_its_name(tmp_path: Path) -> None:
    dies = (
        "import os, sys; from pathlib import Path; from uno_client.net.token_store import TokenStore\n"
        "claim = TokenStore(Path(sys.argv[1])).claim('server', 'ann')\n"
        "claim.keep('secret'); print('held', flush=True)\n"
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
        assert TokenStore(tmp_path).claim("server", "ann") is None
        child.kill()
    assert token(TokenStore(tmp_path)) == "secret"


def test_a_forgotten_token_is_gone(tokens: TokenStore) -> None:
    claim = claimed(tokens)
    claim.keep("secret")
    claim.forget()
    claim.release()
    assert token(tokens) is None


@NOT_WINDOWS
def test_the_token_is_readable_by_its_owner_alone(tokens: TokenStore) -> None:
    before = os.umask(0)
    try:
        file = keep(tokens)
        said = tokens.look_after()  # of the lock too
    finally:
        os.umask(before)
    assert said == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    assert "ann" not in file.name


@NOT_WINDOWS
def test_others_can_neither_read_a_token_nor_write_in_its_folder_from_the_next_use_on(tokens: TokenStore) -> None:
    file = keep(tokens)
    file.chmod(0o666)
    file.parent.chmod(0o777)
    assert token(tokens) == "secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o022 == 0


@pytest.mark.skipif(sys.platform == "win32", reason="only some users can make links there")
def test_a_link_among_the_tokens_is_not_followed(tokens: TokenStore, tmp_path: Path) -> None:
    file = keep(tokens)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    claim = claimed(tokens)
    assert claim.token is None
    claim.keep("another")
    claim.release()
    assert "another" not in (tmp_path / "elsewhere").read_text()


@NOT_WINDOWS
def test_what_others_could_do_with_tokens_is_said_in_words(tokens: TokenStore, tmp_path: Path) -> None:
    assert TokenStore(None).look_after() == TokenStore(tmp_path / "none").look_after() == []
    file = keep(tokens)
    assert tokens.look_after() == []
    file.chmod(0o644)
    assert tokens.look_after() == [f"others could read or write {file}; now they cannot"]
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere")
    (line,) = tokens.look_after()
    assert line.startswith(f"{file} is a link")
    assert line.endswith("your place at a table is not kept")


def test_where_nothing_can_be_stored_the_game_goes_on_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    claim = claimed(TokenStore(tmp_path / "file" / "sessions"))
    claim.keep("secret")
    assert claim.token == "secret"
    claim.forget()
    claim.release()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"token": 7}', '{"token": ""}', '{"token": "' + "x" * 65 + '"}'])
def test_a_damaged_file_is_no_token(tokens: TokenStore, content: str) -> None:
    keep(tokens).write_text(content)
    assert token(tokens) is None


def test_the_folder_can_be_named_by_a_variable_and_of_a_private_server_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    assert TokenStore.of_user().folder == TokenStore.for_run(solo=False).folder == tmp_path / "sessions"
    claim = claimed(TokenStore.for_run(solo=True))
    claim.keep("secret")
    assert claim.token == "secret"
    claim.forget()
    claim.release()
    assert list(tmp_path.iterdir()) == []
    monkeypatch.delenv("UNO_STATE_DIR")
    folder = TokenStore.of_user().folder
    assert folder is not None
    assert folder.name == "sessions"


def test_tokens_that_nobody_has_used_for_months_are_forgotten_but_not_one_that_is_in_use(tmp_path: Path) -> None:
    tokens, files = TokenStore(tmp_path), dict[str, Path]()
    claims = {name: claimed(tokens, name) for name in ("ann", "bob", "cem")}
    for name, claim in claims.items():
        before = set(tmp_path.glob("*.json"))
        claim.keep("secret")
        (files[name],) = set(tmp_path.glob("*.json")) - before
        if name != "cem":  # who plays on
            claim.release()
    for name in ("ann", "cem"):
        os.utime(files[name], (time.time() - KEPT_SECONDS - 60,) * 2)
    claimed(tokens, "dee").release()
    assert [name for name, file in files.items() if file.exists()] == ["bob", "cem"]
    assert len(list(tmp_path.glob("*.lock"))) == 3  # bob, cem, dee
    assert tokens.claim("server", "cem") is None
    claims["cem"].release()


def test_a_token_counts_as_used_with_every_start(tokens: TokenStore) -> None:
    file = keep(tokens)
    os.utime(file, (time.time() - KEPT_SECONDS + 3600,) * 2)
    assert token(tokens) == "secret"
    assert file.stat().st_mtime > time.time() - KEPT_SECONDS / 2
