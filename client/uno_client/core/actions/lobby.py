"""What is done in the lobby: look for a table, sit down at it, watch it."""

from collections.abc import Sequence

from uno_client.address import SCHEME, AddressFault, parse_address
from uno_client.core import forms
from uno_client.core.actions.action import Action, Who, send
from uno_client.core.actions.asks import TextAsk, never
from uno_client.core.model import Model
from uno_client.core.model.question import FormField, GivenAnswers, Pending
from uno_client.core.naming import Unclear
from uno_client.core.navigation import Scope
from uno_client.core.requests import Step, want
from uno_client.core.standing import watching
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_engine.language import N_, _
from uno_protocol import messages as net

CODE_LENGTH = 4


def _called(model: Model, words: Sequence[str]) -> GivenAnswers:
    """The name or code of a table, and its password if one follows. Raises Unclear.

    A name may have blanks: what is in the list is looked for first, then a code in capitals.
    """
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


def _code(_model: Model, _answers: GivenAnswers) -> FormField:
    label, hint = _("Code or name of the table"), _("Four letters; ask anyone at the table.")
    return FormField("table", label, hint=hint, longest=60)


def _password(model: Model, answers: GivenAnswers) -> FormField:
    wanted = answers.text or ""
    called = next((line.name for line in model.lobby.tables or () if line.code == wanted), wanted)
    return forms.password_field(called)


def asks_password(request: net.JoinTable | net.SpectateTable, called: str, typed: str = "") -> Pending:
    """The question for the password of the table `called` so that is to be entered, with what has been typed of it."""
    action = "join" if isinstance(request, net.JoinTable) else "watch"
    return Pending(action, GivenAnswers(text=request.table), 1, field=forms.password_field(called, typed))


def _under_cursor(model: Model) -> GivenAnswers:
    tables = model.lobby.tables or ()
    return GivenAnswers(text=tables[model.row].code if model.row < len(tables) else None)


def _list(model: Model, _answers: GivenAnswers) -> Step:
    return want(replace(model, chat=replace(model.chat, lobby_due=True)), Ask(net.ListTables(id=1)))


def _sit(model: Model, _answers: GivenAnswers) -> Step:
    return want(model, Ask(net.JoinTable(id=1, table="" if model.table is None else model.table.code)))


def _may_sit(model: Model) -> bool:
    return watching(model) and model.table is not None and None in model.table.room.occupants


_PASSWORD = TextAsk(_password, secret=True, due=never)
_ASKS = (TextAsk(_code), _PASSWORD)

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
        "sit", N_("take a seat"), N_("sit down at the table that you watch"), _sit, Who.AT_TABLE, _may_sit, key="e",
        where=(Scope.WATCHING, Scope.WAITING, Scope.RESULT)
    ),
)
# fmt: on
"""In the order of the help."""
