"""The small client with ways of its own and one fault planted: `…broken_small_client FAULT` and its arguments.

It comes by WebSocket, or asks what may follow a card: what our own clients do not do, or not by themselves.
"""

import sys
from collections.abc import Callable
from typing import Any

import msgpack
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from tests.protocol.conformance.small_client import Client, Message, Nonsense


class ByWebSocket(Client):
    """Comes by WebSocket."""

    subprotocols: tuple[str, ...] = ("uno.v1",)

    def opened(self) -> None:
        host, port = self.place
        subprotocols = [Subprotocol(one) for one in self.subprotocols]
        self.web = ClientProtocol(parse_uri(f"ws://{host}:{port}/ws"), subprotocols=subprotocols)
        self.web.send_request(self.web.connect())
        self.parts, self.waiting = b"", list[bytes]()

    def send(self, message: Message) -> None:
        self.waiting.append(msgpack.packb(message))
        self.go_on()

    def go_on(self) -> None:
        """Send what waits, once the upgrade is answered."""
        if self.web.state.name == "OPEN":
            for body in self.waiting:
                self.web.send_binary(body)
            self.waiting.clear()
        for data in self.web.data_to_send():
            self.plug.sendall(self.altered(data))

    def bodies(self, received: bytes) -> list[bytes]:
        self.web.receive_data(received)
        taken = [self.taken(one) for one in self.web.events_received() if isinstance(one, Frame)]
        self.go_on()
        if self.web.handshake_exc:
            raise Nonsense
        if self.web.close_rcvd is not None:
            self.ended(self.web.close_rcvd.code)
            raise ConnectionResetError
        return [body for body in taken if body]

    def altered(self, data: bytes) -> bytes:
        """What is sent instead."""
        return data

    def taken(self, frame: Frame) -> bytes:
        """The body that is complete with this frame; empty if none is."""
        if frame.opcode in (Opcode.BINARY, Opcode.CONT):
            self.parts += bytes(frame.data)
            if frame.fin:
                body, self.parts = self.parts, b""
                return body
        return b""

    def ended(self, code: int) -> None:
        """The server has sent a close frame."""
        if 1002 <= code <= 1009:
            sys.exit(0)


class WithoutSubprotocol(ByWebSocket):
    subprotocols = ()


class WithoutMasks(ByWebSocket):
    def altered(self, data: bytes) -> bytes:
        if data[:1] != bytes((0x82,)) or not data[1] & 0x80 or data[1] & 0x7F > 125:
            return data
        mask, body = data[2:6], data[6:]
        return bytes((data[0], data[1] & 0x7F)) + bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))


class WithoutPongs(ByWebSocket):
    def altered(self, data: bytes) -> bytes:
        return b"" if data[:1] == bytes((0x8A,)) else data


class WholeFramesOnly(ByWebSocket):
    def taken(self, frame: Frame) -> bytes:
        return bytes(frame.data) if frame.opcode in (Opcode.BINARY, Opcode.CONT) else b""


class EndsAtEveryClose(ByWebSocket):
    def ended(self, _code: int) -> None:
        sys.exit(0)


class ComesBackAtEveryClose(ByWebSocket):
    def ended(self, _code: int) -> None:
        pass


class InChains(Client):
    """Asks what may follow the first card before it plays, and plays the first that may, too."""

    def take_snapshot(self, message: Message) -> None:
        super().take_snapshot(message)
        self.chains = message["room"]["rules"]["chains"] == "yes"

    def ask(self, t: str, **fields: Any) -> None:
        if t == "play" and self.chains:
            t = "continuations"
        super().ask(t, **fields)

    def follow(self, asked: Message, may_follow: list[str]) -> None:
        """Play the cards, unless the list they are from is no longer the one."""
        if self.used is self.legal:
            self.play(asked["decision"], [*asked["cards"], *may_follow[:1]])

    def play(self, decision: int, cards: list[str]) -> None:
        """A play of these cards."""
        super().ask("play", decision=decision, cards=cards)

    def take_answer(self, message: Message, asked: Message) -> None:
        if asked["t"] != "continuations":
            super().take_answer(message, asked)
            return
        self.pending = None
        if message["t"] == "continuations":
            self.follow(asked, [each["card"] for each in message["actions"]])
        else:
            self.refused_chain()

    def refused_chain(self) -> None:
        """What may follow is not to be had: another list comes."""
        self.legal = None


class PlaysWhatMayNotFollow(InChains):
    def play(self, decision: int, cards: list[str]) -> None:
        super().play(decision, [*cards, "G7"])


class PlaysByAnOldAnswer(InChains):
    def follow(self, asked: Message, may_follow: list[str]) -> None:
        self.play(asked["decision"], [*asked["cards"], *may_follow[:1]])


class WaitsForWhatWasRefused(InChains):
    def refused_chain(self) -> None:
        self.pending = {"t": "continuations", "id": 10**9}


FAULTS: dict[str, tuple[Callable[..., Client], str, str]] = {
    "offers_no_subprotocol": (WithoutSubprotocol, "CL-128", "P-17.5"),
    "sends_frames_without_masks": (WithoutMasks, "CL-129", "P-17.7"),
    "answers_no_ping_of_websocket": (WithoutPongs, "CL-130", "P-17.8"),
    "takes_each_fragment_for_a_message": (WholeFramesOnly, "CL-131", "P-17.7"),
    "ends_at_every_close_frame": (EndsAtEveryClose, "CL-132", "P-17.9"),
    "comes_back_at_every_close_frame": (ComesBackAtEveryClose, "CL-133", "P-17.9"),
    "plays_what_may_not_follow": (PlaysWhatMayNotFollow, "CL-148", "P-9.9"),
    "plays_by_an_old_answer": (PlaysByAnOldAnswer, "CL-149", "P-9.4"),
    "waits_for_what_was_refused": (WaitsForWhatWasRefused, "CL-150", "P-9.9"),
}
"""Each with the case that catches it, and a clause that this cites."""
WAYS: dict[str, Callable[..., Client]] = {"by_websocket": ByWebSocket, "in_chains": InChains}
"""The ways without a fault."""

if __name__ == "__main__":
    way, host, port, name, table = sys.argv[1:]
    client = WAYS[way] if way in WAYS else FAULTS[way][0]
    client((host, int(port)), name, table, set()).run()
