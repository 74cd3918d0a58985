"""Every message of the protocol as a typed value (the protocol, sections 4 to 9).

Structs only: no sockets, no bytes. Messages of clients are checked strictly: unknown keys are refused, except in
`hello`. Messages of servers may grow: receivers ignore unknown keys.
"""

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_type_hints

from msgspec import Meta, Struct, defstruct
from msgspec import field as default

from uno_engine import actions as act
from uno_engine import rules
from uno_engine.cards import Card, Colour
from uno_engine.levels import BotLevel
from uno_protocol.asked import (
    AS_HOST,
    AT_NO_TABLE,
    AT_TABLE,
    BETWEEN_GAMES,
    BY_THE_RULES,
    IN_GAME,
    OF_PLAY,
    OPEN,
    WITH_SEAT,
    WITHOUT_SEAT,
    Declaration,
    FromClient,
    Where,
)
from uno_protocol.versions import Spoken

VERSION = 2
"""The version of the protocol that has everything here. It is a draft (P-11.4)."""
SPOKEN = Spoken(VERSION, VERSION)
"""The versions that our server and our clients speak."""

Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
"""Request id; increases within a session."""
Seat = Annotated[int, Meta(ge=0, le=9)]
DecisionNumber = Annotated[int, Meta(ge=0, le=2**53 - 1)]
EntryNumber = Annotated[int, Meta(ge=0, le=2**53 - 1)]
PlayerName = Annotated[str, Meta(max_length=1024)]
"""As sent. The server reduces it to 1 to 20 characters, or says what is wrong with it (P-5)."""
TableName = Annotated[str, Meta(max_length=1024)]
CardName = Annotated[str, Meta(min_length=1, max_length=3)]
CardNames = Annotated[list[CardName], Meta(min_length=1, max_length=120)]
ColourLetter = Literal["R", "Y", "G", "B"]
ColourLetters = Annotated[list[ColourLetter | None], Meta(max_length=120)]
"""Empty, or as long as the cards; null where no colour is named."""
Password = Annotated[str, Meta(max_length=1024)]
Token = Annotated[str, Meta(max_length=1024)]
OptionText = Annotated[str, Meta(max_length=40)]
Options = Annotated[dict[Annotated[str, Meta(max_length=40)], OptionText], Meta(max_length=64)]
Pace = Literal["calm", "normal", "brisk"]
OwnText = Annotated[str, Meta(max_length=1024)]
"""The host's own rule, as sent. The server reduces it to one line of 1 to 200 characters (P-7.12)."""
ShortText = Annotated[str, Meta(max_length=64)]
LONGEST_POSITION = 6000
"""Characters."""
TurnSeconds = Annotated[int, Meta(ge=0, le=600)]
Seats = Annotated[int, Meta(ge=2, le=10)]
ChatText = Annotated[str, Meta(max_length=1024)]
"""As sent. The server reduces it to one line of at most `limits.chat_length` characters (P-7.26)."""
Face = Annotated[int, Meta(ge=0, le=23)]
Reaction = Literal["nice", "haha", "wow", "oops", "sorry", "thanks", "hurry", "good_game"]


class Greeting(FromClient, frozen=True):
    """A message of a client without an id."""

    asked: ClassVar[Declaration] = Declaration()


class Hello(Greeting, tag="hello", frozen=True):
    """The first message of a connection. Only here does the server ignore unknown keys."""

    asked: ClassVar = Declaration(like={"versions": [2, 2]})
    versions: Annotated[list[Annotated[int, Meta(ge=0, le=65535)]], Meta(min_length=2, max_length=2)]
    """The lowest and the highest version that the client speaks."""
    program: ShortText = ""
    program_version: ShortText = ""
    capabilities: Annotated[list[ShortText], Meta(max_length=32)] = default(default_factory=list)
    words: Annotated[str, Meta(max_length=16)] = ""
    """The language in which the server puts its messages into words (P-4.9); empty: it does not."""


class Login(Greeting, tag="login", forbid_unknown_fields=True, frozen=True):
    """Start a session under a name. Answer: `logged_in`, or `error` name_rejected / name_taken (connection kept).

    `password` is needed if `welcome` says so; a wrong one is `wrong_password`. `face` is a wish (P-5.15).
    """

    asked: ClassVar = Declaration(like={"name": "ann"})
    name: PlayerName = ""
    password: Password | None = None
    screen: bool = False
    """A television or projector, which only watches; the server names it (P-5.14)."""
    face: Face | None = None
    program: bool = False
    """No person chooses the moves (P-5.18)."""


class Resume(Greeting, tag="resume", forbid_unknown_fields=True, frozen=True):
    """Resume a session. `table` and `seen` (the number of the last entry received) ask for the entries missed."""

    asked: ClassVar = Declaration(like={"token": "secret"})
    token: Token
    table: ShortText | None = None
    seen: EntryNumber | None = None


class MoveHere(Greeting, tag="move_here", forbid_unknown_fields=True, frozen=True):
    """Continue a session of another device, by the digits that it shows. Answer: `resumed` with a token (P-5.16)."""

    asked: ClassVar = Declaration(like={"name": "ann", "code": "123456"})
    name: PlayerName
    code: ShortText


class ClaimSeat(Greeting, tag="claim_seat", forbid_unknown_fields=True, frozen=True):
    """Ask for the seat of a player who is gone, whose token is lost. Answer: `claim_pending`, or `error` (P-5.17).

    When those at the table have decided, `resumed` with a token follows, or `error` `claim_refused`.
    """

    asked: ClassVar = Declaration(like={"name": "ann"})
    name: PlayerName
    password: Password | None = None
    """The server's, as at a login."""


class Ping(Greeting, tag="ping", forbid_unknown_fields=True, frozen=True):
    """From either side, any time after `welcome`; answered by `pong` with the same nonce."""

    asked: ClassVar = Declaration(often=True)
    nonce: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Pong(Greeting, tag="pong", forbid_unknown_fields=True, frozen=True):
    """Answer to `ping`."""

    asked: ClassVar = Declaration(often=True)
    nonce: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Request(FromClient, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request of a client; answered exactly once, with the same id, by `ok`, a listing, or `error`."""

    id: Id


class NewTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The settings of a new table."""

    seats: Seats = 4
    preset: ShortText = "official"
    options: Options = default(default_factory=dict)
    turn_seconds: TurnSeconds = 30
    """Seconds for a turn; 0: no limit."""
    bots: Annotated[list[BotLevel], Meta(max_length=9)] = default(default_factory=list)
    bot_pause: Annotated[float, Meta(ge=0, le=5)] = 1.0
    """A factor on the pauses of computer players; 0: no pauses."""
    password: Password = ""
    """Needed to join or watch; empty: none."""
    listed: bool = True
    """False: the table is in no list; only its code finds it."""
    watching: bool = True
    """Whether spectators are allowed."""
    show_hands: bool = False
    """Whether everyone at the table sees all hands when a round is over."""
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] = ""
    """Where every game begins, in the language of scenarios; needs the capability `scenario` (P-7.30)."""
    own_text: OwnText = ""
    """The host's own rule, under `customizable_rule` `own`."""
    programs: bool = True
    """Whether programs may sit down (P-5.18)."""


OPENING = ("name_rejected", "name_taken", "rules_refused", "no_test_deals", "table_full")
"""With which codes the opening of a table is refused."""
DOOR = ("no_such_table", "banned", "locked", "wrong_password")
"""With which codes nobody gets into a table."""


class ListTables(Request, tag="list_tables", frozen=True):
    """Ask for the list of tables: the page behind the table with the code `after`. Answer: `tables`."""

    asked: ClassVar = Declaration(often=True, answer="tables", screen=True)
    after: ShortText = ""
    """Code of the last table of the previous page; empty for the first page."""


class TableRules(Request, tag="table_rules", frozen=True):
    """Ask for all rules of a table, by name or code, before joining (P-7.15). Answer: `rules`."""

    asked: ClassVar = Declaration(
        like={"table": "T"}, limited=True, answer="rules", refuses=("no_such_table",), screen=True
    )
    table: TableName


class CreateTable(Request, tag="create_table", frozen=True):
    """Open a table and become its host. Answer: `joined`, then a snapshot."""

    asked: ClassVar = Declaration(
        AT_NO_TABLE, like={"name": "Another"}, to=Where.HOST, limited=True, answer="joined", refuses=OPENING
    )
    name: TableName
    new: NewTable = default(default_factory=NewTable)


class JoinTable(Request, tag="join_table", frozen=True):
    """Join a table by name or code; with `new`, open it if there is none (P-7.3). Answer: `joined`, then a snapshot."""

    asked: ClassVar = Declaration(
        WITHOUT_SEAT,
        OPEN,
        {"table": "T", "new": NewTable()},
        to=Where.SEATED,
        limited=True,
        answer="joined",
        refuses=(*DOOR, "no_programs", *OPENING),
    )
    table: TableName
    new: NewTable | None = None
    password: Password = ""
    """The table's password, if it has one."""


class SpectateTable(Request, tag="spectate_table", frozen=True):
    """Watch a table, by name or code. Answer: `joined` with seat null, then a snapshot."""

    asked: ClassVar = Declaration(
        AT_NO_TABLE,
        OPEN,
        {"table": "T"},
        to=Where.WATCHING,
        limited=True,
        answer="joined",
        refuses=(*DOOR, "no_watching"),
        screen=True,
    )
    table: TableName
    password: Password = ""


class LeaveTable(Request, tag="leave_table", frozen=True):
    """Leave the table for good (during a round: A10), or stop watching."""

    asked: ClassVar = Declaration(AT_TABLE, OPEN, to=Where.LOBBY, screen=True)


class Logout(Request, tag="logout", frozen=True):
    """End the session: leave the table for good, and free seat, token and name (P-5.19)."""

    asked: ClassVar = Declaration(screen=True)


class AddBot(Request, tag="add_bot", frozen=True):
    """The host adds a computer player, in the lowest free seat, at any time (P-7.11, P-18.5)."""

    asked: ClassVar = Declaration(AS_HOST, OPEN, limited=True, refuses=("table_full",))
    level: BotLevel = "normal"


class RemoveBot(Request, tag="remove_bot", frozen=True):
    """The host removes a computer player, which leaves as a person would (P-7.10)."""

    asked: ClassVar = Declaration(AS_HOST, OPEN, {"seat": 2}, limited=True, refuses=("no_such_seat", "not_a_bot"))
    seat: Seat


class Ready(Request, tag="ready", frozen=True):
    """Be ready, which accepts the current rules and seats, or no longer; between rounds: ready for the next deal.

    Who has a stand-in takes the seat back with it, during a round, too.
    """

    asked: ClassVar = Declaration(WITH_SEAT, OPEN, refuses=("game_running", "away"), limited=True, often=True)
    ready: bool = True


class Start(Request, tag="start", frozen=True):
    """The host starts the game; everyone seated must be ready.

    `chosen` is the first player's seat under `starter` `chosen` (A6); without it, the host's own. `anyway`: those who
    are not ready keep their seats, under a stand-in until they are (P-7.32).
    """

    asked: ClassVar = Declaration(
        AS_HOST, BETWEEN_GAMES, limited=True, refuses=("too_few_players", "not_ready", "no_such_seat", "empty_seat")
    )
    chosen: Seat | None = None
    anyway: bool = False


class ChangeTable(Request, tag="change_table", frozen=True):
    """The host changes the table; absent fields stay. Rules and seats change only while no game is on (P-7.6)."""

    asked: ClassVar = Declaration(
        AS_HOST, OPEN, {"locked": True}, limited=True, refuses=("game_running", "rules_refused", "seats_taken")
    )
    preset: ShortText | None = None
    """Sent without `options`, it resets them to the preset's own."""
    options: Options | None = None
    """All options that differ from the preset."""
    seats: Seats | None = None
    turn_seconds: TurnSeconds | None = None
    password: Password | None = None
    """Empty: remove it."""
    listed: bool | None = None
    locked: bool | None = None
    """Nobody may enter, neither to play nor to watch."""
    watching: bool | None = None
    show_hands: bool | None = None
    own_text: OwnText | None = None
    """Empty: none. Left out beside a `preset`, it is none too."""
    pace: Pace | None = None
    """How long computer players take."""
    programs: bool | None = None
    """Whether programs may sit down; those who sit there stay."""


class MoveSeat(Request, tag="move_seat", frozen=True):
    """The host moves the occupant of `seat` to the seat `to`; if that is taken, the two swap seats (P-7.21)."""

    asked: ClassVar = Declaration(
        AS_HOST, BETWEEN_GAMES, {"seat": 1, "to": 3}, limited=True, refuses=("no_such_seat", "empty_seat")
    )
    seat: Seat
    to: Seat


class Kick(Request, tag="kick", frozen=True):
    """The host kicks a player or spectator; with `ban`, for as long as the table exists (P-7.18)."""

    asked: ClassVar = Declaration(
        AS_HOST, OPEN, {"name": "bob"}, limited=True, logged=True, refuses=("no_such_player",)
    )
    name: PlayerName
    ban: bool = False


class HandOver(Request, tag="hand_over", frozen=True):
    """The host makes another player the host (P-7.21)."""

    asked: ClassVar = Declaration(
        AS_HOST, OPEN, {"seat": 1}, to=Where.SEATED, limited=True, refuses=("no_such_seat", "not_a_person")
    )
    seat: Seat


class Pause(Request, tag="pause", frozen=True):
    """The host pauses or resumes the game (P-7.22)."""

    asked: ClassVar = Declaration(AS_HOST, IN_GAME, limited=True)
    paused: bool = True


class EndGame(Request, tag="end_game", frozen=True):
    """The host ends the game without a result; the table waits for the next (P-7.22)."""

    asked: ClassVar = Declaration(AS_HOST, IN_GAME, limited=True)


class CloseTable(Request, tag="close_table", frozen=True):
    """The host closes the table, and everyone is in the lobby (P-7.21)."""

    asked: ClassVar = Declaration(AS_HOST, OPEN, to=Where.LOBBY, limited=True)


class Mute(Request, tag="mute", frozen=True):
    """The host silences or unsilences a person at the table (P-7.28)."""

    asked: ClassVar = Declaration(AS_HOST, OPEN, {"name": "bob"}, limited=True, refuses=("no_such_player",))
    name: PlayerName
    muted: bool = True


class Away(Request, tag="away", frozen=True):
    """Let a computer player play for you, or take the seat back (P-7.23)."""

    asked: ClassVar = Declaration(WITH_SEAT, OPEN, limited=True)
    away: bool = True


class GiveTime(Request, tag="give_time", frozen=True):
    """Give a seat extra seconds for every answer; sent by the host, or by the player in that seat (P-7.24)."""

    asked: ClassVar = Declaration(
        WITH_SEAT,
        OPEN,
        {"seat": 0, "seconds": 20},
        limited=True,
        refuses=("not_host", "no_such_seat", "empty_seat", "not_a_person"),
    )
    seat: Seat
    seconds: Annotated[int, Meta(ge=0, le=300)]


class AnswerClaim(Request, tag="answer_claim", frozen=True):
    """Say whether somebody may have the seat that they have asked for (P-5.17)."""

    asked: ClassVar = Declaration(
        WITH_SEAT, OPEN, {"seat": 1}, limited=True, logged=True, refuses=("no_claim", "no_say")
    )
    seat: Seat
    """The seat that is asked for: another claim is not meant."""
    allow: bool = True
    number: Annotated[int, Meta(ge=1, le=2**53 - 1)] | None = None
    """That of the claim, so that a later one to the same seat is not meant either; None: whatever claim there is."""


class Chat(Request, tag="chat", frozen=True):
    """Say something at the table (P-7.26), or in the lobby to everyone without a table (P-7.27)."""

    asked: ClassVar = Declaration(
        like={"text": "hello"},
        limited=True,
        logged=True,
        refuses=("not_at_table", "already_at_table", "bad_text", "muted"),
    )
    text: ChatText
    to: Literal["table", "lobby"] = "table"


class React(Request, tag="react", frozen=True):
    """Send one of a few quick reactions at the table (P-7.26)."""

    asked: ClassVar = Declaration(AT_TABLE, OPEN, {"reaction": "nice"}, limited=True, logged=True, refuses=("muted",))
    reaction: Reaction


class LobbyTalk(Request, tag="lobby_talk", frozen=True):
    """Ask for the recent lobby chat. Answer: `lobby_talk`."""

    asked: ClassVar = Declaration(answer="lobby_talk")
    after: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    """Number of the last line that the client knows."""


class MoveDevice(Request, tag="move_device", frozen=True):
    """Ask for six digits with which another device continues this session. Answer: `move_code`."""

    asked: ClassVar = Declaration(limited=True, answer="move_code")
    link: Annotated[str, Meta(max_length=100, pattern="^[!-~]*$")] = ""
    """What stands before the digits in the link of a QR code, in printable ASCII; empty: no code is needed."""


class History(Request, tag="history", frozen=True):
    """Ask what has happened in this round, or in the last one until the next deal. Answer: `history`."""

    asked: ClassVar = Declaration(AT_TABLE, OPEN, limited=True, answer="history", screen=True)


class PlayRequest(Request, frozen=True, kw_only=True):
    """A request about a decision, with its number."""

    decision: DecisionNumber


class Move(PlayRequest, frozen=True, kw_only=True):
    """A request for an action of the engine, without the seat, which the server knows; it answers that decision."""

    asked: ClassVar[Declaration] = OF_PLAY


_FIELDS: Mapping[Any, tuple[Any, Any]] = {
    Card: (CardName, "R5"),
    tuple[Card, ...]: (CardNames, ["R5"]),
    Colour: (ColourLetter, "G"),
    tuple[Colour | None, ...]: (ColourLetters, []),
    rules.Seat: (Seat, 1),
    rules.Seat | None: (Seat | None, None),
    bool: (bool, False),
    str: (ShortText, "play_again"),
}
"""By the annotation of an action's field: the annotation of the request's field, and an example."""


def _move(action: type[Any]) -> type[Any]:
    """The request for a kind of action: it has the action's name, kind and fields, but for the seat."""
    hints = get_type_hints(action, include_extras=True)
    rows: list[Any] = []
    like: dict[str, Any] = {}
    for part in dataclasses.fields(action)[1:]:
        hint, example = _FIELDS[hints[part.name]]
        if part.default is dataclasses.MISSING:
            rows.append((part.name, hint))
            like[part.name] = example
        else:
            rows.append((part.name, hint, default(default_factory=list) if part.default == () else part.default))
    about = {"__doc__": str(action.__doc__).partition("\n\n")[0], "asked": OF_PLAY._replace(like=like)}
    return defstruct(action.__name__, rows, bases=(Move,), namespace=about, module=__name__, tag=action.kind)


MOVES: tuple[type[Any], ...] = tuple(map(_move, get_args(act.PlayerAction)))
"""The moves, derived from what a player can do in the engine (`PlayerAction`)."""
Play, Draw, Keep, Pass, Name, Choose, Cast, Give, Retain, Accept, Challenge, Done, CallUno, Catch = MOVES


class Continuations(PlayRequest, tag="continuations", frozen=True):
    """Ask which cards may follow in a chain that begins with `cards`; changes nothing. Answer: `continuations`."""

    asked: ClassVar = Declaration(
        WITH_SEAT, OPEN, {"cards": ["R5"]}, often=True, answer="continuations", refuses=BY_THE_RULES
    )
    cards: CardNames
    colours: ColourLetters = default(default_factory=list)


class WhyNot(Request, tag="why_not", frozen=True):
    """Ask why each card in your hand that cannot be played now cannot. Answer: `reasons`."""

    asked: ClassVar = Declaration(WITH_SEAT, OPEN, answer="reasons", refuses=("no_game", "out_of_game"))


class ServerMessage(Struct, tag_field="t", frozen=True, omit_defaults=True, kw_only=True):
    """A message of a server. Receivers ignore unknown keys and types."""


class Welcome(ServerMessage, tag="welcome", frozen=True):
    """Answer to `hello`: the chosen version, the server's identity and its limits."""

    version: int
    server_id: str
    """The same for as long as the server's tokens are valid."""
    name: str
    program: str
    limits: dict[str, int]
    """See P-10: max_frame, max_frame_before_hello, server_max_frame, name_length, requests_burst, ..."""
    timeouts: dict[str, float]
    """Seconds: hello, read, ping, silence."""
    password: bool = False
    """Whether a login needs the server's password."""
    capabilities: list[str] = default(default_factory=list)
    words: str = ""
    """The language of the words in messages; empty: there are none."""
    training: bool = False
    """Nobody is waited for: no pauses, no grace, no limit to the pace of requests (P-10.6)."""


class LoggedIn(ServerMessage, tag="logged_in", frozen=True):
    """Answer to `login`. The token is a secret: it proves who the player is."""

    name: str
    token: str


class Resumed(ServerMessage, tag="resumed", frozen=True):
    """Answer to `resume`. At a table, the missed entries or a snapshot follow."""

    name: str
    last_id: int
    """The highest request id of this session so far; 0 if none."""
    table: str | None = None
    """Code of the session's table, if any."""
    token: str | None = None
    """The session's new token, if this answers another message than `resume`; the one before is void."""


class MoveCode(ServerMessage, tag="move_code", frozen=True):
    """Answer to `move_device`: digits that are as secret as a token, once and for so many seconds."""

    id: int
    code: str
    seconds: float
    qr: list[str] = default(default_factory=list)
    """The QR code of the link that was asked for, row by row: `1` is dark, `0` light."""


class ClaimPending(ServerMessage, tag="claim_pending", frozen=True):
    """Answer to `claim_seat`: those at the table are asked, and have so many seconds."""

    by: Literal["host", "players", "administrator"]
    """Who can allow it, as things are."""
    seconds: float


class Error(ServerMessage, tag="error", frozen=True):
    """A request was refused (with its id), or the connection has a fault (without)."""

    code: str
    id: int | None = None
    field: str | None = None
    """Path of the field at fault, e.g. `cards[0]`, or an option."""
    clause: str | None = None
    """The clause of the rule book behind a refused move."""
    args: dict[str, str | int] = default(default_factory=dict)
    text: str = ""
    """A sentence for clients that do not know the code."""
    words: str = ""
    """The refusal in words (P-4.9), as in all other messages."""


class Bye(ServerMessage, tag="bye", frozen=True):
    """The last message before the server closes the connection."""

    code: str
    come_back: bool
    after: float = 0  # not 0.0: a field is left out if its value is this very object
    """Seconds to wait before connecting again."""
    text: str = ""
    words: str = ""
    """The reason in words."""


class Announcement(ServerMessage, tag="announcement", frozen=True):
    """A message from the server's operator to everyone logged in. Not numbered."""

    text: str


class Ok(ServerMessage, tag="ok", frozen=True):
    """The request was carried out."""

    id: int
    note: str | None = None
    """A code if something was ignored, e.g. `table_exists`."""
    words: str = ""
    """The note in words."""


class TableLine(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One table in a listing."""

    code: str
    name: str
    seats: int
    people: int
    bots: int
    phase: str
    preset: str
    options: dict[str, str] = default(default_factory=dict)
    """The options that differ from the preset."""
    fingerprint: str = ""
    host: str | None = None
    """None: nobody seated is connected."""
    password: bool = False
    locked: bool = False
    watching: bool = True
    watchers: int = 0
    test: bool = False

    @property
    def deserted(self) -> bool:
        """Whether nobody seated is connected."""
        return self.host is None


class Tables(ServerMessage, tag="tables", frozen=True):
    """Answer to `list_tables`."""

    id: int
    tables: list[TableLine]
    more: bool = False
    faces: dict[str, list[Face]] = default(default_factory=dict)
    """By code: the faces of those seated who have one, in the order of their seats (P-5.15)."""


class RulesPart(Struct, frozen=True, kw_only=True):
    """A part of the rules in words."""

    title: str
    lines: list[str]
    """Whole sentences."""


class Rules(ServerMessage, tag="rules", frozen=True):
    """Answer to `table_rules`: all rules of the table."""

    id: int
    table: str
    """Its code."""
    name: str
    preset: str
    rules: dict[str, str]
    """Every option in force, for clients that do not know the preset."""
    fingerprint: str
    turn_seconds: int
    options: dict[str, str] = default(default_factory=dict)
    """The options that differ from the preset."""
    password: bool = False
    watching: bool = True
    show_hands: bool = False
    test: bool = False
    own_text: str = ""
    """The host's own rule."""
    words: list[RulesPart] = default(default_factory=list)
    """The rules in words."""


class Follow(ServerMessage, tag="continuations", frozen=True):
    """Answer to `continuations`: the cards that may follow, as in `legal`."""

    id: int
    actions: list[dict[str, Any]]


class Reason(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why one card cannot be played now, as the refusal would say it."""

    card: str
    code: str
    clause: str
    args: dict[str, str | int] = default(default_factory=dict)
    text: str = ""
    words: str = ""
    """The reason in words."""


class Reasons(ServerMessage, tag="reasons", frozen=True):
    """Answer to `why_not`: one reason for each different card in your hand that cannot be played now."""

    id: int
    reasons: list[Reason]


class Joined(ServerMessage, tag="joined", frozen=True):
    """Answer to `create_table`, `join_table` and `spectate_table`; a snapshot of the table follows."""

    id: int
    table: str
    """Its code."""
    seat: int | None = None
    note: str | None = None
    words: str = ""
    """The note in words."""


class PutOut(ServerMessage, tag="put_out", frozen=True):
    """The session was removed from the table. Nothing more about the table is sent."""

    table: str
    code: str
    """The reason: `kicked` or `banned`."""
    text: str = ""
    words: str = ""
    """The reason in words."""


class LobbySaid(ServerMessage, tag="lobby_said", frozen=True):
    """A line of lobby chat. The lines have numbers of their own, from 1 at each start of the server."""

    n: int
    name: str
    text: str


class TalkLine(Struct, frozen=True, kw_only=True):
    """One line of the recent lobby chat."""

    n: int
    name: str
    text: str


class Talk(ServerMessage, tag="lobby_talk", frozen=True):
    """Answer to `lobby_talk`: the recent lines, oldest first."""

    id: int
    lines: list[TalkLine]


class Entry(ServerMessage, tag="entry", frozen=True):
    """One entry of the table's log, as this session sees it. `event` is a map with its kind under `k`."""

    table: str
    n: int
    event: dict[str, Any]
    words: str = ""
    """What happened, in a sentence; empty if it is not worth a line."""


class PastEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An entry of the round, as this session saw it, or would have."""

    n: int
    event: dict[str, Any]
    words: str = ""
    """As in `entry`."""


class RoundHistory(ServerMessage, tag="history", frozen=True):
    """Answer to `history`: the entries of the round, oldest first, but for what was said."""

    id: int
    entries: list[PastEntry]
    cut: bool = False
    """Whether earlier entries of the round are left out."""


class Snapshot(ServerMessage, tag="snapshot", frozen=True):
    """All that this session may know about the table after entry `n`."""

    table: str
    n: int
    room: dict[str, Any]
    game: dict[str, Any] | None = None
    """The game as this session sees it; null before the first game."""
    seat: int | None = None
    result: dict[str, Any] | None = None
    """How the last round ended; null before the first end, and from the next deal on."""
    words: str = ""
    """What the game waits for, or how the round ended."""


class Legal(ServerMessage, tag="legal", frozen=True):
    """The session's legal actions now. Not numbered; replaces the previous list."""

    table: str
    decision: int
    n: int
    """The entry after which the list is valid."""
    actions: list[dict[str, Any]]
    words: str = ""
    """What the game asks; empty if it asks somebody else."""


class Clock(ServerMessage, tag="clock", frozen=True):
    """The table's clock: seconds left for the answer to `decision`, or until the next deal. Not numbered."""

    table: str
    decision: int
    seconds: float | None = None
    """Null: no limit, or the clock is stopped."""
    of: float | None = None


T = TypeVar("T", bound=Struct)


def _by_type(*kinds: type[T]) -> dict[str, type[T]]:
    """These types of messages by the `t` that each has on the wire."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


GREETINGS: dict[str, type[Greeting]] = _by_type(Hello, Login, Resume, MoveHere, ClaimSeat, Ping, Pong)
"""Messages of a client without an id, by type."""
REQUESTS: dict[str, type[Request]] = _by_type(
    *(ListTables, TableRules, CreateTable, JoinTable, SpectateTable, LeaveTable, AddBot, RemoveBot, Ready, Start),
    *(
        ChangeTable,
        MoveSeat,
        Kick,
        HandOver,
        Pause,
        EndGame,
        CloseTable,
        Mute,
        Away,
        GiveTime,
        AnswerClaim,
        Chat,
        React,
    ),
    *(LobbyTalk, MoveDevice, Logout, History),
    *MOVES,
    *(Continuations, WhyNot),
)
"""Numbered requests, by type."""
SERVER_MESSAGES: dict[str, type[ServerMessage]] = _by_type(
    *(Welcome, LoggedIn, Resumed, MoveCode, Error, Bye, Announcement, Ok, Tables, Rules, Follow, Reasons, Joined),
    *(PutOut, ClaimPending, LobbySaid, Talk, Entry, RoundHistory, Snapshot, Legal, Clock),
)
"""Messages of a server, by type; `ping` and `pong` go both ways."""

ClientMessage = Greeting | Request


Message = TypeVar("Message", bound=FromClient)


def example(kind: type[Message]) -> Message:
    """The example that a message of a client declares; of a request, with the id 1 and for the decision 0."""
    filled = {name: value for name, value in (("id", 1), ("decision", 0)) if name in kind.__struct_fields__}
    return kind(**filled, **kind.asked.like)
