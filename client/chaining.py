"""How a chain is built: card by card from what the server says may follow, taken back, and sent (Q2 to Q7)."""

from __future__ import annotations

from client.at_hand import card_under_cursor, lay, likely_colour, why_not
from client.inputs import Ask
from client.keys import Binding
from client.model import NO_CHAIN, Chain, Model, Page, PickColour, Tone
from client.offers import layable_as
from client.steps import Step, hint, still, want
from client.words import voice_of
from engine.actions import Play
from engine.cards import Card, Colour
from engine.clauses import CLAUSES
from engine.decisions import NameColour, TakeTurn
from engine.legal import goes_on
from protocol import messages as net
from protocol.messages import Reason

WAITS = "One moment: the server is asked what may follow."


def add(model: Model, _key: str, _binding: Binding) -> Step:
    """Put the card under the cursor at the end of the chain; a wild is asked for its colour first."""
    card, game = card_under_cursor(model), model.game
    if game is None or card is None:
        return hint(model, "You have no cards left to add.", Tone.INFO)
    if not game.rules.chains:
        return hint(model, "At this table you lay one card in a turn.", Tone.INFO)
    if not model.asked or not isinstance(model.waiting_for, TakeTurn):
        return hint(model, "A chain can only be laid on your turn, before you draw.", Tone.INFO)
    listed = layable_as(model, card)
    if listed is None:
        return _does_not_follow(model, card) if model.chain.cards else why_not(model, card)
    if NameColour.kind in listed.asks:
        at = likely_colour(model.left, card)
        return still(model.but(question=PickColour(card, at, chained=True), notice=None))
    return append(model, card, None)


def append(model: Model, card: Card, colour: Colour | None) -> Step:
    """The chain with one more card; the server is asked what may follow it."""
    chain = model.chain
    return _ask_what_follows(model, Chain((*chain.cards, card), (*chain.colours, colour)))


def undo(model: Model, _key: str, _binding: Binding) -> Step:
    """Take the last card of the chain back into the hand, under the cursor."""
    chain = model.chain
    if not chain.cards:
        return still(model)
    back = chain.cards[-1]
    step = _ask_what_follows(model, Chain(chain.cards[:-1], chain.colours[:-1]))
    left = step[0].left
    return step[0].but(selected=left.index(back) if back in left else 0), *step[1:]


def undo_all(model: Model) -> Step:
    """Take the whole chain back."""
    return still(model.but(chain=NO_CHAIN, selected=0, notice=None))


def send(model: Model) -> Step:
    """Lay the chain."""
    chain = model.chain
    colours = chain.colours if any(chain.colours) else ()
    return lay(model, Play(model.seat or 0, chain.cards, colours, uno=model.uno))


def _ask_what_follows(model: Model, chain: Chain) -> Step:
    game = model.game
    model = model.but(chain=chain, question=None, notice=None, sought=None)
    model = model.but(selected=min(model.selected, max(0, len(model.left) - 1)))
    if game is None or not chain.cards or colour_due(model):
        return still(model)
    request = net.Continuations(
        id=1,
        decision=game.decision,
        cards=[card.name for card in chain.cards],
        colours=[colour and colour.value for colour in chain.colours] if any(chain.colours) else [],
    )
    return want(model, Ask(request))


def colour_due(model: Model) -> bool:
    """Whether the chain ends with a wild whose colour has to be named before it goes on (Q2)."""
    chain = model.chain
    return bool(chain.cards) and chain.cards[-1].wild and chain.colours[-1] is None


def every_reason(model: Model, _key: str, _binding: Binding) -> Step:
    """Show for each card in hand why it cannot be played, or cannot follow in the chain that is being built."""
    if not model.chain.cards:
        return why_not(model)
    return still(model.but(page=Page.REASONS, reasons=barred(model), scroll=0))


def barred(model: Model) -> tuple[Reason, ...]:
    """The cards left in hand that cannot follow in the chain that is being built, each with its clause."""
    place = len(model.chain.cards) + 1
    cards = [card for card in dict.fromkeys(model.left) if layable_as(model, card) is None]
    return tuple(
        Reason(card=card.name, code="chain_broken", clause=_clause(model, card), args={"place": place})
        for card in cards
    )


def _does_not_follow(model: Model, card: Card) -> Step:
    """Why the card cannot come next."""
    if model.chain.follows is None:
        return hint(model, WAITS, Tone.INFO)
    return hint(model, misfit(model, card))


def misfit(model: Model, card: Card) -> str:
    """The sentence for a card that cannot come next, with its clause."""
    voice, clause = voice_of(model.table), _clause(model, card)
    said = f"{voice.card(card)} cannot follow {voice.card(model.chain.cards[-1])} here."
    return f"{said[:1].upper()}{said[1:]} {clause}: {CLAUSES[clause]}"


def _clause(model: Model, card: Card) -> str:
    """Q3 for a card that would fit if no action card had been laid, else Q2."""
    game, top, colour = model.game, model.chain.cards[-1], model.chain.colours[-1]
    return "Q3" if game is not None and goes_on(game, card, top, top.colour or colour) else "Q2"
