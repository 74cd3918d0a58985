"""An action: something that a player can do, declared once for the full screen and plain mode."""

from collections.abc import Callable, Sequence
from enum import Enum

from msgspec import Struct

from uno_client import messages as msg
from uno_client.core.actions.asks import Ask, PickAsk
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import GivenAnswers
from uno_client.core.requests import Step, want
from uno_client.core.standing import When, anywhere
from uno_engine.language import N_, _
from uno_engine.rules import RuleSet
from uno_protocol.messages import Request

Then = Callable[[Model, GivenAnswers], Step]


class Who(Enum):
    """Whose action it is, and what others read who try it."""

    def __init__(self, may: When, refusal: str) -> None:
        self.may, self.refusal = may, refusal

    ANYONE = anywhere, ""
    IN_LOBBY = (lambda model: model.table is None), N_("You're at a table; leave it first.")
    AT_TABLE = (lambda model: model.table is not None), N_("You're not at a table.")
    SEATED = (lambda model: model.seat is not None), N_("You're only watching.")
    HOST = (lambda model: model.hosting), N_("Only the host can do that.")

    def refused(self, model: Model) -> str:
        """What a player reads who may not; empty if the player may."""
        if self.may(model):
            return ""
        nowhere = model.table is None and self is not Who.IN_LOBBY
        return _((Who.AT_TABLE if nowhere else self).refusal)


class Action(Struct, frozen=True):
    """One thing that a player can do. `name`: its typed command, and its key's name in the settings file."""

    name: str
    label: str
    """In the bottom line and in the menu."""
    help: str
    then: Then
    who: Who = Who.ANYONE
    when: When = anywhere
    """Whether it would do something now."""
    asks: tuple[Ask, ...] = ()
    sure: Callable[[Model, GivenAnswers], str] = lambda _model, _answers: ""
    """What is asked last, with yes and no; empty: nothing."""
    yes: str = N_("yes")
    easy: When = lambda _model: False
    """Whether Enter is yes, too: nobody can have pressed it twice by mistake."""
    usage: str = ""
    typing: str = ""
    """What else there is to know of typing it."""
    key: str = ""
    """The key of the full screen where it works, and in the menu."""
    where: tuple[Scope, ...] = ()
    enter: tuple[Scope, ...] = ()
    quiet: bool = False
    """Left out of the bottom line, to keep it short."""
    menu: bool = False
    """It is in the table's menu, in the order of the rows."""
    undoes: str = ""
    """The action whose key and place it shares: one of the two is offered."""
    reads: Callable[[Model, Sequence[str]], GivenAnswers] | None = None
    """How the typed words are read, where not each question takes its own. Raises Unclear."""
    under: Callable[[RuleSet], bool] = lambda _rules: True
    """Whether a table with these rules has any use for it."""
    unless: str = N_("You can't do that now.")
    """What is said where it isn't offered."""
    tries: bool = False
    """It is sent where it isn't offered, too: the server says which rule is against it."""
    otherwise: Callable[[Model], str | None] = lambda _model: None
    """What the bottom line says instead of `label` now; None: the label."""
    here: Callable[[Model], GivenAnswers] = lambda _model: GivenAnswers()
    """What the cursor answers already, where the key is pressed beside the menu."""

    def offered(self, model: Model) -> bool:
        if not (self.who.may(model) and self.when(model)):
            return False
        return all(
            ask.among(model, GivenAnswers())
            for ask in self.asks
            if isinstance(ask, PickAsk) and ask.due(model, GivenAnswers())
        )

    def refused(self, model: Model) -> str:
        """Why it can't be done now; empty if it can, or if the server should say."""
        if why := self.who.refused(model):
            return why
        return "" if self.tries or self.when(model) else _(self.unless)


def sends(request: Request) -> Then:
    """What sends that request."""
    return lambda model, _answers: want(model, msg.Ask(request))


def send(make: Callable[[GivenAnswers], Request]) -> Then:
    """What sends a request that is made from the answers."""
    return lambda model, answers: want(model, msg.Ask(make(answers)))
