"""The other parts of the model: the link, the server, the lobby, the chat, the settings, the screens."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from uno_client.messages import Found, ServerKey
from uno_client.preferences import Preferences
from uno_client.trust import Tls
from uno_client.wording.front_door import Hosting, Item
from uno_engine.cards import Card
from uno_engine.language import N_
from uno_protocol.labels import LABELS
from uno_protocol.messages import VERSION, NewTable, Numbers, Reason, Request, Rules, TableLine, TalkLine


class LinkPhase(Enum):
    """The state of the connection."""

    IDLE = "idle"
    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"


class Tone(Enum):
    """How a notice is meant."""

    INFO = "info"
    GOOD = "good"
    FAULT = "fault"


class Notice(Struct, frozen=True):
    """The last thing to tell the player that is no event: an answer, a refusal, a hint. `at`: when it was said."""

    text: str
    tone: Tone = Tone.INFO
    at: float = 0.0


class Screen(Enum):
    """What fills the terminal. At a table the room's phase says which of its faces is shown."""

    DOOR = "door"
    SETTINGS = "settings"
    HOSTED = "hosted"
    CONNECT = "connect"
    TABLES = "tables"
    CREATE = "create"
    TABLE = "table"


class Scope(Enum):
    """Where the player is, as far as keys are concerned; the value is its heading in the help."""

    HELP = N_("Help")
    RULES = N_("Rules of a table")
    REASONS = N_("Why you can't play cards")
    NUMBERS = N_("Numbers")
    MENU = N_("Table menu")
    CHANGE = LABELS["changing"]
    QR = N_("QR code for phones")
    MOVING = N_("Another device")
    TRUST = N_("A server in doubt")
    CONFIRM = N_("Yes or no")
    TYPING = N_("Typing")
    SAYING = LABELS["chat"]
    SOMEBODY = N_("Picking somebody at the table")
    DOOR = N_("The front door")
    SETTINGS = LABELS["settings"]
    HOSTED = N_("Your server")
    CONNECT = N_("Connecting")
    TABLES = N_("Table list")
    CREATE = LABELS["new_table"]
    WAITING = N_("Waiting for the game")
    OPENING = N_("Before a deal")
    LETTERS = N_("Playing by letters")
    SPELLING = N_("A card by letters")
    HAND = N_("At the table")
    CHAIN = N_("Playing several cards")
    DRAWN = N_("A card just drawn")
    COLOUR = N_("Naming a colour")
    PLAYER = N_("Choosing a player")
    CHALLENGE = N_("A Wild Draw Four against you")
    STACK = N_("A penalty against you")
    KEEP = N_("Keeping one card of a colour")
    PASS = N_("Passing a card on")
    OWN_RULE = N_("The host's own rule")
    VOTE = N_("Voting for a rule")
    AWAY = N_("Away")
    WATCHING = N_("Watching")
    RESULT = N_("After a round")
    REPLAY = N_("A game shown again")


class Draft(Struct, frozen=True):
    """What the player is about to say. While it is `open`, keys are text and play no card."""

    text: str = ""
    open: bool = False
    where: str | None = None
    """For whom it was begun: the code of a table, None for the lobby."""
    sent: float | None = None
    back: int = 0
    """How far back among the texts said before the player has gone; 0: at none of them."""


class Lesson(Struct, frozen=True):
    """The lesson at one of its beats (`uno_client.core.lesson`)."""

    keys: Mapping[str, str] | None = None
    beat: int = 0
    """The beat that is due, or was last; behind the last one: the deal is over."""
    due: bool = False
    """The beat waits for the player; False while others play."""


class Invitation(Struct, frozen=True):
    """How phones join: the addresses of the page (none: they are still looked for), and the one that is shown."""

    pages: tuple[str, ...] = ()
    at: int = 0
    inverted: bool = False
    asked: bool = True
    """The player has asked for it, and hears why there is none."""


class StartPart(Struct, frozen=True):
    """What was asked for at the start, and who can be asked for the rest."""

    fixed_server: bool = False
    """The server was named on the command line: a link that gives up ends the program."""
    attended: bool = False
    """Somebody is there who can be asked who a server is, or for another name."""
    openly: bool = False
    """Passwords may be sent without encryption: the player has said so beforehand."""
    tls: Tls = "auto"
    proposed: str = ""
    """The name of last time: what is tried first if the player names none; empty: the login name."""
    first_request: Request | None = None
    """The request right after the login (join, open or watch a table)."""
    new: NewTable = field(default_factory=NewTable)
    """How a table is opened, for what isn't said of it."""
    autostart: bool = False
    """A table of one's own: the game starts as soon as the player is ready."""
    deals: bool = False
    in_lines: bool = False
    """Nothing is drawn: what a screen shows before the deal is told in lines."""
    at_home: bool = False
    """Behind this game is the front door."""
    program: bool = False
    """No person chooses the moves."""


class SettingsPart(Struct, frozen=True):
    """The player's settings."""

    wants: Preferences = Preferences()
    keys: tuple[tuple[str, str], ...] = ()
    """The keys that the player has changed, by the action (`uno_client.fullscreen.keys`)."""
    rule_sets: Mapping[str, str] = field(default_factory=dict)
    keeps_after: float | None = None
    """Seconds after which a drawn card that cannot be played is kept by itself; None: only when the player says so."""
    file: str = ""


class DoorPart(Struct, frozen=True):
    """The front door."""

    lines: tuple[Item, ...] = ()
    asks: str = ""
    back: str = ""
    """The table where a seat is kept for the player; empty: none is known."""
    hosted: Hosting | None = None
    tonight: tuple[int, int] | None = None
    """The player's wins and games at the table where they were last; None: no game has ended there."""


class PickerPart(Struct, frozen=True):
    """The servers that were found on the network."""

    found: tuple[Found, ...] | None = None
    trouble: str = ""
    picked: ServerKey | None = None
    """The one of them under the cursor; None: the cursor is in the form."""


class LinkPart(Struct, frozen=True):
    """The connection, and the requests on it."""

    phase: LinkPhase = LinkPhase.IDLE
    text: str = ""
    """Why the link is down, or what is being tried."""
    stopped: bool = False
    retry_at: float | None = None
    wants_password: bool = False
    """The server wants one, and has none or a wrong one from us."""
    no_name: str = ""
    """Why the name cannot be had: the player is asked for another one."""
    next_id: int = 1
    pending: tuple[Request, ...] = ()

    @property
    def online(self) -> bool:
        return self.phase is LinkPhase.ONLINE

    @property
    def lost(self) -> bool:
        """Whether there was a connection, which is to come back."""
        return self.phase is LinkPhase.LOST


class ServerPart(Struct, frozen=True):
    """The server, as it has shown itself."""

    name: str = ""
    id: str = ""
    address: str = ""
    fingerprint: str = ""
    words: tuple[str, ...] = ()
    exposed: bool = False
    """The connection is not encrypted, and goes to another computer."""
    unseen: bool = False
    """The server is new, and nobody was there to compare the words."""
    web: bool = False
    records: bool = False
    """It gives away records of games."""
    numbers: bool = False
    """It counts what players do (P-7.37)."""
    version: int = VERSION
    """Of the protocol, as the server speaks it with us: what came later can't be asked of it."""
    chat_length: int = 200

    @property
    def key(self) -> str:
        """What another server can't imitate: its key, else its address."""
        return self.fingerprint or self.address


class FetchPart(Struct, frozen=True):
    """A record of a game, as far as it has come."""

    path: str | None = ""
    """The file that it goes to; empty: one that is named after the game; None: none."""
    shows: bool = False
    """It is of the last finished game, which is shown again."""
    back: int | None = None
    """It is of the player's own game before which so many began later, wherever that was; None: of the table's."""
    text: str = ""
    """Its lines so far, each with its end."""
    count: int = 0
    """How many lines those are."""
    of: int = 0
    """How many there will be, as the server says with each page."""
    digest: str = ""
    setbacks: int = 0
    """How often a page had to be asked for again."""


class LobbyPart(Struct, frozen=True):
    """The list of tables."""

    tables: tuple[TableLine, ...] | None = None
    no_programs: frozenset[str] = frozenset()
    """The codes of those that are closed to programs."""
    listed_at: float = 0.0
    list_again: float | None = None
    """Seconds after which a list on the screen is refreshed; None: only when the player asks."""
    told_rules: Rules | None = None
    numbers: Numbers | None = None
    """What players have done on the server, as it was told last."""
    passwords: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The passwords of tables that the player was let in with in this run, by server and code."""

    __repr__ = object.__repr__  # the passwords are told to nobody


class ChatPart(Struct, frozen=True):
    """What people say."""

    lobby: tuple[TalkLine, ...] = ()
    lobby_due: bool = True
    """What was said in the lobby before is still to be asked for."""
    unread: int = 0
    """How many remarks have come while the player could not see them."""
    muted: frozenset[tuple[str, str]] = frozenset()
    """The people whom the player has muted, as (server id, name)."""
    said: tuple[str, ...] = ()


class ReadingPart(Struct, frozen=True):
    """What is read over the screen, and how far."""

    scroll: int = 0
    log: bool = False
    """The log is shown where it usually isn't, and hidden where it is."""
    rows: int = 20
    """Lines of a page that the screen had room for when a key was pressed last; 0: all of it is seen."""
    item: int = 0
    reasons: tuple[Reason, ...] = ()
    wonder: Card | None = None
    code: tuple[str, float] | None = None
    """Digits for another device, and until when they work."""
