"""A bot's file: how it is read and asked, and what of its faults its author sees."""

import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from uno_engine.actions import Play, PlayerAction
from uno_engine.bots.calls import owes_uno
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.language import _
from uno_engine.state import View

Choose = Callable[[View, Sequence[PlayerAction]], PlayerAction | None]
Told = Callable[[View, Event], None]

_MODULE = "the_bot"
_beside: dict[str, Path] = {}
"""The modules that files of bots have imported from beside them, and the folder of each."""
_on_path: list[str] = []
"""The bot's folder on `sys.path`: at most one."""


class BotRefused(ValueError):
    """A file that holds no bot; the message is one line for its author."""


class BotFailed(Exception):
    """A bot chose nothing that can be done; the message says what it did."""


class Bot(NamedTuple):
    """A bot, as `uno_engine.play_game` takes it."""

    choose: Choose
    told: Told | None = None


class BotFile:
    """A file of Python that makes bots."""

    def __init__(self, path: Path) -> None:
        """Raises BotRefused if the file doesn't exist or isn't Python."""
        if not path.is_file():
            raise BotRefused(_("there is no file {path}").format(path=path))
        spec = importlib.util.spec_from_file_location(_MODULE, path)
        if spec is None or spec.loader is None:
            raise BotRefused(_("{path} is not a file of Python (NAME.py)").format(path=path))
        self._path, self._spec = path, spec
        self._class: Callable[[], object] | None = None

    def bot(self) -> Bot:
        """A new bot: an object of the file's class `Bot`, else its functions `choose` and perhaps `told`.

        Runs the file for each bot if it has functions, so that no two share anything; once if it has the class, so
        that its objects share the module's globals.
        Raises BotRefused; a fault of the file has its traceback on standard error before.
        What it imports from beside it stays apart from what bots in other folders import under the same names.
        """
        try:
            with _imports_beside(self._path.resolve().parent):
                made = self._class() if self._class else self._run()
        except SyntaxError as fault:
            said, file = _("{file}, line {line}: {what}"), Path(fault.filename or self._path).name
            raise BotRefused(said.format(file=file, line=fault.lineno, what=fault.msg)) from None
        except Exception as fault:  # noqa: BLE001  (its author's)
            show(fault)
            said = _("{file} raised {error} when it was loaded")
            raise BotRefused(said.format(file=self._path.name, error=type(fault).__name__)) from None
        choose, told = getattr(made, "choose", None), getattr(made, "told", None)
        if not callable(choose):
            said = _("{file} has neither a function choose(view, actions) nor a class Bot with one")
            raise BotRefused(said.format(file=self._path.name))
        return Bot(choose, told if callable(told) else None)

    def _run(self) -> object:
        assert self._spec.loader is not None
        module = sys.modules[_MODULE] = importlib.util.module_from_spec(self._spec)
        self._spec.loader.exec_module(module)
        self._class = getattr(module, "Bot", None)
        return self._class() if self._class else module


def load(path: Path) -> Bot:
    """A bot of this file. Raises BotRefused."""
    return BotFile(path).bot()


def tell(bot: Bot, view: View, event: Event) -> None:
    """Show a bot an event, if it wants to see any, with its view before the event.

    Raises BotFailed; a fault of the bot has its traceback on standard error before.
    """
    try:
        if bot.told is not None:
            bot.told(view, event)
    except Exception as fault:  # noqa: BLE001  (its author's)
        show(fault)
        raise BotFailed(_("it raised {error}").format(error=type(fault).__name__)) from None


@contextmanager
def _imports_beside(folder: Path) -> Iterator[None]:
    """Let a bot import what is in its folder, and not what a bot in another folder has imported under that name."""
    for name in [name for name, other in _beside.items() if other != folder]:
        sys.modules.pop(name, None)
        del _beside[name]
    before = {*sys.modules}
    for other in _on_path:
        with suppress(ValueError):  # the bot has removed it
            sys.path.remove(other)
    _on_path[:] = [str(folder)]
    sys.path[:0] = _on_path
    try:
        yield
    finally:
        tops = {name: folder / name.partition(".")[0] for name in sys.modules.keys() - before}
        beside = [name for name, top in tops.items() if top.is_dir() or top.with_suffix(".py").is_file()]
        _beside.update(dict.fromkeys(beside, folder))


def place_of(choose: Choose, view: View, actions: Sequence[PlayerAction]) -> int | None:
    """The place of what a bot chooses among the actions; None if it lets a chance pass.

    A play that owes UNO calls it, whether or not the bot asked for that. Raises BotFailed for everything else; a fault
    of the bot has its traceback on standard error before.
    """
    try:
        action = choose(view, [*actions])
        at, named = [*actions, action].index(action), ascii(action)[:200]  # that may run the author's code, too
    except Exception as fault:  # noqa: BLE001  (its author's)
        show(fault)
        raise BotFailed(_("it raised {error}").format(error=type(fault).__name__)) from None
    if action is None and view.viewer not in asked(view.waiting_for):
        return None
    if action is None or at == len(actions):
        raise BotFailed(_("it chose {what}, which is none of the actions").format(what=named))
    action = actions[at]
    if isinstance(action, Play) and owes_uno(view, action.seat, action.cards, action.colours, action.target):
        action = Play(action.seat, action.cards, action.colours, action.target, uno=True)
    return actions.index(action)


def show(fault: BaseException) -> None:
    """Print a bot's traceback on standard error, without the frames that led to the bot."""
    told = traceback.TracebackException.from_exception(fault)
    chain: list[traceback.TracebackException | None] = [told]
    while chain:
        if (each := chain.pop()) is not None:
            each.stack = traceback.StackSummary.from_list([frame for frame in each.stack if not _ours(frame.filename)])
            chain += each.__cause__, each.__context__
    print("".join(told.format()), end="", file=sys.stderr, flush=True)


def _ours(file: str) -> bool:
    return file == __file__ or file.startswith("<frozen importlib")
