"""How an event changes a game: the same for the whole truth and for a viewer's part of it.

Secrets that an event doesn't show (None) are unknown to the game too, and stay unchanged.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any

from uno_engine import events as ev
from uno_engine.cards import canonical_order
from uno_engine.decisions import AnswerDrawFour, AnswerStack, Confirm, PassCard, TakeTurn, Vote
from uno_engine.effects import effects_under
from uno_engine.rules import Goal
from uno_engine.state import Game, Phase

_TURN = ev.DrawReason.TURN  # looked up once: a member of an enum costs more than all else in a short function


def evolve(game: Game, event: ev.Event) -> None:
    """Apply one event, in place. The event must come from `decide` on the same game (or be a form of one)."""
    EVOLVE[type(event)](game, event)


def _round_dealt(game: Game, event: ev.RoundDealt) -> None:
    game.phase = Phase.PLAYING
    game.round = event.round
    game.dealer = event.dealer
    game.starter = event.starter
    game.shuffles += 2  # one choice of dealer and starter, one shuffle of the deck
    game.playing = list(game.seated)
    game.direction = 1
    game.turn = game.passes = 0
    game.counts = list(event.counts)
    game.discard = []
    game.colour = None
    game.first = False
    game.waiting_for = game.played_by = game.target = game.window = game.claimed = game.drawn = game.sealed = None
    game.owed = 0
    game.out = game.leavers = game.lost = ()
    game.noted = {}
    game.winners = ()
    hands = event.hands or {}
    game.hands = [list(hands.get(seat, ())) for seat in range(game.seats)]
    game.stock = list(event.stock or ())
    game.stock_count = event.stock_count


def _ballot_drawn(game: Game, event: ev.BallotDrawn) -> None:
    game.phase = Phase.VOTING
    game.playing = list(game.seated)
    game.ballot = event.rules
    game.shuffles += 1


def _vote_cast(game: Game, event: ev.VoteCast) -> None:
    if event.rule is not None:
        game.votes[event.seat] = event.rule
    _answered(game, event.seat)


def _card_chosen(game: Game, event: ev.CardChosen) -> None:
    if event.card is not None:
        game.gifts[event.seat] = event.card
    _answered(game, event.seat)


def _confirmed(game: Game, event: ev.Confirmed) -> None:
    _answered(game, event.seat)


def _answered(game: Game, seat: int) -> None:
    """One of several has answered; the question stays, under its number."""
    decision = game.waiting_for
    if type(decision) is Vote or type(decision) is PassCard or type(decision) is Confirm:
        game.waiting_for = type(decision)(tuple(other for other in decision.seats if other != seat))


def _rule_chosen(game: Game, event: ev.RuleChosen) -> None:
    game.phase = Phase.BETWEEN_ROUNDS
    game.custom = event.rule
    game.effects = effects_under(game.rules, event.rule)
    game.votes = {}
    game.waiting_for = None
    game.shuffles += 1


def _first_card_turned(game: Game, event: ev.FirstCardTurned) -> None:
    game.discard.append(event.card)
    game.first = True
    game.colour = event.card.colour
    _leave_stock(game, 1)


def _first_card_returned(game: Game, event: ev.FirstCardReturned) -> None:
    game.discard.pop()
    game.first = False
    game.stock_count += 1
    game.shuffles += 1
    game.stock = list(event.stock or ())


def cards_played(game: Game, event: ev.CardsPlayed) -> None:
    """Apply a play of cards, as `evolve` does."""
    seat = event.seat
    cards = event.cards
    hand = game.hands[seat]
    if hand:
        for card in cards:
            hand.remove(card)
    game.counts[seat] -= len(cards)
    game.discard += cards
    last = cards[-1]
    if last.colour is not None:
        game.colour = last.colour
    elif event.colours and event.colours[-1] is not None:
        game.colour = event.colours[-1]
    game.first = False
    game.played_by = seat
    game.target = event.target
    game.sealed = event.sealed
    game.drawn = None
    game.passes = 0


def _colour_named(game: Game, event: ev.ColourNamed) -> None:
    game.colour = event.colour


def _player_chosen(game: Game, event: ev.PlayerChosen) -> None:
    game.target = event.target


def _hands_moved(game: Game, event: ev.HandsMoved) -> None:
    for seat, count in event.counts.items():
        game.counts[seat] = count
        game.hands[seat] = list(event.hands.get(seat, ()))
    if event.reason is ev.MoveReason.SHUFFLE:
        game.shuffles += 1


def _cards_passed(game: Game, event: ev.CardsPassed) -> None:
    known = [bool(hand) for hand in game.hands]  # everyone has a card to pass on
    for giver, receiver in event.to.items():
        game.counts[giver] -= 1
        game.counts[receiver] += 1
        card = event.cards.get(giver)
        if card is None:
            continue
        if known[giver]:
            game.hands[giver].remove(card)
        if known[receiver]:
            insort(game.hands[receiver], card, key=canonical_order)
    game.gifts = {}


def _colour_discarded(game: Game, event: ev.ColourDiscarded) -> None:
    seat = event.seat
    hand = game.hands[seat]
    if hand:
        for card in event.cards:
            hand.remove(card)
    game.counts[seat] -= len(event.cards)
    game.discard[-1:-1] = event.cards


def _hand_opened(game: Game, event: ev.HandOpened) -> None:
    game.open_hands += (event.seat,)
    game.hands[event.seat] = list(event.cards)


def _hand_closed(game: Game, event: ev.HandClosed) -> None:
    _close_hand(game, event.seat)
    if event.hidden:
        game.hands[event.seat] = []


def _cards_drawn(game: Game, event: ev.CardsDrawn) -> None:
    seat = event.seat
    game.counts[seat] += event.count
    cards = event.cards
    if cards is not None:
        hand = game.hands[seat]
        for card in cards:
            insort(hand, card, key=canonical_order)
    if event.reason is _TURN:
        game.passes = 0
        if cards is not None:
            game.drawn = cards[-1]
    _leave_stock(game, event.count)


def _draw_pile_renewed(game: Game, event: ev.DrawPileRenewed) -> None:
    game.stock_count = event.count
    game.stock = list(event.stock or ())
    game.shuffles += 1
    del game.discard[:-1]


def _passed(game: Game, _event: ev.Passed) -> None:
    game.passes += 1


def _direction_turned(game: Game, event: ev.DirectionTurned) -> None:
    game.direction = event.direction


def _window_opened(game: Game, event: ev.UnoWindowOpened) -> None:
    game.window = event.seat


def _window_closed(game: Game, event: ev.UnoWindowClosed | ev.UnoCalled | ev.UnoCaught) -> None:
    game.window = game.claimed = None
    game.windows_closed += (event.seat,)


def _uno_claimed(game: Game, event: ev.UnoClaimed) -> None:
    game.claimed = event.seat


def _uno_rolled(game: Game, _event: ev.UnoRolled) -> None:
    game.shuffles += 1


def _false_uno(game: Game, event: ev.FalseUno) -> None:
    game.claimed = None
    game.false_calls += (event.seat,)


def _out_of_turn(game: Game, event: ev.OutOfTurn) -> None:
    game.out_of_turns += (event.seat,)


def _player_left(game: Game, event: ev.PlayerLeft) -> None:
    seat = event.seat
    game.seated[seat] = False
    _score(game, seat, 0)
    game.noted.pop(seat, None)
    if game.phase is not Phase.BETWEEN_ROUNDS and game.playing[seat]:
        if game.round:
            game.leavers += (seat,)
        game.votes.pop(seat, None)
        _leave_round(game, event)
    if game.window == seat:
        game.window = None


def _leave_round(game: Game, event: ev.PlayerLeft | ev.PlayerLost) -> None:
    """A seat is no longer in, and its hand goes under the draw pile."""
    seat = event.seat
    game.playing[seat] = False
    game.gifts.pop(seat, None)
    _answered(game, seat)
    _close_hand(game, seat)
    if game.target == seat:
        game.target = None
    if game.claimed == seat:
        game.claimed = None
    game.stock_count += game.counts[seat]
    game.counts[seat] = 0
    game.hands[seat] = []
    game.shuffles += 1
    if event.cards is not None:
        game.stock[:0] = event.cards


def _player_lost(game: Game, event: ev.PlayerLost) -> None:
    seat = event.seat
    game.lost += (seat,)
    if game.rules.goal is Goal.UNTIL_LAST:
        game.leavers += (seat,)  # N8: the lowest rank that is free
    if event.points is not None:
        game.noted[seat] = event.points
    _leave_round(game, event)


def _player_joined(game: Game, event: ev.PlayerJoined) -> None:
    game.seated[event.seat] = True
    _score(game, event.seat, max(game.scores) if game.rules.goal is Goal.LOW_POINTS else 0)  # N5


def _score(game: Game, seat: int, score: int) -> None:
    game.scores = [*game.scores[:seat], score, *game.scores[seat + 1 :]]


def turn_asked(game: Game, event: ev.Asked) -> None:
    """Apply the question that begins a turn, as `evolve` does."""
    game.decision += 1
    game.waiting_for = event.decision
    game.owed = 0
    game.turn += 1
    game.drawn = game.sealed = game.claimed = None
    game.false_calls = game.out_of_turns = game.windows_closed = ()


def _asked(game: Game, event: ev.Asked) -> None:
    decision = event.decision
    if type(decision) is TakeTurn:
        turn_asked(game, event)
        return
    game.decision += 1
    game.waiting_for = decision
    if type(decision) is AnswerStack or type(decision) is AnswerDrawFour:
        game.owed = decision.penalty


def _player_out(game: Game, event: ev.PlayerOut) -> None:
    game.playing[event.seat] = False
    game.out += (event.seat,)
    _close_hand(game, event.seat)


def _round_ended(game: Game, event: ev.RoundEnded) -> None:
    game.phase = Phase.BETWEEN_ROUNDS
    game.waiting_for = game.window = game.claimed = game.target = game.drawn = game.sealed = None
    game.owed = 0
    game.ranks = event.ranks
    game.false_calls = game.out_of_turns = game.windows_closed = ()
    game.winners = event.winners
    game.noted = dict(event.noted)
    game.scores = [score + gain for score, gain in zip(game.scores, event.gains, strict=True)]


def _game_ended(game: Game, event: ev.GameEnded) -> None:
    if game.phase is Phase.PLAYING:
        game.noted = {}  # deserted: what was noted counts for nothing
    game.phase = Phase.OVER
    game.waiting_for = game.window = game.claimed = game.target = game.drawn = game.sealed = None
    game.owed = 0
    game.votes = {}
    game.gifts = {}
    game.false_calls = game.out_of_turns = game.windows_closed = ()
    game.winners = event.winners


def _told(_game: Game, _event: ev.Event) -> None:
    """An event that only tells: what it leads to follows as events of its own."""


def _close_hand(game: Game, seat: int) -> None:
    game.open_hands = tuple(other for other in game.open_hands if other != seat)


def _leave_stock(game: Game, count: int) -> None:
    game.stock_count -= count
    if game.stock:
        del game.stock[-count:]


# Every handler takes the event type that it stands behind; the table is what brings the two together.
EVOLVE: dict[type[ev.Event], Callable[[Game, Any], None]] = {
    ev.RoundDealt: _round_dealt,
    ev.BallotDrawn: _ballot_drawn,
    ev.VoteCast: _vote_cast,
    ev.RuleChosen: _rule_chosen,
    ev.FirstCardTurned: _first_card_turned,
    ev.FirstCardReturned: _first_card_returned,
    ev.CardsPlayed: cards_played,
    ev.ColourNamed: _colour_named,
    ev.CardsDrawn: _cards_drawn,
    ev.DrawPileRenewed: _draw_pile_renewed,
    ev.PlayerChosen: _player_chosen,
    ev.HandsMoved: _hands_moved,
    ev.CardChosen: _card_chosen,
    ev.CardsPassed: _cards_passed,
    ev.Confirmed: _confirmed,
    ev.ColourDiscarded: _colour_discarded,
    ev.HandOpened: _hand_opened,
    ev.HandClosed: _hand_closed,
    ev.DrawnKept: _told,
    ev.Passed: _passed,
    ev.TurnMissed: _told,
    ev.DirectionTurned: _direction_turned,
    ev.UnoWindowOpened: _window_opened,
    ev.UnoWindowClosed: _window_closed,
    ev.UnoCalled: _window_closed,
    ev.UnoClaimed: _uno_claimed,
    ev.UnoRolled: _uno_rolled,
    ev.UnoAnnounced: _told,
    ev.UnoCaught: _window_closed,
    ev.FalseUno: _false_uno,
    ev.OutOfTurn: _out_of_turn,
    ev.Challenged: _told,
    ev.TimeRanOut: _told,
    ev.PlayerLeft: _player_left,
    ev.PlayerLost: _player_lost,
    ev.PlayerJoined: _player_joined,
    ev.Asked: _asked,
    ev.PlayerOut: _player_out,
    ev.RoundEnded: _round_ended,
    ev.GameEnded: _game_ended,
}
