"""The lesson is played to the win by keys and by typed lines, as its callouts say."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from tests.client.fake import Capture, seen, told
from tests.client.lines.at_lines import Typed as Keyboard
from uno_client.config import Settings
from uno_client.core.lesson.beats import BEATS
from uno_client.core.model import Model
from uno_client.core.model.parts import Lesson, StartPart
from uno_client.fullscreen.app import ScreenShell
from uno_client.fullscreen.keys import keys_of
from uno_client.lines.session import play_in_lines
from uno_client.messages import Key, Typed
from uno_client.net.token_store import TokenStore

BY_KEYS: Sequence[str] = ("r 8 enter", "y 2 enter", "d", "k", "r enter", "w enter b", "x", "y u enter", "enter")
"""What is pressed at each beat."""


async def due(shell: ScreenShell, beat: int) -> None:
    """Wait until that beat waits for the player."""
    while (lesson := shell.model.lesson) is None or (lesson.beat, lesson.due) != (beat, True):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def test_by_keys() -> None:
    model = Model(name="Mia", start=StartPart(autostart=True, at_home=True), lesson=Lesson(keys_of(Model())))
    shell = ScreenShell(model, TokenStore(None))
    shell.learn(0)
    for beat, keys in enumerate(BY_KEYS):
        await due(shell, beat)
        assert f"{BEATS[beat].says} {BEATS[beat].by_keys.format(**keys_of(Model()))}" in told(shell.model)
        for key in keys.split():
            shell.feed(Typed(key) if len(key) == 1 else Key(key))
    await due(shell, len(BEATS))
    assert shell.model.game is not None
    assert shell.model.game.winners == (0,)
    assert "Now you know the game" in seen(shell.model)


async def test_it_can_be_left_at_any_beat_without_a_question() -> None:
    model = Model(name="Mia", start=StartPart(autostart=True, at_home=True), lesson=Lesson(keys_of(Model())))
    shell = ScreenShell(model, TokenStore(None))
    shell.learn(4)
    await due(shell, 4)
    shell.feed(Key("escape"))
    assert shell.ended
    await shell.finish()


class Pupil(Keyboard):
    """A keyboard at which the command that the callout names is typed, as soon as it is printed."""

    def __init__(self, capsys: Capture) -> None:
        super().__init__()
        self._capsys = capsys
        self.said = ""

    async def line(self) -> str | None:
        while (command := self._named()) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        return command

    def _named(self) -> str | None:
        """The command at the end of the last callout, once."""
        self.said += self._capsys.readouterr().out
        callouts = [beat.in_lines for beat in BEATS] + ["Type ready to play it again, or quit"]
        shown = next((text for text in reversed(callouts) if text in self.said), None)
        if shown is None:
            return None
        self.said = ""
        return "quit" if shown is callouts[-1] else shown.lower().rpartition("type ")[2].removesuffix(" and win.")


async def test_in_lines(capsys: Capture) -> None:
    assert await play_in_lines(replace(Settings(), name="Mia"), None, Pupil(capsys), home=True, lesson=0) == 0
