"""The seat of a bot: its answers, its time, and who plays on where it fails."""

import asyncio
import pickle
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import cast

import pytest

from tests.client.fake import Fake, at_table
from tests.patience import HANG, until
from uno_client.bots.file import BotRefused
from uno_client.bots.seat import LONGEST, MARGIN, MOST_FAILURES, BotProcess, BotSeat, started
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.messages import Tick
from uno_engine import actions as act
from uno_engine.actions import Listed, PlayerAction
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_engine.events import Event, Passed
from uno_engine.state import View
from uno_protocol import messages as net
from uno_protocol.room import Occupant, RoomPhase

Answer = Callable[[Sequence[PlayerAction]], Coroutine[None, None, tuple[PlayerAction | None, str]]]
DEFAULT = act.Draw(0)


class Seat:
    """A seat whose bot answers as the test says, no process between."""

    def __init__(self, answer: Answer) -> None:
        self.said: list[str] = []
        self.told: list[Event] = []
        self.ended = False
        self.woken = asyncio.Event()
        self.asked = 0
        self.tasks: list[asyncio.Task[None]] = []
        self._answer = answer
        self.seat = BotSeat(cast(BotProcess, self), "my_bot.py", self.by_level, self.begin, self.said.append)
        self.seat.again = self.woken.set

    async def choose(self, _view: View, actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
        self.asked += 1
        return await self._answer(actions)

    def begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        self.tasks.append(task := asyncio.create_task(work))
        return task

    def tell(self, _view: View, event: Event) -> None:
        self.told.append(event)

    def end(self) -> None:
        self.ended = True

    def by_level(self, _model: Model, _listed: Sequence[Listed]) -> PlayerAction | None:
        return DEFAULT

    async def plays(self, model: Model) -> PlayerAction | None:
        """What the seat does about this question, when it is known."""
        if (now := self.seat.choose(model, offered(model))) is None and self.seat.thinks:
            self.woken.clear()
            await self.woken.wait()
            now = self.seat.choose(model, offered(model))
        return now


async def first(actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
    return actions[0], ""


async def never(_actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
    await asyncio.Event().wait()
    raise AssertionError


async def fails(_actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
    return None, "it raised ValueError"


async def gone(_actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
    raise EOFError


def in_turn(*answers: Answer) -> Answer:
    left = iter(answers)

    async def answer(actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
        return await next(left)(actions)

    return answer


def turns() -> list[Model]:
    """The same turn under several numbers of decisions, against computer players."""
    models = []
    for number in range(1, MOST_FAILURES + 2):
        game = at_table("R5 R6 R7", "G1 G2", asked=TakeTurn(0))
        game.state.decision = number
        game.room.occupants[1] = Occupant("Ada", bot="normal", ready=True)
        models.append(Fake(game.state, 0, game.model).begin().model)
    return models


async def test_what_the_bot_chooses_is_played_and_it_is_asked_once() -> None:
    seat = Seat(first)
    (turn, *_) = turns()
    for _ in range(2):
        assert await seat.plays(turn) == act.Play(0, (card("R5"),))
    assert seat.asked == 1
    seat.seat.told(cast(View, turn.game), Passed(0))
    assert seat.told == [Passed(0)]


@pytest.mark.parametrize("clock_first", [False, True])
async def test_shortly_before_its_time_is_over_a_default_move_is_made(*, clock_first: bool) -> None:
    loop, seat = asyncio.get_running_loop(), Seat(never)
    game = at_table("R5 R6 R7", "G1 G2", asked=TakeTurn(0))
    began = loop.time()
    game.feed(Tick(began), net.Clock(table="ABCD", decision=game.state.decision, seconds=10.0, of=30.0))
    if not clock_first:
        seat.seat.choose(game.model, offered(game.model))
        seat.seat.keep_time(game.model)
    assert await seat.plays(game.model) == DEFAULT
    assert loop.time() - began == pytest.approx(10.0 - MARGIN, abs=0.1)
    assert seat.said == ["my_bot.py: it has not chosen in time"]


async def test_an_answer_in_time_is_played_though_its_pause_would_outlast_the_time() -> None:
    loop, seat = asyncio.get_running_loop(), Seat(first)
    game = at_table("R5 R6 R7", "G1 G2", asked=TakeTurn(0))
    began = loop.time()
    game.feed(Tick(began), net.Clock(table="ABCD", decision=game.state.decision, seconds=0.2, of=0.2))
    assert await seat.plays(game.model) == act.Play(0, (card("R5"),))
    assert loop.time() - began <= 0.2
    assert seat.said == []


async def test_at_a_table_without_turn_time_it_has_a_limit_of_its_own() -> None:
    loop, seat = asyncio.get_running_loop(), Seat(never)
    game = at_table("R5 R6 R7", "G1 G2", asked=TakeTurn(0))
    game.room.turn_seconds = 0
    began = loop.time()
    async with asyncio.timeout(2 * LONGEST):
        assert await seat.plays(game.begin().model) == DEFAULT
    assert loop.time() - began == pytest.approx(LONGEST, abs=0.1)
    assert seat.said == ["my_bot.py: it has not chosen in time"]


async def test_at_a_table_without_turn_time_the_limit_stands_still_while_the_host_pauses() -> None:
    loop, seat = asyncio.get_running_loop(), Seat(never)
    game = at_table("R5 R6 R7", "G1 G2", asked=TakeTurn(0))
    game.room.turn_seconds = 0
    assert seat.seat.choose(game.begin().model, offered(game.model)) is None
    game.room.phase = RoomPhase.PAUSED
    game.snapshot()
    seat.seat.keep_time(game.model)
    await asyncio.sleep(3600)
    assert seat.said == []
    game.room.phase = RoomPhase.PLAYING
    game.snapshot()
    seat.seat.keep_time(game.model)
    began = loop.time()
    assert await seat.plays(game.model) == DEFAULT
    assert loop.time() - began == pytest.approx(LONGEST, abs=0.1)


async def test_while_the_clock_stands_still_it_is_waited_for() -> None:
    seat = Seat(never)
    (turn, *_) = turns()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(3600):
            await seat.plays(turn)
    assert seat.said == []
    for task in seat.tasks:
        task.cancel()
    await asyncio.gather(*seat.tasks, return_exceptions=True)


@pytest.mark.parametrize(("fault", "said"), [(fails, "my_bot.py: it raised ValueError"), (gone, "my_bot.py: it ended")])
async def test_after_three_failures_or_its_end_a_level_plays_on(fault: Answer, said: str) -> None:
    seat = Seat(fault)
    played = [await seat.plays(turn) for turn in turns()]
    assert played == [DEFAULT] * len(played)
    assert seat.ended
    times = 1 if fault is gone else MOST_FAILURES
    assert seat.said == [*[said] * times, "my_bot.py has failed too often: a computer player plays on"]
    assert seat.asked == times
    seat.seat.told(cast(View, turns()[0].game), Passed(0))
    assert seat.told == []


async def test_failures_count_in_a_row() -> None:
    seat = Seat(in_turn(fails, fails, first, fails))
    for turn in turns():
        await seat.plays(turn)
    assert not seat.ended


async def test_people_get_to_see_what_happened_before_it_moves() -> None:
    loop, seat = asyncio.get_running_loop(), Seat(first)
    game = at_table("R5 R6 R7", "G1 G2", asked=TakeTurn(0))
    began = loop.time()
    assert await seat.plays(game.model) == act.Play(0, (card("R5"),))
    assert 0.6 <= loop.time() - began <= 3.0


async def test_another_question_puts_the_one_before_aside() -> None:
    seat = Seat(in_turn(never, first))
    one, other, *_ = turns()
    assert seat.seat.choose(one, offered(one)) is None
    await asyncio.sleep(0)
    assert await seat.plays(other) == act.Play(0, (card("R5"),))


SLOW_ONCE = """
import sys, time

asked = 0

def told(view, event):
    print("told", type(event).__name__)
    raise LookupError

def choose(view, actions):
    global asked
    asked += 1
    if asked == 1:
        sys.stdin.read()
        time.sleep(1)
        return actions[0]
    if asked == 3:
        raise ValueError
    return actions[1] if asked == 2 else sys.exit(3)
"""


@pytest.mark.fast
@pytest.mark.real_clock
async def test_a_late_answer_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(SLOW_ONCE)
    view = cast(View, turns()[0].game)
    actions: list[PlayerAction] = [act.Draw(0), act.Play(0, (card("R7"),))]
    async with started(tmp_path / "bot.py", "en", print) as process:
        process.tell(view, Passed(0))
        late = asyncio.create_task(process.choose(view, actions))
        await asyncio.sleep(0)
        late.cancel()
        assert await process.choose(view, actions) == (actions[1], "")
        assert await process.choose(view, actions) == (None, "it raised ValueError")
        with pytest.raises(EOFError):
            await process.choose(view, actions)
        await asyncio.gather(late, return_exceptions=True)
        given = process._process.stdin
        assert given is not None
        await until(given.is_closing, HANG)
        process.tell(view, Passed(0))


@pytest.mark.fast
@pytest.mark.real_clock
async def test_a_bot_that_is_still_choosing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_client.bots.seat.END_SECONDS", 0.01)
    (tmp_path / "bot.py").write_text("import time\ndef choose(view, actions):\n    time.sleep(10_000)\n")
    async with started(tmp_path / "bot.py", "en", print) as process:
        chosen = asyncio.create_task(process.choose(cast(View, turns()[0].game), [act.Draw(0)]))
        await asyncio.sleep(0)
    with pytest.raises(EOFError):
        await chosen


@pytest.mark.fast
@pytest.mark.parametrize("text", ["while True: pass", "def choose(view, actions):\n    while True: pass"])
def test_a_busy_bot_ends_when_its_client_was_killed(tmp_path: Path, text: str) -> None:
    (tmp_path / "bot.py").write_text(text)
    command = [sys.executable, "-P", "-m", "uno_client.bots", str(tmp_path / "bot.py"), "en"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin is not None
        question = pickle.dumps((1, turns()[0].game, [act.Draw(0)]))
        bot.stdin.write(len(question).to_bytes(4, "big") + question)
        bot.stdin.close()
        try:
            assert bot.wait(HANG) == 1
        finally:
            bot.kill()


@pytest.mark.fast
@pytest.mark.real_clock
async def test_ctrl_c_while_it_ends_leaves_no_bot_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_client.bots.seat.END_SECONDS", 10_000)
    (tmp_path / "bot.py").write_text(
        f"import os, time\nos._exit = id\ndef choose(view, actions):\n    time.sleep({4 * HANG})\n"
    )
    begun: asyncio.Future[tuple[BotProcess, asyncio.Task[object]]] = asyncio.get_running_loop().create_future()

    async def ends() -> None:
        async with started(tmp_path / "bot.py", "en", print) as bot:
            begun.set_result((bot, asyncio.create_task(bot.choose(cast(View, turns()[0].game), [act.Draw(0)]))))
            await asyncio.sleep(0)

    ending = asyncio.create_task(ends())
    bot, chosen = await begun
    await asyncio.sleep(0)
    ending.cancel()
    try:
        with pytest.raises(asyncio.CancelledError):
            await ending
        assert bot._process.returncode is not None
        with pytest.raises(EOFError):
            await chosen
    finally:
        bot.end()


@pytest.mark.fast
@pytest.mark.real_clock
@pytest.mark.parametrize(("text", "told"), [("x = 1", "has neither a function"), ("exit()", "bot.py ended when")])
async def test_a_file_without_a_bot_is_refused_before_anything_else(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "bot.py").write_text(text)
    with pytest.raises(BotRefused, match=told):
        async with started(tmp_path / "bot.py", "en", print):
            pass


@pytest.mark.fast
async def test_a_bot_that_loads_for_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_client.bots.seat.LOAD_SECONDS", 0)
    said: list[str] = []

    def heard(line: str) -> None:
        said.append(line)
        (tmp_path / "said").touch()

    (tmp_path / "bot.py").write_text(
        "from pathlib import Path\nwhile not Path(__file__).with_name('said').exists():\n    pass\n"
        "def choose(view, actions):\n    pass\n"
    )
    async with started(tmp_path / "bot.py", "en", heard):
        assert said == ["still loading bot.py: press Ctrl-C to stop"]
