"""The amount a case may send together, and the time between, to a server that slows down floods (P-10.3)."""

from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.verdicts import Skipped

MOST_AT_ONCE = 2000
"""The most messages that a case sends together."""
USUAL_FLOOD_SECONDS = 120.0


def pace(kit: Kit) -> tuple[int, int]:
    """limits.requests_burst and requests_per_second. Raises Skipped if they are too high to test."""
    burst, a_second = kit.limit("requests_burst"), kit.limit("requests_per_second")
    if burst + 3 * a_second > MOST_AT_ONCE:
        raise Skipped(f"{burst} messages at once and {a_second} a second are more than is tried")
    return burst, a_second


def too_many(kit: Kit) -> int:
    """How many messages beyond the burst wait for two seconds, or for half the flood time-out."""
    if not kit.welcome:
        kit.greeted()
    flood = kit.welcome.get("timeouts", {}).get("flood") or USUAL_FLOOD_SECONDS
    return max(1, int(min(2.0, flood / 2) * kit.limit("requests_per_second")))
