"""The modules of ours that cannot be imported without POSIX. Run by test_platforms.py in a fresh process.

without_posix.py FOLDER… -- MODULE…  prints one JSON object: the modules that fail, each with the reason.

All modules are imported twice: first as they are, so that the libraries are complete, which may well use POSIX where
they find it; then anew, with the POSIX-only modules closed to ours and the POSIX-only names gone from the shared ones.
"""

import asyncio
import builtins
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType

OURS = frozenset({"uno_engine", "uno_protocol", "uno_server", "uno_client"})

POSIX_MODULES = frozenset(
    """
    _curses _posixshmem _posixsubprocess crypt curses fcntl grp nis ossaudiodev posix pty pwd readline resource spwd
    syslog termios tty uvloop
    """.split()  # noqa: SIM905  (as long as this it reads better in lines)
)

POSIX_NAMES: Mapping[ModuleType, str] = {
    os: """
        EX_OK EX_USAGE O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC WEXITSTATUS WIFEXITED WNOHANG chown ctermid
        fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp getresuid getsid getuid
        initgroups killpg lchown mkfifo mknod nice openpty pipe2 posix_fadvise posix_spawn pread pwrite
        register_at_fork sched_getaffinity sched_yield sendfile setegid seteuid setgid setpgid setsid setuid statvfs
        sync sysconf tcgetpgrp tcsetpgrp ttyname uname wait3 wait4 waitid writev
        """,
    signal: """
        SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU
        SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer siginterrupt
        sigpending sigwait
        """,
    socket: "AF_UNIX CMSG_LEN CMSG_SPACE MSG_DONTWAIT MSG_NOSIGNAL SCM_RIGHTS SO_REUSEPORT recv_fds send_fds",
    select: "epoll kqueue poll",
    time: "clock_gettime clock_settime pthread_getcpuclockid tzset",
    asyncio: "open_unix_connection start_unix_server",
}


def import_all(names: Iterable[str]) -> dict[str, str]:
    """Imports the modules one by one. Gives the reason of each that failed."""
    faults = {}
    for name in names:
        try:
            importlib.import_module(name)
        except SystemExit:
            faults[name] = "runs its program when imported; it lacks `if __name__ == '__main__':`"
        except Exception as fault:  # noqa: BLE001  (whatever a module raises is what is asked for)
            faults[name] = f"{type(fault).__name__}: {fault}"
    return faults


def forget_ours() -> None:
    """Makes the next import of a module of ours run it again."""
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]


def take_posix_away() -> None:
    """Closes the POSIX-only modules to ours and removes the POSIX-only names, for the rest of this process."""
    usual = builtins.__import__

    def guarded(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        importer = str((globals or {}).get("__name__")).partition(".")[0]
        if level == 0 and importer in OURS and name.partition(".")[0] in POSIX_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} where there is no POSIX", name=name)
        return usual(name, globals, locals, fromlist, level)

    builtins.__import__ = guarded
    for module, names in POSIX_NAMES.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)


def main() -> int:
    """Exit code 0 also where modules fail: the answer is what is printed."""
    between = sys.argv.index("--")
    sys.path[:0], names = sys.argv[1:between], sys.argv[between + 1 :]
    faults = import_all(names)
    forget_ours()
    take_posix_away()
    print(json.dumps(faults | import_all(names)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
