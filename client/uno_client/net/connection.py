"""One TCP connection to a server: how it is made, whole messages in and out, the heartbeat."""

import asyncio
import socket
import ssl
from collections import deque
from collections.abc import Sequence
from functools import cache
from ipaddress import ip_address
from typing import Any

from uno_client.address import Address
from uno_client.exits import EXIT_PROTOCOL
from uno_client.messages import LinkDown
from uno_client.trust import Tls
from uno_engine.language import _
from uno_protocol import identity
from uno_protocol.codec import CodecFault, decode_server, encode
from uno_protocol.framing import FrameFault, Frames, frame
from uno_protocol.messages import SPOKEN, ClientMessage, Hello, Ping, Pong, ServerMessage

LOOKUP_SECONDS = 8.0
CONNECT_SECONDS = 4.0
"""For one address of the server to answer."""
HEAD_START = 0.25
"""Seconds after which the next address of the server is tried beside the one before."""
PING_SECONDS = 5.0
SILENCE_SECONDS = 14.0
"""The most, whatever a server asks for: servers must answer pings immediately, so waiting longer is useless (P-4.3)."""
LONGEST_FRAME = 64 * 1024
MOST_UNSENT = 64 * 1024
"""Bytes kept for a server that doesn't read; beyond them the connection is lost (FAULTS 30)."""
HANDSHAKE_SECONDS = 5.0
ALPN = "uno/1"
_NOT_TLS = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNKNOWN_PROTOCOL"})
"""What OpenSSL calls an answer that is no TLS, such as the frame with an error of a server without it (P-20)."""


class Ended(Exception):
    """It is over for good: the exit code, one line that says why, and what else there is to say (`LinkDown`)."""

    def __init__(self, down: LinkDown) -> None:
        super().__init__(down.reason)
        self.down = down


class Lost(Exception):
    """The connection is lost or failed for a temporary reason; retry after this many seconds."""

    def __init__(self, text: str, after: float = 0.0) -> None:
        super().__init__(text)
        self.text = text
        self.after = after


class NoTls(Lost):
    """What listens there does not speak TLS."""


class Connection:
    """Messages to and from a server. Silence beyond `silence_seconds` counts as a loss; pings keep both sides sure.

    `key`: the server's public key, None without encryption. `local`: the server is on this computer.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: bytes | None = None, local: bool = False
    ) -> None:
        self.key = key
        self.local = local
        self._reader = reader
        self._writer = writer
        self._frames = Frames(LONGEST_FRAME)
        self._bodies: deque[bytes] = deque()
        self._broken: FrameFault | None = None
        self._loop = asyncio.get_running_loop()
        self._heard = self._said = self._loop.time()
        self.ping_seconds = PING_SECONDS
        self.silence_seconds = SILENCE_SECONDS

    def send(self, message: ClientMessage) -> None:
        """Send a message; on a broken connection nothing happens, `receive` will tell."""
        if not self._writer.is_closing():
            self._said = self._loop.time()
            self._writer.write(frame(encode(message)))
            if self._writer.transport.get_write_buffer_size() > MOST_UNSENT:
                self.abort()

    async def receive(self) -> ServerMessage:
        """The next message that is not part of the heartbeat. Raises Lost, or Ended if the peer speaks nonsense."""
        try:
            while True:
                while not self._bodies:
                    if self._broken is not None:
                        raise self._broken
                    self._cut(await self._read())
                match decode_server(self._bodies.popleft()):
                    case Ping(nonce=nonce):
                        self.send(Pong(nonce))
                    case ServerMessage() as message:
                        return message
                    case _:
                        pass  # an answer to a ping, or a type of message that is newer than this program
        except (FrameFault, CodecFault):
            raise Ended(LinkDown(_("the server sent invalid data"), code=EXIT_PROTOCOL)) from None

    def _cut(self, chunk: bytes) -> None:
        # A broken frame counts when the whole ones before it have been handed on.
        try:
            self._bodies.extend(self._frames.feed(chunk))
        except FrameFault as fault:
            self._bodies.extend(fault.before)
            self._broken = fault

    async def _read(self) -> bytes:
        while True:
            try:
                async with asyncio.timeout_at(min(self._said + self.ping_seconds, self._heard + self.silence_seconds)):
                    chunk = await self._reader.read(LONGEST_FRAME)
            except TimeoutError:
                self._beat()
                continue
            except OSError:
                chunk = b""
            if not chunk:
                raise Lost(_("the connection was lost"))
            self._heard = self._loop.time()
            return chunk

    def _beat(self) -> None:
        """Say something if nothing was said for a while. Raises Lost when the server has been silent too long."""
        now = self._loop.time()
        if now >= self._heard + self.silence_seconds:
            said = _("no answer from the server for {silence_seconds:.0f} seconds")
            raise Lost(said.format(silence_seconds=self.silence_seconds))
        if now >= self._said + self.ping_seconds:
            self.send(Ping())
            self._said = now

    def abort(self) -> None:
        """Close immediately."""
        self._writer.transport.abort()

    async def finish(self) -> None:
        """Close after what was sent has left; wait for that a moment only."""
        self._writer.close()
        try:
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self.abort()


async def connect(address: Address, tls: Tls = "off") -> Connection:
    """Connect to the first address of the host that answers, and say nothing yet; `auto`: TLS, but on this computer.

    Raises Lost with a line for the player; NoTls where TLS was tried and is not spoken.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            places = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise Lost(_("looking up {host!r} took too long").format(host=address.host)) from None
    except (OSError, UnicodeError):  # UnicodeError: a label of the name is empty or too long
        raise Lost(_("cannot find the host {host!r}").format(host=address.host)) from None
    faults: list[OSError] = []
    plug = await _first_to_answer(places, faults)
    if plug is None:
        raise Lost(_reason(address, faults))
    try:
        local = is_local(str(plug.getpeername()[0]))
        if tls == "required" or (tls == "auto" and not local):
            return await _encrypted(address, plug, local)
        return Connection(*await asyncio.open_connection(sock=plug), local=local)
    except BaseException as fault:
        plug.close()
        if isinstance(fault, OSError):
            raise Lost(_reason(address, [fault])) from None
        raise


async def greeted(
    address: Address, tls: Tls, why: str, seconds: float, fingerprint: str = ""
) -> tuple[ServerMessage | None, Connection]:
    """The answer of a server to a greeting (None: it doesn't tell), after which it is left: no session begins.

    `why`: what the server learns of it; one without the key of that fingerprint is not even greeted.
    Raises Lost and Ended if nobody is there.
    """
    connection = None
    try:
        async with asyncio.timeout(seconds):
            connection = await connect(address, tls)
            if not fingerprint or identity.fingerprint(connection.key or b"") == fingerprint:
                connection.send(Hello([*SPOKEN], f"uno-client ({why})"))
                return await connection.receive(), connection
    except TimeoutError:
        if connection is None:
            raise Lost(_("the server does not answer")) from None
    except (Lost, Ended):
        if connection is None:
            raise
    finally:
        if connection is not None:
            await connection.finish()
    return None, connection


def is_local(host: str) -> bool:
    """Whether what is sent to that IP address stays on this computer."""
    ip = ip_address(host.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return bool((mapped or ip).is_loopback)


async def _encrypted(address: Address, plug: socket.socket, local: bool) -> Connection:
    """TLS over a connected socket. Whose key it is, is for others to judge. Raises Lost, NoTls, Ended, OSError."""
    seconds = HANDSHAKE_SECONDS
    try:
        reader, writer = await asyncio.open_connection(
            sock=plug, ssl=_context(), server_hostname="", ssl_handshake_timeout=seconds, ssl_shutdown_timeout=seconds
        )
    except ssl.SSLError as fault:
        if fault.reason in _NOT_TLS:
            raise NoTls(_("{address} does not offer encryption").format(address=address)) from None
        said = _("{address} refuses to encrypt the connection ({reason})")
        raise Lost(said.format(address=address, reason=fault.reason or _("TLS failed"))) from None
    except (ConnectionResetError, ConnectionAbortedError):  # the latter: the handshake took too long
        raise Lost(_("{address} broke off while the encryption was agreed on").format(address=address)) from None
    peer = writer.get_extra_info("ssl_object")
    certificate = peer.getpeercert(binary_form=True)
    if peer.selected_alpn_protocol() != ALPN or certificate is None:
        writer.transport.abort()
        raise Ended(LinkDown(_("{address} is not an UNO server").format(address=address), code=EXIT_PROTOCOL))
    try:
        key = await asyncio.to_thread(_public_key, certificate)
    except BaseException as fault:
        writer.transport.abort()
        if isinstance(fault, ValueError):
            said = _("{address} is not an UNO server: its certificate is invalid")
            raise Ended(LinkDown(said.format(address=address), code=EXIT_PROTOCOL)) from None
        raise
    return Connection(reader, writer, key, local)


@cache
def _context() -> ssl.SSLContext:
    """TLS 1.3 that believes no certificate and no name: a server is its key (P-20)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([ALPN])
    return context


def _public_key(certificate: bytes) -> bytes:
    """The key of a certificate as SubjectPublicKeyInfo in DER. Raises ValueError. Slow at first: it loads much."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from cryptography.x509 import load_der_x509_certificate

    try:
        key = load_der_x509_certificate(certificate).public_key()
    except UnsupportedAlgorithm as fault:
        raise ValueError(str(fault)) from None
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


_Place = tuple[socket.AddressFamily, socket.SocketKind, int, str, Any]


async def _first_to_answer(places: Sequence[_Place], faults: list[OSError]) -> socket.socket | None:
    """A connected socket, or None and the fault of each address. A dead one does not hold up the next (FAULTS 48)."""
    waiting, trying = deque(places), set[asyncio.Task[socket.socket]]()
    try:
        while waiting or trying:
            if waiting:
                trying.add(asyncio.create_task(_plug(waiting.popleft())))
            pause = HEAD_START if waiting else None
            done, _ = await asyncio.wait(trying, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                trying.discard(task)
                try:
                    return task.result()
                except OSError as fault:  # TimeoutError is one
                    faults.append(fault)
        return None
    finally:
        for task in trying:
            task.cancel()
        for late in await asyncio.gather(*trying, return_exceptions=True):
            if isinstance(late, socket.socket):
                late.close()


async def _plug(place: _Place) -> socket.socket:
    family, kind, protocol, _, at = place
    plug = socket.socket(family, kind, protocol)
    try:
        plug.setblocking(False)
        async with asyncio.timeout(CONNECT_SECONDS):
            await asyncio.get_running_loop().sock_connect(plug, at)
    except BaseException:
        plug.close()
        raise
    return plug


def _reason(address: Address, faults: list[OSError]) -> str:
    """Why no address of the host could be reached; that nothing listens there tells more than that nobody answers."""
    if any(isinstance(fault, ConnectionRefusedError) for fault in faults):
        return _("{address} refuses the connection; is a server running there?").format(address=address)
    if any(isinstance(fault, TimeoutError) for fault in faults):
        return _("{address} does not answer (timed out)").format(address=address)
    if not faults:
        return _("{address} has no address").format(address=address)
    return _("{address} cannot be reached: {reason}").format(address=address, reason=faults[0].strerror or faults[0])
