"""Tables in words: what one is like besides its rules, and what its host has changed."""

from __future__ import annotations

from client.wording.sanitize import clean
from engine.options import TABLE, options_of
from engine.rules import Goal, RulesRefused
from engine.state import View
from protocol.room import Room, TableChanged
from protocol.sentences import Voice, listing, number, other_changes

TEST_DEAL = "test deal"
"""What a table is called whose games begin with cards that somebody has chosen (P-7.30)."""
MOST_CHANGES = 6
"""Options that are named when rules change; the rules page has them all."""


def door_words(room: Room) -> list[str]:
    """Who may come in, and what is shown to whom, where that is not the usual."""
    said = (
        (room.test, f"{TEST_DEAL}: the cards were chosen in advance"),
        (room.locked, "locked: nobody else can join"),
        (room.password, "password needed"),
        (not room.listed, "unlisted: join by code"),
        (not room.watching, "no spectators"),
        (room.show_hands, "hands shown after each round"),
    )
    return [words for holds, words in said if holds]


def to_tell(address: str, code: str, fingerprint: str = "") -> str:
    """What others type to come to a table: `uno://HOST:PORT/CODE#FINGERPRINT`; empty if the place is not known."""
    key = f"#{fingerprint}" if fingerprint else ""
    return f"uno://{clean(address)}/{clean(code)}{key}" if address else ""


def late_text(game: View, seat: int | None) -> str:
    """When somebody plays who has sat down in mid-round; empty for everybody else."""
    if seat is None or game.seated[seat]:
        return ""
    return f"You play from the next {'round' if game.rules.goal is Goal.POINTS else 'game'} on."


def change_text(before: Room, after: Room, event: TableChanged, voice: Voice) -> str:
    """What the host has changed: `bob changed the table: Stacking penalties: any; 6 seats.`"""
    changes = [*_rules(before, after), *other_changes(event)]
    return f"{voice.the_host()} changed {'the table: ' if changes else 'nothing'}{'; '.join(changes)}."


def _rules(before: Room, after: Room) -> list[str]:
    """What has changed of the rules."""
    try:
        was, now = options_of(before.rules), options_of(after.rules)
    except RulesRefused:
        return [f"{clean(after.preset)} rules"] if before.preset != after.preset else ["new rules"]
    named = [f"{clean(after.preset)} rules"] if before.preset != after.preset else []
    differs = [f"{TABLE[name].title}: {now[name]}" for name in now if now[name] != was[name]]
    if len(differs) > MOST_CHANGES:
        differs = [*differs[:MOST_CHANGES], number(len(differs) - MOST_CHANGES, "more rule")]
    return [*named, listing(differs)] if differs else named
