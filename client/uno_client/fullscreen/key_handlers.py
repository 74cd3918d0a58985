"""Keys: what each does on each screen, and the full screen's `update`, which is the core's and keys."""

from collections.abc import Callable
from functools import partial

from uno_client.core import chat, forms, front_door, inviting, opening, replay, server_picker
from uno_client.core.actions import dialogue, letters, play
from uno_client.core.actions.action import Action
from uno_client.core.actions.cards import REVERSE, read_colour, with_card
from uno_client.core.actions.dialogue import ROWS
from uno_client.core.actions.hand import CHAIN, DROP, PLAY_CARDS, SEND, SORT, UNDO, no_chain
from uno_client.core.actions.lobby import JOIN
from uno_client.core.actions.play import ACCEPT, CHALLENGE, JUMP, KEEP, why
from uno_client.core.actions.seats import LEAVE, quit_text
from uno_client.core.legal_moves import choosable, layable_as, likely_colour, only_answer, playable
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen, Tone
from uno_client.core.model.question import MORE, Dialogue, Form, GivenAnswers, LetterStage, Pending, YesNo
from uno_client.core.model.replay import Replay
from uno_client.core.model.table import LAID
from uno_client.core.navigation import AT_CARDS, AT_HAND, AT_TABLE, BY_LETTERS, key_place, place_of, to_tables
from uno_client.core.requests import OFFLINE, Next, Step, hint, say, still, want
from uno_client.core.standing import own_position
from uno_client.core.update import update as core_update
from uno_client.exits import EXIT_INTERRUPTED
from uno_client.fullscreen import chat_input, keys
from uno_client.fullscreen.keys import KEY_WORDS, TYPED_INTO, Binding, Intent, key_of
from uno_client.fullscreen.own_keys import EDITED, rekeyed
from uno_client.messages import Act, Ask, Copy, Go, Input, Invite, Key, Pointed, Stop, Typed
from uno_client.preferences import NOTHING
from uno_client.screens.joining import link_of
from uno_client.structs import replace
from uno_client.wording.front_door import Item
from uno_client.wording.rule_sets import in_place_of, vain_text, words_of
from uno_client.wording.sanitize import clean
from uno_client.wording.words import voice_of
from uno_engine.actions import Play
from uno_engine.cards import Colour, Rank
from uno_engine.decisions import AnswerDrawFour, KeepOne
from uno_engine.language import _
from uno_protocol import messages as net
from uno_protocol.labels import worded
from uno_protocol.messages import Request

TOO_SOON = 0.5
"""Seconds after a question in which the key that led to it, or Enter where something is lost, isn't yes."""
LOG_PAGE = 5
OVERLAP = 1
"""Lines of a page that are still seen on the next one."""
MOST_READ = 10_000
"""Lines of a page that can be scrolled away; the screen stops at the end of its text."""


STAYING = ("?", "/")
"""What keeps its meaning where letters belong to the open question."""


def update(model: Model, message: Input) -> Next:
    """What follows from an input: of a key or a click what it does here, of all others what the core says."""
    if not isinstance(message, (Key, Typed, Pointed)):
        after, commands = core_update(model, message)
        after, more = inviting.beforehand(after) if isinstance(message, net.Snapshot) else (after, ())
        return _told(model, after), (*commands, *more)
    model = replace(model, touched=model.now)
    if not isinstance(message, Pointed) and _too_soon(model, message):
        return model, ()
    model = replace(model, pressed=None if isinstance(message, Pointed) else message)
    after, wanted, commands = point(model, message.at) if isinstance(message, Pointed) else press(model, message)
    asks = any(isinstance(each, (Act, Ask)) for each in wanted)
    typing = isinstance(model.question, Pending)
    if asks and model.link.lost and (typing or model.screen is Screen.TABLE):
        return say(model, _(OFFLINE), Tone.FAULT), ()  # what was being chosen stays open
    for each in wanted:
        after, more = core_update(after, each)
        commands += more
    return _told(model, after), commands


def _too_soon(model: Model, pressed: Key | Typed) -> bool:
    """Whether a key says yes to a question that was put at this moment, and can't have been meant for it."""
    asked = model.question
    if not isinstance(asked, YesNo) or model.now - model.put_at >= TOO_SOON or key_place(model) is not Scope.CONFIRM:
        return False
    found = keys.meaning(model, pressed)
    lost = pressed == Key("enter") and keys.enter_is_yes(model) and not asked.easy
    return found is not None and found[0].intent in _AGREES and (lost or pressed == model.pressed)


_AGREES = (Intent.YES, Intent.CHOOSE)


def _told(before: Model, after: Model) -> Model:
    """The model without what was said on a screen that has been left, or over a question that is no longer open."""
    if isinstance(after.question, YesNo) and after.question is not before.question:
        after = replace(after, put_at=after.now)
    closed = (before.question is not None and after.question is None) or (before.asked and not after.asked)
    left = closed or (before.screen, before.page) != (after.screen, after.page)
    return replace(after, notice=None) if left and after.notice is before.notice else after


def press(model: Model, pressed: Key | Typed) -> Step:
    """What a key leads to."""
    if model.chat.unread and chat.in_view(model):
        model = replace(model, chat=replace(model.chat, unread=0))
    if pressed == Key("enter") and chat_input.just_said(model):
        return still(model)
    model = replace(model, draft=replace(model.draft, sent=None)) if model.draft.sent is not None else model
    found = keys.meaning(model, pressed)
    if key_place(model) is Scope.OPENING and (found is None or found[0].intent not in (Intent.HELP, Intent.QUIT)):
        return still(opening.skipped(model))
    if key_place(model) is Scope.SPELLING and isinstance(pressed, Typed) and pressed.text not in STAYING:
        return letters.answer(model, pressed.text, listed=True)
    if found is not None:
        binding, key = found
        if place_of(model) is Scope.MENU and isinstance(binding.intent, Intent) and not binding.when(model):
            return hint(model, _("You can't do that now.") if model.hosting else _("Only the host can do that."))
        model, wanted, commands = _done(model, binding, key)
        acts = any(isinstance(each, Act) for each in wanted)  # what was said of another attempt is over
        return replace(model, notice=None) if acts else model, wanted, commands
    if key_place(model) in TYPED_INTO:
        return _write(model, pressed)
    return _useless(model, pressed.name if isinstance(pressed, Key) else pressed.text)


def _write(model: Model, pressed: Key | Typed) -> Step:
    match key_place(model):
        case Scope.SAYING:
            return chat_input.typed(model, pressed)
        case Scope.CONNECT:
            return still(server_picker.typed(model, pressed))
        case Scope.TYPING:
            return still(dialogue.edit(model, pressed))
        case _:
            if isinstance(pressed, Typed) and forms.pastes(model.form, pressed):
                return _read_line(model, pressed.text)
            if model.form.current.key.startswith(EDITED):
                return rekeyed(model, pressed)
            return _filled(model, forms.edit(model.form, pressed))


def _filled(model: Model, form: Form) -> Step:
    """The model with another value in its form; of the settings it counts immediately."""
    if place_of(model) is Scope.SETTINGS:
        return front_door.lived(model, form)
    return still(replace(model, form=form, notice=None))


def point(model: Model, at: int) -> Step:
    """What a click on that place leads to: the cursor goes there; where it is already, or on an answer, as Enter."""
    pointed = _POINTED.get(place_of(model))
    return still(model) if pointed is None else pointed(model, at)


def _done(model: Model, binding: Binding, key: str) -> Step:
    does = binding.intent
    if isinstance(does, Action):
        if does.name in _ON_SCREEN and not does.refused(model):
            return _ON_SCREEN[does.name](model)
        return dialogue.begin(model, does, GivenAnswers() if place_of(model) is Scope.MENU else does.here(model))
    by_key = _BY_KEY.get(does)
    return _DO[does](model) if by_key is None else by_key(model, key)


def _useless(model: Model, key: str) -> Step:
    """A key without a meaning: during a question, show the keys that have one. A paste is ignored."""
    if model.link.lost:
        return still(model)
    asked = isinstance(model.question, YesNo) or (
        place_of(model) in (*AT_HAND, Scope.VOTE) and model.asked and not model.answering
    )
    named = key if len(key) == 1 and not key.isspace() else keys.key_word(key) if key in KEY_WORDS else None
    useful = (*keys.letters_now(model), *(each for each in keys.works_now(model) if each.intent is not Intent.HELP))
    use = [f"{each.shown_now} {each.label_now(model)}" for each in useful]
    if not asked or named is None or not use:
        return still(model)
    return hint(model, _("{key} does nothing here. Try: {keys}.").format(key=named, keys=", ".join(use)), Tone.INFO)


def _log(model: Model) -> Step:
    return still(replace(model, reading=replace(model.reading, log=not model.reading.log, scroll=0)))


def _rules(model: Model) -> Step:
    """The rules of your table, or of the one under the cursor, requested from the server."""
    under = model.lobby.tables[model.row] if place_of(model) is Scope.TABLES and model.lobby.tables else None
    model = replace(model.scrolled(0), page=Scope.RULES)
    return still(model) if under is None else want(model, Ask(net.TableRules(id=1, table=under.code)))


def _numbers(model: Model) -> Step:
    """What players have done, requested from the server."""
    if not model.server.numbers:
        return hint(model, _("This server doesn't count games."))
    return want(replace(model.scrolled(0), page=Scope.NUMBERS), Ask(net.AskNumbers(id=1)))


def _copy(model: Model) -> Step:
    """The link of the player's table, or of the player's own server, for others."""
    hosted = model.door.hosted
    link = link_of(model) if hosted is None or model.screen is not Screen.HOSTED else hosted.link or hosted.here
    if not link:
        return hint(model, _("There's no link yet."))
    model = say(model, _("Copied, if your terminal allows it: {link}").format(link=link), Tone.GOOD)
    return model, (), (Copy(link),)


def _copy_position(model: Model) -> Step:
    line = own_position(model)
    model = say(replace(model, page=None), _("Copied, if your terminal allows it: {link}").format(link=line), Tone.GOOD)
    return model, (), (Copy(line),)


def _invert(model: Model) -> Step:
    shown = model.invitation
    return still(model if shown is None else replace(model, invitation=replace(shown, inverted=not shown.inverted)))


def _other_code(model: Model, step: int) -> Step:
    shown = model.invitation
    if shown is None or not shown.pages:
        return still(model)
    return still(replace(model, invitation=replace(shown, at=(shown.at + step) % len(shown.pages))))


def _back(model: Model) -> Step:
    place, asked = place_of(model), model.question
    if place in (Scope.CREATE, Scope.CHANGE):
        model = _saved_on_leaving(model)
    if model.page is not None:
        return still(replace(model.scrolled(0), page=None))
    if place in _BACK:
        return _BACK[place](model)
    if isinstance(asked, Pending):
        return dialogue.back(model)
    if asked is not None:
        return still(replace(model, question=None))
    if model.screen is Screen.TABLE:  # it is the game's own question, and no card can be kept
        return dialogue.begin(model, LEAVE)
    return want(to_tables(model), Ask(net.ListTables(id=1)))


_BACK: dict[Scope, Callable[[Model], Step]] = {
    Scope.SETTINGS: front_door.keep_settings,
    **dict.fromkeys((Scope.DOOR, Scope.HOSTED), front_door.back),
    Scope.TRUST: server_picker.give_up,
    Scope.SPELLING: letters.back,
    Scope.CHAIN: lambda model: dialogue.begin(model, DROP),
    Scope.REPLAY: lambda model: want(model, Stop(0)) if replay.is_alone(model) else still(replay.closed(model)),
}
"""Where Esc does more than to close what is open."""


def _quit(model: Model, key: str) -> Step:
    """Quit the program, whatever is behind it; pressed twice, without an answer to the question."""
    stop = Stop(EXIT_INTERRUPTED if key == "c-c" else 0)
    text = quit_text(model, to_the_door=key != "c-c")
    asked_already = isinstance(model.question, YesNo) and isinstance(model.question.then, Stop)
    if not text or asked_already:
        return want(model, stop)
    yes = _("leave") if model.start.at_home and key != "c-c" else _("quit")
    return still(replace(model, page=None, question=YesNo(text, stop, yes)))


def _yes(model: Model) -> Step:
    asked = model.question
    return want(replace(model, question=None), asked.then) if isinstance(asked, YesNo) else still(model)


def _no(model: Model, key: str) -> Step:
    if key == "escape" and isinstance(model.question, YesNo) and model.question.before is not None:
        return dialogue.back(model)
    left = replace(model, question=None)
    match model.question:
        case YesNo(then=Act(Play(cards=cards, uno=True))) if layable_as(model, cards[0]) is not None:
            return play.take_uno_back(left)  # it is the call that costs cards, so Enter plays without it
    return still(left)


def _scroll(model: Model, key: str, *, older: bool) -> Step:
    """Up in the help is towards its beginning, up in the log towards the past."""
    reading = model.page is not None
    whole = max(1, model.reading.rows - OVERLAP) if reading else LOG_PAGE
    lines = whole if key in ("pageup", "pagedown", " ") else 1
    back = older != reading
    scroll = model.reading.scroll + (lines if back else -lines)
    most = MOST_READ if reading else max(0, len(model.play.log) - 1)
    return still(model.scrolled(min(max(scroll, 0), most)))


def _line(model: Model, key: str, *, step: int) -> Step:
    match place_of(model):
        case Scope.CONNECT:
            return still(server_picker.moved(model, key, step))
        case Scope.DOOR:
            return still(replace(model, row=(model.row + step) % max(1, len(model.door.lines))))
        case Scope.CREATE | Scope.CHANGE | Scope.SETTINGS:
            if forms.unread(model.form):
                return _read_rules(model)
            model = _saved_on_leaving(model)
            seen = forms.seen(model.form)
            at = seen[server_picker.stepped(seen.index(model.form.at), len(seen), key, step)]
            moved = replace(model, form=replace(model.form, at=at, typing=""))
            return still(model if _unsaved(model.form) else moved)
        case Scope.REPLAY:
            return _ahead(model, replay.MARK) if step > 0 else _again(model, replay.MARK_BACK)
        case Scope.MENU:
            item = (model.reading.item + step) % max(1, len(keys.menu_items(model)))
            return still(replace(model, reading=replace(model.reading, item=item)))
        case Scope.SOMEBODY | Scope.PLAYER | Scope.VOTE:
            return still(dialogue.move(model, step))
        case Scope.TABLES:
            count = len(model.lobby.tables or ())
        case Scope.WAITING:
            count = len(model.occupants)
        case _:
            return still(_moved_to(model, _other_group(model, step)))
    return still(replace(model, row=min(max(model.row + step, 0), max(0, count - 1))))


def _side(model: Model, *, step: int) -> Step:
    match place_of(model):
        case Scope.CREATE | Scope.CHANGE | Scope.SETTINGS:
            return _filled(model, forms.turn(model.form, step))
        case Scope.QR:
            return _other_code(model, step)
        case Scope.REPLAY:
            return _again(model, replay.TURN if step > 0 else replay.TURN_BACK)
        case Scope.COLOUR:
            return still(dialogue.move(model, step))
        case _:
            return still(_moved_to(model, (model.hand.selected + step) % max(1, len(model.left))))


def _again(model: Model, does: Callable[[Replay], Replay]) -> Step:
    """The game that is shown again, after that. A note on the place before is dropped; faults and the verdict stay."""
    seen, said = model.replay, model.notice
    if seen is None:
        return still(model)
    stays = said is not None and (said.tone is Tone.FAULT or said.text == seen.verdict)
    return still(replace(model, replay=does(seen), notice=said if stays else None))


def _ahead(model: Model, does: Callable[[Replay], Replay]) -> Step:
    """The game that is shown again, further on; where that leads nowhere as its marks are hidden, how to see them."""
    before, (model, _wanted, _commands) = model.replay, _again(model, does)
    if before is None or before.whole or model.replay is None or model.replay.at != before.at:
        return still(model)
    said = _("You didn't sit in this game, so its marks are hidden. Press {key} to show them.")
    return hint(model, said.format(key=key_of(model, Intent.MARKS)), Tone.INFO)


def _copy_moves(model: Model) -> Step:
    """Copy the game that is shown again, up to there; the position, where its moves can't be written."""
    seen = model.replay
    assert seen is not None
    if line := replay.moves_here(seen):
        said = _("Copied, if your terminal allows it: the game up to here.")
    elif replay.begins_turn(seen.table.game):
        line, said = (
            replay.position_here(seen),
            _("Copied, if your terminal allows it: the position as you see it here."),
        )
    else:
        return hint(model, _("You can copy the position wherever a turn begins."), Tone.INFO)
    return say(model, said, Tone.GOOD), (), (Copy(line),)


def _ends(model: Model, to: Callable[[Replay], Replay], scroll: int) -> Step:
    """To the first or last place of a game that is shown again, else of a page."""
    if place_of(model) is not Scope.REPLAY:
        return still(model.scrolled(scroll))
    return _ahead(model, to) if to is replay.END else _again(model, to)


def _choose(model: Model) -> Step:
    chosen = _CHOOSE.get(place_of(model))
    return still(model) if chosen is None else chosen(model)


def _join(model: Model) -> Step:
    tables = model.lobby.tables
    return dialogue.begin(model, JOIN, GivenAnswers(text=tables[model.row].code)) if tables else still(model)


def _item(model: Model) -> Step:
    items = keys.menu_items(model)
    binding = items[min(model.reading.item, len(items) - 1)]
    return _done(model, binding, binding.keys[0])


def _pick(model: Model, key: str) -> Step:
    at = int(key) - 1
    return front_door.pick(model, at) if place_of(model) is Scope.DOOR else dialogue.choose(model, at)


def _settings(model: Model) -> Step:
    """Keep the settings; on the line of the keys, show or hide them."""
    if model.form.current.key == MORE:
        return _filled(model, forms.turn(model.form, 1))
    return front_door.keep_settings(model)


def _point_server(model: Model, at: int) -> Step:
    there = server_picker.pointed(model, at)
    return server_picker.connect(model) if there == model and server_picker.picked(model) else still(there)


def _point_table(model: Model, at: int) -> Step:
    there = replace(model, row=at)
    return still(model) if at >= len(model.lobby.tables or ()) else _join(model) if there == model else still(there)


def _point_field(model: Model, at: int) -> Step:
    """The field under the mouse; where the cursor is already, its next choice."""
    if at not in forms.seen(model.form):
        return still(model)
    if at != model.form.at and forms.unread(model.form):
        return _read_rules(model)
    form = model.form
    return _filled(model, forms.turn(form, 1) if at == form.at else replace(form, at=at, typing=""))


def _point_card(model: Model, at: int) -> Step:
    if at >= len(model.left):
        return still(model)
    if at != model.hand.selected:
        return still(_moved_to(model, at))
    if place_of(model) is Scope.SPELLING:  # what is asked may be about another card
        return letters.begin_with(model, model.left[at])
    return _add_to_chain(model) if place_of(model) is Scope.CHAIN else _choose(model)


def wheel(model: Model, *, up: bool) -> Key | None:
    """The key equivalent to turning the wheel: it scrolls a page, a list or the log; None if nothing scrolls."""
    place = place_of(model)
    if place is Scope.REPLAY:
        return Key("left" if up else "right")
    if place in AT_TABLE and place is not Scope.WAITING:
        return Key("pageup" if up else "pagedown")
    return None if place in (Scope.CONFIRM, Scope.TRUST, Scope.TYPING) else Key("up" if up else "down")


def _play(model: Model) -> Step:
    """Lay the card under the cursor; where none can be laid and there is one answer, give that."""
    card, seat, only = model.under_cursor, model.seat, only_answer(model)
    if only is not None:
        return want(model, Act(only))
    if seat is None or card is None:
        return hint(model, _("You have no cards."))
    if not model.asked:
        said = _("It's not your turn. To jump in, press {key}.") if playable(model) else _("It's not your turn.")
        return hint(model, said.format(key=key_of(model, JUMP)), Tone.INFO)
    if card in playable(model):
        return dialogue.begin(model, PLAY_CARDS, with_card(card))
    if isinstance(model.waiting_for, AnswerDrawFour) and not playable(model):
        said = _("Press {accept} to take the cards, or {challenge} to challenge.")
        keys = {"accept": key_of(model, ACCEPT), "challenge": key_of(model, CHALLENGE)}
        return hint(model, said.format(**keys))
    return why(model, card)


def _pick_card(model: Model) -> Step:
    """Choose the card under the cursor: to be kept, or to be passed on."""
    card = model.under_cursor
    if card is None:
        return hint(model, _("You have no cards."))
    if card not in choosable(model):
        colour = voice_of(model.table).colour(model.game.colour if model.game else None)
        return hint(model, _("Choose one of your {colour} cards.").format(colour=colour))
    row = KEEP if isinstance(model.waiting_for, KeepOne) else ROWS["give"]
    return dialogue.begin(model, row, GivenAnswers(text=card.name))


def _add_to_chain(model: Model) -> Step:
    """Put the card under the cursor at the end of the chain."""
    card = model.under_cursor
    if card is None:
        return hint(model, _("You have no cards left to add."), Tone.INFO)
    if refused := no_chain(model):
        return hint(model, refused, Tone.INFO)
    if card not in playable(model):
        return why(model, card)
    return dialogue.begin(model, CHAIN, with_card(card, model.hand.chain))


def _choose_by_letters(model: Model) -> Step:
    """Enter: the one thing that is left to do, yes where that is asked, a wild's likely colour, else the card here."""
    only, card, asked = only_answer(model), model.under_cursor, model.question
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.CONFIRM:
        return letters.answer(model, "Y" if model.asked else "")  # T9: Enter never jumps in
    if isinstance(asked, Dialogue) and asked.stage is LetterStage.NAME:
        return letters.answer(model, likely_colour(model.left).value)
    if only is not None:
        return want(model, Act(only))
    if isinstance(asked, Dialogue) and asked.stage not in (LetterStage.COLOUR, LetterStage.RANK):
        return still(model)
    return hint(model, _("You have no cards.")) if card is None else letters.begin_with(model, card)


_SYMBOLS = {"s": (Rank.SKIP,), REVERSE: (Rank.REVERSE,), "+": (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)}


def _seek(model: Model, key: str) -> Step:
    """Move the cursor to a card by its colour, number or symbol."""
    hand = model.left
    if key in "rygbw":
        colour = None if key == "w" else Colour(key.upper())
        model = replace(model, hand=replace(model.hand, sought=colour))
        return _found(model, [at for at, held in enumerate(hand) if held.colour is colour])
    ranks = _SYMBOLS.get(key) or (Rank(key),)
    every = [at for at, held in enumerate(hand) if held.rank in ranks]
    there = [at for at in every if model.hand.sought is not None and hand[at].colour is model.hand.sought]
    return _found(model, there or every)


def _found(model: Model, places: list[int]) -> Step:
    """The cursor on one of `places`: from one of them to the next, else to the first that may be played."""
    if not places:
        return hint(model, _("You don't have that card."), Tone.INFO)
    if model.hand.selected in places:
        return still(model.pointing_at(places[(places.index(model.hand.selected) + 1) % len(places)]))
    cards = choosable(model)
    return still(model.pointing_at(next((at for at in places if model.left[at] in cards), places[0])))


def _moved_to(model: Model, at: int) -> Model:
    """The cursor on that card, which was not found by its colour."""
    return replace(model, hand=replace(model.hand, selected=at, sought=None))


def _next_order(model: Model) -> Step:
    """Lay the cards in the next order."""
    names, at = list(LAID), list(LAID.values()).index(model.hand.order)
    return dialogue.begin(model, SORT, GivenAnswers(text=names[(at + 1) % len(names)]))


def _other_group(model: Model, step: int) -> int:
    """The first card of the next or previous colour of the hand (wilds count as one)."""
    hand = model.left
    firsts = [at for at, held in enumerate(hand) if at == 0 or hand[at - 1].colour is not held.colour]
    if not firsts:
        return 0
    now = max(place for place, at in enumerate(firsts) if at <= model.hand.selected)
    return firsts[(now + step) % len(firsts)]


def _create_form(model: Model) -> Step:
    form = forms.create(model.name, model.settings.rule_sets)
    return still(replace(model, screen=Screen.CREATE, form=form, notice=None))


def _change_form(model: Model) -> Step:
    if model.room is None:
        return still(model)
    form = forms.changing(model.room, model.settings.rule_sets)
    return still(replace(model, page=Scope.CHANGE, form=form, notice=None))


def _save_rules(model: Model) -> Step:
    try:
        name, line = forms.save(model.form)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    before = model.settings.rule_sets
    sets = {**before, name: line}
    said = [worded("saved", name=name), in_place_of(before, name, line)]
    model = replace(model.with_rule_sets(sets), form=forms.saved(model.form, name, sets))
    return hint(model, clean(" ".join(filter(None, said))), Tone.INFO)


def _unsaved(form: Form) -> bool:
    """Whether a name for the rules of the form has been typed under the cursor, and they are not saved yet."""
    return bool(form.fields) and form.current.key == forms.SAVE and bool(form.current.value.strip())


def _saved_on_leaving(model: Model) -> Model:
    """The model after what was typed under the cursor is saved, if it is a name for the rules."""
    return _save_rules(model)[0] if _unsaved(model.form) else model


def _rename_rules(model: Model) -> Step:
    """Rename the set of rules that is chosen in the form, or delete it."""
    old, new = model.form["rules"], clean(model.form[forms.RENAME])
    try:
        form, sets = forms.renamed(model.form, model.settings.rule_sets)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    said = worded("deleted") if new == NOTHING else worded("renamed")
    return hint(replace(model.with_rule_sets(sets), form=form), said.format(name=old, new=new), Tone.INFO)


def _read_rules(model: Model) -> Step:
    return _read_line(model, model.form.typing)


def _read_line(model: Model, line: str) -> Step:
    """Use the rules of a line, and name the words in it that mean nothing."""
    try:
        model = replace(model, form=forms.with_line(model.form, line), notice=None)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    vain = vain_text(forms.chosen_rules(model.form), words_of(line))
    return hint(model, clean(vain), Tone.INFO) if vain else still(model)


def _entered(model: Model) -> Step | None:
    """What Enter does with what was typed into the field under the cursor; None: it is for the whole form."""
    form = model.form
    if form.current.key == MORE:
        return still(replace(model, form=forms.turn(form, 1)))
    if forms.unread(form):
        return _read_rules(model)
    if forms.renaming(form):
        return _rename_rules(model)
    return _save_rules(model) if _unsaved(form) else None


def _change(model: Model) -> Step:
    """Send what has been changed in the form, and nothing else."""
    room = model.room
    return still(model) if room is None else _sent(model, lambda: forms.change_request(model.form, room))


def _sent(model: Model, read: Callable[[], Request | None]) -> Step:
    if (step := _entered(model)) is not None:
        return step
    try:
        request = read()
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    if request is None:
        return hint(replace(model, page=None), worded("unchanged_table"))
    return want(replace(model, notice=None), Ask(request))


_POINTED: dict[Scope, Callable[[Model, int], Step]] = {
    Scope.CONNECT: _point_server,
    Scope.DOOR: front_door.pointed,
    **dict.fromkeys((Scope.CREATE, Scope.CHANGE, Scope.SETTINGS), _point_field),
    Scope.MENU: lambda model, at: _item(replace(model, reading=replace(model.reading, item=at))),
    Scope.TABLES: _point_table,
    Scope.WAITING: lambda model, at: still(replace(model, row=at)),
    **dict.fromkeys((Scope.SOMEBODY, Scope.COLOUR, Scope.PLAYER, Scope.VOTE), dialogue.choose),
    Scope.REPLAY: lambda model, at: _again(model, lambda seen: replay.moved(replace(seen, running=False), at)),
    **dict.fromkeys((*AT_CARDS, *BY_LETTERS), _point_card),
}
"""What a click on a card, a line, a field or an answer does, by where the player is."""

_CHOOSE: dict[Scope, Callable[[Model], Step]] = {
    Scope.CONFIRM: lambda model: _yes(model) if keys.enter_is_yes(model) else _useless(model, "enter"),
    Scope.DOOR: front_door.choose,
    Scope.SETTINGS: _settings,
    Scope.HOSTED: lambda model: (model, (), (Go(Item.ENTER),)),
    Scope.CONNECT: server_picker.connect,
    Scope.CREATE: lambda model: _sent(model, lambda: forms.table_request(model.form)),
    Scope.CHANGE: _change,
    Scope.TYPING: dialogue.enter,
    **dict.fromkeys((Scope.SOMEBODY, Scope.COLOUR, Scope.PLAYER, Scope.VOTE), dialogue.choose),
    Scope.MENU: _item,
    Scope.TABLES: _join,
    **dict.fromkeys((Scope.KEEP, Scope.PASS), _pick_card),
    Scope.CHAIN: lambda model: dialogue.begin(model, SEND, SEND.here(model)),
    **dict.fromkeys(BY_LETTERS, _choose_by_letters),
    **dict.fromkeys((Scope.HAND, Scope.DRAWN, Scope.CHALLENGE, Scope.STACK, Scope.OWN_RULE), _play),
}

_DO: dict[Intent, Callable[[Model], Step]] = {
    Intent.LEFT: partial(_side, step=-1),
    Intent.RIGHT: partial(_side, step=1),
    Intent.CHOOSE: _choose,
    Intent.BACK: _back,
    Intent.TRUST: server_picker.go_on,
    Intent.YES: _yes,
    Intent.ADD: _add_to_chain,
    Intent.UNDO: lambda model: UNDO.then(model, GivenAnswers()),
    Intent.ORDER: _next_order,
    Intent.SPELL: letters.spell,
    Intent.RULES: _rules,
    Intent.NUMBERS: _numbers,
    Intent.MENU: lambda model: still(replace(model, page=Scope.MENU, reading=replace(model.reading, item=0, scroll=0))),
    Intent.SEND: chat_input.send,
    Intent.CLOSE_LINE: lambda model: still(replace(model, draft=replace(model.draft, open=False))),
    Intent.EARLIER: partial(chat_input.fetched, step=1),
    Intent.LATER: partial(chat_input.fetched, step=-1),
    Intent.COMPLETE: chat_input.complete,
    Intent.COPY: _copy,
    Intent.POSITION: _copy_position,
    Intent.HELP: lambda model: still(replace(model.scrolled(0), page=Scope.HELP)),
    Intent.LOG: _log,
    Intent.INVITE: lambda model: want(replace(model, page=Scope.QR), Invite()),
    Intent.INVERT: _invert,
    Intent.FIRST: lambda model: _ends(model, replay.START, 0),
    Intent.LAST: lambda model: _ends(model, replay.END, MOST_READ),
    Intent.REPLAY: replay.again,
    Intent.RUN: lambda model: _again(model, lambda seen: replay.toggled(seen, model.now)),
    Intent.PACE: lambda model: _again(model, replay.faster),
    Intent.EYES: lambda model: _again(model, replay.other_eyes),
    Intent.HANDS: lambda model: _again(model, replay.other_hands),
    Intent.COACH: replay.wondered,
    Intent.PLAY_ON: replay.play_on,
    Intent.MOVES: _copy_moves,
    Intent.MARKS: lambda model: _again(model, lambda seen: replace(seen, whole=True)),
}
_ON_SCREEN: dict[str, Callable[[Model], Step]] = {"create": _create_form, "change": _change_form}
"""What the key of an action does where the screen has more than its questions."""
_BY_KEY: dict[Intent, Callable[[Model, str], Step]] = {
    Intent.UP: partial(_line, step=-1),
    Intent.DOWN: partial(_line, step=1),
    Intent.NO: _no,
    Intent.PICK: _pick,
    Intent.SEEK: _seek,
    Intent.COLOUR: lambda model, key: dialogue.answer(model, key) if read_colour(model, key) else _useless(model, key),
    Intent.SAY: chat_input.opened,
    Intent.REACT: chat_input.react,
    Intent.QUIT: _quit,
    Intent.CLEAR: lambda model, key: _write(model, Key(key)),
    Intent.OLDER: partial(_scroll, older=True),
    Intent.NEWER: partial(_scroll, older=False),
}
"""What a key does, by its intent, where the handler needs to know the key."""
