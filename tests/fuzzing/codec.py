"""The codec under fuzz: any bytes are a message or a fault of the codec, and streams are cut anywhere."""

from random import Random

from tests.fuzzing.finding import require
from tests.fuzzing.inputs import generated, golden, mutated, packed
from uno_protocol import codec
from uno_protocol import messages as m
from uno_protocol.codec import BAD_CODEC, BAD_SCHEMA, TOO_DEEP, CodecFault, decode_client, decode_server, encode
from uno_protocol.fold import TableView
from uno_protocol.framing import BAD_FRAME, FRAME_TOO_LARGE, FrameFault, Frames
from uno_protocol.wire import WireFault

INPUTS = 2000
"""In one round."""
LIMIT = 4096
"""Of the streams, in bytes."""
_STREAMS = 0.03
_SERVER = 0.35
_CLIENT_KINDS = m.GREETINGS | m.REQUESTS


def play(seed: str, inputs: int = INPUTS) -> int:
    """Try that many inputs from a seed; return their number. Raises Finding, or what the codec wrongly raises."""
    dice = Random(f"codec {seed}")
    for _ in range(inputs):
        chance = dice.random()
        if chance < _STREAMS:
            check_stream(dice)
        elif chance < _SERVER:
            check_server(body_for(dice, "server"))
        else:
            check_client(body_for(dice, "client"))
    return inputs


def body_for(dice: Random, sender: str) -> bytes:
    """A golden body of that sender, one with something wrong, one made from the types, or any bytes."""
    chance = dice.random()
    if chance < 0.55:
        return mutated(dice, dice.choice(golden(sender)))
    if chance < 0.95:
        made = packed(generated(dice, _CLIENT_KINDS if sender == "client" else m.SERVER_MESSAGES))
        return mutated(dice, made) if chance < 0.75 else made
    if chance < 0.98:
        return dice.randbytes(dice.randrange(40))
    return dice.choice(golden(sender))


def check_client(body: bytes) -> None:
    """The message is the same when it is written and read again, and however it was read."""
    try:
        message = decode_client(body)
    except CodecFault as fault:
        _check_fault(fault, body)
        return
    require(codec._decode_with_care(body) == message, "is read in two ways", body)
    require(decode_client(encode(message)) == message, "is another when it is written and read again", body)


def check_server(body: bytes) -> None:
    """`check_client` for a server's message; a snapshot also has to make a table or raise WireFault."""
    try:
        message = decode_server(body)
    except CodecFault as fault:
        _check_fault(fault, body)
        return
    if message is None:
        return
    require(decode_server(encode(message)) == message, "is another when it is written and read again", body)
    if isinstance(message, m.Snapshot):
        try:
            TableView.from_snapshot(message)
        except WireFault as fault:
            require(len(fault.text) < 1000, "a fault says too much", body)


def _check_fault(fault: CodecFault, body: bytes) -> None:
    require(fault.code in (BAD_CODEC, TOO_DEEP, BAD_SCHEMA), f"another code: {fault.code}", body)
    require(fault.closes == (fault.code != BAD_SCHEMA), f"{fault.code} closes: {fault.closes}", body)
    said = f"{fault.text}{fault.field or ''}"
    require(said.isascii() and said.isprintable() and len(said) <= 280, f"a fault says {said!r}", body)
    require(fault.id is None or 1 <= fault.id < 2**53, f"a fault has the id {fault.id}", body)


def check_stream(dice: Random) -> None:
    """However a stream is cut, the same bodies come out of it, and the same fault."""
    bodies = [dice.choice(golden("client")) for _ in range(dice.randrange(1, 8))]
    stream = b"".join(len(body).to_bytes(4, "big") + body for body in bodies)
    if dice.random() < 0.5:
        stream = mutated(dice, stream)
    whole = _cut(Frames(LIMIT), [stream])
    frames, parts, at = Frames(LIMIT), [], 0
    while at < len(stream):
        to = at + dice.choice((1, 1, 2, 3, 4, 5, 40, 400))
        parts.append(stream[at:to])
        at = to
    require(_cut(frames, parts) == whole, "is cut in two ways", stream)
    require(len(frames.unread) <= LIMIT + 4, "too much is kept of an unfinished frame", stream)


def _cut(frames: Frames, parts: list[bytes]) -> tuple[list[bytes], str | None, bool]:
    bodies: list[bytes] = []
    for part in parts:
        try:
            bodies += frames.feed(part)
        except FrameFault as fault:
            require(fault.code in (BAD_FRAME, FRAME_TOO_LARGE), f"another code: {fault.code}", part)
            return bodies + list(fault.before), fault.code, frames.waiting
    return bodies, None, frames.waiting
