"""Keys: what each means, and where. The one table behind the full screen, its bottom line and its help."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, unique
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
from uno_client.core.model import Model
from uno_client.core.model.question import Dialogue, LetterStage, PersonAction, YesNo
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
    BACK = "escape", N_("back"), N_("cancel")
    TRUST = "y", N_("the same, go on"), N_("the words are the same: connect")
    YES = "y", N_("yes"), N_("yes")
    NO = "n escape", N_("no"), N_("no")
    PICK = "1 2 3 4 5 6 7 8 9", N_("choose"), N_("choose that player")
    SEEK = "r y g b w 0 1 2 3 4 5 6 7 8 9 s v +", N_("find"), _SEEK_HELP
    ORDER = "tab", N_("order"), N_("lay your cards by colour, by number and symbol, or as they came")
    SPELL = "p", N_("play"), N_("play a card letter by letter, or the card you just drew")
    TAKE = "t", N_("take"), N_("take a card instead of playing")
    SORT = "s", N_("sort"), N_("sort each group of your cards by rank")
    ADD = "space", N_("several"), N_("play several cards, beginning with the card under the cursor")
    UNDO = "backspace", N_("undo"), N_("take back the last card")
    WHY = "n", N_("why not?"), N_("show why you can't play the card under the cursor")
    RULES = "i", N_("rules"), N_("read the rules of the table")
    DRAW = "d", N_("draw"), N_("draw a card instead of playing")
    KEEP = "k", N_("keep"), N_("keep the card you just drew")
    PASS = "p", N_("pass"), N_("pass, when there's nothing to draw")
    UNO = "u", N_("UNO"), N_("call UNO if you forgot it, or on the turns of others for your next play")
    CATCH = "c", N_("catch!"), N_("catch a player who has one card and forgot to call UNO")
    ACCEPT = "a", N_("accept"), N_("draw the cards and miss your turn")
    CHALLENGE = "x", N_("challenge"), N_("challenge it as a bluff")
    COLOUR = "r y g b", N_("name"), N_("name that colour")
    READY = "r enter", N_("ready"), N_("say you're ready (with {key}; {key} again: not yet)")
    START = "s", N_("start"), N_("start the game (host)")
    ADD_BOT = "b", N_("add bot"), N_("add a computer player (host)")
    REMOVE_BOT = "x", N_("remove bot"), N_("remove a computer player (host)")
    NEW_TABLE = "n", N_("new table"), N_("open a new table")
    REFRESH = "r", N_("refresh"), N_("refresh")
    WATCH = "w", N_("watch"), N_("watch the table")
    SIT = "e", N_("take a seat"), N_("sit down at this table")
    CODE = "c", N_("code"), N_("join a table by its code or its name")
    MENU = "m", N_("menu"), N_("the table's menu: step away, time limit, players, and what only the host can do")
    AWAY = "a", N_("step away"), N_("a computer player plays for you until you come back")
    TIME = "t", N_("more time"), N_("your time limit, or any player's if you host")
    PAUSE = "p", N_("pause"), N_("pause or resume the game (host)")
    LOCK = "l", N_("lock"), N_("lock or unlock the table (host)")
    CHANGE = "c", N_("change"), N_("rules, seats, time limit, pace, password, spectators (host)")
    MOVE = "v", N_("move seats"), N_("move a player to another seat (host)")
    SILENCE = "s", N_("silence"), N_("stop a player chatting here, or allow it again (host)")
    KICK = "k", N_("kick"), N_("kick a player (host)")
    BAN = "n", N_("ban"), N_("ban a player from this table (host)")
    HAND_OVER = "h", N_("hand over"), N_("make another player the host (host)")
    END_GAME = "e", N_("end the game"), N_("end the game without a result; the table stays (host)")
    CLOSE_TABLE = "d", N_("close table"), N_("close the table for everybody (host)")
    MUTE = "u", N_("mute"), N_("mute or unmute a player, just for you")
    SAY = "/", N_("chat"), N_("chat; a second / starts a command")
    SEND = "enter", N_("send"), _SEND_HELP
    CLOSE_LINE = "escape", N_("back"), N_("close the chat; your text is kept")
    EARLIER = "up", N_("earlier"), N_("your previous message")
    LATER = "down", N_("later"), N_("your next message")
    COMPLETE = "tab", N_("name"), N_("complete a name")
    CLEAR = "c-u", N_("clear"), N_("clear the line")
    REACT = "f2 f3 f4 f5 f6 f7 f8 f9", N_("react"), N_("react: {reactions}")
    LEAVE = "q", N_("leave"), N_("leave the table; in a solo game, quit (not while you are asked)")
    QUIT = "q", N_("quit"), N_("quit")
    HELP = "? f1", N_("help"), N_("this help")
    OLDER = "up k pageup", N_("up"), N_("scroll up")
    NEWER = "down j pagedown space", N_("next page"), N_("scroll down")
    FIRST = "home", N_("top"), N_("to the beginning")
    LAST = "end", N_("end"), N_("to the end")
    INVITE = "o", N_("phones"), N_("show a QR code with which phones join in their browser")
    COPY = "y", N_("copy link"), N_("copy the link with which others join")
    INVERT = "i", N_("invert"), N_("swap dark and light in the code")


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


def _can_host(model: Model) -> bool:
    return model.hosting and model.phase is RoomPhase.WAITING


def _has_room(model: Model) -> bool:
    return model.hosting and model.table is not None and None in model.table.room.occupants


def _has_seat(model: Model) -> bool:
    """Whether the table under the cursor has a free seat."""
    under = model.lobby.tables[model.row] if model.lobby.tables and model.row < len(model.lobby.tables) else None
    return under is not None and under.people + under.bots < under.seats


def _on_computer(model: Model) -> bool:
    """Whether a host's cursor is on a computer player."""
    occupants = model.table.room.occupants if model.table is not None else []
    under = occupants[model.row] if model.row < len(occupants) else None
    return _can_host(model) and under is not None and under.bot is not None


def _may_sit(model: Model) -> bool:
    return model.table is not None and model.seat is None and None in model.table.room.occupants


def _may_call(model: Model) -> bool:
    with_play = uno_due(model) and (bool(playable(model)) or bool(model.hand.chain.cards) or not model.asked)
    return model.hand.uno or lists(model, CallUno) or with_play or may_claim(model) or may_owe(model)


def _may_chain(model: Model) -> bool:
    return may_add(model) and bool(playable(model))


def _catching(rules: RuleSet) -> bool:
    return rules.uno is Uno.CALL and rules.uno_penalty > 0 and rules.uno_caught_by is CaughtBy.OPPONENT


def _taken(model: Model) -> str | None:
    asked = model.waiting_for
    return _("take {n}").format(n=asked.penalty) if isinstance(asked, AnswerDrawFour | AnswerStack) else None


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
    return _("back") if model.start.at_home else None


def _several_pages(model: Model) -> bool:
    return model.invitation is not None and len(model.invitation.pages) > 1


def _several(model: Model) -> bool:
    return len(model.left) > 1


def _host_with(action: PersonAction, when: When = hosting) -> When:
    """True for a host with a player to do that with."""
    return lambda model: when(model) and bool(candidates(model, action))


def _key(
    intent: Intent,
    places: Scope | tuple[Scope, ...],
    label: str = "",
    what: str = "",
    *,
    keys: str = "",
    shown: str = "",
    when: When = lambda model: True,
    quiet: bool = False,
    under: Callable[[RuleSet], bool] = lambda rules: True,
    otherwise: Callable[[Model], str | None] = lambda model: None,
) -> Binding:
    """The keys of an intent in some places; what isn't given is the intent's, and the first key is shown."""
    names = tuple(" " if key == "space" else key for key in (keys or intent.keys).split())
    shown = shown or KEY_WORDS.get(names[0], names[0])
    places = places if isinstance(places, tuple) else (places,)
    label, what = label or intent.label, what or intent.help
    return Binding(intent, names, shown, label, what, places, when, quiet, under, otherwise)


def _item(
    intent: Intent, when: When = lambda model: True, otherwise: Callable[[Model], str | None] = lambda model: None
) -> Binding:
    """A line of the table's menu."""
    return _key(intent, Scope.MENU, when=when, quiet=True, otherwise=otherwise)


MENU = (
    _item(Intent.AWAY, seated, otherwise=lambda m: _("play again") if m.away else None),
    _item(Intent.TIME, seated),
    _item(
        Intent.PAUSE,
        hosting_a_game,
        otherwise=lambda m: _("resume") if m.table is not None and m.table.room.held else None,
    ),
    _item(
        Intent.LOCK, hosting, otherwise=lambda m: _("unlock") if m.table is not None and m.table.room.locked else None
    ),
    _item(Intent.CHANGE, hosting),
    _item(Intent.ADD_BOT, _has_room),
    _item(Intent.REMOVE_BOT, _host_with(PersonAction.REMOVE_BOT)),
    _item(Intent.MOVE, _host_with(PersonAction.MOVE, hosting_at_rest)),
    _item(Intent.SILENCE, _host_with(PersonAction.SILENCE)),
    _item(Intent.MUTE, lambda m: bool(candidates(m, PersonAction.MUTE))),
    _item(Intent.KICK, _host_with(PersonAction.KICK)),
    _item(Intent.BAN, _host_with(PersonAction.BAN)),
    _item(Intent.HAND_OVER, _host_with(PersonAction.HAND_OVER)),
    _item(Intent.END_GAME, hosting_a_game),
    _item(Intent.CLOSE_TABLE, hosting),
    _item(Intent.RULES),
    _item(Intent.INVITE, lambda m: not m.start.autostart),
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


LETTERS = (
    _key(Intent.SORT, Scope.LETTERS, quiet=True),
    _key(
        Intent.SPELL,
        Scope.LETTERS,
        quiet=True,
        when=lambda m: bool(playable(m)) or (on_turn(m) and not isinstance(m.waiting_for, PlayDrawn)),
    ),
    _key(
        Intent.TAKE,
        Scope.LETTERS,
        quiet=True,
        when=_may_take,
        otherwise=lambda m: _("pass") if lists(m, Pass) else None,
    ),
    _key(Intent.KEEP, Scope.LETTERS, quiet=True, when=lambda m: lists(m, Keep)),
    _key(Intent.CATCH, Scope.LETTERS, quiet=True, when=lambda m: bool(catches(m)), under=_catching),
    _key(
        Intent.UNO,
        Scope.LETTERS,
        quiet=True,
        when=lambda m: lists(m, CallUno) or (_free(m) and _may_call(m)),
        under=lambda rules: rules.uno is Uno.CALL,
        otherwise=lambda m: _("take UNO back") if m.hand.uno else None,
    ),
)
"""What the open question of M6 is answered by; the line above the bottom line shows it."""

BY_LETTER = (
    *LETTERS,
    _key(Intent.ADD, Scope.LETTERS, when=_may_chain, under=lambda rules: rules.several),
    _key(
        Intent.CHOOSE,
        Scope.LETTERS,
        N_("this card"),
        N_("play the card under the cursor; if you have none, take or keep a card"),
        when=_something_to_do,
        otherwise=_left_to_do,
    ),
    _key(
        Intent.CHOOSE,
        Scope.SPELLING,
        N_("this card"),
        N_("choose the card under the cursor, the colour that you hold most, or yes"),
        when=lambda m: _spells(m) or _confirms(m) or _names(m) is not None,
        otherwise=lambda m: _("yes") if _confirms(m) else _names(m),
    ),
    _key(Intent.LEFT, BY_LETTERS, quiet=True),
    _key(Intent.RIGHT, BY_LETTERS, shown="←→", when=_several),
    _key(Intent.UP, BY_LETTERS, N_("previous colour"), N_("jump to the previous colour"), keys="up", quiet=True),
    _key(Intent.DOWN, BY_LETTERS, N_("next colour"), N_("jump to the next colour"), keys="down", quiet=True),
    _key(Intent.BACK, Scope.SPELLING, what=N_("one step back")),
    _key(Intent.MENU, Scope.LETTERS, what=N_("the table's menu, where you can leave the table, too"), keys="escape"),
    _key(Intent.SAY, BY_LETTERS),
    _key(Intent.RULES, Scope.LETTERS, when=_free, quiet=True),
    _key(Intent.LEAVE, Scope.LETTERS, when=_free, otherwise=lambda m: _("quit") if m.start.autostart else None),
    _key(Intent.CHOOSE, Scope.OPENING, N_("go on"), N_("go on"), shown=N_("any key")),
)
"""The keys where letters belong to the open question (M6)."""

BINDINGS = (
    *BY_LETTER,
    # Enter has just been pressed to connect: pressed twice, it would compare no words.
    _key(
        Intent.TRUST,
        Scope.TRUST,
        when=lambda m: isinstance(m.question, Doubt) and not m.question.stops,
        otherwise=lambda m: _("send it") if isinstance(m.question, Doubt) and not m.question.fingerprint else None,
    ),
    _key(Intent.BACK, Scope.TRUST, what=N_("connect to nobody"), keys="escape n q"),
    # Every yes costs cards or the seat: Enter, pressed before it is read, is not one.
    _key(Intent.YES, Scope.CONFIRM, otherwise=lambda m: m.question.yes if isinstance(m.question, YesNo) else None),
    _key(Intent.NO, Scope.CONFIRM),
    _key(Intent.BACK, Scope.HELP, what=N_("close this page"), keys="escape f1 ? q enter"),
    _key(Intent.BACK, Scope.RULES, what=N_("close this page"), keys="escape q enter"),
    _key(Intent.BACK, Scope.REASONS, what=N_("back to your cards"), keys="escape q enter n"),
    _key(Intent.LEFT, Scope.REASONS, keys="left h", quiet=True),
    _key(Intent.RIGHT, Scope.REASONS, keys="right l", shown="←→", when=lambda m: not m.reading.every and _several(m)),
    _key(
        Intent.RIGHT, Scope.QR, N_("other address"), N_("next address"), keys="right l", shown="←→", when=_several_pages
    ),
    _key(
        Intent.LEFT,
        Scope.QR,
        N_("other address"),
        N_("previous address"),
        keys="left h",
        when=_several_pages,
        quiet=True,
    ),
    _key(Intent.INVERT, Scope.QR),
    _key(Intent.BACK, Scope.QR, what=N_("close this page"), keys="escape q enter"),
    _key(Intent.INVITE, Scope.HOSTED),
    # It is said above, with how others join.
    _key(Intent.INVITE, Scope.WAITING, when=lambda m: not m.start.autostart, quiet=True),
    _key(Intent.COPY, Scope.HOSTED),
    _key(Intent.COPY, Scope.WAITING, when=lambda m: not m.start.autostart, quiet=True),
    _key(Intent.OLDER, _READING, quiet=True),
    _key(Intent.NEWER, (Scope.HELP, Scope.RULES), shown="Space", when=lambda m: m.reading.rows > 0),
    _key(
        Intent.NEWER,
        Scope.REASONS,
        shown="Space",
        when=lambda m: m.reading.rows > 0 or not m.reading.every,
        otherwise=lambda m: None if m.reading.every else _("all reasons"),
    ),
    _key(Intent.FIRST, _READING, quiet=True),
    _key(Intent.LAST, _READING, quiet=True),
    _key(Intent.UP, _FORMS, N_("previous"), keys="up s-tab pageup", quiet=True),
    _key(Intent.DOWN, _FORMS, N_("lines"), keys="down tab pagedown", shown="↑↓"),
    _key(Intent.LEFT, _TABLE_FORMS, N_("less"), N_("previous choice"), quiet=True),
    _key(Intent.RIGHT, _TABLE_FORMS, N_("change"), N_("next choice"), shown="←→"),
    _key(
        Intent.CHOOSE,
        Scope.CONNECT,
        N_("connect"),
        N_("connect to the game under the cursor, or to the address you typed"),
        otherwise=lambda m: None if m.picker.picked is None else _("join"),
    ),
    _key(Intent.CHOOSE, Scope.DOOR),
    _key(Intent.PICK, Scope.DOOR, what=N_("choose that line"), shown="1-7", quiet=True),
    _key(Intent.UP, Scope.DOOR, quiet=True),
    _key(Intent.DOWN, Scope.DOOR, shown="↑↓"),
    _key(
        Intent.BACK,
        Scope.DOOR,
        N_("quit"),
        N_("quit; where something is asked, back"),
        keys="q escape",
        otherwise=lambda m: _("back") if m.door.asks else None,
    ),
    _key(Intent.CHOOSE, Scope.HOSTED, N_("go in"), N_("go in: open a table, or join one")),
    _key(Intent.BACK, Scope.HOSTED, what=N_("back; the server goes on"), keys="escape q"),
    _key(Intent.CHOOSE, Scope.SETTINGS, N_("done"), N_("keep the settings, and go back")),
    _key(Intent.BACK, Scope.SETTINGS, N_("done"), N_("keep the settings, and go back"), quiet=True),
    _key(Intent.CHOOSE, Scope.CREATE, N_("open"), N_("open the table and sit down")),
    _key(Intent.BACK, Scope.CREATE),
    _key(Intent.CHOOSE, Scope.CHANGE, N_("apply"), N_("apply the changes")),
    _key(Intent.BACK, Scope.CHANGE),
    _key(Intent.CHOOSE, Scope.TYPING, N_("send"), N_("send it")),
    _key(Intent.BACK, Scope.TYPING),
    _key(Intent.PICK, Scope.SOMEBODY, shown="1-9", quiet=True),
    _key(Intent.UP, Scope.SOMEBODY, quiet=True),
    _key(Intent.UP, Scope.MENU, keys="up", quiet=True),
    _key(Intent.DOWN, Scope.SOMEBODY, shown="↑↓"),
    _key(Intent.CHOOSE, Scope.SOMEBODY, what=N_("choose the player under the cursor")),
    _key(Intent.BACK, Scope.SOMEBODY, what=N_("back to the menu")),
    *MENU,
    _key(Intent.DOWN, Scope.MENU, keys="down", shown="↑↓"),
    _key(Intent.CHOOSE, Scope.MENU),
    _key(Intent.BACK, Scope.MENU, what=N_("close the menu"), keys="escape m"),
    _key(Intent.AWAY, Scope.AWAY, N_("play again"), N_("take your seat back from the computer player"), keys="enter a"),
    _key(Intent.UP, Scope.TABLES, quiet=True),
    _key(Intent.UP, Scope.WAITING, what=N_("the seat above"), quiet=True),
    _key(Intent.DOWN, Scope.TABLES, shown="↑↓"),
    _key(Intent.DOWN, Scope.WAITING, what=N_("the seat below"), shown="↑↓", when=_can_host),
    _key(Intent.CHOOSE, Scope.TABLES, N_("join"), N_("sit down at the table"), when=_has_seat),
    _key(Intent.RULES, (Scope.TABLES, Scope.WAITING), when=lambda m: bool(m.lobby.tables) or m.table is not None),
    _key(Intent.RULES, (*_HAND_KEYS, Scope.VOTE, Scope.WATCHING, Scope.AWAY, Scope.RESULT), quiet=True),
    _key(Intent.WATCH, Scope.TABLES, when=lambda m: bool(m.lobby.tables)),
    _key(Intent.CODE, Scope.TABLES),
    _key(Intent.NEW_TABLE, Scope.TABLES),
    _key(Intent.REFRESH, Scope.TABLES, quiet=True),
    _key(
        Intent.READY,
        Scope.WAITING,
        shown="Enter",
        when=between_deals,
        otherwise=lambda m: _("begin") if m.start.autostart else None,
    ),
    _key(Intent.START, Scope.WAITING, when=lambda m: _can_host(m) and not m.start.autostart),
    _key(Intent.MENU, Scope.WAITING),
    _key(Intent.ADD_BOT, Scope.WAITING, when=lambda m: _can_host(m) and _has_room(m)),
    _key(
        Intent.REMOVE_BOT,
        Scope.WAITING,
        N_("remove"),
        N_("remove the computer player under the cursor (host)"),
        keys="x delete",
        when=_on_computer,
    ),
    _key(Intent.COLOUR, Scope.COLOUR, shown="r y g b"),
    _key(
        Intent.COLOUR,
        Scope.COLOUR,
        N_("orange"),
        N_("orange, the same as y"),
        keys="o",
        under=lambda rules: rules.fourth_colour is FourthColour.ORANGE,
        quiet=True,
    ),
    _key(Intent.LEFT, Scope.COLOUR, what=N_("previous colour"), keys="left h", quiet=True),
    _key(Intent.RIGHT, Scope.COLOUR, N_("move"), N_("next colour"), keys="right l", shown="←→"),
    _key(Intent.CHOOSE, Scope.COLOUR, N_("pick"), N_("name the colour under the cursor")),
    _key(Intent.PICK, Scope.PLAYER, shown="1-9"),
    _key(Intent.UP, Scope.PLAYER, N_("before"), N_("previous player"), keys="up left k h", shown="←", quiet=True),
    _key(Intent.DOWN, Scope.PLAYER, what=N_("next player"), keys="down right j l", shown="←→"),
    _key(Intent.CHOOSE, Scope.PLAYER, what=N_("choose the player under the cursor")),
    _key(
        Intent.BACK,
        (Scope.COLOUR, Scope.PLAYER),
        what=N_("keep the card after all"),
        when=lambda m: m.question is not None,
    ),
    _key(Intent.PICK, Scope.VOTE, N_("vote"), N_("vote for that rule"), shown="1-3", when=lambda m: bool(ballot(m))),
    _key(Intent.UP, Scope.VOTE, N_("before"), N_("previous rule"), quiet=True),
    _key(Intent.DOWN, Scope.VOTE, what=N_("next rule"), shown="↑↓", when=lambda m: bool(ballot(m))),
    _key(
        Intent.CHOOSE, Scope.VOTE, N_("vote"), N_("vote for the rule under the cursor"), when=lambda m: bool(ballot(m))
    ),
    _key(Intent.ACCEPT, _PENALTY, when=_choice_of(Accept), otherwise=_taken),
    _key(Intent.CHALLENGE, Scope.CHALLENGE, when=lambda m: lists(m, Challenge)),
    _key(
        Intent.CHOOSE,
        (Scope.HAND, Scope.DRAWN),
        N_("play"),
        N_("play the card under the cursor; if you have none, draw, keep the card you drew, or pass"),
        when=_something_to_do,
        otherwise=_left_to_do,
    ),
    _key(
        Intent.CHOOSE,
        _PENALTY,
        N_("pass it on"),
        N_("pass the penalty on with the card under the cursor; if that is all there is to do, take it"),
        when=_something_to_do,
        under=lambda rules: rules.stacking is not Stacking.OFF,
        otherwise=_left_to_do,
    ),
    _key(Intent.CHOOSE, Scope.KEEP, N_("keep"), N_("keep the card under the cursor")),
    _key(Intent.CHOOSE, Scope.PASS, N_("give"), N_("pass on the card under the cursor")),
    _key(
        Intent.CHOOSE,
        Scope.OWN_RULE,
        N_("done"),
        N_("confirm that you did what the host's own rule says"),
        when=_something_to_do,
    ),
    _key(Intent.CHOOSE, Scope.CHAIN, N_("play all"), N_("play them all")),
    _key(Intent.ADD, (Scope.HAND, Scope.STACK, Scope.CHALLENGE), when=_may_chain, under=lambda rules: rules.several),
    _key(Intent.ADD, Scope.CHAIN, N_("add"), N_("add the card under the cursor"), when=lambda m: bool(playable(m))),
    _key(Intent.UNDO, Scope.CHAIN),
    _key(Intent.BACK, Scope.CHAIN, N_("undo all"), N_("take them all back")),
    _key(Intent.DRAW, Scope.HAND, when=_choice_of(Draw)),
    _key(Intent.KEEP, Scope.DRAWN, when=_choice_of(Keep)),
    _key(Intent.PASS, Scope.HAND, when=_choice_of(Pass)),
    _key(
        Intent.UNO,
        _HAND_KEYS,
        what=N_("call UNO: just before you play your next-to-last card ({key} again takes it back), or right after"),
        when=_may_call,
        under=lambda rules: rules.uno is Uno.CALL,
        otherwise=lambda m: _("take UNO back") if m.hand.uno else None,
    ),
    _key(Intent.CATCH, _HAND_KEYS, when=lambda m: bool(catches(m)), under=_catching),
    _key(Intent.LEFT, AT_CARDS, keys="left h", quiet=True),
    _key(Intent.RIGHT, AT_CARDS, keys="right l", shown="←→", when=_several),
    _key(
        Intent.WHY,
        (Scope.HAND, Scope.CHAIN, Scope.DRAWN, *_PENALTY),
        when=lambda m: m.asked and len(playable(m)) < len(set(m.left)),
    ),
    _key(Intent.SEEK, AT_CARDS, shown="r5", when=lambda m: len(m.cards) > 3, quiet=True),
    _key(Intent.ORDER, AT_CARDS, when=_several, quiet=True),
    _key(Intent.UP, AT_CARDS, N_("previous colour"), N_("jump to the previous colour"), keys="up", quiet=True),
    _key(Intent.DOWN, AT_CARDS, N_("next colour"), N_("jump to the next colour"), keys="down", quiet=True),
    _key(
        Intent.READY,
        Scope.RESULT,
        N_("next round"),
        N_("ready for the next round, or for a rematch"),
        shown="Enter",
        when=between_deals,
        otherwise=lambda m: None if m.phase is RoomPhase.BETWEEN_ROUNDS else _("rematch"),
    ),
    _key(Intent.OLDER, AT_TABLE, N_("older"), N_("older log lines"), keys="pageup", quiet=True),
    _key(Intent.NEWER, AT_TABLE, N_("newer"), N_("newer log lines"), keys="pagedown", quiet=True),
    _key(Intent.SIT, (Scope.WATCHING, Scope.WAITING, Scope.RESULT), when=_may_sit),
    _key(
        Intent.SAY,
        tuple(place for place in CHATTING if place not in BY_LETTERS),
        what=N_("chat with the table, or in the lobby with everyone there; / starts a command"),
        keys="t /",
    ),
    _key(Intent.SEND, Scope.SAYING, otherwise=_emptied),
    _key(Intent.CLOSE_LINE, Scope.SAYING),
    _key(Intent.EARLIER, Scope.SAYING, when=lambda m: bool(m.chat.said)),
    _key(Intent.LATER, Scope.SAYING, quiet=True),
    _key(Intent.COMPLETE, Scope.SAYING),
    _key(Intent.REACT, (*AT_TABLE, Scope.SAYING), shown="F2-F9", quiet=True),
    _key(Intent.MENU, tuple(place for place in _TABLE_KEYS if place is not Scope.WAITING)),
    _key(
        Intent.LEAVE,
        (*_TABLE_KEYS, Scope.MENU),
        what=N_("leave the table; in a solo game, quit"),
        otherwise=lambda m: _("quit") if not m.start.at_home and (m.start.autostart or m.link.lost) else None,
    ),
    _key(
        Intent.LEAVE,
        (Scope.HAND, Scope.WAITING, Scope.RESULT, Scope.WATCHING),
        what=N_("the same, where you came from the front door"),
        keys="escape",
        when=lambda m: m.start.at_home,
        quiet=True,
    ),
    _key(Intent.QUIT, Scope.TABLES, otherwise=_to_the_door),
    _key(Intent.QUIT, Scope.CONNECT, keys="escape", otherwise=_to_the_door),
    _key(Intent.HELP, tuple(place for place in _OPEN if place is not Scope.HELP)),
    _key(Intent.HELP, TYPED_INTO, keys="f1", shown="F1"),
    _key(Intent.CLEAR, TYPED_INTO, quiet=True),
    _key(Intent.QUIT, tuple(Scope), keys="c-c c-q", quiet=True),
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
    return bindings_with(model.settings.keys) if model.settings.keys else BINDINGS


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
    if being_dealt(model) or (model.link.lost and place in AT_TABLE):
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
