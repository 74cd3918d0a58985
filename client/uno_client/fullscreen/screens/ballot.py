"""The vote for the rule of the customizable cards, before the first deal (C12)."""

from dataclasses import replace

from uno_client.core.legal_moves import ballot
from uno_client.core.model import Model
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.screens.frame import bar, confirmation, framed, rows_for_body, table_bar
from uno_client.fullscreen.screens.log import log_lines
from uno_client.fullscreen.widgets import Line, Lines, Size, clickable, clip, rule, text, wrap
from uno_client.wording.words import voice_of
from uno_engine.decisions import asked
from uno_engine.language import _, pgettext
from uno_engine.state import View
from uno_protocol.sentences import Voice, listing, rule_text, rule_title


def render(model: Model, size: Size) -> Lines:
    """The screen as lines. There is a table and a game."""
    table, game, columns = model.table, model.game, size.columns
    if table is None or game is None:
        return framed(model, size, bar(_("Vote"), "", columns), [], [])
    voice = voice_of(table)
    top = table_bar(model, table.room.name, pgettext("a title", "vote"), columns)
    body: Lines = [[], text("  " + _("Which rule for the Customizable cards?"), "class:strong"), []]
    for at, name in enumerate(game.ballot):
        body += _rule(model, game, at, name, columns)
    body += [[], *wrap(_who_voted(game, voice), columns - 2, "class:info", indent="", margin="  ")]
    said = _what_next(model)
    prompt = confirmation(model, columns, wrap(said, columns - 1, "class:prompt", indent="", margin=" "))
    room = rows_for_body(model, size, prompt if model.question is None else []) - len(body) - 1
    if room > 0:
        body += [rule(columns), *log_lines(model, columns - 2, room, margin=" ")]
    return framed(replace(model, question=None), size, top, body, prompt)


def _rule(model: Model, game: View, at: int, name: str, columns: int) -> Lines:
    """A rule of the ballot: number, title, your vote, and its text."""
    here = bool(ballot(model)) and at == model.row
    mine = model.seat is not None and game.votes.get(model.seat) == name
    style = "class:strong class:selected" if here else "class:strong"
    title: Line = [("", f" {'▸' if here else ' '} "), (style, f"{at + 1} {rule_title(name)}")]
    if mine:
        title.append(("class:good", "  " + _("✓ your vote")))
    said = wrap(rule_text(name), columns - 2, "class:info", indent="", margin="     ")
    return [clickable(line, spot(at)) for line in (clip(title, columns), *said)]


def _who_voted(game: View, voice: Voice) -> str:
    waiting = asked(game.waiting_for)
    late = [voice.whom(seat) for seat in waiting]
    voted = [voice.whom(seat) for seat, still in enumerate(game.playing) if still and seat not in waiting]
    done = _("Voted: {names}.").format(names=listing(voted)) if voted else _("Voted: nobody yet.")
    open_ = _("Still to vote: {names}.").format(names=listing(late)) if late else _("Still to vote: nobody.")
    return f"{done} {open_}"


def _what_next(model: Model) -> str:
    if model.seat is None:
        return _("You're watching the vote.")
    if ballot(model) and not model.answering:
        return _("Vote for one: press its number, or choose with ↑ ↓ and Enter.")
    return _("Sent …") if model.answering else _("Waiting for the others.")
