"""The first screen as it is shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame


class ServerRow(Struct, frozen=True):
    """A server that was found. `doubt`: it is not as it is known; `there`: it answers."""

    name: str
    address: str
    about: str
    doubt: bool = False
    there: bool = True


class ConnectField(Struct, frozen=True):
    """A line to fill in. `proposed`: what is typed first takes the place of its text."""

    label: str
    text: str
    hint: str = ""
    proposed: bool = False


class ConnectScene(Struct, frozen=True):
    """Servers under a heading, then fields; `server` or `field` is under the cursor. `told` is said without servers."""

    frame: Frame
    heading: str = ""
    servers: tuple[ServerRow, ...] = ()
    server: int | None = None
    told: tuple[str, ...] = ()
    fault: bool = False
    """Nobody can look for servers."""
    below: str = ""
    fields: tuple[ConnectField, ...] = ()
    field: int | None = None
    connecting: str = ""
