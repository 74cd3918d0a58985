"""Codes into words: refusals and errors as a player reads them, and the voice for a table."""

from collections.abc import Mapping

from uno_client.wording.sanitize import clean
from uno_engine.language import _, pgettext
from uno_protocol.fold import TableView
from uno_protocol.labels import LABELS
from uno_protocol.sentences import Voice
from uno_protocol.wording.entries import voice_at
from uno_protocol.wording.questions import named_card, own_rule_text, whom_text
from uno_protocol.wording.refusals import (
    BY_CLAUSE,
    ERRORS,
    NAMES,
    REASONS,
    TOLD_BETTER,
    error_text,
    note_text,
    removed_text,
)

__all__ = [
    "BY_CLAUSE",
    "ERRORS",
    "NAMES",
    "TOLD_BETTER",
    "door_text",
    "error_text",
    "means_no",
    "means_yes",
    "move_text",
    "named_card",
    "no_letter",
    "note_text",
    "own_rule_text",
    "removed_text",
    "voice_of",
    "whom_text",
    "yes_letter",
]


def voice_of(table: TableView | None, before: TableView | None = None) -> Voice:
    """The voice for a table; seats that have just become empty keep the name that they had in `before`."""
    if table is None:
        return Voice()
    return voice_at(table.room, table.seat, None if before is None or before.code != table.code else before.room)


_AT_THE_DOOR: Mapping[str, str] = {
    "wrong_password": LABELS["wrong_table_password"],
    "banned": REASONS["banned", "table"],
}
"""Where a code of the server's door comes from a table's."""


def move_text(name: str, digits: str) -> str:
    """What to do on another device."""
    said = _("On your other device, join under this name: {name} {digits}. It works once, for two minutes.")
    return said.format(name=clean(name), digits=digits)


def door_text(code: str, password: str) -> str | None:
    """The sentence for a refusal of a table's door, after that password was said; None for other codes."""
    if code == "wrong_password" and not password:
        return _("That table needs a password.")
    return _(_AT_THE_DOOR[code]) if code in _AT_THE_DOOR else None


def means_yes(typed: str) -> bool:
    """Whether a word that was typed says yes, in the player's language or in English."""
    return typed.casefold() in ("yes", "y", *_words_for_yes())


def means_no(typed: str) -> bool:
    """Whether a word that was typed says no, in the player's language or in English."""
    return typed.casefold() in ("no", "n", *_words_for_no())


def yes_letter() -> str:
    """The letter that says yes in the player's language."""
    return next((word for word in _words_for_yes() if len(word) == 1), "y")


def no_letter() -> str:
    """The letter that says no in the player's language."""
    return next((word for word in _words_for_no() if len(word) == 1), "n")


def _words_for_yes() -> list[str]:
    return pgettext("typed words for yes", "yes y").split()


def _words_for_no() -> list[str]:
    return pgettext("typed words for no", "no n").split()
