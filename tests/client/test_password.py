"""The client gives the server's password, asks for it, and never shows it (P-5.11)."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.client.fake import Capture, at_table, notice, press, seen
from tests.client.lines.at_lines import Sitting
from tests.client.lines.at_lines import Typed as Keyboard
from tests.client.lines.test_texts import Hidden
from tests.client.net.scripted import Act, Peer, greets, scripted
from tests.client.net.scripted import Player as Linked
from uno_client.config import Settings, SettingsRefused, read_settings
from uno_client.core.model import LinkPhase, Model, Screen
from uno_client.fullscreen.app import first_model
from uno_client.fullscreen.key_handlers import update
from uno_client.lines import session
from uno_client.lines.session import Player, run_plain
from uno_client.messages import Connect, LinkDown, Quit
from uno_client.net import link
from uno_client.net.token_store import TokenStore
from uno_protocol import messages as net
from uno_protocol.discovery import OFF

HANGS_UP = greets(password=True)
"""A server with a password, whose client has none."""


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(link, "pause_before", lambda attempt, after: after)


def expecting(password: str, heard: list[str | None]) -> Act:
    """A server with that password; `heard` gets what it was told."""

    async def serve(peer: Peer) -> None:
        await peer.welcome(password=True)
        login = await peer.hear()
        assert isinstance(login, net.Login)
        heard.append(login.password)
        if login.password != password:
            peer.say(net.Error(code="wrong_password", field="password", text="wrong"))
            await peer.gone()
            return
        peer.say(net.LoggedIn(name=login.name, token="secret"))
        await peer.hear()
        peer.say(net.Tables(id=1, tables=[]))
        await peer.gone()

    return serve


@pytest.mark.fast
async def test_a_server_that_asks_for_none_is_told_none(tmp_path: Path) -> None:
    async def serve(peer: Peer) -> None:
        login = await peer.log_in()
        assert login.password is None
        peer.say(net.Bye(code="taken_over", come_back=False))

    async with scripted([serve]) as address:
        assert not (await Linked(address, TokenStore(tmp_path), password="sesame").end()).wants_password


WANTED = LinkDown("host:7777 needs a password", None, 1, wants_password=True)


def asked() -> Model:
    model = first_model(Settings(name="ann"), fixed=True).but(address="host:7777", link=LinkPhase.CONNECTING)
    model, commands = update(model, WANTED)
    assert commands == ()
    return model


def test_the_full_screen_asks_for_it_and_shows_bullets() -> None:
    model = asked()
    assert model.screen is Screen.CONNECT
    assert "Host:7777 needs a password." in seen(model)
    model, _ = press(model, "l ö w e")
    assert "••••" in seen(model)
    assert "löwe" not in seen(model)
    _, commands = press(model, "enter")
    assert commands == [Connect("host:7777", "ann", "löwe")]
    assert "löwe" not in repr(commands)


def test_a_wrong_one_is_asked_for_again_and_a_right_one_is_forgotten() -> None:
    model, commands = update(asked(), LinkDown("wrong password for host:7777", None, 1, wants_password=True))
    assert commands == ()
    assert model.form["password"] == ""
    model, _ = update(model, net.LoggedIn(name="ann", token="t"))
    assert not model.wants_password


def test_where_nobody_can_be_asked_it_is_said_how_to_give_it() -> None:
    _, commands = update(Model(fixed_server=True), WANTED)
    text = "host:7777 needs a password; give it with --password-file or in UNO_PASSWORD"
    assert commands == (Quit(1, text),)


def test_what_whoever_runs_the_server_says_is_shown_cleaned_and_stays_in_the_log_of_a_table() -> None:
    said = net.Announcement(text="stops\x1b[2J in\u202e 5 m\r\n")
    lobby, _ = update(Model(), said)
    assert (notice(lobby), lobby.log) == ("The server says: stops[2J in 5 m", ())
    assert at_table().feed(said).model.log[-1].text == "The server says: stops[2J in 5 m"


async def until(done: Callable[[], bool]) -> None:
    """Wait until it is so."""
    for _ in range(1000):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never happened")


@pytest.mark.fast
async def test_at_lines_the_next_line_is_the_password(capsys: Capture) -> None:
    heard: list[str | None] = []
    sesame = expecting("open sesame", heard)
    async with scripted([HANGS_UP, sesame, sesame]) as address:
        player = Sitting(capsys, Settings(name="ann", plain=True), address)
        for line in ("wrong", "open sesame"):
            await player.reads("Type the server's password.")
            player.types(line)
        await player.reads("Connected to")
        assert (await player.ends()).code == 0
    assert heard == ["wrong", "open sesame"]


async def test_at_lines_nothing_but_the_password_is_typed_unseen() -> None:
    echo = Hidden()
    player = Player(Settings(), Keyboard(), echo)
    player.shell.feed(WANTED)
    assert echo.asked == ["hide"]
    player.obey("sesame")
    assert echo.asked == ["hide", "show"]


@pytest.mark.fast
async def test_at_lines_the_end_of_input_is_no_password(capsys: Capture) -> None:
    keyboard = Keyboard(ends=True)
    async with scripted([HANGS_UP]) as address:
        end = await Player(Settings(name="ann", plain=True), keyboard).run(address)
    assert end.code == 1
    assert "needs a password" in capsys.readouterr().out


@pytest.mark.fast
async def test_a_given_password_goes_to_no_server_chosen_at_lines(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scripted([HANGS_UP]) as address:  # which hears no login
        keyboard = Keyboard([str(address), ""], ends=True)
        monkeypatch.setattr(session, "Keyboard", lambda _loop: keyboard)
        assert await run_plain(Settings(name="ann", plain=True, password="sesame", discover=OFF), None) == 1
    assert "needs a password" in capsys.readouterr().out


def test_it_comes_from_a_variable_or_a_file_and_never_from_the_command_line(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("open sesame\nmore", encoding="utf-8")

    def read(*flags: str, **variables: str) -> str | None:
        return read_settings(flags, variables, "1").password

    assert read() is None
    assert read(UNO_PASSWORD="x") == "x"
    assert read(UNO_PASSWORD="") is None
    assert read("--password-file", str(secret), UNO_PASSWORD="x") == "open sesame"
    assert read(UNO_PASSWORD_FILE=str(secret)) == "open sesame"
    assert "sesame" not in repr(read_settings([], {"UNO_PASSWORD": "sesame"}, "1"))
    for flags in (("--password", "x"), ("--password-file", str(tmp_path / "none"))):
        with pytest.raises(SettingsRefused):
            read(*flags)
    secret.write_text(" open sesame \r\nmore", encoding="utf-8")
    assert read("--password-file", str(secret)) == " open sesame "
    secret.write_text("\nsesame", encoding="utf-8")
    with pytest.raises(SettingsRefused, match="is empty") as refused:
        read("--password-file", str(secret))
    assert "sesame" not in str(refused.value)
