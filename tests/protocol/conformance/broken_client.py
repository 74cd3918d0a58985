"""Our client with one fault planted: `python -m …broken_client FAULT` and uno-client's arguments."""

import asyncio
import dataclasses
import ssl
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
import uno_client.net.vetting
from uno_client.messages import Send
from uno_client.net.connection import Connection, Lost
from uno_client.trust import Trust
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


def _asks_without_encryption_for_ever() -> None:
    put(uno_client.net.vetting.Vetting, "must_encrypt", property(lambda _vetting: False, lambda _vetting, _value: None))


def _offers_no_protocol_within_tls() -> None:
    _context(lambda context: context.set_alpn_protocols(["h2"]))


def _believes_certificates() -> None:
    def demanding(context: ssl.SSLContext) -> None:
        context.verify_mode = ssl.CERT_REQUIRED

    _context(demanding)


def _context(changed: Callable[[ssl.SSLContext], None]) -> None:
    context = uno_client.net.connection._context()
    changed(context)
    put(uno_client.net.connection, "_context", lambda: context)


def _stumbles_over_padding() -> None:
    def strict(body: bytes) -> Any:
        if "pad" in msgpack.unpackb(body):
            raise ValueError("what is pad?")
        return decode_server(body)

    put(uno_client.net.connection, "decode_server", strict)


def _believes_another_key() -> None:
    _believes(lambda connection: connection.key is not None)


def _believes_a_server_without_a_key() -> None:
    _believes(lambda connection: connection.key is None)


def _believes(whom: Callable[[Connection], bool]) -> None:
    judge = uno_client.net.vetting.Vetting.judge
    begin, first = uno_client.net.link.ClientLink._begin_session, list[str]()

    async def credulous(vetting: Any, connection: Connection, server_id: str | None) -> Trust:
        return Trust.KNOWN if whom(connection) else await judge(vetting, connection, server_id)

    async def careless(link: Any, connection: Connection, server_id: str, up: Any) -> Any:
        first.append(up.fingerprint)
        return await begin(link, connection, server_id, dataclasses.replace(up, fingerprint=first[0]))

    put(uno_client.net.vetting.Vetting, "judge", credulous)
    put(uno_client.net.link.ClientLink, "_begin_session", careless)


def _ends_tls_without_a_word() -> None:
    async def abruptly(connection: Connection) -> None:
        connection.abort()

    put(uno_client.net.connection.Connection, "finish", abruptly)


def _waits_a_second_for_welcome() -> None:
    _impatient(lambda link: link._claim is None and not link._greeted)


def _waits_a_second_for_logged_in() -> None:
    _impatient(lambda link: link._greeted and not link._ever)


def _waits_a_second_for_resumed() -> None:
    _impatient(lambda link: link._ever)


def _impatient(when: Callable[[Any], bool]) -> None:
    answer = uno_client.net.link.ClientLink._answer

    async def impatient(link: Any, connection: Connection) -> Any:
        if not when(link):
            return await answer(link, connection)
        try:
            async with asyncio.timeout(1.0):
                return await answer(link, connection)
        except TimeoutError:
            raise Lost("too slow") from None

    put(uno_client.net.link.ClientLink, "_answer", impatient)


def _logs_in_again_and_again() -> None:
    async def stubborn(link: Any, connection: Connection, _claim: Any, name: str, _up: Any) -> Any:
        connection.send(net.Login(name))
        while isinstance(answer := await link._answer(connection), net.Error):
            await asyncio.sleep(0.1)
            connection.send(net.Login(name))
        return answer

    put(uno_client.net.link.ClientLink, "_take_up", stubborn)


def _gives_up_the_name_of_a_lost_login() -> None:
    take_up = uno_client.net.link.ClientLink._take_up

    async def forgetful(link: Any, *given: Any) -> Any:
        link._unheard = None
        return await take_up(link, *given)

    put(uno_client.net.link.ClientLink, "_take_up", forgetful)


def _asks_for_its_name_without_a_pause() -> None:
    put(uno_client.net.link, "FIRST_ATTEMPTS", 10**6)
    put(uno_client.net.link, "pause_before", lambda _attempt, _after=0.0: 0.0)


def _repeats_what_is_too_old() -> None:
    def again(message: Any, link: Any) -> None:
        if isinstance(message, net.Error) and message.code == "old_id":
            link.send(net.Draw(id=message.id, decision=0))

    _receiving(again)


def _asks_for_its_table_again() -> None:
    def twice(send: Callable[[Any, Any], None], link: Any, request: Any) -> None:
        send(link, request)
        if isinstance(request, net.JoinTable):
            asyncio.get_running_loop().call_later(1.0, send, link, replace(request, id=request.id + 1))

    _sending(twice)


def _is_ready_again_at_once() -> None:
    def again(message: Any, link: Any) -> None:
        if isinstance(message, net.Error) and message.code == "limit":
            link.send(net.Ready(id=(message.id or 0) + 1))

    _receiving(again)


def _plays_again_at_once() -> None:
    def again(message: Any, link: Any) -> None:
        if isinstance(message, net.Error) and message.code == "limit":
            link.send(net.Draw(id=(message.id or 0) + 1, decision=1))

    _receiving(again)


def _plays_in_a_pause() -> None:
    def anyway(message: Any, link: Any) -> None:
        if isinstance(message, net.Entry) and message.event.get("phase") == "paused":
            asyncio.get_running_loop().call_later(0.5, link.send, net.Draw(id=900, decision=1))

    _receiving(anyway)


def _plays_on_after_it_was_put_out() -> None:
    def anyway(message: Any, link: Any) -> None:
        if isinstance(message, net.PutOut):
            link.send(net.Draw(id=900, decision=1))

    _receiving(anyway)


def _keeps_its_first_seat() -> None:
    snapshot = uno_client.core.table_events._snapshot
    first: list[int | None] = []

    def stubborn(model: Any, message: net.Snapshot) -> Any:
        first.append(message.seat)
        return snapshot(model, replace(message, seat=first[0]))

    put(uno_client.core.table_events, "_snapshot", stubborn)


def _counts_decisions_on_in_the_next_game() -> None:
    most = [0]

    def counted(decision: int) -> int:
        most[0] = max(most[0], decision)
        return most[0]

    _request("decision", counted)


def _receiving(then: Callable[[Any, Any], None]) -> None:
    receive, links = uno_client.net.connection.Connection.receive, list[Any]()
    live = uno_client.net.link.ClientLink._live

    async def living(link: Any, deliver: Any) -> Any:
        links.append(link)
        return await live(link, deliver)

    async def other(connection: Connection) -> Any:
        message = await receive(connection)
        then(message, links[-1])
        return message

    put(uno_client.net.link.ClientLink, "_live", living)
    put(uno_client.net.connection.Connection, "receive", other)


FAULTS: dict[str, Callable[[], None]] = {
    name.removeprefix("_"): plant
    for name, plant in list(globals().items())
    if name.startswith("_")
    and not name.startswith(("__", "_after_resumed", "_request", "_sending", "_receiving", "_context", "_impatient"))
    and name != "_believes"
    and callable(plant)
}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    sys.exit(uno_client.cli.main())
