"""The forms to fill in: connecting to a server, opening a table."""

from __future__ import annotations

from dataclasses import replace

from client.clean import clean
from client.inputs import Key, Typed
from client.model import Field, Form
from engine.options import TABLE, differences, options_of, with_options
from engine.presets import PRESETS, preset
from engine.rules import RuleSet, RulesRefused
from protocol.messages import CreateTable, NewTable

_SECONDS = ("off", "10", "15", "20", "30", "45", "60", "90", "120", "300")
_PAUSES = {"none": 0.0, "short": 0.5, "normal": 1.0, "long": 2.0}
_FREE = ("players", "extra", "forget_chance", "uno_grace", "target")
"""Options with more values than can be offered one after the other: others can be typed."""


def connect(address: str, name: str, *, password: bool = False) -> Form:
    """The form of the connect screen; with `password` the cursor is where that is typed."""
    fields = (
        Field("server", "Server", address, hint="host or host:port, such as 192.168.1.5:7777", longest=120),
        Field("name", "Your name", name, hint="empty: the name you are logged in with", longest=20),
    )
    if not password:
        return Form(fields)
    hint = "the server's, as whoever runs it has told you"
    return Form((*fields, Field("password", "Password", hint=hint, longest=128, hidden=True)), at=len(fields))


def create(name: str) -> Form:
    """The form for a new table, with the usual answers filled in: seats, preset, and every option of the rules."""
    seats = tuple(str(count) for count in range(2, 11))
    return Form(
        (
            Field("name", "Name", f"{name}'s table" if name else "Table", hint="How others find it.", longest=30),
            Field("rules", "Rules", "official", tuple(PRESETS), hint="The rule set to start from."),
            Field("seats", "Seats", "4", seats, hint="Players, computer players counted."),
            Field("bots", "Computer players", "0", tuple(map(str, range(10))), hint="Seated at once."),
            Field("seconds", "Seconds for a turn", "30", _SECONDS, hint="Then the game answers by itself."),
            Field("pause", "Computers think", "normal", tuple(_PAUSES), hint="How long they take for a move."),
            *_option_fields("official"),
        )
    )


def _option_fields(name: str) -> tuple[Field, ...]:
    """A field for every option of the rules, with the value that the preset gives it."""
    values = options_of(preset(name))
    return tuple(
        Field(option.name, option.title, values[option.name], option.choices, free=option.name in _FREE)
        for option in TABLE.values()
    )


def explained(field: Field) -> str:
    """What is said below the field under the cursor: of an option, the rule that its value makes."""
    option = TABLE.get(field.key)
    if option is None:
        return field.hint
    try:
        option.read(field.value)
    except ValueError:  # told with the clash
        return ""
    said = option.explain(field.value)
    return f"{said} (Other values can be typed.)" if field.free else said


def chosen_options(form: Form) -> dict[str, str]:
    """The options that differ from the preset, as they are sent. Raises RulesRefused if they make no sense."""
    base = preset(form["rules"])
    return differences(chosen_rules(form), base)


def chosen_rules(form: Form) -> RuleSet:
    """The rules that the form makes. Raises RulesRefused, with the option and the reason, if they make no sense."""
    return with_options(preset(form["rules"]), {name: form[name].strip() for name in TABLE if form.has(name)})


def edit(form: Form, pressed: Key | Typed) -> Form:
    """The form after typing into it."""
    if not form.fields:
        return form
    field = form.current
    match pressed:
        case Typed(text) if field.choices and not field.free:
            typed = [choice for choice in field.choices if choice.startswith(text)]
            return _follow_preset(form.write(typed[0])) if typed else form
        case Typed(text) if field.free:
            # One of the offered values is typed over; what has been begun is gone on with.
            return form.write(("" if field.value in field.choices else field.value) + clean(text))
        case Typed(text):
            # A blank at an end is being typed, not to be trimmed yet.
            return form.write(field.value + (" " if text == " " else clean(text)))
        case Key("backspace") if field.free or not field.choices:
            return form.write(field.value[:-1])
        case Key("c-u") if field.free or not field.choices:
            return form.write("")
        case _:
            return form


def turn(form: Form, step: int) -> Form:
    """The form with the next (or previous) choice in the field under the cursor."""
    field = form.current
    if not field.choices:
        return form
    now = field.choices.index(field.value) if field.value in field.choices else 0
    return _follow_preset(form.write(field.choices[(now + step) % len(field.choices)]))


def _follow_preset(form: Form) -> Form:
    """After another preset is chosen every option has its value."""
    if form.current.key != "rules":
        return form
    fields = tuple(field for field in form.fields if field.key not in TABLE)
    seats, most = form["seats"], preset(form["rules"]).players.most
    if int(seats) > most:
        fields = tuple(replace(field, value=str(most)) if field.key == "seats" else field for field in fields)
    return replace(form, fields=(*fields, *_option_fields(form["rules"])))


def table_request(form: Form) -> CreateTable:
    """What the form for a new table asks for (its id is still to be set).

    Raises ValueError with a sentence for the player.
    """
    name = form["name"].strip()
    seats, bots = int(form["seats"]), int(form["bots"])
    if not name:
        raise ValueError("Give the table a name.")
    if bots >= seats:
        raise ValueError(f"{bots} computer players leave no seat for you at a table of {seats}.")
    try:
        options, players = chosen_options(form), chosen_rules(form).players
    except RulesRefused as refused:
        raise ValueError(clash_text(refused)) from None
    if not players.least <= seats <= players.most:
        raise ValueError(f"These rules are for {players.least} to {players.most} players, not for {seats} seats.")
    seconds = 0 if form["seconds"] == "off" else int(form["seconds"])
    return CreateTable(
        id=1,
        name=name,
        new=NewTable(
            seats=seats,
            preset=form["rules"],
            options=options,
            turn_seconds=seconds,
            bots=["normal"] * bots,
            bot_pause=_PAUSES[form["pause"]],
        ),
    )


def clash_text(refused: RulesRefused) -> str:
    """Which option is at fault, and why, in one sentence."""
    option = TABLE.get(refused.option)
    return f"{option.title if option else refused.option}: {refused.reason}."
