"""Motion on the full screen: when it draws, what waits for it, that any key ends it and is carried out."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.client.core.test_replay import of_file
from tests.client.fake import NORMAL, Fake, at_table, play, press, text_of
from tests.client.fullscreen.test_app import running
from tests.protocol.recorded_games import recorded
from uno_client.drawing.palette import palette
from uno_client.fullscreen.motion import BACKLOG, FRAME, MotionStage
from uno_client.fullscreen.screens import draw
from uno_client.screens.frame import Size
from uno_client.screens.table.motion import CardFlies, Drew, Motion, Opened, TurnPasses, duration
from uno_engine import actions as act
from uno_engine.cards import Colour, card
from uno_engine.decisions import TakeTurn
from uno_protocol.room import PhaseChanged, RoomPhase

DARK = palette()


class Clock:
    """Time that goes by when it is told to, and what is to be called then."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.calls.append((self.now + seconds, call))

    def run(self, until: float) -> None:
        while due := sorted((each for each in self.calls if each[0] <= until), key=lambda each: each[0]):
            self.calls.remove(due[0])
            self.now = due[0][0]
            due[0][1]()
        self.now = until


class Stage:
    """A table at which something moves, and when it was drawn."""

    def __init__(self, game: Fake, how: Motion = Motion.FULL, size: Size = NORMAL) -> None:
        self.game, self.size, self.clock, self.drawn = game, size, Clock(), list[float]()
        self.stage = MotionStage(lambda: self.clock.now, self.clock.later, self._redraw, how)

    def _redraw(self) -> None:
        self.drawn.append(self.clock.now)
        self.seen()

    def seen(self) -> str:
        return text_of(draw(self.game.model, self.size, DARK, self.stage.paint, self.stage.feast()).lines())

    def happen(self, *happens: act.Action | PhaseChanged) -> "Stage":
        for each in happens:
            game = self.game
            heard = len(game.heard)
            before = game.model
            game.happen(each) if isinstance(each, PhaseChanged) else game.play(each)
            messages, game.model = game.heard[heard:], before
            del game.heard[heard:]
            for message in messages:
                before = game.model
                game.feed(message)
                self.stage.tell(before, game.model)
        return self

    @property
    def moving(self) -> list[type]:
        return [type(event) for event in self.stage.moving]


def bob_plays() -> Stage:
    return Stage(at_table("R5 B7 B8", "R6 G2 G3", asked=TakeTurn(1))).happen(play(1, "R6"))


def test_under_a_card_of_your_own_it_is_no_longer_your_turn() -> None:
    stage = Stage(at_table("R5 B7 B8", "R6 G2 G3"))
    assert "YOUR TURN" in stage.seen()
    stage.happen(play(0, "R5"))
    assert "YOUR TURN" not in stage.seen()


@pytest.mark.parametrize(
    ("game", "action", "words"),
    [
        (at_table("B8 B7 B6", "R1 R2", "G1", asked=TakeTurn(1)), play(1, "R1"), "press c to catch!"),
        (at_table("B8 B7 B6", "R1 R2", "G1 G2", asked=TakeTurn(1)), play(1, "R1", uno=True), "bob has one card left."),
        (
            at_table("R1 B7 B6", "R1 R2 R3", "G1 G2", asked=TakeTurn(1), options={"jump_in": "yes"}),
            play(1, "R1"),
            "Your red 1 is the same",
        ),
    ],
    ids=["catch", "uno", "jump in"],
)
def test_what_lasts_only_seconds_is_said_with_the_first_drawing(game: Fake, action: act.Action, words: str) -> None:
    stage = Stage(game, size=Size(120, 40)).happen(action)
    assert stage.moving == [Opened]
    stage.clock.now = duration(Opened()) / 1000
    assert words in stage.seen()


def test_a_box_opens_over_the_table() -> None:
    game = at_table("R5 B7 W", "G1 G2")
    stage = Stage(game)
    before = game.model
    game.press("w enter")
    stage.stage.tell(before, game.model)
    assert stage.moving == [Opened]


def test_drawn_cards_are_counted_as_they_arrive() -> None:
    stage = Stage(at_table("R+2 B7 B8", "R6 G2", "R3 G3")).happen(play(0, "R+2"))
    flight = duration(CardFlies(card("R+2")))
    assert stage.moving[:2] == [CardFlies, Drew]
    counts = []
    for after in (0, 150, 220, 255):
        stage.clock.now = (flight + after) / 1000
        found = re.search(r"bob\b[^\n]*?(\d)", stage.seen())
        assert found is not None
        counts.append(int(found[1]))
    assert counts == [2, 2, 3, 3]


def test_a_skip_or_a_penalty_is_marked_and_your_turn_is_said_when_the_card_has_landed() -> None:
    for theirs in (["RS G2 G3", "R3 G3"], ["R+2 G2 G3", "R3 G3"], ["R+2 G2 G3"]):
        stage = Stage(at_table("B7 B8 Y1", *theirs, asked=TakeTurn(1))).happen(play(1, theirs[0][:-6]))
        said = []
        for stage.clock.now in (0.1, 0.3):
            lines = draw(stage.game.model, NORMAL, DARK, stage.stage.paint, 1).lines()
            said.append((DARK.roles.alarm in str(lines), "YOUR TURN" in text_of(lines)))
        assert said == [(False, False), (True, len(theirs) == 2)]


def test_it_draws_at_most_thirty_times_a_second_and_stops_by_itself() -> None:
    stage = Stage(at_table("R5 B7 B8", "R6 G2 R2 R3", "R7 Y1")).happen(play(0, "R5"), play(1, "R6"))
    stage.seen()
    stage.clock.run(5.0)
    length = sum(duration(event) for event in (CardFlies(card("R5")),) * 2) / 1000
    assert length / FRAME - 1 <= len(stage.drawn) <= 2 * length / FRAME + 10
    assert min(later - sooner for sooner, later in pairwise(stage.drawn)) >= 1 / 30
    assert not stage.clock.calls
    assert not stage.moving


def test_what_is_long_overdue_is_left_out() -> None:
    stage = Stage(at_table("R5 B7 B8", "R6 G2 R2 R3"))
    for _round in range(8):
        stage.happen(act.Draw(0), act.Keep(0), act.Draw(1), act.Keep(1))
    assert sum(duration(event) for event in stage.stage.moving) <= BACKLOG


def test_a_key_ends_all_that_moves() -> None:
    stage = bob_plays()
    stage.stage.skip()
    assert "YOUR TURN" in stage.seen()
    stage.clock.run(5.0)
    assert stage.drawn == []


@pytest.mark.parametrize(("how", "moves"), [(Motion.LITTLE, [CardFlies]), (Motion.NONE, [])])
def test_less_moves_for_those_who_want_it(how: Motion, moves: list[type]) -> None:
    stage = Stage(at_table("R5 B7 B8", "R6 G2"), how).happen(play(0, "R5"), act.Draw(1))
    assert stage.moving == moves


@pytest.mark.parametrize("size", [Size(50, 15), Size(60, 20)], ids=str)
def test_without_room_there_is_only_the_table(size: Size) -> None:
    stage = Stage(at_table("R5 B7 B8", "R6 G2 G3", asked=TakeTurn(1)), size=size).happen(play(1, "R6"))
    assert ("YOUR TURN" in stage.seen()) is (size.columns < 60)


def test_somebody_who_leaves_meanwhile_breaks_nothing() -> None:
    stage = Stage(at_table("R5 B7 B8", "R6 G2 G3", "Y1 Y2")).happen(play(0, "R5"))
    stage.stage._steps[0] = type(stage.stage._steps[0])(TurnPasses(1, 7, True, None), None)
    assert stage.seen()


def test_a_question_about_a_card_goes_with_the_hand_that_has_the_card() -> None:
    game = at_table(
        "R5 R6 B7 B8 G7", "WS G2", options={"extra": "1,0,0", "out_of_turn_penalty": "2"}, asked=TakeTurn(1)
    )
    stage = Stage(game.press("end left j"))
    assert game.asks
    stage.happen(act.Play(1, (card("WS"),), (Colour.BLUE,), 0))
    while stage.stage.moving:
        assert stage.seen()
        stage.clock.run(stage.clock.now + FRAME)


@pytest.mark.fast
async def test_the_key_that_ends_it_is_carried_out(tmp_path: Path) -> None:
    game = at_table("R5 B7 B8", "R6 G2").play(play(0, "R5"))
    async with running(tmp_path, game.model) as screen:
        clock = Clock()
        screen.shell.stage = stage = MotionStage(lambda: clock.now, clock.later, screen.shell.redraw)
        heard = len(game.heard)
        game.play(play(1, "R6"))
        for message in game.heard[heard:]:
            screen.shell.feed(message)
        await screen.until(lambda: bool(clock.calls))
        assert stage.moving
        await screen.type("?", "Menu and leaving")
        assert not stage.moving


def ended(winner: int, how: Motion = Motion.FULL) -> Stage:
    """The end of a round that a seat wins with its last card."""
    hands = ["R5", "G1 G2"] if winner == 0 else ["G1 G2", "R5"]
    stage = Stage(at_table(*hands, asked=TakeTurn(winner)), how)
    return stage.happen(play(winner, "R5"), PhaseChanged(RoomPhase.FINISHED))


def test_a_victory_comes_in_twelve_pictures_and_a_defeat_at_once() -> None:
    won, pictures = ended(0), list[str]()
    for at in range(13):
        won.clock.now = at * 0.05
        pictures.append(won.seen())
    assert len(set(pictures)) > 6
    assert pictures[-1] == Stage(won.game).seen()
    for stage, moves in ((ended(1), False), (ended(0, Motion.LITTLE), False), (ended(0), True)):
        assert (stage.stage.feast() < 1) is moves
        stage.stage.skip()
        assert stage.seen() == Stage(stage.game).seen()


def test_what_moves_in_a_game_that_is_shown_again_ends_with_the_next_step() -> None:
    clock = Clock()
    stage = MotionStage(lambda: clock.now, clock.later, lambda: None, Motion.FULL)
    before, _ = press(of_file(recorded(9), 0), "right right")
    after, _ = press(before, "right")
    stage.tell(before, after)
    first = stage.moving
    assert CardFlies in map(type, first)
    stage.tell(after, press(after, "left")[0])
    assert stage.moving == ()
    stage.tell(before, after)
    assert stage.moving == first
