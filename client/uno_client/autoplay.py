"""The client plays by itself, without a terminal, and prints the result: a level, or a bot that somebody wrote."""

import json
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from uno_client.address import Address
from uno_client.config import Settings
from uno_client.core.deal_text import deal_text
from uno_client.core.legal_moves import offered
from uno_client.core.model import Model
from uno_client.core.model.deal import DealPart
from uno_client.core.model.parts import StartPart
from uno_client.core.model.table import PlayPart
from uno_client.core.requests import ask
from uno_client.exits import EXIT_USAGE
from uno_client.messages import Act, Ask, Input, LinkDown, LinkUp, Quit, Stop
from uno_client.net.token_store import TokenStore
from uno_client.shell import Shell
from uno_client.signals import signals_end
from uno_client.structs import replace
from uno_client.wording.sanitize import clean
from uno_client.wording.trust import pinned
from uno_client.wording.words import door_text, error_text, note_text, voice_of
from uno_engine import events as ev
from uno_engine.actions import CanPlay, Listed, PlayerAction
from uno_engine.bots import choosing as bots
from uno_engine.decisions import AnswerDrawFour, AnswerStack, asked
from uno_engine.language import N_, _, ngettext
from uno_engine.levels import BotLevel
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import Phase, View
from uno_protocol import messages as net
from uno_protocol.room import GameOpened, PhaseChanged, RoomEvent, RoomPhase
from uno_protocol.sentences import listing

STAND_IN: BotLevel = "normal"
"""The level that makes a bot's default moves, and plays on after a bot that fails."""
PATIENCE = 120.0
"""Seconds without a server after which the program gives up."""

_REMOVED = {"kicked": N_("the host kicked this player"), "banned": N_("the host banned this player from the table")}


_ANSWERS = (
    *(ev.CardsPlayed, ev.ColourNamed, ev.PlayerChosen, ev.DrawnKept, ev.Passed, ev.Challenged),
    ev.ColourDiscarded,
)
_PENALTIES = (AnswerDrawFour, AnswerStack)


class Tally(Struct):
    """One game, as far as it has been seen."""

    actions: int = 0
    """Actions of people and computer players that the table accepted; what time-outs do is not counted."""
    began: bool = False
    _open: bool = False
    """A question waits for its answer by a player."""
    _idle: int | None = None
    """The seat for which the game is answering by itself: its player left, or the time was over."""

    def take(self, event: ev.Event | RoomEvent, before: View | None) -> None:
        """Count one event; `before` is the game as it was before it."""
        match event:
            case GameOpened():
                self.actions, self.began, self._open = 0, True, False
            case ev.RoundDealt():
                self.began, self._open = True, False
            case ev.Asked():
                self._open, self._idle = True, None
            case ev.TimeRanOut(seat):
                self._open, self._idle = False, seat
            case ev.RoundEnded():
                self._open = False
            case ev.PlayerLeft(seat):
                self._idle = seat
                self._open = self._open and before is not None and seat not in asked(before.waiting_for)
            case _:
                self.actions += self._counts(event, before)

    def see(self, game: View | None) -> None:
        """Count from a snapshot on: a game that begins at a position has no event before its first question."""
        self._open = game is not None and game.waiting_for is not None

    def _counts(self, event: ev.Event | RoomEvent, before: View | None) -> bool:
        match event:
            case ev.OutOfTurn():
                return True
            case ev.UnoCaught(by=by):  # S6: what the referee sees is nobody's action
                return by is not None
            case ev.UnoCalled(seat):  # a call with a play finds no window and is part of the play
                return before is not None and before.window == seat
            case ev.VoteCast(seat=seat) | ev.CardChosen(seat=seat):  # several answer one question
                return seat != self._idle
        if self._open and _answers(event, before):
            self._open = False
            return True
        return isinstance(event, ev.FalseUno | ev.UnoClaimed) and self._open


def _answers(event: ev.Event | RoomEvent, before: View | None) -> bool:
    match event:
        case ev.CardsDrawn(reason=ev.DrawReason.TURN):
            return True
        case ev.CardsDrawn(reason=ev.DrawReason.CARD) | ev.TurnMissed():  # the penalty is accepted
            return before is not None and isinstance(before.waiting_for, _PENALTIES)
        case _:
            return isinstance(event, _ANSWERS)


async def run_autoplay(settings: Settings, address: Address) -> int:
    """Play at the table that the settings name and print the result. The exit code."""
    if settings.bot is None:
        assert settings.autoplay is not None
        choose = by_level(settings.autoplay)
        return await _played(Autoplayer(settings, TokenStore.for_run(solo=settings.solo), choose), settings, address)
    from uno_client.bots.file import BotRefused
    from uno_client.bots.seat import BotSeat, started

    try:
        async with started(settings.bot, settings.language, warn) as process:
            player = Autoplayer(settings, TokenStore.for_run(solo=settings.solo))
            player.follow(BotSeat(process, settings.bot.name, by_level(STAND_IN), player.shell.begin, warn))
            return await _played(player, settings, address)
    except BotRefused as refused:
        warn(str(refused))
        return EXIT_USAGE


async def _played(player: "Autoplayer", settings: Settings, address: Address) -> int:
    player.shell.connect(address, settings.name, settings.password)
    with signals_end(player.shell.signalled):
        end = await player.shell.finish()
    if end.text:
        warn(end.text)
    elif end.code == 0 and not player.stays:
        player.report()
    return end.code


Choose = Callable[[Model, Sequence[Listed]], PlayerAction | None]
"""Chooses what the seat does of what is listed for it; None if nothing, or nothing yet."""


class Follower(Protocol):
    """One who plays a seat, and follows the game."""

    again: Callable[[], None]
    """Set by the autoplayer: it asks `choose` again."""

    def choose(self, model: Model, listed: Sequence[Listed], /) -> PlayerAction | None:
        """As `Choose`."""

    def told(self, view: View, event: ev.Event, /) -> None:
        """See an event, with the view before it."""

    def keep_time(self, model: Model, /) -> None:
        """The clock or the phase of the table has changed."""


def by_level(level: BotLevel) -> Choose:
    """The choices of a computer player."""
    seed = secrets.token_bytes(32)
    return lambda model, listed: None if model.game is None else _chosen(level, model.game, listed, seed)


def warn(said: str) -> None:
    """Say one line about this run."""
    print(f"uno-client: {said}", file=sys.stderr)


def wish(model: Model, choose: Choose) -> Input | None:
    """What a player who wants to get on does now at the table; None if there is nothing to do."""
    table, seat = model.table, model.seat
    if table is None or seat is None or not model.link.online:
        return None
    room = table.room
    own = room.occupants[seat]
    if own is not None and own.stand_in is not None:  # it was silent for too long
        return Ask(net.Away(id=1, away=False))
    if room.phase in (RoomPhase.WAITING, RoomPhase.BETWEEN_ROUNDS) and own is not None and not own.ready:
        return Ask(net.Ready(id=1))
    full = all(each is not None and each.ready for each in room.occupants)
    if room.phase is RoomPhase.WAITING and model.hosting and full:
        return Ask(net.Start(id=1))
    if room.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED) and not room.held:
        listed = offered(model)
        if listed and table.game is not None and _up_to_date(model, listed):
            action = choose(model, listed)
            return None if action is None else Act(action)
    return None


def _chosen(level: BotLevel, game: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """What a computer player does; any of what is listed where the list does not fit the picture (FAULTS 38)."""
    for chooser in (level, "random"):
        with suppress(AttributeError, LookupError, StopIteration, TypeError, ValueError):
            return bots.choose(chooser, game, listed, seed)
    return None


def _up_to_date(model: Model, listed: Sequence[Listed]) -> bool:
    """Whether the list goes with the hand: an entry may have come whose list is still on the way."""
    return all(action.card in model.cards for action in listed if isinstance(action, CanPlay))


class Autoplayer:
    """One autoplayer: looks at every step of its client and says what it wants next."""

    def __init__(self, settings: Settings, tokens: TokenStore, choose: Choose = lambda _model, _listed: None) -> None:
        self._wanted = settings.table
        """Where to play; None: at the only table with a free seat."""
        self._choose = choose
        self._follower: Follower | None = None
        self._json = settings.json
        self._solo = settings.solo
        self.stays = settings.bot is not None and not settings.solo and settings.rounds is None
        """Plays on at the table after a game, and prints the result of each."""
        self._rounds = settings.rounds
        self._join = settings.join_request
        first = None if self._wanted is None else self._join
        start = StartPart(
            fixed_server=True, first_request=first, openly=settings.openly, tls=settings.tls, program=True
        )
        play = PlayPart(deal=DealPart(secrets.token_bytes(SEED_BYTES)))
        self.shell = Shell(Model(start=start, play=play), tokens, self._after, PATIENCE)
        self._tally = Tally()
        self._names: dict[int, str] = {}
        self._winners: tuple[int, ...] | None = None
        """Seats that have won the game; None while it continues."""
        self._began: float | None = None
        self._seconds = 0.0
        self._links = 0
        self._done_at: tuple[int, int] | None = None
        self._answered = -1
        self._says_seat = settings.bot is not None
        """The author of a bot has yet to read where it sits."""
        self._newcomer = False
        """Sat down, and no game has begun since: the cards on the table are an earlier game."""

    def follow(self, follower: Follower) -> None:
        """Let one play who follows the game, too."""
        self._choose, self._follower = follower.choose, follower
        follower.again = lambda: self._go_on(self.shell.model)

    def report(self) -> None:
        """Print the result."""
        result = self.result()
        print(json.dumps(result) if self._json else sentence(result), flush=True)
        checked = self.shell.model.play.deal.checked
        if checked is not None and checked.bad:
            warn(deal_text(checked))

    def result(self) -> Mapping[str, object]:
        """What is printed at the end."""
        game, names = self.shell.model.game, self._names
        scores = () if game is None else tuple(game.scores)
        winners = None if self._winners is None else [names.get(seat, "?") for seat in self._winners]
        checked = self.shell.model.play.deal.checked
        return {
            "winner": winners[0] if winners is not None and len(winners) == 1 else winners,
            "scores": {name: scores[seat] for seat, name in sorted(names.items()) if seat < len(scores)},
            "rounds": 0 if game is None else game.round - (game.phase is Phase.PLAYING),
            "actions": self._tally.actions,
            "seconds": round(self._seconds, 3),
            "reconnects": max(0, self._links - 1),
            "deal": None if checked is None else checked.verdict.name.lower(),
        }

    def _after(self, message: Input, before: Model) -> None:
        model = self.shell.model
        match message:
            case LinkUp(fingerprint, words, unseen=True, stored=stored):
                warn(pinned(model.server.address, fingerprint, words, stored=stored))
            case LinkDown(reason=reason, code=code, wants_password=True):
                hint = _("{reason}; give it with --password-file or in UNO_PASSWORD")
                self.shell.quit(code, hint.format(reason=clean(reason)))
            case net.LoggedIn() if before.table is not None:
                self.shell.quit(1, _("the server no longer has the game"))
            case net.LoggedIn() | net.Resumed():
                self._links += 1
            case net.Tables(more=False) if self._wanted is None:
                self._find_table(model)
            case net.Joined(note=note):
                self._newcomer = True
                if note is not None:
                    warn(note_text(note))
            case net.PutOut(table=code) if before.table is None or before.table.code == code:
                why = _(_REMOVED[message.code]) if message.code in _REMOVED else _lower(clean(message.text))
                self.shell.quit(1, why or _("removed from the table"))
            case net.Error() if isinstance(request := _answered(before, message), net.JoinTable):
                self.shell.quit(1, _lower(_not_let_in(message, request)))
            case net.Ok() if isinstance(request := _answered(before, message), net.Move):
                beside = isinstance(request, net.CallUno | net.Catch)
                self._answered = self._answered if beside else request.decision
            case net.Snapshot() | net.Clock() | net.Entry() | Stop():
                self._at_table(message, model, before)
        self._go_on(model)

    def _at_table(self, message: net.Snapshot | net.Clock | net.Entry | Stop, model: Model, before: Model) -> None:
        if self._follower is not None and (isinstance(message, net.Clock) or model.phase is not before.phase):
            self._follower.keep_time(model)
        match message:
            case net.Snapshot():
                self._say_seat(model)
                self._tally.see(model.game)
                self._look(model)
            case Stop():
                self._say_kept(model)
            case net.Entry() if before.table is not None and model.play.told > before.play.told:
                self._count(model, before)

    def _find_table(self, model: Model) -> None:
        tables = model.lobby.tables or ()
        free = [each for each in tables if each.seats > each.people + each.bots and not each.locked]
        free = [each for each in free if each.code not in model.lobby.no_programs] or free
        if len(free) != 1:
            none, several = _("no table has a free seat"), _("several tables have a free seat")
            hint = _("{reason}; say which with {option}")
            self.shell.quit(1, hint.format(reason=several if free else none, option="--table"))
            return
        self._wanted = free[0].code
        self._join = replace(self._join, table=self._wanted, new=None)
        self.shell.feed(Ask(self._join))

    def _say_seat(self, model: Model) -> None:
        """Say once where the bot sits, and under which name."""
        if self._says_seat and model.room is not None and model.seat is not None:
            self._says_seat = False
            said = _("sat down as {name} at table {table}; press Ctrl-C to end the bot")
            warn(said.format(name=clean(model.name), table=clean(model.room.name)))

    def _say_kept(self, model: Model) -> None:
        """Say how the bot comes back to the seat that it keeps in a game."""
        logged_out = any(isinstance(request, net.Logout) for request in model.link.pending)
        if model.room is not None and model.seat is not None and not (logged_out or self._solo):
            said = _("the seat of {name} at table {table} is kept: start it again under that name to play on")
            warn(said.format(name=clean(model.name), table=clean(model.room.name)))

    def _look(self, model: Model) -> None:
        if model.table is None:
            return
        if model.phase is RoomPhase.WAITING:
            self._names.clear()  # seats may be others than in a game that was given up
        for seat, occupant in enumerate(model.table.room.occupants):
            if occupant is not None:
                self._names[seat] = occupant.name
        game = model.game
        if game is not None and game.phase is Phase.PLAYING and self._began is None:
            self._began = time.monotonic()
        if game is not None and game.phase is Phase.OVER and not self._newcomer:
            self._winners = game.winners

    def _count(self, model: Model, before: Model) -> None:
        event = model.play.log[-1].event
        if event is None:
            return
        if isinstance(event, PhaseChanged) and event.held:
            paused = _("The host paused the game; waiting"), _("You paused the game; waiting")
            warn(voice_of(model.table).of_host(*paused, _("{name} paused the game; waiting")))
        if self._follower is not None and isinstance(event, ev.Event) and before.game is not None:
            self._follower.told(before.game, event)
        if self.stays and isinstance(event, GameOpened):
            self._winners = self._began = None
        self._tally.take(event, before.game)
        self._newcomer = self._newcomer and not (self._tally.began or isinstance(event, ev.GameEnded))
        self._look(model)
        if self._began is not None:
            self._seconds = time.monotonic() - self._began
        if self.stays and isinstance(event, PhaseChanged) and event.phase is RoomPhase.FINISHED:
            self.report()
        if model.table is None and self.stays and self._winners is not None:
            self.shell.quit(0)
        elif model.table is None:
            self.shell.quit(1, _("the table was closed before the game was over"))

    def _go_on(self, model: Model) -> None:
        if self.shell.ended or model.table is None or not model.link.online:
            return
        room = model.table.room
        if self._wanted is not None and self._wanted.casefold() not in (room.code.casefold(), room.name.casefold()):
            # The session that was taken up again sits at another table than the one that was asked for.
            if not any(isinstance(request, net.LeaveTable) for request in model.link.pending):
                self.shell.feed(Ask(net.LeaveTable(id=1)))
                self.shell.feed(Ask(self._join))
        elif self._left(model):
            _model, commands = ask(model, net.Logout(id=1))
            self.shell.take((), (*commands, Quit(0)))
        elif not model.link.pending:
            self._wish(model)

    def _wish(self, model: Model) -> None:
        """Want each thing once at each point of the log, so that a refusal is not asked for again and again."""
        assert model.table is not None
        point = (model.table.n, model.play.legal_decision)
        wanted = wish(model, self._choose)
        if isinstance(wanted, Act) and model.play.legal_decision == self._answered:
            return
        if model.phase is RoomPhase.FINISHED and (self._newcomer or self.stays):
            wanted = Ask(net.Ready(id=1))
        if wanted is not None and point != self._done_at:
            self._done_at = point
            self.shell.feed(wanted)

    def _left(self, model: Model) -> bool:
        """Whether it is time to leave the table."""
        resting = model.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)  # the seed comes before that
        over = self._winners is not None and not self.stays and resting
        return over or model.phase is RoomPhase.CLOSED or self._played_enough(model)

    def _played_enough(self, model: Model) -> bool:
        resting, game = model.phase is RoomPhase.BETWEEN_ROUNDS, model.game
        return resting and self._rounds is not None and game is not None and game.round >= self._rounds


def sentence(result: Mapping[str, object]) -> str:
    """The result for people."""
    winner, scores = result["winner"], result["scores"]
    who = listing([str(name) for name in winner]) if isinstance(winner, list) else winner
    points = ", ".join(f"{name} {score}" for name, score in scores.items()) if isinstance(scores, dict) else ""
    n = int(str(result["rounds"]))
    rounds = ngettext("{n} round", "{n} rounds", n).format(n=n)
    if not winner:
        return _("The game is not finished: {points} after {rounds}").format(points=points, rounds=rounds)
    return _("{names} won: {points} after {rounds}").format(names=who, points=points, rounds=rounds)


def _answered(before: Model, answer: net.Error | net.Ok) -> net.Request | None:
    return next((each for each in before.link.pending if each.id == answer.id), None)


def _not_let_in(error: net.Error, request: net.JoinTable) -> str:
    said = door_text(error.code, request.password) or error_text(error.code, error.args, error.text)
    way_in = _("{reason}; give it with {option}").format(reason=said.rstrip("."), option="--table-password")
    return way_in if error.code == "wrong_password" else said


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")
