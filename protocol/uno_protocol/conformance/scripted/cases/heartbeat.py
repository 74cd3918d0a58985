"""Pings, pongs, and silence (P-4.3)."""

import time

from uno_protocol.conformance.scripted.stage import Stage
from uno_protocol.conformance.verdicts import Failed, fail_if

QUICK = {"ping": 1.0, "silence": 3.0}
"""Time-outs that a welcome may name, short enough to wait for."""


class ClientHeartbeatCases(Stage):
    def pongs_at_once(self) -> None:
        """CL-15 P-4.3: sends pings with the nonces 0, 1, 255, 2^32 and 2^53 - 1 -> a pong with each within a second"""
        guest = self.entered()
        for nonce in (0, 1, 255, 1 << 32, (1 << 53) - 1):
            guest.say({"t": "ping", "nonce": nonce})
            fail_if(guest.find("pong", seconds=1.0).get("nonce", 0) != nonce, f"another nonce than {nonce} comes")

    def a_ping_before_the_session(self) -> None:
        """CL-16 P-4.3: sends a ping before login is answered -> a pong: it may come after welcome"""
        guest = self.greeted()
        guest.say({"t": "ping", "nonce": 77})
        fail_if(guest.find("pong").get("nonce") != 77, "the pong has another nonce")

    def many_pings(self) -> None:
        """CL-17 P-4.3 P-2.2: sends 200 pings in one segment -> 200 pongs in their order"""
        guest = self.entered()
        guest.say(*({"t": "ping", "nonce": nonce} for nonce in range(1, 201)))
        for nonce in range(1, 201):
            fail_if(guest.find("pong").get("nonce") != nonce, "the pongs come in another order, or not all")

    def the_client_pings(self) -> None:
        """CL-18 P-4.3 P-10.2 SHOULD: says nothing, with a ping time-out of 1 second in welcome -> a ping of the client
        within 2.5 seconds"""
        guest = self.seated(timeouts=QUICK)
        began = time.monotonic()
        guest.collect(2.5)
        fail_if(not any(at > began for at in guest.pings), "no ping came")

    def silence_is_noticed(self) -> None:
        """CL-19 P-4.3 P-10.2 SHOULD: goes silent, with a silence time-out of 3 seconds in welcome -> the client gives
        the connection up within 5 seconds and comes back"""
        guest = self.seated(timeouts=QUICK)
        guest.answers_pings = False
        guest.gone(5.0)
        self.comes_back()

    def pongs_are_signs_of_life(self) -> None:
        """CL-20 P-4.3: answers pings and says nothing else for longer than the silence time-out of 3 seconds -> the
        client keeps the connection"""
        guest = self.seated(timeouts=QUICK)
        until = time.monotonic() + 4.0
        while (left := until - time.monotonic()) > 0:
            for request in guest.collect(min(0.5, left)):
                self.settle(guest, request)
            if not guest.pings:
                guest.say({"t": "ping"})
        self.answers(guest)

    def pongs_unasked(self) -> None:
        """CL-21 P-4.3: sends pongs unasked -> the client takes no notice"""
        guest = self.entered()
        guest.say({"t": "pong", "nonce": 999}, {"t": "pong"})
        self.answers(guest)

    def not_too_impatient(self) -> None:
        """CL-115 P-10.2 P-4.3: says nothing for 5 seconds but pongs to what is asked, with a silence time-out of 14
        seconds in welcome -> the client keeps the connection: it takes its time-outs from there"""
        guest = self.seated()
        for request in guest.collect(1.0):
            self.settle(guest, request)
        began = time.monotonic()
        while (left := began + 5.0 - time.monotonic()) > 0:
            for request in guest.collect(min(0.2, left)):
                self.settle(guest, request)
            if guest.ended is not None:
                raise Failed(f"the client gives up after {time.monotonic() - began:.1f} seconds of silence")
        self.answers(guest)
