"""Several cards in one turn, and why a card cannot be played (P-9.9, P-9.10)."""

from uno_protocol.conformance.answers import told
from uno_protocol.conformance.checks import alike, same, says
from uno_protocol.conformance.judging import case
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.moves import CHAIN, TURN, refusal
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import asked, like_a_snapshot, listed, lists, one_event, placed, settle, unchanged
from uno_protocol.conformance.verdicts import Failed, Message


def _follow(person: Person, cards: list[str], colours: list[str | None] | None = None) -> list[Message]:
    """The cards and colours that may follow in a chain with this beginning."""
    fields = {"colours": colours} if colours else {}
    answer = person.ok("continuations", decision=person.decision, cards=cards, **fields)
    if answer["t"] != "continuations":
        raise Failed(f"expected continuations, got {told(answer)}")
    found: list[Message] = answer["actions"]
    return found


@case("CN-1", "P-9.9")
def a_chain(kit: Kit) -> None:
    """asks what may follow, card by card, and plays the chain
    -> lists as in legal; asking changes nothing; the chain is carried out as one play"""
    people = placed(kit, CHAIN)
    a, b = people
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
    a.play("play", cards=["R1", "W", "B3"], colours=[None, "B", None])
    asked(b, "take_turn")
    same("the cards", ["R1", "W", "B3"], one_event(b, "cards_played", n)["cards"])
    same("the colour in play", "B", b.game["colour"])
    settle(people)
    like_a_snapshot(a)


@case("CN-2", "P-9.9", "P-12.2")
def continuations_that_are_refused(kit: Kit) -> None:
    """asks what may follow where it may not ask, and in chains that cannot be
    -> refused as a play of these cards would be"""
    people = placed(kit, CHAIN)
    a, b = people

    def act() -> None:
        refusal(b, "continuations", "not_your_turn", cards=["B1"])
        refusal(a, "continuations", "not_in_hand", cards=["Y1"])
        says(refusal(a, "continuations", "does_not_fit", cards=["B8"]), card="B8")
        says(refusal(a, "continuations", "chain_broken", cards=["R1", "B8"]), place=2)
        says(refusal(a, "continuations", "colour_missing", cards=["R1", "W"]), place=2)
        says(refusal(a, "continuations", "colour_missing", cards=["W"]), place=1)
        refusal(a, "continuations", "stale", cards=["R1"], decision=a.decision - 1)

    unchanged(people, act)


@case("CN-3", "P-9.10")
def why_not(kit: Kit) -> None:
    """asks why its cards cannot be played, on its turn and on another's
    -> a reason for each that cannot, once each, in canonical order, with code and clause"""
    people = placed(kit, TURN)
    a, b, _ = people

    def act() -> None:
        reasons = a.ok("why_not").get("reasons", [])
        same("the cards", ["B2"], [one["card"] for one in reasons])
        args = {"card": "B2", "top": "R9", "colour": "R"}
        alike("the reason", {"code": "does_not_fit", "args": args}, reasons[0], empty=True)
        reasons = b.ok("why_not").get("reasons", [])
        same("the cards", ["Y9", "G3", "B1", "B2"], [one["card"] for one in reasons])
        for reason in reasons:
            if not reason.get("code") or not reason.get("clause"):
                raise Failed(f"a reason has code and clause: {reason}")

    unchanged(people, act)
