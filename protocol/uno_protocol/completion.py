"""Completion: what a shell needs to complete a command of ours, made from the command's own parser."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from uno_engine.language import _

SHELLS = ("bash", "zsh", "fish")
RECORDS = "*.unorec"
"""The metavar of a record: only such files are offered, and folders."""


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script with which a shell of SHELLS completes the command of this parser."""
    import shtab

    paths = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY, RECORDS: shtab.glob(RECORDS)}

    def find_paths(within: argparse.ArgumentParser) -> None:
        for action in within._actions:
            if isinstance(action.metavar, str) and action.metavar in paths:
                action.complete = paths[action.metavar]  # type: ignore[attr-defined]  # where shtab looks
            if isinstance(action, argparse._SubParsersAction):
                for command in action.choices.values():
                    find_paths(command)

    find_paths(parser)
    return shtab.complete(parser, shell)


class PrintCompletion(argparse.Action):
    """Prints the script for the shell that is named, and ends the program. `const` is called with the parser first."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        shell: str | Sequence[Any] | None,
        _flag: str | None = None,
    ) -> None:
        self.const(parser)
        print(completion(parser, str(shell)))
        parser.exit()


def add_completion(
    parser: argparse._ActionsContainer, first: Callable[[argparse.ArgumentParser], None] = lambda _parser: None
) -> None:
    """Give a command the option `--print-completion`. `first` adds to its parser what only completion needs to know."""
    parser.add_argument(
        "--print-completion",
        metavar="SHELL",
        choices=SHELLS,
        action=PrintCompletion,
        const=first,
        help=_("print what a shell needs to complete this command, and exit: {names}").format(names=", ".join(SHELLS)),
    )
