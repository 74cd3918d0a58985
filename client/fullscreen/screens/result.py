"""The result of a round, and of the game."""

from __future__ import annotations

from collections.abc import Sequence

from client.core.model import Model, RoundResult
from client.fullscreen.screens.asked import paused_text
from client.fullscreen.screens.frame import bar, framed, rows_for_body, table_bar
from client.fullscreen.screens.log import log_lines
from client.fullscreen.widgets import CHIP, Line, Lines, Size, chip, clip, face, fit, fit_name, rule, text, width, wrap
from client.wording.tally import TONIGHT, records_of, wins_of
from client.wording.words import voice_of
from engine.cards import Card
from engine.rules import Goal
from protocol.fold import TableView
from protocol.room import RoomPhase
from protocol.sentences import Voice, listing, ordinal, ranking

LEAST_LOG = 5
"""Rows that the log should have, with its heading: where it has fewer, empty rows go."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    table, columns = model.table, size.columns
    if table is None:
        return framed(model, size, bar("Result", "", columns), [], [])
    voice = voice_of(table)
    names = tuple(now or (model.result.names[at] if model.result else "") for at, now in enumerate(voice.names))
    voice = Voice(names, voice.me, voice.orange)
    top = table_bar(model, table.room.name, "", columns)
    body: Lines = [[], *_headline(model, voice, columns), [], *_scores(model, table, voice, columns)]
    prompt = wrap(f"{_what_next(model, table)}", columns - 1, "class:prompt", indent="", margin=" ")
    rows = rows_for_body(model, size, prompt)
    body += _tally(model, table, columns)
    if rows - len(body) < LEAST_LOG:
        body = [line for line in body if line]
    body += _hands(model, voice, columns, rows - len(body))
    room = rows - len(body) - 1
    if room > 0:
        body += [rule(columns, "What happened"), *log_lines(model, columns - 2, room, margin=" ")]
    return framed(model, size, top, body, prompt)


def _headline(model: Model, voice: Voice, columns: int) -> Lines:
    result = model.result
    if result is None:
        return [text("  Between rounds.", "class:strong")]
    if result.game_winners is not None:
        said = _wins(result.game_winners, voice, "the game")
    else:
        said = _wins(result.winners, voice, f"round {result.round}")
    if result.ranks:
        said = f"{said} {ranking(result.ranks, voice)}."
    if result.blocked:
        said = f"Round {result.round} was blocked. {said}"
    said += _with_what(model, result.game_winners or result.winners, voice)
    return wrap(said, columns - 2, "class:strong", margin="  ")


def _with_what(model: Model, winners: tuple[int, ...], voice: Voice) -> str:
    """The card that won, where somebody has laid the last one."""
    game = model.game
    if game is None or len(winners) != 1 or game.counts[winners[0]] or not game.discard:
        return ""
    return f" The last card: {voice.card(game.discard[-1])}."


def _tally(model: Model, table: TableView, columns: int) -> Lines:
    """What everybody has done at this table so far, once a game is over."""
    tally, over = table.room.tally, model.result is not None and model.result.game_winners is not None
    if not tally or not over:
        return []
    label: Line = [("class:label", f"  {TONIGHT}   ")]
    first, *more = wrap(" · ".join(wins_of(tally)), columns - width(label) - 2, "class:strong", indent="")
    lines: Lines = [[*label, *first], *[[("", " " * width(label)), *line] for line in more]]
    return [[], *lines, *wrap(" · ".join(records_of(tally)), columns - 2, margin="  ")]


def _hands(model: Model, voice: Voice, columns: int, rows: int) -> Lines:
    """What everyone held at the end of the round, where the table shows it; one after the other if rows are few."""
    shown = model.result.hands if model.result else None
    if shown is None:
        return []
    lines: Lines = [[], text("  What everyone held:", "class:label")]
    for seat, hand in enumerate(shown):
        if hand is None:
            continue
        line: Line = [*clip([("class:strong", fit(voice.name(seat), 14))], 16)]
        lines += _chips([("", "    "), *line], hand, columns)
    return lines if len(lines) <= rows else wrap(_in_a_row(shown, voice), columns - 2, margin="  ")


def _in_a_row(shown: Sequence[tuple[Card, ...] | None], voice: Voice) -> str:
    """The hands with cards in them, by their letters and shapes."""
    held = (
        f"{voice.name(seat)}: {', '.join(face(card).rstrip() for card in hand)}"
        for seat, hand in enumerate(shown)
        if hand
    )
    return f"Held at the end: {'; '.join(held)}."


def _chips(line: Line, hand: Sequence[Card], columns: int) -> Lines:
    """A hand behind a name, in as many lines as it takes."""
    if not hand:
        return [[*line, ("class:quiet", "no cards")]]
    per_row, margin = max(1, (columns - width(line) - 1) // CHIP), width(line)
    lines: Lines = []
    for at in range(0, len(hand), per_row):
        cards = [part for card in hand[at : at + per_row] for part in chip(card)]
        lines.append([*(line if at == 0 else [("", " " * margin)]), *cards])
    return lines


def _wins(winners: tuple[int, ...], voice: Voice, what: str) -> str:
    if not winners:
        return f"Nobody wins {what}."
    plural = len(winners) > 1 or winners[0] == voice.me
    return f"★ {voice.all_of(winners)} {'win' if plural else 'wins'} {what}!"


def _scores(model: Model, table: TableView, voice: Voice, columns: int) -> Lines:
    game, result = table.game, model.result
    if game is None:
        return []
    points = game.rules.goal is Goal.POINTS
    seats = [seat for seat in range(game.seats) if game.seated[seat]]
    if points:
        seats.sort(key=lambda seat: -game.scores[seat])
    places = _places(result)
    if places:
        seats.sort(key=lambda seat: places.get(seat, len(seats)))
    head = f"    {'Player':<24}" + ("   gained    score" if points else "       place" if places else "  cards left")
    if table.room.phase is not RoomPhase.FINISHED:
        head += "   next"
    return [text(head, "class:label"), *(_row(table, result, voice, seat, points, columns) for seat in seats)]


def _places(result: RoundResult | None) -> dict[int, int]:
    """The place of each seat where places count (C17); those who share one count for several."""
    places: dict[int, int] = {}
    place = 1
    for seats in result.ranks if result else ():
        places |= dict.fromkeys(seats, place)
        place += len(seats)
    return places


def _row(table: TableView, result: RoundResult | None, voice: Voice, seat: int, points: bool, columns: int) -> Line:
    game, occupant = table.game, table.room.occupants[seat]
    won = result is not None and seat in (result.game_winners or result.winners)
    name = fit_name(voice.name(seat), " (you)" if seat == voice.me else "", 24)
    line: Line = [("class:strong", "  ★ " if won else "    "), *clip([("class:strong", name)], 24)]
    if game is not None and points:
        gained = result.gains[seat] if result and seat < len(result.gains) else 0
        line.append(("", f"{'+' + str(gained) if gained else '–':>9}{game.scores[seat]:>9}"))
    elif places := _places(result):
        line.append(("", f"{ordinal(places[seat]) if seat in places else '–':>12}"))
    elif game is not None:
        line.append(("", f"{game.counts[seat]:>12}"))
    if table.room.phase is RoomPhase.FINISHED:  # the marks are those of the game's start
        return clip(line, columns)
    ready = occupant is not None and occupant.ready
    line.append(("class:good", "   ✓ ready") if ready else ("class:quiet", "   ·" if occupant else "   left"))
    return clip(line, columns)


def _another(model: Model, table: TableView) -> str:
    """That somebody is ready for another game, and when it begins."""
    ready = [each.name for each in table.room.occupants if each is not None and each.ready and each.bot is None]
    left = model.countdown.left(model.now) if model.countdown else None
    who = f"{listing(ready)} {'is' if len(ready) == 1 else 'are'} ready for a rematch. " if ready else ""
    soon = f" It begins in {round(left)} s." if left is not None else ""
    return who + ("You're watching." if model.seat is None else "Press Enter if you're ready too, q to leave.") + soon


def _what_next(model: Model, table: TableView) -> str:
    if table.room.phase is RoomPhase.CLOSED:
        return "The table is closed."
    if table.room.held:
        return paused_text(model, voice_of(table))
    if table.room.phase is RoomPhase.WAITING:
        return _another(model, table)
    if model.seat is None:
        return "You're watching."
    me = model.occupant
    if table.room.phase is RoomPhase.FINISHED:
        end = "to quit" if model.autostart else "to leave"
        return f"The game is over. Press Enter for a rematch, q {end}."
    left = model.countdown.left(model.now) if model.countdown else None
    soon = f" The next round begins in {round(left)} s." if left is not None else ""
    if me is not None and me.ready:
        return f"You're ready.{soon or ' Waiting for the others.'}"
    return f"Press Enter when you're ready.{soon}"
