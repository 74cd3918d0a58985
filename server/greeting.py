"""What the server says of itself when it is greeted (P-4, P-10)."""

from __future__ import annotations

from protocol.messages import VERSION, Welcome
from server import limits


def welcome(
    server_id: str, name: str, program: str, settings: limits.Limits, *, password: bool, capabilities: list[str]
) -> Welcome:
    """The answer to `hello`: who the server is, and what it permits."""
    return Welcome(
        version=VERSION,
        server_id=server_id,
        name=name,
        program=program,
        password=password,
        capabilities=capabilities,
        limits={
            "max_frame": settings.frame_bytes,
            "max_frame_before_hello": settings.frame_bytes_before_hello,
            "server_max_frame": limits.FRAME_FROM_SERVER,
            "name_length": settings.name_length,
            "table_name_length": limits.TABLE_NAME_LENGTH,
            "requests_burst": settings.messages_at_once,
            "requests_per_second": settings.messages_per_second,
            "answers_kept": limits.ANSWERS_KEPT,
            "entries_kept": limits.ENTRIES_KEPT,
            "tables_per_page": limits.TABLES_PER_PAGE,
            "chat_length": settings.chat_length,
        },
        timeouts={
            "hello": settings.hello_seconds,
            "read": settings.read_seconds,
            "ping": settings.ping_seconds,
            "silence": settings.silence_seconds,
            "flood": settings.flood_seconds,
            "unsent": settings.unsent_seconds,
            "next_deal": settings.next_deal_seconds,
            "rematch": settings.rematch_seconds,
            "host_away": settings.host_away_seconds,
            "watcher_away": settings.watcher_away_seconds,
        },
    )
