"""A client that comes by WebSocket (P-17); others skip these."""

from uno_protocol.conformance.link import PeerClosed
from uno_protocol.conformance.scripted.carriers import ServedWeb
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.stage import Stage
from uno_protocol.conformance.verdicts import Skipped, fail_if


def _came(guest: Guest) -> ServedWeb:
    """The WebSocket of a client that has said something. Raises Skipped for one that speaks in frames."""
    if guest.web is None:
        raise Skipped("the client does not come by WebSocket")
    return guest.web


def _seated(stage: Stage) -> tuple[Guest, ServedWeb]:
    guest = stage.seated()
    return guest, _came(guest)


class ClientWebsocketCases(Stage):
    def the_upgrade(self) -> None:
        """CL-128 P-17.5 P-17.1: takes the upgrade -> at /ws, in version 13, with uno.v1 among its subprotocols"""
        guest = self.guest()
        try:
            guest.waits()
        except PeerClosed:
            self.sound()
        wrong = _came(guest).wrong
        fail_if(wrong, str(wrong))

    def frames_of_websocket(self) -> None:
        """CL-129 P-17.7 P-17.9: reads all that the client sends until it sits -> binary messages, in masked frames"""
        guest, web = _seated(self)
        try:
            self.answers(guest)
        finally:
            fail_if(web.wrong, str(web.wrong))

    def pings_of_websocket(self) -> None:
        """CL-130 P-17.8: sends a ping of WebSocket -> a pong with its payload"""
        guest, web = _seated(self)
        web.ping(b"still there?")
        self.until(lambda: bool(guest.collect(0.1)) or b"still there?" in web.pongs)
        fail_if(b"still there?" not in web.pongs, "no such pong came")

    def messages_in_pieces(self) -> None:
        """CL-131 P-17.7 P-17.8: sends each message in three fragments with pings of WebSocket between them -> the
        client reads them as one, and goes on"""
        guest, web = _seated(self)
        web.in_pieces = True
        guest.say(self.place.said("one"), self.place.said("two"))
        self.answers(guest)

    def a_close_frame(self) -> None:
        """CL-132 P-17.9 P-4.6 SHOULD: sends a close frame with the code 1001 and no bye -> the client comes back"""
        _, web = _seated(self)
        web.end(1001)
        self.comes_back()

    def the_websocket_is_at_fault(self) -> None:
        """CL-133 P-17.9 P-4.5: sends a close frame with the code 1009 and no bye -> the client does not come back: that
        is a bye with come_back false"""
        _, web = _seated(self)
        web.end(1009)
        self.stays_away()
