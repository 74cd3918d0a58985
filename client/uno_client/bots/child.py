"""The process of a bot: it gets views and events, and answers with the place of an action.

`python -m uno_client.bots FILE LANGUAGE`: length (4 bytes) and pickle of ("told", view, event) or (number, view,
actions) come in; lines of JSON go out: first {"told": whether it wants events} or {"refused": why there is no bot},
then {"n": number, "at": place among the actions, or null for none}, or {"n": number, "failed": why}.
"""

import json
import os
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from uno_client.bots.file import BotFailed, BotRefused, Choose, load, place_of, tell
from uno_engine.actions import PlayerAction
from uno_engine.state import View
from uno_protocol import catalogues


def main(path: Path, language: str) -> int:
    """Serve one bot until the input ends. The exit code."""
    catalogues.choose(language)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    given = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what the bot prints is no answer
    try:
        bot = load(path)
    except BotRefused as refused:
        _say(answers, {"refused": str(refused)})
        return 1
    _say(answers, {"told": bot.told is not None})
    while (length := given.read(4)) and (asked := given.read(int.from_bytes(length, "big"))):
        number, view, what = pickle.loads(asked)  # of the client that started this
        if number != "told":
            _say(answers, {"n": number} | _answer(bot.choose, view, what))
            continue
        with suppress(BotFailed):  # no move depends on it
            tell(bot, view, what)
    return 0


def _answer(choose: Choose, view: View, actions: Sequence[PlayerAction]) -> dict[str, object]:
    try:
        return {"at": place_of(choose, view, actions)}
    except BotFailed as failed:
        return {"failed": str(failed)}


def _say(answers: IO[str], what: dict[str, object]) -> None:
    print(json.dumps(what), file=answers, flush=True)
