"""The coach of a game that is shown again: what `expert` would have done, and what it expects of it."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.client.core.test_replay import of, of_file
from tests.client.fake import at_table, notice, press, told
from tests.patience import until
from tests.protocol.recorded_games import recorded
from uno_client.core import opinion as opinions_of
from uno_client.core import replay
from uno_client.core.model import Model
from uno_client.core.opinion import opinion, opinion_text
from uno_client.core.update import update
from uno_client.messages import Consider, Considered, Opinion
from uno_client.net.token_store import TokenStore
from uno_client.shell import Shell
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.actions import Draw, Pass, Play
from uno_engine.bots import expert
from uno_engine.cards import Colour, card
from uno_engine.events import Asked, CardsPlayed, Event
from uno_engine.presets import new_rules
from uno_engine.rules import RuleSet
from uno_protocol.records.file import GameRecord, RecordStep, read
from uno_protocol.room import SeatTaken
from uno_protocol.sentences import Voice, rule_title

RULES = new_rules("official", {})
GAME = recorded(0)
OTHERS = ("name_colour", "choose_player", "vote", "answer_draw_four", "answer_stack")


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WORLDS", "FEWER_WORLDS", "WORLDS_OF_CHAINS"):
        monkeypatch.setattr(expert, name, 6)
    monkeypatch.setattr(opinions_of, "TRIES", 4)


def opinions(eyes: int | None, places: Sequence[int]) -> list[Opinion | None]:
    record = read(GAME.data if eyes is None else GAME.eyes(eyes))
    return [opinion(record, at, eyes) for at in places]


def test_each_move_is_weighed_with_the_one_that_was_made() -> None:
    showing = of(of_file(GAME)).showing
    places = showing.turns[1:25:3]
    found = opinions(None, places)
    assert all(each is None or (each.worth is not None and 0 <= each.worth <= 1) for each in found)
    done = [each for each in found if each is not None and each.made is not None]
    assert any(each.made is each.move for each in done)
    assert any(each.made is not each.move for each in done)
    for each, at in zip(found, places, strict=True):
        event = showing.events[at]
        if each is not None and isinstance(each.made, Play) and isinstance(event, CardsPlayed):
            assert (each.made.seat, each.made.cards[0]) == (event.seat, event.cards[0])


def test_one_viewer_s_record_has_opinions_of_that_seat_only() -> None:
    turns = of(of_file(GAME)).showing.turns[1:30]
    assert {each.seat for each in opinions(1, turns[:6]) if each is not None} == {1}
    assert opinions(None, [0, len(GAME.events)]) == [None, None]


def test_other_questions_are_only_answered_and_what_was_done_may_be_unknown() -> None:
    record = read(GAME.data)
    events = [what for _, what in record.steps if isinstance(what, Event)]
    asked = next(at for at, event in enumerate(events, 1) if isinstance(event, Asked) and event.decision.kind in OTHERS)
    found = opinion(record, asked, None)
    assert found is not None
    assert found.worth is None
    turn = of(of_file(GAME)).showing.turns[3]
    line = [at for at, (_, what) in enumerate(record.steps, 1) if isinstance(what, Event)][turn - 1]
    newcomer = RecordStep(0.0, SeatTaken(1, "Bob"))
    found = opinion(GameRecord(record.header, (newcomer, *record.steps[:line])), turn + 1, None)
    assert found is not None
    assert found.made is None


@pytest.mark.parametrize(
    ("rules", "worth", "told"),
    [
        (RULES, 0.256, "26 % wins"),
        (new_rules("official", {"goal": "points"}), -0.05, "-12 points"),
        (new_rules("official", {"goal": "until_last"}), 0.5, "50 % of a first place"),
    ],
)
def test_the_worth_is_told_as_the_goal_counts(rules: RuleSet, worth: float, told: str) -> None:
    names, move, made = Voice(("ann", "bob", "cem")), Play(1, (card("R5"),)), Draw(1)
    best = Opinion(1, move, rules, 2, worth, move, worth)
    assert opinion_text(best, names) == f"bob: A good player plays red 5. Expected: {told}. That was the move played."
    other = replace(best, made=made, worth_made=0.0)
    assert opinion_text(other, names).endswith(("0 % wins.", "+0 points.", "0 % of a first place."))
    assert opinion_text(Opinion(1, Pass(1), rules, 2), names) == "bob: Pass."


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (act.Catch(1, 2), "Catch cem, who forgot UNO."),
        (act.CallUno(1), "Call UNO."),
        (act.Name(1, Colour.RED), "Red."),
        (act.Choose(1, 2), "Choose cem."),
        (act.Give(1, card("R5")), "Pass on red 5."),
        (act.Retain(1, card("R5")), "Keep red 5."),
        (act.Done(1), "Done."),
        (act.Cast(1, "open_hand"), f"Vote for: {rule_title('open_hand')}."),
        (act.Keep(1), "Keep the card."),
    ],
)
def test_every_move_is_said(move: act.PlayerAction, said: str) -> None:
    assert opinion_text(Opinion(1, move, RULES, 2), Voice(("ann", "bob", "cem"))) == f"bob: {said}"


def test_the_coach_answers_for_the_place_that_is_looked_at() -> None:
    model, _ = press(of_file(GAME), "right right")
    model, did = press(model, "c")
    assert did == [Consider(of(model).record, at=of(model).at, eyes=None)]
    assert notice(model) == "Thinking …"
    found = Opinion(1, Draw(1), RULES, 3, 0.5)
    model, _ = update(model, Considered(of(model).at, found))
    assert "Player 1: Draw a card. Expected: 50 % wins." in told(model)
    assert [notice(press(model, key)[0]) for key in ("right", "home", "e")] == [""] * 3
    later, _ = press(model, "right")
    assert update(later, Considered(of(model).at, None))[0] == later
    assert notice(update(model, Considered(of(model).at, None))[0]).startswith("Nobody whose cards")
    assert press(of_file(GAME, 2), "c")[1] == [Consider(read(GAME.eyes(2)), at=0, eyes=2)]


def test_the_coach_says_nothing_of_a_game_that_is_on() -> None:
    game = at_table("R5 R6 R7", "G1 R2").play(Play(0, (card("R5"),)))
    model, did = press(replay.of_the_game(game.model), "c")
    assert not did
    assert notice(model) == "The coach speaks when the game is over."
    assert not replay.wondered(Model())[2]


async def test_it_is_found_out_beside_the_screen() -> None:
    shell = Shell(of_file(recorded(9)), TokenStore.for_run(solo=True), lambda _message, _before: None)
    shell.take((), [Consider(of(shell.model).record, at=0, eyes=None)])
    await until(lambda: bool(notice(shell.model)))
    assert not shell.ended
    shell.quit(0)
    await asyncio.wait_for(shell.finish(), None)
