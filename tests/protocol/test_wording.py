"""Words of servers (P-4.9): entries, questions and results, for one viewer."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from tests.protocol.test_sentences import TOLD
from uno_engine import decisions as asks
from uno_engine import events as ev
from uno_engine.actions import CanPlay, Draw, Keep, Pass
from uno_engine.cards import Colour, card, cards
from uno_engine.decisions import Decision, asked
from uno_engine.events import Event
from uno_engine.presets import PRESETS
from uno_engine.rules import DEFAULTS, Stacking, WildDrawFourNeeds
from uno_engine.state import new_game
from uno_protocol import room as rm
from uno_protocol.catalogues import ENGLISH, PSEUDO, of_tag, speaking
from uno_protocol.result import RoundResult
from uno_protocol.sentences import Voice, event_text
from uno_protocol.wire import event_to_map
from uno_protocol.wording import entries
from uno_protocol.wording.entries import Occasion, Story, result_text, voice_at
from uno_protocol.wording.questions import paused_text, question_text, waited_text

NAMES = ("ann", "bob", "cem")
VOICE = Voice(NAMES, me=0)


def room(**fields: Any) -> rm.Room:
    occupants: list[rm.Occupant | None] = [rm.Occupant(name) for name in NAMES]
    return rm.Room("KXWM", "T", "official", {}, 30, occupants, 0, **fields)


@pytest.mark.parametrize("event", [event for event, _ in TOLD])
def test_who_is_not_concerned_is_told_the_same_as_a_spectator(event: Event | rm.RoomEvent) -> None:
    public = event if isinstance(event, rm.RoomEvent) else event.forms()[0]
    here = room()
    occasion = Occasion(event_to_map(public), here, here)
    assert all(seat in occasion.about for seat in range(3) if occasion.text(seat, "en") != occasion.text(None, "en"))


def test_an_event_that_is_unknown_concerns_nobody_and_is_not_told() -> None:
    occasion = Story(room(), 0).follow(1, {"k": "levitated"})
    assert not occasion.about
    assert occasion.text(0, "en") == ""


def told(story: Story, *events: Event | rm.RoomEvent, seat: int | None = 0, n: int = 1) -> list[str]:
    """What each of these entries says to a seat; `n` is the number of the first."""
    shown = [event_to_map(event) for event in events]
    return [story.follow(number, each).text(seat, "en") for number, each in enumerate(shown, n)]


def test_people_are_named_as_they_were_called_then() -> None:
    moved = (rm.SeatFreed(2), rm.SeatTaken(2, "dee"), rm.SeatsMoved(1, 2), ev.Passed(2), ev.Passed(1))
    assert told(Story(room(), 0), *moved) == [
        "cem leaves the table.",
        "dee sits down.",
        "bob and dee swap seats.",
        "bob passes.",
        "dee passes.",
    ]


def test_entries_that_the_room_knows_already_do_not_change_it() -> None:
    later = room()
    rm.SeatsMoved(1, 2).fold(later)
    assert told(Story(later, 7), rm.SeatsMoved(1, 2), ev.Passed(2), n=7)[1:] == ["bob passes."]
    assert told(Story(later, 7), rm.SeatTaken(1, "eve"), n=3) == ["eve sits down."]


def test_what_depends_on_what_came_before_is_told_by_it() -> None:
    paused, playing = (rm.PhaseChanged(phase) for phase in (rm.RoomPhase.PAUSED, rm.RoomPhase.PLAYING))
    card_played, turn = ev.CardsPlayed(1, (card("R5"),)), ev.Asked(asks.TakeTurn(2))
    assert told(Story(room(), 0), paused, playing, card_played, turn, card_played) == [
        "The game is paused until a player is back.",
        "The game resumes.",
        "bob plays red 5.",
        "cem's turn.",
        "bob jumps in with red 5.",
    ]
    orange = rm.TableChanged(preset="street", options={}, rules={})
    assert told(Story(room(), 0), orange, ev.ColourNamed(1, Colour.YELLOW))[1] == "bob names orange."


def test_a_room_with_unknown_rules_has_a_voice() -> None:
    assert voice_at(replace(room(), preset="unheard_of"), 1) == Voice(NAMES, 1, host=0)
    changed = rm.TableChanged(preset="unheard_of", options={}, rules={})
    assert told(Story(room(), 0), changed) == ["You changed the table: unheard of rules."]


def test_a_change_of_rules_names_them() -> None:
    changed = rm.TableChanged(options={"stacking": "any"}, rules={}, locked=True)
    assert told(Story(room(), 0), changed, seat=1) == ["ann changed the table: Stacking penalties: any on any; locked."]


def test_a_table_keeps_few_entries_to_say_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_KNOWN", 2)
    story, plays = Story(room(), 0), [ev.CardsPlayed(1, (face,)) for face in cards("R1 R2 R3 R1 R2 R3")]
    said = told(story, *plays)
    assert said[:3] == said[3:] == ["bob plays red 1.", "bob plays red 2.", "bob plays red 3."]
    assert len(story._known) <= 2


RESULT = RoundResult(1, (1,), False, (0, 40, 0), NAMES, (0, 40, 0))


@pytest.mark.parametrize(
    ("result", "seat", "text"),
    [
        (RESULT, 0, "bob wins the round and 40 points."),
        (RESULT, 1, "You win the round and 40 points."),
        (replace(RESULT, game_winners=(1,)), None, "bob wins the round and 40 points. bob wins the game!"),
        (replace(RESULT, names=("ann", "eve", "cem")), 1, "eve wins the round and 40 points."),  # bob sits there now
        (replace(RESULT, winners=(), gains=(0, 0, 0), game_winners=()), 0, "The game is over: nobody wins."),
    ],
)
def test_a_result_says_who_has_won(result: RoundResult, seat: int | None, text: str) -> None:
    assert result_text(result, Voice(NAMES, seat)) == text


@pytest.mark.parametrize(
    ("gone", "text"),
    [
        ((), "The game is paused until a player is back."),
        ((1,), "The game is paused until bob is back."),
        ((1, 2), "The game is paused until bob and cem are back."),
    ],
)
def test_a_pause_says_who_is_waited_for(gone: Collection[int], text: str) -> None:
    here = room()
    for seat in gone:
        here.occupants[seat] = rm.Occupant(NAMES[seat], connected=False)
    assert paused_text(here, VOICE) == text
    assert paused_text(replace(here, held=True), Voice(NAMES, 1, host=0)) == "ann paused the game."


PARTY = replace(PRESETS["party"], mercy=8)
FOUR = "bob plays +4 on you: "
STACK = "2 cards coming: pass them on, or draw. "
TWO_LEFT = {"counts": [2, 7, 7]}
UNPUNISHED = replace(DEFAULTS, uno_penalty=0)
BLUE_BEFORE = {"discard": cards("B9 W+4")}
IDLE = replace(DEFAULTS, wild_draw_four_needs=WildDrawFourNeeds.NO_ALTERNATIVE)
QUESTIONS: list[tuple[Decision, Collection[type[Any]], dict[str, Any], str]] = [
    (asks.TakeTurn(0), (CanPlay, Draw), {}, "Your turn: red, 9 or wild."),
    (asks.TakeTurn(0), (CanPlay, Draw), {"discard": cards("G9 W")}, "Your turn: red or wild."),
    (asks.TakeTurn(0), (CanPlay, Draw), {"colour": None}, "Your turn: play a card or draw."),
    (asks.TakeTurn(0), (CanPlay, Draw), TWO_LEFT, "Two cards left: say UNO, then play."),
    (asks.TakeTurn(0), (CanPlay, Draw), TWO_LEFT | {"rules": UNPUNISHED}, "Your turn: red, 9 or wild."),
    (asks.TakeTurn(0), (CanPlay,), {}, "Your turn: play a card."),
    (asks.TakeTurn(0), (Draw,), {}, "Your turn: you have no card to play, draw one."),
    (asks.TakeTurn(0), (Pass,), {}, "Your turn: nothing to draw, you must pass."),
    (asks.TakeTurn(0), (), {}, "Your turn."),
    (asks.PlayDrawn(0), (CanPlay, Keep), {}, "You drew red 5: play it or keep it?"),
    (asks.PlayDrawn(0), (CanPlay,), {}, "You drew red 5: you must play it."),
    (asks.PlayDrawn(0), (Keep,), {}, "You drew red 5; you can't play it."),
    (asks.PlayDrawn(0), (Keep,), {"drawn": None}, "You drew a card; you can't play it."),
    (asks.NameColour(0), (), {}, "Which colour?"),
    (asks.ChoosePlayer(0), (), {"discard": cards("R7")}, "Swap hands with whom?"),
    (
        asks.ChoosePlayer(0),
        (),
        {"discard": cards("WC"), "custom": "open_hand"},
        "Which player for your Customizable (Cards on the table)?",
    ),
    (asks.AnswerDrawFour(0, 1, 4), (), BLUE_BEFORE, FOUR + "fair only if bob held no blue."),
    (asks.AnswerDrawFour(0, 1, 4), (), BLUE_BEFORE | {"rules": IDLE}, FOUR + "draw 4, or call the bluff?"),
    (asks.AnswerDrawFour(0, 1, 4), (), {"discard": cards("W W+4")}, FOUR + "draw 4, or call the bluff?"),
    (asks.AnswerDrawFour(0, 1, 8), (), BLUE_BEFORE, FOUR + "draw 8, or call the bluff? If you lose, you draw 10."),
    (
        asks.AnswerDrawFour(0, 1, 8),
        (CanPlay,),
        {"rules": replace(DEFAULTS, stacking=Stacking.ANY)},
        FOUR + "draw 8, pass it on, or call the bluff?",
    ),
    (asks.AnswerStack(0, 2), (), {}, "2 cards coming: nothing to pass on."),
    (
        asks.AnswerStack(0, 2, card("B+2")),
        (CanPlay,),
        {"rules": PARTY, "counts": [7, 1, 1]},
        f"{STACK}The penalty came from blue Draw Two. Drawing 2 cards puts you out of the round!",
    ),
    (asks.KeepOne(0), (), {}, "Which red card do you keep? The others go under the top card."),
    (asks.Vote((0, 1)), (), {}, "Which rule for the Customizable cards?"),
    (asks.PassCard((0, 1)), (), {"direction": -1}, "Which card do you pass on to cem?"),
    (
        asks.Confirm((0,)),
        (),
        {"rules": replace(DEFAULTS, own_text="Sing.")},
        "The Customizable card says: “Sing.” Do it, then press the button.",
    ),
    (asks.TakeTurn(1), (Draw,), {}, ""),
]


@pytest.mark.parametrize(("decision", "kinds", "fields", "text"), QUESTIONS)
def test_a_question_says_what_can_be_done(
    decision: Decision, kinds: Collection[type[Any]], fields: dict[str, Any], text: str
) -> None:
    game = new_game(DEFAULTS, [True] * 3, b"")
    game.waiting_for, game.colour, game.playing = decision, Colour.RED, [True] * 3
    for name, value in {"drawn": card("R5"), "discard": cards("R9"), "counts": [7, 7, 7], **fields}.items():
        setattr(game, name, value)
    assert question_text(game, VOICE, kinds, game.drawn) == text


@pytest.mark.parametrize("kind", asks.DECISIONS.values())
def test_others_are_told_whom_the_game_waits_for(kind: type[Decision]) -> None:
    decision = next(each for each, *_ in QUESTIONS if type(each) is kind)
    said = waited_text(decision, VOICE)
    assert all(NAMES[seat] in said for seat in asked(decision))
    assert "{" not in said


def test_a_tag_means_one_of_our_languages_or_english() -> None:
    assert [of_tag(tag) for tag in ("de", "de-AT", "DE_ch", "en-GB", "tlh", "", PSEUDO)] == [
        *("de", "de", "de", ENGLISH, ENGLISH, ENGLISH, PSEUDO)
    ]


def test_a_language_is_spoken_for_a_while_also_if_something_breaks() -> None:
    with speaking("de"):
        assert event_text(ev.Passed(1), VOICE) == "bob passt."
    with pytest.raises(AttributeError), speaking("de"):
        event_text(None, VOICE)  # type: ignore[arg-type]
    assert event_text(ev.Passed(1), VOICE) == "bob passes."
