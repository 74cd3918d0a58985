"""Several cards in one turn (P-9.9), for clients that ask what may follow; others skip these."""

from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, DRAW, card
from uno_protocol.conformance.scripted.stage import PLAYS, Stage
from uno_protocol.conformance.verdicts import Message, Skipped, fail_if


def _asks(stage: Stage) -> tuple[Guest, Message]:
    """A client in its turn at a table with chains, and what it asks about the first card."""
    stage.place.rules["chains"] = "yes"
    guest = stage.playing()
    stage.ask(guest, "take_turn", card("R2"), card("R4"), DRAW)
    asked = stage.request(guest, "continuations", *PLAYS)
    if asked is None or asked["t"] != "continuations":
        raise Skipped("the command plays card by card")
    return guest, asked


class ClientChainsCases(Stage):
    def a_chain(self) -> None:
        """CL-148 P-9.9: answers what may follow a first card, one card of many that would fit, and then nothing more ->
        a play of the cards that were chosen, in order, for the present decision"""
        guest, asked = _asks(self)
        chosen = asked["cards"]
        guest.say({"t": "continuations", "id": asked["id"], "actions": [card("B5")]})
        while (later := self.request(guest, "continuations", *PLAYS)) is not None and later["t"] == "continuations":
            fail_if(later["cards"] != [*chosen, "B5"], f"after {chosen} B5 alone may follow, not {later['cards']}")
            guest.say({"t": "continuations", "id": later["id"], "actions": []})
        play = later or {}
        fail_if(play.get("cards") not in (chosen, [*chosen, "B5"]), f"after {chosen} only B5 may follow: {play}")
        colours = play.get("colours") or []
        fail_if(len(colours) not in (0, len(play.get("cards", ()))), f"colours are as many as cards, or none: {play}")
        fail_if(play.get("decision") != self.place.decision, f"the play names another decision: {play}")

    def the_list_is_replaced_meanwhile(self) -> None:
        """CL-149 P-9.4 P-9.9: asks Bob, and then the client again with another list, before it answers what may follow
        -> what the client plays is of the new list and names its decision: the old answer means nothing any more"""
        guest, asked = _asks(self)
        place = self.place
        guest.say(place.asked("take_turn", seat=BOB), place.legal(), place.asked("take_turn"), place.legal(card("B1")))
        guest.say({"t": "continuations", "id": asked["id"], "actions": [card("B5")]})
        while (later := self.request(guest, "continuations", *PLAYS)) is not None and later["t"] == "continuations":
            guest.say({"t": "continuations", "id": later["id"], "actions": []})
        play = later or {}
        told = f"the list is B1 for decision {place.decision}, and the client sends {play}"
        fail_if(play.get("cards", [""])[0] != "B1" or play.get("decision") != place.decision, told)

    def what_may_follow_is_refused(self) -> None:
        """CL-150 P-9.9 P-6.6: refuses to say what may follow, and asks the client another turn -> the client stays, and
        plays in that turn"""
        guest, asked = _asks(self)
        guest.say({"t": "error", "id": asked["id"], "code": "stale", "args": {"decision": self.place.decision + 1}})
        self.ask(guest, "take_turn", DRAW)
        play = self.request(guest, *PLAYS) or {}
        fail_if((play.get("t"), play.get("decision")) != ("draw", self.place.decision), f"it draws, but sends {play}")
