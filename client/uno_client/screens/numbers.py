"""What players have done on a server, by name, as a page and as lines."""

from collections.abc import Iterator

from uno_client.core.model import Model
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.page import Paragraph, ReadPage, heading
from uno_client.wording.sanitize import clean
from uno_engine.language import _, decimal, ngettext
from uno_protocol.labels import worded
from uno_protocol.messages import Numbers, PlayerNumbers
from uno_protocol.wording.options import preset_text


def numbers_of(model: Model, keys: Keys) -> ReadPage:
    """The page; without text until the server has answered."""
    told = model.lobby.numbers
    blocks = () if told is None else tuple(numbers_blocks(told))
    return ReadPage(frame_of(model, keys, worded("numbers"), "", meanwhile(model)), blocks, model.reading.scroll)


def numbers_blocks(told: Numbers) -> Iterator[Paragraph]:
    """All of it: tonight, this month, always."""
    yield Paragraph(worded("proves_nothing"), "quiet")
    spans = {"tonight": told.tonight, "since_month": told.month, "since_always": told.always}
    for title, players in spans.items():
        yield heading(worded(title))
        if not players:
            yield Paragraph(worded("no_games"), "quiet", left=2)
        for one in players:
            yield Paragraph(_player(one), left=2, hang=2)


def _player(one: PlayerNumbers) -> str:
    games = ngettext("{games} game", "{games} games", one.games).format(games=one.games)
    said = _(
        "{name}: {games}, {wins} won (a player as good as the others: {equal}; chance {low} to {high} %),"
        " {points} points; UNO called {called}, forgotten {forgotten}, others caught {caught};"
        " challenges right {right}, wrong {wrong}; biggest hand {biggest}, most cards at once {longest},"
        " wins in a row {streak}."
    )
    counts = {name: getattr(one, name) for name in PlayerNumbers.__struct_fields__[2:-1]}
    equal = decimal(f"{(one.equal + 5) // 10 / 10:.1f}")
    said = said.format(**counts | {"name": clean(one.name), "games": games, "equal": equal})
    by_preset = [(preset_text(each.preset), each.wins, each.games) for each in one.presets]
    if by_preset and (left := one.games - sum(each.games for each in one.presets)) > 0:
        by_preset.append((worded("other_rules"), one.wins - sum(each.wins for each in one.presets), left))
    told = [
        _("{preset} {wins} of {games}").format(preset=preset, wins=wins, games=games)
        for preset, wins, games in by_preset
    ]
    return " ".join([said, *([_("Won by rules: {presets}.").format(presets=", ".join(told))] if told else [])])
