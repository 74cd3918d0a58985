"""The words that cases for servers are written with, from the modules that have them."""

from uno_protocol.conformance.checks import alike, listing, marks, same, says, start
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.likeness import absent
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import until
from uno_protocol.conformance.verdicts import (
    Failed,
    FailedClosing,
    Message,
    Skipped,
    closing_fails_if,
    fail_if,
    skip_if,
    told,
)

__all__ = ["Failed", "FailedClosing", "Kit", "Message", "Person", "Skipped", "absent", "alike", "closing_fails_if"]
__all__ += ["fail_if", "listing", "marks", "same", "says", "skip_if", "start", "told", "until"]
