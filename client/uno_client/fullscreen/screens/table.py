"""The table in play: players, piles, log, your hand, and the question."""

from uno_client.core import chat
from uno_client.core.actions.play import DRAW
from uno_client.core.card_dialogue import written
from uno_client.core.legal_moves import only_answer, raised
from uno_client.core.model import Model
from uno_client.core.navigation import Scope, place_of
from uno_client.core.plays import landed
from uno_client.core.standing import waited_for
from uno_client.fullscreen import widgets
from uno_client.fullscreen.cards import BOXES, Box, discard_pile, hand_of_boxes, largest, stock_box
from uno_client.fullscreen.hand import card_under_cursor
from uno_client.fullscreen.keys import clickable_key, works_now
from uno_client.fullscreen.motion import COLOUR, DIRECTION, PILE, STOCK, anchor, penalty_anchor, seat_anchor
from uno_client.fullscreen.mouse import button, spot
from uno_client.fullscreen.screens import letters
from uno_client.fullscreen.screens.asked import prompt_lines, stands_for
from uno_client.fullscreen.screens.frame import bar, framed, rows_for_body, table_bar
from uno_client.fullscreen.screens.log import steady_log
from uno_client.fullscreen.screens.strip import strip_line
from uno_client.wording.tables import goal_text, near_mercy
from uno_client.wording.words import voice_of
from uno_engine.actions import Draw
from uno_engine.decisions import AnswerDrawFour, AnswerStack, asked
from uno_engine.language import N_, _, pgettext
from uno_engine.rules import Goal, Uno
from uno_engine.state import View
from uno_protocol.fold import TableView
from uno_protocol.room import Occupant
from uno_protocol.sentences import Voice, cards_text, ordinal, rule_title

VAST = 150
"""Columns from which the piles have a column of their own, in the middle."""
MIDDLE = 60
"""Its width."""
BACKS = 48
"""Columns of the list of players from which the cards of each are drawn, too."""
LEAST_OPEN = 2
"""Lines for open hands where there is hardly room for the players."""
NARROW = 28
"""Columns up to which the piles are at the very edge."""
RULED = 5
"""Columns of the rule around a title."""
SHORT = 22
"""Columns for a player's name and marks under which a mark is shortened."""
NAMED = 10
"""Columns for the colour in play beside the piles."""
PILES = 4
"""Lines of the discard and the draw pile where they are small."""
LEAST_LOG = 4
"""Lines of the log, at least, beside cards that are boxes."""
USUAL_BELOW = 6
"""Lines of the bar on top, and of what is asked and said and the keys, most of the time."""


def render(model: Model, size: widgets.Size) -> widgets.Lines:
    """The screen as lines. There is a table and a game."""
    table, game = model.table, model.game
    if table is None or game is None:
        return framed(model, size, bar(_("Table"), "", size.columns), [], [])
    columns = size.columns
    prompt = prompt_lines(model, game, columns)
    free = rows_for_body(model, size, prompt)
    left = players_width(columns)
    players, opened = _players(model, table, game, left), _open_hands(model, game, columns)
    # What is asked and said comes and goes: as long as there is room for it, the cards keep their size.
    spare = min(free, size.rows - USUAL_BELOW) - 2 - max(len(players), PILES + LEAST_LOG) - min(LEAST_OPEN, len(opened))
    box = largest(len(model.left), columns, spare)
    hand = _hand(model, columns, max(1, spare + 1, min(8, (size.rows - 16) // 2 + 1)), box)
    hand = [*opened[: max(LEAST_OPEN, free - len(hand) - len(players))], *hand]
    if free - len(hand) > len(players):
        hand.insert(0, strip_line(model, columns))
    room = max(0, free - len(hand))
    right: widgets.Lines = []
    piles = _piles(model, game, left if columns < VAST else MIDDLE - 1, box)
    if columns >= VAST:  # as on a table: the players around, the piles in the middle
        piles = [*widgets.tall([], (room - len(piles)) // 2), *piles]
        players = widgets.beside(
            widgets.tall(_spaced(players, room), room), widgets.tall(piles, room), left + MIDDLE, left
        )
        left += MIDDLE
    elif len(players) + len(piles) <= room:  # the piles lie next to the hand
        players = [*widgets.tall(players, room - len(piles)), *piles]
    else:
        right = [*_piles(model, game, columns - left - 1, None), widgets.rule(columns - left - 1)]
    right += steady_log(model, columns - left - 2, room - len(right), margin=" ")
    body = widgets.beside(widgets.tall(players, room), widgets.tall(right, room), columns, left)
    return framed(model, size, _bar(model, table, game, columns), [*body[:room], *hand], prompt)


def _spaced(lines: widgets.Lines, room: int) -> widgets.Lines:
    """The lines with empty ones between where there is much room."""
    return [each for line in lines for each in (line, [])] if 3 * len(lines) <= room else lines


def _bar(model: Model, table: TableView, game: View, columns: int) -> widgets.Line:
    parts = [_("round {n}").format(n=game.round)]
    if game.rules.goal is not Goal.SINGLE_ROUND:
        parts.append(goal_text(game.rules))
    if game.custom is not None and columns >= 90:
        parts.append(f"{_('Customizable')}: {rule_title(game.custom)}")
    if table.room.watchers:
        parts.append(_("{n} watching").format(n=len(table.room.watchers)))
    return table_bar(model, table.room.name, " · ".join(parts), columns)


def players_width(columns: int) -> int:
    """Columns for the list of players."""
    return 32 if columns < 90 else 40 if columns < VAST else min(64, columns // 4)


def _players(model: Model, table: TableView, game: View, columns: int) -> widgets.Lines:
    arrow = f"{_('↓ clockwise') if game.direction == 1 else _('↑ counter-clockwise')} "
    legend = f" {_('Players')}  {_('* host')}"
    if widgets.width(legend) + widgets.width(arrow) > columns:
        legend = f" {_('Players')}"
    lines: widgets.Lines = [
        widgets.spread(
            widgets.text(legend, "class:label"), widgets.text(arrow, f"class:info{anchor(DIRECTION)}"), columns
        )
    ]
    voice = voice_of(table)
    shown = [seat for seat in range(game.seats) if game.seated[seat] or table.room.occupants[seat]]
    drawn = landed(model.play.log)
    return [*lines, *(_player(model, table, game, voice, seat, drawn.get(seat, 0), columns) for seat in shown)]


def _player(
    model: Model, table: TableView, game: View, voice: Voice, seat: int, drawn: int, columns: int
) -> widgets.Line:
    occupant = table.room.occupants[seat]
    turn = seat in waited_for(model)
    mark = ("↓" if game.direction == 1 else "↑") if turn else " "
    style = "class:turn" if turn else ("" if game.playing[seat] else "class:quiet")
    score = f"{game.scores[seat]:>5}" if game.rules.goal.by_points else ""
    whole = voice.name(seat)
    behind = f"{' ' + _('(you)') if seat == table.seat else ''}{'*' if seat == table.room.host else ''}"
    right: widgets.Line = [*_count(game, seat, style), (style, f"{score} ")]
    marks = [
        *_penalty(game, seat, drawn),
        *_marks(occupant, short=columns - widgets.width(right) < SHORT),
        *([("class:quiet", f" {_('muted')}")] if chat.muted(model, whole) else []),
    ]
    if (
        widgets.width(right) + widgets.width(marks) + 4 + widgets.width(whole + behind) > columns
    ):  # rather than cut the name
        right = [*_count(game, seat, style, short=True), (style, f"{score} ")]
    name = widgets.fit_name(whole, behind, columns - widgets.width(right) - widgets.width(marks) - 4)
    left: widgets.Line = [("class:turn", f"{'▶' if turn else ' '}{mark}"), (style + seat_anchor(seat), name), *marks]
    if columns >= BACKS and game.playing[seat]:
        left.append(("class:quiet", f" {'▮' * game.counts[seat]}"))
    line = widgets.spread(left, right, columns)
    return [(f"{kind} class:own", part) for kind, part in line] if seat == table.seat else line


def _penalty(game: View, seat: int, drawn: int) -> widgets.Line:
    """The cards that a penalty has just cost a player, or will."""
    waiting = game.waiting_for
    if isinstance(waiting, AnswerDrawFour | AnswerStack) and seat in asked(waiting):
        return [("class:fault", f" +{waiting.penalty}?")]
    return [(f"class:fault{penalty_anchor(seat)}", f" +{drawn}")] if drawn else []


def _marks(occupant: Occupant | None, *, short: bool) -> widgets.Line:
    """A word for an absent player, and for one with more time."""
    if occupant is None or occupant.bot is not None:
        return []
    more: widgets.Line = [("class:info", f" +{occupant.extra_seconds}s")] if occupant.extra_seconds else []
    if occupant.stand_in is not None:
        return [("class:fault", f" {_('comp.') if short else _('computer')}"), *more]
    return more if occupant.connected else [("class:fault", f" {_('offline')}"), *more]


def _count(game: View, seat: int, style: str, *, short: bool = False) -> widgets.Line:
    """A player's number of cards, or the player's fate; `short`: only UNO shows the last card."""
    if seat in game.out:
        return [("class:good", _("{place} place").format(place=ordinal(game.out.index(seat) + 1)))]
    if not game.playing[seat]:
        return [("class:quiet", _("not playing") if not game.seated[seat] else _("out"))]
    count = game.counts[seat]
    eye: widgets.Line = [("class:info", f"{pgettext('a hand', 'open')} ")] if seat in game.open_hands else []
    if count == 1:
        called = "" if game.rules.uno is Uno.OFF else "UNO"
        called = _("no UNO!") if game.window == seat else called
        said = called if called and short else " ".join(filter(None, (cards_text(1), called)))
        return [*eye, ("class:urgent" if game.window == seat else "class:strong", said)]
    if near_mercy(game, seat):
        return [*eye, ("class:urgent", _("{n} of {most} cards").format(n=count, most=game.rules.mercy))]
    return [*eye, (style, cards_text(count))]


def _piles(model: Model, game: View, columns: int, box: Box | None) -> widgets.Lines:
    voice = voice_of(model.table)
    top = game.discard[-1] if game.discard else None
    rank = None if top is None else written(model, top)
    stock = widgets.pile(str(game.stock_count), "class:strong", "class:rule")
    names = pgettext("at most 8 columns", "discard"), pgettext("at most 9 columns", "draw pile")
    head = f" {names[0]:<7} {names[1]:<9} {_('colour')}"
    if box is not None:
        box = next(each for each in BOXES if each.rows <= box.rows and 2 * (each.columns + 1) + NAMED <= columns)
        box = box if box.rows > PILES and top is not None else None
    if box is not None:
        stock = stock_box(game.stock_count, box)
        head = f" {names[0]:<{box.columns}} {names[1]:<{box.columns}} {_('colour')}"
    discard = [widgets.clickable(line, anchor(PILE)) for line in discard_pile(top, game.colour, box, rank)]
    named: list[widgets.Line] = [[] for _ in discard]
    named[len(named) // 2] = widgets.clickable(
        widgets.colour_name(game.colour, voice.colour(game.colour)), anchor(COLOUR)
    )
    stock = [widgets.clickable(line, f"{anchor(STOCK)}{_draws(model)}") for line in stock]
    gap = " " if columns > NARROW else ""
    return [
        widgets.clip(widgets.text(f"{gap}{head}", "class:label"), columns),
        *(
            widgets.clip([("", gap), *one, ("", " "), *two, ("", " "), *three], columns)
            for one, two, three in zip(discard, stock, named, strict=True)
        ),
    ]


def _draws(model: Model) -> str:
    """What a click on the draw pile means: to draw, where that can be done."""
    if isinstance(only_answer(model), Draw):
        return button("enter")
    keys = (clickable_key(each) for each in works_now(model) if each.intent is DRAW)
    return next((button(key) for key in keys if key is not None), "")


def _open_hands(model: Model, game: View, columns: int) -> widgets.Lines:
    """Other players' face-up hands (section 5), one after the other."""
    voice = voice_of(model.table)
    lines: widgets.Lines = []
    for seat in game.open_hands:
        if seat == model.seat:
            continue
        lines.append(widgets.rule(columns, _("{name}'s hand is face up").format(name=voice.name(seat))))
        hand, per_row = game.hands[seat], max(1, (columns - 2) // widgets.CHIP)
        for at in range(0, len(hand), per_row):
            lines.append(
                [part for card in hand[at : at + per_row] for part in widgets.chip(card, rank=written(model, card))]
            )
    return lines


def _hand(model: Model, columns: int, most_rows: int, box: Box | None) -> widgets.Lines:
    """The player's hand under its title: as boxes, or without room for them as rows of text that scroll."""
    if model.seat is None:
        return [widgets.rule(columns, _("You're watching: hands stay hidden"))]
    hand, may = model.left, raised(model)
    per_row = max(1, (columns - 2) // widgets.CHIP)
    rows = [range(at, min(at + per_row, len(hand))) for at in range(0, len(hand), per_row)]
    first = widgets.visible(len(rows), min(model.hand.selected, len(hand)) // per_row, most_rows)
    shown = rows[first : first + most_rows]
    title = _("Your hand: {cards}").format(cards=cards_text(len(hand)))
    if model.game is not None and model.seat in model.game.open_hands:
        title += f", {_('face up')}"
    custom = _custom_rule(model)
    grouped, boxed_up = letters.groups(model, columns, most_rows) if model.spelled else ([], box is not None)
    does = _(_MARKS.get(place_of(model), N_("can be played")))
    told = f", {_('raised:') if boxed_up else '[ ]'} {does}" if not may.isdisjoint(hand) else ""
    if widgets.width(title + told + custom) <= columns - RULED:
        title += told
    title += custom
    if model.spelled:
        return [widgets.rule(columns, title), *grouped]
    if box is not None and hand:
        at = min(model.hand.selected, len(hand) - 1)
        return [widgets.rule(columns, title), *hand_of_boxes(hand, may, at, box, columns)]
    if len(shown) < len(rows):
        last = first + len(shown)
        title += " " + _("(rows {first}-{last} of {all})").format(first=first + 1, last=last, all=len(rows))
    lines: widgets.Lines = [widgets.rule(columns, title)]
    for row in shown:
        line: widgets.Line = []
        for at in row:
            line += widgets.clickable(
                widgets.chip(hand[at], playable=hand[at] in may, selected=at == model.hand.selected), spot(at)
            )
        lines.append(line)
    return lines if hand else [*lines, []]


def _custom_rule(model: Model) -> str:
    """The rule of the Customizable card under the cursor."""
    under, game = card_under_cursor(model), model.game
    return stands_for(under, game) if game is not None and under is not None else ""


_MARKS = {
    Scope.CHAIN: N_("can be added"),
    Scope.CHALLENGE: N_("passes it on"),
    Scope.STACK: N_("passes it on"),
    Scope.KEEP: N_("can be kept"),
    Scope.PASS: N_("can be given"),
}
"""What the brackets around a card mean, where they do not mean that it can be played."""
