"""The table's log: its numbers, the form of each event for each viewer, and snapshots (P-8)."""

from collections.abc import Callable

from uno_protocol.conformance.checks import come_back, ready
from uno_protocol.conformance.moves import BALLOT, FOUR, PASSING, TURN, asked, go, kind, lists, one_event, placed, turn
from uno_protocol.conformance.picture import ORDER, Picture
from uno_protocol.conformance.placed import (
    begin,
    can,
    events,
    kinds,
    like_a_snapshot,
    listed,
    named_nowhere,
    settle,
    until_all,
)
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, Skipped, alike, fail_if, same, until

SECRETS = {
    "cards_drawn": ("cards",),
    "round_dealt": ("hands",),
    "vote_cast": ("rule",),
    "card_chosen": ("card",),
    "challenged": ("hand",),
    "hands_moved": ("hands",),
    "cards_passed": ("cards",),
    "hand_closed": ("hidden",),
}
"""The fields of an event that only some viewers may see (P-8)."""
LAST_CARD = "rules: official | seats: a b | hand a: R5 | hand b: B1 G2 | discard: R9"


def _everything(kit: Kit, moves: int) -> list[Person]:
    """Three play with all kinds of cards, one watches; everyone was there from before the deal."""
    options = {"extra": "4,4,3", "customizable_rule": "everyone_passes_one", "uno_grace": "0", "seven_zero": "yes"}
    people = kit.table(3, preset="skyrus", options=options, turn_seconds=0)
    watcher = kit.person()
    watcher.watch(people[0].code)
    ready(people)
    begin([*people, watcher])
    for number in range(moves):
        if not turn(people, number):
            break
    settle([*people, watcher])
    return [*people, watcher]


def _public(event: Message) -> Message:
    secret = SECRETS.get(event["k"], ())
    return {key: value for key, value in event.items() if key not in secret and value is not None}


def _alone(people: list[Person], which: str, key: str, owner: Person) -> None:
    """Only the owner sees the field `key` of the only event of a kind. Raises Failed."""
    for one in people:
        event = one_event(one, which)
        if (event.get(key) is not None) is not (one is owner):
            raise Failed(f"{key} of {which} is for seat {owner.seat} alone, and seat {one.seat} was told {event}")


def _played_by_computers(kit: Kit) -> list[Person]:
    """Two people whose game is over: computer players have played it for them."""
    people = kit.table(2, turn_seconds=0, bot_pause=0, options={"uno": "off", "hand_size": "3"})
    for one in people:
        one.ok("away")
    people[0].ok("start")
    until(people[0], lambda: people[0].room["phase"] == "finished", "the end of the game", 15)
    settle(people)
    return people


def _of_the_round(person: Person) -> list[Message]:
    """The person's entries that a history has: since the last deal, if there was one, but for what was said."""
    told = [kind(one) for one in person.entries]
    begins = max((at for at, one in enumerate(told) if one == "round_dealt"), default=0)
    entries = [one for one in person.entries[begins:] if kind(one) not in ("said", "reacted")]
    return [{"n": one["n"], "event": one["event"]} for one in entries]


def _history(person: Person, after: int = 0) -> list[Message]:
    """The entries of the person's history after one of them."""
    answer = person.ok("history")
    fail_if(answer.get("cut"), "the history is cut, although all of it is kept")
    return [{"n": one["n"], "event": one["event"]} for one in answer["entries"] if one["n"] > after]


def _result(person: Person) -> Message | None:
    """The result in a new snapshot."""
    come_back(person)
    return person.snapshot.get("result")


def _walk(value: object, meet: Callable[[Message], None]) -> None:
    if isinstance(value, dict):
        meet(value)
        for one in value.values():
            _walk(one, meet)
    elif isinstance(value, list):
        for one in value:
            _walk(one, meet)


class LogCases(Kit):
    def one_log_for_all(self) -> None:
        """LG-1 P-8.1 P-8.2: plays with three, while one watches -> everyone gets every number once, in order, and the
        same events but for what they may not know"""
        people = _everything(self, 25)
        end = min(one.n for one in people)
        start = max(one.snapshot["n"] for one in people)
        logs = [{one["n"]: one for one in person.entries} for person in people]
        for n in range(start + 1, end + 1):
            told = [log.get(n) for log in logs]
            fail_if(None in told, f"entry {n} was not told to all")
            shown = [_public(one["event"]) for one in told if one is not None]
            fail_if(any(one != shown[0] for one in shown), f"entry {n} differs in what is no secret: {shown}")
            if any(one is not None and one["table"] != people[0].code for one in told):
                raise Failed(f"entry {n} names another table")

    def a_snapshot_says_what_was_told(self) -> None:
        """LG-2 P-8.4 P-8.7: plays with all kinds of cards, and compares every picture with a new snapshot after every
        move -> a snapshot says what entries have told, for each seat and the spectator"""
        people = _everything(self, 0)
        for number in range(10):
            if not turn(people[:3], number):
                break
            settle(people)
            like_a_snapshot(people[number % 4])
        like_a_snapshot(*people)

    def numbers_go_on(self) -> None:
        """LG-3 P-8.4 P-8.1: reads a snapshot and what comes after it -> the next entry has the next number; numbers do
        not restart with the next game"""
        a, b = placed(self, LAST_CARD)
        first = a.snapshot["n"]
        a.play("play", cards=["R5"])
        a.event("game_ended")
        until(a, lambda: a.room["phase"] == "finished", "the end of the game")
        ended = a.n
        ready((a, b))
        until(b, lambda: b.snapshot["n"] > ended, "the snapshot of the next game")
        fail_if(not 0 < first < ended < b.snapshot["n"], f"the numbers were {first}, {ended}, {b.snapshot['n']}")
        until(a, lambda: a.n >= b.n, f"entry {b.n}")

    def what_is_not_numbered(self) -> None:
        """LG-4 P-8.1 P-9.10: is refused, asks why_not and continuations, reads lists and clocks, and asks for tables ->
        none of that is an entry"""
        a, b, _ = people = placed(self, TURN.replace("official", "quickplay"))
        n = settle(people)
        a.ok("why_not")
        a.ok("continuations", decision=a.decision, cards=["R5"])
        b.refused("draw", "not_your_turn", decision=b.decision)
        b.ok("list_tables")
        b.ok("table_rules", table=b.code)
        settle(people)
        same("the entries", [], kinds(a, n))

    def a_drawn_card(self) -> None:
        """LG-5 P-8.2 P-13.1: draws a card -> cards_drawn has the card for its player alone; the rest for all"""
        people = placed(self, TURN.replace("discard:", "stock: Y7 | discard:"), watching=1)
        a = people[0]
        a.play("draw")
        settle(people)
        _alone(people, "cards_drawn", "cards", a)
        due = {"seat": 0, "count": 1, "reason": "turn"}
        alike("the event for who watches", {**due, "cards": None}, one_event(people[3], "cards_drawn"), empty=True)
        alike("the event for its player", {**due, "cards": ["Y7"]}, one_event(a, "cards_drawn"), empty=True)
        named_nowhere(people[1:], "Y7")
        same("the drawn card in the pictures", ["Y7", None, None, None], [one.game.get("drawn") for one in people])

    def a_deal(self) -> None:
        """LG-6 P-8.2 P-13.1: reads a deal -> each seat is shown its own hand alone, in canonical order; who watches no
        hands"""
        people = _everything(self, 0)
        seen = []
        for one in people:
            hands = one_event(one, "round_dealt").get("hands")
            if one.seat is None:
                same("hands for who watches", None, hands)
                continue
            known = [seat for seat, hand in enumerate(hands or []) if hand is not None]
            same("the seats whose hands are shown", [one.seat], known)
            hand = (hands or [])[one.seat]
            same("the hand in canonical order", sorted(hand, key=ORDER.index), hand)
            seen.append(hand)
            same("the count", len(hand), one_event(one, "round_dealt")["counts"][one.seat])
        fail_if(seen[0] == seen[1] == seen[2], f"all three were dealt {seen[0]}")

    def votes(self) -> None:
        """LG-7 P-8.2 P-7.14 P-13.1: votes -> vote_cast has the rule for its seat alone; then the sums are told to all,
        and nobody's vote"""
        a, b, c, _ = people = placed(self, BALLOT, watching=1)
        a.play("vote", rule="open_hand")
        settle(people)
        _alone(people, "vote_cast", "rule", a)
        same("the votes in the pictures", [["open_hand"], [], [], []], [one.game["votes"] for one in people])
        like_a_snapshot(*people)
        b.play("vote", rule="hands_move_on")
        c.play("vote", rule="open_hand")
        until_all(people, lambda one: bool(events(one, "rule_chosen")), "rule_chosen")
        settle(people)
        for one in people:
            alike("the event", {"rule": "open_hand", "votes": [1, 2, 0]}, one_event(one, "rule_chosen"), empty=True)
            same("the votes in the picture", [], one.game["votes"])

    def cards_passed_on(self) -> None:
        """LG-8 P-8.2 P-13.1: passes on cards -> card_chosen has the card for its seat alone; cards_passed has a card
        for its giver and its receiver"""
        a, b, c, _ = people = placed(self, PASSING, watching=1)
        a.play("play", cards=["WC"], colours=["R"])
        for one in (a, b, c):
            asked(one, "pass_card")
        b.play("give", card="B1")
        settle(people)
        _alone(people, "card_chosen", "card", b)
        same("the gifts in the pictures", [[], [None, "B1"], [], []], [one.game["gifts"] for one in people])
        like_a_snapshot(*people)
        a.play("give", card="R5")
        c.play("give", card="G1")
        settle(people)
        shown = [list(one_event(one, "cards_passed").get("cards") or []) for one in people]
        due = [["R5", None, "G1"], ["R5", "B1"], [None, "B1", "G1"], []]
        same("the cards that each is shown", due, shown)
        same("who gets them", {"[1, 2, 0]"}, {str(one_event(one, "cards_passed")["to"]) for one in people})

    def hands_swapped(self) -> None:
        """LG-9 P-8.2 P-13.1: swaps hands -> hands_moved has counts for all, and its new hand for each of the two"""
        position = (
            "rules: classic113 | seats: a b c | hand a: WS R7 R8 | hand b: Y1 B1 G3 B1 | hand c: G1 G2 | discard: R9"
        )
        people = placed(self, position, watching=1)
        a = people[0]
        a.play("play", cards=["WS"], colours=["G"], target=1)
        settle(people)
        for one, due in zip(people, ([["B1", "B1", "G3", "Y1"]], [None, ["R7", "R8"]], [], []), strict=True):
            event = one_event(one, "hands_moved")
            same("reason and counts", ("swap", [4, 2]), (event["reason"], event["counts"]))
            hands = [None if hand is None else sorted(hand) for hand in event.get("hands") or []]
            same(f"the hands for seat {one.seat}", due, hands)
            like_a_snapshot(one)

    def a_challenged_hand(self) -> None:
        """LG-10 P-8.2 P-13.1: challenges where the challenger alone is shown the hand, and where everyone is ->
        challenged has the hand after the play for the challenger, or for all"""
        for rules in ("official", "official challenge_reveal=everyone"):
            people = placed(self, FOUR.replace("official", rules), watching=1)
            _, b = people[:2]
            go(people, "a plays W+4:G > b answer_draw_four")
            b.play("challenge")
            settle(people)
            if "everyone" not in rules:
                _alone(people, "challenged", "hand", b)
            for one in people:
                shown = one_event(one, "challenged").get("hand")
                due = None if shown is None and "everyone" not in rules else ["B7", "G5", "G6"]
                if due != (None if shown is None else sorted(shown)):
                    raise Failed(f"expected the hand after the play, but seat {one.seat} was shown {shown}")
                like_a_snapshot(one)

    def an_open_hand(self) -> None:
        """LG-11 P-8.2 P-13.1: opens a hand, lets its player draw and play, and comes to the end of it -> all see the
        hand and what it draws meanwhile; afterwards nobody but its player does"""
        position = (
            "rules: skyrus customizable_rule=open_hand uno_grace=0 out_of_turn_penalty=2 | seats: a b c | "
            "hand a: WC R7 R8 | hand b: Y1 B1 G3 B2 | hand c: R1 G2 G4 | stock: Y5 Y6 Y7 | discard: R9"
        )
        a, _, c, _ = people = placed(self, position, watching=1)
        a.play("play", cards=["WC"], colours=["R"], target=2)
        settle(people)
        for one in people:
            same("the open hand", ["R1", "G2", "G4"], one_event(one, "hand_opened")["cards"])
            same("the open hands", [2], one.game["open_hands"])
            like_a_snapshot(one)
        c.play("play", cards=["R1"])
        settle(people)
        for one in people:
            drawn = one_event(one, "cards_drawn")
            same("what the open hand draws", (["Y5", "Y6"], True), (drawn.get("cards"), drawn.get("opened")))
            same("the open hand", ["R1", "Y5", "Y6", "G2", "G4"], (one.game["hands"] or [])[2])
        go(people, "b draws > b play_drawn", "b keeps > c take_turn")
        settle(people)
        for one in people:
            alike("the event", {"seat": 2, "hidden": one is not c}, one_event(one, "hand_closed"), empty=True)
            hands = one.game.get("hands")
            same("whether the hand is known", one is c, hands is not None and hands[2] is not None)
        n = settle(people)
        c.play("draw")
        settle(people)
        for one in people:
            same("whether the card is shown", one is c, bool(one_event(one, "cards_drawn", n).get("cards")))
            like_a_snapshot(one)

    def a_card_out_of_turn(self) -> None:
        """LG-12 P-8.2 P-13.1: plays a card out of turn -> out_of_turn does not show the card to anybody"""
        people = placed(self, TURN, watching=1)
        people[1].play("play", cards=["B1"])
        settle(people)
        for one in people:
            alike("the event", {"seat": 1}, one_event(one, "out_of_turn"), empty=True)
            if one is not people[1]:
                named_nowhere([one], "B1")

    def a_player_leaves(self) -> None:
        """LG-13 P-8.2 P-7.10 P-13.1: leaves during a round -> player_left tells no card, the hand goes under the draw
        pile, and play passes on"""
        a, b, c, watcher = placed(self, TURN, watching=1)
        stock = b.game["stock_count"]
        a.ok("leave_table")
        rest = [b, c, watcher]
        until(b, lambda: (b.waiting_for or {}).get("seat") == 1, "the next player's turn")
        settle(rest)
        for one in rest:
            alike("the event", {"seat": 0}, one_event(one, "player_left"), empty=True)
            same("the draw pile", stock + 6, one.game["stock_count"])
            named_nowhere([one], "R5", "R6", "W+4")
            like_a_snapshot(one)

    def the_seed(self) -> None:
        """LG-14 P-8.2 P-13.1: lets computer players play for everybody until the game is over -> game_seed with 64 hex
        digits after the game's end, to all alike, and never before"""
        people = _played_by_computers(self)
        told = kinds(people[0])
        if told.count("game_seed") != 1 or told.index("game_seed") < told.index("game_ended"):
            raise Failed(f"game_seed comes once, after game_ended; there came {told[-6:]}")
        seeds = {one_event(one, "game_seed")["seed"] for one in people}
        seed = seeds.pop()
        fail_if(seeds or len(seed) != 64 or int(seed, 16) < 0, "the seed is 64 hex digits, the same for all")
        for one in people:
            with_it = [body for body in one.link.bodies if seed.encode() in body or bytes.fromhex(seed) in body]
            fail_if(len(with_it) != 1, f"the seed was told {len(with_it)} times")

    def what_is_none_is_left_out(self) -> None:
        """LG-15 P-8.3: reads the events, decisions and listed actions of a round -> what is none is left out of them:
        no nil for a field, no colours or target that tell nothing"""
        people = _everything(self, 15)

        def meet(one: Message) -> None:
            empty = sorted(key for key, value in one.items() if value is None)
            fail_if(empty, f"{empty} of {one} should be left out")

        for person in people:
            for entry in person.entries:
                if kind(entry) != "table_changed":
                    _walk(entry["event"], meet)
            _walk(person.listed, meet)
            for played in events(person, "cards_played"):
                if played.get("colours") == [] or (played.get("colours") and not any(played["colours"])):
                    raise Failed(f"colours of {played} tell nothing and should be left out")

    def canonical_order(self) -> None:
        """LG-16 P-1.6 P-8.4: deals hands in no order -> hands come in canonical order; listed is each card that fits"""
        position = (
            "rules: skyrus | seats: a b | hand a: W+4 B+2 WC W BR Y9 WS R0 YS BS G5 R+2 B0 RR RS | hand b: G7 G8 | "
            "discard: Y3"
        )
        a, _ = placed(self, position)
        due = ["R0", "RS", "RR", "R+2", "Y9", "YS", "G5", "B0", "BS", "BR", "B+2", "W", "W+4", "WS", "WC"]
        same("the hand in the snapshot", due, (a.snapshot.get("game") or {})["hands"][0])
        plays = [action["card"] for action in listed(a) if action["k"] == "play"]
        same("the cards in the list", ["W", "W+4", "WC", "WS", "Y9", "YS"], sorted(plays))

    def two_snapshots(self) -> None:
        """LG-17 P-8.7 P-8.6: takes two snapshots in a row -> they are alike; legal and clock come after each"""
        people = placed(self, TURN)
        a = people[0]
        first = a.snapshot["n"]
        shots, shown = [], []
        for _ in range(2):
            a.clock = None
            come_back(a)
            picture = Picture(a.snapshot)
            shots.append((picture.n, picture.seat, picture.room, picture.game))
            until(a, lambda: a.legal is not None, "legal")
            shown.append(listed(a))
            if not first <= (a.legal or {})["n"] <= picture.n:
                raise Failed(f"expected a list for an entry up to {picture.n}, got {a.legal}")
            until(a, lambda: a.clock is not None, "clock")
        same("the second snapshot", shots[0], shots[1])
        lists(shown[1], shown[0], "the second list")

    def the_draw_pile_runs_out(self) -> None:
        """LG-18 P-8.4: lets the draw pile run out -> draw_pile_renewed with the count; pictures are as a snapshot"""
        position = "rules: official | seats: a b | hand a: B1 B2 | hand b: G3 G4 | stock-only: Y1 | discard: R1 R2 W R9"
        _, b = people = placed(self, position)
        go(people, "a draws > a play_drawn")
        settle(people)
        alike("the event", {"count": 3}, one_event(b, "draw_pile_renewed"), empty=True)
        same("the piles", (["R9"], 3), (b.game["discard"], b.game["stock_count"]))
        like_a_snapshot(*people)

    def hands_shown(self) -> None:
        """LG-19 P-8.2 P-7.19: ends a round at a table where hands are shown afterwards, and at one where they are not
        -> hands_shown to all right before the phase changes, or never"""
        for shown in (True, False):
            people = placed(self, LAST_CARD, watching=1, show_hands=shown)
            people[0].play("play", cards=["R5"])
            until_all(people, lambda one: one.room["phase"] == "finished", "the end")
            for one in people:
                found = events(one, "hands_shown")
                same("hands_shown", [[[], ["G2", "B1"]]] if shown else [], [event["hands"] for event in found])
                told = kinds(one)
                if shown and set(told[told.index("hands_shown") + 1 :]) - {"phase_changed", "game_seed"}:
                    raise Failed(f"expected hands_shown right before phase_changed, got {told}")
                if not shown and one.seat != 1:
                    named_nowhere([one], "G2")

    def the_room(self) -> None:
        """LG-20 P-8.2 P-8.4: sits down, watches, is mistaken, moves and leaves in every order at one table ->
        everybody's room is what a new snapshot says"""
        a, b = self.table(2, seats=4)
        c, d = self.people(2)
        c.watch(a.code)
        c.join(a.code)
        d.watch(a.code)
        a.ok("add_bot")
        b.ok("ready")
        a.ok("change_table", turn_seconds=0)
        a.ok("remove_bot", seat=3)
        a.ok("move_seat", seat=0, to=3)
        until(a, lambda: a.seat == 3, "the snapshot of the new seat")
        b.ok("chat", text="hello")
        a.ok("mute", name=b.name)
        c.ok("leave_table")
        a.ok("hand_over", seat=b.seat)
        settle([b, a, d])
        like_a_snapshot(a, b, d)

    def the_tally(self) -> None:
        """LG-21 P-7.31 P-8.4: lets computer players play until the game is over, then watches with somebody new -> if
        there is a tally: game_seed and every later snapshot tell the same, and it counts this game"""
        people = _played_by_computers(self)
        told = one_event(people[0], "game_seed").get("tally")
        winners = one_event(people[0], "game_ended")["winners"]
        late = self.person()
        late.watch(people[0].code)
        settle([*people, late])
        fields = ("name", "games", "wins", "caught", "biggest", "longest")
        snapshot, tally = (
            [[one[field] for field in fields] for one in each or ()] for each in (late.room.get("tally"), told)
        )
        same("the tally in a snapshot", tally, snapshot)
        like_a_snapshot(*people)
        if told is None:
            raise Skipped("the server keeps no tally")
        due = [(one.name, 1, int(seat in winners), 0) for seat, one in enumerate(people)]
        same("the tally", due, [(one["name"], one["games"], one["wins"], one["caught"]) for one in told])
        if any(one["biggest"] < 3 or one["longest"] for one in told):
            raise Failed(f"everybody held three cards and nobody played two at once, but the tally is {told}")

    def the_history(self) -> None:
        """LG-22 P-8.8 P-8.2: plays with three while one watches, says something, and comes back -> history has the
        entries from the deal on, as each was shown them, but for what was said"""
        people = _everything(self, 12)
        people[1].ok("chat", text="hello")
        people[3].ok("react", reaction="nice")
        turn(people[:3], 12)
        settle(people)
        for one in people:
            due = _of_the_round(one)
            come_back(one)
            same(f"the history for seat {one.seat}", due, _history(one))

    def the_history_for_who_comes_later(self) -> None:
        """LG-23 P-8.8 P-13.1: leaves during a round after it has drawn; others come to sit there and to watch -> their
        history is that of who has watched all the time, and names no hidden card"""
        people = placed(self, TURN.replace("discard:", "stock: Y7 | discard:"), watching=1)
        a, b, c, watcher = people
        go(people, "a plays R5 > b take_turn", "b draws > b play_drawn", "b keeps > c take_turn")
        b.ok("leave_table")
        late, other = self.people(2)
        late.join(a.code)
        other.watch(a.code)
        settle([a, c, watcher, late, other])
        same("the seat", 1, late.seat)
        for one in (late, other):
            same("the history", _of_the_round(watcher), _history(one, watcher.snapshot["n"]))
            named_nowhere([one], "Y7")

    def where_a_history_begins(self) -> None:
        """LG-24 P-8.8 P-8.9: asks for the history before the first game, after a round, and after the next deal ->
        nothing; that of the last round; that of the new one, and no result any more"""
        lone = self.person()
        lone.open()
        same("the history before the first game", [], _history(lone))
        a, b = people = placed(self, LAST_CARD.replace("official", "official goal=points"))
        a.play("play", cards=["R5"])
        until(a, lambda: a.room["phase"] == "between_rounds", "the end of the round")
        settle(people)
        same("the history of the last round", _of_the_round(a), _history(a, a.snapshot["n"]))
        ready(people)
        until(b, lambda: bool(events(b, "round_dealt")), "the next deal")
        settle(people)
        same("the history after the deal", _of_the_round(b), _history(b))
        same("the result after the deal", None, _result(b))

    def the_result(self) -> None:
        """LG-25 P-8.9: is caught, challenges, draws and wins; comes back, and comes to watch -> no result during the
        round; then the same for all: how it ended, and what everybody did"""
        position = (
            "rules: official uno_grace=0 goal=points | seats: a b c | hand a: R5 R6 | hand b: R7 B2 | hand c: W+4 G1 | "
            "discard: R9"
        )
        a, b, c, watcher = people = placed(self, position, watching=1, show_hands=False)
        a.play("play", cards=["R5"])
        until(b, lambda: can(b, k="catch", target=0), "catch in the list")
        b.play("catch", target=0)
        settle(people)
        same("the result during the round", None, _result(watcher))
        b.play("play", cards=["R7"], uno=True)
        asked(c, "take_turn")
        c.play("play", cards=["W+4"], colours=["B"], uno=True)
        asked(a, "answer_draw_four")
        go(people, "a challenges > b take_turn", "b plays B2")
        settle(people)
        gains = one_event(b, "round_ended")["gains"]
        did = {"drawn": [8, 0, 0], "caught": [1, 0, 0], "challenges": [1, 0, 0], "challenges_won": [0, 0, 0]}
        held = [[2, 1, 3, 9, 9], [2, 2, 1, 1, 0], [2, 2, 2, 1, 1]]
        ended = {"winners": [1], "blocked": False, "gains": gains, "ranks": [], "game_winners": None, "hands": None}
        names, counts = [one.name for one in people[:3]], {"held": held, "every": 1, **did}
        due = {"round": b.game["round"], **ended, "names": names, "scores": gains, "counts": counts}
        for one in people:
            alike(f"the result for seat {one.seat}", due, _result(one))
        late = self.person()
        late.watch(a.code)
        alike("the result for somebody new", due, late.snapshot.get("result"))

    def how_long_a_result_stays(self) -> None:
        """LG-26 P-8.9 P-7.25: wants a rematch after a game, changes the rules, and starts the next one -> the result
        stays until the deal"""
        a, b = people = _played_by_computers(self)
        due = {"game_winners": one_event(a, "game_ended")["winners"]}
        for one in people:
            one.ok("away", away=False)
        alike("the result of the game", due, _result(b))
        b.ok("ready")
        alike("the result while somebody wants a rematch", due, _result(b))
        a.ok("change_table", options={"hand_size": "4"})
        alike("the result after a change of rules", due, _result(b))
        ready(people)
        begin(people)
        same("the result after the deal", None, _result(b))
