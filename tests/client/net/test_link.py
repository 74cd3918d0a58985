"""The link greets, stays, comes back, and ends when it must, against a server that does what each test says."""

import asyncio
import socket
import sys

import pytest

from tests.client.net.scripted import Peer, Player, answers, cut, hello, playing, resumed, resumes, says, scripted, stay
from tests.protocol.next_version import NEXT
from tests.quick_time import quick_loop
from uno_client.address import Address
from uno_client.messages import Connecting, LinkDown, LinkUp
from uno_client.net import connection, link
from uno_client.net.link import FIRST_ATTEMPTS
from uno_client.net.token_store import TokenStore
from uno_protocol import messages as net
from uno_protocol.codec import encode
from uno_protocol.framing import frame

pytestmark = pytest.mark.fast


async def test_it_greets_logs_in_and_hands_on_what_the_server_says(tokens: TokenStore) -> None:
    async def serve(peer: Peer) -> None:
        hello = await peer.welcome()
        assert hello.versions == [*net.SPOKEN]
        assert hello.program == "uno-client"
        assert await peer.hear() == net.Login("ann")
        peer.say(net.LoggedIn(name="ann", token="secret"), net.Tables(id=1, tables=[]))
        assert await peer.hear() == net.ListTables(id=2)
        await peer.gone()

    async with playing(tokens, serve) as player:
        await player.until(net.Tables)
        player.link.send(net.ListTables(id=2))
    kinds = [type(message) for message in player.heard]
    assert kinds == [Connecting, LinkUp, net.Welcome, net.LoggedIn, net.Tables]


async def test_a_later_start_goes_on_with_the_session(tokens: TokenStore) -> None:
    async with scripted([stay, resumes(net.Resume("secret"))]) as address:
        await Player(address, tokens).plays()
        await Player(address, tokens).plays(net.Resumed)


async def test_a_session_that_the_server_has_forgotten_is_begun_anew(tokens: TokenStore) -> None:  # FAULTS 24
    async def forgotten(peer: Peer) -> None:
        await peer.welcome()
        assert isinstance(await peer.hear(), net.Resume)
        peer.say(net.Error(code="bad_token"), net.Bye(code="bad_token", come_back=False))

    async with scripted([stay, forgotten, stay]) as address:
        for _ in range(2):
            await Player(address, tokens).plays()


async def test_a_token_is_shown_to_no_other_server(tokens: TokenStore) -> None:
    async with playing(tokens, cut, says(server_id="other")) as player:
        await player.until(net.LoggedIn, 2)


async def test_a_taken_login_name_gets_a_free_number(tokens: TokenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "name_of_user", lambda: "ann")

    async def serve(peer: Peer) -> None:
        await peer.welcome()
        assert await peer.hear() == net.Login("ann2")
        peer.say(net.Error(code="name_taken"))
        assert await peer.hear() == net.Login("ann3")
        peer.say(net.LoggedIn(name="ann3", token="secret"))
        await peer.gone()

    async with scripted([stay, serve]) as address:
        other = Player(address, tokens, "ann")
        await other.until(net.LoggedIn)
        await Player(address, tokens, None).plays()
        await other.close()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (net.Error(code="name_taken"), "the name 'ann' is taken on this server"),
        (net.Error(code="name_rejected", text="no \x1b[2J"), "the server does not accept the name 'ann': no [2J"),
    ],
)
async def test_a_name_that_cannot_be_had_ends_it(tokens: TokenStore, error: net.Error, told: str) -> None:  # FAULTS 28
    async with scripted([answers(error)]) as address:
        end = await Player(address, tokens).end()
    assert end.code == 1
    assert end.reason.startswith(told)
    again = tokens.claim("server", "ann")
    assert again is not None
    again.release()


async def test_a_server_that_does_not_answer_is_no_uno_server(
    tokens: TokenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "GREETING_SECONDS", 0.05)
    async with scripted([Peer.gone]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, f"{address} does not answer like an UNO server")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a full backlog does not keep connections waiting")
async def test_a_silent_host_is_told_from_one_that_refuses(tokens: TokenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.2)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        port = deaf.getsockname()[1]
        crowd = [socket.socket() for _ in range(4)]
        for one in crowd:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        end = await Player(Address("127.0.0.1", port), tokens).end()
        for one in crowd:
            one.close()
    assert (end.code, end.reason) == (69, f"127.0.0.1:{port} does not answer (timed out)")


@pytest.mark.parametrize("host", ["x" * 70, "a..b", "no-such-host.invalid"])
async def test_a_host_that_there_cannot_be_is_told_in_words(tokens: TokenStore, host: str) -> None:
    end = await Player(Address(host), tokens).end()
    assert end.code == 69
    assert end.reason.startswith(f"cannot find the host {host!r}")


async def test_a_lost_link_comes_back_and_resumes_where_the_log_was_left(tokens: TokenStore) -> None:  # FAULTS 26
    async with playing(tokens, cut, resumes(net.Resume("secret", "KXQP", 41), table="KXQP")) as player:
        await player.until(net.LoggedIn)
        player.position = ("KXQP", 41)
        down = await player.until(LinkDown)
        assert down == LinkDown("the connection was lost", 0.01)
        await player.until(net.Resumed)


async def test_a_link_that_is_lost_before_the_first_session_is_tried_again(tokens: TokenStore) -> None:
    async def cut(peer: Peer) -> None:
        await peer.welcome()
        assert await peer.hear() == net.Login("ann")

    async with playing(tokens, cut, stay) as player:
        await player.until(net.LoggedIn)


async def test_a_name_that_a_lost_login_still_holds_is_asked_for_again(tokens: TokenStore) -> None:  # FAULTS 27
    async def cut(peer: Peer) -> None:
        await peer.welcome()
        assert await peer.hear() == net.Login("ann")

    async def held(peer: Peer) -> None:
        await cut(peer)
        peer.say(net.Error(code="name_taken"))
        await peer.gone()

    async with playing(tokens, cut, held, stay) as player:
        await player.until(net.LoggedIn)


async def test_a_server_without_room_for_a_login_says_so(tokens: TokenStore) -> None:
    async with scripted([answers(net.Error(code="limit", text="there are too many"))]) as address:
        end = await Player(address, tokens).end()
    assert end.code == 1
    assert end.reason.startswith(f"{address} refuses the login: ")


async def test_a_machine_that_slept_an_hour_comes_back_at_once(tokens: TokenStore) -> None:
    async with playing(tokens, stay, resumed) as player:
        await player.until(net.LoggedIn)
        quick_loop().sleep_on(3600.0)
        woke = quick_loop().time()
        await player.until(net.Resumed)
        assert quick_loop().time() - woke < 1.0


async def test_a_server_that_greets_and_never_begins_a_session_is_given_up(tokens: TokenStore) -> None:
    async with scripted([Peer.welcome] * (FIRST_ATTEMPTS + 1)) as address:
        player = Player(address, tokens)
        await player.task
    assert player.heard[-1] == LinkDown("the connection was lost", None, 69)


async def test_the_first_attempt_is_immediate_and_later_ones_wait(
    tokens: TokenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(link, "SHORT_LIFE", 0.0)
    async with scripted([stay]) as address:
        player = Player(address, tokens)
        await player.until(net.LoggedIn)
    await player.until(LinkDown, 4)
    pauses = [down.retry_in for down in player.heard if isinstance(down, LinkDown)]
    assert pauses[0] == 0.0
    assert all(pause is not None and 0 < pause < 5 for pause in pauses[1:])
    await player.close()


async def test_pauses_grow_while_sessions_are_cut_again_and_again(
    tokens: TokenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-5.9: a server that resumes and dies at once is not stormed."""
    monkeypatch.setattr(link, "pause_before", lambda attempt, _after=0.0: attempt * 1e-6)

    async with playing(tokens, cut, *[Peer.resume] * 3, resumed) as player:
        await player.until(net.Resumed, 4)
        pauses = [down.retry_in for down in player.heard if isinstance(down, LinkDown)]
    assert pauses == [1e-6, 2e-6, 3e-6, 4e-6]


def test_pauses_grow_differ_and_end_at_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """FAULTS 48: everybody is back within ten seconds of a server's return, and not all at one instant."""
    monkeypatch.undo()
    assert link.LONGEST_PAUSE + connection.CONNECT_SECONDS < 10
    assert link.pause_before(0) == 0.0
    assert all(0.1 <= link.pause_before(1) <= 0.2 for _ in range(20))
    late = [link.pause_before(30) for _ in range(50)]
    assert all(2.5 <= pause <= link.LONGEST_PAUSE for pause in late)
    assert max(late) - min(late) > 1.0


def test_no_attempt_comes_before_the_seconds_that_a_server_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """P-4.5."""
    monkeypatch.undo()
    pauses = [link.pause_before(attempt, 1.5) for attempt in (0, 1) for _ in range(20)]
    assert all(1.5 <= pause <= 3.0 for pause in pauses)
    assert len(set(pauses)) > 1
    assert link.pause_before(0, 1000.0) == link.LONGEST_PAUSE


async def test_an_entry_that_the_server_does_not_know_asks_for_a_snapshot(tokens: TokenStore) -> None:  # FAULTS 26
    async def refuse(peer: Peer) -> None:
        await peer.welcome()
        assert await peer.hear() == net.Resume("secret", "KXQP", 41)
        peer.say(net.Error(code="bad_seq", field="seen"))
        await peer.gone()

    async with playing(tokens, cut, refuse, resumes(net.Resume("secret", None, None), table="KXQP")) as player:
        await player.until(net.LoggedIn)
        player.position = ("KXQP", 41)
        await player.until(net.Resumed)


async def test_resync_asks_for_everything_anew(tokens: TokenStore) -> None:
    async with playing(tokens, stay, resumes(net.Resume("secret", None, None), table="KXQP")) as player:
        await player.until(net.LoggedIn)
        player.position = ("KXQP", 41)
        player.link.resync()
        await player.until(net.Resumed)


async def test_a_bye_says_whether_to_come_back(tokens: TokenStore) -> None:  # FAULTS 25
    stopping = says(net.Bye(code="server_stopping", come_back=True, after=0.02, text="stopping"))

    async def taken_over(peer: Peer) -> None:
        await peer.resume()
        peer.say(net.Bye(code="taken_over", come_back=False, text="you are elsewhere now"))
        await peer.gone()

    async with scripted([stopping, taken_over]) as address:
        player = Player(address, tokens)
        end = await player.end()
    down = next(message for message in player.heard if isinstance(message, LinkDown))
    assert down.reason == "the server closed the connection: the server is stopping"
    assert down.retry_in == pytest.approx(0.03)
    told = "the server closed the connection: you're now connected from somewhere else"
    assert (end.code, end.reason) == (1, told)
    assert sum(isinstance(message, net.Bye) for message in player.heard) == 2


async def test_patience_ends(tokens: TokenStore) -> None:
    async with scripted([stay]) as address:
        player = Player(address, tokens, patience=0.1)
        await player.until(net.LoggedIn)
    end = await player.end()
    assert end.code == 69
    assert end.reason.endswith(f"{address} did not come back")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ({"lowest": 1, "highest": 1}, "is an older server (protocol 1, this is 2): update the server"),
        ({"lowest": 3, "highest": 4}, "is a newer server (protocol 3 to 4, this is 2): update this program"),
        ({}, "speaks another version of the protocol (this program speaks 2)"),
    ],
)
async def test_another_version_after_a_loss_ends_it(tokens: TokenStore, args: dict[str, str | int], told: str) -> None:
    other = hello(net.Error(code="unsupported_version", args=args))  # FAULTS 18
    async with scripted([cut, other]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, f"{address} {told}")


async def test_a_client_of_several_versions_offers_all_and_takes_the_one_that_is_named(tokens: TokenStore) -> None:
    async def serve(peer: Peer) -> None:
        assert (await peer.welcome()).versions == [*NEXT]
        await peer.gone()

    async with scripted([serve]) as address:
        player = Player(address, tokens, spoken=NEXT)
        welcome = await player.until(net.Welcome)
        assert isinstance(welcome, net.Welcome)
        assert welcome.version == NEXT.lowest
        player.link.close()


async def test_pings_are_answered_and_not_handed_on(tokens: TokenStore) -> None:
    async def serve(peer: Peer) -> None:
        await peer.log_in()
        peer.say(net.Ping(5))
        assert await peer.hear() == net.Pong(5)
        peer.say(net.Pong(1), net.Tables(id=1, tables=[]))
        await peer.gone()

    async with playing(tokens, serve) as player:
        await player.until(net.Tables)
    assert not any(isinstance(message, (net.Ping, net.Pong)) for message in player.heard)


async def test_a_client_with_nothing_to_say_pings(tokens: TokenStore) -> None:
    async def serve(peer: Peer) -> None:
        await peer.log_in(ping=0.5)
        for _ in range(2):
            assert isinstance(await peer.hear(), net.Ping)
        peer.say(net.Tables(id=1, tables=[]))
        await peer.gone()

    async with playing(tokens, serve) as player:
        await player.until(net.Tables)


async def test_silence_is_noticed_as_a_loss(tokens: TokenStore) -> None:
    """FAULTS 46."""
    async with playing(tokens, says(ping=0.5, silence=2.0), resumed) as player:
        down = await player.until(LinkDown)
        assert isinstance(down, LinkDown)
        assert down.reason == "no answer from the server for 2 seconds"
        await player.until(net.Resumed)


async def test_a_server_that_speaks_now_and_then_is_there(tokens: TokenStore) -> None:
    async def speak(peer: Peer) -> None:
        await peer.log_in()
        for _ in range(10):
            await asyncio.sleep(connection.SILENCE_SECONDS / 2)
            peer.say(net.Announcement(text="still here"))
        await peer.gone()

    async with playing(tokens, speak) as player:
        await asyncio.sleep(6 * connection.SILENCE_SECONDS)
        assert not any(isinstance(message, LinkDown) for message in player.heard)


async def test_no_server_can_ask_for_more_patience_with_its_silence(tokens: TokenStore) -> None:
    """P-4.3."""
    async with playing(tokens, says(silence=3600.0), resumed) as player:
        await asyncio.sleep(connection.SILENCE_SECONDS + 1.0)
        assert any(isinstance(message, LinkDown) for message in player.heard)
        await player.until(net.Resumed)


async def test_bytes_one_at_a_time_are_the_same_messages(tokens: TokenStore) -> None:
    """FAULTS 1."""

    async def serve(peer: Peer) -> None:
        await peer.log_in()
        for byte in frame(encode(net.Tables(id=1, tables=[], more=True))):
            peer.say(bytes([byte]))
            await asyncio.sleep(0)
        await peer.gone()

    async with playing(tokens, serve) as player:
        assert await player.until(net.Tables) == net.Tables(id=1, tables=[], more=True)


async def test_a_request_without_a_connection_is_dropped(tokens: TokenStore) -> None:
    async with scripted([stay]) as address:
        player = Player(address, tokens)
        player.link.send(net.ListTables(id=1))
        await player.until(net.LoggedIn)
        await player.close()
        player.link.send(net.ListTables(id=2))
