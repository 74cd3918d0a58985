"""The law of two worlds finds leaks: each kind is planted, and must be noticed.

A leak is a fault of the server's that shows something hidden to a viewer: in a message, in its length, by its being
there at all, by when it comes, or in the log.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

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
from uno_protocol.room import PresenceChanged, Room, RoomEvent, WatcherCame
from uno_protocol.wire import WireFault, event_to_map
from uno_server.core import admin, census, hub, lobby
from uno_server.core.outputs import Deliver
from uno_server.core.sessions import Sessions
from uno_server.table import bots, broadcast, event_log, game, thinking, transaction
from uno_server.table.bots import JUMP, NEVER, BotsAtTable
from uno_server.table.clock import TableClock
from uno_server.table.event_log import Logged, Shown, TableLog
from uno_server.table.game import GameAtTable
from uno_server.table.play import Awaited, TableGames
from uno_server.table.state import Member
from uno_server.table.table import Table

pytestmark = pytest.mark.fast

SESSIONS = 10
STEPS = 80


@dataclass(frozen=True)
class Leak:
    """A fault of the server, and a table at which it shows."""

    plant: Callable[[pytest.MonkeyPatch], None]
    options: dict[str, str] = field(default_factory=dict)
    bots: int = 1
    viewer: int | None = None
    """The seat at which it shows; None: at any person's."""


def wilds(state: State) -> int:
    """Something that follows from hidden cards: how many wilds are in all hands."""
    return sum(card.wild for hand in state.hands for card in hand)


def drawn_cards_are_shown(patch: pytest.MonkeyPatch) -> None:
    def to(shown: Shown, seat: int | None) -> m.Entry:
        private = shown.private
        return private.get(-1 if seat is None else seat) or next(iter(private.values()), shown.public)

    patch.setattr(Shown, "to", to)


def a_deal_is_shown_whole(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ev.RoundDealt, "forms", open_forms)


def open_forms(event: Event) -> Forms:
    return event, {}


def the_sealed_hand_is_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ev.CardsPlayed, "forms", open_forms)


def a_vote_is_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ev.VoteCast, "forms", open_forms)


def a_card_to_pass_on_is_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ev.CardChosen, "forms", open_forms)


def a_snapshot_is_that_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    def view_of(state: State, member: Member) -> View:
        return view_for(state, (member.seat or 0) + 1)

    patch.setattr(broadcast, "view_of", view_of)


def a_snapshot_has_the_stock(patch: pytest.MonkeyPatch) -> None:
    def view_of(state: State, member: Member) -> View:
        view = view_for(state, member.seat)
        view.scores = [*view.scores[:-1], view.scores[-1] + sum(card.order for card in state.stock[:4])]
        return view

    patch.setattr(broadcast, "view_of", view_of)


def a_replay_is_that_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    original = broadcast.catch_up

    def catch_up(table: Table, member: Member, seen: int | None, now: float) -> broadcast.Mail:
        own, member.seat = member.seat, ((member.seat or 0) + 1) % len(table.room.occupants)
        try:
            return original(table, member, seen, now)
        finally:
            member.seat = own

    patch.setattr(broadcast, "catch_up", catch_up)


def the_list_of_another_seat_is_sent(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(broadcast, "legal_actions", lambda state, seat: legal_actions(state, (seat + 1) % state.seats))


def a_refusal_names_a_card_of_another_hand(patch: pytest.MonkeyPatch) -> None:
    original = GameAtTable.ask

    def ask(self: GameAtTable, session: int, seat: int, request: m.Move, now: float) -> bool:
        try:
            return original(self, session, seat, request, now)
        except Refused as refused:
            other = self.state.hands[(seat + 1) % self.state.seats]
            more = {"other": other[0].name} if other else {}
            raise Refused(refused.code, refused.clause, **refused.arguments, **more) from None

    patch.setattr(GameAtTable, "ask", ask)


def reasons_tell_of_another_hand(patch: pytest.MonkeyPatch) -> None:
    original = game.reasons

    def reasons(state: State, seat: int, request: m.WhyNot) -> m.Reasons:
        found = original(state, seat, request)
        return m.Reasons(id=found.id, reasons=found.reasons[: wilds(state) % 3])

    patch.setattr(game, "reasons", reasons)


def continuations_depend_on_other_hands(patch: pytest.MonkeyPatch) -> None:
    original = game.continuations

    def continuations(state: State, seat: int, request: m.Continuations) -> m.Follow:
        found = original(state, seat, request)
        return m.Follow(id=found.id, actions=[*found.actions, {"k": "draw"}][: wilds(state) % 2])

    patch.setattr(game, "continuations", continuations)


def the_list_of_tables_has_the_seed(patch: pytest.MonkeyPatch) -> None:
    original = lobby.line

    def line(of: Table) -> m.TableLine:
        found = original(of)
        fields = {name: getattr(found, name) for name in found.__struct_fields__}
        state = None if of.game is None else of.game.state
        return m.TableLine(**fields | {"fingerprint": "" if state is None else state.seed.hex()[:8]})

    patch.setattr(lobby, "line", line)


def a_message_is_longer(patch: pytest.MonkeyPatch) -> None:
    original = broadcast.snapshot

    def snapshot(room: Any, n: int, state: State | None, member: Member) -> m.Snapshot:
        shot = original(room, n, state, member)
        padded = dict(shot.room) | {"padding": "x" * (0 if state is None else wilds(state))}
        return m.Snapshot(table=shot.table, n=n, room=padded, game=shot.game, seat=shot.seat)

    patch.setattr(broadcast, "snapshot", snapshot)


def entries_are_longer(patch: pytest.MonkeyPatch) -> None:
    original = GameAtTable._advance

    def advance(self: GameAtTable, action: Any, now: float, decision: int | None) -> None:
        original(self, action, now, decision)
        Padded.length = wilds(self.state)

    patch.setattr(GameAtTable, "_advance", advance)
    patch.setattr(event_log, "event_to_map", Padded.event_to_map)


class Padded:
    """Entries with as many more bytes as there are wilds in certain places."""

    length = 0

    @classmethod
    def event_to_map(cls, event: Event | RoomEvent) -> dict[str, Any]:
        return event_to_map(event) | {"padding": "x" * cls.length}


def the_order_of_own_cards_depends_on_the_stock(patch: pytest.MonkeyPatch) -> None:
    original = broadcast.view_of

    def view_of(state: State, member: Member) -> View:
        view = original(state, member)
        own = None if member.seat is None else view.hands[member.seat]
        if own is not None and member.seat is not None and wilds(state) % 2:
            view.hands[member.seat] = own[::-1]
        return view

    patch.setattr(broadcast, "view_of", view_of)


def the_order_of_the_list_depends_on_other_hands(patch: pytest.MonkeyPatch) -> None:
    def listed(state: State, seat: int) -> list[Listed]:
        found = legal_actions(state, seat)
        return found[::-1] if wilds(state) % 2 else found

    patch.setattr(broadcast, "legal_actions", listed)


def the_number_of_a_decision_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    original = broadcast.legal_news

    def legal_news(room: Room, n: int, state: State | None, member: Member, *, always: bool = False) -> m.Legal | None:
        found = original(room, n, state, member, always=always)
        return None if found is None or state is None else replace(found, decision=found.decision + wilds(state))

    patch.setattr(broadcast, "legal_news", legal_news)


def the_rules_of_a_table_depend_on_hands(patch: pytest.MonkeyPatch) -> None:
    original = lobby.Lobby.rules

    def rules(self: lobby.Lobby, table: Table, request: int) -> m.Rules:
        found = original(self, table, request)
        return found if table.state is None else replace(found, turn_seconds=wilds(table.state))

    patch.setattr(lobby.Lobby, "rules", rules)


def a_goodbye_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    original = hub.Hub._bye

    def bye(self: hub.Hub, link: hub.Peer, code: str, *, text: str = "", **more: Any) -> None:
        original(self, link, code, text=text + "." * sum(wilds(one.state) for one in self.lobby if one.state), **more)

    patch.setattr(hub.Hub, "_bye", bye)


def the_announcement_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    original = census.free_seats
    patch.setattr(census, "free_seats", lambda table: original(table) + (wilds(table.state) if table.state else 0))


def the_console_tells_of_hands(patch: pytest.MonkeyPatch) -> None:
    def line(of: Table) -> m.TableLine:
        found = lobby.line(of)
        return found if of.state is None else replace(found, name=f"{found.name} {wilds(of.state)}")

    patch.setattr(admin, "table_line", line)


def a_pause_depends_on_the_hand(patch: pytest.MonkeyPatch) -> None:
    original = BotsAtTable._pause

    def pause(self: BotsAtTable, state: State, seat: int) -> float:
        return original(self, state, seat) + 0.01 * sum(card.order for card in state.hands[seat])

    patch.setattr(BotsAtTable, "_pause", pause)


def only_who_can_jump_in_thinks_about_it(patch: pytest.MonkeyPatch) -> None:
    original = BotsAtTable._reaction

    def reaction(self: BotsAtTable, state: State, seat: int, kind: str, occasion: tuple[object, ...]) -> float:
        found = original(self, state, seat, kind, occasion)
        return found if kind != JUMP or legal_actions(state, seat) else NEVER

    patch.setattr(BotsAtTable, "_reaction", reaction)


def a_computer_player_knows_other_hands(patch: pytest.MonkeyPatch) -> None:
    def listed(state: State, seat: int) -> list[Listed]:
        found = legal_actions(state, seat)
        return found[wilds(state) % len(found) :] if found else found

    for module in (bots, thinking):
        patch.setattr(module, "legal_actions", listed)


def the_clock_depends_on_the_stock(patch: pytest.MonkeyPatch) -> None:
    original, original_arrange = TableClock.message, Table.arrange

    def arrange(table: Table, now: float) -> float:
        if table.game is not None and table.game.state.stock:
            LastStock.order = float(table.game.state.stock[0].order)
        return original_arrange(table, now)

    def message(clock: TableClock, room: Room, decision: int, now: float) -> m.Clock:
        found = original(clock, room, decision, now)
        return m.Clock(table=found.table, decision=decision, seconds=found.seconds, of=LastStock.order)

    patch.setattr(TableClock, "message", message)
    patch.setattr(Table, "arrange", arrange)


class LastStock:
    """The last card of the draw pile of the table that was settled last."""

    order = 0.0


def the_time_to_answer_depends_on_the_hand(patch: pytest.MonkeyPatch) -> None:
    original = TableGames.awaited

    def awaited(play: TableGames) -> Awaited:
        found = original(play)
        if found.seconds is None or play.game is None:
            return found
        return replace(found, seconds=found.seconds + wilds(play.game.state))

    patch.setattr(TableGames, "awaited", awaited)


def a_refusal_is_an_entry(patch: pytest.MonkeyPatch) -> None:
    original = GameAtTable.ask

    def ask(self: GameAtTable, session: int, seat: int, request: m.Move, now: float) -> bool:
        try:
            return original(self, session, seat, request, now)
        except Refused:
            self._note([ev.TimeRanOut(seat)])
            raise

    patch.setattr(GameAtTable, "ask", ask)


def a_question_is_an_entry(patch: pytest.MonkeyPatch) -> None:
    original = TableGames.answer

    def answer(play: TableGames, session: int, request: m.Continuations | m.WhyNot) -> m.Follow | m.Reasons:
        play._table.happen(WatcherCame("Nobody"))
        return original(play, session, request)

    patch.setattr(TableGames, "answer", answer)


def more_is_missed_if_the_hand_is_good(patch: pytest.MonkeyPatch) -> None:
    original = TableLog.missed

    def missed(self: TableLog, seen: int, since: int) -> list[Logged] | None:
        state = self._base[1]
        return None if state is not None and wilds(state) % 2 else original(self, seen, since)

    patch.setattr(TableLog, "missed", missed)


def presence_is_told_twice_if_the_hand_is_good(patch: pytest.MonkeyPatch) -> None:
    original = Table.link_back

    def link_back(self: Table, session: int, *more: Any) -> None:
        original(self, session, *more)
        seat = self.members[session].seat
        if seat is not None and self.state is not None and wilds(self.state) % 2:
            self.happen(PresenceChanged(seat, connected=True))

    patch.setattr(Table, "link_back", link_back)


def the_order_of_messages_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    original = hub.Hub._publish

    def publish(self: hub.Hub, table: Table, *more: Any, **fields: Any) -> None:
        before, self._outputs = self._outputs, []
        original(self, table, *more, **fields)
        if table.state is not None and wilds(table.state) % 2:
            self._outputs.sort(key=lambda output: isinstance(output, Deliver))
            self._outputs[1:] = self._outputs[:0:-1]
        self._outputs = before + self._outputs

    patch.setattr(hub.Hub, "_publish", publish)


def the_log_names_a_hand(patch: pytest.MonkeyPatch) -> None:
    original = transaction.settle

    def settle(table: Table, now: float) -> transaction.Change:
        if table.game is not None and table.game.state.hands[0]:
            logging.getLogger("uno_server.table.table").debug("hands %s", table.game.state.hands)
        return original(table, now)

    patch.setattr(transaction, "settle", settle)


def the_log_tells_an_exception_in_full(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hub, "whereabouts", repr)


def the_log_names_a_token(patch: pytest.MonkeyPatch) -> None:
    original = Sessions.open

    def open_(self: Sessions, name: str, now: float) -> Any:
        found = original(self, name, now)
        logging.getLogger("uno_server.core.sessions").debug("%s has the token %s", name, found[1])
        return found

    patch.setattr(Sessions, "open", open_)


def the_log_counts_requests(patch: pytest.MonkeyPatch) -> None:
    original = hub.Hub._numbered

    def numbered(self: hub.Hub, link: Any, session: Any, request: m.Request, now: float) -> None:
        logging.getLogger("uno_server.core.hub").debug("request %d", request.id)
        original(self, link, session, request, now)

    patch.setattr(hub.Hub, "_numbered", numbered)


VOTES = {"extra": "0,0,4", "customizable_rule": "vote"}
PASSING = {"extra": "0,0,4", "customizable_rule": "everyone_passes_one", "hand_size": "10"}
CHAINS = {"chains": "yes", "hand_size": "10"}

LEAKS: dict[str, Leak] = {
    plant.__name__: Leak(plant, *more)
    for plant, *more in (
        (drawn_cards_are_shown,),
        (a_deal_is_shown_whole,),
        (the_sealed_hand_is_shown, {"wild_draw_four": "bluff", "hand_size": "10"}),
        (a_vote_is_shown, VOTES, 0),
        (a_card_to_pass_on_is_shown, PASSING, 0),
        (a_snapshot_is_that_of_another_seat,),
        (a_snapshot_has_the_stock,),
        (a_replay_is_that_of_another_seat,),
        (the_list_of_another_seat_is_sent,),
        (a_refusal_names_a_card_of_another_hand,),
        (reasons_tell_of_another_hand,),
        (continuations_depend_on_other_hands, CHAINS),
        (the_list_of_tables_has_the_seed,),
        (a_message_is_longer,),
        (entries_are_longer,),
        (the_order_of_own_cards_depends_on_the_stock,),
        (the_order_of_the_list_depends_on_other_hands,),
        (the_number_of_a_decision_depends_on_hands,),
        (the_rules_of_a_table_depend_on_hands,),
        (a_goodbye_depends_on_hands,),
        (the_announcement_depends_on_hands,),
        (the_console_tells_of_hands,),
        (a_pause_depends_on_the_hand,),
        (only_who_can_jump_in_thinks_about_it, {"jump_in": "yes"}, 2),
        (a_computer_player_knows_other_hands, {}, 2, 3),
        (the_clock_depends_on_the_stock,),
        (the_time_to_answer_depends_on_the_hand,),
        (a_refusal_is_an_entry,),
        (a_question_is_an_entry,),
        (more_is_missed_if_the_hand_is_good,),
        (presence_is_told_twice_if_the_hand_is_good,),
        (the_order_of_messages_depends_on_hands,),
        (the_log_names_a_hand,),
        (the_log_tells_an_exception_in_full,),
        (the_log_names_a_token,),
        (the_log_counts_requests,),
    )
}


@pytest.mark.parametrize("name", LEAKS)
def test_each_planted_leak_is_noticed(name: str) -> None:
    leak = LEAKS[name]
    assert any(_noticed(leak, number) for number in range(SESSIONS))


def _noticed(leak: Leak, number: int) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        leak.plant(patch)
        try:
            viewer = number % 2 if leak.viewer is None else leak.viewer
            AnySession(patch, number, viewer=viewer, bots=leak.bots, options=leak.options).run(STEPS)
        except (Told, Violation, WireFault):  # the last is a client that was told what contradicts its own hand
            return True
    return False
