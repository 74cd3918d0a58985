"""Chat: whom to hear. Saying something is the chat line's on the full screen."""

from collections.abc import Callable, Sequence

from uno_client.core import chat
from uno_client.core.actions.action import Action, Then, Who
from uno_client.core.actions.asks import PickAsk, TextAsk
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import FormField, GivenAnswers, Somebody
from uno_client.core.naming import Unclear, meant, people_here
from uno_client.core.people import LISTENED_TO, named
from uno_client.core.requests import Step, hint, want
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_client.wording.sanitize import clean
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.sentences import listing


def _begun(model: Model, among: Sequence[Somebody], typed: str) -> Somebody:
    """Whoever has that name or number, or the only one whose name begins so. Raises Unclear."""
    here = {at: name for at, name in people_here(model).items() if name != model.name}
    name = meant(typed, (each.name for each in among), here, begun=True)
    found = next((each for each in among if each.name == name), None)
    if found is not None:
        return found
    names = listing([each.name for each in among[:8]])
    raise Unclear(_("Nobody called {name!r} is here. Here are: {names}.").format(name=clean(typed, 40), names=names))


def _turned(turn: Callable[[Model, str], tuple[Model, str]]) -> Then:
    def done(model: Model, answers: GivenAnswers) -> Step:
        model, said = turn(model, answers.name)
        return hint(model, said, Tone.INFO)

    return done


def _remark(_model: Model, _answers: GivenAnswers) -> FormField:
    return FormField("text", _("Say what"), hint=_("For example: hello"), longest=chat.MOST_SAID)


def _say(model: Model, answers: GivenAnswers) -> Step:
    text = answers.text or ""
    if fault := chat.too_long(model, text):
        return hint(model, fault)
    return want(replace(model, draft=replace(model.draft, text="")), Ask(chat.remark(model, text)))


def _kept(model: Model, words: Sequence[str]) -> GivenAnswers:
    """What was typed, or what was refused before."""
    return GivenAnswers(text=" ".join(words) or model.draft.text or None)


def _reaction(_model: Model, _answers: GivenAnswers) -> FormField:
    return FormField(
        "text", _("Which reaction"), hint=_("The reactions are {words}.").format(words=chat.reaction_words())
    )


def _react(model: Model, answers: GivenAnswers) -> Step:
    code = chat.reaction_of(answers.text or "")
    if code is None:
        return hint(model, _("The reactions are {words}.").format(words=chat.reaction_words()))
    return want(model, Ask(net.React(id=1, reaction=code)))


# A row is read as one.
# fmt: off
REACT = Action(
    "react", N_("react"), N_("react at the table, for example react wow"), _react, Who.AT_TABLE,
    asks=(TextAsk(_reaction),), usage="WORD"
)
TALK = (
    Action(
        "say", N_("chat"), N_("chat at the table or in the lobby"), _say, asks=(TextAsk(_remark),), usage="TEXT",
        typing=N_("say alone: resend what was refused"), reads=_kept
    ),
    REACT,
    Action(
        "mute", N_("mute"), N_("mute a player, just for you"), _turned(chat.mute),
        asks=(PickAsk(N_("Mute whom?"), LISTENED_TO, _begun),), usage="NAME", key="u", menu=True
    ),
    Action(
        "unmute", N_("unmute"), N_("unmute a player"), _turned(chat.unmute),
        asks=(PickAsk(N_("Unmute whom?"), named(chat.mutes), _begun),), usage="NAME", key="z", menu=True
    ),
)
# fmt: on
"""In the order of the help and of the menu."""
