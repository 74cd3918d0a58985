"""The end of a round, from the model."""

from collections.abc import Iterable, Mapping

from uno_client.core.lesson.beats import OVER
from uno_client.core.model import Model
from uno_client.core.plays import last_card
from uno_client.core.round_facts import Fact, facts
from uno_client.screens.around import Keys, frame_of, paused
from uno_client.screens.end.scene import EndScene, Standing, Titles
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


def scene_of(model: Model, keys: Keys) -> EndScene:
    """How the round ended, or the moment before that is known."""
    table, game, result = model.table, model.game, model.result
    if table is None or game is None or result is None:
        name = _("Result") if table is None else table.room.name
        asked = "" if table is None else _what_next(model, table, keys)
        return EndScene(frame_of(model, keys, name, "", asked), _("Between rounds."), log=_since(model))
    voice = _voice(model, table, result)
    winners = result.winners if result.game_winners is None else result.game_winners
    won, watched = voice.me in winners, voice.me is None and bool(winners)
    card = last_card(game, winners)
    held = _held(game, result, voice)
    return EndScene(
        frame_of(model, keys, table.room.name, _facts_of(table, game, result), _what_next(model, table, keys)),
        _wins(result, winners, voice),
        _how(result, winners, voice, game),
        _("YOU WIN") if won else _shout(winners, voice) if watched else "",
        card,
        () if won else held,
        _("You held {cards}:").format(cards=cards_text(len(held))) if held and not won else "",
        () if won or watched else tuple(_own(game, result, winners, voice)),
        tuple(_told(result, voice)),
        _titles(game, result),
        tuple(_standings(table, game, result, winners, voice)),
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


def _wins(result: RoundResult, winners: tuple[int, ...], voice: Voice) -> str:
    if result.game_winners is not None:
        n, nobody = 0, _("Nobody wins")
        said = _("You win"), _("{name} wins"), _("You and {names} win"), _("{names} win")
    else:
        n, nobody = result.round, _("Nobody wins round {n}")
        said = (
            _("You win round {n}"),
            _("{name} wins round {n}"),
            _("You and {names} win round {n}"),
            _("{names} win round {n}"),
        )
    return voice.of_all(winners, *said, n=n) if winners else nobody.format(n=n)


def _how(result: RoundResult, winners: tuple[int, ...], voice: Voice, game: View) -> str:
    """With which card and how many points."""
    if result.blocked:
        return _("Round {n} was blocked.").format(n=result.round)
    card = last_card(game, winners)
    gained = result.gains[winners[0]] if len(winners) == 1 and game.rules.goal is Goal.POINTS else 0
    if card is not None and gained:
        said = ngettext("with the {card} and {n} point", "with the {card} and {n} points", gained)
        return said.format(card=voice.card(card), n=gained)
    if gained:
        return ngettext("with {n} point", "with {n} points", gained).format(n=gained)
    return "" if card is None else _("with the {card}").format(card=voice.card(card))


def _held(game: View, result: RoundResult, voice: Voice) -> tuple[Card, ...]:
    """What the player had left."""
    if voice.me is None:
        return ()
    shown = result.hands[voice.me] if result.hands is not None else None
    return tuple(game.hands[voice.me] if shown is None and voice.me == game.viewer else shown or ())


def _own(game: View, result: RoundResult, winners: tuple[int, ...], voice: Voice) -> Iterable[SaidLine]:
    """What somebody else's victory means for the player."""
    me = voice.me
    if me is None or not game.rules.goal.by_points:
        return
    lost = points(_held(game, result, voice))
    if lost and len(winners) == 1 and game.rules.goal is Goal.POINTS:
        said = ngettext("{n} point for {name}.", "{n} points for {name}.", lost)
        yield SaidLine(said.format(n=lost, name=voice.name(winners[0])))
    place = _places(game, result, winners)[me]
    best = min(result.scores, key=lambda score: _rank(game, score))
    behind = abs(result.scores[me] - best)
    if behind:
        said = ngettext("You're {place}, {n} point behind.", "You're {place}, {n} points behind.", behind)
        yield SaidLine(said.format(place=ordinal(place), n=behind), "quiet")


_FACTS: Mapping[Fact, str] = {
    Fact.BLUFFS: N_("Called a bluff"),
    Fact.CAUGHT: N_("Caught without UNO"),
    Fact.DREW: N_("Most cards drawn"),
    Fact.LED: N_("Longest in front"),
}


def _told(result: RoundResult, voice: Voice) -> Iterable[tuple[str, str]]:
    """What decided the round."""
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


def _titles(game: View, result: RoundResult) -> Titles:
    by_points = game.rules.goal.by_points
    return Titles(
        "" if result.counts is None else pgettext("at most 14 columns", "cards"),
        pgettext("at most 14 columns", "left"),
        pgettext("at most 9 columns", "round") if by_points else "",
        pgettext("at most 9 columns", "total") if by_points else "",
    )


def _standings(
    table: TableView, game: View, result: RoundResult, winners: tuple[int, ...], voice: Voice
) -> Iterable[Standing]:
    """Everybody, the best first."""
    there = {one.name: one.ready for one in table.room.occupants if one is not None}
    places, by_points = _places(game, result, winners), game.rules.goal.by_points
    waits = table.room.phase is not RoomPhase.FINISHED  # there the marks are those of the game's start
    for seat in sorted(places, key=lambda seat: (places[seat], seat)):
        name, gained = voice.name(seat), result.gains[seat]
        left = _left(game, result, seat)
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


def _left(game: View, result: RoundResult, seat: int) -> int:
    return game.counts[seat] if result.counts is None else result.counts.held[seat][-1]


def _rank(game: View, score: int) -> int:
    """A score such that the lowest is the best."""
    return -score if game.rules.goal is Goal.POINTS else score


def _places(game: View, result: RoundResult, winners: tuple[int, ...]) -> dict[int, int]:
    """The place of every player: as the game gave them, else by points, else by the cards that were left."""
    played = [seat for seat, name in enumerate(result.names) if name or game.seated[seat]]
    if game.rules.goal.by_points:
        worth = {seat: (_rank(game, result.scores[seat]), 0) for seat in played}
    elif result.ranks:
        ranks = {seat: at for at, seats in enumerate(result.ranks) for seat in seats}
        worth = {seat: (ranks.get(seat, len(played)), 0) for seat in played}
    else:
        worth = {seat: (int(seat not in winners), _left(game, result, seat)) for seat in played}
    return {seat: 1 + sum(other < worth[seat] for other in worth.values()) for seat in played}


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
