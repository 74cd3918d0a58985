"""Tables described in words: open one, or change the player's own."""

from collections.abc import Callable, Sequence
from functools import partial

from uno_client.core import forms
from uno_client.core.actions.action import Action, Who
from uno_client.core.actions.asks import TextAsk, line, never
from uno_client.core.actions.described import (
    CHANGED,
    BadOption,
    Described,
    change_of,
    new_table,
    read_described,
    split_name,
    with_password,
)
from uno_client.core.model import Model
from uno_client.core.model.question import FormField, GivenAnswers, Pending
from uno_client.core.navigation import Scope
from uno_client.core.requests import Step, hint, say, still, want
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_client.wording.rule_sets import read_sets, vain_text, words_of
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.room import rules_of


def _create(model: Model, answers: GivenAnswers) -> Step:
    name, rest = split_name((answers.text or "").split())
    if not name:
        return hint(model, _("For example: create Kitchen seats=3 rules=street seconds=off password=secret"))

    def opened(said: Described) -> net.CreateTable:
        return net.CreateTable(id=1, name=name, new=new_table(model.start.new, said))

    try:
        said = read_described(rest, read_sets(model.settings.rule_sets))
        new = opened(said).new
    except BadOption as fault:
        return hint(model, str(fault))
    vain = vain_text(rules_of(new.preset, new.options, new.own_text), said.rule_words)
    return _asked(model, Pending("create", answers, 1), said, opened, vain)


def _change(model: Model, answers: GivenAnswers) -> Step:
    if model.table is None:
        return still(model)
    room = model.table.room
    try:
        said = read_described(list(words_of(answers.text or "")), read_sets(model.settings.rule_sets), CHANGED)
        request = change_of(room, said)
    except BadOption as fault:
        return hint(model, str(fault))
    vain = ""
    if said.rule_words:  # the rules that there are may be unknown here
        own_text = room.own_text if request.own_text is None else request.own_text
        vain = vain_text(rules_of(request.preset or room.preset, request.options or {}, own_text), said.rule_words)
    return _asked(model, Pending("change", answers, 1), said, partial(change_of, room), vain)


def _asked(model: Model, asked: Pending, said: Described, made: Callable[[Described], net.Request], vain: str) -> Step:
    """Send what was said, after its password if that is to be typed; tell what is in vain."""
    model = say(model, vain) if vain else model
    secret = asked.answers.secret
    if said.asks_password and secret is None:
        return still(replace(model, question=replace(asked, field=_password(model, asked.answers))))
    return want(model, Ask(made(said if secret is None else with_password(said, secret))))


def _password(model: Model, answers: GivenAnswers) -> FormField:
    name = split_name((answers.text or "").split())[0] if model.table is None else model.table.room.name
    return replace(forms.password_field(name), hint="")


def _whole(_model: Model, words: Sequence[str]) -> GivenAnswers:
    return GivenAnswers(text=" ".join(words) or None)


_SECRET = TextAsk(_password, secret=True, due=never)

CREATE = Action(
    "create",
    N_("new table"),
    N_("open a table and sit down"),
    _create,
    Who.IN_LOBBY,
    asks=(TextAsk(line(N_("Name of the table"), N_("For example: Kitchen"))), _SECRET),
    usage="NAME [seats=4] [rules=street] [option=value…] [bots=2:hard] [pace=calm] [seconds=30|off] "
    "[password] [unlisted] [nowatching] [showhands]",
    typing=N_(
        "bots: how many, and how well they play; pace: how long they take; password alone: type it on the next line; "
        "unlisted: join by code only; showhands: show all hands after each round; presets, options and levels tell "
        "what there is to choose from"
    ),
    key="n",
    where=(Scope.TABLES,),
    reads=_whole,
)
CHANGE = Action(
    "change",
    N_("change"),
    N_("change the table: rules, seats, time limit, pace, password, spectators (host)"),
    _change,
    Who.HOST,
    asks=(
        TextAsk(line(N_("What to change"), N_("For example: rules=street stacking=any seats=3 seconds=off"))),
        _SECRET,
    ),
    usage="WHAT=VALUE…",
    typing=N_(
        "option=value, rules=, seats=, seconds=, password=, locked=yes, listed=no, watching=no, show_hands=yes, "
        "pace=calm"
    ),
    key="c",
    menu=True,
    reads=_whole,
)
