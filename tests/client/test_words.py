"""Events, refusals and errors as sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import protocol
from client.words import Voice, error_text, event_text, listing, note_text
from engine import events as ev
from engine.cards import Colour, card, cards
from engine.decisions import TakeTurn
from engine.events import DrawReason, Event
from engine.refused import Code
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
        (rm.HostChanged(0), "You are the host now."),
        (rm.HostChanged(None), ""),
        (rm.ReadyChanged(1, True), "bob is ready."),
        (rm.ReadyChanged(0, False), "You are not ready any more."),
        (rm.PresenceChanged(1, False), "bob lost the connection; the seat is kept."),
        (rm.PresenceChanged(0, True), "You are back."),
        (rm.WatchersChanged(2), "2 spectators at the table."),
        (rm.PhaseChanged(RoomPhase.PAUSED), "The table pauses."),
        (rm.GameOpened((True, True)), "A new game begins."),
        (rm.GameSeed("00ff"), "The seed of that game was 00ff."),
    ],
)
def test_an_event_is_told_from_the_viewers_side(event: Event | RoomEvent, sentence: str) -> None:
    assert event_text(event, VOICE) == sentence


def test_every_event_has_its_sentence() -> None:
    from client.words import _EVENTS

    assert set(_EVENTS) == {*ev.EVENTS.values(), *rm.ROOM_EVENTS.values()}


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    for code in Code:
        said = error_text(code.value, {"card": "R5"})
        assert code.value not in said
        assert "{" not in said
        assert said.endswith(".")


def test_a_refusal_names_the_card() -> None:
    assert error_text("not_in_hand", {"card": "G+2"}).startswith("You do not hold green Draw Two")
    assert "that card" in error_text("not_in_hand", {"card": "nonsense"})


def test_an_unknown_code_falls_back_on_the_servers_words_cleaned() -> None:
    assert error_text("brand_new", {}, "Not \x1b[31mnow.") == "Not [31mnow."
    assert error_text("brand_new") == "The server says: brand_new."


def test_the_server_knows_best_which_rule_is_wrong() -> None:
    assert error_text("rules_refused", {}, "hand_size: too many") == "hand_size: too many"


def test_every_code_of_the_protocol_has_its_sentence() -> None:
    document = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
    section = document.partition("\n## 12 ")[2].partition("\n## ")[0]
    codes = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert len(codes) > 40
    assert [code for code in codes if error_text(code).startswith("The server says")] == []


def test_the_fourth_colour_may_be_orange() -> None:
    assert Voice(orange=True).card(card("Y5")) == "orange 5"


def test_seats_without_a_name_are_numbered() -> None:
    assert VOICE.who(7) == "seat 8"


def test_lists_of_words() -> None:
    assert [listing([]), listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_note_is_a_sentence() -> None:
    assert "exists already" in note_text("table_exists")
