"""How a broken law is reported."""


class Violation(Exception):
    """Something that must hold does not."""


def require(holds: bool, law: int, what: object, *more: object) -> None:
    """Raise Violation with the number of the law and what does not hold, unless it does."""
    if not holds:
        raise Violation(": ".join(str(part) for part in (f"law {law}", what, *more)))
