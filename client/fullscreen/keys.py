"""Keys: what each means, and where. The one table behind the full screen, its bottom line and its help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import get_args

from client.core.legal_moves import ballot, catches, lists, may_claim, only_answer, playable, uno_due
from client.core.model import Chore, Confirm, LinkState, Model
from client.core.navigation import AT_HAND, AT_TABLE, CHATTING, Place, key_place
from client.core.people import candidates
from client.core.standing import When, between_deals, hosting, hosting_a_game, hosting_at_rest, seated
from client.messages import Key, Typed
from client.trust import Doubt
from engine.actions import Accept, CallUno, CanPlay, Challenge, Draw, Keep, Listed, Pass, PlayerAction
from engine.decisions import AnswerDrawFour, AnswerStack
from engine.rules import CaughtBy, FourthColour, RuleSet, Stacking, Uno
from protocol.messages import Reaction
from protocol.room import RoomPhase
from protocol.sentences import REACTIONS


class Intent(Enum):
    """What a key asks for."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    CHOOSE = auto()
    BACK = auto()
    TRUST = auto()
    YES = auto()
    NO = auto()
    PICK = auto()
    SEEK = auto()
    ORDER = auto()
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
    MUTE = auto()
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
    FIRST = auto()
    LAST = auto()


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that mean `intent` in `places`. `when` tells whether it would do something now."""

    intent: Intent
    keys: tuple[str, ...]
    shown: str
    label: str
    help: str
    places: tuple[Place, ...]
    when: When = lambda model: True
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
_CARDS = tuple(place for place in AT_HAND if place not in (Place.COLOUR, Place.PLAYER))
_PENALTY = (Place.CHALLENGE, Place.STACK)
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
    "home": "Home",
    "end": "End",
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
    return model.hosting and model.table is not None and None in model.table.room.occupants


def _on_computer(model: Model) -> bool:
    """Whether a host's cursor is on a computer player."""
    occupants = model.table.room.occupants if model.table is not None else []
    under = occupants[model.row] if model.row < len(occupants) else None
    return _can_host(model) and under is not None and under.bot is not None


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
    "send it; an empty line closes the chat. Commands: /mute NAME, /unmute NAME, /react WORD, /away, "
    "/back; // for a slash"
)


def _emptied(model: Model) -> str | None:
    return None if model.draft.text else "close"


def _something_to_do(model: Model) -> bool:
    """Whether Enter plays a card, or does the one thing that is left."""
    return lists(model, CanPlay) or only_answer(model) is not None


def _left_to_do(model: Model) -> str | None:
    only = only_answer(model)
    return _taken(model) if isinstance(only, Accept) else None if only is None else _LEFT_TO_DO[type(only)]


_LEFT_TO_DO: Mapping[type[PlayerAction], str] = {Draw: "draw", Keep: "keep", Pass: "pass"}


def _choice_of(kind: type[Listed]) -> When:
    """True where that can be done, and something else too: the one thing that is left is Enter's."""
    return lambda model: lists(model, kind) and only_answer(model) is None


def _several(model: Model) -> bool:
    return len(model.left) > 1


def _host_with(chore: Chore, when: When = hosting) -> When:
    """True for a host who has somebody to do that with."""
    return lambda model: when(model) and bool(candidates(model, chore))


def _item(
    intent: Intent,
    key: str,
    label: str,
    what: str,
    when: When,
    otherwise: Callable[[Model], str | None] = lambda model: None,
) -> Binding:
    """A line of the table's menu."""
    return Binding(intent, (key,), key, label, what, (Place.MENU,), when, quiet=True, otherwise=otherwise)


MENU = (
    _item(
        Intent.AWAY,
        "a",
        "step away",
        "a computer player plays for you until you come back",
        seated,
        lambda m: "play again" if m.away else None,
    ),
    _item(Intent.TIME, "t", "more time", "your time limit, or any player's if you host", seated),
    _item(
        Intent.PAUSE,
        "p",
        "pause",
        "pause or resume the game (host)",
        hosting_a_game,
        lambda m: "resume" if m.table is not None and m.table.room.held else None,
    ),
    _item(
        Intent.LOCK,
        "l",
        "lock",
        "lock or unlock the table (host)",
        hosting,
        lambda m: "unlock" if m.table is not None and m.table.room.locked else None,
    ),
    _item(Intent.CHANGE, "c", "change", "rules, seats, time limit, password, spectators (host)", hosting),
    _item(Intent.ADD_BOT, "b", "add bot", "add a computer player (host)", _has_room),
    _item(Intent.REMOVE_BOT, "x", "remove bot", "remove a computer player (host)", _host_with(Chore.REMOVE_BOT)),
    _item(
        Intent.MOVE, "v", "move seats", "move a player to another seat (host)", _host_with(Chore.MOVE, hosting_at_rest)
    ),
    _item(
        Intent.SILENCE,
        "s",
        "silence",
        "stop a player chatting here, or allow it again (host)",
        _host_with(Chore.SILENCE),
    ),
    _item(Intent.MUTE, "u", "mute", "mute or unmute a player, just for you", lambda m: bool(candidates(m, Chore.MUTE))),
    _item(Intent.KICK, "k", "kick", "kick a player (host)", _host_with(Chore.KICK)),
    _item(Intent.BAN, "n", "ban", "ban a player from this table (host)", _host_with(Chore.BAN)),
    _item(Intent.HAND_OVER, "h", "hand over", "make another player the host (host)", _host_with(Chore.HAND_OVER)),
    _item(
        Intent.END_GAME, "e", "end the game", "end the game without a result; the table stays (host)", hosting_a_game
    ),
    _item(Intent.CLOSE_TABLE, "d", "close table", "close the table for everybody (host)", hosting),
    _item(Intent.RULES, "i", "rules", "read the rules of the table", lambda m: True),
)
"""What the table's menu has, in its order."""


def menu_items(model: Model) -> tuple[Binding, ...]:
    """The lines of the menu that do something now."""
    return tuple(each for each in MENU if each.when(model))


BINDINGS = (
    # Enter has just been pressed to connect: pressed twice, it would compare no words.
    Binding(
        Intent.TRUST,
        ("y",),
        "y",
        "the same, go on",
        "the words are the same: connect",
        (Place.TRUST,),
        lambda m: isinstance(m.question, Doubt) and not m.question.stops,
        otherwise=lambda m: "send it" if isinstance(m.question, Doubt) and not m.question.fingerprint else None,
    ),
    Binding(Intent.BACK, ("escape", "n", "q"), "Esc", "back", "connect to nobody", (Place.TRUST,)),
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
    Binding(Intent.BACK, ("escape", "f1", "?", "q", "enter"), "Esc", "back", "close this page", (Place.HELP,)),
    Binding(Intent.BACK, ("escape", "q", "enter"), "Esc", "back", "close this page", (Place.RULES, Place.REASONS)),
    Binding(Intent.OLDER, ("up", "k", "pageup"), "↑", "up", "scroll up", _READING, quiet=True),
    Binding(Intent.NEWER, ("down", "j", "pagedown", " "), "Space", "next page", "scroll down", _READING),
    Binding(Intent.FIRST, ("home",), "Home", "top", "to the beginning", _READING, quiet=True),
    Binding(Intent.LAST, ("end",), "End", "end", "to the end", _READING, quiet=True),
    Binding(Intent.UP, ("up", "s-tab", "pageup"), "↑", "previous", "the line above", _FORMS, quiet=True),
    Binding(Intent.DOWN, ("down", "tab", "pagedown"), "↑↓", "lines", "the line below", _FORMS),
    Binding(Intent.LEFT, ("left",), "←", "less", "previous choice", _TABLE_FORMS, quiet=True),
    Binding(Intent.RIGHT, ("right",), "←→", "change", "next choice", _TABLE_FORMS),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "connect",
        "connect to the game under the cursor, or to the address you typed",
        (Place.CONNECT,),
        otherwise=lambda m: None if m.picked is None else "join",
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "open", "open the table and sit down", (Place.CREATE,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "cancel", (Place.CREATE,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "apply", "apply the changes", (Place.CHANGE,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "cancel", (Place.CHANGE,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "send", "send it", (Place.TYPING,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "cancel", (Place.TYPING,)),
    Binding(Intent.PICK, NUMBERS, "1-9", "choose", "choose that player", (Place.SOMEBODY,), quiet=True),
    Binding(Intent.UP, ("up", "k"), "↑", "up", "the line above", (Place.SOMEBODY,), quiet=True),
    Binding(Intent.UP, ("up",), "↑", "up", "the line above", (Place.MENU,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", "move", "the line below", (Place.SOMEBODY,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "choose", "choose the player under the cursor", (Place.SOMEBODY,)),
    Binding(Intent.BACK, ("escape",), "Esc", "back", "back to the menu", (Place.SOMEBODY,)),
    *MENU,
    Binding(Intent.DOWN, ("down",), "↑↓", "move", "the line below", (Place.MENU,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "choose", "choose what is under the cursor", (Place.MENU,)),
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
    Binding(Intent.REFRESH, ("r",), "r", "refresh", "refresh", (Place.TABLES,), quiet=True),
    Binding(
        Intent.READY,
        ("r", "enter"),
        "Enter",
        "ready",
        "say you're ready (with r; r again: not yet)",
        (Place.WAITING,),
        between_deals,
        otherwise=lambda m: "begin" if m.autostart else None,
    ),
    Binding(
        Intent.START,
        ("s",),
        "s",
        "start",
        "start the game (host)",
        (Place.WAITING,),
        lambda m: _can_host(m) and not m.autostart,  # it starts by itself
    ),
    Binding(
        Intent.MENU,
        ("m",),
        "m",
        "menu",
        "the table's menu: step away, time limit, players, and what only the host can do",
        (Place.WAITING,),
    ),
    Binding(
        Intent.ADD_BOT,
        ("b",),
        "b",
        "add bot",
        "add a computer player (host)",
        (Place.WAITING,),
        lambda m: _can_host(m) and _has_room(m),
    ),
    Binding(
        Intent.REMOVE_BOT,
        ("x", "delete"),
        "x",
        "remove",
        "remove the computer player under the cursor (host)",
        (Place.WAITING,),
        _on_computer,
    ),
    Binding(Intent.COLOUR, ("r", "y", "g", "b"), "r y g b", "name", "name that colour", (Place.COLOUR,)),
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
    Binding(Intent.LEFT, ("left", "h"), "←", "left", "previous colour", (Place.COLOUR,), quiet=True),
    Binding(Intent.RIGHT, ("right", "l"), "←→", "move", "next colour", (Place.COLOUR,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "pick", "name the colour under the cursor", (Place.COLOUR,)),
    Binding(Intent.PICK, NUMBERS, "1-9", "choose", "choose that player", (Place.PLAYER,)),
    Binding(Intent.UP, ("up", "left", "k", "h"), "←", "before", "previous player", (Place.PLAYER,), quiet=True),
    Binding(Intent.DOWN, ("down", "right", "j", "l"), "←→", "move", "next player", (Place.PLAYER,)),
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
    Binding(Intent.PICK, NUMBERS, "1-3", "vote", "vote for that rule", (Place.VOTE,), lambda m: bool(ballot(m))),
    Binding(Intent.UP, ("up", "k"), "↑", "before", "previous rule", (Place.VOTE,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", "move", "next rule", (Place.VOTE,), lambda m: bool(ballot(m))),
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
        "draw the cards and miss your turn",
        _PENALTY,
        _choice_of(Accept),
        otherwise=_taken,
    ),
    Binding(
        Intent.CHALLENGE,
        ("x",),
        "x",
        "challenge",
        "challenge it as a bluff",
        (Place.CHALLENGE,),
        lambda m: lists(m, Challenge),
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "play",
        "play the card under the cursor; if you have none, draw, keep the card you drew, or pass",
        (Place.HAND, Place.DRAWN),
        _something_to_do,
        otherwise=_left_to_do,
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        "pass it on",
        "pass the penalty on with the card under the cursor; if that is all there is to do, take it",
        _PENALTY,
        _something_to_do,
        under=lambda rules: rules.stacking is not Stacking.OFF,
        otherwise=_left_to_do,
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "keep", "keep the card under the cursor", (Place.KEEP,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "give", "pass on the card under the cursor", (Place.PASS,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", "play all", "play the chain", (Place.CHAIN,)),
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        "several",
        "start a chain with the card under the cursor",
        (Place.HAND,),
        _may_chain,
        under=lambda rules: rules.chains,
    ),
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        "add",
        "add the card under the cursor to the chain",
        (Place.CHAIN,),
        lambda m: bool(playable(m)),
    ),
    Binding(Intent.UNDO, ("backspace",), "⌫", "undo", "take back the last card of the chain", (Place.CHAIN,)),
    Binding(Intent.BACK, ("escape",), "Esc", "undo all", "take back the whole chain", (Place.CHAIN,)),
    Binding(Intent.DRAW, ("d",), "d", "draw", "draw a card instead of playing", (Place.HAND,), _choice_of(Draw)),
    Binding(Intent.KEEP, ("k",), "k", "keep", "keep the card you just drew", (Place.DRAWN,), _choice_of(Keep)),
    Binding(Intent.PASS, ("p",), "p", "pass", "pass, when there's nothing to draw", (Place.HAND,), _choice_of(Pass)),
    Binding(
        Intent.UNO,
        ("u",),
        "u",
        "UNO",
        "call UNO: just before you play your next-to-last card (u again takes it back), or right after",
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
        "catch a player who has one card and forgot to call UNO",
        AT_HAND,
        lambda m: bool(catches(m)),
        under=_catching,
    ),
    Binding(Intent.LEFT, ("left", "h"), "←", "left", "previous card", _CARDS, quiet=True),
    Binding(Intent.RIGHT, ("right", "l"), "←→", "cards", "next card", _CARDS, _several),
    Binding(
        Intent.WHY,
        ("n",),
        "n",
        "why not?",
        "show why you can't play your other cards",
        (Place.HAND, Place.CHAIN, Place.DRAWN, *_PENALTY),
        lambda m: m.asked and len(playable(m)) < len(set(m.left)),
    ),
    Binding(
        Intent.SEEK,
        SEEK_KEYS,
        "r5",
        "find",
        "go to a card: r y g b colour, 0-9 number, s Skip, v Reverse, + Draw Two, w wild; "
        "type a colour and a number for one card, repeat a key for the next",
        _CARDS,
        lambda m: len(m.hand) > 3,
        quiet=True,
    ),
    Binding(
        Intent.ORDER,
        ("tab",),
        "Tab",
        "order",
        "lay your cards by colour, by number and symbol, or as they came",
        _CARDS,
        _several,
        quiet=True,
    ),
    Binding(Intent.UP, ("up",), "↑", "previous colour", "jump to the previous colour", _CARDS, quiet=True),
    Binding(Intent.DOWN, ("down",), "↓", "next colour", "jump to the next colour", _CARDS, quiet=True),
    Binding(Intent.READY, ("r", "enter"), "Enter", "ready", "ready to go on", (Place.RESULT,), between_deals),
    Binding(Intent.OLDER, ("pageup",), "PgUp", "older", "older log lines", AT_TABLE, quiet=True),
    Binding(Intent.NEWER, ("pagedown",), "PgDn", "newer", "newer log lines", AT_TABLE, quiet=True),
    Binding(
        Intent.SIT,
        ("e",),
        "e",
        "take a seat",
        "sit down at this table",
        (Place.WATCHING, Place.WAITING, Place.RESULT),
        _may_sit,
    ),
    Binding(
        Intent.SAY,
        ("t", "/"),
        "t",
        "chat",
        "chat with the table, or in the lobby with everyone there; / starts a command",
        CHATTING,
    ),
    Binding(Intent.SEND, ("enter",), "Enter", "send", _SEND_HELP, (Place.SAYING,), otherwise=_emptied),
    Binding(Intent.CLOSE_LINE, ("escape",), "Esc", "back", "close the chat; your text is kept", (Place.SAYING,)),
    Binding(Intent.EARLIER, ("up",), "↑", "earlier", "your previous message", (Place.SAYING,), lambda m: bool(m.said)),
    Binding(Intent.LATER, ("down",), "↓", "later", "your next message", (Place.SAYING,), quiet=True),
    Binding(Intent.COMPLETE, ("tab",), "Tab", "name", "complete a name", (Place.SAYING,)),
    Binding(
        Intent.REACT,
        tuple(REACTION_KEYS),
        "F2-F9",
        "react",
        f"react: {_REACTIONS_TOLD}",
        (*AT_TABLE, Place.SAYING),
        quiet=True,
    ),
    Binding(
        Intent.MENU,
        ("m",),
        "m",
        "menu",
        "the table's menu: step away, time limit, players, and what only the host can do",
        tuple(place for place in AT_TABLE if place is not Place.WAITING),
    ),
    Binding(
        Intent.LEAVE,
        ("q",),
        "q",
        "leave",
        "leave the table; in a solo game, quit",
        (*AT_TABLE, Place.MENU),
        otherwise=lambda m: "quit" if m.autostart else None,
    ),
    Binding(Intent.QUIT, ("q",), "q", "quit", "quit", (Place.TABLES,)),
    Binding(Intent.QUIT, ("escape",), "Esc", "quit", "quit", (Place.CONNECT,)),
    Binding(
        Intent.HELP, ("?", "f1"), "?", "help", "this help", tuple(place for place in _OPEN if place is not Place.HELP)
    ),
    Binding(Intent.HELP, ("f1",), "F1", "help", "this help", TYPED_INTO),
    Binding(Intent.QUIT, ("c-c", "c-q"), "Ctrl-C", "quit", "quit", tuple(Place), quiet=True),
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


def rank(binding: Binding) -> int:
    """How soon a key is left out where the bottom line is short: those with 0 last of all, the highest first."""
    return _RANKS.get(binding.intent, 1)


_RANKS = {
    **dict.fromkeys((Intent.HELP, Intent.LEAVE, Intent.QUIT), 0),
    Intent.MENU: 2,
    **dict.fromkeys((Intent.LEFT, Intent.RIGHT, Intent.UP, Intent.DOWN, Intent.WHY, Intent.SAY), 3),
}
_WITHOUT_LINK = (Intent.HELP, Intent.QUIT)
_PLAYING = frozenset(
    {
        *(Intent.PICK, Intent.SEEK, Intent.CHOOSE, Intent.ADD, Intent.UNDO, Intent.COLOUR),
        *(Intent.DRAW, Intent.KEEP, Intent.PASS, Intent.UNO, Intent.CATCH, Intent.ACCEPT, Intent.CHALLENGE),
        *(Intent.LEFT, Intent.RIGHT, Intent.DOWN, Intent.WHY),
    }
)
"""What does nothing while the game is paused."""
