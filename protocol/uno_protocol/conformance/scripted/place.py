"""The one table of the scripted server: a round between the client and Bob, sent message by message as P-8 says."""

import hashlib
from copy import deepcopy
from typing import Any

from uno_protocol.conformance.picture import Picture
from uno_protocol.conformance.verdicts import Message

CODE = "QZXV"
CLIENT, BOB = 0, 1
"""The seats."""
_OFFICIAL = """
players=2-10 decks=1 hand_size=7 extra=0,0,0 fourth_colour=yellow starter=left_of_dealer first_card=starter
first_reverse=dealer_starts drawn_card=may_play draw_until_playable=no voluntary_draw=yes
wild_draw_four=bluff wild_draw_four_needs=no_colour_match challenge_reveal=challenger
draw_two_on_wild_draw_four=yes stacking=off chains=no uno=call uno_caught_by=opponent uno_penalty=2
false_uno_penalty=4 out_of_turn_penalty=2 forget_chance=0.1 uno_grace=1.5 customizable_rule=vote
goal=single_round target=500 seven_zero=no jump_in=no
"""
RULES = dict(pair.split("=") for pair in _OFFICIAL.split())
"""Every option of the preset `official` (P-7.12)."""
HAND = ("R2", "R4", "G7", "B1", "B5", "W")
"""The client's first hand; the first card is R9."""


class ScriptedTable:
    """The table: its log, its picture as the client sees it, and the messages about both."""

    def __init__(self, name: str, player: str, rules: Message = RULES) -> None:
        self.n = 2
        self.log: list[Message] = []
        """Every entry, in order."""
        self.listed: tuple[Message, ...] = ()
        """The client's legal actions, as far as the server sent them."""
        self.seat = CLIENT
        """The client's seat; Bob has the other."""
        self.picture = Picture({"n": 2, "room": room(name, player, rules), "seat": CLIENT})

    @property
    def rules(self) -> Message:
        """The options in force; what is changed before the client sits down is the table's."""
        rules: Message = self.picture.room["rules"]
        return rules

    @property
    def decision(self) -> int:
        """The decision number (P-9.2)."""
        return 0 if self.picture.game is None else int(self.picture.game.get("decision", 0))

    @property
    def hand(self) -> list[str]:
        """The client's hand."""
        return self.picture.hand

    def snapshot(self) -> Message:
        """The whole picture, as of now."""
        said: Message = {"t": "snapshot", "table": CODE, "n": self.n, "room": deepcopy(self.picture.room)}
        if self.picture.game is not None:
            said["game"] = {key: value for key, value in deepcopy(self.picture.game).items() if not _empty(value)}
            said["game"]["viewer"] = self.seat
        return {**said, "seat": self.seat}

    def change_places(self) -> None:
        """The client and Bob swap seats (P-7.21): a snapshot must tell the client."""
        self.n += 1
        swap = {"k": "seats_moved", "seat": CLIENT, "to": BOB}
        self.picture.take_in({"n": self.n, "event": swap})
        self.seat = self.picture.seat = 1 - self.seat

    def entry(self, kind: str, **fields: Any) -> Message:
        """The next entry, applied to the picture."""
        self.n += 1
        entry = {"t": "entry", "table": CODE, "n": self.n, "event": {"k": kind, **fields}}
        self.picture.take_in(entry)
        self.log.append(entry)
        if kind == "asked":
            self.listed = ()
        return entry

    def missed(self, resume: Message, *, whole: bool = False) -> list[Message]:
        """The messages after `resumed` (P-8.6): the entries after `seen`, or (if `whole`) a snapshot; list, clock."""
        seen, told = resume.get("seen"), [entry for entry in self.log if entry["n"] <= self.n]
        first = told[0]["n"] - 1 if told else self.n
        if whole or resume.get("table") != CODE or type(seen) is not int or not first <= seen <= self.n:
            news = [self.snapshot()]
        else:
            news = [entry for entry in told if entry["n"] > seen]
        return news if self.picture.game is None else [*news, self.legal(*self.listed), self.clock()]

    def asked(self, kind: str, seat: int | None = None, **fields: Any) -> Message:
        """The game asks a seat (None: the client's), or, with `seats`, several."""
        who = {} if "seats" in fields else {"seat": self.seat if seat is None else seat}
        return self.entry("asked", decision={"k": kind, **who, **fields})

    def legal(self, *actions: Message) -> Message:
        """The client's legal actions."""
        self.listed = actions
        return {"t": "legal", "table": CODE, "decision": self.decision, "n": self.n, "actions": list(actions)}

    def clock(self) -> Message:
        """The client has 30 seconds."""
        return {"t": "clock", "table": CODE, "decision": self.decision, "seconds": 30.0, "of": 30.0}

    def deal(self, *hand: str, bob: int = 7, opened: bool = False) -> list[Message]:
        """A game begins, Bob has so many cards, and the first card is R9; nobody is asked yet.

        `opened`: it has begun, and only the deal is left.
        """
        held = list(hand or HAND)
        mine_first = 1 if self.seat == CLIENT else -1
        counts, hands = [len(held), bob][::mine_first], [held, None][::mine_first]
        return [
            *([] if opened else [self.entry("game_opened", seated=[True, True])]),
            self.entry("phase_changed", phase="playing"),
            self.entry(
                "round_dealt",
                round=1,
                dealer=1 - self.seat,
                starter=self.seat,
                counts=counts,
                stock_count=107 - len(held) - bob,
                hands=hands,
            ),
            self.entry("first_card_turned", card="R9"),
        ]

    def said(self, text: str, name: str = "Bob") -> Message:
        """Bob says something."""
        return self.entry("said", name=name, text=text, seat=BOB)


def room(name: str, player: str, rules: Message) -> Message:
    """A waiting table with the client and Bob, who is its host and ready."""
    return {
        "code": CODE,
        "name": name,
        "preset": "official",
        "options": {option: value for option, value in rules.items() if value != RULES[option]},
        "rules": dict(rules),
        "fingerprint": fingerprint(rules),
        "turn_seconds": 30,
        "occupants": [
            {"name": player, "ready": False, "connected": True, "extra_seconds": 0},
            {"name": "Bob", "ready": True, "connected": True, "extra_seconds": 0},
        ],
        "host": BOB,
        "phase": "waiting",
        "watchers": [],
        "listed": True,
        "locked": False,
        "watching": True,
        "password": False,
        "show_hands": False,
        "test": False,
        "held": False,
        "muted": [],
        "remarks": [],
    }


def fingerprint(rules: Message) -> str:
    """The fingerprint of a rule set (P-7.12)."""
    lines = "".join(f"{option}={rules[option]}\n" for option in RULES)
    return hashlib.sha256(lines.encode()).hexdigest()[:8]


def card(name: str) -> Message:
    """A listed play of a card (P-9.5)."""
    asks = {"asks": ["name_colour"]} if name in ("W", "W+4") else {}
    return {"k": "play", "card": name, **asks}


def action(kind: str, **fields: Any) -> Message:
    """Any other listed action."""
    return {"k": kind, **fields}


DRAW = action("draw")


def _empty(value: object) -> bool:
    return value is None or (isinstance(value, (int, list)) and not value)
