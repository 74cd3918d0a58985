"""The table in play: players, piles, log, the own hand, and what is asked."""

from __future__ import annotations

from client.at_hand import card_under_cursor
from client.keys import Place, place_of
from client.model import COLOURS, Model, PickColour, PickPlayer
from client.offers import catches, choosable, lists, may_choose_card, may_claim, playable, targets, uno_due
from client.screens.frame import bar, framed, rows_for_body
from client.screens.log import log_lines
from client.widgets import (
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
from client.words import Voice, listing, number, ordinal, rule_title, voice_of
from engine.actions import CallUno, CanPlay, Challenge, Draw, Keep, Pass
from engine.cards import Card, Rank
from engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    Decision,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
    asked,
)
from engine.rules import Goal, Uno
from engine.state import View
from protocol.fold import TableView
from protocol.room import RoomPhase

LEAST_OPEN = 2
"""Lines for open hands where there is hardly room for the players."""
NARROW = 28
"""Columns up to which the piles stand at the very edge."""
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
    if model.chain.cards:
        prompt = [*_chain(model, columns), *prompt]
    if place_of(model) is Place.COLOUR:
        prompt.append(_colours(model))
    if place_of(model) is Place.PLAYER:
        prompt += _choices(model, game, columns)
    free = rows_for_body(model, size, prompt)
    hand = _hand(model, columns, most_rows=max(1, min(8, (size.rows - 16) // 2 + 1)))
    left = players_width(columns)
    players = _players(model, table, game, left)
    hand = [*_open_hands(model, game, columns)[: max(LEAST_OPEN, free - len(hand) - len(players))], *hand]
    room = max(0, free - len(hand))
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
    if game.rules.goal is Goal.UNTIL_LAST:
        parts.append("until one is left")
    if game.custom is not None and columns >= 90:
        parts.append(f"Customizable: {rule_title(game.custom)}")
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
    turn = seat in asked(game.waiting_for)
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


def _piles(model: Model, game: View, columns: int) -> Lines:
    voice = voice_of(model.table)
    top = game.discard[-1] if game.discard else None
    edge = f"{colour_style(game.colour)}" if game.colour else "class:rule"
    discard = pile(face(top), f"{colour_style(top.colour)} class:strong", edge) if top else pile("", "", "class:rule")
    stock = pile(str(game.stock_count), "class:strong", "class:rule")
    named: list[Line] = [[], colour_name(game.colour, voice.colour(game.colour)), []]
    gap = " " if columns > NARROW else ""
    return [
        clip(text(f"{gap} discard draw pile colour", "class:label"), columns),
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
        lines.append(rule(columns, f"{voice.name(seat)}'s hand lies open"))
        hand, per_row = game.hands[seat], max(1, (columns - 2) // CHIP)
        for at in range(0, len(hand), per_row):
            lines.append([("", " "), *(part for card in hand[at : at + per_row] for part in chip(card))])
    return lines


def _hand(model: Model, columns: int, most_rows: int) -> Lines:
    if model.seat is None:
        return [rule(columns, "You are watching: hands stay hidden")]
    hand, may = model.left, choosable(model)
    per_row = max(1, (columns - 2) // CHIP)
    rows = [range(at, min(at + per_row, len(hand))) for at in range(0, len(hand), per_row)]
    first = visible(len(rows), min(model.selected, len(hand)) // per_row, most_rows)
    shown = rows[first : first + most_rows]
    title = f"Your hand: {number(len(hand), 'card')}"
    if model.game is not None and model.seat in model.game.open_hands:
        title += ", open to everyone"
    if may:
        title += f", [ ] {_MARKS.get(place_of(model), 'can be played')}"
    title += _custom_rule(model)
    if len(shown) < len(rows):
        title += f" (rows {first + 1}-{first + len(shown)} of {len(rows)})"
    lines: Lines = [rule(columns, title)]
    for row in shown:
        line: Line = [("", " ")]
        for at in row:
            line += chip(hand[at], playable=hand[at] in may, selected=at == model.selected)
        lines.append(line)
    return lines if hand else [*lines, []]


def _custom_rule(model: Model) -> str:
    """What the Customizable card under the cursor stands for."""
    under, game = card_under_cursor(model), model.game
    return _stands_for(under, game) if game is not None and under is not None else ""


def _stands_for(card: Card, game: View) -> str:
    """The rule of a Customizable card, in brackets."""
    return f" ({rule_title(game.custom)})" if game.custom is not None and card.rank is Rank.CUSTOMIZABLE else ""


_MARKS = {
    Place.CHAIN: "can be added",
    Place.CHALLENGE: "passes it on",
    Place.STACK: "passes it on",
    Place.KEEP: "can be kept",
    Place.PASS: "can be given",
}
"""What the brackets around a card mean, where they do not mean that it can be played."""


def _chain(model: Model, columns: int) -> Lines:
    """The chain so far: its cards in order, each wild with its colour."""
    voice, chain = voice_of(model.table), model.chain
    lines: Lines = []
    line: Line = [("class:label", " Your chain: ")]
    for at, (card, colour) in enumerate(zip(chain.cards, chain.colours, strict=True)):
        piece: Line = [("class:quiet", " → ")] if at else []
        piece.append((f"{colour_style(card.colour)} class:strong", face(card).rstrip()))
        if colour is not None:
            piece += [("", " as "), (colour_style(colour), colour_name(colour, voice.colour(colour))[0][1])]
        if width(line) + width(piece) > columns:
            lines.append(line)
            line = [("", " " * 13)]
        line += piece
    return [*lines, line]


# --- what is asked ----------------------------------------------------------------------------------------------------


def _prompt(model: Model, game: View) -> str:
    """What the game waits for, in one sentence, and what may be forgotten."""
    voice = voice_of(model.table)
    if model.phase is RoomPhase.PAUSED:
        return "The table pauses until somebody is back."
    match model.question:
        case PickColour(card):
            return f"Which colour with your {voice.card(card)}{_stands_for(card, game)}?{_uno_hint(model)}"
        case PickPlayer(card):
            return f"Which player with your {voice.card(card)}{_stands_for(card, game)}?{_uno_hint(model)}"
        case _:
            pass
    if model.answering and model.asked:
        return "Sent …"
    if not model.asked:
        return _others(model, game, voice)
    return _catch_hint(model, voice) + _asked(model, game, voice)


def _asked(model: Model, game: View, voice: Voice) -> str:
    """The question that the player is to answer."""
    match game.waiting_for:
        case TakeTurn():
            return _chaining(model) if model.chain.cards else _your_turn(model) + _uno_hint(model)
        case PlayDrawn():
            return _drawn(model, game, voice)
        case NameColour():
            return "Which colour shall it be?"
        case ChoosePlayer():
            return f"Which player{_for_what(game, voice)}?"
        case AnswerDrawFour(offender=offender, penalty=penalty):
            return f"{voice.name(offender)} played a Wild Draw Four: {_ways_out(model, penalty)}?"
        case AnswerStack(penalty=penalty):
            return f"A penalty of {number(penalty, 'card')} against you: {_ways_out(model, penalty)}?"
        case KeepOne():
            return f"Which of your {voice.colour(game.colour)} cards do you keep? The others go under the discard."
        case PassCard():
            return "Which card do you pass on to the next player?"
        case Vote() | None:
            return ""


def _ways_out(model: Model, penalty: int) -> str:
    """What can be done about a penalty."""
    ways = [f"take {number(penalty, 'card')} (a)"]
    if lists(model, CanPlay):
        ways.append("pass it on with a card in [ ] (Enter)")
    if lists(model, Challenge):
        ways.append("challenge it (x) as a bluff")
    return " or ".join(filter(None, [", ".join(ways[:-1]), ways[-1]]))


def _for_what(game: View, voice: Voice) -> str:
    return f" for {voice.card(game.discard[-1])}{_stands_for(game.discard[-1], game)}" if game.discard else ""


def _drawn(model: Model, game: View, voice: Voice) -> str:
    card = voice.card(game.drawn) if game.drawn else "a card"
    if not playable(model):
        return f"You drew {card}. It does not fit: k keeps it."
    keep = ", k keeps it" if lists(model, Keep) else ": it must be played"
    return f"You drew {card}. Enter plays it{keep}.{_uno_hint(model)}"


def _chaining(model: Model) -> str:
    """What can be done with the chain so far."""
    if model.chain.follows is None:
        more = "Asking what may follow …"
    elif playable(model):
        more = "Space adds a card in [ ]."
    else:
        more = "Nothing more can follow."
    return f"{more} Enter lays all.{_uno_hint(model)}"


def _your_turn(model: Model) -> str:
    if playable(model):
        return "Your turn: play a card or draw." if lists(model, Draw) else "Your turn: play a card."
    if lists(model, Draw):
        return "Your turn: nothing fits, draw a card (d)."
    return "Your turn: nothing to draw, you must pass (p)." if lists(model, Pass) else "Your turn."


def _uno_hint(model: Model) -> str:
    if model.uno:
        return " UNO will be called with it."
    if uno_due(model) and (model.chain.cards or (may_choose_card(model) and playable(model))):
        return " One card left then: press u first to call UNO!"
    if may_claim(model):
        return " u calls UNO with a Customizable that leaves you one card."
    return ""


def _others(model: Model, game: View, voice: Voice) -> str:
    if lists(model, CallUno):
        return "You have one card and have not called UNO: press u, quickly!"
    waiting = game.waiting_for
    if waiting is None:
        return "…"
    jump = " You hold the very card on top: Enter jumps in!" if playable(model) else ""
    call = " You call UNO with your next play." if model.uno else ""
    return _catch_hint(model, voice) + _they(waiting, voice) + jump + call


def _catch_hint(model: Model, voice: Voice) -> str:
    targets = catches(model)
    return f"{voice.name(targets[0])} did not call UNO: c catches! " if targets else ""


def _they(waiting: Decision, voice: Voice) -> str:
    """Whom the game waits for, and what for."""
    who = listing([voice.name(seat) for seat in asked(waiting)])
    match waiting:
        case TakeTurn():
            return f"{who} is to play."
        case PlayDrawn():
            return f"{who} has drawn and may play that card."
        case NameColour():
            return f"{who} is to name a colour."
        case ChoosePlayer():
            return f"{who} is to choose a player."
        case AnswerDrawFour():
            return f"{who} is to take {waiting.penalty} cards or to challenge."
        case AnswerStack():
            return f"{who} is to take {number(waiting.penalty, 'card')} or to pass them on."
        case KeepOne():
            return f"{who} is to keep one card of a colour."
        case PassCard():
            return f"Still to choose a card to pass on: {who}."
        case Vote():
            return f"Still to vote: {who}."


def _choices(model: Model, game: View, columns: int) -> Lines:
    """The players to choose from, numbered, with their cards and the cursor on one."""
    voice, seats = voice_of(model.table), targets(model)
    at = model.question.at if isinstance(model.question, PickPlayer) else model.row
    lines: Lines = []
    line: Line = []
    for place, seat in enumerate(seats):
        here = place == at % len(seats)
        words = f" {'▸' if here else ' '}{place + 1} {fit(voice.name(seat), 14)} ({number(game.counts[seat], 'card')}) "
        if line and width(line) + width(words) > columns:
            lines.append(line)
            line = []
        line.append(("class:selected class:strong" if here else "", words))
    return [*lines, line] if line else lines


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
