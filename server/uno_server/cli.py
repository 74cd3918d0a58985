"""The command `uno-server`: starts, says where, and serves until it is stopped."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import secrets
import signal
import socket
import sys
import threading
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from uno_protocol.lan import addresses
from uno_server import config
from uno_server.base.logs import AdminVoice, set_up, whereabouts

if TYPE_CHECKING:
    from uno_server.archive.board import Board
    from uno_server.archive.prune import Pruner
    from uno_server.net.announcer import Announcer
    from uno_server.net.guests import Guests
    from uno_server.net.identity import Identity
    from uno_server.net.server import Server
    from uno_server.web.site import Site

GOOD, FAILURE = 0, 1
PAGE_SECONDS = 1.0
"""After the start, until the page is made ready: nobody waits for it before that."""


def main() -> int:
    """Run the server. Returns the exit code: 0 after a clean stop, 1 if it cannot serve (2: usage, by argparse)."""
    try:
        gc.set_threshold(30_000)  # as the client: a start makes many objects that stay
        settings = config.read(sys.argv[1:], os.environ, _version())
        set_up(as_json=settings.log_json)
        return asyncio.run(_serve(settings))
    except KeyboardInterrupt:
        return GOOD
    except Exception as fault:  # noqa: BLE001  (the edge of the program: no traceback reaches anybody)
        print(f"{config.PROGRAM}: failed: {whereabouts(fault)}", file=sys.stderr)
        return FAILURE


def _version() -> str:
    try:
        return version("uno-lan")
    except PackageNotFoundError:
        return "(not installed)"


def _use_all_descriptors() -> None:
    """Raise the limit of open files as far as the system allows: every connection needs one."""
    if sys.platform != "win32":  # which has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        for wanted in (most, 10_240):  # macOS takes no more than that of those who may have any number
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
                break


def _collect_seldom() -> None:
    """Collect garbage less often than Python does by default, and never among loaded modules.

    Nearly everything a server creates is kept or freed immediately; garbage collection would be a sixth of its work.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 1_000, 50)  # each time takes some 20 ms where 10,000 play


async def _serve(settings: config.Config) -> int:
    voice = AdminVoice(config.PROGRAM, as_json=settings.log_json)
    from uno_protocol.identity import fingerprint
    from uno_server.archive.board import Board
    from uno_server.core.census import census
    from uno_server.core.hub import Hub
    from uno_server.journal.database import CannotOpen
    from uno_server.journal.recovery import new_hub
    from uno_server.journal.store import DiskJournal, Journal, JournalFailed
    from uno_server.net import console, identity
    from uno_server.net.announcer import Announcer
    from uno_server.net.guests import Guests
    from uno_server.net.reach import Arrivals, bridged
    from uno_server.net.server import Server, bind, shown_address
    from uno_server.net.thinker import Workers
    from uno_server.web.door import Door
    from uno_server.web.site import Site

    try:
        sock = bind(settings.host, settings.port)
    except OSError as fault:
        where = settings.host or "any address"
        text = f"cannot listen on {where}, port {settings.port}: {_reason(fault)}"
        voice.fail("cannot_listen", text, port_taken=fault.errno == errno.EADDRINUSE)
        return FAILURE
    _use_all_descriptors()
    _collect_seldom()
    program = f"{config.PROGRAM} {_version()}"
    try:
        directory = settings.data_dir
        journal = Journal() if directory is None else DiskJournal.open(directory, durable=settings.durable)
        known_by = None if settings.tls == "off" else identity.load(directory)
        workers = Workers()
        board = None if directory is None else Board(directory, partial(voice.warn, "not_counted"))
        make = partial(
            Hub,
            name=settings.name,
            entropy=secrets.token_bytes,
            program=program,
            limits=settings.limits,
            password=settings.password,
            test_deals=settings.allow_test_deals,
            fingerprint=None if known_by is None else fingerprint(known_by.key),
            web=settings.web,
            thinker=workers,
            numbers=None if board is None else board.shown,
        )
        first = new_hub(journal, make, as_they_come=True)
    except (CannotOpen, JournalFailed, identity.CannotIdentify) as fault:
        sock.close()
        voice.fail("cannot_store", str(fault))
        return FAILURE
    for message in (*journal.messages, *(known_by.messages if known_by else ()), *first.messages):
        voice.warn("journal", message)

    required = settings.tls == "required"
    names = (socket.gethostname(), *settings.web_names)
    host, port = sock.getsockname()[:2]
    guests = Guests(host, port, web=settings.web, secure=required)
    door = preparing = None
    if settings.web:
        door = Door(site := Site(), settings.limits, names, tls_required=required, pages=guests.pages)
        preparing = asyncio.create_task(_prepare(site))
    server = Server(
        first.hub,
        journal,
        now=first.now,
        coming=first.coming,
        again=partial(new_hub, journal, make),
        tls=None if known_by is None else known_by.context,
        tls_required=required,
        door=door,
    )
    stopped = asyncio.Event()
    _stop_on_signals(stopped)
    if settings.exit_with_stdin:
        _stop_with_stdin(stopped)
    where = shown_address(sock)
    told_otherwise = partial(voice.tell, "somebody_came", "Another device has reached this server now.")
    server.came = Arrivals(partial(_tell_nobody_came, guests, voice), told_otherwise).came
    await server.listen(sock)
    with suppress(OSError):  # nobody listens to what we print
        print(f"listening on {where}", flush=True)
    _tell_addresses(sock, voice)
    at_terminal = not settings.exit_with_stdin and not settings.log_json and console.possible()
    if not settings.exit_with_stdin:  # else a program has started us, and knows
        _tell_page(guests, voice, at_terminal)
        _tell_bridged(guests, voice, seems=bridged(os.environ))
        voice.tell("storage", _keeping(directory, first.tables, settings.keep_days, settings.keep_mib))
    introducing = asyncio.create_task(_introduce(known_by, sock, voice, quiet=settings.exit_with_stdin))
    if settings.allow_test_deals:
        voice.tell("test_deals", "test deals are on: anyone who opens a table can choose its cards")
    announcer = Announcer(
        settings.announce, host, port, lambda: census(server.hub), partial(_not_announced, sock, voice)
    )
    announcer.start()
    pruner = None if board is None else _looked_after(board, settings, voice)
    terminal = None
    if at_terminal:
        terminal = asyncio.create_task(console.run(server, _place(sock), stopped.set, introducing, guests))
    try:
        return await _until(stopped, server, announcer, pruner, terminal, introducing)
    finally:
        if preparing is not None:
            preparing.cancel()
        workers.stop()
        if workers.moves:
            text = f"{workers.late} of {workers.moves} moves of experts were late"
            voice.tell("experts", text, late=workers.late, moves=workers.moves)


def _looked_after(board: Board, settings: config.Config, voice: AdminVoice) -> Pruner:
    """Count and prune the games that are saved, in threads, until the event of what is returned is set."""
    from uno_server.archive.prune import Pruner, Retention

    keep = Retention(settings.keep_days, settings.keep_mib)
    said = partial(voice.tell, "pruned"), partial(voice.warn, "not_pruned")
    pruner = Pruner(board.directory, keep, *said, board.stopped)
    pruner.start()
    board.start()
    return pruner


async def _until(
    stopped: asyncio.Event,
    server: Server,
    announcer: Announcer,
    pruner: Pruner | None,
    terminal: asyncio.Task[None] | None,
    introducing: asyncio.Task[tuple[str, ...]],
) -> int:
    try:
        await stopped.wait()
    finally:
        introducing.cancel()
        await asyncio.gather(introducing, return_exceptions=True)
        if terminal is not None:  # the terminal first: what is said now is to be seen
            terminal.cancel()
            await asyncio.gather(terminal, return_exceptions=True)
        if pruner is not None:
            pruner.stopped.set()
        await asyncio.gather(server.stop(), announcer.stop())
    return GOOD


async def _prepare(site: Site) -> None:
    """Make the page ready in a thread, soon after the start."""
    await asyncio.sleep(PAGE_SECONDS)
    await asyncio.to_thread(site.prepare)


def _place(sock: socket.socket) -> str:
    """How others join, for the console."""
    host = sock.getsockname()[0]
    return f"to join: uno-client {_typed((addresses(host) or [host])[0], sock)}"


async def _introduce(
    known_by: Identity | None, sock: socket.socket, voice: AdminVoice, *, quiet: bool
) -> tuple[str, ...]:
    """Say by what players know this server again. Returns it for the console."""
    if known_by is None:
        return ("connections are not encrypted (--tls off), so there is no key",)
    if quiet:
        return ()
    from uno_protocol.identity import fingerprint, words

    host = sock.getsockname()[0]
    link = f"uno://{_typed((addresses(host) or [host])[0], sock)}#{fingerprint(known_by.key)}"
    found = " ".join(await asyncio.to_thread(words, known_by.key))  # some tenths of a second, by intention
    voice.tell("identity", f"Link with this server's key: {link}", link=link)
    voice.tell("identity", f"Words that players compare on their first visit: {found}", words=found)
    return (f"link:  {link}", f"words: {found}")


def _not_announced(sock: socket.socket, voice: AdminVoice, reason: str) -> None:
    """Say that clients cannot discover the game, and how others join."""
    shown = [_typed(address, sock) for address in addresses(sock.getsockname()[0])]
    how = f"; to join: uno-client {shown[0]}" if shown else ""
    voice.warn("not_announced", f"not announced: {reason}{how}")


def _tell_addresses(sock: socket.socket, voice: AdminVoice) -> None:
    """Say how others join."""
    for address in addresses(sock.getsockname()[0]):
        voice.tell("listening", f"To join: uno-client {(place := _typed(address, sock))}", address=place)


def _typed(address: str, sock: socket.socket) -> str:
    """HOST:PORT as it is typed, for an address of this machine."""
    return f"[{address}]:{sock.getsockname()[1]}" if ":" in address else f"{address}:{sock.getsockname()[1]}"


def _tell_page(guests: Guests, voice: AdminVoice, at_terminal: bool) -> None:
    """Say where browsers find the page."""
    if told := guests.invitation(console=at_terminal):
        voice.tell("page", told, address=next(iter(guests.pages()), guests.here))


def _tell_bridged(guests: Guests, voice: AdminVoice, *, seems: bool) -> None:
    """Say what helps if the network `seems` to be that of a container alone."""
    if seems and (told := guests.bridged()):
        voice.warn("bridged", told)


def _tell_nobody_came(guests: Guests, voice: AdminVoice) -> None:
    """Say what to look for where nobody from another machine has reached the server."""
    if told := guests.nobody_came():
        voice.warn("nobody_came", told)


def _keeping(directory: Path | None, tables: int, days: int = 0, mib: int = 0) -> str:
    """Where games are saved and for how long, and how many tables were restored."""
    if directory is None:
        return "nothing is saved: games end when the server stops (see --data-dir)"
    before = {0: "", 1: "; 1 table restored"}.get(tables, f"; {tables} tables restored")
    aged = f"finished tables go after {days} days" if days else ""
    large = f"the oldest finished tables go if it grows beyond {mib} MiB" if mib else ""
    return "; ".join(filter(None, (f"games are saved in {directory}{before}", aged, large)))


def _reason(fault: OSError) -> str:
    if isinstance(fault, socket.gaierror):
        return "no such address"
    return (fault.strerror or str(fault)).partition(" (while")[0].lower()


def _stop_on_signals(stopped: asyncio.Event) -> None:
    """Stop cleanly on Ctrl-C and SIGTERM, also where the loop has no signals (Windows)."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            continue  # under nohup the server stays
        try:
            loop.add_signal_handler(number, stopped.set)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))


def _stop_with_stdin(stopped: asyncio.Event) -> None:
    """Stop when standard input closes: the program that started the server is gone."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        try:
            while os.read(0, 4096):
                pass
        except OSError:
            pass
        if not loop.is_closed():
            loop.call_soon_threadsafe(stopped.set)

    threading.Thread(target=wait, name="stdin", daemon=True).start()
