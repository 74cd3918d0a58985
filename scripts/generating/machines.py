"""The state machines of the server (`uno_server.base.states`), drawn in server/STATES.md and the protocol."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from pathlib import Path

from generating import ROOT, drawn_in, grid, with_drawings
from uno_client.fullscreen.keys import ACTIONS
from uno_protocol import messages as m
from uno_protocol.asked import Declaration, Where
from uno_protocol.room import RoomPhase
from uno_server.base.states import LINKS, PHASES, LinkState, Ruling, Turn

STATES = ROOT / "server" / "STATES.md"
CLIENT = ROOT / "client" / "README.md"
CLOSES = ", closes"
YES = "·"

OF_LINKS = (
    f"**A connection** (`LINKS`): what becomes of each message.\n"
    f"\n- `{YES}`: it is carried out.\n- →: where that leads if it succeeds.\n- Otherwise: the code of the `error`.\n\n"
    "A connection also closes when another one takes over its session, and whenever the server says `bye`."
)
OF_SESSIONS = (
    "**A session** (`asked` of each request in `uno_protocol.messages`): what it may ask for, first by where it is, "
    "then (in italics) by the phase of its table.\n"
    "A kick, a seat that is given up, a new host and the end of a table also move a session, without a request of its "
    "own."
)
OF_TABLES = (
    "**A table** (`PHASES`): which phase follows, by what happens.\n"
    "An empty cell cannot happen; if it did, that would be a fault of ours and would change nothing."
)

_NAMES: dict[type[m.ClientMessage], str] = {
    m.Request: "any other request",
    **{kind: f"`{name}`" for name, kind in m.GREETINGS.items()},
    **{kind: f"`{name}`" for name, kind in m.REQUESTS.items()},
}


def shown(state: Enum) -> str:
    """A state as people read it."""
    return str(state.value).replace("_", " ")


def diagram(states: Iterable[Enum], edges: Mapping[tuple[Enum, Enum], list[str]], first: Enum) -> str:
    """A Mermaid state diagram; `edges` has what leads from one state to another."""
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f'    state "{shown(state)}" as {state.name}' for state in states]
    lines += [f"    [*] --> {first.name}"]
    for (start, end), labels in edges.items():
        lines.append(f"    {start.name} --> {end.name}: {'<br>'.join(label.replace('`', '') for label in labels)}")
    return "\n".join([*lines, "```"])


def links_diagram() -> str:
    """The machine of a connection, as a diagram."""
    edges: dict[tuple[Enum, Enum], list[str]] = {}
    for state, answers in LINKS.items():
        for message, answer in answers.items():
            if answer.to is not None:
                told = f" ({answer.refused})" if answer.refused else ""
                edges.setdefault((state, answer.to), []).append(_NAMES[message] + told)
    return diagram(LinkState, edges, LinkState.NEW)


def links() -> str:
    """The machine of a connection."""
    rows = (
        [_NAMES[message], *(_answer(LINKS[state][message]) for state in LinkState)] for message in LINKS[LinkState.NEW]
    )
    return links_diagram() + "\n\n" + grid(["", *map(shown, LinkState)], rows)


def _answer(answer: Ruling) -> str:
    if answer.refused is not None:
        code = f"`{answer.refused}`" if answer.refused else "silence"
        return code + CLOSES * answer.closes
    return YES if answer.to is None else f"→ {shown(answer.to)}"


def requests_diagram() -> str:
    """Where a session is, as a diagram."""
    edges: dict[tuple[Enum, Enum], list[str]] = {}
    for kind in m.REQUESTS.values():
        for where in Where:
            row = kind.asked
            if row.to is not None and where is not row.to and where not in row.where:
                edges.setdefault((where, row.to), []).append(_NAMES[kind])
    return diagram(Where, edges, Where.LOBBY)


def requests() -> str:
    """Where a session is, and what may be asked there and then."""
    head = ["", *map(shown, Where), *(f"*{shown(phase)}*" for phase in RoomPhase)]
    return requests_diagram() + "\n\n" + grid(head, _rows())


def _rows() -> Iterator[list[str]]:
    """A row for all requests of which the same is said."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for kind in m.REQUESTS.values():
        alike.setdefault(tuple(_cells(kind.asked)), []).append(_NAMES[kind])
    for cells, names in alike.items():
        yield [" ".join(names), *cells]


def _cells(row: Declaration) -> Iterator[str]:
    for where in Where:
        code = row.where.get(where)
        yield f"`{code}`" if code else YES if row.to in (None, where) else f"→ {shown(row.to)}"
    for phase in RoomPhase:
        code = row.phases.get(phase)
        yield f"`{code}`" if code else YES


def phases_diagram() -> str:
    """The life of a table, as a diagram."""
    edges: dict[tuple[Enum, Enum], list[str]] = {}
    for phase, turns in PHASES.items():
        for turn, following in turns.items():
            edges.setdefault((phase, following), []).append(turn.value)
    return diagram(RoomPhase, edges, RoomPhase.WAITING)


def phases() -> str:
    """The life of a table."""
    rows = ([shown(phase), *(_phase(PHASES[phase].get(turn)) for turn in Turn)] for phase in RoomPhase)
    return phases_diagram() + "\n\n" + grid(["", *(turn.value for turn in Turn)], rows)


def _phase(phase: RoomPhase | None) -> str:
    return "" if phase is None else f"→ {shown(phase)}"


def drawn() -> str:
    """All drawings and tables of the server's document."""
    parts = (OF_LINKS, links(), OF_SESSIONS, requests(), OF_TABLES, phases())
    return "\n\n".join(parts)


PLACES: Mapping[Path, Mapping[str, Callable[[], str]]] = {
    STATES: {"machines": drawn},
    CLIENT: {"keys": lambda: ", ".join(f"`{action}`" for action in sorted(ACTIONS)) + "."},
}
"""The drawings of each document, by the name of their mark."""
OF_THE_PROTOCOL = {"connection": links_diagram, "session": requests_diagram, "table": phases_diagram}


def files() -> Mapping[Path, Callable[[], str]]:
    """The documents."""
    ours = {document: partial(with_drawings, document, drawings) for document, drawings in PLACES.items()}
    return {**ours, **drawn_in(OF_THE_PROTOCOL)}
