"""The forms to fill in: connecting to a server, opening a table, changing one, its password."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from msgspec.structs import replace as with_fields

from client.core.model import HIDDEN, MORE, Field, Form, TypeIn
from client.messages import Key, Typed
from client.names import LONGEST_NAME
from client.wording.sanitize import clean
from engine.options import TABLE, differences, options_of, with_options
from engine.presets import PRESETS, preset
from engine.rules import RuleSet, RulesRefused
from protocol.messages import ChangeTable, CreateTable, JoinTable, NewTable, SpectateTable
from protocol.room import Room, RoomPhase

_SECONDS = ("off", "10", "15", "20", "30", "45", "60", "90", "120", "300")
_SEATS = tuple(str(count) for count in range(2, 11))
_CLOCK_HINT = "When time runs out, the game answers for you."
_NO_PASSWORD = "(none)"
_KEPT = "(unchanged)"
_LONGEST_PASSWORD = 128
_LISTED = ("listed", "unlisted")
_YES_NO = ("yes", "no")
_PAUSES = {"none": 0.0, "short": 0.5, "normal": 1.0, "long": 2.0}
_FREE = ("players", "extra", "forget_chance", "uno_grace", "target")
"""Options with more values than can be offered one after the other: others can be typed."""


def connect(address: str, name: str, *, password: bool = False) -> Form:
    """The form of the connect screen; with `password` the cursor is where that is typed."""
    fields = (
        Field("server", "Server", address, hint="host or host:port, like 192.168.1.5:7777", longest=120),
        Field("name", "Your name", name, hint="empty: the name you are logged in with", longest=LONGEST_NAME),
    )
    if not password:
        return Form(fields)
    hint = "the server's; ask whoever runs it"
    return Form(
        (*fields, Field("password", "Password", hint=hint, longest=_LONGEST_PASSWORD, hidden=True)), at=len(fields)
    )


def create(name: str) -> Form:
    """The form for a new table, with the usual answers filled in: seats, preset, and every option of the rules."""
    return Form(
        (
            Field(
                "name", "Name", f"{name}'s table" if name else "Table", hint="What others see in the list.", longest=30
            ),
            Field("rules", "Rules", "official", tuple(PRESETS), hint="The rule set to start from."),
            Field("seats", "Seats", "4", _SEATS, hint="Players, computer players included."),
            Field("bots", "Computer players", "0", tuple(map(str, range(10))), hint="They sit down at once."),
            Field("seconds", "Seconds per turn", "30", _SECONDS, hint=_CLOCK_HINT),
            Field("pause", "Computers think", "normal", tuple(_PAUSES), hint="How long they take to move."),
            *_door_fields(Door()),
            Field(MORE, "More rules …", HIDDEN, (HIDDEN, "shown"), hint="Every rule of the table, one by one: Enter."),
            *_option_fields("official"),
        )
    )


def asks_password(request: JoinTable | SpectateTable, typed: str = "") -> TypeIn:
    """The question for the password of the table that is to be entered, with what has been typed of it."""
    table = clean(request.table, 40)
    field = Field("password", f"Password of {table}", typed, hint="Ask whoever opened it.", longest=_LONGEST_PASSWORD)
    return TypeIn(replace(field, hidden=True), with_fields(request, password=""), "password")


class Door(NamedTuple):
    """Who comes in at a table, and what is shown to whom."""

    password: bool = False
    listed: bool = True
    watching: bool = True
    show_hands: bool = False


def _door_fields(door: Door) -> tuple[Field, ...]:
    """The fields for who finds the table, comes in, watches."""
    passwords = (_KEPT, _NO_PASSWORD) if door.password else (_NO_PASSWORD,)
    return (
        Field(
            "password",
            "Password",
            passwords[0],
            passwords,
            hint="Players and spectators need it to join. Type one.",
            longest=60,
            free=True,
            hidden=True,
        ),
        Field("listed", "Visibility", _LISTED[not door.listed], _LISTED, hint="Unlisted: join by code only."),
        Field("watching", "Spectators", _YES_NO[not door.watching], _YES_NO, hint="Others may watch without a seat."),
        Field(
            "show_hands",
            "Show hands",
            _YES_NO[not door.show_hands],
            _YES_NO,
            hint="Everyone at the table sees all hands when a round is over.",
        ),
    )


def changing(room: Room) -> Form:
    """The form for a change of a table, filled in with what it is now; in a game without rules and seats."""
    door = Door(room.password, room.listed, room.watching, room.show_hands)
    seconds = str(room.turn_seconds) if room.turn_seconds else _SECONDS[0]
    clock = Field("seconds", "Seconds per turn", seconds, _seconds_with(seconds), hint=_CLOCK_HINT)
    try:
        values = options_of(room.rules)
    except RulesRefused:  # of a newer server
        values = {}
    if room.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED) or not values:
        return Form((clock, *_door_fields(door)))
    name = room.preset
    rules = (replace(field, value=values[field.key]) for field in _option_fields(name))
    return Form(
        (
            Field("rules", "Rules", name, tuple(PRESETS), hint="Another rule set resets every rule."),
            Field("seats", "Seats", str(len(room.occupants)), _SEATS, hint="Players, computer players included."),
            clock,
            *_door_fields(door),
            *rules,
        )
    )


def change_request(form: Form, room: Room) -> ChangeTable | None:
    """What differs in the form from what the table is now (its id is still to be set); None if nothing does.

    Raises ValueError with a sentence for the player.
    """
    was = changing(room)
    if form.has("rules") and not was.has("rules"):
        raise ValueError("A game has started: rules and seats can't change now. Go back and open this form again.")
    changed = {
        field.key: field.value.strip() for field in form.fields if was.has(field.key) and field.value != was[field.key]
    }
    request = ChangeTable(
        id=1,
        turn_seconds=_turn_seconds(changed["seconds"]) if "seconds" in changed else None,
        password=_password(form) if "password" in changed else None,
        listed=changed["listed"] == _LISTED[0] if "listed" in changed else None,
        watching=changed["watching"] == _YES_NO[0] if "watching" in changed else None,
        show_hands=changed["show_hands"] == _YES_NO[0] if "show_hands" in changed else None,
    )
    if form.has("rules") and any(key in changed for key in ("rules", "seats", *TABLE)):
        options = _agreed_options(form)
        rules = form["rules"] if "rules" in changed else None
        request = with_fields(
            request,
            preset=rules,
            options=options if rules is not None or options != room.options else None,
            seats=int(form["seats"]) if "seats" in changed else None,
        )
    return None if request == ChangeTable(id=1) else request


def _seconds_with(value: str) -> tuple[str, ...]:
    """The seconds to choose from, with the value that a table has."""
    return _SECONDS if value in _SECONDS else tuple(sorted((*_SECONDS, value), key=_turn_seconds))


def _turn_seconds(value: str) -> int:
    return 0 if value == _SECONDS[0] else int(value)


def _password(form: Form) -> str:
    """The password that the form gives the table; empty: none."""
    return "" if form["password"] in (_NO_PASSWORD, _KEPT) else form["password"]


def _agreed_options(form: Form) -> dict[str, str]:
    """The options that differ from the preset, if they make sense and take so many seats.

    Raises ValueError with a sentence for the player.
    """
    seats = int(form["seats"])
    try:
        options, players = chosen_options(form), chosen_rules(form).players
    except RulesRefused as refused:
        raise ValueError(clash_text(refused)) from None
    if not players.least <= seats <= players.most:
        raise ValueError(f"These rules are for {players.least} to {players.most} players, not for {seats} seats.")
    return options


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
    return f"{said} (Or type another value.)" if field.free else said


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
            return form.write(("" if field.value in field.choices else field.value) + _typed(text))
        case Typed(text):
            return form.write(field.value + _typed(text))
        case Key("backspace") if field.hidden and field.value in field.choices:
            return form
        case Key("backspace") if field.free or not field.choices:
            return form.write(field.value[:-1])
        case Key("c-u") if field.free or not field.choices:
            return form.write("")
        case _:
            return form


def _typed(text: str) -> str:
    """What is typed, cleaned; a blank at an end is being typed, not to be trimmed yet."""
    return " " if text == " " else clean(text)


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
    return CreateTable(
        id=1,
        name=name,
        new=NewTable(
            seats=seats,
            preset=form["rules"],
            options=_agreed_options(form),
            turn_seconds=_turn_seconds(form["seconds"]),
            bots=["normal"] * bots,
            bot_pause=_PAUSES[form["pause"]],
            password=_password(form),
            listed=form["listed"] == _LISTED[0],
            watching=form["watching"] == _YES_NO[0],
            show_hands=form["show_hands"] == _YES_NO[0],
        ),
    )


def clash_text(refused: RulesRefused) -> str:
    """Which option is at fault, and why, in one sentence."""
    option = TABLE.get(refused.option)
    return f"{option.title if option else refused.option}: {refused.reason}."
