"""The dialogue: how an action that was begun asks for what it needs, one question after the other, in both faces."""

from collections.abc import Mapping, Sequence

from uno_client.core import forms
from uno_client.core.actions.action import NOBODY, Action, Ask, PickAsk
from uno_client.core.actions.hand import HAND
from uno_client.core.actions.host import HOST
from uno_client.core.actions.lobby import CHANGE, CREATE, LOBBY
from uno_client.core.actions.play import PLAY
from uno_client.core.actions.seats import LEAVE, QUIT, SEATS
from uno_client.core.actions.talk import TALK
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import Form, GivenAnswers, Pending, Question, Somebody, YesNo
from uno_client.core.people import Unclear
from uno_client.core.requests import Step, hint, still
from uno_client.messages import Key, Typed
from uno_client.structs import replace
from uno_engine.decisions import ChoosePlayer, Decision, NameColour, Vote
from uno_engine.language import _

ROWS: Mapping[str, Action] = {
    each.name: each for each in (*HAND, *PLAY, *LOBBY, CREATE, *SEATS, *TALK, CHANGE, *HOST, LEAVE, QUIT)
}


def begin(model: Model, action: Action, answers: GivenAnswers = GivenAnswers()) -> Step:  # noqa: B008  (frozen)
    """Begin an action with what is answered already, or say why it can't be done."""
    if why := action.refused(model):
        return hint(replace(model, page=None), why)
    return _follow(model, Pending(action.name, answers, menu=model.page is Scope.MENU), None)


def command(model: Model, action: Action, words: Sequence[str]) -> Step:
    """Begin an action with the words behind its command."""
    if why := action.refused(model):
        return hint(model, why)
    try:
        reads = action.reads
        answers = _read(model, action.asks, words, GivenAnswers()) if reads is None else reads(model, words)
    except Unclear as fault:
        return hint(model, str(fault))
    return _follow(model, Pending(action.name, answers), None)


def _read(model: Model, asks: Sequence[Ask], words: Sequence[str], answers: GivenAnswers) -> GivenAnswers:
    """The answers that the words give; the last question takes as few of them as it can. Raises Unclear."""
    if not words:
        for ask in asks:
            if isinstance(ask, PickAsk) and (usual := ask.usual(model, answers)) is not None:
                answers = ask.fill(model, answers, usual)
        return answers
    if not asks:
        raise Unclear(_("That's too much: {words}.").format(words=" ".join(words)))
    *first, last = asks
    optional = all(isinstance(ask, PickAsk) and ask.usual(model, answers) is not None for ask in first)
    why: Unclear | None = None
    for at in range(len(words) - 1 if first else 0, -1 if optional else 0, -1):
        try:
            found = last.read(model, answers, " ".join(words[at:]))
        except Unclear as fault:
            why = why or fault
            continue
        try:
            return _read(model, first, words[:at], found)
        except Unclear as fault:
            why = fault
    if first:
        try:
            return _read(model, first, words, answers)
        except Unclear as fault:
            why = why or fault
    assert why is not None
    raise why


def _follow(model: Model, pending: Pending, before: Pending | None) -> Step:
    action, answers = ROWS[pending.action], pending.answers
    due = (at for at, ask in enumerate(action.asks) if ask.due(model, answers) and not ask.answered(answers))
    at = next(due, None)
    if at is None:
        return _carry_out(model, action, answers, before)
    ask, pending = action.asks[at], replace(pending, ask=at, field=None, before=before)
    if isinstance(ask, PickAsk):
        among = ask.among(model, answers)
        if not among:
            return hint(replace(model, question=None, page=None), _(NOBODY))
        usual = ask.usual(model, answers)
        if ask.alone and len(among) == 1:
            return _follow(model, replace(pending, answers=ask.fill(model, answers, among[0])), before)
        pending = replace(pending, at=0 if usual is None else among.index(usual), place=ask.place)
    else:
        pending = replace(pending, field=ask.field(model, answers))
    return still(replace(model, question=pending, page=None, notice=None))


def _carry_out(model: Model, action: Action, answers: GivenAnswers, before: Pending | None) -> Step:
    """What the action does, behind its last question if there is one."""
    model = replace(model, question=_left_open(model.question, action), page=None, notice=None)
    question = action.sure(model, answers)
    done = action.then(model, answers)
    if not question or not done[1]:
        return done
    return still(replace(done[0], question=YesNo(question, done[1][0], _(action.yes), action.easy(model), before)))


def _left_open(question: Question | None, action: Action) -> Question | None:
    """The question that is open when an action is carried out: of a play that was begun, UNO or a catch closes none."""
    if isinstance(question, Pending):
        return question if question.action != action.name and question.place in (Scope.COLOUR, Scope.PLAYER) else None
    return None if isinstance(question, YesNo) else question


def _open(asked: Pending) -> Ask:
    return ROWS[asked.action].asks[asked.ask]


_ASKED: Mapping[type[Decision], str] = {NameColour: "colour", ChoosePlayer: "choose", Vote: "vote"}
"""The action that answers a question of the game."""


def asked_now(model: Model) -> Pending | None:
    """The question that is open: of an action that was begun, or else of the game."""
    if model.question is not None:
        return model.question if isinstance(model.question, Pending) else None
    answered_by = _ASKED.get(type(model.waiting_for)) if model.waiting_for is not None else None
    return None if answered_by is None else Pending(answered_by, at=model.row)


def choices(model: Model) -> tuple[Somebody, ...]:
    """Those of whom one is to be chosen now."""
    asked = asked_now(model)
    if asked is None:
        return ()
    ask = _open(asked)
    return ask.among(model, asked.answers) if isinstance(ask, PickAsk) else ()


def cursor(model: Model) -> int:
    """The place of the choice under the cursor."""
    asked = asked_now(model)
    return 0 if asked is None else asked.at % max(1, len(choices(model)))


def prompt(model: Model) -> str:
    """The open question in words."""
    asked = asked_now(model)
    if asked is None:
        return ""
    ask = _open(asked)
    return ask.prompt(model, asked.answers) if isinstance(ask, PickAsk) else asked.field.label if asked.field else ""


def choose(model: Model, at: int | None = None) -> Step:
    """Take the choice under the cursor, or at that place of the list."""
    asked = asked_now(model)
    if asked is None:
        return still(model)
    if why := ROWS[asked.action].refused(model):
        return hint(model, why)
    ask, among = _open(asked), choices(model)
    at = cursor(model) if at is None else at
    if not isinstance(ask, PickAsk) or at >= len(among):
        return hint(model, _("Nothing in the list has that number."))
    try:
        answers = ask.fill(model, asked.answers, among[at])
    except Unclear as fault:
        return hint(replace(model, question=None), str(fault))
    return _follow(model, replace(asked, answers=answers), replace(asked, at=at))


def move(model: Model, step: int) -> Model:
    """The cursor on another choice."""
    asked, count = asked_now(model), max(1, len(choices(model)))
    if asked is None or asked is not model.question:
        return replace(model, row=(model.row + step) % count)
    return replace(model, question=replace(asked, at=(asked.at + step) % count))


def edit(model: Model, pressed: Key | Typed) -> Model:
    """The model after a key in a line to type in."""
    asked = model.question
    if not isinstance(asked, Pending) or asked.field is None:
        return model
    field = forms.edit(Form((asked.field,)), pressed).current
    return replace(model, question=replace(asked, field=field), notice=None)


def enter(model: Model) -> Step:
    """Take what was typed into the line."""
    asked = model.question
    field = asked.field if isinstance(asked, Pending) else None
    return still(model) if field is None else answer(model, field.value if field.hidden else field.value.strip())


def answer(model: Model, typed: str) -> Step:
    """Take typed words as the answer to the open question."""
    asked = asked_now(model)
    if asked is None:
        return still(model)
    if not typed:
        return hint(model, _("Type something first, or go back with Esc."))
    try:
        answers = _open(asked).read(model, asked.answers, typed)
    except Unclear as fault:
        return hint(model, str(fault))
    return _follow(model, replace(asked, answers=answers), asked)


def back(model: Model) -> Step:
    """One step back: to the question before, to the menu, or to where the player was."""
    asked = model.question
    before = asked.before if isinstance(asked, (Pending, YesNo)) else None
    to_menu = before is None and isinstance(asked, Pending) and asked.menu
    return still(replace(model, question=before, page=Scope.MENU if to_menu else None, notice=None))
