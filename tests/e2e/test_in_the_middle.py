"""Somebody between a player and the server reads nothing, or is seen: what the player reads then is here (P-20)."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.client.net.identities import eve
from tests.e2e.conftest import drawn
from tests.e2e.dns import GROUP, announced, sender
from tests.e2e.middle import Middle, Way, middle
from tests.e2e.processes import House, Program, key_of, result, signalled, words_of
from tests.e2e.sniffer import APPLICATION, CHANGE_CIPHER, HANDSHAKE, found, records
from tests.e2e.terminal import Terminal
from tests.patience import HANG
from uno_protocol.discovery import Advertisement, written
from uno_protocol.messages import SPOKEN

NAME, DOOR, TABLE, TABLE_PASSWORD = "Quetzalcoatl", "plover égypte", "Tlachtli", "xyzzy plugh"
TABLE_FLAGS = ("--table", TABLE, "--table-password", TABLE_PASSWORD, "--seats", "2", "--bots", "1")
CLIENT = (sys.executable, "-P", "-m", "tests.e2e.elsewhere")
DIFFER = "If they differ, somebody is between you and the server: go back. You are asked only this once."


Look = Callable[["Scene", str], Terminal]


class Scene:
    """A server, somebody in front of it, and players who come through there and are not on that computer."""

    def __init__(self, house: House, folder: Path) -> None:
        self._house, self._door = house, folder / "door"
        self._door.write_text(DOOR, encoding="utf-8")
        named = ("--name", "Ann's", "--password-file", str(self._door))
        server, self.place = house.serve(*named, "--announce", "127.0.0.1")
        self.key, self.words = key_of(server), words_of(server)
        self.one: Middle

    def _flags(self, *more: str) -> tuple[str, ...]:
        return (*CLIENT, "--name", NAME, "--password-file", str(self._door), *more)

    def screen(self, *place: str) -> Terminal:
        """A player at the full screen."""
        return self._house.terminal(*self._flags(*place), rows=40)

    def lines(self, *place: str) -> Terminal:
        """A player at lines, on a terminal that breaks none of them."""
        return self._house.terminal(*self._flags("--plain", *place), columns=250, rows=40)

    def script(self, place: str, *more: str) -> Program:
        """A client that nobody sits at."""
        play = ("--set", "uno_grace=0", "--bot-pause", "0", "--autoplay", "normal", "--json")
        return self._house.run(*self._flags(place, *TABLE_FLAGS, *play, *more))

    def listed(self) -> list[dict[str, Any]]:
        """The rows of the list that claim to be Ann's server and answer."""
        client = self._house.run(*CLIENT, "--list", "--json", "--wait", "1.5", "--discover", "127.0.0.1")
        assert client.wait() == 0, client.err
        port = int(self.place.rpartition(":")[2])
        return [row for row in json.loads(client.out) if row["port"] == port and row["answers"]]

    def secrets(self) -> tuple[str, ...]:
        """What nobody else may read."""
        kept = [json.loads(file.read_text(encoding="utf-8")) for file in self._house.state.glob("sessions/*.json")]
        return (NAME, DOOR, TABLE, TABLE_PASSWORD, *(each["token"] for each in kept))

    def visit(self) -> None:
        """The player has been at the server, has a place there, and knows its key at this address."""
        terminal = self.lines(f"uno://{self.one.there}#{self.key}", *TABLE_FLAGS)
        see(terminal, TABLE)
        assert len(self.secrets()) == 5
        signalled(terminal.pid, "SIGKILL")  # who ends by itself without a seat logs out

    def met(self, way: Way, *, known: bool) -> str:
        """The address at which the player, who knows the server or not, meets somebody who does that."""
        if known:
            self.visit()
            self.one.forget()
        self.one.way = way
        return self.one.there

    def told_nothing(self) -> bool:
        """Whether nothing that was said to whoever is in the middle is a secret."""
        return found(bytes(self.one.up), self.secrets()) == set()


@pytest.fixture
def scene(house: House, tmp_path: Path) -> Iterator[Scene]:
    built = Scene(house, tmp_path)
    with middle(built.place) as built.one:
        yield built


def see(terminal: Terminal, *texts: str) -> None:
    """Wait until all of these are on the screen, wherever lines end."""
    for _ in range(int(HANG / 0.05)):
        terminal.look()
        now = terminal.read()
        if all(text in now for text in texts):
            return
    raise AssertionError(f"{texts} not seen:\n{terminal.text()}")


@pytest.mark.parametrize("encrypted", [True, False])
def test_who_passes_all_on_reads_nothing_but_what_is_not_encrypted(scene: Scene, encrypted: bool) -> None:
    one = scene.one
    if encrypted:
        scene.visit()
        for way in (one.up, one.down):
            kinds = [kind for kind, _ in records(way)]
            assert kinds[:2] == [HANDSHAKE, CHANGE_CIPHER]
            assert set(kinds[2:]) == {APPLICATION}
    else:
        assert result(scene.script(one.there, "--tls", "off", "--unencrypted-passwords"))["rounds"] == 1
    assert one.up
    assert one.down
    secrets = set(scene.secrets())
    read = found(bytes(one.up), secrets) | found(bytes(one.down), secrets)
    assert read & secrets == (set() if encrypted else secrets)
    assert bool(read - secrets) is not encrypted  # cards


OTHER_SERVER = "At {} you know Ann's. This is another server: it has another key."
OTHER_KEY = "says that it is Ann's, which you know, but it has another key. No password and no token was sent to it."
OTHER_LINK = "Your link is for the server {key}. At {} answers {eve}. Nothing was sent to it."
LINK_OPEN = "{} should be encrypted: your link has its fingerprint. This connection is not. No password and no token"
KNOWN_OPEN = "{} should be encrypted: you know Ann's with a key. This connection is not. No password and no token"
KEPT_AWAY = "offers encryption, but none could be had. Somebody between you and it may want to read along."


@drawn
@pytest.mark.parametrize(
    ("look", "way", "before", "texts", "agree"),
    [
        (Scene.screen, Way.OWN_KEY, "known", (OTHER_SERVER, OTHER_KEY), "y"),
        (Scene.lines, Way.OWN_KEY, "known", (OTHER_SERVER, OTHER_KEY), "1\r"),
        (Scene.screen, Way.OWN_KEY, "linked", (OTHER_LINK,), ""),
        (Scene.lines, Way.STRIPS, "linked", (LINK_OPEN,), ""),
        (Scene.screen, Way.STRIPS, "new", (KEPT_AWAY,), ""),
        (Scene.lines, Way.STRIPS_ALL, "known", (KNOWN_OPEN,), ""),
    ],
)
def test_what_stops_a_player_says_why_and_nothing_was_sent(
    scene: Scene, look: Look, way: Way, before: str, texts: tuple[str, ...], agree: str
) -> None:
    there = scene.met(way, known=before == "known")
    terminal = look(scene, f"uno://{there}#{scene.key}" if before == "linked" else there)
    for text in texts:
        see(terminal, text.format(there, key=scene.key, eve=eve().fingerprint))
        terminal.press(agree if text is OTHER_SERVER else "y\rq" if look is Scene.screen else "")
    assert terminal.wait() == 76
    assert scene.told_nothing()


@drawn
@pytest.mark.parametrize("look", [Scene.screen, Scene.lines])
def test_on_a_first_visit_the_words_are_the_hosts_or_somebody_is_between(scene: Scene, look: Look) -> None:
    for way, words in ((Way.READS, scene.words), (Way.OWN_KEY, eve().words)):
        scene.one.way = way
        terminal = look(scene, scene.one.there)
        see(terminal, f"You have not been at {scene.one.there} before. The connection is encrypted.")
        see(terminal, f"Compare these six words with the host's screen: {' '.join(words)}", DIFFER)
        terminal.press("n" if look is Scene.screen else "2\r")
        assert terminal.wait() == 76
    assert scene.told_nothing()


@contextmanager
def announcing(scene: Scene) -> Iterator[Middle]:
    """Somebody at 127.0.0.2 who announces the id and the port of Ann's server there, with a key of his own."""
    (row,) = scene.listed()
    assert (row["host"], row["key"]) == ("127.0.0.1", scene.key)
    text = written(Advertisement(row["id"], row["name"], *SPOKEN, players=9, password=True, key=eve().fingerprint))
    name = f"Ann's {row['port']}".encode()  # with the port: others may share the network of loopback
    over = threading.Event()
    with middle(scene.place, Way.OWN_KEY, "127.0.0.2", row["port"]) as one, sender("127.0.0.1") as sending:

        def announce() -> None:
            while not over.wait(0.2):
                sending.sendto(announced(name, row["port"], text, "127.0.0.2"), GROUP)

        thread = threading.Thread(target=announce)
        thread.start()
        try:
            yield one
        finally:
            over.set()
            thread.join(10.0)


@drawn
@pytest.mark.skipif(sys.platform != "linux", reason="there is one address of loopback alone")
def test_a_false_announcement_is_a_row_of_its_own_that_stops_and_the_true_one_is_joined(scene: Scene) -> None:
    scene.visit()
    with announcing(scene) as scene.one:
        false = scene.one.there
        while len(rows := scene.listed()) < 2:
            pass
        assert {(row["host"], row["key"], row["doubt"]) for row in rows} == {
            ("127.0.0.1", scene.key, None),
            ("127.0.0.2", eve().fingerprint, "other_key"),
        }
        terminal = scene.screen("--discover", "127.0.0.1")
        see(terminal, false)
        see(terminal, "not the key you know")
        choose(terminal, false)
        see(terminal, f"You have not been at {false} before.", " ".join(eve().words))
        terminal.press("y")
        see(terminal, f"The server at {false} says that it is Ann's, which you know, but it has another key.")
        terminal.press("\x1b")
        choose(terminal, scene.place)
        see(terminal, TABLE)  # the place there is kept
        assert scene.told_nothing()


def choose(terminal: Terminal, address: str) -> None:
    """Let the arrow stand on that server, and press Enter."""
    see(terminal, address)
    while not any("▸" in line and address in line for line in terminal.look().splitlines()):
        terminal.press("\x1b[B")
    terminal.press("\r")
