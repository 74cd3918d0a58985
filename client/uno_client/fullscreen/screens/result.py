"""The result of a round, and of the game."""

from collections.abc import Sequence

from uno_client.core.card_dialogue import written
from uno_client.core.model import Model
from uno_client.core.model.table import RoundResult
from uno_client.core.plays import last_card
from uno_client.fullscreen import widgets
from uno_client.fullscreen.keys import Intent, key_of, keys_of
from uno_client.fullscreen.screens.frame import bar, framed, rows_for_body, table_bar
from uno_client.fullscreen.screens.log import log_lines
from uno_client.screens.around import paused_text
from uno_client.wording.tally import TONIGHT, records_of, wins_of
from uno_client.wording.words import voice_of
from uno_engine.cards import Card
from uno_engine.language import _, ngettext, pgettext
from uno_engine.rules import Goal
from uno_protocol.fold import TableView
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import Voice, listing, ordinal

BREADTH = 64
"""The most columns of the result; on wider screens it is centred."""
LEAST_LOG = 5
"""Rows that the log should have, with its heading: where it has fewer, empty rows go."""


def render(model: Model, size: widgets.Size) -> widgets.Lines:
    """The screen as lines."""
    table, columns = model.table, size.columns
    if table is None:
        return framed(model, size, bar(_("Result"), "", columns), [], [])
    voice = voice_of(table)
    result = model.play.result
    names = tuple(now or (result.names[at] if result else "") for at, now in enumerate(voice.names))
    voice = Voice(names, voice.me, voice.orange)
    top = table_bar(model, table.room.name, "", columns)
    prompt = widgets.wrap(_what_next(model, table), columns - 1, "class:prompt", indent="", margin=" ")
    rows = rows_for_body(model, size, prompt)
    body = _centred(_body(model, table, voice, min(columns, BREADTH), rows), columns)
    body += _hands(model, voice, columns, rows - len(body))
    room = rows - len(body) - 1
    if room > 0:
        body += [widgets.rule(columns, _("What happened")), *log_lines(model, columns - 2, room, margin=" ")]
    return framed(model, size, top, body, prompt)


def _body(model: Model, table: TableView, voice: Voice, columns: int, rows: int) -> widgets.Lines:
    """The winner, the scores, the tally: spaced out, else closer, else with the tally in the scores."""
    headline = _headline(model, voice, columns)
    whole = [*headline, [], *_scores(model, table, voice, columns), *_tally(table, columns, _is_over(model))]
    if rows - len(whole) - 1 >= LEAST_LOG:
        return [[], *whole]
    close = [line for line in whole if line]
    if len(close) <= rows:
        return close
    records = _records(table, columns, _("Tonight"))
    return [*headline, *_scores(model, table, voice, columns, tally=True), *records]


def _centred(lines: widgets.Lines, columns: int) -> widgets.Lines:
    margin = " " * ((columns - BREADTH) // 2)
    return [[("", margin), *line] if line and margin else line for line in lines]


def _headline(model: Model, voice: Voice, columns: int) -> widgets.Lines:
    result = model.play.result
    if result is None:
        return [widgets.text("  " + _("Between rounds."), "class:strong")]
    won = _wins(result, voice).upper()
    starred = f"★ ★  {won}  ★ ★" if result.winners or result.game_winners else won
    line: widgets.Line = [("class:strong", starred)]
    if (card := _last_card(model)) is not None:
        with_it = _("with the {card}").format(card=voice.card(card))
        chip_of_it = [("", "   "), (f"{widgets.colour_style(card.colour)} class:strong", f" {with_it} ")]
        if widgets.width(line) + widgets.width(chip_of_it) > columns:
            return [widgets.centred(line, columns), widgets.centred(chip_of_it, columns)]
        line += chip_of_it
    lines = (
        [widgets.centred(line, columns)]
        if widgets.width(line) <= columns
        else widgets.wrap(won, columns - 2, "class:strong", margin="  ")
    )
    blocked = _("Round {n} was blocked.").format(n=result.round) if result.blocked else ""
    return [*lines, *([widgets.centred(widgets.text(blocked, "class:info"), columns)] if blocked else [])]


def _is_over(model: Model) -> bool:
    return model.play.result is not None and model.play.result.game_winners is not None


def _last_card(model: Model) -> Card | None:
    result = model.play.result
    return None if result is None else last_card(model.game, result.game_winners or result.winners)


def _tally(table: TableView, columns: int, over: bool) -> widgets.Lines:
    """What everybody has done at this table so far, once a game is over."""
    tally = table.room.tally
    if not tally or not over:
        return []
    label: widgets.Line = [("class:label", f"  {_(TONIGHT)}   ")]
    first, *more = widgets.wrap(
        " · ".join(wins_of(tally)), columns - widgets.width(label) - 2, "class:strong", indent=""
    )
    lines: widgets.Lines = [[*label, *first], *[[("", " " * widgets.width(label)), *line] for line in more]]
    return [[], *lines, *_records(table, columns)]


def _records(table: TableView, columns: int, label: str = "") -> widgets.Lines:
    said = " · ".join(records_of(table.room.tally or ()))
    return widgets.wrap(f"{label}: {said}" if label else said, columns - 2, margin="  ") if said else []


def _hands(model: Model, voice: Voice, columns: int, rows: int) -> widgets.Lines:
    """What everyone held at the end of the round, where the table shows it; one after the other if rows are few."""
    shown = model.play.result.hands if model.play.result else None
    if shown is None:
        return []
    lines: widgets.Lines = [[], widgets.text("  " + _("What everyone held:"), "class:label")]
    for seat, hand in enumerate(shown):
        if hand is None:
            continue
        line: widgets.Line = [*widgets.clip([("class:strong", widgets.fit(voice.name(seat), 14))], 16)]
        lines += _chips(model, [("", "    "), *line], hand, columns)
    return lines if len(lines) <= rows else widgets.wrap(_in_a_row(model, shown, voice), columns - 2, margin="  ")


def _in_a_row(model: Model, shown: Sequence[tuple[Card, ...] | None], voice: Voice) -> str:
    """The hands with cards in them, by their letters and shapes."""
    held = (
        f"{voice.name(seat)}: {' '.join(widgets.face(card, written(model, card)).replace(' ', '') for card in hand)}"
        for seat, hand in enumerate(shown)
        if hand
    )
    return _("Held at the end: {hands}.").format(hands="; ".join(held))


def _chips(model: Model, line: widgets.Line, hand: Sequence[Card], columns: int) -> widgets.Lines:
    """A hand behind a name, in as many lines as it takes."""
    if not hand:
        return [[*line, ("class:quiet", _("no cards"))]]
    per_row, margin = max(1, (columns - widgets.width(line) - 1) // widgets.CHIP), widgets.width(line)
    lines: widgets.Lines = []
    for at in range(0, len(hand), per_row):
        cards = [part for card in hand[at : at + per_row] for part in widgets.chip(card, rank=written(model, card))]
        lines.append([*(line if at == 0 else [("", " " * margin)]), *cards])
    return lines


def _wins(result: RoundResult, voice: Voice) -> str:
    if result.game_winners is not None:
        winners, n = result.game_winners, 0
        said = _("Nobody wins"), _("You win"), _("{name} wins"), _("You and {names} win"), _("{names} win")
    else:
        winners, n = result.winners, result.round
        said = (
            _("Nobody wins round {n}"),
            _("You win round {n}"),
            _("{name} wins round {n}"),
            _("You and {names} win round {n}"),
            _("{names} win round {n}"),
        )
    nobody, *somebody = said
    return voice.of_all(winners, *somebody, n=n) if winners else nobody.format(n=n)


def _scores(model: Model, table: TableView, voice: Voice, columns: int, *, tally: bool = False) -> widgets.Lines:
    """Everybody with points or cards; with the games won tonight where `tally` asks for them."""
    game, result = table.game, model.play.result
    if game is None:
        return []
    points = game.rules.goal.by_points
    seats = [seat for seat in range(game.seats) if game.seated[seat]]
    if points:
        seats.sort(key=lambda seat: game.scores[seat], reverse=game.rules.goal is Goal.POINTS)
    places = _places(result)
    if places:
        seats.sort(key=lambda seat: places.get(seat, len(seats)))
    head = f"    {pgettext('at most 23 columns', 'Player'):<24}"
    if points:
        head += f"{pgettext('at most 9 columns', 'gained'):>9}{pgettext('at most 9 columns', 'score'):>9}"
    else:
        head += (
            f"{pgettext('at most 12 columns', 'place') if places else pgettext('at most 12 columns', 'cards left'):>12}"
        )
    wins = {line.name: line.wins for line in (table.room.tally or ())} if tally else {}
    head += f"{pgettext('at most 9 columns', 'tonight'):>9}" if wins else ""
    if table.room.phase is not RoomPhase.FINISHED:
        head += f"   {_('next')}"
    rows = []
    for seat in seats:
        row = _row(table, result, voice, seat, points)
        row += [("class:strong", f"{wins.get(voice.name(seat), 0):>9}")] if wins else []
        rows.append(widgets.clip([*row, *_ready(table, seat)], columns))
    return [widgets.text(head, "class:label"), *rows]


def _places(result: RoundResult | None) -> dict[int, int]:
    """The place of each seat where places count (C17); those who share one count for several."""
    places: dict[int, int] = {}
    place = 1
    for seats in result.ranks if result else ():
        places |= dict.fromkeys(seats, place)
        place += len(seats)
    return places


def _row(table: TableView, result: RoundResult | None, voice: Voice, seat: int, points: bool) -> widgets.Line:
    game = table.game
    won = result is not None and seat in (result.game_winners or result.winners)
    name = widgets.fit_name(voice.name(seat), " " + _("(you)") if seat == voice.me else "", 24)
    line: widgets.Line = [("class:strong", "  ★ " if won else "    "), *widgets.clip([("class:strong", name)], 24)]
    if game is not None and points:
        gained = result.gains[seat] if result and seat < len(result.gains) else 0
        line.append(("", f"{'+' + str(gained) if gained else '–':>9}{game.scores[seat]:>9}"))
    elif places := _places(result):
        line.append(("", f"{ordinal(places[seat]) if seat in places else '–':>12}"))
    elif game is not None:
        line.append(("", f"{_('out') if seat in game.lost else game.counts[seat]:>12}"))
    return line


def _ready(table: TableView, seat: int) -> widgets.Line:
    """Whether a player is ready to continue."""
    if table.room.phase is RoomPhase.FINISHED:  # the marks are those of the game's start
        return []
    occupant = table.room.occupants[seat]
    if occupant is None:
        return [("class:quiet", "   " + pgettext("a player", "left"))]
    return [("class:good", "   " + _("✓ ready"))] if occupant.ready else [("class:quiet", "   ·")]


def _another(model: Model, table: TableView) -> str:
    """A sentence listing who is ready for another game, and when it begins."""
    ready = [each.name for each in table.room.occupants if each is not None and each.ready and each.bot is None]
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    said = []
    if ready:
        told = ngettext("{names} is ready for a rematch.", "{names} are ready for a rematch.", len(ready))
        said.append(told.format(names=listing(ready)))
    too = _("Press Enter if you're ready too, {key} to leave.").format(key=key_of(model, Intent.LEAVE))
    said.append(_("You're watching.") if model.seat is None else too)
    if left is not None:
        said.append(_("It begins in {n} s.").format(n=round(left)))
    return " ".join(said)


def _what_next(model: Model, table: TableView) -> str:
    if table.room.phase is RoomPhase.CLOSED:
        return _("The table is closed.")
    if table.room.held:
        return paused_text(model, keys_of(model), voice_of(table))
    if table.room.phase is RoomPhase.WAITING:
        return _another(model, table)
    if model.seat is None:
        return _("You're watching.")
    if table.room.phase is RoomPhase.FINISHED:
        quits = model.start.autostart and not model.start.at_home
        over = _("The game is over. Press Enter for a rematch, {key} to leave.")
        over = _("The game is over. Press Enter for a rematch, {key} to quit.") if quits else over
        return over.format(key=key_of(model, Intent.LEAVE))
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    soon = "" if left is None else _("The next round begins in {n} s.").format(n=round(left))
    if model.occupant is not None and model.occupant.ready:
        return " ".join((_("You're ready."), soon or _("Waiting for the others.")))
    return " ".join(filter(None, (_("Press Enter when you're ready."), soon)))
