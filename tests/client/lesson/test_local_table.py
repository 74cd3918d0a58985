"""The lesson's deal: every beat can be played as its callout says, alone and in order, and nothing else is taken."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from uno_client.core.lesson.beats import BEATS, TOPICS, CalloutTarget
from uno_client.core.lesson.local_table import LocalTable
from uno_client.wording.front_door import Item
from uno_engine.actions import Accept, Challenge, Draw, Keep, Name, Play, PlayerAction
from uno_engine.cards import Colour, card
from uno_engine.state import Phase
from uno_protocol import messages as m
from uno_protocol.fold import TableView
from uno_protocol.wire import request_from_action

MOVES: tuple[PlayerAction, ...] = (
    Play(0, (card("R8"),)),
    Play(0, (card("Y2"),)),
    Draw(0),
    Keep(0),
    Play(0, (card("RS"),)),
    Play(0, (card("W"),), (Colour.BLUE,)),
    Challenge(0),
    Play(0, (card("Y6"),), uno=True),
    Play(0, (card("B9"),)),
)


@dataclass
class Pupil:
    """A player of the lesson who folds what the table says; what is to happen later happens when it is waited for."""

    at: int = 0
    told: list[m.ServerMessage] = field(default_factory=list)
    beats: list[int | None] = field(default_factory=list)
    waiting: list[Callable[[], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = LocalTable("Mia", self.told.append, self.beats.append, self.later, self.at)
        self.table.open()

    def later(self, _seconds: float, then: Callable[[], None]) -> None:
        self.waiting.append(then)

    def wait(self) -> None:
        while self.waiting:
            self.waiting.pop()()

    @property
    def view(self) -> TableView:
        snapshots = [each for each in self.told if isinstance(each, m.Snapshot)]
        view = TableView.from_snapshot(snapshots[-1])
        for each in self.told[self.told.index(snapshots[-1]) :]:
            if isinstance(each, m.Entry):
                view.apply(each)
        return view

    def do(self, action: PlayerAction) -> m.ServerMessage:
        """The table's answer to a move."""
        game, before = self.view.game, len(self.told)
        assert game is not None
        self.table.send(request_from_action(action, 7, game.decision))
        self.wait()
        return self.told[before]


def test_the_beats_are_the_steps_of_the_deal_and_lead_to_the_win() -> None:
    pupil = Pupil()
    for at, move in enumerate(MOVES):
        assert pupil.beats[-1] == at
        assert pupil.do(move) == m.Ok(id=7)
    assert len(BEATS) == len(MOVES)
    assert len(TOPICS) == 8
    game = pupil.view.game
    assert pupil.beats[-1] == len(BEATS)
    assert game is not None
    assert (game.phase, game.winners) == (Phase.OVER, (0,))


@pytest.mark.parametrize("at", TOPICS.values(), ids=[topic.name for topic in TOPICS])
def test_the_lesson_can_be_taken_up_at_each_topic(at: int) -> None:
    pupil = Pupil(at)
    for move in MOVES[at:]:
        assert pupil.do(move) == m.Ok(id=7)
    assert pupil.view.room.phase.value == "finished"


@pytest.mark.parametrize("at", range(len(BEATS)))
def test_a_callout_at_a_card_points_at_one_that_is_held(at: int) -> None:
    game = Pupil(at).view.game
    assert game is not None
    if BEATS[at].target is CalloutTarget.CARD:
        assert BEATS[at].card in game.hands[0]


@pytest.mark.parametrize(
    ("at", "other"),
    [
        (0, Play(0, (card("RS"),))),
        (3, Play(0, (card("W"),), (Colour.RED,))),
        (6, Accept(0)),
        (7, Play(0, (card("Y6"),))),
    ],
    ids=["the Skip", "the drawn Wild", "four cards", "no UNO"],
)
def test_another_move_is_refused_and_changes_nothing(at: int, other: PlayerAction) -> None:
    pupil = Pupil(at)
    before = pupil.view
    answer = pupil.do(other)
    assert isinstance(answer, m.Error)
    assert answer.text == "Not now: the lesson is about something else."
    assert pupil.view == before
    assert pupil.do(MOVES[at]) == m.Ok(id=7)


def test_the_colour_may_be_named_after_the_wild_is_played() -> None:
    pupil = Pupil(TOPICS[Item.WILD])
    assert pupil.do(Play(0, (card("W"),))) == m.Ok(id=7)
    assert pupil.beats[-1] == TOPICS[Item.WILD]
    assert isinstance(pupil.do(Name(0, Colour.GREEN)), m.Error)
    assert pupil.do(Name(0, Colour.BLUE)) == m.Ok(id=7)
    assert pupil.beats[-1] == TOPICS[Item.DRAW_FOUR]


def test_ready_after_the_win_deals_the_lesson_again() -> None:
    pupil = Pupil(TOPICS[Item.WIN])
    pupil.do(MOVES[-1])
    pupil.table.send(m.Ready(id=8))
    assert pupil.beats[-1] == 0
    assert pupil.do(MOVES[0]) == m.Ok(id=7)


def test_a_table_that_is_left_says_nothing_more() -> None:
    pupil = Pupil()
    game = pupil.view.game
    assert game is not None
    pupil.table.send(request_from_action(MOVES[0], 7, game.decision))
    pupil.table.close()
    told = len(pupil.told)
    pupil.wait()
    assert len(pupil.told) == told


def test_the_lesson_says_why_each_other_card_is_not_played() -> None:
    pupil = Pupil()
    pupil.table.send(m.WhyNot(id=7))
    (told,) = (each for each in pupil.told if isinstance(each, m.Reasons))
    codes = {each.card: each.code for each in told.reasons}
    assert "R8" not in codes  # the beat's own card
    assert (codes["Y6"], codes["RS"]) == ("does_not_fit", "not_now")
