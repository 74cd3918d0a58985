"""Motion: what moves on the table is drawn as long as it moves. Nothing waits for it, and any key ends it."""

from collections.abc import Callable
from math import ceil

from msgspec import Struct, field

from uno_client.core.model import Model
from uno_client.core.replay import shown
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.fullscreen.screens import keys_now, shows_table, shows_victory
from uno_client.screens.end import FEAST
from uno_client.screens.table.motion import Event, Given, Motion, Opened, TurnPasses, begun, duration, frame, under_way
from uno_client.screens.table.of_model import scene_of
from uno_client.screens.table.scene import Prompt, TableScene, TimeLeft
from uno_client.screens.table.show import show
from uno_client.structs import replace

FRAME = 0.04
"""Seconds between two drawings while something moves around an oval: twenty-five a second, elsewhere half as many."""
BACKLOG = 2000
"""Milliseconds of motion that may be due; with more the oldest is left out."""


class _Step(Struct, frozen=True):
    """A motion, over the table as it was; None: over the table as it is now."""

    event: Event
    over: TableScene | None


class MotionStage(Struct):
    """What moves now. It asks for a drawing every `FRAME` seconds as long as something does, and else for none."""

    clock: Callable[[], float]
    later: Callable[[float, Callable[[], None]], object]
    """Calls something after this many seconds."""
    redraw: Callable[[], None]
    how: Motion = Motion.FULL
    _steps: list[_Step] = field(default_factory=list)
    _since: float = 0.0
    """When the first of them began."""
    _due: bool = False
    _won: float | None = None
    """When the victory that is on the screen began to be shown; None: nothing of it moves."""

    @property
    def moving(self) -> tuple[Event, ...]:
        """What moves, and what will move after it."""
        return tuple(step.event for step in self._steps)

    def tell(self, before: Model, after: Model) -> None:
        """An event arrived: start the motion that follows. What cries for a key is seen at once."""
        if before is after:
            return
        if after.replay is not None:
            self._steps.clear()  # a fast one doesn't wait for what moves
        before, after = shown(before), shown(after)
        if not shows_table(after):
            if self.how is Motion.FULL and shows_victory(after) and not shows_victory(before):
                self._won = self.clock()
            return
        scene = scene_of(after, keys_now(after))
        was = scene_of(before, keys_now(before)) if shows_table(before) else None
        if was is not None and (scene.shout or scene.box) and (scene.shout, scene.box) != (was.shout, was.box):
            opens = (scene.shout is None) != (was.shout is None) or (scene.box is None) != (was.box is None)
            self._steps.clear()
            self._add([_Step(Opened(), replace(scene, shout=None, box=None))] if opens else [])
        else:
            self._add([_Step(event, _under(event, was, scene)) for event in begun(before, after, scene)])

    def _add(self, steps: list[_Step]) -> None:
        if not self._steps:
            self._since = self.clock()
        self._steps += [step for step in steps if duration(step.event, self.how)]
        while sum(duration(step.event, self.how) for step in self._steps) > BACKLOG:
            self._steps.pop(0)
            self._since = self.clock()

    def skip(self) -> None:
        """Let nothing move any more."""
        self._steps.clear()
        self._won = None

    def feast(self) -> float:
        """How much of a victory is there now (0 to 1)."""
        whole, frames = FEAST
        done = 1.0 if self._won is None else ceil((self.clock() - self._won) * 1000 * frames / whole + 0.01) / frames
        if done >= 1:
            self._won = None
            return 1
        self._again()
        return done

    def paint(self, scene: TableScene, clock: TimeLeft | None, columns: int, rows: int, palette: Palette) -> Canvas:
        """The table as it is now."""
        now = self.clock()
        while self._steps and (ends := self._since + duration(self._steps[0].event, self.how) / 1000) <= now:
            self._steps.pop(0)
            self._since = ends
        after = show(scene, clock, columns, rows, palette)
        if not self._steps:
            return after.canvas
        step, elapsed = self._steps[0], int(1000 * (now - self._since))
        before = after
        if step.over is not None:
            before = show(under_way(step.event, elapsed, step.over, scene), clock, columns, rows, palette)
        around = after.places is not None and after.places.round
        self._again(FRAME if around else 2 * FRAME)
        return frame(step.event, elapsed, before, after, palette, self.how)

    def _again(self, seconds: float = FRAME) -> None:
        if not self._due:
            self._due = True
            self.later(seconds, self._frame)

    def _frame(self) -> None:
        self._due = False
        self.redraw()


def _under(event: Event, was: TableScene | None, scene: TableScene) -> TableScene | None:
    """What a motion is seen over: what was there before, but for turns and deals, which hide nothing new.

    Nobody is asked under a card that has not landed.
    """
    if was is None or isinstance(event, TurnPasses | Given):
        return None
    return replace(was, question=next((each.question for each in (scene, was) if not each.question.chip), Prompt("")))
