"""What is a table like, besides its rules, and what has its host changed? In words, for every face of the client."""

from __future__ import annotations

from client.clean import clean
from client.words import Voice, listing, number
from engine.options import TABLE, options_of
from engine.rules import Goal, RulesRefused
from engine.state import View
from protocol.room import Room, TableChanged

TEST_DEAL = "test deal"
"""What a table is called whose games begin with cards that somebody has chosen (P-7.30)."""
MOST_CHANGES = 6
"""Options that are named when rules change; the rules page has them all."""


def door_words(room: Room) -> list[str]:
    """Who may come in, and what is shown to whom, where that is not the usual."""
    said = (
        (room.test, f"{TEST_DEAL}: whoever opened it has chosen the cards"),
        (room.locked, "locked: nobody comes in"),
        (room.password, "asks for a password"),
        (not room.listed, "in no list: found by its code alone"),
        (not room.watching, "nobody may watch"),
        (room.show_hands, "hands are shown after each round"),
    )
    return [words for holds, words in said if holds]


def to_tell(address: str, code: str) -> str:
    """What others type to come to a table: `uno://HOST:PORT/CODE`; empty if the server's place is not known."""
    return f"uno://{clean(address)}/{clean(code)}" if address else ""


def late_text(game: View, seat: int | None) -> str:
    """When somebody plays who has sat down in mid-round; empty for everybody else."""
    if seat is None or game.seated[seat]:
        return ""
    return f"You play from the next {'round' if game.rules.goal is Goal.POINTS else 'game'} on."


def change_text(before: Room, after: Room, event: TableChanged, voice: Voice) -> str:
    """What the host has changed: `bob has changed the table: stacking: any; 6 seats.`"""
    changes = [*_rules(before, after), *_others(before, event)]
    who = voice.who(before.host) if before.host is not None else "The host"
    has = "have" if who == "You" else "has"
    return f"{who} {has} changed the table: {'; '.join(changes)}." if changes else f"{who} {has} changed nothing."


def _rules(before: Room, after: Room) -> list[str]:
    """What has changed of the rules."""
    try:
        was, now = options_of(before.rules), options_of(after.rules)
    except RulesRefused:
        return [f"the rules are {clean(after.preset)} now"] if before.preset != after.preset else ["the rules"]
    named = [f"the rules are {clean(after.preset)} now"] if before.preset != after.preset else []
    differs = [f"{TABLE[name].title}: {now[name]}" for name in now if now[name] != was[name]]
    if len(differs) > MOST_CHANGES:
        differs = [*differs[:MOST_CHANGES], f"and {number(len(differs) - MOST_CHANGES, 'more rule')}"]
    return [*named, listing(differs)] if differs else named


def _others(before: Room, event: TableChanged) -> list[str]:
    said = []
    if event.seats is not None:
        said.append(number(event.seats, "seat"))
    if event.turn_seconds is not None:
        said.append(f"{event.turn_seconds} seconds for a turn" if event.turn_seconds else "no time limit")
    if event.password is not None:
        words = "another password" if before.password else "it asks for a password"
        said.append(words if event.password else "no password")
    for value, yes, no in (
        (event.listed, "it is in the list", "it is in no list any more"),
        (event.locked, "nobody comes in any more", "it is open again"),
        (event.watching, "others may watch", "nobody may come to watch"),
        (event.show_hands, "hands are shown after each round", "hands are not shown afterwards"),
    ):
        if value is not None:
            said.append(yes if value else no)
    return said
