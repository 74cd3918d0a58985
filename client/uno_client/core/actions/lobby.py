"""What is done with tables: look for one, sit down at it, watch it; open or change one as a typed line says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace as with_fields

from uno_client.address import SCHEME, AddressFault, parse_address
from uno_client.config import PACES, RUN, read_bots, takes_text
from uno_client.core import forms
from uno_client.core.actions.action import Action, TextAsk, Who, labelled, line, never, send
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import FormField, GivenAnswers, Pending
from uno_client.core.people import Unclear
from uno_client.core.requests import Step, hint, say, still, want
from uno_client.messages import Ask
from uno_client.preferences import Wrong, either, one_of
from uno_client.structs import replace
from uno_client.wording.levels import USUAL
from uno_client.wording.rule_sets import read_line, read_sets, vain_text, words_of
from uno_client.wording.tables import too_many_bots
from uno_engine.language import N_, _
from uno_engine.levels import BotLevel
from uno_engine.options import MEANINGLESS
from uno_engine.presets import new_rules
from uno_engine.rules import OWN_TEXT, RuleSet, RulesRefused
from uno_engine.rules import TABLE as OPTIONS
from uno_protocol import messages as net
from uno_protocol.labels import LABELS, worded
from uno_protocol.room import Room, own_text_of, rules_of, with_text
from uno_protocol.wording.options import meant, near

CODE_LENGTH = 4


class _Described(Struct, frozen=True):
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
    "show_hands": ("show_hands", _yes, "no"),
    "showhands": ("show_hands", _yes, "no"),
    "programs": ("programs", _yes, "no"),
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
    "noprograms": ("programs", False),
    "programs": ("programs", True),
    "locked": ("locked", True),
    "unlocked": ("locked", False),
    "password": ("asks_password", True),
    "nopassword": ("password", ""),
}


def _split_name(words: Sequence[str]) -> tuple[str, Sequence[str]]:
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


def _read_described(model: Model, answers: GivenAnswers, words: Sequence[str], keys: Keys) -> _Described:
    """What these words (of `words_of`) say of a table, with the password that was typed behind. Raises ValueError."""
    sets = read_sets(model.settings.rule_sets)
    found: dict[str, Any] = {}
    options: dict[str, str] = {}
    typed: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        key = key.lower().replace("-", "_")
        if not equals and key in _FLAGS:
            found |= [_FLAGS[key]]
        elif equals and key in ("rules", "preset"):
            line = sets[value] if value in sets else read_line(value, sets)
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
            raise ValueError(_unknown(word, key, bool(equals)))
    found |= {} if answers.secret is None else {"password": answers.secret}
    own = {key: found.pop(key) for key in _Described.__struct_fields__ if key in found}
    return _Described(options=options or None, rest=found, rule_words=tuple(typed), **own)


def _checked(key: str, value: str, read: Callable[[str], object]) -> Any:
    try:
        return read(value)
    except Wrong as fault:
        raise ValueError(f"{takes_text(key, str(fault), value)}.") from None
    except ValueError as fault:
        raise ValueError(f"{key}={value}: {fault}{meant(key, value)}.") from None


def _unknown(word: str, key: str, equals: bool) -> str:
    if not equals and (key in OPTIONS or key in NEW):
        example = OPTIONS[key].choices[0] if key in OPTIONS else NEW[key][2]
        return worded("no_value", key=key, example=example)
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


def _new_table(usual: net.NewTable, said: _Described) -> net.NewTable:
    """How a table is to be opened: as usual, but for what was said. Raises ValueError."""
    name = said.preset or usual.preset
    usually = {} if said.preset is not None else with_text(usual.options, usual.own_text)
    options = {**usually, **(said.options or {})}
    bots: list[BotLevel] = list(usual.bots if said.bots is None else said.bots)
    seats, players = said.seats, _rules(name, options, said.options).players
    if seats is None:  # a book for two is opened for two
        seats = max(players.least, min(max(usual.seats, len(bots) + 1), players.most))
    if len(bots) >= seats:
        raise ValueError(too_many_bots(len(bots), seats))
    if "locked" in said.rest:
        raise ValueError(_("A new table is open; type lock when everyone is there."))
    own_text = options.pop(OWN_TEXT, "")
    new = {"seats": seats, "preset": name, "own_text": own_text, "options": options, "bots": bots}
    return with_fields(usual, **{**new, **said.rest})


def _change_of(room: Room, said: _Described) -> net.ChangeTable:
    """What the host wants changed (its id is still to be set): options come on top of those in force, unless another
    preset is named. Raises ValueError."""
    if said.bots is not None:
        raise ValueError(_("To add or remove computer players: bot, unbot NAME."))
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
    changed = net.ChangeTable(id=1, preset=said.preset, options=options, own_text=own_text, seats=said.seats)
    return with_fields(changed, **said.rest)


def _rules(name: str, options: Mapping[str, str], said: Mapping[str, str] | None) -> RuleSet:
    """The rules of a preset with these options. `said`: those that were typed, which must not be in vain."""
    try:
        rules = new_rules(name, options)
    except RulesRefused as refused:
        raise ValueError(f"{refused}.") from None
    if OWN_TEXT in (said or {}) and MEANINGLESS[OWN_TEXT](rules):
        raise ValueError(_("own_text needs customizable_rule=own and Customizable cards, as in extra=0,0,3."))
    return rules


def _called(model: Model, words: Sequence[str]) -> GivenAnswers:
    """The name or code of a table (in the list, or in capitals), and its password if one follows. Raises Unclear."""
    if words and words[0].lower().startswith(SCHEME):
        try:
            return _answers((parse_address(words[0]).table or "",), words[1:])
        except AddressFault as fault:
            raise Unclear(str(fault)) from None
    for at, word in enumerate(words):
        if at and word.lower().startswith("password="):
            return _answers(words[:at], (word[len("password=") :], *words[at + 1 :]))
    known = {word.casefold() for table in model.lobby.tables or () for word in (table.name, table.code)}
    for length in range(len(words), 0, -1):
        if " ".join(words[:length]).casefold() in known:
            return _answers(words[:length], words[length:])
    if len(words) > 1 and len(words[0]) == CODE_LENGTH and words[0].isalpha() and words[0].isupper():
        return _answers(words[:1], words[1:])
    return _answers(words)


def _answers(name: Sequence[str], password: Sequence[str] = ()) -> GivenAnswers:
    return GivenAnswers(text=" ".join(name) or None, secret=" ".join(password) or None)


def _password(model: Model, answers: GivenAnswers) -> FormField:
    wanted = answers.text or ""
    called = next((line.name for line in model.lobby.tables or () if line.code == wanted), wanted)
    return forms.password_field(called)


def asks_password(model: Model, request: net.JoinTable | net.SpectateTable, typed: str = "") -> Pending:
    """The question for the password of the table that is to be entered, with what has been typed of it."""
    action, answers = "join" if isinstance(request, net.JoinTable) else "watch", GivenAnswers(text=request.table)
    return Pending(action, answers, 1, field=replace(_password(model, answers), value=typed))


def _under_cursor(model: Model) -> GivenAnswers:
    tables = model.lobby.tables or ()
    return GivenAnswers(text=tables[model.row].code if model.row < len(tables) else None)


def _create(model: Model, answers: GivenAnswers) -> Step:
    name, rest = _split_name((answers.text or "").split())
    if not name:
        return hint(model, _("For example: create Kitchen seats=3 rules=street seconds=off password=secret"))
    try:
        said = _read_described(model, answers, rest, NEW)
        new = _new_table(model.start.new, said)
    except ValueError as fault:
        return hint(model, str(fault))
    vain = vain_text(rules_of(new.preset, new.options, new.own_text), said.rule_words)
    return _asked(model, Pending("create", answers, 1), said, net.CreateTable(id=1, name=name, new=new), vain)


def _change(model: Model, answers: GivenAnswers) -> Step:
    if (room := model.room) is None:
        return still(model)
    try:
        said = _read_described(model, answers, words_of(answers.text or ""), CHANGED)
        request = _change_of(room, said)
    except ValueError as fault:
        return hint(model, str(fault))
    vain = ""
    if said.rule_words:  # the rules that there are may be unknown here
        own_text = room.own_text if request.own_text is None else request.own_text
        vain = vain_text(rules_of(request.preset or room.preset, request.options or {}, own_text), said.rule_words)
    return _asked(model, Pending("change", answers, 1), said, request, vain)


def _asked(model: Model, asked: Pending, said: _Described, request: net.Request, vain: str) -> Step:
    """Send what was said, after its password if that is to be typed; tell what is in vain."""
    model = say(model, vain) if vain else model
    if said.asks_password and asked.answers.secret is None:
        return still(replace(model, question=replace(asked, field=_own_password(model, asked.answers))))
    return want(model, Ask(request))


def _own_password(model: Model, answers: GivenAnswers) -> FormField:
    name = _split_name((answers.text or "").split())[0] if model.room is None else model.room.name
    return replace(forms.password_field(name), hint="")


def _code(model: Model, _answers: GivenAnswers) -> FormField:
    none = _("No tables are listed; if you know of an unlisted one, type its four letters.")
    hint = none if model.lobby.tables == () else _("Four letters; ask anyone at the table.")
    return FormField("text", worded("code_or_name"), hint=hint, longest=60)


_ASKS = (TextAsk(_code), TextAsk(_password, "secret", never))
_SECRET = TextAsk(_own_password, "secret", never)

# A row is read as one.
# fmt: off
JOIN = Action(
    "join", N_("code"), N_("join a table by its code or its name"),
    send(lambda said: net.JoinTable(id=1, table=said.text or "", password=said.secret or "")), Who.IN_LOBBY, asks=_ASKS,
    usage="NAME [PASSWORD]", typing=N_("or by its uno:// address"), key="c", where=(Scope.TABLES,), reads=_called
)
LOBBY = (
    Action(
        "tables", N_("refresh"), N_("list the tables"),
        lambda model, _: want(replace(model, chat=replace(model.chat, lobby_due=True)), Ask(net.ListTables(id=1))),
        key="r", where=(Scope.TABLES,), quiet=True
    ),
    JOIN,
    Action(
        "watch", LABELS["watch"], N_("watch a table"),
        send(lambda said: net.SpectateTable(id=1, table=said.text or "", password=said.secret or "")), Who.IN_LOBBY,
        asks=_ASKS, usage="NAME [PASSWORD]", key="w", where=(Scope.TABLES,), reads=_called, here=_under_cursor
    ),
    Action(
        *labelled("sit"),
        lambda model, _answers: want(model, Ask(net.JoinTable(id=1, table=model.room.code if model.room else ""))),
        Who.AT_TABLE,
        lambda model: model.seat is None and None in model.occupants, key="e",
        where=(Scope.WATCHING, Scope.WAITING, Scope.RESULT)
    ),
)
CREATE = Action(
    "create", LABELS["create"], N_("open a table and sit down"), _create, Who.IN_LOBBY,
    asks=(TextAsk(line(N_("Name of the table"), N_("For example: Kitchen"))), _SECRET),
    usage="NAME [seats=4] [rules=street] [option=value…] [bots=2:hard] [pace=calm] [seconds=30|off] "
    "[password] [unlisted] [nowatching] [hidehands]",
    typing=N_(
        "bots: how many, and how well they play; pace: how long they take; password alone: type it on the next line; "
        "unlisted: join by code only; hidehands: keep hands closed after each round; presets, options and levels tell "
        "what there is to choose from"
    ),
    key="n", where=(Scope.TABLES,), reads=lambda _model, words: _answers(words)
)
CHANGE = Action(
    *labelled("change"),
    _change, Who.HOST,
    asks=(
        TextAsk(line(N_("What to change"), N_("For example: rules=street stacking=any seats=3 seconds=off"))), _SECRET
    ),
    usage="WHAT=VALUE…",
    typing=N_(
        "option=value, rules=, seats=, seconds=, password=, locked=yes, listed=no, watching=no, show_hands=no, "
        "programs=no, pace=calm"
    ),
    key="c", menu=True, reads=lambda _model, words: _answers(words)
)
# fmt: on
