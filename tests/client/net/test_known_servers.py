"""Known servers are kept in a private file, by key, and an address belongs to whoever was seen there last."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from uno_client.net import known_servers
from uno_client.net.known_servers import KnownServers, Unreadable
from uno_client.net.token_store import TokenStore

ANN, BOB = "a" * 26, "b" * 26
WORDS = ("one", "two", "three", "four", "five", "six")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "known_servers.json"


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
    first.saw(ANN, "a:7777", "id-a", "Ann's")
    second.saw(BOB, "b:7777", "id-b", "Bob's")
    assert {each.name for each in first.all()} == {"Ann's", "Bob's"}


def test_a_server_that_moves_has_both_addresses_and_its_words_stay(known: KnownServers) -> None:
    known.saw(ANN, "a:7777", "id", "Ann's", WORDS)
    known.saw(ANN, "b:7777", "id", "Ann's new one")
    (one,) = known.all()
    assert (one.addresses, one.name, one.words) == (("b:7777", "a:7777"), "Ann's new one", WORDS)


def test_an_address_that_changes_hands_is_that_of_the_last(known: KnownServers) -> None:
    known.saw(ANN, "a:7777", "id-a", "Ann's")
    known.saw(BOB, "a:7777", "id-b", "Bob's")
    assert [(each.name, each.addresses) for each in known.all()] == [("Bob's", ("a:7777",)), ("Ann's", ())]


def test_servers_without_encryption_are_told_by_their_address(known: KnownServers) -> None:
    known.saw("", "a:7777", "id", "Old")
    known.saw("", "b:7777", "id", "Old")
    known.saw("", "a:7777", "id", "Older")
    assert [(each.name, each.addresses) for each in known.all()] == [("Older", ("a:7777",)), ("Old", ("b:7777",))]
    known.saw(ANN, "b:7777", "id", "New")
    assert [each.name for each in known.all()] == ["New", "Older"]


@pytest.mark.parametrize("which", ["Ann's", "ANN'S", ANN, ANN.upper(), "id", " id "])
def test_one_is_forgotten_by_its_name_its_id_or_its_fingerprint(known: KnownServers, file: Path, which: str) -> None:
    known.saw(ANN, "a:7777", "id", "Ann's")
    known.saw(BOB, "b:7778", "id-b", "Bob's")
    assert [each.fingerprint for each in known.forget(which)] == [ANN]
    assert [each.fingerprint for each in KnownServers(file).all()] == [BOB]
    assert known.forget(which) == ()


@pytest.mark.parametrize("which", ["a:7777", "a", "A", " a "])
def test_an_address_is_forgotten_alone_and_the_key_stays_known(known: KnownServers, file: Path, which: str) -> None:
    for address in ("a:7778", "c:7777", "a:7777"):
        known.saw(ANN, address, "id", "a")  # a server may call itself as it likes
    known.saw(BOB, "b:7777", "id-b", "Bob's")
    known.saw("", "o:7777", "id-o", "Old")
    assert [each.fingerprint for each in known.forget_address(which)] == [ANN]
    places = {each.fingerprint: each.addresses for each in KnownServers(file).all()}
    assert places == {ANN: ("c:7777", "a:7778"), BOB: ("b:7777",), "": ("o:7777",)}
    assert known.forget_address(which) == ()
    assert len(known.forget_address("b")) == len(known.forget_address("o")) == 1
    assert {each.fingerprint: each.addresses for each in known.all()} == {ANN: ("c:7777", "a:7778"), BOB: ()}


@pytest.mark.skipif(sys.platform == "win32", reason="there the folder of a user keeps others out")
def test_the_folders_above_it_are_the_users_alone(tmp_path: Path) -> None:
    state = tmp_path / "new" / "state"
    tokens = TokenStore(state / "sessions", KnownServers(state / "known" / "servers.json"))
    before = os.umask(0)
    try:
        tokens.known.saw(ANN, "a:7777", "id", "Ann's")
        claim = tokens.claim("issuer", "ann")
        assert claim is not None
        claim.release()
    finally:
        os.umask(before)
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
        assert len(known.forget("Ann's")) == 1
        assert known.all() == ()


def test_what_is_still_in_the_file_is_not_said_to_be_forgotten(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    KnownServers(file).saw(ANN, "a:7777", "id", "Ann's")
    monkeypatch.setattr(known_servers, "write_private", read_only)
    with pytest.raises(Unreadable, match="nothing was forgotten"):
        KnownServers(file).forget("Ann's")
    assert len(KnownServers(file).all()) == 1
