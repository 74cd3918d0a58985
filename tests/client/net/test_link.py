"""The link greets, stays, comes back, and ends when it must, whatever a server does or sends (FAULTS 1 to 28).

It ends with code 76 and one line where nothing more can be believed, comes back where the link may just have been
lost, and passes over what a later version may send.
"""

import asyncio
import socket
import sys

import pytest

from tests.client.fake import Fake, position
from tests.client.net.identities import eve
from tests.client.net.scripted import (
    Act,
    Peer,
    Player,
    answers,
    cut,
    greets,
    hello,
    playing,
    resumed,
    resumes,
    says,
    scripted,
    stay,
    welcome,
)
from tests.golden import golden
from tests.protocol.next_version import NEXT, SOON
from uno_client.address import Address
from uno_client.messages import LinkDown
from uno_client.names import with_digits
from uno_client.net import connection, link
from uno_client.net.link import FIRST_ATTEMPTS
from uno_client.net.token_store import TokenStore
from uno_client.trust import Terms
from uno_protocol import messages as net
from uno_protocol.codec import encode
from uno_protocol.framing import frame

pytestmark = pytest.mark.fast

TABLES = net.Tables(id=1, tables=[])


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


def speaks(**args: int) -> Act:
    """A server of other versions."""
    return hello(net.Error(code="unsupported_version", args={**args}))


async def early(peer: Peer) -> None:
    peer.say(TABLES)
    await peer.gone()


OURS = " to ".join(dict.fromkeys(map(str, net.SPOKEN)))
OLDER, NEWER = (
    f"is an older server (protocol 1, this is {OURS}): update",
    f"is a newer server (protocol {SOON}{{}}, this is {OURS}): update",
)
NO_NAME = net.Error(code="name_rejected", text="no \x1b[2J")
REFUSES, NO_SERVER = "{address} refuses the login: ", "{address} is not an UNO server"
ENDS: list[tuple[list[Act], int, str]] = [
    # A name that cannot be had.
    ([answers(net.Error(code="name_taken"))], 1, "the name 'ann' is taken on this server; choose another with --name"),
    ([answers(NO_NAME)], 1, "the server does not accept the name 'ann': no [2J"),
    ([answers(net.Error(code="limit", text="there are too many"))], 1, f"{REFUSES}there are too many"),
    ([answers(net.Error(code="banned"))], 1, f"{REFUSES}you're banned from this server"),
    # Another version, also after a loss.
    ([greets(version=1)], 76, f"{{address}} {OLDER} the server"),
    ([greets(version=SOON)], 76, f"{{address}} {NEWER.format('')} this program"),
    ([cut, speaks(lowest=1, highest=1)], 76, f"{{address}} {OLDER} the server"),
    ([speaks(lowest=SOON, highest=SOON + 1)], 76, f"{{address}} {NEWER.format(f' to {SOON + 1}')} this program"),
    ([speaks()], 76, f"{{address}} speaks another version of the protocol (this program speaks {OURS})"),
    # Another program at that port.
    ([early], 76, NO_SERVER),
    ([hello(b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"\0" * 8)], 76, NO_SERVER),
    ([hello(b"SSH-2.0-OpenSSH_9.6\r\n" + b"\0" * 8)], 76, NO_SERVER),
    ([hello(b"\x15\x03\x01" + b"\0" * 8)], 76, NO_SERVER),
    ([Peer.gone], 76, "{address} does not answer like an UNO server"),
]


@pytest.mark.parametrize(("acts", "code", "told"), ENDS)
async def test_a_server_that_lets_nobody_play_ends_it_with_one_line(
    tokens: TokenStore, monkeypatch: pytest.MonkeyPatch, acts: list[Act], code: int, told: str
) -> None:
    """FAULTS 7, 17, 18 and 28."""
    if Peer.gone in acts:
        monkeypatch.setattr(link, "GREETING_SECONDS", 0.05)
    async with scripted(acts) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (code, told.format(address=address))
    again = tokens.claim("server", "ann")
    assert again is not None
    again.release()


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


@pytest.mark.parametrize("logs_out", [False, True])
async def test_a_token_is_kept_unless_the_player_logs_out(tokens: TokenStore, logs_out: bool) -> None:
    assert tokens.folder is not None
    async with playing(tokens, stay) as player:
        await player.until(net.LoggedIn)
        if logs_out:
            player.link.send(net.Logout(id=1))
        await player.close()
    kept = [file for file in tokens.folder.rglob("*") if file.is_file() and b"token" in file.read_bytes()]
    assert bool(kept) is not logs_out


async def test_a_server_that_greets_and_never_begins_a_session_is_given_up(tokens: TokenStore) -> None:
    async with scripted([Peer.welcome] * (FIRST_ATTEMPTS + 1)) as address:
        player = Player(address, tokens)
        await player.task
    assert player.heard[-1] == LinkDown("the connection was lost", None, 69)


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


async def test_a_lost_link_resumes_where_the_log_was_left_and_else_with_a_snapshot(tokens: TokenStore) -> None:
    """FAULTS 26."""

    async def refuse(peer: Peer) -> None:
        await peer.welcome()
        assert await peer.hear() == net.Resume("secret", "KXQP", 41)
        peer.say(net.Error(code="bad_seq", field="seen"))
        await peer.gone()

    async with playing(tokens, cut, refuse, resumes(net.Resume("secret", None, None), table="KXQP")) as player:
        await player.until(net.LoggedIn)
        player.position = ("KXQP", 41)
        assert await player.until(LinkDown) == LinkDown("the connection was lost", 0.01)
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


async def _moves(peer: Peer) -> None:
    assert await peer.asked() == net.MoveHere("ann", "042137")
    peer.say(net.Resumed(name="ann", last_id=7, table="KXWM", token="new"))


async def _claims(peer: Peer) -> None:
    assert await peer.asked() == net.ClaimSeat("ann")
    peer.say(net.ClaimPending(by="host", seconds=60.0), net.Resumed(name="ann", last_id=7, table="KXWM", token="new"))


@pytest.mark.parametrize(("act", "name", "claims"), [(_moves, "ann 042137", False), (_claims, "ann", True)])
async def test_a_session_of_another_device_goes_on_here_with_its_new_token(
    tokens: TokenStore, act: Act, name: str, claims: bool
) -> None:
    goes_on = resumes(net.Resume("new"))
    async with scripted([act, goes_on]) as address:
        player = Player(address, tokens, name, claims=claims)
        await player.until(net.Resumed, 2)
        await player.close()
    assert sum(isinstance(one, net.ClaimPending) for one in player.heard) == claims


async def _pending(peer: Peer) -> None:
    assert await peer.asked() == net.ClaimSeat("ann")
    peer.say(net.ClaimPending(by="host", seconds=60.0))


async def test_a_claim_is_not_made_again_after_a_lost_connection(tokens: TokenStore) -> None:
    taken = net.Error(code="name_taken", args={"claim": 0})
    async with scripted([_pending, answers(taken)]) as address:
        end = await Player(address, tokens, "ann", claims=True).end()
    assert end.claimable


async def test_what_does_not_lead_to_the_seat_asks_for_a_name_again(tokens: TokenStore) -> None:
    """The seat of a name that is taken may be claimed, and a token that was moved away is forgotten."""
    taken = net.Error(code="name_taken", args={"claim": 3})
    refused = net.Error(code="claim_refused", args={"reason": "back"}, text="that player is back")
    for error, name, claims, told in (
        (taken, "ann", False, "the name 'ann' is taken on this server"),
        (net.Error(code="bad_code"), "ann 042137", False, "those digits don't work any more"),
        (refused, "ann", True, "that player is back"),
    ):
        async with scripted([answers(error)]) as address:
            end = await Player(address, tokens, name, claims=claims).end()
        assert (end.no_name, end.claimable) == (told, error is taken)
    async with scripted([says(), answers(net.Error(code="bad_token", args={"reason": "moved"}))]) as address:
        first = Player(address, tokens)
        await first.until(net.LoggedIn)
        await first.close()
        end = await Player(address, tokens).end()
    assert end.reason == "You're playing on another device now."


async def test_patience_ends(tokens: TokenStore) -> None:
    async with scripted([stay]) as address:
        player = Player(address, tokens, patience=0.1)
        await player.until(net.LoggedIn)
    end = await player.end()
    assert end.code == 69
    assert end.reason.endswith(f"{address} did not come back")


async def test_a_client_of_several_versions_offers_all_and_takes_the_one_that_is_named(
    tokens: TokenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uno_client.net.link.net.SPOKEN", NEXT)

    async def serve(peer: Peer) -> None:
        assert (await peer.welcome()).versions == [*NEXT]
        await peer.gone()

    async with scripted([serve]) as address:
        player = Player(address, tokens)
        welcome = await player.until(net.Welcome)
        assert isinstance(welcome, net.Welcome)
        assert welcome.version == NEXT.lowest
        player.link.close()


async def test_pings_are_answered_and_sent_and_nobody_hears_of_them(tokens: TokenStore) -> None:
    async def serve(peer: Peer) -> None:
        await peer.log_in(ping=0.5)
        peer.say(net.Ping(5))
        assert await peer.hear() == net.Pong(5)
        for _ in range(2):
            assert isinstance(await peer.hear(), net.Ping)
        peer.say(net.Pong(1), net.Tables(id=1, tables=[]))
        await peer.gone()

    async with playing(tokens, serve) as player:
        await player.until(net.Tables)
    assert not any(isinstance(message, (net.Ping, net.Pong)) for message in player.heard)


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


REFUSED = golden("refused")
BODIES = {
    "14 not a number": b"\x83\xa1t\xa5clock\xa5table\xa4ABCD\xa7seconds\xcb\x7f\xf8\0\0\0\0\0\0",
    "14 a number of 64 bits": b"\x82\xa1t\xa2ok\xa2id\xcf\x80\0\0\0\0\0\0\0",
    "14 true where a number is due": b"\x82\xa1t\xa2ok\xa2id\xc3",
    "14 1.0 where a whole number is due": b"\x82\xa1t\xa2ok\xa2id\xcb\x3f\xf0\0\0\0\0\0\0",
    "15 no id": b"\x81\xa1t\xa2ok",
    "15 a text where a number is due": b"\x82\xa1t\xa2ok\xa2id\xa11",
    "15 no type": b"\x81\xa2id\x01",
    "15 a number as type": b"\x81\xa1t\x05",
}
BROKEN = {
    f"{vector['faults']} {vector['title']}": bytes.fromhex(vector["hex"])
    for vector in REFUSED
    if vector["closes"] and vector["faults"] != 3  # the longest frame of a server is another one
} | {title: frame(body) for title, body in BODIES.items()}
"""Frames that nobody may send, server or client."""


async def is_told(tokens: TokenStore, sent: bytes) -> list[object]:
    """What is handed on of these bytes, and of a sound message after them, to the owner of the link."""
    async with playing(tokens, says(sent, TABLES)) as player:
        await player.until(net.Tables)
    kinds = [type(message) for message in player.heard]
    return list(player.heard[kinds.index(net.LoggedIn) + 1 :])


async def test_five_hundred_frames_in_one_segment_are_all_taken_in_order(tokens: TokenStore) -> None:  # FAULTS 1
    pages = b"".join(frame(encode(net.Ok(id=number))) for number in range(1, 501))
    assert await is_told(tokens, pages) == [*(net.Ok(id=number) for number in range(1, 501)), TABLES]


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN)
async def test_a_server_that_sends_what_is_no_message_is_left_for_good(tokens: TokenStore, sent: bytes) -> None:
    """FAULTS 2, 4, 7 to 15: whatever comes after cannot be believed, and it would only send the same again."""
    async with scripted([says(sent)]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, "the server sent invalid data")


async def test_a_frame_of_a_server_is_taken_at_the_limit_and_no_longer(tokens: TokenStore) -> None:  # FAULTS 3
    head = b"\x83\xa1t\xa2ok\xa2id\x07\xa1x\xdb"
    longest = frame(head + (65_536 - len(head) - 4).to_bytes(4, "big") + b"x" * (65_536 - len(head) - 4))
    async with scripted([says(longest + (65_537).to_bytes(4, "big"))]) as address:
        player = Player(address, tokens)
        end = await player.end()
    assert net.Ok(id=7) in player.heard
    assert end.code == 76


@pytest.mark.parametrize("encrypted", [False, True])
async def test_a_server_that_pings_and_never_reads_is_a_lost_link(tokens: TokenStore, *, encrypted: bool) -> None:
    """FAULTS 30"""
    pings = frame(encode(net.Ping(2**53 - 1))) * 4096
    enough = 16 * 1024 * 1024
    """More than the network keeps: the client would have to keep the rest."""

    async def deaf(peer: Peer) -> None:
        await peer.log_in()
        peer._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer._writer.transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(enough // len(pings)):
            peer.say(pings)
            await asyncio.sleep(0)  # over TLS `drain` alone may never let the loop tell of a loss
            await peer._writer.drain()  # raises when the client has gone
        raise AssertionError("the client keeps any number of pongs")

    async with scripted([deaf, resumed], eve().tls if encrypted else None) as address:
        player = Player(address, tokens, terms=Terms("required" if encrypted else "off"))
        await player.until(net.LoggedIn)
        assert player.link._connection is not None
        ours = player.link._connection._writer.get_extra_info("socket")
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # the less the network keeps, the sooner
        await player.plays(net.Resumed)


HALF = frame(encode(TABLES))[:-1]


async def cut_short(peer: Peer) -> None:
    await peer.log_in()
    peer.say(HALF)


@pytest.mark.parametrize("act", [says(HALF, ping=0.5, silence=2.0), cut_short], ids=["silence", "an end"])
async def test_half_a_frame_and_then_nothing_is_a_lost_link(tokens: TokenStore, act: Act) -> None:
    """FAULTS 5, 6 and 46."""
    async with playing(tokens, act, resumed) as player:
        down = await player.until(LinkDown)
        assert isinstance(down, LinkDown)
        lost = "the connection was lost" if act is cut_short else "no answer from the server for 2 seconds"
        assert down.reason == lost
        await player.until(net.Resumed)
    assert TABLES not in player.heard


async def test_a_type_and_a_key_of_a_later_version_are_passed_over(tokens: TokenStore) -> None:  # FAULTS 15, 16
    later = frame(b"\x82\xa1t\xa5later\xa1x\x01")
    more = frame(b"\x83\xa1t\xa2ok\xa2id\x07\xa5later\x91\x01")
    assert await is_told(tokens, later + more) == [net.Ok(id=7), TABLES]


async def test_a_second_welcome_begins_nothing_anew() -> None:  # FAULTS 19
    game = Fake(position("R5 B7", "R1 R2")).begin()
    table, session = game.model.table, game.model.link.phase
    game.feed(welcome(server_id="other", name="Other"))
    assert (game.model.table, game.model.link.phase) == (table, session)
    assert game.sent == []
    game.press("enter")
    assert isinstance(game.last, net.Play)


@pytest.mark.parametrize(
    "code", ["not_your_turn", "not_in_hand", "does_not_fit", "colour_missing", "bad_target", "stale", "later_code"]
)
def test_a_refusal_is_said_and_leaves_the_table_and_what_may_be_done(code: str) -> None:  # FAULTS 20, 21
    game = Fake(position("R5 B7 B8", "R1 R2"), answers=False).begin()
    table, listed = game.model.table, game.model.play.legal
    game.press("enter")
    game.feed(net.Error(id=game.last.id, code=code, clause="A2", args={"card": "R5", "top": "R9", "colour": "R"}))
    assert game.said
    assert game.model.link.pending == ()
    assert (game.model.table, game.model.play.legal) == (table, listed)
    game.press("enter")
    assert len(game.sent) == 2


@pytest.mark.parametrize(
    ("typed", "name", "digits"),
    [
        ("ann 042137", "ann", "042137"),
        ('"ann 042137"', "ann 042137", ""),
        ('""ann 042137""', '"ann 042137"', ""),
        ('"ann"', '"ann"', ""),
    ],
)
def test_a_name_that_ends_like_digits_for_another_device_stands_in_quotes(typed: str, name: str, digits: str) -> None:
    assert with_digits(typed) == (name, digits)
