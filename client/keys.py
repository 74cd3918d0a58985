"""Which key means what, and where: the one table that drives the client, its bottom line and its help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import get_args

from client.inputs import Key, Typed
from client.model import Chore, Confirm, LinkState, Model
from client.offers import ballot, catches, lists, may_claim, playable, uno_due
from client.people import candidates
from client.places import TALKING, Place, key_place
from client.remarks import REACTIONS
from engine.actions import Accept, CallUno, CanPlay, Challenge, Draw, Keep, Pass
from engine.decisions import AnswerDrawFour, AnswerStack
from engine.rules import CaughtBy, FourthColour, RuleSet, Stacking, Uno
from protocol.messages import Reaction
from protocol.room import RoomPhase


class Intent(Enum):
    """What a key asks for."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    CHOOSE = auto()
    BACK = auto()
    YES = auto()
    NO = auto()
    PICK = auto()
    SEEK = auto()
    ADD = auto()
    UNDO = auto()
    WHY = auto()
    RULES = auto()
    DRAW = auto()
    KEEP = auto()
    PASS = auto()
    UNO = auto()
    CATCH = auto()
    ACCEPT = auto()
    CHALLENGE = auto()
    COLOUR = auto()
    READY = auto()
    START = auto()
    ADD_BOT = auto()
    REMOVE_BOT = auto()
    NEW_TABLE = auto()
    REFRESH = auto()
    WATCH = auto()
    SIT = auto()
    CODE = auto()
    MENU = auto()
    AWAY = auto()
    TIME = auto()
    PAUSE = auto()
    LOCK = auto()
    CHANGE = auto()
    MOVE = auto()
    SILENCE = auto()
    KICK = auto()
    BAN = auto()
    HAND_OVER = auto()
    END_GAME = auto()
    CLOSE_TABLE = auto()
    HUSH = auto()
    SAY = auto()
    SEND = auto()
    CLOSE_LINE = auto()
    EARLIER = auto()
    LATER = auto()
    COMPLETE = auto()
    REACT = auto()
    LEAVE = auto()
    QUIT = auto()
    HELP = auto()
    OLDER = auto()
    NEWER = auto()


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that mean `intent` in `places`. `when` tells whether it would do something now."""

    intent: Intent
    keys: tuple[str, ...]
    shown: str
    label: str
    help: str
    places: tuple[Place, ...]
    when: Callable[[Model], bool] = lambda model: True
    quiet: bool = False
    """Left out of the bottom line, to keep it short; the help has it."""
    under: Callable[[RuleSet], bool] = lambda rules: True
    """Whether a table with these rules has any use for it; the help leaves it out elsewhere."""
    otherwise: Callable[[Model], str | None] = lambda model: None
    """What the bottom line says instead of `label` now; None: the label."""

    def label_now(self, model: Model) -> str:
        """What the bottom line says."""
        return self.otherwise(model) or self.label


_READING = (Place.HELP, Place.RULES, Place.REASONS)
_CARDS = (Place.HAND, Place.CHAIN, Place.DRAWN, Place.CHALLENGE, Place.STACK, Place.KEEP, Place.PASS)
_PENALTY = (Place.CHALLENGE, Place.STACK)
AT_HAND = (*_CARDS, Place.COLOUR, Place.PLAYER)
"""Where the own hand is before the player."""
_AT_TABLE = (*AT_HAND, Place.VOTE, Place.WAITING, Place.WATCHING, Place.AWAY, Place.RESULT)
_TABLE_FORMS = (Place.CREATE, Place.CHANGE)
TYPED_INTO = (Place.CONNECT, *_TABLE_FORMS, Place.TYPING, Place.SAYING)
"""Where letters are text."""
_OPEN = tuple(place for place in Place if place not in TYPED_INTO)
_FORMS = (Place.CONNECT, *_TABLE_FORMS)

SEEK_KEYS = ("r", "y", "g", "b", "w", *"0123456789", "s", "v", "+")
"""Letters and digits that move the cursor to a card: colour, number, Skip, reVerse, Draw Two, Wild."""


KEY_WORDS = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "escape": "Esc",
    "c-c": "Ctrl-C",
    "c-q": "Ctrl-Q",
    "tab": "Tab",
    "s-tab": "Shift-Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
    "backspace": "⌫",
    " ": "Space",
    **{f"f{number}": f"F{number}" for number in range(1, 10)},
}
"""Keys that are no letters, as a player reads them."""

REACTION_KEYS: Mapping[str, Reaction] = {
    f"f{number}": code for number, code in enumerate(get_args(Reaction), start=2) if number < 10
}
"""The key of each reaction: F10 and further are taken by many terminals."""
_REACTIONS_TOLD = ", ".join(f"{key.upper()} {REACTIONS[code]}" for key, code in REACTION_KEYS.items())

NUMBERS = tuple("123456789")
"""Digits that choose from a numbered list."""


def _can_host(model: Model) -> bool:
    return model.hosting and model.phase is RoomPhase.WAITING


def _has_room(model: Model) -> bool:
    return _can_host(model) and model.table is not None and None in model.table.room.occupants


def _on_computer(model: Model) -> bool:
    """Whether a host's cursor is on a computer player."""
    occupants = model.table.room.occupants if model.table is not None else []
    under = occupants[model.row] if model.row < len(occupants) else None
    return _can_host(model) and under is not None and under.bot is not None


def _may_ready(model: Model) -> bool:
    return model.seat is not None and model.phase in (
        RoomPhase.WAITING,
        RoomPhase.BETWEEN_ROUNDS,
        RoomPhase.FINISHED,
    )


def _may_sit(model: Model) -> bool:
    return model.table is not None and model.seat is None and None in model.table.room.occupants


def _may_call(model: Model) -> bool:
    with_play = uno_due(model) and (bool(playable(model)) or bool(model.chain.cards) or not model.asked)
    return model.uno or lists(model, CallUno) or with_play or may_claim(model)


def _may_chain(model: Model) -> bool:
    return model.game is not None and model.game.rules.chains and model.asked and bool(playable(model))


def _catching(rules: RuleSet) -> bool:
    return rules.uno is Uno.CALL and rules.uno_penalty > 0 and rules.uno_caught_by is CaughtBy.OPPONENT


def _taken(model: Model) -> str | None:
    asked = model.waiting_for
    return f"take {asked.penalty}" if isinstance(asked, AnswerDrawFour | AnswerStack) else None


_SEND_HELP = (
    "say it; on an empty line: close it. /mute NAME, /unmute NAME, /react WORD, /away and /back "
    "are commands, // says a slash"
)


def _emptied(model: Model) -> str | None:
    return None if model.draft.text else "close"


def _several(model: Model) -> bool:
    return len(model.left) > 1


def _seated(model: Model) -> bool:
    return model.seat is not None


def _host_at_rest(model: Model) -> bool:
    return model.hosting and model.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)


def _host_in_game(model: Model) -> bool:
    return model.hosting and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)


def _hosts(model: Model) -> bool:
    return model.hosting


def _host_with(chore: Chore, when: Callable[[Model], bool] = _hosts) -> Callable[[Model], bool]:
    """True for a host who has somebody to do that with."""
    return lambda model: when(model) and bool(candidates(model, chore))


def _item(
    intent: Intent,
    key: str,
    label: str,
    what: str,
    when: Callable[[Model], bool],
    otherwise: Callable[[Model], str | None] = lambda model: None,
) -> Binding:
    """A line of the table's menu."""
    return Binding(intent, (key,), key, label, what, (Place.MENU,), when, quiet=True, otherwise=otherwise)


MENU = (
    _item(
        Intent.AWAY,
        "a",
        "go away",
        "a computer player sits in for you until you are back",
        _seated,
        lambda m: "play again" if m.away else None,
    ),
    _item(Intent.TIME, "t", "more time", "for every answer: your own, or as the host anybody's", _seated),
    _item(
        Intent.PAUSE,
        "p",
        "pause",
        "let the game stand still, or go on (host)",
        _host_in_game,
        lambda m: "go on" if m.table is not None and m.table.room.held else None,
    ),
    _item(
        Intent.LOCK,
        "l",
        "lock",
        "let nobody come in any more, or unlock the table again (host)",
        _hosts,
        lambda m: "unlock" if m.table is not None and m.table.room.locked else None,
    ),
    _item(
        Intent.CHANGE,
        "c",
        "change",
        "rules, seats, seconds for a turn, password, who finds the table and who may watch (host)",
        _hosts,
    ),
    _item(
        Intent.ADD_BOT,
        "b",
        "add computer",
        "seat a computer player (host)",
        lambda m: m.hosting and m.table is not None and None in m.table.room.occupants,
    ),
    _item(Intent.REMOVE_BOT, "x", "remove computer", "take a computer player out (host)", _host_with(Chore.REMOVE_BOT)),
    _item(
        Intent.MOVE, "v", "move seats", "move somebody to another seat (host)", _host_with(Chore.MOVE, _host_at_rest)
    ),
    _item(
        Intent.SILENCE, "s", "silence", "let somebody speak no more here, or again (host)", _host_with(Chore.SILENCE)
    ),
    _item(
        Intent.HUSH,
        "u",
        "mute",
        "read no more what somebody says, or again: for you alone",
        lambda m: bool(candidates(m, Chore.HUSH)),
    ),
    _item(Intent.KICK, "k", "kick", "put somebody out of the table (host)", _host_with(Chore.KICK)),
    _item(Intent.BAN, "n", "ban", "put somebody out for as long as the table lives (host)", _host_with(Chore.BAN)),
    _item(Intent.HAND_OVER, "h", "hand over", "make another player the host (host)", _host_with(Chore.HAND_OVER)),
    _item(Intent.END_GAME, "e", "end the game", "without a result; the table stays (host)", _host_in_game),
    _item(Intent.CLOSE_TABLE, "d", "dissolve", "close the table for everybody (host)", _hosts),
    _item(Intent.RULES, "i", "rules", "read the rules of the table", lambda m: True),
)
"""What the table's menu has, in its order."""


def menu_items(model: Model) -> tuple[Binding, ...]:
    """The lines of the menu that do something now."""
    return tuple(each for each in MENU if each.when(model))


BINDINGS = (
    # Every yes costs cards or the seat: Enter, pressed before it is read, is not one.
    Binding(
        Intent.YES,
        ("y",),
        "y",
        "yes",
        "yes",
        (Place.CONFIRM,),
        otherwise=lambda m: m.question.yes if isinstance(m.question, Confirm) else None,
    ),
    Binding(Intent.NO, ("n", "escape"), "n", "no", "no", (Place.CONFIRM,)),
    Binding(Intent.BACK, ("escape", "f1", "?", "q", "enter"), "Esc", "back", "close it again", _READING),
    Binding(Intent.OLDER, ("up", "k", "pageup"), "↑", "up", "scroll up", _READING, quiet=True),
    Binding(Intent.NEWER, ("down", "j", "pagedown"), "↓", "down", "scroll down", _READING),
    Binding(Intent.UP, ("up", "s-tab", "pageup"), "↑", "previous", "the line above", _FORMS, quiet=True),
    Binding(Intent.DOWN, ("down", "tab", "pagedown"), "↑↓", "lines", "the line below", _FORMS),
    Binding(Intent.LEFT, ("left",), "←", "less", "the choice before", _TABLE_FORMS, quiet=True),
    Binding(Intent.RIGHT, ("right",), "←→", "change", "the next choice", _TABLE_FORMS),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "connect",
        "connect to the game under the cursor, or to the address that was typed",
        (Place.CONNECT,),
        otherwise=lambda m: None if m.picked is None else "join",
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "open", "open the table and sit down", (Place.CREATE,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "back without opening a table", (Place.CREATE,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "change it", "tell the server what has been changed", (Place.CHANGE,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "back, and leave the table as it is", (Place.CHANGE,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "send", "send what was typed", (Place.TYPING,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "back without sending it", (Place.TYPING,)),
    Binding(Intent.PICK, NUMBERS, "1-9", "choose", "choose who stands at that number", (Place.SOMEBODY,), quiet=True),
    Binding(Intent.UP, ("up", "k"), "↑", "up", "the line above", (Place.SOMEBODY,), quiet=True),
    Binding(Intent.UP, ("up",), "↑", "up", "the line above", (Place.MENU,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", "move", "the line below", (Place.SOMEBODY,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "choose", "choose who is under the cursor", (Place.SOMEBODY,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "back to the menu", (Place.SOMEBODY,)),
    *MENU,
    Binding(Intent.DOWN, ("down",), "↑↓", "move", "the line below", (Place.MENU,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "do it", "do what is under the cursor", (Place.MENU,)),
    Binding(Intent.BACK, ("escape", "m"), "Esc", "back", "close the menu", (Place.MENU,)),
    Binding(
        Intent.AWAY,
        ("enter", "a"),
        "Enter",
        "play again",
        "take your seat back from the computer player",
        (Place.AWAY,),
    ),
    Binding(Intent.UP, ("up", "k"), "↑", "up", "the line above", (Place.TABLES, Place.WAITING), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", "move", "the line below", (Place.TABLES,)),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", "move", "the seat below", (Place.WAITING,), _can_host),
    Binding(
        Intent.CHOOSE, ("enter",), "Enter", "join", "sit down at the table", (Place.TABLES,), lambda m: bool(m.tables)
    ),
    Binding(
        Intent.RULES,
        ("i",),
        "i",
        "rules",
        "read the rules of the table",
        (Place.TABLES, Place.WAITING),
        lambda m: bool(m.tables) or m.table is not None,
    ),
    Binding(
        Intent.RULES,
        ("i",),
        "i",
        "rules",
        "read the rules of the table",
        (*AT_HAND, Place.VOTE, Place.WATCHING, Place.AWAY, Place.RESULT),
        quiet=True,
    ),
    Binding(Intent.WATCH, ("w",), "w", "watch", "watch the table", (Place.TABLES,), lambda m: bool(m.tables)),
    Binding(Intent.CODE, ("c",), "c", "code", "join a table by its code or its name", (Place.TABLES,)),
    Binding(Intent.NEW_TABLE, ("n",), "n", "new table", "open a new table", (Place.TABLES,)),
    Binding(Intent.REFRESH, ("r",), "r", "refresh", "ask for the list again", (Place.TABLES,), quiet=True),
    Binding(Intent.READY, ("r", "enter"), "r", "ready", "ready (r again: not yet)", (Place.WAITING,), _may_ready),
    Binding(Intent.START, ("s",), "s", "start", "start the game (host)", (Place.WAITING,), _can_host),
    Binding(
        Intent.MENU,
        ("m",),
        "m",
        "menu",
        "the table's menu: going away, more time, who is here, and what the host may do",
        (Place.WAITING,),
    ),
    Binding(Intent.ADD_BOT, ("b",), "b", "add computer", "seat a computer player (host)", (Place.WAITING,), _has_room),
    Binding(
        Intent.REMOVE_BOT,
        ("x", "delete"),
        "x",
        "remove",
        "remove the computer player under the cursor (host)",
        (Place.WAITING,),
        _on_computer,
    ),
    Binding(
        Intent.COLOUR,
        ("r", "y", "g", "b"),
        "r y g b",
        "name",
        "name that colour",
        (Place.COLOUR,),
    ),
    Binding(
        Intent.COLOUR,
        ("o",),
        "o",
        "orange",
        "orange, the same as y",
        (Place.COLOUR,),
        quiet=True,
        under=lambda rules: rules.fourth_colour is FourthColour.ORANGE,
    ),
    Binding(Intent.LEFT, ("left", "h"), "←", "left", "the colour before", (Place.COLOUR,), quiet=True),
    Binding(Intent.RIGHT, ("right", "l"), "←→", "move", "the next colour", (Place.COLOUR,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "choose", "name the colour under the cursor", (Place.COLOUR,)),
    Binding(Intent.PICK, NUMBERS, "1-9", "choose", "choose the player of that number", (Place.PLAYER,)),
    Binding(Intent.UP, ("up", "left", "k", "h"), "←", "before", "the player before", (Place.PLAYER,), quiet=True),
    Binding(Intent.DOWN, ("down", "right", "j", "l"), "←→", "move", "the next player", (Place.PLAYER,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "choose", "choose the player under the cursor", (Place.PLAYER,)),
    Binding(
        Intent.BACK,
        ("escape",),
        "Esc",
        "back",
        "keep the card after all",
        (Place.COLOUR, Place.PLAYER),
        lambda m: m.question is not None,
    ),
    Binding(
        Intent.PICK,
        NUMBERS,
        "1-3",
        "vote",
        "vote for the rule of that number",
        (Place.VOTE,),
        lambda m: bool(ballot(m)),
    ),
    Binding(Intent.UP, ("up", "k"), "↑", "before", "the rule above", (Place.VOTE,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", "move", "the rule below", (Place.VOTE,), lambda m: bool(ballot(m))),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "vote",
        "vote for the rule under the cursor",
        (Place.VOTE,),
        lambda m: bool(ballot(m)),
    ),
    Binding(
        Intent.ACCEPT,
        ("a",),
        "a",
        "accept",
        "draw the cards and miss the turn",
        _PENALTY,
        lambda m: lists(m, Accept),
        otherwise=_taken,
    ),
    Binding(
        Intent.CHALLENGE,
        ("x",),
        "x",
        "challenge",
        "say that it was a bluff",
        (Place.CHALLENGE,),
        lambda m: lists(m, Challenge),
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "play",
        "play the card under the cursor",
        (Place.HAND, Place.DRAWN),
        lambda m: lists(m, CanPlay),
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "pass it on",
        "pass the penalty on with the card under the cursor",
        _PENALTY,
        lambda m: lists(m, CanPlay),
        under=lambda rules: rules.stacking is not Stacking.OFF,
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "keep", "keep the card under the cursor", (Place.KEEP,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "give", "pass the card under the cursor on", (Place.PASS,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "lay all", "lay the cards of the chain", (Place.CHAIN,)),
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        "several",
        "begin a chain with the card under the cursor",
        (Place.HAND,),
        _may_chain,
        under=lambda rules: rules.chains,
    ),
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        "add",
        "put the card under the cursor at the end of the chain",
        (Place.CHAIN,),
        lambda m: bool(playable(m)),
    ),
    Binding(Intent.UNDO, ("backspace",), "⌫", "undo", "take the last card of the chain back", (Place.CHAIN,)),
    Binding(Intent.BACK, ("escape",), "Esc", "undo all", "take the whole chain back", (Place.CHAIN,)),
    Binding(
        Intent.DRAW, ("d",), "d", "draw", "draw a card instead of playing", (Place.HAND,), lambda m: lists(m, Draw)
    ),
    Binding(Intent.KEEP, ("k",), "k", "keep", "keep the card just drawn", (Place.DRAWN,), lambda m: lists(m, Keep)),
    Binding(
        Intent.PASS, ("p",), "p", "pass", "pass, when there is nothing to draw", (Place.HAND,), lambda m: lists(m, Pass)
    ),
    Binding(
        Intent.UNO,
        ("u",),
        "u",
        "UNO",
        "call UNO: before your next-to-last card is played (u again takes it back), or just after",
        AT_HAND,
        _may_call,
        under=lambda rules: rules.uno is Uno.CALL,
        otherwise=lambda m: "take UNO back" if m.uno else None,
    ),
    Binding(
        Intent.CATCH,
        ("c",),
        "c",
        "catch!",
        "catch somebody who has one card and did not call UNO",
        AT_HAND,
        lambda m: bool(catches(m)),
        under=_catching,
    ),
    Binding(Intent.LEFT, ("left", "h"), "←", "left", "the card before", _CARDS, quiet=True),
    Binding(Intent.RIGHT, ("right", "l"), "←→", "cards", "the next card", _CARDS, _several),
    Binding(
        Intent.WHY,
        ("n",),
        "n",
        "why not?",
        "say for each card that cannot be played why not",
        (Place.HAND, Place.CHAIN, Place.DRAWN, *_PENALTY),
        lambda m: m.asked and len(playable(m)) < len(set(m.left)),
    ),
    Binding(
        Intent.SEEK,
        SEEK_KEYS,
        "r5",
        "find",
        "go to a card: r y g b colour, 0-9 number, s Skip, v Reverse, + Draw Two, w wild; "
        "a colour and then a number finds that card, the same key again the next one",
        _CARDS,
        lambda m: len(m.hand) > 3,
        quiet=True,
    ),
    Binding(
        Intent.UP,
        ("up",),
        "↑",
        "colour before",
        "the first card of the colour before",
        _CARDS,
        quiet=True,
    ),
    Binding(
        Intent.DOWN,
        ("down",),
        "↓",
        "next colour",
        "the first card of the next colour",
        _CARDS,
        quiet=True,
    ),
    Binding(Intent.READY, ("r", "enter"), "Enter", "ready", "ready to go on", (Place.RESULT,), _may_ready),
    Binding(Intent.OLDER, ("pageup",), "PgUp", "older", "older lines of the log", _AT_TABLE, quiet=True),
    Binding(Intent.NEWER, ("pagedown",), "PgDn", "newer", "newer lines of the log", _AT_TABLE, quiet=True),
    Binding(
        Intent.SIT,
        ("e",),
        "e",
        "take a seat",
        "sit down at the table that you watch",
        (Place.WATCHING, Place.WAITING, Place.RESULT),
        _may_sit,
    ),
    Binding(
        Intent.SAY,
        ("t", "/"),
        "t",
        "talk",
        "say something to everyone at the table, or in the lobby to everyone there; / begins a command",
        TALKING,
    ),
    Binding(Intent.SEND, ("enter",), "Enter", "say it", _SEND_HELP, (Place.SAYING,), otherwise=_emptied),
    Binding(Intent.CLOSE_LINE, ("escape",), "Esc", "back", "close the line; its text is kept", (Place.SAYING,)),
    Binding(
        Intent.EARLIER,
        ("up",),
        "↑",
        "earlier",
        "what you said before",
        (Place.SAYING,),
        lambda m: bool(m.said),
    ),
    Binding(Intent.LATER, ("down",), "↓", "later", "what you said after that", (Place.SAYING,), quiet=True),
    Binding(Intent.COMPLETE, ("tab",), "Tab", "name", "write a name out that has been begun", (Place.SAYING,)),
    Binding(
        Intent.REACT,
        tuple(REACTION_KEYS),
        "F2-F9",
        "react",
        f"say at once: {_REACTIONS_TOLD}",
        (*_AT_TABLE, Place.SAYING),
        quiet=True,
    ),
    Binding(
        Intent.MENU,
        ("m",),
        "m",
        "menu",
        "the table's menu: going away, more time, who is here, and what the host may do",
        tuple(place for place in _AT_TABLE if place is not Place.WAITING),
    ),
    Binding(
        Intent.LEAVE,
        ("q",),
        "q",
        "leave",
        "leave the table; alone with computer players, end the program",
        (*_AT_TABLE, Place.MENU),
        otherwise=lambda m: "quit" if m.autostart else None,
    ),
    Binding(Intent.QUIT, ("q",), "q", "quit", "end the program", (Place.TABLES,)),
    Binding(Intent.QUIT, ("escape",), "Esc", "quit", "end the program", (Place.CONNECT,)),
    Binding(
        Intent.HELP, ("?", "f1"), "?", "help", "this help", tuple(place for place in _OPEN if place not in _READING)
    ),
    Binding(Intent.HELP, ("f1",), "F1", "help", "this help", TYPED_INTO),
    Binding(Intent.QUIT, ("c-c", "c-q"), "Ctrl-C", "quit", "end the program", tuple(Place), quiet=True),
)


def meaning(model: Model, pressed: Key | Typed) -> tuple[Binding, str] | None:
    """The binding of a key where the player is, and the key; None if it means nothing there."""
    if isinstance(pressed, Typed) and len(pressed.text) != 1:
        return None  # a paste is no key
    place = key_place(model)
    key = pressed.name if isinstance(pressed, Key) else pressed.text.lower()
    return next(((each, key) for each in BINDINGS if place in each.places and key in each.keys), None)


def works_now(model: Model) -> Iterator[Binding]:
    """What the bottom line shows: the keys that do something now, the most pressing first."""
    place = key_place(model)
    if model.link is LinkState.LOST and place in AT_HAND:
        yield from (each for each in BINDINGS if place in each.places and each.intent in _WITHOUT_LINK)
        return
    stands_still = model.phase is RoomPhase.PAUSED and place in (*AT_HAND, Place.VOTE)
    for binding in BINDINGS:
        if place not in binding.places or binding.quiet or (stands_still and binding.intent in _PLAYING):
            continue
        if binding.when(model):
            yield binding


_WITHOUT_LINK = (Intent.HELP, Intent.QUIT)
_PLAYING = frozenset(
    {
        *(Intent.PICK, Intent.SEEK, Intent.CHOOSE, Intent.ADD, Intent.UNDO, Intent.COLOUR),
        *(Intent.DRAW, Intent.KEEP, Intent.PASS, Intent.UNO, Intent.CATCH, Intent.ACCEPT, Intent.CHALLENGE),
    }
)
"""What does nothing while the game stands still."""
