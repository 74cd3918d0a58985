"""What a key does: intents and typed text, on each screen, to the next model and what the player wants with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from client import forms
from client.clean import clean
from client.inputs import Act, Ask, Command, Connect, Input, Key, Stop, Typed
from client.keys import Binding, Intent, Place, meaning, place_of
from client.model import COLOURS, Confirm, LinkState, Model, Notice, PickColour, Screen, Tone
from client.offers import catches, cost, lists, may_choose_card, offered, playable, question, uno_due
from client.words import voice_of
from engine.actions import Accept, CallUno, CanPlay, Catch, Challenge, Draw, Keep, Name, Pass, Play
from engine.cards import Card, Colour, Rank
from engine.decisions import NameColour, PlayDrawn
from engine.rules import Uno
from protocol import messages as net
from protocol.room import RoomPhase

MOST_TABLES = 200
"""How many lines of the lobby are asked for."""
LOG_PAGE = 5
"""Lines that a key scrolls the log by."""

Step = tuple[Model, tuple[Input, ...], tuple[Command, ...]]


def press(model: Model, pressed: Key | Typed) -> Step:
    """The model after a key, what the player wants by it (to be fed to `update`), and commands for the shells."""
    found = meaning(model, pressed)
    if found is not None:
        binding, key = found
        return _DO[binding.intent](model, key, binding)
    if place_of(model) in (Place.CONNECT, Place.CREATE):
        return _still(model.but(form=forms.edit(model.form, pressed), notice=None))
    return _still(model)


def to_connect(model: Model) -> Model:
    """The connect screen, with what was typed there before."""
    return model.but(screen=Screen.CONNECT, form=forms.connect(model.address, model.name), question=None)


def to_tables(model: Model) -> Model:
    """The list of tables."""
    return model.but(
        screen=Screen.TABLES, table=None, legal=(), countdown=None, question=None, result=None, uno=False, row=0
    )


def _still(model: Model) -> Step:
    return model, (), ()


def _want(model: Model, *wanted: Input) -> Step:
    return model, wanted, ()


def _hint(model: Model, text: str, tone: Tone = Tone.FAULT) -> Step:
    return _still(model.but(notice=Notice(text, tone, model.now)))


# --- everywhere -----------------------------------------------------------------------------------------------------


def _help(model: Model, _key: str, _binding: Binding) -> Step:
    return _still(model.but(help=True, scroll=0))


def _back(model: Model, _key: str, _binding: Binding) -> Step:
    if model.help:
        return _still(model.but(help=False, scroll=0))
    if model.question is not None:
        return _still(model.but(question=None))
    return _want(to_tables(model), Ask(net.ListTables(id=1)))


def _quit(model: Model, key: str, _binding: Binding) -> Step:
    playing = model.seat is not None and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)
    asked_already = isinstance(model.question, Confirm) and isinstance(model.question.then, Stop)
    if not playing or asked_already:
        return _want(model, Stop())
    text = "End the program? Your seat is kept: come back under the same name."
    return _still(model.but(help=False, question=Confirm(text, Stop(), "end")))


def _leave(model: Model, _key: str, _binding: Binding) -> Step:
    leave = Ask(net.LeaveTable(id=1))
    if model.seat is None or model.phase not in (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS):
        return _want(model, leave)
    text = "Leave the table for good? Your cards go back and the others play on."
    return _still(model.but(question=Confirm(text, leave, "leave")))


def _yes(model: Model, _key: str, _binding: Binding) -> Step:
    asked = model.question
    if not isinstance(asked, Confirm):
        return _still(model)
    return _want(model.but(question=None), asked.then)


def _no(model: Model, _key: str, _binding: Binding) -> Step:
    return _still(model.but(question=None))


def _scroll(model: Model, key: str, binding: Binding) -> Step:
    """Up in the help is towards its beginning, up in the log towards the past."""
    lines = LOG_PAGE if key.startswith("page") else 1
    back = (binding.intent is Intent.OLDER) != model.help
    scroll = model.scroll + (lines if back else -lines)
    most = 200 if model.help else max(0, len(model.log) - 1)
    return _still(model.but(scroll=min(max(scroll, 0), most)))


# --- lists and forms ------------------------------------------------------------------------------------------------


def _line(model: Model, key: str, binding: Binding) -> Step:
    step = 1 if binding.intent is Intent.DOWN else -1
    place = place_of(model)
    if place in (Place.CONNECT, Place.CREATE):
        at = (model.form.at + step) % max(1, len(model.form.fields))
        return _still(model.but(form=replace(model.form, at=at)))
    if place in (Place.HAND, Place.DRAWN, Place.CHALLENGE):
        return _still(model.but(selected=_other_group(model, step), sought=None))
    count = len(model.tables or ()) if place is Place.TABLES else len(model.table.room.occupants) if model.table else 0
    return _still(model.but(row=min(max(model.row + step, 0), max(0, count - 1))))


def _other_group(model: Model, step: int) -> int:
    """The first card of the next or previous colour of the hand (wilds count as one)."""
    hand = model.hand
    firsts = [at for at, held in enumerate(hand) if at == 0 or hand[at - 1].colour is not held.colour]
    if not firsts:
        return 0
    now = max(place for place, at in enumerate(firsts) if at <= model.selected)
    return firsts[(now + step) % len(firsts)]


def _side(model: Model, _key: str, binding: Binding) -> Step:
    step = 1 if binding.intent is Intent.RIGHT else -1
    match place_of(model):
        case Place.CREATE:
            return _still(model.but(form=forms.turn(model.form, step)))
        case Place.COLOUR:
            asked = model.question if isinstance(model.question, PickColour) else None
            if asked is None:
                return _still(model.but(row=(model.row + step) % len(COLOURS)))
            return _still(model.but(question=replace(asked, at=(asked.at + step) % len(COLOURS))))
        case _:
            return _still(model.but(selected=(model.selected + step) % max(1, len(model.hand)), sought=None))


def _new_table(model: Model, _key: str, _binding: Binding) -> Step:
    return _still(model.but(screen=Screen.CREATE, form=forms.create(model.name), notice=None))


def _refresh(model: Model, _key: str, _binding: Binding) -> Step:
    return _want(model, Ask(net.ListTables(id=1)))


def _watch(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.tables:
        return _still(model)
    return _want(model, Ask(net.SpectateTable(id=1, table=model.tables[model.row].code)))


def _choose(model: Model, key: str, binding: Binding) -> Step:
    match place_of(model):
        case Place.CONNECT:
            return _connect(model)
        case Place.CREATE:
            return _create(model)
        case Place.TABLES if model.tables:
            return _want(model, Ask(net.JoinTable(id=1, table=model.tables[model.row].code)))
        case Place.COLOUR:
            at = model.question.at if isinstance(model.question, PickColour) else model.row
            return _name(model, COLOURS[at % len(COLOURS)])
        case Place.HAND | Place.DRAWN:
            return _play(model)
        case _:
            return _still(model)


def _connect(model: Model) -> Step:
    if model.link is LinkState.CONNECTING:
        return _hint(model, "Still connecting …", Tone.INFO)
    address, name = model.form["server"].strip(), model.form["name"].strip()
    if not address:
        return _hint(model, "Type the server's address, such as 192.168.1.5:7777.")
    return model.but(address=address, notice=None), (), (Connect(address, name),)


def _create(model: Model) -> Step:
    try:
        request = forms.table_request(model.form)
    except ValueError as fault:
        return _hint(model, clean(str(fault)))
    return _want(model.but(notice=None), Ask(request))


# --- the waiting room -------------------------------------------------------------------------------------------------


def _me_ready(model: Model) -> bool:
    if model.table is None or model.seat is None:
        return False
    occupant = model.table.room.occupants[model.seat]
    return occupant is not None and occupant.ready


def _ready(model: Model, key: str, _binding: Binding) -> Step:
    if model.seat is None:
        return _hint(model, "You are only watching.")
    ready = _me_ready(model) and model.phase is not RoomPhase.FINISHED
    if ready and (key == "enter" or model.phase is RoomPhase.BETWEEN_ROUNDS):
        return _hint(model, "You are ready; the others are waited for.", Tone.INFO)
    return _want(model, Ask(net.Ready(id=1, ready=not ready)))


def _sit(model: Model, _key: str, _binding: Binding) -> Step:
    if model.table is None or model.seat is not None:
        return _hint(model, "You have a seat.", Tone.INFO)
    return _want(model, Ask(net.JoinTable(id=1, table=model.table.code)))


def _start(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.hosting:
        return _hint(model, "Only the host can start the game.")
    start = Ask(net.Start(id=1))
    return _want(model, start) if _me_ready(model) else _want(model, Ask(net.Ready(id=1)), start)


def _add_bot(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.hosting:
        return _hint(model, "Only the host can seat computer players.")
    return _want(model, Ask(net.AddBot(id=1)))


def _remove_bot(model: Model, _key: str, _binding: Binding) -> Step:
    if not model.hosting:
        return _hint(model, "Only the host can remove computer players.")
    occupants = model.table.room.occupants if model.table else []
    occupant = occupants[model.row] if model.row < len(occupants) else None
    if occupant is None or occupant.bot is None:
        return _hint(model, "Move to a computer player first (↑ ↓).")
    return _want(model, Ask(net.RemoveBot(id=1, seat=model.row)))


# --- the hand ---------------------------------------------------------------------------------------------------------


def _play(model: Model) -> Step:
    hand, seat = model.hand, model.seat
    if seat is None or not hand:
        return _hint(model, "You have no cards.")
    card = hand[min(model.selected, len(hand) - 1)]
    if not model.asked:
        return _out_of_turn(model, Play(seat, (card,)))
    listed = next((one for one in offered(model) if isinstance(one, CanPlay) and one.card is card), None)
    if listed is None:
        if isinstance(model.waiting_for, PlayDrawn):
            return _hint(model, "Only the drawn card may be played now; k keeps it.")
        return _hint(model, f"{_say(model, card)} cannot be played now.")
    if NameColour.kind in listed.asks:
        return _still(model.but(question=PickColour(card, _likely_colour(hand, card)), notice=None))
    return _lay(model, card, None)


def _say(model: Model, card: Card) -> str:
    said = voice_of(model.table).card(card)
    return said[:1].upper() + said[1:]


def _out_of_turn(model: Model, action: Play) -> Step:
    price = cost(model, action)
    if price is None:
        return _hint(model, "It is not your turn.", Tone.INFO)
    return _still(model.but(question=Confirm(question(price), Act(action), "play all the same")))


def _likely_colour(hand: tuple[Card, ...], laid: Card) -> int:
    """Where the cursor of the colour question begins: the colour held most often."""
    return max(range(len(COLOURS)), key=lambda at: sum(held.colour is COLOURS[at] for held in hand if held is not laid))


def _lay(model: Model, card: Card, colour: Colour | None) -> Step:
    seat = model.seat
    if seat is None:
        return _still(model)
    action = Play(seat, (card,), () if colour is None else (colour,), uno=model.uno)
    price = cost(model, action)
    if price is not None:
        return _still(model.but(question=Confirm(question(price), Act(action), "play and call")))
    return _want(model.but(question=None), Act(action))


def _name(model: Model, colour: Colour) -> Step:
    if isinstance(model.question, PickColour):
        return _lay(model, model.question.card, colour)
    if model.seat is None:
        return _still(model)
    return _want(model, Act(Name(model.seat, colour)))


def _colour(model: Model, key: str, _binding: Binding) -> Step:
    return _name(model, Colour(key.upper()))


def _answer(kind: type[Draw | Keep | Pass | Accept | Challenge], refusal: str) -> Callable[[Model, str, Binding], Step]:
    def do(model: Model, _key: str, _binding: Binding) -> Step:
        if model.seat is None or not lists(model, kind):
            return _hint(model, refusal if model.asked else "It is not your turn.", Tone.INFO)
        return _want(model, Act(kind(model.seat)))

    return do


def _uno(model: Model, _key: str, _binding: Binding) -> Step:
    seat, rules = model.seat, model.rules
    if seat is None or rules is None or rules.uno is not Uno.CALL:
        return _hint(model, "At this table nobody has to call UNO.", Tone.INFO)
    if lists(model, CallUno):
        return _want(model, Act(CallUno(seat)))
    if uno_due(model) or (may_choose_card(model) and len(model.hand) > 2 and rules.false_uno_penalty):
        return _still(model.but(uno=not model.uno, notice=None))
    price = cost(model, CallUno(seat))
    if price is None:
        return _hint(model, "There is no UNO to call now.", Tone.INFO)
    return _still(model.but(question=Confirm(question(price), Act(CallUno(seat)), "call all the same")))


def _catch(model: Model, _key: str, _binding: Binding) -> Step:
    targets = catches(model)
    if model.seat is None or not targets:
        return _hint(model, "There is nobody to catch.", Tone.INFO)
    return _want(model, Act(Catch(model.seat, targets[0])))


# --- finding a card ---------------------------------------------------------------------------------------------------

_SYMBOLS = {"s": (Rank.SKIP,), "v": (Rank.REVERSE,), "+": (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)}


def _seek(model: Model, key: str, _binding: Binding) -> Step:
    hand = model.hand
    if key == "w":
        return _still(_go(model, [at for at, held in enumerate(hand) if held.wild]).but(sought=None))
    if key.isalpha() and key in "rygb":
        colour = Colour(key.upper())
        return _still(_go(model, [at for at, held in enumerate(hand) if held.colour is colour]).but(sought=colour))
    ranks = _SYMBOLS.get(key) or (Rank(key),)
    every = [at for at, held in enumerate(hand) if held.rank in ranks]
    there = [at for at in every if model.sought is not None and hand[at].colour is model.sought]
    return _still(_go(model, there or every))


def _go(model: Model, places: list[int]) -> Model:
    """The cursor on one of `places`: from one of them to the next, else to the first that may be played."""
    if not places:
        return model
    if model.selected in places:
        return model.but(selected=places[(places.index(model.selected) + 1) % len(places)])
    cards = playable(model)
    return model.but(selected=next((at for at in places if model.hand[at] in cards), places[0]))


_DO: dict[Intent, Callable[[Model, str, Binding], Step]] = {
    Intent.LEFT: _side,
    Intent.RIGHT: _side,
    Intent.UP: _line,
    Intent.DOWN: _line,
    Intent.CHOOSE: _choose,
    Intent.BACK: _back,
    Intent.YES: _yes,
    Intent.NO: _no,
    Intent.SEEK: _seek,
    Intent.DRAW: _answer(Draw, "You cannot draw now."),
    Intent.KEEP: _answer(Keep, "There is no drawn card to keep."),
    Intent.PASS: _answer(Pass, "You cannot pass: draw or play."),
    Intent.UNO: _uno,
    Intent.CATCH: _catch,
    Intent.ACCEPT: _answer(Accept, "There is nothing to accept."),
    Intent.CHALLENGE: _answer(Challenge, "There is nothing to challenge."),
    Intent.COLOUR: _colour,
    Intent.READY: _ready,
    Intent.START: _start,
    Intent.ADD_BOT: _add_bot,
    Intent.REMOVE_BOT: _remove_bot,
    Intent.NEW_TABLE: _new_table,
    Intent.REFRESH: _refresh,
    Intent.WATCH: _watch,
    Intent.SIT: _sit,
    Intent.LEAVE: _leave,
    Intent.QUIT: _quit,
    Intent.HELP: _help,
    Intent.OLDER: _scroll,
    Intent.NEWER: _scroll,
}
