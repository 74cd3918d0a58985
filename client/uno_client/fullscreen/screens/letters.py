"""The book of M6 on the screen: whose play it is, what each letter answers, the hand in five groups."""

from uno_client.core.card_dialogue import ask, choices, letter
from uno_client.core.legal_moves import raised
from uno_client.core.model import Model
from uno_client.core.model.question import Dialogue, LetterStage
from uno_client.core.model.table import GROUPS
from uno_client.core.standing import on_turn
from uno_client.fullscreen import widgets
from uno_client.fullscreen.cards import BOXES, Box, hand_of_boxes
from uno_client.fullscreen.keys import letters_now
from uno_client.fullscreen.mouse import button, pressable, spot, with_buttons
from uno_client.fullscreen.themes import SHAPES
from uno_client.wording.words import voice_of
from uno_engine.cards import Card, Colour
from uno_engine.decisions import asked
from uno_engine.language import _
from uno_engine.state import View
from uno_protocol.sentences import Voice, listing


def headline(model: Model, game: View, columns: int) -> widgets.Lines:
    """HUMAN PLAYS on the player's turn, filled with the colour in play, else the name of the player to move."""
    voice, waits = voice_of(model.table), asked(game.waiting_for)
    if not waits:
        return []
    if model.seat not in waits:
        names = listing([voice.name(seat) for seat in waits]).upper()
        said = _("{name} PLAYS") if len(waits) == 1 else _("{names} PLAY")
        return [widgets.clip(widgets.text(" " + said.format(name=names, names=names), "class:strong"), columns)]
    colour, style = game.colour, "class:prompt"
    sign = "" if colour is None else f" {colour.value}{SHAPES[colour]}"
    if on_turn(model):
        style = f"{'class:selected' if colour is None else widgets.colour_style(colour)} class:yours"
    return [widgets.clip([(style, f"{sign} {_('HUMAN PLAYS')}")], columns, style)]


def question_lines(model: Model, columns: int, said: str = "") -> widgets.Lines:
    """The question, and the letters that answer it, which can be clicked; `said` comes first."""
    asked_now = model.question
    if isinstance(asked_now, Dialogue):
        pieces = _choices(asked_now, model)
        said = ask(asked_now, model)
    else:
        pieces = [_piece(each.shown.upper(), each.label_now(model), each.keys[0]) for each in letters_now(model)]
    said, keys = pressable(said, _("Enter"))
    lines = (
        with_buttons(widgets.wrap(said, columns - 1, "class:prompt", indent="", margin=" "), keys)
        if said
        else [[("", "")]]
    )
    for piece in pieces:
        if widgets.width(lines[-1]) + widgets.width(piece) > columns:
            lines.append([])
        lines[-1] += piece
    return lines


def _choices(asked_now: Dialogue, model: Model) -> list[widgets.Line]:
    numbered = asked_now.stage is LetterStage.PLAYER  # by their place in the list: one key has to do
    return [
        _piece(str(at) if numbered else each.letter, each.says, str(at) if numbered else each.letter[0], each.colour)
        for at, each in enumerate(choices(asked_now, model), 1)
    ]


def _piece(shown: str, says: str, key: str, colour: Colour | None = None) -> widgets.Line:
    """A letter and its meaning, such as ` R● red `; a click on it types that letter."""
    if colour is not None:
        piece: widgets.Line = [
            ("", " "),
            (f"{widgets.colour_style(colour)} class:strong", f" {shown}{SHAPES[colour]} {says} "),
        ]
    else:
        piece = [("class:key", f" {shown}"), ("", f" {says} " if says else " ")]
    return widgets.clickable(piece, button(key.lower()))


def groups(model: Model, columns: int, rows: int) -> tuple[widgets.Lines, bool]:
    """The five groups of the hand in `rows` lines, empty ones too: boxes in columns, a line each, or in a row.

    And whether they are boxes, of which the playable ones are raised.
    """
    longest, wide = max(len(cards) for _colour, cards in _grouped(model)), columns // len(GROUPS)
    for box in BOXES:
        if wide > box.columns and 1 + box.rows_for(longest, wide) + box.beside <= rows:
            return _in_columns(model, box, wide), True
    lines = _one_below_the_other(model, columns)
    return (lines if len(lines) <= rows else _in_a_row(model, columns, rows)), False


def _grouped(model: Model) -> list[tuple[Colour | None, list[tuple[int, Card]]]]:
    """The cards of each group with their places in the hand."""
    hand = list(enumerate(model.left))
    return [(colour, [(at, card) for at, card in hand if card.colour is colour]) for colour in GROUPS]


def _title(colour: Colour | None, voice: Voice) -> str:
    return _("SPECIAL") if colour is None else voice.colour(colour).upper()


def _in_columns(model: Model, box: Box, wide: int) -> widgets.Lines:
    """Five columns of boxes, so wide, under their titles."""
    voice, may = voice_of(model.table), raised(model)
    stacks: list[widgets.Lines] = []
    for colour, cards in _grouped(model):
        title = [(f"{widgets.colour_style(colour)} class:strong", f" {_title(colour, voice)} ")]
        first, held = (cards[0][0] if cards else 0), [card for _at, card in cards]
        boxes = hand_of_boxes(held, may, model.hand.selected - first, box, wide, first=first, rank=letter)
        stacks.append([[("", " "), *title], *boxes])
    high = max(map(len, stacks))
    return [
        [part for stack in stacks for part in widgets.clip(widgets.tall(stack, high)[row], wide)] for row in range(high)
    ]


def _one_below_the_other(model: Model, columns: int) -> widgets.Lines:
    voice, lines = voice_of(model.table), widgets.Lines()
    margin = max(widgets.width(_label(colour, voice)) for colour in GROUPS)
    for colour, cards in _grouped(model):
        title = _label(colour, voice)
        line: widgets.Line = [*title, ("", " " * (margin - widgets.width(title)))]
        for at, card in cards:
            piece = _chip(model, at, card)
            if widgets.width(line) + widgets.width(piece) > columns:
                lines.append(line)
                line = [("", " " * margin)]
            line += piece
        lines.append(line)
    return lines


def _in_a_row(model: Model, columns: int, rows: int) -> widgets.Lines:
    """All groups one after the other, in as many lines as there is room for, with the cursor in sight."""
    voice = voice_of(model.table)
    pieces: list[tuple[int, widgets.Line]] = []
    for colour, cards in _grouped(model):
        title = _label(colour, voice)
        for at, card in cards:
            pieces.append((at, [*title, *_chip(model, at, card)]))  # no title stands alone at the end of a line
            title = []
        if title:
            pieces.append((-1, [*title, ("class:quiet", " –")]))
    lines: widgets.Lines = [[]]
    here = 0
    for at, piece in pieces:
        if widgets.width(lines[-1]) + widgets.width(piece) > columns:
            lines.append([])
        lines[-1] += piece
        here = len(lines) - 1 if at == model.hand.selected else here
    first = widgets.visible(len(lines), here, max(1, rows))
    return lines[first : first + max(1, rows)]


def _label(colour: Colour | None, voice: Voice) -> widgets.Line:
    """The title of a group, filled like its cards."""
    sign = "" if colour is None else SHAPES[colour]
    return [("", " "), (f"{widgets.colour_style(colour)} class:strong", f" {_title(colour, voice)}{sign} ")]


def _chip(model: Model, at: int, card: Card) -> widgets.Line:
    may = card in raised(model)
    return widgets.clickable(
        widgets.chip(card, playable=may, selected=at == model.hand.selected, rank=letter(card)), spot(at)
    )
