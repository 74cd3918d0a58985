"""What a key does: intents and typed text, on each screen, to the next model and what the player wants with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from client import at_hand, chaining, choosing, forms, saying, table_menu, talk
from client.asking import OFFLINE
from client.clean import clean
from client.exits import EXIT_INTERRUPTED
from client.inputs import Act, Ask, Key, Stop, Typed
from client.keys import AT_HAND, KEY_WORDS, TYPED_INTO, Binding, Intent, meaning, menu_items, works_now
from client.model import (
    COLOURS,
    NO_CHAIN,
    Chore,
    Confirm,
    Form,
    LinkState,
    Model,
    Page,
    PickColour,
    PickPlayer,
    PickSomebody,
    Screen,
    Tone,
)
from client.offers import ballot, targets
from client.places import Place, key_place, place_of
from client.steps import Step, hint, still, want
from client.words import voice_of
from engine.actions import Accept, Challenge, Draw, Keep, Pass
from engine.cards import Colour
from engine.rules import Starter
from protocol import messages as net
from protocol.room import RoomPhase

MOST_TABLES = 200
"""How many lines of the lobby are asked for."""
LOG_PAGE = 5
"""Lines that a key scrolls the log by."""
FORM_PAGE = 8
"""Lines of a form that a key jumps over."""
MOST_READ = 400
"""Lines of a page that can be scrolled away; the screen stops at the end of its text."""


def press(model: Model, pressed: Key | Typed) -> Step:
    """The model after a key, what the player wants by it (to be fed to `update`), and commands for the shells."""
    if model.unread and talk.in_view(model):
        model = model.but(unread=0)
    found = meaning(model, pressed)
    if found is not None:
        binding, key = found
        if place_of(model) is Place.MENU and not binding.when(model):
            return hint(model, "That cannot be done now." if model.hosting else "Only the host can do that.")
        model, wanted, commands = _DO[binding.intent](model, key, binding)
        if any(isinstance(each, Act) for each in wanted):  # what was said of another attempt is over
            model = model.but(notice=None)
        return model, wanted, commands
    if key_place(model) is Place.SAYING:
        return saying.typed(model, pressed)
    if place_of(model) is Place.CONNECT:
        return still(choosing.typed(model, pressed))
    if place_of(model) is Place.TYPING:
        return still(table_menu.typed(model, pressed))
    if place_of(model) in TYPED_INTO:
        return still(model.but(form=forms.edit(model.form, pressed), notice=None))
    return _useless(model, pressed.name if isinstance(pressed, Key) else pressed.text)


def _useless(model: Model, key: str) -> Step:
    """A key that means nothing: where something is asked, the ones that do are told. A paste is passed over."""
    if model.link is LinkState.LOST:
        return still(model)
    asked = isinstance(model.question, Confirm) or (
        place_of(model) in (*AT_HAND, Place.VOTE) and model.asked and not model.answering
    )
    named = key if len(key) == 1 and not key.isspace() else KEY_WORDS.get(key)
    use = [f"{each.shown} {each.label_now(model)}" for each in works_now(model) if each.intent is not Intent.HELP]
    if not asked or named is None or not use:
        return still(model)
    return hint(model, f"{named} does nothing here. What does: {', '.join(use)}.", Tone.INFO)


def to_connect(model: Model) -> Model:
    """The connect screen, with what was typed there before."""
    return model.but(
        screen=Screen.CONNECT,
        form=forms.connect(model.address, model.name, password=model.wants_password),
        picked=None if model.wants_password else model.picked,
        question=None,
    )


def to_tables(model: Model) -> Model:
    """The list of tables."""
    return model.but(
        screen=Screen.TABLES,
        table=None,
        legal=(),
        countdown=None,
        question=None,
        chain=NO_CHAIN,
        page=None,
        result=None,
        uno=False,
        row=0,
    )


# --- everywhere -----------------------------------------------------------------------------------------------------


def _help(model: Model, _key: str, _binding: Binding) -> Step:
    return still(model.but(page=Page.HELP, scroll=0))


def _rules(model: Model, _key: str, _binding: Binding) -> Step:
    """The rules of the own table, or of the one under the cursor, which the server is asked for."""
    under = model.tables[model.row] if place_of(model) is Place.TABLES and model.tables else None
    model = model.but(page=Page.RULES, scroll=0)
    return still(model) if under is None else want(model, Ask(net.TableRules(id=1, table=under.code)))


def _back(model: Model, _key: str, _binding: Binding) -> Step:
    if model.page is not None:
        return still(model.but(page=None, scroll=0))
    if isinstance(model.question, PickSomebody):
        return table_menu.back(model)
    if model.question is not None:
        return still(model.but(question=None))
    if place_of(model) is Place.CHAIN:
        return chaining.undo_all(model)
    return want(to_tables(model), Ask(net.ListTables(id=1)))


def _quit(model: Model, key: str, _binding: Binding) -> Step:
    stop = Stop(EXIT_INTERRUPTED if key == "c-c" else 0)
    playing = model.seat is not None and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)
    asked_already = isinstance(model.question, Confirm) and isinstance(model.question.then, Stop)
    if not playing or asked_already:
        return want(model, stop)
    kept = "This game is lost with it." if model.autostart else "Your seat is kept: come back under the same name."
    text = f"End the program? {kept}"
    return still(model.but(page=None, question=Confirm(text, stop, "end")))


def _leave(model: Model, key: str, binding: Binding) -> Step:
    if model.autostart:  # the server is the player's own: behind this table there is nothing
        return _quit(model, key, binding)
    if model.link is LinkState.LOST:
        return hint(model, f"{OFFLINE} Ctrl-C ends the program.")
    leave = Ask(net.LeaveTable(id=1))
    if model.seat is None or model.phase not in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS):
        return want(model, leave)
    text = "Leave the table for good? Your cards go back and the others play on."
    return still(model.but(page=None, question=Confirm(text, leave, "leave")))


def _yes(model: Model, _key: str, _binding: Binding) -> Step:
    asked = model.question
    if not isinstance(asked, Confirm):
        return still(model)
    return want(model.but(question=None, notice=None), asked.then)


def _no(model: Model, _key: str, _binding: Binding) -> Step:
    return still(model.but(question=None, notice=None))


def _scroll(model: Model, key: str, binding: Binding) -> Step:
    """Up in the help is towards its beginning, up in the log towards the past."""
    lines = LOG_PAGE if key.startswith("page") else 1
    reading = model.page is not None
    back = (binding.intent is Intent.OLDER) != reading
    scroll = model.scroll + (lines if back else -lines)
    most = MOST_READ if reading else max(0, len(model.log) - 1)
    return still(model.but(scroll=min(max(scroll, 0), most)))


# --- lists and forms ------------------------------------------------------------------------------------------------


def _line(model: Model, key: str, binding: Binding) -> Step:
    step = 1 if binding.intent is Intent.DOWN else -1
    match place_of(model):
        case Place.CONNECT:
            return still(choosing.moved(model, key, step))
        case Place.CREATE | Place.CHANGE:
            return still(model.but(form=_moved(model.form, key, step)))
        case Place.MENU:
            return still(model.but(item=(model.item + step) % max(1, len(menu_items(model)))))
        case Place.SOMEBODY:
            return still(table_menu.other(model, step))
        case Place.TABLES:
            count = len(model.tables or ())
        case Place.WAITING:
            count = len(model.table.room.occupants) if model.table else 0
        case Place.PLAYER:
            return still(_other_player(model, step))
        case Place.VOTE:
            count = len(ballot(model))
        case _:
            return still(model.but(selected=at_hand.other_group(model, step), sought=None))
    return still(model.but(row=min(max(model.row + step, 0), max(0, count - 1))))


def _moved(form: Form, key: str, step: int) -> Form:
    """The form with the cursor on another line; a whole page further it stops at the ends."""
    last = max(0, len(form.fields) - 1)
    if key.startswith("page"):
        return replace(form, at=min(max(form.at + step * FORM_PAGE, 0), last))
    return replace(form, at=(form.at + step) % (last + 1))


def _other_player(model: Model, step: int) -> Model:
    count, asked = max(1, len(targets(model))), model.question
    if isinstance(asked, PickPlayer):
        return model.but(question=replace(asked, at=(asked.at + step) % count))
    return model.but(row=(model.row + step) % count)


def _side(model: Model, _key: str, binding: Binding) -> Step:
    step = 1 if binding.intent is Intent.RIGHT else -1
    match place_of(model):
        case Place.CREATE | Place.CHANGE:
            return still(model.but(form=forms.turn(model.form, step)))
        case Place.COLOUR:
            asked = model.question if isinstance(model.question, PickColour) else None
            if asked is None:
                return still(model.but(row=(model.row + step) % len(COLOURS)))
            return still(model.but(question=replace(asked, at=(asked.at + step) % len(COLOURS))))
        case _:
            return still(model.but(selected=(model.selected + step) % max(1, len(model.left)), sought=None))


def _new_table(model: Model, _key: str, _binding: Binding) -> Step:
    return still(model.but(screen=Screen.CREATE, form=forms.create(model.name), notice=None))


def _refresh(model: Model, _key: str, _binding: Binding) -> Step:
    return want(model.but(lobby_due=True), Ask(net.ListTables(id=1)))


def _watch(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.tables:
        return still(model)
    return want(model, Ask(net.SpectateTable(id=1, table=model.tables[model.row].code)))


def _choose(model: Model, _key: str, _binding: Binding) -> Step:
    chosen = _CHOOSE.get(place_of(model))
    return still(model) if chosen is None else chosen(model)


def _join(model: Model) -> Step:
    """Sit down at the table under the cursor."""
    return want(model, Ask(net.JoinTable(id=1, table=model.tables[model.row].code))) if model.tables else still(model)


def _choose_colour(model: Model) -> Step:
    at = model.question.at if isinstance(model.question, PickColour) else model.row
    return _name(model, COLOURS[at % len(COLOURS)])


def _choose_player(model: Model) -> Step:
    return at_hand.choose_player(model, model.question.at if isinstance(model.question, PickPlayer) else model.row)


def _item(model: Model) -> Step:
    """Do what is under the cursor in the table's menu."""
    items = menu_items(model)
    binding = items[min(model.item, len(items) - 1)]
    return _DO[binding.intent](model, binding.keys[0], binding)


def _name(model: Model, colour: Colour) -> Step:
    """Name a colour: of a wild that joins a chain, of one that is being laid, or of the one on top."""
    asked = model.question
    if isinstance(asked, PickColour) and asked.chained:
        return chaining.append(model, asked.card, colour)
    return at_hand.name(model, colour)


def _colour_key(model: Model, key: str, _binding: Binding) -> Step:
    if key == "o":
        return _name(model, Colour.YELLOW) if voice_of(model.table).orange else _useless(model, key)
    return _name(model, Colour(key.upper()))


def _pick(model: Model, key: str, _binding: Binding) -> Step:
    """Choose from a numbered list."""
    at = int(key) - 1
    if place_of(model) is Place.SOMEBODY:
        return table_menu.choose(model, at)
    return at_hand.vote(model, at) if place_of(model) is Place.VOTE else at_hand.choose_player(model, at)


def _create(model: Model) -> Step:
    try:
        request = forms.table_request(model.form)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    return want(model.but(notice=None), Ask(request))


# --- the waiting room -------------------------------------------------------------------------------------------------


def _me_ready(model: Model) -> bool:
    if model.table is None or model.seat is None:
        return False
    occupant = model.table.room.occupants[model.seat]
    return occupant is not None and occupant.ready


def _ready(model: Model, key: str, _binding: Binding) -> Step:
    if model.seat is None:
        return hint(model, "You are only watching.")
    ready = _me_ready(model) and model.phase is not RoomPhase.FINISHED
    if ready and (key == "enter" or model.phase is RoomPhase.BETWEEN_ROUNDS):
        return hint(model, "You are ready; the others are waited for.", Tone.INFO)
    return want(model, Ask(net.Ready(id=1, ready=not ready)))


def _sit(model: Model, _key: str, _binding: Binding) -> Step:
    if model.table is None or model.seat is not None:
        return hint(model, "You have a seat.", Tone.INFO)
    return want(model, Ask(net.JoinTable(id=1, table=model.table.code)))


def _start(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.hosting:
        return hint(model, "Only the host can start the game.")
    start = Ask(net.Start(id=1, chosen=_starter(model)))
    return want(model, start) if _me_ready(model) else want(model, Ask(net.Ready(id=1)), start)


def _starter(model: Model) -> int | None:
    """The seat under the cursor, where the host names who starts and somebody sits there (A6)."""
    if model.table is None or model.rules is None or model.rules.starter is not Starter.CHOSEN:
        return None
    occupants = model.table.room.occupants
    return model.row if model.row < len(occupants) and occupants[model.row] is not None else None


def _add_bot(model: Model, _key: str, _binding: Binding) -> Step:
    model = model.but(page=None)
    if not model.hosting:
        return hint(model, "Only the host can seat computer players.")
    return want(model, Ask(net.AddBot(id=1)))


def _remove_bot(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.hosting:
        return hint(model, "Only the host can remove computer players.")
    if place_of(model) is Place.MENU:
        return table_menu.pick(Chore.REMOVE_BOT)(model, _key, _binding)
    occupants = model.table.room.occupants if model.table else []
    occupant = occupants[model.row] if model.row < len(occupants) else None
    if occupant is None or occupant.bot is None:
        return hint(model, "Move to a computer player first (↑ ↓).")
    return want(model, Ask(net.RemoveBot(id=1, seat=model.row)))


_CHOOSE: dict[Place, Callable[[Model], Step]] = {
    Place.CONNECT: choosing.connect,
    Place.CREATE: _create,
    Place.CHANGE: table_menu.change,
    Place.TYPING: table_menu.send_typed,
    Place.SOMEBODY: table_menu.choose,
    Place.MENU: _item,
    Place.TABLES: _join,
    Place.COLOUR: _choose_colour,
    Place.PLAYER: _choose_player,
    Place.VOTE: lambda model: at_hand.vote(model, model.row),
    **dict.fromkeys((Place.KEEP, Place.PASS), at_hand.pick_card),
    Place.CHAIN: chaining.send,
    **dict.fromkeys((Place.HAND, Place.DRAWN, Place.CHALLENGE, Place.STACK), at_hand.play),
}
"""What Enter does, by place."""

_DO: dict[Intent, Callable[[Model, str, Binding], Step]] = {
    Intent.LEFT: _side,
    Intent.RIGHT: _side,
    Intent.UP: _line,
    Intent.DOWN: _line,
    Intent.CHOOSE: _choose,
    Intent.BACK: _back,
    Intent.YES: _yes,
    Intent.NO: _no,
    Intent.PICK: _pick,
    Intent.SEEK: at_hand.seek,
    Intent.ADD: chaining.add,
    Intent.UNDO: chaining.undo,
    Intent.WHY: chaining.every_reason,
    Intent.RULES: _rules,
    Intent.DRAW: at_hand.answer(Draw),
    Intent.KEEP: at_hand.answer(Keep),
    Intent.PASS: at_hand.answer(Pass),
    Intent.UNO: at_hand.uno,
    Intent.CATCH: at_hand.catch,
    Intent.ACCEPT: at_hand.answer(Accept),
    Intent.CHALLENGE: at_hand.answer(Challenge),
    Intent.COLOUR: _colour_key,
    Intent.READY: _ready,
    Intent.START: _start,
    Intent.ADD_BOT: _add_bot,
    Intent.REMOVE_BOT: _remove_bot,
    Intent.NEW_TABLE: _new_table,
    Intent.REFRESH: _refresh,
    Intent.WATCH: _watch,
    Intent.SIT: _sit,
    Intent.CODE: table_menu.by_code,
    Intent.MENU: table_menu.opened,
    Intent.AWAY: table_menu.away,
    Intent.TIME: table_menu.more_time,
    Intent.PAUSE: table_menu.pause,
    Intent.LOCK: table_menu.lock,
    Intent.CHANGE: table_menu.change_form,
    Intent.MOVE: table_menu.pick(Chore.MOVE),
    Intent.SILENCE: table_menu.pick(Chore.SILENCE),
    Intent.KICK: table_menu.pick(Chore.KICK),
    Intent.BAN: table_menu.pick(Chore.BAN),
    Intent.HAND_OVER: table_menu.pick(Chore.HAND_OVER),
    Intent.END_GAME: table_menu.end_game,
    Intent.CLOSE_TABLE: table_menu.close_table,
    Intent.HUSH: table_menu.pick(Chore.HUSH),
    Intent.SAY: saying.opened,
    Intent.SEND: saying.send,
    Intent.CLOSE_LINE: saying.close,
    Intent.EARLIER: saying.earlier,
    Intent.LATER: saying.later,
    Intent.COMPLETE: saying.complete,
    Intent.REACT: saying.react,
    Intent.LEAVE: _leave,
    Intent.QUIT: _quit,
    Intent.HELP: _help,
    Intent.OLDER: _scroll,
    Intent.NEWER: _scroll,
}
