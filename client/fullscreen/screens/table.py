"""The table in play: players, piles, log, the own hand, and what is asked."""

from __future__ import annotations

from client.core import chat
from client.core.legal_moves import choosable
from client.core.model import Model
from client.core.navigation import Place, place_of
from client.fullscreen.cards import Box, boxed, hand_of_boxes, largest, stock_box
from client.fullscreen.hand import card_under_cursor
from client.fullscreen.screens.asked import prompt_lines, stands_for
from client.fullscreen.screens.frame import bar, framed, rows_for_body, table_bar
from client.fullscreen.screens.log import log_lines
from client.fullscreen.widgets import (
    CHIP,
    Line,
    Lines,
    Size,
    beside,
    chip,
    clip,
    colour_name,
    colour_style,
    face,
    fit_name,
    pile,
    rule,
    spread,
    tall,
    text,
    visible,
    width,
)
from client.wording.words import voice_of
from engine.decisions import asked
from engine.rules import Goal, Uno
from engine.state import View
from protocol.fold import TableView
from protocol.room import Occupant
from protocol.sentences import Voice, number, ordinal, rule_title

LEAST_OPEN = 2
"""Lines for open hands where there is hardly room for the players."""
NARROW = 28
"""Columns up to which the piles stand at the very edge."""
WIDE = 100
"""Columns from which the code of the table is in the line on top."""
RULED = 5
"""Columns of the rule around a title."""
SHORT = 22
"""Columns for a player's name and marks under which a mark is shortened."""
PILES = 4
"""Lines of the discard and the draw pile where they are small."""
LEAST_LOG = 4
"""Lines of the log, at least, beside cards that are boxes."""
USUAL_BELOW = 6
"""Lines of the bar on top, and of what is asked and said and the keys, most of the time."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines. There is a table and a game."""
    table, game = model.table, model.game
    if table is None or game is None:
        return framed(model, size, bar("Table", "", size.columns), [], [])
    columns = size.columns
    prompt = prompt_lines(model, game, columns)
    free = rows_for_body(model, size, prompt)
    left = players_width(columns)
    players, opened = _players(model, table, game, left), _open_hands(model, game, columns)
    # What is asked and said comes and goes: as long as there is room for it, the cards keep their size.
    spare = min(free, size.rows - USUAL_BELOW) - 1 - max(len(players), PILES + LEAST_LOG) - min(LEAST_OPEN, len(opened))
    box = largest(len(model.left), columns, spare)
    hand = _hand(model, columns, max(1, min(8, (size.rows - 16) // 2 + 1)), box)
    hand = [*opened[: max(LEAST_OPEN, free - len(hand) - len(players))], *hand]
    room = max(0, free - len(hand))
    right: Lines = []
    piles = _piles(model, game, left, box)
    if len(players) + len(piles) <= room:  # the piles lie next to the hand
        players = [*tall(players, room - len(piles)), *piles]
    else:
        right = [*_piles(model, game, columns - left - 1, None), rule(columns - left - 1)]
    log = log_lines(model, columns - left - 2, room - len(right), margin=" ")
    right = [*tall(right, room - len(log)), *log]  # the newest line next to the hand
    body = beside(tall(players, room), tall(right, room), columns, left)
    return framed(model, size, _bar(model, table, game, columns), [*body[:room], *hand], prompt)


def _bar(model: Model, table: TableView, game: View, columns: int) -> Line:
    parts = [f"round {game.round}"]
    if game.rules.goal is Goal.POINTS:
        parts.append(f"to {game.rules.target} points")
    if game.rules.goal is Goal.UNTIL_LAST:
        parts.append("until one is left")
    if game.custom is not None and columns >= 90:
        parts.append(f"Customizable: {rule_title(game.custom)}")
    if columns >= WIDE and not model.autostart:  # nobody joins a table of one's own
        parts.append(f"code {table.code}")
    if table.room.watchers:
        parts.append(f"{len(table.room.watchers)} watching")
    return table_bar(model, table.room.name, " · ".join(parts), columns)


# --- the players ------------------------------------------------------------------------------------------------------


def players_width(columns: int) -> int:
    """Columns for the list of players."""
    return 32 if columns < 90 else 40


def _players(model: Model, table: TableView, game: View, columns: int) -> Lines:
    arrow = "↓ clockwise " if game.direction == 1 else "↑ counter-clockwise "
    legend = " Players  * host"
    if width(legend) + width(arrow) > columns:
        legend = " Players"
    lines: Lines = [spread(text(legend, "class:label"), text(arrow, "class:info"), columns)]
    voice = voice_of(table)
    shown = [seat for seat in range(game.seats) if game.seated[seat] or table.room.occupants[seat]]
    return [*lines, *(_player(model, table, game, voice, seat, columns) for seat in shown)]


def _player(model: Model, table: TableView, game: View, voice: Voice, seat: int, columns: int) -> Line:
    occupant = table.room.occupants[seat]
    turn = seat in asked(game.waiting_for)
    mark = ("↓" if game.direction == 1 else "↑") if turn else " "
    style = "class:turn" if turn else ("" if game.playing[seat] else "class:quiet")
    score = f"{game.scores[seat]:>5}" if game.rules.goal is Goal.POINTS else ""
    right: Line = [*_count(game, seat, style), (style, f"{score} ")]
    behind = f"{' (you)' if seat == table.seat else ''}{'*' if seat == table.room.host else ''}"
    marks = [
        *_marks(occupant, short=columns - width(right) < SHORT),
        *([("class:quiet", " muted")] if chat.muted(model, voice.name(seat)) else []),
    ]
    room = columns - width(right) - width(marks) - 4
    name = fit_name(voice.name(seat), behind, room)
    left: Line = [("class:turn", f"{'▶' if turn else ' '}{mark}"), (style, name), *marks]
    line = spread(left, right, columns)
    return [(f"{kind} class:own", part) for kind, part in line] if seat == table.seat else line


def _marks(occupant: Occupant | None, *, short: bool) -> Line:
    """Who is not there, in a word, and who has more time."""
    if occupant is None or occupant.bot is not None:
        return []
    more: Line = [("class:info", f" +{occupant.extra_seconds}s")] if occupant.extra_seconds else []
    if occupant.stand_in is not None:
        return [("class:fault", " comp." if short else " computer"), *more]
    return more if occupant.connected else [("class:fault", " offline"), *more]


def _count(game: View, seat: int, style: str) -> Line:
    if seat in game.out:
        return [("class:good", f"{ordinal(game.out.index(seat) + 1)} place")]
    if not game.playing[seat]:
        return [("class:quiet", "not playing" if not game.seated[seat] else "out")]
    count = game.counts[seat]
    eye: Line = [("class:info", "open ")] if seat in game.open_hands else []
    if count == 1:
        called = "" if game.rules.uno is Uno.OFF else " UNO"
        caught = " no UNO!" if game.window == seat else called
        return [*eye, ("class:urgent" if game.window == seat else "class:strong", f"1 card{caught}")]
    return [*eye, (style, f"{count} cards")]


# --- the piles --------------------------------------------------------------------------------------------------------


def _piles(model: Model, game: View, columns: int, box: Box | None) -> Lines:
    voice = voice_of(model.table)
    top = game.discard[-1] if game.discard else None
    edge = f"{colour_style(game.colour)}" if game.colour else "class:rule"
    discard = pile(face(top), f"{colour_style(top.colour)} class:strong", edge) if top else pile("", "", "class:rule")
    stock = pile(str(game.stock_count), "class:strong", "class:rule")
    head = " discard draw pile colour"
    if box is not None and box.rows > PILES and top is not None:
        discard, stock = boxed(top, box), stock_box(game.stock_count, box)
        head = f" {'discard':<{box.columns}} {'draw pile':<{box.columns}} colour"
    named: list[Line] = [[] for _ in discard]
    named[len(named) // 2] = colour_name(game.colour, voice.colour(game.colour))
    gap = " " if columns > NARROW else ""
    return [
        clip(text(f"{gap}{head}", "class:label"), columns),
        *(
            clip([("", gap), *one, ("", " "), *two, ("", " "), *three], columns)
            for one, two, three in zip(discard, stock, named, strict=True)
        ),
    ]


# --- the hand ---------------------------------------------------------------------------------------------------------


def _open_hands(model: Model, game: View, columns: int) -> Lines:
    """Hands of others that lie open (section 5), one after the other."""
    voice = voice_of(model.table)
    lines: Lines = []
    for seat in game.open_hands:
        if seat == model.seat:
            continue
        lines.append(rule(columns, f"{voice.name(seat)}'s hand is face up"))
        hand, per_row = game.hands[seat], max(1, (columns - 2) // CHIP)
        for at in range(0, len(hand), per_row):
            lines.append([part for card in hand[at : at + per_row] for part in chip(card)])
    return lines


def _hand(model: Model, columns: int, most_rows: int, box: Box | None) -> Lines:
    """The own hand under its title: as boxes, or where there is no room for them as rows of text that scroll."""
    if model.seat is None:
        return [rule(columns, "You're watching: hands stay hidden")]
    hand, may = model.left, choosable(model)
    per_row = max(1, (columns - 2) // CHIP)
    rows = [range(at, min(at + per_row, len(hand))) for at in range(0, len(hand), per_row)]
    first = visible(len(rows), min(model.selected, len(hand)) // per_row, most_rows)
    shown = rows[first : first + most_rows]
    title = f"Your hand: {number(len(hand), 'card')}"
    if model.game is not None and model.seat in model.game.open_hands:
        title += ", face up"
    custom = _custom_rule(model)
    told = f", {'raised:' if box else '[ ]'} {_MARKS.get(place_of(model), 'can be played')}" if may else ""
    if width(title + told + custom) <= columns - RULED:
        title += told
    title += custom
    if box is not None and hand:
        at = min(model.selected, len(hand) - 1)
        return [rule(columns, title), *hand_of_boxes(hand, may, at, box, columns)]
    if len(shown) < len(rows):
        title += f" (rows {first + 1}-{first + len(shown)} of {len(rows)})"
    lines: Lines = [rule(columns, title)]
    for row in shown:
        line: Line = []
        for at in row:
            line += chip(hand[at], playable=hand[at] in may, selected=at == model.selected)
        lines.append(line)
    return lines if hand else [*lines, []]


def _custom_rule(model: Model) -> str:
    """What the Customizable card under the cursor stands for."""
    under, game = card_under_cursor(model), model.game
    return stands_for(under, game) if game is not None and under is not None else ""


_MARKS = {
    Place.CHAIN: "can be added",
    Place.CHALLENGE: "passes it on",
    Place.STACK: "passes it on",
    Place.KEEP: "can be kept",
    Place.PASS: "can be given",
}
"""What the brackets around a card mean, where they do not mean that it can be played."""
