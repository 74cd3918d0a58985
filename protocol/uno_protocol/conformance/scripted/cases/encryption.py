"""What a client does with TLS, and with a server that is no longer the same (P-20)."""

import ssl

from uno_protocol.conformance.scripted.carriers import odd_certificate
from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.stage import Stage
from uno_protocol.conformance.verdicts import Failed, Message, Skipped, closing_fails_if, fail_if, skip_if

_REQUIRED: Message = {"t": "error", "code": "tls_required", "text": "Connect with TLS."}


def _turned_away(guest: Guest) -> None:
    """Answer a client that speaks without TLS as a server that requires it (P-20.10)."""
    guest.hear("hello")
    guest.say(_REQUIRED)
    guest.bye("tls_required", come_back=False)


def _secure(stage: Stage, context: ssl.SSLContext) -> Guest:
    """A connection with TLS, on which nothing was said; a client that begins without is turned away once."""
    guest = stage.guest()
    if not guest.secure(context):
        _turned_away(guest)
        again = stage.perhaps()
        if again is None or not again.secure(context):
            raise Skipped("the client does not encrypt (CL-121)")
        guest = again
    return guest


def _seated(stage: Stage) -> Guest:
    guest = stage.greeted(_secure(stage, odd_certificate()), capabilities=["tls"])
    stage.log_in(guest)
    stage.sit(guest)
    return guest


def _not_told(stage: Stage, heard: list[Message], whom: str) -> None:
    for message in heard:
        fail_if(stage.token in str(message), f"{message['t']} shows the token to {whom}")


class ClientEncryptionCases(Stage):
    def encryption_is_required(self) -> None:
        """CL-121 P-20.10 P-20.9: says tls_required to a client that begins without TLS, and closes -> the client begins
        again with TLS, or says why it does not; it does not ask without TLS again"""
        guest = self.guest()
        skip_if(guest.secure(odd_certificate()), "the client encrypts from the start")
        _turned_away(guest)
        again = self.perhaps()
        if again is None:
            fail_if(not self.program.shown.strip(), "the client does not go on, and does not say why")
        elif not again.secure(odd_certificate()):
            raise Failed("the client asks without TLS again")
        self.sound()

    def the_handshake(self) -> None:
        """CL-122 P-20.2: lets the client begin with TLS -> TLS 1.3 or newer, and uno/1 is offered by ALPN"""
        guest = _secure(self, odd_certificate())
        tls = guest.secured
        fail_if(tls.version() in ("TLSv1", "TLSv1.1", "TLSv1.2"), f"the client speaks {tls.version()}")
        fail_if(tls.selected_alpn_protocol() != "uno/1", "the client does not offer uno/1")

    def an_odd_certificate(self) -> None:
        """CL-123 P-20.4: has a key in a certificate of another name, which was valid for a day in 2001 -> the client
        logs in: a server is its key"""
        self.greeted(_secure(self, odd_certificate()), capabilities=["tls"]).hear("login")

    def padding(self) -> None:
        """CL-124 P-20.12 P-11.1: ends each batch inside TLS with a key pad -> it means nothing: the client goes on"""

        def say(guest: Guest, message: Message) -> None:
            guest.say({**message, "pad": " " * 77})

        guest = self.greeted(_secure(self, odd_certificate()), say=say, capabilities=["tls"])
        self.log_in(guest, say=say)
        say(guest, {"t": "announcement", "text": "The bar closes at ten."})
        self.sit(guest)
        self.answers(guest)

    def another_key(self) -> None:
        """CL-125 P-20.8 P-20.7 SHOULD: comes back at the same address with the same server_id and another key -> the
        token is not sent there"""
        guest = _seated(self)
        guest.reset()
        back = self.returns()
        fail_if(not back.secure(odd_certificate()), "the client comes back without TLS")
        heard = back.collect(1.0)
        back.say(self.welcome(capabilities=["tls"]))
        _not_told(self, [*heard, *back.collect(2.0)], "another key")
        self.sound()

    def no_encryption_any_more(self) -> None:
        """CL-126 P-20.7 P-20.9 SHOULD: comes back as a server without TLS -> the token is not sent there"""
        guest = _seated(self)
        guest.reset()
        back: Guest | None = self.returns()
        while back is not None:
            back.say({"t": "error", "code": "frame_too_large"})  # what begins TLS is a frame that is too long
            back.bye("frame_too_large", come_back=False)
            back = self.perhaps(2.0)
            if back is not None and not back.begins_with_tls():
                heard = back.collect(0.5)
                back.say(self.welcome())
                _not_told(self, [*heard, *back.collect(2.0)], "a server without TLS")
                break
        self.sound()

    def the_end_of_tls(self) -> None:
        """CL-127 P-20.11 P-4.7 SHOULD: ends the client's input, then asks it to end as systems do -> close_notify"""
        guest = _seated(self)
        self.is_asked_to_end(guest)
        closing_fails_if(guest.ended is not None and guest.ended.reset, "the connection ends without close_notify")
