"""What a seat may ask about its own game without changing it: what goes on in a chain, and why a card does not go."""

from __future__ import annotations

from engine import judging, legal
from engine.cards import Card
from engine.decisions import asked
from engine.refused import Code, Refused
from engine.state import State
from protocol import messages as m
from protocol.wire import chain_from_request, listed_to_map
from server.refusal import sentence


def continuations(state: State, seat: int, request: m.Continuations) -> m.Follow:
    """The cards that may follow in a chain (Q2 to Q4). Raises FieldFault, or Refused as a play of `cards` would be."""
    chain = chain_from_request(request, seat)
    judging.check_in_game(state, seat, request.decision)
    judging.check_held(state, chain)
    if seat not in asked(state.waiting_for):
        raise Refused(Code.NOT_YOUR_TURN, "O2", seat=seat)
    judging.check_play(state, chain)
    if chain.cards[-1].wild and not (chain.colours and chain.colours[-1]):
        raise Refused(Code.COLOUR_MISSING, "Q2", place=len(chain.cards))
    found = legal.continuations(state, seat, chain.cards, chain.colours)
    return m.Follow(id=request.id, actions=[listed_to_map(one) for one in found])


def reasons(state: State, seat: int, request: m.WhyNot) -> m.Reasons:
    """Why each card of the hand that cannot be laid now cannot: in canonical order, one a face. Raises Refused."""
    judging.check_in_game(state, seat, None)
    found = [(card, judging.why_not(state, seat, card)) for card in dict.fromkeys(state.hands[seat])]
    return m.Reasons(id=request.id, reasons=[_reason(card, refused) for card, refused in found if refused is not None])


def _reason(card: Card, refused: Refused) -> m.Reason:
    return m.Reason(
        card=card.name,
        code=refused.code.value,
        clause=refused.clause,
        args=dict(refused.arguments),
        text=sentence(refused),
    )
