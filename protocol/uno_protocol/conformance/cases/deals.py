"""Deals that can be checked: the commitment, the players' bytes, the list, the seed (P-7.33 to P-7.36)."""

import re
from collections.abc import Sequence
from hashlib import shake_256

from uno_protocol.conformance.checks import lost
from uno_protocol.conformance.picture import ORDER
from uno_protocol.conformance.placed import kinds, like_a_snapshot, placed
from uno_protocol.conformance.rounds import SHORT, play_until, short_round, wait_for
from uno_protocol.conformance.tools import Kit, Message, Person, absent, fail_if, same, skip_if

LAST_CARD = "rules: official | seats: a b | hand a: R5 | hand b: B1 B2 | discard: R9 | turn: a"


_USES = {"round_dealt": 2, "first_card_returned": 1, "draw_pile_renewed": 1}
"""How often an event uses the seed (PICTURE.md), of those that there are under the rules of the case."""


def hashed(label: str, *parts: bytes) -> str:
    """A hash of the protocol (P-7.33)."""
    return shake_256(label.encode() + b"\0" + b"".join(parts)).hexdigest(32)


def bytes_of(person: Person) -> bytes:
    """The bytes that a person offers."""
    return shake_256(person.name.encode()).digest(16)


def offer(*people: Person) -> None:
    """These are ready, each with a share."""
    for one in people:
        one.ok("ready", share=hashed("uno-share", bytes([one.seat or 0]), bytes_of(one)))


def open_shares(*people: Person) -> None:
    """These open their bytes."""
    for one in people:
        one.ok("open_share", share=bytes_of(one).hex())


def commitment_of(person: Person) -> str:
    """The commitment in the room. Raises Skipped where there is none, Failed where it is no hash."""
    found = person.room.get("commitment")
    skip_if(found is None, "the server binds itself to nothing, as it may (P-7.33)")
    fail_if(not isinstance(found, str) or re.fullmatch("[0-9a-f]{64}", found) is None, f"{found!r} is no hash")
    return str(found)


def listed(kit: Kit, *, spare: int = 0, **new: object) -> list[Person]:
    """Three people and a computer player whose game has begun, and so many free seats: the first two have offered
    bytes. Raises Skipped."""
    people = kit.table(3, seats=4 + spare, **new)
    commitment_of(people[0])
    people[0].ok("add_bot")
    offer(*people[:2])
    people[2].ok("ready")
    people[0].ok("start")
    for one in people:
        one.event("phase_changed")
    return people


def check_seed(people: Sequence[Person], secret: str, shares: Sequence[bytes | None], kinds_: Sequence[int]) -> str:
    """The seed that follows. Raises Failed unless `deal_mixed` told these shares and kinds."""
    event = next(entry["event"] for entry in people[0].entries if entry["event"]["k"] == "deal_mixed")
    same("the kinds", list(kinds_), event["kinds"])
    same("the shares", [None if one is None else one.hex() for one in shares], event["shares"])
    mixed = [bytes([kind]) + (share or b"") for kind, share in zip(kinds_, shares, strict=True)]
    return hashed("uno-deal", bytes.fromhex(secret), *mixed) if any(shares) else secret


def dealt_hands(seed: str, seats: int, dealer: int, size: int, counter: int = 1) -> list[list[str]]:
    """The hands of a round, from a deck of P-1.6 under the rules `official`, by seat, in the order dealt.

    `counter`: how often the game has used its seed before that choice.
    """
    copies = {"0": 1, "W": 4, "W+4": 4}
    deck = [face for face in ORDER[:54] for _ in range(copies.get(face if face in copies else face[1:], 2))]
    stream = shake_256(b"deal\0" + bytes.fromhex(seed) + counter.to_bytes(8, "big")).digest(4096)
    words = iter(int.from_bytes(stream[at : at + 2], "big") for at in range(0, 4096, 2))
    for place in range(len(deck) - 1, 0, -1):
        word = next(one for one in words if one < 65536 - 65536 % (place + 1))
        other = word % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    return [deck[order.index(seat) : seats * size : seats] for seat in range(seats)]


def _played_out(people: list[Person]) -> Message:
    """The game of one round is played to its end: its `game_seed`."""
    over = play_until(people, lambda: all(one.room["phase"] == "finished" for one in people), 400)
    fail_if(not over, "the game is not over after 400 moves")
    return next(entry["event"] for entry in people[0].entries if entry["event"]["k"] == "game_seed")


class DealsCases(Kit):
    def bound_before_anybody_is_ready(self) -> None:
        """DL-1 P-7.33 P-7.36 P-7.35: plays a game for which nobody offers bytes -> dealt at once; the commitment of the
        first snapshot fits the secret, which is the seed; then another commitment, right after the phase"""
        people = self.table(2, options=SHORT, turn_seconds=0)
        commitment = commitment_of(people[1])
        for one in people:
            one.ok("ready")
        people[0].ok("start")
        fail_if(not absent(people[1].event("game_opened"), "shares"), "a list of nobody's bytes")
        people[1].event("round_dealt")
        told = _played_out(people)
        same("the seed, with nobody's bytes", told["seed"], told.get("secret"))
        same("the commitment", commitment, hashed("uno-secret", bytes.fromhex(told["secret"])))
        for one in people:
            following = kinds(one)[kinds(one).index("game_seed") :]
            same("what follows the end of the game", ["game_seed", "phase_changed", "deal_committed"], following[:3])
            fail_if(commitment_of(one) == commitment, "two games have one commitment")
            one.catch_up()
            like_a_snapshot(one)

    def a_secret_for_each_game(self) -> None:
        """DL-2 P-7.33 P-7.22: ends a game, and looks at another table -> commitments that no two games share"""
        people = self.playing(2)
        before = commitment_of(people[0])
        people[0].ok("end_game")
        after = people[1].event("deal_committed")["commitment"]
        people[1].catch_up()
        same("the commitment of the room", after, commitment_of(people[1]))
        other = self.table(2)[0]
        fail_if(len({before, after, commitment_of(other)}) < 3, "two games have one commitment")

    def a_mixed_deal(self) -> None:
        """DL-3 P-7.34 P-7.35 P-7.36: two of three offer bytes, and open them -> the list for all, a clock, no deal
        before the last bytes, then deal_mixed; seed, secret and every card of the first hands follow"""
        people = ann, bob, cem = listed(self, options={"hand_size": "2", "uno": "off"}, turn_seconds=0)
        commitment = commitment_of(cem)
        opened = next(entry["event"] for entry in cem.entries if entry["event"]["k"] == "game_opened")
        due = [hashed("uno-share", bytes([one.seat or 0]), bytes_of(one)) for one in (ann, bob)]
        same("the list", [*due, None, None], opened.get("shares"))
        wait_for([cem], lambda: (cem.clock or {}).get("of") == self.seconds("open_share"), self.timeout)
        for one in people:
            same("phase and round", ("between_rounds", 0), (one.room["phase"], one.game["round"]))
            one.catch_up()
            like_a_snapshot(one)
        open_shares(ann)
        cem.ok("ready")
        cem.catch_up()
        fail_if("deal_mixed" in kinds(cem), "the cards are dealt before all bytes are there")
        open_shares(ann, bob)
        dealt = cem.event("round_dealt")
        mixed = next(entry["event"] for entry in cem.entries if entry["event"]["k"] == "deal_mixed")
        same("who is dropped", None, mixed.get("dropped"))
        hands = {one.seat: one.event("round_dealt")["hands"][one.seat or 0] for one in (ann, bob)}
        hands[cem.seat] = dealt["hands"][cem.seat or 0]
        told = _played_out(people)
        same("the commitment", commitment, hashed("uno-secret", bytes.fromhex(told["secret"])))
        seed = check_seed(people, told["secret"], [bytes_of(ann), bytes_of(bob), None, None], [1, 1, 1, 2])
        same("the seed", seed, told["seed"])
        due_hands = dealt_hands(seed, 4, dealt["dealer"], 2)
        for seat, hand in hands.items():
            same("the cards of a hand", sorted(due_hands[seat or 0]), sorted(hand))

    def bytes_that_do_not_come(self) -> None:
        """DL-4 P-7.35: one of two opens nothing, and is away -> when the time is over, and not before, the deal without
        those bytes, whose seat is dropped before all eyes"""
        people = ann, bob, cem = listed(self, options=SHORT, turn_seconds=0)
        lost(bob, ann)
        due, began = self.seconds("open_share"), self.world.now()
        open_shares(ann)
        mixed = cem.event("deal_mixed", due + 2 + self.timeout)
        fail_if(self.world.now() - began < 0.5 * due - 0.5, "the list was closed too soon")
        same("who is dropped", [bob.seat], mixed.get("dropped"))
        cem.event("round_dealt")

        bob.back(table=bob.code)
        bob.refused("open_share", "bad_share", share=bytes_of(bob).hex())
        told = _played_out([*people])
        seed = check_seed([cem], told["secret"], [bytes_of(ann), None, None, None], [1, 1, 1, 2])
        same("the seed", seed, told["seed"])

    def other_bytes(self) -> None:
        """DL-5 P-7.35 P-12.1: opens other bytes, another's, some without a hash, and before and after the list ->
        bad_share, field share; the deal waits"""
        ann, bob, cem = listed(self)
        ann.refused("open_share", "bad_share", share=bytes_of(bob).hex())
        fail_if(ann.refused("open_share", "bad_share", share="00" * 16).get("field") != "share", "no field share")
        cem.refused("open_share", "bad_share", share=bytes_of(cem).hex())
        cem.catch_up()
        same("the phase", "between_rounds", cem.room["phase"])
        open_shares(ann, bob)
        cem.event("round_dealt")
        ann.refused("open_share", "bad_share", share=bytes_of(ann).hex())
        dan = self.table(2)[0]
        offer(dan)
        dan.refused("open_share", "bad_share", share=bytes_of(dan).hex())

    def coming_and_going(self) -> None:
        """DL-6 P-7.35 P-7.10 P-7.11: one who offered bytes leaves while the list is open, and others sit down, then and
        after the deal -> nobody waits; cards for the seat all the same, which is held until then; no newcomer is dealt
        any"""
        ann, bob, cem = listed(self, spare=1, turn_seconds=0)
        bob.ok("leave_table")
        cem.event("seat_freed")
        dan, eve = self.people(2)
        dan.join(ann.code)
        same("the seat", 4, dan.seat)
        eve.refused("join_table", "table_full", table=ann.code)
        ann.refused("add_bot", "table_full")
        open_shares(ann)
        same("the counts", [7, 7, 7, 7, 0], cem.event("round_dealt")["counts"])
        same("who has left the game", bob.seat, cem.event("player_left")["seat"])
        eve.join(ann.code)
        same("the seat", bob.seat, eve.seat)
        for one in (ann, cem, dan, eve):
            one.catch_up()
            same("who plays", [True, False, True, True, False], one.game["seated"])
            like_a_snapshot(one)

    def a_pause_of_the_list(self) -> None:
        """DL-7 P-7.35 P-7.22: pauses while the list is open, and ends the game in the next -> no deal in a pause, one
        after it; no list without a game"""
        ann, bob, cem = listed(self)
        ann.ok("pause")
        open_shares(ann, bob)
        cem.catch_up(self.seconds("open_share") + 1)
        fail_if("deal_mixed" in kinds(cem), "the cards are dealt in a pause")
        ann.ok("pause", paused=False)
        cem.event("deal_mixed", self.seconds("open_share") + self.timeout)
        ann.ok("end_game")
        cem.event("deal_committed")
        offer(ann, bob)
        cem.ok("ready")
        ann.ok("start")
        cem.event("game_opened")
        ann.ok("end_game")
        cem.event("deal_committed")
        cem.catch_up()
        like_a_snapshot(cem)

    def closed_hands(self) -> None:
        """DL-8 P-7.19 P-7.36 P-7.20 P-13.1: plays to the end at a table that keeps hands closed, and asks meanwhile to
        show them -> game_running with the field; neither seed nor secret afterwards"""
        people = self.playing(2, options=SHORT, turn_seconds=0, show_hands=False)
        found = people[0].refused("change_table", "game_running", show_hands=True)
        same("the field", "show_hands", found.get("field"))
        told = _played_out(people)
        same("seed and secret", ("", None), (told["seed"], told.get("secret")))

    def the_mark_of_a_share(self) -> None:
        """DL-9 P-7.34 P-7.7: offers bytes, and is made unready, has a stand-in, is ready between rounds -> the share
        stands and goes with its mark"""
        ann, bob = self.table(2)
        commitment_of(ann)
        offer(ann, bob)
        ann.ok("change_table", turn_seconds=20)
        bob.catch_up()
        same("shares", [None, None], [one.get("share") for one in bob.room["occupants"]])
        like_a_snapshot(bob)
        offer(ann, bob)
        ann.ok("ready", share="00" * 32)  # the mark stands: this means nothing
        ann.ok("away")
        bob.catch_up()
        due = [None, hashed("uno-share", bytes([bob.seat or 0]), bytes_of(bob))]
        same("shares", due, [one.get("share") for one in bob.room["occupants"]])
        bob.catch_up()
        like_a_snapshot(bob)

    def no_share_between_rounds(self) -> None:
        """DL-10 P-7.34 P-7.25: is ready with a share between rounds, and for a rematch -> a list in the rematch only"""
        ann, bob = short_round(self, 2, {**SHORT, "goal": "points", "target": "5000"})
        commitment_of(ann)
        offer(ann, bob)
        fail_if(not absent(ann.event("ready_changed"), "share"), "a share is shown between rounds")
        ann.event("round_dealt")
        fail_if("deal_mixed" in kinds(ann), "a later round has a list")
        people = short_round(self, 2)
        offer(*people)
        fail_if(absent(people[0].event("game_opened"), "shares"), "the rematch has no list")
        open_shares(*people)
        people[1].event("round_dealt")

    def a_position_is_no_deal(self) -> None:
        """DL-11 P-7.33 P-7.30: is ready with a share at a table at a position -> neither commitment nor list"""
        people = placed(self, LAST_CARD)
        fail_if(not absent(people[0].room, "commitment"), "the position of a table is bound to something")

    def a_share_of_another_kind(self) -> None:
        """DL-12 P-3.6 P-7.34 P-7.35: sends shares of other lengths and digits -> bad_schema, field share"""
        ann = self.table(2)[0]
        for text in ("", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 63 + "\n"):
            same("the field", "share", ann.refused("ready", "bad_schema", share=text).get("field"))
        for text in ("", "0" * 31, "0" * 33):
            same("the field", "share", ann.refused("open_share", "bad_schema", share=text).get("field"))

    def nobody_opens_any(self) -> None:
        """DL-13 P-7.35: those who are listed open nothing -> when the time is over, the deal without any bytes; both
        are dropped, and the seed is the secret"""
        people = listed(self, options=SHORT, turn_seconds=0)
        mixed = people[2].event("deal_mixed", self.seconds("open_share") + 2 + self.timeout)
        same("who is dropped", [people[0].seat, people[1].seat], mixed.get("dropped"))
        told = _played_out(people)
        same("the seed", check_seed(people, told["secret"], [None] * 4, [1, 1, 1, 2]), told["seed"])

    def later_rounds(self) -> None:
        """DL-14 P-7.36: plays a game of several rounds for which bytes were opened -> the hands of each round that a
        player saw follow from the one seed"""
        rules = {"hand_size": "2", "uno": "off", "goal": "points", "target": "100"}
        people = ann, bob = self.table(2, options=rules, turn_seconds=0)
        commitment_of(ann)
        offer(ann, bob)
        ann.ok("start")
        ann.event("game_opened")
        open_shares(ann, bob)
        for _ in range(20):
            play_until(people, lambda: all(one.room["phase"] not in ("playing", "paused") for one in people), 400)
            if ann.room["phase"] == "finished":
                break
            for one in people:
                one.ok("ready")
            wait_for(people, lambda: ann.room["phase"] == "playing", self.timeout)
        events, used = [entry["event"] for entry in ann.entries], 0
        seed = next(event["seed"] for event in events if event["k"] == "game_seed")
        for event in events:
            used += _USES.get(event["k"], 0)
            if event["k"] == "round_dealt":
                due = dealt_hands(seed, 2, event["dealer"], 2, used - 1)[ann.seat or 0]
                same(f"the hand of round {event['round']}", sorted(due), sorted(event["hands"][ann.seat or 0]))
