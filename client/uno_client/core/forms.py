"""The forms to fill in: connecting to a server, opening a table, changing one, its password."""

import dataclasses
from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace as with_fields

from uno_client.core.model.question import HIDDEN, MORE, MORE_CHOICES, Form, FormField
from uno_client.messages import Key, Typed
from uno_client.names import LONGEST_NAME
from uno_client.preferences import LONGEST_SERVER, NOTHING
from uno_client.structs import replace
from uno_client.wording.levels import LIKE, USUAL, level_text
from uno_client.wording.rule_sets import LONGEST_LINE, RuleLine, check_name, read_line, read_sets, rename
from uno_client.wording.rule_sets import LONGEST_NAME as LONGEST_SET
from uno_client.wording.sanitize import clean
from uno_client.wording.tables import too_many_bots
from uno_engine.bots.reactions import PACES
from uno_engine.explain import SECTIONS
from uno_engine.language import N_, _
from uno_engine.levels import BotLevel
from uno_engine.options import MEANINGLESS, differences, value_word, values_of, with_options
from uno_engine.presets import DESCRIPTIONS, PRESETS, within_bounds
from uno_engine.rules import LONGEST_SENTENCE, OWN, OWN_TEXT, TABLE, Option, RuleSet, RulesRefused
from uno_protocol.labels import LABELS, worded
from uno_protocol.messages import ChangeTable, CreateTable, NewTable
from uno_protocol.room import Room, RoomPhase
from uno_protocol.sentences import level_word, pace_word
from uno_protocol.wording.options import preset_text, value_text

_SECONDS = (N_("off"), "10", "15", "20", "30", "45", "60", "90", "120", "300")
_NO_PASSWORD = LABELS["none"]
_KEPT = LABELS["unchanged"]
_LONGEST_PASSWORD = 128
_YES_NO = (N_("yes"), LABELS["no"])
# A row is read as one.
# fmt: off
_DOORS: Mapping[str, tuple[str, tuple[str, str], tuple[str, str]]] = {
    "listed": (
        N_("Visibility"), (N_("listed"), N_("unlisted")),
        (LABELS["listed"], N_("Unlisted: join by code only."))
    ),
    "watching": (
        LABELS["spectators_title"], _YES_NO, (LABELS["watching"], N_("Nobody may watch without a seat."))
    ),
    "show_hands": (
        N_("Show hands"), _YES_NO,
        (LABELS["show_hands"],
         N_("Hands stay closed, and nobody can check the deal."))
    ),
    "programs": (
        N_("Programs"), _YES_NO, (LABELS["programs"], N_("Only people may sit down."))
    ),
}
# fmt: on
"""What is shown of a table, and to whom: the field's label, its choices, and what is said below it with each."""
_FREE = ("players", "extra", "forget_chance", "uno_grace", "target", "mercy")
"""Options with more numbers than can be offered one after the other: others can be typed."""
_THE_TABLE = N_("The table")
SAVE = "save"
"""The field of `_save_field`."""
RENAME = "rename"
"""The field that renames or deletes the set of rules that is chosen."""


def connect(address: str, name: str, *, password: bool = False) -> Form:
    """The form of the connect screen; with `password` the cursor is where that is typed."""
    where, empty = _("host or host:port, like 192.168.1.5:7777"), _("empty: your login name, or “player”")
    server = FormField("server", _("Server"), address, hint=where, longest=LONGEST_SERVER, proposed=True)
    named = FormField("name", worded("your_name"), name, hint=empty, longest=LONGEST_NAME + 7, proposed=True)
    if not password:
        return Form((server, named))
    hint = worded("server_password")
    secret = FormField("password", worded("password"), hint=hint, longest=_LONGEST_PASSWORD, hidden=True)
    return Form((server, named, secret), at=2)


def create(name: str, sets: Mapping[str, str] | None = None) -> Form:
    """The form for a new table, with the usual answers. `sets`: the player's own sets of rules."""
    hint, called = worded("name_hint"), worded("whose_table", name=name) if name else _("Table")
    rules_hint = _("You can also type or paste a line such as {line}.").format(line="party mercy=20")
    counts = tuple(map(str, range(10)))
    bots = FormField("bots", worded("bots"), "0", counts, hint=_("They sit down at once."))
    level = FormField("level", worded("level"), USUAL, tuple(LIKE))
    named = FormField("name", worded("name"), called, hint=hint, longest=30, proposed=True)
    form = _about_table(NewTable(), PRESETS["official"], sets, rules_hint, (bots, level))
    return replace(form, fields=(named, *form.fields))


def changing(room: Room, sets: Mapping[str, str] | None = None) -> Form:
    """The form for a change of a table, filled in with what it is now; in a game without rules and seats."""
    try:
        played = room.rules
    except RulesRefused:  # of a newer server
        played = None
    if room.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED) or played is None:
        clock, pace, *doors = _around(room)
        doors = [each for each in doors if each.key != "show_hands"]  # it stays during a game (P-7.20)
        return Form(tuple(replace(each, group="") for each in (clock, _password_field(room), pace, *doors)))
    return _about_table(room, played, sets, _("Another rule set resets every rule."))


def _about_table(
    now: NewTable | Room,
    rules: RuleSet,
    sets: Mapping[str, str] | None,
    rules_hint: str,
    bots: tuple[FormField, ...] = (),
) -> Form:
    """The fields that a new table and a change of one share, filled in with what the table is."""
    own, seats = read_sets(sets or {}), now.seats if isinstance(now, NewTable) else len(now.occupants)
    counts = tuple(map(str, range(2, 11)))
    fields = (
        FormField("rules", worded("rules"), now.preset, (*PRESETS, *own), hint=rules_hint),
        FormField("seats", worded("seats"), str(seats), counts, hint=_("Players, computer players included.")),
        *bots,
        _password_field(now),
        FormField(
            MORE, worded("more_rules"), HIDDEN, MORE_CHOICES, hint=_("Every rule of the table, one by one: Enter.")
        ),
        FormField(SAVE, worded("set_save"), longest=LONGEST_SET, hint=_("Type a name, then press Enter.")),
        *_around(now),
    )
    return Form((*fields, *_option_fields(rules)), sets=own)


def _around(now: NewTable | Room) -> tuple[FormField, ...]:
    seconds = str(now.turn_seconds) if now.turn_seconds else _SECONDS[0]
    choices = _SECONDS if seconds in _SECONDS else tuple(sorted((*_SECONDS, seconds), key=_turn_seconds))
    pace = "normal" if isinstance(now, NewTable) else now.pace or _KEPT
    paces = (pace, *PACES) if pace == _KEPT else tuple(PACES)
    hint = _("When time runs out, the game answers for you.")
    return (
        FormField("seconds", worded("seconds"), seconds, choices, hint=hint, group=_THE_TABLE),
        FormField("pace", worded("pace"), pace, paces, hint=worded("pace_hint"), group=_THE_TABLE),
        *(
            FormField(key, _(label), words[getattr(now, key) is False], words, group=_THE_TABLE)
            for key, (label, words, _hints) in _DOORS.items()
        ),
    )


def password_field(called: str) -> FormField:
    """The line for the password of the table `called` so."""
    label, hint = worded("password_of", table=clean(called, 40)), worded("password_of_hint")
    return FormField("password", label, hint=hint, longest=_LONGEST_PASSWORD, hidden=True)


def _password_field(now: NewTable | Room) -> FormField:
    """The field for the password of a table; one that has a password may keep it."""
    passwords = (_KEPT, _NO_PASSWORD) if now.password else (_NO_PASSWORD,)
    hint = _("Players and spectators need it to join. Type one.")
    return FormField("password", worded("password"), passwords[0], passwords, hint, longest=60, free=True, hidden=True)


def change_request(form: Form, room: Room) -> ChangeTable | None:
    """What the form changes of the table (without an id); None: nothing. Raises ValueError with what is wrong."""
    was = changing(room)
    if form.has("rules") and not was.has("rules"):
        raise ValueError(_("A game has started: rules and seats can't change now. Go back and open this form again."))
    before, told = _told(was), _told(form)
    changed = {key: value for key, value in told.items() if value not in (before.get(key), _KEPT)}
    if "preset" in changed:
        changed |= {"options": told["options"], "own_text": told["own_text"] or None}
    return with_fields(ChangeTable(id=1), **changed) if changed else None


def _told(form: Form) -> dict[str, object]:
    """What the form says of the table, as it is sent. Raises ValueError with a sentence for the player."""
    told: dict[str, object] = {
        key: form[key] == words[0] for key, (_label, words, _hints) in _DOORS.items() if form.has(key)
    }
    told["password"] = "" if form["password"] == _NO_PASSWORD else form["password"]
    told |= {"pace": form["pace"], "turn_seconds": _turn_seconds(form["seconds"])}
    if not form.has("rules"):
        return told
    seats = int(form["seats"])
    try:
        options, players = chosen_options(form), chosen_rules(form).players
    except RulesRefused as refused:
        raise ValueError(clash_text(refused)) from None
    if not players.least <= seats <= players.most:
        said = _("These rules are for {least} to {most} players, not for {seats} seats.")
        raise ValueError(said.format(least=players.least, most=players.most, seats=seats))
    own_text = options.pop(OWN_TEXT, "")
    return {**told, "preset": preset_of(form), "options": options, "own_text": own_text, "seats": seats}


def _turn_seconds(value: str) -> int:
    return 0 if value == _SECONDS[0] else int(value)


def preset_of(form: Form) -> str:
    """The preset of the rules that were chosen."""
    chosen = form["rules"]
    return form.sets[chosen].preset if chosen in form.sets else chosen


def base_of(form: Form) -> RuleSet:
    """Its rules."""
    return PRESETS[preset_of(form)]


def _option_fields(rules: RuleSet) -> tuple[FormField, ...]:
    values = values_of(rules)
    return tuple(
        _option_field(TABLE[name], values[name], section)
        for section, names in SECTIONS.items()
        for name in names
        if name != OWN_TEXT or values["customizable_rule"] == OWN
    )


def _option_field(option: Option, value: str, section: str) -> FormField:
    longest = LONGEST_SENTENCE if option.name == OWN_TEXT else 40
    title, choices, free = _(option.title), option.choices, option.name in _FREE
    return FormField(option.name, title, value, choices, longest=longest, free=free, group=section, proposed=free)


def explained(form: Form, field: FormField) -> str:
    """What is said below the field under the cursor: of an option, the rule that its value makes."""
    option = TABLE.get(field.key)
    if unread(form):
        return _("Press Enter to read this line of rules.")
    if field.key == "rules":
        return f"{_(DESCRIPTIONS[preset_of(form)])} {field.hint}"
    try:
        options = chosen_options(form) if field.key in (SAVE, "level") else {}
    except RulesRefused:  # told with the clash
        return field.hint
    if field.key == SAVE:
        line = RuleLine(preset_of(form), options)
        return f"{field.hint} {_('Others read these rules from the line: {line}').format(line=line)}"
    if field.key == "level":
        said = level_text(form["level"], preset_of(form), options, int(form["seats"]))
        return f"{said[:1].upper()}{said[1:]}."
    if field.key == OWN_TEXT:
        return worded("own_text")
    if option is None:
        return _(_DOORS[field.key][2][field.value != field.choices[0]]) if field.key in _DOORS else field.hint
    try:
        option.read(field.value)
    except ValueError:  # told with the clash
        return ""
    said = option.explain(field.value)
    return f"{said} {_('(Or type another value.)')}" if field.free else said


def seen(form: Form) -> tuple[int, ...]:
    """The places of the fields that are seen: of the options only those that have an effect under the others."""
    try:
        rules = chosen_rules(form) if form.has("rules") else None
    except RulesRefused:  # told with the clash
        rules = None
    return tuple(
        at
        for at, field in enumerate(form.shown)
        if at == form.at or rules is None or field.key not in MEANINGLESS or not MEANINGLESS[field.key](rules)
    )


def chosen_options(form: Form) -> dict[str, str]:
    """The options that differ from the preset, as they are sent. Raises RulesRefused if they make no sense."""
    return differences(chosen_rules(form), base_of(form))


def chosen_rules(form: Form) -> RuleSet:
    """The rules that the form makes. Raises RulesRefused, with the option and the reason, if they make no sense."""
    rules = dataclasses.replace(base_of(form), own_text="")
    chosen = {name: form[name].strip() for name in TABLE if form.has(name)}
    return within_bounds(preset_of(form), with_options(rules, chosen))


def shown(field: FormField, value: str) -> str:
    """A choice of a field as players read it."""
    if field.key == "rules":
        return preset_text(value) if value in PRESETS else value
    if field.key == "level":
        return level_word(value)
    if field.key == "pace" and value in PACES:
        return pace_word(value)
    return value_text(field.key, value) if field.key in TABLE else value_word(value)


def edit(form: Form, pressed: Key | Typed) -> Form:
    """The form after typing into it, but for what `pastes`."""
    if not form.fields:
        return form
    field = form.current
    if field.key == "rules":
        return _edit_rules(form, pressed)
    match pressed:
        case Typed(text) if field.choices and not field.free:
            typed = [each for each in field.choices if shown(field, each).startswith(text) or each.startswith(text)]
            return _follow(form.write(typed[0])) if typed else form
        case Typed(text) if field.free and not field.hidden:
            taken = "0123456789" + "".join(field.choices)
            text = text.replace(",", ".") if "." in taken else text  # as the player's language may write it
            text = "".join(each for each in text if each in taken)
            return form.write(("" if field.proposed else field.value) + text) if text else form
        case Typed(text):
            return form.write(("" if field.proposed or field.value in field.choices else field.value) + _typed(text))
        case Key("backspace") if field.hidden and field.value in field.choices:
            return form
        case Key("backspace") if field.free or not field.choices:
            return form.write(field.value[:-1])
        case Key("c-u") if field.free or not field.choices:
            return form.write("")
        case Key("left" | "right"):
            return form.write(field.value)  # a proposal to be gone on with
        case _:
            return form


def _edit_rules(form: Form, pressed: Key | Typed) -> Form:
    """What begins as it was typed is chosen, or it will be a line."""
    match pressed:
        case Typed(text):
            typed = form.typing + _typed(text)
        case Key("backspace"):
            typed = form.typing[:-1]
        case Key("c-u"):
            return replace(form, typing="")
        case _:
            return form
    form = replace(form, typing=typed.lstrip()[: LONGEST_LINE + 1])
    found = [each for each in form.current.choices if each.casefold().startswith(form.typing.casefold())]
    if not found or not form.typing or form.current.value in found:
        return form
    return _follow(form.write(found[0]))


def unread(form: Form) -> str:
    """What has been typed into the field of the rules under the cursor, if it is a line that is still to be read."""
    begins = not form.fields or form.current.value.casefold().startswith(form.typing.casefold())
    return "" if begins or form.current.key != "rules" else form.typing


def pastes(form: Form, pressed: Key | Typed) -> bool:
    """Whether that is a whole line of rules, pasted where the rules are chosen."""
    return isinstance(pressed, Typed) and form.current.key == "rules" and len(pressed.text.split()) > 1


def with_line(form: Form, text: str) -> Form:
    """The form with the rules of a line such as `party mercy=20`. Raises ValueError with a sentence for the player."""
    line = read_line(text)
    form = replace(form, typing="")
    if not line.options:
        return _follow(form.write(line.preset))
    name, field = clean(str(line), 40), form.current
    field = replace(field, value=name, choices=tuple(dict.fromkeys((*field.choices, name))))
    return _follow(replace(form.put(field), sets={**form.sets, name: line}))


def _typed(text: str) -> str:
    """What is typed, cleaned; a blank at an end is being typed, not to be trimmed yet."""
    return " " if text == " " else clean(text)


def turn(form: Form, step: int) -> Form:
    """The form with the next (or previous) choice in the field under the cursor."""
    field = form.current
    if not field.choices:
        return form.write(field.value)
    now = field.choices.index(field.value) if field.value in field.choices else 0
    form = replace(form, typing="")
    form = form.write(field.choices[(now + step) % len(field.choices)])
    return _follow(form.put(replace(form.current, proposed=field.free)))


def _follow(form: Form) -> Form:
    """After other rules are chosen every option has its value; the host's own rule is typed where it counts."""
    if form.current.key == "customizable_rule":
        fields = [field for field in form.fields if field.key != OWN_TEXT]
        if form.current.value == OWN:
            fields.insert(form.at + 1, _option_field(TABLE[OWN_TEXT], "", form.current.group))
        return replace(form, fields=tuple(fields))
    if form.current.key != "rules":
        return form
    chosen = form.sets.get(form["rules"])
    rules = base_of(form) if chosen is None else with_options(base_of(form), chosen.options)
    form = form.put(replace(form.field("seats"), value=str(min(int(form["seats"]), rules.players.most))))
    form = _with_rename(replace(form, fields=tuple(field for field in form.fields if field.key not in TABLE)))
    return replace(form, fields=(*form.fields, *_option_fields(rules)))


def save(form: Form) -> tuple[str, str]:
    """The name under which the rules are to be saved, and their line. Raises ValueError with what is wrong."""
    try:
        return check_name(form[SAVE]), str(RuleLine(preset_of(form), chosen_options(form)))
    except RulesRefused as refused:
        raise ValueError(clash_text(refused)) from None


def saved(form: Form, name: str, sets: Mapping[str, str]) -> Form:
    """The form after its rules have been saved under that name: they are the ones that are chosen."""
    return _with_rename(_choosing(form.write(""), name, {**form.sets, **read_sets(sets)})).pointing_at(SAVE)


def renaming(form: Form) -> bool:
    """Whether another name for the set of rules that is chosen has been typed under the cursor."""
    field = form.current
    return field.key == RENAME and not field.proposed and field.value.strip() not in ("", form["rules"])


def renamed(form: Form, sets: Mapping[str, str]) -> tuple[Form, dict[str, str]]:
    """With the name that was typed for the set that is chosen, or without it. Raises ValueError with what is wrong."""
    old, new = form["rules"], form[RENAME].strip()
    line = form.sets[old]
    sets = rename(sets, old, new)
    chosen = line.preset if new == NOTHING else check_name(new)
    known = {name: each for name, each in form.sets.items() if name != old} | read_sets(sets)
    return _with_rename(_choosing(form, chosen, known)).pointing_at("rules"), sets


def _choosing(form: Form, chosen: str, known: Mapping[str, RuleLine]) -> Form:
    return replace(form.put(replace(form.field("rules"), value=chosen, choices=(*PRESETS, *known))), sets=known)


def _with_rename(form: Form) -> Form:
    """The form with RENAME below the rules, if they are a set that was saved."""
    fields, name = [field for field in form.fields if field.key != RENAME], form["rules"]
    if name in form.sets and name != clean(str(form.sets[name]), 40):
        hint = _("Type another name, or {nothing} to delete this set; then press Enter.").format(nothing=NOTHING)
        renamed = FormField(RENAME, worded("set_name"), name, hint=hint, longest=LONGEST_SET, proposed=True)
        fields.insert(1 + fields.index(form.field("rules")), renamed)
    return replace(form, fields=tuple(fields))


def table_request(form: Form) -> CreateTable:
    """The table that is asked for (without an id). Raises ValueError with what is wrong."""
    name = form["name"].strip()
    seats, bots = int(form["seats"]), int(form["bots"])
    if not name:
        raise ValueError(_("Give the table a name."))
    if bots >= seats:
        raise ValueError(too_many_bots(bots, seats))
    told = _told(form)
    told["bot_pause"] = PACES[str(told.pop("pace"))]
    new = with_fields(NewTable(bots=[cast("BotLevel", form["level"])] * bots), **told)
    return CreateTable(id=1, name=name, new=new)


def clash_text(refused: RulesRefused) -> str:
    """Which option is at fault, and why, in one sentence."""
    option = TABLE.get(refused.option)
    return f"{_(option.title) if option else refused.option}: {refused.reason}."
