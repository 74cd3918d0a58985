"""The forms to fill in: connecting to a server, opening a table."""

from __future__ import annotations

from client.clean import clean
from client.inputs import Key, Typed
from client.model import Field, Form
from engine.options import with_options
from engine.presets import PRESETS, preset
from engine.rules import DEFAULTS, Goal, RulesRefused
from protocol.messages import CreateTable, NewTable

_SECONDS = ("off", "10", "15", "20", "30", "45", "60", "90", "120", "300")
_PAUSES = {"none": 0.0, "short": 0.5, "normal": 1.0, "long": 2.0}
_GOALS = {"one round": Goal.SINGLE_ROUND, "points": Goal.POINTS}
_TARGETS = ("100", "200", "300", "500", "1000")


def connect(address: str, name: str) -> Form:
    """The form of the connect screen."""
    return Form(
        (
            Field("server", "Server", address, hint="host or host:port, such as 192.168.1.5:7777", longest=120),
            Field("name", "Your name", name, hint="empty: the name you are logged in with", longest=20),
        )
    )


def create(name: str) -> Form:
    """The form for a new table, with the usual answers filled in."""
    seats = tuple(str(count) for count in range(2, 11))
    return Form(
        (
            Field("name", "Name", f"{name}'s table" if name else "Table", hint="how others find it", longest=30),
            Field("seats", "Seats", "4", seats, hint="players, computer players counted"),
            Field("bots", "Computer players", "0", tuple(map(str, range(10))), hint="seated at once"),
            Field("rules", "Rules", "official", tuple(PRESETS)),
            Field("goal", "Goal", "one round", tuple(_GOALS), hint="or rounds until somebody has the points"),
            Field("target", "Points to win", "500", _TARGETS, hint="only with the goal points"),
            Field("seconds", "Seconds for a turn", "30", _SECONDS),
            Field("pause", "Computers think", "normal", tuple(_PAUSES)),
            Field("options", "More rules", "", hint="option=value …, such as hand_size=10", longest=200),
        )
    )


def edit(form: Form, pressed: Key | Typed) -> Form:
    """The form after typing into it."""
    if not form.fields:
        return form
    field = form.current
    match pressed:
        case Typed(text) if field.choices:
            typed = [choice for choice in field.choices if choice.startswith(text)]
            return form.write(typed[0]) if typed else form
        case Typed(text):
            # A blank at an end is being typed, not to be trimmed yet.
            return form.write(field.value + (" " if text == " " else clean(text)))
        case Key("backspace") if not field.choices:
            return form.write(field.value[:-1])
        case Key("c-u") if not field.choices:
            return form.write("")
        case _:
            return form


def turn(form: Form, step: int) -> Form:
    """The form with the next (or previous) choice in the field under the cursor."""
    field = form.current
    if not field.choices:
        return form
    now = field.choices.index(field.value) if field.value in field.choices else 0
    return form.write(field.choices[(now + step) % len(field.choices)])


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
    options = _options(form)
    try:
        with_options(preset(form["rules"]), options)
    except RulesRefused as refused:
        raise ValueError(str(refused)) from None
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


def _options(form: Form) -> dict[str, str]:
    options: dict[str, str] = {}
    goal = _GOALS[form["goal"]]
    if goal is not DEFAULTS.goal:
        options["goal"] = goal.value
    if goal is Goal.POINTS and form["target"] != str(DEFAULTS.target):
        options["target"] = form["target"]
    for pair in form["options"].split():
        option, equals, value = pair.partition("=")
        if not equals or not option:
            raise ValueError(f"More rules are written option=value, not {pair}.")
        options[option] = value
    return options
