"""The files that a wheel puts beside the programs, for the system: manual pages, completions and the systemd unit.

All but the unit are made from the commands' own parsers.
"""

import argparse
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNIT = "lib/systemd/system/uno-server.service"
COMPLETIONS = {
    "bash": "share/bash-completion/completions/{}",
    "zsh": "share/zsh/site-functions/_{}",
    "fish": "share/fish/vendor_completions.d/{}.fish",
}
"""Where each shell looks for a command, below the prefix of an installation."""


def made(root: Path = ROOT) -> dict[str, str]:
    """Every file: its path below the prefix, and its text. Needs what the commands import for their `--help`."""
    sys.path[:0] = [str(root / folder) for folder in ("engine", "protocol", "server", "client")]
    from uno_client import config as client
    from uno_protocol.completion import completion
    from uno_protocol.conformance import cli as suite
    from uno_server import config as server
    from uno_server.archive import cli as journal

    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    files = {UNIT: (root / "scripts" / "uno-server.service").read_text(encoding="utf-8")}
    for parser in (client.parser(version), server._parser(version), journal._parser(), suite._parser()):
        files[f"share/man/man1/{parser.prog}.1"] = manual(parser, version)
        files |= {path.format(parser.prog): completion(parser, shell) for shell, path in COMPLETIONS.items()}
    return files


def manual(parser: argparse.ArgumentParser, version: str) -> str:
    """The manual page of a command and its subcommands, in the language of man(7)."""
    what = (parser.description or "").partition(". ")[0].removesuffix(".")
    lines = [
        f'.TH {_roff(parser.prog.upper())} 1 "" "uno-lan {version}" "UNO on the local network"',
        *(".SH NAME", rf"{_roff(parser.prog)} \- {_roff(what)}"),
        *(".SH SYNOPSIS", f".B {_roff(parser.prog)}", _roff(_operands(parser))),
        *(".SH DESCRIPTION", _roff(parser.description or "")),
    ]
    for group in parser._action_groups:
        if any(action.help is not argparse.SUPPRESS for action in group._group_actions):
            lines += [f".SH {_roff((group.title or '').upper())}", *_options(parser, group._group_actions)]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                lines += [f".SH {_roff(name.upper())}", _roff(command.description or "")]
                lines += _options(command, [one for one in command._actions if one.dest != "help"])
    return "\n".join([*lines, ".SH NOTES", _roff(parser.epilog or "")]) + "\n"


def _operands(parser: argparse.ArgumentParser) -> str:
    named = [str(action.metavar or action.dest) for action in parser._actions if not action.option_strings]
    return " ".join(("[options]", *(word if word.startswith("[") else f"[{word}]" for word in named)))


def _options(parser: argparse.ArgumentParser, actions: list[argparse.Action]) -> list[str]:
    formatter = parser._get_formatter()
    lines = []
    for action in actions:
        if action.help is not argparse.SUPPRESS:
            lines += [".TP", f".B {_roff(formatter._format_action_invocation(action))}"]
            lines.append(_roff(formatter._expand_help(action) if action.help else ""))
    return lines


def _roff(text: str) -> str:
    """The text as it reads, on one line that is no request."""
    plain = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
