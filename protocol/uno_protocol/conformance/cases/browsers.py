"""Browsers: requests of HTTP and WebSocket on the same port, and who may make them (P-17)."""

from collections.abc import Iterator

from uno_protocol.conformance.carried import FINAL, HEADER, NORMAL, OFFERED, SUBPROTOCOL, TOO_LONG, header, masked
from uno_protocol.conformance.link import PeerLink, packed, unpacked
from uno_protocol.conformance.secured import OFFERED as TLS
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Failed, FailedClosing, Kit, Message, closing_fails_if, fail_if, start, told
from uno_protocol.conformance.visit import Answer, BrowserVisit

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
"""Opcodes of WebSocket (RFC 6455, 5.2)."""
BROKEN, NO_TEXT, BAD_TEXT = 1002, 1003, 1007
"""Close codes (P-17.9)."""
LARGEST_HEAD = 8192
"""P-17.3."""
_GREETING = {**HELLO, "program": "uno-conformance"}
_ELSEWHERE = "uno.example"
_MASK = b"\x37\xfa\x21\x3d"
"""No name of any server (RFC 2606)."""
_ANSWERED = 200, 204, 301, 302, 404
"""A request for a page that there may be."""
_TOO_MANY = 429, 503
"""P-17.10."""


def _visit(kit: Kit) -> BrowserVisit:
    kit.need(OFFERED)
    return kit.visit()


def _upgraded(kit: Kit) -> BrowserVisit:
    visit = _visit(kit)
    _answers(visit.ask(visit.upgrade()), 101)
    return visit


def _greeted(kit: Kit) -> BrowserVisit:
    visit = _upgraded(kit)
    visit.send(_message(_body(_GREETING)))
    fail_if((message := _heard(visit))["t"] != "welcome", f"expected welcome, got {message['t']}")
    return visit


def _answers(answer: Answer, *statuses: int) -> Answer:
    if answer.status not in statuses:
        raise Failed(f"expected the status {' or '.join(map(str, statuses))}, got {answer.status}")
    return answer


def _refused(kit: Kit, request: bytes, *statuses: int) -> None:
    """Expect one of these statuses, then the end, on a connection of its own."""
    visit = _visit(kit)
    _answers(visit.ask(request), *statuses)
    _ends(kit, visit)


def _ends(kit: Kit, visit: BrowserVisit) -> None:
    kit.closing_seen = True
    rest = visit.ended()
    closing_fails_if(rest is None, "the connection stays open")
    if rest:
        raise FailedClosing(f"more comes before the end: {rest[:60]!r}")


def _body(message: Message) -> bytes:
    return packed(message)[HEADER:]


def _message(body: bytes, first: int = FINAL | BINARY) -> bytes:
    return header(len(body), _MASK, first=first) + masked(body, _MASK)


def _heard(visit: BrowserVisit) -> Message:
    while True:
        first, payload = visit.frame()
        if first == FINAL | BINARY:
            return unpacked(payload)
        if first not in (FINAL | PING, FINAL | PONG):
            raise Failed(f"expected a message, got a frame that begins with {first:#x} and has {payload!r:.60}")


def _closes(kit: Kit, visit: BrowserVisit, *codes: int) -> list[Message]:
    """Expect a close frame with one of these codes, then the end; what was said before it."""
    kit.closing_seen = True
    said: list[Message] = []
    try:
        while True:
            first, payload = visit.frame()
            if first == FINAL | CLOSE:
                break
            if first == FINAL | BINARY:
                said.append(unpacked(payload))
    except Failed as failed:
        raise FailedClosing(f"no close frame: {failed}") from None
    if int.from_bytes(payload[:2]) not in codes:
        raise FailedClosing(f"expected the close code {codes}, got {int.from_bytes(payload[:2])}")
    visit.send(_message(payload[:2], FINAL | CLOSE))
    closing_fails_if(visit.ended() is None, "after the close frame the connection stays open")
    return said


def _broken() -> Iterator[tuple[str, bytes]]:
    ping = _body({"t": "ping"})
    yield "a frame without mask", header(len(ping), b"") + ping
    yield "a reserved bit", _message(ping, FINAL | 0x40 | BINARY)
    yield "a reserved opcode", _message(ping, FINAL | 3)
    yield "a reserved control opcode", _message(b"", FINAL | 11)
    yield "a continuation without a beginning", _message(ping, FINAL | CONT)
    yield "a message within another", _message(ping[:3], BINARY) + _message(ping)
    yield "a ping of 126 bytes", _message(b"a" * 126, FINAL | PING)
    yield "a ping in fragments", _message(b"a", PING)
    yield "a close frame of one byte", _message(b"a", FINAL | CLOSE)


def _given_up(kit: Kit, visit: BrowserVisit, began: float, seconds: float) -> None:
    visit.wait(seconds + kit.timeout)
    for message in _closes(kit, visit, NORMAL):
        if message["t"] == "bye" and message.get("code") in ("read_timeout", "silent"):
            break
    else:
        raise Failed("expected bye read_timeout")
    if kit.world.now() - began < seconds * 0.7:
        raise Failed(f"it was given up after {kit.world.now() - began:.1f} of {seconds:g} seconds")


def _until_asked(kit: Kit, link: PeerLink) -> list[bytes]:
    kit.find(link, lambda one: one["t"] == "entry" and one["event"].get("k") == "asked", "asked")
    return [body for body in link.bodies if unpacked(body)["t"] == "entry"]


class BrowsersCases(Kit):
    def welcome_by_websocket(self) -> None:
        """WB-1 P-17.1 P-17.5: upgrades at /ws, offering compression too, and says hello -> uno.v1 and no extension are
        selected; the welcome of the same server, with the capability web"""
        visit = _visit(self)
        known = self.welcome
        offered = f"chat, {SUBPROTOCOL}"
        request = visit.upgrade(sec_websocket_extensions="permessage-deflate", sec_websocket_protocol=offered)
        answer = _answers(visit.ask(request), 101)
        if answer.headers.get("Sec-WebSocket-Protocol") != SUBPROTOCOL:
            raise Failed(f"the server has selected {answer.headers.get('Sec-WebSocket-Protocol')!r}")
        if "Sec-WebSocket-Extensions" in answer.headers:
            raise Failed(f"the server has selected {answer.headers['Sec-WebSocket-Extensions']!r}")
        visit.send(_message(_body(_GREETING)))
        welcome = _heard(visit)
        if welcome.get("server_id") != known.get("server_id") or OFFERED not in welcome.get("capabilities", []):
            raise Failed("another welcome than on other connections")

    def requests_in_one_segment(self) -> None:
        """WB-2 P-17.2: sends GET, HEAD and, behind an empty line, GET for something that is nowhere, in one segment ->
        three answers in this order; to HEAD no body; the connection is kept"""
        visit = _visit(self)
        nowhere = f"/{self.name()}/{self.name()}"
        visit.send(visit.request() + visit.request(method="HEAD") + b"\r\n" + visit.request(nowhere))
        got, head = visit.answer(), visit.answer(body=False)
        for name in ("Content-Type", "Content-Length"):
            if got.status != head.status or got.headers.get(name) != head.headers.get(name):
                raise Failed(f"HEAD is answered by {head.status} and another {name} than GET")
        _answers(visit.answer(), 404)
        self.closing_seen = True
        try:
            visit.ask(visit.request())
        except Failed as failed:
            raise FailedClosing(f"the connection should be kept: {failed}") from None

    def one_request_alone(self) -> None:
        """WB-3 P-17.2: sends GET with Connection: close, and in HTTP/1.0 -> an answer, then the end"""
        for version, connection in (("1.1", "close"), ("1.0", None)):
            visit = _visit(self)
            visit.ask(visit.request(version=version, connection=connection))
            _ends(self, visit)

    def faulty_requests(self) -> None:
        """WB-4 P-17.3: sends POST behind a GET, GET with a body, HTTP/2.0, a header without a colon, and no request at
        all -> 405 for the method, 400 for the others (505 for the version will do), then the end"""
        visit = _visit(self)
        visit.send(visit.request() + visit.request(method="POST"))
        visit.answer()
        _answers(visit.answer(), 405)
        _ends(self, visit)
        _refused(self, visit.request(content_length="4") + b"body", 400)
        _refused(self, visit.request(transfer_encoding="chunked") + b"0\r\n\r\n", 400)
        _refused(self, visit.request(version="2.0"), 400, 505)
        _refused(self, visit.request().replace(b"\r\n\r\n", b"\r\nno header\r\n\r\n"), 400)
        _refused(self, b"GET\r\n\r\n", 400)

    def long_heads(self) -> None:
        """WB-5 P-17.3: sends heads of 7,000 and of more than 8,192 bytes, in headers and in the path -> the first is
        answered; 431 for the others (414 for the path), then the end"""
        visit = _visit(self)
        most = {f"x_{number}": "a" * 980 for number in range(7)}
        _answers(visit.ask(visit.request(**most)), *_ANSWERED)
        _refused(self, visit.request(**most, x_more="a" * 1400), 431)
        _refused(self, visit.request("/" + "a" * LARGEST_HEAD), 414, 431)

    def slow_heads(self) -> None:
        """WB-6 P-17.3: sends a head byte by byte, as the first and behind an answer, and takes longer than
        timeouts.hello -> 408 or nothing, then the end, no later than that"""
        within = self.seconds("hello")
        for before in (False, True):
            visit = _visit(self)
            if before:
                visit.ask(visit.request())
            began = self.world.now()
            for byte in visit.request()[:5]:
                visit.send(bytes((byte,)))
                self.world.sleep(within / 8)
            visit.wait(within + self.timeout)
            rest = visit.ended()
            took = self.world.now() - began
            self.closing_seen = True
            closing_fails_if(rest is None, f"after {took:.1f} seconds the connection stays open")
            fail_if(rest and not rest.startswith(b"HTTP/1.1 408 "), f"expected 408, or nothing, got {rest!r:.40}")
            fail_if(took < within * 0.7, f"it was given up after {took:.1f} of {within:g} seconds")

    def foreign_hosts(self) -> None:
        """WB-7 P-17.4: asks for / and for an upgrade as uno.example, also in a whole address, without Host, and with
        two -> 403 for another name, 400 for none and two"""
        visit = _visit(self)
        twice = f"{visit.authority}\r\nHost: {visit.authority}"
        for host, status in ((_ELSEWHERE, 403), (f"{_ELSEWHERE}:{self.port}", 403), (None, 400), (twice, 400)):
            for request in (visit.request(host=host), visit.upgrade(host=host)):
                _answers(self.visit().ask(request), status)
        _answers(self.visit().ask(visit.request(f"http://{_ELSEWHERE}/")), 403)

    def our_hosts(self) -> None:
        """WB-8 P-17.4: asks for an upgrade as the address that it has connected to, as localhost, as a name in .local,
        and by a whole address, where Host has another -> a WebSocket, with whatever port"""
        visit = _visit(self)
        for host in (visit.authority, visit.authority.rpartition(":")[0], "localhost:1", "LOCALHOST", "uno.local:80"):
            _answers(self.visit().ask(visit.upgrade(host=host)), 101)
        whole = visit.upgrade(host=_ELSEWHERE).replace(b" /", f" {visit.scheme}://{visit.authority}/".encode(), 1)
        _answers(self.visit().ask(whole), 101)

    def faulty_upgrades(self) -> None:
        """WB-9 P-17.5: asks for an upgrade without the subprotocol, with another, in version 8, with a bad key, in
        HTTP/1.0, and without Upgrade -> 400 (426 without Upgrade, and also for the versions), then the end"""
        visit = _visit(self)
        _refused(self, visit.upgrade(sec_websocket_protocol=None), 400)
        _refused(self, visit.upgrade(sec_websocket_protocol="uno.v2, chat"), 400)
        _refused(self, visit.upgrade(sec_websocket_version="8"), 400, 426)
        _refused(self, visit.upgrade(sec_websocket_key="short"), 400)
        _refused(self, visit.upgrade().replace(b"HTTP/1.1", b"HTTP/1.0", 1), 400, 426)
        _refused(self, visit.request("/ws"), 426)

    def origins(self) -> None:
        """WB-10 P-17.6: asks for an upgrade from other origins, from its own, and from none -> 403 for the others, a
        WebSocket for its own and for none"""
        visit = _visit(self)
        host = visit.authority.rpartition(":")[0]
        others = (f"{_ELSEWHERE}", f"{host}:{self.port % 65_535 + 1}", host, f"{visit.authority}.{_ELSEWHERE}")
        strange = ("null", "", f"file://{visit.authority}", visit.authority, f"http://{_ELSEWHERE}@{visit.authority}")
        for origin in (*(f"{visit.scheme}://{other}" for other in others), *strange):
            answer = self.visit().ask(visit.upgrade(origin=origin))
            fail_if(answer.status != 403, f"the origin {origin!r} should be answered 403, got {answer.status}")
        for own in (f"{visit.scheme}://{visit.authority}", None):
            _answers(self.visit().ask(visit.upgrade(origin=own)), 101)

    def no_cookies(self) -> None:
        """WB-11 P-17.12: reads the headers of answers to GET, to an upgrade, and to a page of another site -> no cookie
        is set, and no page of another site may read them"""
        visit = _visit(self)
        origin = f"{visit.scheme}://{_ELSEWHERE}"
        for request in (visit.request(), visit.request(origin=origin), visit.upgrade(), visit.upgrade(origin=origin)):
            answer = self.visit().ask(request)
            for name in ("Set-Cookie", "Access-Control-Allow-Origin"):
                fail_if(name in answer.headers, f"the answer has {name}: {answer.headers[name]}")

    def fragments(self) -> None:
        """WB-12 P-17.7 P-17.8: sends hello in three fragments, one of them empty, with a ping of WebSocket between them
        -> a pong with the same payload, then welcome"""
        visit = _upgraded(self)
        body = _body(_GREETING)
        visit.send(_message(body[:5], BINARY) + _message(b"", CONT))
        visit.send(_message(b"here?", FINAL | PING))
        if (got := visit.frame()) != (FINAL | PONG, b"here?"):
            raise Failed(f"expected a pong with the same payload, got {got!r:.80}")
        visit.send(_message(b"unasked", FINAL | PONG) + _message(body[5:], FINAL | CONT))
        fail_if((message := _heard(visit))["t"] != "welcome", f"expected welcome, got {message['t']}")

    def long_messages(self) -> None:
        """WB-13 P-17.7 P-2.3: announces messages that are too long: before and after welcome, of 2^63 bytes, and in
        fragments together -> the close code 1009, or also error and bye frame_too_large before it, before any more is
        sent"""
        before = _upgraded(self)
        before.send(header(self.limit("max_frame_before_hello") + 1, _MASK))
        most = self.limit("max_frame")
        after = _greeted(self)
        after.send(header(most + 1, _MASK))
        longest = _greeted(self)
        longest.send(header(2**63 - 1, _MASK))
        together = _greeted(self)
        half = most // 2
        together.send(_message(b"\x80" * half, BINARY) + header(most - half + 1, _MASK, first=FINAL | CONT))
        for visit in (before, after, longest, together):
            for message in _closes(self, visit, TOO_LONG):
                if message["t"] in ("error", "bye") and message.get("code") != "frame_too_large":
                    raise Failed(f"expected frame_too_large, got {message.get('code')}")

    def text(self) -> None:
        """WB-14 P-17.9: sends messages of text, one not UTF-8 -> the close code 1003, or 1007 for that"""
        for payload, codes in ((b"hello", (NO_TEXT,)), (b"\xff\xfe", (NO_TEXT, BAD_TEXT))):
            visit = _greeted(self)
            visit.send(_message(payload, FINAL | TEXT))
            _closes(self, visit, *codes)

    def broken_frames(self) -> None:
        """WB-15 P-17.9: breaks RFC 6455 in nine ways, on a connection each -> the close code 1002, then the end"""
        for words, data in _broken():
            visit = _greeted(self)
            visit.send(data)
            try:
                _closes(self, visit, BROKEN)
            except FailedClosing as failed:
                raise FailedClosing(f"{words}: {failed}") from None

    def bye_and_close(self) -> None:
        """WB-16 P-17.9 P-4.4 P-4.8: sends a body that is no msgpack, and one of length 0 -> error and bye, bad_codec
        and bad_frame, then the close code 1000"""
        for body, code in ((b"\xc1", "bad_codec"), (b"", "bad_frame")):
            visit = _greeted(self)
            visit.send(_message(body))
            told = [(one["t"], one.get("code")) for one in _closes(self, visit, NORMAL) if one["t"] != "ping"]
            fail_if(told != [("error", code), ("bye", code)], f"expected error and bye {code}, got {told}")

    def who_closes_may_come_back(self) -> None:
        """WB-17 P-17.9 P-4.7: logs in, sends a close frame, and resumes over a new connection -> a close frame, then
        the end; the session is there"""
        visit = _greeted(self)
        visit.send(_message(_body({"t": "login", "name": self.name(), **self.secret})))
        while (message := _heard(visit))["t"] not in ("logged_in", "error"):
            pass
        visit.send(_message((1001).to_bytes(2), FINAL | CLOSE))
        _closes(self, visit, NORMAL, 1001)
        link = self.greeted()
        link.send({"t": "resume", "token": message["token"]})
        self.expect(link, "resumed")

    def unfinished(self) -> None:
        """WB-18 P-17.7 P-2.4 P-4.1: says nothing after the upgrade, and begins a message and leaves it -> bye
        read_timeout after timeouts.hello and timeouts.read seconds, then the close code 1000"""
        self.need(OFFERED)
        hello, read = self.seconds("hello"), min(self.seconds("read"), self.seconds("silence"))
        nothing, left = _upgraded(self), _greeted(self)
        left.send(_message(_body({"t": "ping", "nonce": 1}))[:9])
        began = self.world.now()
        _given_up(self, nothing, began, hello)
        _given_up(self, left, began, read)

    def fragments_that_drip(self) -> None:
        """WB-22 P-17.7 P-2.4: sends a message in many fragments, and takes longer for it than timeouts.read -> bye
        read_timeout: the time is that of the whole message, not of a fragment"""
        self.need(OFFERED)
        read = self.seconds("read")
        visit = _greeted(self)
        began = last = self.world.now()
        for number in range(8):
            visit.send(_message(b"\x81", CONT if number else BINARY))
            last = self.world.now()
            self.world.sleep(read / 5)
        _given_up(self, visit, began, read)
        fail_if(self.world.now() - last > 0.9 * read, "the time for a message begins anew with every fragment")

    def a_flood_of_pings(self) -> None:
        """WB-19 P-17.8 P-10.3: sends as many pings of WebSocket as have to wait for two seconds, then one of the
        protocol -> all are answered, but the last not at once"""
        visit = _greeted(self)
        more = self.too_many()
        count = self.limit("requests_burst") + more
        began = self.world.now()
        visit.send(_message(b"", FINAL | PING) * count + _message(_body({"t": "ping", "nonce": 7})))
        pongs = 0
        while (got := visit.frame())[0] != FINAL | BINARY or unpacked(got[1])["t"] != "pong":
            pongs += got[0] == FINAL | PONG
        fail_if(pongs < count, f"of {count} pings of WebSocket {pongs} were answered")
        took, due = self.world.now() - began, more / self.limit("requests_per_second")
        if took < 0.6 * due:
            raise Failed(f"behind {count} pings an answer came within {took:.1f} seconds, where {due:.1f} were due")

    def the_same_bodies(self) -> None:
        """WB-20 P-17.7 P-17.1: has two people watch a game, one by WebSocket, one by frames -> the same bodies"""
        self.need(OFFERED)
        host, other = self.table(2)
        links = [self.connect(web=web) for web in (True, False)]
        for link in links:
            self.greet(link)
            self.log_in(link, self.name())
            link.send({"t": "spectate_table", "id": 1, "table": host.code})
            self.find(link, lambda one: one["t"] == "snapshot", "snapshot")
        start((host, other))
        heard = [_until_asked(self, link) for link in links]
        fail_if(heard[0][-5:] != heard[1][-5:], f"different bodies: {heard}")

    def https(self) -> None:
        """WB-21 P-17.11 P-17.1 P-20.2: connects by TLS and offers http/1.1 by ALPN; asks for / and for an upgrade, and
        says hello -> http/1.1 is selected, and all is answered as without TLS; but a request without TLS may get 403"""
        self.need(TLS)
        _visit(self)
        visit = self.visit(encrypted=True)
        _answers(visit.ask(visit.request()), *_ANSWERED)
        _answers(visit.ask(visit.upgrade(origin=f"https://{visit.authority}")), 101)
        visit.send(_message(_body(_GREETING)))
        fail_if(TLS not in _heard(visit).get("capabilities", []), "welcome does not have the capability tls")
        fail_if(visit.protocol != "http/1.1", f"the server has selected {visit.protocol!r}")
        plain = self.visit(encrypted=False)
        _answers(plain.ask(plain.request()), *_ANSWERED, 403)

    def many_browsers(self) -> None:
        """WB-23 P-17.10 P-10.4: keeps 40 connections, and asks for / on one half, for an upgrade on the other, and says
        hello there -> each is answered as usual, or by 503 or 429, or after the upgrade by bye too_many_connections
        with come_back true"""
        files, sockets = list[BrowserVisit](), list[BrowserVisit]()
        for _ in range(20):
            files.append(_visit(self))
            files[-1].send(files[-1].request())
            visit = _visit(self)
            if _answers(visit.ask(visit.upgrade()), 101, *_TOO_MANY).status == 101:
                visit.send(_message(_body(_GREETING)))
                sockets.append(visit)
        for visit in files:
            _answers(visit.answer(), *_ANSWERED, *_TOO_MANY)
        for visit in sockets:
            message = _heard(visit)
            turned_away = message.get("code") == "too_many_connections" and message.get("come_back") is True
            if message["t"] != "welcome" and not turned_away:
                raise FailedClosing(f"expected welcome, or bye too_many_connections, got {told(message)}")
