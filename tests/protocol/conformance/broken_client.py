"""Our client with one fault planted: `python -m …broken_client FAULT` and uno-client's arguments."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
from msgspec.structs import replace

import uno_client.autoplay
import uno_client.cli
import uno_client.core.table_events
import uno_client.core.update
import uno_client.net.connection
import uno_client.net.link
import uno_client.net.token_store
from uno_client.messages import Send
from uno_client.net.connection import Connection, Lost
from uno_protocol import messages as net
from uno_protocol.codec import decode_server, encode
from uno_protocol.framing import Frames, frame


def put(owner: object, name: str, value: object) -> None:
    """Put something else into the place of a part."""
    setattr(owner, name, value)


def _says_hello_twice() -> None:
    greet = uno_client.net.link.ClientLink._greet

    async def twice(link: Any, connection: Connection) -> net.Welcome:
        connection.send(net.Hello([*net.SPOKEN], "uno-client", "0"))
        return await greet(link, connection)

    put(uno_client.net.link.ClientLink, "_greet", twice)


def _speaks_another_version_alone() -> None:
    hello = net.Hello
    put(uno_client.net.link, "Hello", lambda _versions, *rest: hello([3, 3], *rest))


def _is_long_winded_before_welcome() -> None:
    hello = net.Hello
    put(uno_client.net.link, "Hello", lambda versions, *_: hello(versions, "u", "0", ["x" * 60] * 20))


def _answers_pings_with_another_nonce() -> None:
    put(uno_client.net.connection, "Pong", lambda nonce: net.Pong(nonce + 1))


def _tries_names_without_end() -> None:
    take_up = uno_client.net.link.ClientLink._take_up

    async def stubborn(link: Any, *given: Any) -> Any:
        while isinstance(answer := await take_up(link, *given), net.Error):
            pass
        return answer

    put(uno_client.net.link.ClientLink, "_take_up", stubborn)


def _takes_no_nil_for_a_nonce() -> None:
    def strict(body: bytes) -> Any:
        if msgpack.unpackb(body).get("nonce", 0) is None:
            raise ValueError("nonce is nil")
        return decode_server(body)

    put(uno_client.net.connection, "decode_server", strict)


def _never_pings() -> None:
    def silent(connection: Connection) -> None:
        connection._said = connection._loop.time()

    put(uno_client.net.connection.Connection, "_beat", silent)


def _comes_back_after_every_bye() -> None:
    put(uno_client.net.link, "_farewell", lambda bye: Lost(bye.code, bye.after))


def _comes_back_at_once_for_ever() -> None:
    put(uno_client.net.link, "pause_before", lambda _attempt, _after=0.0: 0.0)


def _never_comes_back() -> None:
    async def stay(link: Any, deliver: Callable[[Any], None]) -> None:
        await link._live(deliver)

    put(uno_client.net.link.ClientLink, "_stay", stay)


def _does_not_wait_after_bye() -> None:
    pause = uno_client.net.link.pause_before
    put(uno_client.net.link, "pause_before", lambda attempt, _after=0.0: pause(attempt))


def _resumes_from_the_entry_before() -> None:
    resume = net.Resume
    put(
        uno_client.net.link,
        "Resume",
        lambda token, table, seen: resume(token, table, None if seen is None else seen - 1),
    )


def _shows_its_token_to_every_server() -> None:
    begin = uno_client.net.link.ClientLink._begin_session

    first: list[str] = []

    async def forgetful(link: Any, connection: Connection, server_id: str, up: Any) -> Any:
        first.append(server_id)
        return await begin(link, connection, first[0], up)

    put(uno_client.net.link.ClientLink, "_begin_session", forgetful)


def _prints_its_token() -> None:
    resume = net.Resume

    def telling(token: str, *rest: Any) -> net.Resume:
        print("resuming with", token, file=sys.stderr, flush=True)
        return resume(token, *rest)

    put(uno_client.net.link, "Resume", telling)


def _forgets_what_was_not_answered() -> None:
    _after_resumed(lambda _before, _sent: ())


def _asks_everything_again_under_new_ids() -> None:
    def anew(before: Any, sent: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(Send(replace(each.request, id=each.request.id + 700)) for each in sent)

    _after_resumed(anew)


def _after_resumed(changed: Callable[[Any, tuple[Any, ...]], tuple[Any, ...]]) -> None:
    resumed = uno_client.core.update._resumed

    def other(model: Any, message: net.Resumed) -> Any:
        after, commands = resumed(model, message)
        return after, changed(model, commands)

    put(uno_client.core.update, "_resumed", other)


def _counts_its_ids_anew_on_each_connection() -> None:
    resumed = uno_client.core.update._resumed

    def anew(model: Any, message: net.Resumed) -> Any:
        after, commands = resumed(model, message)
        return after.but(next_id=1), commands

    put(uno_client.core.update, "_resumed", anew)


def _overlooks_gaps() -> None:
    entry = uno_client.core.table_events._entry

    def careless(model: Any, message: net.Entry) -> Any:
        return entry(model, message if model.table is None else replace(message, n=model.table.n + 1))

    put(uno_client.core.table_events, "_entry", careless)


def _names_the_decision_before() -> None:
    _request("decision", lambda decision: decision - 1)


def _draws_whatever_is_listed() -> None:
    send = uno_client.net.link.ClientLink.send

    def drawing(link: Any, request: Any) -> None:
        send(link, net.Draw(id=request.id, decision=request.decision) if isinstance(request, net.Play) else request)

    put(uno_client.net.link.ClientLink, "send", drawing)


def _request(field: str, changed: Callable[[Any], Any]) -> None:
    send = uno_client.net.link.ClientLink.send

    def other(link: Any, request: Any) -> None:
        send(
            link, replace(request, **{field: changed(getattr(request, field))}) if hasattr(request, field) else request
        )

    put(uno_client.net.link.ClientLink, "send", other)


def _dies_of_an_unknown_type() -> None:
    def strict(body: bytes) -> Any:
        message = decode_server(body)
        if message is None:
            raise RuntimeError("what is this?")
        return message

    put(uno_client.net.connection, "decode_server", strict)


def _takes_no_frame_above_32_kib() -> None:
    put(uno_client.net.connection, "Frames", lambda _limit: Frames(32 * 1024))


def _takes_frames_of_any_size() -> None:
    put(uno_client.net.connection, "Frames", lambda _limit: Frames(1 << 30))


def _adds_a_key_to_its_requests() -> None:
    def wordy(message: Any) -> bytes:
        plain = msgpack.unpackb(encode(message))
        body: bytes = msgpack.packb({**plain, "mood": "good"} if "id" in plain else plain)
        return body

    put(uno_client.net.connection, "encode", wordy)


def _shows_text_as_it_comes() -> None:
    import uno_protocol.text

    clean = uno_protocol.text.clean

    def raw(text: str, longest: int = 300) -> str:
        return text[:4000]

    for module in [each for name, each in sys.modules.items() if name.startswith(("uno_client", "uno_protocol"))]:
        if getattr(module, "clean", None) is clean:
            put(module, "clean", raw)


def _takes_text_for_a_format() -> None:
    import uno_client.lines.chat_text as chat

    lines = chat.news_lines
    put(chat, "news_lines", lambda *given: [line.replace("<b>", "").replace("%s", "5") for line in lines(*given)])


def _comes_back_seconds_after_every_bye() -> None:
    put(uno_client.net.link, "_farewell", lambda bye: Lost(bye.code, 4.0))


def _offers_kinds_that_it_does_not_know() -> None:
    receive = uno_client.net.connection.Connection.receive

    async def offering(connection: Connection) -> Any:
        message: Any = await receive(connection)
        kinds = [action["k"] for action in message.actions] if isinstance(message, net.Legal) else []
        if any(kind == "teleport" for kind in kinds):
            connection._writer.write(frame(msgpack.packb({"t": "teleport", "id": 900, "decision": message.decision})))
        return message

    put(uno_client.net.connection.Connection, "receive", offering)


def _writes_nil_for_false() -> None:
    def nil(message: Any) -> bytes:
        plain = msgpack.unpackb(encode(message))
        body: bytes = msgpack.packb({**plain, "uno": plain.get("uno")} if plain["t"] == "play" else plain)
        return body

    put(uno_client.net.connection, "encode", nil)


def _takes_two_seconds_of_silence_for_a_loss() -> None:
    greet = uno_client.net.link.ClientLink._greet

    async def impatient(link: Any, connection: Connection) -> net.Welcome:
        welcome = await greet(link, connection)
        connection.silence_seconds = 2.0
        return welcome

    put(uno_client.net.link.ClientLink, "_greet", impatient)


def _calls_uno_with_every_play() -> None:
    _request("uno", lambda _uno: True)


def _asks_twice_at_once() -> None:
    def twice(send: Callable[[Any, Any], None], link: Any, request: Any) -> None:
        send(link, request)
        if isinstance(request, net.Play):
            send(link, net.Draw(id=request.id + 1, decision=request.decision))

    _sending(twice)


def _leaves_again_and_again() -> None:
    def leaving(send: Callable[[Any, Any], None], link: Any, request: Any) -> None:
        for id in range(request.id, request.id + (3 if isinstance(request, net.LeaveTable) else 1)):
            send(link, replace(request, id=id))

    _sending(leaving)


def _sending(other: Callable[[Callable[[Any, Any], None], Any, Any], None]) -> None:
    send = uno_client.net.link.ClientLink.send
    put(uno_client.net.link.ClientLink, "send", lambda link, request: other(send, link, request))


def _drops_its_list_at_an_ok() -> None:
    answered = uno_client.core.update._answered

    def forgetful(model: Any, message: Any) -> Any:
        after, commands = answered(model, message)
        return (after.but(legal=()) if isinstance(message, net.Ok) else after), commands

    put(uno_client.core.update, "_answered", forgetful)


def _keeps_its_token_where_everybody_can_read_it() -> None:
    def openly(file: Path, content: bytes) -> None:
        file.write_bytes(content)
        file.chmod(0o644)
        for folder in (file.parent, file.parent.parent):
            folder.chmod(0o755)

    put(uno_client.net.token_store, "write_private", openly)


FAULTS: dict[str, Callable[[], None]] = {
    name.removeprefix("_"): plant
    for name, plant in list(globals().items())
    if name.startswith("_")
    and not name.startswith(("__", "_after_resumed", "_request", "_sending"))
    and callable(plant)
}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    sys.exit(uno_client.cli.main())
