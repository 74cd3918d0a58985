"""The server's key is made once, kept for its owner alone, and never replaced by itself."""

import errno
import os
import sys
import tempfile
from pathlib import Path

import pytest

from uno_server.net import identity

pytestmark = pytest.mark.fast


def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    assert identity.load(tmp_path).key == identity.load(tmp_path).key
    assert identity.load(None).key != identity.load(None).key
    assert [file.name for file in tmp_path.iterdir()] == ["server.key"]
    if sys.platform != "win32":
        assert (tmp_path / "server.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "damage",
    [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
    ids=["empty", "no key", "half a key"],
)
def test_a_key_that_cannot_be_read_is_not_replaced(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "server.key").write_bytes(damage)
    with pytest.raises(identity.CannotIdentify, match="is not this server's key"):
        identity.load(tmp_path)
    assert (tmp_path / "server.key").read_bytes() == damage


def test_a_full_folder_for_temporary_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "gettempdir", full)
    with pytest.raises(identity.CannotIdentify, match=r"no space left on device; make room .* TMPDIR") as told:
        identity.load(tmp_path)
    assert "\n" not in str(told.value)


def test_a_folder_that_takes_no_key_is_told(tmp_path: Path) -> None:
    with pytest.raises(identity.CannotIdentify, match=r"cannot use .*server.key: no such file or directory"):
        identity.load(tmp_path / "missing")


if sys.platform != "win32":

    def test_a_key_that_others_can_read_is_taken_from_them_with_a_word(tmp_path: Path) -> None:
        first = identity.load(tmp_path)
        (tmp_path / "server.key").chmod(0o644)
        again = identity.load(tmp_path)
        assert (first.messages, again.key) == ((), first.key)
        assert again.messages == (f"others could read or write {tmp_path / 'server.key'}; now they cannot",)
        assert (tmp_path / "server.key").stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize("there", [True, False])
    def test_a_link_is_no_key_and_is_not_replaced(tmp_path: Path, *, there: bool) -> None:
        key, directory = tmp_path / "server.key", tmp_path / "data"
        directory.mkdir()
        (directory / "server.key").symlink_to(key)
        if there:
            identity.load(tmp_path)
        with pytest.raises(identity.CannotIdentify, match=r"server\.key is a link, which is not followed"):
            identity.load(directory)
        assert ((directory / "server.key").is_symlink(), key.exists()) == (True, there)

    def test_what_is_no_file_or_somebody_elses_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        os.mkfifo(tmp_path / "server.key")
        with pytest.raises(identity.CannotIdentify, match=r"server\.key is not a file; move it away"):
            identity.load(tmp_path)
        (tmp_path / "server.key").unlink()
        identity.load(tmp_path)
        monkeypatch.setattr("os.geteuid", lambda: 12345)
        with pytest.raises(identity.CannotIdentify, match=r"server\.key belongs to somebody else"):
            identity.load(tmp_path)
