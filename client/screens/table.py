"""The table in play: players, piles, log, the own hand, and what is asked."""

from __future__ import annotations

from client.keys import Place, place_of
from client.model import COLOURS, Model, PickColour
from client.offers import catches, lists, may_choose_card, playable, uno_due
from client.screens.frame import bar, confirmation, framed
from client.screens.log import log_lines
from client.widgets import (
    Line,
    Lines,
    Size,
    beside,
    chip,
    clip,
    colour_name,
    colour_style,
    face,
    fit,
    pile,
    rule,
    spread,
    tall,
    text,
    visible,
    width,
    wrap,
)
from client.words import Voice, number, voice_of
from engine.actions import CallUno, Challenge, Draw, Pass
from engine.decisions import AnswerDrawFour, Decision, NameColour, PlayDrawn, TakeTurn
from engine.rules import Goal
from engine.state import View
from protocol.fold import TableView
from protocol.messages import PlayRequest
from protocol.room import RoomPhase

CHIP = 7
"""Columns of a card in the hand, with the gap after it."""
PILES = 4
"""Lines of the discard and the draw pile."""
URGENT = 10.0
"""Seconds left from which the timer is urgent."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines. There is a table and a game."""
    table, game = model.table, model.game
    if table is None or game is None:
        return framed(model, size, bar("Table", "", size.columns), [], [])
    columns = size.columns
    prompt = wrap(f"{_prompt(model, game)}", columns - 1, "class:prompt", indent="", margin=" ")[:3]
    if place_of(model) is Place.COLOUR:
        prompt.append(_colours(model))
    prompt = confirmation(model, columns, prompt)
    hand = _hand(model, columns, most_rows=max(1, min(8, (size.rows - 16) // 2 + 1)))
    left = players_width(columns)
    room = size.rows - 1 - len(hand) - len(prompt) - 2
    players = _players(model, table, game, left)
    right: Lines = []
    if len(players) + PILES <= room:  # the piles lie next to the hand
        players = [*tall(players, room - PILES), *_piles(model, game, left)]
    else:
        right = [*_piles(model, game, columns - left - 1), rule(columns - left - 1)]
    log = log_lines(model, columns - left - 2, room - len(right), margin=" ")
    right = [*tall(right, room - len(log)), *log]  # the newest line next to the hand
    body = beside(tall(players, room), tall(right, room), columns, left)
    return framed(model, size, _bar(model, table, game, columns), [*body[:room], *hand], prompt)


def _bar(model: Model, table: TableView, game: View, columns: int) -> Line:
    parts = [f"round {game.round}"]
    if game.rules.goal is Goal.POINTS:
        parts.append(f"to {game.rules.target} points")
    if table.room.watchers:
        parts.append(f"{table.room.watchers} watching")
    line = bar(table.room.name, " · ".join(parts), columns - 8)
    return [*line, timer(model, 8)]


def timer(model: Model, columns: int) -> tuple[str, str]:
    """The seconds left, as `0:23`; urgent when few are left."""
    clock, game = model.countdown, model.game
    # A clock of another decision runs for nothing that is on the screen.
    stale = clock is None or (game is not None and game.waiting_for is not None and clock.decision != game.decision)
    left = None if clock is None or stale else clock.left(model.now)
    if left is None:
        return "class:bar", " " * columns
    seconds = round(left)
    shown = f"{seconds // 60}:{seconds % 60:02} " if seconds < 6000 else "long "
    return "class:bar class:urgent" if left <= URGENT else "class:bar.strong", f"{shown:>{columns}}"


# --- the players ------------------------------------------------------------------------------------------------------


def players_width(columns: int) -> int:
    """Columns for the list of players."""
    return 32 if columns < 90 else 40


def _players(model: Model, table: TableView, game: View, columns: int) -> Lines:
    arrow = "↓ clockwise" if game.direction == 1 else "↑ counter-clockwise"
    lines: Lines = [spread(text(" Players", "class:label"), text(f"{arrow} ", "class:info"), columns)]
    voice = voice_of(table)
    shown = [seat for seat in range(game.seats) if game.seated[seat] or table.room.occupants[seat]]
    return [*lines, *(_player(model, table, game, voice, seat, columns) for seat in shown)]


def _player(model: Model, table: TableView, game: View, voice: Voice, seat: int, columns: int) -> Line:
    occupant = table.room.occupants[seat]
    turn = game.waiting_for is not None and game.waiting_for.seat == seat
    mark = ("↓" if game.direction == 1 else "↑") if turn else " "
    style = "class:turn" if turn else ("" if game.playing[seat] else "class:quiet")
    score = f"{game.scores[seat]:>5}" if game.rules.goal is Goal.POINTS else ""
    right: Line = [*_count(game, seat, style), (style, f"{score} ")]
    name = f"{voice.name(seat)} (you)" if seat == table.seat else voice.name(seat)
    left: Line = [("class:turn", f"{'▶' if turn else ' '}{mark}"), (style, fit(name, columns - width(right) - 4))]
    if occupant is not None and occupant.bot is None and not occupant.connected:
        left = [*left, ("class:fault", " away")]
    return spread(left, right, columns)


def _count(game: View, seat: int, style: str) -> Line:
    if not game.playing[seat]:
        return [("class:quiet", "not playing" if not game.seated[seat] else "out")]
    count = game.counts[seat]
    if count == 1:
        caught = " no UNO!" if game.window == seat else " UNO"
        return [("class:urgent" if game.window == seat else "class:strong", f"1 card{caught}")]
    return [(style, f"{count} cards")]


# --- the piles --------------------------------------------------------------------------------------------------------


def _piles(model: Model, game: View, columns: int) -> Lines:
    voice = voice_of(model.table)
    top = game.discard[-1] if game.discard else None
    edge = f"{colour_style(game.colour)}" if game.colour else "class:rule"
    discard = pile(face(top), f"{colour_style(top.colour)} class:strong", edge) if top else pile("", "", "class:rule")
    stock = pile(str(game.stock_count), "class:strong", "class:rule")
    named: list[Line] = [[], colour_name(game.colour, voice.colour(game.colour)), []]
    return [
        clip(text("  discard draw pile colour", "class:label"), columns),
        *(
            clip([("", " "), *one, ("", " "), *two, ("", " "), *three], columns)
            for one, two, three in zip(discard, stock, named, strict=True)
        ),
    ]


# --- the hand ---------------------------------------------------------------------------------------------------------


def _hand(model: Model, columns: int, most_rows: int) -> Lines:
    if model.seat is None:
        return [rule(columns, "You are watching: hands stay hidden")]
    hand, may = model.hand, playable(model)
    per_row = max(1, (columns - 2) // CHIP)
    rows = [range(at, min(at + per_row, len(hand))) for at in range(0, len(hand), per_row)]
    first = visible(len(rows), min(model.selected, len(hand)) // per_row, most_rows)
    shown = rows[first : first + most_rows]
    title = f"Your hand: {number(len(hand), 'card')}"
    if may:
        title += ", [ ] can be played"
    if len(shown) < len(rows):
        title += f" (rows {first + 1}-{first + len(shown)} of {len(rows)})"
    lines: Lines = [rule(columns, title)]
    for row in shown:
        line: Line = [("", " ")]
        for at in row:
            line += chip(hand[at], playable=hand[at] in may, selected=at == model.selected)
        lines.append(line)
    return lines if hand else [*lines, []]


# --- what is asked ----------------------------------------------------------------------------------------------------


def _prompt(model: Model, game: View) -> str:
    """What the game waits for, in one sentence, and what may be forgotten."""
    voice = voice_of(model.table)
    if model.phase is RoomPhase.PAUSED:
        return "The table pauses until somebody is back."
    if isinstance(model.question, PickColour):
        return f"Which colour with your {voice.card(model.question.card)}?{_uno_hint(model)}"
    if model.asked and any(isinstance(request, PlayRequest) for request in model.pending):
        return "Sent …"
    if not model.asked:
        return _others(model, game, voice)
    return _catch_hint(model, voice) + _asked(model, game, voice)


def _asked(model: Model, game: View, voice: Voice) -> str:
    """The question that the player is to answer."""
    match game.waiting_for:
        case TakeTurn():
            return _your_turn(model) + _uno_hint(model)
        case PlayDrawn():
            card = voice.card(game.drawn) if game.drawn else "a card"
            fits = bool(playable(model))
            does = "Enter plays it, k keeps it." if fits else "It does not fit: k keeps it."
            return f"You drew {card}. {does}{_uno_hint(model) if fits else ''}"
        case NameColour():
            return "Which colour shall it be?"
        case AnswerDrawFour(offender=offender, penalty=penalty):
            dare = " or challenge it (x) as a bluff" if lists(model, Challenge) else ""
            return f"{voice.name(offender)} played a Wild Draw Four: take {penalty} cards (a){dare}?"
        case None:
            return ""


def _your_turn(model: Model) -> str:
    if playable(model):
        return "Your turn: play a card or draw." if lists(model, Draw) else "Your turn: play a card."
    if lists(model, Draw):
        return "Your turn: nothing fits, draw a card (d)."
    return "Your turn: nothing to draw, you must pass (p)." if lists(model, Pass) else "Your turn."


def _uno_hint(model: Model) -> str:
    if model.uno:
        return " UNO will be called with it."
    if uno_due(model) and may_choose_card(model) and playable(model):
        return " One card left then: press u first to call UNO!"
    return ""


def _others(model: Model, game: View, voice: Voice) -> str:
    if lists(model, CallUno):
        return "You have one card and have not called UNO: press u, quickly!"
    waiting = game.waiting_for
    if waiting is None:
        return "…"
    return (
        _catch_hint(model, voice)
        + _they(waiting, voice.name(waiting.seat))
        + (" You call UNO with your next play." if model.uno else "")
    )


def _catch_hint(model: Model, voice: Voice) -> str:
    targets = catches(model)
    return f"{voice.name(targets[0])} did not call UNO: c catches! " if targets else ""


def _they(waiting: Decision, who: str) -> str:
    match waiting:
        case TakeTurn():
            return f"{who} is to play."
        case PlayDrawn():
            return f"{who} has drawn and may play that card."
        case NameColour():
            return f"{who} is to name a colour."
        case AnswerDrawFour():
            return f"{who} is to take {waiting.penalty} cards or to challenge."


def _colours(model: Model) -> Line:
    """The four colours, with the cursor on one."""
    voice = voice_of(model.table)
    at = model.question.at if isinstance(model.question, PickColour) else model.row % len(COLOURS)
    line: Line = [("", " ")]
    for place, colour in enumerate(COLOURS):
        style, word = colour_name(colour, voice.colour(colour))[0]
        here = place == at
        line += [(f"{style} class:selected" if here else style, f" {'▸' if here else ' '}{word} "), ("", " ")]
    return line
