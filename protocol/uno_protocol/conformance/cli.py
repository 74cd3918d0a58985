"""The command `uno-conformance`: its options, its output and its exit code."""

import argparse
import json
import os
import re
import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from uno_protocol.conformance import report
from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.run import ShutOut, all_cases, chosen, judge, run
from uno_protocol.conformance.scenario_files import BadScenarioFile, files_of, of_files
from uno_protocol.conformance.scripted.program import CommandLine
from uno_protocol.conformance.scripted.run import all_client_cases, run_clients
from uno_protocol.conformance.scripted.stage import MOMENTS, PLAYS, Commands, Stage
from uno_protocol.conformance.verdicts import Requirement, Verdict

PROGRAM = "uno-conformance"
GOOD, FAILURE, USAGE, UNREACHABLE = 0, 1, 2, 69
PORT = 7777
LONGEST = 600
"""The largest value of `--timeout`, in seconds."""
_WAY = re.compile(r"(?P<way>tls|wss?)://")
_ADDRESS = re.compile(r"(?:\[(?P<ipv6>[^][]+)\]|(?P<host>[^][:]+))(?::(?P<port>[0-9]{1,5}))?")
EPILOG = """In CMD, {host}, {port}, {name} and {table} are filled in: the client must log in as {name} and join or open
{table}. Quotes work, but no shell runs CMD. PATTERN is a case's number, a group or a clause, and may have * and ?:
'FR-*', framing, 'P-8.*'. If the server limits connections or logins per address (P-10.4), cases wait and run one by
one, which takes long: raise those limits for a whole run."""


_SERVER = """the server, such as 127.0.0.1:7777; with tls://, ws:// or wss:// in front, the cases are run over TLS,
over WebSocket, or over both"""
_TYPED = """type a line into the client at a moment: start, seated, wild, talk, record, or a listed action such as play
or draw; {card}, {colour} (red), {letter} (r), {rule}, {target}, {text} and {file} are filled in; may be repeated"""
_PASSWORD = """read the server's password from the first line of FILE (or set UNO_PASSWORD; no option takes the password
itself, as others on this machine can read command lines); needed for the cases about passwords"""


class SuiteParser(argparse.ArgumentParser):
    """Reports wrong usage in one line, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Exit codes: 0 all passed, 1 a case failed (or was skipped, under `--serve`), 2 wrong usage or
    password, 69 cannot connect, 130 interrupted."""
    try:
        code = _main(_parser().parse_args(argv))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader stopped, as `head` does
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (until the end of the process)
        return GOOD if "--list" in (sys.argv if argv is None else argv) else FAILURE
    return code


def _main(arguments: argparse.Namespace) -> int:
    if arguments.serve is not None:
        return _serve(arguments)
    if arguments.client is not None or arguments.client_screen is not None:
        return _clients(arguments)
    found = [*all_cases(), *_scenarios(arguments.scenarios)]
    password = _password(arguments)
    given = password is not None
    cases = chosen(found, arguments.only, arguments.exclude, strict=arguments.strict, password=given)
    if arguments.list:
        print(report.listing(cases))
        return GOOD
    if arguments.host is None:
        _parser().error("name the server: HOST:PORT")
    if not cases:
        _parser().error(_none_fits(found, arguments))
    (host, port), way = arguments.host
    try:
        results = run(
            cases,
            host,
            port,
            timeout=arguments.timeout,
            at_once=arguments.jobs,
            tell=Progress(len(cases), sys.stderr.isatty()),
            password=password,
            say=lambda line: print(f"{PROGRAM}: {line}", file=sys.stderr, flush=True),
            encrypted=way in ("tls", "wss"),
            web=way in ("ws", "wss"),
        )
    except OSError as fault:
        print(f"{PROGRAM}: cannot connect to {host}, port {port}: {fault}", file=sys.stderr)
        return UNREACHABLE
    except ShutOut as shut_out:
        print(f"{PROGRAM}: {shut_out}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130
    return _outcome(results, arguments)


def _none_fits(found: Sequence[Case], arguments: argparse.Namespace) -> str:
    fitting = chosen(found, arguments.only, arguments.exclude, strict=True, password=True)
    missing = []
    if fitting and not arguments.strict and all(one.level is Requirement.SHOULD for one in fitting):
        missing.append("--strict, as the document says SHOULD")
    if fitting and all(one.needs_password for one in fitting):
        missing.append("the server's password, from UNO_PASSWORD or --password-file")
    if not fitting:
        return "no case matches; give --only once for each pattern, and see --list"
    return f"the matching cases need {' and '.join(missing) or '--strict and a password'}"


def _password(arguments: argparse.Namespace) -> str | None:
    """The server's password, from the first of `--password-file`, `UNO_PASSWORD`, `UNO_PASSWORD_FILE`; None without. If
    the file cannot be used, says why and exits with code 2."""
    file, given = arguments.password_file, os.environ.get("UNO_PASSWORD")
    if file is None and given:
        return given
    file = file or os.environ.get("UNO_PASSWORD_FILE")
    if not file:
        return None
    try:
        lines = Path(file).expanduser().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        _parser().error(f"the password cannot be read from {file}: {fault}")
    if not lines or not lines[0]:
        _parser().error(f"there is no password in the first line of {file}")
    return lines[0]


def _clients(arguments: argparse.Namespace) -> int:
    if arguments.host is not None or arguments.scenarios:
        _parser().error("--client starts a server of its own: no HOST:PORT and no --scenarios beside it")
    cases = chosen(all_client_cases(), arguments.only, arguments.exclude, strict=arguments.strict)
    if arguments.list:
        print(report.listing(cases))
        return GOOD
    if not cases:
        _parser().error(_none_fits(all_client_cases(), arguments))
    if find_spec("pyte") is None:
        _parser().error("testing a client needs pyte: in the project's folder, pip install '.[conformance]'")
    commands = Commands(
        _command(arguments.client, arguments.client_types, on_terminal=False),
        _command(arguments.client_screen, arguments.screen_types, on_terminal=True),
    )
    progress = Progress(len(cases), sys.stderr.isatty())
    try:
        results = run_clients(cases, commands, timeout=arguments.timeout, at_once=arguments.jobs, tell=progress)
    except KeyboardInterrupt:
        return 130
    return _outcome(results, arguments)


def _serve(arguments: argparse.Namespace) -> int:
    """Play one case for clients against the reader's own, and say what was right or wrong, or why it was skipped."""
    one = next((each for each in all_client_cases() if each.number == arguments.serve), None)
    if one is None:
        _parser().error(f"{arguments.serve!r} is no case for clients; --list --client CMD --strict lists them")
    at, way = arguments.host or (("127.0.0.1", 0), "")
    if way:
        _parser().error("--serve takes TCP, TLS and WebSocket alike: HOST:PORT is where it listens")
    print(f"{one.number} [{', '.join(one.clauses)}] {one.does} -> {one.expects}")

    def waits(places: Mapping[str, str]) -> None:
        there = "connect your client to {host}:{port} now, as {name}, to join or open the table {table!r}"
        print(there.format_map(places), "(TLS and WebSocket are taken, too)", flush=True)

    try:
        stage = Stage(Commands(by_hand=waits, at=at), timeout=arguments.timeout)
    except OSError as fault:
        print(f"{PROGRAM}: cannot listen at {at[0]}, port {at[1]}: {fault.strerror}", file=sys.stderr)
        return UNREACHABLE
    try:
        judged = judge(one, stage)
    except KeyboardInterrupt:
        return 130
    if judged.verdict is Verdict.SKIPPED:
        print(f"{PROGRAM}: {one.number} was skipped, so nothing was judged: {judged.found}", file=sys.stderr)
    else:
        print(report.line(judged))
    return GOOD if judged.verdict is Verdict.PASSED else FAILURE


def _command(text: str | None, types: Sequence[tuple[str, str]], *, on_terminal: bool) -> CommandLine | None:
    """The command in an option. If it cannot be used, says why and exits with code 2."""
    if text is None:
        if types:
            _parser().error(f"nothing to type into: add {'--client-screen' if on_terminal else '--client'}")
        return None
    command = CommandLine(text, dict(types), on_terminal)
    try:
        words = command.words({})
    except ValueError as fault:
        _parser().error(f"the command {text!r} cannot be split into words: {fault}")
    if not words:
        _parser().error("the command is empty")
    if shutil.which(words[0]) is None:
        _parser().error(f"there is no program {words[0]!r}")
    if "{port}" not in text:
        _parser().error(f"the command needs the server's address, {{host}} and {{port}}: {text!r}")
    return command


class Progress:
    """Reports every case as it ends."""

    def __init__(self, count: int, on_terminal: bool) -> None:
        self._count = count
        self._done = 0
        self._lock = threading.Lock()
        self._on_terminal = on_terminal

    def __call__(self, judged: Judged) -> None:
        with self._lock:
            self._done += 1
            if judged.verdict is not Verdict.PASSED:
                print(report.line(judged), file=sys.stderr, flush=True)
            if self._on_terminal:
                end = "\n" if self._done == self._count else "\r"
                print(f"{self._done} of {self._count}", end=end, file=sys.stderr, flush=True)


def _scenarios(paths: Sequence[str]) -> list[Case]:
    """The cases made from scenario files. If one cannot be read, says why and exits with code 2."""
    try:
        return of_files(files_of(paths))
    except BadScenarioFile as fault:
        _parser().error(str(fault))


def _outcome(results: list[Judged], arguments: argparse.Namespace) -> int:
    """Write the results of a run in all forms asked for; returns the exit code."""
    print(report.table(results))
    clauses = report.covered(judged.case for judged in results if judged.verdict is not Verdict.SKIPPED)
    without = [clause for clause, numbers in clauses.items() if not numbers]
    whole = arguments.host and not arguments.only and not arguments.exclude
    missed = f"; not: {' '.join(without) or 'none'}" if whole else ""
    print(f"clauses: {len(clauses) - len(without)} of {len(clauses)} covered{missed}")
    text = json.dumps({**report.as_json(results), "clauses": clauses}, ensure_ascii=False)
    forms = {arguments.junit: report.as_junit(results), arguments.json: f"{text}\n".encode()}
    written = [_write(file, form) for file, form in forms.items() if file not in (None, "-")]
    if arguments.json == "-":
        print(text)
    failed = any(judged.verdict is Verdict.FAILED for judged in results)
    return FAILURE if failed or not all(written) else GOOD


def _write(file: str, form: bytes) -> bool:
    try:
        Path(file).write_bytes(form)
    except OSError as fault:
        print(f"{PROGRAM}: {file} cannot be written: {fault.strerror}", file=sys.stderr)
        return False
    return True


def _parser() -> SuiteParser:
    import shtab

    parser = SuiteParser(
        prog=PROGRAM,
        description="Test a server, or a client, of UNO on the local network against PROTOCOL.md.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    add, often = parser.add_argument, dict[str, Any](action="append", default=[])
    add("host", nargs="?", type=server, metavar="[tls://|ws://|wss://]HOST:PORT", help=_SERVER)
    add("--client", metavar="CMD", help="test a client instead: run this command once per case")
    served = "play one case for clients, such as CL-46, against a client that you start by hand, and say what was wrong"
    add("--serve", metavar="CASE", help=served)
    add("--client-types", **often, type=typed, metavar="MOMENT=TEXT", help=_TYPED)
    add("--client-screen", metavar="CMD", help="run this command in a terminal, for the cases about what is shown")
    keys = r"the same for --client-screen: type keys, with \r, \n, \t and \e; may be repeated"
    add("--screen-types", **often, type=typed, metavar="MOMENT=KEYS", help=keys)
    shtab.add_argument_to(parser, "--print-completion", help="print what a shell needs to complete this command")
    add("--list", action="store_true", help="print the cases and run nothing")
    played = "also run these scenarios, each as a case of the group scenarios: files, or folders of *.game"
    add("--scenarios", nargs="+", default=[], metavar="PATH", help=played)
    add("--only", **often, metavar="PATTERN", help="run only these cases; may be repeated")
    add("--exclude", **often, metavar="PATTERN", help="leave these out; may be repeated")
    add("--strict", action="store_true", help="also run the cases for what the document says with SHOULD")
    add("--password-file", metavar="FILE", help=_PASSWORD)
    add("--timeout", type=seconds, default=5.0, metavar="S", help="seconds that an answer may take (default 5)")
    add("--jobs", type=jobs, default=8, metavar="N", help="cases to run at once (default 8)")
    add("--json", metavar="FILE", help="write the results as JSON; - prints them as the last line")
    add("--junit", metavar="FILE", help="write the results as JUnit XML")
    return parser


def server(text: str) -> tuple[tuple[str, int], str]:
    """An address and its scheme: `tls`, `ws`, `wss` or nothing. Raises argparse.ArgumentTypeError."""
    found = _WAY.match(text)
    return address(text[found.end() :] if found else text), found["way"] if found else ""


def address(text: str) -> tuple[str, int]:
    """HOST, HOST:PORT or [HOST]:PORT. Raises argparse.ArgumentTypeError."""
    parts = _ADDRESS.fullmatch(text)
    port = PORT if parts is None or parts["port"] is None else int(parts["port"])
    if parts is None or not 0 < port < 65536:
        raise argparse.ArgumentTypeError(f"expected HOST:PORT or [HOST]:PORT, not {text!r}")
    return parts["ipv6"] or parts["host"], port


def seconds(text: str) -> float:
    """Seconds above 0, LONGEST at most. Raises argparse.ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, at most {LONGEST}, not {text!r}")
    return value


def typed(text: str) -> tuple[str, str]:
    """MOMENT=TEXT. Raises argparse.ArgumentTypeError."""
    moment, equals, line = text.partition("=")
    if not equals or not (moment in MOMENTS or moment in PLAYS):
        known = ", ".join((*MOMENTS, *PLAYS))
        raise argparse.ArgumentTypeError(f"expected MOMENT=TEXT with one of the moments {known}, not {text!r}")
    return moment, line


def jobs(text: str) -> int:
    """1 to 64. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 64):
        raise argparse.ArgumentTypeError(f"expected 1 to 64 cases, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
