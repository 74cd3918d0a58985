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
from tests.client.net.scripted import Peer, Player, greets, hello, playing, resumed, says, scripted, welcome
from uno_client.core.legal_moves import catches
from uno_client.messages import LinkDown
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
BROKEN = [vector for vector in REFUSED if vector["closes"] and vector["faults"] != 3]
"""Frames that nobody may send, server or client; the longest frame of a server is another one."""
TABLES = net.Tables(id=1, tables=[])


def packed(*words: bytes) -> bytes:
    return frame(b"".join(words))


async def ends(tokens: TokenStore, sent: bytes) -> LinkDown:
    """How the link ends when a server that has logged the player in sends these bytes."""
    async with scripted([says(sent)]) as address:
        return await Player(address, tokens).end()


async def is_told(tokens: TokenStore, sent: bytes) -> list[object]:
    """What is handed on of these bytes, and of a sound message after them, to the owner of the link."""
    async with playing(tokens, says(sent, TABLES)) as player:
        await player.until(net.Tables)
    kinds = [type(message) for message in player.heard]
    return list(player.heard[kinds.index(net.LoggedIn) + 1 :])


async def test_five_hundred_frames_in_one_segment_are_all_taken_in_order(tokens: TokenStore) -> None:  # FAULTS 1
    pages = b"".join(frame(encode(net.Ok(id=number))) for number in range(1, 501))
    assert await is_told(tokens, pages) == [*(net.Ok(id=number) for number in range(1, 501)), TABLES]


@pytest.mark.parametrize("vector", BROKEN, ids=lambda vector: f"{vector['faults']} {vector['title']}")
async def test_a_server_that_sends_what_is_no_message_is_left_for_good(
    tokens: TokenStore, vector: dict[str, str]
) -> None:
    """FAULTS 2, 4, 7 to 13: whatever comes after cannot be believed, and it would only send the same again."""
    end = await ends(tokens, bytes.fromhex(vector["hex"]))
    assert (end.code, end.reason) == (76, "the server sent invalid data")


async def test_a_frame_of_a_server_is_taken_at_the_limit_and_no_longer(tokens: TokenStore) -> None:  # FAULTS 3
    head = b"\x83\xa1t\xa2ok\xa2id\x07\xa1x\xdb"
    longest = packed(head, (65_536 - len(head) - 4).to_bytes(4, "big"), b"x" * (65_536 - len(head) - 4))
    assert len(longest) == 4 + 65_536
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


async def test_half_a_frame_and_then_silence_is_a_lost_link(tokens: TokenStore) -> None:  # FAULTS 5
    half = says(frame(encode(TABLES))[:-1], ping=0.5, silence=2.0)
    async with playing(tokens, half, resumed) as player:
        await player.until(net.Resumed)
    assert TABLES not in player.heard


async def test_an_end_in_mid_frame_is_a_lost_link_and_half_a_message_is_none(tokens: TokenStore) -> None:  # FAULTS 6
    async def cut(peer: Peer) -> None:
        await peer.log_in()
        peer.say(frame(encode(TABLES))[:-1])

    async with playing(tokens, cut, resumed) as player:
        await player.until(net.Resumed)
    assert TABLES not in player.heard


@pytest.mark.parametrize("opening", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", b"\x15\x03\x01"])
async def test_another_program_at_that_port_is_no_uno_server(tokens: TokenStore, opening: bytes) -> None:  # FAULTS 7
    async with scripted([hello(opening + b"\0" * 8)]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, f"{address} is not an UNO server")


NONSENSE = {
    "not a number": b"\x83\xa1t\xa5clock\xa5table\xa4ABCD\xa7seconds\xcb\x7f\xf8\0\0\0\0\0\0",
    "a number of 64 bits": b"\x82\xa1t\xa2ok\xa2id\xcf\x80\0\0\0\0\0\0\0",
    "true where a number is due": b"\x82\xa1t\xa2ok\xa2id\xc3",
    "1.0 where a whole number is due": b"\x82\xa1t\xa2ok\xa2id\xcb\x3f\xf0\0\0\0\0\0\0",
}


@pytest.mark.parametrize("body", NONSENSE.values(), ids=NONSENSE)
async def test_a_number_that_is_none_ends_it(tokens: TokenStore, body: bytes) -> None:  # FAULTS 14
    assert (await ends(tokens, frame(body))).code == 76


BARE = (b"\x81\xa1t\xa2ok", b"\x82\xa1t\xa2ok\xa2id\xa11", b"\x81\xa2id\x01", b"\x81\xa1t\x05")


@pytest.mark.parametrize("body", BARE)
async def test_a_message_without_its_fields_ends_it(tokens: TokenStore, body: bytes) -> None:  # FAULTS 15
    assert (await ends(tokens, frame(body))).code == 76


async def test_a_type_and_a_key_of_a_later_version_are_passed_over(tokens: TokenStore) -> None:  # FAULTS 15, 16
    later = packed(b"\x82\xa1t\xa5later\xa1x\x01")
    more = packed(b"\x83\xa1t\xa2ok\xa2id\x07\xa5later\x91\x01")
    assert await is_told(tokens, later + more) == [net.Ok(id=7), TABLES]


async def test_a_server_that_speaks_before_it_is_greeted_is_none(tokens: TokenStore) -> None:  # FAULTS 17
    async def early(peer: Peer) -> None:
        peer.say(TABLES)
        await peer.gone()

    async with scripted([early]) as address:
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, f"{address} is not an UNO server")


@pytest.mark.parametrize(
    ("version", "told"),
    [
        (1, "an older server (protocol 1, this is 2): update the server"),
        (3, "a newer server (protocol 3, this is 2): update this program"),
    ],
)
async def test_a_welcome_in_another_version_ends_it_at_once(
    tokens: TokenStore, version: int, told: str
) -> None:  # FAULTS 18
    async with scripted([greets(version=version)]) as address:  # once: it does not come back
        end = await Player(address, tokens).end()
    assert (end.code, end.reason) == (76, f"{address} is {told}")


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
