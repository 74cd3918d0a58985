"""How much may be sent at once, and on and on, to a server that reads more slowly what is too much (P-10.3)?"""

from __future__ import annotations

from protocol.conformance.judging import Skipped
from protocol.conformance.kit import Kit

MOST_AT_ONCE = 2000
"""Messages that a case sends to see what becomes of too many."""
USUAL_FLOOD_SECONDS = 120.0


def pace(kit: Kit) -> tuple[int, int]:
    """limits.requests_burst and requests_per_second. Raises Skipped if they are too high to be tried."""
    burst, a_second = kit.limit("requests_burst"), kit.limit("requests_per_second")
    if burst + 3 * a_second > MOST_AT_ONCE:
        raise Skipped(f"{burst} messages at once and {a_second} a second are more than is tried")
    return burst, a_second


def too_many(kit: Kit) -> int:
    """How many messages beyond the burst have to wait for two seconds, or for half as long as one may flood."""
    if not kit.welcome:
        kit.greeted()
    flood = kit.welcome.get("timeouts", {}).get("flood") or USUAL_FLOOD_SECONDS
    return max(1, int(min(2.0, flood / 2) * kit.limit("requests_per_second")))
