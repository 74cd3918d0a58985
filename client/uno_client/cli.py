"""The command `uno-client`: which face of the client runs, and with which code it ends."""

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from uno_client.address import Address
from uno_client.config import Settings, SettingsRefused, language, read_settings
from uno_client.exits import EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_USAGE, nobody_reads
from uno_client.preferences import Preferences, PreferenceStore, read_preferences, settings_file
from uno_engine.language import _
from uno_protocol.catalogues import choose


def main() -> int:
    """Run the client; the exit code (client/README.md has them all)."""
    gc.set_threshold(30_000)  # a start makes many objects that stay: looking through them took a tenth of it
    try:
        choose(language(sys.argv[1:], os.environ, Preferences()))  # in which the settings file is complained about
        kept = read_preferences(settings_file(os.environ))
        for line in kept.wrong:
            print(f"uno-client: {line}", file=sys.stderr)
        choose(language(sys.argv[1:], os.environ, kept))
        settings = _settings(kept)
        if settings.in_vain:
            print(f"uno-client: {settings.in_vain}", file=sys.stderr)
    except SettingsRefused as refused:
        print(f"uno-client: {refused}", file=sys.stderr)
        return EXIT_USAGE
    try:
        return _run(settings)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as fault:  # noqa: BLE001  (the edge of the program: no traceback reaches a player)
        if nobody_reads(fault):
            _silence_stdout()
            return EXIT_FAILURE
        if os.environ.get("UNO_DEBUG") == "1":
            import traceback

            traceback.print_exception(fault)
        text = ascii(str(fault))[1:-1][:200]
        print(f"uno-client: {_('internal error')}: {type(fault).__name__}: {text}", file=sys.stderr)
        return EXIT_FAILURE


def _settings(kept: Preferences, more: Sequence[str] = ()) -> Settings:
    """The settings of this run by the file, with these additional options. Raises SettingsRefused."""
    version = ""
    if "--version" in sys.argv[1:]:  # looking it up takes a while
        from uno_client.net.link import package_version

        version = package_version() or _("(not installed)")
    return read_settings([*sys.argv[1:], *more], os.environ, version, kept)


def _run(settings: Settings) -> int:
    import asyncio

    from uno_client.signals import until_signalled

    return asyncio.run(until_signalled(_with_server(settings)))


async def _with_server(settings: Settings) -> int:
    if settings.known or settings.forget is not None:
        from uno_client.lines.server_list import run_known

        return run_known(settings)
    if settings.list:
        from uno_client.lines.server_list import run_list

        return await run_list(settings)
    if settings.qr:
        from uno_client.lines.qr_code import run_qr

        return await run_qr(settings)
    if settings.replay is not None:
        return await _replay(settings, settings.replay)
    if not settings.solo:
        from uno_client.net.token_store import TokenStore

        for line in TokenStore.of_user().look_after():  # the full screen would hide it
            print(f"uno-client: {line}", file=sys.stderr)
        if settings.door and sys.stdin.isatty() and sys.stdout.isatty():
            return await _front_door(settings)
        return await _face(settings, settings.address)
    from uno_client.net.own_servers import ServerFailed, private_server

    try:
        async with private_server(test_deals=bool(settings.position)) as address:
            return await _face(settings, address)
    except ServerFailed as failed:
        print(f"uno-client: {failed}", file=sys.stderr)
        return EXIT_FAILURE


async def _replay(settings: Settings, path: Path) -> int:
    from uno_client.replaying import RecordRefused, load

    try:
        file = load(path)
    except RecordRefused as refused:
        print(f"uno-client: {refused}", file=sys.stderr)
        return EXIT_FAILURE
    if settings.plain:
        from uno_client.lines.record_file import replay_in_lines

        return await replay_in_lines(settings, file)
    from uno_client.fullscreen.app import replay_on_screen

    return await replay_on_screen(settings, file)


async def _front_door(settings: Settings) -> int:
    memory = PreferenceStore(settings_file(os.environ), settings.kept)
    if settings.plain:
        from uno_client.lines.front_door import LinesDoor

        return await LinesDoor(_settings, memory).run()
    from uno_client.fullscreen.front_door import ScreenDoor

    return await ScreenDoor(_settings, memory).run()


async def _face(settings: Settings, address: Address | None) -> int:
    if (settings.autoplay is not None or settings.bot is not None) and address is not None:
        from uno_client.autoplay import run_autoplay

        return await run_autoplay(settings, address)
    if settings.plain:
        from uno_client.lines.session import play_in_lines

        return await play_in_lines(settings, address)
    from uno_client.fullscreen.app import run_full_screen

    return await run_full_screen(settings, address)


def _silence_stdout() -> None:
    """Python flushes standard output once more at the end, and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
