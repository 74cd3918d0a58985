"""The law of two worlds finds leaks: each kind is planted, and must be noticed.

A leak is a fault of the server's that shows something hidden to a viewer: in a message, in its length, by its being
there at all, by when it comes, or in the log.
"""

import dataclasses
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

from tests.instead import Plant, planted
from tests.server.any_session import AnySession
from tests.server.twins import Told
from uno_engine import events as ev
from uno_engine.actions import Listed
from uno_engine.events import Event, Forms
from uno_engine.laws.violation import Violation
from uno_engine.legal import legal_actions
from uno_engine.refused import Refused
from uno_engine.state import State, View
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol.room import PresenceChanged, WatcherCame
from uno_protocol.wire import WireFault, event_to_map
from uno_protocol.wording.entries import Story
from uno_server.core import admin, census, dispatch, hub, lobby, wording
from uno_server.core.hub import Hub
from uno_server.core.outputs import Deliver, WantedRecord
from uno_server.core.sessions import Session, Sessions
from uno_server.core.wording import Viewer
from uno_server.table import bots, broadcast, game, thinking, transaction
from uno_server.table.bots import JUMP, NEVER, BotsAtTable
from uno_server.table.event_log import Missed, Shown, TableLog
from uno_server.table.game import GameAtTable
from uno_server.table.play import Awaited, TableGames
from uno_server.table.state import Member
from uno_server.table.table import Table

pytestmark = pytest.mark.fast

SESSIONS = 10
STEPS = 80
VOTES = {"extra": "0,0,4", "customizable_rule": "vote"}
PASSING = {"extra": "0,0,4", "customizable_rule": "everyone_passes_one", "hand_size": "10"}
BLUFFS = {"wild_draw_four": "bluff", "hand_size": "10"}
CHAINS = {"chains": "yes", "hand_size": "10"}
HANDFUL = {"hand_size": "2", "goal": "points", "target": "900"}

FOLLOW = Story.follow

Sound = Callable[..., Any]
"""What stood where the leak is now."""


class Leak(NamedTuple):
    """A fault of the server, and a table at which it shows."""

    plant: Plant
    options: dict[str, str]
    bots: int
    viewer: int | None
    """The seat at which it shows; None: at any person's."""


LEAKS: dict[str, Leak] = {}


def leak(
    owner: Any, name: str, options: dict[str, str] | None = None, bots: int = 1, viewer: int | None = None
) -> Callable[[Sound], Sound]:
    """The function below stands in the owner's place for `name`."""

    def leaking(wrong: Sound) -> Sound:
        LEAKS[f"{wrong.__name__} {len(LEAKS)}"] = Leak(planted(owner, name)(wrong), options or {}, bots, viewer)
        return wrong

    return leaking


def wilds(state: State | None) -> int:
    """Something that follows from hidden cards: how many wilds are in all hands."""
    return 0 if state is None else sum(card.wild for hand in state.hands for card in hand)


@leak(ev.RoundDealt, "forms")
@leak(ev.CardsPlayed, "forms", BLUFFS)  # the hand by which a challenge is judged
@leak(ev.VoteCast, "forms", VOTES, viewer=0)
@leak(ev.CardChosen, "forms", PASSING, viewer=0)
def all_of_an_event_is_shown(_: Sound, event: Event) -> Forms:
    return event, {}


@leak(Shown, "to")
def drawn_cards_are_shown(_: Sound, shown: Shown, seat: int | None) -> m.Entry:
    private = shown.private
    return private.get(-1 if seat is None else seat) or next(iter(private.values()), shown.public)


@leak(broadcast, "view_of")
def a_snapshot_is_that_of_another_seat(_: Sound, state: State, member: Member) -> View:
    return view_for(state, (member.seat or 0) + 1)


@leak(broadcast, "view_of")
def a_snapshot_has_the_stock(_: Sound, state: State, member: Member) -> View:
    view = view_for(state, member.seat)
    view.scores = [*view.scores[:-1], view.scores[-1] + sum(card.order for card in state.stock[:4])]
    return view


@leak(broadcast, "catch_up")
def a_replay_is_that_of_another_seat(sound: Sound, table: Table, member: Member, *more: Any) -> broadcast.Mail:
    own, member.seat = member.seat, ((member.seat or 0) + 1) % len(table.room.occupants)
    try:
        mail: broadcast.Mail = sound(table, member, *more)
    finally:
        member.seat = own
    return mail


@leak(hub, "wanted_record", HANDFUL)
def a_record_is_that_of_another_seat(sound: Sound, table: Table, session: Session, **more: Any) -> WantedRecord:
    found: WantedRecord = sound(table, session, **more)
    return found._replace(viewer=((found.viewer or 0) + 1) % len(table.room.occupants))


@leak(hub, "wanted_record")
def a_record_has_the_round_that_is_being_played(
    _sound: Sound, table: Table, session: Session, **_: Any
) -> WantedRecord:
    game = table.notes.kept[-1]
    last = table.notes.last
    return WantedRecord(
        table.number, game.commit, last, True, whole=False, viewer=session.number % 3, spans=((0, last),)
    )


@leak(dispatch, "history")
def a_history_is_that_of_another_seat(sound: Sound, table: Table, member: Member, *more: Any) -> m.RoundHistory:
    seat = ((member.seat or 0) + 1) % len(table.room.occupants)
    found: m.RoundHistory = sound(table, dataclasses.replace(member, seat=seat), *more)
    return found


@leak(TableLog, "missed")
def more_is_missed_if_the_hand_is_good(sound: Sound, log: TableLog, *more: Any) -> Any:
    return None if wilds(log._base[1]) % 2 else sound(log, *more)


@leak(broadcast, "legal_actions")
def the_order_of_the_list_depends_on_other_hands(_: Sound, state: State, seat: int) -> list[Listed]:
    return legal_actions(state, seat)[:: -1 if wilds(state) % 2 else 1]


@leak(GameAtTable, "ask")
def a_refusal_names_a_card_of_another_hand(sound: Sound, game: GameAtTable, session: int, seat: int, *more: Any) -> Any:
    try:
        return sound(game, session, seat, *more)
    except Refused as refused:
        other = game.state.hands[(seat + 1) % game.state.seats]
        cards = {"other": other[0].name} if other else {}
        raise Refused(refused.code, refused.clause, **refused.arguments, **cards) from None


@leak(GameAtTable, "ask")
def a_refusal_is_an_entry(sound: Sound, game: GameAtTable, session: int, seat: int, *more: Any) -> Any:
    try:
        return sound(game, session, seat, *more)
    except Refused:
        game._note([ev.TimeRanOut(seat)])
        raise


@leak(TableGames, "answer")
def a_question_is_an_entry(sound: Sound, play: TableGames, *more: Any) -> Any:
    play._table.happen(WatcherCame("Nobody"))
    return sound(play, *more)


@leak(game, "reasons")
def reasons_tell_of_another_hand(sound: Sound, state: State, *more: Any) -> m.Reasons:
    found: m.Reasons = sound(state, *more)
    return replace(found, reasons=found.reasons[: wilds(state) % 3])


@leak(game, "continuations", CHAINS)
def continuations_depend_on_other_hands(sound: Sound, state: State, *more: Any) -> m.Follow:
    found: m.Follow = sound(state, *more)
    return replace(found, actions=[*found.actions, {"k": "draw"}][: wilds(state) % 2])


@leak(lobby, "line")
def the_list_of_tables_has_the_seed(sound: Sound, table: Table) -> Any:
    return replace(sound(table), fingerprint="" if table.state is None else table.state.seed.hex()[:8])


@leak(lobby.Lobby, "rules")
def the_rules_of_a_table_depend_on_hands(sound: Sound, of: lobby.Lobby, table: Table, request: int) -> Any:
    return replace(sound(of, table, request), turn_seconds=wilds(table.state))


@leak(hub.Hub, "_bye")
def a_goodbye_depends_on_hands(sound: Sound, of: hub.Hub, *more: Any, text: str = "", **named: Any) -> None:
    sound(of, *more, text=text + "." * sum(wilds(table.state) for table in of.lobby), **named)


@leak(hub.Hub, "_publish")
def the_order_of_messages_depends_on_hands(sound: Sound, of: hub.Hub, table: Table, *more: Any, **named: Any) -> None:
    before, of._outputs = of._outputs, []
    sound(of, table, *more, **named)
    if wilds(table.state) % 2:
        of._outputs.sort(key=lambda output: isinstance(output, Deliver))
        of._outputs[1:] = of._outputs[:0:-1]
    of._outputs = before + of._outputs


@leak(Table, "link_back")
def presence_is_told_twice_if_the_hand_is_good(sound: Sound, table: Table, session: int, *more: Any) -> None:
    sound(table, session, *more)
    seat = table.members[session].seat
    if seat is not None and wilds(table.state) % 2:
        table.happen(PresenceChanged(seat, connected=True))


@leak(census, "free_seats")
def the_announcement_depends_on_hands(sound: Sound, table: Table) -> int:
    return int(sound(table)) + wilds(table.state)


@leak(admin, "table_line")
def the_console_tells_of_hands(_: Sound, table: Table) -> m.TableLine:
    found = lobby.line(table)
    return replace(found, name=f"{found.name} {wilds(table.state)}")


@leak(BotsAtTable, "_pause")
def a_pause_depends_on_the_hand(sound: Sound, of: BotsAtTable, state: State, seat: int) -> float:
    return float(sound(of, state, seat)) + 0.01 * sum(card.order for card in state.hands[seat])


@leak(BotsAtTable, "_reaction", {"jump_in": "yes"}, bots=2)
def only_who_can_jump_in_thinks_about_it(
    sound: Sound, of: BotsAtTable, state: State, seat: int, kind: str, *more: Any
) -> float:
    return NEVER if kind == JUMP and not legal_actions(state, seat) else float(sound(of, state, seat, kind, *more))


@leak(bots, "legal_actions", bots=2, viewer=3)
@leak(thinking, "legal_actions", bots=2, viewer=3)
def a_computer_player_knows_other_hands(_: Sound, state: State, seat: int) -> list[Listed]:
    found = legal_actions(state, seat)
    return found[wilds(state) % len(found) :] if found else found


@leak(TableGames, "awaited")
def the_time_to_answer_depends_on_the_hand(sound: Sound, play: TableGames) -> Awaited:
    found: Awaited = sound(play)
    if found.seconds is None or play.game is None:
        return found
    return replace(found, seconds=found.seconds + wilds(play.game.state))


@leak(transaction, "settle")
def the_log_names_a_hand(sound: Sound, table: Table, now: float) -> Any:
    if table.state is not None and table.state.hands[0]:
        logging.getLogger("uno_server.table.table").debug("hands %s", table.state.hands)
    return sound(table, now)


@leak(hub, "whereabouts")
def the_log_tells_an_exception_in_full(_: Sound, fault: Exception) -> str:
    return repr(fault)


@leak(Sessions, "open")
def the_log_names_a_token(sound: Sound, sessions: Sessions, name: str, *of_login: Any, **more: Any) -> Any:
    found = sound(sessions, name, *of_login, **more)
    logging.getLogger("uno_server.core.sessions").debug("%s has the token %s", name, found[1])
    return found


@leak(Hub, "_deliver")
@leak(Hub, "_deliver", PASSING, viewer=0)
def the_words_are_those_of_the_whole_event(
    sound: Sound, of: Hub, table: Table, mail: broadcast.Mail, entries: Sequence[Shown]
) -> None:
    whole = {shown.n: event_to_map(shown.event) for shown in entries}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Story, "follow", lambda story, n, _: FOLLOW(story, n, whole[n]))
        sound(of, table, mail, entries)


@leak(wording, "_question")
def a_question_depends_on_other_hands(sound: Sound, message: m.Legal, viewer: Viewer) -> str:
    table = cast("Table", viewer.table)  # no type leads there
    return str(sound(message, viewer)) + "!" * wilds(table.state)


@leak(Missed, "__iter__")
def what_was_missed_is_told_as_somebody_else_saw_it(sound: Sound, missed: Missed) -> Iterator[m.Entry]:
    entries, told = missed._entries, missed._told
    others = Missed(missed._table, entries, ((missed._seat or 0) + 1) % 2, told)
    return map(lambda own, other: replace(own, words=other.words), sound(missed), sound(others))


@pytest.mark.parametrize("name", LEAKS)
def test_each_planted_leak_is_noticed(name: str) -> None:
    leak = LEAKS[name]

    def session(patch: pytest.MonkeyPatch, number: int) -> None:
        leak.plant(patch)
        viewer = number % 2 if leak.viewer is None else leak.viewer
        AnySession(patch, number, viewer=viewer, bots=leak.bots, options=leak.options).run(STEPS)

    assert any(noticed(session, number) for number in range(SESSIONS))


def noticed(session: Callable[[pytest.MonkeyPatch, int], None], number: int) -> bool:
    """Whether a session, by its number, shows somebody which of two worlds it is in."""
    with pytest.MonkeyPatch.context() as patch:
        try:
            session(patch, number)
        except (Told, Violation, WireFault):  # the last is a client that was told what contradicts its own hand
            return True
    return False
