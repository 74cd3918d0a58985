"""The seat of a bot: it asks the bot's process, keeps the seat's time, and plays on where the bot fails."""

import asyncio
import json
import os
import pickle
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from uno_client.bots.child import END_SECONDS
from uno_client.bots.file import BotRefused
from uno_client.core.model import Model
from uno_client.wording.sanitize import clean
from uno_engine.actions import Listed, PlayerAction
from uno_engine.bots.pace import pause
from uno_engine.bots.reactions import PACES
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.language import _
from uno_engine.moves import moves
from uno_engine.state import View
from uno_protocol.room import Room, RoomPhase

Say = Callable[[str], None]
"""Says one line to the bot's author."""
ByLevel = Callable[[Model, Sequence[Listed]], PlayerAction | None]
MOST_FAILURES = 3
"""Failures in a row after which a level plays on."""
MARGIN = 1.0
"""Seconds before the end of the seat's time at which a default move is made; at most a quarter of that time."""
LONGEST = 60.0
"""Seconds after which that move is made at a table without turn time; a pause starts them again."""
LOAD_SECONDS = 5.0
"""After which the author of a bot that is still loading sees that."""
_CHILD = ("-P", "-m", "uno_client.bots")


class BotProcess:
    """A bot in a process of its own, which gets nothing but the views and events of its seat."""

    def __init__(self, process: asyncio.subprocess.Process, *, wants_events: bool) -> None:
        self._process = process
        self._wants_events = wants_events
        self._number = 0
        self._reading = asyncio.Lock()

    def tell(self, view: View, event: Event) -> None:
        """Show it an event, with the view before the event, if it wants to see events."""
        if self._wants_events:
            self._send(("told", view, event))

    async def choose(self, view: View, actions: Sequence[PlayerAction]) -> tuple[PlayerAction | None, str]:
        """What it chooses; else why it fails. Answers to earlier questions are dropped. Raises EOFError if it ended."""
        self._number += 1
        number = self._number
        self._send((number, view, [*actions]))
        async with self._reading:
            while (answer := await _heard(self._process)).get("n") != number:
                pass
        at = answer.get("at")
        return None if at is None else actions[at], answer.get("failed", "")

    def end(self) -> None:
        """End it, whatever it is doing."""
        with suppress(ProcessLookupError):
            self._process.kill()

    def _send(self, what: tuple[object, ...]) -> None:
        assert self._process.stdin is not None
        if self._process.stdin.is_closing():
            return
        body = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        self._process.stdin.write(len(body).to_bytes(4, "big") + body)


async def _heard(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    answer: dict[str, Any] = json.loads(line)
    return answer


@asynccontextmanager
async def started(path: Path, language: str, say: Say) -> AsyncIterator[BotProcess]:
    """The bot of a file, while this lasts; `say` is for its author. Raises BotRefused."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}  # passwords
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *_CHILD, str(path), language),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    slow = _("still loading {file}: press Ctrl-C to stop").format(file=clean(path.name))
    timer = asyncio.get_running_loop().call_later(LOAD_SECONDS, say, slow)
    try:
        try:
            first = await _heard(process)
        except EOFError:
            first = {"refused": _("{file} ended when it was loaded").format(file=path.name)}
        finally:
            timer.cancel()
        if "refused" in first:
            raise BotRefused(clean(first["refused"]))
        yield BotProcess(process, wants_events=first["told"])
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await process.wait()
        finally:  # it is still choosing, or Ctrl-C was pressed again
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class BotSeat:
    """The seat of a bot, for an autoplayer. The bot is asked in the background; its answer is played when it comes."""

    def __init__(
        self,
        bot: BotProcess,
        name: str,
        by_level: ByLevel,
        begin: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
        say: Say,
    ) -> None:
        """`by_level` makes default moves, and plays on after `MOST_FAILURES`; `begin` runs something beside."""
        self.again: Callable[[], None] = lambda: None
        """Called when there is an answer to take."""
        self._bot: BotProcess | None = bot
        self._name = name
        self._by_level = by_level
        self._begin = begin
        self._say = say
        self._failures = 0
        self._point: object = None
        self._asking: asyncio.Task[None] | None = None
        self._answer: PlayerAction | None = None
        self._overdue = self._late
        """Called shortly before the seat's time is over."""
        self._default: Callable[[], PlayerAction | None] = lambda: None
        self._timer: asyncio.TimerHandle | None = None
        self._since: float | None = None
        """When the time of a bot without turn time began; None: it hasn't, or the game is paused."""

    def choose(self, model: Model, listed: Sequence[Listed]) -> PlayerAction | None:
        """What the seat does, if that is known by now. The bot is asked once about each question and list."""
        game, room = model.game, model.room
        if self._bot is None or game is None or room is None:
            return self._by_level(model, listed)
        point = (game.decision, listed)
        if point != self._point:
            self._forget()
            self._point, self._overdue = point, self._late
            self._since = None
            must = game.viewer in asked(game.waiting_for)
            self._default = lambda: self._by_level(model, listed) if must else None
            self._asking = self._begin(self._ask(self._bot, game, moves(game, listed), _pause(room, game)))
            self.keep_time(model)
        return self._answer

    @property
    def thinks(self) -> bool:
        """Whether the bot is being asked."""
        return self._asking is not None

    def told(self, view: View, event: Event) -> None:
        """Show the bot an event, with the view before it."""
        if self._bot is not None:
            self._bot.tell(view, event)

    def keep_time(self, model: Model) -> None:
        """Make the default move shortly before the seat's time is over, or after `LONGEST` where it never is.

        To be called when the clock or the phase of the table changes.
        """
        clock, game, room = model.play.countdown, model.game, model.room
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if self._asking is None or game is None or room is None:
            return
        if room.phase is RoomPhase.PAUSED:
            self._since = None
            return
        loop = asyncio.get_running_loop()
        if clock is not None and clock.seconds is not None and clock.decision == game.decision:
            due = clock.since + clock.seconds - min(MARGIN, (clock.of or clock.seconds) / 4)
        elif not room.turn_seconds:
            self._since = loop.time() if self._since is None else self._since
            due = self._since + LONGEST
        else:  # the clock comes, or is stopped
            return
        self._timer = loop.call_at(due, lambda: self._overdue())  # noqa: PLW0108  (another by then)

    async def _ask(self, bot: BotProcess, view: View, actions: list[PlayerAction], pace: float) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            answer, failed = await bot.choose(view, actions)
        except EOFError:
            self._failures = MOST_FAILURES
            answer, failed = None, _("it ended")
        if failed:
            self._fail(failed)
        else:
            self._failures = 0
            self._overdue = partial(self._interrupt, answer)
            await asyncio.sleep(began + pace - loop.time())
        self._take(self._default() if failed else answer)

    def _late(self) -> None:
        self._fail(_("it has not chosen in time"))
        self._interrupt(self._default())

    def _interrupt(self, answer: PlayerAction | None) -> None:
        assert self._asking is not None
        self._asking.cancel()
        self._take(answer)

    def _take(self, answer: PlayerAction | None) -> None:
        self._asking, self._answer = None, answer
        if self._timer is not None:
            self._timer.cancel()
        self.again()

    def _fail(self, what: str) -> None:
        self._failures += 1
        self._say(f"{self._name}: {clean(what)}")
        if self._failures >= MOST_FAILURES and self._bot is not None:
            self._say(_("{file} has failed too often: a computer player plays on").format(file=self._name))
            self._bot.end()
            self._bot = None

    def _forget(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        self._asking = self._answer = None


def _pause(room: Room, view: View) -> float:
    """Seconds that people get to see what happened before the bot moves; 0 where no other person plays."""
    people = [one for seat, one in enumerate(room.occupants) if one and one.plays and seat != view.viewer]
    pace = PACES.get(room.pace or "normal", 1.0)
    return pause(view) * pace if any(not one.program for one in people) else 0.0
