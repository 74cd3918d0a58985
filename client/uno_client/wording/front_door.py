"""The front door in words: what can be chosen there, the settings, the player's own server."""

import sys
from collections.abc import Collection, Mapping
from enum import Enum

from msgspec import Struct

from uno_client.names import command
from uno_client.preferences import SETTINGS
from uno_client.wording.inviting import closed
from uno_engine.language import N_, _, ngettext
from uno_protocol.labels import LABELS


class Item(Enum):
    """A line of the front door, or of the question that takes its place: its title, and what it means."""

    RETURN = "", N_("your seat is waiting")
    PLAY = N_("Play now"), N_("you and three computer players")
    JOIN = N_("Join a game"), N_("the games on your network")
    HOST = N_("Host a game"), N_("others on your network join you")
    LEARN = N_("How to play"), N_("a lesson of two minutes")
    SETTINGS = LABELS["settings"], N_("name, theme, language, bell and more")
    STOP = N_("Stop server"), N_("the server that you started")
    QUIT = N_("Quit")
    ENTER = N_("Go in"), N_("open a table there, or join one")
    SURE = N_("Stop it"), N_("its games are saved for the next time")
    KEEP = N_("Keep it running"), N_("others play on, and you can stop it here later")
    STAY = N_("Back")
    # The topics of the lesson.
    COLOUR = N_("Colour"), N_("from the beginning")
    NUMBER = N_("Number")
    DRAW = N_("Draw")
    SKIP = N_("Skip")
    WILD = N_("Wild")
    DRAW_FOUR = N_("Draw Four")
    UNO = N_("UNO")
    WIN = N_("The win")

    def __init__(self, title: str, meaning: str = "") -> None:
        self.title, self.meaning = title, meaning

    def named(self, back: str) -> str:
        """Its title as it is shown; `back`: the table where a seat is kept."""
        return _("Back to {table}").format(table=back) if self is Item.RETURN else _(self.title)


class Hosting(Struct, frozen=True):
    """The player's server: its port, how others join it, who is there; and what else its log says."""

    port: int = 0
    addresses: tuple[str, ...] = ()
    link: str = ""
    words: str = ""
    people: frozenset[str] = frozenset()
    wanted: int = 0
    """The port that it was to have and could not; 0: it has that."""
    here: str = ""
    """Its address on this computer."""
    page: str = ""
    unreached: bool = False
    """Nobody from another device has reached it for minutes."""
    place: str = ""
    failed: str = ""
    """Why it cannot."""
    port_taken: bool = False


STARTING = N_("Starting the server …")
DEALING = N_("Shuffling …")
STOPPING = N_("Stopping the server …")
STOPPED = N_("The server has stopped.")
ENDED = N_("Your server has ended. Start it again?")
ENDED_HERE = N_("Your server has ended. Enter starts it again.")
LEARNING = N_("What would you like to learn?")
LEAVING = N_("You are leaving. What about your server?")
_RUNS = N_("Your server is running at port {port}.")
_MOVED = N_("Port {wanted} is taken, so your server is at port {port}.")


def found_text(games: int) -> str:
    """How many games there are to join."""
    return ngettext("{n} game on your network", "{n} games on your network", games).format(n=games)


def tonight_text(wins: int, games: int) -> str:
    """The player's own tally."""
    return _("tonight {wins} wins of {games}").format(wins=wins, games=games)


def running_text(port: int, people: int) -> str:
    """A sentence saying that your server is running, and how many players are connected to it."""
    said = _(_RUNS).format(port=port)
    if not people:
        return said
    return f"{said} {ngettext('{n} player is connected.', '{n} players are connected.', people).format(n=people)}"


def goes_on_text(port: int) -> str:
    """The message for a player who left without deciding about the server."""
    said = _("Your server goes on at port {port}. To stop it, start {command} and choose “Stop server”.")
    return said.format(port=port, command=command())


def stop_question(people: Collection[str]) -> str:
    """Whether the server is to be stopped although somebody is there."""
    said = ngettext("{names} is connected. Stop the server?", "{names} are connected. Stop the server?", len(people))
    return said.format(names=", ".join(sorted(people)))


def joining_lines(hosted: Hosting) -> list[tuple[str, bool]]:
    """How others join the player's server: lines, and whether each is complete by itself."""
    at = _(_MOVED).format(wanted=hosted.wanted, port=hosted.port)
    lines = [(at if hosted.wanted else _(_RUNS).format(port=hosted.port), False)]
    if hosted.unreached:
        lines.append((f"{_('Nobody on another device has reached it yet.')} {closed(hosted.port)}", False))
    away = [command(address) for address in hosted.addresses]
    ways = (
        (_("Others on your network find it under “Join a game”, or type:"), away),
        (_("It's only for this computer. Others who use it type:"), [] if away else [command(hosted.here)]),
        (_("Players who use this link can skip the words:"), [command(hosted.link)] if hosted.link else []),
        (_("Everyone else compares these words on their first visit:"), [hosted.words] if hosted.words else []),
        (_("Phones on the same Wi-Fi open this in their browser:"), [hosted.page] if hosted.page else []),
    )
    for said, typed in ways:
        lines += [(said, False), *((each, True) for each in typed)] if typed else []
    if hosted.addresses and sys.platform != "linux":
        lines.append((_("If your system asks whether Python may accept connections, allow it."), False))
    return lines


_VALUES: Mapping[str, str] = {word: shown for row in SETTINGS.values() for word, shown in row.takes.choices.items()}


def value_word(value: str) -> str:
    """The value of a setting, as it is shown."""
    return _(_VALUES[value]) if value in _VALUES else value
