"""The player sees who a server is, decides, and no password goes where others can read it without a yes."""

import json
from pathlib import Path

import pytest

from tests.client.fake import WELCOME, Capture, at_table, linked, notice, press, said_on, seen, served
from tests.client.lines.at_lines import InLobby, Sitting
from tests.client.lines.at_lines import Typed as Keyboard
from tests.client.lines.test_texts import Hidden
from tests.client.net import identities
from tests.client.net.identities import ann, eve
from tests.client.net.scripted import Act as Script
from tests.client.net.scripted import Player as Linked
from tests.client.net.scripted import answers, cut, greets, noting, says, scripted, silent, stay
from tests.patience import until
from uno_client.address import parse_address
from uno_client.autoplay import run_autoplay
from uno_client.cli import main
from uno_client.config import Settings, SettingsRefused, read_settings
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, Screen, ServerPart, StartPart
from uno_client.core.model.question import YesNo
from uno_client.core.update import update as core_update
from uno_client.fullscreen.app import first_model
from uno_client.fullscreen.key_handlers import update
from uno_client.lines import session
from uno_client.lines.server_list import run_known
from uno_client.lines.session import Player, play_in_lines
from uno_client.messages import Act, Ask, Connect, Connecting, GoOn, LinkDown, LinkUp, Quit, Send, Typed
from uno_client.net import connection, link
from uno_client.net.known_servers import KnownServers
from uno_client.net.token_store import TokenStore
from uno_client.screens.frame import SMALLEST
from uno_client.structs import replace
from uno_client.trust import Doubt, Trust
from uno_client.wording import trust as told
from uno_client.wording.tables import to_tell
from uno_engine.actions import Draw
from uno_protocol import identity
from uno_protocol import messages as net
from uno_protocol.discovery import OFF

PRINT = "abcdefghijklmnopqrstuvwxy2"
WORDS = ("acorn", "basin", "cello", "dune", "ember", "fjord")
REQUIRED = Settings(name="ann", tls="required")
ASKS = greets(password=True)
"""A server with a password, whose client has none, or does not give it."""
FIRST = Doubt(Trust.FIRST_VISIT, "10.0.0.1:7777", PRINT, WORDS)
ANOTHER = Doubt(Trust.ANOTHER_SERVER, "10.0.0.1:7777", PRINT, WORDS, "Ann's game")
OPENLY = Doubt(Trust.PLAIN, "10.0.0.1:7777")
STOPS = [
    Doubt(Trust.OTHER_THAN_LINK, "10.0.0.1:7777", PRINT, WORDS, "z" * 26),
    Doubt(Trust.OTHER_KEY, "10.0.0.1:7777", PRINT, WORDS, "Ann's game", "z" * 26),
    Doubt(Trust.DOWNGRADED, "10.0.0.1:7777", expected="Ann", expected_key="z" * 26),
    Doubt(Trust.DOWNGRADED, "10.0.0.1:7777"),
    Doubt(Trust.STRIPPED, "10.0.0.1:7777"),
]


def doubting(doubt: Doubt, *, fixed: bool = True) -> Model:
    model = first_model(Settings(name="ann"), fixed=fixed)
    model, commands = update(model, LinkDown(told.reason(doubt), None, 76, doubt=doubt))
    assert commands == ()
    return model


@pytest.mark.parametrize("doubt", [FIRST, ANOTHER, OPENLY, *STOPS])
def test_the_smallest_terminal_shows_all_of_it(doubt: Doubt) -> None:
    screen = said_on(doubting(doubt), SMALLEST)
    for said in (told.heading(doubt), *told.before_words(doubt), told.after_words(doubt)):
        assert said in screen


@pytest.mark.parametrize("name", ["$(rm -rf ~)", "UNO"])
def test_what_is_to_be_typed_has_no_name_that_a_shell_would_obey_or_that_many_servers_have(name: str) -> None:
    doubt = Doubt(Trust.OTHER_KEY, "a:1", PRINT, WORDS, name, "z" * 26)
    assert f"--forget {'z' * 26}" in told.before_words(doubt)[-1]
    assert f"--forget {'z' * 26}" in told.reason(doubt)


COMPARE = "Compare these six words with the host's screen: acorn basin cello dune ember fjord"


@pytest.mark.parametrize(
    ("doubt", "said", "goes_on"),
    [
        (FIRST, ("You have not been at 10.0.0.1:7777 before.", COMPARE, "y the same, go on"), GoOn(PRINT)),
        (
            ANOTHER,
            (
                "At 10.0.0.1:7777 you know Ann's game. This is another server: it has another key.",
                "acorn basin cello",
                "y the same, go on",
            ),
            GoOn(PRINT),
        ),
        (
            OPENLY,
            ("10.0.0.1:7777 wants a password, and the connection is not encrypted.", "y send it"),
            GoOn(openly=True),
        ),
    ],
)
def test_a_question_is_put_in_words_and_y_alone_goes_on(doubt: Doubt, said: tuple[str, ...], goes_on: GoOn) -> None:
    model = doubting(doubt)
    for words in said:
        assert words in said_on(model)
    after, commands = press(model, "enter")  # pressed twice to connect
    assert (after.question, commands) == (doubt, [])
    model, commands = press(model, "y")
    assert (model.question, commands) == (None, [goes_on])


@pytest.mark.parametrize("doubt", STOPS)
def test_no_key_goes_on_after_what_stops(doubt: Doubt) -> None:
    model = doubting(doubt)
    assert press(model, "enter y n")[1][0] == Quit(76, told.reason(doubt))
    for key in ("enter", "y", "space"):
        after, commands = press(model, key)
        assert (after.question, commands) == (doubt, [])


@pytest.mark.parametrize("doubt", [FIRST, ANOTHER, OPENLY, *STOPS])
def test_esc_leads_back_to_the_first_screen_or_to_the_end(doubt: Doubt) -> None:
    assert press(doubting(doubt), "escape")[1] == [Quit(76, told.reason(doubt))]
    model, commands = press(doubting(doubt, fixed=False), "escape")
    assert (model.screen, model.question, commands) == (Screen.CONNECT, None, [])
    lines = core_update(Model(start=StartPart(fixed_server=True)), LinkDown(told.reason(doubt), None, 76, doubt=doubt))
    assert lines[1] == (Quit(76, told.reason(doubt)),)  # nobody can be asked


def test_the_tables_menu_has_the_link_with_the_fingerprint_and_the_words() -> None:
    game = at_table().feed(Connecting("10.0.0.1:7777"), LinkUp(PRINT, WORDS)).press("m")
    assert to_tell("10.0.0.1:7777", "ABCD", PRINT) in said_on(game)
    assert "This server's six words: acorn basin cello dune ember fjord." in said_on(game)
    assert told.NOT_ENCRYPTED not in said_on(game)


def test_what_is_not_encrypted_is_marked_at_the_table_in_its_menu_and_in_the_list() -> None:
    game = at_table().feed(LinkUp(exposed=True))
    assert told.NOT_ENCRYPTED in seen(game).splitlines()[0]
    game.press("m")
    assert told.EXPOSED in seen(game)
    listing = Model(screen=Screen.TABLES, server=ServerPart(exposed=True), name="ann")
    assert told.NOT_ENCRYPTED in seen(listing).splitlines()[0]


SERVER = ServerPart()
WITH_PASSWORD = (
    net.JoinTable(id=1, table="ABCD", password="sesame"),
    net.JoinTable(id=1, table="ABCD", new=net.NewTable(password="sesame")),
    net.SpectateTable(id=1, table="ABCD", password="sesame"),
    net.CreateTable(id=1, name="Kitchen", new=net.NewTable(password="sesame")),
    net.ChangeTable(id=1, password="sesame"),
)


def online(server: ServerPart = SERVER, *, openly: bool = False, attended: bool = True) -> Model:
    model = Model(start=StartPart(attended=attended, openly=openly), server=server)
    for message in (WELCOME, net.LoggedIn(name="ann", token="t")):
        model, _ = core_update(model, message)
    return model


@pytest.mark.parametrize("request_", WITH_PASSWORD)
def test_a_tables_password_goes_openly_only_after_a_yes_each_time(request_: net.Request) -> None:
    model = online(ServerPart(exposed=True))
    for now in (1.0, 2.0):
        model, commands = update(replace(model, now=now), Ask(request_))
        assert commands == ()
        assert isinstance(model.question, YesNo)
        model = replace(model, now=now + 0.5)
        assert "anyone on the network can read the password" in said_on(model)
        no, commands = update(model, Typed("n"))
        assert (no.question, commands) == (None, ())
        model, commands = update(model, Typed("y"))
        (sent,) = commands
        assert isinstance(sent, Send)
        assert "sesame" in str(sent.request)


@pytest.mark.parametrize("request_", WITH_PASSWORD)
@pytest.mark.parametrize(
    ("server", "openly", "said"),
    [
        (SERVER, False, ""),
        (ServerPart(exposed=True), True, ""),
        (ServerPart(fingerprint=PRINT), False, ""),
        (ServerPart(exposed=True), False, told.PASSWORD_NEEDS_CONSENT),
        (ServerPart(unseen=True), False, told.PASSWORD_UNCONFIRMED),
    ],
)
def test_it_is_sent_where_encrypted_or_agreed_to(
    request_: net.Request, server: ServerPart, openly: bool, said: str
) -> None:
    alone = core_update(online(server, openly=openly, attended=False), Ask(request_))[1]
    assert alone == (Quit(76, said),) if said else isinstance(alone[0], Send)
    assert said or len(core_update(online(server, openly=openly), Ask(request_))[1]) == 1


def test_a_lost_connection_is_no_way_to_a_password_where_nobody_has_compared_the_words() -> None:
    model = online(attended=False)
    for unseen in (True, False):  # the second time the key is known
        model, _ = core_update(model, LinkUp(PRINT, WORDS, unseen=unseen))
    assert core_update(model, Ask(WITH_PASSWORD[0]))[1] == (Quit(76, told.PASSWORD_UNCONFIRMED),)
    model, _ = core_update(model, LinkUp("z" * 26, WORDS))
    assert len(core_update(model, Ask(WITH_PASSWORD[0]))[1]) == 1


def test_what_has_no_password_is_never_asked_about() -> None:
    game = at_table(model=Model(start=StartPart(attended=True)))
    game.feed(LinkUp(exposed=True), Act(Draw(0)), Ask(net.ChangeTable(id=1, password="")))
    assert [type(each) for each in game.sent] == [net.Draw, net.ChangeTable]


def test_a_table_that_was_asked_for_at_the_start_is_asked_about_with_the_list_behind_it() -> None:
    wanted = net.JoinTable(id=1, table="Kitchen", password="sesame")
    start = StartPart(attended=True, first_request=wanted)
    model, _ = core_update(Model(start=start, server=ServerPart(exposed=True)), WELCOME)
    model, commands = core_update(model, net.LoggedIn(name="ann", token="t"))
    assert isinstance(model.question, YesNo)
    assert [type(each.request) for each in commands if isinstance(each, Send)] == [net.ListTables]


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(link, "pause_before", lambda attempt, after: after)
    monkeypatch.setattr(identity, "words", identities.words_of)


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path / "known" / "servers.json")


@pytest.mark.fast
async def test_at_lines_a_first_visit_is_asked_about_once(capsys: Capture, known: KnownServers) -> None:
    async with scripted([silent, stay], ann().tls) as address:
        player = Sitting(capsys, REQUIRED, address)
        await player.reads("Press Enter if the words are the same.")
        assert f"    {' '.join(ann().words)}" in player.said
        player.types("")
        await player.reads("Connected to S as ann.")
        assert (await player.ends()).code == 0
    assert [each.fingerprint for each in known.all()] == [ann().fingerprint]


@pytest.mark.fast
@pytest.mark.parametrize(("answer", "goes_on"), [("1", True), ("2", False), ("", False), ("yes", False)])
async def test_at_lines_another_server_takes_its_number(
    capsys: Capture, known: KnownServers, answer: str, goes_on: bool
) -> None:
    scripts: list[Script] = [silent, stay] if goes_on else [silent]
    async with scripted(scripts, eve().tls) as address:
        known.saw(ann().fingerprint, str(address), "id-ann", "Ann's")
        player = Sitting(capsys, REQUIRED, address)
        await player.reads("Type 1 to go on, 2 to go back.")
        player.types(answer)
        if goes_on:
            await player.reads("Connected to S as ann.")
            player.keyboard.end()
        assert (await player.playing).code == (0 if goes_on else 76)


@pytest.mark.fast
async def test_at_lines_what_stops_is_told_and_ends_with_76(capsys: Capture, known: KnownServers) -> None:
    known.saw(ann().fingerprint, "10.0.0.1:7777", "server", "Ann's")
    async with scripted([silent, greets()], eve().tls) as address:
        player = Sitting(capsys, REQUIRED, address)
        await player.reads("Press Enter")
        player.types("")
        end = await player.playing
    assert (end.code, "has another key" in end.text) == (76, True)
    assert "A known server with another key." in capsys.readouterr().out


@pytest.mark.fast
@pytest.mark.parametrize("autoplay", [False, True])
async def test_a_first_visit_that_is_not_stored_says_so(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, autoplay: bool
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UNO_STATE_DIR", str(tmp_path / "file"))
    settings = Settings(name="ann", table="T", autoplay="random" if autoplay else None, tls="required")
    async with scripted([answers(net.Error(code="banned"))], ann().tls) as address:
        if autoplay:
            assert await run_autoplay(settings, address) == 1
        else:
            await Player(settings, Keyboard(), attended=False).run(address)
    said = capsys.readouterr().err
    assert "cannot be stored, and is known until this client ends\n" in said
    assert ("you're banned" in said) is autoplay


@pytest.mark.fast
@pytest.mark.parametrize("yes", [True, False])
async def test_at_lines_an_unencrypted_password_needs_a_yes(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, yes: bool
) -> None:
    monkeypatch.setattr(connection, "is_local", lambda _host: False)
    heard: list[object] = []
    takes = noting(heard, answers(net.Bye(code="going", come_back=False), password=True))
    async with scripted([ASKS, takes] if yes else [ASKS]) as address:
        player = Sitting(capsys, Settings(name="ann", tls="off", password="sesame"), address)
        await player.reads("Send the password anyway?")
        player.types("1" if yes else "2")
        assert (await player.playing).code == (1 if yes else 76)
    assert heard == ([net.Login("ann", "sesame")] if yes else [])


@pytest.mark.fast
async def test_at_lines_the_end_of_input_ends_a_lost_link(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "pause_before", lambda *_: 60.0)
    async with scripted([cut]) as address:
        player = Sitting(capsys, Settings(name="ann"), address)
        await until(lambda: player.player.shell.model.link.lost)
        end = await player.ends()
    assert end == Quit(69, "the connection was lost")


async def test_at_lines_a_tables_password_is_asked_about(capsys: Capture) -> None:
    lobby = InLobby(capsys)
    said = lobby.hear(LinkUp(exposed=True), net.LoggedIn(name="ann", token="t"))
    assert said == f"Connected to Ann's server as ann.\n{told.EXPOSED}\n"
    lobby.type("create Kitchen password")
    before = lobby.player.shell.model.link.pending
    assert "Send it anyway? Type yes or no." in lobby.type("sesame")
    assert lobby.player.shell.model.link.pending == before
    lobby.type("yes")
    assert lobby.pending == net.CreateTable(id=4, name="Kitchen", new=net.NewTable(password="sesame"))


def test_known_servers_are_listed_and_forgotten(
    known: KnownServers, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_known(Settings(known=True)) == 0
    assert capsys.readouterr().out == "no known servers\n"
    known.saw(PRINT, "10.0.0.1:7777", "id", "Ann's \x1b[2Jgame", WORDS)
    known.saw("", "10.0.0.2:7777", "old", "Old")
    assert run_known(Settings(known=True)) == 0
    assert capsys.readouterr().out == (
        "Old at 10.0.0.2:7777: not encrypted\n"
        f"Ann's [2Jgame at 10.0.0.1:7777: {PRINT}, acorn basin cello dune ember fjord\n"
    )
    assert run_known(Settings(known=True, json=True)) == 0
    told_json = json.loads(capsys.readouterr().out)
    assert [each["fingerprint"] for each in told_json] == ["", PRINT]

    def forget(which: str) -> str:
        monkeypatch.setattr("sys.argv", ["uno-client", "--forget", which])
        code = main()
        told = capsys.readouterr()
        assert (code, bool(told.out)) in ((0, True), (1, False))
        return told.out + told.err

    assert forget("10.0.0.1") == f"forgotten: Ann's [2Jgame at 10.0.0.1; its key stays known: {PRINT}\n"
    assert "no known server is called '10.0.0.1'" in forget("10.0.0.1")
    assert [each.name for each in known.all()] == ["Old", "Ann's \x1b[2Jgame"]
    assert forget(PRINT).startswith("forgotten: Ann's")
    assert forget("10.0.0.2") == "forgotten: Old at 10.0.0.2\n"
    assert known.all() == ()
    assert known.file is not None
    known.file.write_text("{", encoding="utf-8")
    assert "cannot use" in forget(PRINT)


@pytest.mark.fast
async def test_a_server_that_asks_for_none_is_told_none(tmp_path: Path) -> None:
    heard: list[object] = []
    async with scripted([noting(heard, says(net.Bye(code="taken_over", come_back=False)))]) as address:
        assert not (await Linked(address, TokenStore(tmp_path), password="sesame").end()).wants_password
    assert heard == [net.Login("ann")]


WANTED = LinkDown("host:7777 needs a password", None, 1, wants_password=True)


def test_the_full_screen_asks_for_it_shows_bullets_and_forgets_it() -> None:
    model = served(linked(first_model(Settings(name="ann"), fixed=True), LinkPhase.CONNECTING), "host:7777")
    model, commands = update(model, WANTED)
    assert (model.screen, commands) == (Screen.CONNECT, ())
    assert "Host:7777 needs a password." in seen(model)
    model, _ = press(model, "l ö w e")
    assert "••••" in seen(model)
    assert "löwe" not in seen(model)
    _, did = press(model, "enter")
    assert did == [Connect(parse_address("host:7777"), "ann", "löwe")]
    assert "löwe" not in repr(did)
    model, commands = update(model, LinkDown("wrong password for host:7777", None, 1, wants_password=True))
    assert (model.form["password"], commands) == ("", ())
    assert not update(model, net.LoggedIn(name="ann", token="t"))[0].link.wants_password


def test_what_whoever_runs_the_server_says_is_shown_cleaned_and_stays_in_the_log_of_a_table() -> None:
    said = net.Announcement(text="stops\x1b[2J in\u202e 5 m\r\n")
    lobby, _ = update(Model(), said)
    assert (notice(lobby), lobby.play.log) == ("The server says: stops[2J in 5 m", ())
    assert at_table().feed(said).model.play.log[-1].text == "The server says: stops[2J in 5 m"


@pytest.mark.fast
async def test_at_lines_the_next_line_is_the_password(capsys: Capture) -> None:
    heard: list[object] = []
    wrong = noting(heard, answers(net.Error(code="wrong_password", field="password"), password=True))
    right = noting(heard, answers(net.LoggedIn("ann", "secret"), password=True))
    async with scripted([ASKS, wrong, right]) as address:
        player = Sitting(capsys, Settings(name="ann", plain=True), address)
        for line in ("wrong", "open sesame"):
            await player.reads("Type the server's password.")
            player.types(line)
        await player.reads("Connected to")
        assert (await player.ends()).code == 0
    assert heard == [net.Login("ann", "wrong"), net.Login("ann", "open sesame")]


async def test_at_lines_nothing_but_the_password_is_typed_unseen() -> None:
    echo = Hidden()
    player = Player(Settings(), Keyboard(), echo)
    player.shell.feed(WANTED)
    assert echo.asked == ["hide"]
    player.obey("sesame")
    assert echo.asked == ["hide", "show"]


@pytest.mark.fast
@pytest.mark.parametrize("last", [[""], []], ids=["an empty line", "the end of input"])
async def test_a_given_password_goes_to_no_server_chosen_at_lines_and_nothing_is_none(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, last: list[str]
) -> None:
    async with scripted([ASKS]) as address:  # which hears no login
        keyboard = Keyboard([str(address), *last], ends=True)
        monkeypatch.setattr(session, "Keyboard", lambda _loop: keyboard)
        assert await play_in_lines(Settings(name="ann", plain=True, password="sesame", discover=OFF), None) == 1
    assert "needs a password" in capsys.readouterr().out


def test_it_comes_from_a_variable_or_a_file_and_never_from_the_command_line(tmp_path: Path) -> None:
    secret = tmp_path / "secret"

    def read(written: str, *flags: str, **variables: str) -> str | None:
        secret.write_text(written, encoding="utf-8")
        settings = read_settings(flags, variables, "1")
        assert "sesame" not in repr(settings)
        return settings.password

    given = ("--password-file", str(secret))
    assert read("") is None
    assert read("", UNO_PASSWORD="sesame") == "sesame"
    assert read("", UNO_PASSWORD="") is None
    assert read("open sesame\nmore", *given, UNO_PASSWORD="x") == "open sesame"
    assert read("open sesame", UNO_PASSWORD_FILE=str(secret)) == "open sesame"
    assert read(" open sesame \r\nmore", *given) == " open sesame "
    for written, flags in (("", ("--password", "x")), ("", ("--password-file", "none")), ("\nsesame", given)):
        with pytest.raises(SettingsRefused) as refused:
            read(written, *flags)
        assert "sesame" not in str(refused.value)
        assert ("is empty" in str(refused.value)) is ("sesame" in written)
