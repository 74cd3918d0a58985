"""Chat: whom to hear. Saying something is the chat line's on the full screen."""

from functools import partial

from uno_client.core import chat
from uno_client.core.actions.action import Action, PickAsk, TextAsk, Who, by_name, labelled, line
from uno_client.core.model import Model
from uno_client.core.model.question import FormField, GivenAnswers
from uno_client.core.people import LISTENED_TO, named
from uno_client.core.requests import Step, hint, want
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.labels import LABELS


def _say(model: Model, answers: GivenAnswers) -> Step:
    text, longest = answers.text or "", model.server.chat_length
    if len(text) > longest:
        return hint(model, _("That's {n} characters; the limit is {longest}.").format(n=len(text), longest=longest))
    return want(replace(model, draft=replace(model.draft, text="")), Ask(chat.remark(model, text)))


def _react(model: Model, answers: GivenAnswers) -> Step:
    code = chat.reaction_of(answers.text or "")
    return hint(model, chat.told_reactions()) if code is None else want(model, Ask(net.React(id=1, reaction=code)))


# A row is read as one.
# fmt: off
REACT = Action(
    "react", N_("react"), N_("react at the table, for example react wow"), _react, Who.AT_TABLE,
    asks=(TextAsk(lambda *_given: FormField("text", _("Which reaction"), hint=chat.told_reactions())),), usage="WORD"
)
TALK = (
    Action(
        "say", LABELS["say"], N_("chat at the table or in the lobby"), _say,
        asks=(TextAsk(line(N_("Say what"), N_("For example: hello"), chat.MOST_SAID)),), usage="TEXT",
        typing=N_("say alone: resend what was refused"),
        reads=lambda model, words: GivenAnswers(text=" ".join(words) or model.draft.text or None)
    ),
    REACT,
    Action(
        *labelled("mute"),
        lambda model, said: chat.mute(model, said.name, on=True),
        asks=(PickAsk(N_("Mute whom?"), LISTENED_TO, partial(by_name, begun=True)),), usage="NAME", key="u", menu=True
    ),
    Action(
        *labelled("unmute"), lambda model, said: chat.mute(model, said.name, on=False),
        asks=(PickAsk(N_("Unmute whom?"), named(chat.mutes), partial(by_name, begun=True)),), usage="NAME",
        key="z", menu=True
    ),
)
# fmt: on
