"""What is kept in the user's folder: known servers by their keys, and sessions, each played by one process."""

import json
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_client.net import known_servers
from uno_client.net.known_servers import KnownServers, Unreadable
from uno_client.net.token_store import KEPT_SECONDS, Claim, TokenStore

ANN, BOB = "a" * 26, "b" * 26
WORDS = ("one", "two", "three", "four", "five", "six")
NOT_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="there the folder of a user keeps others out")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "known_servers.json"


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """Others may do everything with new files."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def known(file: Path) -> KnownServers:
    return KnownServers(file)


def test_what_one_client_has_seen_another_knows(file: Path) -> None:
    KnownServers(file).saw(ANN, "a:7777", "id", "Ann's", WORDS)
    (one,) = KnownServers(file).all()
    assert (one.fingerprint, one.server_id, one.name) == (ANN, "id", "Ann's")
    assert (one.addresses, one.words) == (("a:7777",), WORDS)
    assert one.seen > 1.7e9
    assert json.loads(file.read_text(encoding="utf-8"))["version"] == 1
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_two_clients_lose_nothing_of_each_other(file: Path) -> None:
    first, second = KnownServers(file), KnownServers(file)
    first.all(), second.all()
    first.saw(ANN, "a:7777", "id-a", "Ann's", WORDS)
    second.saw(BOB, "b:7777", "id-b", "Bob's")
    second.saw(ANN, "a:7777", "id-a", "Ann's")
    assert {each.name: each.words for each in first.all()} == {"Ann's": WORDS, "Bob's": ()}


@pytest.mark.parametrize(
    ("seen", "kept"),
    [
        (
            [(ANN, "a:7777", "id", "Ann's"), (ANN, "b:7777", "id", "Ann's new one")],  # it moves
            [("Ann's new one", ("b:7777", "a:7777"))],
        ),
        ([(ANN, "a:7777", "id-a", "Ann's"), (BOB, "a:7777", "id-b", "Bob's")], [("Bob's", ("a:7777",)), ("Ann's", ())]),
        (
            [("", "a:7777", "id", "Old"), ("", "b:7777", "id", "Old"), ("", "a:7777", "id", "Older")],  # not encrypted
            [("Older", ("a:7777",)), ("Old", ("b:7777",))],
        ),
        (
            [("", "a:7777", "id", "Older"), ("", "b:7777", "id", "Old"), (ANN, "b:7777", "id", "New")],
            [("New", ("b:7777",)), ("Older", ("a:7777",))],
        ),
    ],
)
def test_an_address_is_that_of_the_last_who_was_seen_there(
    known: KnownServers, seen: list[tuple[str, str, str, str]], kept: list[tuple[str, tuple[str, ...]]]
) -> None:
    for each in seen:
        known.saw(*each)
    assert [(each.name, each.addresses) for each in known.all()] == kept


@pytest.mark.parametrize("which", ["Ann's", "ANN'S", ANN, ANN.upper(), "id", " id "])
def test_one_is_forgotten_by_its_name_its_id_or_its_fingerprint(known: KnownServers, file: Path, which: str) -> None:
    known.saw(ANN, "a:7777", "id", "Ann's")
    known.saw(BOB, "b:7778", "id-b", "Bob's")
    assert [each.fingerprint for each in known.forget(which)[0]] == [ANN]
    assert [each.fingerprint for each in KnownServers(file).all()] == [BOB]
    assert known.forget(which)[0] == ()


@pytest.mark.parametrize("which", ["a:7777", "a", "A", " a "])
def test_an_address_is_forgotten_alone_and_the_key_stays_known(known: KnownServers, file: Path, which: str) -> None:
    for address in ("a:7778", "c:7777", "a:7777"):
        known.saw(ANN, address, "id", "a")  # a server may call itself as it likes
    known.saw(BOB, "b:7777", "id-b", "Bob's")
    known.saw("", "o:7777", "id-o", "Old")
    assert [each.fingerprint for each in known.forget(which)[0]] == [ANN]
    places = {each.fingerprint: each.addresses for each in KnownServers(file).all()}
    assert places == {ANN: ("c:7777", "a:7778"), BOB: ("b:7777",), "": ("o:7777",)}
    assert len(known.forget("b")[0]) == len(known.forget("o")[0]) == 1
    assert {each.fingerprint: each.addresses for each in known.all()} == {ANN: ("c:7777", "a:7778"), BOB: ()}


@NOT_WINDOWS
@pytest.mark.usefixtures("open_to_all")
def test_the_folders_above_it_are_the_users_alone(tmp_path: Path) -> None:
    state = tmp_path / "new" / "state"
    tokens = TokenStore(state / "sessions", KnownServers(state / "known" / "servers.json"))
    tokens.known.saw(ANN, "a:7777", "id", "Ann's")
    claimed(tokens).release()
    folders = (state.parent, state, state / "known", state / "sessions")
    assert [stat.S_IMODE(each.stat().st_mode) for each in folders] == [0o700] * 4
    assert tokens.look_after() == []
    state.chmod(0o777)
    assert tokens.look_after() == [f"others could write in {state}; now they cannot"]
    state.chmod(0o1777)
    with pytest.raises(Unreadable, match="not ours alone"):
        tokens.known.all()
    assert tokens.look_after() == [
        f"{state} is not ours alone; choose a folder of your own; your place at a table is not kept"
    ]


def test_the_number_of_servers_is_bounded(known: KnownServers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_servers, "MOST_SERVERS", 3)
    for at in range(5):
        known.saw(f"{at}" * 26, f"{at}:7777", f"{at}", f"{at}")
    for at in range(20):
        known.saw("4" * 26, f"x{at}:7777", "4", "4")
    assert [each.name for each in known.all()] == ["4", "3", "2"]
    assert len(known.all()[0].addresses) == known_servers.MOST_ADDRESSES


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"version": 2}', '{"version": 1, "servers": [{}]}', "\udcff"])
def test_a_file_that_cannot_be_read_is_no_reason_to_trust_everybody(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(Unreadable, match="cannot use"):
        KnownServers(file).all()
    with pytest.raises(Unreadable):
        KnownServers(file).saw(ANN, "a", "id", "Ann's")
    assert file.read_bytes() == text.encode("utf-8", "surrogateescape")


def test_where_nothing_can_be_stored_it_is_known_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for known in (KnownServers(None), KnownServers(tmp_path / "file" / "known.json")):
        known.saw(ANN, "a:7777", "id", "Ann's")
        assert [each.name for each in known.all()] == ["Ann's"]
        assert not known.stored
        assert len(known.forget("Ann's")[0]) == 1
        assert known.all() == ()


def test_what_is_still_in_the_file_is_not_said_to_be_forgotten(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    KnownServers(file).saw(ANN, "a:7777", "id", "Ann's")
    monkeypatch.setattr(known_servers, "write_private", read_only)
    with pytest.raises(Unreadable, match="nothing was forgotten"):
        KnownServers(file).forget("Ann's")
    assert len(KnownServers(file).all()) == 1


@pytest.fixture
def store(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path / "state" / "sessions")


def claimed(store: TokenStore, name: str = "ann", server: str = "server") -> Claim:
    """A name that nobody else plays."""
    claim = store.claim(server, name)
    assert claim is not None
    return claim


def keep(store: TokenStore, secret: str = "secret") -> Path:
    """A client has a session as ann, and ends; the file of its token."""
    claim = claimed(store)
    claim.keep(secret)
    claim.release()
    assert store.folder is not None
    (file,) = store.folder.glob("*.json")
    return file


def token(store: TokenStore, name: str = "ann", server: str = "server") -> str | None:
    """What a later client finds."""
    claim = claimed(store, name, server)
    claim.release()
    return claim.token


def test_a_token_is_found_again_by_server_and_name(store: TokenStore) -> None:
    assert token(store) is None
    keep(store)
    for server, name, kept in (("server", "ann", "secret"), ("other", "ann", None), ("server", "bob", None)):
        assert token(store, name, server) == kept


def test_a_name_is_played_by_one_client_of_the_machine_at_a_time(store: TokenStore) -> None:
    first = claimed(store)
    assert store.claim("server", "ann") is None
    claimed(store, "ann2").release()
    first.release()
    first.release()
    claimed(store).release()


def test_a_forgotten_token_is_gone(store: TokenStore) -> None:
    claim = claimed(store)
    claim.keep("secret")
    claim.forget()
    claim.release()
    assert token(store) is None


@NOT_WINDOWS
@pytest.mark.usefixtures("open_to_all")
def test_the_token_is_readable_by_its_owner_alone(store: TokenStore) -> None:
    file = keep(store)
    assert store.look_after() == []  # the lock is looked at too
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    assert "ann" not in file.name


@pytest.mark.skipif(sys.platform == "win32", reason="only some users can make links there")
def test_a_link_among_the_tokens_is_not_followed(store: TokenStore, tmp_path: Path) -> None:
    file = keep(store)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert token(store) is None
    keep(store, "another")
    assert "another" not in (tmp_path / "elsewhere").read_text()


@NOT_WINDOWS
def test_what_others_could_do_with_tokens_is_said_in_words(store: TokenStore, tmp_path: Path) -> None:
    assert TokenStore(None).look_after() == TokenStore(tmp_path / "none").look_after() == []
    file = keep(store)
    file.chmod(0o666)
    file.parent.chmod(0o777)
    assert token(store) == "secret", "from the next use on they can do nothing"
    assert store.look_after() == []
    file.chmod(0o644)
    assert store.look_after() == [f"others could read or write {file}; now they cannot"]
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere")
    (line,) = store.look_after()
    assert line.startswith(f"{file} is a link")
    assert line.endswith("your place at a table is not kept")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"token": 7}', '{"token": ""}', '{"token": "' + "x" * 65 + '"}'])
def test_a_damaged_file_is_no_token(store: TokenStore, content: str) -> None:
    keep(store).write_text(content)
    assert token(store) is None


def test_the_folder_can_be_named_by_a_variable_and_without_one_or_of_a_private_server_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    assert TokenStore.of_user().folder == TokenStore.for_run(solo=False).folder == tmp_path / "sessions"
    for nowhere in (TokenStore.for_run(solo=True), TokenStore(Path(__file__) / "sessions")):
        claim = claimed(nowhere)
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
    store, files = TokenStore(tmp_path), dict[str, Path]()
    claims = {name: claimed(store, name) for name in ("ann", "bob", "cem")}
    for name, claim in claims.items():
        before = set(tmp_path.glob("*.json"))
        claim.keep("secret")
        (files[name],) = set(tmp_path.glob("*.json")) - before
        if name != "cem":  # who plays on
            claim.release()
    for name in ("ann", "cem"):
        os.utime(files[name], (time.time() - KEPT_SECONDS - 60,) * 2)
    claimed(store, "dee").release()
    assert [name for name, file in files.items() if file.exists()] == ["bob", "cem"]
    assert len(list(tmp_path.glob("*.lock"))) == 3  # bob, cem, dee
    assert store.claim("server", "cem") is None
    claims["cem"].release()


def test_a_token_counts_as_used_with_every_start(store: TokenStore) -> None:
    file = keep(store)
    os.utime(file, (time.time() - KEPT_SECONDS + 3600,) * 2)
    assert token(store) == "secret"
    assert file.stat().st_mtime > time.time() - KEPT_SECONDS / 2
