"""What sets each preset apart, over the wire (P-7.12).

Deals of the server's own, and the positions of `presets.game`, whose scenarios are the cases that they are named for.
"""

from collections.abc import Callable, Mapping

from uno_protocol.conformance import scenario
from uno_protocol.conformance.picture import Plain
from uno_protocol.conformance.placed import placed
from uno_protocol.conformance.tools import Failed, Kit, Person, fail_if, same, start

Check = Callable[[scenario.Scene], None]


def kinds(scene: scenario.Scene) -> list[str]:
    """The kinds of the events that everybody received, in order."""
    return [event["k"] for event in scene.history]


def tells(*due: str, never: str = "", in_order: bool = True) -> Check:
    """These events arrive, in this order if one follows from another; that one does not."""

    def check(scene: scenario.Scene) -> None:
        told = kinds(scene)
        found = [kind for kind in told if kind in due]
        if found != list(due) and (in_order or sorted(found) != sorted(due)):
            raise Failed(f"expected {', '.join(due)}{' in this order' * in_order}, got {told}")
        fail_if(never and never in told, f"expected no {never}, got {told}")

    return check


def dealt(kit: Kit, preset: str, cards: int, hand: int, *, votes: bool = False) -> Plain:
    """Begin a game of two under a preset; the `round_dealt` that seat 0 sees. Raises Failed."""
    people = kit.table(2, preset=preset, turn_seconds=0)
    start(people)
    if votes:
        vote(people)
    event = people[0].event("round_dealt")
    same("counts", [hand, hand], event["counts"])
    same("stock_count", cards - 2 * hand, event["stock_count"])
    own = event["hands"][0]
    if len(own) != hand or any(event["hands"][1:]):
        raise Failed(f"expected the viewer's own {hand} cards, got {event['hands']}")
    return event


def vote(people: list[Person]) -> list[str]:
    """Everyone votes for the first rule of the ballot, which is given."""
    ballot: list[str] = people[0].event("ballot_drawn")["rules"]
    people[0].event("asked")
    people[1].event("asked")
    for one in people:
        one.play("vote", rule=ballot[0])
    return ballot


def starts(event: Plain, *, left_of_dealer: bool) -> None:
    """The starter is the player to the left of the dealer, who is a player."""
    if left_of_dealer and event["starter"] != (event["dealer"] + 1) % 2:
        raise Failed(f"expected the starter left of the dealer, got {event['dealer']}, {event['starter']}")


def told_the_hand(scene: scenario.Scene, hand: list[str]) -> None:
    """A spectator sees the challenged hand too."""
    shown = next(event for event in scene.history if event["k"] == "challenged")
    if not shown.get("everyone") or sorted(shown.get("hand") or ()) != sorted(hand):
        raise Failed(f"expected a spectator to be shown {hand}, got {shown}")


def told_no_hand(scene: scenario.Scene) -> None:
    """A spectator sees that there was a challenge, and no card."""
    shown = next(event for event in scene.history if event["k"] == "challenged")
    if shown.get("hand") or shown.get("everyone"):
        raise Failed(f"the hand is for the challenger alone, and who watches was told {shown}")


def passed_unseen(scene: scenario.Scene) -> None:
    """A spectator sees who chose and who got a card, and no card."""
    events = [event for event in scene.history if event["k"] in ("card_chosen", "cards_passed")]
    kinds_ = [event["k"] for event in events]
    if kinds_ != ["card_chosen"] * 3 + ["cards_passed"] or any(event.get("card") for event in events):
        raise Failed(f"three have chosen, and their cards are passed, unseen; and there came {events}")
    fail_if(any(events[-1].get("cards") or ()), f"who watches was told the cards that are passed: {events[-1]}")


GRACE = (
    "rules: {preset} uno_grace=1 | seats: ann bob cem | hand ann: R5 R6 | hand bob: R1 R2 R3 | hand cem: G3 G4 | "
    "discard: R9"
)


CHECKS: Mapping[str, Check] = {
    "PR-11": tells("challenged", "cards_drawn"),
    "PR-13": tells("uno_window_opened", "uno_caught", "uno_window_opened", "uno_window_closed", "uno_called"),
    "PR-15": tells("out_of_turn", "cards_drawn", never="cards_played"),
    "PR-16": tells("round_ended", "game_ended"),
    "PR-22": tells("direction_turned", "cards_drawn", "turn_missed", "turn_missed", in_order=False),
    "PR-33": lambda scene: told_the_hand(scene, ["G1", "B9"]),
    "PR-34": tells("uno_announced", "uno_announced", never="uno_window_opened"),
    "PR-35": tells("colour_named", "player_chosen", "hands_moved"),
    "PR-36": tells("hands_moved"),
    "PR-38": tells("round_ended", "game_ended", never="hands_moved"),
    "PR-43": tells("cards_played", "cards_played", "cards_drawn", never="challenged"),
    "PR-44": tells("uno_window_opened", "uno_caught"),
    "PR-45": tells("false_uno", never="out_of_turn"),
    "PR-52": tells("uno_rolled", "cards_drawn", "cards_drawn", never="uno_window_opened"),
    "PR-53": tells("uno_rolled", "uno_announced", never="uno_called"),
    "PR-56": tells("round_ended", "game_ended"),
    "PR-61": told_no_hand,
    "PR-62": tells("uno_window_opened", "uno_caught"),
    "PR-63": tells("hand_opened", "hand_closed"),
    "PR-64": passed_unseen,
    "PR-66": tells("colour_named", "player_chosen", "hands_moved"),
}
"""Further events that a spectator must have seen in a scenario."""


scenario.of_group(__name__, CHECKS)


class PresetsCases(Kit):
    def a_deal_of_official(self) -> None:
        """PR-1 P-7.12: has a game of official dealt -> 7 cards each of 108, left of the dealer starts"""
        starts(dealt(self, "official", 108, 7), left_of_dealer=True)

    def a_deal_of_quickplay(self) -> None:
        """PR-2 P-7.12: has a game of quickplay dealt -> 10 cards each of 108"""
        starts(dealt(self, "quickplay", 108, 10), left_of_dealer=True)

    def a_deal_of_classic113(self) -> None:
        """PR-3 P-7.12 P-7.14 P-9.3: has a game of classic113 dealt -> a vote before it, then 7 cards each of 113"""
        dealt(self, "classic113", 113, 7, votes=True)

    def a_deal_of_street(self) -> None:
        """PR-4 P-7.12: has a game of street dealt -> 7 cards each of 108"""
        dealt(self, "street", 108, 7)

    def a_deal_of_computer(self) -> None:
        """PR-5 P-7.12: has a game of computer dealt -> 7 cards each of 108"""
        dealt(self, "computer", 108, 7)

    def a_deal_of_skyrus(self) -> None:
        """PR-6 P-7.12 P-7.14: has a game of skyrus dealt -> a vote before it, then 7 cards each of 112"""
        dealt(self, "skyrus", 112, 7, votes=True)

    def what_may_follow(self) -> None:
        """PR-26 P-9.9 P-7.12: asks what may follow in a chain, also under quickplay -> what fits by colour, number or
        symbol; after an action card actions alone"""
        actions_last = ((["R5"], {"R6", "B5", "RS", "W"}), (["RS"], {"BS"}), (["R5", "RS"], {"BS"}))
        one_anywhere: tuple[tuple[list[str], set[str]], ...] = (
            (["RS"], {"R5", "R6", "BS", "W"}),
            (["RS", "R5"], {"R6", "B5", "W"}),
            (["R5", "RS", "BS"], set()),
        )
        for rules, follows in (("official chains=yes", actions_last), ("quickplay", one_anywhere)):
            position = f"rules: {rules} | seats: a b | hand a: R5 R6 B5 RS BS W G1 | hand b: B1 B2 | discard: R9"
            ann, _ = placed(self, position)
            for cards, due in follows:
                answer = ann.play("continuations", cards=cards)
                found = {entry["card"] for entry in answer["actions"] if entry["k"] == "play"}
                fail_if(found != due, f"after {' '.join(cards)}: expected {sorted(due)} to follow, got {sorted(found)}")

    def a_vote(self) -> None:
        """PR-30 P-7.14 P-9.3 P-13.1 P-7.12: votes under classic113 -> three different rules that leave turns alone;
        nobody's vote is told; most votes win"""
        ann, bob, cem = people = self.table(3, preset="classic113", turn_seconds=0)
        start(people)
        for one in people:
            one.event("asked")
        ballot = ann.game["ballot"]
        if len(ballot) != 3 or len(set(ballot)) != 3 or {"play_again", "next_two_miss"} & set(ballot):
            raise Failed(f"expected three different rules, none that plays with turns, got {ballot}")
        for one, rule in ((ann, ballot[1]), (bob, ballot[2]), (cem, ballot[1])):
            one.play("vote", rule=rule)
        for one in people:
            chosen = one.event("rule_chosen")
            same("rule", ballot[1], chosen["rule"])
            same("votes", [0, 2, 1], chosen["votes"])
            votes = [entry["event"] for entry in one.entries if entry["event"]["k"] == "vote_cast"]
            known = [event.get("rule") is not None for event in votes]
            if known != [event["seat"] == one.seat for event in votes] or len(votes) != 3:
                raise Failed(f"each is told the own vote alone, and seat {one.seat} was told {votes}")

    def four_at_most(self) -> None:
        """PR-40 P-7.12 P-7.16: opens a table under street for five -> rules_refused for the seats; for four it opens,
        and Y is orange"""
        host = self.person()
        error = host.refused("create_table", "rules_refused", name=self.name(), new={"preset": "street", "seats": 5})
        same("field", "new.seats", error.get("field"))
        host.open({"preset": "street", "seats": 4})
        same("fourth_colour", "orange", host.room["rules"]["fourth_colour"])

    def a_chosen_starter(self) -> None:
        """PR-67 P-7.13 P-7.12: starts a game of skyrus with starter chosen, and names who plays first -> that seat is
        the starter; without a name the host's is"""
        options = {"starter": "chosen", "customizable_rule": "hands_move_on"}
        for chosen, due in (({"chosen": 1}, 1), ({}, 0)):
            people = self.table(2, preset="skyrus", options=options)
            start(people, **chosen)
            event = people[1].event("round_dealt")
            same("starter", due, event["starter"])
            same("dealer", 1 - due, event["dealer"])

    def a_catch_comes_first(self) -> None:
        """PR-18 P-9.7 P-6.2 P-7.12: forgets to call UNO under official; the next player plays at once, and a third
        catches after that -> both are held, the catch comes first all the same, and both are answered then"""
        ann, bob, cem = placed(self, GRACE.format(preset="official"))
        ann.play("play", cards=["R5"])
        for one in (bob, cem):
            one.event("uno_window_opened")
            one.find(lambda told: told["t"] == "entry" and told["event"]["k"] == "asked", "asked")
        play = bob.request("play", cards=["R1"], decision=bob.decision)
        bob.refused("draw", "rate_limited", decision=bob.decision)  # and so the play is there before the catch
        catch = cem.request("catch", target=0, decision=cem.decision)
        same("the answer to the catch", "ok", cem.answer(catch)["t"])
        same("the answer to the play", "ok", bob.answer(play)["t"])
        ann.event("uno_caught")
        ann.event("cards_played")
        told = [entry["event"] for entry in ann.entries]
        kinds_ = [event["k"] for event in told if event["k"] in ("uno_caught", "cards_drawn", "cards_played")]
        same("what was told", ["cards_played", "uno_caught", "cards_drawn", "cards_played"], kinds_)
        same("who caught it", 2, next(event["by"] for event in told if event["k"] == "uno_caught"))
        same("cards of the one who forgot", 3, ann.game["counts"][0])

    def a_call_in_time(self) -> None:
        """PR-48 P-9.7 P-6.2 P-7.12: forgets to call UNO under street; the next player plays at once, and then it is
        called -> the play is held, the call ends that, and the referee gives no cards"""
        ann, bob, _ = placed(self, GRACE.format(preset="street"))
        ann.play("play", cards=["R5"])
        bob.event("uno_window_opened")
        bob.find(lambda told: told["t"] == "entry" and told["event"]["k"] == "asked", "asked")
        play = bob.request("play", cards=["R1"], decision=bob.decision)
        bob.refused("draw", "rate_limited", decision=bob.decision)
        ann.event("asked")
        ann.play("uno")
        same("the answer to the play", "ok", bob.answer(play)["t"])
        bob.event("cards_played")
        same("cards of the one who called", 1, bob.game["counts"][0])
        if any(entry["event"]["k"] == "uno_caught" for entry in bob.entries):
            raise Failed("the call came in time, and uno_caught was told")
