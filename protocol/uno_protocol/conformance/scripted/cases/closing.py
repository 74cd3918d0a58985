"""When and how a client comes back, and when it does not (P-4.4 to P-4.7, P-5.9)."""

import contextlib
import itertools
import struct
import time

from uno_protocol.conformance.link import packed
from uno_protocol.conformance.scripted.stage import Stage
from uno_protocol.conformance.verdicts import Failed, FailedClosing, Skipped, closing_fails_if


def _attempts(stage: Stage, seconds: float) -> list[float]:
    """When the client tries again after a loss, while every connection is reset; a storm is not watched to its end."""
    guest = stage.seated()
    guest.reset()
    until, at = time.monotonic() + seconds, list[float]()
    while len(at) < 100 and (left := until - time.monotonic()) > 0 and (back := stage.perhaps(left)) is not None:
        at.append(back.since)
        back.reset()
    return at


class ClientClosingCases(Stage):
    def taken_over(self) -> None:
        """CL-22 P-5.7 P-4.5: says bye taken_over, come_back false -> the client does not come back"""
        self.seated().bye("taken_over", come_back=False)
        self.stays_away()

    def kicked(self) -> None:
        """CL-23 P-5.12 P-4.5: says bye kicked, come_back false -> the client does not come back"""
        self.seated().bye("kicked", come_back=False, text="You were kicked.")
        self.stays_away()

    def an_unknown_end(self) -> None:
        """CL-24 P-4.5 P-11.1: says bye with an unknown code, come_back false -> the client does not come back"""
        self.seated().bye("the_moon_is_full", come_back=False)
        self.stays_away()

    def the_flag_says_it(self) -> None:
        """CL-25 P-4.5: says bye server_stopping with come_back false -> the client does not come back: come_back says
        it, not the code"""
        self.seated().bye("server_stopping", come_back=False)
        self.stays_away()

    def an_end_instead_of_welcome(self) -> None:
        """CL-26 P-4.4 P-4.5: says bye, come_back false, instead of welcome -> no return"""
        guest = self.guest()
        guest.hear("hello")
        guest.bye("banned", come_back=False)
        self.stays_away()

    def banned_at_the_door(self) -> None:
        """CL-27 P-12.1 P-4.5: says error banned to login, then bye, come_back false -> the client does not come back"""
        guest = self.greeted()
        guest.hear("login")
        guest.say({"t": "error", "code": "banned", "text": "Not you."})
        guest.bye("banned", come_back=False)
        self.stays_away()

    def not_before_it_is_asked(self) -> None:
        """CL-28 P-4.5 SHOULD: says bye server_stopping, come_back true, after 2 seconds -> the client comes back, and
        not before 2 seconds"""
        guest, began = self.seated(), time.monotonic()
        guest.bye("server_stopping", come_back=True, after=2.0)
        guest = self.comes_back(12.0)
        closing_fails_if(guest.since - began < 1.9, f"the client comes back after {guest.since - began:.1f} seconds")

    def a_long_pause_is_cut(self) -> None:
        """CL-29 P-4.5 SHOULD: says bye, come_back true, after 3,600 seconds -> the client comes back all the same,
        after 5 seconds or a little more: 5, if that is less"""
        guest, began = self.seated(), time.monotonic()
        guest.bye("server_stopping", come_back=True, after=3600)
        guest = self.comes_back(15.0)
        closing_fails_if(guest.since - began < 4.8, f"the client comes back after {guest.since - began:.1f} seconds")

    def an_unknown_pause(self) -> None:
        """CL-30 P-11.1 P-4.5 SHOULD: says bye with an unknown code, come_back true -> the client comes back"""
        self.seated().bye("the_tide_is_high", come_back=True)
        self.comes_back(10.0)

    def the_stream_ends(self) -> None:
        """CL-31 P-4.6 SHOULD: ends the stream without bye -> the client comes back"""
        self.seated().close()
        self.comes_back()

    def a_reset(self) -> None:
        """CL-32 P-4.6 SHOULD: resets the connection -> the client comes back"""
        self.seated().reset()
        self.comes_back()

    def half_a_frame(self) -> None:
        """CL-33 P-2.5 P-4.6 SHOULD: ends the stream within a frame -> the client comes back and reads the next
        connection from its beginning"""
        guest = self.seated()
        guest.say_bytes(packed({"t": "announcement", "text": "half of it"})[:20])
        guest.close()
        back = self.comes_back()
        self.resumed(back)
        self.answers(back)

    def the_first_attempt_is_at_once(self) -> None:
        """CL-34 P-5.9 SHOULD: resets a connection that has lasted 6 seconds -> the client connects again at once"""
        guest = self.seated()
        until = time.monotonic() + 6.0
        while (left := until - time.monotonic()) > 0:
            for request in guest.collect(min(0.5, left)):
                self.settle(guest, request)
            guest.say({"t": "ping"})
        began = time.monotonic()
        guest.reset()
        back = self.comes_back()
        closing_fails_if(back.since - began > 1.0, f"the client comes back after {back.since - began:.1f} seconds")

    def pauses_grow(self) -> None:
        """CL-35 P-5.9 SHOULD: resets each connection that comes, for 15 seconds -> 3 to 30 further attempts, with
        pauses that grow to seconds"""
        at = _attempts(self, 15.0)
        pauses = [later - earlier for earlier, later in itertools.pairwise(at)]
        if len(at) < 3:
            raise FailedClosing(f"in 15 seconds the client tries {len(at)} times")
        if len(at) > 30 or max(pauses) < 0.7 or max(pauses[1:]) < 1.5 * pauses[0]:
            raise FailedClosing(f"the pauses are {', '.join(f'{pause:.2f}' for pause in pauses[:12])} seconds")

    def no_storm_after_each_session(self) -> None:
        """CL-36 P-5.9 SHOULD: lets the client in and resets the connection right after, for 5 seconds -> no storm: not
        more than 25 connections"""
        self.seated().reset()
        until, count = time.monotonic() + 5.0, 0
        while count < 100 and (left := until - time.monotonic()) > 0 and (back := self.perhaps(left)) is not None:
            count += 1
            with contextlib.suppress(Failed, Skipped):
                self.resumed(back)
            back.reset()
        closing_fails_if(count > 25, f"the client connects {count} times in 5 seconds")

    def a_fault_of_the_connection(self) -> None:
        """CL-37 P-4.8 P-11.1 SHOULD: says an unknown error without an id, then bye, come_back true -> it comes back"""
        guest = self.seated()
        guest.say({"t": "error", "code": "out_of_ink", "text": "The server has run out of ink."})
        guest.bye("out_of_ink", come_back=True)
        self.comes_back(10.0)
        self.sound()

    def a_clean_end(self) -> None:
        """CL-38 P-4.7 P-2.5 SHOULD: ends the client's input, then asks it to end as systems do -> the connection ends
        between two frames, and the program does not crash"""
        guest = self.seated()
        self.is_asked_to_end(guest)
        closing_fails_if(guest.midway, "the connection ends within a frame")
        if (crash := self.program.crash_of_its_own) is not None:
            raise Failed(crash)

    def a_frame_too_large(self) -> None:
        """CL-39 P-2.3: sends the length of a frame of 65,537 bytes -> the client closes"""
        guest = self.seated()
        guest.say_bytes(struct.pack(">I", 65_537))
        guest.gone()
        self.sound()

    def a_frame_of_nothing(self) -> None:
        """CL-40 P-2.3: sends a frame of length 0 -> the client closes"""
        guest = self.seated()
        guest.say_bytes(bytes(4))
        guest.gone()
        self.sound()
