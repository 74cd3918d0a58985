"""Keys: what each means, and where. The one table behind the full screen, its bottom line and its help."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, unique
from functools import lru_cache
from typing import get_args

from msgspec import Struct

from uno_client.core import navigation
from uno_client.core.actions.action import Action
from uno_client.core.actions.dialogue import ROWS
from uno_client.core.actions.hand import HAND, SORT, TAKE
from uno_client.core.actions.play import ACCEPT, CATCH, CHALLENGE, JUMP, KEEP, PLAY, UNO, taken
from uno_client.core.actions.seats import LEAVE, QUIT
from uno_client.core.legal_moves import ballot, likely_colour, lists, may_add, only_answer, playable
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import Dialogue, LetterStage, YesNo
from uno_client.core.navigation import AT_CARDS, AT_HAND, AT_TABLE, BY_LETTERS, key_place
from uno_client.core.replay import can_play_on, has_eyes
from uno_client.core.standing import When, anywhere, being_dealt, has_seen, on_turn, own_position
from uno_client.messages import Key, Typed
from uno_client.structs import replace
from uno_client.trust import Doubt
from uno_client.wording.words import means_no, means_yes, no_letter, voice_of, yes_letter
from uno_engine.actions import Accept, CallUno, CanPlay, Done, Draw, Keep, Pass, PlayerAction
from uno_engine.decisions import PlayDrawn
from uno_engine.language import N_, _, in_use
from uno_engine.rules import FourthColour, RuleSet, Stacking
from uno_protocol.labels import LABELS, worded
from uno_protocol.messages import Reaction
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import reaction

_SEEK_HELP = N_(
    "go to a card: r y g b colour, 0-9 number, s Skip, v Reverse, + Draw Two, w wild; "
    "type a colour and a number for one card, repeat a key for the next"
)
_SEND_HELP = N_(
    "send it; an empty line closes the chat. Commands: /mute NAME, /unmute NAME, /react WORD, /away, "
    "/back; // for a slash"
)


@unique
class Intent(Enum):
    """What a key asks for; its keys, the label of the bottom line and what the help says where a place has no other."""

    def __init__(self, keys: str, label: str, what: str) -> None:
        self.keys, self.label, self.help = keys, label, what

    LEFT = "left", N_("left"), N_("previous card")
    RIGHT = "right", N_("cards"), N_("next card")
    UP = "up k", N_("up"), N_("the line above")
    DOWN = "down j", N_("move"), N_("the line below")
    CHOOSE = "enter", N_("choose"), N_("choose what is under the cursor")
    BACK = "escape", LABELS["go_back"], LABELS["cancel"]
    TRUST = "y", N_("the same, go on"), N_("the words are the same: connect")
    YES = "y", N_("yes"), N_("yes")
    NO = "n escape", LABELS["no"], LABELS["no"]
    PICK = "1 2 3 4 5 6 7 8 9", N_("choose"), N_("choose that player")
    SEEK = "r y g b w 0 1 2 3 4 5 6 7 8 9 s v +", N_("find"), _SEEK_HELP
    ORDER = "tab", N_("order"), N_("lay your cards by colour, by number and symbol, or as they came")
    SPELL = "p", N_("play"), N_("play a card letter by letter, or the card you just drew")
    ADD = "space", N_("several"), N_("play several cards, beginning with the card under the cursor")
    UNDO = "backspace", N_("undo"), N_("take back the last card")
    RULES = "i", LABELS["read_rules"], LABELS["read_rules_help"]
    NUMBERS = "s", N_("numbers"), N_("what everybody has done on this server")
    COLOUR = "r y g b", N_("name"), N_("name that colour")
    MENU = "m", LABELS["menu"], N_("the table's menu: step away, time limit, players, and what only the host can do")
    LOG = "l", N_("log"), N_("show or hide the log")
    SAY = "/", LABELS["say"], N_("chat; a second / starts a command")
    SEND = "enter", LABELS["send"], _SEND_HELP
    CLOSE_LINE = "escape", LABELS["go_back"], N_("close the chat; your text is kept")
    EARLIER = "up", N_("earlier"), N_("your previous message")
    LATER = "down", N_("later"), N_("your next message")
    COMPLETE = "tab", N_("name"), N_("complete a name")
    CLEAR = "c-u", N_("clear"), N_("clear the line")
    REACT = "f2 f3 f4 f5 f6 f7 f8 f9", N_("react"), N_("react: {reactions}")
    QUIT = "q", N_("quit"), N_("quit")
    HELP = "? f1", N_("help"), N_("this help")
    OLDER = "up k pageup", N_("up"), N_("scroll up")
    NEWER = "down j pagedown space", N_("next page"), N_("scroll down")
    FIRST = "home", N_("top"), N_("to the beginning")
    LAST = "end", N_("end"), N_("to the end")
    INVITE = "o", N_("phones"), N_("show a QR code with which phones join in their browser")
    COPY = "y", N_("copy link"), N_("copy the link with which others join")
    POSITION = "y", N_("copy position"), N_("copy the position as you see it, on one line, for a report or --position")
    INVERT = "i", N_("invert"), N_("swap dark and light in the code")
    REPLAY = "v", N_("see it again"), N_("show the game again, its last turns first")
    RUN = "space", N_("play"), N_("let it play, or pause it")
    PACE = "s", N_("speed"), N_("another speed")
    EYES = "e", N_("seat"), N_("see it from the next player's seat")
    HANDS = "h", N_("hands"), N_("open all hands, or hide them again")
    COACH = "c", N_("coach"), N_("what a good player would have done here, once the game is over")
    PLAY_ON = "p", N_("play on"), N_("play on from here against computer players, once the game is over")
    MOVES = "y", N_("copy"), N_("copy the game up to here, on one line, for a report or --position")
    MARKS = "m", N_("show marks"), N_("show the whole slider with its marks: rounds, UNO, challenges, swaps, the end")


class Binding(Struct, frozen=True):
    """Keys that mean `intent` in `places`. `when` tells whether it would do something now."""

    intent: Intent | Action
    keys: tuple[str, ...]
    shown: str
    label: str
    help: str
    places: tuple[Scope, ...]
    when: When
    quiet: bool
    """Left out of the bottom line, to keep it short; the help has it."""
    under: Callable[[RuleSet], bool]
    """Whether a table with these rules has any use for it; the help leaves it out elsewhere."""
    otherwise: Callable[[Model], str | None]
    """What the bottom line says instead of `label` now; None: the label."""

    def label_now(self, model: Model) -> str:
        return self.otherwise(model) or _(self.label)

    @property
    def shown_now(self) -> str:
        if isinstance(self.intent, Intent) and self.intent in _SAYS:
            return _SAYS[self.intent]()
        return _(self.shown) if self.shown in _WORDS_OF_KEYS else self.shown

    def help_now(self) -> str:
        """What the help says; `{key}` is the key that the player may change."""
        reactions = (f"{key.upper()} {reaction(code)}" for key, code in REACTION_KEYS.items())
        said = _(self.help).format(key=_called(self), reactions=", ".join(reactions))
        return self.intent.told(said) if isinstance(self.intent, Action) else said


_SAYS: Mapping[Intent, Callable[[], str]] = {
    Intent.YES: lambda: "y" if _letter_taken() else yes_letter(),
    Intent.TRUST: yes_letter,
    Intent.NO: no_letter,
}
"""What is answered with a letter of the player's language; the English one works, too."""

_READING = (Scope.HELP, Scope.RULES, Scope.REASONS, Scope.NUMBERS)
_PENALTY = (Scope.CHALLENGE, Scope.STACK)
_TABLE_FORMS = (Scope.CREATE, Scope.CHANGE, Scope.SETTINGS)
TYPED_INTO = (Scope.CONNECT, *_TABLE_FORMS, Scope.TYPING, Scope.SAYING)
"""Where letters are text."""
_OPEN = tuple(place for place in Scope if place not in TYPED_INTO)
_ESC_IS_BACK = (Scope.CHAIN, Scope.COLOUR, Scope.PLAYER)
"""Where Esc takes cards back first."""
_FORMS = (Scope.CONNECT, *_TABLE_FORMS)

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


def _has_seat(model: Model) -> bool:
    under = model.lobby.tables[model.row] if model.lobby.tables and model.row < len(model.lobby.tables) else None
    return under is not None and under.people + under.bots < under.seats


def _may_chain(model: Model) -> bool:
    return may_add(model) and bool(playable(model))


def _something_to_do(model: Model) -> bool:
    """Whether Enter plays a card, or does the one thing that is left."""
    return (model.asked and lists(model, CanPlay)) or only_answer(model) is not None


def _left_to_do(model: Model) -> str | None:
    only = only_answer(model)
    return taken(model) if isinstance(only, Accept) else None if only is None else _(_LEFT_TO_DO[type(only)])


_LEFT_TO_DO: Mapping[type[PlayerAction], str] = {Draw: N_("draw"), Keep: N_("keep"), Pass: N_("pass"), Done: N_("done")}


def _pages(model: Model) -> int:
    return 0 if model.invitation is None else len(model.invitation.pages)


def _several(model: Model) -> bool:
    return len(model.left) > 1


def _key(
    does: Intent | Action,
    places: Scope | tuple[Scope, ...] = (),
    label: str = "",
    what: str = "",
    *,
    keys: str = "",
    shown: str = "",
    when: When = anywhere,
    quiet: bool = False,
    under: Callable[[RuleSet], bool] = lambda rules: True,
    otherwise: Callable[[Model], str | None] = lambda model: None,
) -> Binding:
    """The keys of an intent or an action in some places; what isn't given is its own, and the first key is shown."""
    usual = does.keys if isinstance(does, Intent) else f"{'enter ' if does.enter else ''}{does.key}"
    names = tuple(" " if key == "space" else key for key in (keys or usual).split())
    places = places if isinstance(places, tuple) else (places,)
    works = when
    if isinstance(does, Action):
        places, quiet, under, otherwise = places or does.where, quiet or does.quiet, does.under, does.otherwise
        works = does.offered if when is anywhere else lambda model: does.offered(model) and when(model)
    label, what, shown = label or does.label, what or does.help, shown or KEY_WORDS.get(names[0], names[0])
    return Binding(does, names, shown, label, what, places, works, quiet, under, otherwise)


MENU = (
    *(_key(each, Scope.MENU, keys=each.key, quiet=True) for each in ROWS.values() if each.menu),
    _key(Intent.RULES, Scope.MENU, quiet=True),
    _key(Intent.INVITE, Scope.MENU, when=lambda m: not m.start.autostart, quiet=True),
    _key(Intent.POSITION, Scope.MENU, when=lambda m: bool(own_position(m)), quiet=True),
)
"""What the table's menu has, in its order."""


def menu_items(model: Model) -> tuple[Binding, ...]:
    """The lines of the menu that do something now."""
    menu = (each for each in bindings(model, Scope.MENU) if each.intent in _IN_MENU)
    return tuple(each for each in menu if each.when(model))


_IN_MENU = tuple(each.intent for each in MENU)


def _asks(model: Model, *stages: LetterStage) -> bool:
    """Whether that is asked of the card that is spelled."""
    return isinstance(model.question, Dialogue) and model.question.stage in stages


def _names(model: Model) -> str | None:
    return voice_of(model.table).colour(likely_colour(model.left)) if _asks(model, LetterStage.NAME) else None


def _letter_taken() -> bool:
    """Whether the letter that says yes in the player's language is the key of an action."""
    return yes_letter() in _ACTION_KEYS


_ACTION_KEYS = frozenset(each.key for each in ROWS.values())


def enter_is_yes(model: Model) -> bool:
    """Whether Enter is yes: nothing is lost by it, or there is no letter for it."""
    return isinstance(model.question, YesNo) and (model.question.easy or _letter_taken())


def _runs(model: Model) -> bool:
    return model.replay is not None and model.replay.running


def _yes(model: Model) -> str | None:
    return model.question.yes if isinstance(model.question, YesNo) else None


# A row is read as one.
# fmt: off
LETTERS = (
    _key(SORT, Scope.LETTERS, keys="s", quiet=True),
    _key(
        Intent.SPELL, Scope.LETTERS, quiet=True,
        when=lambda m: bool(playable(m)) or (on_turn(m) and not isinstance(m.waiting_for, PlayDrawn))
    ),
    _key(TAKE, Scope.LETTERS, keys="t", when=lambda m: not isinstance(m.waiting_for, PlayDrawn), quiet=True),
    _key(KEEP, Scope.LETTERS, when=lambda m: lists(m, Keep), quiet=True),
    _key(CATCH, Scope.LETTERS, quiet=True),
    _key(JUMP, Scope.LETTERS, quiet=True),
    _key(UNO, Scope.LETTERS, when=lambda m: lists(m, CallUno) or not on_turn(m), quiet=True),
    _key(Intent.UNDO, Scope.LETTERS, N_("take UNO back"), N_("take UNO back"), when=lambda m: m.hand.uno, quiet=True),
)
"""What the open question of M6 is answered by; the line above the bottom line shows it."""

BY_LETTER = (
    *LETTERS,
    _key(Intent.ADD, Scope.LETTERS, when=_may_chain, under=lambda rules: rules.several),
    _key(
        Intent.CHOOSE, Scope.LETTERS, N_("this card"),
        N_("play the card under the cursor; if you have none, take or keep a card"), when=_something_to_do,
        otherwise=_left_to_do
    ),
    _key(
        Intent.CHOOSE, Scope.SPELLING, N_("this card"),
        N_("choose the card under the cursor, the colour that you hold most, or yes"),
        when=lambda m: (
            isinstance(m.question, Dialogue)
            and m.question.stage is not LetterStage.PLAYER
            and (m.asked or not _asks(m, LetterStage.CONFIRM))
        ),
        otherwise=lambda m: _("yes") if _asks(m, LetterStage.CONFIRM) else _names(m)
    ),
    _key(ROWS["hint"], Scope.LETTERS),
    _key(ROWS["why"], Scope.LETTERS, quiet=True),
    _key(Intent.LEFT, BY_LETTERS, quiet=True),
    _key(Intent.RIGHT, BY_LETTERS, shown="←→", when=_several),
    _key(Intent.UP, BY_LETTERS, N_("previous colour"), N_("jump to the previous colour"), keys="up", quiet=True),
    _key(Intent.DOWN, BY_LETTERS, N_("next colour"), N_("jump to the next colour"), keys="down", quiet=True),
    _key(Intent.BACK, Scope.SPELLING, what=N_("one step back")),
    _key(Intent.MENU, Scope.LETTERS, what=N_("the table's menu, where you can leave the table, too"), keys="escape"),
    _key(Intent.SAY, BY_LETTERS),
    _key(Intent.RULES, Scope.LETTERS, when=lambda m: not on_turn(m), quiet=True),
    _key(LEAVE, Scope.LETTERS, when=lambda m: not on_turn(m)),
    _key(Intent.CHOOSE, Scope.OPENING, LABELS["go_on"], LABELS["go_on"], shown=N_("any key")),
)
"""The keys where letters belong to the open question (M6)."""

BINDINGS = (
    *BY_LETTER,
    # Enter has just been pressed to connect: pressed twice, it would compare no words.
    _key(
        Intent.TRUST, Scope.TRUST, when=lambda m: isinstance(m.question, Doubt) and not m.question.stops,
        otherwise=lambda m: _("send it") if isinstance(m.question, Doubt) and not m.question.fingerprint else None
    ),
    _key(Intent.BACK, Scope.TRUST, what=N_("connect to nobody"), keys="escape n q"),
    # Where yes costs cards or a seat in a game, Enter, pressed before it is read, is not one.
    _key(Intent.YES, Scope.CONFIRM, when=lambda m: not enter_is_yes(m), otherwise=_yes),
    _key(
        Intent.CHOOSE, Scope.CONFIRM, what=N_("yes, where the bottom line says so"), when=enter_is_yes, otherwise=_yes
    ),
    _key(Intent.NO, Scope.CONFIRM),
    _key(Intent.BACK, Scope.HELP, what=N_("close this page"), keys="escape f1 ? q enter"),
    _key(
        Intent.BACK, (Scope.RULES, Scope.REASONS, Scope.NUMBERS, Scope.MOVING), what=N_("close this page"),
        keys="escape q enter"
    ),
    _key(
        Intent.RIGHT, Scope.QR, N_("other address"), N_("next address"), keys="right l", shown="←→",
        when=lambda m: _pages(m) > 1
    ),
    _key(
        Intent.LEFT, Scope.QR, N_("other address"), N_("previous address"), keys="left h", when=lambda m: _pages(m) > 1,
        quiet=True
    ),
    _key(Intent.INVERT, Scope.QR),
    _key(Intent.BACK, Scope.QR, what=N_("close this page"), keys="escape q enter"),
    _key(Intent.INVITE, Scope.HOSTED),
    # It is said above, with how others join.
    _key(Intent.INVITE, Scope.WAITING, when=lambda m: not m.start.autostart, quiet=True),
    _key(Intent.COPY, Scope.HOSTED),
    _key(Intent.COPY, Scope.WAITING, when=lambda m: not m.start.autostart, quiet=True),
    _key(Intent.REPLAY, (Scope.RESULT, Scope.WAITING), when=has_seen),
    _key(Intent.RUN, Scope.REPLAY, keys="space enter", otherwise=lambda m: _("pause") if _runs(m) else None),
    _key(Intent.LEFT, Scope.REPLAY, N_("turn back"), N_("one turn back"), quiet=True),
    _key(Intent.RIGHT, Scope.REPLAY, N_("turn"), N_("one turn on"), shown="←→"),
    _key(Intent.UP, Scope.REPLAY, N_("mark back"), N_("to the mark before"), keys="up pageup", quiet=True),
    _key(
        Intent.DOWN, Scope.REPLAY, N_("mark"), N_("to the next mark: a round, UNO, a catch, a challenge, a swap"),
        keys="down pagedown", shown="↑↓"
    ),
    _key(Intent.FIRST, Scope.REPLAY, N_("start"), N_("to the start"), quiet=True),
    _key(Intent.LAST, Scope.REPLAY, quiet=True),
    _key(Intent.MARKS, Scope.REPLAY, when=lambda m: m.replay is not None and not m.replay.whole),
    _key(Intent.HANDS, Scope.REPLAY, when=lambda m: m.replay is not None and has_eyes(m.replay)),
    _key(Intent.PLAY_ON, Scope.REPLAY, when=can_play_on),
    _key(Intent.COACH, Scope.REPLAY, when=lambda m: m.replay is not None and m.replay.over),
    _key(Intent.EYES, Scope.REPLAY, when=lambda m: m.replay is not None and has_eyes(m.replay)),
    _key(Intent.PACE, Scope.REPLAY),
    _key(Intent.MOVES, Scope.REPLAY),
    _key(Intent.LOG, Scope.REPLAY, quiet=True),
    _key(Intent.RULES, Scope.REPLAY, quiet=True),
    _key(
        Intent.BACK, Scope.REPLAY, what=N_("back to the table; a file: quit"), keys="escape q v",
        otherwise=lambda m: _("quit") if m.replay is not None and m.replay.alone else None
    ),
    _key(Intent.OLDER, _READING, quiet=True),
    _key(Intent.NEWER, _READING, shown="Space", when=lambda m: m.page is not Scope.REASONS or m.reading.rows > 0),
    _key(Intent.FIRST, _READING, quiet=True),
    _key(Intent.LAST, _READING, quiet=True),
    _key(Intent.UP, _FORMS, N_("previous"), keys="up s-tab pageup", quiet=True),
    _key(Intent.DOWN, _FORMS, N_("lines"), keys="down tab pagedown", shown="↑↓"),
    _key(Intent.LEFT, _TABLE_FORMS, N_("less"), N_("previous choice"), quiet=True),
    _key(Intent.RIGHT, _TABLE_FORMS, LABELS["change"], N_("next choice"), shown="←→"),
    _key(
        Intent.CHOOSE, Scope.CONNECT, N_("connect"),
        N_("connect to the game under the cursor, or to the address you typed"),
        otherwise=lambda m: None if m.picker.picked is None else worded("join")
    ),
    _key(Intent.CHOOSE, Scope.DOOR),
    _key(Intent.PICK, Scope.DOOR, what=N_("choose that line"), shown="1-9", quiet=True),
    _key(Intent.PICK, Scope.SOMEBODY, shown="1-9", quiet=True),
    _key(Intent.UP, (Scope.DOOR, Scope.SOMEBODY, Scope.TABLES), quiet=True),
    _key(Intent.DOWN, (Scope.DOOR, Scope.SOMEBODY, Scope.TABLES), shown="↑↓"),
    _key(
        Intent.BACK, Scope.DOOR, N_("quit"), N_("quit; where something is asked, back"), keys="q escape",
        otherwise=lambda m: worded("go_back") if m.door.asks else None
    ),
    _key(Intent.CHOOSE, Scope.HOSTED, N_("go in"), N_("go in: open a table, or join one")),
    _key(Intent.BACK, Scope.HOSTED, what=N_("back; the server goes on"), keys="escape q"),
    _key(Intent.CHOOSE, Scope.SETTINGS, N_("done"), N_("keep the settings, and go back")),
    _key(Intent.BACK, Scope.SETTINGS, N_("done"), N_("keep the settings, and go back"), quiet=True),
    _key(Intent.CHOOSE, Scope.CREATE, N_("open"), N_("open the table and sit down")),
    _key(Intent.CHOOSE, Scope.CHANGE, LABELS["apply"], LABELS["apply_changes"]),
    _key(Intent.CHOOSE, Scope.TYPING, LABELS["send"], N_("send it")),
    _key(Intent.BACK, (Scope.CREATE, Scope.CHANGE, Scope.TYPING)),
    _key(Intent.UP, Scope.MENU, keys="up", quiet=True),
    _key(Intent.CHOOSE, Scope.SOMEBODY, what=N_("choose the player under the cursor")),
    _key(Intent.BACK, Scope.SOMEBODY, what=N_("back to the menu")),
    *MENU,
    _key(Intent.DOWN, Scope.MENU, keys="down", shown="↑↓"),
    _key(Intent.CHOOSE, Scope.MENU),
    _key(Intent.BACK, Scope.MENU, what=N_("close the menu"), keys="escape m"),
    _key(Intent.UP, Scope.WAITING, what=N_("the seat above"), quiet=True),
    _key(Intent.DOWN, Scope.WAITING, what=N_("the seat below"), shown="↑↓", when=lambda m: m.hosting),
    _key(Intent.CHOOSE, Scope.TABLES, LABELS["join"], N_("sit down at the table"), when=_has_seat),
    _key(Intent.RULES, (Scope.TABLES, Scope.WAITING), when=lambda m: bool(m.lobby.tables) or m.table is not None),
    _key(Intent.NUMBERS, Scope.TABLES, when=lambda m: m.server.numbers),
    _key(Intent.RULES, (*navigation.HAND_KEYS, Scope.VOTE, Scope.WATCHING, Scope.AWAY, Scope.RESULT), quiet=True),
    *(_key(each) for each in ROWS.values() if each.where and each not in PLAY),
    _key(Intent.MENU, Scope.WAITING),
    _key(Intent.COLOUR, Scope.COLOUR, shown="r y g b"),
    _key(
        Intent.COLOUR, Scope.COLOUR, N_("orange"), N_("orange, the same as y"), keys="o",
        under=lambda rules: rules.fourth_colour is FourthColour.ORANGE, quiet=True
    ),
    _key(Intent.LEFT, Scope.COLOUR, what=N_("previous colour"), keys="left h", quiet=True),
    _key(Intent.RIGHT, Scope.COLOUR, N_("move"), N_("next colour"), keys="right l", shown="←→"),
    _key(Intent.CHOOSE, Scope.COLOUR, N_("pick"), N_("name the colour under the cursor")),
    _key(Intent.PICK, Scope.PLAYER, shown="1-9"),
    _key(Intent.UP, Scope.PLAYER, N_("before"), N_("previous player"), keys="up left k h", shown="←", quiet=True),
    _key(Intent.DOWN, Scope.PLAYER, what=N_("next player"), keys="down right j l", shown="←→"),
    _key(Intent.CHOOSE, Scope.PLAYER, what=N_("choose the player under the cursor")),
    _key(
        Intent.BACK, (Scope.COLOUR, Scope.PLAYER), what=N_("keep the card after all"),
        when=lambda m: m.question is not None
    ),
    _key(Intent.PICK, Scope.VOTE, N_("vote"), N_("vote for that rule"), shown="1-3", when=lambda m: bool(ballot(m))),
    _key(Intent.UP, Scope.VOTE, N_("before"), N_("previous rule"), quiet=True),
    _key(Intent.DOWN, Scope.VOTE, what=N_("next rule"), shown="↑↓", when=lambda m: bool(ballot(m))),
    _key(
        Intent.CHOOSE, Scope.VOTE, N_("vote"), N_("vote for the rule under the cursor"), when=lambda m: bool(ballot(m))
    ),
    *(_key(each) for each in (ACCEPT, CHALLENGE)),
    _key(
        Intent.CHOOSE, (Scope.HAND, Scope.DRAWN), N_("play"),
        N_("play the card under the cursor; if you have none, draw, keep the card you drew, or pass"),
        when=_something_to_do, otherwise=_left_to_do
    ),
    _key(
        Intent.CHOOSE, _PENALTY, N_("pass it on"),
        N_("pass the penalty on with the card under the cursor; if that is all there is to do, take it"),
        when=_something_to_do, under=lambda rules: rules.stacking is not Stacking.OFF, otherwise=_left_to_do
    ),
    _key(Intent.CHOOSE, Scope.KEEP, N_("keep"), N_("keep the card under the cursor")),
    _key(Intent.CHOOSE, Scope.PASS, N_("give"), N_("pass on the card under the cursor")),
    _key(
        Intent.CHOOSE, Scope.OWN_RULE, N_("done"), N_("confirm that you did what the host's own rule says"),
        when=_something_to_do
    ),
    _key(Intent.CHOOSE, Scope.CHAIN, N_("play all"), N_("play them all")),
    _key(Intent.ADD, (Scope.HAND, Scope.STACK, Scope.CHALLENGE), when=_may_chain, under=lambda rules: rules.several),
    _key(Intent.ADD, Scope.CHAIN, N_("add"), N_("add the card under the cursor"), when=lambda m: bool(playable(m))),
    _key(Intent.UNDO, Scope.CHAIN, otherwise=lambda m: _("take UNO back") if m.hand.uno else None),
    _key(
        Intent.UNDO, tuple(place for place in navigation.HAND_KEYS if place is not Scope.CHAIN), N_("take UNO back"),
        N_("take back the UNO that you call with your next play"), when=lambda m: m.hand.uno
    ),
    _key(Intent.BACK, Scope.CHAIN, N_("undo all"), N_("take them all back")),
    *(_key(each) for each in PLAY if each.where and each not in (ACCEPT, CHALLENGE)),
    _key(Intent.LOG, (*AT_CARDS, Scope.WATCHING, Scope.AWAY), quiet=True),
    _key(Intent.LEFT, AT_CARDS, quiet=True),
    _key(Intent.RIGHT, AT_CARDS, shown="←→", when=_several),
    _key(Intent.SEEK, AT_CARDS, shown="r5", when=lambda m: len(m.cards) > 3, quiet=True),
    _key(Intent.ORDER, AT_CARDS, when=_several, quiet=True),
    _key(Intent.UP, AT_CARDS, N_("previous colour"), N_("jump to the previous colour"), keys="up", quiet=True),
    _key(Intent.DOWN, AT_CARDS, N_("next colour"), N_("jump to the next colour"), keys="down", quiet=True),
    _key(Intent.OLDER, AT_TABLE, N_("older"), N_("older log lines"), keys="pageup", quiet=True),
    _key(Intent.NEWER, AT_TABLE, N_("newer"), N_("newer log lines"), keys="pagedown", quiet=True),
    _key(
        Intent.SAY, tuple(place for place in navigation.CHATTING if place not in BY_LETTERS),
        what=N_("chat with the table, or in the lobby with everyone there; / starts a command"), keys="t /"
    ),
    _key(Intent.SEND, Scope.SAYING, otherwise=lambda m: None if m.draft.text else worded("close_it")),
    _key(Intent.CLOSE_LINE, Scope.SAYING),
    _key(Intent.EARLIER, Scope.SAYING, when=lambda m: bool(m.chat.said)),
    _key(Intent.LATER, Scope.SAYING, quiet=True),
    _key(Intent.COMPLETE, Scope.SAYING),
    _key(Intent.REACT, (*AT_TABLE, Scope.SAYING), shown="F2-F9", quiet=True),
    _key(Intent.MENU, tuple(place for place in navigation.TABLE_KEYS if place is not Scope.WAITING)),
    _key(LEAVE, (*navigation.TABLE_KEYS, Scope.MENU)),
    _key(LEAVE, tuple(at for at in navigation.TABLE_KEYS if at not in _ESC_IS_BACK), keys="escape", quiet=True),
    _key(Intent.QUIT, Scope.CONNECT, keys="escape", otherwise=lambda m: worded("go_back") if m.start.at_home else None),
    _key(Intent.HELP, tuple(place for place in _OPEN if place is not Scope.HELP)),
    _key(Intent.HELP, TYPED_INTO, keys="f1", shown="F1"),
    _key(Intent.CLEAR, TYPED_INTO, quiet=True),
    _key(Intent.QUIT, tuple(Scope), keys="c-c c-q", quiet=True),
)
# fmt: on

OwnKeys = tuple[tuple[str, str], ...]
"""Actions and the keys that the player has given them, as `own_keys.own_keys` gives them."""

FIXED = frozenset(
    {
        *(Intent.LEFT, Intent.RIGHT, Intent.UP, Intent.DOWN, Intent.CHOOSE, Intent.BACK, Intent.UNDO),
        *(Intent.TRUST, Intent.YES, Intent.NO, Intent.PICK, Intent.SEEK, Intent.COLOUR),
        *(Intent.OLDER, Intent.NEWER, Intent.FIRST, Intent.LAST, Intent.REACT),
        *(Intent.SEND, Intent.CLOSE_LINE, Intent.EARLIER, Intent.LATER, Intent.COMPLETE, Intent.CLEAR),
        *(Intent.RUN, Intent.PACE, Intent.EYES, Intent.HANDS, Intent.COACH, Intent.PLAY_ON, Intent.MARKS),
    }
)
"""What keeps its keys: moving about, the answers to questions, and what is done in mid-text."""


def _own(binding: Binding) -> str | None:
    """The key of a binding that the player may change: a character, or Tab."""
    if binding.intent in FIXED or binding in BY_LETTER:  # those letters are the book's
        return None
    return next((key for key in binding.keys if len(key) == 1 or key == "tab"), None)


def named(does: Intent | Action) -> str:
    """The name that the settings file has for what a key does; two actions that undo each other share one."""
    return (does.undoes or does.name) if isinstance(does, Action) else does.name.lower()


ACTIONS: Mapping[str, Intent | Action] = {
    named(each.intent): each.intent for each in reversed(BINDINGS) if _own(each) is not None
}
"""What has a key that the player may change, by the name that the settings file has for it."""


@lru_cache(maxsize=8)
def bindings_with(own: OwnKeys) -> tuple[Binding, ...]:
    """The table with the player's own keys."""
    new = dict(own)
    return tuple(_with_key(each, new[name]) if (name := named(each.intent)) in new else each for each in BINDINGS)


def _with_key(binding: Binding, key: str) -> Binding:
    old = _own(binding)
    if old is None:
        return binding
    keys = tuple(dict.fromkeys(key if each == old else each for each in binding.keys))
    shown = KEY_WORDS.get(key, key) if binding.shown == KEY_WORDS.get(old, old) else binding.shown
    return replace(binding, keys=keys, shown=shown)


def bindings(model: Model, place: Scope) -> tuple[Binding, ...]:
    """What each key means there, with the keys that the player has changed."""
    return _there(model.settings.keys, place)


@lru_cache(maxsize=256)
def _there(own: OwnKeys, place: Scope) -> tuple[Binding, ...]:
    return tuple(each for each in bindings_with(own) if place in each.places)


def key_of(model: Model, does: Intent | Action) -> str:
    """The key of an action, as the player reads it."""
    return _called(_first(model.settings.keys)[does])


def told_of(does: Intent | Action) -> tuple[str, str]:
    """The name of an action and its help, each with a capital letter."""
    binding = next(each for each in BINDINGS if each.intent == does and each not in BY_LETTER)
    return capital(_(binding.label)), capital(binding.help_now())


def capital(words: str) -> str:
    """The words with a capital letter."""
    return words[:1].upper() + words[1:]


def _called(binding: Binding) -> str:
    own = _own(binding)
    return binding.shown_now if own is None else key_word(own)


@lru_cache(maxsize=8)
def _first(own: OwnKeys) -> Mapping[Intent | Action, Binding]:
    return {each.intent: each for each in reversed(bindings_with(own)) if each not in BY_LETTER}


def keys_of(model: Model) -> Mapping[str, str]:
    """The keys of undo and of all actions that the player may change, as the player reads them."""
    return _names_in(model.settings.keys, in_use())


@lru_cache(maxsize=8)
def _names_in(own: OwnKeys, _language: object) -> Mapping[str, str]:
    first = _first(own)
    return {name: _called(first[does]) for name, does in (*ACTIONS.items(), ("undo", Intent.UNDO))}


def meaning(model: Model, pressed: Key | Typed) -> tuple[Binding, str] | None:
    """The binding of a key where the player is, and the key; None if it means nothing there."""
    if isinstance(pressed, Typed) and len(pressed.text) != 1:
        return None  # a paste is no key
    place = key_place(model)
    key = pressed.name if isinstance(pressed, Key) else pressed.text.lower()
    if place is Scope.TRUST or (place is Scope.CONFIRM and key not in _ACTION_KEYS):  # in the player's language, too
        key = "y" if means_yes(key) else "n" if means_no(key) else key
    fits = [each for each in bindings(model, place) if key in each.keys]
    if place is Scope.LETTERS:  # there, a key that does nothing now belongs to the question
        fits = [each for each in fits if each.intent in _SAYS_WHY or each.when(model)]
    fits.sort(key=lambda each: not each.when(model))  # of two that undo each other, the one that is offered
    return (fits[0], key) if fits else None


_SAYS_WHY = (Intent.SPELL, TAKE)


def works_now(model: Model) -> Iterator[Binding]:
    """What the bottom line shows: the keys that do something now, the most pressing first."""
    place = key_place(model)
    if being_dealt(model) or (model.link.lost and place in AT_TABLE):
        here = (each for each in bindings(model, place) if each.intent in _WITHOUT_LINK)
        yield from (each for each in here if not each.quiet and each.when(model))
        return
    only = only_answer(model)  # Enter gives it
    stands_still = model.phase is RoomPhase.PAUSED and place in (*AT_HAND, Scope.VOTE)
    for binding in bindings(model, place):
        does = binding.intent.name
        idle = binding.quiet or (stands_still and does in _PLAYING) or (only is not None and does == only.kind)
        if not idle and binding.when(model):
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
    ranks = _AGAIN if binding.places == (Scope.REPLAY,) else _RANKS
    return ranks.get(binding.intent.name, 1)


_RANKS: Mapping[str, int] = {
    **dict.fromkeys(("HELP", "leave", "quit", "QUIT"), 0),
    "MENU": 2,
    **dict.fromkeys(("LEFT", "RIGHT", "UP", "DOWN", "SAY", "why"), 3),
}
_AGAIN: Mapping[str, int] = {"BACK": 0, "HANDS": 3, "PLAY_ON": 4, "COACH": 5, "EYES": 6, "PACE": 7, "MOVES": 8}
"""The same where a game is shown again."""
_WITHOUT_LINK = (Intent.HELP, LEAVE, QUIT, Intent.QUIT, Intent.MENU, Intent.BACK)
_PLAYING = frozenset(
    each.name
    for each in (
        *(Intent.PICK, Intent.SEEK, Intent.CHOOSE, Intent.ADD, Intent.UNDO, Intent.COLOUR),
        *(Intent.SPELL, Intent.LEFT, Intent.RIGHT, Intent.DOWN, *HAND, *PLAY),
    )
)
"""What does nothing while the game is paused."""
