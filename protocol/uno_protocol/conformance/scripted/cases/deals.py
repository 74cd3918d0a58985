"""What a client does about deals that can be checked, and where others take part in them (P-7.33 to P-7.36)."""

from hashlib import shake_256

from uno_protocol.conformance.scripted.guest import Guest
from uno_protocol.conformance.scripted.place import BOB, CODE, DRAW, ScriptedTable, card
from uno_protocol.conformance.scripted.stage import READYING, Stage
from uno_protocol.conformance.verdicts import Message, fail_if, skip_if

SECRET = bytes(range(32))
BOBS = bytes(16)


def _hashed(label: str, *parts: bytes) -> str:
    return shake_256(label.encode() + b"\0" + b"".join(parts)).hexdigest(32)


def _at_a_bound_table(stage: Stage) -> Guest:
    """A client that sits at a table with a commitment and hands that are shown."""
    guest = stage.entered()
    request = stage.entrance(guest)
    stage.place = ScriptedTable(stage.table, stage.name)
    stage.place.picture.room.update(commitment=_hashed("uno-secret", SECRET), show_hands=True)
    guest.say({"t": "joined", "id": request["id"], "table": CODE, "seat": 0}, stage.place.snapshot())
    if stage.program.knows("seated"):
        stage.answers(guest)
        stage.program.types("seated")
    return guest


def _offered(stage: Stage, guest: Guest) -> str:
    """The hash with which the client is ready. Raises Skipped if it offers none, as it may."""
    ready = stage.request(guest, "ready", seconds=READYING)
    skip_if(ready is None or not ready.get("share"), "the client offers no bytes, as it may (P-7.34)")
    assert ready is not None
    marked = stage.place.entry("ready_changed", seat=0, ready=True, share=ready["share"])
    guest.say({"t": "ok", "id": ready["id"]}, marked)
    return str(ready["share"])


def _list(stage: Stage, guest: Guest, *shares: str | None) -> None:
    place = stage.place
    opened = place.entry("game_opened", seated=[True, True], shares=list(shares))
    guest.say(opened, place.entry("phase_changed", phase="between_rounds"))
    guest.say({"t": "clock", "table": CODE, "decision": 0, "seconds": 3.0, "of": 3.0})


def _opened(stage: Stage, guest: Guest, share: str) -> str:
    """The bytes that the client opens, which must fit the hash."""
    request = stage.request(guest, "open_share")
    fail_if(request is None, "the client doesn't open its bytes (P-7.35)")
    assert request is not None
    told = str(request.get("share"))
    due = _hashed("uno-share", b"\0", bytes.fromhex(told))
    fail_if(due != share, "the client opens other bytes than those that it announced")
    guest.say({"t": "ok", "id": request["id"]})
    return told


def _dealt(stage: Stage, guest: Guest, *shares: str | None, dropped: tuple[int, ...] = ()) -> None:
    fields: Message = {"dropped": list(dropped)} if dropped else {}
    mixed = stage.place.entry("deal_mixed", kinds=[1, 1], shares=list(shares), **fields)
    guest.say(mixed, *stage.place.deal(opened=True))


class ClientDealsCases(Stage):
    def it_opens_what_it_has_announced(self) -> None:
        """CL-151 P-7.34 P-7.35: lets the client, if it offers bytes, and Bob open theirs -> it opens what its hash
        announced, once, and plays the round that follows"""
        guest = _at_a_bound_table(self)
        share = _offered(self, guest)
        _list(self, guest, share, _hashed("uno-share", bytes([BOB]), BOBS))
        told = _opened(self, guest, share)
        _dealt(self, guest, told, BOBS.hex())
        play = self.turn(guest, card("R2"), DRAW)
        fail_if(play["t"] not in ("play", "draw"), f"the client sends {play['t']}")

    def others_open_theirs(self) -> None:
        """CL-152 P-7.35 P-7.8 P-8.4 P-11.1: only Bob opens bytes before the deal, and those of another seat are dropped
        -> the client opens nothing, and plays the round that follows"""
        self.unlisted = frozenset({"open_share"})
        guest = _at_a_bound_table(self)
        ready = self.request(guest, "ready", seconds=READYING)
        if ready is not None:
            self.settle(guest, ready)
        _list(self, guest, None, _hashed("uno-share", bytes([BOB]), BOBS))
        _dealt(self, guest, None, None, dropped=(BOB,))
        play = self.turn(guest, card("R2"), DRAW)
        fail_if(play["t"] not in ("play", "draw"), f"the client sends {play['t']}")

    def a_server_that_cheats(self) -> None:
        """CL-153 P-7.36 P-13.4: drops the client's bytes, if it offers any, deals cards that follow from nothing, and
        opens another secret -> the client stays"""
        guest = _at_a_bound_table(self)
        share = _offered(self, guest)
        _list(self, guest, share, None)
        _opened(self, guest, share)
        _dealt(self, guest, None, None, dropped=(0,))
        place = self.place
        shown = place.entry("hands_shown", hands=[["R0"], ["W"]])
        guest.say(shown, place.entry("game_seed", seed="0a" * 32, secret="0b" * 32))
        self.answers(guest)
