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
            "max_frame": limits.FRAME_FROM_CLIENT,
            "max_frame_before_hello": limits.FRAME_BEFORE_HELLO,
            "server_max_frame": limits.FRAME_FROM_SERVER,
            "name_length": limits.NAME_LENGTH,
            "table_name_length": limits.TABLE_NAME_LENGTH,
            "requests_burst": settings.messages_per_second,
            "requests_per_second": settings.messages_per_second,
            "answers_kept": limits.ANSWERS_KEPT,
            "entries_kept": limits.ENTRIES_KEPT,
            "tables_per_page": limits.TABLES_PER_PAGE,
            "chat_length": limits.CHAT_LENGTH,
        },
        timeouts={
            "hello": limits.HELLO_SECONDS,
            "read": limits.READ_SECONDS,
            "ping": limits.PING_SECONDS,
            "silence": limits.SILENCE_SECONDS,
        },
    )
