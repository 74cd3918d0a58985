"""A client's requests and moves (P-6, P-9)."""

import time

from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, CLIENT, CODE, DRAW, action, card
from uno_protocol.conformance.scripted.stage import ENTRANCES, PLAYS, Stage, counted
from uno_protocol.conformance.shapes import BEGINNINGS, hold_client
from uno_protocol.conformance.verdicts import Failed, Message, Skipped, fail_if, skip_if


def _quiet(stage: Stage, guest: Guest, seconds: float = 1.5) -> None:
    if (play := stage.request(guest, *PLAYS, seconds=seconds)) is not None:
        raise Failed(f"the client sends {_told(play)}")


def _told(play: Message) -> str:
    return str({key: value for key, value in play.items() if key != "id"})[:200]


def _played(stage: Stage, guest: Guest, play: Message) -> None:
    guest.say(
        {"t": "ok", "id": play["id"]},
        stage.place.entry("cards_played", seat=0, cards=play["cards"]),
        stage.place.asked("take_turn", seat=BOB),
        stage.place.legal(),
    )


def _three_turns(stage: Stage, guest: Guest) -> None:
    stage.sit(guest)
    stage.begin(guest)
    for face in ("R2", "R4"):
        play = stage.turn(guest, card(face))
        if play["t"] == "play" and play.get("cards") == [face]:
            _played(stage, guest, play)
    stage.turn(guest, DRAW)


def _sound(guest: Guest) -> None:
    last = 0
    for message in guest.heard:
        if message["t"] in BEGINNINGS:
            continue
        hold_client(message)
        if "id" in message:
            fail_if(message["id"] <= last, f"after the id {last} there comes {message['t']} with {message['id']}")
            last = message["id"]


_QUESTIONS: tuple[tuple[str, Message, *tuple[Message, ...]], ...] = (
    ("keep", {"k": "play_drawn"}, action("keep")),
    ("name", {"k": "name_colour"}, *(action("name", colour=colour) for colour in "RYGB")),
    ("pass", {"k": "take_turn"}, action("pass")),
    ("accept", {"k": "answer_stack", "penalty": 2}, action("accept")),
    ("challenge", {"k": "answer_draw_four", "offender": 1, "penalty": 4}, action("challenge")),
    ("choose", {"k": "choose_player"}, action("choose", target=1)),
    ("retain", {"k": "keep_one"}, action("retain", card="B1")),
    ("give", {"k": "pass_card", "seats": [0, 1]}, action("give", card="B5")),
    ("vote", {"k": "vote", "seats": [0, 1]}, action("vote", rule="play_again")),
)
_BEFORE: dict[str, dict[str, Message]] = {
    "name": {"drawn_kept": {"seat": CLIENT}, "cards_played": {"seat": CLIENT, "cards": ["W"]}},
    "accept": {"cards_played": {"seat": BOB, "cards": ["R+2"]}},
    "challenge": {"cards_played": {"seat": BOB, "cards": ["W+4"], "colours": ["G"]}},
    "vote": {"ballot_drawn": {"rules": ["play_again"]}},
}
"""The events that come before some of them."""


class ClientPlayingCases(Stage):
    def everything_is_sound(self) -> None:
        """CL-60 P-6.1 P-3.6 P-3.7 P-3.8 P-3.9 P-11.2: reads all that the client sends from login to its third turn, and
        what it sends in the other cases, but for those of a hostile server -> messages that the document has, with
        right fields alone, and ids that rise from 1"""
        guest = self.entered()
        try:
            _three_turns(self, guest)
        except Skipped:  # what it has sent is looked at all the same
            _sound(guest)
            raise
        _sound(guest)

    def the_decision_is_named(self) -> None:
        """CL-61 P-9.2: asks a turn as the seventh decision of a game -> the play names decision 7"""
        guest = self.playing()
        guest.say(*(self.place.asked("take_turn", seat=BOB) for _ in range(6)))
        play = self.turn(guest, card("R2"), DRAW)
        fail_if(play.get("decision") != 7, f"{play['t']} names the decision {play.get('decision')!r}")

    def only_what_is_listed(self) -> None:
        """CL-62 P-9.1 P-9.4: lists one card of several that would fit -> the client plays it"""
        guest = self.playing("R2", "R4", "R7", "W", "B1")
        play = self.turn(guest, card("R7"))
        fail_if((play["t"], play.get("cards")) != ("play", ["R7"]), f"the client sends {_told(play)}")

    def draw_where_draw_is_listed(self) -> None:
        """CL-63 P-9.1: lists only draw, with cards in the hand that would fit -> draw"""
        guest = self.playing()
        play = self.turn(guest, DRAW)
        fail_if(play["t"] != "draw", f"the client sends {_told(play)}")

    def unknown_actions_are_not_offered(self) -> None:
        """CL-64 P-9.5 P-11.1: lists an action of an unknown kind, with unknown fields, before draw -> it draws"""
        self.unlisted = frozenset({"teleport", "trade"})
        guest = self.playing()
        odd = (action("teleport", seat=1), action("trade", card="R2", to={"a": [1]}))
        play = self.turn(guest, *odd, {**DRAW, "twice": True})
        fail_if(play["t"] != "draw" or "twice" in play, f"the client sends {_told(play)}")

    def nothing_but_the_unknown(self) -> None:
        """CL-65 P-9.5: lists nothing but an action of an unknown kind -> the client plays nothing, and stays"""
        self.unlisted = frozenset({"teleport"})
        guest = self.playing()
        self.ask(guest, "take_turn", action("teleport", seat=1))
        _quiet(self, guest)
        self.answers(guest)

    def an_empty_list(self) -> None:
        """CL-66 P-9.4: asks Bob, and sends an empty list -> the client plays nothing"""
        guest = self.playing()
        guest.say(self.place.asked("take_turn", seat=BOB), self.place.legal())
        _quiet(self, guest)
        self.answers(guest)

    def the_last_list_counts(self) -> None:
        """CL-67 P-9.4: sends a list, and in the same segment the next entry with another one -> what the client plays
        at last is of the second list, and names its decision"""
        guest = self.playing()
        first = [self.place.asked("take_turn"), self.place.legal(card("R2"))]
        guest.say(*first, self.place.asked("take_turn"), self.place.legal(card("R4")))
        self.type_one(guest, card("R4"))
        play = self.plays(guest)
        for _ in range(5):  # what is on its way already is refused as stale, and costs nothing (P-9.2)
            if play.get("decision") != 1:
                break
            guest.say({"t": "error", "id": play["id"], "code": "stale", "args": {"decision": 2}})
            guest.say(self.place.legal(card("R4")))
            later = self.request(guest, *PLAYS)
            if later is None:
                return  # it waits for its player
            play = later
        if (play["t"], play.get("cards"), play.get("decision")) != ("play", ["R4"], 2):
            raise Failed(f"the client sends {_told(play)}")

    def every_kind_is_completed(self) -> None:
        """CL-68 P-9.5 P-9.3: lists name in all colours, and keep, pass, accept, challenge, choose, vote, give and
        retain, each alone -> each is sent as a request of that name with its field"""
        guest = self.playing()
        first = self.turn(guest, DRAW)
        drawn = self.place.entry("cards_drawn", seat=CLIENT, count=1, reason="turn", cards=["B2"])
        guest.say({"t": "ok", "id": first["id"]}, drawn)
        answered = 0
        for kind, decision, *every in _QUESTIONS:
            fields = {key: value for key, value in decision.items() if key != "k"}
            for event, told in _BEFORE.get(kind, {}).items():
                guest.say(self.place.entry(event, **told))
            self.ask(guest, decision["k"], *every, **fields)
            play = self.request(guest, *PLAYS, seconds=0.4 * self.timeout)
            if play is None:
                continue
            answered += 1
            sent = {key: play[key] for key in every[0] if key in play}
            if play.get("decision") != self.place.decision or {"k": play["t"], **sent} not in every:
                raise Failed(f"to {kind} the client sends {_told(play)}")
            guest.say({"t": "ok", "id": play["id"]})
        skip_if(not answered, "the command answers none of these questions by itself")

    def a_wild(self) -> None:
        """CL-69 P-9.5: lists a wild with asks name_colour -> play of that card, with a colour for it or without any"""
        guest = self.playing()
        play = self.turn(guest, card("W"))
        if play["t"] != "play" or play.get("cards") != ["W"] or len(play.get("colours") or [None]) != 1:
            raise Failed(f"the client sends {_told(play)}")

    def an_unknown_refusal(self) -> None:
        """CL-70 P-6.6 P-11.1: refuses a play with an unknown code -> it stays; what it sends next has a new id"""
        guest = self.playing()
        play = self.turn(guest, card("R2"), DRAW)
        guest.say({"t": "error", "id": play["id"], "code": "too_windy", "args": {"knots": 40}, "text": "It is windy."})
        for later in guest.collect(1.0):
            if later.get("id") == play["id"]:
                raise Failed("the client sends the refused request again, with the id that was refused")
            self.settle(guest, later)
        self.answers(guest)

    def refused_for_ever(self) -> None:
        """CL-71 P-6.2 P-6.6 SHOULD: refuses each play, with the same list again after each, for 3 seconds -> no storm:
        not more than 30 requests of play"""
        guest = self.playing()
        play: Message | None = self.turn(guest, card("R2"), DRAW)
        until, count = time.monotonic() + 3.0, 0
        while play is not None:
            count += 1
            fail_if(count > 30, f"within {3.0 - until + time.monotonic():.1f} seconds the client asks {count} times")
            guest.say({"t": "error", "id": play["id"], "code": "internal"}, self.place.legal(card("R2"), DRAW))
            play = self.request(guest, *PLAYS, seconds=max(0.0, until - time.monotonic()))
        self.answers(guest)

    def nothing_punished_of_itself(self) -> None:
        """CL-72 P-9.6 P-9.4 SHOULD: tells that Bob has one card and no call, where a referee catches, and lists neither
        uno nor catch -> the client sends neither of itself"""
        self.place.rules["uno_caught_by"] = "referee"
        guest = self.playing(bob=2)
        guest.say(
            self.place.asked("take_turn", seat=BOB),
            self.place.entry("cards_played", seat=BOB, cards=["R5"]),
            self.place.entry("uno_window_opened", seat=BOB),
        )
        self.ask(guest, "take_turn", card("R4"), DRAW)
        until = time.monotonic() + 1.5
        while (left := until - time.monotonic()) > 0:
            play = self.request(guest, *PLAYS, seconds=left)
            if play is not None and play["t"] in ("uno", "catch"):
                raise Failed(f"the client sends {_told(play)}")
        self.answers(guest)

    def from_a_snapshot(self) -> None:
        """CL-73 P-8.4 P-9.4: sends a snapshot during a game in which the client is asked, and the list -> the client
        plays from it, with the decision of the snapshot"""
        guest = self.seated()
        self.place.deal("R2", "R7", "B1")
        for _ in range(4):
            self.place.asked("take_turn", seat=BOB)
        self.place.asked("take_turn")
        listed = (card("R7"),)
        guest.say(self.place.snapshot(), self.place.legal(*listed), self.place.clock())
        self.type_one(guest, *listed)
        play = self.plays(guest)
        if (play["t"], play.get("cards"), play.get("decision")) != ("play", ["R7"], 5):
            raise Failed(f"the client sends {_told(play)}")

    def a_flood_of_entries(self) -> None:
        """CL-74 P-10.5: sends 5,000 entries as fast as they go -> the client reads them all, and counts them all"""
        guest = self.seated()
        for _ in range(50):
            guest.say(*(self.place.entry("reacted", name="Bob", reaction="haha", seat=BOB) for _ in range(100)))
        guest.timeout, self.timeout = 30.0, 30.0
        self.answers(guest)
        guest.reset()
        resume = self.resumes(self.returns())
        counted(resume)
        fail_if(resume["seen"] != self.place.n, f"after entry {self.place.n} the client resumes from {resume['seen']}")

    def uno_with_one_card_left_alone(self) -> None:
        """CL-116 P-9.6 P-9.5 SHOULD: asks two turns with six and five cards in the client's hand -> a play of one of
        them does not call UNO: that costs cards"""
        guest = self.playing()
        for face in ("R2", "R4"):
            play = self.turn(guest, card(face))
            fail_if(play.get("uno"), f"with {len(self.place.hand)} cards in hand the client sends {_told(play)}")
            fail_if(play["t"] != "play" or play.get("cards") != [face], f"the client sends {_told(play)}")
            _played(self, guest, play)

    def one_request_at_a_time(self) -> None:
        """CL-117 P-10.3 SHOULD: leaves a play without an answer for 2 seconds, while Bob chats and the list comes again
        -> no further request: a client that plays by itself has one on its way at a time"""
        guest = self.playing()
        listed = (card("R2"), card("R4"), DRAW)
        first = self.turn(guest, *listed)
        until = time.monotonic() + 2.0
        while (left := until - time.monotonic()) > 0:
            guest.say(self.place.said("hm"), self.place.legal(*listed), self.place.clock())
            for later in guest.collect(min(0.5, left)):
                self.note(later)
                fail_if("id" in later, f"while {first['t']} waits for its answer, the client sends {_told(later)}")
        self.answers(guest)

    def the_end_of_a_game(self) -> None:
        """CL-119 P-7.10 P-6.6 SHOULD: lets the client play its last card and win the game, and answers what it asks for
        then for 5 seconds -> leave_table or logout at most once; the program stays, or ends with code 0"""
        guest = self.playing("R2")
        play = self.turn(guest, card("R2"))
        guest.say(
            {"t": "ok", "id": play["id"]},
            self.place.entry("cards_played", seat=CLIENT, cards=["R2"]),
            self.place.entry("round_ended", winners=[CLIENT], blocked=False, gains=[55, 0]),
            self.place.entry("game_ended", winners=[CLIENT]),
            self.place.entry("game_seed", seed="5e" * 32),
            self.place.entry("phase_changed", phase="finished"),
            self.place.legal(),
            {"t": "clock", "table": CODE, "decision": self.place.decision},
        )
        until, left = time.monotonic() + 5.0, False
        while guest.ended is None and self.program.ended() is None and time.monotonic() < until:
            for request in guest.collect(0.2):
                leaves = request["t"] in ("leave_table", "logout")
                if left and leaves:
                    raise Failed("the client has left the table, and asks to leave it once more")
                left = left or leaves
                self.settle(guest, request)
        self.sound()
        if self.program.ended(1.0 if guest.ended else 0.0):
            raise Failed(f"after a game that it has won the client ends with code {self.program.ended()}")

    def a_slow_table(self) -> None:
        """CL-141 P-6.2 P-5.10: lets the client wait for its table for 3 seconds -> it asks once, and sits down then"""
        guest = self.entered()
        request = self.entrance(guest)
        for later in guest.collect(3.0):
            fail_if(later["t"] in ENTRANCES, f"the client asks for a table again: {later}")
            self.settle(guest, later)
        fail_if(guest.ended, "the client does not wait for its table")
        self.seat(guest, request)
        self.answers(guest)

    def too_often_ready(self) -> None:
        """CL-142 P-10.4 P-6.6 SHOULD: refuses ready with limit and 20 seconds to wait, for 3 seconds -> no storm: not
        more than 3 times"""
        guest, count = self.seated(), 0
        until = time.monotonic() + 3.0
        while count < 50 and (ready := self.request(guest, "ready", seconds=until - time.monotonic())) is not None:
            count += 1
            guest.say({"t": "error", "id": ready["id"], "code": "limit", "args": {"seconds": 20}})
        skip_if(not count, "the command does not say that it is ready by itself")
        fail_if(count > 3, f"within 3 seconds the client is ready {count} times")

    def too_many_moves(self) -> None:
        """CL-143 P-10.4 P-6.6 SHOULD: refuses each play with limit and 20 seconds to wait, for 3 seconds, while Bob
        chats now and then -> no storm: not more than 10 plays"""
        guest, count = self.playing(), 0
        self.ask(guest, "take_turn", card("R2"), DRAW)
        until = time.monotonic() + 3.0
        while count < 100 and (left := until - time.monotonic()) > 0:
            play = self.request(guest, *PLAYS, seconds=min(0.5, left))
            count += play is not None
            if play is None:
                guest.say(self.place.said("hm"))
            else:
                guest.say({"t": "error", "id": play["id"], "code": "limit", "args": {"seconds": 20}})
        skip_if(not count, "the command does not play by itself")
        fail_if(count > 10, f"within 3 seconds the client plays {count} times")
        self.answers(guest)

    def a_pause(self) -> None:
        """CL-144 P-7.22 P-7.8: asks the client a turn in a pause of the host's, and goes on after 1.5 seconds -> it
        plays nothing before, and plays then"""
        guest, place = self.playing(), self.place
        guest.say(place.entry("phase_changed", phase="paused", held=True))
        guest.say(place.asked("take_turn"), place.legal(card("R2"), DRAW))
        _quiet(self, guest)
        guest.say(place.entry("phase_changed", phase="playing"), place.clock())
        self.type_one(guest, card("R2"), DRAW)
        self.plays(guest)

    def put_out_on_turn(self) -> None:
        """CL-145 P-7.18: kicks the client while it is asked, and sends nothing more of the table -> no request of play
        any more"""
        guest = self.playing()
        guest.say(self.place.asked("take_turn"), {"t": "put_out", "table": CODE, "code": "kicked"})
        guest.say(self.place.legal(card("R2"), DRAW))
        for later in guest.collect(2.0):
            fail_if(later["t"] in PLAYS, f"the client sends {_told(later)} at a table that it was kicked from")
            self.settle(guest, later)
        self.sound()

    def another_seat(self) -> None:
        """CL-146 P-7.21 P-8.7: lets the client play, ends the game, moves the client to Bob's seat with a snapshot, and
        begins another game -> the client plays nothing while its old seat is asked, and plays when its new one is"""
        guest, place = self.playing(), self.place
        play: Message | None = self.turn(guest, DRAW)
        cleared = place.entry("game_cleared"), place.entry("phase_changed", phase="waiting"), place.legal()
        guest.say({"t": "ok", "id": (play or {})["id"]}, *cleared)
        place.change_places()
        guest.say(place.snapshot())
        try:
            self.begin(guest)
        except Failed:
            skip_if(guest.ended or self.program.ended() is not None, "the client ends after a game")
            raise
        guest.say(place.asked("take_turn", seat=CLIENT))
        _quiet(self, guest)
        self.ask(guest, "take_turn", card("R2"), DRAW)
        play = self.request(guest, *PLAYS)
        fail_if((play or {}).get("decision") != place.decision, f"asked in its new seat, the client sends {play}")

    def a_rematch(self) -> None:
        """CL-147 P-7.25 P-9.2: ends a game, and begins the next one by the clock, in which the client is asked -> it
        plays, and names the decision of the new game"""
        guest, place = self.playing("R2", "R4"), self.place
        guest.say(*(place.asked("take_turn", seat=BOB) for _ in range(4)))
        play = self.turn(guest, card("R2"), DRAW)
        guest.say({"t": "ok", "id": play["id"]}, place.entry("cards_played", seat=BOB, cards=["R5"]))
        guest.say(place.entry("round_ended", winners=[BOB], blocked=False, gains=[0, 55]), place.legal())
        guest.say(place.entry("game_ended", winners=[BOB]), place.entry("phase_changed", phase="finished"))
        for request in guest.collect(1.0):
            skip_if(request["t"] in ("leave_table", "logout"), "the client leaves after a game")
            self.settle(guest, request)
        skip_if(guest.ended or self.program.ended() is not None, "the client ends after a game")
        guest.say(place.entry("phase_changed", phase="waiting"), *place.deal("R7", "B1"))
        play = self.turn(guest, card("R7"), DRAW)
        fail_if(play.get("decision") != place.decision, f"in decision {place.decision} the client sends {_told(play)}")
