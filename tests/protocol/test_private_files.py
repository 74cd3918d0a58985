"""Private files are looked after: what others could do is forbidden or refused (FAULTS 40)."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from uno_protocol import private_files
from uno_protocol.private_files import NotOurs, make_private, own, try_lock, wait_to_lock, write_private

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no modes of files")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_made_private_and_one_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("x")
    for name in ("new", "old"):
        make_private(tmp_path / name)
    assert mode(tmp_path / "new") == 0o600
    assert (tmp_path / "old").read_text() == "x"


def test_a_private_file_is_written_whole_and_replaced_at_once(tmp_path: Path) -> None:
    write_private(tmp_path / "key", b"old")
    with (tmp_path / "key").open("rb") as reader:
        write_private(tmp_path / "key", b"new")
        assert reader.read() == b"old"
    assert (mode(tmp_path / "key"), (tmp_path / "key").read_bytes()) == (0o600, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_private_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_private(tmp_path / "key", b"old")
    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(PermissionError):
        write_private(tmp_path / "key", b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"key": b"old"}


def test_one_alone_holds_the_lock_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_files, "LOCK_SECONDS", 0.0)
    with (tmp_path / "lock").open("a+b") as ours:
        assert try_lock(ours)
        with (tmp_path / "lock").open("a+b") as theirs:
            assert not try_lock(theirs)
            assert not wait_to_lock(theirs)
    with (tmp_path / "lock").open("a+b") as theirs:
        assert try_lock(theirs)


def test_files_of_these_names_are_mended_and_others_and_folders_left_alone(tmp_path: Path) -> None:
    for name in ("a.db", "b.db", "c.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o640)
    (tmp_path / "d.db").mkdir()
    (tmp_path / "d.db").chmod(0o755)
    (tmp_path / "a.db").chmod(0o600)
    assert own(tmp_path, ("*.db",)) == [f"others could read or write {tmp_path / 'b.db'}; now they cannot"]
    assert [mode(path) for path in sorted(tmp_path.iterdir())] == [0o600, 0o600, 0o640, 0o755]
    assert own(tmp_path, ("*.db",)) == []


def test_a_folder_that_others_could_write_in_is_mended(tmp_path: Path) -> None:
    tmp_path.chmod(0o775)
    assert own(tmp_path, ()) == [f"others could write in {tmp_path}; now they cannot"]
    assert mode(tmp_path) == 0o755


def refuse(path: object, *_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted", str(path))


def test_what_cannot_be_mended_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.db").touch()
    (tmp_path / "a.db").chmod(0o666)
    monkeypatch.setattr("os.fchmod", refuse)
    with pytest.raises(NotOurs, match=r"others can read or write .*a\.db; choose another folder, or forbid it"):
        own(tmp_path, ("*",))


@pytest.mark.parametrize(("code", "kind"), [(errno.EPERM, None), (errno.ELOOP, NotOurs), (errno.EIO, OSError)])
def test_a_file_that_is_gone_is_left_alone_a_link_is_refused_and_other_faults_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, kind: type[OSError] | None
) -> None:
    (tmp_path / "a.db").touch()
    opened = os.open

    def broken(path: Path, flags: int) -> int:
        if path != tmp_path:
            raise OSError(code, os.strerror(code))
        return opened(path, flags)

    monkeypatch.setattr("os.open", broken)
    if kind is None:
        assert own(tmp_path, ("*",)) == []
        return
    with pytest.raises(kind) as caught:
        own(tmp_path, ("*",))
    assert type(caught.value) is kind


if sys.platform != "win32":

    def test_what_belongs_to_others_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a.db").touch()
        monkeypatch.setattr("os.geteuid", lambda: 12345)
        with pytest.raises(NotOurs, match="belongs to somebody else" if os.getuid() == 0 else "is not ours alone"):
            own(tmp_path, ("*",))

    def test_a_link_a_pipe_and_a_folder_of_everybody_are_refused(tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("nowhere")
        with pytest.raises(NotOurs, match="is a link, which is not followed"):
            own(tmp_path, ("*",))
        os.mkfifo(tmp_path / "b")
        with pytest.raises(NotOurs, match="is not a file; move it away"):
            own(tmp_path, ("b",))
        tmp_path.chmod(0o1777)
        with pytest.raises(NotOurs, match="is not ours alone; choose a folder of your own"):
            own(tmp_path, ())
