"""The client that plays by itself wants the right thing at every point, and reports the result correctly."""

import asyncio
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.client.fake import WELCOME, Capture, Fake, at_table, in_list, linked, position
from tests.client.net.scripted import noting, scripted, turned_away
from uno_client.autoplay import Autoplayer, by_level, run_autoplay, sentence, wish
from uno_client.config import Settings
from uno_client.core.model import Model
from uno_client.core.model.deal import Checked, DealPart, DealVerdict
from uno_client.core.model.parts import LinkPhase
from uno_client.core.model.table import PlayPart
from uno_client.messages import Act, Ask, Input, LinkDown, LinkUp, Quit, Stop
from uno_client.net.token_store import TokenStore
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_engine.events import GameEnded
from uno_engine.state import Phase
from uno_protocol import messages as net
from uno_protocol.room import GameOpened, HostChanged, Occupant, PhaseChanged, RoomPhase
from uno_protocol.wire import event_to_map

NORMAL = by_level("normal")


Seated = tuple[Occupant | None, Occupant | None]
NOBODY_READY: Seated = (Occupant("ann"), Occupant("bob"))
ONE_READY: Seated = (Occupant("ann", ready=True), Occupant("bob"))
ONE_FREE: Seated = (Occupant("ann", ready=True), None)
ALL_READY: Seated = (Occupant("ann", ready=True), Occupant("Ada", bot="normal", ready=True))
STOOD_IN: Seated = (Occupant("ann", stand_in="normal", ready=True), Occupant("bob"))


READY, START, BACK = Ask(net.Ready(id=1)), Ask(net.Start(id=1)), Ask(net.Away(id=1, away=False))


@pytest.mark.parametrize(
    ("seated", "phase", "seat", "wanted"),
    [
        (NOBODY_READY, RoomPhase.WAITING, 0, READY),
        (NOBODY_READY, RoomPhase.WAITING, None, None),
        (ONE_READY, RoomPhase.WAITING, 0, None),
        (ONE_FREE, RoomPhase.WAITING, 0, None),
        (ALL_READY, RoomPhase.WAITING, 0, START),
        (ALL_READY, RoomPhase.WAITING, 1, None),
        (NOBODY_READY, RoomPhase.BETWEEN_ROUNDS, 0, READY),
        (ONE_READY, RoomPhase.BETWEEN_ROUNDS, 0, None),
        (NOBODY_READY, RoomPhase.FINISHED, 0, None),
        (NOBODY_READY, RoomPhase.CLOSED, 0, None),
        *((STOOD_IN, phase, 0, BACK) for phase in (RoomPhase.PLAYING, RoomPhase.WAITING, RoomPhase.PAUSED)),
        (ALL_READY, RoomPhase.PLAYING, 0, Act(act.Play(0, (card("R5"),)))),
        (ALL_READY, RoomPhase.PAUSED, 0, None),  # by the host
    ],
)
def test_it_gets_ready_comes_back_and_plays_and_the_host_starts_a_full_table(
    seated: Seated, phase: RoomPhase, seat: int | None, wanted: Ask | Act | None
) -> None:
    game = at_table("R5", "G1 G2", seat=seat)
    game.room.phase, game.room.occupants[:], game.room.held = phase, seated, phase is RoomPhase.PAUSED
    game.snapshot()
    assert wish(game.model, NORMAL) == wanted


@pytest.mark.parametrize(
    "listed", [{"k": "name", "colour": "G"}, {"k": "choose", "target": 9}, {"k": "give", "card": "Y7"}]
)
def test_a_list_that_does_not_fit_the_picture_is_no_fault_of_its_own(listed: dict[str, object]) -> None:
    """FAULTS 38: a server lists what no sound one would, a wild's colours but for three of them, say."""
    game = at_table("W B1", "G1 G2").feed(net.Legal(table="ABCD", decision=1, n=0, actions=[listed]))
    assert isinstance(wish(game.model, NORMAL), Act)


def test_it_wants_nothing_when_others_are_asked_or_the_link_is_lost() -> None:
    for model in (at_table(asked=TakeTurn(1)).model, linked(at_table().model, LinkPhase.LOST), Model()):
        assert wish(model, NORMAL) is None


def test_it_waits_when_the_list_is_older_than_the_hand() -> None:
    game = at_table("R5 R6", "G1 G2")
    stale = game.model
    game.play(act.Play(0, (card("R5"),)))
    play = replace(game.model.play, legal=stale.play.legal, legal_decision=game.state.decision)
    assert wish(replace(game.model, play=play), NORMAL) is None


@pytest.mark.parametrize(
    ("winner", "told"),
    [
        ("ann", "ann won: ann 500, bob 20 after 7 rounds"),
        (["ann", "bob"], "ann and bob won: ann 500, bob 20 after 7 rounds"),
        (None, "The game is not finished: ann 500, bob 20 after 7 rounds"),
    ],
)
def test_the_result_is_told_to_people_too(winner: object, told: str) -> None:
    assert sentence({"winner": winner, "scores": {"ann": 500, "bob": 20}, "rounds": 7}) == told


class AutoplayAlone:
    """An autoplayer at a table of a made-up server, no socket between."""

    def __init__(self, tmp_path: Path, answer: net.Error | None = None, bot: Path | None = None) -> None:
        self.player = Autoplayer(Settings(table="Kitchen", bot=bot), TokenStore(tmp_path), NORMAL)
        self.hear(LinkUp(), WELCOME, net.LoggedIn(name="ann", token="t"))
        self.hear(answer or net.Joined(id=1, table="ABCD", seat=0))
        if answer is None:
            self.hear(Fake(position("R5 R6", "G1 G2", asked=TakeTurn(1))).picture())

    def hear(self, *messages: Input) -> None:
        for message in messages:
            self.player.shell.feed(message)

    async def end(self) -> Quit:
        """How it ends; it must have ended by now."""
        async with asyncio.timeout(1):
            return await self.player.shell.finish()


@pytest.mark.fast
async def test_it_says_that_it_is_a_program() -> None:  # P-5.18
    heard: list[object] = []
    async with scripted([noting(heard, turned_away)]) as address, asyncio.timeout(10):
        await run_autoplay(Settings(name="Ada", table="Kitchen", autoplay="normal"), address)
    assert heard == [net.Login("Ada", program=True)]


def put_out(code: str, text: str = "") -> net.PutOut:
    return net.PutOut(table="ABCD", code=code, text=text)


CLOSED = net.Entry(table="ABCD", n=1, event=event_to_map(PhaseChanged(RoomPhase.CLOSED)))
NO_PASSWORD = LinkDown("the server wants a password", code=1, wants_password=True)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (put_out("kicked"), "the host kicked this player"),
        (put_out("banned"), "the host banned this player from the table"),
        (put_out("moved_on", "You\x1b[31m were moved on."), "you[31m were moved on"),
        (put_out("moved_on"), "removed from the table"),
        (CLOSED, "the table was closed before the game was over"),
        (NO_PASSWORD, "the server wants a password; give it with --password-file or in UNO_PASSWORD"),
    ],
)
async def test_it_ends_with_the_reason_when_it_cannot_go_on(tmp_path: Path, message: Input, told: str) -> None:
    alone = AutoplayAlone(tmp_path)
    alone.hear(net.PutOut(table="ZZZZ", code="expired"), message)
    assert await alone.end() == Quit(1, told)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("wrong_password", "that table needs a password; give it with --table-password"),
        ("locked", "that table is locked"),
        ("table_full", "that table is full"),
        ("no_programs", "that table is closed to programs: only people can sit down"),
    ],
)
async def test_it_ends_with_the_reason_when_it_is_not_let_in(tmp_path: Path, code: str, told: str) -> None:
    assert await AutoplayAlone(tmp_path, net.Error(id=1, code=code)).end() == Quit(1, told)


@pytest.mark.parametrize(("others_open", "joined"), [(True, "OPEN"), (False, "SHUT")])  # SHUT: the refusal says why
async def test_it_sits_down_where_programs_may(tmp_path: Path, joined: str, *, others_open: bool) -> None:
    player = Autoplayer(Settings(), TokenStore(tmp_path), NORMAL)
    tables = [in_list("SHUT", "People"), *([in_list("OPEN", "All")] if others_open else [])]
    told = net.Tables(id=1, tables=tables, no_programs=["SHUT"])
    for message in (LinkUp(), WELCOME, net.LoggedIn(name="ann", token="t"), told):
        player.shell.feed(message)
    pending = player.shell.model.link.pending
    assert [request.table for request in pending if isinstance(request, net.JoinTable)] == [joined]


async def test_a_game_that_it_joined_late_counts_when_it_ends(tmp_path: Path) -> None:
    alone = AutoplayAlone(tmp_path)
    alone.hear(net.Entry(table="ABCD", n=1, event=event_to_map(GameEnded((1,)))))
    assert alone.player.result()["winner"] == "bob"


@pytest.mark.parametrize(("winners", "told"), [((0,), "ann"), ((0, 1), ["ann", "bob"])])
async def test_a_shared_win_names_all_winners(tmp_path: Path, winners: tuple[int, ...], told: object) -> None:
    player = Autoplayer(Settings(table="Kitchen"), TokenStore(tmp_path), NORMAL)
    game = Fake(position("R5", "G1 G2"))
    game.state.phase, game.state.winners, game.room.phase = Phase.OVER, winners, RoomPhase.FINISHED
    for message in (LinkUp(), WELCOME, net.Resumed(name="ann", last_id=0, table="ABCD"), game.picture()):
        player.shell.feed(message)
    assert player.result()["winner"] == told


async def test_a_bot_stays_for_the_rematch_and_leaves_in_peace(tmp_path: Path, capsys: Capture) -> None:
    alone = AutoplayAlone(tmp_path, bot=tmp_path / "bot.py")
    ended = event_to_map(GameEnded((1,)))
    over, opened = event_to_map(PhaseChanged(RoomPhase.FINISHED)), event_to_map(GameOpened((True, True)))
    events = ended, over, opened, ended, over
    for number, event in enumerate(events, 1):
        alone.hear(net.Entry(table="ABCD", n=number, event=event))
    assert not alone.player.shell.ended
    said = capsys.readouterr()
    assert [line.split()[0] for line in said.out.splitlines()] == ["bob", "bob"]
    assert said.err == "uno-client: sat down as ann at table Kitchen; press Ctrl-C to end the bot\n"
    alone.hear(net.Entry(table="ABCD", n=6, event=event_to_map(PhaseChanged(RoomPhase.CLOSED))))
    assert await alone.end() == Quit(0)


KEPT = "uno-client: the seat of ann at table Kitchen is kept: start it again under that name to play on\n"


@pytest.mark.parametrize(("phase", "told"), [(RoomPhase.PLAYING, KEPT), (RoomPhase.WAITING, "")])
async def test_it_says_how_to_come_back_to_a_game(tmp_path: Path, capsys: Capture, phase: RoomPhase, told: str) -> None:
    alone = AutoplayAlone(tmp_path)
    alone.hear(net.Entry(table="ABCD", n=1, event=event_to_map(PhaseChanged(phase))), Stop(130))
    assert await alone.end() == Quit(130)
    assert capsys.readouterr().err == told


async def test_it_says_why_it_waits_when_the_host_pauses(tmp_path: Path, capsys: Capture) -> None:
    alone = AutoplayAlone(tmp_path)
    alone.player.follow(follower := Mock(choose=Mock(return_value=None)))
    alone.hear(net.Entry(table="ABCD", n=1, event=event_to_map(HostChanged(1))))
    alone.hear(net.Entry(table="ABCD", n=2, event=event_to_map(PhaseChanged(RoomPhase.PAUSED, held=True))))
    assert capsys.readouterr().err == "uno-client: bob paused the game; waiting\n"
    assert [call.args[0].phase for call in follower.keep_time.mock_calls] == [RoomPhase.PAUSED]
    alone.player.shell.quit(0)
    await alone.end()


async def test_a_deal_that_was_not_honest_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = Autoplayer(Settings(table="Kitchen", json=True), TokenStore(tmp_path), NORMAL)
    deal = DealPart(checked=Checked(DealVerdict.SEED))
    player.shell.model = replace(player.shell.model, play=PlayPart(deal=deal))
    player.report()
    out, err = capsys.readouterr()
    assert '"deal": "seed"' in out
    assert err.startswith("uno-client: The deal was NOT honest!")
