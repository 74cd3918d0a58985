"""A finding: something that no input may bring about."""


class Finding(Exception):
    """Something that must hold does not. The text says what, and by which input."""


def require(holds: bool, what: str, body: bytes = b"") -> None:
    """Raise Finding unless it holds. `body` is the input."""
    if not holds:
        raise Finding(f"{what}{shown(body)}")


def shown(body: bytes) -> str:
    """An input in words: its bytes, as far as they fit in a line."""
    if not body:
        return ""
    return f" [{len(body)} bytes: {body[:400].hex()}{'...' if len(body) > 400 else ''}]"
