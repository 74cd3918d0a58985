"""FAULTS 35 to 38: whatever a server says, the client answers with words and a screen, never with a traceback."""

import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.client.fake import NORMAL, Fake, at_table, in_list, position, press, seen, served
from uno_client.core.model import Model
from uno_client.fullscreen.key_handlers import update
from uno_client.messages import Command, Key, Quit, Resync, Tick, Typed
from uno_client.screens.frame import SMALLEST, Size
from uno_engine import actions as act
from uno_engine.bots.choosing import choose
from uno_engine.legal import legal_actions
from uno_engine.state import Phase
from uno_engine.view import view_for
from uno_protocol import messages as net
from uno_protocol import room as rm

pytestmark = pytest.mark.fast


@cache
def honest() -> tuple[net.ServerMessage, ...]:
    """What a sound server says in one round."""
    options = {"goal": "points"}
    game = Fake(position("R5 B7 W W+4 G2", "G1 R1 RS Y2 W+4", "B1 B+2 RR Y5 Y6", options=options))
    game.room.options = options
    game.begin()
    while game.state.phase is Phase.PLAYING:
        for seat in range(3):
            listed = legal_actions(game.state, seat)
            chosen = choose("normal", view_for(game.state, seat), listed, bytes(32)) if listed else None
            if chosen is not None:
                game.play(chosen)
        if game.state.turn == 3 and not game.room.remarks:
            game.happen(
                rm.Said("bob", "hurry", 1), rm.Reacted("dee", "wow"), rm.WatcherCame("dee"), rm.MuteChanged("bob", True)
            )
    changed = rm.TableChanged(turn_seconds=20, password=True, locked=True, watching=False)
    game.happen(changed, rm.TimeGiven(1, 60), rm.StandInChanged(2, "normal"), rm.StandInChanged(2))
    game.happen(rm.HandsShown(tuple(tuple(hand) for hand in game.state.hands)))
    game.snapshot()  # with the result
    game.happen(rm.PhaseChanged(rm.RoomPhase.PLAYING)).play(act.Deal())
    game.snapshot()  # now with what was said
    return tuple(game.heard)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**62), 2**62),
    st.sampled_from([-1, 0, 1, 2, 3, 9, 10, 255, 1000, 0.5, -1e300]),
    st.sampled_from(
        ["", "R5", "W+4", "Q", "\x1b]52;c;x\x07", "\u202e", "é" * 500, "{x}", "%s", "take_turn", "round_ended"]
    ),
    st.lists(st.integers(-5, 300), max_size=12),
    st.lists(st.sampled_from(["R5", "B7", "W", "nonsense"]), max_size=200),
    st.dictionaries(st.sampled_from(["k", "seat", "name", "x"]), st.sampled_from(["asked", 1, None]), max_size=3),
)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a tree of maps and lists."""
    found = [here] if here else []
    if isinstance(value, dict):
        for key, item in value.items():
            found += paths(item, (*here, key))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            found += paths(item, (*here, at))
    return found


def spoil(draw: st.DrawFn, tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with one place changed, left out or doubled."""
    tree = copy.deepcopy(tree)
    places = paths(tree)
    if not places:
        return tree
    *way, last = draw(st.sampled_from(places))
    inside: Any = tree
    for step in way:
        inside = inside[step]
    if isinstance(inside, dict) and draw(st.booleans()):
        del inside[last]
    else:
        inside[last] = draw(JUNK)
    return tree


@st.composite
def dishonest(draw: st.DrawFn) -> list[net.ServerMessage]:
    """A sound session with a few messages spoilt, left out or repeated."""
    messages = list(honest())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(messages) - 1))
        match messages[at]:
            case net.Entry(table=table, n=n, event=event):
                messages[at] = net.Entry(table=table, n=n, event=spoil(draw, event))
            case net.Snapshot(table=table, n=n, room=room, game=game, seat=seat, result=result):
                if result is not None and draw(st.booleans()):
                    result = spoil(draw, result)
                elif game is not None and draw(st.booleans()):
                    game = spoil(draw, game)
                else:
                    room = spoil(draw, room)
                messages[at] = net.Snapshot(table=table, n=n, room=room, game=game, seat=seat, result=result)
            case net.Legal(table=table, decision=decision, n=n, actions=[*actions]) if actions:
                spoilt = [*actions[:-1], spoil(draw, actions[-1])]
                messages[at] = net.Legal(table=table, decision=decision, n=n, actions=spoilt)
            case _:
                messages.insert(at, messages[draw(st.integers(0, len(messages) - 1))])
    return messages


KEYS = ["enter", "d", "u", "c", "q", "y", "?", "right", "w", "a", "x", "t", "/", "tab", "f4", "m", "k", "v", "s"]


def test_the_session_that_is_spoilt_is_a_sound_one() -> None:
    model, commands = run(list(honest()))
    assert not any(isinstance(command, (Resync, Quit)) for command in commands)
    assert model.result is None
    assert model.game is not None
    assert model.game.round == 2


def run(messages: list[net.ServerMessage]) -> tuple[Model, list[Command]]:
    model, commands = Model(), list[Command]()
    for at, message in enumerate(messages):
        model, more = update(model, Tick(float(at)))
        commands += more
        model, more = update(model, message)
        commands += more
        if any(isinstance(command, Quit) for command in more):
            break
    return model, commands


@settings(max_examples=250)
@given(dishonest(), st.lists(st.sampled_from(KEYS), max_size=6))
def test_a_dishonest_server_meets_words_and_a_screen(messages: list[net.ServerMessage], keys: list[str]) -> None:
    model, commands = run(messages)
    model, _ = press(model, " ".join(keys))
    check_screen(model, NORMAL)
    assert all(command.code == 76 for command in commands if isinstance(command, Quit))


@settings(max_examples=100)
@given(st.sampled_from([m for m in honest() if isinstance(m, net.Entry)]), st.data())
def test_an_entry_that_makes_no_sense_changes_nothing(entry: net.Entry, data: st.DataObject) -> None:
    game = at_table("R5 B7 B8", "G1 G2", "Y1")
    table = game.model.table
    event = {**entry.event, data.draw(st.sampled_from(sorted(entry.event))): data.draw(JUNK)}
    game.feed(net.Entry(table="ABCD", n=1, event=event))
    assert any(isinstance(each, Resync) for each in game.others) == (game.model.table is table)


NASTY = [
    "\x1b]52;c;eA==\x07\x1b]8;;http://x\x1b\\click",  # 35
    "\x1b[2J\x9b31m\x90q\x9c\r\n\b\x7f\x00rest",
    "\u202eevil\u2066\u2069\u200b\u200d\ufeff",  # 36
    "e" + "\u0301" * 200,
    "漢" * 300,
    "한\u1161\u11a8" * 100,
    "👩\u200d👩\u200d👧" * 40,
    "<b>&amp;{x}{0.__class__}%s%(n)d",  # 37
    "two\nlines\r\n» bob: not me",  # 38
    "",
    "x" * 5000,
]


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(133, 41)], ids=str)
@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_nothing_that_is_said_reaches_the_terminal_uncleaned(nasty: str, size: Size) -> None:
    """FAULTS 35 to 38, by chat, reactions, names of speakers and watchers, and announcements, at a table."""
    game = Fake(position("R5 B7 B8", "G1 G2", "Y1"), answers=False)
    game.room.watchers, game.room.screens, game.room.muted = [nasty], ["x" + nasty], [nasty]
    game.room.remarks = [rm.Remark(nasty, nasty), rm.Remark(nasty, nasty, 1)]
    game.begin()
    said = [rm.Said(nasty, nasty, 1), rm.Said(nasty, nasty), rm.Reacted(nasty, nasty, 2), rm.Reacted(nasty, nasty)]
    game.happen(*said, rm.WatcherLeft(nasty), rm.WatcherCame(nasty), rm.MuteChanged("x" + nasty, muted=True))
    game.feed(net.Announcement(text=nasty))
    for keys in ("", "t tab", "escape", "/ m u t e tab enter", "escape m u", "1", "?"):
        game.press(keys)
        check_screen(game.model, size)
    assert all(line.text.isprintable() for line in game.model.play.log)


@pytest.mark.parametrize("phase", [rm.RoomPhase.WAITING, rm.RoomPhase.PLAYING])
@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_nothing_of_a_table_and_its_people_reaches_the_terminal_uncleaned(nasty: str, phase: rm.RoomPhase) -> None:
    """FAULTS 35 to 38, by names of tables and people, levels, reasons, rules of a table, and why one is kicked."""
    game = Fake(position("R5 B7 B8", "G1 G2", "Y1"), answers=False)
    room = game.room
    room.name, room.phase = nasty, phase
    away = rm.Occupant(nasty, stand_in=nasty, extra_seconds=300)
    room.occupants = [rm.Occupant("ann"), away, rm.Occupant(nasty, nasty)]
    room.watchers, room.screens, room.muted = [nasty], [nasty], [nasty]
    game.begin().but(lambda model: served(model, nasty))
    line = in_list(code=nasty, name=nasty, phase=nasty, preset=nasty, host=nasty)
    game.happen(rm.StandInChanged(1, nasty), rm.TableChanged(seats=4), rm.SeatFreed(2, nasty))
    for size in (SMALLEST, NORMAL):
        for keys in ("", "m", "k", "enter", "n", "m s", "escape", "t", "enter", "escape", "m c", "escape"):
            game.press(keys)
            check_screen(game.model, size)
    assert all(told.text.isprintable() for told in game.model.play.log)
    game.feed(net.PutOut(table="ABCD", code=nasty, text=nasty))
    game.feed(net.Tables(id=game.sent[-1].id, tables=[line]))
    check_screen(game.model, NORMAL)
    game.press("enter")
    game.feed(net.Error(id=game.sent[-1].id, code="wrong_password", text=nasty))
    check_screen(game.model, NORMAL)


@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_nothing_that_is_said_in_the_lobby_does_either(nasty: str) -> None:
    line = net.TalkLine(n=1, name=nasty, text=nasty)
    welcome = net.Welcome(net.VERSION, nasty, name=nasty, program=nasty, limits={nasty: 1}, timeouts={})
    lobby, _ = run([welcome, net.LoggedIn(name="ann", token="t"), net.Tables(id=1, tables=[])])
    for told in (net.Talk(id=2, lines=[line] * 99), net.LobbySaid(n=2, name=nasty, text=nasty), net.Error(code=nasty)):
        lobby, _ = update(lobby, told)
        for size in (SMALLEST, NORMAL):
            check_screen(lobby, size)
    for pressed in (Typed("t"), Typed(nasty), Key("tab"), Key("enter"), Key("up")):
        lobby, _ = update(lobby, pressed)
        check_screen(lobby, NORMAL)


def check_screen(model: Model, size: Size) -> None:
    assert all(row.isprintable() for row in seen(model, size).split("\n"))
