"""How a round opens where cards are spelled (M6): who begins, the shuffle, what the first card changes. Pure."""

from collections.abc import Sequence
from itertools import takewhile

from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.core.requests import say
from uno_client.structs import replace
from uno_client.wording.words import voice_of
from uno_engine import events as ev
from uno_engine.cards import Card, Rank
from uno_engine.decisions import AnswerStack, ChoosePlayer, NameColour, TakeTurn
from uno_engine.language import _, ngettext
from uno_engine.rules import Starter
from uno_protocol.room import RoomEvent
from uno_protocol.sentences import Voice

SHOWN_SECONDS = 2.5


def begun(model: Model) -> Model:
    """The model with the screens before a deal, unless the player is about something else; nobody waits for them."""
    busy = model.draft.open or model.page is not None or model.question is not None or model.away
    at = model.now if model.spelled and not (busy or model.start.in_lines) else None
    return replace(model, play=replace(model.play, opened_at=at, shuffling=False))


def ticked(model: Model) -> Model:
    """The next of the screens when it is time."""
    if model.play.opened_at is None:
        return model
    return model if model.now - model.play.opened_at < SHOWN_SECONDS else skipped(model)


def skipped(model: Model) -> Model:
    """The next of the screens: the shuffle, then the table and what the first card changed."""
    if not model.play.shuffling:
        return replace(model, play=replace(model.play, opened_at=model.now, shuffling=True))
    model, said = replace(model, play=replace(model.play, opened_at=None, shuffling=False)), first_card_text(model)
    return say(model, said) if said and model.notice is None else model


def starter_text(model: Model) -> str:
    """A sentence saying who begins: the player that the computer drew, or under other rules dealer and starter."""
    game, voice = model.game, voice_of(model.table)
    if game is None or game.dealer is None or game.starter is None:
        return ""
    if game.rules.starter is Starter.RANDOM:
        return voice.of(game.starter, _("The computer drew you to begin."), _("The computer drew {name} to begin."))
    deals = voice.of(game.dealer, _("You deal."), _("{name} deals."))
    return f"{deals} {_begins(voice, game.starter)}"


def first_card_text(model: Model) -> str:
    """What the first card of the round changed, as far as the log goes back; empty if it does not."""
    events = [line.event for line in model.play.log]
    turned = [(at, event) for at, event in enumerate(events) if isinstance(event, ev.FirstCardTurned)]
    if not turned or model.game is None:
        return ""
    at, first = turned[-1]
    done = list(takewhile(lambda event: not isinstance(event, ev.Asked), events[at + 1 :]))
    asked = next((event.decision for event in events[at:] if isinstance(event, ev.Asked)), None)
    voice = voice_of(model.table)
    card, said = voice.card(first.card), _changed(first.card, done, voice)
    match asked:
        case TakeTurn(seat) if first.card.rank is Rank.REVERSE and seat == model.game.dealer:
            return f"{said} {voice.of(seat, _('You dealt and begin.'), _('{name} dealt and begins.'))}"
        case TakeTurn(seat):
            return f"{said} {_begins(voice, seat)}"
        case NameColour(seat) | ChoosePlayer(seat):
            yours = _("The first card is {card}: you name the colour.")
            return voice.of(seat, yours, _("The first card is {card}: {name} names the colour."), card=card)
        case AnswerStack(seat, penalty):
            yours = _("The first card is {card}: you must take {n} cards or pass them on.")
            theirs = _("The first card is {card}: {name} must take {n} cards or pass them on.")
            return voice.of(seat, yours, theirs, card=card, n=penalty)
        case _:
            return said


def told_later(model: Model, event: ev.Event | RoomEvent) -> bool:
    """Whether an event is told with the first question: the first card, and what it changes but for one's own cards."""
    match event:
        case ev.FirstCardTurned(card):
            return card.rank is not Rank.WILD_DRAW_FOUR
        case ev.CardsDrawn(seat) if seat == model.seat:
            return False
        case ev.CardsDrawn() | ev.TurnMissed() | ev.DirectionTurned():
            first = just_turned(model.play.log)
            return first is not None and first.card.rank in (Rank.SKIP, Rank.DRAW_TWO, Rank.REVERSE)
        case _:
            return False


def just_turned(log: Sequence[LogLine]) -> ev.FirstCardTurned | None:
    """The first card of the round, as long as nothing has been asked since."""
    for line in reversed(log):
        if isinstance(line.event, ev.FirstCardTurned):
            return line.event
        if isinstance(line.event, (ev.Asked, ev.CardsPlayed)):
            return None
    return None


def _changed(first: Card, done: Sequence[ev.Event | RoomEvent | None], voice: Voice) -> str:
    """What the first card did before anybody was asked."""
    card = voice.card(first)
    for event in done:
        match event:
            case ev.CardsDrawn(seat, count):
                yours = ngettext(
                    "The first card is {card}: you draw {n} card and miss the turn.",
                    "The first card is {card}: you draw {n} cards and miss the turn.",
                    count,
                )
                theirs = ngettext(
                    "The first card is {card}: {name} draws {n} card and misses the turn.",
                    "The first card is {card}: {name} draws {n} cards and misses the turn.",
                    count,
                )
                return voice.of(seat, yours, theirs, card=card, n=count)
            case ev.TurnMissed(seat):
                yours = _("The first card is {card}: you miss the turn.")
                return voice.of(seat, yours, _("The first card is {card}: {name} misses the turn."), card=card)
            case ev.DirectionTurned():
                return _("The first card is {card}: play goes counter-clockwise.").format(card=card)
    return _("The first card is {card}: it changes nothing.").format(card=card)


def _begins(voice: Voice, seat: int) -> str:
    return voice.of(seat, _("You begin."), _("{name} begins."))
