"""Events as sentences."""

from __future__ import annotations

import pytest

from client.happenings import _EVENTS, event_text
from client.words import Voice
from engine import events as ev
from engine.cards import Colour, card, cards
from engine.decisions import TakeTurn
from engine.events import DrawReason, Event, MoveReason
from protocol import room as rm
from protocol.room import RoomEvent, RoomPhase

VOICE = Voice(("ann", "bob", "cem"), me=0)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ev.RoundDealt(2, 1, 2, (7, 7, 7), 80, None, None), "Round 2: bob deals."),
        (ev.FirstCardTurned(card("R+2")), "The first card is red Draw Two."),
        (ev.FirstCardReturned(None), "It goes back and the pile is shuffled."),
        (ev.CardsPlayed(0, (card("R5"),)), "You play red 5."),
        (ev.CardsPlayed(1, (card("W+4"),), (Colour.BLUE,)), "bob plays Wild Draw Four and names blue."),
        (ev.ColourNamed(1, Colour.GREEN), "bob names green."),
        (ev.CardsDrawn(0, 2, DrawReason.CARD, cards("R5 W")), "You draw red 5 and Wild."),
        (ev.CardsDrawn(1, 1, DrawReason.TURN, None), "bob draws 1 card."),
        (ev.CardsDrawn(1, 2, DrawReason.CAUGHT, None), "bob draws 2 cards for the forgotten UNO."),
        (ev.CardsDrawn(1, 0, DrawReason.CARD, None), "bob draws 0 cards."),
        (
            ev.CardsPlayed(1, cards("R1 W B3"), (None, Colour.BLUE, None)),
            "bob lays a chain: red 1, Wild (blue), blue 3.",
        ),
        (
            ev.CardsPlayed(1, (card("WS"),), (Colour.RED,), 0),
            "bob plays Swap Hands, names red and chooses you.",
        ),
        (ev.CardsPlayed(0, (card("B7"),), (), 2), "You play blue 7 and choose cem."),
        (
            ev.BallotDrawn(("play_again", "open_hand")),
            "Vote for the rule of the Customizable cards: Play again; Cards on the table.",
        ),
        (ev.VoteCast(1, None), "bob voted."),
        (ev.VoteCast(0, "open_hand"), "You voted for: Cards on the table."),
        (
            ev.RuleChosen("play_again", (2, 1)),
            "The Customizable cards with 2 votes: Play again. You have another turn at once.",
        ),
        (ev.RuleChosen("unheard_of", ()), "The Customizable cards: unheard_of."),
        (ev.PlayerChosen(1, 0), "bob chooses you."),
        (ev.HandsMoved(MoveReason.SWAP, {1: 3, 2: 4}, {}), "bob and cem swap hands."),
        (
            ev.HandsMoved(MoveReason.SWAP, {0: 1, 2: 4}, {0: cards("R5")}),
            "You and cem swap hands. You have red 5 now.",
        ),
        (ev.HandsMoved(MoveReason.ROTATE, {0: 1}, {0: ()}), "All hands move on one seat. You have no cards now."),
        (ev.HandsMoved(MoveReason.SHUFFLE, {1: 1}, {}), "All hands are shuffled together and dealt anew."),
        (ev.CardChosen(1, None), "bob has chosen a card to pass on."),
        (ev.CardChosen(0, card("R5")), "You have chosen red 5 to pass on."),
        (
            ev.CardsPassed({0: 1, 1: 2, 2: 0}, {0: card("R5"), 2: card("W")}),
            "Everyone passes one card on. You give red 5 to bob. You get Wild from cem.",
        ),
        (ev.CardsPassed({1: 2, 2: 1}, {}), "Everyone passes one card on."),
        (ev.ColourDiscarded(1, cards("R5 R6")), "bob discards red 5 and red 6, under the top card."),
        (ev.HandOpened(1, cards("R5 R6")), "bob's hand lies open: red 5 and red 6."),
        (ev.HandClosed(0), "Your hand is hidden again."),
        (ev.UnoClaimed(1), "bob calls UNO, to be settled with the cards discarded."),
        (ev.UnoRolled(1, forgotten=False), ""),
        (ev.UnoRolled(1, forgotten=True), "The game finds that bob forgot UNO!"),
        (ev.UnoCaught(1, None), "The referee saw that bob did not call UNO."),
        (ev.CardsDrawn(1, 2, DrawReason.FORGOTTEN, None), "bob draws 2 cards for the forgotten UNO."),
        (ev.CardsDrawn(1, 1, DrawReason.RULE, None), "bob draws 1 card by the rule of the Customizable card."),
        (ev.PlayerOut(0, 1), "You are out: 1st place."),
        (ev.PlayerOut(1, 2), "bob is out: 2nd place."),
        (
            ev.RoundEnded((1,), False, (0, 0, 0), ((1,), (0, 2))),
            "The round is over: 1st bob, 2nd you and cem.",
        ),
        (ev.DrawPileRenewed(40, None), "The discards are shuffled into a new draw pile of 40."),
        (ev.DrawnKept(0), "You keep the card."),
        (ev.Passed(1), "bob passes."),
        (ev.TurnMissed(0), "You miss a turn."),
        (ev.DirectionTurned(-1), "Play turns round: counter-clockwise now."),
        (ev.UnoWindowOpened(1), "bob has one card and did not call UNO!"),
        (ev.UnoWindowClosed(1), ""),
        (ev.UnoCalled(0), "You call UNO!"),
        (ev.UnoAnnounced(1), "UNO! bob has one card."),
        (ev.UnoCaught(0, by=1), "bob catches you without UNO."),
        (ev.FalseUno(1), "bob calls UNO with too many cards."),
        (ev.OutOfTurn(1), "bob tried to play out of turn."),
        (ev.Challenged(1, 0, True, False, None), "bob challenges you: it was a bluff!"),
        (
            ev.Challenged(0, 1, False, False, cards("R5 B2")),
            "You challenge bob: the Wild Draw Four was fair. bob's hand was red 5 and blue 2.",
        ),
        (ev.TimeRanOut(0), "You ran out of time."),
        (ev.PlayerLeft(1, None), "bob left the game."),
        (ev.PlayerJoined(1), "bob joins the game."),
        (ev.Asked(TakeTurn(0)), ""),
        (ev.RoundEnded((0,), False, (24, 0, 0)), "You win the round and 24 points."),
        (ev.RoundEnded((1,), False, (0, 0, 0)), "bob wins the round."),
        (ev.RoundEnded((0, 2), True, (0, 0, 0)), "The round is blocked. You and cem win the round."),
        (ev.RoundEnded((), True, (0, 0, 0)), "The round is blocked: nobody wins it."),
        (ev.GameEnded((1,)), "bob wins the game!"),
        (ev.GameEnded((1, 2)), "bob and cem win the game!"),
        (ev.GameEnded(()), "The game is over, nobody wins."),
        (rm.SeatTaken(1, "bob"), "bob sits down."),
        (rm.SeatTaken(1, "Ada", "normal"), "Ada (normal computer player) sits down."),
        (rm.SeatFreed(1), "bob leaves the table."),
        (rm.SeatFreed(1, "kicked"), "The host puts bob out of the table."),
        (rm.SeatFreed(0, "banned"), "The host puts you out of the table for good."),
        (rm.SeatFreed(1, "absent"), "bob was away for too long and has no seat now."),
        (rm.SeatFreed(0, "absent"), "You were away for too long and have no seat now."),
        (rm.SeatFreed(1, "a reason of later"), "bob leaves the table."),
        (rm.SeatsMoved(0, 1), "bob and you change seats."),
        (rm.SeatsMoved(5, 1), "bob moves to seat 2."),
        (rm.StandInChanged(1, "normal"), "A normal computer player sits in for bob."),
        (rm.StandInChanged(0), "You play again."),
        (rm.TimeGiven(0, 60), "You have 60 seconds more for every answer."),
        (rm.TimeGiven(1, 0), "bob has no more time than the others now."),
        (rm.TableChanged(), ""),
        (rm.TableChanged("classic113", {}, 6), "The host has changed the table: other rules, 6 seats."),
        (rm.TableChanged(turn_seconds=0), "The host has changed the table: no limit for a turn."),
        (rm.TableChanged(turn_seconds=1), "The host has changed the table: 1 second for a turn."),
        (
            rm.TableChanged(password=False, locked=True),
            "The host has changed the table: no password, nobody comes in.",
        ),
        (rm.MuteChanged("Eve", True), "Eve may not speak at this table."),
        (rm.MuteChanged("Eve", False), "Eve may speak again at this table."),
        (rm.Said("Eve", "hi\x1b[31m there"), "Eve (watching) says: hi[31m there"),
        (rm.Said("Bob", "hello", 1), "Bob says: hello"),
        (rm.Said("Ann", "hello", 0), "You say: hello"),
        (rm.Reacted("Eve", "good_game"), "Eve (watching) reacts: Good game!"),
        (rm.Reacted("Eve", "shr\x07ug"), "Eve (watching) reacts: shrug"),
        (rm.GameCleared(), "The game is put away."),
        (rm.HandsShown((cards("R5 W"), (), None)), "The hands were: ann (you): red 5 and Wild; bob: no cards."),
        (rm.HandsShown((None, None, None)), ""),
        (rm.HostChanged(0), "You are the host now."),
        (rm.HostChanged(None), ""),
        (rm.ReadyChanged(1, True), "bob is ready."),
        (rm.ReadyChanged(0, False), "You are not ready any more."),
        (rm.PresenceChanged(1, False), "bob lost the connection; the seat is kept."),
        (rm.PresenceChanged(0, True), "You are back."),
        (rm.WatcherCame("Eve"), "Eve watches."),
        (rm.WatcherLeft("Eve"), "Eve watches no longer."),
        (rm.WatcherLeft("Eve", "banned"), "The host puts Eve out of the table for good."),
        (rm.PhaseChanged(RoomPhase.PAUSED), "The table pauses."),
        (rm.PhaseChanged(RoomPhase.PAUSED, held=True), "The host lets the game stand still."),
        (rm.PhaseChanged(RoomPhase.BETWEEN_ROUNDS, held=True), "The host lets the game stand still."),
        (rm.GameOpened((True, True)), "A new game begins."),
        (rm.GamePlaced((True, True)), "A new game begins, with cards that were chosen."),
        (rm.GameSeed("00ff"), "The seed of that game was 00ff."),
    ],
)
def test_an_event_is_told_from_the_viewers_side(event: Event | RoomEvent, sentence: str) -> None:
    assert event_text(event, VOICE) == sentence


def test_a_full_table_waits_for_the_next_game_and_not_for_players() -> None:
    waits = rm.PhaseChanged(RoomPhase.WAITING)
    assert event_text(waits, VOICE) == "The table waits for the next game."
    assert event_text(waits, Voice(("ann", "", "cem"), me=0)) == "The table waits for players."
    assert event_text(waits, Voice()) == "The table waits for players."


def test_every_event_has_its_sentence() -> None:
    assert set(_EVENTS) == {*ev.EVENTS.values(), *rm.ROOM_EVENTS.values()}
