"""What the table shows of a model: players and what they did, the hand, what is loud, the log, the coach."""

from itertools import pairwise

import pytest

from tests.client.fake import Fake, at_table, play, position, scene, solo, told
from tests.client.test_every_request import forgotten, uncalled
from uno_client.core.legal_moves import raised
from uno_client.core.lesson.beats import TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import Lesson, SettingsPart
from uno_client.core.model.table import LogLine
from uno_client.preferences import Preferences
from uno_client.screens.table.asked import time_left
from uno_client.screens.table.scene import Did, Shout
from uno_client.structs import replace
from uno_client.wording.front_door import Item
from uno_engine import actions as act
from uno_engine import decisions as asks
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import Occupant, RoomPhase


def plates(game: Fake) -> dict[str, Did]:
    return {player.name: player.did for player in scene(game).players}


@pytest.mark.parametrize(
    ("seat", "names"), [(0, ["bob", "cem", "dee"]), (2, ["dee", "ann", "bob"]), (None, ["ann", "bob", "cem", "dee"])]
)
def test_the_others_sit_clockwise_from_your_left(seat: int | None, names: list[str]) -> None:
    assert [each.name for each in scene(at_table("R1 R2", "B1", "G1", "Y1", seat=seat)).players] == names


def test_each_plate_has_what_its_player_did_last() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3").play(play(0, "R5")).play(play(1, "R6"))
    assert plates(game) == {"bob": card("R6"), "cem": ""}
    assert scene(game).story == (("ann", card("R5")), ("bob", card("R6")))
    game = at_table("RS B7 B8", "R6 G2", "R7 G3").play(play(0, "RS")).play(act.Draw(2))
    assert plates(game) == {"bob": "skipped", "cem": "drew 1"}


def test_a_penalty_hits_a_plate_until_the_next_turn() -> None:
    game = at_table("R+2 B7 B8", "R6 G2", "R3 G3 G4").play(play(0, "R+2"))
    bob = scene(game).players[0]
    assert (bob.penalty, bob.alarmed, bob.did) == (2, True, "drew 2")
    assert scene(game.play(play(2, "R3"))).players[0].penalty == 0
    game = at_table("R+2 B7 B8", "R6 G2", "R3 G3 G4", seat=1).play(play(0, "R+2"))
    assert (scene(game).penalty, scene(game.play(play(2, "R3"))).penalty) == (2, 0)


def test_a_penalty_that_is_due_is_at_the_plate_and_at_the_pile() -> None:
    game = at_table("R5", "R+2 G2", "G1", top="Y+2", asked=asks.AnswerStack(1, 4), options={"stacking": "same"})
    shown = scene(game)
    assert (shown.players[0].news, shown.players[0].alarmed, shown.piles.due) == ("+4?", True, "+4")


@pytest.mark.parametrize(
    ("occupant", "mark", "note"),
    [
        (Occupant("bob", ready=True, bot="normal"), "", "bot"),
        (Occupant("bob", ready=True, connected=False), "offline", ""),
        (Occupant("bob", ready=True, stand_in="normal", connected=False), "computer", ""),
        (Occupant("bob", ready=True, extra_seconds=30), "", "+30 s"),
        (Occupant("bob", ready=True, program=True, extra_seconds=30), "", "program, +30 s"),
    ],
)
def test_who_plays_or_is_missing_is_said(occupant: Occupant, mark: str, note: str) -> None:
    game = Fake(position("R5", "G1 G2"))
    game.room.occupants[1] = occupant
    bob = scene(game.begin()).players[0]
    assert (bob.mark, bob.note) == (mark, note)


def test_only_the_host_is_called_so() -> None:
    game = Fake(position("R5", "G1 G2", "Y1", "B1"))
    game.room.host = 2
    assert [player.note for player in scene(game.begin()).players] == ["", "host", ""]


def test_whoever_jumps_in_makes_the_news() -> None:
    game = at_table("R5 B1", "R6 G2", "Y1", "R6 Y2", options={"jump_in": "yes"}).play(play(0, "R5"))
    game.play(play(1, "R6")).play(play(3, "R6"))
    assert [player.news for player in scene(game).players] == ["", "", "jumped in"]


def test_while_the_game_is_paused_those_who_are_to_come_back_are_marked() -> None:
    game = at_table("R5 B7", "R6 G2", "R7 G3 G4").happen(
        rm.PresenceChanged(1, False), rm.PhaseChanged(RoomPhase.PAUSED)
    )
    assert [player.on_turn for player in scene(game).players] == [True, False]
    assert scene(game).question.words == "The game is paused until bob is back."
    assert "until bob and cem are back." in told(game.happen(rm.PresenceChanged(2, False)))


def test_nobody_is_to_play_where_the_host_has_paused_the_game() -> None:
    game = at_table("R5 B7", "R6 G2 G3", asked=TakeTurn(1)).play(play(1, "R6"))
    assert any(held.playable for held in scene(game).hand.cards)
    game.happen(rm.PhaseChanged(RoomPhase.PAUSED, held=True))
    assert not any(held.playable for held in scene(game).hand.cards)
    assert not raised(game.model)
    assert "YOUR TURN" not in told(game)


def test_the_hand_steps_back_while_others_play_and_shows_a_cursor_that_is_moved() -> None:
    mine, theirs = at_table(), at_table(asked=TakeTurn(1))
    assert (scene(mine).hand.back, scene(mine).hand.at) == (False, 0)
    assert (scene(theirs).hand.back, scene(theirs).hand.at) == (True, None)
    theirs.wait(1.0)
    assert scene(theirs.press("right")).hand.at == 1


def test_drawn_cards_are_marked_until_the_next_key() -> None:
    game = at_table("B7 B8 Y1", "R+2 G2", asked=TakeTurn(1))
    game.wait(1.0)
    game.play(play(1, "R+2"))
    assert sum(held.drawn for held in scene(game).hand.cards) == 2
    game.wait(1.0)
    assert not any(held.drawn for held in scene(game.press("right")).hand.cards)


def test_no_card_is_raised_while_an_answer_without_a_card_is_asked() -> None:
    game = at_table("R5 B7", "G1 G2", top="W+4", colour="B", asked=asks.AnswerDrawFour(0, 1, 4))
    assert (scene(game).hand.at, scene(game).hand.back) == (None, True)
    assert scene(at_table("R5 B7", "G1 G2", top="R9")).hand.at is not None


def test_the_lesson_says_how_far_it_is_and_its_note_what_to_do() -> None:
    game = at_table("R5 B7", "G1 G2", top="R9")
    assert scene(game).question.words
    game.model = replace(game.model, lesson=Lesson({}, TOPICS[Item.SKIP], due=True))
    assert (scene(game).question.words, scene(game).question.chip) == ("", "YOUR TURN")
    assert scene(game).frame.facts.startswith("step 4 of 8 · ")


def shout(game: Fake) -> Shout | None:
    return scene(game).shout


@pytest.mark.parametrize(
    ("game", "word", "key"),
    [
        (uncalled(), "CATCH!", "c"),
        (forgotten(), "UNO?", "u"),
        (at_table("R9 B1 B2", "G1 G2", asked=TakeTurn(1), options={"jump_in": "yes"}), "JUMP IN!", "j"),
    ],
)
def test_what_wants_a_key_soon_is_shouted_with_the_key_and_the_time_left(game: Fake, word: str, key: str) -> None:
    said = shout(game)
    assert said is not None
    assert (said.word, said.tone, said.timed) == (word, "alarm", False)
    assert f"Press {key}" in " ".join(said.lines)
    assert scene(game).question.tone == "alarm"
    game.feed(net.Clock("ABCD", game.state.decision, seconds=15, of=30))
    said = shout(game)
    assert said is not None
    assert said.timed
    shown = time_left(game.model)
    assert shown is not None
    assert (shown.left, shown.words, shown.late) == (0.5, "0:15", False)


def test_nothing_is_shouted_on_top_of_your_question_and_it_names_the_key() -> None:
    game = at_table("B8 B7 B6", "R1 R2", asked=TakeTurn(1)).play(play(1, "R1"))
    assert shout(game) is None
    assert scene(game).players[0].alarmed
    assert scene(game).question.words.startswith("bob didn't call UNO: press c to catch!")
    game = at_table("B8 B7 B6", "R1 R2", asked=TakeTurn(1)).play(play(1, "R1", uno=True))
    assert scene(game.play(act.Draw(0))).question.words.startswith("UNO! bob has one card left. You drew")
    assert "UNO!" not in scene(game.play(act.Keep(0)).play(act.Draw(1)).play(act.Keep(1))).question.words


def test_a_call_of_uno_is_shouted_for_a_moment() -> None:
    game = at_table("B8 B7 B6", "R1 R2", "G1 G2", asked=TakeTurn(1)).play(play(1, "R1", uno=True))
    assert shout(game) == Shout("UNO!", ("bob has one card left.",), "uno")
    game.wait(1.3)
    assert shout(game) is None
    assert scene(game).players[0].mark == "UNO"


def test_a_swap_says_what_it_brings() -> None:
    game = at_table("R7 B7 B8", "G1 G2", "Y1", "Y1 Y2 Y3", options={"seven_zero": "sevens"}).press("r7 enter")
    box = scene(game).box
    assert box is not None
    assert [(each.title, each.words, each.tone) for each in box.choices] == [
        ("bob", "as many cards", "quiet"),
        ("cem", "1 fewer card", "good"),
        ("dee", "1 more card", "quiet"),
    ]


def lines(model: Model) -> list[str]:
    shown = scene(model).log
    assert shown is not None
    return [line.text for line in shown.lines]


def with_log(count: int) -> Model:
    model = at_table().model
    log = tuple(LogLine(None, f"Entry {at}.") for at in range(count))
    return replace(model, play=replace(model.play, log=log, told=count))


@pytest.mark.fast
def test_the_log_loses_no_more_than_it_must() -> None:
    for before, after in pairwise(range(1, 150)):
        was, now = lines(with_log(before)), lines(with_log(after))
        assert now[-1] == f"Entry {after - 1}."
        assert now[:-1] == was[1 - len(now) :]


def test_the_log_is_scrolled_back_and_says_so() -> None:
    back = replace(with_log(40), reading=replace(Model().reading, scroll=5))
    assert lines(back)[-2:] == ["Entry 34.", "… PgDn: newer lines"]


def test_a_key_shows_the_log_where_it_is_not_and_hides_it_where_it_is() -> None:
    game = at_table()
    shown = scene(game).log
    assert shown is not None
    assert (shown.beside, shown.over, shown.hint) == (True, False, "l hides it")
    shown = scene(game.press("l")).log
    assert shown is not None
    assert (shown.beside, shown.over) == (False, True)


def test_the_log_tells_play_and_nothing_else() -> None:
    game = at_table("R5 B7", "G1 G2", asked=TakeTurn(1))
    game.happen(rm.ReadyChanged(1, True), rm.GameSeed("ab" * 32), rm.HandsShown(((card("R5"),), None)))
    assert lines(game.model) == []


def coached(model: Model, *, coach: bool = True) -> Model:
    return replace(model, settings=SettingsPart(wants=Preferences(coach=coach)))


@pytest.mark.parametrize(("alone", "coach", "marks"), [(True, True, 1), (False, True, 0), (True, False, 0)])
def test_the_coach_marks_a_card_in_solo_games_of_those_who_want_it(alone: bool, coach: bool, marks: int) -> None:
    game = at_table("R5 R6 B7", "G1 G2").but(lambda model: coached(model, coach=coach))
    game.but(solo if alone else lambda model: model).snapshot()
    assert sum(held.advised for held in scene(game).hand.cards) == marks
    assert ("A good player plays red" in game.press("h").said) is (marks > 0)


def test_the_coach_marks_the_stock_where_drawing_is_best() -> None:
    game = at_table("B7 B8", "G1 G2").but(coached).but(solo)
    game.snapshot()
    assert scene(game).piles.advised
    assert game.press("h").said == "Draw a card."
