"""An action: something that a player can do, declared once for the full screen and plain mode, and what it asks for."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Literal, get_args

from msgspec import Struct

from uno_client import messages as msg
from uno_client.core.actions.cards import read_colour
from uno_client.core.legal_moves import ballot, layable_as, likely_colour, targets
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import FormField, GivenAnswers, Somebody
from uno_client.core.people import Among, Unclear, everybody, meant, numbered, people_here, seats, unlike
from uno_client.core.requests import Step, want
from uno_client.core.standing import When, anywhere
from uno_client.structs import replace
from uno_client.wording.sanitize import clean
from uno_client.wording.words import named_card, voice_of, whom_text
from uno_engine.cards import Colour
from uno_engine.decisions import ChoosePlayer, NameColour
from uno_engine.language import N_, _
from uno_engine.levels import BotLevel
from uno_engine.rules import RuleSet
from uno_protocol.labels import LABELS, worded
from uno_protocol.messages import Request
from uno_protocol.sentences import listing, rule_title

MOST_EXTRA = 300
"""Seconds that a seat can be given more for an answer (P-7)."""

Reads = Callable[[Model, Sequence[Somebody], str], Somebody]
"""Which of several is meant by typed words. Raises Unclear with a sentence for the player."""
Due = Callable[[Model, GivenAnswers], bool]
"""Whether it is asked, after what has been answered."""


def never(_model: Model, _answers: GivenAnswers) -> bool:
    """It isn't asked, but can be typed."""
    return False


def by_name(model: Model, among: Sequence[Somebody], typed: str, *, begun: bool = False) -> Somebody:
    """Whoever has that name or number (as in `people_here`); `begun`: or is the only one whose name begins so."""
    here = () if begun else everybody(model)
    name = meant(typed, (each.name for each in (*among, *here)), people_here(model), begun=begun)
    found = next((each for each in among if each.name == name), None)
    if found is not None:
        return found
    if any(each.name == name and each.bot for each in here):
        raise Unclear(_("{name} is a computer player; the host can remove it with unbot.").format(name=typed))
    said = _("Nobody called {name!r} is here. Here are: {names}.")
    raise Unclear(said.format(name=clean(typed, 40), names=listing([each.name for each in among[:20]])))


def by_seat(model: Model, among: Sequence[Somebody], typed: str) -> Somebody:
    """The seat of that number, or of whoever has that name."""
    wanted = typed.casefold().removeprefix("to ").strip()
    at = numbered(wanted, range(len(model.occupants)))
    for each in among:
        if each.seat == at if at is not None else each.name.casefold() == wanted:
            return each
    example = among[0].name or str((among[0].seat or 0) + 1)
    raise Unclear(_("You can't choose {typed}. For example: {example}").format(typed=typed, example=example))


def by_level(_model: Model, among: Sequence[Somebody], typed: str) -> Somebody:
    """The computer player of that level, by its word or its name on the wire."""
    for each in among:
        if typed.casefold() in (each.name.casefold(), each.level):
            return each
    for level in get_args(BotLevel):  # such as those that are only for tests
        if typed == level:
            return Somebody(None, typed, bot=True, level=level)
    names = listing([each.name for each in among])
    raise Unclear(_("There's no level {word}. There are: {names}.").format(word=typed, names=names))


def by_colour(model: Model, _among: Sequence[Somebody], typed: str) -> Somebody:
    """The colour of that word or letter."""
    if (colour := read_colour(model, typed)) is not None:
        return _coloured(model, colour)
    *others, last = [f"colour {each.name}" for each in colours(model, GivenAnswers())]
    raise Unclear(_("Which colour? {some} or {last}.").format(some=", ".join(others), last=last))


def by_rule(model: Model, among: Sequence[Somebody], typed: str) -> Somebody:
    """The rule of that number, name or title, or with that beginning of these."""
    wanted = typed.casefold()
    if wanted.isascii() and wanted.isdigit():
        found = [each] if (each := numbered(wanted, among)) is not None else []
    else:
        known = [(each, (each.value, each.value.replace("_", " "), each.name.casefold())) for each in among]
        exact = [each for each, names in known if wanted in names]
        found = exact or [each for each, names in known if any(name.startswith(wanted) for name in names)]
    if len(found) != 1:
        raise Unclear(_("Which rule? Give its number or name. For example: vote hands move on."))
    return found[0]


class PickAsk(Struct, frozen=True):
    """One of several: somebody at the table, a seat, a level."""

    question: str
    among: Among
    reads: Reads = by_name
    slot: Literal["whom", "to", "colour"] = "whom"
    due: Due = lambda _model, _answers: True
    """Whether it is asked; typed words may answer it anyway."""
    usually: Callable[[Model, Somebody], bool] = lambda _model, _each: False
    """Whether that one is meant if nothing is typed; the cursor begins there."""
    alone: bool = False
    """A single choice is taken without a question."""
    named: bool = False
    """The request goes by the name, which must be one person's only."""
    place: Scope = Scope.SOMEBODY

    def answered(self, answers: GivenAnswers) -> bool:
        return {"whom": answers.whom, "to": answers.to, "colour": answers.colour}[self.slot] is not None

    def usual(self, model: Model, answers: GivenAnswers) -> Somebody | None:
        return next((each for each in self.among(model, answers) if self.usually(model, each)), None)

    def prompt(self, model: Model, answers: GivenAnswers) -> str:
        game, voice, laid = model.game, voice_of(model.table), answers.laid.cards
        if self.place == CHOICE.place and game is not None:
            return whom_text((*game.discard, *laid)[-1], voice, game.custom)
        if not laid or game is None:
            return _(self.question)
        return _("Which colour for your {card}?").format(card=named_card(laid[-1], voice, game.custom))

    def fill(self, model: Model, answers: GivenAnswers, chosen: Somebody) -> GivenAnswers:
        """With that answer. Raises Unclear if the request could hit another."""
        if self.named and (fault := unlike(model, chosen.name)) is not None:
            raise Unclear(fault)
        if self.slot == "colour":
            return replace(answers, colour=Colour(chosen.value))
        return replace(answers, to=chosen) if self.slot == "to" else replace(answers, whom=chosen)

    def read(self, model: Model, answers: GivenAnswers, typed: str) -> GivenAnswers:
        """With the answer that was typed. Raises Unclear with a sentence for the player."""
        among = self.among(model, answers)
        if not among:
            raise Unclear(_(NOBODY))
        return self.fill(model, answers, self.reads(model, among, typed))


NOBODY = N_("There's nobody to choose.")


def _coloured(model: Model, colour: Colour) -> Somebody:
    return Somebody(None, voice_of(model.table).colour(colour), value=colour.value)


def colours(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """The colours, as the table calls them."""
    return tuple(_coloured(model, colour) for colour in Colour)


def rules(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """The rules on the ballot."""
    return tuple(Somebody(None, rule_title(rule), value=rule) for rule in ballot(model))


def rivals(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """The players that a card can be for."""
    return tuple(each for each in seats(model) if each.seat in targets(model))


def _of_card(kind: str) -> Due:
    def due(model: Model, answers: GivenAnswers) -> bool:
        can = layable_as(model, answers.laid.cards[-1]) if answers.laid.cards else None
        return can is not None and kind in can.asks and (kind != ChoosePlayer.kind or bool(targets(model)))

    return due


COLOUR = PickAsk(N_("Which colour do you name?"), colours, by_colour, "colour", place=Scope.COLOUR)
CHOICE = PickAsk(N_("Choose whom?"), rivals, by_seat, place=Scope.PLAYER)
RULE = PickAsk(N_("Which rule for the Customizable cards? Vote by number or name."), rules, by_rule, place=Scope.VOTE)
COLOUR_OF = replace(
    COLOUR, due=_of_card(NameColour.kind), usually=lambda model, each: each.value == likely_colour(model.left).value
)
PLAYER_OF = replace(CHOICE, due=_of_card(ChoosePlayer.kind))


class TextAsk(Struct, frozen=True):
    """A line to type in: text, a password, or a number of seconds."""

    field: Callable[[Model, GivenAnswers], FormField]
    slot: Literal["text", "secret", "seconds"] = "text"
    due: Due = lambda _model, _answers: True
    """Whether it is asked; the server may want it anyway."""

    def answered(self, answers: GivenAnswers) -> bool:
        return {"text": answers.text, "secret": answers.secret, "seconds": answers.seconds}[self.slot] is not None

    def read(self, _model: Model, answers: GivenAnswers, typed: str) -> GivenAnswers:
        """With the answer that was typed. Raises Unclear with a sentence for the player."""
        if self.slot == "seconds":
            return replace(answers, seconds=_read_seconds(typed))
        return replace(answers, secret=typed) if self.slot == "secret" else replace(answers, text=typed)


def _read_seconds(typed: str) -> int:
    if typed.lower() in ("off", "none", "no"):
        return 0
    if typed.isascii() and typed.isdigit() and len(typed) < 5 and int(typed) <= MOST_EXTRA:
        return int(typed)
    raise Unclear(worded("time_whole", most=MOST_EXTRA))


def seconds_line(model: Model, answers: GivenAnswers) -> FormField:
    """The line for extra seconds of somebody's turns."""
    room, whom = model.room, answers.whom
    occupant = room.occupants[whom.seat] if room and whom and whom.seat is not None else None
    said = worded("time_unlimited")
    if room and room.turn_seconds:
        said = worded("time_hint")
    now, usual = occupant.extra_seconds if occupant else 0, room.turn_seconds if room else 0
    label = worded("time_you")
    if whom is not None and whom.seat != model.seat:
        label = worded("time_whom", name=whom.name)
    return FormField("seconds", label, hint=said.format(most=MOST_EXTRA, usual=usual, now=now), longest=3)


def line(label: str, hint: str, longest: int = 60) -> Callable[[Model, GivenAnswers], FormField]:
    """A line of that label to type in."""
    return lambda _model, _answers: FormField("text", _(label), hint=_(hint), longest=longest)


Ask = PickAsk | TextAsk
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

    def told(self, what: str) -> str:
        """What it is for, in words, with whose it is where it isn't everybody's."""
        return _("{what} (host)").format(what=what) if self.who is Who.HOST else what

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


def labelled(name: str) -> tuple[str, str, str]:
    """The name of an action, its label and what it is for, as the page has them, too."""
    return name, LABELS[name], LABELS[f"{name}_help"]


def sends(request: Request) -> Then:
    """What sends that request."""
    return lambda model, _answers: want(model, msg.Ask(request))


def send(make: Callable[[GivenAnswers], Request]) -> Then:
    """What sends a request that is made from the answers."""
    return lambda model, answers: want(model, msg.Ask(make(answers)))
