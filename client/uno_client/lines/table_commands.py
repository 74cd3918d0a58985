"""Commands about tables: to find and open one, and what its host and players may ask of it. Pure."""

from collections.abc import Mapping

from uno_client.core.described import no_rule
from uno_client.core.model import Model
from uno_client.core.requests import still, want
from uno_client.core.standing import hosting, in_lobby
from uno_client.lines.outcomes import Command, Context, Did, Outcome, Tell
from uno_client.lines.room_text import named_rules
from uno_client.messages import Invite
from uno_client.preferences import NOTHING
from uno_client.wording.levels import LIKE, level_text, level_text_at
from uno_client.wording.options import near
from uno_client.wording.rule_sets import RuleLine, check_name, in_place_of, read_line, read_sets, rename
from uno_engine.explain import SECTIONS
from uno_engine.language import N_, _
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import TABLE
from uno_protocol.room import with_text

CODE_LENGTH = 4


def _describes_tables(model: Model) -> bool:
    return in_lobby(model) or hosting(model)


def _presets(_setting: Context, _words: list[str]) -> Outcome:
    return Tell(tuple(f"{name}: {_(said)}" for name, said in DESCRIPTIONS.items()))


def _options(_setting: Context, words: list[str]) -> Outcome:
    """Every rule that can be set, under headings; with the name of one: what each of its values means."""
    if not words:
        lines = []
        for section, names in SECTIONS.items():
            lines.append(f"{_(section)}:")
            for row in map(TABLE.__getitem__, names):
                choices = f" ({', '.join(row.choices)})" if row.choices else ""
                lines.append(f" {row.name}: {_(row.title)}{choices}")
        return Tell((*lines, _("To see what the values of a rule mean: options stacking")))
    option = TABLE.get(words[0].lower())
    if option is None:
        return Tell((no_rule(words[0]),))
    return Tell(tuple(f" {option.name}={value}: {option.explain(value)}" for value in option.choices))


def _sets(setting: Context, words: list[str]) -> Outcome:
    """The player's own sets of rules: list, save, rename, delete."""
    model = setting.model
    verb, name = (words[0].lower(), " ".join(words[1:])) if words else ("", "")
    if verb == "save" and name:
        return _save(setting, name)
    if verb == "rename" and name:
        return _rename(model, name)
    if verb in ("delete", "forget") and name:
        if name not in model.settings.rule_sets:
            return _no_set(model, name)
        left = rename(model.settings.rule_sets, name, NOTHING)
        return Did(still(model.with_rule_sets(left)), (_("{name} is deleted.").format(name=name),))
    if words:
        return Tell((_("For example: sets, sets save Friday, sets rename Friday Sunday, sets delete Friday"),))
    lines = [
        _("{name}: {rules}. To share: {line}").format(name=name, rules=named_rules(*line), line=line)
        for name, line in read_sets(model.settings.rule_sets).items()
    ]
    if not lines:
        return Tell((_("You have saved no rules yet. To save those of the table: sets save Friday"),))
    said = _('Open a table with one: create Kitchen rules="{name}"')
    return Tell((*lines, said.format(name=next(iter(model.settings.rule_sets)))))


def _no_set(model: Model, name: str) -> Tell:
    said = _("You have no set of rules called {name}").format(name=name)
    return Tell((said + near(name, model.settings.rule_sets) + ".",))


def _rename(model: Model, names: str) -> Outcome:
    """Rename a set: the longest name that `names` begins with gets the rest of it."""
    if names in model.settings.rule_sets:
        return Tell((_("Rename it to what? For example: sets rename {name} Sunday").format(name=names),))
    old = max((name for name in model.settings.rule_sets if names.startswith(f"{name} ")), key=len, default=None)
    if old is None:
        return _no_set(model, names)
    new = names.removeprefix(old).strip()
    try:
        sets = rename(model.settings.rule_sets, old, check_name(new))
    except ValueError as fault:
        return Tell((str(fault),))
    said = _("{name} is now called {new}.").format(name=old, new=new)
    return Did(still(model.with_rule_sets(sets)), (said,))


def _save(setting: Context, name: str) -> Outcome:
    """Save the rules of your table, else those of a table that would be opened."""
    model = setting.model
    try:
        name = check_name(name)
        if model.table is None:
            line = RuleLine(
                setting.model.start.new.preset,
                with_text(setting.model.start.new.options, setting.model.start.new.own_text),
            )
        else:
            room = model.table.room
            line = RuleLine(room.preset, with_text(room.options, room.own_text))
        line = read_line(str(line))
    except ValueError as fault:
        return Tell((str(fault),))
    sets = model.settings.rule_sets
    said = [_("Saved as {name}: {line}").format(name=name, line=line), in_place_of(sets, name, str(line))]
    return Did(still(model.with_rule_sets({**sets, name: str(line)})), tuple(filter(None, said)))


def _levels(setting: Context, _words: list[str]) -> Tell:
    """What each level would be like at your table, else at a table that would be opened."""
    table, new = setting.model.table, setting.model.start.new
    rules = (new.preset, with_text(new.options, new.own_text), new.seats)
    lines = [
        f"{level}: {level_text(level, *rules) if table is None else level_text_at(level, table.room, more=1)}."
        for level in LIKE
    ]
    return Tell(tuple(lines))


LOBBY: Mapping[str, Command] = {
    "presets": Command("presets", N_("the rule sets, each in a sentence"), _presets, _describes_tables),
    "options": Command(
        "options [RULE]",
        N_("the rules that you can set for a table; with a rule: what its values mean"),
        _options,
        _describes_tables,
    ),
    "levels": Command(
        "levels", N_("the levels of computer players, and how well each plays"), _levels, _describes_tables
    ),
    "sets": Command(
        "sets [save NAME|rename NAME NEW|delete NAME]",
        N_("your own sets of rules: list them, save the rules of the table, rename or delete a set"),
        _sets,
    ),
}
"""What is done in the lobby."""


def _invite(setting: Context, words: list[str]) -> Outcome:
    """The QR code for phones: of the first address, or of that number."""
    number = "".join(words) or "1"
    if not (number.isascii() and number.isdigit() and int(number[:3]) > 0):
        return Tell((_("Type qr, or qr 2 for another address of this computer."),))
    return Did(want(setting.model, Invite(int(number[:3]))))


SEATED: Mapping[str, Command] = {
    "qr": Command(
        "qr [NUMBER]",
        N_("a QR code with which phones join in their browser; qr 2: of another address"),
        _invite,
        lambda model: not model.start.autostart,
    )
}
"""What is done at a table, from one's own seat."""
