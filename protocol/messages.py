"""Every message of the protocol as a typed value (PROTOCOL.md, sections 4 to 9).

Structs only: no sockets, no bytes. What a client sends is checked strictly (unknown keys are refused, but in `hello`);
what a server sends may grow, so a receiver ignores keys that it does not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec import field as default

VERSION = 1
"""The version of the protocol that this package speaks. It is frozen: `protocol/vectors/v1.json` never changes."""

Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
"""Request id: increases within a session."""
Seat = Annotated[int, Meta(ge=0, le=9)]
DecisionNumber = Annotated[int, Meta(ge=0, le=2**53 - 1)]
EntryNumber = Annotated[int, Meta(ge=0, le=2**53 - 1)]
PlayerName = Annotated[str, Meta(max_length=1024)]
"""As sent; what the server makes of it is 1 to 20 characters, and it says what is wrong with others (P-5)."""
TableName = Annotated[str, Meta(max_length=1024)]
CardName = Annotated[str, Meta(min_length=1, max_length=3)]
ColourLetter = Literal["R", "Y", "G", "B"]
Password = Annotated[str, Meta(max_length=1024)]
Token = Annotated[str, Meta(max_length=1024)]
OptionText = Annotated[str, Meta(max_length=40)]
Options = Annotated[dict[Annotated[str, Meta(max_length=40)], OptionText], Meta(max_length=64)]
BotLevel = Literal["normal", "random"]
ShortText = Annotated[str, Meta(max_length=64)]
TurnSeconds = Annotated[int, Meta(ge=0, le=600)]
Seats = Annotated[int, Meta(ge=2, le=10)]
ChatText = Annotated[str, Meta(max_length=1024)]
"""As sent; what the server makes of it is one line of at most `limits.chat_length` characters (P-7.26)."""
Reaction = Literal["nice", "haha", "wow", "oops", "sorry", "thanks", "hurry", "good_game"]


# --- from the client, without an id ------------------------------------------------------------------------------


class Greeting(Struct, tag_field="t", frozen=True, omit_defaults=True):
    """What a client may send outside the numbered requests."""


class Hello(Greeting, tag="hello", frozen=True):
    """First message of a connection. Keys that the server does not know are ignored here alone."""

    versions: Annotated[list[Annotated[int, Meta(ge=0, le=65535)]], Meta(min_length=2, max_length=2)]
    """Lowest and highest version that the client speaks."""
    program: ShortText = ""
    program_version: ShortText = ""
    capabilities: Annotated[list[ShortText], Meta(max_length=32)] = default(default_factory=list)


class Login(Greeting, tag="login", forbid_unknown_fields=True, frozen=True):
    """Begin a session under a name. Answer: `logged_in`, or `error` name_rejected / name_taken (connection kept).

    `password` where `welcome` says that one is needed; a wrong one is `wrong_password`.
    """

    name: PlayerName
    password: Password | None = None


class Resume(Greeting, tag="resume", forbid_unknown_fields=True, frozen=True):
    """Go on with a session. `table` and `seen` (number of the last entry received) ask for what was missed."""

    token: Token
    table: ShortText | None = None
    seen: EntryNumber | None = None


class Ping(Greeting, tag="ping", forbid_unknown_fields=True, frozen=True):
    """Either side, any time after `welcome`; answered by `pong` with the same nonce."""

    nonce: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Pong(Greeting, tag="pong", forbid_unknown_fields=True, frozen=True):
    """Answer to `ping`."""

    nonce: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


# --- requests ----------------------------------------------------------------------------------------------------


class Request(Struct, tag_field="t", frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a client asks for, with an id; answered exactly once by `ok`, a listing, or `error` with the same id."""

    id: Id


class NewTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a table is to be opened."""

    seats: Seats = 4
    preset: ShortText = "official"
    options: Options = default(default_factory=dict)
    turn_seconds: TurnSeconds = 30
    """Seconds for a turn; 0 is no limit."""
    bots: Annotated[list[BotLevel], Meta(max_length=9)] = default(default_factory=list)
    bot_pause: Annotated[float, Meta(ge=0, le=5)] = 1.0
    """Factor on the pauses of computer players; 0 is none."""
    password: Password = ""
    """Asked of whoever comes in; empty: none."""
    listed: bool = True
    """False: the table is in no list and is found by its code alone."""
    watching: bool = True
    """Whether people without a seat may watch."""
    show_hands: bool = False
    """Whether all hands of a round are shown to those at the table when it is over."""
    position: Annotated[str, Meta(max_length=6000)] = ""
    """Where every game begins, in the language of scenarios; only where `capabilities` has `scenario` (P-7.30)."""


class ListTables(Request, tag="list_tables", frozen=True):
    """Answer: `tables`, one page."""

    after: ShortText = ""
    """Code of the last table of the page before; empty for the first page."""


class TableRules(Request, tag="table_rules", frozen=True):
    """Ask for the whole rules of a table by name or code, before joining. Answer: `rules`."""

    table: TableName


class CreateTable(Request, tag="create_table", frozen=True):
    """Open a table and sit down as its host. Answer: `joined`, then a snapshot."""

    name: TableName
    new: NewTable = default(default_factory=NewTable)


class JoinTable(Request, tag="join_table", frozen=True):
    """Sit down at a table by name or code; with `new`, open it if there is none. Answer: `joined`, then a snapshot."""

    table: TableName
    new: NewTable | None = None
    password: Password = ""
    """Of the table, where it has one."""


class SpectateTable(Request, tag="spectate_table", frozen=True):
    """Watch a table by name or code. Answer: `joined` with seat null, then a snapshot."""

    table: TableName
    password: Password = ""


class LeaveTable(Request, tag="leave_table", frozen=True):
    """Leave the table for good (A10 in mid-round), or stop watching."""


class AddBot(Request, tag="add_bot", frozen=True):
    """The host seats a computer player in the lowest free seat."""

    level: BotLevel = "normal"


class RemoveBot(Request, tag="remove_bot", frozen=True):
    """The host removes the computer player of a seat."""

    seat: Seat


class Ready(Request, tag="ready", frozen=True):
    """Accept the present rules and seats, or take that back; between rounds: ready for the next deal."""

    ready: bool = True


class Start(Request, tag="start", frozen=True):
    """The host starts the game; everyone seated must be ready.

    `chosen` is the seat that `starter` `chosen` asks for (A6); without it, the host's own.
    """

    chosen: Seat | None = None


class ChangeTable(Request, tag="change_table", frozen=True):
    """The host changes what the table is; what is absent stays. Rules and seats only while no game is on (P-7.6)."""

    preset: ShortText | None = None
    """With it, options that are not sent too are those of the preset alone."""
    options: Options | None = None
    """All that is to differ from the preset."""
    seats: Seats | None = None
    turn_seconds: TurnSeconds | None = None
    password: Password | None = None
    """Empty: none any more."""
    listed: bool | None = None
    locked: bool | None = None
    """Nobody comes in, neither to play nor to watch."""
    watching: bool | None = None
    show_hands: bool | None = None


class MoveSeat(Request, tag="move_seat", frozen=True):
    """The host moves who sits in `seat` to the seat `to`; whoever sits there changes places with them."""

    seat: Seat
    to: Seat


class Kick(Request, tag="kick", frozen=True):
    """The host puts a person out of the table, seated or watching; with `ban` for the table's life."""

    name: PlayerName
    ban: bool = False


class HandOver(Request, tag="hand_over", frozen=True):
    """The host makes another person the host."""

    seat: Seat


class Pause(Request, tag="pause", frozen=True):
    """The host lets the game stand still, or go on."""

    paused: bool = True


class EndGame(Request, tag="end_game", frozen=True):
    """The host ends the game without a result; the table waits for another."""


class CloseTable(Request, tag="close_table", frozen=True):
    """The host ends the table."""


class Mute(Request, tag="mute", frozen=True):
    """The host lets a person at the table speak no more, or again."""

    name: PlayerName
    muted: bool = True


class Away(Request, tag="away", frozen=True):
    """Let a computer player sit in for the own seat, or take the seat back."""

    away: bool = True


class GiveTime(Request, tag="give_time", frozen=True):
    """Give a seat more seconds for every answer than the table has: the host, or who sits there."""

    seat: Seat
    seconds: Annotated[int, Meta(ge=0, le=300)]


class Chat(Request, tag="chat", frozen=True):
    """Say something to everyone at the table, or to everyone who is at no table."""

    text: ChatText
    to: Literal["table", "lobby"] = "table"


class React(Request, tag="react", frozen=True):
    """Say one of a few things at the table, quickly."""

    reaction: Reaction


class LobbyTalk(Request, tag="lobby_talk", frozen=True):
    """What was said in the lobby lately. Answer: `lobby_talk`."""

    after: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    """Number of the last line that is known."""


class PlayRequest(Request, frozen=True, kw_only=True):
    """A request of play: names the decision number that it answers."""

    decision: DecisionNumber


class Play(PlayRequest, tag="play", frozen=True):
    """Lay cards: one, or a chain. `colours`, if sent, is as long as `cards`, null where none is named."""

    cards: Annotated[list[CardName], Meta(min_length=1, max_length=120)]
    colours: Annotated[list[ColourLetter | None], Meta(max_length=120)] = default(default_factory=list)
    target: Seat | None = None
    uno: bool = False


class Draw(PlayRequest, tag="draw", frozen=True):
    """Draw instead of playing."""


class Keep(PlayRequest, tag="keep", frozen=True):
    """Keep the card just drawn."""


class Pass(PlayRequest, tag="pass", frozen=True):
    """Pass: nothing to draw, nothing allowed to play."""


class Name(PlayRequest, tag="name", frozen=True):
    """Name the colour of a wild."""

    colour: ColourLetter


class Choose(PlayRequest, tag="choose", frozen=True):
    """Choose another player for what the card on top does."""

    target: Seat


class Vote(PlayRequest, tag="vote", frozen=True):
    """Vote for a rule of the ballot."""

    rule: ShortText


class Give(PlayRequest, tag="give", frozen=True):
    """Choose the card that is passed on."""

    card: CardName


class Retain(PlayRequest, tag="retain", frozen=True):
    """Choose the card of the named colour that is kept."""

    card: CardName


class Accept(PlayRequest, tag="accept", frozen=True):
    """Accept a penalty."""


class Challenge(PlayRequest, tag="challenge", frozen=True):
    """Challenge a Wild Draw Four."""


class CallUno(PlayRequest, tag="uno", frozen=True):
    """Call UNO."""


class Catch(PlayRequest, tag="catch", frozen=True):
    """Catch a seat that has not called UNO."""

    target: Seat


class Continuations(PlayRequest, tag="continuations", frozen=True):
    """Ask what may follow in a chain that begins with `cards`; changes nothing. Answer: `continuations`."""

    cards: Annotated[list[CardName], Meta(min_length=1, max_length=120)]
    colours: Annotated[list[ColourLetter | None], Meta(max_length=120)] = default(default_factory=list)


class WhyNot(Request, tag="why_not", frozen=True):
    """Ask for each card of the own hand that cannot be played now, why. Answer: `reasons`."""


# --- from the server ---------------------------------------------------------------------------------------------


class ServerMessage(Struct, tag_field="t", frozen=True, omit_defaults=True, kw_only=True):
    """What a server sends. Receivers ignore keys and message types that they do not know."""


class Welcome(ServerMessage, tag="welcome", frozen=True):
    """Answer to `hello`: the version chosen, who the server is, what it permits."""

    version: int
    server_id: str
    """Stays the same as long as the server's tokens are good."""
    name: str
    program: str
    limits: dict[str, int]
    """See P-10: max_frame, max_frame_before_hello, server_max_frame, name_length, requests_burst, ..."""
    timeouts: dict[str, float]
    """Seconds: hello, read, ping, silence."""
    password: bool = False
    """A login needs the server's password."""
    capabilities: list[str] = default(default_factory=list)


class LoggedIn(ServerMessage, tag="logged_in", frozen=True):
    """Answer to `login`. The token is secret: whoever has it is the player."""

    name: str
    token: str


class Resumed(ServerMessage, tag="resumed", frozen=True):
    """Answer to `resume`. If at a table, entries missed (or a snapshot) follow."""

    name: str
    last_id: int
    """Highest request id seen in this session; 0 if none."""
    table: str | None = None
    """Code of the table where the session is, if any."""


class Error(ServerMessage, tag="error", frozen=True):
    """A request was refused (with its id), or the connection is at fault (without)."""

    code: str
    id: int | None = None
    field: str | None = None
    """Path of the field at fault, e.g. `cards[0]`, or the option."""
    clause: str | None = None
    """Clause of the rule book behind a refused move."""
    args: dict[str, str | int] = default(default_factory=dict)
    text: str = ""
    """A sentence to fall back on."""


class Bye(ServerMessage, tag="bye", frozen=True):
    """The last message before the server closes the connection."""

    code: str
    come_back: bool
    after: float = 0  # not 0.0: what is left out is known by being the same object
    """Seconds to wait before coming back."""
    text: str = ""


class Announcement(ServerMessage, tag="announcement", frozen=True):
    """What whoever runs the server tells everybody who has logged in. Not numbered."""

    text: str


class Ok(ServerMessage, tag="ok", frozen=True):
    """The request was carried out."""

    id: int
    note: str | None = None
    """A code when something was ignored, e.g. `table_exists`."""


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
    """What differs from the preset."""
    fingerprint: str = ""
    host: str | None = None
    password: bool = False
    locked: bool = False
    watching: bool = True
    watchers: int = 0
    test: bool = False


class Tables(ServerMessage, tag="tables", frozen=True):
    """Answer to `list_tables`."""

    id: int
    tables: list[TableLine]
    more: bool = False


class Rules(ServerMessage, tag="rules", frozen=True):
    """Answer to `table_rules`: everything that was agreed on at the table."""

    id: int
    table: str
    """Its code."""
    name: str
    preset: str
    rules: dict[str, str]
    """Every option in force, for those who do not know the preset."""
    fingerprint: str
    turn_seconds: int
    options: dict[str, str] = default(default_factory=dict)
    """What differs from the preset."""
    password: bool = False
    watching: bool = True
    show_hands: bool = False
    test: bool = False


class Follow(ServerMessage, tag="continuations", frozen=True):
    """Answer to `continuations`: the cards that may follow, listed as in `legal`."""

    id: int
    actions: list[dict[str, Any]]


class Reason(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why one card cannot be played now: as the refusal would say it."""

    card: str
    code: str
    clause: str
    args: dict[str, str | int] = default(default_factory=dict)
    text: str = ""


class Reasons(ServerMessage, tag="reasons", frozen=True):
    """Answer to `why_not`: one reason for each card (face) of the own hand that cannot be played now."""

    id: int
    reasons: list[Reason]


class Joined(ServerMessage, tag="joined", frozen=True):
    """Answer to `create_table`, `join_table`, `spectate_table`: a snapshot of the table follows."""

    id: int
    table: str
    """Its code."""
    seat: int | None = None
    note: str | None = None


class PutOut(ServerMessage, tag="put_out", frozen=True):
    """The session is no longer at the table, and did not ask to leave it. Nothing more of the table is sent."""

    table: str
    code: str
    """Why: `kicked`, `banned`."""
    text: str = ""


class LobbySaid(ServerMessage, tag="lobby_said", frozen=True):
    """Somebody said something in the lobby. Numbered by itself, from 1, anew with each start of the server."""

    n: int
    name: str
    text: str


class TalkLine(Struct, frozen=True, kw_only=True):
    """One thing that was said in the lobby."""

    n: int
    name: str
    text: str


class Talk(ServerMessage, tag="lobby_talk", frozen=True):
    """Answer to `lobby_talk`: what was said lately, oldest first."""

    id: int
    lines: list[TalkLine]


class Entry(ServerMessage, tag="entry", frozen=True):
    """One entry of the table's log, as this session sees it. `event` is a map with its type under `k`."""

    table: str
    n: int
    event: dict[str, Any]


class Snapshot(ServerMessage, tag="snapshot", frozen=True):
    """All that this session may know of the table after entry `n`."""

    table: str
    n: int
    room: dict[str, Any]
    game: dict[str, Any] | None = None
    """The view of the game; null before the first game."""
    seat: int | None = None


class Legal(ServerMessage, tag="legal", frozen=True):
    """The session's own legal actions now. Not numbered; replaces the list before it."""

    table: str
    decision: int
    n: int
    """The entry after which the list holds."""
    actions: list[dict[str, Any]]


class Clock(ServerMessage, tag="clock", frozen=True):
    """The timer of the table: seconds left for what `decision` asks, or until the next deal. Not numbered."""

    table: str
    decision: int
    seconds: float | None = None
    """Null: no limit, or the clock stands still."""
    of: float | None = None


GREETINGS: dict[str, type[Greeting]] = {
    "hello": Hello,
    "login": Login,
    "resume": Resume,
    "ping": Ping,
    "pong": Pong,
}
"""Messages of a client without an id, by type."""

REQUESTS: dict[str, type[Request]] = {
    "list_tables": ListTables,
    "table_rules": TableRules,
    "create_table": CreateTable,
    "join_table": JoinTable,
    "spectate_table": SpectateTable,
    "leave_table": LeaveTable,
    "add_bot": AddBot,
    "remove_bot": RemoveBot,
    "ready": Ready,
    "start": Start,
    "change_table": ChangeTable,
    "move_seat": MoveSeat,
    "kick": Kick,
    "hand_over": HandOver,
    "pause": Pause,
    "end_game": EndGame,
    "close_table": CloseTable,
    "mute": Mute,
    "away": Away,
    "give_time": GiveTime,
    "chat": Chat,
    "react": React,
    "lobby_talk": LobbyTalk,
    "play": Play,
    "draw": Draw,
    "keep": Keep,
    "pass": Pass,
    "name": Name,
    "choose": Choose,
    "vote": Vote,
    "give": Give,
    "retain": Retain,
    "accept": Accept,
    "challenge": Challenge,
    "uno": CallUno,
    "catch": Catch,
    "continuations": Continuations,
    "why_not": WhyNot,
}
"""Numbered requests, by type."""

SERVER_MESSAGES: dict[str, type[ServerMessage]] = {
    "welcome": Welcome,
    "logged_in": LoggedIn,
    "resumed": Resumed,
    "error": Error,
    "bye": Bye,
    "announcement": Announcement,
    "ok": Ok,
    "tables": Tables,
    "rules": Rules,
    "continuations": Follow,
    "reasons": Reasons,
    "joined": Joined,
    "put_out": PutOut,
    "lobby_said": LobbySaid,
    "lobby_talk": Talk,
    "entry": Entry,
    "snapshot": Snapshot,
    "legal": Legal,
    "clock": Clock,
}
"""Messages of a server, by type; `ping` and `pong` go both ways."""

ClientMessage = Greeting | Request
