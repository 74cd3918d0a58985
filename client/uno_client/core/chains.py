"""A chain, or a double: built card by card from what the server says may follow (Q2 to Q7, N7)."""

from uno_client.core.legal_moves import layable_as
from uno_client.core.model import Model
from uno_client.core.model.table import ChainDraft
from uno_client.core.requests import Step, still, want
from uno_client.messages import Ask
from uno_client.structs import replace
from uno_client.wording.words import voice_of
from uno_engine.cards import Card
from uno_engine.clauses import CLAUSES
from uno_engine.language import N_, _
from uno_engine.legal import goes_on
from uno_protocol import messages as net
from uno_protocol.messages import Reason

WAITS = N_("One moment: checking what may follow.")


def ask_what_follows(model: Model, chain: ChainDraft) -> Step:
    """The chain is that now; the server is asked what may come next."""
    game = model.game
    model = replace(model, hand=replace(model.hand, chain=chain, sought=None), question=None, notice=None)
    model = model.pointing_at(min(model.hand.selected, max(0, len(model.left) - 1)))
    if game is None or not chain.cards:
        return still(model)
    request = net.Continuations(
        id=1,
        decision=game.decision,
        cards=[card.name for card in chain.cards],
        colours=[colour and colour.value for colour in chain.colours] if any(chain.colours) else [],
    )
    return want(model, Ask(request))


def barred(model: Model) -> tuple[Reason, ...]:
    """The cards left in hand that cannot follow in the chain that is being built, each with its clause."""
    place = len(model.hand.chain.cards) + 1
    cards = [card for card in dict.fromkeys(model.left) if layable_as(model, card) is None]
    return tuple(
        Reason(card=card.name, code="chain_broken", clause=_clause(model, card), args={"place": place})
        for card in cards
    )


def misfit(model: Model, card: Card) -> str:
    """The sentence for a card that cannot come next, with its clause."""
    voice, clause = voice_of(model.table), _clause(model, card)
    last = voice.card(model.hand.chain.cards[-1])
    said = _("{card} can't follow {last} here.").format(card=voice.card(card), last=last)
    return f"{said[:1].upper()}{said[1:]} {clause}: {_(CLAUSES[clause])}"


def _clause(model: Model, card: Card) -> str:
    """Q3 for a card that would fit if no action card had been laid, else Q2; N7 for a double."""
    if model.game is not None and not model.game.rules.chains:
        return "N7"
    game, top, colour = model.game, model.hand.chain.cards[-1], model.hand.chain.colours[-1]
    return "Q3" if game is not None and goes_on(game, card, top, top.colour or colour) else "Q2"
