"""Asks: the one generator of what people ask for, for every request of the protocol, sensible and not.

What is drawn depends on the dice and on the asker's own picture of the table, and on nothing else.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from uno_engine.cards import FACES
from uno_engine.customizable import RULES as CUSTOM
from uno_engine.levels import BotLevel
from uno_engine.mixing import share_hash
from uno_engine.presets import PRESETS
from uno_protocol import messages as m
from uno_protocol.fold import TableView
from uno_protocol.room import RoomPhase

NAMES = tuple("ann bob cem dee eve fay gus hal ida joe kim lea".split())  # noqa: SIM905
TABLES = ("T0", "T1", "T2")
PASSWORD = "sesame"
LEVELS: tuple[BotLevel, ...] = ("normal", "normal", "normal", "random")
CARDS = tuple(face.name for face in FACES)
TEXTS = ("hello", "well played", "\u202eolleh", "a  b\nc", " ", "x" * 300)

HOUSE = {"extra": "1,1,3", "seven_zero": "yes", "jump_in": "yes", "stacking": "any", "goal": "points", "target": "60"}
RULES: tuple[tuple[str, dict[str, str]], ...] = (
    *((preset, {}) for preset in PRESETS),
    ("official", {"goal": "points", "target": "60", "hand_size": "3"}),
    ("official", HOUSE),
    ("official", {"hand_size": "2", "uno_grace": "0"}),
    ("official", {"wild_draw_four": "free", "chains": "yes"}),
    ("classic113", {"goal": "until_last", "hand_size": "3"}),
    ("street", {**HOUSE, "wild_draw_four": "bluff", "hand_size": "2"}),
    *(("skyrus", {"extra": "1,0,3", "customizable_rule": rule}) for rule in CUSTOM),
    *(("official", {"stacking": value}) for value in ("perhaps", "1")),
    ("poker", {}),
)


SHARE = bytes(range(16))
"""The bytes that everybody has for the deal."""


class Ask(NamedTuple):
    """One thing to ask for: the request, but for its id."""

    kind: type[m.Request]
    fields: dict[str, Any]


def new_table(dice: Random) -> m.NewTable:
    """How somebody opens a table."""
    preset, options = dice.choice(RULES)
    return m.NewTable(
        seats=dice.choice((2, 3, 3, 4, 5)),
        preset=preset,
        options=dict(options),
        turn_seconds=dice.choice((0, 2, 30)),
        bots=[dice.choice(LEVELS) for _ in range(dice.choice((0, 0, 1)))],
        bot_pause=dice.choice((0.0, 1.0)),
        **door(dice),
    )


def door(dice: Random) -> dict[str, Any]:
    """Random settings for a table's access and visibility."""
    return {
        "password": dice.choice(("", "", "", PASSWORD)),
        "listed": dice.random() < 0.7,
        "watching": dice.random() < 0.8,
        "show_hands": dice.random() < 0.5,
        "programs": dice.random() < 0.5,
    }


def _changes(dice: Random) -> dict[str, Any]:
    if dice.random() < 0.2:
        preset, options = dice.choice(RULES)
        return {"preset": preset, "options": dict(options)}
    if dice.random() < 0.3:
        return {"locked": dice.random() < 0.6}
    every = {"seats": dice.randint(2, 6), "turn_seconds": dice.choice((0, 2, 15, 30)), **door(dice)}
    return {key: every[key] for key in dice.sample(sorted(every), dice.randint(0, 2))}


def _cards(dice: Random) -> dict[str, Any]:
    return {"cards": [dice.choice(CARDS) for _ in range(dice.choice((1, 1, 2)))]}


def _play(dice: Random) -> dict[str, Any]:
    target = {"target": _seat(dice)} if dice.random() < 0.2 else {}
    return {**_cards(dice), **target, "uno": dice.random() < 0.3}


def _seat(dice: Random) -> int:
    return dice.randrange(10)


def _name(dice: Random) -> str:
    return dice.choice((*NAMES, "Abacus", "nobody"))


def _nothing(_: Random) -> dict[str, Any]:
    return {}


def _ready(dice: Random) -> dict[str, Any]:
    """Mostly ready, at times with bytes for the deal; the hash is that of the right seat or of another one."""
    offers = {"share": share_hash(dice.randrange(3), SHARE).hex()} if dice.random() < 0.5 else {}
    return {"ready": dice.random() < 0.8, **offers}


def _way_in(dice: Random) -> dict[str, Any]:
    return {"table": dice.choice(TABLES), "password": dice.choice(("", PASSWORD))}


ASKS: Mapping[type[m.Request], Callable[[Random], dict[str, Any]]] = {
    **{kind: _nothing for kind in m.REQUESTS.values() if not kind.asked.like},
    m.TableRules: lambda dice: {"table": dice.choice(TABLES)},
    m.FetchRecord: lambda dice: {
        "at": dice.choice((0, 0, 0, 9)),
        "last": dice.random() < 0.3,
        "back": dice.choice((None, None, 0, 1)),
    },
    m.LobbyTalk: lambda dice: {"after": dice.choice((0, 1, 100))},
    m.CreateTable: lambda dice: {"name": dice.choice(TABLES), "new": new_table(dice)},
    m.JoinTable: lambda dice: {**_way_in(dice), "new": new_table(dice) if dice.random() < 0.7 else None},
    m.SpectateTable: _way_in,
    m.Chat: lambda dice: {"text": dice.choice(TEXTS), "to": dice.choice(("table", "table", "lobby"))},
    m.React: lambda dice: {"reaction": dice.choice(("nice", "oops", "hurry"))},
    m.Ready: _ready,
    m.OpenShare: lambda dice: {"share": (SHARE if dice.random() < 0.9 else SHARE[::-1]).hex()},
    m.Away: lambda dice: {"away": dice.random() < 0.5},
    m.GiveTime: lambda dice: {"seat": _seat(dice), "seconds": dice.choice((0, 20, 300))},
    m.AddBot: lambda dice: {"level": dice.choice(LEVELS)},
    m.RemoveBot: lambda dice: {"seat": _seat(dice)},
    m.Start: lambda dice: {"chosen": _seat(dice)} if dice.random() < 0.2 else {},
    m.ChangeTable: _changes,
    m.MoveSeat: lambda dice: {"seat": _seat(dice), "to": _seat(dice)},
    m.Kick: lambda dice: {"name": _name(dice), "ban": dice.random() < 0.4},
    m.HandOver: lambda dice: {"seat": _seat(dice)},
    m.Pause: lambda dice: {"paused": dice.random() < 0.7},
    m.Mute: lambda dice: {"name": _name(dice), "muted": dice.random() < 0.6},
    m.AnswerClaim: lambda dice: {"seat": _seat(dice), "allow": dice.random() < 0.8},
    m.Continuations: lambda dice: {**_cards(dice), "colours": [dice.choice("RYGB")]},
    m.Play: _play,
    m.Name: lambda dice: {"colour": dice.choice("RYGB")},
    m.Choose: lambda dice: {"target": _seat(dice)},
    m.Cast: lambda dice: {"rule": dice.choice((*CUSTOM, "sing"))},
    m.Give: lambda dice: {"card": dice.choice(CARDS)},
    m.Retain: lambda dice: {"card": dice.choice(CARDS)},
    m.Catch: lambda dice: {"target": _seat(dice)},
}
"""What is sent with each request; nothing where its own example has nothing and no row says more."""

OF_HOST = (m.ChangeTable, m.ChangeTable, m.HandOver, m.GiveTime, m.Mute, m.Kick)
"""What a host does in every phase; below what else, at rest and in a game."""
AT_REST = (m.ChangeTable, m.MoveSeat, m.MoveSeat, m.AddBot, m.RemoveBot)
IN_A_GAME = (m.Pause, m.Pause, m.EndGame)
OF_GUESTS = (m.Away, m.GiveTime)
TALK = (m.Chat, m.React, m.LobbyTalk)


def ask(dice: Random, kind: type[m.Request], table: TableView | None) -> Ask:
    """Such a request. Of play it names the decision in view, or one that is past, and mostly own cards."""
    fields = ASKS[kind](dice)
    if not issubclass(kind, m.PlayRequest):
        return Ask(kind, fields)
    game = None if table is None else table.game
    fields["decision"] = 0 if game is None else max(0, game.decision - dice.choice((0, 0, 0, 1)))
    hand = [] if game is None or table is None or table.seat is None else game.hands[table.seat]
    if hand and "cards" in fields:
        fields["cards"] = [dice.choice(hand).name for _ in fields["cards"]]
    if hand and "card" in fields and dice.random() < 0.7:
        fields["card"] = dice.choice(hand).name
    return Ask(kind, fields)


def nonsense(dice: Random, table: TableView | None) -> Ask:
    """Anything at all; half of it of play while there is a game. Nobody leaves by it, and no table ends."""
    game = table is not None and table.game is not None and dice.random() < 0.6
    kinds = [kind for kind in ASKS if kind not in ENDING and issubclass(kind, m.PlayRequest) == game]
    return ask(dice, dice.choice(kinds), table)


ENDING = (m.LeaveTable, m.Logout, m.EndGame, m.CloseTable)


HARSH = {"ban", "locked", "password", "listed", "preset", "options"}
"""Fields by which a host keeps people from playing, or the rules from being those that they came for."""


def whim(dice: Random, table: TableView, *, harsh: bool) -> Ask:
    """Something that the game does not need: to chat, to step away, to want more time, and what a host may do."""
    room, seat = table.room, table.seat
    if dice.random() < 0.4 or seat is None:
        return ask(dice, dice.choice(TALK), table)
    if room.host != seat or dice.random() < 0.2:
        kind, fields = ask(dice, dice.choice(OF_GUESTS), table)
        return Ask(kind, fields | ({"seat": seat} if "seat" in fields else {"away": True}))
    at_rest = room.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)
    if not at_rest and dice.random() < 0.02:
        return Ask(m.CloseTable, {})
    kind, fields = to_the_point(dice, dice.choice((*OF_HOST, *(AT_REST if at_rest else IN_A_GAME))), table)
    return Ask(kind, fields if harsh else {name: value for name, value in fields.items() if name not in HARSH})


def to_the_point(dice: Random, kind: type[m.Request], table: TableView) -> Ask:
    """Such a request of a host about somebody who is at the table, and about seats that it has."""
    _, fields = ask(dice, kind, table)
    occupants = list(enumerate(table.room.occupants))
    taken = [seat for seat, one in occupants if one is not None]
    bots = [seat for seat, one in occupants if one is not None and one.bot is not None]
    if "seat" in fields and taken:
        fields["seat"] = dice.choice(bots if kind is m.RemoveBot and bots else taken)
    if "to" in fields:
        fields["to"] = dice.randrange(len(occupants))
    if "name" in fields:
        people = [one.name for seat, one in occupants if one is not None and one.bot is None and seat != table.seat]
        fields["name"] = dice.choice([*people, *table.room.watchers] or ["nobody"])
    return Ask(kind, fields)
