"""Somebody between a player and the server reads nothing, or is seen: what the player reads then is here (P-20)."""

import json
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.client.net.identities import eve
from tests.e2e.conftest import drawn
from tests.e2e.dns import GROUP, announced, sender
from tests.e2e.middle import Middle, Way, middle
from tests.e2e.processes import House, Program, key_of, result, words_of
from tests.e2e.sniffer import found
from tests.e2e.terminal import Terminal
from tests.patience import HANG
from uno_protocol.discovery import Advertisement, instance_name, written
from uno_protocol.messages import SPOKEN

NAME, DOOR, TABLE, TABLE_PASSWORD = "Quetzalcoatl", "plover égypte", "Tlachtli", "xyzzy plugh"
LOOK = ("--discover", "127.0.0.1")
CLIENT = (sys.executable, "-P", "-m", "tests.e2e.elsewhere")
Look = Callable[["Scene", str], Terminal]


class Scene:
    """A server, somebody in front of it, and players who come through there and are not on that computer."""

    def __init__(self, house: House, folder: Path) -> None:
        self._house, self._door = house, folder / "door"
        self._door.write_text(DOOR, encoding="utf-8")
        self._visited = folder / "visited"
        self._terminals: list[Terminal] = []
        self._numbers = count(1)
        server, self.place = house.serve(
            *("--name", "Ann's", "--password-file", str(self._door), "--announce", "127.0.0.1")
        )
        self.key, self.words = key_of(server), words_of(server)

    def begin(self, one: Middle, state: Path) -> None:
        """A test of its own: nobody has been there yet."""
        self.one, self._house.state, self.name = one, state, f"{NAME}-{next(self._numbers)}"
        one.way = Way.READS
        one.forget()

    def between(self, way: Way) -> Middle:
        """Who is in front of the server, and does that from now on."""
        self.one.way = way
        return self.one

    def end(self) -> None:
        """The players of the test go."""
        for terminal in self._terminals:
            terminal.close()
        self._terminals.clear()

    def _flags(self, *more: str) -> tuple[str, ...]:
        return ("--name", self.name, "--password-file", str(self._door), *more)

    def screen(self, *place: str) -> Terminal:
        """A player at the full screen."""
        return self._terminal(80, *place)

    def lines(self, *place: str) -> Terminal:
        """A player at lines, on a terminal that breaks none of them."""
        return self._terminal(250, "--plain", *place)

    def _terminal(self, columns: int, *more: str) -> Terminal:
        self._terminals.append(Terminal([*CLIENT, *self._flags(*more)], self._house.environment(), columns, 40))
        return self._terminals[-1]

    def script(self, place: str, *more: str) -> Program:
        """A client that nobody sits at."""
        table = ("--table", TABLE, "--table-password", TABLE_PASSWORD, "--seats", "2", "--bots", "1")
        play = ("--set", "uno_grace=0", "--bot-pause", "0", "--autoplay", "normal", "--json")
        return self._house.run(*CLIENT, *self._flags(place, *table, *play, *more))

    def listed(self, count: int) -> list[dict[str, Any]]:
        """The rows of the list that claim to be Ann's server, looked for again while there are fewer than that."""
        ours: list[dict[str, Any]] = []
        for _ in range(5):
            client = self._house.run(*CLIENT, "--list", "--json", "--wait", "1.5", *LOOK)
            assert client.wait() == 0, client.err
            ours = [
                row
                for row in json.loads(client.out)
                if row["port"] == int(self.place.rpartition(":")[2]) and row["answers"]
            ]
            if len(ours) >= count:
                break
        return ours

    def secrets(self) -> tuple[str, ...]:
        """What nobody else may read."""
        kept = [json.loads(file.read_text(encoding="utf-8")) for file in self._house.state.glob("sessions/*.json")]
        return (self.name, DOOR, TABLE, TABLE_PASSWORD, *(each["token"] for each in kept))

    def visit(self) -> None:
        """The player has been at the server, has a place there, and knows its key at this address."""
        self.name = NAME
        if not self._visited.exists():
            way, self.one.way = self.one.way, Way.READS
            assert result(self.script(f"uno://{self.one.there}#{self.key}"))["rounds"] == 1
            shutil.copytree(self._house.state, self._visited)
            self.one.way = way
            self.one.forget()
        shutil.copytree(self._visited, self._house.state, dirs_exist_ok=True)
        assert len(self.secrets()) == 5

    def told_nothing(self) -> bool:
        """Whether nothing that was said to whoever is in the middle is a secret."""
        return found(bytes(self.one.up), self.secrets()) == set()


@pytest.fixture(scope="module")
def at_ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, Middle]]:
    folder = tmp_path_factory.mktemp("ann")
    with closing(House(folder / "state")) as built:
        scene = Scene(built, folder)
        with middle(scene.place) as one:
            yield scene, one


@pytest.fixture
def scene(at_ann: tuple[Scene, Middle], tmp_path: Path) -> Iterator[Scene]:
    scene, one = at_ann
    scene.begin(one, tmp_path / "state")
    yield scene
    scene.end()


def see(terminal: Terminal, *texts: str) -> None:
    """Wait until all of these are on the screen, wherever lines end."""

    def shown() -> str:
        return " ".join(terminal.look().split())

    looks = int(HANG / 0.05)
    assert any(all(text in now for text in texts) for now in (shown() for _ in range(looks))), terminal.text()


def words_on(terminal: Terminal, *candidates: tuple[str, ...]) -> list[bool]:
    """Which of these words a player compares with."""
    now = " ".join(terminal.look().split())
    return [" ".join(words) in now for words in candidates]


def test_who_passes_all_on_reads_nothing(scene: Scene) -> None:
    one = scene.one
    assert result(scene.script(f"uno://{one.there}#{scene.key}"))["rounds"] == 1
    assert len(one.up) > 1000
    assert found(bytes(one.up), scene.secrets()) == found(bytes(one.down), scene.secrets()) == set()


def test_without_encryption_who_passes_all_on_reads_everything(scene: Scene) -> None:
    one = scene.one
    assert result(scene.script(one.there, "--tls", "off", "--unencrypted-passwords"))["rounds"] == 1
    read = found(bytes(one.up), scene.secrets()) | found(bytes(one.down), scene.secrets())
    assert set(scene.secrets()) < read
    assert len(read - set(scene.secrets())) >= 5  # cards too, however short the round is


@drawn
@pytest.mark.parametrize("way", [Way.READS, Way.OWN_KEY])
@pytest.mark.parametrize(("look", "back"), [(Scene.screen, "n"), (Scene.lines, "2\r")], ids=["screen", "lines"])
def test_on_a_first_visit_the_words_shown_are_the_hosts_or_somebody_is_between(
    scene: Scene, look: Look, back: str, way: Way
) -> None:
    one = scene.between(way)
    terminal = look(scene, one.there)
    visit = f"You have not been at {one.there} before. The connection is encrypted."
    compare = "Compare these six words with the host's screen:"
    see(
        terminal,
        *(("First visit", visit, compare) if look is Scene.screen else (f"First visit. {visit} {compare}",)),
        "If they differ, somebody is between you and the server: go back. You are asked only this once.",
    )
    assert words_on(terminal, scene.words, eve().words) == [way is Way.READS, way is Way.OWN_KEY]
    terminal.press(back)
    assert terminal.wait() == 76
    assert scene.told_nothing()
    assert way is Way.READS or one.up == b""


@drawn
def test_the_screen_stops_where_a_known_server_has_another_key(scene: Scene) -> None:
    one = scene.between(Way.OWN_KEY)
    scene.visit()
    terminal = scene.screen(one.there)
    see(
        terminal,
        "Another server",
        f"At {one.there} you know Ann's. This is another server: it has another key.",
        "The address may have changed hands. Your place there is kept, and this server is told nothing of it.",
        "Compare these six words with the host's screen:",
        "Go on only if they are the same.",
    )
    assert words_on(terminal, scene.words, eve().words) == [False, True]
    assert one.up == b""
    terminal.press("y")
    see(
        terminal,
        "A known server with another key",
        f"The server at {one.there} says that it is Ann's, which you know, but it has another key.",
        "No password and no token was sent to it.",
        "Its host may have lost the old key, or somebody pretends to be the server that you know.",
        "Ask the host. If the key is new, forget the old one: uno-client --forget",
    )
    terminal.press("y\r")
    terminal.press("q")
    assert terminal.wait() == 76
    assert one.up != b""
    assert scene.told_nothing()


@drawn
def test_lines_stop_where_a_known_server_has_another_key(scene: Scene) -> None:
    one = scene.between(Way.OWN_KEY)
    scene.visit()
    terminal = scene.lines(one.there)
    see(
        terminal,
        f"Another server. At {one.there} you know Ann's. This is another server: it has another key.",
        "1: the words are the same, go on 2: back",
    )
    terminal.press("1\r")
    assert terminal.wait() == 76
    see(
        terminal,
        "A known server with another key. "
        f"The server at {one.there} says that it is Ann's, which you know, but it has another key. "
        "No password and no token was sent to it.",
    )
    assert scene.told_nothing()


def test_a_script_ends_where_a_known_server_has_another_key(scene: Scene) -> None:
    one = scene.between(Way.OWN_KEY)
    scene.visit()
    client = scene.script(one.there)
    assert client.wait() == 76
    assert client.err.startswith(
        f"uno-client: another server answers at {one.there} than Ann's: "
        f"its key is {eve().fingerprint} ({' '.join(eve().words)}); nothing was sent"
    )
    assert one.up == b""


@drawn
@pytest.mark.parametrize("way", [Way.OWN_KEY, Way.STRIPS])
def test_with_a_link_the_screen_stops_at_once(scene: Scene, way: Way) -> None:
    one = scene.between(way)
    terminal = scene.screen(f"uno://{one.there}#{scene.key}")
    if way is Way.OWN_KEY:
        see(
            terminal,
            "Not the server of your link",
            f"Your link is for the server {scene.key}. At {one.there} answers {eve().fingerprint}.",
            "Nothing was sent to it. The link may be old, or somebody is between you and the server.",
            "Ask the host for a new link.",
        )
    else:
        see(
            terminal,
            "No encryption any more",
            f"{one.there} should be encrypted: your link has its fingerprint. This connection is not.",
            "No password and no token was sent.",
            "The server may have changed, or somebody is between you and it. Ask the host.",
            "If encryption is really off, ask the host for a link without #.",
        )
    terminal.press("y\rq")
    assert terminal.wait() == 76
    assert one.up == b""


@pytest.mark.parametrize(
    ("way", "why"),
    [
        (Way.OWN_KEY, "the server at {} is not the one of the link: its key is {}, the link has {}; nothing was sent"),
        (Way.STRIPS, "{} should be encrypted (the link has its fingerprint) and is not; no password and no token"),
    ],
    ids=["own key", "strips"],
)
def test_with_a_link_a_script_ends_at_once(scene: Scene, way: Way, why: str) -> None:
    one = scene.between(way)
    client = scene.script(f"uno://{one.there}#{scene.key}")
    assert client.wait() == 76
    assert client.err.startswith(f"uno-client: {why.format(one.there, eve().fingerprint, scene.key)}")
    assert one.up == b""


@drawn
@pytest.mark.parametrize("look", [Scene.screen, Scene.lines])
def test_a_server_that_says_that_it_encrypts_is_not_spoken_to_without(scene: Scene, look: Look) -> None:
    one = scene.between(Way.STRIPS)
    terminal = look(scene, one.there)
    see(
        terminal,
        "Somebody keeps encryption away",
        f"The server at {one.there} says that it offers encryption, but none could be had.",
        "Somebody between you and it may want to read along. No password and no token was sent.",
        "Try again from another network, or ask the host.",
    )
    if look is Scene.screen:
        terminal.press("y\rq")
    assert terminal.wait() == 76
    assert scene.told_nothing()


@drawn
@pytest.mark.parametrize("look", [Scene.screen, Scene.lines])
def test_who_keeps_it_away_unseen_gets_a_password_only_after_a_yes_and_the_game_is_marked(
    scene: Scene, look: Look
) -> None:
    one = scene.between(Way.STRIPS_ALL)
    terminal = look(scene, one.there)
    see(
        terminal,
        "Not encrypted",
        f"{one.there} wants a password, and the connection is not encrypted.",
        "Anyone on the network can read what you send. Use no password that you have elsewhere.",
        "Send the password anyway?",
    )
    assert scene.told_nothing()
    terminal.press("y" if look is Scene.screen else "1\r")
    if look is Scene.screen:
        see(terminal, "Tables at Ann's")
        assert "not encrypted" in terminal.text().splitlines()[0]
    else:
        see(terminal, "This connection is not encrypted: anyone on the network can read along.")
    assert found(bytes(one.up), (DOOR,)) == {DOOR}


@drawn
@pytest.mark.parametrize(("look", "way"), [(Scene.screen, Way.STRIPS), (Scene.lines, Way.STRIPS_ALL)])
def test_a_server_that_is_known_with_a_key_is_not_spoken_to_without(scene: Scene, look: Look, way: Way) -> None:
    one = scene.between(way)
    scene.visit()
    terminal = look(scene, one.there)
    see(
        terminal,
        "No encryption any more",
        f"{one.there} should be encrypted: you know Ann's with a key. This connection is not.",
        "No password and no token was sent.",
        "The server may have changed, or somebody is between you and it. Ask the host.",
        "To go on without encryption: uno-client --forget",
    )
    if look is Scene.screen:
        terminal.press("y\rq")
    assert terminal.wait() == 76
    assert one.up == b""


@contextmanager
def announcing(scene: Scene, key: str, *instances: str) -> Iterator[Middle]:
    """Somebody at 127.0.0.2 who announces the id and the port of Ann's server there, with that key."""
    (row,) = scene.listed(1)
    assert (row["host"], row["key"]) == ("127.0.0.1", scene.key)
    text = written(Advertisement(row["id"], row["name"], *SPOKEN, players=9, password=True, key=key))
    # With the port: the same tests may run beside these, and share the network.
    names = [f"{each} {row['port']}" if each else instance_name(row["name"], row["id"]) for each in instances]
    over = threading.Event()
    with middle(scene.place, Way.OWN_KEY, "127.0.0.2", row["port"]) as scene.one, sender("127.0.0.1") as sending:

        def announce() -> None:
            while not over.wait(0.2):
                for name in names:
                    sending.sendto(announced(name.encode(), row["port"], text, "127.0.0.2"), GROUP)

        thread = threading.Thread(target=announce)
        thread.start()
        try:
            yield scene.one
        finally:
            over.set()
            thread.join(10.0)


@pytest.fixture
def false(scene: Scene) -> Iterator[Middle]:
    """A player who knows Ann's server, and somebody who announces its id, with a key of his own, at his address."""
    scene.visit()
    with announcing(scene, eve().fingerprint, "Ann's") as one:
        yield one


many = pytest.mark.skipif(sys.platform != "linux", reason="there is one address of loopback alone")


@many
def test_a_false_announcement_is_a_row_of_its_own(scene: Scene, false: Middle) -> None:
    rows = {(row["host"], row["key"], row["doubt"]): row["addresses"] for row in scene.listed(2)}
    assert rows == {
        ("127.0.0.1", scene.key, None): ["127.0.0.1"],
        ("127.0.0.2", eve().fingerprint, "other_key"): ["127.0.0.2"],
    }
    assert scene.told_nothing()


@many
def test_a_false_address_of_the_true_key_is_not_where_the_server_is(scene: Scene) -> None:
    scene.visit()
    terminal = scene.screen(*LOOK)
    see(terminal, scene.place)
    with announcing(scene, scene.key, "", "Ann's"):
        # Who hears the false one first may not hear the true one, which is not asked for what is known (RFC 6762, 7.1).
        assert {(row["host"], row["key"]) for row in scene.listed(0)} <= {("127.0.0.1", scene.key)}
        chosen(terminal, scene.place)
        see(terminal, "Tables at Ann's")
    assert scene.told_nothing()


@many
def test_whoever_chooses_it_on_the_screen_is_stopped_and_the_true_one_is_joined(scene: Scene, false: Middle) -> None:
    terminal = scene.screen(*LOOK)
    see(terminal, f"not the key you know {false.there}")
    chosen(terminal, false.there)
    see(terminal, "First visit", f"You have not been at {false.there} before. The connection is encrypted.")
    assert words_on(terminal, scene.words, eve().words) == [False, True]
    terminal.press("y")
    see(
        terminal,
        "A known server with another key",
        f"The server at {false.there} says that it is Ann's, which you know, but it has another key.",
        "No password and no token was sent to it.",
    )
    assert scene.told_nothing()
    terminal.press("\x1b")
    chosen(terminal, scene.place)
    see(terminal, "Tables at Ann's")
    assert scene.told_nothing()


@many
def test_whoever_chooses_it_at_lines_is_stopped(scene: Scene, false: Middle) -> None:
    terminal = scene.lines(*LOOK)
    see(terminal, f": Ann's at {false.there}:")
    number = terminal.text().partition(f": Ann's at {false.there}:")[0].rpartition("\n")[2]
    terminal.press(f"{number}\r")
    see(terminal, "First visit.")
    assert words_on(terminal, scene.words, eve().words) == [False, True]
    terminal.press("1\r")
    assert terminal.wait() == 76
    see(terminal, f"The server at {false.there} says that it is Ann's, which you know, but it has another key.")
    assert scene.told_nothing()


def chosen(terminal: Terminal, address: str) -> None:
    """Let the arrow stand on that server, and press Enter."""
    see(terminal, address)
    for _ in range(100):
        if any("▸" in line and address in line for line in terminal.look().splitlines()):
            terminal.press("\r")
            return
        terminal.press("\x1b[B")
    raise AssertionError(terminal.text())
