"""From a fresh checkout to a game: sets up what is needed, then opens, joins or serves one.

play.py                       at a terminal: the front door, where you choose what to play
play.py OPTIONS               a game on this machine against three computer players
play.py HOST[:PORT] [OPTIONS] joins the server there
play.py --server [OPTIONS]    serves games on port 7777
play.py --autoplay [OPTIONS]  lets the computer play one round and prints the result as one line of JSON
play.py --bot FILE [OPTIONS]  the same game with a bot that you wrote; with HOST, at a table there

OPTIONS go to uno-client (or uno-server) as they are: "play.py --rules street", "play.py --server --name Friday".
The front door opens with --plain, --lang and other options of how the client looks, too.
The set-up prints to standard error; it is done once, in the folder .venv of the checkout.
"""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import environment

NO_GAME = ("--list", "--known", "--forget", "--version", "--print-completion")


def command(arguments: list[str]) -> list[str]:
    """The module to run and its arguments, for what was typed after `play.py`."""
    by_itself = "--autoplay" in arguments
    level = arguments[arguments.index("--autoplay") + 1 :][:1] if by_itself else []
    if by_itself and level and level[0] in levels():  # as uno-client takes it: no short form of ours
        by_itself = False
    rest = [
        argument for argument in arguments if argument != "--server" and (argument != "--autoplay" or not by_itself)
    ]
    if "--server" in arguments:
        return ["uno_server", "--port", "7777", *rest]
    joins = bool(rest) and not rest[0].startswith("-")
    options = {argument.partition("=")[0] for argument in arguments if argument.startswith("-")}
    at_door = sys.stdin.isatty() and sys.stdout.isatty() and options.issubset(looks())
    alone = not (joins or at_door or options.intersection(NO_GAME))
    game = ["--solo", "--bots", "3:normal"] if alone else []
    autoplay = ["--autoplay", "normal", "--rounds", "1", "--json"] if by_itself else []
    if joins:
        return ["uno_client", rest[0], *autoplay, *rest[1:]]
    return ["uno_client", *game, *autoplay, *rest]


def levels() -> tuple[str, ...]:
    """The levels that can follow `--autoplay`."""
    sys.path += environment.PACKAGES
    from uno_engine.levels import LEVELS

    return tuple(LEVELS)


def looks() -> set[str]:
    """The options with which the front door opens all the same. A Python that is too old has ended before."""
    sys.path += environment.PACKAGES
    from uno_client.preferences import LOOKS

    return {f"--{option.replace('_', '-')}" for option in LOOKS}


def become(argv: list[str]) -> NoReturn:
    """Ends this program by running `argv` in its place: terminal, signals and exit code are those of `argv`."""
    sys.stderr.flush()
    if sys.platform == "win32":
        process = subprocess.Popen(argv)
        while True:
            try:
                sys.exit(process.wait())
            except KeyboardInterrupt:  # Ctrl-C reaches the game as well, and it is the game that decides
                continue
    os.execv(argv[0], argv)


def into_environment(needed: str = "msgspec", extras: Iterable[str] = ()) -> None:
    """Start this program again in the `.venv`, with these extras, unless the module `needed` is there already."""
    if importlib.util.find_spec(needed) is not None:
        return
    try:
        python = environment.ready(extras)
    except environment.SetUpFailed as failure:
        sys.exit(f"{Path(sys.argv[0]).name}: {failure}")
    become([str(python), str(Path(sys.argv[0]).resolve()), *sys.argv[1:]])


def main() -> int:
    """Exit code: that of the game; 1 if the set-up failed, 130 if it was interrupted."""
    arguments = sys.argv[1:]
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    try:
        python = environment.ready()
    except environment.SetUpFailed as failure:
        print(f"play.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("play.py: interrupted; start again to continue the set-up", file=sys.stderr)
        return 130
    os.environ["UNO_STARTED_AS"] = f"{Path(sys.executable).name} {sys.argv[0]}"  # for the client's hints
    become([str(python), "-P", "-m", *command(arguments)])


if __name__ == "__main__":
    sys.exit(main())
