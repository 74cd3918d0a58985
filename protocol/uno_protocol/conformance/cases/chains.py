"""Several cards in one turn, and why a card cannot be played (P-9.9, P-9.10)."""

from uno_protocol.conformance.moves import CHAIN, TURN, go, refusal
from uno_protocol.conformance.placed import like_a_snapshot, listed, lists, one_event, placed, settle, unchanged
from uno_protocol.conformance.tools import Kit, Message, Person, alike, fail_if, same, says, told


def _follow(person: Person, cards: list[str], colours: list[str | None] | None = None) -> list[Message]:
    fields = {"colours": colours} if colours else {}
    answer = person.ok("continuations", decision=person.decision, cards=cards, **fields)
    fail_if(answer["t"] != "continuations", f"expected continuations, got {told(answer)}")
    found: list[Message] = answer["actions"]
    return found


class ChainsCases(Kit):
    def a_chain(self) -> None:
        """CN-1 P-9.9: asks what may follow, card by card, and plays the chain -> lists as in legal; asking changes
        nothing; the chain is carried out as one play"""
        a, b = people = placed(self, CHAIN)
        wild: Message = {"k": "play", "card": "W", "asks": ["name_colour"]}

        def plays(*cards: str) -> list[Message]:
            return [{"k": "play", "card": card} for card in cards]

        lists(listed(a), [*plays("R1", "R5", "RS"), wild, {"k": "draw"}])

        def ask() -> None:
            lists(_follow(a, ["R1"]), [*plays("R5", "RS"), wild], "what may follow R1")
            lists(_follow(a, ["R1", "RS"]), plays("GS"), "what may follow R1 RS")
            lists(_follow(a, ["R1", "W"], [None, "B"]), plays("B3", "B8"), "what may follow R1 W:B")

        unchanged(people, ask)
        n = settle(people)
        go(people, "a plays R1 W:B B3 > b take_turn")
        same("the cards", ["R1", "W", "B3"], one_event(b, "cards_played", n)["cards"])
        same("the colour in play", "B", b.game["colour"])
        settle(people)
        like_a_snapshot(a)

    def continuations_that_are_refused(self) -> None:
        """CN-2 P-9.9 P-12.2: asks what may follow where it may not ask, and in chains that cannot be -> refused as a
        play of these cards would be"""
        a, b = people = placed(self, CHAIN)

        def act() -> None:
            refusal(b, "continuations", "not_your_turn", cards=["B1"])
            refusal(a, "continuations", "not_in_hand", cards=["Y1"])
            says(refusal(a, "continuations", "does_not_fit", cards=["B8"]), card="B8")
            says(refusal(a, "continuations", "chain_broken", cards=["R1", "B8"]), place=2)
            says(refusal(a, "continuations", "colour_missing", cards=["R1", "W"]), place=2)
            says(refusal(a, "continuations", "colour_missing", cards=["W"]), place=1)
            refusal(a, "continuations", "stale", cards=["R1"], decision=a.decision - 1)

        unchanged(people, act)

    def why_not(self) -> None:
        """CN-3 P-9.10: asks why its cards cannot be played, on its turn and on another's -> a reason for each that
        cannot, once each, in canonical order, with code and clause"""
        a, b, _ = people = placed(self, TURN)

        def act() -> None:
            reasons = a.ok("why_not").get("reasons", [])
            same("the cards", ["B2"], [one["card"] for one in reasons])
            args = {"card": "B2", "top": "R9", "colour": "R"}
            alike("the reason", {"code": "does_not_fit", "args": args}, reasons[0], empty=True)
            reasons = b.ok("why_not").get("reasons", [])
            same("the cards", ["Y9", "G3", "B1", "B2"], [one["card"] for one in reasons])
            for reason in reasons:
                fail_if(not reason.get("code") or not reason.get("clause"), f"a reason has code and clause: {reason}")

        unchanged(people, act)
