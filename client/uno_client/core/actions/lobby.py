"""What is done with tables: look for one, sit down at it, watch it; open one, or change the player's own."""

from collections.abc import Sequence

from uno_client.address import SCHEME, AddressFault, parse_address
from uno_client.core import described, forms
from uno_client.core.actions.action import Action, TextAsk, Who, line, never, send
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import FormField, GivenAnswers, Pending
from uno_client.core.people import Unclear
from uno_client.core.requests import Step, hint, say, still, want
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_client.wording.rule_sets import read_sets, vain_text, words_of
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.room import rules_of

CODE_LENGTH = 4


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


def _list(model: Model, _answers: GivenAnswers) -> Step:
    return want(replace(model, chat=replace(model.chat, lobby_due=True)), Ask(net.ListTables(id=1)))


def _create(model: Model, answers: GivenAnswers) -> Step:
    name, rest = described.split_name((answers.text or "").split())
    if not name:
        return hint(model, _("For example: create Kitchen seats=3 rules=street seconds=off password=secret"))
    try:
        said = _described(model, answers, rest, described.NEW)
        new = described.new_table(model.start.new, said)
    except described.BadOption as fault:
        return hint(model, str(fault))
    vain = vain_text(rules_of(new.preset, new.options, new.own_text), said.rule_words)
    return _asked(model, Pending("create", answers, 1), said, net.CreateTable(id=1, name=name, new=new), vain)


def _change(model: Model, answers: GivenAnswers) -> Step:
    if (room := model.room) is None:
        return still(model)
    try:
        said = _described(model, answers, list(words_of(answers.text or "")), described.CHANGED)
        request = described.change_of(room, said)
    except described.BadOption as fault:
        return hint(model, str(fault))
    vain = ""
    if said.rule_words:  # the rules that there are may be unknown here
        own_text = room.own_text if request.own_text is None else request.own_text
        vain = vain_text(rules_of(request.preset or room.preset, request.options or {}, own_text), said.rule_words)
    return _asked(model, Pending("change", answers, 1), said, request, vain)


def _described(model: Model, answers: GivenAnswers, words: Sequence[str], keys: described.Keys) -> described.Described:
    said = described.read_described(words, read_sets(model.settings.rule_sets), keys)
    return said if answers.secret is None else replace(said, rest={**said.rest, "password": answers.secret})


def _asked(model: Model, asked: Pending, said: described.Described, request: net.Request, vain: str) -> Step:
    """Send what was said, after its password if that is to be typed; tell what is in vain."""
    model = say(model, vain) if vain else model
    if said.asks_password and asked.answers.secret is None:
        return still(replace(model, question=replace(asked, field=_own_password(model, asked.answers))))
    return want(model, Ask(request))


def _own_password(model: Model, answers: GivenAnswers) -> FormField:
    name = described.split_name((answers.text or "").split())[0] if model.room is None else model.room.name
    return replace(forms.password_field(name), hint="")


def _code(model: Model, _answers: GivenAnswers) -> FormField:
    none = _("No tables are listed; if you know of an unlisted one, type its four letters.")
    hint = none if model.lobby.tables == () else _("Four letters; ask anyone at the table.")
    return FormField("text", _("Code or name of the table"), hint=hint, longest=60)


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
        "tables", N_("refresh"), N_("list the tables"), _list, key="r", where=(Scope.TABLES,), quiet=True
    ),
    JOIN,
    Action(
        "watch", N_("watch"), N_("watch a table"),
        send(lambda said: net.SpectateTable(id=1, table=said.text or "", password=said.secret or "")), Who.IN_LOBBY,
        asks=_ASKS, usage="NAME [PASSWORD]", key="w", where=(Scope.TABLES,), reads=_called, here=_under_cursor
    ),
    Action(
        "sit", N_("take a seat"), N_("sit down at the table that you watch"),
        lambda model, _answers: want(model, Ask(net.JoinTable(id=1, table=model.room.code if model.room else ""))),
        Who.AT_TABLE,
        lambda model: model.seat is None and None in model.occupants, key="e",
        where=(Scope.WATCHING, Scope.WAITING, Scope.RESULT)
    ),
)
CREATE = Action(
    "create", N_("new table"), N_("open a table and sit down"), _create, Who.IN_LOBBY,
    asks=(TextAsk(line(N_("Name of the table"), N_("For example: Kitchen"))), _SECRET),
    usage="NAME [seats=4] [rules=street] [option=value…] [bots=2:hard] [pace=calm] [seconds=30|off] "
    "[password] [unlisted] [nowatching] [showhands]",
    typing=N_(
        "bots: how many, and how well they play; pace: how long they take; password alone: type it on the next line; "
        "unlisted: join by code only; showhands: show all hands after each round; presets, options and levels tell "
        "what there is to choose from"
    ),
    key="n", where=(Scope.TABLES,), reads=lambda _model, words: _answers(words)
)
CHANGE = Action(
    "change", N_("change"), N_("change the table: rules, seats, time limit, pace, password, spectators (host)"),
    _change, Who.HOST,
    asks=(
        TextAsk(line(N_("What to change"), N_("For example: rules=street stacking=any seats=3 seconds=off"))), _SECRET
    ),
    usage="WHAT=VALUE…",
    typing=N_(
        "option=value, rules=, seats=, seconds=, password=, locked=yes, listed=no, watching=no, show_hands=yes, "
        "pace=calm"
    ),
    key="c", menu=True, reads=lambda _model, words: _answers(words)
)
# fmt: on
