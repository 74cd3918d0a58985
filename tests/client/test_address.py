"""All ways to write a server's address are understood, nonsense is refused in words, and everybody gets a name."""

import getpass

import pytest

from uno_client.address import Address, AddressFault, parse_address
from uno_client.names import LONGEST_NAME, NOBODY, fit, name_of_user, numbered


@pytest.mark.parametrize(
    ("text", "host", "port", "table"),
    [
        ("game.local", "game.local", 7777, None),
        ("game.local:1234", "game.local", 1234, None),
        (" 192.168.1.5:7777 ", "192.168.1.5", 7777, None),
        ("[::1]:80", "::1", 80, None),
        ("2001:db8::7", "2001:db8::7", 7777, None),
        ("fe80::1%eth0", "fe80::1%eth0", 7777, None),
        ("[fe80::1%eth0]:7000", "fe80::1%eth0", 7000, None),
        ("uno://game.local", "game.local", 7777, None),
        ("uno://game.local:7000/KXQP", "game.local", 7000, "KXQP"),
        ("UNO://[fe80::1%25eth0]:7000/Friday%20night/", "fe80::1%eth0", 7000, "Friday night"),
    ],
)
def test_every_form_is_understood(text: str, host: str, port: int, table: str | None) -> None:
    assert parse_address(text) == Address(host, port, table)


REFUSED = {
    "names no server": ["", ":7777", "two words", "user@host", "host\x1b[31m"],
    "not a port": ["host:", "host:0", "host:65536", "host:７"],
    "brackets": ["[::1", "[::1]7777", "[host]:7777"],
    "not an IPv6 address": ["1:2:3"],
}


@pytest.mark.parametrize(("text", "told"), [(text, told) for told, several in REFUSED.items() for text in several])
def test_what_names_no_server_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(AddressFault, match=told) as refused:
        parse_address(text)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("end", ["#", "#abc", "#" + "a" * 27])
def test_a_link_that_was_cut_in_its_fingerprint_is_not_followed(end: str) -> None:
    assert parse_address(f"uno://game.local/KXQP#{'a' * 26}").fingerprint == "a" * 26
    with pytest.raises(AddressFault, match="copy the whole link again"):
        parse_address(f"uno://game.local/KXQP{end}")


@pytest.mark.parametrize("text", ["game.local:7777", "[::1]:7777", "[fe80::1%eth0]:7000"])
def test_an_address_is_written_as_it_can_be_read(text: str) -> None:
    assert str(parse_address(text)) == text


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ann", "ann"),
        ("CORP\\ann.b", "ann.b"),
        ("ann@corp", "anncorp"),
        ("Jörg", "Jörg"),
        ("Jo\u0308rg", "Jörg"),
        ("a\u202eb\x1b[1m", "ab1m"),
        ("x" * 40, "x" * LONGEST_NAME),
        ("", NOBODY),
        ("...", NOBODY),
    ],
)
def test_a_login_name_is_made_fit_for_a_table(login: str, name: str) -> None:
    assert fit(login) == name


def test_who_has_no_login_name_is_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no entry")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert name_of_user() == NOBODY


def test_a_number_goes_behind_a_name_that_is_taken() -> None:
    assert list(numbered("ann", 4)) == ["ann", "ann2", "ann3", "ann4"]
    assert list(numbered("x" * LONGEST_NAME, 2)) == ["x" * LONGEST_NAME, "x" * (LONGEST_NAME - 1) + "2"]
