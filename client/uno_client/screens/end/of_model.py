"""The end of a round, from the model."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from uno_client.core.lesson.beats import OVER
from uno_client.core.model import Model
from uno_client.core.plays import last_card
from uno_client.core.round_facts import Fact, facts
from uno_client.screens.around import Keys, frame_of, paused
from uno_client.screens.frame import Frame
from uno_client.screens.pieces import SaidLine
from uno_client.screens.told import at_table
from uno_client.structs import replace
from uno_client.wording.options import preset_text
from uno_client.wording.tables import TONIGHT, goal_text, records_of, wins_of
from uno_client.wording.words import voice_of
from uno_engine.cards import Card, points
from uno_engine.events import GameEnded, RoundEnded
from uno_engine.language import N_, _, ngettext, pgettext
from uno_engine.rules import Goal
from uno_engine.state import View
from uno_protocol.fold import TableView
from uno_protocol.result import RoundResult
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import Voice, cards_text, listing, ordinal, points_text

LOG = 12
"""Lines of the log that are looked at."""


class Standing(Struct, frozen=True):
    """A line of the ranking. `cards`: how many the player held over the round, turn by turn; empty: unknown.

    `left` are the cards in the hand, None if they are not shown, and `count` says how many; `worth` is what the place
    is for, in words. `ready` for the next round: None where nobody waits for that.
    """

    place: str
    name: str
    cards: tuple[int, ...] = ()
    left: tuple[Card, ...] | None = None
    count: str = ""
    gained: str = ""
    total: str = ""
    worth: str = ""
    own: bool = False
    won: bool = False
    gone: bool = False
    ready: bool | None = None


class EndScene(Struct, frozen=True):
    """Who won, and how: the rest of the title's sentence. `shout`, in block letters, makes it a victory.

    `held` is what the player had left, with `holding` said above it; `own`: what the end means for them.
    `facts` decided the round: each has a title and what is told.
    """

    frame: Frame
    title: str
    how: str = ""
    shout: str = ""
    card: Card | None = None
    held: tuple[Card, ...] = ()
    holding: str = ""
    own: tuple[SaidLine, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    standings: tuple[Standing, ...] = ()
    tally: tuple[SaidLine, ...] = ()
    log: tuple[SaidLine, ...] = ()


class _Over(NamedTuple):
    """A round that is over, at the table where it was played."""

    table: TableView
    game: View
    result: RoundResult
    winners: tuple[int, ...]
    voice: Voice

    @property
    def held(self) -> tuple[Card, ...]:
        """What the player had left."""
        me, hands = self.voice.me, self.result.hands
        if me is None:
            return ()
        shown = None if hands is None else hands[me]
        return tuple(self.game.hands[me] if shown is None and me == self.game.viewer else shown or ())

    def left(self, seat: int) -> int:
        """How many cards somebody had left."""
        counts = self.result.counts
        return self.game.counts[seat] if counts is None else counts.held[seat][-1]

    def rank(self, score: int) -> int:
        """A score such that the lowest is the best."""
        return -score if self.game.rules.goal is Goal.POINTS else score

    def places(self) -> dict[int, int]:
        """The place of every player: as the game gave them, else by points, else by the cards that were left."""
        played = [seat for seat, name in enumerate(self.result.names) if name or self.game.seated[seat]]
        if self.game.rules.goal.by_points:
            worth = {seat: (self.rank(self.result.scores[seat]), 0) for seat in played}
        elif self.result.ranks:
            ranks = {seat: at for at, seats in enumerate(self.result.ranks) for seat in seats}
            worth = {seat: (ranks.get(seat, len(played)), 0) for seat in played}
        else:
            worth = {seat: (int(seat not in self.winners), self.left(seat)) for seat in played}
        return {seat: 1 + sum(other < worth[seat] for other in worth.values()) for seat in played}


def scene_of(model: Model, keys: Keys) -> EndScene:
    """How the round ended, or the moment before that is known."""
    table, game, result = model.table, model.game, model.result
    if table is None or game is None or result is None:
        name = _("Result") if table is None else table.room.name
        asked = "" if table is None else _what_next(model, table, keys)
        return EndScene(frame_of(model, keys, name, "", asked), _("Between rounds."), log=_since(model))
    voice = _voice(model, table, result)
    winners = result.winners if result.game_winners is None else result.game_winners
    over = _Over(table, game, result, winners, voice)
    won, watched = voice.me in winners, voice.me is None and bool(winners)
    return EndScene(
        frame_of(model, keys, table.room.name, _facts_of(table, game, result), _what_next(model, table, keys)),
        _wins(over),
        _how(over),
        _("YOU WIN") if won else _shout(winners, voice) if watched else "",
        last_card(game, winners),
        () if won else over.held,
        _("You held {cards}:").format(cards=cards_text(len(over.held))) if over.held and not won else "",
        () if won or watched else tuple(_own(over)),
        tuple(_told(result, voice)),
        tuple(_standings(over)),
        tuple(_tally(table, result)),
        _since(model),
    )


def _since(model: Model) -> tuple[SaidLine, ...]:
    """What was said and done since the end."""
    log = model.play.log
    ended = [at for at, line in enumerate(log) if isinstance(line.event, (RoundEnded, GameEnded))]
    return at_table(replace(model, play=replace(model.play, log=log[ended[-1] + 1 if ended else 0 :])), LOG)


def _voice(model: Model, table: TableView, result: RoundResult) -> Voice:
    """The names at the end of the round: somebody else may sit there now."""
    now = voice_of(table)
    names = tuple(then or name for then, name in zip(result.names, now.names, strict=False))
    own = table.seat is not None and model.name in result.names
    return Voice(names, names.index(model.name) if own else None, now.orange)


def _facts_of(table: TableView, game: View, result: RoundResult) -> str:
    """What the header says: the rules, what is over, and the goal."""
    over = _("round {n} is over").format(n=result.round) if result.game_winners is None else _("the game is over")
    goal = [] if game.rules.goal is Goal.SINGLE_ROUND else [goal_text(game.rules)]
    return " · ".join([_("{preset} rules").format(preset=preset_text(table.room.preset)), over, *goal])


def _shout(winners: tuple[int, ...], voice: Voice) -> str:
    names = listing([voice.name(seat) for seat in winners]).upper()
    return ngettext("{names} WINS", "{names} WIN", len(winners)).format(names=names)


def _wins(over: _Over) -> str:
    if over.result.game_winners is not None:
        nobody = _("Nobody wins")
        said = _("You win"), _("{name} wins"), _("You and {names} win"), _("{names} win")
    else:
        nobody = _("Nobody wins round {n}")
        said = (
            _("You win round {n}"),
            _("{name} wins round {n}"),
            _("You and {names} win round {n}"),
            _("{names} win round {n}"),
        )
    n = over.result.round
    return over.voice.of_all(over.winners, *said, n=n) if over.winners else nobody.format(n=n)


def _how(over: _Over) -> str:
    _table, game, result, winners, voice = over
    if result.blocked:
        return _("Round {n} was blocked.").format(n=result.round)
    card = last_card(game, winners)
    gained = result.gains[winners[0]] if len(winners) == 1 and game.rules.goal is Goal.POINTS else 0
    said = _("with the {card}") if card is not None else ""
    if gained and card is not None:
        said = ngettext("with the {card} and {n} point", "with the {card} and {n} points", gained)
    elif gained:
        said = ngettext("with {n} point", "with {n} points", gained)
    return said.format(card="" if card is None else voice.card(card), n=gained)


def _own(over: _Over) -> Iterable[SaidLine]:
    """What somebody else's victory means for the player."""
    _table, game, result, winners, voice = over
    if voice.me is None or not game.rules.goal.by_points:
        return
    lost = points(over.held)
    if lost and len(winners) == 1 and game.rules.goal is Goal.POINTS:
        said = ngettext("{n} point for {name}.", "{n} points for {name}.", lost)
        yield SaidLine(said.format(n=lost, name=voice.name(winners[0])))
    behind = abs(result.scores[voice.me] - min(result.scores, key=over.rank))
    if behind:
        said = ngettext("You're {place}, {n} point behind.", "You're {place}, {n} points behind.", behind)
        yield SaidLine(said.format(place=ordinal(over.places()[voice.me]), n=behind), "quiet")


_FACTS: Mapping[Fact, str] = {
    Fact.BLUFFS: N_("Called a bluff"),
    Fact.CAUGHT: N_("Caught without UNO"),
    Fact.DREW: N_("Most cards drawn"),
    Fact.LED: N_("Longest in front"),
}


def _told(result: RoundResult, voice: Voice) -> Iterable[tuple[str, str]]:
    for each in () if result.counts is None else facts(result.counts):
        names = listing([voice.whom(seat) for seat in each.seats])
        match each.fact:
            case Fact.DREW:
                number = cards_text(each.n)
            case Fact.LED:
                number = ngettext("{n} turn", "{n} turns", each.n).format(n=each.n)
            case _:
                number = "" if each.n == 1 else f"{each.n}×"
        yield _(_FACTS[each.fact]), ", ".join(filter(None, (names, number)))


def _standings(over: _Over) -> Iterable[Standing]:
    table, game, result, winners, voice = over
    there = {one.name: one.ready for one in table.room.occupants if one is not None}
    places, by_points = over.places(), game.rules.goal.by_points
    waits = table.room.phase is not RoomPhase.FINISHED  # there the marks are those of the game's start
    for seat in sorted(places, key=lambda seat: (places[seat], seat)):
        name, gained, left = voice.name(seat), result.gains[seat], over.left(seat)
        shown = result.hands[seat] if result.hands is not None else () if not left and seat in winners else None
        held = _("out") if seat in game.lost else cards_text(left) if left else pgettext("cards left", "none")
        yield Standing(
            str(places[seat]),
            name,
            () if result.counts is None else result.counts.held[seat],
            shown,
            held,
            (f"+{gained}" if gained else "–") if by_points else "",
            str(result.scores[seat]) if by_points else "",
            points_text(result.scores[seat]) if by_points else held,
            seat == voice.me,
            seat in winners,
            name not in there,
            there.get(name) if waits else None,
        )


def _tally(table: TableView, result: RoundResult) -> Iterable[SaidLine]:
    """What everybody has done at this table so far, once a game is over."""
    if table.room.tally and result.game_winners is not None:
        yield SaidLine(f"{_(TONIGHT)}: {' · '.join(wins_of(table.room.tally))}", "strong")
        if records := records_of(table.room.tally):
            yield SaidLine(" · ".join(records), "quiet")


def _another(model: Model, table: TableView, keys: Keys) -> str:
    """A sentence listing who is ready for another game, and when it begins."""
    ready = [each.name for each in table.room.occupants if each is not None and each.ready and each.bot is None]
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    said = []
    if ready:
        told = ngettext("{names} is ready for a rematch.", "{names} are ready for a rematch.", len(ready))
        said.append(told.format(names=listing(ready)))
    too = _("Press Enter if you're ready too, {key} to leave.").format(key=keys["leave"])
    said.append(_("You're watching.") if model.seat is None else too)
    if left is not None:
        said.append(_("It begins in {n} s.").format(n=round(left)))
    return " ".join(said)


def _what_next(model: Model, table: TableView, keys: Keys) -> str:
    """What to press now, or whom everybody waits for."""
    if table.room.phase is RoomPhase.CLOSED:
        return _("The table is closed.")
    if table.room.held:
        return paused(model, keys)
    if table.room.phase is RoomPhase.WAITING:
        return _another(model, table, keys)
    if model.seat is None:
        return _("You're watching.")
    if model.lesson is not None:
        return _(OVER).format(leave=keys["leave"])
    if table.room.phase is RoomPhase.FINISHED:
        quits = model.start.autostart and not model.start.at_home
        over = _("The game is over. Press Enter for a rematch, {key} to leave.")
        over = _("The game is over. Press Enter for a rematch, {key} to quit.") if quits else over
        return over.format(key=keys["leave"])
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    soon = "" if left is None else _("The next round begins in {n} s.").format(n=round(left))
    if model.occupant is not None and model.occupant.ready:
        return " ".join((_("You're ready."), soon or _("Waiting for the others.")))
    return " ".join(filter(None, (_("Press Enter when you're ready."), soon)))
