"""Sentences: every event as players are told it, and as readers of a kept game are."""

from dataclasses import replace

import pytest

from uno_engine import events as ev
from uno_engine.cards import Colour, card, cards
from uno_engine.decisions import TakeTurn
from uno_engine.events import DrawReason, Event, MoveReason
from uno_protocol import room as rm
from uno_protocol.room import RoomEvent, RoomPhase
from uno_protocol.sentences import _EVENTS, SENTENCES, Voice, event_text, jump_in_text, listing

VOICE = Voice(("ann", "bob", "cem"), me=0)


TOLD: list[tuple[Event | RoomEvent, str]] = [
    (ev.RoundDealt(2, 1, 2, (7, 7, 7), 80, None, None), "Round 2: bob deals."),
    (ev.FirstCardTurned(card("R+2")), "The first card is red Draw Two."),
    (ev.FirstCardReturned(None), "It goes back and the draw pile is shuffled."),
    (ev.CardsPlayed(0, (card("R5"),)), "You play red 5."),
    (ev.CardsPlayed(1, (card("W+4"),), (Colour.BLUE,)), "bob plays Wild Draw Four and names blue."),
    (ev.ColourNamed(1, Colour.GREEN), "bob names green."),
    (ev.CardsDrawn(0, 2, DrawReason.CARD, cards("R5 W")), "You draw red 5 and Wild."),
    (ev.CardsDrawn(1, 1, DrawReason.TURN, None), "bob draws 1 card."),
    (ev.CardsDrawn(1, 2, DrawReason.CAUGHT, None), "bob draws 2 cards for forgetting UNO."),
    (ev.CardsPlayed(1, cards("R1 W B3"), (None, Colour.BLUE, None)), "bob plays a chain: red 1, Wild (blue), blue 3."),
    (ev.CardsPlayed(1, cards("R7 B7"), (), 0), "bob plays red 7 and blue 7 together and chooses you."),
    (ev.CardsPlayed(1, (card("WS"),), (Colour.RED,), 0), "bob plays Swap Hands, names red and chooses you."),
    (
        ev.BallotDrawn(("play_again", "open_hand")),
        "Vote for the Customizable card rule: Play again; Cards on the table.",
    ),
    (ev.VoteCast(1, None), "bob voted."),
    (ev.VoteCast(0, "open_hand"), "You voted for: Cards on the table."),
    (ev.RuleChosen("play_again", (2, 1)), '"Play again" wins with 2 votes. You get another turn at once.'),
    (
        ev.RuleChosen("play_again", (1, 1, 1)),
        '"Play again" is drawn by lot from 3 rules with 1 vote each. You get another turn at once.',
    ),
    (ev.RuleChosen("unheard_of", ()), 'The rule of the Customizable cards is "unheard_of".'),
    (ev.PlayerChosen(1, 0), "bob chooses you."),
    (ev.HandsMoved(MoveReason.SWAP, {1: 3, 2: 4}, {}), "bob and cem swap hands."),
    (ev.HandsMoved(MoveReason.SWAP, {0: 1, 2: 4}, {0: cards("R5")}), "You and cem swap hands. You now have red 5."),
    (
        ev.HandsMoved(MoveReason.ROTATE, {0: 1}, {0: ()}),
        "Everyone passes their hand to the next player. You now have no cards.",
    ),
    (ev.HandsMoved(MoveReason.SHUFFLE, {1: 1}, {}), "All hands are shuffled together and dealt again."),
    (ev.CardChosen(1, None), "bob has chosen a card to pass on."),
    (ev.CardChosen(0, card("R5")), "You have chosen red 5 to pass on."),
    (
        ev.CardsPassed({0: 1, 1: 2, 2: 0}, {0: card("R5"), 2: card("W")}),
        "Everyone passes one card on. You give red 5 to bob. You get Wild from cem.",
    ),
    (ev.CardsPassed({1: 2, 2: 1}, {}), "Everyone passes one card on."),
    (ev.ColourDiscarded(1, cards("R5 R6")), "bob discards red 5 and red 6, under the top card."),
    (ev.HandOpened(1, cards("R5 R6")), "bob's hand is face up: red 5 and red 6."),
    (ev.HandClosed(0), "Your hand is hidden again."),
    (ev.UnoClaimed(1), "bob calls UNO, to be checked when the cards are discarded."),
    (ev.UnoRolled(1, forgotten=False), ""),
    (ev.UnoRolled(1, forgotten=True), "The game says bob forgot UNO!"),
    (ev.UnoCaught(1, None), "The referee caught bob: bob forgot UNO!"),
    (ev.CardsDrawn(1, 1, DrawReason.RULE, None), "bob draws 1 card because of the Customizable card."),
    (ev.PlayerOut(1, 2), "bob is out: 2nd place."),
    (ev.RoundEnded((1,), False, (0, 0, 0), ((1,), (0, 2))), "The round is over: 1st bob, 2nd you and cem."),
    (ev.DrawPileRenewed(40, None), "The discards are shuffled into a new draw pile of 40."),
    (ev.DrawnKept(0), "You keep the card."),
    (ev.Passed(1), "bob passes."),
    (ev.TurnMissed(0), "You miss a turn."),
    (ev.DirectionTurned(-1), "Direction reversed: now counter-clockwise."),
    (ev.UnoWindowOpened(1), "bob has one card and didn't call UNO!"),
    (ev.UnoWindowClosed(1), ""),
    (ev.UnoCalled(0), "You call UNO!"),
    (ev.UnoAnnounced(1), "UNO! bob has one card."),
    (ev.UnoCaught(0, by=1), "bob caught you: you forgot UNO!"),
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
    (ev.GameEnded((1, 2)), "bob and cem win the game!"),
    (ev.GameEnded(()), "The game is over: nobody wins."),
    (rm.SeatTaken(1, "bob"), "bob sits down."),
    (rm.SeatTaken(1, "bob", program=True), "bob (program) sits down."),
    (rm.SeatTaken(1, "Ada", "normal"), "Ada (normal computer player) sits down."),
    (rm.SeatFreed(1), "bob leaves the table."),
    (rm.SeatFreed(1, "kicked"), "The host kicked bob."),
    (rm.SeatFreed(0, "kicked"), "The host kicked you."),
    (rm.PhaseChanged(RoomPhase.CLOSED), "The table is closed."),
    (ev.DirectionTurned(1), "Direction reversed: now clockwise."),
    (rm.SeatFreed(1, "absent"), "bob was away for too long and lost the seat."),
    (rm.SeatFreed(0, "absent"), "You were away for too long and lost the seat."),
    (rm.SeatsMoved(0, 1), "bob and you swap seats."),
    (rm.SeatsMoved(5, 1), "bob moves to seat 2."),
    (rm.StandInChanged(1, "normal"), "A normal computer player plays for bob."),
    (rm.StandInChanged(0), "You play again."),
    (rm.TimeGiven(0, 60), "You have 60 extra seconds per turn."),
    (rm.TimeGiven(1, 0), "bob has no extra time now."),
    (rm.TableChanged(), ""),
    (rm.TableChanged("classic113", {}, 6), "The host changed the table: other rules, 6 seats."),
    (rm.TableChanged(turn_seconds=0), "The host changed the table: no time limit."),
    (rm.TableChanged(programs=False), "The host changed the table: no new programs."),
    (rm.TableChanged(turn_seconds=1), "The host changed the table: 1 second per turn."),
    (rm.TableChanged(password=False, locked=True), "The host changed the table: no password, locked."),
    (rm.MuteChanged("Eve", True), "The host silenced Eve."),
    (rm.MuteChanged("Eve", False), "The host unsilenced Eve."),
    (rm.Said("Eve", "hi\x1b[31m there"), "Eve (watching) says: hi[31m there"),
    (rm.Said("Bob", "hello", 1), "Bob says: hello"),
    (rm.Reacted("Eve", "good_game"), "Eve (watching) reacts: Good game!"),
    (rm.Reacted("Eve", "shr\x07ug"), "Eve (watching) reacts: shrug"),
    (rm.GameCleared(), "The table is cleared."),
    (rm.HandsShown((cards("R5 W"), (), None)), "The hands were: ann (you): red 5 and Wild; bob: no cards."),
    (rm.HandsShown((None, None, None)), ""),
    (rm.HostChanged(0), "You are the host now."),
    (rm.HostChanged(None), ""),
    (rm.ReadyChanged(1, True), "bob is ready."),
    (rm.ReadyChanged(0, False), "You are no longer ready."),
    (rm.ReadyChanged(0, False, "moved"), "You have another seat now, so you're no longer ready."),
    (rm.ReadyChanged(1, False, "rules"), ""),
    (rm.PresenceChanged(1, False), "bob lost the connection; the seat is kept."),
    (rm.WatcherCame("Eve"), "Eve is watching."),
    (rm.WatcherLeft("Eve"), "Eve stopped watching."),
    (rm.WatcherLeft("Eve", "banned"), "The host banned Eve."),
    (rm.PhaseChanged(RoomPhase.PAUSED), "The game is paused until a player is back."),
    (rm.PhaseChanged(RoomPhase.PAUSED, held=True), "The host paused the game."),
    (rm.GameOpened((True, True)), "A new game begins."),
    (rm.GamePlaced((True, True)), "A new game begins at a given position."),
    (rm.GameSeed("00ff"), "The seed of that game was 00ff."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told_from_the_viewers_side(event: Event | RoomEvent, sentence: str) -> None:
    assert event_text(event, VOICE) == sentence


@pytest.mark.parametrize(("seat", "who"), [(0, "You"), (1, "bob")])
def test_the_host_is_named_where_the_name_is_known(seat: int, who: str) -> None:
    voice = replace(VOICE, host=seat)
    assert event_text(rm.PhaseChanged(RoomPhase.PAUSED, held=True), voice) == f"{who} paused the game."
    assert event_text(rm.TableChanged(locked=True), voice) == f"{who} changed the table: locked."
    assert event_text(rm.SeatFreed(2, "kicked"), voice) == f"{who} kicked cem."


WHOLE = Voice(("ann", "bob", ""), whole=True)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            ev.RoundDealt(2, 1, 2, (1, 2, 0), 2, {0: cards("R5"), 1: cards("W B+2")}, cards("G1 W+4")),
            "Round 2: bob deals. seat 3 starts.\n  ann has R5\n  bob has W B+2\n  draw pile, top first: W+4 G1",
        ),
        (ev.RoundDealt(1, 0, 1, (7, 7, 7), 80, None, None), "Round 1: ann deals. bob starts."),
        (
            ev.DrawPileRenewed(2, cards("R1 R2")),
            "The discards are shuffled into a new draw pile of 2.\n  draw pile, top first: R2 R1",
        ),
        (ev.CardsPlayed(1, cards("R1 W B3"), (None, Colour.BLUE, None)), "bob plays a chain: R1, W (blue), B3."),
        (ev.CardsDrawn(0, 2, DrawReason.CARD, cards("R5 W")), "ann draws R5 W."),
        (
            ev.HandsMoved(MoveReason.SWAP, {0: 1, 1: 2}, {0: cards("R5"), 1: cards("B1 B2")}),
            "ann and bob swap hands.\n  ann has R5\n  bob has B1 B2",
        ),
        (
            ev.CardsPassed({0: 1, 1: 0}, {0: card("R5")}),
            "Everyone passes one card on.\n  ann gives R5 to bob\n  bob gives a card to ann",
        ),
        (ev.UnoWindowClosed(1), "bob can no longer be caught."),
        (ev.UnoRolled(1, forgotten=False), "bob remembers UNO."),
        (ev.Challenged(1, 0, True, False, cards("R5 R6")), "bob challenges ann: it was a bluff! ann's hand was R5 R6."),
        (
            rm.GamePlaced((True, True), "ann: R5\nbob: W\x1b[m"),
            "A new game begins at a given position.\n  ann: R5\n  bob: W[m",
        ),
    ],
)
def test_who_reads_a_kept_game_is_told_every_card(event: Event | RoomEvent, sentence: str) -> None:
    assert event_text(event, WHOLE) == sentence


@pytest.mark.parametrize("voice", [VOICE, Voice(("ann", "", "cem"), me=0), Voice()])
def test_between_games_a_table_waits_for_the_next_one(voice: Voice) -> None:
    assert event_text(rm.PhaseChanged(RoomPhase.WAITING), voice) == "Waiting for the next game."


def test_every_event_has_its_sentence() -> None:
    told = {kind.kind for kind in _EVENTS} | {row.split()[0] for row in SENTENCES}
    assert told - {"held", "kicked", "banned", "unready"} == {*ev.EVENTS, *rm.ROOM_EVENTS}


def test_parts_of_sentences() -> None:
    assert Voice(orange=True).card(card("Y5")) == "orange 5"
    assert Voice().colour(None) == "no colour"
    assert VOICE.who(7) == "seat 8"
    assert [listing(list("abc"[:count])) for count in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_a_jump_in_is_called_one() -> None:
    assert jump_in_text(ev.CardsPlayed(1, (card("R3"),)), VOICE) == "bob jumps in with red 3."
    assert jump_in_text(ev.CardsPlayed(0, (card("R7"),), (), 2), VOICE) == "You jump in with red 7, and choose cem."
