"""Refusals: how the server says no to a request, with what the `error` message carries."""

from collections.abc import Mapping

from uno_engine.clauses import CLAUSES
from uno_engine.refused import Code, Refused
from uno_protocol.messages import Error


class Refusal(Exception):
    """A request that is not carried out; nothing has changed. `code` is from the list in PROTOCOL.md."""

    def __init__(
        self, code: str, *, field: str | None = None, args: Mapping[str, str | int] | None = None, text: str = ""
    ) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.arguments = dict(args or {})
        self.text = text

    def error(self, request: int | None) -> Error:
        """The answer to the request of that id."""
        return Error(code=self.code, id=request, field=self.field, args=self.arguments, text=self.text)


def no_such_table() -> Refusal:
    """No table has the name or code that was asked for."""
    return Refusal("no_such_table", field="table", text="no table has that name or code")


def error_from_rules(refused: Refused, request: int) -> Error:
    """The answer to a request that the rules do not allow."""
    code, clause = refused.code.value, refused.clause
    return Error(code=code, id=request, clause=clause, args=dict(refused.arguments), text=sentence(refused))


def sentence(refused: Refused) -> str:
    """The rule behind a refusal, for clients that have no sentence of their own."""
    return _PLAINER.get(refused.code) or CLAUSES[refused.clause]


_PLAINER = {Code.STALE: "Too late: the game has moved on; nothing was changed."}
"""For codes whose clause says much else."""


def no_seat() -> Refusal:
    """The refusal of a claim to the seat of somebody who has none (P-5.17)."""
    return Refusal("no_such_player", field="name", args={"reason": "seat"}, text="nobody of that name has a seat")


def no_record() -> Refusal:
    """The refusal of a record that there isn't (P-8.10)."""
    return Refusal("no_record", text="there is no such record: no round of that game is over, or it is no longer kept")
