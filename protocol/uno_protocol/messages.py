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
ShareHash = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]{64}$")]
"""The hash of a share (P-7.34)."""
Share = Annotated[str, Meta(max_length=32, pattern="^[0-9a-f]{32}$")]
"""A player's 16 bytes for the deal."""
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
    """The program's name, for the server's log."""
    program_version: ShortText = ""
    capabilities: Annotated[list[ShortText], Meta(max_length=32)] = default(default_factory=list)
    """Optional things that the client can do; none are defined yet."""
    words: Annotated[str, Meta(max_length=16)] = ""
    """The language in which the server puts its messages into words (P-4.9); empty: it does not."""


class Login(Greeting, tag="login", forbid_unknown_fields=True, frozen=True):
    """Start a session under a name. Answer: `logged_in` or `error`."""

    asked: ClassVar = Declaration(like={"name": "ann"})
    name: PlayerName = ""
    """P-5.2; `name_rejected` if empty, except for a screen."""
    password: Password | None = None
    """Needed if `welcome` says so (P-5.11); compared in NFC."""
    screen: bool = False
    """A television or projector, which only watches; the server names it (P-5.14)."""
    face: Face | None = None
    """The face that the player wishes for (P-5.15)."""
    program: bool = False
    """No person chooses the moves (P-5.18)."""


class Resume(Greeting, tag="resume", forbid_unknown_fields=True, frozen=True):
    """Resume a session. Answer: `resumed` or `error`."""

    asked: ClassVar = Declaration(like={"token": "secret"})
    token: Token
    table: ShortText | None = None
    """Code of the table that the client knows."""
    seen: EntryNumber | None = None
    """Number of its last entry that the client has applied; absent: a snapshot is wanted."""


class MoveHere(Greeting, tag="move_here", forbid_unknown_fields=True, frozen=True):
    """Continue a session of another device (P-5.16), instead of `login` or `resume`. Answer: `resumed` or `error`."""

    asked: ClassVar = Declaration(like={"name": "ann", "code": "123456"})
    name: PlayerName
    """The player's name."""
    code: ShortText
    """The digits that the other device shows."""


class ClaimSeat(Greeting, tag="claim_seat", forbid_unknown_fields=True, frozen=True):
    """Ask for the seat of a player whose token is lost (P-5.17), instead of `login` or `resume`.

    Answer: `claim_pending` and later `resumed`, or `error`.
    """

    asked: ClassVar = Declaration(like={"name": "ann"})
    name: PlayerName
    """The player's name."""
    password: Password | None = None
    """The server's, as in `login`."""


class Ping(Greeting, tag="ping", forbid_unknown_fields=True, frozen=True):
    """From either side, at any time after `welcome`; answered by `pong` with the same nonce."""

    asked: ClassVar = Declaration(often=True)
    nonce: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Pong(Greeting, tag="pong", forbid_unknown_fields=True, frozen=True):
    """From either side, in answer to `ping`, with its nonce."""

    asked: ClassVar = Declaration(often=True)
    nonce: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Request(FromClient, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request of a client; answered exactly once, with the same id, by `ok`, a listing, or `error`."""

    id: Id


class NewTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The settings of a new table."""

    seats: Seats = 4
    preset: ShortText = "official"
    """P-7.12."""
    options: Options = default(default_factory=dict)
    """The options that differ from the preset."""
    turn_seconds: TurnSeconds = 30
    """A person's time for each answer; 0: no limit."""
    bots: Annotated[list[BotLevel], Meta(max_length=9)] = default(default_factory=list)
    """Computer players from the start (P-18.5)."""
    bot_pause: Annotated[float, Meta(ge=0, le=5)] = 1.0
    """Factor on the pauses of computer players; 0: no pauses."""
    password: Password = ""
    """Needed to enter (P-7.17)."""
    listed: bool = True
    """P-7.17."""
    watching: bool = True
    """Whether spectators are allowed."""
    show_hands: bool = True
    """Whether everyone at the table sees all hands when a round is over, and the seed after the game."""
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] = ""
    """The position that every game begins at (P-7.30); empty: it begins with a deal."""
    own_text: OwnText = ""
    """The host's own rule (P-18.4)."""
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

    A player with a stand-in takes the seat back with it, even during a round.
    """

    asked: ClassVar = Declaration(WITH_SEAT, OPEN, refuses=("game_running", "away"), limited=True, often=True)
    ready: bool = True
    share: ShareHash | None = None
    """The hash of the player's bytes for the deal (P-7.34)."""


class OpenShare(Request, tag="open_share", frozen=True):
    """Open the bytes whose hash `game_opened` lists for the client's seat (P-7.35)."""

    asked: ClassVar = Declaration(WITH_SEAT, OPEN, {"share": "00" * 16}, limited=True, refuses=("bad_share",))
    share: Share


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
    """The host changes the table; absent fields stay. Rules, seats and `show_hands` stay during a game (P-7.6)."""

    asked: ClassVar = Declaration(
        AS_HOST, OPEN, {"locked": True}, limited=True, refuses=("game_running", "rules_refused", "seats_taken")
    )
    preset: ShortText | None = None
    """P-7.12; without `options`, it resets them to the preset's own."""
    options: Options | None = None
    """All options that differ from the preset."""
    seats: Seats | None = None
    """How many seats the table has."""
    turn_seconds: TurnSeconds | None = None
    """0: no limit."""
    password: Password | None = None
    """Empty: remove it."""
    listed: bool | None = None
    """P-7.17."""
    locked: bool | None = None
    """P-7.17."""
    watching: bool | None = None
    """P-7.17."""
    show_hands: bool | None = None
    """P-7.19."""
    own_text: OwnText | None = None
    """The host's own rule (P-18.4); empty, or absent beside a `preset`: none."""
    pace: Pace | None = None
    """How long computer players take (P-18.5)."""
    programs: bool | None = None
    """Whether programs may sit down (P-5.18)."""


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
    """That of the claim, so that a later one to the same seat is not meant either; absent: any claim to it."""


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


class AskNumbers(Request, tag="numbers", frozen=True):
    """Ask what players have done on this server, by name (P-7.37). Answer: `numbers`."""

    asked: ClassVar = Declaration(answer="numbers")


class MoveDevice(Request, tag="move_device", frozen=True):
    """Ask for six digits with which another device continues this session. Answer: `move_code`."""

    asked: ClassVar = Declaration(limited=True, answer="move_code")
    link: Annotated[str, Meta(max_length=100, pattern="^[!-~]*$")] = ""
    """The part before the digits in the link of a QR code; empty: no QR code is needed."""


class History(Request, tag="history", frozen=True):
    """Ask what has happened in this round, or in the last one until the next deal. Answer: `history`."""

    asked: ClassVar = Declaration(AT_TABLE, OPEN, limited=True, answer="history", screen=True)


class FetchRecord(Request, tag="record", frozen=True):
    """Ask for the record of the running game, or of the last one if none is on (P-8.10). Answer: `record`."""

    asked: ClassVar = Declaration(limited=True, answer="record", refuses=("not_at_table", "no_record"), screen=True)
    at: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    """How many lines of it the client has."""
    last: bool = False
    """Whether the last game that is over is meant, though another is on."""
    back: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    """Asks instead for a game in which the player sat, at any table: how many of them began later (P-8.10)."""


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


ACTIONS: Mapping[type[Any], type[Any]] = {_move(action): action for action in get_args(act.PlayerAction)}
"""The moves, derived from what a player can do in the engine (`PlayerAction`), each with its action."""
MOVES: tuple[type[Any], ...] = tuple(ACTIONS)
Play, Draw, Keep, Pass, Name, Choose, Cast, Give, Retain, Accept, Challenge, Done, CallUno, Catch = MOVES


class Continuations(PlayRequest, tag="continuations", frozen=True):
    """Ask which cards may follow in a chain that begins with `cards`; changes nothing. Answer: `continuations`."""

    asked: ClassVar = Declaration(
        WITH_SEAT, OPEN, {"cards": ["R5"]}, often=True, answer="continuations", refuses=BY_THE_RULES
    )
    cards: CardNames
    """The chain so far, in order."""
    colours: ColourLetters = default(default_factory=list)
    """The colour of each wild in it, as in `play`; without one for the last of them it is `colour_missing`."""


class WhyNot(Request, tag="why_not", frozen=True):
    """Ask why each card in your hand that cannot be played now cannot. Answer: `reasons`."""

    asked: ClassVar = Declaration(WITH_SEAT, OPEN, answer="reasons", refuses=("no_game", "out_of_game"))


class ServerMessage(Struct, tag_field="t", frozen=True, omit_defaults=True, kw_only=True):
    """A message of a server. Receivers ignore unknown keys and types."""


class Welcome(ServerMessage, tag="welcome", frozen=True):
    """Answer to `hello`: the chosen version, the server's identity and its limits."""

    version: int
    """The version to use from now on."""
    server_id: str
    """The same for as long as the server's tokens are valid. A client with a token for that id and name can resume
    (P-5), if it may send it there: anybody can name that id (P-20.8)."""
    name: str
    """The server's name, for people."""
    program: str
    """The server's program and version."""
    limits: dict[str, int]
    """P-10.1."""
    timeouts: dict[str, float]
    """P-10.2."""
    password: bool = False
    """Whether a login needs the server's password (P-5.11)."""
    capabilities: list[str] = default(default_factory=list)
    """Optional things that the server can do: `numbers` (P-7.37), `records` (P-8.10), `scenario` (P-7.30), `tls`
    (P-20), `web` (P-17). A client ignores unknown names."""
    words: str = ""
    """The language of the words in messages (P-4.9); empty: there are none."""
    training: bool = False
    """P-10.6."""


class LoggedIn(ServerMessage, tag="logged_in", frozen=True):
    """Answer to `login`."""

    name: str
    """The player's name, as it will be shown."""
    token: str
    """A secret of up to 64 characters, which proves who the player is (P-5.5)."""


class Resumed(ServerMessage, tag="resumed", frozen=True):
    """Answer to `resume`, `move_here` and `claim_seat`; at a table, the missed entries or a snapshot follow."""

    name: str
    """The player's name."""
    last_id: int
    """The highest request id of this session that the server knows; 0 if none. New requests have higher ones."""
    table: str | None = None
    """Code of the session's table; absent: it is at none."""
    token: str | None = None
    """The session's new token, of up to 64 characters, in answer to anything but `resume`; the one before is void."""


class MoveCode(ServerMessage, tag="move_code", frozen=True):
    """Answer to `move_device`."""

    id: int
    code: str
    """Six digits, as secret as a token (P-5.16)."""
    seconds: float
    """How long they work."""
    qr: list[str] = default(default_factory=list)
    """The QR code of the link that was asked for, row by row: `1` is dark, `0` light."""


class ClaimPending(ServerMessage, tag="claim_pending", frozen=True):
    """Answer to `claim_seat`: those at the table are asked."""

    by: Literal["host", "players", "administrator"]
    """The person or people who can allow it now."""
    seconds: float
    """How long they have."""


class Error(ServerMessage, tag="error", frozen=True):
    """A request was refused (with its id), or the connection has a fault (without)."""

    code: str
    """P-12."""
    id: int | None = None
    """The request's id; absent: the error is about the connection (P-4.8)."""
    field: str | None = None
    """Path of the field at fault, such as `cards[0]`."""
    clause: str | None = None
    """The clause of the rule book behind a refused move."""
    args: dict[str, str | int] = default(default_factory=dict)
    """P-12; cards as in P-1.6, seats as numbers."""
    text: str = ""
    """A sentence in English to fall back on (P-6.7)."""
    words: str = ""
    """The refusal in words (P-4.9)."""


class Bye(ServerMessage, tag="bye", frozen=True):
    """The last message of a connection."""

    code: str
    """The reason (P-12.3)."""
    come_back: bool
    """Whether it makes sense to connect again (P-4.5)."""
    after: float = 0  # not 0.0: a field is left out if its value is this very object
    """The least time to wait before that."""
    text: str = ""
    """A sentence in English to fall back on."""
    words: str = ""
    """The reason in words (P-4.9)."""


class Announcement(ServerMessage, tag="announcement", frozen=True):
    """A message from the server's operator to everyone logged in (P-5.13)."""

    text: str
    """A sentence or a few."""


class Ok(ServerMessage, tag="ok", frozen=True):
    """The request was carried out."""

    id: int
    note: str | None = None
    """A code if something in the request was ignored (P-12.4)."""
    words: str = ""
    """The note in words (P-4.9)."""


class TableLine(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One table in a listing."""

    code: str
    name: str
    seats: int
    """All seats."""
    people: int
    """People seated."""
    bots: int
    """Computer players seated."""
    phase: str
    """P-7.8."""
    preset: str
    """P-7.12."""
    options: dict[str, str] = default(default_factory=dict)
    """The options that differ from the preset."""
    fingerprint: str = ""
    """P-7.12."""
    host: str | None = None
    """Name of the host; absent: nobody seated is connected, and a client SHOULD list the table last and say that nobody
    is there."""
    password: bool = False
    """Whether it has one."""
    locked: bool = False
    """P-7.17."""
    watching: bool = True
    """Whether spectators are allowed."""
    watchers: int = 0
    """How many spectators there are."""
    test: bool = False
    """P-7.30."""

    @property
    def deserted(self) -> bool:
        """Whether nobody seated is connected."""
        return self.host is None


class Tables(ServerMessage, tag="tables", frozen=True):
    """Answer to `list_tables`: one page of the listed tables (P-7.17), by code."""

    id: int
    tables: list[TableLine]
    """Up to `limits.tables_per_page` tables."""
    more: bool = False
    """Whether there is another page."""
    faces: dict[str, list[Face]] = default(default_factory=dict)
    """By code: the faces of those seated who have one, in the order of their seats (P-5.15)."""
    no_programs: list[str] = default(default_factory=list)
    """Codes of the tables that are closed to programs (P-5.18)."""


class RulesPart(Struct, frozen=True, kw_only=True):
    """A part of the rules in words."""

    title: str
    lines: list[str]
    """Whole sentences."""


class Rules(ServerMessage, tag="rules", frozen=True):
    """Answer to `table_rules`: all rules of the table."""

    id: int
    table: str
    """The table's code."""
    name: str
    preset: str
    """P-7.12."""
    rules: dict[str, str]
    """Every option in force, so that no client needs to know the preset."""
    fingerprint: str
    """P-7.12."""
    turn_seconds: int
    """0: no limit."""
    options: dict[str, str] = default(default_factory=dict)
    """The options that differ from the preset."""
    password: bool = False
    """Whether the table has one."""
    watching: bool = True
    """Whether spectators are allowed."""
    show_hands: bool = False
    """P-7.19."""
    test: bool = False
    """P-7.30."""
    own_text: str = ""
    """The host's own rule (P-18.4)."""
    words: list[RulesPart] = default(default_factory=list)
    """The rules in words (P-4.9)."""


class Follow(ServerMessage, tag="continuations", frozen=True):
    """Answer to `continuations`: the cards that may follow."""

    id: int
    actions: list[dict[str, Any]]
    """Each a `play`, as in `legal` (P-9.5); empty if nothing may follow."""


class Reason(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why one card cannot be played now, as the refusal would say it."""

    card: str
    code: str
    """P-12.2."""
    clause: str
    """The clause of the rule book behind it."""
    args: dict[str, str | int] = default(default_factory=dict)
    """As in `error`."""
    text: str = ""
    """As in `error`."""
    words: str = ""
    """The reason in words (P-4.9)."""


class Reasons(ServerMessage, tag="reasons", frozen=True):
    """Answer to `why_not`: one reason for each different card in your hand that cannot be played now."""

    id: int
    reasons: list[Reason]
    """In canonical order; a card that can only be played at a cost (P-9.6) is among them."""


class Joined(ServerMessage, tag="joined", frozen=True):
    """Answer to `create_table`, `join_table` and `spectate_table` (P-7.4)."""

    id: int
    table: str
    """The table's code."""
    seat: int | None = None
    """The client's own; absent: a spectator."""
    note: str | None = None
    """`table_exists` (P-7.3)."""
    words: str = ""
    """The note in words (P-4.9)."""


class PutOut(ServerMessage, tag="put_out", frozen=True):
    """The session was removed from the table. Nothing more about the table follows."""

    table: str
    """The table's code."""
    code: str
    """The reason: `kicked` or `banned`."""
    text: str = ""
    """A sentence in English to fall back on."""
    words: str = ""
    """The reason in words (P-4.9)."""


class LobbySaid(ServerMessage, tag="lobby_said", frozen=True):
    """A line of chat in the lobby (P-7.27)."""

    n: int
    """The number of the line."""
    name: str
    """The speaker's name."""
    text: str


class TalkLine(Struct, frozen=True, kw_only=True):
    """One line of the recent lobby chat, as in `lobby_said`."""

    n: int
    name: str
    text: str


class Talk(ServerMessage, tag="lobby_talk", frozen=True):
    """Answer to `lobby_talk`: the lines after that one."""

    id: int
    lines: list[TalkLine]
    """Oldest first."""


class PresetNumbers(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Games by the rules of a preset, whatever options differ from it."""

    preset: str
    """P-7.12."""
    games: int
    wins: int = 0
    equal: int = 0
    """As in the numbers of the player."""


class PlayerNumbers(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What was done under a name, in games that were played to the end."""

    name: str
    games: int
    wins: int = 0
    low: int = 0
    """Per cent: the chance to win is above it, and below `high`, in 95 of 100 cases (the Wilson interval)."""
    high: int = 100
    equal: int = 0
    """How many of these games a player who is as good as the others wins on average, in hundredths of a game."""
    points: int = 0
    called: int = 0
    """UNO calls."""
    forgotten: int = 0
    """How often the player was caught without UNO."""
    caught: int = 0
    """How often the player caught somebody."""
    right: int = 0
    """Challenges of somebody who was guilty."""
    wrong: int = 0
    """Challenges of somebody who was not."""
    biggest: int = 0
    """The most cards held."""
    longest: int = 0
    """The most cards played at once; 0: never more than one."""
    streak: int = 0
    """The most games won in a row."""
    presets: list[PresetNumbers] = default(default_factory=list)
    """The same games by preset: the three that were played most."""


class Numbers(ServerMessage, tag="numbers", frozen=True):
    """Answer to `numbers` (P-7.37)."""

    id: int
    tonight: list[PlayerNumbers] = default(default_factory=list)
    """Since the last noon where the server is. In each list, those who played most come first; 20 at most."""
    month: list[PlayerNumbers] = default(default_factory=list)
    """Since the month began."""
    always: list[PlayerNumbers] = default(default_factory=list)
    """In all games that the server knows."""


class Entry(ServerMessage, tag="entry", frozen=True):
    """One entry of the table's log, as this session sees it."""

    table: str
    """The table's code."""
    n: int
    """The number of the entry."""
    event: dict[str, Any]
    """P-8.3."""
    words: str = ""
    """The event in a sentence (P-4.9); empty if it is not worth a line."""


class PastEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An entry of the round, as this session saw it, or would have."""

    n: int
    """The number of the entry."""
    event: dict[str, Any]
    words: str = ""
    """As in `entry`."""


class RoundHistory(ServerMessage, tag="history", frozen=True):
    """Answer to `history`: the entries of the round, but for what was said (P-8.8)."""

    id: int
    entries: list[PastEntry]
    """Oldest first."""
    cut: bool = False
    """Whether earlier entries of the round are left out."""


class RecordPage(ServerMessage, tag="record", frozen=True):
    """Answer to `record`: some of its lines (P-8.11)."""

    id: int
    at: int
    """How many lines come before these."""
    of: int
    """How many lines the record has."""
    digest: str
    """The SHA-256 in its last line."""
    lines: list[str]
    """Without their line ends."""


class Snapshot(ServerMessage, tag="snapshot", frozen=True):
    """All that this session may know about the table (P-8.7)."""

    table: str
    """The table's code."""
    n: int
    """The number of the last entry in it."""
    room: dict[str, Any]
    game: dict[str, Any] | None = None
    """Absent before the first game, and after `game_cleared`."""
    seat: int | None = None
    """The client's own; absent: a spectator."""
    result: dict[str, Any] | None = None
    """P-8.9; absent until a round has ended, and from the next deal on."""
    words: str = ""
    """A sentence on what the game waits for, or on how the round has ended (P-4.9)."""


class Legal(ServerMessage, tag="legal", frozen=True):
    """To one seat: the whole list of what it may do now, which replaces the one before (P-9.4)."""

    table: str
    """The table's code."""
    decision: int
    """The decision number for requests made from this list."""
    n: int
    """The entry after which the list is valid."""
    actions: list[dict[str, Any]]
    """P-9.5."""
    words: str = ""
    """The question to this seat in a sentence (P-4.9); empty if the game asks somebody else."""


class Clock(ServerMessage, tag="clock", frozen=True):
    """To everyone at the table: the time left for the answer to `decision`, or until the next deal (P-9.8)."""

    table: str
    """The table's code."""
    decision: int
    """The decision number at the time."""
    seconds: float | None = None
    """Left from now on; absent: no limit, or the clock is stopped."""
    of: float | None = None
    """In all."""


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
    *(LobbyTalk, MoveDevice, Logout, History, OpenShare, AskNumbers, FetchRecord),
    *MOVES,
    *(Continuations, WhyNot),
)
"""Numbered requests, by type."""
SERVER_MESSAGES: dict[str, type[ServerMessage]] = _by_type(
    *(Welcome, LoggedIn, Resumed, MoveCode, Error, Bye, Announcement, Ok, Tables, Rules, Follow, Reasons, Joined),
    *(PutOut, ClaimPending, LobbySaid, Talk, Numbers, Entry, RoundHistory, RecordPage, Snapshot, Legal, Clock),
)
"""Messages of a server, by type; `ping` and `pong` go both ways."""

ClientMessage = Greeting | Request


Message = TypeVar("Message", bound=FromClient)


def example(kind: type[Message]) -> Message:
    """The example that a message of a client declares; of a request, with the id 1 and for the decision 0."""
    filled = {name: value for name, value in (("id", 1), ("decision", 0)) if name in kind.__struct_fields__}
    return kind(**filled, **kind.asked.like)
