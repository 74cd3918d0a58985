"""What does a typed line mean? The one table of commands of the plain client, and how each is read. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from client import lines
from client.inputs import Act, Ask, Input, Stop
from client.model import Model
from client.offers import catches, cost, offered, question
from client.words import COLOUR_WORDS, RANK_WORDS
from engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Catch,
    Challenge,
    Draw,
    Keep,
    Listed,
    Name,
    Pass,
    Play,
    PlayerAction,
)
from engine.cards import FACES, Card, Colour
from engine.state import Phase
from protocol import messages as net


@dataclass(frozen=True, slots=True)
class Say:
    """An answer from what is known already."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Want:
    """Something to be fed to the core."""

    input: Input


@dataclass(frozen=True, slots=True)
class Check:
    """A question with yes and no; yes feeds `input`."""

    question: str
    input: Input


Outcome = Say | Want | Check


@dataclass(frozen=True, slots=True)
class Setting:
    """What a command may look at: the model, how a new table is opened, the list of choices that was shown."""

    model: Model
    new: net.NewTable
    shown: tuple[Listed, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """One command: how it is written, what it is for, what it does with the words behind its name."""

    usage: str
    help: str
    run: Callable[[Setting, list[str]], Outcome]


def obey(setting: Setting, line: str) -> Outcome:
    """What a line asks for."""
    words = line.split()
    if not words:
        return Say(tuple(lines.choice_lines(setting.model)))
    name, rest = words[0].lower().rstrip("?"), words[1:]
    if name.isascii() and name.isdigit():
        return _choose(setting, int(name) if len(name) < 4 else 0, rest)
    command = COMMANDS.get(SHORT.get(name, name))
    if command is None:
        return Say((f"There is no command {words[0]!r}. {lines.hints(setting.model)}",))
    return command.run(setting, rest)


def act(model: Model, action: PlayerAction) -> Outcome:
    """The action, behind a question if the table punishes it."""
    price = cost(model, action)
    return Want(Act(action)) if price is None else Check(question(price), Act(action))


def _choose(setting: Setting, at: int, rest: Sequence[str]) -> Outcome:
    """A number of the list that was shown last, with `uno` or a colour behind it."""
    listed = offered(setting.model)
    if listed != setting.shown or not listed:
        return Say(("That list is out of date.", *lines.choice_lines(setting.model)))
    if not 1 <= at <= len(listed):
        return Say((f"Choose a number from 1 to {len(listed)}.",))
    chosen = listed[at - 1]
    if not isinstance(chosen, CanPlay):
        return act(setting.model, chosen)
    return _lay(setting.model, chosen.seat, chosen.card, rest)


# --- cards ----------------------------------------------------------------------------------------------------------


def _written() -> dict[str, Card]:
    """Every way in which a card may be typed, in small letters."""
    ways: dict[str, Card] = {}
    for face in FACES:
        rank = {face.rank.value.lower(), RANK_WORDS.get(face.rank, face.rank.value).lower()}
        if face.colour is None:
            ways |= dict.fromkeys(rank, face)
        else:
            names = {COLOUR_WORDS[face.colour], *(("orange",) if face.colour is Colour.YELLOW else ())}
            ways |= {f"{name} {value}": face for name in names for value in rank}
            ways[face.name.lower()] = face
    return ways


_WRITTEN = _written()
_COLOURS: Mapping[str, Colour] = lines.COLOUR_NAMES | {"orange": Colour.YELLOW}


def _play(setting: Setting, words: list[str]) -> Outcome:
    seat = setting.model.seat
    if seat is None:
        return _NO_SEAT
    small = [word.lower() for word in words]
    for length in range(min(4, len(small)), 0, -1):
        face = _WRITTEN.get(" ".join(small[:length]))
        if face is not None:
            return _lay(setting.model, seat, face, small[length:])
    return Say(("Which card? As in: play R5, play blue Skip, play W green, play G+2 uno.",))


def _lay(model: Model, seat: int, face: Card, rest: Sequence[str]) -> Outcome:
    colours: tuple[Colour, ...] = ()
    uno = False
    for word in (word.lower() for word in rest):
        if word == "uno":
            uno = True
        elif word in _COLOURS:
            colours = (_COLOURS[word],)
        else:
            return Say((f"After a card you can say a colour and uno, not {word!r}.",))
    return act(model, Play(seat, (face,), colours if face.wild else (), uno=uno))


# --- other actions --------------------------------------------------------------------------------------------------

_NO_SEAT = Say(("You are not sitting at a table.",))


def _simple(kind: Callable[[int], PlayerAction]) -> Callable[[Setting, list[str]], Outcome]:
    def run(setting: Setting, _words: list[str]) -> Outcome:
        seat = setting.model.seat
        return _NO_SEAT if seat is None else act(setting.model, kind(seat))

    return run


def _colour(setting: Setting, words: list[str]) -> Outcome:
    seat = setting.model.seat
    colour = _COLOURS.get(" ".join(words).lower())
    if seat is None:
        return _NO_SEAT
    if colour is None:
        return Say(("Which colour? colour red, colour yellow, colour green or colour blue.",))
    return act(setting.model, Name(seat, colour))


def _catch(setting: Setting, words: list[str]) -> Outcome:
    model = setting.model
    open_to = catches(model)
    target = _seat(model, words) if words else open_to[0] if len(open_to) == 1 else None
    if model.seat is None:
        return _NO_SEAT
    if target is None:
        return Say(("Whom? As in: catch bob.",))
    return act(model, Catch(model.seat, target))


def _seat(model: Model, words: list[str]) -> int | None:
    """The seat of a name, or of a number counted from 1."""
    if model.table is None:
        return None
    occupants = model.table.room.occupants
    wanted = " ".join(words).casefold()
    for seat, occupant in enumerate(occupants):
        if occupant is not None and occupant.name.casefold() == wanted:
            return seat
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else 0
    return number - 1 if 1 <= number <= len(occupants) else None


# --- tables ---------------------------------------------------------------------------------------------------------


def _named(make: Callable[[Setting, str], net.Request], usage: str) -> Callable[[Setting, list[str]], Outcome]:
    def run(setting: Setting, words: list[str]) -> Outcome:
        if setting.model.table is not None:
            return Say(("You are at a table; leave it first.",))
        return Want(Ask(make(setting, " ".join(words)))) if words else Say((f"As in: {usage}",))

    return run


def _request(make: Callable[[], net.Request]) -> Callable[[Setting, list[str]], Outcome]:
    return lambda _setting, _words: Want(Ask(make()))


def _bot(_setting: Setting, words: list[str]) -> Outcome:
    match [word.lower() for word in words]:
        case [] | ["normal"]:
            return Want(Ask(net.AddBot(id=1)))
        case ["random"]:
            return Want(Ask(net.AddBot(id=1, level="random")))
        case _:
            return Say(("There are the levels normal and random.",))


def _remove(setting: Setting, words: list[str]) -> Outcome:
    seat = _seat(setting.model, words)
    return Say(("Which seat? As in: remove 2",)) if seat is None else Want(Ask(net.RemoveBot(id=1, seat=seat)))


def _leave(setting: Setting, _words: list[str]) -> Outcome:
    model = setting.model
    if model.table is None:
        return Say(("You are at no table.",))
    leave = Ask(net.LeaveTable(id=1))
    game, seat = model.game, model.seat
    if game is not None and seat is not None and game.phase is Phase.PLAYING and game.playing[seat]:
        return Check("The round is not over, and you cannot come back into it. Leave for good?", leave)
    return Want(leave)


def _quit(setting: Setting, _words: list[str]) -> Outcome:
    game, seat = setting.model.game, setting.model.seat
    if game is not None and seat is not None and game.phase is Phase.PLAYING and game.playing[seat]:
        return Check("The round is not over; your seat is kept, and you can come back. Quit?", Stop())
    return Want(Stop())


# --- what is known already ------------------------------------------------------------------------------------------


def _shows(look: Callable[[Model], Sequence[str]]) -> Callable[[Setting, list[str]], Outcome]:
    return lambda setting, _words: Say(tuple(look(setting.model)))


def _why(setting: Setting, _words: list[str]) -> Outcome:
    notice = setting.model.notice
    return Say((notice.text if notice is not None else "Nothing was refused.", lines.hints(setting.model)))


def _help(_setting: Setting, _words: list[str]) -> Outcome:
    return Say(
        (
            "A bare number chooses from the list; yes and no answer a question.",
            "Cards are written R5 (red 5), Y+2 (yellow Draw Two), GS (green Skip), BR (blue Reverse), W, W+4.",
            *(f" {command.usage}: {command.help}" for command in COMMANDS.values()),
        )
    )


COMMANDS: Mapping[str, Command] = {
    "help": Command("help", "this list", _help),
    "tables": Command("tables", "list the tables", _request(lambda: net.ListTables(id=1))),
    "join": Command(
        "join NAME",
        "sit down at a table, by name or code",
        _named(lambda _setting, name: net.JoinTable(id=1, table=name), "join NAME"),
    ),
    "create": Command(
        "create NAME",
        "open a table and sit down",
        _named(lambda setting, name: net.CreateTable(id=1, name=name, new=setting.new), "create NAME"),
    ),
    "watch": Command(
        "watch NAME",
        "watch a table",
        _named(lambda _setting, name: net.SpectateTable(id=1, table=name), "watch NAME"),
    ),
    "ready": Command("ready", "accept rules and seats, or go on to the next round", _request(lambda: net.Ready(id=1))),
    "unready": Command("unready", "take that back", _request(lambda: net.Ready(id=1, ready=False))),
    "start": Command("start", "begin the game (host)", _request(lambda: net.Start(id=1))),
    "bot": Command("bot [LEVEL]", "seat a computer player (host)", _bot),
    "remove": Command("remove N", "remove the computer player of seat N (host)", _remove),
    "table": Command("table", "what lies on the table, who holds how many cards", _shows(lines.state_lines)),
    "seats": Command("seats", "who sits where, and the rules", _shows(lines.room_lines)),
    "hand": Command("hand", "your cards", _shows(lambda model: [lines.hand_line(model)])),
    "choices": Command("choices", "what you can do now", _shows(lines.choice_lines)),
    "play": Command("play CARD [COLOUR] [uno]", "lay a card: play R5, play W blue uno", _play),
    "draw": Command("draw", "draw a card", _simple(Draw)),
    "keep": Command("keep", "keep the card just drawn", _simple(Keep)),
    "pass": Command("pass", "pass, if there is nothing to draw or play", _simple(Pass)),
    "colour": Command("colour NAME", "name the colour of a wild", _colour),
    "accept": Command("accept", "accept a Wild Draw Four", _simple(Accept)),
    "challenge": Command("challenge", "challenge a Wild Draw Four", _simple(Challenge)),
    "uno": Command("uno", "call UNO", _simple(CallUno)),
    "catch": Command("catch NAME", "catch somebody with one card and no call", _catch),
    "why": Command("why", "why something was refused, and what works now", _why),
    "scores": Command("scores", "the points so far", _shows(lines.score_lines)),
    "leave": Command("leave", "leave the table for good", _leave),
    "quit": Command("quit", "end the program; in a game your seat is kept", _quit),
}
"""Every command by its name."""

SHORT: Mapping[str, str] = {
    "color": "colour",
    "exit": "quit",
    "spectate": "watch",
    "?": "help",
    "h": "help",
    "": "help",
}
"""Other names of commands."""
