"""Requests are cut from a stream, and what is none is refused (P-17.2, P-17.3)."""

import pytest

from uno_server.web.requests import HEAD_BYTES, BadRequest, Requests

PLAIN = b"GET /ABCD?lang=de HTTP/1.1\r\nHost: localhost\r\nAccept: a\r\naccept:\tb \r\n\r\n"


def test_a_request_is_there_with_its_last_byte_and_what_follows_stays() -> None:
    requests = Requests()
    for byte in PLAIN[:-1]:
        requests.add(bytes([byte]))
        assert requests.take() is None
    requests.add(PLAIN[-1:] + b"HEAD /x HTTP/1.0\r\nHost: a\r\n\r\n" + b"GE")
    first, second = requests.take(), requests.take()
    assert first is not None
    assert second is not None
    assert (first.head, first.method, first.path, first.closes) == (PLAIN, "GET", "/ABCD", False)
    assert first.headers == {"host": "localhost", "accept": "a, b"}
    assert (second.method, second.path, second.closes) == ("HEAD", "/x", True)
    assert requests.take() is None
    assert requests.unread == b"GE"


@pytest.mark.parametrize(
    ("target", "host", "path"),
    [
        (b"http://b/ABCD?lang=de", "b", "/ABCD"),
        (b"HTTPS://[::1]:7777", "[::1]:7777", "/"),
        (b"http://b?c", "b", "/"),
        (b"http://a@b//c", "a@b", "//c"),
        (b"/http://b/", "a", "/http://b/"),
    ],
)
def test_a_whole_address_has_the_host(target: bytes, host: str, path: str) -> None:
    requests = Requests()
    requests.add(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\n\r\n")
    found = requests.take()
    assert found is not None
    assert (found.headers["host"], found.path) == (host, path)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"GET http://a/ HTTP/1.1\r\n\r\n", 400),
        (b"GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GRAB / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 101 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * HEAD_BYTES, 431),
        (b"GET /" + b"y" * HEAD_BYTES, 414),
    ],
)
def test_what_is_no_request_for_a_file_is_refused(sent: bytes, status: int) -> None:  # FAULTS 50
    requests = Requests()
    requests.add(sent)
    with pytest.raises(BadRequest) as fault:
        requests.take()
    assert fault.value.status == status
