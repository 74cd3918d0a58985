"""What might anybody ask for? Dice for every request of the protocol, sensible and not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.cards import FACES
from engine.customizable import RULES as CUSTOM
from protocol import messages as m
from server.table import Table

NAMES = ("ann", "bob", "cem", "dee", "eve", "fay")
TABLES = ("T", "U")
PASSWORDS = ("", "", "", "sesame")
LEVELS: tuple[m.BotLevel, ...] = ("normal", "random")
CARDS = tuple(face.name for face in FACES)
TEXTS = ("hello", "  ", "two\nlines", "a\u202eb", "x" * 250)

HOUSE = {"extra": "1,1,3", "seven_zero": "yes", "jump_in": "yes", "stacking": "any", "goal": "points", "target": "100"}
RULES: tuple[tuple[str, dict[str, str]], ...] = (
    ("official", {}),
    ("official", {"goal": "points", "target": "60", "hand_size": "3"}),
    ("official", HOUSE),
    ("official", {"goal": "points", "hand_size": "2", "uno_grace": "0"}),
    ("classic113", {"goal": "until_last", "hand_size": "3"}),
    ("skyrus", {"extra": "1,0,4"}),
    ("computer", {"hand_size": "3"}),
    ("street", {"goal": "points", "hand_size": "2"}),
)


def new_table(dice: Random) -> m.NewTable:
    """How somebody opens a table."""
    preset, options = dice.choice(RULES)
    return m.NewTable(
        seats=dice.choice((2, 3, 3, 4, 5)) if preset != "street" else dice.choice((2, 3, 4)),
        preset=preset,
        options=dict(options),
        turn_seconds=dice.choice((0, 2, 30)),
        bots=[dice.choice(LEVELS) for _ in range(dice.choice((0, 0, 1)))],
        bot_pause=dice.choice((0.0, 1.0)),
        password=dice.choice(PASSWORDS),
        listed=dice.random() < 0.7,
        watching=dice.random() < 0.8,
        show_hands=dice.random() < 0.5,
    )


def changes(dice: Random) -> dict[str, Any]:
    """What a host changes."""
    if dice.random() < 0.3:
        preset, options = dice.choice((*RULES, ("poker", {})))
        return {"preset": preset, "options": dict(options)}
    every: dict[str, Any] = {
        "seats": dice.randint(2, 5),
        "turn_seconds": dice.choice((0, 2, 30)),
        "password": dice.choice(PASSWORDS),
        "listed": dice.random() < 0.5,
        "locked": dice.random() < 0.3,
        "watching": dice.random() < 0.5,
        "show_hands": dice.random() < 0.5,
    }
    return {key: every[key] for key in dice.sample(sorted(every), dice.randint(0, 2))}


def _cards(dice: Random) -> dict[str, Any]:
    return {"cards": [dice.choice(CARDS) for _ in range(dice.choice((1, 1, 2)))]}


def _seat(dice: Random) -> int:
    return dice.randint(0, 5)


def _name(dice: Random) -> str:
    return dice.choice((*NAMES, *NAMES, "Abacus", "nobody"))


def _nothing(_: Random) -> dict[str, Any]:
    return {}


def _way_in(dice: Random) -> dict[str, Any]:
    return {"table": dice.choice(TABLES), "password": dice.choice(PASSWORDS)}


Dicing = Callable[[Random], dict[str, Any]]

ASKS: Mapping[type[m.Request], Dicing] = {
    m.ListTables: _nothing,
    m.TableRules: lambda dice: {"table": dice.choice(TABLES)},
    m.LobbyTalk: lambda dice: {"after": dice.choice((0, 1, 100))},
    m.CreateTable: lambda dice: {"name": dice.choice(TABLES), "new": new_table(dice)},
    m.JoinTable: lambda dice: {**_way_in(dice), "new": new_table(dice) if dice.random() < 0.7 else None},
    m.SpectateTable: _way_in,
    m.LeaveTable: _nothing,
    m.Chat: lambda dice: {"text": dice.choice(TEXTS), "to": dice.choice(("table", "lobby"))},
    m.React: lambda dice: {"reaction": dice.choice(("nice", "oops"))},
    m.Ready: lambda dice: {"ready": dice.random() < 0.7},
    m.Away: lambda dice: {"away": dice.random() < 0.5},
    m.GiveTime: lambda dice: {"seat": _seat(dice), "seconds": dice.choice((0, 20, 300))},
    m.AddBot: lambda dice: {"level": dice.choice(LEVELS)},
    m.RemoveBot: lambda dice: {"seat": _seat(dice)},
    m.Start: lambda dice: {"chosen": _seat(dice)} if dice.random() < 0.2 else {},
    m.ChangeTable: changes,
    m.MoveSeat: lambda dice: {"seat": _seat(dice), "to": _seat(dice)},
    m.Kick: lambda dice: {"name": _name(dice), "ban": dice.random() < 0.2},
    m.HandOver: lambda dice: {"seat": _seat(dice)},
    m.Pause: lambda dice: {"paused": dice.random() < 0.5},
    m.EndGame: _nothing,
    m.CloseTable: _nothing,
    m.Mute: lambda dice: {"name": _name(dice), "muted": dice.random() < 0.6},
    m.WhyNot: _nothing,
    m.Continuations: _cards,
    m.Play: lambda dice: {**_cards(dice), "uno": dice.random() < 0.3},
    m.Draw: _nothing,
    m.Keep: _nothing,
    m.Pass: _nothing,
    m.Name: lambda dice: {"colour": dice.choice("RYGB")},
    m.Choose: lambda dice: {"target": _seat(dice)},
    m.Vote: lambda dice: {"rule": dice.choice((*CUSTOM, "sing"))},
    m.Give: lambda dice: {"card": dice.choice(CARDS)},
    m.Retain: lambda dice: {"card": dice.choice(CARDS)},
    m.Accept: _nothing,
    m.Challenge: _nothing,
    m.CallUno: _nothing,
    m.Catch: lambda dice: {"target": _seat(dice)},
}
"""What is sent with each request."""

OF_HOST = (m.AddBot, m.RemoveBot, m.ChangeTable, m.MoveSeat, m.Kick, m.HandOver, m.Pause, m.Mute, m.GiveTime, m.Start)
"""What a host does, besides ending all."""
OF_PLAY = tuple(kind for kind in ASKS if issubclass(kind, m.PlayRequest))


def to_the_point(dice: Random, table: Table, kind: type[m.Request]) -> dict[str, Any]:
    """What is sent with a request of the host, about somebody who is at the table and seats that it has."""
    fields, occupants = ASKS[kind](dice), table.room.occupants
    taken = [seat for seat, one in enumerate(occupants) if one is not None]
    bots = [seat for seat in taken if (one := occupants[seat]) is not None and one.bot is not None]
    if "seat" in fields:
        fields["seat"] = dice.choice(bots if kind is m.RemoveBot and bots else taken)
    if "to" in fields:
        fields["to"] = dice.randrange(len(occupants))
    if "name" in fields and (others := [one.name for one in table.members.values() if one.seat != table.room.host]):
        fields["name"] = dice.choice(others)
    return fields
