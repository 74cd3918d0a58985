"""The client under test as a running program: its command, what is typed into it, what it shows."""

import codecs
import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from uno_protocol.conformance.verdicts import Skipped

CRASHES = (
    *(b"Traceback (most recent call last)", b"node:internal/", b"UnhandledPromiseRejection", b"panicked at"),
    *(b"goroutine 1 [", b"Exception in thread", b"Segmentation fault", b"core dumped"),
)
"""The output of crashing programs in several languages."""
HOMES = (
    *("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
    *("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
)
"""The variables that tell programs where to keep things."""
ROWS, COLUMNS = 40, 120


_SEQUENCE = re.compile(r"(\x1b\[[0-?]*[ -/]*[@-~])")


class PyteScreen:
    """A terminal of pyte's (the extra `conformance`), which passes over what pyte cannot take."""

    def __init__(self, rows: int, columns: int) -> None:
        import pyte

        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @property
    def text(self) -> str:
        """The text of the screen, row by row."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    def write(self, written: bytes) -> None:
        """Take in what a program has written since."""
        for piece in _SEQUENCE.split(self._decoder.decode(written)):
            if not piece.startswith(("\x1b[<", "\x1b[=", "\x1b[>")):  # it would draw their numbers
                with contextlib.suppress(TypeError):  # a sequence with more numbers than it knows
                    self._stream.feed("".join(filter(_placed, piece)))


def _placed(letter: str) -> bool:
    """Whether a letter has a place of its own, or moves the cursor; pyte drops a line's rest behind most others."""
    category = unicodedata.category(letter)
    return category == "Cc" or category[0] not in "CM"


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The client's command: `{host}`, `{port}`, `{name}`, `{table}` and `{file}` (in the home of
    the run) are filled in; no shell runs it. `types`: what is typed at a moment (`start`, `seated`, or the kind of an
    action that is listed, such as `play`)."""

    text: str
    types: Mapping[str, str] = field(default_factory=dict)
    on_terminal: bool = False

    def words(self, places: Mapping[str, str]) -> list[str]:
        """The command as a list of arguments. Raises ValueError for one that cannot be split."""
        return [filled(word, places) for word in shlex.split(self.text, posix=os.name != "nt")]


def filled(text: str, places: Mapping[str, str]) -> str:
    """The text with every `{name}` of a place filled in; other brackets stay."""
    for name, value in places.items():
        text = text.replace("{" + name + "}", value)
    return text


class ByHand:
    """A client that somebody starts and plays by hand: neither what it shows nor whether it has ended can be seen."""

    crash: str | None = None
    crash_of_its_own: str | None = None
    told = 0

    @property
    def shown(self) -> bytes:
        """Nothing can be said of it. Raises Skipped."""
        raise Skipped("what your client shows or keeps, or that it has ended, can't be seen here: use --client")

    @property
    def screen(self) -> str:
        """As `shown`."""
        return self.shown.decode()

    @property
    def kept(self) -> list[Path]:
        """As `shown`."""
        return [Path(self.shown.decode())]

    def is_open_to_others(self, path: Path) -> bool:
        """As `shown`."""
        return bool(self.kept)

    def knows(self, moment: str) -> bool:
        """Nothing is typed: its user does that."""
        return False

    def types(self, moment: str, **places: str) -> bool:
        """As `knows`."""
        return False

    def end_of_input(self) -> None:
        """Its user ends it."""

    ask_to_end = stop = end_of_input

    def ended(self, seconds: float = 0.0) -> int | None:
        """Whether it has ended is not known."""
        return None


class Program:
    """A running client. It has a home of its own, so that it knows no earlier tokens."""

    def __init__(self, command: CommandLine, places: Mapping[str, str]) -> None:
        """Start it. Raises OSError or ValueError if that fails, Skipped if the system has no terminals."""
        self._command = command
        self._home = tempfile.TemporaryDirectory(prefix="uno-conformance-", ignore_cleanup_errors=True)
        self._shown = bytearray()
        self._screen = PyteScreen(ROWS, COLUMNS)
        self._drawn = 0
        """How many bytes of its output the screen has drawn."""
        self._master: int | None = None
        self._readers: list[threading.Thread] = []
        self._places = {**places, "file": str(Path(self._home.name, "game.unorec"))}
        try:
            self._process = self._started(command.words(self._places))
        except BaseException:
            self._home.cleanup()
            raise

    def _started(self, words: list[str]) -> subprocess.Popen[bytes]:
        if self._command.on_terminal:
            return self._on_terminal(words)
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self._environment(),
            start_new_session=os.name != "nt",
        )
        assert process.stdout is not None
        self._follow(process.stdout.fileno())
        return process

    def _on_terminal(self, words: list[str]) -> subprocess.Popen[bytes]:
        self._master, slave = _terminal()
        try:
            process = subprocess.Popen(
                words, stdin=slave, stdout=slave, stderr=slave, env=self._environment(), start_new_session=True
            )
        except BaseException:
            os.close(self._master)
            raise
        finally:
            os.close(slave)
        self._follow(self._master)
        return process

    def _environment(self) -> dict[str, str]:
        home = self._home.name
        return {
            **os.environ,
            **dict.fromkeys(HOMES, home),
            "TERM": "xterm-256color",
            "PYTHONUNBUFFERED": "1",
            "PYTHONIOENCODING": "utf-8",
        }

    def _follow(self, source: int) -> None:
        def follow() -> None:
            while True:
                try:
                    data = os.read(source, 65_536)
                except OSError:  # the terminal's other end is gone
                    return
                if not data:
                    return
                self._shown.extend(data)

        reader = threading.Thread(target=follow, daemon=True)
        reader.start()
        self._readers.append(reader)

    @property
    def shown(self) -> bytes:
        """Its whole output so far, on standard output and standard error or on its terminal."""
        return bytes(self._shown)

    @property
    def told(self) -> int:
        """How many bytes it has shown."""
        return len(self._shown)

    @property
    def screen(self) -> str:
        """The readable text: what a terminal shows now, otherwise all lines so far."""
        if not self._command.on_terminal:
            return self.shown.decode("utf-8", "replace")
        fresh = self.shown[self._drawn :]
        self._drawn += len(fresh)
        self._screen.write(fresh)
        return self._screen.text

    @property
    def kept(self) -> list[Path]:
        """The files that it has left in its home."""
        return [path for path in Path(self._home.name).rglob("*") if path.is_file()]

    def is_open_to_others(self, path: Path) -> bool:
        """Whether another user can read a file in its home, by its mode and those of its folders."""
        if os.name == "nt":  # a mode says nothing there
            return False
        inner = path.relative_to(self._home.name).parents
        folders = [Path(self._home.name, each) for each in inner if each != Path()]
        return any(
            path.stat().st_mode & read and all(folder.stat().st_mode & enter for folder in folders)
            for read, enter in ((0o040, 0o010), (0o004, 0o001))
        )

    def knows(self, moment: str) -> bool:
        """Whether something can be typed at a moment."""
        return moment in self._command.types

    def types(self, moment: str, **places: str) -> bool:
        r"""Type the keys for a moment; False if there are none. `\r`, `\n`, `\t` and `\e` mean keys."""
        text = self._command.types.get(moment)
        if text is None:
            return False
        text = filled(text, {**self._places, **places})
        for written, key in (("\\r", "\r"), ("\\n", "\n"), ("\\t", "\t"), ("\\e", "\x1b")):
            text = text.replace(written, key)
        self._type(text if self._master is not None else f"{text}\n")
        return True

    def _type(self, text: str) -> None:
        try:
            if self._master is not None:
                os.write(self._master, text.encode())
            elif self._process.stdin is not None:
                self._process.stdin.write(text.encode())
                self._process.stdin.flush()
        except OSError:  # it has ended meanwhile
            pass

    def end_of_input(self) -> None:
        """Nothing more will be typed."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def ask_to_end(self) -> None:
        """Ask it to end, as the system does."""
        _signal(self._process, "SIGTERM")

    def ended(self, seconds: float = 0.0) -> int | None:
        """Its exit code if it ends within this many seconds."""
        try:
            code = self._process.wait(seconds) if seconds > 0 else self._process.poll()
        except subprocess.TimeoutExpired:
            return None
        if code is not None:
            self._readers[0].join(1.0)
        return code

    @property
    def crash(self) -> str | None:
        """How it crashed, if it did."""
        code = self.ended()
        if code is not None and code < 0:
            return f"it was ended by the signal {-code}"
        return self.crash_of_its_own

    @property
    def crash_of_its_own(self) -> str | None:
        """The exit codes after a signal."""
        sign = next((sign for sign in CRASHES if sign in self.shown), None)
        return None if sign is None else f"it shows {sign.decode()!r}"

    def stop(self) -> None:
        """End it and everything that it started, politely at first."""
        self.end_of_input()
        for name, patience in (("SIGTERM", 1.0), ("SIGKILL", 5.0)):
            if self._process.poll() is None:
                _signal(self._process, name)
                self.ended(patience)
        if self._master is not None:
            os.close(self._master)
            self._master = None
        self._readers[0].join(1.0)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._home.cleanup()


if sys.platform == "win32":

    def _terminal() -> tuple[int, int]:
        raise Skipped("this system has no pseudo-terminals")

    def _signal(process: subprocess.Popen[bytes], _name: str) -> None:
        process.kill()

else:

    def _terminal() -> tuple[int, int]:
        """Both ends of a new terminal: ours, and the program's."""
        import fcntl
        import struct
        import termios

        ours, its = os.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        return ours, its

    def _signal(process: subprocess.Popen[bytes], name: str) -> None:
        """Send a signal to the program, and to what it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, getattr(signal, name))
