"""A game: the engine's state at a table, its vain catches (U4), and what a seat may ask about it."""

from collections import deque
from collections.abc import Callable, Collection, Sequence

from uno_engine import events as ev
from uno_engine import judging, legal
from uno_engine.actions import Action, Catch, PlayerAction, TableAction
from uno_engine.decide import advance
from uno_engine.decisions import asked
from uno_engine.evolve import evolve
from uno_engine.memory import Memory, remember
from uno_engine.refused import Code, Refused
from uno_engine.state import State
from uno_engine.vain_catches import VainCatches
from uno_protocol import messages as m
from uno_protocol.wire import action_from_request, chain_from_request, listed_to_map, reason
from uno_server.base.refusal import sentence
from uno_server.table.hold import Held, Hold, would_close
from uno_server.table.tally import Feats, none_yet

_OF_WINDOWS = frozenset((ev.UnoWindowOpened, ev.UnoWindowClosed, ev.UnoCalled, ev.UnoCaught))
_COUNTED = frozenset((ev.UnoCaught, ev.PlayerJoined))


class GameAtTable:
    """Passes requests of play to the engine and notes the events. Seats are those of the table."""

    def __init__(
        self, state: State, note: Callable[[Sequence[ev.Event]], None], *, without_grace: bool = False
    ) -> None:
        self.state = state
        self._without_grace = without_grace
        self.feats = none_yet(state)
        self.actions: list[Action] = []
        """Actions that were carried out and are not settled yet."""
        self.hold: Hold | None = None
        self.released: deque[Held] = deque()
        """Requests that a hold has released, to be taken now, in this order."""
        self.memories: dict[int, Memory] = {}
        """The memories of computer players, by seat. Not stored: they start empty after a restart or a fault."""
        self._note = note
        self._vain = VainCatches()

    @property
    def stands_still(self) -> bool:
        """True while U3 holds requests: clocks stop and computer players wait.

        Held requests are taken immediately afterwards; the clock must not reveal whether there were any (P-13.1).
        """
        return self.hold is not None

    def ask(self, session: int, seat: int, request: m.Move, now: float) -> bool:
        """A request of play from a seat: True if it is done, False if it is held (U3).

        Raises WireFault or Refused, with nothing changed.
        """
        action = action_from_request(request, seat)
        try:
            if self.hold is not None and would_close(self.state, action, request.decision):
                self._hold_back(self.hold, Held(session, request, action))
                return False
            self._advance(action, now, request.decision)
        except Refused as refused:
            raise self._vain.told(self.state, seat, refused) from None
        return True

    def take(self, held: Held, now: float) -> None:
        """Carry out a request that was held. Raises Refused.

        A catch was judged against its decision when it came; a colour named meanwhile does not make it stale.
        """
        self._advance(held.action, now, None if isinstance(held.action, Catch) else held.request.decision)

    def carry_out(self, action: TableAction | PlayerAction, now: float) -> None:
        """Carry out an action of the table or of a computer player. Raises Refused."""
        self._advance(action, now, None)

    def end_hold(self) -> None:
        """End the grace: held requests can be taken."""
        if self.hold is not None:
            self.released += self.hold.in_order()
            self.hold = None

    def give_back(self) -> list[Held]:
        """Return and forget all held requests."""
        self.end_hold()
        held = list(self.released)
        self.released.clear()
        return held

    def _hold_back(self, hold: Hold, held: Held) -> None:
        if hold.holds(held.session):
            raise Refused(Code.RATE_LIMITED, "U3", seat=held.action.seat)
        hold.held.append(held)

    def _advance(self, action: TableAction | PlayerAction, now: float, decision: int | None) -> None:
        before = self.state.copy() if self.memories else None
        events = advance(self.state, action, decision)
        if before is not None:
            self._remember(before, events)
        self.actions.append(action)
        self._note(events)
        feats = self.feats
        biggest = tuple(map(max, feats.biggest, self.state.counts))
        if biggest != feats.biggest:
            self.feats = Feats(biggest, feats.caught, feats.longest)
        grace = 0.0 if self._without_grace else self.state.rules.uno_grace
        for event in events:
            if type(event) in _OF_WINDOWS:
                self.end_hold()
                if grace and type(event) is ev.UnoWindowOpened:
                    self.hold = Hold(now + grace)
            if type(event) in _COUNTED or (type(event) is ev.CardsPlayed and len(event.cards) > 1):
                self._count(event)
        if self.state.window is None:
            self.end_hold()

    def remember_for(self, seats: Collection[int]) -> None:
        """Let computer players at these seats remember what they see from now on; others forget it."""
        if self.memories.keys() != set(seats):
            self.memories = {seat: self.memories.get(seat) or Memory() for seat in seats}

    def _remember(self, game: State, events: Sequence[ev.Event]) -> None:
        """Fold the events that follow on `game` into the memories."""
        for event in events:
            public, own = event.forms()
            for seat, memory in self.memories.items():
                remember(memory, game, seat, own.get(seat, public))
            evolve(game, event)

    def _count(self, event: ev.Event) -> None:
        """Count what else the tally shows; hands are checked after every action."""
        match event:
            case ev.UnoCaught(by=by) if by is not None:
                self.feats = self.feats.with_catch(by)
            case ev.CardsPlayed(seat=seat, cards=cards):
                self.feats = self.feats.with_chain(seat, len(cards))
            case ev.PlayerJoined(seat):
                self.feats = self.feats.of_newcomer(seat)
            case _:
                pass


def continuations(state: State, seat: int, request: m.Continuations) -> m.Follow:
    """The cards that may follow in a chain (Q2 to Q4). Raises WireFault, or Refused as a play of `cards` would be."""
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
    """Why cards of the hand cannot be played now: one reason per face, in canonical order. Raises Refused."""
    judging.check_in_game(state, seat, None)
    found = [(card, judging.why_not(state, seat, card)) for card in dict.fromkeys(state.hands[seat])]
    return m.Reasons(id=request.id, reasons=[reason(card, no, sentence(no)) for card, no in found if no is not None])
