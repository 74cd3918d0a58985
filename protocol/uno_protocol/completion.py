"""Completion: what a shell needs to complete a command of ours, made from the command's own parser."""

import argparse
from collections.abc import Sequence
from typing import Any

from uno_engine.language import _

SHELLS = ("bash", "zsh", "fish")


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script with which a shell of SHELLS completes the command of this parser."""
    import shtab

    paths = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
    for action in parser._actions:
        if isinstance(action.metavar, str) and action.metavar in paths:
            action.complete = paths[action.metavar]  # type: ignore[attr-defined]  # where shtab looks
    return shtab.complete(parser, shell)


class PrintCompletion(argparse.Action):
    """Prints the script for the shell that is named, and ends the program."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        shell: str | Sequence[Any] | None,
        _flag: str | None = None,
    ) -> None:
        print(completion(parser, str(shell)))
        parser.exit()


def add_completion(parser: argparse._ActionsContainer) -> None:
    """Give a command the option `--print-completion`."""
    parser.add_argument(
        "--print-completion",
        metavar="SHELL",
        choices=SHELLS,
        action=PrintCompletion,
        help=_("print what a shell needs to complete this command, and exit: {names}").format(names=", ".join(SHELLS)),
    )
