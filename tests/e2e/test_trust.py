"""Real servers and clients over TLS: who is known is joined again, who only says so is not (P-20.7, P-20.8)."""

import json
import shutil
from pathlib import Path

import pytest

from tests.e2e.processes import House, Program, key_of

SECRET = "sesame-1234"


def kept(house: House, folder: Path, *more: str, port: int = 0) -> tuple[Program, str]:
    """A server that keeps its data there."""
    return house.serve("--data-dir", str(folder), "--tls", "required", *more, *(("--port", str(port)) if port else ()))


def at_lines(house: House, address: str, name: str = "ann", *more: str) -> Program:
    return house.client(address, "--plain", "--name", name, "--tls", "required", *more)


def ended(program: Program) -> None:
    program.terminate()
    program.wait()


def known(house: House) -> dict[str, set[str]]:
    """The addresses of the servers that the client knows, by fingerprint."""
    listing = house.client("--known", "--json")
    assert listing.wait() == 0, listing.err
    return {each["fingerprint"]: set(each["addresses"]) for each in json.loads(listing.out)}


@pytest.mark.slow
def test_a_place_is_kept_through_a_restart_and_no_server_that_only_says_its_id_gets_the_token(
    house: House, tmp_path: Path
) -> None:
    """Finding: a second server with the first one's id is given the token."""
    first = tmp_path / "first"
    server, address = kept(house, first)
    key = key_of(server)
    ann = at_lines(house, address, "ann", "--table", "T")
    ann.hear("Connected to UNO as ann.")
    ann.hear("Table T")
    ann.stop()
    assert "first visit to" in ann.err
    assert key in ann.err
    assert known(house) == {key: {address}}
    ended(server)

    second = tmp_path / "second"
    shutil.copytree(first, second)
    for file in second.glob("server.key*"):
        file.unlink()
    impostor, elsewhere = kept(house, second)
    assert key_of(impostor) != key
    fooled = at_lines(house, elsewhere)
    assert fooled.wait() == 76
    assert "says that it is UNO, but has another key; no password and no token was sent" in fooled.err
    assert "Connected" not in fooled.out
    ended(impostor)

    port = int(address.rpartition(":")[2])
    there, _ = kept(house, second, port=port)
    fooled = at_lines(house, address)
    assert fooled.wait() == 76
    assert "another server answers" in fooled.err
    ended(there)

    server, moved = kept(house, first)
    back = at_lines(house, moved)
    back.hear("Table T")  # resumed, not logged in anew
    assert back.err == ""
    back.stop()
    assert known(house) == {key: {address, moved}}


@pytest.mark.slow
def test_a_password_of_a_script_goes_to_a_link_and_to_a_known_server_and_to_nobody_on_a_first_visit(
    house: House, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    server, address = house.serve("--tls", "required", "--password-file", str(tmp_path / "secret"))
    key = key_of(server)
    unknown = house.client(address, "--plain", "--name", "ann", "--tls", "required", UNO_PASSWORD=SECRET)
    assert unknown.wait() == 76
    assert "the password was not sent: this is a first visit" in unknown.err
    assert known(house) == {}
    linked = house.client(f"uno://{address}#{key}", "--plain", "--name", "ann", UNO_PASSWORD=SECRET)
    linked.hear("Connected to UNO as ann.")
    linked.stop()
    again = house.client(address, "--plain", "--name", "bob", UNO_PASSWORD=SECRET)  # known: encrypted on loopback too
    again.hear("Connected to UNO as bob.")
    assert again.err == ""


def test_a_link_with_another_key_is_not_followed(house: House, address: str) -> None:
    fooled = house.client(f"uno://{address}#{'a' * 26}", "--plain", "--name", "ann")
    assert fooled.wait() == 76
    assert "is not the one of the link" in fooled.err
    assert "Connected" not in fooled.out


def test_a_server_without_tls_is_not_spoken_to_by_who_requires_it_or_has_a_link(house: House) -> None:
    _, address = house.serve("--tls", "off")
    strict = house.client(address, "--plain", "--name", "ann", "--tls", "required")
    assert strict.wait() == 76
    assert "does not offer encryption" in strict.err
    linked = house.client(f"uno://{address}#{'a' * 26}", "--plain", "--name", "ann")
    assert linked.wait() == 76
    assert "should be encrypted (the link has its fingerprint)" in linked.err


def test_a_server_on_this_computer_that_requires_encryption_gets_it_without_a_flag(house: House) -> None:
    server, address = house.serve("--tls", "required")
    ann = house.client(address, "--plain", "--name", "ann")
    ann.hear("Connected to UNO as ann.")
    ann.stop()
    assert key_of(server) in ann.err
