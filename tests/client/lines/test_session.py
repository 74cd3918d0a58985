"""What the plain client prints is fit for any terminal, whoever the server is, and it ends as it should."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.client.fake import Capture, Fake, in_list, position, room_for, served
from tests.client.fullscreen.test_front_door import FakeOwn
from tests.client.lines.at_lines import TABLE, AtLines, InLobby, Typed, two
from tests.client.net.scripted import Peer, answers, noting, scripted, turned_away, welcome
from tests.patience import HANG
from uno_client.address import Address, parse_address
from uno_client.config import Settings
from uno_client.core.model import Model
from uno_client.exits import EXIT_INTERRUPTED
from uno_client.lines.server_list import HELP
from uno_client.lines.session import Player, play_in_lines
from uno_client.messages import Connect, Connecting, Discovered, Found, Input, LinkDown, Quit
from uno_client.net.token_store import TokenStore
from uno_client.preferences import Preferences, PreferenceStore, read_preferences
from uno_client.shell import Shell
from uno_client.signals import signals_end, until_signalled
from uno_client.structs import replace
from uno_protocol import messages as net
from uno_protocol.discovery import OFF
from uno_protocol.room import Occupant, PhaseChanged, Remark, RoomPhase
from uno_protocol.wire import room_to_map

pytestmark = pytest.mark.fast

NASTY = "\x1b]52;c;eA==\x07\x9b31m\u202eup\u200b\r\n\x00{x}%s<b>"
"""FAULTS 35 to 38: what a hostile server may put into any text."""


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))


async def test_nothing_that_a_server_says_reaches_the_terminal_uncleaned(capsys: Capture) -> None:
    room = room_for(position("R5", "G1"))
    room.name, room.watchers, room.muted, room.remarks = NASTY, [NASTY], [NASTY], [Remark(NASTY, NASTY, 0)]
    room.screens = [NASTY]
    room.occupants[:] = [Occupant(NASTY), Occupant(NASTY)]
    line = in_list(NASTY, NASTY, phase=NASTY, preset=NASTY, options={NASTY: NASTY})
    events: list[dict[str, Any]] = [
        {"k": NASTY},
        {"k": "seat_taken", "seat": 1, "name": NASTY, "bot": NASTY},
        {"k": "said", "name": NASTY, "text": NASTY},
        {"k": "reacted", "name": NASTY, "reaction": NASTY, "seat": 1},
        {"k": "watcher_came", "name": NASTY},
        {"k": "mute_changed", "name": NASTY, "muted": True},
    ]
    lobby = InLobby(capsys, net.TalkLine(n=1, name=NASTY, text=NASTY))
    said = lobby.opening + lobby.hear(welcome(name=NASTY), net.LoggedIn(name=NASTY, token="t"))
    said += lobby.hear(net.Tables(id=lobby.pending.id, tables=[line]))
    said += lobby.hear(net.LobbySaid(n=2, name=NASTY, text=NASTY), net.Announcement(text=NASTY))
    lobby.type("join x")
    said += lobby.hear(net.Error(id=lobby.pending.id, code=NASTY, text=NASTY, args={NASTY: NASTY}))
    lobby.hear(net.Tables(id=lobby.pending.id, tables=[]))
    lobby.type("join x")
    said += lobby.hear(net.Joined(id=lobby.pending.id, table=NASTY, seat=0, note=NASTY))
    said += lobby.hear(net.Snapshot(table=NASTY, n=0, room=room_to_map(room), seat=0))
    said += lobby.hear(*(net.Entry(table=NASTY, n=n, event=event) for n, event in enumerate(events, 1)))
    assert said.count("{x}%s<b>") > 15
    assert [line for line in said.splitlines() if not line.isprintable()] == []


async def test_a_wrong_address_is_asked_for_again(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    async with scripted([]) as nobody:
        pass
    keyboard = Typed(["help", "", f"{nobody}"], ends=True)
    monkeypatch.setattr("uno_client.lines.session.Keyboard", lambda _loop: keyboard)
    assert await play_in_lines(Settings(name="ann", plain=True, discover=OFF), None) == 69
    told = capsys.readouterr()
    assert (told.out.count(HELP), told.out.count(f"Connecting to {nobody} …")) == (2, 1)
    assert told.out.count("Which server?") == 2
    assert "refuses the connection" in told.err


@pytest.mark.parametrize(
    ("given", "used", "attended"), [("Anna", "Anna", True), (None, "Bob", True), ("Anna", "Anna", False)]
)
async def test_the_name_and_the_server_of_a_login_are_remembered(
    given: str | None, used: str, attended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that was only proposed is no news, and a script leaves nothing behind."""
    file = tmp_path / "client.toml"
    monkeypatch.setenv("UNO_SETTINGS", str(file))
    heard: list[object] = []
    async with scripted([noting(heard, turned_away)]) as address, asyncio.timeout(10):
        settings = Settings(name=given, plain=True, kept=Preferences(name="Bob"))
        await Player(settings, Typed(), attended=attended).run(address)
    assert heard == [net.Login(used)]
    kept = Preferences(name=given, server=str(address)) if attended else Preferences()
    assert read_preferences(file) == kept


@pytest.mark.parametrize(("face", "wish"), [("auto", None), ("cat", 0), ("student", 23)])
async def test_the_face_of_the_settings_is_wished_for(face: str, wish: int | None) -> None:
    heard: list[object] = []
    async with scripted([noting(heard, turned_away)]) as address, asyncio.timeout(10):
        settings = Settings(name="Anna", plain=True, wants=Preferences(face=face))
        await Player(settings, Typed(), attended=False).run(address)
    assert heard == [net.Login("Anna", face=wish)]


@pytest.mark.parametrize("solo", [True, False])
async def test_of_the_own_server_and_of_that_of_a_game_alone_the_address_is_not_remembered(solo: bool) -> None:
    memory = PreferenceStore(None, Preferences())
    async with scripted([turned_away]) as address, asyncio.timeout(10):
        memory.hosted = "" if solo else str(address)
        await Player(Settings(name="Anna", plain=True, solo=solo), Typed(), memory=memory).run(address)
    assert memory.kept == Preferences(name="Anna")


async def test_an_empty_line_at_home_takes_the_server_of_last_time(capsys: Capture) -> None:
    async with scripted([]) as nobody:
        pass
    keyboard = Typed([""], ends=True)
    settings = Settings(name="ann", plain=True, discover=OFF, kept=Preferences(server=str(nobody)))
    assert await play_in_lines(settings, None, keyboard, home=True) == 69
    told = capsys.readouterr()
    assert f"press Enter for {nobody}." in told.out
    assert "refuses the connection" in told.err
    keyboard = Typed([""], ends=True)
    assert await play_in_lines(settings, None, keyboard) == 0
    assert str(nobody) not in capsys.readouterr().out


async def test_a_number_joins_the_game_that_has_it(capsys: Capture) -> None:
    heard: list[object] = []
    async with scripted([noting(heard, turned_away)]) as address, asyncio.timeout(10):
        keyboard = Typed()
        player = Player(Settings(name="ann", plain=True, discover=OFF), keyboard)
        playing = asyncio.create_task(player.run(None))
        await asyncio.sleep(0.01)
        new = Found("new", "New", "10.0.0.1", 7777, ("10.0.0.1",), versions=(9, 9), answers=True)
        here = Found("id", "Here", address.host, address.port, (address.host,), versions=new.versions, answers=True)
        player.shell.feed(Discovered((new, replace(here, versions=None))))
        for line in ("3", "1", "2"):
            keyboard._lines.put_nowait(line)
        while not heard:  # noqa: ASYNC110  (no event for a login)
            await asyncio.sleep(0.01)
        keyboard.end()
        await playing
    said = capsys.readouterr().out
    assert "There's no game 3 now. Type list to see them all.\nNew runs a newer version" in said
    assert heard == [net.Login("ann")]


@pytest.mark.parametrize(("line", "used"), [("", "ann2"), ("bea", "bea")])
async def test_who_sits_there_is_asked_for_another_name(line: str, used: str, capsys: Capture) -> None:
    heard: list[object] = []
    taken = noting(heard, answers(net.Error(code="name_taken")))
    async with scripted([taken, noting(heard, turned_away), taken]) as address, asyncio.timeout(10):
        await Player(Settings(name="ann", plain=True), Typed([line])).run(address)
        assert heard == [net.Login("ann"), net.Login(used)]
        assert "Enter plays as ann2; or type another." in capsys.readouterr().out
        keyboard = Typed(ends=True)
        end = await Player(Settings(name="ann", plain=True), keyboard).run(address)
    assert (end.code, end.text) == (1, "the name 'ann' is taken on this server; choose another with --name")


@pytest.mark.parametrize(("lines", "asks"), [(["yes"], net.ClaimSeat("ann")), (["no", ""], net.Login("ann2"))])
async def test_the_seat_of_a_taken_name_is_asked_for_if_it_is_the_players(lines: list[str], asks: net.Greeting) -> None:
    heard: list[object] = []
    taken = noting(heard, answers(net.Error(code="name_taken", args={"claim": 0})))
    async with scripted([taken, noting(heard, answers())]) as address:
        playing = asyncio.create_task(Player(Settings(name="ann", plain=True), Typed(lines)).run(address))
        async with asyncio.timeout(10):
            while len(heard) < 2:  # noqa: ASYNC110  (no event for a login)
                await asyncio.sleep(0.01)
        playing.cancel()
    assert heard == [net.Login("ann"), asks]


async def test_ctrl_c_in_a_game_tells_the_way_back(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    async def plays(player: Player, _address: Address) -> Quit:
        player.shell.model = served(Fake(position("R5", "G1")).begin().model, "host:7777")
        return Quit(EXIT_INTERRUPTED)

    monkeypatch.setattr(Player, "run", plays)
    assert await play_in_lines(Settings(plain=True), Address("127.0.0.1", 9), Typed()) == EXIT_INTERRUPTED
    assert capsys.readouterr().out.endswith("\nYour seat is kept. To come back: uno-client host:7777 --name ann\n")


async def test_what_is_typed_behind_quit_is_for_whoever_reads_next(capsys: Capture) -> None:
    player = InLobby(capsys).player
    player._keyboard = keyboard = Typed(["quit", "6"])
    async with asyncio.timeout(10):
        await player._obey_all()
        assert await keyboard.line() == "6"


async def test_the_first_question_of_every_game_is_put_in_full(capsys: Capture) -> None:
    """Decisions are numbered from the beginning in each."""
    lines = AtLines(two("R5 B7", "G1"), capsys)
    assert "Your turn" in lines.opening
    assert "Your turn" not in lines.type("play G1")
    lines.happen(PhaseChanged(RoomPhase.WAITING))
    lines.hear(net.Legal(table=TABLE, decision=lines.state.decision, n=lines.table.n, actions=[]))
    lines.happen(PhaseChanged(RoomPhase.PLAYING))
    lines.table.legal()
    assert "Your turn" in lines.said()


async def test_a_link_that_has_given_way_says_nothing_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Callable[[Input], None]] = []
    asked: list[tuple[object, ...]] = []

    class Kept:
        """A link that lets the test say what it delivers."""

        def __init__(self, *given: object, **_more: object) -> None:
            asked.append(given[:2])

        async def run(self, deliver: Callable[[Input], None]) -> None:
            said.append(deliver)

        def close(self) -> None:
            pass

    monkeypatch.setattr("uno_client.net.link.ClientLink", Kept)
    shell = Shell(Model(), TokenStore(tmp_path), lambda _message, _before: None)
    shell.connect(Address("127.0.0.1", 1), "ann")
    shell._carry_out(Connect(parse_address("127.0.0.1:2"), "bob"))
    await asyncio.sleep(0)
    assert asked == [(Address("127.0.0.1", 1), "ann"), (Address("127.0.0.1", 2), "bob")]
    first, second = said
    second(Connecting("new"))
    first(Connecting("old"))
    assert shell.model.server.address == "new"
    shell.quit(0)
    assert (await shell.finish()).code == 0


@pytest.mark.parametrize(("code", "logs_out"), [(130, True), (143, True), (129, False), (None, False)])
async def test_a_signal_ends_the_session_unless_only_the_terminal_is_gone(
    tmp_path: Path, code: int | None, *, logs_out: bool
) -> None:
    """P-5.19; 130: Ctrl-C; None: what runs is cancelled, as asyncio.run does after a fault of our own."""
    heard: list[object] = []
    came, gone = asyncio.Event(), asyncio.Event()

    async def listens(peer: Peer) -> None:
        await peer.log_in()
        with suppress(EOFError):
            while True:
                heard.append(type(await peer.hear()))
        gone.set()

    def after(message: Input, _before: Model) -> None:
        if isinstance(message, net.LoggedIn):
            came.set()

    async with scripted([listens]) as address, asyncio.timeout(HANG):
        shell = Shell(Model(), TokenStore(tmp_path), after)
        shell.connect(address, "ann")
        ending = asyncio.create_task(shell.finish())

        async def runs() -> int:
            with signals_end(shell.signalled):
                return (await asyncio.shield(ending)).code

        running = asyncio.create_task(until_signalled(runs()))
        await came.wait()
        if code is None:
            ending.cancel()
        elif code == EXIT_INTERRUPTED:
            running.cancel()
        else:
            shell.signalled(code)
        await asyncio.gather(running, return_exceptions=True)
        await gone.wait()
    assert ending.cancelled() if code is None else running.result() == code
    assert (net.Logout in heard) is logs_out


async def test_a_fault_of_our_own_ends_the_program(tmp_path: Path) -> None:
    def fails(_message: Input, _before: Model) -> None:
        raise ValueError("ours")

    shell = Shell(Model(), TokenStore(tmp_path), fails)
    shell.connect(Address("127.0.0.1", 1), "ann")
    with pytest.raises(ValueError, match="ours"):
        await shell.finish()


async def test_a_server_of_your_own_that_ends_is_started_again_when_you_say_so(capsys: Capture) -> None:
    one = AtLines(two("R5 G1"), capsys)
    one.player.shell.own = own = FakeOwn()

    async def said(*, typed: str = "") -> str:
        if typed:
            one.player.obey(typed)
        await asyncio.gather(*one.player.shell.tasks)
        return one.said()

    one.player.shell.feed(LinkDown("the server closed the connection", 3.0))
    question = "Your server has ended. Start it again? Type yes or no.\n"
    assert question in await said()
    assert f"The port is taken. {question}" in await said(typed="yes")
    assert own.started == 1
