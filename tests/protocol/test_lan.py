"""Which addresses of this machine others can use, and which of them guests."""

import socket

import pytest

from uno_protocol import lan
from uno_protocol.interfaces import Spot


def test_nothing_is_to_be_typed_for_a_server_on_loopback() -> None:
    assert lan.addresses("127.0.0.1") == []
    assert lan.addresses("::1") == []
    assert lan.addresses("192.0.2.9") == ["192.0.2.9"]


def test_addresses_are_found_without_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asking(socket.socket):
        def getsockname(self) -> tuple[str, int]:
            return ("192.0.2.33", 1) if self.family is socket.AF_INET else ("2001:db8::33", 1)

        def connect(self, _address: object) -> None:
            assert self.type is socket.SOCK_DGRAM

        def send(self, *_: object) -> int:
            raise AssertionError("something was sent")

        sendto = send

    monkeypatch.setattr(socket, "socket", Asking)
    monkeypatch.setattr(lan, "here", lambda: (Spot("127.0.0.1", 8, 1), Spot("192.0.2.34", 24, 2)))
    assert lan.addresses("::") == ["192.0.2.33", "2001:db8::33", "192.0.2.34"]
    assert lan.addresses("0.0.0.0") == ["192.0.2.33", "192.0.2.34"]


def test_without_a_word_of_networks_the_addresses_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> tuple[Spot, ...]:
        raise OSError

    monkeypatch.setattr(lan, "here", unknown)
    monkeypatch.setattr(lan, "_sender", lambda _family, probe: "192.0.2.33" if probe == "10.0.0.1" else None)
    assert lan.for_guests("::") == ["192.0.2.33"]


def test_guests_are_sent_to_the_network_where_people_are() -> None:
    found = ["10.8.0.2", "192.0.2.33", "2001:db8::33", "198.51.100.7", "fe80::1%eth0"]
    spots = (
        Spot("10.8.0.2", 32, 3),
        Spot("192.0.2.33", 24, 1),
        Spot("2001:db8::33", 64, 1),
        Spot("198.51.100.7", 24, 2),
    )
    assert lan.nearest(found, spots, ()) == ["192.0.2.33", "198.51.100.7", "2001:db8::33", "10.8.0.2"]
    assert lan.nearest(found, spots, ["127.0.0.1", "198.51.100.9"])[0] == "198.51.100.7"
