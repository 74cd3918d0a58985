"""Keys: what each means, and where. The one table behind the full screen, its bottom line and its help."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import get_args

from uno_client.core.card_dialogue import likely_colour
from uno_client.core.legal_moves import (
    ballot,
    catches,
    lists,
    may_add,
    may_claim,
    may_owe,
    only_answer,
    playable,
    to_take,
    uno_due,
)
from uno_client.core.model import Chore, Dialogue, LetterStage, LinkPhase, Model, YesNo
from uno_client.core.navigation import AT_CARDS, AT_HAND, AT_TABLE, BY_LETTERS, CHATTING, Scope, key_place
from uno_client.core.people import candidates
from uno_client.core.standing import (
    When,
    being_dealt,
    between_deals,
    hosting,
    hosting_a_game,
    hosting_at_rest,
    on_turn,
    seated,
)
from uno_client.messages import Key, Typed
from uno_client.trust import Doubt
from uno_client.wording.words import means_no, means_yes, no_letter, voice_of, yes_letter
from uno_engine.actions import Accept, CallUno, CanPlay, Challenge, Done, Draw, Keep, Listed, Pass, PlayerAction
from uno_engine.decisions import AnswerDrawFour, AnswerStack, PlayDrawn
from uno_engine.language import N_, _
from uno_engine.rules import CaughtBy, FourthColour, RuleSet, Stacking, Uno
from uno_protocol.messages import Reaction
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import reaction


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
    SPELL = auto()
    TAKE = auto()
    SORT = auto()
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
    CLEAR = auto()
    REACT = auto()
    LEAVE = auto()
    QUIT = auto()
    HELP = auto()
    OLDER = auto()
    NEWER = auto()
    FIRST = auto()
    LAST = auto()
    INVITE = auto()
    INVERT = auto()


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that mean `intent` in `places`. `when` tells whether it would do something now."""

    intent: Intent
    keys: tuple[str, ...]
    shown: str
    label: str
    help: str
    places: tuple[Scope, ...]
    when: When = lambda model: True
    quiet: bool = False
    """Left out of the bottom line, to keep it short; the help has it."""
    under: Callable[[RuleSet], bool] = lambda rules: True
    """Whether a table with these rules has any use for it; the help leaves it out elsewhere."""
    otherwise: Callable[[Model], str | None] = lambda model: None
    """What the bottom line says instead of `label` now; None: the label."""

    def label_now(self, model: Model) -> str:
        """What the bottom line says."""
        return self.otherwise(model) or _(self.label)

    @property
    def shown_now(self) -> str:
        """The key's name."""
        if self.intent in _SAYS:
            return _SAYS[self.intent]()
        return _(self.shown) if self.shown in _WORDS_OF_KEYS else self.shown

    def help_now(self) -> str:
        """What the help says; `{key}` is the key that the player may change."""
        own, reactions = _own(self), ""
        if self.intent is Intent.REACT:
            reactions = ", ".join(f"{key.upper()} {reaction(code)}" for key, code in REACTION_KEYS.items())
        return _(self.help).format(key=self.shown_now if own is None else key_word(own), reactions=reactions)


_SAYS: Mapping[Intent, Callable[[], str]] = {Intent.YES: yes_letter, Intent.TRUST: yes_letter, Intent.NO: no_letter}
"""What is answered with a letter of the player's language; the English one works, too."""

_READING = (Scope.HELP, Scope.RULES, Scope.REASONS)
_PENALTY = (Scope.CHALLENGE, Scope.STACK)
_TABLE_FORMS = (Scope.CREATE, Scope.CHANGE, Scope.SETTINGS)
TYPED_INTO = (Scope.CONNECT, *_TABLE_FORMS, Scope.TYPING, Scope.SAYING)
"""Where letters are text."""
_OPEN = tuple(place for place in Scope if place not in TYPED_INTO)
_HAND_KEYS = tuple(place for place in AT_HAND if place not in BY_LETTERS)
_TABLE_KEYS = tuple(place for place in AT_TABLE if place not in BY_LETTERS)
"""Where letters are keys, and no answers."""
_FORMS = (Scope.CONNECT, *_TABLE_FORMS)

SEEK_KEYS = ("r", "y", "g", "b", "w", *"0123456789", "s", "v", "+")
"""Letters and digits that move the cursor to a card: colour, number, Skip, reVerse, Draw Two, Wild."""


KEY_WORDS = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "c-c": N_("Ctrl-C"),
    "c-q": N_("Ctrl-Q"),
    "c-u": N_("Ctrl-U"),
    "tab": N_("Tab"),
    "s-tab": N_("Shift-Tab"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "home": N_("Home"),
    "end": N_("End"),
    "delete": N_("Del"),
    "backspace": "⌫",
    " ": N_("Space"),
    **{f"f{number}": f"F{number}" for number in range(1, 10)},
}
"""Keys that are no letters, as a player reads them."""


_WORDS_OF_KEYS = frozenset(KEY_WORDS.values())


def key_word(key: str) -> str:
    """What a key is called."""
    return _(KEY_WORDS[key]) if key in KEY_WORDS else key


REACTION_KEYS: Mapping[str, Reaction] = {
    f"f{number}": code for number, code in enumerate(get_args(Reaction), start=2) if number < 10
}
"""The key of each reaction: F10 and further are taken by many terminals."""

NUMBERS = tuple("123456789")
"""Digits that choose from a numbered list."""


def _can_host(model: Model) -> bool:
    return model.hosting and model.phase is RoomPhase.WAITING


def _has_room(model: Model) -> bool:
    return model.hosting and model.table is not None and None in model.table.room.occupants


def _has_seat(model: Model) -> bool:
    """Whether the table under the cursor has a free seat."""
    under = model.tables[model.row] if model.tables and model.row < len(model.tables) else None
    return under is not None and under.people + under.bots < under.seats


def _on_computer(model: Model) -> bool:
    """Whether a host's cursor is on a computer player."""
    occupants = model.table.room.occupants if model.table is not None else []
    under = occupants[model.row] if model.row < len(occupants) else None
    return _can_host(model) and under is not None and under.bot is not None


def _may_sit(model: Model) -> bool:
    return model.table is not None and model.seat is None and None in model.table.room.occupants


def _may_call(model: Model) -> bool:
    with_play = uno_due(model) and (bool(playable(model)) or bool(model.chain.cards) or not model.asked)
    return model.uno or lists(model, CallUno) or with_play or may_claim(model) or may_owe(model)


def _may_chain(model: Model) -> bool:
    return may_add(model) and bool(playable(model))


def _catching(rules: RuleSet) -> bool:
    return rules.uno is Uno.CALL and rules.uno_penalty > 0 and rules.uno_caught_by is CaughtBy.OPPONENT


def _taken(model: Model) -> str | None:
    asked = model.waiting_for
    return _("take {n}").format(n=asked.penalty) if isinstance(asked, AnswerDrawFour | AnswerStack) else None


_SEND_HELP = N_(
    "send it; an empty line closes the chat. Commands: /mute NAME, /unmute NAME, /react WORD, /away, "
    "/back; // for a slash"
)


def _emptied(model: Model) -> str | None:
    return None if model.draft.text else _("close")


def _something_to_do(model: Model) -> bool:
    """Whether Enter plays a card, or does the one thing that is left."""
    return lists(model, CanPlay) or only_answer(model) is not None


def _left_to_do(model: Model) -> str | None:
    only = only_answer(model)
    return _taken(model) if isinstance(only, Accept) else None if only is None else _(_LEFT_TO_DO[type(only)])


_LEFT_TO_DO: Mapping[type[PlayerAction], str] = {Draw: N_("draw"), Keep: N_("keep"), Pass: N_("pass"), Done: N_("done")}


def _choice_of(kind: type[Listed]) -> When:
    """True where that can be done, and something else too: the one thing that is left is Enter's."""
    return lambda model: lists(model, kind) and only_answer(model) is None


def _to_the_door(model: Model) -> str | None:
    return _("back") if model.at_home else None


def _several_pages(model: Model) -> bool:
    return model.invitation is not None and len(model.invitation.pages) > 1


def _several(model: Model) -> bool:
    return len(model.left) > 1


def _host_with(chore: Chore, when: When = hosting) -> When:
    """True for a host with a player to do that with."""
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
    return Binding(intent, (key,), key, label, what, (Scope.MENU,), when, quiet=True, otherwise=otherwise)


MENU = (
    _item(
        Intent.AWAY,
        "a",
        N_("step away"),
        N_("a computer player plays for you until you come back"),
        seated,
        lambda m: _("play again") if m.away else None,
    ),
    _item(Intent.TIME, "t", N_("more time"), N_("your time limit, or any player's if you host"), seated),
    _item(
        Intent.PAUSE,
        "p",
        N_("pause"),
        N_("pause or resume the game (host)"),
        hosting_a_game,
        lambda m: _("resume") if m.table is not None and m.table.room.held else None,
    ),
    _item(
        Intent.LOCK,
        "l",
        N_("lock"),
        N_("lock or unlock the table (host)"),
        hosting,
        lambda m: _("unlock") if m.table is not None and m.table.room.locked else None,
    ),
    _item(Intent.CHANGE, "c", N_("change"), N_("rules, seats, time limit, pace, password, spectators (host)"), hosting),
    _item(Intent.ADD_BOT, "b", N_("add bot"), N_("add a computer player (host)"), _has_room),
    _item(
        Intent.REMOVE_BOT, "x", N_("remove bot"), N_("remove a computer player (host)"), _host_with(Chore.REMOVE_BOT)
    ),
    _item(
        Intent.MOVE,
        "v",
        N_("move seats"),
        N_("move a player to another seat (host)"),
        _host_with(Chore.MOVE, hosting_at_rest),
    ),
    _item(
        Intent.SILENCE,
        "s",
        N_("silence"),
        N_("stop a player chatting here, or allow it again (host)"),
        _host_with(Chore.SILENCE),
    ),
    _item(
        Intent.MUTE,
        "u",
        N_("mute"),
        N_("mute or unmute a player, just for you"),
        lambda m: bool(candidates(m, Chore.MUTE)),
    ),
    _item(Intent.KICK, "k", N_("kick"), N_("kick a player (host)"), _host_with(Chore.KICK)),
    _item(Intent.BAN, "n", N_("ban"), N_("ban a player from this table (host)"), _host_with(Chore.BAN)),
    _item(
        Intent.HAND_OVER, "h", N_("hand over"), N_("make another player the host (host)"), _host_with(Chore.HAND_OVER)
    ),
    _item(
        Intent.END_GAME,
        "e",
        N_("end the game"),
        N_("end the game without a result; the table stays (host)"),
        hosting_a_game,
    ),
    _item(Intent.CLOSE_TABLE, "d", N_("close table"), N_("close the table for everybody (host)"), hosting),
    _item(Intent.RULES, "i", N_("rules"), N_("read the rules of the table"), lambda m: True),
    _item(
        Intent.INVITE,
        "o",
        N_("phones"),
        N_("show a QR code with which phones join in their browser"),
        lambda m: not m.autostart,
    ),
)
"""What the table's menu has, in its order."""


def menu_items(model: Model) -> tuple[Binding, ...]:
    """The lines of the menu that do something now."""
    menu = (each for each in bindings(model) if Scope.MENU in each.places and each.intent in _IN_MENU)
    return tuple(each for each in menu if each.when(model))


_IN_MENU = frozenset(each.intent for each in MENU)


def _free(model: Model) -> bool:
    """Whether letters belong to no question."""
    return not on_turn(model)


def _may_take(model: Model) -> bool:
    return to_take(model) is not None and not isinstance(model.waiting_for, PlayDrawn)


def _confirms(model: Model) -> bool:
    return isinstance(model.question, Dialogue) and model.question.stage is LetterStage.CONFIRM


def _names(model: Model) -> str | None:
    """The colour that Enter names with the card that is spelled."""
    asked = model.question
    if not isinstance(asked, Dialogue) or asked.stage is not LetterStage.NAME or asked.card is None:
        return None
    return voice_of(model.table).colour(likely_colour(model.left, asked.card))


def _spells(model: Model) -> bool:
    """Whether the card is still to be spelled, so that the one under the cursor can be taken."""
    return isinstance(model.question, Dialogue) and model.question.stage in (LetterStage.COLOUR, LetterStage.RANK)


def _letter(
    intent: Intent,
    key: str,
    label: str,
    what: str,
    when: When = lambda model: True,
    *,
    under: Callable[[RuleSet], bool] = lambda rules: True,
    otherwise: Callable[[Model], str | None] = lambda model: None,
) -> Binding:
    """A letter of the book of M6."""
    places = (Scope.LETTERS,)
    return Binding(intent, (key,), key, label, what, places, when, quiet=True, under=under, otherwise=otherwise)


LETTERS = (
    _letter(Intent.SORT, "s", N_("sort"), N_("sort each group of your cards by rank")),
    _letter(
        Intent.SPELL,
        "p",
        N_("play"),
        N_("play a card letter by letter, or the card you just drew"),
        lambda m: bool(playable(m)) or (on_turn(m) and not isinstance(m.waiting_for, PlayDrawn)),
    ),
    _letter(
        Intent.TAKE,
        "t",
        N_("take"),
        N_("take a card instead of playing"),
        _may_take,
        otherwise=lambda m: _("pass") if lists(m, Pass) else None,
    ),
    _letter(Intent.KEEP, "k", N_("keep"), N_("keep the card you just drew"), lambda m: lists(m, Keep)),
    _letter(
        Intent.CATCH,
        "c",
        N_("catch!"),
        N_("catch a player who has one card and forgot to call UNO"),
        lambda m: bool(catches(m)),
        under=_catching,
    ),
    _letter(
        Intent.UNO,
        "u",
        N_("UNO"),
        N_("call UNO if you forgot it, or on the turns of others for your next play"),
        lambda m: lists(m, CallUno) or (_free(m) and _may_call(m)),
        under=lambda rules: rules.uno is Uno.CALL,
        otherwise=lambda m: _("take UNO back") if m.uno else None,
    ),
)
"""What the open question of M6 is answered by; the line above the bottom line shows it."""

BY_LETTER = (
    *LETTERS,
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        N_("several"),
        N_("play several cards, beginning with the card under the cursor"),
        (Scope.LETTERS,),
        _may_chain,
        under=lambda rules: rules.several,
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("this card"),
        N_("play the card under the cursor; if you have none, take or keep a card"),
        (Scope.LETTERS,),
        _something_to_do,
        otherwise=_left_to_do,
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("this card"),
        N_("choose the card under the cursor, the colour that you hold most, or yes"),
        (Scope.SPELLING,),
        lambda m: _spells(m) or _confirms(m) or _names(m) is not None,
        otherwise=lambda m: _("yes") if _confirms(m) else _names(m),
    ),
    Binding(Intent.LEFT, ("left",), "←", N_("left"), N_("previous card"), BY_LETTERS, quiet=True),
    Binding(Intent.RIGHT, ("right",), "←→", N_("cards"), N_("next card"), BY_LETTERS, _several),
    Binding(Intent.UP, ("up",), "↑", N_("previous colour"), N_("jump to the previous colour"), BY_LETTERS, quiet=True),
    Binding(Intent.DOWN, ("down",), "↓", N_("next colour"), N_("jump to the next colour"), BY_LETTERS, quiet=True),
    Binding(Intent.BACK, ("escape",), "Esc", N_("back"), N_("one step back"), (Scope.SPELLING,)),
    Binding(
        Intent.MENU,
        ("escape",),
        "Esc",
        N_("menu"),
        N_("the table's menu, where you can leave the table, too"),
        (Scope.LETTERS,),
    ),
    Binding(Intent.SAY, ("/",), "/", N_("chat"), N_("chat; a second / starts a command"), BY_LETTERS),
    Binding(
        Intent.RULES, ("i",), "i", N_("rules"), N_("read the rules of the table"), (Scope.LETTERS,), _free, quiet=True
    ),
    Binding(
        Intent.LEAVE,
        ("q",),
        "q",
        N_("leave"),
        N_("leave the table; in a solo game, quit (not while you are asked)"),
        (Scope.LETTERS,),
        _free,
        otherwise=lambda m: _("quit") if m.autostart else None,
    ),
    Binding(Intent.CHOOSE, ("enter",), N_("any key"), N_("go on"), N_("go on"), (Scope.OPENING,)),
)
"""The keys where letters belong to the open question (M6)."""

BINDINGS = (
    *BY_LETTER,
    # Enter has just been pressed to connect: pressed twice, it would compare no words.
    Binding(
        Intent.TRUST,
        ("y",),
        "y",
        N_("the same, go on"),
        N_("the words are the same: connect"),
        (Scope.TRUST,),
        lambda m: isinstance(m.question, Doubt) and not m.question.stops,
        otherwise=lambda m: _("send it") if isinstance(m.question, Doubt) and not m.question.fingerprint else None,
    ),
    Binding(Intent.BACK, ("escape", "n", "q"), "Esc", N_("back"), N_("connect to nobody"), (Scope.TRUST,)),
    # Every yes costs cards or the seat: Enter, pressed before it is read, is not one.
    Binding(
        Intent.YES,
        ("y",),
        "y",
        N_("yes"),
        N_("yes"),
        (Scope.CONFIRM,),
        otherwise=lambda m: m.question.yes if isinstance(m.question, YesNo) else None,
    ),
    Binding(Intent.NO, ("n", "escape"), "n", N_("no"), N_("no"), (Scope.CONFIRM,)),
    Binding(Intent.BACK, ("escape", "f1", "?", "q", "enter"), "Esc", N_("back"), N_("close this page"), (Scope.HELP,)),
    Binding(
        Intent.BACK, ("escape", "q", "enter"), "Esc", N_("back"), N_("close this page"), (Scope.RULES, Scope.REASONS)
    ),
    Binding(Intent.RIGHT, ("right", "l"), "←→", N_("other address"), N_("next address"), (Scope.QR,), _several_pages),
    Binding(
        Intent.LEFT, ("left", "h"), "←", N_("other address"), N_("previous address"), (Scope.QR,), _several_pages, True
    ),
    Binding(Intent.INVERT, ("i",), "i", N_("invert"), N_("swap dark and light in the code"), (Scope.QR,)),
    Binding(Intent.BACK, ("escape", "q", "enter"), "Esc", N_("back"), N_("close this page"), (Scope.QR,)),
    Binding(
        Intent.INVITE,
        ("o",),
        "o",
        N_("phones"),
        N_("show a QR code with which phones join in their browser"),
        (Scope.HOSTED,),
    ),
    Binding(
        Intent.INVITE,
        ("o",),
        "o",
        N_("phones"),
        N_("show a QR code with which phones join in their browser"),
        (Scope.WAITING,),
        lambda m: not m.autostart,
        quiet=True,  # it is said above, with how others join
    ),
    Binding(Intent.OLDER, ("up", "k", "pageup"), "↑", N_("up"), N_("scroll up"), _READING, quiet=True),
    Binding(
        Intent.NEWER,
        ("down", "j", "pagedown", " "),
        "Space",
        N_("next page"),
        N_("scroll down"),
        _READING,
        lambda m: m.page_rows > 0,
    ),
    Binding(Intent.FIRST, ("home",), "Home", N_("top"), N_("to the beginning"), _READING, quiet=True),
    Binding(Intent.LAST, ("end",), "End", N_("end"), N_("to the end"), _READING, quiet=True),
    Binding(Intent.UP, ("up", "s-tab", "pageup"), "↑", N_("previous"), N_("the line above"), _FORMS, quiet=True),
    Binding(Intent.DOWN, ("down", "tab", "pagedown"), "↑↓", N_("lines"), N_("the line below"), _FORMS),
    Binding(Intent.LEFT, ("left",), "←", N_("less"), N_("previous choice"), _TABLE_FORMS, quiet=True),
    Binding(Intent.RIGHT, ("right",), "←→", N_("change"), N_("next choice"), _TABLE_FORMS),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("connect"),
        N_("connect to the game under the cursor, or to the address you typed"),
        (Scope.CONNECT,),
        otherwise=lambda m: None if m.picked is None else _("join"),
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("choose"), N_("choose what is under the cursor"), (Scope.DOOR,)),
    Binding(Intent.PICK, NUMBERS, "1-7", N_("choose"), N_("choose that line"), (Scope.DOOR,), quiet=True),
    Binding(Intent.UP, ("up", "k"), "↑", N_("up"), N_("the line above"), (Scope.DOOR,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", N_("move"), N_("the line below"), (Scope.DOOR,)),
    Binding(
        Intent.BACK,
        ("q", "escape"),
        "q",
        N_("quit"),
        N_("quit; where something is asked, back"),
        (Scope.DOOR,),
        otherwise=lambda m: _("back") if m.door_asks else None,
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("go in"), N_("go in: open a table, or join one"), (Scope.HOSTED,)),
    Binding(Intent.BACK, ("escape", "q"), "Esc", N_("back"), N_("back; the server goes on"), (Scope.HOSTED,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("done"), N_("keep the settings, and go back"), (Scope.SETTINGS,)),
    Binding(
        Intent.BACK,
        ("escape",),
        "Esc",
        N_("done"),
        N_("keep the settings, and go back"),
        (Scope.SETTINGS,),
        quiet=True,
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("open"), N_("open the table and sit down"), (Scope.CREATE,)),
    Binding(Intent.BACK, ("escape",), "Esc", N_("back"), N_("cancel"), (Scope.CREATE,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("apply"), N_("apply the changes"), (Scope.CHANGE,)),
    Binding(Intent.BACK, ("escape",), "Esc", N_("back"), N_("cancel"), (Scope.CHANGE,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("send"), N_("send it"), (Scope.TYPING,)),
    Binding(Intent.BACK, ("escape",), "Esc", N_("back"), N_("cancel"), (Scope.TYPING,)),
    Binding(Intent.PICK, NUMBERS, "1-9", N_("choose"), N_("choose that player"), (Scope.SOMEBODY,), quiet=True),
    Binding(Intent.UP, ("up", "k"), "↑", N_("up"), N_("the line above"), (Scope.SOMEBODY,), quiet=True),
    Binding(Intent.UP, ("up",), "↑", N_("up"), N_("the line above"), (Scope.MENU,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", N_("move"), N_("the line below"), (Scope.SOMEBODY,)),
    Binding(
        Intent.CHOOSE, ("enter",), "Enter", N_("choose"), N_("choose the player under the cursor"), (Scope.SOMEBODY,)
    ),
    Binding(Intent.BACK, ("escape",), "Esc", N_("back"), N_("back to the menu"), (Scope.SOMEBODY,)),
    *MENU,
    Binding(Intent.DOWN, ("down",), "↑↓", N_("move"), N_("the line below"), (Scope.MENU,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("choose"), N_("choose what is under the cursor"), (Scope.MENU,)),
    Binding(Intent.BACK, ("escape", "m"), "Esc", N_("back"), N_("close the menu"), (Scope.MENU,)),
    Binding(
        Intent.AWAY,
        ("enter", "a"),
        "Enter",
        N_("play again"),
        N_("take your seat back from the computer player"),
        (Scope.AWAY,),
    ),
    Binding(Intent.UP, ("up", "k"), "↑", N_("up"), N_("the line above"), (Scope.TABLES,), quiet=True),
    Binding(Intent.UP, ("up", "k"), "↑", N_("up"), N_("the seat above"), (Scope.WAITING,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", N_("move"), N_("the line below"), (Scope.TABLES,)),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", N_("move"), N_("the seat below"), (Scope.WAITING,), _can_host),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("join"),
        N_("sit down at the table"),
        (Scope.TABLES,),
        _has_seat,
    ),
    Binding(
        Intent.RULES,
        ("i",),
        "i",
        N_("rules"),
        N_("read the rules of the table"),
        (Scope.TABLES, Scope.WAITING),
        lambda m: bool(m.tables) or m.table is not None,
    ),
    Binding(
        Intent.RULES,
        ("i",),
        "i",
        N_("rules"),
        N_("read the rules of the table"),
        (*_HAND_KEYS, Scope.VOTE, Scope.WATCHING, Scope.AWAY, Scope.RESULT),
        quiet=True,
    ),
    Binding(Intent.WATCH, ("w",), "w", N_("watch"), N_("watch the table"), (Scope.TABLES,), lambda m: bool(m.tables)),
    Binding(Intent.CODE, ("c",), "c", N_("code"), N_("join a table by its code or its name"), (Scope.TABLES,)),
    Binding(Intent.NEW_TABLE, ("n",), "n", N_("new table"), N_("open a new table"), (Scope.TABLES,)),
    Binding(Intent.REFRESH, ("r",), "r", N_("refresh"), N_("refresh"), (Scope.TABLES,), quiet=True),
    Binding(
        Intent.READY,
        ("r", "enter"),
        "Enter",
        N_("ready"),
        N_("say you're ready (with {key}; {key} again: not yet)"),
        (Scope.WAITING,),
        between_deals,
        otherwise=lambda m: _("begin") if m.autostart else None,
    ),
    Binding(
        Intent.START,
        ("s",),
        "s",
        N_("start"),
        N_("start the game (host)"),
        (Scope.WAITING,),
        lambda m: _can_host(m) and not m.autostart,  # it starts by itself
    ),
    Binding(
        Intent.MENU,
        ("m",),
        "m",
        N_("menu"),
        N_("the table's menu: step away, time limit, players, and what only the host can do"),
        (Scope.WAITING,),
    ),
    Binding(
        Intent.ADD_BOT,
        ("b",),
        "b",
        N_("add bot"),
        N_("add a computer player (host)"),
        (Scope.WAITING,),
        lambda m: _can_host(m) and _has_room(m),
    ),
    Binding(
        Intent.REMOVE_BOT,
        ("x", "delete"),
        "x",
        N_("remove"),
        N_("remove the computer player under the cursor (host)"),
        (Scope.WAITING,),
        _on_computer,
    ),
    Binding(Intent.COLOUR, ("r", "y", "g", "b"), "r y g b", N_("name"), N_("name that colour"), (Scope.COLOUR,)),
    Binding(
        Intent.COLOUR,
        ("o",),
        "o",
        N_("orange"),
        N_("orange, the same as y"),
        (Scope.COLOUR,),
        quiet=True,
        under=lambda rules: rules.fourth_colour is FourthColour.ORANGE,
    ),
    Binding(Intent.LEFT, ("left", "h"), "←", N_("left"), N_("previous colour"), (Scope.COLOUR,), quiet=True),
    Binding(Intent.RIGHT, ("right", "l"), "←→", N_("move"), N_("next colour"), (Scope.COLOUR,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("pick"), N_("name the colour under the cursor"), (Scope.COLOUR,)),
    Binding(Intent.PICK, NUMBERS, "1-9", N_("choose"), N_("choose that player"), (Scope.PLAYER,)),
    Binding(Intent.UP, ("up", "left", "k", "h"), "←", N_("before"), N_("previous player"), (Scope.PLAYER,), quiet=True),
    Binding(Intent.DOWN, ("down", "right", "j", "l"), "←→", N_("move"), N_("next player"), (Scope.PLAYER,)),
    Binding(
        Intent.CHOOSE, ("enter",), "Enter", N_("choose"), N_("choose the player under the cursor"), (Scope.PLAYER,)
    ),
    Binding(
        Intent.BACK,
        ("escape",),
        "Esc",
        N_("back"),
        N_("keep the card after all"),
        (Scope.COLOUR, Scope.PLAYER),
        lambda m: m.question is not None,
    ),
    Binding(
        Intent.PICK, NUMBERS, "1-3", N_("vote"), N_("vote for that rule"), (Scope.VOTE,), lambda m: bool(ballot(m))
    ),
    Binding(Intent.UP, ("up", "k"), "↑", N_("before"), N_("previous rule"), (Scope.VOTE,), quiet=True),
    Binding(Intent.DOWN, ("down", "j"), "↑↓", N_("move"), N_("next rule"), (Scope.VOTE,), lambda m: bool(ballot(m))),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("vote"),
        N_("vote for the rule under the cursor"),
        (Scope.VOTE,),
        lambda m: bool(ballot(m)),
    ),
    Binding(
        Intent.ACCEPT,
        ("a",),
        "a",
        N_("accept"),
        N_("draw the cards and miss your turn"),
        _PENALTY,
        _choice_of(Accept),
        otherwise=_taken,
    ),
    Binding(
        Intent.CHALLENGE,
        ("x",),
        "x",
        N_("challenge"),
        N_("challenge it as a bluff"),
        (Scope.CHALLENGE,),
        lambda m: lists(m, Challenge),
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("play"),
        N_("play the card under the cursor; if you have none, draw, keep the card you drew, or pass"),
        (Scope.HAND, Scope.DRAWN),
        _something_to_do,
        otherwise=_left_to_do,
    ),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("pass it on"),
        N_("pass the penalty on with the card under the cursor; if that is all there is to do, take it"),
        _PENALTY,
        _something_to_do,
        under=lambda rules: rules.stacking is not Stacking.OFF,
        otherwise=_left_to_do,
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("keep"), N_("keep the card under the cursor"), (Scope.KEEP,)),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("give"), N_("pass on the card under the cursor"), (Scope.PASS,)),
    Binding(
        Intent.CHOOSE,
        ("enter",),
        "Enter",
        N_("done"),
        N_("confirm that you did what the host's own rule says"),
        (Scope.OWN_RULE,),
        _something_to_do,
    ),
    Binding(Intent.CHOOSE, ("enter",), "Enter", N_("play all"), N_("play them all"), (Scope.CHAIN,)),
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        N_("several"),
        N_("play several cards, beginning with the card under the cursor"),
        (Scope.HAND, Scope.STACK, Scope.CHALLENGE),
        _may_chain,
        under=lambda rules: rules.several,
    ),
    Binding(
        Intent.ADD,
        (" ",),
        "Space",
        N_("add"),
        N_("add the card under the cursor"),
        (Scope.CHAIN,),
        lambda m: bool(playable(m)),
    ),
    Binding(Intent.UNDO, ("backspace",), "⌫", N_("undo"), N_("take back the last card"), (Scope.CHAIN,)),
    Binding(Intent.BACK, ("escape",), "Esc", N_("undo all"), N_("take them all back"), (Scope.CHAIN,)),
    Binding(
        Intent.DRAW, ("d",), "d", N_("draw"), N_("draw a card instead of playing"), (Scope.HAND,), _choice_of(Draw)
    ),
    Binding(Intent.KEEP, ("k",), "k", N_("keep"), N_("keep the card you just drew"), (Scope.DRAWN,), _choice_of(Keep)),
    Binding(
        Intent.PASS, ("p",), "p", N_("pass"), N_("pass, when there's nothing to draw"), (Scope.HAND,), _choice_of(Pass)
    ),
    Binding(
        Intent.UNO,
        ("u",),
        "u",
        N_("UNO"),
        N_("call UNO: just before you play your next-to-last card ({key} again takes it back), or right after"),
        _HAND_KEYS,
        _may_call,
        under=lambda rules: rules.uno is Uno.CALL,
        otherwise=lambda m: _("take UNO back") if m.uno else None,
    ),
    Binding(
        Intent.CATCH,
        ("c",),
        "c",
        N_("catch!"),
        N_("catch a player who has one card and forgot to call UNO"),
        _HAND_KEYS,
        lambda m: bool(catches(m)),
        under=_catching,
    ),
    Binding(Intent.LEFT, ("left", "h"), "←", N_("left"), N_("previous card"), AT_CARDS, quiet=True),
    Binding(Intent.RIGHT, ("right", "l"), "←→", N_("cards"), N_("next card"), AT_CARDS, _several),
    Binding(
        Intent.WHY,
        ("n",),
        "n",
        N_("why not?"),
        N_("show why you can't play your other cards"),
        (Scope.HAND, Scope.CHAIN, Scope.DRAWN, *_PENALTY),
        lambda m: m.asked and len(playable(m)) < len(set(m.left)),
    ),
    Binding(
        Intent.SEEK,
        SEEK_KEYS,
        "r5",
        N_("find"),
        N_(
            "go to a card: r y g b colour, 0-9 number, s Skip, v Reverse, + Draw Two, w wild; "
            "type a colour and a number for one card, repeat a key for the next"
        ),
        AT_CARDS,
        lambda m: len(m.hand) > 3,
        quiet=True,
    ),
    Binding(
        Intent.ORDER,
        ("tab",),
        "Tab",
        N_("order"),
        N_("lay your cards by colour, by number and symbol, or as they came"),
        AT_CARDS,
        _several,
        quiet=True,
    ),
    Binding(Intent.UP, ("up",), "↑", N_("previous colour"), N_("jump to the previous colour"), AT_CARDS, quiet=True),
    Binding(Intent.DOWN, ("down",), "↓", N_("next colour"), N_("jump to the next colour"), AT_CARDS, quiet=True),
    Binding(
        Intent.READY,
        ("r", "enter"),
        "Enter",
        N_("ready"),
        N_("ready to go on"),
        (Scope.RESULT,),
        between_deals,
        otherwise=lambda m: _("rematch") if m.phase is RoomPhase.FINISHED else None,
    ),
    Binding(Intent.OLDER, ("pageup",), "PgUp", N_("older"), N_("older log lines"), AT_TABLE, quiet=True),
    Binding(Intent.NEWER, ("pagedown",), "PgDn", N_("newer"), N_("newer log lines"), AT_TABLE, quiet=True),
    Binding(
        Intent.SIT,
        ("e",),
        "e",
        N_("take a seat"),
        N_("sit down at this table"),
        (Scope.WATCHING, Scope.WAITING, Scope.RESULT),
        _may_sit,
    ),
    Binding(
        Intent.SAY,
        ("t", "/"),
        "t",
        N_("chat"),
        N_("chat with the table, or in the lobby with everyone there; / starts a command"),
        tuple(place for place in CHATTING if place not in BY_LETTERS),
    ),
    Binding(Intent.SEND, ("enter",), "Enter", N_("send"), _SEND_HELP, (Scope.SAYING,), otherwise=_emptied),
    Binding(
        Intent.CLOSE_LINE, ("escape",), "Esc", N_("back"), N_("close the chat; your text is kept"), (Scope.SAYING,)
    ),
    Binding(
        Intent.EARLIER,
        ("up",),
        "↑",
        N_("earlier"),
        N_("your previous message"),
        (Scope.SAYING,),
        lambda m: bool(m.said),
    ),
    Binding(Intent.LATER, ("down",), "↓", N_("later"), N_("your next message"), (Scope.SAYING,), quiet=True),
    Binding(Intent.COMPLETE, ("tab",), "Tab", N_("name"), N_("complete a name"), (Scope.SAYING,)),
    Binding(
        Intent.REACT,
        tuple(REACTION_KEYS),
        "F2-F9",
        N_("react"),
        N_("react: {reactions}"),
        (*AT_TABLE, Scope.SAYING),
        quiet=True,
    ),
    Binding(
        Intent.MENU,
        ("m",),
        "m",
        N_("menu"),
        N_("the table's menu: step away, time limit, players, and what only the host can do"),
        tuple(place for place in _TABLE_KEYS if place is not Scope.WAITING),
    ),
    Binding(
        Intent.LEAVE,
        ("q",),
        "q",
        N_("leave"),
        N_("leave the table; in a solo game, quit"),
        (*_TABLE_KEYS, Scope.MENU),
        otherwise=lambda m: _("quit") if not m.at_home and (m.autostart or m.link is LinkPhase.LOST) else None,
    ),
    Binding(
        Intent.LEAVE,
        ("escape",),
        "Esc",
        N_("leave"),
        N_("the same, where you came from the front door"),
        (Scope.HAND, Scope.WAITING, Scope.RESULT, Scope.WATCHING),
        lambda m: m.at_home,
        quiet=True,
    ),
    Binding(Intent.QUIT, ("q",), "q", N_("quit"), N_("quit"), (Scope.TABLES,), otherwise=_to_the_door),
    Binding(Intent.QUIT, ("escape",), "Esc", N_("quit"), N_("quit"), (Scope.CONNECT,), otherwise=_to_the_door),
    Binding(
        Intent.HELP,
        ("?", "f1"),
        "?",
        N_("help"),
        N_("this help"),
        tuple(place for place in _OPEN if place is not Scope.HELP),
    ),
    Binding(Intent.HELP, ("f1",), "F1", N_("help"), N_("this help"), TYPED_INTO),
    Binding(Intent.CLEAR, ("c-u",), "Ctrl-U", N_("clear"), N_("clear the line"), TYPED_INTO, quiet=True),
    Binding(Intent.QUIT, ("c-c", "c-q"), "Ctrl-C", N_("quit"), N_("quit"), tuple(Scope), quiet=True),
)


OwnKeys = tuple[tuple[str, str], ...]
"""Actions and the keys that the player has given them, as `own_keys.own_keys` gives them."""

FIXED = frozenset(
    {
        *(Intent.LEFT, Intent.RIGHT, Intent.UP, Intent.DOWN, Intent.CHOOSE, Intent.BACK, Intent.UNDO),
        *(Intent.TRUST, Intent.YES, Intent.NO, Intent.PICK, Intent.SEEK, Intent.COLOUR),
        *(Intent.OLDER, Intent.NEWER, Intent.FIRST, Intent.LAST, Intent.REACT),
        *(Intent.SEND, Intent.CLOSE_LINE, Intent.EARLIER, Intent.LATER, Intent.COMPLETE, Intent.CLEAR),
    }
)
"""What keeps its keys: moving about, the answers to questions, and what is done in mid-text."""


def _own(binding: Binding) -> str | None:
    """The key of a binding that the player may change: a character, or Tab."""
    if binding.intent in FIXED or binding in BY_LETTER:  # those letters are the book's
        return None
    return next((key for key in binding.keys if len(key) == 1 or key == "tab"), None)


ACTIONS: Mapping[str, Intent] = {each.intent.name.lower(): each.intent for each in BINDINGS if _own(each) is not None}
"""What has a key that the player may change, by the name that the settings file has for it."""


@lru_cache(maxsize=8)
def bindings_with(own: OwnKeys) -> tuple[Binding, ...]:
    """The table with the player's own keys."""
    new = {ACTIONS[action]: key for action, key in own}
    return tuple(_with_key(each, new[each.intent]) if each.intent in new else each for each in BINDINGS)


def _with_key(binding: Binding, key: str) -> Binding:
    old = _own(binding)
    if old is None:
        return binding
    keys = tuple(dict.fromkeys(key if each == old else each for each in binding.keys))
    shown = KEY_WORDS.get(key, key) if binding.shown == KEY_WORDS.get(old, old) else binding.shown
    return replace(binding, keys=keys, shown=shown)


def bindings(model: Model) -> tuple[Binding, ...]:
    """What each key means, with the keys that the player has changed."""
    return bindings_with(model.keys) if model.keys else BINDINGS


def key_of(model: Model, intent: Intent) -> str:
    """The key of an action, as the player reads it."""
    binding = next(each for each in bindings(model) if each.intent is intent and each not in BY_LETTER)
    own = _own(binding)
    return binding.shown_now if own is None else key_word(own)


def keys_of(model: Model) -> Mapping[str, str]:
    """The keys of all actions that the player may change, as the player reads them."""
    return {action: key_of(model, intent) for action, intent in ACTIONS.items()}


def meaning(model: Model, pressed: Key | Typed) -> tuple[Binding, str] | None:
    """The binding of a key where the player is, and the key; None if it means nothing there."""
    if isinstance(pressed, Typed) and len(pressed.text) != 1:
        return None  # a paste is no key
    place = key_place(model)
    key = pressed.name if isinstance(pressed, Key) else pressed.text.lower()
    if place in (Scope.CONFIRM, Scope.TRUST):  # in the player's language, too
        key = "y" if means_yes(key) else "n" if means_no(key) else key
    fits = (each for each in bindings(model) if place in each.places and key in each.keys)
    if place is Scope.LETTERS:  # there, a key that does nothing now belongs to the question
        fits = (each for each in fits if each.intent in _SAYS_WHY or each.when(model))
    return next(((each, key) for each in fits), None)


_SAYS_WHY = (Intent.SPELL, Intent.TAKE)


def works_now(model: Model) -> Iterator[Binding]:
    """What the bottom line shows: the keys that do something now, the most pressing first."""
    place = key_place(model)
    if being_dealt(model) or (model.link is LinkPhase.LOST and place in AT_TABLE):
        here = (each for each in bindings(model) if place in each.places and each.intent in _WITHOUT_LINK)
        yield from (each for each in here if not each.quiet and each.when(model))
        return
    stands_still = model.phase is RoomPhase.PAUSED and place in (*AT_HAND, Scope.VOTE)
    for binding in bindings(model):
        if place not in binding.places or binding.quiet or (stands_still and binding.intent in _PLAYING):
            continue
        if binding.when(model):
            yield binding


def letters_now(model: Model) -> Iterator[Binding]:
    """The letters that answer the open question of M6 now."""
    return (each for each in LETTERS if key_place(model) in each.places and each.when(model))


def clickable_key(binding: Binding) -> str | None:
    """The key equivalent to a click on the binding in the bottom line; None if its keys choose between things."""
    if binding.intent in _CHOOSING:
        return None
    return next((key for key in binding.keys if KEY_WORDS.get(key, key) == binding.shown), binding.keys[0])


_CHOOSING = frozenset((Intent.COLOUR, Intent.PICK, Intent.SEEK, Intent.REACT))


def rank(binding: Binding) -> int:
    """How soon a key is left out where the bottom line is short: those with 0 last of all, the highest first."""
    return _RANKS.get(binding.intent, 1)


_RANKS = {
    **dict.fromkeys((Intent.HELP, Intent.LEAVE, Intent.QUIT), 0),
    Intent.MENU: 2,
    **dict.fromkeys((Intent.LEFT, Intent.RIGHT, Intent.UP, Intent.DOWN, Intent.WHY, Intent.SAY), 3),
}
_WITHOUT_LINK = (Intent.HELP, Intent.LEAVE, Intent.QUIT, Intent.MENU, Intent.BACK)
_PLAYING = frozenset(
    {
        *(Intent.PICK, Intent.SEEK, Intent.CHOOSE, Intent.ADD, Intent.UNDO, Intent.COLOUR),
        *(
            Intent.SPELL,
            Intent.TAKE,
            Intent.DRAW,
            Intent.KEEP,
            Intent.PASS,
            Intent.UNO,
            Intent.CATCH,
            Intent.ACCEPT,
            Intent.CHALLENGE,
        ),
        *(Intent.LEFT, Intent.RIGHT, Intent.DOWN, Intent.WHY),
    }
)
"""What does nothing while the game is paused."""
