"""The process of a bot: it gets views and events, and answers with the place of an action.

`python -m uno_client.bots FILE LANGUAGE`: length (4 bytes) and pickle of ("told", view, event) or (number, view,
actions) come in; lines of JSON go out: first {"told": whether it wants events} or {"refused": why there is no bot},
then {"n": number, "at": place among the actions, or null for none}, or {"n": number, "failed": why}.
"""

import json
import os
import pickle
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO

from uno_client.bots.file import BotFailed, BotRefused, Choose, load, place_of, tell
from uno_engine.actions import PlayerAction
from uno_engine.state import View
from uno_protocol import catalogues

END_SECONDS = 1.0
"""For a bot to end when it is not asked any more."""


def main(path: Path, language: str) -> int:
    """Serve one bot until the input ends, even if the bot is loading or choosing then. The exit code."""
    catalogues.choose(language)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    given = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what the bot prints is no answer
    asked: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_hear, args=(given, asked), daemon=True).start()
    try:
        bot = load(path)
    except BotRefused as refused:
        _say(answers, {"refused": str(refused)})
        return 1
    _say(answers, {"told": bot.told is not None})
    while question := asked.get():
        number, view, what = pickle.loads(question)  # of the client that started this
        if number != "told":
            _say(answers, {"n": number} | _answer(bot.choose, view, what))
            continue
        with suppress(BotFailed):  # no move depends on it
            tell(bot, view, what)
    return 0


def _hear(given: IO[bytes], asked: SimpleQueue[bytes]) -> None:
    """Pass on what is asked, and b"" at the end; a bot that is busy then is cut off, as its client may be dead."""
    while (size := int.from_bytes(given.read(4), "big")) and len(question := given.read(size)) == size:
        asked.put(question)
    asked.put(b"")
    time.sleep(END_SECONDS)
    os._exit(1)


def _answer(choose: Choose, view: View, actions: Sequence[PlayerAction]) -> dict[str, object]:
    try:
        return {"at": place_of(choose, view, actions)}
    except BotFailed as failed:
        return {"failed": str(failed)}


def _say(answers: IO[str], what: dict[str, object]) -> None:
    print(json.dumps(what), file=answers, flush=True)
