"""The table of actions: each row is reached by keys and by a line, is offered alike, and asks for the same."""

from collections.abc import Callable
from typing import get_args

import pytest
from msgspec.structs import replace as with_fields

from tests.client.fake import Fake, at_table, position, seen, solo
from tests.client.test_every_request import ROWS as REQUESTS
from tests.client.test_every_request import chaining, decision, drawn_out, lobby, playing, typed, waiting
from uno_client.core.actions import dialogue
from uno_client.core.actions.dialogue import ROWS
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen, SettingsPart
from uno_client.core.model.question import Pending
from uno_client.core.navigation import key_place
from uno_client.fullscreen.keys import BINDINGS, meaning
from uno_client.lines.commands import COMMANDS
from uno_client.messages import Typed
from uno_client.preferences import Preferences, Typing
from uno_client.structs import replace
from uno_engine.cards import cards
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase


def after(start: Callable[[], Fake], *events: rm.RoomEvent) -> Callable[[], Fake]:
    return lambda: start().happen(*events)


def watching() -> Fake:
    game = Fake(position("R5", "G1"), seat=None, answers=False)
    game.room.occupants[1] = None
    return game.begin()


unready = after(waiting, rm.ReadyChanged(0, ready=False))


def jumping() -> Fake:
    return at_table("R9 B8", "G1 G2", asked=TakeTurn(1), options={"jump_in": "yes"}, answers=False)


def spelled() -> Fake:
    model = solo(Model(settings=SettingsPart(wants=Preferences(typed="on", coach=True))))
    game = at_table("R5 B7 B8", "G1 G2", model=model, answers=False)
    return game.but(lambda model: replace(model, hand=replace(model.hand, came=cards("B8 B7 R5"))))


def joined() -> Fake:
    return chaining().press("space")


CASES: dict[str, tuple[Callable[[], Fake], str, str]] = {
    name: (row.start, row.keys, words)
    for row in REQUESTS.values()
    for name, _blank, words in [row.line.partition(" ")]
    if name in ROWS
} | {
    "join": (lobby, "c EFGH enter", "EFGH"),
    "create": (lobby, "n D e n enter", "Den"),
    "change": (waiting, "m c down right enter", "seats=5"),
    "sit": (watching, "e", ""),
    "ready": (unready, "enter", ""),
    "anyway": (after(waiting, rm.ReadyChanged(1, ready=False)), "a y", ""),
    "back": (after(playing, rm.StandInChanged(0, "normal")), "enter", ""),
    "mute": (playing, "m u 2", "cem"),
    "unmute": (lambda: playing().press("m u 2"), "m z 1", "cem"),
    "start": (unready, "s", ""),
    "resume": (after(playing, rm.PhaseChanged(RoomPhase.PAUSED, held=True)), "m p", ""),
    "slower": (waiting, "<", ""),
    "faster": (waiting, ">", ""),
    "unlock": (lambda: waiting(locked=True), "m l", ""),
    "bot": (waiting, "b 3", "hard"),
    "unbot": (waiting, "down down x", "Ada"),
    "unsilence": (lambda: waiting(muted=["gus"]), "m w 1", "gus"),
    "kick": (waiting, "m k 2 y", "eve"),
    "ban": (waiting, "m n 1 y", "bob"),
    "keep": (decision("play_drawn"), "k", ""),
    "pass": (drawn_out, "enter", ""),
    "jump": (jumping, "j", "R9"),
    "hint": (spelled, "h", ""),
    "vote": (decision("vote"), "2", "hands_move_on"),
    "undo": (joined, "backspace", ""),
    "drop": (joined, "escape", ""),
    "send": (joined, "enter", ""),
    "take": (spelled, "t", ""),
    "sort": (spelled, "s", ""),
    "refuse": (lambda: waiting(claim=1), "m r", ""),
    "quit": (lobby, "q", ""),
}
"""From where, by which keys, and with which words behind the command."""


def done(game: Fake) -> object:
    """What came of it: the requests, the rest, whom the player has muted, the cards, and what is said."""
    model = game.model
    held = model.hand.came, model.hand.chain.cards
    return [with_fields(each, id=1) for each in game.sent], game.others, model.chat.muted, held, game.said


def test_every_row_is_tried() -> None:
    assert set(CASES) == set(ROWS)


@pytest.mark.parametrize("name", CASES)
def test_an_action_does_the_same_by_keys_and_by_a_line(name: str) -> None:
    start, keys, words = CASES[name]
    by_keys, by_line = start().press(keys), typed(start(), f"{name} {words}")
    assert done(by_keys) == done(by_line)
    assert done(by_keys) != done(start())


@pytest.mark.parametrize(
    "name", [name for name, row in ROWS.items() if row.usage and row.reads is None and name not in ("catch", "why")]
)
def test_what_is_asked_one_by_one_leads_to_the_same_request(name: str) -> None:
    start, _keys, words = CASES[name]
    game = start()
    step = dialogue.begin(game.model, ROWS[name])
    for word in words.split():
        step = dialogue.answer(step[0], word)
    game.but(lambda _before: step[0]).feed(*step[1])
    if game.asks:
        game.press("y")
    assert done(game) == done(typed(start(), f"{name} {words}"))


_ASKED = (Scope.COLOUR, Scope.PLAYER, Scope.PASS, Scope.KEEP, Scope.OWN_RULE, Scope.VOTE, Scope.AWAY)
ELSEWHERE = dict.fromkeys(_ASKED, ("draw", "why")) | {
    Scope.LETTERS: ("draw", "pass"),  # T takes a card, or passes
    Scope.CHAIN: ("draw",),
    Scope.RESULT: ("start", "anyway"),  # the rematch begins when all are ready
    Scope.TABLES: ("record",),  # W watches; /record saves
}
"""What is offered in these places and isn't done by its own key there, besides `tables` and `quit`."""
STARTS = {start for start, _keys, _words in CASES.values()}


@pytest.mark.parametrize("name", CASES)
def test_an_action_is_offered_alike_by_keys_and_by_lines(name: str) -> None:
    bindings = [each for each in BINDINGS if each.intent is ROWS[name]]
    for start in STARTS:
        model = start().model
        anywhere = [each for each in bindings if each.places != (Scope.LETTERS,)]
        offered = COMMANDS[name].applies(model)
        assert all(each.when(model) == offered for each in anywhere), start
        for wants in get_args(Typing) if offered and ROWS[name].key else ():
            model = replace(model, settings=SettingsPart(wants=Preferences(typed=wants)))
            ways = [meaning(at, Typed(ROWS[name].key)) for at in (model, replace(model, page=Scope.MENU))]
            works = any(found and found[0].intent is ROWS[name] and found[0].when(model) for found in ways)
            assert works or name in ("tables", "quit", *ELSEWHERE.get(key_place(model), ())), (key_place(model), wants)


def test_esc_goes_back_one_question_and_then_to_where_it_was_asked() -> None:
    game = waiting().press("m v down enter")
    asked = game.model.question
    assert isinstance(asked, Pending)
    assert game.press("escape").model.question == asked.before
    assert "menu" in seen(game.press("escape"))
    assert game.press("k 1").asks == "Kick bob?"
    assert isinstance(game.press("escape").model.question, Pending)
    assert game.sent == []


def test_no_seat_is_lost_without_a_question() -> None:
    for start, said in (
        (waiting, "Leave the table? Another player will host."),
        (playing, "Leave the table for good?"),
    ):
        game = start().press("escape")
        assert game.asks.startswith(said)
        assert game.press("n").sent == []
        assert game.press("escape escape").asks == ""
    left = playing().press("q y").feed(net.Ok(id=2)).model
    assert (left.screen, left.table) == (Screen.TABLES, None)
    assert watching().press("escape").sent == [net.LeaveTable(id=2)]
