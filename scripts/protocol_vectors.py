"""Are the golden bytes of the protocol what the codec makes of their messages? Writes them anew, or checks.

protocol_vectors.py           writes the bytes beside every message of protocol/vectors/v1.json
protocol_vectors.py --check   changes nothing; exit code 1 if a byte differs
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402

from protocol import codec, framing, wire  # noqa: E402
from protocol import messages as m  # noqa: E402

VECTORS = ROOT / "protocol" / "vectors" / "v1.json"


def frame_of(message: dict[str, Any], sender: str) -> bytes:
    """The frame in which `sender` ("client" or "server") sends a message, through its typed value."""
    both: dict[str, type[Any]] = {"ping": m.Ping, "pong": m.Pong}
    kinds: dict[str, type[Any]] = {**m.GREETINGS, **m.REQUESTS} if sender == "client" else {**m.SERVER_MESSAGES, **both}
    value: msgspec.Struct = msgspec.convert(message, kinds[message["t"]])
    return framing.frame(codec.encode(value))


def _complete(message: dict[str, Any]) -> None:
    """Give a snapshot the fields that a room or a view has had since it was written."""
    if message["t"] == "snapshot":
        room = wire.room_from_map(message["room"])
        message["room"] = wire.room_to_map(room)
        if "game" in message:
            message["game"] = wire.view_to_map(wire.view_from_map(message["game"], room.rules))


def written(vectors: dict[str, Any]) -> str:
    """The text of the file: one line for every vector, so that a difference reads well."""
    parts = []
    for key, value in vectors.items():
        if isinstance(value, list):
            lines = ",\n".join("  " + json.dumps(line, ensure_ascii=False) for line in value)
            parts.append(f" {json.dumps(key)}: [\n{lines}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def current() -> str:
    """The file as it should be."""
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    for vector in (*vectors["messages"], *vectors["events"]):
        _complete(vector["message"])
        vector["hex"] = frame_of(vector["message"], vector["from"]).hex()
    return written(vectors)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write or check the golden bytes of the protocol.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a byte differs")
    check = parser.parse_args().check
    text = current()
    if text == VECTORS.read_text(encoding="utf-8"):
        return 0
    if check:
        print(f"protocol_vectors.py: {VECTORS.relative_to(ROOT)} is not current", file=sys.stderr)
        return 1
    VECTORS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
