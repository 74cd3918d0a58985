"""A table described in a typed line, as in `seats=4 rules=street stacking=any unlisted`. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace as with_fields

from uno_client.config import PACES, RUN, read_bots, takes_text
from uno_client.preferences import Wrong, either, one_of
from uno_client.wording.levels import USUAL
from uno_client.wording.options import meant, near
from uno_client.wording.rule_sets import RuleLine, read_line, words_of
from uno_client.wording.tables import too_many_bots
from uno_engine.language import _
from uno_engine.levels import BotLevel
from uno_engine.options import MEANINGLESS
from uno_engine.presets import new_rules
from uno_engine.rules import OWN_TEXT, RuleSet, RulesRefused
from uno_engine.rules import TABLE as OPTIONS
from uno_protocol.messages import ChangeTable, NewTable
from uno_protocol.room import Room, own_text_of, with_text


class BadOption(ValueError):
    """An option that does not describe a table; the message is one line for the person who typed it."""


class Described(Struct, frozen=True):
    """What was said about a table; None where nothing was."""

    preset: str | None = None
    options: Mapping[str, str] | None = None
    seats: int | None = None
    bots: tuple[BotLevel, ...] | None = None
    rest: Mapping[str, object] = field(default_factory=dict)
    """Other fields of the request, as they are sent."""
    asks_password: bool = False
    """`password` without a value: it is typed in the next line."""
    rule_words: tuple[str, ...] = ()
    """Every option of the rules as it was typed, also in a line of rules."""


def _yes(word: str) -> bool:
    if word in ("yes", "y", "on", "1", "true"):
        return True
    if word in ("no", "n", "off", "0", "false"):
        return False
    raise Wrong(either("yes", "no"))


def _line(word: str, sets: Mapping[str, RuleLine]) -> RuleLine:
    """A preset, a set that was saved, or a line of rules in quotes."""
    try:
        return sets[word] if word in sets else read_line(word, sets)
    except ValueError as fault:
        raise BadOption(str(fault)) from None


def _as_flag(option: str) -> Callable[[str], object]:
    """As the flag of that name is read."""
    return RUN[option].takes.read


def _seconds(word: str) -> object:
    return 0 if word in ("off", "none", "no") else _as_flag("turn_seconds")(word)


Keys = Mapping[str, tuple[str, Callable[[str], object], str]]
NEW: Keys = {
    "rules": ("preset", str, "street"),
    "preset": ("preset", str, "street"),
    "seats": ("seats", _as_flag("seats"), "4"),
    "seconds": ("turn_seconds", _seconds, "30"),
    "turn_seconds": ("turn_seconds", _seconds, "30"),
    "bots": ("bots", lambda word: tuple({"": USUAL}.get(each, each) for each in read_bots(word)), "2:hard"),
    "pace": ("bot_pause", _as_flag("bot_pause"), "calm"),
    "bot_pause": ("bot_pause", _as_flag("bot_pause"), "calm"),
    "password": ("password", str, "secret"),
    "listed": ("listed", _yes, "no"),
    "locked": ("locked", _yes, "yes"),
    "watching": ("watching", _yes, "no"),
    "show_hands": ("show_hands", _yes, "yes"),
    "showhands": ("show_hands", _yes, "yes"),
}
"""What can be said of a new table as `key=value` besides the options of the rules: the field, how it is
read, and an example. Another field is one of the request."""
CHANGED: Keys = {**NEW, **dict.fromkeys(("pace", "bot_pause"), ("pace", one_of(dict.fromkeys(PACES, "")).read, "calm"))}

_FLAGS: Mapping[str, tuple[str, object]] = {
    "unlisted": ("listed", False),
    "listed": ("listed", True),
    "nowatching": ("watching", False),
    "watching": ("watching", True),
    "showhands": ("show_hands", True),
    "hidehands": ("show_hands", False),
    "locked": ("locked", True),
    "unlocked": ("locked", False),
    "password": ("asks_password", True),
    "nopassword": ("password", ""),
}


def split_name(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The name in front (the first word in any case; `"` keeps all of it), and the words that describe the table."""
    line = " ".join(words)
    if line.startswith('"') and '"' in line[1:]:
        name, _quote, rest = line[1:].partition('"')
        return name.strip(), list(words_of(rest))
    words = list(words_of(line))
    at = len(words)
    while at > 1 and ("=" in words[at - 1][1:] or words[at - 1].lower() in _FLAGS):
        at -= 1
    return " ".join(words[:at]), words[at:]


def read_described(words: Sequence[str], sets: Mapping[str, RuleLine], keys: Keys) -> Described:
    """What these words (of `words_of`) say of a table; `sets`: the player's own sets of rules. Raises Unreadable."""
    found: dict[str, Any] = {}
    options: dict[str, str] = {}
    typed: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        key = key.lower().replace("-", "_")
        if not equals and key in _FLAGS:
            found |= [_FLAGS[key]]
        elif equals and key in ("rules", "preset"):
            line = _line(value, sets)
            found["preset"], options = line.preset, {**line.options, **options}
            typed += list(words_of(value))[1:]
        elif equals and key in OPTIONS:
            options[key] = OPTIONS[key].word(value)
            _checked(key, options[key], OPTIONS[key].read)
            typed.append(word)
        elif equals and key in keys:
            field, read, _example = keys[key]
            found[field] = _checked(key, value if field == "password" else value.lower(), read)
        else:
            raise BadOption(_unknown(word, key, bool(equals)))
    own = {key: found.pop(key) for key in Described.__struct_fields__ if key in found}
    return Described(options=options or None, rest=found, rule_words=tuple(typed), **own)


def _checked(key: str, value: str, read: Callable[[str], object]) -> Any:
    try:
        return read(value)
    except Wrong as fault:
        raise BadOption(f"{takes_text(key, str(fault), value)}.") from None
    except ValueError as fault:
        raise BadOption(f"{key}={value}: {fault}{meant(key, value)}.") from None


def _unknown(word: str, key: str, equals: bool) -> str:
    if not equals and (key in OPTIONS or key in NEW):
        example = OPTIONS[key].choices[0] if key in OPTIONS else NEW[key][2]
        return _("What value for {key}? For example: {key}={example}").format(key=key, example=example)
    return _nothing(word, key, [*NEW, *OPTIONS, *_FLAGS])


def no_rule(word: str) -> str:
    """A sentence saying that `word` is no rule, and what it is instead or which rule was probably meant."""
    key = word.lower()
    if key in NEW or key in _FLAGS:
        example = f"{key}={NEW[key][2]}" if key in NEW else key
        return _("{word} is no rule, but is set for a table. For example: {example}").format(word=key, example=example)
    return _nothing(word, key, OPTIONS)


def _nothing(word: str, key: str, known: Iterable[str]) -> str:
    """A sentence saying that `word` is no table setting, and which of the known keys was probably meant."""
    if said := near(key, known):
        return _("{word!r} isn't a table setting").format(word=word) + said + "."
    return _("{word!r} isn't a table setting. Type help create to see what you can set.").format(word=word)


def new_table(usual: NewTable, said: Described) -> NewTable:
    """How a table is to be opened: as usual, but for what was said. Raises Unreadable."""
    name = said.preset or usual.preset
    usually = {} if said.preset is not None else with_text(usual.options, usual.own_text)
    options = {**usually, **(said.options or {})}
    bots: list[BotLevel] = list(usual.bots if said.bots is None else said.bots)
    seats, players = said.seats, _rules(name, options, said.options).players
    if seats is None:  # a book for two is opened for two
        seats = max(players.least, min(max(usual.seats, len(bots) + 1), players.most))
    if len(bots) >= seats:
        raise BadOption(too_many_bots(len(bots), seats))
    if "locked" in said.rest:
        raise BadOption(_("A new table is open; type lock when everyone is there."))
    own_text = options.pop(OWN_TEXT, "")
    new = {"seats": seats, "preset": name, "own_text": own_text, "options": options, "bots": bots}
    return with_fields(usual, **{**new, **said.rest})


def change_of(room: Room, said: Described) -> ChangeTable:
    """What the host wants changed (its id is still to be set): options come on top of those in force, unless another
    preset is named. Raises Unreadable."""
    if said.bots is not None:
        raise BadOption(_("To add or remove computer players: bot, unbot NAME."))
    options = None if said.options is None else dict(said.options)
    own_text = None
    if options is not None and said.preset is None:
        options = {**with_text(room.options, room.own_text), **options}
    if said.preset is not None or options is not None:
        rules = _rules(said.preset or room.preset, options or {}, said.options)
        own_text = own_text_of(rules)
    if options is not None:
        options.pop(OWN_TEXT, "")
    kept = own_text == (room.own_text or "") and not (said.preset is not None and own_text)
    own_text = None if kept else own_text
    changed = ChangeTable(id=1, preset=said.preset, options=options, own_text=own_text, seats=said.seats)
    return with_fields(changed, **said.rest)


def _rules(name: str, options: Mapping[str, str], said: Mapping[str, str] | None = None) -> RuleSet:
    """The rules of a preset with these options. `said`: those that were typed, which must not be in vain."""
    try:
        rules = new_rules(name, options)
    except RulesRefused as refused:
        raise BadOption(f"{refused}.") from None
    if OWN_TEXT in (said or {}) and MEANINGLESS[OWN_TEXT](rules):
        raise BadOption(_("own_text needs customizable_rule=own and Customizable cards, as in extra=0,0,3."))
    return rules
