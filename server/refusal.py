"""How the server says no to a request: one exception with what the `error` message will carry."""

from __future__ import annotations

from collections.abc import Mapping

from engine.refused import Refused
from protocol.messages import Error


class Refusal(Exception):
    """A request that is not carried out; nothing has changed. `code` is one of PROTOCOL.md's list."""

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


def error_from_rules(refused: Refused, request: int) -> Error:
    """The answer to a request that the rules do not admit."""
    code = refused.code.value
    text = f"{code.replace('_', ' ')} (rule book {refused.clause})"
    return Error(code=code, id=request, clause=refused.clause, args=dict(refused.arguments), text=text)
