"""What the client does when a server, or what claims to be one, sends what it should not (FAULTS 1 to 28).

It ends with code 76 and one line where nothing more can be believed, comes back where the link may just have been
lost, and passes over what a later version may send.
"""

import asyncio
import json
import socket
from pathlib import Path

import pytest

from tests.client.fake import Fake, position
from tests.client.net.identities import eve
from tests.client.net.scripted import Act, Peer, Player, hello, playing, resumed, says, scripted, welcome
from uno_client.core.legal_moves import catches
from uno_client.net.token_store import TokenStore
from uno_client.trust import Terms
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol.codec import encode
from uno_protocol.framing import frame

pytestmark = pytest.mark.fast

VECTORS = Path(__file__).resolve().parents[3] / "protocol" / "uno_protocol" / "vectors" / "v2.json"
REFUSED = json.loads(VECTORS.read_text(encoding="utf-8"))["refused"]
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
TABLES = net.Tables(id=1, tables=[])


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
    enough = 64 * 1024 * 1024
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
async def test_half_a_frame_and_then_nothing_is_a_lost_link(tokens: TokenStore, act: Act) -> None:  # FAULTS 5, 6
    async with playing(tokens, act, resumed) as player:
        await player.until(net.Resumed)
    assert TABLES not in player.heard


async def early(peer: Peer) -> None:
    peer.say(TABLES)
    await peer.gone()


OPENINGS = (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", b"\x15\x03\x01")


@pytest.mark.parametrize("act", [early, *(hello(opening + b"\0" * 8) for opening in OPENINGS)])
async def test_another_program_at_that_port_is_no_uno_server(tokens: TokenStore, act: Act) -> None:  # FAULTS 7, 17
    async with scripted([act]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, f"{address} is not an UNO server")


async def test_a_type_and_a_key_of_a_later_version_are_passed_over(tokens: TokenStore) -> None:  # FAULTS 15, 16
    later = frame(b"\x82\xa1t\xa5later\xa1x\x01")
    more = frame(b"\x83\xa1t\xa2ok\xa2id\x07\xa5later\x91\x01")
    assert await is_told(tokens, later + more) == [net.Ok(id=7), TABLES]


async def test_a_second_welcome_begins_nothing_anew() -> None:  # FAULTS 19
    game = Fake(position("R5 B7", "R1 R2")).begin()
    table, session = game.model.table, game.model.link
    game.feed(welcome(server_id="other", name="Other"))
    assert (game.model.table, game.model.link) == (table, session)
    assert game.sent == []
    game.press("enter")
    assert isinstance(game.last, net.Play)


@pytest.mark.parametrize(
    "code", ["not_your_turn", "not_in_hand", "does_not_fit", "colour_missing", "bad_target", "stale", "later_code"]
)
def test_a_refusal_is_said_and_leaves_the_table_and_what_may_be_done(code: str) -> None:  # FAULTS 20, 21
    game = Fake(position("R5 B7 B8", "R1 R2"), answers=False).begin()
    table, listed = game.model.table, game.model.legal
    game.press("enter")
    game.feed(net.Error(id=game.last.id, code=code, clause="A2", args={"card": "R5", "top": "R9", "colour": "R"}))
    assert game.said
    assert game.model.pending == ()
    assert (game.model.table, game.model.legal) == (table, listed)
    game.press("enter")
    assert len(game.sent) == 2


def test_a_call_and_a_catch_at_one_instant_are_shown_in_the_order_of_the_server() -> None:  # FAULTS 23
    game = Fake(position("R5 B7 B8", "R1 R2", asked=TakeTurn(1)), answers=False).begin()
    game.play(act.Play(1, (card("R1"),)))
    game.press("c")
    caught = game.last
    assert isinstance(caught, net.Catch)
    game.play(act.CallUno(1))  # came to the server first
    game.feed(net.Error(id=caught.id, code="nothing_to_catch", clause="U4"))
    assert game.said
    assert game.model.game is not None
    assert (game.model.game.counts[1], game.model.game.window) == (1, None)
    assert catches(game.model) == ()
