"""Programs of ours as processes: started on loopback, heard line by line, waited for with a limit, always reaped."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from tests.e2e.terminal import ROOT, Terminal
from tests.patience import HANG

CLIENT = (sys.executable, "-P", "-m", "uno_client")
UNHURRIED = (
    *("--limit=messages_at_once=1000", "--limit=messages_per_second=1000"),
    *(f"--limit={name}_seconds={2 * HANG}" for name in ("hello", "read", "silence")),
)
"""For a server at which programs play: faster than people, for whom the limits are made, or as slow as the machine."""


class Program:
    """One process. What it says is collected as it comes; nothing it does can hang the test for good."""

    def __init__(self, argv: list[str], environment: dict[str, str]) -> None:
        self.argv = argv
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=ROOT.parent,
        )
        self._told = threading.Condition()
        self.out = self.err = ""
        """What it has said on standard output, and on standard error."""
        self._looked = 0
        self._threads = [
            threading.Thread(target=self._collect, args=(stream, name), daemon=True)
            for stream, name in ((self._process.stdout, "out"), (self._process.stderr, "err"))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def hear(self, *texts: str, seconds: float = HANG) -> str:
        """Wait until one of `texts` is said on standard output after what was heard before; gives that one."""
        end = time.monotonic() + seconds
        with self._told:
            while True:
                found = [(at, text) for text in texts if (at := self.out.find(text, self._looked)) >= 0]
                if found:
                    at, text = min(found)
                    self._looked = at + len(text)
                    return text
                if not self._told.wait(end - time.monotonic()) or self._process.poll() is not None:
                    if any(text in self.out[self._looked :] for text in texts):
                        continue
                    raise AssertionError(f"{texts} not heard from {self.argv}; said:\n{self.out}\n{self.err}")

    def listens(self) -> str:
        """Wait until it says where it listens; gives that."""
        self.hear("listening on ")
        self.hear("\n")
        return self.out.partition("listening on ")[2].split()[0]

    def say(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def answer(self, text: str, line: str) -> None:
        """Wait until that is said, and type a line."""
        self.hear(text)
        self.say(line)

    def end_input(self) -> None:
        """Close its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def wait(self, seconds: float = HANG) -> int:
        """Its exit code, when everything it said has been collected."""
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.stop()
            raise AssertionError(f"{self.argv} did not end; said:\n{self.out}\n{self.err}") from None
        for thread in self._threads:
            thread.join(HANG)
        return code

    def terminate(self) -> None:
        """Ask it to end (SIGTERM where there are signals)."""
        self._process.terminate()

    def end(self) -> None:
        """Ask it to end; it does so in good order."""
        self.terminate()
        assert self.wait() == 0

    def stop(self) -> None:
        """End it at once and reap it. May be called at any time."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(HANG)
        for thread in self._threads:
            thread.join(5.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was typed last finds nobody
                    stream.close()

    def _collect(self, stream: IO[bytes], name: str) -> None:
        for line in iter(stream.readline, b""):
            with self._told:
                setattr(self, name, getattr(self, name) + line.decode("utf-8", "replace").replace("\r\n", "\n"))
                self._told.notify_all()
        with self._told:
            self._told.notify_all()


class House:
    """Starts programs for one test and ends them with it. `state` is where clients keep their tokens."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self._ends = ExitStack()

    def environment(self, **more: str) -> dict[str, str]:
        """The variables for a program of ours: nothing of the user's settings, tokens in the test's own folder."""
        usual = {name: value for name, value in os.environ.items() if not name.startswith("UNO_")}
        usual |= {"PYTHONPATH": str(ROOT), "UNO_STATE_DIR": str(self.state), "PYTHONUTF8": "1", "UNO_DEBUG": "1"}
        usual |= {"UNO_ANNOUNCE": "off", "UNO_DISCOVER": "off", "UNO_SETTINGS": "off"}
        usual |= {"UNO_NO_MOTION": "1", "UNO_LANG": "en"}
        return usual | more

    def start(self, module: str, *arguments: str, **more: str) -> Program:
        """Start `python -m module` with these arguments, and these variables besides."""
        return self.run(sys.executable, "-P", "-m", module, *arguments, **more)

    def run(self, *argv: str, **more: str) -> Program:
        """Start any command, with these variables besides."""
        program = Program(list(argv), self.environment(**more))
        self._ends.callback(program.stop)
        return program

    def serve(self, *arguments: str, **more: str) -> tuple[Program, str]:
        """A server on a free port of loopback, and its address. It reads as fast as programs play."""
        program = self.start("uno_server", "--host", "127.0.0.1", "--port", "0", *UNHURRIED, *arguments, **more)
        return program, program.listens()

    def client(self, *arguments: str, **more: str) -> Program:
        """A client."""
        return self.run(*CLIENT, *arguments, **more)

    def screen(self, *arguments: str, **more: Any) -> Terminal:
        """A client in a terminal of its own, as `terminal` makes it. Not on Windows."""
        return self.terminal(*CLIENT, *arguments, **more)

    def terminal(
        self, *argv: str, columns: int = 80, rows: int = 24, background: str | None = None, **more: str
    ) -> Terminal:
        """Any command in a terminal of its own. Not on Windows."""
        terminal = Terminal(list(argv), self.environment(**more), columns, rows, background)
        self._ends.callback(terminal.close)
        return terminal

    def autoplay(self, address: str, name: str, *arguments: str) -> Program:
        """A client that plays by itself at the table `T` and prints its result."""
        table = ("--table", "T", "--autoplay", "normal", "--json")
        return self.client(address, "--name", name, *table, *arguments)

    def close(self) -> None:
        """End whatever still runs."""
        self._ends.close()


def signalled(process: int, name: str) -> None:
    """Send a signal, such as SIGSTOP, which Windows has none of."""
    os.kill(process, getattr(signal, name))


def resident(process: int | str) -> float | None:
    """MiB of memory that a process has; None where that cannot be known."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def key_of(server: Program) -> str:
    """The fingerprint of a server's key, which it shows at its start."""
    return _shown(server, r"#([a-z2-7]{26})\b")


def words_of(server: Program) -> tuple[str, ...]:
    """The six words of a server's key, which its host's screen has."""
    return tuple(_shown(server, r"first visit: (.*)\n").split())


def _shown(server: Program, pattern: str) -> str:
    """What a server says of itself."""
    end = time.monotonic() + HANG
    while not (found := re.search(pattern, server.err)):
        assert time.monotonic() < end, server.err
        time.sleep(0.02)
    return found[1]


def result(program: Program, seconds: float = HANG) -> dict[str, Any]:
    """What an autoplaying client printed within so many seconds; fails the test if it did not end well."""
    code = program.wait(seconds)
    assert code == 0, f"exit code {code}:\n{program.out}\n{program.err}"
    printed = json.loads(program.out.splitlines()[-1])
    assert isinstance(printed, dict)
    return printed


def agreed(results: list[dict[str, Any]]) -> dict[str, Any]:
    """The one result that all clients of a match saw; what each measured for itself is left out."""
    shared = [{key: each[key] for key in ("winner", "scores", "rounds", "actions")} for each in results]
    assert all(each == shared[0] for each in shared), shared
    return shared[0]
