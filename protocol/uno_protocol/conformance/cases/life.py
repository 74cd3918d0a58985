"""A table's life: ready, start, phases, leaving, latecomers, new hosts, rematches (P-7.5, P-7.7 to P-7.11)."""

from collections.abc import Sequence
from typing import Any

from uno_protocol.conformance import tabled
from uno_protocol.conformance.checks import come_back, lost, ready
from uno_protocol.conformance.placed import kinds as _kinds
from uno_protocol.conformance.placed import like_a_snapshot
from uno_protocol.conformance.rounds import MATCH, may_move, move, short_round, turn_of, wait_for
from uno_protocol.conformance.shapes import event_kinds
from uno_protocol.conformance.tools import Failed, Kit, Person, Skipped, absent, fail_if, marks, same, skip_if

_LONGEST = 60.0
"""Seconds that a case waits at most for a time-out that is usually some minutes."""
_SHORT = 3.0
"""Seconds in which others may have to ask for something before a clock is over; less is no fault of a server."""


def _phases(person: Person) -> list[str]:
    return [entry["event"]["phase"] for entry in person.entries if entry["event"]["k"] == "phase_changed"]


def _finished(kit: Kit, count: int = 2, **new: Any) -> list[Person]:
    people = short_round(kit, count, **new)
    same("the phase after the only round", "finished", people[0].room["phase"])
    return people


def _between(kit: Kit, count: int = 2, **new: Any) -> list[Person]:
    people = short_round(kit, count, MATCH, **new)
    same("the phase after the first round", "between_rounds", people[0].room["phase"])
    return people


def _holds(person: Person) -> None:
    """The person's folded picture equals a new snapshot (P-8.4)."""
    person.catch_up()
    like_a_snapshot(person)


def _somebody_moves(people: Sequence[Person]) -> None:
    """The person who is asked has a list, and takes one of its actions."""
    wait_for(people, lambda: any(may_move(one) for one in people), people[0].kit.timeout)
    move(next(one for one in people if may_move(one)))


def _left_of(person: Person, due: float) -> float:
    """A clock of so many seconds in all must come, and most of them are left: how many. Raises Failed."""
    wait_for([person], lambda: (person.clock or {}).get("of") == due, person.kit.timeout)
    left = (person.clock or {}).get("seconds")
    if left is None or not 0.8 * due < left <= due:
        raise Failed(f"expected a clock of {due:g} seconds, got {person.clock}")
    return float(left)


tabled.of_group(__name__, "LF")


class LifeCases(Kit):
    def starting(self) -> None:
        """LF-3 P-7.9 P-7.8 P-7.7: starts when everyone is ready -> phase playing, a round dealt to all"""
        ann, bob, cem = self.table(3)
        ready((ann, bob, cem))
        ann.ok("start")
        for one in (ann, bob, cem):
            opened = one.event("game_opened")
            same("who takes part", [True, True, True], opened.get("seated"))
            dealt = one.event("round_dealt")
            same("the counts", [7, 7, 7], dealt.get("counts"))
            one.catch_up()
            same("the phase", "playing", one.room["phase"])
            same("the first phases", ["playing"], _phases(one))

    def the_chosen_seat_starts(self) -> None:
        """LF-11 P-7.13: starts with a chosen seat, and without, where starter is chosen -> it, or the host's"""
        for chosen in (2, None):
            ann, bob, cem = self.table(3, options={"starter": "chosen"})
            ready((ann, bob, cem))
            ann.ok("start", **({} if chosen is None else {"chosen": chosen}))
            due = ann.seat if chosen is None else chosen
            same("chosen of the game", due, bob.event("game_opened").get("chosen"))
            same("the starter", due, bob.event("round_dealt").get("starter"))

    def who_is_not_waited_for(self) -> None:
        """LF-13 P-7.9: starts while one is away and not ready, and another is away and ready -> the first loses the
        seat, reason absent; the second plays"""
        ann, bob, cem, dan = self.table(4)
        ready((ann, bob, dan))
        for one in (cem, dan):
            lost(one, ann)
        ann.ok("start")
        freed = ann.event("seat_freed")
        same("who has lost the seat", (cem.seat, "absent"), (freed.get("seat"), freed.get("reason")))
        seated = ann.event("game_opened")["seated"]
        same("who takes part", [True, True, False, True], seated)
        if not absent(cem.back(), "table") or dan.back().get("table") != ann.code:
            raise Failed("a player who was away and not ready kept the seat, or one who was ready lost it")

    def starts_anyway(self) -> None:
        """LF-46 P-7.32 P-7.23: starts anyway as soon as others sit down, and again when the told seconds are over ->
        not_ready, then a game in which all who are not ready have stand-ins; one is ready, and has the seat again"""
        self.seconds("start_anyway")
        ann, bob, cem, dan = self.table(4)
        bob.ok("ready")
        lost(dan, ann)
        self.world.sleep(float(ann.refused("start", "not_ready", anyway=True)["args"]["seconds"]))
        bob.refused("start", "not_host", anyway=True)
        ann.ok("start", anyway=True)
        same("who takes part", [True, True, True, True], cem.event("game_opened")["seated"])
        cem.ok("ready")
        for one, level in ((cem, "normal"), (dan, "normal"), (cem, None)):
            told = bob.event("stand_in_changed")
            same("whose stand-in", (one.seat, level), (told["seat"], told.get("level")))

    def the_first_game_needs_a_start(self) -> None:
        """LF-14 P-7.25 P-7.9: makes everyone ready before the first game -> only the host starts it"""
        ann, bob = self.table(2)
        ready((ann, bob))
        ann.catch_up(1.0)
        same("the phase", "waiting", ann.room["phase"])
        if "game_opened" in _kinds(ann) or (ann.clock or {}).get("seconds") is not None:
            raise Failed("the first game begins by itself")

    def phases_of_one_round(self) -> None:
        """LF-16 P-7.8: plays a game of one round -> waiting, playing, finished, each told once"""
        for one in _finished(self):
            same("the phases", ["playing", "finished"], _phases(one))
            same("the phase of the game", "over", one.game["phase"])
            if one.game["winners"] == [] or one.waiting_for is not None:
                raise Failed("a game that is over has winners, and waits for nothing")
            same("the marks", [False, False], marks(one))

    def phases_of_several_rounds(self) -> None:
        """LF-17 P-7.8 P-7.9: plays a round of several, and all are ready -> between_rounds, playing"""
        ann, bob = _between(self)
        same("the phases", ["playing", "between_rounds"], _phases(ann))
        same("the marks", [False, False], marks(bob))
        scores = list(ann.game["scores"])
        bob.ok("ready")
        ann.ok("ready")
        same("the round", 2, ann.event("round_dealt").get("round"))
        ann.catch_up()
        same("the phases", ["playing", "between_rounds", "playing"], _phases(ann))
        same("the scores", scores, ann.game["scores"])

    def the_next_deal_by_itself(self) -> None:
        """LF-18 P-7.9 P-9.8: waits between rounds without being ready -> a clock of timeouts.next_deal seconds, and the
        next deal when it is over"""
        due = self.seconds("next_deal")
        ann, bob = _between(self)
        left = _left_of(ann, due)
        began = self.world.now()
        wait_for([ann, bob], lambda: ann.room["phase"] == "playing", due + 2 + self.timeout)
        fail_if(self.world.now() - began < left - 0.5 - 0.1 * due, "the next deal came too soon")

    def hands_are_shown(self) -> None:
        """LF-19 P-7.19 P-8.2 P-8.9: ends a round where hands are shown -> hands_shown before the phase, to all, and in
        the result"""

        def somebody_watches(people: list[Person]) -> list[Person]:
            one = self.person()
            one.watch(people[0].code)
            same("show_hands of the room", True, one.room["show_hands"])
            return [one]

        *people, cem = short_round(self, come=somebody_watches, show_hands=True)
        loser = next(one for one in people if one.hand or one.game["counts"][one.seat or 0])
        for one in (*people, cem):
            kinds = _kinds(one)
            at = kinds.index("hands_shown")
            shown = one.entries[at]["event"]["hands"]
            same("the loser's hand", loser.hand, shown[loser.seat or 0])
            same("how many hands", 2, len(shown))
            after = [kind for kind in kinds[at + 1 :] if kind in event_kinds() - {"game_seed"}]
            fail_if(after[:1] != ["phase_changed"], f"expected phase_changed after hands_shown, got {after[:1]}")
            come_back(one)
            same("the hands in the result", shown, (one.snapshot.get("result") or {}).get("hands"))

    def hands_are_not_shown(self) -> None:
        """LF-20 P-7.19 P-8.9 P-13.1: ends a round where hands are not shown -> no hand of another is told"""
        for one in _finished(self, show_hands=False):
            fail_if("hands_shown" in _kinds(one), "hands are shown although the table is not for that")
            come_back(one)
            fail_if((one.snapshot.get("result") or {}).get("hands"), "the result has hands")

    def leaving_on_turn(self) -> None:
        """LF-21 P-7.10 P-8.4: leaves during a round, as the one who is asked -> the seat is free, the hand goes under
        the pile, another is asked; everyone's picture holds"""
        people = self.playing(3)
        leaver = turn_of(people)
        others = [one for one in people if one is not leaver]
        cards, stock = sum(others[0].game["counts"]), others[0].game["stock_count"]
        gone = others[0].game["counts"][leaver.seat or 0]
        leaver.ok("leave_table")
        for one in others:
            one.event("seat_freed")
            one.catch_up()
            same("the leaver's count", 0, one.game["counts"][leaver.seat or 0])
            same("the counts", cards - gone, sum(one.game["counts"]))
            same("the pile", stock + gone, one.game["stock_count"])
            same("the leavers", [leaver.seat], one.game["leavers"])
            same("the phase", "playing", one.room["phase"])
        _somebody_moves(others)
        for one in others:
            _holds(one)
        self.quiet(leaver.link)

    def leaving_out_of_turn(self) -> None:
        """LF-22 P-7.10: leaves during a round out of turn -> the game goes on; the same seat is asked"""
        people = self.playing(3)
        asked = turn_of(people)
        leaver = next(one for one in people if one is not asked)
        leaver.ok("leave_table")
        asked.event("seat_freed")
        asked.catch_up()
        fail_if(not asked.asked, f"the game waits for {asked.waiting_for}")
        _somebody_moves([asked])

    def leaving_between_rounds(self) -> None:
        """LF-23 P-7.10 P-7.8: leaves between rounds -> the others play the next round"""
        people = _between(self, 3)
        leaver = people.pop()
        leaver.ok("leave_table")
        people[0].event("seat_freed")
        same("the marks", [False, False], marks(people[0]))
        ready(people)
        dealt = people[0].event("round_dealt")
        same("the leaver's count", 0, dealt["counts"][leaver.seat or 0])
        same("who takes part", [True, True, False], people[0].game["seated"])

    def leaving_after_the_game(self) -> None:
        """LF-24 P-7.10: leaves after the game -> the seat is free, the game that is over stays in view"""
        ann, bob = _finished(self)
        bob.ok("leave_table")
        same("the reason", "left", ann.event("seat_freed").get("reason"))
        _holds(ann)

    def the_host_leaves(self) -> None:
        """LF-25 P-7.5: leaves as the host -> the longest seated of those connected is the host, not the lowest seat"""
        ann, bob, cem, dan = self.table(4)
        bob.ok("leave_table")
        eve = self.person()
        eve.join(ann.code)  # in the seat that bob had
        same("the seat", bob.seat, eve.seat)
        lost(cem, dan)
        ann.ok("leave_table")
        same("the host", dan.seat, dan.event("host_changed").get("seat"))
        eve.refused("add_bot", "not_host")
        dan.ok("add_bot")

    def the_host_is_lost(self) -> None:
        """LF-26 P-7.5: disconnects the host for timeouts.host_away seconds -> the host hands over then, and not before;
        the old host comes back as a player"""
        due = self.seconds("host_away")
        ann, bob = self.table(2, seats=3, bots=["normal"])
        bob.catch_up()
        lost(ann, bob)
        began = self.world.now()
        event = bob.event("host_changed", seconds=due + 2 + self.timeout)
        same("the host", bob.seat, event.get("seat"))
        fail_if(self.world.now() - began < 0.8 * due, f"it handed over after {self.world.now() - began:.1f} seconds")
        ann.back(table=ann.code, seen=ann.n)
        ann.refused("add_bot", "not_host")

    def nobody_is_connected(self) -> None:
        """LF-27 P-7.8 P-9.8: disconnects everyone seated during a round, while a spectator is there -> phase paused,
        the clock stops; playing again when one is back"""
        ann, bob = self.playing(2)
        cem = self.person()
        cem.watch(ann.code)
        for one in (ann, bob):
            lost(one, cem)
        changed = cem.event("phase_changed")
        same("phase and held", ("paused", False), (changed["phase"], changed.get("held", False)))
        cem.catch_up()
        fail_if((cem.clock or {}).get("seconds") is not None, "the clock runs although nobody is there")
        bob.back(table=bob.code, seen=bob.n)
        same("the phase", "playing", cem.event("phase_changed")["phase"])

    def a_latecomer(self) -> None:
        """LF-28 P-7.11 P-12.2: sits down during one of several rounds, and asks to play -> out_of_game; with the next
        round a hand, and score 0"""

        def somebody_comes(people: list[Person]) -> list[Person]:
            one = self.person()
            one.join(people[0].code)
            same("who takes part", [True, True, False], one.game["seated"])
            one.refused("draw", "out_of_game", decision=one.decision)
            one.refused("why_not", "out_of_game")
            fail_if(one.listed, "something is listed for one who takes no part")
            return [one]

        *people, cem = short_round(self, 2, MATCH, somebody_comes, seats=3)
        ready([*people, cem])
        for one in (*people, cem):
            dealt = one.event("round_dealt")
            same("the counts", [1, 1, 1], dealt["counts"])
            same("the score", 0, one.game["scores"][cem.seat or 0])
            same("who takes part", [True, True, True], one.game["seated"])

    def a_latecomer_of_a_single_round(self) -> None:
        """LF-30 P-7.11: sits down during the only round of a game -> plays from the next game on"""

        def somebody_comes(people: list[Person]) -> list[Person]:
            one = self.person()
            one.join(people[0].code)
            return [one]

        *people, cem = short_round(self, come=somebody_comes, seats=3)
        fail_if("player_joined" in _kinds(people[0]), "somebody joined a game that was over with its round")
        ready([*people, cem])
        same("who takes part", [True, True, True], cem.event("game_opened")["seated"])

    def a_latecomer_at_a_vote(self) -> None:
        """LF-31 P-7.11 P-7.14: sits down while the others vote -> is not asked, and has no vote"""
        people = self.playing(2, seats=3, preset="classic113")
        same("the phase while they vote", ("playing", "voting"), (people[0].room["phase"], people[0].game["phase"]))
        cem = self.person()
        cem.join(people[0].code)
        same("who is asked", [one.seat for one in people], sorted((cem.waiting_for or {}).get("seats", ())))
        cem.refused("vote", "out_of_game", decision=cem.decision, rule=cem.game["ballot"][0])

    def another_game(self) -> None:
        """LF-32 P-7.25 P-7.8: is ready after a game, one after the other -> the table waits, with a clock of
        timeouts.rematch seconds; with the last one the next game begins"""
        due = self.seconds("rematch")
        ann, bob = _finished(self)
        bob.ok("ready")
        same("the phase", "waiting", ann.event("phase_changed")["phase"])
        ann.event("ready_changed")
        _left_of(ann, due)
        ann.ok("ready")
        for one in (ann, bob):
            one.event("game_opened")
            one.event("round_dealt")
        ann.catch_up()
        same("the phases", ["playing", "finished", "waiting", "playing"], _phases(ann))

    def no_other_game(self) -> None:
        """LF-33 P-7.25: is no longer ready after a game -> the clock stops"""
        ann, bob = _finished(self)
        bob.ok("ready")
        bob.ok("ready", ready=False)
        ann.catch_up()
        same("the marks", [False, False], marks(ann))
        fail_if((ann.clock or {}).get("seconds") is not None, "the clock runs although nobody wants another game")

    def another_game_by_the_clock(self) -> None:
        """LF-34 P-7.25: is the only one ready after a game; another is there, a third is disconnected -> after
        timeouts.rematch seconds the next game begins with the two; the third has lost the seat"""
        due = self.seconds("rematch")
        ann, bob, cem = _finished(self, 3)
        lost(cem, ann)
        began = self.world.now()
        ann.ok("ready")
        wait_for([ann, bob], lambda: _kinds(ann).count("game_opened") == 2, due + 2 + self.timeout)
        freed = next(entry["event"] for entry in ann.entries if entry["event"]["k"] == "seat_freed")
        same("who has lost the seat", (cem.seat, "absent"), (freed.get("seat"), freed.get("reason")))
        same("who takes part", [True, True, False], ann.game["seated"])
        fail_if(self.world.now() - began < 0.8 * due, "the next game began too soon")

    def after_a_game_that_was_ended(self) -> None:
        """LF-35 P-7.25 P-7.22: is ready after a game that was ended -> only the host starts another"""
        ann, bob = self.playing(2)
        ann.ok("end_game")
        ann.event("game_cleared")
        ready((ann, bob))
        ann.catch_up(1.0)
        same("the phase", "waiting", ann.room["phase"])
        ann.ok("start")
        ann.event("game_opened")

    def a_seat_without_its_old_hand(self) -> None:
        """LF-36 P-7.11 P-13.1: sits down between rounds where somebody has left with cards in hand -> a picture without
        any of these cards"""
        ann, *others = _between(self, 3)
        loser = next(one for one in others if one.hand)
        ann.ok("pause")
        seat, hand = loser.seat, list(loser.hand)
        loser.ok("leave_table")
        ann.event("seat_freed")
        dan = self.person()
        dan.join(ann.code)
        same("the seat", seat, dan.seat)
        hands = (dan.snapshot.get("game") or {}).get("hands") or [None] * 3
        fail_if(hands[seat or 0], f"who sits down is shown cards of others: {len(hands[seat or 0])} of {len(hand)}")

    def a_round_of_computer_players(self) -> None:
        """LF-38 P-7.9: is away for a whole round, which computer players alone play -> a clock of timeouts.next_deal
        seconds, and the next deal when it is over, not before"""
        due = self.seconds("next_deal")
        person = self.person()
        person.open({"seats": 2, "bots": ["normal"], "bot_pause": 0, "turn_seconds": 0, "options": MATCH})
        person.ok("away")
        person.ok("start")
        wait_for([person], lambda: "between_rounds" in _phases(person), 20 + self.timeout)
        left, began = _left_of(person, due), self.world.now()
        wait_for([person], lambda: _kinds(person).count("round_dealt") > 1, due + 2 + self.timeout)
        fail_if(self.world.now() - began < left - 0.5 - 0.1 * due, "the next deal came too soon")
        person.ok("end_game")

    def who_watches_is_lost(self) -> None:
        """LF-39 P-7.10 P-10.2: watches, and is disconnected for timeouts.watcher_away seconds -> watcher_left with
        reason absent then, and not before; it resumes at no table"""
        due = self.seconds("watcher_away")
        skip_if(due > _LONGEST, f"a spectator's place is kept for {due:g} seconds, too long for a case")
        ann, bob = self.watched()
        ann.event("watcher_came")
        began = self.world.now()
        bob.drop()
        event = ann.event("watcher_left", seconds=due + 2 + self.timeout)
        same("the event", (bob.name, "absent"), (event.get("name"), event.get("reason")))
        fail_if(self.world.now() - began < 0.8 * due, f"it was lost after {self.world.now() - began:.1f} seconds")
        fail_if(not absent(bob.back(), "table"), "who has lost the place is still at the table")

    def a_chosen_seat_that_means_nothing(self) -> None:
        """LF-40 P-7.13: starts with a chosen seat where starter is left_of_dealer -> it means nothing"""
        for attempt in range(12):
            people = self.table(3)
            ready(people)
            people[0].ok("start", chosen=attempt % 3)
            dealt = people[1].event("round_dealt")
            same("the starter, who is left of the dealer", (dealt["dealer"] + 1) % 3, dealt["starter"])
            if dealt["starter"] != attempt % 3:
                return
            for one in reversed(people):
                one.ok("leave_table")
        raise Failed("the seat that start names plays first, every time")

    def the_host_starts_another_game(self) -> None:
        """LF-41 P-7.25 P-7.9: starts a rematch as the host, when all are ready but one who is disconnected -> it begins
        at once, without the one who is away"""
        ann, bob, cem = _finished(self, 3)
        lost(cem, ann)
        ready((bob, ann))
        answer = ann.ask("start")
        if answer.get("code") == "game_running" and self.seconds("rematch") < _SHORT:
            raise Skipped("another game begins by itself so soon that the host cannot start it")
        same("the answer to start", "ok", answer["t"])
        opened = [entry for entry in bob.entries if entry["event"]["k"] == "game_opened"]
        event = bob.event("game_opened") if len(opened) < 2 else opened[-1]["event"]
        same("who takes part", [True, True, False], event["seated"])

    def the_host_leaves_and_nobody_is_there(self) -> None:
        """LF-42 P-7.5: is the host and leaves, while the only other person is disconnected and comes back later -> a
        seated and connected player is the host"""
        ann, bob = self.table(2)
        lost(bob, ann)
        ann.ok("leave_table")
        come_back(bob)
        wait_for([bob], lambda: bob.room.get("host") == bob.seat, self.timeout)
        bob.ok("add_bot")
